//! The registry of theorems about sums contains the texts of each theorem, and its rule for the
//! conventions of a sum.

use base::text::Text;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, SumKind};

use super::conjunctive::RemotenessAlgebra;
use super::diminished::DiminishedAlgebra;
use super::few_components::FewComponentsAlgebra;
use super::heap_rule::HeapRule;
use super::misere_nim::MisereNimRule;
use super::moore::MooreRule;
use super::selective::SelectiveAlgebra;
use super::shortened::ShortenedAlgebra;
use super::sj::SjAlgebra;
use super::suspense::SuspenseAlgebra;
use super::tame::TameAlgebra;
use crate::theorem::make_text;

/// A theorem about sums. The texts of the theorem are in English and in Chinese.
pub struct SumTheorem {
    name: &'static str,
    statement: (&'static str, &'static str),
    source: &'static str,
    rule: fn(&Conventions) -> Option<SumRule>,
    needs: (&'static str, &'static str),
}

impl SumTheorem {
    /// Returns the short name, for `--without`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the statement of the theorem, in one sentence.
    pub fn statement(&self) -> Text {
        make_text(self.statement.0, self.statement.1)
    }

    /// Returns the author and year of the theorem.
    pub fn source(&self) -> &'static str {
        self.source
    }

    /// Returns the rule for the given conventions, or `None` if the theorem does not apply to them.
    pub fn rule(&self, conventions: &Conventions) -> Option<SumRule> {
        (self.rule)(conventions)
    }

    /// Describes the conventions that the theorem applies to.
    pub fn needs(&self) -> Text {
        make_text(self.needs.0, self.needs.1)
    }
}

/// The values of components that a sum theorem needs, and how the theorem combines these values.
pub enum SumRule {
    /// The sizes of Nim heaps, or of components that behave like heaps.
    Heaps(Box<dyn HeapRule>),
    /// The suspense of each component.
    Suspense(SuspenseAlgebra),
    /// The outcome of each component on its own.
    Selective(SelectiveAlgebra),
    /// The outcome of each component on its own, in sums that never have more than k components.
    Few(FewComponentsAlgebra),
    /// Grundy values of components that satisfy the condition of the theorem.
    Sj(SjAlgebra),
    /// Values of tame positions.
    Tame(TameAlgebra),
    /// Elements of the misère quotient of all positions that the components can reach.
    Quotient,
    /// The remoteness of each component.
    Conjunctive(RemotenessAlgebra),
    /// Foreclosed values, computed without the positions that both players avoid.
    Diminished(DiminishedAlgebra),
    /// The outcome of each component on its own, and which components have ended.
    Shortened(ShortenedAlgebra),
    /// Nimbers, or infinity with a set of nimbers, computed over all positions of a component at
    /// once.
    Loopy,
    /// Nimbers or infinity, or the set of values next to which an urgent component is lost.
    Entailing,
}

const MISERE_PLAY_ONE_COMPONENT: (&str, &str) = (
    "applies only to misère play with one component per move",
    "只适用于反常规则、每次走一个部分",
);

const MOVES_IN_AT_MOST_K: (&str, &str) = (
    "applies only to moves in at most k components",
    "只适用于每次至多走若干个部分",
);

/// All sum theorems, in the order in which they are tried.
pub const REGISTRY: &[SumTheorem] = &[
    SumTheorem {
        name: "misere-nim",
        statement: (
            "Misère Nim: if some heap is above 1, the player to move loses iff the nim-sum is 0, as in Nim. Otherwise they lose iff the number of heaps of 1 is odd (Bouton).",
            "反常 Nim：若有一堆大于 1，则与 Nim 相同，先手必败当且仅当 Nim 和为 0；否则先手必败当且仅当 1 颗的堆数为奇数（Bouton）。",
        ),
        source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
        rule: |conventions| {
            is_misere_disjunctive(conventions).then(|| SumRule::Heaps(Box::new(MisereNimRule)))
        },
        needs: MISERE_PLAY_ONE_COMPONENT,
    },
    SumTheorem {
        name: "moore",
        statement: (
            "Moore's Nim: each move lowers at most k heaps. The player to move loses iff, for every binary digit, the number of heaps in which it is 1 is a multiple of k + 1. Under misère play with no heap above 1, they lose iff the number of heaps of 1 is 1 modulo k + 1.",
            "Moore Nim：每次至多减少 k 堆。先手必败当且仅当每个二进制位上 1 的个数都是 k + 1 的倍数。反常规则下若没有大于 1 的堆，则当且仅当 1 颗的堆数模 k + 1 余 1。",
        ),
        source: "E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910)",
        rule: |conventions| match conventions.sum {
            SumKind::Upto(most) if plays_until_all_end(conventions, conventions.sum) => {
                Some(SumRule::Heaps(Box::new(MooreRule {
                    most: most.into(),
                    play: conventions.play,
                })))
            }
            _ => None,
        },
        needs: MOVES_IN_AT_MOST_K,
    },
    SumTheorem {
        name: "few",
        statement: (
            "Each move is made in at most k components. If there are never more than k components, the sum is the same as with moves in any set of components.",
            "每回合至多走 k 个部分。若部分数始终不超过 k，则相当于每回合可走任意多个部分。",
        ),
        source: "J. H. Conway, On Numbers and Games (1976), chapter 14: the selective compound; the limit clearly has no effect",
        rule: |conventions| match conventions.sum {
            SumKind::Upto(most) if plays_until_all_end(conventions, conventions.sum) => {
                Some(SumRule::Few(FewComponentsAlgebra {
                    most,
                    play: conventions.play,
                }))
            }
            _ => None,
        },
        needs: MOVES_IN_AT_MOST_K,
    },
    SumTheorem {
        name: "suspense",
        statement: (
            "Each move is made in every component that has a move. The component that lasts longest decides: the player to move loses iff the largest suspense is even, under misère play iff it is odd (Conway).",
            "每回合在所有能走的部分中各走一步。最持久的部分决定胜负：先手必败当且仅当最大悬念数为偶数，反常规则下为奇数（Conway）。",
        ),
        source: "J. H. Conway, On Numbers and Games (1976), chapter 14: the continued conjunctive compound",
        rule: |conventions| {
            plays_until_all_end(conventions, SumKind::Every)
                .then_some(SumRule::Suspense(SuspenseAlgebra(conventions.play)))
        },
        needs: (
            "applies only to moves in every component",
            "只适用于每次在所有能走的部分中各走一步",
        ),
    },
    SumTheorem {
        name: "selective",
        statement: (
            "Each move is made in any set of components. The player to move loses iff every component is lost. Under misère play, if at least two components have moves, the player to move loses iff every component is lost under normal play (Conway).",
            "每回合可在任意多个部分中走。先手必败当且仅当每个部分都是必败。反常规则下，若至少两个部分还能走则亦然，其中各部分按正常规则判断（Conway）。",
        ),
        source: "J. H. Conway, On Numbers and Games (1976), chapter 14: the selective compound",
        rule: |conventions| {
            plays_until_all_end(conventions, SumKind::Any)
                .then_some(SumRule::Selective(SelectiveAlgebra(conventions.play)))
        },
        needs: (
            "applies only to moves in any set of components",
            "只适用于每次可在任意多个部分中走",
        ),
    },
    SumTheorem {
        name: "sj",
        statement: (
            "SJ theorem: assume that, in each component, every position with moves and the value 0 has a move to the value 1. Under misère play, the player to move then loses iff the nim-sum is 0 and some value is above 1, or the nim-sum is not 0 and no value is above 1 (Jia).",
            "SJ 定理：设各部分中，SG 值为 0 且有着法的局面都能走到 SG 值 1。此时反常规则下先手必败当且仅当 Nim 和为 0 且有部分的 SG 值大于 1，或 Nim 和不为 0 且没有部分的 SG 值大于 1（贾志豪）。",
        ),
        source: "Jia Zhihao, Combinatorial games: a survey and its extensions, China national team papers (2009), 2.1",
        rule: |conventions| is_misere_disjunctive(conventions).then_some(SumRule::Sj(SjAlgebra)),
        needs: MISERE_PLAY_ONE_COMPONENT,
    },
    SumTheorem {
        name: "tame",
        statement: (
            "Under misère play, tame components behave like sums of Nim heaps. The player to move loses iff the nim-sum is 0 and some component is firm, or the nim-sum is 1 and all components are fickle (Conway).",
            "反常规则下，驯顺的部分如同若干 Nim 堆之和。先手必败当且仅当 Nim 和为 0 且有部分是稳的，或 Nim 和为 1 且各部分都是易变的（Conway）。",
        ),
        source: "J. H. Conway, On Numbers and Games (1976), chapter 12",
        rule: |conventions| {
            is_misere_disjunctive(conventions).then_some(SumRule::Tame(TameAlgebra))
        },
        needs: MISERE_PLAY_ONE_COMPONENT,
    },
    // Misère quotients (Plambeck and Siegel, 2008): misère play of the disjunctive sum of any
    // games. Two sums are the same element of a commutative monoid if no further summand
    // distinguishes their outcomes. If the monoid is finite, and its products and lost elements are
    // known, the product of the elements of the components determines the outcome. The crate
    // `misere` finds the monoid and proves it.
    SumTheorem {
        name: "misere-quotient",
        statement: (
            "Under misère play, the components have values in a commutative monoid, the misère quotient. The product of the values determines the outcome. This theorem is used if the quotient is found and proved finite (Plambeck, Siegel).",
            "反常规则下，各部分取值于一个交换幺半群，即反常商。各值的乘积决定胜负。在求得反常商并证明其有限时使用（Plambeck、Siegel）。",
        ),
        source: "T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combinatorial Theory A 115 (2008)",
        rule: |conventions| is_misere_disjunctive(conventions).then_some(SumRule::Quotient),
        needs: MISERE_PLAY_ONE_COMPONENT,
    },
    SumTheorem {
        name: "conjunctive",
        statement: (
            "Each move is made in every component, and play ends when one component has no move. The component that ends first decides: the player to move loses iff the smallest remoteness is even, under misère play iff it is odd (Smith, Conway).",
            "每回合在每个部分中各走一步，有一个部分不能走即结束。最早结束的部分决定胜负：先手必败当且仅当最小远度为偶数，反常规则下为奇数（Smith、Conway）。",
        ),
        source: "C. A. B. Smith, Graphs and composite games, J. Combinatorial Theory 1 (1966); J. H. Conway, On Numbers and Games (1976), chapter 14: the conjunctive compound",
        rule: |conventions| {
            plays_until_one_ends(conventions, SumKind::Every)
                .then_some(SumRule::Conjunctive(RemotenessAlgebra(conventions.play)))
        },
        needs: (
            "applies only to moves in every component until one has no move",
            "只适用于每次在每个部分中各走一步、有一个部分不能走即结束",
        ),
    },
    SumTheorem {
        name: "diminished",
        statement: (
            "Each move is made in one component, and play ends when one component has no move. Normal play: the player to move loses iff a component has ended, or no component can be ended in one move and the nim-sum of the foreclosed values is 0. These values are computed without the positions that can be ended in one move. Misère play: the player to move loses iff no component has ended and the nim-sum of the foreclosed values is 0. These values are computed without the ended positions (Conway).",
            "每次走一个部分，有一个部分不能走即结束。正常规则下，先手必败当且仅当已有部分结束，或没有部分可以一步结束且去掉此类局面后各值的 Nim 和为 0。反常规则下，先手必败当且仅当没有部分结束且去掉已结束局面后各值的 Nim 和为 0（Conway）。",
        ),
        source: "J. H. Conway, On Numbers and Games (1976), chapter 14: the diminished disjunctive compound",
        rule: |conventions| {
            plays_until_one_ends(conventions, SumKind::One)
                .then_some(SumRule::Diminished(DiminishedAlgebra(conventions.play)))
        },
        needs: (
            "applies only to moves in one component until one has no move",
            "只适用于每次走一个部分、有一个部分不能走即结束",
        ),
    },
    SumTheorem {
        name: "shortened",
        statement: (
            "Each move is made in any set of components, and play ends when one component has no move. Normal play: the player to move loses iff a component has ended or every component is lost on its own. Misère play: they lose iff no component has ended and every component is lost under misère play (Conway).",
            "每回合可在任意多个部分中走，有一个部分不能走即结束。正常规则下，先手必败当且仅当已有部分结束，或每个部分单独都是必败。反常规则下，先手必败当且仅当没有部分结束且每个部分按反常规则都是必败（Conway）。",
        ),
        source: "J. H. Conway, On Numbers and Games (1976), chapter 14: the shortened selective compound",
        rule: |conventions| {
            plays_until_one_ends(conventions, SumKind::Any)
                .then_some(SumRule::Shortened(ShortenedAlgebra(conventions.play)))
        },
        needs: (
            "applies only to moves in any set of components until one has no move",
            "只适用于每次可在任意多个部分中走、有一个部分不能走即结束",
        ),
    },
    // The disjunctive sum of loopy games, in which play without end is a draw. The value of each
    // component is a nimber, or infinity with the nimbers of its options (`crate::loopy::Loopy`),
    // and these values determine the outcome of a sum.
    SumTheorem {
        name: "loopy",
        statement: (
            "If play can cycle, the value of a component is a nimber, or ∞ with the set of its options' nimbers. Nimbers add by xor, and the player to move loses iff their sum is 0. A sum of one ∞ and a nimber n is won iff n is in the set of this ∞; otherwise the sum is a draw. A sum with two ∞ is a draw (Smith; Fraenkel and Perl).",
            "允许循环时，每个部分的值是一个 nimber，或带有各后继 nimber 集合的 ∞。nimber 按异或相加，先手必败当且仅当和为 0。一个 ∞ 与 n 相加，n 属于其集合时先手必胜，否则平局。两个 ∞ 为平局（Smith；Fraenkel 与 Perl）。",
        ),
        source: "C. A. B. Smith, Graphs and composite games, J. Combinatorial Theory 1 (1966); A. S. Fraenkel, Y. Perl (1975); A. S. Fraenkel, O. Rahat, Infinite cyclic impartial games (2001)",
        rule: |conventions| {
            (*conventions
                == Conventions {
                    loopy: true,
                    ..Conventions::default()
                })
            .then_some(SumRule::Loopy)
        },
        needs: (
            "applies only to normal play with cycles, one component per move",
            "只适用于正常规则、允许循环、每次走一个部分",
        ),
    },
    // The disjunctive sum with entailing moves. The value of each component is a nimber or
    // infinity, or, for an urgent component, the set of values next to which it is lost
    // (`crate::entailing::EntailingValue`). The values of components determine the outcome of a sum
    // in which at most one component is urgent at a time.
    SumTheorem {
        name: "entailing",
        statement: (
            "Moves may entail others. Let S be the set of values v such that some option of a component, together with a sum of value v, is lost for the player to move. The value of a component that is not urgent is the smallest nimber outside S, or ∞ if there is none. The value of an urgent component is the set of all values outside S. Values add by xor, and ∞ plus any value is ∞. The player to move loses iff the sum is 0, or is in the set of the urgent component (Winning Ways).",
            "着法可强制应着。设 S 为满足下述条件的值 v 的集合：该部分的某个后继与值为 v 的和合在一起时先手必败。非紧急部分的值是 S 之外最小的 nimber，若不存在则为 ∞；紧急部分的值是 S 之外所有值的集合。值按异或相加，∞ 与任何值相加为 ∞。先手必败当且仅当和为 0，或和属于紧急部分的集合（Winning Ways）。",
        ),
        source: "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapter 12: games entailed",
        rule: |conventions| {
            (*conventions
                == Conventions {
                    entailing: true,
                    ..Conventions::default()
                })
            .then_some(SumRule::Entailing)
        },
        needs: (
            "applies only to normal play with urgent components (`urgent`, `again`), one component per move",
            "只适用于正常规则、带紧急部分（`urgent`、`again`）、每次走一个部分",
        ),
    },
];

/// Returns whether the sum has the given kind, play ends when no component has a move, and there
/// are no draws or urgent components.
fn plays_until_all_end(conventions: &Conventions, sum: SumKind) -> bool {
    conventions.sum == sum
        && conventions.until == EndCondition::All
        && has_whole_components(conventions)
}

/// Returns whether the sum has the given kind, play ends when one component has no move, and there
/// are no draws.
fn plays_until_one_ends(conventions: &Conventions, sum: SumKind) -> bool {
    conventions.sum == sum
        && conventions.until == EndCondition::One
        && has_whole_components(conventions)
}

/// Returns whether the conventions have no draws and no urgent components, and each component that
/// a move leaves is a component of the position.
fn has_whole_components(conventions: &Conventions) -> bool {
    !conventions.loopy
        && !conventions.entailing
        && !conventions.play.keeps_components()
        && conventions.play != PlayConvention::Score
}

/// Returns whether the conventions are those of the disjunctive sum under misère play, without
/// draws.
fn is_misere_disjunctive(conventions: &Conventions) -> bool {
    *conventions
        == Conventions {
            play: PlayConvention::Misere,
            sum: SumKind::One,
            ..Conventions::default()
        }
}
