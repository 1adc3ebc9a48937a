//! The length of play (remoteness) that an answer shows although the question did not request it. A
//! theorem may provide the length. If no theorem provides the length, a search of a fixed number of
//! steps computes it, so that a batch of questions is not slowed down. Positions at which the
//! search was abandoned are cached. A position that is at least as large in every slot as a cached
//! position is not searched again.

use base::budget::Budget;
use rules::ast::PlayConvention;
use rules::game::Outcome;
use rules::play::Component;
use rules::world::World;

use crate::abandoned_searches::PositionExtent;
use crate::measure::Measure;
use crate::measure_evaluator::MeasureEvaluator;
use crate::plan::Decision;
use crate::settings::SessionSettings;
use crate::solver::Solver;

/// Maximum number of components, and of slots, of a position whose length of play is searched.
const MAX_SLOTS: usize = 64;

/// Maximum number of budget polls, a thousand steps each, for listing the positions and for their
/// analysis.
const MAX_POLLS: u32 = 36;

/// Maximum memory of the search, in bytes.
const MAX_BYTES: u64 = 32 << 20;

/// Returns the number of moves to the end under optimal play, for a position that is not a draw.
/// Returns `None` if neither a theorem nor a short search provides this number.
pub(crate) fn play_length(
    world: &World,
    settings: &SessionSettings,
    components: &[Component],
    outcome: Outcome,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Option<u64> {
    let slots: usize = components
        .iter()
        .map(|component| component.slots.len())
        .sum();
    if outcome == Outcome::D
        || solver.conventions.play == PlayConvention::Score
        || solver.conventions.entailing
        || components.len() > MAX_SLOTS
        || slots > MAX_SLOTS
    {
        return None;
    }
    // The cost of planning is not limited, because the plan is stored for later questions.
    let known = match solver.decision(components, false, budget) {
        Ok(Decision::SingleComponent((_, form))) => form.remoteness(&components[0].slots),
        _ => None,
    };
    let found = known.or_else(|| {
        let extent = PositionExtent::new(world, components);
        if solver.memory().length_given_up.includes(&extent) {
            return None;
        }
        let search = |budget: &Budget<'_>| {
            MeasureEvaluator::new(Measure::Remoteness, solver.conventions, settings)
                .moves(world, components, budget)
        };
        let (found, is_given_up) = budget
            .with_memory(budget.memory.min(MAX_BYTES))
            .limited(MAX_POLLS, search);
        if is_given_up {
            solver.memory().length_given_up.insert(extent);
        }
        found.ok().flatten()
    });
    found.filter(|&moves| moves > 0)
}
