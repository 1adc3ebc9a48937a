//! The law of [`super::CityLevels`] as a theorem on the game.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::game::Outcome;
use rules::ir::Int;
use theory::theorem::{ChosenMove, ClosedForm};
use theory::value::Grundy;

use super::levels::CityLevels;
use super::rules::ElectionRules;
use crate::structure_theorem::StructureTheorem;

/// The maximum number of moves that are listed; if a position may have more, one move is listed for
/// each city.
const MAX_LISTED_MOVES: u64 = 10_000;

/// The maximum number of cities in a position for which the nim-sum of each level is explained.
const MAX_EXPLAINED_CITIES: usize = 60;

pub(crate) const THEOREM: StructureTheorem<ElectionRules> = StructureTheorem {
    name: "election-promises",
    statement: (
        "A move lowers the tax of a city and sets any taxes for its successors. The level of a city is the mex of the levels of its successors. The player to move loses iff the taxes of every level have the nim-sum 0; these nim-sums are the digits of the value.",
        "每步降低一座城市的税并任意改写其后继的税。城市的层是各后继的层的 mex。先手必败当且仅当每一层的税的异或和为 0；各层的异或和就是 SG 值的各位。",
    ),
    source: "Codeforces 1149 E, Election Promises (2019)",
    other_game: ("not the game of taxes in cities", "不是城市税收游戏"),
    form: |game, case| {
        case.needs_normal_play()?;
        let levels = CityLevels::new(game.graph().clone(), case.budget)?
            .ok_or_else(|| text!("the graph has a cycle", "图中有环"))?;
        Ok(Box::new(ElectionForm {
            levels,
            bits: game.bits(),
        }))
    },
};

struct ElectionForm {
    levels: CityLevels,
    bits: u32,
}

impl ElectionForm {
    fn sums(&self, taxes: &[Int], budget: &Budget<'_>) -> Result<Vec<u64>, StopReason> {
        budget.steps(taxes.len())?;
        Ok(self.levels.sums(taxes.iter().map(|&tax| tax as u64)))
    }

    /// Returns the digits of a value, one for each level; returns `None` if no position has this
    /// value. If the theorem gives only outcomes, returns zeros for the value 0.
    fn digits(&self, value: u64) -> Option<Vec<u64>> {
        if !self.knows_values() {
            return (value == 0).then(|| vec![0; self.levels.count()]);
        }
        let digits: Vec<u64> = (0..self.levels.count())
            .map(|level| value >> (level as u32 * self.bits) & ((1 << self.bits) - 1))
            .collect();
        (value >> (digits.len() as u32 * self.bits) == 0).then_some(digits)
    }

    /// Returns an upper bound for the number of moves from a city to one value.
    fn ways(&self, city: u32) -> u64 {
        let heads = self.levels.graph().options(city);
        let mut levels: Vec<usize> = heads.iter().map(|&head| self.levels.level(head)).collect();
        levels.sort_unstable();
        levels.dedup();
        let free = (heads.len() - levels.len()) as u32;
        1_u64
            .checked_shl(free.saturating_mul(self.bits))
            .unwrap_or(u64::MAX)
    }

    /// Adds all moves of a city that change the nim-sums of the levels by the given amounts, or
    /// only one of these moves.
    fn moves(
        &self,
        taxes: &[Int],
        city: u32,
        change: &[u64],
        all: bool,
        budget: &Budget<'_>,
        moves: &mut Vec<ChosenMove>,
    ) -> Result<(), StopReason> {
        let own = self.levels.level(city);
        let lowered = taxes[city as usize] ^ change[own] as Int;
        if lowered >= taxes[city as usize] {
            return Ok(());
        }
        let heads = self.levels.graph().options(city);
        budget.steps(heads.len() + change.len())?;
        // The last head of each level gets the change that remains after the changes of the level's
        // other heads.
        let mut last: Vec<Option<usize>> = vec![None; change.len()];
        heads
            .iter()
            .enumerate()
            .for_each(|(place, &head)| last[self.levels.level(head)] = Some(place));
        if (0..change.len())
            .any(|level| level != own && change[level] != 0 && last[level].is_none())
        {
            return Ok(());
        }
        let is_free = |place: &usize| last[self.levels.level(heads[*place])] != Some(*place);
        let free: Vec<usize> = (0..heads.len()).filter(is_free).collect();
        let highest = (1 << self.bits) - 1;
        let stand: Vec<Int> = heads.iter().map(|&head| taxes[head as usize]).collect();
        let mut written = stand.clone();
        if all {
            free.iter().for_each(|&place| written[place] = 0);
        }
        loop {
            let mut left = change.to_vec();
            for &place in &free {
                left[self.levels.level(heads[place])] ^= (written[place] ^ stand[place]) as u64;
            }
            for place in last.iter().flatten() {
                written[*place] = stand[*place] ^ left[self.levels.level(heads[*place])] as Int;
            }
            budget.steps(heads.len() + change.len())?;
            budget.make_room(moves, 1, 8 * (2 + heads.len() as u64))?;
            moves.push((0, [&[Int::from(city), lowered], &written[..]].concat()));
            let next = free
                .iter()
                .rposition(|&place| written[place] < highest)
                .filter(|_| all);
            let Some(next) = next else { return Ok(()) };
            written[free[next]] += 1;
            free[next + 1..]
                .iter()
                .for_each(|&place| written[place] = 0);
        }
    }
}

impl ClosedForm for ElectionForm {
    fn summary(&self) -> Text {
        let (cities, levels, below) = (
            self.levels.graph().vertices(),
            self.levels.count(),
            1_u64 << self.bits,
        );
        text!(
            "{cities} cities on {levels} levels, taxes below {below}",
            "{cities} 座城市分为 {levels} 层，税小于 {below}"
        )
    }

    /// Returns whether the digits of every position fit in a value; otherwise the theorem gives
    /// only outcomes.
    fn knows_values(&self) -> bool {
        self.levels.count() as u64 * u64::from(self.bits) < u64::from(u64::BITS)
    }

    fn grundy(&self, taxes: &[Int], budget: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        let sums = self.sums(taxes, budget)?;
        let value = || {
            sums.iter()
                .rev()
                .fold(0, |value, sum| value << self.bits | sum)
        };
        Ok(if self.knows_values() {
            Grundy::nimber(value())
        } else {
            None
        })
    }

    fn outcome(&self, taxes: &[Int], budget: &Budget<'_>) -> Result<Outcome, StopReason> {
        let lost = self.sums(taxes, budget)?.iter().all(|sum| *sum == 0);
        Ok(if lost { Outcome::P } else { Outcome::N })
    }

    fn explanation(&self, taxes: &[Int], budget: &Budget<'_>) -> Result<Option<Text>, StopReason> {
        let sums = self.sums(taxes, budget)?;
        if taxes.len() > MAX_EXPLAINED_CITIES {
            return Ok(None);
        }
        let line = |(level, sum): (usize, &u64)| {
            let own = (0..taxes.len()).filter(|&city| self.levels.level(city as u32) == level);
            let sum_of = own
                .map(|city| taxes[city].to_string())
                .collect::<Vec<_>>()
                .join(" ⊕ ");
            text!(
                "level {level}: the taxes {sum_of} have the nim-sum {sum}",
                "第 {level} 层：税 {sum_of} 的异或和为 {sum}"
            )
        };
        Ok(Some(Text::lines(
            &sums.iter().enumerate().rev().map(line).collect::<Vec<_>>(),
        )))
    }

    fn moves_to(
        &self,
        taxes: &[Int],
        value: Grundy,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<ChosenMove>>, StopReason> {
        let sums = self.sums(taxes, budget)?;
        let Some(digits) = value.as_nimber().and_then(|value| self.digits(value)) else {
            return Ok(Some(Vec::new()));
        };
        let change: Vec<u64> = sums
            .iter()
            .zip(digits)
            .map(|(sum, digit)| sum ^ digit)
            .collect();
        let all = self.lists_all(taxes);
        let mut moves = Vec::new();
        for city in 0..taxes.len() as u32 {
            self.moves(taxes, city, &change, all, budget, &mut moves)?;
        }
        Ok(Some(moves))
    }

    fn lists_all(&self, taxes: &[Int]) -> bool {
        let taxed = (0..taxes.len() as u32).filter(|&city| taxes[city as usize] > 0);
        taxed.fold(0_u64, |ways, city| ways.saturating_add(self.ways(city))) <= MAX_LISTED_MOVES
    }
}
