//! The report of a search for a law.

use base::budget::{Budget, StopReason};
use base::text::Text;
use laws::emit::EmittedLaw;
use laws::names::{Conjecture, LawName};
use laws::{Law, LawError, LawOutput, LawProofData, LawSearchResult, ProvedValueFunction};
use rules::game::{Conventions, GameId};
use rules::world::World;

use crate::law_answer::LawAnswer;
use crate::status::AnswerStatus;

/// A form of laws that was tried.
#[derive(Clone, Debug)]
pub struct LawAttempt {
    /// The output of the law.
    pub kind: LawOutput,
    /// The numeration system of the law.
    pub numerals: Text,
    /// The law with its proof or partial result, or the reason why the form was not tried.
    pub came: Result<LawSearchResult, Text>,
}

/// The report of a search for the law of a game.
#[derive(Clone, Debug)]
pub struct LawReport {
    /// The game.
    pub title: String,
    /// The names of the slots of the game.
    pub slots: Vec<String>,
    /// The conventions of play.
    pub conventions: Conventions,
    /// If a law was proved, only its form; otherwise every form that was tried, with its partial
    /// result.
    pub tried: Vec<LawAttempt>,
    /// Another method that computes all values with a proof, or the reason why no method was found.
    /// `None` if no other method was searched because a law was found first.
    pub method: Option<Result<ProvedValueFunction, Text>>,
    /// The limit that stopped the search, if the search was stopped by a limit.
    pub stopped: Option<StopReason>,
    /// Whether the search reached its own limit before all forms were tried. A patient search has
    /// no limit of its own.
    pub given_up: bool,
    /// The checked certificate of the law, or the reason why the certificate is missing.
    pub certificate: Option<Result<String, Text>>,
    /// The evaluation of the requested position.
    pub at: Option<LawAnswer>,
    /// The name of the law, if one was requested and found.
    pub name: Option<LawName>,
    /// An unproved conjecture that fits a table of the game, if no law was found.
    pub conjecture: Option<Conjecture>,
    /// Whether the table of the conjecture contains values; otherwise it contains outcomes.
    pub of_values: bool,
    /// The reason why the game does not support a search for a law.
    pub outside: Option<Text>,
    /// The law as code or text, if that was requested and the law is an automaton.
    pub emitted: Option<EmittedLaw>,
}

impl LawAttempt {
    pub(super) fn proof(&self) -> Option<(&LawSearchResult, &LawProofData)> {
        let found = self.came.as_ref().ok()?;
        Some((found, found.proof.as_ref().ok()?))
    }
}

impl LawReport {
    /// Returns how far the law can be trusted: *proved* if its certificate was checked, *unknown*
    /// if no law was found, and otherwise *computed*.
    pub fn status(&self) -> AnswerStatus {
        match (
            self.law().is_some() || self.method().is_some(),
            &self.certificate,
        ) {
            (false, _) => AnswerStatus::Unknown,
            (true, Some(Ok(_))) => AnswerStatus::Proved,
            (true, _) => AnswerStatus::Computed,
        }
    }

    /// Returns the other method that computes all values, if one was found.
    pub fn method(&self) -> Option<&ProvedValueFunction> {
        self.method.as_ref()?.as_ref().ok()
    }

    /// Returns the automaton of the proved law or method; `None` if the law or method does not
    /// consist of one automaton.
    pub(crate) fn complete_law(
        &self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<Option<Law>, LawError> {
        match (self.law(), self.method()) {
            (Some((found, _)), _) => Ok(Some(found.law.clone())),
            (None, Some(shown)) => shown.told.combined_law(world, game, budget),
            (None, None) => Ok(None),
        }
    }

    /// Returns the proved law, if there is one.
    pub fn law(&self) -> Option<(&LawSearchResult, &LawProofData)> {
        self.tried.last()?.proof()
    }
}
