//! `grundy nim`: evaluates expressions of nimbers of any size, and prints tables of nim-products
//! and nim-sums.

use base::budget::Budget;
use grundy::SolveError;
use requests::nim::{NimOptions, NimRequest};
use requests::{Reply, Request, RequestHandler, RequestOptions};

use crate::args::{NimArgs, NimTableFormatArg, QuestionArgs};
use crate::batch::answer_each;
use crate::front_end::FrontEnd;
use crate::output::answer_by;
use crate::system::answer;

/// Runs the command. Returns the exit code.
pub fn nim(face: &FrontEnd<'_>, args: &NimArgs, budget: &Budget<'_>) -> Result<u8, SolveError> {
    match args.table {
        Some(below) => table(face, args, below, budget),
        None => expressions(face, args, budget),
    }
}

fn table(
    face: &FrontEnd<'_>,
    args: &NimArgs,
    below: u32,
    budget: &Budget<'_>,
) -> Result<u8, SolveError> {
    let options = RequestOptions::new(NimOptions {
        sums: args.sum,
        hex: args.hex,
    });
    let asked = NimRequest {
        table: Some(below),
        options,
        ..NimRequest::default()
    };
    let reply = answer(&Request::Nim(asked), budget)?;
    answer_by(&mut |out| match (&reply, args.format) {
        (Reply::NimTable(table), NimTableFormatArg::Text) if !face.args.json => table.text(out),
        (Reply::NimTable(table), NimTableFormatArg::Csv) if !face.args.json => table.csv(out),
        (reply, _) => reply.json(face.lang, out),
    });
    Ok(0)
}

fn expressions(face: &FrontEnd<'_>, args: &NimArgs, budget: &Budget<'_>) -> Result<u8, SolveError> {
    let mut desk = RequestHandler::new(None);
    desk.name(&args.set, budget)?;
    let questions = QuestionArgs {
        positions: args.expressions.clone(),
        from: args.from.clone(),
    };
    let make = |expression: &str| {
        Request::Nim(NimRequest {
            expression: expression.to_owned(),
            set: args.set.clone(),
            ..NimRequest::default()
        })
    };
    answer_each(
        face,
        &mut desk,
        &questions,
        budget,
        &make,
        &|reply, _| match reply {
            Reply::Nim(computed) => format!("{}\n", computed.value.show(args.hex, face.lang)),
            _ => String::new(),
        },
    )
}
