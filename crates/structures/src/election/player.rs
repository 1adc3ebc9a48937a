//! A player of complete games, with taxes of 64 bits and no other bound: O(V + E) to prepare, O(V)
//! for a winning move, O(out-degree) for each move made. A winning move sets nim-sums of taxes, so
//! it needs no more digits than the taxes have.

use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

use super::levels::{CityLevels, CityTax};

/// The state of a game.
pub struct ElectionPlayer {
    levels: CityLevels,
    taxes: Vec<u64>,
    sums: Vec<u64>,
}

impl ElectionPlayer {
    /// Creates a player for these taxes, one for each city.
    ///
    /// # Panics
    /// Panics if the number of taxes is not the number of cities.
    pub fn new(levels: CityLevels, taxes: Vec<u64>) -> ElectionPlayer {
        assert_eq!(levels.graph().vertices(), taxes.len());
        let sums = levels.sums(taxes.iter().copied());
        ElectionPlayer {
            levels,
            taxes,
            sums,
        }
    }
}

impl OnlinePlayer for ElectionPlayer {
    /// First the city whose tax is lowered, then heads of its arcs; each with its new tax.
    type Move = Vec<CityTax>;

    fn play(&mut self, made: &Vec<CityTax>) -> Result<(), Text> {
        let Some((&(city, tax), others)) = made.split_first() else {
            return Err(text!(
                "a move lowers the tax of a city",
                "每一步须降低一座城市的税"
            ));
        };
        let count = self.taxes.len();
        let Some(&stands) = self.taxes.get(city as usize) else {
            return Err(text!(
                "there is no city {city}; they are counted from 0, and there are {count}",
                "没有城市 {city}：编号从 0 起，共 {count} 座"
            ));
        };
        if tax >= stands {
            return Err(text!(
                "the tax of city {city}, {stands}, must get lower, not {tax}",
                "城市 {city} 的税 {stands} 须降低，不能成为 {tax}"
            ));
        }
        for (place, &(other, _)) in others.iter().enumerate() {
            if !self.levels.graph().heads(city).contains(&other) {
                return Err(text!(
                    "no arc leads from {city} to {other}",
                    "没有从 {city} 到 {other} 的弧"
                ));
            }
            if others[..place].iter().any(|&(before, _)| before == other) {
                return Err(text!(
                    "city {other} is written twice",
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
