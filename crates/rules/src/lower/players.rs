//! Lowers games in which the players have different moves: `move left`, `move right`.

use super::lowering::Lowering;
use crate::ast::{GameDecl, GameItem, GameItemKind, GameKind, PlayConvention};
use crate::ir::{Expr, Game, Move, ResultPart, ResultPartKind, any_of};
use base::diagnostic::{Diagnostic, Span};
use base::text;

impl Lowering<'_> {
    /// Sets the convention of a game in which the players have different moves, and reports items
    /// that have no meaning there.
    pub(super) fn players(&mut self, decl: &GameDecl, game: &mut Game) {
        let of_one_player = |item: &GameItem| match &item.kind {
            GameItemKind::Move(rule) => rule.player.is_some(),
            GameItemKind::Goal(_, player) | GameItemKind::Trap(_, player) => player.is_some(),
            _ => false,
        };
        if !decl.items.iter().any(of_one_player) {
            return;
        }
        if decl.kind != GameKind::Game {
            self.not_with_players("`coins`", decl.name.span);
        } else if let Some((word, span)) = decl.items.iter().find_map(refused) {
            self.not_with_players(&format!("`{word}`"), span);
        }
        let compounds = |rule: &&Move| {
            let is_compound = |part: &ResultPart| matches!(part.kind, ResultPartKind::Compound(..));
            rule.result.iter().any(is_compound)
        };
        if let Some(rule) = game.moves.iter().find(compounds) {
            self.not_with_players("a compound", rule.span.0);
        }
        game.conventions.play = PlayConvention::Partizan;
    }

    fn not_with_players(&mut self, what: &str, span: Span) {
        self.report(Diagnostic::error(
            span,
            text!(
                "{what} cannot be combined with `move left` and `move right`",
                "{what} 不能与 `move left`、`move right` 同用"
            ),
        ));
    }
}

/// Applies the conditions under which one player has won to the moves of a game: no move is legal
/// in a component that satisfies one of them.
pub(super) fn end_if_decided(game: &mut Game) {
    let Some(decided) = any_of(game.decided.iter().map(|(_, condition)| condition)) else {
        return;
    };
    for rule in &mut game.moves {
        rule.guards[0].insert(0, Expr::Not(Box::new(decided.clone())));
    }
}

/// Returns an item that has no meaning if the players have different moves, by its keyword.
fn refused(item: &GameItem) -> Option<(&'static str, Span)> {
    let word = match &item.kind {
        GameItemKind::Play(_) => "play",
        GameItemKind::Sum(_) => "sum",
        GameItemKind::Until(_) => "until",
        GameItemKind::Urgent(_) => "urgent",
        GameItemKind::Tier(_) => "tier",
        GameItemKind::Claim(_) => "claim",
        GameItemKind::Move(rule) => return Some(("again", rule.again?)),
        _ => return None,
    };
    Some((word, item.span))
}
