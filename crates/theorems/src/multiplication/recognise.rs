//! Recognises the multiplication game: a move multiplies a number by a factor until a goal is
//! reached. See [`crate::multiplication`].

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use dashu_int::UBig;
use rules::ast::CompareOp;
use rules::ir::{ChoiceDomain, Expr, Game, Int};

use crate::model::{Model, ModelLaw, ModelTheorem, natural};
use crate::multiplication;
use theory::theorem::ChosenMove;
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "multiplication",
    statement: (
        "Each move multiplies p by a factor from l to h, and the first player to reach n wins. The player to move loses iff h·(lh)^i < ⌈n/p⌉ ≤ (lh)^(i+1) for some i ≥ 0.",
        "每次把 p 乘以 l 到 h 中的一个数，先达到 n 者胜。当且仅当存在 i ≥ 0 使 h·(lh)^i < ⌈n/p⌉ ≤ (lh)^(i+1) 时先手必败。",
    ),
    source: "POJ 2505 (Waterloo local contest 1997); by induction",
    slots: 1..=1,
    suspense: false,
    models: |game, _, _| {
        let Some((goal, low, high)) = parameters(game) else {
            return Err(text!(
                "expected a goal `p >= n` and one move that multiplies by l to h",
                "应有 `p >= n` 形式的目标与一条乘以 l 到 h 的着法"
            )
            .into());
        };
        let text = format!(
            "game Model {{ state p in 1.. goal p >= {goal} move k in {low}..{high} : [p * k] }}"
        );
        let number = |n: Int| u64::try_from(n).ok();
        let rules = number(goal).zip(number(low)).zip(number(high));
        let rules = rules
            .and_then(|((goal, low), high)| multiplication::Game::new(UBig::from(goal), low, high));
        Ok(rules
            .map(|rules| Model {
                text,
                law: Box::new(MultiplicationLaw {
                    rules,
                    goal,
                    factors: (low, high),
                }),
            })
            .into_iter()
            .collect())
    },
};

/// Returns the goal and the bounds of the factor, if the rules contain these numbers at the same
/// locations as the model.
fn parameters(game: &Game) -> Option<(Int, Int, Int)> {
    let ([Expr::Compare(CompareOp::Ge, sides)], [shape]) = (&game.goals[..], &game.moves[..])
    else {
        return None;
    };
    let [choice] = &shape.choices[..] else {
        return None;
    };
    match (&sides[1], &choice.domain) {
        (Expr::Const(goal), ChoiceDomain::Range(Expr::Const(low), Expr::Const(high))) => {
            Some((*goal, *low, *high))
        }
        _ => None,
    }
}

struct MultiplicationLaw {
    rules: multiplication::Game,
    goal: Int,
    /// The minimum and the maximum factor.
    factors: (Int, Int),
}

impl ModelLaw for MultiplicationLaw {
    fn knows_values(&self) -> bool {
        false
    }

    fn is_lost(&self, position: &[Int], _: &Budget<'_>) -> Result<bool, StopReason> {
        Ok(position[0] >= self.goal
            || self
                .rules
                .winning_factors(&UBig::from(natural(position[0])))
                .is_none())
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let (p, goal) = (position[0], self.goal);
        let (low, high) = (i128::from(self.factors.0), i128::from(self.factors.1));
        if p >= goal || low < 2 {
            return None;
        }
        let wanted = (i128::from(goal) + i128::from(p) - 1) / i128::from(p);
        // Intervals of the remaining quotient are alternately won and lost.
        let (mut above, mut won) = (1i128, true);
        let upto = loop {
            let upto = above.checked_mul(if won { high } else { low })?;
            if wanted <= upto {
                break upto;
            }
            (above, won) = (upto, !won);
        };
        Some(match won {
            true => text!(
                "⌈{goal}/{p}⌉ = {wanted} is above {above} and at most {upto}: some factor reduces this quotient to at most {above}, and then the opponent loses",
                "⌈{goal}/{p}⌉ = {wanted} 大于 {above} 且不超过 {upto}：乘一次可使它不超过 {above}，对方必败"
            ),
            false => text!(
                "⌈{goal}/{p}⌉ = {wanted} is above {above} and at most {upto}: after every factor, this quotient is in an interval in which the opponent wins",
                "⌈{goal}/{p}⌉ = {wanted} 大于 {above} 且不超过 {upto}：乘任何数都落入对方必胜的区间"
            ),
        })
    }

    fn moves(
        &self,
        position: &[Int],
        _: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let factors = self
            .rules
            .winning_factors(&UBig::from(natural(position[0])))
            .filter(|_| position[0] < self.goal)
            .into_iter()
            .flat_map(|(low, high)| low..=high);
        let mut moves = Vec::new();
        for k in factors {
            budget.tick()?;
            // The choices of a move are allocated separately.
            let beside = moves.len() as u64 * 32;
            budget.make_room(&mut moves, 1, beside)?;
            moves.push((0, vec![k as Int]));
        }
        Ok(Some(moves))
    }
}
