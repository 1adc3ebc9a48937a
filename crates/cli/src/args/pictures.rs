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

Maximum size of a board: 4,000,000 cells (SVG, PNG) or 20,000 cells (terminal).";

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

The item `draw` of a game selects its drawing (docs/language.md).";

/// Arguments of `draw`.
#[derive(ClapArgs)]
pub struct DrawArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    #[command(flatten)]
    pub options: CommonArgs,
    /// Write the picture to FILE; the file extension selects the format
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Output format (default: from the extension of FILE; without FILE, text for the terminal)
    #[arg(long, value_enum)]
    pub format: Option<ChartFormatArg>,
    /// Use this drawing instead of the drawing that the game selects, if the position can be drawn
    /// this way
    #[arg(long = "as", value_name = "DRAWING", value_parser = drawing())]
    pub drawing: Option<String>,
}

/// Arguments of `chart`.
#[derive(ClapArgs)]
pub struct ChartArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    #[command(flatten)]
    pub options: CommonArgs,
    /// Show P and N instead of values
    #[arg(long, conflicts_with_all = ["value", "minus"])]
    pub outcomes: bool,
    #[command(flatten)]
    pub shown: CellValueArgs,
    /// Write the picture to FILE; the file extension selects the format
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Output format (default: from the extension of FILE; without FILE, text for the terminal)
    #[arg(long, value_enum)]
    pub format: Option<ChartFormatArg>,
    /// When to use colours on the terminal; NO_COLOR also switches them off
    #[arg(long, value_enum, default_value = "auto")]
    pub color: ColorArg,
    /// When to write letters and numbers in the cells of SVG and PNG; auto: only on small boards
    #[arg(long, value_enum, default_value = "auto")]
    pub letters: LettersArg,
    /// Slot on the horizontal axis (default: the last slot)
    #[arg(long, value_name = "SLOT")]
    pub across: Option<String>,
    /// Corner of the board for the smallest numbers
    #[arg(long, value_enum, default_value = "top")]
    pub origin: OriginArg,
    /// Show only the cells whose second number is at most the first
    #[arg(long)]
    pub triangle: bool,
    /// Mark the first N cell of each row or of each column, or every P cell
    #[arg(long, value_enum)]
    pub mark: Option<MarkArg>,
    /// Wrap a single range after N cells (default: after one period of the values)
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

/// When to use colours on the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    /// When the output is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// When to write letters in the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LettersArg {
    /// On small boards
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Corners for the smallest numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OriginArg {
    /// Top left
    Top,
    /// Bottom left
    Bottom,
}

/// Cells to mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MarkArg {
    /// The first N cell of each row
    First,
    /// The first N cell of each column
    FirstDown,
    /// Every P cell
    P,
}

/// Arguments of `graph`.
#[derive(ClapArgs)]
pub struct GraphArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    #[command(flatten)]
    pub options: CommonArgs,
    /// Write the picture to FILE; the file extension selects the format
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Output format (default: from the extension of FILE, otherwise DOT)
    #[arg(long, value_enum)]
    pub format: Option<GraphFormatArg>,
    /// Maximum number of positions
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub limit: u64,
}

/// Arguments of `export`.
#[derive(ClapArgs)]
pub struct ExportArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    #[command(flatten)]
    pub options: CommonArgs,
    /// Write a script for CGSuite 2
    #[arg(long, required = true)]
    pub cgsuite: bool,
    /// Write the text to FILE
    #[arg(long, short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Maximum number of positions in the list
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub limit: u64,
}

/// The formats of `graph`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphFormatArg {
    /// The DOT language of Graphviz
    Dot,
    /// GraphML, for NetworkX, yEd and others
    #[value(name = "graphml")]
    GraphMl,
    /// SVG
    Svg,
    /// PNG
    Png,
}

/// Arguments of `stats`.
#[derive(ClapArgs)]
pub struct StatsArgs {
    #[command(flatten)]
    pub questions: QuestionArgs,
    #[command(flatten)]
    pub options: CommonArgs,
    /// Do not count the outcomes of positions; this is faster
    #[arg(long)]
    pub no_outcomes: bool,
}
