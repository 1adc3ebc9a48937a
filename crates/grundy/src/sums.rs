//! Sum theorems: if the values of components do not decide a complete position by their nim-sum,
//! sum theorems are tried before the complete position is searched. Each theorem accepts or
//! declines a position with a reason. The first theorem that accepts returns the outcome, and
//! winning moves without examining every move of the sum. The mathematics is in `theory::sums`.
//! This module obtains the values of components from the rules, from a closed form, or from the
//! options of each position (a fold).

mod entailing;
mod folded;
mod heaps;
mod loopy;
mod plain_values;
mod quotient;
mod registry;
mod sources;
mod sum_method;
mod theorem_set;

pub(crate) use folded::{FoldEvaluator, is_lost};
pub(crate) use sum_method::{SumQuery, WinningSteps};
pub(crate) use theorem_set::{SumDecision, SumTheoremSet};
