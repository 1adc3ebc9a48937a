//! Compiles functions with Cranelift, on processors for which there is no compiler of our own, and
//! as a reference in tests.

mod translate;

use std::sync::OnceLock;

use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::isa::{OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable, Flags};

use crate::compile::{FunctionCompiler, HostCallbacks, TranslateOptions};
use crate::module_reader::FunctionBody;
use translate::translate;

/// The compiler, which is initialized on first use.
#[derive(Default)]
pub(crate) struct CraneliftCompiler {
    isa: OnceLock<Result<OwnedTargetIsa, String>>,
}

/// Returns the target of Cranelift: the processor and the settings.
///
/// # Errors
/// Returns the reason if Cranelift does not support this processor.
fn isa() -> Result<OwnedTargetIsa, String> {
    let mut flags = settings::builder();
    let settings = [
        ("opt_level", "speed"),
        // Cranelift verifies its input in debug builds and tests.
        (
            "enable_verifier",
            if cfg!(debug_assertions) {
                "true"
            } else {
                "false"
            },
        ),
        // A function that uses more than one page of stack touches each page in turn. Because each
        // page is touched, a stack overflow always reaches the guard page at the end of the stack.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
        // No panic unwinds through generated code.
        ("unwind_info", "false"),
    ];
    for (name, value) in settings {
        flags.set(name, value).map_err(|error| error.to_string())?;
    }
    let isa = cranelift_native::builder()?
        .finish(Flags::new(flags))
        .map_err(|error| error.to_string())?;
    // Generated code represents addresses as 64-bit numbers.
    if isa.pointer_bits() == 64 {
        Ok(isa)
    } else {
        Err(format!("no code can be generated for {}", isa.triple()))
    }
}

impl FunctionCompiler for CraneliftCompiler {
    fn compile(
        &self,
        body: FunctionBody<'_>,
        callbacks: HostCallbacks,
        form: TranslateOptions,
    ) -> Result<Vec<u8>, String> {
        let isa: &dyn TargetIsa = self
            .isa
            .get_or_init(isa)
            .as_ref()
            .map_err(String::clone)?
            .as_ref();
        let mut context = Context::for_function(translate(body, callbacks, form, isa)?);
        let compiled = context
            .compile(isa, &mut ControlPlane::default())
            .map_err(|error| error.inner.to_string())?;
        if !compiled.buffer.relocs().is_empty() {
            return Err("the code refers to a symbol outside the module".to_owned());
        }
        match compiled.buffer.frame_layout() {
            Some(layout) if layout.frame_to_fp_offset <= form.stack => {
                Ok(compiled.code_buffer().to_vec())
            }
            _ => Err(format!(
                "the code needs more than {} bytes of stack",
                form.stack
            )),
        }
    }
}
