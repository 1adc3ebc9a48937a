//! Runs generated modules: a translator for the WebAssembly instructions that `engines::codegen`
//! emits, Cranelift, and threads.
//!
//! ```text
//! bytes ──► read ──► translate (validates) ──► compile (Cranelift) ──► code (executable pages)
//!                                                                        │ run: threads, waves, the budget
//!                                                            memory (the table) ──► bytes of the table
//! ```
//!
//! The sandbox consists of three parts. First, translation validates the code: unsupported
//! instructions and wrong operands are rejected. Second, no access can leave the memory: either the
//! memory is at the start of a reservation of all addresses that an access can reach, or each
//! access is checked. Third, code reports failures as return values, so that no signal handlers are
//! needed. An access beyond the memory, which generated code never contains, traps if accesses are
//! checked. In a reservation it would terminate the program.

mod code;
mod compile;
mod lister;
mod memory;
mod module_reader;
mod numeric;
mod translate;
mod workers;

use std::sync::{Arc, OnceLock};

use base::budget::Budget;
use base::text;
use cranelift_codegen::isa::OwnedTargetIsa;
use engines::codegen::WasmModule;
use engines::machine::{FilledTable, WasmError, WasmMachine, WaveTask};
use tablebase::ListerModule;

pub use code::MachineCode;
use memory::ModuleMemory;
use module_reader::ParsedModule;
use translate::TranslateOptions;

/// A compiler and runtime for generated modules. The compiler is initialized on first use.
pub struct Jit {
    isa: OnceLock<Result<OwnedTargetIsa, String>>,
    workers: u32,
    /// Whether every access is checked, even if this is not necessary.
    checked: bool,
    turns: Option<u64>,
}

impl Jit {
    /// Creates a compiler that runs modules on `workers` threads.
    pub fn new(workers: u32) -> Jit {
        Jit {
            isa: OnceLock::new(),
            workers: workers.max(1),
            checked: false,
            turns: None,
        }
    }

    /// Creates a compiler like [`Jit::new`] that checks every memory access, so that an access
    /// beyond the end traps. This mode is used on systems without address reservations and for
    /// untrusted modules.
    pub fn checked(workers: u32) -> Jit {
        Jit {
            checked: true,
            ..Jit::new(workers)
        }
    }

    /// Creates a compiler like [`Jit::checked`] that also stops a call after more than `turns` loop
    /// iterations, in which case the run returns [`WasmError::Unable`]. Untrusted modules may loop
    /// forever without polling the budget.
    pub fn bounded(workers: u32, turns: u64) -> Jit {
        Jit {
            turns: Some(turns),
            ..Jit::checked(workers)
        }
    }

    /// Compiles a module. Takes some milliseconds per thousand bytes.
    ///
    /// # Errors
    /// Returns [`WasmError::Unable`] if this machine cannot run generated code or the module
    /// contains something unsupported.
    pub fn compile(&self, module: &WasmModule) -> Result<MachineCode, WasmError> {
        let parsed = parsed(module)?;
        let tested = self.checked.then_some(parsed.memory);
        self.code(parsed, tested, compile::MAX_STACK_BYTES)
    }

    fn code(
        &self,
        parsed: ParsedModule<'_>,
        tested: Option<u64>,
        stack: u32,
    ) -> Result<MachineCode, WasmError> {
        let isa = self
            .isa
            .get_or_init(compile::isa)
            .as_ref()
            .map_err(|why| unable(why))?;
        MachineCode::new(
            parsed,
            TranslateOptions {
                tested,
                turns: self.turns,
                stack,
            },
            isa.as_ref(),
        )
        .map_err(|why| unable(&why))
    }

    /// Returns the code of a module and the memory on which it runs.
    fn prepared(&self, module: &WasmModule) -> Result<(MachineCode, ModuleMemory), WasmError> {
        let parsed = parsed(module)?;
        let length = parsed.memory;
        let reserved = if self.checked {
            None
        } else {
            ModuleMemory::reserved(length)
        };
        let mut memory = reserved.map_or_else(|| ModuleMemory::exact(length), Ok)?;
        // The reader has checked that the constants are inside the memory.
        let (place, constants) = parsed.constants;
        memory.write(place.into(), constants);
        let tested = (!memory.is_reserved()).then_some(length);
        Ok((self.code(parsed, tested, compile::MAX_STACK_BYTES)?, memory))
    }
}

/// Reads a module and compares it with its memory map.
fn parsed(module: &WasmModule) -> Result<ParsedModule<'_>, WasmError> {
    let parsed = module_reader::read(&module.bytes).map_err(|why| unable(&why))?;
    if parsed.memory != module.map.pages() << 16 || parsed.shared != module.shared {
        return Err(unable("another memory than its map says"));
    }
    Ok(parsed)
}

fn unable(why: &str) -> WasmError {
    WasmError::Unable(text!(
        "the generated module cannot be run: {why}",
        "无法运行生成的模块：{why}"
    ))
}

impl WasmMachine for Jit {
    fn workers(&self) -> u32 {
        self.workers
    }

    fn run(
        &self,
        module: &WasmModule,
        waves: &[Vec<WaveTask>],
        whole: Option<u64>,
        budget: &Budget<'_>,
    ) -> Result<FilledTable, WasmError> {
        let (code, memory) = self.prepared(module)?;
        workers::run(&code, memory, &module.map, waves, whole, budget)
    }

    fn lister(&self, module: &WasmModule) -> Result<Arc<dyn ListerModule>, WasmError> {
        let parsed = parsed(module)?;
        let (length, constants) = (
            parsed.memory,
            (u64::from(parsed.constants.0), parsed.constants.1.to_vec()),
        );
        // The memory is small, and each share of a table has its own. Therefore no addresses are
        // reserved, and accesses are checked.
        let code = self.code(parsed, Some(length), lister::MAX_STACK_BYTES)?;
        Ok(Arc::new(lister::CompiledLister::new(
            code, module.map, length, constants,
        )))
    }
}
