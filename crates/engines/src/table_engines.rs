//! The engines that fill a table of every position of a box, by code generated from the rules or by
//! an interpreter. The code generator and the interpreter use the same type of oracle. The oracle
//! fills its table at the first query, or uses a larger table that was filled before.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::GameFacts;
use rules::game::{GameId, Outcome, RulesError};
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;
use theory::algebra::{GrundyAlgebra, OutcomeAlgebra};
use theory::value::Grundy;

use crate::box_filler::BoxFiller;
use crate::dense::{DenseTable, TableBox, TableKernel};
use crate::engine::{
    AccessPattern, CODEGEN, Engine, OracleAttempt, OutcomeTask, SourceAttempt, ValueTask,
    values_only,
};
use crate::error::{EngineError, TaskError};
use crate::machine::WasmMachine;
use crate::oracle::{GrundyOracle, OutcomeOracle};
use crate::prepared_table::PreparedTable;
use crate::score::ScoreOracle;
use crate::score_tables;
use crate::stats::EngineStats;
use crate::tier_engine;

/// For a game with several slots, a table within one of these limits is preferred to a search. The
/// table has at most `MAX_SMALL_TABLE_POSITIONS` positions, or at most `MAX_SMALL_TABLE_OPTIONS`
/// options in total. The limits are chosen so that filling a table takes seconds. For table queries
/// and games with one slot, a table is always preferred.
const MAX_SMALL_TABLE_POSITIONS: usize = 1 << 20;
const MAX_SMALL_TABLE_OPTIONS: u64 = 1 << 31;

/// Maximum number of positions of a box that is always filled. A larger box is filled only if play
/// from its largest position reaches many of its positions.
pub const MAX_ALWAYS_FILLED: usize = 1 << 12;

/// Maximum number of options of a table for generated code, if play reaches many of the table's
/// positions. Filling a table with this number of options takes some minutes. In the time that a
/// table needs, a search values only a hundredth of its positions.
const MAX_GENERATED_TABLE_OPTIONS: u64 = 1 << 38;

/// Minimum total number of options of a table for which code is generated. Tables with fewer
/// options are filled by the interpreter, because compiling code takes some ten milliseconds.
const WORTH_GENERATING: u64 = 1 << 22;

/// Maximum number of positions of a table that is made larger than requested. A table is made
/// larger if the table of an earlier query was too small for the next query.
const MAX_ROOMY: usize = 1 << 14;

/// The engine that fills tables with generated code.
pub struct CodegenEngine;

/// The engine that fills tables by interpreting the rules.
pub struct DenseEngine;

impl Engine for CodegenEngine {
    fn name(&self) -> &'static str {
        CODEGEN
    }

    fn about(&self) -> &'static str {
        "a table of every position of a box, filled by code generated from the rules, on all cores if the order allows it"
    }

    fn values(&self, task: &ValueTask<'_>) -> OracleAttempt<dyn GrundyOracle> {
        value_oracle(self, task)
    }

    fn outcomes(&self, whole: &OutcomeTask<'_>) -> OracleAttempt<dyn OutcomeOracle> {
        outcome_oracle(self, whole)
    }

    fn scores(&self, whole: &OutcomeTask<'_>) -> OracleAttempt<dyn ScoreOracle> {
        score_tables::oracle(whole, true)
    }

    fn fills(&self, task: &ValueTask<'_>) -> SourceAttempt {
        let machine = machine_of(task)?;
        let prepared = prepare_affordable(task, true)?;
        check_worth_generating(task, &prepared, 1)?;
        let why = table_of(prepared.space.size, true);
        let filler = BoxFiller {
            prepared,
            machine: Some(machine),
        };
        Ok((why, filler))
    }
}

/// Returns the machine that runs generated code.
pub(crate) fn machine_of(task: &ValueTask<'_>) -> Result<Arc<dyn WasmMachine>, TaskError> {
    task.means.machine.clone().ok_or_else(|| {
        TaskError::Declined(text!(
            "generated code cannot be run here",
            "此处无法运行生成的代码"
        ))
    })
}

/// Declines generated code for a small table, which the interpreter fills sooner. `cost` is the
/// cost of an option for the interpreter, compared with the lookup of a value.
pub(crate) fn check_worth_generating(
    task: &ValueTask<'_>,
    prepared: &PreparedTable,
    cost: u64,
) -> Result<(), TaskError> {
    let size = prepared.space.size;
    let ranges = prepared.space.ranges();
    let is_little = |most_options: u64| {
        let work = (size as u64)
            .saturating_mul(most_options)
            .saturating_mul(cost);
        work < WORTH_GENERATING && !task.means.always_generate
    };
    let known = task.looked.and_then(|looked| looked.most_options(&ranges));
    let most_options = match known {
        Some(known) if known.as_ref().map_or(true, |most| is_little(*most)) => known,
        _ => {
            let made = prepared.most_options(task.world, task.game);
            if let Some(looked) = task.looked {
                looked.saw(ranges, &made);
            }
            made
        }
    };
    if is_little(most_options.map_err(TaskError::Declined)?) {
        return Err(TaskError::Declined(text!(
            "the interpreter is faster for a table of {size} positions",
            "{size} 个局面的表直接解释执行更快"
        )));
    }
    Ok(())
}

/// Returns the description of a table of `size` positions.
pub(crate) fn table_of(size: usize, generated: bool) -> Text {
    if generated {
        text!(
            "a table of {size} positions, filled by generated code",
            "用生成的代码填 {size} 个局面的表"
        )
    } else {
        text!("a table of {size} positions", "填 {size} 个局面的表")
    }
}

impl Engine for DenseEngine {
    fn name(&self) -> &'static str {
        "dense"
    }

    fn about(&self) -> &'static str {
        "a table of every position of a box, filled in an order found from the rules"
    }

    fn values(&self, task: &ValueTask<'_>) -> OracleAttempt<dyn GrundyOracle> {
        value_oracle(self, task)
    }

    fn outcomes(&self, whole: &OutcomeTask<'_>) -> OracleAttempt<dyn OutcomeOracle> {
        outcome_oracle(self, whole)
    }

    fn scores(&self, whole: &OutcomeTask<'_>) -> OracleAttempt<dyn ScoreOracle> {
        score_tables::oracle(whole, false)
    }

    fn fills(&self, task: &ValueTask<'_>) -> SourceAttempt {
        let prepared = prepare_affordable(task, false)?;
        let why = table_of(prepared.space.size, false);
        let filler = BoxFiller {
            prepared,
            machine: None,
        };
        Ok((why, filler))
    }
}

/// Returns an oracle for the Grundy values of a game, backed by a table.
fn value_oracle(engine: &dyn Engine, task: &ValueTask<'_>) -> OracleAttempt<dyn GrundyOracle> {
    let (why, source) = engine.fills(task)?;
    Ok((why, Box::new(BoxValues::new(task.game, source))))
}

/// Returns an oracle for the outcomes of a single component, backed by a table.
fn outcome_oracle(
    engine: &dyn Engine,
    whole: &OutcomeTask<'_>,
) -> OracleAttempt<dyn OutcomeOracle> {
    let task = whole
        .task
        .as_ref()
        .filter(|_| whole.alone && !whole.conventions.loopy && !whole.conventions.entailing)
        .ok_or_else(|| TaskError::Declined(values_only()))?;
    let kernel = OutcomeAlgebra(whole.conventions.play);
    kernel
        .check_rules(task.world.rules(task.game))
        .map_err(TaskError::Declined)?;
    let (why, source) = engine.fills(task)?;
    let outcomes = BoxOutcomes {
        game: task.game,
        kernel,
        source,
        table: None,
    };
    Ok((why, Box::new(outcomes)))
}

/// Outcomes of the positions of a box, where each position is a single component.
struct BoxOutcomes {
    game: GameId,
    kernel: OutcomeAlgebra,
    source: BoxFiller,
    table: Option<DenseTable<OutcomeAlgebra>>,
}

impl OutcomeOracle for BoxOutcomes {
    fn covers(&self, sum: &SumPosition) -> bool {
        matches!(&sum.0[..], [one] if one.game == self.game && self.source.prepared.space.contains(&one.slots))
    }

    fn outcome(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Outcome, EngineError> {
        if self.table.is_none() {
            self.table = Some(self.source.fill(self.kernel, world, self.game, budget)?);
        }
        self.table
            .as_mut()
            .expect("filled just now")
            .outcome(world, sum, budget)
    }

    fn stats(&self) -> EngineStats {
        self.table
            .as_ref()
            .map(OutcomeOracle::stats)
            .unwrap_or_default()
    }

    fn bytes(&self) -> u64 {
        self.table.as_ref().map_or(0, OutcomeOracle::bytes)
    }

    fn evidence(&self, limit: usize) -> Option<Vec<(SumPosition, Outcome)>> {
        OutcomeOracle::evidence(self.table.as_ref()?, limit)
    }
}

/// Returns the box of a task, or the reason why its table is not worth filling.
fn prepare_affordable(
    task: &ValueTask<'_>,
    generated: bool,
) -> Result<Arc<PreparedTable>, TaskError> {
    let prepared = task.prepared().map_err(|error| match error {
        EngineError::Declined(why) => TaskError::Declined(why),
        EngineError::Fault(RulesError::Stopped(stop @ StopReason::Memory(..)))
            if task.wanted == AccessPattern::Positions =>
        {
            TaskError::Declined(stop.text())
        }
        error => TaskError::Failed(error),
    })?;
    affordable(task, prepared, generated)
}

/// Returns a box whose table may be filled. A box is declined if a search may need fewer positions.
///
/// # Errors
/// Returns [`TaskError::Declined`] with the reason.
pub(crate) fn affordable(
    task: &ValueTask<'_>,
    prepared: Arc<PreparedTable>,
    generated: bool,
) -> Result<Arc<PreparedTable>, TaskError> {
    let size = prepared.space.size;
    if task.wanted == AccessPattern::Positions
        && size > MAX_ALWAYS_FILLED
        && let Some(reached) = tier_engine::count_reached(task, size as u64)?
    {
        return Err(TaskError::Declined(text!(
            "play reaches only {reached} of the {size} positions of the box; a search visits only these",
            "整个区域有 {size} 个局面，只会到达 {reached} 个；搜索只需考察这些局面"
        )));
    }
    if task.wanted == AccessPattern::Table
        || task.tops.len() == 1
        || size <= MAX_SMALL_TABLE_POSITIONS
    {
        return Ok(prepared);
    }
    let work = prepared
        .most_options(task.world, task.game)
        .map_or(u64::MAX, |most| (size as u64).saturating_mul(most));
    if work <= MAX_SMALL_TABLE_OPTIONS
        || generated
            && work <= MAX_GENERATED_TABLE_OPTIONS
            && tier_engine::reaches_many(task, size)?
    {
        Ok(prepared)
    } else {
        Err(TaskError::Declined(text!(
            "a box of {size} positions; a search may need fewer",
            "整个区域有 {size} 个局面；搜索可能更少"
        )))
    }
}

/// The values of the positions of a box.
pub struct BoxValues {
    game: GameId,
    /// The box of the positions for which the oracle was built; a reused table may contain more
    /// positions.
    space: TableBox,
    table: Option<Arc<DenseTable>>,
    /// The input for filling the table; `None` if the table was filled before.
    source: Option<BoxFiller>,
    /// The input for filling a table that is larger than requested, for later queries.
    roomy: Option<BoxFiller>,
    /// The counters of this oracle, without the positions and options of a reused table.
    done: EngineStats,
}

impl BoxValues {
    fn new(game: GameId, source: BoxFiller) -> BoxValues {
        BoxValues {
            game,
            space: source.prepared.space.clone(),
            table: None,
            source: Some(source),
            roomy: None,
            done: EngineStats::default(),
        }
    }

    /// Wraps a table that was filled before.
    pub fn of_table(game: GameId, table: Arc<DenseTable>) -> BoxValues {
        let done = table.stats();
        BoxValues {
            game,
            space: table.space().clone(),
            table: Some(table),
            source: None,
            roomy: None,
            done,
        }
    }

    /// Returns the table, filling it first if necessary.
    fn filled(
        &mut self,
        world: &World,
        budget: &Budget<'_>,
    ) -> Result<&Arc<DenseTable>, EngineError> {
        if let (None, Some(source)) = (&self.table, &self.source) {
            let fill = |source: &BoxFiller| source.fill(GrundyAlgebra, world, self.game, budget);
            // The rules may fail at positions outside the requested box.
            let table = match self.roomy.take().map(|roomy| fill(&roomy)) {
                Some(Ok(table)) => table,
                _ => fill(source)?,
            };
            self.done = table.stats();
            self.table = Some(Arc::new(table));
        }
        Ok(self
            .table
            .as_ref()
            .expect("it was given or filled just now"))
    }
}

impl GrundyOracle for BoxValues {
    fn grundy(
        &mut self,
        world: &World,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Grundy, EngineError> {
        self.filled(world, budget)?.component(world, game, slots)
    }

    fn covers(&self, game: GameId, slots: &[Int]) -> bool {
        game == self.game && self.space.contains(slots)
    }

    fn stats(&self) -> EngineStats {
        self.done
    }

    fn bytes(&self) -> u64 {
        self.table
            .as_ref()
            .map_or(0, |table| table.table().bytes().len() as u64)
    }

    fn evidence(&self, limit: usize) -> Option<Vec<(Component, Grundy)>> {
        self.table.as_ref()?.rows(&self.space, limit)
    }

    fn table(&self) -> Option<&Arc<DenseTable>> {
        self.table.as_ref()
    }

    fn is_table(&self) -> bool {
        true
    }

    fn fill(&mut self, world: &World, budget: &Budget<'_>) -> Result<(), EngineError> {
        self.filled(world, budget).map(|_| ())
    }

    fn take_over(&mut self, table: &Arc<DenseTable>) -> bool {
        let takes = self.table.is_none() && table.space().covers(&self.space);
        if takes {
            self.table = Some(table.clone());
        }
        takes
    }

    fn make_room(
        &mut self,
        earlier: &DenseTable,
        world: &World,
        facts: &GameFacts,
        budget: &Budget<'_>,
    ) {
        let Some(source) = self.source.as_ref().filter(|_| self.table.is_none()) else {
            return;
        };
        let highs = self
            .space
            .ranges()
            .into_iter()
            .zip(earlier.space().ranges());
        let tops: Vec<Int> = highs
            .map(|((_, high), (_, before))| {
                if high > before {
                    high.saturating_add(high / 2)
                } else {
                    before
                }
            })
            .collect();
        let prepared = PreparedTable::around(world, self.game, facts, &tops, budget);
        if let Some(prepared) = prepared
            .ok()
            .filter(|roomy| roomy.space.size <= MAX_ROOMY && roomy.space.covers(&self.space))
        {
            self.roomy = Some(BoxFiller {
                prepared: Arc::new(prepared),
                machine: source.machine.clone(),
            });
        }
    }
}
