//! What can be asked, and the replies: the commands of the command line with their answers as docs/json.md describes them, and
//! `open`, which begins anew with some rule files. A reply is always one object; where something is wrong it holds `error`. Numbers
//! beyond 2^53 are strings here, as JavaScript would round them.

use std::sync::Arc;

use base::budget::{Budget, Stop};
use base::text;
use base::text::{Lang, Text};
use engines::machine::Machine;
use grundy::answer::Table;
use grundy::plan::Settings;
use grundy::{Asked, Error, Session, json};
use rules::ast::Play;
use rules::rules::SumKind;
use rules::world::World;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

/// Tables and memos may take so much memory where the request does not say.
const MEMORY: u64 = 1 << 30;

/// More memory than this is not given: all addresses have 32 bits, and the page needs some of them too.
const MOST_MEMORY: u64 = 3 << 30;

/// What the core needs of the page.
pub trait Host {
    /// A clock, in seconds.
    fn now(&self) -> f64;

    /// Why to stop now, if at all.
    fn stop(&self) -> Option<Stop>;

    /// How much is done: positions, of so many in all if that is known.
    fn progress(&self, done: u64, whole: Option<u64>);
}

/// The games of one page.
#[derive(Default)]
pub struct Core {
    session: Session,
    files: Vec<Opened>,
    machine: Option<Arc<dyn Machine>>,
}

/// A file that was read, with the names of its games.
struct Opened {
    file: File,
    games: Vec<String>,
}

/// A rule file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    text: String,
}

/// What is asked.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Open,
    Solve,
    Moves,
    Table,
    Explain,
    Check,
}

/// A request. All but its kind may be left out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// What is asked.
    ask: Kind,
    /// The rule files of `open`.
    #[serde(default)]
    files: Vec<File>,
    /// The position, with ranges for `table`.
    #[serde(default)]
    question: String,
    #[serde(default)]
    options: Options,
}

/// How it is answered.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Options {
    /// The language of texts for people: `en` or `zh`.
    lang: String,
    /// Theorems and engines that are switched off.
    without: Vec<String>,
    /// `normal` or `misere` instead of what the rules say.
    play: Option<String>,
    /// `one`, `every`, `any` or a number instead of what the rules say.
    #[serde(deserialize_with = "word")]
    sum: Option<String>,
    /// For `solve`: only who wins.
    winner: bool,
    /// For `table`: outcomes instead of values.
    outcomes: bool,
    /// For `explain`: with the answer.
    analyze: bool,
    /// For `check`: on how many positions claims are tested.
    positions: Option<usize>,
    /// Bytes that tables and memos may take.
    memory: Option<u64>,
    /// Code is generated for small tables too.
    always_generate: bool,
}

/// A word, or a number in its place.
fn word<'de, D: Deserializer<'de>>(source: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(source)? {
        Value::Null => None,
        Value::String(word) => Some(word),
        other => Some(other.to_string()),
    })
}

/// Writes whole numbers that JavaScript would round as strings.
fn exact(value: &mut Value) {
    /// 2^53 - 1, the greatest number up to which JavaScript knows all.
    const SAFE: u64 = (1 << 53) - 1;
    match value {
        Value::Number(n) if n.as_i64().map_or_else(|| n.is_u64(), |n| n.unsigned_abs() > SAFE) => *value = json!(n.to_string()),
        Value::Array(list) => list.iter_mut().for_each(exact),
        Value::Object(object) => object.values_mut().for_each(exact),
        _ => {}
    }
}

fn table(table: &Table, world: &World) -> Result<Value, Error> {
    let mut bytes = Vec::new();
    let written = json::table(table, world, &mut bytes).map_err(serde_json::Error::io);
    written.and_then(|()| serde_json::from_slice(&bytes)).map_err(|why| Error::Bug(Text::same(why.to_string())))
}

impl Core {
    /// The games of the library; generated code is run by this machine, if there is one.
    pub fn new(machine: Option<Arc<dyn Machine>>) -> Core {
        Core { machine, ..Core::default() }
    }

    /// The reply to a request.
    pub fn reply(&mut self, request: &str, host: &dyn Host) -> String {
        let (reply, lang) = match serde_json::from_str::<Request>(request) {
            Ok(request) => (self.answer(&request, host), Lang::from_locale(&request.options.lang)),
            Err(why) => (Err(Error::Usage(text!("not a request: {why}", "不是合法的请求：{why}"))), Lang::En),
        };
        let mut reply = reply.unwrap_or_else(|error| json::error(&error, lang));
        exact(&mut reply);
        reply.to_string()
    }

    fn answer(&mut self, request: &Request, host: &dyn Host) -> Result<Value, Error> {
        let Request { ask, files, question, options } = request;
        let lang = Lang::from_locale(&options.lang);
        self.session.settings = self.settings(options)?;
        let stop = || host.stop();
        let progress = |done, whole| host.progress(done, whole);
        let budget = Budget::new(options.memory.unwrap_or(MEMORY).min(MOST_MEMORY), &stop, &progress);
        let asked = |moves, winner_only| Asked { moves, winner_only };
        let started = host.now();
        let seconds = || host.now() - started;
        if question.is_empty() && !matches!(ask, Kind::Open | Kind::Check) {
            return Err(Error::Usage(text!("no question was given, for example nim[3] + nim[5]", "没有给出问题，例如 nim[3] + nim[5]")));
        }
        Ok(match ask {
            Kind::Open => self.open(files)?,
            Kind::Solve => {
                let answer = self.session.solve(question, asked(false, options.winner), &budget)?;
                json::answer(&answer, &self.session.world, seconds(), lang)
            }
            Kind::Moves => {
                let answer = self.session.solve(question, asked(true, true), &budget)?;
                json::answer(&answer, &self.session.world, seconds(), lang)
            }
            Kind::Table => {
                let found = self.session.table(question, options.outcomes, &budget)?;
                table(&found, &self.session.world)?
            }
            Kind::Explain => {
                let explanation = self.session.explain(question, options.analyze, &budget)?;
                json::explanation(&explanation, &self.session.world, seconds(), lang)
            }
            Kind::Check => {
                let positions = options.positions.unwrap_or(grundy::check::CLAIM_POSITIONS);
                let mut reports = Vec::new();
                for Opened { file, games } in &self.files {
                    let report = self.session.check(games, positions, &budget)?;
                    reports.push(json::report(&file.name, &file.text, &report, lang));
                }
                json!({ "reports": reports })
            }
        })
    }

    /// Begins anew: the library and these files. Where one is refused nothing changes.
    fn open(&mut self, files: &[File]) -> Result<Value, Error> {
        let mut session = Session::new();
        let mut opened = Vec::new();
        for file in files {
            let games = session.load_rules(&file.name, &file.text)?;
            opened.push(Opened { file: file.clone(), games });
        }
        let list: Vec<Value> = opened.iter().map(|o| json!({ "file": o.file.name, "games": o.games })).collect();
        (self.session, self.files) = (session, opened);
        Ok(json!({ "opened": list }))
    }

    fn settings(&self, options: &Options) -> Result<Settings, Error> {
        let mut settings = Settings { machine: self.machine.clone(), always_generate: options.always_generate, ..Settings::default() };
        for name in &options.without {
            settings.switch_off(name)?;
        }
        let about =
            |option: &str, why: Text| Error::Usage(Text { en: format!("{option}: {}", why.en), zh: format!("{option}：{}", why.zh) });
        settings.play = match options.play.as_deref() {
            None => None,
            Some("normal") => Some(Play::Normal),
            Some("misere") => Some(Play::Misere),
            Some(_) => return Err(about("play", text!("expected normal or misere", "应为 normal 或 misere"))),
        };
        settings.sum = options.sum.as_deref().map(|word| word.parse::<SumKind>().map_err(|why| about("sum", why))).transpose()?;
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Quiet(Option<Stop>);

    impl Host for Quiet {
        fn now(&self) -> f64 {
            0.0
        }

        fn stop(&self) -> Option<Stop> {
            self.0
        }

        fn progress(&self, _: u64, _: Option<u64>) {}
    }

    fn ask(core: &mut Core, request: Value) -> Value {
        serde_json::from_str(&core.reply(&request.to_string(), &Quiet(None))).unwrap()
    }

    #[test]
    fn a_file_is_opened_and_asked_about() {
        let mut core = Core::new(None);
        let text = "game Take { state n in 0.. move k in 1..3 : [n - k] expect SG(0..4) == 0 1 2 3 0 }";
        let opened = ask(&mut core, json!({ "ask": "open", "files": [{ "name": "take.game", "text": text }] }));
        assert_eq!(opened, json!({ "opened": [{ "file": "take.game", "games": ["Take"] }] }));
        let solved = ask(&mut core, json!({ "ask": "solve", "question": "take[6] + nim[1]" }));
        assert_eq!((&solved["value"], &solved["outcome"]), (&json!(3), &json!("N")));
        let moves = ask(&mut core, json!({ "ask": "moves", "question": "take[6]", "options": { "play": "misere" } }));
        assert_eq!(moves["moves"].as_array().unwrap().len(), 1);
        let table = ask(&mut core, json!({ "ask": "table", "question": "take[0..4]", "options": { "without": ["codegen"] } }));
        assert_eq!(table["values"], json!([0, 1, 2, 3, 0]));
        let outcomes = ask(&mut core, json!({ "ask": "table", "question": "take[0..2]", "options": { "outcomes": true } }));
        assert_eq!(outcomes["outcomes"], json!(["P", "N", "N"]));
        let explained = ask(&mut core, json!({ "ask": "explain", "question": "take[4]", "options": { "analyze": true } }));
        assert_eq!(explained["answer"]["outcome"], json!("P"));
        let checked = ask(&mut core, json!({ "ask": "check" }));
        assert_eq!((&checked["reports"][0]["passes"], &checked["reports"][0]["file"]), (&json!(true), &json!("take.game")));
    }

    #[test]
    fn what_is_wrong_comes_back_as_an_error() {
        let mut core = Core::new(None);
        let open = |text: &str| json!({ "ask": "open", "files": [{ "name": "a.game", "text": text }] });
        ask(&mut core, open("game Mine { state n in 0.. move : [n - 1] }"));
        let refused = ask(&mut core, open("game Mine { state n in 0.. move : [n - ] }"));
        assert_eq!((&refused["error"]["kind"], &refused["error"]["diagnostics"][0]["line"]), (&json!("refused"), &json!(1)));
        assert_eq!(ask(&mut core, json!({ "ask": "solve", "question": "mine[3]" }))["value"], json!(1), "the old file stays open");
        for (request, words) in [
            (json!({ "ask": "solve" }), "no question"),
            (json!({ "ask": "dance" }), "not a request: unknown variant `dance`"),
            (json!({ "ask": "solve", "question": "nim[3]", "options": { "sums": "any" } }), "unknown field `sums`"),
            (json!({ "ask": "solve", "question": "nim[3]", "options": { "sum": "some" } }), "sum: expected one, every"),
            (json!({ "ask": "solve", "question": "nim[3]", "options": { "play": "bad" } }), "play: expected normal or"),
            (json!({ "ask": "solve", "question": "nim[3]", "options": { "without": ["luck"] } }), "--without takes: nim"),
            (json!({ "ask": "table", "question": "nim[0..99999999999]" }), "memory would be needed"),
        ] {
            let reply = ask(&mut core, request.clone());
            assert!(reply["error"]["message"].as_str().unwrap().contains(words), "{request} {reply}");
        }
        let reply = core.reply(r#"{ "ask": "solve", "question": "kayles[2000]", "options": { "lang": "zh" } }"#, &Quiet(Some(Stop::Time)));
        assert!(reply.contains("已停止，没有答案"), "{reply}");
    }

    #[test]
    fn great_numbers_are_not_rounded() {
        let mut core = Core::new(None);
        for (n, value) in [(1u64 << 53, json!("9007199254740992")), ((1 << 53) - 1, json!(9007199254740991u64))] {
            assert_eq!(ask(&mut core, json!({ "ask": "solve", "question": format!("nim[{n}]") }))["value"], value);
        }
        let negative = "game Below { state n in -9223372036854775807.. move when n > -9223372036854775807 : [n - 1] }";
        ask(&mut core, json!({ "ask": "open", "files": [{ "name": "below.game", "text": negative }] }));
        let table = ask(&mut core, json!({ "ask": "table", "question": "below[-9223372036854775807..-9223372036854775806]" }));
        assert_eq!((&table["slots"][0]["low"], &table["values"]), (&json!("-9223372036854775807"), &json!([0, 1])));
    }

    #[test]
    fn a_sum_may_be_a_number() {
        let mut core = Core::new(None);
        for sum in [json!(2), json!("2")] {
            let reply = ask(&mut core, json!({ "ask": "solve", "question": "nim[1] + nim[2] + nim[3]", "options": { "sum": sum } }));
            assert_eq!(reply["conventions"]["sum"], json!(2));
        }
    }
}
