//! The Beans Game: any number from one of three piles, or the same number from two. The law with
//! its reasons is in `law`, how it is recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
