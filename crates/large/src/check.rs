//! Compares the entry of each position in a store with the entries of its options, which the
//! reference interpreter lists.

use std::cell::Cell;

use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use certificate::entries::{EntryClaim, differs};
use cluster::{ClusterError, StoredTables};
use grundy::SolveError;
use grundy::table_game::TableGame;
use serde_json::{Value, json};
use tablebase::{DecodedEntry, TableKind};

use crate::error::LargeTableError;
use crate::table_spec::OpenedStore;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCheckReport {
    /// Number of entries that were compared.
    pub entries: u64,
    /// Number of visited indices without a position.
    pub holes: u64,
    /// Number of indices of the table.
    pub places: u64,
    /// Whether every entry was compared.
    pub all: bool,
    /// Whether consistent entries are necessarily correct: play cannot cycle, or the entries
    /// contain a remoteness.
    pub shown: bool,
    /// The first inconsistent entry and the reason, or `None` if no entry is inconsistent. The
    /// check stops at the first inconsistent entry.
    pub differs: Option<Text>,
    /// Names in the store that are not names of objects ([`crate::foreign_words`]).
    pub foreign: Vec<String>,
}

impl TableCheckReport {
    /// Returns whether all compared entries are consistent.
    pub fn fits(&self) -> bool {
        self.differs.is_none()
    }

    /// Returns whether the table is proved.
    pub fn is_proved(&self) -> bool {
        self.fits() && self.all && self.shown
    }

    /// Returns the result as JSON.
    pub fn json(&self, lang: Lang) -> Value {
        match &self.differs {
            Some(text) => json!({ "fits": false, "why": text.get(lang) }),
            None => {
                let status = if self.is_proved() {
                    "proved"
                } else {
                    "computed"
                };
                json!({ "fits": true, "entries": self.entries, "empty": self.holes, "status": status })
            }
        }
    }

    /// Returns the result as text. Front ends add the name of the command-line option that a proof
    /// requires.
    pub fn words(&self) -> Text {
        let (looked, places) = (self.entries, self.places);
        match &self.differs {
            Some(text) => text.clone(),
            None if self.is_proved() => text!(
                "proved: all {looked} entries agree with the entries of their options under the rules",
                "已证明：全部 {looked} 个条目按规则与其后继的条目相符"
            ),
            None if self.shown => text!(
                "computed: {looked} entries (of {places} indices) agree with the entries of their options under the rules",
                "已计算：{places} 个位置中的 {looked} 个条目按规则与其后继的条目相符"
            ),
            None => text!(
                "computed: {looked} entries (of {places} indices) agree with the entries of their options under the rules; this is not a proof, because play can cycle and the entries store no distances",
                "已计算：{places} 个位置中的 {looked} 个条目按规则与其后继的条目相符；这不是证明，因为对局可能循环，而条目不含距终局的步数"
            ),
        }
    }
}

/// Converts a decoded entry to a claim for the checker; `None` if the value is not a nimber.
fn entry(known: DecodedEntry) -> Option<EntryClaim> {
    Some(match known {
        DecodedEntry::Wins(outcome, moves) => EntryClaim::Wins(outcome, moves),
        DecodedEntry::Outcome(outcome) => EntryClaim::Outcome(outcome),
        DecodedEntry::Draw => EntryClaim::Draw,
        DecodedEntry::Value(value) => EntryClaim::Value(value.as_nimber()?),
    })
}

/// The sample of entries to compare.
#[derive(Clone, Copy, Debug)]
pub struct EntrySample {
    /// Approximate number of entries, at least 1.
    pub count: u64,
    /// Seed of the random sample.
    pub seed: u64,
}

/// Compares all entries of a store, or the entries of a sample of positions, with the entries of
/// the options.
///
/// # Errors
/// Returns a [`LargeTableError`] if there is no store, the store cannot be read, an entry cannot be
/// checked, or the budget runs out. An inconsistent entry is not an error but part of the report.
pub fn check(
    store: &str,
    sample: Option<EntrySample>,
    budget: &Budget<'_>,
) -> Result<TableCheckReport, LargeTableError> {
    let held = OpenedStore::open(store, budget)?;
    let (store, opened, manifest) = (held.store(), &held.opened, &held.manifest);
    if sample.is_none() {
        held.expect_whole()?;
        cluster::store::verify(&store, manifest, &|| {
            budget
                .ask()
                .map_err(|stop| LargeTableError::from(SolveError::Stopped(stop)))
        })?;
    }
    let plan = held.plan(budget)?;
    let TableGame { world, game, .. } = &opened.big;
    let table = StoredTables::new(&plan, store, manifest.shares, budget.memory / 2);
    let places = plan.places();
    let step = sample.map_or(1, |sample| places.div_ceil(sample.count).max(1));
    let mut random = fastrand::Rng::with_seed(sample.map_or(0, |sample| sample.seed));
    // If play may cycle, entries without a remoteness can be consistent and wrong. Entries without
    // a remoteness are proved only if every entry depends only on lower tiers.
    let (ends, falls) = (
        plan.what == TableKind::Remoteness || opened.big.facts.ends,
        Cell::new(true),
    );
    let mut found = TableCheckReport {
        entries: 0,
        holes: 0,
        places,
        all: sample.is_none(),
        shown: true,
        differs: None,
        foreign: held.foreign()?,
    };
    let (exchanged, mut before) = (plan.symmetry().is_ok_and(|images| images > 1), 0_u64);
    for tier in 0..plan.tiers() {
        let index = &plan.tier(tier).index;
        let mut slots = vec![0; index.slots()];
        let mut at = if step == 1 { 0 } else { random.u64(..step) };
        while at < index.size() {
            budget.tick().map_err(SolveError::Stopped)?;
            budget.report(before + at, Some(places));
            index.position(at, &mut slots);
            // If slots can be exchanged, one index has the entry of a position and of all its
            // images. The position of every index is compared with the entry of its representative.
            let stands = plan.locate(&slots).filter(|(found, place)| {
                *found == tier && (*place == at || exchanged && *place < at)
            });
            let known = stands
                .map(|(tier, place)| table.entry(tier, place))
                .transpose()?
                .and_then(|code| plan.decode(code));
            let contained = world
                .contains(*game, &slots, budget)
                .map_err(|fault| opened.big.fault(&fault))?;
            let position = || world.show(*game, &slots);
            if contained != known.is_some() {
                let position = position();
                found.differs = Some(text!(
                    "the entry of {position} and the rules disagree on whether it is a position",
                    "{position} 是否为局面，条目与规则说法不一"
                ));
                return Ok(found);
            }
            found.holes += u64::from(known.is_none());
            if let Some(known) = known {
                let Some(entry) = entry(known) else {
                    return Err(SolveError::Unsupported(text!(
                        "values of games with goals cannot be checked",
                        "带有目标的游戏之值不能检验"
                    ))
                    .into());
                };
                let mut asked = |slots: &[i64]| {
                    if !ends && plan.locate(slots).is_none_or(|(below, _)| below >= tier) {
                        falls.set(false);
                    }
                    table
                        .lookup(slots)
                        .map(|known| known.and_then(self::entry))
                        .map_err(ClusterError::Store)
                };
                match differs(world, *game, &slots, entry, &mut asked, budget) {
                    Ok(None) => found.entries += 1,
                    Ok(Some(text)) => {
                        found.differs = Some(text);
                        return Ok(found);
                    }
                    Err(error) => return Err(LargeTableError::of_cluster(&opened.big, error)),
                }
            }
            at += if step == 1 {
                1
            } else {
                1 + random.u64(..2 * step - 1)
            };
        }
        before += index.size();
    }
    found.shown = ends || falls.get();
    Ok(found)
}
