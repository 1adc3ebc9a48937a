//! Piles with rules of their own, and small games of piles that have a law: Lasker's Nim, piles
//! that are split. The law with its reasons is in `law`, how it is recognised in rules in
//! `recognise`.

pub mod bottles;
pub(crate) mod lasker;
mod law;
pub(crate) mod recognise;
pub(crate) mod splitting;

pub use law::*;
