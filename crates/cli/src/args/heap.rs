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
Quote braces and brackets to protect them from the shell. See docs/heap.md.";

/// Arguments of `heap`.
#[derive(ClapArgs)]
pub struct HeapArgs {
    /// Code of the game, such as 0.77; several codes are answered in order; `-` reads codes from
    /// standard input, one per line
    #[arg(
        value_name = "CODE",
        required_unless_present = "survey",
        conflicts_with = "survey"
    )]
    pub codes: Vec<String>,
    /// Compute values up to this n; for --period, --at and --survey, search for a period up to this
    /// n (default: up to 33,554,432 values, fewer if they are slow to compute)
    #[arg(long, value_name = "N", value_parser = bound)]
    pub to: Option<usize>,
    /// Compute only the value at N; if a period is proved, N may have a thousand digits
    #[arg(long, value_name = "N", value_parser = natural_number, conflicts_with_all = ["period", "sparse", "survey", "summary", "format"])]
    pub at: Option<String>,
    /// Report the period, preperiod, saltus, last exception and largest value
    #[arg(long, conflicts_with_all = ["sparse", "survey", "format"])]
    pub period: bool,
    /// Report the sparse space: mask, rare values, last rare heap
    #[arg(long, conflicts_with_all = ["survey", "summary", "format"])]
    pub sparse: bool,
    /// Survey every octal code of at most DIGITS digits, as CSV
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u32).range(1..=5))]
    pub survey: Option<u32>,
    /// Write the survey to FILE (default: standard output)
    #[arg(
        long,
        value_name = "FILE",
        requires = "survey",
        conflicts_with = "codes"
    )]
    pub csv: Option<PathBuf>,
    /// Write a checked certificate of the period to FILE (`-` is standard output); with --survey,
    /// FILE is a directory for all certificates
    #[arg(long, value_name = "FILE", conflicts_with_all = ["at", "sparse", "format"])]
    pub certificate: Option<PathBuf>,
    /// Output format of the values
    #[arg(long, value_enum, default_value = "text", conflicts_with = "survey")]
    pub format: HeapFormatArg,
    /// Print only the summary, not the table
    #[arg(long, conflicts_with_all = ["survey", "format"])]
    pub summary: bool,
    /// Save the state of the computation to FILE at regular intervals (--every), on Ctrl-C and at
    /// the end
    #[arg(long, value_name = "FILE", conflicts_with = "survey")]
    pub checkpoint: Option<PathBuf>,
    /// Interval between two saves, at most 60
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = minute, requires = "checkpoint", conflicts_with = "survey")]
    pub every: Duration,
    /// Number of threads for games with a sparse space; every thread except the first searches for
    /// witnesses of rare values
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=64), conflicts_with = "survey")]
    pub threads: u32,
    /// Resume from the checkpoint if the file exists
    #[arg(long, requires = "checkpoint", conflicts_with = "survey")]
    pub resume: bool,
}

/// Output formats of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HeapFormatArg {
    /// Rows for a terminal, after a summary
    Text,
    /// An OEIS b-file: n and G(n) on each line
    Bfile,
    /// Comma-separated values with a header
    Csv,
    /// One byte per value, starting at G(0)
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
