//! Outcomes of positions above the tiers built so far, as far as a few moves determine these
//! outcomes. The outcomes are used to estimate the fraction of decided positions before a tier is
//! built.

use std::collections::HashMap;

use base::budget::Budget;
use rules::game::{Outcome, PlayEnding};

use super::{
    DecodedEntry, EntryState, LowerEntries, OptionBuffer, OptionLister, PositionId, TierError,
    TierPlan, TierTables, encoding,
};

/// Maximum number of cached positions.
const MAX_POSITIONS: usize = 1 << 18;

/// A search above the tiers built so far.
pub struct LookaheadSearch<'s, 'p> {
    plan: &'p TierPlan<'p>,
    made: &'s TierTables,
    options: Box<dyn OptionLister + 'p>,
    /// For each position, the search depth in moves, and the outcome if the search found it.
    seen: HashMap<PositionId, (u32, Option<Outcome>)>,
}

impl<'s, 'p> LookaheadSearch<'s, 'p> {
    /// Creates a search with an empty cache.
    pub fn new(plan: &'p TierPlan<'p>, made: &'s TierTables) -> LookaheadSearch<'s, 'p> {
        LookaheadSearch {
            plan,
            made,
            options: plan.options(),
            seen: HashMap::new(),
        }
    }

    /// Returns whether an index is a position that the table fills.
    ///
    /// # Errors
    /// Returns the same errors as [`LookaheadSearch::winner`].
    pub fn is_position(&mut self, at: PositionId, budget: &Budget<'_>) -> Result<bool, TierError> {
        Ok(self.list(at, &mut OptionBuffer::default(), budget)? != EntryState::Hole)
    }

    /// Returns the outcome of a position, if it is determined within `moves` moves outside the
    /// tiers built so far. Returns `None` for draws, for positions that need more moves, and for
    /// holes. Takes options^moves in the worst case.
    ///
    /// # Errors
    /// Returns [`TierError`] if the rules cannot be evaluated, a move raises the measure or the
    /// budget runs out.
    pub fn winner(
        &mut self,
        at: PositionId,
        moves: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Outcome>, TierError> {
        if at.tier < self.made.tier_count() {
            return Ok(match self.plan.decode(self.made.code(at.tier, at.place)?) {
                Some(DecodedEntry::Wins(outcome, _) | DecodedEntry::Outcome(outcome)) => {
                    Some(outcome)
                }
                _ => None,
            });
        }
        if let Some((searched, known)) = self.seen.get(&at).copied()
            && (searched >= moves || known.is_some())
        {
            return Ok(known);
        }
        budget.tick()?;
        let mut listed = OptionBuffer::default();
        let over = |code: u16| Some(encoding::winner(code));
        let known = match self.list(at, &mut listed, budget)? {
            EntryState::Hole => None,
            EntryState::Over(ending) => {
                over(self.plan.coding.ending_code(ending == PlayEnding::Trap))
            }
            EntryState::Open if listed.is_empty() => over(self.plan.without_moves()),
            EntryState::Open => self.best(&listed, moves, budget)?,
        };
        if self.seen.len() < MAX_POSITIONS {
            self.seen.insert(at, (moves, known));
        }
        Ok(known)
    }

    fn list(
        &mut self,
        at: PositionId,
        listed: &mut OptionBuffer,
        budget: &Budget<'_>,
    ) -> Result<EntryState, TierError> {
        let walk = self.plan.tier(at.tier).index.walk(at.place);
        let (_, here) = self
            .plan
            .position_at(at.tier, &walk)
            .expect("a place of the tier");
        self.options.list(here, listed, budget)
    }

    /// Returns the outcome of a position with the given options.
    fn best(
        &mut self,
        listed: &OptionBuffer,
        moves: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Outcome>, TierError> {
        let mut all_won = true;
        for option in listed.iter() {
            let winner = match option {
                [] => Some(encoding::winner(self.plan.without_moves())),
                [target] if moves > 0 || target.tier < self.made.tier_count() => {
                    self.winner(*target, moves.saturating_sub(1), budget)?
                }
                _ => None,
            };
            if winner == Some(Outcome::P) {
                return Ok(Some(Outcome::N));
            }
            all_won &= winner == Some(Outcome::N);
        }
        Ok(all_won.then_some(Outcome::P))
    }
}
