//! The oracle of scores that fills a table of all positions of a box.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use rules::ast::EndCondition;
use rules::game::{GameId, RulesError, SumKind};
use rules::play::SumPosition;
use rules::world::World;

use crate::dense::TableBox;
use crate::dense::points::PointsTable;
use crate::engine::{OracleAttempt, OutcomeTask, ValueTask};
use crate::error::{EngineError, TaskError};
use crate::machine::WasmMachine;
use crate::prepared_table::PreparedTable;
use crate::score::{Score, ScoreOracle};
use crate::stats::EngineStats;
use crate::table_engines::{affordable, check_worth_generating, machine_of, table_of};

/// The cost of an option with points for the interpreter, compared with the lookup of a value.
const GAIN_COST: u64 = 16;

/// Returns an oracle that fills its table at the first query.
///
/// # Errors
/// Returns [`TaskError::Declined`] with a reason if the task is a sum, or the game has no table of
/// scores.
pub(crate) fn oracle(whole: &OutcomeTask<'_>, generated: bool) -> OracleAttempt<dyn ScoreOracle> {
    let conventions = whole.conventions;
    let plain = (conventions.sum, conventions.until, conventions.entailing)
        == (SumKind::One, EndCondition::All, false);
    let task = whole
        .task
        .as_ref()
        .filter(|_| whole.alone && plain && !conventions.loopy)
        .ok_or_else(|| {
            TaskError::Declined(text!(
                "needs a single component, one component per move, no urgent components",
                "需要单独的部分、每次走一个部分、没有紧急的部分"
            ))
        })?;
    PointsTable::check_rules(task.world, task.game).map_err(|error| match error {
        EngineError::Declined(why) => TaskError::Declined(why),
        error => TaskError::Failed(error),
    })?;
    let machine = if generated {
        Some(machine_of(task)?)
    } else {
        None
    };
    let prepared = affordable(task, prepared(task)?, generated)?;
    if generated {
        check_worth_generating(task, &prepared, GAIN_COST)?;
    }
    let size = prepared.space.size;
    let scores = BoxScores {
        game: task.game,
        prepared,
        machine,
        table: None,
    };
    let why = table_of(size, generated);
    Ok((why, Box::new(scores)))
}

/// Returns the box of a task: in the order of a measure that every move decreases, or in the order
/// of slots that change in one direction only.
fn prepared(task: &ValueTask<'_>) -> Result<Arc<PreparedTable>, TaskError> {
    let error = match task.prepared() {
        Ok(prepared) => return Ok(prepared),
        Err(error) => error,
    };
    if let (EngineError::Declined(_), Some(facts)) = (&error, task.facts)
        && let Some(space) = TableBox::one_way(task.world, task.game, facts, task.tops, task.budget)
            .or_else(declined)?
    {
        return Ok(Arc::new(PreparedTable::new(space)));
    }
    Err(match error {
        EngineError::Declined(why) => TaskError::Declined(why),
        error => TaskError::Failed(error),
    })
}

/// Converts the error of a box that cannot be made. A box that is too large is declined, because a
/// search may need fewer positions.
fn declined(error: EngineError) -> Result<Option<TableBox>, TaskError> {
    match error {
        EngineError::Declined(why) => Err(TaskError::Declined(why)),
        EngineError::Fault(RulesError::Stopped(stop @ StopReason::Memory(..))) => {
            Err(TaskError::Declined(stop.text()))
        }
        error => Err(TaskError::Failed(error)),
    }
}

/// Scores from a table of a box.
struct BoxScores {
    game: GameId,
    prepared: Arc<PreparedTable>,
    machine: Option<Arc<dyn WasmMachine>>,
    table: Option<PointsTable>,
}

impl ScoreOracle for BoxScores {
    fn covers(&self, sum: &SumPosition) -> bool {
        matches!(&sum.0[..], [one] if one.game == self.game && self.prepared.space.contains(&one.slots))
    }

    fn score(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Score, EngineError> {
        let table = match self.table.take() {
            Some(table) => table,
            None => {
                let space = &self.prepared.space;
                PointsTable::fill(world, self.game, space, self.machine.as_deref(), budget)?
            }
        };
        let table = self.table.insert(table);
        let found = match &sum.0[..] {
            [one] => table.score(one.game, &one.slots),
            _ => None,
        };
        found.ok_or_else(|| {
            let position = sum.show(world);
            EngineError::Declined(text!(
                "{position} is not in the table",
                "{position} 不在表中"
            ))
        })
    }

    fn stats(&self) -> EngineStats {
        self.table
            .as_ref()
            .map(PointsTable::stats)
            .unwrap_or_default()
    }

    fn bytes(&self) -> u64 {
        self.table.as_ref().map_or(0, PointsTable::bytes)
    }
}
