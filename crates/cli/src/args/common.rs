//! Arguments that several commands share, and their parsers.

use std::path::PathBuf;

use base::text::{Lang, Text};
use clap::builder::PossibleValuesParser;
use clap::{Args as ClapArgs, ValueEnum};
use grundy::measure::Measure;
use requests::heap::natural;
use requests::{CommonOptions, CompoundConvention, OptionOrder};
use rules::ast::{DrawKind, EndCondition, PlayConvention};

/// Where questions come from.
#[derive(Clone, ClapArgs)]
pub struct QuestionArgs {
    /// Positions such as 'kayles[12] + nim[7]'; none, or `-`: one a line from standard input
    #[arg(value_name = "POSITION")]
    pub positions: Vec<String>,
    /// Read questions from a file, one a line; `#` begins a comment
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
}

/// How questions are answered.
#[derive(Clone, ClapArgs)]
pub struct CommonArgs {
    /// Also read the games of this rule file (`-` is standard input), or a graph or board played
    /// by the name of the file: .arcs, .digraph, .hackenbush, .treecoins, .treeparts,
    /// .treeleaves, .treepaint, .stonewalk, .patches, .geography, .election, .northcott,
    /// .approach, .paintrow, .battle, .rabbit, .boi, .zigzag, .newstone
    #[arg(long = "file", short = 'f', value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Ask a table that `table --save` wrote, or a store of `big solve` (a folder or a URL),
    /// before anything is computed
    #[arg(long, value_name = "FILE")]
    pub load: Vec<PathBuf>,
    /// Go on from what a search by parts left in FILE, if it is there, and leave there what is
    /// found, also where a limit or Ctrl-C ends it: for one game (docs/boards.md)
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Switch off a theorem, an engine, or a reduction of the engine `parts` (docs/boards.md)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub without: Vec<String>,
    /// Normal play (who cannot move loses), misère, or misère that stops or has a button, whatever
    /// the rules say
    #[arg(long, value_enum)]
    pub play: Option<ConventionArg>,
    /// Components that a move touches, whatever the rules say: one, every, any, or a number for at
    /// most that many; or Conway's name of a compound: disjunctive, diminished, conjunctive,
    /// continued, selective, shortened
    #[arg(long, value_name = "KIND", value_parser = sum_kind)]
    pub sum: Option<CompoundConvention>,
    /// When a sum is over, whatever the rules say: all (no component can be moved in) or one (a
    /// component has no move)
    #[arg(long, value_name = "END", value_parser = until)]
    pub until: Option<EndCondition>,
    /// Begin with the misère quotient of this certificate, which `grundy misere CODE --certificate
    /// FILE` wrote
    #[arg(long, value_name = "FILE")]
    pub quotient: Option<PathBuf>,
    /// Let the law of this certificate answer for its game, which `grundy law GAME --certificate
    /// FILE` wrote
    #[arg(long, value_name = "FILE")]
    pub law: Vec<PathBuf>,
    /// The graph of a parameter, G=FILE: an edge in each line of the file, `a b`, or a path,
    /// `a-b-c`
    #[arg(long, value_name = "G=FILE", value_parser = graph)]
    pub graph: Vec<(String, PathBuf)>,
    /// In which order a search tries moves: written, heuristic, random or random:SEED
    #[arg(long, default_value = "heuristic", value_parser = order)]
    pub order: OptionOrder,
    /// Threads for tables whose fill order allows it, and for games on sets; else as many as there
    /// are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub threads: Option<u32>,
}

impl CommonArgs {
    /// Returns the options for answering questions, as used by requests.
    pub fn how(&self, lang: Lang) -> CommonOptions {
        CommonOptions {
            lang,
            without: self.without.clone(),
            play: self.play.map(|play| match play {
                ConventionArg::Normal => PlayConvention::Normal,
                ConventionArg::Misere => PlayConvention::Misere,
                ConventionArg::Stop => PlayConvention::Stop,
                ConventionArg::Button => PlayConvention::Button,
            }),
            sum: self.sum,
            until: self.until,
            order: self.order,
            quotient: None,
            laws: Vec::new(),
            graphs: Vec::new(),
            memory: None,
            patient: false,
            always_generate: false,
        }
    }
}

/// What the cells of a table or a chart hold.
#[derive(ClapArgs)]
pub struct CellValueArgs {
    /// What the cells hold: grundy, suspense (how many moves play lasts when the winner delays),
    /// remoteness (when he hurries), foreclosed, misere, genus, loopy or entailing; which of
    /// them there are depends on the conventions of play
    #[arg(long, value_name = "VALUE", value_parser = measure)]
    pub value: Option<Measure>,
    /// Take an expression in the slots of the game away from each cell, for example 'x / 2 + y /
    /// 2'; `/` rounds down
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    pub minus: Option<String>,
}

/// The convention of play.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ConventionArg {
    /// Who cannot move loses
    Normal,
    /// Who cannot move wins
    Misere,
    /// As misere, but play stops when every component has value 0: the player to move has won
    Stop,
    /// As misere, but a player may press a button once: from then on he answers in the component in
    /// which the other has moved
    Button,
}

/// Who begins a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FirstPlayerArg {
    /// You
    Me,
    /// The computer
    Computer,
}

/// Returns the names of the drawings.
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

pub fn until(text: &str) -> Result<EndCondition, String> {
    requests::until(text).map_err(|why| why.en)
}

pub fn sum_kind(text: &str) -> Result<CompoundConvention, String> {
    text.parse().map_err(|why: Text| why.en)
}

pub fn measure(text: &str) -> Result<Measure, String> {
    text.parse().map_err(|why: Text| why.en)
}

pub fn graph(text: &str) -> Result<(String, PathBuf), String> {
    let (name, file) = text
        .split_once('=')
        .ok_or("expected a parameter and a file, for example G=map.edges")?;
    Ok((name.to_owned(), PathBuf::from(file)))
}

pub fn order(text: &str) -> Result<OptionOrder, String> {
    requests::order(text).map_err(|why| why.en)
}

pub fn natural_number(text: &str) -> Result<String, String> {
    natural(text).map(|_| text.to_owned()).map_err(|why| why.en)
}
