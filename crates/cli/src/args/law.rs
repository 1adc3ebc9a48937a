//! The arguments of `grundy law`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap::builder::PossibleValuesParser;
use grundy::laws::{EmitLanguage, LawForm};
use requests::law::{LawOptions, position};

use super::common::{CommonArgs, QuestionArgs};

pub const EXAMPLES: &str = "\
Examples:
  grundy law kayles
  grundy law 'bash(5)'
  grundy law hyperknight --values
  grundy law wythoff --kinds outcomes:fibonacci,outcomes:pell
  grundy law knights --for-all N
  grundy law wythoff --at '[10**20 + 7, 3**40]'
  grundy law ed --save ed.cert
  grundy law kayles --emit cpp --output kayles.hpp
  grundy law 'nim' --emit svg --output nim.svg
  grundy law my.game
  grundy law --file my.game mygame
  grundy law --file my.game mygame --emit python --run
  grundy law --table values.csv
  grundy law --gallery docs
  grundy law --gallery . --file my.game

A game without a position; a rule file asks about each game in it. The law is an automaton that reads the digits of a position and of its value; it is found from single
cells and proved for all positions from the rules alone. Exit code 3 where none was found. docs/theorems/law.md tells more.
The search ends by itself after about half a minute's work; with --time it goes on as long as that allows.
What fits a table without a proof is marked conjectured, and the exit code is 3.";

/// Which law is looked for.
#[derive(ClapArgs)]
pub struct LawArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    /// The law for every value of a parameter at once: it becomes the last number of a position
    #[arg(long, value_name = "PARAMETER")]
    pub for_all: Option<String>,
    /// P-positions only, no values
    #[arg(long)]
    pub outcomes: bool,
    /// Values only, also where P-positions would be found sooner
    #[arg(long, conflicts_with = "outcomes")]
    pub values: bool,
    /// Try only these kinds of law, in this order, with commas between them: values, powers (2 to
    /// the power of the value), outcomes, each with `:` and how numbers are written (2 to 16,
    /// fibonacci, pell, metallic3 to metallic15, narayana, tribonacci; else 2), gaps (values, of
    /// the gaps between numbers that have to rise), and methods beside automata
    #[arg(long, value_name = "LIST", value_parser = text_of_kinds, conflicts_with_all = ["outcomes", "values"])]
    pub kinds: Option<String>,
    /// Give a kind of law up when its automaton has more nodes than this
    #[arg(long, value_name = "N", default_value_t = LawOptions::default().nodes)]
    pub nodes: usize,
    /// Read cells from a table of at most N positions
    #[arg(long, value_name = "N", default_value_t = LawOptions::default().cells)]
    pub cells: u64,
    /// What the law tells of one position; its numbers may have thousands of digits: '[10**20 + 7,
    /// 3**40]'
    #[arg(long, value_name = "POSITION", value_parser = text_of_position, allow_hyphen_values = true)]
    pub at: Option<String>,
    /// With --json: the automaton itself, node by node
    #[arg(long)]
    pub automaton: bool,
    /// Write a page with the law of every game of the library into a folder: laws.md and
    /// laws.zh-CN.md; with --file, of the games of these files and of those named:
    /// laws-examples.md and laws-examples.zh-CN.md
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["for_all", "outcomes", "values", "at", "automaton", "certificate", "from", "kinds"])]
    pub gallery: Option<PathBuf>,
    /// What fits a table of values without rules, from a file of numbers parted by commas or
    /// blanks, or P and N: conjectured, never proved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["for_all", "outcomes", "values", "at", "automaton", "certificate", "gallery", "positions", "from", "kinds"])]
    pub table: Option<PathBuf>,
    /// Write the law as code or text that can be pasted, or as a picture (svg). Code for games of
    /// the library is run first and compared with the law
    #[arg(long, value_name = "LANGUAGE", conflicts_with_all = ["gallery", "table", "at", "automaton"],
        value_parser = PossibleValuesParser::new(EmitLanguage::ALL.map(EmitLanguage::word)))]
    pub emit: Option<String>,
    /// Also run and compare the code of --emit if the rules come from a file
    #[arg(long, requires = "emit")]
    pub run: bool,
    /// Write the code or text to FILE (`-` is standard output)
    #[arg(long, short = 'o', value_name = "FILE", requires = "emit")]
    pub output: Option<PathBuf>,
    /// Write the certificate of the law to FILE, checked (`-` is standard output)
    #[arg(long, alias = "save", value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    #[command(flatten)]
    pub options: CommonArgs,
}

fn text_of_position(text: &str) -> Result<String, String> {
    position(text)
        .map(|_| text.to_owned())
        .map_err(|why| why.en)
}

fn text_of_kinds(text: &str) -> Result<String, String> {
    LawForm::list(text)
        .map(|_| text.to_owned())
        .map_err(|why| why.en)
}
