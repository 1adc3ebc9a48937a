//! Lasker's Nim: a move takes any number from a pile, or splits a pile into two. G(4m) = 4m - 1 for
//! m ≥ 1, G(4m + 3) = 4m + 4, otherwise G(n) = n.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;

use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural, number};
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "lasker",
    statement: (
        "Each move takes any number of stones from a pile, or splits it into two piles. G(4m) = 4m - 1 for m ≥ 1, G(4m + 3) = 4m + 4, and G(n) = n otherwise.",
        "每次可取走任意多颗，或把一堆分成两堆。G(4m) = 4m - 1（m ≥ 1），G(4m + 3) = 4m + 4，其余 G(n) = n。",
    ),
    source: "E. Lasker, Brettspiele der Völker (1931); Winning Ways, chapter 4",
    slots: 1..=1,
    suspense: false,
    models: |_, _, _| {
        let text = "game Model { state n in 0.. move k in 1..n : [n - k] move k in 1..n - 1 : [k] + [n - k] }".to_owned();
        Ok(vec![Model {
            text,
            law: Box::new(LaskerLaw),
        }])
    },
};

struct LaskerLaw;

/// Returns the value of a pile, and also the pile that has a given value, because the map from
/// piles to values is its own inverse.
fn value(n: u64) -> Option<u64> {
    match n % 4 {
        0 if n > 0 => Some(n - 1),
        3 => n.checked_add(1),
        _ => Some(n),
    }
}

impl ModelLaw for LaskerLaw {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        Grundy::nimber(value(natural(position[0]))?)
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let n = natural(position[0]);
        let (times, rest, value) = (n / 4, n % 4, value(n)?);
        Some(match (times, rest) {
            (1.., 0) => text!(
                "{n} = 4 · {times}, so the value is {n} - 1 = {value}",
                "{n} = 4 · {times}，故值为 {n} - 1 = {value}"
            ),
            (_, 3) => text!(
                "{n} = 4 · {times} + 3, so the value is {n} + 1 = {value}",
                "{n} = 4 · {times} + 3，故值为 {n} + 1 = {value}"
            ),
            _ => text!(
                "{n} = 4 · {times} + {rest}, so the value is {value} itself",
                "{n} = 4 · {times} + {rest}，故值即为 {value}"
            ),
        })
    }

    /// Returns the options of the requested value: at most one pile after a take, and all pairs
    /// after a split. To find the pairs, all n / 2 splits are tried.
    fn options(
        &self,
        position: &[Int],
        wanted: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        /// The maximum size of a pile whose splits are tried. For larger piles, the rules list the
        /// splits.
        const MAX_TRIED_SPLITS: u64 = 1 << 16;
        let (n, wanted) = match (natural(position[0]), wanted.as_nimber()) {
            (n @ ..=MAX_TRIED_SPLITS, Some(wanted)) => (n, wanted),
            _ => return Ok(None),
        };
        let taken = value(wanted)
            .filter(|left| *left < n)
            .map(|left| vec![vec![number(left).expect("below n")]]);
        let split = (1..=n / 2).filter(move |&k| {
            k < n
                && value(k)
                    .zip(value(n - k))
                    .is_some_and(|(a, b)| nimber::sum(a, b) == wanted)
        });
        let split = split.map(move |k| vec![vec![k as Int], vec![(n - k) as Int]]);
        Ok(Some(Box::new(taken.into_iter().chain(split))))
    }
}
