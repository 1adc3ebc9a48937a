//! Reads the text of a position into components of a world. The reader looks up names, evaluates
//! arguments and numbers, completes short positions with the game's `start`, and tests each number
//! against its slot's range.

use std::collections::{HashMap, HashSet};

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span, corrected};
use base::text;
use base::text::Text;
use rules::ast::{PlayConvention, QueryComponent, QuerySlot, QuerySum};
use rules::game::{GameId, RulesError};
use rules::ir::{Game, Int, ParameterValue};
use rules::lower::{argument_value, constant_value};
use rules::parser::{NameContext, is_set, parse_query_with};
use rules::play::{Component, SumPosition};
use rules::structure::Structure;
use rules::world::{InstantiationError, SourceError, World};
use structures::heaps::HeapCodes;
use structures::sets::Sets;

use crate::error::{QUESTION, SolveError};

mod compound;
mod construction;
mod graphs;
mod input;
mod numbers;
mod repair;

pub use input::QuestionInput;

/// Maximum number of components of a question.
const MAX_COMPONENTS: usize = 100_000;

/// The sum in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The components in the order of the text, each in canonical form. Pairs of equal coins are
    /// removed.
    pub components: Vec<Component>,
    /// The games in the text, including the games of removed coins. The games in this list
    /// determine the conventions.
    pub games: Vec<GameId>,
    /// The play convention that the question names, if any.
    pub play: Option<PlayConvention>,
}

impl Position {
    /// Returns the position in canonical form.
    pub fn sum(&self, world: &World) -> SumPosition {
        SumPosition::canonical(self.components.clone(), world)
    }
}

/// A sum with ranges, for a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRanges {
    /// The components in the order of the text.
    pub parts: Vec<RangePart>,
}

/// A component with ranges, and its number of copies in a sum. All copies of a component have equal
/// numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangePart {
    /// The game.
    pub game: GameId,
    /// One range for each number in the text (a single number is a range with one number); `None`
    /// if the text contains only the name of the game.
    pub numbers: Option<Vec<(Int, Int)>>,
    /// Number of copies.
    pub copies: usize,
}

impl PositionRanges {
    /// Returns the component, if the sum has only one.
    pub fn lone(&self) -> Option<&RangePart> {
        match &self.parts[..] {
            [part] if part.copies == 1 => Some(part),
            _ => None,
        }
    }

    /// Returns the single component that was read from `text`; an error if the sum has several
    /// components.
    pub(crate) fn single_part(&self, text: &str) -> Result<RangePart, SolveError> {
        self.lone().cloned().ok_or_else(|| {
            let whole = Span::new(0, text.len());
            SolveError::question(
                text,
                whole,
                text!(
                    "expected a single component, found a sum",
                    "此处应为单独一个部分，却是和"
                ),
            )
        })
    }

    /// Returns all ranges, component by component.
    pub fn rows(&self) -> Vec<(Int, Int)> {
        self.parts
            .iter()
            .flat_map(|part| part.numbers.iter().flatten())
            .copied()
            .collect()
    }

    /// Returns the game of each component.
    pub(crate) fn games(&self) -> Vec<GameId> {
        self.parts.iter().map(|part| part.game).collect()
    }

    /// Returns the number of cells of the table.
    ///
    /// # Errors
    /// Returns an error if memory does not suffice for cells of `bytes` bytes.
    pub(crate) fn cells(&self, bytes: usize, budget: &Budget<'_>) -> Result<u128, SolveError> {
        let length = |(low, high): (Int, Int)| (i128::from(high) - i128::from(low) + 1) as u128;
        let size = self
            .rows()
            .into_iter()
            .fold(1, |size: u128, range| size.saturating_mul(length(range)));
        budget
            .allow_memory(u64::try_from(size.saturating_mul(bytes as u128)).unwrap_or(u64::MAX))?;
        Ok(size)
    }

    /// Returns all ranges with the names of their slots. If two components have slots of the same
    /// name, all names contain the number of the component: `n.1`, `n.2`.
    pub(crate) fn named_ranges(&self, world: &World) -> Vec<(String, Int, Int)> {
        let names: Vec<Vec<(String, Int, Int)>> = self
            .parts
            .iter()
            .map(|part| part.named_ranges(world))
            .collect();
        let mut met = HashSet::new();
        let clear = names
            .iter()
            .flatten()
            .all(|(name, ..)| met.insert(name.as_str()));
        let numbered = |(i, names): (usize, &Vec<(String, Int, Int)>)| -> Vec<(String, Int, Int)> {
            let called = |name: &str| {
                if clear {
                    name.to_owned()
                } else {
                    format!("{name}.{}", i + 1)
                }
            };
            names
                .iter()
                .map(|(name, low, high)| (called(name), *low, *high))
                .collect()
        };
        names.iter().enumerate().flat_map(numbered).collect()
    }
}

impl RangePart {
    /// Returns the ranges of the component with the names of their slots.
    fn named_ranges(&self, world: &World) -> Vec<(String, Int, Int)> {
        let ranges = self.numbers.as_deref().unwrap_or_default();
        let rules = world.rules(self.game);
        let names: Vec<String> = match rules.game().and_then(|g| g.start.as_ref()) {
            Some(start)
                if start.free.len() == ranges.len() && rules.slots().len() != ranges.len() =>
            {
                start
                    .free
                    .iter()
                    .map(|&i| rules.slots()[i].name.clone())
                    .collect()
            }
            _ => rules.slots().iter().map(|s| s.name.clone()).collect(),
        };
        names
            .into_iter()
            .zip(ranges)
            .map(|(name, (low, high))| (name, *low, *high))
            .collect()
    }
}

/// Reads a position without ranges. An error shows the most likely intended question.
///
/// # Errors
/// Returns [`SolveError::Refused`] if the text is not a position, and [`SolveError::Stopped`] if
/// the budget runs out.
pub fn position(
    world: &mut World,
    text: &str,
    budget: &Budget<'_>,
) -> Result<Position, SolveError> {
    read_position(world, text, budget).map_err(|error| {
        let mut trial = world.clone();
        with_repair(error, world, text, &mut |meant| {
            read_position(&mut trial, meant, budget).is_ok()
        })
    })
}

/// Returns whether the question is a single position with sets or words; a position with sets or
/// words has no table.
pub fn told_by_sets(world: &mut World, text: &str, budget: &Budget<'_>) -> bool {
    let position = read_position(world, text, budget);
    position.is_ok_and(|position| {
        position.games.iter().any(|&game| {
            world
                .rules(game)
                .game()
                .is_some_and(|game| game.holds_more())
        })
    })
}

/// Adds the most likely intended question to an error about the text of a question. The intended
/// question is the text with the edits that the errors suggest, or the text read with relaxed
/// syntax. `accepts` tests whether a question is valid.
fn with_repair(
    error: SolveError,
    world: &World,
    text: &str,
    accepts: &mut dyn FnMut(&str) -> bool,
) -> SolveError {
    let SolveError::Refused(mut refusal) = error else {
        return error;
    };
    if refusal.source.name == QUESTION && refusal.source.text == text {
        refusal
            .diagnostics
            .iter_mut()
            .for_each(|found| found.repair = None);
        let edited = corrected(&refusal.diagnostics, text);
        let meant = if edited != text && accepts(&edited) {
            Some(edited)
        } else {
            repair::repair(world, &edited, accepts)
        };
        if let Some(last) = refusal.diagnostics.last_mut() {
            last.repair = meant;
        }
    }
    SolveError::Refused(refusal)
}

fn read_position(
    world: &mut World,
    text: &str,
    budget: &Budget<'_>,
) -> Result<Position, SolveError> {
    if let Some(inner) = compound::misere(world, text) {
        let position = read_position(world, &inner.text, budget)
            .map_err(|error| compound::placed(error, text, &inner))?;
        return Ok(Position {
            play: Some(PlayConvention::Misere),
            ..position
        });
    }
    let query = parse(world, text)?;
    let mut components: Vec<Component> = Vec::new();
    let mut games = Vec::new();
    let lone = query.components.len() == 1 && query.components[0].copies == 1;
    for part in &query.components {
        if let Some(made) = compound::component(world, text, part, budget)? {
            let kind = world
                .rules(made.game)
                .compound()
                .map(|compound| compound.kind);
            if let (false, Some((kind, _))) =
                (lone, kind.and_then(|kind| Some((kind, kind.played()?))))
            {
                return Err(SolveError::question(
                    text,
                    part.span,
                    compound::around_all(kind),
                ));
            }
            let copies = usize::try_from(part.copies).unwrap_or(usize::MAX);
            if components.len().saturating_add(copies) > MAX_COMPONENTS {
                return Err(SolveError::question(text, part.span, too_many()));
            }
            games.push(made.game);
            components.extend(std::iter::repeat_n(made, copies));
            continue;
        }
        let (game, numbers) = component(world, text, part)?;
        let refused = |why| SolveError::question(text, part.span, why);
        let numbers = match numbers {
            None => None,
            Some(slots) => Some(
                slots
                    .into_iter()
                    .map(|(low, high)| {
                        if low == high {
                            Ok(low)
                        } else {
                            Err(ranges_here(text, part.span))
                        }
                    })
                    .collect::<Result<Vec<Int>, SolveError>>()?,
            ),
        };
        let meant = meant(world, game, numbers.as_deref(), budget)?.map_err(refused)?;
        if components.len() as i128 + i128::from(part.copies) * meant.len() as i128
            > MAX_COMPONENTS as i128
        {
            return Err(refused(too_many()));
        }
        games.push(game);
        components.extend((0..part.copies).flat_map(|_| meant.iter().cloned()));
    }
    may_stand_together(world, text, &components)?;
    compound::may_be_left(world, text, &games)?;
    cancel_coins(world, &mut components);
    let kept = components
        .first()
        .and_then(|first| world.rules(first.game).compound())
        .and_then(|compound| compound.kind.played());
    Ok(Position {
        components,
        games,
        play: kept,
    })
}

/// Removes pairs of equal coins. If the number of equal coins is odd, the first coin remains.
pub(crate) fn cancel_coins(world: &World, components: &mut Vec<Component>) {
    let mut odd: HashMap<Component, bool> = HashMap::new();
    for component in components.iter().filter(|c| world.rules(c.game).coins()) {
        let odd = odd.entry(component.clone()).or_default();
        *odd = !*odd;
    }
    components.retain(|component| odd.get_mut(component).is_none_or(std::mem::take));
}

/// Returns an error if a component of a standalone game is in a sum with other components.
pub(crate) fn may_stand_together(
    world: &World,
    text: &str,
    components: &[Component],
) -> Result<(), SolveError> {
    let Some(alone) = components
        .iter()
        .find(|c| components.len() > 1 && world.rules(c.game).is_standalone())
    else {
        return Ok(());
    };
    let name = world.show(alone.game, &alone.slots);
    Err(SolveError::question(
        text,
        Span::new(0, text.len()),
        text!(
            "{name} cannot be part of a sum: its position determines whose move it is, or its goals, ties or repeated positions concern the whole play",
            "{name} 不能与其他部分相加：局面包含轮到谁走，或其胜负条件、和棋或局面重复涉及整局"
        ),
    ))
}

/// Reads a sum with ranges, for a table. An error shows the most likely intended question.
///
/// # Errors
/// Returns [`SolveError::Refused`] if the text is not a sum, a game in it cannot be built, or it
/// contains no numbers.
pub fn ranges(world: &mut World, text: &str) -> Result<PositionRanges, SolveError> {
    read_ranges(world, text).map_err(|error| {
        let mut trial = world.clone();
        with_repair(error, world, text, &mut |meant| {
            read_ranges(&mut trial, meant)
                .is_ok_and(|asked| asked.rows().iter().any(|(low, high)| low < high))
        })
    })
}

fn read_ranges(world: &mut World, text: &str) -> Result<PositionRanges, SolveError> {
    let query = parse(world, text)?;
    let mut parts: Vec<RangePart> = Vec::new();
    for part in &query.components {
        let (game, numbers) = component(world, text, part)?;
        let copies = usize::try_from(part.copies).unwrap_or(usize::MAX);
        let all = parts
            .iter()
            .map(|part| part.copies)
            .fold(copies, usize::saturating_add);
        if all > MAX_COMPONENTS {
            return Err(SolveError::question(text, part.span, too_many()));
        }
        parts.push(RangePart {
            game,
            numbers,
            copies,
        });
    }
    compound::may_be_left(
        world,
        text,
        &parts.iter().map(|part| part.game).collect::<Vec<_>>(),
    )?;
    if parts.iter().all(|part| part.numbers.is_none()) {
        let holds_more = |part: &RangePart| {
            world
                .rules(part.game)
                .game()
                .is_some_and(|game| game.holds_more())
        };
        let asked = text.trim();
        let example = match parts.iter().any(holds_more) {
            false => text!(
                "expected positions, for example kayles[0..20]",
                "请写明局面，例如 kayles[0..20]"
            ),
            true => text!(
                "tables support only positions made of numbers; query positions with sets or words one at a time, for example `grundy moves '{asked}'`",
                "表格只支持由数构成的局面；含集合或单词的局面请逐个提问，例如 `grundy moves '{asked}'`"
            ),
        };
        return Err(SolveError::question(
            text,
            query.components[0].span,
            example,
        ));
    }
    Ok(PositionRanges { parts })
}

/// Reads the name of a game with its arguments, without a position.
///
/// # Errors
/// Returns [`SolveError::Refused`] if the text is not the name of a game, or the game cannot be
/// built.
pub fn game(world: &mut World, text: &str) -> Result<GameId, SolveError> {
    let query = parse(world, text)?;
    let [part] = &query.components[..] else {
        let whole = Span::new(0, text.len());
        return Err(SolveError::question(
            text,
            whole,
            text!(
                "expected a single game, found a sum",
                "此处应为单独一个游戏，却是和"
            ),
        ));
    };
    if part.copies != 1 || part.slots.is_some() {
        let name = part.game.as_ref().map_or("kayles", |game| &game.name.text);
        let why = text!(
            "expected a game without a position, for example {name}",
            "请只写游戏，不写局面，例如 {name}"
        );
        return Err(SolveError::question(text, part.span, why));
    }
    Ok(component(world, text, part)?.0)
}

/// Reads one component with ranges. A sum is an error.
pub(crate) fn lone(world: &mut World, text: &str) -> Result<RangePart, SolveError> {
    ranges(world, text)?.single_part(text)
}

/// Returns the components for a game and its numbers, each in canonical form. The inner error is
/// the reason why the numbers are not positions.
///
/// # Errors
/// Returns [`SolveError::Stopped`] if the budget runs out.
pub(crate) fn meant(
    world: &World,
    game: GameId,
    numbers: Option<&[Int]>,
    budget: &Budget<'_>,
) -> Result<Result<Vec<Component>, Text>, SolveError> {
    match (numbers, world.starts(game)) {
        (None, starts @ [_, ..]) => {
            let mut components = Vec::with_capacity(starts.len());
            for start in starts {
                match complete(world, game, Some(start), budget)? {
                    Ok(component) => components.push(component),
                    Err(why) => return Ok(Err(why)),
                }
            }
            Ok(Ok(components))
        }
        _ => Ok(complete(world, game, numbers, budget)?.map(|component| vec![component])),
    }
}

/// Returns the position of a game with these numbers in canonical form. The inner error is the
/// reason why the numbers are not a position.
///
/// # Errors
/// Returns [`SolveError::Stopped`] if the budget runs out.
pub fn complete(
    world: &World,
    game: GameId,
    numbers: Option<&[Int]>,
    budget: &Budget<'_>,
) -> Result<Result<Component, Text>, SolveError> {
    let rules = world.rules(game);
    let mut slots = match rules.position(numbers) {
        Ok(slots) => slots,
        Err(why) => return Ok(Err(why)),
    };
    for (slot, &value) in rules.slots().iter().zip(&slots) {
        let (name, low) = (&slot.name, slot.low);
        let high = slot.high.map(|h| h.to_string()).unwrap_or_default();
        if value < low || slot.high.is_some_and(|high| value > high) {
            let why = text!(
                "{name} = {value} is outside its range {low}..{high}",
                "{name} = {value} 超出范围 {low}..{high}"
            );
            return Ok(Err(why));
        }
    }
    rules.canonicalise(&mut slots);
    Ok(match world.contains(game, &slots, budget) {
        Err(RulesError::Stopped(stop)) => return Err(SolveError::Stopped(stop)),
        Ok(true) => Ok(Component::new(game, slots)),
        Ok(false) => Err(match world.unmet(game, &slots, budget) {
            Ok(Some(Text { en, zh })) => text!("not a position: {en}", "不是合法局面：{zh}"),
            _ => text!("not a position of this game", "不是该游戏的合法局面"),
        }),
        Err(fault) => Err(match world.explain_fault(&fault) {
            Ok(refusal) => refusal.diagnostics[0].message.clone(),
            Err(text) => text,
        }),
    })
}

fn parse(world: &World, text: &str) -> Result<QuerySum, SolveError> {
    let written = |name: &str| world.structure(name).is_some() || compound::is_word(world, name);
    let meant = NameContext {
        structure: &written,
        game: &|name| world.has_game(name),
    };
    let query = parse_query_with(text, meant).map_err(|diagnostics| {
        SolveError::Refused(SourceError::new(QUESTION, text, diagnostics))
    })?;
    let games: Vec<&str> = query
        .components
        .iter()
        .filter_map(|part| Some(part.game.as_ref()?.name.text.as_str()))
        .collect();
    match world.unused_file(&games) {
        None => Ok(query),
        Some(name) => Err(SolveError::Usage(text!(
            "a file is given for the parameter `{name}`, but no game of the query has this parameter",
            "为参数 `{name}` 给出了文件，但提问中没有游戏有此参数"
        ))),
    }
}

fn too_many() -> Text {
    text!(
        "more than {MAX_COMPONENTS} components",
        "部分超过 {MAX_COMPONENTS} 个"
    )
}

fn ranges_here(text: &str, span: Span) -> SolveError {
    SolveError::question(
        text,
        span,
        text!(
            "ranges are allowed only in tables: `grundy table`",
            "范围只能用于表格：`grundy table`"
        ),
    )
}

type Numbers = Option<Vec<(Int, Int)>>;

/// Reads the game of a component and its numbers.
fn component(
    world: &mut World,
    text: &str,
    part: &QueryComponent,
) -> Result<(GameId, Numbers), SolveError> {
    let refused = |diagnostics| SolveError::Refused(SourceError::new(QUESTION, text, diagnostics));
    let number = |e: &rules::ast::SpannedExpr| match constant_value(e).map_err(refused)? {
        ParameterValue::Int(n) => Ok(n),
        ParameterValue::Real(_) => {
            let whole =
                Diagnostic::error(e.span, text!("fractions are not supported", "不支持小数"));
            Err(refused(vec![
                whole.label(text!("write a whole number", "请写整数")),
            ]))
        }
        ParameterValue::Graph(_) => Err(SolveError::question(
            text,
            e.span,
            text!("expected a number, found a graph", "此处应为数，却是图"),
        )),
        ParameterValue::Set(..) => Err(SolveError::question(
            text,
            e.span,
            text!("expected a number, found a set", "此处应为数，却是集合"),
        )),
        ParameterValue::Data(_) => Err(SolveError::question(
            text,
            e.span,
            text!("expected a number, found data", "此处应为数，却是数据"),
        )),
    };
    if let Some(code) = &part.code {
        let kind: &'static dyn Structure = if is_set(&code.text) {
            &Sets
        } else {
            &HeapCodes
        };
        if is_set(&code.text) && part.slots.is_some() {
            let why = text!(
                "a set is already a position: remove the numbers after it",
                "集合本身就是局面：请去掉其后的数"
            );
            return Err(SolveError::question(text, part.span, why));
        }
        let game = world
            .read(kind, &code.text)
            .map_err(|diagnostics| refused(moved(diagnostics, code.span.start)))?;
        return Ok((game, numbers::read_numbers(text, part, &[], None, &number)?));
    }
    let Some(instance) = &part.game else {
        let example = text!(
            "expected the name of a game, for example nim[3]",
            "此处应为游戏名，例如 nim[3]"
        );
        return Err(SolveError::question(text, part.span, example));
    };
    if compound::is_word(world, &instance.name.text) {
        return Err(SolveError::question(
            text,
            part.span,
            text!(
                "compounds are allowed only in positions, not in tables",
                "复合游戏只能用于局面，不能用于表格"
            ),
        ));
    }
    let game = match (world.structure(&instance.name.text), &part.text) {
        (Some(kind), Some(given)) => world
            .read(kind, &given.text)
            .map_err(|diagnostics| refused(moved(diagnostics, given.span.start)))?,
        (Some(kind), None) => {
            let (name, example) = (kind.name(), kind.example());
            let why = text!(
                "specify the {name} in parentheses, for example {example}",
                "请在括号中写明，例如 {example}"
            );
            return Err(SolveError::question(text, instance.name.span, why));
        }
        (None, _) => {
            let mut args = Vec::new();
            for (name, value) in &instance.args {
                let value = argument_value(value)
                    .map_err(|found| graphs::mended(world, text, instance, refused(found)))?;
                args.push((name.as_ref().map(|n| n.text.clone()), value));
            }
            let given = part.slots.iter().flatten().filter_map(|item| {
                if let QuerySlot::One(e) = item {
                    Some(e)
                } else {
                    None
                }
            });
            let given: Vec<&rules::ast::SpannedExpr> = given.collect();
            world
                .instantiate_for(&instance.name.text, args, &given)
                .map_err(|missing| match missing {
                    InstantiationError::Here(why) => graphs::mended(
                        world,
                        text,
                        instance,
                        SolveError::question(text, instance.name.span, why),
                    ),
                    InstantiationError::There(refusal) => SolveError::Refused(refusal),
                })?
        }
    };
    let rules = world.rules(game);
    let items = part.slots.as_ref().map_or(0, Vec::len);
    let held = rules
        .game()
        .map(|game| game.held_among(items))
        .unwrap_or_default();
    let alone = rules
        .game()
        .map_or(Some(rules.slots().len()), Game::given_alone);
    Ok((
        game,
        numbers::read_numbers(text, part, &held, alone, &number)?,
    ))
}

/// Moves the diagnostics of a text to the location of this text in the question.
fn moved(diagnostics: Vec<Diagnostic>, base: u32) -> Vec<Diagnostic> {
    let place = |span: Span| Span {
        start: base + span.start,
        end: base + span.end,
    };
    let moved = |mut found: Diagnostic| {
        found.span = place(found.span);
        found
            .edits
            .iter_mut()
            .for_each(|edit| edit.span = place(edit.span));
        found
    };
    diagnostics.into_iter().map(moved).collect()
}
