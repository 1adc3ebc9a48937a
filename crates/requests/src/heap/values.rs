//! Writes the values of a heap game to the host as a stream: rows for a terminal, lines or bytes,
//! in blocks. A period can produce values without bound, so the budget is polled between blocks.

use std::cell::RefCell;
use std::io::Write;

use base::budget::Budget;
use base::text;
use grundy::SolveError;
use heap::table::HeapTable;

use super::options::HeapFormat;
use crate::host::RequestHost;

/// Number of bytes that are written at once.
const BLOCK: usize = 1 << 16;
/// Number of values between two budget polls.
const ASK: u64 = 1 << 12;
/// Number of values per row.
const ROW: u64 = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HeapValueStyle {
    /// Values in rows; the fields are the column widths for n and for the values.
    Rows(usize, usize),
    /// One line per value, with this separator between n and the value.
    Lines(char),
    /// One byte per value.
    Bytes,
}

/// A writer of values to the host.
pub struct HeapValueWriter<'a> {
    style: HeapValueStyle,
    block: Vec<u8>,
    host: &'a dyn RequestHost,
    /// The error that ended the output: a value that does not fit in a byte, or an error of the
    /// host.
    ended: &'a RefCell<Option<SolveError>>,
}

impl<'a> HeapValueWriter<'a> {
    /// Creates a writer and writes the header of the format. `table` and `to` determine the widths
    /// of the rows. An error is stored in `ended`.
    pub fn new(
        format: HeapFormat,
        table: &HeapTable,
        to: usize,
        host: &'a dyn RequestHost,
        ended: &'a RefCell<Option<SolveError>>,
    ) -> HeapValueWriter<'a> {
        let digits = |number: u64| number.to_string().len();
        let (style, head) = match format {
            HeapFormat::Text => (
                HeapValueStyle::Rows(
                    digits(to.saturating_sub(1) as u64),
                    digits(all_values(table, to).max().unwrap_or(0)),
                ),
                String::new(),
            ),
            HeapFormat::Csv => (HeapValueStyle::Lines(','), "n,value\n".to_owned()),
            HeapFormat::Bfile => (
                HeapValueStyle::Lines(' '),
                format!("# Grundy values of {}\n", table.code()),
            ),
            HeapFormat::Raw => (HeapValueStyle::Bytes, String::new()),
        };
        let mut block = Vec::with_capacity(2 * BLOCK);
        block.extend_from_slice(head.as_bytes());
        HeapValueWriter {
            style,
            block,
            host,
            ended,
        }
    }

    /// Writes the first `to` values of a table. In the format of bytes, nothing is written if a
    /// value does not fit in a byte. If a limit is reached, the values computed before have been
    /// written.
    pub fn table(
        &mut self,
        table: &HeapTable,
        to: usize,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        let ask = || budget.ask().map_err(SolveError::Stopped);
        // Without a saltus, all complete periods consist of the same bytes. Only the preperiod and
        // the first period are computed; later periods are written as copies.
        let plain = table
            .period()
            .filter(|period| self.style == HeapValueStyle::Bytes && period.saltus == 0);
        let first = plain.map_or(to, |period| to.min(period.preperiod + period.period));
        if self.style == HeapValueStyle::Bytes
            && let Some(large) = all_values(table, first).find(|&value| value > 255)
        {
            return Err(too_large(large));
        }
        for (n, value) in (0..).zip(all_values(table, first)) {
            if n % ASK == 0 {
                ask()?;
            }
            self.write_value(n, value);
            if let Some(error) = self.ended.take() {
                return Err(error);
            }
        }
        if self.style != HeapValueStyle::Bytes || first == to {
            return Ok(());
        }
        self.flush();
        let cycle: Vec<u8> = all_values(table, first)
            .skip(plain.map_or(0, |period| period.preperiod))
            .map(|value| value as u8)
            .collect();
        let block = cycle.repeat(BLOCK / cycle.len().max(1) + 1);
        let mut left = to - first;
        while left > 0 {
            ask()?;
            let now = left.min(block.len());
            self.host.write_part(&block[..now])?;
            left -= now;
        }
        Ok(())
    }

    /// Writes consecutive values, starting with the value of n = `first`.
    pub fn take(&mut self, first: u64, values: &[u16]) {
        (first..)
            .zip(values)
            .for_each(|(n, &value)| self.write_value(n, value.into()));
    }

    fn write_value(&mut self, n: u64, value: u64) {
        // Writing to memory does not fail.
        let _ = match self.style {
            HeapValueStyle::Rows(first, width) => {
                if n.is_multiple_of(ROW) {
                    let _ = write!(self.block, "{}{n:>first$} |", if n > 0 { "\n" } else { "" });
                }
                write!(self.block, " {value:>width$}")
            }
            HeapValueStyle::Lines(mark) => writeln!(self.block, "{n}{mark}{value}"),
            HeapValueStyle::Bytes => {
                match u8::try_from(value) {
                    Ok(byte) if self.ended.borrow().is_none() => self.block.push(byte),
                    Ok(_) => {}
                    Err(_) => self.end_with(too_large(value)),
                }
                Ok(())
            }
        };
        if self.block.len() >= BLOCK {
            self.flush();
        }
    }

    /// Stops writing because of an error. If several errors occur, only the first error is stored.
    fn end_with(&self, error: SolveError) {
        self.ended.borrow_mut().get_or_insert(error);
    }

    /// Writes the buffered bytes.
    fn flush(&mut self) {
        if !self.block.is_empty() {
            if let Err(error) = self.host.write_part(&self.block) {
                self.end_with(error);
            }
            self.block.clear();
        }
    }

    /// Writes the end of the output.
    pub fn end(mut self) {
        if matches!(self.style, HeapValueStyle::Rows(..)) {
            self.block.push(b'\n');
        }
        self.flush();
    }
}

/// Returns the first `to` values: the values of the table, then the values given by the period.
pub fn all_values(table: &HeapTable, to: usize) -> impl Iterator<Item = u64> + '_ {
    let known = table.value_count();
    let period = table
        .period()
        .map(|period| (period.preperiod, period.period, u64::from(period.saltus)));
    (0..to).map_while(move |n| match (table.get(n), period) {
        (Some(value), _) => Some(u64::from(value)),
        (None, Some((preperiod, length, saltus))) => {
            let (rounds, index) = (
                (n - preperiod) / length,
                preperiod + (n - preperiod) % length,
            );
            debug_assert!(index < known);
            table
                .get(index)
                .map(|value| u64::from(value) + rounds as u64 * saltus)
        }
        (None, None) => None,
    })
}

/// Returns the error for a value that does not fit in a byte.
pub fn too_large(large: u64) -> SolveError {
    SolveError::Usage(text!(
        "the value {large} does not fit in a byte; use --format csv",
        "值 {large} 一个字节放不下；请用 --format csv"
    ))
}
