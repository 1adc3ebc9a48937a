//! Boxes: games whose moves change one slot at a time, by removing tokens from the slot or
//! splitting it. A class is a set of numbers of a slot that can replace each other without changing
//! the value. In each slot the classes of the numbers are periodic from some number on. If each
//! value in a finite box is the mex of the values of its options, the value of every position is
//! the mex of the values of its options.
//!
//! From n in a slot, a move removes t. The move leaves nothing, the number n - t, or any two
//! numbers with the sum n - t, each at least a lower bound. In each component that the move leaves,
//! the other slots do not change. Let the classes of a slot repeat with period p from e on. Suppose
//! that n - t ≥ 2e + p, and subtract p from the larger part of any option of n + p. The resulting
//! parts are an option of n with the same classes, and conversely (R. K. Guy and C. A. B. Smith
//! 1956, for one slot). So from N = 2e + p + t on, the options of n + p along a slot have the same
//! values as the options of n. A box up to N + p in each slot therefore suffices for the proof.

use std::collections::BTreeSet;
use std::ops::Range;

use base::budget::Budget;
use base::text;
use base::text::Text;
use clauses::{Atom, LinearForm, MoveClause, RuleClauses};

use super::slots::slots_of;
use crate::error::CertificateError;
use crate::text_rows::rows_of;
use crate::walker::refuse;

const MAX_POSITIONS: u128 = 1 << 24;

const MAX_VALUE: u64 = 1 << 20;

/// The classes of the numbers of a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotClasses {
    /// Number of numbers with classes of their own before the classes repeat.
    pub before: u32,
    /// Length of the period of the classes, at least 1.
    pub period: u32,
    /// The class of each number, starting with the least: `before` + `period` entries.
    pub of: Vec<u32>,
}

/// The proof that values depend only on classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxProof {
    /// The classes of each slot.
    pub slots: Vec<SlotClasses>,
    /// One value for each row of classes; a row of classes contains one class for each slot. The
    /// class of the last slot varies fastest.
    pub values: Vec<u64>,
}

impl SlotClasses {
    /// Returns the number of classes.
    pub fn count(&self) -> usize {
        self.of.iter().max().map_or(0, |last| *last as usize + 1)
    }

    /// Returns the class of a number; the argument is the number minus the least number of its
    /// slot.
    pub fn class(&self, number: usize) -> usize {
        let (before, period) = (self.before as usize, self.period as usize);
        let place = if number < before {
            number
        } else {
            before + (number - before) % period
        };
        self.of[place] as usize
    }
}

/// A condition on the number n from which a move is made.
enum NumberCondition {
    /// factor · n + constant ≤ 0
    AtMostZero(i128, i128),
    /// factor · n + constant = 0
    Zero(i128, i128),
    /// factor · n + constant ≡ 0
    Congruent(i128, i128, i128),
}

/// A move in a slot.
struct BoxMove {
    /// Number of tokens that the move removes.
    taken: i128,
    /// Number of parts that the move leaves.
    parts: usize,
    /// A lower bound of each part.
    least: [i128; 2],
    when: Vec<NumberCondition>,
}

/// Verifies that the values in a finite box determine the values of all positions. Returns the
/// number of positions visited.
pub(super) fn check(
    clauses: &RuleClauses,
    lows: &[i128],
    sorted: &Range<usize>,
    boxes: &BoxProof,
    budget: &Budget<'_>,
) -> Result<usize, CertificateError> {
    let wrong = || {
        refuse(text!(
            "the lists of the classes are inconsistent",
            "各类所列数据不相符"
        ))
    };
    let counts: Vec<usize> = boxes.slots.iter().map(SlotClasses::count).collect();
    let rows = counts
        .iter()
        .try_fold(1usize, |rows, &count| rows.checked_mul(count));
    let fits = |slot: &SlotClasses| {
        slot.period > 0
            && slot
                .before
                .checked_add(slot.period)
                .is_some_and(|all| all as usize == slot.of.len())
    };
    if rows != Some(boxes.values.len())
        || !boxes.slots.iter().all(fits)
        || boxes.values.iter().any(|value| *value > MAX_VALUE)
    {
        return wrong();
    }
    let slots = slots_of(clauses, lows, sorted, boxes.slots.len())?;
    if slots.beside.iter().any(|beside| !beside.is_empty()) {
        return refuse(text!(
            "a move does not preserve the numbers of the other slots",
            "某着法没有保留其他分量的数"
        ));
    }
    // The size of the box in each slot, counted from the least number.
    let mut sides = Vec::new();
    let mut cuts = Vec::new();
    for ((own, &low), classes) in slots.own.iter().zip(lows).zip(&boxes.slots) {
        endless(own, low)?;
        let read = own
            .moves
            .iter()
            .map(|clause| cut(clause, low))
            .collect::<Result<Vec<BoxMove>, CertificateError>>()?;
        let from = read
            .iter()
            .map(|cut| repeats(cut, low, classes))
            .collect::<Result<Vec<i128>, CertificateError>>()?;
        let from = from
            .into_iter()
            .max()
            .unwrap_or(low)
            .max(low + i128::from(classes.before));
        sides.push((from - low + i128::from(classes.period)) as u128);
        cuts.push(read);
    }
    if sides
        .iter()
        .try_fold(1u128, |all, side| all.checked_mul(*side))
        .is_none_or(|all| all > MAX_POSITIONS)
    {
        return refuse(text!(
            "the box has more than {MAX_POSITIONS} positions",
            "方框内局面多于 {MAX_POSITIONS} 个"
        ));
    }
    let sides: Vec<usize> = sides.into_iter().map(|side| side as usize).collect();
    let mut along = Vec::new();
    let mut line = 1;
    for (slot, cuts) in cuts.iter().enumerate() {
        budget.item(line);
        line += 1 + rows_of(boxes.slots[slot].of.len());
        along.push(SlotOptions::new(
            boxes,
            slot,
            lows[slot],
            sides[slot],
            cuts,
            budget,
        )?);
    }
    budget.item(line);
    let mut at = vec![0usize; sides.len()];
    let mut gone = 0;
    loop {
        let classes: Vec<usize> = at
            .iter()
            .zip(&boxes.slots)
            .map(|(&number, slot)| slot.class(number))
            .collect();
        let value = boxes.values[row(&classes, &counts)];
        budget.steps((value as usize + 1).saturating_mul(sides.len() + 1))?;
        let has = |wanted: u64| {
            along.iter().enumerate().any(|(slot, along)| {
                along
                    .option_values(at[slot], slot, &classes, &counts)
                    .contains(&wanted)
            })
        };
        if has(value) || (0..value).any(|smaller| !has(smaller)) {
            return refuse(text!(
                "the value of a position in the box is not the mex of its options",
                "方框内某局面的值不是其后继的 mex"
            ));
        }
        gone += 1;
        let Some(slot) = (0..sides.len())
            .rev()
            .find(|&slot| at[slot] + 1 < sides[slot])
        else {
            return Ok(gone);
        };
        at[slot] += 1;
        at[slot + 1..].fill(0);
    }
}

/// Returns the index of a row of classes among the values.
fn row(classes: &[usize], counts: &[usize]) -> usize {
    classes
        .iter()
        .zip(counts)
        .fold(0, |row, (class, count)| row * count + class)
}

/// The values of the options along a slot, by the index of the slot and the classes of the other
/// slots.
struct SlotOptions {
    options: Vec<Vec<BTreeSet<u64>>>,
}

impl SlotOptions {
    fn new(
        boxes: &BoxProof,
        slot: usize,
        low: i128,
        side: usize,
        cuts: &[BoxMove],
        budget: &Budget<'_>,
    ) -> Result<SlotOptions, CertificateError> {
        let own = &boxes.slots[slot];
        let counts: Vec<usize> = boxes.slots.iter().map(SlotClasses::count).collect();
        // The last slot varies fastest, so `step` is the distance between rows that differ by 1 in
        // this slot.
        let step: usize = counts[slot + 1..].iter().product();
        let others = boxes.values.len() / counts[slot];
        let (mut options, mut held) = (Vec::new(), 0);
        for number in 0..side as i128 {
            budget.steps(1 + cuts.len())?;
            let n = low + number;
            let mut splits: BTreeSet<Vec<usize>> = BTreeSet::new();
            for cut in cuts
                .iter()
                .filter(|cut| cut.when.iter().all(|when| when.holds(n)))
            {
                let rest = n - cut.taken;
                let class = |part: i128| own.class((part - low) as usize);
                match cut.parts {
                    0 => drop(splits.insert(Vec::new())),
                    1 => drop(splits.insert(vec![class(rest)])),
                    _ => {
                        for part in cut.least[0]..=rest - cut.least[1] {
                            budget.tick()?;
                            splits.insert(vec![class(part), class(rest - part)]);
                        }
                    }
                }
            }
            let of = |other: usize| {
                let value = |class: &usize| {
                    boxes.values[(other / step * counts[slot] + class) * step + other % step]
                };
                splits
                    .iter()
                    .map(|parts| parts.iter().map(value).fold(0, |sum, value| sum ^ value))
                    .collect()
            };
            // Approximate memory in bytes of the sets of values; a set has at most one value for
            // each split.
            held += others as u64 * (64 + 24 * splits.len() as u64);
            budget.allow_memory(held)?;
            budget.steps((splits.len() + 1).saturating_mul(others))?;
            options.push((0..others).map(of).collect());
        }
        Ok(SlotOptions { options })
    }

    fn option_values(
        &self,
        number: usize,
        slot: usize,
        classes: &[usize],
        counts: &[usize],
    ) -> &BTreeSet<u64> {
        let before = row(&classes[..slot], &counts[..slot]);
        let other = before * counts[slot + 1..].iter().product::<usize>()
            + row(&classes[slot + 1..], &counts[slot + 1..]);
        &self.options[number][other]
    }
}

/// Verifies that the slot may contain every number that is at least its least number.
fn endless(own: &RuleClauses, low: i128) -> Result<(), CertificateError> {
    let least = LinearForm {
        terms: [(0, -1)].into(),
        constant: low,
    };
    match &own.positions[..] {
        [region] if region.atoms == [Atom::AtMostZero(least)] => Ok(()),
        _ => refuse(text!(
            "a slot does not contain all numbers from its minimum up",
            "某分量并非取遍自其最小值起的各数"
        )),
    }
}

impl NumberCondition {
    fn holds(&self, n: i128) -> bool {
        match *self {
            NumberCondition::AtMostZero(factor, constant) => factor * n + constant <= 0,
            NumberCondition::Zero(factor, constant) => factor * n + constant == 0,
            NumberCondition::Congruent(factor, constant, modulus) => {
                (factor * n + constant).rem_euclid(modulus) == 0
            }
        }
    }
}

/// Returns a number N such that for all n ≥ N the move is legal from both n and n + p or neither,
/// and leaves the same classes.
fn repeats(cut: &BoxMove, low: i128, classes: &SlotClasses) -> Result<i128, CertificateError> {
    let (from, period) = (low + i128::from(classes.before), i128::from(classes.period));
    if cut.least[..cut.parts].iter().any(|least| *least > from) {
        return refuse(text!(
            "the classes repeat before the minimum of every part",
            "类的循环早于各部分的下限"
        ));
    }
    let mut all = match cut.parts {
        0 => low,
        1 => from + cut.taken,
        _ => 2 * from + period + cut.taken,
    };
    for when in &cut.when {
        all = all.max(match *when {
            // Beyond the zero of a linear form the sign of the form is constant.
            NumberCondition::AtMostZero(factor, constant)
            | NumberCondition::Zero(factor, constant) => (-constant).div_euclid(factor) + 1,
            NumberCondition::Congruent(factor, _, modulus) => match (factor * period) % modulus {
                0 => low,
                _ => {
                    return refuse(text!(
                        "the period of the classes is not a period of every condition",
                        "类的周期不是某条件的周期"
                    ));
                }
            },
        });
    }
    Ok(all)
}

/// Maximum factor, constant or modulus that is accepted.
const MAX_COEFFICIENT: i128 = 1 << 32;

/// Reads a clause of a slot as a move that removes a fixed number and leaves at most two parts.
fn cut(clause: &MoveClause, low: i128) -> Result<BoxMove, CertificateError> {
    let rule = clause.rule + 1;
    let other = |why: Text| {
        let Text { en, zh } = why;
        refuse(text!("move {rule} {en}", "第 {rule} 条着法{zh}"))
    };
    let (parts, hidden) = (clause.left.len(), clause.variables - 1);
    if parts > 2 || hidden != parts / 2 || !clause.quotients.is_empty() {
        return other(text!(
            "does not take a fixed number and leave at most two parts",
            "不是取走定数并留下至多两部分"
        ));
    }
    // The conditions are linear forms in the parts a and b, or in n if the move does not split. If
    // the move splits n, then n = a + b + taken.
    let total = clause
        .left
        .iter()
        .try_fold(LinearForm::variable(0), |rest, part| {
            rest.minus(&part.slots[0])
        });
    let taken = match parts {
        0 => Some(0),
        _ => total.and_then(|taken| taken.as_constant()),
    };
    let Some(taken) = taken.filter(|taken| taken.abs() <= MAX_COEFFICIENT) else {
        return other(text!("does not take a fixed number", "取走的不是定数"));
    };
    let mut cut = BoxMove {
        taken,
        parts,
        least: [low; 2],
        when: Vec::new(),
    };
    // Play ends, because every part is less than n.
    if parts > 0 && taken + if parts == 2 { low } else { 0 } < 1 {
        return other(text!(
            "leaves a part that is not smaller",
            "留下并不更小的部分"
        ));
    }
    let mut ordered: Option<bool> = None;
    for atom in &clause.atoms {
        let (form, modulus) = match atom {
            Atom::AtMostZero(form) | Atom::Zero(form) => (form, None),
            Atom::Congruent { form, modulus } => (form, Some(*modulus)),
            _ => return other(text!("depends on the digits of a number", "涉及数的数码")),
        };
        let Some([a, b, constant]) = of_parts(form, clause, taken) else {
            return other(text!(
                "leaves parts of an unsupported form",
                "留下的部分形式不受支持"
            ));
        };
        if [a, b, constant, modulus.unwrap_or(0)]
            .iter()
            .any(|number| number.abs() > MAX_COEFFICIENT)
        {
            return other(text!("has numbers that are too large", "含有过大的数"));
        }
        match (atom, a, b) {
            // The condition depends only on n: a·(a + b) + constant = a·n + (constant - a·taken).
            (_, a, b) if a == b => {
                let constant = if parts == 2 {
                    constant - a * taken
                } else {
                    constant
                };
                cut.when.push(match (atom, modulus) {
                    (_, Some(modulus)) => NumberCondition::Congruent(a, constant, modulus),
                    _ if a == 0 => {
                        return other(text!(
                            "has a condition that does not depend on a number",
                            "含有与数无关的条件"
                        ));
                    }
                    (Atom::Zero(_), _) => NumberCondition::Zero(a, constant),
                    _ => NumberCondition::AtMostZero(a, constant),
                });
            }
            (Atom::AtMostZero(_), a, 0) if a < 0 => {
                cut.least[0] = cut.least[0].max(-(-constant).div_euclid(-a))
            }
            (Atom::AtMostZero(_), 0, b) if b < 0 => {
                cut.least[1] = cut.least[1].max(-(-constant).div_euclid(-b))
            }
            // The condition only orders the two parts, so every pair still occurs.
            (Atom::AtMostZero(_), a, b)
                if a == -b && constant <= 0 && ordered.is_none_or(|first| first == (a > 0)) =>
            {
                ordered = Some(a > 0);
            }
            _ => return other(text!("allows only some pairs of parts", "只留下某些划分")),
        }
    }
    if ordered.is_some() && cut.least[0] != cut.least[1] {
        return other(text!(
            "orders two parts of different minimum size",
            "对下限不同的两部分排了序"
        ));
    }
    Ok(cut)
}

/// Converts a linear form in n and the hidden number to a form in the parts a and b: two factors
/// and a constant. If the move does not split, both factors are the factor of n.
fn of_parts(form: &LinearForm, clause: &MoveClause, taken: i128) -> Option<[i128; 3]> {
    let factor =
        |form: &LinearForm, variable: usize| form.terms.get(&variable).copied().unwrap_or(0);
    if clause.left.len() < 2 {
        return (clause.variables == 1).then(|| [factor(form, 0), factor(form, 0), form.constant]);
    }
    // a = sign · h + more · n + rest, so h = sign · (a - more · n - rest)
    let part = &clause.left[0].slots[0];
    let sign = factor(part, 1);
    if sign.abs() != 1 {
        return None;
    }
    let own = factor(form, 1).checked_mul(sign)?;
    let n = factor(form, 0).checked_sub(own.checked_mul(factor(part, 0))?)?;
    let constant = form
        .constant
        .checked_sub(own.checked_mul(part.constant)?)?
        .checked_add(n.checked_mul(taken)?)?;
    Some([n.checked_add(own)?, n, constant])
}
