//! With the feature `serde`: a nimber is written as a string, hexadecimal after `0x`, and read from a string of either kind. Strings,
//! because most readers of numbers stop at 64 bits; hexadecimal, because it takes linear time.

use super::Nimber;
use alloc::borrow::Cow;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

impl Serialize for Nimber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{self:#x}"))
    }
}

impl<'de> Deserialize<'de> for Nimber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Nimber, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
