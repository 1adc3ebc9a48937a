//! Tests of generated and forged modules with the compiler and its workers.

mod control;
mod exits;
mod forged;
mod forms;
mod generated_modules;
mod handmade_modules;
mod hostile;
mod instructions;
mod lists;
mod mutants;
mod rejected_modules;
