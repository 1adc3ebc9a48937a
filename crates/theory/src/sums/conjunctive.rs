//! The conjunctive sum: a move is made in every component, and play is over as soon as one
//! component has no move. What counts is how soon each component can be brought to its end by the
//! player who wants it, its remoteness R (Steinhaus): 0 at the end, else one more than the least
//! even remoteness of an option, or if there is none than the greatest. The remoteness of a sum is
//! the least of its components', also where moves leave several components, and P iff it is even.
//! Under misère play read odd for even. One fold over the positions of each component.

use std::ops::RangeInclusive;

use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::{Conventions, Outcome, PlayEnding, SumKind};

use super::suspense::{heap_distance, heap_distances};
use super::{ComponentTableValue, SumAlgebra, SumRule, SumTheorem, can_end, lost, until_one};
use crate::algebra::Algebra;
use crate::distance::{Distance, DistanceAlgebra, WinnerPreference};

pub(super) struct ConjunctiveTheorem;

impl SumTheorem for ConjunctiveTheorem {
    fn name(&self) -> &'static str {
        "conjunctive"
    }

    fn statement(&self) -> Text {
        text!(
            "where every component is moved in until one has no move, the component that ends soonest decides: the player to move loses iff the least remoteness is even, under misère play iff it is odd (Smith, Conway)",
            "每回合在每个部分中各走一步、有一个部分不能走即结束时，最早结束的部分决定胜负：先手必败当且仅当最小远度为偶数，反常规则下为奇数（Smith、Conway）"
        )
    }

    fn source(&self) -> &'static str {
        "C. A. B. Smith, Graphs and composite games, J. Combinatorial Theory 1 (1966); J. H. Conway, On Numbers and Games (1976), chapter 14: the conjunctive compound"
    }

    fn rule(&self, conventions: &Conventions) -> Option<SumRule> {
        until_one(conventions, SumKind::Every)
            .then_some(SumRule::Conjunctive(RemotenessAlgebra(conventions.play)))
    }

    fn needs(&self) -> Text {
        text!(
            "speaks of moves in every component until one has no move",
            "只适用于每次在每个部分中各走一步、有一个部分不能走即结束"
        )
    }
}

/// Remoteness under a convention, which says who wins when there is no move.
#[derive(Clone, Copy, Debug)]
pub struct RemotenessAlgebra(pub PlayConvention);

impl RemotenessAlgebra {
    /// Beside this, whatever is there comes first.
    const NEVER: u64 = u64::MAX;
}

impl Algebra for RemotenessAlgebra {
    type Value = Option<u64>;
    const NAME: &'static str = "remoteness";

    fn ending_value(&self, _: PlayEnding) -> Option<u64> {
        None
    }

    /// A move that leaves nothing has ended its component.
    fn sum(&self, parts: &[Option<u64>]) -> Option<u64> {
        let least = parts
            .iter()
            .try_fold(RemotenessAlgebra::NEVER, |least, part| {
                Some(least.min((*part)?))
            })?;
        Some(if parts.is_empty() { 0 } else { least })
    }

    fn of_options(&self, options: &[Option<u64>]) -> Option<u64> {
        let distance = |moves| Distance {
            outcome: self.outcome(moves),
            moves,
        };
        let options = options
            .iter()
            .map(|option| option.map(distance))
            .collect::<Option<Vec<Distance>>>()?;
        Some(
            DistanceAlgebra {
                play: self.0,
                winner: WinnerPreference::Hurries,
            }
            .of_options(&options)
            .moves,
        )
    }

    fn decided_by(&self, option: Option<u64>) -> Option<Option<u64>> {
        option.is_none().then_some(None)
    }
}

impl SumAlgebra for RemotenessAlgebra {
    type SumValue = u64;

    fn nothing(&self) -> u64 {
        RemotenessAlgebra::NEVER
    }

    fn over(&self, total: u64) -> bool {
        total == 0
    }

    fn outcome(&self, total: u64) -> Outcome {
        lost(total % 2 == u64::from(self.0 == PlayConvention::Misere))
    }

    /// Nobody can end a heap sooner than who empties it, or leaves one stone to be taken.
    fn heap(&self, size: u64) -> u64 {
        heap_distance(self.0, size)
    }

    fn heap_options(&self, size: u64, _: u64) -> Vec<(u64, RangeInclusive<u64>)> {
        heap_distances(self.0, size)
    }

    fn summary(&self, total: u64) -> Text {
        text!(
            "the least remoteness of a component is {total}",
            "各部分远度的最小值为 {total}"
        )
    }

    fn describe_value(&self, remoteness: u64) -> Text {
        text!("remoteness {remoteness}", "远度 {remoteness}")
    }

    fn table_value(&self, remoteness: u64) -> Option<ComponentTableValue> {
        Some(ComponentTableValue::Number(remoteness))
    }

    fn condition_failure(&self, position: &str) -> Text {
        can_end(position)
    }
}
