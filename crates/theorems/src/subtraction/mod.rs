//! Subtraction sets: intervals, finite sets, and the powers of a number. The law with its reasons
//! is in `law`, how it is recognised in rules in `recognise`.

pub(crate) mod interval;
mod law;
pub(crate) mod powers;
pub(crate) mod recognise;

pub use law::*;
