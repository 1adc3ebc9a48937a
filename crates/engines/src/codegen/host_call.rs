//! The functions that a module imports from its host.

use std::sync::LazyLock;

use rules::arithmetic;
use rules::ast::BinaryOp;
use rules::ir::{Fold, Function, Int};

/// An operation that the imported function `call` computes, identified by its number. The host
/// computes the functions of the language for which generated code is not worthwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostCall {
    Function(Function),
    Binary(BinaryOp),
    Fold(Fold),
}

/// All operations that can be called, in the order of their numbers.
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
    pub(super) fn number(self) -> i32 {
        CALLED
            .iter()
            .position(|called| *called == self)
            .expect("no other operator is called") as i32
    }
}

/// Returns the result of function `number` when the module calls it; `None`, which causes a trap,
/// if the function has no value.
pub fn call(number: u32, a: Int, b: Int) -> Option<Int> {
    match *CALLED.get(number as usize)? {
        HostCall::Function(function) => arithmetic::call(function, &[a, b]).ok(),
        HostCall::Binary(op) => arithmetic::binary(op, a, b).ok(),
        HostCall::Fold(fold) => arithmetic::fold_step(fold, Some(a), b).ok().flatten(),
    }
}
