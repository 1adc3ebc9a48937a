//! A world holds games: declarations read from sources, and the instances made of them (a game with
//! its arguments), each under a [`GameId`]. Games name each other, so they live together;
//! components of positions carry the id of their game.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use crate::ast;
use crate::compound::CompoundKind;
use crate::expression::GameExpression;
use crate::game::{EvalError, GameId, OptionArena, OptionSink, PlayEnding, Rules, RulesError};
use crate::ir::{Expr, Game, Int, ParameterValue, Slot, SlotRef, SlotShape};
use crate::library;
use crate::lower::{self, Args, ArgumentError, Expectation, GameLinker};
use crate::network::Network;
use crate::parser::{parse_expression, repair_rules};
use crate::pass;
use crate::set_or_word::SetOrWord;
use crate::structure::{ParsedStructure, Structure};
use crate::words;
use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span, render_all, repair_lines};
use base::suggest::nearest;
use base::text;
use base::text::{Lang, Text, lowercase};

pub use crate::declaration::{Declaration, SourceText};

/// The most games that one game may bring to life, so that games that name each other without end
/// are refused.
const MAX_GAMES: usize = 1024;

/// How long a chain of games may be in which each is made while the one before it is being made.
const MAX_LINK_DEPTH: usize = 64;

/// Why a text was refused: diagnostics about a source.
#[derive(Clone, Debug)]
pub struct SourceError {
    /// The text.
    pub source: Arc<SourceText>,
    /// What is wrong; at least one error.
    pub diagnostics: Vec<Diagnostic>,
}

impl SourceError {
    /// A refusal of `text`, called `name`.
    pub fn new(name: &str, text: &str, mut diagnostics: Vec<Diagnostic>) -> SourceError {
        repair_lines(&mut diagnostics, text);
        SourceError {
            source: Arc::new(SourceText {
                name: name.to_owned(),
                text: text.to_owned(),
            }),
            diagnostics,
        }
    }

    /// A refusal of a rule file, each line that can be mended shown as it was meant.
    pub fn from_rule_file(
        source: Arc<SourceText>,
        mut diagnostics: Vec<Diagnostic>,
    ) -> SourceError {
        repair_rules(&mut diagnostics, &source.text);
        SourceError {
            source,
            diagnostics,
        }
    }

    /// As a person reads it.
    pub fn render(&self, lang: Lang, color: bool) -> String {
        render_all(
            &self.diagnostics,
            &self.source.name,
            &self.source.text,
            lang,
            color,
        )
    }
}

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
    pub(crate) fn built(&self, name: &str) -> Option<GameId> {
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

    /// The game that a name and arguments mean.
    ///
    /// # Errors
    /// [`InstantiationError::Here`], if no game has the name, or it does not take these arguments;
    /// [`InstantiationError::There`], if its declaration is wrong.
    pub fn instantiate(&mut self, name: &str, args: Args) -> Result<GameId, InstantiationError> {
        let lower = lowercase(name);
        if let Some(&game) = self.given.get(&lower) {
            return if args.is_empty() {
                Ok(game)
            } else {
                Err(InstantiationError::Here(text!(
                    "{name} takes no arguments",
                    "{name} 不带参数"
                )))
            };
        }
        let Some(&index) = self.by_name.get(&lower) else {
            if lower == pass::NAME && args.is_empty() {
                return Ok(self.passing());
            }
            let known = self.by_name.keys().chain(self.given.keys());
            let near =
                nearest(name, known.map(String::as_str)).map(|near| match self.by_name.get(near) {
                    Some(&i) => self.declarations[i].name.to_string(),
                    None => near.to_owned(),
                });
            return Err(InstantiationError::Here(match near {
                Some(near) => text!(
                    "no game is called `{name}`; did you mean `{near}`?",
                    "没有名为 `{name}` 的游戏；是否想写 `{near}`？"
                ),
                None => text!(
                    "no game is called `{name}`; `grundy games` lists them",
                    "没有名为 `{name}` 的游戏；`grundy games` 可列出全部游戏"
                ),
            }));
        };
        self.instantiate_at(index, args)
    }

    /// The game that a name and arguments mean where these stand for its numbers: its words may be
    /// as long as the longest text among them, unless the arguments say another length.
    ///
    /// # Errors
    /// As [`World::instantiate`].
    pub fn instantiate_for(
        &mut self,
        name: &str,
        mut args: Args,
        given: &[&ast::SpannedExpr],
    ) -> Result<GameId, InstantiationError> {
        if let Some(declared) = self.declared(name) {
            if !given.is_empty() {
                words::make_room(
                    declared.decl(),
                    &mut args,
                    lower::longest_text(given.iter().copied()),
                );
            }
            let positional = args.iter().take_while(|(name, _)| name.is_none()).count();
            let params = declared
                .decl()
                .params
                .iter()
                .skip(positional)
                .map(|(param, _)| &param.text);
            let missing = params.filter(|param| {
                !args
                    .iter()
                    .any(|(name, _)| name.as_ref().is_some_and(|name| alike(name, param)))
            });
            let meant =
                missing.filter_map(|param| self.graphs.iter().find(|(name, _)| alike(name, param)));
            let graphs: Args = meant
                .map(|(name, graph)| (Some(name.clone()), ParameterValue::Graph(graph.clone())))
                .collect();
            args.extend(graphs);
        }
        self.instantiate(name, args)
    }

    /// Takes graphs for parameters that a question does not give, by the names of the parameters,
    /// in the place of earlier ones.
    pub fn set_graphs(&mut self, graphs: Vec<(String, Arc<Network>)>) {
        self.graphs = graphs;
    }

    /// The graphs for parameters that a question does not give.
    pub fn graphs(&self) -> &[(String, Arc<Network>)] {
        &self.graphs
    }

    /// The name of a graph that was given and that is a parameter of none of these games.
    pub fn unused_graph(&self, games: &[&str]) -> Option<&str> {
        let takes = |game: &&str, graph: &str| {
            self.declared(game).is_some_and(|declared| {
                declared
                    .decl()
                    .params
                    .iter()
                    .any(|(param, _)| alike(graph, &param.text))
            })
        };
        self.graphs
            .iter()
            .map(|(name, _)| name.as_str())
            .find(|graph| !games.iter().any(|game| takes(game, graph)))
    }

    fn instantiate_at(&mut self, index: usize, args: Args) -> Result<GameId, InstantiationError> {
        let declared = self.declarations[index].clone();
        let (decl, source) = (declared.decl(), declared.source.clone());
        let key = (index, self.values(index, args)?);
        if let Some(&game) = self.made.get(&key) {
            return Ok(game);
        }
        let shown = instance_title(
            &decl.name.text,
            &key.1[..decl.params.len()],
            &self.values(index, Args::new())?,
        );
        if self.making == 0 {
            self.settled = self.instances.len();
        }
        if self.making == MAX_LINK_DEPTH || self.instances.len() - self.settled >= MAX_GAMES {
            return Err(InstantiationError::Here(without_end()));
        }
        let game = GameId(self.instances.len() as u32);
        self.instances.push(GameInstance {
            rules: None,
            slots: Vec::new(),
            declared: Some(index),
            shown,
        });
        self.made.insert(key.clone(), game);
        self.making += 1;
        let mut linker = WorldLinker {
            world: self,
            this: game,
            declared: index,
        };
        let lowered = lower::lower(decl, key.1.clone(), &mut linker);
        self.making -= 1;
        match lowered {
            Ok(rules) => {
                self.instances[game.0 as usize].rules = Some(Arc::new(rules));
                Ok(game)
            }
            Err(diagnostics) => {
                self.made.remove(&key);
                if self.making == 0 {
                    // Games that were made on the way may name the one that failed. Nobody has
                    // their ids yet.
                    let settled = self.settled;
                    self.instances.truncate(settled);
                    self.made.retain(|_, game| (game.0 as usize) < settled);
                }
                Err(InstantiationError::There(SourceError::from_rule_file(
                    source,
                    diagnostics,
                )))
            }
        }
    }

    /// The values of all parameters of a declaration.
    fn values(
        &mut self,
        index: usize,
        args: Args,
    ) -> Result<Vec<(String, ParameterValue)>, InstantiationError> {
        let declared = self.declarations[index].clone();
        let (decl, source) = (declared.decl(), declared.source.clone());
        let mut linker = WorldLinker {
            world: self,
            this: GameId(u32::MAX),
            declared: index,
        };
        lower::arguments(decl, args, &mut linker).map_err(|error| match error {
            ArgumentError::Declaration(diagnostics) => {
                InstantiationError::There(SourceError::from_rule_file(source, diagnostics))
            }
            ArgumentError::Given(text) => InstantiationError::Here(text),
        })
    }

    /// The numbers of an expectation of a declared game; also the instance that it speaks of.
    ///
    /// # Errors
    /// If a number of the expectation or of its `with` is not a constant, a game that it names
    /// cannot be made, or its ranges do not hold as many positions as answers are written.
    pub fn expectation(
        &mut self,
        declared: &Declaration,
        expect: &ast::ExpectDecl,
    ) -> Result<(GameId, Expectation), SourceError> {
        let refused =
            |diagnostics| SourceError::from_rule_file(declared.source.clone(), diagnostics);
        let here = |span: Span, missing: InstantiationError| match missing {
            InstantiationError::Here(text) => refused(vec![Diagnostic::error(span, text)]),
            InstantiationError::There(refusal) => refusal,
        };
        let mut args: Args = Vec::new();
        for (name, expr) in &expect.with {
            let value = lower::constant_value(expr).map_err(refused)?;
            args.push((Some(name.text.clone()), value));
        }
        words::make_room(declared.decl(), &mut args, lower::longest(&expect.kind));
        let span = expect
            .with
            .first()
            .map_or(declared.decl().name.span, |(name, _)| name.span);
        let index = self
            .declarations
            .iter()
            .position(|known| known.is(declared))
            .expect("a declaration comes from this world");
        let game = self
            .instantiate_at(index, args)
            .map_err(|missing| here(span, missing))?;
        let values = self
            .rules(game)
            .game()
            .map(|g| g.args.clone())
            .unwrap_or_default();
        let mut linker = WorldLinker {
            world: self,
            this: game,
            declared: index,
        };
        let expectation = lower::expectation(expect, &values, &mut linker).map_err(refused)?;
        Ok((game, expectation))
    }

    /// An expression in the slots of a game, its parameters and what its `let`s name.
    ///
    /// # Errors
    /// [`InstantiationError::Here`], if the game is not written in the language;
    /// [`InstantiationError::There`], if the text is no expression with a number.
    pub fn expression(
        &mut self,
        game: GameId,
        text: &str,
    ) -> Result<GameExpression, InstantiationError> {
        let Some(index) = self.instances[game.0 as usize].declared else {
            let title = self.rules(game).title();
            return Err(InstantiationError::Here(text!(
                "{title} is not written in the rule language: its numbers have no names for an expression",
                "{title} 不是用规则语言写的：其中的数没有名称，不能用于表达式"
            )));
        };
        let refused = |diagnostics| {
            InstantiationError::There(SourceError::new("<expression>", text, diagnostics))
        };
        let mut decl = (**self.declarations[index].decl()).clone();
        // In the place of the claims stands one that says the expression: it is read with all that
        // the game names.
        decl.items.retain(|item| {
            !matches!(
                item.kind,
                ast::GameItemKind::Claim(_) | ast::GameItemKind::Expect(_)
            )
        });
        let value = parse_expression(text).map_err(refused)?;
        let claim = ast::GameItemKind::Claim(ast::ClaimDecl::Value(value));
        decl.items.push(ast::GameItem {
            comments: Vec::new(),
            kind: claim,
            remark: None,
            span: Span::new(0, text.len()),
        });
        let args = self
            .rules(game)
            .game()
            .map(|rules| rules.args.clone())
            .unwrap_or_default();
        let mut linker = WorldLinker {
            world: self,
            this: game,
            declared: index,
        };
        lower::lower(&decl, args, &mut linker)
            .map(GameExpression::new)
            .map_err(refused)
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
            .map_err(|fault| with_location(fault, game, slots))
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
            .map_err(|fault| with_location(fault, game, slots))
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
            .map_err(|fault| with_location(fault, game, slots))
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
            .map_err(|fault| with_location(fault, game, slots))
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
                .map_err(|fault| with_location(fault, game, slots))
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

    /// Which slot two changes set, and which they are, as they are written.
    fn conflict(&self, game: GameId, slot: usize, (earlier, later): (Span, Span)) -> Option<Text> {
        let text = &self.declaration_of(game)?.source.text;
        let (earlier, later) = (text.get(earlier.range())?, text.get(later.range())?);
        let name = &self.rules(game).slots().get(slot)?.name;
        Some(match earlier == later {
            true => text!(
                "`{later}` sets the slot `{name}` twice",
                "`{later}` 两次设置了分量 `{name}`"
            ),
            false => {
                text!(
                    "`{earlier}` and `{later}` both set the slot `{name}`",
                    "`{earlier}` 与 `{later}` 都设置了分量 `{name}`"
                )
            }
        })
    }

    /// Which `require` of a game does not hold at these numbers, and the numbers that it speaks of;
    /// `None` if all hold.
    ///
    /// # Errors
    /// If a condition has no value, or the budget ends.
    pub fn unmet(
        &self,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, RulesError> {
        const MAX_SHOWN_NUMBERS: usize = 12;
        let Some((rules, declared)) = self.rules(game).game().zip(self.declaration_of(game)) else {
            return Ok(None);
        };
        let Some(index) = rules
            .unmet(slots, budget)
            .map_err(|fault| with_location(fault, game, slots))?
        else {
            return Ok(None);
        };
        let requires = declared
            .decl()
            .items
            .iter()
            .filter(|item| matches!(item.kind, ast::GameItemKind::Require(_)));
        let written = requires
            .clone()
            .nth(index)
            .and_then(|item| declared.source.text.get(item.span.range()));
        let written = written
            .unwrap_or("require")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let reads = |slot: usize| {
            let array = |first: usize| matches!(rules.slots[slot].shape, SlotShape::Cell { array, .. } if array == first);
            rules.requires[index].any(&|part| match part {
                Expr::Slot(read) => *read == slot,
                Expr::At(place, _) => {
                    matches!(&**place, SlotRef::Array(first, ..) if array(*first))
                }
                _ => false,
            })
        };
        let read = (0..rules.slots.len()).filter(|&slot| reads(slot));
        let mut values: Vec<String> = read
            .map(|slot| format!("{} = {}", rules.slots[slot].name, slots[slot]))
            .collect();
        if values.len() > MAX_SHOWN_NUMBERS {
            values.truncate(MAX_SHOWN_NUMBERS);
            values.push("…".to_owned());
        }
        let values = values.join(", ");
        Ok(Some(text!(
            "`{written}` does not hold: {values}",
            "不满足 `{written}`：{values}"
        )))
    }

    /// A fault as a refusal of the source where it arose.
    ///
    /// # Errors
    /// The fault in words, if it has no source: the budget is used up, or the game was not declared
    /// in a text.
    pub fn explain_fault(&self, fault: &RulesError) -> Result<SourceError, Text> {
        match fault {
            RulesError::Stopped(stop) => Err(stop.text()),
            RulesError::Rule {
                cause,
                game,
                span,
                at,
            } => {
                let stuck = *cause == EvalError::Stuck;
                let cause = match (cause, *game) {
                    (EvalError::Conflict(slot, earlier), Some(game)) => self
                        .conflict(game, *slot, (*earlier, *span))
                        .unwrap_or(cause.text()),
                    (EvalError::Index(index, low, high), Some(game)) => {
                        let written = self
                            .declaration_of(game)
                            .and_then(|declared| declared.source.text.get(span.range()));
                        let words = self
                            .rules(game)
                            .game()
                            .into_iter()
                            .flat_map(|game| &game.words);
                        let meant = written.and_then(|written| {
                            words
                                .filter_map(|word| word.meant((*index, *low, *high), written))
                                .next()
                        });
                        meant.map_or_else(
                            || cause.text(),
                            |(index, low, high)| EvalError::Index(index, low, high).text(),
                        )
                    }
                    _ => cause.text(),
                };
                let position = game.map(|game| self.show(game, at)).unwrap_or_default();
                let message = Text {
                    en: format!("{} at {position}", cause.en),
                    zh: format!("{}（局面 {position}）", cause.zh),
                };
                match game.and_then(|game| self.declaration_of(game)) {
                    Some(declared) => {
                        let urgent = declared
                            .decl()
                            .items
                            .iter()
                            .find(|item| matches!(item.kind, ast::GameItemKind::Urgent(_)));
                        let span = if stuck {
                            urgent.map_or(declared.decl().name.span, |item| item.span)
                        } else {
                            *span
                        };
                        Ok(SourceError::from_rule_file(
                            declared.source.clone(),
                            vec![Diagnostic::error(span, message)],
                        ))
                    }
                    None => Err(message),
                }
            }
        }
    }
}

/// Why there is no such game.
#[derive(Debug)]
pub enum InstantiationError {
    /// What is wrong where the game is named.
    Here(Text),
    /// What is wrong where it is declared.
    There(SourceError),
}

/// Whether two names of parameters are the same but for case.
fn alike(a: &str, b: &str) -> bool {
    lowercase(a) == lowercase(b)
}

fn without_end() -> Text {
    text!(
        "the games name each other without end",
        "游戏之间无穷无尽地相互引用"
    )
}

/// The name of a game in lower case with its arguments by position, up to the last that is not the
/// default.
fn instance_title(
    name: &str,
    args: &[(String, ParameterValue)],
    defaults: &[(String, ParameterValue)],
) -> String {
    let needed = args
        .iter()
        .zip(defaults)
        .rposition(|(given, default)| given != default)
        .map_or(0, |last| last + 1);
    let name = lowercase(name);
    if needed == 0 {
        return name;
    }
    let written = |(_, value): &(String, ParameterValue)| match value {
        ParameterValue::Graph(network) => network.to_string(),
        value => value.to_string().replace(' ', ""),
    };
    let values: Vec<String> = args[..needed].iter().map(written).collect();
    format!("{name}({})", values.join(", "))
}

/// Says at which position of which game a fault arose, where that is not known yet.
fn with_location(fault: RulesError, game: GameId, slots: &[Int]) -> RulesError {
    match fault {
        RulesError::Rule {
            cause,
            game: None,
            span,
            at,
        } => {
            let at = if at.is_empty() { slots.to_vec() } else { at };
            RulesError::Rule {
                cause,
                game: Some(game),
                span,
                at,
            }
        }
        RulesError::Rule {
            cause,
            game: known,
            span,
            at,
        } if at.is_empty() => RulesError::Rule {
            cause,
            game: known,
            span,
            at: slots.to_vec(),
        },
        other => other,
    }
}

/// Links games within a world: names are looked for in the same source first.
struct WorldLinker<'a> {
    world: &'a mut World,
    this: GameId,
    declared: usize,
}

impl GameLinker for WorldLinker<'_> {
    fn this(&self) -> GameId {
        self.this
    }

    fn declare_slots(&mut self, slots: &[Slot]) {
        self.world.instances[self.this.0 as usize].slots = slots.to_vec();
    }

    fn link(&mut self, name: &str, mut args: Args, letters: usize) -> Result<GameId, Text> {
        let source = self.world.declarations[self.declared].source.clone();
        let lower = lowercase(name);
        let beside = self
            .world
            .declarations
            .iter()
            .position(|d| Arc::ptr_eq(&d.source, &source) && d.lower() == lower);
        if let Some(meant) = beside.or_else(|| self.world.by_name.get(&lower).copied()) {
            let [ours, theirs] =
                [self.declared, meant].map(|index| self.world.declarations[index].decl());
            if words::declared_letters(ours)
                .zip(words::declared_letters(theirs))
                .is_some_and(|(ours, theirs)| ours != theirs)
            {
                return Err(text!(
                    "the words of `{name}` have other letters",
                    "`{name}` 的单词使用别的字母"
                ));
            }
            words::make_room(theirs, &mut args, letters);
        }
        let made = match beside {
            Some(index) => self.world.instantiate_at(index, args),
            None => self.world.instantiate(name, args),
        };
        made.map_err(|missing| match missing {
            InstantiationError::Here(text) => text,
            InstantiationError::There(refusal) => {
                let cause = refusal.diagnostics[0].message.clone();
                if cause == without_end() {
                    return cause;
                }
                let file = &refusal.source.name;
                text!(
                    "the game `{name}` cannot be used: {file}: {cause}",
                    "游戏 `{name}` 无法使用：{file}：{cause}"
                )
            }
        })
    }

    fn passing(&mut self) -> GameId {
        self.world.passing()
    }

    fn compound(&mut self, kind: CompoundKind) -> GameId {
        self.world.compound(kind)
    }

    fn slots(&self, game: GameId) -> &[Slot] {
        &self.world.instances[game.0 as usize].slots
    }

    fn sets_and_words(&self, game: GameId, items: usize) -> Vec<SetOrWord> {
        let made = self.world.instances[game.0 as usize].rules.as_ref();
        made.and_then(|rules| rules.game())
            .map(|game| game.held_among(items))
            .unwrap_or_default()
    }
}
