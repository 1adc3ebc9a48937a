//! Recognises several independent piles in one position: from pile i, a move takes 1 to mᵢ stones,
//! any number, or any odd number. The value is the nim-sum of the piles' values: nᵢ mod (mᵢ + 1),
//! nᵢ, or nᵢ mod 2, respectively. The value nᵢ mod 2 holds because an odd take changes the parity,
//! and 1 may be taken from every odd pile. The allowed takes of each pile are guessed from one
//! position and then proved.

use std::collections::BTreeSet;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::{GameFacts, singles};
use rules::ir::{Game, Int};

use crate::model::{Model, ModelLaw, ModelTheorem, Options, natural, number};
use theory::columns::nim_sum;
use theory::theorem::ConditionError;
use theory::value::Grundy;

pub(crate) const THEOREM: ModelTheorem = ModelTheorem {
    name: "piles",
    statement: (
        "Each pile has a rule of its own; pile i has nᵢ stones. If a move in pile i takes 1 to mᵢ stones, the value of the pile is nᵢ mod (mᵢ + 1). If a move takes any number, the value is nᵢ; if it takes any odd number, the value is nᵢ mod 2. The Grundy value of the position is the nim-sum of these values.",
        "每堆各有规则。第 i 堆有 nᵢ 颗：若每次可取 1 到 mᵢ 颗，其值为 nᵢ mod (mᵢ + 1)；若可取任意多颗，为 nᵢ；若可取任意奇数颗，为 nᵢ mod 2。总值为各值的 Nim 和。",
    ),
    source: "Sprague (1935), Grundy (1939), with Bachet's game for each pile",
    slots: 1..=8,
    suspense: false,
    models,
};

/// The maximum number of moves listed for a pile that allows any odd number.
const MAX_LISTED_MOVES: usize = 1_000;

/// The amounts that may be taken from a pile.
enum AllowedTakes {
    /// A move takes any number of stones.
    All,
    /// A move takes any odd number of stones.
    Odd,
    /// A move takes 1 to this number of stones.
    UpTo(Int),
}

impl AllowedTakes {
    fn from_amounts(amounts: &BTreeSet<Option<Int>>) -> AllowedTakes {
        let even = |amount: &Option<Int>| amount.is_some_and(|amount| amount % 2 == 0);
        match (amounts.contains(&None), amounts.iter().any(even)) {
            (true, true) => AllowedTakes::All,
            (true, false) => AllowedTakes::Odd,
            (false, _) => AllowedTakes::UpTo(amounts.last().copied().flatten().unwrap_or(0)),
        }
    }

    /// Returns the rule for the pile `a{i}` of a model.
    fn rule(&self, i: usize) -> String {
        match self {
            AllowedTakes::All => format!(" move k in 1..a{i} : {{ a{i} -= k }}"),
            AllowedTakes::Odd => format!(" move k in 1..a{i} when k % 2 == 1 : {{ a{i} -= k }}"),
            AllowedTakes::UpTo(0) => String::new(),
            AllowedTakes::UpTo(most) => format!(" move k in 1..{most} : {{ a{i} -= k }}"),
        }
    }

    /// Returns the period of the values of a pile, or `None` if they are not periodic.
    fn period(&self) -> Option<u64> {
        match self {
            AllowedTakes::All => None,
            AllowedTakes::Odd => Some(2),
            AllowedTakes::UpTo(most) => Some(*most as u64 + 1),
        }
    }
}

fn models(
    game: &Game,
    facts: &GameFacts,
    budget: &Budget<'_>,
) -> Result<Vec<Model>, ConditionError> {
    let mut piles = Vec::new();
    for slot in 0..game.slots.len() {
        piles.push(AllowedTakes::from_amounts(
            &singles(game, facts.this, slot, budget)?
                .into_iter()
                .collect(),
        ));
    }
    if !game.has_arrays() && matches!(piles[..], [AllowedTakes::All | AllowedTakes::UpTo(_)]) {
        return Err(text!(
            "needs several piles; a single pile can only be Nim or Bachet's game",
            "需要若干堆；单独一堆只可能是 Nim 或 Bachet 游戏"
        )
        .into());
    }
    let slots: Vec<String> = (0..piles.len()).map(|i| format!("a{i} in 0..")).collect();
    let mut text = format!("game Model {{ state {}", slots.join(", "));
    piles
        .iter()
        .enumerate()
        .for_each(|(i, pile)| text.push_str(&pile.rule(i)));
    text.push_str(" }");
    if piles
        .iter()
        .all(|pile| matches!(pile, AllowedTakes::UpTo(0)))
    {
        return Ok(Vec::new());
    }
    Ok(vec![Model {
        text,
        law: Box::new(PilesLaw(piles)),
    }])
}

/// The allowed takes of each pile.
struct PilesLaw(Vec<AllowedTakes>);

impl PilesLaw {
    fn worth(&self, pile: usize, n: Int) -> u64 {
        self.0[pile]
            .period()
            .map_or(natural(n), |period| natural(n) % period)
    }

    fn total(&self, position: &[Int]) -> u64 {
        position
            .iter()
            .enumerate()
            .fold(0, |sum, (i, &n)| nimber::sum(sum, self.worth(i, n)))
    }
}

impl ModelLaw for PilesLaw {
    fn value(&self, position: &[Int]) -> Option<Grundy> {
        Grundy::nimber(self.total(position))
    }

    fn explanation(&self, position: &[Int]) -> Option<Text> {
        let pile = |(i, &n): (usize, &Int)| {
            let name = self.0[i]
                .period()
                .map_or_else(|| n.to_string(), |period| format!("{n} mod {period}"));
            (Text::same(name), self.worth(i, n))
        };
        Some(nim_sum(
            &position.iter().enumerate().map(pile).collect::<Vec<_>>(),
        ))
    }

    /// Returns the options of all piles with the requested value. Each pile can be brought to a
    /// given value by at most one amount, or by every odd amount.
    fn options(
        &self,
        position: &[Int],
        wanted: Grundy,
        _: &Budget<'_>,
    ) -> Result<Option<Options<'_>>, StopReason> {
        let Some(wanted) = wanted.as_nimber() else {
            return Ok(None);
        };
        let change = nimber::sum(self.total(position), wanted);
        let mut options = Vec::new();
        for (pile, &n) in position.iter().enumerate() {
            let (now, target) = (
                self.worth(pile, n),
                nimber::sum(self.worth(pile, n), change),
            );
            let least = match self.0[pile].period() {
                None if target < now => now - target,
                Some(period) if target < period => (now + period - target) % period,
                _ => continue,
            };
            let Some(least) = number(least).filter(|take| (1..=n).contains(take)) else {
                continue;
            };
            let count = if matches!(self.0[pile], AllowedTakes::Odd) {
                MAX_LISTED_MOVES
            } else {
                1
            };
            for take in (least..=n).step_by(2).take(count) {
                let mut option = position.to_vec();
                option[pile] -= take;
                options.push(vec![option]);
            }
        }
        Ok(Some(Box::new(options.into_iter())))
    }

    fn lists_all(&self, position: &[Int]) -> bool {
        !self
            .0
            .iter()
            .zip(position)
            .any(|(pile, n)| matches!(pile, AllowedTakes::Odd) && *n > 2 * MAX_LISTED_MOVES as Int)
    }
}
