//! Proofs that every play ends. Play ends if some non-negative weights of the slots exist with
//! which every move decreases the weighted sum, in each component that the move leaves.
//!
//! A few simple weights are tried first, then one linear program over all transitions. The linear
//! program is the method of Podelski and Rybalchenko (2004) for linear ranking functions,
//! restricted to non-negative weights.

use std::ops::Range;

use super::linear::Transition;
use super::simplex::{Ratio, minimise, too_large};
use clauses::LinearForm;
use rules::ir::Int;

/// Facts shown about the moves of a game.
pub(super) struct MonotonicityFacts {
    /// Weights of the slots such that every move decreases the weighted sum.
    pub(super) measure: Option<Vec<Int>>,
    /// For each slot, whether no move increases it.
    pub(super) never_grows: Vec<bool>,
    /// For each slot, whether no move decreases it. Some moves increase the slot. The other slots
    /// never grow, and every move changes some slot. `None` if this is not shown.
    pub(super) rising: Option<Vec<bool>>,
}

impl MonotonicityFacts {
    /// Creates the facts of a game with the given number of slots; no fact is shown yet.
    pub(super) fn nothing(slots: usize) -> MonotonicityFacts {
        MonotonicityFacts {
            measure: None,
            never_grows: vec![false; slots],
            rising: None,
        }
    }

    /// Returns whether all facts are shown.
    pub(super) fn is_all(&self) -> bool {
        self.measure.is_some() && self.never_grows.iter().all(|&never| never)
    }

    /// Adds the facts that follow from these transitions, which must cover all moves.
    ///
    /// If slots are unordered, one set of transitions may describe the results in the order of the
    /// rules, and another set the sorted results. It is sufficient that no unordered slot grows in
    /// one of the two sets of transitions.
    pub(super) fn add(
        &mut self,
        transitions: Option<Vec<Transition<'_>>>,
        unordered: &Range<usize>,
    ) {
        let Some(transitions) = transitions else {
            return;
        };
        if self.measure.is_none() {
            self.measure = find_weights(&transitions, self.never_grows.len(), unordered, 1)
                .into_iter()
                .next();
        }
        if self.rising.is_none() && unordered.is_empty() {
            self.rising = one_way(&transitions, self.never_grows.len());
        }
        let mut grow_not: Vec<bool> = (0..self.never_grows.len())
            .map(|slot| never_grows(&transitions, slot))
            .collect();
        let exchanged = &mut grow_not[unordered.clone()];
        if !exchanged.iter().all(|&never| never) {
            exchanged.fill(false);
        }
        self.never_grows
            .iter_mut()
            .zip(grow_not)
            .for_each(|(known, never)| *known |= never);
    }
}

/// Returns weights w ≥ 0 of the slots, not all 0, whose weighted sum decreases by `least` or more
/// in every transition. Simple weights are tried first. A linear program is solved only if no
/// simple weights work. For `least` = 0, all simple weights that work are returned; otherwise only
/// the first weights that work are returned.
///
/// Sorting moves numbers between the `unordered` slots, so these slots must have equal weights.
fn find_weights(
    transitions: &[Transition<'_>],
    slots: usize,
    unordered: &Range<usize>,
    least: i128,
) -> Vec<Vec<Int>> {
    let fall = |weights: &[Int]| {
        let sortable = weights[unordered.clone()]
            .windows(2)
            .all(|two| two[0] == two[1]);
        sortable && transitions.iter().all(|t| lowered(t, weights, least))
    };
    let mut found: Vec<Vec<Int>> = Vec::new();
    // If the game has one slot, all candidates have the same effect as the first.
    for number in 0..if slots > 1 { slots + 4 } else { 1 } {
        let weight = |slot: usize| match number {
            0 => 1,
            1 if least > 0 => slot as Int + 1,
            2 if least > 0 => (slots - slot) as Int,
            3 if unordered.len() < slots => Int::from(unordered.contains(&slot)),
            _ => Int::from(number == slot + 4),
        };
        let weights: Vec<Int> = (0..slots).map(weight).collect();
        if weights.iter().any(|weight| *weight > 0) && fall(&weights) {
            found.push(weights);
            if least > 0 {
                return found;
            }
        }
    }
    if found.is_empty() {
        // The linear program is solved exactly, but another check of the weights is cheap.
        found.extend(
            by_program(transitions, slots, unordered, least).filter(|weights| fall(weights)),
        );
    }
    found
}

/// Returns weights w ≥ 0, not all 0, with w·(slots after) ≤ w·(slots before) in every transition.
/// The result is the sum of all weights that are found.
pub(super) fn not_rising(
    transitions: &[Transition<'_>],
    slots: usize,
    unordered: &Range<usize>,
) -> Option<Vec<Int>> {
    let found = find_weights(transitions, slots, unordered, 0);
    found
        .into_iter()
        .reduce(|sum, more| sum.iter().zip(&more).map(|(a, b)| a + b).collect())
}

/// Returns the maximum by which a transition decreases the weighted sum. Returns `None` if it is
/// not shown that this maximum is at most [`MAX_DECREASE`].
pub(super) fn max_decrease(transitions: &[Transition<'_>], weights: &[Int]) -> Option<Int> {
    const MAX_DECREASE: Int = 1 << 16;
    let within = |most: Int| {
        transitions.iter().all(|transition| {
            let fall = rise(transition, weights)
                .and_then(|rise| LinearForm::constant((-most).into()).minus(&rise));
            fall.is_some_and(|fall| transition.system.implies(&fall))
        })
    };
    if !within(MAX_DECREASE) {
        return None;
    }
    let (mut too_few, mut enough) = (-1, MAX_DECREASE);
    while too_few + 1 < enough {
        let middle = (too_few + enough) / 2;
        if within(middle) {
            enough = middle
        } else {
            too_few = middle
        }
    }
    Some(enough)
}

/// Returns whether the weighted sum decreases by `least` or more in this transition.
fn lowered(transition: &Transition<'_>, weights: &[Int], least: i128) -> bool {
    rise(transition, weights)
        .and_then(|rise| rise.plus(1, &LinearForm::constant(least)))
        .is_some_and(|form| transition.system.implies(&form))
}

/// Returns the change of the weighted sum in a transition.
fn rise(transition: &Transition<'_>, weights: &[Int]) -> Option<LinearForm> {
    weights
        .iter()
        .enumerate()
        .try_fold(LinearForm::default(), |sum, (i, &weight)| {
            let change = transition.slots[i].minus(&LinearForm::variable(i))?;
            sum.plus(weight.into(), &change)
        })
}

/// Returns whether the slot grows in no transition.
fn never_grows(transitions: &[Transition<'_>], slot: usize) -> bool {
    transitions.iter().all(|t| {
        t.slots[slot]
            .minus(&LinearForm::variable(slot))
            .is_some_and(|change| change == LinearForm::default() || t.system.implies(&change))
    })
}

/// Returns whether the slot shrinks in no transition.
fn never_shrinks(transitions: &[Transition<'_>], slot: usize) -> bool {
    transitions.iter().all(|t| {
        LinearForm::variable(slot)
            .minus(&t.slots[slot])
            .is_some_and(|change| change == LinearForm::default() || t.system.implies(&change))
    })
}

/// Returns the slots that only rise, if every slot changes in one direction only, every move
/// changes some slot, and some slot rises.
fn one_way(transitions: &[Transition<'_>], slots: usize) -> Option<Vec<bool>> {
    let mut rising = Vec::with_capacity(slots);
    for slot in 0..slots {
        let rises = !never_grows(transitions, slot);
        if rises && !never_shrinks(transitions, slot) {
            return None;
        }
        rising.push(rises);
    }
    let weights: Vec<Int> = rising
        .iter()
        .map(|&rises| if rises { -1 } else { 1 })
        .collect();
    let lowers = |t: &Transition<'_>| lowered(t, &weights, 1);
    (rising.contains(&true) && transitions.iter().all(lowers)).then_some(rising)
}

/// Finds weights with one linear program for all transitions. The unknowns of the program are the
/// weights, not all 0, and for each transition the multipliers of its inequalities (Farkas). The
/// multipliers must show that the weighted sum decreases by `least` or more.
fn by_program(
    transitions: &[Transition<'_>],
    slots: usize,
    unordered: &Range<usize>,
    least: i128,
) -> Option<Vec<Int>> {
    let blocks: usize = transitions.iter().map(|t| t.system.rows.len() + 1).sum();
    let unknowns = slots + blocks + usize::from(least == 0);
    if too_large(
        transitions
            .iter()
            .map(|t| t.system.variables + 1)
            .sum::<usize>()
            + 1
            + unordered.len(),
        unknowns,
    ) {
        return None;
    }
    let mut equations = Vec::new();
    if least == 0 {
        // Σ w - slack = 1 excludes the zero weights. If the weighted sum must decrease, other
        // equations exclude the zero weights.
        let mut some = vec![0; unknowns];
        some[..slots].fill(1);
        some[unknowns - 1] = -1;
        equations.push((some, 1));
    }
    for slot in unordered.clone().skip(1) {
        let mut same = vec![0; unknowns];
        (same[slot - 1], same[slot]) = (1, -1);
        equations.push((same, 0));
    }
    let mut first = slots;
    for transition in transitions {
        let rows = &transition.system.rows;
        let changes: Vec<LinearForm> = (0..slots)
            .map(|i| transition.slots[i].minus(&LinearForm::variable(i)))
            .collect::<Option<_>>()?;
        // The equation of each variable is Σ λ·row = Σ w·change. The equation of the constants is Σ
        // λ·row - slack = Σ w·change + least.
        for variable in (0..transition.system.variables).map(Some).chain([None]) {
            let coefficient = |form: &LinearForm| match variable {
                Some(v) => form.terms.get(&v).copied().unwrap_or(0),
                None => form.constant,
            };
            let mut equation = vec![0; unknowns];
            for (i, change) in changes.iter().enumerate() {
                equation[i] = -coefficient(change);
            }
            for (i, row) in rows.iter().enumerate() {
                equation[first + i] = coefficient(row);
            }
            if variable.is_none() {
                equation[first + rows.len()] = -1;
            }
            equations.push((equation, if variable.is_none() { least } else { 0 }));
        }
        first += rows.len() + 1;
    }
    let mut cost = vec![0; unknowns];
    cost[..slots].fill(1);
    let solution = minimise(&equations, &cost, transitions.first()?.system.effort)?;
    let common = solution[..slots].iter().try_fold(1i128, |common, ratio| {
        let (_, den) = ratio.parts();
        let (mut a, mut b) = (common, den);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (common / a).checked_mul(den)
    })?;
    let weight = |ratio: &Ratio| {
        let (num, den) = ratio.parts();
        num.checked_mul(common / den)
            .and_then(|w| Int::try_from(w).ok())
    };
    solution[..slots].iter().map(weight).collect()
}
