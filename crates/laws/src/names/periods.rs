//! Periods of the values of one number.

use rules::ir::Int;

/// Values repeat, with something added each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListPeriod {
    /// How many numbers later a value comes again.
    pub period: usize,
    /// From this place of the list on.
    pub from: usize,
    /// What is added.
    pub saltus: Int,
}

/// The period of a list that begins soonest, if it is seen three times; the shorter of two that
/// begin alike. O(n²).
pub fn find_period(values: &[Int]) -> Option<ListPeriod> {
    let mut best: Option<ListPeriod> = None;
    for period in 1..=values.len() / 3 {
        let last = values.len() - 1;
        let Some(saltus) = values[last].checked_sub(values[last - period]) else {
            continue;
        };
        let repeats = |n: &usize| values[*n].checked_add(saltus) == Some(values[n + period]);
        let same = (0..values.len() - period).rev().take_while(repeats).count();
        let from = values.len() - period - same;
        // What is seen by chance at the end is no period.
        let enough = from + 3 * period <= values.len() && from * 2 <= values.len();
        if enough && best.is_none_or(|known| from + period < known.from + known.period) {
            best = Some(ListPeriod {
                period,
                from,
                saltus,
            });
        }
    }
    best
}
