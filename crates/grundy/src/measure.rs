//! Measures of positions: the existing measures, the measures that are defined under the
//! conventions of a question, and measured values.

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

/// A measure of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The Grundy value.
    Grundy,
    /// Suspense: the number of moves to the end if the winner delays and the loser hurries.
    Suspense,
    /// Remoteness: the number of moves to the end if the winner hurries and the loser delays.
    Remoteness,
    /// Foreclosed value, if play ends with the first component: the value in the game without the
    /// positions to which a player moves only if forced.
    Foreclosed,
    /// Misère Grundy value: the size of the Nim heap whose sum with the position is lost for the
    /// player to move under misère play.
    Misere,
    /// Genus: the Grundy value, and the misère values of the sums with 0, 1, 2, … heaps of two.
    Genus,
    /// Loopy value, if play can cycle.
    Loopy,
    /// Entailing value, if components can be urgent.
    Entailing,
    /// The difference of points under `play score`.
    Score,
    /// The value in canonical form, if the players have different moves.
    Canonical,
    /// The mean, if the players have different moves.
    Mean,
    /// The temperature, if the players have different moves.
    Temperature,
    /// The outcome, if the players have different moves.
    OutcomeClass,
}

/// Every measure.
pub const MEASURES: [Measure; 13] = [
    Measure::Grundy,
    Measure::Suspense,
    Measure::Remoteness,
    Measure::Foreclosed,
    Measure::Misere,
    Measure::Genus,
    Measure::Loopy,
    Measure::Entailing,
    Measure::Score,
    Measure::Canonical,
    Measure::Mean,
    Measure::Temperature,
    Measure::OutcomeClass,
];

impl Measure {
    /// Returns the key of the measure in options and in JSON.
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
            Measure::Score => "score",
            Measure::Canonical => "canonical",
            Measure::Mean => "mean",
            Measure::Temperature => "temperature",
            Measure::OutcomeClass => "outcome",
        }
    }

    /// Returns the name of the measure.
    pub fn text(self) -> Text {
        match self {
            Measure::Grundy => text!("Grundy values", "SG 值"),
            Measure::Suspense => text!("suspense", "悬念数"),
            Measure::Remoteness => text!("remoteness", "远度"),
            Measure::Foreclosed => text!("foreclosed values", "截断值"),
            Measure::Misere => text!("misère values", "反常值"),
            Measure::Genus => text!("genus", "亏格"),
            Measure::Loopy => text!("loopy values", "可循环对局的值"),
            Measure::Entailing => text!("values with entailing moves", "含强制着法的值"),
            Measure::Score => text!("differences of points", "得分差"),
            Measure::Canonical => text!("values", "值"),
            Measure::Mean => text!("means", "均值"),
            Measure::Temperature => text!("temperatures", "温度"),
            Measure::OutcomeClass => text!("outcomes", "胜负"),
        }
    }

    /// Returns the measures that are defined under these conventions. If a measure decides sums, it
    /// is the first measure returned.
    pub fn had(conventions: &Conventions) -> &'static [Measure] {
        let Conventions {
            play,
            sum,
            until,
            loopy,
            entailing,
        } = *conventions;
        match (sum, until, play) {
            (.., PlayConvention::Score) => &[Measure::Score],
            (.., PlayConvention::Partizan) => &[
                Measure::Canonical,
                Measure::Mean,
                Measure::Temperature,
                Measure::OutcomeClass,
            ],
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

    /// Checks that the measure is defined under these conventions.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] with a list of the defined measures if the measure is not
    /// defined.
    pub fn among(self, conventions: &Conventions) -> Result<(), SolveError> {
        let had = Measure::had(conventions);
        if had.contains(&self) {
            return Ok(());
        }
        if conventions.play.keeps_components() {
            let play = conventions.play.word();
            return Err(SolveError::Usage(text!(
                "positions have no values under `--play {play}`, only outcomes; omit --value",
                "在 `--play {play}` 下局面只有胜负，没有值：请去掉 --value"
            )));
        }
        if conventions.entailing && had.is_empty() {
            return Err(SolveError::Usage(text!(
                "if components may be urgent, positions have values only under normal play with one component per move; omit --value",
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
            "positions have no value `{name}` under these conventions; available values: {list}",
            "在这些规则约定下局面没有 `{name}` 这种值；可用：{list}"
        )))
    }

    /// Returns the formula for the value of a sum, if the values of its components determine it.
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
            Measure::Genus | Measure::Misere | Measure::Canonical | Measure::Mean => {
                format!("{}{}", parts.join(" + "), more(" + "))
            }
            // The points of a sum do not follow from the points of its components.
            Measure::Score | Measure::Temperature | Measure::OutcomeClass => String::new(),
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

/// A measured value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeasuredValue {
    /// A number.
    Number(i64),
    /// A Grundy value that is not a number.
    Loony(Grundy),
    /// Infinite play: no player can force the end.
    Endless,
    /// A component has ended, so that play is over.
    Ended,
    /// A component can be ended at once.
    Instant,
    /// A genus.
    Genus(Box<Genus>),
    /// The loopy value ∞, with the nimbers of the options.
    Infinite(Box<Loopy>),
    /// The value of an urgent component: the values of the other components for which the whole sum
    /// is lost.
    Urgent(Box<EntailingValue>),
    /// A value, a number that is not an integer or an outcome, if the players have different moves.
    Form(String),
}

/// The values of the components of a sum, and the value of the sum if it has one.
type PartsAndSum = (Vec<MeasuredValue>, Option<MeasuredValue>);

impl MeasuredValue {
    /// Creates the measured value of a number; returns an error if the number does not fit.
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

    /// Creates the measured value of a Grundy value.
    pub(crate) fn grundy(value: Grundy) -> Result<MeasuredValue, SolveError> {
        value
            .as_nimber()
            .map_or(Ok(MeasuredValue::Loony(value)), MeasuredValue::number)
    }

    /// Creates the measured value of a loopy value.
    pub(crate) fn loopy(value: Loopy) -> Result<MeasuredValue, SolveError> {
        match value.as_nimber() {
            Some(nimber) => MeasuredValue::number(nimber),
            None => Ok(MeasuredValue::Infinite(Box::new(value))),
        }
    }

    /// Creates the measured value of an entailing value.
    fn entailed(value: EntailingValue) -> Result<MeasuredValue, SolveError> {
        match value {
            EntailingValue::Free(Some(nimber)) => MeasuredValue::number(nimber),
            EntailingValue::Free(None) => Ok(MeasuredValue::Loony(Grundy::LOONY)),
            EntailingValue::Urgent(_) => Ok(MeasuredValue::Urgent(Box::new(value))),
        }
    }

    /// Converts the entailing values of components and of their sum; `None` if the values are
    /// unknown, or if two components are urgent.
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

    /// Converts a value of a sum theorem.
    pub(crate) fn from_table_value(
        shown: ComponentTableValue,
    ) -> Result<MeasuredValue, SolveError> {
        match shown {
            ComponentTableValue::Number(number) => MeasuredValue::number(number),
            ComponentTableValue::Ended => Ok(MeasuredValue::Ended),
            ComponentTableValue::Instant => Ok(MeasuredValue::Instant),
        }
    }

    /// Returns the number, if the measured value is a number.
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
            MeasuredValue::Form(text) => f.write_str(text),
        }
    }
}

/// The values of components, and the value of the position if it is known.
pub(crate) type PartsAndTotal = (Vec<MeasuredValue>, Option<MeasuredValue>);

/// The measured values of the components of a position, and of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// The measure.
    pub measure: Measure,
    /// The values of the components.
    pub parts: Vec<MeasuredValue>,
    /// The value of the position; `None` if it is not known.
    pub total: Option<MeasuredValue>,
    /// Whether the values of the components determine the value of the position by
    /// [`Measure::sum_formula`].
    pub adds: bool,
}
