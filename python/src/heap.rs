//! Heap games by their codes: values as far as anybody goes, periods, certificates.

use base::budget::{Budget, StopReason};
use base::text;
use dashu_int::UBig;
use grundy::{SolveError, heap as front};
use heap::period::PeriodTheorem;
use heap::table::{HeapTable, MAX_TABLE_VALUES};
use pyo3::prelude::*;

use crate::convert;
use crate::entries::Entries;
use crate::errors;
use crate::exclusive::Exclusive;
use crate::session::{CallOptions, run_within};

/// A heap game.
#[pyclass(frozen, module = "grundy._core")]
pub struct Heap {
    table: Exclusive<HeapTable>,
    /// The code.
    #[pyo3(get)]
    code: String,
}

/// A period that is proved: its length, from where on, what is added each time, and what proves it.
type Period = (usize, usize, u32, &'static str);

#[pymethods]
impl Heap {
    #[new]
    fn new(py: Python<'_>, code: &str, given: CallOptions<'_>) -> PyResult<Heap> {
        let code =
            front::read(code).map_err(|error| errors::exception(py, &error, None, given.lang()))?;
        let mut table = HeapTable::new(&code, true);
        table.share(std::thread::available_parallelism().map_or(1, |count| count.get().min(64)));
        Ok(Heap {
            table: Exclusive::new(table),
            code: code.to_string(),
        })
    }

    /// The period, looked for among the first `to` values, or until looking further would take
    /// minutes; `None` if none is proved.
    #[pyo3(signature = (to, given))]
    fn period(
        &self,
        py: Python<'_>,
        to: Option<usize>,
        given: CallOptions<'_>,
    ) -> PyResult<Option<Period>> {
        run_within(py, &self.table, given, None, |table, _, budget| {
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

    /// The value of one heap.
    fn value<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'py, PyAny>,
        given: CallOptions<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let n = convert::number(n)?;
        let code = &self.code;
        let value: UBig = run_within(py, &self.table, given, None, |table, _, budget| {
            let near = u64::try_from(&n).unwrap_or(u64::MAX);
            let reached = table.reach(near, budget).map_err(front::halted)?;
            let value = if reached { table.value(&n) } else { None };
            value.ok_or_else(|| far(code, table.value_count()))
        })?;
        convert::of_number(py, &value)
    }

    /// The values of the heaps below `to`, of which `from` is the first that is wanted.
    fn values(
        &self,
        py: Python<'_>,
        from: usize,
        to: usize,
        given: CallOptions<'_>,
    ) -> PyResult<Entries> {
        let code = &self.code;
        run_within(py, &self.table, given, None, |table, _, budget| {
            if to > from && !table.reach(to as u64 - 1, budget).map_err(front::halted)? {
                return Err(far(code, table.value_count()));
            }
            row(table, from, to, budget)
        })
    }

    /// The certificate of the period, checked.
    fn certificate(&self, py: Python<'_>, given: CallOptions<'_>) -> PyResult<String> {
        run_within(py, &self.table, given, None, |table, _, budget| {
            let bound = table.patience().unwrap_or(0);
            table
                .advance(bound.min(MAX_TABLE_VALUES), budget)
                .map_err(front::halted)?;
            table.search_period(budget).map_err(SolveError::Stopped)?;
            Ok(front::certify(table, budget)?.0)
        })
    }
}

/// The values of some heaps, in as few bytes as the greatest needs.
fn row(
    table: &HeapTable,
    from: usize,
    to: usize,
    budget: &Budget<'_>,
) -> Result<Entries, SolveError> {
    let count = to.saturating_sub(from);
    let value = |n: usize| table.nimber(n as u64).unwrap_or(0);
    // With a period all greater values are those of its last round, and what is added grows.
    let greatest = match table.period() {
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
        .find(|width| greatest.unwrap_or(0) <= u64::MAX >> (64 - 8 * width))
        .unwrap_or(8);
    budget
        .allow_memory((count * width) as u64)
        .map_err(SolveError::Stopped)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(count * width).map_err(|_| {
        SolveError::Stopped(StopReason::Memory((count * width) as u64, budget.memory))
    })?;
    let period = table.period().filter(|period| period.saltus == 0);
    // From here on each value is the one a period before it.
    let repeating = period.map_or(to, |period| {
        from.max(period.preperiod)
            .saturating_add(period.period)
            .min(to)
    });
    for n in from..repeating {
        budget.tick().map_err(SolveError::Stopped)?;
        bytes.extend_from_slice(&value(n).to_le_bytes()[..width]);
    }
    // Whole rounds are copied, twice as many each time, up to a block.
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

fn far(code: &str, known: usize) -> SolveError {
    SolveError::Unsupported(text!(
        "{code}: no period is proved from {known} values, and this heap is too far to compute all values up to it",
        "{code}：由 {known} 个值未能证明周期，而此堆太远，无法逐个计算"
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
