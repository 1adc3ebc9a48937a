//! The length of play (remoteness) that an answer shows although the question did not ask for it. A
//! theorem may provide it. Otherwise it is searched within a fixed number of steps, so that a batch
//! of questions is not slowed down. Positions at which this search was given up are cached: a
//! position that is at least as large in every slot is not searched again.

use base::budget::Budget;
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

/// Returns the number of moves to the end under optimal play of a position that is not a draw, if a
/// theorem provides it or a short search finds it.
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
        || solver.conventions.entailing
        || components.len() > MAX_SLOTS
        || slots > MAX_SLOTS
    {
        return None;
    }
    // The plan is stored for later questions, so that it is not part of the limited work.
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
