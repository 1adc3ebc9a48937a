//! Values of components with entailing moves, which make a component urgent (Winning Ways, chapter
//! 12). As long as a sum contains an urgent component, the player to move must move in an urgent
//! component. The value of a sum without urgent components is a nimber or infinity (*loony*). If a
//! component has the value infinity, the player to move wins next to every sum that must end and
//! contains no urgent component. Next to a loopy sum, a component of value infinity may lead to a
//! draw. A component is described by the values next to which it is lost for the player to move.
//! For an urgent component, the values next to which it is lost can be any set. For any other
//! component, the set of these values contains only the component's own value, or is empty if that
//! value is infinite.

use std::fmt;

use rules::game::Outcome;

/// A set of values, which may include infinity. The sets of finite games are either finite without
/// infinity, or contain infinity and all but finitely many nimbers. The nimbers are in ascending
/// order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EntailingSet {
    /// A set that contains exactly the listed nimbers.
    Only(Vec<u64>),
    /// A set that contains infinity and every nimber except the listed nimbers.
    AllBut(Vec<u64>),
}

impl EntailingSet {
    const NONE: EntailingSet = EntailingSet::Only(Vec::new());
    const ALL: EntailingSet = EntailingSet::AllBut(Vec::new());

    /// Returns whether a value is in the set; `None` means infinity.
    pub fn contains(&self, value: Option<u64>) -> bool {
        match (self, value) {
            (EntailingSet::Only(nimbers), Some(nimber)) => nimbers.binary_search(&nimber).is_ok(),
            (EntailingSet::AllBut(nimbers), Some(nimber)) => {
                nimbers.binary_search(&nimber).is_err()
            }
            (EntailingSet::Only(_), None) => false,
            (EntailingSet::AllBut(_), None) => true,
        }
    }

    fn or(&self, other: &EntailingSet) -> EntailingSet {
        use EntailingSet::{AllBut, Only};
        let without = |a: &[u64], b: &[u64]| {
            a.iter()
                .copied()
                .filter(|nimber| b.binary_search(nimber).is_err())
                .collect()
        };
        match (self, other) {
            (Only(a), Only(b)) => Only(rising(a.iter().chain(b).copied().collect())),
            (Only(a), AllBut(b)) => AllBut(without(b, a)),
            (AllBut(a), Only(b)) => AllBut(without(a, b)),
            (AllBut(a), AllBut(b)) => AllBut(
                a.iter()
                    .copied()
                    .filter(|nimber| b.binary_search(nimber).is_ok())
                    .collect(),
            ),
        }
    }

    fn complement(self) -> EntailingSet {
        match self {
            EntailingSet::Only(nimbers) => EntailingSet::AllBut(nimbers),
            EntailingSet::AllBut(nimbers) => EntailingSet::Only(nimbers),
        }
    }

    /// Returns the values v such that v + `beside` is in the set.
    fn shifted_by(&self, beside: Option<u64>) -> EntailingSet {
        let Some(beside) = beside else {
            return if self.contains(None) {
                EntailingSet::ALL
            } else {
                EntailingSet::NONE
            };
        };
        let shift =
            |nimbers: &[u64]| rising(nimbers.iter().map(|nimber| nimber ^ beside).collect());
        match self {
            _ if beside == 0 => self.clone(),
            EntailingSet::Only(nimbers) => EntailingSet::Only(shift(nimbers)),
            EntailingSet::AllBut(nimbers) => EntailingSet::AllBut(shift(nimbers)),
        }
    }
}

/// Returns the given nimbers in ascending order, without duplicates.
fn rising(mut nimbers: Vec<u64>) -> Vec<u64> {
    nimbers.sort_unstable();
    nimbers.dedup();
    nimbers
}

/// The value of a component, or of a sum with at most one urgent component.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum EntailingValue {
    /// The value of a component that is not urgent: the size of an equivalent Nim heap, or `None`
    /// for infinity.
    Free(Option<u64>),
    /// The value of an urgent component: the values next to which the player to move loses.
    Urgent(EntailingSet),
}

impl EntailingValue {
    /// Returns the values next to which the player to move loses.
    pub fn lost_beside(&self) -> EntailingSet {
        match self {
            EntailingValue::Free(value) => EntailingSet::Only(value.iter().copied().collect()),
            EntailingValue::Urgent(lost) => lost.clone(),
        }
    }

    /// Returns the value of a sum, or `None` if two of its components are urgent.
    ///
    /// ```
    /// use theory::entailing::EntailingValue;
    ///
    /// let sum = EntailingValue::sum(&[
    ///     EntailingValue::Free(Some(3)),
    ///     EntailingValue::Free(Some(1)),
    /// ]);
    /// assert_eq!(sum, Some(EntailingValue::Free(Some(2))));
    /// ```
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a EntailingValue>) -> Option<EntailingValue> {
        let mut sum = PartialSum::NOTHING;
        parts
            .into_iter()
            .all(|part| sum.add(part))
            .then(|| match sum.urgent {
                None => EntailingValue::Free(sum.total),
                Some(lost) => EntailingValue::Urgent(lost.shifted_by(sum.total)),
            })
    }

    /// Returns the value of a component from the values of its options. The player to move wins
    /// next to each value for which some option is lost for the opponent.
    pub fn of_options<'a>(
        urgent: bool,
        options: impl IntoIterator<Item = &'a EntailingValue>,
    ) -> EntailingValue {
        let mut won = WinningValues::default();
        options.into_iter().for_each(|option| won.add(option));
        won.value(urgent)
    }

    /// Returns the value of a component whose last move ended the whole play with the given
    /// outcome, whatever the other components are.
    pub fn over(outcome: Outcome) -> EntailingValue {
        match outcome {
            Outcome::P => EntailingValue::Urgent(EntailingSet::ALL),
            _ => EntailingValue::Free(None),
        }
    }

    /// Returns the number of bytes allocated in addition to the value itself.
    pub fn bytes(&self) -> u64 {
        match self {
            EntailingValue::Free(_) => 0,
            EntailingValue::Urgent(EntailingSet::Only(nimbers) | EntailingSet::AllBut(nimbers)) => {
                size_of_val(&**nimbers) as u64
            }
        }
    }

    /// Returns the outcome of the component on its own.
    pub fn outcome(&self) -> Outcome {
        if self.lost_beside().contains(Some(0)) {
            Outcome::P
        } else {
            Outcome::N
        }
    }
}

/// The sum of the components of an option that have been added so far.
#[derive(Clone, Copy, Debug)]
pub struct PartialSum<'a> {
    /// The nim-sum of the values of all components that are not urgent; `None` if one of these
    /// values is infinite.
    total: Option<u64>,
    urgent: Option<&'a EntailingSet>,
}

impl<'a> PartialSum<'a> {
    /// The sum of no components.
    pub const NOTHING: PartialSum<'static> = PartialSum {
        total: Some(0),
        urgent: None,
    };

    /// Adds a component. Returns `false` if the added component is the second urgent component of
    /// the sum.
    pub fn add(&mut self, part: &'a EntailingValue) -> bool {
        match part {
            EntailingValue::Free(value) => {
                self.total = self.total.zip(*value).map(|(total, nimber)| total ^ nimber)
            }
            EntailingValue::Urgent(_) if self.urgent.is_some() => return false,
            EntailingValue::Urgent(lost) => self.urgent = Some(lost),
        }
        true
    }

    /// Adds a Nim heap.
    pub fn add_nimber(&mut self, nimber: u64) {
        self.total = self.total.map(|total| total ^ nimber);
    }
}

/// The values next to which the player to move wins a component by a move in it, collected option
/// by option. The collection can be cleared and reused.
#[derive(Debug, Default)]
pub struct WinningValues {
    /// The values below [`WinningValues::MAX_BITSET_VALUES`] of options without urgent components,
    /// as a bit set.
    small: Vec<u64>,
    /// The values from [`WinningValues::MAX_BITSET_VALUES`] on of options without urgent
    /// components.
    large: Vec<u64>,
    /// The values next to which an option that contains an urgent component wins.
    urgent: Option<EntailingSet>,
}

impl WinningValues {
    const MAX_BITSET_VALUES: u64 = 1 << 16;

    /// Removes all options.
    pub fn clear(&mut self) {
        self.small.clear();
        self.large.clear();
        self.urgent = None;
    }

    /// Adds an option whose components have been summed.
    pub fn add_sum(&mut self, sum: PartialSum<'_>) {
        match (sum.urgent, sum.total) {
            (None, Some(nimber)) => self.add_nimber(nimber),
            (None, None) => {}
            (Some(lost), total) => self.add_values(lost.shifted_by(total)),
        }
    }

    /// Adds an option with the given value.
    pub fn add(&mut self, option: &EntailingValue) {
        match option {
            EntailingValue::Free(Some(nimber)) => self.add_nimber(*nimber),
            EntailingValue::Free(None) => {}
            EntailingValue::Urgent(lost) => self.add_values(lost.clone()),
        }
    }

    fn add_nimber(&mut self, nimber: u64) {
        if nimber >= WinningValues::MAX_BITSET_VALUES {
            self.large.push(nimber);
            return;
        }
        let (word, bit) = ((nimber / 64) as usize, nimber % 64);
        if word >= self.small.len() {
            self.small.resize(word + 1, 0);
        }
        self.small[word] |= 1 << bit;
    }

    fn add_values(&mut self, values: EntailingSet) {
        self.urgent = Some(
            self.urgent
                .take()
                .map_or_else(|| values.clone(), |known| known.or(&values)),
        );
    }

    /// Returns the value of the component.
    pub fn value(&self, urgent: bool) -> EntailingValue {
        let small = (0..).zip(&self.small).flat_map(|(word, &bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(64 * word + u64::from(bit))
            })
        });
        let won = EntailingSet::Only(rising(small.chain(self.large.iter().copied()).collect()));
        let won = self
            .urgent
            .as_ref()
            .map_or_else(|| won.clone(), |urgent| urgent.or(&won));
        match (urgent, won) {
            (true, won) => EntailingValue::Urgent(won.complement()),
            (false, EntailingSet::Only(won)) => EntailingValue::Free(Some(nimber::mex(won))),
            (false, EntailingSet::AllBut(missing)) => {
                EntailingValue::Free(missing.first().copied())
            }
        }
    }
}

impl fmt::Display for EntailingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |nimbers: &[u64]| {
            nimbers
                .iter()
                .map(u64::to_string)
                .collect::<Vec<_>>()
                .join(",")
        };
        match self {
            EntailingValue::Free(Some(nimber)) => write!(f, "{nimber}"),
            EntailingValue::Free(None) => f.write_str("∞"),
            EntailingValue::Urgent(EntailingSet::Only(nimbers)) => {
                write!(f, "!{{{}}}", list(nimbers))
            }
            EntailingValue::Urgent(EntailingSet::AllBut(nimbers)) if nimbers.is_empty() => {
                f.write_str("!{0,1,2,…,∞}")
            }
            EntailingValue::Urgent(EntailingSet::AllBut(nimbers)) => {
                write!(f, "!{{all but {}}}", list(nimbers))
            }
        }
    }
}
