//! Lowers `let f[i in 0..9] = e`: a table whose entries are computed when the game is read. An
//! entry can use entries that are computed before it, so a table can be defined by a recursion over
//! numbers that fall or rise. The order of each index, rising or falling, is found by trying.

use std::sync::Arc;

use super::dependencies;
use super::lowering::Lowering;
use super::typed::{NameBinding, TypedExpr, binary, plus};
use crate::ast::{self, BinaryOp, CompareOp, DomainExpr, IndexExpr};
use crate::data::{DataTable, MAX_DATA};
use crate::error::{EvalError, RulesError};
use crate::ir::{Expr, Int, ParameterValue, SlotRef, SourceInfo};
use base::diagnostic::{Diagnostic, Span};
use base::text;

/// The order in which the entries of a table are computed.
#[derive(Clone, Debug)]
pub(super) struct TableLayout {
    /// The least index and the length of each dimension.
    dimensions: Vec<(Int, usize)>,
    /// Whether the index of a dimension falls.
    falls: Vec<bool>,
}

impl TableLayout {
    fn count(&self) -> usize {
        let lengths = self.dimensions.iter().map(|(_, length)| *length);
        lengths.fold(1, usize::saturating_mul)
    }

    /// Returns the indices of the entry that is computed after `at` other entries.
    fn indices(&self, at: usize) -> Vec<Int> {
        let mut rest = at;
        let mut indices = vec![0; self.dimensions.len()];
        for (dimension, &(low, length)) in self.dimensions.iter().enumerate().rev() {
            let offset = rest % length;
            rest /= length;
            indices[dimension] = if self.falls[dimension] {
                low + (length - 1 - offset) as Int
            } else {
                low + offset as Int
            };
        }
        indices
    }
}

impl Lowering<'_> {
    /// Lowers a table: computes its entries, and binds the name to them.
    pub(super) fn computed_table(
        &mut self,
        name: &ast::Identifier,
        indices: &[ast::ChoiceDecl],
        value: &ast::SpannedExpr,
    ) {
        let entries = self.table_entries(name, indices, value);
        // The name is bound even if the table has an error, so that one mistake is reported once.
        let data = entries.unwrap_or_else(|| {
            DataTable::with_indices(
                vec![0; indices.len().min(2)],
                vec![0; indices.len().min(2)],
                [],
            )
        });
        self.bind_table(name, Arc::new(data));
    }

    /// Lowers a table whose entries use no parameter, so that all cases of a problem share it.
    pub(super) fn shared_table(
        &mut self,
        name: &ast::Identifier,
        indices: &[ast::ChoiceDecl],
        value: &ast::SpannedExpr,
    ) {
        if let Some(known) = self.linker.computed_table(&name.text) {
            return self.bind_table(name, known);
        }
        self.computed_table(name, indices, value);
        if self.errors.is_empty()
            && let Some(NameBinding::Value(ParameterValue::Data(table))) = self.lookup(&name.text)
        {
            let table = table.clone();
            self.linker.keep_table(&name.text, &table);
        }
    }

    fn bind_table(&mut self, name: &ast::Identifier, table: Arc<DataTable>) {
        self.bind(name, NameBinding::Value(ParameterValue::Data(table)));
    }

    fn table_entries(
        &mut self,
        name: &ast::Identifier,
        indices: &[ast::ChoiceDecl],
        value: &ast::SpannedExpr,
    ) -> Option<DataTable> {
        let dimensions = self.table_dimensions(indices)?;
        let mut layout = TableLayout {
            falls: vec![false; dimensions.len()],
            dimensions,
        };
        if layout.count() > MAX_DATA {
            return self.refuse(Diagnostic::error(
                name.span,
                text!(
                    "more than {MAX_DATA} entries in one table",
                    "一个表格的元素超过 {MAX_DATA} 个"
                ),
            ));
        }
        // The entries do not depend on the position.
        let scope = self.scope.clone();
        for (_, binding) in &mut self.scope {
            if matches!(
                binding,
                NameBinding::Slot(_)
                    | NameBinding::Array(..)
                    | NameBinding::Board(..)
                    | NameBinding::Set(_)
                    | NameBinding::Sets(..)
                    | NameBinding::Word(_)
                    | NameBinding::Words(..)
            ) {
                *binding = NameBinding::Hidden;
            }
        }
        let mut found = None;
        for order in 0..1_usize << layout.dimensions.len() {
            for (dimension, falls) in layout.falls.iter_mut().enumerate() {
                *falls = order >> dimension & 1 == 1;
            }
            match self.entries_in_order(name, indices, value, &layout) {
                Ok(entries) => {
                    found = Some(entries);
                    break;
                }
                Err(None) => break,
                Err(Some(fault)) => {
                    let is_order = matches!(
                        &fault,
                        RulesError::Rule {
                            cause: EvalError::Uncomputed,
                            ..
                        }
                    );
                    if !is_order || order + 1 == 1 << layout.dimensions.len() {
                        self.fault(fault, value.span);
                        break;
                    }
                }
            }
        }
        self.scope = scope;
        found
    }

    /// Returns the least index and the length of each dimension.
    fn table_dimensions(&mut self, indices: &[ast::ChoiceDecl]) -> Option<Vec<(Int, usize)>> {
        let mut dimensions = Vec::new();
        for index in indices {
            let (DomainExpr::Range(low, Some(high)), false, None, true) =
                (&index.domain, index.tuple, &index.index, indices.len() <= 2)
            else {
                return self.refuse(Diagnostic::error(
                    index.span,
                    text!(
                        "a table has one or two indices, each with a range",
                        "表格有一个或两个下标，各有一个范围"
                    ),
                ));
            };
            let (low, high) = (self.constant(low), self.constant(high));
            let (low, high) = (low?, high?);
            let length = high.checked_sub(low).and_then(|steps| steps.checked_add(1));
            let length = length.map_or(usize::MAX, |length| usize::try_from(length).unwrap_or(0));
            dimensions.push((low, length));
        }
        Some(dimensions)
    }

    /// Computes the entries in the order of a layout. The error is `None` if it has been reported.
    fn entries_in_order(
        &mut self,
        name: &ast::Identifier,
        indices: &[ast::ChoiceDecl],
        value: &ast::SpannedExpr,
        layout: &TableLayout,
    ) -> Result<DataTable, Option<RulesError>> {
        let mark = self.mark();
        let errors = self.errors.len();
        let first = self.locals;
        for index in indices {
            let local = self.new_local();
            self.bind(&index.names[0], NameBinding::Local(local));
        }
        self.declare(&name.text, NameBinding::Table(layout.clone()), name.span);
        let lowered = self.int(value);
        self.release(mark);
        let lowered = lowered
            .filter(|_| self.errors.len() == errors)
            .ok_or(None)?;
        let mut entries: Vec<Int> = Vec::with_capacity(layout.count());
        for at in 0..layout.count() {
            let indices = layout.indices(at);
            let entry = self.compute_at(&entries, |env| {
                (env.tick)()?;
                env.locals[first..first + indices.len()].copy_from_slice(&indices);
                env.eval(&lowered)
            });
            // The entries so far are not a position that an error could show.
            entries.push(entry.map_err(|fault| {
                Some(match fault {
                    RulesError::Rule {
                        cause, game, span, ..
                    } => RulesError::Rule {
                        cause,
                        game,
                        span,
                        at: Vec::new(),
                    },
                    stopped => stopped,
                })
            })?);
        }
        let mut sorted = vec![0; entries.len()];
        let lows: Vec<Int> = layout.dimensions.iter().map(|(low, _)| *low).collect();
        let lengths: Vec<usize> = layout.dimensions.iter().map(|(_, len)| *len).collect();
        let outline = DataTable::with_indices(lows.clone(), lengths.clone(), []);
        for (at, entry) in entries.into_iter().enumerate() {
            if let Ok(place) = outline.place(&layout.indices(at)) {
                sorted[place] = entry;
            }
        }
        Ok(DataTable::with_indices(lows, lengths, sorted))
    }

    /// Lowers an entry of the table whose entries are being computed.
    pub(super) fn earlier_entry(
        &mut self,
        name: &str,
        layout: &TableLayout,
        index: &IndexExpr,
        span: Span,
    ) -> Option<TypedExpr> {
        let dimensions = layout.dimensions.len();
        let indices = self.indices_of_data(name, dimensions, index, span)?;
        let nodes: usize = indices
            .iter()
            .map(|index| dependencies::extent(index).nodes)
            .sum();
        self.spend(4 * nodes + 16, span)?;
        let (mut place, mut inside) = (Expr::Const(0), Vec::new());
        for ((index, &(low, length)), falls) in
            indices.iter().zip(&layout.dimensions).zip(&layout.falls)
        {
            let high = low.checked_add(length as Int)?.checked_sub(1)?;
            for (op, end) in [(CompareOp::Ge, low), (CompareOp::Le, high)] {
                let sides = [index.clone(), Expr::Const(end)];
                inside.push(Expr::Compare(op, Box::new(sides)));
            }
            let offset = if *falls {
                binary(BinaryOp::Sub, Expr::Const(high), index.clone(), span)
            } else {
                plus(index.clone(), low.checked_neg()?)
            };
            let before = binary(BinaryOp::Mul, place, Expr::Const(length as Int), span);
            place = binary(BinaryOp::Add, before, offset, span);
        }
        let inside = inside
            .into_iter()
            .reduce(|all, one| binary(BinaryOp::And, all, one, span))?;
        let place = SlotRef::Array(0, 0, layout.count(), self.folded(place));
        // An index outside is an error that names the index.
        let lows = layout.dimensions.iter().map(|(low, _)| *low).collect();
        let lengths = layout
            .dimensions
            .iter()
            .map(|(_, length)| *length)
            .collect();
        let outside = Arc::new(DataTable::with_indices(lows, lengths, []));
        Some(TypedExpr::Int(Expr::If(Box::new([
            inside,
            Expr::At(Box::new(place), SourceInfo(span)),
            Expr::Entry(outside, indices, SourceInfo(span)),
        ]))))
    }

    /// Reports a name of the position where the position cannot be read.
    pub(super) fn hidden<T>(&mut self, name: &str, span: Span) -> Option<T> {
        self.refuse(Diagnostic::error(
            span,
            text!(
                "`{name}` is part of the position, but a table is computed when the game is read",
                "`{name}` 是局面的一部分，而表格在读入游戏时就已算好"
            ),
        ))
    }
}
