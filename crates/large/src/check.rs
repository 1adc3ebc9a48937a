//! The entries of a store, compared with those of their options by the reference interpreter.

use std::cell::Cell;

use archive::Fault;
use base::budget::Budget;
use base::text;
use base::text::{Lang, Text};
use certificate::entries::{Entry, differs};
use cluster::Stored;
use engines::tiers::{Known, What};
use grundy::Error;
use grundy::big::Big;
use serde_json::{Value, json};

use crate::opened::Held;
use crate::wrong::Wrong;

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// How many entries were compared.
    pub entries: u64,
    /// How many places among them are no positions.
    pub holes: u64,
    /// How many places the table has.
    pub places: u64,
    /// Every entry was compared.
    pub all: bool,
    /// Entries that fit cannot all be wrong: no play goes round, or it is told how soon it ends.
    pub shown: bool,
    /// Which entry does not fit, and why; then nothing after it was looked at.
    pub differs: Option<Text>,
    /// Names in the store that are not of its objects ([`crate::foreign_words`]).
    pub foreign: Vec<String>,
}

impl Checked {
    /// Whether what was compared fits.
    pub fn fits(&self) -> bool {
        self.differs.is_none()
    }

    /// Whether the table is proved.
    pub fn proved(&self) -> bool {
        self.fits() && self.all && self.shown
    }

    /// As data.
    pub fn json(&self, lang: Lang) -> Value {
        match &self.differs {
            Some(text) => json!({ "fits": false, "why": text.get(lang) }),
            None => {
                let status = if self.proved() { "proved" } else { "computed" };
                json!({ "fits": true, "entries": self.entries, "holes": self.holes, "status": status })
            }
        }
    }

    /// In words, without what to ask for to have a proof: that a face says.
    pub fn words(&self) -> Text {
        let (looked, places) = (self.entries, self.places);
        match &self.differs {
            Some(text) => text.clone(),
            None if self.proved() => text!(
                "proved: all {looked} entries fit those of their options by the rules",
                "已证明：全部 {looked} 个条目按规则与其后继的条目相符"
            ),
            None if self.shown => text!(
                "computed: {looked} entries of {places} places fit those of their options by the rules",
                "已计算：{places} 个位置中的 {looked} 个条目按规则与其后继的条目相符"
            ),
            None => text!(
                "computed: {looked} entries of {places} places fit those of their options by the rules; that is no proof where play may go round and nothing says how soon it ends",
                "已计算：{places} 个位置中的 {looked} 个条目按规则与其后继的条目相符；对局可能循环而又不知多快结束时，这不是证明"
            ),
        }
    }
}

/// Why a check ends.
enum Ends {
    Store(Fault),
    Rules(rules::rules::Fault),
}

impl From<rules::rules::Fault> for Ends {
    fn from(fault: rules::rules::Fault) -> Ends {
        Ends::Rules(fault)
    }
}

/// What is known of a position in the words of the checker.
fn entry(known: Known) -> Option<Entry> {
    Some(match known {
        Known::Wins(outcome, moves) => Entry::Wins(outcome, moves),
        Known::Outcome(outcome) => Entry::Outcome(outcome),
        Known::Draw => Entry::Draw,
        Known::Value(value) => Entry::Value(value.as_nimber()?),
    })
}

/// Compares all entries of a store, or those of a sample: about how many (at least one), and which.
///
/// # Errors
/// If there is no store, it cannot be read, an entry says what nobody can check, or the budget
/// ends. An entry that does not fit is an answer.
pub fn check(
    store: &str,
    sample: Option<(u64, u64)>,
    budget: &Budget<'_>,
) -> Result<Checked, Wrong> {
    let held = Held::of(store, budget)?;
    let (store, opened, manifest) = (held.store(), &held.opened, &held.manifest);
    if sample.is_none() {
        held.expect_whole()?;
        archive::verify(&store, manifest, &|| {
            budget
                .ask()
                .map_err(|stop| Wrong::from(Error::Stopped(stop)))
        })?;
    }
    let plan = held.plan(budget)?;
    let Big { world, game, .. } = &opened.big;
    let table = Stored::new(&plan, store, manifest.shares, budget.memory / 2);
    let places = plan.places();
    let step = sample.map_or(1, |(count, _)| places.div_ceil(count).max(1));
    let mut random = fastrand::Rng::with_seed(sample.map_or(0, |(_, seed)| seed));
    // If play may cycle, entries without a remoteness can be consistent and wrong. They are proved
    // only if each depends on lower tiers alone.
    let (ends, falls) = (
        plan.what == What::Remoteness || opened.big.facts.ends,
        Cell::new(true),
    );
    let mut found = Checked {
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
            budget.tick().map_err(Error::Stopped)?;
            budget.report(before + at, Some(places));
            index.position(at, &mut slots);
            // Where slots may be exchanged another place has the entry of all, and each of them is
            // compared.
            let stands = plan.locate(&slots).filter(|(found, place)| {
                *found == tier && (*place == at || exchanged && *place < at)
            });
            let known = stands
                .map(|(tier, place)| table.entry(tier, place))
                .transpose()?
                .and_then(|code| plan.known(code));
            let contained = world
                .contains(*game, &slots, budget)
                .map_err(|fault| opened.big.fault(&fault))?;
            let position = || world.show(*game, &slots);
            if contained != known.is_some() {
                let position = position();
                found.differs = Some(text!(
                    "the entry of {position} and the rules disagree whether it is a position",
                    "{position} 是否为局面，条目与规则说法不一"
                ));
                return Ok(found);
            }
            found.holes += u64::from(known.is_none());
            if let Some(known) = known {
                let Some(entry) = entry(known) else {
                    return Err(Error::Unsupported(text!(
                        "values of games with goals are not checked",
                        "带有目标的游戏之值不能检验"
                    ))
                    .into());
                };
                let mut asked = |slots: &[i64]| {
                    if !ends && plan.locate(slots).is_none_or(|(below, _)| below >= tier) {
                        falls.set(false);
                    }
                    table
                        .of(slots)
                        .map(|known| known.and_then(self::entry))
                        .map_err(Ends::Store)
                };
                match differs(world, (*game, &slots), entry, &mut asked, budget) {
                    Ok(None) => found.entries += 1,
                    Ok(Some(text)) => {
                        found.differs = Some(text);
                        return Ok(found);
                    }
                    Err(Ends::Store(fault)) => return Err(fault.into()),
                    Err(Ends::Rules(fault)) => return Err(opened.big.fault(&fault).into()),
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
