//! Parses a code. The parser is strict: any deviation from the notation is an error with its
//! location and the expected input. O(length).

use std::str::FromStr;

use base::diagnostic::{Diagnostic, Span};
use base::suggest::nearest;
use base::text;
use base::text::Text;

use super::number_set::{NamedSet, NumberSet};
use super::{HeapCode, MAX_DIGITS, SplitCondition};

/// The words with which a code may begin.
const WORDS: [&str; 3] = ["grundy", "split", "subtract"];

impl FromStr for HeapCode {
    type Err = Box<Diagnostic>;

    fn from_str(text: &str) -> Result<HeapCode, Box<Diagnostic>> {
        let mut reader = CodeParser { text, at: 0 };
        reader.spaces();
        let code = match reader.peek() {
            Some(c) if c.is_ascii_alphabetic() && !reader.looks_like_digits() => {
                reader.parse_named()?
            }
            Some(_) => reader.digits()?,
            None => return Err(reader.expected(&notation())),
        };
        reader.spaces();
        match reader.peek() {
            None => Ok(code),
            Some(_) => Err(reader.expected(&text!("the end of the code", "代码到此结束"))),
        }
    }
}

fn notation() -> Text {
    text!(
        "a code (for example 0.77, 0.8F, 0.1[03], subtract{{1,3,4}} or grundy)",
        "代码（例如 0.77、0.8F、0.1[03]、subtract{{1,3,4}} 或 grundy）"
    )
}

/// Creates an error at a location.
fn error_at(span: Span, message: Text) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(span, message))
}

fn helped(mut wrong: Box<Diagnostic>, help: Text) -> Box<Diagnostic> {
    wrong.help = Some(help);
    wrong
}

struct CodeParser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> CodeParser<'a> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let met = self.peek() == Some(wanted);
        if met {
            self.at += wanted.len_utf8();
        }
        met
    }

    fn spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += self.peek().map_or(0, char::len_utf8);
        }
    }

    /// Returns the span of the next character; an empty span at the end of the text.
    fn here(&self) -> Span {
        Span::new(self.at, self.at + self.peek().map_or(0, char::len_utf8))
    }

    fn expected(&self, Text { en, zh }: &Text) -> Box<Diagnostic> {
        let message = match self.peek() {
            Some(c) => text!("expected {en}, found `{c}`", "此处应为{zh}，而不是 `{c}`"),
            None => text!(
                "expected {en}, found the end of the code",
                "此处应为{zh}，但代码到此为止"
            ),
        };
        error_at(self.here(), message)
    }

    /// Returns whether the text starts with digits. `A.3` and `F` start with a hexadecimal digit,
    /// not with a word.
    fn looks_like_digits(&self) -> bool {
        let rest = &self.text[self.at..];
        let word = rest
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        rest[word..].starts_with('.')
    }

    /// Parses digits such as `0.77`, `.8F`, `0.{16}[03]`.
    fn digits(&mut self) -> Result<HeapCode, Box<Diagnostic>> {
        let start = self.at;
        let mut head = vec![0];
        if self.peek() != Some('.') {
            let Some(digit) = self.digit()? else {
                return Err(self.expected(&notation()));
            };
            if digit & 3 != 0 {
                let wrong = error_at(
                    Span::new(start, self.at),
                    text!(
                        "d_0 must not contain the bits 0 and 1: with a move that neither removes nor splits, play would not end",
                        "d_0 不得含第 0、1 位：不取也不分的着法会使对局永不结束"
                    ),
                );
                let help = if self.text.contains('.') {
                    text!(
                        "expected 0, 4, 8, C or a multiple of 4 in braces before the point",
                        "小数点前应为 0、4、8、C，或花括号中的 4 的倍数"
                    )
                } else {
                    let text = self.text.trim();
                    text!("did you mean `0.{text}`?", "是否想写 `0.{text}`？")
                };
                return Err(helped(wrong, help));
            }
            head[0] = digit;
        }
        if !self.eat('.') {
            let mut wrong = self.expected(&text!("the point after d_0", "d_0 之后的小数点"));
            if self.peek().is_none_or(|c| c.is_ascii_hexdigit()) {
                let text = self.text.trim();
                wrong = helped(
                    wrong,
                    text!("did you mean `0.{text}`?", "是否想写 `0.{text}`？"),
                );
            }
            return Err(wrong);
        }
        let first = self.at;
        self.run(&mut head)?;
        let mut tail = Vec::new();
        if self.eat('[') {
            self.run(&mut tail)?;
            if tail.is_empty() {
                return Err(self.expected(&text!("the digits that repeat", "循环的数字")));
            }
            if !self.eat(']') {
                return Err(self.expected(&text!("a digit or `]`", "数字或 `]`")));
            }
        } else if first == self.at {
            return Err(self.expected(&text!(
                "a digit (0 to 7, in hexadecimal codes up to F, larger digits in braces as {{16}})",
                "数字（0 到 7，十六进制代码可到 F，更大的写在花括号中如 {{16}}）"
            )));
        }
        if let Some(c) = self.peek().filter(|c| !c.is_whitespace()) {
            let mut wrong = self.expected(&text!(
                "a digit 0 to F, a digit in braces, or repeating digits in brackets",
                "0 到 F 的数字、花括号中的数字，或方括号中循环的数字"
            ));
            if c == '.' {
                wrong = helped(
                    wrong,
                    text!(
                        "a code has one point, after d_0",
                        "代码只有一个小数点，在 d_0 之后"
                    ),
                );
            }
            return Err(wrong);
        }
        HeapCode::repeating(&head, &tail).ok_or_else(|| self.expected(&notation()))
    }

    /// Parses digits up to the first character that does not belong to a digit.
    fn run(&mut self, into: &mut Vec<u64>) -> Result<(), Box<Diagnostic>> {
        let start = self.at;
        while let Some(digit) = self.digit()? {
            if into.len() >= MAX_DIGITS as usize {
                return Err(error_at(
                    Span::new(start, self.at),
                    text!(
                        "a code has at most {MAX_DIGITS} digits",
                        "代码最多 {MAX_DIGITS} 个数字"
                    ),
                ));
            }
            into.push(digit);
        }
        Ok(())
    }

    /// Parses one digit, `7`, `F` or `{16}`; `None` if there is no digit.
    fn digit(&mut self) -> Result<Option<u64>, Box<Diagnostic>> {
        if self.eat('{') {
            let digit = self.number(u64::MAX)?;
            return if self.eat('}') {
                Ok(Some(digit))
            } else {
                Err(self.expected(&text!("`}}` after the digit", "数字之后的 `}}`")))
            };
        }
        let digit = self.peek().and_then(|c| c.to_digit(16));
        if digit.is_some() {
            self.at += 1;
        }
        Ok(digit.map(u64::from))
    }

    /// Parses a decimal number up to `most`.
    fn number(&mut self, most: u64) -> Result<u64, Box<Diagnostic>> {
        let rest = &self.text[self.at..];
        let length = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        if length == 0 {
            return Err(self.expected(&text!("a decimal number", "十进制数")));
        }
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        match rest[..length].parse::<u64>() {
            Ok(number) if number <= most => Ok(number),
            _ => Err(error_at(
                span,
                text!(
                    "this number is too large: the maximum is {most}",
                    "该数过大：最大为 {most}"
                ),
            )),
        }
    }

    fn word(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest
            .find(|c: char| !c.is_ascii_alphabetic() && c != '-')
            .unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Returns the error for an unknown word from `start` to the current location.
    fn unknown(
        &self,
        start: usize,
        word: &str,
        Text { en, zh }: &Text,
        known: &[&str],
    ) -> Box<Diagnostic> {
        if word.is_empty() {
            return CodeParser {
                text: self.text,
                at: start,
            }
            .expected(&Text {
                en: en.clone(),
                zh: zh.clone(),
            });
        }
        let wrong = error_at(
            Span::new(start, self.at),
            text!(
                "unknown word `{word}`: expected {en}",
                "未知的 `{word}`：此处应为{zh}"
            ),
        );
        match nearest(word, known.iter().copied()) {
            Some(near) => helped(
                wrong,
                text!("did you mean `{near}`?", "是否想写 `{near}`？"),
            ),
            None => wrong,
        }
    }

    /// Parses `grundy`, `subtract …` or `split …`.
    fn parse_named(&mut self) -> Result<HeapCode, Box<Diagnostic>> {
        let start = self.at;
        let word = self.word();
        match word {
            "grundy" => Ok(HeapCode::grundy()),
            "subtract" => {
                let set = self.set()?;
                HeapCode::subtract(set).ok_or_else(|| self.too_large(start))
            }
            "split" => self.split(),
            _ => Err(self.unknown(start, word, &notation(), &WORDS)),
        }
    }

    fn too_large(&self, start: usize) -> Box<Diagnostic> {
        let message = text!(
            "a number of this set is too large: the maximum is {MAX_DIGITS}",
            "该集合中有数过大：最大为 {MAX_DIGITS}"
        );
        error_at(Span::new(start, self.at), message)
    }

    /// Parses the rest after `split`: `{2,3}`, then optionally `equal`, `unequal`, `into SET`.
    fn split(&mut self) -> Result<HeapCode, Box<Diagnostic>> {
        self.spaces();
        let start = self.at;
        let parts = self.members()?;
        if let Some(wrong) = parts.iter().find(|&&count| !(2..64).contains(&count)) {
            return Err(error_at(
                Span::new(start, self.at),
                text!(
                    "a move can split a heap into 2 to 63 heaps, not into {wrong}",
                    "分堆只能分成 2 到 63 堆，不能是 {wrong}"
                ),
            ));
        }
        let parts = parts.iter().fold(0, |all, count| all | 1 << count);
        let (mut which, mut sizes) = (SplitCondition::Any, None);
        self.spaces();
        while self.peek().is_some() {
            let start = self.at;
            let word = self.word();
            match word {
                "equal" if which == SplitCondition::Any => which = SplitCondition::Equal,
                "unequal" if which == SplitCondition::Any => which = SplitCondition::Unequal,
                "into" if sizes.is_none() => sizes = Some(self.set()?),
                _ => {
                    let known = ["equal", "unequal", "into"];
                    return Err(self.unknown(
                        start,
                        word,
                        &text!(
                            "equal, unequal or into, each at most once",
                            "equal、unequal 或 into，各至多一次"
                        ),
                        &known,
                    ));
                }
            }
            self.spaces();
        }
        HeapCode::split(parts, which, sizes).ok_or_else(|| self.expected(&notation()))
    }

    /// Parses a set: `{1,3,4}`, `all-but{2}`, `powers{2}`, `squares`.
    fn set(&mut self) -> Result<NumberSet, Box<Diagnostic>> {
        self.spaces();
        let start = self.at;
        if self.peek() == Some('{') {
            return Ok(NumberSet::Finite(self.members()?));
        }
        match self.word() {
            "all-but" => Ok(NumberSet::AllBut(self.members()?)),
            "powers" => match self.members()?[..] {
                [base] if base >= 2 => Ok(NumberSet::Powers(base)),
                _ => Err(error_at(
                    Span::new(start, self.at),
                    text!(
                        "expected a single number of at least 2 after powers, for example powers{{2}}",
                        "powers 后应有一个不小于 2 的数，如 powers{{2}}"
                    ),
                )),
            },
            word => match NamedSet::ALL.into_iter().find(|law| law.name() == word) {
                Some(law) => Ok(NumberSet::Law(law)),
                None => {
                    let mut known = NamedSet::ALL.map(NamedSet::name).to_vec();
                    known.extend(["all-but", "powers"]);
                    let names = known.join(", ");
                    Err(self.unknown(
                        start,
                        word,
                        &text!("a set ({{1,3,4}}, {names})", "集合（{{1,3,4}}、{names}）"),
                        &known,
                    ))
                }
            },
        }
    }

    /// Parses strictly increasing numbers such as `{1,3,4}`.
    fn members(&mut self) -> Result<Vec<u32>, Box<Diagnostic>> {
        self.spaces();
        let start = self.at;
        if !self.eat('{') {
            return Err(self.expected(&text!(
                "numbers in braces, for example {{1,3,4}}",
                "花括号中的数，例如 {{1,3,4}}"
            )));
        }
        let mut members = Vec::new();
        loop {
            self.spaces();
            let at = self.at;
            let member = self.number(u64::from(MAX_DIGITS))? as u32;
            if member == 0 {
                let message = text!(
                    "0 is not allowed here: the numbers start at 1",
                    "此处不能为 0：数从 1 开始"
                );
                return Err(error_at(Span::new(at, self.at), message));
            }
            if members.last().is_some_and(|&last| last >= member) {
                let message = text!(
                    "the numbers must be strictly increasing",
                    "各数必须严格递增"
                );
                return Err(error_at(Span::new(at, self.at), message));
            }
            members.push(member);
            self.spaces();
            if self.eat('}') {
                return Ok(members);
            }
            if !self.eat(',') {
                let wrong = self.expected(&text!("`,` or `}}`", "`,` 或 `}}`"));
                return Err(Box::new(wrong.label(text!(
                    "the braces are opened at character {start}",
                    "花括号始于第 {start} 个字符"
                ))));
            }
        }
    }
}
