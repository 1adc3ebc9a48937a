//! The commands that draw and measure: `chart`, `graph`, `stats`. What is asked becomes a picture on the terminal or in a file; the
//! ending of the file says which kind.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};

use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use clap::{Args as ClapArgs, ValueEnum};
use grundy::answer::Measure;
use grundy::graph::GameGraph;
use grundy::statistics::Statistics;
use grundy::{Error, question};
use picture::board::{MOST_CELLS, MOST_CELLS_OF_TEXT};
use picture::raster::{Fonts, is_chinese, png};
use picture::{Board, BoardOptions, board, network, terminal};

use crate::args::{Options, Questions};
use crate::limits::Limits;
use crate::run::{Face, put, put_by, write_whole};
use grundy::json;

/// Examples of `chart`.
pub const CHART_EXAMPLES: &str = "\
Examples:
  grundy chart 'wythoff[0..20, 0..20]' --outcomes
  grundy chart 'nim[0..143]' --fold 16
  grundy chart 'kayles[0..143]' --output kayles.svg
  grundy chart 'knights(8)[1..8, 1..8]' --across x --origin bottom --output knights.png
  grundy chart 'lowbitsubtraction[1..16, 1..16]' --outcomes --triangle --mark first
  grundy chart 'knights(12)[1..12, 1..12]' --suspense --residue 2

Boards of up to 4,000,000 cells (SVG, PNG) or 20,000 cells (terminal).";

/// Examples of `graph`.
pub const GRAPH_EXAMPLES: &str = "\
Examples:
  grundy graph 'nim[1] + nim[1] + nim[2]' --output graph.svg
  grundy graph 'kayles[5]' --play misere --output kayles.png
  grundy graph 'kayles[5]' | dot -Tpdf > kayles.pdf";

/// The arguments of `chart`.
#[derive(ClapArgs)]
pub struct ChartArgs {
    #[command(flatten)]
    questions: Questions,
    #[command(flatten)]
    options: Options,
    /// P and N instead of values
    #[arg(long)]
    outcomes: bool,
    /// Suspense instead of values: how many turns a position lasts when who wins delays and who loses hurries
    #[arg(long, conflicts_with = "outcomes")]
    suspense: bool,
    /// With --suspense: less each number of the position divided by D, rounded down
    #[arg(long, value_name = "D", requires = "suspense", value_parser = clap::value_parser!(u32).range(1..))]
    residue: Option<u32>,
    /// Write the picture to FILE; its ending chooses the format
    #[arg(long, short = 'o', value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format; else the ending of FILE, or the terminal
    #[arg(long, value_enum)]
    format: Option<ChartFormat>,
    /// Colours on the terminal; NO_COLOR also switches them off
    #[arg(long, value_enum, default_value = "auto")]
    color: Colors,
    /// Letters and numbers in the cells of SVG and PNG: auto puts them into small boards
    #[arg(long, value_enum, default_value = "auto")]
    letters: Letters,
    /// The slot that runs across; else the last one
    #[arg(long, value_name = "SLOT")]
    across: Option<String>,
    /// Where the least numbers stand
    #[arg(long, value_enum, default_value = "top")]
    origin: Origin,
    /// Only the cells whose second number is at most the first
    #[arg(long)]
    triangle: bool,
    /// Mark the first N cell of each row, of each column, or every P cell
    #[arg(long, value_enum)]
    mark: Option<Mark>,
    /// Fold a single range after so many cells; else at its period
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    fold: Option<u32>,
}

/// The formats of `chart`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ChartFormat {
    /// Letters and colours for a terminal
    Text,
    /// SVG
    Svg,
    /// PNG
    Png,
}

/// When the terminal has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colors {
    /// When the output is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// When cells have letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Letters {
    /// In small boards
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The corner of the least numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Origin {
    /// Top left
    Top,
    /// Bottom left
    Bottom,
}

/// What is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mark {
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
    questions: Questions,
    #[command(flatten)]
    options: Options,
    /// Write the picture to FILE; its ending chooses the format
    #[arg(long, short = 'o', value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format; else the ending of FILE, or DOT
    #[arg(long, value_enum)]
    format: Option<GraphFormat>,
    /// At most so many positions
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    limit: u64,
}

/// The formats of `graph`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GraphFormat {
    /// The language of Graphviz
    Dot,
    /// SVG
    Svg,
    /// PNG
    Png,
}

/// The arguments of `stats`.
#[derive(ClapArgs)]
pub struct StatsArgs {
    #[command(flatten)]
    questions: Questions,
    #[command(flatten)]
    options: Options,
    /// Do not count who wins where: less work
    #[arg(long)]
    no_outcomes: bool,
}

/// The format that a file's ending means, or the one asked for. What cannot be written is refused before anything is computed.
fn format_of<F: ValueEnum + Copy>(asked: Option<F>, output: Option<&Path>, usual: F) -> Result<F, Error> {
    let Some(path) = output else { return Ok(asked.unwrap_or(usual)) };
    let file = path.display();
    if path.parent().is_some_and(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        return Err(Error::Usage(text!("{file} cannot be written: there is no such folder", "无法写入 {file}：没有这个文件夹")));
    }
    if let Some(format) = asked {
        return Ok(format);
    }
    let ending = |format: &F| match format.to_possible_value() {
        Some(value) if value.get_name() == "text" => "txt".to_owned(),
        value => value.map(|value| value.get_name().to_owned()).unwrap_or_default(),
    };
    let given = path.extension().map(|given| given.to_string_lossy().to_lowercase()).unwrap_or_default();
    F::value_variants().iter().copied().find(|format| ending(format) == given).ok_or_else(|| {
        let names: Vec<String> = F::value_variants().iter().map(|format| format!(".{}", ending(format))).collect();
        let list = names.join(", ");
        Error::Usage(text!(
            "the ending of {file} names no format; expected {list}, or say it with --format",
            "{file} 的扩展名不表示任何格式；应为 {list}，或用 --format 指明"
        ))
    })
}

fn only_one(output: &Option<PathBuf>) -> Option<Text> {
    output.as_ref().map(|_| text!("--output takes one question, it holds one picture", "--output 只能用于一个问题：一个文件只含一幅图"))
}

/// What a picture is made of.
enum Picture {
    /// Text of any kind.
    Words(String),
    /// An SVG that is to become a PNG.
    Drawing(String),
}

impl Face<'_> {
    /// Answers `chart`.
    pub(crate) fn chart(&self, args: &ChartArgs, (budget, limits): (&Budget<'_>, &Limits)) -> u8 {
        self.each(&args.questions, &args.options, (budget, limits), only_one(&args.output), &mut |session, question| {
            let format = format_of(args.format, args.output.as_deref(), ChartFormat::Text)?;
            let ranges = question::ranges(&mut session.world, question)?.ranges;
            let cells = ranges.iter().fold(1_u64, |cells, (low, high)| cells.saturating_mul(high.abs_diff(*low).saturating_add(1)));
            let most = if format == ChartFormat::Text { MOST_CELLS_OF_TEXT } else { MOST_CELLS };
            let drawn = !self.args.json || args.output.is_some();
            if cells > most && drawn {
                let elsewhere = if format == ChartFormat::Text && cells <= MOST_CELLS {
                    text!("; --output FILE.png takes more", "；--output FILE.png 可容纳更多")
                } else {
                    text!("; ask for a part of it", "；请缩小范围")
                };
                let (en, zh) = (elsewhere.en, elsewhere.zh);
                return Err(Error::Usage(text!(
                    "a chart of {cells} cells is too large, {most} are the most{en}",
                    "图表有 {cells} 格，太大，最多 {most} 格{zh}"
                )));
            }
            let claimed = if args.outcomes || args.suspense {
                None
            } else {
                session.claimed_period(question)?.and_then(|period| usize::try_from(period).ok())
            };
            let table = match args.suspense {
                true => session.suspense_table(question, args.residue.map_or(Measure::Suspense, Measure::Residue), budget)?,
                false => session.table(question, args.outcomes, budget)?,
            };
            if self.args.json {
                put_by(&mut |out| json::table(&table, &session.world, out));
            }
            if !drawn {
                return Ok(());
            }
            let options = BoardOptions {
                across: args.across.clone(),
                bottom: args.origin == Origin::Bottom,
                triangle: args.triangle,
                mark: match args.mark {
                    None => picture::Mark::Usual,
                    Some(Mark::First) => picture::Mark::FirstInRow,
                    Some(Mark::FirstDown) => picture::Mark::FirstInColumn,
                    Some(Mark::P) => picture::Mark::Lost,
                },
                fold: args.fold.map(|n| n as usize),
                claimed,
            };
            let letters = match args.letters {
                Letters::Auto => picture::Letters::Auto,
                Letters::Always => picture::Letters::Always,
                Letters::Never => picture::Letters::Never,
            };
            let color = match args.color {
                Colors::Auto => args.output.is_none() && stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
                Colors::Always => true,
                Colors::Never => false,
            };
            self.show(args.output.as_deref(), &|lang| {
                let board = Board::new(&table, &session.world, &options, lang).map_err(Error::Usage)?;
                Ok(match format {
                    ChartFormat::Text => Picture::Words(terminal::text(&board, color)),
                    ChartFormat::Svg => Picture::Words(board::svg(&board, letters)),
                    ChartFormat::Png => Picture::Drawing(board::svg(&board, letters)),
                })
            })
        })
    }

    /// Answers `graph`.
    pub(crate) fn graph(&self, args: &GraphArgs, (budget, limits): (&Budget<'_>, &Limits)) -> u8 {
        self.each(&args.questions, &args.options, (budget, limits), only_one(&args.output), &mut |session, question| {
            let format = format_of(args.format, args.output.as_deref(), GraphFormat::Dot)?;
            let graph = session.graph(question, args.limit, budget)?;
            let drawn = !self.args.json || args.output.is_some();
            if self.args.json {
                put(&format!("{}\n", graph_json(&graph)));
            }
            if !drawn {
                return Ok(());
            }
            self.show(args.output.as_deref(), &|lang| {
                Ok(match format {
                    GraphFormat::Dot => Picture::Words(network::dot(&graph, lang)),
                    GraphFormat::Svg => Picture::Words(network::svg(&graph, lang)),
                    GraphFormat::Png => Picture::Drawing(network::svg(&graph, lang)),
                })
            })
        })
    }

    /// Answers `stats`.
    pub(crate) fn stats(&self, args: &StatsArgs, (budget, limits): (&Budget<'_>, &Limits)) -> u8 {
        self.each(&args.questions, &args.options, (budget, limits), None, &mut |session, question| {
            let stats = session.stats(question, !args.no_outcomes, budget)?;
            self.print(&stats_json(&stats), &stats_words(&stats, self.lang));
            Ok(())
        })
    }

    /// Writes a picture where it belongs. A PNG with Chinese words needs a Chinese font; without one its words are English.
    fn show(&self, output: Option<&Path>, draw: &dyn Fn(Lang) -> Result<Picture, Error>) -> Result<(), Error> {
        let bytes = match draw(self.lang)? {
            Picture::Words(words) => words.into_bytes(),
            Picture::Drawing(mut svg) => {
                if output.is_none() && stdout().is_terminal() {
                    return Err(Error::Usage(text!(
                        "a PNG is not shown on a terminal; say where to put it: --output FILE.png",
                        "终端无法显示 PNG；请指明文件：--output FILE.png"
                    )));
                }
                let fonts = Fonts::for_text(&svg);
                if svg.chars().any(is_chinese) && !fonts.has_chinese() {
                    let warning = text!(
                        "no Chinese font was found: the words of the PNG are English (an SVG needs no font)",
                        "未找到中文字体：PNG 中的文字改用英文（SVG 不需要字体）"
                    );
                    let _ = writeln!(stderr(), "{}", warning.get(self.lang));
                    if let Picture::Drawing(english) = draw(Lang::En)? {
                        svg = english;
                    }
                }
                png(&svg, &fonts).map_err(Error::Usage)?
            }
        };
        match output {
            Some(path) => write_whole(path, bytes),
            None => {
                put_by(&mut |out| out.write_all(&bytes));
                Ok(())
            }
        }
    }
}

fn graph_json(graph: &GameGraph) -> serde_json::Value {
    let nodes: Vec<serde_json::Value> = graph
        .nodes
        .iter()
        .map(|node| {
            let value = node.value.map(json::grundy);
            serde_json::json!({ "position": node.position, "outcome": node.outcome.letter().to_string(), "value": value, "layer": node.layer })
        })
        .collect();
    serde_json::json!({
        "position": graph.position,
        "conventions": json::conventions(&graph.conventions),
        "loopy": graph.loopy,
        "nodes": nodes,
        "arcs": graph.arcs,
        "method": graph.method,
        "status": json::status(graph.status),
    })
}

fn stats_json(stats: &Statistics) -> serde_json::Value {
    let outcomes = stats.outcomes.as_ref().map(|o| serde_json::json!({ "P": o.p, "N": o.n, "D": o.d, "method": o.method }));
    let options = stats.branching.map(|(least, most)| serde_json::json!({ "least": least, "mean": mean(stats), "greatest": most }));
    serde_json::json!({
        "position": stats.position,
        "conventions": json::conventions(&stats.conventions),
        "followers": stats.followers,
        "longest": stats.longest,
        "bits": stats.bits,
        "terminal": stats.terminal,
        "arcs": stats.options,
        "options": options,
        "outcomes": outcomes,
    })
}

/// The mean number of options of a position that has any.
fn mean(stats: &Statistics) -> f64 {
    let moving = stats.followers + 1 - stats.terminal;
    let mean = stats.options as f64 / moving.max(1) as f64;
    (mean * 100.0).round() / 100.0
}

fn stats_words(stats: &Statistics, lang: Lang) -> String {
    let mut out = String::new();
    let mut line = |name: Text, value: Text| {
        let _ = match lang {
            Lang::En => writeln!(out, "{:<17} {}", format!("{}:", name.en), value.en),
            Lang::Zh => writeln!(out, "{}：{}", name.zh, value.zh),
        };
    };
    line(text!("position", "局面"), Text::same(stats.position.clone()));
    let followers = stats.followers;
    line(text!("followers S", "后继数 S"), text!("{followers} other positions can be reached", "可到达 {followers} 个其他局面"));
    line(
        text!("longest play T", "最长对局 T"),
        match stats.longest {
            Some(1) => text!("1 move", "1 步"),
            Some(moves) => text!("{moves} moves", "{moves} 步"),
            None => text!("infinite: play can go round", "无限：对局可能循环"),
        },
    );
    let bits = stats.bits;
    line(
        text!("description D", "描述规模 D"),
        text!(
            "{bits} bits tell these positions apart: ceil(log2(S + 1)); D is of the order log S",
            "{bits} 位即可区分这些局面：ceil(log2(S + 1))；D = Θ(log S)"
        ),
    );
    let arcs = stats.options;
    let (mean, count) = (format!("{:.2}", mean(stats)), followers + 1);
    line(
        text!("options", "选项数"),
        match stats.branching {
            Some((least, most)) => text!(
                "{least} to {most} where there is a move, {mean} on average; {arcs} arcs in all",
                "可走时 {least} 到 {most} 个，平均 {mean} 个；共 {arcs} 条边"
            ),
            None => text!("none", "无"),
        },
    );
    let terminal = stats.terminal;
    line(text!("terminal", "终局"), text!("{terminal} of {count} positions", "{count} 个局面中有 {terminal} 个"));
    if let Some(outcomes) = &stats.outcomes {
        let (p, n, d, method) = (outcomes.p, outcomes.n, outcomes.d, &outcomes.method);
        let draws = if d > 0 { format!(", {d} D") } else { String::new() };
        line(text!("outcomes", "胜负"), text!("{p} P, {n} N{draws} (computed, {method})", "{p} P, {n} N{draws}（已计算，{method}）"));
    }
    out
}
