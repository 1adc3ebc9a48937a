//! A calculator for nimbers. The calculator evaluates expressions with nim-sum and nim-product on
//! numbers of any size, and writes tables of both operations. The arithmetic is in the crate
//! `nimber`; this module provides the text of results and the locations of errors.
//!
//! ```
//! use base::budget::Budget;
//!
//! let mut calculator = grundy::nim::Calculator::default();
//! let answer = calculator.evaluate("16 * 16 + x", &Budget::generous());
//! assert!(answer.is_err(), "x has no value");
//! calculator.set("x = 0xA", &Budget::generous()).unwrap();
//! let answer = calculator
//!     .evaluate("16 * 16 + x", &Budget::generous())
//!     .unwrap();
//! assert_eq!(answer.show(false, base::text::Lang::En), "18");
//! ```

mod evaluate;
mod syntax;
mod table;

pub use evaluate::{MAX_CONJUGATES, NimValue};
pub use syntax::FUNCTIONS;
pub use table::{MAX_TABLE_ROWS, NimTable, Operation};

use std::collections::HashMap;

use base::budget::Budget;
use base::diagnostic::Span;
use base::text;
use nimber::Nimber;

use crate::error::SolveError;

/// A calculator that evaluates expressions and stores named numbers.
#[derive(Default)]
pub struct Calculator {
    names: HashMap<String, Nimber>,
}

impl Calculator {
    /// Returns the value of an expression. The budget is polled only between operations, and a
    /// single operation on numbers of megabits takes seconds.
    ///
    /// # Errors
    /// Returns [`SolveError::Refused`] with the location if the text is not an expression or has no
    /// value.
    pub fn evaluate(&mut self, source: &str, budget: &Budget<'_>) -> Result<NimValue, SolveError> {
        let expression = syntax::parse(source, 0)?;
        evaluate::Evaluation {
            source,
            names: &self.names,
            budget,
        }
        .value(&expression)
    }

    /// Assigns a name to a number, by `name = expression`; the expression may use earlier names.
    ///
    /// # Errors
    /// Returns the errors of [`Calculator::evaluate`]. Also returns an error if the text before `=`
    /// is not a name or is a function's name, or the value is not one nimber.
    pub fn set(&mut self, source: &str, budget: &Budget<'_>) -> Result<(), SolveError> {
        let refused = |end: usize, why| Err(SolveError::question(source, Span::new(0, end), why));
        let Some((name, _)) = source.split_once('=') else {
            return refused(
                source.len(),
                text!(
                    "expected NAME=EXPRESSION",
                    "应为 NAME=EXPRESSION（名字=表达式）"
                ),
            );
        };
        let start = name.len() + 1;
        let name = name.trim();
        if !syntax::is_name(name) {
            return refused(
                start - 1,
                text!(
                    "expected a name: a letter or _, followed by letters, digits or _",
                    "此处应为名字：以字母或 _ 开头，其后为字母、数字或 _"
                ),
            );
        }
        if FUNCTIONS.contains(&name) {
            return refused(
                start - 1,
                text!("`{name}` is the name of a function", "`{name}` 是函数名"),
            );
        }
        let expression = syntax::parse(source, start)?;
        let number = evaluate::Evaluation {
            source,
            names: &self.names,
            budget,
        }
        .number(&expression)?;
        self.names.insert(name.to_owned(), number);
        Ok(())
    }
}
