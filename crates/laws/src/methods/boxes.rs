//! Values by classes: two numbers of a slot have the same class if replacing one number by the
//! other never changes the value of a position. The classes are read from a table, and are assumed
//! to repeat beyond the table. The checker proves this repetition by a finite box
//! (`certificate::BoxProof`).

use std::collections::BTreeMap;

use base::budget::{Budget, StopReason};
use base::text;
use certificate::{BoxProof, ProofMethod, SlotClasses};
use rules::ir::{Int, sort_falling};

use super::classes::ClassValues;
use super::value_function::{LawSearchInput, ProvedValueFunction, ValueFunction};
use crate::cells::{CellSource, CellValue};
use crate::error::LawError;

/// The side lengths of the tables that are tried, indexed by the number of slots. For one slot no
/// table is tried, because an automaton already expresses values that repeat.
const SIDES: [&[usize]; 3] = [&[], &[64, 128, 256, 512], &[16, 32, 64]];

/// Returns the sides of tables in which classes are searched.
///
/// # Errors
/// Returns [`LawError::Outside`] if values by classes do not support the moves.
pub(super) fn sides(subject: &LawSearchInput<'_>) -> Result<&'static [usize], LawError> {
    let slots = subject.clauses.by_slot().map_err(LawError::Outside)?;
    let plain = slots.beside.iter().all(|beside| beside.is_empty());
    let cuts = slots
        .own
        .iter()
        .flat_map(|own| &own.moves)
        .all(|clause| clause.left.len() <= 2 && clause.variables - 1 == clause.left.len() / 2);
    match SIDES.get(slots.own.len().wrapping_sub(1)) {
        Some(sides) if plain && cuts && !sides.is_empty() => Ok(sides),
        _ => Err(LawError::Outside(text!(
            "not every move takes a fixed number from one slot and leaves it in at most two parts",
            "并非每一着都从一个分量取走定数并将其分为至多两部分"
        ))),
    }
}

/// Returns the classes of a table with the given side, if the classes repeat in the table.
///
/// # Errors
/// Returns an error if the budget runs out.
pub(super) fn in_table(
    subject: &LawSearchInput<'_>,
    truth: &mut dyn CellSource,
    side: usize,
    budget: &Budget<'_>,
) -> Result<Option<ProvedValueFunction>, StopReason> {
    let slots = subject.slots.len();
    let lows: Vec<Int> = subject.slots.iter().map(|slot| slot.low).collect();
    let cells = side.pow(slots as u32);
    let mut values = Vec::with_capacity(cells);
    for cell in 0..cells {
        let mut at: Vec<Int> = (0..slots)
            .map(|slot| (cell / place(side, slots, slot) % side) as Int + lows[slot])
            .collect();
        sort_falling(&mut at[subject.sorted.clone()]);
        let Some(CellValue::Value(value)) = truth.value_at(&at, budget)? else {
            return Ok(None);
        };
        values.push(value);
    }
    let mut all = Vec::new();
    let mut first = Vec::new();
    for slot in 0..slots {
        let step = place(side, slots, slot);
        let mut known: BTreeMap<Vec<u64>, u32> = BTreeMap::new();
        let (mut of, mut firsts) = (Vec::with_capacity(side), Vec::new());
        for number in 0..side {
            budget.steps(cells / side)?;
            let others = (0..cells / side)
                .map(|other| values[(other / step * side + number) * step + other % step])
                .collect();
            let fresh = known.len() as u32;
            let class = *known.entry(others).or_insert(fresh);
            if class == fresh {
                firsts.push(number);
            }
            of.push(class);
        }
        let Some((before, period)) = repeating(&of) else {
            return Ok(None);
        };
        of.truncate(before + period);
        all.push(SlotClasses {
            before: before as u32,
            period: period as u32,
            of,
        });
        first.push(firsts);
    }
    let counts: Vec<usize> = first.iter().map(Vec::len).collect();
    let told = (0..counts.iter().product()).map(|row: usize| {
        let class = |slot: usize| row / counts[slot + 1..].iter().product::<usize>() % counts[slot];
        values[(0..slots)
            .map(|slot| first[slot][class(slot)] * place(side, slots, slot))
            .sum::<usize>()]
    });
    let boxes = BoxProof {
        values: told.collect(),
        slots: all,
    };
    let told = ValueFunction::Classes(ClassValues::new(subject.slots, boxes.clone()));
    Ok(Some(ProvedValueFunction {
        told,
        method: ProofMethod::Boxes(boxes),
        cells: cells as u64,
        refuted: 0,
    }))
}

/// Returns the distance in the table between cells that differ by one in a slot.
fn place(side: usize, slots: usize, slot: usize) -> usize {
    side.pow((slots - 1 - slot) as u32)
}

/// Returns the number from which on the classes repeat, and the period of the classes. The returned
/// period is the smallest period that occurs often enough for a box in the table.
fn repeating(of: &[u32]) -> Option<(usize, usize)> {
    (1..=of.len() / 2).find_map(|period| {
        let equal = (period..of.len())
            .rev()
            .take_while(|&number| of[number] == of[number - period])
            .count();
        let before = of.len() - period - equal;
        (2 * before + 2 * period <= of.len()).then_some((before, period))
    })
}
