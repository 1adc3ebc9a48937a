//! Maps of the cells that take the moves of one part to those of another part, perhaps with the
//! players exchanged. The maps of a proof need not be trusted: the checker tests that a map takes
//! the moves of one part to those of the other.

use rustc_hash::FxHashSet;

use super::part_moves::{OwnedMove, OwnedMoves, PossibleMoves};
use crate::parts::{ElementSet, PartSymmetry};

/// The images of the cells; cells that do not matter have no image.
pub(super) type CellMap = Vec<Option<u16>>;

/// What a map does to the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MapKind {
    /// The map takes moves to moves of the same player.
    pub keeps: bool,
    /// The map takes moves to moves of the other player.
    pub exchanges: bool,
}

/// The maps of a game.
#[derive(Debug)]
pub(super) struct PartMaps {
    symmetry: PartSymmetry,
    /// The kinds of the eight maps of the board, if they are the same for all parts.
    kinds: Option<Vec<MapKind>>,
}

impl PartMaps {
    /// Prepares the maps. O(moves) on the plane.
    pub fn new(symmetry: PartSymmetry, moves: &OwnedMoves) -> PartMaps {
        let kinds = match symmetry {
            PartSymmetry::Plane => kinds_on_plane(moves),
            PartSymmetry::Turns(_) => None,
        };
        PartMaps { symmetry, kinds }
    }

    pub fn count(&self) -> usize {
        match &self.symmetry {
            PartSymmetry::Plane => 8,
            PartSymmetry::Turns(turns) => turns.len(),
        }
    }

    /// Returns the map of a part with this number, for the cells of `tested`; `None` if an image is
    /// not on the board.
    pub fn map(
        &self,
        number: usize,
        part: ElementSet,
        tested: ElementSet,
        moves: &OwnedMoves,
    ) -> Option<CellMap> {
        let mut map = vec![None; moves.elements];
        match &self.symmetry {
            PartSymmetry::Turns(turns) => {
                for cell in part.or(tested).iter() {
                    map[cell] = Some(turns[number][cell]);
                }
            }
            PartSymmetry::Plane => {
                let (rows, columns) = moves.board?;
                let image = |cell: usize| turned(number, (cell / columns, cell % columns));
                let top = part.iter().map(|cell| image(cell).0).min()?;
                let left = part.iter().map(|cell| image(cell).1).min()?;
                for cell in part.or(tested).iter() {
                    let (row, column) = image(cell);
                    let row = usize::try_from(row - top).ok().filter(|&row| row < rows)?;
                    let column = usize::try_from(column - left).ok();
                    let column = column.filter(|&column| column < columns)?;
                    map[cell] = Some((row * columns + column) as u16);
                }
            }
        }
        Some(map)
    }

    /// Returns what a map does to the moves of a part. `other` are the moves of the image.
    pub fn kind(
        &self,
        number: usize,
        map: &CellMap,
        own: &PossibleMoves,
        other: impl FnOnce() -> PossibleMoves,
    ) -> MapKind {
        if let Some(kinds) = &self.kinds {
            return kinds[number];
        }
        let mut images: Vec<OwnedMove> = own
            .moves
            .iter()
            .map(|one| one.with_cells(|cells| image(map, cells)))
            .collect();
        let mut theirs = other().moves;
        sort(&mut theirs);
        sort(&mut images);
        let keeps = images == theirs;
        for one in &mut images {
            one.players = one.players.exchanged();
        }
        sort(&mut images);
        MapKind {
            keeps,
            exchanges: images == theirs,
        }
    }
}

fn sort(moves: &mut Vec<OwnedMove>) {
    moves.sort_unstable();
    moves.dedup();
}

/// Returns the image of a set of cells.
pub(super) fn image(map: &CellMap, set: ElementSet) -> ElementSet {
    set.iter()
        .filter_map(|cell| map[cell])
        .map(usize::from)
        .collect()
}

/// Transposes rows and columns if `number` & 4, then reverses the rows if `number` & 1 and the
/// columns if `number` & 2.
fn turned(number: usize, (row, column): (usize, usize)) -> (isize, isize) {
    let (row, column) = (row as isize, column as isize);
    let (row, column) = match number & 4 != 0 {
        true => (column, row),
        false => (row, column),
    };
    let sign = |bit: usize| if number & bit != 0 { -1 } else { 1 };
    (sign(1) * row, sign(2) * column)
}

/// Returns the kinds of the eight maps of the board, if each move has the same pattern everywhere
/// on the board and consists of cells that it needs and takes. Then the moves that may be made in a
/// part are the patterns that fit into the part, so a map that takes patterns to patterns takes the
/// moves of every part to those of its image.
fn kinds_on_plane(moves: &OwnedMoves) -> Option<Vec<MapKind>> {
    let (rows, columns) = moves.board?;
    let is_plain = |one: &OwnedMove| {
        one.absent.is_empty() && one.adds.is_empty() && one.takes.is_subset(one.needs)
    };
    if !moves.moves.iter().all(is_plain) {
        return None;
    }
    let extent = |cells: &[(isize, isize)]| {
        let row = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
        let column = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
        (row as usize + 1, column as usize + 1)
    };
    // A pattern: the cells relative to the corner, and whether each cell is taken.
    let pattern = |one: &OwnedMove, number: usize| {
        let of = |cell: usize| turned(number, (cell / columns, cell % columns));
        let mut cells: Vec<((isize, isize), bool)> = one
            .needs
            .iter()
            .map(|cell| (of(cell), one.takes.meets(std::iter::once(cell).collect())))
            .collect();
        let top = cells.iter().map(|(cell, _)| cell.0).min().unwrap_or(0);
        let left = cells.iter().map(|(cell, _)| cell.1).min().unwrap_or(0);
        for (cell, _) in &mut cells {
            *cell = (cell.0 - top, cell.1 - left);
        }
        cells.sort_unstable();
        cells
    };
    let all: FxHashSet<_> = moves
        .moves
        .iter()
        .map(|one| (one.players, pattern(one, 0)))
        .collect();
    // Different moves with equal patterns have different corners, so counting is enough.
    let mut distinct: FxHashSet<OwnedMove> = FxHashSet::default();
    distinct.extend(moves.moves.iter().copied());
    let places = |(_, cells): &(_, Vec<((isize, isize), bool)>)| {
        let cells: Vec<(isize, isize)> = cells.iter().map(|(cell, _)| *cell).collect();
        let (height, width) = extent(&cells);
        (rows + 1 - height) * (columns + 1 - width)
    };
    if all.iter().map(places).sum::<usize>() != distinct.len() {
        return None;
    }
    // A pattern that fits on the board only before a turn has an image that fits nowhere.
    let fits = |cells: &[((isize, isize), bool)]| {
        let cells: Vec<(isize, isize)> = cells.iter().map(|(cell, _)| *cell).collect();
        let (height, width) = extent(&cells);
        height <= rows && width <= columns
    };
    let kind = |number: usize| {
        let maps = |exchanges: bool| {
            moves.moves.iter().all(|one| {
                let cells = pattern(one, number);
                let players = match exchanges {
                    true => one.players.exchanged(),
                    false => one.players,
                };
                !fits(&cells) || all.contains(&(players, cells))
            })
        };
        MapKind {
            keeps: maps(false),
            exchanges: maps(true),
        }
    };
    Some((0..8).map(kind).collect())
}
