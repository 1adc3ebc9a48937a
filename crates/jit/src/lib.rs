//! Runs generated modules: a translator of the instructions of WebAssembly that `engines::codegen`
//! writes, Cranelift, and threads.
//!
//! ```text
//! bytes ──► read ──► translate (validates) ──► compile (Cranelift) ──► code (executable pages)
//!                                                                        │ run: threads, waves, the budget
//!                                                            memory (the table) ──► bytes of the table
//! ```
//!
//! The sandbox is made of three things. Translation validates: what is not among the instructions
//! that are generated, or has not the operands that it needs, is refused. No access of code can
//! leave its memory: that lies at the beginning of a reservation of all addresses that can be
//! named, or each access is tested. And failures of code are values that it returns, so that no
//! handler of signals is needed. An access that leaves the memory, which no generated code has,
//! ends as a trap where accesses are tested; in a reservation it would end the program.

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

/// Compiles and runs generated modules. Nothing is set up before the first.
pub struct Jit {
    isa: OnceLock<Result<OwnedTargetIsa, String>>,
    workers: u32,
    /// Every access is tested, also where that is not needed.
    checked: bool,
    turns: Option<u64>,
}

impl Jit {
    /// A compiler for `workers` threads.
    pub fn new(workers: u32) -> Jit {
        Jit {
            isa: OnceLock::new(),
            workers: workers.max(1),
            checked: false,
            turns: None,
        }
    }

    /// As [`Jit::new`], with a test at every access of memory, so that one beyond its end is a
    /// trap: the form that runs where the system reserves no addresses, and the one for modules
    /// that nobody vouches for.
    pub fn checked(workers: u32) -> Jit {
        Jit {
            checked: true,
            ..Jit::new(workers)
        }
    }

    /// As [`Jit::checked`], where a call that makes more than `turns` turns of loops is stopped
    /// too, and the run is [`WasmError::Unable`]: forged modules may loop for ever without asking
    /// the budget.
    pub fn bounded(workers: u32, turns: u64) -> Jit {
        Jit {
            turns: Some(turns),
            ..Jit::checked(workers)
        }
    }

    /// The code of a module; some milliseconds for a thousand bytes.
    ///
    /// # Errors
    /// [`WasmError::Unable`] where this machine cannot run generated code, or something in the
    /// module is not generated.
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

    /// The code of a module and the memory that it runs on.
    fn prepared(&self, module: &WasmModule) -> Result<(MachineCode, ModuleMemory), WasmError> {
        let parsed = parsed(module)?;
        let length = parsed.memory;
        let reserved = if self.checked {
            None
        } else {
            ModuleMemory::reserved(length)
        };
        let mut memory = reserved.map_or_else(|| ModuleMemory::exact(length), Ok)?;
        // Reading has seen that they lie in the memory.
        let (place, constants) = parsed.constants;
        memory.write(place.into(), constants);
        let tested = (!memory.is_reserved()).then_some(length);
        Ok((self.code(parsed, tested, compile::MAX_STACK_BYTES)?, memory))
    }
}

/// Reads a module and compares it with what its maker says of it.
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
        // The memory is small, and each share of a table has its own: none is reserved, and
        // accesses are tested.
        let code = self.code(parsed, Some(length), lister::MAX_STACK_BYTES)?;
        Ok(Arc::new(lister::CompiledLister::new(
            code, module.map, length, constants,
        )))
    }
}
