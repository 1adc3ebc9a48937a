//! The order of options. On a board, moves near the middle are tried first, especially moves near
//! the middle of the shorter side. After moves near the middle, the remaining part splits soon.
//! Because the order of moves is consistent, far fewer different parts occur (in Cram 5×6, a
//! quarter). Options with fewer cells and more excluded values are tried first.

use crate::cells::CellSet;
use crate::forms::PartExtent;
use crate::game::StaticGame;
use crate::move_index::MoveIndex;

/// For each extent of parts: the moves that are possible in parts of this extent, in the order in
/// which they are tried.
#[derive(Debug)]
pub(crate) struct MoveOrder {
    /// The moves of all extents, each as its distance from the middle and its index.
    list: Vec<(u32, u32)>,
    /// The offset at which the moves of each extent begin, followed by the end of the last extent's
    /// moves.
    first: Vec<u32>,
    columns: usize,
}

impl MoveOrder {
    /// Creates the order for a game on a board. Without a board, or without `middle`, moves are
    /// tried in the order of the list. `plane` is whether parts are in the corner of the board.
    pub fn new<const W: usize>(
        game: &StaticGame,
        law: &MoveIndex<W>,
        plane: bool,
        middle: bool,
    ) -> MoveOrder {
        let (rows, columns) = game.board.unwrap_or((1, game.cells));
        let extents: Vec<PartExtent> = match plane {
            true => (0..=rows)
                .flat_map(|height| (0..=columns).map(move |width| (height, width)))
                .collect(),
            false => vec![(rows, columns)],
        };
        // The weight 4 was found by experiments on Cram from 4×7 to 5×8 and 4×11. Weights from 3 to
        // 7 gave similar results.
        let along = if rows * columns % 2 == 0 { 4 } else { 1 };
        let (mut list, mut first) = (Vec::new(), vec![0]);
        for extent in extents {
            let from = list.len();
            for (place, act) in law.acts.iter().enumerate() {
                if !plane
                    || act
                        .needs
                        .iter()
                        .all(|cell| cell / columns < extent.0 && cell % columns < extent.1)
                {
                    let far = if middle && game.board.is_some() {
                        far(act.needs, columns, extent, along)
                    } else {
                        0
                    };
                    list.push((far, place as u32));
                }
            }
            list[from..].sort_unstable();
            first.push(list.len() as u32);
        }
        MoveOrder {
            list,
            first,
            columns,
        }
    }

    /// Returns the range of the moves for parts of this extent.
    #[inline]
    pub fn move_range(&self, (height, width): PartExtent) -> std::ops::Range<usize> {
        let place = if self.first.len() == 2 {
            0
        } else {
            height * (self.columns + 1) + width
        };
        self.first[place] as usize..self.first[place + 1] as usize
    }

    /// Returns the distance of a move from the middle, and its index in the list of moves.
    #[inline]
    pub fn get(&self, place: usize) -> (u32, usize) {
        (self.list[place].0, self.list[place].1 as usize)
    }

    /// Returns the memory in use in bytes.
    pub fn memory_bytes(&self) -> u64 {
        (self.list.len() * size_of::<(u32, u32)>() + self.first.len() * 4) as u64
    }
}

/// Returns the distance of cells from the middle of the extent of a part. The distance from the
/// middle of the shorter side has the weight ten, and the distance from the middle of the longer
/// side has the weight `along`.
fn far<const W: usize>(
    needs: CellSet<W>,
    columns: usize,
    (height, width): PartExtent,
    along: u32,
) -> u32 {
    let mean = |of: &dyn Fn(usize) -> usize| {
        (needs.iter().map(|cell| 20 * of(cell) + 10).sum::<usize>() / needs.len()) as u32
    };
    let down = mean(&|cell| cell / columns).abs_diff(10 * height as u32);
    let across = mean(&|cell| cell % columns).abs_diff(10 * width as u32);
    if height >= width {
        along * down + 10 * across
    } else {
        10 * down + along * across
    }
}
