//! The arguments of `grundy judge`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::common::{CommonArgs, FirstPlayerArg};

/// Shown below `grundy judge --help`.
pub const EXAMPLES: &str = "\
Examples:
  grundy judge --list
  grundy judge poj2960 < input > output
  grundy judge moore --sample
  grundy judge p2148 --make --seed 7 --size 20
  grundy judge p2148 --make --seed 7 --size 20 --to test   (writes test.in and test.out)
  grundy judge p2148 --check test.in mine.out
  grundy judge --interact 'nim[3] + nim[5] + nim[6]'
  grundy judge moore --interact '2 3 5 7 9'
  grundy judge cf1147f --interact < judge > moves

The protocol of --interact is in docs/judge.md.
Exit codes: as everywhere; 1 also where --check finds a difference, or the program of --interact does not win.";

/// A problem, and what to do with it.
#[derive(ClapArgs)]
pub struct JudgeArgs {
    /// The problem, such as poj2960; its input comes from standard input
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// List the problems: title, source, and the theorem or engine that answers
    #[arg(long, conflicts_with = "name")]
    pub list: bool,
    /// Print the sample, input and output parted by a line `--`
    #[arg(long, requires = "name")]
    pub sample: bool,
    /// Write a random test with its answer, parted by a line `--`; small ones are answered by
    /// brute force
    #[arg(long, requires = "name", conflicts_with = "sample")]
    pub make: bool,
    /// Which test of --make: the same number gives the same test
    #[arg(long, value_name = "N", requires = "make", default_value_t = 1)]
    pub seed: u64,
    /// How large the numbers of --make are; without it as large as brute force can answer
    #[arg(long, value_name = "N", requires = "make", value_parser = clap::value_parser!(u64).range(1..))]
    pub size: Option<u64>,
    /// Write the test of --make to NAME.in and NAME.out instead
    #[arg(long, value_name = "NAME", requires = "make")]
    pub to: Option<PathBuf>,
    /// Compare an output with the right one, token by token
    #[arg(long, num_args = 2, value_names = ["FILE.in", "FILE.out"], requires = "name", conflicts_with_all = ["make", "sample"])]
    pub check: Vec<PathBuf>,
    /// Play this game against a program that speaks on standard input and output; with a problem,
    /// its position in the problem's numbers, or nothing where the problem has a protocol of
    /// its own: then the judge of that problem speaks
    #[arg(long, num_args = 0..=2, value_names = ["GAME", "POSITION"], conflicts_with_all = ["list", "sample", "make", "check"])]
    pub interact: Option<Vec<String>>,
    /// Who begins in --interact: the program (me) or the computer
    #[arg(long, value_enum, requires = "interact", default_value = "me")]
    pub first: FirstPlayerArg,
    #[command(flatten)]
    pub options: CommonArgs,
}
