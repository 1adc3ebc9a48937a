//! Recognises Again Stone: a move takes at least one stone and at most half of a pile (LightOJ
//! 1296). See [`crate::again_stone`].

use base::budget::{Budget, StopReason};
use base::text::Text;
use rules::ir::Int;

use crate::again_stone::{leaves, value};
use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural, number};
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "again-stone",
    statement: (
        "Each move takes at least one stone and at most half of the pile. G(2m) = m and G(2m + 1) = G(m).",
        "每次至少取一个，至多取半堆（向下取整）。G(2m) = m，G(2m + 1) = G(m)。",
    ),
    source: "LightOJ 1296, Again Stone Game; by induction",
    slots: 1..=1,
    suspense: false,
    models: |_, _, _| {
        let text = "game Model { state n in 0.. move k in 1..n / 2 : [n - k] }".to_owned();
        Ok(vec![Model {
            text,
            law: Box::new(AgainStoneLaw),
        }])
    },
};

struct AgainStoneLaw;

impl ModelLaw for AgainStoneLaw {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        Grundy::nimber(value(natural(position[0])))
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let mut n = natural(position[0]);
        let mut steps = vec![format!("G({n})")];
        while n % 2 == 1 {
            n /= 2;
            steps.push(format!("G({n})"));
        }
        Some(Text::same(format!(
            "{} = {n}/2 = {}",
            steps.join(" = "),
            n / 2
        )))
    }

    fn options(
        &self,
        position: &[Int],
        wanted: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let Some(wanted) = wanted.as_nimber() else {
            return Ok(None);
        };
        let left = leaves(natural(position[0]), wanted);
        Ok(Some(Box::new(
            left.and_then(number)
                .map(|left| vec![vec![left]])
                .into_iter(),
        )))
    }
}
