//! The syntax tree of a rule file: the written text with locations, before it is interpreted. The
//! parser returns a complete tree or no tree. The printer formats the tree, and lowering converts
//! it to [`crate::ir`].

use base::diagnostic::Span;

mod io;

pub use crate::play_convention::{PlayConvention, Player};
pub use io::{
    AskDecl, CasesDecl, FieldDecl, FieldKind, InputDecl, LimitsDecl, LoopDecl, ReadDecl, SampleDecl,
};

/// An identifier as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identifier {
    /// The text.
    pub text: String,
    /// The location.
    pub span: Span,
}

/// A string literal, without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// The content.
    pub text: String,
    /// The location, including the quotes.
    pub span: Span,
}

/// A complete file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleFile {
    /// The games, in the order written.
    pub games: Vec<GameDecl>,
    /// Comments after the last game, each without its `#` or `//`.
    pub trailing: Vec<String>,
}

/// The keyword that begins the declaration of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// `game`: equal components do not cancel.
    Game,
    /// `coins`: two equal components cancel.
    Coins,
    /// `recurrence`: the game is given by the mex formula of its Grundy values.
    Recurrence,
}

/// One game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameDecl {
    /// Comments before the game.
    pub comments: Vec<String>,
    /// The keyword.
    pub kind: GameKind,
    /// The name of the game.
    pub name: Identifier,
    /// The parameters of the game, with their defaults.
    pub params: Vec<(Identifier, SpannedExpr)>,
    /// The formula of a `recurrence`; `None` for the other kinds.
    pub formula: Option<RecurrenceFormula>,
    /// The items between the braces.
    pub items: Vec<GameItem>,
    /// Comments after the last item.
    pub trailing: Vec<String>,
    /// The location of the complete declaration.
    pub span: Span,
}

/// `SG(n) = mex { SG(n-1), SG(i) xor SG(n-1-i) for i in 1..n }`.
#[derive(Clone, Debug, PartialEq)]
pub struct RecurrenceFormula {
    /// The variables on the left.
    pub variables: Vec<Identifier>,
    /// Each term is a nim-sum of `SG(...)`: a list of argument lists.
    pub terms: Vec<RecurrenceTerm>,
    /// `for i in ...`, which applies to every term.
    pub choices: Vec<ChoiceDecl>,
    /// The location of the complete formula.
    pub span: Span,
}

/// One term of a recurrence.
#[derive(Clone, Debug, PartialEq)]
pub struct RecurrenceTerm {
    /// The arguments of each `SG(...)`.
    pub parts: Vec<Vec<SpannedExpr>>,
    /// The location.
    pub span: Span,
}

/// An item between the braces of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameItem {
    /// Comments on the lines before the item.
    pub comments: Vec<String>,
    /// The kind and content of the item.
    pub kind: GameItemKind,
    /// A comment at the end of the item's last line.
    pub remark: Option<String>,
    /// The location.
    pub span: Span,
}

/// The numbers of a position that are declared as unordered, because their order does not matter.
#[derive(Clone, Debug, PartialEq)]
pub enum UnorderedDecl {
    /// All numbers.
    All,
    /// The numbers of one array.
    Array(Identifier),
}

/// The kind and content of an item.
#[derive(Clone, Debug, PartialEq)]
pub enum GameItemKind {
    /// `state n in 0.., a[1..H] in 0..W unordered a`.
    State {
        /// The slots.
        slots: Vec<SlotDecl>,
        /// The numbers that are kept sorted, largest first.
        unordered: Option<UnorderedDecl>,
    },
    /// `let name = e`, `let name(x, y) = e` or `let name[i in 0..9] = e`.
    Let {
        /// The name.
        name: Identifier,
        /// The indices of a table; empty for values and functions.
        indices: Vec<ChoiceDecl>,
        /// The variables of a function; `None` for a value.
        variables: Option<Vec<Identifier>>,
        /// The value or the body.
        value: SpannedExpr,
    },
    /// `require e`: holds at every position.
    Require(SpannedExpr),
    /// `move "label" "label" choices when guard : result`.
    Move(MoveDecl),
    /// `start [list]`, `start empty`, `start {…}`.
    Start(BeginDecl),
    /// `play normal` or `play misere`.
    Play(PlayConvention),
    /// `sum one`, `sum every`, `sum any`, `sum upto e`.
    Sum(SumMode),
    /// `until one`.
    Until(EndCondition),
    /// `loopy`: draws are allowed.
    Loopy,
    /// `strict`: a result outside the state range is an error. Without `strict`, a result outside
    /// the state range is not a move.
    Strict,
    /// `goal e`: the player who first moves to a component that satisfies e wins at once.
    /// `goal e for left`: play ends in a component that satisfies e, and Left has won.
    Goal(SpannedExpr, Option<Player>),
    /// `trap e`: the player who first moves to a component that satisfies e loses at once.
    /// `trap e for left`: play ends in a component that satisfies e, and Left has lost.
    Trap(SpannedExpr, Option<Player>),
    /// `tie when e`: play ends in a draw in a component that satisfies e.
    Tie(SpannedExpr),
    /// `payoff e`: the points that the player to move gets more than the other player when play has
    /// ended.
    Payoff(SpannedExpr),
    /// `urgent e`: as long as components satisfy e, moves must be made in one of these components.
    Urgent(SpannedExpr),
    /// `tier e`: no move increases e.
    Tier(SpannedExpr),
    /// `symmetry [list]`: the game is invariant under this permutation of its slots.
    Symmetry(List),
    /// `expect ...`.
    Expect(ExpectDecl),
    /// `claim ...`.
    Claim(ClaimDecl),
    /// `input N, A[i] for i in 1..N`: the format of an input.
    Input(InputDecl),
    /// `ask [A[i]] for i in 1..N`: the position that the answer is about.
    Ask(AskDecl),
    /// `output if wins then "First" else "Second"`: one line of the output.
    Output(Vec<SpannedExpr>),
    /// `sample "3 4" gives "First"`.
    Sample(SampleDecl),
    /// `draw board 3, 3 "·XO"`: the drawing of positions.
    Draw(DrawDecl),
    /// `show "x."`: the characters for present and absent elements in pictures of a set.
    Show(StringLiteral),
    /// `note "..."`.
    Note(StringLiteral),
    /// `about "…" "…"`: a description of one line in English, optionally followed by a description
    /// in Chinese.
    About(StringLiteral, Option<StringLiteral>),
}

/// The start position of a game, as written. The start position is used if a query names no
/// position.
#[derive(Clone, Debug, PartialEq)]
pub enum BeginDecl {
    /// `[list]`: the value of each slot, computed from the slots that a query gives.
    List(List),
    /// `empty`: the empty set.
    Empty,
    /// `{…}`: a set.
    Set(SpannedExpr),
    /// `"…"`: a word, or a set as a picture.
    Text(StringLiteral),
}

/// The drawing of a position, as written.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawDecl {
    /// The kind of drawing.
    pub kind: DrawKind,
    /// The array that is drawn, if the item names an array.
    pub array: Option<Identifier>,
    /// Number of rows and columns of a board, or number of cells of a strip.
    pub size: Vec<SpannedExpr>,
    /// A character for each number, in increasing order from the minimum.
    pub marks: Option<StringLiteral>,
}

/// The kind of drawing of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawKind {
    /// Each number is a heap of stones.
    Heaps,
    /// Each number is a cell of a row. A single number n is a row of n pins, or a row of n cells
    /// with the given character.
    Row,
    /// Each number n is a row of n squares, one below the other.
    Squares,
    /// Two numbers are the width and the height of a sheet in squares.
    Sheet,
    /// Each number is a cell of a board. A position of two numbers is a location on a board, and a
    /// position of three numbers is a location on stacked boards.
    Board,
    /// Each number is the location of a piece on a strip.
    Strip,
    /// A strip or a row whose ends are joined.
    Ring,
    /// Each number n is a column of n stones on a numbered step, side by side.
    Steps,
    /// The numbers themselves.
    Numbers,
}

impl DrawKind {
    /// All kinds with their keywords.
    pub const ALL: [(&str, DrawKind); 9] = [
        ("heaps", DrawKind::Heaps),
        ("row", DrawKind::Row),
        ("squares", DrawKind::Squares),
        ("sheet", DrawKind::Sheet),
        ("board", DrawKind::Board),
        ("strip", DrawKind::Strip),
        ("ring", DrawKind::Ring),
        ("steps", DrawKind::Steps),
        ("numbers", DrawKind::Numbers),
    ];

    /// Returns whether a drawing of this kind may show one array of a state, with the other slots
    /// next to the array.
    pub fn may_name_array(self) -> bool {
        matches!(
            self,
            DrawKind::Row | DrawKind::Squares | DrawKind::Board | DrawKind::Steps
        )
    }

    /// Returns the keyword of the kind.
    pub fn word(self) -> &'static str {
        DrawKind::ALL
            .iter()
            .find(|(_, kind)| *kind == self)
            .map_or("", |(word, _)| word)
    }
}

/// The condition that ends a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndCondition {
    /// No component has a move.
    All,
    /// One component has no move, or a move has replaced its component by no component.
    One,
}

/// The components in which a move is made, as written in the rules.
#[derive(Clone, Debug, PartialEq)]
pub enum SumMode {
    /// One component.
    One,
    /// Every component that has a move.
    Every,
    /// Any non-empty set of components.
    Any,
    /// At least one component, and at most the number of components that the expression gives.
    Upto(SpannedExpr),
}

/// One slot of a state, or an array of slots.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotDecl {
    /// The name of the slot or array.
    pub name: Identifier,
    /// The dimensions of an array: none, one, or two for a board of cells.
    pub array: Vec<ArrayDimension>,
    /// The type of its content.
    pub holds: SlotType,
    /// The location.
    pub span: Span,
}

/// `[lo..hi]` or `[i in lo..hi]`: the indices of an array.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayDimension {
    /// The name of the index, which the range of a cell may use.
    pub index: Option<Identifier>,
    /// The least index.
    pub low: SpannedExpr,
    /// The largest index.
    pub high: SpannedExpr,
}

/// The content of a slot.
#[derive(Clone, Debug, PartialEq)]
pub enum SlotType {
    /// `in low..high`: a number, without an upper bound if `high` is missing.
    Number(SpannedExpr, Option<SpannedExpr>),
    /// `set of E`: a subset of E.
    SetOf(DomainExpr),
    /// `word of "x."`, `word of a..z`: a sequence of letters of any length.
    WordOf(AlphabetDecl),
}

/// The letters that a word may contain.
#[derive(Clone, Debug, PartialEq)]
pub enum AlphabetDecl {
    /// The letters of a string, in the order of the string.
    Listed(StringLiteral),
    /// All letters from the first letter to the second letter, in the order of Unicode.
    Between(Identifier, Identifier),
}

/// A move rule.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveDecl {
    /// The player to whom the move belongs; `None` if it belongs to both players.
    pub player: Option<Player>,
    /// The label of the move; `{expr}` inserts a value.
    pub label: Option<StringLiteral>,
    /// The label in Chinese, if the rule has a second label.
    pub chinese_label: Option<StringLiteral>,
    /// The choices.
    pub choices: Vec<ChoiceDecl>,
    /// The condition under which the move is legal.
    pub guard: Option<SpannedExpr>,
    /// The components that the move leaves; empty for `nothing`.
    pub result: Vec<ComponentDecl>,
    /// The location of `again` after the result: the same player moves again.
    pub again: Option<Span>,
    /// `gain e` after the result: the points that the mover gets.
    pub gain: Option<SpannedExpr>,
}

/// The index of a vector of choices: `i in S`.
#[derive(Clone, Debug, PartialEq)]
pub struct VectorIndex {
    /// The name of the index.
    pub name: Identifier,
    /// The values of the index.
    pub domain: DomainExpr,
}

/// `k in 1..n`, `(x, y) in {...}`, `k[i in S] in 0..a[i]`.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceDecl {
    /// One name, or the names of the components of a tuple.
    pub names: Vec<Identifier>,
    /// Whether the names are in parentheses.
    pub tuple: bool,
    /// The index of a vector, `i in S` in `k[i in S] in 0..a[i]`; `None` for other choices.
    pub index: Option<Box<VectorIndex>>,
    /// The values of the choice.
    pub domain: DomainExpr,
    /// The location.
    pub span: Span,
}

/// The values of a choice, or the right operand of `in`.
#[derive(Clone, Debug, PartialEq)]
pub enum DomainExpr {
    /// `low..high`, or `low..` without an upper bound.
    Range(SpannedExpr, Option<SpannedExpr>),
    /// A set: a literal, a parameter, `digits(n, 10)`.
    Set(SpannedExpr),
    /// `subsets(S)`, `subsets(low..high)`: the choice is a set.
    Subsets(Box<DomainExpr>),
}

/// One component of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentDecl {
    /// The kind and content of the component.
    pub kind: ComponentDeclKind,
    /// `for ...`: the sum over these choices.
    pub choices: Vec<ChoiceDecl>,
    /// The location.
    pub span: Span,
}

/// The forms of a component.
#[derive(Clone, Debug, PartialEq)]
pub enum ComponentDeclKind {
    /// `[list]` or `Identifier(args)[list]`.
    Fresh {
        /// The other game, with its arguments.
        game: Option<GameRef>,
        /// The slots.
        slots: List,
    },
    /// `{ a -= k, b = 0 for ..., c = 0 }`: groups of changes, each with its choices. Every change
    /// of a group is made for each combination of the choices.
    Changed(Vec<(Vec<ChangeDecl>, Vec<ChoiceDecl>)>),
    /// `every(a, b)`, `upto(2; a, b)`: the keyword, the number of `upto`, and the parts, each a
    /// sum.
    Compound(Identifier, Option<SpannedExpr>, Vec<Vec<ComponentDecl>>),
}

/// A game with arguments: `Bash(3)`, `Bash(m = 3)`.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRef {
    /// The game.
    pub name: Identifier,
    /// Arguments, by position or by name.
    pub args: Vec<(Option<Identifier>, SpannedExpr)>,
}

/// A change of a slot.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangeDecl {
    /// The slot or array.
    pub name: Identifier,
    /// The index in an array, or the letters of a word.
    pub index: Option<IndexExpr>,
    /// `=`, `+=` or `-=`.
    pub op: ChangeOp,
    /// The right operand.
    pub value: SpannedExpr,
    /// The location.
    pub span: Span,
}

/// The operator of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeOp {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Sub,
}

/// A list: `1, x + 1, W for t in 1..H`.
pub type List = Vec<ElementExpr>;

/// An element of a list or set.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementExpr {
    /// The value.
    pub value: SpannedExpr,
    /// `for ...`; empty if missing.
    pub choices: Vec<ChoiceDecl>,
    /// `when ...` after the choices.
    pub guard: Option<SpannedExpr>,
    /// Whether the element is written as `(k, l) in S`, short for `(k, l) for (k, l) in S`.
    pub short: bool,
}

impl ElementExpr {
    /// Creates an element that is a single value.
    pub fn single(value: SpannedExpr) -> ElementExpr {
        ElementExpr::over(value, Vec::new())
    }

    /// Creates an element with a value for every combination of choices.
    pub fn over(value: SpannedExpr, choices: Vec<ChoiceDecl>) -> ElementExpr {
        ElementExpr {
            value,
            choices,
            guard: None,
            short: false,
        }
    }
}

/// An `expect` item.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectDecl {
    /// `with N = 8:`.
    pub with: Vec<(Identifier, SpannedExpr)>,
    /// The expectation.
    pub kind: ExpectKind,
}

/// The forms of an expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectKind {
    /// `SG(0..8) == 0 1 2 ...`: Grundy values over ranges; the last range varies fastest.
    Values(Vec<(SpannedExpr, SpannedExpr)>, Vec<(i64, Span)>),
    /// `PN(0..8) == P N N ...`: outcomes over ranges.
    Outcomes(Vec<(SpannedExpr, SpannedExpr)>, Vec<(OutcomeLetter, Span)>),
    /// `SG [8, 8] == 13`.
    Value(List, SpannedExpr),
    /// `score(0..3) == 0 1 -2 3`: differences of points over ranges.
    Scores(Vec<(SpannedExpr, SpannedExpr)>, Vec<(i64, Span)>),
    /// `score [3, 9] + Nim(3)[4] == 5`: the difference of points of a sum.
    Score(Vec<(Option<GameRef>, List)>, SpannedExpr),
    /// `[1, 2] + Nim(3)[4] is P`: each component, with its game if it belongs to another game.
    Sum(Vec<(Option<GameRef>, List)>, OutcomeLetter),
    /// `value(1, 1..3) == "0" "1" "2"`: values over ranges, of games in which the players have
    /// different moves.
    Forms(Vec<(SpannedExpr, SpannedExpr)>, Vec<StringLiteral>),
    /// `value [2, 2] + Nim[1] == "{1|-1}"`: the value of a sum of games in which the players have
    /// different moves, in the notation of values.
    Form(Vec<(Option<GameRef>, List)>, StringLiteral),
    /// `[1, 2] is L`: the winner of a sum, no matter who begins.
    Winner(Vec<(Option<GameRef>, List)>, Player),
    /// `same value as Game on 0..9, 0..9`, `same outcome as ...`.
    Same {
        /// Whether values are compared; if false, only outcomes are compared.
        value: bool,
        /// The other game.
        other: GameRef,
        /// A range for each slot.
        ranges: Vec<(SpannedExpr, SpannedExpr)>,
    },
}

/// An outcome, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeLetter {
    /// The player who just moved wins.
    P,
    /// The player to move wins.
    N,
    /// Draw.
    D,
}

/// A `claim` item.
#[derive(Clone, Debug, PartialEq)]
pub enum ClaimDecl {
    /// `SG == e`.
    Value(SpannedExpr),
    /// `P iff e`.
    Outcome(SpannedExpr),
    /// `period p from e saltus s`.
    Period {
        /// The period.
        period: SpannedExpr,
        /// The preperiod; 0 if missing.
        from: Option<SpannedExpr>,
        /// The increase per period; 0 if missing.
        saltus: Option<SpannedExpr>,
    },
}

/// An expression with its location.
#[derive(Clone, Debug, PartialEq)]
pub struct SpannedExpr {
    /// The form of the expression.
    pub kind: ExprKind,
    /// The location.
    pub span: Span,
}

/// The forms of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A non-negative number.
    Int(i64),
    /// A non-negative decimal: its digits as a number, and the number of digits after the point.
    Decimal(i64, u32),
    /// A slot, parameter, choice, value or constant.
    Name(String),
    /// `a[i]`, and for a word also `w[i..j]`.
    Index(Identifier, IndexExpr),
    /// `f(x, y)`; in aggregates the arguments may be comprehensions.
    Call(Identifier, List),
    /// `(x, y)`, with two or more components.
    Tuple(Vec<SpannedExpr>),
    /// `{1, 3, 4}`, `{fib(i) for i in 2..}`.
    Set(List),
    /// `[3, 1, 4]`, `["..#", "#.."]`: the data of a parameter.
    Array(List),
    /// `graph(1-2-3 4)`: paths of vertices.
    Graph(Vec<Vec<Identifier>>),
    /// `".##. / #..#"`: a set as a picture; `"x.x"`: letters.
    Picture(StringLiteral),
    /// `- e`.
    Neg(Box<SpannedExpr>),
    /// `not e`.
    Not(Box<SpannedExpr>),
    /// `a op b`.
    Binary(BinaryOp, Box<SpannedExpr>, Box<SpannedExpr>),
    /// `a < b <= c`: the operands, and the operators between them.
    Chain(Vec<SpannedExpr>, Vec<CompareOp>),
    /// `e in S`, `e in a..b`; `not in` if the last field is true.
    In(Box<SpannedExpr>, Box<DomainExpr>, bool),
    /// `if c then a else b`.
    If(Box<SpannedExpr>, Box<SpannedExpr>, Box<SpannedExpr>),
}

/// The text in brackets after the name of an array or a word.
#[derive(Clone, Debug, PartialEq)]
pub enum IndexExpr {
    /// `[i]`.
    One(Box<SpannedExpr>),
    /// `[i, j]`: row and column.
    Pair(Box<SpannedExpr>, Box<SpannedExpr>),
    /// `[i..j]`, `[..j]`, `[i..]`: the letters in this range, both ends included.
    Stretch(Option<Box<SpannedExpr>>, Option<Box<SpannedExpr>>),
    /// `[i][…]`: an index into the word at index i of an array.
    Within(Box<SpannedExpr>, Box<IndexExpr>),
}

impl IndexExpr {
    /// Returns the location of the index, or of its first part.
    pub fn span(&self) -> Span {
        match self {
            IndexExpr::One(index) | IndexExpr::Within(index, _) => index.span,
            IndexExpr::Pair(row, column) => row.span.to(column.span),
            IndexExpr::Stretch(low, high) => low
                .as_ref()
                .or(high.as_ref())
                .map_or_else(Span::default, |end| end.span),
        }
    }
}

/// Operators other than comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `or`
    Or,
    /// `and`
    And,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `xor`, `⊕`: the nim-sum
    Xor,
    /// `bitor`
    BitOr,
    /// `bitand`
    BitAnd,
    /// `*`
    Mul,
    /// `/`, rounding down
    Div,
    /// `%`, never negative
    Mod,
    /// `**`
    Pow,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl CompareOp {
    /// Returns whether an ordering satisfies the comparison.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            CompareOp::Eq => order.is_eq(),
            CompareOp::Ne => order.is_ne(),
            CompareOp::Lt => order.is_lt(),
            CompareOp::Le => order.is_le(),
            CompareOp::Gt => order.is_gt(),
            CompareOp::Ge => order.is_ge(),
        }
    }
}

/// The position of a query: a sum of components of named games. `kayles[12] + wythoff[0..3, 5]`.
#[derive(Clone, Debug, PartialEq)]
pub struct QuerySum {
    /// The components, in the order written. The list contains at least one component.
    pub components: Vec<QueryComponent>,
}

/// One component of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryComponent {
    /// The game with its arguments; `None` for `[3]`, which is allowed only if one game is
    /// implied.
    pub game: Option<GameRef>,
    /// The slots; `None` if only the game is named, which means its start position. In a query for
    /// a table, a slot may be a range.
    pub slots: Option<Vec<QuerySlot>>,
    /// The text between the parentheses of a structure, as written:
    /// `hackenbush(0-1 1-2; ground 0)`.
    pub text: Option<StringLiteral>,
    /// The code of a heap game, as written: `0.77[12]`. For a heap code, the field `game` is
    /// `None`.
    pub code: Option<StringLiteral>,
    /// Number of copies: `3 * nim[5]`; 1 if missing.
    pub copies: i64,
    /// The location.
    pub span: Span,
}

/// A number or a range in a query.
#[derive(Clone, Debug, PartialEq)]
pub enum QuerySlot {
    /// One value, a constant expression.
    One(SpannedExpr),
    /// `lo..hi`.
    Range(SpannedExpr, SpannedExpr),
}
