//! The syntax tree of a rule file: what was written, with the places, before any meaning is given
//! to it. The parser makes it whole or not at all; the printer lays it out again; the checker
//! lowers it to [`crate::ir`].

use base::diagnostic::Span;

/// An identifier as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identifier {
    /// The letters.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A string literal, without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StringLiteral {
    /// The content.
    pub text: String,
    /// Where, quotes included.
    pub span: Span,
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleFile {
    /// The games, in the order written.
    pub games: Vec<GameDecl>,
    /// Comments after the last game, each without its `#` or `//`.
    pub trailing: Vec<String>,
}

/// What a declaration of a game opens with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// `game`: components are kept as they are.
    Game,
    /// `coins`: two equal components cancel.
    Coins,
    /// `recurrence`: the game is given by the mex formula of its Grundy values.
    Recurrence,
}

/// One game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameDecl {
    /// Comments before it.
    pub comments: Vec<String>,
    /// Game, coins or recurrence.
    pub kind: GameKind,
    /// Its name.
    pub name: Identifier,
    /// Its parameters with their defaults.
    pub params: Vec<(Identifier, SpannedExpr)>,
    /// The formula of a `recurrence`, none for the other kinds.
    pub formula: Option<RecurrenceFormula>,
    /// What stands between the braces.
    pub items: Vec<GameItem>,
    /// Comments after the last item.
    pub trailing: Vec<String>,
    /// The whole declaration.
    pub span: Span,
}

/// `SG(n) = mex { SG(n-1), SG(i) xor SG(n-1-i) for i in 1..n }`.
#[derive(Clone, Debug, PartialEq)]
pub struct RecurrenceFormula {
    /// The variables on the left.
    pub variables: Vec<Identifier>,
    /// Each term is a nim-sum of `SG(...)`: a list of argument lists.
    pub terms: Vec<RecurrenceTerm>,
    /// `for i in ...`, which speaks of every term.
    pub choices: Vec<ChoiceDecl>,
    /// The whole formula.
    pub span: Span,
}

/// One term of a recurrence.
#[derive(Clone, Debug, PartialEq)]
pub struct RecurrenceTerm {
    /// The arguments of each `SG(...)`.
    pub parts: Vec<Vec<SpannedExpr>>,
    /// Where.
    pub span: Span,
}

/// An item between the braces of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameItem {
    /// Comments on the lines before it.
    pub comments: Vec<String>,
    /// What it says.
    pub kind: GameItemKind,
    /// A comment on the item's last line.
    pub remark: Option<String>,
    /// Where.
    pub span: Span,
}

/// Which numbers of a position are in no order.
#[derive(Clone, Debug, PartialEq)]
pub enum UnorderedDecl {
    /// All.
    All,
    /// Those of one array.
    Array(Identifier),
}

/// What an item says.
#[derive(Clone, Debug, PartialEq)]
pub enum GameItemKind {
    /// `state n in 0.., a[1..H] in 0..W unordered a`.
    State {
        /// The slots.
        slots: Vec<SlotDecl>,
        /// Which numbers are kept sorted, largest first.
        unordered: Option<UnorderedDecl>,
    },
    /// `let name = e` or `let name(x, y) = e`.
    Let {
        /// The name.
        name: Identifier,
        /// The variables of a function; `None` for a value.
        variables: Option<Vec<Identifier>>,
        /// The meaning.
        value: SpannedExpr,
    },
    /// `require e`: true of every position.
    Require(SpannedExpr),
    /// `move "label" choices when guard : result`.
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
    /// `strict`: a result outside the state range is an error instead of no move.
    Strict,
    /// `goal e`: who first makes such a component wins at once.
    Goal(SpannedExpr),
    /// `trap e`: who first makes such a component loses at once.
    Trap(SpannedExpr),
    /// `urgent e`: as long as such a component is there, a move must be made in one.
    Urgent(SpannedExpr),
    /// `tier e`: no move makes e greater.
    Tier(SpannedExpr),
    /// `symmetry [list]`: the game is the same with its slots exchanged so.
    Symmetry(List),
    /// `expect ...`.
    Expect(ExpectDecl),
    /// `claim ...`.
    Claim(ClaimDecl),
    /// `draw board 3, 3 "·XO"`: how a person sees a position.
    Draw(DrawDecl),
    /// `show "x."`: the signs of pictures of a set, there and not there.
    Show(StringLiteral),
    /// `note "..."`.
    Note(StringLiteral),
    /// `about "…" "…"`: how it is played, in one line of English and perhaps one of Chinese.
    About(StringLiteral, Option<StringLiteral>),
}

/// What a game begins with when a question names no position, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum BeginDecl {
    /// `[list]`: the slots, in terms of those that a question gives.
    List(List),
    /// `empty`: the empty set.
    Empty,
    /// `{…}`: the set.
    Set(SpannedExpr),
    /// `"…"`: the word, or the set as a picture.
    Text(StringLiteral),
}

/// How a position is drawn, as written.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawDecl {
    /// As what.
    pub kind: DrawKind,
    /// The array that is drawn so, if it is named.
    pub array: Option<Identifier>,
    /// How many rows and columns of a board, or how many cells of a strip.
    pub size: Vec<SpannedExpr>,
    /// A sign for each number from the least on.
    pub marks: Option<StringLiteral>,
}

/// What a position is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawKind {
    /// Each number a heap of stones.
    Heaps,
    /// Each number a cell of a row; a number n alone a row of n pins, or of n cells with the sign
    /// that is said.
    Row,
    /// Each number n a row of n squares, below each other.
    Squares,
    /// Two numbers, how many squares a sheet has across and down.
    Sheet,
    /// Each number a cell of a board, or two numbers a place on it, three a place on boards that
    /// lie over each other.
    Board,
    /// Each number the place of a piece on a strip.
    Strip,
    /// A strip or a row whose ends meet.
    Ring,
    /// Each number n a column of n stones on a numbered step, side by side.
    Steps,
    /// Each number as it is.
    Numbers,
}

impl DrawKind {
    /// Every kind with its word.
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

    /// Whether one array of a state may be drawn so, the rest beside it.
    pub fn may_name_array(self) -> bool {
        matches!(
            self,
            DrawKind::Row | DrawKind::Squares | DrawKind::Board | DrawKind::Steps
        )
    }

    /// The word of the kind.
    pub fn word(self) -> &'static str {
        DrawKind::ALL
            .iter()
            .find(|(_, kind)| *kind == self)
            .map_or("", |(word, _)| word)
    }
}

/// When a sum is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndCondition {
    /// When no component can be moved in.
    All,
    /// As soon as one component has no move. A move that leaves nothing of its component has ended
    /// it.
    One,
}

/// The convention of play as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayConvention {
    /// Who cannot move loses.
    Normal,
    /// Who cannot move wins.
    Misere,
    /// Misère play that is over when every component has value 0: the player to move has won.
    Stop,
    /// Misère play with a button: instead of moving a player may press it, once in a game. From
    /// then on he must answer in the component in which the other has just moved; he wins if
    /// the other cannot move, and loses if he cannot answer.
    Button,
}

impl PlayConvention {
    /// Every convention of play.
    pub const ALL: [PlayConvention; 4] = [
        PlayConvention::Normal,
        PlayConvention::Misere,
        PlayConvention::Stop,
        PlayConvention::Button,
    ];

    /// The word for it, in rules, options, certificates and JSON.
    pub fn word(self) -> &'static str {
        match self {
            PlayConvention::Normal => "normal",
            PlayConvention::Misere => "misere",
            PlayConvention::Stop => "stop",
            PlayConvention::Button => "button",
        }
    }

    /// The convention that a word means.
    pub fn from_word(word: &str) -> Option<PlayConvention> {
        PlayConvention::ALL
            .into_iter()
            .find(|play| play.word() == word)
    }

    /// Whether the components stay apart for the whole game, each with all that its moves leave:
    /// the position is then a component of a compound ([`crate::compound::CompoundKind::playing`]).
    pub fn keeps_components(self) -> bool {
        matches!(self, PlayConvention::Stop | PlayConvention::Button)
    }
}

/// Which components a move touches, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum SumMode {
    /// One component.
    One,
    /// Every component that can be moved in.
    Every,
    /// Any non-empty set of components.
    Any,
    /// At least one component and at most as many as the expression says.
    Upto(SpannedExpr),
}

/// One slot of a state, or an array of slots.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotDecl {
    /// Its name.
    pub name: Identifier,
    /// `[lo..hi]` of an array.
    pub array: Option<(SpannedExpr, SpannedExpr)>,
    /// What it holds.
    pub holds: SlotType,
    /// Where.
    pub span: Span,
}

/// What a slot holds.
#[derive(Clone, Debug, PartialEq)]
pub enum SlotType {
    /// `in low..high`: a number, without a greatest value where no `high` is said.
    Number(SpannedExpr, Option<SpannedExpr>),
    /// `set of E`: some elements of E.
    SetOf(DomainExpr),
    /// `word of "x."`, `word of a..z`: letters one behind another, as many as there are.
    WordOf(AlphabetDecl),
}

/// The letters that a word may have.
#[derive(Clone, Debug, PartialEq)]
pub enum AlphabetDecl {
    /// These, in this order.
    Listed(StringLiteral),
    /// All from one to another, in the order of Unicode.
    Between(Identifier, Identifier),
}

/// A move rule.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveDecl {
    /// What the move is called; `{expr}` inserts a value.
    pub label: Option<StringLiteral>,
    /// What is chosen.
    pub choices: Vec<ChoiceDecl>,
    /// When it is allowed.
    pub guard: Option<SpannedExpr>,
    /// What it leaves; empty for `nothing`.
    pub result: Vec<ComponentDecl>,
    /// `again` after it: the same player moves once more.
    pub again: Option<Span>,
}

/// `k in 1..n`, `(x, y) in {...}`.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceDecl {
    /// One name, or the names of a tuple.
    pub names: Vec<Identifier>,
    /// Whether the names stood in parentheses.
    pub tuple: bool,
    /// Where the values come from.
    pub domain: DomainExpr,
    /// Where.
    pub span: Span,
}

/// Where a choice takes its values from, or what `in` asks about.
#[derive(Clone, Debug, PartialEq)]
pub enum DomainExpr {
    /// `low..high`, or `low..` without end.
    Range(SpannedExpr, Option<SpannedExpr>),
    /// A set: a literal, a parameter, `digits(n, 10)`.
    Set(SpannedExpr),
    /// `subsets(S)`, `subsets(low..high)`: what is chosen is a set.
    Subsets(Box<DomainExpr>),
}

/// One component of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentDecl {
    /// What it is.
    pub kind: ComponentDeclKind,
    /// `for ...`: the sum over these choices.
    pub choices: Vec<ChoiceDecl>,
    /// Where.
    pub span: Span,
}

/// The ways to write a component.
#[derive(Clone, Debug, PartialEq)]
pub enum ComponentDeclKind {
    /// `[list]` or `Identifier(args)[list]`.
    Fresh {
        /// The other game, with its arguments.
        game: Option<GameRef>,
        /// The slots.
        slots: List,
    },
    /// `{ a -= k, b = 0 for ... }`: the changes, and the choices that all of them are made for.
    Changed(Vec<ChangeDecl>, Vec<ChoiceDecl>),
    /// `every(a, b)`, `upto(2; a, b)`: the word, the number of `upto`, and the parts, each a sum.
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
    /// The index in an array, the letters of a word.
    pub index: Option<IndexExpr>,
    /// `=`, `+=` or `-=`.
    pub op: ChangeOp,
    /// The value.
    pub value: SpannedExpr,
    /// Where.
    pub span: Span,
}

/// How a change changes.
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
    /// `for ...`; empty if it is not written.
    pub choices: Vec<ChoiceDecl>,
    /// `when ...` after them.
    pub guard: Option<SpannedExpr>,
    /// Written as `(k, l) in S`, short for `(k, l) for (k, l) in S`.
    pub short: bool,
}

impl ElementExpr {
    /// A value by itself.
    pub fn single(value: SpannedExpr) -> ElementExpr {
        ElementExpr::over(value, Vec::new())
    }

    /// A value for every way to choose.
    pub fn over(value: SpannedExpr, choices: Vec<ChoiceDecl>) -> ElementExpr {
        ElementExpr {
            value,
            choices,
            guard: None,
            short: false,
        }
    }
}

/// What an `expect` says.
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
    /// `SG(0..8) == 0 1 2 ...`: values over ranges, the last range running fastest.
    Values(Vec<(SpannedExpr, SpannedExpr)>, Vec<(i64, Span)>),
    /// `PN(0..8) == P N N ...`: outcomes over ranges.
    Outcomes(Vec<(SpannedExpr, SpannedExpr)>, Vec<(OutcomeLetter, Span)>),
    /// `SG [8, 8] == 13`.
    Value(List, SpannedExpr),
    /// `[1, 2] + Nim(3)[4] is P`: each component with its game, if another.
    Sum(Vec<(Option<GameRef>, List)>, OutcomeLetter),
    /// `same value as Game on 0..9, 0..9`, `same outcome as ...`.
    Same {
        /// Values, or only outcomes.
        value: bool,
        /// The other game.
        other: GameRef,
        /// A range for each slot.
        ranges: Vec<(SpannedExpr, SpannedExpr)>,
    },
}

/// An outcome as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeLetter {
    /// The player who just moved wins.
    P,
    /// The player to move wins.
    N,
    /// Draw.
    D,
}

/// What a `claim` says.
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
        /// From where on; 0 if not said.
        from: Option<SpannedExpr>,
        /// What is added a period; 0 if not said.
        saltus: Option<SpannedExpr>,
    },
}

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct SpannedExpr {
    /// What it is.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// The forms of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A number, never negative.
    Int(i64),
    /// A decimal, never negative: its digits, and how many of them stand after the point.
    Decimal(i64, u32),
    /// A slot, parameter, choice, value or constant.
    Name(String),
    /// `a[i]`, and of a word also `w[i..j]`.
    Index(Identifier, IndexExpr),
    /// `f(x, y)`; arguments may be comprehensions in the aggregates.
    Call(Identifier, List),
    /// `(x, y)`, two or more.
    Tuple(Vec<SpannedExpr>),
    /// `{1, 3, 4}`, `{fib(i) for i in 2..}`.
    Set(List),
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
    /// `a < b <= c`: the operands, and the operators between them (one fewer).
    Chain(Vec<SpannedExpr>, Vec<CompareOp>),
    /// `e in S`, `e in a..b`; `not in` where the last is set.
    In(Box<SpannedExpr>, Box<DomainExpr>, bool),
    /// `if c then a else b`.
    If(Box<SpannedExpr>, Box<SpannedExpr>, Box<SpannedExpr>),
}

/// What stands in brackets after the name of an array or a word.
#[derive(Clone, Debug, PartialEq)]
pub enum IndexExpr {
    /// `[i]`.
    One(Box<SpannedExpr>),
    /// `[i..j]`, `[..j]`, `[i..]`: the letters between, both ends included.
    Stretch(Option<Box<SpannedExpr>>, Option<Box<SpannedExpr>>),
    /// `[i][…]`: of the word at i in an array.
    Within(Box<SpannedExpr>, Box<IndexExpr>),
}

/// Operators that are not comparisons.
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
    /// Whether an order satisfies the comparison.
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

/// A question's position: a sum of components of named games. `kayles[12] + wythoff[0..3, 5]`.
#[derive(Clone, Debug, PartialEq)]
pub struct QuerySum {
    /// The components, in the order written; never empty.
    pub components: Vec<QueryComponent>,
}

/// One component of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryComponent {
    /// The game with its arguments; absent for `[3]` (only where one game is understood).
    pub game: Option<GameRef>,
    /// The slots, absent when only the game is named (its start position). A slot may be a range
    /// in a table question.
    pub slots: Option<Vec<QuerySlot>>,
    /// What stands between the parentheses of a structure, as it was written: `hackenbush(0-1 1-2;
    /// ground 0)`.
    pub text: Option<StringLiteral>,
    /// The code of a heap game as it was written: `0.77[12]`. Then the game is absent.
    pub code: Option<StringLiteral>,
    /// How many copies: `3 * nim[5]`; 1 if not said.
    pub copies: i64,
    /// Where.
    pub span: Span,
}

/// A number or a range in a question.
#[derive(Clone, Debug, PartialEq)]
pub enum QuerySlot {
    /// One value, a constant expression.
    One(SpannedExpr),
    /// `lo..hi`.
    Range(SpannedExpr, SpannedExpr),
}
