//! `judge`: problems of online judges: answers, samples, random tests, and comparison of outputs.

use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use grundy::problem::ProblemInput;
use grundy::{Session, SolveError};
use judge::{
    Contest, InputError, JudgeError, JudgeGame, Problem, RuleProblem, SMALL_SIZE, TestCase,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::open::NoOptions;
use crate::options::RequestOptions;

/// The request `judge`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct JudgeRequest {
    /// The name of the problem, such as `poj2960`, or of a game in the open files that describes a
    /// problem. If the name is empty, the only such game.
    pub problem: String,
    /// The task.
    pub task: JudgeTask,
    /// The input, for `answer` and `compare`.
    pub input: String,
    /// The name of the input in messages.
    pub name: Option<String>,
    /// The output to compare with the correct output.
    pub output: String,
    /// The seed of the random test; the same seed produces the same test.
    pub seed: u64,
    /// The maximum size of the numbers in the test; by default small enough for brute force.
    pub size: Option<u64>,
    /// The common options.
    pub options: RequestOptions<NoOptions>,
}

impl Default for JudgeRequest {
    fn default() -> JudgeRequest {
        JudgeRequest {
            problem: String::new(),
            task: JudgeTask::default(),
            input: String::new(),
            name: None,
            output: String::new(),
            seed: 1,
            size: None,
            options: RequestOptions::default(),
        }
    }
}

/// A task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JudgeTask {
    /// Answers an input.
    #[default]
    Answer,
    /// Compares an output with the correct output, token by token.
    Compare,
    /// Shows the sample.
    Sample,
    /// Creates a random test.
    Make,
    /// Compares the answers to random inputs with brute force.
    Test,
    /// Lists all problems.
    List,
}

/// The reply to `judge`.
pub enum JudgeReply {
    /// The answer to an input.
    Output(String),
    /// The first difference between an output and the correct output; `None` for a correct output.
    Compared(Option<Text>),
    /// The text of the sample: input and output, separated by a line `--`.
    Sample(&'static str),
    /// The samples of a rule file: inputs and outputs.
    Samples(Vec<(String, String)>),
    /// A test, and the method that found its answer.
    Made(TestCase, &'static str),
    /// The number of random inputs whose answers are right.
    Tested(u64),
    /// All problems.
    List,
}

/// The number of random inputs of the task `test`.
const TESTS: u64 = 100;

/// Answers a request about a problem of a rule file.
fn judge_rules(
    asked: &JudgeRequest,
    session: &mut Session,
    budget: &Budget<'_>,
) -> Result<JudgeReply, SolveError> {
    let name = Some(asked.problem.as_str()).filter(|name| !name.is_empty());
    let mut problem = RuleProblem::find(session, name)?;
    let input = ProblemInput {
        name: asked.name.as_deref().unwrap_or("<input>"),
        text: &asked.input,
    };
    let size = asked.size.unwrap_or(SMALL_SIZE);
    Ok(match asked.task {
        JudgeTask::List => JudgeReply::List,
        JudgeTask::Answer => JudgeReply::Output(problem.answer(input, budget)?),
        JudgeTask::Compare => {
            let expected = problem.answer(input, budget)?;
            JudgeReply::Compared(judge::difference(&expected, &asked.output))
        }
        JudgeTask::Sample => match problem.wrong_sample(budget)? {
            Some(wrong) => JudgeReply::Compared(Some(wrong)),
            None => match problem.samples() {
                none if none.is_empty() => return Err(no_sample(problem.name())),
                samples => JudgeReply::Samples(samples),
            },
        },
        JudgeTask::Make => {
            let test = problem.make(asked.seed, size, budget)?;
            let how = if test.by_brute_force {
                "brute force"
            } else {
                "the session"
            };
            JudgeReply::Made(test, how)
        }
        JudgeTask::Test => {
            let seeds = asked.seed..asked.seed.saturating_add(TESTS);
            match problem.test(seeds, size, budget)? {
                Some((seed, test, why)) => {
                    JudgeReply::Compared(Some(wrong_test(seed, &test.input, why)))
                }
                None => JudgeReply::Tested(TESTS),
            }
        }
    })
}

fn wrong_test(seed: u64, input: &str, Text { en, zh }: Text) -> Text {
    Text {
        en: format!("seed {seed}, {en}, for the input\n{input}"),
        zh: format!("种子 {seed}：{zh}，输入为\n{input}"),
    }
}

fn no_sample(name: &str) -> SolveError {
    SolveError::Unsupported(text!(
        "{name} has no sample; try --make",
        "{name} 没有样例；可用 --make"
    ))
}

pub(crate) fn judge(
    asked: &JudgeRequest,
    session: &mut Session,
    budget: &Budget<'_>,
) -> Result<JudgeReply, SolveError> {
    if asked.task == JudgeTask::List {
        return Ok(JudgeReply::List);
    }
    let name = &asked.problem;
    if session.has_problem(name) || name.is_empty() && !session.world.problems().is_empty() {
        return judge_rules(asked, session, budget);
    }
    let problem = problem(&asked.problem)?;
    let answer = || {
        problem
            .answer(&asked.input, budget)
            .map_err(|failure| error(asked.name.as_deref(), failure))
    };
    Ok(match asked.task {
        JudgeTask::List => JudgeReply::List,
        JudgeTask::Answer => JudgeReply::Output(answer()?),
        JudgeTask::Compare => JudgeReply::Compared(judge::difference(&answer()?, &asked.output)),
        JudgeTask::Sample if problem.sample.is_empty() => return Err(no_sample(name)),
        JudgeTask::Sample => JudgeReply::Sample(problem.sample),
        JudgeTask::Make => {
            let made = problem.make(asked.seed, asked.size.unwrap_or(problem.small), budget);
            let test = made.map_err(|failure| error(Some("--make"), failure))?;
            let how = if test.by_brute_force {
                "brute force"
            } else {
                problem.method
            };
            JudgeReply::Made(test, how)
        }
        JudgeTask::Test => {
            let size = asked.size.unwrap_or(problem.small).min(problem.small);
            for seed in asked.seed..asked.seed.saturating_add(TESTS) {
                let failed = |failure| error(Some("--check"), failure);
                let test = problem.make(seed, size, budget).map_err(failed)?;
                let output = problem.answer(&test.input, budget).map_err(failed)?;
                if let Some(why) = judge::difference(&test.output, &output) {
                    let why = wrong_test(seed, &test.input, why);
                    return Ok(JudgeReply::Compared(Some(why)));
                }
            }
            JudgeReply::Tested(TESTS)
        }
    })
}

/// Returns the problem of this name.
///
/// # Errors
/// Returns [`SolveError::Usage`] with the closest name if no problem has this name.
pub fn problem(name: &str) -> Result<&'static Problem, SolveError> {
    judge::problem(name).ok_or_else(|| {
        SolveError::Usage(match judge::nearest(name) {
            Some(near) => text!(
                "unknown problem `{name}`; did you mean `{near}`?",
                "未知的题目 `{name}`；是否指 `{near}`？"
            ),
            None => text!(
                "unknown problem `{name}`; `grundy judge --list` lists all problems",
                "未知的题目 `{name}`；`grundy judge --list` 列出全部题目"
            ),
        })
    })
}

/// Returns the complete games that the judge plays for a problem.
///
/// # Errors
/// Returns a [`SolveError`] if no problem has this name, or the judge plays no games for the
/// problem.
pub fn game(name: &str) -> Result<&'static JudgeGame, SolveError> {
    let problem = problem(name)?.name;
    judge::game(problem).ok_or_else(|| {
        let all: Vec<&str> = judge::GAMES.iter().copied().flatten().map(|game| game.problem).collect();
        let all = all.join(", ");
        SolveError::Usage(text!(
            "complete games of `{problem}` are not available; they are available for {all}, and for any game in the rule language (`--interact` without a problem)",
            "`{problem}` 没有可对弈的整局；可对弈的题目有 {all}，以及规则语言中的任何游戏（`--interact` 不带题目）"
        ))
    })
}

/// Returns the interactive protocol of a problem.
///
/// # Errors
/// Returns a [`SolveError`] if no problem has this name, or the problem has no protocol of its own.
pub fn contest(name: &str) -> Result<&'static Contest, SolveError> {
    let problem = problem(name)?.name;
    judge::contest(problem).ok_or_else(|| {
        let all: Vec<&str> = judge::CONTESTS.iter().map(|contest| contest.problem).collect();
        let all = all.join(", ");
        SolveError::Usage(text!(
            "expected a position after `--interact`: `{problem}` has no protocol of its own (problems with one: {all})",
            "请在 `--interact` 之后写出局面：`{problem}` 没有自己的交互格式（有的是 {all}）"
        ))
    })
}

/// Converts a failure to an error that contains the name of the input.
pub fn error(input: Option<&str>, failure: JudgeError) -> SolveError {
    match failure {
        JudgeError::Stopped(stop) => SolveError::Stopped(stop),
        JudgeError::Session(error) => error,
        JudgeError::Malformed(InputError {
            line,
            column,
            message: Text { en, zh },
        }) => {
            let (input_en, input_zh) = (input.unwrap_or("the input"), input.unwrap_or("输入"));
            SolveError::Usage(Text {
                en: format!("{input_en}, line {line}, column {column}: {en}"),
                zh: format!("{input_zh}第 {line} 行第 {column} 列：{zh}"),
            })
        }
    }
}

impl JudgeReply {
    /// Returns the reply as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        match self {
            JudgeReply::Output(output) => json!({ "output": output }),
            JudgeReply::Compared(None) => json!({ "right": true }),
            JudgeReply::Compared(Some(why)) => json!({ "right": false, "why": why.get(lang) }),
            JudgeReply::Sample(sample) => {
                let (input, output) = sample.split_once("--\n").unwrap_or((sample, ""));
                json!({ "input": input, "output": output })
            }
            JudgeReply::Samples(samples) => {
                let samples: Vec<Value> = samples
                    .iter()
                    .map(|(input, output)| json!({ "input": input, "output": output }))
                    .collect();
                json!({ "samples": samples })
            }
            JudgeReply::Tested(tests) => json!({ "right": true, "tests": tests }),
            JudgeReply::Made(test, how) => {
                json!({ "input": test.input, "output": test.output, "method": how })
            }
            JudgeReply::List => {
                let problems: Vec<Value> = judge::all()
                    .map(|p| {
                        let title = p.title();
                        json!({
                            "name": p.name, "aliases": p.aliases, "title": title.get(lang), "source": p.source, "method": p.method
                        })
                    })
                    .collect();
                json!({ "problems": problems })
            }
        }
    }
}
