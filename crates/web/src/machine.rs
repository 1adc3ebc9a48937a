//! Generated code run by the page's own engine of WebAssembly, on one thread. A module lives in a
//! memory of its own; when it is done its table is copied, since the core can read no memory but
//! its own.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use engines::codegen::{WasmModule, WorkerCounter};
use engines::machine::{FilledTable, WasmError, WasmMachine, WaveTask, pieces};
use engines::oracle::EngineStats;

use crate::boundary::{CallOutcome, ModuleInstance};

/// In how many calls a task is done: engines begin with code that they compile in haste, and change
/// to better code from one call to the next, never in the middle of one.
const PIECES: u32 = 256;

/// The page's engine.
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
        // Memory of 32 bits ends below: what does not fit in it was declined when the module was
        // made.
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
    WasmError::Unable(text!("this page cannot run it", "此页面无法运行"))
}
