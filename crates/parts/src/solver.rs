//! The front of the crate: a game is taken in, in as many words as it needs, and questions are
//! answered.

use std::io::{self, Read, Write};

use base::budget::{Budget, StopReason};

use crate::cells::CellSet256;
use crate::evidence::{EvidenceGoal, PartEvidence};
use crate::game::{StaticGame, StaticGameError};
use crate::reductions::Reductions;
use crate::saved_table::PartTableError;
use crate::statistics::PartStatistics;
use crate::team::SearchTeam;

/// Answers questions about one game, and remembers what it found out.
#[derive(Debug)]
pub struct StaticGameSolver {
    game: TeamByWidth,
    full: CellSet256,
}

#[derive(Debug)]
enum TeamByWidth {
    One(Box<SearchTeam<1>>),
    Two(Box<SearchTeam<2>>),
    Four(Box<SearchTeam<4>>),
}

macro_rules! each {
    ($solver:expr, $team:ident => $done:expr) => {
        match $solver {
            TeamByWidth::One($team) => $done,
            TeamByWidth::Two($team) => $done,
            TeamByWidth::Four($team) => $done,
        }
    };
}

impl StaticGameSolver {
    /// A solver whose table takes at most `memory` bytes (at least 64); beyond them what costs
    /// least to find anew is forgotten. O(moves · (cells + symmetries)).
    ///
    /// # Errors
    /// [`StaticGameError`], if the game is not one that is solved here.
    pub fn new(
        game: &StaticGame,
        reductions: Reductions,
        memory: u64,
    ) -> Result<StaticGameSolver, StaticGameError> {
        game.check()?;
        let width = match game.cells {
            0..=64 => TeamByWidth::One(Box::new(SearchTeam::new(game, reductions, memory))),
            65..=128 => TeamByWidth::Two(Box::new(SearchTeam::new(game, reductions, memory))),
            _ => TeamByWidth::Four(Box::new(SearchTeam::new(game, reductions, memory))),
        };
        Ok(StaticGameSolver {
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
    pub fn with_threads(mut self, threads: usize) -> StaticGameSolver {
        each!(&mut self.game, team => team.threads = threads.max(1));
        self
    }

    /// The same that goes on by proof numbers after the options of so many parts were listed, at
    /// least one; for tests.
    #[doc(hidden)]
    pub fn deep_after(mut self, parts: u64) -> StaticGameSolver {
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
    pub fn value(&mut self, position: &CellSet256, budget: &Budget<'_>) -> Result<u64, StopReason> {
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
    pub fn is_zero(
        &mut self,
        position: &CellSet256,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        let position = position.and(&self.full);
        each!(&mut self.game, team => team.answer(position.resized(), Some(0), budget))
            .map(|is| is == 1)
    }

    /// Values that a position is known not to have, in no order: how far a search came that was
    /// stopped. Nothing is searched; of a position of several parts nothing is told, nor of one
    /// whose value is known.
    pub fn excluded(&mut self, position: &CellSet256) -> Vec<u64> {
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
        positions: &[CellSet256],
        claimed: EvidenceGoal,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<PartEvidence>, StopReason> {
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
    /// use parts::{Reductions, StaticGame, StaticGameSolver, StaticMove};
    ///
    /// // Three pins, of which one is taken each time: a heap of 1, three times.
    /// let game = StaticGame {
    ///     cells: 3,
    ///     moves: (0..3).map(|pin| StaticMove::new([pin], [pin])).collect(),
    ///     ..StaticGame::default()
    /// };
    /// let mut solver = StaticGameSolver::new(&game, Reductions::default(), 1 << 20).unwrap();
    /// assert_eq!(
    ///     solver.loses_misere(&[game.full()], &Budget::generous()),
    ///     Ok(true)
    /// );
    /// assert_eq!(
    ///     solver.loses_misere(&[game.full(), game.full()], &Budget::generous()),
    ///     Ok(false)
    /// );
    /// assert_eq!(solver.is_zero(&game.full(), &Budget::generous()), Ok(false));
    /// ```
    ///
    /// # Errors
    /// If the budget ends. What was found out until then is kept.
    pub fn loses_misere(
        &mut self,
        sum: &[CellSet256],
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
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

    /// Reads what [`StaticGameSolver::save`] wrote, in the place of what was remembered. What is
    /// more than the memory of this solver allows is forgotten. A file whose checksum is right is
    /// believed, so whoever writes files can make answers wrong, but no more than that. O(bytes).
    ///
    /// ```
    /// use base::budget::Budget;
    /// use parts::{Reductions, StaticGame, StaticGameSolver, StaticMove};
    ///
    /// // Kayles on a row of 20 pins.
    /// let moves = (0..20)
    ///     .flat_map(|pin| {
    ///         [
    ///             StaticMove::new([pin], [pin]),
    ///             StaticMove::new([pin, pin + 1], [pin, pin + 1]),
    ///         ]
    ///     })
    ///     .take(39);
    /// let kayles = StaticGame {
    ///     cells: 20,
    ///     moves: moves.collect(),
    ///     ..StaticGame::default()
    /// };
    /// let mut first = StaticGameSolver::new(&kayles, Reductions::default(), 1 << 20).unwrap();
    /// assert_eq!(first.value(&kayles.full(), &Budget::generous()), Ok(1));
    /// let mut file = Vec::new();
    /// first.save(&mut file).unwrap();
    /// let mut second =
    ///     StaticGameSolver::new(&kayles, Reductions::default(), 1 << 20).unwrap();
    /// second.load(&mut &file[..]).unwrap();
    /// assert_eq!(second.value(&kayles.full(), &Budget::generous()), Ok(1));
    /// assert_eq!(second.statistics().expanded, 0);
    /// ```
    ///
    /// # Errors
    /// [`PartTableError`], if it is not a whole table of this game with these reductions. Then
    /// nothing is remembered.
    pub fn load(&mut self, from: &mut impl Read) -> Result<(), PartTableError> {
        each!(&mut self.game, team => team.load(from))
    }

    /// What was done so far.
    pub fn statistics(&self) -> PartStatistics {
        each!(&self.game, team => team.statistics())
    }

    /// Bytes of memory held.
    pub fn bytes(&self) -> u64 {
        each!(&self.game, team => team.memory_bytes())
    }
}
