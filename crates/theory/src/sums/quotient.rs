//! Misère quotients (Plambeck and Siegel, 2008): misère play of the disjunctive sum of any games.
//! Sums that no sum beside them tells apart are one element of a commutative monoid; where that is
//! finite and known, with its lost elements, the product of the elements of the components says who
//! wins. How it is found and proved is in the crate `misere`.

use base::text;
use base::text::Text;
use rules::game::Conventions;

use super::{SumRule, SumTheorem, misere_disjunctive};

pub(super) struct QuotientTheorem;

impl SumTheorem for QuotientTheorem {
    fn name(&self) -> &'static str {
        "misere-quotient"
    }

    fn statement(&self) -> Text {
        text!(
            "in misère play the components have values in a commutative monoid, the misère quotient, and the product of the values says who wins; it is used where it is found and proved finite (Plambeck, Siegel)",
            "反常规则下各部分取值于一个交换幺半群（反常商），其乘积决定胜负；在求得并证明其有限时使用（Plambeck、Siegel）"
        )
    }

    fn source(&self) -> &'static str {
        "T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combinatorial Theory A 115 (2008)"
    }

    fn rule(&self, conventions: &Conventions) -> Option<SumRule> {
        misere_disjunctive(conventions).then_some(SumRule::Quotient)
    }

    fn needs(&self) -> Text {
        text!(
            "speaks of misère play, one component a move",
            "只适用于反常规则、每次走一个部分"
        )
    }
}
