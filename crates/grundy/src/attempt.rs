//! The lines of a plan: what became of each theorem and engine, and why.

use base::text::Text;

/// What kind of method an attempt is.
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
    /// Returns the kind as JSON has it.
    pub fn key(self) -> &'static str {
        match self {
            AttemptKind::Theorem => "theorem",
            AttemptKind::Law => "law",
            AttemptKind::Engine => "engine",
        }
    }
}

/// What became of an attempt, without its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptVerdict {
    /// The method does the work.
    Accepted,
    /// The method does not take the task.
    Declined,
    /// The user switched it off.
    SwitchedOff,
    /// Another method does the work, or play is over.
    NotNeeded,
}

impl AttemptVerdict {
    /// The verdict as JSON has it.
    pub fn key(self) -> &'static str {
        match self {
            AttemptVerdict::Accepted => "accepted",
            AttemptVerdict::Declined => "declined",
            AttemptVerdict::SwitchedOff => "switched-off",
            AttemptVerdict::NotNeeded => "not-needed",
        }
    }
}

/// What became of an attempt, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptResult {
    /// The method does the work; what it found when it tested its conditions.
    Accepted(Text),
    /// The method does not take the task.
    Declined(DeclineReason),
    /// The user switched it off.
    SwitchedOff,
    /// Another method does the work, or play is over.
    NotNeeded(NotNeededReason),
}

impl AttemptResult {
    /// The result without its reason.
    pub fn verdict(&self) -> AttemptVerdict {
        match self {
            AttemptResult::Accepted(_) => AttemptVerdict::Accepted,
            AttemptResult::Declined(_) => AttemptVerdict::Declined,
            AttemptResult::SwitchedOff => AttemptVerdict::SwitchedOff,
            AttemptResult::NotNeeded(_) => AttemptVerdict::NotNeeded,
        }
    }

    /// A condition of the method that is not met, in the method's words.
    pub(crate) fn unmet(condition: Text) -> AttemptResult {
        AttemptResult::Declined(DeclineReason::Condition(condition))
    }
}

/// Why a method does not take a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclineReason {
    /// A condition of the method is not met, in the method's words.
    Condition(Text),
    /// It needs normal play, one component a move, and no draws.
    NotPlain,
    /// Components may be urgent.
    Urgent,
    /// It knows who wins, but no values.
    OutcomesOnly,
    /// It decides a component on its own, but not the position.
    SingleComponents,
    /// The position is not in the table that was read from this file.
    SmallTable(String),
}

/// Why a method is not needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotNeededReason {
    /// Play is over.
    PlayIsOver,
    /// A method before it answers.
    Answered,
    /// The law of the game answers.
    LawAnswers,
}

/// One line of a plan.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The kind of method.
    pub kind: AttemptKind,
    /// Its name.
    pub name: &'static str,
    /// What became of it, and why.
    pub result: AttemptResult,
    /// Whether it declined though the game is of its kind, or does apply but not to this question.
    pub near: bool,
    /// The theorem's own words; `None` for an engine.
    pub said: Option<TheoremText>,
}

impl Attempt {
    /// An attempt by an engine.
    pub(crate) fn by_engine(name: &'static str, result: AttemptResult) -> Attempt {
        Attempt {
            kind: AttemptKind::Engine,
            name,
            result,
            near: false,
            said: None,
        }
    }

    /// What became of it, without the reason.
    pub fn verdict(&self) -> AttemptVerdict {
        self.result.verdict()
    }

    /// Whether the method does the work.
    pub fn is_accepted(&self) -> bool {
        self.verdict() == AttemptVerdict::Accepted
    }

    /// Whether a person who asks for the plan wants to see it: it does the work, it was switched
    /// off, or it comes near.
    pub fn matters(&self) -> bool {
        self.near
            || matches!(
                self.verdict(),
                AttemptVerdict::Accepted | AttemptVerdict::SwitchedOff
            )
    }
}

/// A theorem in its own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TheoremText {
    /// What it says.
    pub statement: Text,
    /// Who found it, and when.
    pub source: &'static str,
}

/// A theorem at work on one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedTheorem {
    /// Its name.
    pub name: &'static str,
    /// Its own words.
    pub said: TheoremText,
    /// How it finds what it says of this position, in lines; `None` if its words are all.
    pub works: Option<Text>,
}
