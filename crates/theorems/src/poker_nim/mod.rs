//! Poker Nim: chips may be added from a reserve that only shrinks. The law with its reasons is in
//! `law`, how it is recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
