//! The lines of a plan: the result of each theorem and engine, with the reason.

use base::text::Text;

/// The kind of method of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptKind {
    /// A theorem about games or sums.
    Theorem,
    /// The proved law of the game.
    Law,
    /// An engine.
    Engine,
}

impl AttemptKind {
    /// Returns the kind as used in JSON.
    pub fn key(self) -> &'static str {
        match self {
            AttemptKind::Theorem => "theorem",
            AttemptKind::Law => "law",
            AttemptKind::Engine => "engine",
        }
    }
}

/// The result of an attempt, without its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptVerdict {
    /// The method computes the result.
    Accepted,
    /// The method does not support the task.
    Declined,
    /// The user switched the method off.
    SwitchedOff,
    /// Another method computes the result, or play is over.
    NotNeeded,
}

impl AttemptVerdict {
    /// Returns the verdict as used in JSON.
    pub fn key(self) -> &'static str {
        match self {
            AttemptVerdict::Accepted => "accepted",
            AttemptVerdict::Declined => "declined",
            AttemptVerdict::SwitchedOff => "switched-off",
            AttemptVerdict::NotNeeded => "not-needed",
        }
    }
}

/// The result of an attempt, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptResult {
    /// The method is used. The text is the result of testing the conditions of the method.
    Accepted(Text),
    /// The method does not support the task.
    Declined(DeclineReason),
    /// The user switched the method off.
    SwitchedOff,
    /// Another method computes the result, or play is over.
    NotNeeded(NotNeededReason),
}

impl AttemptResult {
    /// Returns the result without its reason.
    pub fn verdict(&self) -> AttemptVerdict {
        match self {
            AttemptResult::Accepted(_) => AttemptVerdict::Accepted,
            AttemptResult::Declined(_) => AttemptVerdict::Declined,
            AttemptResult::SwitchedOff => AttemptVerdict::SwitchedOff,
            AttemptResult::NotNeeded(_) => AttemptVerdict::NotNeeded,
        }
    }

    /// Returns the result for an unmet condition, in the words of the method.
    pub(crate) fn unmet(condition: Text) -> AttemptResult {
        AttemptResult::Declined(DeclineReason::Condition(condition))
    }
}

/// The reason why a method does not support a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclineReason {
    /// A condition of the method is not met. The text is in the words of the method.
    Condition(Text),
    /// The method needs normal play, one component per move, and no draws.
    NotPlain,
    /// Points decide who wins.
    Points,
    /// Components may be urgent.
    Urgent,
    /// The method computes outcomes, but no values.
    OutcomesOnly,
    /// The method decides a component on its own, but not the complete position.
    SingleComponents,
    /// The position is not in the table that was read from this file.
    SmallTable(String),
}

/// The reason why a method is not needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotNeededReason {
    /// Play is over.
    PlayIsOver,
    /// An earlier method answers.
    Answered,
    /// The law of the game answers.
    LawAnswers,
}

/// One line of a plan.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The kind of method.
    pub kind: AttemptKind,
    /// The name of the method or theorem.
    pub name: &'static str,
    /// The result, with its reason.
    pub result: AttemptResult,
    /// Whether the method supports games of this kind but declined this game, or applies to the
    /// game but not to this question.
    pub near: bool,
    /// The statement of the theorem; `None` for an engine.
    pub said: Option<TheoremText>,
}

impl Attempt {
    /// Creates the attempt of an engine.
    pub(crate) fn by_engine(name: &'static str, result: AttemptResult) -> Attempt {
        Attempt {
            kind: AttemptKind::Engine,
            name,
            result,
            near: false,
            said: None,
        }
    }

    /// Returns the result without the reason.
    pub fn verdict(&self) -> AttemptVerdict {
        self.result.verdict()
    }

    /// Returns whether the method computes the result.
    pub fn is_accepted(&self) -> bool {
        self.verdict() == AttemptVerdict::Accepted
    }

    /// Returns whether the attempt interests a user who requests the plan: it is accepted, switched
    /// off, or [`near`](Attempt::near).
    pub fn matters(&self) -> bool {
        self.near
            || matches!(
                self.verdict(),
                AttemptVerdict::Accepted | AttemptVerdict::SwitchedOff
            )
    }
}

/// The statement of a theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TheoremText {
    /// The statement.
    pub statement: Text,
    /// The author and the year.
    pub source: &'static str,
}

/// A theorem applied to one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedTheorem {
    /// The name of the theorem.
    pub name: &'static str,
    /// The statement of the theorem.
    pub said: TheoremText,
    /// The derivation of the result for this position, as lines of text; `None` if the statement is
    /// enough.
    pub works: Option<Text>,
}
