//! The interface of the sum theorems, and their answers about positions.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
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

/// Maximum number of components that are shown individually.
const MAX_SHOWN_COMPONENTS: usize = 12;

/// The reason why a theorem gives no answer about a position.
#[derive(Debug)]
pub(super) enum SumTheoremError {
    /// The theorem is not used, for the reason in this variant.
    Declined(Text),
    /// A condition of the theorem fails at a position reachable from this component.
    Below(Component),
    /// An error that stops the query, such as a budget that runs out.
    Failed(SolveError),
}

impl SumTheoremError {
    fn text(&self) -> Text {
        match self {
            SumTheoremError::Declined(why) => why.clone(),
            SumTheoremError::Below(_) => text!(
                "a condition fails at a position reachable from a component",
                "从某部分可达的一个局面不满足条件"
            ),
            SumTheoremError::Failed(error) => error.text(),
        }
    }

    /// Returns `None` if the theorem is not used.
    ///
    /// # Errors
    /// Returns the error of [`SumTheoremError::Failed`].
    pub fn unless_declined<T>(answer: Result<T, SumTheoremError>) -> Result<Option<T>, SolveError> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(SumTheoremError::Failed(error)) => Err(error),
            Err(SumTheoremError::Declined(_) | SumTheoremError::Below(_)) => Ok(None),
        }
    }
}

impl_error!(SumTheoremError {
    Failed(SolveError)
});

impl From<Text> for SumTheoremError {
    fn from(why: Text) -> SumTheoremError {
        SumTheoremError::Declined(why)
    }
}

impl From<StopReason> for SumTheoremError {
    fn from(stop: StopReason) -> SumTheoremError {
        SumTheoremError::Failed(SolveError::Stopped(stop))
    }
}

/// The answer of a theorem about a position, or the reason why the theorem gives no answer.
pub(super) type SumAnswer<T> = Result<T, SumTheoremError>;

/// A position for which sum theorems are queried.
#[derive(Clone, Copy)]
pub(crate) struct SumQuery<'a> {
    pub(super) world: &'a Arc<World>,
    pub(super) components: &'a [Component],
    pub(super) budget: &'a Budget<'a>,
}

impl<'a> SumQuery<'a> {
    /// Creates a query about the sum of these components.
    pub fn new(
        world: &'a Arc<World>,
        components: &'a [Component],
        budget: &'a Budget<'a>,
    ) -> SumQuery<'a> {
        SumQuery {
            world,
            components,
            budget,
        }
    }

    /// Returns a line for each of the first components with its description, then the description
    /// of the total.
    pub(super) fn explanation(
        &self,
        values: impl IntoIterator<Item = Text>,
        whole: Option<Text>,
    ) -> Text {
        let shown = self.components.iter().take(MAX_SHOWN_COMPONENTS);
        let lines = shown.zip(values).map(|(component, Text { en, zh })| {
            let position = self.world.show(component.game, &component.slots);
            text!("{position}: {en}", "{position}：{zh}")
        });
        let more = (self.components.len() > MAX_SHOWN_COMPONENTS).then(|| Text::same("…"));
        Text::lines(&lines.chain(more).chain(whole).collect::<Vec<Text>>())
    }
}

/// Winning moves as steps, in no particular order.
#[derive(Debug)]
pub(crate) struct WinningSteps {
    /// The moves. The steps of a move are in the order of the components.
    pub list: Vec<Vec<MoveStep>>,
    /// Whether the list contains all winning moves.
    pub complete: bool,
    /// The total number of winning moves, if it is known; `u128::MAX` if the number is `u128::MAX`
    /// or more.
    pub count: Option<u128>,
}

impl WinningSteps {
    /// Returns at most `limit` of the given moves, each of one step; `complete` states whether the
    /// given moves are all winning moves.
    pub(super) fn of_single_steps(
        steps: impl ExactSizeIterator<Item = MoveStep>,
        complete: bool,
        limit: usize,
    ) -> WinningSteps {
        let count = steps.len();
        WinningSteps {
            list: steps.take(limit).map(|step| vec![step]).collect(),
            complete: complete && count <= limit,
            count: complete.then_some(count as u128),
        }
    }

    /// Adds every choice of one step from each list, up to `limit` moves in total.
    pub(super) fn add_products(&mut self, lists: &[Vec<MoveStep>], limit: usize) {
        let limit = limit - self.list.len();
        let mut all: Vec<Vec<MoveStep>> = vec![Vec::new()];
        for list in lists {
            let longer = all.iter().flat_map(|made| {
                list.iter()
                    .map(move |step| [made, std::slice::from_ref(step)])
            });
            let mut longer = longer.map(|parts| parts.concat());
            let kept = longer.by_ref().take(limit).collect();
            self.complete &= longer.next().is_none();
            all = kept;
        }
        self.list.extend(all);
    }
}

/// Returns, for each value, the sum of all other values.
pub(super) fn sums_of_others<V: Copy>(values: &[V], nothing: V, add: impl Fn(V, V) -> V) -> Vec<V> {
    let mut others = vec![nothing; values.len()];
    let mut after = nothing;
    for (other, &value) in others.iter_mut().zip(values).rev() {
        *other = after;
        after = add(after, value);
    }
    let mut before = nothing;
    for (other, &value) in others.iter_mut().zip(values) {
        *other = add(before, *other);
        before = add(before, value);
    }
    others
}

/// A theorem under the conventions of a query. A theorem answers about a position only if it
/// accepts the position.
pub(super) trait SumMethod: Send {
    /// Returns the outcome, and a sentence for the user that states the reason, such as the value
    /// of the total.
    fn outcome(&mut self, sum: &SumQuery<'_>) -> SumAnswer<(Outcome, Text)>;

    /// Returns at most `limit` winning moves.
    fn winning(&mut self, sum: &SumQuery<'_>, limit: usize) -> SumAnswer<WinningSteps>;

    /// Returns an explanation of the outcome for the user.
    fn explanation(&mut self, sum: &SumQuery<'_>) -> SumAnswer<Text>;

    /// Returns the value of each component, for loopy sums.
    fn loopy_values(&mut self, _: &SumQuery<'_>) -> SumAnswer<Option<Vec<Loopy>>> {
        Ok(None)
    }

    /// Returns the value of each component, for sums with urgent components.
    fn entailing_values(&mut self, _: &SumQuery<'_>) -> SumAnswer<Option<Vec<EntailingValue>>> {
        Ok(None)
    }

    /// Returns the values of each component and of the total as tables show them, if the theorem
    /// has values that contain more than outcomes.
    fn table_values(
        &mut self,
        _: &SumQuery<'_>,
    ) -> SumAnswer<Option<(Vec<ComponentTableValue>, ComponentTableValue)>> {
        Ok(None)
    }

    /// Returns a description of the first position below a component at which the condition fails.
    fn failed_condition(
        &mut self,
        world: &World,
        component: &Component,
        _: &Budget<'_>,
    ) -> Result<Text, SolveError> {
        Ok(Text::same(world.show(component.game, &component.slots)))
    }

    /// Returns the numbers of positions evaluated and of options listed.
    fn stats(&self) -> EngineStats;

    /// Returns the approximate number of bytes cached for later queries.
    fn bytes(&self) -> u64;

    /// Prepares for a new query: drops results that hold for the previous query only.
    fn begin(&mut self) {}
}
