//! What a sum theorem at work answers about positions.

use std::sync::Arc;

use base::budget::Budget;
use base::impl_error;
use base::text;
use base::text::Text;
use engines::oracle::EngineStats;
use rules::game::Outcome;
use rules::play::{Component, MoveStep};
use rules::world::World;
use theory::entailing::EntailingValue;
use theory::loopy::Loopy;
use theory::sums::ComponentTableValue;

use crate::error::SolveError;

/// Why a theorem is not used for a position.
#[derive(Debug)]
pub(super) enum SumTheoremError {
    /// For this reason.
    Because(Text),
    /// A condition fails at a position below this component.
    Below(Component),
}

impl SumTheoremError {
    fn text(&self) -> Text {
        match self {
            SumTheoremError::Because(why) => why.clone(),
            SumTheoremError::Below(_) => text!(
                "a condition fails at a position below a component",
                "条件在某部分之下的局面不成立"
            ),
        }
    }
}

impl_error!(SumTheoremError);

/// Winning moves as steps, in no order.
#[derive(Debug)]
pub(crate) struct WinningSteps {
    /// The moves, the steps of each in the order of the components.
    pub list: Vec<Vec<MoveStep>>,
    /// Whether these are all.
    pub complete: bool,
    /// How many there are in all, if that is known; `u128::MAX` for that many or more.
    pub count: Option<u128>,
}

/// A theorem that runs under the conventions of a question.
pub(super) trait SumMethod: Send {
    /// Who wins, and what was found; or why this theorem does not say.
    fn outcome(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Result<(Outcome, Text), SumTheoremError>, SolveError>;

    /// Winning moves of a position that was decided, at most `limit` of them.
    fn winning(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<WinningSteps, SolveError>;

    /// How it finds who wins a position that was decided, for a person.
    fn explanation(
        &mut self,
        world: &Arc<World>,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<Option<Text>, SolveError>;

    /// What each component is worth, where that is a value of its own and the theorem takes them.
    fn worths(
        &mut self,
        _: &Arc<World>,
        _: &[Component],
        _: &Budget<'_>,
    ) -> Result<Option<Vec<Loopy>>, SolveError> {
        Ok(None)
    }

    /// What each component is worth where some may be urgent.
    fn entailed(
        &mut self,
        _: &Arc<World>,
        _: &[Component],
        _: &Budget<'_>,
    ) -> Result<Option<Vec<EntailingValue>>, SolveError> {
        Ok(None)
    }

    /// What tables have of each component and of the whole, where the theorem's values are more
    /// than who wins.
    fn values_shown(
        &mut self,
        _: &Arc<World>,
        _: &[Component],
        _: &Budget<'_>,
    ) -> Result<Option<(Vec<ComponentTableValue>, ComponentTableValue)>, SolveError> {
        Ok(None)
    }

    /// The first position below a component at which the condition fails, in words.
    fn failed_condition(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Text, SolveError>;

    /// What was done.
    fn stats(&self) -> EngineStats;

    /// Bytes held for later questions, about.
    fn bytes(&self) -> u64;

    /// A new question is asked.
    fn begin(&mut self);
}

/// Every choice of one from each list, at most `limit`; and whether these are all.
pub(super) fn product(lists: &[Vec<MoveStep>], limit: usize) -> (Vec<Vec<MoveStep>>, bool) {
    let mut all: Vec<Vec<MoveStep>> = vec![Vec::new()];
    let mut complete = true;
    for list in lists {
        let mut longer = Vec::new();
        for (made, step) in all
            .iter()
            .flat_map(|made| list.iter().map(move |step| (made, step)))
        {
            if longer.len() == limit {
                complete = false;
                break;
            }
            longer.push(made.iter().chain([step]).cloned().collect());
        }
        all = longer;
    }
    (all, complete)
}
