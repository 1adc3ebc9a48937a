//! Runs a command: reads, asks, writes, and chooses the exit code.

use std::cell::RefCell;
use std::fs;
use std::io::{BufWriter, IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use base::budget::{Budget, StopReason};
use base::diagnostic::render_all;
use base::escaping::escape;
use base::text;
use base::text::{Lang, Text};
use base::thread_limit;
use clap::CommandFactory;
use grundy::SolveError;
use grundy::check::{CheckReport, Finding};
use grundy::status::AnswerStatus;
use requests::check::{CheckRequest, CheckRequestOptions};
use requests::explain::ExplainOptions;
use requests::format::FormatReply;
use requests::library::{LibraryReply, LibraryRequest};
use requests::look::LookOptions;
use requests::open::RequestFile;
use requests::solve::{MovesOptions, SolveRequestOptions};
use requests::table::TableOptions;
use requests::theorem::TheoremRequest;
use requests::verify::{VerifyReply, VerifyRequest};
use requests::why::WhyOptions;
use requests::{
    BatchQuestion, CommonOptions, QuestionRequest, Reply, Request, RequestHandler, error_json,
    error_words,
};

use crate::args::{Args, CliCommand, CommonArgs, LanguageArg, QuestionArgs};
use crate::batch::Batch;
use crate::exit::{self, ExitMessages};
use crate::limits::CommandLimits;
use crate::output::{self, answer_by, print, print_bytes};
use crate::replacement::FileReplacement;
use crate::system::SystemHost;
use crate::{
    completions, files, heap, help, judge, law, misere, nim, play, reply_text, review, same,
    table_file, tables, theorem, why,
};

/// A check failed.
pub const FAILED: u8 = 1;
/// The question or a file is wrong.
pub const WRONG: u8 = 2;
/// No method answers.
pub const UNSUPPORTED: u8 = 3;
/// A limit was reached.
pub const LIMIT: u8 = 4;
/// This program is wrong.
pub const BUG: u8 = 70;
/// Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// What a face needs besides the command.
pub struct FrontEnd<'a> {
    /// The arguments.
    pub args: &'a Args,
    /// The language of messages.
    pub lang: Lang,
    color: bool,
    /// What was found out by what is stopped.
    far: RefCell<Option<Text>>,
}

/// Runs the command that the arguments name.
pub fn run(args: &Args) -> ExitCode {
    let lang = match args.lang {
        Some(LanguageArg::En) => Lang::En,
        Some(LanguageArg::Zh) => Lang::Zh,
        None => help::locale(),
    };
    let color = stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    output::set_json(args.json);
    let face = FrontEnd {
        args,
        lang,
        color,
        far: RefCell::new(None),
    };
    let time = match &args.command {
        CliCommand::Play(_) => args.time.map(|time| time.max(play::MIN_SECONDS)),
        _ => args.time,
    };
    let limits = CommandLimits::new(time, args.memory);
    exit::prepare(face.messages());
    limits.watch(args.command.is_dialogue());
    let stop = || limits.stop();
    let progress = |done, whole| limits.progress(done, whole);
    let held = || limits.held_bytes();
    let note = |far| *face.far.borrow_mut() = Some(far);
    let stage = |stage: Text| limits.stage(stage.get(lang).to_owned());
    let budget = Budget::new(args.memory, &stop, &progress)
        .with_memory_in_use(&held)
        .noting(&note)
        .staging(&stage);
    let code = thread_limit::with_limit(limits.for_watch(), || face.command(&budget, &limits));
    limits.finish();
    // All is said: nobody ends the program from outside any more.
    std::mem::forget(exit::writing());
    ExitCode::from(code)
}

/// Whether `check` proves claims.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ProofMode {
    Not,
    /// Beside all else.
    Too,
    /// And nothing else.
    Alone,
}

impl FrontEnd<'_> {
    /// What is said when the program is ended from outside: the same as when a computation stops by
    /// itself.
    fn messages(&self) -> ExitMessages {
        let message = |stop: StopReason| {
            let error = SolveError::Stopped(stop);
            if self.args.json {
                format!("{}\n", error_json(&error, None, None, self.lang))
            } else {
                format!("{}\n", error.render(self.lang, self.color))
            }
        };
        ExitMessages {
            on_output: self.args.json,
            clear: if stderr().is_terminal() {
                "\r\u{1b}[2K"
            } else {
                ""
            },
            time: message(StopReason::Time),
            memory: message(StopReason::Memory(self.args.memory, self.args.memory)),
            interrupt: message(StopReason::Cancelled),
        }
    }

    fn command(&self, budget: &Budget<'_>, limits: &CommandLimits) -> u8 {
        match &self.args.command {
            CliCommand::Solve {
                questions,
                options,
                winner,
                value,
                certificate,
            } => {
                let lone = lone_certificate(certificate.as_deref());
                let own = SolveRequestOptions {
                    winner: *winner,
                    certificate: certificate.is_some(),
                    value: *value,
                };
                let request = |question, how| {
                    Ok(Request::Solve(QuestionRequest::new(
                        question,
                        how,
                        own.clone(),
                    )))
                };
                self.answer_each(
                    (questions, options, lone),
                    (budget, limits),
                    &request,
                    &mut |mut reply| {
                        let text = match &mut reply {
                            Reply::Solved(solved) => self
                                .take_certificate(certificate.as_deref(), &mut solved.certificate),
                            _ => None,
                        };
                        self.certified(&reply, text, &|| reply_text::to_text(&reply, self.lang))
                    },
                )
            }
            CliCommand::Moves {
                questions,
                options,
                losing,
                all,
            } => {
                let own = MovesOptions { losing: *losing };
                let request = |question, how| {
                    Ok(match all {
                        true => Request::Look(QuestionRequest::new(
                            question,
                            how,
                            LookOptions {
                                picture: false,
                                ..LookOptions::default()
                            },
                        )),
                        false => Request::Moves(QuestionRequest::new(question, how, own.clone())),
                    })
                };
                self.answer_each(
                    (questions, options, None),
                    (budget, limits),
                    &request,
                    &mut |reply| {
                        self.print(&reply, &|| reply_text::to_text(&reply, self.lang));
                        Ok(())
                    },
                )
            }
            CliCommand::Table {
                questions,
                options,
                outcomes,
                shown,
                format,
                save,
            } => {
                let lone = save.as_ref().map(|_| {
                    text!(
                        "--save takes one question, a file holds one table",
                        "--save 只能用于一个问题：一个文件只存一张表"
                    )
                });
                let own = TableOptions {
                    outcomes: *outcomes,
                    value: shown.value,
                    minus: shown.minus.clone(),
                    save: save.clone(),
                    ..TableOptions::default()
                };
                let request = |question, how| {
                    Ok(Request::Table(QuestionRequest::new(
                        question,
                        how,
                        own.clone(),
                    )))
                };
                self.answer_each(
                    (questions, options, lone),
                    (budget, limits),
                    &request,
                    &mut |reply| {
                        match &reply {
                            Reply::Table(table) if !self.args.json => {
                                let write = tables::writer(table, *format, self.lang)
                                    .map_err(SolveError::Usage)?;
                                answer_by(&mut |out| write(out));
                            }
                            reply => self.print(reply, &|| reply_text::to_text(reply, self.lang)),
                        }
                        Ok(())
                    },
                )
            }
            CliCommand::Chart(args) => self.chart(args, (budget, limits)),
            CliCommand::Draw(args) => self.draw(args, (budget, limits)),
            CliCommand::Graph(args) => self.graph(args, (budget, limits)),
            CliCommand::Export(args) => self.export(args, (budget, limits)),
            CliCommand::Big(args) => crate::big::big(self, args, (budget, limits)),
            CliCommand::Stats(args) => self.stats(args, (budget, limits)),
            CliCommand::Explain {
                questions,
                options,
                analyze,
                all,
            } => {
                let own = ExplainOptions { analyze: *analyze };
                let request = |question, how| {
                    Ok(Request::Explain(QuestionRequest::new(
                        question,
                        how,
                        own.clone(),
                    )))
                };
                self.answer_each(
                    (questions, options, None),
                    (budget, limits),
                    &request,
                    &mut |reply| {
                        self.print(&reply, &|| match &reply {
                            Reply::Explained(explained) => {
                                reply_text::explanation(explained, *all, self.lang)
                            }
                            _ => String::new(),
                        });
                        Ok(())
                    },
                )
            }
            CliCommand::Why { questions, options } => {
                let request = |question, how| {
                    Ok(Request::Why(QuestionRequest::new(
                        question,
                        how,
                        WhyOptions {},
                    )))
                };
                self.answer_each(
                    (questions, options, None),
                    (budget, limits),
                    &request,
                    &mut |reply| {
                        self.print(&reply, &|| match &reply {
                            Reply::Reasoned(reasoned) => why::reasoned(reasoned, self.lang),
                            _ => String::new(),
                        });
                        Ok(())
                    },
                )
            }
            CliCommand::Theorem { name } => self.theorem(name.as_deref(), budget),
            CliCommand::Heap(args) => heap::heap(self, args, (budget, limits)),
            CliCommand::Law(args) => law::law(self, args, (budget, limits)),
            CliCommand::Prove {
                rules,
                for_all,
                options,
            } => {
                let claims = CheckRequestOptions {
                    positions: None,
                    prove: true,
                    for_all: for_all.clone(),
                };
                self.check(rules, (claims, ProofMode::Alone), options, budget)
            }
            CliCommand::Same(args) => same::same(self, args, budget),
            CliCommand::Misere(args) => misere::misere(self, args, (budget, limits)),
            CliCommand::Judge(problem) => judge::judge(self, problem, budget),
            CliCommand::Nim(args) => nim::nim(self, args, budget),
            CliCommand::Play(game) => play::play(self, game, budget),
            CliCommand::Reply(args) => review::reply(self, args, budget),
            CliCommand::Review(args) => review::review(self, args, budget),
            #[cfg(feature = "serve")]
            CliCommand::Serve(asked) => crate::serving::serve(self, asked, budget),
            CliCommand::Check {
                rules,
                positions,
                prove,
                options,
            } => {
                let claims = CheckRequestOptions {
                    positions: Some(*positions),
                    prove: *prove,
                    for_all: None,
                };
                self.check(
                    rules,
                    (
                        claims,
                        if *prove {
                            ProofMode::Too
                        } else {
                            ProofMode::Not
                        },
                    ),
                    options,
                    budget,
                )
            }
            CliCommand::Fmt {
                files,
                write,
                check,
            } => self.format(files, *write, *check, budget),
            CliCommand::Games { name, family } => {
                self.games(name.as_deref(), family.as_deref(), budget)
            }
            CliCommand::Verify { file } => self.verify(file, budget),
            CliCommand::Completions { shell } => {
                // The generator panics if its reader goes away, so that it writes into memory.
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut completions::command(), "grundy", &mut script);
                print_bytes(&script);
                0
            }
            CliCommand::Man { directory } => match man_pages(directory) {
                Ok(()) => 0,
                Err(error) => self.complain(&error, None),
            },
        }
    }

    /// Answers every question; the exit code is that of the worst. `lone` is said where there is
    /// more than one and only one may be.
    pub(crate) fn answer_each(
        &self,
        (questions, options, lone): (&QuestionArgs, &CommonArgs, Option<Text>),
        (budget, limits): (&Budget<'_>, &CommandLimits),
        request: &dyn Fn(String, CommonOptions) -> Result<Request, SolveError>,
        show: &mut dyn FnMut(Reply) -> Result<(), SolveError>,
    ) -> u8 {
        let prepared = files::desk(options, self, budget)
            .and_then(|desk| Ok((desk, Batch::new(questions, budget)?)));
        let (mut desk, mut batch) = match prepared {
            Ok(prepared) => prepared,
            Err(error) => return self.complain(&error, None),
        };
        if let Some(lone) = lone {
            match batch.read_all(budget) {
                Ok(0 | 1) => {}
                Ok(_) => return self.complain(&SolveError::Usage(lone), None),
                Err(error) => return self.complain(&error, None),
            }
        }
        let (system, how) = match files::how(options, self, budget) {
            Ok(how) => (SystemHost::new(), how),
            Err(error) => return self.complain(&error, None),
        };
        self.one_by_one(&mut batch, (budget, limits), &mut |question| {
            let reply = desk.answer(&request(question.to_owned(), how.clone())?, budget, &system);
            limits.finish();
            show(reply?)
        })
    }

    /// Answers each question before it waits for the next. An error in one question does not stop
    /// the others. Returns the highest exit code.
    pub(crate) fn one_by_one(
        &self,
        batch: &mut Batch,
        (budget, limits): (&Budget<'_>, &CommandLimits),
        answer: &mut dyn FnMut(&str) -> Result<(), SolveError>,
    ) -> u8 {
        let (mut worst, mut is_first) = (0, true);
        loop {
            let posed = match batch.next(budget) {
                Ok(Some(posed)) => posed,
                Ok(None) if is_first => {
                    let none = text!(
                        "no question was given; try grundy --help",
                        "没有给出问题；请看 grundy --help"
                    );
                    return self.complain(&SolveError::Usage(none), None);
                }
                Ok(None) => {
                    exit::all_said();
                    return worst;
                }
                Err(error) => return worst.max(self.complain(&error, None)),
            };
            exit::begin_question();
            self.far.take();
            if !is_first && !self.args.json {
                print("\n");
            }
            is_first = false;
            if let Err(error) = budget
                .ask()
                .map_err(SolveError::Stopped)
                .and_then(|()| answer(&posed.question))
            {
                limits.finish();
                worst = worst.max(self.complain(&error, posed.of_batch(batch)));
                if is_final(&error) {
                    if matches!(error, SolveError::Stopped(StopReason::Time)) {
                        self.all_met(&error, batch);
                    }
                    return worst;
                }
            }
        }
    }

    /// Reports the same error for every remaining question, so that a program that reads one answer
    /// a line finds as many as it asked.
    fn all_met(&self, error: &SolveError, batch: &mut Batch) {
        let rest = batch.rest();
        let said: String = rest
            .iter()
            .map(|posed| self.render_error(error, posed.of_batch(batch)))
            .collect();
        if self.args.json {
            print(&said);
        } else {
            let _whole = exit::writing();
            let _ = stderr().write_all(said.as_bytes());
        }
    }

    /// Answers one request of a command that asks no more.
    fn ask(&self, request: &Request, budget: &Budget<'_>) -> Result<Reply, SolveError> {
        RequestHandler::new(None).answer(request, budget, &SystemHost::new())
    }

    /// Writes a reply, in words or in JSON.
    pub(crate) fn print(&self, reply: &Reply, words: &dyn Fn() -> String) {
        if self.args.json {
            answer_by(&mut |out| reply.json(self.lang, out));
        } else {
            let words = words();
            answer_by(&mut |out| out.write_all(words.as_bytes()));
        }
    }

    /// The certificate of a reply, with the file that it goes to: JSON on standard output holds the
    /// certificate itself.
    pub(crate) fn take_certificate<'f>(
        &self,
        file: Option<&'f Path>,
        certificate: &mut Option<String>,
    ) -> Option<(&'f Path, String)> {
        let file = file.filter(|file| !(self.args.json && is_output(file)))?;
        Some((file, certificate.take()?))
    }

    /// Writes a certificate and prints the reply, on standard error where the certificate is on
    /// standard output.
    pub(crate) fn certified(
        &self,
        reply: &Reply,
        taken: Option<(&Path, String)>,
        words: &dyn Fn() -> String,
    ) -> Result<(), SolveError> {
        if let Some((file, text)) = taken {
            write_or_put(file, &text)?;
            if is_output(file) {
                let _whole = exit::answering();
                let _ = write!(stderr(), "{}", escape(&words()));
                return Ok(());
            }
        }
        self.print(reply, words);
        Ok(())
    }

    /// An error as it is written, with its end of line.
    fn render_error(&self, error: &SolveError, asked: Option<BatchQuestion<'_>>) -> String {
        let far = self.far.take();
        match self.args.json {
            true => format!("{}\n", error_json(error, asked, far.as_ref(), self.lang)),
            // Colours are escape sequences too: a report that has some shows what is hidden in its
            // parts.
            false if self.color => format!(
                "{}\n",
                error_words(error, asked, far.as_ref(), self.lang, true)
            ),
            false => format!(
                "{}\n",
                escape(&error_words(error, asked, far.as_ref(), self.lang, false))
            ),
        }
    }

    /// Writes an error where it belongs and returns its exit code; `asked` where it is about one
    /// question of a batch.
    pub fn complain(&self, error: &SolveError, asked: Option<BatchQuestion<'_>>) -> u8 {
        let said = self.render_error(error, asked);
        if self.args.json {
            answer_by(&mut |out| out.write_all(said.as_bytes()));
        } else {
            let _whole = exit::answering();
            let _ = stderr().write_all(said.as_bytes());
        }
        match error {
            SolveError::Stopped(StopReason::Cancelled) => INTERRUPTED,
            SolveError::Stopped(_) => LIMIT,
            SolveError::Unsupported(_) => UNSUPPORTED,
            SolveError::Bug(_) => BUG,
            SolveError::WrongFile(_) => FAILED,
            _ => WRONG,
        }
    }

    fn check(
        &self,
        paths: &[PathBuf],
        (claims, prove): (CheckRequestOptions, ProofMode),
        options: &CommonArgs,
        budget: &Budget<'_>,
    ) -> u8 {
        let mut worst = 0;
        let (mut held, mut failed, mut refused, mut open) = (0, 0, 0, 0);
        let is_certificate =
            |path: &PathBuf| path.extension().is_some_and(|ending| ending == "cert");
        let is_evidence = |path: &PathBuf| is_certificate(path) || table_file::is_table(path);
        let verify = |path: &PathBuf| {
            if is_certificate(path) {
                self.verify(path, budget)
            } else {
                self.compare(path, options, budget)
            }
        };
        if paths.iter().all(is_evidence) {
            for path in paths {
                exit::begin_question();
                worst = worst.max(verify(path));
            }
            return worst;
        }
        for (number, path) in paths.iter().enumerate() {
            exit::begin_question();
            if is_evidence(path) {
                let code = verify(path);
                failed += usize::from(code == FAILED);
                held += usize::from(code == 0);
                worst = worst.max(code);
                continue;
            }
            let checked = files::desk(options, self, budget).and_then(|mut desk| {
                let options = requests::RequestOptions {
                    how: files::how(options, self, budget)?,
                    own: claims.clone(),
                };
                let asked = CheckRequest {
                    file: Some(files::read_named(path, budget)?),
                    options,
                };
                match desk.answer(&Request::Check(asked), budget, &SystemHost::new())? {
                    Reply::Checked(list) => Ok(list),
                    _ => Ok(Vec::new()),
                }
            });
            let checked = match checked {
                Ok(checked) => checked,
                Err(error) => {
                    worst = worst.max(self.complain(&error, None));
                    if is_final(&error) {
                        refused += paths.len() - number;
                        break;
                    }
                    refused += 1;
                    continue;
                }
            };
            for checked in &checked {
                let RequestFile { name, text: source } = &checked.file;
                let CheckReport { findings, warnings } = &checked.report;
                let findings: Vec<&Finding> = findings
                    .iter()
                    .filter(|found| prove != ProofMode::Alone || found.kind == "claim")
                    .collect();
                if self.args.json {
                    print(&format!("{}\n", checked.json(self.lang)));
                } else {
                    if !warnings.is_empty() {
                        let _ = writeln!(
                            stderr(),
                            "{}",
                            render_all(warnings, name, source, self.lang, self.color)
                        );
                    }
                    for &finding in &findings {
                        print(&self.finding(name, source, finding));
                    }
                }
                held += findings
                    .iter()
                    .filter(|f| f.verdict.is_ok() && f.unproved.is_none())
                    .count();
                failed += findings.iter().filter(|f| f.verdict.is_err()).count();
                open += findings.iter().filter(|f| f.unproved.is_some()).count();
            }
        }
        if !self.args.json {
            let files = paths.len();
            let mut end = text!(
                "{held} hold, {failed} fail",
                "{held} 条成立，{failed} 条不成立"
            );
            if files > 1 {
                end = text!(
                    "{files} files: {held} hold, {failed} fail",
                    "{files} 个文件：{held} 条成立，{failed} 条不成立"
                );
            }
            if open > 0 {
                end.en += &format!(", {open} not proved");
                end.zh += &format!("，{open} 条未证明");
            }
            if refused > 0 {
                end.en += &format!("; {refused} of the files not checked");
                end.zh += &format!("；其中 {refused} 个文件未能检查");
            }
            print(&format!("{}\n", end.get(self.lang)));
        }
        match (failed, open) {
            (1.., _) => worst.max(FAILED),
            (0, 1..) if prove == ProofMode::Alone => worst.max(UNSUPPORTED),
            _ => worst,
        }
    }

    fn finding(&self, file: &str, source: &str, finding: &Finding) -> String {
        let Finding {
            game,
            kind,
            span,
            verdict,
            unproved,
        } = finding;
        let line = source[..span.range().start].matches('\n').count() + 1;
        match verdict {
            Ok(status) => {
                let status = match (kind, status) {
                    (&"claim", AnswerStatus::Proved) => {
                        text!("proved for all positions", "对所有局面已证明")
                    }
                    _ => status.text(),
                };
                let why = unproved.as_ref().map(|Text { en, zh }| {
                    text!("; outside the method: {en}", "；不适用该方法：{zh}")
                });
                let why = why.as_ref().map_or("", |why| why.get(self.lang));
                format!(
                    "{file}:{line}: {game}: {kind}: {}{why}\n",
                    status.get(self.lang)
                )
            }
            Err(why) => format!(
                "{file}:{line}: {game}: {kind}\n{}\n",
                why.render(file, source, self.lang, false)
            ),
        }
    }

    fn format(&self, paths: &[PathBuf], write: bool, check: bool, budget: &Budget<'_>) -> u8 {
        let mut worst = 0;
        for path in paths {
            exit::begin_question();
            let asked =
                files::read_named(path, budget).map(|file| requests::format::FormatRequest {
                    file,
                    ..Default::default()
                });
            match asked.and_then(|asked| self.ask(&Request::Format(asked), budget)) {
                Err(error) => {
                    worst = worst.max(self.complain(&error, None));
                    if is_final(&error) {
                        break;
                    }
                }
                Ok(Reply::Formatted(FormatReply { file, changed })) if check => {
                    if changed {
                        print(&format!("{}\n", file.name));
                        worst = worst.max(FAILED);
                    }
                }
                Ok(Reply::Formatted(FormatReply { file, changed }))
                    if write && path != Path::new("-") =>
                {
                    if changed && let Err(error) = write_whole(path, &file.text) {
                        worst = worst.max(self.complain(&error, None));
                    }
                }
                Ok(reply) => print(&reply_text::to_text(&reply, self.lang)),
            }
        }
        worst
    }

    fn games(&self, name: Option<&str>, family: Option<&str>, budget: &Budget<'_>) -> u8 {
        let asked = LibraryRequest {
            name: name.map(str::to_owned),
            family: family.map(str::to_owned),
            ..LibraryRequest::default()
        };
        match self.ask(&Request::Library(asked), budget) {
            Ok(Reply::Listed(LibraryReply::All(entries))) if self.args.json => {
                entries
                    .iter()
                    .for_each(|entry| print(&format!("{}\n", entry.json(self.lang))));
                0
            }
            Ok(reply) => {
                self.print(&reply, &|| reply_text::to_text(&reply, self.lang));
                0
            }
            Err(error) => self.complain(&error, None),
        }
    }

    fn theorem(&self, name: Option<&str>, budget: &Budget<'_>) -> u8 {
        let options = requests::RequestOptions {
            how: CommonOptions {
                lang: self.lang,
                ..CommonOptions::default()
            },
            ..Default::default()
        };
        let asked = TheoremRequest {
            name: name.map(str::to_owned),
            options,
        };
        match self.ask(&Request::Theorem(asked), budget) {
            Ok(reply) => {
                self.print(&reply, &|| match &reply {
                    Reply::Theorems(known) => theorem::to_text(known, self.lang),
                    _ => String::new(),
                });
                0
            }
            Err(error) => self.complain(&error, None),
        }
    }

    fn verify(&self, path: &Path, budget: &Budget<'_>) -> u8 {
        let patient = self.args.time.is_some();
        let asked = files::read(path, budget).map(|text| VerifyRequest {
            text,
            patient,
            ..VerifyRequest::default()
        });
        self.verdict(asked.and_then(|asked| self.ask(&Request::Verify(asked), budget)))
    }

    /// Compares a saved table with the rules.
    fn compare(&self, path: &Path, options: &CommonArgs, budget: &Budget<'_>) -> u8 {
        let compared = files::desk(options, self, budget)
            .and_then(|mut desk| table_file::compare(&mut desk, path, budget));
        self.verdict(compared.map(Reply::Verified))
    }

    /// Prints what came of a certificate or a table, and returns the exit code.
    fn verdict(&self, verified: Result<Reply, SolveError>) -> u8 {
        match verified {
            Err(error) => self.complain(&error, None),
            Ok(reply) => {
                self.print(&reply, &|| reply_text::to_text(&reply, self.lang));
                if matches!(reply, Reply::Verified(VerifyReply::Refused(_))) {
                    FAILED
                } else {
                    0
                }
            }
        }
    }
}

/// Writes the man pages into a directory, each as every other file is written. A directory that is
/// not there was mistyped more often than not.
fn man_pages(directory: &Path) -> Result<(), SolveError> {
    let failed = |why: std::io::Error| {
        let directory = directory.display();
        SolveError::Usage(text!(
            "no man pages can be written into {directory}: {why}",
            "无法把手册页写入 {directory}：{why}"
        ))
    };
    fs::read_dir(directory).map_err(failed)?;
    let pages = tempfile::tempdir().map_err(failed)?;
    clap_mangen::generate_to(Args::command(), &pages).map_err(failed)?;
    for page in fs::read_dir(&pages).map_err(failed)? {
        let page = page.map_err(failed)?;
        write_whole(
            &directory.join(page.file_name()),
            fs::read(page.path()).map_err(failed)?,
        )?;
    }
    Ok(())
}

/// Whether the questions and files that follow would meet the same end.
fn is_final(error: &SolveError) -> bool {
    matches!(
        error,
        SolveError::Stopped(StopReason::Cancelled | StopReason::Time)
    )
}

/// Says before long work that its file could not be written after it.
pub fn expect_to_write(path: &Path) -> Result<(), SolveError> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return Ok(());
    }
    match write_parts(path, &mut |_| Ok(Some(StopReason::Cancelled))) {
        Err(SolveError::Stopped(_)) => Ok(()),
        tried => tried,
    }
}

/// Whether a name means standard output.
pub fn is_output(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Why a question with `--certificate` stands alone.
pub fn lone_certificate(file: Option<&Path>) -> Option<Text> {
    file.map(|_| {
        text!(
            "--certificate takes one question, it holds one answer",
            "--certificate 只能用于一个问题：一份证书只含一个答案"
        )
    })
}

/// Writes a file, whole or not at all, or to standard output where the name is `-`.
pub fn write_or_put(path: &Path, content: &str) -> Result<(), SolveError> {
    if is_output(path) {
        print(content);
        return Ok(());
    }
    write_whole(path, content)
}

/// Writes a file, whole or not at all.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), SolveError> {
    write_parts(path, &mut |file| {
        file.write_all(content.as_ref()).map(|()| None)
    })
}

/// Writes a file, completely or not at all: an interrupted write leaves the old file. The writer
/// may say that it was stopped. If `path` is a link, the file that it leads to is written. A device
/// or pipe is written directly. A read-only file is refused.
pub fn write_parts(
    path: &Path,
    write: &mut dyn FnMut(&mut BufWriter<&fs::File>) -> std::io::Result<Option<StopReason>>,
) -> Result<(), SolveError> {
    let written = FileReplacement::new(path).and_then(|replacement| {
        exit::unfinished(replacement.temporary());
        let mut file = BufWriter::new(replacement.file());
        let stopped = write(&mut file)?;
        file.flush()?;
        drop(file);
        if stopped.is_none() {
            replacement.finish()?;
        }
        Ok(stopped)
    });
    exit::unfinished(None);
    match written {
        Ok(None) => Ok(()),
        Ok(Some(stop)) => Err(SolveError::Stopped(stop)),
        Err(e) => {
            let file = path.display();
            Err(SolveError::Usage(text!(
                "{file} cannot be written: {e}",
                "无法写入 {file}：{e}"
            )))
        }
    }
}
