//! Shapes of parts: the moves that are possible in a part, with the cells renumbered in order. Two
//! parts of the same shape are the same game, wherever they are on a board or in a row.

use crate::cells::CellSet;
use crate::game::{MAX_CELLS, MoveOwner};
use crate::move_index::MoveIndex;

/// Separates the lists of a shape. It is larger than the number of any cell.
const END: u16 = u16::MAX;

/// Returns a shape of a part or of its negative, with the cells numbered in ascending or in
/// descending order, and whether it is a shape of the negative. Parts that differ by a translation
/// have the same shape. The order in which the cells of the part are least is chosen, then the
/// player with more moves, and the least shape if this leaves a choice. All cells of the part must
/// matter to some move. O(m log m · s), where m is the number of possible moves and s the number of
/// cells of a move.
pub(crate) fn least_shape<const W: usize>(
    law: &MoveIndex<W>,
    part: CellSet<W>,
) -> (Box<[u16]>, bool) {
    let reachable = law.reachable(part);
    let tested = law.tested(reachable);
    let count = tested.len() as u16;
    let mut number = [0; MAX_CELLS];
    for (at, cell) in tested.iter().enumerate() {
        number[cell] = at as u16;
    }
    let ascending: Vec<u16> = part.iter().map(|cell| number[cell]).collect();
    let descending = ascending.iter().rev().map(|at| count - 1 - at);
    let orders: &[bool] = match ascending.iter().copied().cmp(descending) {
        std::cmp::Ordering::Less => &[false],
        std::cmp::Ordering::Equal => &[false, true],
        std::cmp::Ordering::Greater => &[true],
    };
    let owned = |owner| {
        let moves = law.possible(reachable).map(|act| law.acts[act].owner);
        moves.filter(|one| *one == owner).count()
    };
    let signs: &[bool] = match owned(MoveOwner::Left).cmp(&owned(MoveOwner::Right)) {
        std::cmp::Ordering::Less => &[true],
        std::cmp::Ordering::Equal => &[false, true],
        std::cmp::Ordering::Greater => &[false],
    };
    let mut least: Option<(Vec<u16>, bool)> = None;
    // The moves one after another, and the start and end of each move.
    let (mut words, mut moves): (Vec<u16>, Vec<(u32, u32)>) = (Vec::new(), Vec::new());
    for &descends in orders {
        for &exchanged in signs {
            words.clear();
            moves.clear();
            for act in law.possible(reachable) {
                let act = &law.acts[act];
                let start = words.len() as u32;
                let owner = match exchanged {
                    true => act.owner.exchanged(),
                    false => act.owner,
                };
                words.push(match owner {
                    MoveOwner::Both => 0,
                    MoveOwner::Left => 1,
                    MoveOwner::Right => 2,
                });
                for cells in [act.needs, act.absent, act.takes, act.adds] {
                    let from = words.len();
                    words.extend(cells.and(&tested).iter().map(|cell| number[cell]));
                    if descends {
                        let list = &mut words[from..];
                        list.reverse();
                        list.iter_mut().for_each(|at| *at = count - 1 - *at);
                    }
                    words.push(END);
                }
                moves.push((start, words.len() as u32));
            }
            let cells_of = |one: &(u32, u32)| &words[one.0 as usize..one.1 as usize];
            moves.sort_unstable_by(|a, b| cells_of(a).cmp(cells_of(b)));
            let mut shape: Vec<u16> = Vec::with_capacity(ascending.len() + 1 + words.len());
            match descends {
                false => shape.extend(&ascending),
                true => shape.extend(ascending.iter().rev().map(|at| count - 1 - at)),
            }
            shape.push(END);
            for one in &moves {
                shape.extend(cells_of(one));
            }
            if least.as_ref().is_none_or(|(least, _)| shape < *least) {
                least = Some((shape, exchanged));
            }
        }
    }
    let (shape, exchanged) = least.expect("there is a shape");
    (shape.into(), exchanged)
}
