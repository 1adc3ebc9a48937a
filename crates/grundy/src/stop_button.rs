//! `--play stop` and `--play button` (Jia, 2009, 2.1): misère play in which every component stays
//! apart with all that its moves leave, and their values say who wins. A question under these
//! conventions is asked of one compound, `stop(a, b)` or `button(a, b)`; its moves are
//! the definition, which engines search. Here is what needs values: when play stops.

pub(crate) mod theorems;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use base::budget::Budget;
use base::diagnostic::Span;
use base::text;
use base::text::{Lang, Text};
use rules::ast::EndCondition;
use rules::compound::{CompoundKind, CompoundRules, groups, row};
use rules::game::{
    Conventions, EvalError, GameId, OptionSink, PlayEnding, Rules, RulesError, SumKind,
};
use rules::ir::{Int, Slot};
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::error::SolveError;
use crate::settings::SessionSettings;
use crate::solver::{Solver, SolverCache};

/// Makes the games known whose positions are components that stay apart.
pub(crate) fn prepare(world: &mut World) {
    world.compound_by(CompoundKind::Stop, || Box::<StopRules>::default());
    for kind in [
        CompoundKind::Button,
        CompoundKind::Pressed,
        CompoundKind::Answer,
    ] {
        world.compound(kind);
    }
}

/// Whether a component is a compound whose parts stay apart.
fn is_apart(world: &World, component: &Component) -> bool {
    world
        .rules(component.game)
        .compound()
        .is_some_and(|compound| compound.kind.played().is_some())
}

/// The components of a question as they are played: under conventions that keep them apart, one
/// compound of all of them.
pub(crate) fn together(
    world: &World,
    conventions: &Conventions,
    components: Vec<Component>,
) -> Vec<Component> {
    let Some(game) = CompoundKind::playing(conventions.play).and_then(|kind| world.apart(kind))
    else {
        return components;
    };
    if let [one] = &components[..]
        && is_apart(world, one)
    {
        return components;
    }
    let mut parts: Vec<SumPosition> = components
        .into_iter()
        .map(|component| SumPosition(vec![component]))
        .collect();
    parts.sort_unstable();
    vec![Component {
        game,
        slots: row(&parts).into(),
    }]
}

/// Refuses conventions under which components cannot be kept apart, or have no values that decide.
///
/// # Errors
/// [`SolveError::Usage`] with what is in the way.
pub(crate) fn may_be_played(
    world: &World,
    games: &[GameId],
    found: &Conventions,
) -> Result<(), SolveError> {
    let play = found.play.word();
    if found.sum != SumKind::One || found.until != EndCondition::All {
        return Err(SolveError::Usage(text!(
            "`play {play}` is played with one component a move, until nobody can move: choose --sum one --until all, or another --play",
            "`play {play}` 只能每次走一个部分、直到无人能走：请用 --sum one --until all，或改用其他 --play"
        )));
    }
    let unfit = |game: &&GameId| {
        let rules = world.rules(**game);
        !rules.inherits_conventions()
            && (rules.conventions().loopy
                || rules.conventions().entailing
                || rules.can_end()
                || rules.is_standalone())
    };
    let Some(game) = games.iter().find(unfit) else {
        return Ok(());
    };
    let name = world.rules(*game).title();
    Err(SolveError::Usage(text!(
        "`play {play}` needs components with Grundy values; {name} is loopy, has goals or traps, may be urgent, or stands alone",
        "`play {play}` 要求各部分有 SG 值；{name} 可循环、有目标或陷阱、可能紧急，或须单独存在"
    )))
}

/// Components that stay apart until all have value 0: then play is over, and who made it so has
/// lost.
#[derive(Default)]
struct StopRules {
    known: Mutex<Option<ZeroValueCache>>,
}

/// Which components have value 0, in a world and in those that continue it.
struct ZeroValueCache {
    world: Arc<World>,
    memory: Option<SolverCache>,
    found: HashMap<Component, bool>,
}

/// The compound without its end.
const MOVES: CompoundRules = CompoundRules {
    kind: CompoundKind::Stop,
};

/// The most components of which is remembered whether they have value 0.
const REMEMBERED: usize = 1 << 18;

impl ZeroValueCache {
    fn new(world: &World) -> ZeroValueCache {
        let world = Arc::new(world.clone());
        ZeroValueCache {
            memory: None,
            found: HashMap::new(),
            world,
        }
    }

    /// Whether a group is worth 0.
    fn holds(&mut self, group: &SumPosition, budget: &Budget<'_>) -> Result<bool, RulesError> {
        if let [one] = &group.0[..]
            && let Some(&zero) = self.found.get(one)
        {
            return Ok(zero);
        }
        let memory = self.memory.take().unwrap_or_else(|| {
            SolverCache::new(&SessionSettings::default(), Conventions::default())
        });
        let mut solver = Solver::new(&self.world, memory);
        let mut total = 0;
        let valued = group.0.iter().try_for_each(|component| {
            let value = solver
                .value(component, budget)?
                .as_nimber()
                .ok_or_else(no_value)?;
            total = nimber::sum(total, value);
            Ok(())
        });
        self.memory = Some(solver.into_memory());
        valued.map_err(|error: SolveError| match error {
            SolveError::Stopped(stop) => RulesError::Stopped(stop),
            error => {
                let said = Text {
                    en: error.render(Lang::En, false),
                    zh: error.render(Lang::Zh, false),
                };
                RulesError::Rule {
                    cause: EvalError::Other(said),
                    game: None,
                    span: Span::default(),
                    at: Vec::new(),
                }
            }
        })?;
        if let [one] = &group.0[..]
            && self.found.len() < REMEMBERED
        {
            self.found.insert(one.clone(), total == 0);
        }
        Ok(total == 0)
    }
}

fn no_value() -> SolveError {
    SolveError::Unsupported(text!(
        "a component has no Grundy value",
        "某个部分没有 SG 值"
    ))
}

impl StopRules {
    /// Whether every group has value 0.
    fn stopped(
        &self,
        world: &World,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<bool, RulesError> {
        let groups = groups(slots).unwrap_or_default();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        // Another world may have other games of the same ids.
        let mut zeros = match known.take() {
            Some(zeros) if world.continues(&zeros.world) => {
                match world.games().len() == zeros.world.games().len() {
                    true => zeros,
                    false => ZeroValueCache {
                        world: Arc::new(world.clone()),
                        ..zeros
                    },
                }
            }
            _ => ZeroValueCache::new(world),
        };
        let mut all = Ok(true);
        for group in &groups {
            all = budget
                .tick()
                .map_err(RulesError::Stopped)
                .and_then(|()| zeros.holds(group, budget));
            if !matches!(all, Ok(true)) {
                break;
            }
        }
        *known = Some(zeros);
        all
    }
}

impl Rules for StopRules {
    fn title(&self) -> String {
        MOVES.title()
    }

    fn slots(&self) -> &[Slot] {
        MOVES.slots()
    }

    fn conventions(&self) -> Conventions {
        MOVES.conventions()
    }

    fn inherits_conventions(&self) -> bool {
        MOVES.inherits_conventions()
    }

    fn canonicalise(&self, slots: &mut [Int]) {
        MOVES.canonicalise(slots);
    }

    fn ending_in(
        &self,
        world: &World,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<PlayEnding>, RulesError> {
        Ok(self
            .stopped(world, slots, budget)?
            .then_some(PlayEnding::Trap))
    }

    fn can_end(&self) -> bool {
        true
    }

    fn is_standalone(&self) -> bool {
        MOVES.is_standalone()
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        if self.stopped(sink.world(), slots, sink.budget())? {
            Ok(())
        } else {
            MOVES.options(slots, sink)
        }
    }

    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        if self.stopped(sink.world(), slots, sink.budget())? {
            Ok(())
        } else {
            MOVES.option(slots, rule, choices, sink)
        }
    }

    fn describe(&self, slots: &[Int], rule: usize, choices: &[Int]) -> Option<Text> {
        Rules::describe(&MOVES, slots, rule, choices)
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        Rules::position(&MOVES, given)
    }

    fn compound(&self) -> Option<CompoundRules> {
        Some(MOVES)
    }
}
