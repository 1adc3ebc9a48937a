//! Lists of moves told of cells, so that moves only take. A cell is a place of the position
//! together with some of the values that stand there, and it is there as long as one of these does.
//! The values are chosen so that no move leads from others into them: then a cell that is gone
//! never comes back. An element that moves only take is one such cell, *there*; one that they only
//! add is one, *not there*; one that no move changes may be two. A letter that becomes another one
//! is a cell for each set of values that is closed in this way and that some move asks for.

use std::collections::{BTreeMap, BTreeSet};

use base::text;
use base::text::Text;

use super::values::Values;
use super::walk::Raw;
use super::{Held, Listed, MOST_CELLS, MoveList, Sense};

/// A cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    /// The element or letter, from 0 on.
    pub place: usize,
    /// The values that it stands for.
    values: Values,
}

impl Cell {
    /// Whether it is there where its place has this value.
    pub fn holds(&self, value: usize) -> bool {
        self.values.contains(value)
    }
}

/// Which values lead to which, by moves.
struct Leads {
    /// For each place, or for all places together: for each value those from which it can be
    /// reached, itself among them.
    before: Vec<Vec<Values>>,
}

impl Leads {
    /// Letters change alike wherever they stand, so that the same cells are made at every place.
    fn of(held: &Held, moves: &[Raw]) -> Leads {
        let values = held.values();
        let itself: Vec<Values> = (0..values).map(Values::only).collect();
        let mut before = vec![
            itself;
            if matches!(held, Held::Sets(_)) {
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
        Leads { before }
    }

    /// The values from which some of these can be reached.
    fn closed(&self, place: u16, values: Values) -> Values {
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
fn asked(leads: &Leads, place: u16, values: Values) -> Option<(Values, Values)> {
    let within = leads.closed(place, values);
    let without = within.minus(values);
    (leads.closed(place, without) == without).then_some((within, without))
}

/// The list of moves told of cells; the error says why it cannot be.
pub(super) fn told(held: Held, moves: &[Raw]) -> Result<MoveList, Text> {
    let leads = Leads::of(&held, moves);
    let everything: Values = (0..held.values()).collect();
    let mut cells: BTreeSet<Cell> = BTreeSet::new();
    // Elements that are taken and added: their cells come back.
    let mut returning: BTreeSet<u16> = BTreeSet::new();
    let (absent, there) = (Values::only(0), Values::only(1));
    if let Held::Sets(_) = held {
        let comes_back = |&place: &u16| {
            leads.closed(place, there) != there && leads.closed(place, absent) != absent
        };
        returning.extend((0..held.count() as u16).filter(comes_back));
        cells.extend(returning.iter().map(|&place| Cell {
            place: place.into(),
            values: there,
        }));
    }
    for (&place, &values) in moves
        .iter()
        .flat_map(|one| &one.asks)
        .filter(|(place, _)| !returning.contains(place))
    {
        let Some((within, without)) = asked(&leads, place, values) else {
            return Err(text!(
                "a letter that is replaced may come back",
                "被替换的字母可能再次出现"
            ));
        };
        let told = [within, without]
            .into_iter()
            .filter(|values| !values.is_empty() && *values != everything);
        cells.extend(told.map(|values| Cell {
            place: place.into(),
            values,
        }));
    }
    if let Held::Sets(_) = held {
        // Every element has a cell, that a position and its cells say the same.
        let asked: BTreeSet<usize> = cells.iter().map(|cell| cell.place).collect();
        for place in (0..held.count()).filter(|place| !asked.contains(place)) {
            let values = if leads.closed(place as u16, there) == there {
                there
            } else {
                absent
            };
            cells.insert(Cell { place, values });
        }
    }
    if cells.len() > MOST_CELLS {
        let count = cells.len();
        return Err(text!(
            "{count} cells are told apart, more than {MOST_CELLS}",
            "需区分 {count} 个格，超过 {MOST_CELLS} 个"
        ));
    }
    let cells: Vec<Cell> = cells.into_iter().collect();
    let mut of: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    cells
        .iter()
        .enumerate()
        .for_each(|(at, cell)| of.entry(cell.place).or_default().push(at));
    let at = |place: u16, values: Values| {
        cells
            .binary_search(&Cell {
                place: place.into(),
                values,
            })
            .ok()
            .map(|at| at as u16)
    };
    let mut all: BTreeSet<Listed> = BTreeSet::new();
    for one in moves {
        let mut listed = Listed::default();
        for (&place, &values) in &one.asks {
            let (within, without) = match returning.contains(&place) {
                true if values == there => (there, Values::default()),
                true => (everything, there),
                false => asked(&leads, place, values).unwrap_or((everything, Values::default())),
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
        Held::Sets(sets) => (
            sets.first()
                .filter(|_| sets.len() == 1)
                .and_then(|only| only.ground.board()),
            sense(&cells, &all),
        ),
        Held::Word(word) => (Some((1, word.room)), Sense::Letters),
        Held::Cells { .. } => (None, Sense::Letters),
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
fn sense(cells: &[Cell], moves: &BTreeSet<Listed>) -> Sense {
    let named = |one: &Listed| {
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
        0 if !named.is_empty() => Sense::Absent,
        there if there == named.len() => Sense::There,
        _ => Sense::Mixed,
    }
}
