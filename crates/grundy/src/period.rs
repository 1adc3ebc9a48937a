//! Periods of a row of values: either a period that the game claims, which is compared with the
//! cells, or a period visible in the cells. A visible period is observed only on the given cells;
//! it is not a proof.

use rules::ir::{Int, RuleClaim};

use crate::answer::{TableAnswer, TableCells};
use crate::error::SolveError;
use crate::question::{PositionRanges, QuestionInput};
use crate::session::Session;

/// Minimum number of complete periods that make a period visible. The complete periods must also
/// cover more than half of the row.
const REPEATS: usize = 3;

/// A period that a game claims for its Grundy values, without saltus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimedPeriod {
    /// The period.
    pub period: Int,
    /// The first n to which the claim applies.
    pub from: Int,
}

/// A period of a row of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisiblePeriod {
    /// The number of cells before the repeating part.
    pub preperiod: usize,
    /// The period.
    pub period: usize,
    /// The number of complete repetitions in the cells.
    pub repetitions: usize,
    /// The cells before the repeating part that differ from the period. `None` if more than half of
    /// the cells before the repeating part differ, because a list of exceptions is then useless.
    pub exceptions: Option<Vec<usize>>,
}

/// The result of comparing a claimed period with the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodVerdict {
    /// All cells to which the claim applies agree with it.
    Agrees,
    /// The cells are inconclusive: no two cells to which the claim applies are exactly one claimed
    /// period apart.
    Beyond,
    /// The cell in this variant contradicts the claim.
    Refutes(usize),
}

/// The report about the period of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PeriodReport {
    /// The period that the game claims, and the result of the comparison.
    pub claim: Option<(ClaimedPeriod, PeriodVerdict)>,
    /// The claimed period if the cells agree with it; otherwise the least visible period.
    pub period: Option<VisiblePeriod>,
}

impl PeriodReport {
    /// Returns the report for a table of one range.
    pub fn from_table(table: &TableAnswer, claimed: Option<ClaimedPeriod>) -> PeriodReport {
        let low = table.running().first().map_or(0, |(_, low, _)| *low);
        match &table.cells {
            TableCells::Values(cells) => {
                report_period(&cells.iter().collect::<Vec<_>>(), low, claimed)
            }
            TableCells::Outcomes(cells) => report_period(cells, low, None),
            TableCells::Worths(_, cells) => report_period(cells, low, None),
        }
    }
}

fn report_period<T: PartialEq>(
    cells: &[Option<T>],
    low: i64,
    claimed: Option<ClaimedPeriod>,
) -> PeriodReport {
    let claim = claimed.map(|claimed| (claimed, verdict(cells, low, claimed)));
    let period = match claim {
        Some((ClaimedPeriod { period, from }, PeriodVerdict::Agrees)) => {
            Some(period_from(cells, index(low, from), period as usize))
        }
        _ => visible_period(cells),
    };
    PeriodReport { claim, period }
}

/// Returns the index of the cell of a number, or of the first cell if the number is below the
/// range.
fn index(low: i64, n: Int) -> usize {
    usize::try_from(i128::from(n) - i128::from(low)).unwrap_or(0)
}

fn verdict<T: PartialEq>(cells: &[Option<T>], low: i64, claimed: ClaimedPeriod) -> PeriodVerdict {
    let tail = cells.get(index(low, claimed.from)..).unwrap_or_default();
    let Ok(period @ 1..) = usize::try_from(claimed.period) else {
        return PeriodVerdict::Beyond;
    };
    if tail.len() <= period {
        return PeriodVerdict::Beyond;
    }
    match (period..tail.len()).find(|&i| tail[i] != tail[i - period]) {
        Some(i) => PeriodVerdict::Refutes(cells.len() - tail.len() + i),
        None => PeriodVerdict::Agrees,
    }
}

/// Returns the least period that the end of a row repeats at least three times, covering more than
/// half of the row; `None` if the repeated part contains no position. The cost is O(n).
fn visible_period<T: PartialEq>(cells: &[Option<T>]) -> Option<VisiblePeriod> {
    let length = cells.len();
    let ends = common_ends(cells);
    let shown = |period: &usize| {
        let repeating = ends[*period] + period;
        repeating >= REPEATS * period && repeating > length / 2
    };
    let period = (1..=length / REPEATS).find(shown)?;
    let preperiod = length - ends[period] - period;
    cells[preperiod..]
        .iter()
        .any(Option::is_some)
        .then(|| period_from(cells, preperiod, period))
}

/// Returns, for each p, how many cells at the end of a row equal the cell that is p cells earlier.
/// Uses the Z algorithm (Gusfield, Algorithms on Strings, Trees and Sequences, 1997, 1.4) on the
/// reversed row.
fn common_ends<T: PartialEq>(cells: &[T]) -> Vec<usize> {
    let length = cells.len();
    let backwards = |i: usize| &cells[length - 1 - i];
    let mut ends = vec![0; length];
    // The interval from `start` to `end` is the interval with the largest end found so far that
    // equals the beginning of the reversed row.
    let (mut start, mut end) = (0, 0);
    for p in 1..length {
        let mut equal = if p < end {
            ends[p - start].min(end - p)
        } else {
            0
        };
        while p + equal < length && backwards(equal) == backwards(p + equal) {
            equal += 1;
        }
        if p + equal > end {
            (start, end) = (p, p + equal);
        }
        ends[p] = equal;
    }
    ends
}

/// Returns the period of a row that repeats from a given cell on, with the exceptions before this
/// cell.
fn period_from<T: PartialEq>(cells: &[T], preperiod: usize, period: usize) -> VisiblePeriod {
    // The first cell of the repeating part whose distance from cell `i` is a multiple of the
    // period.
    let later = |i: usize| i + (preperiod - i).div_ceil(period) * period;
    let differ: Vec<usize> = (0..preperiod)
        .filter(|&i| cells[i] != cells[later(i)])
        .collect();
    let few = 2 * differ.len() <= preperiod;
    VisiblePeriod {
        preperiod,
        period,
        repetitions: (cells.len() - preperiod) / period,
        exceptions: few.then_some(differ),
    }
}

impl Session {
    /// Returns the period that the game of a table question claims for its Grundy values, if it
    /// claims a period without saltus.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the question is refused.
    pub fn claimed_period<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q, PositionRanges>>,
    ) -> Result<Option<ClaimedPeriod>, SolveError> {
        let (asked, _) = self.ranges(question)?;
        let Some(part) = asked.lone() else {
            return Ok(None);
        };
        let claims = self
            .world
            .rules(part.game)
            .game()
            .map(|game| game.claims.as_slice())
            .unwrap_or_default();
        Ok(claims.iter().find_map(|(claim, _)| match claim {
            RuleClaim::Period(period, from, 0) => Some(ClaimedPeriod {
                period: *period,
                from: *from,
            }),
            _ => None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[u8]) -> Vec<Option<u8>> {
        cells.iter().map(|&cell| Some(cell)).collect()
    }

    /// Finds the least period, then the least preperiod, by the definition, comparing every later
    /// pair of cells.
    fn naive(cells: &[Option<u8>]) -> Option<(usize, usize)> {
        for period in 1..=cells.len() {
            for preperiod in 0..cells.len() {
                let tail = &cells[preperiod..];
                let enough = tail.len() >= REPEATS * period && 2 * tail.len() > cells.len();
                if enough && tail.iter().zip(&tail[period..]).all(|(a, b)| a == b) {
                    return Some((preperiod, period));
                }
            }
        }
        None
    }

    fn find_period(cells: &[Option<u8>]) -> Option<(usize, usize)> {
        visible_period(cells).map(|seen| (seen.preperiod, seen.period))
    }

    #[test]
    fn the_period_seen_is_that_of_the_definition() {
        assert_eq!(find_period(&row(&[9, 1, 2, 1, 2, 1, 2])), Some((1, 2)));
        assert_eq!(find_period(&row(&[9, 1, 2, 1, 2, 1])), None);
        // The period occurs three times, but does not cover more than half of the row.
        assert_eq!(find_period(&row(&[1, 2, 4, 0, 0, 0])), None);
        assert_eq!(find_period(&row(&[1, 2, 0, 0, 0])), Some((2, 1)));
        // Cells whose numbers are not positions neither support nor contradict a claimed period.
        assert_eq!(find_period(&[Some(1), None, None, None, None]), None);
        // Tests every row of up to nine cells with two different values, and longer pseudorandom
        // rows with a repeating tail.
        for length in 0..10 {
            for bits in 0..1_u32 << length {
                let cells: Vec<_> = (0..length).map(|i| Some((bits >> i & 1) as u8)).collect();
                assert_eq!(find_period(&cells), naive(&cells), "{cells:?}");
            }
        }
        for seed in 0..400_usize {
            let (head, period) = (seed % 17, seed % 5 + 1);
            let cell = |i: usize| {
                if i < head {
                    i * seed % 4
                } else {
                    (i % period) * seed % 3
                }
            };
            let cells: Vec<_> = (0..30).map(|i| Some(cell(i) as u8)).collect();
            assert_eq!(find_period(&cells), naive(&cells), "{cells:?}");
        }
    }

    #[test]
    fn exceptions_are_few_among_the_cells_before() {
        let period = |cells: &[u8]| visible_period(&row(cells)).unwrap();
        assert_eq!(
            period(&[1, 2, 1, 3, 1, 2, 1, 2, 1, 2]).exceptions,
            Some(vec![3])
        );
        assert_eq!(period(&[1, 2, 1, 2, 1, 2, 1]).exceptions, Some(vec![]));
        // The first cell is an exception, like the only P-position of a Nim heap before its
        // N-positions.
        assert_eq!(
            period(&[0, 1, 1, 1, 1, 1]),
            VisiblePeriod {
                preperiod: 1,
                period: 1,
                repetitions: 5,
                exceptions: None
            }
        );
    }

    #[test]
    fn a_claim_is_compared_with_every_cell_of_which_it_speaks() {
        let cells = row(&[7, 1, 2, 1, 2, 1]);
        let said = |low, period, from| {
            let told = report_period(&cells, low, Some(ClaimedPeriod { period, from }));
            (
                told.claim.unwrap().1,
                told.period
                    .map(|seen| (seen.preperiod, seen.period, seen.repetitions)),
            )
        };
        assert_eq!(said(0, 2, 1), (PeriodVerdict::Agrees, Some((1, 2, 2))));
        assert_eq!(said(10, 2, 11), (PeriodVerdict::Agrees, Some((1, 2, 2))));
        assert_eq!(said(10, 2, 0), (PeriodVerdict::Refutes(2), None));
        assert_eq!(said(0, 2, 0), (PeriodVerdict::Refutes(2), None));
        assert_eq!(said(0, 3, 1), (PeriodVerdict::Refutes(4), None));
        assert_eq!(said(0, 5, 1), (PeriodVerdict::Beyond, None));
        assert_eq!(said(0, 2, 1_000), (PeriodVerdict::Beyond, None));
        assert_eq!(said(0, i64::MAX, 0), (PeriodVerdict::Beyond, None));
    }
}
