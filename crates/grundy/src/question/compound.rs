//! Reads compounds in a question: `every(kayles[5], 2 * nim[3])`, `upto(2; a, b, c)`, `ordinal(a,
//! then(b, c))`. Each part is read as a question.

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use rules::ast::{PlayConvention, QueryComponent, StringLiteral};
use rules::compound::{CompoundKind, CompoundRules, WORDS, separate_groups, two_parts};
use rules::game::{GameId, SumKind};
use rules::ir::{Move, ResultPart, ResultPartKind};
use rules::play::{Component, SumPosition};
use rules::world::{SourceError, World};

use super::{moved, read_position};
use crate::error::{QUESTION, SolveError};

/// Returns whether a name begins a compound. A declared game with the name of a compound has
/// priority.
pub(super) fn is_word(world: &World, name: &str) -> bool {
    (WORDS.contains(&name) || separate_groups::WORDS.contains(&name) || name == MISERE)
        && !world.has_game(name)
}

/// The name of the form for misère play around a complete question.
const MISERE: &str = "misere";

/// Returns the text in the parentheses, if the complete text has the form `misere(...)`.
pub(super) fn misere(world: &World, text: &str) -> Option<StringLiteral> {
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
    whole.then(|| StringLiteral {
        text: inner[..end].to_owned(),
        span: Span::new(from, from + end),
    })
}

/// Returns the component for a compound; `None` if `part` is not a compound.
pub(super) fn component(
    world: &mut World,
    text: &str,
    part: &QueryComponent,
    budget: &Budget<'_>,
) -> Result<Option<Component>, SolveError> {
    let (Some(instance), Some(given)) = (&part.game, &part.text) else {
        return Ok(None);
    };
    let word = instance.name.text.as_str();
    if !is_word(world, word) {
        return Ok(None);
    }
    let refused = |why| SolveError::question(text, part.span, why);
    if word == MISERE {
        return Err(refused(text!(
            "`misere(...)` must enclose the whole position: misere(nim[1] + nim[2]); for tables use --play misere",
            "`misere(...)` 须括住整个局面：misere(nim[1] + nim[2])；表格请用 --play misere"
        )));
    }
    let (kind, list) = match CompoundKind::from_word(word) {
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
            return Err(SolveError::question(
                text,
                one.span,
                text!(
                    "a part is missing here; write for example {word}(nim[3], kayles[5])",
                    "此处缺少一个部分；例如 {word}(nim[3], kayles[5])"
                ),
            ));
        }
        // The text of the empty sum.
        let sum = match one.text.trim() {
            "0" => SumPosition::default(),
            _ => {
                let read = read_position(world, &one.text, budget)
                    .map_err(|error| placed(error, text, one))?;
                if read.play.is_some() {
                    return Err(SolveError::question(text, one.span, around_whole()));
                }
                SumPosition::canonical(read.components, world)
            }
        };
        if let Some(other) = sum
            .0
            .iter()
            .find(|part| not_for_compounds(world, [part.game]).is_some())
        {
            return Err(SolveError::question(
                text,
                one.span,
                no_part(&world.show(other.game, &other.slots)),
            ));
        }
        sums.push(sum);
    }
    let game = world.apart(kind).unwrap_or_else(|| world.compound(kind));
    let mut slots =
        CompoundRules { kind }.position(sums.into_iter().map(|sum| sum.0).collect(), world);
    world.rules(game).canonicalise(&mut slots);
    Ok(Some(Component::new(game, slots)))
}

/// The error for separate components (`stop`, `button`) inside another compound or sum.
pub(super) fn around_all(kind: CompoundKind) -> Text {
    let opening = kind.opening();
    text!(
        "`{opening}...)` must enclose the whole position: {opening}nim[1], nim[2])",
        "`{opening}...)` 须括住整个局面：{opening}nim[1], nim[2])"
    )
}

/// The error for a part of a sum that names a play convention.
pub(super) fn around_whole() -> Text {
    text!(
        "the play convention applies to the whole position; it cannot be set for a part",
        "对局如何结束是整个局面的约定，不能只用于某个部分"
    )
}

/// Returns the first game, reachable from the given games, that cannot be part of a compound.
fn not_for_compounds(world: &World, games: impl IntoIterator<Item = GameId>) -> Option<GameId> {
    let unfit = |game: &GameId| {
        let (rules, conventions) = (world.rules(*game), world.rules(*game).conventions());
        conventions.loopy
            || conventions.entailing
            || conventions.play == PlayConvention::Partizan
            || rules.can_end()
            || rules.is_standalone()
    };
    world.reachable_games(games).into_iter().find(unfit)
}

fn no_part(name: &str) -> Text {
    text!(
        "{name} cannot be a part of a compound: it is loopy, has goals or traps, may be urgent, gives the players different moves, or must be the only component",
        "{name} 不能作为复合游戏的一部分：它可循环、有目标或陷阱、可能紧急、双方着法不同，或只能单独存在"
    )
}

/// Returns an error if moves leave compounds of games that cannot be part of a compound.
pub(super) fn may_be_left(world: &World, text: &str, games: &[GameId]) -> Result<(), SolveError> {
    for game in world.reachable_games(games.iter().copied()) {
        let moves = world
            .rules(game)
            .game()
            .into_iter()
            .flat_map(|game| &game.moves);
        for rule in moves.filter(|rule| {
            rule.result
                .iter()
                .any(|part| matches!(part.kind, ResultPartKind::Compound(..)))
        }) {
            let inside = rule.result.iter().flat_map(|part| part.kind.compounded());
            let Some(unfit) =
                not_for_compounds(world, inside.chain(changed_inside(rule).then_some(game)))
            else {
                continue;
            };
            let why = no_part(&world.rules(unfit).title());
            return Err(match world.declaration_of(game) {
                Some(declared) => SolveError::Refused(SourceError::new(
                    &declared.source.name,
                    &declared.source.text,
                    vec![Diagnostic::error(rule.span.0, why)],
                )),
                None => SolveError::question(text, Span::new(0, text.len()), why),
            });
        }
    }
    Ok(())
}

/// Returns whether a rule leaves a compound with a part that is the moved component with some slots
/// changed.
fn changed_inside(rule: &Move) -> bool {
    fn changed(part: &ResultPart) -> bool {
        match &part.kind {
            ResultPartKind::Compound(_, groups) => groups
                .iter()
                .flatten()
                .any(|part| matches!(part.kind, ResultPartKind::Changed(..)) || changed(part)),
            _ => false,
        }
    }
    rule.result.iter().any(changed)
}

/// The arguments of a compound, for example `2; a, b, c`.
fn upto(text: &str, given: &StringLiteral) -> Result<(CompoundKind, StringLiteral), SolveError> {
    let bad = || {
        SolveError::question(
            text,
            given.span,
            text!(
                "expected the maximum number of parts per move, at least 1, before the parts: upto(2; a, b, c)",
                "各部分之前应写明一着最多在几个部分中走（至少 1）：upto(2; a, b, c)"
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
    let list = StringLiteral {
        text: rest[separator..].to_owned(),
        span: Span::new(start, given.span.end as usize),
    };
    Ok((
        CompoundKind::Sum(SumKind::Upto(most), rules::ast::EndCondition::All),
        list,
    ))
}

/// Splits a text at the commas outside brackets.
fn parts(list: &StringLiteral) -> Vec<StringLiteral> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    let base = list.span.start as usize;
    let mut part = |from: usize, to: usize| {
        parts.push(StringLiteral {
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

/// Turns an error about a part into an error about the question.
pub(super) fn placed(error: SolveError, text: &str, part: &StringLiteral) -> SolveError {
    match error {
        SolveError::Refused(refusal) if refusal.source.name == QUESTION => SolveError::Refused(
            SourceError::new(QUESTION, text, moved(refusal.diagnostics, part.span.start)),
        ),
        other => other,
    }
}
