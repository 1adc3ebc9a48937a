//! Recognises finite subtraction sets. The values G(n) depend only on the last max(S) values, so
//! they are eventually periodic. As soon as a window of max(S) values occurs for the second time,
//! all later values repeat, which proves the period (the finite codes of [`heap::period`]). O(|S|)
//! per value until the window repeats, then O(1) for any n.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use heap::period::HeapPeriod;
use heap::periodic::PeriodicCode;
use rules::ir::Int;

use super::period;
use crate::take_away::SingleHeap;
use theory::theorem::{
    ChosenMove, ClosedForm, ClosedFormEvidence, ConditionError, Theorem, TheoremCase,
};
use theory::value::Grundy;

/// The maximum number of amounts for which a period is searched.
const MAX_AMOUNTS: u128 = 1 << 20;

pub(crate) struct SubtractionTheorem;

impl Theorem for SubtractionTheorem {
    fn name(&self) -> &'static str {
        "subtraction"
    }

    fn statement(&self) -> Text {
        text!(
            "Let S be a finite set of the numbers that a move may take. If a window of max(S) successive values occurs twice, the values are periodic from its first occurrence on.",
            "设可取数目构成有限集 S。若长为 max(S) 的一段值出现两次，则自其首次出现起，值是周期的。"
        )
    }

    fn source(&self) -> &'static str {
        "S. W. Golomb, A mathematical investigation of games of take-away, J. Combinatorial Theory 1 (1966)"
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let (heap, amounts) = SingleHeap::read(case)?;
        let Some(set) = amounts else {
            return Err(text!(
                "the numbers that may be taken do not form a finite set",
                "可取数目不是有限集合"
            )
            .into());
        };
        let count = set.count();
        if count > MAX_AMOUNTS {
            return Err(text!(
                "a move may take {count} different numbers; at most {MAX_AMOUNTS} are supported",
                "可取数目有 {count} 个；最多支持 {MAX_AMOUNTS} 个"
            )
            .into());
        }
        let set: Vec<Int> = set.iter().collect();
        let amounts: Vec<u64> = set.iter().map(|&s| s as u64).collect();
        let periodic = period(&amounts, case.budget)?;
        Ok(Box::new(SubtractionForm {
            periodic,
            set,
            heap,
        }))
    }
}

struct SubtractionForm {
    periodic: PeriodicCode,
    set: Vec<Int>,
    heap: SingleHeap,
}

impl ClosedForm for SubtractionForm {
    fn summary(&self) -> Text {
        let HeapPeriod {
            preperiod, period, ..
        } = self.periodic.period();
        text!(
            "preperiod {preperiod}, period {period}",
            "前段长 {preperiod}，周期 {period}"
        )
    }

    fn grundy(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        Ok(Grundy::nimber(self.periodic.value(self.heap.size(slots))))
    }

    fn explanation(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        const MAX_SHOWN_AMOUNTS: usize = 12;
        let n = self.heap.size(slots);
        let HeapPeriod {
            preperiod, period, ..
        } = *self.periodic.period();
        let (preperiod, period) = (preperiod as u64, period as u64);
        let options = self
            .set
            .iter()
            .filter_map(|&amount| Some((amount, n.checked_sub(amount as u64)?)));
        let values: Vec<String> = options
            .clone()
            .take(MAX_SHOWN_AMOUNTS)
            .map(|(k, left)| format!("{k}→{}", self.periodic.value(left)))
            .collect();
        let more = if options.count() > MAX_SHOWN_AMOUNTS {
            ", …"
        } else {
            ""
        };
        let (value, list) = (self.periodic.value(n), values.join(", ") + more);
        let mut works = match values.is_empty() {
            true => text!(
                "nothing can be taken from {n}, so the smallest missing value is 0",
                "{n} 中无可取走的数目，缺少的最小值为 0"
            ),
            false => text!(
                "values after each take (take→value): {list}; the smallest missing value is {value}",
                "取走各数目后的值（数目→值）：{list}；缺少的最小值为 {value}"
            ),
        };
        if n >= preperiod + period && period > 0 {
            let (times, rest) = (
                (n - preperiod) / period,
                preperiod + (n - preperiod) % period,
            );
            let folded = text!(
                "values repeat with period {period} from {preperiod} on: {n} = {rest} + {times} · {period}, so G({n}) = G({rest}) = {value}",
                "自 {preperiod} 起值以 {period} 为周期：{n} = {rest} + {times} · {period}，故 G({n}) = G({rest}) = {value}"
            );
            works = Text::lines(&[folded, works]);
        }
        Ok(Some(works))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let n = self.heap.size(slots);
        let fits = self.set.iter().filter(|&&s| {
            s as u64 <= n && Grundy::nimber(self.periodic.value(n - s as u64)) == Some(value)
        });
        Ok(Some(
            fits.flat_map(|&s| self.heap.choices(slots, s)).collect(),
        ))
    }

    fn evidence(&self) -> Option<ClosedFormEvidence> {
        let HeapPeriod {
            preperiod, period, ..
        } = self.periodic.period();
        let (preperiod, period) = (*preperiod as u64, *period as u64);
        let window = self.set.last().map_or(0, |&last| last as u64);
        let values = (0..preperiod + period + window)
            .map(|n| self.periodic.value(n))
            .collect();
        Some(ClosedFormEvidence::SubtractionPeriod {
            set: self.set.clone(),
            preperiod,
            period,
            values,
        })
    }
}
