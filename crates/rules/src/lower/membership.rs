//! Lowers `e in S` as a condition in existing forms. The condition compares e with the ends of a
//! range, or with the ends of each run of consecutive numbers in a small set. The crate `facts`
//! recognizes comparisons with the ends of a range as linear. For a large set, and for a set that
//! is computed for each position, the condition is `any(e == s for s in S)`. So all code that works
//! on the typed form supports the condition.

use std::sync::Arc;

use super::dependencies;
use super::lowering::Lowering;
use super::typed::{ClosedSet, NameBinding, TypedExpr};
use crate::ast::{self, BinaryOp, CompareOp, ExprKind};
use crate::ir::{
    ChoiceDomain, Expr, Fold, Int, ParameterValue, RowElement, RuleChoice, SourceInfo,
};
use base::diagnostic::{Diagnostic, Span};
use base::text;

const MAX_COMPARISONS: usize = 32;

impl Lowering<'_> {
    /// Lowers the condition that a number or a tuple is in a range or a set.
    pub(super) fn membership(
        &mut self,
        value: &ast::SpannedExpr,
        domain: &ast::DomainExpr,
        not: bool,
        span: Span,
    ) -> Option<TypedExpr> {
        let row = match &value.kind {
            ExprKind::Tuple(parts) => parts
                .iter()
                .map(|part| self.member(part, domain))
                .collect::<Vec<_>>()
                .into_iter()
                .collect::<Option<Vec<Expr>>>()?,
            _ => vec![self.member(value, domain)?],
        };
        let mark = self.mark();
        // The locals of the set must differ from the locals of the value, because the set and the
        // value are evaluated together.
        self.locals = row
            .iter()
            .map(|part| dependencies::extent(part).locals)
            .fold(self.locals, usize::max);
        let inside = match domain {
            ast::DomainExpr::Range(low, high) => self.in_range(&row, low, high.as_ref(), span),
            ast::DomainExpr::Set(set) => self.in_set(&row, set, span),
            ast::DomainExpr::Subsets(_) => {
                self.no_number_in_subsets(span);
                None
            }
        };
        self.release(mark);
        let inside = self.folded(inside?);
        Some(TypedExpr::Bool(if not {
            self.folded(Expr::Not(Box::new(inside)))
        } else {
            inside
        }))
    }

    /// Lowers a coordinate of a tested element: a number, or a character if the set is a text.
    fn member(&mut self, value: &ast::SpannedExpr, domain: &ast::DomainExpr) -> Option<Expr> {
        let text = matches!(domain, ast::DomainExpr::Set(set) if self.is_text(set));
        match self.typed(value)? {
            TypedExpr::Character(code) if text => Some(code),
            typed => self.as_number(typed, value.span),
        }
    }

    fn in_range(
        &mut self,
        row: &[Expr],
        low: &ast::SpannedExpr,
        high: Option<&ast::SpannedExpr>,
        span: Span,
    ) -> Option<Expr> {
        let [value] = row else {
            return self.refuse(Diagnostic::error(
                span,
                text!(
                    "a range contains numbers, not tuples",
                    "范围中是数，不是元组"
                ),
            ));
        };
        let (low, high) = (self.int(low), high.map(|high| self.int(high)));
        let above = compare(CompareOp::Ge, value, low?);
        let Some(high) = high else { return Some(above) };
        self.spend(dependencies::extent(value).nodes, span)?;
        Some(both(
            BinaryOp::And,
            above,
            compare(CompareOp::Le, value, high?),
            span,
        ))
    }

    fn in_set(&mut self, row: &[Expr], set: &ast::SpannedExpr, span: Span) -> Option<Expr> {
        if let ExprKind::Name(name) = &set.kind
            && let Some(data) = self.data_named(name)
        {
            return self.in_data(name, &data, row, span);
        }
        // The rows of a parameter are shared, not copied.
        if let ExprKind::Name(name) = &set.kind
            && let Some(NameBinding::Value(ParameterValue::Set(flat, width))) = self.lookup(name)
            && width == row.len()
        {
            return self.in_known(row, &flat, span);
        }
        if let Some(meant) = self.meant_set(set) {
            return self.is_there(&meant, row, span);
        }
        match self.typed(set)? {
            TypedExpr::Set(width, _) if width != row.len() => {
                let given = row.len();
                self.refuse(Diagnostic::error(
                    span,
                    text!(
                        "the elements have {width} coordinates, found {given} numbers",
                        "元素有 {width} 个坐标，此处却有 {given} 个数"
                    ),
                ))
            }
            TypedExpr::Set(width, rows) => match self.closed_set(width, &rows, set.span)? {
                ClosedSet::Rows(flat) => self.in_known(row, &flat, span),
                ClosedSet::Open => self.in_listed(row, rows, span),
            },
            _ => {
                self.no_set(set);
                None
            }
        }
    }

    pub(super) fn in_known(&mut self, row: &[Expr], flat: &Arc<[Int]>, span: Span) -> Option<Expr> {
        let nodes = row
            .iter()
            .map(|part| dependencies::extent(part).nodes)
            .sum::<usize>();
        let one: Vec<Expr> = match row {
            [value] => runs(flat)
                .take(MAX_COMPARISONS + 1)
                .map(|(low, high)| in_run(value, low, high, span))
                .collect(),
            _ => flat
                .chunks(row.len())
                .take(MAX_COMPARISONS + 1)
                .map(|element| equal(row, element.iter().map(|&n| Expr::Const(n)), span))
                .collect(),
        };
        if one.len() <= MAX_COMPARISONS {
            self.spend(nodes * 2 * one.len(), span)?;
            return Some(
                one.into_iter()
                    .reduce(|all, one| both(BinaryOp::Or, all, one, span))
                    .unwrap_or(Expr::Const(0)),
            );
        }
        let first = self.locals;
        let locals: Vec<usize> = row.iter().map(|_| self.new_local()).collect();
        let names = SourceInfo(locals.iter().map(|local| format!("s{local}")).collect());
        let choice = RuleChoice {
            local: first,
            width: row.len(),
            names,
            domain: ChoiceDomain::Known(flat.clone()),
            span: SourceInfo(span),
        };
        let equal = equal(row, locals.into_iter().map(Expr::Local), span);
        Some(Expr::Fold(
            Fold::Any,
            vec![RowElement {
                values: vec![equal],
                generators: vec![choice],
            }],
            SourceInfo(span),
        ))
    }

    fn in_listed(&mut self, row: &[Expr], rows: Vec<RowElement>, span: Span) -> Option<Expr> {
        let nodes = row
            .iter()
            .map(|part| dependencies::extent(part).nodes)
            .sum::<usize>();
        self.spend(nodes.saturating_mul(rows.len()), span)?;
        let elements = rows.into_iter().map(|element| {
            let RowElement { values, generators } = element;
            RowElement {
                values: vec![equal(row, values.into_iter(), span)],
                generators,
            }
        });
        Some(Expr::Fold(Fold::Any, elements.collect(), SourceInfo(span)))
    }
}

fn compare(op: CompareOp, value: &Expr, other: Expr) -> Expr {
    Expr::Compare(op, Box::new([value.clone(), other]))
}

fn both(op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
    Expr::Binary(op, Box::new([a, b]), SourceInfo(span))
}

/// Returns the condition that the numbers of a row equal the numbers of an element.
fn equal(row: &[Expr], element: impl Iterator<Item = Expr>, span: Span) -> Expr {
    let pairs = row
        .iter()
        .zip(element)
        .map(|(value, other)| compare(CompareOp::Eq, value, other));
    pairs
        .reduce(|all, one| both(BinaryOp::And, all, one, span))
        .unwrap_or(Expr::Const(1))
}

/// Returns the first and the last number of each run of consecutive numbers in a sorted list.
fn runs(flat: &[Int]) -> impl Iterator<Item = (Int, Int)> {
    flat.chunk_by(|a, b| a.checked_add(1) == Some(*b))
        .map(|run| (run[0], run[run.len() - 1]))
}

fn in_run(value: &Expr, low: Int, high: Int, span: Span) -> Expr {
    if low == high {
        return compare(CompareOp::Eq, value, Expr::Const(low));
    }
    both(
        BinaryOp::And,
        compare(CompareOp::Ge, value, Expr::Const(low)),
        compare(CompareOp::Le, value, Expr::Const(high)),
        span,
    )
}
