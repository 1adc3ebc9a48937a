//! Every test of the crate's outside in one binary: its libraries are linked once.

mod facts;
mod model_match;
mod move_list;
mod rows;
mod slotwise;
