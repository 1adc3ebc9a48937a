//! The least position of a set: the position with the least sum of numbers. Among positions with
//! equal sums, the lexicographically first position is the least.

use automata::Automaton;
use base::budget::{Budget, StopReason};
use dashu_int::UBig;

use crate::numerals::LawNumerals;

/// The sum of the numbers on the tracks of an automaton, followed by the numbers.
type SumTuple = (UBig, Vec<UBig>);

/// Returns the lexicographically first tuple of numbers, track by track, with the least sum among
/// all accepted tuples. Returns `None` if the automaton accepts nothing. Leading zeros must not
/// matter, and every accepted word must consist of numbers. The time is O(nodes · base) for each
/// digit of the sum of some accepted tuple.
///
/// # Errors
/// Returns an error if the budget runs out.
pub fn least_position(
    set: &Automaton,
    numerals: &LawNumerals,
    budget: &Budget<'_>,
) -> Result<Option<Vec<UBig>>, StopReason> {
    let Some(word) = set.witness() else {
        return Ok(None);
    };
    let tracks = set.tracks();
    let some: UBig = tracks
        .iter()
        .map(|&track| numerals.number(&word.digits(track).unwrap_or_default()))
        .sum();
    // No number of a tuple with a smaller sum has more digits than the sum of the accepted tuple.
    let letters = numerals.digits(&some).len();
    // The least tuple that each node accepts, for words of a given number of letters.
    let nothing = || (UBig::ZERO, vec![UBig::ZERO; tracks.len()]);
    let mut best: Vec<Option<SumTuple>> = (0..set.nodes() as u32)
        .map(|node| set.accepts(node).then(nothing))
        .collect();
    for letter in 0..letters {
        let weight = numerals.number(&[&[1][..], &vec![0; letter]].concat());
        for phase in (0..tracks.len()).rev() {
            let nodes: Vec<u32> = (0..set.nodes() as u32)
                .filter(|&node| set.phase(node) == phase)
                .collect();
            let mut then = Vec::with_capacity(nodes.len());
            for &node in &nodes {
                budget.tick()?;
                let read = |digit: u8| {
                    let (sum, mut numbers) = best[set.next(node, digit) as usize].clone()?;
                    let here = &weight * UBig::from(digit);
                    numbers[phase] += &here;
                    Some((sum + here, numbers))
                };
                then.push((0..set.base()).filter_map(read).min());
            }
            nodes
                .into_iter()
                .zip(then)
                .for_each(|(node, least)| best[node as usize] = least);
        }
    }
    Ok(best.swap_remove(0).map(|(_, numbers)| numbers))
}
