//! Every test of the crate's outside in one binary: its libraries are linked once.

mod draw;
mod hostile;
mod lexer;
mod lowering;
mod meaning;
mod numbers;
mod parser;
mod sets;
mod words;
