//! Games on a set or a word whose moves are a fixed list. Whether a move is legal, and what it does, depends only on whether certain elements are
//! there, or on which letters stand at certain places: every guard asks for what the choices name, or is constant, and every change takes or adds elements,
//! or writes letters, that the choices name. Cram, Node Kayles and Chomp are such games. The list is found by making every choice once, without a
//! position; then it is told of *cells*, which moves take away wherever that can be said (`cells`).

mod cells;
mod values;
mod walk;

use std::collections::BTreeSet;

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use rules::ir::{Game, Int};
use rules::sets::Holder;
use rules::words::Word;

use cells::Cell;

/// The most cells.
const MOST_CELLS: usize = 256;

/// A move of a list. Cells are told by their places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Listed {
    /// Which must be there.
    pub needs: BTreeSet<u16>,
    /// Which must not be there.
    pub absent: BTreeSet<u16>,
    /// Which are taken away, as far as they are there.
    pub takes: BTreeSet<u16>,
    /// Which are added, as far as they are not: cells that other moves take.
    pub adds: BTreeSet<u16>,
}

impl Listed {
    /// Whether it takes, among others, a cell that it needs to be there, and adds none.
    pub fn takes_of_its_own(&self) -> bool {
        self.adds.is_empty() && !self.takes.is_disjoint(&self.needs)
    }
}

/// What the cells are that a list of moves speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// Elements that are there.
    There,
    /// Elements that are not there: moves only add.
    Absent,
    /// Some are elements that are there, others elements that are not: moves take the ones and add the others.
    Mixed,
    /// Letters: a cell is there where a letter is one of some, which no move brings back.
    Letters,
}

/// The moves of a game on one set or word, each once.
#[derive(Clone, Debug)]
pub struct MoveList {
    /// How many cells there are. Of a set, they are its elements, in the order of the ground set, and perhaps one more for some.
    pub elements: usize,
    /// The moves.
    pub moves: Vec<Listed>,
    /// Rows and columns, if the cells are those of a board or a row.
    pub board: Option<(usize, usize)>,
    /// What the cells are.
    pub sense: Sense,
    cells: Vec<Cell>,
    holder: Held,
}

/// What the positions of a game are made of.
#[derive(Clone, Debug)]
enum Held {
    Set(Holder),
    Word(Word),
}

impl Held {
    /// How many elements or letters there may be.
    fn count(&self) -> usize {
        match self {
            Held::Set(holder) => holder.ground.len(),
            Held::Word(word) => word.room,
        }
    }

    /// How many values each of them has: 0 for what is not there.
    fn values(&self) -> usize {
        match self {
            Held::Set(_) => 2,
            Held::Word(word) => 1 + word.letters.len(),
        }
    }

    /// The value at a place.
    fn value(&self, slots: &[Int], place: usize) -> usize {
        match self {
            Held::Set(holder) => usize::from(holder.holds(slots, place)),
            Held::Word(word) => slots[word.first + 1 + place] as usize,
        }
    }
}

impl MoveList {
    /// Whether moves only take cells away: none that a move takes is added by one.
    pub fn only_takes(&self) -> bool {
        self.moves.iter().all(|one| one.adds.is_empty())
    }

    /// Whether every move takes away, among others, a cell that it needs to be there, and adds none: play ends.
    pub fn always_takes(&self) -> bool {
        self.moves.iter().all(Listed::takes_of_its_own)
    }

    /// Whether some move can be made only where certain cells are not there, so that moves may be possible later that are not now.
    pub fn asks_for_absence(&self) -> bool {
        self.moves.iter().any(|one| !one.absent.is_empty())
    }

    /// The cells of a position, in order.
    pub fn position(&self, slots: &[Int]) -> impl Iterator<Item = usize> {
        (0..self.elements).filter(|&cell| self.cells[cell].holds(self.holder.value(slots, self.cells[cell].place)))
    }

    /// A position that holds certain cells and no others, so far as there is one: where a place has no such value, one that holds those cells of the
    /// place and as few others as may be; where there is none, as many as may be.
    pub fn numbers(&self, is_there: impl Fn(usize) -> bool) -> Vec<Int> {
        // The cells of each place, of which several are rare.
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); self.holder.count()];
        (0..self.elements).for_each(|cell| of[self.cells[cell].place].push(cell));
        let wrong = |place: usize, value: usize| {
            let told =
                |there: bool| of[place].iter().filter(|&&cell| is_there(cell) == there && self.cells[cell].holds(value) != there).count();
            (told(true), told(false))
        };
        match &self.holder {
            Held::Set(holder) => holder.numbers((0..of.len()).filter(|&place| wrong(place, 1) < wrong(place, 0))),
            Held::Word(word) => {
                let letter = |place: usize| (1..=word.letters.len()).min_by_key(|&value| wrong(place, value)).unwrap_or(1);
                // The word ends where no letter fits better than none.
                let fits = |&place: &usize| wrong(place, letter(place)) < wrong(place, 0);
                let length = (0..word.room).rev().find(fits).map_or(0, |last| last + 1);
                let mut numbers: Vec<Int> = (0..length).map(|place| letter(place) as Int).collect();
                numbers.insert(0, length as Int);
                numbers.resize(1 + word.room, 0);
                numbers
            }
        }
    }
}

/// The list of moves of a game; the inner error says why there is none. Takes time with the number of choices there are.
///
/// # Errors
/// If the budget ends.
pub fn move_list(game: &Game, budget: &Budget<'_>) -> Result<Result<MoveList, Text>, Stop> {
    let no = |why| Ok(Err(why));
    let (held, slots) = match (&game.sets[..], &game.words[..]) {
        ([holder], []) => (Held::Set(holder.clone()), holder.slots()),
        ([], [word]) => (Held::Word(word.clone()), word.slots()),
        ([], []) => return no(text!("the position is not one set or word", "局面不是一个集合或单词")),
        _ => return no(text!("the position is more than one set or word", "局面不止一个集合或单词")),
    };
    if slots.len() != game.slots.len() {
        return no(match held {
            Held::Set(_) => text!("there are numbers beside the set", "集合之外还有数"),
            Held::Word(_) => text!("there are numbers beside the word", "单词之外还有数"),
        });
    }
    let elements = held.count();
    if elements > MOST_CELLS {
        return no(match held {
            Held::Set(_) => {
                text!("the set may hold {elements} elements, more than {MOST_CELLS}", "集合可取 {elements} 个元素，超过 {MOST_CELLS} 个")
            }
            Held::Word(_) => {
                text!("the word may have {elements} letters, more than {MOST_CELLS}", "单词可有 {elements} 个字母，超过 {MOST_CELLS} 个")
            }
        });
    }
    if !game.requires.is_empty() || game.can_end_play() || !game.urgent.is_empty() || game.coins {
        return no(text!("there is more than moves: a condition of positions, or an end at once", "除着法外还有局面条件或立即结束的条件"));
    }
    match walk::moves(game, &held, budget)? {
        Ok(moves) => Ok(cells::told(held, &moves)),
        Err(why) => no(why),
    }
}
