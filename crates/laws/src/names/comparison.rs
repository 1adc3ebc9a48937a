//! Decides whether a name agrees with a law at every position, by comparing the automata of the
//! name and of the law.

use automata::{Automaton, LinearRelation, none};
use base::budget::{Budget, StopReason};
use clauses::{ClauseError, SymbolicClaim};
use rules::game::GameId;
use rules::ir;
use rules::world::World;

use super::cells;
use crate::claim::build_cases;
use crate::error::LawError;
use crate::law::{Law, LawOutput};
use crate::theory::build_regions;

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimComparison {
    /// The name and the law agree at every position.
    Same,
    /// The name and the law differ at the position with these numbers; `None` if the numbers
    /// overflow.
    Differ(Option<Vec<ir::Int>>),
    /// No automaton in the numerals of the law can express the name.
    Unsaid,
}

/// Compares a claim about all positions with a law of the game. The law must be restricted to
/// positions, like the laws that a search returns.
///
/// # Errors
/// Returns an error if the budget runs out.
pub fn compare_claim(
    world: &World,
    game: GameId,
    law: &Law,
    claim: &ir::RuleClaim,
    budget: &Budget<'_>,
) -> Result<ClaimComparison, StopReason> {
    match differing(world, game, law, claim, budget) {
        Ok(compared) => Ok(compared),
        Err(LawError::Outside(_)) => Ok(ClaimComparison::Unsaid),
        Err(LawError::Stopped(stop)) => Err(stop),
    }
}

fn differing(
    world: &World,
    game: GameId,
    law: &Law,
    claim: &ir::RuleClaim,
    budget: &Budget<'_>,
) -> Result<ClaimComparison, LawError> {
    if let &ir::RuleClaim::Period(period, from, saltus) = claim {
        return periodic(law, period, from, saltus, budget);
    }
    let said = match clauses::claim(world, game, claim, budget) {
        Ok(said) => said,
        Err(ClauseError::Refused(why)) => return Err(LawError::Outside(why)),
        Err(ClauseError::Stopped(stop)) => return Err(LawError::Stopped(stop)),
    };
    let automaton = match (&said, law.kind) {
        (SymbolicClaim::Value(cases), LawOutput::Values)
        | (SymbolicClaim::PowerOfValue(cases), LawOutput::PowersOfValues) => {
            build_cases(&law.numerals, &law.lows, cases, budget)?
        }
        (SymbolicClaim::Outcome { p, .. }, LawOutput::Outcomes) => {
            build_regions(&law.numerals, &law.lows, p, budget)?
        }
        _ => return Ok(ClaimComparison::Unsaid),
    };
    let automaton = automaton.and(&positions(world, game, law, budget)?, budget)?;
    Ok(match law.automaton.same(&automaton, budget)? {
        None => ClaimComparison::Same,
        Some(word) => {
            let digits: Vec<Vec<u8>> = (0..law.lows.len())
                .map(|slot| word.digits(slot as u32).unwrap_or_default())
                .collect();
            ClaimComparison::Differ(cells::numbers(&law.numerals, &digits, &law.lows))
        }
    })
}

/// Returns the positions of a game, on the tracks of a law.
///
/// # Errors
/// Returns [`LawError::Outside`] if they cannot be read, or [`LawError::Stopped`] if the budget
/// runs out.
pub fn positions(
    world: &World,
    game: GameId,
    law: &Law,
    budget: &Budget<'_>,
) -> Result<Automaton, LawError> {
    let regions = clauses::condition(world, game, &ir::Expr::Const(1), true, budget)?;
    build_regions(&law.numerals, &law.lows, &regions, budget)
}

/// Decides that for every n ≥ `from` with value v, the value of n + period is v + saltus.
fn periodic(
    law: &Law,
    period: ir::Int,
    from: ir::Int,
    saltus: ir::Int,
    budget: &Budget<'_>,
) -> Result<ClaimComparison, LawError> {
    let ([low], LawOutput::Values) = (&law.lows[..], law.kind) else {
        return Ok(ClaimComparison::Unsaid);
    };
    // The tracks: n, its value, n + period, its value.
    let (n, v, m, w) = (0, 1, 2, 3);
    let (period, saltus) = (i128::from(period), i128::from(saltus));
    let (here, there) = (
        law.on_tracks(&[n], v, budget)?,
        law.on_tracks(&[m], w, budget)?,
    );
    let step = law
        .numerals
        .linear(&[(n, 1), (m, -1)], period, LinearRelation::Equal, budget)?;
    let late = law.numerals.linear(
        &[(n, -1)],
        i128::from(from) - low,
        LinearRelation::AtMost,
        budget,
    )?;
    for sign in [1, -1] {
        // sign · (v + saltus - w) ≥ 1
        let off = law.numerals.linear(
            &[(v, -sign), (w, sign)],
            1 - sign * saltus,
            LinearRelation::AtMost,
            budget,
        )?;
        if let Some(word) = none(&[&here, &there, &step, &late, &off], budget)? {
            let digits = word.digits(n).unwrap_or_default();
            return Ok(ClaimComparison::Differ(cells::numbers(
                &law.numerals,
                &[digits],
                &law.lows,
            )));
        }
    }
    Ok(ClaimComparison::Same)
}
