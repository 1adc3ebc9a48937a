//! Values of games in which the players have different moves, row by row. A value is a form: a game
//! {L | R} whose options are earlier forms, without dominated and without reversible options. Two
//! such forms are equal only if they are the same row (Conway 1976). The checker compares forms by
//! the definition of the order. The value of a component is verified with the values of its left
//! and right options, which the checker generates from the rules. The value of an option is the sum
//! of the values of its components; the rows of sums are verified like components. If the moves of
//! a game are a fixed list, positions may be divided into parts that no move connects, and the rows
//! are about parts. The outcome of a sum follows by comparing its value with 0.

mod forms;
mod part_maps;
mod part_moves;
mod part_values;
mod proof;
pub(crate) mod syntax;
mod values;

use base::budget::Budget;
use base::text;
use base::text::Text;
use rules::play::SumPosition;
use rules::world::World;

pub use proof::{FormSum, PartizanForm, PartizanGameParts, PartizanProof, PartizanWinner};

use values::VerifiedPartizan;

use crate::error::CertificateError;
use crate::report::CertificateReport;

/// The claim that a sum has a value, given by the number of a form of the proof, and a winner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanClaim {
    /// The position, canonical.
    pub sum: SumPosition,
    /// The number of the form that is the value.
    pub form: u32,
    /// The winner.
    pub winner: PartizanWinner,
}

/// Returns the error that a proof is wrong, with the reason.
fn refuse<T>(reason: Text) -> Result<T, CertificateError> {
    Err(CertificateError::PartizanValues { reason })
}

/// Verifies that a sum has this value and this winner, if a player who cannot move loses. O(options
/// of the listed positions + comparisons of pairs of forms).
///
/// # Panics
/// Panics if a component names a game that `world` did not return.
///
/// # Errors
/// Returns a [`CertificateError`] with the first error found, or if the budget runs out.
pub fn check_partizan(
    world: &World,
    claim: &PartizanClaim,
    proof: &PartizanProof,
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    let PartizanClaim { sum, form, winner } = claim;
    let mut verified = VerifiedPartizan::default();
    verified.extend(world, proof, budget)?;
    let expected = verified.form(world, sum, budget)?;
    let position = || sum.show(world);
    if *form != expected {
        let (position, form) = (position(), *form);
        return refuse(text!(
            "the value of {position} is form {expected}, not form {form}",
            "{position} 的值为形式 {expected}，不是形式 {form}"
        ));
    }
    let by_value = verified.winner(expected, budget)?;
    if *winner != by_value {
        let (position, expected, got) = (position(), by_value.letter(), winner.letter());
        return refuse(text!(
            "the outcome of {position} is {expected}, not {got}",
            "{position} 的胜负为 {expected}，不是 {got}"
        ));
    }
    let (position, letter) = (position(), winner.letter());
    let value = match verified.show(expected, budget)? {
        Some(shown) => Text::same(shown),
        None => text!("form {expected} of the proof", "证明中的形式 {expected}"),
    };
    let wins = wins(*winner);
    Ok(CertificateReport {
        claim: Text {
            en: format!(
                "{position} has the value {}: {} ({letter})",
                value.en, wins.en
            ),
            zh: format!("{position} 的值为 {}：{} ({letter})", value.zh, wins.zh),
        },
        rests_on: text!(
            "every option of both players was generated from the rules, and every form was verified to be canonical; forms were compared by the definition of the order (Conway)",
            "双方的所有后继都由规则得出，所有形式都核对为规范形式；形式按序的定义比较（Conway）"
        ),
        entries: verified.len(),
    })
}

fn wins(winner: PartizanWinner) -> Text {
    match winner {
        PartizanWinner::Left => text!("Left wins, no matter who begins", "无论谁先走，左方胜"),
        PartizanWinner::Right => text!("Right wins, no matter who begins", "无论谁先走，右方胜"),
        PartizanWinner::Next => text!("the player who begins wins", "先走者胜"),
        PartizanWinner::Previous => text!("the player who begins loses", "先走者负"),
    }
}
