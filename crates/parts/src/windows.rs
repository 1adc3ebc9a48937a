//! The values of small parts of a game on the plane. A *window* is a small rectangle in the corner
//! of the board. The values of the sets of cells in a few windows are computed by the definition on
//! first use. Most parts of most options are small. The value of a small part costs one lookup in a
//! window, and needs no canonical form.

use crate::cells::CellSet;
use crate::forms::{PartExtent, PlaneBoard};
use crate::move_index::{BitMove, MoveIndex};

/// Maximum number of cells of a window.
const CELLS: usize = 16;
const UNKNOWN: u8 = u8::MAX;

/// The windows of a board.
#[derive(Debug)]
pub(crate) struct WindowTables {
    list: Vec<WindowTable>,
    /// For each height and width: the index of the window that contains parts of this size, if
    /// such a window exists.
    of: Vec<Option<u8>>,
    columns: usize,
}

#[derive(Debug)]
struct WindowTable {
    cells: usize,
    width: usize,
    /// For each move: the cells on which the move depends, the cells that must be present, and the
    /// cells that the move takes.
    moves: Vec<[u32; 3]>,
    values: Vec<u8>,
}

impl WindowTables {
    /// Creates the largest possible windows of a board.
    pub fn new<const W: usize>(law: &MoveIndex<W>, plane: &PlaneBoard<W>) -> WindowTables {
        let (rows, columns) = (plane.rows, plane.columns);
        let mut list: Vec<WindowTable> = Vec::new();
        let mut of = vec![None; (rows + 1) * (columns + 1)];
        let mut before = 0;
        for height in (1..=rows.min(CELLS)).rev() {
            let width = columns.min(CELLS / height);
            if width == before {
                continue;
            }
            for (h, w) in (1..=height).flat_map(|h| (1..=width).map(move |w| (h, w))) {
                of[h * (columns + 1) + w].get_or_insert(list.len() as u8);
            }
            before = width;
            let corner: CellSet<W> = (0..height)
                .flat_map(|row| (0..width).map(move |column| row * columns + column))
                .collect();
            let bits = |cells: CellSet<W>| {
                cells
                    .iter()
                    .map(|cell| 1_u32 << (cell / columns * width + cell % columns))
                    .sum::<u32>()
            };
            let told = |act: usize| {
                let BitMove {
                    needs,
                    takes,
                    absent,
                    ..
                } = law.acts[act];
                [needs.or(&absent.and(&corner)), needs, takes.and(&corner)].map(bits)
            };
            let moves = law.possible(corner).map(told).collect();
            list.push(WindowTable {
                cells: height * width,
                width,
                moves,
                values: Vec::new(),
            });
        }
        WindowTables { list, of, columns }
    }

    /// Returns the memory in use in bytes.
    pub fn memory_bytes(&self) -> u64 {
        self.list
            .iter()
            .map(|window| window.values.len() as u64)
            .sum()
    }

    /// Returns the value of a set of cells in the corner, if a window contains the set.
    #[inline(always)]
    pub fn value<const W: usize>(
        &mut self,
        cells: &CellSet<W>,
        (height, width): PartExtent,
    ) -> Option<u16> {
        let place = self.of[height * (self.columns + 1) + width]?;
        let window = &mut self.list[usize::from(place)];
        let mask = (1_u64 << window.width) - 1;
        let mut left = *cells;
        let mut bits = 0;
        for row in 0..height {
            bits |= ((left.words()[0] & mask) as u32) << (row * window.width);
            left = left.down(self.columns);
        }
        if window.values.is_empty() {
            window.values = vec![UNKNOWN; 1 << window.cells];
        }
        Some(u16::from(window.value(bits)))
    }
}

impl WindowTable {
    fn value(&mut self, bits: u32) -> u8 {
        let known = self.values[bits as usize];
        if known != UNKNOWN {
            return known;
        }
        let mut seen = 0_u32;
        for place in 0..self.moves.len() {
            let [asked, needs, takes] = self.moves[place];
            if bits & asked == needs {
                seen |= 1 << self.value(bits & !takes);
            }
        }
        let value = seen.trailing_ones() as u8;
        self.values[bits as usize] = value;
        value
    }
}
