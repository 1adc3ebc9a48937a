//! Engines as plug-ins. An engine looks at a task and accepts it, with an oracle that will do the
//! work, or declines it with a reason; accepting is cheap, and nothing is filled or searched before
//! the first question. The planner walks [`ENGINES`](crate::registry::ENGINES) in order and knows
//! none of them by name: a further engine is one file and one line of that list.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use facts::GameFacts;
use rules::game::{Conventions, GameId};
use rules::ir::Int;
use rules::world::World;

use crate::box_filler::BoxFiller;
use crate::error::{EngineError, TaskError};
use crate::machine::WasmMachine;
use crate::option_order::OptionOrder;
use crate::oracle::{GrundyOracle, OutcomeOracle};
use crate::prepared_table::{PreparedTable, ProgramCache};

/// The name of the engine that generates code.
pub(crate) const CODEGEN: &str = "codegen";

/// What the values of a game are wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessPattern {
    /// Single positions.
    Positions,
    /// Most positions of a box.
    Table,
}

/// Where a search finds what an earlier one found out of the same game, and leaves what it finds
/// out itself. It belongs to the face: engines have no files.
pub trait SearchStore: Send + Sync {
    /// What was left of a game with this title, if anything was.
    ///
    /// # Errors
    /// Where it cannot be read, or is of another game.
    fn load(&self, title: &str) -> Result<Option<Box<dyn Read>>, Text>;

    /// Returns the file from which something was read, if anything was: answers rest on what it
    /// holds.
    fn file_read(&self) -> Option<String>;

    /// Leaves what `write` writes, whole or not at all, in the place of what was left before.
    fn store(&self, title: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>);
}

/// What runs generated code, if anything does.
pub type OptionalMachine = Option<Arc<dyn WasmMachine>>;

/// What engines may use, as the user chose it.
#[derive(Clone, Default)]
pub struct EngineOptions {
    /// In which order a search tries options.
    pub order: OptionOrder,
    /// What runs generated code, if anything does.
    pub machine: OptionalMachine,
    /// Code is generated for small tables too, which are sooner interpreted; for tests.
    pub always_generate: bool,
    /// What engines leave out of what they do, of [`Engine::reductions`].
    pub without: BTreeSet<String>,
    /// Where a search that can go on from another finds that.
    pub keeper: Option<Arc<dyn SearchStore>>,
}

impl EngineOptions {
    /// What runs generated code that lists options, unless engines may generate none.
    pub fn code(&self) -> OptionalMachine {
        self.machine
            .clone()
            .filter(|_| !self.without.contains(CODEGEN))
    }

    /// How many threads may work side by side.
    pub fn threads(&self) -> usize {
        self.machine
            .as_ref()
            .map_or(1, |machine| machine.workers() as usize)
    }
}

/// The Grundy values of one game, wanted up to some greatest position.
pub struct ValueTask<'c> {
    /// The games at hand.
    pub world: &'c World,
    /// Whose values.
    pub game: GameId,
    /// What is known of its rules; `None` for games given as Rust values.
    pub facts: Option<&'c GameFacts>,
    /// The greatest numbers of the positions wanted, one for each slot.
    pub tops: &'c [Int],
    /// What they are wanted for.
    pub wanted: AccessPattern,
    /// What may be used.
    pub means: &'c EngineOptions,
    /// What looking at the task may cost.
    pub budget: &'c Budget<'c>,
    /// What looking at other tasks of this game showed.
    pub looked: Option<&'c ProgramCache>,
    prepared: OnceCell<Result<Arc<PreparedTable>, EngineError>>,
}

impl<'c> ValueTask<'c> {
    /// A task that nobody has looked at yet.
    pub fn new(
        world: &'c World,
        game: GameId,
        facts: Option<&'c GameFacts>,
        tops: &'c [Int],
        wanted: AccessPattern,
        means: &'c EngineOptions,
        budget: &'c Budget<'c>,
    ) -> ValueTask<'c> {
        ValueTask {
            world,
            game,
            facts,
            tops,
            wanted,
            means,
            budget,
            looked: None,
            prepared: OnceCell::new(),
        }
    }

    /// The same with what is remembered of its game.
    #[must_use]
    pub fn remembering(self, looked: &'c ProgramCache) -> ValueTask<'c> {
        ValueTask {
            looked: Some(looked),
            ..self
        }
    }

    /// The box around the positions wanted with the program that fills it, made once for all
    /// engines that ask.
    ///
    /// # Errors
    /// Where there is no such box, or no order to fill it in.
    pub fn prepared(&self) -> Result<Arc<PreparedTable>, EngineError> {
        let prepare = || match self.facts {
            Some(facts) => {
                PreparedTable::around(self.world, self.game, facts, self.tops, self.budget)
                    .map(Arc::new)
            }
            None => Err(EngineError::Declined(text!(
                "the game has no rules in the language to read",
                "该游戏没有可读的规则文本"
            ))),
        };
        self.prepared.get_or_init(prepare).clone()
    }
}

/// Who wins a whole position, under conventions where values do not decide.
pub struct OutcomeTask<'c> {
    /// How sums are played.
    pub conventions: Conventions,
    /// The game of all components, where it is one and its rules are written in the language.
    pub task: Option<ValueTask<'c>>,
    /// Whether the position is one component alone.
    pub alone: bool,
    /// What may be used.
    pub means: &'c EngineOptions,
}

/// What became of a task: an oracle that takes it, with what is to be said of it, or why not.
pub type OracleAttempt<O> = Result<(Text, Box<O>), TaskError>;

/// What a table of a task is filled from, with what is to be said of it; or why it is not filled.
pub type SourceAttempt = Result<(Text, BoxFiller), TaskError>;

/// A way to value positions: it accepts a task and returns an oracle, or declines the task and
/// returns the reason.
pub trait Engine: Sync {
    /// A short name, for `--without`.
    fn name(&self) -> &'static str;

    /// What it does, in one sentence.
    fn about(&self) -> &'static str;

    /// What it may leave out of what it does, by name; the answers stay the same.
    fn reductions(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The Grundy values of a game.
    ///
    /// # Errors
    /// [`TaskError::Declined`] with the reason; [`TaskError::Failed`] if looking at the task ended
    /// the budget, or the rules cannot be evaluated.
    fn values(&self, task: &ValueTask<'_>) -> OracleAttempt<dyn GrundyOracle>;

    /// Who wins whole positions under conventions where values do not decide.
    ///
    /// # Errors
    /// [`TaskError::Declined`] with the reason; [`TaskError::Failed`] if looking at the position
    /// ended the budget, or the rules cannot be evaluated.
    fn outcomes(&self, whole: &OutcomeTask<'_>) -> OracleAttempt<dyn OutcomeOracle>;

    /// What a table of the positions of a task is filled from, whatever is folded over them; for
    /// engines that fill tables.
    ///
    /// # Errors
    /// [`TaskError::Declined`] with the reason; [`TaskError::Failed`] if looking at the task ended
    /// the budget, or the rules cannot be evaluated.
    fn fills(&self, _: &ValueTask<'_>) -> SourceAttempt {
        Err(TaskError::Declined(text!("fills no tables", "不填表")))
    }

    /// Whether one oracle serves every game, so that games that name each other share what was
    /// found.
    fn serves_every_game(&self) -> bool {
        false
    }
}

/// Why an engine that finds values only takes no whole positions.
pub fn values_only() -> Text {
    text!(
        "needs normal play, one component a move, no draws",
        "需要正常规则、每次走一个部分、无平局"
    )
}
