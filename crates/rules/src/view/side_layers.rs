//! The layers shown next to a board. The layers contain the numbers that are neither cells of the
//! drawn array nor part of a set or a word, such as the player to move. Each number has a named
//! layer with one cell, and each array has a named layer with one row.

use std::ops::Range;

use super::drawn::as_drawn;
use super::{CellGrid, MAX_BOARD_SIDE, View};
use crate::ir::{DrawSpec, Int, Slot, SlotShape};

/// Returns the view of a position of which one array is drawn; `None` if the position is too large.
#[cold]
#[inline(never)]
pub(super) fn of_array(
    draw: &DrawSpec,
    array: Range<usize>,
    slots: &[Slot],
    position: &[Int],
) -> Option<View> {
    let alone = DrawSpec {
        array: None,
        ..draw.clone()
    };
    let View::Cells(cells) = as_drawn(
        &alone,
        slots.get(array.clone())?,
        &[position.get(array.clone())?],
        false,
    )?
    else {
        return None;
    };
    let mut layers = vec![(array_name(&slots[array.start]), cells)];
    layers.extend(numbers(slots, position, &|slot| array.contains(&slot))?);
    Some(View::Layers(layers))
}

/// Returns the views of the sets or words of a position, each with its name, and the other numbers.
/// Returns the written form if a set, a word or an array is too large.
#[cold]
#[inline(never)]
pub(super) fn layers(
    looks: Option<Vec<(String, CellGrid)>>,
    held: impl Iterator<Item = Range<usize>>,
    slots: &[Slot],
    position: &[Int],
) -> View {
    let held: Vec<Range<usize>> = held.collect();
    let numbers = numbers(slots, position, &|slot| {
        held.iter().any(|held| held.contains(&slot))
    });
    looks
        .zip(numbers)
        .map_or(View::Written, |(looks, numbers)| {
            View::Layers(looks.into_iter().chain(numbers).collect())
        })
}

/// Returns a layer for each number and each array that no other view shows.
fn numbers(
    slots: &[Slot],
    position: &[Int],
    is_seen: &dyn Fn(usize) -> bool,
) -> Option<Vec<(String, CellGrid)>> {
    let mut layers: Vec<(String, CellGrid)> = Vec::new();
    for (at, (slot, number)) in slots
        .iter()
        .zip(position)
        .enumerate()
        .filter(|(at, _)| !is_seen(*at))
    {
        let number = number.to_string();
        match (slot.shape, layers.last_mut()) {
            (SlotShape::Cell { array, .. }, Some((_, cells))) if array < at => {
                cells.rows[0].push(number)
            }
            _ => layers.push((
                array_name(slot),
                CellGrid {
                    rows: vec![vec![number]],
                    down: Vec::new(),
                    across: Vec::new(),
                },
            )),
        }
    }
    layers
        .iter()
        .all(|(_, cells)| cells.rows[0].len() <= MAX_BOARD_SIDE)
        .then_some(layers)
}

/// Returns `a` for the cell `a[2]`, otherwise the name of the slot.
fn array_name(slot: &Slot) -> String {
    let name = if slot.is_cell() {
        slot.name.split('[').next()
    } else {
        None
    };
    name.unwrap_or(&slot.name).to_owned()
}
