//! Games on sets or a word whose moves are a fixed list.
//!
//! A move is fixed if its legality and its effect depend only on certain elements, or on the
//! letters at certain places. In a game with fixed moves, every guard must be constant, or must
//! test elements or letters that the choices name. In a game with fixed moves, every change must
//! take or add elements, or write letters, that the choices name. Cram, Node Kayles and Chomp are
//! games with fixed moves.
//!
//! The list of moves is found by enumerating all choices once, without a position. The moves are
//! then expressed in terms of *cells*, chosen so that moves only take cells away, if possible
//! (module `cells`).

mod cells;
mod value_set;
mod walk;

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text;
use base::text::Text;
use rules::ast::Player;
use rules::ir::{Game, Int};
use rules::sets::PositionSet;
use rules::words::PositionWord;

use cells::MoveListCell;

use crate::error::ClauseError;

/// Maximum number of cells.
const MAX_CELLS: usize = 256;

/// A move of a list. The fields of a move contain the indices of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellMove {
    /// The player to whom the move belongs; `None` if it belongs to both players.
    pub owner: Option<Player>,
    /// Cells that must be present.
    pub needs: BTreeSet<u16>,
    /// Cells that must be absent.
    pub absent: BTreeSet<u16>,
    /// Cells that are taken away if they are present.
    pub takes: BTreeSet<u16>,
    /// Cells that the move adds if they are absent, and that some other move takes.
    pub adds: BTreeSet<u16>,
}

impl CellMove {
    /// Returns whether the move takes a cell that it needs to be present, and adds no cell.
    pub fn takes_of_its_own(&self) -> bool {
        self.adds.is_empty() && !self.takes.is_disjoint(&self.needs)
    }
}

/// Meaning of the cells of a move list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellMeaning {
    /// Elements that are present.
    There,
    /// Elements that are absent. Moves only add elements.
    Absent,
    /// Some cells represent present elements, and other cells represent absent elements. Moves take
    /// the present elements and add the absent elements.
    Mixed,
    /// Letters: a cell is present as long as its letter is one of a set of letters. No move can
    /// enter the set, unless the players have different moves.
    Letters,
}

/// The moves of a game on sets or one word, without duplicates.
#[derive(Clone, Debug)]
pub struct MoveList {
    /// Number of cells. For sets, the cells are the elements of the sets, set by set in the order
    /// of the ground set. An element of a set may have a second cell.
    pub elements: usize,
    /// The moves.
    pub moves: Vec<CellMove>,
    /// Numbers of rows and columns, if the elements are the squares of a board or a row.
    pub board: Option<(usize, usize)>,
    /// Meaning of the cells.
    pub sense: CellMeaning,
    cells: Vec<MoveListCell>,
    holder: StateLayout,
}

/// Layout of the positions of a game.
#[derive(Clone, Debug)]
enum StateLayout {
    /// Sets, stored one after another.
    Sets(Vec<PositionSet>),
    Word(PositionWord),
    /// A row of numbers, each at least `low`: the number of places, and the number of values of
    /// each place.
    Cells {
        count: usize,
        values: usize,
        low: Int,
    },
}

impl StateLayout {
    /// Iterates over the sets, each with the index of its first element among all elements.
    fn sets(&self) -> impl Iterator<Item = (&PositionSet, usize)> {
        let sets = if let StateLayout::Sets(sets) = self {
            &sets[..]
        } else {
            &[]
        };
        sets.iter().scan(0, |next, holder| {
            let from = *next;
            *next += holder.ground.len();
            Some((holder, from))
        })
    }

    /// Returns the set to which a slot belongs, and the index of its first element.
    fn set_at(&self, slot: usize) -> Option<(&PositionSet, usize)> {
        self.sets()
            .find(|(holder, _)| holder.slots().contains(&slot))
    }

    /// Returns the maximum number of elements or letters.
    fn count(&self) -> usize {
        match self {
            StateLayout::Sets(sets) => sets.iter().map(|holder| holder.ground.len()).sum(),
            StateLayout::Word(word) => word.room,
            StateLayout::Cells { count, .. } => *count,
        }
    }

    /// Returns the number of values of each place. Value 0 means that the element or letter is
    /// absent.
    fn values(&self) -> usize {
        match self {
            StateLayout::Sets(_) => 2,
            StateLayout::Word(word) => 1 + word.letters.len(),
            StateLayout::Cells { values, .. } => *values,
        }
    }

    /// Returns the number in the rules that value 0 of a place represents.
    fn low(&self) -> Int {
        if let StateLayout::Cells { low, .. } = self {
            *low
        } else {
            0
        }
    }

    /// Returns the value at a place.
    fn value(&self, slots: &[Int], place: usize) -> usize {
        match self {
            StateLayout::Sets(_) => {
                let of = self.sets().take_while(|(_, from)| *from <= place).last();
                of.map_or(0, |(holder, from)| {
                    usize::from(holder.holds(slots, place - from))
                })
            }
            StateLayout::Word(word) => slots[word.first + 1 + place] as usize,
            StateLayout::Cells { low, .. } => slots[place].abs_diff(*low) as usize,
        }
    }
}

impl MoveList {
    /// Returns whether moves only take cells away, so that no cell is ever added.
    pub fn only_takes(&self) -> bool {
        self.moves.iter().all(|one| one.adds.is_empty())
    }

    /// Returns whether every move takes a cell that it needs to be present, and adds no cell. If
    /// every move takes a cell that it needs and adds none, play ends.
    pub fn always_takes(&self) -> bool {
        self.moves.iter().all(CellMove::takes_of_its_own)
    }

    /// Returns whether the players have different moves.
    pub fn has_owners(&self) -> bool {
        self.moves.iter().any(|one| one.owner.is_some())
    }

    /// Returns whether some move requires absent cells, so that moves may become legal later.
    pub fn asks_for_absence(&self) -> bool {
        self.moves.iter().any(|one| !one.absent.is_empty())
    }

    /// Iterates over the present cells of a position, in order.
    pub fn position(&self, slots: &[Int]) -> impl Iterator<Item = usize> {
        (0..self.elements).filter(|&cell| {
            self.cells[cell].holds(self.holder.value(slots, self.cells[cell].place))
        })
    }

    /// Returns a position in which exactly the given cells are present, if such a position exists.
    /// If a place has no value that gives exactly the given cells, the function chooses a value
    /// that lacks as few of them as possible. Among values that lack equally few given cells, the
    /// function chooses a value that adds as few other cells as possible.
    pub fn numbers(&self, is_there: impl Fn(usize) -> bool) -> Vec<Int> {
        // Cells of each place; it is rare that a place has more than one cell.
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); self.holder.count()];
        (0..self.elements).for_each(|cell| of[self.cells[cell].place].push(cell));
        let wrong = |place: usize, value: usize| {
            let told = |there: bool| {
                of[place]
                    .iter()
                    .filter(|&&cell| {
                        is_there(cell) == there && self.cells[cell].holds(value) != there
                    })
                    .count()
            };
            (told(true), told(false))
        };
        match &self.holder {
            StateLayout::Sets(_) => {
                let there = |place: &usize| wrong(*place, 1) < wrong(*place, 0);
                let each = |(holder, from): (&PositionSet, usize)| {
                    holder.numbers(
                        (from..from + holder.ground.len())
                            .filter(there)
                            .map(|place| place - from),
                    )
                };
                self.holder.sets().flat_map(each).collect()
            }
            StateLayout::Word(word) => {
                let letter = |place: usize| {
                    (1..=word.letters.len())
                        .min_by_key(|&value| wrong(place, value))
                        .unwrap_or(1)
                };
                // The word ends after the last place at which a letter fits better than the value
                // 0.
                let fits = |&place: &usize| wrong(place, letter(place)) < wrong(place, 0);
                let length = (0..word.room).rev().find(fits).map_or(0, |last| last + 1);
                let mut numbers: Vec<Int> = (0..length).map(|place| letter(place) as Int).collect();
                numbers.insert(0, length as Int);
                numbers.resize(1 + word.room, 0);
                numbers
            }
            StateLayout::Cells { .. } => Vec::new(),
        }
    }
}

/// Returns the list of moves of a game. The time is proportional to the number of choices.
///
/// # Errors
/// Returns [`ClauseError::Refused`] with the reason if the moves of the game are not a fixed list,
/// or [`ClauseError::Stopped`] if the budget runs out.
pub fn move_list(game: &Game, budget: &Budget<'_>) -> Result<MoveList, ClauseError> {
    let refuse = |reason| Err(ClauseError::Refused(reason));
    let (held, slots) = match (&game.sets[..], &game.words[..]) {
        ([], []) => {
            return refuse(text!(
                "the position contains neither a set nor a word",
                "局面中没有集合或单词"
            ));
        }
        (sets, []) => (
            StateLayout::Sets(sets.to_vec()),
            sets.iter().map(|holder| holder.slots().len()).sum(),
        ),
        ([], [word]) => (StateLayout::Word(word.clone()), word.slots().len()),
        _ => {
            return refuse(text!(
                "the position contains more than sets or a single word",
                "局面不止是集合或一个单词"
            ));
        }
    };
    if slots != game.slots.len() {
        return refuse(match held {
            StateLayout::Sets(_) => text!(
                "the position contains numeric slots in addition to the sets",
                "局面除集合外还有数"
            ),
            _ => text!(
                "the position contains numeric slots in addition to the word",
                "局面除单词外还有数"
            ),
        });
    }
    let elements = held.count();
    if elements > MAX_CELLS {
        return refuse(match held {
            StateLayout::Sets(_) => text!(
                "the sets can contain {elements} elements, more than {MAX_CELLS}",
                "集合可取 {elements} 个元素，超过 {MAX_CELLS} 个"
            ),
            _ => text!(
                "the word can have {elements} letters, more than {MAX_CELLS}",
                "单词可有 {elements} 个字母，超过 {MAX_CELLS} 个"
            ),
        });
    }
    if has_more(game) {
        return refuse(more_than_moves());
    }
    let moves = walk::moves(game, &held, budget)?;
    cells::build_move_list(held, &moves).map_err(ClauseError::Refused)
}

/// Returns whether a game has conditions or conventions besides its moves.
fn has_more(game: &Game) -> bool {
    !game.requires.is_empty() || game.can_end_play() || !game.urgent.is_empty() || game.coins
}

fn more_than_moves() -> Text {
    text!(
        "the rules contain a condition on positions, or play can end immediately",
        "除着法外，还有对局面的条件或立即终局"
    )
}

/// A move of a row: the required values at some places, and the new values that the move writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRewrite {
    /// Places with their allowed values.
    pub asks: Vec<(usize, Vec<usize>)>,
    /// Places with their new values.
    pub writes: Vec<(usize, usize)>,
}

/// A game whose position is one row, and whose moves are a fixed list. The row is a word, or an
/// array of numbers with equal ranges.
#[derive(Clone, Debug)]
pub struct RowGame {
    /// Number of places.
    pub places: usize,
    /// Number of values of a place; the values start at 0. In a word, value 0 means that the word
    /// has ended.
    pub values: usize,
    /// The moves.
    pub moves: Vec<RowRewrite>,
    held: StateLayout,
}

impl RowGame {
    /// Returns the values at the places of a position.
    pub fn position_values(&self, slots: &[Int]) -> Vec<usize> {
        (0..self.places)
            .map(|place| self.held.value(slots, place))
            .collect()
    }
}

/// Reads a game of a row. The time is proportional to the number of choices.
///
/// # Errors
/// Returns [`ClauseError::Refused`] with the reason if the position is not one row, or if the moves
/// are not a fixed list. Returns [`ClauseError::Stopped`] if the budget runs out.
pub fn row(game: &Game, budget: &Budget<'_>) -> Result<RowGame, ClauseError> {
    let refuse = |reason| Err(ClauseError::Refused(reason));
    let held = match (&game.words[..], &game.slots[..]) {
        ([word], slots) if word.slots().len() == slots.len() => StateLayout::Word(word.clone()),
        ([], [first, ..]) if game.sets.is_empty() && game.unordered.is_empty() => {
            let values = first
                .high
                .and_then(|high| high.checked_sub(first.low))
                .and_then(|more| usize::try_from(more).ok());
            let alike = game
                .slots
                .iter()
                .all(|slot| slot.is_cell() && (slot.low, slot.high) == (first.low, first.high));
            match values.filter(|more| alike && *more < MAX_ROW_VALUES) {
                Some(more) => StateLayout::Cells {
                    count: game.slots.len(),
                    values: more + 1,
                    low: first.low,
                },
                None => return refuse(not_a_row()),
            }
        }
        _ => return refuse(not_a_row()),
    };
    if game.moves.iter().any(|one| one.player.is_some()) {
        return refuse(text!("the players have different moves", "双方着法不同"));
    }
    if has_more(game) || game.strict || held.values() > MAX_ROW_VALUES {
        return refuse(more_than_moves());
    }
    let (places, values) = (held.count(), held.values());
    let told = |one: walk::MovePattern| RowRewrite {
        asks: one
            .asks
            .into_iter()
            .map(|(place, values)| (place.into(), values.iter().collect()))
            .collect(),
        writes: one
            .writes
            .into_iter()
            .map(|(place, to)| (place.into(), to.into()))
            .collect(),
    };
    let moves = walk::moves(game, &held, budget)?;
    Ok(RowGame {
        places,
        values,
        moves: moves.into_iter().map(told).collect(),
        held,
    })
}

/// Maximum number of values of a place of a row.
const MAX_ROW_VALUES: usize = 16;

fn not_a_row() -> Text {
    text!(
        "the position is not a single row of cells with few values",
        "局面不是一行取值不多的格"
    )
}
