//! The syntax of expressions: tokens, and a tree built by recursive descent. Sums and products are
//! lists, so that only nested parentheses make a tree deep, and the depth of parentheses is
//! limited. Exponents are ordinary integers, which are added and multiplied as usual.
//!
//! ```text
//! sum      = product { ("+" | "⊕") product }
//! product  = power { ("*" | "⊗" | "/") power }
//! power    = atom [ ("^" | "**") exponent ]
//! atom     = NUMBER | NAME | FUNCTION "(" [ sum { "," sum } ] ")" | "(" sum ")"
//! exponent = [ "-" ] whole-atom
//! whole    = whole-product { ("+" | "-") whole-product }
//! whole-product = whole-power { "*" whole-power }
//! whole-power   = [ "-" ] whole-atom [ ("^" | "**") whole-power ]
//! whole-atom    = NUMBER | NAME | "order" "(" sum ")" | "log" "(" sum "," sum ")" | "(" whole ")"
//! ```

use base::diagnostic::Span;
use base::text;
use base::text::Text;
use nimber::{Nimber, ParseNimberErrorKind};

use crate::error::SolveError;

/// Maximum nesting depth of parentheses.
const MAX_DEPTH: usize = 200;

/// The names of the functions.
pub const FUNCTIONS: &[&str] = &[
    "bit", "conj", "field", "inv", "log", "mex", "minpoly", "order", "quad", "sqrt", "trace",
];

/// A part of an expression, with its location.
#[derive(Debug)]
pub(super) struct SpannedNode<K> {
    pub kind: K,
    pub span: Span,
}

/// A nimber, or the result of a function.
pub(super) type Expression = SpannedNode<ExpressionKind>;
/// An ordinary integer.
pub(super) type IntegerNode = SpannedNode<WholeKind>;

#[derive(Debug)]
pub(super) enum ExpressionKind {
    Number(Nimber),
    Name(String),
    Sum(Vec<Expression>),
    /// The factors of a product, each with a flag that is set for a divisor.
    Product(Vec<(bool, Expression)>),
    Power(Box<Expression>, IntegerNode),
    /// The ordinary number 2^n.
    Bit(IntegerNode),
    /// A call of a function, by name, with a valid number of arguments.
    Call(&'static str, Vec<Expression>),
}

#[derive(Debug)]
pub(super) enum WholeKind {
    Number(Nimber),
    Name(String),
    /// The terms of a sum, each with a flag that is set for a subtracted term.
    Sum(Vec<(bool, IntegerNode)>),
    Product(Vec<IntegerNode>),
    Power(Box<IntegerNode>, Box<IntegerNode>),
    /// A call of `order` or `log` with nimbers as arguments.
    Of(Box<Expression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NimToken<'s> {
    Number(&'s str),
    Name(&'s str),
    /// One of the symbols `+ - * / ^ ( ) ,`, including their alternative spellings.
    Sign(char),
    End,
}

/// Returns whether a text can be a name.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(is_word)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Parses the expression that begins at byte `start`.
pub(super) fn parse(source: &str, start: usize) -> Result<Expression, SolveError> {
    let mut parser = NimParser {
        source,
        token: NimToken::End,
        span: Span::new(start, start),
        after: start,
        depth: 0,
    };
    parser.step()?;
    if parser.token == NimToken::End {
        return Err(parser.wrong(text!("expected an expression", "应为表达式")));
    }
    let expression = parser.sum()?;
    match parser.token {
        NimToken::End => Ok(expression),
        NimToken::Sign('-') => Err(parser.wrong(text!(
            "the difference of two nimbers is their sum: write `+`",
            "nim 数的差就是它们的和：请写 `+`"
        ))),
        NimToken::Sign('^') => Err(parser.wrong(text!(
            "put the inner power in parentheses",
            "请给里面的幂加上括号"
        ))),
        _ => Err(parser.wrong(text!(
            "expected `+`, `*`, `/`, `^` or the end",
            "应为 `+`、`*`、`/`、`^` 或结尾"
        ))),
    }
}

struct NimParser<'s> {
    source: &'s str,
    token: NimToken<'s>,
    span: Span,
    /// The offset at which the search for the next token starts.
    after: usize,
    depth: usize,
}

impl<'s> NimParser<'s> {
    fn wrong(&self, why: Text) -> SolveError {
        SolveError::question(self.source, self.span, why)
    }

    /// Advances to the next token.
    fn step(&mut self) -> Result<(), SolveError> {
        let rest = &self.source[self.after..];
        let start = self.after + (rest.len() - rest.trim_start().len());
        let rest = &self.source[start..];
        let Some(first) = rest.chars().next() else {
            (self.token, self.span) = (NimToken::End, Span::new(start, start));
            return Ok(());
        };
        let (token, length) = if is_word(first) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let word = &rest[..length];
            (
                if first.is_ascii_digit() {
                    NimToken::Number(word)
                } else {
                    NimToken::Name(word)
                },
                length,
            )
        } else {
            let (sign, length) = match first {
                '*' if rest.starts_with("**") => ('^', 2),
                '+' | '⊕' | '＋' => ('+', first.len_utf8()),
                '*' | '⊗' | '·' | '×' => ('*', first.len_utf8()),
                '/' | '÷' => ('/', first.len_utf8()),
                '(' | '（' => ('(', first.len_utf8()),
                ')' | '）' => (')', first.len_utf8()),
                ',' | '，' => (',', first.len_utf8()),
                '-' | '−' => ('-', first.len_utf8()),
                '^' => ('^', 1),
                _ => {
                    self.span = Span::new(start, start + first.len_utf8());
                    return Err(self.wrong(text!(
                        "unexpected character `{first}`",
                        "意外的字符 `{first}`"
                    )));
                }
            };
            (NimToken::Sign(sign), length)
        };
        (self.token, self.span, self.after) =
            (token, Span::new(start, start + length), start + length);
        Ok(())
    }

    /// Consumes the given symbol if it is the next token. Returns whether the symbol was consumed.
    fn take_if(&mut self, sign: char) -> Result<bool, SolveError> {
        let is = self.token == NimToken::Sign(sign);
        if is {
            self.step()?;
        }
        Ok(is)
    }

    /// Returns a node from the start of `start` to the end of `end`.
    fn part<K>(&self, start: Span, end: Span, kind: K) -> SpannedNode<K> {
        SpannedNode {
            kind,
            span: start.to(end),
        }
    }

    /// Parses operands separated by any of the given symbols; a single operand is returned without
    /// a list. Each operand is paired with the symbol before it; the first operand is paired with
    /// the first given symbol.
    fn list<K>(
        &mut self,
        signs: &[char],
        operand: fn(&mut Self) -> Result<SpannedNode<K>, SolveError>,
        join: fn(Vec<(char, SpannedNode<K>)>) -> K,
    ) -> Result<SpannedNode<K>, SolveError> {
        let first = operand(self)?;
        let (start, mut end) = (first.span, first.span);
        let mut operands = Vec::new();
        while let NimToken::Sign(sign) = self.token
            && signs.contains(&sign)
        {
            self.step()?;
            let next = operand(self)?;
            end = next.span;
            operands.push((sign, next));
        }
        if operands.is_empty() {
            return Ok(first);
        }
        operands.insert(0, (signs[0], first));
        Ok(self.part(start, end, join(operands)))
    }

    fn sum(&mut self) -> Result<Expression, SolveError> {
        self.list(&['+'], NimParser::product, |terms| {
            ExpressionKind::Sum(terms.into_iter().map(|(_, term)| term).collect())
        })
    }

    fn product(&mut self) -> Result<Expression, SolveError> {
        self.list(&['*', '/'], NimParser::power, |factors| {
            let factors = factors.into_iter();
            ExpressionKind::Product(
                factors
                    .map(|(sign, factor)| (sign == '/', factor))
                    .collect(),
            )
        })
    }

    fn power(&mut self) -> Result<Expression, SolveError> {
        let base = self.atom()?;
        if !self.take_if('^')? {
            return Ok(base);
        }
        let start = self.span;
        let negative = self.take_if('-')?;
        let mut exponent = self.whole_atom()?;
        if negative {
            exponent = self.part(start, exponent.span, WholeKind::Sum(vec![(true, exponent)]));
        }
        let (start, end) = (base.span, exponent.span);
        Ok(self.part(start, end, ExpressionKind::Power(Box::new(base), exponent)))
    }

    fn number(&mut self, digits: &str) -> Result<Nimber, SolveError> {
        let number = digits.parse::<Nimber>().map_err(|error| {
            let at = self.span.start as usize + error.at;
            let (span, why) = match error.reason {
                ParseNimberErrorKind::NotADigit(found) => (
                    Span::new(at, at + found.len_utf8()),
                    text!(
                        "`{found}` is not a digit of this number",
                        "`{found}` 不是这个数中的数字"
                    ),
                ),
                ParseNimberErrorKind::NoDigit => (
                    self.span,
                    text!(
                        "expected a hexadecimal digit after `0x`",
                        "`0x` 之后应为十六进制数字"
                    ),
                ),
                _ => (self.span, text!("the number is too large", "这个数太大")),
            };
            SolveError::question(self.source, span, why)
        })?;
        self.step()?;
        Ok(number)
    }

    fn deeper(&mut self) -> Result<(), SolveError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.wrong(text!(
                "more than {MAX_DEPTH} nested parentheses",
                "括号嵌套超过 {MAX_DEPTH} 层"
            )));
        }
        self.step()
    }

    /// Consumes a closing parenthesis and returns its location.
    fn close(&mut self) -> Result<Span, SolveError> {
        let span = self.span;
        self.depth -= 1;
        if self.take_if(')')? {
            Ok(span)
        } else {
            Err(self.wrong(text!("expected `)`", "应为 `)`")))
        }
    }

    fn atom(&mut self) -> Result<Expression, SolveError> {
        let start = self.span;
        match self.token {
            NimToken::Number(digits) => {
                let number = self.number(digits)?;
                Ok(self.part(start, start, ExpressionKind::Number(number)))
            }
            NimToken::Name(name) => {
                self.step()?;
                if self.token == NimToken::Sign('(') {
                    return self.call(name, start);
                }
                Ok(self.part(start, start, ExpressionKind::Name(name.to_owned())))
            }
            NimToken::Sign('(') => {
                self.deeper()?;
                let inner = self.sum()?;
                let end = self.close()?;
                Ok(SpannedNode {
                    span: start.to(end),
                    ..inner
                })
            }
            _ => Err(self.wrong(text!(
                "expected a number, a name or `(`",
                "应为数、名字或 `(`"
            ))),
        }
    }

    fn call(&mut self, name: &str, start: Span) -> Result<Expression, SolveError> {
        let Some(&name) = FUNCTIONS.iter().find(|function| **function == name) else {
            let all = FUNCTIONS.join(", ");
            let why = text!(
                "unknown function `{name}`; known functions: {all}",
                "没有函数 `{name}`；可用的有 {all}"
            );
            return Err(SolveError::question(self.source, start, why));
        };
        if self.token != NimToken::Sign('(') {
            return Err(self.wrong(text!(
                "expected `(` after `{name}`",
                "`{name}` 之后应为 `(`"
            )));
        }
        self.deeper()?;
        if name == "bit" {
            let exponent = self.whole_sum()?;
            let end = self.close()?;
            return Ok(self.part(start, end, ExpressionKind::Bit(exponent)));
        }
        let mut arguments = Vec::new();
        if self.token != NimToken::Sign(')') {
            arguments.push(self.sum()?);
            while self.take_if(',')? {
                arguments.push(self.sum()?);
            }
        }
        let end = self.close()?;
        let given = arguments.len();
        let fitting = match name {
            "mex" => 0..=usize::MAX,
            "log" => 2..=2,
            "trace" => 1..=2,
            _ => 1..=1,
        };
        if !fitting.contains(&given) {
            let expected = match name {
                "log" => text!("two numbers: log(base, x)", "两个数：log(底, x)"),
                "trace" => text!(
                    "a number and optionally the number of bits of a field: trace(x, 64)",
                    "一个数，另可给出域的位数：trace(x, 64)"
                ),
                _ => text!("one number", "一个数"),
            };
            let (en, zh) = (expected.en, expected.zh);
            let why = text!(
                "wrong number of arguments for `{name}` ({given}): expected {en}",
                "`{name}` 的参数个数有误（{given} 个）：应为{zh}"
            );
            return Err(SolveError::question(self.source, start.to(end), why));
        }
        Ok(self.part(start, end, ExpressionKind::Call(name, arguments)))
    }

    fn whole_sum(&mut self) -> Result<IntegerNode, SolveError> {
        self.list(&['+', '-'], NimParser::whole_product, |terms| {
            let terms = terms.into_iter();
            WholeKind::Sum(terms.map(|(sign, term)| (sign == '-', term)).collect())
        })
    }

    fn whole_product(&mut self) -> Result<IntegerNode, SolveError> {
        self.list(&['*'], NimParser::whole_power, |factors| {
            WholeKind::Product(factors.into_iter().map(|(_, factor)| factor).collect())
        })
    }

    fn whole_power(&mut self) -> Result<IntegerNode, SolveError> {
        let start = self.span;
        let negative = self.take_if('-')?;
        let mut power = self.whole_atom()?;
        if self.token == NimToken::Sign('^') {
            // The power operator is right-associative; each nested exponent counts as a level of
            // parentheses.
            self.deeper()?;
            let exponent = self.whole_power()?;
            self.depth -= 1;
            let (start, end) = (power.span, exponent.span);
            power = self.part(
                start,
                end,
                WholeKind::Power(Box::new(power), Box::new(exponent)),
            );
        }
        if negative {
            power = self.part(start, power.span, WholeKind::Sum(vec![(true, power)]));
        }
        Ok(power)
    }

    fn whole_atom(&mut self) -> Result<IntegerNode, SolveError> {
        let start = self.span;
        match self.token {
            NimToken::Number(digits) => {
                let number = self.number(digits)?;
                Ok(self.part(start, start, WholeKind::Number(number)))
            }
            NimToken::Name(name @ ("order" | "log")) => {
                self.step()?;
                let inner = self.call(name, start)?;
                let span = inner.span;
                Ok(SpannedNode {
                    kind: WholeKind::Of(Box::new(inner)),
                    span,
                })
            }
            NimToken::Name(name) => {
                self.step()?;
                if self.token == NimToken::Sign('(') {
                    return Err(SolveError::question(
                        self.source,
                        start,
                        text!(
                            "`{name}` does not return an ordinary integer; only order and log do",
                            "`{name}` 的结果不是普通整数；只有 order 和 log 的结果才是"
                        ),
                    ));
                }
                Ok(self.part(start, start, WholeKind::Name(name.to_owned())))
            }
            NimToken::Sign('(') => {
                self.deeper()?;
                let inner = self.whole_sum()?;
                let end = self.close()?;
                Ok(SpannedNode {
                    span: start.to(end),
                    ..inner
                })
            }
            _ => Err(self.wrong(text!(
                "expected an ordinary integer or an integer expression in parentheses",
                "应为普通整数，或括号中的整数式"
            ))),
        }
    }
}
