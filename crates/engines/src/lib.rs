//! Engines compute values and outcomes by folding a theory over the positions of a game.

pub mod box_filler;
pub mod codegen;
pub mod dense;
pub mod engine;
pub mod error;
pub mod fixed_parity;
pub mod fold_tables;
pub mod loopy_box;
pub mod machine;
pub mod option_order;
pub mod oracle;
pub mod partizan_outcomes;
pub mod partizan_search;
pub mod parts;
pub mod prepared_table;
pub mod program;
pub mod reference;
pub mod registry;
pub mod score;
pub mod score_search;
mod score_tables;
pub mod search;
pub mod stats;
pub mod table_engines;
pub mod tier_code;
pub mod tier_engine;
