//! The arguments of `grundy law`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap::builder::PossibleValuesParser;
use grundy::laws::{EmitLanguage, LawForm};
use requests::law::{LawOptions, position};

use super::common::{CommonArgs, QuestionArgs, in_language};

pub const EXAMPLES: &str = "\
Examples:
  grundy law kayles
  grundy law 'bash(5)'
  grundy law hyperknight --values
  grundy law wythoff --kinds outcomes:fibonacci,outcomes:pell
  grundy law knights --for-all N
  grundy law wythoff --at '[10**20 + 7, 3**40]'
  grundy law ed --certificate ed.cert
  grundy law kayles --emit cpp --output kayles.hpp
  grundy law 'nim' --emit svg --output nim.svg
  grundy law my.game
  grundy law --file my.game mygame
  grundy law --file my.game mygame --emit python --run
  grundy law --table values.csv
  grundy law --gallery docs
  grundy law --gallery . --file my.game

The argument is a game without a position, or a rule file; for a rule file, each of its games is examined.
The law is an automaton that reads the digits of a position and of its value. It is found from single cells of a table, and proved for all positions from the rules alone. Exit code 3 if no law is found. See docs/theorems/law.md.
The search ends automatically after about half a minute of work. With --time, it continues until that limit.
A law that fits a table but is not proved is marked conjectured, and the exit code is 3.";

/// Arguments of `law`.
#[derive(ClapArgs)]
pub struct LawArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    /// Find a law for every value of a parameter at once; the parameter becomes the last number of
    /// a position
    #[arg(long, value_name = "PARAMETER")]
    pub for_all: Option<String>,
    /// Search only for a law of outcomes (the P-positions), not of values
    #[arg(long)]
    pub outcomes: bool,
    /// Search only for a law of values, even if a law of outcomes would be found sooner
    #[arg(long, conflicts_with = "outcomes")]
    pub values: bool,
    /// Try only these kinds of law, in this order, separated by commas: values, powers (2 to the
    /// power of the value), outcomes, gaps (values, from the gaps between numbers that must
    /// increase), methods (methods other than automata). The first three may be followed by `:` and
    /// a numeration: 2 to 16, fibonacci, pell, metallic3 to metallic15, narayana or tribonacci
    /// (default: 2).
    #[arg(long, value_name = "LIST", value_parser = text_of_kinds, conflicts_with_all = ["outcomes", "values"])]
    pub kinds: Option<String>,
    /// Stop the search for a kind of law when the automaton has more than N nodes
    #[arg(long, value_name = "N", default_value_t = LawOptions::default().nodes)]
    pub nodes: usize,
    /// Maximum number of positions in the table from which cells are read
    #[arg(long, value_name = "N", default_value_t = LawOptions::default().cells)]
    pub cells: u64,
    /// Evaluate the law at one position; its numbers may have thousands of digits: '[10**20 + 7,
    /// 3**40]'
    #[arg(long, value_name = "POSITION", value_parser = text_of_position, allow_hyphen_values = true)]
    pub at: Option<String>,
    /// With --json, also print the automaton itself, node by node
    #[arg(long)]
    pub automaton: bool,
    /// Write a page with the laws of all games of the library to a folder (laws.md and
    /// laws.zh-CN.md). With --file, write a page for the games of these files and for the games
    /// given as arguments (laws-examples.md and laws-examples.zh-CN.md).
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["for_all", "outcomes", "values", "at", "automaton", "certificate", "from", "kinds"])]
    pub gallery: Option<PathBuf>,
    /// Find a law that fits the table in FILE, without rules. FILE contains numbers, or P and N,
    /// separated by commas or spaces. The law is conjectured, never proved.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["for_all", "outcomes", "values", "at", "automaton", "certificate", "gallery", "positions", "from", "kinds"])]
    pub table: Option<PathBuf>,
    /// Write the law as code or text that can be pasted, or as a picture (svg). For games of the
    /// library, the code is first run and compared with the law.
    #[arg(long, value_name = "LANGUAGE", conflicts_with_all = ["gallery", "table", "at", "automaton"],
        value_parser = PossibleValuesParser::new(EmitLanguage::ALL.map(EmitLanguage::word)))]
    pub emit: Option<String>,
    /// Also run the code of --emit and compare it with the law if the rules come from a file
    #[arg(long, requires = "emit")]
    pub run: bool,
    /// Write the code or text to FILE (`-` is standard output)
    #[arg(long, short = 'o', value_name = "FILE", requires = "emit")]
    pub output: Option<PathBuf>,
    /// Write a checked certificate of the law to FILE (`-` is standard output)
    #[arg(long, alias = "save", value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    #[command(flatten)]
    pub options: CommonArgs,
}

fn text_of_position(text: &str) -> Result<String, String> {
    position(text).map(|_| text.to_owned()).map_err(in_language)
}

fn text_of_kinds(text: &str) -> Result<String, String> {
    LawForm::list(text)
        .map(|_| text.to_owned())
        .map_err(in_language)
}
