//! Periods of the values of one number.

use rules::ir::Int;

/// A period of a list: after each period the values repeat, with a constant added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListPeriod {
    /// The distance after which a value recurs.
    pub period: usize,
    /// The index of the list from which on the values repeat.
    pub from: usize,
    /// The constant that is added after each period.
    pub saltus: Int,
}

/// Returns the period of a list that begins earliest, if the period occurs three times. Of two
/// periods that begin at the same index, the shorter is returned. O(n²).
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
        // A repetition by chance at the end is not a period.
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
