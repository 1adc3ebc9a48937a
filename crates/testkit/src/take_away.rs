//! Take-away games, each written in many ways. The caller determines the amounts that a rule may
//! take. The form of the rule is random: names, results such as `[n - k]`, `{ n -= k }` and `[k]`,
//! closed or open ranges, and shifted or negative choices. Bounds by `min` and `max`, sets in place
//! or as parameters, several rules instead of one rule, and redundant conditions are also random.
//! All variants mean the same game, so a program that reads rules must recognize the same game in
//! all variants.
//!
//! ```
//! use testkit::take_away::{HeapRange, TakeAmounts, TakeAwayWriter};
//!
//! let mut writer = TakeAwayWriter::new(7, &[HeapRange { low: 0, high: None }]);
//! writer.take(&[0], &TakeAmounts::All);
//! let game = writer.finish(false);
//! assert!(game.text.starts_with("game G") || game.text.starts_with("coins G"));
//! assert_eq!(game.rules[0].heaps, [0]);
//! ```

use fastrand::Rng;

use crate::expression::pick;

/// The range of a heap.
#[derive(Clone, Copy, Debug)]
pub struct HeapRange {
    /// The least size.
    pub low: i64,
    /// The largest size of the heap; `None` if the heap has no largest size.
    pub high: Option<i64>,
}

/// The amounts that a move may take, as long as every heap remains in its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TakeAmounts {
    /// A move may take any number from 1 on.
    All,
    /// A move may take 1 to the given number.
    To(i64),
    /// A move may take any of the given numbers, which are sorted.
    Set(Vec<i64>),
}

impl TakeAmounts {
    /// Returns whether the given amount is allowed.
    pub fn contains(&self, amount: i64) -> bool {
        match self {
            TakeAmounts::All => amount >= 1,
            TakeAmounts::To(most) => (1..=*most).contains(&amount),
            TakeAmounts::Set(set) => set.contains(&amount),
        }
    }
}

/// The meaning of one rule of the text.
#[derive(Clone, Debug)]
pub struct TakeRule {
    /// The heaps from which the rule takes, with the same amount from each heap.
    pub heaps: Vec<usize>,
    /// The amounts that the rule may take.
    pub amounts: TakeAmounts,
}

/// The text of a game, and the meaning of its rules.
#[derive(Clone, Debug)]
pub struct TakeAwayGame {
    /// The text. The label of each rule is `choice;low;high;slot,slot…`: the choice, its bounds,
    /// and the slots that the move leaves. If the rule has no bound or no choice, the choice itself
    /// is written instead of the bound. A test can therefore check a move by its label only.
    pub text: String,
    /// The rules, in the order of the text.
    pub rules: Vec<TakeRule>,
}

/// A writer of one game.
pub struct TakeAwayWriter {
    rng: Rng,
    heaps: Vec<HeapRange>,
    names: Vec<String>,
    choice: &'static str,
    parameters: Vec<String>,
    rules: Vec<(TakeRule, String)>,
}

/// The choice of a rule, before the result is written.
struct AmountChoice {
    /// The domain of the choice; `None` if there is no choice.
    domain: Option<String>,
    /// The bounds of the choice, for the label.
    low: String,
    high: String,
    /// The number of tokens that the rule takes from each heap.
    amount: String,
    /// An expression for the remaining size of the first heap that is shorter than a difference;
    /// `None` if none is known.
    left: Option<String>,
}

impl AmountChoice {
    fn from(domain: &str, amount: &str, (low, high): (&str, &str)) -> AmountChoice {
        AmountChoice {
            domain: Some(domain.to_owned()),
            low: low.to_owned(),
            high: high.to_owned(),
            amount: amount.to_owned(),
            left: None,
        }
    }

    fn range(low: &str, high: &str, amount: &str) -> AmountChoice {
        AmountChoice::from(&format!("{low}..{high}"), amount, (low, high))
    }
}

impl TakeAwayWriter {
    /// Creates a writer for the given heaps. The seed determines all random decisions.
    pub fn new(seed: u64, heaps: &[HeapRange]) -> TakeAwayWriter {
        let mut rng = Rng::with_seed(seed);
        let mut pool = ["n", "heap", "x", "y9", "石子", "Stones"];
        rng.shuffle(&mut pool);
        let names = match heaps.len() > 1
            && rng.u32(..4) == 0
            && heaps
                .iter()
                .all(|h| (h.low, h.high) == (heaps[0].low, heaps[0].high))
        {
            true => (1..=heaps.len())
                .map(|i| format!("{}[{i}]", pool[0]))
                .collect(),
            false => pool[..heaps.len()]
                .iter()
                .map(|name| (*name).to_owned())
                .collect(),
        };
        let choice = pick(&mut rng, &["k", "j", "数", "taken"]);
        TakeAwayWriter {
            rng,
            heaps: heaps.to_vec(),
            names,
            choice,
            parameters: Vec::new(),
            rules: Vec::new(),
        }
    }

    /// Adds rules that together take the given amounts from each of the given heaps simultaneously.
    pub fn take(&mut self, heaps: &[usize], amounts: &TakeAmounts) {
        for amounts in self.split(amounts) {
            let choice = match &amounts {
                TakeAmounts::All => self.all(heaps),
                TakeAmounts::To(most) => self.up_to(heaps, *most),
                TakeAmounts::Set(set) => self.set(set),
            };
            let rule = self.rule(heaps, &choice);
            self.rules.push((
                TakeRule {
                    heaps: heaps.to_vec(),
                    amounts,
                },
                rule,
            ));
        }
    }

    /// Returns the text, with the rules in random order.
    pub fn finish(mut self, unordered: bool) -> TakeAwayGame {
        self.rng.shuffle(&mut self.rules);
        let range = |heap: &HeapRange| {
            format!(
                "{}..{}",
                heap.low,
                heap.high.map_or(String::new(), |high| high.to_string())
            )
        };
        let slots: Vec<String> = match self.names[0].split_once('[') {
            Some((array, _)) => vec![format!(
                "{array}[1..{}] in {}",
                self.heaps.len(),
                range(&self.heaps[0])
            )],
            None => self
                .names
                .iter()
                .zip(&self.heaps)
                .map(|(name, heap)| format!("{name} in {}", range(heap)))
                .collect(),
        };
        let kind = pick(&mut self.rng, &["game", "game", "coins"]);
        let parameters = if self.parameters.is_empty() {
            String::new()
        } else {
            format!("({})", self.parameters.join(", "))
        };
        let unordered = if unordered { " unordered" } else { "" };
        let mut text = format!(
            "{kind} G{parameters} {{\n  state {}{unordered}\n",
            slots.join(", ")
        );
        for (_, rule) in &self.rules {
            text += &format!("  {rule}\n");
        }
        TakeAwayGame {
            text: text + "}\n",
            rules: self.rules.into_iter().map(|(rule, _)| rule).collect(),
        }
    }

    /// Distributes the amounts over one or several rules. If all amounts are allowed, the text may
    /// contain an additional rule for some amounts.
    fn split(&mut self, amounts: &TakeAmounts) -> Vec<TakeAmounts> {
        let set = match amounts {
            TakeAmounts::All if self.rng.u32(..4) > 0 => return vec![TakeAmounts::All],
            TakeAmounts::All => {
                return vec![
                    TakeAmounts::All,
                    pick(
                        &mut self.rng,
                        &[
                            TakeAmounts::To(2),
                            TakeAmounts::Set(vec![2, 3]),
                            TakeAmounts::All,
                        ],
                    ),
                ];
            }
            other if self.rng.bool() => return vec![other.clone()],
            TakeAmounts::To(most) => (1..=*most).collect(),
            TakeAmounts::Set(set) => set.clone(),
        };
        let place = self.rng.usize(0..=set.len());
        let (first, second) = set.split_at(place);
        let halves = [first, second]
            .into_iter()
            .filter(|half| !half.is_empty())
            .map(<[i64]>::to_vec);
        halves
            .map(|half| {
                if half[0] == 1 && half.len() as i64 == half[half.len() - 1] {
                    TakeAmounts::To(half.len() as i64)
                } else {
                    TakeAmounts::Set(half)
                }
            })
            .collect()
    }

    /// Returns the excess of a heap over its least size.
    fn room(&self, heap: usize) -> String {
        let name = &self.names[heap];
        match self.heaps[heap].low {
            0 => name.clone(),
            low if low > 0 => format!("{name} - {low}"),
            low => format!("{name} + {}", -low),
        }
    }

    /// Returns an upper bound of the amount that is redundant, because the sizes of the heaps imply
    /// it.
    fn upper_bound(&mut self, heaps: &[usize]) -> String {
        let rooms: Vec<String> = heaps.iter().map(|&heap| self.room(heap)).collect();
        match self.rng.u32(..5) {
            0 => format!("{} + 3", rooms[0]),
            1 => format!("min({}, {} + 2)", rooms.join(", "), rooms[0]),
            2 if rooms.len() > 1 => rooms[self.rng.usize(..rooms.len())].clone(),
            _ if rooms.len() > 1 => format!("min({})", rooms.join(", ")),
            _ => rooms[0].clone(),
        }
    }

    fn all(&mut self, heaps: &[usize]) -> AmountChoice {
        let (k, first, low) = (
            self.choice,
            self.names[heaps[0]].clone(),
            self.heaps[heaps[0]].low,
        );
        let most = self.upper_bound(heaps);
        let room = self.room(heaps[0]);
        match self.rng.u32(..8) {
            0 | 1 => AmountChoice::range("1", &most, k),
            2 => AmountChoice::from("1..", k, ("1", k)),
            3 => AmountChoice::from("0..", &format!("{k} + 1"), ("0", k)),
            4 => AmountChoice::range("0", &format!("{room} - 1"), &format!("{k} + 1")),
            5 => self.what_is_left(&low.to_string(), &first),
            6 => self.what_is_left(&format!("max({low}, {low} - 2)"), &first),
            _ => AmountChoice::range(&format!("-({room})"), "-1", &format!("-{k}")),
        }
    }

    fn up_to(&mut self, heaps: &[usize], most: i64) -> AmountChoice {
        let (k, first, low) = (
            self.choice,
            self.names[heaps[0]].clone(),
            self.heaps[heaps[0]].low,
        );
        let room = self.room(heaps[0]);
        match self.rng.u32(..9) {
            0 => AmountChoice::range("1", &most.to_string(), k),
            1 => {
                let parameter = self.parameter(&most.to_string());
                AmountChoice::range("1", &parameter, k)
            }
            2 => AmountChoice::range("1", &format!("min({most}, {room})"), k),
            3 => AmountChoice::range("1", &format!("min({room}, {most})"), k),
            4 => AmountChoice::range("0", &format!("{most} - 1"), &format!("{k} + 1")),
            5 => self.what_is_left(&format!("{first} - {most}"), &first),
            6 => self.what_is_left(&format!("max({low}, {first} - {most})"), &first),
            7 => AmountChoice::range(&format!("-{most}"), "-1", &format!("-{k}")),
            _ => self.set(&(1..=most).collect::<Vec<i64>>()),
        }
    }

    /// Returns a choice of the remaining size of the first heap, starting at a bound.
    fn what_is_left(&self, low: &str, heap: &str) -> AmountChoice {
        let k = self.choice;
        AmountChoice {
            left: Some(k.to_owned()),
            ..AmountChoice::range(low, &format!("{heap} - 1"), &format!("{heap} - {k}"))
        }
    }

    fn set(&mut self, set: &[i64]) -> AmountChoice {
        let k = self.choice;
        let written = |shift: &dyn Fn(i64) -> i64, rng: &mut Rng| {
            let mut list: Vec<String> = set.iter().map(|&s| shift(s).to_string()).collect();
            rng.shuffle(&mut list);
            format!("{{{}}}", list.join(", "))
        };
        let from = |domain: &str, amount: &str| AmountChoice::from(domain, amount, (k, k));
        match (set, self.rng.u32(..5)) {
            ([one], 0..=2) => AmountChoice {
                domain: None,
                low: "0".to_owned(),
                high: "0".to_owned(),
                amount: one.to_string(),
                left: None,
            },
            (_, 0) => from(&written(&|s| s - 1, &mut self.rng), &format!("{k} + 1")),
            (_, 1) => from(&written(&|s| -s, &mut self.rng), &format!("-{k}")),
            (_, 2) => {
                let set = written(&|s| s, &mut self.rng);
                from(&self.parameter(&set), k)
            }
            _ => from(&written(&|s| s, &mut self.rng), k),
        }
    }

    fn parameter(&mut self, value: &str) -> String {
        let name = format!("p{}", self.parameters.len());
        self.parameters.push(format!("{name} = {value}"));
        name
    }

    /// Returns a rule with the choice, at most one condition, which every legal move satisfies, and
    /// one of the forms of the result.
    fn rule(&mut self, heaps: &[usize], choice: &AmountChoice) -> String {
        let amount = &choice.amount;
        let in_brackets = if amount.contains([' ', '-']) {
            format!("({amount})")
        } else {
            amount.clone()
        };
        let left = |heap: usize| match &choice.left {
            Some(left) if heap == heaps[0] => left.clone(),
            _ => format!("{} - {in_brackets}", self.names[heap]),
        };
        let new: Vec<String> = (0..self.heaps.len())
            .map(|i| {
                if heaps.contains(&i) {
                    left(i)
                } else {
                    self.names[i].clone()
                }
            })
            .collect();
        let style = self.rng.u32(..3);
        let changes = |heap: &usize| match style {
            0 => format!("{} = {}", self.names[*heap], new[*heap]),
            _ => format!("{} -= {amount}", self.names[*heap]),
        };
        let result = match self.rng.bool() {
            true => format!("[{}]", new.join(", ")),
            false => format!(
                "{{ {} }}",
                heaps.iter().map(changes).collect::<Vec<_>>().join(", ")
            ),
        };
        let (name, low) = (self.names[heaps[0]].clone(), self.heaps[heaps[0]].low);
        let last = heaps[heaps.len() - 1];
        let guard = match self.rng.u32(..10) {
            0 => format!(" when {amount} <= {}", self.room(heaps[0])),
            1 if choice.domain.is_some() => format!(" when {in_brackets} >= 1"),
            2 => format!(" when {name} > {low}"),
            3 => format!(" when {name} - {in_brackets} >= {low} and {name} >= {low}"),
            4 => format!(" when {} <= {}", self.heaps[last].low, left(last)),
            _ => String::new(),
        };
        let chosen = if choice.domain.is_some() {
            self.choice
        } else {
            "0"
        };
        let label = format!(
            "{{{chosen}}};{{{}}};{{{}}};{{{}}}",
            choice.low,
            choice.high,
            new.join("},{")
        );
        let domain = choice.domain.as_ref().map_or(String::new(), |domain| {
            format!(" {} in {domain}", self.choice)
        });
        format!("move \"{label}\"{domain}{guard} : {result}")
    }
}
