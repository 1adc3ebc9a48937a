//! The interface of the compilers: what a compiler of functions receives, and what its code
//! returns.

use crate::module_reader::FunctionBody;

/// Maximum stack size in bytes of a function that fills a table. Workers have
/// [`crate::workers::STACK`].
pub(crate) const MAX_STACK_BYTES: u32 = 1 << 20;

/// Maximum number of frames (blocks, loops and branches), and maximum number of values that may be
/// merged where branches join. The number of merged values is the number of locals times the number
/// of frames. Generated code is far below these limits; compilation of code beyond the limits takes
/// long.
pub(crate) const MAX_FRAMES: usize = 10_000;
pub(crate) const MAX_MERGED_VALUES: usize = 3 << 22;

/// The status of a call of a translated function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallStatus {
    /// The call reached the end of the function.
    Done,
    /// The call trapped.
    Trap,
    /// The call was stopped.
    Stopped,
    /// A called function of the rule language had no value.
    NoValue,
}

impl CallStatus {
    /// All statuses, in the order of the numbers that a function returns.
    pub const ALL: [CallStatus; 4] = [
        CallStatus::Done,
        CallStatus::Trap,
        CallStatus::Stopped,
        CallStatus::NoValue,
    ];
}

/// Options of the translation, which depend on the memory on which the code runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TranslateOptions {
    /// The size of the memory in bytes. Every access is checked against this size. If the size is
    /// `None`, accesses are not checked, and the memory must be a reservation that no access can
    /// leave.
    pub tested: Option<u64>,
    /// Maximum number of loop iterations of a call before it is stopped; `None` for no limit.
    pub turns: Option<u64>,
    /// Maximum stack size of a function in bytes.
    pub stack: u32,
}

/// The addresses of the host functions that code calls. All arguments have 64 bits, and the first
/// argument is the host itself.
#[derive(Clone, Copy)]
pub(crate) struct HostCallbacks {
    /// `poll(host, completed positions)` returns a nonzero number to stop the code.
    pub poll: usize,
    /// `call(host, number, a, b)` returns the value of a function of the rule language. If the
    /// function has no value, the first 8 bytes of the host are nonzero after the call.
    pub call: usize,
    /// `fill(host, address, byte, length)` returns a nonzero number if the range is outside the
    /// memory.
    pub fill: usize,
}

/// Compiles functions for this processor.
pub(crate) trait FunctionCompiler: Send + Sync {
    /// Validates and compiles a function. The machine code takes the memory, the host and the
    /// parameters, all in 64 bits, and returns the index of a [`CallStatus`] in
    /// [`CallStatus::ALL`]. Its calling convention is that of [`crate::code`].
    ///
    /// # Errors
    /// Returns the reason if the function is invalid, contains an unsupported instruction, or
    /// cannot be compiled.
    fn compile(
        &self,
        body: FunctionBody<'_>,
        callbacks: HostCallbacks,
        form: TranslateOptions,
    ) -> Result<Vec<u8>, String>;
}
