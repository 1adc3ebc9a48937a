//! Values of any kernel for components of several games: from one table a game, filled when a
//! component of it is first asked, by the first engine that fills tables and takes it. What no
//! table gives is left to whoever asks.

use std::collections::HashMap;

use base::budget::StopReason;
use rules::game::{GameId, RulesError};
use rules::ir::Int;

use crate::dense::{DenseTable, TableKernel};
use crate::engine::{Engine, ValueTask};
use crate::error::{EngineError, TaskError};
use crate::stats::EngineStats;

/// How often a table of a game is filled again for greater positions; after that they are left to
/// others, which need not begin anew.
const REFILLED: u32 = 4;

/// Tables of one kernel, whichever it is: values are all that is asked of it.
pub trait ValueTables<V>: Send {
    /// The value of a position in canonical form; `None` if no table holds it.
    fn lookup(&self, game: GameId, slots: &[Int]) -> Option<V>;

    /// Fills a table of the positions of a task, unless there is one, or none can be had.
    ///
    /// # Errors
    /// Where the budget ends. Where only its memory does not suffice there is no table, and no
    /// error.
    fn see_to(
        &mut self,
        task: &ValueTask<'_>,
        engines: &[&'static dyn Engine],
    ) -> Result<(), StopReason>;

    /// What was done.
    fn stats(&self) -> EngineStats;

    /// Bytes held for later questions, about.
    fn bytes(&self) -> u64;
}

/// One table a game.
pub struct FoldTables<K: TableKernel> {
    kernel: K,
    of: HashMap<GameId, GameFold<K>>,
    done: EngineStats,
}

/// What there is for a game.
struct GameFold<K: TableKernel> {
    /// The greatest positions asked about.
    tops: Vec<Int>,
    /// Their table, if there is one.
    table: Option<DenseTable<K>>,
    /// How often it was filled.
    filled: u32,
}

impl<K: TableKernel> FoldTables<K> {
    /// No table yet.
    pub fn new(kernel: K) -> FoldTables<K> {
        FoldTables {
            kernel,
            of: HashMap::new(),
            done: EngineStats::default(),
        }
    }
}

impl<K: TableKernel<Value: Send> + Send> ValueTables<K::Value> for FoldTables<K> {
    fn lookup(&self, game: GameId, slots: &[Int]) -> Option<K::Value> {
        self.of.get(&game)?.table.as_ref()?.value(slots)
    }

    fn see_to(
        &mut self,
        task: &ValueTask<'_>,
        engines: &[&'static dyn Engine],
    ) -> Result<(), StopReason> {
        let held = self.of.entry(task.game).or_insert_with(|| GameFold {
            tops: Vec::new(),
            table: None,
            filled: 0,
        });
        let tops: Vec<Int> = match &held.tops[..] {
            [] => task.tops.to_vec(),
            before => before
                .iter()
                .zip(task.tops)
                .map(|(a, b)| *a.max(b))
                .collect(),
        };
        let rules = task.world.rules(task.game);
        // A game that says that play may go round is none of a fold, even where it ends.
        let folds = !rules.conventions().loopy && self.kernel.check_rules(rules).is_ok();
        if !folds || (tops == held.tops && held.filled > 0) || held.filled > REFILLED {
            return Ok(());
        }
        let wanted = ValueTask::new(
            task.world,
            task.game,
            task.facts,
            &tops,
            task.wanted,
            task.means,
            task.budget,
        );
        let table = match fill(self.kernel, &wanted, engines) {
            Ok(table) => table,
            Err(EngineError::Fault(RulesError::Stopped(stop)))
                if !matches!(stop, StopReason::Memory(..)) =>
            {
                return Err(stop);
            }
            // The rules may fail at positions of the box that play never comes to.
            Err(_) => None,
        };
        held.filled += 1;
        held.tops = tops;
        if let Some(table) = table {
            self.done = self.done.plus(table.stats());
            held.table = Some(table);
        }
        Ok(())
    }

    fn stats(&self) -> EngineStats {
        self.done
    }

    fn bytes(&self) -> u64 {
        self.of
            .values()
            .filter_map(|held| held.table.as_ref())
            .map(|table| table.table().bytes().len() as u64)
            .sum()
    }
}

/// The table of a task, by the first engine that fills it.
fn fill<K: TableKernel>(
    kernel: K,
    task: &ValueTask<'_>,
    engines: &[&'static dyn Engine],
) -> Result<Option<DenseTable<K>>, EngineError> {
    for engine in engines {
        if let Some((_, source)) = TaskError::unless_declined(engine.fills(task))? {
            match source.fill(kernel, task.world, task.game, task.budget) {
                Err(EngineError::Declined(_)) => {}
                filled => return filled.map(Some),
            }
        }
    }
    Ok(None)
}
