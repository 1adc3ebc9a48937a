//! Euclid's game: a multiple of the smaller number is subtracted from the larger. The law with its
//! reasons is in `law`, how it is recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
