//! Commands that draw pictures, export positions or report statistics: `chart`, `draw`, `graph`,
//! `export` and `stats`. A picture is printed on the terminal or written to a file, whose extension
//! determines the format.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};

use base::escaping::escape;
use base::text;
use base::text::{Lang, Text};
use clap::ValueEnum;
use grundy::SolveError;
use grundy::answer::Warning;
use grundy::statistics::PositionStatistics;
use picture::Picture;
use requests::chart::{self, ChartOptions};
use requests::draw::{self, DrawOptions};
use requests::export::{ExportOptions, ExportTarget};
use requests::graph::{self, GraphOptions};
use requests::raster::{PngPicture, Redraw, png};
use requests::stats::{StatsOptions, mean};
use requests::{QuestionRequest, Reply, Request};

use crate::args::{
    ChartArgs, ChartFormatArg, ColorArg, DrawArgs, ExportArgs, GraphArgs, GraphFormatArg,
    LettersArg, MarkArg, OriginArg, StatsArgs,
};
use crate::front_end::FrontEnd;
use crate::limits::CommandBudget;
use crate::output::{answer_by, answer_bytes_by, print, print_error};
use crate::questions::{Questions, with_options};
use crate::write_file::write_whole;
use requests::answer_text;

/// Returns the requested format, or the format of the file extension. A file that cannot be written
/// is refused before anything is computed.
pub(crate) fn format_of<F: ValueEnum + Copy>(
    asked: Option<F>,
    output: Option<&Path>,
    usual: F,
) -> Result<F, SolveError> {
    let Some(path) = output else {
        return Ok(asked.unwrap_or(usual));
    };
    let file = path.display();
    if path
        .parent()
        .is_some_and(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
    {
        return Err(SolveError::Usage(text!(
            "{file} cannot be written: its folder does not exist",
            "无法写入 {file}：其文件夹不存在"
        )));
    }
    if let Some(format) = asked {
        return Ok(format);
    }
    let ending = |format: &F| match format.to_possible_value() {
        Some(value) if value.get_name() == "text" => "txt".to_owned(),
        value => value
            .map(|value| value.get_name().to_owned())
            .unwrap_or_default(),
    };
    let given = path
        .extension()
        .map(|given| given.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    F::value_variants()
        .iter()
        .copied()
        .find(|format| ending(format) == given)
        .ok_or_else(|| {
            let names: Vec<String> = F::value_variants()
                .iter()
                .map(|format| format!(".{}", ending(format)))
                .collect();
            let list = names.join(", ");
            SolveError::Usage(text!(
                "{file}: unknown file extension; expected {list}, or set the format with --format",
                "{file}：未知的扩展名；应为 {list}，或用 --format 指明格式"
            ))
        })
}

pub(crate) fn only_one(output: &Option<PathBuf>) -> Option<Text> {
    output.as_ref().map(|_| {
        text!(
            "--output allows only one query, because a file contains one picture",
            "--output 只能用于一个问题：一个文件只含一幅图"
        )
    })
}

impl FrontEnd<'_> {
    /// Runs `chart`.
    pub(crate) fn chart(
        &self,
        args: &ChartArgs,
        work: CommandBudget<'_>,
    ) -> Result<u8, SolveError> {
        let color = match args.color {
            ColorArg::Auto => {
                args.output.is_none()
                    && stdout().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none()
            }
            ColorArg::Always => true,
            ColorArg::Never => false,
        };
        let wanted = || format_of(args.format, args.output.as_deref(), ChartFormatArg::Text);
        let request = |question, how| {
            let format = match wanted()? {
                _ if self.args.json && args.output.is_none() => chart::ChartFormat::None,
                ChartFormatArg::Text => chart::ChartFormat::Text,
                ChartFormatArg::Svg | ChartFormatArg::Png => chart::ChartFormat::Svg,
            };
            let own = ChartOptions {
                format,
                outcomes: args.outcomes,
                value: args.shown.value,
                minus: args.shown.minus.clone(),
                color,
                letters: match args.letters {
                    LettersArg::Auto => picture::LetterMode::Auto,
                    LettersArg::Always => picture::LetterMode::Always,
                    LettersArg::Never => picture::LetterMode::Never,
                },
                across: args.across.clone(),
                bottom: args.origin == OriginArg::Bottom,
                triangle: args.triangle,
                mark: match args.mark {
                    None => picture::CellMark::Usual,
                    Some(MarkArg::First) => picture::CellMark::FirstInRow,
                    Some(MarkArg::FirstDown) => picture::CellMark::FirstInColumn,
                    Some(MarkArg::P) => picture::CellMark::Lost,
                },
                fold: args.fold,
            };
            Ok(Request::Chart(QuestionRequest::new(question, how, own)))
        };
        let questions = Questions::new(&args.questions, &args.options).lone(only_one(&args.output));
        self.answer_each(questions, work, &request, &mut |reply| {
            let mut drawn = match reply {
                Reply::Chart(drawn) => drawn,
                Reply::Drawn(drawn) => {
                    return self.position(&drawn, args.output.as_deref(), wanted()?);
                }
                _ => return Ok(()),
            };
            let picture = drawn.picture.take();
            if self.args.json {
                answer_by(&mut |out| drawn.json(self.lang, out));
            }
            let Some(picture) = picture else {
                return Ok(());
            };
            self.warn(&drawn.table.table.warnings);
            let again = |lang| drawn.draw(lang);
            self.show(
                args.output.as_deref(),
                wanted()? == ChartFormatArg::Png,
                picture,
                &again,
            )
        })
    }

    /// Runs `draw`.
    pub(crate) fn draw(&self, args: &DrawArgs, work: CommandBudget<'_>) -> Result<u8, SolveError> {
        let wanted = || format_of(args.format, args.output.as_deref(), ChartFormatArg::Text);
        let request = |question, how| {
            let format = match wanted()? {
                _ if self.args.json && args.output.is_none() => draw::DrawFormat::None,
                ChartFormatArg::Text => draw::DrawFormat::Text,
                ChartFormatArg::Svg | ChartFormatArg::Png => draw::DrawFormat::Svg,
            };
            Ok(Request::Draw(QuestionRequest::new(
                question,
                how,
                DrawOptions {
                    format,
                    drawing: args.drawing.clone(),
                },
            )))
        };
        let questions = Questions::new(&args.questions, &args.options).lone(only_one(&args.output));
        self.answer_each(questions, work, &request, &mut |reply| {
            let Reply::Drawn(drawn) = &reply else {
                return Ok(());
            };
            self.position(drawn, args.output.as_deref(), wanted()?)
        })
    }

    /// Draws a position.
    fn position(
        &self,
        drawn: &draw::DrawReply,
        output: Option<&Path>,
        format: ChartFormatArg,
    ) -> Result<(), SolveError> {
        if self.args.json {
            print(&format!("{}\n", drawn.data()));
        }
        let again = |lang| Ok(drawn.picture(lang));
        match drawn.picture(self.lang) {
            None => Ok(()),
            Some(picture) => self.show(output, format == ChartFormatArg::Png, picture, &again),
        }
    }

    /// Runs `graph`.
    pub(crate) fn graph(
        &self,
        args: &GraphArgs,
        work: CommandBudget<'_>,
    ) -> Result<u8, SolveError> {
        let wanted = || format_of(args.format, args.output.as_deref(), GraphFormatArg::Dot);
        let request = |question, how| {
            let format = match wanted()? {
                _ if self.args.json && args.output.is_none() => graph::GraphFormat::None,
                GraphFormatArg::Dot => graph::GraphFormat::Dot,
                GraphFormatArg::GraphMl => graph::GraphFormat::GraphMl,
                GraphFormatArg::Svg | GraphFormatArg::Png => graph::GraphFormat::Svg,
            };
            Ok(Request::Graph(QuestionRequest::new(
                question,
                how,
                GraphOptions {
                    format,
                    limit: args.limit,
                },
            )))
        };
        let questions = Questions::new(&args.questions, &args.options).lone(only_one(&args.output));
        self.answer_each(questions, work, &request, &mut |reply| {
            let Reply::Graph(graph) = &reply else {
                return Ok(());
            };
            if self.args.json {
                print(&format!("{}\n", graph.data()));
            }
            match graph.picture(self.lang) {
                None => Ok(()),
                Some(picture) => {
                    self.warn(&graph.graph.warnings);
                    let again = |lang| Ok(graph.picture(lang));
                    self.show(
                        args.output.as_deref(),
                        wanted()? == GraphFormatArg::Png,
                        picture,
                        &again,
                    )
                }
            }
        })
    }

    /// Runs `export`.
    pub(crate) fn export(
        &self,
        args: &ExportArgs,
        work: CommandBudget<'_>,
    ) -> Result<u8, SolveError> {
        let own = ExportOptions {
            to: ExportTarget::CgSuite,
            limit: args.limit,
        };
        let questions = Questions::new(&args.questions, &args.options).lone(only_one(&args.output));
        let request = with_options(Request::Export, &own);
        self.answer_each(questions, work, &request, &mut |reply| {
            let Reply::Export(written) = &reply else {
                return Ok(());
            };
            match &args.output {
                Some(path) => write_whole(path, written.text().as_bytes())?,
                None => self.print(&reply, &|| written.text()),
            }
            Ok(())
        })
    }

    /// Runs `stats`.
    pub(crate) fn stats(
        &self,
        args: &StatsArgs,
        work: CommandBudget<'_>,
    ) -> Result<u8, SolveError> {
        let own = StatsOptions {
            no_outcomes: args.no_outcomes,
        };
        let words = |reply: &Reply| match reply {
            Reply::Stats(stats) => stats_words(stats, self.lang),
            _ => String::new(),
        };
        let questions = Questions::new(&args.questions, &args.options);
        self.print_each(questions, work, Request::Stats, &own, &words)
    }

    /// Prints warnings to standard error, because a picture cannot contain them.
    fn warn(&self, list: &[Warning]) {
        let _ = write!(
            stderr(),
            "{}",
            escape(&answer_text::warnings(list, self.lang))
        );
    }

    /// Writes a picture to its file or to standard output; the callback `again` draws the picture
    /// in another language.
    pub(crate) fn show(
        &self,
        output: Option<&Path>,
        as_png: bool,
        picture: Picture,
        again: Redraw<'_>,
    ) -> Result<(), SolveError> {
        let bytes = match picture {
            Picture::Drawing(drawing) if as_png => {
                if output.is_none() && stdout().is_terminal() {
                    return Err(SolveError::Usage(text!(
                        "a PNG cannot be shown on a terminal; name a file with --output FILE.png",
                        "终端无法显示 PNG；请指明文件：--output FILE.png"
                    )));
                }
                let PngPicture { bytes, warning } =
                    png(drawing, &mut crate::fonts::installed(), again)?;
                if let Some(warning) = warning {
                    print_error(warning.get(self.lang));
                }
                bytes
            }
            picture => picture.text().into_bytes(),
        };
        match output {
            Some(path) => write_whole(path, bytes),
            None => {
                // A text picture contains colour escapes but no other hidden characters.
                answer_bytes_by(&mut |out| out.write_all(&bytes));
                Ok(())
            }
        }
    }
}

fn stats_words(stats: &PositionStatistics, lang: Lang) -> String {
    let mut out = String::new();
    let mut line = |name: Text, value: Text| {
        let _ = match lang {
            Lang::En => writeln!(out, "{:<17} {}", format!("{}:", name.en), value.en),
            Lang::Zh => writeln!(out, "{}：{}", name.zh, value.zh),
        };
    };
    line(
        text!("position", "局面"),
        Text::same(stats.position.clone()),
    );
    let followers = stats.followers;
    line(
        text!("followers S", "后继数 S"),
        text!(
            "{followers} other positions can be reached",
            "可到达 {followers} 个其他局面"
        ),
    );
    line(
        text!("longest play T", "最长对局 T"),
        match stats.longest {
            Some(1) => text!("1 move", "1 步"),
            Some(moves) => text!("{moves} moves", "{moves} 步"),
            None => text!("infinite: play can cycle", "无限：对局可能循环"),
        },
    );
    let bits = stats.bits;
    line(
        text!("description D", "描述规模 D"),
        text!(
            "{bits} bits distinguish these positions: ceil(log2(S + 1)); D = Θ(log S)",
            "{bits} 位即可区分这些局面：ceil(log2(S + 1))；D = Θ(log S)"
        ),
    );
    let arcs = stats.options;
    let (mean, count) = (format!("{:.2}", mean(stats)), followers + 1);
    line(
        text!("options", "选项数"),
        match stats.branching {
            Some((least, most)) => text!(
                "{least} to {most} if there is a move, {mean} on average; {arcs} arcs in total",
                "可走时 {least} 到 {most} 个，平均 {mean} 个；共 {arcs} 条边"
            ),
            None => text!("none", "无"),
        },
    );
    let terminal = stats.terminal;
    line(
        text!("terminal", "终局"),
        text!(
            "{terminal} of {count} positions",
            "{count} 个局面中有 {terminal} 个"
        ),
    );
    if let Some(outcomes) = &stats.outcomes {
        let (p, n, d, method) = (outcomes.p, outcomes.n, outcomes.d, &outcomes.method);
        let draws = if d > 0 {
            format!(", {d} D")
        } else {
            String::new()
        };
        let status = stats.status.text();
        let told = Text {
            en: format!("{p} P, {n} N{draws} ({}, {method})", status.en),
            zh: format!("{p} P, {n} N{draws}（{}，{method}）", status.zh),
        };
        line(text!("outcomes", "胜负"), told);
    }
    out + &answer_text::warnings(&stats.warnings, lang)
}
