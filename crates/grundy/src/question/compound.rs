//! Compounds in a question: `every(kayles[5], 2 * nim[3])`, `upto(2; a, b, c)`, `ordinal(a, then(b,
//! c))`. Each part is a question of its own.

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::ast::{QueryComponent, Quoted};
use rules::compound::{Compound, Kind, WORDS, apart, two_parts};
use rules::ir::{Move, Part, PartKind};
use rules::play::{Component, Sum};
use rules::rules::{GameId, SumKind};
use rules::world::{Refusal, World};

use super::{moved, read_position};
use crate::error::{Error, QUESTION};

/// Whether a name in a question begins a compound: a game of that name goes before.
pub(super) fn is_word(world: &World, name: &str) -> bool {
    (WORDS.contains(&name) || apart::WORDS.contains(&name) || name == MISERE)
        && !world.has_game(name)
}

/// The word around a whole question that is asked under misère play.
const MISERE: &str = "misere";

/// What stands in the parentheses of `misere(...)`, if that is the whole of a text.
pub(super) fn misere(world: &World, text: &str) -> Option<Quoted> {
    let start = text.len() - text.trim_start().len();
    let rest = text[start..].strip_prefix(MISERE)?.trim_start();
    let inner = rest.strip_prefix('(')?;
    let (mut depth, from) = (1, text.len() - inner.len());
    let end = inner.char_indices().find_map(|(at, c)| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        (depth == 0).then_some(at)
    })?;
    let whole = inner[end + 1..].trim().is_empty() && !world.has_game(MISERE);
    whole.then(|| Quoted {
        text: inner[..end].to_owned(),
        span: Span::new(from, from + end),
    })
}

/// The component that a compound means; `None` if `part` is none.
pub(super) fn component(
    world: &mut World,
    text: &str,
    part: &QueryComponent,
    budget: &Budget<'_>,
) -> Result<Option<Component>, Error> {
    let (Some(instance), Some(given)) = (&part.game, &part.text) else {
        return Ok(None);
    };
    let word = instance.name.text.as_str();
    if !is_word(world, word) {
        return Ok(None);
    }
    let refused = |why| Error::question(text, part.span, why);
    if word == MISERE {
        return Err(refused(text!(
            "`misere(...)` stands around a whole position: misere(nim[1] + nim[2]); for tables write --play misere",
            "`misere(...)` 须括住整个局面：misere(nim[1] + nim[2])；表格请用 --play misere"
        )));
    }
    let (kind, list) = match Kind::of(word) {
        Some(kind) => (kind, given.clone()),
        None => upto(text, given)?,
    };
    let texts = parts(&list);
    if kind.takes_two() && texts.len() != 2 {
        return Err(refused(two_parts(word, texts.len())));
    }
    let mut sums = Vec::with_capacity(texts.len());
    for one in &texts {
        if one.text.trim().is_empty() {
            return Err(Error::question(
                text,
                one.span,
                text!(
                    "here a part is missing: {word}(nim[3], kayles[5])",
                    "此处缺少一个部分：{word}(nim[3], kayles[5])"
                ),
            ));
        }
        // As the empty sum is shown.
        let sum = match one.text.trim() {
            "0" => Sum::default(),
            _ => {
                let read = read_position(world, &one.text, budget)
                    .map_err(|error| placed(error, text, one))?;
                if read.play.is_some() {
                    return Err(Error::question(text, one.span, around_whole()));
                }
                Sum::canonical(read.components, world)
            }
        };
        if let Some(other) = sum
            .0
            .iter()
            .find(|part| not_for_compounds(world, [part.game]).is_some())
        {
            return Err(Error::question(
                text,
                one.span,
                no_part(&world.show(other.game, &other.slots)),
            ));
        }
        sums.push(sum);
    }
    let game = world.apart(kind).unwrap_or_else(|| world.compound(kind));
    let mut slots = Compound { kind }.position(sums.into_iter().map(|sum| sum.0).collect(), world);
    world.rules(game).canonicalise(&mut slots);
    Ok(Some(Component {
        game,
        slots: slots.into(),
    }))
}

/// Why components that stay apart are no part of anything.
pub(super) fn around_all(kind: Kind) -> Text {
    let opening = kind.opening();
    text!(
        "`{opening}...)` stands around a whole position: {opening}nim[1], nim[2])",
        "`{opening}...)` 须括住整个局面：{opening}nim[1], nim[2])"
    )
}

/// Why a part of a sum does not say how play ends.
pub(super) fn around_whole() -> Text {
    text!(
        "how play ends is said around a whole position, not of a part",
        "对局如何结束只能对整个局面说明，不能写在某个部分中"
    )
}

/// The first game that these lead to that compounds do not take.
fn not_for_compounds(world: &World, games: impl IntoIterator<Item = GameId>) -> Option<GameId> {
    let unfit = |game: &GameId| {
        let (rules, conventions) = (world.rules(*game), world.rules(*game).conventions());
        conventions.loopy || conventions.entailing || rules.can_end() || rules.alone()
    };
    world.reached(games).into_iter().find(unfit)
}

fn no_part(name: &str) -> Text {
    text!(
        "{name} cannot be a part of a compound: it is loopy, has goals or traps, is urgent, or stands alone",
        "{name} 不能作为复合游戏的一部分：它可循环、有目标或陷阱、可能紧急，或须单独存在"
    )
}

/// Refuses a question whose rules leave compounds of what compounds do not take.
pub(super) fn may_be_left(world: &World, text: &str, games: &[GameId]) -> Result<(), Error> {
    for game in world.reached(games.iter().copied()) {
        let moves = world
            .rules(game)
            .game()
            .into_iter()
            .flat_map(|game| &game.moves);
        for rule in moves.filter(|rule| {
            rule.result
                .iter()
                .any(|part| matches!(part.kind, PartKind::Compound(..)))
        }) {
            let inside = rule.result.iter().flat_map(|part| part.kind.compounded());
            let Some(unfit) =
                not_for_compounds(world, inside.chain(changed_inside(rule).then_some(game)))
            else {
                continue;
            };
            let why = no_part(&world.rules(unfit).title());
            return Err(match world.declaration_of(game) {
                Some(declared) => Error::Refused(Refusal::new(
                    &declared.source.name,
                    &declared.source.text,
                    vec![Diagnostic::error(rule.span.0, why)],
                )),
                None => Error::question(text, Span::new(0, text.len()), why),
            });
        }
    }
    Ok(())
}

/// Whether the parts of a compound that a rule leaves are made by changes of its own component.
fn changed_inside(rule: &Move) -> bool {
    fn changed(part: &Part) -> bool {
        match &part.kind {
            PartKind::Compound(_, groups) => groups
                .iter()
                .flatten()
                .any(|part| matches!(part.kind, PartKind::Changed(..)) || changed(part)),
            _ => false,
        }
    }
    rule.result.iter().any(changed)
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
    let most: u32 = number
        .trim()
        .parse()
        .ok()
        .filter(|most| *most > 0)
        .ok_or_else(bad)?;
    let rest = &given.text[number.len()..];
    let separator = rest.chars().next().map_or(0, char::len_utf8);
    let start = given.span.start as usize + number.len() + separator;
    let list = Quoted {
        text: rest[separator..].to_owned(),
        span: Span::new(start, given.span.end as usize),
    };
    Ok((Kind::Sum(SumKind::Upto(most), rules::ast::Until::All), list))
}

/// The texts between the commas that stand in no bracket.
fn parts(list: &Quoted) -> Vec<Quoted> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    let base = list.span.start as usize;
    let mut part = |from: usize, to: usize| {
        parts.push(Quoted {
            text: list.text[from..to].to_owned(),
            span: Span::new(base + from, base + to),
        });
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
pub(super) fn placed(error: Error, text: &str, part: &Quoted) -> Error {
    match error {
        Error::Refused(refusal) if refusal.source.name == QUESTION => Error::Refused(Refusal::new(
            QUESTION,
            text,
            moved(refusal.diagnostics, part.span.start),
        )),
        other => other,
    }
}
