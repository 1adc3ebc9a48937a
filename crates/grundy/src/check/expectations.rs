//! Expectations of rule files.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::Arc;

use base::budget::Budget;
use base::diagnostic::{Diagnostic, Span};
use base::impl_error;
use base::text;
use base::text::Text;
use engines::engine::AccessPattern;
use engines::partizan_search::PartizanSearch;
use partizan::{NotationErrorKind, ValueError};
use rules::ast::{PlayConvention, Player};
use rules::game::{Conventions, GameId, Outcome, SumKind};
use rules::ir::Int;
use rules::lower::Expectation;
use rules::play::{Component, SumPosition};
use rules::world::World;
use theory::value::Grundy;

use crate::error::SolveError;
use crate::max_slots::raise;
use crate::partizan_answer::{self, PartizanCache, refuse_value};
use crate::plan::{conventions, conventions_of_any_play};
use crate::question::complete;
use crate::row_walk::each_row;
use crate::settings::SessionSettings;
use crate::solver::{Solver, SolverCache};
use crate::table::CELL_STEPS;
use crate::turns::{self, QuestionScope};

/// The reason why an expectation does not hold, or cannot be checked.
#[derive(Debug)]
pub(super) enum ExpectationError {
    /// The expectation does not hold.
    Fails(Box<Diagnostic>),
    /// The expectation cannot be checked.
    Solve(Box<SolveError>),
}

impl ExpectationError {
    fn text(&self) -> Text {
        match self {
            ExpectationError::Fails(diagnostic) => diagnostic.message.clone(),
            ExpectationError::Solve(error) => error.text(),
        }
    }
}

impl_error!(ExpectationError { Solve });

impl From<SolveError> for ExpectationError {
    fn from(error: SolveError) -> ExpectationError {
        ExpectationError::Solve(Box::new(error))
    }
}

pub(super) struct ExpectationRunner<'w> {
    pub world: &'w Arc<World>,
    pub settings: &'w SessionSettings,
    pub budget: &'w Budget<'w>,
}

impl<'w> ExpectationRunner<'w> {
    fn solver(&self, games: &[GameId]) -> Result<Solver, SolveError> {
        let conventions = conventions(self.world, games, false, self.settings, self.budget)?;
        let memory = SolverCache::new(self.settings, conventions);
        Ok(Solver::new(self.world, memory))
    }

    /// Returns a solver for Grundy values. Grundy values are computed under normal play, whatever
    /// conventions the game has.
    fn value_solver(&self) -> Solver {
        let memory = SolverCache::new(self.settings, Conventions::default());
        Solver::new(self.world, memory)
    }

    fn position(
        &self,
        game: GameId,
        numbers: &[Int],
        span: Span,
    ) -> Result<Component, ExpectationError> {
        complete(self.world, game, Some(numbers), self.budget)?.map_err(|why| fails(span, why))
    }

    /// Returns an error for positions in which several components would have turns of their own.
    fn allow(&self, asked: QuestionScope<'_>, span: Span) -> Result<(), ExpectationError> {
        let refused = kept_turn(self.world, asked, self.settings, span, self.budget);
        refused.map_or(Ok(()), |refused| {
            Err(ExpectationError::Fails(Box::new(refused)))
        })
    }

    pub fn expectation(
        &self,
        game: GameId,
        expectation: &Expectation,
        span: Span,
    ) -> Result<(), ExpectationError> {
        let others = match expectation {
            Expectation::Same { other, .. } => Some(*other),
            _ => None,
        };
        for game in [game].into_iter().chain(others) {
            let scope = QuestionScope::Games {
                games: &[game],
                is_sum: false,
            };
            self.allow(scope, span)?;
        }
        match expectation {
            Expectation::Values(..)
            | Expectation::Value(..)
            | Expectation::Outcomes(..)
            | Expectation::Scores(..)
            | Expectation::Score(..)
            | Expectation::Same { .. }
                if self.is_partizan(&[game]) =>
            {
                Err(fails(span, partizan_only()))
            }
            Expectation::Same { other, .. } if self.is_partizan(&[*other]) => {
                Err(fails(span, partizan_only()))
            }
            Expectation::Values(ranges, values) => {
                let cells = self.cells(game, ranges, span)?;
                let mut solver = self.value_solver();
                solver.plan(&cells, AccessPattern::Table, self.budget)?;
                for (cell, (expected, span)) in cells.iter().zip(values) {
                    self.expect_value(&mut solver, cell, *expected, *span)?;
                }
                Ok(())
            }
            Expectation::Outcomes(ranges, letters) => {
                let cells = self.cells(game, ranges, span)?;
                let Some(first) = cells.first() else {
                    return Ok(());
                };
                let mut solver = self.solver(&[first.game])?;
                if solver.values_decide() {
                    solver.plan(&cells, AccessPattern::Table, self.budget)?;
                }
                for (cell, (expected, span)) in cells.into_iter().zip(letters) {
                    let alone = SumPosition(vec![cell]);
                    self.expect_outcome(&mut solver, &alone, *expected, *span)?;
                }
                Ok(())
            }
            Expectation::Scores(ranges, values) => {
                let cells = self.cells(game, ranges, span)?;
                let mut solver = self.scoring_solver(&[game], span)?;
                solver.expect_outcomes(greatest(&cells));
                for (cell, (expected, span)) in cells.into_iter().zip(values) {
                    let alone = SumPosition(vec![cell]);
                    self.expect_score(&mut solver, &alone, *expected, *span)?;
                }
                Ok(())
            }
            Expectation::Score(list, expected) => {
                let (sum, games) = self.sum(list, span)?;
                let mut solver = self.scoring_solver(&games, span)?;
                self.expect_score(&mut solver, &sum, *expected, span)
            }
            Expectation::Value(numbers, expected) => {
                let cell = self.position(game, numbers, span)?;
                self.expect_value(&mut self.value_solver(), &cell, *expected, span)
            }
            Expectation::Forms(ranges, values) => {
                let cells = self.cells(game, ranges, span)?;
                let mut search = self.partizan_search(&[game], span)?;
                for (cell, (expected, at)) in cells.into_iter().zip(values) {
                    let alone = SumPosition(vec![cell]);
                    self.expect_form(&mut search, &alone, (expected, *at), *at)?;
                }
                Ok(())
            }
            Expectation::Form(list, expected, at) => {
                let (sum, games) = self.sum(list, span)?;
                let mut search = self.partizan_search(&games, span)?;
                self.expect_form(&mut search, &sum, (expected, *at), span)
            }
            Expectation::Winner(list, player) => {
                let (sum, games) = self.sum(list, span)?;
                let letter = match player {
                    Player::Left => 'L',
                    Player::Right => 'R',
                };
                self.expect_class(&games, &sum, letter, span)
            }
            Expectation::Sum(list, expected) => {
                let (sum, games) = self.sum(list, span)?;
                if self.is_partizan(&games) {
                    return self.expect_class(&games, &sum, expected.letter(), span);
                }
                self.expect_outcome(&mut self.solver(&games)?, &sum, *expected, span)
            }
            Expectation::Same {
                value,
                other,
                ranges,
            } => self.same(game, *other, *value, ranges, span),
        }
    }

    fn expect_value(
        &self,
        solver: &mut Solver,
        cell: &Component,
        expected: Int,
        span: Span,
    ) -> Result<(), ExpectationError> {
        let got = solver.value(cell, self.budget)?;
        if is_nimber(got, expected) {
            return Ok(());
        }
        let what = format!("SG({})", self.show(cell));
        Err(unequal(&what, got, expected, span))
    }

    fn expect_outcome(
        &self,
        solver: &mut Solver,
        sum: &SumPosition,
        expected: Outcome,
        span: Span,
    ) -> Result<(), ExpectationError> {
        let got = solver.outcome(sum, self.budget)?;
        if got == expected {
            return Ok(());
        }
        let what = sum.show(self.world);
        Err(unequal(&what, got.letter(), expected.letter(), span))
    }
    /// Returns a sum in canonical form, and its games.
    fn sum(
        &self,
        list: &[(GameId, Vec<Int>)],
        span: Span,
    ) -> Result<(SumPosition, Vec<GameId>), ExpectationError> {
        let components: Result<Vec<Component>, ExpectationError> = list
            .iter()
            .map(|(game, numbers)| self.position(*game, numbers, span))
            .collect();
        let games: Vec<GameId> = list.iter().map(|(game, _)| *game).collect();
        let sum = SumPosition::canonical(components?, self.world);
        self.allow(QuestionScope::Position(&sum.0), span)?;
        Ok((sum, games))
    }

    /// Returns a solver for games that are played for points.
    fn scoring_solver(&self, games: &[GameId], span: Span) -> Result<Solver, ExpectationError> {
        let solver = self.solver(games)?;
        if solver.conventions.play == PlayConvention::Score {
            return Ok(solver);
        }
        let error = Diagnostic::error(
            span,
            text!(
                "`expect score` requires `play score` in the rules",
                "`expect score` 要求规则中有 `play score`"
            ),
        );
        Err(ExpectationError::Fails(Box::new(error)))
    }

    fn expect_score(
        &self,
        solver: &mut Solver,
        sum: &SumPosition,
        expected: Int,
        span: Span,
    ) -> Result<(), ExpectationError> {
        let (score, _) = solver.score(sum, self.budget)?;
        if score.difference == expected {
            return Ok(());
        }
        let what = format!("score({})", sum.show(self.world));
        Err(unequal(&what, score.difference, expected, span))
    }

    /// Returns whether the players have different moves in a sum of these games.
    fn is_partizan(&self, games: &[GameId]) -> bool {
        let reached = self.world.reachable_games(games.iter().copied());
        let is_partizan =
            |game: &GameId| self.world.rules(*game).conventions().play == PlayConvention::Partizan;
        games.iter().chain(&reached).any(is_partizan)
    }

    /// Tests the outcome of a sum in which the players have different moves.
    fn expect_class(
        &self,
        games: &[GameId],
        sum: &SumPosition,
        expected: char,
        span: Span,
    ) -> Result<(), ExpectationError> {
        self.partizan_search(games, span)?;
        let mut cache = PartizanCache::new(self.settings);
        let found = cache.winners(self.world, sum, self.budget)?.letters();
        if found == expected.to_string() {
            return Ok(());
        }
        Err(unequal(&sum.show(self.world), found, expected, span))
    }

    /// Compares the value of a sum in which the players have different moves with a value in the
    /// notation of values, which is located at `expected.1`.
    fn expect_form(
        &self,
        search: &mut PartizanSearch,
        sum: &SumPosition,
        expected: (&str, Span),
        span: Span,
    ) -> Result<(), ExpectationError> {
        let value = self.partizan_value(search, sum)?;
        let (store, budget) = (&mut search.store, self.budget);
        let stated = store
            .parse(expected.0, budget)
            .map_err(|error| match error.kind {
                NotationErrorKind::Value(ValueError::Stopped(stop)) => {
                    SolveError::Stopped(stop).into()
                }
                _ => fails(expected.1, error.text()),
            })?;
        if stated == value {
            return Ok(());
        }
        let found = store.name(value, budget);
        let found = found.map_err(partizan_answer::refused)?;
        Err(unequal(&sum.show(self.world), found, expected.0, span))
    }

    /// Returns a search for values of games in which the players have different moves.
    fn partizan_search(
        &self,
        games: &[GameId],
        span: Span,
    ) -> Result<PartizanSearch, ExpectationError> {
        if self.is_partizan(games) {
            // Reports conventions that cannot be combined.
            conventions_of_any_play(self.world, games, false, self.settings, self.budget)?;
            return Ok(PartizanSearch::new());
        }
        let why = text!(
            "the players have the same moves: write `SG [...] == 3` for a value, or `[...] is P` for an outcome",
            "双方着法相同：值写作 `SG [...] == 3`，胜负写作 `[...] is P`"
        );
        Err(fails(span, why))
    }

    fn partizan_value(
        &self,
        search: &mut PartizanSearch,
        sum: &SumPosition,
    ) -> Result<partizan::Id, ExpectationError> {
        refuse_value(self.world, sum)?;
        let value = search.sum(self.world, sum, self.budget);
        Ok(value.map_err(|error| SolveError::of_engine(self.world, error))?)
    }

    fn same(
        &self,
        game: GameId,
        other: GameId,
        value: bool,
        ranges: &[(Int, Int)],
        span: Span,
    ) -> Result<(), ExpectationError> {
        let (mine, theirs) = (
            self.cells(game, ranges, span)?,
            self.cells(other, ranges, span)?,
        );
        let Some((first, second)) = mine.first().zip(theirs.first()) else {
            return Ok(());
        };
        if value {
            let mut solver = self.value_solver();
            let all = [mine.clone(), theirs.clone()].concat();
            solver.plan(&all, AccessPattern::Table, self.budget)?;
            for (a, b) in mine.iter().zip(&theirs) {
                let (x, y) = (solver.value(a, self.budget)?, solver.value(b, self.budget)?);
                if x != y {
                    let what = format!("SG({})", self.show(a));
                    let other = format!("{y} = SG({})", self.show(b));
                    return Err(unequal(&what, x, other, span));
                }
            }
            return Ok(());
        }
        let (mut left, mut right) = (self.solver(&[first.game])?, self.solver(&[second.game])?);
        for (a, b) in mine.iter().zip(&theirs) {
            let x = left.outcome(&SumPosition(vec![a.clone()]), self.budget)?;
            let y = right.outcome(&SumPosition(vec![b.clone()]), self.budget)?;
            if x != y {
                let other = format!("{} = {}", y.letter(), self.show(b));
                return Err(unequal(&self.show(a), x.letter(), other, span));
            }
        }
        Ok(())
    }

    fn cells(
        &self,
        game: GameId,
        ranges: &[(Int, Int)],
        span: Span,
    ) -> Result<Vec<Component>, ExpectationError> {
        let mut cells = Vec::new();
        let mut refused = None;
        each_row(ranges, &mut |numbers| {
            match complete(self.world, game, Some(numbers), self.budget)? {
                Ok(cell) => cells.push(cell),
                Err(why) => refused = refused.take().or(Some(why)),
            }
            self.budget.steps(CELL_STEPS)?;
            // One error about a cell is enough to report.
            Ok(if refused.is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })?;
        match refused {
            Some(why) => Err(fails(span, why)),
            None => Ok(cells),
        }
    }

    fn show(&self, component: &Component) -> String {
        self.world.show(component.game, &component.slots)
    }
}

/// Returns the reason why an expectation is refused if the players have different moves.
fn partizan_only() -> Text {
    text!(
        "the players have different moves: write `value [...] == \"{{1|0}}\"` for a value, or `[...] is L` for an outcome",
        "双方着法不同：值写作 `value [...] == \"{{1|0}}\"`，胜负写作 `[...] is L`"
    )
}

/// Returns the component with the maximum of each slot of some components of one game.
fn greatest(cells: &[Component]) -> Option<Component> {
    let mut greatest = cells.first()?.clone();
    for cell in cells {
        raise(&mut greatest.slots, &cell.slots);
    }
    Some(greatest)
}

fn fails(span: Span, why: Text) -> ExpectationError {
    ExpectationError::Fails(Box::new(Diagnostic::error(span, why)))
}

fn unequal(what: &str, got: impl Display, expected: impl Display, span: Span) -> ExpectationError {
    let why = text!(
        "{what} is {got}, but {expected} was expected",
        "{what} 为 {got}，但期望值为 {expected}"
    );
    fails(span, why)
}

/// Returns an error about a turn that each of several components would have.
pub(super) fn kept_turn(
    world: &World,
    asked: QuestionScope<'_>,
    settings: &SessionSettings,
    span: Span,
    budget: &Budget<'_>,
) -> Option<Diagnostic> {
    let own = match asked {
        QuestionScope::Position(components) => components.first().map(|component| component.game),
        QuestionScope::Games { games, .. } => games.first().copied(),
    };
    let sum = settings
        .sum
        .or_else(|| own.map(|game| world.rules(game).conventions().sum))
        .unwrap_or(SumKind::One);
    match turns::refuse(world, asked, sum, budget) {
        Err(SolveError::Usage(why)) => Some(Diagnostic::error(span, why)),
        _ => None,
    }
}

/// Returns whether a value is the nimber `number`; a value that is not a nimber is not equal to any
/// number.
pub(super) fn is_nimber(value: Grundy, number: Int) -> bool {
    value
        .as_nimber()
        .is_some_and(|nimber| u64::try_from(number) == Ok(nimber))
}
