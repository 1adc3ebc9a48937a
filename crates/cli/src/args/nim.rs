//! The arguments of `grundy nim`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

/// Shown below `grundy nim --help`.
pub const EXAMPLES: &str = "\
Numbers are decimal or hexadecimal (0x...), of any size up to 67,108,864 bits.
  a + b, a ⊕ b      nim-sum; there is no other difference
  a * b, a ⊗ b      nim-product
  a / b             nim-quotient
  a ^ n, a ** n     nim-power; n is an ordinary integer, or ordinary arithmetic in parentheses: x^(2^64 - 2)
  inv(x) sqrt(x)    the inverse, the square root
  quad(c)           the solutions of x^2 + x = c; within an expression the even one
  conj(x) trace(x)  the conjugates, the trace to {0, 1} of the smallest field with x; trace(x, 64) of that of 64 bits
  minpoly(x)        the minimal polynomial over {0, 1}
  order(x)          the least n > 0 with x^n = 1, up to 4,096 bits
  log(b, x)         the least n with b^n = x, up to 128 bits
  field(x)          the smallest field that holds x
  mex(a, b, ...)    the least number that is not among them
  bit(n)            the ordinary power 2^n

Examples:
  grundy nim '8 * 8' '16 * 16' '(2 + 3) / 7'
  grundy nim 'a * b + c' --set a=5 --set b=0x10 --set 'c=a^2'
  grundy nim 'bit(256) * bit(256)' --hex
  grundy nim 'x^order(x)' 'log(2, x)' --set x=3
  printf '2 * 2\\n4 * 4\\n' | grundy nim -
  grundy nim --table 16
  grundy nim --table 256 --sum --format csv";

/// Expressions, or a table.
#[derive(ClapArgs)]
pub struct NimArgs {
    /// Expressions such as 'a * b + 0xFF'; none, or `-`: one a line from standard input
    #[arg(value_name = "EXPRESSION")]
    pub expressions: Vec<String>,
    /// Read expressions from a file, one a line; `#` begins a comment
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Give a name to the value of an expression, which may use the names before it
    #[arg(long, value_name = "NAME=EXPRESSION")]
    pub set: Vec<String>,
    /// Write numbers in hexadecimal
    #[arg(long)]
    pub hex: bool,
    /// Print the table of nim-products below N
    #[arg(long, value_name = "N", conflicts_with_all = ["expressions", "from", "set"])]
    pub table: Option<u32>,
    /// Nim-sums instead
    #[arg(long, requires = "table")]
    pub sum: bool,
    /// How to write the table
    #[arg(long, value_enum, default_value = "text", requires = "table")]
    pub format: NimTableFormatArg,
}

/// How a table is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum NimTableFormatArg {
    /// Columns for a terminal
    Text,
    /// Comma-separated values
    Csv,
}
