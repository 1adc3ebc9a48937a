//! Text of the reasons why a position is won or lost, for `why` and the dialogue of `play`. The
//! text lists each component with the theorem that applies or the mex of its options, the nim-sum
//! in columns, and a winning move.

use std::fmt::Write as _;

use base::text;
use base::text::{Lang, Text};
use grundy::Grundy;
use grundy::answer::WinningMove;
use grundy::plan::AppliedTheorem;
use grundy::position_text::{choices, component, position, position_with_counts, step};
use grundy::why::{Balance, ComponentReason, MexStep, MoveOutcomes, OptionsByValue, WhyAnswer};
use rules::game::Outcome;
use rules::world::World;

use crate::answer_text;
use crate::why::WhyReply;

/// If the option values below the value of a component are too many: the numbers shown from the
/// start and from the end.
const BELOW: (usize, usize) = (12, 4);

/// Maximum number of option values shown that are larger than the value of a component.
const ABOVE: usize = 3;

/// Returns the text of the reply to `why`.
pub fn to_text(reasoned: &WhyReply, lang: Lang) -> String {
    let WhyReply { why, world, .. } = reasoned;
    let mut out = String::new();
    answer_text::line(
        &mut out,
        &text!("position", "局面"),
        &position_with_counts(world, &why.answer.position),
        lang,
    );
    if let Some(rules) = answer_text::conventions(why.answer.conventions) {
        answer_text::line(&mut out, &text!("rules", "约定"), rules.get(lang), lang);
    }
    answer_text::line(
        &mut out,
        &text!("winner", "胜负"),
        answer_text::winner(&why.answer).get(lang),
        lang,
    );
    out.push('\n');
    out + &reasons(why, world, lang)
}

/// Returns the text of the reasons, without the first lines and the status of the reply.
pub fn reasons(why: &WhyAnswer, world: &World, lang: Lang) -> String {
    let mut out = String::new();
    if let Some(score) = &why.answer.score
        && let Some(moves) = &score.moves
    {
        out += &answer_text::scored_moves(&why.answer, score, moves, world, lang);
        let text = text!(
            "The number before a move is the points of the move minus the score of the position that it leaves; the score of the position is the largest of these numbers.",
            "着法前的数是该着得分减去所留局面的得分差；局面的得分差是其中最大的数。"
        );
        indented(&mut out, text.get(lang), "");
        return out;
    }
    if !why.sides.is_empty() {
        super::partizan::write_reasons(&mut out, why, world, lang);
        return out;
    }
    let mut said: Vec<&'static str> = Vec::new();
    for part in &why.parts {
        write_part(&mut out, part, &mut said, world, lang);
    }
    if why.more_parts > 0 {
        let more = why.more_parts;
        let text = text!(
            "{more} other components are not explained here",
            "另有 {more} 个部分不在此解释"
        );
        indented(&mut out, text.get(lang), "");
    }
    if let Some(theorem) = &why.whole {
        let name = theorem.name;
        let text = text!(
            "the theorem {name} decides the whole position:",
            "定理 {name} 判定整个局面："
        );
        indented(&mut out, text.get(lang), "");
        at_work(&mut out, theorem, true, lang);
    }
    if let Some(balance) = why
        .balance
        .as_ref()
        .filter(|balance| balance.parts.len() > 1)
    {
        indented(&mut out, balance.columns(world).get(lang), "  ");
    }
    let _ = writeln!(out, "{}", verdict(why, world).get(lang));
    if let Some(turns) = &why.turns {
        answers(&mut out, turns, why, world, lang);
    }
    if let Some(example) = &why.example {
        let _ = writeln!(
            out,
            "  {}",
            move_text(example, world, why.answer.position.len() > 1, lang)
        );
    }
    if !why.over
        && why.example.is_none()
        && why.answer.outcome == Outcome::N
        && why.answer.moves.is_none()
    {
        let text = text!(
            "(there are too many winning moves to list, or not all of them are decided)",
            "（必胜着过多，无法列出，或尚未全部判定）"
        );
        indented(&mut out, text.get(lang), "  ");
    }
    if let Some(moves) = why.remoteness {
        let more = text!(
            "Moves to the end with best play on both sides: {moves}.",
            "双方都走最佳着法，到终局还有 {moves} 步。"
        );
        let _ = writeln!(out, "{}", more.get(lang));
    }
    let (status, evidence) = (why.answer.status.text(), why.answer.evidence.text());
    let status = Text {
        en: format!("({}: {})", status.en, evidence.en),
        zh: format!("（{}：{}）", status.zh, evidence.zh),
    };
    let _ = writeln!(out, "{}", status.get(lang));
    out
}

/// Writes lines, each with the same prefix.
fn indented(out: &mut String, lines: &str, before: &str) {
    for line in lines.lines() {
        let _ = writeln!(out, "{before}{line}");
    }
}

/// Writes one component. The statement of a theorem is written only once.
fn write_part(
    out: &mut String,
    part: &ComponentReason,
    said: &mut Vec<&'static str>,
    world: &World,
    lang: Lang,
) {
    let name = component(world, &part.component);
    let title = match (&part.theorem, part.value) {
        (Some(AppliedTheorem { name: by, .. }), Some(value)) if part.mex.is_none() => text!(
            "{name} has the value {value}, by the theorem {by}:",
            "{name} 的值为 {value}，由定理 {by} 得出："
        ),
        (Some(AppliedTheorem { name: by, .. }), None) => text!(
            "{name} is decided by the theorem {by}:",
            "{name} 由定理 {by} 判定："
        ),
        (_, Some(value)) => match value.as_nimber() {
            Some(_) if part.mex.as_ref().is_some_and(|mex| mex.options == Some(0)) => text!(
                "{name} has no move, so the smallest missing value is {value}",
                "{name} 无着可走，缺少的最小值为 {value}"
            ),
            Some(_) => text!(
                "{name} has the value {value}, the smallest value that no option has:",
                "{name} 的值为 {value}，即各选项的值中缺少的最小数："
            ),
            None => text!(
                "{name} has the value {value}, because an option ends play",
                "{name} 的值为 {value}：有选项使对局结束"
            ),
        },
        (_, None) => return,
    };
    let _ = writeln!(out, "{}", title.get(lang));
    if let Some(theorem) = &part.theorem {
        let first = !said.contains(&theorem.name);
        said.push(theorem.name);
        at_work(out, theorem, first, lang);
    }
    if let (Some(mex), Some(value)) = (&part.mex, part.value) {
        options(out, mex, value, world, lang);
    }
}

/// Writes the statement of a theorem, and how the theorem applies to the component.
fn at_work(out: &mut String, theorem: &AppliedTheorem, with_words: bool, lang: Lang) {
    if with_words {
        indented(out, theorem.said.statement.get(lang), "  ");
    }
    if let Some(works) = &theorem.works {
        indented(out, works.get(lang), "  ");
    }
}

/// Writes the options of a component, grouped by value, and the value that no option has (the mex).
fn options(out: &mut String, mex: &MexStep, value: Grundy, world: &World, lang: Lang) {
    let is_below = |of: &&OptionsByValue| {
        of.value
            .as_nimber()
            .zip(value.as_nimber())
            .is_some_and(|(of, value)| of < value)
    };
    let (below, above): (Vec<&OptionsByValue>, Vec<&OptionsByValue>) =
        mex.values.iter().partition(is_below);
    let width = mex
        .values
        .iter()
        .map(|of| of.value)
        .chain([value])
        .map(|value| value.to_string().chars().count())
        .max()
        .unwrap_or(1);
    let (first, last) = BELOW;
    let hidden = below.len().saturating_sub(first + last);
    for (place, of) in below.iter().enumerate() {
        if hidden == 0 || place < first || place >= below.len() - last {
            row(out, of, width, world, lang);
        } else if place == first {
            let words = text!(
                "… each of the {hidden} values in between is also the value of an option",
                "… 其间 {hidden} 个值也各有选项"
            );
            let _ = writeln!(out, "  {:>width$}  {}", "", words.get(lang));
        }
    }
    if value.as_nimber().is_some() {
        let _ = writeln!(
            out,
            "  {value:>width$}  {}",
            text!("none", "无").get(lang),
            value = value.to_string()
        );
    }
    for of in above.iter().take(ABOVE) {
        row(out, of, width, world, lang);
    }
    let more: usize = above
        .iter()
        .skip(ABOVE)
        .map(|of| of.count.unwrap_or(1))
        .sum();
    if more > 0 {
        let words = text!(
            "{more} options have other values",
            "另有 {more} 个选项的值不同于以上各值"
        );
        let _ = writeln!(out, "  {:>width$}  {}", "", words.get(lang));
    }
    if mex.options.is_none() {
        let words = text!(
            "(there are too many options to list; those above follow from the theorem)",
            "（选项过多，无法逐一列出：以上由定理给出）"
        );
        let _ = writeln!(out, "  {}", words.get(lang));
    }
}

/// Writes a value, the number of options with this value, and one option with this value.
fn row(out: &mut String, of: &OptionsByValue, width: usize, world: &World, lang: Lang) {
    let leaves = position(world, &of.example.leaves);
    let chosen = || {
        Text::same(choices(
            world,
            &of.example.from,
            of.example.rule,
            &of.example.choices,
        ))
    };
    let Text { en, zh } = step(world, &of.example).unwrap_or_else(chosen);
    let called = if en.is_empty() {
        Text::same("")
    } else {
        text!("{en}, ", "{zh}，")
    };
    let count = match of.count {
        Some(1) => text!("", ""),
        Some(count) => text!("{count} options, such as: ", "{count} 个选项，例如："),
        None => text!("such as: ", "例如："),
    };
    let shown = Text {
        en: format!("{}{}leaving {leaves}", count.en, called.en),
        zh: format!("{}{}留下 {leaves}", count.zh, called.zh),
    };
    let _ = writeln!(
        out,
        "  {:>width$}  {}",
        of.value.to_string(),
        shown.get(lang)
    );
}

/// Writes the first moves of a lost position, each with the opponent's reply.
fn answers(out: &mut String, turns: &MoveOutcomes, why: &WhyAnswer, world: &World, lang: Lang) {
    let several = why.answer.position.len() > 1;
    for (made, answer) in &turns.answers {
        let made = move_text(made, world, several, lang);
        let answered = match answer {
            Some(answer) => {
                let answer =
                    answer_text::steps_text(answer, world, position_with_counts, true, lang);
                text!("{made}; the answer: {answer}", "{made}；应对：{answer}")
            }
            None => text!("{made}, which ends play", "{made}，对局即结束"),
        };
        let _ = writeln!(out, "  {}", answered.get(lang));
    }
    let more = turns.moves - turns.answers.len();
    if more > 0 && !turns.answers.is_empty() {
        let text = text!("… and {more} more moves", "… 另有 {more} 个着法");
        indented(out, text.get(lang), "  ");
    }
}

/// Returns who wins, and the reason.
fn verdict(why: &WhyAnswer, world: &World) -> Text {
    let only = match &why.parts[..] {
        [
            ComponentReason {
                value: Some(value), ..
            },
        ] if why.answer.position.len() == 1 => Some(*value),
        _ => None,
    };
    if why.over {
        return match why.answer.outcome {
            Outcome::P => text!(
                "Play is over: the player to move has lost.",
                "对局已结束：轮到走的一方已告负。"
            ),
            _ => text!(
                "Play is over: the player to move has won.",
                "对局已结束：轮到走的一方已获胜。"
            ),
        };
    }
    match (&why.balance, why.answer.outcome) {
        (
            Some(Balance {
                total: 0,
                can_end: true,
                ..
            }),
            _,
        ) => text!(
            "The value is 0: every move loses at once or leaves a value other than 0, and the opponent can then move to the value 0. The player to move loses.",
            "值为 0：任何着法不是立即告负，就是打破平衡而对方总能恢复。先手必败。"
        ),
        (
            Some(Balance {
                parts, total: 0, ..
            }),
            _,
        ) if parts.len() == 1 && only.is_some() => text!(
            "No move leaves the value 0, so the opponent can always answer with a move to the value 0. The player to move loses.",
            "没有着法留下值 0，而对方总能走回 0。先手必败。"
        ),
        (
            Some(Balance {
                parts, total: 0, ..
            }),
            _,
        ) if parts.len() != 1 => text!(
            "The nim-sum is 0: every move leaves a nim-sum other than 0, and the opponent can make the nim-sum 0 again. The player to move loses.",
            "Nim 和为 0：任何着法都会打破平衡，而对方总能恢复。先手必败。"
        ),
        (
            Some(Balance {
                parts,
                reduce: Some((place, to)),
                ..
            }),
            _,
        ) if parts.len() > 1 => {
            let bit = why.balance.as_ref().map_or(0, Balance::deciding_bit);
            let (part, from) = &parts[place - 1];
            let name = component(world, part);
            text!(
                "The player to move wins. The highest 1 bit of the nim-sum is {bit}, and the value of component {place}, {name}, contains this bit.\nChange this value from {from} to {to}, and the nim-sum becomes 0:",
                "先手必胜。Nim 和最高位的 1 代表 {bit}，第 {place} 个部分 {name} 的值含有这一位。\n把它的值从 {from} 变为 {to}，Nim 和就成为 0："
            )
        }
        (_, Outcome::N) if only.is_some_and(|value| value.as_nimber().is_some()) => text!(
            "The player to move wins with a move to the value 0:",
            "先手走到值 0 即胜："
        ),
        (None, Outcome::N) if why.answer.value == Some(Grundy::LOONY) => text!(
            "The player to move wins at once: one move reaches a goal (value ∞, loony):",
            "先手立即获胜：目标一步可达（值为 ∞，疯狂值）："
        ),
        (_, Outcome::N) => {
            let (all, some) = why
                .turns
                .as_ref()
                .map_or((0, 0), |turns| (turns.moves, turns.to_lost));
            match all {
                0 => text!(
                    "The player to move wins: this move leaves a P-position:",
                    "先手必胜：这样走留下 P 局面："
                ),
                _ => text!(
                    "Of {all} moves, {some} leave a P-position, in which every move of the opponent can be answered. The player to move wins:",
                    "{all} 个着法中有 {some} 个留下 P 局面，此后对方无论怎么走都有应对。先手必胜："
                ),
            }
        }
        (_, Outcome::P) => match &why.turns {
            Some(MoveOutcomes { moves: 0, .. }) => text!(
                "There is no move: the player to move loses.",
                "无着可走：先手告负。"
            ),
            Some(turns) if turns.to_drawn == 0 && turns.to_lost == 0 => {
                let moves = turns.moves;
                text!(
                    "Each of the {moves} moves has an answer that wins. The player to move loses.",
                    "{moves} 个着法都有必胜的应对。先手必败。"
                )
            }
            _ => text!(
                "This is a P-position: every move has an answer that wins. The player to move loses.",
                "这是 P 局面：任何着法都有必胜的应对。先手必败。"
            ),
        },
        (_, Outcome::D) => text!(
            "Neither player can force a win: with correct play the game is a draw.",
            "双方都无法强行取胜：只要走法正确就是平局。"
        ),
    }
}

/// Returns the text of a move and of the position after it.
pub fn move_text(made: &WinningMove, world: &World, several: bool, lang: Lang) -> String {
    if !made.leaves.is_empty() {
        return answer_text::move_text(made, world, position_with_counts, several, lang);
    }
    let steps = answer_text::steps_text(made, world, position_with_counts, several, lang);
    let nothing = text!("{steps}, leaving nothing", "{steps}，什么也不剩");
    nothing.get(lang).to_owned()
}
