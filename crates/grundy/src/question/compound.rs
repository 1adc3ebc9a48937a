//! Compounds in a question: `every(kayles[5], 2 * nim[3])`, `upto(2; a, b, c)`, `ordinal(a, then(b, c))`. Each part is a question of its own.

use base::budget::Budget;
use base::diagnostic::Span;
use base::text;
use rules::ast::{QueryComponent, Quoted};
use rules::compound::{Kind, WORDS, row};
use rules::play::{Component, Sum};
use rules::rules::SumKind;
use rules::world::{Refusal, World};

use super::{moved, read_position};
use crate::error::{Error, QUESTION};

/// Whether a name in a question begins a compound: a game of that name goes before.
pub(super) fn is_word(world: &World, name: &str) -> bool {
    WORDS.contains(&name) && !world.has_game(name)
}

/// The component that a compound means; `None` if `part` is none.
pub(super) fn component(world: &mut World, text: &str, part: &QueryComponent, budget: &Budget<'_>) -> Result<Option<Component>, Error> {
    let (Some(instance), Some(given)) = (&part.game, &part.text) else { return Ok(None) };
    let word = instance.name.text.as_str();
    if !is_word(world, word) {
        return Ok(None);
    }
    let refused = |why| Error::question(text, part.span, why);
    let (kind, list) = match Kind::of(word) {
        Some(kind) => (kind, given.clone()),
        None => upto(text, given)?,
    };
    let texts = parts(&list);
    if kind.takes_two() && texts.len() != 2 {
        let count = texts.len();
        return Err(refused(text!(
            "`{word}` takes two parts, here are {count}: {word}(a, b)",
            "`{word}` 需要两个部分，此处有 {count} 个：{word}(a, b)"
        )));
    }
    let mut sums = Vec::with_capacity(texts.len());
    for one in &texts {
        if one.text.trim().is_empty() {
            return Err(Error::question(
                text,
                one.span,
                text!("here a part is missing: {word}(nim[3], kayles[5])", "此处缺少一个部分：{word}(nim[3], kayles[5])"),
            ));
        }
        let found = read_position(world, &one.text, budget).map_err(|error| placed(error, text, one))?;
        let sum = Sum::canonical(found.components, world);
        if let Some(other) = sum.0.iter().find(|part| not_for_compounds(world, part)) {
            let name = world.show(other.game, &other.slots);
            return Err(Error::question(
                text,
                one.span,
                text!(
                    "{name} cannot be a part of a compound: it is loopy, has goals or traps, or stands alone",
                    "{name} 不能作为复合游戏的一部分：它可循环、有目标或陷阱，或须单独存在"
                ),
            ));
        }
        sums.push(sum);
    }
    let groups = match kind {
        Kind::Sum(..) => vec![Sum::canonical(sums.into_iter().flat_map(|sum| sum.0).collect(), world)],
        _ => sums,
    };
    Ok(Some(Component { game: world.compound(kind), slots: row(&groups).into() }))
}

/// Whether a component is of a game that compounds do not take.
fn not_for_compounds(world: &World, part: &Component) -> bool {
    let one = |game| {
        let rules = world.rules(game);
        rules.conventions().loopy || rules.can_end() || rules.alone()
    };
    world.reached([part.game]).into_iter().any(one)
}

/// `2; a, b, c`
fn upto(text: &str, given: &Quoted) -> Result<(Kind, Quoted), Error> {
    let bad = || {
        Error::question(
            text,
            given.span,
            text!(
                "say first in how many parts a move is made at most, from 1 on: upto(2; a, b, c)",
                "请先写明一着最多涉及几个部分（至少 1）：upto(2; a, b, c)"
            ),
        )
    };
    let (number, _) = given.text.split_once([';', '；']).ok_or_else(bad)?;
    let most: u32 = number.trim().parse().ok().filter(|most| *most > 0).ok_or_else(bad)?;
    let rest = &given.text[number.len()..];
    let separator = rest.chars().next().map_or(0, char::len_utf8);
    let start = given.span.start as usize + number.len() + separator;
    let list = Quoted { text: rest[separator..].to_owned(), span: Span::new(start, given.span.end as usize) };
    Ok((Kind::Sum(SumKind::Upto(most), rules::ast::Until::All), list))
}

/// The texts between the commas that stand in no bracket.
fn parts(list: &Quoted) -> Vec<Quoted> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    let base = list.span.start as usize;
    let mut part = |from: usize, to: usize| {
        parts.push(Quoted { text: list.text[from..to].to_owned(), span: Span::new(base + from, base + to) });
    };
    for (at, c) in list.text.char_indices() {
        match c {
            '(' | '[' | '{' | '（' | '［' | '｛' => depth += 1,
            ')' | ']' | '}' | '）' | '］' | '｝' => depth -= 1,
            ',' | '，' if depth == 0 => {
                part(start, at);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    part(start, list.text.len());
    parts
}

/// An error about a part, as one about the whole question.
fn placed(error: Error, text: &str, part: &Quoted) -> Error {
    match error {
        Error::Refused(refusal) if refusal.source.name == QUESTION => {
            Error::Refused(Refusal::new(QUESTION, text, moved(refusal.diagnostics, part.span.start)))
        }
        other => other,
    }
}
