//! The manifest of a store: a readable text that describes the table, with the rules, so that a
//! store is self-describing. Two runs on the same store must agree in all fields of the manifest.

use std::fmt::Write;

use base::text;
use base::text::Text;

use super::backend::StorageBackend;
use super::error::StoreError;
use super::object_name::{MANIFEST, escape_name};

const VERSION: &str = "grundy-store 4";

/// The manifest of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The game with its parameters, as written in a query.
    pub game: String,
    /// The upper bound of each slot, if the rules set no bounds.
    pub tops: Option<Vec<i64>>,
    /// The kind of the table: `outcomes`, `remoteness` or `values`.
    pub what: String,
    /// Number of shares of each tier.
    pub shares: usize,
    /// The measure of the tiers.
    pub measure: String,
    /// Number of indices of each tier, starting with the lowest tier.
    pub tiers: Vec<u64>,
    /// The rules in canonical layout.
    pub rules: String,
}

/// Maximum number of shares. Every tier has one table for each share.
const MAX_SHARES: usize = 1 << 24;

impl Manifest {
    /// Returns the text of the manifest.
    pub fn text(&self) -> String {
        let Manifest {
            game,
            tops,
            what,
            shares,
            measure,
            tiers,
            rules,
        } = self;
        let list = |numbers: &[i64]| {
            numbers
                .iter()
                .map(i64::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let mut text = format!("{VERSION}\ngame {game}\n");
        if let Some(tops) = tops {
            let _ = writeln!(text, "tops {}", list(tops));
        }
        let _ = writeln!(text, "what {what}\nshares {shares}\nmeasure {measure}");
        let tiers = tiers
            .iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join(" ");
        let _ = write!(text, "tiers {tiers}\nrules\n{rules}");
        let sum = crc32fast::hash(text.as_bytes());
        let _ = write!(text, "\nchecksum {sum:08x}\n");
        text
    }

    fn parse(text: &str) -> Result<Manifest, StoreError> {
        let damaged = |why: Text| StoreError::Damaged(MANIFEST.to_owned(), why);
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        if first != VERSION {
            return match first.strip_prefix("grundy-store ") {
                Some(version) => Err(StoreError::Version(
                    MANIFEST.to_owned(),
                    escape_name(&version.chars().take(40).collect::<String>()),
                )),
                None => Err(damaged(text!(
                    "it does not begin with `{VERSION}`",
                    "它不以 `{VERSION}` 开头"
                ))),
            };
        }
        let (whole, sum) = text
            .rsplit_once("\nchecksum ")
            .ok_or_else(|| damaged(text!("it is truncated", "内容被截断")))?;
        if sum != format!("{:08x}\n", crc32fast::hash(whole.as_bytes())) {
            return Err(damaged(text!("its checksum does not match", "校验和不符")));
        }
        let mut rest = &whole[whole.len() - (rest.len() - sum.len() - "\nchecksum ".len())..];
        let mut line = |name: &str| -> Option<String> {
            let (line, after) = rest.split_once('\n')?;
            let value = line
                .strip_prefix(name)?
                .strip_prefix(' ')
                .or((line == name).then_some(""))?;
            rest = after;
            // The values of the fields are printed, so the values must not contain control
            // characters.
            Some(value.to_owned()).filter(|value| !value.chars().any(char::is_control))
        };
        let lacks = |name: &str| damaged(text!("`{name}` is missing", "缺少 `{name}`"));
        let game = line("game").ok_or_else(|| lacks("game"))?;
        let tops = line("tops")
            .map(|numbers| numbers.split(' ').map(str::parse).collect::<Result<_, _>>())
            .transpose();
        let tops = tops.map_err(|_| lacks("tops"))?;
        let what = line("what").ok_or_else(|| lacks("what"))?;
        let shares = line("shares")
            .and_then(|count| count.parse().ok())
            .filter(|count| (1..=MAX_SHARES).contains(count))
            .ok_or_else(|| lacks("shares"))?;
        let measure = line("measure").ok_or_else(|| lacks("measure"))?;
        let tiers = line("tiers")
            .and_then(|list| list.split(' ').map(|size| size.parse().ok()).collect())
            .ok_or_else(|| lacks("tiers"))?;
        let tiers: Vec<u64> = tiers;
        if tiers
            .iter()
            .try_fold(0_u64, |sum, size| sum.checked_add(*size))
            .is_none()
        {
            return Err(lacks("tiers"));
        }
        line("rules").ok_or_else(|| lacks("rules"))?;
        Ok(Manifest {
            game,
            tops,
            what,
            shares,
            measure,
            tiers,
            rules: rest.to_owned(),
        })
    }

    /// Reads the manifest of a store; `None` if there is no store.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the manifest cannot be read, is damaged, or has another version.
    pub fn read(place: &dyn StorageBackend) -> Result<Option<Manifest>, StoreError> {
        let Some(bytes) = place.get(MANIFEST)? else {
            return Ok(None);
        };
        let text = String::from_utf8(bytes).map_err(|_| {
            StoreError::Damaged(MANIFEST.to_owned(), text!("it is not text", "它不是文本"))
        })?;
        Manifest::parse(&text).map(Some)
    }

    /// Writes the manifest of a new store. A manifest that already exists must be identical to the
    /// new manifest.
    ///
    /// # Errors
    /// Returns [`StoreError::System`] with the first difference if the store contains another
    /// table, or if the storage is not a store and is not empty. If the store contains another
    /// table or is not empty, no manifest is written. Also returns an error if the manifest cannot
    /// be read or written.
    pub fn write(&self, place: &dyn StorageBackend) -> Result<(), StoreError> {
        let there = match Manifest::read(place)? {
            Some(there) => there,
            None => {
                // Another process may have created the store after this process checked for a
                // manifest.
                if let Some(name) = place.occupied()?
                    && place.size(MANIFEST)?.is_none()
                {
                    return Err(StoreError::System(text!(
                        "the folder for the store is not empty and is not a store of a large table (it contains {name}, but no manifest): use a folder that is empty or does not exist",
                        "用作存储的文件夹不为空，也不是大表的存储（其中有 {name}，而没有 manifest）：请用空的或尚不存在的文件夹"
                    )));
                }
                place.put(MANIFEST, self.text().as_bytes())?;
                Manifest::read(place)?.ok_or_else(|| StoreError::Missing(MANIFEST.to_owned()))?
            }
        };
        match there.differs(self) {
            None => Ok(()),
            Some(text) => Err(StoreError::System(text)),
        }
    }

    /// Returns a description of the first difference between this table and the requested table;
    /// `None` if the two tables do not differ.
    pub fn differs(&self, wanted: &Manifest) -> Option<Text> {
        let numbers = |tops: &Option<Vec<i64>>| {
            tops.as_ref()
                .map_or("-".to_owned(), |tops| format!("{tops:?}"))
        };
        let (shares, others) = (self.shares.to_string(), wanted.shares.to_string());
        let (tops, wanted_tops) = (numbers(&self.tops), numbers(&wanted.tops));
        let pairs = [
            ("a different game", "游戏", &self.game, &wanted.game),
            ("different numbers", "数的上界", &tops, &wanted_tops),
            (
                "a different kind of table",
                "表的种类",
                &self.what,
                &wanted.what,
            ),
            ("a different number of shares", "份数", &shares, &others),
            (
                "a different measure",
                "度量",
                &self.measure,
                &wanted.measure,
            ),
        ];
        for (en, zh, there, here) in pairs {
            if there != here {
                return Some(text!(
                    "the store has {en}: it contains {there}, but {here} was requested; use another --store, or request what the store contains",
                    "该存储的{zh}不同：其中是 {there}，所求的是 {here}；请用另一个 --store，或改求该存储的内容"
                ));
            }
        }
        (self.rules != wanted.rules || self.tiers != wanted.tiers).then(|| {
            let game = &self.game;
            text!(
                "the store was built with other rules of {game}; use another --store",
                "该存储由 {game} 的另一套规则生成；请用另一个 --store"
            )
        })
    }
}
