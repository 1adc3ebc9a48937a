//! The options of a position as tiers and indices. All code that fills tables lists options through
//! this trait, so that generated code can replace the interpreter. Generated code and the
//! interpreter both test that no move raises the measure.

use base::budget::Budget;
use rules::game::PlayEnding;
use rules::ir::Int;

use super::error::TierError;

/// The state of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryState {
    /// The index is not a position.
    Hole,
    /// A position in which play is over.
    Over(PlayEnding),
    /// A position in which play is not over, with or without options.
    Open,
}

/// A position, identified by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionId {
    /// The number of the tier of the position.
    pub tier: usize,
    /// The index of the position in the tier.
    pub place: u64,
}

/// The options of a position, each as the list of the components that the option leaves.
#[derive(Clone, Debug, Default)]
pub struct OptionBuffer {
    targets: Vec<PositionId>,
    ends: Vec<usize>,
}

impl OptionBuffer {
    /// Removes all options.
    pub fn clear(&mut self) {
        self.targets.clear();
        self.ends.clear();
    }

    /// Adds a component to the current option.
    pub fn component(&mut self, target: PositionId) {
        self.targets.push(target);
    }

    /// Finishes the current option.
    pub fn end(&mut self) {
        self.ends.push(self.targets.len());
    }

    /// Returns an iterator over the options; an empty list is an option that leaves no component.
    pub fn iter(&self) -> impl Iterator<Item = &[PositionId]> + '_ {
        (0..self.ends.len())
            .map(|i| &self.targets[if i == 0 { 0 } else { self.ends[i - 1] }..self.ends[i]])
    }

    /// Removes the options in a tier and returns their number. Each option must have at most one
    /// component.
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

    /// Sorts two lists of options and returns whether both contain the same options, regardless of
    /// order and multiplicity.
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
            // Sorting in place is safe because the caller lists options again for the next
            // position.
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

    /// Returns whether the list contains no option.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// A position for which options are requested.
#[derive(Clone, Copy, Debug)]
pub struct PositionRef<'a> {
    /// The number of the tier of the position.
    pub tier: usize,
    /// The slots of the position.
    pub slots: &'a [Int],
    /// The codes of the position, one for each step of the tier's index.
    pub codes: &'a [u32],
}

/// Lists the options of positions.
pub trait OptionLister {
    /// Writes the options of a position. If play is over, no option is written.
    ///
    /// # Errors
    /// Returns [`TierError::Rules`] if a move raises the measure or leaves the ranges of the slots.
    /// Returns another [`TierError`] if the rules cannot be evaluated or the budget runs out.
    fn list(
        &mut self,
        at: PositionRef<'_>,
        out: &mut OptionBuffer,
        budget: &Budget<'_>,
    ) -> Result<EntryState, TierError>;

    /// Lists options like [`OptionLister::list`], but options in the tier of the position are only
    /// counted. Each option must leave at most one component.
    ///
    /// # Errors
    /// Returns the same errors as [`OptionLister::list`].
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

    /// Returns whether moves can be inverted ([`OptionLister::before`]).
    fn has_inverse_moves(&self) -> bool {
        false
    }

    /// Adds the indices of the predecessors in `tier` of a position of `tier` or of a lower tier,
    /// once for each move. Positions in which play is over are also added.
    ///
    /// # Errors
    /// Returns the same errors as [`OptionLister::list`].
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
    /// Creates a buffer for a game whose equal components cancel if `coins` is true.
    pub(crate) fn new(coins: bool) -> ComponentBuffer {
        ComponentBuffer {
            coins,
            parts: Vec::new(),
        }
    }

    /// Adds a component. Equal components of a coin game cancel before goals are tested, so two
    /// equal goals are not a goal.
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

    /// Finishes the option.
    pub(crate) fn end(&mut self, out: &mut OptionBuffer) {
        self.parts.drain(..).for_each(|part| out.component(part));
        out.end();
    }

    /// Discards the option.
    pub(crate) fn forget(&mut self) {
        self.parts.clear();
    }
}
