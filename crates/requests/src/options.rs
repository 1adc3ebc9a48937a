//! The options of a request: those of its command, and those that every command takes. In JSON they
//! stand side by side in one object; what neither knows is an error that lists what there is.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use base::text;
use base::text::{Lang, Text};
use engines::search::OptionOrder;
use grundy::SolveError;
use grundy::measure::Measure;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::SumKind;
use rules::network::Network;
use rules::world::SourceError;
use serde::de::{DeserializeOwned, Error as _, Visitor, value};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};
use serde_json::{Map, Value};

/// How a question is answered, whatever it is.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CommonOptions {
    /// The language of texts for people: `en` or `zh`.
    #[serde(deserialize_with = "lang")]
    pub lang: Lang,
    /// Theorems and engines that are switched off.
    pub without: Vec<String>,
    /// `normal`, `misere`, `stop` or `button` instead of what the rules say.
    #[serde(deserialize_with = "named_play")]
    pub play: Option<PlayConvention>,
    /// `one`, `every`, `any`, a number or a name of Conway's instead of what the rules say.
    #[serde(deserialize_with = "named_sum")]
    pub sum: Option<CompoundConvention>,
    /// `all` or `one` instead of what the rules say.
    #[serde(deserialize_with = "named_until")]
    pub until: Option<EndCondition>,
    /// The text of a certificate of a misère quotient, from which its theorem begins.
    pub quotient: Option<String>,
    /// The texts of certificates of laws, which answer for their games.
    pub laws: Vec<String>,
    /// Graphs for parameters of games.
    pub graphs: Vec<NamedGraph>,
    /// In which order a search tries options.
    #[serde(deserialize_with = "named_order")]
    pub order: OptionOrder,
    /// Bytes that tables and memos may take, for a face that has no limit of its own.
    pub memory: Option<u64>,
    /// Only the limits of the request end its work; otherwise searches that may take long end at a
    /// bound of their own.
    pub patient: bool,
    /// Code is generated for small tables too; for tests.
    pub always_generate: bool,
}

/// A graph for the parameters of this name, of games that a question asks about.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NamedGraph {
    /// The name of the parameter.
    pub name: String,
    /// An edge in each line, `a b`, or paths and vertices, `a-b-c d`.
    pub text: String,
    /// What the text is called in messages.
    pub file: String,
}

impl NamedGraph {
    /// The graph with the name of its parameter.
    ///
    /// # Errors
    /// What is wrong in the text, with its place.
    pub(crate) fn read(&self) -> Result<(String, Arc<Network>), SolveError> {
        let file = if self.file.is_empty() {
            &self.name
        } else {
            &self.file
        };
        let refused = |found| SolveError::Refused(SourceError::new(file, &self.text, found));
        Ok((
            self.name.clone(),
            Arc::new(Network::read(&self.text).map_err(refused)?),
        ))
    }
}

/// The options of one request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestOptions<O> {
    /// Those that every command takes.
    pub how: CommonOptions,
    /// Those of the command.
    pub own: O,
}

/// The convention of play that a word means.
///
/// # Errors
/// Which words are known, where `word` is none of them.
pub fn play(word: &str) -> Result<PlayConvention, Text> {
    PlayConvention::from_word(word).ok_or_else(|| {
        text!(
            "expected normal, misere, stop or button",
            "应为 normal、misere、stop 或 button"
        )
    })
}

/// A kind of sum, and when it is over if its name says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompoundConvention {
    /// How many components a move touches.
    pub kind: SumKind,
    /// When the sum is over.
    pub until: Option<EndCondition>,
}

/// Conway's names of compounds (On Numbers and Games, chapter 14).
const COMPOUNDS: [(&str, SumKind, EndCondition); 6] = [
    ("disjunctive", SumKind::One, EndCondition::All),
    ("diminished", SumKind::One, EndCondition::One),
    ("conjunctive", SumKind::Every, EndCondition::One),
    ("continued", SumKind::Every, EndCondition::All),
    ("selective", SumKind::Any, EndCondition::All),
    ("shortened", SumKind::Any, EndCondition::One),
];

impl FromStr for CompoundConvention {
    type Err = Text;

    fn from_str(word: &str) -> Result<CompoundConvention, Text> {
        let named = COMPOUNDS.iter().find(|(name, ..)| *name == word);
        if let Some(&(_, kind, until)) = named {
            return Ok(CompoundConvention {
                kind,
                until: Some(until),
            });
        }
        word.parse()
            .map(|kind| CompoundConvention { kind, until: None })
            .map_err(|why: Text| {
                let names = COMPOUNDS.map(|(name, ..)| name).join(", ");
                let Text { en, zh } = why;
                text!(
                    "{en}; or one of Conway's names: {names}",
                    "{zh}；或 Conway 的名称：{names}"
                )
            })
    }
}

/// The end of a sum that a word means.
///
/// # Errors
/// Which words are known, where `word` is none of them.
pub fn until(word: &str) -> Result<EndCondition, Text> {
    match word {
        "all" => Ok(EndCondition::All),
        "one" => Ok(EndCondition::One),
        _ => Err(text!("expected all or one", "应为 all 或 one")),
    }
}

impl CommonOptions {
    /// When sums are over, as the options say it together.
    ///
    /// # Errors
    /// Where the name of a compound says another end than `until`.
    pub(crate) fn until(&self) -> Result<Option<EndCondition>, SolveError> {
        let named = self.sum.and_then(|compound| compound.until);
        match (named, self.until) {
            (Some(named), Some(asked)) if named != asked => Err(SolveError::Usage(text!(
                "this compound's name says when it is over, and --until says otherwise: leave --until out",
                "这种和的名称已说明何时结束，而 --until 另有说法：请去掉 --until"
            ))),
            (named, asked) => Ok(named.or(asked)),
        }
    }
}

/// The order of a search that a word means.
///
/// # Errors
/// Which words are known, where `word` is none of them.
pub fn order(word: &str) -> Result<OptionOrder, Text> {
    match word {
        "written" => Ok(OptionOrder::Written),
        "heuristic" => Ok(OptionOrder::Heuristic),
        "random" => Ok(OptionOrder::Random(0)),
        seeded => match seeded
            .strip_prefix("random:")
            .and_then(|seed| seed.parse().ok())
        {
            Some(seed) => Ok(OptionOrder::Random(seed)),
            None => Err(text!(
                "expected written, heuristic, random or random:SEED",
                "应为 written、heuristic、random 或 random:SEED"
            )),
        },
    }
}

fn lang<'de, D: Deserializer<'de>>(source: D) -> Result<Lang, D::Error> {
    String::deserialize(source).map(|locale| Lang::from_locale(&locale))
}

fn named_play<'de, D: Deserializer<'de>>(source: D) -> Result<Option<PlayConvention>, D::Error> {
    parse_named("play", source, play)
}

fn named_order<'de, D: Deserializer<'de>>(source: D) -> Result<OptionOrder, D::Error> {
    parse_named("order", source, order).map(Option::unwrap_or_default)
}

fn named_sum<'de, D: Deserializer<'de>>(source: D) -> Result<Option<CompoundConvention>, D::Error> {
    parse_named("sum", source, str::parse)
}

/// A measure by its word.
pub(crate) fn measure<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Measure>, D::Error> {
    parse_named("value", source, str::parse)
}

fn named_until<'de, D: Deserializer<'de>>(source: D) -> Result<Option<EndCondition>, D::Error> {
    parse_named("until", source, until)
}

/// What a word means, or a number in its place; `None` for `null`.
pub(crate) fn parse_named<'de, D: Deserializer<'de>, T>(
    option: &str,
    source: D,
    meaning: impl FnOnce(&str) -> Result<T, Text>,
) -> Result<Option<T>, D::Error> {
    let word = match Value::deserialize(source)? {
        Value::Null => return Ok(None),
        Value::String(word) => word,
        other => other.to_string(),
    };
    meaning(&word)
        .map(Some)
        .map_err(|why| D::Error::custom(format!("{option}: {}", why.en)))
}

impl<'de, O: DeserializeOwned + Default> Deserialize<'de> for RequestOptions<O> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<RequestOptions<O>, D::Error> {
        let (common, special) = (fields::<CommonOptions>(), fields::<O>());
        let (mut how, mut own) = (Map::new(), Map::new());
        for (name, value) in Map::deserialize(source)? {
            if common.contains(&&name[..]) {
                how.insert(name, value);
            } else if special.contains(&&name[..]) {
                own.insert(name, value);
            } else {
                let list = [special, common].concat().join("`, `");
                return Err(D::Error::custom(format!(
                    "unknown field `{name}`, expected one of `{list}`"
                )));
            }
        }
        let wrong = |why: serde_json::Error| D::Error::custom(why);
        let how = CommonOptions::deserialize(Value::Object(how)).map_err(wrong)?;
        let own = O::deserialize(Value::Object(own)).map_err(wrong)?;
        Ok(RequestOptions { how, own })
    }
}

/// The names of the fields of a structure, as its `Deserialize` asks for them.
fn fields<T: DeserializeOwned>() -> &'static [&'static str] {
    struct FieldNames<'n>(&'n mut &'static [&'static str]);

    impl<'de> Deserializer<'de> for FieldNames<'_> {
        type Error = value::Error;

        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            _: V,
        ) -> Result<V::Value, value::Error> {
            *self.0 = fields;
            Err(value::Error::custom("only the names are wanted"))
        }

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, value::Error> {
            Err(value::Error::custom("not a structure"))
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map enum identifier ignored_any
        }
    }

    let mut names: &'static [&'static str] = &[];
    // It ends with an error as soon as it has told the names.
    let _ = T::deserialize(FieldNames(&mut names));
    names
}

impl<O: fmt::Debug> RequestOptions<O> {
    /// These options, and else what is usual.
    pub fn new(own: O) -> RequestOptions<O> {
        RequestOptions {
            how: CommonOptions::default(),
            own,
        }
    }
}
