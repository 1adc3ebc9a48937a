//! The front of the crate: a game is taken in, in as many words as it needs, and questions are
//! answered.

use std::io::{self, Read, Write};

use base::budget::{Budget, Stop};

use crate::cells::Set;
use crate::evidence::{Claimed, Evidence};
use crate::game::{Game, Unfit};
use crate::saved::Unread;
use crate::team::Team;

/// What may be done to a position before it is searched. Each can be switched off; the answers stay
/// the same.
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
        Reductions {
            split: true,
            dead: true,
            cancel: true,
            symmetry: true,
            shifts: true,
            mirror: true,
            tables: true,
            order: true,
        }
    }
}

/// What was done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Parts of which something is remembered.
    pub entries: u64,
    /// How often the options of a part were listed, or under misère play those of a whole
    /// position.
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
    One(Box<Team<1>>),
    Two(Box<Team<2>>),
    Four(Box<Team<4>>),
}

macro_rules! each {
    ($solver:expr, $team:ident => $done:expr) => {
        match $solver {
            Width::One($team) => $done,
            Width::Two($team) => $done,
            Width::Four($team) => $done,
        }
    };
}

impl Solver {
    /// A solver whose table takes at most `memory` bytes (at least 64); beyond them what costs
    /// least to find anew is forgotten. O(moves · (cells + symmetries)).
    ///
    /// # Errors
    /// [`Unfit`], if the game is not one that is solved here.
    pub fn new(game: &Game, reductions: Reductions, memory: u64) -> Result<Solver, Unfit> {
        game.check()?;
        let width = match game.cells {
            0..=64 => Width::One(Box::new(Team::new(game, reductions, memory))),
            65..=128 => Width::Two(Box::new(Team::new(game, reductions, memory))),
            _ => Width::Four(Box::new(Team::new(game, reductions, memory))),
        };
        Ok(Solver {
            game: width,
            full: game.full(),
        })
    }

    /// How many symmetries keep the list of moves, the one that moves nothing among them, as far as
    /// they are known and used.
    pub fn symmetries(&self) -> usize {
        each!(&self.game, team => team.symmetries())
    }

    /// The same with `threads` threads, at least one, which share the table. What is small is still
    /// done by one. The answers are the same; how many entries there are and how often options
    /// are listed is not, and depends on which thread is first.
    pub fn with_threads(mut self, threads: usize) -> Solver {
        each!(&mut self.game, team => team.threads = threads.max(1));
        self
    }

    /// The same that goes on by proof numbers after the options of so many parts were listed, at
    /// least one; for tests.
    #[doc(hidden)]
    pub fn deep_after(mut self, parts: u64) -> Solver {
        each!(&mut self.game, team => team.deep = parts.max(1));
        self
    }

    /// After how many parts whose options one thread has listed the question whether a value is 0
    /// goes on by proof numbers; `None` where there are not so many parts.
    pub fn deep(&self) -> Option<u64> {
        let sets = 1u64.checked_shl(self.full.len() as u32).unwrap_or(u64::MAX);
        let deep = each!(&self.game, team => team.deep);
        (deep < sets).then_some(deep)
    }

    /// The value of a position; cells that the game has not are left out.
    ///
    /// # Errors
    /// If the budget ends. What was found out until then is kept.
    pub fn value(&mut self, position: &Set, budget: &Budget<'_>) -> Result<u64, Stop> {
        let position = position.and(&self.full);
        each!(&mut self.game, team => team.answer(position.resized(), None, budget)).map(u64::from)
    }

    /// Whether a position is worth 0, so that the player to move loses. Costs less than the value.
    /// Where one thread has listed the options of many parts and does not know yet, it goes on
    /// by proof numbers, which are kept as long as the question lasts, in at most half as much
    /// memory beside the table.
    ///
    /// # Errors
    /// If the budget ends. What was found out until then is kept.
    pub fn is_zero(&mut self, position: &Set, budget: &Budget<'_>) -> Result<bool, Stop> {
        let position = position.and(&self.full);
        each!(&mut self.game, team => team.answer(position.resized(), Some(0), budget))
            .map(|is| is == 1)
    }

    /// Values that a position is known not to have, in no order: how far a search came that was
    /// stopped. Nothing is searched; of a position of several parts nothing is told, nor of one
    /// whose value is known.
    pub fn excluded(&mut self, position: &Set) -> Vec<u64> {
        let position = position.and(&self.full);
        each!(&mut self.game, team => team.excluded(position.resized()))
            .into_iter()
            .map(u64::from)
            .collect()
    }

    /// Parts that show what is claimed of a sum of positions, at most `limit`; `None` if there are
    /// more, or parts are not told apart (`split`, `dead`). What is not known is searched.
    ///
    /// # Errors
    /// If the budget ends. What was found out until then is kept.
    pub fn evidence(
        &mut self,
        positions: &[Set],
        claimed: Claimed,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<Evidence>, Stop> {
        let positions = positions.iter().map(|position| position.and(&self.full));
        each!(&mut self.game, team => team.evidence(positions.map(|position| position.resized()), claimed, limit, budget))
    }

    /// Whether the player to move loses a sum of positions under misère play, where the player who
    /// makes the last move loses; cells that the game has not are left out. Whole sums are
    /// searched, as sums of canonical parts: far more of them than parts, so that far smaller
    /// boards can be decided than under normal play. What is found out is kept in a table of
    /// its own, which takes at most about the memory given beside that of parts, and is emptied
    /// where it would take more. One thread.
    ///
    /// ```
    /// use base::budget::Budget;
    /// use parts::{Game, Move, Reductions, Solver};
    ///
    /// // Three pins, of which one is taken each time: a heap of 1, three times.
    /// let game = Game { cells: 3, moves: (0..3).map(|pin| Move::new([pin], [pin])).collect(),
    /// ..Game::default() }; let mut solver = Solver::new(&game, Reductions::default(), 1 <<
    /// 20).unwrap(); assert_eq!(solver.loses_misere(&[game.full()], &Budget::generous()),
    /// Ok(true)); assert_eq!(solver.loses_misere(&[game.full(), game.full()], &Budget::generous()),
    /// Ok(false)); assert_eq!(solver.is_zero(&game.full(), &Budget::generous()), Ok(false));
    /// ```
    ///
    /// # Errors
    /// If the budget ends. What was found out until then is kept.
    pub fn loses_misere(&mut self, sum: &[Set], budget: &Budget<'_>) -> Result<bool, Stop> {
        let sum = sum.iter().map(|position| position.and(&self.full));
        each!(&mut self.game, team => team.loses_misere(&sum.map(|position| position.resized()).collect::<Vec<_>>(), budget))
    }

    /// Writes all that is remembered of parts, so that another solver of the same game with the
    /// same reductions may go on from here. O(bytes of the table).
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        each!(&self.game, team => team.save(to))
    }

    /// Reads what [`Solver::save`] wrote, in the place of what was remembered. What is more than
    /// the memory of this solver allows is forgotten. A file whose checksum is right is
    /// believed, so whoever writes files can make answers wrong, but no more than that. O(bytes).
    ///
    /// ```
    /// use base::budget::Budget;
    /// use parts::{Game, Move, Reductions, Solver};
    ///
    /// // Kayles on a row of 20 pins.
    /// let moves = (0..20).flat_map(|pin| [Move::new([pin], [pin]), Move::new([pin, pin + 1], [pin,
    /// pin + 1])]).take(39); let kayles = Game { cells: 20, moves: moves.collect(),
    /// ..Game::default() }; let mut first = Solver::new(&kayles, Reductions::default(), 1 <<
    /// 20).unwrap(); assert_eq!(first.value(&kayles.full(), &Budget::generous()), Ok(1));
    /// let mut file = Vec::new();
    /// first.save(&mut file).unwrap();
    /// let mut second = Solver::new(&kayles, Reductions::default(), 1 << 20).unwrap();
    /// second.load(&mut &file[..]).unwrap();
    /// assert_eq!(second.value(&kayles.full(), &Budget::generous()), Ok(1));
    /// assert_eq!(second.statistics().expanded, 0);
    /// ```
    ///
    /// # Errors
    /// [`Unread`], if it is not a whole table of this game with these reductions. Then nothing is
    /// remembered.
    pub fn load(&mut self, from: &mut impl Read) -> Result<(), Unread> {
        each!(&mut self.game, team => team.load(from))
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        each!(&self.game, team => team.statistics())
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        each!(&self.game, team => team.held())
    }
}
