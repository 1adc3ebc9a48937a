//! Engines are plug-ins. An engine examines a task. An engine either accepts a task and returns an
//! oracle that computes its values or outcomes, or declines the task with a reason. Accepting a
//! task is cheap: no table is filled and no position searched before the first query. The planner
//! tries [`ENGINES`](crate::registry::ENGINES) in order and depends on no engine by name. A new
//! engine needs one file and one line in the list of engines.

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
use crate::score::ScoreOracle;

/// The name of the engine that generates code.
pub(crate) const CODEGEN: &str = "codegen";

/// The kind of queries that are expected for the values of a game: single positions or a complete
/// table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessPattern {
    /// Single positions are queried.
    Positions,
    /// Most positions of a box are queried.
    Table,
}

/// A store for the results of searches: a search loads what an earlier search of the same game
/// saved, and saves its own results. The front end implements the store, because engines access no
/// files.
pub trait SearchStore: Send + Sync {
    /// Returns a reader of the data saved for the game with this title, or `None` if no data is
    /// saved.
    ///
    /// # Errors
    /// Returns the reason if the data cannot be read or belongs to another game.
    fn load(&self, title: &str) -> Result<Option<Box<dyn Read>>, Text>;

    /// Returns the file that was loaded, or `None` if no file was loaded. The results of the search
    /// depend on the contents of the loaded file.
    fn file_read(&self) -> Option<String>;

    /// Saves the output of `write` atomically, replacing the data saved before for this title.
    fn store(&self, title: &str, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>);
}

/// The machine that runs generated code, or `None`.
pub type OptionalMachine = Option<Arc<dyn WasmMachine>>;

/// The options of engines, as chosen by the user.
#[derive(Clone, Default)]
pub struct EngineOptions {
    /// The order in which searches try options.
    pub order: OptionOrder,
    /// The machine that runs generated code, or `None`.
    pub machine: OptionalMachine,
    /// Whether code is generated even for small tables, which the interpreter fills faster. Only
    /// tests set this option.
    pub always_generate: bool,
    /// The names of the disabled reductions, see [`Engine::reductions`].
    pub without: BTreeSet<String>,
    /// The store from which a resumable search loads the results of earlier searches.
    pub keeper: Option<Arc<dyn SearchStore>>,
}

impl EngineOptions {
    /// Returns the machine for generated code that lists options; `None` without a machine, or if
    /// code generation is disabled.
    pub fn code(&self) -> OptionalMachine {
        self.machine
            .clone()
            .filter(|_| !self.without.contains(CODEGEN))
    }

    /// Returns the number of threads that may run in parallel.
    pub fn threads(&self) -> usize {
        self.machine
            .as_ref()
            .map_or(1, |machine| machine.workers() as usize)
    }
}

/// A request for the Grundy values of one game, for positions up to [`ValueTask::tops`].
pub struct ValueTask<'c> {
    /// The world that contains the game.
    pub world: &'c World,
    /// The game whose values are requested.
    pub game: GameId,
    /// The facts about the rules of the game; `None` for games given as Rust values.
    pub facts: Option<&'c GameFacts>,
    /// The maximum of each slot over the requested positions.
    pub tops: &'c [Int],
    /// The queries that are expected for the values.
    pub wanted: AccessPattern,
    /// The options of engines.
    pub means: &'c EngineOptions,
    /// The budget for examining the task.
    pub budget: &'c Budget<'c>,
    /// The results of examining other tasks of this game.
    pub looked: Option<&'c ProgramCache>,
    prepared: OnceCell<Result<Arc<PreparedTable>, EngineError>>,
}

impl<'c> ValueTask<'c> {
    /// Creates a task without results of earlier examinations.
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

    /// Adds the results of examining earlier tasks of this game.
    #[must_use]
    pub fn remembering(self, looked: &'c ProgramCache) -> ValueTask<'c> {
        ValueTask {
            looked: Some(looked),
            ..self
        }
    }

    /// Returns the box around the requested positions and the program that fills it. The box and
    /// the program are built once and shared by all engines.
    ///
    /// # Errors
    /// Returns [`EngineError`] if no box contains the positions, or if the box has no fill order.
    pub fn prepared(&self) -> Result<Arc<PreparedTable>, EngineError> {
        let prepare = || match self.facts {
            Some(facts) => {
                PreparedTable::around(self.world, self.game, facts, self.tops, self.budget)
                    .map(Arc::new)
            }
            None => Err(EngineError::Declined(text!(
                "the game is not written in the rule language",
                "该游戏不是用规则语言写的"
            ))),
        };
        self.prepared.get_or_init(prepare).clone()
    }
}

/// A request for outcomes of complete positions, under conventions for which values do not decide.
pub struct OutcomeTask<'c> {
    /// The conventions of the sum.
    pub conventions: Conventions,
    /// The game of all components, if they belong to one game whose rules are written in the
    /// language.
    pub task: Option<ValueTask<'c>>,
    /// Whether the position is a single component.
    pub alone: bool,
    /// The options of engines.
    pub means: &'c EngineOptions,
}

/// The result of offering a task to an engine: an oracle and a remark for the plan, or the reason
/// why the engine returns no oracle.
pub type OracleAttempt<O> = Result<(Text, Box<O>), TaskError>;

/// The result of asking an engine to fill a table: the filler and a remark for the plan, or the
/// reason why the engine returns no filler.
pub type SourceAttempt = Result<(Text, BoxFiller), TaskError>;

/// A method for computing values or outcomes: it accepts a task and returns an oracle, or declines
/// the task and returns the reason.
pub trait Engine: Sync {
    /// Returns the short name, used by `--without`.
    fn name(&self) -> &'static str;

    /// Returns a description in one sentence.
    fn about(&self) -> &'static str;

    /// Returns the names of the reductions that can be disabled. Disabling reductions does not
    /// affect the answers.
    fn reductions(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns an oracle for the Grundy values of a game.
    ///
    /// # Errors
    /// Returns [`TaskError::Declined`] with the reason, or [`TaskError::Failed`] if the budget runs
    /// out while the task is examined or the rules cannot be evaluated.
    fn values(&self, task: &ValueTask<'_>) -> OracleAttempt<dyn GrundyOracle>;

    /// Returns an oracle for the outcomes of complete positions, under conventions for which values
    /// do not decide.
    ///
    /// # Errors
    /// Returns [`TaskError::Declined`] with the reason, or [`TaskError::Failed`] if the budget runs
    /// out while the position is examined or the rules cannot be evaluated.
    fn outcomes(&self, whole: &OutcomeTask<'_>) -> OracleAttempt<dyn OutcomeOracle>;

    /// Returns an oracle for the scores of positions under `play score`, and the reason why the
    /// engine accepts the task.
    ///
    /// # Errors
    /// Returns [`TaskError::Declined`] with a reason if the engine does not support the task.
    fn scores(&self, _: &OutcomeTask<'_>) -> OracleAttempt<dyn ScoreOracle> {
        Err(TaskError::Declined(text!(
            "does not compute points",
            "不计算得分"
        )))
    }

    /// Returns the filler of a table of the positions of a task, for any kernel. Only engines that
    /// fill tables implement this method.
    ///
    /// # Errors
    /// Returns [`TaskError::Declined`] with the reason, or [`TaskError::Failed`] if the budget runs
    /// out while the task is examined or the rules cannot be evaluated.
    fn fills(&self, _: &ValueTask<'_>) -> SourceAttempt {
        Err(TaskError::Declined(text!("does not fill tables", "不填表")))
    }

    /// Returns whether one oracle serves all games, so that games that refer to each other share
    /// cached values.
    fn serves_every_game(&self) -> bool {
        false
    }
}

/// Returns the reason with which an engine that computes only values declines complete positions.
pub fn values_only() -> Text {
    text!(
        "needs normal play, one component per move, no draws",
        "需要正常规则、每次走一个部分、无平局"
    )
}
