//! Syntax of other languages and of natural language. Each case is reported with the correct form,
//! and parsing continues with that form, so that one pass finds all mistakes of a text.

use super::{Parsed, RuleParser, level};
use crate::ast::{
    ChangeDecl, ComponentDecl, ComponentDeclKind, DomainExpr, ElementExpr, ExprKind, Identifier,
    SpannedExpr,
};
use crate::lexer::RuleTokenKind::{self, End, Int, Sign, Word};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

/// Returns the empty span before a span.
pub(super) fn before(span: Span) -> Span {
    Span {
        end: span.start,
        ..span
    }
}

/// Returns the empty span after a span.
pub(super) fn behind(span: Span) -> Span {
    Span {
        start: span.end,
        ..span
    }
}

/// Properties of numbers in natural language, each with the texts that replace it before and after
/// the number.
const PROPERTIES: [(&[&str], &str, &str); 6] = [
    (&["even", "偶数"], "", "% 2 == 0"),
    (&["odd", "奇数"], "", "% 2 == 1"),
    (&["prime", "质数", "素数"], "is_prime(", ") == 1"),
    (&["zero", "零"], "", "== 0"),
    (&["positive", "正数"], "", "> 0"),
    (&["negative", "负数"], "", "< 0"),
];

impl RuleParser<'_> {
    /// Reports `k is even` after the number at `left`, and consumes its words.
    pub(super) fn property(&mut self, left: Span) {
        let start = self.span();
        let mut word = self.word_at(start).trim_start_matches('是').to_owned();
        self.bump();
        for filler in ["a", "an", "the"] {
            self.eat_word(filler);
        }
        if word == "is" {
            word = self.word_at(self.span());
            self.bump();
        }
        let span = start.to(self.last_span());
        let message = text!("conditions are written with operators", "条件用运算符书写");
        let mut error = Diagnostic::error(span, message);
        let written = self.source_text(left);
        let plain = written
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '[' | ']'));
        let number = &if plain {
            written.to_owned()
        } else {
            format!("({written})")
        };
        let found = PROPERTIES
            .iter()
            .find(|(words, ..)| words.contains(&&*word));
        // The forms `k is divisible by 3` and `k is multiple of 3`.
        if matches!(&*word, "divisible" | "multiple")
            && (self.eat_word("by") || self.eat_word("of"))
        {
            let whole = start.to(self.last_span());
            self.bump();
            let by = self.source_text(self.last_span());
            let (whole, written) = (whole.to(self.last_span()), format!("% {by} == 0"));
            error = error.label(text!(
                "write `{number} {written}`",
                "请写 `{number} {written}`"
            ));
            error = wrapped(error, left, plain).edit(whole, written);
        } else if let Some(&(_, head, tail)) = found {
            if head.is_empty() {
                error = error.label(text!("write `{number} {tail}`", "请写 `{number} {tail}`"));
                error = wrapped(error, left, plain).edit(span, tail);
            } else {
                error = error.label(text!(
                    "write `{head}{written}{tail}`",
                    "请写 `{head}{written}{tail}`"
                ));
                error = error.edit(before(left), head).edit(
                    Span {
                        start: left.end,
                        ..span
                    },
                    tail,
                );
            }
        } else {
            let words = "==, !=, <, <=, >, >=, in, %";
            error = error.help(text!(
                "write conditions with {words}",
                "条件请用 {words} 书写"
            ));
        }
        self.report(error);
    }

    /// Consumes a `from` that is written instead of `in`, and reports it.
    pub(super) fn in_said_as_from(&mut self) -> bool {
        let at = matches!(self.source_text(self.span()), "from" | "从")
            && self.kind() == RuleTokenKind::Name;
        if at {
            let message = text!("a choice is written with `in`", "选择用 `in` 书写");
            let label = text!("write `k in 1..n`", "请写 `k in 1..n`");
            self.correct(self.span(), message, label, "in");
            self.bump();
        }
        at
    }

    /// Consumes a `to` that is written instead of `..`, and reports it.
    pub(super) fn dots_said_as_to(&mut self) -> bool {
        let at = matches!(self.source_text(self.span()), "to" | "until" | "到" | "至")
            && self.kind() == RuleTokenKind::Name;
        if at {
            let message = text!("a range is written with `..`", "范围用 `..` 书写");
            let label = text!("write `1..n`", "请写 `1..n`");
            self.correct(self.span(), message, label, "..");
            self.bump();
        }
        at
    }

    /// Consumes a `;` that is written instead of `,` between changes, and reports it. Returns false
    /// after the last change, because no separator is needed after it.
    pub(super) fn comma_said_as_semicolon(&mut self) -> bool {
        let span = self.span();
        if !self.eat(Sign(";")) {
            return false;
        }
        let more = self.kind() != Sign("}");
        let message = text!("changes are separated by `,`", "修改之间用 `,` 分隔");
        self.everywhere(Diagnostic::error(span, message).edit(span, if more { "," } else { "" }));
        more
    }

    /// Parses a set in square brackets, `k in [1, 3, 4]`, as a set in braces, and `[1..n]` as a
    /// range.
    pub(super) fn set_in_brackets(&mut self) -> Parsed<Option<DomainExpr>> {
        if self.kind() != Sign("[") {
            return Ok(None);
        }
        let start = self.open("[")?.span;
        let list = self.list("]")?;
        let range = self.eat(Sign(".."));
        let high = if range {
            self.range_end(level::ANY)?
        } else {
            None
        };
        let end = self.close("]")?;
        let message = text!("a set is written in braces", "集合写在花括号中");
        let (label, [open, close]) = match range {
            true => (
                text!("a range needs no brackets: `1..n`", "范围不用括号：`1..n`"),
                ["", ""],
            ),
            false => (
                text!("write `{{1, 3, 4}}`", "请写 `{{1, 3, 4}}`"),
                ["{", "}"],
            ),
        };
        self.report(
            Diagnostic::error(start, message)
                .label(label)
                .edit(start, open)
                .edit(end, close),
        );
        Ok(Some(match (range, list.into_iter().next()) {
            (true, Some(ElementExpr { value, .. })) => DomainExpr::Range(value, high),
            (_, first) => {
                let span = start.to(end);
                DomainExpr::Set(SpannedExpr {
                    kind: ExprKind::Set(first.into_iter().collect()),
                    span,
                })
            }
        }))
    }

    /// Parses `k in 1, 3, 4`: forms a set of the first and the following numbers, and reports the
    /// missing braces.
    pub(super) fn bare_set(&mut self, first: &SpannedExpr) {
        let (ExprKind::Int(_), Sign(","), Int(_)) = (&first.kind, self.kind(), self.kind_ahead(1))
        else {
            return;
        };
        while let (Sign(","), Int(_)) = (self.kind(), self.kind_ahead(1)) {
            self.bump();
            self.bump();
        }
        let message = text!("a set is written in braces", "集合写在花括号中");
        let label = text!("write `{{1, 3, 4}}`", "请写 `{{1, 3, 4}}`");
        let span = first.span.to(self.last_span());
        self.report(
            Diagnostic::error(span, message)
                .label(label)
                .edit(before(span), "{")
                .edit(behind(span), "}"),
        );
    }

    /// Parses a result without its brackets: `n - k`, `n -= k`, `n--`, `(n - k)`.
    pub(super) fn loose_result(&mut self) -> Parsed<Option<ComponentDecl>> {
        let start = self.span();
        let next = self.kind_ahead(1);
        let report = |parser: &mut Self, span: Span, open: &str, close: &str| {
            let message = text!(
                "the result of a move is written in brackets",
                "一着的结果写在括号中"
            );
            let label: Text = match open {
                "{ " => text!(
                    "changes are written in braces: {{ n -= k }}",
                    "修改写在花括号中：{{ n -= k }}"
                ),
                _ => text!("a component is written [n - k]", "成分请写作 [n - k]"),
            };
            parser.report(
                Diagnostic::error(span, message)
                    .label(label)
                    .edit(before(span), open)
                    .edit(behind(span), close),
            );
        };
        let item_follows = matches!(next, End | Sign("}") | Word(_)) && next != Word("for");
        let kind = match (self.kind(), next) {
            (RuleTokenKind::Name, Sign(sign @ ("-" | "+")))
                if self.kind_ahead(2) == next && !matches!(self.kind_ahead(3), Int(_)) =>
            {
                let name = self.source_text(start);
                self.bump();
                self.bump();
                let span = start.to(self.bump().span);
                let message = text!(
                    "`{sign}{sign}` is not an operator",
                    "没有运算符 `{sign}{sign}`"
                );
                let label = text!("write [{name} {sign} 1]", "请写 [{name} {sign} 1]");
                self.correct(span, message, label, format!("[{name} {sign} 1]"));
                ComponentDeclKind::Fresh {
                    game: None,
                    slots: Vec::new(),
                }
            }
            (RuleTokenKind::Name, Sign("-=" | "+=" | "=")) => {
                let mut changes: Vec<ChangeDecl> = vec![self.change()?];
                while self.kind() == Sign(",") && self.kind_ahead(1) == RuleTokenKind::Name {
                    self.bump();
                    changes.push(self.change()?);
                }
                report(self, start.to(self.last_span()), "{ ", " }");
                ComponentDeclKind::Changed(vec![(changes, Vec::new())])
            }
            (RuleTokenKind::Name, Sign("-" | "+" | "*" | "/" | "%")) | (Int(_), _) => {
                let value = self.expr()?;
                report(self, value.span, "[", "]");
                ComponentDeclKind::Fresh {
                    game: None,
                    slots: vec![ElementExpr::single(value)],
                }
            }
            (RuleTokenKind::Name, _) if item_follows => {
                let value = self.expr()?;
                report(self, value.span, "[", "]");
                ComponentDeclKind::Fresh {
                    game: None,
                    slots: vec![ElementExpr::single(value)],
                }
            }
            (Sign("("), _) => {
                let open = self.open("(")?.span;
                let slots = self.list(")")?;
                let close = self.close(")")?;
                let message = text!(
                    "the result of a move is written in square brackets",
                    "一着的结果写在方括号中"
                );
                let label = text!("a component is written [n - k]", "成分请写作 [n - k]");
                self.report(
                    Diagnostic::error(open, message)
                        .label(label)
                        .edit(open, "[")
                        .edit(close, "]"),
                );
                ComponentDeclKind::Fresh { game: None, slots }
            }
            _ => return Ok(None),
        };
        let span = start.to(self.last_span());
        Ok(Some(ComponentDecl {
            kind,
            choices: Vec::new(),
            span,
        }))
    }

    /// Parses an operator that is written as a function, such as `bitand(a, b)` or `sum(e for
    /// ...)`, and reports the correct form.
    #[cold]
    pub(super) fn called_word(&mut self, word: &'static str) -> Parsed<ExprKind> {
        let start = self.bump().span;
        let opened = self.open("(")?.span;
        let list = self.list(")")?;
        self.close(")")?;
        if word == "sum" {
            let message = text!("the function is called `total`", "该函数名为 `total`");
            let label = text!("write `total(…)`", "请写 `total(…)`");
            self.correct(start, message, label, "total");
            return Ok(ExprKind::Call(
                Identifier {
                    text: "total".to_owned(),
                    span: start,
                },
                list,
            ));
        }
        let message = text!(
            "`{word}` is an operator, not a function",
            "`{word}` 是运算符，不是函数"
        );
        let label = text!("write `(a {word} b)`", "请写 `(a {word} b)`");
        let mut error = Diagnostic::error(start, message).label(label);
        if list.len() > 1 && list.iter().all(|element| element.choices.is_empty()) {
            error = error.edit(start.to(before(opened)), "");
            for (at, element) in list.iter().enumerate() {
                if at > 0 {
                    let between = Span {
                        start: list[at - 1].value.span.end,
                        end: element.value.span.start,
                    };
                    error = error.edit(between, format!(" {word} "));
                }
                error = wrapped(error, element.value.span, is_atom(&element.value.kind));
            }
        }
        self.report(error);
        Ok(ExprKind::Int(0))
    }

    /// Reports the `:` that is missing before a result. The `:` is missing before the current
    /// bracket, or before the bracket that was parsed as an index.
    pub(super) fn missing_colon(&mut self) -> bool {
        let message = text!(
            "missing `:` before the result of the move",
            "着法的结果之前缺少 `:`"
        );
        if matches!(self.kind(), Sign("[" | "{")) || self.kind() == Word("nothing") {
            let place = before(self.span());
            self.report(Diagnostic::error(self.span(), message).edit(place, ": "));
            return true;
        }
        if self.at == 0 || self.tokens[self.at - 1].kind != Sign("]") {
            return false;
        }
        let mut depth = 0;
        let opened = self.tokens[..self.at].iter().rposition(|token| {
            match token.kind {
                Sign("]") => depth += 1,
                Sign("[") => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let Some(opened) = opened else { return false };
        let place = self.tokens[opened].span;
        let label = text!(
            "is the `:` missing before the `[`?",
            "`[` 之前是否漏了 `:`？"
        );
        self.report(
            Diagnostic::error(place, message)
                .label(label)
                .edit(before(place), ": "),
        );
        self.at = opened;
        true
    }
}

/// Returns whether an expression needs no parentheses as an operand.
fn is_atom(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Int(_) | ExprKind::Name(_) | ExprKind::Call(..) | ExprKind::Index(..)
    )
}

/// Adds parentheses around the number to the replacement of an error, unless `plain` is true.
fn wrapped(error: Diagnostic, left: Span, plain: bool) -> Diagnostic {
    if plain {
        error
    } else {
        error.edit(before(left), "(").edit(behind(left), ")")
    }
}
