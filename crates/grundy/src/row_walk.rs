//! A walk over the rows of numbers of a box.

use std::ops::ControlFlow;

use rules::ir::Int;

use crate::error::SolveError;

/// Whether a walk over rows continues.
pub(crate) type Visited = Result<ControlFlow<()>, SolveError>;

/// Visits every row of numbers of some ranges, the last number varying fastest, until the visitor
/// breaks.
pub(crate) fn each_row(
    ranges: &[(Int, Int)],
    visit: &mut dyn FnMut(&[Int]) -> Visited,
) -> Result<(), SolveError> {
    if ranges.iter().any(|(low, high)| low > high) {
        return Ok(());
    }
    let mut row: Vec<Int> = ranges.iter().map(|(low, _)| *low).collect();
    loop {
        if visit(&row)?.is_break() {
            return Ok(());
        }
        let Some(slot) = (0..row.len()).rev().find(|&i| row[i] < ranges[i].1) else {
            return Ok(());
        };
        row[slot] += 1;
        for i in slot + 1..row.len() {
            row[i] = ranges[i].0;
        }
    }
}
