//! Again Stone (LightOJ 1296): at least one stone and at most half of a pile. The law with its
//! reasons is in `law`, how it is recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
