//! `nim`: the value of an expression of nimbers, or a table of nim-sums or nim-products.

use std::io::{self, Write};

use base::budget::Budget;
use base::text::Lang;
use grundy::SolveError;
pub use grundy::nim::NimTable;
use grundy::nim::{Calculator, NimValue, Operation};
use nimber::Nimber;
use serde::Deserialize;
use serde_json::json;

use crate::json::array;
use crate::options::RequestOptions;

/// The request `nim`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NimRequest {
    /// An expression such as `8 * 8 + x`.
    pub expression: String,
    /// Definitions of names for the expression, each `name = expression`, in which earlier names
    /// may be used.
    pub set: Vec<String>,
    /// If this number is given, the reply is the table of all pairs below it, and `expression` is
    /// ignored.
    pub table: Option<u32>,
    /// The common options and the options of the command.
    pub options: RequestOptions<NimOptions>,
}

/// The options of `nim`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NimOptions {
    /// Whether to return a table of nim-sums instead of nim-products.
    pub sums: bool,
    /// Whether to write the numbers of a table in hexadecimal, if the table is written as text.
    pub hex: bool,
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub struct NimReply {
    /// The expression.
    pub expression: String,
    /// The value of the expression.
    pub value: NimValue,
}

/// A calculator that stores the values of its definitions, so that they are not computed again for
/// each expression.
#[derive(Default)]
pub(crate) struct NamedCalculator {
    set: Vec<String>,
    calculator: Calculator,
}

impl NamedCalculator {
    /// Returns the calculator that contains the values of the given definitions.
    pub(crate) fn knowing(
        &mut self,
        set: &[String],
        budget: &Budget<'_>,
    ) -> Result<&mut Calculator, SolveError> {
        if self.set != set {
            let mut calculator = Calculator::default();
            set.iter()
                .try_for_each(|name| calculator.set(name, budget))?;
            *self = NamedCalculator {
                set: set.to_vec(),
                calculator,
            };
        }
        Ok(&mut self.calculator)
    }
}

pub(crate) fn compute(
    asked: &NimRequest,
    named: &mut NamedCalculator,
    budget: &Budget<'_>,
) -> Result<NimReply, SolveError> {
    /// Memory for writing a value, as a multiple of its size, because a value is written in decimal
    /// and in hexadecimal digits.
    const WRITTEN: u64 = 12;
    let value = named
        .knowing(&asked.set, budget)?
        .evaluate(&asked.expression, budget)?;
    let bits: u64 = match &value {
        NimValue::Number(number) | NimValue::Solutions(number) => number.field_bits(),
        NimValue::Conjugates(list) => list.iter().map(Nimber::field_bits).sum(),
        _ => 0,
    };
    if bits > 1 << 16 {
        budget
            .allow_growth(0, bits / 8 * WRITTEN)
            .map_err(SolveError::Stopped)?;
    }
    Ok(NimReply {
        expression: asked.expression.clone(),
        value,
    })
}

pub(crate) fn table(below: u32, pairs: &NimOptions) -> Result<NimTable, SolveError> {
    let operation = if pairs.sums {
        Operation::Sum
    } else {
        Operation::Product
    };
    NimTable::new(operation, below, pairs.hex).map_err(SolveError::Usage)
}

impl NimReply {
    /// Returns the reply as JSON. Numbers are decimal strings and hexadecimal strings, because they
    /// may be of any size.
    pub fn json(&self) -> serde_json::Value {
        let number = |number: &Nimber| json!({ "decimal": number.to_string(), "hex": format!("{number:#x}") });
        let (kind, value) = match &self.value {
            NimValue::Number(one) => ("nimber", number(one)),
            NimValue::Solutions(_) => ("solutions", self.value.list().iter().map(number).collect()),
            NimValue::Conjugates(list) => ("conjugates", list.iter().map(number).collect()),
            NimValue::Integer(integer) => ("integer", json!({ "decimal": integer.to_string() })),
            NimValue::Polynomial(bits) => (
                "polynomial",
                json!({ "text": self.value.show(false, Lang::En), "hex": format!("{bits:#x}") }),
            ),
            NimValue::Field(bits) => ("field", json!({ "bits": bits })),
        };
        json!({ "expression": self.expression, "kind": kind, "value": value })
    }
}

/// Writes a table as one JSON object, with rows starting at 0. The table is computed while it is
/// written.
pub(crate) fn table_json(table: NimTable, out: &mut dyn Write) -> io::Result<()> {
    let operation = match table.operation() {
        Operation::Sum => "sum",
        Operation::Product => "product",
    };
    let below = table.below();
    write!(
        out,
        "{{\"operation\":\"{operation}\",\"below\":{below},\"rows\":["
    )?;
    for row in 0..below {
        write!(out, "{}", if row > 0 { "," } else { "" })?;
        array(out, (0..below).map(|column| json!(table.cell(row, column))))?;
    }
    writeln!(out, "]}}")
}
