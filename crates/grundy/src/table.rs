//! Tables over ranges: of one component, or of a sum in which numbers of several components run.
//! Where values decide, a cell is the nim-sum of the values of its components; else it says who
//! wins the whole sum.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use base::budget::Budget;
use base::diagnostic::Span;
use base::text;
use base::text::Text;
use engines::dense::DenseTable;
use engines::engine::AccessPattern;
use rules::expression::GameExpression;
use rules::game::{Conventions, RulesError, SumKind};
use rules::ir::{Int, Slot};
use rules::play::{Component, SumPosition};
use rules::world::{InstantiationError, World};
use theory::value::Grundy;

use crate::answer::{CellKind, TableAnswer, TableCells, Warning};
use crate::column::Column;
use crate::error::SolveError;
use crate::law_theorem;
use crate::max_slots::raise;
use crate::measure::{Measure, MeasuredValue};
use crate::measure_evaluator::MeasureEvaluator;
use crate::plan::conventions;
use crate::question::{self, PositionRanges, QuestionInput, RangePart};
use crate::row_walk::each_row;
use crate::session::Session;
use crate::solver::Solver;
use crate::status::AnswerStatus;
use crate::sum_value::fitting_sum;
use crate::value_method::ValueMethod;
use crate::{position_text, warnings};

/// How many steps of a budget reading one cell of a table counts for.
pub(crate) const CELL_STEPS: usize = 64;

/// After how many cells of a table its progress is told.
pub(crate) const CELLS_A_REPORT: u64 = 256;

impl Session {
    /// A table over ranges.
    ///
    /// # Errors
    /// As for [`Session::solve`], where the question is one of ranges; also where the table would
    /// not fit in memory.
    pub fn table<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q, PositionRanges>>,
        outcomes: bool,
        budget: &Budget<'_>,
    ) -> Result<TableAnswer, SolveError> {
        let (asked, question) = self.ranges(question)?;
        let conventions = self.table_conventions(&asked, budget)?;
        if !outcomes && Measure::had(&conventions).first() == Some(&Measure::Entailing) {
            // Where values are not known, such as if two components can be urgent at once, a cell
            // says who wins.
            let wanted = CellKind {
                measure: Some(Measure::Entailing),
                minus: None,
            };
            match self.measured_table(&asked, &wanted, budget) {
                Err(SolveError::Unsupported(_)) => {}
                found => return found,
            }
        }
        self.cells(asked, &question, outcomes, budget)
    }

    /// How the games of a table are played.
    fn table_conventions(
        &self,
        asked: &PositionRanges,
        budget: &Budget<'_>,
    ) -> Result<Conventions, SolveError> {
        let (games, joins) = (asked.games(), asked.lone().is_none());
        conventions(&self.world, &games, joins, &self.settings, budget)
    }

    /// The greatest components of each part of a table, which must be allowed in a sum with each
    /// other. The rows are gone through twice, for they take more memory than what is found of
    /// them: first for the greatest numbers.
    fn greatest_of_parts(
        &self,
        question: &str,
        asked: &PositionRanges,
        budget: &Budget<'_>,
    ) -> Result<Vec<Vec<Component>>, SolveError> {
        let parts = asked.parts.iter();
        let greatest = parts
            .map(|part| self.greatest(question, part, budget))
            .collect::<Result<Vec<Vec<Component>>, SolveError>>()?;
        let copies = asked.parts.iter().map(|part| part.copies.min(2));
        let several = copies
            .zip(&greatest)
            .flat_map(|(copies, meant)| (0..copies).flat_map(|_| meant.clone()));
        question::may_stand_together(&self.world, question, &several.collect::<Vec<_>>())?;
        Ok(greatest)
    }

    /// The ranges of a table question, with the question as a text.
    pub(crate) fn ranges<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q, PositionRanges>>,
    ) -> Result<(PositionRanges, Cow<'q, str>), SolveError> {
        Ok(match question.into() {
            QuestionInput::Text(text) => (
                question::ranges(self.world_mut(), text)?,
                Cow::Borrowed(text),
            ),
            QuestionInput::Known(ranges) => (
                ranges.clone(),
                Cow::Owned(position_text::ranges(&self.world, ranges)),
            ),
        })
    }

    fn cells(
        &mut self,
        asked: PositionRanges,
        question: &str,
        outcomes: bool,
        budget: &Budget<'_>,
    ) -> Result<TableAnswer, SolveError> {
        let size = asked.cells(size_of::<Option<Grundy>>(), budget)?;
        let conventions = self.table_conventions(&asked, budget)?;
        self.ask(conventions, budget, |session, solver, budget| {
            let outcomes = outcomes || !solver.values_decide();
            let greatest = session.greatest_of_parts(question, &asked, budget)?;
            let all: Vec<Component> = greatest.iter().flatten().cloned().collect();
            let lone = asked.lone().is_some();
            if solver.values_decide() {
                solver.plan(&all, AccessPattern::Table, budget)?;
            } else if lone {
                solver.expect_outcomes(all.first().cloned());
            }
            // A theorem that tells who wins is less work than the values.
            let theorem = asked
                .lone()
                .and_then(|part| solver.plan_of(part.game)?.outcomes.clone());
            let theorem = theorem.filter(|_| outcomes && solver.values_decide());
            let cells = if outcomes {
                let found = &mut |cell: Vec<Component>, _: &[Int]| match &theorem {
                    Some((_, form)) => Ok(form.outcome(&cell[0].slots, budget)?),
                    None => solver.outcome(&SumPosition::canonical(cell, &session.world), budget),
                };
                TableCells::Outcomes(session.filled(&asked, &greatest, size, budget, found)?)
            } else if let Some(part) = asked.lone().filter(|part| is_plain(&session.world, part)) {
                TableCells::Values(in_bulk(&session.world, part, size, solver, budget)?)
            } else {
                let found = &mut |cell: Vec<Component>, _: &[Int]| value(&cell, solver, budget);
                let cells = session.filled(&asked, &greatest, size, budget, found)?;
                TableCells::Values(cells.into_iter().collect())
            };
            let method = match theorem {
                Some((name, _)) => name.to_owned(),
                None if solver.values_decide() => methods(&asked, solver),
                None => solver.deciders(),
            };
            // A law tells nothing before its certificate was checked.
            let status = if method == law_theorem::NAME {
                AnswerStatus::Proved
            } else {
                computed(solver)
            };
            let slots = asked.named_ranges(&session.world);
            let warnings = session.table_warnings(&asked, !lone, solver.conventions.sum, budget);
            Ok(TableAnswer {
                asked: asked.clone(),
                slots,
                cells,
                method,
                status,
                warnings,
                stats: solver.stats(),
            })
        })
    }

    /// A table of what is wanted of each cell, over ranges: whatever measure the conventions of the
    /// games have, less an expression.
    ///
    /// # Errors
    /// As for [`Session::table`]; also where positions have no such value under these conventions,
    /// the text is no expression in the slots of the game, or it is taken from what is no
    /// number.
    pub fn measured_table<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q, PositionRanges>>,
        wanted: &CellKind,
        budget: &Budget<'_>,
    ) -> Result<TableAnswer, SolveError> {
        let (asked, question) = self.ranges(question)?;
        let question = &*question;
        let size = asked.cells(size_of::<Option<MeasuredValue>>(), budget)?;
        let conventions = self.table_conventions(&asked, budget)?;
        let measure = wanted
            .measure
            .or(Measure::had(&conventions).first().copied())
            .unwrap_or(Measure::Grundy);
        measure.among(&conventions)?;
        if (measure, &wanted.minus) == (Measure::Grundy, &None) {
            return self.cells(asked, question, false, budget);
        }
        let minus = wanted
            .minus
            .as_ref()
            .map(|text| self.expression(&asked, text))
            .transpose()?;
        self.ask(conventions, budget, |session, solver, budget| {
            let greatest = session.greatest_of_parts(question, &asked, budget)?;
            let all: Vec<Component> = greatest.iter().flatten().cloned().collect();
            let mut worths = MeasureEvaluator::new(measure, conventions, &session.settings);
            if solver.values_decide() && measure == Measure::Grundy {
                solver.plan(&all, AccessPattern::Table, budget)?;
            }
            worths.expect(&session.world, &all, budget)?;
            let cells = session.filled(&asked, &greatest, size, budget, &mut |cell, numbers| {
                let shown = || {
                    let names = cell.iter().map(|c| session.world.show(c.game, &c.slots));
                    names.collect::<Vec<_>>().join(" + ")
                };
                let Some(total) = worths.evaluate(&cell, solver, budget)?.total else {
                    return Err(does_not_follow(&shown(), measure.name()));
                };
                let Some(minus) = &minus else {
                    return Ok(total);
                };
                let slots = match cell[0].slots.len() == numbers.len() {
                    true => numbers,
                    false => &cell[0].slots,
                };
                less(&total, minus.value_at(slots, budget), shown)
            })?;
            let method = worths
                .method()
                .unwrap_or_else(|| match solver.values_decide() {
                    true => methods(&asked, solver),
                    false if measure == Measure::Entailing => "entailing".to_owned(),
                    false => "loopy".to_owned(),
                });
            let joins = measure == Measure::Grundy && asked.lone().is_none();
            let wanted = CellKind {
                measure: Some(measure),
                minus: wanted.minus.clone(),
            };
            Ok(TableAnswer {
                slots: asked.named_ranges(&session.world),
                cells: TableCells::Worths(wanted, cells),
                method,
                status: computed(solver),
                warnings: session.table_warnings(&asked, joins, conventions.sum, budget),
                stats: solver.stats().plus(worths.stats()),
                asked: asked.clone(),
            })
        })
    }

    /// Where the rules of the games of a table may say another game than their writer means.
    pub(crate) fn table_warnings(
        &self,
        asked: &PositionRanges,
        joins: bool,
        sum: SumKind,
        budget: &Budget<'_>,
    ) -> Vec<Warning> {
        let games = asked.games();
        warnings::of_games(&self.world, &self.settings, &games, joins, sum, budget)
    }

    /// What is taken away from each cell of a table.
    fn expression(
        &mut self,
        asked: &PositionRanges,
        text: &str,
    ) -> Result<GameExpression, SolveError> {
        let Some(game) = asked.lone().map(|part| part.game) else {
            return Err(SolveError::Usage(text!(
                "an expression is taken away from the cells of one component, here is a sum",
                "只能从单个部分的各格减去一个式子，此处是和"
            )));
        };
        self.world_mut()
            .expression(game, text)
            .map_err(|missing| match missing {
                InstantiationError::Here(why) => SolveError::Usage(why),
                InstantiationError::There(refusal) => SolveError::Refused(refusal),
            })
    }

    /// The cells of a table, the last slot running fastest, each found by `cell` of its components
    /// and numbers; `None` where the numbers are no position.
    fn filled<T>(
        &self,
        asked: &PositionRanges,
        greatest: &[Vec<Component>],
        size: u128,
        budget: &Budget<'_>,
        cell: EachCell<'_, T>,
    ) -> Result<Vec<Option<T>>, SolveError> {
        let mut cells = Vec::new();
        cells.reserve_exact(size as usize);
        each_row(&asked.rows(), &mut |numbers| {
            budget.steps(CELL_STEPS * greatest.len())?;
            let parts = components(&self.world, asked, greatest, numbers, budget)?;
            cells.push(parts.map(|parts| cell(parts, numbers)).transpose()?);
            report_cells(cells.len(), size, budget);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(cells)
    }

    /// The greatest numbers of the positions in the ranges of a part, or the components that its
    /// game alone means; empty where the ranges are empty.
    pub(crate) fn greatest(
        &self,
        question: &str,
        part: &RangePart,
        budget: &Budget<'_>,
    ) -> Result<Vec<Component>, SolveError> {
        let refused = |why| SolveError::question(question, Span::new(0, question.len()), why);
        let Some(ranges) = &part.numbers else {
            return question::meant(&self.world, part.game, None, budget)?.map_err(refused);
        };
        if is_plain(&self.world, part) {
            return Ok(vec![greatest_corner(&self.world, part)]);
        }
        // Nothing is greater than the greatest numbers together, where they are a position.
        let corner: Vec<Int> = ranges.iter().map(|(_, high)| *high).collect();
        if ranges.iter().all(|(low, high)| low <= high)
            && self.world.rules(part.game).slots().len() == corner.len()
            && let Ok(cell) = question::complete(&self.world, part.game, Some(&corner), budget)?
        {
            return Ok(vec![cell]);
        }
        let mut greatest: Option<Component> = None;
        let mut first_refusal = None;
        each_row(ranges, &mut |numbers| {
            // What the game requires of a position may take long to say.
            budget.steps(CELL_STEPS)?;
            match (
                question::complete(&self.world, part.game, Some(numbers), budget)?,
                &mut greatest,
            ) {
                (Ok(cell), None) => greatest = Some(cell),
                (Ok(cell), Some(most)) => raise(&mut most.slots, &cell.slots),
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

/// Whether every row of numbers in the ranges of a part is a position as it stands, apart from the
/// order of its numbers, and none ends play.
pub(crate) fn is_plain(world: &World, part: &RangePart) -> bool {
    let rules = world.rules(part.game);
    let Some(ranges) = &part.numbers else {
        return false;
    };
    let inside = |((low, high), slot): (&(Int, Int), &Slot)| {
        slot.low <= *low && low <= high && slot.high.is_none_or(|most| *high <= most)
    };
    let is_written = rules.game().is_some_and(|game| game.requires.is_empty());
    is_written
        && !rules.can_end()
        && rules.slots().len() == ranges.len()
        && ranges.iter().zip(rules.slots()).all(inside)
}

/// The position of the greatest numbers of a part all of whose rows are positions.
pub(crate) fn greatest_corner(world: &World, part: &RangePart) -> Component {
    let ranges = part.numbers.as_deref().unwrap_or_default();
    let mut slots: Vec<Int> = ranges.iter().map(|(_, high)| *high).collect();
    world.rules(part.game).canonicalise(&mut slots);
    Component::new(part.game, slots)
}

/// Tells now and then how many cells were found.
fn report_cells(count: usize, size: u128, budget: &Budget<'_>) {
    if (count as u64).is_multiple_of(CELLS_A_REPORT) {
        budget.report(count as u64, Some(size as u64));
    }
}

/// The values of a part all of whose rows are positions: read off the table that is filled for the
/// greatest of them, where there is one.
fn in_bulk(
    world: &World,
    part: &RangePart,
    size: u128,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Column, SolveError> {
    let ranges = part.numbers.as_deref().unwrap_or_default();
    let greatest = greatest_corner(world, part);
    let table = filled_table(&greatest, solver, budget)?;
    let mut cells = Column::with_capacity(size as usize);
    let rules = world.rules(part.game);
    let mut slots = greatest.slots.to_vec();
    each_row(ranges, &mut |numbers| {
        slots.copy_from_slice(numbers);
        rules.canonicalise(&mut slots);
        let value = match table.as_ref().and_then(|table| table.value(&slots)) {
            Some(value) => {
                budget.steps(1)?;
                value
            }
            None => {
                budget.steps(CELL_STEPS)?;
                solver.value(&Component::new(part.game, &slots[..]), budget)?
            }
        };
        cells.push(Some(value));
        report_cells(cells.len(), size, budget);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(cells)
}

/// The table that is filled for the greatest position of a game, if its plan is one.
pub(crate) fn filled_table(
    greatest: &Component,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Option<Arc<DenseTable>>, SolveError> {
    let plan = solver.plan_of(greatest.game);
    match plan.and_then(|plan| plan.method.as_ref()) {
        Some(method) if method.is_table() => solver.table_of(greatest, budget),
        _ => Ok(None),
    }
}

/// The components of a cell; `None` if its numbers are no position. Parts without numbers are the
/// components given for them.
fn components(
    world: &World,
    asked: &PositionRanges,
    fixed: &[Vec<Component>],
    mut numbers: &[Int],
    budget: &Budget<'_>,
) -> Result<Option<Vec<Component>>, SolveError> {
    let mut cell = Vec::with_capacity(asked.parts.len());
    for (part, fixed) in asked.parts.iter().zip(fixed) {
        budget.steps(part.copies)?;
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
fn value(
    cell: &[Component],
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Grundy, SolveError> {
    let mut values = Vec::with_capacity(cell.len());
    for equal in cell.chunk_by(|a, b| a == b) {
        let value = solver.value(&equal[0], budget)?;
        values.extend(std::iter::repeat_n(value, equal.len()));
    }
    fitting_sum(values)
}

/// That the values of components do not tell that of their sum.
fn does_not_follow(position: &str, name: &str) -> SolveError {
    SolveError::Unsupported(text!(
        "the {name} of {position} does not follow from that of its components under these conventions",
        "在这些规则约定下，{position} 的 {name} 无法由各部分得出"
    ))
}

/// A cell less the value of an expression.
fn less(
    total: &MeasuredValue,
    minus: Result<Int, RulesError>,
    shown: impl Fn() -> String,
) -> Result<MeasuredValue, SolveError> {
    let minus = match minus {
        Ok(minus) => minus,
        Err(RulesError::Stopped(stop)) => return Err(SolveError::Stopped(stop)),
        Err(RulesError::Rule { cause, .. }) => {
            let (position, Text { en, zh }) = (shown(), cause.text());
            return Err(SolveError::Usage(text!(
                "what is taken away has no value at {position}: {en}",
                "要减去的式子在 {position} 处没有值：{zh}"
            )));
        }
    };
    let Some(number) = total.as_number() else {
        // What is no number stays what it is: play without end, a component that has ended.
        return match total {
            MeasuredValue::Genus(_) => Err(SolveError::Usage(text!(
                "nothing can be taken away from a genus",
                "亏格不是数，不能相减"
            ))),
            other => Ok(other.clone()),
        };
    };
    number
        .checked_sub(minus)
        .map(MeasuredValue::Number)
        .ok_or_else(|| {
            let position = shown();
            SolveError::Unsupported(text!(
                "the number of {position} does not fit into 64 bits",
                "{position} 的数超出 64 位"
            ))
        })
}

/// The methods of the games, each once.
pub(crate) fn methods(asked: &PositionRanges, solver: &Solver) -> String {
    let mut names: Vec<&str> = Vec::new();
    for game in asked.games() {
        let name = solver
            .plan_of(game)
            .and_then(|plan| plan.method.as_ref())
            .map_or("", ValueMethod::name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// What finds a cell of a table, from its components and its numbers.
type EachCell<'c, T> = &'c mut dyn FnMut(Vec<Component>, &[Int]) -> Result<T, SolveError>;

/// The status of values that were computed, or looked up in a file that was not compared with the
/// rules.
fn computed(solver: &Solver) -> AnswerStatus {
    if solver.unverified_file().is_some() {
        AnswerStatus::Conditional
    } else {
        AnswerStatus::Computed
    }
}
