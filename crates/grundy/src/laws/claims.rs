//! Proves or refutes claims of rule files for all positions.

use automata::Automaton;
use automata::numeration::NumerationSystem;
use base::budget::Budget;
use base::text;
use base::text::Text;
use dashu_int::UBig;
use laws::names::positions;
use laws::{
    Law, LawError, LawOutput, LawSearchEffort, LawSearchResult, ProofOutcome, Theory, claim_to_law,
    claim_to_law_on, find, leads_elsewhere, least_position, prove, with_nim_sums,
};
use rules::game::GameId;
use rules::ir::{self, Int};
use rules::play::Component;
use rules::world::World;

use super::cells::SolverCells;
use super::error::LawSearchError;
use super::forms::LawForm;
use super::game_clauses::GameClauses;
use super::other_methods::find_other_method;
use super::passes::{LawSearchPass, PASSES};
use super::query::LawQuery;
use crate::error::SolveError;
use crate::solver::Solver;

/// The result for a claim.
#[derive(Clone, Debug)]
pub enum ClaimVerdict {
    /// The claim is true for every position.
    Yes,
    /// The claim is wrong: a statement of its proof fails. If the law itself is found, the variant
    /// contains the slots of the wrong position with the least sum. If the law is not found, the
    /// claim is wrong at the position in the variant, or at an option of this position.
    No(Text, Vec<Int>),
    /// The method could not decide the claim, for the reason in this variant.
    Outside(Text),
}

/// Proves or refutes a claim of a game for all positions.
///
/// # Errors
/// Returns an error if the budget runs out, or if values for a claimed period cannot be computed.
pub(crate) fn prove_claim(
    world: &World,
    game: GameId,
    claim: &ir::RuleClaim,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<ClaimVerdict, SolveError> {
    let read = match GameClauses::new(world, game, budget) {
        Ok(read) => read,
        Err(SolveError::Unsupported(why)) => return Ok(ClaimVerdict::Outside(why)),
        Err(error) => return Err(error),
    };
    let said = match clauses::claim(world, game, claim, budget) {
        Ok(said) => said,
        Err(clauses::ClauseError::Refused(why)) => return Ok(ClaimVerdict::Outside(why)),
        Err(clauses::ClauseError::Stopped(stop)) => return Err(SolveError::Stopped(stop)),
    };
    if let Some(proved) = outside(decide_by_gaps(world, game, &read, &said, solver, budget))?
        .ok()
        .flatten()
    {
        return Ok(proved);
    }
    let why = match outside(decide_in_system(
        world,
        game,
        &read,
        &said,
        NumerationSystem::Base(2),
        solver,
        budget,
    ))? {
        Ok(proved) => return Ok(proved),
        Err(why) => why,
    };
    // Nim-sums are proved only in base 2.
    let several = |clause: &clauses::MoveClause| clause.left.len() > 1 || !clause.runs.is_empty();
    if read.clauses.moves.iter().any(several) || leads_elsewhere(&read.clauses) {
        let told = outside(decide_by_method(world, game, &said, solver, budget))?;
        return Ok(told.unwrap_or(ClaimVerdict::Outside(why)));
    }
    for system in systems(&read.clauses, &said) {
        if let Ok(proved) = outside(decide_in_system(
            world, game, &read, &said, system, solver, budget,
        ))? {
            return Ok(proved);
        }
    }
    // If every numeration system fails, the reason for base 2 is returned, because base 2 was tried
    // first.
    Ok(ClaimVerdict::Outside(why))
}

/// Returns the numeration systems that may prove a claim that base 2 does not prove: the bases
/// whose powers occur in the rules or the claim, then Fibonacci.
fn systems(clauses: &clauses::RuleClauses, said: &clauses::SymbolicClaim) -> Vec<NumerationSystem> {
    let of_claim: Vec<&clauses::PositionRegion> = match said {
        clauses::SymbolicClaim::Value(cases) | clauses::SymbolicClaim::PowerOfValue(cases) => {
            cases.iter().map(|(region, _)| region).collect()
        }
        clauses::SymbolicClaim::Outcome { p, .. } => p.iter().collect(),
        clauses::SymbolicClaim::Period(..) => Vec::new(),
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
        .map(NumerationSystem::Base)
        .chain([NumerationSystem::Quadratic(1)])
        .collect()
}

/// Separates the decision on a claim, or the reason why the claim is undecided, from errors.
fn outside<P>(decided: Result<P, LawSearchError>) -> Result<Result<P, Text>, SolveError> {
    match decided {
        Ok(proved) => Ok(Ok(proved)),
        Err(LawSearchError::Solve(error)) => Err(error),
        Err(LawSearchError::Law(LawError::Stopped(stop))) => Err(SolveError::Stopped(stop)),
        Err(LawSearchError::Law(LawError::Outside(why))) => Ok(Err(why)),
    }
}

/// Decides a claim by the automaton of one of the other methods ([`LawForm::Methods`]). The method
/// is proved first.
fn decide_by_method(
    world: &World,
    game: GameId,
    said: &clauses::SymbolicClaim,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<ClaimVerdict, LawSearchError> {
    let none = || {
        LawError::Outside(text!(
            "no other method computes the values or outcomes in the claim",
            "没有其他方法能计算所断言的内容"
        ))
    };
    if !solver.values_decide() || matches!(said, clauses::SymbolicClaim::PowerOfValue(_)) {
        return Err(none().into());
    }
    let sought = LawQuery {
        soon: true,
        ..LawQuery::default()
    };
    let shown = find_other_method(world, game, LawForm::Methods, &sought, solver, budget)?;
    let truth = shown
        .map_err(LawError::Outside)?
        .told
        .combined_law(world, game, budget)?
        .ok_or_else(none)?;
    decide_by_law(world, game, &truth, said, solver, budget)
}

/// Decides a claim by the law of the gaps between numbers that must rise, if a short search finds
/// this law. The law is proved first.
fn decide_by_gaps(
    world: &World,
    game: GameId,
    read: &GameClauses,
    said: &clauses::SymbolicClaim,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<ClaimVerdict>, LawSearchError> {
    if read.gaps.is_none()
        || !solver.values_decide()
        || matches!(said, clauses::SymbolicClaim::PowerOfValue(_))
    {
        return Ok(None);
    }
    let LawSearchPass {
        nodes,
        rounds,
        cells,
        looks,
    } = PASSES[0];
    let mut cells = SolverCells::new(solver, world, game, true, cells).of_gaps();
    let (found, cut) = budget.limited(looks, |budget| {
        read.find_of_gaps(
            world,
            &mut cells,
            LawSearchEffort {
                nodes,
                rounds,
                side: None,
            },
            budget,
        )
    });
    if let Some(error) = cells.fault.take() {
        return Err(LawSearchError::Solve(error));
    }
    match found {
        Ok(LawSearchResult {
            law, proof: Ok(_), ..
        }) => decide_by_law(world, game, &law, said, solver, budget).map(Some),
        Ok(_) => Ok(None),
        Err(LawError::Stopped(_)) if cut => Ok(None),
        Err(halt) => Err(halt.into()),
    }
}

/// Decides a claim by a proved law.
fn decide_by_law(
    world: &World,
    game: GameId,
    truth: &Law,
    said: &clauses::SymbolicClaim,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<ClaimVerdict, LawSearchError> {
    let positions = positions(world, game, truth, budget)?;
    let law = claim_to_law_on(
        &truth.numerals,
        &truth.lows,
        &positions,
        said,
        &mut |n| heap(game, n, solver, budget),
        budget,
    )?;
    Ok(
        match least_position(&wrong(&law, truth, budget)?, &truth.numerals, budget)? {
            Some(numbers) => refute(
                &numbers,
                &truth.lows,
                text!(
                    "the law of values contradicts the claim",
                    "值的规律与断言矛盾"
                ),
            ),
            None => ClaimVerdict::Yes,
        },
    )
}

/// The value of a heap.
fn heap(
    game: GameId,
    n: Int,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<u64, LawSearchError> {
    let heap = Component::new(game, [n]);
    let value = solver.value(&heap, budget)?;
    value
        .as_nimber()
        .ok_or_else(|| {
            SolveError::Unsupported(text!(
                "the value of a heap is not a nimber",
                "某堆的值不是 nim 数"
            ))
        })
        .map_err(LawSearchError::Solve)
}

/// Returns the refutation of a claim at the position with these numbers; each number is relative to
/// the minimum of its slot.
fn refute(numbers: &[UBig], lows: &[i128], statement: Text) -> ClaimVerdict {
    let slot = |(number, &low): (&UBig, &i128)| {
        Int::try_from(i128::try_from(number).ok()?.checked_add(low)?).ok()
    };
    match numbers.iter().zip(lows).map(slot).collect() {
        Some(slots) => ClaimVerdict::No(statement, slots),
        None => ClaimVerdict::Outside(statement),
    }
}

/// Decides a claim in one numeration system.
fn decide_in_system(
    world: &World,
    game: GameId,
    read: &GameClauses,
    said: &clauses::SymbolicClaim,
    system: NumerationSystem,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<ClaimVerdict, LawSearchError> {
    let theory = read.theory(world, system, budget)?;
    let play = solver.conventions.play;
    let law = claim_to_law(
        &theory,
        said,
        &mut |n| heap(game, n, solver, budget),
        budget,
    )?;
    let LawSearchPass { nodes, rounds, .. } = PASSES[0];
    let law = with_nim_sums(
        &theory,
        law,
        LawSearchEffort {
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
    // Outcomes of components do not determine outcomes of sums. Therefore, the search is for the
    // law of values, because it determines the P-positions.
    let by_values = law.kind == LawOutput::Outcomes && several && solver.values_decide();
    // A claim that is wrong only at large positions may take long to fail; a search for the law of
    // the game may be faster.
    let proved = if by_values {
        None
    } else {
        Some(budget.limited(CLAIMED, |budget| prove(&theory, &law, play, budget)))
    };
    let (failing, given_up) = match proved {
        Some((Ok(ProofOutcome::Proved(_)), _)) => return Ok(ClaimVerdict::Yes),
        Some((Ok(ProofOutcome::Refuted(failing)), _)) => (Some(failing), false),
        Some((Err(LawError::Stopped(_)), true)) => (None, true),
        Some((Err(halt), _)) => return Err(halt.into()),
        None => (None, false),
    };
    let kind = if by_values {
        LawOutput::Values
    } else {
        law.kind
    };
    // The law determines the first position at which a claim is wrong.
    let truth = find_truth(world, game, &theory, kind, solver, budget)?;
    let numbers = match (truth, failing.is_some()) {
        (Some(truth), _) => {
            least_position(&wrong(&law, &truth, budget)?, &theory.numerals, budget)?
        }
        (None, true) => None,
        (None, false) if given_up => {
            let why = text!(
                "the search for a law was abandoned: too much work",
                "放弃：工作量过大，且未找到规律"
            );
            return Err(LawError::Outside(why).into());
        }
        (None, false) => {
            let why = text!(
                "a move leaves several components, but no law of values was found",
                "着法留下多个部分，但未找到值的规律"
            );
            return Err(LawError::Outside(why).into());
        }
    };
    let (numbers, statement) = match (numbers, failing) {
        (Some(numbers), failing) => {
            let otherwise = || {
                text!(
                    "the law of values contradicts the claim",
                    "值的规律与断言矛盾"
                )
            };
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
        (None, None) => return Ok(ClaimVerdict::Yes),
    };
    Ok(refute(&numbers, &theory.lows, statement))
}

/// Maximum number of budget polls for the proof of a claim.
const CLAIMED: u32 = 60_000;

/// Returns a proved law with the requested output; `None` if a limited search finds no law.
fn find_truth(
    world: &World,
    game: GameId,
    theory: &Theory,
    kind: LawOutput,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<Law>, LawSearchError> {
    let LawSearchPass {
        nodes,
        rounds,
        cells,
        looks,
    } = PASSES[1];
    let play = solver.conventions.play;
    let values = kind != LawOutput::Outcomes;
    let mut cells = SolverCells::new(solver, world, game, values, cells);
    let (found, cut) = budget.limited(looks, |budget| {
        find(
            play,
            theory,
            kind,
            &mut cells,
            LawSearchEffort {
                nodes,
                rounds,
                side: None,
            },
            budget,
        )
    });
    if let Some(error) = cells.fault.take() {
        return Err(LawSearchError::Solve(error));
    }
    match found {
        Ok(found) => Ok(found.proof.is_ok().then_some(found.law)),
        Err(LawError::Stopped(_)) if cut => Ok(None),
        Err(LawError::Outside(_)) => Ok(None),
        Err(stopped) => Err(stopped.into()),
    }
}

/// Returns the positions at which a claim differs from a proved law.
fn wrong(claim: &Law, truth: &Law, budget: &Budget<'_>) -> Result<Automaton, LawSearchError> {
    let wrong = |budget| match claim.kind {
        LawOutput::Outcomes => {
            let lost = truth.lost(budget)?;
            claim
                .automaton
                .minus(&lost, budget)?
                .or(&lost.minus(&claim.automaton, budget)?, budget)
        }
        // The proved law has exactly one value for each position.
        LawOutput::Values | LawOutput::PowersOfValues => truth
            .automaton
            .minus(&claim.automaton, budget)?
            .project(claim.value_track(), budget),
    };
    wrong(budget).map_err(LawSearchError::from)
}
