//! The game graph below a position: every reachable position with its outcome and value, and the
//! moves between them. A graph is meant to be drawn, so a limit on the number of positions applies.

use base::budget::{Budget, StopReason};
use base::text;
use rules::game::{Conventions, Outcome};
use rules::play::{Component, SumPosition, ended_at_once};
use rules::view::component_views;
use rules::world::World;
use theory::value::Grundy;

use crate::answer::Warning;
use crate::error::{RulesResult, SolveError};
use crate::question::QuestionInput;
use crate::reach_graph::{Heights, ReachGraph};
use crate::session::Session;
use crate::solver::Solver;
use crate::status::AnswerStatus;
use crate::value_method::ValueMethod;
use crate::{position_text, warnings};
use engines::engine::AccessPattern;

/// The answer to `graph`.
#[derive(Clone, Debug)]
pub struct GameGraph {
    /// The position of the question.
    pub position: String,
    /// The conventions of play.
    pub conventions: Conventions,
    /// Whether play can cycle.
    pub loopy: bool,
    /// The positions of the graph; the first position is the position of the question.
    pub nodes: Vec<GraphNode>,
    /// The moves as sorted pairs (from, to) without duplicates.
    pub arcs: Vec<(usize, usize)>,
    /// The methods that computed outcomes and values.
    pub method: String,
    /// How far the outcomes and values can be trusted.
    pub status: AnswerStatus,
    /// Reasons to doubt that the rules define the intended game.
    pub warnings: Vec<Warning>,
}

/// A position of a game graph.
#[derive(Clone, Debug)]
pub struct GraphNode {
    /// The position as text, for example `nim[1] + nim[2]`.
    pub position: String,
    /// A picture in a few lines, for boards, rows of cells, coins and graphs. Other positions are
    /// written as numbers such as `1, 2`, with the game's name only if the graph has several games.
    pub short: String,
    /// The outcome.
    pub outcome: Outcome,
    /// The Grundy value, if values decide and play is not over.
    pub value: Option<Grundy>,
    /// The length of the longest play to the end. If play can cycle, moves back to a position on
    /// the path are not counted.
    pub layer: u32,
}

impl Session {
    /// Returns the game graph below a position, with at most `limit` positions.
    ///
    /// # Errors
    /// Returns the errors of [`Session::solve`], and an error if more than `limit` positions can be
    /// reached.
    pub fn graph<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q>>,
        limit: u64,
        budget: &Budget<'_>,
    ) -> Result<GameGraph, SolveError> {
        let (position, conventions) = self.position(question, budget)?;
        let start = position.sum(&self.world);
        let reach = ReachGraph::list(&self.world, start, conventions, limit, budget).map_err(|error| match error {
            SolveError::Stopped(StopReason::Positions(_)) => SolveError::Usage(text!(
                "cannot draw the graph: more than {limit} positions can be reached; use a smaller position or raise --limit",
                "无法画图：可到达的局面超过 {limit} 个；请换一个更小的局面，或增大 --limit"
            )),
            other => other,
        })?;
        let heights = reach.heights(budget)?;
        let (nodes, method) = self.ask(conventions, budget, |session, solver, budget| {
            session.nodes(&position.components, &reach, &heights, solver, budget)
        })?;
        let arcs = (0..nodes.len())
            .flat_map(|from| {
                let heads = reach.moves.heads(from as u32).iter();
                heads.map(move |&to| (from, to as usize))
            })
            .collect();
        Ok(GameGraph {
            position: position_text::position(&self.world, &position.components),
            conventions,
            loopy: heights.loopy,
            nodes,
            arcs,
            method,
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

    /// Returns the positions of a graph with their outcomes and values, and the methods used.
    fn nodes(
        &self,
        components: &[Component],
        reach: &ReachGraph,
        heights: &Heights,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<(Vec<GraphNode>, String), SolveError> {
        if solver.values_decide() {
            solver.plan(components, AccessPattern::Positions, budget)?;
        }
        let mut games: Vec<_> = reach
            .positions
            .iter()
            .flat_map(|sum| sum.0.iter().map(|c| c.game))
            .collect();
        games.sort_unstable();
        games.dedup();
        let mut nodes = Vec::with_capacity(reach.positions.len());
        for (sum, &layer) in reach.positions.iter().zip(&heights.of) {
            let over = ended_at_once(&self.world, sum, budget)
                .explain_fault(&self.world)?
                .is_some();
            let value = if solver.values_decide() && !over {
                let values: Result<Vec<Grundy>, SolveError> = sum
                    .0
                    .iter()
                    .map(|part| solver.value(part, budget))
                    .collect();
                Grundy::sum(values?)
            } else {
                None
            };
            nodes.push(GraphNode {
                position: sum.show(&self.world),
                short: short_text(&self.world, sum).unwrap_or_else(|| {
                    if games.len() <= 1 {
                        short(sum)
                    } else {
                        sum.show(&self.world)
                    }
                }),
                outcome: solver.outcome(sum, budget)?,
                value,
                layer,
            });
        }
        Ok((nodes, methods(solver)?))
    }
}

/// Returns the methods that a solver used, without duplicates.
pub(crate) fn methods(solver: &mut Solver) -> Result<String, SolveError> {
    if !solver.values_decide() {
        return Ok(solver.deciders());
    }
    let mut names: Vec<&str> = solver
        .plans()
        .filter_map(|(_, plan)| plan.method.as_ref())
        .map(ValueMethod::name)
        .collect();
    names.dedup();
    Ok(names.join(", "))
}

/// Returns a picture of a position in a few lines; `None` if the numbers of the position are
/// enough.
fn short_text(world: &World, sum: &SumPosition) -> Option<String> {
    let labels = component_views(world, &sum.0)
        .iter()
        .map(|seen| seen.view.label())
        .collect::<Option<Vec<String>>>()?;
    let of_lines = labels.iter().any(|label| label.contains('\n'));
    (!labels.is_empty() && (labels.len() == 1 || !of_lines)).then(|| labels.join(" + "))
}

/// Returns the numbers of a position without names: `1, 2` for two piles, `3, 4` for one component
/// with two slots, `(1, 2) + (3, 4)` for two components with two slots each.
fn short(sum: &SumPosition) -> String {
    let numbers = |slots: &[i64]| {
        slots
            .iter()
            .map(i64::to_string)
            .collect::<Vec<_>>()
            .join(", ")
    };
    match &sum.0[..] {
        [] => "0".to_owned(),
        [lone] if lone.slots.is_empty() => "·".to_owned(),
        [lone] => numbers(&lone.slots),
        several if several.iter().all(|c| c.slots.len() == 1) => several
            .iter()
            .map(|c| c.slots[0].to_string())
            .collect::<Vec<_>>()
            .join(", "),
        several => several
            .iter()
            .map(|c| format!("({})", numbers(&c.slots)))
            .collect::<Vec<_>>()
            .join(" + "),
    }
}
