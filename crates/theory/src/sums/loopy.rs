//! The disjunctive sum where play may go round, and play without end is a draw: each component is
//! worth a nimber or infinity with the nimbers of its options ([`crate::loopy::Loopy`]), and those
//! tell who wins a sum of them.

use base::text;
use base::text::Text;
use rules::game::Conventions;

use super::{SumRule, SumTheorem};

pub(super) struct LoopyTheorem;

impl SumTheorem for LoopyTheorem {
    fn name(&self) -> &'static str {
        "loopy"
    }

    fn statement(&self) -> Text {
        text!(
            "where play may go round each component is worth a nimber or ∞ with the set of its options' nimbers: nimbers add by xor and the player to move loses iff they add up to 0; one ∞ beside n is won iff n is in its set, else a draw; two are a draw (Smith; Fraenkel and Perl)",
            "允许循环时，每个部分的值是一个 nimber，或带有各后继 nimber 集合的 ∞：nimber 按异或相加，先手必败当且仅当异或为 0；一个 ∞ 与 n 相加，n 属于其集合时先手必胜，否则平局；两个 ∞ 为平局（Smith；Fraenkel 与 Perl）"
        )
    }

    fn source(&self) -> &'static str {
        "C. A. B. Smith, Graphs and composite games, J. Combinatorial Theory 1 (1966); A. S. Fraenkel, Y. Perl (1975); A. S. Fraenkel, O. Rahat, Infinite cyclic impartial games (2001)"
    }

    fn rule(&self, conventions: &Conventions) -> Option<SumRule> {
        (*conventions
            == Conventions {
                loopy: true,
                ..Conventions::default()
            })
        .then_some(SumRule::Loopy)
    }

    fn needs(&self) -> Text {
        text!(
            "speaks of normal play that may go round, one component a move",
            "只适用于正常规则、允许循环、每次走一个部分"
        )
    }
}
