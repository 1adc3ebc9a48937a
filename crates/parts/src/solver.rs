//! The front of the crate: a game is taken in, in as many words as it needs, and questions are answered.

use base::budget::{Budget, Stop};

use crate::cells::Set;
use crate::game::{Game, Unfit};
use crate::search::Search;

/// What may be done to a position before it is searched. Each can be switched off; the answers stay the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// Parts that no move joins are valued one by one.
    pub split: bool,
    /// Cells that no move needs are left out.
    pub dead: bool,
    /// Two equal parts are worth 0.
    pub cancel: bool,
    /// Of positions that are alike by a symmetry, one is searched.
    pub symmetry: bool,
    /// Positions that differ by where they lie are alike, in games with the same moves everywhere.
    pub shifts: bool,
    /// A part that the second player wins by answering with the image of each move is worth 0.
    pub mirror: bool,
    /// Values of small parts are looked up; only in games with the same moves everywhere.
    pub tables: bool,
    /// Options that are likely to decide are searched first.
    pub order: bool,
}

impl Default for Reductions {
    fn default() -> Self {
        Reductions { split: true, dead: true, cancel: true, symmetry: true, shifts: true, mirror: true, tables: true, order: true }
    }
}

/// What was done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Parts of which something is remembered.
    pub entries: u64,
    /// How often the options of a part were listed.
    pub expanded: u64,
    /// How many questions were asked.
    pub asked: u64,
    /// Entries that gave way to others.
    pub replaced: u64,
}

/// Answers questions about one game, and remembers what it found out.
#[derive(Debug)]
pub struct Solver {
    game: Width,
    full: Set,
}

#[derive(Debug)]
enum Width {
    One(Box<Search<1>>),
    Two(Box<Search<2>>),
    Four(Box<Search<4>>),
}

macro_rules! each {
    ($solver:expr, $search:ident => $done:expr) => {
        match $solver {
            Width::One($search) => $done,
            Width::Two($search) => $done,
            Width::Four($search) => $done,
        }
    };
}

impl Solver {
    /// A solver whose table takes at most `memory` bytes (at least 64); beyond them what costs least to find anew is forgotten.
    /// O(moves · (cells + symmetries)).
    ///
    /// # Errors
    /// [`Unfit`], if the game is not one that is solved here.
    pub fn new(game: &Game, reductions: Reductions, memory: u64) -> Result<Solver, Unfit> {
        game.check()?;
        let width = match game.cells {
            0..=64 => Width::One(Box::new(Search::new(game, reductions, memory))),
            65..=128 => Width::Two(Box::new(Search::new(game, reductions, memory))),
            _ => Width::Four(Box::new(Search::new(game, reductions, memory))),
        };
        Ok(Solver { game: width, full: game.full() })
    }

    /// The value of a position; cells that the game does not have are left out.
    ///
    /// # Errors
    /// If the budget ends. What was found out until then is kept.
    pub fn value(&mut self, position: &Set, budget: &Budget<'_>) -> Result<u64, Stop> {
        let position = position.and(&self.full);
        each!(&mut self.game, search => search.value(position.resized(), budget)).map(u64::from)
    }

    /// Whether a position is worth 0, so that the player to move loses. Costs less than the value.
    ///
    /// # Errors
    /// If the budget ends. What was found out until then is kept.
    pub fn is_zero(&mut self, position: &Set, budget: &Budget<'_>) -> Result<bool, Stop> {
        let position = position.and(&self.full);
        each!(&mut self.game, search => search.is_zero(position.resized(), budget))
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        each!(&self.game, search => search.statistics())
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        each!(&self.game, search => search.held())
    }
}
