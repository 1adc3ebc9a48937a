//! Compares the clauses of a game with the interpreter of its rules: at all positions of a box (the
//! positions whose slots are in given ranges), and at random moves from large positions.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use clauses::{ClauseError, RuleClauses};
use rules::game::{GameId, OptionArena, OptionRef};
use rules::ir::Int;
use rules::world::World;

use crate::error::CertificateError;
use crate::walker::refuse;

/// Maximum number of positions in a box at which the clauses are compared with the rules.
const BOX: usize = 2_000;

/// Maximum number of moves for which the clauses are compared with the rules in one box. The
/// comparison of the box ends early when this number of moves is reached. A move that leaves many
/// components counts as more than one move.
const MOVES: usize = 60_000;

/// A move counts as one additional move for each group of this many components that it leaves.
const COMPONENTS: usize = 8;

/// Maximum number of budget polls per position. The comparison of the box ends at a position that
/// needs more budget polls, because its moves leave too many components.
const MAX_POLLS_PER_POSITION: u32 = 2_000;

/// Minimum number of positions that must be compared before the comparison of the box may end at a
/// position that needs too many budget polls.
const MIN_POSITIONS: usize = 16;

/// Cost of the comparison of one large position, in small steps.
const STEPS: usize = 100;

/// Number of large positions whose random moves are compared.
const LARGE_POSITION_SAMPLES: usize = 1_000;

/// Maximum number of budget polls per large position whose random moves are compared.
const MAX_POLLS_PER_SAMPLE: u32 = 4;

pub(crate) fn unread(unread: ClauseError) -> CertificateError {
    match unread {
        ClauseError::Refused(Text { en, zh }) => CertificateError::Law {
            reason: text!(
                "the rules cannot be read as clauses: {en}",
                "其规则不能读作子句：{zh}"
            ),
        },
        ClauseError::Stopped(stop) => CertificateError::Stopped(stop),
    }
}

fn differ(what: &Text) -> CertificateError {
    let Text { en, zh } = what;
    CertificateError::Law {
        reason: text!(
            "the clauses differ from the rules: {en}",
            "子句与规则不符：{zh}"
        ),
    }
}

/// Reads the clauses of a game.
pub(crate) fn read(
    world: &World,
    game: GameId,
    budget: &Budget<'_>,
) -> Result<RuleClauses, CertificateError> {
    clauses::of_game(world, game, budget).map_err(unread)
}

/// Reads the clauses of a game. If the positions of the game are kept sorted, the clauses are read
/// as by [`clauses::unsorted`].
pub(crate) fn unsorted(
    world: &World,
    game: GameId,
    budget: &Budget<'_>,
) -> Result<RuleClauses, CertificateError> {
    clauses::unsorted(world, game, budget).map_err(unread)
}

/// Compares clauses with rules, and returns the number of positions and random moves that were
/// compared.
pub(crate) fn compare(
    world: &World,
    clauses: &RuleClauses,
    budget: &Budget<'_>,
) -> Result<usize, CertificateError> {
    let lows: Vec<Int> = world
        .rules(clauses.game)
        .slots()
        .iter()
        .map(|slot| slot.low)
        .collect();
    Ok(in_box(world, clauses, &lows, budget)? + at_large(world, clauses, &lows, budget)?)
}

/// Compares positions in the order of their largest slot.
fn in_box(
    world: &World,
    clauses: &RuleClauses,
    lows: &[Int],
    budget: &Budget<'_>,
) -> Result<usize, CertificateError> {
    let (mut compared, mut moves) = (0, 0);
    let mut options = OptionArena::new();
    for shell in 0..BOX as Int {
        let mut at = vec![0; lows.len()];
        loop {
            if compared >= BOX || moves >= MOVES {
                return Ok(compared);
            }
            budget.tick()?;
            if at.iter().max().is_none_or(|&most| most == shell) {
                let slots: Vec<Int> = at.iter().zip(lows).map(|(x, low)| x + low - 1).collect();
                let (found, cut) = budget.limited(MAX_POLLS_PER_POSITION, |budget| {
                    let differ = clauses::differs(world, clauses, &slots, budget)?;
                    let listed = world
                        .contains(clauses.game, &slots, budget)
                        .is_ok_and(|position| position)
                        && world
                            .options(clauses.game, &slots, &mut options, budget)
                            .is_ok();
                    let weight =
                        |option: OptionRef<'_>| 1 + option.components().count() / COMPONENTS;
                    Ok((
                        differ,
                        if listed {
                            options.iter().map(weight).sum()
                        } else {
                            0
                        },
                    ))
                });
                match found {
                    Err(ClauseError::Stopped(StopReason::Positions(_)))
                        if cut && compared >= MIN_POSITIONS =>
                    {
                        return Ok(compared);
                    }
                    Err(ClauseError::Stopped(StopReason::Positions(_))) if cut => {
                        return refuse(text!(
                            "the moves of the game leave too many components for a comparison with the rules",
                            "其着法留下的部分过多，无法与规则核对"
                        ));
                    }
                    Err(stopped) => return Err(unread(stopped)),
                    Ok((Some(what), _)) => return Err(differ(&what)),
                    Ok((None, more)) => moves += more,
                }
                compared += 1;
            }
            let Some(slot) = at.iter().rposition(|&x| x < shell) else {
                break;
            };
            at[slot] += 1;
            at[slot + 1..].fill(0);
        }
    }
    Ok(compared)
}

/// A deterministic generator of pseudo-random numbers.
struct SampleRng(u64);

impl SampleRng {
    /// Returns a number from 0 to `most`.
    fn upto(&mut self, most: u64) -> u64 {
        // xorshift64* (Marsaglia, Vigna).
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % most.saturating_add(1)
    }
}

fn at_large(
    world: &World,
    clauses: &RuleClauses,
    lows: &[Int],
    budget: &Budget<'_>,
) -> Result<usize, CertificateError> {
    let rules = world.rules(clauses.game);
    let Some(game) = rules.game() else {
        return refuse(text!(
            "the game is not written in the rule language",
            "该游戏不是用规则语言写的"
        ));
    };
    let mut chance = SampleRng(0x9E37_79B9_7F4A_7C15);
    let mut compared = 0;
    for turn in 0..LARGE_POSITION_SAMPLES {
        budget.steps(STEPS)?;
        let most = 1u64 << (4 + turn % 37);
        let slots: Vec<Int> = lows
            .iter()
            .map(|low| low + chance.upto(most) as Int)
            .collect();
        if game.moves.is_empty() {
            break;
        }
        let rule = chance.upto(game.moves.len() as u64 - 1) as usize;
        let choices: Vec<Int> = (0..game.moves[rule].chosen())
            .map(|_| {
                let slot = slots
                    .get(chance.upto(lows.len() as u64) as usize)
                    .copied()
                    .unwrap_or(0);
                let small = chance.upto(8) as Int;
                match chance.upto(4) {
                    0 => small - 4,
                    1 => slot - small,
                    2 => slot / 2 + small - 4,
                    _ => chance.upto(slot.unsigned_abs()) as Int,
                }
            })
            .collect();
        // A large position whose comparison takes too long is skipped.
        let (found, cut) = budget.limited(MAX_POLLS_PER_SAMPLE, |budget| {
            clauses::differs_in_move(world, clauses, &slots, rule, &choices, budget)
        });
        match found {
            Err(ClauseError::Stopped(StopReason::Positions(_))) if cut => continue,
            // A large position is skipped if the bounds of one of its numbers can only be computed
            // from the complete rule.
            Err(ClauseError::Refused(_)) => continue,
            Err(stopped) => return Err(unread(stopped)),
            Ok(Some(what)) => return Err(differ(&what)),
            Ok(None) => compared += 1,
        }
    }
    Ok(compared)
}
