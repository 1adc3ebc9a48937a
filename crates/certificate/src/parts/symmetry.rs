//! Isomorphism of parts: maps of the elements that take the moves of one part to those of the
//! other. The proof states which maps to try. The maps of a proof need not be trusted: every time a
//! map is used, the checker tests that it takes the moves of one part to those of the other.

use base::budget::Budget;
use base::text;

use super::element_set::ElementSet;
use super::moves::{PartMove, PartMoves, refuse};
use crate::error::CertificateError;
use crate::text_rows::rows_of;

/// A map of elements: the index that each index is mapped to (its image). The map has no meaning
/// outside the part that it is built for.
pub(super) type ElementMap = Vec<u16>;

/// The maps that find isomorphic parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartSymmetry {
    /// The elements are the cells of a board. A part is rotated or reflected in eight ways, and
    /// shifted to the corner with the least row and column. For 0 ≤ k < 8, map k transposes rows
    /// and columns if k & 4, then reverses the rows if k & 1 and the columns if k & 2.
    Plane,
    /// The given permutations of all elements, numbered from 0.
    Turns(Vec<Vec<u16>>),
}

const MAX_PERMUTATIONS: usize = 1_024;

impl PartSymmetry {
    /// Returns the number of lines of a proof that describe the maps.
    pub(crate) fn lines(&self) -> usize {
        match self {
            PartSymmetry::Plane => 1,
            PartSymmetry::Turns(turns) => {
                1 + turns.iter().map(|turn| rows_of(turn.len())).sum::<usize>()
            }
        }
    }

    /// Rejects data that does not define maps.
    pub(crate) fn check(
        &self,
        board: Option<(usize, usize)>,
        elements: usize,
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        if let PartSymmetry::Turns(turns) = self {
            budget.steps(turns.iter().map(Vec::len).sum())?;
        }
        match self {
            PartSymmetry::Plane
                if board.is_none_or(|(rows, columns)| rows * columns != elements) =>
            {
                refuse(text!(
                    "the elements are not the cells of a board",
                    "元素不是棋盘的格"
                ))
            }
            PartSymmetry::Turns(turns) if turns.len() > MAX_PERMUTATIONS => {
                refuse(text!("too many permutations", "置换过多"))
            }
            PartSymmetry::Turns(turns) => {
                let whole: ElementSet = (0..elements).collect();
                let permutes = |turn: &Vec<u16>| {
                    let inside =
                        turn.len() == elements && turn.iter().all(|&to| usize::from(to) < elements);
                    inside
                        && turn
                            .iter()
                            .map(|&to| usize::from(to))
                            .collect::<ElementSet>()
                            == whole
                };
                match turns.iter().position(|turn| !permutes(turn)) {
                    Some(at) => refuse(text!(
                        "map {at} is not a permutation of the elements",
                        "映射 {at} 不是元素的置换"
                    )),
                    None => Ok(()),
                }
            }
            PartSymmetry::Plane => Ok(()),
        }
    }

    /// Returns the images of a part under all maps, with the maps.
    pub(super) fn images(
        &self,
        part: ElementSet,
        moves: &PartMoves,
    ) -> impl Iterator<Item = (ElementSet, ElementMap)> {
        (0..self.count()).filter_map(move |number| {
            self.map(number, part, moves, true)
                .map(|map| (image(&map, part), map))
        })
    }

    fn count(&self) -> usize {
        match self {
            PartSymmetry::Plane => 8,
            PartSymmetry::Turns(turns) => turns.len(),
        }
    }

    /// Returns the map of a part with the given number; `None` if the image does not fit on the
    /// board or no map has this number. On the plane the image is located in the corner if `corner`
    /// is true, otherwise at the location of the part.
    fn map(
        &self,
        number: usize,
        part: ElementSet,
        moves: &PartMoves,
        corner: bool,
    ) -> Option<ElementMap> {
        match self {
            PartSymmetry::Turns(turns) => turns.get(number).cloned(),
            PartSymmetry::Plane => {
                let (rows, columns) = moves.board?;
                let place = |at: usize| (at / columns, at % columns);
                let span = |of: fn((usize, usize)) -> usize| {
                    let all = || part.iter().map(|at| of(place(at)));
                    Some((all().min()?, all().max()?))
                };
                let ((top, bottom), (left, right)) =
                    (span(|place| place.0)?, span(|place| place.1)?);
                let (mut height, mut width) = (bottom - top + 1, right - left + 1);
                let transposes = number & 4 != 0;
                if transposes {
                    (height, width) = (width, height);
                }
                let (down, across) = if corner { (0, 0) } else { (top, left) };
                if number >= 8 || down + height > rows || across + width > columns {
                    return None;
                }
                let mut map = vec![0; moves.elements];
                for at in part.iter() {
                    let (row, column) = (place(at).0 - top, place(at).1 - left);
                    let (row, column) = if transposes {
                        (column, row)
                    } else {
                        (row, column)
                    };
                    let row = if number & 1 != 0 {
                        height - 1 - row
                    } else {
                        row
                    };
                    let column = if number & 2 != 0 {
                        width - 1 - column
                    } else {
                        column
                    };
                    map[at] = ((down + row) * columns + across + column) as u16;
                }
                Some(map)
            }
        }
    }

    /// Returns whether a map is a mirror of a part, which therefore has the value 0.
    pub(super) fn is_mirror(&self, number: u64, part: ElementSet, moves: &PartMoves) -> bool {
        let map = usize::try_from(number)
            .ok()
            .and_then(|number| self.map(number, part, moves, false));
        let Some(map) = map else { return false };
        let there_and_back = |at: usize| usize::from(map[usize::from(map[at])]) == at;
        image(&map, part) == part
            && part.iter().all(there_and_back)
            && keeps(&map, part, part, moves)
            && moves
                .of_part(part)
                .iter()
                .all(|act| !act.takes.meets(image(&map, act.needs)))
    }
}

fn image(map: &ElementMap, set: ElementSet) -> ElementSet {
    set.iter().map(|at| usize::from(map[at])).collect()
}

/// Returns whether a map takes the moves of a part to those of another part.
pub(super) fn keeps(
    map: &ElementMap,
    part: ElementSet,
    other: ElementSet,
    moves: &PartMoves,
) -> bool {
    let mut images: Vec<PartMove> = moves
        .of_part(part)
        .iter()
        .map(|act| PartMove {
            needs: image(map, act.needs),
            absent: image(map, act.absent),
            takes: image(map, act.takes),
        })
        .collect();
    images.sort_unstable();
    image(map, part) == other && images == moves.of_part(other)
}
