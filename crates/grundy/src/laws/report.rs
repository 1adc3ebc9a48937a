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
    /// The names of its slots.
    pub slots: Vec<String>,
    /// The conventions of play.
    pub conventions: Conventions,
    /// The form whose law was proved; otherwise every form that was tried, with its partial result.
    pub tried: Vec<LawAttempt>,
    /// Another method that computes all values with a proof, or the reason why there is none;
    /// `None` if none was searched because a law was found first.
    pub method: Option<Result<ProvedValueFunction, Text>>,
    /// The limit that stopped the search, if one did.
    pub stopped: Option<StopReason>,
    /// Whether the search reached its own limit before everything was tried; a patient search has
    /// no such limit.
    pub given_up: bool,
    /// The checked certificate of the law, or the reason why there is none.
    pub certificate: Option<Result<String, Text>>,
    /// The evaluation of the requested position.
    pub at: Option<LawAnswer>,
    /// The name of the law, if one was requested and found.
    pub name: Option<LawName>,
    /// If no law was found: an unproved conjecture that fits a table of the game.
    pub conjecture: Option<Conjecture>,
    /// Whether that table contains values; otherwise outcomes.
    pub of_values: bool,
    /// The reason why no law can be searched.
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
    /// Returns how far the law can be trusted: *proved* if its certificate was checked, otherwise
    /// *computed*; *unknown* if no law was found.
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

    /// Returns the automaton of the proved law or method; `None` if there is no single automaton.
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
