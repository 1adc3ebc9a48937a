//! `grundy nim`: expressions of nimbers of any size, and tables of nim-products and nim-sums.

use std::path::PathBuf;

use base::budget::Budget;
use clap::{Args as ClapArgs, ValueEnum};
use grundy::SolveError;
use requests::nim::{NimOptions, NimRequest};
use requests::{Reply, Request, RequestHandler, RequestOptions};

use crate::args::QuestionArgs;
use crate::batch::Batch;
use crate::exit;

use crate::output::answer_by;
use crate::run::FrontEnd;
use crate::system::SystemHost;

/// Shown below `grundy nim --help`.
pub const EXAMPLES: &str = "\
Numbers are decimal or hexadecimal (0x...), of any size up to 67,108,864 bits.
  a + b, a ⊕ b      nim-sum; there is no other difference
  a * b, a ⊗ b      nim-product
  a / b             nim-quotient
  a ^ n, a ** n     nim-power; n is an ordinary integer, or ordinary arithmetic in parentheses: x^(2^64 - 2)
  inv(x) sqrt(x)    the inverse, the square root
  quad(c)           the solutions of x^2 + x = c; within an expression the even one
  conj(x) trace(x)  the conjugates, the trace to {0, 1} of the smallest field with x; trace(x, 64) of that of 64 bits
  minpoly(x)        the minimal polynomial over {0, 1}
  order(x)          the least n > 0 with x^n = 1, up to 4,096 bits
  log(b, x)         the least n with b^n = x, up to 128 bits
  field(x)          the smallest field that holds x
  mex(a, b, ...)    the least number that is not among them
  bit(n)            the ordinary power 2^n

Examples:
  grundy nim '8 * 8' '16 * 16' '(2 + 3) / 7'
  grundy nim 'a * b + c' --set a=5 --set b=0x10 --set 'c=a^2'
  grundy nim 'bit(256) * bit(256)' --hex
  grundy nim 'x^order(x)' 'log(2, x)' --set x=3
  printf '2 * 2\\n4 * 4\\n' | grundy nim -
  grundy nim --table 16
  grundy nim --table 256 --sum --format csv";

/// Expressions, or a table.
#[derive(ClapArgs)]
pub struct NimArgs {
    /// Expressions such as 'a * b + 0xFF'; none, or `-`: one a line from standard input
    #[arg(value_name = "EXPRESSION")]
    pub expressions: Vec<String>,
    /// Read expressions from a file, one a line; `#` begins a comment
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Give a name to the value of an expression, which may use the names before it
    #[arg(long, value_name = "NAME=EXPRESSION")]
    pub set: Vec<String>,
    /// Write numbers in hexadecimal
    #[arg(long)]
    pub hex: bool,
    /// Print the table of nim-products below N
    #[arg(long, value_name = "N", conflicts_with_all = ["expressions", "from", "set"])]
    pub table: Option<u32>,
    /// Nim-sums instead
    #[arg(long, requires = "table")]
    pub sum: bool,
    /// How to write the table
    #[arg(long, value_enum, default_value = "text", requires = "table")]
    pub format: NimTableFormatArg,
}

/// How a table is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum NimTableFormatArg {
    /// Columns for a terminal
    Text,
    /// Comma-separated values
    Csv,
}

/// Does what the arguments ask for; the exit code.
pub fn nim(face: &FrontEnd<'_>, args: &NimArgs, budget: &Budget<'_>) -> u8 {
    match args.table {
        Some(below) => table(face, args, below, budget),
        None => expressions(face, args, budget),
    }
}

fn table(face: &FrontEnd<'_>, args: &NimArgs, below: u32, budget: &Budget<'_>) -> u8 {
    let options = RequestOptions::new(NimOptions {
        sums: args.sum,
        hex: args.hex,
    });
    let asked = NimRequest {
        table: Some(below),
        options,
        ..NimRequest::default()
    };
    match RequestHandler::new(None).answer(&Request::Nim(asked), budget, &SystemHost::new()) {
        Ok(reply) => {
            answer_by(&mut |out| match (&reply, args.format) {
                (Reply::NimTable(table), NimTableFormatArg::Text) if !face.args.json => {
                    table.text(out)
                }
                (Reply::NimTable(table), NimTableFormatArg::Csv) if !face.args.json => {
                    table.csv(out)
                }
                (reply, _) => reply.json(face.lang, out),
            });
            0
        }
        Err(error) => face.complain(&error, None),
    }
}

fn expressions(face: &FrontEnd<'_>, args: &NimArgs, budget: &Budget<'_>) -> u8 {
    let mut desk = RequestHandler::new(None);
    let named = desk.name(&args.set, budget);
    let questions = QuestionArgs {
        positions: args.expressions.clone(),
        from: args.from.clone(),
    };
    let mut batch = match named.and_then(|()| Batch::new(&questions, budget)) {
        Ok(batch) => batch,
        Err(error) => return face.complain(&error, None),
    };
    let (mut worst, system) = (0, SystemHost::new());
    loop {
        let posed = match batch.next(budget) {
            Ok(Some(posed)) => posed,
            Ok(None) => {
                exit::all_said();
                return worst;
            }
            Err(error) => return worst.max(face.complain(&error, None)),
        };
        exit::begin_question();
        let asked = NimRequest {
            expression: posed.question.clone(),
            set: args.set.clone(),
            ..NimRequest::default()
        };
        match desk.answer(&Request::Nim(asked), budget, &system) {
            Ok(reply) => face.print(&reply, &|| match &reply {
                Reply::Nim(computed) => format!("{}\n", computed.value.show(args.hex, face.lang)),
                _ => String::new(),
            }),
            Err(error) => {
                worst = worst.max(face.complain(&error, posed.of_batch(&batch)));
                if matches!(error, SolveError::Stopped(_)) {
                    return worst;
                }
            }
        }
    }
}
