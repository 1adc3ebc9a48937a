//! The game of the problem `cf1149e`: a player lowers the tax of a city, and sets the taxes of the
//! cities to which it has a road.
//!
//! The law. The level of a city is the mex of the levels of its heads. So a city has arcs to every
//! level below its own level, and no arc within its own level. A move lowers one tax, which changes
//! the nim-sum of one level as in Nim, and can set any nim-sums on all lower levels. So the player
//! to move loses iff every level has the nim-sum 0.
//!
//! A player of complete games, whose taxes have 64 bits and no other bound. Preparing takes O(V +
//! E), finding a winning move O(V), and making a move O(out-degree). A winning move sets nim-sums
//! of taxes, so its new taxes need no more digits than the current taxes.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use structures::digraph::{self, DirectedGraph};
use theorems::OnlinePlayer;

/// A city and its tax.
pub type CityTax = (u32, u64);

/// The levels of the cities of an acyclic graph.
#[derive(Clone, Debug)]
pub struct CityLevels {
    graph: DirectedGraph,
    of: Vec<u32>,
    count: usize,
}

impl CityLevels {
    /// Computes the levels of a graph; `None` if it has a cycle. O(V + E).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn new(
        graph: DirectedGraph,
        budget: &Budget<'_>,
    ) -> Result<Option<CityLevels>, StopReason> {
        let Some(order) = graph.order(budget)?.acyclic() else {
            return Ok(None);
        };
        let of = digraph::grundy(&graph, &order, budget)?;
        let count = of.iter().max().map_or(0, |&most| most as usize + 1);
        Ok(Some(CityLevels { graph, of, count }))
    }

    /// Returns the level of a city.
    pub fn level(&self, city: u32) -> usize {
        self.of[city as usize] as usize
    }

    /// Returns the nim-sum of each level, lowest level first. O(V).
    pub fn sums(&self, taxes: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let mut sums = vec![0; self.count];
        for (level, tax) in self.of.iter().zip(taxes) {
            sums[*level as usize] ^= tax;
        }
        sums
    }

    /// Returns a winning move: the city whose tax is lowered, then one city for each level whose
    /// nim-sum must be corrected. Returns `None` if every nim-sum is 0. O(V + out-degree).
    pub fn winning_move(&self, taxes: &[u64], sums: &[u64]) -> Option<Vec<CityTax>> {
        let top = sums.iter().rposition(|sum| *sum != 0)?;
        let mut all = (0..taxes.len() as u32).filter(|&city| self.level(city) == top);
        let city = all
            .find(|&city| taxes[city as usize] ^ sums[top] < taxes[city as usize])
            .expect("some tax has the highest digit");
        let mut made = vec![(city, taxes[city as usize] ^ sums[top])];
        let mut left = sums[..top].to_vec();
        for &head in self.graph.heads(city) {
            if let Some(sum) = left.get_mut(self.level(head)).filter(|sum| **sum != 0) {
                made.push((head, taxes[head as usize] ^ std::mem::take(sum)));
            }
        }
        Some(made)
    }
}

/// The state of a game.
pub struct ElectionPlayer {
    levels: CityLevels,
    taxes: Vec<u64>,
    sums: Vec<u64>,
}

impl ElectionPlayer {
    /// Creates a player for the given taxes, one for each city.
    ///
    /// # Panics
    /// Panics if the number of taxes is not the number of cities.
    pub fn new(levels: CityLevels, taxes: Vec<u64>) -> ElectionPlayer {
        assert_eq!(levels.graph.vertices(), taxes.len());
        let sums = levels.sums(taxes.iter().copied());
        ElectionPlayer {
            levels,
            taxes,
            sums,
        }
    }
}

impl OnlinePlayer for ElectionPlayer {
    /// The city whose tax is lowered, followed by the heads of its arcs; each city is given with
    /// its new tax.
    type Move = Vec<CityTax>;

    fn play(&mut self, made: &Vec<CityTax>) -> Result<(), Text> {
        let Some((&(city, tax), others)) = made.split_first() else {
            return Err(text!(
                "a move must lower the tax of a city",
                "每一步须降低一座城市的税"
            ));
        };
        let count = self.taxes.len();
        let Some(&stands) = self.taxes.get(city as usize) else {
            return Err(text!(
                "unknown city {city}: there are {count} cities, numbered from 0",
                "没有城市 {city}：编号从 0 起，共 {count} 座"
            ));
        };
        if tax >= stands {
            return Err(text!(
                "cannot change the tax of city {city} from {stands} to {tax}: a move must lower it",
                "城市 {city} 的税不能由 {stands} 改为 {tax}：须降低"
            ));
        }
        for (place, &(other, _)) in others.iter().enumerate() {
            if !self.levels.graph.heads(city).contains(&other) {
                return Err(text!(
                    "no arc leads from {city} to {other}",
                    "没有从 {city} 到 {other} 的弧"
                ));
            }
            if others[..place].iter().any(|&(before, _)| before == other) {
                return Err(text!(
                    "city {other} is listed twice",
                    "城市 {other} 写了两次"
                ));
            }
        }
        for &(city, tax) in made {
            self.sums[self.levels.level(city)] ^= self.taxes[city as usize] ^ tax;
            self.taxes[city as usize] = tax;
        }
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Vec<CityTax>> {
        self.levels.winning_move(&self.taxes, &self.sums)
    }

    fn any_move(&mut self) -> Option<Vec<CityTax>> {
        let city = self.taxes.iter().position(|tax| *tax > 0)?;
        Some(vec![(city as u32, 0)])
    }
}
