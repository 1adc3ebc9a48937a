//! A world holds games: declarations read from sources, and the instances made of them (a game with
//! its arguments), each under a [`GameId`]. Games name each other, so they live together;
//! components of positions carry the id of their game.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use crate::component::GameId;
use crate::conventions::PlayEnding;
use crate::error::RulesError;
use crate::game::Rules;
use crate::ir::{Game, Int, ParameterValue, Slot};
use crate::library;
use crate::network::Network;
use crate::options::{OptionArena, OptionSink};
use crate::structure::{ParsedStructure, Structure};
use base::budget::Budget;
use base::diagnostic::Diagnostic;
use base::text;
use base::text::{Text, lowercase};

pub use crate::declaration::{Declaration, SourceText};
pub use crate::source_error::SourceError;
pub use instantiation::InstantiationError;

mod fault;
mod instantiation;

/// A game that can be played.
#[derive(Clone)]
struct GameInstance {
    /// Absent while it is being made, and if making it failed.
    rules: Option<Arc<dyn Rules>>,
    slots: Vec<Slot>,
    declared: Option<usize>,
    /// What a question calls it: the name in lower case, the arguments by position.
    shown: String,
}

/// What the names of games mean at some moment.
#[derive(Clone, Debug)]
pub struct NameSnapshot {
    declared: HashMap<String, usize>,
    given: HashMap<String, GameId>,
}

/// Declarations and the instances made of them. A game keeps its id for ever, so a copy of a world
/// knows every game that the world knew when the copy was made; the games themselves are shared.
#[derive(Clone, Default)]
pub struct World {
    declarations: Vec<Declaration>,
    by_name: HashMap<String, usize>,
    instances: Vec<GameInstance>,
    made: HashMap<(usize, Vec<(String, ParameterValue)>), GameId>,
    /// Games given as Rust values, by their lower-case name.
    given: HashMap<String, GameId>,
    /// The kinds of games that are written as text.
    structures: Vec<&'static dyn Structure>,
    /// The structures read from questions, by kind and text.
    read: HashMap<(&'static str, String), GameId>,
    /// Graphs for parameters that a question does not give, by the names of the parameters.
    graphs: Vec<(String, Arc<Network>)>,
    /// The components that a structure named alone means.
    starts: HashMap<GameId, Vec<Vec<Int>>>,
    /// How many games are being made, each for the one before it, and how many there were before
    /// the first of them.
    making: usize,
    settled: usize,
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World")
            .field("games", &self.instances.len())
            .finish_non_exhaustive()
    }
}

impl World {
    /// A world without games.
    pub fn empty() -> World {
        World::default()
    }

    /// A world with the games of the library.
    pub fn with_library() -> World {
        // What one world reads of its files, all of them know.
        static LIBRARY: LazyLock<World> = LazyLock::new(|| {
            let mut world = World::empty();
            for &(name, text) in library::FILES {
                world.declare(Declaration::of_library(Arc::new(SourceText {
                    name: name.to_owned(),
                    text: text.to_owned(),
                })));
            }
            world
        });
        LIBRARY.clone()
    }

    /// Reads the games of a file. Names that are known already now mean the new games. Returns the
    /// names read.
    ///
    /// # Errors
    /// If `text` is not a rule file, or two of its games have the same name; the world stays as it
    /// was.
    pub fn load(&mut self, name: &str, text: &str) -> Result<Vec<String>, SourceError> {
        let source = Arc::new(SourceText {
            name: name.to_owned(),
            text: text.to_owned(),
        });
        let games = Declaration::read(source.clone())
            .map_err(|diagnostics| SourceError::from_rule_file(source.clone(), diagnostics))?;
        let mut seen = HashSet::new();
        if let Some(game) = games.iter().find(|game| !seen.insert(game.lower())) {
            let name = &game.name;
            let twice = text!(
                "two games of this file are called `{name}` (case does not count)",
                "本文件中有两个游戏都叫 `{name}`（不区分大小写）"
            );
            return Err(SourceError::from_rule_file(
                source,
                vec![Diagnostic::error(game.decl().name.span, twice)],
            ));
        }
        Ok(self.declare(games))
    }

    /// Lets their names mean these games; the names.
    fn declare(&mut self, games: Vec<Declaration>) -> Vec<String> {
        let names = games.iter().map(|game| game.name.to_string()).collect();
        for game in games {
            self.given.remove(&game.lower());
            self.by_name.insert(game.lower(), self.declarations.len());
            self.declarations.push(game);
        }
        names
    }

    /// Lets a name mean a game of this world that was given as a value or read as a structure.
    pub fn call(&mut self, name: &str, game: GameId) {
        self.given.insert(lowercase(name), game);
    }

    /// What the names of games mean now, to be meant again later ([`World::mean`]).
    pub fn names(&self) -> NameSnapshot {
        NameSnapshot {
            declared: self.by_name.clone(),
            given: self.given.clone(),
        }
    }

    /// Lets names mean what they meant once in this world.
    pub fn mean(&mut self, names: NameSnapshot) {
        (self.by_name, self.given) = (names.declared, names.given);
    }

    /// Reads the games of a file, as [`World::load`]; where this very text was read before under
    /// this name, its games are meant again and none is made anew, so that positions of then
    /// and of now are of the same games.
    ///
    /// # Errors
    /// As for [`World::load`].
    pub fn load_again(&mut self, name: &str, text: &str) -> Result<Vec<String>, SourceError> {
        let is_this =
            |declared: &Declaration| declared.source.name == name && declared.source.text == text;
        let Some(source) = self
            .declarations
            .iter()
            .rfind(|declared| is_this(declared))
            .map(|declared| declared.source.clone())
        else {
            return self.load(name, text);
        };
        let mut names = Vec::new();
        for (index, declared) in self
            .declarations
            .iter()
            .enumerate()
            .filter(|(_, declared)| Arc::ptr_eq(&declared.source, &source))
        {
            names.push(declared.name.to_string());
            self.given.remove(&declared.lower());
            self.by_name.insert(declared.lower(), index);
        }
        Ok(names)
    }

    /// The texts that these games and all that their moves lead to were read from, in the order in
    /// which they were read; those of the library are left out.
    pub fn sources(&self, games: impl IntoIterator<Item = GameId>) -> Vec<Arc<SourceText>> {
        let declared = self
            .reachable_games(games)
            .into_iter()
            .filter_map(|game| self.instances[game.0 as usize].declared);
        let declared: BTreeSet<usize> = declared
            .filter(|&index| !self.declarations[index].library)
            .collect();
        let mut sources: Vec<Arc<SourceText>> = Vec::new();
        for source in declared
            .into_iter()
            .map(|index| &self.declarations[index].source)
        {
            if !sources.iter().any(|known| Arc::ptr_eq(known, source)) {
                sources.push(source.clone());
            }
        }
        sources
    }

    /// Adds a game written in Rust, under a name.
    pub fn add(&mut self, name: &str, rules: Box<dyn Rules>) -> GameId {
        let id = GameId(self.instances.len() as u32);
        let shown = lowercase(name);
        self.instances.push(GameInstance {
            slots: rules.slots().to_vec(),
            rules: Some(rules.into()),
            declared: None,
            shown: shown.clone(),
        });
        self.given.insert(shown, id);
        id
    }

    /// Makes kinds of games known that are written as text.
    pub fn add_structures(&mut self, kinds: &[&'static dyn Structure]) {
        self.structures.extend(kinds);
    }

    /// The kinds of games that are written as text.
    pub fn structures(&self) -> &[&'static dyn Structure] {
        &self.structures
    }

    /// The kind that a name means, unless a game has the same name; case does not count.
    pub fn structure(&self, name: &str) -> Option<&'static dyn Structure> {
        let (name, taken) = (lowercase(name), self.has_game(name));
        self.structures
            .iter()
            .find(|kind| !taken && kind.name() == name)
            .copied()
    }

    /// Whether a game has this name; case does not count.
    pub fn has_game(&self, name: &str) -> bool {
        let name = lowercase(name);
        self.given.contains_key(&name) || self.by_name.contains_key(&name)
    }

    /// The game that a structure's text means. The same text means the same game.
    ///
    /// # Errors
    /// What is not understood, with its place in the text.
    pub fn read(
        &mut self,
        kind: &'static dyn Structure,
        text: &str,
    ) -> Result<GameId, Vec<Diagnostic>> {
        let key = (kind.name(), text.to_owned());
        if let Some(&game) = self.read.get(&key) {
            return Ok(game);
        }
        let game = self.place(kind.read(text)?, kind.game_name(text));
        self.read.insert(key, game);
        Ok(game)
    }

    /// Reads a structure, to be played under a name of its own.
    ///
    /// # Errors
    /// What is not understood, with its place.
    pub fn load_structure(
        &mut self,
        file: &str,
        name: &str,
        kind: &'static dyn Structure,
        text: &str,
    ) -> Result<GameId, SourceError> {
        let mut reading = kind
            .read(text)
            .map_err(|diagnostics| SourceError::new(file, text, diagnostics))?;
        reading.rules.set_title(name);
        let shown = lowercase(name);
        let game = self.place(reading, shown.clone());
        self.given.insert(shown, game);
        Ok(game)
    }

    fn place(
        &mut self,
        ParsedStructure { rules, starts }: ParsedStructure,
        shown: String,
    ) -> GameId {
        let id = GameId(self.instances.len() as u32);
        self.instances.push(GameInstance {
            slots: rules.slots().to_vec(),
            rules: Some(rules.into()),
            declared: None,
            shown,
        });
        self.starts.insert(id, starts);
        id
    }

    /// A game that no file holds, made when it is first asked for; no other game has its name.
    pub(crate) fn built_in(
        &mut self,
        name: String,
        make: impl FnOnce() -> ParsedStructure,
    ) -> GameId {
        let key = ("", name);
        if let Some(&game) = self.read.get(&key) {
            return game;
        }
        let game = self.place(make(), key.1.clone());
        self.read.insert(key, game);
        game
    }

    /// The game made so far that no file holds and that has this name.
    pub(crate) fn find_built_in(&self, name: &str) -> Option<GameId> {
        self.read.get(&("", name.to_owned())).copied()
    }

    /// What a move of a component is called, given the rule and what was chosen.
    pub fn describe(
        &self,
        game: GameId,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
    ) -> Option<Text> {
        let rules = self.rules(game);
        rules.compound().map_or_else(
            || rules.describe(slots, rule, choices),
            |compound| compound.describe(self, slots, rule, choices),
        )
    }

    /// The components that a structure named alone means; empty if `game` is no structure, or means
    /// none.
    pub fn starts(&self, game: GameId) -> &[Vec<Int>] {
        self.starts.get(&game).map_or(&[], Vec::as_slice)
    }

    /// Every declaration that a name leads to, in the order of the names.
    pub fn declarations(&self) -> Vec<&Declaration> {
        let mut list: Vec<&Declaration> = self
            .by_name
            .values()
            .map(|&i| &self.declarations[i])
            .collect();
        list.sort_by_key(|declared| declared.lower());
        list
    }

    /// The declaration that a name leads to; case does not count.
    pub fn declared(&self, name: &str) -> Option<&Declaration> {
        self.by_name
            .get(&lowercase(name))
            .map(|&i| &self.declarations[i])
    }

    /// The declaration of a game, if it was written in the language.
    pub fn declaration_of(&self, game: GameId) -> Option<&Declaration> {
        self.instances[game.0 as usize]
            .declared
            .map(|i| &self.declarations[i])
    }

    /// The rules of a game.
    ///
    /// # Panics
    /// If `game` was not returned by this world.
    pub fn rules(&self, game: GameId) -> &dyn Rules {
        self.instances[game.0 as usize]
            .rules
            .as_deref()
            .expect("an instance that was returned is whole")
    }

    /// These games and every game that their moves lead to, in the order of the ids. What a game
    /// written in Rust leads to is not seen.
    pub fn reachable_games(&self, games: impl IntoIterator<Item = GameId>) -> BTreeSet<GameId> {
        let mut reached: BTreeSet<GameId> = games.into_iter().collect();
        let mut rest: Vec<GameId> = reached.iter().copied().collect();
        while let Some(rules) = rest.pop().map(|game| self.rules(game)) {
            for part in rules
                .game()
                .iter()
                .flat_map(|game| &game.moves)
                .flat_map(|rule| &rule.result)
            {
                rest.extend(
                    part.kind
                        .named_games()
                        .into_iter()
                        .filter(|linked| reached.insert(*linked)),
                );
            }
        }
        reached
    }

    /// Whether these numbers are a position of a game. The rules may take long to say it.
    ///
    /// # Errors
    /// If the rules cannot be evaluated at these numbers, or the budget is used up.
    pub fn contains(
        &self,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<bool, RulesError> {
        if let Some(compound) = self.rules(game).compound() {
            return compound.holds_positions(self, slots, budget);
        }
        let instance = &self.instances[game.0 as usize];
        let in_range = |(value, slot): (&Int, &Slot)| {
            *value >= slot.low && slot.high.is_none_or(|high| *value <= high)
        };
        if slots.len() != instance.slots.len() || !slots.iter().zip(&instance.slots).all(in_range) {
            return Ok(false);
        }
        self.rules(game)
            .admits(slots, budget)
            .map_err(|error| error.located(game, slots))
    }

    /// Lists the moves from a component into an arena, which is cleared first. Options that leave a
    /// state range are no moves.
    ///
    /// # Errors
    /// If the rules cannot be evaluated at `slots`, a move of a `strict` game leaves the state
    /// range, or the budget is used up.
    pub fn options(
        &self,
        game: GameId,
        slots: &[Int],
        out: &mut OptionArena,
        budget: &Budget<'_>,
    ) -> Result<(), RulesError> {
        let mut sink = OptionSink::new(self, game, budget, out);
        self.rules(game)
            .options(slots, &mut sink)
            .map_err(|error| error.located(game, slots))
    }

    /// Lists the move that a rule makes with these choices, if it is legal, into an arena, which is
    /// cleared first.
    ///
    /// # Errors
    /// As [`World::options`], for what this move needs.
    pub fn option(
        &self,
        game: GameId,
        slots: &[Int],
        (rule, choices): (usize, &[Int]),
        out: &mut OptionArena,
        budget: &Budget<'_>,
    ) -> Result<(), RulesError> {
        let mut sink = OptionSink::new(self, game, budget, out);
        self.rules(game)
            .option(slots, rule, choices, &mut sink)
            .map_err(|error| error.located(game, slots))
    }

    /// Whether a component ends the whole play at once. The rules may take long to say it.
    ///
    /// # Errors
    /// If a condition cannot be evaluated at `slots`, or the budget is used up.
    pub fn ending(
        &self,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<PlayEnding>, RulesError> {
        self.rules(game)
            .ending_in(self, slots, budget)
            .map_err(|error| error.located(game, slots))
    }

    /// Whether a component is urgent; one by which play is over is not. The rules may take long to
    /// say it.
    ///
    /// # Errors
    /// If a condition cannot be evaluated at `slots`, or the budget is used up.
    pub fn urgent(
        &self,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<bool, RulesError> {
        let over = self.ending(game, slots, budget)?.is_some();
        if over {
            Ok(false)
        } else {
            self.rules(game)
                .urgent(slots, budget)
                .map_err(|error| error.located(game, slots))
        }
    }

    /// Whether every game that `earlier` knew is the same game here.
    pub fn continues(&self, earlier: &World) -> bool {
        let same = |(a, b): (&GameInstance, &GameInstance)| match (&a.rules, &b.rules) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        earlier.instances.len() <= self.instances.len()
            && earlier.instances.iter().zip(&self.instances).all(same)
    }

    /// Every game that was made, in the order in which they were.
    pub fn games(&self) -> impl ExactSizeIterator<Item = GameId> + use<> {
        (0..self.instances.len() as u32).map(GameId)
    }

    /// What a question calls a game: `bash(5)`.
    pub fn name(&self, game: GameId) -> &str {
        &self.instances[game.0 as usize].shown
    }

    /// `kayles[12]`, `bash(5)[20]`: as a question may ask for it. Arguments stand by position,
    /// trailing defaults are left out.
    pub fn show(&self, game: GameId, slots: &[Int]) -> String {
        if let [start] = self.starts(game)
            && start[..] == *slots
        {
            return self.instances[game.0 as usize].shown.clone();
        }
        let rules = self.rules(game);
        let shown = rules
            .compound()
            .map_or_else(|| rules.show(slots), |compound| compound.show(self, slots));
        if let Some(shown) = shown {
            return shown;
        }
        let held = rules
            .game()
            .filter(|game| game.holds_more())
            .map_or_else(Vec::new, Game::sets_and_words);
        let mut numbers: Vec<String> = Vec::new();
        let mut at = 0;
        while at < slots.len() {
            let held = held.iter().find(|held| held.slots().start == at);
            numbers.push(held.map_or_else(
                || slots[at].to_string(),
                |held| held.render(&slots[held.slots()]),
            ));
            at += held.map_or(1, |held| held.slots().len());
        }
        format!(
            "{}[{}]",
            self.instances[game.0 as usize].shown,
            numbers.join(", ")
        )
    }
}
