//! The plan of an answer: an ordered list of named attempts, theorems first and engines after them;
//! each accepts or declines with a reason. EXPLAIN prints it. There is no cost model: the first
//! that accepts does the work. What a theorem says of a game is asked once ([`Known`]) and serves
//! every later plan.

use std::collections::HashMap;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::dense::Dense;
use engines::engine::{Task, Wanted, Whole};
use engines::oracle::{GrundyOracle, OutcomeOracle};
use engines::prepared::Looked;
use engines::tables::Tabled;
use facts::{Fact, Facts, facts};
use rules::ast::{Play, Until};
use rules::ir::Int;
use rules::rules::{Conventions, GameId, SumKind};
use rules::world::World;
use theory::theorem::{Case, ClosedForm, Declined, Theorem, needs_plain};

use crate::apart;
use crate::error::Error;
use crate::lawful::{self, Lawful};
use crate::question::Position;
use crate::settings::Settings;
use crate::solver::{Decision, Named};
use crate::turns::{self, QuestionScope};

/// The name of the method that looks up values in a table from a file.
pub(crate) const SAVED_TABLE: &str = "saved table";

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The method does the work.
    Accepted,
    /// The method does not take the task, for the reason given.
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
    /// Whether it declined though the game is of its kind, or does apply but not to this question.
    pub near: bool,
    /// The theorem's own words; `None` for an engine.
    pub said: Option<Said>,
}

impl Attempt {
    /// An attempt by an engine.
    fn by_engine(name: &'static str, verdict: Verdict, reason: Text) -> Attempt {
        Attempt {
            kind: "engine",
            name,
            verdict,
            reason,
            near: false,
            said: None,
        }
    }

    /// Whether a person who asks for the plan wants to see it: it does the work, it was switched
    /// off, or it comes near.
    pub fn matters(&self) -> bool {
        self.near || matches!(self.verdict, Verdict::Accepted | Verdict::SwitchedOff)
    }
}

/// A theorem in its own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// What it says.
    pub statement: Text,
    /// Who found it, and when.
    pub source: &'static str,
}

/// A theorem at work on one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtWork {
    /// Its name.
    pub name: &'static str,
    /// Its own words.
    pub said: Said,
    /// How it finds what it says of this position, in lines; `None` if its words are all.
    pub works: Option<Text>,
}

/// Why a theorem knows nothing of a game.
#[derive(Clone)]
struct Unfit {
    why: Text,
    near: bool,
}

/// How the values of one game are found.
pub enum Method {
    /// By a theorem: its name, and what it knows.
    Theorem(&'static str, Arc<dyn ClosedForm>),
    /// By an engine: its name, and its oracle; `None` if the solver holds one oracle for every
    /// game.
    Engine(&'static str, Option<Box<dyn GrundyOracle>>),
}

impl Method {
    /// The name of the theorem or engine.
    pub fn name(&self) -> &'static str {
        match self {
            Method::Theorem(name, _) | Method::Engine(name, _) => name,
        }
    }

    /// Whether values are looked up in a table.
    pub fn is_table(&self) -> bool {
        matches!(self, Method::Engine(_, Some(oracle)) if oracle.is_table())
    }

    /// Whether further values cost next to nothing: they are told by a theorem or looked up in a
    /// table.
    pub fn is_cheap(&self) -> bool {
        match self {
            Method::Theorem(..) => true,
            Method::Engine(_, oracle) => oracle.as_ref().is_some_and(|oracle| oracle.is_table()),
        }
    }
}

/// Where values of positions of a game can be looked up.
#[derive(Clone)]
pub(crate) enum ValueSource {
    /// The closed form of a theorem.
    Theorem(Arc<dyn ClosedForm>),
    /// The last table that was filled.
    Table,
    /// The last table, but only for small positions: for larger ones a theorem may return the
    /// outcome without a value.
    SmallInTable,
}

/// What was found of a game, whatever positions are asked of it.
#[derive(Default)]
pub struct Known {
    facts: Option<Arc<Facts>>,
    /// What each theorem that was tried knows, or why it does not apply.
    applied: HashMap<&'static str, Result<Arc<dyn ClosedForm>, Unfit>>,
    looked: Looked,
    /// The last table that was filled.
    pub table: Option<Arc<Dense>>,
    /// The last small table that was filled for certificates of what a theorem tells.
    pub small: Option<Arc<Dense>>,
    /// Where values of its positions can be looked up without a plan.
    pub(crate) value_source: Option<ValueSource>,
    /// The law of the game, once it was asked for, and the law that tells its values: `None` if
    /// none is at hand.
    pub laws: [Option<Option<Arc<Lawful>>>; 2],
}

impl Known {
    /// The facts of a game that is written in the language.
    ///
    /// # Errors
    /// Where the budget ends.
    pub fn facts(
        &mut self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<Option<Arc<Facts>>, Error> {
        let rules = world.rules(game);
        if let (None, Some(ir)) = (&self.facts, rules.game()) {
            self.facts = Some(Arc::new(facts(ir, game, budget).map_err(Error::Stopped)?));
        }
        Ok(self.facts.clone())
    }

    /// What a theorem knows of the game. Of a compound nothing is remembered: it may hold games
    /// that were made since.
    fn apply(
        &mut self,
        theorem: &dyn Theorem,
        case: &Case<'_>,
    ) -> Result<Result<Arc<dyn ClosedForm>, Unfit>, Error> {
        let lasts = case.rules.compound().is_none();
        if let Some(applied) = self.applied.get(theorem.name()).filter(|_| lasts) {
            return Ok(applied.clone());
        }
        let applied = match theorem.apply(case) {
            Err(Declined::Stopped(stop)) => return Err(Error::Stopped(stop)),
            Err(Declined::Condition(why)) => Err(Unfit { why, near: false }),
            Err(Declined::Near(why)) => Err(Unfit { why, near: true }),
            Ok(form) => Ok(Arc::from(form)),
        };
        if lasts {
            self.applied.insert(theorem.name(), applied.clone());
        }
        Ok(applied)
    }
}

/// The plan for one game's Grundy values.
pub struct GamePlan {
    /// The greatest numbers of the positions it is for, and what they are wanted for.
    pub tops: (Vec<Int>, Wanted),
    /// What is known of the rules; `None` for games given as Rust values or graphs.
    pub facts: Option<Arc<Facts>>,
    /// The attempts.
    pub attempts: Vec<Attempt>,
    /// The first that accepted; `None` if all declined.
    pub method: Option<Method>,
    /// A theorem that knows outcomes but no values, with its name.
    pub outcomes: Option<Named>,
}

impl GamePlan {
    /// What is known of the rules, and whether values decide, as statements; of a game that is no
    /// rules in the language nothing.
    ///
    /// # Errors
    /// Where the budget ends.
    pub(crate) fn facts_in_words(
        &self,
        world: &World,
        game: GameId,
        used: &Conventions,
        budget: &Budget<'_>,
    ) -> Result<Vec<Fact>, Error> {
        let rules = world.rules(game);
        let (Some(facts), Some(ir)) = (&self.facts, rules.game()) else {
            return Ok(Vec::new());
        };
        let mut list = facts::in_words(world, ir, facts, budget).map_err(Error::Stopped)?;
        list.push(plainness(&rules.conventions(), used));
        Ok(list)
    }

    /// Returns the theorem that knows outcomes but no values, with its name, if it answers for a
    /// single component that values decide: because only the winner is asked for, or because
    /// values are not cheap.
    pub(crate) fn answers_alone(&self, winner_only: bool) -> Option<&Named> {
        let is_cheap = self.method.as_ref().is_some_and(Method::is_cheap);
        self.outcomes.as_ref().filter(|_| winner_only || !is_cheap)
    }

    /// Returns the attempts as they turn out under the decision about a position of this game: at
    /// most one is accepted, the method that answers.
    pub(crate) fn attempts_for(&self, decision: &Decision) -> Vec<Attempt> {
        let mut attempts = self.attempts.clone();
        let (named, instead) = match decision {
            Decision::Over(_) => (
                None,
                (Verdict::NotNeeded, text!("play is over", "对局已结束")),
            ),
            Decision::Alone(named) => (Some(named), answered()),
            Decision::Values => return attempts,
            Decision::Whole => (
                None,
                (
                    Verdict::Declined,
                    text!(
                        "decides a component on its own, but not this position",
                        "只能判定单独的部分，不能判定此局面"
                    ),
                ),
            ),
        };
        for attempt in &mut attempts {
            match named {
                Some((name, form)) if attempt.name == *name => {
                    (attempt.verdict, attempt.reason) = (Verdict::Accepted, form.found())
                }
                _ if attempt.verdict == Verdict::Accepted => {
                    (attempt.verdict, attempt.reason) = instead.clone()
                }
                _ => {}
            }
        }
        attempts
    }

    /// A law that was proved does the work, or tells who wins where it knows no values.
    pub(crate) fn by_law(&mut self, law: Arc<Lawful>) {
        for attempt in self
            .attempts
            .iter_mut()
            .filter(|attempt| attempt.verdict == Verdict::Accepted)
        {
            (attempt.verdict, attempt.reason) = (
                Verdict::NotNeeded,
                text!("the law answers", "由规律给出答案"),
            );
        }
        let found = law.found();
        let (verdict, reason) = (Verdict::Accepted, found);
        self.attempts.insert(
            0,
            Attempt {
                kind: "law",
                name: lawful::NAME,
                verdict,
                reason,
                near: true,
                said: Some(Lawful::said()),
            },
        );
        match law.knows_values() {
            true => self.method = Some(Method::Theorem(lawful::NAME, law)),
            false => self.outcomes = Some((lawful::NAME, law)),
        }
    }

    /// An engine declined after all, when it was asked: the first after it that accepts takes its
    /// place. Where its oracle was a table, no other table is tried.
    ///
    /// # Errors
    /// Where looking at the task ends the budget.
    pub(crate) fn replan(
        &mut self,
        world: &World,
        game: GameId,
        why: Text,
        settings: &Settings,
        budget: &Budget<'_>,
    ) -> Result<bool, Error> {
        let Some(Method::Engine(failed, oracle)) = self.method.take() else {
            return Ok(false);
        };
        let was_table = oracle.is_some_and(|oracle| oracle.is_table());
        let (facts, (tops, wanted), means) =
            (self.facts.clone(), self.tops.clone(), settings.means());
        let task = Task::new(
            world,
            game,
            facts.as_deref(),
            (&tops, wanted),
            &means,
            budget,
        );
        for engine in settings
            .engines
            .iter()
            .skip_while(|engine| engine.name() != failed)
        {
            let Some(attempt) = self
                .attempts
                .iter_mut()
                .find(|attempt| attempt.name == engine.name())
            else {
                continue;
            };
            if engine.name() == failed {
                (attempt.verdict, attempt.reason) = (Verdict::Declined, why.clone());
            } else if attempt.verdict == Verdict::NotNeeded {
                match engine
                    .values(&task)
                    .map_err(|error| Error::of_engine(world, error))?
                {
                    Ok((_, oracle)) if was_table && oracle.is_table() => {
                        (attempt.verdict, attempt.reason) = (Verdict::Declined, why.clone());
                    }
                    Ok((reason, oracle)) => {
                        (attempt.verdict, attempt.reason) = (Verdict::Accepted, reason);
                        self.method = Some(Method::Engine(engine.name(), Some(oracle)));
                        return Ok(true);
                    }
                    Err(reason) => (attempt.verdict, attempt.reason) = (Verdict::Declined, reason),
                }
            }
        }
        Ok(false)
    }
}

/// The conventions of a question: those that its games and all that their moves lead to share,
/// changed as the user asks. Play may go round, and components are urgent, where one of them says
/// so. The question is about positions of these games, of several components if `is_sum` is set.
///
/// # Errors
/// Which games disagree, and the options that choose between them; which turn several components
/// would keep; [`Error::Stopped`] if the budget runs out.
pub fn conventions(
    world: &World,
    games: &[GameId],
    is_sum: bool,
    settings: &Settings,
    budget: &Budget<'_>,
) -> Result<Conventions, Error> {
    agreed(
        world,
        (games, QuestionScope::Games { games, is_sum }),
        (settings, None),
        budget,
    )
}

impl Position {
    /// The conventions of a question about this position: as for [`conventions`], with the play
    /// that the question says.
    ///
    /// # Errors
    /// As for [`conventions`].
    pub fn conventions(
        &self,
        world: &World,
        settings: &Settings,
        budget: &Budget<'_>,
    ) -> Result<Conventions, Error> {
        agreed(
            world,
            (&self.games, QuestionScope::Position(&self.components)),
            (settings, self.play),
            budget,
        )
    }
}

fn agreed(
    world: &World,
    (games, asked): (&[GameId], QuestionScope<'_>),
    (settings, play): (&Settings, Option<Play>),
    budget: &Budget<'_>,
) -> Result<Conventions, Error> {
    let all: Vec<GameId> = games
        .iter()
        .copied()
        .chain(world.reached(games.iter().copied()))
        .collect();
    let chosen = |own: Conventions| {
        (
            play.or(settings.play).unwrap_or(own.play),
            settings.sum.unwrap_or(own.sum),
            settings.until.unwrap_or(own.until),
        )
    };
    let mut shared: Option<((Play, SumKind, Until), GameId)> = None;
    for &game in all.iter().filter(|game| !world.rules(**game).pliant()) {
        let own = chosen(world.rules(game).conventions());
        let (first, other) = *shared.get_or_insert((own, game));
        if first != own {
            let (a, b) = (world.rules(other).title(), world.rules(game).title());
            return Err(Error::Usage(text!(
                "{a} and {b} are played by different conventions: choose one with --play, --sum and --until",
                "{a} 与 {b} 的规则约定不同：请用 --play、--sum 和 --until 指定"
            )));
        }
    }
    let (play, sum, until) =
        shared.map_or_else(|| chosen(Conventions::default()), |(shared, _)| shared);
    let any = |what: fn(Conventions) -> bool| {
        all.iter()
            .any(|game| what(world.rules(*game).conventions()))
    };
    let found = Conventions {
        play,
        sum,
        until,
        loopy: any(|own| own.loopy),
        entailing: any(|own| own.entailing),
    };
    turns::refuse(world, asked, sum, budget)?;
    if play.keeps_components() {
        apart::may_be_played(world, &all, &found).map(|()| found)
    } else {
        Ok(found)
    }
}

/// Whether values decide under the conventions of a question, as a fact about a game with
/// conventions of its own.
fn plainness(own: &Conventions, used: &Conventions) -> Fact {
    let reason = match (own.plain(), used.plain()) {
        (true, true) => text!("read off the rules", "由规则直接读出"),
        (false, false) => text!(
            "`play`, `sum`, `loopy` or `urgent` in the rules",
            "规则中有 `play`、`sum`、`loopy` 或 `urgent`"
        ),
        _ => text!("chosen for this question", "由本次提问指定"),
    };
    let statement = text!(
        "normal play, one component a move, no draws",
        "正常规则，每次走一个部分，无平局"
    );
    Fact {
        name: "conventions",
        holds: Some(used.plain()),
        statement,
        reason,
    }
}

/// Plans how the Grundy values of a game are found, up to the greatest values `tops` of its slots.
///
/// # Errors
/// Where looking at the game ends the budget.
pub fn for_values(
    world: &World,
    game: GameId,
    conventions: &Conventions,
    tops: (Vec<Int>, Wanted),
    settings: &Settings,
    known: &mut Known,
    budget: &Budget<'_>,
) -> Result<GamePlan, Error> {
    let rules = world.rules(game);
    let facts = known.facts(world, game, budget)?;
    let mut plan = GamePlan {
        tops,
        facts: facts.clone(),
        attempts: Vec::new(),
        method: None,
        outcomes: None,
    };
    for loaded in settings.tables.iter().filter(|loaded| loaded.game == game) {
        let (name, size) = (
            &loaded.name,
            GrundyOracle::stats(loaded.table.as_ref()).positions,
        );
        let (verdict, reason) = if !conventions.plain() {
            (Verdict::Declined, needs_plain())
        } else if plan.method.is_some() {
            answered()
        } else if !loaded.table.space().contains(&plan.tops.0) {
            (
                Verdict::Declined,
                text!("the table in {name} is too small", "{name} 中的表不够大"),
            )
        } else {
            plan.method = Some(Method::Engine(
                SAVED_TABLE,
                Some(Box::new(Tabled::of_table(game, loaded.table.clone()))),
            ));
            (
                Verdict::Accepted,
                text!(
                    "{size} positions, read from {name} and not compared with the rules",
                    "{size} 个局面，读自 {name}，未与规则比较"
                ),
            )
        };
        plan.attempts
            .push(Attempt::by_engine(SAVED_TABLE, verdict, reason));
    }
    let case = Case::new(world, game, facts.as_deref(), *conventions, budget);
    for theorem in settings
        .theorems
        .iter()
        .filter(|theorem| theorem.speaks_of(rules))
    {
        let mut near = false;
        let (verdict, reason) = if settings.without.contains(theorem.name()) {
            switched_off()
        } else if conventions.entailing {
            (
                Verdict::Declined,
                text!(
                    "components may be urgent (`urgent` or `again`)",
                    "存在紧急的部分（`urgent` 或 `again`）"
                ),
            )
        } else if plan.method.is_some() {
            answered()
        } else {
            let reached = match known.apply(theorem.as_ref(), &case)? {
                Ok(form) => match form
                    .beyond_reach(&plan.tops.0, budget)
                    .map_err(Error::Stopped)?
                {
                    Some(why) => Err(Unfit { why, near: true }),
                    None => Ok(form),
                },
                Err(unfit) => Err(unfit),
            };
            match reached {
                Err(unfit) => {
                    near = unfit.near;
                    (Verdict::Declined, unfit.why)
                }
                Ok(form) if conventions.plain() && form.knows_values() => {
                    let found = form.found();
                    plan.method = Some(Method::Theorem(theorem.name(), form));
                    (Verdict::Accepted, found)
                }
                Ok(_) if plan.outcomes.is_some() => answered(),
                Ok(form) => {
                    let found = form.found();
                    plan.outcomes = Some((theorem.name(), form));
                    near = conventions.plain();
                    match conventions.plain() {
                        true => (
                            Verdict::Declined,
                            text!(
                                "applies, but knows who wins only, not the values",
                                "只知胜负，不知 SG 值"
                            ),
                        ),
                        false => (Verdict::Accepted, found),
                    }
                }
            }
        };
        let said = Some(Said {
            statement: theorem.statement(),
            source: theorem.source(),
        });
        plan.attempts.push(Attempt {
            kind: "theorem",
            name: theorem.name(),
            verdict,
            reason,
            near,
            said,
        });
    }
    let (means, tops) = (settings.means(), plan.tops.clone());
    let task = Task::new(
        world,
        game,
        facts.as_deref(),
        (&tops.0, tops.1),
        &means,
        budget,
    )
    .remembering(&known.looked);
    for engine in &settings.engines {
        let (verdict, reason) = if settings.without.contains(engine.name()) {
            switched_off()
        } else if plan.method.is_some() {
            answered()
        } else if !conventions.plain() {
            (Verdict::Declined, needs_plain())
        } else {
            match engine
                .values(&task)
                .map_err(|error| Error::of_engine(world, error))?
            {
                Err(why) => (Verdict::Declined, why),
                Ok((why, oracle)) => {
                    plan.method = Some(Method::Engine(engine.name(), Some(oracle)));
                    (Verdict::Accepted, why)
                }
            }
        };
        plan.attempts
            .push(Attempt::by_engine(engine.name(), verdict, reason));
    }
    Ok(plan)
}

fn answered() -> (Verdict, Text) {
    (
        Verdict::NotNeeded,
        text!("answered above", "上面已给出答案"),
    )
}

fn switched_off() -> (Verdict, Text) {
    (Verdict::SwitchedOff, text!("--without", "--without"))
}

/// The engine that decides whole positions, with its oracle.
pub type Chosen = Option<(&'static str, Box<dyn OutcomeOracle>)>;

/// Which engine decides whole positions where neither values nor a sum theorem do, and the
/// attempts. `passed`: engines that turned the question down when they were asked, and why.
///
/// # Errors
/// Where an engine finds the rules cannot be evaluated.
pub fn for_outcomes(
    world: &World,
    settings: &Settings,
    whole: &Whole<'_>,
    passed: &[(&'static str, Text)],
) -> Result<(Vec<Attempt>, Chosen), Error> {
    let (mut attempts, mut chosen) = (Vec::new(), None);
    for engine in &settings.engines {
        let (verdict, reason) = if settings.without.contains(engine.name()) {
            switched_off()
        } else if let Some((_, why)) = passed.iter().find(|(name, _)| *name == engine.name()) {
            (Verdict::Declined, why.clone())
        } else if chosen.is_some() {
            (
                Verdict::NotNeeded,
                text!("answered above", "上面已给出答案"),
            )
        } else {
            match engine
                .outcomes(whole)
                .map_err(|error| Error::of_engine(world, error))?
            {
                Err(why) => (Verdict::Declined, why),
                Ok((why, oracle)) => {
                    chosen = Some((engine.name(), oracle));
                    (Verdict::Accepted, why)
                }
            }
        };
        attempts.push(Attempt::by_engine(engine.name(), verdict, reason));
    }
    Ok((attempts, chosen))
}
