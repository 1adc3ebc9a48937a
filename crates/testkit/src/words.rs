//! Random games on words. This module also computes the moves of the random word games, on Rust
//! strings. The moves on strings define the meaning of a rule file with `word of`.

use fastrand::Rng;

/// The letters of the games.
pub const LETTERS: &str = "abc";

/// A game `W` on one word, with its moves.
pub struct WordGame {
    /// The rule file.
    pub text: String,
    rules: Vec<WordRule>,
}

/// A move rule. Every index i of the word at which the condition holds gives one move.
struct WordRule {
    condition: WordCondition,
    leaves: WordEffect,
}

enum WordCondition {
    /// The word has the given letters from index i on.
    Here(String),
    /// The word has as many letters from index i on as the given text, but other letters.
    Other(String),
    /// The letter at index i + `near` equals the letter at index i.
    Same(i64),
    /// The letters at indices i and i + `near` are in the given order.
    Ordered(&'static str, i64),
    /// The first i letters of the word equal the last i letters.
    Border,
}

enum WordEffect {
    /// The letters from index i on are replaced by the given letters.
    Written(String),
    /// The letter at index i becomes the second given letter if it is the first given letter,
    /// otherwise the third.
    Turned(char, char, char),
    /// The letters at indices i and 1 are exchanged.
    Swapped,
    /// The two letters at i - 1 and i are replaced by the two letters at i and i + 1.
    Copied,
    /// The parts of the word before and after index i remain as two components.
    Cut,
    /// The parts of the word before and after index i are joined to one word.
    Joined,
    /// The word becomes the given letters followed by the part from index i on. The word never
    /// becomes longer.
    Begun(String),
    /// The word becomes its part from index i on.
    Rest,
}

impl WordGame {
    /// Returns the random game that a seed determines.
    pub fn new(seed: u64) -> WordGame {
        let mut rng = Rng::with_seed(seed);
        let rules: Vec<WordRule> = (0..rng.usize(1..4))
            .map(|_| WordRule::new(&mut rng))
            .collect();
        let moves: String = rules.iter().map(WordRule::text).collect();
        WordGame {
            text: format!("game W {{\n  state w word of \"{LETTERS}\"\n{moves}}}\n"),
            rules,
        }
    }

    /// Returns the words that each move leaves, one for each component, sorted.
    pub fn moves(&self, word: &str) -> Vec<Vec<String>> {
        let letters: Vec<char> = word.chars().collect();
        let places = |rule: &WordRule| {
            (1..=letters.len())
                .filter(|&i| rule.allows(&letters, i))
                .map(|i| rule.leaves.apply(&letters, i))
                .collect()
        };
        let mut all: Vec<Vec<String>> = self
            .rules
            .iter()
            .flat_map(|rule| -> Vec<Vec<String>> { places(rule) })
            .collect();
        all.iter_mut().for_each(|left| left.sort());
        all.sort();
        all
    }
}

fn some_letters(rng: &mut Rng, count: usize) -> String {
    (0..count).map(|_| letter(rng)).collect()
}

fn letter(rng: &mut Rng) -> char {
    char::from(LETTERS.as_bytes()[rng.usize(..LETTERS.len())])
}

impl WordRule {
    fn new(rng: &mut Rng) -> WordRule {
        let long = rng.usize(1..4);
        let near = if rng.bool() {
            rng.i64(1..3)
        } else {
            rng.i64(-2..0)
        };
        let leaves = match rng.u32(..8) {
            0 => WordEffect::Written(some_letters(rng, long)),
            1 => {
                let [one, two, three] = [(); 3].map(|()| letter(rng));
                WordEffect::Turned(one, two, three)
            }
            2 => WordEffect::Swapped,
            3 => WordEffect::Copied,
            4 => WordEffect::Cut,
            5 => WordEffect::Joined,
            6 => {
                let count = rng.usize(..3);
                WordEffect::Begun(some_letters(rng, count))
            }
            _ => WordEffect::Rest,
        };
        // The replacement must be within the word.
        let condition = match &leaves {
            WordEffect::Written(_) if rng.bool() => WordCondition::Other(some_letters(rng, long)),
            WordEffect::Written(_) => WordCondition::Here(some_letters(rng, long)),
            WordEffect::Copied => WordCondition::Same(if near == 1 { -1 } else { 1 }),
            _ => match rng.u32(..5) {
                0 => WordCondition::Here(some_letters(rng, long)),
                1 => WordCondition::Other(some_letters(rng, long)),
                2 => WordCondition::Same(near),
                3 => WordCondition::Ordered(["<", "<=", ">", ">="][rng.usize(..4)], near),
                _ => WordCondition::Border,
            },
        };
        WordRule { condition, leaves }
    }

    fn allows(&self, letters: &[char], i: usize) -> bool {
        let may = match &self.leaves {
            WordEffect::Swapped => i > 1,
            WordEffect::Copied => i > 1 && i < letters.len(),
            WordEffect::Begun(begun) => i > begun.len(),
            _ => true,
        };
        may && self.condition.holds(letters, i)
    }

    fn text(&self) -> String {
        let (also, guard) = self.condition.text();
        let more = match &self.leaves {
            WordEffect::Swapped => " and i > 1".to_owned(),
            WordEffect::Copied => " and i > 1 and i < size(w)".to_owned(),
            WordEffect::Begun(letters) => format!(" and i > {}", letters.len()),
            _ => String::new(),
        };
        format!(
            "  move i in 1..size(w){also} when {guard}{more} : {}\n",
            self.leaves.text()
        )
    }
}

/// Returns the letter at an index counted from 1, if there is one.
fn letter_at(letters: &[char], place: i64) -> Option<char> {
    usize::try_from(place - 1)
        .ok()
        .and_then(|place| letters.get(place).copied())
}

/// Returns the index of `w[i + n]`, as a rule writes it.
fn place(near: i64) -> String {
    match near {
        0 => "i".to_owned(),
        near if near < 0 => format!("i - {}", -near),
        near => format!("i + {near}"),
    }
}

impl WordCondition {
    /// Returns the text after the range of i, and the condition.
    fn text(&self) -> (String, String) {
        let guard = match self {
            WordCondition::Here(letters) => {
                format!("w[i..{}] == \"{letters}\"", place(letters.len() as i64 - 1))
            }
            WordCondition::Other(letters) => {
                let last = letters.len() as i64 - 1;
                return (
                    format!(" - {last}"),
                    format!("w[i..{}] != \"{letters}\"", place(last)),
                );
            }
            WordCondition::Same(near) => format!("w[i] == w[{}]", place(*near)),
            WordCondition::Ordered(order, near) => format!("w[i] {order} w[{}]", place(*near)),
            WordCondition::Border => "w[..i] == w[size(w) - i + 1..]".to_owned(),
        };
        (String::new(), guard)
    }

    fn holds(&self, letters: &[char], i: usize) -> bool {
        let here = |count: usize| {
            letters
                .get(i - 1..i - 1 + count)
                .map(|here| here.iter().collect::<String>())
        };
        let pair =
            |near: i64| letter_at(letters, i as i64 + near).map(|other| (letters[i - 1], other));
        match self {
            WordCondition::Here(wanted) => here(wanted.len()).as_ref() == Some(wanted),
            WordCondition::Other(other) => here(other.len()).is_some_and(|here| here != *other),
            WordCondition::Same(near) => pair(*near).is_some_and(|(a, b)| a == b),
            WordCondition::Ordered(order, near) => pair(*near).is_some_and(|(a, b)| match *order {
                "<" => a < b,
                "<=" => a <= b,
                ">" => a > b,
                _ => a >= b,
            }),
            WordCondition::Border => letters.starts_with(&letters[letters.len() - i..]),
        }
    }
}

impl WordEffect {
    fn text(&self) -> String {
        match self {
            WordEffect::Written(letters) => format!(
                "{{ w[i..{}] = \"{letters}\" }}",
                place(letters.len() as i64 - 1)
            ),
            WordEffect::Turned(from, to, other) => {
                format!("{{ w[i] = if w[i] == \"{from}\" then \"{to}\" else \"{other}\" }}")
            }
            WordEffect::Swapped => "{ w[i] = w[1], w[1] = w[i] }".to_owned(),
            WordEffect::Copied => "{ w[i-1..i] = w[i..i+1] }".to_owned(),
            WordEffect::Cut => "[w[..i-1]] + [w[i+1..]]".to_owned(),
            WordEffect::Joined => "[w[..i-1] + w[i+1..]]".to_owned(),
            WordEffect::Begun(letters) => format!("[\"{letters}\" + w[i..]]"),
            WordEffect::Rest => "{ w = w[i..] }".to_owned(),
        }
    }

    fn apply(&self, letters: &[char], i: usize) -> Vec<String> {
        let mut new = letters.to_vec();
        let text = |letters: &[char]| letters.iter().collect::<String>();
        match self {
            WordEffect::Written(written) => new[i - 1..i - 1 + written.len()]
                .copy_from_slice(&written.chars().collect::<Vec<_>>()),
            WordEffect::Turned(from, to, other) => {
                new[i - 1] = if new[i - 1] == *from { *to } else { *other }
            }
            WordEffect::Swapped => new.swap(i - 1, 0),
            WordEffect::Copied => new.copy_within(i - 1..i + 1, i - 2),
            WordEffect::Cut => return vec![text(&letters[..i - 1]), text(&letters[i..])],
            WordEffect::Joined => {
                new.remove(i - 1);
            }
            WordEffect::Begun(begun) => {
                new = begun
                    .chars()
                    .chain(letters[i - 1..].iter().copied())
                    .collect()
            }
            WordEffect::Rest => new.drain(..i - 1).for_each(drop),
        }
        vec![text(&new)]
    }
}
