//! The arguments of `grundy nim`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

/// Functions and examples of `nim`.
pub const EXAMPLES: &str = "\
Numbers are decimal or hexadecimal (0x...), with up to 67,108,864 bits.
  a + b, a ⊕ b      nim-sum; also the nim-difference
  a * b, a ⊗ b      nim-product
  a / b             nim-quotient
  a ^ n, a ** n     nim-power; n is an ordinary integer, or an ordinary expression in parentheses: x^(2^64 - 2)
  inv(x) sqrt(x)    the inverse, the square root
  quad(c)           the solutions of x^2 + x = c; inside an expression, the even solution
  conj(x) trace(x)  the conjugates; the trace from the smallest field that contains x to {0, 1}; trace(x, 64): from the field of 64 bits
  minpoly(x)        the minimal polynomial over {0, 1}
  order(x)          the least n > 0 with x^n = 1, up to 4,096 bits
  log(b, x)         the least n with b^n = x, up to 128 bits
  field(x)          the smallest field that contains x
  mex(a, b, ...)    the least number that is not among the arguments
  bit(n)            the ordinary power 2^n

Examples:
  grundy nim '8 * 8' '16 * 16' '(2 + 3) / 7'
  grundy nim 'a * b + c' --set a=5 --set b=0x10 --set 'c=a^2'
  grundy nim 'bit(256) * bit(256)' --hex
  grundy nim 'x^order(x)' 'log(2, x)' --set x=3
  printf '2 * 2\\n4 * 4\\n' | grundy nim -
  grundy nim --table 16
  grundy nim --table 256 --sum --format csv";

/// Arguments of `nim`.
#[derive(ClapArgs)]
pub struct NimArgs {
    /// Expressions such as 'a * b + 0xFF'; if none or `-` is given, they are read from standard
    /// input, one per line
    #[arg(value_name = "EXPRESSION")]
    pub expressions: Vec<String>,
    /// Read expressions from FILE, one per line; `#` starts a comment
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Name the value of an expression; the expression may use names defined before it
    #[arg(long, value_name = "NAME=EXPRESSION")]
    pub set: Vec<String>,
    /// Write numbers in hexadecimal
    #[arg(long)]
    pub hex: bool,
    /// Print the table of nim-products below N
    #[arg(long, value_name = "N", conflicts_with_all = ["expressions", "from", "set"])]
    pub table: Option<u32>,
    /// Print nim-sums instead of nim-products
    #[arg(long, requires = "table")]
    pub sum: bool,
    /// Output format of the table
    #[arg(long, value_enum, default_value = "text", requires = "table")]
    pub format: NimTableFormatArg,
}

/// Output formats of the table of `nim`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum NimTableFormatArg {
    /// Columns for a terminal
    Text,
    /// Comma-separated values
    Csv,
}
