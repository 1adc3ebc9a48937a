//! Warnings about moves that are dropped because the range of a slot is too narrow
//! ([`rules::dropped_moves`]).

use base::budget::Budget;
use base::diagnostic::Diagnostic;
use base::text;
use base::text::Text;
use rules::dropped_moves::{DroppedMove, find_dropped_moves, may_drop};
use rules::game::GameId;
use rules::ir::Int;
use rules::play::Component;
use rules::world::World;

use crate::answer::Warning;
use crate::position_text;
use crate::row_walk::each_row;

/// Larger numbers that are tried in an unbounded slot, in addition to the first numbers from its
/// minimum on.
const LARGE_VALUES: [Int; 6] = [12, 20, 40, 80, 200, 1000];

/// Number of values tried in each slot, starting at its minimum.
const REACH: Int = 8;

/// Maximum number of rows of numbers that are tried as positions.
const ROWS: usize = 400;

/// Returns whether a rule of any given game, or of a game that its moves lead to, may drop moves
/// because a range is too narrow.
fn may_be_narrow(world: &World, games: &[GameId]) -> bool {
    world
        .reachable_games(games.iter().copied())
        .into_iter()
        .any(|game| may_drop(world, game))
}

/// Returns the warnings about a position.
pub(crate) fn of_position(
    world: &World,
    position: &[Component],
    budget: &Budget<'_>,
) -> Vec<Warning> {
    let games: Vec<GameId> = position.iter().map(|component| component.game).collect();
    if !may_be_narrow(world, &games) {
        return Vec::new();
    }
    warnings(world, position.to_vec(), budget)
}

/// Returns the warnings about a table of these games.
pub(crate) fn of_games(world: &World, games: &[GameId], budget: &Budget<'_>) -> Vec<Warning> {
    if !may_be_narrow(world, games) {
        return Vec::new();
    }
    warnings(
        world,
        games
            .iter()
            .flat_map(|game| seeds(world, *game, budget))
            .collect(),
        budget,
    )
}

/// Returns the warnings about the rules of a game, each located at its move.
pub fn of_rules(world: &World, game: GameId, budget: &Budget<'_>) -> Vec<Diagnostic> {
    let Some(ir) = world.rules(game).game() else {
        return Vec::new();
    };
    if !may_be_narrow(world, &[game]) {
        return Vec::new();
    }
    let found = find_dropped_moves(world, seeds(world, game, budget), budget)
        .into_iter()
        .filter(|narrow| narrow.from.game == game);
    let diagnostic = |narrow: DroppedMove| {
        let DroppedMove { slot, high, .. } = &narrow;
        let help = text!(
            "enlarge the range of `{slot}`, or state the bound in the guard: `when … <= {high}`",
            "请扩大 `{slot}` 的范围，或在条件中写明上界：`when … <= {high}`"
        );
        Diagnostic::warning(
            ir.moves[narrow.rule].span.0,
            position_text::warning(&warning(world, &narrow)),
        )
        .help(help)
    };
    found.map(diagnostic).collect()
}

#[cold]
#[inline(never)]
fn warnings(world: &World, seeds: Vec<Component>, budget: &Budget<'_>) -> Vec<Warning> {
    find_dropped_moves(world, seeds, budget)
        .iter()
        .map(|narrow| warning(world, narrow))
        .collect()
}

fn warning(world: &World, narrow: &DroppedMove) -> Warning {
    let DroppedMove {
        from,
        rule,
        choices,
        ..
    } = narrow;
    let step = world
        .describe(from.game, &from.slots, *rule, choices)
        .unwrap_or_else(|| Text::same(position_text::choices(world, from, *rule, choices)));
    Warning::NarrowSlot {
        game: position_text::game(world, from.game),
        position: position_text::component(world, from),
        step: if step.en.is_empty() {
            Text::same(format!("move {}", rule + 1))
        } else {
            step
        },
        slot: narrow.slot.clone(),
        value: narrow.value,
        high: narrow.high,
    }
}

/// Returns positions of a game to try: positions with small numbers, a few with larger numbers, and
/// the start of the game.
#[cold]
#[inline(never)]
fn seeds(world: &World, game: GameId, budget: &Budget<'_>) -> Vec<Component> {
    let rules = world.rules(game);
    let Some(ir) = rules.game() else {
        return Vec::new();
    };
    let mut rows: Vec<Vec<Int>> = rules.position(None).into_iter().collect();
    if !ir.holds_more() {
        let end =
            |low: Int, high: Option<Int>| high.unwrap_or(Int::MAX).min(low.saturating_add(REACH));
        let ranges: Vec<(Int, Int)> = ir
            .slots
            .iter()
            .map(|slot| (slot.low, end(slot.low, slot.high)))
            .collect();
        let walked = each_row(&ranges, &mut |row| {
            rows.push(row.to_vec());
            Ok(if rows.len() < ROWS {
                std::ops::ControlFlow::Continue(())
            } else {
                std::ops::ControlFlow::Break(())
            })
        });
        debug_assert!(walked.is_ok());
        for large in LARGE_VALUES {
            rows.push(
                ir.slots
                    .iter()
                    .map(|slot| {
                        if slot.high.is_none() {
                            slot.low.saturating_add(large)
                        } else {
                            slot.low
                        }
                    })
                    .collect(),
            );
        }
    }
    rows.iter_mut().for_each(|row| rules.canonicalise(row));
    rows.retain(|row| matches!(world.contains(game, row, budget), Ok(true)));
    rows.into_iter()
        .map(|row| Component::new(game, row))
        .collect()
}
