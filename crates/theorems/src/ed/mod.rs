//! E&D: of a pair of heaps one is thrown away and the other split in two. The law with its reasons
//! is in `law`, how it is recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
