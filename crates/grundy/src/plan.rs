//! The plan of an answer: an ordered list of named attempts, theorems first and engines after them; each accepts or declines with
//! a reason. EXPLAIN prints it. There is no cost model: the first that accepts does the work.

use std::collections::BTreeSet;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::dense::{Space, work};
use engines::machine::Machine;
use engines::oracle::EngineError;
use engines::search::OptionOrder;
use facts::{Fact, Facts, facts};
use rules::ast::Play;
use rules::ir::Int;
use rules::rules::{Conventions, Fault, GameId, SumKind};
use rules::world::World;
use theory::sums;
use theory::theorem::{Case, ClosedForm, Refusal, Theorems, needs_plain};

use crate::error::Error;
use crate::saved::Loaded;

/// What the user chose.
#[derive(Clone)]
pub struct Settings {
    /// The theorems about games, in the order in which they are tried: the built-in ones, and what was found since.
    pub theorems: Theorems,
    /// Theorems and engines that are switched off, by name.
    pub without: BTreeSet<String>,
    /// Normal or misère play instead of what the games say.
    pub play: Option<Play>,
    /// Another kind of sum instead of what the games say.
    pub sum: Option<SumKind>,
    /// In which order a search tries options.
    pub order: OptionOrder,
    /// What runs generated code, if anything does.
    pub machine: Option<Arc<dyn Machine>>,
    /// Tables that were read from files.
    pub tables: Vec<Loaded>,
    /// Code is generated for small tables too, which are sooner interpreted; for tests.
    pub always_generate: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theorems: theorems::all().into_iter().chain(structures::theorems()).collect(),
            without: BTreeSet::new(),
            play: None,
            sum: None,
            order: OptionOrder::default(),
            machine: None,
            tables: Vec::new(),
            always_generate: false,
        }
    }
}

impl Settings {
    /// Every name that `without` may hold.
    pub fn switchable(&self) -> Vec<&'static str> {
        let theorems = self.theorems.iter().map(|t| t.name()).chain(sums::REGISTRY.iter().map(|t| t.name()));
        theorems.chain(ENGINES.iter().map(|(name, _)| *name)).collect()
    }

    /// Switches off a theorem or engine.
    ///
    /// # Errors
    /// Where nothing has this name.
    pub fn switch_off(&mut self, name: &str) -> Result<(), Error> {
        let known = self.switchable();
        if !known.contains(&name) {
            let list = known.join(", ");
            return Err(Error::Usage(text!(
                "nothing is called `{name}`; --without takes: {list}",
                "没有名为 `{name}` 的方法；--without 可取：{list}"
            )));
        }
        self.without.insert(name.to_owned());
        Ok(())
    }
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Settings { theorems, without, play, sum, order, machine, tables, always_generate } = self;
        f.debug_struct("Settings")
            .field("theorems", &theorems.len())
            .field("without", without)
            .field("play", play)
            .field("sum", sum)
            .field("order", order)
            .field("machine", &machine.is_some())
            .field("tables", &tables.len())
            .field("always_generate", always_generate)
            .finish()
    }
}

/// The engines, by name, in the order in which they are tried.
pub const ENGINES: [(&str, &str); 4] = [
    ("codegen", "a table of every position of a box, filled by code generated from the rules, on all cores where the order allows it"),
    ("dense", "a table of every position of a box, filled in an order found from the rules"),
    ("search", "memoised search from the position asked, stopping at the first winning move where only the winner is asked"),
    ("reference", "every reachable position by the definition: slow, obvious, and the only one for loopy play"),
];

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does the work.
    Accepted,
    /// It cannot, for the reason given.
    Declined,
    /// The user switched it off.
    SwitchedOff,
    /// An attempt before it does the work.
    NotNeeded,
}

impl Verdict {
    /// The verdict in a word.
    pub fn text(self) -> Text {
        match self {
            Verdict::Accepted => text!("accepted", "采用"),
            Verdict::Declined => text!("declined", "不适用"),
            Verdict::SwitchedOff => text!("switched off", "已关闭"),
            Verdict::NotNeeded => text!("not needed", "不需要"),
        }
    }

    /// The verdict as JSON has it.
    pub fn key(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::Declined => "declined",
            Verdict::SwitchedOff => "switched-off",
            Verdict::NotNeeded => "not-needed",
        }
    }
}

/// One line of a plan.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// `theorem` or `engine`.
    pub kind: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What became of it.
    pub verdict: Verdict,
    /// Why.
    pub reason: Text,
}

/// How a table is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// By generated code.
    Generated,
    /// By interpreting the rules.
    Interpreted,
    /// It was read from a file: its place among the tables read.
    Read(usize),
}

/// How the values of one game are found.
pub enum Method {
    /// By a theorem: its place in the registry, and what it knows.
    Theorem(&'static str, Box<dyn ClosedForm>),
    /// By a table of this space, filled by generated code or by an interpreter.
    Dense(Space, Filling),
    /// By search.
    Search,
    /// By the definition.
    Reference,
}

impl Method {
    /// The name of the theorem or engine.
    pub fn name(&self) -> &'static str {
        match self {
            Method::Theorem(name, _) => name,
            Method::Dense(_, Filling::Generated) => "codegen",
            Method::Dense(_, Filling::Interpreted) => "dense",
            Method::Dense(_, Filling::Read(_)) => "saved table",
            Method::Search => "search",
            Method::Reference => "reference",
        }
    }
}

/// The plan for one game's Grundy values.
pub struct GamePlan {
    /// What is known of the rules; none for games given as Rust values or graphs.
    pub facts: Option<Facts>,
    /// The attempts.
    pub attempts: Vec<Attempt>,
    /// The first that accepted; none if all declined.
    pub method: Option<Method>,
    /// A theorem that knows outcomes but no values, with its name.
    pub outcomes: Option<(&'static str, Box<dyn ClosedForm>)>,
}

impl GamePlan {
    /// The table could not be filled after all: the search takes its place.
    pub(crate) fn searched_instead(&mut self, why: Text) {
        for attempt in &mut self.attempts {
            if attempt.verdict == Verdict::Accepted {
                (attempt.verdict, attempt.reason) = (Verdict::Declined, why.clone());
            } else if attempt.name == "search" {
                (attempt.verdict, attempt.reason) = (Verdict::Accepted, by_components());
            }
        }
        self.method = Some(Method::Search);
    }
}

fn by_components() -> Text {
    text!("from the position asked, by components", "自所问局面起，按部分分解")
}

/// The conventions of a question: those that its games share, changed as the user asks. The error says which games disagree.
pub fn conventions(world: &World, games: &[GameId], settings: &Settings) -> Result<Conventions, Error> {
    let mut shared: Option<(Conventions, GameId)> = None;
    for &game in games {
        let mut own = world.rules(game).conventions();
        own.play = settings.play.unwrap_or(own.play);
        own.sum = settings.sum.unwrap_or(own.sum);
        match &mut shared {
            None => shared = Some((own, game)),
            Some((first, other)) => {
                if (first.play, first.sum) != (own.play, own.sum) {
                    let (a, b) = (world.rules(*other).title(), world.rules(game).title());
                    return Err(Error::Usage(text!(
                        "{a} and {b} are played by different conventions: choose one with --play and --sum",
                        "{a} 与 {b} 的规则约定不同：请用 --play 和 --sum 指定"
                    )));
                }
                first.loopy |= own.loopy;
            }
        }
    }
    Ok(shared.map_or_else(Conventions::default, |(conventions, _)| conventions))
}

/// A table of a game of several slots is preferred to a search up to so many positions, or where it is filled from so few options
/// that it takes seconds; a table question and a game of one slot prefer it always.
const SMALL_BOX: usize = 1 << 20;
const SMALL_WORK: u64 = 1 << 31;

/// Tables filled from fewer options are sooner interpreted than code is compiled: some ten milliseconds.
const WORTH_GENERATING: u64 = 1 << 22;

/// What the values are wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Single positions.
    Positions,
    /// Most positions of a box.
    Table,
}

/// Whether values decide under the conventions of a question, as a fact about a game with conventions of its own.
fn plainness(own: &Conventions, used: &Conventions) -> Fact {
    let reason = match (own.plain(), used.plain()) {
        (true, true) => text!("read off the rules", "由规则直接读出"),
        (false, false) => text!("`play`, `sum` or `loopy` in the rules", "规则中有 `play`、`sum` 或 `loopy`"),
        _ => text!("chosen for this question", "由本次提问指定"),
    };
    let statement = text!("normal play, one component a move, no draws", "正常规则，每次走一个部分，无平局");
    Fact { name: "conventions", holds: Some(used.plain()), statement, reason }
}

/// Plans how the Grundy values of a game are found, up to the greatest values `tops` of its slots.
pub fn for_values(
    world: &World,
    game: GameId,
    conventions: &Conventions,
    tops: &[Int],
    wanted: Wanted,
    settings: &Settings,
    budget: &Budget<'_>,
) -> Result<GamePlan, Error> {
    let rules = world.rules(game);
    let mut facts = rules.game().map(|ir| facts(ir, game, budget)).transpose().map_err(Error::Stopped)?;
    if let Some(facts) = &mut facts {
        facts.list.push(plainness(&rules.conventions(), conventions));
    }
    let mut plan = GamePlan { facts, attempts: Vec::new(), method: None, outcomes: None };
    let off = |name: &str| settings.without.contains(name);
    for (index, loaded) in settings.tables.iter().enumerate().filter(|(_, loaded)| loaded.game == game) {
        let (name, size) = (&loaded.name, loaded.stats.positions);
        let (verdict, reason) = if !conventions.plain() {
            (Verdict::Declined, needs_plain())
        } else if plan.method.is_some() {
            (Verdict::NotNeeded, text!("answered above", "上面已给出答案"))
        } else if !loaded.space.contains(tops) {
            (Verdict::Declined, text!("the table in {name} is too small", "{name} 中的表不够大"))
        } else {
            plan.method = Some(Method::Dense(loaded.space.clone(), Filling::Read(index)));
            (Verdict::Accepted, text!("{size} positions, read from {name}", "{size} 个局面，读自 {name}"))
        };
        plan.attempts.push(Attempt { kind: "engine", name: "saved table", verdict, reason });
    }
    for theorem in settings.theorems.iter().filter(|theorem| theorem.speaks_of(rules)) {
        let (verdict, reason) = if off(theorem.name()) {
            (Verdict::SwitchedOff, text!("--without", "--without"))
        } else if plan.method.is_some() {
            (Verdict::NotNeeded, text!("answered above", "上面已给出答案"))
        } else {
            let applied = theorem.apply(&Case::new(world, game, plan.facts.as_ref(), *conventions, budget));
            let reached = applied.and_then(|form| match form.beyond_reach(tops, budget)? {
                Some(why) => Err(Refusal::Condition(why)),
                None => Ok(form),
            });
            match reached {
                Err(Refusal::Stopped(stop)) => return Err(Error::Stopped(stop)),
                Err(Refusal::Condition(why)) => (Verdict::Declined, why),
                Ok(form) => {
                    let found = form.found();
                    if conventions.plain() && form.knows_values() {
                        plan.method = Some(Method::Theorem(theorem.name(), form));
                        (Verdict::Accepted, found)
                    } else if plan.outcomes.is_some() {
                        (Verdict::NotNeeded, text!("answered above", "上面已给出答案"))
                    } else {
                        plan.outcomes = Some((theorem.name(), form));
                        match conventions.plain() {
                            true => (
                                Verdict::Declined,
                                text!("applies, but knows who wins only, not the values", "适用，但只知胜负，不知 SG 值"),
                            ),
                            false => (Verdict::Accepted, found),
                        }
                    }
                }
            }
        };
        plan.attempts.push(Attempt { kind: "theorem", name: theorem.name(), verdict, reason });
    }
    for (name, _) in ENGINES {
        let (verdict, reason) = if off(name) {
            (Verdict::SwitchedOff, text!("--without", "--without"))
        } else if plan.method.is_some() {
            (Verdict::NotNeeded, text!("answered above", "上面已给出答案"))
        } else if !conventions.plain() {
            (Verdict::Declined, needs_plain())
        } else {
            let (verdict, reason, method) = engine(world, game, name, tops, wanted, settings, &plan, budget)?;
            plan.method = method;
            (verdict, reason)
        };
        plan.attempts.push(Attempt { kind: "engine", name, verdict, reason });
    }
    Ok(plan)
}

#[expect(clippy::too_many_arguments, reason = "the whole question")]
fn engine(
    world: &World,
    game: GameId,
    name: &str,
    tops: &[Int],
    wanted: Wanted,
    settings: &Settings,
    plan: &GamePlan,
    budget: &Budget<'_>,
) -> Result<(Verdict, Text, Option<Method>), Error> {
    let declined = |why| Ok((Verdict::Declined, why, None));
    match name {
        "codegen" | "dense" => {
            let generate = name == "codegen";
            if generate && settings.machine.is_none() {
                return declined(text!("nothing here runs generated code", "此处无法运行生成的代码"));
            }
            let Some(facts) = &plan.facts else {
                return declined(text!("the game has no rules in the language to read", "该游戏没有可读的规则文本"));
            };
            match Space::around(world, game, facts, tops, budget) {
                Err(EngineError::Declined(why)) => declined(why),
                Err(EngineError::Fault(Fault::Stopped(stop @ base::budget::Stop::Memory(..)))) if wanted == Wanted::Positions => {
                    declined(stop.text())
                }
                Err(error) => Err(Error::of_engine(world, error)),
                Ok(space) => {
                    let size = space.size;
                    let work = work(world, game, &space);
                    let affordable = size <= SMALL_BOX || matches!(work, Ok(work) if work <= SMALL_WORK);
                    if wanted == Wanted::Positions && tops.len() > 1 && !affordable {
                        return declined(text!(
                            "a box of {size} positions; a search may need fewer",
                            "整个区域有 {size} 个局面；搜索可能更少"
                        ));
                    }
                    match (generate, work) {
                        (false, _) => {
                            let why = text!("a table of {size} positions", "填 {size} 个局面的表");
                            Ok((Verdict::Accepted, why, Some(Method::Dense(space, Filling::Interpreted))))
                        }
                        (true, Err(why)) => declined(why),
                        (true, Ok(work)) if work < WORTH_GENERATING && !settings.always_generate => {
                            declined(text!("a table of {size} positions is sooner interpreted", "{size} 个局面的表直接解释执行更快"))
                        }
                        (true, Ok(_)) => {
                            let why = text!("a table of {size} positions, filled by generated code", "用生成的代码填 {size} 个局面的表");
                            Ok((Verdict::Accepted, why, Some(Method::Dense(space, Filling::Generated))))
                        }
                    }
                }
            }
        }
        "search" => Ok((Verdict::Accepted, by_components(), Some(Method::Search))),
        _ => Ok((Verdict::Accepted, text!("by the definition", "按定义"), Some(Method::Reference))),
    }
}

/// Which engine decides whole positions where neither values nor a sum theorem do, and the attempts.
pub fn for_outcomes(conventions: &Conventions, settings: &Settings) -> (Vec<Attempt>, Option<&'static str>) {
    let (mut attempts, mut chosen) = (Vec::new(), None);
    for (name, _) in ENGINES {
        let (verdict, reason) = if settings.without.contains(name) {
            (Verdict::SwitchedOff, text!("--without", "--without"))
        } else if chosen.is_some() {
            (Verdict::NotNeeded, text!("answered above", "上面已给出答案"))
        } else {
            match name {
                "codegen" | "dense" => (Verdict::Declined, needs_plain()),
                "search" if conventions.loopy => (Verdict::Declined, text!("play may go round for ever", "对局可能无限循环")),
                "search" => {
                    chosen = Some(name);
                    (Verdict::Accepted, text!("whole positions, to the first winning move", "搜索整个局面，找到必胜着即停"))
                }
                _ => {
                    chosen = Some(name);
                    (Verdict::Accepted, text!("every reachable position, by the definition", "按定义处理全部可达局面"))
                }
            }
        };
        attempts.push(Attempt { kind: "engine", name, verdict, reason });
    }
    (attempts, chosen)
}
