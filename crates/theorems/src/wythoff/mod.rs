//! Wythoff's game: any number from one of two heaps, or the same from both. The law with its
//! reasons is in `law`, how it is recognised in rules in `recognise`.

pub mod golden;
mod law;
pub(crate) mod recognise;

pub use law::*;
