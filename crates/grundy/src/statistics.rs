//! The size of a game below a position: the three measures S, T and D of Cao's paper (Chinese
//! national team, 2008, 1.3), and the numbers of options and of won positions. All positions are
//! listed, so the budget limits the size of the game.

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
    /// The position of the question.
    pub position: String,
    /// The conventions of play.
    pub conventions: Conventions,
    /// S: the number of other positions that can be reached from the position.
    pub followers: u64,
    /// T: the number of moves of the longest play; `None` if play can cycle forever.
    pub longest: Option<u64>,
    /// D: the number of bits that distinguish the position and its followers, that is, the least b
    /// with 2^b >= S + 1. D is of the order log S.
    pub bits: u32,
    /// The number of positions that have no move or in which play is over.
    pub terminal: u64,
    /// The total number of options of all positions. Moves to the same position are one option.
    pub options: u64,
    /// The minimum and maximum number of options of positions with options; `None` if no position
    /// has an option.
    pub branching: Option<(u64, u64)>,
    /// The numbers of won, lost and drawn positions; `None` if no method computes them.
    pub outcomes: Option<OutcomeCounts>,
    /// How far the outcomes can be trusted.
    pub status: AnswerStatus,
    /// Reasons to doubt that the rules define the intended game.
    pub warnings: Vec<Warning>,
}

/// The number of positions with each outcome, and the method.
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeCounts {
    /// The number of positions in which the player to move loses.
    pub p: u64,
    /// The number of positions in which the player to move wins.
    pub n: u64,
    /// The number of positions in which no player can force a win.
    pub d: u64,
    /// The method.
    pub method: String,
}

impl Session {
    /// Returns the size of the game below a position. If `outcomes` is set, also counts the
    /// outcomes.
    ///
    /// # Errors
    /// Returns an error if the question is not valid, its games have different conventions, the
    /// rules cannot be evaluated, or the budget runs out.
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
        let counts = (0..positions as u32).map(|node| u64::from(reach.moves.degree(node)));
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
                // The measures S, T and D are valid even if no method computes outcomes, for
                // example if play does not end although the rules declare that it does.
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
            options: reach.moves.arcs() as u64,
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

/// Computes the outcome of every listed position.
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
