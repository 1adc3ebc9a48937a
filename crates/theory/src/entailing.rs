//! What a component is worth where some are urgent: entailing moves (Winning Ways, chapter 12). As long as an urgent component is there, a move
//! must be made in one. A sum of components that are not urgent is worth a nimber, or infinity (*loony*): then the player to move wins
//! whatever stands beside it. A component is told by those values beside which it is lost for the player to move: an urgent one has
//! any set of them, another has its own value alone, or none if it is infinite.

use std::collections::BTreeSet;
use std::fmt;

use rules::rules::Outcome;

/// A set of values, infinity among them or not. Those of finite games are finite without infinity, or lack finitely many values and hold
/// infinity.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Values {
    /// These nimbers.
    Only(BTreeSet<u64>),
    /// Infinity and every nimber but these.
    AllBut(BTreeSet<u64>),
}

impl Values {
    fn none() -> Values {
        Values::Only(BTreeSet::new())
    }

    /// Whether a value is in the set; `None` is infinity.
    pub fn contains(&self, value: Option<u64>) -> bool {
        match (self, value) {
            (Values::Only(nimbers), Some(nimber)) => nimbers.contains(&nimber),
            (Values::AllBut(nimbers), Some(nimber)) => !nimbers.contains(&nimber),
            (Values::Only(_), None) => false,
            (Values::AllBut(_), None) => true,
        }
    }

    fn or(self, other: &Values) -> Values {
        use Values::{AllBut, Only};
        match (self, other) {
            (Only(a), Only(b)) => Only(&a | b),
            (Only(a), AllBut(b)) => AllBut(b - &a),
            (AllBut(a), Only(b)) => AllBut(&a - b),
            (AllBut(a), AllBut(b)) => AllBut(&a & b),
        }
    }

    fn complement(self) -> Values {
        match self {
            Values::Only(nimbers) => Values::AllBut(nimbers),
            Values::AllBut(nimbers) => Values::Only(nimbers),
        }
    }

    /// The values v such that v + `beside` is in the set.
    fn beside(&self, beside: Option<u64>) -> Values {
        let Some(beside) = beside else {
            return if self.contains(None) { Values::none().complement() } else { Values::none() };
        };
        let shift = |nimbers: &BTreeSet<u64>| nimbers.iter().map(|nimber| nimber ^ beside).collect();
        match self {
            Values::Only(nimbers) => Values::Only(shift(nimbers)),
            Values::AllBut(nimbers) => Values::AllBut(shift(nimbers)),
        }
    }
}

/// The value of a component, or of a sum of which at most one part is urgent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entailed {
    /// Nothing is urgent: it stands for a Nim heap, or is infinite if there is none.
    Free(Option<u64>),
    /// It is urgent: the values beside which the player to move loses.
    Urgent(Values),
}

impl Entailed {
    /// The values beside which the player to move loses.
    pub fn lost_beside(&self) -> Values {
        match self {
            Entailed::Free(value) => Values::Only(value.iter().copied().collect()),
            Entailed::Urgent(lost) => lost.clone(),
        }
    }

    /// The value of a sum; `None` if two parts are urgent.
    ///
    /// ```
    /// use theory::entailing::Entailed;
    ///
    /// let sum = Entailed::sum(&[Entailed::Free(Some(3)), Entailed::Free(Some(1))]);
    /// assert_eq!(sum, Some(Entailed::Free(Some(2))));
    /// ```
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Entailed>) -> Option<Entailed> {
        let (mut total, mut urgent): (_, Option<&Values>) = (Some(0), None);
        for part in parts {
            match part {
                Entailed::Free(value) => total = total.zip(*value).map(|(total, nimber)| total ^ nimber),
                Entailed::Urgent(_) if urgent.is_some() => return None,
                Entailed::Urgent(lost) => urgent = Some(lost),
            }
        }
        Some(urgent.map_or(Entailed::Free(total), |lost| Entailed::Urgent(lost.beside(total))))
    }

    /// The value of a component from those of its options. Beside what an option is lost for the opponent, the player to move wins.
    pub fn of_options<'a>(urgent: bool, options: impl IntoIterator<Item = &'a Entailed>) -> Entailed {
        let won = options.into_iter().fold(Values::none(), |won, option| won.or(&option.lost_beside()));
        match (urgent, won) {
            (true, won) => Entailed::Urgent(won.complement()),
            (false, Values::Only(won)) => Entailed::Free(Some(nimber::mex(won.iter().copied()))),
            (false, Values::AllBut(missing)) => Entailed::Free(missing.first().copied()),
        }
    }

    /// The value of what ends play at once for who made it, whatever stands beside it.
    pub fn over(outcome: Outcome) -> Entailed {
        match outcome {
            Outcome::P => Entailed::Urgent(Values::none().complement()),
            _ => Entailed::Free(None),
        }
    }

    /// Who wins it alone.
    pub fn outcome(&self) -> Outcome {
        if self.lost_beside().contains(Some(0)) { Outcome::P } else { Outcome::N }
    }
}

impl fmt::Display for Entailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |nimbers: &BTreeSet<u64>| nimbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        match self {
            Entailed::Free(Some(nimber)) => write!(f, "{nimber}"),
            Entailed::Free(None) => f.write_str("∞"),
            Entailed::Urgent(Values::Only(nimbers)) => write!(f, "!{{{}}}", list(nimbers)),
            Entailed::Urgent(Values::AllBut(nimbers)) if nimbers.is_empty() => f.write_str("!{0,1,2,…,∞}"),
            Entailed::Urgent(Values::AllBut(nimbers)) => write!(f, "!{{all but {}}}", list(nimbers)),
        }
    }
}
