//! The options of a position as tiers and places. Whoever fills a table asks this trait alone, so
//! that generated code can stand in the place of the interpreter; both test that no move raises the
//! measure.

use base::budget::Budget;
use rules::ir::Int;
use rules::rules::{Ending, Options as Arena};

use super::{Halt, Plan};

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// No position.
    Hole,
    /// A position by which play is over.
    Over(Ending),
    /// A position with options, or with none.
    Open,
}

/// A position by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// The number of its tier.
    pub tier: usize,
    /// Its place in the tier.
    pub place: u64,
}

/// The options of a position, each the components that it leaves.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    targets: Vec<Target>,
    ends: Vec<usize>,
}

impl Listed {
    /// Takes all options out.
    pub fn clear(&mut self) {
        self.targets.clear();
        self.ends.clear();
    }

    /// Adds a component to the option that is being written.
    pub fn component(&mut self, target: Target) {
        self.targets.push(target);
    }

    /// Ends the option that is being written.
    pub fn end(&mut self) {
        self.ends.push(self.targets.len());
    }

    /// Each option; an empty one leaves nothing.
    pub fn iter(&self) -> impl Iterator<Item = &[Target]> + '_ {
        (0..self.ends.len())
            .map(|i| &self.targets[if i == 0 { 0 } else { self.ends[i - 1] }..self.ends[i]])
    }

    /// Takes out the options that lie in a tier, each of one component; gives how many there were.
    pub(super) fn keep_lower(&mut self, tier: usize) -> u64 {
        let all = self.ends.len();
        let lower: Vec<Option<Target>> =
            self.iter().map(|option| option.first().copied()).collect();
        self.clear();
        for target in lower
            .into_iter()
            .filter(|target| target.is_none_or(|target| target.tier != tier))
        {
            target.into_iter().for_each(|target| self.component(target));
            self.end();
        }
        (all - self.ends.len()) as u64
    }

    /// Whether the options are the same, in whatever order and however often each is listed. Sorts
    /// them.
    pub(super) fn is_like(&mut self, other: &mut Listed) -> bool {
        let sorted = |listed: &mut Listed| {
            let mut options: Vec<Vec<Target>> = listed.iter().map(<[Target]>::to_vec).collect();
            options.iter_mut().for_each(|option| option.sort_unstable());
            options.sort_unstable();
            options.dedup();
            options
        };
        let single = |listed: &Listed| listed.ends.iter().copied().eq(1..=listed.targets.len());
        if single(self) && single(other) {
            // What is looked at next lists its options anew.
            for targets in [&mut self.targets, &mut other.targets] {
                targets.sort_unstable();
                targets.dedup();
            }
            let same = self.targets == other.targets;
            self.ends = (1..=self.targets.len()).collect();
            return same;
        }
        sorted(self) == sorted(other)
    }

    /// Whether there is no option.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// A position where its options are asked for.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// The number of its tier.
    pub tier: usize,
    /// Its numbers.
    pub slots: &'a [Int],
    /// Its codes, one for each step of the tier's index.
    pub codes: &'a [u32],
}

/// Lists options.
pub trait Options {
    /// Writes the options of a position; nothing if play is over.
    ///
    /// # Errors
    /// [`Halt::Rules`], if a move raises the measure or leaves the ranges; or if the rules cannot
    /// be evaluated or the budget ends.
    fn list(&mut self, at: At<'_>, out: &mut Listed, budget: &Budget<'_>)
    -> Result<Standing, Halt>;

    /// As [`Options::list`], but of the position's own tier only how many options lie there. Each
    /// option leaves one component at most.
    ///
    /// # Errors
    /// As for [`Options::list`].
    fn list_lower(
        &mut self,
        at: At<'_>,
        out: &mut Listed,
        budget: &Budget<'_>,
    ) -> Result<(Standing, u64), Halt> {
        let standing = self.list(at, out, budget)?;
        let own = out.keep_lower(at.tier);
        Ok((standing, own))
    }

    /// Whether moves can be turned round ([`Options::before`]).
    fn turned(&self) -> bool {
        false
    }

    /// Adds the places of the positions of a tier that have a position of it, or of a lower one, as
    /// an option, once for each move, whether or not play is over there.
    ///
    /// # Errors
    /// As for [`Options::list`].
    fn before(
        &mut self,
        _: At<'_>,
        _tier: usize,
        _: &mut Vec<u64>,
        _: &Budget<'_>,
    ) -> Result<(), Halt> {
        Ok(())
    }
}

/// The components of the option that is being listed.
pub(super) struct Components {
    coins: bool,
    parts: Vec<Target>,
}

impl Components {
    pub(super) fn of(plan: &Plan<'_>) -> Components {
        Components {
            coins: plan.world.rules(plan.game).coins(),
            parts: Vec::new(),
        }
    }

    /// One more. Coins cancel before anything else: two equal goals are no goal.
    pub(super) fn add(&mut self, tier: usize, place: u64) {
        let target = Target { tier, place };
        match self
            .parts
            .iter()
            .position(|part| self.coins && *part == target)
        {
            Some(equal) => _ = self.parts.swap_remove(equal),
            None => self.parts.push(target),
        }
    }

    /// The option is whole.
    pub(super) fn end(&mut self, out: &mut Listed) {
        self.parts.drain(..).for_each(|part| out.component(part));
        out.end();
    }

    /// There is no such option.
    pub(super) fn forget(&mut self) {
        self.parts.clear();
    }
}

/// The options by the reference interpreter.
pub(super) struct Interpreted<'p> {
    plan: &'p Plan<'p>,
    options: Arena,
    components: Components,
}

impl<'p> Interpreted<'p> {
    pub(super) fn new(plan: &'p Plan<'p>) -> Interpreted<'p> {
        Interpreted {
            plan,
            options: Arena::new(),
            components: Components::of(plan),
        }
    }
}

impl Options for Interpreted<'_> {
    fn list(
        &mut self,
        at: At<'_>,
        out: &mut Listed,
        budget: &Budget<'_>,
    ) -> Result<Standing, Halt> {
        let At { tier, slots, .. } = at;
        let (plan, world, game) = (self.plan, self.plan.world, self.plan.game);
        out.clear();
        if !plan.tier(tier).index.is_whole() && !world.contains(game, slots, budget)? {
            return Ok(Standing::Hole);
        }
        if let Some(ending) = world.ending(game, slots, budget)? {
            return Ok(Standing::Over(ending));
        }
        world.options(game, slots, &mut self.options, budget)?;
        for option in self.options.iter() {
            for (_, left) in option.components() {
                let Some((lower, place)) = plan.locate(left) else {
                    return Err(plan.placeless(slots, left));
                };
                if lower > tier {
                    return Err(plan.raised(at, (lower, left)));
                }
                self.components.add(lower, place);
            }
            self.components.end(out);
        }
        Ok(Standing::Open)
    }
}
