//! Names of objects, parsed strictly. A store lists and removes only objects whose names this
//! module parses. Every name in the folder of a store that is not an object name is foreign and is
//! ignored.

use std::fmt;

/// Name of the manifest.
pub const MANIFEST: &str = "manifest";

/// Returns the name of the entries of a share.
pub fn table_name(tier: usize, share: usize) -> String {
    format!("tier/{tier}/share/{share}/table")
}

/// Returns the name of the messages of a share in a round.
pub fn message_name(tier: usize, round: u32, share: usize) -> String {
    format!("tier/{tier}/round/{round}/from/{share}")
}

/// Progress of a share within its tier, in chronological order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShareProgress {
    /// The current round, or the last completed round.
    pub round: u32,
    /// Number of indices that the share has processed in this round; `u64::MAX` if the round is
    /// complete.
    pub places: u64,
}

impl ShareProgress {
    /// Returns the progress of a share that has completed `round`.
    pub fn end_of_round(round: u32) -> ShareProgress {
        ShareProgress {
            round,
            places: u64::MAX,
        }
    }

    /// Returns whether the round is complete.
    pub fn is_done(self) -> bool {
        self.places == u64::MAX
    }
}

/// Returns the kind of a checkpoint, with format version 5. Checkpoints of older versions have
/// other names and are ignored.
fn checkpoint_kind(alone: bool) -> &'static str {
    if alone { "alone5" } else { "share5" }
}

/// Returns the name of a checkpoint. A process that runs all shares (`alone`) stores their messages
/// in the checkpoint, so its checkpoints have another kind.
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

/// Returns the name of the part of a share's state that stays constant until the tier is complete,
/// if this part is stored separately.
pub fn lasting_name(tier: usize, share: usize) -> String {
    format!("tier/{tier}/checkpoint/{share}/lasting3")
}

/// Parses the progress of a share from the name of its checkpoint; `None` if the name belongs to
/// another share or kind.
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

/// The parsed name of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectName {
    /// The manifest.
    Manifest,
    /// The entries of a share.
    Table {
        /// Number of the tier, starting at 0.
        tier: usize,
        /// Number of the share, starting at 0.
        share: usize,
    },
    /// The messages of a share in a round.
    Message {
        /// Number of the tier, starting at 0.
        tier: usize,
        /// Number of the round, starting at 0.
        round: u32,
        /// Number of the share that wrote the messages.
        share: usize,
    },
    /// The state of a share.
    Checkpoint {
        /// Number of the tier, starting at 0.
        tier: usize,
        /// Number of the share, starting at 0.
        share: usize,
        /// The progress of the share.
        far: ShareProgress,
        /// Whether the process that wrote the checkpoint ran all shares.
        alone: bool,
    },
    /// The part of a share's state that does not change.
    Lasting {
        /// Number of the tier, starting at 0.
        tier: usize,
        /// Number of the share, starting at 0.
        share: usize,
    },
}

impl ObjectName {
    /// Parses a name; `None` if it is not the name of an object. Numbers in names have no sign and
    /// no leading zeros, so that each object has exactly one name.
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

/// Returns whether `name` is a valid object name.
pub fn is_object(name: &str) -> bool {
    ObjectName::parse(name).is_some()
}

/// Returns whether `name` and a `/` are a proper prefix of an object name. In a folder store, a
/// proper prefix of an object name is a folder of the store.
pub fn is_folder(name: &str) -> bool {
    // If `name` is a folder, some object name begins with `name`, and all its further words are
    // numbers.
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

/// Escapes a foreign name for output: control characters and similar characters are printed as
/// `\u{…}`.
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
