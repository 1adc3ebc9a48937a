//! Reads values in the notation of the field, which is also the notation of names.
//!
//! The reader uses an explicit stack, so nested text cannot overflow the machine stack.

use std::ops::Range;

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Severity, Span};
use base::escaping::escape_line;
use base::text;
use base::text::Text;

use crate::dyadic::Dyadic;
use crate::error::ValueError;
use crate::simple::SimpleValue;
use crate::store::{Id, Store};

/// Maximum number of bars in one separator.
const MAX_BARS: usize = 16;

/// The reason why a text is not a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The location in the text, in bytes.
    pub span: Range<usize>,
    /// The problem.
    pub kind: NotationErrorKind,
}

/// The kind of problem in the text of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationErrorKind {
    /// The text does not follow the notation: what was expected, and what was found.
    Syntax(Text),
    /// The value of this part of the text could not be computed.
    Value(ValueError),
}

impl NotationError {
    /// Returns the problem as text, without the location.
    pub fn text(&self) -> Text {
        match &self.kind {
            NotationErrorKind::Syntax(text) => text.clone(),
            NotationErrorKind::Value(error) => error.text(),
        }
    }

    /// Returns the problem as a diagnostic for the text.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: self.text(),
            span: Span::new(self.span.start, self.span.end),
            label: None,
            help: None,
            edits: Vec::new(),
            repair: None,
        }
    }
}

base::impl_error!(NotationError);

impl Store {
    /// Returns the value that a text denotes. The notation is described in the documentation of
    /// the crate.
    ///
    /// # Errors
    /// Returns [`NotationError`] if the text does not follow the notation, or if a value cannot be
    /// computed.
    pub fn parse(&mut self, text: &str, budget: &Budget<'_>) -> Result<Id, NotationError> {
        let mut reader = Reader {
            store: self,
            budget,
            text,
            at: 0,
            frames: vec![NotationFrame::new(Opener::Text, 0)],
        };
        reader.read()
    }
}

/// The beginning of a part of the text that is not complete.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opener {
    /// The complete text.
    Text,
    /// `(`
    Parenthesis,
    /// `+-(`
    PlusMinus,
    /// `{`
    Brace,
    /// `tiny(`
    Tiny,
    /// `miny(`
    Miny,
}

/// An operator before an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prefix {
    Negative,
    PlusMinus,
    Multiple(i64),
}

/// A part of the text that is not complete.
struct NotationFrame {
    opener: Opener,
    /// Location of the opener.
    start: usize,
    /// The sum of the complete terms.
    sum: Option<Id>,
    /// The operators before the next operand.
    prefixes: Vec<Prefix>,
    /// The complete values of the list.
    list: Vec<Id>,
    /// The complete lists of options, and the separators between them: their number of bars and
    /// their location.
    lists: Vec<Vec<Id>>,
    separators: Vec<(usize, usize)>,
}

impl NotationFrame {
    fn new(opener: Opener, start: usize) -> NotationFrame {
        NotationFrame {
            opener,
            start,
            sum: None,
            prefixes: Vec::new(),
            list: Vec::new(),
            lists: Vec::new(),
            separators: Vec::new(),
        }
    }
}

struct Reader<'a, 'b> {
    store: &'a mut Store,
    budget: &'a Budget<'b>,
    text: &'a str,
    at: usize,
    /// The first is the complete text, and the last is the part that is being read.
    frames: Vec<NotationFrame>,
}

impl<'a> Reader<'a, '_> {
    fn read(&mut self) -> Result<Id, NotationError> {
        loop {
            while self.read_operand()? {}
            if let Some(value) = self.read_operators()? {
                return Ok(value);
            }
        }
    }

    /// Reads an opener, a prefix or an operand. Returns whether another operand must follow.
    fn read_operand(&mut self) -> Result<bool, NotationError> {
        self.budget
            .tick()
            .map_err(|stop| self.value_error(self.at, stop.into()))?;
        self.skip_spaces();
        let start = self.at;
        let next = self.peek();
        let is_first = {
            let frame = self.frame();
            frame.sum.is_none() && frame.prefixes.is_empty()
        };
        match next {
            Some('+') if self.rest().starts_with("+-") => self.push_prefix(Prefix::PlusMinus, 2),
            Some('±') => self.push_prefix(Prefix::PlusMinus, '±'.len_utf8()),
            Some('-') => {
                let is_number = self.rest()[1..].starts_with(|c: char| c.is_ascii_digit());
                if is_number {
                    return self.read_literal();
                }
                self.push_prefix(Prefix::Negative, 1);
            }
            Some('(') => {
                self.at += 1;
                let prefixes = &mut self.frame().prefixes;
                let opener = if prefixes.last() == Some(&Prefix::PlusMinus) {
                    prefixes.pop();
                    Opener::PlusMinus
                } else {
                    Opener::Parenthesis
                };
                self.frames.push(NotationFrame::new(opener, start));
            }
            Some('{') => {
                self.at += 1;
                self.frames.push(NotationFrame::new(Opener::Brace, start));
            }
            Some('|' | '}') if is_first && self.may_be_empty() => return Ok(false),
            Some('0'..='9' | '*' | '∗' | '^' | '↑' | '⇑' | 'v' | '↓' | '⇓') => {
                return self.read_literal();
            }
            Some(c) if c.is_alphabetic() => self.read_function()?,
            _ => {
                return Err(self.unexpected(&text!("a value", "一个值")));
            }
        }
        Ok(true)
    }

    /// Returns whether an empty list of options may end here.
    fn may_be_empty(&mut self) -> bool {
        let frame = self.frame();
        frame.opener == Opener::Brace && frame.list.is_empty()
    }

    fn push_prefix(&mut self, prefix: Prefix, length: usize) {
        self.at += length;
        self.frame().prefixes.push(prefix);
    }

    /// Reads `tiny(` or `miny(`.
    fn read_function(&mut self) -> Result<(), NotationError> {
        let start = self.at;
        let rest = self.rest();
        let length = rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len());
        let opener = match &rest[..length] {
            "tiny" => Opener::Tiny,
            "miny" => Opener::Miny,
            word => {
                let word = base::text::shortened(word);
                return Err(self.syntax(
                    start..start + length,
                    text!(
                        "expected a value, found `{word}`; the functions are `tiny(…)` and `miny(…)`",
                        "应为一个值，此处是 `{word}`；函数有 `tiny(…)` 和 `miny(…)`"
                    ),
                ));
            }
        };
        self.at += length;
        self.skip_spaces();
        self.expect('(')?;
        self.frames.push(NotationFrame::new(opener, start));
        Ok(())
    }

    fn expect(&mut self, expected: char) -> Result<(), NotationError> {
        if self.peek() == Some(expected) {
            self.at += expected.len_utf8();
            return Ok(());
        }
        Err(self.unexpected(&Text::same(format!("`{expected}`"))))
    }

    /// Reads a sum of a number, a multiple of up and a nimber without spaces, or an integer factor
    /// with its dot. Returns whether an operand must follow.
    fn read_literal(&mut self) -> Result<bool, NotationError> {
        let start = self.at;
        let negative = self.rest().starts_with('-');
        self.at += usize::from(negative);
        let mut number = Dyadic::ZERO;
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            let integer = self.read_integer()?;
            let signed = if negative { -integer } else { integer };
            if self.peek() == Some('.') {
                if self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) {
                    return Err(self.syntax(
                        start..self.at + 2,
                        text!(
                            "decimal fractions are not supported: write a number as a fraction, such as 5/2 for 2.5, and a multiple as 2.(5)",
                            "不支持小数：数写作分数，如 2.5 写作 5/2；倍数写作 2.(5)"
                        ),
                    ));
                }
                self.push_prefix(Prefix::Multiple(signed), 1);
                return Ok(true);
            }
            let mut exponent = 0;
            if self.peek() == Some('/') {
                self.at += 1;
                exponent = self.read_denominator()?;
            }
            number = self.checked(start, Dyadic::new(signed, exponent))?;
        }
        let up = self.read_up()?;
        let nimber = self.read_nimber()?;
        let budget = self.budget;
        let value =
            SimpleValue::new(number, up, nimber).and_then(|value| self.store.simple(value, budget));
        let value = self.checked(start, value)?;
        self.complete(value, start)?;
        Ok(false)
    }

    fn read_integer(&mut self) -> Result<i64, NotationError> {
        let start = self.at;
        let rest = self.rest();
        let length = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        self.at += length;
        if length == 0 {
            return Err(self.unexpected(&text!("digits", "数字")));
        }
        let integer = rest[..length].parse();
        self.checked(start, integer.map_err(|_| ValueError::Overflow))
    }

    /// Returns the binary logarithm of the denominator.
    fn read_denominator(&mut self) -> Result<u32, NotationError> {
        let start = self.at;
        let denominator = self.read_integer()?;
        if denominator.count_ones() != 1 {
            return Err(self.syntax(
                start..self.at,
                text!(
                    "expected a power of two as the denominator, found {denominator}",
                    "分母应为 2 的幂，此处是 {denominator}"
                ),
            ));
        }
        Ok(denominator.trailing_zeros())
    }

    /// Reads a multiple of up: `^`, `^^`, `^3` and `v`, `vv`, `v3`.
    fn read_up(&mut self) -> Result<i32, NotationError> {
        let start = self.at;
        let (single, double, arrow, sign) = match self.peek() {
            Some('^' | '↑' | '⇑') => ('^', '⇑', '↑', 1),
            Some('v' | '↓' | '⇓') => ('v', '⇓', '↓', -1),
            _ => return Ok(0),
        };
        let mut count: i64 = 0;
        let mut arrows = 0;
        while let Some(c) = self.peek() {
            count += match c {
                c if c == single || c == arrow => 1,
                c if c == double => 2,
                _ => break,
            };
            arrows += 1;
            self.at += c.len_utf8();
        }
        if count == 1 && arrows == 1 && self.peek().is_some_and(|c| c.is_ascii_digit()) {
            count = self.read_integer()?;
        }
        let up = i32::try_from(count).map_err(|_| ValueError::Overflow);
        Ok(sign * self.checked(start, up)?)
    }

    /// Reads a nimber: `*`, `*2`.
    fn read_nimber(&mut self) -> Result<u32, NotationError> {
        let start = self.at;
        let Some('*' | '∗') = self.peek() else {
            return Ok(0);
        };
        self.at += self.peek().map_or(0, char::len_utf8);
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(1);
        }
        let nimber = self.read_integer()?;
        self.checked(
            start,
            u32::try_from(nimber).map_err(|_| ValueError::Overflow),
        )
    }

    /// Applies the prefixes to an operand and adds it to the sum.
    fn complete(&mut self, operand: Id, start: usize) -> Result<(), NotationError> {
        let mut value = operand;
        let budget = self.budget;
        while let Some(prefix) = self.frame().prefixes.pop() {
            let result = match prefix {
                Prefix::Negative => self.store.negative(value, budget),
                Prefix::PlusMinus => self.store.plus_minus(&[value], budget),
                Prefix::Multiple(factor) => self.store.multiple(factor, value, budget),
            };
            value = self.checked(start, result)?;
        }
        if let Some(sum) = self.frame().sum {
            let result = self.store.sum(sum, value, budget);
            value = self.checked(start, result)?;
        }
        self.frame().sum = Some(value);
        Ok(())
    }

    /// Reads operators, separators and closing brackets until an operand must follow. Returns the
    /// value if the text is complete.
    fn read_operators(&mut self) -> Result<Option<Id>, NotationError> {
        loop {
            self.skip_spaces();
            let opener = self.frame().opener;
            let is_list = matches!(opener, Opener::Brace | Opener::PlusMinus);
            match (self.peek(), opener) {
                (Some('+' | '±' | '-'), _) if self.frame().sum.is_some() => {
                    // `+-` and `±` are also prefixes.
                    match self.peek() {
                        Some('-') => self.push_prefix(Prefix::Negative, 1),
                        Some('+') if !self.rest().starts_with("+-") => self.at += 1,
                        _ => {}
                    }
                    return Ok(None);
                }
                (Some(','), _) if is_list && self.frame().sum.is_some() => {
                    self.at += 1;
                    self.end_value();
                    return Ok(None);
                }
                (Some('|'), Opener::Brace) => {
                    self.read_separator()?;
                    return Ok(None);
                }
                (Some('}'), Opener::Brace) => {
                    self.at += 1;
                    self.close_brace()?;
                }
                (
                    Some(')'),
                    Opener::Parenthesis | Opener::PlusMinus | Opener::Tiny | Opener::Miny,
                ) => {
                    self.at += 1;
                    self.close_parenthesis()?;
                }
                (None, Opener::Text) => return Ok(self.frame().sum),
                _ => {
                    let expected = match opener {
                        Opener::Text => text!("`+`, `-` or the end", "`+`、`-` 或结尾"),
                        Opener::Brace if self.frame().lists.is_empty() => {
                            text!("`+`, `-`, `,` or `|`", "`+`、`-`、`,` 或 `|`")
                        }
                        Opener::Brace => {
                            text!("`+`, `-`, `,`, `|` or `}}`", "`+`、`-`、`,`、`|` 或 `}}`")
                        }
                        Opener::PlusMinus => {
                            text!("`+`, `-`, `,` or `)`", "`+`、`-`、`,` 或 `)`")
                        }
                        _ => text!("`+`, `-` or `)`", "`+`、`-` 或 `)`"),
                    };
                    return Err(self.unexpected(&expected));
                }
            }
        }
    }

    /// Moves the sum to the list.
    fn end_value(&mut self) {
        let frame = self.frame();
        let value = frame.sum.take();
        frame.list.extend(value);
    }

    /// Reads bars.
    fn read_separator(&mut self) -> Result<(), NotationError> {
        let start = self.at;
        let rest = self.rest();
        let bars = rest.len() - rest.trim_start_matches('|').len();
        self.at += bars;
        if bars > MAX_BARS {
            return Err(self.syntax(
                start..self.at,
                text!("expected at most {MAX_BARS} bars", "竖线最多 {MAX_BARS} 条"),
            ));
        }
        self.end_value();
        let frame = self.frame();
        let list = std::mem::take(&mut frame.list);
        frame.lists.push(list);
        frame.separators.push((bars, start));
        Ok(())
    }

    fn close_brace(&mut self) -> Result<(), NotationError> {
        self.end_value();
        let mut frame = self.frames.pop().expect("the frame of the brace");
        if frame.separators.is_empty() {
            return Err(self.syntax(
                self.at - 1..self.at,
                text!("expected `|` before `}}`", "`}}` 之前应有 `|`"),
            ));
        }
        frame.lists.push(frame.list);
        let value = self.game(frame.lists, &frame.separators, frame.start)?;
        self.complete(value, frame.start)
    }

    /// Returns the value of lists of options with separators between them. The separator with the
    /// most bars is between the left and the right options. The recursion ends after at most
    /// [`MAX_BARS`] steps, because each step has fewer bars.
    fn game(
        &mut self,
        mut lists: Vec<Vec<Id>>,
        separators: &[(usize, usize)],
        start: usize,
    ) -> Result<Id, NotationError> {
        let most = separators.iter().map(|&(bars, _)| bars).max().unwrap_or(0);
        let mut main = (0..separators.len()).filter(|&index| separators[index].0 == most);
        let middle = main.next().expect("there is a separator");
        if let Some(other) = main.next() {
            let (bars, at) = separators[other];
            return Err(self.syntax(
                at..at + bars,
                text!(
                    "found two separators of the same length ({bars}); expected braces or more bars between the \
                     left and the right options",
                    "有两处 {bars} 条竖线的分隔；应加花括号，或在左右选项之间用更多竖线"
                ),
            ));
        }
        let right = lists.split_off(middle + 1);
        let left = self.side(lists, &separators[..middle], start)?;
        let right = self.side(right, &separators[middle + 1..], start)?;
        let result = self.store.game(&left, &right, self.budget);
        self.checked(start, result)
    }

    fn side(
        &mut self,
        mut lists: Vec<Vec<Id>>,
        separators: &[(usize, usize)],
        start: usize,
    ) -> Result<Vec<Id>, NotationError> {
        if separators.is_empty() {
            return Ok(lists.pop().unwrap_or_default());
        }
        Ok(vec![self.game(lists, separators, start)?])
    }

    fn close_parenthesis(&mut self) -> Result<(), NotationError> {
        self.end_value();
        let frame = self.frames.pop().expect("the frame of the parenthesis");
        let value = *frame
            .list
            .last()
            .expect("a value was read before the parenthesis");
        let budget = self.budget;
        let result = match frame.opener {
            Opener::PlusMinus => self.store.plus_minus(&frame.list, budget),
            Opener::Tiny => self.store.tiny(value, budget),
            Opener::Miny => self.store.miny(value, budget),
            _ => Ok(value),
        };
        let value = self.checked(frame.start, result)?;
        self.complete(value, frame.start)
    }

    fn frame(&mut self) -> &mut NotationFrame {
        self.frames
            .last_mut()
            .expect("the frame of the text remains")
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Returns the location of the next character, or of the end of the text.
    fn next_span(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }

    /// Returns the error that something else than the next character was expected.
    fn unexpected(&self, expected: &Text) -> NotationError {
        let found = match self.peek() {
            Some(c) => Text::same(format!("`{}`", escape_line(c.encode_utf8(&mut [0; 4])))),
            None => text!("the end of the text", "文本结尾"),
        };
        // In Chinese, a space separates words and symbols.
        let space = |zh: &str| if zh.starts_with('`') { " " } else { "" };
        let (before, between) = (space(&expected.zh), space(&found.zh));
        let text = Text {
            en: format!("expected {}, found {}", expected.en, found.en),
            zh: format!("应为{before}{}，此处是{between}{}", expected.zh, found.zh),
        };
        self.syntax(self.next_span(), text)
    }

    fn syntax(&self, span: Range<usize>, text: Text) -> NotationError {
        let kind = NotationErrorKind::Syntax(text);
        NotationError { span, kind }
    }

    fn value_error(&self, start: usize, error: ValueError) -> NotationError {
        NotationError {
            span: start..self.at,
            kind: NotationErrorKind::Value(error),
        }
    }

    fn checked<T>(&self, start: usize, result: Result<T, ValueError>) -> Result<T, NotationError> {
        result.map_err(|error| self.value_error(start, error))
    }
}
