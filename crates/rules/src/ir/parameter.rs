//! The values of parameters.

use std::sync::Arc;

use super::Int;
use crate::data::DataTable;
use crate::network::Network;
use crate::quadratic::Quadratic;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ParameterValue {
    /// A number.
    Int(Int),
    /// A set, sorted and without repetitions. Each element is a row, whose length is the second
    /// field (1 for a set of numbers).
    Set(Arc<[Int]>, usize),
    /// A real number.
    Real(Quadratic),
    /// A graph.
    Graph(Arc<Network>),
    /// Data: an array, a table or a text.
    Data(Arc<DataTable>),
}

impl std::fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ParameterValue::Int(n) => write!(f, "{n}"),
            ParameterValue::Real(x) => write!(f, "{x}"),
            ParameterValue::Graph(network) => write!(f, "{network}"),
            ParameterValue::Data(data) => write!(f, "{data}"),
            ParameterValue::Set(flat, width) => {
                f.write_str("{")?;
                for (i, row) in flat.chunks(*width).enumerate() {
                    let row: Vec<String> = row.iter().map(Int::to_string).collect();
                    let row = row.join(",");
                    let comma = if i > 0 { ", " } else { "" };
                    if *width == 1 {
                        write!(f, "{comma}{row}")?
                    } else {
                        write!(f, "{comma}({row})")?
                    }
                }
                f.write_str("}")
            }
        }
    }
}

/// Arguments of a query: by position or by name.
pub type Args = Vec<(Option<String>, ParameterValue)>;
