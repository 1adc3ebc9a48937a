//! The method that computes the values of a game.

use std::sync::Arc;

use engines::oracle::GrundyOracle;
use theory::theorem::ClosedForm;

/// The name of the method that looks up values in a table from a file.
pub(crate) const SAVED_TABLE: &str = "saved table";

/// The closed form of a theorem for a game, with the name of the theorem.
pub(crate) type NamedClosedForm = (&'static str, Arc<dyn ClosedForm>);

/// The method that computes the values of a game.
pub enum ValueMethod {
    /// A theorem: its name and its closed form.
    Theorem(&'static str, Arc<dyn ClosedForm>),
    /// An engine: its name and its oracle; the oracle is `None` if one oracle of the solver serves
    /// every game.
    Engine(&'static str, Option<Box<dyn GrundyOracle>>),
}

impl ValueMethod {
    /// Returns the name of the theorem or engine.
    pub fn name(&self) -> &'static str {
        match self {
            ValueMethod::Theorem(name, _) | ValueMethod::Engine(name, _) => name,
        }
    }

    /// Returns whether values are looked up in a table.
    pub fn is_table(&self) -> bool {
        matches!(self, ValueMethod::Engine(_, Some(oracle)) if oracle.is_table())
    }

    /// Returns whether further values are cheap: a theorem computes them, or they are looked up in
    /// a table.
    pub fn is_cheap(&self) -> bool {
        match self {
            ValueMethod::Theorem(..) => true,
            ValueMethod::Engine(_, oracle) => {
                oracle.as_ref().is_some_and(|oracle| oracle.is_table())
            }
        }
    }
}
