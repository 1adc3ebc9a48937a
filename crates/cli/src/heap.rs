//! `grundy heap`: its arguments, and what its replies look like on a terminal and in files.

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::time::Duration;

use base::budget::Budget;
use base::escaping::escape;
use base::text;
use clap::{Args as ClapArgs, ValueEnum};
use grundy::SolveError;
use requests::heap::{HeapFormat, HeapOptions, HeapReply, HeapSurvey, natural};
use requests::{CommonOptions, QuestionRequest, Reply, Request, RequestHandler};

use crate::args::QuestionArgs;
use crate::batch::Batch;
use crate::exit;

use crate::limits::CommandLimits;
use crate::output::{print, print_error};
use crate::run::{FrontEnd, expect_to_write, is_output, write_or_put, write_whole};
use crate::system::SystemHost;

pub const EXAMPLES: &str = "\
Examples:
  grundy heap 0.77 --to 40
  grundy heap 0.07 --at 1000000000000000000
  grundy heap 0.45 --period --certificate dawson.cert
  grundy heap 4.0 --to 1000000 --sparse
  grundy heap 0.6 --to 100000 --format bfile
  grundy heap 0.454 --period --checkpoint 454.state --resume
  grundy heap 'subtract{1,3,4}' --period
  grundy heap 0.77 0.137 'split{2,3}' --at 100
  grundy heap --survey 2 --to 2000 --csv octal.csv

Codes: octal 0.77, .77, 4.0; hexadecimal 0.8F; larger digits 0.{16}; repeating digits 0.1[03];
'subtract{1,3,4}', 'subtract all-but{2}', 'subtract powers{2}' (squares, cubes, triangular, primes,
fibonacci, factorials); grundy; 'split{2,3} unequal', 'split{2} equal', 'split{2} into{1,3,4}'.
Quote braces and brackets from the shell. docs/heap.md tells more.";

/// What is asked about a heap game.
#[derive(ClapArgs)]
pub struct HeapArgs {
    /// The code of the game, such as 0.77; several are answered one after the other, `-`: one a
    /// line from standard input
    #[arg(
        value_name = "CODE",
        required_unless_present = "survey",
        conflicts_with = "survey"
    )]
    codes: Vec<String>,
    /// Values up to this n; for --period, --at and --survey how far to look for a period (else up
    /// to 33,554,432 values, where they are slow to compute fewer)
    #[arg(long, value_name = "N", value_parser = bound)]
    to: Option<usize>,
    /// One value; where a period is proved, n may have a thousand digits
    #[arg(long, value_name = "N", value_parser = digits, conflicts_with_all = ["period", "sparse", "survey", "summary", "format"])]
    at: Option<String>,
    /// Period, preperiod, saltus, last exception, largest value
    #[arg(long, conflicts_with_all = ["sparse", "survey", "format"])]
    period: bool,
    /// The sparse space: mask, rare values, last rare heap
    #[arg(long, conflicts_with_all = ["survey", "summary", "format"])]
    sparse: bool,
    /// Every octal code of at most DIGITS digits, as CSV
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u32).range(1..=5))]
    survey: Option<u32>,
    /// Where the survey goes; else to standard output
    #[arg(
        long,
        value_name = "FILE",
        requires = "survey",
        conflicts_with = "codes"
    )]
    csv: Option<PathBuf>,
    /// Write the certificate of the period to FILE, checked (`-` is standard output); with
    /// --survey a directory for all of them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["at", "sparse", "format"])]
    certificate: Option<PathBuf>,
    /// How values are written
    #[arg(long, value_enum, default_value = "text", conflicts_with = "survey")]
    format: HeapFormatArg,
    /// Only the summary, no table
    #[arg(long, conflicts_with_all = ["survey", "format"])]
    summary: bool,
    /// Save the state of the work to FILE every so often (--every), on Ctrl-C and at the end
    #[arg(long, value_name = "FILE", conflicts_with = "survey")]
    checkpoint: Option<PathBuf>,
    /// How long work may lie unsaved: at most 60
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = minute, requires = "checkpoint", conflicts_with = "survey")]
    every: Duration,
    /// Threads for games with a sparse space: the others look for witnesses of rare values
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=64), conflicts_with = "survey")]
    threads: u32,
    /// Go on from the checkpoint, if the file is there
    #[arg(long, requires = "checkpoint", conflicts_with = "survey")]
    resume: bool,
}

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HeapFormatArg {
    /// Rows for a terminal, after a summary
    Text,
    /// An OEIS b-file: n and G(n) in each line
    Bfile,
    /// Comma-separated values with a head
    Csv,
    /// One byte for each value, from G(0) on
    Raw,
}

fn digits(text: &str) -> Result<String, String> {
    natural(text).map(|_| text.to_owned()).map_err(|why| why.en)
}

fn bound(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| format!("expected a natural number of at most {}", usize::MAX))
}

fn minute(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| (0.01..=60.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds from 0.01 to 60".to_owned())
}

/// Runs the command: a survey, or each code. A code that is wrong does not keep the others from
/// being answered.
pub fn heap(
    face: &FrontEnd<'_>,
    args: &HeapArgs,
    (budget, limits): (&Budget<'_>, &CommandLimits),
) -> u8 {
    let codes = QuestionArgs {
        positions: args.codes.clone(),
        from: None,
    };
    if let Err(error) = prepared(face, args) {
        return face.complain(&error, None);
    }
    let mut desk = RequestHandler::new(None);
    if args.survey.is_some() {
        return match answer(face, args, (&mut desk, "", false), (budget, limits)) {
            Ok(()) => 0,
            Err(error) => face.complain(&error, None),
        };
    }
    let mut batch = match Batch::new(&codes, budget) {
        Ok(batch) => batch,
        Err(error) => return face.complain(&error, None),
    };
    let alone = [
        ("--checkpoint", args.checkpoint.is_some()),
        ("--certificate", args.certificate.is_some()),
        ("--format", args.format != HeapFormatArg::Text),
    ];
    if let Some((option, _)) = alone.iter().find(|(_, given)| *given) {
        match batch.read_all(budget) {
            Ok(0 | 1) => {}
            Ok(count) => {
                let one = text!(
                    "{option} takes one code, here are {count}",
                    "{option} 只能用于一个代码，此处有 {count} 个"
                );
                return face.complain(&SolveError::Usage(one), None);
            }
            Err(error) => return face.complain(&error, None),
        }
    }
    let several = batch.is_several();
    face.one_by_one(&mut batch, (budget, limits), &mut |code| {
        answer(face, args, (&mut desk, code, several), (budget, limits))
    })
}

/// Refuses what does not go together, and files that could not be written.
fn prepared(face: &FrontEnd<'_>, args: &HeapArgs) -> Result<(), SolveError> {
    if face.args.json && args.format != HeapFormatArg::Text {
        return Err(SolveError::Usage(text!(
            "--json and --format say both how values are written; leave one of them out",
            "--json 与 --format 都规定值的写法；请去掉其中一个"
        )));
    }
    if let (Some(one), Some(other)) = (&args.checkpoint, &args.certificate)
        && one == other
    {
        let shown = one.display();
        return Err(SolveError::Usage(text!(
            "{shown} cannot hold both the checkpoint and the certificate",
            "{shown} 不能同时存放检查点和证书"
        )));
    }
    match &args.certificate {
        Some(folder) if args.survey.is_some() => {
            let shown = folder.display();
            std::fs::create_dir_all(folder).map_err(|e| {
                SolveError::Usage(text!(
                    "{shown} cannot be made: {e}",
                    "无法创建 {shown}：{e}"
                ))
            })?;
        }
        Some(file) if !is_output(file) => expect_to_write(file)?,
        _ => {}
    }
    args.csv.as_deref().map_or(Ok(()), expect_to_write)
}

/// Answers a code, or a survey.
fn answer(
    face: &FrontEnd<'_>,
    args: &HeapArgs,
    (desk, code, several): (&mut RequestHandler, &str, bool),
    (budget, limits): (&Budget<'_>, &CommandLimits),
) -> Result<(), SolveError> {
    let system = SystemHost::new();
    let reply = desk.answer(&args.request(face, code)?, budget, &system);
    limits.finish();
    let mut reply = reply?;
    if let (Some(file), Reply::Heap(HeapReply::Facts(facts))) = (&args.certificate, &mut reply)
        && !(face.args.json && is_output(file))
        && let Some(certificate) = facts.certificate.take()
    {
        write_or_put(file, &certificate)?;
        if is_output(file) {
            let _ = write!(stderr(), "{}", escape(&facts.words(face.lang)));
            return Ok(());
        }
    }
    match &reply {
        Reply::Heap(HeapReply::Value {
            code,
            n,
            value,
            rests_on,
        }) => {
            face.print(&reply, &|| match several {
                true => format!("{code}: G({n}) = {value}\n"),
                false => format!("{value}\n"),
            });
            if let Some(file) = rests_on.as_ref().filter(|_| !face.args.json) {
                let warning = text!(
                    "warning: conditional: the values of {file} were not compared with the rules",
                    "警告：有条件：{file} 中的值未与规则核对"
                );
                print_error(warning.get(face.lang));
            }
        }
        Reply::Heap(HeapReply::Sparse(sparse)) => {
            face.print(&reply, &|| sparse.words().get(face.lang).to_owned())
        }
        Reply::Heap(HeapReply::Survey(survey)) => surveyed(face, args, survey)?,
        Reply::Heap(HeapReply::Facts(facts)) => {
            face.print(&reply, &|| facts.words(face.lang));
            if !face.args.json && facts.has_rows() {
                // The rows are still to come.
                exit::begin_question();
                print("\n");
                facts.rows(budget, &system)?;
            }
        }
        _ => {}
    }
    Ok(())
}

impl HeapArgs {
    fn request(&self, face: &FrontEnd<'_>, code: &str) -> Result<Request, SolveError> {
        let heap = HeapOptions {
            to: self.to,
            at: self
                .at
                .as_deref()
                .map(natural)
                .transpose()
                .map_err(SolveError::Usage)?,
            period: self.period,
            sparse: self.sparse,
            survey: self.survey,
            certificate: self.certificate.is_some(),
            certificates: self.certificate.clone(),
            format: match self.format {
                HeapFormatArg::Text => HeapFormat::Text,
                HeapFormatArg::Bfile => HeapFormat::Bfile,
                HeapFormatArg::Csv => HeapFormat::Csv,
                HeapFormatArg::Raw => HeapFormat::Raw,
            },
            summary: self.summary,
            checkpoint: self.checkpoint.clone(),
            every: self.every.as_secs_f64(),
            threads: self.threads as usize,
            resume: self.resume,
        };
        let how = CommonOptions {
            lang: face.lang,
            ..CommonOptions::default()
        };
        Ok(Request::Heap(QuestionRequest::new(
            code.to_owned(),
            how,
            heap,
        )))
    }
}

/// Writes a survey where it belongs.
fn surveyed(face: &FrontEnd<'_>, args: &HeapArgs, survey: &HeapSurvey) -> Result<(), SolveError> {
    let Some(file) = &args.csv else {
        print(&survey.lines);
        return Ok(());
    };
    write_whole(file, &survey.lines)?;
    let (codes, proved, shown) = (survey.codes, survey.proved, file.display());
    if face.args.json {
        print(&format!("{}\n", survey.filed(file)));
    } else {
        let words = text!(
            "{shown}: {codes} codes, {proved} periods proved\n",
            "{shown}：{codes} 个代码，{proved} 个周期已证明\n"
        );
        print(words.get(face.lang));
    }
    Ok(())
}
