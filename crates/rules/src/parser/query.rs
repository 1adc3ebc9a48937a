//! Parses short texts outside the items of a file: the position of a query, and the label of a
//! move.

use super::codes::lift_codes;
use super::{MAX_ERRORS, Parsed, ReportedError, RuleParser};
use crate::ast::{
    ExprKind, Identifier, QueryComponent, QuerySlot, QuerySum, SpannedExpr, StringLiteral,
};
use crate::lexer::RuleTokenKind::{self, Int, Sign, Word};
use crate::lexer::to_ascii;
use base::diagnostic::{Diagnostic, Span};
use base::text;

/// Parses the position of a query: `kayles[12] + 2 * nim[7]`, `bash(m = 5)[20]`, `chomp(4, 3)`,
/// `wythoff[0..10, 3]`.
///
/// ```
/// let sum = rules::parser::parse_query("3 * nim[2 ** 40] + kayles[12]").unwrap();
/// assert_eq!(sum.components[0].copies, 3);
/// ```
///
/// # Errors
/// Returns the errors, with their locations, if `source` is not a position, or is longer than
/// [`MAX_SOURCE`](super::MAX_SOURCE).
pub fn parse_query(source: &str) -> Result<QuerySum, Vec<Diagnostic>> {
    let mut parser = RuleParser::new(source, 0)?;
    let sum = parser.query();
    parser.finish(sum)
}

/// Predicates for the names in a query whose meaning affects the syntax of the query.
#[derive(Clone, Copy)]
pub struct NameContext<'m> {
    /// Returns whether a name is a kind of structure, whose parentheses contain text in its own
    /// syntax.
    pub structure: &'m dyn Fn(&str) -> bool,
    /// Returns whether a name that could also begin a code of heaps is a game.
    pub game: &'m dyn Fn(&str) -> bool,
}

/// Parses the position of a query that may contain structures and codes of heaps.
///
/// ```
/// use rules::parser::{NameContext, parse_query_with};
/// let meant = NameContext {
///     structure: &|name| name == "hackenbush",
///     game: &|name| name == "nim",
/// };
/// let sum =
///     parse_query_with("nim[3] + hackenbush(0-1; ground 0) + 0.77[12]", meant).unwrap();
/// assert_eq!(
///     sum.components[1].text.as_ref().unwrap().text,
///     "0-1; ground 0"
/// );
/// assert_eq!(sum.components[2].code.as_ref().unwrap().text, "0.77");
/// ```
///
/// # Errors
/// Returns the same errors as [`parse_query`]. Returns errors if the text of a structure is not
/// closed, or is not a component of its own.
pub fn parse_query_with(source: &str, meant: NameContext<'_>) -> Result<QuerySum, Vec<Diagnostic>> {
    let (plain, codes) = lift_codes(source, meant.game);
    let (plain, texts) = lift(&plain, meant.structure)?;
    let mut sum = parse_query(&plain)?;
    for code in codes {
        if let Some(component) = sum
            .components
            .iter_mut()
            .find(|c| c.span.start <= code.span.start && code.span.end <= c.span.end)
        {
            (component.game, component.code) = (None, Some(code));
        }
    }
    for text in texts {
        let holder = sum
            .components
            .iter_mut()
            .find(|c| c.span.start <= text.span.start && text.span.end <= c.span.end);
        match holder {
            Some(component) if component.text.is_none() => component.text = Some(text),
            _ => {
                return Err(vec![Diagnostic::error(
                    text.span,
                    text!(
                        "a structure must be a component on its own",
                        "图或棋盘须单独作为一个成分"
                    ),
                )]);
            }
        }
    }
    Ok(sum)
}

/// Extracts the texts of structures from a query, and replaces them by spaces.
fn lift(
    source: &str,
    is_structure: &dyn Fn(&str) -> bool,
) -> Result<(String, Vec<StringLiteral>), Vec<Diagnostic>> {
    let (mut plain, mut texts) = (String::with_capacity(source.len()), Vec::new());
    let mut rest = source.char_indices().peekable();
    while let Some((start, c)) = rest.next() {
        plain.push(c);
        if !(c.is_alphanumeric() || c == '_') {
            continue;
        }
        let mut end = start + c.len_utf8();
        while let Some((at, c)) = rest.next_if(|(_, c)| c.is_alphanumeric() || *c == '_') {
            plain.push(c);
            end = at + c.len_utf8();
        }
        while let Some((_, c)) = rest.next_if(|(_, c)| c.is_whitespace()) {
            plain.push(c);
        }
        let open = match rest.peek() {
            Some(&(at, c)) if to_ascii(c) == '(' && is_structure(&source[start..end]) => (at, c),
            _ => continue,
        };
        plain.push(open.1);
        rest.next();
        let first = open.0 + open.1.len_utf8();
        let mut depth = 1;
        let close = rest.find(|(_, c)| {
            match to_ascii(*c) {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let Some((last, c)) = close else {
            let span = Span::new(open.0, first);
            return Err(vec![Diagnostic::error(
                span,
                text!("this `(` is not closed", "这个 `(` 没有结束"),
            )]);
        };
        texts.push(StringLiteral {
            text: source[first..last].to_owned(),
            span: Span::new(first, last),
        });
        plain.extend(std::iter::repeat_n(' ', last - first));
        plain.push(c);
    }
    Ok((plain, texts))
}

/// Returns the location in the file at which the text of a label begins.
fn label_start(label: &StringLiteral) -> usize {
    let quotes = label.span.range().len().saturating_sub(label.text.len());
    // Two ASCII quotes have two bytes in total. A full-width quote has three bytes.
    label.span.range().start + if quotes <= 2 { 1 } else { 3 }
}

/// Returns the text of a value in a label.
pub(crate) fn label_value<'t>(label: &'t StringLiteral, value: &SpannedExpr) -> Option<&'t str> {
    let (start, range) = (label_start(label), value.span.range());
    let from = range.start.checked_sub(start)?;
    label.text.get(from..range.end.checked_sub(start)?)
}

/// A part of the label of a move.
#[derive(Clone, Debug, PartialEq)]
pub enum LabelPart {
    /// Literal text.
    Text(String),
    /// A value to insert.
    Value(SpannedExpr),
}

/// Splits the label of a move into text and values: `"bite ({i},{j})"`. `{{` and `}}` are literal
/// braces. Locations are locations in the file.
///
/// ```
/// use base::diagnostic::Span;
/// use rules::{
///     ast::StringLiteral,
///     parser::{LabelPart, parse_label},
/// };
/// let label = StringLiteral {
///     text: "take {k}".into(),
///     span: Span::new(10, 20),
/// };
/// let parts = parse_label(&label).unwrap();
/// assert_eq!(parts[0], LabelPart::Text("take ".into()));
/// ```
///
/// # Errors
/// Returns errors if a brace has no partner, or the text between braces is not an expression.
pub fn parse_label(label: &StringLiteral) -> Result<Vec<LabelPart>, Vec<Diagnostic>> {
    let base = label_start(label);
    let mut parts = Vec::new();
    let mut errors = Vec::new();
    let mut plain = String::new();
    let mut rest = label.text.char_indices().peekable();
    while errors.len() < MAX_ERRORS
        && let Some((at, c)) = rest.next()
    {
        let brace = to_ascii(c);
        if brace != '{' && brace != '}' {
            plain.push(c);
        } else if rest.next_if(|&(_, next)| to_ascii(next) == brace).is_some() {
            plain.push(brace);
        } else if brace == '}' {
            let span = Span::new(base + at, base + at + c.len_utf8());
            let message = text!(
                "this `}}` has no matching `{{`",
                "这个 `}}` 没有与之配对的 `{{`"
            );
            let label = text!("write `}}}}` for a literal brace", "要写花括号请写 `}}}}`");
            errors.push(Diagnostic::error(span, message).label(label));
        } else {
            if !plain.is_empty() {
                parts.push(LabelPart::Text(std::mem::take(&mut plain)));
            }
            let start = at + c.len_utf8();
            let mut depth = 1;
            let end = rest.find(|&(_, c)| {
                match to_ascii(c) {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    _ => {}
                }
                depth == 0
            });
            let Some((end, _)) = end else {
                let span = Span::new(base + at, base + at + c.len_utf8());
                let message = text!("this `{{` is not closed", "这个 `{{` 没有结束");
                let label = text!("write `{{{{` for a literal brace", "要写花括号请写 `{{{{`");
                errors.push(Diagnostic::error(span, message).label(label));
                break;
            };
            match expression_at(&label.text[start..end], base + start) {
                Ok(value) => parts.push(LabelPart::Value(value)),
                Err(more) => errors.extend(more),
            }
        }
    }
    if !plain.is_empty() {
        parts.push(LabelPart::Text(plain));
    }
    if errors.is_empty() {
        Ok(parts)
    } else {
        Err(errors)
    }
}

/// Parses one expression: `x / 2 + y / 2`.
///
/// ```
/// assert!(rules::parser::parse_expression("x / 2 + y / 2").is_ok());
/// assert!(rules::parser::parse_expression("x / 2 +").is_err());
/// ```
///
/// # Errors
/// Returns errors if `source` is not a single expression.
pub fn parse_expression(source: &str) -> Result<SpannedExpr, Vec<Diagnostic>> {
    expression_at(source, 0)
}

/// Parses `source` as one expression. The first byte of `source` has the location `base`.
fn expression_at(source: &str, base: usize) -> Result<SpannedExpr, Vec<Diagnostic>> {
    let mut parser = RuleParser::new(source, base)?;
    let value = parser.expr();
    let value = value.and_then(|value| parser.end().map(|()| value));
    parser.finish(value)
}

impl RuleParser<'_> {
    /// Requires the end of the text.
    fn end(&mut self) -> Parsed<()> {
        if self.kind() == RuleTokenKind::End {
            return Ok(());
        }
        Err(self.expected(text!("the end of the text", "文末")))
    }

    fn query(&mut self) -> Parsed<QuerySum> {
        if self.kind() == RuleTokenKind::End {
            let message = text!("the position is empty", "局面是空的");
            let error = Diagnostic::error(self.span(), message);
            let help = text!(
                "write a sum such as nim[3] + kayles[12]",
                "请写和，例如 nim[3] + kayles[12]"
            );
            return Err(self.report(error.help(help)));
        }
        let mut components = vec![self.query_component()?];
        while self.eat(Sign("+")) {
            components.push(self.query_component()?);
        }
        if self.kind() != RuleTokenKind::End {
            return Err(self.no_query_end());
        }
        Ok(QuerySum { components })
    }

    fn no_query_end(&mut self) -> ReportedError {
        let label = match self.kind() {
            Int(value) => Some(text!(
                "write the position in brackets: [{value}]",
                "局面请写在方括号中：[{value}]"
            )),
            Sign(",") => Some(text!("write `+` between components", "成分之间请写 `+`")),
            _ => None,
        };
        let stop = self.expected(text!("`+` or the end of the text", " `+` 或文末"));
        self.label_last(label);
        stop
    }

    fn query_component(&mut self) -> Parsed<QueryComponent> {
        let start = self.span();
        let copies = match self.kind() {
            Int(copies) => {
                self.bump();
                if self.kind() != Sign("*") {
                    let stop = self.expected(text!("`*` and a component", " `*` 和成分"));
                    self.label_last(Some(text!(
                        "write 3 * nim[5] for copies of a component, or nim[{copies}] for a pile of {copies}",
                        "几份相同的成分写作 3 * nim[5]；{copies} 个的一堆写作 nim[{copies}]"
                    )));
                    return Err(stop);
                }
                self.bump();
                copies
            }
            _ => 1,
        };
        let game = match self.kind() {
            Sign("[") => None,
            RuleTokenKind::Name => Some(self.instance()?),
            // A game called `Play` is queried as `play[3]`: at the beginning of a component, a
            // keyword can only be a name.
            Word(_)
                if matches!(
                    self.kind_ahead(1),
                    Sign("[" | "(" | "+") | RuleTokenKind::End
                ) =>
            {
                let span = self.bump().span;
                let name = Identifier {
                    text: self.word_at(span),
                    span,
                };
                Some(self.instance_of(name)?)
            }
            _ => {
                return Err(self.expected(text!(
                    "a component such as `nim[5]`",
                    "一个成分，例如 `nim[5]`"
                )));
            }
        };
        let slots = if self.kind() == Sign("[") {
            Some(self.query_slots()?)
        } else {
            None
        };
        let span = start.to(self.last_span());
        Ok(QueryComponent {
            game,
            slots,
            text: None,
            code: None,
            copies,
            span,
        })
    }

    /// Parses a number, or a set as a list or a picture.
    pub(super) fn number_or_set(&mut self) -> Parsed<SpannedExpr> {
        if self.kind() != RuleTokenKind::Text {
            return self.expr();
        }
        let picture = self.quoted()?;
        let span = picture.span;
        Ok(SpannedExpr {
            kind: ExprKind::Picture(picture),
            span,
        })
    }

    fn query_slots(&mut self) -> Parsed<Vec<QuerySlot>> {
        self.open("[")?;
        let mut slots = Vec::new();
        while self.kind() != Sign("]") {
            let low = self.number_or_set()?;
            slots.push(if self.eat(Sign("..")) {
                QuerySlot::Range(low, self.expr()?)
            } else {
                QuerySlot::One(low)
            });
            if !self.eat(Sign(",")) {
                break;
            }
        }
        self.close("]")?;
        Ok(slots)
    }
}
