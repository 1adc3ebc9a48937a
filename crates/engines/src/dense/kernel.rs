//! Kernels: which algebras a table can be filled with, how their values lie in entries, and how
//! programs and generated code fold entries. There are two folds. [`CodeFold::Mex`] is that of
//! Grundy values. [`CodeFold::Race`] is that of outcomes and of distances to the end, whose
//! code is twice the distance (0 for an outcome), plus 1 where the player to move wins: normal and
//! misère play then differ in one number only, the code of a position without moves. The greatest
//! code of each width is an entry that is not filled.

use base::text;
use base::text::Text;
use rules::ast::PlayConvention;
use rules::game::{Outcome, PlayEnding, Rules};
use theory::algebra::{Algebra, GrundyAlgebra, OutcomeAlgebra};
use theory::distance::{Distance, DistanceAlgebra, WinnerPreference};
use theory::sums::{RemotenessAlgebra, SelectiveAlgebra, SumAlgebra, SuspenseAlgebra};
use theory::value::Grundy;

use super::table::EntryWidth;

/// An algebra that tables are filled with.
pub trait TableKernel: Algebra {
    /// Checks that the algebra can be folded over the components of a game, apart from their order.
    ///
    /// # Errors
    /// Why a table of single components would not be right for this game.
    fn check_rules(&self, rules: &dyn Rules) -> Result<(), Text>;

    /// The code of a value in entries of this width; `None` if it does not fit.
    fn pack(&self, width: EntryWidth, value: Self::Value) -> Option<u32>;

    /// The value of a code; `None` if nothing was filled in.
    fn unpack(&self, width: EntryWidth, code: u32) -> Option<Self::Value>;

    /// The same algebra on codes.
    fn fold(&self) -> CodeFold;
}

/// How codes are folded: what programs and generated code know of an algebra.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeFold {
    /// The least nimber that no option has, where an option is the nim-sum of its components. The
    /// four greatest codes are no nimbers: not filled, loony, goal, trap.
    Mex,
    /// Who wins, and how soon.
    Race(OutcomeFold),
}

/// The fold of outcomes and distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeFold {
    /// The code of a position without moves: 0 where it is lost, 1 where it is won.
    pub without_moves: u32,
    /// What a move adds to a code: 2, or 0 where moves are not counted.
    pub step: u32,
    /// What the winner wants besides winning.
    pub winner: WinnerPreference,
}

impl OutcomeFold {
    /// The rank of no option at all.
    pub const NO_OPTION: u32 = u32::MAX;

    /// What is put over ranks by a nim-sum, so that the best option has the least.
    pub fn mask(self) -> u32 {
        match self.winner {
            WinnerPreference::Hurries => 0,
            WinnerPreference::Delays => u32::MAX >> 1,
        }
    }

    /// The rank of an option among those of a position, the best first: those that are lost for the
    /// next player, then the others.
    #[inline(always)]
    pub fn rank(self, code: u32) -> u32 {
        code ^ (code & 1).wrapping_neg() ^ self.mask()
    }

    /// The code of a position whose best option has this rank.
    #[inline(always)]
    pub fn after(self, best: u32) -> u32 {
        match best {
            OutcomeFold::NO_OPTION => self.without_moves,
            ..=0x7fff_ffff => (best ^ self.mask()) + self.step + 1,
            _ => !(best ^ self.mask()) + self.step - 1,
        }
    }

    /// Whether no other option can be better than one of this rank.
    #[inline(always)]
    pub fn is_decided(self, best: u32) -> bool {
        self.stops() && best == 0
    }

    /// Whether one option may decide: one that is lost at once.
    pub fn stops(self) -> bool {
        self.winner == WinnerPreference::Hurries
    }

    /// The greatest code in entries of this width. Of 32 bits one is needed for ranks.
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
    /// The code of a position that ends play.
    pub fn ending_code(self, width: EntryWidth, ending: PlayEnding) -> u32 {
        match (self, ending) {
            (CodeFold::Mex, PlayEnding::Goal) => width.empty() - 2,
            (CodeFold::Mex, PlayEnding::Trap) => width.empty() - 3,
            (CodeFold::Race(_), PlayEnding::Goal) => 0,
            (CodeFold::Race(_), PlayEnding::Trap) => 1,
        }
    }
}

/// The code of a position without moves.
fn without_moves(play: PlayConvention) -> u32 {
    match play {
        PlayConvention::Normal | PlayConvention::Stop | PlayConvention::Button => 0,
        PlayConvention::Misere => 1,
    }
}

/// Whether every move leaves at most one component, so that a component stays a whole position.
fn stays_alone(rules: &dyn Rules) -> Result<(), Text> {
    let Some(game) = rules.game() else {
        return Err(text!(
            "the game has no rules in the language to read",
            "该游戏没有可读的规则文本"
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
            "a move leaves several components, whose values do not add here",
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

/// A lone component's outcome. Tables are filled only where play ends, so that there are no draws
/// in them.
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

/// What an algebra is on codes.
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

/// Whether the distances of several components of a game decide their sum, if every component is
/// moved in: suspense, where none can end the whole play and equal ones stay.
pub(super) fn add(distances: DistanceAlgebra, rules: &dyn Rules) -> bool {
    distances.winner == WinnerPreference::Delays && independent(rules).is_ok()
}

/// Whether components say nothing of each other: none ends the play of all, equal ones stay.
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

/// Distances whose winner delays, without the outcome, which their parity tells.
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

/// Distances whose winner hurries, without the outcome. A sum of several is worth the least, which
/// no table adds.
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

/// Under normal play a sum is worth the most of its components, as of distances; under misère play
/// it is worth more than an outcome.
impl TableKernel for SelectiveAlgebra {
    fn check_rules(&self, rules: &dyn Rules) -> Result<(), Text> {
        match self.0 {
            PlayConvention::Misere => Err(text!(
                "a component is worth more than its outcome here",
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

    /// Ranks say of every two options which of them the player to move prefers, and what the
    /// position is worth then.
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
