//! What the dialogue says: openings, endings, reasons and looks back, in both languages.

use std::fmt::Write as _;

use base::text;
use base::text::{Lang, Text};
use grundy::Grundy;
use grundy::answer::WinningMove;
use grundy::player::{Balance, Grounds, Mistake, Player, Reason, Review, Why};
use grundy::words::{component, counted};
use rules::ast::Play;
use rules::rules::{Conventions, Outcome};
use rules::world::World;
use unicode_width::UnicodeWidthStr;

use crate::words;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The person at the keyboard.
    You,
    /// The computer.
    Computer,
    /// One of two computers.
    Number(usize),
}

/// How the game is played, where it is not only that who cannot move loses.
pub fn conventions(conventions: Conventions, (goal, trap): (bool, bool)) -> Text {
    let mut all = Vec::new();
    if conventions.play == Play::Normal {
        all.push(text!("who cannot move loses", "不能走者负"));
    }
    all.extend(words::conventions(conventions));
    if goal {
        all.push(text!("who reaches a goal wins at once", "先到达目标者立即获胜"));
    }
    if trap {
        all.push(text!("who steps into a trap loses at once", "走入陷阱者立即告负"));
    }
    if conventions.loopy {
        all.push(text!("a position that comes up for the third time is a draw", "同一局面第三次出现算平局"));
    }
    let (en, zh): (Vec<String>, Vec<String>) = all.into_iter().map(|text| (text.en, text.zh)).unzip();
    Text { en: en.join("; "), zh: zh.join("；") }
}

/// How strong the computer is.
pub fn strength(strength: u8, seed: u64) -> Text {
    if strength == 100 {
        return text!("The computer plays perfectly.", "电脑下法完美。");
    }
    text!(
        "The computer plays a perfect move in about {strength} of 100 turns (--seed {seed}).",
        "电脑每 100 步中约有 {strength} 步是完美着法（--seed {seed}）。"
    )
}

/// Who won and why, after so many moves.
pub fn end(winner: Option<Who>, reason: Reason, play: Play, moves: usize) -> Text {
    let why = match (reason, play) {
        (Reason::Goal, _) if moves == 0 => text!("Play is over: the position holds a goal.", "对局已结束：局面中已有目标。"),
        (Reason::Trap, _) if moves == 0 => text!("Play is over: the position holds a trap.", "对局已结束：局面中已有陷阱。"),
        (Reason::Goal, _) => text!("A goal is reached.", "已到达目标。"),
        (Reason::Trap, _) => text!("That was a trap.", "走入了陷阱。"),
        (Reason::NoMove, Play::Normal) => text!("No move is left, and who cannot move loses.", "没有可走的着法，不能走者负。"),
        (Reason::NoMove, Play::Misere) => text!("No move is left, and who cannot move wins.", "没有可走的着法，不能走者胜。"),
        (Reason::Repetition, _) => text!("This position came up for the third time.", "同一局面第三次出现。"),
        (Reason::Resigned, _) => text!("You gave up.", "你认输了。"),
    };
    let who = match winner {
        Some(Who::You) => text!("You win!", "你赢了！"),
        Some(Who::Computer) => text!("The computer wins.", "电脑获胜。"),
        Some(Who::Number(n)) => text!("Player {n} wins.", "{n} 号获胜。"),
        None => text!("A draw.", "平局。"),
    };
    let count = match moves {
        0 => text!("", ""),
        1 => text!("1 move was made.", "共走 1 步。"),
        _ => text!("{moves} moves were made.", "共走 {moves} 步。"),
    };
    Text { en: format!("{} {} {}", why.en, who.en, count.en).trim_end().to_owned(), zh: format!("{}{}{}", why.zh, who.zh, count.zh) }
}

/// What the player did with his chances.
pub fn review(review: &Review, world: &World, winner: Option<Player>, human: Player, lang: Lang) -> Text {
    if let Some(Mistake { turn, before, had, made, lost, better }) = &review.mistake {
        let number = turn + 1;
        let several = before.len() > 1;
        let (made, better) = (in_words(made, world, several, lang), in_words(better, world, several, lang));
        return match (had, lost) {
            (Outcome::N, true) => text!(
                "At move {number} you had a winning position and gave it away:\n  {made}\nThis would have won:\n  {better}",
                "第 {number} 步时你本来必胜，却走了：\n  {made}\n这样走才能赢：\n  {better}"
            ),
            (Outcome::N, false) => text!(
                "At move {number} you had a winning position, and after this a draw:\n  {made}\nThis would have won:\n  {better}",
                "第 {number} 步时你本来必胜，走了这一步变成平局：\n  {made}\n这样走才能赢：\n  {better}"
            ),
            _ => text!(
                "At move {number} you could have held the draw, and lost it:\n  {made}\nThis would have held it:\n  {better}",
                "第 {number} 步时你本可守和，却走了：\n  {made}\n这样走才能守和：\n  {better}"
            ),
        };
    }
    match (review.could_win, winner) {
        (false, None) => text!("You never had a winning position, and held the draw.", "你始终没有必胜局面，但守住了平局。"),
        (true, Some(winner)) if winner == human => text!("You made no mistake.", "你没有失误。"),
        (true, _) => text!("Up to there you made no mistake.", "到此为止你没有失误。"),
        _ if human == Player::First => {
            text!(
                "You never had a winning position. See what happens with --first computer.",
                "你始终没有必胜局面。可用 --first computer 让电脑先走试试。"
            )
        }
        _ => text!(
            "You never had a winning position. See what happens with --first me.",
            "你始终没有必胜局面。可用 --first me 由你先走试试。"
        ),
    }
}

/// Why the position before the person is won, lost or drawn.
pub fn why(why: &Why, world: &World, lang: Lang) -> String {
    let mut out = String::new();
    if let Some(balance) = &why.balance
        && balance.parts.len() > 1
    {
        out += &columns(balance, world, lang);
    }
    let _ = writeln!(out, "{}", verdict(why, world).get(lang));
    if let Some(example) = &why.example {
        let _ = writeln!(out, "  {}", in_words(example, world, why.answer.components.len() > 1, lang));
    }
    if let Some(moves) = why.remoteness {
        let more = text!("Moves to the end with best play on both sides: {moves}.", "双方都走最佳着法，到终局还有 {moves} 步。");
        let _ = writeln!(out, "{}", more.get(lang));
    }
    let (status, evidence) = (why.answer.status.text(), why.answer.evidence.text());
    let status = Text { en: format!("({}: {})", status.en, evidence.en), zh: format!("（{}：{}）", status.zh, evidence.zh) };
    let _ = writeln!(out, "{}", status.get(lang));
    out
}

/// The values in decimal and binary below each other, then their nim-sum with the bit that decides.
fn columns(balance: &Balance, world: &World, lang: Lang) -> String {
    const MOST: usize = 12;
    let title = text!("nim-sum", "Nim 和");
    let parts = balance.parts.iter().take(MOST);
    let mut rows: Vec<(String, Option<u64>)> = parts.map(|(part, value)| (component(world, part), Some(*value))).collect();
    if balance.parts.len() > MOST {
        rows.push(("…".to_owned(), None));
    }
    rows.push((title.get(lang).to_owned(), Some(balance.total)));
    let name_width = rows.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
    let most = balance.parts.iter().map(|(_, value)| *value).max().unwrap_or(0).max(balance.total);
    let (digits, bits) = (most.to_string().len(), most.checked_ilog2().unwrap_or(0) as usize + 1);
    let mut out = String::new();
    for (name, value) in rows {
        let gap = " ".repeat(name_width - name.width());
        let _ = match value {
            None => writeln!(out, "  {name}"),
            Some(value) => writeln!(out, "  {name}{gap}  {value:>digits$}  {value:0>bits$b}"),
        };
    }
    if let Some(bit) = balance.total.checked_ilog2() {
        let before = " ".repeat(2 + name_width + 2 + digits + 2 + bits - 1 - bit as usize);
        let _ = writeln!(out, "{before}{}", text!("^ this bit decides", "^ 这一位起决定作用").get(lang));
    }
    out
}

fn verdict(why: &Why, world: &World) -> Text {
    match (&why.balance, why.answer.outcome) {
        (Some(Balance { total: 0, can_end: true, .. }), _) => text!(
            "The value is 0: every move loses at once, or breaks the balance, which the opponent can restore. You lose against perfect play.",
            "值为 0：任何着法不是立即告负，就是打破平衡而对方总能恢复。面对完美的对手你必败。"
        ),
        (Some(Balance { parts, total: 0, .. }), _) if parts.len() == 1 => text!(
            "The value is 0: every move leaves another value, and the opponent can bring it back to 0. You lose against perfect play.",
            "SG 值为 0：任何着法都会留下非 0 的值，对方总能再走回 0。面对完美的对手你必败。"
        ),
        (Some(Balance { total: 0, .. }), _) => text!(
            "The nim-sum is 0: every move breaks the balance, and the opponent can restore it. You lose against perfect play.",
            "Nim 和为 0：任何着法都会打破平衡，而对方总能恢复。面对完美的对手你必败。"
        ),
        (Some(Balance { parts, reduce: Some((place, to)), .. }), _) if parts.len() > 1 => {
            let bit = why.balance.as_ref().map_or(0, Balance::deciding_bit);
            let (part, from) = &parts[place - 1];
            let name = component(world, part);
            text!(
                "You can win. The highest 1 of the nim-sum is worth {bit}, and component {place}, {name}, has it.\nBring its value from {from} to {to}, and the nim-sum is 0:",
                "你能赢。Nim 和最高位的 1 代表 {bit}，第 {place} 个部分 {name} 含有这一位。\n把它的值从 {from} 变为 {to}，Nim 和就成为 0："
            )
        }
        (Some(Balance { total, .. }), Outcome::N) => {
            text!(
                "You can win. The value is {total}, not 0, so there is a move to value 0:",
                "你能赢。SG 值为 {total}，不是 0，因此有着法走到值 0："
            )
        }
        (None, Outcome::N) if why.answer.value == Some(Grundy::LOONY) => {
            text!("You can win at once: a goal is in reach (value ∞, loony):", "你可以立即获胜：目标一步可达（值为 ∞，疯狂值）：")
        }
        (_, Outcome::N) => text!(
            "You can win: this move leaves a P-position, so you can answer whatever the opponent does:",
            "你能赢：这样走留下 P 局面，无论对方怎么走你都有应对："
        ),
        (_, Outcome::P) => text!(
            "This is a P-position: whatever you do, the opponent can win. You lose against perfect play.",
            "这是 P 局面：无论你怎么走对方都能赢。面对完美的对手你必败。"
        ),
        (_, Outcome::D) => text!("Neither side can force a win: with care the game is a draw.", "双方都无法强行取胜：只要小心就是平局。"),
    }
}

/// A move, and what it leaves of the whole.
pub fn in_words(made: &WinningMove, world: &World, several: bool, lang: Lang) -> String {
    if !made.leaves.is_empty() {
        return words::in_words(made, (world, counted), several, lang);
    }
    let called = words::called(made, (world, counted), several, lang);
    let nothing = text!("{called}, leaving nothing", "{called}，什么也不剩");
    nothing.get(lang).to_owned()
}

/// A hint.
pub fn hint(grounds: Grounds, shown: &str) -> Text {
    match grounds {
        Grounds::Winning => text!("This wins: {shown}", "这样走能赢：{shown}"),
        Grounds::Holding => text!("This holds the draw: {shown}", "这样走可守和：{shown}"),
        Grounds::Losing | Grounds::Arbitrary => {
            text!(
                "Every move loses against perfect play; this one is the hardest to answer: {shown}",
                "面对完美的对手走哪一步都会输；这一步最难应对：{shown}"
            )
        }
    }
}

/// What the last move of the person was worth: who wins the position that it left.
pub fn worth(left: Outcome) -> Text {
    match left {
        Outcome::P => text!("Your last move left a P-position: you are winning.", "你的上一着留下了 P 局面：你占胜势。"),
        Outcome::N => text!("Your last move left an N-position: the opponent could win.", "你的上一着留下了 N 局面：对方能赢。"),
        Outcome::D => text!("Your last move left a draw.", "你的上一着保持平局。"),
    }
}
