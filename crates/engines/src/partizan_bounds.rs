//! Bounds of sums in which the players have different moves. A part of a board is at least the sum
//! of its bands if Left gives up the moves between them (`parts::PartizanParts::cuts`). The values
//! of small bands are known. Thermographs of all values give bounds on the stops of the sum
//! (Berlekamp, Conway and Guy, *Winning Ways*, chapter 6, Thermostrat): at every temperature t,
//!
//! - the left stop is at least the sum of the right walls plus the largest difference of the walls;
//! - the right stop is at least the sum of the right walls minus t.
//!
//! If a bound is 0, the sum of a few values is computed. If all values are all-small, their atomic
//! weights are added. Left wins if the sum is at least 2, or if it is at least 1 and Left begins
//! (Siegel, *Combinatorial Game Theory*, chapter II, two-ahead rule).

use std::sync::Arc;

use base::budget::Budget;
use partizan::{Dyadic, Id, Store, Thermograph};
use rules::ast::Player;
use rustc_hash::FxHashMap;

use crate::error::EngineError;
use crate::partizan_atoms::{AtomTable, SumAtom, SumKey, part_error};
use crate::partizan_search::{PartizanSearch, refused};

/// Maximum number of values that are added if a bound is 0.
const MAX_ADDED: usize = 3;

/// Number of steps for the sum of these values.
const ADDED_STEPS: u64 = 1_000;

/// Maximum number of values that are added if the sum contains nothing else.
const MAX_COMPARED: usize = 2;

/// Number of steps for the sum of more values, if the sum contains nothing else.
const SUM_STEPS: u64 = 20_000;

/// Maximum number of such sums that are given up.
const MAX_FAILED_SUMS: u32 = 50;

/// The part of the atomic weight of an all-small value in the estimate of its mean.
const WEIGHT: f64 = 1.0 / 64.0;

/// Values whose sum is a bound of an atom.
#[derive(Clone, Debug)]
struct AtomBound {
    values: Vec<Id>,
    mean: f64,
}

/// The bounds of an atom. If no bound is known, the entry is `None`.
#[derive(Clone, Debug, Default)]
struct AtomBounds {
    /// The lower bound (first) and the upper bound with the best mean.
    by_mean: [Option<AtomBound>; 2],
    /// The lower bound (first) and the upper bound with the best mean less the temperature.
    by_temperature: [Option<AtomBound>; 2],
    /// An estimate of the mean.
    estimate: f64,
}

/// Bounds of the atoms of a search.
#[derive(Default)]
pub(crate) struct SumBounds {
    atoms: FxHashMap<u32, Arc<AtomBounds>>,
    means: FxHashMap<Id, f64>,
    held: u64,
    failed_sums: u32,
}

impl SumBounds {
    /// Returns the approximate number of bytes in use.
    pub fn bytes(&self) -> u64 {
        let entry = (size_of::<(u32, Arc<AtomBounds>)>() + size_of::<AtomBounds>() + 32) as u64;
        self.held + self.atoms.len() as u64 * entry + self.means.len() as u64 * 32
    }

    /// Returns whether the player to move wins a sum, if bounds show it.
    pub fn wins(
        &mut self,
        atoms: &AtomTable,
        values: &mut PartizanSearch,
        key: &SumKey,
        mover: Player,
        budget: &Budget<'_>,
    ) -> Result<Option<bool>, EngineError> {
        if key
            .iter()
            .any(|&one| matches!(atoms.atom(one), SumAtom::Component(_)))
        {
            return Ok(None);
        }
        for who in [mover, mover.other()] {
            let side = usize::from(who == Player::Right);
            let mut pieces = Vec::new();
            let mut is_bounded = true;
            for &number in key {
                let bounds = self.of_atom(atoms, values, number, budget)?;
                let bound = match who == mover {
                    true => &bounds.by_mean[side],
                    false => &bounds.by_temperature[side],
                };
                match bound {
                    Some(bound) => pieces.extend(&bound.values),
                    None => is_bounded = false,
                }
            }
            if is_bounded && surely_wins(&mut values.store, pieces, who, who == mover, budget)? {
                return Ok(Some(who == mover));
            }
        }
        let value = |&number: &u32| match *atoms.atom(number) {
            SumAtom::Value(value) => Some(value),
            _ => None,
        };
        let all: Option<Vec<Id>> = key.iter().map(value).collect();
        let (Some(all), store) = (all, &mut values.store) else {
            return Ok(None);
        };
        let decide = |store: &mut Store, budget: &Budget<'_>| {
            let sum = sum_of(store, &all, budget)?;
            wins_alone(store, sum, mover, true, budget)
        };
        if all.len() <= MAX_COMPARED {
            return decide(store, budget).map(Some);
        }
        if self.failed_sums >= MAX_FAILED_SUMS {
            return Ok(None);
        }
        let (found, is_cut) = budget.stepped(SUM_STEPS, |budget| decide(store, budget));
        if is_cut {
            self.failed_sums += 1;
            return Ok(None);
        }
        found.map(Some)
    }

    /// Returns an estimate of the mean of a sum.
    pub fn estimate(
        &mut self,
        atoms: &AtomTable,
        values: &mut PartizanSearch,
        key: &SumKey,
        budget: &Budget<'_>,
    ) -> Result<f64, EngineError> {
        let mut estimate = 0.0;
        for &number in key {
            estimate += self.of_atom(atoms, values, number, budget)?.estimate;
        }
        Ok(estimate)
    }

    fn of_atom(
        &mut self,
        atoms: &AtomTable,
        values: &mut PartizanSearch,
        number: u32,
        budget: &Budget<'_>,
    ) -> Result<Arc<AtomBounds>, EngineError> {
        if let Some(known) = self.atoms.get(&number) {
            return Ok(known.clone());
        }
        let mut bounds = AtomBounds::default();
        match *atoms.atom(number) {
            SumAtom::Component(_) => {}
            SumAtom::Value(value) => {
                let mean = self.mean(&mut values.store, value, budget)?;
                let bound = Some(AtomBound {
                    values: vec![value],
                    mean,
                });
                bounds.by_mean = [bound.clone(), bound.clone()];
                bounds.by_temperature = [bound.clone(), bound];
            }
            SumAtom::Part(game, part) => {
                for (side, sign) in [(0, 1.0), (1, -1.0)] {
                    let other = self.bytes() + atoms.bytes() + values.store.bytes();
                    let (parts, store) = values.parts_of(game);
                    let most = atoms.valued_cells(parts.adds());
                    let ways = parts.cuts(part, side == 0, most, other, budget);
                    let (mut best, mut calmest) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
                    for way in ways.map_err(part_error)? {
                        let (mut pieces, mut mean, mut temperature) = (Vec::new(), 0.0, -1.0_f64);
                        for part in way {
                            let value = parts.value(part, store, budget).map_err(part_error)?;
                            if value != Store::ZERO {
                                let graph = store.thermograph(value, budget).map_err(refused)?;
                                mean += to_float(graph.mean());
                                temperature = temperature.max(to_float(graph.temperature()));
                                pieces.push(value);
                            }
                        }
                        let bound = AtomBound {
                            values: pieces,
                            mean,
                        };
                        if sign * mean > best {
                            best = sign * mean;
                            bounds.by_mean[side] = Some(bound.clone());
                        }
                        if sign * mean - temperature > calmest {
                            calmest = sign * mean - temperature;
                            bounds.by_temperature[side] = Some(bound);
                        }
                    }
                }
            }
        }
        bounds.estimate = match (atoms.atom(number), &bounds.by_mean) {
            (&SumAtom::Value(value), _) => self.mean_of_value(&mut values.store, value, budget)?,
            (_, [Some(lower), Some(upper)]) => (lower.mean + upper.mean) / 2.0,
            (&SumAtom::Part(game, part), _) => {
                let [left, right] = values.parts_of(game).0.move_counts(part);
                (left as f64 - right as f64) / 4.0
            }
            (SumAtom::Component(_), _) => 0.0,
        };
        let lists = bounds.by_mean.iter().chain(&bounds.by_temperature);
        self.held += lists
            .flatten()
            .map(|bound| size_of_val(&*bound.values) as u64)
            .sum::<u64>();
        let bounds = Arc::new(bounds);
        self.atoms.insert(number, bounds.clone());
        Ok(bounds)
    }

    /// Returns the mean of a value, and a small fraction of its atomic weight if it is all-small.
    fn mean_of_value(
        &mut self,
        store: &mut Store,
        value: Id,
        budget: &Budget<'_>,
    ) -> Result<f64, EngineError> {
        let mean = self.mean(store, value, budget)?;
        match store.atomic_weight(value, budget).map_err(refused)? {
            None => Ok(mean),
            Some(weight) => Ok(mean + self.mean(store, weight, budget)? * WEIGHT),
        }
    }

    fn mean(
        &mut self,
        store: &mut Store,
        value: Id,
        budget: &Budget<'_>,
    ) -> Result<f64, EngineError> {
        if let Some(known) = self.means.get(&value) {
            return Ok(*known);
        }
        let mean = to_float(store.mean(value, budget).map_err(refused)?);
        self.means.insert(value, mean);
        Ok(mean)
    }
}

/// Returns whether bounds show that a player wins a sum of values, as the first or as the second
/// player.
fn surely_wins(
    store: &mut Store,
    pieces: Vec<Id>,
    who: Player,
    is_first: bool,
    budget: &Budget<'_>,
) -> Result<bool, EngineError> {
    // The thermographs of all-small values are single points.
    let all_small = pieces.iter().all(|&value| store.is_all_small(value));
    if !all_small {
        match stops_decide(store, &pieces, who, is_first, budget)? {
            StopBound::Positive => return Ok(true),
            StopBound::Zero => {}
            StopBound::Negative => return Ok(false),
        }
    }
    let (mut simple, mut hot) = (Store::ZERO, Vec::new());
    for value in pieces {
        let negative = store.negative(value, budget).map_err(refused)?;
        if store.simple_value(value).is_some() {
            simple = store.sum(simple, value, budget).map_err(refused)?;
        } else if let Some(at) = hot.iter().position(|&one| one == negative) {
            hot.swap_remove(at);
        } else {
            hot.push(value);
        }
    }
    hot.push(simple);
    if all_small && is_ahead(store, &hot, who, is_first, budget)? {
        return Ok(true);
    }
    if hot.len() > MAX_ADDED + 1 {
        return Ok(false);
    }
    let (found, is_cut) = budget.stepped(ADDED_STEPS, |budget| {
        let sum = sum_of(store, &hot, budget)?;
        wins_alone(store, sum, who, is_first, budget)
    });
    if is_cut { Ok(false) } else { found }
}

/// The best lower bound on the stop of a sum.
enum StopBound {
    Positive,
    Zero,
    Negative,
}

/// Returns the best lower bound on the stop of a sum, from the point of view of a player who begins
/// or replies.
fn stops_decide(
    store: &mut Store,
    pieces: &[Id],
    who: Player,
    is_first: bool,
    budget: &Budget<'_>,
) -> Result<StopBound, EngineError> {
    let mut graphs: Vec<Arc<Thermograph>> = Vec::with_capacity(pieces.len());
    for &value in pieces {
        graphs.push(store.thermograph(value, budget).map_err(refused)?);
    }
    let points = |graph: &Arc<Thermograph>| {
        let walls = [graph.left_wall(), graph.right_wall()];
        let points = walls.map(|wall| wall.points().iter().map(|point| point.temperature));
        points.into_iter().flatten().collect::<Vec<Dyadic>>()
    };
    let mut temperatures: Vec<Dyadic> = graphs.iter().flat_map(points).collect();
    temperatures.push(Dyadic::ZERO);
    temperatures.sort_unstable();
    temperatures.dedup();
    budget.steps(temperatures.len() * graphs.len())?;
    let mut is_near = false;
    for temperature in temperatures {
        let stop = stop_bound(&graphs, temperature, who, is_first).map_err(refused)?;
        if stop > Dyadic::ZERO {
            return Ok(StopBound::Positive);
        }
        is_near |= stop == Dyadic::ZERO;
    }
    Ok(match is_near {
        true => StopBound::Zero,
        false => StopBound::Negative,
    })
}

/// Returns whether all values are all-small and their atomic weights show that a player wins.
fn is_ahead(
    store: &mut Store,
    values: &[Id],
    who: Player,
    is_first: bool,
    budget: &Budget<'_>,
) -> Result<bool, EngineError> {
    let mut total = Store::ZERO;
    for &value in values {
        match store.atomic_weight(value, budget).map_err(refused)? {
            None => return Ok(false),
            Some(weight) => total = store.sum(total, weight, budget).map_err(refused)?,
        }
    }
    let lead = if is_first { 1 } else { 2 };
    let (lower, upper) = match who {
        Player::Left => (store.integer(lead, budget).map_err(refused)?, total),
        Player::Right => (total, store.integer(-lead, budget).map_err(refused)?),
    };
    store.is_le(lower, upper, budget).map_err(refused)
}

fn sum_of(store: &mut Store, values: &[Id], budget: &Budget<'_>) -> Result<Id, EngineError> {
    let mut sum = Store::ZERO;
    for &value in values {
        sum = store.sum(sum, value, budget).map_err(refused)?;
    }
    Ok(sum)
}

/// Returns whether a player wins a value, as the first or as the second player.
fn wins_alone(
    store: &mut Store,
    value: Id,
    who: Player,
    is_first: bool,
    budget: &Budget<'_>,
) -> Result<bool, EngineError> {
    let is_le = |store: &mut Store, g: Id, h: Id| store.is_le(g, h, budget).map_err(refused);
    Ok(match (who, is_first) {
        (Player::Left, true) => !is_le(store, value, Store::ZERO)?,
        (Player::Left, false) => is_le(store, Store::ZERO, value)?,
        (Player::Right, true) => !is_le(store, Store::ZERO, value)?,
        (Player::Right, false) => is_le(store, value, Store::ZERO)?,
    })
}

/// Returns a lower bound on the stop of a sum, from the point of view of a player who begins or
/// replies.
fn stop_bound(
    graphs: &[Arc<Thermograph>],
    temperature: Dyadic,
    who: Player,
    is_first: bool,
) -> Result<Dyadic, partizan::ValueError> {
    let (mut total, mut width) = (Dyadic::ZERO, Dyadic::ZERO);
    for graph in graphs {
        let left = graph.left_wall().value_at(temperature)?;
        let right = graph.right_wall().value_at(temperature)?;
        total = match who {
            Player::Left => total.checked_add(right)?,
            Player::Right => total.checked_sub(left)?,
        };
        width = width.max(left.checked_sub(right)?);
    }
    match is_first {
        true => total.checked_add(width),
        false => total.checked_sub(temperature),
    }
}

fn to_float(number: Dyadic) -> f64 {
    number.numerator() as f64 / (1_u64 << number.exponent()) as f64
}
