//! Subtraction sets: finite ones, and the powers of a number. The law with its reasons is in `law`, how it is recognised in rules in `recognise`.

mod law;
pub(crate) mod powers;
pub(crate) mod recognise;

pub use law::*;
