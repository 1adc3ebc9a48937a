//! The arguments of `grundy heap`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};

use super::common::natural_number;

pub const EXAMPLES: &str = "\
Examples:
  grundy heap 0.77 --to 40
  grundy heap 0.07 --at 1000000000000000000
  grundy heap 0.45 --period --certificate dawson.cert
  grundy heap 4.0 --to 1000000 --sparse
  grundy heap 0.6 --to 100000 --format bfile
  grundy heap 0.454 --period --checkpoint 454.state --resume
  grundy heap 'subtract{1,3,4}' --period
  grundy heap 0.77 0.137 'split{2,3}' --at 100
  grundy heap --survey 2 --to 2000 --csv octal.csv

Codes: octal 0.77, .77, 4.0; hexadecimal 0.8F; larger digits 0.{16}; repeating digits 0.1[03];
'subtract{1,3,4}', 'subtract all-but{2}', 'subtract powers{2}' (squares, cubes, triangular, primes,
fibonacci, factorials); grundy; 'split{2,3} unequal', 'split{2} equal', 'split{2} into{1,3,4}'.
Quote braces and brackets from the shell. docs/heap.md tells more.";

/// What is asked about a heap game.
#[derive(ClapArgs)]
pub struct HeapArgs {
    /// The code of the game, such as 0.77; several are answered one after the other, `-`: one a
    /// line from standard input
    #[arg(
        value_name = "CODE",
        required_unless_present = "survey",
        conflicts_with = "survey"
    )]
    pub codes: Vec<String>,
    /// Values up to this n; for --period, --at and --survey how far to look for a period (else up
    /// to 33,554,432 values, where they are slow to compute fewer)
    #[arg(long, value_name = "N", value_parser = bound)]
    pub to: Option<usize>,
    /// One value; where a period is proved, n may have a thousand digits
    #[arg(long, value_name = "N", value_parser = natural_number, conflicts_with_all = ["period", "sparse", "survey", "summary", "format"])]
    pub at: Option<String>,
    /// Period, preperiod, saltus, last exception, largest value
    #[arg(long, conflicts_with_all = ["sparse", "survey", "format"])]
    pub period: bool,
    /// The sparse space: mask, rare values, last rare heap
    #[arg(long, conflicts_with_all = ["survey", "summary", "format"])]
    pub sparse: bool,
    /// Every octal code of at most DIGITS digits, as CSV
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u32).range(1..=5))]
    pub survey: Option<u32>,
    /// Where the survey goes; else to standard output
    #[arg(
        long,
        value_name = "FILE",
        requires = "survey",
        conflicts_with = "codes"
    )]
    pub csv: Option<PathBuf>,
    /// Write the certificate of the period to FILE, checked (`-` is standard output); with
    /// --survey a directory for all of them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["at", "sparse", "format"])]
    pub certificate: Option<PathBuf>,
    /// How values are written
    #[arg(long, value_enum, default_value = "text", conflicts_with = "survey")]
    pub format: HeapFormatArg,
    /// Only the summary, no table
    #[arg(long, conflicts_with_all = ["survey", "format"])]
    pub summary: bool,
    /// Save the state of the work to FILE every so often (--every), on Ctrl-C and at the end
    #[arg(long, value_name = "FILE", conflicts_with = "survey")]
    pub checkpoint: Option<PathBuf>,
    /// How long work may lie unsaved: at most 60
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = minute, requires = "checkpoint", conflicts_with = "survey")]
    pub every: Duration,
    /// Threads for games with a sparse space: the others look for witnesses of rare values
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=64), conflicts_with = "survey")]
    pub threads: u32,
    /// Go on from the checkpoint, if the file is there
    #[arg(long, requires = "checkpoint", conflicts_with = "survey")]
    pub resume: bool,
}

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HeapFormatArg {
    /// Rows for a terminal, after a summary
    Text,
    /// An OEIS b-file: n and G(n) in each line
    Bfile,
    /// Comma-separated values with a head
    Csv,
    /// One byte for each value, from G(0) on
    Raw,
}

fn bound(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| format!("expected a natural number of at most {}", usize::MAX))
}

fn minute(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| (0.01..=60.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds from 0.01 to 60".to_owned())
}
