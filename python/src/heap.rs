//! Heap games by their codes: values, periods, certificates.

use base::budget::{Budget, StopReason};
use base::text;
use dashu_int::UBig;
use grundy::{SolveError, heap as front};
use heap::period::PeriodTheorem;
use heap::table::{HeapTable, MAX_TABLE_VALUES};
use pyo3::prelude::*;

use crate::call::{CallOptions, run_within};
use crate::convert;
use crate::entries::Entries;
use crate::errors;
use crate::exclusive::Exclusive;

/// A heap game.
#[pyclass(frozen, module = "grundy._core")]
pub struct Heap {
    table: Exclusive<HeapTable>,
    /// The code.
    #[pyo3(get)]
    code: String,
}

/// A proved period: period, preperiod, saltus, and the name of the theorem.
type Period = (usize, usize, u32, &'static str);

#[pymethods]
impl Heap {
    #[new]
    fn new(py: Python<'_>, code: &str, options: CallOptions<'_>) -> PyResult<Heap> {
        let code = front::read(code)
            .map_err(|error| errors::exception(py, &error, None, options.lang()))?;
        let mut table = HeapTable::new(&code, true);
        table.share(std::thread::available_parallelism().map_or(1, |count| count.get().min(64)));
        Ok(Heap {
            table: Exclusive::new(table),
            code: code.to_string(),
        })
    }

    /// Returns the period, or `None` if no period is proved. The search uses the first `to` values.
    /// Without `to`, the search ends when the computation of further values would take minutes.
    #[pyo3(signature = (to, options))]
    fn period(
        &self,
        py: Python<'_>,
        to: Option<usize>,
        options: CallOptions<'_>,
    ) -> PyResult<Option<Period>> {
        run_within(py, &self.table, options, None, |table, _, budget| {
            for _ in 0..2 {
                let bound = to.or(table.patience()).unwrap_or(0);
                table
                    .advance(bound.min(MAX_TABLE_VALUES), budget)
                    .map_err(front::halted)?;
            }
            table.search_period(budget).map_err(SolveError::Stopped)?;
            Ok(table.period().map(|period| {
                (
                    period.period,
                    period.preperiod,
                    period.saltus,
                    theorem(period.theorem),
                )
            }))
        })
    }

    /// Returns the value of one heap.
    fn value<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'py, PyAny>,
        options: CallOptions<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let n = convert::number(n)?;
        let code = &self.code;
        let value: UBig = run_within(py, &self.table, options, None, |table, _, budget| {
            let near = u64::try_from(&n).unwrap_or(u64::MAX);
            let reached = table.reach(near, budget).map_err(front::halted)?;
            let value = if reached { table.value(&n) } else { None };
            value.ok_or_else(|| period_error(code, table.value_count()))
        })?;
        convert::of_number(py, &value)
    }

    /// Returns the values of the heaps from `from` to `to`, excluding `to`.
    fn values(
        &self,
        py: Python<'_>,
        from: usize,
        to: usize,
        options: CallOptions<'_>,
    ) -> PyResult<Entries> {
        let code = &self.code;
        run_within(py, &self.table, options, None, |table, _, budget| {
            if to > from && !table.reach(to as u64 - 1, budget).map_err(front::halted)? {
                return Err(period_error(code, table.value_count()));
            }
            row(table, from, to, budget)
        })
    }

    /// Returns the checked certificate of the period.
    fn certificate(&self, py: Python<'_>, options: CallOptions<'_>) -> PyResult<String> {
        run_within(py, &self.table, options, None, |table, _, budget| {
            let bound = table.patience().unwrap_or(0);
            table
                .advance(bound.min(MAX_TABLE_VALUES), budget)
                .map_err(front::halted)?;
            table.search_period(budget).map_err(SolveError::Stopped)?;
            Ok(front::certify(table, budget)?.0)
        })
    }
}

/// Returns the values of the heaps from `from` to `to`. Each value takes as many bytes as the
/// largest value needs.
fn row(
    table: &HeapTable,
    from: usize,
    to: usize,
    budget: &Budget<'_>,
) -> Result<Entries, SolveError> {
    let count = to.saturating_sub(from);
    let value = |n: usize| table.nimber(n as u64).unwrap_or(0);
    // With a period, later values repeat the earlier ones. With a saltus, the last period contains
    // the largest values.
    let largest = match table.period() {
        Some(period) if period.saltus == 0 => (from..to
            .min(from.max(period.preperiod) + period.period))
            .map(value)
            .max(),
        Some(period) => (from..to.min(from.max(period.preperiod)))
            .chain(to.saturating_sub(period.period).max(from)..to)
            .map(value)
            .max(),
        None => (from..to).map(value).max(),
    };
    let width = [1, 2, 4, 8]
        .into_iter()
        .find(|width| largest.unwrap_or(0) <= u64::MAX >> (64 - 8 * width))
        .unwrap_or(8);
    budget
        .allow_memory((count * width) as u64)
        .map_err(SolveError::Stopped)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(count * width).map_err(|_| {
        SolveError::Stopped(StopReason::Memory((count * width) as u64, budget.memory))
    })?;
    let period = table.period().filter(|period| period.saltus == 0);
    // From this heap onwards, each value equals the value one period earlier.
    let repeating = period.map_or(to, |period| {
        from.max(period.preperiod)
            .saturating_add(period.period)
            .min(to)
    });
    for n in from..repeating {
        budget.tick().map_err(SolveError::Stopped)?;
        bytes.extend_from_slice(&value(n).to_le_bytes()[..width]);
    }
    // Complete periods are copied. The number of copied periods doubles in every step, up to the
    // size of a block.
    const BLOCK: usize = 1 << 20;
    let round = period.map_or(0, |period| period.period * width);
    let mut copied = round;
    while bytes.len() < count * width {
        budget.steps(1 + copied / 64).map_err(SolveError::Stopped)?;
        let more = copied.min(count * width - bytes.len());
        bytes.extend_from_within(bytes.len() - copied..bytes.len() - copied + more);
        if copied < BLOCK && bytes.len() >= (repeating - from) * width + 2 * copied {
            copied *= 2;
        }
    }
    Ok(Entries::of_row(bytes, width, count))
}

fn period_error(code: &str, count: usize) -> SolveError {
    SolveError::Unsupported(text!(
        "{code}: {count} values do not prove a period, and the heap is too large to compute all values up to it",
        "{code}：由 {count} 个值未能证明周期，而此堆太大，无法逐个计算"
    ))
}

fn theorem(theorem: PeriodTheorem) -> &'static str {
    match theorem {
        PeriodTheorem::Finite => "finite",
        PeriodTheorem::Repeating => "repeating",
        PeriodTheorem::Arithmetic => "arithmetic",
        PeriodTheorem::ArithmeticRepeating => "arithmetic-repeating",
        PeriodTheorem::Growing => "growing",
    }
}
