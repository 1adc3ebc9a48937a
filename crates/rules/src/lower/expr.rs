//! Lowers expressions: names are resolved, types inferred, constants folded. Calls of the user's
//! functions are inlined, within a limit on the total size.

use std::ops::ControlFlow;

use super::builtins::BUILTINS;
use super::dependencies;
use super::limits::{MAX_CHOICES, MAX_EXPANDED_HEIGHT, MAX_EXPANDED_NODES};
use super::lowering::Lowering;
use super::typed::{ClosedSet, NameBinding, SetRef, TypedExpr, WordLookup};
use crate::ast::{self, BinaryOp, CompareOp, ExprKind};
use crate::error::RulesError;
use crate::ir::{
    Expr, Function, Int, ParameterValue, RealExpr, RowElement, RuleChoice, SlotRef, SourceInfo,
};
use crate::parser::MAX_ERRORS;
use crate::quadratic::Quadratic;
use base::diagnostic::{Diagnostic, Edit, Span};
use base::text::Text;
use base::{text, thread_limit};

impl Lowering<'_> {
    /// Lowers a number.
    pub(super) fn int(&mut self, expr: &ast::SpannedExpr) -> Option<Expr> {
        let typed = self.typed(expr)?;
        self.as_number(typed, expr.span)
    }

    pub(super) fn as_number(&mut self, typed: TypedExpr, span: Span) -> Option<Expr> {
        match typed {
            TypedExpr::Int(e) => Some(e),
            other => self.mismatch(span, &text!("a number", "数"), &other),
        }
    }

    /// Lowers a condition.
    pub(super) fn condition(&mut self, expr: &ast::SpannedExpr) -> Option<Expr> {
        match self.typed(expr)? {
            TypedExpr::Bool(e) => Some(e),
            other => {
                let told = self.mismatch(expr.span, &text!("a condition", "条件"), &other);
                if let (TypedExpr::Int(value), Some(error)) = (other, self.errors.last_mut())
                    && error.span == expr.span
                    && !matches!(expr.kind, ExprKind::If(..))
                {
                    let says = if matches!(value, Expr::Call(Function::IsPrime, ..)) {
                        " == 1"
                    } else {
                        " != 0"
                    };
                    error.edits.push(Edit {
                        span: Span {
                            start: expr.span.end,
                            ..expr.span
                        },
                        text: says.to_owned(),
                    });
                }
                told
            }
        }
    }

    /// Lowers a number that is known when the game is read: parameters are allowed, slots and
    /// choices are not.
    pub(super) fn constant(&mut self, expr: &ast::SpannedExpr) -> Option<Int> {
        let lowered = self.int(expr)?;
        if dependencies::is_closed(&lowered)
            && let Err(fault) = self.compute(|env| env.eval(&lowered))
        {
            self.fault(fault, expr.span);
            return None;
        }
        let Expr::Const(value) = lowered else {
            return self.refuse(
                Diagnostic::error(expr.span, text!("this must be a constant", "此处必须是常数"))
                    .label(text!("depends on the position or a choice", "依赖于局面或选择"))
                    .help(text!(
                        "use numbers and parameters here; write conditions on the position with `require` or `when`",
                        "此处用数字和参数；依赖局面的条件请写在 `require` 或 `when` 中"
                    )),
            );
        };
        Some(value)
    }

    pub(super) fn mismatch<T>(
        &mut self,
        span: Span,
        expected: &Text,
        found: &TypedExpr,
    ) -> Option<T> {
        let found = found.name();
        let message = Text {
            en: format!("expected {expected}, found {}", found.en),
            zh: format!("此处应为{}，却是{}", expected.zh, found.zh),
        };
        self.refuse(Diagnostic::error(span, message))
    }

    /// Lowers any expression.
    pub(super) fn typed(&mut self, expr: &ast::SpannedExpr) -> Option<TypedExpr> {
        self.spend(1, expr.span)?;
        if self.depth == 2 * MAX_EXPANDED_HEIGHT {
            return self.too_deep(expr.span);
        }
        self.depth += 1;
        let typed = self.typed_here(expr);
        self.depth -= 1;
        typed
    }

    /// Reserves `nodes` nodes, or reports that the expressions are too large.
    pub(super) fn spend(&mut self, nodes: usize, span: Span) -> Option<()> {
        let before = self.size;
        self.size = self.size.saturating_add(nodes);
        if self.size <= MAX_EXPANDED_NODES {
            return Some(());
        }
        if before <= MAX_EXPANDED_NODES {
            self.report(Diagnostic::error(
                span,
                text!(
                    "the expressions of this game are too large after its functions are expanded",
                    "函数展开之后，该游戏的表达式过大"
                ),
            ));
        }
        None
    }

    pub(super) fn too_deep<T>(&mut self, span: Span) -> Option<T> {
        let message = text!(
            "the expressions of this game are nested too deeply after its functions are expanded",
            "函数展开之后，该游戏的表达式嵌套太深"
        );
        // If both operands are too deep, only one error is reported.
        if self
            .errors
            .last()
            .is_none_or(|last| last.message != message)
        {
            self.report(Diagnostic::error(span, message));
        }
        None
    }

    pub(super) fn empty_set<T>(&mut self, span: Span) -> Option<T> {
        self.refuse(Diagnostic::error(
            span,
            text!("an empty set is not allowed here", "此处不能用空集"),
        ))
    }

    fn typed_here(&mut self, expr: &ast::SpannedExpr) -> Option<TypedExpr> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(n) => Some(TypedExpr::Int(Expr::Const(*n))),
            ExprKind::Decimal(digits, places) => self.decimal(*digits, *places, span),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Index(name, index) => {
                match self.word_at(&name.text, Some(index), span) {
                    WordLookup::Found(meant, index) => return self.word_expr(&meant, index, span),
                    WordLookup::Reported => return None,
                    WordLookup::Other => {}
                }
                if let Some(NameBinding::Vector(entries)) = self.lookup(&name.text) {
                    let index = self.one_index(index, span)?;
                    let index = self.int(index)?;
                    return self.entry_of_vector(&entries, index, span);
                }
                match self.lookup(&name.text) {
                    Some(NameBinding::Table(layout)) => {
                        return self.earlier_entry(&name.text, &layout, index, span);
                    }
                    Some(NameBinding::Hidden) => return self.hidden(&name.text, span),
                    _ => {}
                }
                if let Some(data) = self.data_named(&name.text) {
                    return self.entry(&name.text, &data, index, span);
                }
                if let Some(meant) = self.set_of_array(&name.text, index, span) {
                    return self.elements_there(&meant, span);
                }
                let (first, low, len, index) = self.array_place(name, index, span)?;
                if let Expr::Const(i) = index {
                    let place = self.fixed_place(first, low, len, i, span)?;
                    return Some(TypedExpr::Int(Expr::Slot(place)));
                }
                Some(TypedExpr::Int(Expr::At(
                    Box::new(SlotRef::Array(first, low, len, index)),
                    SourceInfo(span),
                )))
            }
            ExprKind::Call(name, args) => self.call(name, args, span),
            ExprKind::Tuple(_) => self.refuse(
                Diagnostic::error(span, text!("a tuple is not allowed here", "此处不能用元组"))
                    .help(text!(
                        "tuples are only used in sets: (x, y) in {{(1, 2), (2, 1)}}",
                        "元组只用于集合：(x, y) in {{(1, 2), (2, 1)}}"
                    )),
            ),
            ExprKind::Set(list) => self.set(list, span),
            ExprKind::Graph(_) => self.no_graph(span),
            ExprKind::Array(_) => self.refuse(Diagnostic::error(
                span,
                text!(
                    "an array is only allowed as the value of a parameter",
                    "数组只能作参数的值"
                ),
            )),
            ExprKind::Picture(quoted) => self.quoted_letters(quoted),
            ExprKind::Neg(e) => Some(match self.typed(e)? {
                TypedExpr::Int(e) => {
                    TypedExpr::Int(self.folded(Expr::Neg(Box::new(e), SourceInfo(span))))
                }
                TypedExpr::Real(r) => {
                    TypedExpr::Real(self.known_real(RealExpr::Neg(Box::new(r)), span))
                }
                other => return self.mismatch(e.span, &text!("a number", "数"), &other),
            }),
            ExprKind::Not(e) => {
                let e = self.condition(e)?;
                Some(TypedExpr::Bool(self.folded(Expr::Not(Box::new(e)))))
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span),
            ExprKind::Chain(operands, ops)
                if operands
                    .iter()
                    .any(|e| matches!(e.kind, ExprKind::Tuple(_))) =>
            {
                self.compared_tuples(operands, ops, span)
            }
            ExprKind::Chain(operands, ops) => {
                if ops.len() > MAX_CHOICES {
                    return self.refuse(Diagnostic::error(
                        span,
                        text!(
                            "more than {MAX_CHOICES} comparisons in a row",
                            "连续的比较超过 {MAX_CHOICES} 个"
                        ),
                    ));
                }
                let spans: Vec<Span> = operands.iter().map(|e| e.span).collect();
                let operands: Vec<Option<TypedExpr>> =
                    operands.iter().map(|e| self.typed(e)).collect();
                let operands: Vec<TypedExpr> = operands.into_iter().collect::<Option<_>>()?;
                // An operand between two comparisons is copied into both comparisons.
                let between: usize = operands[1..ops.len()]
                    .iter()
                    .map(|typed| typed.extent().nodes)
                    .sum();
                self.spend(between, span)?;
                let mut all: Option<Expr> = None;
                for (i, op) in ops.iter().enumerate() {
                    let one = self.comparison(
                        *op,
                        &operands[i],
                        &operands[i + 1],
                        spans[i],
                        spans[i + 1],
                    )?;
                    all = Some(match all {
                        None => one,
                        Some(before) => {
                            Expr::Binary(BinaryOp::And, Box::new([before, one]), SourceInfo(span))
                        }
                    });
                }
                Some(TypedExpr::Bool(self.folded(all?)))
            }
            ExprKind::In(value, domain, not) => self.membership(value, domain, *not, span),
            ExprKind::If(condition, yes, no) => {
                let condition = self.condition(condition);
                let (a, b) = (self.typed(yes), self.typed(no));
                let (condition, a, b) = (condition?, a?, b?);
                match (a, b) {
                    (a, _)
                        if matches!(condition, Expr::Const(1))
                            && !matches!(a, TypedExpr::Set(..)) =>
                    {
                        Some(a)
                    }
                    (_, b)
                        if matches!(condition, Expr::Const(0))
                            && !matches!(b, TypedExpr::Set(..)) =>
                    {
                        Some(b)
                    }
                    (TypedExpr::Int(a), TypedExpr::Int(b)) => Some(TypedExpr::Int(
                        self.folded(Expr::If(Box::new([condition, a, b]))),
                    )),
                    (TypedExpr::Bool(a), TypedExpr::Bool(b)) => Some(TypedExpr::Bool(
                        self.folded(Expr::If(Box::new([condition, a, b]))),
                    )),
                    (TypedExpr::Character(a), TypedExpr::Character(b)) => Some(
                        TypedExpr::Character(self.folded(Expr::If(Box::new([condition, a, b])))),
                    ),
                    (a @ (TypedExpr::Letter(_) | TypedExpr::Word(_)), b) => {
                        let (a, b) = (self.as_letter(a, yes.span), self.as_letter(b, no.span));
                        Some(TypedExpr::Letter(
                            self.folded(Expr::If(Box::new([condition, a?, b?]))),
                        ))
                    }
                    (TypedExpr::Int(_), other) => {
                        self.mismatch(no.span, &text!("a number", "数"), &other)
                    }
                    (TypedExpr::Bool(_), other) => {
                        self.mismatch(no.span, &text!("a condition", "条件"), &other)
                    }
                    (other, _) => self.mismatch(
                        yes.span,
                        &text!("a number or a condition", "数或条件"),
                        &other,
                    ),
                }
            }
        }
    }

    fn name(&mut self, name: &str, span: Span) -> Option<TypedExpr> {
        match self.lookup(name) {
            Some(NameBinding::Value(ParameterValue::Int(n))) => {
                Some(TypedExpr::Int(Expr::Const(n)))
            }
            Some(NameBinding::Value(ParameterValue::Real(x))) if self.reals => {
                Some(TypedExpr::Real(RealExpr::Known(x)))
            }
            Some(NameBinding::Value(ParameterValue::Real(_))) => self.no_reals(span),
            Some(NameBinding::Value(ParameterValue::Graph(_))) => self.no_graph(span),
            Some(NameBinding::Value(ParameterValue::Data(data))) => {
                self.is_whole_data(name, &data, span);
                None
            }
            Some(NameBinding::Value(ParameterValue::Set(flat, width))) => {
                self.spend(flat.len(), span)?;
                Some(TypedExpr::Set(width, constant_elements(&flat, width)))
            }
            Some(NameBinding::Slot(slot)) => Some(TypedExpr::Int(Expr::Slot(slot))),
            Some(NameBinding::Local(local)) => Some(TypedExpr::Int(Expr::Local(local))),
            Some(NameBinding::Argument(typed, nodes)) => {
                self.spend(nodes, span)?;
                Some(typed)
            }
            Some(NameBinding::Hidden) => self.hidden(name, span),
            Some(
                NameBinding::Array(..)
                | NameBinding::Board(..)
                | NameBinding::Table(..)
                | NameBinding::Vector(..)
                | NameBinding::Sets(..)
                | NameBinding::Words(..),
            ) => {
                self.is_whole_array(name, span);
                None
            }
            Some(NameBinding::Word(word)) => Some(self.whole_word(word, span)),
            Some(NameBinding::Set(index)) => {
                let meant = SetRef::new(&self.sets[index]);
                self.elements_there(&meant, span)
            }
            Some(NameBinding::Let(index)) => self.put_in_place(index, &[], span),
            None if name == "true" || name == "false" => {
                Some(TypedExpr::Bool(Expr::Const(Int::from(name == "true"))))
            }
            None if name == "phi" && self.reals => {
                Some(TypedExpr::Real(RealExpr::Known(Quadratic::PHI)))
            }
            None if name == "phi" || name == "sqrt" => self.no_reals(span),
            None if name == "pi" => self.no_pi(span),
            None if self.is_recursion(name, span) => None,
            None => {
                let report =
                    Diagnostic::error(span, text!("unknown name `{name}`", "未知的名字 `{name}`"));
                self.report_unknown(report, name)
            }
        }
    }

    /// Returns whether a `let` uses itself, and reports this recursion as an error.
    pub(super) fn is_recursion(&mut self, word: &str, span: Span) -> bool {
        let known = self.lets.iter().any(|(name, ..)| name == word);
        if known {
            let message = text!(
                "`{word}` uses itself, but a `let` cannot be recursive",
                "`{word}` 用到了自身：`let` 不能递归"
            );
            self.report(Diagnostic::error(span, message).help(text!(
                "write a table, `let {word}[i in 0..9] = …`, or a range, such as total(e for i in 1..n)",
                "请写表格 `let {word}[i in 0..9] = …`，或用范围，例如 total(e for i in 1..n)"
            )));
        }
        known
    }

    /// Reports an unknown name, with the nearest known name.
    pub(super) fn report_unknown<T>(&mut self, report: Diagnostic, word: &str) -> Option<T> {
        if self.errors.len() >= MAX_ERRORS {
            // No more errors will be shown, so the slow search for similar names is skipped.
            return self.refuse(report);
        }
        let known = self.visible();
        let near = base::suggest::nearest(
            word,
            known
                .iter()
                .map(String::as_str)
                .chain(BUILTINS.iter().copied()),
        );
        self.refuse(match near {
            Some(near) => {
                let span = report.span;
                report
                    .help(text!("did you mean `{near}`?", "是否想写 `{near}`？"))
                    .edit(span, near)
            }
            None => report,
        })
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        a: &ast::SpannedExpr,
        b: &ast::SpannedExpr,
        span: Span,
    ) -> Option<TypedExpr> {
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            let (left, right) = (self.condition(a), self.condition(b));
            return Some(TypedExpr::Bool(self.folded(Expr::Binary(
                op,
                Box::new([left?, right?]),
                SourceInfo(span),
            ))));
        }
        let (left, right) = (self.typed(a), self.typed(b));
        match (left?, right?) {
            (TypedExpr::Int(Expr::Const(x)), TypedExpr::Int(Expr::Const(y)))
                if self.exact && op == BinaryOp::Div && y != 0 && x % y != 0 =>
            {
                let ratio = Quadratic::ratio(x.into(), y.into())?;
                Some(TypedExpr::Real(RealExpr::Known(ratio)))
            }
            (TypedExpr::Int(x), TypedExpr::Int(y)) => Some(TypedExpr::Int(
                self.folded(Expr::Binary(op, Box::new([x, y]), SourceInfo(span))),
            )),
            (x, y)
                if op == BinaryOp::Add
                    && [&x, &y]
                        .iter()
                        .any(|side| matches!(side, TypedExpr::Word(_) | TypedExpr::Letter(_))) =>
            {
                self.join_words(x, y, [a.span, b.span])
            }
            (
                x @ (TypedExpr::Int(_) | TypedExpr::Real(_)),
                y @ (TypedExpr::Int(_) | TypedExpr::Real(_)),
            ) => {
                if !matches!(
                    op,
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div
                ) {
                    return self.refuse(Diagnostic::error(
                        span,
                        text!("real numbers support only + - * /", "实数只支持 + - * /"),
                    ));
                }
                Some(TypedExpr::Real(self.known_real(
                    RealExpr::Binary(op, Box::new([x.into_real()?, y.into_real()?])),
                    span,
                )))
            }
            (TypedExpr::Int(_) | TypedExpr::Real(_), other) => {
                self.mismatch(b.span, &text!("a number", "数"), &other)
            }
            (other, _) => self.mismatch(a.span, &text!("a number", "数"), &other),
        }
    }

    fn comparison(
        &mut self,
        op: CompareOp,
        a: &TypedExpr,
        b: &TypedExpr,
        left: Span,
        right: Span,
    ) -> Option<Expr> {
        match (a, b) {
            (TypedExpr::Int(x), TypedExpr::Int(y)) => {
                Some(Expr::Compare(op, Box::new([x.clone(), y.clone()])))
            }
            (TypedExpr::Bool(x), TypedExpr::Bool(y))
                if matches!(op, CompareOp::Eq | CompareOp::Ne) =>
            {
                Some(Expr::Compare(op, Box::new([x.clone(), y.clone()])))
            }
            (TypedExpr::Int(_) | TypedExpr::Real(_), TypedExpr::Int(_) | TypedExpr::Real(_)) => {
                Some(Expr::CompareReal(
                    op,
                    Box::new([a.clone().into_real()?, b.clone().into_real()?]),
                    SourceInfo(left.to(right)),
                ))
            }
            (TypedExpr::Character(x), TypedExpr::Character(y)) => {
                Some(Expr::Compare(op, Box::new([x.clone(), y.clone()])))
            }
            (TypedExpr::Character(_), other) => {
                self.mismatch(right, &text!("a character", "字符"), other)
            }
            (other, TypedExpr::Character(_)) => {
                self.mismatch(left, &text!("a character", "字符"), other)
            }
            (TypedExpr::Letter(_) | TypedExpr::Word(_), _)
            | (_, TypedExpr::Letter(_) | TypedExpr::Word(_)) => {
                self.compared(op, a, left, b, right)
            }
            (TypedExpr::Int(_) | TypedExpr::Real(_), other) => {
                let told = self.mismatch(right, &text!("a number", "数"), other);
                if let (TypedExpr::Bool(Expr::Const(truth)), Some(error)) =
                    (other, self.errors.last_mut())
                    && error.span == right
                {
                    error.edits.push(Edit {
                        span: right,
                        text: truth.to_string(),
                    });
                }
                told
            }
            (TypedExpr::Bool(_), other) => self.mismatch(
                right,
                &text!(
                    "a condition (compared with == or !=)",
                    "条件（用 == 或 != 比较）"
                ),
                other,
            ),
            (other, _) => self.mismatch(left, &text!("a number", "数"), other),
        }
    }

    /// Lowers `for i in 1..n, j in {...}` outside moves, where every domain must be bounded.
    pub(super) fn generators(&mut self, choices: &[ast::ChoiceDecl]) -> Option<Vec<RuleChoice>> {
        self.generators_when(choices, None)
    }

    /// Lowers `for i in 1..n, j in {...} when ...`.
    pub(super) fn generators_when(
        &mut self,
        choices: &[ast::ChoiceDecl],
        guard: Option<&ast::SpannedExpr>,
    ) -> Option<Vec<RuleChoice>> {
        self.few_choices(choices)?;
        let mut lowered = Vec::new();
        for choice in choices {
            if let Some(meant) = choice_set(choice).and_then(|set| self.meant_set(set)) {
                let taken = self.taken_from.as_ref() == Some(&meant);
                let found = self.choice_there(choice, &meant);
                lowered.push(found.as_ref().map(|(chosen, _)| chosen.clone()));
                // The removal of an absent element changes nothing, so its presence need not be
                // tested.
                if let (Some((_, there)), false) = (found, taken) {
                    lowered.push(Some(self.only_if(there, choice.span)));
                }
                continue;
            }
            lowered.push(self.choice(choice, false));
        }
        if let Some(guard) = guard {
            let condition = self.condition(guard)?;
            lowered.push(Some(self.only_if(condition, guard.span)));
        }
        lowered.into_iter().collect()
    }

    /// Rejects a list of too many choices, because choices are made by recursion.
    pub(super) fn few_choices(&mut self, choices: &[ast::ChoiceDecl]) -> Option<()> {
        let Some(choice) = choices.get(MAX_CHOICES) else {
            return Some(());
        };
        let message = text!(
            "more than {MAX_CHOICES} choices in one list",
            "一处的选择超过 {MAX_CHOICES} 个"
        );
        self.refuse(Diagnostic::error(choice.span, message))
    }

    /// Lowers a set literal.
    fn set(&mut self, list: &[ast::ElementExpr], span: Span) -> Option<TypedExpr> {
        let (mut width, mut rows) = (None, Vec::new());
        let taken_from = self.taken_from.take();
        for element in list {
            let mark = self.mark();
            // The presence test is omitted only if the elements are the chosen values themselves:
            // `{f(x) for x in s}` removes other elements.
            self.taken_from = taken_from.clone().filter(|_| stays(element));
            let generators = self.generators_when(&element.choices, None);
            self.taken_from = None;
            let generators = generators.and_then(|mut generators| {
                if let Some(guard) = &element.guard {
                    let condition = self.condition(guard)?;
                    generators.push(self.only_if(condition, guard.span));
                }
                Some(generators)
            });
            let values = match &element.value.kind {
                ExprKind::Tuple(parts) => {
                    let values: Vec<Option<Expr>> = parts.iter().map(|e| self.int(e)).collect();
                    values.into_iter().collect::<Option<Vec<Expr>>>()
                }
                _ => self.int(&element.value).map(|value| vec![value]),
            };
            self.release(mark);
            let (generators, values) = (generators?, values?);
            if *width.get_or_insert(values.len()) != values.len() {
                return self.refuse(Diagnostic::error(
                    element.value.span,
                    text!(
                        "the elements of a set must have the same number of coordinates",
                        "集合中各元素的坐标个数必须相同"
                    ),
                ));
            }
            rows.push(RowElement { values, generators });
        }
        let Some(width) = width else {
            return self.empty_set(span);
        };
        Some(TypedExpr::Set(width, rows))
    }

    /// Computes a constant set. If the expression has an error, reports the error and returns
    /// `None`.
    pub(super) fn closed_set(
        &mut self,
        width: usize,
        rows: &[RowElement],
        span: Span,
    ) -> Option<ClosedSet> {
        if !rows.iter().all(dependencies::element_is_closed) {
            return Some(ClosedSet::Open);
        }
        /// Number of rows of a set that are computed before the limits are first checked.
        const UNWATCHED: usize = 1 << 13;
        let mut all: Vec<Vec<Int>> = Vec::new();
        let too_large = || {
            RulesError::Stopped(base::budget::StopReason::Positions(
                super::limits::MAX_SET_ELEMENTS as u64,
            ))
        };
        let walked = self.compute(|env| {
            env.each_row(rows, &mut |_, row| {
                if all.len() >= UNWATCHED && all.len().is_power_of_two() {
                    // The capacity of the list doubles when the list grows, and the rows are
                    // concatenated at the end.
                    let bytes = all.len() * (2 * size_of::<Vec<Int>>() + 4 * size_of_val(row));
                    thread_limit::allow(bytes as u64).map_err(RulesError::Stopped)?;
                }
                all.push(row.to_vec());
                if all.len() > super::limits::MAX_SET_ELEMENTS {
                    Err(too_large())
                } else {
                    Ok(ControlFlow::Continue(()))
                }
            })
        });
        if let Err(fault) = walked {
            self.fault(fault, span);
            return None;
        }
        all.sort();
        all.dedup();
        debug_assert!(all.iter().all(|row| row.len() == width));
        Some(ClosedSet::Rows(all.concat().into()))
    }

    fn no_graph<T>(&mut self, span: Span) -> Option<T> {
        let error = Diagnostic::error(span, text!("a graph is not a value", "图不是值"));
        self.refuse(error.help(text!(
            "a graph is the default of a parameter; write `vertices(G)`, `edges(G)` or `near(G, v)` for its sets",
            "图是参数的默认值；它的集合写作 `vertices(G)`、`edges(G)` 或 `near(G, v)`"
        )))
    }

    /// Replaces a constant expression by its value.
    pub(super) fn folded(&self, expr: Expr) -> Expr {
        if !dependencies::is_closed(&expr) {
            return expr;
        }
        // A constant expression that fails may be in a branch that is never evaluated, as in `if H
        // > 1 then …`. If the expression is evaluated, the interpreter reports the error.
        self.compute(|env| env.eval(&expr))
            .map_or(expr, Expr::Const)
    }
}

/// Returns the set from which a choice is made, as written.
pub(super) fn choice_set(choice: &ast::ChoiceDecl) -> Option<&ast::SpannedExpr> {
    match &choice.domain {
        ast::DomainExpr::Set(set) => Some(set),
        _ => None,
    }
}

/// Returns whether an element of a set is exactly the chosen value.
fn stays(element: &ast::ElementExpr) -> bool {
    let [choice] = &element.choices[..] else {
        return false;
    };
    let named = |value: &ast::SpannedExpr, name: &ast::Identifier| matches!(&value.kind, ExprKind::Name(text) if *text == name.text);
    match &element.value.kind {
        ExprKind::Tuple(parts) => {
            parts.len() == choice.names.len()
                && parts
                    .iter()
                    .zip(&choice.names)
                    .all(|(part, name)| named(part, name))
        }
        _ => matches!(&choice.names[..], [only] if named(&element.value, only)),
    }
}

fn constant_elements(flat: &[Int], width: usize) -> Vec<RowElement> {
    flat.chunks(width)
        .map(|row| RowElement {
            values: row.iter().map(|&n| Expr::Const(n)).collect(),
            generators: Vec::new(),
        })
        .collect()
}
