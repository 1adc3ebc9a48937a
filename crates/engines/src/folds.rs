//! Values of any kernel for components of several games: from one table a game, filled when a
//! component of it is first asked, by the first engine that fills tables and takes it. What no
//! table gives is left to whoever asks.

use std::collections::HashMap;

use base::budget::Stop;
use rules::ir::Int;
use rules::rules::{Fault, GameId};

use crate::dense::{Dense, Kernel};
use crate::engine::{Engine, Task};
use crate::oracle::{EngineError, Stats};

/// How often a table of a game is filled again for greater positions; after that they are left to
/// others, which need not begin anew.
const REFILLED: u32 = 4;

/// Tables of one kernel, whichever it is: values are all that is asked of it.
pub trait Tables<V>: Send {
    /// The value of a position in canonical form; `None` if no table holds it.
    fn known(&self, game: GameId, slots: &[Int]) -> Option<V>;

    /// Fills a table of the positions of a task, unless there is one, or none can be had.
    ///
    /// # Errors
    /// Where the budget ends. Where only its memory does not suffice there is no table, and no
    /// error.
    fn see_to(&mut self, task: &Task<'_>, engines: &[&'static dyn Engine]) -> Result<(), Stop>;

    /// What was done.
    fn stats(&self) -> Stats;

    /// Bytes held for later questions, about.
    fn bytes(&self) -> u64;
}

/// One table a game.
pub struct Folds<K: Kernel> {
    kernel: K,
    of: HashMap<GameId, Held<K>>,
    done: Stats,
}

/// What there is for a game.
struct Held<K: Kernel> {
    /// The greatest positions asked about.
    tops: Vec<Int>,
    /// Their table, if there is one.
    table: Option<Dense<K>>,
    /// How often it was filled.
    filled: u32,
}

impl<K: Kernel> Folds<K> {
    /// No table yet.
    pub fn new(kernel: K) -> Folds<K> {
        Folds {
            kernel,
            of: HashMap::new(),
            done: Stats::default(),
        }
    }
}

impl<K: Kernel<Value: Send> + Send> Tables<K::Value> for Folds<K> {
    fn known(&self, game: GameId, slots: &[Int]) -> Option<K::Value> {
        self.of.get(&game)?.table.as_ref()?.value(slots)
    }

    fn see_to(&mut self, task: &Task<'_>, engines: &[&'static dyn Engine]) -> Result<(), Stop> {
        let held = self.of.entry(task.game).or_insert_with(|| Held {
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
        let folds = !rules.conventions().loopy && self.kernel.takes(rules).is_ok();
        if !folds || (tops == held.tops && held.filled > 0) || held.filled > REFILLED {
            return Ok(());
        }
        let wanted = Task::new(
            task.world,
            task.game,
            task.facts,
            (&tops, task.wanted),
            task.means,
            task.budget,
        );
        let table = match fill(self.kernel, &wanted, engines) {
            Ok(table) => table,
            Err(EngineError::Fault(Fault::Stopped(stop))) if !matches!(stop, Stop::Memory(..)) => {
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

    fn stats(&self) -> Stats {
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
fn fill<K: Kernel>(
    kernel: K,
    task: &Task<'_>,
    engines: &[&'static dyn Engine],
) -> Result<Option<Dense<K>>, EngineError> {
    for engine in engines {
        if let Ok((_, source)) = engine.fills(task)? {
            match source.fill(kernel, task.world, task.game, task.budget) {
                Err(EngineError::Declined(_)) => {}
                filled => return filled.map(Some),
            }
        }
    }
    Ok(None)
}
