//! Whether a name says what a law says, of every position: both are automata, and these are
//! compared.

use automata::{Automaton, Relation, none};
use base::budget::{Budget, Stop};
use clauses::{Claim, Unread};
use rules::ir;
use rules::rules::GameId;
use rules::world::World;

use super::cells;
use crate::Halt;
use crate::claim::of_cases;
use crate::law::{Kind, Law};
use crate::theory::regions_of;

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// The two say the same of every position.
    Same,
    /// They differ at the position with these numbers, which may be too large to be told.
    Differ(Option<Vec<ir::Int>>),
    /// The name cannot be said by an automaton here.
    Unsaid,
}

/// Compares a claim about all positions with a law of the game, which has to be cut down to
/// positions, as those that are found are.
///
/// # Errors
/// If the budget ends.
pub fn compared(
    world: &World,
    game: GameId,
    law: &Law,
    claim: &ir::Claim,
    budget: &Budget<'_>,
) -> Result<Compared, Stop> {
    match differing(world, game, law, claim, budget) {
        Ok(compared) => Ok(compared),
        Err(Halt::Outside(_)) => Ok(Compared::Unsaid),
        Err(Halt::Stopped(stop)) => Err(stop),
    }
}

fn differing(
    world: &World,
    game: GameId,
    law: &Law,
    claim: &ir::Claim,
    budget: &Budget<'_>,
) -> Result<Compared, Halt> {
    if let &ir::Claim::Period(period, from, saltus) = claim {
        return periodic(law, (period, from, saltus), budget);
    }
    let said = match clauses::claim(world, game, claim, budget) {
        Ok(said) => said,
        Err(Unread::Refused(why)) => return Err(Halt::Outside(why)),
        Err(Unread::Stopped(stop)) => return Err(Halt::Stopped(stop)),
    };
    let automaton = match (&said, law.kind) {
        (Claim::Value(cases), Kind::Values)
        | (Claim::PowerOfValue(cases), Kind::PowersOfValues) => {
            of_cases(&law.numerals, &law.lows, cases, budget)?
        }
        (Claim::Outcome { p, .. }, Kind::Outcomes) => {
            regions_of(&law.numerals, &law.lows, p, budget)?
        }
        _ => return Ok(Compared::Unsaid),
    };
    let automaton = automaton.and(&positions(world, game, law, budget)?, budget)?;
    Ok(match law.automaton.same(&automaton, budget)? {
        None => Compared::Same,
        Some(word) => {
            let digits: Vec<Vec<u8>> = (0..law.lows.len())
                .map(|slot| word.digits(slot as u32).unwrap_or_default())
                .collect();
            Compared::Differ(cells::numbers(&law.numerals, &digits, &law.lows))
        }
    })
}

/// The positions of a game, on the tracks of a law.
///
/// # Errors
/// [`Halt::Outside`] if they cannot be read; [`Halt::Stopped`] if the budget ends.
pub fn positions(
    world: &World,
    game: GameId,
    law: &Law,
    budget: &Budget<'_>,
) -> Result<Automaton, Halt> {
    let regions = clauses::condition(world, game, &ir::Expr::Const(1), true, budget)?;
    regions_of(&law.numerals, &law.lows, &regions, budget)
}

/// No n from `from` on has a value v and n + period one other than v + saltus.
fn periodic(
    law: &Law,
    (period, from, saltus): (ir::Int, ir::Int, ir::Int),
    budget: &Budget<'_>,
) -> Result<Compared, Halt> {
    let ([low], Kind::Values) = (&law.lows[..], law.kind) else {
        return Ok(Compared::Unsaid);
    };
    // n, its value, n + period, its value.
    let (n, v, m, w) = (0, 1, 2, 3);
    let (period, saltus) = (i128::from(period), i128::from(saltus));
    let (here, there) = (law.of(&[n], v, budget)?, law.of(&[m], w, budget)?);
    let step = law
        .numerals
        .linear(&[(n, 1), (m, -1)], period, Relation::Equal, budget)?;
    let late = law
        .numerals
        .linear(&[(n, -1)], i128::from(from) - low, Relation::AtMost, budget)?;
    for sign in [1, -1] {
        // sign · (v + saltus - w) ≥ 1
        let off = law.numerals.linear(
            &[(v, -sign), (w, sign)],
            1 - sign * saltus,
            Relation::AtMost,
            budget,
        )?;
        if let Some(word) = none(&[&here, &there, &step, &late, &off], budget)? {
            let digits = word.digits(n).unwrap_or_default();
            return Ok(Compared::Differ(cells::numbers(
                &law.numerals,
                &[digits],
                &law.lows,
            )));
        }
    }
    Ok(Compared::Same)
}
