//! Stone Game II: a pile x is replaced by k and k xor x. The law with its reasons is in `law`, how
//! it is recognised in rules in `recognise`.

mod law;
pub(crate) mod recognise;

pub use law::*;
