//! A player of complete games, whose taxes have 64 bits and no other bound. Preparing takes O(V +
//! E), finding a winning move O(V), and making a move O(out-degree). A winning move sets nim-sums
//! of taxes, so its new taxes need no more digits than the current taxes.

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
    /// Creates a player for the given taxes, one for each city.
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
            if !self.levels.graph().heads(city).contains(&other) {
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
