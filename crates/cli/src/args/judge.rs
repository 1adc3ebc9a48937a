//! The arguments of `grundy judge`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::common::{CommonArgs, FirstPlayerArg};

/// Examples and notes of `judge`.
pub const EXAMPLES: &str = "\
Examples:
  grundy judge --list
  grundy judge poj2960 < input > output
  grundy judge moore --sample
  grundy judge p2148 --make --seed 7 --size 20
  grundy judge p2148 --make --seed 7 --size 20 --to test   (writes test.in and test.out)
  grundy judge p2148 --check test.in mine.out
  grundy judge --file bowls.game < input > output   (the rule file describes the input and the output)
  grundy judge --file bowls.game --sample           (also --make, --check and --interact)
  grundy judge --interact 'nim[3] + nim[5] + nim[6]'
  grundy judge moore --interact '2 3 5 7 9'
  grundy judge cf1147f --interact < judge > moves

See docs/judge.md for the protocol of --interact.
Exit codes: as for all commands; also 1 if --check finds a difference, or if the program of --interact does not win.";

/// Arguments of `judge`.
#[derive(ClapArgs)]
pub struct JudgeArgs {
    /// Problem, such as poj2960; its input is read from standard input. With --file, a game of the
    /// file that has an `output`; it can be omitted if there is only one.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// List the problems: title, source, and the theorem or engine that answers
    #[arg(long, conflicts_with = "name")]
    pub list: bool,
    /// Print the sample input and output, separated by a line `--`
    #[arg(long)]
    pub sample: bool,
    /// Print a random test and its answer, separated by a line `--`; small tests are answered by
    /// brute force
    #[arg(long, conflicts_with = "sample")]
    pub make: bool,
    /// Seed of the test of --make; the same seed gives the same test
    #[arg(long, value_name = "N", requires = "make", default_value_t = 1)]
    pub seed: u64,
    /// Size of the numbers of --make (default: the largest that brute force can answer)
    #[arg(long, value_name = "N", requires = "make", value_parser = clap::value_parser!(u64).range(1..))]
    pub size: Option<u64>,
    /// Write the test of --make to NAME.in and NAME.out instead of standard output
    #[arg(long, value_name = "NAME", requires = "make")]
    pub to: Option<PathBuf>,
    /// Compare an output with the correct one, token by token. Without files, compare the answers
    /// to 100 random inputs with brute force.
    #[arg(long, num_args = 0..=2, value_names = ["FILE.in", "FILE.out"], conflicts_with_all = ["make", "sample"])]
    pub check: Option<Vec<PathBuf>>,
    /// Play this game against a program, through standard input and output. With a problem, give
    /// only a position in the format of the problem. If the problem has its own protocol, omit the
    /// position to play against the judge of the problem.
    #[arg(long, num_args = 0..=2, value_names = ["GAME", "POSITION"], conflicts_with_all = ["list", "sample", "make", "check"])]
    pub interact: Option<Vec<String>>,
    /// Player who moves first in --interact: the program (me) or the computer
    #[arg(long, value_enum, requires = "interact", default_value = "me")]
    pub first: FirstPlayerArg,
    #[command(flatten)]
    pub options: CommonArgs,
}
