//! All integration tests of the crate in one binary, so that its libraries are linked once.

mod acceptance;
mod common;
mod forged_outcomes;
mod forged_partizan;
mod forged_parts;
mod forged_period;
mod forged_rules;
mod forged_text;
mod forged_values;
mod heap_period;
mod law;
mod misere_positions;
mod misere_quotient;
mod mutants;
mod partizan;
mod truth;
mod verified_rows;
mod work_limits;
