//! Reads the cases of an input, strictly: an error contains its location, what was expected and
//! what was found.

use super::case::{CaseScope, CaseSource, NumberLimits, TextForm};
use super::{CaseError, CaseValues};
use crate::ast::{CasesDecl, InputDecl, LimitsDecl};
use crate::ir::Int;
use base::diagnostic::{Diagnostic, Span};
use base::escaping::is_hidden;
use base::text;
use base::text::{Text, shortened};

/// Maximum number of cases that an input announces.
const MAX_CASES: Int = 1_000_000;

/// Reads the cases of one input. Between values, blanks and line ends are ignored.
///
/// ```
/// use rules::parser::parse_file;
/// use rules::problem::{CaseReader, input_of};
///
/// let text = "game G { input cases T: a in 1..9  state n in 0.. move : [n - 1] }";
/// let file = parse_file(text).unwrap();
/// let input = input_of(&file.games[0]).unwrap();
/// let constants = Vec::new();
/// let mut reader = CaseReader::new(input, &constants, "2\n3\n4\n");
/// assert!(reader.next_case().unwrap().is_some());
/// assert!(reader.next_case().unwrap().is_some());
/// assert!(reader.next_case().unwrap().is_none());
/// ```
pub struct CaseReader<'a> {
    input: &'a InputDecl,
    constants: &'a CaseValues,
    text: InputText<'a>,
    /// The cases that are still announced; `None` before their number was read.
    left: Option<Int>,
}

impl<'a> CaseReader<'a> {
    /// Creates a reader at the beginning of a text. `constants` are the parameters that the input
    /// does not contain.
    pub fn new(input: &'a InputDecl, constants: &'a CaseValues, text: &'a str) -> CaseReader<'a> {
        let begin = text.len() - text.trim_start_matches('\u{feff}').len();
        CaseReader {
            input,
            constants,
            text: InputText {
                text,
                at: begin,
                line_started: false,
            },
            left: None,
        }
    }

    /// Returns the values of the next case; `None` at the end of the input.
    ///
    /// # Errors
    /// Returns [`CaseError`] if the input is not in the format of the problem, a size cannot be
    /// computed, or the limits of the thread are reached.
    pub fn next_case(&mut self) -> Result<Option<CaseValues>, CaseError> {
        if !self.another()? {
            self.text.end()?;
            return Ok(None);
        }
        let mut scope = CaseScope::new(self.constants);
        scope.read(self.input, &mut self.text)?;
        Ok(Some(scope.into_values()))
    }

    /// Returns whether another case follows.
    fn another(&mut self) -> Result<bool, CaseError> {
        match &self.input.cases {
            CasesDecl::UntilEnd => {
                // The blanks before a line belong to the line.
                return Ok(!self.text.text[self.text.at..].trim_start().is_empty());
            }
            CasesDecl::UntilNumber(last) => {
                if self.text.next_is(*last) {
                    // Some inputs end with a complete case of this number.
                    while self.text.next_is(*last) {
                        self.text.skip_word();
                    }
                    return Ok(false);
                }
                return Ok(true);
            }
            CasesDecl::One | CasesDecl::Counted(..) => {}
        }
        let left = match (self.left, &self.input.cases) {
            (Some(left), _) => left,
            (None, CasesDecl::Counted(name, limits)) => {
                let scope = CaseScope::new(self.constants);
                let (low, high) = match limits {
                    Some(LimitsDecl { low, high }) => {
                        let high = high.as_ref().map(|high| scope.constant(high));
                        (scope.constant(low)?, high.unwrap_or(Ok(MAX_CASES))?)
                    }
                    None => (0, MAX_CASES),
                };
                let what = || name.text.clone();
                self.text.number(&what, (Some(low), Some(high)))?
            }
            (None, _) => 1,
        };
        self.left = Some(left - 1);
        Ok(left > 0)
    }
}

/// A text and the current location in it.
struct InputText<'a> {
    text: &'a str,
    at: usize,
    /// Whether a value was read on the current line, so that the next line of text is another line.
    line_started: bool,
}

impl InputText<'_> {
    /// Skips blanks and line ends. Returns whether the input ends.
    fn at_end(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let skipped = rest.len() - rest.trim_start().len();
        if rest[..skipped].contains('\n') {
            self.line_started = false;
        }
        self.at += skipped;
        self.at == self.text.len()
    }

    /// Returns the next word without consuming it.
    fn peek(&self) -> &str {
        let rest = &self.text[self.at..];
        &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())]
    }

    fn next_is(&mut self, number: Int) -> bool {
        !self.at_end() && self.peek().parse() == Ok(number)
    }

    fn skip_word(&mut self) {
        self.at += self.peek().len();
        self.line_started = true;
    }

    fn error_at(&self, length: usize, message: Text) -> CaseError {
        let span = Span::new(self.at, self.at + length);
        CaseError::Input(vec![Diagnostic::error(span, message)])
    }

    /// Checks that only blanks remain.
    fn end(&mut self) -> Result<(), CaseError> {
        if self.at_end() {
            return Ok(());
        }
        let found = shortened(self.peek());
        Err(self.error_at(
            self.peek().len(),
            text!(
                "expected the end of the input, found `{found}`",
                "输入应在此结束，实为 `{found}`"
            ),
        ))
    }

    /// Checks that the input does not end before a value.
    fn some(&mut self, what: &dyn Fn() -> String) -> Result<(), CaseError> {
        if !self.at_end() {
            return Ok(());
        }
        let what = what();
        Err(self.error_at(
            0,
            text!(
                "expected `{what}`, found the end of the input",
                "此处应为 `{what}`，但输入已结束"
            ),
        ))
    }

    /// Returns the characters of a text of this form; `at` is its location.
    fn characters(
        &self,
        text: &str,
        what: &dyn Fn() -> String,
        form: &TextForm<'_>,
    ) -> Result<Vec<Int>, CaseError> {
        let mut entries = Vec::with_capacity(text.len());
        for (at, c) in text.char_indices() {
            let allowed = form.letters.is_none_or(|letters| letters.contains(&c));
            if !allowed || c == '"' || is_hidden(c) {
                let span = Span::new(self.at + at, self.at + at + c.len_utf8());
                let (what, code) = (what(), u32::from(c));
                let message = match form.letters {
                    Some(letters) if !is_hidden(c) => {
                        let letters = shortened(&letters.iter().collect::<String>());
                        text!(
                            "`{what}` consists of the letters `{letters}`, found `{c}`",
                            "`{what}` 只含字母 `{letters}`，却有 `{c}`"
                        )
                    }
                    _ => text!(
                        "a text cannot contain the character U+{code:04X}",
                        "文本中不能有字符 U+{code:04X}"
                    ),
                };
                return Err(CaseError::Input(vec![Diagnostic::error(span, message)]));
            }
            entries.push(Int::from(u32::from(c)));
        }
        if let Some(length) = form.length
            && length != entries.len()
        {
            let (what, found) = (what(), entries.len());
            return Err(self.error_at(
                text.len(),
                text!(
                    "`{what}` has {length} characters, found {found}",
                    "`{what}` 应有 {length} 个字符，却有 {found} 个"
                ),
            ));
        }
        Ok(entries)
    }
}

impl CaseSource for InputText<'_> {
    fn number(
        &mut self,
        what: &dyn Fn() -> String,
        (low, high): NumberLimits,
    ) -> Result<Int, CaseError> {
        self.some(what)?;
        let word = self.peek();
        let number: Option<Int> = word.parse().ok().filter(|_| !word.starts_with('+'));
        if let Some(number) = number
            && low.is_none_or(|low| number >= low)
            && high.is_none_or(|high| number <= high)
        {
            self.skip_word();
            return Ok(number);
        }
        let (what, found, length) = (what(), shortened(word), word.len());
        let digits = word.strip_prefix('-').unwrap_or(word);
        let long = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        let message = match (low, high) {
            _ if number.is_none() && long => text!(
                "`{what}` does not fit in 64 bits: {found}",
                "`{what}` 超出 64 位：{found}"
            ),
            (Some(low), Some(high)) => text!(
                "expected `{what}`, a number from {low} to {high}, found `{found}`",
                "此处应为 `{what}`（{low} 到 {high} 的整数），实为 `{found}`"
            ),
            (Some(low), None) => text!(
                "expected `{what}`, a number that is at least {low}, found `{found}`",
                "此处应为 `{what}`（不小于 {low} 的整数），实为 `{found}`"
            ),
            (None, _) => text!(
                "expected `{what}`, a number, found `{found}`",
                "此处应为 `{what}`（整数），实为 `{found}`"
            ),
        };
        Err(self.error_at(length, message))
    }

    fn word(
        &mut self,
        what: &dyn Fn() -> String,
        form: &TextForm<'_>,
    ) -> Result<Vec<Int>, CaseError> {
        self.some(what)?;
        let entries = self.characters(self.peek(), what, form)?;
        self.skip_word();
        Ok(entries)
    }

    fn line(
        &mut self,
        what: &dyn Fn() -> String,
        form: &TextForm<'_>,
    ) -> Result<Vec<Int>, CaseError> {
        if self.line_started {
            let rest = &self.text[self.at..];
            let end = rest.find('\n');
            let left = &rest[..end.unwrap_or(rest.len())];
            if !left.trim().is_empty() {
                self.at += left.len() - left.trim_start().len();
                let (what, found) = (what(), shortened(left.trim()));
                return Err(self.error_at(
                    left.trim().len(),
                    text!(
                        "expected the end of the line before `{what}`, found `{found}`",
                        "`{what}` 之前应换行，实为 `{found}`"
                    ),
                ));
            }
            self.at += end.map_or(rest.len(), |end| end + 1);
            self.line_started = false;
        }
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            self.some(what)?;
        }
        let end = rest.find('\n');
        let line = &rest[..end.unwrap_or(rest.len())];
        let entries = self.characters(line.trim_end_matches('\r'), what, form)?;
        self.at += end.map_or(rest.len(), |end| end + 1);
        Ok(entries)
    }

    fn edge(
        &mut self,
        what: &dyn Fn() -> String,
        _at: usize,
        vertices: Int,
    ) -> Result<(Int, Int), CaseError> {
        let limits = (Some(1), Some(vertices));
        let first = self.number(what, limits)?;
        self.some(what)?;
        if self.next_is(first) {
            let what = what();
            return Err(self.error_at(
                self.peek().len(),
                text!(
                    "{what} must join two different vertices",
                    "{what} 必须连接两个不同的顶点"
                ),
            ));
        }
        Ok((first, self.number(what, limits)?))
    }
}
