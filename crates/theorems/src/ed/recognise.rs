//! Recognises E&D: from a pair of piles, one is discarded and the other split into two. See
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
        "a pair of piles, of which one is thrown away and the other split, is worth the trailing ones of (a - 1) or (b - 1)",
        "每次扔掉一对石子堆中的一堆并把另一堆分成两堆，其值为 (a - 1) 按位或 (b - 1) 末尾连续 1 的个数",
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
            "a - 1 = {a:0bits$b}, b - 1 = {b:0bits$b} in binary; together {ones:0bits$b}, which ends in {value} ones",
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
        // The larger part comes first: there may be too many splits to go through those that are
        // skipped.
        let parts = splits
            .flat_map(|splits| splits.iter().rev())
            .filter(|(a, b)| a >= b);
        Ok(Some(Box::new(parts.filter_map(|(a, b)| {
            Some(vec![vec![number(a)?, number(b)?]])
        }))))
    }
}
