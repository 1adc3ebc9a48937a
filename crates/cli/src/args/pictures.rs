//! The arguments of `grundy draw`, `chart`, `graph`, `export` and `stats`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use super::common::{CellValueArgs, CommonArgs, QuestionArgs, drawing};

/// Examples of `chart`.
pub const CHART_EXAMPLES: &str = "\
Examples:
  grundy chart 'wythoff[0..20, 0..20]' --outcomes
  grundy chart 'nim[0..143]' --fold 16
  grundy chart 'kayles[0..143]' --output kayles.svg
  grundy chart 'knights(8)[1..8, 1..8]' --across x --origin bottom --output knights.png
  grundy chart 'lowbitsubtraction[1..16, 1..16]' --outcomes --triangle --mark first
  grundy chart 'knights(12)[1..12, 1..12]' --value suspense --minus 'x / 2 + y / 2'

Boards of up to 4,000,000 cells (SVG, PNG) or 20,000 cells (terminal).";

/// Examples of `graph`.
pub const GRAPH_EXAMPLES: &str = "\
Examples:
  grundy graph 'nim[1] + nim[1] + nim[2]' --output graph.svg
  grundy graph 'kayles[5]' --play misere --output kayles.png
  grundy graph 'kayles[5]' | dot -Tpdf > kayles.pdf
  grundy graph 'kayles[6]' --output kayles.graphml";

/// Examples of `export`.
pub const EXPORT_EXAMPLES: &str = "\
Examples:
  grundy export --cgsuite 'kayles[12] + nim[7]'
  grundy export --cgsuite 'cram(3, 3)' --output cram.cgs";

/// Examples of `draw`.
pub const DRAW_EXAMPLES: &str = "\
Examples:
  grundy draw 'nim[3] + nim[5]'
  grundy draw 'hackenbush(0-a a-b a-c; ground 0)' --output tree.svg
  grundy draw 'turtles[3] + turtles[5]' --output coins.png
  grundy draw 'staircase[2,0,3,1]' --as steps

A game says how it is drawn by an item `draw` (docs/language.md).";

/// The arguments of `draw`.
#[derive(ClapArgs)]
pub struct DrawArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    #[command(flatten)]
    pub options: CommonArgs,
    /// Write the picture to FILE; its ending chooses the format
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The format; else the ending of FILE, or the terminal
    #[arg(long, value_enum)]
    pub format: Option<ChartFormatArg>,
    /// Another drawing than the game's own, where it fits
    #[arg(long = "as", value_name = "DRAWING", value_parser = drawing())]
    pub drawing: Option<String>,
}

/// The arguments of `chart`.
#[derive(ClapArgs)]
pub struct ChartArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    #[command(flatten)]
    pub options: CommonArgs,
    /// P and N instead of values
    #[arg(long, conflicts_with_all = ["value", "minus"])]
    pub outcomes: bool,
    #[command(flatten)]
    pub shown: CellValueArgs,
    /// Write the picture to FILE; its ending chooses the format
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The format; else the ending of FILE, or the terminal
    #[arg(long, value_enum)]
    pub format: Option<ChartFormatArg>,
    /// Colours on the terminal; NO_COLOR also switches them off
    #[arg(long, value_enum, default_value = "auto")]
    pub color: ColorArg,
    /// Letters and numbers in the cells of SVG and PNG: auto puts them into small boards
    #[arg(long, value_enum, default_value = "auto")]
    pub letters: LettersArg,
    /// The slot that runs across; else the last one
    #[arg(long, value_name = "SLOT")]
    pub across: Option<String>,
    /// Where the least numbers stand
    #[arg(long, value_enum, default_value = "top")]
    pub origin: OriginArg,
    /// Only the cells whose second number is at most the first
    #[arg(long)]
    pub triangle: bool,
    /// Mark the first N cell of each row, of each column, or every P cell
    #[arg(long, value_enum)]
    pub mark: Option<MarkArg>,
    /// Fold a single range after N cells; else at its period
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub fold: Option<u32>,
}

/// The formats of `chart` and `draw`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ChartFormatArg {
    /// Letters and colours for a terminal
    Text,
    /// SVG
    Svg,
    /// PNG
    Png,
}

/// When the terminal has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    /// When the output is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// When cells have letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LettersArg {
    /// In small boards
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The corner of the least numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OriginArg {
    /// Top left
    Top,
    /// Bottom left
    Bottom,
}

/// What is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MarkArg {
    /// The first N cell of each row
    First,
    /// The first N cell of each column
    FirstDown,
    /// Every P cell
    P,
}

/// The arguments of `graph`.
#[derive(ClapArgs)]
pub struct GraphArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    #[command(flatten)]
    pub options: CommonArgs,
    /// Write the picture to FILE; its ending chooses the format
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The format; else the ending of FILE, or DOT
    #[arg(long, value_enum)]
    pub format: Option<GraphFormatArg>,
    /// At most N positions
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub limit: u64,
}

/// The arguments of `export`.
#[derive(ClapArgs)]
pub struct ExportArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    #[command(flatten)]
    pub options: CommonArgs,
    /// A script for CGSuite 2
    #[arg(long, required = true)]
    pub cgsuite: bool,
    /// Write the text to FILE
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// List at most N positions
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub limit: u64,
}

/// The formats of `graph`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphFormatArg {
    /// The language of Graphviz
    Dot,
    /// GraphML, for NetworkX, yEd and others
    #[value(name = "graphml")]
    GraphMl,
    /// SVG
    Svg,
    /// PNG
    Png,
}

/// The arguments of `stats`.
#[derive(ClapArgs)]
pub struct StatsArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    #[command(flatten)]
    pub options: CommonArgs,
    /// Do not count who wins where: less work
    #[arg(long)]
    pub no_outcomes: bool,
}
