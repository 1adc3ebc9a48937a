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

/// One kind of law that was tried.
#[derive(Clone, Debug)]
pub struct LawAttempt {
    /// What it tells.
    pub kind: LawOutput,
    /// How its numbers are written.
    pub numerals: Text,
    /// The law with its proof, or as far as it came; else why the kind was not tried.
    pub came: Result<LawSearchResult, Text>,
}

/// What came of looking for the law of a game.
#[derive(Clone, Debug)]
pub struct LawReport {
    /// The game.
    pub title: String,
    /// The names of its slots.
    pub slots: Vec<String>,
    /// How it is played.
    pub conventions: Conventions,
    /// The kind of law that was proved; else every kind that was tried, as far as it came.
    pub tried: Vec<LawAttempt>,
    /// Another way by which all values are told and proved, where no law was found first; else why
    /// there is none. `None` if none was looked for.
    pub method: Option<Result<ProvedValueFunction, Text>>,
    /// What ended the search, if it was not done.
    pub stopped: Option<StopReason>,
    /// Whether the search ended by itself before all was tried, which who is patient would have
    /// waited for.
    pub given_up: bool,
    /// The certificate of the law, checked; else why there is none.
    pub certificate: Option<Result<String, Text>>,
    /// What is told of the position that was asked about.
    pub at: Option<LawAnswer>,
    /// The law in other words, if some were looked for and found.
    pub name: Option<LawName>,
    /// Where no law was found, what fits a table of the game, with nothing proved.
    pub conjecture: Option<Conjecture>,
    /// Whether that table tells values; else outcomes.
    pub of_values: bool,
    /// Why no law can be looked for.
    pub outside: Option<Text>,
    /// The law as code or text, if that was asked for and it is an automaton.
    pub emitted: Option<EmittedLaw>,
}

impl LawAttempt {
    pub(super) fn proof(&self) -> Option<(&LawSearchResult, &LawProofData)> {
        let found = self.came.as_ref().ok()?;
        Some((found, found.proof.as_ref().ok()?))
    }
}

impl LawReport {
    /// How far the law may be trusted: it is proved where its certificate was checked, else
    /// computed; unknown where none was found.
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

    /// The other way by which all values are told, if one was found.
    pub fn method(&self) -> Option<&ProvedValueFunction> {
        self.method.as_ref()?.as_ref().ok()
    }

    /// The automaton that tells all that was proved, of a law or of another method; `None` where no
    /// automaton does.
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

    /// The law that was proved, if one was.
    pub fn law(&self) -> Option<(&LawSearchResult, &LawProofData)> {
        self.tried.last()?.proof()
    }
}
