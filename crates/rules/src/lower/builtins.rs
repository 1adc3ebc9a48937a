//! The built-in functions.

use std::sync::LazyLock;

use crate::ir::{Fold, Function};

/// The kind of a built-in function: fixed arity, any number of arguments, or one of the special
/// forms.
#[derive(Clone, Copy)]
pub(super) enum BuiltinFunction {
    Fixed(Function),
    Many(Fold),
    Digits,
    Floor,
    Sqrt,
}

fn builtins() -> impl Iterator<Item = (&'static str, BuiltinFunction)> {
    let fixed = Function::ALL.iter().filter(|function| function.is_spoken());
    let fixed = fixed.map(|function| (function.word(), BuiltinFunction::Fixed(*function)));
    let many = Fold::ALL
        .iter()
        .filter(|fold| **fold != Fold::Union)
        .map(|fold| (fold.word(), BuiltinFunction::Many(*fold)));
    fixed.chain(many).chain([
        ("digits", BuiltinFunction::Digits),
        ("floor", BuiltinFunction::Floor),
        ("sqrt", BuiltinFunction::Sqrt),
    ])
}

pub(super) fn builtin(name: &str) -> Option<BuiltinFunction> {
    builtins()
        .find(|(word, _)| *word == name)
        .map(|(_, builtin)| builtin)
}

/// The names of the built-in functions, sorted, for suggestions and the documentation.
pub static BUILTINS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut words: Vec<&str> = builtins().map(|(word, _)| word).collect();
    words.sort_unstable();
    words
});
