//! `grundy value`: the values of expressions of partizan games.

use grundy::SolveError;
use requests::value::{ValueOptions, ValueRequest};
use requests::{Reply, Request, RequestHandler, RequestOptions};

use crate::args::{QuestionArgs, ValueArgs};
use crate::batch::{Batch, answer_each};
use crate::front_end::FrontEnd;
use crate::limits::CommandBudget;
use crate::pictures::only_one;
use crate::system::SystemHost;
use crate::thermograph;

/// Runs the command. Returns the exit code.
pub fn value(
    face: &FrontEnd<'_>,
    args: &ValueArgs,
    work: CommandBudget<'_>,
) -> Result<u8, SolveError> {
    let questions = QuestionArgs {
        positions: args.expressions.clone(),
        from: args.from.clone(),
    };
    thermograph::format(&args.picture)?;
    let make = |expression: &str| {
        Request::Value(ValueRequest {
            expression: expression.to_owned(),
            options: RequestOptions::new(ValueOptions {
                compare: args.compare.clone(),
                cool: args.cool.clone(),
                heat: args.heat.clone(),
                thermograph: args.thermograph,
                ..ValueOptions::default()
            }),
        })
    };
    let desk = &mut RequestHandler::new(None);
    let budget = work.budget;
    if let Some(several) = only_one(&args.picture.output) {
        let mut batch = Batch::new(&questions, budget)?;
        if batch.read_all(budget)? > 1 {
            return Err(SolveError::Usage(several));
        }
        let system = SystemHost::new();
        return face.one_by_one(&mut batch, work, &mut |expression| {
            let reply = desk.answer(&make(expression), budget, &system)?;
            if let Reply::Valued(valued) = &reply {
                face.write_thermograph(&args.picture, valued)?;
                face.print(&reply, &|| valued.text(face.lang));
            }
            Ok(())
        });
    }
    answer_each(face, desk, &questions, budget, &make, &|reply, is_first| {
        let Reply::Valued(valued) = reply else {
            return String::new();
        };
        let between = if is_first { "" } else { "\n" };
        format!("{between}{}", valued.text(face.lang))
    })
}
