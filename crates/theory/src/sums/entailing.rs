//! The disjunctive sum with entailing moves: each component is worth a nimber or infinity, or is
//! urgent and worth the set of values beside which it is lost
//! ([`crate::entailing::EntailingValue`]), and those tell who wins a sum in which at most one
//! component is urgent at a time.

use base::text;
use base::text::Text;
use rules::game::Conventions;

use super::{SumRule, SumTheorem};

pub(super) struct EntailingTheorem;

impl SumTheorem for EntailingTheorem {
    fn name(&self) -> &'static str {
        "entailing"
    }

    fn statement(&self) -> Text {
        text!(
            "where moves may entail others, a component that is not urgent is worth the least value beside which no option of it is lost, or ∞ if there is none, and an urgent one the set of values beside which none of its options is lost; values add by xor, ∞ and any value is ∞, and the player to move loses iff the sum is 0 or lies in the set of the urgent one (Winning Ways)",
            "存在强制应着时，非紧急部分的值是最小的、使其任一后继都不为必败的值，若不存在则为 ∞；紧急部分的值是使其任一后继都不为必败的值的集合；值按异或相加，∞ 与任何值相加为 ∞；先手必败当且仅当和为 0，或和属于紧急部分的集合（Winning Ways）"
        )
    }

    fn source(&self) -> &'static str {
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), chapter 12: games entailed"
    }

    fn rule(&self, conventions: &Conventions) -> Option<SumRule> {
        (*conventions
            == Conventions {
                entailing: true,
                ..Conventions::default()
            })
        .then_some(SumRule::Entailing)
    }

    fn needs(&self) -> Text {
        text!(
            "speaks of normal play with urgent components (`urgent`, `again`), one component a move",
            "只适用于正常规则、带紧急部分（`urgent`、`again`）、每次走一个部分"
        )
    }
}
