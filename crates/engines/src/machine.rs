//! What runs generated modules: an engine of WebAssembly of the platform, or the browser itself. The core knows only this trait.

use std::sync::Arc;

use rules::budget::{Budget, Stop};
use rules::text::Text;

use crate::codegen::Module;
use crate::dense::Bytes;
use crate::oracle::Stats;

/// The arguments of one call of `fill` after the worker's region: ranges of the first two slots, or of levels, and which part.
pub type Task = [i64; 4];

/// Runs modules of [`crate::codegen`].
pub trait Machine: Send + Sync {
    /// How many tasks it runs side by side.
    fn workers(&self) -> u32;

    /// Clears the table, then does every task of a wave before any of the next; the tasks of one wave do not depend on each other.
    /// While it runs it asks the budget now and then, and reports positions done, of `whole` if that is known.
    fn run(&self, module: &Module, waves: &[Vec<Task>], whole: Option<u64>, budget: &Budget<'_>) -> Result<Run, Halted>;
}

/// A filled table.
pub struct Run {
    /// Its bytes.
    pub table: Arc<dyn Bytes>,
    /// What was done.
    pub stats: Stats,
}

/// Why a module did not fill its table.
#[derive(Clone, Debug, PartialEq)]
pub enum Halted {
    /// The budget is used up.
    Stopped(Stop),
    /// A value does not fit in an entry.
    TooNarrow,
    /// An evaluation failed at this position.
    Failed(Vec<i64>),
    /// The machine cannot run it.
    Unable(Text),
}
