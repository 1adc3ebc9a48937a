//! A new engine needs one file and one line in a list. The new engine is tried in the order of the
//! list, is explained, and can be switched off by name. Positions that the new engine declines are
//! passed to the engines after it, and no other engine answers under its name.

use base::budget::Budget;
use base::text;
use engines::engine::{Engine, OracleAttempt, OutcomeTask, ValueTask};
use engines::error::TaskError;
use engines::oracle::{EngineError, EngineStats, GrundyOracle, OutcomeOracle};
use grundy::plan::{AttemptKind, AttemptVerdict};
use grundy::settings::SessionSettings;
use grundy::{Session, SolveOptions};
use rules::ast::PlayConvention;
use rules::game::{GameId, OptionArena, Outcome};
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;
use theory::value::Grundy;

use crate::support::SessionAnswers;

/// Evaluates games of one number by the definition, position by position, up to 50. Declines
/// positions larger than 50 only when they are queried.
struct Counting;

/// The greatest position that the engine evaluates.
const MAX_POSITION_SIZE: Int = 50;

struct Counted {
    game: GameId,
    values: Vec<Grundy>,
    options: u64,
}

impl Engine for Counting {
    fn name(&self) -> &'static str {
        "counting"
    }

    fn about(&self) -> &'static str {
        "a toy"
    }

    fn values(&self, task: &ValueTask<'_>) -> OracleAttempt<dyn GrundyOracle> {
        let slots = task.world.rules(task.game).slots();
        match slots.len() == 1 && slots[0].low == 0 {
            true => Ok((
                text!("one number from 0 on", "一个从 0 起的数"),
                Box::new(Counted {
                    game: task.game,
                    values: Vec::new(),
                    options: 0,
                }),
            )),
            false => Err(TaskError::Declined(text!("several numbers", "多个数"))),
        }
    }

    fn outcomes(&self, _: &OutcomeTask<'_>) -> OracleAttempt<dyn OutcomeOracle> {
        Err(TaskError::Declined(text!("values only", "仅求值")))
    }
}

impl GrundyOracle for Counted {
    fn grundy(
        &mut self,
        world: &World,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Grundy, EngineError> {
        assert_eq!(game, self.game, "an oracle is asked of its own game");
        if slots[0] > MAX_POSITION_SIZE {
            return Err(EngineError::Declined(text!(
                "more than {MAX_POSITION_SIZE}",
                "超过 {MAX_POSITION_SIZE}"
            )));
        }
        let mut options = OptionArena::new();
        while self.values.len() as Int <= slots[0] {
            world.options(game, &[self.values.len() as Int], &mut options, budget)?;
            let mut values = Vec::new();
            for option in options.iter() {
                self.options += 1;
                values.extend(Grundy::sum(
                    option
                        .components()
                        .map(|(_, slots)| self.values[slots[0] as usize]),
                ));
            }
            self.values.push(Grundy::of_options(&values));
        }
        Ok(self.values[slots[0] as usize])
    }

    fn covers(&self, game: GameId, _: &[Int]) -> bool {
        game == self.game
    }

    fn stats(&self) -> EngineStats {
        EngineStats {
            positions: self.values.len() as u64,
            options: self.options,
        }
    }

    fn bytes(&self) -> u64 {
        8 * self.values.len() as u64
    }

    fn evidence(&self, limit: usize) -> Option<Vec<(Component, Grundy)>> {
        let row = |(n, value): (usize, &Grundy)| (Component::new(self.game, [n as Int]), *value);
        (self.values.len() <= limit).then(|| self.values.iter().enumerate().map(row).collect())
    }
}

/// Accepts whole positions, but declines every position that is queried.
struct Unwilling;

struct Never;

impl Engine for Unwilling {
    fn name(&self) -> &'static str {
        "unwilling"
    }

    fn about(&self) -> &'static str {
        "a toy"
    }

    fn values(&self, _: &ValueTask<'_>) -> OracleAttempt<dyn GrundyOracle> {
        Err(TaskError::Declined(text!("outcomes only", "仅求胜负")))
    }

    fn outcomes(&self, _: &OutcomeTask<'_>) -> OracleAttempt<dyn OutcomeOracle> {
        Ok((text!("any position", "任意局面"), Box::new(Never)))
    }
}

impl OutcomeOracle for Never {
    fn outcome(
        &mut self,
        _: &World,
        _: &SumPosition,
        _: &Budget<'_>,
    ) -> Result<Outcome, EngineError> {
        Err(EngineError::Declined(text!("not this one", "此局面不行")))
    }

    fn stats(&self) -> EngineStats {
        EngineStats::default()
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn evidence(&self, _: usize) -> Option<Vec<(SumPosition, Outcome)>> {
        None
    }
}

const SOLVE_OPTIONS: SolveOptions = SolveOptions::MOVES;

fn session() -> Session {
    let mut session = Session::new();
    session.settings.engines.insert(0, &Counting);
    session
}

#[test]
fn it_is_used_where_it_stands_in_the_list() {
    let budget = Budget::generous();
    let (mut with, mut without) = (session(), Session::new());
    for question in [
        "kayles[40]",
        "kayles[17] + nim[5]",
        "dawsonkayles[30] + kayles[9]",
    ] {
        let (a, b) = (
            with.answer_to(question, SOLVE_OPTIONS),
            without.answer_to(question, SOLVE_OPTIONS),
        );
        assert_eq!(a.components[0].method, "counting", "{question}");
        assert_eq!(
            (a.value, a.outcome, a.status, a.moves.unwrap().len()),
            (b.value, b.outcome, b.status, b.moves.unwrap().len())
        );
    }
    let explained = with.explain("kayles[40]", false, &budget).unwrap();
    let verdicts: Vec<_> = explained.games[0]
        .attempts
        .iter()
        .filter(|a| a.kind == AttemptKind::Engine)
        .map(|a| (a.name, a.verdict()))
        .collect();
    assert_eq!(verdicts[0], ("counting", AttemptVerdict::Accepted));
    assert!(
        verdicts[1..]
            .iter()
            .all(|(_, verdict)| *verdict == AttemptVerdict::NotNeeded),
        "{verdicts:?}"
    );
}

#[test]
fn it_is_switched_off_by_name() {
    let mut session = session();
    session.settings.switch_off("counting").unwrap();
    let answer = session.answer_to("kayles[40]", SOLVE_OPTIONS);
    assert_eq!(answer.components[0].method, "dense");
    assert!(Session::new().settings.switch_off("counting").is_err());
}

#[test]
fn what_it_declines_goes_to_the_next_under_that_name() {
    let mut session = session();
    let answer = session.answer_to("kayles[60]", SOLVE_OPTIONS);
    let plain = Session::new().answer_to("kayles[60]", SOLVE_OPTIONS);
    assert_eq!(
        (answer.value, answer.components[0].method.as_str()),
        (plain.value, "dense")
    );
    // Games of two numbers are declined at once.
    assert_ne!(
        session.answer_to("cutting[3, 4]", SOLVE_OPTIONS).components[0].method,
        "counting"
    );
}

#[test]
fn whole_positions_that_it_turns_down_go_to_the_next_under_that_name() {
    let budget = Budget::generous();
    let (mut with, mut without) = (Session::new(), Session::new());
    with.settings.engines.insert(0, &Unwilling);
    for session in [&mut with, &mut without] {
        session.settings.play = Some(PlayConvention::Misere);
    }
    for question in [
        "kayles[7] + kayles[5]",
        "kayles[6] + dawsonkayles[4]",
        "kayles[7] + kayles[5]",
    ] {
        let (a, b) = (
            with.answer_to(question, SOLVE_OPTIONS),
            without.answer_to(question, SOLVE_OPTIONS),
        );
        assert_eq!(
            (a.outcome, &a.components[0].method, a.status),
            (b.outcome, &b.components[0].method, b.status),
            "{question}"
        );
    }
    let without = ["misere-quotient".to_owned()].into();
    let alone = SessionSettings {
        engines: vec![&Unwilling],
        play: Some(PlayConvention::Misere),
        without,
        ..SessionSettings::default()
    };
    let mut session = Session::new();
    session.settings = alone;
    let refused = session
        .solve("kayles[7] + kayles[5]", SOLVE_OPTIONS, &budget)
        .unwrap_err();
    assert!(
        format!("{refused:?}").contains("not this one"),
        "{refused:?}"
    );
}
