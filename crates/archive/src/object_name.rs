//! Names of objects, read strictly. A store lists and removes only what has such a name; every
//! other name in its folder is foreign and is left alone.

use std::fmt;

use crate::MANIFEST;
use crate::checkpoint::{self, ShareProgress};

/// The name of an object, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectName {
    /// The manifest.
    Manifest,
    /// The entries of a share.
    Table {
        /// The tier, the first is 0.
        tier: usize,
        /// The share.
        share: usize,
    },
    /// The message that a share wrote in a round.
    Message {
        /// The tier, the first is 0.
        tier: usize,
        /// The round.
        round: u32,
        /// The share that wrote it.
        share: usize,
    },
    /// The state of a share.
    Checkpoint {
        /// The tier, the first is 0.
        tier: usize,
        /// The share.
        share: usize,
        /// The progress of the share.
        far: ShareProgress,
        /// Its process ran all shares.
        alone: bool,
    },
    /// The part of a share's state that does not change.
    Lasting {
        /// The tier, the first is 0.
        tier: usize,
        /// The share.
        share: usize,
    },
}

impl ObjectName {
    /// Parses a name; `None` if no object is called so. Numbers have no sign and no leading zeros,
    /// so that each object has one name.
    pub fn parse(name: &str) -> Option<ObjectName> {
        let words: Vec<&str> = name.split('/').collect();
        let parsed = match words[..] {
            [MANIFEST] => ObjectName::Manifest,
            ["tier", tier, "share", share, "table"] => ObjectName::Table {
                tier: tier.parse().ok()?,
                share: share.parse().ok()?,
            },
            ["tier", tier, "round", round, "from", share] => ObjectName::Message {
                tier: tier.parse().ok()?,
                round: round.parse().ok()?,
                share: share.parse().ok()?,
            },
            ["tier", tier, "checkpoint", share, _] => {
                let (tier, share) = (tier.parse().ok()?, share.parse().ok()?);
                let far = |alone| {
                    checkpoint::parse_name(name, tier, share, alone).map(|far| {
                        ObjectName::Checkpoint {
                            tier,
                            share,
                            far,
                            alone,
                        }
                    })
                };
                far(true)
                    .or_else(|| far(false))
                    .unwrap_or(ObjectName::Lasting { tier, share })
            }
            _ => return None,
        };
        (parsed.to_string() == name).then_some(parsed)
    }
}

impl fmt::Display for ObjectName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&match *self {
            ObjectName::Manifest => MANIFEST.to_owned(),
            ObjectName::Table { tier, share } => crate::table_name(tier, share),
            ObjectName::Message { tier, round, share } => crate::message_name(tier, round, share),
            ObjectName::Checkpoint {
                tier,
                share,
                far,
                alone,
            } => checkpoint::name(tier, share, far, alone),
            ObjectName::Lasting { tier, share } => checkpoint::lasting_name(tier, share),
        })
    }
}

/// Whether an object may have this name.
pub fn is_object(name: &str) -> bool {
    ObjectName::parse(name).is_some()
}

/// Whether names of objects go on after this one and a `/`: in a store that is a folder, a folder
/// of the store.
pub fn is_folder(name: &str) -> bool {
    // Some object below it has only numbers in the place of the words that are missing.
    let below = match name.split('/').collect::<Vec<_>>()[..] {
        ["tier"] => "0/share/0/table",
        ["tier", _] => "share/0/table",
        ["tier", _, "share"] => "0/table",
        ["tier", _, "share", _] => "table",
        ["tier", _, "round"] => "0/from/0",
        ["tier", _, "round", _] => "from/0",
        ["tier", _, "round", _, "from"] => "0",
        ["tier", _, "checkpoint"] => "0/lasting3",
        ["tier", _, "checkpoint", _] => "lasting3",
        _ => return false,
    };
    is_object(&format!("{name}/{below}"))
}

/// A name from outside as it is printed: control characters and the like are shown as `\u{…}`.
pub fn escape_name(name: &str) -> String {
    name.chars()
        .flat_map(|sign| {
            if matches!(sign, '\'' | '"' | '\\') {
                sign.to_string()
            } else {
                sign.escape_debug().to_string()
            }
            .chars()
            .collect::<Vec<_>>()
        })
        .collect()
}
