//! Lists of moves told of cells, so that moves only take. A cell is a place of the position
//! together with some of the values that stand there, and it is there as long as one of these does.
//! The values are chosen so that no move leads from others into them: then a cell that is gone
//! never comes back. An element that moves only take is one such cell, *there*; one that they only
//! add is one, *not there*; one that no move changes may be two. A letter that becomes another one
//! is a cell for each set of values that is closed in this way and that some move asks for.

use std::collections::{BTreeMap, BTreeSet};

use base::text;
use base::text::Text;

use super::value_set::CellValueSet;
use super::walk::MovePattern;
use super::{CellMeaning, CellMove, MAX_CELLS, MoveList, StateLayout};

/// A cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MoveListCell {
    /// The element or letter, from 0 on.
    pub place: usize,
    /// The values that it stands for.
    values: CellValueSet,
}

impl MoveListCell {
    /// Whether it is there where its place has this value.
    pub fn holds(&self, value: usize) -> bool {
        self.values.contains(value)
    }
}

/// Which values lead to which, by moves.
struct ValueReachability {
    /// For each place, or for all places together: for each value those from which it can be
    /// reached, itself among them.
    before: Vec<Vec<CellValueSet>>,
}

impl ValueReachability {
    /// Letters change alike wherever they stand, so that the same cells are made at every place.
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

    /// The values from which some of these can be reached.
    fn closed(&self, place: u16, values: CellValueSet) -> CellValueSet {
        let before = self.before.get(usize::from(place)).or(self.before.first());
        before.map_or(values, |before| {
            values
                .iter()
                .fold(values, |all, value| all.or(before[value]))
        })
    }
}

/// What a move asks of one place: the values must be among the first, and not among the second.
/// `None` where they can be left and come back to.
fn place_requirement(
    leads: &ValueReachability,
    place: u16,
    values: CellValueSet,
) -> Option<(CellValueSet, CellValueSet)> {
    let within = leads.closed(place, values);
    let without = within.minus(values);
    (leads.closed(place, without) == without).then_some((within, without))
}

/// The list of moves told of cells; the error says why it cannot be.
pub(super) fn build_move_list(held: StateLayout, moves: &[MovePattern]) -> Result<MoveList, Text> {
    let leads = ValueReachability::new(&held, moves);
    let everything: CellValueSet = (0..held.values()).collect();
    let mut cells: BTreeSet<MoveListCell> = BTreeSet::new();
    // Elements that are taken and added: their cells come back.
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
    for (&place, &values) in moves
        .iter()
        .flat_map(|one| &one.asks)
        .filter(|(place, _)| !returning.contains(place))
    {
        let Some((within, without)) = place_requirement(&leads, place, values) else {
            return Err(text!(
                "a letter that is replaced may come back",
                "被替换的字母可能再次出现"
            ));
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
        // Every element has a cell, that a position and its cells say the same.
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
            "{count} cells are told apart, more than {MAX_CELLS}",
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
        let mut listed = CellMove::default();
        for (&place, &values) in &one.asks {
            let (within, without) = match returning.contains(&place) {
                true if values == there => (there, CellValueSet::default()),
                true => (everything, there),
                false => place_requirement(&leads, place, values)
                    .unwrap_or((everything, CellValueSet::default())),
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
                    true if returning.contains(place) => {
                        listed.adds.insert(cell as u16);
                    }
                    // Where it was not there before, the move could not be made.
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

/// What cells of a set are, as far as moves speak of them.
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
