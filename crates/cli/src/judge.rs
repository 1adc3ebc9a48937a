//! `grundy judge`: the named problems of online judges, tests for them, and games against a contestant's program.

use std::fmt::Write;
use std::io::{BufRead, Read, stdin};
use std::path::{Path, PathBuf};

use base::budget::Budget;
use base::text;
use base::text::Text;
use clap::Args as ClapArgs;
use grundy::Error;
use grundy::player::Player;
use judge::{Ended, Failure, LONGEST_LINE, Line, Malformed, Problem, Test};

use crate::args::{First, Options};
use crate::files;
use crate::limits::waiting;
use crate::run::{FAILED, Face, put, put_to_program, write_whole};

/// Shown below `grundy judge --help`.
pub const EXAMPLES: &str = "\
Examples:
  grundy judge --list
  grundy judge poj2960 < input > output
  grundy judge moore --sample
  grundy judge p2148 --make --seed 7 --size 20
  grundy judge p2148 --make --seed 7 --size 20 --to test   (writes test.in and test.out)
  grundy judge p2148 --check test.in mine.out
  grundy judge --interact 'nim[3] + nim[5] + nim[6]'

The protocol of --interact is in docs/judge.md.
Exit codes: as everywhere; 1 also where --check finds a difference, or the program of --interact does not win.";

/// A problem, and what to do with it.
#[derive(ClapArgs)]
pub struct JudgeArgs {
    /// The problem, such as poj2960; its input comes from standard input
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// List the problems: title, source, and the theorem or engine that answers
    #[arg(long, conflicts_with = "name")]
    pub list: bool,
    /// Print the sample, input and output parted by a line `--`
    #[arg(long, requires = "name")]
    pub sample: bool,
    /// Write a random test with its answer, parted by a line `--`; small ones are answered by brute force
    #[arg(long, requires = "name", conflicts_with = "sample")]
    pub make: bool,
    /// Which test of --make: the same number gives the same test
    #[arg(long, value_name = "N", requires = "make", default_value_t = 1)]
    pub seed: u64,
    /// How large the numbers of --make are; without it as large as brute force can answer
    #[arg(long, value_name = "N", requires = "make", value_parser = clap::value_parser!(u64).range(1..))]
    pub size: Option<u64>,
    /// Write the test of --make to NAME.in and NAME.out instead
    #[arg(long, value_name = "NAME", requires = "make")]
    pub to: Option<PathBuf>,
    /// Compare an output with the right one, token by token
    #[arg(long, num_args = 2, value_names = ["FILE.in", "FILE.out"], requires = "name", conflicts_with_all = ["make", "sample"])]
    pub check: Vec<PathBuf>,
    /// Play this game against a program that speaks on standard input and output
    #[arg(long, num_args = 1..=2, value_names = ["GAME", "POSITION"], conflicts_with_all = ["name", "list"])]
    pub interact: Vec<String>,
    /// Who begins in --interact: the program (me) or the computer
    #[arg(long, value_enum, requires = "interact", default_value = "me")]
    pub first: First,
    #[command(flatten)]
    pub options: Options,
}

/// Does what the arguments ask for; the exit code.
pub fn judge(face: &Face<'_>, args: &JudgeArgs, budget: &Budget<'_>) -> u8 {
    run(face, args, budget).unwrap_or_else(|error| face.complain(&error))
}

fn run(face: &Face<'_>, args: &JudgeArgs, budget: &Budget<'_>) -> Result<u8, Error> {
    if args.list {
        list(face);
        return Ok(0);
    }
    if !args.interact.is_empty() {
        return interact(args, budget);
    }
    let Some(name) = &args.name else {
        return Err(Error::Usage(text!("which problem? `grundy judge --list` lists them", "哪一道题？`grundy judge --list` 列出全部题目")));
    };
    let Some(problem) = judge::problem(name) else {
        return Err(Error::Usage(unknown(name)));
    };
    if args.sample {
        if problem.sample.is_empty() {
            return Err(Error::Unsupported(text!("{name} has no sample; try --make", "{name} 没有样例；可用 --make")));
        }
        put(problem.sample);
        return Ok(0);
    }
    if args.make {
        return make(problem, args, budget);
    }
    if let [input, output] = &args.check[..] {
        let (text, found) = (files::read(input, budget)?, files::read(output, budget)?);
        let expected = problem.answer(&text, budget).map_err(|failure| error(input, failure))?;
        return Ok(match judge::difference(&expected, &found) {
            None => {
                put(&format!("{}\n", text!("right", "正确").get(face.lang)));
                0
            }
            Some(why) => {
                put(&format!("{}: {}\n", output.display(), why.get(face.lang)));
                FAILED
            }
        });
    }
    let input = Path::new("-");
    let answer = problem.answer(&files::read(input, budget)?, budget).map_err(|failure| error(input, failure))?;
    put(&answer);
    Ok(0)
}

fn unknown(name: &str) -> Text {
    match judge::nearest(name) {
        Some(near) => text!("no problem is called `{name}`; did you mean `{near}`?", "没有名为 `{name}` 的题目；是否指 `{near}`？"),
        None => text!(
            "no problem is called `{name}`; `grundy judge --list` lists them",
            "没有名为 `{name}` 的题目；`grundy judge --list` 列出全部题目"
        ),
    }
}

/// A failure as an error that names the input.
fn error(input: &Path, failure: Failure) -> Error {
    match failure {
        Failure::Stopped(stop) => Error::Stopped(stop),
        Failure::Session(error) => error,
        Failure::Malformed(Malformed { line, column, message: Text { en, zh } }) => {
            let (input_en, input_zh) = match input.to_str() {
                Some("-") => ("the input".to_owned(), "输入".to_owned()),
                _ => (input.display().to_string(), input.display().to_string()),
            };
            Error::Usage(Text {
                en: format!("{input_en}, line {line}, column {column}: {en}"),
                zh: format!("{input_zh}第 {line} 行第 {column} 列：{zh}"),
            })
        }
    }
}

fn list(face: &Face<'_>) {
    if face.args.json {
        let problems: Vec<_> = judge::all()
            .map(|p| {
                let title = p.title();
                serde_json::json!({ "name": p.name, "aliases": p.aliases, "title": title.get(face.lang), "source": p.source, "method": p.method })
            })
            .collect();
        put(&format!("{}\n", serde_json::json!({ "problems": problems })));
        return;
    }
    let mut text = String::new();
    for problem in judge::all() {
        let title = problem.title();
        let also = if problem.aliases.is_empty() { String::new() } else { format!(" (= {})", problem.aliases.join(", ")) };
        let _ = writeln!(text, "{}{also}: {}\n    {}; {}", problem.name, title.get(face.lang), problem.source, problem.method);
    }
    put(&text);
}

fn make(problem: &Problem, args: &JudgeArgs, budget: &Budget<'_>) -> Result<u8, Error> {
    let made = problem.make(args.seed, args.size.unwrap_or(problem.small), budget);
    let Test { input, output, by_brute_force } = made.map_err(|failure| error(Path::new("--make"), failure))?;
    let Some(to) = &args.to else {
        put(&format!("{input}--\n{output}"));
        return Ok(0);
    };
    let beside = |ending: &str| {
        let mut name = to.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    write_whole(&beside(".in"), &input)?;
    write_whole(&beside(".out"), &output)?;
    let (input, output) = (beside(".in"), beside(".out"));
    let how = if by_brute_force { "brute force" } else { problem.method };
    put(&format!("{}, {}: {how}\n", input.display(), output.display()));
    Ok(0)
}

fn interact(args: &JudgeArgs, budget: &Budget<'_>) -> Result<u8, Error> {
    let question = args.interact.concat();
    let program = if args.first == First::Me { Player::First } else { Player::Second };
    let mut session = files::session(&args.options, budget)?;
    let mut hear = || {
        let mut line = Vec::new();
        let read = waiting(|| stdin().lock().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line));
        matches!(read, Ok(1..)).then(|| String::from_utf8_lossy(&line).into_owned())
    };
    let mut line = Line { say: &mut |text| put_to_program(&format!("{text}\n")), hear: &mut hear };
    let ended = judge::interact(&mut session, &question, program, &mut line, budget)?;
    Ok(if ended == Ended::Won { 0 } else { FAILED })
}
