//! Engines fold a theory over the positions of a game.

pub mod codegen;
pub mod dense;
pub mod engine;
pub mod fixed_parity;
pub mod fold_tables;
pub mod index;
pub mod loopy_box;
pub mod machine;
pub mod oracle;
pub mod parts;
pub mod prepared_table;
pub mod program;
pub mod reference;
pub mod search;
pub mod table_engines;
pub mod tier_engine;
pub mod tiers;
