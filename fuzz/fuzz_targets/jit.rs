//! Runs arbitrary bytes as a generated module. They must be rejected, or the run must end: every
//! memory access is checked and the number of loop iterations is bounded. The initial corpus
//! consists of generated modules:
//!
//! ```text
//! GRUNDY_MODULES=fuzz/corpus/jit cargo test -p grundy-jit --test jit mutants::a_corpus_for_fuzzing
//! cargo +nightly fuzz run jit fuzz/corpus/jit -- -max_len=4096 -timeout=10
//! ```

#![no_main]

use base::budget::Budget;
use engines::codegen::{MemoryMap, WasmModule};
use engines::machine::{WasmError, WasmMachine};
use jit::Jit;
use libfuzzer_sys::fuzz_target;

/// The memory map of small tables with one worker: two pages, as in the corpus.
const MAP: MemoryMap = MemoryMap {
    table: (1 << 16, 1 << 12),
    own: ((1 << 16) + (1 << 12), 1 << 12),
    workers: 1,
    slots: 2,
};

fuzz_target!(|bytes: &[u8]| {
    let module = WasmModule {
        bytes: bytes.to_vec(),
        map: MAP,
        shared: false,
    };
    match Jit::bounded(1, 10_000).run(
        &module,
        &[vec![[0, 5, 0, 5]], vec![[-1, 1 << 40, 3, 0]]],
        None,
        &Budget::generous(),
    ) {
        Ok(run) => assert_eq!(run.table.bytes().len() as u64, MAP.table.1),
        Err(WasmError::Stopped(stop)) => {
            panic!("the budget has no limit, but the run stopped: {stop:?}")
        }
        Err(WasmError::Unable(_) | WasmError::TooNarrow | WasmError::Failed(_)) => {}
    }
});
