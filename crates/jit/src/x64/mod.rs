//! A small optimizing compiler for x86-64.
//!
//! ```text
//! instructions ──► build (validates, simplifies) ──► passes ──► plan (live ranges)
//!              ──► allocate (registers) ──► emit (blocks) ──► link (jumps) ──► code
//! ```

mod allocate;
mod assembler;
mod assigned;
mod build;
mod constant_division;
mod emit;
mod ir;
mod link;
mod moves;
mod passes;
mod plan;
mod simplify;

use crate::compile::{FunctionCompiler, HostCallbacks, TranslateOptions};
use crate::module_reader::FunctionBody;

/// The compiler, with the extensions of this processor.
pub(crate) struct X64Compiler {
    features: emit::Features,
}

impl Default for X64Compiler {
    fn default() -> X64Compiler {
        X64Compiler {
            features: emit::Features {
                bmi1: std::arch::is_x86_feature_detected!("bmi1"),
                bmi2: std::arch::is_x86_feature_detected!("bmi2"),
                lzcnt: std::arch::is_x86_feature_detected!("lzcnt"),
                popcnt: std::arch::is_x86_feature_detected!("popcnt"),
            },
        }
    }
}

impl X64Compiler {
    /// Creates a compiler whose code runs on every processor of this kind.
    #[cfg(test)]
    pub(crate) fn portable() -> X64Compiler {
        X64Compiler {
            features: emit::Features {
                bmi1: false,
                bmi2: false,
                lzcnt: false,
                popcnt: false,
            },
        }
    }
}

impl FunctionCompiler for X64Compiler {
    fn compile(
        &self,
        body: FunctionBody<'_>,
        callbacks: HostCallbacks,
        form: TranslateOptions,
    ) -> Result<Vec<u8>, String> {
        let mut function = build::build(body, &form, self.features.popcnt)?;
        passes::improve(&mut function);
        let plan = plan::plan(&function)?;
        let allocation = allocate::allocate(&function, &plan);
        let codes = emit::emit(
            &function,
            &plan,
            &allocation,
            callbacks,
            self.features,
            form.stack,
        )?;
        link::link(&function, codes)
    }
}
