//! From a program to WebAssembly: one module that fills a table. The bytes are the same wherever
//! they run: [`crate::machine`] says what a runner must bring. The module imports its memory and
//! two functions, and exports `clear` and `fill`.
//!
//! What lies where in the memory: constants; the table; then for each worker a region of its own
//! with the position it is at, its counts, and the marks of the values seen. ([`lister`] makes a
//! module of the same shape that lists the options of one position.) A failed evaluation, or a
//! value that does not fit, is a trap: the runner reads the reason in the worker's region, and
//! nothing of the table is used.

mod emit;
mod expr;
mod option_lister;
mod order;
mod steps;
mod tail_sums;

use std::sync::LazyLock;

use base::text;
use base::text::Text;
use rules::arithmetic;
use rules::ast::BinaryOp;
use rules::ir::{Fold, Function, Int};

use crate::dense::{self, EntryWidth, TableBox};
use crate::program::MoveProgram;

pub use option_lister::{PositionStatus, lister};

/// Between two looks at the clock code does about this number of steps: a millisecond of work.
const FUEL: i64 = 1 << 20;

/// A module and how to run it.
#[derive(Clone, Debug)]
pub struct WasmModule {
    /// WebAssembly, binary format.
    pub bytes: Vec<u8>,
    /// Where things lie in its memory.
    pub map: MemoryMap,
    /// The memory is shared between workers.
    pub shared: bool,
}

/// Where things lie in the memory of a module, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryMap {
    /// The table: where it begins and how long it is.
    pub table: (u64, u64),
    /// The region of the first worker, and the length of each region.
    pub own: (u64, u64),
    /// How many workers there is room for.
    pub workers: u32,
    /// How many slots a position has.
    pub slots: usize,
}

/// What a worker's region begins with, after the slots of its position: places of 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerCounter {
    /// Positions valued.
    Positions,
    /// Options looked at.
    Options,
    /// 1 if a value did not fit.
    Narrow,
    /// The mark of the last position.
    Stamp,
    /// How many steps are done before it is asked next whether to go on.
    Fuel,
}

impl MemoryMap {
    /// Pages of 64 KiB.
    pub fn pages(&self) -> u64 {
        (self.own.0 + self.own.1 * u64::from(self.workers)).div_ceil(1 << 16)
    }

    /// Where the region of a worker begins.
    pub fn worker(&self, worker: u32) -> u64 {
        self.own.0 + self.own.1 * u64::from(worker)
    }

    /// Where a count stands in a worker's region.
    pub fn count(&self, count: WorkerCounter) -> u64 {
        8 * (self.slots as u64 + count as u64)
    }

    /// Where the marks begin in a worker's region.
    fn marks(slots: usize) -> u64 {
        (8 * (slots as u64 + WorkerCounter::Fuel as u64 + 1)).next_multiple_of(64)
    }
}

/// How many values a worker can mark, for each width of entries; the greatest code is among them.
fn marks(width: EntryWidth) -> u64 {
    match width {
        EntryWidth::One => 1 << 8,
        EntryWidth::Two => 1 << 16,
        // A table whose positions have more options than this would not be filled in a lifetime.
        EntryWidth::Four => 1 << 22,
    }
}

/// The module that fills a table of this width with this fold.
///
/// # Errors
/// What the generated code cannot do: rules that it does not take, or a table beyond 4 GiB.
pub fn module(
    program: &MoveProgram,
    space: &TableBox,
    width: EntryWidth,
    fold: dense::CodeFold,
    workers: u32,
) -> Result<WasmModule, Text> {
    let shared = workers > 1;
    let emitted = emit::emit(program, space, width, fold)?;
    let table = (
        emit::EmittedCode::TABLE,
        space.size as u64 * width.bytes() as u64,
    );
    let marks = if fold == dense::CodeFold::Mex {
        4 * (marks(width) + 1)
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

/// What the imported function `call` computes: the functions of the language that are not worth
/// generating, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostCall {
    Function(Function),
    Binary(BinaryOp),
    Fold(Fold),
}

/// All that could be called, in the order of its numbers.
static CALLED: LazyLock<Vec<HostCall>> = LazyLock::new(|| {
    let functions = Function::ALL
        .iter()
        .map(|function| HostCall::Function(*function));
    functions
        .chain(Fold::ALL.iter().map(|fold| HostCall::Fold(*fold)))
        .chain([HostCall::Binary(BinaryOp::Pow)])
        .collect()
});

impl HostCall {
    fn number(self) -> i32 {
        CALLED
            .iter()
            .position(|called| *called == self)
            .expect("no other operator is called") as i32
    }
}

/// What function `number` returns when the module calls it; `None`, which is a trap, if it has no
/// value.
pub fn call(number: u32, a: Int, b: Int) -> Option<Int> {
    match *CALLED.get(number as usize)? {
        HostCall::Function(function) => arithmetic::call(function, &[a, b]).ok(),
        HostCall::Binary(op) => arithmetic::binary(op, a, b).ok(),
        HostCall::Fold(fold) => arithmetic::fold_step(fold, Some(a), b).ok().flatten(),
    }
}
