//! Answers as data: the position, outcome, values, moves, method, and status. Front ends convert
//! answers into text, JSON or pictures; [`crate::position_text`] writes positions and moves.

use std::sync::Arc;

use base::budget::StopReason;
use base::text;
use base::text::Text;
use engines::oracle::EngineStats;
use partizan::{Dyadic, Thermograph};
use rules::game::{Conventions, GameId, Outcome};
use rules::ir::Int;
use rules::play::Component;
use theory::loopy::Loopy;
use theory::value::Grundy;

use crate::attempt::Attempt;
use crate::column::Column;
use crate::measure::{Measure, MeasuredValue, Measurement};
use crate::question::PositionRanges;
use crate::status::AnswerStatus;
use crate::winners::Winners;

/// The answer to `solve` and `moves`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position: its components in the order of the question.
    pub position: Vec<Component>,
    /// The conventions of play.
    pub conventions: Conventions,
    /// The outcome.
    pub outcome: Outcome,
    /// The Grundy value; `None` if values do not decide the outcome, or if only the outcome is
    /// known.
    pub value: Option<Grundy>,
    /// The loopy value, if play can cycle under normal play.
    pub loopy: Option<Loopy>,
    /// The value in another measure, if it was requested or decides the outcome.
    pub measured: Option<Measurement>,
    /// The points of both players under `play score`; `None` under other conventions.
    pub score: Option<ScoreAnswer>,
    /// The value and the winning moves if the players have different moves; `None` otherwise. If
    /// the field is set, `outcome` is P if the player who begins loses, and N otherwise.
    pub partizan: Option<PartizanAnswer>,
    /// Number of moves to the end under optimal play (remoteness), if it is cheap to compute.
    pub remoteness: Option<u64>,
    /// Each component with its value and the method that computed this value.
    pub components: Vec<ComponentAnswer>,
    /// How far the answer can be trusted.
    pub status: AnswerStatus,
    /// The reason for the status.
    pub evidence: AnswerEvidence,
    /// Reasons to doubt that the rules define the game that their author intended.
    pub warnings: Vec<Warning>,
    /// The winning moves, if they were requested; some winning moves are missing if `more_moves`
    /// is set.
    pub moves: Option<Vec<WinningMove>>,
    /// The losing moves (after which the opponent wins), if they were requested; some losing moves
    /// are missing if `more_moves` is set.
    pub losing: Option<Vec<WinningMove>>,
    /// Information about unlisted winning or losing moves; `None` if all winning or losing moves
    /// are listed.
    pub more_moves: Option<UnlistedMoves>,
    /// The moves that keep a draw, if the position is a draw and moves were requested; some are
    /// missing if `more_drawing` is set.
    pub drawing: Option<Vec<WinningMove>>,
    /// Information about unlisted drawing moves; `None` if all drawing moves are listed.
    pub more_drawing: Option<UnlistedMoves>,
    /// The numbers of positions evaluated and of options listed.
    pub stats: EngineStats,
}

impl Answer {
    /// Returns whether moves were requested and listed.
    pub fn lists_moves(&self) -> bool {
        let of_players = self
            .partizan
            .as_ref()
            .and_then(|found| found.moves.as_ref());
        self.moves.is_some() || self.losing.is_some() || of_players.is_some()
    }
}

/// The answer about a sum in which the players, Left and Right, have different moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanAnswer {
    /// The winner, for each player who may begin.
    pub winners: Winners,
    /// The value; `None` if only the winner or the winning moves were requested, and in games that
    /// have no value.
    pub value: Option<PartizanValue>,
    /// The reason why the value is not known, if a limit ended its computation.
    pub value_stopped: Option<Text>,
    /// The numbers of moves to the end under optimal play, if Left begins and if Right begins.
    pub lengths: [Option<u64>; 2],
    /// The winning moves of Left and of Right, if they were requested.
    pub moves: Option<[PlayerMoves; 2]>,
}

/// The value of a sum in which the players have different moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartizanValue {
    /// The canonical form in the notation of `partizan`; `None` if its name is too long.
    pub name: Option<String>,
    /// The canonical form of each component; `None` if its name is too long.
    pub components: Vec<Option<String>>,
    /// The numbers that are reached if Left begins and if Right begins.
    pub stops: [Dyadic; 2],
    /// The mean.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The thermograph.
    pub thermograph: Arc<Thermograph>,
}

/// The winning moves of one player, or the moves that hold a draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerMoves {
    /// The first of these moves.
    pub list: Vec<WinningMove>,
    /// The number of all these moves.
    pub count: usize,
    /// Whether the position is a draw if this player begins, so that the moves hold the draw.
    pub hold_draw: bool,
}

/// The points of both players from a position on, if both maximise their own points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreAnswer {
    /// The points of the player to move minus the points of the other player.
    pub difference: Int,
    /// The points of the player to move and of the other player, if every play gives the same
    /// total.
    pub shares: Option<(Int, Int)>,
    /// The moves with their points, the best first, if they were requested; some moves are missing
    /// if `more_moves` of the answer is set.
    pub moves: Option<Vec<ScoredMove>>,
}

/// A move with its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub made: WinningMove,
    /// The points that the mover gets at once.
    pub gain: Int,
    /// The difference of points after the move, for the mover and including `gain`.
    pub worth: Int,
}

/// One component of an answer.
#[derive(Clone, Debug)]
pub struct ComponentAnswer {
    /// The component.
    pub component: Component,
    /// The Grundy value of the component, if the value was computed.
    pub value: Option<Grundy>,
    /// The loopy value of the component, if play can cycle under normal play.
    pub loopy: Option<Loopy>,
    /// The name of the theorem or engine.
    pub method: String,
}

/// A winning or losing move with the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// The steps of the move: one step for each component that the move changes.
    pub steps: Vec<StepAnswer>,
    /// The whole position after the move.
    pub leaves: Vec<Component>,
}

/// A step of a move, in one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepAnswer {
    /// The number of the component in the question, starting at 1.
    pub component: usize,
    /// The component before the move.
    pub from: Component,
    /// The number of the move rule in its game.
    pub rule: usize,
    /// The values of the choices of the rule.
    pub choices: Box<[Int]>,
    /// The components that replace `from`.
    pub leaves: Vec<Component>,
}

/// The reason for the status of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerEvidence {
    /// An exact algorithm computed the answer.
    ExactAlgorithm,
    /// The independent checker accepted a certificate.
    CertificateChecked {
        /// Number of rows.
        rows: usize,
    },
    /// A law that is proved for all positions agrees with the answer; the independent checker
    /// accepted the certificate of the law.
    Law {
        /// Number of lines of the law's certificate.
        lines: usize,
    },
    /// A theorem computed the outcome, because the value would cost too much.
    OutcomeTheorem,
    /// The position is over.
    PlayIsOver,
    /// A theorem was used. The text is the result of testing the conditions of the theorem.
    Found(Text),
    /// The answer depends on a file that was not compared with the rules.
    File {
        /// The name of the file or store, as the user wrote it.
        file: String,
    },
}

impl AnswerEvidence {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            AnswerEvidence::ExactAlgorithm => text!("an exact algorithm", "精确算法"),
            AnswerEvidence::CertificateChecked { rows: 1 } => text!(
                "a certificate of one row was checked",
                "已核验含 1 行的证书"
            ),
            AnswerEvidence::CertificateChecked { rows } => text!(
                "a certificate of {rows} rows was checked",
                "已核验含 {rows} 行的证书"
            ),
            AnswerEvidence::Law { lines } => {
                text!(
                    "by a law, whose certificate of {lines} lines was checked",
                    "由规律得出，其 {lines} 行的证书已核验"
                )
            }
            AnswerEvidence::OutcomeTheorem => text!(
                "the theorem gives the winner; the value would require a table of all smaller positions",
                "定理给出胜负；求值需要列出所有更小的局面"
            ),
            AnswerEvidence::PlayIsOver => text!("play is over in this position", "此局面已终局"),
            AnswerEvidence::Found(found) => found.clone(),
            AnswerEvidence::File { file } => {
                text!(
                    "by the table in {file}, which was loaded but not compared with the rules",
                    "依赖 {file}：已读入，未与规则比较"
                )
            }
        }
    }
}

/// A reason to doubt that the rules define the intended game. The answer is correct for the rules
/// as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// A loaded law is about no game of the question, or the rules in its certificate differ from
    /// the rules of that game.
    OtherLaw {
        /// The game of the law, with its arguments.
        law: String,
    },
    /// A loaded table is about a game with the same name as a game of the question, but with other
    /// arguments or rules.
    OtherStore {
        /// The game of the table, with its arguments.
        store: String,
    },
    /// A slot of this game stores whose turn it is, so that each component of a sum has its own
    /// turn.
    OwnTurn {
        /// The game, with its arguments.
        game: String,
        /// The name of the slot.
        slot: String,
        /// The reason why there are several components.
        several: SumOrigin,
    },
    /// A move is illegal only because its result is outside the range of a slot.
    NarrowSlot {
        /// The game, with its arguments.
        game: String,
        /// The position in which the move would be made.
        position: String,
        /// The name of the move, or the choices of the move if it has no name.
        step: Text,
        /// The name of the slot.
        slot: String,
        /// The value.
        value: Int,
        /// The largest number of the range.
        high: Int,
    },
    /// A component of the position has no moves, so play is over at the start.
    Over {
        /// The component.
        component: String,
    },
    /// A limit stopped the proof of the answer, so that its status is only *computed*.
    ProofStopped {
        /// The limit.
        stop: StopReason,
    },
    /// Play can cycle in a game without `loopy`. The answer does not depend on the cycle, because
    /// the winning strategy ends play.
    GoesRound {
        /// The cycle: each component is part of an option of the previous component, and the last
        /// component equals the first.
        way: Vec<String>,
    },
}

/// The reason why a position has several components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumOrigin {
    /// The position of the question is a sum.
    Asked,
    /// A move may leave several components.
    Split,
}

/// Information about moves that are not listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnlistedMoves {
    /// The number of all winning moves.
    InAll(u128),
    /// The position has 2^128 winning moves or more.
    Countless,
    /// At least one move is not listed.
    Some,
    /// Some moves may not be listed.
    Perhaps,
}

impl UnlistedMoves {
    /// Returns the information as text, for a list of `listed` moves.
    pub fn text(self, listed: usize) -> Text {
        let are = if listed == 1 { "is" } else { "are" };
        match self {
            UnlistedMoves::InAll(count) => text!(
                "{listed} of {count} {are} listed",
                "共 {count} 个，仅列出 {listed} 个"
            ),
            UnlistedMoves::Countless => text!(
                "{listed} {are} listed; there are 2^128 or more",
                "仅列出 {listed} 个；总数不少于 2^128"
            ),
            UnlistedMoves::Some => text!(
                "{listed} {are} listed; there are more",
                "仅列出 {listed} 个；还有更多"
            ),
            UnlistedMoves::Perhaps => text!(
                "{listed} {are} listed; there may be more",
                "仅列出 {listed} 个；可能还有更多"
            ),
        }
    }
}

/// The answer to `table`.
#[derive(Clone, Debug)]
pub struct TableAnswer {
    /// The positions of the table.
    pub asked: PositionRanges,
    /// The name and range of each given slot. In a sum, the name contains the number of the
    /// component if names would be equal otherwise.
    pub slots: Vec<(String, i64, i64)>,
    /// The cells.
    pub cells: TableCells,
    /// The method that computed the cells.
    pub method: String,
    /// How far the cells can be trusted.
    pub status: AnswerStatus,
    /// Reasons to doubt that the rules define the game that their author intended.
    pub warnings: Vec<Warning>,
    /// The numbers of positions evaluated and of options listed.
    pub stats: EngineStats,
}

impl TableAnswer {
    /// Returns the slots with more than one value: one slot for a row, two slots for a grid.
    pub fn running(&self) -> Vec<&(String, i64, i64)> {
        let many: Vec<_> = self
            .slots
            .iter()
            .filter(|(_, low, high)| low < high)
            .collect();
        if many.is_empty() {
            self.slots.iter().take(1).collect()
        } else {
            many
        }
    }
}

/// The cells of a table, in an order in which the last slot changes fastest. A cell is `None` if
/// its numbers are not a position.
#[derive(Clone, Debug)]
pub enum TableCells {
    /// Grundy values.
    Values(Column),
    /// Outcomes.
    Outcomes(Vec<Option<Outcome>>),
    /// Values in another measure.
    Worths(CellKind, Vec<Option<MeasuredValue>>),
}

/// What each cell of a table contains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellKind {
    /// The measure; by default the values that decide sums under the conventions of the game.
    pub measure: Option<Measure>,
    /// An expression in the slots of the game that is subtracted from each number.
    pub minus: Option<String>,
}

impl CellKind {
    /// Returns the name of the kind of cells.
    pub fn text(&self) -> Text {
        let Text { en, zh } = self
            .measure
            .map_or_else(|| text!("values", "值"), Measure::text);
        match &self.minus {
            None => Text { en, zh },
            Some(minus) => text!("{en} - ({minus})", "{zh} - ({minus})"),
        }
    }
}

/// The answer to `explain`.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The position: its components in the order of the question.
    pub position: Vec<Component>,
    /// The facts about each game, and the attempts to answer.
    pub games: Vec<GameExplanation>,
    /// The attempts for the complete position, if values do not decide.
    pub whole: Vec<Attempt>,
    /// How the components determine the answer.
    pub combination: Text,
    /// Reasons to doubt that the rules define the game that their author intended.
    pub warnings: Vec<Warning>,
    /// The answer, if it was requested.
    pub answer: Option<Answer>,
}

/// The explanation of one game.
#[derive(Clone, Debug)]
pub struct GameExplanation {
    /// The game.
    pub game: GameId,
    /// The facts, each with its reason.
    pub facts: Vec<facts::Fact>,
    /// The attempts.
    pub attempts: Vec<Attempt>,
}
