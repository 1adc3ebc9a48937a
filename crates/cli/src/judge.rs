//! `grundy judge`: named problems of online judges, tests for them, and games against a
//! contestant's program.

use std::fmt::Write;
use std::io::{BufRead, Read, stdin};
use std::path::{Path, PathBuf};

use base::budget::Budget;
use base::text;
use base::text::Lang;
use grundy::SolveError;
use grundy::player::MatchSide;
use judge::{GameResult, MAX_LINE_BYTES, ProgramChannel, TestCase};
use requests::judge::{JudgeReply, JudgeRequest, JudgeTask, contest, error, game, problem};
use requests::{Reply, Request};

use crate::args::{FirstPlayerArg, JudgeArgs};
use crate::exit_code::FAILED;
use crate::files;
use crate::front_end::FrontEnd;
use crate::limits::waiting;
use crate::output::{print, print_to_program};
use crate::system::answer;
use crate::write_file::write_whole;

/// Runs the command. Returns the exit code.
pub fn judge(face: &FrontEnd<'_>, args: &JudgeArgs, budget: &Budget<'_>) -> Result<u8, SolveError> {
    if let Some(game) = &args.interact {
        return interact(face, args, game, budget);
    }
    let asked = build_request(args, budget)?;
    let reply = answer(&Request::Judge(asked), budget)?;
    let Reply::Judged(judged) = &reply else {
        return Ok(0);
    };
    match judged {
        JudgeReply::List => face.print(&reply, &|| list(face.lang)),
        JudgeReply::Output(output) => print(output),
        JudgeReply::Sample(sample) => print(sample),
        JudgeReply::Made(test, how) => write_test(test, how, args)?,
        JudgeReply::Compared(None) => {
            print(&format!("{}\n", text!("right", "正确").get(face.lang)))
        }
        JudgeReply::Compared(Some(why)) => {
            let output = args
                .check
                .last()
                .map(|output| output.display().to_string())
                .unwrap_or_default();
            print(&format!("{output}: {}\n", why.get(face.lang)));
            return Ok(FAILED);
        }
    }
    Ok(0)
}

/// Builds the request from the arguments and reads the files that it needs. Files are read only for
/// existing problems.
fn build_request(args: &JudgeArgs, budget: &Budget<'_>) -> Result<JudgeRequest, SolveError> {
    if args.list {
        return Ok(JudgeRequest {
            task: JudgeTask::List,
            ..JudgeRequest::default()
        });
    }
    let Some(name) = &args.name else {
        return Err(SolveError::Usage(text!(
            "no problem was given; `grundy judge --list` lists the problems",
            "没有指定题目；`grundy judge --list` 列出全部题目"
        )));
    };
    problem(name)?;
    let asked = JudgeRequest {
        problem: name.clone(),
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
    if let [input, output] = &args.check[..] {
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
    Ok(JudgeRequest {
        input: files::read(Path::new("-"), budget)?,
        ..asked
    })
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
    let ended = match &args.name {
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
        None => {
            let mut desk = files::desk(&args.options, face, budget)?;
            judge::interact(desk.session(), &said.concat(), program, &mut line, budget)?
        }
    };
    Ok(if ended == GameResult::Won { 0 } else { FAILED })
}
