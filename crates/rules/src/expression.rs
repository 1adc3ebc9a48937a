//! An expression that uses a game's slots without being part of the rules, such as an expression
//! subtracted from the cells of a table.

use base::budget::Budget;

use crate::eval::EvalContext;
use crate::game::RulesError;
use crate::ir::{Game, Int, RuleClaim};

/// An expression, with the rules whose names it uses.
#[derive(Clone, Debug)]
pub struct GameExpression {
    rules: Game,
}

impl GameExpression {
    /// Creates the expression from rules whose first claim is a value claim.
    pub(crate) fn new(rules: Game) -> GameExpression {
        GameExpression { rules }
    }

    /// Returns the value at a position. The location of an error is in the text of the expression.
    ///
    /// # Errors
    /// Returns an error if the expression has no value at the position, for example because of a
    /// division by zero, or if the budget runs out.
    pub fn value_at(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Int, RulesError> {
        let tick = || Ok(budget.steps(1 + self.rules.extra_steps)?);
        match self.rules.claims.first() {
            Some((RuleClaim::Value(value), _)) => {
                EvalContext::new(slots, self.rules.locals, &tick).eval(value)
            }
            _ => Ok(0),
        }
    }
}
