//! An expression in the slots of a game that is asked about from outside of its rules: what is
//! taken away from the cells of a table.

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
    /// The first claim of some rules, which is one of a value.
    pub(crate) fn new(rules: Game) -> GameExpression {
        GameExpression { rules }
    }

    /// The number at a position. The place of a fault is one in the text of the expression.
    ///
    /// # Errors
    /// Where it has no value there, such as by a division by zero, or the budget ends.
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
