//! The arguments of `grundy misere`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use requests::misere::{ELEMENTS, MAX_ELEMENTS};

use super::common::{CommonArgs, QuestionArgs, natural_number};

pub const EXAMPLES: &str = "\
Examples:
  grundy misere 0.77 --to 28
  grundy misere 0.312 --to 8 --forms
  grundy misere 0.75 --period --certificate 75.cert
  grundy misere 0.123 --at 1000000000000000000000
  grundy misere 'kayles[12]' --certificate kayles.cert

The argument is a code as for `grundy heap`, or a position of any game. Exit code 3 if the quotient reached a limit; the partial results are still printed.
See docs/misere.md.";

/// Arguments of `misere`.
#[derive(ClapArgs)]
pub struct MisereArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    /// Largest heap of a code (default: 24)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub to: Option<u64>,
    /// Stop computing the quotient when it has more than N elements
    #[arg(long, value_name = "N", default_value_t = ELEMENTS as u64, value_parser = clap::value_parser!(u64).range(1..=MAX_ELEMENTS as u64))]
    pub elements: u64,
    /// Show the canonical form of each heap or position
    #[arg(long)]
    pub forms: bool,
    /// Add heaps until the pretending function is proved to be periodic
    #[arg(long)]
    pub period: bool,
    /// Report the element of the quotient for the heap N; if a period is proved, N may have a
    /// thousand digits
    #[arg(long, value_name = "N", value_parser = natural_number)]
    pub at: Option<String>,
    /// Write a checked certificate of the quotient to FILE (`-` is standard output)
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    #[command(flatten)]
    pub options: CommonArgs,
}
