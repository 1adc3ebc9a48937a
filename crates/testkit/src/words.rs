//! Random games on words, with moves that are computed here on strings: what a rule file with `word
//! of` must mean.

use fastrand::Rng;

/// The letters of the games.
pub const LETTERS: &str = "abc";

/// A game `W` on one word, and what its moves leave of a word.
pub struct WordGame {
    /// The rule file.
    pub text: String,
    rules: Vec<Rule>,
}

/// A move rule: for every place i from 1 to the length, if the condition holds there.
struct Rule {
    condition: Condition,
    leaves: Leaves,
}

enum Condition {
    /// The letters from i on are these.
    Here(String),
    /// The letters from i on are not these, and there are as many.
    Other(String),
    /// The letter `near` places away is the same as the one at i.
    Same(i64),
    /// The letter at i and the one `near` places away are in this order.
    Ordered(&'static str, i64),
    /// The first i letters are the last i.
    Border,
}

enum Leaves {
    /// The letters from i on are replaced by as many others.
    Written(String),
    /// One letter becomes another, the others a third.
    Turned(char, char, char),
    /// The letters at i and at 1 change places.
    Swapped,
    /// The two letters from i - 1 on become the two from i on.
    Copied,
    /// What stands before i, and what stands behind it.
    Cut,
    /// The same in one word.
    Joined,
    /// Letters, and what stands from i on; never longer than before.
    Begun(String),
    /// The word becomes what stands from i on.
    Rest,
}

impl WordGame {
    /// The game of a seed.
    pub fn new(seed: u64) -> WordGame {
        let mut rng = Rng::with_seed(seed);
        let rules: Vec<Rule> = (0..rng.usize(1..4)).map(|_| Rule::new(&mut rng)).collect();
        let moves: String = rules.iter().map(Rule::text).collect();
        WordGame {
            text: format!("game W {{\n  state w word of \"{LETTERS}\"\n{moves}}}\n"),
            rules,
        }
    }

    /// What each move leaves of a word, a word for each component, sorted.
    pub fn moves(&self, word: &str) -> Vec<Vec<String>> {
        let letters: Vec<char> = word.chars().collect();
        let places = |rule: &Rule| {
            (1..=letters.len())
                .filter(|&i| rule.allows(&letters, i))
                .map(|i| rule.leaves.of(&letters, i))
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

impl Rule {
    fn new(rng: &mut Rng) -> Rule {
        let long = rng.usize(1..4);
        let near = if rng.bool() {
            rng.i64(1..3)
        } else {
            rng.i64(-2..0)
        };
        let leaves = match rng.u32(..8) {
            0 => Leaves::Written(some_letters(rng, long)),
            1 => {
                let [one, two, three] = [(); 3].map(|()| letter(rng));
                Leaves::Turned(one, two, three)
            }
            2 => Leaves::Swapped,
            3 => Leaves::Copied,
            4 => Leaves::Cut,
            5 => Leaves::Joined,
            6 => {
                let count = rng.usize(..3);
                Leaves::Begun(some_letters(rng, count))
            }
            _ => Leaves::Rest,
        };
        // What is written somewhere must lie in the word.
        let condition = match &leaves {
            Leaves::Written(_) if rng.bool() => Condition::Other(some_letters(rng, long)),
            Leaves::Written(_) => Condition::Here(some_letters(rng, long)),
            Leaves::Copied => Condition::Same(if near == 1 { -1 } else { 1 }),
            _ => match rng.u32(..5) {
                0 => Condition::Here(some_letters(rng, long)),
                1 => Condition::Other(some_letters(rng, long)),
                2 => Condition::Same(near),
                3 => Condition::Ordered(["<", "<=", ">", ">="][rng.usize(..4)], near),
                _ => Condition::Border,
            },
        };
        Rule { condition, leaves }
    }

    fn allows(&self, letters: &[char], i: usize) -> bool {
        let may = match &self.leaves {
            Leaves::Swapped => i > 1,
            Leaves::Copied => i > 1 && i < letters.len(),
            Leaves::Begun(begun) => i > begun.len(),
            _ => true,
        };
        may && self.condition.holds(letters, i)
    }

    fn text(&self) -> String {
        let (also, guard) = self.condition.text();
        let more = match &self.leaves {
            Leaves::Swapped => " and i > 1".to_owned(),
            Leaves::Copied => " and i > 1 and i < size(w)".to_owned(),
            Leaves::Begun(letters) => format!(" and i > {}", letters.len()),
            _ => String::new(),
        };
        format!(
            "  move i in 1..size(w){also} when {guard}{more} : {}\n",
            self.leaves.text()
        )
    }
}

/// The letter at a place counted from 1, if there is one.
fn at(letters: &[char], place: i64) -> Option<char> {
    usize::try_from(place - 1)
        .ok()
        .and_then(|place| letters.get(place).copied())
}

/// `w[i + n]`, as a rule writes it.
fn place(near: i64) -> String {
    match near {
        0 => "i".to_owned(),
        near if near < 0 => format!("i - {}", -near),
        near => format!("i + {near}"),
    }
}

impl Condition {
    /// What stands behind the range of i, and the condition.
    fn text(&self) -> (String, String) {
        let guard = match self {
            Condition::Here(letters) => {
                format!("w[i..{}] == \"{letters}\"", place(letters.len() as i64 - 1))
            }
            Condition::Other(letters) => {
                let last = letters.len() as i64 - 1;
                return (
                    format!(" - {last}"),
                    format!("w[i..{}] != \"{letters}\"", place(last)),
                );
            }
            Condition::Same(near) => format!("w[i] == w[{}]", place(*near)),
            Condition::Ordered(order, near) => format!("w[i] {order} w[{}]", place(*near)),
            Condition::Border => "w[..i] == w[size(w) - i + 1..]".to_owned(),
        };
        (String::new(), guard)
    }

    fn holds(&self, letters: &[char], i: usize) -> bool {
        let here = |count: usize| {
            letters
                .get(i - 1..i - 1 + count)
                .map(|here| here.iter().collect::<String>())
        };
        let pair = |near: i64| at(letters, i as i64 + near).map(|other| (letters[i - 1], other));
        match self {
            Condition::Here(wanted) => here(wanted.len()).as_ref() == Some(wanted),
            Condition::Other(other) => here(other.len()).is_some_and(|here| here != *other),
            Condition::Same(near) => pair(*near).is_some_and(|(a, b)| a == b),
            Condition::Ordered(order, near) => pair(*near).is_some_and(|(a, b)| match *order {
                "<" => a < b,
                "<=" => a <= b,
                ">" => a > b,
                _ => a >= b,
            }),
            Condition::Border => letters.starts_with(&letters[letters.len() - i..]),
        }
    }
}

impl Leaves {
    fn text(&self) -> String {
        match self {
            Leaves::Written(letters) => format!(
                "{{ w[i..{}] = \"{letters}\" }}",
                place(letters.len() as i64 - 1)
            ),
            Leaves::Turned(from, to, other) => {
                format!("{{ w[i] = if w[i] == \"{from}\" then \"{to}\" else \"{other}\" }}")
            }
            Leaves::Swapped => "{ w[i] = w[1], w[1] = w[i] }".to_owned(),
            Leaves::Copied => "{ w[i-1..i] = w[i..i+1] }".to_owned(),
            Leaves::Cut => "[w[..i-1]] + [w[i+1..]]".to_owned(),
            Leaves::Joined => "[w[..i-1] + w[i+1..]]".to_owned(),
            Leaves::Begun(letters) => format!("[\"{letters}\" + w[i..]]"),
            Leaves::Rest => "{ w = w[i..] }".to_owned(),
        }
    }

    fn of(&self, letters: &[char], i: usize) -> Vec<String> {
        let mut new = letters.to_vec();
        let text = |letters: &[char]| letters.iter().collect::<String>();
        match self {
            Leaves::Written(written) => new[i - 1..i - 1 + written.len()]
                .copy_from_slice(&written.chars().collect::<Vec<_>>()),
            Leaves::Turned(from, to, other) => {
                new[i - 1] = if new[i - 1] == *from { *to } else { *other }
            }
            Leaves::Swapped => new.swap(i - 1, 0),
            Leaves::Copied => new.copy_within(i - 1..i + 1, i - 2),
            Leaves::Cut => return vec![text(&letters[..i - 1]), text(&letters[i..])],
            Leaves::Joined => {
                new.remove(i - 1);
            }
            Leaves::Begun(begun) => {
                new = begun
                    .chars()
                    .chain(letters[i - 1..].iter().copied())
                    .collect()
            }
            Leaves::Rest => new.drain(..i - 1).for_each(drop),
        }
        vec![text(&new)]
    }
}
