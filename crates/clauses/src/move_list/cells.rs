//! Representation of move lists in terms of cells. The cells are chosen so that moves only take
//! cells away, if possible.
//!
//! A cell is a place of the position together with a set of values of the place. A cell is present
//! as long as its place has one of the values in its set. The set of a cell is chosen so that no
//! move changes a value outside the set to a value in the set. Then an absent cell never becomes
//! present again.
//!
//! If the players have different moves, the letters of a word may also return: then a cell is a
//! place with the values that some move requires, and moves take and add cells.
//!
//! An element that moves only take has one cell, which is present if the element is *present*. An
//! element that moves only add has one cell, which is present if the element is *absent*. An
//! element that no move changes may have a cell for its presence and a cell for its absence. A
//! letter that moves replace has a cell for each set of values that some move requires and that no
//! move can enter.

use std::collections::{BTreeMap, BTreeSet};

use base::text;
use base::text::Text;

use super::value_set::CellValueSet;
use super::walk::MovePattern;
use super::{CellMeaning, CellMove, MAX_CELLS, MoveList, StateLayout};

/// One cell of the representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MoveListCell {
    /// Index of the element or letter, starting at 0.
    pub place: usize,
    /// Values for which the cell is present.
    values: CellValueSet,
}

impl MoveListCell {
    /// Returns whether the cell is present if its place has the given value.
    pub fn holds(&self, value: usize) -> bool {
        self.values.contains(value)
    }
}

/// Reachability of values by moves.
struct ValueReachability {
    /// For each place (or once for all places) and each value, lists the values from which moves
    /// can reach the value. The list of a value includes the value itself.
    before: Vec<Vec<CellValueSet>>,
}

impl ValueReachability {
    /// Computes the reachability. For letters, the reachability of values is computed once for all
    /// places, so that every place has the same cells.
    fn new(held: &StateLayout, moves: &[MovePattern]) -> ValueReachability {
        let values = held.values();
        let itself: Vec<CellValueSet> = (0..values).map(CellValueSet::only).collect();
        let mut before = vec![
            itself;
            if matches!(held, StateLayout::Sets(_)) {
                held.count()
            } else {
                1
            }
        ];
        let several = before.len() > 1;
        for one in moves {
            for (&place, &to) in &one.writes {
                let from = one
                    .asks
                    .get(&place)
                    .copied()
                    .unwrap_or_else(|| (0..values).collect());
                let row =
                    &mut before[if several { usize::from(place) } else { 0 }][usize::from(to)];
                *row = row.or(from);
            }
        }
        for row in &mut before {
            for between in 0..values {
                for to in 0..values {
                    if row[to].contains(between) {
                        row[to] = row[to].or(row[between]);
                    }
                }
            }
        }
        ValueReachability { before }
    }

    /// Returns `values`, together with the values from which moves can reach them.
    fn closed(&self, place: u16, values: CellValueSet) -> CellValueSet {
        let before = self.before.get(usize::from(place)).or(self.before.first());
        before.map_or(values, |before| {
            values
                .iter()
                .fold(values, |all, value| all.or(before[value]))
        })
    }
}

/// Returns the requirement of a move on one place as two sets: the value must be in the first set
/// and not in the second set. No move can enter either set of values, so both sets are cells.
/// Returns `None` if moves can leave the required values and reach them again.
fn place_requirement(
    leads: &ValueReachability,
    place: u16,
    values: CellValueSet,
) -> Option<(CellValueSet, CellValueSet)> {
    let within = leads.closed(place, values);
    let without = within.minus(values);
    (leads.closed(place, without) == without).then_some((within, without))
}

/// Builds the list of moves in terms of cells. Returns an error with the reason if the moves cannot
/// be expressed by cells.
pub(super) fn build_move_list(held: StateLayout, moves: &[MovePattern]) -> Result<MoveList, Text> {
    let leads = ValueReachability::new(&held, moves);
    let everything: CellValueSet = (0..held.values()).collect();
    let mut cells: BTreeSet<MoveListCell> = BTreeSet::new();
    // Elements that some move takes and another move adds. The cells of elements that are both
    // taken and added can become present again.
    let mut returning: BTreeSet<u16> = BTreeSet::new();
    let (absent, there) = (CellValueSet::only(0), CellValueSet::only(1));
    if let StateLayout::Sets(_) = held {
        let comes_back = |&place: &u16| {
            leads.closed(place, there) != there && leads.closed(place, absent) != absent
        };
        returning.extend((0..held.count() as u16).filter(comes_back));
        cells.extend(returning.iter().map(|&place| MoveListCell {
            place: place.into(),
            values: there,
        }));
    }
    let may_return = moves.iter().any(|one| one.owner.is_some());
    for (&place, &values) in moves
        .iter()
        .flat_map(|one| &one.asks)
        .filter(|(place, _)| !returning.contains(place))
    {
        let (within, without) = match place_requirement(&leads, place, values) {
            Some(requirement) => requirement,
            None if may_return => (values, CellValueSet::default()),
            None => {
                return Err(text!(
                    "a replaced letter can occur again",
                    "被替换的字母可能再次出现"
                ));
            }
        };
        let told = [within, without]
            .into_iter()
            .filter(|values| !values.is_empty() && *values != everything);
        cells.extend(told.map(|values| MoveListCell {
            place: place.into(),
            values,
        }));
    }
    if let StateLayout::Sets(_) = held {
        // Every element must have a cell, so that positions correspond to sets of cells.
        let asked: BTreeSet<usize> = cells.iter().map(|cell| cell.place).collect();
        for place in (0..held.count()).filter(|place| !asked.contains(place)) {
            let values = if leads.closed(place as u16, there) == there {
                there
            } else {
                absent
            };
            cells.insert(MoveListCell { place, values });
        }
    }
    if cells.len() > MAX_CELLS {
        let count = cells.len();
        return Err(text!(
            "{count} cells must be distinguished, more than {MAX_CELLS}",
            "需区分 {count} 个格，超过 {MAX_CELLS} 个"
        ));
    }
    let cells: Vec<MoveListCell> = cells.into_iter().collect();
    let mut of: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    cells
        .iter()
        .enumerate()
        .for_each(|(at, cell)| of.entry(cell.place).or_default().push(at));
    let at = |place: u16, values: CellValueSet| {
        cells
            .binary_search(&MoveListCell {
                place: place.into(),
                values,
            })
            .ok()
            .map(|at| at as u16)
    };
    let mut all: BTreeSet<CellMove> = BTreeSet::new();
    for one in moves {
        let mut listed = CellMove {
            owner: one.owner,
            ..CellMove::default()
        };
        for (&place, &values) in &one.asks {
            let (within, without) = match returning.contains(&place) {
                true if values == there => (there, CellValueSet::default()),
                true => (everything, there),
                // A cell that can become present again.
                false => place_requirement(&leads, place, values)
                    .unwrap_or((values, CellValueSet::default())),
            };
            listed.needs.extend(at(place, within));
            listed.absent.extend(at(place, without));
        }
        for (place, &to) in &one.writes {
            for &cell in of.get(&usize::from(*place)).into_iter().flatten() {
                match cells[cell].holds(to.into()) {
                    false => {
                        listed.takes.insert(cell as u16);
                    }
                    true if returning.contains(place) || may_return => {
                        let kept = one.asks.get(place).is_some_and(|asked| {
                            asked.iter().all(|value| cells[cell].holds(value))
                        });
                        if !kept {
                            listed.adds.insert(cell as u16);
                        }
                    }
                    // The move is legal only if the cell was present, so the move does not add the
                    // cell.
                    true => {}
                }
            }
        }
        all.insert(listed);
    }
    let single = cells.len() == held.count();
    let (board, sense) = match &held {
        StateLayout::Sets(sets) => (
            sets.first()
                .filter(|_| sets.len() == 1)
                .and_then(|only| only.ground.board()),
            sense(&cells, &all),
        ),
        StateLayout::Word(word) => (Some((1, word.room)), CellMeaning::Letters),
        StateLayout::Cells { .. } => (None, CellMeaning::Letters),
    };
    let board = board.filter(|_| single && (0..cells.len()).all(|at| cells[at].place == at));
    Ok(MoveList {
        elements: cells.len(),
        moves: all.into_iter().collect(),
        board,
        sense,
        cells,
        holder: held,
    })
}

/// Returns the meaning of the cells that occur in moves.
fn sense(cells: &[MoveListCell], moves: &BTreeSet<CellMove>) -> CellMeaning {
    let named = |one: &CellMove| {
        [&one.needs, &one.absent, &one.takes, &one.adds]
            .into_iter()
            .flatten()
            .copied()
            .collect::<Vec<u16>>()
    };
    let named: BTreeSet<u16> = moves.iter().flat_map(named).collect();
    let there = named
        .iter()
        .filter(|&&cell| cells[usize::from(cell)].holds(1))
        .count();
    match there {
        0 if !named.is_empty() => CellMeaning::Absent,
        there if there == named.len() => CellMeaning::There,
        _ => CellMeaning::Mixed,
    }
}
