//! The machine that runs generated modules: a WebAssembly engine of the platform, or the browser
//! itself. The core depends only on this trait.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text::Text;
use base::{impl_error, text};
use tablebase::ListerModule;

use crate::codegen::WasmModule;
use crate::dense::TableBytes;
use crate::stats::EngineStats;

/// The arguments of one call of `fill`, without the leading argument, the worker's region. A task
/// contains the ranges of the first two slots. For filling by levels, a task contains the range of
/// levels, the index of the part and the number of parts.
pub type WaveTask = [i64; 4];

/// Splits a task into at most `count` pieces, which must be executed in order. A machine that
/// optimizes a function while it is in use switches to the faster code at the next call.
pub fn pieces([low, high, c, d]: WaveTask, count: u32) -> impl Iterator<Item = WaveTask> {
    let width = (i128::from(high) - i128::from(low) + 1).max(0);
    let count = width.min(i128::from(count.max(1)));
    let start = move |i: i128| i128::from(low) + width * i / count;
    // Every start is between `low` and `high`, so the cast is lossless.
    (0..count).map(move |i| [start(i) as i64, (start(i + 1) - 1) as i64, c, d])
}

/// A machine that runs modules of [`crate::codegen`].
pub trait WasmMachine: Send + Sync {
    /// Returns the number of tasks that run in parallel.
    fn workers(&self) -> u32;

    /// Clears the table, then executes the waves in order. Each wave is completed before the next
    /// one starts; the tasks of one wave are independent. The call polls the budget and reports the
    /// number of finished positions. If the total number of positions is known, `whole` contains
    /// this number, and the call reports it too.
    ///
    /// # Errors
    /// Returns [`WasmError`] if the budget runs out, a value does not fit in an entry, an
    /// evaluation fails or the machine cannot run the module.
    fn run(
        &self,
        module: &WasmModule,
        waves: &[Vec<WaveTask>],
        whole: Option<u64>,
        budget: &Budget<'_>,
    ) -> Result<FilledTable, WasmError>;

    /// Loads a module of [`crate::codegen::lister`].
    ///
    /// # Errors
    /// Returns [`WasmError::Unable`] if the machine does not run modules that list options.
    fn lister(&self, _: &WasmModule) -> Result<Arc<dyn ListerModule>, WasmError> {
        Err(WasmError::Unable(text!(
            "generated code cannot list options here",
            "此处无法用生成的代码列出着法"
        )))
    }
}

/// A filled table.
pub struct FilledTable {
    /// The bytes of the table.
    pub table: Arc<dyn TableBytes>,
    /// The counters of valued positions and listed options.
    pub stats: EngineStats,
}

/// The reason why a module did not fill its table.
#[derive(Clone, Debug, PartialEq)]
pub enum WasmError {
    /// The budget ran out.
    Stopped(StopReason),
    /// A value does not fit in an entry.
    TooNarrow,
    /// The rules cannot be evaluated at this position.
    Failed(Vec<i64>),
    /// The machine cannot run the module.
    Unable(Text),
}

impl WasmError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            WasmError::Stopped(stop) => stop.text(),
            WasmError::TooNarrow => {
                text!("a value does not fit in an entry", "有值超出表项的范围")
            }
            WasmError::Failed(_) => text!("an evaluation failed", "有一处求值没有结果"),
            WasmError::Unable(text) => text.clone(),
        }
    }
}

impl_error!(WasmError {
    Stopped(StopReason)
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_up_the_task() {
        for (low, high) in [
            (0, 0),
            (2, 300),
            (-5, 7),
            (0, 1 << 62),
            (i64::MIN, i64::MAX),
            (3, 2),
        ] {
            let mut next = i128::from(low);
            for [a, b, c, d] in pieces([low, high, 7, 9], 64) {
                assert_eq!((i128::from(a), c, d), (next, 7, 9));
                assert!(a <= b);
                next = i128::from(b) + 1;
            }
            assert_eq!(next, i128::from(high) + 1);
        }
        assert_eq!(pieces([0, 9, 1, 2], 4).count(), 4);
        assert_eq!(pieces([0, 1, 1, 2], 4).count(), 2);
    }
}
