//! A New Stone Game: take from a pile, then move stones of it to other piles. The law with its
//! reasons is in `law`, how it is recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
