//! Compiles one function with Cranelift: from its intermediate form to machine code for this
//! processor.

use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::isa::{OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable, Flags};

use crate::module_reader::FunctionBody;
use crate::translate::{HostCallbacks, TranslateOptions, translate};

/// Maximum stack size in bytes of a function that fills a table. Workers have
/// [`crate::workers::STACK`].
pub(crate) const MAX_STACK_BYTES: u32 = 1 << 20;

/// Returns the target of Cranelift: the processor and the settings.
///
/// # Errors
/// Returns the reason if Cranelift does not support this processor.
pub(crate) fn isa() -> Result<OwnedTargetIsa, String> {
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
        // A function that uses more than one page of stack touches each page in turn. It therefore
        // reaches the guard page at the end of the stack.
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
        Err(format!("no code for {}", isa.triple()))
    }
}

/// Compiles a function.
///
/// # Errors
/// Returns the reason if the function is invalid, contains an unsupported instruction, or cannot be
/// compiled by Cranelift.
pub(crate) fn function(
    body: FunctionBody<'_>,
    callbacks: HostCallbacks,
    form: TranslateOptions,
    isa: &dyn TargetIsa,
) -> Result<Vec<u8>, String> {
    let mut context = Context::for_function(translate(body, callbacks, form, isa)?);
    let compiled = context
        .compile(isa, &mut ControlPlane::default())
        .map_err(|error| error.inner.to_string())?;
    if !compiled.buffer.relocs().is_empty() {
        return Err("code that refers to something outside".to_owned());
    }
    match compiled.buffer.frame_layout() {
        Some(layout) if layout.frame_to_fp_offset <= form.stack => {
            Ok(compiled.code_buffer().to_vec())
        }
        _ => Err(format!("more than {} bytes of stack", form.stack)),
    }
}
