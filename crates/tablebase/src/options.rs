//! The options of a position as tiers and places. Whoever fills a table asks this trait alone, so
//! that generated code can stand in the place of the interpreter; both test that no move raises the
//! measure.

use base::budget::Budget;
use rules::game::PlayEnding;
use rules::ir::Int;

use super::error::TierError;

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryState {
    /// No position.
    Hole,
    /// A position by which play is over.
    Over(PlayEnding),
    /// A position with options, or with none.
    Open,
}

/// A position by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionId {
    /// The number of its tier.
    pub tier: usize,
    /// Its place in the tier.
    pub place: u64,
}

/// The options of a position, each the components that it leaves.
#[derive(Clone, Debug, Default)]
pub struct OptionBuffer {
    targets: Vec<PositionId>,
    ends: Vec<usize>,
}

impl OptionBuffer {
    /// Takes all options out.
    pub fn clear(&mut self) {
        self.targets.clear();
        self.ends.clear();
    }

    /// Adds a component to the option that is being written.
    pub fn component(&mut self, target: PositionId) {
        self.targets.push(target);
    }

    /// Ends the option that is being written.
    pub fn end(&mut self) {
        self.ends.push(self.targets.len());
    }

    /// Each option; an empty one leaves nothing.
    pub fn iter(&self) -> impl Iterator<Item = &[PositionId]> + '_ {
        (0..self.ends.len())
            .map(|i| &self.targets[if i == 0 { 0 } else { self.ends[i - 1] }..self.ends[i]])
    }

    /// Takes out the options that lie in a tier, each of one component; gives how many there were.
    pub(crate) fn keep_lower(&mut self, tier: usize) -> u64 {
        let all = self.ends.len();
        let lower: Vec<Option<PositionId>> =
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
    pub(crate) fn is_like(&mut self, other: &mut OptionBuffer) -> bool {
        let sorted = |listed: &mut OptionBuffer| {
            let mut options: Vec<Vec<PositionId>> =
                listed.iter().map(<[PositionId]>::to_vec).collect();
            options.iter_mut().for_each(|option| option.sort_unstable());
            options.sort_unstable();
            options.dedup();
            options
        };
        let single =
            |listed: &OptionBuffer| listed.ends.iter().copied().eq(1..=listed.targets.len());
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
pub struct PositionRef<'a> {
    /// The number of its tier.
    pub tier: usize,
    /// Its numbers.
    pub slots: &'a [Int],
    /// Its codes, one for each step of the tier's index.
    pub codes: &'a [u32],
}

/// Lists options.
pub trait OptionLister {
    /// Writes the options of a position; nothing if play is over.
    ///
    /// # Errors
    /// [`TierError::Rules`], if a move raises the measure or leaves the ranges; or if the rules
    /// cannot be evaluated or the budget ends.
    fn list(
        &mut self,
        at: PositionRef<'_>,
        out: &mut OptionBuffer,
        budget: &Budget<'_>,
    ) -> Result<EntryState, TierError>;

    /// As [`OptionLister::list`], but of the position's own tier only how many options lie there.
    /// Each option leaves one component at most.
    ///
    /// # Errors
    /// As for [`OptionLister::list`].
    fn list_lower(
        &mut self,
        at: PositionRef<'_>,
        out: &mut OptionBuffer,
        budget: &Budget<'_>,
    ) -> Result<(EntryState, u64), TierError> {
        let standing = self.list(at, out, budget)?;
        let own = out.keep_lower(at.tier);
        Ok((standing, own))
    }

    /// Whether moves can be turned round ([`OptionLister::before`]).
    fn has_inverse_moves(&self) -> bool {
        false
    }

    /// Adds the places of the positions of a tier that have a position of it, or of a lower one, as
    /// an option, once for each move, whether or not play is over there.
    ///
    /// # Errors
    /// As for [`OptionLister::list`].
    fn before(
        &mut self,
        _: PositionRef<'_>,
        _tier: usize,
        _: &mut Vec<u64>,
        _: &Budget<'_>,
    ) -> Result<(), TierError> {
        Ok(())
    }
}

/// The components of the option that is being listed.
pub(crate) struct ComponentBuffer {
    coins: bool,
    parts: Vec<PositionId>,
}

impl ComponentBuffer {
    /// A buffer for a game whose equal components cancel if they are `coins`.
    pub(crate) fn new(coins: bool) -> ComponentBuffer {
        ComponentBuffer {
            coins,
            parts: Vec::new(),
        }
    }

    /// One more. Coins cancel before anything else: two equal goals are no goal.
    pub(crate) fn add(&mut self, tier: usize, place: u64) {
        let target = PositionId { tier, place };
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
    pub(crate) fn end(&mut self, out: &mut OptionBuffer) {
        self.parts.drain(..).for_each(|part| out.component(part));
        out.end();
    }

    /// There is no such option.
    pub(crate) fn forget(&mut self) {
        self.parts.clear();
    }
}
