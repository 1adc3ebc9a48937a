//! Computes values of any kernel for components of several games, with one table for each game. A
//! table is filled when a component of its game is first queried, by the first engine that accepts
//! the task. The caller must compute values that no table contains.

use std::collections::HashMap;

use base::budget::StopReason;
use rules::game::{GameId, RulesError};
use rules::ir::Int;

use crate::dense::{DenseTable, TableKernel};
use crate::engine::{Engine, ValueTask};
use crate::error::{EngineError, TaskError};
use crate::stats::EngineStats;

/// Maximum number of times that the table of a game is refilled for larger positions. After the
/// last refill, methods that need not restart compute the values of larger positions.
const REFILLED: u32 = 4;

/// Tables of one kernel, seen only through their values, so that the kernel's type is hidden.
pub trait ValueTables<V>: Send {
    /// Returns the value of a position in canonical form; `None` if no table contains it.
    fn lookup(&self, game: GameId, slots: &[Int]) -> Option<V>;

    /// Fills a table for the positions of a task, unless a table already contains the positions or
    /// no table can be built.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out. If the memory of the budget does not suffice,
    /// no table is filled, and no error is returned.
    fn see_to(
        &mut self,
        task: &ValueTask<'_>,
        engines: &[&'static dyn Engine],
    ) -> Result<(), StopReason>;

    /// Returns the counters of valued positions and listed options so far.
    fn stats(&self) -> EngineStats;

    /// Returns the approximate number of bytes cached for later queries.
    fn bytes(&self) -> u64;
}

/// One table per game.
pub struct FoldTables<K: TableKernel> {
    kernel: K,
    of: HashMap<GameId, GameFold<K>>,
    done: EngineStats,
}

/// The table of one game.
struct GameFold<K: TableKernel> {
    /// The maximum of each slot over all positions queried so far.
    tops: Vec<Int>,
    /// The table; `None` if no table could be filled.
    table: Option<DenseTable<K>>,
    /// Number of times that the table was filled.
    filled: u32,
}

impl<K: TableKernel> FoldTables<K> {
    /// Creates an empty collection of tables.
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
        // A fold does not support games that are declared loopy, even if their play ends.
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
            // The rules may fail at positions of the box that play never reaches.
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

/// Returns the table of a task, filled by the first engine that accepts it.
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
