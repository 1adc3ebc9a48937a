//! Lowers the syntax tree to the typed form: arguments are substituted, names resolved, types
//! checked. The result is a complete game or a list of diagnostics.

mod arguments;
mod arrays;
mod builtins;
mod calls;
mod computed_tables;
mod data;
mod dependencies;
mod draw;
mod expect;
mod expr;
mod foreign_functions;
mod game;
mod limits;
mod linker;
mod lowering;
mod membership;
mod moves;
mod network;
mod players;
mod points;
mod problem;
mod reals;
mod recurrence;
mod sets;
mod start;
mod subsets;
mod symmetry;
mod typed;
mod vectors;
mod words;

use crate::ast::{self, GameKind};
use crate::ir::{self, Game, ParameterValue};
use crate::parser::MAX_ERRORS;
use base::diagnostic::Diagnostic;
use lowering::Lowering;

pub use crate::ir::Args;
pub use arguments::{ArgumentError, argument_value, arguments, constant_value};
pub use builtins::BUILTINS;
pub use expect::{Expectation, expectation, held_value, is_set};
pub use linker::GameLinker;
pub use problem::{AskedPosition, OUTPUT_NAMES, OutputFacts, PlayerFacts, takes_results};
pub(crate) use problem::{asked_position, constant_with, output_text, problem_errors};

/// Returns the typed form of a declaration with the values of its parameters.
///
/// # Errors
/// Returns the errors of the declaration with their locations.
pub fn lower(
    decl: &ast::GameDecl,
    args: Vec<(String, ParameterValue)>,
    linker: &mut dyn GameLinker,
) -> Result<Game, Vec<Diagnostic>> {
    let desugared;
    let decl = if decl.kind == GameKind::Recurrence {
        desugared = recurrence::as_game(decl)?;
        &desugared
    } else {
        decl
    };
    let mut lowering = Lowering::new(linker);
    let game = lowering.game(decl, args);
    match game {
        Some(game) if lowering.errors.is_empty() => {
            if cfg!(debug_assertions)
                && let Err(what) = ir::verify(&game, &|other| lowering.linker.slots(other).len())
            {
                panic!(
                    "lowering {} made a form that is not sound: {what}",
                    game.name
                );
            }
            Ok(game)
        }
        _ => {
            lowering.errors.truncate(MAX_ERRORS);
            Err(lowering.errors)
        }
    }
}

/// Returns whether the value of an expression depends only on this local.
pub fn reads_only(expr: &crate::ir::Expr, local: usize) -> bool {
    !dependencies::reads_position(expr)
        && dependencies::free_locals(expr)
            .iter()
            .all(|read| *read == local)
}
