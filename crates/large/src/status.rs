//! The progress of a table, computed from the objects in its store.

use std::fmt::Write as _;

use base::text;
use base::text::Text;
use cluster::store::manifest::Manifest;
use cluster::store::table_name;
use cluster::{missing_shares, open_backend};
use serde_json::{Value, json};

use crate::error::LargeTableError;
use crate::format::format_bytes;

/// The progress of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableStatus {
    /// The manifest of the store.
    pub manifest: Manifest,
    /// Number of indices of complete tiers.
    pub done: u64,
    /// Size in bytes of the tables of complete shares.
    pub bytes: u64,
    /// The incomplete tiers, each with the shares whose tables are missing.
    pub open: Vec<(usize, Vec<usize>)>,
    /// Names in the store that are not names of objects ([`foreign_words`]).
    pub foreign: Vec<String>,
}

/// Maximum number of names that a warning lists.
const MAX_LISTED: usize = 10;

/// Returns a warning that lists the foreign names in a store; `None` if the store has no foreign
/// names.
pub fn foreign_words(store: &str, foreign: &[String]) -> Option<Text> {
    if foreign.is_empty() {
        return None;
    }
    let list = foreign
        .iter()
        .take(MAX_LISTED)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    let count = foreign.len();
    let (more, more_zh) = match count.saturating_sub(MAX_LISTED) {
        0 => Default::default(),
        more => (format!(" and {more} more"), format!(" 等 {count} 项")),
    };
    Some(text!(
        "warning: {store} contains objects that do not belong to the store; they are ignored: {list}{more}",
        "警告：{store} 中有不属于该存储的对象，已忽略：{list}{more_zh}"
    ))
}

/// Returns the progress of the table in a store. No entries are read.
///
/// # Errors
/// Returns [`LargeTableError::Absent`] if there is no store, or another error if the store cannot
/// be read.
pub fn status(store: &str) -> Result<TableStatus, LargeTableError> {
    let place = open_backend(store)?;
    let manifest = Manifest::read(&*place)?.ok_or(LargeTableError::Absent)?;
    let (mut done, mut bytes, mut open) = (0, 0, Vec::new());
    for (tier, size) in manifest.tiers.iter().enumerate() {
        let absent = missing_shares(&*place, tier, manifest.shares)?;
        for share in (0..manifest.shares).filter(|share| !absent.contains(share)) {
            bytes += place.size(&table_name(tier, share))?.unwrap_or(0);
        }
        match absent.is_empty() {
            true => done += size,
            false => open.push((tier, absent)),
        }
    }
    let foreign = place.foreign()?;
    Ok(TableStatus {
        manifest,
        done,
        bytes,
        open,
        foreign,
    })
}

impl TableStatus {
    /// Returns the total number of indices.
    pub fn places(&self) -> u64 {
        self.manifest.tiers.iter().sum()
    }

    /// Returns the progress as JSON.
    pub fn json(&self) -> Value {
        let Manifest {
            game,
            what,
            shares,
            measure,
            tiers,
            ..
        } = &self.manifest;
        let open: Vec<_> = self
            .open
            .iter()
            .map(|(tier, shares)| json!({ "tier": tier, "shares": shares }))
            .collect();
        json!({
            "game": game, "entries": what, "shares": shares, "measure": measure, "tiers": tiers.len(), "positions": self.places(), "done": self.done,
            "bytes": self.bytes, "incomplete": open, "unknown_objects": self.foreign,
        })
    }

    /// Returns the progress as a few lines of text.
    pub fn words(&self) -> Text {
        let Manifest {
            game,
            what,
            shares,
            measure,
            tiers,
            ..
        } = &self.manifest;
        let (done, all, open) = (self.done, self.places(), &self.open);
        let (count, whole) = (tiers.len(), tiers.len() - open.len());
        let named = |n: usize, one: &str, many: &str| {
            if n == 1 {
                format!("one {one}")
            } else {
                format!("{n} {many}")
            }
        };
        let in_tiers = |n: usize| named(n, "tier", "tiers");
        let cut = format!(
            "{} of {}{}",
            in_tiers(count),
            named(*shares, "share", "shares"),
            if count == 1 { "" } else { " each" }
        );
        let whole_en = in_tiers(whole);
        // A table that is not split by a measure has a single tier.
        let (by, by_zh) = match &measure[..] {
            "-" => Default::default(),
            _ => (format!(", by {measure}"), format!("，按 {measure} 分层")),
        };
        let each = self.bytes as f64 / done.max(1) as f64;
        let volume = format_bytes(self.bytes as f64);
        let mut text = Text {
            en: format!(
                "game:    {game}\ntable:   {what}, {cut}{by}\ndone:    {whole_en}, {done} of {all} places\nstore:   {volume}, {each:.4} bytes per place\n"
            ),
            zh: format!(
                "游戏：  {game}\n表：    {what}，{count} 层，每层 {shares} 份{by_zh}\n完整：  {whole} 层，{all} 个位置中的 {done} 个\n存储：  {volume}，每个位置 {each:.4} 字节\n"
            ),
        };
        if let Some((tier, shares)) = open.first() {
            let list = shares
                .iter()
                .take(12)
                .map(usize::to_string)
                .collect::<Vec<_>>()
                .join(", ");
            let more = if shares.len() > 12 { ", …" } else { "" };
            let _ = writeln!(text.en, "next:    tier {tier}, shares {list}{more}");
            let _ = writeln!(text.zh, "下一步：第 {tier} 层，第 {list}{more} 份");
        }
        text
    }
}
