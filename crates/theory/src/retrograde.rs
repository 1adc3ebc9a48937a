//! Retrograde analysis: outcomes of the positions of a graph with cycles, computed backwards from
//! the decided positions. A position with a lost option is won. A position is lost once all its
//! options are won, which a counter of the remaining options detects. Positions that are never
//! decided are draws. Each arc is followed once: O(V + E). Source: Zermelo (1913); Smith, Graphs
//! and composite games (1966).
//!
//! [`propagate`] is the main loop. [`RetrogradeStates`] stores the counters and chooses the next
//! decided position. [`OutcomeAnalysis`] implements [`RetrogradeStates`] for outcomes and
//! remotenesses (the number of moves if the winner hurries and the loser delays).
//!
//! ```
//! use std::convert::Infallible;
//! use theory::retrograde::{OutcomeAnalysis, propagate};
//!
//! // Position 0 is lost. From 1 a move leads to 0, from 2 to 1, and from 3 to itself and to 2.
//! let predecessors = [1, 2, 3, 3];
//! let mut analysis = OutcomeAnalysis::new([0, 1, 1, 2]);
//! analysis.decide(0, false);
//! let Ok(()) = propagate(&mut analysis, |position, news| {
//!     news.tell(predecessors.get(position as usize).copied());
//!     Ok::<_, Infallible>(())
//! });
//! let letters = analysis.table.outcomes().map(|outcome| outcome.letter());
//! assert_eq!(letters.collect::<String>(), "PNPN");
//! assert_eq!(analysis.table.remoteness(3), Some(3));
//! ```

use rules::game::Outcome;

/// The states of the positions during retrograde analysis.
pub trait RetrogradeStates {
    /// Removes and returns a decided position whose predecessors have not been notified yet, and
    /// whether it is won.
    fn next_decided(&mut self) -> Option<(u32, bool)>;

    /// Marks the position as won because one of its options is lost, unless it has already been
    /// decided.
    fn win(&mut self, position: u32);

    /// Counts one more option of the position as won. The position is lost if no other option
    /// remains.
    fn count_down(&mut self, position: u32);
}

/// The notification that tells the predecessors of a position that it is decided.
pub struct RetrogradeNews<'s, S> {
    states: &'s mut S,
    is_won: bool,
}

impl<S: RetrogradeStates> RetrogradeNews<'_, S> {
    /// Notifies some predecessors.
    #[inline]
    pub fn tell(&mut self, predecessors: impl IntoIterator<Item = u32>) {
        let predecessors = predecessors.into_iter();
        if self.is_won {
            predecessors.for_each(|predecessor| self.states.count_down(predecessor));
        } else {
            predecessors.for_each(|predecessor| self.states.win(predecessor));
        }
    }
}

/// Decides all positions that can be decided. `tell_predecessors` must call
/// [`RetrogradeNews::tell`] once for each move that leads to the position.
///
/// # Errors
/// Returns the errors of `tell_predecessors`.
pub fn propagate<S: RetrogradeStates, E>(
    states: &mut S,
    mut tell_predecessors: impl FnMut(u32, &mut RetrogradeNews<'_, S>) -> Result<(), E>,
) -> Result<(), E> {
    while let Some((position, is_won)) = states.next_decided() {
        tell_predecessors(position, &mut RetrogradeNews { states, is_won })?;
    }
    Ok(())
}

/// Marks a position that is not decided. The other bits of the state of an undecided position count
/// its options that are not known to be won.
const OPEN: u32 = 1 << 31;

/// Marks a decided position that is won. The higher bits of the state of a decided position contain
/// its remoteness.
const WON: u32 = 1;

/// Outcomes and remotenesses of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeTable(Vec<u32>);

impl OutcomeTable {
    /// Returns the outcome of a position: N if the player to move wins, P if the other player wins,
    /// D for a draw.
    pub fn outcome(&self, position: u32) -> Outcome {
        match self.0[position as usize] {
            OPEN.. => Outcome::D,
            state if state & WON == 0 => Outcome::P,
            _ => Outcome::N,
        }
    }

    /// Returns the number of moves under optimal play of both sides, or `None` for a draw.
    pub fn remoteness(&self, position: u32) -> Option<u32> {
        let state = self.0[position as usize];
        (state < OPEN).then_some(state / 2)
    }

    /// Returns the outcomes of all positions in their order.
    pub fn outcomes(&self) -> impl ExactSizeIterator<Item = Outcome> {
        (0..self.0.len() as u32).map(|position| self.outcome(position))
    }

    /// Returns the options with which the player to move wins, fastest win first.
    pub fn winning(&self, mut options: Vec<u32>) -> Vec<u32> {
        options.retain(|&option| self.outcome(option) == Outcome::P);
        options.sort_by_key(|&option| self.0[option as usize]);
        options
    }

    /// Returns the best option for the player to move: the fastest win, otherwise a draw, otherwise
    /// the slowest loss. Returns `None` if there are no options.
    pub fn best(&self, options: &[u32]) -> Option<u32> {
        let rank = |&option: &u32| {
            let remoteness = i64::from(self.0[option as usize]);
            match self.outcome(option) {
                Outcome::P => (0, remoteness),
                Outcome::D => (1, 0),
                Outcome::N => (2, -remoteness),
            }
        };
        options.iter().copied().min_by_key(rank)
    }
}

/// A retrograde analysis of outcomes and remotenesses of at most 2^30 positions, in 8 bytes per
/// position.
pub struct OutcomeAnalysis {
    /// The results so far, in which a position that is not decided counts as a draw.
    pub table: OutcomeTable,
    /// The position at which the analysis stops: once this position is decided, no further position
    /// is decided.
    pub until: Option<u32>,
    decided: Vec<u32>,
    next: usize,
    /// The state to give to the positions that the current notification decides.
    reply: u32,
}

impl OutcomeAnalysis {
    /// The option count for a position that can be won but never lost.
    pub const NEVER_LOST: u32 = OPEN - 1;

    /// Creates an analysis of positions with the given numbers of options. At first, no position is
    /// decided.
    pub fn new(options: impl IntoIterator<Item = u32>) -> OutcomeAnalysis {
        let states: Vec<u32> = options.into_iter().map(|options| OPEN | options).collect();
        OutcomeAnalysis {
            until: None,
            decided: Vec::with_capacity(states.len()),
            table: OutcomeTable(states),
            next: 0,
            reply: 0,
        }
    }

    /// Decides a position at which play ends, unless it is already decided.
    pub fn decide(&mut self, position: u32, is_won: bool) {
        self.reply = u32::from(is_won);
        self.win(position);
    }

    /// Marks a position as undecided again, with the given number of options that are not known to
    /// be won.
    pub fn reopen(&mut self, position: u32, options: u32) {
        self.table.0[position as usize] = OPEN | options;
    }

    /// Removes and returns the decided positions, in order of their remoteness.
    pub fn take_decided(&mut self) -> Vec<u32> {
        self.next = 0;
        std::mem::take(&mut self.decided)
    }
}

impl RetrogradeStates for OutcomeAnalysis {
    fn next_decided(&mut self) -> Option<(u32, bool)> {
        let is_decided = |position| self.table.0[position as usize] < OPEN;
        if self.until.is_some_and(is_decided) {
            return None;
        }
        let position = *self.decided.get(self.next)?;
        self.next += 1;
        let state = self.table.0[position as usize];
        let is_won = state & WON != 0;
        // The remoteness of a predecessor is one more than that of the position, and its outcome is
        // the opposite.
        self.reply = (state | WON) + 1 + u32::from(!is_won);
        Some((position, is_won))
    }

    #[inline]
    fn win(&mut self, position: u32) {
        let state = &mut self.table.0[position as usize];
        if *state >= OPEN {
            *state = self.reply;
            self.decided.push(position);
        }
    }

    #[inline]
    fn count_down(&mut self, position: u32) {
        let state = &mut self.table.0[position as usize];
        if *state >= OPEN {
            *state -= 1;
            if *state == OPEN {
                self.win(position);
            }
        }
    }
}
