//! Interactive problems in their own protocols. The contest program plays the role of the
//! contestant: it reads the lines of the problem's judge and writes only its own lines. The input
//! of the program is parsed strictly, number by number.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use base::budget::Budget;
use base::text;
use base::text::Text;

use crate::error::JudgeError;
use crate::input::{InputError, InputReader};
use crate::interact::{GameResult, MAX_LINE_BYTES, ProgramChannel};

/// A function that plays the games of an input to the end.
type Play = fn(&mut JudgeDialogue<'_, '_>) -> Result<GameResult, JudgeError>;

/// An interactive problem that is played in its own protocol.
pub struct Contest {
    /// Name of the problem ([`crate::Problem::name`]).
    pub problem: &'static str,
    /// The function that plays the games of the problem.
    pub play: Play,
}

/// The dialogue with the judge of a problem.
pub struct JudgeDialogue<'t, 'l> {
    line: &'t mut ProgramChannel<'l>,
    /// The budget for answering.
    pub budget: &'t Budget<'t>,
    heard: String,
    at: usize,
    count: usize,
}

impl JudgeDialogue<'_, '_> {
    /// Writes a line.
    pub fn write_line(&mut self, text: &str) {
        (self.line.say)(text);
    }

    /// Reads the next number, in a range; `what` names the number in messages.
    ///
    /// # Errors
    /// Returns [`JudgeError`] if the next token is not a number in the range, or the input ends.
    pub fn number<T: FromStr + PartialOrd + Display>(
        &mut self,
        what: Text,
        range: RangeInclusive<T>,
    ) -> Result<T, JudgeError> {
        self.next(what, |input, what| input.number(what, range))
    }

    /// Reads one of the given words and returns its index in the list.
    ///
    /// # Errors
    /// Returns [`JudgeError`] if the next token is not one of the given words.
    pub fn one_of(&mut self, what: Text, words: &[&str]) -> Result<usize, JudgeError> {
        let place = |word: &str| words.iter().position(|known| *known == word);
        let expected = words.join(", ");
        let check = |word: &str| {
            place(word)
                .map(|_| ())
                .ok_or_else(|| text!("expected one of {expected}", "应为 {expected} 之一"))
        };
        self.next(what, |input, what| {
            Ok(place(input.checked(what, check)?).expect("it was checked"))
        })
    }

    /// Returns an error at the location of the last token.
    pub fn wrong(&self, message: Text) -> JudgeError {
        let column = self.heard[..self.at].chars().count().max(1);
        JudgeError::Malformed(InputError {
            line: self.count,
            column,
            message,
        })
    }

    /// Reads a token from the rest of the line, or from the next line that is not blank.
    fn next<T>(
        &mut self,
        what: Text,
        read: impl FnOnce(&mut InputReader<'_>, Text) -> Result<T, InputError>,
    ) -> Result<T, JudgeError> {
        while self.heard[self.at..].trim().is_empty() {
            let heard = (self.line.hear)().filter(|heard| heard.len() <= MAX_LINE_BYTES);
            let Text { en, zh } = &what;
            let ended = text!(
                "expected {en}, found the end of the input",
                "此处应为{zh}，但输入已结束"
            );
            self.count += 1;
            (self.heard, self.at) = (String::new(), 0);
            self.heard = heard.ok_or_else(|| self.wrong(ended))?;
        }
        let before = self.heard[..self.at].chars().count();
        let mut input = InputReader::new(&self.heard[self.at..], self.budget);
        let found = read(&mut input, what).map_err(|wrong| InputError {
            line: self.count,
            column: before + wrong.column,
            ..wrong
        })?;
        self.at = self.heard.len() - input.remaining_bytes();
        Ok(found)
    }
}

/// Plays a contest and returns the result for the contest program.
///
/// # Errors
/// Returns [`JudgeError`] if the input is not in the problem's format, or the budget runs out.
pub fn compete(
    contest: &Contest,
    line: &mut ProgramChannel<'_>,
    budget: &Budget<'_>,
) -> Result<GameResult, JudgeError> {
    (contest.play)(&mut JudgeDialogue {
        line,
        budget,
        heard: String::new(),
        at: 0,
        count: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_heard_is_read_number_by_number() {
        let mut lines = ["", " 3 4\n", "\n", "é I 12", "x"].into_iter();
        let mut line = ProgramChannel {
            say: &mut |_| (),
            hear: &mut || lines.next().map(str::to_owned),
        };
        let mut talk = JudgeDialogue {
            line: &mut line,
            budget: &Budget::generous(),
            heard: String::new(),
            at: 0,
            count: 0,
        };
        let what = || text!("a number", "一个数");
        assert!(matches!(
            (talk.number(what(), 0..=9), talk.number(what(), 0..=9)),
            (Ok(3), Ok(4))
        ));
        let place = |failure: JudgeError| match failure {
            JudgeError::Malformed(InputError { line, column, .. }) => (line, column),
            other => panic!("{other:?}"),
        };
        assert_eq!(talk.number(what(), 0..=9).map_err(place), Err((4, 1)));
        assert_eq!(talk.one_of(what(), &["I", "é"]).map_err(place), Ok(1));
        assert_eq!(talk.one_of(what(), &["I", "D"]).map_err(place), Ok(0));
        assert_eq!(talk.number(what(), 0..=9).map_err(place), Err((4, 5)));
        assert_eq!(talk.number(what(), 0..=12).map_err(place), Ok(12));
        assert_eq!(talk.number(what(), 0..=9).map_err(place), Err((5, 1)));
        talk.at = 1;
        assert_eq!(talk.number(what(), 0..=9).map_err(place), Err((6, 1)));
    }
}
