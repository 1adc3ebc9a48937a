//! Compiles and runs generated modules: a reader for the modules that `engines::codegen` emits, a
//! compiler for x86-64, Cranelift for other processors, and threads.
//!
//! ```text
//! bytes ──► read ──► compile (validates) ──► code (executable pages)
//!                                              │ run: threads, waves, the budget
//!                                     memory (the table) ──► bytes of the table
//! ```
//!
//! The sandbox consists of three measures. First, the compiler validates the code: unsupported
//! instructions and wrong operands are rejected. Second, no access can leave the memory. Either the
//! memory is at the start of a reservation of all addresses that an access can reach, or each
//! access is checked. Third, code reports failures as return values, so that no signal handlers are
//! needed. Generated code never contains an access beyond the memory. An access beyond the memory
//! traps if accesses are checked; in a reservation, the system would terminate the program.

mod code;
mod compile;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod cranelift;
mod lister;
mod memory;
mod module_reader;
mod numeric;
#[cfg(all(test, target_arch = "x86_64"))]
mod random_modules;
mod workers;
#[cfg(target_arch = "x86_64")]
mod x64;

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use engines::codegen::WasmModule;
use engines::machine::{FilledTable, WasmError, WasmMachine, WaveTask};
use tablebase::ListerModule;

pub use code::MachineCode;
use compile::{FunctionCompiler, TranslateOptions};
use memory::ModuleMemory;
use module_reader::ParsedModule;

#[cfg(not(target_arch = "x86_64"))]
use cranelift::CraneliftCompiler as NativeCompiler;
#[cfg(target_arch = "x86_64")]
use x64::X64Compiler as NativeCompiler;

/// A compiler and runtime for generated modules.
pub struct Jit {
    compiler: Box<dyn FunctionCompiler>,
    workers: u32,
    /// Whether every access is checked, even in a reservation.
    checked: bool,
    turns: Option<u64>,
}

impl Jit {
    /// Creates a compiler that runs modules on `workers` threads.
    pub fn new(workers: u32) -> Jit {
        Jit {
            compiler: Box::new(NativeCompiler::default()),
            workers: workers.max(1),
            checked: false,
            turns: None,
        }
    }

    /// Creates a compiler like [`Jit::new`] that checks every memory access, so that an access
    /// beyond the end traps. A compiler that checks accesses is used on systems without address
    /// reservations and for untrusted modules.
    pub fn checked(workers: u32) -> Jit {
        Jit {
            checked: true,
            ..Jit::new(workers)
        }
    }

    /// Creates a compiler like [`Jit::checked`] that also stops a call after more than `turns` loop
    /// iterations. The run then returns [`WasmError::Unable`]. The limit on iterations is needed
    /// because untrusted modules may loop forever without polling the budget.
    pub fn bounded(workers: u32, turns: u64) -> Jit {
        Jit {
            turns: Some(turns),
            ..Jit::checked(workers)
        }
    }

    /// Returns this compiler with Cranelift, the reference.
    #[cfg(all(test, target_arch = "x86_64"))]
    fn with_reference(self) -> Jit {
        Jit {
            compiler: Box::new(cranelift::CraneliftCompiler::default()),
            ..self
        }
    }

    /// Returns this compiler without extensions of the processor.
    #[cfg(all(test, target_arch = "x86_64"))]
    fn portable(self) -> Jit {
        Jit {
            compiler: Box::new(x64::X64Compiler::portable()),
            ..self
        }
    }

    /// Compiles a module. Compilation takes about half a millisecond per thousand bytes on x86-64,
    /// and some milliseconds on other processors.
    ///
    /// # Errors
    /// Returns [`WasmError::Unable`] if this machine cannot run generated code or the module
    /// contains unsupported code.
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
        MachineCode::new(
            parsed,
            TranslateOptions {
                tested,
                turns: self.turns,
                stack,
            },
            &*self.compiler,
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
        return Err(unable(
            "the memory of the module differs from its memory map",
        ));
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
        // The memory of a lister is small, and each share of a table has its own lister. For a
        // lister no addresses are reserved, and accesses are checked.
        let code = self.code(parsed, Some(length), lister::MAX_STACK_BYTES)?;
        Ok(Arc::new(lister::CompiledLister::new(
            code, module.map, length, constants,
        )))
    }
}
