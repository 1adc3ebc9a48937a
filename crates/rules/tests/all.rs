//! All integration tests of the crate in one binary, so that the libraries of the crate are linked
//! once.

mod computed_tables;
mod data;
mod draw;
mod hostile;
mod lexer;
mod lowering;
mod meaning;
mod numbers;
mod parser;
mod players;
mod problem;
mod sets;
mod vectors;
mod words;
