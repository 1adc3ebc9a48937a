//! Creates games from declarations and arguments.

use std::sync::Arc;

use super::{GameInstance, World};
use crate::component::GameId;
use crate::compound::CompoundKind;
use crate::data::DataTable;
use crate::data_file::{DataFile, read_data};
use crate::declaration::Declaration;
use crate::expression::GameExpression;
use crate::ir::{Args, ParameterValue, Slot};
use crate::lower::{self, ArgumentError, Expectation, GameLinker, argument_value};
use crate::network::Network;
use crate::parser::parse_expression;
use crate::set_or_word::SetOrWord;
use crate::source_error::SourceError;
use crate::{ast, declared_words, pass};
use base::diagnostic::{Diagnostic, Span};
use base::suggest::nearest;
use base::text::{Text, lowercase};
use base::{impl_error, text};

/// Maximum number of games that the creation of one game may create. The limit on created games
/// rejects games that name each other without end.
const MAX_GAMES: usize = 1024;

/// Maximum nesting depth of games, each of which is created during the creation of the previous
/// game.
const MAX_LINK_DEPTH: usize = 64;
/// The reason why a game cannot be created.
#[derive(Debug)]
pub enum InstantiationError {
    /// An error at the location at which the game is named.
    Here(Text),
    /// An error in the declaration of the game.
    There(SourceError),
}
impl InstantiationError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            InstantiationError::Here(reason) => reason.clone(),
            InstantiationError::There(error) => error.text(),
        }
    }
}

impl_error!(InstantiationError {
    There(SourceError)
});

impl World {
    /// Returns the game with a name and arguments. The game is created on first use.
    ///
    /// # Errors
    /// Returns [`InstantiationError::Here`] if no game has the name, or if the game does not accept
    /// these arguments. Returns [`InstantiationError::There`] if the declaration of the game has an
    /// error.
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
                    "unknown game `{name}`; did you mean `{near}`?",
                    "没有名为 `{name}` 的游戏；是否想写 `{near}`？"
                ),
                None => text!(
                    "unknown game `{name}`; `grundy games` lists all games",
                    "没有名为 `{name}` 的游戏；`grundy games` 可列出全部游戏"
                ),
            }));
        };
        self.instantiate_at(index, args)
    }

    /// Returns the game with a name and arguments for a position with these items. The maximum
    /// length of its words is the length of the longest text among the items, unless the arguments
    /// specify the maximum length.
    ///
    /// # Errors
    /// Returns the same errors as [`World::instantiate`].
    pub fn instantiate_for(
        &mut self,
        name: &str,
        mut args: Args,
        given: &[&ast::SpannedExpr],
    ) -> Result<GameId, InstantiationError> {
        if let Some(declared) = self.declared(name) {
            if !given.is_empty() {
                declared_words::make_room(
                    declared.decl(),
                    &mut args,
                    declared_words::longest_text(given.iter().copied()),
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
            let meant = missing.filter_map(|param| {
                // Case matters only if two parameters differ by nothing else.
                let exact = |file: &DataFile| file.name == **param;
                let other = |file: &DataFile| {
                    let named = |(other, _): &(ast::Identifier, _)| other.text == file.name;
                    alike(&file.name, param) && !declared.decl().params.iter().any(named)
                };
                let file = self.files.iter().position(exact);
                let file = file.or_else(|| self.files.iter().position(other));
                Some((file?, (*param).clone()))
            });
            let meant: Vec<(usize, String)> = meant.collect();
            for (file, param) in meant {
                let value = self.read_file(file, name, &param)?;
                args.push((Some(param), value));
            }
        }
        self.instantiate(name, args)
    }

    /// Returns the value of a parameter in a file. The default of the parameter determines what is
    /// read.
    fn read_file(
        &mut self,
        file: usize,
        game: &str,
        param: &str,
    ) -> Result<ParameterValue, InstantiationError> {
        let Some(&index) = self.by_name.get(&lowercase(game)) else {
            return Err(InstantiationError::Here(text!(
                "`{game}` has no parameters",
                "`{game}` 没有参数"
            )));
        };
        let defaults = self.values(index, Args::new())?;
        let default = defaults.into_iter().find(|(name, _)| name == param);
        let Some((_, default)) = default else {
            return Err(InstantiationError::Here(text!(
                "{game} has no parameter `{param}`",
                "{game} 没有参数 `{param}`"
            )));
        };
        if let Some((.., value)) = self
            .read_files
            .iter()
            .find(|(known, of, _)| *known == file && *of == default)
        {
            return Ok(value.clone());
        }
        let DataFile {
            text, file: path, ..
        } = &self.files[file];
        let refused = |found| InstantiationError::There(SourceError::new(path, text, found));
        let value = match &default {
            ParameterValue::Graph(_) => {
                ParameterValue::Graph(Arc::new(Network::read(text).map_err(refused)?))
            }
            ParameterValue::Data(like) => {
                let data = read_data(text, like).map_err(refused)?;
                ParameterValue::Data(Arc::new(data))
            }
            ParameterValue::Int(_) | ParameterValue::Set(..) | ParameterValue::Real(_) => {
                let whole = text.trim();
                let value = parse_expression(whole).and_then(|value| argument_value(&value));
                value.map_err(|found| {
                    InstantiationError::There(SourceError::new(path, whole, found))
                })?
            }
        };
        self.read_files.push((file, default, value.clone()));
        Ok(value)
    }

    /// Replaces the files with the values of parameters that a query omits.
    pub fn set_files(&mut self, files: Vec<DataFile>) {
        self.files = files;
        self.read_files.clear();
    }

    /// Returns the files with the values of parameters that a query omits.
    pub fn files(&self) -> &[DataFile] {
        &self.files
    }

    /// Returns the name of a parameter for which a file was given, although none of these games has
    /// such a parameter.
    pub fn unused_file(&self, games: &[&str]) -> Option<&str> {
        let takes = |game: &&str, name: &str| {
            self.declared(game).is_some_and(|declared| {
                declared
                    .decl()
                    .params
                    .iter()
                    .any(|(param, _)| alike(name, &param.text))
            })
        };
        self.files
            .iter()
            .map(|file| file.name.as_str())
            .find(|name| !games.iter().any(|game| takes(game, name)))
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
                    // Games that were created in the meantime may name the game that failed. The
                    // ids of these games have not been returned to a caller, so the games can be
                    // removed.
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

    /// Returns the values of all parameters of a declaration.
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

    /// Returns the numbers of an expectation of a declared game, and the instance to which the
    /// expectation applies.
    ///
    /// # Errors
    /// Returns an error if a number of the expectation or its `with` is not a constant, or if a
    /// game of the expectation cannot be created. Returns an error if the number of answers differs
    /// from the number of positions in the ranges.
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
        declared_words::make_room(
            declared.decl(),
            &mut args,
            declared_words::longest(&expect.kind),
        );
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

    /// Returns an expression in the slots of a game, its parameters and its `let`s.
    ///
    /// # Errors
    /// Returns [`InstantiationError::Here`] if the game is not written in the rule language, or
    /// [`InstantiationError::There`] if the text is not an expression with a number.
    pub fn expression(
        &mut self,
        game: GameId,
        text: &str,
    ) -> Result<GameExpression, InstantiationError> {
        let Some(index) = self.instances[game.0 as usize].declared else {
            let title = self.rules(game).title();
            return Err(InstantiationError::Here(text!(
                "{title} is not written in the rule language, so its numbers have no names for an expression",
                "{title} 不是用规则语言写的，所以其中的数没有名称，不能用于表达式"
            )));
        };
        let refused = |diagnostics| {
            InstantiationError::There(SourceError::new("<expression>", text, diagnostics))
        };
        let mut decl = (**self.declarations[index].decl()).clone();
        // The claims are replaced by one claim that contains the expression, so that the expression
        // can use all names of the game.
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
}

/// Returns whether two names of parameters are equal, ignoring case.
fn alike(a: &str, b: &str) -> bool {
    lowercase(a) == lowercase(b)
}

fn without_end() -> Text {
    text!(
        "the games refer to each other without end",
        "游戏之间无穷无尽地相互引用"
    )
}

/// Returns the name of a game in lower case with its arguments by position, up to the last argument
/// that is not the default.
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
    let written = |(name, value): &(String, ParameterValue)| match value {
        ParameterValue::Graph(network) => network.to_string(),
        ParameterValue::Data(data) => data.argument(name),
        value => value.to_string().replace(' ', ""),
    };
    let values: Vec<String> = args[..needed].iter().map(written).collect();
    format!("{name}({})", values.join(", "))
}

/// Links games within a world. Names are looked up first in the source of the game that uses the
/// name.
pub(super) struct WorldLinker<'a> {
    pub(super) world: &'a mut World,
    pub(super) this: GameId,
    pub(super) declared: usize,
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
            if declared_words::declared_letters(ours)
                .zip(declared_words::declared_letters(theirs))
                .is_some_and(|(ours, theirs)| ours != theirs)
            {
                return Err(text!(
                    "the words of `{name}` have different letters",
                    "`{name}` 的单词使用别的字母"
                ));
            }
            declared_words::make_room(theirs, &mut args, letters);
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
                    "cannot use the game `{name}`: {file}: {cause}",
                    "游戏 `{name}` 无法使用：{file}：{cause}"
                )
            }
        })
    }

    fn passing(&mut self) -> GameId {
        self.world.passing()
    }

    fn computed_table(&self, name: &str) -> Option<Arc<DataTable>> {
        let tables = self.world.tables.get(&self.declared)?;
        tables.get(name).cloned()
    }

    fn keep_table(&mut self, name: &str, table: &Arc<DataTable>) {
        let tables = self.world.tables.entry(self.declared).or_default();
        tables.insert(name.to_owned(), table.clone());
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
