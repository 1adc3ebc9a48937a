//! Parses expressions, choices and lists. Operators are parsed by precedence climbing (Richards
//! 1979), with one call for each bracket instead of one for each level of the grammar. Because of
//! precedence climbing, deep nesting is cheap.

use super::{Parsed, ReportedError, RuleParser};
use crate::ast::{
    BinaryOp, ChoiceDecl, CompareOp, DomainExpr, ElementExpr, ExprKind, Identifier, IndexExpr,
    List, SpannedExpr, VectorIndex,
};
use crate::lexer::RuleTokenKind::{self, Bad, Int, Sign, Word};
use base::diagnostic::{Diagnostic, Span};
use base::text;

/// Binding strengths of the forms of an expression, loosest first.
pub(crate) mod level {
    use crate::ast::BinaryOp;

    /// Any expression; `if` binds loosest.
    pub(crate) const ANY: u8 = 0;
    pub(crate) const OR: u8 = 1;
    pub(crate) const AND: u8 = 2;
    pub(crate) const NOT: u8 = 3;
    pub(crate) const COMPARE: u8 = 4;
    pub(crate) const SUM: u8 = 5;
    pub(crate) const PRODUCT: u8 = 6;
    pub(crate) const NEGATION: u8 = 7;
    pub(crate) const POWER: u8 = 8;
    pub(crate) const ATOM: u8 = 9;

    /// Returns the level of an operator.
    pub(crate) fn operator_level(op: BinaryOp) -> u8 {
        match op {
            BinaryOp::Or => OR,
            BinaryOp::And => AND,
            BinaryOp::Add | BinaryOp::Sub => SUM,
            BinaryOp::Xor | BinaryOp::BitOr | BinaryOp::BitAnd => SUM,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => PRODUCT,
            BinaryOp::Pow => POWER,
        }
    }
}

/// An operator between two operands.
enum InfixOp {
    Binary(BinaryOp),
    Compare(CompareOp),
    In,
}

fn infix(kind: RuleTokenKind) -> Option<InfixOp> {
    Some(match kind {
        Word("or") => InfixOp::Binary(BinaryOp::Or),
        Word("and") => InfixOp::Binary(BinaryOp::And),
        Word("xor") => InfixOp::Binary(BinaryOp::Xor),
        Word("bitor") => InfixOp::Binary(BinaryOp::BitOr),
        Word("bitand") => InfixOp::Binary(BinaryOp::BitAnd),
        Sign("+") => InfixOp::Binary(BinaryOp::Add),
        Sign("-") => InfixOp::Binary(BinaryOp::Sub),
        Sign("*") => InfixOp::Binary(BinaryOp::Mul),
        Sign("/") => InfixOp::Binary(BinaryOp::Div),
        Sign("%") => InfixOp::Binary(BinaryOp::Mod),
        Sign("**") => InfixOp::Binary(BinaryOp::Pow),
        Sign("==") => InfixOp::Compare(CompareOp::Eq),
        Sign("!=") => InfixOp::Compare(CompareOp::Ne),
        Sign("<") => InfixOp::Compare(CompareOp::Lt),
        Sign("<=") => InfixOp::Compare(CompareOp::Le),
        Sign(">") => InfixOp::Compare(CompareOp::Gt),
        Sign(">=") => InfixOp::Compare(CompareOp::Ge),
        Word("in") => InfixOp::In,
        _ => return None,
    })
}

impl RuleParser<'_> {
    pub(super) fn expr(&mut self) -> Parsed<SpannedExpr> {
        self.expr_above(level::ANY)
    }

    /// Parses an expression of operators that bind at least as tightly as `least`.
    pub(super) fn expr_above(&mut self, least: u8) -> Parsed<SpannedExpr> {
        let before = std::mem::take(&mut self.height);
        let mut left = self.operand(least)?;
        let mut compared = false;
        while let Some(infix) = self.operator(left.span, least) {
            if compared && matches!(infix, InfixOp::Compare(_) | InfixOp::In) {
                let message = text!(
                    "`in` cannot be chained with another comparison",
                    "`in` 不能与其他比较连写"
                );
                let help = text!(
                    "put the condition in parentheses, or join two conditions with `and`",
                    "请给条件加括号，或用 `and` 连接两个条件"
                );
                return Err(self.report(Diagnostic::error(self.span(), message).help(help)));
            }
            left = match infix {
                InfixOp::Binary(op) if level::operator_level(op) >= least => {
                    self.bump();
                    let right = if op == BinaryOp::Pow {
                        self.nested(|parser| parser.expr_above(level::NEGATION))?
                    } else {
                        self.expr_above(level::operator_level(op) + 1)?
                    };
                    self.higher()?;
                    let span = left.span.to(right.span);
                    let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
                    SpannedExpr { kind, span }
                }
                InfixOp::Compare(_) if level::COMPARE >= least => {
                    compared = true;
                    self.chain(left)?
                }
                InfixOp::In if level::COMPARE >= least => {
                    compared = true;
                    self.membership(left)?
                }
                _ => break,
            };
        }
        self.height = self.height.max(before);
        Ok(left)
    }

    /// Parses `left in S`, `left not in a..b`.
    fn membership(&mut self, left: SpannedExpr) -> Parsed<SpannedExpr> {
        let not = self.eat(Word("not"));
        self.word("in")?;
        let domain = self.domain(level::SUM)?;
        self.higher()?;
        let span = left.span.to(self.last_span());
        let kind = ExprKind::In(Box::new(left), Box::new(domain), not);
        Ok(SpannedExpr { kind, span })
    }

    /// Parses the text after `in`: a range or a set, of operators that bind at least as tightly as
    /// `least`.
    pub(super) fn domain(&mut self, least: u8) -> Parsed<DomainExpr> {
        if let Some(meant) = self.set_in_brackets()? {
            return Ok(meant);
        }
        if self.at_word("subsets") && self.kind_ahead(1) == Sign("(") {
            self.bump();
            self.open("(")?;
            let of = self.domain(least)?;
            self.close(")")?;
            return Ok(DomainExpr::Subsets(Box::new(of)));
        }
        let first = self.expr_above(least)?;
        if least == level::ANY {
            self.bare_set(&first);
        }
        Ok(if self.eat(Sign("..")) || self.dots_said_as_to() {
            DomainExpr::Range(first, self.range_end(least)?)
        } else {
            DomainExpr::Set(first)
        })
    }

    /// Parses `left < b <= c`: the operators after `left`.
    fn chain(&mut self, left: SpannedExpr) -> Parsed<SpannedExpr> {
        let mut operands = vec![left];
        let mut ops = Vec::new();
        while let Some(InfixOp::Compare(op)) = self.operator(self.last_span(), level::SUM) {
            self.bump();
            ops.push(op);
            operands.push(self.expr_above(level::SUM)?);
        }
        self.higher()?;
        let span = operands[0].span.to(self.last_span());
        let kind = ExprKind::Chain(operands, ops);
        Ok(SpannedExpr { kind, span })
    }

    /// Returns the operator at the current location. A foreign operator is reported and replaced by
    /// the intended operator.
    fn operator(&mut self, left: Span, least: u8) -> Option<InfixOp> {
        match (self.kind(), self.kind_ahead(1)) {
            // `+ [` and `+ {` continue a sum of components, so the expression ends before them.
            (Sign("+"), Sign("[" | "{")) => None,
            (Word("not"), Word("in")) => Some(InfixOp::In),
            (Sign("="), _) => {
                let message = text!("`=` is not a comparison", "`=` 不是比较运算符");
                let label = text!("write `==`", "请写 `==`");
                self.correct(self.span(), message, label, "==");
                Some(InfixOp::Compare(CompareOp::Eq))
            }
            (Sign("=>"), next)
                if next != Sign("[") && next != Sign("{") && next != Word("nothing") =>
            {
                let message = text!("`=>` is not an operator", "没有运算符 `=>`");
                let label = text!("write `>=`", "请写 `>=`");
                self.correct(self.span(), message, label, ">=");
                Some(InfixOp::Compare(CompareOp::Ge))
            }
            (RuleTokenKind::Name, _)
                if self.at_word("is") || self.source_text(self.span()).starts_with('是') =>
            {
                // Words such as `is even` apply to the complete number before them.
                if least > level::COMPARE {
                    return None;
                }
                self.property(left);
                self.operator(left, least)
            }
            (RuleTokenKind::Name, Int(_) | RuleTokenKind::Name | Sign("(")) => {
                let (written, sign, op) = match self.source_text(self.span()) {
                    word @ ("mod" | "MOD") => (word, "%", InfixOp::Binary(BinaryOp::Mod)),
                    word @ ("div" | "DIV") => (word, "/", InfixOp::Binary(BinaryOp::Div)),
                    word @ ("XOR" | "Xor") => (word, "xor", InfixOp::Binary(BinaryOp::Xor)),
                    word @ ("AND" | "And") => (word, "and", InfixOp::Binary(BinaryOp::And)),
                    word @ ("OR" | "Or") => (word, "or", InfixOp::Binary(BinaryOp::Or)),
                    _ => return None,
                };
                let message = text!("`{written}` is not an operator", "没有运算符 `{written}`");
                let label = text!("write `{sign}`", "请写 `{sign}`");
                self.correct(self.span(), message, label, sign);
                Some(op)
            }
            (Sign("("), _) => {
                let message = text!("missing operator before `(`", "`(` 之前缺少运算符");
                let label = text!("write `*` to multiply", "相乘请写 `*`");
                let before = Span {
                    end: self.span().start,
                    ..self.span()
                };
                self.report(
                    Diagnostic::error(self.span(), message)
                        .label(label)
                        .edit(before, " * "),
                );
                None
            }
            (kind, _) => infix(kind),
        }
    }

    /// Parses the operand before the first operator.
    fn operand(&mut self, least: u8) -> Parsed<SpannedExpr> {
        let start = self.span();
        let (wrap, above): (fn(Box<SpannedExpr>) -> ExprKind, u8) = match self.kind() {
            Sign("-") => (ExprKind::Neg, level::NEGATION),
            Word("not") if !self.reserved_as_name() => (ExprKind::Not, level::NOT),
            _ => return self.nested(Self::atom),
        };
        if above < least {
            let message = text!(
                "`not` cannot follow this operator",
                "`not` 不能跟在这个运算符之后"
            );
            let label = text!("put `(not ...)` in parentheses", "请加括号：`(not ...)`");
            self.report(Diagnostic::error(start, message).label(label));
        }
        self.bump();
        let inner = self.nested(|parser| parser.expr_above(above))?;
        let span = start.to(inner.span);
        let kind = wrap(Box::new(inner));
        Ok(SpannedExpr { kind, span })
    }

    fn atom(&mut self) -> Parsed<SpannedExpr> {
        let start = self.span();
        let kind = match self.kind() {
            Int(value) => {
                self.bump();
                ExprKind::Int(value)
            }
            RuleTokenKind::Decimal(digits, places) => {
                self.bump();
                ExprKind::Decimal(digits, places)
            }
            RuleTokenKind::Name => self.name_or_call()?,
            Sign("(") => return self.parentheses(),
            Sign("{") => self.set()?,
            RuleTokenKind::Text => ExprKind::Picture(self.quoted()?),
            Word("if") if !self.reserved_as_name() => {
                self.bump();
                let condition = self.expr()?;
                self.word("then")?;
                let yes = self.expr()?;
                self.word("else")?;
                let no = self.expr()?;
                ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no))
            }
            Word(word @ ("sum" | "and" | "or" | "xor" | "bitor" | "bitand"))
                if self.kind_ahead(1) == Sign("(") =>
            {
                self.called_word(word)?
            }
            _ => return Err(self.no_value()),
        };
        let span = start.to(self.last_span());
        Ok(SpannedExpr { kind, span })
    }

    fn no_value(&mut self) -> ReportedError {
        match self.kind() {
            Word(word) if self.reserved_as_name() => {
                let stop = self.reserved(word);
                self.bump();
                stop
            }
            Sign("[") => {
                let message = text!(
                    "a component `[...]` is not allowed in an expression",
                    "表达式中不能有成分 `[...]`"
                );
                self.report(Diagnostic::error(self.span(), message))
            }
            _ => self.expected(text!("a value", "一个值")),
        }
    }

    fn name_or_call(&mut self) -> Parsed<ExprKind> {
        if let Some(winning) = self.name_of_output() {
            return Ok(winning);
        }
        let name = self.name()?;
        match self.kind() {
            Sign("(") => {
                self.open("(")?;
                let list = self.list(")")?;
                self.close(")")?;
                Ok(ExprKind::Call(name, list))
            }
            Sign("[") => {
                let index = self.index()?;
                Ok(ExprKind::Index(name, index))
            }
            _ => Ok(ExprKind::Name(name.text)),
        }
    }

    /// Parses an index: `[i]`, `[i..j]` or `[i][j]`.
    pub(super) fn index(&mut self) -> Parsed<IndexExpr> {
        self.open("[")?;
        let open = self.kind() == Sign("..");
        let low = if open {
            None
        } else {
            Some(Box::new(self.expr()?))
        };
        let index = match low {
            Some(low) if self.kind() != Sign("..") => IndexExpr::One(low),
            low => {
                self.bump();
                let high = if self.kind() == Sign("]") {
                    None
                } else {
                    Some(Box::new(self.expr()?))
                };
                IndexExpr::Stretch(low, high)
            }
        };
        if self.kind() == Sign(",") {
            let IndexExpr::One(row) = index else {
                return Err(self.expected(text!("`]`", " `]`")));
            };
            self.bump();
            let column = Box::new(self.expr()?);
            self.close("]")?;
            return Ok(IndexExpr::Pair(row, column));
        }
        self.close("]")?;
        match index {
            IndexExpr::One(array) if self.kind() == Sign("[") => Ok(IndexExpr::Within(
                array,
                Box::new(self.nested(Self::index)?),
            )),
            index => Ok(index),
        }
    }

    /// Parses a value or a graph. A graph is written as `graph(1-2 2-3)`, or as `1-2 2-3` if this
    /// text cannot be a value.
    pub(super) fn expr_or_graph(&mut self) -> Parsed<SpannedExpr> {
        let start = self.span();
        let called = self.at_word("graph") && self.kind_ahead(1) == Sign("(");
        if self.kind() == Sign("[") {
            return self.array();
        }
        if !called && !self.bare_graph_follows() {
            return self.expr();
        }
        if called {
            self.bump();
            self.open("(")?;
        }
        let mut paths = Vec::new();
        while self.is_vertex(0) {
            let mut path = vec![self.vertex()?];
            while self.eat(Sign("-")) {
                path.push(self.vertex()?);
            }
            paths.push(path);
            if called {
                self.eat(Sign(","));
            }
        }
        if called {
            if self.kind() != Sign(")") {
                let stop = self.expected(text!("a vertex or `)`", "顶点或 `)`"));
                self.label_last(Some(text!(
                    "write a graph as graph(1-2 2-3 4)",
                    "图写作 graph(1-2 2-3 4)"
                )));
                return Err(stop);
            }
            self.close(")")?;
        }
        let span = start.to(self.last_span());
        Ok(SpannedExpr {
            kind: ExprKind::Graph(paths),
            span,
        })
    }

    /// Parses `[3, 1, 4]`, `[[1, 2], [3, 4]]` or `["..#", "#.."]`.
    fn array(&mut self) -> Parsed<SpannedExpr> {
        let start = self.open("[")?.span;
        let list = if self.kind() == Sign("[") {
            let mut rows = Vec::new();
            while self.kind() == Sign("[") {
                rows.push(ElementExpr::single(self.nested(Self::array)?));
                if !self.eat(Sign(",")) {
                    break;
                }
            }
            rows
        } else {
            self.list("]")?
        };
        let span = start.to(self.close("]")?);
        Ok(SpannedExpr {
            kind: ExprKind::Array(list),
            span,
        })
    }

    fn is_vertex(&self, ahead: usize) -> bool {
        matches!(self.kind_ahead(ahead), Int(_) | RuleTokenKind::Name)
    }

    fn vertex(&mut self) -> Parsed<Identifier> {
        if !self.is_vertex(0) {
            return Err(self.expected(text!("a vertex (a number or a name)", "顶点（数或名字）")));
        }
        let span = self.bump().span;
        Ok(Identifier {
            text: self.word_at(span),
            span,
        })
    }

    /// Returns whether the next tokens are a path of vertices, followed by another vertex.
    fn bare_graph_follows(&self) -> bool {
        let mut ahead = 0;
        while self.is_vertex(ahead) {
            if self.kind_ahead(ahead + 1) != Sign("-") {
                return ahead > 0 && self.is_vertex(ahead + 1);
            }
            ahead += 2;
        }
        false
    }

    /// Parses `(e)` or `(x, y)`.
    fn parentheses(&mut self) -> Parsed<SpannedExpr> {
        let start = self.open("(")?.span;
        let mut values = vec![self.expr()?];
        while self.eat(Sign(",")) {
            values.push(self.expr()?);
        }
        let span = start.to(self.close(")")?);
        let kind = match values.pop() {
            Some(only) if values.is_empty() => only.kind,
            last => {
                values.extend(last);
                ExprKind::Tuple(values)
            }
        };
        Ok(SpannedExpr { kind, span })
    }

    fn set(&mut self) -> Parsed<ExprKind> {
        self.open("{")?;
        let list = self.list("}")?;
        if self.kind() == Sign("..") {
            let message = text!("a range needs no braces", "范围不用花括号");
            let label = text!("write `k in 1..n`", "请写 `k in 1..n`");
            let opened = self.open.last().map_or(self.span(), |token| token.span);
            let mut error = Diagnostic::error(self.span(), message)
                .label(label)
                .edit(opened, "");
            self.bump();
            if self.range_end(level::ANY).is_ok() && self.kind() == Sign("}") {
                error = error.edit(self.span(), "");
            }
            return Err(self.report(error));
        }
        self.close("}")?;
        Ok(ExprKind::Set(list))
    }

    /// Parses `1, x + 1, W for t in 1..H`, up to the bracket `end`, which is not consumed.
    pub(super) fn list(&mut self, end: &'static str) -> Parsed<List> {
        let mut list = Vec::new();
        if self.kind() == Sign(end) {
            return Ok(list);
        }
        loop {
            let short = end == "}" && self.choice_begins(0);
            let mut element = if short {
                let choice = self.choice()?;
                let mut names = choice.names.iter().map(|name| SpannedExpr {
                    kind: ExprKind::Name(name.text.clone()),
                    span: name.span,
                });
                let value = match (choice.tuple, names.next()) {
                    (false, Some(only)) => only,
                    (_, first) => SpannedExpr {
                        kind: ExprKind::Tuple(first.into_iter().chain(names).collect()),
                        span: choice.span,
                    },
                };
                ElementExpr {
                    short,
                    ..ElementExpr::over(value, vec![choice])
                }
            } else {
                let value = self.expr()?;
                ElementExpr::over(value, self.for_choices()?)
            };
            if !element.choices.is_empty() && self.eat(Word("when")) {
                element.guard = Some(self.expr()?);
            }
            list.push(element);
            if !self.eat(Sign(",")) {
                return Ok(list);
            }
        }
    }

    /// Parses `for choices`, if the next token is `for`.
    pub(super) fn for_choices(&mut self) -> Parsed<Vec<ChoiceDecl>> {
        if self.eat(Word("for")) {
            self.choices()
        } else {
            Ok(Vec::new())
        }
    }

    /// Parses choices separated by commas. A comma that no choice follows is not consumed.
    pub(super) fn choices(&mut self) -> Parsed<Vec<ChoiceDecl>> {
        let mut choices = vec![self.choice()?];
        while self.kind() == Sign(",") && self.choice_follows() {
            self.bump();
            choices.push(self.choice()?);
        }
        Ok(choices)
    }

    /// Returns whether `k in` or `(x, y) in` follows the current token, a comma.
    fn choice_follows(&self) -> bool {
        self.choice_begins(1)
    }

    /// Returns whether `k in` or `(x, y) in` begins `at` tokens ahead.
    fn choice_begins(&self, at: usize) -> bool {
        let is_name = |ahead| matches!(self.kind_ahead(ahead), RuleTokenKind::Name | Word(_));
        if self.kind_ahead(at) != Sign("(") {
            return is_name(at)
                && (self.kind_ahead(at + 1) == Word("in") || self.vector_begins(at));
        }
        let mut ahead = at + 1;
        while is_name(ahead) && self.kind_ahead(ahead + 1) == Sign(",") {
            ahead += 2;
        }
        self.kind_ahead(ahead + 1) == Sign(")") && self.kind_ahead(ahead + 2) == Word("in")
    }

    /// Returns whether `k[i in` begins `at` tokens ahead.
    fn vector_begins(&self, at: usize) -> bool {
        let is_name = |ahead| matches!(self.kind_ahead(ahead), RuleTokenKind::Name | Word(_));
        is_name(at)
            && self.kind_ahead(at + 1) == Sign("[")
            && is_name(at + 2)
            && self.kind_ahead(at + 3) == Word("in")
    }

    /// Parses the index of a vector, `[i in S]`, if `[` is the next token.
    fn vector_index(&mut self) -> Parsed<Option<Box<VectorIndex>>> {
        if self.kind() != Sign("[") {
            return Ok(None);
        }
        self.open("[")?;
        let name = self.name()?;
        self.word("in")?;
        let domain = self.domain(level::ANY)?;
        self.close("]")?;
        Ok(Some(Box::new(VectorIndex { name, domain })))
    }

    fn choice(&mut self) -> Parsed<ChoiceDecl> {
        let start = self.span();
        let tuple = self.kind() == Sign("(");
        let names = if tuple {
            self.open("(")?;
            let names = self.names()?;
            self.close(")")?;
            names
        } else {
            vec![self.name()?]
        };
        let index = if tuple { None } else { self.vector_index()? };
        if self.kind() == Sign("=") {
            let message = text!("expected `in`, found `=`", "应为 `in`，却遇到 `=`");
            let label = text!("write `k in 1..n`", "请写 `k in 1..n`");
            self.correct(self.span(), message, label, "in");
            self.bump();
        } else if !self.in_said_as_from() {
            self.word("in")?;
        }
        let domain = self.domain(level::ANY)?;
        let span = start.to(self.last_span());
        Ok(ChoiceDecl {
            names,
            tuple,
            index,
            domain,
            span,
        })
    }

    /// Parses the upper bound after `..`, of operators that bind at least as tightly as `least`;
    /// `None` if no expression can begin here.
    pub(super) fn range_end(&mut self, least: u8) -> Parsed<Option<SpannedExpr>> {
        // Two names at the beginning of the next line are an item with a misspelt keyword.
        let begins_line = self.gap() != self.span();
        let opens_expr = match self.kind() {
            RuleTokenKind::Name
                if begins_line
                    && matches!(
                        self.kind_ahead(1),
                        RuleTokenKind::Name | RuleTokenKind::Text
                    ) =>
            {
                false
            }
            RuleTokenKind::Name if self.opens_named().is_some() => false,
            Int(_) | RuleTokenKind::Decimal(..) | RuleTokenKind::Name | Bad => true,
            Sign(sign) => matches!(sign, "(" | "{" | "-"),
            // `sum` before a parenthesis is a function call and not an item. If `sum` is a function
            // call, the error suggests a replacement.
            Word("sum") => self.kind_ahead(1) == Sign("("),
            Word(word) => matches!(word, "if" | "not"),
            _ => false,
        };
        if opens_expr {
            self.expr_above(least).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Parses names separated by commas.
    pub(super) fn names(&mut self) -> Parsed<Vec<Identifier>> {
        let mut names = vec![self.name()?];
        while self.eat(Sign(",")) {
            names.push(self.name()?);
        }
        Ok(names)
    }

    /// Parses a name. A reserved word in place of a name is reported and accepted.
    pub(super) fn name(&mut self) -> Parsed<Identifier> {
        match self.kind() {
            RuleTokenKind::Name => {}
            Word(word) if self.reserved_as_name() => {
                self.reserved(word);
            }
            _ => return Err(self.expected(text!("a name", "一个名字"))),
        }
        let span: Span = self.bump().span;
        Ok(Identifier {
            text: self.word_at(span),
            span,
        })
    }

    /// Consumes a reserved word.
    pub(super) fn word(&mut self, word: &'static str) -> Parsed<()> {
        if self.eat(Word(word)) {
            return Ok(());
        }
        Err(self.expected(text!("`{word}`", " `{word}`")))
    }
}
