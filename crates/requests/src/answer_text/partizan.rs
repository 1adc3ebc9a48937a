//! The text of answers about games in which the players have different moves.

use std::fmt::Write as _;

use base::text;
use base::text::{Lang, Text};
use grundy::answer::{Answer, PartizanAnswer, PartizanValue, PlayerMoves, WinningMove};
use grundy::partizan_answer::stops_text;
use grundy::position_text::position;
use grundy::why::WhyAnswer;
use grundy::winners::{PlayResult, Winners};
use partizan::OutcomeClass;
use rules::ast::Player;
use rules::world::World;

use super::{line, move_text};

/// Writes the value of a sum, and its stops, mean and temperature if it is not a number.
pub(super) fn write_value(out: &mut String, partizan: &PartizanValue, lang: Lang) {
    let value = match &partizan.name {
        None => text!("too long to print", "过长，不打印"),
        Some(total) if partizan.components.len() > 1 => {
            let parts: Option<Vec<&str>> =
                partizan.components.iter().map(|c| c.as_deref()).collect();
            let parts = parts.filter(|parts| parts.len() <= MAX_PARTS);
            let sum = parts.map_or(String::new(), |parts| format!(" = {}", parts.join(" + ")));
            Text::same(format!("{total}{sum}"))
        }
        Some(total) => Text::same(total.clone()),
    };
    line(out, &text!("value", "值"), value.get(lang), lang);
    if partizan.stops[0] != partizan.stops[1] {
        let stops = stops_text(partizan.stops);
        line(out, &text!("stops", "停止值"), stops.get(lang), lang);
        let (mean, temperature) = (partizan.mean, partizan.temperature);
        let heat = text!(
            "{mean}, temperature {temperature}",
            "{mean}，温度 {temperature}"
        );
        line(out, &text!("mean", "均值"), heat.get(lang), lang);
    }
}

/// Writes the numbers of moves to the end under optimal play.
pub(super) fn write_lengths(out: &mut String, lengths: [Option<u64>; 2], lang: Lang) {
    let clauses = Player::ALL.into_iter().zip(lengths);
    let clauses = clauses.filter_map(|(player, length)| {
        let moves = length?;
        Some(match player {
            Player::Left => text!("{moves} if Left begins", "左方先走 {moves}"),
            Player::Right => text!("{moves} if Right begins", "右方先走 {moves}"),
        })
    });
    let clauses: Vec<String> = clauses.map(|clause| clause.get(lang).to_owned()).collect();
    if !clauses.is_empty() {
        let separator = text!(", ", "，");
        let mut words = clauses.join(separator.get(lang));
        words += text!(
            "; the winner hurries and the loser delays",
            "（胜者求速，负者拖延）"
        )
        .get(lang);
        line(out, &text!("moves", "着数"), &words, lang);
    }
}

/// Maximum number of components whose values are shown.
const MAX_PARTS: usize = 12;

/// Writes the winning moves of Left and of Right.
pub(super) fn write_moves(
    out: &mut String,
    answer: &Answer,
    moves: &[PlayerMoves; 2],
    winners: Winners,
    world: &World,
    lang: Lang,
) {
    let several = answer.components.len() > 1;
    for (player, moves) in Player::ALL.into_iter().zip(moves) {
        let PlayerMoves {
            list,
            count,
            hold_draw,
        } = moves;
        if winners.if_begins(player).is_none() {
            continue;
        }
        let who = match player {
            Player::Left => text!("Left", "左方"),
            Player::Right => text!("Right", "右方"),
        };
        let Text { en, zh } = who;
        let mut title = match count {
            _ if *hold_draw => match count {
                1 => text!("{en}: 1 move holds the draw", "{zh}：1 着可保持和局"),
                _ => text!(
                    "{en}: {count} moves hold the draw",
                    "{zh}：{count} 着可保持和局"
                ),
            },
            0 => text!("{en}: no winning move", "{zh}：没有必胜着"),
            1 => text!("{en}: 1 winning move", "{zh}：1 个必胜着"),
            _ => text!("{en}: {count} winning moves", "{zh}：{count} 个必胜着"),
        };
        if list.len() < *count {
            let listed = list.len();
            title.en += &format!(" (the first {listed} are listed)");
            title.zh += &format!("（列出前 {listed} 个）");
        }
        let _ = writeln!(out, "{}", title.get(lang));
        for made in list {
            let words = move_text(made, world, position, several, lang);
            let _ = writeln!(out, "  {words}");
        }
    }
}

/// Writes why each player who may begin wins or loses: how the value compares with 0, a best move,
/// or an answer to each move.
pub(super) fn write_reasons(out: &mut String, why: &WhyAnswer, world: &World, lang: Lang) {
    let partizan = why.answer.partizan.as_ref();
    if let Some(PartizanAnswer {
        winners,
        value: Some(value),
        ..
    }) = partizan
        && let (Some(name), Some(class)) = (&value.name, winners.class())
    {
        let words = match class {
            OutcomeClass::Left => text!("{name} is greater than 0", "{name} 大于 0"),
            OutcomeClass::Right => text!("{name} is less than 0", "{name} 小于 0"),
            OutcomeClass::Next => text!("{name} is confused with 0", "{name} 与 0 不可比较"),
            OutcomeClass::Previous => text!("the value equals 0", "值等于 0"),
        };
        let _ = writeln!(out, "{}", words.get(lang));
    }
    let several = why.answer.components.len() > 1;
    let shown = |made: &WinningMove| move_text(made, world, position, several, lang);
    for side in &why.sides {
        let Text { en, zh } = match side.player {
            Player::Left => text!("if Left begins", "左方先走"),
            Player::Right => text!("if Right begins", "右方先走"),
        };
        let moves = side.moves;
        let words = match (&side.best, side.result) {
            (Some(_), PlayResult::Draw) => text!(
                "{en}, a move that holds the draw:",
                "{zh}，可保持和局的一着："
            ),
            (Some(_), _) => text!("{en}, a winning move:", "{zh}，一个必胜着："),
            (None, _) if moves == 0 => text!("{en}, there is no move", "{zh}，没有着法"),
            (None, _) if moves == 1 => text!(
                "{en}, the only move has a winning answer:",
                "{zh}，唯一的着法有必胜的应着："
            ),
            (None, _) => text!(
                "{en}, each of the {moves} moves has a winning answer:",
                "{zh}，{moves} 个着法都有必胜的应着："
            ),
        };
        let _ = writeln!(out, "{}", words.get(lang));
        if let Some(best) = &side.best {
            let _ = writeln!(out, "  {}", shown(best));
        }
        for (made, answer) in &side.answers {
            let (first, arrow) = (shown(made), text!("answer", "应着"));
            let _ = writeln!(out, "  {first}");
            let line = match answer {
                Some(answer) => format!("{}: {}", arrow.get(lang), shown(answer)),
                None => text!("this move ends play", "这一着结束对局")
                    .get(lang)
                    .to_owned(),
            };
            let _ = writeln!(out, "    {line}");
        }
        let more = moves - side.answers.len();
        if side.best.is_none() && more > 0 {
            let words = text!("and {more} more moves", "另有 {more} 个着法");
            let _ = writeln!(out, "  {}", words.get(lang));
        }
    }
}
