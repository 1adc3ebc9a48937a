//! Names of objects, read strictly. A store lists and removes only what has such a name; every
//! other name in its folder is foreign and is left alone.

use std::fmt;

/// The name of the manifest.
pub const MANIFEST: &str = "manifest";

/// The name of the entries of a share.
pub fn table_name(tier: usize, share: usize) -> String {
    format!("tier/{tier}/share/{share}/table")
}

/// The name of what a share wrote in a round.
pub fn message_name(tier: usize, round: u32, share: usize) -> String {
    format!("tier/{tier}/round/{round}/from/{share}")
}

/// How far a share is in its tier. Later ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShareProgress {
    /// The round that it did, or is within.
    pub round: u32,
    /// How many places of its range it has looked at; all of them (`u64::MAX`) if the round is
    /// done.
    pub places: u64,
}

impl ShareProgress {
    /// A round is done.
    pub fn end_of_round(round: u32) -> ShareProgress {
        ShareProgress {
            round,
            places: u64::MAX,
        }
    }

    /// Whether its round is done.
    pub fn is_done(self) -> bool {
        self.places == u64::MAX
    }
}

/// States of version 5; those of older programs have other names and are ignored.
fn checkpoint_kind(alone: bool) -> &'static str {
    if alone { "alone5" } else { "share5" }
}

/// The name of a checkpoint. Those of a process that ran all shares hold what these told each
/// other, and are called otherwise.
pub fn checkpoint_name(
    tier: usize,
    share: usize,
    ShareProgress { round, places }: ShareProgress,
    alone: bool,
) -> String {
    let kind = checkpoint_kind(alone);
    match places {
        u64::MAX => format!("tier/{tier}/checkpoint/{share}/{kind}-{round}"),
        places => format!("tier/{tier}/checkpoint/{share}/{kind}-{round}-{places}"),
    }
}

/// The name of the part of a share's state that stays as it is until the tier is whole, where it is
/// kept apart.
pub fn lasting_name(tier: usize, share: usize) -> String {
    format!("tier/{tier}/checkpoint/{share}/lasting3")
}

/// Returns the progress of a share from the name of its checkpoint; `None` if the name belongs to
/// another share.
pub fn parse_checkpoint_name(
    name: &str,
    tier: usize,
    share: usize,
    alone: bool,
) -> Option<ShareProgress> {
    let rest = name.strip_prefix(&format!(
        "tier/{tier}/checkpoint/{share}/{}-",
        checkpoint_kind(alone)
    ))?;
    match rest.split_once('-') {
        Some((round, places)) => Some(ShareProgress {
            round: round.parse().ok()?,
            places: places.parse().ok()?,
        }),
        None => Some(ShareProgress::end_of_round(rest.parse().ok()?)),
    }
}

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
                    parse_checkpoint_name(name, tier, share, alone).map(|far| {
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
            ObjectName::Table { tier, share } => table_name(tier, share),
            ObjectName::Message { tier, round, share } => message_name(tier, round, share),
            ObjectName::Checkpoint {
                tier,
                share,
                far,
                alone,
            } => checkpoint_name(tier, share, far, alone),
            ObjectName::Lasting { tier, share } => lasting_name(tier, share),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_older_ones_are_not() {
        for (places, alone) in [
            (u64::MAX, true),
            (u64::MAX, false),
            (65_536, true),
            (65_536, false),
        ] {
            let far_ = ShareProgress { round: 25, places };
            let name = checkpoint_name(4, 7, far_, alone);
            assert_eq!(parse_checkpoint_name(&name, 4, 7, alone), Some(far_));
            assert_eq!(
                (
                    parse_checkpoint_name(&name, 4, 7, !alone),
                    parse_checkpoint_name(&name, 4, 6, alone),
                    parse_checkpoint_name(&name, 3, 7, alone)
                ),
                (None, None, None)
            );
        }
        assert_eq!(
            parse_checkpoint_name("tier/4/checkpoint/7/alone2-25", 4, 7, true),
            None
        );
    }
}
