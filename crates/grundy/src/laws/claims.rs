//! Claims of rule files proved or refuted for all positions.

use automata::Automaton;
use automata::numeration::System;
use base::budget::Budget;
use base::text;
use base::text::Text;
use dashu_int::UBig;
use laws::names::positions;
use laws::{
    Effort, Found, Halt, Kind, Law, Theory, claimed, claimed_of, find, leads_elsewhere, least,
    prove, with_nim_sums,
};
use rules::ir::{self, Int};
use rules::play::Component;
use rules::rules::GameId;
use rules::world::World;

use super::cells::Cells;
use super::{Ended, Form, PASSES, Pass, Read, Sought};
use crate::error::Error;
use crate::solver::Solver;

/// What came of a claim.
#[derive(Clone, Debug)]
pub enum Proved {
    /// It is true of every position.
    Yes,
    /// A statement of the proof fails; the slots of the position with the least sum at which the
    /// claim is wrong, if the law itself is found, else of one at which, or at an option of
    /// which, it is.
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
    if let Some(proved) = outside(of_gaps((world, game), &read, &said, solver, budget))?
        .ok()
        .flatten()
    {
        return Ok(proved);
    }
    let why = match outside(decided(
        world,
        game,
        (&read, &said, System::Base(2)),
        solver,
        budget,
    ))? {
        Ok(proved) => return Ok(proved),
        Err(why) => why,
    };
    // Nim-sums are shown by binary values alone.
    let several = |clause: &clauses::Clause| clause.left.len() > 1 || !clause.runs.is_empty();
    if read.clauses.moves.iter().any(several) || leads_elsewhere(&read.clauses) {
        let told = outside(by_method(world, game, &said, solver, budget))?;
        return Ok(told.unwrap_or(Proved::Outside(why)));
    }
    for system in systems(&read.clauses, &said) {
        if let Ok(proved) = outside(decided(world, game, (&read, &said, system), solver, budget))? {
            return Ok(proved);
        }
    }
    // The first reason is that of the usual digits.
    Ok(Proved::Outside(why))
}

/// The digits that may show what base 2 does not: of the bases of which rules or claim speak of
/// powers, then Fibonacci's.
fn systems(clauses: &clauses::Clauses, said: &clauses::Claim) -> Vec<System> {
    let of_claim: Vec<&clauses::Region> = match said {
        clauses::Claim::Value(cases) | clauses::Claim::PowerOfValue(cases) => {
            cases.iter().map(|(region, _)| region).collect()
        }
        clauses::Claim::Outcome { p, .. } => p.iter().collect(),
        clauses::Claim::Period(..) => Vec::new(),
    };
    let of_rules = [
        &clauses.positions,
        &clauses.goal,
        &clauses.trap,
        &clauses.open,
    ]
    .into_iter()
    .flatten();
    let regions = of_rules.chain(of_claim).flat_map(|region| &region.atoms);
    let powers = regions
        .chain(clauses.moves.iter().flat_map(|clause| &clause.atoms))
        .filter_map(|atom| match atom {
            clauses::Atom::PowerOf { base, .. } => u8::try_from(*base)
                .ok()
                .filter(|base| (3..=16).contains(base)),
            _ => None,
        });
    let mut bases: Vec<u8> = powers.collect();
    bases.sort_unstable();
    bases.dedup();
    bases
        .into_iter()
        .map(System::Base)
        .chain([System::Quadratic(1)])
        .collect()
}

/// What was decided; else why it could not be.
fn outside<P>(decided: Result<P, Ended>) -> Result<Result<P, Text>, Error> {
    match decided {
        Ok(proved) => Ok(Ok(proved)),
        Err(Ended::Failed(error)) => Err(error),
        Err(Ended::Halted(Halt::Stopped(stop))) => Err(Error::Stopped(stop)),
        Err(Ended::Halted(Halt::Outside(why))) => Ok(Err(why)),
    }
}

/// Decides a claim by the automaton of what another method tells, which is proved first.
fn by_method(
    world: &World,
    game: GameId,
    said: &clauses::Claim,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Proved, Ended> {
    let none = || {
        Halt::Outside(text!(
            "no other method tells what it speaks of",
            "没有其他方法能给出所断言的内容"
        ))
    };
    if !solver.by_values() || matches!(said, clauses::Claim::PowerOfValue(_)) {
        return Err(none().into());
    }
    let sought = Sought {
        soon: true,
        ..Sought::default()
    };
    let shown = super::by_method((world, game), Form::Methods, &sought, solver, budget)
        .map_err(Ended::Failed)?;
    let truth = shown
        .map_err(Halt::Outside)?
        .told
        .whole((world, game), budget)?
        .ok_or_else(none)?;
    beside((world, game), &truth, said, solver, budget)
}

/// Decides a claim by the law of the gaps between numbers that have to rise, if one is soon found;
/// it is proved first.
fn of_gaps(
    (world, game): (&World, GameId),
    read: &Read,
    said: &clauses::Claim,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<Proved>, Ended> {
    if read.gaps.is_none() || !solver.by_values() || matches!(said, clauses::Claim::PowerOfValue(_))
    {
        return Ok(None);
    }
    let Pass {
        nodes,
        rounds,
        cells,
        looks,
    } = PASSES[0];
    let mut cells = Cells::new(solver, (world, game), true, cells).of_gaps();
    let (found, cut) = budget.limited(looks, |budget| {
        read.find_of_gaps(
            world,
            &mut cells,
            Effort {
                nodes,
                rounds,
                side: None,
            },
            budget,
        )
    });
    if let Some(error) = cells.fault.take() {
        return Err(Ended::Failed(error));
    }
    match found {
        Ok(Found {
            law, proof: Ok(_), ..
        }) => beside((world, game), &law, said, solver, budget).map(Some),
        Ok(_) => Ok(None),
        Err(Halt::Stopped(_)) if cut => Ok(None),
        Err(halt) => Err(halt.into()),
    }
}

/// Decides a claim by a law that is proved.
fn beside(
    (world, game): (&World, GameId),
    truth: &Law,
    said: &clauses::Claim,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Proved, Ended> {
    let positions = positions(world, game, truth, budget)?;
    let law = claimed_of(
        (&truth.numerals, &truth.lows, &positions),
        said,
        &mut |n| heap((game, n), solver, budget),
        budget,
    )?;
    let law = law.map_err(Ended::Failed)?;
    Ok(
        match least(&wrong(&law, truth, budget)?, &truth.numerals, budget).map_err(Halt::Stopped)? {
            Some(numbers) => refuted(
                &numbers,
                &truth.lows,
                text!("the law of values says otherwise", "与值的规律不符"),
            ),
            None => Proved::Yes,
        },
    )
}

/// The value of a heap.
fn heap((game, n): (GameId, Int), solver: &mut Solver, budget: &Budget<'_>) -> Result<u64, Error> {
    let value = solver.value(
        &Component {
            game,
            slots: [n].into(),
        },
        budget,
    )?;
    value
        .as_nimber()
        .ok_or_else(|| Error::Unsupported(text!("a heap has no nimber", "某堆没有 nim 值")))
}

/// A claim that is wrong at the position with these numbers, each less its least value.
fn refuted(numbers: &[UBig], lows: &[i128], statement: Text) -> Proved {
    let slot = |(number, &low): (&UBig, &i128)| {
        Int::try_from(i128::try_from(number).ok()?.checked_add(low)?).ok()
    };
    match numbers.iter().zip(lows).map(slot).collect() {
        Some(slots) => Proved::No(statement, slots),
        None => Proved::Outside(statement),
    }
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
    let law = claimed(
        &theory,
        said,
        &mut |n| heap((game, n), solver, budget),
        budget,
    )?
    .map_err(Ended::Failed)?;
    let Pass { nodes, rounds, .. } = PASSES[0];
    let law = with_nim_sums(
        &theory,
        law,
        Effort {
            nodes,
            rounds,
            side: None,
        },
        budget,
    )?;
    let several = theory
        .moves
        .iter()
        .any(|case| case.left.len() > 1 || !case.runs.is_empty());
    // Outcomes do not tell those of sums: the law of values is found, and says which positions are
    // P.
    let by_values = law.kind == Kind::Outcomes && several && solver.by_values();
    // A claim that is wrong far out may take long to fail; the law itself may tell sooner.
    let proved = if by_values {
        None
    } else {
        Some(budget.limited(CLAIMED, |budget| prove(&theory, &law, play, budget)))
    };
    let (failing, given_up) = match proved {
        Some((Ok(Ok(_)), _)) => return Ok(Proved::Yes),
        Some((Ok(Err(failing)), _)) => (Some(failing), false),
        Some((Err(Halt::Stopped(_)), true)) => (None, true),
        Some((Err(halt), _)) => return Err(halt.into()),
        None => (None, false),
    };
    let kind = if by_values { Kind::Values } else { law.kind };
    // The law itself tells where a claim is wrong first.
    let truth = truth_of((world, game), &theory, kind, solver, budget)?;
    let numbers = match (truth, failing.is_some()) {
        (Some(truth), _) => {
            least(&wrong(&law, &truth, budget)?, &theory.numerals, budget).map_err(Halt::Stopped)?
        }
        (None, true) => None,
        (None, false) if given_up => {
            let why = text!(
                "given up: too much work, and no law was found",
                "放弃：工作量过大，且未找到规律"
            );
            return Err(Halt::Outside(why).into());
        }
        (None, false) => {
            let why = text!(
                "a move leaves several components, and no law of values was found",
                "着法留下多个部分，且未找到值的规律"
            );
            return Err(Halt::Outside(why).into());
        }
    };
    let (numbers, statement) = match (numbers, failing) {
        (Some(numbers), failing) => {
            let otherwise = || text!("the law of values says otherwise", "与值的规律不符");
            (
                numbers,
                failing.map_or_else(otherwise, |failing| failing.statement),
            )
        }
        (None, Some(failing)) => {
            let number = |track| {
                theory
                    .numerals
                    .number(&failing.word.digits(track).unwrap_or_default())
            };
            (
                (0..theory.value_track()).map(number).collect(),
                failing.statement,
            )
        }
        (None, None) => return Ok(Proved::Yes),
    };
    Ok(refuted(&numbers, &theory.lows, statement))
}

/// Looks at the clock for the proof of a claim.
const CLAIMED: u32 = 60_000;

/// The law of a kind that a game has, proved; `None` if none was found with some effort.
fn truth_of(
    (world, game): (&World, GameId),
    theory: &Theory,
    kind: Kind,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<Law>, Ended> {
    let Pass {
        nodes,
        rounds,
        cells,
        looks,
    } = PASSES[1];
    let play = solver.conventions.play;
    let values = kind != Kind::Outcomes;
    let mut cells = Cells::new(solver, (world, game), values, cells);
    let (found, cut) = budget.limited(looks, |budget| {
        find(
            play,
            theory,
            kind,
            &mut cells,
            Effort {
                nodes,
                rounds,
                side: None,
            },
            budget,
        )
    });
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
            claim
                .automaton
                .minus(&lost, budget)?
                .or(&lost.minus(&claim.automaton, budget)?, budget)
        }
        // The truth tells one value of each position.
        Kind::Values | Kind::PowersOfValues => truth
            .automaton
            .minus(&claim.automaton, budget)?
            .project(claim.value_track(), budget),
    };
    wrong(budget).map_err(|stop| Ended::Halted(Halt::Stopped(stop)))
}
