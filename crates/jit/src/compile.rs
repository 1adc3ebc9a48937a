//! One function by Cranelift: from its intermediate form to the bytes of machine code for this
//! processor.

use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::isa::{OwnedTargetIsa, TargetIsa};
use cranelift_codegen::settings::{self, Configurable, Flags};

use crate::module_reader::FunctionBody;
use crate::translate::{HostCallbacks, TranslateOptions, translate};

/// The most stack that a function may take which fills a table. Workers have
/// [`crate::workers::STACK`].
pub(crate) const MAX_STACK_BYTES: u32 = 1 << 20;

/// What Cranelift is told once: the processor and the settings.
///
/// # Errors
/// Where it makes no code for this processor.
pub(crate) fn isa() -> Result<OwnedTargetIsa, String> {
    let mut flags = settings::builder();
    let settings = [
        ("opt_level", "speed"),
        // Cranelift checks what it is given: in debug builds and tests.
        (
            "enable_verifier",
            if cfg!(debug_assertions) {
                "true"
            } else {
                "false"
            },
        ),
        // A function that takes more than a page of stack touches each page in turn, so that it
        // meets the guard behind a stack.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
        // Nothing unwinds through code.
        ("unwind_info", "false"),
    ];
    for (name, value) in settings {
        flags.set(name, value).map_err(|error| error.to_string())?;
    }
    let isa = cranelift_native::builder()?
        .finish(Flags::new(flags))
        .map_err(|error| error.to_string())?;
    // Code takes addresses as numbers of 64 bits.
    if isa.pointer_bits() == 64 {
        Ok(isa)
    } else {
        Err(format!("no code for {}", isa.triple()))
    }
}

/// Compiles a function.
///
/// # Errors
/// What in it is not valid or not generated, or what Cranelift cannot compile.
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
