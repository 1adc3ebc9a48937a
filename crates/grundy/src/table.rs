//! Tables over ranges of one component, or of a sum in which numbers of several components vary. If
//! values decide, a cell is the nim-sum of the values of its components; otherwise it is the
//! outcome of the sum.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use base::budget::Budget;
use base::diagnostic::Span;
use base::text;
use base::text::Text;
use engines::dense::DenseTable;
use engines::engine::AccessPattern;
use rules::ast::PlayConvention;
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
use crate::plan::{conventions, conventions_of_any_play};
use crate::question::{self, PositionRanges, QuestionInput, RangePart};
use crate::row_walk::each_row;
use crate::session::Session;
use crate::solver::Solver;
use crate::status::AnswerStatus;
use crate::sum_value::fitting_sum;
use crate::value_method::ValueMethod;
use crate::{position_text, warnings};

/// Number of budget steps for reading one cell of a table.
pub(crate) const CELL_STEPS: usize = 64;

/// Number of cells between two progress reports.
pub(crate) const CELLS_A_REPORT: u64 = 256;

impl Session {
    /// Computes a table over ranges.
    ///
    /// # Errors
    /// Returns the errors of [`Session::solve`], for a question with ranges. Also returns an error
    /// if the table would not fit in memory.
    pub fn table<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q, PositionRanges>>,
        outcomes: bool,
        budget: &Budget<'_>,
    ) -> Result<TableAnswer, SolveError> {
        let (asked, question) = self.ranges(question)?;
        let conventions = self.conventions_of_any_table(&asked, budget)?;
        if conventions.play == PlayConvention::Partizan {
            let wanted = CellKind {
                measure: outcomes.then_some(Measure::OutcomeClass),
                minus: None,
            };
            return self.partizan_table(&asked, &question, &wanted, conventions, budget);
        }
        let measure = Measure::had(&conventions).first().copied();
        if !outcomes && measure == Some(Measure::Score) {
            let wanted = CellKind {
                measure,
                minus: None,
            };
            return self.measured_table(&asked, &wanted, budget);
        }
        if !outcomes && measure == Some(Measure::Entailing) {
            // If values are unknown, for example because two components can be urgent at once, a
            // cell is an outcome.
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

    /// Returns the conventions of the games of a table, also if the players have different moves.
    fn conventions_of_any_table(
        &self,
        asked: &PositionRanges,
        budget: &Budget<'_>,
    ) -> Result<Conventions, SolveError> {
        let (games, joins) = (asked.games(), asked.lone().is_none());
        conventions_of_any_play(&self.world, &games, joins, &self.settings, budget)
    }

    /// Returns the conventions of the games of a table.
    fn table_conventions(
        &self,
        asked: &PositionRanges,
        budget: &Budget<'_>,
    ) -> Result<Conventions, SolveError> {
        let (games, joins) = (asked.games(), asked.lone().is_none());
        conventions(&self.world, &games, joins, &self.settings, budget)
    }

    /// Returns the largest components of each part of a table, and checks that the parts may be in
    /// one sum. The rows are enumerated twice, the first time to find the largest numbers, because
    /// a list of rows takes more memory than the results.
    pub(crate) fn greatest_of_parts(
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

    /// Returns the ranges of a table question, and the question as text.
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
            // Computing outcomes by a theorem on outcomes takes less time than computing values.
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
            // A law returns no values before its certificate is checked.
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

    /// Computes a table over ranges of any measure that is defined under the conventions of the
    /// games, minus an expression.
    ///
    /// # Errors
    /// Returns the errors of [`Session::table`]. Also returns an error if the measure is undefined
    /// under these conventions, or if the text is not an expression in the slots of the game. An
    /// error is also returned if the expression cannot be subtracted from a value that is not a
    /// number.
    pub fn measured_table<'q>(
        &mut self,
        question: impl Into<QuestionInput<'q, PositionRanges>>,
        wanted: &CellKind,
        budget: &Budget<'_>,
    ) -> Result<TableAnswer, SolveError> {
        let (asked, question) = self.ranges(question)?;
        let question = &*question;
        let conventions = self.conventions_of_any_table(&asked, budget)?;
        if conventions.play == PlayConvention::Partizan {
            return self.partizan_table(&asked, question, wanted, conventions, budget);
        }
        let size = asked.cells(size_of::<Option<MeasuredValue>>(), budget)?;
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
            } else if measure == Measure::Score && asked.lone().is_some() {
                solver.expect_outcomes(all.first().cloned());
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
                    false if measure == Measure::Score => solver.deciders(),
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

    /// Returns warnings if the rules of the games of a table may define another game than intended.
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

    /// Returns the expression that is subtracted from each cell of a table.
    fn expression(
        &mut self,
        asked: &PositionRanges,
        text: &str,
    ) -> Result<GameExpression, SolveError> {
        let Some(game) = asked.lone().map(|part| part.game) else {
            return Err(SolveError::Usage(text!(
                "an expression can be subtracted only from the cells of a single component, found a sum",
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

    /// Returns the cells of a table, the last slot varying fastest. `cell` computes each cell from
    /// its components and numbers; a cell is `None` if the numbers are not a position.
    pub(crate) fn filled<T>(
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

    /// Returns the largest numbers of the positions in the ranges of a part, or the components that
    /// the name of the part's game denotes without numbers. The list is empty if the ranges are
    /// empty.
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
        // If the maxima of the slots together form a position, this position is the largest
        // position.
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
            // The evaluation of the requirements of a game may take long.
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

/// Returns whether every row of numbers in the ranges of a part is a position, possibly after
/// sorting its numbers, and no position ends play.
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

/// Returns the position with the largest numbers of a part; every row of numbers in the part's
/// ranges must be a position.
pub(crate) fn greatest_corner(world: &World, part: &RangePart) -> Component {
    let ranges = part.numbers.as_deref().unwrap_or_default();
    let mut slots: Vec<Int> = ranges.iter().map(|(_, high)| *high).collect();
    world.rules(part.game).canonicalise(&mut slots);
    Component::new(part.game, slots)
}

/// Reports, at intervals, the number of cells computed.
fn report_cells(count: usize, size: u128, budget: &Budget<'_>) {
    if (count as u64).is_multiple_of(CELLS_A_REPORT) {
        budget.report(count as u64, Some(size as u64));
    }
}

/// Returns the values of a part all of whose rows are positions. If a table is filled for the
/// largest position, the values are copied from this table.
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

/// Returns the table that is filled for the largest position of a game, if its plan uses a table.
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

/// Returns the components of a cell; `None` if its numbers are not a position. For parts without
/// numbers, the cell uses the given components.
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

/// Returns the value of a sum; adjacent equal components are queried once.
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

/// Returns the error for a measure of a sum that the measures of its components do not determine.
fn does_not_follow(position: &str, name: &str) -> SolveError {
    SolveError::Unsupported(text!(
        "under these conventions, the values of the components do not determine the {name} of {position}",
        "在这些规则约定下，{position} 的 {name} 无法由各部分得出"
    ))
}

/// Subtracts the value of an expression from a cell.
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
                "the subtracted expression has no value at {position}: {en}",
                "要减去的式子在 {position} 处没有值：{zh}"
            )));
        }
    };
    let Some(number) = total.as_number() else {
        // A value that is not a number (infinite play, or a component that has ended) is unchanged.
        return match total {
            MeasuredValue::Genus(_) => Err(SolveError::Usage(text!(
                "cannot subtract from a genus, because it is not a number",
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
                "the result for {position} does not fit into 64 bits",
                "{position} 的结果超出 64 位"
            ))
        })
}

/// Returns the methods of the games, without duplicates.
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

/// A function that computes a cell of a table from its components and its numbers.
type EachCell<'c, T> = &'c mut dyn FnMut(Vec<Component>, &[Int]) -> Result<T, SolveError>;

/// Returns the status of values that were computed, or looked up in a file that was not compared
/// with the rules.
fn computed(solver: &Solver) -> AnswerStatus {
    if solver.unverified_file().is_some() {
        AnswerStatus::Conditional
    } else {
        AnswerStatus::Computed
    }
}
