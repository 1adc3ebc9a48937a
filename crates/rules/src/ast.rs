//! The syntax tree of a rule file: what was written, with the places, before any meaning is given
//! to it. The parser makes it whole or not at all; the printer lays it out again; the checker
//! lowers it to [`crate::ir`].

use base::diagnostic::Span;

/// An identifier as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The letters.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A string literal, without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoted {
    /// The content.
    pub text: String,
    /// Where, quotes included.
    pub span: Span,
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
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
    pub name: Name,
    /// Its parameters with their defaults.
    pub params: Vec<(Name, Expr)>,
    /// The formula of a `recurrence`, none for the other kinds.
    pub formula: Option<Formula>,
    /// What stands between the braces.
    pub items: Vec<Item>,
    /// Comments after the last item.
    pub trailing: Vec<String>,
    /// The whole declaration.
    pub span: Span,
}

/// `SG(n) = mex { SG(n-1), SG(i) xor SG(n-1-i) for i in 1..n }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// The variables on the left.
    pub variables: Vec<Name>,
    /// Each term is a nim-sum of `SG(...)`: a list of argument lists.
    pub terms: Vec<Term>,
    /// `for i in ...`, which speaks of every term.
    pub choices: Vec<Choice>,
    /// The whole formula.
    pub span: Span,
}

/// One term of a recurrence.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The arguments of each `SG(...)`.
    pub parts: Vec<Vec<Expr>>,
    /// Where.
    pub span: Span,
}

/// An item between the braces of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Comments on the lines before it.
    pub comments: Vec<String>,
    /// What it says.
    pub kind: ItemKind,
    /// A comment on the item's last line.
    pub remark: Option<String>,
    /// Where.
    pub span: Span,
}

/// Which numbers of a position are in no order.
#[derive(Clone, Debug, PartialEq)]
pub enum Unordered {
    /// All.
    All,
    /// Those of one array.
    Array(Name),
}

/// What an item says.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `state n in 0.., a[1..H] in 0..W unordered a`.
    State {
        /// The slots.
        slots: Vec<SlotDecl>,
        /// Which numbers are kept sorted, largest first.
        unordered: Option<Unordered>,
    },
    /// `let name = e` or `let name(x, y) = e`.
    Let {
        /// The name.
        name: Name,
        /// The variables of a function; `None` for a value.
        variables: Option<Vec<Name>>,
        /// The meaning.
        value: Expr,
    },
    /// `require e`: true of every position.
    Require(Expr),
    /// `move "label" choices when guard : result`.
    Move(MoveDecl),
    /// `start [list]`, `start empty`, `start {…}`.
    Start(Begin),
    /// `play normal` or `play misere`.
    Play(Play),
    /// `sum one`, `sum every`, `sum any`, `sum upto e`.
    Sum(SumMode),
    /// `until one`.
    Until(Until),
    /// `loopy`: draws are allowed.
    Loopy,
    /// `strict`: a result outside the state range is an error instead of no move.
    Strict,
    /// `goal e`: who first makes such a component wins at once.
    Goal(Expr),
    /// `trap e`: who first makes such a component loses at once.
    Trap(Expr),
    /// `urgent e`: as long as such a component is there, a move must be made in one.
    Urgent(Expr),
    /// `tier e`: no move makes e greater.
    Tier(Expr),
    /// `symmetry [list]`: the game is the same with its slots exchanged so.
    Symmetry(List),
    /// `expect ...`.
    Expect(Expect),
    /// `claim ...`.
    Claim(Claim),
    /// `draw board 3, 3 "·XO"`: how a person sees a position.
    Draw(Draw),
    /// `show "x."`: the signs of pictures of a set, there and not there.
    Show(Quoted),
    /// `note "..."`.
    Note(Quoted),
    /// `about "…" "…"`: how it is played, in one line of English and perhaps one of Chinese.
    About(Quoted, Option<Quoted>),
}

/// What a game begins with when a question names no position, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Begin {
    /// `[list]`: the slots, in terms of those that a question gives.
    List(List),
    /// `empty`: the empty set.
    Empty,
    /// `{…}`: the set.
    Set(Expr),
    /// `"…"`: the word, or the set as a picture.
    Text(Quoted),
}

/// How a position is drawn, as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw {
    /// As what.
    pub kind: DrawKind,
    /// The array that is drawn so, if it is named.
    pub array: Option<Name>,
    /// How many rows and columns of a board, or how many cells of a strip.
    pub size: Vec<Expr>,
    /// A sign for each number from the least on.
    pub marks: Option<Quoted>,
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
pub enum Until {
    /// When no component can be moved in.
    All,
    /// As soon as one component has no move. A move that leaves nothing of its component has ended
    /// it.
    One,
}

/// The convention of play as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
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

impl Play {
    /// Every convention of play.
    pub const ALL: [Play; 4] = [Play::Normal, Play::Misere, Play::Stop, Play::Button];

    /// The word for it, in rules, options, certificates and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
            Play::Stop => "stop",
            Play::Button => "button",
        }
    }

    /// The convention that a word means.
    pub fn of(word: &str) -> Option<Play> {
        Play::ALL.into_iter().find(|play| play.word() == word)
    }

    /// Whether the components stay apart for the whole game, each with all that its moves leave:
    /// the position is then a component of a compound ([`crate::compound::Kind::playing`]).
    pub fn keeps_components(self) -> bool {
        matches!(self, Play::Stop | Play::Button)
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
    Upto(Expr),
}

/// One slot of a state, or an array of slots.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotDecl {
    /// Its name.
    pub name: Name,
    /// `[lo..hi]` of an array.
    pub array: Option<(Expr, Expr)>,
    /// What it holds.
    pub holds: Holds,
    /// Where.
    pub span: Span,
}

/// What a slot holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Holds {
    /// `in low..high`: a number, without a greatest value where no `high` is said.
    Number(Expr, Option<Expr>),
    /// `set of E`: some elements of E.
    SetOf(Domain),
    /// `word of "x."`, `word of a..z`: letters one behind another, as many as there are.
    WordOf(Letters),
}

/// The letters that a word may have.
#[derive(Clone, Debug, PartialEq)]
pub enum Letters {
    /// These, in this order.
    Listed(Quoted),
    /// All from one to another, in the order of Unicode.
    Between(Name, Name),
}

/// A move rule.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveDecl {
    /// What the move is called; `{expr}` inserts a value.
    pub label: Option<Quoted>,
    /// What is chosen.
    pub choices: Vec<Choice>,
    /// When it is allowed.
    pub guard: Option<Expr>,
    /// What it leaves; empty for `nothing`.
    pub result: Vec<Component>,
    /// `again` after it: the same player moves once more.
    pub again: Option<Span>,
}

/// `k in 1..n`, `(x, y) in {...}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// One name, or the names of a tuple.
    pub names: Vec<Name>,
    /// Whether the names stood in parentheses.
    pub tuple: bool,
    /// Where the values come from.
    pub domain: Domain,
    /// Where.
    pub span: Span,
}

/// Where a choice takes its values from, or what `in` asks about.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// `low..high`, or `low..` without end.
    Range(Expr, Option<Expr>),
    /// A set: a literal, a parameter, `digits(n, 10)`.
    Set(Expr),
    /// `subsets(S)`, `subsets(low..high)`: what is chosen is a set.
    Subsets(Box<Domain>),
}

/// One component of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// What it is.
    pub kind: ComponentKind,
    /// `for ...`: the sum over these choices.
    pub choices: Vec<Choice>,
    /// Where.
    pub span: Span,
}

/// The ways to write a component.
#[derive(Clone, Debug, PartialEq)]
pub enum ComponentKind {
    /// `[list]` or `Name(args)[list]`.
    Fresh {
        /// The other game, with its arguments.
        game: Option<Instance>,
        /// The slots.
        slots: List,
    },
    /// `{ a -= k, b = 0 for ... }`: the changes, and the choices that all of them are made for.
    Changed(Vec<Change>, Vec<Choice>),
    /// `every(a, b)`, `upto(2; a, b)`: the word, the number of `upto`, and the parts, each a sum.
    Compound(Name, Option<Expr>, Vec<Vec<Component>>),
}

/// A game with arguments: `Bash(3)`, `Bash(m = 3)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// The game.
    pub name: Name,
    /// Arguments, by position or by name.
    pub args: Vec<(Option<Name>, Expr)>,
}

/// A change of a slot.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The slot or array.
    pub name: Name,
    /// The index in an array, the letters of a word.
    pub index: Option<Index>,
    /// `=`, `+=` or `-=`.
    pub op: ChangeOp,
    /// The value.
    pub value: Expr,
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
pub type List = Vec<Element>;

/// An element of a list or set.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The value.
    pub value: Expr,
    /// `for ...`; empty if it is not written.
    pub choices: Vec<Choice>,
    /// `when ...` after them.
    pub guard: Option<Expr>,
    /// Written as `(k, l) in S`, short for `(k, l) for (k, l) in S`.
    pub short: bool,
}

impl Element {
    /// A value by itself.
    pub fn alone(value: Expr) -> Element {
        Element::over(value, Vec::new())
    }

    /// A value for every way to choose.
    pub fn over(value: Expr, choices: Vec<Choice>) -> Element {
        Element {
            value,
            choices,
            guard: None,
            short: false,
        }
    }
}

/// What an `expect` says.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// `with N = 8:`.
    pub with: Vec<(Name, Expr)>,
    /// The expectation.
    pub kind: ExpectKind,
}

/// The forms of an expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectKind {
    /// `SG(0..8) == 0 1 2 ...`: values over ranges, the last range running fastest.
    Values(Vec<(Expr, Expr)>, Vec<(i64, Span)>),
    /// `PN(0..8) == P N N ...`: outcomes over ranges.
    Outcomes(Vec<(Expr, Expr)>, Vec<(Letter, Span)>),
    /// `SG [8, 8] == 13`.
    Value(List, Expr),
    /// `[1, 2] + Nim(3)[4] is P`: each component with its game, if another.
    Sum(Vec<(Option<Instance>, List)>, Letter),
    /// `same value as Game on 0..9, 0..9`, `same outcome as ...`.
    Same {
        /// Values, or only outcomes.
        value: bool,
        /// The other game.
        other: Instance,
        /// A range for each slot.
        ranges: Vec<(Expr, Expr)>,
    },
}

/// An outcome as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letter {
    /// The player who just moved wins.
    P,
    /// The player to move wins.
    N,
    /// Draw.
    D,
}

/// What a `claim` says.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// `SG == e`.
    Value(Expr),
    /// `P iff e`.
    Outcome(Expr),
    /// `period p from e saltus s`.
    Period {
        /// The period.
        period: Expr,
        /// From where on; 0 if not said.
        from: Option<Expr>,
        /// What is added a period; 0 if not said.
        saltus: Option<Expr>,
    },
}

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
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
    Index(Name, Index),
    /// `f(x, y)`; arguments may be comprehensions in the aggregates.
    Call(Name, List),
    /// `(x, y)`, two or more.
    Tuple(Vec<Expr>),
    /// `{1, 3, 4}`, `{fib(i) for i in 2..}`.
    Set(List),
    /// `graph(1-2-3 4)`: paths of vertices.
    Graph(Vec<Vec<Name>>),
    /// `".##. / #..#"`: a set as a picture; `"x.x"`: letters.
    Picture(Quoted),
    /// `- e`.
    Neg(Box<Expr>),
    /// `not e`.
    Not(Box<Expr>),
    /// `a op b`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a < b <= c`: the operands, and the operators between them (one fewer).
    Chain(Vec<Expr>, Vec<CompareOp>),
    /// `e in S`, `e in a..b`; `not in` where the last is set.
    In(Box<Expr>, Box<Domain>, bool),
    /// `if c then a else b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// What stands in brackets after the name of an array or a word.
#[derive(Clone, Debug, PartialEq)]
pub enum Index {
    /// `[i]`.
    One(Box<Expr>),
    /// `[i..j]`, `[..j]`, `[i..]`: the letters between, both ends included.
    Stretch(Option<Box<Expr>>, Option<Box<Expr>>),
    /// `[i][…]`: of the word at i in an array.
    Within(Box<Expr>, Box<Index>),
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
    pub game: Option<Instance>,
    /// The slots, absent when only the game is named (its start position). A slot may be a range
    /// in a table question.
    pub slots: Option<Vec<QuerySlot>>,
    /// What stands between the parentheses of a structure, as it was written: `hackenbush(0-1 1-2;
    /// ground 0)`.
    pub text: Option<Quoted>,
    /// The code of a heap game as it was written: `0.77[12]`. Then the game is absent.
    pub code: Option<Quoted>,
    /// How many copies: `3 * nim[5]`; 1 if not said.
    pub copies: i64,
    /// Where.
    pub span: Span,
}

/// A number or a range in a question.
#[derive(Clone, Debug, PartialEq)]
pub enum QuerySlot {
    /// One value, a constant expression.
    One(Expr),
    /// `lo..hi`.
    Range(Expr, Expr),
}
