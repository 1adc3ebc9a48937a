//! Tables over ranges: of one component, or of a sum in which numbers of several components run. Where values decide, a cell is the
//! nim-sum of the values of its components; else it says who wins the whole sum.

use std::ops::ControlFlow;

use base::budget::Budget;
use base::diagnostic::Span;
use engines::engine::Wanted;
use rules::ir::Int;
use rules::play::{Component, Sum};
use rules::world::World;
use theory::value::Grundy;

use crate::answer::{Cells, Table};
use crate::error::Error;
use crate::plan::{Method, conventions};
use crate::question::{self, Part, Ranges};
use crate::session::Session;
use crate::solver::Solver;
use crate::status::Status;
use crate::warnings;

/// How many steps of a budget reading one cell of a table counts for.
pub(crate) const CELL_STEPS: usize = 64;

/// After how many cells of a table its progress is told.
pub(crate) const CELLS_A_REPORT: u64 = 256;

impl Session {
    /// A table over ranges.
    ///
    /// # Errors
    /// As for [`Session::solve`], where the question is one of ranges; also where the table would not fit in memory.
    pub fn table(&mut self, question: &str, outcomes: bool, budget: &Budget<'_>) -> Result<Table, Error> {
        let asked = question::ranges(self.world_mut(), question)?;
        let size = asked.cells(size_of::<Option<Grundy>>(), budget)?;
        let conventions = conventions(&self.world, &asked.games(), &self.settings)?;
        self.ask(conventions, budget, |session, solver, budget| {
            let outcomes = outcomes || !solver.by_values();
            // The rows are gone through twice, for they take more memory than what is found of them: first for the greatest numbers.
            let greatest = asked.parts.iter().map(|part| session.greatest(question, part, budget));
            let greatest = greatest.collect::<Result<Vec<Vec<Component>>, Error>>()?;
            let all: Vec<Component> = greatest.iter().flatten().cloned().collect();
            let several = asked.parts.iter().zip(&greatest).flat_map(|(part, meant)| (0..part.copies.min(2)).flat_map(|_| meant.clone()));
            question::may_stand_together(&session.world, question, &several.collect::<Vec<_>>())?;
            let lone = asked.lone().is_some();
            if solver.by_values() {
                solver.plan(&all, Wanted::Table, budget)?;
            } else if lone {
                solver.expect_outcomes(all.first().cloned());
            }
            // A theorem that tells who wins is less work than the values.
            let theorem = asked.lone().and_then(|part| solver.plan_of(part.game)?.outcomes.clone());
            let theorem = theorem.filter(|_| outcomes && solver.by_values());
            let (mut values, mut letters) = (Vec::new(), Vec::new());
            if outcomes {
                letters.reserve_exact(size as usize)
            } else {
                values.reserve_exact(size as usize)
            }
            let mut done = 0;
            each_row(&asked.rows(), &mut |numbers| {
                budget.steps(CELL_STEPS * greatest.len()).map_err(Error::Stopped)?;
                match (components(&session.world, &asked, &greatest, numbers, budget)?, outcomes) {
                    (Some(cell), true) => letters.push(Some(match &theorem {
                        Some((_, form)) => form.outcome(&cell[0].slots, budget).map_err(Error::Stopped)?,
                        None => solver.outcome(&Sum::canonical(cell, &session.world), budget)?,
                    })),
                    (Some(cell), false) => values.push(Some(value(&cell, solver, budget)?)),
                    (None, true) => letters.push(None),
                    (None, false) => values.push(None),
                }
                done += 1;
                if done % CELLS_A_REPORT == 0 {
                    budget.report(done, Some(size as u64));
                }
                Ok(ControlFlow::Continue(()))
            })?;
            let cells = if outcomes { Cells::Outcomes(letters) } else { Cells::Values(values) };
            let method = match theorem {
                Some((name, _)) => name.to_owned(),
                None if solver.by_values() => methods(&asked, solver),
                None => solver.deciders(),
            };
            let slots = asked.named(&session.world);
            let warnings = warnings::of_games(&session.world, &asked.games(), !lone, solver.conventions.sum);
            Ok(Table { asked: asked.clone(), slots, cells, method, status: Status::Computed, warnings, stats: solver.stats() })
        })
    }

    /// The greatest numbers of the positions in the ranges of a part, or the components that its game alone means; empty where the
    /// ranges are empty.
    pub(crate) fn greatest(&self, question: &str, part: &Part, budget: &Budget<'_>) -> Result<Vec<Component>, Error> {
        let refused = |why| Error::question(question, Span::new(0, question.len()), why);
        let Some(ranges) = &part.numbers else {
            return question::meant(&self.world, part.game, None, budget)?.map_err(refused);
        };
        let mut greatest: Option<Component> = None;
        let mut first_refusal = None;
        each_row(ranges, &mut |numbers| {
            // What the game requires of a position may take long to say.
            budget.steps(CELL_STEPS).map_err(Error::Stopped)?;
            match (question::complete(&self.world, part.game, Some(numbers), budget)?, &mut greatest) {
                (Ok(cell), None) => greatest = Some(cell),
                (Ok(cell), Some(most)) => most.slots.iter_mut().zip(&cell.slots).for_each(|(a, b)| *a = (*a).max(*b)),
                (Err(why), _) => {
                    first_refusal.get_or_insert(why);
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        match (greatest, first_refusal) {
            (None, Some(why)) => Err(refused(why)),
            (greatest, _) => Ok(greatest.into_iter().collect()),
        }
    }
}

/// The components of a cell; `None` if its numbers are no position. Parts without numbers are the components given for them.
fn components(
    world: &World,
    asked: &Ranges,
    fixed: &[Vec<Component>],
    mut numbers: &[Int],
    budget: &Budget<'_>,
) -> Result<Option<Vec<Component>>, Error> {
    let mut cell = Vec::with_capacity(asked.parts.len());
    for (part, fixed) in asked.parts.iter().zip(fixed) {
        budget.steps(part.copies).map_err(Error::Stopped)?;
        let Some(ranges) = &part.numbers else {
            cell.extend((0..part.copies).flat_map(|_| fixed.iter().cloned()));
            continue;
        };
        let (own, rest) = numbers.split_at(ranges.len());
        numbers = rest;
        match question::complete(world, part.game, Some(own), budget)? {
            Ok(component) => cell.extend(std::iter::repeat_n(component, part.copies)),
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(cell))
}

/// The value of a sum; equal components that stand side by side are asked for once.
fn value(cell: &[Component], solver: &mut Solver, budget: &Budget<'_>) -> Result<Grundy, Error> {
    let mut values = Vec::with_capacity(cell.len());
    for equal in cell.chunk_by(|a, b| a == b) {
        let value = solver.value(&equal[0], budget)?;
        values.extend(std::iter::repeat_n(value, equal.len()));
    }
    Ok(Grundy::sum(values))
}

/// The methods of the games, each once.
fn methods(asked: &Ranges, solver: &Solver) -> String {
    let mut names: Vec<&str> = Vec::new();
    for game in asked.games() {
        let name = solver.plan_of(game).and_then(|plan| plan.method.as_ref()).map_or("", Method::name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// Whether a walk over rows goes on.
type Visited = Result<ControlFlow<()>, Error>;

/// Every row of numbers of some ranges, the last running fastest, until the visitor breaks off.
pub(crate) fn each_row(ranges: &[(Int, Int)], visit: &mut dyn FnMut(&[Int]) -> Visited) -> Result<(), Error> {
    if ranges.iter().any(|(low, high)| low > high) {
        return Ok(());
    }
    let mut row: Vec<Int> = ranges.iter().map(|(low, _)| *low).collect();
    loop {
        if visit(&row)?.is_break() {
            return Ok(());
        }
        let Some(slot) = (0..row.len()).rev().find(|&i| row[i] < ranges[i].1) else { return Ok(()) };
        row[slot] += 1;
        for i in slot + 1..row.len() {
            row[i] = ranges[i].0;
        }
    }
}
