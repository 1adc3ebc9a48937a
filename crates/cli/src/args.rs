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

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use grundy::measure::Measure;
use rules::family::GameFamily;

pub use big::{
    BatchSystemArg, BigArgs, BigCommand, ExportFormatArg, JobsArgs, RayArgs, TableArgs,
    TableKindArg,
};
pub use common::{CellValueArgs, CommonArgs, FirstPlayerArg, QuestionArgs, memory_told};
use common::{measure, seconds, size};
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

Exit codes: 0 answered, 1 a check failed, 2 the question or a file is wrong, 3 no method answers it,
4 a limit on time or memory was reached, 70 a bug of grundy, 130 interrupted.
--without takes the theorems and engines that `grundy explain` names; a name that is not there lists them all.";

/// Rules in, strategy out: who wins a combinatorial game, which moves win, what positions are
/// worth, and why.
#[derive(Parser)]
#[command(name = "grundy", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: CliCommand,
    /// Language of messages and answers; else the locale decides.
    #[arg(long, global = true, value_enum, ignore_case = true)]
    pub lang: Option<LanguageArg>,
    /// Answer in JSON (docs/json.md).
    #[arg(long, global = true)]
    pub json: bool,
    /// Stop when SECONDS have passed. An answer that is being written by then is written to its
    /// end.
    #[arg(long, global = true, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    pub time: Option<f64>,
    /// Hold at most about SIZE of memory, for example 500M or 8G; below 32M this speaks of tables
    /// and memos alone.
    #[arg(long, global = true, value_name = "SIZE", default_value = "4G", value_parser = size)]
    pub memory: u64,
}

/// The languages.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LanguageArg {
    /// English
    #[value(aliases = ["en-US", "en_US", "en-GB", "en_GB"])]
    En,
    /// 简体中文
    #[value(aliases = ["zh-CN", "zh_CN", "zh-Hans", "zh-SG", "cn"])]
    Zh,
}

/// The commands.
#[derive(Subcommand)]
pub enum CliCommand {
    /// Who wins, what the position is worth, and how that was found
    #[command(
        after_help = "Examples:\n  grundy solve 'kayles[12] + nim[7]'\n  grundy solve --sum every 'kayles[7] + nim[4]' --value suspense\n  grundy solve --play misere 'kayles[9]' --value genus\n  grundy solve --play misere --quotient 077.cert '6 * kayles[9] + kayles[12]'"
    )]
    Solve {
        #[command(flatten)]
        questions: QuestionArgs,
        #[command(flatten)]
        options: CommonArgs,
        /// Find the winner only, not the value: often much less work
        #[arg(long)]
        winner: bool,
        /// What is told of the position and of its components: grundy, suspense, remoteness,
        /// foreclosed, misere, genus, loopy or entailing; else what decides under the
        /// conventions of play
        #[arg(long, value_name = "VALUE", value_parser = measure, conflicts_with_all = ["winner", "certificate"])]
        value: Option<Measure>,
        /// Also write a certificate of the answer to FILE, checked before it is written; `-` is
        /// standard output, and the words of the answer then go to standard error
        #[arg(long, value_name = "FILE")]
        certificate: Option<PathBuf>,
    },
    /// Every winning move
    #[command(
        after_help = "Examples:\n  grundy moves 'nim[3] + nim[5] + nim[9]'\n  grundy moves --losing 'wythoff[3, 5]'\n  grundy moves --all 'kayles[4] + nim[2]'"
    )]
    Moves {
        #[command(flatten)]
        questions: QuestionArgs,
        #[command(flatten)]
        options: CommonArgs,
        /// Every losing move instead: those after which the opponent wins
        #[arg(long)]
        losing: bool,
        /// Every legal move, each with its result: ✓ wins, = draws, ✗ loses, and what it leaves is
        /// worth
        #[arg(long, conflicts_with = "losing")]
        all: bool,
    },
    /// A table of values or outcomes over one or two ranges
    #[command(
        after_help = "Examples:\n  grundy table 'kayles[0..40]'\n  grundy table 'kayles[0..9] + kayles[0..9]' --outcomes --play misere\n  grundy table 'wythoff[0..11, 0..11]' --format list\n  grundy table 'knights(8)[1..8, 1..8]' --value suspense --minus 'x / 2 + y / 2'\n  grundy table 'hyperknight[0..9, 0..9]' --format latex\n  grundy table 'cutting[2..999, 2..999]' --save cutting.table\n  grundy solve --load cutting.table 'cutting[999, 700]'"
    )]
    Table {
        #[command(flatten)]
        questions: QuestionArgs,
        #[command(flatten)]
        options: CommonArgs,
        /// P and N instead of values
        #[arg(long, conflicts_with_all = ["value", "minus"])]
        outcomes: bool,
        #[command(flatten)]
        shown: CellValueArgs,
        /// How to write it
        #[arg(long, value_enum, default_value = "text")]
        format: TableFormatArg,
        /// Write the whole table that was filled to FILE, for --load, instead of printing
        #[arg(long, value_name = "FILE", conflicts_with_all = ["outcomes", "format", "value", "minus"])]
        save: Option<PathBuf>,
    },
    /// A position as heaps, rows, boards, coins or a graph, for the terminal, as SVG or PNG
    #[command(after_help = pictures::DRAW_EXAMPLES)]
    Draw(DrawArgs),
    /// A picture of a table: a P/N board or a heat map, for the terminal, as SVG or PNG
    #[command(after_help = pictures::CHART_EXAMPLES)]
    Chart(ChartArgs),
    /// The game graph below a position, as SVG, PNG, DOT or GraphML
    #[command(after_help = pictures::GRAPH_EXAMPLES)]
    Graph(GraphArgs),
    /// A position as text for another program: heaps of an octal code by that code, all else
    /// position by position
    #[command(after_help = pictures::EXPORT_EXAMPLES)]
    Export(ExportArgs),
    /// Large tables, tier by tier: made, kept in a folder, shared by several processes, checked
    #[command(after_help = big::EXAMPLES)]
    Big(BigArgs),
    /// How large the game is: positions, longest play, branching
    #[command(after_help = "Example: grundy stats 'nim[1] + nim[1] + nim[2]'")]
    Stats(StatsArgs),
    /// The plan: facts about the rules, the theorem or engine that answers, in its own words, and
    /// what came near
    #[command(
        after_help = "Examples:\n  grundy explain 'ed[4, 6]' --analyze\n  grundy explain 'kayles[12]' --all"
    )]
    Explain {
        #[command(flatten)]
        questions: QuestionArgs,
        #[command(flatten)]
        options: CommonArgs,
        /// Answer the question as well, with counts and times
        #[arg(long)]
        analyze: bool,
        /// Every theorem and engine, also those that declined because they speak of other games,
        /// each with its reason
        #[arg(long)]
        all: bool,
    },
    /// Why a position is won or lost: the theorem at work, or the least value that no option has
    #[command(
        after_help = "Examples:\n  grundy why 'kayles[5]'\n  grundy why 'nim[3] + nim[5] + nim[7]'\n  grundy why 'fibonaccinim[30]'"
    )]
    Why {
        #[command(flatten)]
        questions: QuestionArgs,
        #[command(flatten)]
        options: CommonArgs,
    },
    /// The theorems that are known, or one with its page: statement, reason, source, examples
    #[command(after_help = "Examples:\n  grundy theorem\n  grundy theorem wythoff")]
    Theorem {
        /// Show the page of this theorem
        name: Option<String>,
    },
    /// Heap games by their code: octal, hexadecimal, splitting, subtraction; values, periods,
    /// surveys
    #[command(after_help = heap::EXAMPLES)]
    Heap(HeapArgs),
    /// The law of a game: an automaton that tells the value of every position, found from its rules
    /// and proved for all
    #[command(after_help = law::EXAMPLES)]
    Law(LawArgs),
    /// Prove or refute every `claim` of rule files for all positions
    #[command(
        after_help = "Examples:\n  grundy prove games/kayles.game\n  grundy prove games/knights.game --for-all N\n  grundy prove my.game\n\nExit code 1 where a claim is refuted, 3 where one is outside the method."
    )]
    Prove {
        /// Rule files
        #[arg(required = true, value_name = "FILE")]
        rules: Vec<PathBuf>,
        /// For every value of a parameter at once: it becomes the last number of a position
        #[arg(long, value_name = "PARAMETER")]
        for_all: Option<String>,
        #[command(flatten)]
        options: CommonArgs,
    },
    /// Whether two games are the same in values, or in who wins: by their moves, by laws of both,
    /// or as far as positions were compared
    #[command(after_help = same::EXAMPLES)]
    Same(SameArgs),
    /// Misère play: values, genus, canonical forms and the misère quotient of a heap code or of all
    /// positions below one
    #[command(after_help = misere::EXAMPLES)]
    Misere(MisereArgs),
    /// Problems of online judges: answer, make tests, check an output, play against a program
    #[command(after_help = judge::EXAMPLES)]
    Judge(JudgeArgs),
    /// Nimbers of any size: sums, products, quotients, powers, roots, orders; tables of them
    #[command(after_help = nim::EXAMPLES)]
    Nim(NimArgs),
    /// Play against the computer, move by move
    #[command(after_help = play::EXAMPLES)]
    Play(PlayArgs),
    /// The computer's move in a position, at once
    #[command(after_help = review::REPLY_EXAMPLES)]
    Reply(ReplyArgs),
    /// Look back at a course of play: the first mistake of each player, and what would have been
    /// better
    #[command(after_help = review::REVIEW_EXAMPLES)]
    Review(ReviewArgs),
    /// The page from this machine: rules, boards, tables and play in a browser, with these engines
    /// behind them
    #[cfg(feature = "serve")]
    #[command(
        after_help = "Examples:\n  grundy serve\n  grundy serve my.game --open\n  grundy serve --port 0 --jobs 4 --memory 8G\n  grundy serve --load q4\n\nThe page is for this machine alone, and for who has the printed link. FILEs are shown, never written. --time and --memory hold\nfor each question: all that are answered at once share the memory. Ctrl-C ends it."
    )]
    Serve(ServeArgs),
    /// Run every `expect` of rule files and look for counterexamples to every `claim`; check
    /// certificates (.cert) and saved tables
    #[command(
        after_help = "Examples:\n  grundy check games/*.game\n  grundy check kayles.cert\n  grundy check kayles.table"
    )]
    Check {
        /// Rule files, certificates, or saved tables
        #[arg(required = true, value_name = "FILE")]
        rules: Vec<PathBuf>,
        /// Prove or refute claims for all positions, beyond those tested
        #[arg(long)]
        prove: bool,
        /// Test claims on about N positions
        #[arg(long, value_name = "N", default_value_t = grundy::check::CLAIM_POSITIONS)]
        positions: usize,
        #[command(flatten)]
        options: CommonArgs,
    },
    /// Print a rule file in its canonical layout
    #[command(after_help = "Examples:\n  grundy fmt my.game\n  grundy fmt --write games/*.game")]
    Fmt {
        /// Rule files; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Write the files back instead of printing
        #[arg(long, conflicts_with = "check")]
        write: bool,
        /// Only say which files are laid out differently; exit code 1 if any is
        #[arg(long)]
        check: bool,
    },
    /// List the games of the library, or show one
    #[command(
        after_help = "Examples:\n  grundy games\n  grundy games --family coins\n  grundy games kayles"
    )]
    Games {
        /// Show the rule text of this game
        name: Option<String>,
        /// List the games of one family
        #[arg(long, value_name = "FAMILY", value_parser = PossibleValuesParser::new(GameFamily::ALL.map(|(word, _)| word)), conflicts_with = "name")]
        family: Option<String>,
    },
    /// Check a certificate
    Verify {
        /// The certificate
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Write man pages, one for each command
    #[command(after_help = "Example: grundy man ~/.local/share/man/man1")]
    Man {
        /// The directory; it must be there
        #[arg(value_name = "DIRECTORY")]
        directory: PathBuf,
    },
    /// Print completions for a shell
    #[command(
        after_help = "Example: grundy completions bash > ~/.local/share/bash-completion/completions/grundy"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
}

impl CliCommand {
    /// Returns true if the command runs until its user ends it. Limits then apply to each answer
    /// separately.
    pub fn is_dialogue(&self) -> bool {
        match self {
            CliCommand::Play(_) => true,
            #[cfg(feature = "serve")]
            CliCommand::Serve(_) => true,
            _ => false,
        }
    }
}

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormatArg {
    /// Columns for a terminal
    Text,
    /// Comma-separated values
    Csv,
    /// JSON
    Json,
    /// The values of one range with commas between them, as a search of the OEIS takes them; of two
    /// ranges by antidiagonals
    List,
    /// An OEIS b-file; of two ranges by antidiagonals
    Bfile,
    /// A LaTeX tabular
    Latex,
    /// A Markdown table, as GitHub shows it
    Markdown,
}
