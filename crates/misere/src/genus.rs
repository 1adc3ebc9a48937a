//! The genus of a game (Conway). A genus consists of the Grundy value g under normal play and of a
//! sequence of misère values. The sequence contains the misère values of the sums of the game with
//! 0, 1, 2, … Nim heaps of size two. From some index on, the misère values alternate.
//!
//! Adding a heap of size one to a sum changes the last bit of the misère value of the sum. So the
//! values of a game follow from the values of its options.

use std::fmt;

/// The genus of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    normal: u64,
    /// The misère values; the last two values repeat forever. The list of misère values has at
    /// least two entries, and no more than necessary.
    misere: Box<[u64]>,
}

/// Behaviour of a game in sums under misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tameness {
    /// The game and its options have the genus of a position of Nim, and can be played like such a
    /// position.
    Tame,
    /// The options of the game are tame, but the game is not.
    Restive,
    /// The game is neither tame nor restive.
    Wild,
}

impl Tameness {
    /// Returns the English name of the behaviour: tame, restive or wild.
    pub fn name(self) -> &'static str {
        match self {
            Tameness::Tame => "tame",
            Tameness::Restive => "restive",
            Tameness::Wild => "wild",
        }
    }
}

impl Genus {
    /// Returns the genus of a game from the genera of its options. O(options · length).
    pub fn of_options<'g>(options: impl Iterator<Item = &'g Genus> + Clone) -> Genus {
        let normal = mex(options.clone().map(|option| option.normal));
        let settled = options
            .clone()
            .map(|option| option.misere.len())
            .max()
            .unwrap_or(0);
        let mut misere: Vec<u64> = Vec::new();
        loop {
            let heaps = misere.len();
            let by_options = options.clone().map(|option| option.value_at(heaps));
            let by_heap = misere.last().map(|&before| [before, before ^ 1]);
            let value = match by_heap {
                None if options.clone().next().is_none() => 1,
                None => mex(by_options),
                Some(values) => mex(by_options.chain(values)),
            };
            misere.push(value);
            // From this index on, the misère values of the options alternate. If the options'
            // misère values alternate, the next misère value depends only on the previous value and
            // on the parity of the index.
            if misere.len() >= settled.max(1) + 3 && misere[misere.len() - 3] == value {
                break;
            }
        }
        while misere.len() > 2 && misere[misere.len() - 3] == misere[misere.len() - 1] {
            misere.pop();
        }
        Genus {
            normal,
            misere: misere.into(),
        }
    }

    /// Returns the misère value of the sum of the game with `heaps` Nim heaps of size two.
    pub fn value_at(&self, heaps: usize) -> u64 {
        let length = self.misere.len();
        self.misere
            .get(heaps)
            .copied()
            .unwrap_or_else(|| self.misere[length - 2 + (heaps - length) % 2])
    }

    /// Returns the Grundy value under normal play.
    pub fn normal(&self) -> u64 {
        self.normal
    }

    /// Returns the misère value: the size of the Nim heap whose sum with the game is lost for the
    /// player to move.
    pub fn misere(&self) -> u64 {
        self.misere[0]
    }

    /// Returns the misère values of the sums with 0, 1, 2, … heaps of size two; the last two values
    /// repeat forever.
    pub fn values(&self) -> &[u64] {
        &self.misere
    }

    /// Returns whether the genus is that of some position of Nim.
    pub fn is_of_nim(&self) -> bool {
        match (self.normal, self.misere()) {
            (0, 1) | (1, 0) => true,
            (normal, misere) => normal == misere,
        }
    }
}

impl fmt::Display for Genus {
    /// Writes the genus, for example as `2^1420`; values with several digits are in parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.normal)?;
        for value in &self.misere {
            if *value < 10 {
                write!(f, "{value}")?
            } else {
                write!(f, "({value})")?
            }
        }
        Ok(())
    }
}

/// Returns the least number that does not occur among the values.
fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let mut all: Vec<u64> = values.collect();
    all.sort_unstable();
    all.dedup();
    (0..)
        .zip(&all)
        .take_while(|(expected, value)| expected == *value)
        .count() as u64
}
