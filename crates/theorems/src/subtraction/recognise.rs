//! Finite subtraction sets: the values G(n) depend on the last max(S) values only, so they are periodic from some point on. As
//! soon as a window of max(S) values occurs for the second time, everything after it repeats: that is the proof. The first
//! repetition gives the least preperiod and the least period. O(|S|) a value until the window repeats, then O(1) for any n.

use std::collections::HashMap;

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use facts::Take;
use rules::ir::Int;

use crate::take_away::{OneHeap, choices_for, one_heap};
use theory::theorem::{Case, ChosenMove, ClosedForm, Evidence, Refusal, Theorem};
use theory::value::Grundy;

/// The most values that are computed in search of the period.
const MOST_VALUES: usize = 1 << 22;

pub(crate) struct Subtraction;

impl Theorem for Subtraction {
    fn name(&self) -> &'static str {
        "subtraction"
    }

    fn statement(&self) -> Text {
        text!(
            "the values of a finite subtraction set are periodic from where a window of max(S) values repeats",
            "有限减法集的值，自长为 max(S) 的一段重复出现起，便是周期的"
        )
    }

    fn source(&self) -> &'static str {
        "S. W. Golomb, A mathematical investigation of games of take-away, J. Combinatorial Theory 1 (1966)"
    }

    fn apply(&self, case: &Case<'_>) -> Result<Box<dyn ClosedForm>, Refusal> {
        let OneHeap { low, takes, amounts } = one_heap(case)?;
        let Some(set) = amounts else {
            return Err(text!("the amounts are not a finite set", "可取数目不是有限集合").into());
        };
        let period = find(&set, case.budget)?;
        Ok(Box::new(Heap { period, set, low, takes: takes.to_vec() }))
    }
}

/// The values of a finite subtraction set, as far as they are needed: those before the period and one period, and the window
/// that proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    /// From where on the values repeat.
    pub(crate) preperiod: usize,
    /// After how many.
    pub(crate) period: usize,
    /// G(0), G(1), … to the end of the second occurrence of the window.
    pub(crate) values: Vec<u64>,
}

impl Period {
    /// G(n) for any n.
    pub(crate) fn value(&self, n: u64) -> u64 {
        let (preperiod, period) = (self.preperiod as u64, self.period as u64);
        let index = if n < preperiod { n } else { preperiod + (n - preperiod) % period };
        self.values[index as usize]
    }
}

/// The period of a set of positive numbers, sorted.
pub(crate) fn of_set(set: &[u64], budget: &Budget<'_>) -> Result<Period, Refusal> {
    let Some(&last) = set.last() else { return Ok(Period { preperiod: 0, period: 1, values: vec![0] }) };
    if Int::try_from(last).is_err() {
        return Err(text!("{last} is too large for a period to be found", "{last} 太大，无法求周期").into());
    }
    let set: Vec<Int> = set.iter().map(|&s| s as Int).collect();
    find(&set, budget)
}

/// Finds the least preperiod and period of a set of positive numbers, sorted. `Err` when no window repeats within the first
/// four million values.
fn find(set: &[Int], budget: &Budget<'_>) -> Result<Period, Refusal> {
    let too_long = || text!("no period within the first {MOST_VALUES} values", "前 {MOST_VALUES} 个值中没有找到周期");
    let window = set.last().and_then(|&s| usize::try_from(s).ok()).filter(|w| *w <= MOST_VALUES / 4).ok_or_else(too_long)?;
    let set: Vec<usize> = set.iter().map(|&s| s as usize).collect();
    let mut values: Vec<u64> = Vec::new();
    // Polynomial hashes of windows, modulo 2^64; equal hashes are compared value by value.
    const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
    let leading = (1..window).fold(1u64, |power, _| power.wrapping_mul(BASE));
    let mut hash = 0u64;
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut options = vec![false; set.len() + 2];
    for n in 0..MOST_VALUES {
        budget.tick()?;
        budget.allow_memory(values.len() as u64 * 64)?;
        options.fill(false);
        for &s in set.iter().take_while(|&&s| s <= n) {
            options[values[n - s] as usize] = true;
        }
        let value = options.iter().position(|&has| !has).expect("there are more places than options") as u64;
        values.push(value);
        if n >= window {
            hash = hash.wrapping_sub(leading.wrapping_mul(values[n - window] + 1));
        }
        hash = hash.wrapping_mul(BASE).wrapping_add(value + 1);
        if n + 1 < window {
            continue;
        }
        let start = n + 1 - window;
        let earlier = seen.entry(hash).or_default();
        if let Some(&first) = earlier.iter().find(|&&first| values[first..first + window] == values[start..]) {
            return Ok(Period { preperiod: first, period: start - first, values });
        }
        earlier.push(start);
    }
    Err(too_long().into())
}

struct Heap {
    period: Period,
    set: Vec<Int>,
    low: Int,
    takes: Vec<Take>,
}

impl ClosedForm for Heap {
    fn found(&self) -> Text {
        let Period { preperiod, period, .. } = self.period;
        text!("preperiod {preperiod}, period {period}", "前导长度 {preperiod}，周期 {period}")
    }

    fn grundy(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Grundy>, Stop> {
        Ok(Grundy::nimber(self.period.value(slots[0].wrapping_sub(self.low) as u64)))
    }

    fn moves_to(&self, slots: &[Int], value: Grundy, _: &Budget<'_>) -> Result<Option<Vec<ChosenMove>>, Stop> {
        let n = slots[0].wrapping_sub(self.low) as u64;
        let fits = self.set.iter().filter(|&&s| s as u64 <= n && Grundy::nimber(self.period.value(n - s as u64)) == Some(value));
        Ok(Some(fits.flat_map(|&s| choices_for(&self.takes, slots, &[1], s)).collect()))
    }

    fn evidence(&self) -> Option<Evidence> {
        let Period { preperiod, period, values } = &self.period;
        let (preperiod, period) = (*preperiod as u64, *period as u64);
        Some(Evidence::SubtractionPeriod { set: self.set.clone(), preperiod, period, values: values.clone() })
    }
}
