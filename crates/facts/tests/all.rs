//! All integration tests of the crate in one binary, so that its libraries are linked only once.

mod facts;
mod model_match;
mod move_list;
mod rows;
mod slotwise;
