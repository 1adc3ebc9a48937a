//! Linear programs in exact rational arithmetic: the two-phase simplex method with Bland's rule, on
//! small dense tableaus.
//!
//! The programs show facts about all positions of a game, so a rounding error would produce a false
//! fact. If a number exceeds 128 bits, the linear program has no result.

use std::cell::Cell;

use base::budget::{Budget, StopReason};
use clauses::ClauseError;

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    num: i128,
    den: i128,
}

impl Ratio {
    const ZERO: Ratio = Ratio { num: 0, den: 1 };

    /// Returns self - a·b. Common factors are cancelled before the multiplication. The numbers in a
    /// tableau have hardly more digits than the constants of the tableau, but products of these
    /// numbers would have more digits.
    fn minus_product(self, a: Ratio, b: Ratio) -> Option<Ratio> {
        if a.num == 0 || b.num == 0 {
            return Some(self);
        }
        // Nearly all numbers in a tableau are integers, for which no common factor needs to be
        // divided out.
        if (self.den, a.den, b.den) == (1, 1, 1) {
            return Some(Ratio {
                num: self.num.checked_sub(a.num.checked_mul(b.num)?)?,
                den: 1,
            });
        }
        let product = a.times(b)?;
        let common = gcd(self.den, product.den);
        let (left, right) = (product.den / common, self.den / common);
        let num = self
            .num
            .checked_mul(left)?
            .checked_sub(product.num.checked_mul(right)?)?;
        // A common factor of the new numerator and denominator divides `common`, the common factor
        // of the old denominators.
        let rest = gcd(num, common);
        Some(Ratio {
            num: num / rest,
            den: (self.den / rest).checked_mul(left)?,
        })
    }

    fn times(self, other: Ratio) -> Option<Ratio> {
        let (a, b) = (gcd(self.num, other.den), gcd(other.num, self.den));
        let num = (self.num / a).checked_mul(other.num / b)?;
        Some(Ratio {
            num,
            den: (self.den / b).checked_mul(other.den / a)?,
        })
    }

    /// Divides this fraction by a number, which must not be zero.
    fn divided_by(self, other: Ratio) -> Option<Ratio> {
        if self.num == 0 || (other.num, other.den) == (1, 1) {
            return Some(self);
        }
        let sign = other.num.signum();
        self.times(Ratio {
            num: other.den.checked_mul(sign)?,
            den: other.num.checked_abs()?,
        })
    }

    fn less_than(self, other: Ratio) -> Option<bool> {
        let common = gcd(self.den, other.den);
        Some(self.num.checked_mul(other.den / common)? < other.num.checked_mul(self.den / common)?)
    }

    /// Returns the numerator and the denominator, which is positive.
    pub(super) fn parts(self) -> (i128, i128) {
        (self.num, self.den)
    }
}

/// Returns the greatest common divisor. For 0 and a positive number, returns that number.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        // Division of 64-bit numbers is much faster than division of 128-bit numbers.
        (a, b) = match (u64::try_from(a), u64::try_from(b)) {
            (Ok(short), Ok(by)) => (b, u128::from(short % by)),
            _ => (b, a % b),
        };
    }
    // The result divides a denominator, which is positive and below 2^127.
    a as i128
}

impl From<i128> for Ratio {
    fn from(n: i128) -> Ratio {
        Ratio { num: n, den: 1 }
    }
}

/// Effort limit for all programs of one game together, counted in rewritten tableau entries. A game
/// with too many or too large programs gets fewer facts, so that the time stays bounded. If the
/// budget runs out, the effort is used up at once, and [`SimplexEffort::finish`] reports the
/// reason.
pub(super) struct SimplexEffort<'b> {
    left: Cell<u64>,
    stopped: Cell<Option<StopReason>>,
    budget: &'b Budget<'b>,
}

impl<'b> SimplexEffort<'b> {
    /// Effort limit for programs that usually succeed.
    const MAX_REWRITTEN_ENTRIES: u64 = 10_000_000;
    /// Effort limit for second attempts.
    const LITTLE: u64 = 1_000_000;

    /// Creates the effort limit of a first attempt within this budget.
    pub(super) fn new(budget: &'b Budget<'b>) -> SimplexEffort<'b> {
        SimplexEffort {
            left: Cell::new(SimplexEffort::MAX_REWRITTEN_ENTRIES),
            stopped: Cell::new(None),
            budget,
        }
    }

    /// Creates the smaller effort limit of a second attempt, after the usual method has failed.
    pub(super) fn besides(budget: &'b Budget<'b>) -> SimplexEffort<'b> {
        SimplexEffort {
            left: Cell::new(SimplexEffort::LITTLE),
            ..SimplexEffort::new(budget)
        }
    }

    /// Returns whether the effort is used up, so that no further program is solved.
    pub(super) fn is_used_up(&self) -> bool {
        self.left.get() == 0
    }

    /// Charges `entries` rewritten entries. Returns `None` if this charge exceeds the effort limit.
    pub(super) fn spend(&self, entries: usize) -> Option<()> {
        let left = self.left.get().checked_sub(entries as u64);
        // A failed charge uses up the remaining effort, so no further program is tried.
        self.left.set(left.unwrap_or(0));
        if let Err(stop) = self.budget.steps(entries) {
            self.left.set(0);
            self.stopped.set(Some(stop));
            return None;
        }
        left.map(|_| ())
    }

    /// Runs `list` with at most `looks` budget polls. Returns `None` if `list` takes longer, or if
    /// it fails.
    pub(super) fn limited<T>(
        &self,
        looks: u32,
        list: impl FnOnce(&Budget<'_>) -> Result<T, ClauseError>,
    ) -> Option<T> {
        if self.is_used_up() {
            return None;
        }
        match self.budget.limited(looks, list) {
            (Ok(found), _) => Some(found),
            (Err(ClauseError::Stopped(stop)), false) => {
                self.left.set(0);
                self.stopped.set(Some(stop));
                None
            }
            (Err(_), _) => None,
        }
    }

    /// After all programs, reports whether the budget ran out. Results count only if the budget did
    /// not run out.
    pub(super) fn finish(&self) -> Result<(), StopReason> {
        self.stopped.get().map_or(Ok(()), Err)
    }
}

/// Maximum number of entries of a tableau; larger programs are not solved.
const MAX_TABLEAU_ENTRIES: usize = 250_000;

/// Returns whether a program of `height` equations in `width` variables is too large to be solved,
/// so that the caller need not build it.
pub(super) fn too_large(height: usize, width: usize) -> bool {
    height.saturating_mul(width + height) > MAX_TABLEAU_ENTRIES
}

/// Returns some x ≥ 0 with `rows[i].0 · x = rows[i].1` for every i that minimises `cost · x`.
/// Returns `None` if no x satisfies the equations, the minimum is unbounded, numbers exceed 128
/// bits, or the effort is used up.
pub(super) fn minimise(
    rows: &[(Vec<i128>, i128)],
    cost: &[i128],
    effort: &SimplexEffort<'_>,
) -> Option<Vec<Ratio>> {
    let (height, width) = (rows.len(), cost.len());
    if too_large(height, width) {
        return None;
    }
    // The columns are the variables, one artificial variable for each row, and the right side.
    let last = width + height;
    let mut tableau: Vec<Vec<Ratio>> = Vec::with_capacity(height);
    for (i, (row, right)) in rows.iter().enumerate() {
        let sign = if *right < 0 { -1 } else { 1 };
        let signed = |a: i128| a.checked_mul(sign).map(Ratio::from);
        let mut line: Vec<Ratio> = row.iter().map(|&a| signed(a)).collect::<Option<_>>()?;
        line.extend((0..height).map(|j| Ratio::from(i128::from(i == j))));
        line.push(signed(*right)?);
        tableau.push(line);
    }
    let mut basis: Vec<usize> = (width..last).collect();
    let artificial: Vec<i128> = (0..last).map(|j| i128::from(j >= width)).collect();
    effort.spend(height * (last + 1))?;
    descend(&mut tableau, &mut basis, &artificial, last, effort)?;
    let infeasible = basis
        .iter()
        .zip(&tableau)
        .any(|(&variable, line)| variable >= width && line[last] != Ratio::ZERO);
    if infeasible {
        return None;
    }
    // Artificial variables that remained in the basis at zero are removed from the basis if
    // possible. If an artificial variable cannot be removed, its row is redundant.
    for i in 0..height {
        if basis[i] >= width
            && let Some(column) = (0..width).find(|&j| tableau[i][j] != Ratio::ZERO)
        {
            pivot(&mut tableau, &mut basis, i, column, effort)?;
        }
    }
    let mut full_cost = cost.to_vec();
    full_cost.resize(last, 0);
    descend(&mut tableau, &mut basis, &full_cost, width, effort)?;
    let mut solution = vec![Ratio::ZERO; width];
    for (&variable, line) in basis.iter().zip(&tableau) {
        if variable < width {
            solution[variable] = line[last];
        }
    }
    Some(solution)
}

/// Pivots until no column among the first `allowed` columns decreases the cost.
fn descend(
    tableau: &mut [Vec<Ratio>],
    basis: &mut [usize],
    cost: &[i128],
    allowed: usize,
    effort: &SimplexEffort<'_>,
) -> Option<()> {
    let last = cost.len();
    let mut reduced: Vec<Ratio> = cost.iter().map(|&c| Ratio::from(c)).collect();
    for (line, &variable) in tableau.iter().zip(basis.iter()) {
        let factor = Ratio::from(cost[variable]);
        for (r, &a) in reduced.iter_mut().zip(line) {
            *r = r.minus_product(factor, a)?;
        }
    }
    loop {
        // Bland's rule: the first column that decreases the cost, and the first row among the
        // tightest rows. Bland's rule prevents cycles.
        let Some(column) = (0..allowed).find(|&j| reduced[j].num < 0) else {
            return Some(());
        };
        let mut best: Option<(usize, Ratio)> = None;
        for (i, line) in tableau.iter().enumerate() {
            if line[column].num <= 0 {
                continue;
            }
            let ratio = line[last].divided_by(line[column])?;
            let better = match best {
                None => true,
                Some((row, least)) => {
                    ratio.less_than(least)? || (ratio == least && basis[i] < basis[row])
                }
            };
            if better {
                best = Some((i, ratio));
            }
        }
        let (row, _) = best?;
        pivot(tableau, basis, row, column, effort)?;
        let factor = reduced[column];
        for (r, &a) in reduced.iter_mut().zip(&tableau[row]) {
            *r = r.minus_product(factor, a)?;
        }
    }
}

fn pivot(
    tableau: &mut [Vec<Ratio>],
    basis: &mut [usize],
    row: usize,
    column: usize,
    effort: &SimplexEffort<'_>,
) -> Option<()> {
    let divisor = tableau[row][column];
    for a in &mut tableau[row] {
        *a = a.divided_by(divisor)?;
    }
    let line = tableau[row].clone();
    for (i, other) in tableau.iter_mut().enumerate() {
        let factor = other[column];
        if i == row || factor == Ratio::ZERO {
            continue;
        }
        effort.spend(line.len())?;
        for (a, &b) in other.iter_mut().zip(&line) {
            *a = a.minus_product(factor, b)?;
        }
    }
    basis[row] = column;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_programs() {
        let budget = Budget::generous();
        let effort = SimplexEffort::new(&budget);
        // min x + y with x + 2y - s = 4, 3x + y - t = 6: at x = 8/5, y = 6/5.
        let rows = [(vec![1, 2, -1, 0], 4), (vec![3, 1, 0, -1], 6)];
        let x = minimise(&rows, &[1, 1, 0, 0], &effort).unwrap();
        assert_eq!((x[0].parts(), x[1].parts()), ((8, 5), (6, 5)));
        // x = -1 has no solution with x >= 0.
        assert_eq!(minimise(&[(vec![1], -1)], &[0], &effort), None);
        // min -x is unbounded.
        assert_eq!(minimise(&[(vec![1, -1], 0)], &[-1, 0], &effort), None);
        // The program contains a duplicate row.
        let x = minimise(&[(vec![1, 1], 2), (vec![1, 1], 2)], &[1, 0], &effort).unwrap();
        assert_eq!((x[0].parts(), x[1].parts()), ((0, 1), (2, 1)));
    }
}
