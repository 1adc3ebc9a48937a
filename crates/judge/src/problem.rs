//! A problem of a judge, and random tests for the problem.

use base::budget::Budget;
use base::text::Text;
use fastrand::Rng;

use crate::error::JudgeError;
use crate::input::InputReader;

/// A function that reads an input to its end and writes the answer.
pub type Solve = fn(&mut InputReader<'_>, &mut String) -> Result<(), JudgeError>;

/// A problem of a judge.
pub struct Problem {
    /// The name used to select the problem.
    pub name: &'static str,
    /// Other names of the same problem.
    pub aliases: &'static [&'static str],
    /// The title, in English and in Chinese.
    pub title: (&'static str, &'static str),
    /// The origin of the problem.
    pub source: &'static str,
    /// The theorem or engine that answers the problem.
    pub method: &'static str,
    /// The sample: input, a line `--`, output.
    pub sample: &'static str,
    /// Answers an input by the theorem or engine of the problem.
    pub solve: Solve,
    /// Answers an input by definition: the reference implementation, for small inputs only.
    pub brute: Solve,
    /// Writes a random input; the numbers and counts in the input grow with the size.
    pub make: fn(&mut Rng, u64) -> String,
    /// The maximum size for which [`Problem::brute`] takes negligible time.
    pub small: u64,
}

/// A random test: an input and its answer.
pub struct TestCase {
    /// The input text.
    pub input: String,
    /// The expected output.
    pub output: String,
    /// Whether the output was computed by brute force.
    pub by_brute_force: bool,
}

impl Problem {
    /// Returns the title of the problem as a bilingual text.
    pub fn title(&self) -> Text {
        Text {
            en: self.title.0.to_owned(),
            zh: self.title.1.to_owned(),
        }
    }

    /// Returns the input and the output of the sample; `None` if there is no sample.
    pub fn sample(&self) -> Option<(&'static str, &'static str)> {
        self.sample.split_once("--\n")
    }

    /// Answers an input.
    ///
    /// # Errors
    /// Returns [`JudgeError`] if the input is not in the problem's format, the session cannot
    /// answer, or the budget runs out.
    pub fn answer(&self, input: &str, budget: &Budget<'_>) -> Result<String, JudgeError> {
        let mut output = String::new();
        (self.solve)(&mut InputReader::new(input, budget), &mut output)?;
        Ok(output)
    }

    /// Answers an input by brute force.
    ///
    /// # Errors
    /// Returns the errors of [`Problem::answer`].
    pub fn answer_by_brute_force(
        &self,
        input: &str,
        budget: &Budget<'_>,
    ) -> Result<String, JudgeError> {
        let mut output = String::new();
        (self.brute)(&mut InputReader::new(input, budget), &mut output)?;
        Ok(output)
    }

    /// Creates a random test, which depends only on the seed and the size. Up to the size
    /// [`Problem::small`], the answer is computed by brute force.
    ///
    /// # Errors
    /// Returns the errors of [`Problem::answer`].
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
