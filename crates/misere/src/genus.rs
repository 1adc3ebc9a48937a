//! The genus of a game (Conway): its Grundy value g under normal play, and the misère values of the
//! game with 0, 1, 2, … Nim heaps of two beside it, which alternate from some place on. The misère
//! value of a sum with a heap of one is that of the sum with its last bit turned, so that the
//! values of a game follow from those of its options.

use std::fmt;

/// The genus of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    normal: u64,
    /// The misère values, of which the last two go on for ever; at least two, and as few as can
    /// be.
    misere: Box<[u64]>,
}

/// How a game behaves in sums under misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tameness {
    /// It and its options have the genus of some position of Nim, as which it may be played.
    Tame,
    /// Its options are tame, and it is not.
    Restive,
    /// Neither.
    Wild,
}

impl Tameness {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Tameness::Tame => "tame",
            Tameness::Restive => "restive",
            Tameness::Wild => "wild",
        }
    }
}

impl Genus {
    /// The genus of a game from those of its options. O(options · length).
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
            // From here on the options alternate, and what follows depends on the value before and
            // on the parity alone.
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

    /// The misère value beside this number of heaps of two.
    pub fn value_at(&self, heaps: usize) -> u64 {
        let length = self.misere.len();
        self.misere
            .get(heaps)
            .copied()
            .unwrap_or_else(|| self.misere[length - 2 + (heaps - length) % 2])
    }

    /// The Grundy value under normal play.
    pub fn normal(&self) -> u64 {
        self.normal
    }

    /// The misère value: that of the Nim heap which together with the game is lost.
    pub fn misere(&self) -> u64 {
        self.misere[0]
    }

    /// The misère values beside 0, 1, 2, … heaps of two; the last two go on for ever.
    pub fn values(&self) -> &[u64] {
        &self.misere
    }

    /// Whether some position of Nim has this genus.
    pub fn is_of_nim(&self) -> bool {
        match (self.normal, self.misere()) {
            (0, 1) | (1, 0) => true,
            (normal, misere) => normal == misere,
        }
    }
}

impl fmt::Display for Genus {
    /// `2^1420`; values of more than one digit stand in parentheses.
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

/// The least number that is not there.
fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let mut all: Vec<u64> = values.collect();
    all.sort_unstable();
    all.dedup();
    (0..)
        .zip(&all)
        .take_while(|(expected, value)| expected == *value)
        .count() as u64
}
