//! Random games of two players, played by turns in one component: goals, traps, ties, and play that
//! may repeat. The meaning of each game is also stated here, independently of the rule language.

use std::collections::HashMap;

use fastrand::Rng;

/// A player: 0 is Left, 1 is Right.
type Side = usize;

/// A condition on one slot: its index, whether the slot is compared by `>=` instead of `==`, and
/// the number.
type SlotCondition = (usize, bool, i64);

/// A move: the player to whom it belongs (`None` for both), what it adds to each slot, and when.
type TurnMove = (Option<Side>, [i64; 2], Option<SlotCondition>);

/// A random game with two slots.
#[derive(Clone, Debug)]
pub struct TurnGame {
    high: [i64; 2],
    moves: Vec<TurnMove>,
    /// `goal` and `trap` items: whether the item is a trap, the condition, and `for left` (0) or
    /// `for right` (1).
    endings: Vec<(bool, SlotCondition, Option<Side>)>,
    ties: Vec<SlotCondition>,
    loopy: bool,
}

/// The result of a play: the winner, or `None` for a draw.
pub type TurnResult = Option<Side>;

impl TurnGame {
    /// Creates a random game.
    pub fn random(seed: u64) -> TurnGame {
        let mut rng = Rng::with_seed(seed ^ 0x7a5_e11);
        let high = [rng.i64(1..=5), rng.i64(1..=4)];
        let loopy = rng.bool();
        let condition = |rng: &mut Rng| {
            let slot = rng.usize(..2);
            (slot, rng.bool(), rng.i64(0..=high[slot]))
        };
        let moves = (0..rng.usize(2..=5))
            .map(|_| {
                let least = |rng: &mut Rng| rng.i64(-2..=0);
                let mut added = match loopy {
                    true => [rng.i64(-2..=2), rng.i64(-2..=2)],
                    false => [least(&mut rng), least(&mut rng)],
                };
                if added == [0, 0] {
                    added[0] = -1;
                }
                let player = [None, Some(0), Some(0), Some(1), Some(1)][rng.usize(..5)];
                let when = (rng.u32(..3) == 0).then(|| condition(&mut rng));
                (player, added, when)
            })
            .collect();
        let endings = (0..rng.usize(..=3))
            .map(|_| {
                let player = [None, Some(0), Some(1)][rng.usize(..3)];
                (rng.u32(..3) == 0, condition(&mut rng), player)
            })
            .collect();
        let ties = (0..rng.usize(..=1)).map(|_| condition(&mut rng)).collect();
        TurnGame {
            high,
            moves,
            endings,
            ties,
            loopy,
        }
    }

    /// Returns whether the players have different moves or goals, so that the game is played by
    /// turns.
    pub fn has_sides(&self) -> bool {
        let ends = !self.endings.is_empty() || !self.ties.is_empty() || self.loopy;
        let of_player = self.endings.iter().any(|(.., player)| player.is_some());
        let moves = self.moves.iter().any(|(player, ..)| player.is_some());
        ends && (of_player || moves)
    }

    /// Returns the text of the game `A`.
    pub fn text(&self) -> String {
        let condition = |&(slot, at_least, number): &SlotCondition| {
            let op = if at_least { ">=" } else { "==" };
            format!("{} {op} {number}", ["x", "y"][slot])
        };
        let word = |side: &Side| ["left", "right"][*side];
        let [x, y] = self.high;
        let mut items = vec![format!("state x in 0..{x}, y in 0..{y}")];
        if self.loopy {
            items.push("loopy".to_owned());
        }
        for (is_trap, when, player) in &self.endings {
            let item = if *is_trap { "trap" } else { "goal" };
            let player = player.map_or(String::new(), |side| format!(" for {}", word(&side)));
            items.push(format!("{item} {}{player}", condition(when)));
        }
        for when in &self.ties {
            items.push(format!("tie when {}", condition(when)));
        }
        for (player, [dx, dy], when) in &self.moves {
            let player = player.map_or(String::new(), |side| format!(" {}", word(&side)));
            let when = when
                .as_ref()
                .map_or(String::new(), |when| format!(" when {}", condition(when)));
            items.push(format!("move{player}{when} : [x + {dx}, y + {dy}]").replace("+ -", "- "));
        }
        format!("game A {{\n  {}\n}}\n", items.join("\n  "))
    }

    /// Returns all positions.
    pub fn positions(&self) -> Vec<[i64; 2]> {
        let [high_x, high_y] = self.high;
        (0..=high_x)
            .flat_map(|x| (0..=high_y).map(move |y| [x, y]))
            .collect()
    }

    fn holds((slot, at_least, number): SlotCondition, position: [i64; 2]) -> bool {
        match at_least {
            true => position[slot] >= number,
            false => position[slot] == number,
        }
    }

    /// Returns how a position ends play if `mover` is to move: `None` if play continues.
    fn ended(&self, position: [i64; 2], mover: Side) -> Option<TurnResult> {
        let just_moved = 1 - mover;
        let winners = self
            .endings
            .iter()
            .filter(|(_, when, _)| TurnGame::holds(*when, position))
            .map(|(is_trap, _, player)| {
                let named = player.unwrap_or(just_moved);
                if *is_trap { 1 - named } else { named }
            });
        let winners: Vec<Side> = winners.collect();
        if winners.contains(&just_moved) {
            return Some(Some(just_moved));
        }
        if winners.contains(&mover) {
            return Some(Some(mover));
        }
        let is_tied = |when: &SlotCondition| TurnGame::holds(*when, position);
        self.ties.iter().any(is_tied).then_some(None)
    }

    /// Returns the positions that `mover` can move to.
    pub fn options(&self, position: [i64; 2], mover: Side) -> Vec<[i64; 2]> {
        if self.ended(position, mover).is_some() {
            return Vec::new();
        }
        let [x, y] = position;
        let legal = self.moves.iter().filter(|(player, _, when)| {
            player.is_none_or(|player| player == mover)
                && when.is_none_or(|when| TurnGame::holds(when, position))
        });
        legal
            .map(|(_, [dx, dy], _)| [x + dx, y + dy])
            .filter(|[x, y]| (0..=self.high[0]).contains(x) && (0..=self.high[1]).contains(y))
            .collect()
    }

    /// Returns the result of every position for each player to move, by repeated passes over all
    /// positions.
    pub fn results(&self) -> HashMap<([i64; 2], Side), TurnResult> {
        let mut known: HashMap<([i64; 2], Side), TurnResult> = HashMap::new();
        let all: Vec<([i64; 2], Side)> = self
            .positions()
            .into_iter()
            .flat_map(|position| [(position, 0), (position, 1)])
            .collect();
        loop {
            let before = known.len();
            for &(position, mover) in &all {
                if known.contains_key(&(position, mover)) {
                    continue;
                }
                if let Some(result) = self.ended(position, mover) {
                    known.insert((position, mover), result);
                    continue;
                }
                let next = self.options(position, mover);
                let next: Vec<Option<TurnResult>> = next
                    .into_iter()
                    .map(|option| known.get(&(option, 1 - mover)).copied())
                    .collect();
                if next.contains(&Some(Some(mover))) {
                    known.insert((position, mover), Some(mover));
                } else if next.iter().all(|one| *one == Some(Some(1 - mover))) {
                    known.insert((position, mover), Some(1 - mover));
                }
            }
            if known.len() == before {
                break;
            }
        }
        // Neither player can force a win in the other positions.
        for key in all {
            known.entry(key).or_insert(None);
        }
        known
    }
}
