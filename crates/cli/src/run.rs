//! Runs a command: reads its input, sends the requests, writes the replies, and chooses the exit
//! code.

use std::fs;
use std::path::{Path, PathBuf};

use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use base::thread_limit;
use clap::CommandFactory;
use grundy::SolveError;
use requests::answer_text::{self, tables};
use requests::check::CheckRequestOptions;
use requests::explain::ExplainOptions;
use requests::format::{FormatReply, FormatRequest};
use requests::library::{LibraryReply, LibraryRequest};
use requests::look::LookOptions;
use requests::solve::{MovesOptions, SolveRequestOptions};
use requests::table::TableOptions;
use requests::term::TermRequest;
use requests::theorem::TheoremRequest;
use requests::why::WhyOptions;
use requests::{CommonOptions, Reply, Request, RequestOptions};

use crate::args::{Args, CliCommand, LanguageArg};
use crate::exit_code::FAILED;
use crate::front_end::{FrontEnd, is_final, lone_certificate};
use crate::limits::{CommandBudget, CommandLimits};
use crate::output::{self, answer_by, print, print_bytes};
use crate::pictures::only_one;
use crate::questions::{Questions, with_options};
use crate::system::answer;
use crate::write_file::write_whole;
use crate::{
    big, check, completions, exit, files, heap, judge, law, misere, nim, play, review, same,
    thermograph, value,
};

/// Runs the command that the arguments name. Returns its exit code.
pub fn run(args: &Args) -> u8 {
    let lang = match args.lang {
        Some(LanguageArg::En) => Lang::En,
        Some(LanguageArg::Zh) => Lang::Zh,
        None => crate::language::locale(),
    };
    output::set_json(args.json);
    let face = FrontEnd::new(args, lang);
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
    let note = |far| face.set_progress_note(far);
    let stage = |stage: Text| limits.stage(stage.get(lang).to_owned());
    let budget = Budget::new(args.memory, &stop, &progress)
        .with_memory_in_use(&held)
        .noting(&note)
        .staging(&stage);
    let code = thread_limit::with_limit(limits.for_watch(), || {
        face.command(CommandBudget {
            budget: &budget,
            limits: &limits,
        })
        .unwrap_or_else(|error| face.report_error(&error, None))
    });
    limits.finish();
    // All output is written. After this call, the watchdog thread does not end the program,
    // whatever limit is reached.
    std::mem::forget(exit::writing());
    code
}

impl FrontEnd<'_> {
    /// Runs the command. Returns its exit code.
    fn command(&self, work: CommandBudget<'_>) -> Result<u8, SolveError> {
        let budget = work.budget;
        let words = |reply: &Reply| self.words(reply);
        match &self.args.command {
            CliCommand::Solve {
                questions,
                options,
                winner,
                value,
                to_move,
                certificate,
                thermograph: is_thermograph,
                picture,
            } => {
                thermograph::format(picture)?;
                let own = SolveRequestOptions {
                    to_move: *to_move,
                    winner: *winner,
                    certificate: certificate.is_some(),
                    value: *value,
                    thermograph: *is_thermograph,
                    ..SolveRequestOptions::default()
                };
                let file = certificate.as_deref();
                self.answer_each(
                    Questions::new(questions, options)
                        .lone(lone_certificate(file).or(only_one(&picture.output))),
                    work,
                    &with_options(Request::Solve, &own),
                    &mut |mut reply| {
                        let text = match &mut reply {
                            Reply::Solved(solved) => {
                                self.write_solved_thermograph(picture, solved)?;
                                self.take_certificate(file, &mut solved.certificate)
                            }
                            _ => None,
                        };
                        self.certified(&reply, text, &|| words(&reply))
                    },
                )
            }
            CliCommand::Moves {
                questions,
                options,
                losing,
                to_move,
                all,
            } => {
                let questions = Questions::new(questions, options);
                if *all {
                    let own = LookOptions {
                        picture: false,
                        ..LookOptions::default()
                    };
                    self.print_each(questions, work, Request::Legal, &own, &words)
                } else {
                    let own = MovesOptions {
                        losing: *losing,
                        to_move: *to_move,
                    };
                    self.print_each(questions, work, Request::Moves, &own, &words)
                }
            }
            CliCommand::Table {
                questions,
                options,
                outcomes,
                shown,
                format,
                save,
            } => {
                let error_if_several = save.as_ref().map(|_| {
                    text!(
                        "--save allows only one query, because a file contains one table",
                        "--save 只能用于一个问题：一个文件只存一张表"
                    )
                });
                let own = TableOptions {
                    outcomes: *outcomes,
                    value: shown.value,
                    minus: shown.minus.clone(),
                    format: format.to_format(),
                    save: save.clone(),
                    ..TableOptions::default()
                };
                self.answer_each(
                    Questions::new(questions, options).lone(error_if_several),
                    work,
                    &with_options(Request::Table, &own),
                    &mut |reply| {
                        match &reply {
                            Reply::Table(table) if !self.args.json => {
                                let write =
                                    tables::writer(table, self.lang).map_err(SolveError::Usage)?;
                                answer_by(&mut |out| write(out));
                            }
                            reply => self.print(reply, &|| words(reply)),
                        }
                        Ok(())
                    },
                )
            }
            CliCommand::Chart(args) => self.chart(args, work),
            CliCommand::Draw(args) => self.draw(args, work),
            CliCommand::Graph(args) => self.graph(args, work),
            CliCommand::Export(args) => self.export(args, work),
            CliCommand::Big(args) => Ok(big::big(self, args, work)),
            CliCommand::Stats(args) => self.stats(args, work),
            CliCommand::Explain {
                questions,
                options,
                analyze,
                all,
            } => {
                let words = |reply: &Reply| match reply {
                    Reply::Explained(explained) => {
                        answer_text::explanation(explained, *all, self.lang)
                    }
                    _ => String::new(),
                };
                let own = ExplainOptions { analyze: *analyze };
                let questions = Questions::new(questions, options);
                self.print_each(questions, work, Request::Explain, &own, &words)
            }
            CliCommand::Why { questions, options } => {
                let questions = Questions::new(questions, options);
                self.print_each(questions, work, Request::Why, &WhyOptions {}, &words)
            }
            CliCommand::Theorem { name } => self.theorem(name.as_deref(), budget),
            CliCommand::Heap(args) => heap::heap(self, args, work),
            CliCommand::Law(args) => law::law(self, args, work),
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
                Ok(check::check(self, rules, &claims, options, budget))
            }
            CliCommand::Same(args) => same::same(self, args, budget),
            CliCommand::Misere(args) => misere::misere(self, args, work),
            CliCommand::Judge(problem) => judge::judge(self, problem, budget),
            CliCommand::Nim(args) => nim::nim(self, args, budget),
            CliCommand::Value(args) => value::value(self, args, work),
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
                Ok(check::check(self, rules, &claims, options, budget))
            }
            CliCommand::Fmt {
                files,
                write,
                check,
            } => Ok(self.format(files, *write, *check, budget)),
            CliCommand::Games { name, family } => {
                self.games(name.as_deref(), family.as_deref(), budget)
            }
            CliCommand::Verify { file } => Ok(check::verify(self, file, budget)),
            CliCommand::Completions { shell } => {
                // The generator panics if its output is closed, so it writes to memory.
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut completions::command(), "grundy", &mut script);
                print_bytes(&script);
                Ok(0)
            }
            CliCommand::Help { words } => self.term(words, budget),
            CliCommand::Man { directory } => man_pages(directory).map(|()| 0),
        }
    }

    fn format(&self, paths: &[PathBuf], write: bool, check: bool, budget: &Budget<'_>) -> u8 {
        let mut worst = 0;
        for path in paths {
            exit::begin_question();
            let asked = files::read_named(path, budget).map(|file| FormatRequest {
                file,
                ..Default::default()
            });
            match asked.and_then(|asked| answer(&Request::Format(asked), budget)) {
                Err(error) => {
                    worst = worst.max(self.report_error(&error, None));
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
                        worst = worst.max(self.report_error(&error, None));
                    }
                }
                Ok(reply) => print(&self.words(&reply)),
            }
        }
        worst
    }

    fn games(
        &self,
        name: Option<&str>,
        family: Option<&str>,
        budget: &Budget<'_>,
    ) -> Result<u8, SolveError> {
        let asked = LibraryRequest {
            name: name.map(str::to_owned),
            family: family.map(str::to_owned),
            ..LibraryRequest::default()
        };
        match answer(&Request::Library(asked), budget)? {
            Reply::Listed(LibraryReply::All(entries)) if self.args.json => entries
                .iter()
                .for_each(|entry| print(&format!("{}\n", entry.json(self.lang)))),
            reply => self.print(&reply, &|| self.words(&reply)),
        }
        Ok(0)
    }

    /// Prints the meaning of a term, or all terms.
    fn term(&self, words: &[String], budget: &Budget<'_>) -> Result<u8, SolveError> {
        let how = CommonOptions {
            lang: self.lang,
            ..CommonOptions::default()
        };
        let name = words.join(" ");
        let options = RequestOptions {
            how,
            ..Default::default()
        };
        let request = TermRequest {
            name: (name != "terms").then_some(name),
            options,
        };
        let reply = answer(&Request::Term(request), budget)?;
        self.print(&reply, &|| self.words(&reply));
        Ok(0)
    }

    fn theorem(&self, name: Option<&str>, budget: &Budget<'_>) -> Result<u8, SolveError> {
        let options = RequestOptions {
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
        let reply = answer(&Request::Theorem(asked), budget)?;
        self.print(&reply, &|| self.words(&reply));
        Ok(0)
    }
}

/// Writes the man pages into a directory. Each page is written completely or not at all. The
/// directory is not created, because a missing directory is usually a typing error.
fn man_pages(directory: &Path) -> Result<(), SolveError> {
    let failed = |why: std::io::Error| {
        let directory = directory.display();
        SolveError::Usage(text!(
            "cannot write the man pages to {directory}: {why}",
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
