//! Recognises E&D: a move discards one pile of a pair and splits the other pile in two. See
//! [`crate::ed`].

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;

use crate::ed::{Splits, value};
use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural, number};
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "ed",
    statement: (
        "Each move throws away one pile of a pair (a, b) and splits the other. The value of a pair is the number of trailing binary ones of the bitwise or of a - 1 and b - 1.",
        "每次扔掉一对石子堆 (a, b) 中的一堆，并把另一堆分成两堆。其值为 a - 1 与 b - 1 按位或后末尾连续 1 的个数。",
    ),
    source: "SDOI 2009 (Luogu P2148)",
    slots: 2..=2,
    suspense: false,
    models: |_, _, _| {
        let text = "game Model { state a in 1.., b in 1.. unordered move k in 1..b - 1 : [k, b - k] move k in 1..a - 1 : [k, a - k] }";
        Ok(vec![Model {
            text: text.to_owned(),
            law: Box::new(EdLaw),
        }])
    },
};

struct EdLaw;

impl ModelLaw for EdLaw {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        Grundy::nimber(value(natural(position[0]), natural(position[1])).into())
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let [a, b] = [natural(position[0]) - 1, natural(position[1]) - 1];
        let (ones, bits) = (a | b, (a | b).checked_ilog2().unwrap_or(0) as usize + 1);
        let value = ones.trailing_ones();
        Some(text!(
            "in binary, a - 1 = {a:0bits$b} and b - 1 = {b:0bits$b}; their bitwise or {ones:0bits$b} ends in {value} ones",
            "二进制 a - 1 = {a:0bits$b}，b - 1 = {b:0bits$b}；按位或为 {ones:0bits$b}，末尾有 {value} 个 1"
        ))
    }

    fn options(
        &self,
        position: &[Int],
        wanted: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let wanted = wanted.as_nimber().and_then(|w| u32::try_from(w).ok());
        let heaps = [natural(position[0]), natural(position[1])];
        let splits = wanted.into_iter().flat_map(move |w| {
            heaps
                .into_iter()
                .filter_map(move |heap| Splits::new(heap, w))
        });
        // Of each split, only the order with the larger part first is listed; in reverse, the
        // iterator reaches these orders first.
        let parts = splits
            .flat_map(|splits| splits.iter().rev())
            .filter(|(a, b)| a >= b);
        Ok(Some(Box::new(parts.filter_map(|(a, b)| {
            Some(vec![vec![number(a)?, number(b)?]])
        }))))
    }
}
