//! The least of a set of positions: that whose numbers have the least sum, and of these the first
//! in the order of numbers.

use automata::Automaton;
use base::budget::{Budget, StopReason};
use dashu_int::UBig;

use crate::numerals::LawNumerals;

/// Numbers on the tracks of an automaton, before them their sum.
type SumTuple = (UBig, Vec<UBig>);

/// The numbers, track by track, that an automaton accepts and whose sum is least, the first of
/// these in the order of numbers; `None` if it accepts nothing. Leading zeros must mean nothing,
/// and all that is accepted be numbers. O(nodes · base) for each digit of the sum of some accepted
/// numbers.
///
/// # Errors
/// If the budget ends.
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
    // No number of a smaller sum has more digits than this one.
    let letters = numerals.digits(&some).len();
    // What is least from each node on, of words with some letters.
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
