//! Tests whether a game on a board is the restriction of a game on the infinite plane. In a
//! restriction, the same moves exist at every location at which all needed cells are on the board.
//! Cells that are taken or must be absent are restricted to the board. In a restriction of a game
//! on the plane, the value of a position does not depend on its location. The existence of the same
//! moves is tested for every location. Chomp with its poisoned corner is not a restriction of a
//! game on the plane. The game of placing queens that do not attack each other is a restriction of
//! a game on the plane.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::cells::CellSet;
use crate::game::MoveOwner;
use crate::move_index::MoveIndex;

/// A row and a column of a cell, or an offset between cells.
type PlaneOffset = (i32, i32);

/// The cells that a move takes, and the cells that must be absent. For a move of the plane, both
/// lists contain all cells; for a move on a board, both lists contain only cells of the board.
type MoveShape = [Vec<PlaneOffset>; 2];

/// A move of the plane. The least row and the least column of the cells needed are 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PlaneMove {
    owner: MoveOwner,
    needs: Vec<PlaneOffset>,
    beside: MoveShape,
}

/// A symmetry of the board; the transposition is applied first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardTurn {
    pub transposes: bool,
    pub flips_rows: bool,
    pub flips_columns: bool,
}

impl BoardTurn {
    /// Iterates over all eight symmetries; the first is the identity.
    pub fn all() -> impl Iterator<Item = BoardTurn> {
        (0..8).map(|k| BoardTurn {
            transposes: k & 4 != 0,
            flips_rows: k & 1 != 0,
            flips_columns: k & 2 != 0,
        })
    }

    /// Returns the number of this symmetry among the eight symmetries.
    pub fn number(self) -> usize {
        usize::from(self.flips_rows)
            + 2 * usize::from(self.flips_columns)
            + 4 * usize::from(self.transposes)
    }

    /// Returns whether this symmetry has order at most two, which is true of all symmetries except
    /// quarter turns.
    pub fn is_involution(self) -> bool {
        !self.transposes || self.flips_rows == self.flips_columns
    }

    /// Returns the image of a cell of a board; rows and columns are those of the image board.
    pub fn place(
        self,
        (row, column): (usize, usize),
        rows: usize,
        columns: usize,
    ) -> Option<(usize, usize)> {
        let (row, column) = if self.transposes {
            (column, row)
        } else {
            (row, column)
        };
        let lies = row < rows && column < columns;
        lies.then(|| {
            (
                if self.flips_rows { rows - 1 - row } else { row },
                if self.flips_columns {
                    columns - 1 - column
                } else {
                    column
                },
            )
        })
    }

    /// Returns the offset from the corner of the image of a part. The part is in the corner and has
    /// `height` rows and `width` columns. Returns `None` if the image leaves the board.
    pub fn shift(
        self,
        (height, width): (usize, usize),
        rows: usize,
        columns: usize,
    ) -> Option<usize> {
        let (height, width) = if self.transposes {
            (width, height)
        } else {
            (height, width)
        };
        let (down, across) = (rows.checked_sub(height)?, columns.checked_sub(width)?);
        Some(
            if self.flips_rows { down * columns } else { 0 }
                + if self.flips_columns { across } else { 0 },
        )
    }

    fn offset(self, (row, column): PlaneOffset) -> PlaneOffset {
        let (row, column) = if self.transposes {
            (column, row)
        } else {
            (row, column)
        };
        (
            if self.flips_rows { -row } else { row },
            if self.flips_columns { -column } else { column },
        )
    }
}

impl PlaneMove {
    fn new(owner: MoveOwner, needs: Vec<PlaneOffset>, beside: MoveShape) -> PlaneMove {
        let row = needs.iter().map(|place| place.0).min().unwrap_or(0);
        let column = needs.iter().map(|place| place.1).min().unwrap_or(0);
        let moved = |places: Vec<PlaneOffset>| {
            let mut places: Vec<PlaneOffset> = places
                .into_iter()
                .map(|place| (place.0 - row, place.1 - column))
                .collect();
            places.sort_unstable();
            places
        };
        PlaneMove {
            owner,
            needs: moved(needs),
            beside: beside.map(moved),
        }
    }

    /// Rows and columns of the cells needed.
    fn size(&self) -> PlaneOffset {
        let most = |of: fn(&PlaneOffset) -> i32| self.needs.iter().map(of).max().unwrap_or(0) + 1;
        (most(|place| place.0), most(|place| place.1))
    }

    fn apply_turn(&self, turn: BoardTurn) -> PlaneMove {
        let turned =
            |places: &[PlaneOffset]| places.iter().map(|&place| turn.offset(place)).collect();
        PlaneMove::new(
            self.owner,
            turned(&self.needs),
            [turned(&self.beside[0]), turned(&self.beside[1])],
        )
    }

    /// Returns the move with its players exchanged.
    fn exchanged(self) -> PlaneMove {
        PlaneMove {
            owner: self.owner.exchanged(),
            ..self
        }
    }

    /// Returns the effect of the move on positions in a square of the board.
    fn in_square(&self, side: i32) -> Option<PlaneMove> {
        let (rows, columns) = self.size();
        let fits = |&(row, column): &PlaneOffset| {
            rows.max(row + 1) - row.min(0) <= side
                && columns.max(column + 1) - column.min(0) <= side
        };
        let near = |places: &Vec<PlaneOffset>| places.iter().copied().filter(fits).collect();
        (rows <= side && columns <= side).then(|| PlaneMove {
            owner: self.owner,
            needs: self.needs.clone(),
            beside: self.beside.each_ref().map(near),
        })
    }
}

/// Returns the symmetries that preserve the moves of the plane, or that exchange the moves of the
/// two players, if the game is on the plane. The second component is whether a symmetry exchanges
/// the players. The identity is the first symmetry. A transposition counts if it preserves the
/// moves in every square that fits on the board. The function returns 1, 2, 4 or 8 symmetries.
/// O(moves · cells).
pub(crate) fn turns<const W: usize>(
    law: &MoveIndex<W>,
    rows: usize,
    columns: usize,
) -> Option<Vec<(BoardTurn, bool)>> {
    let patterns = patterns(law, rows as i32, columns as i32)?;
    let side = rows.min(columns) as i32;
    let keeps = |turn: BoardTurn, exchanges: bool| {
        let image = |pattern: &PlaneMove| match exchanges {
            true => pattern.apply_turn(turn).exchanged(),
            false => pattern.apply_turn(turn),
        };
        if !turn.transposes {
            return patterns
                .iter()
                .all(|pattern| patterns.contains(&image(pattern)));
        }
        let small: BTreeSet<PlaneMove> = patterns
            .iter()
            .filter_map(|pattern| pattern.in_square(side))
            .collect();
        small.iter().all(|pattern| small.contains(&image(pattern)))
    };
    let kept = |turn: BoardTurn| {
        let exchanges = [false, true].into_iter().find(|&how| keeps(turn, how))?;
        Some((turn, exchanges))
    };
    let mut turns: Vec<(BoardTurn, bool)> = BoardTurn::all().filter_map(kept).collect();
    // Small squares may have more symmetries than the plane. Either all symmetries found form a
    // group, or the symmetries without transpositions form a group.
    if !turns.len().is_power_of_two() {
        turns.retain(|(turn, _)| !turn.transposes);
    }
    Some(turns)
}

/// Returns the moves of the plane whose restrictions to the board are the moves of the game.
fn patterns<const W: usize>(
    law: &MoveIndex<W>,
    rows: i32,
    columns: i32,
) -> Option<BTreeSet<PlaneMove>> {
    // For each owner and each set of needed cells: the sets of taken cells and of cells that must
    // be absent, at each location.
    type Shapes = FxHashMap<PlaneOffset, BTreeSet<MoveShape>>;
    let mut shapes: FxHashMap<(MoveOwner, Vec<PlaneOffset>), Shapes> = FxHashMap::default();
    if law.adds() {
        return None;
    }
    for act in &law.acts {
        let places = |cells: CellSet<W>| {
            cells
                .iter()
                .map(|cell| (cell as i32 / columns, cell as i32 % columns))
                .collect::<Vec<PlaneOffset>>()
        };
        let needs = places(act.needs);
        let corner = (
            needs.iter().map(|place| place.0).min()?,
            needs.iter().map(|place| place.1).min()?,
        );
        let pattern = PlaneMove::new(act.owner, needs, [places(act.takes), places(act.absent)]);
        shapes
            .entry((act.owner, pattern.needs))
            .or_default()
            .entry(corner)
            .or_default()
            .insert(pattern.beside);
    }
    let mut all = BTreeSet::new();
    for ((owner, needs), places) in shapes {
        // If no two moves need the same cells, the full shape of a move is the union of its shapes
        // over all locations. At each location, the move takes the cells of its full shape that are
        // on the board. If several moves need the same cells, the location with the most cells
        // shows all of these moves completely.
        let guess: BTreeSet<MoveShape> = if places.values().all(|sets| sets.len() == 1) {
            let union = |of: usize| {
                places
                    .values()
                    .flatten()
                    .flat_map(|beside| &beside[of])
                    .copied()
                    .collect::<BTreeSet<PlaneOffset>>()
            };
            BTreeSet::from([[0, 1].map(|of| union(of).into_iter().collect())])
        } else {
            let shown = |beside: &MoveShape| beside.iter().map(Vec::len).sum::<usize>();
            places
                .iter()
                .max_by_key(|(place, sets)| {
                    (sets.len(), sets.iter().map(shown).sum::<usize>(), **place)
                })?
                .1
                .clone()
        };
        let size = PlaneMove {
            owner,
            needs: needs.clone(),
            beside: MoveShape::default(),
        }
        .size();
        for row in 0..=rows - size.0 {
            for column in 0..=columns - size.1 {
                let on_board = |place: &PlaneOffset| {
                    (0..rows).contains(&(row + place.0))
                        && (0..columns).contains(&(column + place.1))
                };
                let cut = |places: &Vec<PlaneOffset>| {
                    places
                        .iter()
                        .copied()
                        .filter(|place| on_board(place))
                        .collect::<Vec<PlaneOffset>>()
                };
                let expected: BTreeSet<MoveShape> = guess
                    .iter()
                    .map(|beside| beside.each_ref().map(cut))
                    .collect();
                if places.get(&(row, column)) != Some(&expected) {
                    return None;
                }
            }
        }
        all.extend(guess.into_iter().map(|beside| PlaneMove {
            owner,
            needs: needs.clone(),
            beside,
        }));
    }
    Some(all)
}
