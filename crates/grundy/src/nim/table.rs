//! Tables of nim-sums and nim-products of all pairs of numbers below a bound.

use std::io::{Result as Written, Write};

use base::text;
use base::text::Text;

/// Maximum number of rows.
pub const MAX_TABLE_ROWS: u32 = 4096;

/// The operation of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The nim-sum.
    Sum,
    /// The nim-product.
    Product,
}

/// A table, computed while it is written.
#[derive(Clone, Copy, Debug)]
pub struct NimTable {
    operation: Operation,
    below: u32,
    hex: bool,
}

impl NimTable {
    /// Creates the table of the pairs of numbers below `below`.
    ///
    /// # Errors
    /// Returns an error with the allowed sizes if `below` is out of range.
    pub fn new(operation: Operation, below: u32, hex: bool) -> Result<NimTable, Text> {
        if (1..=MAX_TABLE_ROWS).contains(&below) {
            Ok(NimTable {
                operation,
                below,
                hex,
            })
        } else {
            Err(text!(
                "expected 1 to {MAX_TABLE_ROWS} rows, found {below}",
                "表格应有 1 到 {MAX_TABLE_ROWS} 行，却是 {below} 行"
            ))
        }
    }

    /// Returns the operation.
    pub fn operation(self) -> Operation {
        self.operation
    }

    /// Returns the number of rows, which is also the number of columns.
    pub fn below(self) -> u32 {
        self.below
    }

    /// Returns the cell of a row and a column, counted from 0.
    pub fn cell(self, row: u32, column: u32) -> u64 {
        let (row, column) = (u64::from(row), u64::from(column));
        match self.operation {
            Operation::Sum => nimber::sum(row, column),
            Operation::Product => nimber::product(row, column),
        }
    }

    fn sign(self) -> char {
        match self.operation {
            Operation::Sum => '⊕',
            Operation::Product => '⊗',
        }
    }

    fn format_number(self, number: u64) -> String {
        if self.hex {
            format!("{number:x}")
        } else {
            number.to_string()
        }
    }

    /// Writes the table in columns for a terminal.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn text(self, out: &mut dyn Write) -> Written<()> {
        // All cells are nimbers in the smallest field that contains the numbers.
        let mut bits = 1;
        while u64::from(self.below - 1) >> bits != 0 {
            bits *= 2;
        }
        let width = self.format_number((1 << bits) - 1).len();
        let side = self.format_number(u64::from(self.below - 1)).len();
        write!(out, "{:>side$} |", self.sign())?;
        for column in 0..self.below {
            write!(out, " {:>width$}", self.format_number(column.into()))?;
        }
        write!(
            out,
            "\n{}-+{}\n",
            "-".repeat(side),
            "-".repeat((width + 1) * self.below as usize)
        )?;
        for row in 0..self.below {
            write!(out, "{:>side$} |", self.format_number(row.into()))?;
            for column in 0..self.below {
                write!(
                    out,
                    " {:>width$}",
                    self.format_number(self.cell(row, column))
                )?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Writes comma-separated values, with a header row and a header column.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn csv(self, out: &mut dyn Write) -> Written<()> {
        write!(out, "{}", self.sign())?;
        for column in 0..self.below {
            write!(out, ",{}", self.format_number(column.into()))?;
        }
        writeln!(out)?;
        for row in 0..self.below {
            write!(out, "{}", self.format_number(row.into()))?;
            for column in 0..self.below {
                write!(out, ",{}", self.format_number(self.cell(row, column)))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
