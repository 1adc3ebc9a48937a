//! `grundy big check`: the entries of a store, compared with those of their options by the reference interpreter.

use archive::table::Table;
use archive::{Fault, table_name};
use base::budget::Budget;
use base::text;
use certificate::entries::{Entry, differs};
use cluster::Stored;
use engines::tiers::{Known, What};
use grundy::Error;
use grundy::big::Big;
use serde_json::json;

use crate::big::{Done, Held, Wrong, planned};
use crate::run::{Face, put};

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

/// Compares all entries, or those of a sample: about how many, and which.
pub fn check(face: &Face<'_>, store: &str, sample: Option<(u64, u64)>, budget: &Budget<'_>) -> Done {
    let held = Held::of(store, budget)?;
    let (store, opened, manifest) = (held.store(), &held.opened, &held.manifest);
    let plan = planned(opened, manifest, budget)?;
    let Big { world, game, .. } = &opened.big;
    let table = Stored::new(&plan, store, manifest.shares, budget.memory / 2);
    let places = plan.places();
    if sample.is_none() {
        for tier in 0..plan.tiers() {
            for share in 0..manifest.shares {
                Table::open(&store, &table_name(tier, share))?.verify(&store)?;
            }
        }
    }
    let step = sample.map_or(1, |(count, _)| places.div_ceil(count).max(1));
    let mut random = fastrand::Rng::with_seed(sample.map_or(0, |(_, seed)| seed));
    let (mut looked, mut holes, mut before) = (0_u64, 0_u64, 0_u64);
    let exchanged = plan.symmetry().is_ok_and(|images| images > 1);
    for tier in 0..plan.tiers() {
        let index = &plan.tier(tier).index;
        let mut slots = vec![0; index.slots()];
        let mut at = if step == 1 { 0 } else { random.u64(..step) };
        while at < index.size() {
            budget.tick().map_err(Error::Stopped)?;
            budget.report(before + at, Some(places));
            index.position(at, &mut slots);
            // Where slots may be exchanged another place has the entry of all, and each of them is compared.
            let stands = plan.locate(&slots).filter(|(found, place)| *found == tier && (*place == at || exchanged && *place < at));
            let known = stands.map(|(tier, place)| table.entry(tier, place)).transpose()?.and_then(|code| plan.known(code));
            let contained = world.contains(*game, &slots, budget).map_err(|fault| opened.big.fault(&fault))?;
            let position = || world.show(*game, &slots);
            if contained != known.is_some() || contained && stands.is_none() {
                let position = position();
                return Err(Wrong::Differs(text!(
                    "the entry of {position} and the rules disagree whether it is a position",
                    "{position} 是否为局面，条目与规则说法不一"
                )));
            }
            holes += u64::from(known.is_none());
            if let Some(known) = known {
                let Some(entry) = entry(known) else {
                    return Err(
                        Error::Unsupported(text!("values of games with goals are not checked", "带有目标的游戏之值不能检验")).into()
                    );
                };
                let mut asked = |slots: &[i64]| table.of(slots).map(|known| known.and_then(self::entry)).map_err(Ends::Store);
                match differs(world, (*game, &slots), entry, &mut asked, budget) {
                    Ok(None) => looked += 1,
                    Ok(Some(text)) => return Err(Wrong::Differs(text)),
                    Err(Ends::Store(fault)) => return Err(fault.into()),
                    Err(Ends::Rules(fault)) => return Err(opened.big.fault(&fault).into()),
                }
            }
            at += if step == 1 { 1 } else { 1 + random.u64(..2 * step - 1) };
        }
        before += index.size();
    }
    // Of who wins and not how soon entries can fit and be wrong where play may go round.
    let shown = plan.what != What::Outcomes || !world.rules(*game).conventions().loopy;
    let proved = sample.is_none() && shown;
    if face.args.json {
        put(&format!(
            "{}\n",
            json!({ "fits": true, "entries": looked, "holes": holes, "status": if proved { "proved" } else { "computed" } })
        ));
        return Ok(());
    }
    let text = match (proved, shown) {
        (true, _) => text!(
            "proved: all {looked} entries fit those of their options by the rules",
            "已证明：全部 {looked} 个条目按规则与其后继的条目相符"
        ),
        (false, false) => text!(
            "computed: {looked} entries of {places} places fit those of their options by the rules; that is no proof where play may go round and nothing says how soon it ends: `--what remoteness` can be proved",
            "已计算：{places} 个位置中的 {looked} 个条目按规则与其后继的条目相符；对局可能循环而又不知多快结束时，这不是证明：`--what remoteness` 可以证明"
        ),
        (false, true) => text!(
            "computed: {looked} entries of {places} places fit those of their options by the rules; --all proves the table",
            "已计算：{places} 个位置中的 {looked} 个条目按规则与其后继的条目相符；--all 可证明全表"
        ),
    };
    put(&format!("{}\n", text.get(face.lang)));
    Ok(())
}
