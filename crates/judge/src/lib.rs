//! Named problems of online judges, in the judges' own formats. The theorems and engines of this
//! project answer the problems at the judges' sizes; random inputs can be generated, and answers
//! are compared with brute force. Each problem is one [`Problem`]. Problems about similar games
//! share a source file in `problems/`, and the samples are in `samples/`.
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
mod error;
mod input;
mod interact;
mod opponent;
mod output;
mod problem;
mod problems;
mod rule_problem;

use base::suggest;

pub use contest::{Contest, compete};
pub use error::JudgeError;
pub use input::{InputError, InputReader};
pub use interact::{GameResult, MAX_LINE_BYTES, ProgramChannel, interact};
pub use opponent::{JudgeGame, MoveError, Opponent, interact_in};
pub use output::difference;
pub use problem::{Problem, Solve, TestCase};
pub use problems::{CONTESTS, GAMES, PLAYED_AS, PROBLEMS};
pub use rule_problem::{RuleProblem, SMALL_SIZE};

/// Returns the problem with a name or alias, in upper or lower case.
pub fn problem(name: &str) -> Option<&'static Problem> {
    let name = name.to_ascii_lowercase();
    all().find(|p| p.name == name || p.aliases.contains(&&name[..]))
}

/// Returns the contest of a problem, by the problem's name.
pub fn contest(problem: &str) -> Option<&'static Contest> {
    CONTESTS.iter().find(|contest| contest.problem == problem)
}

/// Returns the game of a problem, by the problem's name or by the name of another problem with the
/// same game.
pub fn game(problem: &str) -> Option<&'static JudgeGame> {
    let problem = PLAYED_AS
        .iter()
        .find(|(name, _)| *name == problem)
        .map_or(problem, |(_, like)| like);
    GAMES
        .iter()
        .copied()
        .flatten()
        .find(|game| game.problem == problem)
}

/// Returns every problem, in the order of the source files.
pub fn all() -> impl Iterator<Item = &'static Problem> {
    PROBLEMS.iter().flat_map(|list| list.iter())
}

/// Returns the most similar problem name, if a name is similar enough.
pub fn nearest(name: &str) -> Option<&'static str> {
    suggest::nearest(
        name,
        all().flat_map(|p| p.aliases.iter().copied().chain([p.name])),
    )
}
