//! Named problems of online judges, in the judges' own formats: answered at the judges' sizes by
//! the theorems and engines of this project, made at random, and compared with brute force. Each
//! problem is one [`Problem`]; those of one kind of game share a file in `problems/`, and its
//! sample lies in `samples/`.
//!
//! ```
//! use base::budget::Budget;
//!
//! let problem = judge::problem("bash").unwrap();
//! assert_eq!(
//!     problem.answer("100 2\n", &Budget::generous()).unwrap(),
//!     "First 1\n"
//! );
//! ```

mod contest;
mod input;
mod interact;
mod opponent;
mod problems;

use std::fmt::Write;

use base::budget::{Budget, StopReason};
use base::suggest;
use base::text;
use base::text::{Text, shortened};
use fastrand::Rng;

use input::without_mark;

pub use contest::{Contest, compete, contest};
pub use input::{InputError, InputReader};
pub use interact::{GameResult, MAX_LINE_BYTES, ProgramChannel, interact};
pub use opponent::{JudgeGame, MoveError, Opponent, game, interact_in};
pub use problems::{CONTESTS, GAMES, PLAYED_AS, PROBLEMS};

/// Reads an input to its end and writes the answer.
pub type Solve = fn(&mut InputReader<'_>, &mut String, &Budget<'_>) -> Result<(), JudgeError>;

/// A problem of a judge.
pub struct Problem {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// Other names of the same problem.
    pub aliases: &'static [&'static str],
    /// The title, in English and in Chinese.
    pub title: (&'static str, &'static str),
    /// Where it comes from.
    pub source: &'static str,
    /// The theorem or engine that answers it.
    pub method: &'static str,
    /// The sample: input, a line `--`, output.
    pub sample: &'static str,
    /// Answers by that method.
    pub solve: Solve,
    /// Answers by the definition: the naive twin, for small inputs only.
    pub brute: Solve,
    /// Writes a random input; numbers and counts grow with the size.
    pub make: fn(&mut Rng, u64) -> String,
    /// The greatest size for which [`Problem::brute`] takes no time to speak of.
    pub small: u64,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum JudgeError {
    /// The input is not of the problem's format.
    Malformed(InputError),
    /// The budget is used up.
    Stopped(StopReason),
    /// The session could not answer.
    Session(grundy::SolveError),
}

impl From<InputError> for JudgeError {
    fn from(malformed: InputError) -> JudgeError {
        JudgeError::Malformed(malformed)
    }
}

impl From<StopReason> for JudgeError {
    fn from(stop: StopReason) -> JudgeError {
        JudgeError::Stopped(stop)
    }
}

impl From<grundy::SolveError> for JudgeError {
    fn from(error: grundy::SolveError) -> JudgeError {
        JudgeError::Session(error)
    }
}

/// A random test: an input and its answer.
pub struct TestCase {
    /// The input.
    pub input: String,
    /// The answer.
    pub output: String,
    /// Whether brute force gave it.
    pub by_brute_force: bool,
}

impl Problem {
    /// The title as a text.
    pub fn title(&self) -> Text {
        Text {
            en: self.title.0.to_owned(),
            zh: self.title.1.to_owned(),
        }
    }

    /// The input and the output of the sample; `None` if there is no sample.
    pub fn sample(&self) -> Option<(&'static str, &'static str)> {
        self.sample.split_once("--\n")
    }

    /// Answers an input.
    ///
    /// # Errors
    /// Where the input is not of the problem's format, the session cannot answer, or the budget
    /// ends.
    pub fn answer(&self, input: &str, budget: &Budget<'_>) -> Result<String, JudgeError> {
        let mut output = String::new();
        (self.solve)(&mut InputReader::new(input), &mut output, budget)?;
        Ok(output)
    }

    /// Answers an input by brute force.
    ///
    /// # Errors
    /// As for [`Problem::answer`].
    pub fn answer_by_brute_force(
        &self,
        input: &str,
        budget: &Budget<'_>,
    ) -> Result<String, JudgeError> {
        let mut output = String::new();
        (self.brute)(&mut InputReader::new(input), &mut output, budget)?;
        Ok(output)
    }

    /// A random test, always alike for the same seed and size; its answer is by brute force up to
    /// the size [`Problem::small`].
    ///
    /// # Errors
    /// Where the answer is not found: as for [`Problem::answer`].
    pub fn make(&self, seed: u64, size: u64, budget: &Budget<'_>) -> Result<TestCase, JudgeError> {
        let input = (self.make)(&mut Rng::with_seed(seed), size.max(1));
        let by_brute_force = size <= self.small;
        let output = if by_brute_force {
            self.answer_by_brute_force(&input, budget)?
        } else {
            self.answer(&input, budget)?
        };
        Ok(TestCase {
            input,
            output,
            by_brute_force,
        })
    }
}

/// The problem of a name or alias, in upper or lower case.
pub fn problem(name: &str) -> Option<&'static Problem> {
    let name = name.to_ascii_lowercase();
    all().find(|p| p.name == name || p.aliases.contains(&&name[..]))
}

/// Every problem, in the order of its files.
pub fn all() -> impl Iterator<Item = &'static Problem> {
    PROBLEMS.iter().flat_map(|list| list.iter())
}

/// The name that was meant where there is no problem of a name, if one is near.
pub fn nearest(name: &str) -> Option<&'static str> {
    suggest::nearest(
        name,
        all().flat_map(|p| p.aliases.iter().copied().chain([p.name])),
    )
}

/// The first token in which two outputs differ, if any: what judges compare.
pub fn difference(expected: &str, found: &str) -> Option<Text> {
    let (mut want, mut have) = (tokens(expected), tokens(found));
    loop {
        return match (want.next(), have.next()) {
            (None, None) => None,
            (Some((_, a)), Some((_, b))) if a == b => continue,
            (Some((_, a)), Some((line, b))) => {
                let b = shortened(b);
                Some(text!(
                    "line {line}: expected `{a}`, found `{b}`",
                    "第 {line} 行：应为 `{a}`，实为 `{b}`"
                ))
            }
            (Some((line, a)), None) => Some(text!(
                "the output ends; line {line} is expected to have `{a}`",
                "输出过早结束：第 {line} 行应有 `{a}`"
            )),
            (None, Some((line, b))) => {
                let b = shortened(b);
                Some(text!(
                    "line {line}: `{b}` is too much",
                    "第 {line} 行：多余的 `{b}`"
                ))
            }
        };
    }
}

fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    without_mark(text)
        .lines()
        .enumerate()
        .flat_map(|(line, text)| {
            text.split_ascii_whitespace()
                .map(move |token| (line + 1, token))
        })
}

/// Writes numbers with blanks between them, and a line's end.
pub(crate) fn row<T: std::fmt::Display>(out: &mut String, numbers: impl IntoIterator<Item = T>) {
    for (i, number) in numbers.into_iter().enumerate() {
        let blank = if i == 0 { "" } else { " " };
        let _ = write!(out, "{blank}{number}");
    }
    out.push('\n');
}
