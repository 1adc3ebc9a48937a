//! What a position is worth, in one word: which measures there are, which of them the conventions
//! of a question have, and what was measured.

use std::fmt;
use std::str::FromStr;

use base::suggest::nearest;
use base::text;
use base::text::Text;
use misere::genus::Genus;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, SumKind};
use theory::entailing::EntailingValue;
use theory::loopy::Loopy;
use theory::sums::ComponentTableValue;
use theory::value::Grundy;

use crate::error::SolveError;

/// What is measured of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The Grundy value.
    Grundy,
    /// How many moves play lasts if the winner delays and the loser hurries.
    Suspense,
    /// How many moves play lasts if the winner hurries and the loser delays.
    Remoteness,
    /// The value without the positions that nobody moves to before he must, where play is over with
    /// the first component.
    Foreclosed,
    /// The misère value: the size of the Nim heap beside which the position is lost under misère
    /// play.
    Misere,
    /// The Grundy value, and the misère values beside 0, 1, 2, … heaps of two.
    Genus,
    /// The value where play may go round.
    Loopy,
    /// The value where components may be urgent.
    Entailing,
}

/// Every measure.
pub const MEASURES: [Measure; 8] = [
    Measure::Grundy,
    Measure::Suspense,
    Measure::Remoteness,
    Measure::Foreclosed,
    Measure::Misere,
    Measure::Genus,
    Measure::Loopy,
    Measure::Entailing,
];

impl Measure {
    /// The word for it, as options take it and JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Grundy => "grundy",
            Measure::Suspense => "suspense",
            Measure::Remoteness => "remoteness",
            Measure::Foreclosed => "foreclosed",
            Measure::Misere => "misere",
            Measure::Genus => "genus",
            Measure::Loopy => "loopy",
            Measure::Entailing => "entailing",
        }
    }

    /// What it is called.
    pub fn text(self) -> Text {
        match self {
            Measure::Grundy => text!("Grundy values", "SG 值"),
            Measure::Suspense => text!("suspense", "悬念数"),
            Measure::Remoteness => text!("remoteness", "远度"),
            Measure::Foreclosed => text!("foreclosed values", "截断值"),
            Measure::Misere => text!("misère values", "反常值"),
            Measure::Genus => text!("genus", "亏格"),
            Measure::Loopy => text!("values where play may go round", "可循环对局的值"),
            Measure::Entailing => text!("values with entailing moves", "含强制着法的值"),
        }
    }

    /// The measures that positions have under these conventions; the first is the one that decides
    /// sums, if one does.
    pub fn had(conventions: &Conventions) -> &'static [Measure] {
        let Conventions {
            play,
            sum,
            until,
            loopy,
            entailing,
        } = *conventions;
        match (sum, until, play) {
            (SumKind::One, EndCondition::All, PlayConvention::Normal) if entailing && !loopy => {
                &[Measure::Entailing]
            }
            _ if entailing || play.keeps_components() => &[],
            (SumKind::One, EndCondition::All, PlayConvention::Normal) if loopy => {
                &[Measure::Loopy, Measure::Remoteness]
            }
            _ if loopy => &[Measure::Remoteness],
            (SumKind::One, EndCondition::All, PlayConvention::Normal) => &[
                Measure::Grundy,
                Measure::Remoteness,
                Measure::Suspense,
                Measure::Misere,
                Measure::Genus,
            ],
            (SumKind::One, EndCondition::All, PlayConvention::Misere) => &[
                Measure::Misere,
                Measure::Genus,
                Measure::Remoteness,
                Measure::Suspense,
            ],
            (SumKind::One, EndCondition::One, _) => {
                &[Measure::Foreclosed, Measure::Remoteness, Measure::Suspense]
            }
            (SumKind::Every, EndCondition::All, _) => &[Measure::Suspense, Measure::Remoteness],
            _ => &[Measure::Remoteness, Measure::Suspense],
        }
    }

    /// Refuses a measure that positions have not under these conventions.
    ///
    /// # Errors
    /// [`SolveError::Usage`] with those that they have.
    pub fn among(self, conventions: &Conventions) -> Result<(), SolveError> {
        let had = Measure::had(conventions);
        if had.contains(&self) {
            return Ok(());
        }
        if conventions.play.keeps_components() {
            let play = conventions.play.word();
            return Err(SolveError::Usage(text!(
                "under `--play {play}` positions have no values beyond who wins: leave --value out",
                "在 `--play {play}` 下局面除胜负外没有其他值：请去掉 --value"
            )));
        }
        if conventions.entailing && had.is_empty() {
            return Err(SolveError::Usage(text!(
                "where components may be urgent, positions have values only under normal play with one component a move: leave --value out",
                "存在紧急的部分时，只有正常规则且每次走一个部分才有值：请去掉 --value"
            )));
        }
        let (name, list) = (
            self.name(),
            had.iter()
                .map(|measure| measure.name())
                .collect::<Vec<_>>()
                .join(", "),
        );
        Err(SolveError::Usage(text!(
            "positions have no value `{name}` under these conventions; they have: {list}",
            "在这些规则约定下局面没有 `{name}` 这种值；可用：{list}"
        )))
    }

    /// How the values of components make that of their sum, in signs, where they do.
    pub fn sum_formula(self, parts: &[String], more: bool) -> String {
        let more = |between: &str| {
            if more {
                format!("{between}…")
            } else {
                String::new()
            }
        };
        match self {
            Measure::Suspense => format!("max({}{})", parts.join(", "), more(", ")),
            Measure::Remoteness => format!("min({}{})", parts.join(", "), more(", ")),
            Measure::Genus | Measure::Misere => format!("{}{}", parts.join(" + "), more(" + ")),
            Measure::Grundy | Measure::Foreclosed | Measure::Loopy | Measure::Entailing => {
                format!("{}{}", parts.join(" ⊕ "), more(" ⊕ "))
            }
        }
    }
}

impl FromStr for Measure {
    type Err = Text;

    fn from_str(word: &str) -> Result<Measure, Text> {
        MEASURES
            .into_iter()
            .find(|measure| measure.name() == word)
            .ok_or_else(|| {
                let list = MEASURES.map(Measure::name).join(", ");
                match nearest(word, MEASURES.into_iter().map(Measure::name)) {
                    Some(near) => text!(
                        "expected {list}; did you mean {near}?",
                        "应为 {list}；是否想写 {near}？"
                    ),
                    None => text!("expected {list}", "应为 {list}"),
                }
            })
    }
}

/// What was measured of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeasuredValue {
    /// A number.
    Number(i64),
    /// A Grundy value that is no number.
    Loony(Grundy),
    /// Play lasts for ever: nobody can force the end.
    Endless,
    /// A component has ended, and with it play.
    Ended,
    /// A component can be ended at once.
    Instant,
    /// A genus.
    Genus(Box<Genus>),
    /// Infinity, with the nimbers of the options.
    Infinite(Box<Loopy>),
    /// A component is urgent: the values beside which it is lost.
    Urgent(Box<EntailingValue>),
}

/// The values of the components of a sum, and that of the sum if there is one.
type PartsAndSum = (Vec<MeasuredValue>, Option<MeasuredValue>);

impl MeasuredValue {
    /// A number, where it fits.
    pub(crate) fn number(number: u64) -> Result<MeasuredValue, SolveError> {
        let too_large = || {
            SolveError::Unsupported(text!(
                "{number} does not fit into 63 bits",
                "{number} 超出 63 位"
            ))
        };
        i64::try_from(number)
            .map(MeasuredValue::Number)
            .map_err(|_| too_large())
    }

    /// A Grundy value.
    pub(crate) fn grundy(value: Grundy) -> Result<MeasuredValue, SolveError> {
        value
            .as_nimber()
            .map_or(Ok(MeasuredValue::Loony(value)), MeasuredValue::number)
    }

    /// A value where play may go round.
    pub(crate) fn loopy(value: Loopy) -> Result<MeasuredValue, SolveError> {
        match value.as_nimber() {
            Some(nimber) => MeasuredValue::number(nimber),
            None => Ok(MeasuredValue::Infinite(Box::new(value))),
        }
    }

    /// A value where components may be urgent.
    fn entailed(value: EntailingValue) -> Result<MeasuredValue, SolveError> {
        match value {
            EntailingValue::Free(Some(nimber)) => MeasuredValue::number(nimber),
            EntailingValue::Free(None) => Ok(MeasuredValue::Loony(Grundy::LOONY)),
            EntailingValue::Urgent(_) => Ok(MeasuredValue::Urgent(Box::new(value))),
        }
    }

    /// The values of components of which some may be urgent, and of their sum; `None` if they are
    /// not known, or two are urgent.
    pub(crate) fn of_entailed(
        values: Option<Vec<EntailingValue>>,
    ) -> Result<Option<PartsAndSum>, SolveError> {
        let Some((values, total)) =
            values.and_then(|values| EntailingValue::sum(&values).map(|total| (values, total)))
        else {
            return Ok(None);
        };
        let parts = values
            .into_iter()
            .map(MeasuredValue::entailed)
            .collect::<Result<Vec<MeasuredValue>, SolveError>>()?;
        Ok(Some((parts, Some(MeasuredValue::entailed(total)?))))
    }

    /// What a sum theorem shows.
    pub(crate) fn from_table_value(
        shown: ComponentTableValue,
    ) -> Result<MeasuredValue, SolveError> {
        match shown {
            ComponentTableValue::Number(number) => MeasuredValue::number(number),
            ComponentTableValue::Ended => Ok(MeasuredValue::Ended),
            ComponentTableValue::Instant => Ok(MeasuredValue::Instant),
        }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<i64> {
        if let MeasuredValue::Number(number) = self {
            Some(*number)
        } else {
            None
        }
    }
}

impl fmt::Display for MeasuredValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeasuredValue::Number(number) => write!(f, "{number}"),
            MeasuredValue::Loony(value) => write!(f, "{value}"),
            MeasuredValue::Endless => f.write_str("∞"),
            MeasuredValue::Ended => f.write_str("ended"),
            MeasuredValue::Instant => f.write_str("instant"),
            MeasuredValue::Genus(genus) => write!(f, "{genus}"),
            MeasuredValue::Infinite(value) => write!(f, "{value}"),
            MeasuredValue::Urgent(value) => write!(f, "{value}"),
        }
    }
}

/// The values of components, and of the whole if anything tells it.
pub(crate) type PartsAndTotal = (Vec<MeasuredValue>, Option<MeasuredValue>);

/// The values of the components of a position, and of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// What was measured.
    pub measure: Measure,
    /// Each component.
    pub parts: Vec<MeasuredValue>,
    /// The whole; `None` where nothing tells it.
    pub total: Option<MeasuredValue>,
    /// Whether the values of the components make that of the whole, as [`Measure::sum_formula`]
    /// says.
    pub adds: bool,
}
