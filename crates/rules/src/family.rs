//! Families of games, read off their rules and not off their names: what the state of a game is
//! made of, and how it is played where that is out of the ordinary. A gallery sorts by them.

use crate::ast::{DrawKind, Play};
use crate::ir::{Game, Int, Value};
use crate::rules::Rules;
use crate::view::{Cells, View, drawn};

/// A family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Amounts: heaps, and numbers that are no places.
    Heaps,
    /// Cells, pins or places in a row or a ring.
    Rows,
    /// Coins that are turned.
    Coins,
    /// Cells or places on a board, sheets, rows of squares.
    Boards,
    /// A graph.
    Graphs,
    /// Letters.
    Words,
    /// Who cannot move wins.
    Misere,
    /// Play may go round.
    Loopy,
}

impl Family {
    /// Every family with its word.
    pub const ALL: [(&str, Family); 8] = [
        ("heaps", Family::Heaps),
        ("rows", Family::Rows),
        ("coins", Family::Coins),
        ("boards", Family::Boards),
        ("graphs", Family::Graphs),
        ("words", Family::Words),
        ("misere", Family::Misere),
        ("loopy", Family::Loopy),
    ];

    /// The word of the family.
    pub fn word(self) -> &'static str {
        Family::ALL
            .iter()
            .find(|(_, family)| *family == self)
            .map_or("", |(word, _)| word)
    }

    /// The families of a game: what its state is made of, then how it is played. `position` is one
    /// of its positions.
    pub fn of(rules: &dyn Rules, position: &[Int]) -> Vec<Family> {
        let conventions = rules.conventions();
        let shape = match rules.game() {
            Some(game) => of_game(game),
            None => of_view(rules.view(position).as_ref()),
        };
        let played = [
            (Family::Misere, conventions.play == Play::Misere),
            (Family::Loopy, conventions.loopy),
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

/// What the state of a game of the language is made of.
fn of_game(game: &Game) -> Family {
    if game.coins {
        return Family::Coins;
    }
    if !game.words.is_empty() {
        return Family::Words;
    }
    // A set of pairs of a vertex and a colour is of a graph too: its game is told of one.
    if let Some(set) = game.sets.first() {
        let of_graph = set.network.is_some()
            || game
                .args
                .iter()
                .any(|(_, value)| matches!(value, Value::Graph(_)));
        return match set.ground.board() {
            _ if of_graph => Family::Graphs,
            Some((1, _)) => Family::Rows,
            _ => Family::Boards,
        };
    }
    match drawn(game).map(|draw| draw.kind) {
        Some(DrawKind::Row | DrawKind::Strip | DrawKind::Ring) => Family::Rows,
        // Heaps that are kept in order look like a board and are none.
        Some(DrawKind::Squares) if !game.unordered.is_empty() => Family::Heaps,
        Some(DrawKind::Squares | DrawKind::Sheet | DrawKind::Board) => Family::Boards,
        Some(DrawKind::Heaps | DrawKind::Steps | DrawKind::Numbers) | None => Family::Heaps,
    }
}

/// What a structure or a game in Rust is made of, by its look.
fn of_view(view: Option<&View>) -> Family {
    match view {
        Some(View::Graph(_)) => Family::Graphs,
        Some(View::Cells(Cells { rows, .. })) if rows.len() > 1 => Family::Boards,
        Some(View::Cells(_) | View::Ring(_)) => Family::Rows,
        Some(View::Layers(_)) => Family::Boards,
        Some(View::Heaps(_) | View::Numbers(_) | View::Written) | None => Family::Heaps,
    }
}
