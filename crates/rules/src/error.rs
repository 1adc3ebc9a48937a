//! Why rules cannot be evaluated.

use crate::arithmetic::ArithmeticError;
use crate::component::GameId;
use crate::ir::Int;
use base::budget::StopReason;
use base::diagnostic::Span;
use base::text::Text;
use base::{impl_error, text};

/// Why options could not be listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// The rules cannot be evaluated here: division by zero, a number too large …
    Rule {
        /// What happened.
        cause: EvalError,
        /// In which game.
        game: Option<GameId>,
        /// Where in its source.
        span: Span,
        /// At which position.
        at: Vec<Int>,
    },
    /// The budget is used up.
    Stopped(StopReason),
}

/// What can go wrong while rules are evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// An operation without a result.
    Arithmetic(ArithmeticError),
    /// An index outside its array: the index, the least and the greatest allowed.
    Index(Int, Int, Int),
    /// A set without end that does not increase.
    NotIncreasing,
    /// A move of a `strict` game leaves the state range.
    LeavesRange,
    /// Two changes of one move set the same slot: which, and where the earlier change stands.
    Conflict(usize, Span),
    /// A condition or a constant takes more steps to compute than the number here.
    Steps(u64),
    /// A position has more moves than can be listed, whatever the budget; one by one they can be
    /// made.
    TooMany,
    /// An urgent component has no move.
    Stuck,
    /// What a game written in Rust reports.
    Other(Text),
}

impl EvalError {
    /// The cause in words.
    pub fn text(&self) -> Text {
        match self {
            EvalError::Arithmetic(trouble) => trouble.text(),
            EvalError::Index(index, low, high) => text!(
                "index {index} is outside {low}..{high}",
                "下标 {index} 超出范围 {low}..{high}"
            ),
            EvalError::NotIncreasing => text!(
                "this endless set does not increase",
                "这个无穷集合不是递增的"
            ),
            EvalError::LeavesRange => text!(
                "this move leaves the state range, and the game is `strict`",
                "这一着走出了状态范围，而该游戏声明了 `strict`"
            ),
            EvalError::Conflict(..) => {
                text!("two changes set the same slot", "两处改动设置了同一个分量")
            }
            EvalError::Steps(limit) => text!(
                "this takes more than {limit} steps to compute",
                "计算超过 {limit} 步"
            ),
            EvalError::TooMany => text!("there are too many moves to list", "着法过多，无法列出"),
            EvalError::Stuck => text!(
                "this component is urgent and has no move; let its moves be made at once, or let it not be `urgent`",
                "此部分是紧急的（`urgent`），却没有着法；请让它总有着法，或不要声明为 `urgent`"
            ),
            EvalError::Other(text) => text.clone(),
        }
    }
}

impl RulesError {
    /// The reason in words, without its location.
    pub fn text(&self) -> Text {
        match self {
            RulesError::Rule { cause, .. } => cause.text(),
            RulesError::Stopped(stop) => stop.text(),
        }
    }

    /// Adds the game and the position where the error arose, if they are not known yet.
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
