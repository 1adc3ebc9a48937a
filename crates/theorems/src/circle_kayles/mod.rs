//! Circle Kayles: one coin of a circle, or two neighbours. The law with its reasons is in `law`,
//! how it is recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
