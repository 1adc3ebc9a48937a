//! Parses the items that describe the format of a problem: `input`, `ask`, `output` and `sample`.

use super::{Parsed, RuleParser, level};
use crate::ast::{
    AlphabetDecl, AskDecl, CasesDecl, ExprKind, FieldDecl, FieldKind, InputDecl, LimitsDecl,
    LoopDecl, ReadDecl, SampleDecl, SpannedExpr, StringLiteral,
};
use crate::lexer::RuleTokenKind::{self, Int, Sign, Word};
use base::diagnostic::{Diagnostic, Span};
use base::text;

/// The words before a name that is not a number.
const KINDS: [&str; 4] = ["word", "line", "grid", "graph"];

/// A field with the expressions in the brackets after its name.
struct WrittenField {
    field: FieldDecl,
    brackets: Vec<SpannedExpr>,
}

impl RuleParser<'_> {
    /// Parses the text after `input`.
    pub(super) fn input(&mut self) -> Parsed<InputDecl> {
        let cases = self.cases()?;
        let mut reads = vec![self.read()?];
        while self.eat(Sign(",")) {
            reads.push(self.read()?);
        }
        Ok(InputDecl { cases, reads })
    }

    /// Parses `cases T:`, `cases until end:` or `cases until 0:`, if the item contains it.
    fn cases(&mut self) -> Parsed<CasesDecl> {
        let follows = matches!(self.kind_ahead(1), RuleTokenKind::Name | Word("until"));
        if !self.at_word("cases") || !follows {
            return Ok(CasesDecl::One);
        }
        self.bump();
        let cases = if !self.eat(Word("until")) {
            let name = self.name()?;
            CasesDecl::Counted(name, self.limits()?)
        } else if self.eat_word("end") {
            CasesDecl::UntilEnd
        } else {
            let negative = self.eat(Sign("-"));
            let Int(number) = self.kind() else {
                return Err(self.expected(text!("`end` or a number", " `end` 或一个数")));
            };
            self.bump();
            CasesDecl::UntilNumber(if negative { -number } else { number })
        };
        self.sign(":")?;
        Ok(cases)
    }

    /// Parses one part of a case.
    fn read(&mut self) -> Parsed<ReadDecl> {
        let start = self.span();
        let tuple = self.kind() == Sign("(");
        let mut written = Vec::new();
        if tuple {
            self.open("(")?;
            written.push(self.field_with_loop()?);
            while self.eat(Sign(",")) {
                written.push(self.field_with_loop()?);
            }
            self.close(")")?;
        } else {
            written.push(self.field()?);
        }
        let mut loops = Vec::new();
        while let Some(index) = self.for_loop()? {
            loops.push(index);
        }
        let mut fields = Vec::with_capacity(written.len());
        for field in written {
            let mut all = loops.clone();
            all.extend(field.field.inner.clone());
            if all.len() > 2 {
                let message = text!("a table has at most two indices", "表格最多有两个下标");
                return Err(self.report(Diagnostic::error(all[2].name.span, message)));
            }
            fields.push(self.indexed(field, &all)?);
        }
        Ok(ReadDecl {
            fields,
            tuple,
            loops,
            span: start.to(self.last_span()),
        })
    }

    /// Parses `for i in 1..N`, if it follows.
    fn for_loop(&mut self) -> Parsed<Option<LoopDecl>> {
        if !self.eat(Word("for")) {
            return Ok(None);
        }
        let name = self.name()?;
        self.word("in")?;
        let low = self.expr()?;
        self.sign("..")?;
        let high = self.expr()?;
        Ok(Some(LoopDecl { name, low, high }))
    }

    /// Parses a field in parentheses, which can have a loop of its own.
    fn field_with_loop(&mut self) -> Parsed<WrittenField> {
        let mut written = self.field()?;
        written.field.inner = self.for_loop()?;
        Ok(written)
    }

    fn field(&mut self) -> Parsed<WrittenField> {
        let named = self.kind_ahead(1) == RuleTokenKind::Name;
        let kind = KINDS.into_iter().find(|word| named && self.at_word(word));
        if kind.is_some() {
            self.bump();
        }
        let name = self.name()?;
        let mut brackets = Vec::new();
        while self.kind() == Sign("[") && brackets.len() < 2 {
            self.open("[")?;
            brackets.push(self.expr()?);
            while self.eat(Sign(",")) {
                brackets.push(self.expr()?);
            }
            self.close("]")?;
        }
        let kind = match kind {
            None => FieldKind::Number(self.limits()?),
            Some("word") => FieldKind::Word(None, self.of_letters()?),
            Some("line") => FieldKind::Line(self.of_letters()?),
            Some("grid") => {
                let (rows, columns) = match &brackets[..] {
                    [rows] => (rows.clone(), None),
                    [rows, columns] => (rows.clone(), Some(columns.clone())),
                    _ => {
                        let grid = &name.text;
                        return Err(self.lacks_size(
                            name.span,
                            format!("grid {grid}[H]"),
                            format!("grid {grid}[H, W]"),
                        ));
                    }
                };
                FieldKind::Grid(rows, columns, self.of_letters()?)
            }
            Some(_) => match &brackets[..] {
                [vertices, edges] => FieldKind::Graph(vertices.clone(), edges.clone()),
                _ => {
                    let graph = &name.text;
                    return Err(self.lacks_size(
                        name.span,
                        format!("graph {graph}[N, M]"),
                        format!("graph {graph}[N, N - 1]"),
                    ));
                }
            },
        };
        Ok(WrittenField {
            field: FieldDecl {
                name,
                kind,
                inner: None,
            },
            brackets,
        })
    }

    fn lacks_size(&mut self, span: Span, one: String, other: String) -> super::ReportedError {
        let message = text!("the size is missing", "缺少大小");
        let label = text!("write `{one}` or `{other}`", "请写 `{one}` 或 `{other}`");
        self.report(Diagnostic::error(span, message).label(label))
    }

    /// Parses `of "ab"` or `of a..z`, if it follows.
    fn of_letters(&mut self) -> Parsed<Option<AlphabetDecl>> {
        if self.eat_word("of") {
            self.alphabet().map(Some)
        } else {
            Ok(None)
        }
    }

    /// Parses `in low..high`, if it follows.
    fn limits(&mut self) -> Parsed<Option<LimitsDecl>> {
        if !self.eat(Word("in")) {
            return Ok(None);
        }
        let low = self.expr()?;
        self.sign("..")?;
        let high = if self.is_stray_word() {
            None
        } else {
            self.range_end(level::ANY)?
        };
        Ok(Some(LimitsDecl { low, high }))
    }

    /// Returns a field whose brackets contain the indices of its loops, or its length.
    fn indexed(&mut self, written: WrittenField, loops: &[LoopDecl]) -> Parsed<FieldDecl> {
        let WrittenField {
            mut field,
            mut brackets,
        } = written;
        let name = field.name.text.clone();
        let indices: Vec<&str> = loops.iter().map(|index| index.name.text.as_str()).collect();
        let is_index = |(written, index): (&SpannedExpr, &&str)| matches!(&written.kind, ExprKind::Name(name) if name == index);
        match &mut field.kind {
            FieldKind::Word(length, _) if loops.is_empty() && brackets.len() < 2 => {
                *length = brackets.pop();
                return Ok(field);
            }
            FieldKind::Number(_) if loops.is_empty() && brackets.is_empty() => return Ok(field),
            FieldKind::Number(_) if loops.is_empty() => {
                let message = text!(
                    "`{name}` has an index without a range",
                    "`{name}` 的下标没有范围"
                );
                let label = text!(
                    "write `{name}[i] for i in 1..N`",
                    "请写 `{name}[i] for i in 1..N`"
                );
                return Err(self.report(Diagnostic::error(field.name.span, message).label(label)));
            }
            FieldKind::Line(_) if loops.is_empty() && brackets.is_empty() => return Ok(field),
            FieldKind::Grid(..) | FieldKind::Graph(..) if loops.is_empty() => return Ok(field),
            FieldKind::Word(..) if loops.len() > 1 => {}
            FieldKind::Number(_) | FieldKind::Word(..)
                if brackets.len() == indices.len()
                    && brackets.iter().zip(&indices).all(is_index) =>
            {
                return Ok(field);
            }
            _ => {}
        }
        let error = match &field.kind {
            FieldKind::Number(_) | FieldKind::Word(..) if loops.len() < 2 || brackets.len() < 2 => {
                let indices = indices.join(", ");
                Diagnostic::error(
                    field.name.span,
                    text!(
                        "expected `{name}[{indices}]`, with the indices of `for`",
                        "此处应为 `{name}[{indices}]`，下标与 `for` 一致"
                    ),
                )
            }
            _ => Diagnostic::error(
                field.name.span,
                text!(
                    "only numbers, and words with one index, can be read in a `for`",
                    "`for` 中只能读入数，或带一个下标的单词"
                ),
            ),
        };
        Err(self.report(error))
    }

    /// Parses the text after `ask`.
    pub(super) fn ask(&mut self) -> Parsed<AskDecl> {
        let follows = matches!(self.kind_ahead(1), RuleTokenKind::Name | Sign("["));
        let each = self.at_word("each") && follows && self.eat_word("each");
        Ok(AskDecl {
            each,
            parts: self.result()?,
        })
    }

    /// Parses the parts of a line of output.
    pub(super) fn output(&mut self) -> Parsed<Vec<SpannedExpr>> {
        self.in_output = true;
        let parts = self.output_parts();
        self.in_output = false;
        parts
    }

    fn output_parts(&mut self) -> Parsed<Vec<SpannedExpr>> {
        let mut parts = vec![self.expr()?];
        while self.eat(Sign(",")) {
            parts.push(self.expr()?);
        }
        Ok(parts)
    }

    /// Parses a name of two words in an output, such as `winning moves` or `left wins`; `None` if
    /// another name follows.
    pub(super) fn name_of_output(&mut self) -> Option<ExprKind> {
        const FIRST_WORDS: [&str; 3] = ["winning", "left", "right"];
        let first = FIRST_WORDS.into_iter().find(|word| self.at_word(word))?;
        let token = self.tokens.get(self.at + 1)?;
        let words = match (first, self.source_text(token.span)) {
            _ if !self.in_output => return None,
            ("winning", "moves") => "winning moves",
            ("winning", "move") => "winning move",
            ("left", "wins") => "left wins",
            ("left", "draws") => "left draws",
            ("right", "wins") => "right wins",
            ("right", "draws") => "right draws",
            _ => return None,
        };
        self.bump();
        self.bump();
        Some(ExprKind::Name(words.to_owned()))
    }

    /// Parses the text after `sample`.
    pub(super) fn sample(&mut self) -> Parsed<SampleDecl> {
        let input = self.quoted_lines()?;
        if !self.eat_word("gives") {
            let stop = self.expected(text!(
                "another line of the input, or `gives` and the output",
                "输入的下一行，或 `gives` 和输出"
            ));
            self.label_last(Some(text!(
                "for example `sample \"2\" \"3 4\" gives \"First\"`",
                "例如 `sample \"2\" \"3 4\" gives \"First\"`"
            )));
            return Err(stop);
        }
        let output = self.quoted_lines()?;
        Ok(SampleDecl { input, output })
    }

    fn quoted_lines(&mut self) -> Parsed<Vec<StringLiteral>> {
        let mut lines = vec![self.quoted()?];
        while self.kind() == RuleTokenKind::Text {
            lines.push(self.quoted()?);
        }
        Ok(lines)
    }
}
