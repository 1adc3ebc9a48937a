//! `grundy judge`: named problems of online judges, tests for them, and games against a
//! contestant's program.

use std::fmt::Write;
use std::io::{BufRead, Read, stdin};
use std::path::{Path, PathBuf};

use base::budget::Budget;
use base::text;
use base::text::Lang;
use grundy::player::MatchSide;
use grundy::problem::ProblemInput;
use grundy::{Session, SolveError};
use judge::{GameResult, MAX_LINE_BYTES, ProgramChannel, RuleProblem, TestCase};
use requests::judge::{JudgeReply, JudgeRequest, JudgeTask, contest, error, game, problem};
use requests::{Reply, Request, RequestHandler};

use crate::args::{FirstPlayerArg, JudgeArgs};
use crate::exit_code::FAILED;
use crate::files;
use crate::front_end::FrontEnd;
use crate::limits::waiting;
use crate::output::{print, print_to_program};
use crate::system::{SystemHost, answer};
use crate::write_file::write_whole;

/// Runs the command. Returns the exit code.
pub fn judge(face: &FrontEnd<'_>, args: &JudgeArgs, budget: &Budget<'_>) -> Result<u8, SolveError> {
    if let Some(game) = &args.interact {
        return interact(face, args, game, budget);
    }
    let mut desk = match args.options.files.is_empty() {
        true => None,
        false => Some(files::desk(&args.options, face, budget)?),
    };
    let asked = build_request(args, desk.as_mut(), budget)?;
    let reply = match &mut desk {
        Some(desk) => {
            let mut asked = asked;
            asked.options.how = files::how(&args.options, face, budget)?;
            desk.answer(&Request::Judge(asked), budget, &SystemHost::new())?
        }
        None => answer(&Request::Judge(asked), budget)?,
    };
    let Reply::Judged(judged) = &reply else {
        return Ok(0);
    };
    match judged {
        JudgeReply::List => face.print(&reply, &|| list(face.lang)),
        JudgeReply::Output(output) => print(output),
        JudgeReply::Sample(sample) => print(sample),
        JudgeReply::Samples(samples) => {
            let texts: Vec<String> = samples
                .iter()
                .map(|(input, output)| format!("{input}--\n{output}"))
                .collect();
            print(&texts.join("\n"));
        }
        JudgeReply::Tested(tests) => {
            let message = text!("right: {tests} random inputs", "正确：{tests} 个随机输入");
            print(&format!("{}\n", message.get(face.lang)));
        }
        JudgeReply::Made(test, how) => write_test(test, how, args)?,
        JudgeReply::Compared(None) => {
            print(&format!("{}\n", text!("right", "正确").get(face.lang)))
        }
        JudgeReply::Compared(Some(why)) => {
            let output = args.check.iter().flatten().last();
            let output = output.map(|output| format!("{}: ", output.display()));
            let output = output.unwrap_or_default();
            print(&format!("{output}{}\n", why.get(face.lang).trim_end()));
            return Ok(FAILED);
        }
    }
    Ok(0)
}

/// Builds the request from the arguments and reads the files that it needs. Files are read only for
/// existing problems.
fn build_request(
    args: &JudgeArgs,
    desk: Option<&mut RequestHandler>,
    budget: &Budget<'_>,
) -> Result<JudgeRequest, SolveError> {
    if args.list {
        return Ok(JudgeRequest {
            task: JudgeTask::List,
            ..JudgeRequest::default()
        });
    }
    let session = desk.map(RequestHandler::session);
    let name = match (&args.name, session) {
        (Some(name), session) => {
            if !session.is_some_and(|session| session.has_problem(name)) {
                problem(name)?;
            }
            name.clone()
        }
        (None, Some(session)) => session.problem(None)?,
        (None, None) => {
            return Err(SolveError::Usage(text!(
                "no problem was given; `grundy judge --list` lists the problems, and `--file` names a rule file with a problem",
                "没有指定题目；`grundy judge --list` 列出全部题目，`--file` 可指定描述题目的规则文件"
            )));
        }
    };
    let asked = JudgeRequest {
        problem: name,
        seed: args.seed,
        size: args.size,
        ..JudgeRequest::default()
    };
    if args.sample {
        return Ok(JudgeRequest {
            task: JudgeTask::Sample,
            ..asked
        });
    }
    if args.make {
        return Ok(JudgeRequest {
            task: JudgeTask::Make,
            ..asked
        });
    }
    if let Some([input, output]) = args.check.as_deref() {
        let (name, input) = (
            Some(input.display().to_string()),
            files::read(input, budget)?,
        );
        return Ok(JudgeRequest {
            task: JudgeTask::Compare,
            name,
            input,
            output: files::read(output, budget)?,
            ..asked
        });
    }
    match args.check.as_deref() {
        Some([]) => Ok(JudgeRequest {
            task: JudgeTask::Test,
            ..asked
        }),
        Some(_) => Err(SolveError::Usage(text!(
            "`--check` expects an input and an output, or nothing",
            "`--check` 之后应为输入文件和输出文件，或不写"
        ))),
        None => Ok(JudgeRequest {
            input: files::read(Path::new("-"), budget)?,
            name: Some("<stdin>".to_owned()).filter(|_| !args.options.files.is_empty()),
            ..asked
        }),
    }
}

fn list(lang: Lang) -> String {
    let mut text = String::new();
    for problem in judge::all() {
        let title = problem.title();
        let also = if problem.aliases.is_empty() {
            String::new()
        } else {
            format!(" (= {})", problem.aliases.join(", "))
        };
        let _ = writeln!(
            text,
            "{}{also}: {}\n    {}; {}",
            problem.name,
            title.get(lang),
            problem.source,
            problem.method
        );
    }
    text
}

/// Writes a test to its files or to standard output.
fn write_test(test: &TestCase, how: &str, args: &JudgeArgs) -> Result<(), SolveError> {
    let TestCase { input, output, .. } = test;
    let Some(to) = &args.to else {
        print(&format!("{input}--\n{output}"));
        return Ok(());
    };
    let beside = |ending: &str| {
        let mut name = to.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    write_whole(&beside(".in"), input)?;
    write_whole(&beside(".out"), output)?;
    let (input, output) = (beside(".in"), beside(".out"));
    print(&format!(
        "{}, {}: {how}\n",
        input.display(),
        output.display()
    ));
    Ok(())
}

/// Returns whether a text begins with the name of a game, and not with an input of a problem.
fn is_query(session: &Session, said: &[String]) -> bool {
    let first = said.first().map(String::as_str).unwrap_or_default();
    let name: String = first
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    session.world.has_game(&name) || session.world.structure(&name).is_some()
}

fn interact(
    face: &FrontEnd<'_>,
    args: &JudgeArgs,
    said: &[String],
    budget: &Budget<'_>,
) -> Result<u8, SolveError> {
    let program = if args.first == FirstPlayerArg::Me {
        MatchSide::First
    } else {
        MatchSide::Second
    };
    let mut hear = || {
        let mut line = Vec::new();
        let read = waiting(|| {
            stdin()
                .lock()
                .take(MAX_LINE_BYTES as u64 + 1)
                .read_until(b'\n', &mut line)
        });
        matches!(read, Ok(1..)).then(|| String::from_utf8_lossy(&line).into_owned())
    };
    let mut line = ProgramChannel {
        say: &mut |text| print_to_program(&format!("{text}\n")),
        hear: &mut hear,
    };
    let mut desk = files::desk(&args.options, face, budget)?;
    let session = desk.session();
    let is_rules = match &args.name {
        Some(name) => session.has_problem(name),
        None => session.world.problems().len() == 1 && !is_query(session, said),
    };
    let ended = match &args.name {
        name if is_rules => {
            let mut problem = RuleProblem::find(session, name.as_deref())?;
            let text = match said {
                [] => problem.samples().into_iter().next().map(|(input, _)| input),
                said => Some(said.join("\n")),
            };
            let text = text.unwrap_or_default();
            let input = ProblemInput {
                name: "--interact",
                text: &text,
            };
            let position = problem.position(input, budget)?;
            judge::interact(session, &position, program, &mut line, budget)?
        }
        Some(name) if said.is_empty() => {
            let contest = contest(name)?;
            judge::compete(contest, &mut line, budget)
                .map_err(|failure| error(Some("standard input"), failure))?
        }
        None if said.is_empty() => {
            return Err(SolveError::Usage(text!(
                "no game was given; for example `grundy judge --interact 'nim[3] + nim[5]'`",
                "没有指定游戏；例如 `grundy judge --interact 'nim[3] + nim[5]'`"
            )));
        }
        Some(name) => {
            let game = game(name)?;
            let position = said.join(" ");
            judge::interact_in(game, &position, program, &mut line, budget)
                .map_err(|failure| error(Some("--interact"), failure))?
        }
        None => judge::interact(session, &said.concat(), program, &mut line, budget)?,
    };
    Ok(if ended == GameResult::Won { 0 } else { FAILED })
}
