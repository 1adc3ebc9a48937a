//! Who wins above the tiers that are made, as far as a few moves show it: by this the part of
//! positions that is decided is told before a tier is made.

use std::collections::HashMap;

use base::budget::Budget;
use rules::game::{Outcome, PlayEnding};

use super::{
    DecodedEntry, EntryState, LowerEntries, OptionBuffer, OptionLister, PositionId, TierError,
    TierPlan, TierTables, encoding,
};

/// Most positions that are remembered.
const MAX_POSITIONS: usize = 1 << 18;

/// A search above tiers that are made.
pub struct LookaheadSearch<'s, 'p> {
    plan: &'p TierPlan<'p>,
    made: &'s TierTables,
    options: Box<dyn OptionLister + 'p>,
    /// Within how many moves positions were searched, and who wins them if that showed.
    seen: HashMap<PositionId, (u32, Option<Outcome>)>,
}

impl<'s, 'p> LookaheadSearch<'s, 'p> {
    /// One that remembers nothing yet.
    pub fn new(plan: &'p TierPlan<'p>, made: &'s TierTables) -> LookaheadSearch<'s, 'p> {
        LookaheadSearch {
            plan,
            made,
            options: plan.options(),
            seen: HashMap::new(),
        }
    }

    /// Whether a place is that of a position, and of one that is filled.
    ///
    /// # Errors
    /// As for [`LookaheadSearch::winner`].
    pub fn is_position(&mut self, at: PositionId, budget: &Budget<'_>) -> Result<bool, TierError> {
        Ok(self.list(at, &mut OptionBuffer::default(), budget)? != EntryState::Hole)
    }

    /// Who wins a position, if it shows within so many moves outside the tiers that are made: then
    /// that is so. `None` of what is drawn, not decided so soon, or no position.
    /// Takes options^moves at worst.
    ///
    /// # Errors
    /// If the rules cannot be evaluated, a move raises the measure, or the budget ends.
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

    /// Who wins a position with these options.
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
