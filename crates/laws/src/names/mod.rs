//! Names for laws: a small expression in the rule language that says of every position what an
//! automaton says. Expressions are found by trying all, from the smallest up, against cells that
//! the law tells; the cheapest that is right of all cells is then compared with the law
//! as automata, for all positions. Where the two differ the position that shows it becomes one more
//! cell. So a name that is called proved is the law in other words, and can be pasted as a claim; a
//! name that no automaton says is right of the cells that were looked at, no more.
//!
//! Sources: enumeration up to observational equivalence (A. Udupa and others, TRANSIT, 2013); terms
//! and conditions apart (R. Alur, A. Radhakrishna, A. Udupa 2017); counterexamples that guide the
//! search (A. Solar-Lezama 2008).

mod cases;
mod cells;
mod conditions;
mod periods;
mod search;
mod shown;
mod stock;
mod sums;
mod table;
mod terms;
mod text;
mod tidy;

use base::budget::{Budget, Stop};
use rules::eval::{Env, at_most};
use rules::ir::{Claim, Expr, Function, Int};
use rules::rules::GameId;
use rules::world::World;

use crate::Halt;
use crate::law::{Kind, Law};
use automata::numeration::System;

pub use cells::Cell;
pub use shown::{Compared, compared};
pub use stock::constants;
pub use table::{Conjecture, Table, conjecture};

pub(crate) use cells::Drawer;
use conditions::MOST_CELLS;
use search::{Question, search};
pub use shown::positions;
use terms::Stock;

/// A name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// What it says, as rules do.
    pub claim: Claim,
    /// The same as rule files write it after the word `claim`.
    pub text: String,
    /// How far it is known to be right.
    pub standing: Standing,
}

/// How far a name is known to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It says what the law says, of all positions.
    Same,
    /// It agrees with the law at this many positions that the search did not use, and no automaton
    /// says it.
    Agrees(usize),
}

/// Cells that a search begins with.
const FIRST: usize = 170;

/// Cells that the search does not use, in which a name must be right before it is compared for all
/// positions.
const FURTHER: usize = 500;

/// How often a name that is wrong somewhere is looked for again.
const ROUNDS: usize = 14;

/// Looks at the clock for the search, and for one comparison, a thousand small steps each.
const SEARCH: u32 = 24_000;
const COMPARISON: u32 = 4_000;
/// And for all of it: the comparison of a period comes after the search.
const WHOLE: u32 = SEARCH + 2 * COMPARISON;

/// Looks for a name of a law, which has to be cut down to positions. Takes a fraction of a second.
///
/// # Errors
/// If the budget ends.
pub fn name(
    world: &World,
    game: GameId,
    law: &Law,
    budget: &Budget<'_>,
) -> Result<Option<Name>, Stop> {
    let (named, cut) = budget.limited(WHOLE, |budget| named(world, game, law, budget));
    match named {
        Ok(named) => Ok(named),
        Err(_) if cut => Ok(None),
        Err(stop) => Err(stop),
    }
}

fn named(
    world: &World,
    game: GameId,
    law: &Law,
    budget: &Budget<'_>,
) -> Result<Option<Name>, Stop> {
    let positions = match shown::positions(world, game, law, budget) {
        Ok(positions) => positions,
        Err(Halt::Outside(_)) => return Ok(None),
        Err(Halt::Stopped(stop)) => return Err(stop),
    };
    let mut drawer = Drawer::new(law, &positions);
    let slots: Vec<String> = world
        .rules(game)
        .slots()
        .iter()
        .map(|slot| slot.name.clone())
        .collect();
    let named = |claim: Claim, standing| Name {
        text: text::claim(&claim, &slots),
        claim,
        standing,
    };
    let compare = |claim: &Claim| {
        let (compared, cut) = budget.limited(COMPARISON, |budget| {
            compared(world, game, law, claim, budget)
        });
        if cut { Ok(Compared::Unsaid) } else { compared }
    };
    let period = period(law, &drawer);
    let hints: Vec<Int> = period
        .iter()
        .flat_map(|period| [period.period as Int, period.from as Int])
        .collect();
    let stock = Stock {
        constants: stock::constants(world.rules(game).game(), &hints),
        bits: law.numerals.system() == System::Base(2),
        golden: law.numerals.system() == System::Quadratic(1),
        bitwise: if law.kind == Kind::PowersOfValues {
            1
        } else {
            3
        },
        calls: if law.kind == Kind::PowersOfValues {
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
    let mut cells = drawer.small(FIRST / 2, budget)?;
    cells.extend(drawer.random(FIRST / 2, 10, budget)?);
    let further = drawer.random(FURTHER, 24, budget)?;
    distinct(&mut cells);
    let (found, cut) = budget.limited(SEARCH, |budget| {
        for _ in 0..ROUNDS {
            let question = Question {
                lows: &lows,
                cells: &cells,
                kind: law.kind,
                stock: &stock,
            };
            let Some(expr) = search(&question, budget)?.map(|expr| tidy::tidied(&expr)) else {
                return Ok(None);
            };
            let before = cells.len();
            let wrong: Vec<Cell> = further
                .iter()
                .filter(|cell| !is_right(&expr, law.kind, cell))
                .take(6)
                .cloned()
                .collect();
            let claim = of_expr(law.kind, expr);
            if wrong.is_empty() {
                match compare(&claim)? {
                    Compared::Same => return Ok(Some(named(claim, Standing::Same))),
                    Compared::Unsaid => {
                        return Ok(Some(named(claim, Standing::Agrees(further.len()))));
                    }
                    Compared::Differ(at) => cells.extend(at.and_then(|at| drawer.told(&at))),
                }
            }
            cells.extend(wrong);
            distinct(&mut cells);
            if cells.len() == before || cells.len() > MOST_CELLS {
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
    let Some(period) = period.filter(|_| law.kind == Kind::Values) else {
        return Ok(None);
    };
    let from = period.from as Int + law.lows[0] as Int;
    let claim = Claim::Period(
        period.period as Int,
        if period.from == 0 { 0 } else { from },
        period.saltus,
    );
    Ok((compare(&claim)? == Compared::Same).then(|| named(claim, Standing::Same)))
}

/// The period that a law about one number has at first sight.
fn period(law: &Law, drawer: &Drawer<'_>) -> Option<periods::Period> {
    let [low] = &law.lows[..] else { return None };
    let values: Option<Vec<Int>> = (0..400)
        .map(|n| Some(drawer.told(&[Int::try_from(low + n).ok()?])?.told))
        .collect();
    periods::seen(&values?)
}

fn of_expr(kind: Kind, expr: Expr) -> Claim {
    match kind {
        Kind::Outcomes => Claim::Outcome(expr),
        Kind::Values | Kind::PowersOfValues => Claim::Value(expr),
    }
}

/// Whether an expression has the value at a cell that the cell tells, by the language.
fn is_right(expr: &Expr, kind: Kind, cell: &Cell) -> bool {
    let tick = at_most(10_000, 0);
    let Ok(value) = Env::new(&cell.slots, 0, &tick).eval(expr) else {
        return false;
    };
    match kind {
        Kind::Outcomes => Int::from(value != 0) == cell.told,
        Kind::Values => value == cell.told,
        Kind::PowersOfValues => {
            u32::try_from(value)
                .ok()
                .and_then(|value| 1i64.checked_shl(value))
                == Some(cell.told)
        }
    }
}

/// Each position once.
fn distinct(cells: &mut Vec<Cell>) {
    let mut seen = std::collections::HashSet::new();
    cells.retain(|cell| seen.insert(cell.slots.clone()));
}
