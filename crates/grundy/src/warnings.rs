//! What an answer warns of: rules that say a game, and most likely not the one that is meant. A slot that says whose turn it is makes a
//! game of two sides only as long as there is one component ([`facts::turn`]). Where a move is made in every component, all turns pass
//! together and nothing is said.

use facts::{splits, turn};
use rules::ir::PartKind;
use rules::play::Component;
use rules::rules::{GameId, SumKind};
use rules::world::World;

use crate::answer::{Several, Warning};

/// The warnings about a position.
pub(crate) fn of(world: &World, position: &[Component], sum: SumKind) -> Vec<Warning> {
    let mut games: Vec<GameId> = position.iter().map(|component| component.game).collect();
    games.sort_unstable();
    games.dedup();
    own_turns(world, games, position.len() > 1, sum)
}

/// The warnings about positions of one component.
pub(crate) fn of_game(world: &World, game: GameId, sum: SumKind) -> Vec<Warning> {
    own_turns(world, vec![game], false, sum)
}

/// The games that `games` lead to and that have a turn of their own in each component, where there may be several.
fn own_turns(world: &World, mut games: Vec<GameId>, is_sum: bool, sum: SumKind) -> Vec<Warning> {
    let (mut list, mut split) = (Vec::new(), false);
    if sum == SumKind::Every {
        return list;
    }
    let mut next = 0;
    while let Some(&id) = games.get(next) {
        next += 1;
        let Some(game) = world.rules(id).game() else { continue };
        split |= splits(game);
        for part in game.moves.iter().flat_map(|shape| &shape.result) {
            if let PartKind::Fresh(other, _) = part.kind
                && !games.contains(&other)
            {
                games.push(other);
            }
        }
    }
    if !is_sum && !split {
        return list;
    }
    for id in games {
        let Some(game) = world.rules(id).game() else { continue };
        if let Some(slot) = turn(game, id) {
            let several = if is_sum { Several::Asked } else { Several::Split };
            list.push(Warning::OwnTurn { game: id, slot: game.slots[slot].name.clone(), several });
        }
    }
    list
}
