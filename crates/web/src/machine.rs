//! Runs generated code with the page's own WebAssembly engine, on one thread. A generated module
//! has a memory of its own. When a generated module has filled its table, the table is copied,
//! because this crate can read only its own memory.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use engines::codegen::{WasmModule, WorkerCounter};
use engines::machine::{FilledTable, WasmError, WasmMachine, WaveTask, pieces};
use engines::oracle::EngineStats;

use crate::boundary::{CallOutcome, ModuleInstance};

/// Number of calls into which a task is split. WebAssembly engines start with quickly compiled code
/// and switch to optimized code only between calls.
const PIECES: u32 = 256;

/// The page's WebAssembly engine.
pub struct PageMachine;

impl WasmMachine for PageMachine {
    fn workers(&self) -> u32 {
        1
    }

    fn run(
        &self,
        module: &WasmModule,
        waves: &[Vec<WaveTask>],
        whole: Option<u64>,
        budget: &Budget<'_>,
    ) -> Result<FilledTable, WasmError> {
        budget.ask().map_err(WasmError::Stopped)?;
        let map = &module.map;
        // On a 32-bit target, a table that does not fit in memory was already rejected when the
        // module was generated.
        let length = usize::try_from(map.table.1).map_err(|_| unable())?;
        let instance = ModuleInstance::new(&module.bytes, map.pages(), whole).ok_or_else(unable)?;
        let own = map.worker(0);
        let count = |count| instance.read_u64(own + map.count(count));
        let ended = |end| match end {
            CallOutcome::Done => Ok(()),
            CallOutcome::Stopped(stop) => Err(WasmError::Stopped(stop)),
            CallOutcome::Unable => Err(unable()),
            CallOutcome::Trapped if count(WorkerCounter::Narrow) == 1 => Err(WasmError::TooNarrow),
            CallOutcome::Trapped => Err(WasmError::Failed(
                (0..map.slots as u64)
                    .map(|slot| instance.read_u64(own + 8 * slot) as i64)
                    .collect(),
            )),
        };
        ended(instance.clear(map.table.0, map.table.1))?;
        for task in waves.iter().flatten() {
            for piece in pieces(*task, PIECES) {
                ended(instance.fill(own, piece))?;
            }
        }
        let mut table = Vec::new();
        table
            .try_reserve_exact(length)
            .map_err(|_| WasmError::Stopped(StopReason::Memory(map.table.1, budget.memory)))?;
        table.resize(length, 0);
        instance.read(map.table.0, &mut table);
        let stats = EngineStats {
            positions: count(WorkerCounter::Positions),
            options: count(WorkerCounter::Options),
        };
        Ok(FilledTable {
            table: Arc::new(table),
            stats,
        })
    }
}

fn unable() -> WasmError {
    WasmError::Unable(text!(
        "this page cannot run the generated code",
        "此页面无法运行生成的代码"
    ))
}
