//! Families of games, derived from their rules and not from their names: the kind of state, and
//! special conventions of play. A gallery sorts games by family.

use crate::ast::{DrawKind, PlayConvention};
use crate::game::Rules;
use crate::ir::{Game, Int, ParameterValue};
use crate::view::{CellGrid, View, draw_spec};

/// A family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameFamily {
    /// Amounts: heaps, and numbers that are not locations.
    Heaps,
    /// Cells, pins or locations in a row or a ring.
    Rows,
    /// Coins that are turned over.
    Coins,
    /// Cells or locations on a board, sheets, rows of squares.
    Boards,
    /// A graph.
    Graphs,
    /// Letters.
    Words,
    /// A player who cannot move wins.
    Misere,
    /// Play can cycle.
    Loopy,
    /// The players have different moves.
    Partizan,
}

impl GameFamily {
    /// All families with their keywords.
    pub const ALL: [(&str, GameFamily); 9] = [
        ("heaps", GameFamily::Heaps),
        ("rows", GameFamily::Rows),
        ("coins", GameFamily::Coins),
        ("boards", GameFamily::Boards),
        ("graphs", GameFamily::Graphs),
        ("words", GameFamily::Words),
        ("misere", GameFamily::Misere),
        ("loopy", GameFamily::Loopy),
        ("partizan", GameFamily::Partizan),
    ];

    /// Returns the keyword of the family.
    pub fn word(self) -> &'static str {
        GameFamily::ALL
            .iter()
            .find(|(_, family)| *family == self)
            .map_or("", |(word, _)| word)
    }

    /// Returns the families of a game: first the family of its state, then the families of its
    /// conventions. `position` is a position of the game.
    pub fn classify(rules: &dyn Rules, position: &[Int]) -> Vec<GameFamily> {
        let conventions = rules.conventions();
        let shape = match rules.game() {
            Some(game) => of_game(game),
            None => of_view(rules.view(position).as_ref()),
        };
        let played = [
            (
                GameFamily::Misere,
                conventions.play == PlayConvention::Misere,
            ),
            (GameFamily::Loopy, conventions.loopy),
            (
                GameFamily::Partizan,
                conventions.play == PlayConvention::Partizan,
            ),
        ];
        [shape]
            .into_iter()
            .chain(
                played
                    .into_iter()
                    .filter(|(_, is)| *is)
                    .map(|(family, _)| family),
            )
            .collect()
    }
}

/// Returns the family of the state of a game in the rule language.
fn of_game(game: &Game) -> GameFamily {
    if game.coins {
        return GameFamily::Coins;
    }
    if !game.words.is_empty() {
        return GameFamily::Words;
    }
    // A set of pairs of a vertex and a colour belongs to a graph too, because the graph is an
    // argument of the game.
    if let Some(set) = game.sets.first() {
        let of_graph = set.network.is_some()
            || game
                .args
                .iter()
                .any(|(_, value)| matches!(value, ParameterValue::Graph(_)));
        return match set.ground.board() {
            _ if of_graph => GameFamily::Graphs,
            Some((1, _)) => GameFamily::Rows,
            _ => GameFamily::Boards,
        };
    }
    match draw_spec(game).map(|draw| draw.kind) {
        Some(DrawKind::Row | DrawKind::Strip | DrawKind::Ring) => GameFamily::Rows,
        // Sorted heaps are drawn as squares, but do not belong to boards.
        Some(DrawKind::Squares) if !game.unordered.is_empty() => GameFamily::Heaps,
        Some(DrawKind::Squares | DrawKind::Sheet | DrawKind::Board) => GameFamily::Boards,
        Some(DrawKind::Heaps | DrawKind::Steps | DrawKind::Numbers) | None => GameFamily::Heaps,
    }
}

/// Returns the family of a structure or a game in Rust, by its view.
fn of_view(view: Option<&View>) -> GameFamily {
    match view {
        Some(View::Graph(_)) => GameFamily::Graphs,
        Some(View::Cells(CellGrid { rows, .. })) if rows.len() > 1 => GameFamily::Boards,
        Some(View::Cells(_) | View::Ring(_)) => GameFamily::Rows,
        Some(View::Layers(_)) => GameFamily::Boards,
        Some(View::Heaps(_) | View::Numbers(_) | View::Written) | None => GameFamily::Heaps,
    }
}
