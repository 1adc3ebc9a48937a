//! Finds the move that a user types. A move is given by the label of its rule (`take 3`, `in
//! nim[5]: take 3`, `2: take 3`), by its choices (`k=3`), or by the position that it leaves
//! (`nim[2] + nim[3]`). Steps in several components are separated by `;`. If a position has too
//! many moves to list, the numbers in the text and in the position, and their differences, are
//! tried as choices. Candidate moves are then tested with the rules, so that no illegal move is
//! accepted.

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text::{Text, lowercase};
use rules::game::SumKind;
use rules::ir::Int;
use rules::play::{Component, MoveStep};
use rules::world::World;

use crate::error::SolveError;
use crate::option_list::left_by_step;
use crate::player::{MAX_LISTED_MOVES, Match, MatchMove};
use crate::position_text;
use crate::question;

/// The moves that a text may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveLookup {
    /// No legal move matches.
    None,
    /// Exactly one move matches.
    One(MatchMove),
    /// Several moves with different results match the text. At most 20 moves are included.
    Several(Vec<MatchMove>),
}

/// Maximum number of moves that are offered if a text matches more than one move.
const SEVERAL: usize = 20;

/// At most this many numbers are tried as choices. `CHOSEN` is the maximum number of choices of a
/// rule for which numbers are tried.
const MAX_NUMBERS: usize = 40;
const CHOSEN: usize = 2;

/// A rule and its choices.
type RuleChoices = (usize, Box<[Int]>);

impl Match {
    /// Returns the move of the current position that a text describes.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] if every match is illegal. Returns another [`SolveError`] if
    /// the rules cannot be evaluated or the budget runs out.
    pub fn find(&mut self, text: &str, budget: &Budget<'_>) -> Result<MoveLookup, SolveError> {
        let text = normalize(text);
        if self.over_at_once(&self.components, budget)?.is_some() || text.is_empty() {
            return Ok(MoveLookup::None);
        }
        let names_a_position = text.contains('[') || text == "0";
        // In a text with a colon, the part before the colon names the component.
        let mut moves = if names_a_position && !text.contains(':') {
            self.by_what_is_left(&text, budget)?
        } else {
            Vec::new()
        };
        if moves.is_empty() {
            moves = self.by_words(&text, budget)?;
        }
        if moves.is_empty() && names_a_position {
            moves = self.by_what_is_left(&text, budget)?;
        }
        // Moves that result in equal positions are equivalent.
        let mut seen = BTreeSet::new();
        let mut different = Vec::with_capacity(moves.len());
        for one in moves {
            if seen.insert(self.canonical(&self.replaced(&self.components, &one, budget)?)) {
                different.push(one);
            }
        }
        Ok(match different.len() {
            0 => MoveLookup::None,
            1 => MoveLookup::One(different.remove(0)),
            _ => {
                different.truncate(SEVERAL);
                MoveLookup::Several(different)
            }
        })
    }

    /// Returns moves whose steps match the text.
    fn by_words(&mut self, text: &str, budget: &Budget<'_>) -> Result<Vec<MatchMove>, SolveError> {
        let mut found: Vec<Vec<MoveStep>> = vec![Vec::new()];
        for words in text.split(';').filter(|words| !words.is_empty()) {
            let fitting = self.steps_called(words, budget)?;
            let mut longer = Vec::new();
            for steps in &found {
                let others = fitting
                    .iter()
                    .filter(|step| steps.iter().all(|s| s.component != step.component));
                longer.extend(
                    others.map(|step| steps.iter().chain([step]).cloned().collect::<Vec<_>>()),
                );
            }
            longer.truncate(MAX_LISTED_MOVES);
            found = longer;
        }
        let (mut moves, mut why) = (Vec::new(), None);
        for mut steps in found.into_iter().filter(|steps| !steps.is_empty()) {
            steps.sort_by_key(|step| step.component);
            match self.of_steps(&steps, budget) {
                Ok(made) => moves.push(made),
                Err(error @ SolveError::Stopped(_)) => return Err(error),
                Err(error) => why = Some(error),
            }
        }
        match why {
            Some(why) if moves.is_empty() => Err(why),
            _ => Ok(moves),
        }
    }

    /// Returns steps of a component that match, with or without a prefix such as `in nim[5]:` or
    /// `2:`.
    fn steps_called(&self, words: &str, budget: &Budget<'_>) -> Result<Vec<MoveStep>, SolveError> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let numbers = numbers_of(words);
        for (index, component) in self.components.iter().enumerate() {
            budget.steps(1)?;
            let shown = normalize(&position_text::component(&self.session.world, component));
            let place = (index + 1).to_string();
            let prefixes = [
                format!("in{shown}:"),
                format!("在{shown}中:"),
                format!("{shown}:"),
                format!("{place}:"),
            ];
            let after = prefixes
                .iter()
                .find_map(|prefix| words.strip_prefix(prefix.as_str()));
            // A prefix that is a number selects the component with this number; without a number,
            // only the first of equal components is examined.
            if !words.starts_with(&format!("{place}:")) && !seen.insert(component) {
                continue;
            }
            let words = after.unwrap_or(words);
            let steps = self.steps(component, MAX_LISTED_MOVES, budget)?;
            let known = |rule: usize, choices: &[Int]| self.called(component, rule, choices, words);
            let mut list: Vec<RuleChoices> = steps
                .list
                .into_iter()
                .filter(|step| known(step.rule, &step.choices))
                .map(|step| (step.rule, step.choices))
                .collect();
            if list.is_empty() && !steps.complete {
                list = self
                    .tried(component, &numbers, CHOSEN, budget)?
                    .into_iter()
                    .filter(|(rule, choices)| known(*rule, choices))
                    .collect();
            }
            found.extend(
                list.into_iter()
                    .map(|(rule, choices)| MoveStep::new(index, rule, choices)),
            );
        }
        Ok(found)
    }

    /// Returns whether a step matches the text, in either language.
    fn called(&self, component: &Component, rule: usize, choices: &[Int], typed: &str) -> bool {
        let name = self
            .session
            .world
            .describe(component.game, &component.slots, rule, choices);
        let by_rules =
            name.is_some_and(|Text { en, zh }| normalize(&en) == typed || normalize(&zh) == typed);
        by_rules
            || normalize(&position_text::choices(
                &self.session.world,
                component,
                rule,
                choices,
            )) == typed
    }

    /// Returns the legal steps of a component by rules that choose at most `most` numbers, with
    /// choices among the given numbers.
    fn tried(
        &self,
        component: &Component,
        numbers: &BTreeSet<Int>,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<Vec<RuleChoices>, SolveError> {
        let world = &self.session.world;
        let Some(game) = world.rules(component.game).game() else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for (rule, shape) in game.moves.iter().enumerate() {
            let width: usize = shape.choices.iter().map(|choice| choice.width).sum();
            if width > most {
                continue;
            }
            let mut rows: Vec<Vec<Int>> = vec![Vec::new()];
            for _ in 0..width {
                let longer = rows.iter().flat_map(|row| {
                    numbers
                        .iter()
                        .take(MAX_NUMBERS)
                        .map(|n| [&row[..], &[*n]].concat())
                });
                rows = longer.collect();
            }
            for row in rows {
                if left_by_step(world, component, rule, &row, budget)?.is_some() {
                    found.push((rule, row.into()));
                }
            }
        }
        Ok(found)
    }

    /// Returns moves that leave the position that the text names. If few numbers of the named
    /// position differ from the current position, not all moves need to be listed.
    fn by_what_is_left(
        &mut self,
        text: &str,
        budget: &Budget<'_>,
    ) -> Result<Vec<MatchMove>, SolveError> {
        let Some(wanted) = self.parse_position(text) else {
            return Ok(Vec::new());
        };
        let mut wanted = vec![wanted];
        // A game may have a name that differs from its name in the text: `bash(3)` is `bash`.
        if !wanted[0].called.is_empty()
            && let Ok(position) =
                question::position(&mut World::clone(&self.session.world), text, budget)
        {
            let mut components = position.components;
            components.sort_unstable();
            wanted.push(NamedPosition {
                components,
                called: Vec::new(),
            });
        }
        let near = self.by_numbers(text, 1, budget)?;
        let found = self.leaving(&wanted, near, budget)?;
        if !found.is_empty() {
            return Ok(found);
        }
        let mut legal = self.legal(budget)?;
        if !legal.complete {
            legal.moves.extend(self.by_numbers(text, CHOSEN, budget)?);
        }
        self.leaving(&wanted, legal.moves, budget)
    }

    /// Returns moves in one component by rules that choose at most `most` numbers. The choices are
    /// numbers in the text, or their differences from the current numbers.
    fn by_numbers(
        &mut self,
        text: &str,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<Vec<MatchMove>, SolveError> {
        if self.conventions().sum == SumKind::Every {
            return Ok(Vec::new());
        }
        let targets: Vec<Int> = numbers_of(text).into_iter().take(MAX_NUMBERS).collect();
        let (mut moves, mut seen) = (Vec::new(), BTreeSet::new());
        let components = self.components.clone();
        for (index, component) in components.iter().enumerate() {
            // Only the first of equal components is examined.
            if !seen.insert(component) {
                continue;
            }
            let mut numbers: BTreeSet<Int> = targets.iter().copied().collect();
            for slot in &component.slots {
                numbers.extend(
                    targets
                        .iter()
                        .filter_map(|target| slot.checked_sub(*target))
                        .filter(|n| *n != 0),
                );
                numbers.extend(
                    targets
                        .iter()
                        .filter_map(|target| target.checked_sub(*slot))
                        .filter(|n| *n > 0),
                );
            }
            for (rule, choices) in self.tried(component, &numbers, most, budget)? {
                let step = MoveStep::new(index, rule, choices);
                moves.extend(self.of_steps(&[step], budget).ok());
            }
        }
        Ok(moves)
    }

    /// Returns the moves whose result is one of these positions.
    fn leaving(
        &mut self,
        wanted: &[NamedPosition],
        moves: Vec<MatchMove>,
        budget: &Budget<'_>,
    ) -> Result<Vec<MatchMove>, SolveError> {
        let components = self.components.clone();
        let mut found = Vec::new();
        for one in moves {
            let whole = self.replaced(&components, &one, budget)?;
            if wanted
                .iter()
                .any(|wanted| wanted.is(&self.session.world, &whole))
            {
                found.push(one);
                continue;
            }
            let tidy = self.remaining_position(&components, &one, budget)?;
            let mut nothing = wanted.iter().any(NamedPosition::is_nothing);
            for component in &tidy {
                nothing = nothing && !self.alive(component, budget)?;
            }
            if nothing
                || wanted
                    .iter()
                    .any(|wanted| wanted.is(&self.session.world, &tidy))
            {
                found.push(one);
            }
        }
        Ok(found)
    }

    /// Returns the position that a text names; `None` if the text names no position.
    fn parse_position(&self, text: &str) -> Option<NamedPosition> {
        let mut named = NamedPosition::default();
        if text == "0" {
            return Some(named);
        }
        // A move may increase the number of components of the position, but only by a limited
        // amount.
        let most = self.components.len() + 1000;
        for part in text.split('+') {
            let (copies, name) = match part.split_once('*') {
                Some((copies, name)) => (
                    copies.parse().ok().filter(|n| (1..=most).contains(n))?,
                    name,
                ),
                None => (1, part),
            };
            match self.component_of(name) {
                Some(component) => named
                    .components
                    .extend((0..copies).map(|_| component.clone())),
                None => named.called.extend((0..copies).map(|_| name.to_owned())),
            }
        }
        named.components.sort_unstable();
        named.called.sort_unstable();
        Some(named)
    }

    /// Returns the component that a game and numbers name; if the order of numbers in the game does
    /// not matter, they may be in any order. `[3]` without a name is a component of the only game
    /// in the position.
    fn component_of(&self, name: &str) -> Option<Component> {
        let (name, numbers) = name.strip_suffix(']')?.rsplit_once('[')?;
        let world = &self.session.world;
        let here = self.components.iter().map(|component| component.game);
        let first = self.components.first()?.game;
        let game = if name.is_empty() {
            here.clone().all(|game| game == first).then_some(first)?
        } else {
            // Games in the position have precedence over other games with the same name.
            here.chain(world.games())
                .find(|game| normalize(world.name(*game)) == name)?
        };
        let mut slots: Vec<Int> = numbers
            .split(',')
            .map(|n| n.parse().ok())
            .collect::<Option<_>>()?;
        let rules = world.rules(game);
        if slots.len() != rules.slots().len() {
            return None;
        }
        rules.canonicalise(&mut slots);
        Some(Component::new(game, slots))
    }
}

/// A position that a text describes by naming components.
#[derive(Default)]
struct NamedPosition {
    /// The components named by a game and numbers, in order.
    components: Vec<Component>,
    /// The names of components that are given without numbers, in order.
    called: Vec<String>,
}

impl NamedPosition {
    /// Returns whether the text names no components.
    fn is_nothing(&self) -> bool {
        self.components.is_empty() && self.called.is_empty()
    }

    /// Returns whether `position` is the named position.
    fn is(&self, world: &World, position: &[Component]) -> bool {
        if position.len() != self.components.len() + self.called.len() {
            return false;
        }
        let mut sorted: Vec<&Component> = position.iter().collect();
        sorted.sort_unstable();
        let mut wanted = self.components.iter().peekable();
        let others: Vec<&Component> = sorted
            .into_iter()
            .filter(|component| wanted.next_if_eq(component).is_none())
            .collect();
        if others.len() != self.called.len() {
            return false;
        }
        let mut called: Vec<String> = others
            .into_iter()
            .map(|component| normalize(&position_text::component(world, component)))
            .collect();
        called.sort_unstable();
        called == self.called
    }
}

/// Returns the integers in a text.
fn numbers_of(text: &str) -> BTreeSet<Int> {
    let is_part = |c: char| c.is_ascii_digit() || c == '-';
    text.split(|c| !is_part(c))
        .filter_map(|run| run.parse().ok())
        .collect()
}

/// Removes insignificant differences from a text: spaces, case, full-width characters.
fn normalize(text: &str) -> String {
    const SHIFT: u32 = '！' as u32 - '!' as u32;
    let narrow = |c: char| {
        if ('！'..='～').contains(&c) {
            char::from_u32(c as u32 - SHIFT).unwrap_or(c)
        } else {
            c
        }
    };
    lowercase(
        &text
            .chars()
            .filter(|c| !c.is_whitespace())
            .map(narrow)
            .collect::<String>(),
    )
}
