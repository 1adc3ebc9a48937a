//! Lowers `k[i in S] in 0..a[i]`: the choice of a vector is one choice for each index. So all code
//! that works on the typed form supports vectors, and the moves are listed one after the other. An
//! entry whose index depends on other choices is a chain of conditions.

use super::dependencies;
use super::limits::MAX_CHOICES;
use super::lowering::Lowering;
use super::typed::{NameBinding, TypedExpr};
use crate::ast::{self, CompareOp, ExprKind};
use crate::ir::{Expr, Int, ParameterValue, RuleChoice};
use base::diagnostic::{Diagnostic, Span};
use base::text;

impl Lowering<'_> {
    /// Lowers the choice of a vector to the choices of its entries, and binds the name to the
    /// vector. `before` is the number of choices that the move makes before this one.
    pub(super) fn vector(
        &mut self,
        choice: &ast::ChoiceDecl,
        index: &ast::VectorIndex,
        before: usize,
    ) -> Option<Vec<RuleChoice>> {
        let lowered = self.entries(choice, index, before);
        let entries = lowered.iter().flatten();
        let entries = entries
            .map(|(index, entry)| (*index, entry.local))
            .collect();
        // The name is bound even if the choice has an error, so that one mistake is reported once.
        self.bind(&choice.names[0], NameBinding::Vector(entries));
        Some(lowered?.into_iter().map(|(_, entry)| entry).collect())
    }

    /// Lowers the entries of a vector, each with its index.
    fn entries(
        &mut self,
        choice: &ast::ChoiceDecl,
        index: &ast::VectorIndex,
        before: usize,
    ) -> Option<Vec<(Int, RuleChoice)>> {
        let indices = self.indices(index)?;
        if before + indices.len() > MAX_CHOICES {
            return self.refuse(Diagnostic::error(
                choice.span,
                text!(
                    "more than {MAX_CHOICES} choices in one move",
                    "一步着法的选择超过 {MAX_CHOICES} 个"
                ),
            ));
        }
        let name = &choice.names[0];
        let mut entries = Vec::with_capacity(indices.len());
        for at in indices {
            let scope = self.scope.len();
            let errors = self.errors.len();
            self.bind(&index.name, NameBinding::Value(ParameterValue::Int(at)));
            let entry = ast::ChoiceDecl {
                names: vec![ast::Identifier {
                    text: format!("{}[{at}]", name.text),
                    span: name.span,
                }],
                tuple: false,
                index: None,
                domain: choice.domain.clone(),
                span: choice.span,
            };
            let lowered = self.choice(&entry, false);
            self.scope.truncate(scope);
            if self.errors.len() > errors {
                return None;
            }
            entries.push((at, lowered?));
        }
        Some(entries)
    }

    /// Returns the constant indices of a vector, in increasing order.
    fn indices(&mut self, index: &ast::VectorIndex) -> Option<Vec<Int>> {
        let span = index.name.span;
        let (width, rows) = self.ground_set(&index.domain, span)?;
        let value = |row: &crate::ir::RowElement| match (&row.values[..], &row.generators[..]) {
            ([Expr::Const(value)], []) => Some(*value),
            _ => None,
        };
        let indices: Option<Vec<Int>> = rows.iter().map(value).collect();
        match indices {
            Some(indices) if width == 1 => Some(indices),
            _ => self.refuse(Diagnostic::error(
                span,
                text!(
                    "the indices of a vector are numbers that do not depend on the position",
                    "向量的下标是与局面无关的数"
                ),
            )),
        }
    }

    /// Returns the entries of the vector that an expression names.
    pub(super) fn vector_named(&self, expr: &ast::SpannedExpr) -> Option<Vec<(Int, usize)>> {
        match &expr.kind {
            ExprKind::Name(name) => match self.lookup(name)? {
                NameBinding::Vector(entries) => Some(entries),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the entry of a vector at an index; an entry without a choice is 0.
    pub(super) fn entry_of_vector(
        &mut self,
        entries: &[(Int, usize)],
        index: Expr,
        span: Span,
    ) -> Option<TypedExpr> {
        if let Expr::Const(index) = index {
            let entry = entries.iter().find(|(at, _)| *at == index);
            return Some(TypedExpr::Int(match entry {
                Some((_, local)) => Expr::Local(*local),
                None => Expr::Const(0),
            }));
        }
        let nodes = dependencies::extent(&index).nodes + 4;
        self.spend(nodes.saturating_mul(entries.len()), span)?;
        let entry = entries
            .iter()
            .rev()
            .fold(Expr::Const(0), |rest, (at, local)| {
                let is_here = [index.clone(), Expr::Const(*at)];
                Expr::If(Box::new([
                    Expr::Compare(CompareOp::Eq, Box::new(is_here)),
                    Expr::Local(*local),
                    rest,
                ]))
            });
        Some(TypedExpr::Int(entry))
    }
}
