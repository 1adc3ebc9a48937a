//! Serialisation with the feature `serde`. A nimber is written as a hexadecimal string with `0x`,
//! and read from a decimal or hexadecimal string. Strings are used because many parsers limit
//! numbers to 64 or 53 bits. Hexadecimal is used because writing and reading hexadecimal digits
//! takes linear time.

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
