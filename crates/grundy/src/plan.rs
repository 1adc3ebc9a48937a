//! The plan of a game: an ordered list of named attempts, first theorems, then engines. Each
//! attempt accepts or declines with a reason; `explain` prints the attempts. Plans use no cost
//! model: the first attempt that accepts is the method of the game. A `Decision` is about a single
//! position. The result of applying a theorem to a game is cached ([`GameCache`]).

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::engine::{AccessPattern, Engine, OracleAttempt, OutcomeTask, ValueTask};
use engines::error::TaskError;
use engines::oracle::{GrundyOracle, OutcomeOracle};
use engines::score::ScoreOracle;
use engines::table_engines::BoxValues;
use facts::{Fact, GameFacts};
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, GameId, Outcome, SumKind};
use rules::ir::Int;
use rules::world::World;
use theory::theorem::{ClosedForm, TheoremCase};

use crate::error::SolveError;
use crate::game_cache::TheoremError;
use crate::law_theorem::{self, CheckedLaw};
use crate::partizan_refusal;
use crate::question::Position;
use crate::settings::SessionSettings;
use crate::stop_button;
use crate::sums::SumDecision;
use crate::turns::{self, QuestionScope};
use crate::value_method::{NamedClosedForm, SAVED_TABLE};

pub use crate::attempt::{
    AppliedTheorem, Attempt, AttemptKind, AttemptResult, AttemptVerdict, DeclineReason,
    NotNeededReason, TheoremText,
};
pub use crate::game_cache::GameCache;
pub use crate::value_method::ValueMethod;

/// The method that decides a position. Only `Solver::decision` chooses it; answers, lists of moves,
/// explanations and play follow this choice.
pub(crate) enum Decision {
    /// Play is over, with the outcome in this variant; no method is used.
    Over(Outcome),
    /// The Grundy values of the components.
    Values,
    /// A theorem that decides the outcome of a single component and is used instead of the value.
    InsteadOfValues(NamedClosedForm),
    /// A theorem that decides the outcome of a single component, if values do not decide.
    SingleComponent(NamedClosedForm),
    /// A sum theorem, with the outcome and the reason that the theorem found.
    SumTheorem(SumDecision),
    /// An engine for whole positions.
    Engine,
    /// The points of both players, by an engine.
    Points,
}

/// The positions for whose values a plan is made.
#[derive(Clone)]
pub struct PlannedRange {
    /// The greatest number of each slot.
    pub greatest: Vec<Int>,
    /// Whether later queries look up single positions or the whole table.
    pub access: AccessPattern,
}

/// The plan for one game's Grundy values.
pub struct GamePlan {
    /// The positions that the plan is for.
    pub range: PlannedRange,
    /// The facts about the rules; `None` for games that are Rust types or graphs.
    pub facts: Option<Arc<GameFacts>>,
    /// The attempts.
    pub attempts: Vec<Attempt>,
    /// The method of the first attempt that accepted; `None` if all attempts declined.
    pub method: Option<ValueMethod>,
    /// A theorem that computes outcomes but no values, with its name.
    pub outcomes: Option<NamedClosedForm>,
}

impl GamePlan {
    /// Returns sentences about the rules: the facts, and whether values decide. The list is empty
    /// for games without rules in the language.
    ///
    /// # Errors
    /// Returns [`SolveError::Stopped`] if the budget runs out.
    pub(crate) fn facts_in_words(
        &self,
        world: &World,
        game: GameId,
        used: &Conventions,
        budget: &Budget<'_>,
    ) -> Result<Vec<Fact>, SolveError> {
        let rules = world.rules(game);
        let (Some(facts), Some(ir)) = (&self.facts, rules.game()) else {
            return Ok(Vec::new());
        };
        let mut list = facts::in_words(world, ir, facts, budget)?;
        list.push(plainness(&rules.conventions(), used));
        Ok(list)
    }

    /// Returns the theorem that computes outcomes but no values, with its name, if it is used for a
    /// single component that values decide. The theorem is used if only the winner is requested, or
    /// if values are not cheap.
    pub(crate) fn answers_alone(&self, winner_only: bool) -> Option<&NamedClosedForm> {
        let is_cheap = self.method.as_ref().is_some_and(ValueMethod::is_cheap);
        self.outcomes.as_ref().filter(|_| winner_only || !is_cheap)
    }

    /// Returns the attempts with their results under the decision about a position of this game. At
    /// most one attempt is accepted: the attempt of the method that answers.
    pub(crate) fn attempts_for(&self, decision: &Decision) -> Vec<Attempt> {
        let mut attempts = self.attempts.clone();
        let (named, instead) = match decision {
            Decision::Over(_) => (None, AttemptResult::NotNeeded(NotNeededReason::PlayIsOver)),
            Decision::InsteadOfValues(named) | Decision::SingleComponent(named) => {
                (Some(named), ANSWERED)
            }
            Decision::Values => return attempts,
            Decision::SumTheorem(_) | Decision::Engine | Decision::Points => (
                None,
                AttemptResult::Declined(DeclineReason::SingleComponents),
            ),
        };
        for attempt in &mut attempts {
            match named {
                Some((name, form)) if attempt.name == *name => {
                    attempt.result = AttemptResult::Accepted(form.summary());
                }
                _ if attempt.is_accepted() => attempt.result = instead.clone(),
                _ => {}
            }
        }
        attempts
    }

    /// Makes a proved law the method of the game. If the law has no values, it becomes the theorem
    /// for outcomes.
    pub(crate) fn insert_law(&mut self, law: Arc<CheckedLaw>) {
        for attempt in self.attempts.iter_mut().filter(|tried| tried.is_accepted()) {
            attempt.result = AttemptResult::NotNeeded(NotNeededReason::LawAnswers);
        }
        self.attempts.insert(
            0,
            Attempt {
                kind: AttemptKind::Law,
                name: law_theorem::NAME,
                result: AttemptResult::Accepted(law.summary()),
                near: true,
                said: Some(CheckedLaw::theorem_text()),
            },
        );
        match law.knows_values() {
            true => self.method = Some(ValueMethod::Theorem(law_theorem::NAME, law)),
            false => self.outcomes = Some((law_theorem::NAME, law)),
        }
    }

    /// If an engine declined when it was queried, replaces it by the next engine that accepts. If
    /// the oracle of the replaced engine was a table, no other table is tried.
    ///
    /// # Errors
    /// Returns [`SolveError::Stopped`] if the budget runs out.
    pub(crate) fn replan(
        &mut self,
        world: &World,
        game: GameId,
        why: Text,
        settings: &SessionSettings,
        budget: &Budget<'_>,
    ) -> Result<bool, SolveError> {
        let Some(ValueMethod::Engine(failed, oracle)) = self.method.take() else {
            return Ok(false);
        };
        let was_table = oracle.is_some_and(|oracle| oracle.is_table());
        let (facts, range, means) = (self.facts.clone(), self.range.clone(), settings.means());
        let task = ValueTask::new(
            world,
            game,
            facts.as_deref(),
            &range.greatest,
            range.access,
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
                attempt.result = AttemptResult::unmet(why.clone());
            } else if attempt.verdict() == AttemptVerdict::NotNeeded {
                match engine.values(&task) {
                    Ok((_, oracle)) if was_table && oracle.is_table() => {
                        attempt.result = AttemptResult::unmet(why.clone());
                    }
                    Ok((reason, oracle)) => {
                        attempt.result = AttemptResult::Accepted(reason);
                        self.method = Some(ValueMethod::Engine(engine.name(), Some(oracle)));
                        return Ok(true);
                    }
                    Err(TaskError::Declined(reason)) => {
                        attempt.result = AttemptResult::unmet(reason);
                    }
                    Err(TaskError::Failed(error)) => {
                        return Err(SolveError::of_engine(world, error));
                    }
                }
            }
        }
        Ok(false)
    }
}

/// Returns the common conventions of a question's games and of all games that their moves lead to,
/// changed by the user's settings. Play can cycle, and components can be urgent, if one of the
/// games declares this property. The argument `is_sum` is whether the position has several
/// components.
///
/// # Errors
/// Returns an error if games disagree, with the options that choose between their conventions, or
/// if several components would each have their own turn. Returns [`SolveError::Stopped`] if the
/// budget runs out.
pub fn conventions(
    world: &World,
    games: &[GameId],
    is_sum: bool,
    settings: &SessionSettings,
    budget: &Budget<'_>,
) -> Result<Conventions, SolveError> {
    let found = conventions_of_any_play(world, games, is_sum, settings, budget)?;
    partizan_refusal::refuse(found)?;
    Ok(found)
}

/// Returns the conventions like [`conventions`], also if the players have different moves.
///
/// # Errors
/// Returns the errors of [`conventions`].
pub(crate) fn conventions_of_any_play(
    world: &World,
    games: &[GameId],
    is_sum: bool,
    settings: &SessionSettings,
    budget: &Budget<'_>,
) -> Result<Conventions, SolveError> {
    shared_conventions(
        world,
        games,
        QuestionScope::Games { games, is_sum },
        settings,
        None,
        budget,
    )
}

impl Position {
    /// Returns the conventions of a question about this position: the result of [`conventions`],
    /// with the play convention that the question names.
    ///
    /// # Errors
    /// Returns the errors of [`conventions`].
    pub fn conventions(
        &self,
        world: &World,
        settings: &SessionSettings,
        budget: &Budget<'_>,
    ) -> Result<Conventions, SolveError> {
        shared_conventions(
            world,
            &self.games,
            QuestionScope::Position(&self.components),
            settings,
            self.play,
            budget,
        )
    }
}

fn shared_conventions(
    world: &World,
    games: &[GameId],
    asked: QuestionScope<'_>,
    settings: &SessionSettings,
    play: Option<PlayConvention>,
    budget: &Budget<'_>,
) -> Result<Conventions, SolveError> {
    let all: Vec<GameId> = games
        .iter()
        .copied()
        .chain(world.reachable_games(games.iter().copied()))
        .collect();
    // In a sum with a game in which the players have different moves, all other games are played
    // under normal play, with the same moves for both players.
    let is_partizan =
        |game: &GameId| world.rules(*game).conventions().play == PlayConvention::Partizan;
    let usual = match all.iter().find(|game| is_partizan(game)) {
        Some(_) => PlayConvention::Partizan,
        None => PlayConvention::Normal,
    };
    let chosen = |own: Conventions| {
        let own_play = match own.play {
            PlayConvention::Normal => usual,
            play => play,
        };
        (
            play.or(settings.play).unwrap_or(own_play),
            settings.sum.unwrap_or(own.sum),
            settings.until.unwrap_or(own.until),
        )
    };
    let mut shared: Option<((PlayConvention, SumKind, EndCondition), GameId)> = None;
    for &game in all
        .iter()
        .filter(|game| !world.rules(**game).inherits_conventions())
    {
        let own = chosen(world.rules(game).conventions());
        let (first, other) = *shared.get_or_insert((own, game));
        if first != own {
            let (a, b) = (world.rules(other).title(), world.rules(game).title());
            return Err(SolveError::Usage(text!(
                "{a} and {b} have different conventions; choose them with --play, --sum and --until",
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
    if let Some(refused) = all.iter().find_map(|&game| refused_play(world, game, play)) {
        return Err(SolveError::Usage(refused));
    }
    let found = Conventions {
        play,
        sum,
        until,
        loopy: any(|own| own.loopy),
        entailing: any(|own| own.entailing),
    };
    if play == PlayConvention::Partizan {
        may_be_partizan(world, &all, found)?;
    }
    turns::refuse(world, asked, sum, budget)?;
    if play.keeps_components() {
        stop_button::may_be_played(world, &all, &found).map(|()| found)
    } else {
        Ok(found)
    }
}

/// Refuses games and conventions that are not defined if the players have different moves.
fn may_be_partizan(world: &World, all: &[GameId], found: Conventions) -> Result<(), SolveError> {
    // Goals, ties and repeated positions are allowed if the sum has only one component.
    let is_one_game = all.iter().all(|game| *game == all[0]);
    let is_alone = is_one_game && world.rules(all[0]).is_standalone();
    let plain = Conventions {
        play: PlayConvention::Partizan,
        loopy: is_alone && found.loopy,
        ..Conventions::default()
    };
    if found != plain {
        return Err(SolveError::Unsupported(text!(
            "if the players have different moves, each move is made in one component, play ends when no component has a move, and nothing is `loopy` or `urgent`",
            "双方着法不同时，每着走一个部分，没有可走的部分时终局，且不能有 `loopy` 或 `urgent`"
        )));
    }
    let other = all.iter().find(|game| {
        let rules = world.rules(**game);
        rules.can_end() && !is_alone || rules.coins() || rules.compound().is_some()
    });
    other.map_or(Ok(()), |game| {
        let title = world.rules(*game).title();
        Err(SolveError::Unsupported(text!(
            "{title} cannot be combined with games in which the players have different moves: it has `goal` or `trap`, is a compound, or its equal components cancel",
            "{title} 不能与双方着法不同的游戏同用：它有 `goal` 或 `trap`、是复合局面，或相同的部分相互抵消"
        )))
    })
}

/// Returns the reason why a game cannot be played by a chosen convention. Points have a meaning
/// only under `play score`, and goals, traps and endless play only under other conventions.
fn refused_play(world: &World, game: GameId, play: PlayConvention) -> Option<Text> {
    let rules = world.rules(game);
    let (own, title) = (rules.conventions(), rules.title());
    if own.play == PlayConvention::Partizan && play != own.play {
        let word = play.word();
        return Some(text!(
            "{title} has different moves for the players and cannot be played with --play {word}",
            "{title} 双方着法不同，不能用 --play {word}"
        ));
    }
    if (own.play == PlayConvention::Score) == (play == PlayConvention::Score) {
        return None;
    }
    if own.play == PlayConvention::Score {
        let word = play.word();
        return Some(text!(
            "{title} is played for points (`play score`) and cannot be played with --play {word}",
            "{title} 按得分进行（`play score`），不能用 --play {word}"
        ));
    }
    let ends = rules.can_end() || own.loopy || rules.compound().is_some();
    (ends && !rules.inherits_conventions()).then(|| {
        text!(
            "{title} cannot be played for points: `goal`, `trap`, `tie`, `loopy` and compounds decide who wins without points",
            "{title} 不能按得分进行：`goal`、`trap`、`tie`、`loopy` 和复合局面不凭得分决定胜负"
        )
    })
}

/// Returns whether values decide under the conventions of a question, as a fact about a game.
fn plainness(own: &Conventions, used: &Conventions) -> Fact {
    let reason = match (own.is_plain(), used.is_plain()) {
        (true, true) => text!("derived from the rules", "由规则直接读出"),
        (false, false) => text!(
            "`play`, `sum`, `loopy` or `urgent` in the rules",
            "规则中有 `play`、`sum`、`loopy` 或 `urgent`"
        ),
        _ => text!("chosen for this question", "由本次提问指定"),
    };
    let statement = text!(
        "normal play, one component per move, no draws",
        "正常规则，每次走一个部分，无平局"
    );
    Fact {
        name: "conventions",
        holds: Some(used.is_plain()),
        statement,
        reason,
    }
}

/// Plans the computation of the Grundy values of a game, up to the greatest value of each slot.
///
/// # Errors
/// Returns [`SolveError::Stopped`] if the budget runs out.
pub fn for_values(
    world: &World,
    game: GameId,
    conventions: &Conventions,
    range: PlannedRange,
    settings: &SessionSettings,
    known: &mut GameCache,
    budget: &Budget<'_>,
) -> Result<GamePlan, SolveError> {
    let rules = world.rules(game);
    let facts = known.facts(world, game, budget)?;
    let mut plan = GamePlan {
        range,
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
        let result = if !conventions.is_plain() {
            AttemptResult::Declined(DeclineReason::NotPlain)
        } else if plan.method.is_some() {
            ANSWERED
        } else if !loaded.table.space().contains(&plan.range.greatest) {
            AttemptResult::Declined(DeclineReason::SmallTable(name.clone()))
        } else {
            plan.method = Some(ValueMethod::Engine(
                SAVED_TABLE,
                Some(Box::new(BoxValues::of_table(game, loaded.table.clone()))),
            ));
            AttemptResult::Accepted(text!(
                "{size} positions, loaded from {name} but not compared with the rules",
                "{size} 个局面，读自 {name}，未与规则比较"
            ))
        };
        plan.attempts.push(Attempt::by_engine(SAVED_TABLE, result));
    }
    let case = TheoremCase::new(world, game, facts.as_deref(), *conventions, budget);
    for theorem in settings
        .theorems
        .iter()
        .filter(|theorem| theorem.applies_to(rules))
    {
        let mut near = false;
        let result = if settings.without.contains(theorem.name()) {
            AttemptResult::SwitchedOff
        } else if conventions.play == PlayConvention::Score {
            AttemptResult::Declined(DeclineReason::Points)
        } else if conventions.entailing {
            AttemptResult::Declined(DeclineReason::Urgent)
        } else if plan.method.is_some() {
            ANSWERED
        } else {
            let reached = match known.apply(theorem.as_ref(), &case)? {
                Ok(form) => match form.beyond_reach(&plan.range.greatest, budget)? {
                    Some(why) => Err(TheoremError { why, near: true }),
                    None => Ok(form),
                },
                Err(unfit) => Err(unfit),
            };
            match reached {
                Err(unfit) => {
                    near = unfit.near;
                    AttemptResult::unmet(unfit.why)
                }
                Ok(form) if conventions.is_plain() && form.knows_values() => {
                    let found = form.summary();
                    plan.method = Some(ValueMethod::Theorem(theorem.name(), form));
                    AttemptResult::Accepted(found)
                }
                Ok(_) if plan.outcomes.is_some() => ANSWERED,
                Ok(form) => {
                    let found = form.summary();
                    plan.outcomes = Some((theorem.name(), form));
                    near = conventions.is_plain();
                    match conventions.is_plain() {
                        true => AttemptResult::Declined(DeclineReason::OutcomesOnly),
                        false => AttemptResult::Accepted(found),
                    }
                }
            }
        };
        let said = Some(TheoremText {
            statement: theorem.statement(),
            source: theorem.source(),
        });
        plan.attempts.push(Attempt {
            kind: AttemptKind::Theorem,
            name: theorem.name(),
            result,
            near,
            said,
        });
    }
    let (means, range) = (settings.means(), plan.range.clone());
    let task = ValueTask::new(
        world,
        game,
        facts.as_deref(),
        &range.greatest,
        range.access,
        &means,
        budget,
    )
    .remembering(&known.looked);
    for engine in &settings.engines {
        let result = if settings.without.contains(engine.name()) {
            AttemptResult::SwitchedOff
        } else if plan.method.is_some() {
            ANSWERED
        } else if !conventions.is_plain() {
            AttemptResult::Declined(DeclineReason::NotPlain)
        } else {
            match engine.values(&task) {
                Err(TaskError::Declined(why)) => AttemptResult::unmet(why),
                Err(TaskError::Failed(error)) => return Err(SolveError::of_engine(world, error)),
                Ok((why, oracle)) => {
                    plan.method = Some(ValueMethod::Engine(engine.name(), Some(oracle)));
                    AttemptResult::Accepted(why)
                }
            }
        };
        plan.attempts
            .push(Attempt::by_engine(engine.name(), result));
    }
    Ok(plan)
}

/// The result of an attempt that comes after the accepted attempt.
const ANSWERED: AttemptResult = AttemptResult::NotNeeded(NotNeededReason::Answered);

/// The name and the oracle of the engine that was chosen; `None` if no engine accepts the task.
pub type ChosenEngine<O> = Option<(&'static str, Box<O>)>;

/// The engine that was chosen for outcomes.
pub type ChosenOracle = ChosenEngine<dyn OutcomeOracle>;

/// Asks the engines in order for an oracle of the outcomes of whole positions. `passed` lists the
/// engines that declined before, with their reasons.
///
/// # Errors
/// Returns an error if an engine fails.
pub fn for_outcomes(
    world: &World,
    settings: &SessionSettings,
    whole: &OutcomeTask<'_>,
    passed: &[(&'static str, Text)],
) -> Result<(Vec<Attempt>, ChosenOracle), SolveError> {
    chosen(world, settings, passed, |engine| engine.outcomes(whole))
}

/// Asks the engines in order for an oracle of scores, like [`for_outcomes`].
///
/// # Errors
/// Returns an error if an engine fails.
pub fn for_scores(
    world: &World,
    settings: &SessionSettings,
    whole: &OutcomeTask<'_>,
    passed: &[(&'static str, Text)],
) -> Result<(Vec<Attempt>, ChosenEngine<dyn ScoreOracle>), SolveError> {
    chosen(world, settings, passed, |engine| engine.scores(whole))
}

/// Returns an attempt of each engine, and the oracle of the first engine that accepts.
fn chosen<O: ?Sized>(
    world: &World,
    settings: &SessionSettings,
    passed: &[(&'static str, Text)],
    ask: impl Fn(&dyn Engine) -> OracleAttempt<O>,
) -> Result<(Vec<Attempt>, ChosenEngine<O>), SolveError> {
    let (mut attempts, mut chosen) = (Vec::new(), None);
    for engine in &settings.engines {
        let result = if settings.without.contains(engine.name()) {
            AttemptResult::SwitchedOff
        } else if let Some((_, why)) = passed.iter().find(|(name, _)| *name == engine.name()) {
            AttemptResult::unmet(why.clone())
        } else if chosen.is_some() {
            ANSWERED
        } else {
            match ask(*engine) {
                Err(TaskError::Declined(why)) => AttemptResult::unmet(why),
                Err(TaskError::Failed(error)) => return Err(SolveError::of_engine(world, error)),
                Ok((why, oracle)) => {
                    chosen = Some((engine.name(), oracle));
                    AttemptResult::Accepted(why)
                }
            }
        };
        attempts.push(Attempt::by_engine(engine.name(), result));
    }
    Ok((attempts, chosen))
}
