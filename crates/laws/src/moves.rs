//! Lists the moves from one position to options with a given value. In each case of a move the
//! digits of the position are fixed, and the words of the choices and components are listed. The
//! time is linear in the number of digits of the position.

use automata::{Automaton, DigitWord, Track, words};
use base::budget::Budget;
use base::text;
use dashu_int::{IBig, UBig};

use crate::error::LawError;
use crate::law::{Law, LawOutput};
use crate::methods::ValueFunction;
use crate::numerals::LawNumerals;
use crate::theory::{Theory, TheoryMove, TheoryRun};

/// A move: the index of the rule, from 0, the choices, and the components left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LawMove {
    /// The index of the rule.
    pub rule: usize,
    /// The choices.
    pub choices: Vec<IBig>,
    /// The components that the move leaves. The index selects another game of the theory; `None` is
    /// the game itself.
    pub left: Vec<(Option<usize>, Vec<IBig>)>,
    /// The runs that the move leaves: a component for each number from the first to the last.
    pub runs: Vec<(Option<usize>, [IBig; 2])>,
}

/// Moves in order, without duplicates, and whether the list is complete.
#[derive(Clone, Debug)]
pub struct LawMoveList {
    /// The moves.
    pub moves: Vec<LawMove>,
    /// Whether no other move leads to the value.
    pub complete: bool,
}

/// Number of letters beyond the longest number of the position, because choices and other numbers
/// of a move may be slightly longer.
const EXTRA_LETTERS: usize = 3;

/// Returns moves to options with a value, about `most` in each case. For a law of outcomes, value 0
/// is P, and 1 any other outcome. Choices of at least eight times the largest number of the
/// position may be missed; if so, the list is not marked as complete.
///
/// # Errors
/// Returns [`LawError::Outside`] if a number overflows, or [`LawError::Stopped`] if the budget runs
/// out.
pub fn moves(
    theory: &Theory,
    law: &Law,
    slots: &[IBig],
    value: u64,
    most: usize,
    budget: &Budget<'_>,
) -> Result<LawMoveList, LawError> {
    let mut listed = LawMoveList {
        moves: Vec::new(),
        complete: true,
    };
    let Some(mut fixed) = digits(slots, &law.lows, &law.numerals) else {
        return Ok(listed);
    };
    let track = theory.value_track() + 1;
    let wanted = match law.kind {
        LawOutput::PowersOfValues => {
            UBig::ONE << usize::try_from(value).map_err(|_| crate::clause_reader::too_large())?
        }
        LawOutput::Values | LawOutput::Outcomes => UBig::from(value),
    };
    fixed.push((track, law.numerals.digits(&wanted)));
    let letters = letters(&fixed);
    let other = match law.kind {
        LawOutput::Outcomes if value != 0 => Some(theory.positions.minus(&law.automaton, budget)?),
        _ => None,
    };
    let told = Law {
        automaton: other.unwrap_or_else(|| law.automaton.clone()),
        ..law.clone()
    };
    for case in &theory.moves {
        let atoms = case.with_value(theory, &told, track, budget)?;
        let atoms: Vec<&Automaton> = atoms.iter().collect();
        let (words, complete) = words(&atoms, &fixed, letters, most, budget)?;
        listed.complete &= complete;
        listed
            .moves
            .extend(words.iter().map(|word| chosen(theory, case, word)));
    }
    listed.moves.sort();
    listed.moves.dedup();
    Ok(listed)
}

/// Returns moves as [`moves`] does, for values that are not given by one automaton. In each case of
/// a move, the values of the first `tries` options are computed.
///
/// # Errors
/// Returns [`LawError::Outside`] if a move leaves runs of components, or components of other games,
/// or [`LawError::Stopped`] if the budget runs out.
pub fn moves_by_values(
    theory: &Theory,
    told: &ValueFunction,
    slots: &[IBig],
    value: u64,
    tries: usize,
    budget: &Budget<'_>,
) -> Result<LawMoveList, LawError> {
    let mut listed = LawMoveList {
        moves: Vec::new(),
        complete: true,
    };
    let Some(fixed) = digits(slots, &theory.lows, &theory.numerals) else {
        return Ok(listed);
    };
    let letters = letters(&fixed);
    let wanted = UBig::from(value);
    for case in &theory.moves {
        if !case.runs.is_empty() || case.other.iter().any(Option::is_some) {
            return Err(LawError::Outside(text!(
                "a move leaves components of other games",
                "某着法留下其他游戏的部分"
            )));
        }
        let atoms: Vec<&Automaton> = case.said.iter().collect();
        let (words, complete) = words(&atoms, &fixed, letters, tries, budget)?;
        listed.complete &= complete;
        for word in &words {
            let chosen = chosen(theory, case, word);
            let mut sum = Some(UBig::ZERO);
            for (_, component) in &chosen.left {
                sum = sum
                    .zip(told.value(component, budget)?)
                    .map(|(sum, value)| sum ^ value);
            }
            if sum.as_ref() == Some(&wanted) {
                listed.moves.push(chosen);
            }
        }
    }
    listed.moves.sort();
    listed.moves.dedup();
    Ok(listed)
}

/// Returns the digits of each number of a position minus the slot's least value; `None` if a number
/// is below the least value.
fn digits(slots: &[IBig], lows: &[i128], numerals: &LawNumerals) -> Option<Vec<(Track, Vec<u8>)>> {
    let shifted = |(slot, &low): (&IBig, &i128)| UBig::try_from(slot - IBig::from(low)).ok();
    (0..)
        .zip(slots.iter().zip(lows).map(shifted))
        .map(|(track, number)| Some((track, numerals.digits(&number?))))
        .collect()
}

/// Returns the number of letters of a word with these digits.
fn letters(fixed: &[(Track, Vec<u8>)]) -> usize {
    let longest = fixed.iter().map(|(_, digits)| digits.len()).max();
    longest.unwrap_or(0) + EXTRA_LETTERS
}

/// Returns the choices and components of a word.
fn chosen(theory: &Theory, case: &TheoryMove, word: &DigitWord) -> LawMove {
    let number = |track: Track| {
        IBig::from(
            theory
                .numerals
                .number(&word.digits(track).unwrap_or_default()),
        )
    };
    let choice = |(terms, constant): &(Vec<(Track, i128)>, i128)| {
        terms
            .iter()
            .fold(IBig::from(*constant), |sum, &(track, factor)| {
                sum + number(track) * IBig::from(factor)
            })
    };
    let component = |(slots, &other): (&Vec<Track>, &Option<usize>)| {
        let lows = other.map_or(&theory.lows, |other| &theory.others[other].1.lows);
        (
            other,
            slots
                .iter()
                .zip(lows)
                .map(|(&track, &low)| number(track) + IBig::from(low))
                .collect(),
        )
    };
    let run = |&TheoryRun {
                   ends: [first, beyond],
                   other,
               }: &TheoryRun| {
        let low = IBig::from(other.map_or(&theory.lows, |other| &theory.others[other].1.lows)[0]);
        (
            other,
            [number(first) + &low, number(beyond) + low - IBig::ONE],
        )
    };
    LawMove {
        rule: case.rule,
        choices: case.choices.iter().map(choice).collect(),
        left: case.left.iter().zip(&case.other).map(component).collect(),
        runs: case.runs.iter().map(run).collect(),
    }
}
