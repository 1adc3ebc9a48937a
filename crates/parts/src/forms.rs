//! Canonical forms: of all positions that a symmetry or a shift makes of a part, the least. On the plane a part is shifted to the corner of the
//! board and turned in up to eight ways; elsewhere permutations of the cells that keep the list of moves are used. The same symmetries
//! make mirrors: where one that is its own inverse keeps a part, and no move takes a cell that its image needs, the
//! second player answers each move by its image, and the part is worth 0.

use rustc_hash::FxHashSet;

use crate::cells::Cells;
use crate::game::Game;
use crate::law::{Act, Law};
use crate::plane::{Turn, turns};

/// More symmetries than these are not used.
const MOST: usize = 64;

/// A permutation of the cells. On the plane, cells that leave the board go nowhere.
type Permutation = Vec<Option<u16>>;

/// How parts are brought to a canonical form.
#[derive(Debug)]
pub(crate) struct Forms<const W: usize> {
    /// How many symmetries there are, the first of which changes nothing.
    count: usize,
    /// Of them those that are their own inverse, but for the first.
    involutions: Vec<usize>,
    /// For each eight cells and each set of them, the image by each symmetry.
    images: Vec<Cells<W>>,
    bytes: usize,
    pub plane: Option<Plane<W>>,
}

/// The board of a game on the plane.
#[derive(Debug)]
pub(crate) struct Plane<const W: usize> {
    pub rows: usize,
    pub columns: usize,
    row: Vec<Cells<W>>,
    column: Vec<Cells<W>>,
    turns: Vec<Turn>,
}

/// Rows and columns that a part takes up.
pub(crate) type Extent = (usize, usize);

impl<const W: usize> Plane<W> {
    /// The cells shifted to the corner of the board, and what they take up there. There is a cell.
    #[inline]
    pub fn cornered(&self, cells: Cells<W>) -> (Cells<W>, Extent) {
        let (mut top, mut bottom, mut left, mut right) = (0, self.rows - 1, 0, self.columns - 1);
        while !self.row[top].meets(&cells) {
            top += 1;
        }
        while !self.row[bottom].meets(&cells) {
            bottom -= 1;
        }
        while !self.column[left].meets(&cells) {
            left += 1;
        }
        while !self.column[right].meets(&cells) {
            right -= 1;
        }
        (cells.down(top * self.columns + left), (bottom + 1 - top, right + 1 - left))
    }

    /// How far the image by a symmetry lies from the corner, if it lies on the board.
    #[inline]
    fn shift(&self, turn: usize, (height, width): Extent) -> Option<usize> {
        let turn = self.turns[turn];
        let (height, width) = if turn.transposes { (width, height) } else { (height, width) };
        let down = if turn.flips_rows { self.rows.checked_sub(height)? } else { 0 };
        let across = if turn.flips_columns { self.columns.checked_sub(width)? } else { 0 };
        (height <= self.rows && width <= self.columns).then_some(down * self.columns + across)
    }
}

impl<const W: usize> Forms<W> {
    /// The forms of a game; `shifts`: whether parts may be shifted if the game is one on the plane.
    pub fn new(game: &Game, law: &Law<W>, shifts: bool) -> Forms<W> {
        let board = game.board.filter(|&(rows, columns)| rows > 0 && columns > 0);
        if let Some((rows, columns)) = board.filter(|_| shifts)
            && let Some(turns) = turns(law, rows, columns)
        {
            let all: Vec<Permutation> = turns.iter().map(|&turn| turned(turn, rows, columns)).collect();
            let involutions = (1..turns.len()).filter(|&place| turns[place].is_involution()).collect();
            let line = |of: &dyn Fn(usize) -> usize, at: usize| (0..law.cells).filter(|&cell| of(cell) == at).collect::<Cells<W>>();
            let row = (0..rows).map(|at| line(&|cell| cell / columns, at)).collect();
            let column = (0..columns).map(|at| line(&|cell| cell % columns, at)).collect();
            return Forms::of(&all, involutions, law.cells, Some(Plane { rows, columns, row, column, turns }));
        }
        let mut candidates: Vec<Permutation> = Vec::new();
        if let Some((rows, columns)) = board {
            let square = rows == columns;
            candidates.extend(Turn::all().filter(|turn| square || !turn.transposes).map(|turn| turned(turn, rows, columns)));
        }
        candidates.extend(game.candidates.iter().map(|list| list.iter().map(|&cell| Some(cell)).collect()));
        let all = group(&candidates, law);
        let twice = |p: &Permutation| p.iter().enumerate().all(|(cell, &to)| to.and_then(|to| p[usize::from(to)]) == Some(cell as u16));
        let involutions = (1..all.len()).filter(|&place| twice(&all[place])).collect();
        Forms::of(&all, involutions, law.cells, None)
    }

    fn of(all: &[Permutation], involutions: Vec<usize>, cells: usize, plane: Option<Plane<W>>) -> Forms<W> {
        let (count, bytes) = (all.len(), cells.div_ceil(8));
        let mut images = vec![Cells::EMPTY; bytes * 256 * count];
        for byte in 0..bytes {
            for bits in 0..256_usize {
                for (place, permutation) in all.iter().enumerate() {
                    let there = (0..8).filter(|bit| bits >> bit & 1 != 0).filter_map(|bit| *permutation.get(8 * byte + bit)?);
                    images[(byte * 256 + bits) * count + place] = there.map(usize::from).collect();
                }
            }
        }
        Forms { count, involutions, images, bytes, plane }
    }

    /// Bytes of memory held.
    pub fn held(&self) -> u64 {
        (self.images.len() * size_of::<Cells<W>>()) as u64
    }

    /// The canonical form of a part that lies in the corner if the game is one on the plane; and whether a symmetry keeps it.
    #[inline]
    pub fn canonical(&self, part: Cells<W>, extent: Extent) -> (Cells<W>, bool) {
        if self.count == 1 {
            return (part, false);
        }
        let mut images = [Cells::EMPTY; MOST];
        let images = &mut images[..self.count];
        for byte in 0..self.bytes {
            let bits = part.byte(byte);
            if bits != 0 {
                let from = (byte * 256 + bits) * self.count;
                images.iter_mut().zip(&self.images[from..from + self.count]).for_each(|(image, more)| *image = image.or(more));
            }
        }
        let (mut least, mut kept) = (part, false);
        for (place, &image) in images.iter().enumerate().skip(1) {
            let image = match &self.plane {
                Some(plane) => match plane.shift(place, extent) {
                    Some(shift) => image.down(shift),
                    None => continue,
                },
                None => image,
            };
            kept |= image == part;
            least = least.min(image);
        }
        (least, kept)
    }

    fn image(&self, cells: Cells<W>, symmetry: usize, shift: usize) -> Cells<W> {
        let mut image = Cells::EMPTY;
        for byte in 0..self.bytes {
            let bits = cells.byte(byte);
            if bits != 0 {
                image = image.or(&self.images[(byte * 256 + bits) * self.count + symmetry]);
            }
        }
        image.down(shift)
    }

    /// Whether the second player wins a part by answering each move by its image. It lies in the corner if the game is one on the plane.
    pub fn is_mirror(&self, part: Cells<W>, extent: Extent, law: &Law<W>) -> bool {
        self.involutions.iter().any(|&symmetry| {
            let shift = self.plane.as_ref().map_or(Some(0), |plane| plane.shift(symmetry, extent));
            shift.is_some_and(|shift| {
                self.image(part, symmetry, shift) == part
                    && law.live(part).all(|act| {
                        let Act { needs, takes } = &law.acts[act];
                        !self.image(*needs, symmetry, shift).meets(takes)
                    })
            })
        })
    }
}

/// The permutation that a turn of the board makes.
fn turned(turn: Turn, rows: usize, columns: usize) -> Permutation {
    let to = |cell: usize| {
        let (row, column) = turn.place((cell / columns, cell % columns), rows, columns)?;
        Some((row * columns + column) as u16)
    };
    (0..rows * columns).map(to).collect()
}

/// Those of the candidates that keep the list of moves, with what they make together, as far as there are not too many.
fn group<const W: usize>(candidates: &[Permutation], law: &Law<W>) -> Vec<Permutation> {
    let acts: FxHashSet<Act<W>> = law.acts.iter().copied().collect();
    let keeps = |permutation: &&Permutation| {
        let to: FxHashSet<u16> = permutation.iter().copied().flatten().filter(|&cell| usize::from(cell) < law.cells).collect();
        let image = |cells: Cells<W>| cells.iter().filter_map(|cell| permutation[cell]).map(usize::from).collect::<Cells<W>>();
        permutation.len() == law.cells
            && to.len() == law.cells
            && law.acts.iter().all(|act| acts.contains(&Act { needs: image(act.needs), takes: image(act.takes) }))
    };
    let generators: Vec<&Permutation> = candidates.iter().filter(keeps).collect();
    let mut all: Vec<Permutation> = vec![(0..law.cells).map(|cell| Some(cell as u16)).collect()];
    let mut next = 0;
    while next < all.len() {
        for generator in &generators {
            let product: Permutation = all[next].iter().map(|to| to.and_then(|to| generator[usize::from(to)])).collect();
            if all.len() < MOST && !all.contains(&product) {
                all.push(product);
            }
        }
        next += 1;
    }
    all
}
