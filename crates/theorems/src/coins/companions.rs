//! This module computes the values of any companion family on a finite part of a well-founded set,
//! by definition. The companions of a coin in a flip are the other coins that the flip turns. The
//! places are numbered such that the companions of a place have smaller numbers than the place.
//! G(s) is the mex, over the flips T with largest coin s, of the nim-sum of G over T without s. The
//! definition is the reference implementation of the closed forms. O(coins of all flips).

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;

/// The companion family: for each place, the sets of other coins that flips turn together with the
/// coin on this place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanionFamily(Vec<Vec<Vec<usize>>>);

impl CompanionFamily {
    /// Creates the family with the given companions of each place. The companions of a place must
    /// be distinct and must come before the place.
    ///
    /// # Errors
    /// Returns the companion that is a duplicate or does not come before its place.
    pub fn new(companions: Vec<Vec<Vec<usize>>>) -> Result<CompanionFamily, Text> {
        for (place, sets) in companions.iter().enumerate() {
            for set in sets {
                if let Some(other) = set.iter().find(|&&other| other >= place) {
                    return Err(text!(
                        "place {other} is turned with place {place}, but the other coins of a flip must have smaller places",
                        "位置 {other} 与 {place} 同翻，却不在其前"
                    ));
                }
                let mut sorted = set.clone();
                sorted.sort_unstable();
                if sorted.windows(2).any(|two| two[0] == two[1]) {
                    return Err(text!(
                        "a flip of place {place} lists the same coin twice",
                        "翻动位置 {place} 时有一枚硬币翻了两次"
                    ));
                }
            }
        }
        Ok(CompanionFamily(companions))
    }

    /// Returns the value of every place.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn values(&self, budget: &Budget<'_>) -> Result<Vec<u64>, StopReason> {
        budget.allow_memory(self.0.len() as u64 * 8)?;
        let mut values: Vec<u64> = Vec::with_capacity(self.0.len());
        for sets in &self.0 {
            let mut options: Vec<u64> = Vec::with_capacity(sets.len());
            for set in sets {
                budget.steps(set.len() + 1)?;
                options.push(set.iter().fold(0, |sum, &other| sum ^ values[other]));
            }
            options.sort_unstable();
            options.dedup();
            values.push(
                (0..)
                    .zip(&options)
                    .find(|(i, value)| i != *value)
                    .map_or(options.len() as u64, |(i, _)| i),
            );
        }
        Ok(values)
    }

    /// Returns every winning flip of a set of heads, as place and companions, given the values of
    /// the places.
    pub fn winning_flips<'f>(
        &'f self,
        values: &'f [u64],
        heads: &'f [usize],
    ) -> impl Iterator<Item = (usize, &'f [usize])> {
        let sum = heads.iter().fold(0, |sum, &head| sum ^ values[head]);
        let flips = heads
            .iter()
            .filter(move |_| sum != 0)
            .flat_map(|&head| self.0[head].iter().map(move |set| (head, &set[..])));
        flips.filter(move |(head, set)| {
            set.iter()
                .fold(sum ^ values[*head], |left, &other| left ^ values[other])
                == 0
        })
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::{CoinGame, LineGame, ProductGame, RowColumnGame, SquaresGame};
    use super::*;
    use theory::reference::ReferenceSearch;

    /// Tests the theorem itself on random families: sets of heads against the definition of the
    /// game.
    #[test]
    fn sets_of_heads_are_the_nim_sum_of_single_heads() {
        let mut rng = Rng::with_seed(10);
        for _ in 0..60 {
            let places = rng.usize(1..8);
            let companions: Vec<Vec<Vec<usize>>> = (0..places)
                .map(|place| {
                    (0..rng.usize(0..5))
                        .map(|_| (0..place).filter(|_| rng.bool()).collect())
                        .collect()
                })
                .collect();
            let family = CompanionFamily::new(companions.clone()).unwrap();
            let values = family.values(&Budget::generous()).unwrap();
            let mask = |set: &[usize]| set.iter().fold(0u32, |mask, &coin| mask | 1 << coin);
            let after = |heads: u32, place: usize, set: &[usize]| heads ^ 1 << place ^ mask(set);
            let everything = Budget::generous();
            let options = |&heads: &u32| -> Vec<u32> {
                let showing = (0..places).filter(|place| heads >> place & 1 == 1);
                showing
                    .flat_map(|place| {
                        companions[place]
                            .iter()
                            .map(move |set| after(heads, place, set))
                    })
                    .collect()
            };
            let mut search = ReferenceSearch::normal(options, &everything);
            for heads in 0..1u32 << places {
                let list: Vec<usize> = (0..places)
                    .filter(|place| heads >> place & 1 == 1)
                    .collect();
                let wins = search.mover_wins(&heads).unwrap();
                assert_eq!(
                    list.iter().fold(0, |sum, &head| sum ^ values[head]) != 0,
                    wins
                );
                let expected: Vec<(usize, &[usize])> = list
                    .iter()
                    .flat_map(|&head| companions[head].iter().map(move |set| (head, &set[..])))
                    .filter(|(head, set)| search.mover_wins(&after(heads, *head, set)) == Ok(false))
                    .collect();
                assert_eq!(
                    family.winning_flips(&values, &list).collect::<Vec<_>>(),
                    expected
                );
            }
        }
        assert!(
            CompanionFamily::new(vec![vec![vec![0]]]).is_err()
                && CompanionFamily::new(vec![vec![], vec![vec![0, 0]]]).is_err()
        );
    }

    /// Compares a closed form with the definition: the values, and all flips with a given nim-sum.
    fn agrees<G: CoinGame>(
        game: &G,
        places: &[Vec<u64>],
        flips: impl Fn(&Vec<u64>) -> Vec<Vec<Vec<u64>>>,
    ) {
        let number = |place: &Vec<u64>| places.iter().position(|other| other == place).unwrap();
        let all: Vec<Vec<Vec<usize>>> = places
            .iter()
            .map(|place| {
                flips(place)
                    .iter()
                    .map(|flip| {
                        flip.iter()
                            .filter(|other| *other != place)
                            .map(number)
                            .collect()
                    })
                    .collect()
            })
            .collect();
        let values = CompanionFamily::new(all.clone())
            .unwrap()
            .values(&Budget::generous())
            .unwrap();
        for (i, place) in places.iter().enumerate() {
            assert_eq!(game.value(place), values[i], "{place:?}");
            for change in 0..40 {
                let mut expected: Vec<Vec<usize>> = all[i].clone();
                expected.iter_mut().for_each(|set| set.push(i));
                expected
                    .retain(|set| set.iter().fold(0, |sum, &coin| sum ^ values[coin]) == change);
                expected.iter_mut().for_each(|set| set.sort_unstable());
                expected.sort();
                let mut found: Vec<Vec<usize>> = Vec::new();
                for flip in game.flips(place, change).filter(|_| change > 0) {
                    let (coins, head) = game.coins(&flip).unwrap();
                    assert_eq!(&head, place);
                    found.push(coins.iter().map(number).collect());
                }
                found.iter_mut().for_each(|set| set.sort_unstable());
                found.sort();
                if change > 0 {
                    assert_eq!(found, expected, "{place:?} by {change}");
                }
                if values[i] ^ change < values[i] {
                    let (coins, head) = game.coins(&game.lowering(place, change).unwrap()).unwrap();
                    assert!(
                        &head == place
                            && coins.iter().fold(0, |sum, coin| sum ^ game.value(coin)) == change
                    );
                }
            }
            assert_eq!(game.any_flip(place).is_some(), !all[i].is_empty());
        }
    }

    /// Returns the flips according to the wording of the rules, as sets of coins whose largest coin
    /// is `head`.
    fn on_a_line(line: LineGame, head: u64) -> Vec<Vec<u64>> {
        let first = u64::from(matches!(line, LineGame::Turtles | LineGame::Ruler));
        let smaller = head - first;
        let sets = (0..1u32 << smaller).map(|mask| {
            (0..smaller)
                .filter(|i| mask >> i & 1 == 1)
                .map(|i| i + first)
                .chain([head])
                .collect()
        });
        sets.filter(|set: &Vec<u64>| match line {
            LineGame::Turtles => set.len() <= 2,
            LineGame::Twins => set.len() == 2,
            LineGame::MockTurtles => set.len() <= 3,
            LineGame::Triplets => set.len() == 3,
            LineGame::Ruler => set.windows(2).all(|two| two[0] + 1 == two[1]),
            LineGame::Flips => set.len() == 1,
        })
        .collect()
    }

    #[test]
    fn games_on_a_line() {
        for line in LineGame::ALL {
            let first = line.places().0;
            let places: Vec<Vec<u64>> = (first..13).map(|place| vec![place]).collect();
            let game = ProductGame::new(vec![line]);
            agrees(&game, &places, |place| {
                on_a_line(line, place[0])
                    .into_iter()
                    .map(|set| set.into_iter().map(|coin| vec![coin]).collect())
                    .collect()
            });
        }
    }

    #[test]
    fn products_of_two_and_three_lines() {
        for (i, a) in LineGame::ALL.into_iter().enumerate() {
            for b in &LineGame::ALL[i..] {
                let game = ProductGame::new(vec![a, *b]);
                let (x, y) = (a.places().0, b.places().0);
                let places: Vec<Vec<u64>> = (x..6)
                    .flat_map(|i| (y..6).map(move |j| vec![i, j]))
                    .collect();
                agrees(&game, &places, |place| {
                    let (left, right) = (on_a_line(a, place[0]), on_a_line(*b, place[1]));
                    let pairs = left.iter().flat_map(|s| right.iter().map(move |t| (s, t)));
                    pairs
                        .map(|(s, t)| {
                            s.iter()
                                .flat_map(|&i| t.iter().map(move |&j| vec![i, j]))
                                .collect()
                        })
                        .collect()
                });
            }
        }
        let game = ProductGame::new(vec![LineGame::Turtles, LineGame::Twins, LineGame::Turtles]);
        let places: Vec<Vec<u64>> = (1..5)
            .flat_map(|i| (0..4).flat_map(move |j| (1..5).map(move |k| vec![i, j, k])))
            .collect();
        agrees(&game, &places, |place| {
            let sides = [
                on_a_line(LineGame::Turtles, place[0]),
                on_a_line(LineGame::Twins, place[1]),
                on_a_line(LineGame::Turtles, place[2]),
            ];
            let mut sets = vec![vec![Vec::new()]];
            for side in &sides {
                let longer = |set: &Vec<Vec<u64>>, t: &Vec<u64>| -> Vec<Vec<u64>> {
                    set.iter()
                        .flat_map(|p| t.iter().map(move |&coin| [&p[..], &[coin]].concat()))
                        .collect()
                };
                sets = sets
                    .iter()
                    .flat_map(|set| side.iter().map(move |t| longer(set, t)))
                    .collect();
            }
            sets
        });
    }

    #[test]
    fn squares_on_a_board() {
        let places: Vec<Vec<u64>> = (1..10)
            .flat_map(|x| (1..10).map(move |y| vec![x, y]))
            .collect();
        for most in 1..=10 {
            agrees(&SquaresGame { most }, &places, |place| {
                let (x, y) = (place[0], place[1]);
                let square = |side: u64| {
                    (0..side * side)
                        .map(|c| vec![x - c / side, y - c % side])
                        .collect()
                };
                (1..=most.min(x).min(y)).map(square).collect()
            });
        }
    }

    #[test]
    fn rows_and_columns() {
        let places: Vec<Vec<u64>> = (0..7)
            .flat_map(|i| (0..7).map(move |j| vec![i, j]))
            .collect();
        agrees(&RowColumnGame { dimensions: 2 }, &places, |place| {
            let (x, y) = (place[0], place[1]);
            let row = (0..x).map(|a| vec![place.clone(), vec![a, y]]);
            row.chain((0..y).map(|b| vec![place.clone(), vec![x, b]]))
                .collect()
        });
    }
}
