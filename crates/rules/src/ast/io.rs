//! The items of a rule file that describe the format of a problem, as written: `input`, `ask`,
//! `output` and `sample`.

use super::{AlphabetDecl, ComponentDecl, Identifier, SpannedExpr, StringLiteral};
use base::diagnostic::Span;

/// `input cases T: N, A[i] in 1..9 for i in 1..N`: the numbers and texts that an input contains, in
/// order.
#[derive(Clone, Debug, PartialEq)]
pub struct InputDecl {
    /// How many cases an input contains.
    pub cases: CasesDecl,
    /// The parts of a case, in order.
    pub reads: Vec<ReadDecl>,
}

/// The number of cases in an input.
#[derive(Clone, Debug, PartialEq)]
pub enum CasesDecl {
    /// A single case.
    One,
    /// `cases T:`: the input begins with the number of cases.
    Counted(Identifier, Option<LimitsDecl>),
    /// `cases until end:`: cases up to the end of the input.
    UntilEnd,
    /// `cases until 0:`: a case that begins with this number ends the input.
    UntilNumber(i64),
}

/// A part of a case: one value, or values for each value of one or two indices.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadDecl {
    /// The values that are read one after the other.
    pub fields: Vec<FieldDecl>,
    /// Whether the fields are in parentheses.
    pub tuple: bool,
    /// `for i in 1..N`: at most two.
    pub loops: Vec<LoopDecl>,
    /// The location.
    pub span: Span,
}

/// A name that is read.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDecl {
    /// The name.
    pub name: Identifier,
    /// The kind of its value.
    pub kind: FieldKind,
    /// The own loop of a field in parentheses: `(M[i], C[i, j] for j in 1..M[i]) for i in 1..n`.
    pub inner: Option<LoopDecl>,
}

/// The kind of a value that is read.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldKind {
    /// `N in 1..9`, or `A[i] in 1..9` in a loop: a number.
    Number(Option<LimitsDecl>),
    /// `word s[3] of "ab"`, or `word s[i]` in a loop: characters up to the next blank.
    Word(Option<SpannedExpr>, Option<AlphabetDecl>),
    /// `line s of "ab"`: a complete line.
    Line(Option<AlphabetDecl>),
    /// `grid G[H, W] of ".#"`: rows of characters. The number of columns may be omitted.
    Grid(SpannedExpr, Option<SpannedExpr>, Option<AlphabetDecl>),
    /// `graph G[N, M]`: M edges, each as two vertices from 1 to N.
    Graph(SpannedExpr, SpannedExpr),
}

/// `in low..high`: the limits of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitsDecl {
    /// The least number.
    pub low: SpannedExpr,
    /// The largest number; `None` if there is no limit.
    pub high: Option<SpannedExpr>,
}

/// `for i in 1..N`.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopDecl {
    /// The index.
    pub name: Identifier,
    /// The first value of the index.
    pub low: SpannedExpr,
    /// The last value of the index.
    pub high: SpannedExpr,
}

/// `ask [A[i]] for i in 1..N`: the position that the answer is about.
#[derive(Clone, Debug, PartialEq)]
pub struct AskDecl {
    /// Whether each component is a question of its own. Otherwise the position is their sum.
    pub each: bool,
    /// The components; empty for `nothing`.
    pub parts: Vec<ComponentDecl>,
}

/// `sample "3 4" gives "First"`: lines of an input, and lines of its output.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleDecl {
    /// The lines of the input.
    pub input: Vec<StringLiteral>,
    /// The lines of the output.
    pub output: Vec<StringLiteral>,
}

impl SampleDecl {
    /// Returns lines as text, each with a line end.
    pub fn text(lines: &[StringLiteral]) -> String {
        lines
            .iter()
            .map(|line| format!("{}\n", line.text))
            .collect()
    }
}
