//! The options of a request: the options of its command, and the options that every command
//! accepts. In JSON all options are members of one object. An unknown option is an error that lists
//! the known options.

use std::fmt;
use std::str::FromStr;

use base::text;
use base::text::{Lang, Text};
use engines::search::OptionOrder;
use grundy::SolveError;
use grundy::measure::Measure;
use rules::ast::{EndCondition, PlayConvention, Player};
use rules::data_file::DataFile;
use rules::game::SumKind;
use serde::de::{DeserializeOwned, Error as _, Visitor, value};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};
use serde_json::{Map, Value};

/// The options that every command accepts.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CommonOptions {
    /// The language of texts for people: `en` or `zh`.
    #[serde(deserialize_with = "lang")]
    pub lang: Lang,
    /// Names of theorems and engines that are disabled.
    pub without: Vec<String>,
    /// The play convention that replaces the convention of the rules: `normal`, `misere`, `stop` or
    /// `button`.
    #[serde(deserialize_with = "named_play")]
    pub play: Option<PlayConvention>,
    /// The kind of sum that replaces the kind of the rules: `one`, `every`, `any`, a number or one
    /// of Conway's names.
    #[serde(deserialize_with = "named_sum")]
    pub sum: Option<CompoundConvention>,
    /// The end condition that replaces the condition of the rules: `all` or `one`.
    #[serde(deserialize_with = "named_until")]
    pub until: Option<EndCondition>,
    /// The text of a certificate of a misère quotient, from which the theorem about misère
    /// quotients starts.
    pub quotient: Option<String>,
    /// The texts of certificates of laws; each law answers queries about its game.
    pub laws: Vec<String>,
    /// Files with the values of parameters of games: graphs and data.
    #[serde(alias = "graphs")]
    pub data: Vec<NamedFile>,
    /// The order in which a search tries options.
    #[serde(deserialize_with = "named_order")]
    pub order: OptionOrder,
    /// Maximum memory for tables and caches in bytes, for front ends that have no limit of their
    /// own.
    pub memory: Option<u64>,
    /// Whether only the limits of the request bound its work. If `false`, long searches also have
    /// bounds of their own.
    pub patient: bool,
    /// Whether to generate code for small tables too. Tests set this option.
    pub always_generate: bool,
    /// Whether the JSON of the reply also contains the text that the command prints, as
    /// the member `printed`.
    pub printed: bool,
}

/// A file with the value of the parameters of this name, for the games of a query: a graph or data.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NamedFile {
    /// The name of the parameter.
    pub name: String,
    /// The content of the file. For a graph, one edge `a b` per line, or paths and vertices,
    /// `a-b-c d`; for data, see [`rules::data_file::read_data`].
    pub text: String,
    /// The name of the file in messages.
    pub file: String,
}

impl NamedFile {
    /// Returns the file in the form in which the session accepts it.
    pub(crate) fn data_file(&self) -> DataFile {
        let file = if self.file.is_empty() {
            &self.name
        } else {
            &self.file
        };
        DataFile {
            name: self.name.clone(),
            text: self.text.clone(),
            file: file.clone(),
        }
    }
}

/// The options of a request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestOptions<O> {
    /// The options that every command accepts.
    pub how: CommonOptions,
    /// The options of the command.
    pub own: O,
}

/// Parses the name of a play convention.
///
/// # Errors
/// Returns the known names if `word` is an unknown name.
pub fn play(word: &str) -> Result<PlayConvention, Text> {
    PlayConvention::from_word(word).ok_or_else(|| {
        text!(
            "expected normal, misere, stop or button",
            "应为 normal、misere、stop 或 button"
        )
    })
}

/// A kind of sum, and its end condition if its name implies one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompoundConvention {
    /// The number of components in which a player moves.
    pub kind: SumKind,
    /// The end condition; `None` if the name does not imply one.
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

/// Parses the name of an end condition of sums.
///
/// # Errors
/// Returns the known names if `word` is an unknown name.
pub fn until(word: &str) -> Result<EndCondition, Text> {
    match word {
        "all" => Ok(EndCondition::All),
        "one" => Ok(EndCondition::One),
        _ => Err(text!("expected all or one", "应为 all 或 one")),
    }
}

impl CommonOptions {
    /// Returns the end condition that follows from `until` and from the name of the compound.
    ///
    /// # Errors
    /// Returns [`SolveError::Usage`] if the name of the compound implies another end condition than
    /// `until`.
    pub(crate) fn until(&self) -> Result<Option<EndCondition>, SolveError> {
        let named = self.sum.and_then(|compound| compound.until);
        match (named, self.until) {
            (Some(named), Some(asked)) if named != asked => Err(SolveError::Usage(text!(
                "the name of this compound implies another end condition than --until; omit --until",
                "这种和的名称已规定结束条件，与 --until 不一致；请去掉 --until"
            ))),
            (named, asked) => Ok(named.or(asked)),
        }
    }
}

/// Parses the name of the order of a search.
///
/// # Errors
/// Returns the known names if `word` is an unknown name.
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

/// Parses the name of a player: `left` or `right`.
///
/// # Errors
/// Returns the known names if `word` is an unknown name.
pub fn player(word: &str) -> Result<Player, Text> {
    let named = Player::ALL.into_iter().find(|player| player.word() == word);
    named.ok_or_else(|| text!("expected left or right", "应为 left 或 right"))
}

/// Deserializes a player from the name.
pub(crate) fn named_player<'de, D: Deserializer<'de>>(
    source: D,
) -> Result<Option<Player>, D::Error> {
    parse_named("to_move", source, player)
}

/// Deserializes a measure from its name.
pub(crate) fn measure<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Measure>, D::Error> {
    parse_named("value", source, str::parse)
}

fn named_until<'de, D: Deserializer<'de>>(source: D) -> Result<Option<EndCondition>, D::Error> {
    parse_named("until", source, until)
}

/// Deserializes an option that is given as a name or as a number; returns `None` for `null`.
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

/// Returns the names of the fields of a structure, as its `Deserialize` requests them.
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
    // Deserializing returns an error as soon as the field names are stored.
    let _ = T::deserialize(FieldNames(&mut names));
    names
}

impl<O: fmt::Debug> RequestOptions<O> {
    /// Creates options from those of the command, with the default common options.
    pub fn new(own: O) -> RequestOptions<O> {
        RequestOptions {
            how: CommonOptions::default(),
            own,
        }
    }
}
