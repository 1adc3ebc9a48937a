//! Several piles in one position that do not know of each other: from pile i 1 to mᵢ stones may be taken, or any number. The value
//! is the nim-sum of the piles, nᵢ mod (mᵢ + 1) each. How much each pile gives is guessed from one move and then proved.

use std::collections::BTreeSet;

use base::budget::{Budget, Stop};
use base::text::Text;
use facts::{Facts, singles};
use rules::ir::{Game, Int};

use crate::model::{Law, Model, ModelTheorem, Options, natural, number};
use theory::columns::nim_sum;
use theory::theorem::Refusal;
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "piles",
    statement: (
        "piles side by side, from each of which 1 to mᵢ (or any number) may be taken, are worth the nim-sum of nᵢ mod (mᵢ + 1)",
        "若第 i 堆每次可取 1 到 mᵢ 颗（或任意多颗），则总值为各 nᵢ mod (mᵢ + 1) 的 Nim 和",
    ),
    source: "Sprague (1935), Grundy (1939), with Bachet's game for each pile",
    slots: 2..=8,
    suspense: false,
    models,
};

fn models(game: &Game, facts: &Facts, budget: &Budget<'_>) -> Result<Vec<Model>, Refusal> {
    let mut most = Vec::new();
    for slot in 0..game.slots.len() {
        let amounts: BTreeSet<Option<Int>> = singles(game, facts.this, slot, budget)?.into_iter().collect();
        most.push(if amounts.contains(&None) { None } else { Some(amounts.last().copied().flatten().unwrap_or(0)) });
    }
    let slots: Vec<String> = (0..most.len()).map(|i| format!("a{i} in 0..")).collect();
    let mut text = format!("game Model {{ state {}", slots.join(", "));
    for (i, most) in most.iter().enumerate() {
        match most {
            None => text.push_str(&format!(" move k in 1..a{i} : {{ a{i} -= k }}")),
            Some(0) => {}
            Some(most) => text.push_str(&format!(" move k in 1..{most} : {{ a{i} -= k }}")),
        }
    }
    text.push_str(" }");
    if most.iter().all(|m| *m == Some(0)) {
        return Ok(Vec::new());
    }
    Ok(vec![Model { text, law: Box::new(Piles { most }) }])
}

struct Piles {
    /// The most that may be taken from each pile; none: everything.
    most: Vec<Option<Int>>,
}

impl Piles {
    fn worth(&self, pile: usize, n: Int) -> u64 {
        self.most[pile].map_or(natural(n), |most| natural(n) % (most as u64 + 1))
    }

    fn total(&self, position: &[Int]) -> u64 {
        position.iter().enumerate().fold(0, |sum, (i, &n)| nimber::sum(sum, self.worth(i, n)))
    }
}

impl Law for Piles {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        Grundy::nimber(self.total(position))
    }

    fn works(&self, position: &[Int]) -> Option<Text> {
        let pile = |(i, &n): (usize, &Int)| {
            let name = self.most[i].map_or_else(|| n.to_string(), |most| format!("{n} mod {}", most as u64 + 1));
            (Text::same(name), self.worth(i, n))
        };
        Some(nim_sum(&position.iter().enumerate().map(pile).collect::<Vec<_>>()))
    }

    /// Each pile can be brought to one worth by one amount at most.
    fn options(&self, position: &[Int], wanted: Grundy, _: &Budget<'_>) -> Result<Option<Options<'_>>, Stop> {
        let Some(wanted) = wanted.as_nimber() else { return Ok(None) };
        let change = nimber::sum(self.total(position), wanted);
        let mut options = Vec::new();
        for (pile, &n) in position.iter().enumerate() {
            let (now, target) = (self.worth(pile, n), nimber::sum(self.worth(pile, n), change));
            let take = match self.most[pile] {
                None if target < now => now - target,
                Some(most) if target <= most as u64 => (now + most as u64 + 1 - target) % (most as u64 + 1),
                _ => continue,
            };
            if let Some(take) = number(take).filter(|take| (1..=n).contains(take)) {
                let mut option = position.to_vec();
                option[pile] -= take;
                options.push(vec![option]);
            }
        }
        Ok(Some(Box::new(options.into_iter())))
    }
}
