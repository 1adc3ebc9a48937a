//! Modules made by hand, with the shape of generated modules.

use base::budget::Budget;
use engines::codegen::{MemoryMap, WasmModule};
use engines::machine::{FilledTable, WasmError, WasmMachine, WaveTask};
use wasm_encoder::{
    CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection,
    InstructionSink, MemArg, MemoryType, Module as Encoded, TypeSection, ValType,
};

/// A function that emits instructions.
pub type EmitFunction = fn(&mut InstructionSink<'_>);

/// A function that emits a memory access.
pub type EmitMemoryAccess = fn(&mut InstructionSink<'_>, MemArg);

/// Address of the table.
pub const TABLE: u64 = 1 << 16;

/// Address of the worker's region.
pub const OWN: u64 = 1 << 17;

/// Size of the memory in bytes.
pub const MEMORY: u64 = 3 << 16;

/// A table of one page followed by one worker, with positions of two slots.
pub const MAP: MemoryMap = MemoryMap {
    table: (TABLE, 1 << 16),
    own: (OWN, 1 << 12),
    workers: 1,
    slots: 2,
};

/// Returns a module whose `fill(own, a, b, c, d)` has the given locals, numbered from 5, and the
/// given instructions, without the final `end`.
pub fn module(locals: &[ValType], code: impl FnOnce(&mut InstructionSink<'_>)) -> WasmModule {
    let mut fill = Function::new_with_locals_types(locals.iter().copied());
    code(&mut fill.instructions());
    fill.instructions().end();
    of_function(&fill)
}

/// Returns a module with the given function `fill`.
pub fn of_function(fill: &Function) -> WasmModule {
    WasmModule {
        bytes: sections(fill).finish(),
        map: MAP,
        shared: false,
    }
}

/// Returns the sections of a module with the given function `fill`, to which other sections may be
/// added.
pub fn sections(fill: &Function) -> Encoded {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I64], []);
    types
        .ty()
        .function([ValType::I32, ValType::I64, ValType::I64], [ValType::I64]);
    types.ty().function(
        [
            ValType::I32,
            ValType::I64,
            ValType::I64,
            ValType::I64,
            ValType::I64,
        ],
        [],
    );
    types.ty().function([ValType::I32, ValType::I32], []);
    let mut imports = ImportSection::new();
    imports
        .import("grundy", "poll", EntityType::Function(0))
        .import("grundy", "call", EntityType::Function(1));
    let pages = MAP.pages();
    let memory = MemoryType {
        minimum: pages,
        maximum: Some(pages),
        memory64: false,
        shared: false,
        page_size_log2: None,
    };
    imports.import("grundy", "memory", EntityType::Memory(memory));
    let mut functions = FunctionSection::new();
    functions.function(2).function(3);
    let mut exports = ExportSection::new();
    exports
        .export("fill", ExportKind::Func, 2)
        .export("clear", ExportKind::Func, 3);
    let mut clear = Function::new([]);
    clear
        .instructions()
        .local_get(0)
        .i32_const(0xff)
        .local_get(1)
        .memory_fill(0)
        .end();
    let mut code = CodeSection::new();
    code.function(fill).function(&clear);
    let mut module = Encoded::new();
    module
        .section(&types)
        .section(&imports)
        .section(&functions)
        .section(&exports)
        .section(&code);
    module
}

/// Returns an address relative to the table.
pub fn at(offset: u64) -> MemArg {
    MemArg {
        offset: TABLE + offset,
        align: 0,
        memory_index: 0,
    }
}

/// Runs tasks one after the other.
pub fn run(
    machine: &impl WasmMachine,
    module: &WasmModule,
    tasks: &[WaveTask],
) -> Result<FilledTable, WasmError> {
    machine.run(module, &[tasks.to_vec()], None, &Budget::generous())
}

/// Returns the eight bytes at an offset of the table as a number.
pub fn number(run: &FilledTable, place: usize) -> i64 {
    i64::from_le_bytes(
        run.table.bytes()[place..place + 8]
            .try_into()
            .expect("eight bytes"),
    )
}
