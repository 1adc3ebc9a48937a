//! Conditions of moves that read several slots, choices made. One that reads two slots is a bit for
//! each pair of their values, as far as there is room; the others are interpreted.

use base::budget::Budget;
use facts::slotwise::Guard;
use facts::totals::Ranges;
use rules::eval::{Env, at_most};
use rules::ir::Int;
use rules::rules::{Fault, GameId};

/// The most bits of all conditions of a game.
const MOST_PAIRS: usize = 1 << 22;
/// The most values that one evaluation tries.
const MOST_STEPS: u64 = 1_000_000;

/// A condition as it is asked.
#[derive(Debug)]
pub(super) enum Condition {
    Pair(Pair),
    Read(Guard),
}

/// For each value of one slot those of another, as bits.
#[derive(Debug)]
pub(super) struct Pair {
    slots: [usize; 2],
    lows: [Int; 2],
    width: usize,
    holds: Vec<u64>,
}

/// Makes conditions quick to ask, as long as there is room.
pub(super) struct Pairing<'r> {
    ranges: &'r Ranges<'r>,
    left: usize,
}

impl<'r> Pairing<'r> {
    pub(super) fn new(ranges: &'r Ranges<'r>) -> Pairing<'r> {
        Pairing {
            ranges,
            left: MOST_PAIRS,
        }
    }

    pub(super) fn all(&mut self, guards: &[Guard]) -> Vec<Condition> {
        guards
            .iter()
            .map(|guard| {
                self.pair(guard)
                    .map_or_else(|| Condition::Read(guard.clone()), Condition::Pair)
            })
            .collect()
    }

    fn pair(&mut self, guard: &Guard) -> Option<Pair> {
        let reads: Vec<usize> = guard.reads.as_ref()?.iter().copied().collect();
        let slots: [usize; 2] = reads.try_into().ok()?;
        let [rows, width] = slots.map(|slot| self.ranges.width(slot));
        self.left = self.left.checked_sub(rows.checked_mul(width)?)?;
        let lows = slots.map(|slot| self.ranges.lows[slot]);
        let mut position = self.ranges.lows.clone();
        let mut holds = vec![0_u64; (rows * width).div_ceil(64)];
        for at in 0..rows * width {
            (position[slots[0]], position[slots[1]]) =
                (lows[0] + (at / width) as Int, lows[1] + (at % width) as Int);
            holds[at / 64] |= u64::from(evaluate(guard, &position).ok()?) << (at % 64);
        }
        Some(Pair {
            slots,
            lows,
            width,
            holds,
        })
    }
}

fn evaluate(guard: &Guard, slots: &[Int]) -> Result<bool, Fault> {
    let tick = at_most(MOST_STEPS, 0);
    let mut env = Env::new(slots, 0, &tick);
    env.locals.clone_from(&guard.locals);
    env.holds(&guard.condition)
}

/// Whether conditions of a game hold of a position.
///
/// # Errors
/// If one cannot be evaluated there, or the budget ends.
pub(super) fn hold(
    conditions: &[Condition],
    game: GameId,
    slots: &[Int],
    budget: &Budget<'_>,
) -> Result<bool, Fault> {
    for condition in conditions {
        let holds = match condition {
            Condition::Pair(pair) => {
                let [row, column] = [0, 1].map(|i| (slots[pair.slots[i]] - pair.lows[i]) as usize);
                let at = row * pair.width + column;
                pair.holds[at / 64] >> (at % 64) & 1 == 1
            }
            Condition::Read(guard) => {
                budget.tick()?;
                evaluate(guard, slots).map_err(|fault| match fault {
                    Fault::Rule {
                        cause, span, at, ..
                    } => Fault::Rule {
                        cause,
                        game: Some(game),
                        span,
                        at,
                    },
                    stopped => stopped,
                })?
            }
        };
        if !holds {
            return Ok(false);
        }
    }
    Ok(true)
}
