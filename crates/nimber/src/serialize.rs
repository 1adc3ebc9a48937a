//! With the feature `serde`: a nimber is written as a string, hexadecimal after `0x`, and read from
//! a string of either kind. Strings, because most readers of numbers stop at 64 bits, or at 53;
//! hexadecimal, because it takes linear time.

use alloc::borrow::Cow;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::{Nim8, Nim16, Nim32, Nim64, Nim128};

macro_rules! as_string {
    ($($name:ty)*) => { $(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!("{self:#x}"))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )* };
}

as_string!(Nim8 Nim16 Nim32 Nim64 Nim128);
#[cfg(feature = "big")]
as_string!(crate::Nimber);
