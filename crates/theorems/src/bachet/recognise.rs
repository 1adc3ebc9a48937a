//! Recognises Bachet's game, known as Bash: take 1 to m from a heap of n. The value of the heap is
//! n mod (m + 1), computed in O(1).

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;

use crate::take_away::SingleHeap;
use theory::theorem::{ChosenMove, ClosedForm, ConditionError, Theorem, TheoremCase};
use theory::value::Grundy;

pub(crate) struct BachetTheorem;

impl Theorem for BachetTheorem {
    fn name(&self) -> &'static str {
        "bachet"
    }

    fn statement(&self) -> Text {
        text!(
            "Each move takes 1 to m stones. A heap of n has the Grundy value n mod (m + 1).",
            "每次可取 1 到 m 个。n 个石子的 Grundy 值为 n mod (m + 1)。"
        )
    }

    fn source(&self) -> &'static str {
        "C.-G. Bachet de Méziriac, Problèmes plaisans et délectables (1612)"
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        let (heap, amounts) = SingleHeap::read(case)?;
        let Some(amounts) = amounts else {
            return Err(text!("any number may be taken", "可取走任意数目").into());
        };
        let Some((1, most)) = amounts.as_run() else {
            let list: Vec<String> = amounts
                .iter()
                .take(8)
                .map(|amount| amount.to_string())
                .collect();
            let list = list.join(", ");
            return Err(ConditionError::Near(text!(
                "the numbers that may be taken, {list} …, are not 1 to m",
                "可取数目 {list} … 不是 1 到 m"
            )));
        };
        Ok(Box::new(BachetForm { most, heap }))
    }
}

struct BachetForm {
    most: Int,
    heap: SingleHeap,
}

impl BachetForm {
    fn value(&self, slots: &[Int]) -> u64 {
        self.heap.size(slots) % (self.most as u64 + 1)
    }
}

impl ClosedForm for BachetForm {
    fn summary(&self) -> Text {
        let most = self.most;
        text!(
            "exactly 1 to {most} may be taken",
            "恰好可取 1 到 {most} 个"
        )
    }

    fn grundy(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        Ok(Grundy::nimber(self.value(slots)))
    }

    fn explanation(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let (n, period) = (self.heap.size(slots), self.most as u64 + 1);
        let (times, rest) = (n / period, n % period);
        Ok(Some(match rest {
            0 => text!(
                "{n} = {times} · {period}: multiples of {period} are lost, because the opponent answers a take of k by taking {period} - k",
                "{n} = {times} · {period}：{period} 的倍数必败，因为每取 k 个，对方就取 {period} - k 个"
            ),
            _ => text!(
                "{n} = {times} · {period} + {rest}: multiples of {period} are lost, and taking {rest} leaves such a multiple",
                "{n} = {times} · {period} + {rest}：{period} 的倍数必败，取走 {rest} 个即留下这样的倍数"
            ),
        }))
    }

    fn moves_to(
        &self,
        slots: &[Int],
        value: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let Some(value) = value.as_nimber().filter(|v| *v <= self.most as u64) else {
            return Ok(Some(Vec::new()));
        };
        // The values are periodic with period m + 1. So at most one amount leads to each value
        // other than the heap's own value, and no amount leads to the heap's own value.
        let period = self.most as u64 + 1;
        let amount = (self.value(slots) + period - value) % period;
        // A heap below m cannot reach values above its own value.
        Ok(Some(if amount > self.heap.size(slots) {
            Vec::new()
        } else {
            self.heap.choices(slots, amount as Int)
        }))
    }
}
