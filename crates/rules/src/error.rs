//! The reasons why rules cannot be evaluated.

use crate::arithmetic::ArithmeticError;
use crate::component::GameId;
use crate::ir::Int;
use base::budget::StopReason;
use base::diagnostic::Span;
use base::text::Text;
use base::{impl_error, text};

/// The reason why options could not be listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// The rules cannot be evaluated at this position, for example because of a division by zero or
    /// an overflow.
    Rule {
        /// The cause.
        cause: EvalError,
        /// The game.
        game: Option<GameId>,
        /// The location in its source.
        span: Span,
        /// The position.
        at: Vec<Int>,
    },
    /// The budget ran out.
    Stopped(StopReason),
}

/// An error in the evaluation of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// An operation without a result.
    Arithmetic(ArithmeticError),
    /// An index outside its array: the index, the minimum and the maximum.
    Index(Int, Int, Int),
    /// An entry of a table that is read before it is computed.
    Uncomputed,
    /// An unbounded set that does not increase.
    NotIncreasing,
    /// A move of a `strict` game leaves the state range.
    LeavesRange,
    /// Two changes of one move set the same slot: the slot, and the location of the earlier change.
    Conflict(usize, Span),
    /// The evaluation of a condition or a constant exceeds this number of steps.
    Steps(u64),
    /// A position has more moves than can be listed with any budget. Individual moves can still be
    /// made.
    TooMany,
    /// An urgent component has no move.
    Stuck,
    /// The error of a game written in Rust.
    Other(Text),
}

impl EvalError {
    /// Returns the cause as text.
    pub fn text(&self) -> Text {
        match self {
            EvalError::Arithmetic(trouble) => trouble.text(),
            EvalError::Index(index, low, high) => text!(
                "index {index} is outside {low}..{high}",
                "下标 {index} 超出范围 {low}..{high}"
            ),
            EvalError::Uncomputed => text!(
                "this entry is not computed yet: in a recursion, each index must always fall or always rise",
                "这一项尚未算出：递归时每个下标必须总是减小或总是增大"
            ),
            EvalError::NotIncreasing => text!(
                "the elements of this infinite set do not increase",
                "这个无穷集合的元素不是递增的"
            ),
            EvalError::LeavesRange => text!(
                "this move leaves the state range, but the game is `strict`",
                "这一着走出了状态范围，而该游戏声明了 `strict`"
            ),
            EvalError::Conflict(..) => {
                text!("two changes set the same slot", "两处改动设置了同一个分量")
            }
            EvalError::Steps(limit) => text!(
                "the computation takes more than {limit} steps",
                "计算超过 {limit} 步"
            ),
            EvalError::TooMany => text!("there are too many moves to list", "着法过多，无法列出"),
            EvalError::Stuck => text!(
                "this component is urgent but has no move; add a move, or do not make the component `urgent`",
                "此部分是紧急的（`urgent`），却没有着法；请添加着法，或不要声明为 `urgent`"
            ),
            EvalError::Other(text) => text.clone(),
        }
    }
}

impl RulesError {
    /// Returns the reason as text, without its location.
    pub fn text(&self) -> Text {
        match self {
            RulesError::Rule { cause, .. } => cause.text(),
            RulesError::Stopped(stop) => stop.text(),
        }
    }

    /// Adds the game and the position of the error, if they are missing.
    pub(crate) fn located(mut self, here: GameId, slots: &[Int]) -> RulesError {
        if let RulesError::Rule { game, at, .. } = &mut self {
            game.get_or_insert(here);
            if at.is_empty() {
                *at = slots.to_vec();
            }
        }
        self
    }
}

impl std::fmt::Display for RulesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text().en)
    }
}

impl std::error::Error for RulesError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(match self {
            RulesError::Rule { cause, .. } => cause,
            RulesError::Stopped(stop) => stop,
        })
    }
}

impl From<StopReason> for RulesError {
    fn from(stop: StopReason) -> RulesError {
        RulesError::Stopped(stop)
    }
}

impl_error!(EvalError { Arithmetic });
