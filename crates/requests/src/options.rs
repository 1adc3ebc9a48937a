//! The options of a request: those of its command, and those that every command takes. In JSON they stand side by side in one object;
//! what neither knows is an error that lists what there is.

use std::fmt;

use base::text;
use base::text::{Lang, Text};
use engines::search::OptionOrder;
use rules::ast::Play;
use rules::rules::SumKind;
use serde::de::{DeserializeOwned, Error as _, Visitor, value};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};
use serde_json::{Map, Value};

/// How a question is answered, whatever it is.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct How {
    /// The language of texts for people: `en` or `zh`.
    #[serde(deserialize_with = "lang")]
    pub lang: Lang,
    /// Theorems and engines that are switched off.
    pub without: Vec<String>,
    /// `normal` or `misere` instead of what the rules say.
    #[serde(deserialize_with = "named_play")]
    pub play: Option<Play>,
    /// `one`, `every`, `any` or a number instead of what the rules say.
    #[serde(deserialize_with = "sum")]
    pub sum: Option<SumKind>,
    /// In which order a search tries options.
    #[serde(deserialize_with = "named_order")]
    pub order: OptionOrder,
    /// Bytes that tables and memos may take, for a face that has no limit of its own.
    pub memory: Option<u64>,
    /// Code is generated for small tables too; for tests.
    pub always_generate: bool,
}

/// The options of one request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options<O> {
    /// Those that every command takes.
    pub how: How,
    /// Those of the command.
    pub own: O,
}

/// The convention of play that a word means.
///
/// # Errors
/// Which words are known, where `word` is none of them.
pub fn play(word: &str) -> Result<Play, Text> {
    match word {
        "normal" => Ok(Play::Normal),
        "misere" => Ok(Play::Misere),
        _ => Err(text!("expected normal or misere", "应为 normal 或 misere")),
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
        seeded => match seeded.strip_prefix("random:").and_then(|seed| seed.parse().ok()) {
            Some(seed) => Ok(OptionOrder::Random(seed)),
            None => Err(text!("expected written, heuristic, random or random:SEED", "应为 written、heuristic、random 或 random:SEED")),
        },
    }
}

fn lang<'de, D: Deserializer<'de>>(source: D) -> Result<Lang, D::Error> {
    String::deserialize(source).map(|locale| Lang::from_locale(&locale))
}

fn named_play<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Play>, D::Error> {
    named("play", source, play)
}

fn named_order<'de, D: Deserializer<'de>>(source: D) -> Result<OptionOrder, D::Error> {
    named("order", source, order).map(Option::unwrap_or_default)
}

fn sum<'de, D: Deserializer<'de>>(source: D) -> Result<Option<SumKind>, D::Error> {
    named("sum", source, str::parse)
}

/// What a word means, or a number in its place; `None` for `null`.
pub(crate) fn named<'de, D: Deserializer<'de>, T>(
    option: &str,
    source: D,
    meaning: impl FnOnce(&str) -> Result<T, Text>,
) -> Result<Option<T>, D::Error> {
    let word = match Value::deserialize(source)? {
        Value::Null => return Ok(None),
        Value::String(word) => word,
        other => other.to_string(),
    };
    meaning(&word).map(Some).map_err(|why| D::Error::custom(format!("{option}: {}", why.en)))
}

impl<'de, O: DeserializeOwned + Default> Deserialize<'de> for Options<O> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Options<O>, D::Error> {
        let (common, special) = (fields::<How>(), fields::<O>());
        let (mut how, mut own) = (Map::new(), Map::new());
        for (name, value) in Map::deserialize(source)? {
            if common.contains(&&name[..]) {
                how.insert(name, value);
            } else if special.contains(&&name[..]) {
                own.insert(name, value);
            } else {
                let list = [special, common].concat().join("`, `");
                return Err(D::Error::custom(format!("unknown field `{name}`, expected one of `{list}`")));
            }
        }
        let wrong = |why: serde_json::Error| D::Error::custom(why);
        let how = How::deserialize(Value::Object(how)).map_err(wrong)?;
        let own = O::deserialize(Value::Object(own)).map_err(wrong)?;
        Ok(Options { how, own })
    }
}

/// The names of the fields of a structure, as its `Deserialize` asks for them.
fn fields<T: DeserializeOwned>() -> &'static [&'static str] {
    struct Names<'n>(&'n mut &'static [&'static str]);

    impl<'de> Deserializer<'de> for Names<'_> {
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
    let _ = T::deserialize(Names(&mut names));
    names
}

impl<O: fmt::Debug> Options<O> {
    /// These options, and else what is usual.
    pub fn of(own: O) -> Options<O> {
        Options { how: How::default(), own }
    }
}
