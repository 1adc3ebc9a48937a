//! Short partizan games.
#![forbid(unsafe_code)]

mod atomic_weight;
mod canonical;
mod classes;
mod comparison;
mod cooling;
mod dyadic;
mod error;
mod followers;
#[doc(hidden)]
pub mod naive;
mod name;
mod notation;
mod pair_table;
mod simple;
mod store;
mod sum;
mod thermograph;

pub use comparison::{OutcomeClass, Relation};
pub use dyadic::Dyadic;
pub use error::ValueError;
pub use notation::{NotationError, NotationErrorKind};
pub use simple::SimpleValue;
pub use store::{Id, Store, StoreStatistics};
pub use thermograph::{Thermograph, Wall, WallPoint};
