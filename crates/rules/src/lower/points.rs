//! Lowers the items about points and ties: `play score`, `gain`, `payoff`, `tie when`.

use super::lowering::Lowering;
use crate::ast::{self, GameItemKind, GameKind, PlayConvention};
use crate::ir::{Expr, Game, Move, ResultPart, ResultPartKind, SourceInfo, any_of};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

impl Lowering<'_> {
    /// Reports points without `play score`, and items that have no meaning under `play score`.
    pub(super) fn points(&mut self, decl: &ast::GameDecl, game: &Game) {
        let scores = game.conventions.play == PlayConvention::Score;
        if scores && decl.kind != GameKind::Game {
            let message = text!(
                "`play score` is allowed only in a `game`",
                "`play score` 只能用于 `game`"
            );
            self.report(Diagnostic::error(decl.name.span, message));
        }
        for item in &decl.items {
            let error = match &item.kind {
                GameItemKind::Payoff(_) if !scores => without_score("payoff", item.span),
                GameItemKind::Move(ast::MoveDecl {
                    gain: Some(gain), ..
                }) if !scores => without_score("gain", gain.span),
                GameItemKind::Goal(..) if scores => no_winner_at_once("goal", item.span),
                GameItemKind::Trap(..) if scores => no_winner_at_once("trap", item.span),
                GameItemKind::Loopy if scores => Diagnostic::error(
                    item.span,
                    text!(
                        "`loopy` cannot be combined with `play score`: the points of a play that never ends are not defined",
                        "`loopy` 不能与 `play score` 同用：不结束的对局没有确定的得分"
                    ),
                )
                .help(text!(
                    "make every play end, for example with a number of moves that are left",
                    "请让每一局都会结束，例如用一个分量记录剩余步数"
                )),
                _ => continue,
            };
            // A missing `play score` is inserted once.
            let error = match error.edits.is_empty() {
                false => error,
                true if scores => error,
                true => error.edit(
                    Span {
                        end: item.span.start,
                        ..item.span
                    },
                    "play score ",
                ),
            };
            self.report(error);
            if !scores {
                return;
            }
        }
    }
}

fn without_score(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        span,
        text!(
            "`{word}` requires `play score`",
            "`{word}` 需要 `play score`"
        ),
    )
    .help(text!(
        "add `play score`: both players then maximise their points",
        "请加上 `play score`：双方都力求自己的得分最多"
    ))
}

fn no_winner_at_once(word: &str, span: Span) -> Diagnostic {
    let help: Text = text!(
        "end play with `tie when`, and state the points of ended positions with `payoff`",
        "请用 `tie when` 结束对局，并用 `payoff` 写明终局的得分"
    );
    Diagnostic::error(
        span,
        text!(
            "`{word}` cannot be combined with `play score`: points decide who wins",
            "`{word}` 不能与 `play score` 同用：胜负由得分决定"
        ),
    )
    .help(help)
}

/// Applies the ties of a game to its moves. No move is legal in a tied position. Under every
/// convention except `play score`, the only move of a tied position leaves the position unchanged,
/// so that play never ends, which is a draw; the game is then loopy.
pub(super) fn end_in_ties(game: &mut Game) {
    let Some(tied) = any_of(&game.ties) else {
        return;
    };
    for rule in &mut game.moves {
        rule.guards[0].insert(0, Expr::Not(Box::new(tied.clone())));
    }
    if game.conventions.play == PlayConvention::Score {
        return;
    }
    game.conventions.loopy = true;
    game.moves.push(Move {
        player: None,
        label: None,
        chinese_label: SourceInfo(None),
        choices: Vec::new(),
        guards: vec![vec![tied]],
        result: vec![ResultPart {
            kind: ResultPartKind::Changed(Vec::new()),
            generators: Vec::new(),
        }],
        gain: None,
        span: SourceInfo(Span::default()),
    });
}
