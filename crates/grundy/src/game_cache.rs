//! The cached results about one game, for later questions.

use std::collections::HashMap;
use std::sync::Arc;

use base::budget::Budget;
use base::impl_error;
use base::text::Text;
use engines::dense::DenseTable;
use engines::prepared_table::ProgramCache;
use facts::{GameFacts, facts};
use rules::game::GameId;
use rules::world::World;
use theory::theorem::{ClosedForm, ConditionError, Theorem, TheoremCase};

use crate::error::SolveError;
use crate::law_theorem::CheckedLaw;

/// The reason why a theorem does not apply to a game.
#[derive(Clone, Debug)]
pub(crate) struct TheoremError {
    pub why: Text,
    /// Whether the theorem supports games of this kind but declined this game.
    pub near: bool,
}

impl TheoremError {
    fn text(&self) -> Text {
        self.why.clone()
    }
}

impl_error!(TheoremError);

/// The source from which values of positions can be looked up.
#[derive(Clone)]
pub(crate) enum ValueSource {
    /// The closed form of a theorem.
    Theorem(Arc<dyn ClosedForm>),
    /// The last table that was filled.
    Table,
    /// The last table that was filled, used only for small positions. For large positions, a
    /// theorem may return the outcome without a value.
    SmallInTable,
}

/// The result of an earlier search for a law.
#[derive(Default)]
pub(crate) enum CachedLaw {
    /// A law was never searched for.
    #[default]
    NotSought,
    /// A search found no law.
    NotFound,
    /// A search found the law in this variant.
    Found(Arc<CheckedLaw>),
}

impl CachedLaw {
    /// Returns the law that was found, if any.
    pub fn get(&self) -> Option<&Arc<CheckedLaw>> {
        match self {
            CachedLaw::Found(law) => Some(law),
            CachedLaw::NotSought | CachedLaw::NotFound => None,
        }
    }
}

/// The results about a game that do not depend on the position.
#[derive(Default)]
pub struct GameCache {
    facts: Option<Arc<GameFacts>>,
    /// The closed form of each theorem that was tried, or the reason why it does not apply.
    applied: HashMap<&'static str, Result<Arc<dyn ClosedForm>, TheoremError>>,
    pub(crate) looked: ProgramCache,
    /// The last table that was filled.
    pub table: Option<Arc<DenseTable>>,
    /// The last small table that was filled for a certificate of a theorem's answer.
    pub small: Option<Arc<DenseTable>>,
    /// The source from which values can be looked up without a plan.
    pub(crate) value_source: Option<ValueSource>,
    /// The law of the game.
    pub(crate) law: CachedLaw,
    /// The law of the game that computes its values.
    pub(crate) value_law: CachedLaw,
}

impl GameCache {
    /// Returns the facts about a game that is written in the language.
    ///
    /// # Errors
    /// Returns [`SolveError::Stopped`] if the budget runs out.
    pub fn facts(
        &mut self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<Option<Arc<GameFacts>>, SolveError> {
        let rules = world.rules(game);
        if let (None, Some(ir)) = (&self.facts, rules.game()) {
            self.facts = Some(Arc::new(facts(ir, game, budget)?));
        }
        Ok(self.facts.clone())
    }

    /// Returns the closed form of a theorem for the game. Results for compounds are not cached,
    /// because a compound may contain games that were built later.
    pub(crate) fn apply(
        &mut self,
        theorem: &dyn Theorem,
        case: &TheoremCase<'_>,
    ) -> Result<Result<Arc<dyn ClosedForm>, TheoremError>, SolveError> {
        let lasts = case.rules.compound().is_none();
        if let Some(applied) = self.applied.get(theorem.name()).filter(|_| lasts) {
            return Ok(applied.clone());
        }
        let applied = match theorem.apply(case) {
            Err(ConditionError::Stopped(stop)) => return Err(SolveError::Stopped(stop)),
            Err(ConditionError::Condition(why)) => Err(TheoremError { why, near: false }),
            Err(ConditionError::Near(why)) => Err(TheoremError { why, near: true }),
            Ok(form) => Ok(Arc::from(form)),
        };
        if lasts {
            self.applied.insert(theorem.name(), applied.clone());
        }
        Ok(applied)
    }
}
