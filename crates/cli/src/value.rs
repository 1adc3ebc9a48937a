//! `grundy value`: the values of expressions of partizan games.

use base::budget::Budget;
use grundy::SolveError;
use requests::value::{ValueOptions, ValueRequest};
use requests::{Reply, Request, RequestHandler, RequestOptions};

use crate::args::{QuestionArgs, ValueArgs};
use crate::batch::answer_each;
use crate::front_end::FrontEnd;

/// Runs the command. Returns the exit code.
pub fn value(face: &FrontEnd<'_>, args: &ValueArgs, budget: &Budget<'_>) -> Result<u8, SolveError> {
    let questions = QuestionArgs {
        positions: args.expressions.clone(),
        from: args.from.clone(),
    };
    let make = |expression: &str| {
        Request::Value(ValueRequest {
            expression: expression.to_owned(),
            options: RequestOptions::new(ValueOptions {
                compare: args.compare.clone(),
                cool: args.cool.clone(),
                heat: args.heat.clone(),
                thermograph: args.thermograph,
            }),
        })
    };
    let desk = &mut RequestHandler::new(None);
    answer_each(face, desk, &questions, budget, &make, &|reply, is_first| {
        let Reply::Valued(valued) = reply else {
            return String::new();
        };
        let between = if is_first { "" } else { "\n" };
        format!("{between}{}", valued.text(face.lang))
    })
}
