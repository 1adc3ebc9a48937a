//! Canonical forms: the canonical form of a part is the least of its images under symmetries and
//! shifts. On the plane, a part is shifted to the corner of the board and turned in up to eight
//! ways. In other games, permutations of the cells that preserve the list of moves are searched and
//! used. The symmetries used for canonical forms also give *mirrors*. A part is a mirror if a
//! symmetry of order two preserves it and no move takes a cell that its image needs. In a mirror,
//! the second player can answer each move with its image, so the value is 0.

use rustc_hash::FxHashSet;

use crate::automorphisms::automorphisms;
use crate::cells::CellSet;
use crate::game::StaticGame;
use crate::move_index::{BitMove, MoveIndex};
use crate::plane::{BoardTurn, turns};

const MAX_SYMMETRIES: usize = 64;

/// A permutation of the cells. On the plane, a cell that leaves the board has no image.
type CellPermutation = Vec<Option<u16>>;

/// A symmetry: a permutation, and whether it exchanges the moves of the two players.
type SignedPermutation = (CellPermutation, bool);

/// The method for canonical forms.
#[derive(Debug)]
pub(crate) struct PartForms<const W: usize> {
    /// Number of symmetries. The first symmetry is the identity.
    count: usize,
    /// Number of different symmetries that preserve the game.
    whole: usize,
    /// For each symmetry: whether it exchanges the moves of the two players.
    exchanges: Vec<bool>,
    /// The symmetries of order two.
    involutions: Vec<usize>,
    /// For each group of eight cells and each subset of the group: its image under each symmetry.
    images: Vec<CellSet<W>>,
    bytes: usize,
    cells: usize,
    pub plane: Option<PlaneBoard<W>>,
}

/// The board of a game on the plane.
#[derive(Debug)]
pub(crate) struct PlaneBoard<const W: usize> {
    pub rows: usize,
    pub columns: usize,
    /// The row of each cell of the board.
    row: Vec<u8>,
    /// The cells of each column.
    column: Vec<CellSet<W>>,
    /// For each height, width and symmetry: the offset of the image of a part from the corner, or
    /// [`NOWHERE`] if the image leaves the board.
    shifts: Vec<u16>,
    /// The number of each symmetry among the eight turns of a square.
    numbers: Vec<usize>,
}

const NOWHERE: u16 = u16::MAX;

/// The extent of a part in rows and columns.
pub(crate) type PartExtent = (usize, usize);

impl<const W: usize> PlaneBoard<W> {
    /// Returns a set of cells shifted to the corner of the board, with its extent. The set must not
    /// be empty.
    #[inline]
    pub fn cornered(&self, cells: CellSet<W>) -> (CellSet<W>, PartExtent) {
        let row = |cell: Option<usize>| cell.map_or(0, |cell| usize::from(self.row[cell]));
        let (top, bottom) = (row(cells.least()), row(cells.greatest()));
        let (mut left, mut right) = (0, self.columns - 1);
        while !self.column[left].meets(&cells) {
            left += 1;
        }
        while !self.column[right].meets(&cells) {
            right -= 1;
        }
        (
            cells.down(top * self.columns + left),
            (bottom + 1 - top, right + 1 - left),
        )
    }

    /// Returns the offset from the corner to the image of a part under a symmetry, if the image is
    /// on the board; `count` is the number of symmetries.
    fn shift(&self, symmetry: usize, (height, width): PartExtent, count: usize) -> Option<usize> {
        let shift = self.shifts[(height * (self.columns + 1) + width) * count + symmetry];
        (shift != NOWHERE).then_some(usize::from(shift))
    }
}

impl<const W: usize> PartForms<W> {
    /// Creates the forms of a game. `shifts` is whether parts may be shifted, if the game is on the
    /// plane. If parts may not be shifted, or the game is not on the plane, automorphisms of the
    /// list of moves are searched.
    pub fn new(game: &StaticGame, law: &MoveIndex<W>, shifts: bool) -> PartForms<W> {
        let board = game
            .board
            .filter(|&(rows, columns)| rows > 0 && columns > 0);
        if let Some((rows, columns)) = board.filter(|_| shifts)
            && let Some(turns) = turns(law, rows, columns)
        {
            let all: Vec<SignedPermutation> = turns
                .iter()
                .map(|&(turn, exchanges)| (turn_permutation(turn, rows, columns), exchanges))
                .collect();
            let involutions = (1..turns.len())
                .filter(|&place| turns[place].0.is_involution())
                .collect();
            let row = (0..law.cells).map(|cell| (cell / columns) as u8).collect();
            let column = (0..columns)
                .map(|at| (at..law.cells).step_by(columns).collect())
                .collect();
            let extents =
                (0..=rows).flat_map(|height| (0..=columns).map(move |width| (height, width)));
            let shift = |extent: PartExtent| {
                turns.iter().map(move |(turn, _)| {
                    turn.shift(extent, rows, columns)
                        .map_or(NOWHERE, |shift| shift as u16)
                })
            };
            let shifts = extents.flat_map(shift).collect();
            let numbers = turns.iter().map(|(turn, _)| turn.number()).collect();
            return PartForms::from_permutations(
                &all,
                involutions,
                law.cells,
                Some(PlaneBoard {
                    rows,
                    columns,
                    row,
                    column,
                    shifts,
                    numbers,
                }),
            );
        }
        let mut candidates: Vec<CellPermutation> = Vec::new();
        if let Some((rows, columns)) = board {
            let square = rows == columns;
            candidates.extend(
                BoardTurn::all()
                    .filter(|turn| square || !turn.transposes)
                    .map(|turn| turn_permutation(turn, rows, columns)),
            );
        }
        let more = game.candidates.iter().cloned().chain(automorphisms(game));
        candidates.extend(more.map(|list| list.into_iter().map(Some).collect()));
        let all = group(&candidates, law);
        let twice = |p: &CellPermutation| {
            p.iter()
                .enumerate()
                .all(|(cell, &to)| to.and_then(|to| p[usize::from(to)]) == Some(cell as u16))
        };
        let involutions = (1..all.len())
            .filter(|&place| twice(&all[place].0))
            .collect();
        PartForms::from_permutations(&all, involutions, law.cells, None)
    }

    fn from_permutations(
        all: &[SignedPermutation],
        involutions: Vec<usize>,
        cells: usize,
        plane: Option<PlaneBoard<W>>,
    ) -> PartForms<W> {
        let (count, bytes) = (all.len(), cells.div_ceil(8));
        let mut images = vec![CellSet::EMPTY; bytes * 256 * count];
        for byte in 0..bytes {
            for bits in 1..256_usize {
                let (first, rest) = (8 * byte + bits.trailing_zeros() as usize, bits & (bits - 1));
                for (place, (permutation, _)) in all.iter().enumerate() {
                    let mut image = images[(byte * 256 + rest) * count + place];
                    if let Some(&Some(cell)) = permutation.get(first) {
                        image.insert(usize::from(cell));
                    }
                    images[(byte * 256 + bits) * count + place] = image;
                }
            }
        }
        let whole = all
            .iter()
            .map(|(one, _)| one)
            .filter(|one| one.iter().all(Option::is_some))
            .collect::<FxHashSet<_>>()
            .len();
        PartForms {
            count,
            whole,
            exchanges: all.iter().map(|(_, exchanges)| *exchanges).collect(),
            involutions,
            images,
            bytes,
            cells,
            plane,
        }
    }

    /// Returns the number of symmetries of the game, including the identity. Some symmetries of the
    /// plane do not map the board to itself, and on a single row some symmetries are equal.
    pub fn symmetries(&self) -> usize {
        self.whole
    }

    /// Returns the memory in use in bytes.
    pub fn memory_bytes(&self) -> u64 {
        (self.images.len() * size_of::<CellSet<W>>()) as u64
    }

    /// Returns the canonical form of a part (in the corner, if the game is on the plane), and
    /// whether a symmetry preserves it.
    #[inline(always)]
    pub fn canonical(&self, part: CellSet<W>, extent: PartExtent) -> (CellSet<W>, bool) {
        match self.count {
            1 => (part, false),
            2 => self.least_image::<2>(part, extent),
            4 => self.least_image::<4>(part, extent),
            8 => self.least_image::<8>(part, extent),
            _ => self.least_of_many(part),
        }
    }

    #[inline(always)]
    fn least_image<const N: usize>(
        &self,
        part: CellSet<W>,
        extent: PartExtent,
    ) -> (CellSet<W>, bool) {
        let mut images = [CellSet::EMPTY; N];
        for byte in 0..self.bytes {
            let from = (byte * 256 + part.byte(byte)) * N;
            images
                .iter_mut()
                .zip(&self.images[from..from + N])
                .for_each(|(image, more)| *image = image.or(more));
        }
        let mut shifts = [0; N];
        if let Some(plane) = &self.plane {
            let from = (extent.0 * (plane.columns + 1) + extent.1) * N;
            shifts.copy_from_slice(&plane.shifts[from..from + N]);
        }
        let (mut least, mut kept) = (part, false);
        for place in 1..N {
            if shifts[place] != NOWHERE {
                let image = images[place].down(usize::from(shifts[place]));
                kept |= image == part;
                least = least.min(image);
            }
        }
        (least, kept)
    }

    /// Does the same as `least_image` for numbers of symmetries that do not occur on the plane, so
    /// no part is shifted.
    fn least_of_many(&self, part: CellSet<W>) -> (CellSet<W>, bool) {
        let images = (1..self.count).map(|symmetry| self.image(part, symmetry, 0));
        images.fold((part, false), |(least, kept), image| {
            (least.min(image), kept || image == part)
        })
    }

    /// Returns the canonical form of a part (in the corner, if the game is on the plane), and
    /// whether it is the canonical form of the part with the players exchanged.
    pub fn signed_canonical(&self, part: CellSet<W>, extent: PartExtent) -> (CellSet<W>, bool) {
        let mut least = (part, false);
        for symmetry in 1..self.count {
            let shift = match &self.plane {
                Some(plane) => plane.shift(symmetry, extent, self.count),
                None => Some(0),
            };
            if let Some(shift) = shift {
                let image = self.image(part, symmetry, shift);
                least = least.min((image, self.exchanges[symmetry]));
            }
        }
        least
    }

    fn image(&self, cells: CellSet<W>, symmetry: usize, shift: usize) -> CellSet<W> {
        let mut image = CellSet::EMPTY;
        for byte in 0..self.bytes {
            let bits = cells.byte(byte);
            if bits != 0 {
                image = image.or(&self.images[(byte * 256 + bits) * self.count + symmetry]);
            }
        }
        image.down(shift)
    }

    /// Returns whether the second player wins a part by answering each move with its image. If the
    /// game is on the plane, the part must be in the corner.
    pub fn is_mirror(&self, part: CellSet<W>, extent: PartExtent, law: &MoveIndex<W>) -> bool {
        self.mirror(part, extent, law).is_some()
    }

    /// Returns the symmetry of a mirror: the index of the symmetry, or, on the plane, the number of
    /// the turn. `None` if the part is not a mirror.
    pub fn mirror(
        &self,
        part: CellSet<W>,
        extent: PartExtent,
        law: &MoveIndex<W>,
    ) -> Option<usize> {
        let mirrors = |symmetry: usize| {
            let shift = self
                .plane
                .as_ref()
                .map_or(Some(0), |plane| plane.shift(symmetry, extent, self.count));
            shift.is_some_and(|shift| {
                self.image(part, symmetry, shift) == part
                    && law.possible(part).all(|act| {
                        let BitMove { needs, takes, .. } = &law.acts[act];
                        !self.image(*needs, symmetry, shift).meets(takes)
                    })
            })
        };
        let symmetry = self
            .involutions
            .iter()
            .copied()
            .find(|&symmetry| mirrors(symmetry))?;
        Some(
            self.plane
                .as_ref()
                .map_or(symmetry, |plane| plane.numbers[symmetry]),
        )
    }

    /// Returns the image of each cell under each symmetry; `None` on the plane.
    pub fn permutations(&self) -> Option<Vec<Vec<u16>>> {
        let to = |cell: usize, symmetry: usize| {
            self.image(std::iter::once(cell).collect(), symmetry, 0)
                .least()
        };
        let all = |symmetry| {
            (0..self.cells)
                .map(|cell| to(cell, symmetry).unwrap_or(cell) as u16)
                .collect()
        };
        self.plane
            .is_none()
            .then(|| (0..self.count).map(all).collect())
    }
}

/// Returns the permutation of a turn of the board.
fn turn_permutation(turn: BoardTurn, rows: usize, columns: usize) -> CellPermutation {
    let to = |cell: usize| {
        let (row, column) = turn.place((cell / columns, cell % columns), rows, columns)?;
        Some((row * columns + column) as u16)
    };
    (0..rows * columns).map(to).collect()
}

/// Returns a group of at most [`MAX_SYMMETRIES`] permutations that preserve the list of moves or
/// exchange the moves of the players, generated by the candidates. A candidate that would make the
/// group larger is omitted. The returned permutations must be closed under products; otherwise two
/// images of a part may have different canonical forms.
fn group<const W: usize>(
    candidates: &[CellPermutation],
    law: &MoveIndex<W>,
) -> Vec<SignedPermutation> {
    let acts: FxHashSet<BitMove<W>> = law.acts.iter().copied().collect();
    let keeps = |permutation: &CellPermutation, exchanges: bool| {
        let to: FxHashSet<u16> = permutation
            .iter()
            .copied()
            .flatten()
            .filter(|&cell| usize::from(cell) < law.cells)
            .collect();
        let image = |cells: CellSet<W>| {
            cells
                .iter()
                .filter_map(|cell| permutation[cell])
                .map(usize::from)
                .collect::<CellSet<W>>()
        };
        permutation.len() == law.cells
            && to.len() == law.cells
            && law.acts.iter().all(|act| {
                acts.contains(&BitMove {
                    needs: image(act.needs),
                    takes: image(act.takes),
                    absent: image(act.absent),
                    adds: image(act.adds),
                    owner: match exchanges {
                        true => act.owner.exchanged(),
                        false => act.owner,
                    },
                })
            })
    };
    let mut generators: Vec<(&CellPermutation, bool)> = Vec::new();
    let identity: CellPermutation = (0..law.cells).map(|cell| Some(cell as u16)).collect();
    let mut all: Vec<SignedPermutation> = vec![(identity, false)];
    for candidate in candidates {
        if all.iter().any(|(known, _)| known == candidate) {
            continue;
        }
        let Some(exchanges) = [false, true]
            .into_iter()
            .find(|&exchanges| keeps(candidate, exchanges))
        else {
            continue;
        };
        generators.push((candidate, exchanges));
        match closure(&all[0], &generators) {
            Some(closed) => all = closed,
            None => drop(generators.pop()),
        }
    }
    all
}

/// Returns all products of the generators, the identity first; `None` if there are more than
/// [`MAX_SYMMETRIES`].
fn closure(
    identity: &SignedPermutation,
    generators: &[(&CellPermutation, bool)],
) -> Option<Vec<SignedPermutation>> {
    let mut all = vec![identity.clone()];
    let mut next = 0;
    while next < all.len() {
        for (generator, exchanges) in generators {
            let product: CellPermutation = all[next]
                .0
                .iter()
                .map(|to| to.and_then(|to| generator[usize::from(to)]))
                .collect();
            if !all.iter().any(|(known, _)| *known == product) {
                if all.len() == MAX_SYMMETRIES {
                    return None;
                }
                let exchanges = all[next].1 != *exchanges;
                all.push((product, exchanges));
            }
        }
        next += 1;
    }
    Some(all)
}
