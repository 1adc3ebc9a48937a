//! Recognises staircase Nim: any number of pieces go one step down, from the first step to the
//! ground. A move of pieces onto an odd step is reversed by moving these pieces one step further,
//! so the value is the nim-sum of the odd steps.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;

use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural, number};
use theory::columns::nim_sum;
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "staircase",
    statement: (
        "Each move brings any number of pieces from a step to the next lower step. The Grundy value is the nim-sum of the numbers of pieces on the odd steps.",
        "每次把任意多枚棋子从一级移到下一级。Grundy 值为奇数级棋子数的 Nim 和。",
    ),
    source: "Sprague; Winning Ways, chapter 3: reversible moves",
    slots: 1..=8,
    suspense: false,
    models: |game, _, _| {
        let steps = game.slots.len();
        if steps == 1 && !game.has_arrays() {
            return Err(text!(
                "a single number is not a staircase; expected an array or several numbers",
                "单独一个数不是阶梯；需要数组或若干个数"
            )
            .into());
        }
        let slots: Vec<String> = (1..=steps).map(|i| format!("a{i} in 0..")).collect();
        let mut text = format!(
            "game Model {{ state {} move k in 1..a1 : {{ a1 -= k }}",
            slots.join(", ")
        );
        for step in 2..=steps {
            let below = step - 1;
            text.push_str(&format!(
                " move k in 1..a{step} : {{ a{step} -= k, a{below} += k }}"
            ));
        }
        text.push_str(" }");
        Ok(vec![Model {
            text,
            law: Box::new(StaircaseLaw),
        }])
    },
};

pub(crate) struct StaircaseLaw;

impl ModelLaw for StaircaseLaw {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        let odd = position.iter().step_by(2);
        Grundy::nimber(odd.fold(0, |sum, &n| nimber::sum(sum, natural(n))))
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let step = |(i, &n): (usize, &Int)| {
            let step = i + 1;
            (text!("step {step}", "第 {step} 级"), natural(n))
        };
        Some(nim_sum(
            &position
                .iter()
                .enumerate()
                .step_by(2)
                .map(step)
                .collect::<Vec<_>>(),
        ))
    }

    /// Returns at most one option for each odd step. For each odd step, the nim-sum determines the
    /// new size of the step. A move down from an odd step lowers the step's size, and a move from
    /// the step above raises the size.
    fn options(
        &self,
        position: &[Int],
        wanted: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let now = self.value(position).and_then(Grundy::as_nimber);
        let Some((now, wanted)) = now.zip(wanted.as_nimber()) else {
            return Ok(None);
        };
        let change = nimber::sum(now, wanted);
        let mut options = Vec::new();
        for step in (0..position.len()).step_by(2) {
            let Some(target) = number(nimber::sum(natural(position[step]), change)) else {
                continue;
            };
            let moved = position[step] - target;
            let mut option = position.to_vec();
            option[step] = target;
            let other = match moved {
                0 => continue,
                1.. if step == 0 => None,
                1.. => Some((step - 1, moved)),
                _ => Some((step + 1, moved)),
            };
            if let Some((other, more)) = other {
                let Some(slot) = option.get_mut(other) else {
                    continue;
                };
                let Some(n) = slot.checked_add(more).filter(|n| *n >= 0) else {
                    continue;
                };
                *slot = n;
            }
            options.push(vec![option]);
        }
        Ok(Some(Box::new(options.into_iter())))
    }
}
