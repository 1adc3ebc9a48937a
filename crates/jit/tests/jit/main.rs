//! Generated and forged modules on the compiler and its workers.

mod control;
mod exits;
mod forged;
mod forms;
mod instructions;
mod lists;
mod made;
mod mutants;
mod real;
mod refused;
