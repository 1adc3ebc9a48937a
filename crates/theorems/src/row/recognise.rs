//! Recognises piles that stay in order, and pieces on a strip that do not jump (Georgia and Bob).
//! The gaps between neighbours are the steps of a staircase whose last step is next to the ground.
//! See [`crate::row`].

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;

use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural};
use crate::staircase::recognise::StaircaseLaw;
use theory::columns::nim_sum;
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "sorted",
    statement: (
        "Each move reduces a pile without changing the order of the piles, or moves a piece without jumping. The Grundy value is the nim-sum of every second gap, counted from the right.",
        "每次减少一堆而各堆须保持有序，或移动一枚棋子而不可跳越。Grundy 值为自右端起每隔一个的间隔之 Nim 和。",
    ),
    source: "POJ 1704, Georgia and Bob; staircase Nim",
    slots: 2..=8,
    suspense: false,
    models: |game, _, _| {
        let count = game.slots.len();
        let last = count - 1;
        let model = |low: Int, order: &str, gap: Int| Model {
            text: format!(
                "game Model {{ state a[1..{count}] in {low}.. require all(a[i] {order} a[i+1] for i in 1..{last}) \
                 move i in 1..{count}, k in 1..a[i] : {{ a[i] -= k }} }}"
            ),
            law: Box::new(RowLaw { gap }),
        };
        Ok(vec![model(0, "<=", 0), model(1, "<", 1)])
    },
};

struct RowLaw {
    /// The minimum difference between neighbours.
    gap: Int,
}

impl RowLaw {
    /// Returns the steps of the staircase, beginning with the step next to the ground.
    fn steps(&self, position: &[Int]) -> Vec<Int> {
        let before = std::iter::once(0).chain(position.iter().copied());
        let mut steps: Vec<Int> = position
            .iter()
            .zip(before)
            .map(|(n, before)| n - before - self.gap)
            .collect();
        steps.reverse();
        steps
    }

    fn position(&self, steps: &[Int]) -> Vec<Int> {
        let mut last = 0;
        let next = |step: &Int| {
            last += step + self.gap;
            last
        };
        steps.iter().rev().map(next).collect()
    }
}

impl ModelLaw for RowLaw {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        StaircaseLaw.value(&self.steps(position))
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let gap = |(i, &n): (usize, &Int)| {
            let place = position.len() - i;
            (
                text!("gap before number {place}", "第 {place} 个之前的间隔"),
                natural(n),
            )
        };
        Some(nim_sum(
            &self
                .steps(position)
                .iter()
                .enumerate()
                .step_by(2)
                .map(gap)
                .collect::<Vec<_>>(),
        ))
    }

    fn options(
        &self,
        position: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let Some(options) = StaircaseLaw.options(&self.steps(position), value, budget)? else {
            return Ok(None);
        };
        let options: Vec<Vec<Vec<Int>>> = options.collect();
        Ok(Some(Box::new(
            options
                .into_iter()
                .map(|option| vec![self.position(&option[0])]),
        )))
    }
}
