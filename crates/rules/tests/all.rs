//! All integration tests of the crate in one binary, so that its libraries are linked once.

mod draw;
mod hostile;
mod lexer;
mod lowering;
mod meaning;
mod numbers;
mod parser;
mod sets;
mod words;
