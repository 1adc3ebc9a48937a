//! Runs a command: reads, asks, writes, and chooses the exit code.

use std::fs;
use std::io::{BufWriter, IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use base::budget::{Budget, Stop};
use base::diagnostic::render_all;
use base::text;
use base::text::{Lang, Text};
use clap::CommandFactory;
use grundy::check::Finding;
use grundy::{Asked, Error, Session, json};
use rules::parser::parse_file;
use rules::printer::print_file;
use rules::world::{Missing, Refusal};
use unicode_width::UnicodeWidthStr;

use crate::args::{Args, Command, Format, Language, Options};
use crate::ending::{self, Messages};
use crate::limits::Limits;
use crate::saved;
use crate::{files, heap, judge, nim, play, tables, words};

/// A check failed.
pub const FAILED: u8 = 1;
/// The question or a file is wrong.
const WRONG: u8 = 2;
/// No method answers.
const UNSUPPORTED: u8 = 3;
/// A limit was reached.
pub const LIMIT: u8 = 4;
/// This program is wrong.
const BUG: u8 = 70;
/// Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// What a face needs besides the command.
pub struct Face<'a> {
    /// The arguments.
    pub args: &'a Args,
    /// The language of messages.
    pub lang: Lang,
    color: bool,
}

/// Runs the command that the arguments name.
pub fn run(args: &Args) -> ExitCode {
    let lang = match args.lang {
        Some(Language::En) => Lang::En,
        Some(Language::Zh) => Lang::Zh,
        None => locale(),
    };
    let color = stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let face = Face { args, lang, color };
    let limits = Limits::new(args.time, args.memory);
    ending::prepare(face.messages());
    limits.watch(matches!(&args.command, Command::Play(_)));
    let stop = || limits.stop();
    let progress = |done, whole| limits.progress(done, whole);
    let held = || limits.held();
    let budget = Budget::new(args.memory, &stop, &progress).beside(&held);
    let code = face.command(&budget, &limits);
    limits.finish();
    // All is said: nobody ends the program from outside any more.
    std::mem::forget(ending::writing());
    ExitCode::from(code)
}

/// The language of the locale, by the order in which POSIX looks.
fn locale() -> Lang {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    set.map_or(Lang::En, |locale| Lang::from_locale(&locale))
}

impl Face<'_> {
    /// What is said when the program is ended from outside: the same as when a computation stops by itself.
    fn messages(&self) -> Messages {
        let message = |stop: Stop| {
            let error = Error::Stopped(stop);
            if self.args.json {
                format!("{}\n", json::error(&error, self.lang))
            } else {
                format!("{}\n", error.render(self.lang, self.color))
            }
        };
        Messages {
            on_output: self.args.json,
            clear: if stderr().is_terminal() { "\r\u{1b}[2K" } else { "" },
            time: message(Stop::Time),
            memory: message(Stop::Memory(self.args.memory, self.args.memory)),
            interrupt: message(Stop::Cancelled),
        }
    }

    fn command(&self, budget: &Budget<'_>, limits: &Limits) -> u8 {
        match &self.args.command {
            Command::Solve { questions, options, winner, certificate } => {
                let lone = certificate.as_ref().map(|_| {
                    text!("--certificate takes one question, it holds one answer", "--certificate 只能用于一个问题：一份证书只含一个答案")
                });
                self.each(questions, options, (budget, limits), lone, &mut |session, question| {
                    let started = Instant::now();
                    let answer = match certificate {
                        None => session.solve(question, Asked { moves: false, winner_only: *winner }, budget)?,
                        Some(path) => {
                            let (answer, text) = session.certify(question, budget)?;
                            write_whole(path, &text)?;
                            answer
                        }
                    };
                    let (seconds, world) = (started.elapsed().as_secs_f64(), &session.world);
                    self.print(&json::answer(&answer, world, seconds, self.lang), &words::answer(&answer, world, self.lang));
                    Ok(())
                })
            }
            Command::Moves { questions, options } => self.each(questions, options, (budget, limits), None, &mut |session, question| {
                let started = Instant::now();
                let answer = session.solve(question, Asked { moves: true, winner_only: true }, budget)?;
                let (seconds, world) = (started.elapsed().as_secs_f64(), &session.world);
                self.print(&json::answer(&answer, world, seconds, self.lang), &words::moves(&answer, world, self.lang));
                Ok(())
            }),
            Command::Table { questions, options, save: Some(path), .. } => {
                let lone = text!("--save takes one question, a file holds one table", "--save 只能用于一个问题：一个文件只存一张表");
                self.each(questions, options, (budget, limits), Some(lone), &mut |session, question| {
                    let (bytes, positions) = saved::save(session, question, path, budget)?;
                    let file = path.display();
                    let shown = text!("{file}: {positions} positions, {bytes} bytes", "{file}：{positions} 个局面，{bytes} 字节");
                    let json = serde_json::json!({ "file": file.to_string(), "positions": positions, "bytes": bytes });
                    self.print(&json, &format!("{}\n", shown.get(self.lang)));
                    Ok(())
                })
            }
            Command::Table { questions, options, outcomes, format, save: None } => {
                self.each(questions, options, (budget, limits), None, &mut |session, question| {
                    let table = session.table(question, *outcomes, budget)?;
                    let format = if self.args.json { Format::Json } else { *format };
                    let write = tables::writer(&table, &session.world, format, self.lang).map_err(Error::Usage)?;
                    put_by(&mut |out| write(out));
                    Ok(())
                })
            }
            Command::Chart(args) => self.chart(args, (budget, limits)),
            Command::Graph(args) => self.graph(args, (budget, limits)),
            Command::Stats(args) => self.stats(args, (budget, limits)),
            Command::Explain { questions, options, analyze } => {
                self.each(questions, options, (budget, limits), None, &mut |session, question| {
                    let started = Instant::now();
                    let plan = session.explain(question, *analyze, budget)?;
                    let (seconds, world) = (started.elapsed().as_secs_f64(), &session.world);
                    let words = words::explanation(&plan, world, Some(seconds), self.lang);
                    self.print(&json::explanation(&plan, world, seconds, self.lang), &words);
                    Ok(())
                })
            }
            Command::Heap(args) => heap::heap(self, args, (budget, limits)),
            Command::Judge(problem) => judge::judge(self, problem, budget),
            Command::Nim(args) => nim::nim(self, args, budget),
            Command::Play(game) => play::play(self, game, budget),
            Command::Check { rules, positions, options } => self.check(rules, *positions, options, budget),
            Command::Fmt { files, write, check } => self.format(files, *write, *check, budget),
            Command::Games { name } => self.games(name.as_deref()),
            Command::Verify { file } => self.verify(file, budget),
            Command::Completions { shell } => {
                clap_complete::generate(*shell, &mut Args::command(), "grundy", &mut stdout());
                0
            }
        }
    }

    /// Answers every question; the exit code is that of the worst. `lone` is said where there is more than one and only one may be.
    pub(crate) fn each(
        &self,
        questions: &crate::args::Questions,
        options: &Options,
        (budget, limits): (&Budget<'_>, &Limits),
        lone: Option<Text>,
        answer: &mut dyn FnMut(&mut Session, &str) -> Result<(), Error>,
    ) -> u8 {
        let prepared = files::session(options, budget).and_then(|session| Ok((session, files::questions(questions, budget)?)));
        let (mut session, list) = match prepared {
            Ok(prepared) => prepared,
            Err(error) => return self.complain(&error),
        };
        if list.is_empty() {
            return self.complain(&Error::Usage(text!("no question was given; try grundy --help", "没有给出问题；请看 grundy --help")));
        }
        if let (Some(lone), true) = (lone, list.len() > 1) {
            return self.complain(&Error::Usage(lone));
        }
        let mut worst = 0;
        for (i, question) in list.iter().enumerate() {
            if i > 0 && !self.args.json {
                put("\n");
            }
            let result = budget.ask().map_err(Error::Stopped).and_then(|()| answer(&mut session, question));
            limits.finish();
            if let Err(error) = result {
                worst = worst.max(self.complain(&error));
                if is_final(&error) {
                    break;
                }
            }
        }
        worst
    }

    pub(crate) fn print(&self, json: &serde_json::Value, words: &str) {
        if self.args.json { put(&format!("{json}\n")) } else { put(words) }
    }

    /// Writes an error where it belongs and returns its exit code.
    pub fn complain(&self, error: &Error) -> u8 {
        if self.args.json {
            put(&format!("{}\n", json::error(error, self.lang)));
        } else {
            let _whole = ending::writing();
            let _ = writeln!(stderr(), "{}", error.render(self.lang, self.color));
        }
        if let Error::Stopped(_) = error {
            ending::told();
        }
        match error {
            Error::Stopped(Stop::Cancelled) => INTERRUPTED,
            Error::Stopped(_) => LIMIT,
            Error::Unsupported(_) => UNSUPPORTED,
            Error::Bug(_) => BUG,
            _ => WRONG,
        }
    }

    fn check(&self, paths: &[PathBuf], positions: usize, options: &Options, budget: &Budget<'_>) -> u8 {
        let mut worst = 0;
        let (mut held, mut failed, mut refused) = (0, 0, 0);
        let is_certificate = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "cert");
        if paths.iter().all(is_certificate) {
            for path in paths {
                worst = worst.max(self.verify(path, budget));
            }
            return worst;
        }
        for (number, path) in paths.iter().enumerate() {
            if is_certificate(path) {
                let code = self.verify(path, budget);
                failed += usize::from(code == FAILED);
                held += usize::from(code == 0);
                worst = worst.max(code);
                continue;
            }
            let checked = files::session(options, budget).and_then(|mut session| {
                let source = files::read(path, budget)?;
                let name = path.display().to_string();
                let names = session.load_rules(&name, &source)?;
                let report = session.check(&names, positions, budget)?;
                Ok((name, source, report))
            });
            let (name, source, report) = match checked {
                Ok(checked) => checked,
                Err(error) => {
                    worst = worst.max(self.complain(&error));
                    if is_final(&error) {
                        refused += paths.len() - number;
                        break;
                    }
                    refused += 1;
                    continue;
                }
            };
            if self.args.json {
                put(&format!("{}\n", json::report(&name, &source, &report, self.lang)));
            } else {
                if !report.warnings.is_empty() {
                    let _ = writeln!(stderr(), "{}", render_all(&report.warnings, &name, &source, self.lang, self.color));
                }
                for finding in &report.findings {
                    put(&self.finding(&name, &source, finding));
                }
            }
            held += report.findings.iter().filter(|f| f.verdict.is_ok()).count();
            failed += report.findings.iter().filter(|f| f.verdict.is_err()).count();
        }
        if !self.args.json {
            let files = paths.len();
            let mut end = text!("{held} hold, {failed} fail", "{held} 条成立，{failed} 条不成立");
            if files > 1 {
                end = text!("{files} files: {held} hold, {failed} fail", "{files} 个文件：{held} 条成立，{failed} 条不成立");
            }
            if refused > 0 {
                end.en += &format!("; {refused} of the files not checked");
                end.zh += &format!("；其中 {refused} 个文件未能检查");
            }
            put(&format!("{}\n", end.get(self.lang)));
        }
        if failed > 0 { worst.max(FAILED) } else { worst }
    }

    fn finding(&self, file: &str, source: &str, finding: &Finding) -> String {
        let Finding { game, kind, span, verdict } = finding;
        let line = source[..span.range().start].matches('\n').count() + 1;
        match verdict {
            Ok(status) => {
                let status = status.text();
                format!("{file}:{line}: {game}: {kind}: {}\n", status.get(self.lang))
            }
            Err(why) => format!("{file}:{line}: {game}: {kind}\n{}\n", why.render(file, source, self.lang, false)),
        }
    }

    fn format(&self, paths: &[PathBuf], write: bool, check: bool, budget: &Budget<'_>) -> u8 {
        let mut worst = 0;
        for path in paths {
            let name = path.display().to_string();
            let printed = files::read(path, budget).and_then(|source| match parse_file(&source) {
                Ok(file) => Ok((print_file(&file), source)),
                Err(diagnostics) => Err(Error::Refused(Refusal::new(&name, &source, diagnostics))),
            });
            match printed {
                Err(error) => {
                    worst = worst.max(self.complain(&error));
                    if is_final(&error) {
                        break;
                    }
                }
                Ok((text, source)) if check => {
                    if text != source {
                        put(&format!("{name}\n"));
                        worst = worst.max(FAILED);
                    }
                }
                Ok((text, source)) if write && path != Path::new("-") => {
                    if text != source
                        && let Err(error) = write_whole(path, &text)
                    {
                        worst = worst.max(self.complain(&error));
                    }
                }
                Ok((text, _)) => put(&text),
            }
        }
        worst
    }

    fn games(&self, name: Option<&str>) -> u8 {
        let mut session = Session::new();
        let Some(name) = name else {
            for declared in session.world.declarations() {
                let note = declared.decl.items.iter().find_map(|item| match &item.kind {
                    rules::ast::ItemKind::Note(note) => Some(note.text.as_str()),
                    _ => None,
                });
                let (game, file) = (&declared.decl.name.text, &declared.source.name);
                if self.args.json {
                    put(&format!("{}\n", serde_json::json!({ "game": game, "file": file, "note": note })));
                } else {
                    let gap = " ".repeat(24usize.saturating_sub(game.width()));
                    put(&format!("{game}{gap} {}\n", note.unwrap_or_default()));
                }
            }
            for kind in session.world.structures() {
                let (name, about) = (kind.name(), kind.about());
                if self.args.json {
                    let (about, example) = (about.get(self.lang), kind.example());
                    put(&format!("{}\n", serde_json::json!({ "structure": name, "note": about, "example": example })));
                } else {
                    let shown = format!("{name}(...)");
                    put(&format!("{shown:24} {}\n", about.get(self.lang)));
                }
            }
            return 0;
        };
        if let Some(kind) = session.world.structure(name) {
            let (name, about, example) = (kind.name(), kind.about().get(self.lang).to_owned(), kind.example());
            let object = serde_json::json!({ "structure": name, "note": about, "example": example });
            self.print(&object, &format!("{about}\n{example}\n"));
            return 0;
        }
        if let Some(declared) = session.world.declared(name) {
            let (game, file, text) = (&declared.decl.name.text, &declared.source.name, &declared.source.text);
            self.print(&serde_json::json!({ "game": game, "file": file, "text": text }), text);
            return 0;
        }
        let missing = match session.world.instantiate(name, Vec::new()) {
            Err(Missing::Here(message)) => message,
            _ => text!("no game is called `{name}`", "没有名为 `{name}` 的游戏"),
        };
        self.complain(&Error::Usage(missing))
    }

    fn verify(&self, path: &Path, budget: &Budget<'_>) -> u8 {
        let text = match files::read(path, budget) {
            Ok(text) => text,
            Err(error) => return self.complain(&error),
        };
        match certificate::parse(&text).and_then(|parsed| parsed.check(budget)) {
            Ok(checked) => {
                let entries = checked.entries;
                let words = text!("holds: {entries} rows checked", "成立：已核验 {entries} 行");
                let claim = checked.claim.get(self.lang);
                let object =
                    serde_json::json!({ "holds": true, "claim": claim, "rows": entries, "rests_on": checked.rests_on.get(self.lang) });
                self.print(&object, &format!("{claim}\n{}\n{}\n", checked.rests_on.get(self.lang), words.get(self.lang)));
                0
            }
            Err(certificate::Refused::Stopped(stop)) => self.complain(&Error::Stopped(stop)),
            Err(refused) => {
                let why = refused.text();
                let words = text!("refused", "拒绝");
                let object = serde_json::json!({ "holds": false, "why": why.get(self.lang) });
                self.print(&object, &format!("{}: {}\n", words.get(self.lang), why.get(self.lang)));
                FAILED
            }
        }
    }
}

/// Whether the questions and files that follow would meet the same end.
fn is_final(error: &Error) -> bool {
    matches!(error, Error::Stopped(Stop::Cancelled | Stop::Time))
}

/// Writes to standard output. A reader that went away ends the program quietly; output that cannot be written is an error.
pub fn put(text: &str) {
    put_by(&mut |out| out.write_all(text.as_bytes()));
}

/// The same for what is too long for one text.
pub fn put_by(write: &mut dyn FnMut(&mut dyn Write) -> std::io::Result<()>) {
    let _whole = ending::writing();
    if !taken(write) {
        std::process::exit(0);
    }
}

/// The same to a program that may not listen any more; whether it does is not told, for what it says itself decides.
pub fn put_to_program(text: &str) {
    let _whole = ending::writing();
    taken(&mut |out| out.write_all(text.as_bytes()));
}

/// Writes to standard output; false where the reader has closed it. Any other error ends the program.
fn taken(write: &mut dyn FnMut(&mut dyn Write) -> std::io::Result<()>) -> bool {
    let mut out = BufWriter::new(stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Ok(()) => true,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => false,
        Err(error) => {
            let _ = writeln!(stderr(), "grundy: {error}");
            std::process::exit(WRONG.into());
        }
    }
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

/// Writes a file, whole or not at all.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Error> {
    write_parts(path, &mut |file| file.write_all(content.as_ref()).map(|()| None))
}

/// Writes a file beside its place first, so that an interrupted write loses nothing; the writer may say that it was stopped. What a link
/// leads to is written, not the link; what is no file, such as a device, is written to as it is; what is read-only is left alone.
pub fn write_parts(path: &Path, write: &mut dyn FnMut(&mut BufWriter<fs::File>) -> std::io::Result<Option<Stop>>) -> Result<(), Error> {
    let there = fs::metadata(path).ok();
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut beside = place.as_os_str().to_owned();
    beside.push(".part");
    let beside = Path::new(&beside);
    let whole = there.as_ref().is_none_or(fs::Metadata::is_file);
    ending::unfinished(whole.then_some(beside));
    let written = match there {
        Some(there) if there.permissions().readonly() => Err(std::io::ErrorKind::PermissionDenied.into()),
        _ => fs::File::create(if whole { beside } else { path }).and_then(|file| {
            let mut file = BufWriter::new(file);
            let stopped = write(&mut file)?;
            file.flush()?;
            if stopped.is_none() && whole {
                fs::rename(beside, &place)?;
            }
            Ok(stopped)
        }),
    };
    if whole && !matches!(written, Ok(None)) {
        // What cannot be taken away was never there, or stays beside its place.
        let _ = fs::remove_file(beside);
    }
    ending::unfinished(None);
    match written {
        Ok(None) => Ok(()),
        Ok(Some(stop)) => Err(Error::Stopped(stop)),
        Err(e) => {
            let file = path.display();
            Err(Error::Usage(text!("{file} cannot be written: {e}", "无法写入 {file}：{e}")))
        }
    }
}
