//! Splits a rule text into tokens with their locations, and collects the comments separately.
//! Full-width characters and digits are treated like ASCII characters, so that users need not
//! switch off a Chinese keyboard. The lexer reports operators of other languages that the rule
//! language lacks (`^`, `&&`, `≤`), with a suggested replacement. The parser gets the intended
//! token, so one mistake causes one message.

use std::ops::Range;

use base::diagnostic::{Diagnostic, Span};
use base::escaping::{is_hidden, notation};
use base::text;
use base::text::Text;

/// The words that cannot be names. All other words, including `SG` and `P`, have a meaning only in
/// certain contexts.
pub const RESERVED: [&str; 39] = [
    "state",
    "let",
    "require",
    "move",
    "start",
    "play",
    "sum",
    "until",
    "urgent",
    "loopy",
    "strict",
    "goal",
    "trap",
    "expect",
    "claim",
    "input",
    "ask",
    "output",
    "sample",
    "draw",
    "about",
    "note",
    "game",
    "coins",
    "recurrence",
    "in",
    "when",
    "for",
    "if",
    "then",
    "else",
    "and",
    "or",
    "not",
    "xor",
    "bitor",
    "bitand",
    "unordered",
    "nothing",
];

/// The operators and punctuation. Longer operators precede their prefixes.
pub const SIGNS: [&str; 27] = [
    "..", "**", "==", "!=", "<=", ">=", "=>", "->", "+=", "-=", "(", ")", "[", "]", "{", "}", ",",
    ":", ";", "=", "<", ">", "+", "-", "*", "/", "%",
];

/// Maximum number of errors that are reported.
pub const MAX_ERRORS: usize = 20;

const MAX_DIGITS: usize = 19;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleTokenKind {
    /// A number.
    Int(i64),
    /// A number with a point: its digits as a number, and the number of digits after the point.
    Decimal(i64, u32),
    /// An identifier.
    Name,
    /// A string with its quotes.
    Text,
    /// Punctuation or an operator.
    Sign(&'static str),
    /// A reserved word; `⊕` is the word `xor`.
    Word(&'static str),
    /// An invalid token, for which the lexer has reported an error.
    Bad,
    /// The end of the text.
    End,
}

/// A token with its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleToken {
    /// The kind.
    pub kind: RuleTokenKind,
    /// The location.
    pub span: Span,
}

/// A comment, which always extends to the end of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleComment {
    /// The text without `#` or `//`, without one space after the `#` or `//`, and without trailing
    /// spaces.
    pub text: String,
    /// The location.
    pub span: Span,
}

/// The result of [`lex`].
#[derive(Debug)]
pub struct LexOutput {
    /// The tokens; the last one is [`RuleTokenKind::End`].
    pub tokens: Vec<RuleToken>,
    /// The comments in order.
    pub comments: Vec<RuleComment>,
    /// The errors, at most [`MAX_ERRORS`].
    pub errors: Vec<Diagnostic>,
}

/// Splits `source` into tokens in O(length). `base` is added to every location, for a text that is
/// part of a file.
pub fn lex(source: &str, base: usize) -> LexOutput {
    let mut lexer = RuleLexer {
        source,
        base,
        at: 0,
        lexed: LexOutput {
            tokens: Vec::new(),
            comments: Vec::new(),
            errors: Vec::new(),
        },
    };
    lexer.run();
    lexer.lexed
}

/// Returns the ASCII character for a full-width punctuation mark or digit; any other character,
/// including letters, is returned unchanged.
pub fn to_ascii(c: char) -> char {
    match c {
        'Ａ'..='Ｚ' | 'ａ'..='ｚ' => c,
        '！'..='～' => char::from(b'!' + (c as u32 - '！' as u32) as u8),
        '“' | '”' => '"',
        _ => c,
    }
}

/// A token of another language, and its equivalent in the rule language.
struct ForeignToken {
    written: &'static str,
    meant: RuleTokenKind,
    advice: fn() -> Text,
}

use RuleTokenKind::{Bad, Sign, Word};

/// Returns the tokens of other languages, each with the token of the rule language that replaces
/// it. Longer tokens precede their prefixes. All tokens of other languages are matched before
/// [`SIGNS`].
pub fn slips() -> impl Iterator<Item = (&'static str, RuleTokenKind)> {
    SLIPS.iter().map(|slip| (slip.written, slip.meant))
}

const SLIPS: [ForeignToken; 38] = [
    slip("...", Sign(".."), || write_instead("..")),
    slip("..=", Sign(".."), || {
        text!(
            "write `..`: a range includes its last value",
            "请写 `..`：范围包含末值"
        )
    }),
    slip("…", Sign(".."), || write_instead("..")),
    slip("===", Sign("=="), || write_instead("==")),
    slip("!==", Sign("!="), || write_instead("!=")),
    slip("<=>", Sign("=="), || write_instead("==")),
    slip("&&", Word("and"), || write_instead("and")),
    slip("||", Word("or"), || write_instead("or")),
    slip("<>", Sign("!="), || write_instead("!=")),
    slip("=<", Sign("<="), || write_instead("<=")),
    slip("<<", Sign("*"), || {
        text!("write `* 2 ** k`", "请写 `* 2 ** k`")
    }),
    slip(">>", Sign("/"), || {
        text!("write `/ 2 ** k`", "请写 `/ 2 ** k`")
    }),
    slip("*=", Bad, || text!("write `a = a * k`", "请写 `a = a * k`")),
    slip("/=", Bad, || {
        text!(
            "write `a = a / k` for a change, or `!=` for \"not equal\"",
            "修改请写 `a = a / k`，“不等于”请写 `!=`"
        )
    }),
    slip("%=", Bad, || text!("write `a = a % k`", "请写 `a = a % k`")),
    slip("^", Word("xor"), || {
        text!(
            "write `xor` (or ⊕) for the nim-sum, `**` for a power",
            "Nim 和请写 `xor`（或 ⊕），乘方请写 `**`"
        )
    }),
    slip("!", Word("not"), || write_instead("not")),
    slip("≤", Sign("<="), || write_instead("<=")),
    slip("≥", Sign(">="), || write_instead(">=")),
    slip("≠", Sign("!="), || write_instead("!=")),
    slip("&", Word("bitand"), || {
        text!(
            "write `and`, or `bitand` for bitwise and",
            "请写 `and`；按位与请写 `bitand`"
        )
    }),
    slip("|", Word("bitor"), || {
        text!(
            "write `or`, or `bitor` for bitwise or",
            "请写 `or`；按位或请写 `bitor`"
        )
    }),
    slip("~", Bad, || {
        text!("write `bitnot(...)`", "请写 `bitnot(...)`")
    }),
    slip("?", Bad, || {
        text!("write `if a then b else c`", "请写 `if a then b else c`")
    }),
    slip("×", Sign("*"), || write_instead("*")),
    slip("·", Sign("*"), || write_instead("*")),
    slip("÷", Sign("/"), || write_instead("/")),
    slip("−", Sign("-"), || write_instead("-")),
    slip("–", Sign("-"), || write_instead("-")),
    slip("—", Sign("-"), || write_instead("-")),
    slip("∈", Word("in"), || write_instead("in")),
    slip("∧", Word("and"), || write_instead("and")),
    slip("∨", Word("or"), || write_instead("or")),
    slip("¬", Word("not"), || write_instead("not")),
    slip("→", Sign("->"), || write_instead(":")),
    slip("、", Sign(","), || write_instead(",")),
    slip("【", Sign("["), || write_instead("[")),
    slip("】", Sign("]"), || write_instead("]")),
];

const fn slip(written: &'static str, meant: RuleTokenKind, advice: fn() -> Text) -> ForeignToken {
    ForeignToken {
        written,
        meant,
        advice,
    }
}

impl ForeignToken {
    /// Returns the replacement, if it does not depend on the context. Returns `None` if the
    /// replacement depends on the intention of the author (`^`, `&`) or is described in the advice.
    fn instead(&self) -> Option<&'static str> {
        match (self.written, self.meant) {
            ("^" | "&" | "|" | "<<" | ">>", _) => None,
            ("→", _) => Some(":"),
            (_, Sign(sign)) => Some(sign),
            (_, Word(word)) => Some(word),
            _ => None,
        }
    }
}

fn write_instead(sign: &str) -> Text {
    text!("write `{sign}`", "请写 `{sign}`")
}

struct RuleLexer<'a> {
    source: &'a str,
    base: usize,
    at: usize,
    lexed: LexOutput,
}

impl RuleLexer<'_> {
    fn run(&mut self) {
        if self.source.starts_with('\u{feff}') {
            self.at += '\u{feff}'.len_utf8();
        }
        while let Some(c) = self.source[self.at..].chars().next() {
            if c.is_whitespace() {
                self.at += c.len_utf8();
                continue;
            }
            match to_ascii(c) {
                '0'..='9' => self.number(),
                '"' => self.string(c),
                _ if starts_name(c) => self.word(),
                first => match self.one_of(first, ["#", "//"], |mark| mark) {
                    Some((_, length)) => self.comment(length),
                    None => self.sign(c, first),
                },
            }
        }
        self.push(RuleTokenKind::End, self.at);
    }

    /// Returns the length in bytes of `sign` at the current location, in ASCII or full-width;
    /// `None` if the text at this location differs.
    fn prefix(&self, sign: &str) -> Option<usize> {
        let mut rest = self.source[self.at..].chars();
        let mut length = 0;
        for wanted in sign.chars() {
            let c = rest.next().filter(|&c| to_ascii(c) == wanted)?;
            length += c.len_utf8();
        }
        Some(length)
    }

    /// Returns the first element of `list` that matches at the current location, and its length.
    /// `first` is the character at this location. The character `first` is compared before the
    /// complete element, which avoids most complete comparisons.
    fn one_of<T>(
        &self,
        first: char,
        list: impl IntoIterator<Item = T>,
        written: impl Fn(&T) -> &'static str,
    ) -> Option<(T, usize)> {
        let mut alike = list
            .into_iter()
            .filter(|one| written(one).starts_with(first));
        alike.find_map(|one| self.prefix(written(&one)).map(|length| (one, length)))
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.base + start, self.base + self.at)
    }

    fn push(&mut self, kind: RuleTokenKind, start: usize) {
        let span = self.span(start);
        self.lexed.tokens.push(RuleToken { kind, span });
    }

    fn error(&mut self, start: usize, message: Text, label: Text) {
        self.slip(start, message, label, None);
    }

    /// Reports the text from `start` to the current location, with a replacement, if a replacement
    /// is known.
    fn slip(&mut self, start: usize, message: Text, label: Text, instead: Option<String>) {
        if self.lexed.errors.len() < MAX_ERRORS {
            let mut error = Diagnostic::error(self.span(start), message).label(label);
            if let Some(text) = instead {
                error = error.edit(self.span(start), text);
            }
            self.lexed.errors.push(error);
        }
    }

    /// Advances while `keep` holds.
    fn skip_while(&mut self, keep: impl Fn(char) -> bool) {
        let rest = &self.source[self.at..];
        self.at += rest.find(|c| !keep(c)).unwrap_or(rest.len());
    }

    fn comment(&mut self, mark: usize) {
        let start = self.at;
        self.skip_while(|c| c != '\n');
        let text = &self.source[start + mark..self.at];
        let text = text.strip_prefix(' ').unwrap_or(text).trim_end();
        let span = self.span(start);
        self.lexed.comments.push(RuleComment {
            text: text.to_string(),
            span,
        });
        // A carriage return before the end of the line is part of the line end.
        let end = self.at - usize::from(self.source[..self.at].ends_with('\r'));
        self.refuse_hidden(start..end, &text!("a comment", "注释"), |c| c == '\t');
    }

    /// Rejects the hidden characters of a string or a comment, because a terminal, compiler or
    /// program that quotes the text might interpret them.
    fn refuse_hidden(&mut self, part: Range<usize>, what: &Text, keep: impl Fn(char) -> bool) {
        let end = self.at;
        let found = self.source[part.clone()]
            .char_indices()
            .filter(|&(_, c)| is_hidden(c) && !keep(c));
        for (at, c) in found
            .map(|(at, c)| (part.start + at, c))
            .collect::<Vec<_>>()
        {
            self.at = at + c.len_utf8();
            let (shown, Text { en, zh }) = (notation(c), what);
            let message = Text {
                en: format!("{en} cannot contain the character {shown}"),
                zh: format!("{zh}中不能有字符 {shown}"),
            };
            self.slip(
                at,
                message,
                text!("remove it", "请删去"),
                Some(String::new()),
            );
        }
        self.at = end;
    }

    fn number(&mut self) {
        let start = self.at;
        self.skip_while(|c| to_ascii(c).is_ascii_digit());
        let digits: String = self.source[start..self.at].chars().map(to_ascii).collect();
        let digits = digits.trim_start_matches('0');
        let value = if digits.is_empty() {
            Some(0)
        } else {
            digits.parse().ok()
        };
        if value.is_none() {
            let count = digits.len();
            let most = i64::MAX;
            self.error(
                start,
                text!(
                    "number too large: it has {count} digits; the maximum is {most}",
                    "数太大：有 {count} 位；最大值是 {most}"
                ),
                text!("does not fit in 64 bits", "超出 64 位"),
            );
        }
        let after = self.at;
        self.skip_while(continues_name);
        if self.at > after {
            let (number, name) = (&self.source[start..after], &self.source[after..self.at]);
            let plain = digits_meant(number, name);
            let instead = plain.unwrap_or_else(|| format!("{number} * {name}"));
            let label = if name.starts_with('_') {
                text!("write the digits without `_`", "数字之间不要写 `_`")
            } else {
                text!("write `{instead}`", "请写 `{instead}`")
            };
            let message = text!(
                "`{number}{name}` is neither a number nor a name",
                "`{number}{name}` 既不是数，也不是名字"
            );
            self.slip(start, message, label, Some(instead));
        } else if self.prefix(".").is_some() && self.prefix("..").is_none() {
            let point = self.at;
            self.skip_while(|c| to_ascii(c) == '.');
            let whole = self.at;
            self.skip_while(|c| to_ascii(c).is_ascii_digit());
            return self.decimal(start, point, whole);
        }
        self.push(RuleTokenKind::Int(value.unwrap_or(0)), start);
    }

    /// Reads a number with a point, with the digits from `start` to `point`, and from `after` to
    /// the current location.
    fn decimal(&mut self, start: usize, point: usize, after: usize) {
        let digits: String = [start..point, after..self.at]
            .into_iter()
            .flat_map(|part| self.source[part].chars())
            .map(to_ascii)
            .collect();
        let places = self.source[after..self.at].chars().count();
        match digits.parse() {
            Ok(number) if places > 0 && places < MAX_DIGITS => {
                return self.push(RuleTokenKind::Decimal(number, places as u32), start);
            }
            _ if places == 0 => {
                self.error(
                    start,
                    text!(
                        "a number cannot end with a decimal point",
                        "数不能以小数点结尾"
                    ),
                    text!("write a whole number", "请写整数"),
                );
            }
            _ => {
                let count = digits.len();
                self.error(
                    start,
                    text!("a decimal has at most 18 digits", "小数至多有 18 位数字"),
                    text!("this one has {count}", "此数有 {count} 位"),
                );
            }
        }
        self.push(RuleTokenKind::Int(0), start);
    }

    fn word(&mut self) {
        let start = self.at;
        self.skip_while(continues_name);
        let word = &self.source[start..self.at];
        let kind = match RESERVED.iter().find(|&&reserved| reserved == word) {
            Some(reserved) => RuleTokenKind::Word(reserved),
            None => RuleTokenKind::Name,
        };
        self.push(kind, start);
    }

    /// Reads a string. A string that opens with an ASCII quote closes with an ASCII quote. Any
    /// other string may close with any quote.
    fn string(&mut self, quote: char) {
        let start = self.at;
        self.at += quote.len_utf8();
        self.skip_while(|c| c != '\n' && c != quote && (quote == '"' || to_ascii(c) != '"'));
        match self.source[self.at..].chars().next() {
            Some(c) if c != '\n' => {
                self.at += c.len_utf8();
                self.push(RuleTokenKind::Text, start);
                self.refuse_hidden(start..self.at, &text!("a string", "字符串"), |_| false);
            }
            _ => {
                self.error(
                    start,
                    text!(
                        "this string is not closed on its line",
                        "这个字符串在本行内没有结束"
                    ),
                    text!("add `\"` at its end", "请在末尾加上 `\"`"),
                );
                self.push(RuleTokenKind::Bad, start);
            }
        }
    }

    /// Reads an operator. `c` is the character at the current location, and `first` is the
    /// equivalent ASCII character.
    fn sign(&mut self, c: char, first: char) {
        let start = self.at;
        if c.is_control() {
            // A sequence of equal invalid characters is one error, not millions.
            self.skip_while(|next| next == c);
            self.stray(c, start);
            self.push(RuleTokenKind::Bad, start);
            return;
        }
        let found = self.one_of(first, &SLIPS, |slip| slip.written);
        // `!=` is an operator, although `!` on its own is a token of other languages. `<=` and `**`
        // do not begin with a token of another language.
        if let Some((slip, length)) = found
            && self.prefix("!=").is_none_or(|_| slip.written.len() > 1)
        {
            self.at += length;
            if self.is_full() {
                self.push(slip.meant, start);
                return;
            }
            let written = slip.written;
            let message = match slip.meant {
                Sign("," | "[" | "]" | "..") => text!(
                    "`{written}` has no meaning here",
                    "`{written}` 在这里没有意义"
                ),
                _ => text!("`{written}` is not an operator", "没有运算符 `{written}`"),
            };
            self.slip(
                start,
                message,
                (slip.advice)(),
                slip.instead().map(str::to_owned),
            );
            if written == "^"
                && let Some(error) = self.lexed.errors.pop()
            {
                self.lexed.errors.push(error.help(text!(
                    "to leave two rows, write a sum of components: [i] + [n-1-i]",
                    "若要留下两行，请写成分之和：[i] + [n-1-i]"
                )));
            }
            self.push(slip.meant, start);
            return;
        }
        if let Some((sign, length)) = self.one_of(first, SIGNS, |sign| sign) {
            self.at += length;
            self.push(Sign(sign), start);
            return;
        }
        self.at += c.len_utf8();
        if c == '⊕' {
            self.push(Word("xor"), start);
            return;
        }
        self.stray(c, start);
        self.push(RuleTokenKind::Bad, start);
    }

    /// Returns whether the maximum number of errors is reached, so that no more messages need to be
    /// built.
    fn is_full(&self) -> bool {
        self.lexed.errors.len() >= MAX_ERRORS
    }

    fn stray(&mut self, c: char, start: usize) {
        if self.is_full() {
            return;
        }
        let code = c as u32;
        let shown = if is_hidden(c) || c.is_whitespace() {
            format!("U+{code:04X}")
        } else {
            format!("`{c}` (U+{code:04X})")
        };
        let message = text!("unexpected character {shown}", "意外的字符 {shown}");
        let label = match (superscript(c), c) {
            (Some(digit), _) => text!("write `** {digit}`", "请写 `** {digit}`"),
            (_, '\'' | '‘' | '’' | '`') => {
                text!("write a string in \"...\"", "字符串请写在 \"...\" 中")
            }
            (_, '.') => text!("a range is written with `..`", "范围请写 `..`"),
            _ => text!("remove it", "请删去"),
        };
        let instead = match (superscript(c), c) {
            (Some(digit), _) => Some(format!(" ** {digit}")),
            (_, '\'' | '‘' | '’' | '`') => Some("\"".to_owned()),
            (_, '.') => None,
            _ => Some(String::new()),
        };
        self.slip(start, message, label, instead);
    }
}

/// Returns the digits that are intended by a number in another notation, such as `1_000` or `1e9`.
/// The arguments are the digits that were read, and the name after them.
fn digits_meant(number: &str, name: &str) -> Option<String> {
    if name.starts_with('_') {
        let digits = name.replace('_', "");
        return digits
            .chars()
            .all(|c| c.is_ascii_digit())
            .then(|| format!("{number}{digits}"));
    }
    let zeros: usize = name.strip_prefix(['e', 'E'])?.parse().ok()?;
    (number.len() + zeros <= MAX_DIGITS).then(|| format!("{number}{}", "0".repeat(zeros)))
}

fn superscript(c: char) -> Option<usize> {
    "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c)
}

fn starts_name(c: char) -> bool {
    c.is_alphabetic() || to_ascii(c) == '_'
}

fn continues_name(c: char) -> bool {
    (c.is_alphanumeric() || to_ascii(c) == '_') && superscript(c).is_none()
}
