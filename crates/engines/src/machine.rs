//! What runs generated modules: an engine of WebAssembly of the platform, or the browser itself.
//! The core knows only this trait.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text::Text;
use base::{impl_error, text};
use tablebase::ListerModule;

use crate::codegen::WasmModule;
use crate::dense::TableBytes;
use crate::stats::EngineStats;

/// The arguments of one call of `fill` after the worker's region: ranges of the first two slots, or
/// of levels, and which part.
pub type WaveTask = [i64; 4];

/// A task cut into at most `count` pieces, to be done in order: a machine that compiles a function
/// better the longer it is in use changes to the better code at the next call.
pub fn pieces([low, high, c, d]: WaveTask, count: u32) -> impl Iterator<Item = WaveTask> {
    let width = (i128::from(high) - i128::from(low) + 1).max(0);
    let count = width.min(i128::from(count.max(1)));
    let start = move |i: i128| i128::from(low) + width * i / count;
    // Every start lies in the range, so that it fits.
    (0..count).map(move |i| [start(i) as i64, (start(i + 1) - 1) as i64, c, d])
}

/// Runs modules of [`crate::codegen`].
pub trait WasmMachine: Send + Sync {
    /// How many tasks it runs side by side.
    fn workers(&self) -> u32;

    /// Clears the table, then does every task of a wave before any of the next; the tasks of one
    /// wave do not depend on each other. While it runs it asks the budget now and then, and
    /// reports positions done, of `whole` if that is known.
    ///
    /// # Errors
    /// Why the table is not full: the budget, the width of its entries, the rules or the machine.
    fn run(
        &self,
        module: &WasmModule,
        waves: &[Vec<WaveTask>],
        whole: Option<u64>,
        budget: &Budget<'_>,
    ) -> Result<FilledTable, WasmError>;

    /// The code of a module of [`crate::codegen::lister`].
    ///
    /// # Errors
    /// [`WasmError::Unable`], if the machine does not run such modules.
    fn lister(&self, _: &WasmModule) -> Result<Arc<dyn ListerModule>, WasmError> {
        Err(WasmError::Unable(text!(
            "nothing here lists options by generated code",
            "此处无法用生成的代码列出着法"
        )))
    }
}

/// A filled table.
pub struct FilledTable {
    /// Its bytes.
    pub table: Arc<dyn TableBytes>,
    /// What was done.
    pub stats: EngineStats,
}

/// Why a module did not fill its table.
#[derive(Clone, Debug, PartialEq)]
pub enum WasmError {
    /// The budget is used up.
    Stopped(StopReason),
    /// A value does not fit in an entry.
    TooNarrow,
    /// An evaluation failed at this position.
    Failed(Vec<i64>),
    /// The machine cannot run it.
    Unable(Text),
}

impl WasmError {
    /// The reason in words.
    pub fn text(&self) -> Text {
        match self {
            WasmError::Stopped(stop) => stop.text(),
            WasmError::TooNarrow => {
                text!("a value does not fit in an entry", "有值超出表项的范围")
            }
            WasmError::Failed(_) => text!("an evaluation has no result", "有一处求值没有结果"),
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
