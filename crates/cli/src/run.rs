//! Runs a command: reads, asks, writes, and chooses the exit code.

use std::cell::RefCell;
use std::fs;
use std::io::{BufWriter, IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use base::budget::{Budget, Stop};
use base::diagnostic::render_all;
use base::text;
use base::text::{Lang, Text};
use base::visible::escape;
use base::watch;
use clap::CommandFactory;
use grundy::Error;
use grundy::check::{Finding, Report};
use grundy::status::Status;
use requests::check::{Check, Claims};
use requests::explain::Explain;
use requests::format::Formatted;
use requests::library::{Library, Listed};
use requests::look::LookOptions;
use requests::open::File;
use requests::solve::{Moves, Solve};
use requests::table::Table;
use requests::theorem::Theorem;
use requests::verify::{Verified, Verify};
use requests::why::Why;
use requests::{Asked, Desk, How, Question, Reply, Request, error_json, error_words};

use crate::args::{Args, Command, Language, Options, Questions};
use crate::batch::Batch;
use crate::ending::{self, Messages};
use crate::limits::Limits;
use crate::output::{self, answer_by, put, put_bytes};
use crate::replacement::Replacement;
use crate::system::System;
use crate::{
    complete, course, files, heap, help, judge, law, misere, nim, play, same, saved, tables,
    theorem, why, words,
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
pub struct Face<'a> {
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
        Some(Language::En) => Lang::En,
        Some(Language::Zh) => Lang::Zh,
        None => help::locale(),
    };
    let color = stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    output::set_json(args.json);
    let face = Face {
        args,
        lang,
        color,
        far: RefCell::new(None),
    };
    let time = match &args.command {
        Command::Play(_) => args.time.map(|time| time.max(play::MIN_SECONDS)),
        _ => args.time,
    };
    let limits = Limits::new(time, args.memory);
    ending::prepare(face.messages());
    limits.watch(args.command.is_dialogue());
    let stop = || limits.stop();
    let progress = |done, whole| limits.progress(done, whole);
    let held = || limits.held();
    let note = |far| *face.far.borrow_mut() = Some(far);
    let stage = |stage: Text| limits.stage(stage.get(lang).to_owned());
    let budget = Budget::new(args.memory, &stop, &progress)
        .beside(&held)
        .noting(&note)
        .staging(&stage);
    let code = watch::within(limits.for_watch(), || face.command(&budget, &limits));
    limits.finish();
    // All is said: nobody ends the program from outside any more.
    std::mem::forget(ending::writing());
    ExitCode::from(code)
}

/// Whether `check` proves claims.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prove {
    Not,
    /// Beside all else.
    Too,
    /// And nothing else.
    Alone,
}

impl Face<'_> {
    /// What is said when the program is ended from outside: the same as when a computation stops by
    /// itself.
    fn messages(&self) -> Messages {
        let message = |stop: Stop| {
            let error = Error::Stopped(stop);
            if self.args.json {
                format!("{}\n", error_json(&error, None, None, self.lang))
            } else {
                format!("{}\n", error.render(self.lang, self.color))
            }
        };
        Messages {
            on_output: self.args.json,
            clear: if stderr().is_terminal() {
                "\r\u{1b}[2K"
            } else {
                ""
            },
            time: message(Stop::Time),
            memory: message(Stop::Memory(self.args.memory, self.args.memory)),
            interrupt: message(Stop::Cancelled),
        }
    }

    fn command(&self, budget: &Budget<'_>, limits: &Limits) -> u8 {
        match &self.args.command {
            Command::Solve {
                questions,
                options,
                winner,
                value,
                certificate,
            } => {
                let lone = lone_certificate(certificate.as_deref());
                let own = Solve {
                    winner: *winner,
                    certificate: certificate.is_some(),
                    value: *value,
                };
                let request =
                    |question, how| Ok(Request::Solve(Question::of(question, how, own.clone())));
                self.each(
                    (questions, options, lone),
                    (budget, limits),
                    &request,
                    &mut |mut reply| {
                        let text = match &mut reply {
                            Reply::Solved(solved) => {
                                self.taken(certificate.as_deref(), &mut solved.certificate)
                            }
                            _ => None,
                        };
                        self.certified(&reply, text, &|| words::of(&reply, self.lang))
                    },
                )
            }
            Command::Moves {
                questions,
                options,
                losing,
                all,
            } => {
                let own = Moves { losing: *losing };
                let request = |question, how| {
                    Ok(match all {
                        true => Request::Look(Question::of(
                            question,
                            how,
                            LookOptions {
                                picture: false,
                                ..LookOptions::default()
                            },
                        )),
                        false => Request::Moves(Question::of(question, how, own.clone())),
                    })
                };
                self.each(
                    (questions, options, None),
                    (budget, limits),
                    &request,
                    &mut |reply| {
                        self.print(&reply, &|| words::of(&reply, self.lang));
                        Ok(())
                    },
                )
            }
            Command::Table {
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
                let own = Table {
                    outcomes: *outcomes,
                    value: shown.value,
                    minus: shown.minus.clone(),
                    save: save.clone(),
                    ..Table::default()
                };
                let request =
                    |question, how| Ok(Request::Table(Question::of(question, how, own.clone())));
                self.each(
                    (questions, options, lone),
                    (budget, limits),
                    &request,
                    &mut |reply| {
                        match &reply {
                            Reply::Table(table) if !self.args.json => {
                                let write = tables::writer(table, *format, self.lang)
                                    .map_err(Error::Usage)?;
                                answer_by(&mut |out| write(out));
                            }
                            reply => self.print(reply, &|| words::of(reply, self.lang)),
                        }
                        Ok(())
                    },
                )
            }
            Command::Chart(args) => self.chart(args, (budget, limits)),
            Command::Draw(args) => self.draw(args, (budget, limits)),
            Command::Graph(args) => self.graph(args, (budget, limits)),
            Command::Export(args) => self.export(args, (budget, limits)),
            Command::Big(args) => crate::big::big(self, args, (budget, limits)),
            Command::Stats(args) => self.stats(args, (budget, limits)),
            Command::Explain {
                questions,
                options,
                analyze,
                all,
            } => {
                let own = Explain { analyze: *analyze };
                let request =
                    |question, how| Ok(Request::Explain(Question::of(question, how, own.clone())));
                self.each(
                    (questions, options, None),
                    (budget, limits),
                    &request,
                    &mut |reply| {
                        self.print(&reply, &|| match &reply {
                            Reply::Explained(explained) => {
                                words::explanation(explained, *all, self.lang)
                            }
                            _ => String::new(),
                        });
                        Ok(())
                    },
                )
            }
            Command::Why { questions, options } => {
                let request = |question, how| Ok(Request::Why(Question::of(question, how, Why {})));
                self.each(
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
            Command::Theorem { name } => self.theorem(name.as_deref(), budget),
            Command::Heap(args) => heap::heap(self, args, (budget, limits)),
            Command::Law(args) => law::law(self, args, (budget, limits)),
            Command::Prove {
                rules,
                for_all,
                options,
            } => {
                let claims = Claims {
                    positions: None,
                    prove: true,
                    for_all: for_all.clone(),
                };
                self.check(rules, (claims, Prove::Alone), options, budget)
            }
            Command::Same(args) => same::same(self, args, budget),
            Command::Misere(args) => misere::misere(self, args, (budget, limits)),
            Command::Judge(problem) => judge::judge(self, problem, budget),
            Command::Nim(args) => nim::nim(self, args, budget),
            Command::Play(game) => play::play(self, game, budget),
            Command::Reply(args) => course::reply(self, args, budget),
            Command::Review(args) => course::review(self, args, budget),
            #[cfg(feature = "serve")]
            Command::Serve(asked) => crate::serving::serve(self, asked, budget),
            Command::Check {
                rules,
                positions,
                prove,
                options,
            } => {
                let claims = Claims {
                    positions: Some(*positions),
                    prove: *prove,
                    for_all: None,
                };
                self.check(
                    rules,
                    (claims, if *prove { Prove::Too } else { Prove::Not }),
                    options,
                    budget,
                )
            }
            Command::Fmt {
                files,
                write,
                check,
            } => self.format(files, *write, *check, budget),
            Command::Games { name, family } => {
                self.games(name.as_deref(), family.as_deref(), budget)
            }
            Command::Verify { file } => self.verify(file, budget),
            Command::Completions { shell } => {
                // The generator panics if its reader goes away, so that it writes into memory.
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut complete::command(), "grundy", &mut script);
                put_bytes(&script);
                0
            }
            Command::Man { directory } => match man_pages(directory) {
                Ok(()) => 0,
                Err(error) => self.complain(&error, None),
            },
        }
    }

    /// Answers every question; the exit code is that of the worst. `lone` is said where there is
    /// more than one and only one may be.
    pub(crate) fn each(
        &self,
        (questions, options, lone): (&Questions, &Options, Option<Text>),
        (budget, limits): (&Budget<'_>, &Limits),
        request: &dyn Fn(String, How) -> Result<Request, Error>,
        show: &mut dyn FnMut(Reply) -> Result<(), Error>,
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
                Ok(_) => return self.complain(&Error::Usage(lone), None),
                Err(error) => return self.complain(&error, None),
            }
        }
        let (system, how) = match files::how(options, self, budget) {
            Ok(how) => (System::new(), how),
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
        (budget, limits): (&Budget<'_>, &Limits),
        answer: &mut dyn FnMut(&str) -> Result<(), Error>,
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
                    return self.complain(&Error::Usage(none), None);
                }
                Ok(None) => {
                    ending::all_said();
                    return worst;
                }
                Err(error) => return worst.max(self.complain(&error, None)),
            };
            ending::asked();
            self.far.take();
            if !is_first && !self.args.json {
                put("\n");
            }
            is_first = false;
            if let Err(error) = budget
                .ask()
                .map_err(Error::Stopped)
                .and_then(|()| answer(&posed.question))
            {
                limits.finish();
                worst = worst.max(self.complain(&error, posed.of_batch(batch)));
                if is_final(&error) {
                    if matches!(error, Error::Stopped(Stop::Time)) {
                        self.all_met(&error, batch);
                    }
                    return worst;
                }
            }
        }
    }

    /// Reports the same error for every remaining question, so that a program that reads one answer
    /// a line finds as many as it asked.
    fn all_met(&self, error: &Error, batch: &mut Batch) {
        let rest = batch.rest();
        let said: String = rest
            .iter()
            .map(|posed| self.said(error, posed.of_batch(batch)))
            .collect();
        if self.args.json {
            put(&said);
        } else {
            let _whole = ending::writing();
            let _ = stderr().write_all(said.as_bytes());
        }
    }

    /// Answers one request of a command that asks no more.
    fn ask(&self, request: &Request, budget: &Budget<'_>) -> Result<Reply, Error> {
        Desk::new(None).answer(request, budget, &System::new())
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
    pub(crate) fn taken<'f>(
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
    ) -> Result<(), Error> {
        if let Some((file, text)) = taken {
            write_or_put(file, &text)?;
            if is_output(file) {
                let _whole = ending::answering();
                let _ = write!(stderr(), "{}", escape(&words()));
                return Ok(());
            }
        }
        self.print(reply, words);
        Ok(())
    }

    /// An error as it is written, with its end of line.
    fn said(&self, error: &Error, asked: Option<Asked<'_>>) -> String {
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
    pub fn complain(&self, error: &Error, asked: Option<Asked<'_>>) -> u8 {
        let said = self.said(error, asked);
        if self.args.json {
            answer_by(&mut |out| out.write_all(said.as_bytes()));
        } else {
            let _whole = ending::answering();
            let _ = stderr().write_all(said.as_bytes());
        }
        match error {
            Error::Stopped(Stop::Cancelled) => INTERRUPTED,
            Error::Stopped(_) => LIMIT,
            Error::Unsupported(_) => UNSUPPORTED,
            Error::Bug(_) => BUG,
            Error::WrongFile(_) => FAILED,
            _ => WRONG,
        }
    }

    fn check(
        &self,
        paths: &[PathBuf],
        (claims, prove): (Claims, Prove),
        options: &Options,
        budget: &Budget<'_>,
    ) -> u8 {
        let mut worst = 0;
        let (mut held, mut failed, mut refused, mut open) = (0, 0, 0, 0);
        let is_certificate =
            |path: &PathBuf| path.extension().is_some_and(|ending| ending == "cert");
        let is_evidence = |path: &PathBuf| is_certificate(path) || saved::is_table(path);
        let verify = |path: &PathBuf| {
            if is_certificate(path) {
                self.verify(path, budget)
            } else {
                self.compare(path, options, budget)
            }
        };
        if paths.iter().all(is_evidence) {
            for path in paths {
                ending::asked();
                worst = worst.max(verify(path));
            }
            return worst;
        }
        for (number, path) in paths.iter().enumerate() {
            ending::asked();
            if is_evidence(path) {
                let code = verify(path);
                failed += usize::from(code == FAILED);
                held += usize::from(code == 0);
                worst = worst.max(code);
                continue;
            }
            let checked = files::desk(options, self, budget).and_then(|mut desk| {
                let options = requests::Options {
                    how: files::how(options, self, budget)?,
                    own: claims.clone(),
                };
                let asked = Check {
                    file: Some(files::named(path, budget)?),
                    options,
                };
                match desk.answer(&Request::Check(asked), budget, &System::new())? {
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
                let File { name, text: source } = &checked.file;
                let Report { findings, warnings } = &checked.report;
                let findings: Vec<&Finding> = findings
                    .iter()
                    .filter(|found| prove != Prove::Alone || found.kind == "claim")
                    .collect();
                if self.args.json {
                    put(&format!("{}\n", checked.json(self.lang)));
                } else {
                    if !warnings.is_empty() {
                        let _ = writeln!(
                            stderr(),
                            "{}",
                            render_all(warnings, name, source, self.lang, self.color)
                        );
                    }
                    for &finding in &findings {
                        put(&self.finding(name, source, finding));
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
            put(&format!("{}\n", end.get(self.lang)));
        }
        match (failed, open) {
            (1.., _) => worst.max(FAILED),
            (0, 1..) if prove == Prove::Alone => worst.max(UNSUPPORTED),
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
                    (&"claim", Status::Proved) => {
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
            ending::asked();
            let asked = files::named(path, budget).map(|file| requests::format::Format {
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
                Ok(Reply::Formatted(Formatted { file, changed })) if check => {
                    if changed {
                        put(&format!("{}\n", file.name));
                        worst = worst.max(FAILED);
                    }
                }
                Ok(Reply::Formatted(Formatted { file, changed }))
                    if write && path != Path::new("-") =>
                {
                    if changed && let Err(error) = write_whole(path, &file.text) {
                        worst = worst.max(self.complain(&error, None));
                    }
                }
                Ok(reply) => put(&words::of(&reply, self.lang)),
            }
        }
        worst
    }

    fn games(&self, name: Option<&str>, family: Option<&str>, budget: &Budget<'_>) -> u8 {
        let asked = Library {
            name: name.map(str::to_owned),
            family: family.map(str::to_owned),
            ..Library::default()
        };
        match self.ask(&Request::Library(asked), budget) {
            Ok(Reply::Listed(Listed::All(entries))) if self.args.json => {
                entries
                    .iter()
                    .for_each(|entry| put(&format!("{}\n", entry.json(self.lang))));
                0
            }
            Ok(reply) => {
                self.print(&reply, &|| words::of(&reply, self.lang));
                0
            }
            Err(error) => self.complain(&error, None),
        }
    }

    fn theorem(&self, name: Option<&str>, budget: &Budget<'_>) -> u8 {
        let options = requests::Options {
            how: How {
                lang: self.lang,
                ..How::default()
            },
            ..Default::default()
        };
        let asked = Theorem {
            name: name.map(str::to_owned),
            options,
        };
        match self.ask(&Request::Theorem(asked), budget) {
            Ok(reply) => {
                self.print(&reply, &|| match &reply {
                    Reply::Theorems(known) => theorem::known(known, self.lang),
                    _ => String::new(),
                });
                0
            }
            Err(error) => self.complain(&error, None),
        }
    }

    fn verify(&self, path: &Path, budget: &Budget<'_>) -> u8 {
        let patient = self.args.time.is_some();
        let asked = files::read(path, budget).map(|text| Verify {
            text,
            patient,
            ..Verify::default()
        });
        self.verdict(asked.and_then(|asked| self.ask(&Request::Verify(asked), budget)))
    }

    /// Compares a saved table with the rules.
    fn compare(&self, path: &Path, options: &Options, budget: &Budget<'_>) -> u8 {
        let compared = files::desk(options, self, budget)
            .and_then(|mut desk| saved::compare(&mut desk, path, budget));
        self.verdict(compared.map(Reply::Verified))
    }

    /// Prints what came of a certificate or a table, and returns the exit code.
    fn verdict(&self, verified: Result<Reply, Error>) -> u8 {
        match verified {
            Err(error) => self.complain(&error, None),
            Ok(reply) => {
                self.print(&reply, &|| words::of(&reply, self.lang));
                if matches!(reply, Reply::Verified(Verified::Refused(_))) {
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
fn man_pages(directory: &Path) -> Result<(), Error> {
    let failed = |why: std::io::Error| {
        let directory = directory.display();
        Error::Usage(text!(
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
fn is_final(error: &Error) -> bool {
    matches!(error, Error::Stopped(Stop::Cancelled | Stop::Time))
}

/// Says before long work that its file could not be written after it.
pub fn expect_to_write(path: &Path) -> Result<(), Error> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return Ok(());
    }
    match write_parts(path, &mut |_| Ok(Some(Stop::Cancelled))) {
        Err(Error::Stopped(_)) => Ok(()),
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
pub fn write_or_put(path: &Path, content: &str) -> Result<(), Error> {
    if is_output(path) {
        put(content);
        return Ok(());
    }
    write_whole(path, content)
}

/// Writes a file, whole or not at all.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Error> {
    write_parts(path, &mut |file| {
        file.write_all(content.as_ref()).map(|()| None)
    })
}

/// Writes a file, completely or not at all: an interrupted write leaves the old file. The writer
/// may say that it was stopped. If `path` is a link, the file that it leads to is written. A device
/// or pipe is written directly. A read-only file is refused.
pub fn write_parts(
    path: &Path,
    write: &mut dyn FnMut(&mut BufWriter<&fs::File>) -> std::io::Result<Option<Stop>>,
) -> Result<(), Error> {
    let written = Replacement::new(path).and_then(|replacement| {
        ending::unfinished(replacement.temporary());
        let mut file = BufWriter::new(replacement.file());
        let stopped = write(&mut file)?;
        file.flush()?;
        drop(file);
        if stopped.is_none() {
            replacement.finish()?;
        }
        Ok(stopped)
    });
    ending::unfinished(None);
    match written {
        Ok(None) => Ok(()),
        Ok(Some(stop)) => Err(Error::Stopped(stop)),
        Err(e) => {
            let file = path.display();
            Err(Error::Usage(text!(
                "{file} cannot be written: {e}",
                "无法写入 {file}：{e}"
            )))
        }
    }
}
