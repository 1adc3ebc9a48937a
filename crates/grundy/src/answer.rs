//! Answers as data: what was asked, who wins, values, moves, how it was found and how far it may be
//! trusted. Faces turn them into words, JSON or pictures; what positions and steps are called is
//! made there too ([`crate::position_text`]).

use base::budget::StopReason;
use base::text;
use base::text::Text;
use engines::oracle::EngineStats;
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

/// The answer to `solve` and `moves`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position, as understood: its components in the order written.
    pub position: Vec<Component>,
    /// How it is played.
    pub conventions: Conventions,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value; `None` if values do not decide, or only the winner is known.
    pub value: Option<Grundy>,
    /// The value where play may go round under normal play.
    pub loopy: Option<Loopy>,
    /// What else the position is worth, if it was asked for or decides who wins.
    pub measured: Option<Measurement>,
    /// In how many moves play comes to its end if the winner hurries and the loser delays, where
    /// that is known at little cost.
    pub remoteness: Option<u64>,
    /// Each component with its value and the method.
    pub components: Vec<ComponentAnswer>,
    /// How far it may be trusted.
    pub status: AnswerStatus,
    /// Why the status is what it is.
    pub evidence: AnswerEvidence,
    /// Where the rules may say another game than their writer means.
    pub warnings: Vec<Warning>,
    /// Every winning move, if they were asked for; or the first of them, if `more_moves` says so.
    pub moves: Option<Vec<WinningMove>>,
    /// Every move after which the opponent wins, if these were asked for; or the first of them, if
    /// `more_moves` says so.
    pub losing: Option<Vec<WinningMove>>,
    /// Set where these are not all such moves: what is known of the others.
    pub more_moves: Option<UnlistedMoves>,
    /// Of a draw, every move that holds it, if moves were asked for; or the first of them, if
    /// `more_drawing` says so.
    pub drawing: Option<Vec<WinningMove>>,
    /// Set where these are not all moves that hold the draw: what is known of the others.
    pub more_drawing: Option<UnlistedMoves>,
    /// What was done.
    pub stats: EngineStats,
}

/// One component of an answer.
#[derive(Clone, Debug)]
pub struct ComponentAnswer {
    /// The component.
    pub component: Component,
    /// Its Grundy value, if it was found.
    pub value: Option<Grundy>,
    /// Its value where play may go round under normal play.
    pub loopy: Option<Loopy>,
    /// The theorem or engine.
    pub method: String,
}

/// A move with what it leaves: a winning one, or a losing one where those are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// The steps taken at once: one, unless the sum asks for more.
    pub steps: Vec<StepAnswer>,
    /// The whole position after the move.
    pub leaves: Vec<Component>,
}

/// A step of a move, in one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepAnswer {
    /// Which component of the position asked, from 1 on.
    pub component: usize,
    /// That component.
    pub from: Component,
    /// Which rule of its game.
    pub rule: usize,
    /// What was chosen.
    pub choices: Box<[Int]>,
    /// What it leaves of the component.
    pub leaves: Vec<Component>,
}

/// Why the status of an answer is what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerEvidence {
    /// An exact algorithm found it.
    ExactAlgorithm,
    /// The independent checker went through a certificate of `rows` rows.
    CertificateChecked {
        /// The rows.
        rows: usize,
    },
    /// A law that was proved for all positions says the same; the independent checker went through
    /// its certificate of `lines` lines.
    Law {
        /// The lines.
        lines: usize,
    },
    /// A theorem tells who wins where a value would cost too much.
    OutcomeTheorem,
    /// The position is over.
    PlayIsOver,
    /// A theorem was used; what it found when its conditions were tested.
    Found(Text),
    /// A file was used whose entries were not compared with the rules.
    File {
        /// The file or store, as the user wrote it.
        file: String,
    },
}

impl AnswerEvidence {
    /// The reason in words.
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
                "the theorem tells who wins; the value would need a table of all smaller positions",
                "定理给出胜负；求值需要列出所有更小的局面"
            ),
            AnswerEvidence::PlayIsOver => text!("play is over in this position", "此局面已终局"),
            AnswerEvidence::Found(found) => found.clone(),
            AnswerEvidence::File { file } => {
                text!(
                    "on {file}, which was read and not compared with the rules",
                    "依赖 {file}：已读入，未与规则比较"
                )
            }
        }
    }
}

/// A reason to doubt that what was asked is what is meant; the answer is true of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// A law that was given is of none of the games of the question, or these have other rules.
    OtherLaw {
        /// The game of the law, with its arguments.
        law: String,
    },
    /// A table that was given is of a game of the question with other arguments or other rules, and
    /// not of it.
    OtherStore {
        /// The game of the table, with its arguments.
        store: String,
    },
    /// A slot of this game says whose turn it is, and each component of a sum has its own.
    OwnTurn {
        /// The game, with its arguments.
        game: String,
        /// The name of the slot.
        slot: String,
        /// Where several components come from.
        several: SumOrigin,
    },
    /// A move is dropped only because a slot ends before the value that the move would store in it.
    NarrowSlot {
        /// The game, with its arguments.
        game: String,
        /// Where the move would be made.
        position: String,
        /// What the rules call the move, or what it chooses.
        step: String,
        /// The name of the slot.
        slot: String,
        /// The value.
        value: Int,
        /// The end of the range.
        high: Int,
    },
    /// This component has no move, and play is over with it before it begins.
    Over {
        /// The component.
        component: String,
    },
    /// A limit ended the proof of the answer, so that it is computed only.
    ProofStopped {
        /// The limit.
        stop: StopReason,
    },
    /// Play can go round in a game that does not say `loopy`. The answer does not depend on it: the
    /// win that was found ends.
    GoesRound {
        /// The way round: of each component the next is a part of an option, and the last is the
        /// first.
        way: Vec<String>,
    },
}

/// Where several components of a position come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumOrigin {
    /// The position asked is a sum.
    Asked,
    /// A move may leave several.
    Split,
}

/// What is known of the winning moves that are not listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnlistedMoves {
    /// The number of all winning moves.
    InAll(u128),
    /// There are 2^128 winning moves or more.
    Countless,
    /// There are others.
    Some,
    /// There may be others.
    Perhaps,
}

impl UnlistedMoves {
    /// What is known, in words, beside a list of `listed` winning moves.
    pub fn text(self, listed: usize) -> Text {
        let are = if listed == 1 { "is" } else { "are" };
        match self {
            UnlistedMoves::InAll(count) => text!(
                "{listed} {are} listed of {count}",
                "仅列出 {listed} 个，共 {count} 个"
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
    /// What it is of.
    pub asked: PositionRanges,
    /// The name and range of each slot given; of a sum the name is followed by the number of its
    /// part where that tells two apart.
    pub slots: Vec<(String, i64, i64)>,
    /// What the cells hold.
    pub cells: TableCells,
    /// How they were found.
    pub method: String,
    /// How far they may be trusted.
    pub status: AnswerStatus,
    /// Where the rules may say another game than their writer means.
    pub warnings: Vec<Warning>,
    /// What was done.
    pub stats: EngineStats,
}

impl TableAnswer {
    /// The slots that really run, as name and range: one gives a row, two a grid.
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

/// The cells of a table, the last slot running fastest; a cell is `None` if its numbers are no
/// position.
#[derive(Clone, Debug)]
pub enum TableCells {
    /// Grundy values.
    Values(Column),
    /// Outcomes.
    Outcomes(Vec<Option<Outcome>>),
    /// What else was measured.
    Worths(CellKind, Vec<Option<MeasuredValue>>),
}

/// What is wanted of each cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellKind {
    /// What is measured; else what decides sums under the conventions of the game.
    pub measure: Option<Measure>,
    /// An expression in the slots of the game that is taken away from each number.
    pub minus: Option<String>,
}

impl CellKind {
    /// What it is called.
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
    /// The position: its components in the order written.
    pub position: Vec<Component>,
    /// What is known of each game, and what was tried for it.
    pub games: Vec<GameExplanation>,
    /// The attempts for the position as a whole, where values do not decide.
    pub whole: Vec<Attempt>,
    /// How the parts make the answer.
    pub combination: Text,
    /// Where the rules may say another game than their writer means.
    pub warnings: Vec<Warning>,
    /// The answer, if it was computed too.
    pub answer: Option<Answer>,
}

/// What EXPLAIN says of one game.
#[derive(Clone, Debug)]
pub struct GameExplanation {
    /// The game.
    pub game: GameId,
    /// The facts, each with its reason.
    pub facts: Vec<facts::Fact>,
    /// The attempts.
    pub attempts: Vec<Attempt>,
}
