//! In the game of splitting bottles, a bean h bottles before the last bottle is replaced by two
//! beans nearer to the last bottle. The value of a bean is 0 in the last bottle, and the odious
//! number of index h - 1 in any other bottle. The game is Mock Turtles shifted by one, where a bean
//! in the last bottle means an absent coin.
//!
//! Proof: by definition G(h) is the mex of G(a) xor G(b) over a, b < h. In the mex of G(h), equal a
//! and b give 0, b = 0 gives G(a), and all other pairs give the nim-sums of two different values.
//! The nim-sums of G(a) and G(b) are the values of the flips of one, two or three coins, the
//! largest of which is h - 1.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ir::Int;

use crate::coins::LineGame;
use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural};
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "bottles",
    statement: (
        "Each move replaces h by any two smaller numbers, which may be equal. For h ≥ 1, the value of h is the odious number with index h - 1, counted from index 0 (1, 2, 4, 7, 8, …). The value of 0 is 0.",
        "每次把 h 换成任意两个更小的数（可相等）。对 h ≥ 1，h 的值为第 h - 1 个 odious 数（从 0 数起：1、2、4、7、8、…）；0 的值为 0。",
    ),
    source: "HNOI 2007 (Luogu P3185); Mock Turtles one place later, Winning Ways, chapter 14",
    slots: 1..=1,
    suspense: false,
    models: |_, _, _| {
        let text =
            "game Model { state h in 0.. move a in 0..h-1, b in 0..h-1 : [a] + [b] }".to_owned();
        Ok(vec![Model {
            text,
            law: Box::new(BottlesLaw),
        }])
    },
};

/// Returns the value of a bean `height` bottles before the last one, at most 2^63. O(1).
pub fn value(height: u64) -> u64 {
    height
        .checked_sub(1)
        .map_or(0, |place| LineGame::MockTurtles.value(place))
}

/// Returns the height of a bean with the given value, or `None` if no bean has the value. O(1).
fn height_of(value: u64) -> Option<u64> {
    match (value, value.count_ones() % 2) {
        (0, _) => Some(0),
        (_, 1) => Some((value >> 1) + 1),
        _ => None,
    }
}

/// Returns every pair of beans that can replace a bean of `height` and whose nim-sum is `sum`, the
/// higher bean first. O(1) for each pair.
///
/// Two odious numbers 2i + … and 2j + … have a nim-sum with an even number of ones, and i xor j is
/// half of the nim-sum, rounded down. So the higher number i has the top bit of i xor j, and every
/// i with this bit gives a pair.
pub fn pairs(height: u64, sum: u64) -> impl Iterator<Item = (u64, u64)> {
    let one = height_of(sum)
        .filter(|&a| sum != 0 && a < height)
        .map(|a| (a, 0));
    let equal = (0..if sum == 0 { height } else { 0 }).map(|a| (a, a));
    let half = sum >> 1;
    let top = half
        .checked_ilog2()
        .filter(|_| one.is_none() && sum.count_ones().is_multiple_of(2));
    let higher = top.into_iter().flat_map(move |top| {
        (1 << top..height.saturating_sub(1)).filter(move |i| i >> top & 1 == 1)
    });
    one.into_iter()
        .chain(equal)
        .chain(higher.map(move |i| (i + 1, (i ^ half) + 1)))
}

struct BottlesLaw;

impl BottlesLaw {
    /// The maximum height for which all moves are listed.
    const MAX_LISTED_HEIGHT: Int = 1 << 20;
}

impl ModelLaw for BottlesLaw {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        Grundy::nimber(value(natural(position[0])))
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let (h, value) = (natural(position[0]), value(natural(position[0])));
        Some(match h.checked_sub(1) {
            None => text!(
                "no number is smaller than 0, so the value is 0",
                "没有比 0 更小的数，故值为 0"
            ),
            Some(place) => text!(
                "odious numbers (1, 2, 4, 7, 8, …) have an odd number of binary ones; the odious number with index {h} - 1 = {place}, counted from 0, is {value}",
                "odious 数（1, 2, 4, 7, 8, …）的二进制含奇数个 1；从 0 数起，第 {h} - 1 = {place} 个为 {value}"
            ),
        })
    }

    /// Returns all pairs of beans, or only one pair for a bean above the maximum height.
    fn options(
        &self,
        position: &[Int],
        wanted: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let (height, most) = (
            natural(position[0]),
            if self.lists_all(position) {
                usize::MAX
            } else {
                1
            },
        );
        let options = wanted
            .as_nimber()
            .into_iter()
            .flat_map(move |sum| pairs(height, sum))
            .take(most);
        Ok(Some(Box::new(
            options.map(|(a, b)| vec![vec![a as Int], vec![b as Int]]),
        )))
    }

    fn lists_all(&self, position: &[Int]) -> bool {
        position[0] <= BottlesLaw::MAX_LISTED_HEIGHT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_pairs_by_the_definition() {
        let mut values: Vec<u64> = Vec::new();
        for height in 0..80_usize {
            let all = || (0..height).flat_map(|a| (0..=a).map(move |b| (a as u64, b as u64)));
            let sum = |(a, b): (u64, u64)| values[a as usize] ^ values[b as usize];
            assert_eq!(
                value(height as u64),
                nimber::mex(all().map(sum)),
                "{height}"
            );
            for wanted in 0..200 {
                let mut found: Vec<(u64, u64)> = pairs(height as u64, wanted).collect();
                found.sort_unstable();
                assert_eq!(
                    found,
                    all()
                        .filter(|&pair| sum(pair) == wanted)
                        .collect::<Vec<_>>(),
                    "{height} to {wanted}"
                );
            }
            values.push(value(height as u64));
        }
    }
}
