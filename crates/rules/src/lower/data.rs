//! Lowers data: arrays, tables and texts as values of parameters, the entries that rules read from
//! them, and their sizes.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::dependencies;
use super::lowering::Lowering;
use super::typed::{NameBinding, TypedExpr, binary};
use crate::ast::{self, BinaryOp, CompareOp, ExprKind, IndexExpr};
use crate::data::{DataTable, EntryKind, MAX_DATA};
use crate::error::RulesError;
use crate::ir::{
    ChoiceDomain, Expr, Fold, Int, ParameterValue, RowElement, RuleChoice, SourceInfo,
};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;

/// The functions of data.
pub(super) const FUNCTIONS: [&str; 3] = ["rows", "columns", "code"];

impl Lowering<'_> {
    /// Returns a written array, table or list of texts as the value of a parameter.
    pub(super) fn data(&mut self, list: &ast::List, span: Span) -> Option<ParameterValue> {
        let kinds = |of: fn(&ExprKind) -> bool| {
            !list.is_empty() && list.iter().all(|element| of(&element.value.kind))
        };
        let data = if kinds(|kind| matches!(kind, ExprKind::Picture(_))) {
            let rows = list.iter().filter_map(|element| match &element.value.kind {
                ExprKind::Picture(row) => Some((row.span, characters(&row.text))),
                _ => None,
            });
            self.data_rows(EntryKind::Character, rows.collect())?
        } else if kinds(|kind| matches!(kind, ExprKind::Array(_))) {
            let mut rows = Vec::with_capacity(list.len());
            for element in list {
                if let ExprKind::Array(row) = &element.value.kind {
                    rows.push((element.value.span, self.data_numbers(row)?));
                }
            }
            self.data_rows(EntryKind::Number, rows)?
        } else {
            DataTable::array(EntryKind::Number, self.data_numbers(list)?)
        };
        if data.entries.len() > MAX_DATA {
            return self.too_much_data(span);
        }
        Some(ParameterValue::Data(Arc::new(data)))
    }

    /// Returns the value of a `let` that is data: a written array or table, or `sort(A)`. The outer
    /// option is `None` for other values, and the inner option if an error has been reported.
    pub(super) fn data_of_let(
        &mut self,
        value: &ast::SpannedExpr,
    ) -> Option<Option<ParameterValue>> {
        let (name, args) = match &value.kind {
            ExprKind::Array(list) => return Some(self.data(list, value.span)),
            ExprKind::Call(name, args) if name.text == "sort" => (name, args),
            _ => return None,
        };
        if self.lookup(&name.text).is_some() {
            return None;
        }
        let data = match &args[..] {
            [ast::ElementExpr { value, choices, .. }] if choices.is_empty() => match &value.kind {
                ExprKind::Name(name) => self.data_named(name),
                _ => None,
            },
            _ => None,
        };
        let Some(data) = data.filter(|data| data.dimensions() == 1) else {
            return Some(self.refuse(Diagnostic::error(
                value.span,
                text!(
                    "`sort` expects an array of data: `let S = sort(A)`",
                    "`sort` 用于数据数组：`let S = sort(A)`"
                ),
            )));
        };
        let mut entries = data.entries.to_vec();
        entries.sort_unstable();
        Some(Some(ParameterValue::Data(Arc::new(DataTable::array(
            data.kind, entries,
        )))))
    }

    /// Returns a string as the value of a parameter.
    pub(super) fn data_text(&mut self, text: &ast::StringLiteral) -> ParameterValue {
        ParameterValue::Data(Arc::new(DataTable::array(
            EntryKind::Character,
            characters(&text.text),
        )))
    }

    fn too_much_data<T>(&mut self, span: Span) -> Option<T> {
        self.refuse(Diagnostic::error(
            span,
            text!(
                "more than {MAX_DATA} entries in one array",
                "一个数组的元素超过 {MAX_DATA} 个"
            ),
        ))
    }

    /// Joins rows to a table, or reports the first row whose length differs.
    fn data_rows(&mut self, kind: EntryKind, rows: Vec<(Span, Vec<Int>)>) -> Option<DataTable> {
        let columns = rows.first().map_or(0, |(_, row)| row.len());
        if let Some((at, (span, row))) = rows
            .iter()
            .enumerate()
            .find(|(_, (_, row))| row.len() != columns)
        {
            let (at, found) = (at + 1, row.len());
            return self.refuse(
                Diagnostic::error(
                    *span,
                    text!(
                        "row {at} has {found} entries, but the first row has {columns}",
                        "第 {at} 行有 {found} 项，而第一行有 {columns} 项"
                    ),
                )
                .help(text!(
                    "all rows of a table have the same length",
                    "表格各行的长度必须相同"
                )),
            );
        }
        let entries: Vec<Int> = rows.into_iter().flat_map(|(_, row)| row).collect();
        Some(DataTable::table(kind, columns, entries))
    }

    /// Returns the numbers of a list. Numbers that are written as digits cost no nodes.
    fn data_numbers(&mut self, list: &ast::List) -> Option<Vec<Int>> {
        let mut numbers = Vec::with_capacity(list.len());
        for element in list {
            match &element.value.kind {
                ExprKind::Int(number) if element.choices.is_empty() => numbers.push(*number),
                ExprKind::Neg(inner)
                    if element.choices.is_empty() && matches!(inner.kind, ExprKind::Int(_)) =>
                {
                    if let ExprKind::Int(number) = inner.kind {
                        numbers.push(-number);
                    }
                }
                _ => self.data_element(element, &mut numbers)?,
            }
        }
        Some(numbers)
    }

    /// Appends the numbers of an element that is an expression, or an expression for each value of
    /// a choice.
    fn data_element(&mut self, element: &ast::ElementExpr, numbers: &mut Vec<Int>) -> Option<()> {
        let span = element.value.span;
        let mark = self.mark();
        let generators = self.generators_when(&element.choices, element.guard.as_ref());
        let value = self.int(&element.value);
        self.release(mark);
        let row = RowElement {
            values: vec![value?],
            generators: generators?,
        };
        if !dependencies::element_is_closed(&row) {
            return self.refuse(Diagnostic::error(
                span,
                text!("this must be a constant", "此处必须是常数"),
            ));
        }
        let walked = self.compute(|env| {
            env.each_row(std::slice::from_ref(&row), &mut |_, row| {
                numbers.extend_from_slice(row);
                Ok(if numbers.len() > MAX_DATA {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            })
        });
        let _ = walked.map_err(|fault| self.fault(fault, span)).ok()?;
        if numbers.len() > MAX_DATA {
            return self.too_much_data(span);
        }
        Some(())
    }

    /// Returns the data with a name.
    pub(super) fn data_named(&self, name: &str) -> Option<Arc<DataTable>> {
        match self.lookup(name)? {
            NameBinding::Value(ParameterValue::Data(data)) => Some(data),
            _ => None,
        }
    }

    /// Returns whether a written set is data that consists of characters.
    pub(super) fn is_text(&self, set: &ast::SpannedExpr) -> bool {
        matches!(&set.kind, ExprKind::Name(name) if self
            .data_named(name)
            .is_some_and(|data| data.kind == EntryKind::Character))
    }

    /// Lowers `A[i]`, `G[i, j]` or `G[i][j]`.
    pub(super) fn entry(
        &mut self,
        name: &str,
        data: &Arc<DataTable>,
        index: &IndexExpr,
        span: Span,
    ) -> Option<TypedExpr> {
        let indices = self.indices_of_data(name, data.dimensions(), index, span)?;
        let entry = self.folded(Expr::Entry(data.clone(), indices, SourceInfo(span)));
        Some(data_value(data, entry))
    }

    /// Lowers the indices of data with one or two dimensions.
    pub(super) fn indices_of_data(
        &mut self,
        name: &str,
        dimensions: usize,
        index: &IndexExpr,
        span: Span,
    ) -> Option<Vec<Expr>> {
        let written: Vec<&ast::SpannedExpr> = match index {
            IndexExpr::One(one) => vec![one],
            IndexExpr::Pair(row, column) => vec![row, column],
            IndexExpr::Within(row, inner) => match &**inner {
                IndexExpr::One(column) => vec![row, column],
                _ => Vec::new(),
            },
            IndexExpr::Stretch(..) => Vec::new(),
        };
        if written.len() != dimensions {
            let error = Diagnostic::error(
                span,
                match dimensions {
                    1 => text!("`{name}` has one index", "`{name}` 有一个下标"),
                    _ => text!("`{name}` has two indices", "`{name}` 有两个下标"),
                },
            );
            return self.refuse(error.help(match dimensions {
                1 => text!("write `{name}[i]`", "请写 `{name}[i]`"),
                _ => text!(
                    "write `{name}[i, j]`: row and column",
                    "请写 `{name}[i, j]`：行与列"
                ),
            }));
        }
        let indices: Vec<Option<Expr>> = written.iter().map(|index| self.int(index)).collect();
        indices.into_iter().collect()
    }

    /// Reports data that is used without an index.
    pub(super) fn is_whole_data(&mut self, name: &str, data: &DataTable, span: Span) {
        let (message, help) = match data.dimensions() {
            1 => (
                text!(
                    "`{name}` is an array of data: write one entry, `{name}[i]`",
                    "`{name}` 是数据数组：请写明元素 `{name}[i]`"
                ),
                text!(
                    "`size({name})` is its length, and `x in {name}` chooses an entry",
                    "`size({name})` 是其长度，`x in {name}` 选取其中的元素"
                ),
            ),
            _ => (
                text!(
                    "`{name}` is a table: write one entry, `{name}[i, j]`",
                    "`{name}` 是表格：请写明元素 `{name}[i, j]`"
                ),
                text!(
                    "`rows({name})` and `columns({name})` are its dimensions",
                    "`rows({name})` 与 `columns({name})` 是其行数与列数"
                ),
            ),
        };
        self.report(Diagnostic::error(span, message).help(help));
    }

    /// Lowers `size(A)`, `rows(G)` or `columns(G)`. Returns `None` without an error if the argument
    /// is not data.
    pub(super) fn data_size(
        &mut self,
        word: &str,
        args: &[ast::ElementExpr],
        span: Span,
    ) -> Option<Option<TypedExpr>> {
        let [ast::ElementExpr { value, choices, .. }] = args else {
            return None;
        };
        let ExprKind::Name(name) = &value.kind else {
            return None;
        };
        let data = self.data_named(name).filter(|_| choices.is_empty())?;
        let dimension = match (word, data.dimensions()) {
            ("size", 1) | ("rows", 2) => 0,
            ("columns", 2) => 1,
            (_, dimensions) => {
                let write = if dimensions == 1 {
                    format!("size({name})")
                } else {
                    format!("rows({name})` / `columns({name})")
                };
                return Some(self.refuse(Diagnostic::error(
                    span,
                    text!(
                        "`{name}` has {dimensions} dimensions: write `{write}`",
                        "`{name}` 是 {dimensions} 维的：请写 `{write}`"
                    ),
                )));
            }
        };
        Some(Some(TypedExpr::Int(Expr::Const(
            data.lengths[dimension] as Int,
        ))))
    }

    /// Lowers `rows(G)`, `columns(G)` or `code(c)`.
    pub(super) fn data_function(
        &mut self,
        word: &str,
        args: &[ast::ElementExpr],
        span: Span,
    ) -> Option<TypedExpr> {
        if word == "code" {
            if let [ast::ElementExpr { value, choices, .. }] = args
                && choices.is_empty()
            {
                let code = match self.typed(value)? {
                    TypedExpr::Character(code) => Some(code),
                    _ => None,
                };
                if let Some(code) = code {
                    return Some(TypedExpr::Int(code));
                }
            }
            return self.refuse(Diagnostic::error(
                span,
                text!(
                    "`code` expects a character of data: `code(s[i])`, `code(\"a\")`",
                    "`code` 用于数据中的字符：`code(s[i])`、`code(\"a\")`"
                ),
            ));
        }
        match self.data_size(word, args, span) {
            Some(size) => size,
            None => self.refuse(Diagnostic::error(
                span,
                text!(
                    "`{word}` expects a table of data: a parameter such as `G = [\"..#\", \"#..\"]`",
                    "`{word}` 用于数据表格：例如参数 `G = [\"..#\", \"#..\"]`"
                ),
            )),
        }
    }

    /// Returns the rows from which `width` names are chosen in data: its values, or its indices
    /// together with its values.
    pub(super) fn data_choices(
        &mut self,
        name: &str,
        data: &DataTable,
        width: usize,
        span: Span,
    ) -> Option<Arc<[Int]>> {
        let dimensions = data.dimensions();
        if width == 1 {
            let values: BTreeSet<Int> = data.entries.iter().copied().collect();
            return Some(values.into_iter().collect());
        }
        if width != dimensions + 1 {
            let write = if dimensions == 1 {
                format!("(i, x) in {name}")
            } else {
                format!("(i, j, x) in {name}")
            };
            return self.refuse(Diagnostic::error(
                span,
                text!(
                    "`{name}` has {dimensions} dimensions: write `x in {name}` or `{write}`",
                    "`{name}` 是 {dimensions} 维的：请写 `x in {name}` 或 `{write}`"
                ),
            ));
        }
        let columns = data.lengths.get(1).copied().unwrap_or(1).max(1);
        let mut rows = Vec::with_capacity(width * data.entries.len());
        for (at, &entry) in data.entries.iter().enumerate() {
            rows.push(data.lows[0] + (at / columns) as Int);
            if dimensions == 2 {
                rows.push(data.lows[1] + (at % columns) as Int);
            }
            rows.push(entry);
        }
        Some(rows.into())
    }

    /// Lowers the condition that data contains a value, or an entry at given indices.
    pub(super) fn in_data(
        &mut self,
        name: &str,
        data: &Arc<DataTable>,
        row: &[Expr],
        span: Span,
    ) -> Option<Expr> {
        if row.len() == 1 {
            let values = self.data_choices(name, data, 1, span)?;
            return self.in_known(row, &values, span);
        }
        if row.len() != data.dimensions() + 1 {
            self.data_choices(name, data, row.len(), span);
            return None;
        }
        let (value, indices) = row.split_last()?;
        self.spend(
            2 * row
                .iter()
                .map(|e| dependencies::extent(e).nodes)
                .sum::<usize>(),
            span,
        )?;
        let mut inside = Vec::new();
        for (dimension, index) in indices.iter().enumerate() {
            let ends = [
                (CompareOp::Ge, data.lows[dimension]),
                (CompareOp::Le, data.high(dimension)),
            ];
            for (op, end) in ends {
                inside.push(Expr::Compare(
                    op,
                    Box::new([index.clone(), Expr::Const(end)]),
                ));
            }
        }
        let entry = Expr::Entry(data.clone(), indices.to_vec(), SourceInfo(span));
        inside.push(Expr::Compare(
            CompareOp::Eq,
            Box::new([entry, value.clone()]),
        ));
        inside
            .into_iter()
            .reduce(|all, one| binary(BinaryOp::And, all, one, span))
    }

    /// Returns the sum of a range of entries as a difference of two prefix sums; `None` if the fold
    /// has another form.
    ///
    /// The summand may be any expression of the choice and of constants. It is computed for every
    /// index of the data that it reads at the choice itself.
    pub(super) fn prefix_sums(
        &mut self,
        fold: Fold,
        elements: &[RowElement],
        span: Span,
    ) -> Option<Expr> {
        let [RowElement { values, generators }] = elements else {
            return None;
        };
        let (
            [summand],
            [
                RuleChoice {
                    local,
                    width: 1,
                    domain: ChoiceDomain::Range(low, high),
                    ..
                },
            ],
        ) = (&values[..], &generators[..])
        else {
            return None;
        };
        if fold != Fold::Total
            || dependencies::reads_position(summand)
            || dependencies::free_locals(summand)
                .iter()
                .any(|read| read != local)
            || dependencies::is_closed(low) && dependencies::is_closed(high)
        {
            return None;
        }
        let mut read = None;
        let reads = summand.any(&|part| match part {
            Expr::Entry(data, indices, _) => {
                indices.contains(&Expr::Local(*local)) && data.dimensions() == 1
            }
            _ => false,
        });
        if reads {
            each_entry(summand, &mut |data, indices| {
                if indices == [Expr::Local(*local)] {
                    read.get_or_insert(data.clone());
                }
            });
        }
        let data = read?;
        let (first, last) = (data.lows[0], data.high(0));
        let sums = self.compute(|env| {
            let (mut sum, mut sums): (Int, Vec<Int>) = (0, vec![0]);
            for index in first..=last {
                (env.tick)()?;
                env.locals[*local] = index;
                let more = env.eval(summand)?;
                sum = sum.checked_add(more).ok_or_else(|| {
                    env.fault(
                        crate::error::EvalError::Arithmetic(
                            crate::arithmetic::ArithmeticError::Overflow,
                        ),
                        span,
                    )
                })?;
                sums.push(sum);
            }
            Ok::<_, RulesError>(sums)
        });
        // If a summand has no value, the error is reported where the summand is needed.
        let sums = sums.ok()?;
        let mut table = DataTable::beginning_at(first - 1, EntryKind::Number, sums);
        table.is_prefix = true;
        let table = Arc::new(table);
        let nodes = dependencies::extent(low).nodes + dependencies::extent(high).nodes;
        self.spend(nodes, span)?;
        let before = super::typed::plus(low.clone(), -1);
        let at = |index: Expr| Expr::Entry(table.clone(), vec![index], SourceInfo(span));
        let difference = binary(BinaryOp::Sub, at(high.clone()), at(before), span);
        Some(Expr::If(Box::new([
            Expr::Compare(CompareOp::Le, Box::new([low.clone(), high.clone()])),
            difference,
            Expr::Const(0),
        ])))
    }
}

/// Calls `visit` for every read of data in an expression.
fn each_entry(expr: &Expr, visit: &mut dyn FnMut(&Arc<DataTable>, &[Expr])) {
    if let Expr::Entry(data, indices, _) = expr {
        visit(data, indices);
    }
    expr.children().for_each(|child| each_entry(child, visit));
}

/// Returns an entry of data with its type.
pub(super) fn data_value(data: &DataTable, entry: Expr) -> TypedExpr {
    match data.kind {
        EntryKind::Number => TypedExpr::Int(entry),
        EntryKind::Character => TypedExpr::Character(entry),
    }
}

/// Returns the code points of a text.
pub(super) fn characters(text: &str) -> Vec<Int> {
    text.chars().map(|c| Int::from(u32::from(c))).collect()
}

/// Returns what the value of a parameter is, for messages.
pub(super) fn kind_of(data: &DataTable) -> Text {
    match (data.kind, data.dimensions()) {
        (EntryKind::Number, 1) => text!("an array of numbers", "数的数组"),
        (EntryKind::Number, _) => text!("a table of numbers", "数的表格"),
        (EntryKind::Character, 1) => text!("a text", "文本"),
        (EntryKind::Character, _) => text!("a table of characters", "字符的表格"),
    }
}
