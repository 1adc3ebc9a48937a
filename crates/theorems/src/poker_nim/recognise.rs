//! Recognises Poker Nim: stones may also be added, from a reserve that only shrinks. An addition is
//! reversed by taking the same number, so the reserve changes nothing.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;

use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural};
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "poker-nim",
    statement: (
        "Each move takes any number from a heap, or adds tokens to it from a reserve. No move adds to the reserve. The value of the heap is its size.",
        "每次可从一堆取走任意数目，或由只减不增的储备补充该堆。其值即石子数。",
    ),
    source: "Winning Ways, chapter 3: reversible moves",
    slots: 2..=2,
    suspense: false,
    models: |_, _, _| {
        let text = "game Model { state n in 0.., r in 0.. move k in 1..n : [n - k, r] move k in 1..r : [n + k, r - k] }".to_owned();
        Ok(vec![Model {
            text,
            law: Box::new(PokerNimLaw),
        }])
    },
};

struct PokerNimLaw;

impl ModelLaw for PokerNimLaw {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        Grundy::nimber(natural(position[0]))
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let (n, reserve) = (position[0], position[1]);
        Some(text!(
            "the value is the size of the heap, {n}: if a player adds tokens from the reserve of {reserve}, the opponent can remove these tokens at once",
            "其值即这一堆的 {n} 颗：从储备 {reserve} 中放入多少，对方就取走多少"
        ))
    }

    fn options(
        &self,
        position: &[Int],
        wanted: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let (n, r) = (position[0], position[1]);
        let Some(wanted) = wanted.as_nimber() else {
            return Ok(None);
        };
        let wanted = Int::try_from(wanted).ok();
        let option = wanted.filter(|w| *w != n).and_then(|wanted| {
            let reserve = if wanted < n {
                r
            } else {
                r.checked_sub(wanted - n)?
            };
            Some(vec![vec![wanted, reserve]])
        });
        Ok(Some(Box::new(option.into_iter())))
    }
}
