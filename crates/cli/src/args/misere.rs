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

A code as for `grundy heap`, or a position of any game. Exit code 3 where a bound ended the quotient; what was found is shown.
docs/misere.md tells more.";

/// What is asked about a game under misère play.
#[derive(ClapArgs)]
pub struct MisereArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    /// Heaps up to this n, of a code; else to 24
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub to: Option<u64>,
    /// Give the quotient up when it has more elements than this
    #[arg(long, value_name = "N", default_value_t = ELEMENTS as u64, value_parser = clap::value_parser!(u64).range(1..=MAX_ELEMENTS as u64))]
    pub elements: u64,
    /// Show the canonical form of each heap or position
    #[arg(long)]
    pub forms: bool,
    /// Add heaps until the pretending function is proved periodic
    #[arg(long)]
    pub period: bool,
    /// The element of one heap; where a period is proved, N may have a thousand digits
    #[arg(long, value_name = "N", value_parser = natural_number)]
    pub at: Option<String>,
    /// Write the certificate of the quotient to FILE, checked (`-` is standard output)
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    #[command(flatten)]
    pub options: CommonArgs,
}
