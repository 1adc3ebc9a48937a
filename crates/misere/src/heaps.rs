//! The heaps of a code as generators: generator n - 1 is the heap of size n.

use base::budget::{Budget, StopReason};
use heap::code::HeapCode;

use crate::generators::{GeneratorWord, Generators};

/// Returns the heaps 1, 2, …, `to` as generators. The cost is proportional to the number of moves
/// of the heaps.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn generators(code: &HeapCode, to: u64, budget: &Budget<'_>) -> Result<Generators, StopReason> {
    let mut generators = Generators::new();
    for n in 1..=to {
        generators.push(options(code, n, budget)?);
    }
    Ok(generators)
}

/// Returns the options of a heap of size n, as sums of generators.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn options(
    code: &HeapCode,
    n: u64,
    budget: &Budget<'_>,
) -> Result<Vec<GeneratorWord>, StopReason> {
    let mut options = Vec::new();
    code.each_move(n, budget, &mut |_, left| {
        budget.make_room(&mut options, 1, 0)?;
        options.push(
            left.iter()
                .rev()
                .map(|&part| (part - 1) as u32)
                .collect::<GeneratorWord>(),
        );
        Ok::<(), StopReason>(())
    })?;
    options.sort_unstable();
    options.dedup();
    Ok(options)
}
