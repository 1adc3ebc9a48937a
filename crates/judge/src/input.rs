//! Reads an input: numbers one after the other, or line by line if the format requires it. Every
//! error contains the line and the column, what was expected, and what was found.

use std::ops::RangeInclusive;

use base::budget::Budget;
use base::impl_error;
use base::text;
use base::text::{Text, shortened};

use crate::error::JudgeError;

/// An input that is not in the required format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// The description of the error, with the expected input.
    pub message: Text,
}

impl InputError {
    /// Returns the line, the column and the message as text.
    pub fn text(&self) -> Text {
        let InputError {
            line,
            column,
            message: Text { en, zh },
        } = self;
        text!(
            "line {line}, column {column}: {en}",
            "第 {line} 行第 {column} 列：{zh}"
        )
    }
}

impl_error!(InputError);

/// An input, the current location in it, and the budget for reading and answering it.
pub struct InputReader<'a> {
    /// The budget for reading the input and for answering it.
    pub budget: &'a Budget<'a>,
    text: &'a str,
    at: usize,
    line: usize,
    line_start: usize,
}

impl<'a> InputReader<'a> {
    /// Creates a reader at the beginning of a text. Skips an initial byte order mark, which some
    /// editors write.
    pub fn new(text: &'a str, budget: &'a Budget<'a>) -> InputReader<'a> {
        let at = text.len() - without_mark(text).len();
        InputReader {
            budget,
            text,
            at,
            line: 1,
            line_start: at,
        }
    }

    /// Returns whether only whitespace remains in the input.
    pub fn at_end(&mut self) -> bool {
        self.skip(false);
        self.at == self.text.len()
    }

    /// Returns whether only whitespace remains in the current line.
    pub fn at_line_end(&mut self) -> bool {
        self.skip(true);
        self.text[self.at..]
            .chars()
            .next()
            .is_none_or(|c| c == '\n')
    }

    /// Advances to the start of the next line that is not blank; returns `false` at the end of the
    /// input.
    ///
    /// # Errors
    /// Returns [`InputError`] if the current line contains further words.
    pub fn next_line(&mut self) -> Result<bool, InputError> {
        if self.at > self.line_start && !self.at_line_end() {
            let found = shortened(self.peek());
            return Err(self.wrong(text!(
                "expected the end of the line, found `{found}`",
                "此处应换行，实为 `{found}`"
            )));
        }
        Ok(!self.at_end())
    }

    /// Reads a number in a range; `what` names the number in messages.
    ///
    /// # Errors
    /// Returns [`InputError`] if the next token is not a number in `range`.
    pub fn number<T>(&mut self, what: Text, range: RangeInclusive<T>) -> Result<T, InputError>
    where
        T: std::str::FromStr + PartialOrd + std::fmt::Display,
    {
        let found = self.word(&what)?;
        let (low, high) = (range.start(), range.end());
        match found.parse() {
            Ok(number) if !found.starts_with('+') && range.contains(&number) => {
                self.at += found.len();
                Ok(number)
            }
            _ => {
                let found = shortened(found);
                let Text { en, zh } = what;
                Err(self.wrong(Text {
                    en: format!("expected {en}, a number from {low} to {high}, found `{found}`"),
                    zh: format!("此处应为{zh}（{low} 到 {high} 的整数），实为 `{found}`"),
                }))
            }
        }
    }

    /// Reads a number in a range that begins with 0; returns `None` if the number is the 0 that
    /// ends the input.
    ///
    /// # Errors
    /// Returns [`InputError`] if the next token is not a number in the range, or another token
    /// follows the 0.
    pub fn number_or_end<T>(&mut self, what: Text, most: T) -> Result<Option<T>, InputError>
    where
        T: std::str::FromStr + PartialOrd + std::fmt::Display + From<u8>,
    {
        let number = self.number(what, T::from(0)..=most)?;
        if number > T::from(0) {
            return Ok(Some(number));
        }
        self.end().map(|()| None)
    }

    /// Reads the number of cases, up to a million.
    ///
    /// # Errors
    /// Returns [`InputError`] if the next token is not a number up to a million.
    pub fn cases(&mut self) -> Result<u64, InputError> {
        self.number(text!("the number of cases", "测试组数"), 0..=1_000_000)
    }

    /// Reads a number like [`InputReader::number`], for very long inputs: `what` is called only for
    /// an error.
    ///
    /// # Errors
    /// Returns [`InputError`] if the next token is not a number in `range`.
    #[inline]
    pub fn index(
        &mut self,
        what: fn() -> Text,
        range: RangeInclusive<usize>,
    ) -> Result<usize, InputError> {
        self.skip(false);
        let mut number = 0_usize;
        for (length, byte) in self.text.as_bytes()[self.at..].iter().enumerate() {
            match byte {
                b'0'..=b'9' if length < 18 => number = number * 10 + usize::from(byte - b'0'),
                b' ' | b'\n' | b'\r' | b'\t' if length > 0 && range.contains(&number) => {
                    self.at += length;
                    return Ok(number);
                }
                _ => break,
            }
        }
        self.number(what(), range)
    }

    /// Reads a list with one item for each of `places`. Each item of the list counts as one step of
    /// the budget. Memory is allocated as items are read, because announced sizes are not trusted.
    ///
    /// # Errors
    /// Returns the error of `read`, or [`JudgeError::Stopped`] if the budget runs out.
    pub fn list<T>(
        &mut self,
        places: impl IntoIterator,
        read: impl FnMut(&mut Self) -> Result<T, InputError>,
    ) -> Result<Vec<T>, JudgeError> {
        let mut places = places.into_iter();
        self.list_while(|_| places.next().is_some(), read)
    }

    /// Reads a list like [`InputReader::list`], with items up to the end of the input.
    ///
    /// # Errors
    /// Returns the error of `read`, or [`JudgeError::Stopped`] if the budget runs out.
    pub fn list_to_end<T>(
        &mut self,
        read: impl FnMut(&mut Self) -> Result<T, InputError>,
    ) -> Result<Vec<T>, JudgeError> {
        self.list_while(|input| !input.at_end(), read)
    }

    /// Reads a list like [`InputReader::list`], with items as long as `more` returns true.
    ///
    /// # Errors
    /// Returns the error of `read`, or [`JudgeError::Stopped`] if the budget runs out.
    pub fn list_while<T, E>(
        &mut self,
        mut more: impl FnMut(&mut Self) -> bool,
        mut read: impl FnMut(&mut Self) -> Result<T, E>,
    ) -> Result<Vec<T>, JudgeError>
    where
        JudgeError: From<E>,
    {
        let mut list = Vec::new();
        while more(self) {
            self.budget.tick()?;
            self.budget.make_room(&mut list, 1, 0)?;
            list.push(read(self)?);
        }
        Ok(list)
    }

    /// Returns the line of the next token, counted from 1.
    pub fn line(&mut self) -> usize {
        self.skip(false);
        self.line
    }

    /// Returns the number of remaining bytes.
    pub fn remaining_bytes(&self) -> usize {
        self.text.len() - self.at
    }

    /// Reads the rest of the input.
    pub fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        self.at = self.text.len();
        rest
    }

    /// Reads a non-negative number of any length as its digits.
    ///
    /// # Errors
    /// Returns [`InputError`] if the next word contains other characters than digits, or if
    /// there is no next word.
    pub fn digits(&mut self, what: Text) -> Result<&'a str, InputError> {
        let found = self.word(&what)?;
        if found.bytes().all(|b| b.is_ascii_digit()) {
            self.at += found.len();
            return Ok(found);
        }
        let found = shortened(found);
        let Text { en, zh } = what;
        Err(self.wrong(Text {
            en: format!("expected {en}, a non-negative integer, found `{found}`"),
            zh: format!("此处应为{zh}（非负整数），实为 `{found}`"),
        }))
    }

    /// Returns the next word without consuming it; the word is empty at the end of the input.
    pub fn ahead(&mut self) -> &'a str {
        if self.at_end() { "" } else { self.peek() }
    }

    /// Reads the next word, if `check` accepts it.
    ///
    /// # Errors
    /// Returns [`InputError`] if no next word exists, or `check` rejects the word; the error is
    /// located at the start of the word.
    pub fn checked(
        &mut self,
        what: Text,
        check: impl FnOnce(&str) -> Result<(), Text>,
    ) -> Result<&'a str, InputError> {
        let found = self.word(&what)?;
        check(found).map_err(|message| self.wrong(message))?;
        self.at += found.len();
        Ok(found)
    }

    /// Checks that only whitespace remains.
    ///
    /// # Errors
    /// Returns [`InputError`] if the input contains further words.
    pub fn end(&mut self) -> Result<(), InputError> {
        if self.at_end() {
            return Ok(());
        }
        let found = shortened(self.peek());
        Err(self.wrong(text!(
            "expected the end of the input, found `{found}`",
            "输入应在此结束，实为 `{found}`"
        )))
    }

    /// Returns an error at the current location of the input.
    pub fn wrong(&self, message: Text) -> InputError {
        let column = self.text[self.line_start..self.at].chars().count() + 1;
        InputError {
            line: self.line,
            column,
            message,
        }
    }

    /// Returns the error of [`InputReader::wrong`] as a [`JudgeError`].
    ///
    /// # Errors
    /// Always returns an error.
    pub fn refuse<T>(&self, message: Text) -> Result<T, JudgeError> {
        Err(self.wrong(message).into())
    }

    /// Returns the next word without consuming it.
    fn word(&mut self, what: &Text) -> Result<&'a str, InputError> {
        if self.at_end() {
            let Text { en, zh } = what;
            return Err(self.wrong(Text {
                en: format!("expected {en}, found the end of the input"),
                zh: format!("此处应为{zh}，但输入已结束"),
            }));
        }
        Ok(self.peek())
    }

    fn peek(&self) -> &'a str {
        let rest = &self.text[self.at..];
        &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())]
    }

    fn skip(&mut self, in_line: bool) {
        while let Some(byte) = self.text.as_bytes().get(self.at) {
            match byte {
                b'\n' if in_line => return,
                b'\n' => {
                    self.at += 1;
                    self.line += 1;
                    self.line_start = self.at;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'!'..=b'~' => return,
                _ => match self.text[self.at..].chars().next() {
                    Some(c) if c.is_whitespace() => self.at += c.len_utf8(),
                    _ => return,
                },
            }
        }
    }
}

/// Returns a text without its initial byte order mark, if any.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Text {
        text!("n", "n")
    }

    fn reader(text: &str) -> InputReader<'_> {
        InputReader::new(text, Box::leak(Box::new(Budget::generous())))
    }

    #[test]
    fn complaints_name_the_place() {
        let mut input = reader("1 2\n  x");
        assert_eq!(input.number(n(), 0..=9), Ok(1u64));
        assert_eq!(input.number(n(), 0..=9), Ok(2u64));
        let wrong = input.number(n(), 0..=9u64).unwrap_err();
        assert_eq!((wrong.line, wrong.column), (2, 3));
        assert_eq!(
            wrong.message.en,
            "expected n, a number from 0 to 9, found `x`"
        );
    }

    #[test]
    fn lines_are_kept_apart_where_asked() {
        let mut input = reader("\n1 2\n\n3\n");
        assert_eq!(input.next_line(), Ok(true));
        assert_eq!(input.number(n(), 0..=9), Ok(1u64));
        assert!(!input.at_line_end() && input.next_line().is_err());
        assert_eq!(input.number(n(), 0..=9), Ok(2u64));
        assert!(input.at_line_end());
        assert_eq!(input.next_line(), Ok(true));
        assert_eq!(input.number(n(), 0..=9), Ok(3u64));
        assert_eq!(input.next_line(), Ok(false));
    }

    #[test]
    fn many_numbers_are_read_as_few() {
        for text in [
            "5",
            " 12\n",
            "x",
            "-1",
            "+1",
            "007 ",
            "12x",
            "99",
            "100",
            "99999999999999999999999",
            "",
            "1\u{a0}",
            "\u{2003}7\t",
            "é",
        ] {
            let (mut one, mut many) = (reader(text), reader(text));
            assert_eq!(many.index(n, 0..=99), one.number(n(), 0..=99), "{text:?}");
            assert_eq!(
                (many.at, many.line(), many.remaining_bytes()),
                (one.at, one.line(), one.remaining_bytes())
            );
        }
    }

    #[test]
    fn what_is_too_large_or_too_much_is_refused() {
        assert!(
            reader("99999999999999999999")
                .number(n(), 0..=u64::MAX)
                .is_err()
        );
        assert!(reader("+1").number(n(), 0..=9u64).is_err());
        assert!(reader("").number(n(), 0..=9u64).is_err());
        assert!(reader("-1").digits(n()).is_err());
        assert_eq!(
            reader("123456789012345678901").digits(n()),
            Ok("123456789012345678901")
        );
        assert!(reader(" 7").end().is_err() && reader(" \n").end().is_ok());
    }

    #[test]
    fn what_stands_there_is_shown_in_short() {
        let long = format!("1 {}", "x".repeat(1_000_000));
        let mut input = reader(&long);
        assert_eq!(input.number(n(), 0..=9), Ok(1u64));
        assert!(input.next_line().unwrap_err().message.en.len() < 100);
        assert!(input.number(n(), 0..=9u64).unwrap_err().message.en.len() < 100);
        assert!(
            reader("1\0\u{1b}2")
                .number(n(), 0..=9u64)
                .unwrap_err()
                .message
                .en
                .ends_with("found `1\\u{0}\\u{1b}2`")
        );
    }

    #[test]
    fn a_mark_at_the_beginning_is_no_character() {
        let mut input = reader("\u{feff}7 x");
        assert_eq!(input.next_line(), Ok(true));
        assert_eq!(input.number(n(), 0..=9), Ok(7u64));
        let wrong = input.number(n(), 0..=9u64).unwrap_err();
        assert_eq!((wrong.line, wrong.column), (1, 3));
    }
}
