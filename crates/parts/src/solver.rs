//! The interface of the crate: chooses the number of words for the sets of cells of a game, and
//! answers queries.

use std::io::{self, Read, Write};

use base::budget::{Budget, StopReason};

use crate::cells::CellSet256;
use crate::evidence::{EvidenceGoal, PartEvidence};
use crate::game::{StaticGame, StaticGameError};
use crate::reductions::Reductions;
use crate::saved_table::PartTableError;
use crate::statistics::PartStatistics;
use crate::team::SearchTeam;

/// Answers queries about one game and caches the results.
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
    /// Creates a solver whose table uses at most `memory` bytes (at least 64). When the table is
    /// full, the entries that are cheapest to compute again are dropped. O(moves · (cells +
    /// symmetries)).
    ///
    /// # Errors
    /// Returns [`StaticGameError`] if the game is not supported.
    pub fn new(
        game: &StaticGame,
        reductions: Reductions,
        memory: u64,
    ) -> Result<StaticGameSolver, StaticGameError> {
        game.check_impartial()?;
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

    /// Returns the number of symmetries of the list of moves that the solver uses, including the
    /// identity.
    pub fn symmetries(&self) -> usize {
        each!(&self.game, team => team.symmetries())
    }

    /// Uses `threads` threads (at least one), which share the table. Small searches still use one
    /// thread. The number of threads does not change the answers. The numbers of entries and of
    /// listed options change, and depend on the timing of the threads.
    pub fn with_threads(mut self, threads: usize) -> StaticGameSolver {
        each!(&mut self.game, team => team.threads = threads.max(1));
        self
    }

    /// Switches to proof numbers after the options of `parts` parts (at least one) were listed; for
    /// tests.
    #[doc(hidden)]
    pub fn deep_after(mut self, parts: u64) -> StaticGameSolver {
        each!(&mut self.game, team => team.deep = parts.max(1));
        self
    }

    /// Returns the number of listed parts after which a single-threaded query for the value 0
    /// switches to proof numbers. Returns `None` if the game has so few sets of cells that no query
    /// reaches the switch.
    pub fn deep(&self) -> Option<u64> {
        let sets = 1u64.checked_shl(self.full.len() as u32).unwrap_or(u64::MAX);
        let deep = each!(&self.game, team => team.deep);
        (deep < sets).then_some(deep)
    }

    /// Returns the value of a position. Cells outside the game are ignored.
    ///
    /// # Errors
    /// Returns [`StopReason`](base::budget::StopReason) if the budget runs out. Results found
    /// before the budget ran out stay cached.
    pub fn value(&mut self, position: &CellSet256, budget: &Budget<'_>) -> Result<u64, StopReason> {
        let position = position.and(&self.full);
        each!(&mut self.game, team => team.answer(position.resized(), None, budget)).map(u64::from)
    }

    /// Returns whether a position has the value 0, so that the player to move loses. A query for
    /// the value 0 is cheaper than computing the value. If a single thread has listed the options
    /// of many parts without an answer, it continues with proof numbers. Proof numbers are stored
    /// until the query ends. Proof numbers use at most half as much memory as the table, in
    /// addition to the table.
    ///
    /// # Errors
    /// Returns [`StopReason`](base::budget::StopReason) if the budget runs out. Results found
    /// before the budget ran out stay cached.
    pub fn is_zero(
        &mut self,
        position: &CellSet256,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        let position = position.and(&self.full);
        each!(&mut self.game, team => team.answer(position.resized(), Some(0), budget))
            .map(|is| is == 1)
    }

    /// Returns the values that are excluded for a position, in no particular order: the partial
    /// result of a stopped search. The function searches no part. The list is empty for a position
    /// of several parts, and for a position whose value is known.
    pub fn excluded(&mut self, position: &CellSet256) -> Vec<u64> {
        let position = position.and(&self.full);
        each!(&mut self.game, team => team.excluded(position.resized()))
            .into_iter()
            .map(u64::from)
            .collect()
    }

    /// Returns at most `limit` parts that prove a claim about a sum of positions; `None` if more
    /// parts are needed, or if parts are not separated (`split`, `dead`). Unknown values are
    /// computed by a search.
    ///
    /// # Errors
    /// Returns [`StopReason`](base::budget::StopReason) if the budget runs out. Results found
    /// before the budget ran out stay cached.
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

    /// Returns whether the player to move loses a sum of positions under misère play (the player
    /// who makes the last move loses). Cells outside the game are ignored. Complete sums are
    /// searched, as sums of canonical parts. A game has far more sums than parts, so the boards
    /// that can be decided are much smaller than under normal play. Results are stored in a
    /// separate table. The table of sums uses about as much memory as the table of parts, and is
    /// cleared when it is full. The misère search uses only one thread.
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
    /// Returns [`StopReason`](base::budget::StopReason) if the budget runs out. Results found
    /// before the budget ran out stay cached.
    pub fn loses_misere(
        &mut self,
        sum: &[CellSet256],
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        let sum = sum.iter().map(|position| position.and(&self.full));
        each!(&mut self.game, team => team.loses_misere(&sum.map(|position| position.resized()).collect::<Vec<_>>(), budget))
    }

    /// Writes the table of parts, so that another solver of the same game with the same reductions
    /// can resume. O(bytes of the table).
    ///
    /// # Errors
    /// Returns the error of the writer.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        each!(&self.game, team => team.save(to))
    }

    /// Replaces the table by a table that [`StaticGameSolver::save`] wrote. Entries beyond the
    /// memory limit of this solver are dropped. A file with a correct checksum is trusted. So a
    /// forged file can cause wrong answers, but no other damage. O(bytes).
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
    /// Returns [`PartTableError`] if the data is not a complete table of this game with these
    /// reductions. After an error, the table of the solver is empty.
    pub fn load(&mut self, from: &mut impl Read) -> Result<(), PartTableError> {
        each!(&mut self.game, team => team.load(from))
    }

    /// Returns the counters of the solver.
    pub fn statistics(&self) -> PartStatistics {
        each!(&self.game, team => team.statistics())
    }

    /// Returns the memory in use in bytes.
    pub fn bytes(&self) -> u64 {
        each!(&self.game, team => team.memory_bytes())
    }
}
