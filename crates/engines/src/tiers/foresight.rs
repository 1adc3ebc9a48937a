//! Who wins above the tiers that are made, as far as a few moves show it: by this the part of
//! positions that is decided is told before a tier is made.

use std::collections::HashMap;

use base::budget::Budget;
use rules::rules::{Ending, Outcome};

use super::{Halt, Known, Listed, Lower, Options, Plan, Standing, Tables, Target, code};

/// Most positions that are remembered.
const MOST: usize = 1 << 18;

/// A search above tiers that are made.
pub struct Foresight<'s, 'p> {
    plan: &'p Plan<'p>,
    made: &'s Tables,
    options: Box<dyn Options + 'p>,
    /// Within how many moves positions were searched, and who wins them if that showed.
    seen: HashMap<Target, (u32, Option<Outcome>)>,
}

impl<'s, 'p> Foresight<'s, 'p> {
    /// One that remembers nothing yet.
    pub fn new(plan: &'p Plan<'p>, made: &'s Tables) -> Foresight<'s, 'p> {
        Foresight {
            plan,
            made,
            options: plan.options(),
            seen: HashMap::new(),
        }
    }

    /// Whether a place is that of a position, and of one that is filled.
    ///
    /// # Errors
    /// As for [`Foresight::winner`].
    pub fn is_position(&mut self, at: Target, budget: &Budget<'_>) -> Result<bool, Halt> {
        Ok(self.list(at, &mut Listed::default(), budget)? != Standing::Hole)
    }

    /// Who wins a position, if it shows within so many moves outside the tiers that are made: then
    /// that is so. `None` of what is drawn, not decided so soon, or no position.
    /// Takes options^moves at worst.
    ///
    /// # Errors
    /// If the rules cannot be evaluated, a move raises the measure, or the budget ends.
    pub fn winner(
        &mut self,
        at: Target,
        moves: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Outcome>, Halt> {
        if at.tier < self.made.made() {
            return Ok(match self.plan.known(self.made.code(at.tier, at.place)?) {
                Some(Known::Wins(outcome, _) | Known::Outcome(outcome)) => Some(outcome),
                _ => None,
            });
        }
        if let Some((searched, known)) = self.seen.get(&at).copied()
            && (searched >= moves || known.is_some())
        {
            return Ok(known);
        }
        budget.tick()?;
        let mut listed = Listed::default();
        let over = |code: u16| Some(code::winner(code));
        let known = match self.list(at, &mut listed, budget)? {
            Standing::Hole => None,
            Standing::Over(ending) => over(self.plan.coding.ended(ending == Ending::Trap)),
            Standing::Open if listed.is_empty() => over(self.plan.without_moves()),
            Standing::Open => self.best(&listed, moves, budget)?,
        };
        if self.seen.len() < MOST {
            self.seen.insert(at, (moves, known));
        }
        Ok(known)
    }

    fn list(
        &mut self,
        at: Target,
        listed: &mut Listed,
        budget: &Budget<'_>,
    ) -> Result<Standing, Halt> {
        let walk = self.plan.tier(at.tier).index.walk(at.place);
        let (_, here) = self.plan.at(at.tier, &walk).expect("a place of the tier");
        self.options.list(here, listed, budget)
    }

    /// Who wins a position with these options.
    fn best(
        &mut self,
        listed: &Listed,
        moves: u32,
        budget: &Budget<'_>,
    ) -> Result<Option<Outcome>, Halt> {
        let mut all_won = true;
        for option in listed.iter() {
            let winner = match option {
                [] => Some(code::winner(self.plan.without_moves())),
                [target] if moves > 0 || target.tier < self.made.made() => {
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
