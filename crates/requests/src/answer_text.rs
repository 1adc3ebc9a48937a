//! Answers as text in both languages, for a terminal or a notebook.

use std::fmt::Write as _;

use base::text;
use base::text::{Lang, Text};
use grundy::answer::{Answer, ScoreAnswer, ScoredMove, Warning, WinningMove};
use grundy::measure::{Measure, Measurement};
use grundy::position_text::{PositionWriter, component, position, step};
use grundy::status::AnswerStatus;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, Outcome, SumKind};
use rules::play::Component;
use rules::view::{View, component_views};
use rules::world::World;
use theory::loopy::Loopy;
use theory::value::Grundy;

pub mod law;
mod look;
mod partizan;
mod plan;
mod reply;
pub mod tables;
mod term;
mod theorem;
pub mod why;

pub use plan::explanation;
pub use reply::to_text;

/// Returns the description of an outcome.
pub fn outcome(outcome: Outcome) -> Text {
    match outcome {
        Outcome::N => text!("the player to move wins (N)", "先手必胜（N）"),
        Outcome::P => text!("the player to move loses (P)", "先手必败（P）"),
        Outcome::D => text!(
            "neither player can force a win: a draw (D)",
            "双方都不能取胜：平局（D）"
        ),
    }
}

/// Appends a line `name: value` with aligned names.
pub fn line(out: &mut String, name: &Text, value: &str, lang: Lang) {
    match lang {
        Lang::En => {
            let _ = writeln!(out, "{:<9} {value}", format!("{}:", name.en));
        }
        Lang::Zh => {
            let _ = writeln!(out, "{}：{value}", name.zh);
        }
    }
}

/// Returns the position, its conventions, and the outcome.
fn heading(answer: &Answer, world: &World, lang: Lang) -> String {
    let (mut out, shown) = (String::new(), position(world, &answer.position));
    line(&mut out, &text!("position", "局面"), &shown, lang);
    if let Some(rules) = conventions(answer.conventions) {
        line(&mut out, &text!("rules", "约定"), rules.get(lang), lang);
    }
    let winner = winner(answer);
    line(&mut out, &text!("winner", "胜负"), winner.get(lang), lang);
    out
}

/// Returns the description of the winner.
fn winner(answer: &Answer) -> Text {
    match &answer.partizan {
        Some(partizan) => partizan.winners.text(),
        None => outcome(answer.outcome),
    }
}

/// Joins the first `most` words, and adds `…` if there are more.
fn first_of(words: impl ExactSizeIterator<Item = String>, most: usize, separator: &str) -> String {
    let more = (words.len() > most).then(|| "…".to_owned());
    let shown: Vec<String> = words.take(most).chain(more).collect();
    shown.join(separator)
}

/// Returns the text of the answer to `solve`.
pub fn answer(answer: &Answer, world: &World, lang: Lang) -> String {
    let mut out = heading(answer, world, lang);
    let shown = |value: Option<Grundy>, loopy: &Option<Loopy>| {
        let loopy = || loopy.as_ref().map(|value| value.to_string());
        value.map(|value| value.to_string()).or_else(loopy)
    };
    if let Some(partizan) = &answer.partizan {
        if let Some(value) = &partizan.value {
            partizan::write_value(&mut out, value, lang);
        }
        if let Some(Text { en, zh }) = &partizan.value_stopped {
            let words = text!("not found: {en}", "未求得：{zh}");
            line(&mut out, &text!("value", "值"), words.get(lang), lang);
        }
    } else if let Some(score) = &answer.score {
        let words = score_words(score);
        line(&mut out, &text!("score", "得分"), words.get(lang), lang);
    } else if let Some(measured) = &answer.measured {
        let words = measured_words(measured, lang);
        line(&mut out, &text!("value", "值"), &words, lang);
    } else if let Some(mut total) = shown(answer.value, &answer.loopy) {
        if answer.components.len() > 1 {
            let values = answer.components.iter();
            let values: Vec<String> = values.filter_map(|c| shown(c.value, &c.loopy)).collect();
            total = format!("{total} = {}", first_of(values.into_iter(), 12, " ⊕ "));
        }
        line(&mut out, &text!("value", "SG 值"), &total, lang);
    }
    if let Some(partizan) = &answer.partizan {
        partizan::write_lengths(&mut out, partizan.lengths, lang);
    }
    if let Some(moves) = answer.remoteness {
        let said = text!(
            "{moves}, if the winner hurries and the loser delays",
            "{moves}（胜者求速，负者拖延）"
        );
        line(&mut out, &text!("moves", "着数"), said.get(lang), lang);
    }
    let methods = methods(answer, world);
    line(&mut out, &text!("method", "方法"), methods.get(lang), lang);
    status(&mut out, answer, lang);
    out += &warnings(&answer.warnings, lang);
    out
}

/// Returns the difference of points and, if the total is known, the points of both players.
fn score_words(score: &ScoreAnswer) -> Text {
    let difference = score.difference;
    match score.shares {
        Some((mover, other)) => text!(
            "{difference}: the player to move gets {mover}, the other player {other}",
            "{difference}：先手得 {mover}，后手得 {other}"
        ),
        None => Text::same(difference.to_string()),
    }
}

/// Returns text such as `suspense 3 = max(1, 3)`.
fn measured_words(measured: &Measurement, lang: Lang) -> String {
    const MAX_PARTS: usize = 12;
    let Measurement {
        measure,
        parts,
        total,
        adds,
    } = measured;
    let words = parts.iter().map(|worth| worth.to_string());
    let shown = match total {
        Some(total) if parts.len() == 1 => total.to_string(),
        Some(total) if *adds => {
            let list: Vec<String> = words.take(MAX_PARTS).collect();
            let formula = measure.sum_formula(&list, parts.len() > MAX_PARTS);
            format!("{total} = {formula}")
        }
        Some(total) => format!("{total} ({})", first_of(words, MAX_PARTS, ", ")),
        None => first_of(words, MAX_PARTS, ", "),
    };
    let said = match measure {
        Measure::Grundy
        | Measure::Loopy
        | Measure::Entailing
        | Measure::Score
        | Measure::Canonical
        | Measure::Mean
        | Measure::Temperature
        | Measure::OutcomeClass => return shown,
        Measure::Misere => text!("misère {shown}", "反常值 {shown}"),
        Measure::Foreclosed => text!("foreclosed {shown}", "截断值 {shown}"),
        Measure::Suspense | Measure::Remoteness | Measure::Genus => {
            let Text { en, zh } = measure.text();
            text!("{en} {shown}", "{zh} {shown}")
        }
    };
    said.get(lang).to_owned()
}

/// Returns one line per warning.
pub fn warnings(list: &[Warning], lang: Lang) -> String {
    let mut out = String::new();
    for warning in list {
        let words = grundy::position_text::warning(warning);
        line(&mut out, &text!("warning", "注意"), words.get(lang), lang);
    }
    out
}

/// Returns text such as `dense for kayles[12]; nim for nim[7]`. Each method is listed once, with
/// the components that it evaluated.
fn methods(answer: &Answer, world: &World) -> Text {
    const MAX_COMPONENTS: usize = 4;
    let mut methods: Vec<(&str, Vec<&Component>)> = Vec::new();
    for part in &answer.components {
        match methods.iter_mut().find(|(name, _)| *name == part.method) {
            None => methods.push((&part.method, vec![&part.component])),
            Some((_, list)) if list.len() <= MAX_COMPONENTS && !list.contains(&&part.component) => {
                list.push(&part.component)
            }
            Some(_) => {}
        }
    }
    match &methods[..] {
        [] => return text!("none, play is over", "无，对局已结束"),
        [(name, _)] => return Text::same((*name).to_owned()),
        _ => {}
    }
    let (mut en, mut zh) = (Vec::new(), Vec::new());
    for (name, list) in &methods {
        let shown = list.iter().map(|one| component(world, one));
        let valued = first_of(shown, MAX_COMPONENTS, ", ");
        en.push(format!("{name} for {valued}"));
        zh.push(format!("{valued} 用 {name}"));
    }
    Text {
        en: en.join("; "),
        zh: zh.join("；"),
    }
}

/// Returns the description of unusual conventions; `None` for the usual conventions.
pub fn conventions(conventions: Conventions) -> Option<Text> {
    let play = match conventions.play {
        PlayConvention::Normal => None,
        PlayConvention::Misere => Some(text!(
            "misère: the player who cannot move wins",
            "反常规则：不能走者胜"
        )),
        PlayConvention::Stop => Some(text!(
            "misère, and play stops when every component has the value 0: the player to move then wins",
            "反常规则，且各部分的 SG 值全为 0 时停局：轮到走的一方获胜"
        )),
        PlayConvention::Button => Some(text!(
            "misère with a button that can be pressed once. After the button is pressed, the player who pressed it must answer every move of the opponent in the same component; this player wins if the opponent cannot move, and loses if no answer is possible",
            "带按钮的反常规则：按下按钮（全局一次）的一方此后每次须在对方刚走过的部分中应着；对方不能走则他获胜，他不能应则告负"
        )),
        PlayConvention::Score => Some(text!(
            "points: each player maximises their own points; the player with more points wins",
            "得分：双方都力求自己的得分最多，得分多者胜"
        )),
        // The moves of the players are in the answer.
        PlayConvention::Partizan => None,
    };
    let sum = match conventions.sum {
        SumKind::One => None,
        SumKind::Every => Some(text!(
            "each turn, the player moves in every component that has a move",
            "每回合在每个能走的部分中各走一步"
        )),
        SumKind::Any => Some(text!(
            "each turn, the player moves in any number of components, at least one",
            "每回合在任意多个（至少一个）部分中各走一步"
        )),
        SumKind::Upto(k) => Some(text!(
            "each turn, the player moves in 1 to {k} components",
            "每回合在 1 到 {k} 个部分中各走一步"
        )),
    };
    let until = match conventions.until {
        EndCondition::All => None,
        EndCondition::One => Some(text!(
            "play ends as soon as one component has no move",
            "有一个部分不能走时整局即结束"
        )),
    };
    let said: Vec<Text> = [play, sum, until].into_iter().flatten().collect();
    (!said.is_empty()).then(|| Text::join(&said, &text!("; ", "；")))
}

/// Returns the text of the answer to `moves`.
pub fn moves(answer: &Answer, world: &World, lang: Lang) -> String {
    let mut out = opening(answer, world, lang);
    if let Some(score) = &answer.score
        && let Some(moves) = &score.moves
    {
        out += &scored_moves(answer, score, moves, world, lang);
        return out;
    }
    if let Some(partizan) = &answer.partizan
        && let Some(moves) = &partizan.moves
    {
        partizan::write_moves(&mut out, answer, moves, partizan.winners, world, lang);
        return out;
    }
    // A drawn position has no winning moves, so the moves that keep the draw are listed.
    let (list, more) = match (&answer.losing, &answer.drawing) {
        (Some(losing), _) => (&losing[..], answer.more_moves),
        (None, Some(drawing)) => (&drawing[..], answer.more_drawing),
        (None, None) => (
            answer.moves.as_deref().unwrap_or_default(),
            answer.more_moves,
        ),
    };
    let (count, several) = (list.len(), answer.components.len() > 1);
    let mut title = match (count, answer.outcome) {
        (0, _) if answer.losing.is_some() => text!("no losing move", "没有必败着"),
        (1, _) if answer.losing.is_some() => text!("1 losing move", "1 个必败着"),
        (_, _) if answer.losing.is_some() => text!("{count} losing moves", "{count} 个必败着"),
        (0, Outcome::D) => text!(
            "no winning move; the draw can be held",
            "没有必胜着，但可以保持平局"
        ),
        (1, Outcome::D) => text!(
            "no winning move; 1 move holds the draw",
            "没有必胜着；1 着可保持平局"
        ),
        (_, Outcome::D) => text!(
            "no winning move; {count} moves hold the draw",
            "没有必胜着；{count} 着可保持平局"
        ),
        (0, _) => text!("no winning move", "没有必胜着"),
        (1, _) => text!("1 winning move", "1 个必胜着"),
        _ => text!("{count} winning moves", "{count} 个必胜着"),
    };
    if let Some(more) = more.map(|more| more.text(count)) {
        title.en += &format!(" ({})", more.en);
        title.zh += &format!("（{}）", more.zh);
    }
    let _ = writeln!(out, "{}", title.get(lang));
    let with_looks = count <= MAX_DRAWN_MOVES;
    for winning in list {
        let words = move_text(winning, world, position, several, lang);
        let _ = writeln!(out, "  {words}");
        if with_looks {
            let (leaves, indent) = (&winning.leaves, "      ");
            write_view(&mut out, world, leaves, indent, MAX_VIEW_LINES, lang);
        }
    }
    out
}

/// Returns the text of the moves under `play score`, the best first, each with its points.
pub(crate) fn scored_moves(
    answer: &Answer,
    score: &ScoreAnswer,
    moves: &[ScoredMove],
    world: &World,
    lang: Lang,
) -> String {
    let mut out = String::new();
    let words = score_words(score);
    line(&mut out, &text!("score", "得分"), words.get(lang), lang);
    let (count, several) = (moves.len(), answer.components.len() > 1);
    let mut title = match count {
        0 => text!("no move", "没有着法"),
        1 => text!("1 move", "1 个着法"),
        _ => text!(
            "{count} moves, the best first",
            "{count} 个着法，最好的在前"
        ),
    };
    if let Some(more) = answer.more_moves.map(|more| more.text(count)) {
        title.en += &format!(" ({})", more.en);
        title.zh += &format!("（{}）", more.zh);
    }
    let _ = writeln!(out, "{}", title.get(lang));
    let width = |numbers: &mut dyn Iterator<Item = i64>| {
        numbers
            .map(|number| number.to_string().len())
            .max()
            .unwrap_or(0)
    };
    let width = width(&mut moves.iter().map(|one| one.worth));
    for ScoredMove { made, gain, worth } in moves {
        let words = move_text(made, world, position, several, lang);
        let gains = text!("gains {gain}", "得 {gain}");
        let _ = match lang {
            Lang::En => writeln!(out, "  {worth:>width$}  {words} ({})", gains.en),
            Lang::Zh => writeln!(out, "  {worth:>width$}  {words}（{}）", gains.zh),
        };
    }
    out
}

/// Returns the text before a list of moves: the position with its view, its conventions, and the
/// outcome.
pub fn opening(answer: &Answer, world: &World, lang: Lang) -> String {
    let mut out = heading(answer, world, lang);
    if answer.status == AnswerStatus::Conditional {
        status(&mut out, answer, lang);
    }
    out += &warnings(&answer.warnings, lang);
    write_view(&mut out, world, &answer.position, "  ", usize::MAX, lang);
    out
}

/// Appends the status of an answer with its evidence.
fn status(out: &mut String, answer: &Answer, lang: Lang) {
    let (status, evidence) = (answer.status.text(), answer.evidence.text());
    let status = Text {
        en: format!("{} ({})", status.en, evidence.en),
        zh: format!("{}（{}）", status.zh, evidence.zh),
    };
    line(out, &text!("status", "可信度"), status.get(lang), lang);
}

/// Maximum number of listed moves for which the resulting boards and graphs are shown.
const MAX_DRAWN_MOVES: usize = 4;

/// Maximum number of lines of a view below a move, so that the list of moves remains readable.
const MAX_VIEW_LINES: usize = 10;

/// Appends the view of a position that contains a board, a row, coins or a graph. Heaps need no
/// view, because they are readable as numbers.
fn write_view(
    out: &mut String,
    world: &World,
    components: &[Component],
    indent: &str,
    max_lines: usize,
    lang: Lang,
) {
    /// Maximum number of components of a view.
    const MAX_COMPONENTS: usize = 12;
    if components.len() > MAX_COMPONENTS {
        return;
    }
    let all = component_views(world, components);
    if all.iter().any(|seen| {
        matches!(
            seen.view,
            View::Cells(_) | View::Ring(_) | View::Layers(_) | View::Graph(_)
        )
    }) {
        let text = picture::position::text(&all, lang);
        for line in text.lines().filter(|_| text.lines().count() <= max_lines) {
            let _ = writeln!(out, "{indent}{line}");
        }
    }
}

/// Returns the text of a move: its steps, and the complete position that the move leaves, formatted
/// by the function `written`.
pub fn move_text(
    winning: &WinningMove,
    world: &World,
    written: PositionWriter,
    several: bool,
    lang: Lang,
) -> String {
    let (steps, leaves) = (
        steps_text(winning, world, written, several, lang),
        written(world, &winning.leaves),
    );
    match lang {
        Lang::En => format!("{steps}, leaving {leaves}"),
        Lang::Zh => format!("{steps}，留下 {leaves}"),
    }
}

/// Returns the steps of a move. If the position has several components, each step names its
/// component.
pub fn steps_text(
    winning: &WinningMove,
    world: &World,
    written: PositionWriter,
    several: bool,
    lang: Lang,
) -> String {
    steps(winning, world, written, several).get(lang).to_owned()
}

/// Returns the text of [`steps_text`] in both languages.
pub fn steps(winning: &WinningMove, world: &World, written: PositionWriter, several: bool) -> Text {
    let steps = winning.steps.iter().map(|made| {
        let from = component(world, &made.from);
        match step(world, made) {
            Some(Text { en, zh }) if several => text!("in {from}: {en}", "在 {from} 中：{zh}"),
            Some(words) => words,
            None => Text::same(format!("{from} -> {}", written(world, &made.leaves))),
        }
    });
    Text::join(&steps.collect::<Vec<_>>(), &text!("; ", "；"))
}
