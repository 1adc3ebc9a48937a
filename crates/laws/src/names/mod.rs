//! Names for laws: the name of a law is a small expression of the rule language that agrees with
//! the law's automaton at every position. All expressions are enumerated, from the smallest up, and
//! tested at cells computed from the law. The cheapest expression that is correct at all cells is
//! compared with the law as an automaton, for all positions. If the expression differs from the
//! law, a position at which they differ becomes one more cell. So a name that is reported as proved
//! is equivalent to the law, and can be pasted as a claim. A name that no automaton expresses is
//! only correct at the tested cells.
//!
//! Sources: enumeration up to observational equivalence (A. Udupa and others, TRANSIT, 2013);
//! separate terms and conditions (R. Alur, A. Radhakrishna, A. Udupa 2017); search guided by
//! counterexamples (A. Solar-Lezama 2008).

mod cases;
mod cells;
mod claim_text;
mod comparison;
mod conditions;
mod constant_pool;
mod periods;
mod search;
mod sums;
mod table;
mod terms;
mod tidy;

use base::budget::{Budget, StopReason};
use rules::eval::{EvalContext, at_most};
use rules::game::GameId;
use rules::ir::{Expr, Function, Int, RuleClaim};
use rules::world::World;

use crate::error::LawError;
use crate::law::{Law, LawOutput};
use automata::numeration::NumerationSystem;

pub use cells::SampleCell;
pub use comparison::{ClaimComparison, compare_claim};
pub use constant_pool::constants;
pub use table::{Conjecture, ConjectureTable, conjecture};

pub(crate) use cells::CellSampler;
pub use comparison::positions;
use conditions::MAX_CELLS;
use search::{NameQuery, search};
use terms::TermInputs;

/// A name of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawName {
    /// The claim that the name makes, in the form of rules.
    pub claim: RuleClaim,
    /// The text of the claim in rule files, after the word `claim`.
    pub text: String,
    /// What is known about the correctness of the name.
    pub standing: NameStatus,
}

/// What is known about the correctness of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameStatus {
    /// The name agrees with the law at all positions.
    Same,
    /// No automaton expresses the name; contains the number of positions, unused by the search, at
    /// which name and law agree.
    Agrees(usize),
}

/// Number of cells at the start of a search.
const INITIAL_CELLS: usize = 170;

/// Number of cells that the search does not use. A name must be correct at these cells before it is
/// compared with the law for all positions.
const TEST_CELLS: usize = 500;

/// Maximum number of searches that follow a name that was wrong at some cell.
const MAX_ROUNDS: usize = 14;

/// Budget polls for the search, and for one comparison, of a thousand small steps each.
const SEARCH_CLOCK_CHECKS: u32 = 24_000;
const COMPARISON_CLOCK_CHECKS: u32 = 4_000;
/// Budget polls in total. The total exceeds the limit of the search, because the comparison of a
/// period with the law follows the search.
const TOTAL_CLOCK_CHECKS: u32 = SEARCH_CLOCK_CHECKS + 2 * COMPARISON_CLOCK_CHECKS;

/// Searches for a name of a law, which must be restricted to positions. The search takes a fraction
/// of a second.
///
/// # Errors
/// Returns an error if the budget runs out.
pub fn name(
    world: &World,
    game: GameId,
    law: &Law,
    budget: &Budget<'_>,
) -> Result<Option<LawName>, StopReason> {
    let (named, cut) = budget.limited(TOTAL_CLOCK_CHECKS, |budget| {
        find_name(world, game, law, budget)
    });
    match named {
        Ok(named) => Ok(named),
        Err(_) if cut => Ok(None),
        Err(stop) => Err(stop),
    }
}

fn find_name(
    world: &World,
    game: GameId,
    law: &Law,
    budget: &Budget<'_>,
) -> Result<Option<LawName>, StopReason> {
    let positions = match comparison::positions(world, game, law, budget) {
        Ok(positions) => positions,
        Err(LawError::Outside(_)) => return Ok(None),
        Err(LawError::Stopped(stop)) => return Err(stop),
    };
    let mut drawer = CellSampler::new(law, &positions);
    let slots: Vec<String> = world
        .rules(game)
        .slots()
        .iter()
        .map(|slot| slot.name.clone())
        .collect();
    let named = |claim: RuleClaim, standing| LawName {
        text: claim_text::claim(&claim, &slots),
        claim,
        standing,
    };
    let compare = |claim: &RuleClaim| {
        let (compared, cut) = budget.limited(COMPARISON_CLOCK_CHECKS, |budget| {
            compare_claim(world, game, law, claim, budget)
        });
        if cut {
            Ok(ClaimComparison::Unsaid)
        } else {
            compared
        }
    };
    let period = period(law, &drawer);
    let hints: Vec<Int> = period
        .iter()
        .flat_map(|period| [period.period as Int, period.from as Int])
        .collect();
    let stock = TermInputs {
        constants: constant_pool::constants(world.rules(game).game(), &hints),
        bits: law.numerals.system() == NumerationSystem::Base(2),
        golden: law.numerals.system() == NumerationSystem::Quadratic(1),
        bitwise: if law.kind == LawOutput::PowersOfValues {
            1
        } else {
            3
        },
        calls: if law.kind == LawOutput::PowersOfValues {
            vec![Function::Bitnot]
        } else {
            Vec::new()
        },
        products: false,
    };
    let lows: Vec<Int> = world
        .rules(game)
        .slots()
        .iter()
        .map(|slot| slot.low)
        .collect();
    let mut cells = drawer.small(INITIAL_CELLS / 2, budget)?;
    cells.extend(drawer.random(INITIAL_CELLS / 2, 10, budget)?);
    let further = drawer.random(TEST_CELLS, 24, budget)?;
    distinct(&mut cells);
    let (found, cut) = budget.limited(SEARCH_CLOCK_CHECKS, |budget| {
        for _ in 0..MAX_ROUNDS {
            let question = NameQuery {
                lows: &lows,
                cells: &cells,
                kind: law.kind,
                stock: &stock,
            };
            let Some(expr) = search(&question, budget)?.map(|expr| tidy::tidied(&expr)) else {
                return Ok(None);
            };
            let before = cells.len();
            let wrong: Vec<SampleCell> = further
                .iter()
                .filter(|cell| !is_right(&expr, law.kind, cell))
                .take(6)
                .cloned()
                .collect();
            let claim = of_expr(law.kind, expr);
            if wrong.is_empty() {
                match compare(&claim)? {
                    ClaimComparison::Same => return Ok(Some(named(claim, NameStatus::Same))),
                    ClaimComparison::Unsaid => {
                        return Ok(Some(named(claim, NameStatus::Agrees(further.len()))));
                    }
                    ClaimComparison::Differ(at) => {
                        cells.extend(at.and_then(|at| drawer.cell_at(&at)))
                    }
                }
            }
            cells.extend(wrong);
            distinct(&mut cells);
            if cells.len() == before || cells.len() > MAX_CELLS {
                break;
            }
        }
        Ok(None)
    });
    match found {
        Ok(Some(name)) => return Ok(Some(name)),
        Ok(None) => {}
        Err(_) if cut => {}
        Err(stop) => return Err(stop),
    }
    let Some(period) = period.filter(|_| law.kind == LawOutput::Values) else {
        return Ok(None);
    };
    let from = period.from as Int + law.lows[0] as Int;
    let claim = RuleClaim::Period(
        period.period as Int,
        if period.from == 0 { 0 } else { from },
        period.saltus,
    );
    Ok((compare(&claim)? == ClaimComparison::Same).then(|| named(claim, NameStatus::Same)))
}

/// Returns the apparent period of a law about one number.
fn period(law: &Law, drawer: &CellSampler<'_>) -> Option<periods::ListPeriod> {
    let [low] = &law.lows[..] else { return None };
    let values: Option<Vec<Int>> = (0..400)
        .map(|n| Some(drawer.cell_at(&[Int::try_from(low + n).ok()?])?.told))
        .collect();
    periods::find_period(&values?)
}

fn of_expr(kind: LawOutput, expr: Expr) -> RuleClaim {
    match kind {
        LawOutput::Outcomes => RuleClaim::Outcome(expr),
        LawOutput::Values | LawOutput::PowersOfValues => RuleClaim::Value(expr),
    }
}

/// Returns whether the rule language evaluates an expression to the output at a cell.
fn is_right(expr: &Expr, kind: LawOutput, cell: &SampleCell) -> bool {
    let tick = at_most(10_000, 0);
    let Ok(value) = EvalContext::new(&cell.slots, 0, &tick).eval(expr) else {
        return false;
    };
    match kind {
        LawOutput::Outcomes => Int::from(value != 0) == cell.told,
        LawOutput::Values => value == cell.told,
        LawOutput::PowersOfValues => {
            u32::try_from(value)
                .ok()
                .and_then(|value| 1i64.checked_shl(value))
                == Some(cell.told)
        }
    }
}

/// Removes duplicate positions.
fn distinct(cells: &mut Vec<SampleCell>) {
    let mut seen = std::collections::HashSet::new();
    cells.retain(|cell| seen.insert(cell.slots.clone()));
}
