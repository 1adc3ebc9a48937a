//! Compiles a program to WebAssembly: one module that fills a table. The bytes of the module are
//! the same on every host. [`crate::machine`] defines what a host must provide. The module imports
//! its memory and two functions, and exports `clear` and `fill`.
//!
//! The memory contains the constants, then the table, then a region for each worker with its
//! current position, its counters, and the marks of the values seen. The module of [`lister`],
//! which lists the options of one position, has the same memory layout. If an evaluation fails, or
//! a value does not fit in an entry, the code traps. The host then reads the reason from the
//! worker's region, and the table is discarded.

mod emit;
mod expr;
mod host_call;
mod module;
mod option_lister;
mod order;
mod points;
mod steps;
mod tail_sums;

use base::text;
use base::text::Text;

use crate::dense::{self, EntryWidth, TableBox};
use crate::program::MoveProgram;

pub use host_call::call;
pub use module::{MemoryMap, WasmModule, WorkerCounter};
pub use option_lister::lister;

use module::mark_count;

/// Compiles the module that fills a table of this width with this fold.
///
/// # Errors
/// Returns the reason if generated code is impossible: unsupported rules, or a table larger than 4
/// GiB.
pub fn module(
    program: &MoveProgram,
    space: &TableBox,
    width: EntryWidth,
    fold: dense::CodeFold,
    workers: u32,
) -> Result<WasmModule, Text> {
    let shared = workers > 1;
    let emitted = emit::emit(program, space, width, fold)?;
    let bytes = fold.entry_bytes(width) as u64;
    let table = (emitted.table, (space.size as u64).saturating_mul(bytes));
    let marks = if fold == dense::CodeFold::Mex {
        4 * (mark_count(width) + 1)
    } else {
        0
    };
    let own = (
        (table.0 + table.1).next_multiple_of(1 << 12),
        (MemoryMap::marks(program.state.len()) + marks).next_multiple_of(1 << 12),
    );
    let map = MemoryMap {
        table,
        own,
        workers,
        slots: program.state.len(),
    };
    if map.pages() > 1 << 16 {
        return Err(text!("a table beyond 4 GiB", "超过 4 GiB 的表"));
    }
    Ok(WasmModule {
        bytes: emitted.assemble(&map, shared),
        map,
        shared,
    })
}
