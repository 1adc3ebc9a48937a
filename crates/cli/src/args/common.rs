//! Arguments that several commands share, and their parsers.

use std::path::PathBuf;

use base::text::{Lang, Text};
use clap::builder::PossibleValuesParser;
use clap::{Args as ClapArgs, ValueEnum};
use grundy::measure::Measure;
use requests::heap::natural;
use requests::{CommonOptions, CompoundConvention, OptionOrder};
use rules::ast::{DrawKind, EndCondition, PlayConvention, Player};

use crate::language::language;

/// Positions of the queries, or the file that contains them.
#[derive(Clone, ClapArgs)]
pub struct QuestionArgs {
    /// Positions such as 'kayles[12] + nim[7]'; if none or `-` is given, they are read from
    /// standard input, one per line
    #[arg(value_name = "POSITION")]
    pub positions: Vec<String>,
    /// Read the positions from FILE, one per line; `#` starts a comment
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
}

/// Options of all commands that answer queries.
#[derive(Clone, ClapArgs)]
pub struct CommonArgs {
    /// Also load the games of this rule file (`-` is standard input). A graph or board is loaded
    /// as a game named after the file; its extension is one of: .arcs, .digraph, .hackenbush,
    /// .geography, .northcott, .battle, .boi
    #[arg(long = "file", short = 'f', value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Look up positions in a table written by `table --save`, or in a store built by `big solve`
    /// (folder or URL), before computing
    #[arg(long, value_name = "FILE")]
    pub load: Vec<PathBuf>,
    /// Save the results of a search by parts in FILE, even if a limit or Ctrl-C ends the search.
    /// If FILE exists, the search resumes from it. For a single game only (docs/boards.md).
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Switch off a theorem, an engine, or a reduction of the engine `parts` (docs/boards.md)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub without: Vec<String>,
    /// Override the play convention of the rules: normal play, misère play, misère play
    /// that stops or has a button, or play for points
    #[arg(long, value_enum)]
    pub play: Option<ConventionArg>,
    /// Override how many components a move changes: one, every, any, or a number (at most that
    /// many); or Conway's name of a compound: disjunctive, diminished, conjunctive, continued,
    /// selective, shortened
    #[arg(long, value_name = "KIND", value_parser = sum_kind)]
    pub sum: Option<CompoundConvention>,
    /// Override when a sum ends: all (no component has a move) or one (some component has no move)
    #[arg(long, value_name = "END", value_parser = until)]
    pub until: Option<EndCondition>,
    /// Start from the misère quotient in a certificate written by `grundy misere CODE
    /// --certificate FILE`
    #[arg(long, value_name = "FILE")]
    pub quotient: Option<PathBuf>,
    /// Use the law in a certificate written by `grundy law GAME --certificate FILE` to answer
    /// queries about its game
    #[arg(long, value_name = "FILE")]
    pub law: Vec<PathBuf>,
    /// Read the value of parameter G from FILE (`-` is standard input): a graph (each line is an
    /// edge, `a b`, or a path, `a-b-c`), numbers, a table or text
    #[arg(long, alias = "graph", value_name = "G=FILE", value_parser = named_file)]
    pub data: Vec<(String, PathBuf)>,
    /// Order in which a search tries moves: written, heuristic, random or random:SEED
    #[arg(long, default_value = "heuristic", value_parser = order)]
    pub order: OptionOrder,
    /// Number of threads for tables whose fill order allows it, and for games on sets (default:
    /// the number of cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub threads: Option<u32>,
}

impl CommonArgs {
    /// Converts these arguments into the [`CommonOptions`] of a request.
    pub fn how(&self, lang: Lang) -> CommonOptions {
        CommonOptions {
            lang,
            without: self.without.clone(),
            play: self.play.map(|play| match play {
                ConventionArg::Normal => PlayConvention::Normal,
                ConventionArg::Misere => PlayConvention::Misere,
                ConventionArg::Stop => PlayConvention::Stop,
                ConventionArg::Button => PlayConvention::Button,
                ConventionArg::Score => PlayConvention::Score,
            }),
            sum: self.sum,
            until: self.until,
            order: self.order,
            quotient: None,
            laws: Vec::new(),
            data: Vec::new(),
            memory: None,
            patient: false,
            always_generate: false,
            printed: false,
        }
    }
}

/// Value in the cells of a table or a chart.
#[derive(ClapArgs)]
pub struct CellValueArgs {
    /// Value in the cells: grundy, suspense (number of moves to the end if the winner delays),
    /// remoteness (if the winner hurries), foreclosed, misere, genus, loopy, entailing or score;
    /// or canonical, mean, temperature or outcome if the players have different moves. The
    /// conventions of play determine which of them exist
    #[arg(long, value_name = "VALUE", value_parser = measure)]
    pub value: Option<Measure>,
    /// Subtract an expression in the slots of the game from each cell, for example 'x / 2 + y /
    /// 2'; `/` rounds down
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    pub minus: Option<String>,
}

/// Conventions of play.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ConventionArg {
    /// The player who cannot move loses
    Normal,
    /// The player who cannot move wins
    Misere,
    /// Like misere, but play stops when every component has value 0, and the player to move wins
    Stop,
    /// Like misere, but a button may be pressed once; from then on, the player who pressed it must
    /// move in the component in which the opponent has just moved
    Button,
    /// Each player maximises their own points; the player with more points wins
    Score,
}

/// The player who moves first, as an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FirstPlayerArg {
    /// You
    Me,
    /// The computer
    Computer,
}

/// Returns a parser that accepts the name of any drawing, for `--as`.
pub fn drawing() -> PossibleValuesParser {
    PossibleValuesParser::new(DrawKind::ALL.map(|(word, _)| word))
}

pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..1e9).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds, for example 2.5".to_owned()),
    }
}

/// Returns the value of `--memory` to pass to another process; `None` for the default.
pub fn memory_told(memory: u64) -> Option<String> {
    const DEFAULT: u64 = 4 << 30;
    let units = [(30, "G"), (20, "M"), (10, "K"), (0, "")];
    let (shift, unit) = units
        .into_iter()
        .find(|(shift, _)| memory.trailing_zeros() >= *shift)?;
    (memory != DEFAULT).then(|| format!("{}{unit}", memory >> shift))
}

pub fn size(text: &str) -> Result<u64, String> {
    let wrong = || "expected a size in bytes, for example 64M or 8G".to_owned();
    let (digits, unit) = match text.trim_end_matches(['B', 'b', 'i']).char_indices().last() {
        Some((at, letter)) if letter.is_ascii_alphabetic() => {
            (&text[..at], letter.to_ascii_uppercase())
        }
        _ => (text.trim_end_matches(['B', 'b']), ' '),
    };
    let shift = match unit {
        ' ' => 0,
        'K' => 10,
        'M' => 20,
        'G' => 30,
        'T' => 40,
        _ => return Err(wrong()),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(1 << shift).ok_or_else(wrong)
}

pub fn strength(text: &str) -> Result<u8, String> {
    match text {
        "easy" => Ok(20),
        "medium" => Ok(60),
        "hard" => Ok(90),
        "perfect" => Ok(100),
        number => match number.parse() {
            Ok(n @ 0..=100) => Ok(n),
            _ => Err("expected a number from 0 to 100, or easy, medium, hard, perfect".to_owned()),
        },
    }
}

/// Returns the reason for an argument error, in the language that `--lang` or the locale selects.
pub fn in_language(why: Text) -> String {
    why.get(language()).to_owned()
}

pub fn until(text: &str) -> Result<EndCondition, String> {
    requests::until(text).map_err(in_language)
}

pub fn sum_kind(text: &str) -> Result<CompoundConvention, String> {
    text.parse().map_err(in_language)
}

pub fn measure(text: &str) -> Result<Measure, String> {
    text.parse().map_err(in_language)
}

pub fn player(text: &str) -> Result<Player, String> {
    requests::player(text).map_err(in_language)
}

pub fn named_file(text: &str) -> Result<(String, PathBuf), String> {
    let (name, file) = text
        .split_once('=')
        .ok_or("expected a parameter and a file, for example G=board.txt")?;
    Ok((name.to_owned(), PathBuf::from(file)))
}

pub fn order(text: &str) -> Result<OptionOrder, String> {
    requests::order(text).map_err(in_language)
}

pub fn natural_number(text: &str) -> Result<String, String> {
    natural(text).map(|_| text.to_owned()).map_err(in_language)
}
