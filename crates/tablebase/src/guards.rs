//! Conditions of moves that depend on several slots after the choices are made. A condition on two
//! slots is stored as one bit for each pair of their values, up to a maximum number of bits per
//! game. Other conditions are interpreted.

use base::budget::Budget;
use facts::slotwise::SlotGuard;
use facts::totals::SlotRanges;
use rules::eval::{EvalContext, at_most};
use rules::game::{GameId, RulesError};
use rules::ir::Int;

/// Maximum number of bits of all conditions of a game.
const MAX_TABLE_BITS: usize = 1 << 22;
/// Maximum number of values that one evaluation tries.
const MAX_EVALUATION_VALUES: u64 = 1_000_000;

/// A condition in the form in which it is tested.
#[derive(Debug)]
pub(crate) enum GuardCondition {
    Pair(PairTable),
    Read(SlotGuard),
}

/// For each value of one slot, the set of allowed values of another slot, as bits.
#[derive(Debug)]
pub(crate) struct PairTable {
    slots: [usize; 2],
    lows: [Int; 2],
    width: usize,
    holds: Vec<u64>,
}

/// Compiles conditions to pair tables, until the maximum number of bits is reached.
pub(crate) struct GuardCompiler<'r> {
    ranges: &'r SlotRanges<'r>,
    left: usize,
}

impl<'r> GuardCompiler<'r> {
    pub(crate) fn new(ranges: &'r SlotRanges<'r>) -> GuardCompiler<'r> {
        GuardCompiler {
            ranges,
            left: MAX_TABLE_BITS,
        }
    }

    pub(crate) fn all(&mut self, guards: &[SlotGuard]) -> Vec<GuardCondition> {
        guards
            .iter()
            .map(|guard| {
                self.pair(guard)
                    .map_or_else(|| GuardCondition::Read(guard.clone()), GuardCondition::Pair)
            })
            .collect()
    }

    fn pair(&mut self, guard: &SlotGuard) -> Option<PairTable> {
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
        Some(PairTable {
            slots,
            lows,
            width,
            holds,
        })
    }
}

fn evaluate(guard: &SlotGuard, slots: &[Int]) -> Result<bool, RulesError> {
    let tick = at_most(MAX_EVALUATION_VALUES, 0);
    let mut env = EvalContext::new(slots, 0, &tick);
    env.locals.clone_from(&guard.locals);
    env.holds(&guard.condition)
}

/// Returns whether all conditions of a move hold in a position.
///
/// # Errors
/// Returns [`RulesError`] if a condition cannot be evaluated or the budget runs out.
pub(crate) fn hold(
    conditions: &[GuardCondition],
    game: GameId,
    slots: &[Int],
    budget: &Budget<'_>,
) -> Result<bool, RulesError> {
    for condition in conditions {
        let holds = match condition {
            GuardCondition::Pair(pair) => {
                let [row, column] = [0, 1].map(|i| (slots[pair.slots[i]] - pair.lows[i]) as usize);
                let at = row * pair.width + column;
                pair.holds[at / 64] >> (at % 64) & 1 == 1
            }
            GuardCondition::Read(guard) => {
                budget.tick()?;
                evaluate(guard, slots).map_err(|fault| match fault {
                    RulesError::Rule {
                        cause, span, at, ..
                    } => RulesError::Rule {
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
