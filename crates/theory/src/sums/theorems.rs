//! The registry of theorems about sums: their texts, and the rule of each for the conventions of a
//! sum.

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

/// A theorem about sums of some kind. Its texts are in English and in Chinese.
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

    /// Returns the rule for these conventions, or `None` if the theorem does not apply to them.
    pub fn rule(&self, conventions: &Conventions) -> Option<SumRule> {
        (self.rule)(conventions)
    }

    /// Describes the conventions that the theorem applies to.
    pub fn needs(&self) -> Text {
        make_text(self.needs.0, self.needs.1)
    }
}

/// The values of components that a sum theorem needs, and how it combines them.
pub enum SumRule {
    /// The sizes of Nim heaps, or of components that behave like heaps.
    Heaps(Box<dyn HeapRule>),
    /// The suspense of each component.
    Suspense(SuspenseAlgebra),
    /// The outcome of each component on its own.
    Selective(SelectiveAlgebra),
    /// The outcome of each component on its own, for components that are few and remain few.
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
    "speaks of misère play, one component a move",
    "只适用于反常规则、每次走一个部分",
);

const MOVES_IN_AT_MOST_K: (&str, &str) = (
    "speaks of moves in at most k components",
    "只适用于每次至多走若干个部分",
);

/// All sum theorems, in the order in which they are tried.
pub const REGISTRY: &[SumTheorem] = &[
    SumTheorem {
        name: "misere-nim",
        statement: (
            "misère Nim: as Nim while some heap is above 1, else the player to move loses iff the number of heaps is odd (Bouton)",
            "反常 Nim：若有一堆大于 1 则与 Nim 相同，否则先手必败当且仅当非空堆数为奇数（Bouton）",
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
            "Moore's Nim: where at most k heaps are lowered, the player to move loses iff every binary digit occurs a multiple of k + 1 times; under misère play, where no heap is above 1, iff the number of heaps is 1 modulo k + 1",
            "Moore Nim：每次至多减少 k 堆时，先手必败当且仅当每个二进制位上 1 的个数都是 k + 1 的倍数；反常规则下若没有大于 1 的堆，则当且仅当非空堆数模 k + 1 余 1",
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
            "where at most k components are moved in and there are never more than k, the sum is that of moves in any set of components",
            "每回合至多走 k 个部分、且部分数始终不超过 k 时，相当于每回合可走任意多个部分",
        ),
        source: "J. H. Conway, On Numbers and Games (1976), chapter 14: the selective compound; that the limit forbids nothing is seen at once",
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
            "where every component is moved in, the longest lasting decides: the player to move loses iff the greatest suspense is even, under misère play iff it is odd (Conway)",
            "每回合在所有能走的部分中各走一步时，最持久的部分决定胜负：先手必败当且仅当最大悬念数为偶数，反常规则下为奇数（Conway）",
        ),
        source: "J. H. Conway, On Numbers and Games (1976), chapter 14: the continued conjunctive compound",
        rule: |conventions| {
            plays_until_all_end(conventions, SumKind::Every)
                .then_some(SumRule::Suspense(SuspenseAlgebra(conventions.play)))
        },
        needs: (
            "speaks of moves in every component",
            "只适用于每次在所有能走的部分中各走一步",
        ),
    },
    SumTheorem {
        name: "selective",
        statement: (
            "where any set of components is moved in, the player to move loses iff every component is lost; under misère play so while two or more are left, each counted in normal play (Conway)",
            "每回合可在任意多个部分中走时，先手必败当且仅当每个部分都是必败；反常规则下若还剩两个以上部分亦然，其中各部分按正常规则判断（Conway）",
        ),
        source: "J. H. Conway, On Numbers and Games (1976), chapter 14: the selective compound",
        rule: |conventions| {
            plays_until_all_end(conventions, SumKind::Any)
                .then_some(SumRule::Selective(SelectiveAlgebra(conventions.play)))
        },
        needs: (
            "speaks of moves in any set of components",
            "只适用于每次可在任意多个部分中走",
        ),
    },
    SumTheorem {
        name: "sj",
        statement: (
            "SJ theorem: in misère play the player to move loses iff the nim-sum is 0 and some value is above 1, or the nim-sum is not 0 and none is (Jia)",
            "SJ 定理：反常规则下先手必败当且仅当 Nim 和为 0 且有部分的 SG 值大于 1，或 Nim 和不为 0 且没有部分的 SG 值大于 1（贾志豪）",
        ),
        source: "Jia Zhihao, Combinatorial games: a survey and its extensions, China national team papers (2009), 2.1",
        rule: |conventions| is_misere_disjunctive(conventions).then_some(SumRule::Sj(SjAlgebra)),
        needs: MISERE_PLAY_ONE_COMPONENT,
    },
    SumTheorem {
        name: "tame",
        statement: (
            "in misère play tame components are as sums of Nim heaps: the player to move loses iff the nim-sum is 0 and some component is firm, or the nim-sum is 1 and all are fickle (Conway)",
            "反常规则下，驯顺的部分如同若干 Nim 堆之和：先手必败当且仅当 Nim 和为 0 且有部分是稳的，或 Nim 和为 1 且各部分都是易变的（Conway）",
        ),
        source: "J. H. Conway, On Numbers and Games (1976), chapter 12",
        rule: |conventions| {
            is_misere_disjunctive(conventions).then_some(SumRule::Tame(TameAlgebra))
        },
        needs: MISERE_PLAY_ONE_COMPONENT,
    },
    // Misère quotients (Plambeck and Siegel, 2008): misère play of the disjunctive sum of any
    // games. Sums that no other summand distinguishes are one element of a commutative monoid. If
    // the monoid is finite and known, with its lost elements, the product of the elements of the
    // components determines the outcome. The crate `misere` finds and proves it.
    SumTheorem {
        name: "misere-quotient",
        statement: (
            "in misère play the components have values in a commutative monoid, the misère quotient, and the product of the values says who wins; it is used where it is found and proved finite (Plambeck, Siegel)",
            "反常规则下各部分取值于一个交换幺半群（反常商），其乘积决定胜负；在求得并证明其有限时使用（Plambeck、Siegel）",
        ),
        source: "T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combinatorial Theory A 115 (2008)",
        rule: |conventions| is_misere_disjunctive(conventions).then_some(SumRule::Quotient),
        needs: MISERE_PLAY_ONE_COMPONENT,
    },
    SumTheorem {
        name: "conjunctive",
        statement: (
            "where every component is moved in until one has no move, the component that ends soonest decides: the player to move loses iff the least remoteness is even, under misère play iff it is odd (Smith, Conway)",
            "每回合在每个部分中各走一步、有一个部分不能走即结束时，最早结束的部分决定胜负：先手必败当且仅当最小远度为偶数，反常规则下为奇数（Smith、Conway）",
        ),
        source: "C. A. B. Smith, Graphs and composite games, J. Combinatorial Theory 1 (1966); J. H. Conway, On Numbers and Games (1976), chapter 14: the conjunctive compound",
        rule: |conventions| {
            plays_until_one_ends(conventions, SumKind::Every)
                .then_some(SumRule::Conjunctive(RemotenessAlgebra(conventions.play)))
        },
        needs: (
            "speaks of moves in every component until one has no move",
            "只适用于每次在每个部分中各走一步、有一个部分不能走即结束",
        ),
    },
    SumTheorem {
        name: "diminished",
        statement: (
            "where one component is moved in until one has no move, the player to move loses iff one has ended, or none can be ended at once and the nim-sum of the values without such positions is 0; under misère play iff none has ended and the nim-sum of the values without ended positions is 0 (Conway)",
            "每次走一个部分、有一个部分不能走即结束时，先手必败当且仅当已有部分结束，或没有部分可以一步结束且去掉此类局面后各值的 Nim 和为 0；反常规则下当且仅当没有部分结束且去掉已结束局面后各值的 Nim 和为 0（Conway）",
        ),
        source: "J. H. Conway, On Numbers and Games (1976), chapter 14: the diminished disjunctive compound",
        rule: |conventions| {
            plays_until_one_ends(conventions, SumKind::One)
                .then_some(SumRule::Diminished(DiminishedAlgebra(conventions.play)))
        },
        needs: (
            "speaks of moves in one component until one has no move",
            "只适用于每次走一个部分、有一个部分不能走即结束",
        ),
    },
    SumTheorem {
        name: "shortened",
        statement: (
            "where any set of components is moved in until one has no move, the player to move loses iff every component is lost by itself, or one has ended; under misère play iff none has ended and every one is lost in misère play (Conway)",
            "每回合可在任意多个部分中走、有一个部分不能走即结束时，先手必败当且仅当每个部分单独都是必败，或已有部分结束；反常规则下当且仅当没有部分结束且每个部分按反常规则都是必败（Conway）",
        ),
        source: "J. H. Conway, On Numbers and Games (1976), chapter 14: the shortened selective compound",
        rule: |conventions| {
            plays_until_one_ends(conventions, SumKind::Any)
                .then_some(SumRule::Shortened(ShortenedAlgebra(conventions.play)))
        },
        needs: (
            "speaks of moves in any set of components until one has no move",
            "只适用于每次可在任意多个部分中走、有一个部分不能走即结束",
        ),
    },
    // The disjunctive sum of loopy games, in which play without end is a draw. The value of each
    // component is a nimber, or infinity with the nimbers of its options (`crate::loopy::Loopy`),
    // and these values determine the outcome of a sum.
    SumTheorem {
        name: "loopy",
        statement: (
            "where play may go round each component is worth a nimber or ∞ with the set of its options' nimbers: nimbers add by xor and the player to move loses iff they add up to 0; one ∞ beside n is won iff n is in its set, else a draw; two are a draw (Smith; Fraenkel and Perl)",
            "允许循环时，每个部分的值是一个 nimber，或带有各后继 nimber 集合的 ∞：nimber 按异或相加，先手必败当且仅当异或为 0；一个 ∞ 与 n 相加，n 属于其集合时先手必胜，否则平局；两个 ∞ 为平局（Smith；Fraenkel 与 Perl）",
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
            "speaks of normal play that may go round, one component a move",
            "只适用于正常规则、允许循环、每次走一个部分",
        ),
    },
    // The disjunctive sum with entailing moves. The value of each component is a nimber or
    // infinity, or, for an urgent component, the set of values next to which it is lost
    // (`crate::entailing::EntailingValue`). These values determine the outcome of a sum in which at
    // most one component is urgent at a time.
    SumTheorem {
        name: "entailing",
        statement: (
            "where moves may entail others, a component that is not urgent is worth the least value beside which no option of it is lost, or ∞ if there is none, and an urgent one the set of values beside which none of its options is lost; values add by xor, ∞ and any value is ∞, and the player to move loses iff the sum is 0 or lies in the set of the urgent one (Winning Ways)",
            "存在强制应着时，非紧急部分的值是最小的、使其任一后继都不为必败的值，若不存在则为 ∞；紧急部分的值是使其任一后继都不为必败的值的集合；值按异或相加，∞ 与任何值相加为 ∞；先手必败当且仅当和为 0，或和属于紧急部分的集合（Winning Ways）",
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
            "speaks of normal play with urgent components (`urgent`, `again`), one component a move",
            "只适用于正常规则、带紧急部分（`urgent`、`again`）、每次走一个部分",
        ),
    },
];

/// Returns whether moves of this sum kind are made until no component has a move, without draws and
/// urgent components.
fn plays_until_all_end(conventions: &Conventions, sum: SumKind) -> bool {
    conventions.sum == sum
        && conventions.until == EndCondition::All
        && has_whole_components(conventions)
}

/// Returns whether moves of this sum kind are made until one component has no move, without draws.
fn plays_until_one_ends(conventions: &Conventions, sum: SumKind) -> bool {
    conventions.sum == sum
        && conventions.until == EndCondition::One
        && has_whole_components(conventions)
}

/// Returns whether there are no draws and no urgent components, and whether what a move leaves of a
/// component is components.
fn has_whole_components(conventions: &Conventions) -> bool {
    !conventions.loopy && !conventions.entailing && !conventions.play.keeps_components()
}

/// Returns whether these are the conventions of the disjunctive sum under misère play, without
/// draws.
fn is_misere_disjunctive(conventions: &Conventions) -> bool {
    *conventions
        == Conventions {
            play: PlayConvention::Misere,
            sum: SumKind::One,
            ..Conventions::default()
        }
}
