//! A case of a problem: the walk over the parts of an `input` item, for inputs that are read and
//! for inputs that are made.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{CaseError, CaseValues, text_value};
use crate::ast::{
    AlphabetDecl, ExprKind, FieldDecl, FieldKind, Identifier, IndexExpr, InputDecl, LimitsDecl,
    LoopDecl, ReadDecl, SpannedExpr,
};
use crate::data::{DataTable, EntryKind, MAX_DATA};
use crate::declared_words::letters_of;
use crate::ir::{Int, ParameterValue};
use crate::lower::constant_with;
use crate::network::{MAX_VERTICES, Network};
use base::diagnostic::{Diagnostic, Span};
use base::text;
use base::text::Text;
use base::thread_limit;

/// Maximum number of rows of a table, and of words of an array.
const MAX_ROWS: usize = 1 << 20;

/// The limits of a number; `None` means that there is no limit.
pub(super) type NumberLimits = (Option<Int>, Option<Int>);

/// The expected form of a text.
pub(super) struct TextForm<'a> {
    /// The number of characters.
    pub length: Option<usize>,
    /// The characters that may occur.
    pub letters: Option<&'a [char]>,
}

/// Where the values of a case come from.
pub(super) trait CaseSource {
    /// Returns the next number. `what` names the number in messages.
    fn number(&mut self, what: &dyn Fn() -> String, limits: NumberLimits)
    -> Result<Int, CaseError>;

    /// Returns the next word.
    fn word(
        &mut self,
        what: &dyn Fn() -> String,
        form: &TextForm<'_>,
    ) -> Result<Vec<Int>, CaseError>;

    /// Returns the next line.
    fn line(
        &mut self,
        what: &dyn Fn() -> String,
        form: &TextForm<'_>,
    ) -> Result<Vec<Int>, CaseError>;

    /// Returns the edge with an index, counted from 0, of a graph with the vertices 1 to
    /// `vertices`. Its ends are different.
    fn edge(
        &mut self,
        what: &dyn Fn() -> String,
        at: usize,
        vertices: Int,
    ) -> Result<(Int, Int), CaseError>;

    /// Ends a group of values.
    fn end_group(&mut self) {}
}

/// The values that are known while a case is read: the constants of the game, the values read so
/// far, and the indices of the loops.
pub(super) struct CaseScope<'a> {
    constants: &'a CaseValues,
    values: CaseValues,
    indices: Vec<(String, Int)>,
    /// The numbers that were read so far for the current values of the indices.
    current: Vec<(String, Int)>,
}

impl<'a> CaseScope<'a> {
    pub(super) fn new(constants: &'a CaseValues) -> CaseScope<'a> {
        CaseScope {
            constants,
            values: Vec::new(),
            indices: Vec::new(),
            current: Vec::new(),
        }
    }

    pub(super) fn into_values(self) -> CaseValues {
        self.values
    }

    /// Returns the value of an expression.
    pub(super) fn constant(&self, expr: &SpannedExpr) -> Result<Int, CaseError> {
        match &expr.kind {
            ExprKind::Int(number) => return Ok(*number),
            ExprKind::Name(name) => {
                if let Some((_, index)) = self.indices.iter().find(|(known, _)| known == name) {
                    return Ok(*index);
                }
                let number = |(known, value): &(String, ParameterValue)| match value {
                    ParameterValue::Int(number) if known == name => Some(*number),
                    _ => None,
                };
                if let Some(number) = self.values.iter().find_map(number) {
                    return Ok(number);
                }
            }
            // `M[i]` in the loop over i: the number that was read for this i.
            ExprKind::Index(name, IndexExpr::One(index))
                if matches!((&index.kind, self.indices.first()),
                    (ExprKind::Name(written), Some((first, _))) if written == first) =>
            {
                let found = self.current.iter().find(|(known, _)| *known == name.text);
                if let Some((_, number)) = found {
                    return Ok(*number);
                }
            }
            _ => {}
        }
        let indices = self
            .indices
            .iter()
            .map(|(name, value)| (name.clone(), ParameterValue::Int(*value)));
        let known: CaseValues = self
            .constants
            .iter()
            .chain(&self.values)
            .cloned()
            .chain(indices)
            .collect();
        constant_with(&known, expr).map_err(CaseError::Rules)
    }

    fn limits(&self, limits: &Option<LimitsDecl>) -> Result<NumberLimits, CaseError> {
        let Some(LimitsDecl { low, high }) = limits else {
            return Ok((None, None));
        };
        let high = high.as_ref().map(|high| self.constant(high)).transpose()?;
        Ok((Some(self.constant(low)?), high))
    }

    fn size(&self, expr: &SpannedExpr) -> Result<usize, CaseError> {
        let size = self.constant(expr)?;
        usize::try_from(size).map_err(|_| {
            CaseError::rules(
                expr.span,
                text!("a size cannot be negative: {size}", "大小不能为负：{size}"),
            )
        })
    }

    /// Reads all parts of a case.
    pub(super) fn read(
        &mut self,
        input: &InputDecl,
        source: &mut dyn CaseSource,
    ) -> Result<(), CaseError> {
        let is_number = |part: &ReadDecl| {
            let [field] = &part.fields[..] else {
                return false;
            };
            part.loops.is_empty() && matches!(field.kind, FieldKind::Number(_))
        };
        for (at, part) in input.reads.iter().enumerate() {
            self.part(part, source)?;
            // Single numbers that follow each other form a group.
            let next = input.reads.get(at + 1);
            if !is_number(part) || !next.is_some_and(is_number) {
                source.end_group();
            }
        }
        Ok(())
    }

    fn part(&mut self, part: &ReadDecl, source: &mut dyn CaseSource) -> Result<(), CaseError> {
        if !part.loops.is_empty() {
            return self.repeated(part, source);
        }
        for FieldDecl { name, kind, .. } in &part.fields {
            let what = || name.text.clone();
            let value = match kind {
                FieldKind::Number(limits) => {
                    ParameterValue::Int(source.number(&what, self.limits(limits)?)?)
                }
                FieldKind::Word(length, letters) => {
                    let length = length
                        .as_ref()
                        .map(|length| self.size(length))
                        .transpose()?;
                    let letters = characters(letters, part)?;
                    let form = TextForm {
                        length,
                        letters: letters.as_deref(),
                    };
                    let word = match length {
                        // An empty word is not written.
                        Some(0) => Vec::new(),
                        _ => source.word(&what, &form)?,
                    };
                    data(text_value(word))
                }
                FieldKind::Line(letters) => {
                    let letters = characters(letters, part)?;
                    let form = TextForm {
                        length: None,
                        letters: letters.as_deref(),
                    };
                    data(text_value(source.line(&what, &form)?))
                }
                FieldKind::Grid(rows, columns, letters) => {
                    let rows = self.size(rows)?;
                    let columns = columns.as_ref().map(|c| self.size(c)).transpose()?;
                    let letters = characters(letters, part)?;
                    data(grid(&name.text, rows, columns, letters.as_deref(), source)?)
                }
                FieldKind::Graph(vertices, edges) => {
                    let (vertices, edges) = (self.constant(vertices)?, self.size(edges)?);
                    ParameterValue::Graph(Arc::new(graph(part, name, vertices, edges, source)?))
                }
            };
            self.values.push((name.text.clone(), value));
        }
        Ok(())
    }

    /// Reads arrays or tables. Entries before the first index of a row are 0.
    fn repeated(&mut self, part: &ReadDecl, source: &mut dyn CaseSource) -> Result<(), CaseError> {
        let mut columns: Vec<ReadColumn> = Vec::with_capacity(part.fields.len());
        for FieldDecl { kind, inner, .. } in &part.fields {
            let (letters, fixed) = match kind {
                FieldKind::Number(limits) => {
                    let loops: Vec<&LoopDecl> = part.loops.iter().chain(inner).collect();
                    (None, self.fixed_limits(limits, &loops)?)
                }
                FieldKind::Word(_, letters) => (characters(letters, part)?, None),
                _ => (None, None),
            };
            columns.push(ReadColumn {
                rows: Vec::new(),
                letters,
                fixed,
            });
        }
        let outer = &part.loops[0];
        let (low, high) = self.bounds(outer)?;
        self.indices.push((outer.name.text.clone(), low));
        match part.loops.get(1) {
            None => {
                for (FieldDecl { inner, .. }, column) in part.fields.iter().zip(&mut columns) {
                    match inner {
                        None => column.begin_row(low),
                        Some(_) => (1..low).for_each(|_| column.rows.push(Vec::new())),
                    }
                }
                let mut at = low;
                while at <= high {
                    self.indices[0].1 = at;
                    self.group(part, &mut columns, source)?;
                    // The numbers of an array form a group; so do the fields of a tuple, and a
                    // word.
                    if part.tuple || !matches!(part.fields[0].kind, FieldKind::Number(_)) {
                        source.end_group();
                    }
                    at += 1;
                }
            }
            Some(inner) => {
                for column in &mut columns {
                    (1..low).for_each(|_| column.rows.push(Vec::new()));
                }
                let mut at = low;
                while at <= high {
                    self.indices[0].1 = at;
                    let (first, last) = self.bounds(inner)?;
                    for column in &mut columns {
                        column.begin_row(first);
                        check_rows(column.rows.len())?;
                    }
                    thread_limit::tick().map_err(CaseError::Stopped)?;
                    self.indices.push((inner.name.text.clone(), first));
                    let mut column = first;
                    while column <= last {
                        self.indices[1].1 = column;
                        self.group(part, &mut columns, source)?;
                        column += 1;
                    }
                    self.indices.pop();
                    source.end_group();
                    at += 1;
                }
            }
        }
        self.indices.clear();
        self.current.clear();
        for (FieldDecl { name, kind, inner }, column) in part.fields.iter().zip(columns) {
            let table = column.table(kind, part.loops.len() + usize::from(inner.is_some()));
            if table.entries.len() > MAX_DATA {
                return Err(too_much());
            }
            self.values.push((name.text.clone(), data(table)));
        }
        Ok(())
    }

    /// Returns the limits of a number that do not depend on the indices of its loops.
    fn fixed_limits(
        &self,
        limits: &Option<LimitsDecl>,
        loops: &[&LoopDecl],
    ) -> Result<Option<NumberLimits>, CaseError> {
        let varies = |expr: &SpannedExpr| {
            loops
                .iter()
                .any(|index| super::mentions(expr, &index.name.text))
        };
        match limits {
            Some(LimitsDecl { low, high }) if varies(low) || high.as_ref().is_some_and(varies) => {
                Ok(None)
            }
            limits => self.limits(limits).map(Some),
        }
    }

    /// Returns the first and the last index of a loop.
    fn bounds(&self, index: &LoopDecl) -> Result<(Int, Int), CaseError> {
        let (low, high) = (self.constant(&index.low)?, self.constant(&index.high)?);
        if low < 1 || low > MAX_DATA as Int {
            return Err(CaseError::rules(
                index.low.span,
                text!(
                    "the first index must be from 1 to {MAX_DATA}, found {low}",
                    "第一个下标应为 1 到 {MAX_DATA}，却是 {low}"
                ),
            ));
        }
        Ok((low, high.min(Int::MAX - 1)))
    }

    /// Reads the values of one combination of indices.
    fn group(
        &mut self,
        part: &ReadDecl,
        columns: &mut [ReadColumn],
        source: &mut dyn CaseSource,
    ) -> Result<(), CaseError> {
        thread_limit::tick().map_err(CaseError::Stopped)?;
        self.current.clear();
        let has_inner = part.fields.iter().any(|field| field.inner.is_some());
        for (FieldDecl { name, kind, inner }, column) in part.fields.iter().zip(columns) {
            if let Some(inner) = inner {
                self.inner_row(name, kind, inner, column, source)?;
                continue;
            }
            let what = || {
                let indices: Vec<String> =
                    self.indices.iter().map(|(_, at)| at.to_string()).collect();
                format!("{}[{}]", name.text, indices.join(", "))
            };
            match kind {
                FieldKind::Number(limits) => {
                    let limits = match column.fixed {
                        Some(fixed) => fixed,
                        None => self.limits(limits)?,
                    };
                    let number = source.number(&what, limits)?;
                    let row = column.rows.last_mut().expect("a row was begun");
                    check_entries(row.len())?;
                    row.push(number);
                    if has_inner {
                        self.current.push((name.text.clone(), number));
                    }
                }
                _ => {
                    let form = TextForm {
                        length: None,
                        letters: column.letters.as_deref(),
                    };
                    let word = source.word(&what, &form)?;
                    check_rows(column.rows.len())?;
                    column.rows.push(word);
                }
            }
        }
        Ok(())
    }

    /// Reads the numbers of a field that has a loop of its own, as one row.
    fn inner_row(
        &mut self,
        name: &Identifier,
        kind: &FieldKind,
        inner: &LoopDecl,
        column: &mut ReadColumn,
        source: &mut dyn CaseSource,
    ) -> Result<(), CaseError> {
        let (first, last) = self.bounds(inner)?;
        column.begin_row(first);
        check_rows(column.rows.len())?;
        self.indices.push((inner.name.text.clone(), first));
        for at in first..=last {
            thread_limit::tick().map_err(CaseError::Stopped)?;
            self.indices[1].1 = at;
            let limits = match (column.fixed, kind) {
                (Some(fixed), _) => fixed,
                (None, FieldKind::Number(limits)) => self.limits(limits)?,
                _ => (None, None),
            };
            let what = || format!("{}[{}, {at}]", name.text, self.indices[0].1);
            let number = source.number(&what, limits)?;
            let row = column.rows.last_mut().expect("a row was begun");
            check_entries(row.len())?;
            row.push(number);
        }
        self.indices.pop();
        Ok(())
    }
}

/// The values of one name in a loop: the numbers of each row, or a word in each row.
struct ReadColumn {
    rows: Vec<Vec<Int>>,
    letters: Option<Arc<[char]>>,
    /// The limits of each number; `None` if they depend on the indices.
    fixed: Option<NumberLimits>,
}

impl ReadColumn {
    /// Begins a row whose first index is `low`.
    fn begin_row(&mut self, low: Int) {
        self.rows.push(vec![0; (low - 1).max(0) as usize]);
    }

    /// Returns the data. Short rows are extended by 0, and short words by spaces.
    fn table(mut self, kind: &FieldKind, loops: usize) -> DataTable {
        let (kind, filler) = match kind {
            FieldKind::Number(_) => (EntryKind::Number, 0),
            _ => (EntryKind::Character, Int::from(b' ')),
        };
        if kind == EntryKind::Number && loops == 1 {
            return DataTable::array(kind, self.rows.pop().unwrap_or_default());
        }
        if kind == EntryKind::Character {
            // The first row only contains the entries before the first index.
            let before = self.rows.remove(0).len();
            self.rows.splice(0..0, (0..before).map(|_| Vec::new()));
        }
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let total = columns.saturating_mul(self.rows.len());
        if total > MAX_DATA {
            // The caller reports the size.
            return DataTable::array(kind, vec![0; MAX_DATA + 1]);
        }
        let mut entries = Vec::with_capacity(total);
        for row in self.rows {
            let end = entries.len() + columns;
            entries.extend(row);
            entries.resize(end, filler);
        }
        DataTable::table(kind, columns, entries)
    }
}

fn data(table: DataTable) -> ParameterValue {
    ParameterValue::Data(Arc::new(table))
}

fn check_entries(count: usize) -> Result<(), CaseError> {
    if count < MAX_DATA {
        Ok(())
    } else {
        Err(too_much())
    }
}

fn check_rows(count: usize) -> Result<(), CaseError> {
    if count < MAX_ROWS {
        return Ok(());
    }
    Err(anywhere(text!(
        "more than {MAX_ROWS} rows in one table",
        "一个表格的行数超过 {MAX_ROWS}"
    )))
}

fn too_much() -> CaseError {
    anywhere(text!(
        "more than {MAX_DATA} entries in one array",
        "一个数组的元素超过 {MAX_DATA} 个"
    ))
}

/// Returns an error about the complete input.
fn anywhere(message: Text) -> CaseError {
    CaseError::Input(vec![Diagnostic::error(Span::default(), message)])
}

/// Returns the characters that a text may contain.
fn characters(
    letters: &Option<AlphabetDecl>,
    part: &ReadDecl,
) -> Result<Option<Arc<[char]>>, CaseError> {
    letters
        .as_ref()
        .map(letters_of)
        .transpose()
        .map_err(|reason: Text| CaseError::rules(part.span, reason))
}

/// Reads rows of characters of the same length.
fn grid(
    name: &str,
    rows: usize,
    columns: Option<usize>,
    letters: Option<&[char]>,
    source: &mut dyn CaseSource,
) -> Result<DataTable, CaseError> {
    let mut entries: Vec<Int> = Vec::new();
    let mut length = columns;
    if length == Some(0) {
        return Ok(DataTable::table(EntryKind::Character, 0, entries));
    }
    for row in 1..=rows {
        thread_limit::tick().map_err(CaseError::Stopped)?;
        let form = TextForm { length, letters };
        let word = source.word(&|| format!("{name}[{row}]"), &form)?;
        length = Some(word.len());
        entries.extend(word);
        check_entries(entries.len())?;
        source.end_group();
    }
    Ok(DataTable::table(
        EntryKind::Character,
        length.unwrap_or(0),
        entries,
    ))
}

/// Reads the edges of a graph with the vertices 1 to `vertices`.
fn graph(
    part: &ReadDecl,
    name: &crate::ast::Identifier,
    vertices: Int,
    edges: usize,
    source: &mut dyn CaseSource,
) -> Result<Network, CaseError> {
    if !(1..=MAX_VERTICES as Int).contains(&vertices) {
        return Err(CaseError::rules(
            part.span,
            text!(
                "a graph has 1 to {MAX_VERTICES} vertices, found {vertices}; read the ends of the edges as numbers instead",
                "图有 1 到 {MAX_VERTICES} 个顶点，却是 {vertices}；可把各边的端点作为数读入"
            ),
        ));
    }
    let mut joined = BTreeSet::new();
    for at in 0..edges {
        thread_limit::tick().map_err(CaseError::Stopped)?;
        let what = || format!("{}: edge {}", name.text, at + 1);
        let (a, b) = source.edge(&what, at, vertices)?;
        joined.insert((a.min(b), a.max(b)));
        source.end_group();
    }
    let vertices: BTreeMap<Int, String> = (1..=vertices).map(|v| (v, v.to_string())).collect();
    Ok(Network {
        vertices,
        edges: joined,
    })
}
