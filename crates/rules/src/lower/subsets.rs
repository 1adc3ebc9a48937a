//! Lowers `T in subsets(S)`: choosing a subset is choosing a number whose binary digit i is 1 iff
//! element i of S is in the subset. Each use of the name of the subset is replaced by the elements
//! of S. Each element has an additional choice `1..digit`, which has one value or no value. So all
//! code that works on the typed form supports subsets.

use super::dependencies;
use super::lowering::Lowering;
use super::typed::{ClosedSet, NameBinding, TypedExpr, binary};
use crate::ast::{self, BinaryOp, ExprKind};
use crate::ir::{ChoiceDomain, Expr, Fold, Int, RowElement, RuleChoice, SourceInfo};
use base::diagnostic::{Diagnostic, Span};
use base::text;

/// Maximum number of elements of a known set whose subsets are chosen: 2^20 choices.
const MAX_SUBSET_ELEMENTS: usize = 20;

impl Lowering<'_> {
    /// Lowers the choice of a number for a subset, and binds the name to the subset.
    pub(super) fn subset(
        &mut self,
        choice: &ast::ChoiceDecl,
        of: &ast::DomainExpr,
    ) -> Option<RuleChoice> {
        let span = choice.span;
        let chosen = self.digits_of_subset(choice, of);
        // The name is bound even if the set has an error, so that one mistake is reported once.
        let Some((width, rows, top, number)) = chosen else {
            let local = self.new_local();
            choice
                .names
                .iter()
                .for_each(|name| self.bind(name, NameBinding::Local(local)));
            return None;
        };
        let set = TypedExpr::Set(width, rows);
        let nodes = set.extent().nodes;
        let name = &choice.names[0];
        self.bind(name, NameBinding::Argument(set, nodes));
        let domain = ChoiceDomain::Range(Expr::Const(0), top);
        Some(RuleChoice {
            local: number,
            width: 1,
            names: SourceInfo(vec![name.text.clone()]),
            domain,
            span: SourceInfo(span),
        })
    }

    /// Returns the width of the elements, the elements that the chosen number selects, and the
    /// maximum value and the local of that number.
    fn digits_of_subset(
        &mut self,
        choice: &ast::ChoiceDecl,
        of: &ast::DomainExpr,
    ) -> Option<(usize, Vec<RowElement>, Expr, usize)> {
        let span = choice.span;
        if choice.tuple || choice.names.len() != 1 {
            let error = Diagnostic::error(
                span,
                text!("a subset has only one name", "一个子集只有一个名字"),
            );
            return self.refuse(error.help(text!(
                "write `T in subsets({{1, 2, 3}})`",
                "请写 `T in subsets({{1, 2, 3}})`"
            )));
        }
        let (width, rows) = self.ground_set(of, span)?;
        self.locals = self.locals.max(dependencies::extent_of_rows(&rows).locals);
        let (number, there) = (self.new_local(), self.new_local());
        let said = |place: Expr, element: RowElement| {
            let power = binary(BinaryOp::Pow, Expr::Const(2), place, span);
            let digit = binary(
                BinaryOp::Mod,
                binary(BinaryOp::Div, Expr::Local(number), power, span),
                Expr::Const(2),
                span,
            );
            let names = SourceInfo(vec![format!("s{there}")]);
            let domain = ChoiceDomain::Range(Expr::Const(1), digit);
            let mut generators = element.generators;
            generators.push(RuleChoice {
                local: there,
                width: 1,
                names,
                domain,
                span: SourceInfo(span),
            });
            RowElement {
                values: element.values,
                generators,
            }
        };
        if rows.iter().all(|row| row.generators.is_empty()) {
            if rows.len() > MAX_SUBSET_ELEMENTS {
                let count = rows.len();
                return self.refuse(Diagnostic::error(
                    span,
                    text!(
                        "subsets of a set of {count} elements are not supported: the maximum is {MAX_SUBSET_ELEMENTS}",
                        "不支持 {count} 个元素的集合的子集：最多 {MAX_SUBSET_ELEMENTS} 个元素"
                    ),
                ));
            }
            let top = Expr::Const((1 << rows.len()) - 1);
            let rows = rows
                .into_iter()
                .enumerate()
                .map(|(at, row)| said(Expr::Const(at as Int), row))
                .collect();
            return Some((width, rows, top, number));
        }
        let mut rows = rows;
        if let (Some(row), true) = (rows.pop(), rows.is_empty())
            && let [
                RuleChoice {
                    local,
                    domain: ChoiceDomain::Range(low, high),
                    ..
                },
            ] = &row.generators[..]
        {
            let one_more = binary(
                BinaryOp::Add,
                binary(BinaryOp::Sub, high.clone(), low.clone(), span),
                Expr::Const(1),
                span,
            );
            let at_least_none = [one_more, Expr::Const(0)].map(|value| RowElement {
                values: vec![value],
                generators: Vec::new(),
            });
            let count = Expr::Fold(Fold::Max, at_least_none.into(), SourceInfo(span));
            let top = binary(
                BinaryOp::Sub,
                binary(BinaryOp::Pow, Expr::Const(2), count, span),
                Expr::Const(1),
                span,
            );
            let place = binary(BinaryOp::Sub, Expr::Local(*local), low.clone(), span);
            return Some((width, vec![said(place, row)], self.folded(top), number));
        }
        let error = Diagnostic::error(
            span,
            text!(
                "subsets of a set that consists of several ranges are not supported",
                "不支持由多个范围构成的集合的子集"
            ),
        );
        self.refuse(error.help(text!(
            "write a range, fixed elements, or one range as in `subsets({{f(i) for i in 1..n}})`",
            "请写一个范围、若干固定的元素，或只含一个范围的集合，例如 `subsets({{f(i) for i in 1..n}})`"
        )))
    }

    /// Lowers the set whose subsets are chosen.
    pub(super) fn ground_set(
        &mut self,
        of: &ast::DomainExpr,
        span: Span,
    ) -> Option<(usize, Vec<RowElement>)> {
        let listed;
        let set = match of {
            ast::DomainExpr::Set(set) => set,
            ast::DomainExpr::Range(low, Some(_)) => {
                let name = ast::Identifier {
                    text: "element".to_owned(),
                    span: low.span,
                };
                let value = ast::SpannedExpr {
                    kind: ExprKind::Name(name.text.clone()),
                    span: low.span,
                };
                let choices = vec![ast::ChoiceDecl {
                    names: vec![name],
                    tuple: false,
                    index: None,
                    domain: of.clone(),
                    span,
                }];
                listed = ast::SpannedExpr {
                    kind: ExprKind::Set(vec![ast::ElementExpr::over(value, choices)]),
                    span,
                };
                &listed
            }
            ast::DomainExpr::Range(_, None) => {
                return self.refuse(Diagnostic::error(
                    span,
                    text!("this range requires an upper bound", "此处的范围需要上界"),
                ));
            }
            ast::DomainExpr::Subsets(_) => {
                return self.refuse(Diagnostic::error(
                    span,
                    text!("sets of sets are not supported", "不支持集合的集合"),
                ));
            }
        };
        match self.typed(set)? {
            TypedExpr::Set(width, rows) => match self.closed_set(width, &rows, set.span)? {
                ClosedSet::Rows(known) => {
                    let row = |row: &[Int]| RowElement {
                        values: row.iter().map(|&n| Expr::Const(n)).collect(),
                        generators: Vec::new(),
                    };
                    Some((width, known.chunks(width).map(row).collect()))
                }
                ClosedSet::Open => Some((width, rows)),
            },
            _ => {
                self.no_set(set);
                None
            }
        }
    }

    /// Reports `e in subsets(S)`.
    pub(super) fn no_number_in_subsets(&mut self, span: Span) {
        let error = Diagnostic::error(
            span,
            text!(
                "`subsets` contains sets, not numbers",
                "`subsets` 中是集合，不是数"
            ),
        );
        self.report(error.help(text!(
            "choose one, `T in subsets(S)`, and write `x in T`",
            "先选取一个子集 `T in subsets(S)`，再写 `x in T`"
        )));
    }
}
