//! k-fold dynamic subtraction, in three shapes: a position is what is left and the most that may be taken, cut at what is left or
//! not; or what is left and what was taken last. See [`crate::dynamic`]. The factor is read off the rules and then proved.

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use dashu_int::UBig;
use facts::{Facts, factors};
use rules::ir::{Game, Int};
use rules::rules::Outcome;

use crate::dynamic::{Factor, Numbers, Takes};
use crate::model::{Law, Model, ModelTheorem, Options, natural, number};
use theory::theorem::Declined;
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "dynamic",
    statement: (
        "where at most k times the last take may be taken, m is won iff the least part of its greedy representation may be taken",
        "若每次至多取对手上次的 k 倍，则当且仅当可取走 m 的贪心表示中的最小部分时先手必胜",
    ),
    source: "A. J. Schwenk, Take-away games, Fibonacci Quarterly 8 (1970)",
    slots: 2..=2,
    suspense: false,
    models,
};

/// The greatest factor: the numbers of the representation are about k·ln(m) many.
const MOST: u64 = 1000;

fn models(game: &Game, facts: &Facts, budget: &Budget<'_>) -> Result<Vec<Model>, Declined> {
    let mut models = Vec::new();
    for (num, den) in factors(game, facts.this, budget)? {
        // A factor must also be a number of the rule language.
        let written = Int::try_from(num.max(den)).is_ok();
        let Some(k) = Factor::new(num, den).filter(|_| written && num / den <= MOST) else { continue };
        // What may be taken after a take of x, in the model's words.
        let after = |x: &str| if den == 1 { format!("{num} * {x}") } else { format!("{num} * {x} / {den}") };
        let (of_x, of_t) = (after("x"), after("t"));
        // Those up to 2^63 are made when the game is recognised.
        let numbers = Numbers::up_to(k, &UBig::ONE, budget)?;
        let shapes = [
            (format!("state m in 0.., n in 0.. move x in 1..min(m, n) : [m - x, min({of_x}, m - x)]"), Shape::Cut),
            (format!("state m in 0.., n in 0.. move x in 1..min(m, n) : [m - x, {of_x}]"), Shape::Limit),
            (format!("state m in 0.., t in 0.. move x in 1..min(m, {of_t}) : [m - x, x]"), Shape::Last),
        ];
        models.extend(shapes.into_iter().map(|(rules, shape)| Model {
            text: format!("game Model {{ {rules} }}"),
            law: Box::new(Heap { k, numbers: numbers.clone(), shape }),
        }));
    }
    if models.is_empty() {
        return Err(text!("no factor k up to {MOST} bounds the next take", "没有限制下一次取数的倍数 k（至多 {MOST}）").into());
    }
    Ok(models)
}

/// What the second number of a position is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// The most that may be taken, at most what is left.
    Cut,
    /// The most that may be taken, perhaps more than is left.
    Limit,
    /// What was taken last.
    Last,
}

struct Heap {
    k: Factor,
    /// Schwenk's numbers: up to 2^63 after [`Law::prepare`].
    numbers: Numbers,
    shape: Shape,
}

impl Heap {
    fn takes(&self, position: &[Int]) -> Takes {
        let (m, second) = (UBig::from(natural(position[0])), UBig::from(natural(position[1])));
        let limit = if self.shape == Shape::Last { self.k.limit_after(&second) } else { second };
        self.numbers.winning_takes(&m, &limit)
    }
}

impl Law for Heap {
    fn prepare(&mut self, budget: &Budget<'_>) -> Result<(), Stop> {
        self.numbers = Numbers::up_to(self.k, &UBig::from(i64::MAX as u64), budget)?;
        Ok(())
    }

    fn knows_values(&self) -> bool {
        false
    }

    fn outcome(&self, position: &[Int], _: &Budget<'_>) -> Result<Outcome, Stop> {
        Ok(if self.takes(position).least().is_some() { Outcome::N } else { Outcome::P })
    }

    fn works(&self, position: &[Int]) -> Option<Text> {
        let (m, second) = (UBig::from(natural(position[0])), UBig::from(natural(position[1])));
        let limit = if self.shape == Shape::Last { self.k.limit_after(&second) } else { second }.min(m.clone());
        let parts = self.numbers.parts(&m);
        let least = parts.last()?;
        let sum: Vec<String> = parts.iter().map(UBig::to_string).collect();
        let losing: Vec<String> = self.numbers.losing().iter().take(8).map(UBig::to_string).collect();
        let (sum, losing) = (sum.join(" + "), losing.join(", "));
        let named = match Factor::new(2, 1) == Some(self.k) {
            true => text!("Fibonacci numbers, no two neighbours: Zeckendorf", "互不相邻的斐波那契数：Zeckendorf 表示"),
            false => text!("the heaps lost at the beginning", "开局必败的堆"),
        };
        let (en, zh) = (named.en, named.zh);
        let parts = text!("{m} = {sum}, greedily out of {losing}, … ({en})", "{m} = {sum}，由 {losing}, … 贪心分解（{zh}）");
        let verdict = match self.takes(position).least() {
            Some(take) => text!(
                "the least part is {least}, and up to {limit} may be taken: taking {take} wins, for the next part is then out of reach",
                "最小部分为 {least}，而此时至多可取 {limit}：取 {take} 即胜，因为对方取不走下一部分"
            ),
            None => text!(
                "the least part is {least}, but only up to {limit} may be taken: every take splits it, and its new least part may be taken",
                "最小部分为 {least}，但此时至多只可取 {limit}：任何取法都拆开它，对方即可取走新的最小部分"
            ),
        };
        Some(Text::lines(&[parts, verdict]))
    }

    fn options(&self, position: &[Int], value: Grundy, _: &Budget<'_>) -> Result<Option<Options<'_>>, Stop> {
        if value != Grundy::ZERO {
            return Ok(Some(Box::new(std::iter::empty())));
        }
        let takes = self.takes(position);
        let up_to = u64::try_from(&takes.up_to).expect("a take is at most what is left");
        let also: Vec<u64> = takes.also.iter().map(|take| u64::try_from(take).expect("a take is at most what is left")).collect();
        let m = natural(position[0]);
        let option = move |x: u64| {
            let next = match self.shape {
                Shape::Last => x,
                _ => {
                    let limit = self.k.limit_after(&UBig::from(x));
                    let limit = if self.shape == Shape::Cut { limit.min(UBig::from(m - x)) } else { limit };
                    u64::try_from(&limit).ok()?
                }
            };
            Some(vec![vec![number(m - x)?, number(next)?]])
        };
        Ok(Some(Box::new((1..=up_to).chain(also).filter_map(option))))
    }
}
