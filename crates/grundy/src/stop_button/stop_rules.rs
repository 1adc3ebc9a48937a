//! The rules of components that stay separate, and the condition under which play stops.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use base::budget::Budget;
use base::diagnostic::Span;
use base::text;
use base::text::{Lang, Text};
use rules::compound::{CompoundKind, CompoundRules, groups};
use rules::game::{Conventions, EvalError, OptionSink, PlayEnding, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::error::SolveError;
use crate::settings::SessionSettings;
use crate::solver::{Solver, SolverCache};

/// Registers the games whose positions are components that stay separate.
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

/// Components that stay separate until all have value 0. Play is over when all values are 0, and
/// the player who made the last move has lost.
#[derive(Default)]
struct StopRules {
    known: Mutex<Option<ZeroValueCache>>,
}

/// The components that have value 0, in a world and in worlds that extend it.
struct ZeroValueCache {
    world: Arc<World>,
    memory: Option<SolverCache>,
    found: HashMap<Component, bool>,
}

/// The compound without the condition under which play stops.
const MOVES: CompoundRules = CompoundRules {
    kind: CompoundKind::Stop,
};

/// Maximum number of components for which the cache stores whether they have value 0.
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

    /// Returns whether the value of a group is 0.
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
    /// Returns whether every group has value 0.
    fn stopped(
        &self,
        world: &World,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<bool, RulesError> {
        let groups = groups(slots).unwrap_or_default();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        // A different world may use the same ids for other games.
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
