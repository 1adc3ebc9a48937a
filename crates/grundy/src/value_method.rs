//! How the values of one game are found.

use std::sync::Arc;

use engines::oracle::GrundyOracle;
use theory::theorem::ClosedForm;

/// The name of the method that looks up values in a table from a file.
pub(crate) const SAVED_TABLE: &str = "saved table";

/// What a theorem knows of a game, with its name.
pub(crate) type NamedClosedForm = (&'static str, Arc<dyn ClosedForm>);

/// How the values of one game are found.
pub enum ValueMethod {
    /// By a theorem: its name, and what it knows.
    Theorem(&'static str, Arc<dyn ClosedForm>),
    /// By an engine: its name, and its oracle; `None` if the solver holds one oracle for every
    /// game.
    Engine(&'static str, Option<Box<dyn GrundyOracle>>),
}

impl ValueMethod {
    /// The name of the theorem or engine.
    pub fn name(&self) -> &'static str {
        match self {
            ValueMethod::Theorem(name, _) | ValueMethod::Engine(name, _) => name,
        }
    }

    /// Whether values are looked up in a table.
    pub fn is_table(&self) -> bool {
        matches!(self, ValueMethod::Engine(_, Some(oracle)) if oracle.is_table())
    }

    /// Whether further values cost next to nothing: they are told by a theorem or looked up in a
    /// table.
    pub fn is_cheap(&self) -> bool {
        match self {
            ValueMethod::Theorem(..) => true,
            ValueMethod::Engine(_, oracle) => {
                oracle.as_ref().is_some_and(|oracle| oracle.is_table())
            }
        }
    }
}
