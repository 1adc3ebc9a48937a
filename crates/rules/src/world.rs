//! A world contains games: declarations read from sources, and their instances (a game with its
//! arguments), each with a [`GameId`]. Games name each other, so they share a world. The components
//! of positions contain the id of their game.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use crate::component::GameId;
use crate::conventions::PlayEnding;
use crate::data::DataTable;
use crate::data_file::DataFile;
use crate::error::RulesError;
use crate::game::Rules;
use crate::ir::{Game, Int, ParameterValue, Slot};
use crate::library;
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
mod problem;

/// An instance of a game.
#[derive(Clone)]
struct GameInstance {
    /// `None` while the game is being created, and if its creation failed.
    rules: Option<Arc<dyn Rules>>,
    slots: Vec<Slot>,
    declared: Option<usize>,
    /// The name of the instance in queries: the name of the game in lower case, with the arguments
    /// by position.
    shown: String,
}

/// A snapshot of the meanings of the names of games.
#[derive(Clone, Debug)]
pub struct NameSnapshot {
    declared: HashMap<String, usize>,
    given: HashMap<String, GameId>,
}

/// Declarations and their instances. A game keeps its id forever, so a copy of a world contains
/// every game that the world contained when it was copied. The games themselves are shared.
#[derive(Clone, Default)]
pub struct World {
    declarations: Vec<Declaration>,
    by_name: HashMap<String, usize>,
    instances: Vec<GameInstance>,
    made: HashMap<(usize, Vec<(String, ParameterValue)>), GameId>,
    /// The games given as Rust values, by their lower-case name.
    given: HashMap<String, GameId>,
    /// The kinds of games that are written as text.
    structures: Vec<&'static dyn Structure>,
    /// The structures read from queries, by kind and text.
    read: HashMap<(&'static str, String), GameId>,
    /// The files with the values of parameters that a query omits.
    files: Vec<DataFile>,
    /// The values read from these files, by the index of the file, and the default that determined
    /// what was read.
    read_files: Vec<(usize, ParameterValue, ParameterValue)>,
    /// The components of a structure that is named without a position.
    starts: HashMap<GameId, Vec<Vec<Int>>>,
    /// Number of games being created, where each game is needed by the previous one. `settled` is
    /// the number of games that existed before the creation of the first of these games began.
    making: usize,
    settled: usize,
    /// The computed tables of problems that use no parameter, by declaration and name.
    tables: HashMap<usize, HashMap<String, Arc<DataTable>>>,
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World")
            .field("games", &self.instances.len())
            .finish_non_exhaustive()
    }
}

impl World {
    /// Creates a world without games.
    pub fn empty() -> World {
        World::default()
    }

    /// Creates a world with the games of the library.
    pub fn with_library() -> World {
        // All worlds share the parsed files.
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

    /// Loads the games of a file. Existing names are redefined. Returns the names of the games.
    ///
    /// # Errors
    /// Returns an error if `text` is not a rule file, or two of its games have the same name. After
    /// an error, the world is unchanged.
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
                "two games of this file are called `{name}` (names are not case-sensitive)",
                "本文件中有两个游戏都叫 `{name}`（不区分大小写）"
            );
            return Err(SourceError::from_rule_file(
                source,
                vec![Diagnostic::error(game.decl().name.span, twice)],
            ));
        }
        Ok(self.declare(games))
    }

    /// Defines the names of these games, and returns the names.
    fn declare(&mut self, games: Vec<Declaration>) -> Vec<String> {
        let names = games.iter().map(|game| game.name.to_string()).collect();
        for game in games {
            self.given.remove(&game.lower());
            self.by_name.insert(game.lower(), self.declarations.len());
            self.declarations.push(game);
        }
        names
    }

    /// Defines a name for a game of this world that was given as a value or read as a structure.
    pub fn call(&mut self, name: &str, game: GameId) {
        self.given.insert(lowercase(name), game);
    }

    /// Returns the current meanings of the names of games, which can be restored ([`World::mean`]).
    pub fn names(&self) -> NameSnapshot {
        NameSnapshot {
            declared: self.by_name.clone(),
            given: self.given.clone(),
        }
    }

    /// Restores earlier meanings of names.
    pub fn mean(&mut self, names: NameSnapshot) {
        (self.by_name, self.given) = (names.declared, names.given);
    }

    /// Loads the games of a file, as [`World::load`]. If the same text was loaded before under this
    /// name, its games are reused, and no game is created. So positions from before and after a
    /// reload belong to the same games.
    ///
    /// # Errors
    /// Returns the same errors as [`World::load`].
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

    /// Returns the source texts of these games and of all games that their moves lead to, in the
    /// order in which they were read. Texts of the library are omitted.
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

    /// Adds kinds of games that are written as text.
    pub fn add_structures(&mut self, kinds: &[&'static dyn Structure]) {
        self.structures.extend(kinds);
    }

    /// Returns the kinds of games that are written as text.
    pub fn structures(&self) -> &[&'static dyn Structure] {
        &self.structures
    }

    /// Returns the kind with a name, unless a game has the same name. Case is ignored.
    pub fn structure(&self, name: &str) -> Option<&'static dyn Structure> {
        let (name, taken) = (lowercase(name), self.has_game(name));
        self.structures
            .iter()
            .find(|kind| !taken && kind.name() == name)
            .copied()
    }

    /// Returns whether a game has this name. Case is ignored.
    pub fn has_game(&self, name: &str) -> bool {
        let name = lowercase(name);
        self.given.contains_key(&name) || self.by_name.contains_key(&name)
    }

    /// Returns the game for the text of a structure. The same text gives the same game.
    ///
    /// # Errors
    /// Returns the errors, with their locations in the text.
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

    /// Reads a structure, and defines a name for it.
    ///
    /// # Errors
    /// Returns the errors, with their locations.
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

    /// Returns a game that is not declared in any file. The game is created on first use. No other
    /// game has this name.
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

    /// Returns the existing game with this name that is not declared in any file.
    pub(crate) fn find_built_in(&self, name: &str) -> Option<GameId> {
        self.read.get(&("", name.to_owned())).copied()
    }

    /// Returns the label of a move of a component, given the rule and the choices.
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

    /// Returns the components of a structure that is named without a position; empty if `game` is
    /// not a structure, or needs a position.
    pub fn starts(&self, game: GameId) -> &[Vec<Int>] {
        self.starts.get(&game).map_or(&[], Vec::as_slice)
    }

    /// Returns every declaration that has a name, in the order of the names.
    pub fn declarations(&self) -> Vec<&Declaration> {
        let mut list: Vec<&Declaration> = self
            .by_name
            .values()
            .map(|&i| &self.declarations[i])
            .collect();
        list.sort_by_key(|declared| declared.lower());
        list
    }

    /// Returns the declaration with a name. Case is ignored.
    pub fn declared(&self, name: &str) -> Option<&Declaration> {
        self.by_name
            .get(&lowercase(name))
            .map(|&i| &self.declarations[i])
    }

    /// Returns the declaration of a game, if it is written in the rule language.
    pub fn declaration_of(&self, game: GameId) -> Option<&Declaration> {
        self.instances[game.0 as usize]
            .declared
            .map(|i| &self.declarations[i])
    }

    /// Returns the rules of a game.
    ///
    /// # Panics
    /// Panics if this world did not return `game`.
    pub fn rules(&self, game: GameId) -> &dyn Rules {
        self.instances[game.0 as usize]
            .rules
            .as_deref()
            .expect("an instance that was returned is whole")
    }

    /// Returns these games and every game that their moves lead to, in the order of the ids. Games
    /// to which the moves of a game in Rust lead are not included.
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

    /// Returns whether these numbers are a position of a game. The evaluation of the rules may take
    /// long.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be evaluated at these numbers, or the budget runs out.
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
    /// state range are not moves.
    ///
    /// # Errors
    /// Returns an error if the rules cannot be evaluated at `slots`, a move of a `strict` game
    /// leaves the state range, or the budget runs out.
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

    /// Lists the move of a rule with these choices, if it is legal, into an arena, which is cleared
    /// first.
    ///
    /// # Errors
    /// Returns the errors of [`World::options`] that affect this move.
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

    /// Returns how a component ends the whole play at once; `None` if play continues. The
    /// evaluation of the rules may take long.
    ///
    /// # Errors
    /// Returns an error if a condition cannot be evaluated at `slots`, or the budget runs out.
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

    /// Returns the points that the player to move gets more than the other player in a component
    /// without moves. The evaluation of the rules may take long.
    ///
    /// # Errors
    /// Returns an error if the expression cannot be evaluated at `slots`, or the budget runs out.
    pub fn payoff(
        &self,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Int, RulesError> {
        self.rules(game)
            .payoff(slots, budget)
            .map_err(|error| error.located(game, slots))
    }

    /// Returns whether play ends in a draw in a component (`tie when`). The evaluation of the rules
    /// may take long.
    ///
    /// # Errors
    /// Returns an error if a condition cannot be evaluated at `slots`, or the budget runs out.
    pub fn is_tied(
        &self,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<bool, RulesError> {
        self.rules(game)
            .is_tied(slots, budget)
            .map_err(|error| error.located(game, slots))
    }

    /// Returns whether a component is urgent. A component that ends play is not urgent. The
    /// evaluation of the rules may take long.
    ///
    /// # Errors
    /// Returns an error if a condition cannot be evaluated at `slots`, or the budget runs out.
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

    /// Returns whether every game of `earlier` is the same game in this world.
    pub fn continues(&self, earlier: &World) -> bool {
        let same = |(a, b): (&GameInstance, &GameInstance)| match (&a.rules, &b.rules) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        earlier.instances.len() <= self.instances.len()
            && earlier.instances.iter().zip(&self.instances).all(same)
    }

    /// Iterates over all games in the order of their creation.
    pub fn games(&self) -> impl ExactSizeIterator<Item = GameId> + use<> {
        (0..self.instances.len() as u32).map(GameId)
    }

    /// Returns the name of a game in queries, as in `bash(5)`.
    pub fn name(&self, game: GameId) -> &str {
        &self.instances[game.0 as usize].shown
    }

    /// Formats a component as in a query: `kayles[12]`, `bash(5)[20]`. Arguments are written by
    /// position, and trailing defaults are omitted.
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
