//! A problem that a rule file describes: answers, samples, random tests, and games against a
//! program.

use base::budget::Budget;
use base::text;
use base::text::Text;
use fastrand::Rng;
use grundy::problem::{ProblemInput, ProblemMethod};
use grundy::question::Position;
use grundy::{Session, SolveError};
use rules::problem::{CaseError, input_of, listed_constants, random_input};
use rules::world::World;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::output::difference;
use crate::problem::TestCase;

/// The maximum size of a random test that the reference implementation answers.
pub const SMALL_SIZE: u64 = 5;

/// Number of random inputs that are tried before one of them asks for positions of the game.
const TRIALS: usize = 200;

/// Answers an input of the only problem of a rule file by search, without theorems and laws.
pub(crate) fn answer_by_rules(
    rules: &str,
    input: &mut InputReader<'_>,
    out: &mut String,
) -> Result<(), JudgeError> {
    let mut session = Session::with_world(World::empty());
    session.load_rules("problem.game", rules)?;
    session.settings.theorems.clear();
    session.settings.switch_off("law")?;
    let given = ProblemInput {
        name: "input",
        text: input.rest(),
    };
    let answer = RuleProblem::find(&mut session, None)?.answer(given, input.budget);
    out.push_str(&answer.map_err(|error| match error {
        SolveError::Stopped(stop) => JudgeError::Stopped(stop),
        other => JudgeError::Session(other),
    })?);
    Ok(())
}

/// A problem of the rule files of a session.
pub struct RuleProblem<'s> {
    session: &'s mut Session,
    game: String,
}

impl<'s> RuleProblem<'s> {
    /// Returns the problem with a name, or the only problem of the rule files if no name is given.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if there is no such problem, or its items have errors.
    pub fn find(
        session: &'s mut Session,
        name: Option<&str>,
    ) -> Result<RuleProblem<'s>, SolveError> {
        let game = session.problem(name)?;
        Ok(RuleProblem { session, game })
    }

    /// Returns the name of the game.
    pub fn name(&self) -> &str {
        &self.game
    }

    /// Answers an input.
    ///
    /// # Errors
    /// Returns [`SolveError`] if the input is not in the format of the problem, the session cannot
    /// answer, or the budget runs out.
    pub fn answer(
        &mut self,
        input: ProblemInput<'_>,
        budget: &Budget<'_>,
    ) -> Result<String, SolveError> {
        self.session
            .answer_problem(&self.game, input, ProblemMethod::Session, budget)
    }

    /// Answers an input by listing every position that play can reach.
    ///
    /// # Errors
    /// Returns the errors of [`RuleProblem::answer`].
    pub fn answer_by_reference(
        &mut self,
        input: ProblemInput<'_>,
        budget: &Budget<'_>,
    ) -> Result<String, SolveError> {
        self.session
            .answer_problem(&self.game, input, ProblemMethod::Reference, budget)
    }

    /// Returns the samples: inputs and outputs.
    pub fn samples(&self) -> Vec<(String, String)> {
        self.session.samples(&self.game)
    }

    /// Answers the samples. Returns the first difference between an answer and the stated output.
    ///
    /// # Errors
    /// Returns the errors of [`RuleProblem::answer`].
    pub fn wrong_sample(&mut self, budget: &Budget<'_>) -> Result<Option<Text>, SolveError> {
        for (at, (input, stated)) in self.samples().iter().enumerate() {
            let number = at + 1;
            let name = format!("sample {number}");
            let input = ProblemInput {
                name: &name,
                text: input,
            };
            let output = self.answer(input, budget)?;
            if let Some(Text { en, zh }) = difference(stated, &output) {
                return Ok(Some(text!(
                    "sample {number}, {en}",
                    "第 {number} 个样例：{zh}"
                )));
            }
        }
        Ok(None)
    }

    /// Creates a random test, which depends only on the seed and the size. Up to the size
    /// [`SMALL_SIZE`], the reference implementation computes the answer.
    ///
    /// # Errors
    /// Returns the errors of [`RuleProblem::answer`], and an error if no random input asks for a
    /// position of the game.
    pub fn make(
        &mut self,
        seed: u64,
        size: u64,
        budget: &Budget<'_>,
    ) -> Result<TestCase, SolveError> {
        let declared = self.session.world.declared(&self.game).cloned();
        let declared = declared.ok_or_else(|| self.no_input())?;
        let decl = declared.decl();
        let format = input_of(decl).ok_or_else(|| self.no_input())?;
        let constants = listed_constants(decl);
        let mut rng = Rng::with_seed(seed);
        let by_brute_force = size <= SMALL_SIZE;
        let mut last = None;
        for _ in 0..TRIALS {
            let made = random_input(format, &constants, size, &mut |below| {
                rng.u64(0..below.max(1))
            });
            let input = match made {
                Ok(input) => input,
                // The limits of a number may exclude each other for some values read before it.
                Err(CaseError::Rules(found) | CaseError::Input(found)) => {
                    last = found.into_iter().next().map(|error| error.message);
                    continue;
                }
                Err(CaseError::Stopped(stop)) => return Err(SolveError::Stopped(stop)),
            };
            let test = ProblemInput {
                name: "--make",
                text: &input,
            };
            let output = if by_brute_force {
                self.answer_by_reference(test, budget)
            } else {
                self.answer(test, budget)
            };
            match output {
                Ok(output) => {
                    return Ok(TestCase {
                        input,
                        output,
                        by_brute_force,
                    });
                }
                // The numbers are in their limits, but are not a position of the game.
                Err(SolveError::Usage(why)) => last = Some(why),
                Err(error) => return Err(error),
            }
        }
        let Text { en, zh } = last.unwrap_or_else(|| text!("no input was made", "没有生成输入"));
        Err(SolveError::Unsupported(text!(
            "none of {TRIALS} random inputs is valid: {en}; narrow the limits in `input`",
            "{TRIALS} 个随机输入都不合法：{zh}；请缩小 `input` 中的范围"
        )))
    }

    /// Compares the answers to random inputs of a size with the reference implementation. Returns
    /// the first input with a difference.
    ///
    /// # Errors
    /// Returns the errors of [`RuleProblem::make`].
    pub fn test(
        &mut self,
        seeds: std::ops::Range<u64>,
        size: u64,
        budget: &Budget<'_>,
    ) -> Result<Option<(u64, TestCase, Text)>, SolveError> {
        for seed in seeds {
            let test = self.make(seed, size.min(SMALL_SIZE), budget)?;
            let input = ProblemInput {
                name: "--check",
                text: &test.input,
            };
            let output = self.answer(input, budget)?;
            if let Some(why) = difference(&test.output, &output) {
                return Ok(Some((seed, test, why)));
            }
        }
        Ok(None)
    }

    /// Returns the position of the first question of an input.
    ///
    /// # Errors
    /// Returns the errors of [`RuleProblem::answer`].
    pub fn position(
        &mut self,
        input: ProblemInput<'_>,
        budget: &Budget<'_>,
    ) -> Result<Position, SolveError> {
        self.session.problem_position(&self.game, input, budget)
    }

    fn no_input(&self) -> SolveError {
        let game = &self.game;
        SolveError::Unsupported(text!(
            "{game} has no `input`, so no random input can be made",
            "{game} 没有 `input`，无法生成随机输入"
        ))
    }
}
