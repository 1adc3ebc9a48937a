//! Methods other than one automaton that compute all values of a game.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use laws::{
    LawError, LawFinder, LawOutput, LawSearchEffort, LawSearchInput, LawSearchResult,
    ProvedValueFunction, Theory, find, find_value_function, find_without_search, leads_elsewhere,
    lemmas,
};
use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;

use super::cells::SolverCells;
use super::error::LawSearchError;
use super::forms::LawForm;
use super::game_clauses::measure;
use super::passes::{PASSES, QUICK_PASSES};
use super::query::LawQuery;
use crate::error::SolveError;
use crate::solver::Solver;

/// Finds a method other than one automaton that computes all values, or returns the reason why no
/// method is found.
pub(super) fn find_other_method(
    world: &World,
    game: GameId,
    form: LawForm,
    sought: &LawQuery,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Result<ProvedValueFunction, Text>, SolveError> {
    let Some(ir) = world.rules(game).game() else {
        return Ok(Err(text!(
            "the game is not written in the rule language",
            "该游戏不是用规则语言写的"
        )));
    };
    let effort = LawSearchEffort {
        nodes: PASSES[0].nodes.min(sought.nodes),
        rounds: PASSES[0].rounds,
        side: None,
    };
    let pass = if sought.soon {
        &QUICK_PASSES[1]
    } else {
        &PASSES[1]
    };
    let (found, cut) = budget.limited(pass.looks, |budget| {
        let clauses = match clauses::unsorted(world, game, budget) {
            Ok(clauses) => Ok(clauses),
            Err(clauses::ClauseError::Refused(why)) => Err(why),
            Err(clauses::ClauseError::Stopped(stop)) => {
                return Err(stop.into());
            }
        };
        let most = sought.cells.min(pass.cells);
        if form != LawForm::Theorem && clauses.as_ref().is_ok_and(leads_elsewhere) {
            let mut finder = GameLawFinder {
                solver,
                world,
                most,
                effort,
                fault: None,
            };
            let found = lemmas(world, game, &mut finder, budget);
            return finder.fault.take().map_or_else(
                || found.map_err(LawSearchError::Law),
                |error| Err(LawSearchError::Solve(error)),
            );
        }
        let (measure, _) = measure(world, game, budget)?;
        let subject = match &clauses {
            Ok(clauses) => Ok(LawSearchInput {
                clauses,
                slots: &ir.slots,
                sorted: &ir.unordered,
                measure: &measure,
            }),
            Err(why) => Err(why.clone()),
        };
        if form == LawForm::Theorem {
            let none = || {
                LawError::Outside(text!(
                    "no theorem applies to the moves of the game",
                    "没有适用于其着法的定理"
                ))
            };
            return find_without_search(world, game, &subject, budget)?
                .ok_or_else(|| none().into());
        }
        let mut cells = SolverCells::new(solver, world, game, true, most);
        let found = find_value_function(world, game, subject, &mut cells, effort, budget);
        cells.fault.take().map_or_else(
            || found.map_err(LawSearchError::Law),
            |error| Err(LawSearchError::Solve(error)),
        )
    });
    match found {
        Ok(shown) => Ok(Ok(shown)),
        Err(LawSearchError::Solve(error)) => Err(error),
        Err(LawSearchError::Law(LawError::Outside(why))) => Ok(Err(why)),
        Err(LawSearchError::Law(LawError::Stopped(_))) if cut => {
            Ok(Err(text!("abandoned: too much work", "放弃：工作量过大")))
        }
        Err(LawSearchError::Law(LawError::Stopped(stop))) => Err(SolveError::Stopped(stop)),
    }
}

/// Searches for laws of several games together, with a table of each game.
struct GameLawFinder<'s> {
    solver: &'s mut Solver,
    world: &'s World,
    most: u64,
    effort: LawSearchEffort,
    /// The error that stopped a search, unless the budget ran out.
    fault: Option<SolveError>,
}

impl LawFinder for GameLawFinder<'_> {
    fn measure(&mut self, game: GameId, budget: &Budget<'_>) -> Result<Vec<Int>, StopReason> {
        Ok(measure(self.world, game, budget)?.0)
    }

    fn find(
        &mut self,
        game: GameId,
        theory: &Theory,
        budget: &Budget<'_>,
    ) -> Result<LawSearchResult, LawError> {
        let (world, most) = (self.world, self.most);
        let mut cells = SolverCells::new(self.solver, world, game, true, most);
        let found = find(
            PlayConvention::Normal,
            theory,
            LawOutput::Values,
            &mut cells,
            self.effort,
            budget,
        );
        self.fault = self.fault.take().or(cells.fault);
        found
    }
}
