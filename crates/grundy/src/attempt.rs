//! The lines of a plan: what became of each theorem and engine, and why.

use base::text;
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

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptVerdict {
    /// The method does the work.
    Accepted,
    /// The method does not take the task, for the reason given.
    Declined,
    /// The user switched it off.
    SwitchedOff,
    /// An attempt before it does the work.
    NotNeeded,
}

impl AttemptVerdict {
    /// The verdict in a word.
    pub fn text(self) -> Text {
        match self {
            AttemptVerdict::Accepted => text!("accepted", "采用"),
            AttemptVerdict::Declined => text!("declined", "不适用"),
            AttemptVerdict::SwitchedOff => text!("switched off", "已关闭"),
            AttemptVerdict::NotNeeded => text!("not needed", "不需要"),
        }
    }

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

/// One line of a plan.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The kind of method.
    pub kind: AttemptKind,
    /// Its name.
    pub name: &'static str,
    /// What became of it.
    pub verdict: AttemptVerdict,
    /// Why.
    pub reason: Text,
    /// Whether it declined though the game is of its kind, or does apply but not to this question.
    pub near: bool,
    /// The theorem's own words; `None` for an engine.
    pub said: Option<TheoremText>,
}

impl Attempt {
    /// An attempt by an engine.
    pub(crate) fn by_engine(name: &'static str, verdict: AttemptVerdict, reason: Text) -> Attempt {
        Attempt {
            kind: AttemptKind::Engine,
            name,
            verdict,
            reason,
            near: false,
            said: None,
        }
    }

    /// Whether a person who asks for the plan wants to see it: it does the work, it was switched
    /// off, or it comes near.
    pub fn matters(&self) -> bool {
        self.near
            || matches!(
                self.verdict,
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
