//! The measure that a proof uses for induction: a weighted sum of the numbers of a position, each
//! minus its least value. Every move must decrease the measure, and the measure must have a lower
//! bound. The analysis of the rules (their facts) finds measures whose weights are at least 0. If
//! numbers increase up to a bound that is another number of the position (a race to N), this module
//! tries small weights of any sign. The statements of the proof decide whether a weighted sum is a
//! measure.

use automata::{Automaton, DigitWord, LinearRelation, Track, none};
use base::budget::Budget;
use rules::ir::Slot;

use crate::error::LawError;
use crate::theory::{Theory, floor_of};

/// The reason why a sum is not a measure.
pub(crate) enum MeasureDefect {
    /// The weighted sum is below its floor at the given position.
    Below(DigitWord),
    /// The rule with the given index, starting at 0, does not decrease the sum.
    Kept(usize),
}

/// Returns the defect of the measure of a theory, if the measure has a defect. Adds the number of
/// decided statements to `statements`.
pub(crate) fn find_defect(
    theory: &Theory,
    statements: &mut usize,
    budget: &Budget<'_>,
) -> Result<Option<MeasureDefect>, LawError> {
    if theory.measure.iter().any(|&weight| weight < 0) {
        let weights: Vec<(Track, i128)> = (0..).zip(theory.measure.iter().copied()).collect();
        let below =
            theory
                .numerals
                .linear(&weights, 1 - theory.floor, LinearRelation::AtMost, budget)?;
        *statements += 1;
        if let Some(word) = none(&[&theory.positions, &below], budget)? {
            return Ok(Some(MeasureDefect::Below(word)));
        }
    }
    for case in &theory.moves {
        let mut kept = |no_less: &Automaton| {
            *statements += 1;
            let atoms: Vec<&Automaton> = case.said.iter().chain([no_less]).collect();
            Ok::<bool, LawError>(none(&atoms, budget)?.is_some())
        };
        // The measure does not matter for components of other games, because play in those games
        // ends.
        for (component, _) in case
            .left
            .iter()
            .zip(&case.other)
            .filter(|(_, other)| other.is_none())
        {
            if kept(&case.no_less(theory, component, budget)?)? {
                return Ok(Some(MeasureDefect::Kept(case.rule)));
            }
        }
        for run in case.runs.iter().filter(|run| run.other.is_none()) {
            for no_less in &run.no_less(theory, budget)? {
                if kept(no_less)? {
                    return Ok(Some(MeasureDefect::Kept(case.rule)));
                }
            }
        }
    }
    Ok(None)
}

/// Maximum number of slots for which weights are tried.
const MAX_SLOTS: usize = 4;

/// Returns weights from -1 to 2, some of them negative, that every move of a theory decreases.
/// Smaller weights are tried first. Returns `None` if no tried weights give a sum that every move
/// decreases.
///
/// # Errors
/// Returns an error if the budget runs out.
pub fn find_signed_weights(
    mut theory: Theory,
    slots: &[Slot],
    budget: &Budget<'_>,
) -> Result<Option<Vec<i128>>, LawError> {
    if slots.len() > MAX_SLOTS {
        return Ok(None);
    }
    let mut all: Vec<Vec<i128>> = vec![Vec::new()];
    for _ in slots {
        all = all
            .iter()
            .flat_map(|weights| [0, 1, -1, 2].map(|weight| [&weights[..], &[weight]].concat()))
            .collect();
    }
    all.retain(|weights| weights.contains(&-1));
    all.sort_by_key(|weights| weights.iter().map(|weight| weight.abs()).sum::<i128>());
    for weights in all {
        theory.floor = floor_of(slots, &weights);
        theory.measure = weights;
        if find_defect(&theory, &mut 0, budget)?.is_none() {
            return Ok(Some(theory.measure));
        }
    }
    Ok(None)
}
