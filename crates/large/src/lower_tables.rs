//! What lower tiers say of a large table, as far as they are made soon, and what a search above
//! them says of the others.

use std::time::Instant;

use base::budget::{Budget, StopReason};
use cluster::store::manifest::Manifest;
use cluster::store::{MemoryBackend, TableStore, table};
use grundy::table_game::TableGame;
use rules::game::Outcome;
use tablebase::{
    DecodedEntry, LookaheadSearch, OutcomeRates, PackedCodes, PositionId, TierError, TierPlan,
    TierTables, extend,
};

use crate::cost_estimate::{MAX_SAMPLING_TIME, locate_number};
use crate::error::LargeTableError;

/// Places that a tier must have to say something.
const MIN_TIER_SIZE: u64 = 2_000;
/// Draws tell nobody and take less time: where lower tiers have a greater part of them, the time
/// depends on how many higher tiers have.
const MAX_DRAW_FRACTION: f64 = 0.1;
/// Positions that are searched.
const MAX_SEARCH_SAMPLE: u64 = 1_000;

/// What a search from some positions says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchSample {
    /// How many were searched, and within how many moves outside lower tiers.
    pub(crate) positions: u64,
    pub(crate) moves: u32,
    /// Which part of them is won or lost, as it saw.
    pub(crate) decided: f64,
}

/// What is known before the work on the tiers that take long.
pub(crate) struct LowerTables {
    /// How positions of lower tiers end.
    pub(crate) fates: OutcomeRates,
    /// Where many of them are draws: what a search says of the others.
    pub(crate) searched: Option<(SearchSample, OutcomeRates)>,
    /// Bytes in a store, where one of the lower tiers says it.
    pub(crate) disk: Option<f64>,
    /// Seconds a place that it takes to write them there.
    pub(crate) writing: f64,
    /// Seconds a place that they took, where they are all that there are.
    pub(crate) took: Option<f64>,
    /// Bytes a place in memory.
    pub(crate) width: f64,
}

impl LowerTables {
    /// Makes lower tiers that take no time; `lost` is the part of the positions that is lost, if no
    /// tier says it.
    pub(crate) fn build(
        big: &TableGame,
        plan: &TierPlan<'_>,
        about: &Manifest,
        lost: f64,
        budget: &Budget<'_>,
    ) -> Result<LowerTables, LargeTableError> {
        let (began, mut tables, place) = (
            Instant::now(),
            TierTables::new(plan),
            MemoryBackend::default(),
        );
        let store = TableStore::new(&place, about);
        let (mut done, mut bytes, mut each, mut writing) = (0, 0.0, 0.0, 0.0);
        for tier in 0..plan.tiers() {
            let (size, so_far) = (plan.tier(tier).index.size(), began.elapsed().as_secs_f64());
            let pace = match done {
                0 if plan.lines().is_some() => 2e-9,
                0 if plan.added().is_ok() => 2e-6,
                0 => 1e-4,
                _ => so_far / done as f64,
            };
            if done + size > MIN_TIER_SIZE
                && so_far + pace * size as f64 > MAX_SAMPLING_TIME.as_secs_f64()
            {
                break;
            }
            if extend(plan, 1, &mut tables, tier + 1, &|| plan.options(), budget).is_err() {
                budget.ask().map_err(grundy::SolveError::Stopped)?;
                break;
            }
            done += size;
            // Moves from higher tiers lead no further down than from the next.
            if tier + 1 < plan.tiers() {
                tables.forget(plan.reach(tier + 1).start.min(tier));
            }
            let per_place = 1.0 / size.max(1) as f64;
            let written_from = Instant::now();
            let written = table::write(
                store.mark(""),
                tables.tier(tier).iter().map(PackedCodes::bytes),
            )?
            .len() as f64;
            (bytes, each, writing) = (
                bytes + written,
                written * per_place,
                written_from.elapsed().as_secs_f64() * per_place,
            );
        }
        let whole = tables.tier_count() == plan.tiers();
        let took = whole.then(|| began.elapsed().as_secs_f64() / done.max(1) as f64);
        let last = tables
            .tier_count()
            .checked_sub(1)
            .filter(|tier| plan.tier(*tier).index.size() >= MIN_TIER_SIZE);
        // If no tier says it, nothing is taken to be a draw.
        let fates = OutcomeRates { decided: 1.0, lost };
        let Some(last) = last else {
            return Ok(LowerTables {
                fates,
                searched: None,
                disk: whole.then_some(bytes),
                writing: 0.0,
                took,
                width: 1.0,
            });
        };
        let size = plan.tier(last).index.size();
        // No more than a million places are counted.
        let step = (size >> 20 | 1) as usize;
        let known = tables.tier(last).iter().flat_map(|block| {
            (0..block.len())
                .step_by(step)
                .filter_map(|at| plan.decode(block.get(at)))
        });
        let (mut all, mut draws, mut lost) = (0_u64, 0, 0);
        for known in known {
            all += 1;
            draws += u64::from(known == DecodedEntry::Draw);
            lost += u64::from(matches!(
                known,
                DecodedEntry::Wins(Outcome::P, _) | DecodedEntry::Outcome(Outcome::P)
            ));
        }
        let part = |n: u64| n as f64 / all.max(1) as f64;
        let fates = OutcomeRates {
            decided: 1.0 - part(draws),
            lost: part(lost),
        };
        let width = tables
            .tier(last)
            .iter()
            .map(|block| block.bytes().len())
            .sum::<usize>() as f64
            / size as f64;
        let disk = Some(bytes + each * (plan.places() - done) as f64);
        let searched = if !whole && part(draws) > MAX_DRAW_FRACTION {
            search_sample(big, plan, &tables, budget)?
        } else {
            None
        };
        Ok(LowerTables {
            fates,
            searched,
            disk,
            writing,
            took,
            width,
        })
    }
}

/// What a search from positions above those that are made says, always some moves further, as long
/// as there is time; `None` if it saw nothing. Further moves are taken to decide as many
/// as the last.
fn search_sample(
    big: &TableGame,
    plan: &TierPlan<'_>,
    made: &TierTables,
    budget: &Budget<'_>,
) -> Result<Option<(SearchSample, OutcomeRates)>, LargeTableError> {
    let began = Instant::now();
    let above = |tier: usize| tier >= made.tier_count();
    let places: u64 = (0..plan.tiers())
        .filter(|tier| above(*tier))
        .map(|tier| plan.tier(tier).index.size())
        .sum();
    let count = MAX_SEARCH_SAMPLE.min(places);
    let mut foresight = LookaheadSearch::new(plan, made);
    // No position is none of them.
    let mut open = Vec::new();
    for number in 0..count {
        let (tier, place) = locate_number(
            plan,
            above,
            (u128::from(places) * u128::from(2 * number + 1) / u128::from(2 * count)) as u64,
        );
        if foresight
            .is_position(PositionId { tier, place }, budget)
            .map_err(|halt| big.error(halt))?
        {
            open.push(PositionId { tier, place });
        }
    }
    let positions = open.len() as u64;
    let part = |n: usize| n as f64 / positions.max(1) as f64;
    let (mut said, mut lost, mut decided) = (None, 0, 0);
    'deeper: for moves in 0.. {
        let mut still = Vec::new();
        let (before, mut new_lost) = (open.len(), 0);
        for at in &open {
            let late = || (began.elapsed() > MAX_SAMPLING_TIME).then_some(StopReason::Time);
            match budget.until(budget.memory, &late, |budget| {
                budget
                    .ask()
                    .map_err(TierError::from)
                    .and_then(|()| foresight.winner(*at, moves, budget))
            }) {
                Ok(None) => still.push(*at),
                Ok(Some(winner)) => new_lost += usize::from(winner == Outcome::P),
                Err(_) if late().is_some() && budget.ask().is_ok() => break 'deeper,
                Err(halt) => return Err(big.error(halt).into()),
            }
        }
        open = still;
        lost += new_lost;
        let fresh = before - open.len();
        decided += fresh;
        let told = part(decided + fresh).min(1.0);
        let fates = OutcomeRates {
            decided: told,
            lost: part(lost).min(told),
        };
        said = Some((
            SearchSample {
                positions,
                moves,
                decided: part(decided),
            },
            fates,
        ));
        if open.is_empty() || moves == 64 {
            break;
        }
    }
    Ok(said)
}

/// Which part of positions is lost, if it is as likely of each option as of a position: p = (1 -
/// p)^options.
pub(crate) fn lost_fraction_by_chance(options: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if middle > f64::powf(1.0 - middle, options) {
            high = middle
        } else {
            low = middle
        }
    }
    low
}
