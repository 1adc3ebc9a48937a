//! Kernels: the algebras with which a table can be filled. A kernel defines the encoding of values
//! in entries, and the fold, which computes the entry of a position from the entries of its
//! options. The enum [`CodeFold`] has three folds. [`CodeFold::Mex`] computes Grundy values.
//! [`CodeFold::Race`] computes outcomes and distances to the end. The code of an outcome fold is
//! twice the distance (0 if only outcomes are computed), plus 1 if the player to move wins. Normal
//! and misère play differ only in the code of a position without moves. The largest code of each
//! width marks an empty entry.

use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::{Outcome, PlayEnding, Rules};
use theory::algebra::{Algebra, GrundyAlgebra, OutcomeAlgebra};
use theory::distance::{Distance, DistanceAlgebra, WinnerPreference};
use theory::sums::{RemotenessAlgebra, SelectiveAlgebra, SumAlgebra, SuspenseAlgebra};
use theory::value::Grundy;

use super::table::EntryWidth;

/// An algebra with which tables can be filled.
pub trait TableKernel: Algebra {
    /// Checks that the algebra can be folded over single components of a game. This function does
    /// not check the fill order.
    ///
    /// # Errors
    /// Returns the reason why a table of single components would be wrong for this game.
    fn check_rules(&self, rules: &dyn Rules) -> Result<(), Text>;

    /// Returns the code of a value in entries of this width; `None` if the code does not fit.
    fn pack(&self, width: EntryWidth, value: Self::Value) -> Option<u32>;

    /// Returns the value of a code; `None` if the entry is empty.
    fn unpack(&self, width: EntryWidth, code: u32) -> Option<Self::Value>;

    /// Returns the fold that computes this algebra on codes.
    fn fold(&self) -> CodeFold;
}

/// The fold of codes, which programs and generated code use instead of the algebra.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeFold {
    /// The least nimber that no option has; the value of an option is the nim-sum of its
    /// components. The four largest codes are not nimbers: empty, loony, goal, trap.
    Mex,
    /// The outcome, and the distance to the end.
    Race(OutcomeFold),
    /// The points: the difference of both players, and their total ([`super::points`]).
    Points {
        /// Whether ended positions have a payoff, so that no total is known.
        has_payoff: bool,
    },
}

/// The fold of outcomes and distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeFold {
    /// The code of a position without moves: 0 if the position is lost, 1 if it is won.
    pub without_moves: u32,
    /// The amount that a move adds to a code: 2, or 0 if moves are not counted.
    pub step: u32,
    /// Whether the winner hurries or delays.
    pub winner: WinnerPreference,
}

impl OutcomeFold {
    /// The rank of a position without options.
    pub const NO_OPTION: u32 = u32::MAX;

    /// Returns the mask that ranks are XORed with, so that the best option has the smallest rank.
    pub fn mask(self) -> u32 {
        match self.winner {
            WinnerPreference::Hurries => 0,
            WinnerPreference::Delays => u32::MAX >> 1,
        }
    }

    /// Returns the rank of an option among the options of a position. The best option has the first
    /// rank: options that the next player loses come first, then all other options.
    #[inline(always)]
    pub fn rank(self, code: u32) -> u32 {
        code ^ (code & 1).wrapping_neg() ^ self.mask()
    }

    /// Returns the code of a position whose best option has this rank.
    #[inline(always)]
    pub fn after(self, best: u32) -> u32 {
        match best {
            OutcomeFold::NO_OPTION => self.without_moves,
            ..=0x7fff_ffff => (best ^ self.mask()) + self.step + 1,
            _ => !(best ^ self.mask()) + self.step - 1,
        }
    }

    /// Returns whether no other option can be better than an option of this rank.
    #[inline(always)]
    pub fn is_decided(self, best: u32) -> bool {
        self.stops() && best == 0
    }

    /// Returns whether a single option can decide the position. Only an option that the next player
    /// loses at once can decide the position.
    pub fn stops(self) -> bool {
        self.winner == WinnerPreference::Hurries
    }

    /// Returns the largest code in entries of this width. With 32 bits, one bit is reserved for
    /// ranks.
    pub fn greatest(self, width: EntryWidth) -> u32 {
        (width.empty() - 1).min(u32::MAX / 2 - 1)
    }

    fn pack(self, width: EntryWidth, outcome: Outcome, moves: u64) -> Option<u32> {
        let code = moves
            .checked_mul(2)?
            .checked_add(u64::from(outcome == Outcome::N))?;
        u32::try_from(code)
            .ok()
            .filter(|code| *code <= self.greatest(width))
    }

    fn unpack(self, width: EntryWidth, code: u32) -> Option<(Outcome, u64)> {
        let outcome = if code.is_multiple_of(2) {
            Outcome::P
        } else {
            Outcome::N
        };
        (code != width.empty()).then_some((outcome, u64::from(code / 2)))
    }
}

impl CodeFold {
    /// Returns the code of a position that ends play.
    pub fn ending_code(self, width: EntryWidth, ending: PlayEnding) -> u32 {
        match (self, ending) {
            (CodeFold::Mex, PlayEnding::Goal) => width.empty() - 2,
            (CodeFold::Mex, PlayEnding::Trap) => width.empty() - 3,
            (CodeFold::Race(_), PlayEnding::Goal) => 0,
            (CodeFold::Race(_), PlayEnding::Trap) => 1,
            (CodeFold::Points { .. }, _) => {
                unreachable!("a game with goals or traps has no table of points")
            }
        }
    }

    /// Returns the number of bytes of an entry of this width.
    pub fn entry_bytes(self, width: EntryWidth) -> usize {
        match self {
            CodeFold::Points { has_payoff } => super::points_entry::entry_bytes(has_payoff),
            CodeFold::Mex | CodeFold::Race(_) => width.bytes(),
        }
    }
}

/// Returns the code of a position without moves.
fn without_moves(play: PlayConvention) -> u32 {
    match play {
        PlayConvention::Normal
        | PlayConvention::Stop
        | PlayConvention::Button
        | PlayConvention::Score
        | PlayConvention::Partizan => 0,
        PlayConvention::Misere => 1,
    }
}

/// Checks that every move leaves at most one component, so that a component remains a complete
/// position.
pub(super) fn stays_alone(rules: &dyn Rules) -> Result<(), Text> {
    let Some(game) = rules.game() else {
        return Err(text!(
            "the game is not written in the rule language",
            "该游戏不是用规则语言写的"
        ));
    };
    let alone = game.moves.iter().all(|rule| match &rule.result[..] {
        [] => true,
        [part] => part.generators.is_empty(),
        _ => false,
    });
    match alone {
        true => Ok(()),
        false => Err(text!(
            "a move leaves several components, and their values cannot be added here",
            "有一着留下多个部分，而此处各部分的值不能相加"
        )),
    }
}

impl TableKernel for GrundyAlgebra {
    fn check_rules(&self, _: &dyn Rules) -> Result<(), Text> {
        Ok(())
    }

    fn pack(&self, width: EntryWidth, value: Grundy) -> Option<u32> {
        match value {
            Grundy::LOONY => Some(width.empty() - 1),
            Grundy::GOAL => Some(width.empty() - 2),
            Grundy::TRAP => Some(width.empty() - 3),
            other => other
                .as_nimber()
                .and_then(|n| u32::try_from(n).ok())
                .filter(|n| *n <= width.greatest()),
        }
    }

    fn unpack(&self, width: EntryWidth, code: u32) -> Option<Grundy> {
        match width.empty() - code {
            0 => None,
            1 => Some(Grundy::LOONY),
            2 => Some(Grundy::GOAL),
            3 => Some(Grundy::TRAP),
            _ => Grundy::nimber(code.into()),
        }
    }

    fn fold(&self) -> CodeFold {
        CodeFold::Mex
    }
}

/// The outcome of a single component. Tables are filled only if play ends, so they contain no
/// draws.
impl TableKernel for OutcomeAlgebra {
    fn check_rules(&self, rules: &dyn Rules) -> Result<(), Text> {
        stays_alone(rules)
    }

    fn pack(&self, width: EntryWidth, value: Outcome) -> Option<u32> {
        self.race().pack(width, value, 0)
    }

    fn unpack(&self, width: EntryWidth, code: u32) -> Option<Outcome> {
        self.race().unpack(width, code).map(|(outcome, _)| outcome)
    }

    fn fold(&self) -> CodeFold {
        CodeFold::Race(self.race())
    }
}

/// Converts an algebra to the fold of its codes.
trait ToOutcomeFold {
    fn race(&self) -> OutcomeFold;
}

impl ToOutcomeFold for OutcomeAlgebra {
    fn race(&self) -> OutcomeFold {
        OutcomeFold {
            without_moves: without_moves(self.0),
            step: 0,
            winner: WinnerPreference::Hurries,
        }
    }
}

impl ToOutcomeFold for DistanceAlgebra {
    fn race(&self) -> OutcomeFold {
        OutcomeFold {
            without_moves: without_moves(self.play),
            step: 2,
            winner: self.winner,
        }
    }
}

/// Returns whether the distances of several components of a game determine the distance of their
/// sum, if every move plays in all components. Distances determine the distance of a sum for
/// suspense, if no component can end the complete play and equal components do not cancel.
pub(super) fn add(distances: DistanceAlgebra, rules: &dyn Rules) -> bool {
    distances.winner == WinnerPreference::Delays && independent(rules).is_ok()
}

/// Checks that components are independent: no component ends the complete play, and equal
/// components do not cancel.
fn independent(rules: &dyn Rules) -> Result<(), Text> {
    match (rules.can_end(), rules.coins()) {
        (true, _) => Err(text!(
            "a component can end the whole play",
            "某个部分可使整局立即结束"
        )),
        (_, true) => Err(text!(
            "two equal components cancel",
            "两个相同的部分相互抵消"
        )),
        _ => Ok(()),
    }
}

impl TableKernel for DistanceAlgebra {
    fn check_rules(&self, rules: &dyn Rules) -> Result<(), Text> {
        if add(*self, rules) {
            Ok(())
        } else {
            stays_alone(rules)
        }
    }

    fn pack(&self, width: EntryWidth, value: Distance) -> Option<u32> {
        self.race().pack(width, value.outcome, value.moves)
    }

    fn unpack(&self, width: EntryWidth, code: u32) -> Option<Distance> {
        self.race()
            .unpack(width, code)
            .map(|(outcome, moves)| Distance { outcome, moves })
    }

    fn fold(&self) -> CodeFold {
        CodeFold::Race(self.race())
    }
}

/// Distances with a delaying winner, stored without the outcome, which follows from their parity.
impl TableKernel for SuspenseAlgebra {
    fn check_rules(&self, rules: &dyn Rules) -> Result<(), Text> {
        independent(rules)
    }

    fn pack(&self, width: EntryWidth, value: Option<u64>) -> Option<u32> {
        let moves = value?;
        self.race().pack(width, self.outcome(moves), moves)
    }

    fn unpack(&self, width: EntryWidth, code: u32) -> Option<Option<u64>> {
        self.race()
            .unpack(width, code)
            .map(|(_, moves)| Some(moves))
    }

    fn fold(&self) -> CodeFold {
        CodeFold::Race(self.race())
    }
}

/// Distances with a hurrying winner, stored without the outcome. The value of a sum is the minimum
/// over its components, which no table computes.
impl TableKernel for RemotenessAlgebra {
    fn check_rules(&self, rules: &dyn Rules) -> Result<(), Text> {
        independent(rules).and_then(|()| stays_alone(rules))
    }

    fn pack(&self, width: EntryWidth, value: Option<u64>) -> Option<u32> {
        let moves = value?;
        self.race().pack(width, self.outcome(moves), moves)
    }

    fn unpack(&self, width: EntryWidth, code: u32) -> Option<Option<u64>> {
        self.race()
            .unpack(width, code)
            .map(|(_, moves)| Some(moves))
    }

    fn fold(&self) -> CodeFold {
        CodeFold::Race(self.race())
    }
}

impl ToOutcomeFold for RemotenessAlgebra {
    fn race(&self) -> OutcomeFold {
        DistanceAlgebra {
            play: self.0,
            winner: WinnerPreference::Hurries,
        }
        .race()
    }
}

impl ToOutcomeFold for SuspenseAlgebra {
    fn race(&self) -> OutcomeFold {
        DistanceAlgebra {
            play: self.0,
            winner: WinnerPreference::Delays,
        }
        .race()
    }
}

/// Under normal play, the value of a sum is the maximum of the values of its components, as for
/// distances. Under misère play, outcomes of the components do not determine the outcome of a sum.
impl TableKernel for SelectiveAlgebra {
    fn check_rules(&self, rules: &dyn Rules) -> Result<(), Text> {
        match self.0 {
            PlayConvention::Misere => Err(text!(
                "under misère play, the outcomes of the components are not sufficient to solve a sum",
                "此处部分的值不止是胜负"
            )),
            _ => independent(rules),
        }
    }

    fn pack(&self, width: EntryWidth, value: Self::Value) -> Option<u32> {
        self.race().pack(width, self.outcome(value?), 0)
    }

    fn unpack(&self, width: EntryWidth, code: u32) -> Option<Self::Value> {
        self.race()
            .unpack(width, code)
            .map(|(outcome, _)| self.value_of_outcome(outcome))
    }

    fn fold(&self) -> CodeFold {
        CodeFold::Race(self.race())
    }
}

impl ToOutcomeFold for SelectiveAlgebra {
    fn race(&self) -> OutcomeFold {
        OutcomeFold {
            step: 0,
            ..SuspenseAlgebra(self.0).race()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks agree with the algebra on which of two options the player to move prefers, and on the
    /// value of the position.
    #[test]
    fn ranks_follow_the_definition() {
        for play in [PlayConvention::Normal, PlayConvention::Misere] {
            for winner in [WinnerPreference::Hurries, WinnerPreference::Delays] {
                let algebra = DistanceAlgebra { play, winner };
                let race = algebra.race();
                let greatest = race.greatest(EntryWidth::Four) - 3;
                let codes: Vec<u32> = (0..40).chain(greatest - 9..=greatest).collect();
                let value = |code| {
                    algebra
                        .unpack(EntryWidth::Four, code)
                        .expect("it is filled")
                };
                assert_eq!(
                    algebra.pack(EntryWidth::Four, algebra.of_options(&[])),
                    Some(race.after(OutcomeFold::NO_OPTION))
                );
                for (&a, &b) in codes.iter().flat_map(|a| codes.iter().map(move |b| (a, b))) {
                    let best = race.rank(a).min(race.rank(b));
                    let expected = algebra.of_options(&[value(a), value(b)]);
                    assert_eq!(
                        algebra.pack(EntryWidth::Four, expected),
                        Some(race.after(best)),
                        "{algebra:?} {a} {b}"
                    );
                    assert_eq!(algebra.pack(EntryWidth::Four, value(a)), Some(a));
                    let decided = algebra
                        .decided_by(value(a))
                        .map(|value| algebra.pack(EntryWidth::Four, value));
                    assert_eq!(
                        decided,
                        race.is_decided(race.rank(a))
                            .then(|| Some(race.after(race.rank(a)))),
                        "{algebra:?} {a}"
                    );
                }
            }
        }
    }
}
