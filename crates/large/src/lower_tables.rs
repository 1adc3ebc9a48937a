//! Measurements for the cost estimate: builds the lower tiers of a large table that take little
//! time, and searches from sampled positions above them.

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

/// Minimum number of indices of a tier whose measurements are used.
const MIN_TIER_SIZE: u64 = 2_000;
/// Maximum fraction of draws in lower tiers for which the rates of these tiers are used for all
/// tiers. Draws send no messages and take less time. If the fraction is larger, the time depends on
/// the draws in the higher tiers, and a search samples the higher tiers.
const MAX_DRAW_FRACTION: f64 = 0.1;
/// Maximum number of sampled positions from which searches start.
const MAX_SEARCH_SAMPLE: u64 = 1_000;

/// The result of a search from sampled positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchSample {
    /// Number of positions from which searches started, and the maximum depth of the searches in
    /// moves above the lower tiers.
    pub(crate) positions: u64,
    pub(crate) moves: u32,
    /// Fraction of the positions that the search found to be won or lost.
    pub(crate) decided: f64,
}

/// Measurements that precede the work on the tiers that take a long time.
pub(crate) struct LowerTables {
    /// Fractions of decided and lost positions in lower tiers.
    pub(crate) fates: OutcomeRates,
    /// The result of a search in higher tiers, and the rates extrapolated from it; `None` if lower
    /// tiers have few draws.
    pub(crate) searched: Option<(SearchSample, OutcomeRates)>,
    /// Size of the table on disk, in bytes; `None` if no lower tier is large enough to measure it.
    pub(crate) disk: Option<f64>,
    /// Time to compress and serialize the lower tiers, in seconds per index.
    pub(crate) writing: f64,
    /// Time to compute the tiers, in seconds per index; `None` if not all tiers were built.
    pub(crate) took: Option<f64>,
    /// Memory in bytes per index.
    pub(crate) width: f64,
}

impl LowerTables {
    /// Builds the lower tiers that take little time. `lost` is the fraction of lost positions to
    /// assume if no tier is large enough to measure it.
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
            // Moves from higher tiers lead to no tier below the lowest tier that moves from the
            // next tier reach.
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
        // If no tier is large enough, no position is assumed to be a draw.
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
        // The loop counts at most about a million indices.
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

/// Searches from positions above the tiers that were built, with an increasing number of moves,
/// while there is time. Returns `None` if not even the first depth was completed. The extrapolation
/// assumes that one more move decides as many further positions as the last move decided.
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
    // Indices without a position are not counted.
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

/// Returns the fraction of lost positions if each option is lost with the same probability as a
/// position: the solution of p = (1 - p)^options.
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
