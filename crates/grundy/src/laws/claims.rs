//! Claims of rule files proved or refuted for all positions.

use automata::Automaton;
use automata::numeration::System;
use base::budget::Budget;
use base::text;
use base::text::Text;
use dashu_int::UBig;
use laws::{Effort, Halt, Kind, Law, Theory, claimed, find, least, prove, with_nim_sums};
use rules::ir::{self, Int};
use rules::play::Component;
use rules::rules::GameId;
use rules::world::World;

use super::cells::Cells;
use super::{Ended, PASSES, Pass, Read};
use crate::error::Error;
use crate::solver::Solver;

/// What came of a claim.
#[derive(Clone, Debug)]
pub enum Proved {
    /// It is true of every position.
    Yes,
    /// A statement of the proof fails; the slots of the position with the least sum at which the claim is wrong, if the law itself is found,
    /// else of one at which, or at an option of which, it is.
    No(Text, Vec<Int>),
    /// It could not be decided in this way: why.
    Outside(Text),
}

/// Proves or refutes a claim of a game for all positions.
///
/// # Errors
/// If the budget ends, or values that a claimed period needs cannot be computed.
pub(crate) fn prove_claim(
    world: &World,
    game: GameId,
    claim: &ir::Claim,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Proved, Error> {
    let read = match Read::new(world, game, budget) {
        Ok(read) => read,
        Err(Error::Unsupported(why)) => return Ok(Proved::Outside(why)),
        Err(error) => return Err(error),
    };
    let said = match clauses::claim(world, game, claim, budget) {
        Ok(said) => said,
        Err(clauses::Unread::Refused(why)) => return Ok(Proved::Outside(why)),
        Err(clauses::Unread::Stopped(stop)) => return Err(Error::Stopped(stop)),
    };
    let mut first = None;
    for system in [System::Base(2), System::Quadratic(1)] {
        match decided(world, game, (&read, &said, system), solver, budget) {
            Ok(proved) => return Ok(proved),
            Err(Ended::Failed(error)) => return Err(error),
            Err(Ended::Halted(Halt::Stopped(stop))) => return Err(Error::Stopped(stop)),
            Err(Ended::Halted(Halt::Outside(why))) => {
                first.get_or_insert(why);
            }
        }
    }
    Ok(Proved::Outside(first.expect("each numeration was outside")))
}

/// Decides a claim in one numeration.
fn decided(
    world: &World,
    game: GameId,
    (read, said, system): (&Read, &clauses::Claim, System),
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Proved, Ended> {
    let theory = read.theory(world, system, budget)?;
    let play = solver.conventions.play;
    let mut value = |n: Int| {
        let value = solver.value(&Component { game, slots: [n].into() }, budget)?;
        value.as_nimber().ok_or_else(|| Error::Unsupported(text!("a heap has no nimber", "某堆没有 nim 值")))
    };
    let law = claimed(&theory, said, &mut value, budget)?.map_err(Ended::Failed)?;
    let Pass { nodes, rounds, .. } = PASSES[0];
    let law = with_nim_sums(&theory, law, Effort { nodes, rounds, side: None }, budget)?;
    let several = theory.moves.iter().any(|case| case.left.len() > 1 || !case.runs.is_empty());
    // Outcomes do not tell those of sums: the law of values is found, and says which positions are P.
    let by_values = law.kind == Kind::Outcomes && several && solver.by_values();
    let failing = if by_values { None } else { Some(prove(&theory, &law, play, budget)?) };
    let failing = match failing {
        Some(Ok(_)) => return Ok(Proved::Yes),
        Some(Err(failing)) => Some(failing),
        None => None,
    };
    let kind = if by_values { Kind::Values } else { law.kind };
    // The law itself tells where a claim is wrong first.
    let truth = truth_of((world, game), &theory, kind, solver, budget)?;
    let numbers = match (truth, failing.is_some()) {
        (Some(truth), _) => least(&wrong(&law, &truth, budget)?, &theory.numerals, budget).map_err(Halt::Stopped)?,
        (None, true) => None,
        (None, false) => {
            let why = text!("a move leaves several components, and no law of values was found", "着法留下多个部分，且未找到值的规律");
            return Err(Halt::Outside(why).into());
        }
    };
    let (numbers, statement) = match (numbers, failing) {
        (Some(numbers), failing) => {
            let otherwise = || text!("the law of values says otherwise", "与值的规律不符");
            (numbers, failing.map_or_else(otherwise, |failing| failing.statement))
        }
        (None, Some(failing)) => {
            let number = |track| theory.numerals.number(&failing.word.digits(track).unwrap_or_default());
            ((0..theory.value_track()).map(number).collect(), failing.statement)
        }
        (None, None) => return Ok(Proved::Yes),
    };
    let slot = |(number, &low): (&UBig, &i128)| Int::try_from(i128::try_from(number).ok()?.checked_add(low)?).ok();
    let slots: Option<Vec<Int>> = numbers.iter().zip(&theory.lows).map(slot).collect();
    Ok(match slots {
        Some(slots) => Proved::No(statement, slots),
        None => Proved::Outside(statement),
    })
}

/// The law of a kind that a game has, proved; `None` if none was found with some effort.
fn truth_of(
    (world, game): (&World, GameId),
    theory: &Theory,
    kind: Kind,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<Law>, Ended> {
    let Pass { nodes, rounds, cells, looks } = PASSES[1];
    let play = solver.conventions.play;
    let values = kind != Kind::Outcomes;
    let mut cells = Cells::new(solver, (world, game), values, cells);
    let (found, cut) = budget.limited(looks, |budget| find(play, theory, kind, &mut cells, Effort { nodes, rounds, side: None }, budget));
    if let Some(error) = cells.fault.take() {
        return Err(Ended::Failed(error));
    }
    match found {
        Ok(found) => Ok(found.proof.is_ok().then_some(found.law)),
        Err(Halt::Stopped(_)) if cut => Ok(None),
        Err(Halt::Outside(_)) => Ok(None),
        Err(stopped) => Err(stopped.into()),
    }
}

/// The positions at which a claim differs from a law that is proved.
fn wrong(claim: &Law, truth: &Law, budget: &Budget<'_>) -> Result<Automaton, Ended> {
    let wrong = |budget| match claim.kind {
        Kind::Outcomes => {
            let lost = truth.lost(budget)?;
            claim.automaton.minus(&lost, budget)?.or(&lost.minus(&claim.automaton, budget)?, budget)
        }
        // The truth tells one value of each position.
        Kind::Values | Kind::PowersOfValues => truth.automaton.minus(&claim.automaton, budget)?.project(claim.value_track(), budget),
    };
    wrong(budget).map_err(|stop| Ended::Halted(Halt::Stopped(stop)))
}
