//! The arguments of the command, with their help.

mod big;
mod common;
mod heap;
mod judge;
mod law;
mod misere;
mod nim;
mod pictures;
mod play;
mod review;
mod same;
#[cfg(feature = "serve")]
mod serve;
mod value;

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use grundy::measure::Measure;
use requests::table::TableFormat;
use rules::ast::Player;
use rules::family::GameFamily;

pub use big::{
    BatchSystemArg, BigArgs, BigCommand, ExportFormatArg, JobsArgs, RayArgs, TableArgs,
    TableKindArg,
};
pub use common::{CellValueArgs, CommonArgs, FirstPlayerArg, QuestionArgs, memory_told};
use common::{measure, player, seconds, size};
pub use heap::{HeapArgs, HeapFormatArg};
pub use judge::JudgeArgs;
pub use law::LawArgs;
pub use misere::MisereArgs;
pub use nim::{NimArgs, NimTableFormatArg};
pub use pictures::{
    ChartArgs, ChartFormatArg, ColorArg, DrawArgs, ExportArgs, GraphArgs, GraphFormatArg,
    LettersArg, MarkArg, OriginArg, StatsArgs,
};
pub use play::PlayArgs;
pub use review::{PlayerArg, ReplyArgs, ReviewArgs};
pub use same::SameArgs;
#[cfg(feature = "serve")]
pub use serve::ServeArgs;
pub use value::{ThermographFileArgs, ValueArgs};

const EXAMPLES: &str = "\
Examples:
  grundy solve 'kayles[12] + nim[7] + subtract({1,3,4})[8]'
  grundy moves 'wythoff[10, 15]'
  grundy table 'wythoff[0..8, 0..8]' --outcomes
  grundy chart 'wythoff[0..20, 0..20]' --output board.svg
  grundy graph 'nim[1] + nim[1] + nim[2]' --output graph.svg
  grundy explain 'nim[3] + nim[5]' --analyze
  grundy play 'nim[3] + nim[5] + nim[7]'
  grundy judge poj2960 < input
  grundy heap 0.77 --period
  grundy nim 'a * b + c' --set a=5 --set b=0x10 --set c=7
  grundy check my.game
  grundy solve --file my.game 'mygame[20]'
  printf 'nim[3]+nim[5]\\nkayles[9]\\n' | grundy solve

Exit codes:
  0    answered
  1    a check failed, or a loaded file disagrees with the rules
  2    the query or a file is invalid
  3    no method supports the query
  4    a limit on time or memory was reached
  70   a bug in grundy
  75   a share waited too long for another share (`grundy big share --patience`); try again
  130  interrupted by Ctrl-C

--without accepts the names of theorems and engines that `grundy explain` prints; if a name is unknown, grundy lists all names.
`grundy help TERM` explains a word of the output, such as `grundy help tier`.";

/// Solve combinatorial games from their rules: who wins, which moves win, the value of a position,
/// and why.
#[derive(Parser)]
#[command(
    name = "grundy",
    version,
    after_help = EXAMPLES,
    max_term_width = 100,
    disable_help_subcommand = true
)]
pub struct Args {
    /// The command to run.
    #[command(subcommand)]
    pub command: CliCommand,
    /// Language of messages and answers (default: from the locale)
    #[arg(long, global = true, value_enum, ignore_case = true)]
    pub lang: Option<LanguageArg>,
    /// Print answers as JSON (docs/json.md)
    #[arg(long, global = true)]
    pub json: bool,
    /// Stop after SECONDS seconds. Output that has already started is completed.
    #[arg(long, global = true, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub time: Option<f64>,
    /// Limit memory to about SIZE, for example 500M or 8G. Below 32M, only tables and memos are
    /// counted.
    #[arg(long, global = true, value_name = "SIZE", default_value = "4G", value_parser = size)]
    pub memory: u64,
}

/// Languages of messages and answers.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LanguageArg {
    /// English
    #[value(aliases = ["en-US", "en_US", "en-GB", "en_GB"])]
    En,
    /// 简体中文
    #[value(aliases = ["zh-CN", "zh_CN", "zh-Hans", "zh-SG", "cn"])]
    Zh,
}

/// Commands of `grundy`.
#[derive(Subcommand)]
pub enum CliCommand {
    /// Solve a position: the winner, the value and the method
    #[command(
        after_help = "Examples:\n  grundy solve 'kayles[12] + nim[7]'\n  grundy solve --sum every 'kayles[7] + nim[4]' --value suspense\n  grundy solve --play misere 'kayles[9]' --value genus\n  grundy solve --play misere --quotient 077.cert '6 * kayles[9] + kayles[12]'"
    )]
    Solve {
        #[command(flatten)]
        questions: QuestionArgs,
        #[command(flatten)]
        options: CommonArgs,
        /// Compute only the winner, not the value; this is often much faster
        #[arg(long)]
        winner: bool,
        /// Value to report for the position and its components: grundy, suspense, remoteness,
        /// foreclosed, misere, genus, loopy, entailing or score (default: the value that decides
        /// the outcome under the conventions of play)
        #[arg(long, value_name = "VALUE", value_parser = measure, conflicts_with_all = ["winner", "certificate"])]
        value: Option<Measure>,
        /// The player who begins, if the players have different moves: left or right (default: the
        /// answer is about both)
        #[arg(long, value_name = "PLAYER", value_parser = player, conflicts_with_all = ["value", "certificate"])]
        to_move: Option<Player>,
        /// Also write a checked certificate of the answer to FILE. With `-`, the certificate goes
        /// to standard output and the answer to standard error.
        #[arg(long, value_name = "FILE")]
        certificate: Option<PathBuf>,
        /// Also print the thermograph of the value: its walls and a drawing; only for games whose
        /// players have different moves
        #[arg(long, conflicts_with_all = ["winner", "value"])]
        thermograph: bool,
        #[command(flatten)]
        picture: ThermographFileArgs,
    },
    /// List every winning move
    #[command(
        after_help = "Examples:\n  grundy moves 'nim[3] + nim[5] + nim[9]'\n  grundy moves --losing 'wythoff[3, 5]'\n  grundy moves --all 'kayles[4] + nim[2]'\n  grundy moves 'domineering(4, 4)' --to-move left"
    )]
    Moves {
        #[command(flatten)]
        questions: QuestionArgs,
        #[command(flatten)]
        options: CommonArgs,
        /// List the losing moves instead: the moves after which the opponent wins
        #[arg(long)]
        losing: bool,
        /// The player who begins, if the players have different moves: left or right (default: the
        /// moves of both)
        #[arg(long, value_name = "PLAYER", value_parser = player, conflicts_with = "losing")]
        to_move: Option<Player>,
        /// List every legal move with its result (✓ wins, = draws, ✗ loses) and the value of the
        /// position that it leaves
        #[arg(long, conflicts_with_all = ["losing", "to_move"])]
        all: bool,
    },
    /// Print a table of values or outcomes over one or two ranges
    #[command(
        after_help = "Examples:\n  grundy table 'kayles[0..40]'\n  grundy table 'kayles[0..9] + kayles[0..9]' --outcomes --play misere\n  grundy table 'wythoff[0..11, 0..11]' --format list\n  grundy table 'knights(8)[1..8, 1..8]' --value suspense --minus 'x / 2 + y / 2'\n  grundy table 'hyperknight[0..9, 0..9]' --format latex\n  grundy table 'cutcake[1..6, 1..6]'\n  grundy table 'cutting[2..999, 2..999]' --save cutting.table\n  grundy solve --load cutting.table 'cutting[999, 700]'"
    )]
    Table {
        #[command(flatten)]
        questions: QuestionArgs,
        #[command(flatten)]
        options: CommonArgs,
        /// Show P and N instead of values
        #[arg(long, conflicts_with_all = ["value", "minus"])]
        outcomes: bool,
        #[command(flatten)]
        shown: CellValueArgs,
        /// Output format
        #[arg(long, value_enum, default_value = "text")]
        format: TableFormatArg,
        /// Save the complete table to FILE, for use with --load, instead of printing it
        #[arg(long, value_name = "FILE", conflicts_with_all = ["outcomes", "format", "value", "minus"])]
        save: Option<PathBuf>,
    },
    /// Draw a position as heaps, rows, boards, coins or a graph, for the terminal, as SVG or PNG
    #[command(after_help = pictures::DRAW_EXAMPLES)]
    Draw(DrawArgs),
    /// Draw a table as a P/N board or a heat map, for the terminal, as SVG or PNG
    #[command(after_help = pictures::CHART_EXAMPLES)]
    Chart(ChartArgs),
    /// Draw the game graph below a position, as SVG, PNG, DOT or GraphML
    #[command(after_help = pictures::GRAPH_EXAMPLES)]
    Graph(GraphArgs),
    /// Export a position for another program: an octal game as its code, any other game as a list
    /// of its positions
    #[command(after_help = pictures::EXPORT_EXAMPLES)]
    Export(ExportArgs),
    /// Build, store, distribute and verify large tables
    #[command(after_help = big::EXAMPLES)]
    Big(BigArgs),
    /// Report the size of a game: positions, longest play, branching
    #[command(after_help = "Example: grundy stats 'nim[1] + nim[1] + nim[2]'")]
    Stats(StatsArgs),
    /// Show the plan: facts about the rules, the theorem or engine that answers, and the methods
    /// that nearly apply
    #[command(
        after_help = "Examples:\n  grundy explain 'ed[4, 6]' --analyze\n  grundy explain 'kayles[12]' --all\n  grundy help tier"
    )]
    Explain {
        #[command(flatten)]
        questions: QuestionArgs,
        #[command(flatten)]
        options: CommonArgs,
        /// Also answer the query, and report counts and times
        #[arg(long)]
        analyze: bool,
        /// List every theorem and engine with its reason, including those that declined because
        /// they apply to other games
        #[arg(long)]
        all: bool,
    },
    /// Explain why a position is won or lost: by the theorem that applies, or by the
    /// smallest value that no option has
    #[command(
        after_help = "Examples:\n  grundy why 'kayles[5]'\n  grundy why 'nim[3] + nim[5] + nim[7]'\n  grundy why 'fibonaccinim[30]'"
    )]
    Why {
        #[command(flatten)]
        questions: QuestionArgs,
        #[command(flatten)]
        options: CommonArgs,
    },
    /// List the theorems, or show the page of one: statement, reason, source, examples
    #[command(after_help = "Examples:\n  grundy theorem\n  grundy theorem wythoff")]
    Theorem {
        /// Show the page of this theorem
        name: Option<String>,
    },
    /// Compute values, periods and surveys of heap games given by a code: octal, hexadecimal,
    /// splitting, subtraction
    #[command(after_help = heap::EXAMPLES)]
    Heap(HeapArgs),
    /// Find the law of a game, an automaton that gives the value or outcome of every position, and
    /// prove it
    #[command(after_help = law::EXAMPLES)]
    Law(LawArgs),
    /// Prove or refute every `claim` of rule files for all positions
    #[command(
        after_help = "Examples:\n  grundy prove games/kayles.game\n  grundy prove games/knights.game --for-all N\n  grundy prove my.game\n\nExit code 1 if a claim is refuted, 3 if the method does not support a claim."
    )]
    Prove {
        /// Rule files
        #[arg(required = true, value_name = "FILE")]
        rules: Vec<PathBuf>,
        /// Prove claims for every value of a parameter at once; the parameter becomes the last
        /// number of a position
        #[arg(long, value_name = "PARAMETER")]
        for_all: Option<String>,
        #[command(flatten)]
        options: CommonArgs,
    },
    /// Compare the values or the outcomes of two games: by their moves, by their laws, or position
    /// by position
    #[command(after_help = same::EXAMPLES)]
    Same(SameArgs),
    /// Analyse misère play of the heap game with a code, or of all positions below a position:
    /// values, genus, canonical forms, misère quotient
    #[command(after_help = misere::EXAMPLES)]
    Misere(MisereArgs),
    /// Solve problems of online judges, generate tests, check outputs, or play against a program
    #[command(after_help = judge::EXAMPLES)]
    Judge(JudgeArgs),
    /// Compute with nimbers of any size: sums, products, quotients, powers, roots, orders, tables
    #[command(after_help = nim::EXAMPLES)]
    Nim(NimArgs),
    /// Compute with values of partizan games
    #[command(after_help = value::EXAMPLES)]
    Value(ValueArgs),
    /// Play against the computer, move by move
    #[command(after_help = play::EXAMPLES)]
    Play(PlayArgs),
    /// Print the computer's move in a position
    #[command(after_help = review::REPLY_EXAMPLES)]
    Reply(ReplyArgs),
    /// Review a played game: the first mistake of each player, and a better move
    #[command(after_help = review::REVIEW_EXAMPLES)]
    Review(ReviewArgs),
    /// Serve the web page on this machine: rules, boards, tables and play in a browser, computed by
    /// this program
    #[cfg(feature = "serve")]
    #[command(
        after_help = "Examples:\n  grundy serve\n  grundy serve my.game --open\n  grundy serve --port 0 --jobs 4 --memory 8G\n  grundy serve --load q4\n  grundy serve --public https://example.org/grundy/\n\nThe page is accessible on this machine only, with the key in the printed link. FILEs are shown, never written.\n--time and --memory apply to each query; queries answered at the same time share the memory. Ctrl-C stops the server."
    )]
    Serve(ServeArgs),
    /// Run every `expect` of rule files, and search for counterexamples to every `claim`; also
    /// check certificates (.cert) and saved tables
    #[command(
        after_help = "Examples:\n  grundy check games/*.game\n  grundy check kayles.cert\n  grundy check kayles.table"
    )]
    Check {
        /// Rule files, certificates, or saved tables
        #[arg(required = true, value_name = "FILE")]
        rules: Vec<PathBuf>,
        /// Also prove or refute claims for all positions
        #[arg(long)]
        prove: bool,
        /// Approximate number of positions on which claims are tested
        #[arg(long, value_name = "N", default_value_t = grundy::check::CLAIM_POSITIONS)]
        positions: usize,
        #[command(flatten)]
        options: CommonArgs,
    },
    /// Print rule files in the canonical layout
    #[command(after_help = "Examples:\n  grundy fmt my.game\n  grundy fmt --write games/*.game")]
    Fmt {
        /// Rule files; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Rewrite the files in place instead of printing
        #[arg(long, conflicts_with = "check")]
        write: bool,
        /// Only list the files with a different layout; exit with code 1 if there are any
        #[arg(long)]
        check: bool,
    },
    /// List the games of the library, or show the rules of one
    #[command(
        after_help = "Examples:\n  grundy games\n  grundy games --family coins\n  grundy games kayles"
    )]
    Games {
        /// Show the rule text of this game
        name: Option<String>,
        /// List only the games of this family
        #[arg(long, value_name = "FAMILY", value_parser = PossibleValuesParser::new(GameFamily::ALL.map(|(word, _)| word)), conflicts_with = "name")]
        family: Option<String>,
    },
    /// Verify a certificate
    #[command(
        after_help = "Examples:\n  grundy solve 'kayles[12] + nim[7]' --certificate kayles.cert\n  grundy verify kayles.cert"
    )]
    Verify {
        /// Certificate to verify
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Write man pages, one per command
    #[command(after_help = "Example: grundy man ~/.local/share/man/man1")]
    Man {
        /// Existing directory for the man pages
        #[arg(value_name = "DIRECTORY")]
        directory: PathBuf,
    },
    /// Print shell completions
    #[command(
        after_help = "Example: grundy completions bash > ~/.local/share/bash-completion/completions/grundy"
    )]
    Completions {
        /// Name of the shell
        shell: Shell,
    },
    /// Print this message, the help of a command, or the meaning of a term
    #[command(
        after_help = "Examples:\n  grundy help solve\n  grundy help big plan\n  grundy help nim-sum\n  grundy help terms"
    )]
    Help {
        /// Command or term; `terms` lists the terms
        #[arg(value_name = "COMMAND|TERM")]
        words: Vec<String>,
    },
}

impl CliCommand {
    /// Returns true if the command runs until its user ends it. For a command that runs until its
    /// user ends it, limits apply to each answer separately.
    pub fn is_dialogue(&self) -> bool {
        match self {
            CliCommand::Play(_) => true,
            #[cfg(feature = "serve")]
            CliCommand::Serve(_) => true,
            _ => false,
        }
    }
}

/// Output formats of `grundy table`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormatArg {
    /// Columns for a terminal
    Text,
    /// Comma-separated values
    Csv,
    /// JSON
    Json,
    /// Values separated by commas, for a search of the OEIS; for two ranges, the cells are listed
    /// by antidiagonals
    List,
    /// An OEIS b-file; for two ranges, the cells are listed by antidiagonals
    Bfile,
    /// A LaTeX tabular
    Latex,
    /// A Markdown table, as on GitHub
    Markdown,
}

impl TableFormatArg {
    /// Returns the format of the request.
    pub fn to_format(self) -> TableFormat {
        match self {
            TableFormatArg::Text => TableFormat::Text,
            TableFormatArg::Csv => TableFormat::Csv,
            TableFormatArg::Json => TableFormat::Json,
            TableFormatArg::List => TableFormat::List,
            TableFormatArg::Bfile => TableFormat::Bfile,
            TableFormatArg::Latex => TableFormat::Latex,
            TableFormatArg::Markdown => TableFormat::Markdown,
        }
    }
}
