//! How large a game is from one position on: the three measures S, T and D of Cao's paper (Chinese
//! national team, 2008, 1.3), the number of options a position has, and how many positions are won.
//! All positions are listed, so the size is bounded by the budget.

use base::budget::Budget;
use rules::game::{Conventions, Outcome};

use crate::answer::Warning;
use crate::error::SolveError;
use crate::graph::methods;
use crate::question::QuestionInput;
use crate::reach_graph::ReachGraph;
use crate::session::Session;
use crate::solver::Solver;
use crate::status::AnswerStatus;
use crate::{position_text, warnings};
use engines::engine::AccessPattern;

/// The answer to `stats`.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionStatistics {
    /// The position asked for.
    pub position: String,
    /// How it is played.
    pub conventions: Conventions,
    /// S: how many other positions can be reached from it, in one move or more.
    pub followers: u64,
    /// T: how many moves the longest play has; `None` if play can go round for ever.
    pub longest: Option<u64>,
    /// The bits that tell the position and its followers apart: the least b with 2^b >= S + 1. D
    /// is of the order log S.
    pub bits: u32,
    /// Positions without a move, or where play is over.
    pub terminal: u64,
    /// The number of options of all positions together; moves that leave the same position are one
    /// option.
    pub options: u64,
    /// The least and the greatest number of options of a position that has any; `None` if no move
    /// can be made at all.
    pub branching: Option<(u64, u64)>,
    /// How many of the positions are won, lost, drawn; `None` if no method tells.
    pub outcomes: Option<OutcomeCounts>,
    /// How far the outcomes may be trusted.
    pub status: AnswerStatus,
    /// Reasons to doubt that the rules say the game that is meant.
    pub warnings: Vec<Warning>,
}

/// How many positions have which outcome, and how that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeCounts {
    /// The player to move loses.
    pub p: u64,
    /// The player to move wins.
    pub n: u64,
    /// Nobody can force a win.
    pub d: u64,
    /// The method.
    pub method: String,
}

impl Session {
    /// How large the game is from this position on. `outcomes` asks for the counts of won positions
    /// as well.
    ///
    /// # Errors
    /// Where the question is refused, its games are played by different conventions, the rules
    /// cannot be evaluated, or the budget ends.
    pub fn stats<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        outcomes: bool,
        budget: &Budget<'_>,
    ) -> Result<PositionStatistics, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        let reach = ReachGraph::list(
            &self.world,
            position.sum(&self.world),
            conventions,
            u64::MAX,
            budget,
        )?;
        let heights = reach.heights(budget)?;
        let positions = reach.positions.len() as u64;
        let counts = (0..reach.positions.len()).map(|node| reach.options(node).len() as u64);
        let (least, most) = counts
            .clone()
            .filter(|&c| c > 0)
            .fold((u64::MAX, 0), |(least, most), c| {
                (least.min(c), most.max(c))
            });
        let outcomes = if outcomes {
            match self.ask(conventions, budget, |_, solver, budget| {
                count(solver, &position.components, &reach, budget)
            }) {
                Ok(found) => Some(found),
                // The measures stand where nothing says who wins, as in play that never ends though
                // the rules promise it.
                Err(SolveError::Endless(_) | SolveError::Unsupported(_)) => None,
                Err(error) => return Err(error),
            }
        } else {
            None
        };
        Ok(PositionStatistics {
            position: position_text::position(&self.world, &position.components),
            conventions,
            followers: positions - 1,
            longest: (!heights.loopy).then(|| heights.of[0].into()),
            bits: positions.next_power_of_two().ilog2(),
            terminal: counts.filter(|&c| c == 0).count() as u64,
            options: reach.arcs() as u64,
            branching: (most > 0).then_some((least, most)),
            outcomes,
            status: self.settings.computed(),
            warnings: warnings::of_position(
                &self.world,
                &self.settings,
                &position.components,
                conventions.sum,
                budget,
            ),
        })
    }
}

/// Asks for the outcome of every position listed.
fn count(
    solver: &mut Solver,
    components: &[rules::play::Component],
    reach: &ReachGraph,
    budget: &Budget<'_>,
) -> Result<OutcomeCounts, SolveError> {
    if solver.values_decide() {
        solver.plan(components, AccessPattern::Positions, budget)?;
    }
    let (mut p, mut n, mut d) = (0, 0, 0);
    for (done, sum) in reach.positions.iter().enumerate() {
        budget.tick()?;
        if done.is_multiple_of(1 << 12) {
            budget.report(done as u64, Some(reach.positions.len() as u64));
        }
        match solver.outcome(sum, budget)? {
            Outcome::P => p += 1,
            Outcome::N => n += 1,
            Outcome::D => d += 1,
        }
    }
    Ok(OutcomeCounts {
        p,
        n,
        d,
        method: methods(solver)?,
    })
}
