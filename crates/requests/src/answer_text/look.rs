//! `moves --all`: text output of every legal move with its result.

use std::fmt::Write as _;

use base::text;
use base::text::{Lang, Text};
use grundy::player::JudgedMove;
use grundy::position_text;
use rules::ast::Player;
use rules::game::Outcome;

use super::{move_text, opening};
use crate::look::LookReply;

/// Returns the position, the winner, and the moves in the order of their components and rules.
pub fn to_text(looked: &LookReply, lang: Lang) -> String {
    let (look, world) = (&looked.look, &looked.world);
    let mut out = match &look.answer {
        Some(answer) => opening(answer, world, lang),
        None => format!("{}\n", looked.position()),
    };
    let (count, wins) = (
        look.moves.len(),
        look.moves
            .iter()
            .filter(|judged| judged.outcome == Some(Outcome::P))
            .count(),
    );
    // A truncated list may contain no winning move although a winning move exists.
    let title = match (count, wins) {
        (0, _) => text!("no legal move", "没有合法着法"),
        (1, 1) => text!("1 legal move, which wins", "1 个合法着法，必胜"),
        (1, _) => text!("1 legal move", "1 个合法着法"),
        (_, 0) if look.complete => text!(
            "{count} legal moves, none of which wins",
            "{count} 个合法着法，均不能必胜"
        ),
        (_, 1) => text!(
            "{count} legal moves, of which 1 wins",
            "{count} 个合法着法，其中 1 个必胜"
        ),
        _ => text!(
            "{count} legal moves, of which {wins} win",
            "{count} 个合法着法，其中 {wins} 个必胜"
        ),
    };
    let more = if look.complete {
        text!("", "")
    } else {
        text!(" (there are more)", "（还有更多）")
    };
    let _ = writeln!(out, "{}{}", title.get(lang), more.get(lang));
    let several = look
        .answer
        .as_ref()
        .map_or(look.position.len(), |answer| answer.components.len())
        > 1;
    for judged in &look.moves {
        let player = judged.player.map_or(text!("", ""), |player| match player {
            Player::Left => text!("Left: ", "左方："),
            Player::Right => text!("Right: ", "右方："),
        });
        let made = move_text(&judged.made, world, position_text::position, several, lang);
        let _ = writeln!(
            out,
            "  {}  {}{made}{}",
            result(judged.outcome).get(lang),
            player.get(lang),
            result_text(judged).get(lang)
        );
    }
    out
}

/// Returns the result of a move for its player. All result texts of a language have the same width.
fn result(left: Option<Outcome>) -> Text {
    match left {
        Some(Outcome::P) => text!("✓ wins ", "✓ 胜"),
        Some(Outcome::D) => text!("= draws", "= 平"),
        Some(Outcome::N) => text!("✗ loses", "✗ 负"),
        None => text!("?      ", "?   "),
    }
}

/// Returns the value of the position after the move, otherwise the number of moves to the end;
/// empty if both the value and the number are unknown.
fn result_text(judged: &JudgedMove) -> Text {
    match (judged.value, judged.remoteness) {
        (Some(value), _) => text!(" (value {value})", "（值 {value}）"),
        (None, Some(1)) => text!(" (1 move to the end)", "（距终局 1 步）"),
        (None, Some(moves)) => text!(" ({moves} moves to the end)", "（距终局 {moves} 步）"),
        (None, None) => text!("", ""),
    }
}
