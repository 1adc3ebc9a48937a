//! Search is compared with the reference engine on random rule files, under every convention and in
//! every order of the options. The number of files is 1,000, or the value of `GRUNDY_RANDOM_FILES`.
//! A mismatch prints the complete file, the position and both answers.

use std::cell::Cell;
use std::collections::HashMap;

use base::budget::{Budget, StopReason};
use base::text::Lang;
use engines::oracle::{EngineError, GrundyOracle, OutcomeOracle};
use engines::reference::{ReferenceGrundy, ReferenceOutcomes};
use engines::search::{ComponentSearch, OptionOrder, SumSearch};
use fastrand::Rng;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, GameId, Outcome, RulesError, SumKind};
use rules::play::{Component, SumPosition, ended_at_once, moves, outcome_without_moves};
use rules::world::World;
use theory::value::Grundy;

/// Counts of the cases that occurred. The counts show whether the generator still produces all
/// kinds of cases.
#[derive(Debug, Default)]
struct Tally {
    sums: u64,
    outcomes: [u64; 3],
    too_large: u64,
    endless: u64,
    declined: u64,
    faults: u64,
    components: u64,
    loony: u64,
    greatest: u64,
    combined: u64,
    with_endings: u64,
    searched: u64,
    listed: u64,
    winners: u64,
    winners_declined: u64,
}

/// A random rule file that has been loaded.
struct Case {
    seed: u64,
    text: String,
    world: World,
    games: Vec<GameId>,
    rng: Rng,
}

impl Case {
    fn new(seed: u64) -> Case {
        let text = testkit::random_game(seed);
        let mut world = World::empty();
        let names = world.load("random.game", &text).unwrap_or_else(|refusal| {
            panic!("seed {seed}\n{text}\n{}", refusal.render(Lang::En, false))
        });
        let games = names.iter().map(|name| {
            world
                .instantiate(name, vec![])
                .unwrap_or_else(|missing| match missing {
                    rules::world::InstantiationError::Here(why) => {
                        panic!("seed {seed}\n{text}\n{why}")
                    }
                    rules::world::InstantiationError::There(refusal) => {
                        panic!("seed {seed}\n{text}\n{}", refusal.render(Lang::En, false))
                    }
                })
        });
        let mut games: Vec<GameId> = games.collect();
        // Sorting the games by title puts the game `A` first.
        games.sort_by_key(|&game| world.rules(game).title());
        Case {
            seed,
            text,
            world,
            games,
            rng: Rng::with_seed(seed ^ 0x5eed),
        }
    }

    /// Returns a position of one of the games in canonical form, if a few attempts find one.
    fn component(&mut self) -> Option<Component> {
        let game = if self.rng.u32(..4) == 0 {
            *self.games.last()?
        } else {
            self.games[0]
        };
        let rules = self.world.rules(game);
        let ranges: Vec<(i64, Option<i64>)> = rules
            .slots()
            .iter()
            .map(|slot| (slot.low, slot.high))
            .collect();
        for _ in 0..10 {
            let mut slots = testkit::random_numbers(&mut self.rng, &ranges);
            rules.canonicalise(&mut slots);
            if self.world.contains(game, &slots, &Budget::generous()) == Ok(true) {
                return Some(Component {
                    game,
                    slots: slots.into(),
                });
            }
        }
        None
    }

    fn sum(&mut self) -> SumPosition {
        let count = self.rng.usize(1..=3);
        let components = (0..count).filter_map(|_| self.component()).collect();
        SumPosition::canonical(components, &self.world)
    }

    fn fail(&self, sum: &SumPosition, conventions: Option<Conventions>, found: &str) -> ! {
        let (seed, text, sum) = (self.seed, &self.text, sum.show(&self.world));
        panic!("seed {seed}, position {sum}, {conventions:?}\n{text}\n{found}");
    }
}

/// Creates a budget of `$looks` polls, so that the amount of work is reproducible.
macro_rules! limited {
    ($budget:ident, $looks:expr) => {
        let left = Cell::new($looks);
        let stop = || {
            left.set(left.get() - 1);
            (left.get() < 0).then_some(StopReason::Time)
        };
        let $budget = Budget::new(4 << 20, &stop, &|_, _| ());
    };
}

pub(crate) const MISERE: Conventions = Conventions {
    play: PlayConvention::Misere,
    sum: SumKind::One,
    until: EndCondition::All,
    loopy: false,
    entailing: false,
};

pub(crate) const ORDERS: [OptionOrder; 3] = [
    OptionOrder::Written,
    OptionOrder::Heuristic,
    OptionOrder::Random(17),
];

#[test]
fn search_agrees_with_the_reference() {
    let files = std::env::var("GRUNDY_RANDOM_FILES").map_or(1_000, |n| {
        n.parse().expect("GRUNDY_RANDOM_FILES is a number")
    });
    let mut tally = Tally::default();
    for seed in 0..files {
        let mut case = Case::new(seed);
        let own = case.world.rules(case.games[0]).conventions();
        compare_components(&mut case, &mut tally);
        compare_sums(&mut case, own, &mut tally);
        let play = if case.rng.bool() {
            PlayConvention::Normal
        } else {
            PlayConvention::Misere
        };
        let kinds = [
            SumKind::One,
            SumKind::Every,
            SumKind::Any,
            SumKind::Upto(case.rng.u32(1..=2)),
        ];
        let sum = kinds[case.rng.usize(..4)];
        let until = if case.rng.u32(..3) == 0 {
            EndCondition::One
        } else {
            EndCondition::All
        };
        compare_sums(
            &mut case,
            Conventions {
                play,
                sum,
                until,
                ..own
            },
            &mut tally,
        );
        if !own.loopy {
            compare_values_with_sums(&mut case, &mut tally);
        }
    }
    println!("{tally:#?}");
    let rare = files / 100;
    assert!(
        tally.outcomes[..2].iter().all(|&n| n > 20 * rare) && tally.outcomes[2] > rare / 2,
        "{tally:?}"
    );
    assert!(
        tally.endless > rare
            && tally.declined > rare
            && tally.loony > rare
            && tally.with_endings > 5 * rare,
        "{tally:?}"
    );
    assert!(
        tally.too_large < 15 * rare && tally.faults < 3 * rare,
        "{tally:?}"
    );
    assert!(tally.searched < tally.listed, "{tally:?}");
    assert!(
        tally.winners > 100 * rare && tally.winners_declined > 20 * rare,
        "{tally:?}"
    );
}

/// Compares search with the reference on complete sums, in each order.
fn compare_sums(case: &mut Case, conventions: Conventions, tally: &mut Tally) {
    let sum = case.sum();
    let fail = |found: String| case.fail(&sum, Some(conventions), &found);
    let mut reference = ReferenceOutcomes::new(conventions);
    limited!(budget, 100);
    let expected = reference.outcome(&case.world, &sum, &budget);
    tally.sums += 1;
    match &expected {
        Ok(outcome) => tally.outcomes[*outcome as usize] += 1,
        Err(EngineError::Endless(cycle)) => {
            tally.endless += 1;
            if !is_play(&case.world, cycle, |sum| {
                leaves(&case.world, sum, conventions)
            }) {
                fail(format!("no cycle: {cycle:?}"));
            }
        }
        Err(EngineError::Fault(RulesError::Stopped(_))) => {
            tally.too_large += 1;
            return;
        }
        Err(EngineError::Fault(RulesError::Rule { .. })) => {
            tally.faults += 1;
            return;
        }
        Err(other) => fail(format!("{other:?}")),
    }
    let loopy = sum
        .0
        .iter()
        .any(|component| case.world.rules(component.game).conventions().loopy);
    let mut drawn = ReferenceOutcomes::new(Conventions {
        loopy: true,
        ..conventions
    });
    let with_draws = drawn.outcome(&case.world, &sum, &Budget::generous());
    if loopy || expected.is_err() {
        let naive = fixpoint(&case.world, &sum, conventions);
        if with_draws != Ok(naive) {
            fail(format!("reference {with_draws:?}, fixpoint {naive:?}"));
        }
    }
    for order in ORDERS {
        let mut search = SumSearch::new(conventions, order);
        let found = search.outcome(&case.world, &sum, &Budget::generous());
        match (&expected, &found) {
            (_, Err(EngineError::Declined(_))) if loopy => {
                tally.declined += 1;
                continue;
            }
            (Ok(expected), Ok(found)) if expected == found && !loopy => {}
            (Err(EngineError::Endless(_)), Err(EngineError::Endless(cycle))) => {
                let short = SumSearch::new(conventions, order);
                let short = std::cell::RefCell::new(short);
                let options = |sum: &SumPosition| {
                    let all = leaves(&case.world, sum, conventions);
                    all.iter()
                        .map(|s| {
                            short
                                .borrow_mut()
                                .reduced(&case.world, s, &Budget::generous())
                                .expect("it was reduced before")
                        })
                        .collect()
                };
                if !is_play(&case.world, cycle, options) {
                    fail(format!("{order:?}: no cycle: {cycle:?}"));
                }
            }
            // Search may decide a position before it reaches the cycle. If the search decides the
            // position early, infinite play does not affect the outcome.
            (Err(EngineError::Endless(_)), Ok(found)) if with_draws == Ok(*found) => {}
            _ => fail(format!(
                "{order:?}: search {found:?}, reference {expected:?}"
            )),
        }
        if found.is_ok() {
            if order == OptionOrder::Heuristic {
                tally.searched += search.stats().positions;
                tally.listed += drawn.stats().positions;
            }
            let rows = search.evidence(usize::MAX).expect("no limit");
            if let Err(row) = checked(&case.world, &mut search, &rows, conventions) {
                fail(format!("{order:?}: the evidence does not bear out {row:?}"));
            }
        }
    }
    if expected.is_ok() && !conventions.loopy {
        let rows = reference.evidence(usize::MAX).expect("no limit");
        assert_eq!(rows.len() as u64, reference.stats().positions);
        assert!(reference.evidence(rows.len() - 1).is_none());
    }
}

/// Compares search with the definition on single components, in each order.
fn compare_components(case: &mut Case, tally: &mut Tally) {
    let Some(component) = case.component() else {
        return;
    };
    let Component { game, ref slots } = component;
    let sum = SumPosition(vec![component.clone()]);
    let fail = |found: String| case.fail(&sum, None, &found);
    let mut reference = ReferenceGrundy::new();
    let expected = reference.grundy(&case.world, game, slots, &Budget::generous());
    tally.components += 1;
    let loopy = case.world.rules(game).conventions().loopy;
    for order in ORDERS {
        compare_winner(case, order, &component, &expected, tally);
        let mut search = ComponentSearch::new(order);
        let found = search.grundy(&case.world, game, slots, &Budget::generous());
        match (&expected, &found) {
            (_, Err(EngineError::Declined(_))) if loopy => {}
            (Ok(expected), Ok(found)) if expected == found && !loopy => {
                tally.loony += u64::from(*found == Grundy::LOONY);
                tally.greatest = tally.greatest.max(found.as_nimber().unwrap_or(0));
                for (component, value) in search.evidence(usize::MAX).expect("no limit") {
                    let again = reference.grundy(
                        &case.world,
                        component.game,
                        &component.slots,
                        &Budget::generous(),
                    );
                    if again != Ok(value) {
                        fail(format!(
                            "{order:?}: {component:?} is {value}, reference {again:?}"
                        ));
                    }
                }
            }
            (Err(EngineError::Endless(a)), Err(EngineError::Endless(b))) => {
                let parts = |sum: &SumPosition| {
                    let all = leaves(&case.world, sum, Conventions::default());
                    all.into_iter()
                        .flat_map(|sum| sum.0)
                        .map(|component| SumPosition(vec![component]))
                        .collect()
                };
                if ![a, b]
                    .into_iter()
                    .all(|cycle| is_play(&case.world, cycle, parts))
                {
                    fail(format!("{order:?}: no cycles: {a:?}, {b:?}"));
                }
            }
            // A loony position is decided before the cycle is reached.
            (Err(EngineError::Endless(_)), Ok(found)) => {
                let conventions = Conventions {
                    loopy: true,
                    ..Conventions::default()
                };
                let outcome = ReferenceOutcomes::new(conventions).outcome(
                    &case.world,
                    &sum,
                    &Budget::generous(),
                );
                if outcome != Ok(found.outcome()) {
                    fail(format!("{order:?}: search {found}, reference {outcome:?}"));
                }
            }
            (Err(EngineError::Fault(RulesError::Rule { .. })), _) => {}
            _ => fail(format!(
                "{order:?}: search {found:?}, reference {expected:?}"
            )),
        }
    }
}

/// Compares the search for the winner of a single component with the definition.
fn compare_winner(
    case: &Case,
    order: OptionOrder,
    component: &Component,
    expected: &Result<Grundy, EngineError>,
    tally: &mut Tally,
) {
    let Component { game, slots } = component;
    let sum = SumPosition(vec![component.clone()]);
    let found = ComponentSearch::new(order).loses(&case.world, *game, slots, &Budget::generous());
    let is_lost = |conventions: Conventions| {
        let mut reference = ReferenceOutcomes::new(conventions);
        let outcome = reference.outcome(&case.world, &sum, &Budget::generous());
        outcome.map(|outcome| outcome == Outcome::P)
    };
    let cyclic = Conventions {
        loopy: true,
        ..Conventions::default()
    };
    let is_right = match (&found, expected) {
        (Ok(None), _) => {
            tally.winners_declined += 1;
            let rules = case.world.rules(*game);
            !rules
                .game()
                .is_some_and(|rules| facts::stays_one(rules, *game))
        }
        (Ok(Some(lost)), Ok(value)) => {
            tally.winners += 1;
            *lost == (Grundy::winner([*value]) == Outcome::P)
                && is_lost(Conventions::default()) == Ok(*lost)
        }
        // A winning move may be found before the cycle is reached.
        (Ok(Some(lost)), Err(EngineError::Endless(_))) => is_lost(cyclic) == Ok(*lost),
        (Ok(Some(_)), Err(_)) => matches!(expected, Err(EngineError::Fault(_))),
        (Err(EngineError::Declined(_)), _) => case.world.rules(*game).conventions().loopy,
        (Err(_), _) => expected.is_err(),
    };
    if !is_right {
        case.fail(
            &sum,
            None,
            &format!("{order:?}: lost {found:?}, reference {expected:?}"),
        );
    }
}

/// The values of the components decide their sum under normal play.
fn compare_values_with_sums(case: &mut Case, tally: &mut Tally) {
    let sum = case.sum();
    let mut search = ComponentSearch::new(OptionOrder::default());
    let values = sum
        .0
        .iter()
        .map(|c| search.grundy(&case.world, c.game, &c.slots, &Budget::generous()));
    let Ok(values) = values.collect::<Result<Vec<Grundy>, EngineError>>() else {
        return;
    };
    let by_value = Grundy::winner(values.iter().copied());
    limited!(budget, 100);
    let mut by_sums = SumSearch::new(Conventions::default(), OptionOrder::default());
    match by_sums.outcome(&case.world, &sum, &budget) {
        Ok(outcome) if outcome == by_value => {
            tally.combined += 1;
            tally.with_endings +=
                u64::from(sum.0.iter().any(|c| case.world.rules(c.game).can_end()));
        }
        // The evaluation of a `strict` game may fail at positions whose values were not needed.
        Err(EngineError::Fault(_)) => {}
        other => case.fail(
            &sum,
            None,
            &format!("values {values:?} say {by_value:?}, whole sums {other:?}"),
        ),
    }
}

/// Returns the results of all moves; an empty list if play is over.
pub(crate) fn leaves(
    world: &World,
    sum: &SumPosition,
    conventions: Conventions,
) -> Vec<SumPosition> {
    if ended_at_once(world, sum, &Budget::generous())
        .expect("no fault")
        .is_some()
    {
        return Vec::new();
    }
    let all = moves(world, sum, conventions, &Budget::generous()).expect("no fault");
    all.into_iter().map(|step| step.leaves).collect()
}

/// Returns whether each position is an option of the previous position, and the last position
/// equals the first. All positions are in canonical form.
pub(crate) fn is_play(
    world: &World,
    cycle: &[SumPosition],
    options: impl Fn(&SumPosition) -> Vec<SumPosition>,
) -> bool {
    let canonical = |sum: &SumPosition| SumPosition::canonical(sum.0.clone(), world) == *sum;
    cycle.len() > 1
        && cycle.first() == cycle.last()
        && cycle.iter().all(canonical)
        && cycle
            .windows(2)
            .all(|step| options(&step[0]).contains(&step[1]))
}

/// Computes wins, losses and draws by iterating over all positions until nothing changes: the
/// reference implementation for the analysis of [`ReferenceOutcomes`].
fn fixpoint(world: &World, root: &SumPosition, conventions: Conventions) -> Outcome {
    let mut graph: HashMap<SumPosition, (Option<Outcome>, Vec<SumPosition>)> = HashMap::new();
    let mut rest = vec![root.clone()];
    while let Some(sum) = rest.pop() {
        if graph.contains_key(&sum) {
            continue;
        }
        let mut outcome = ended_at_once(world, &sum, &Budget::generous()).expect("no fault");
        let options = leaves(world, &sum, conventions);
        if outcome.is_none() && options.is_empty() {
            outcome = Some(outcome_without_moves(conventions.play));
        }
        rest.extend(options.iter().cloned());
        graph.insert(sum, (outcome, options));
    }
    let positions: Vec<SumPosition> = graph.keys().cloned().collect();
    loop {
        let mut changed = false;
        for position in &positions {
            let (None, options) = &graph[position] else {
                continue;
            };
            let outcome = if options.iter().any(|o| graph[o].0 == Some(Outcome::P)) {
                Some(Outcome::N)
            } else if options.iter().all(|o| graph[o].0 == Some(Outcome::N)) {
                Some(Outcome::P)
            } else {
                None
            };
            changed |= outcome.is_some();
            graph.get_mut(position).expect("it is there").0 = outcome;
        }
        if !changed {
            return graph[root].0.unwrap_or(Outcome::D);
        }
    }
}

/// Checks that each row of evidence follows from earlier rows. Returns the first row that does not
/// follow.
fn checked(
    world: &World,
    search: &mut SumSearch,
    rows: &[(SumPosition, Outcome)],
    conventions: Conventions,
) -> Result<(), SumPosition> {
    let mut before: HashMap<&SumPosition, Outcome> = HashMap::new();
    let budget = Budget::generous();
    for (sum, outcome) in rows {
        let holds = match ended_at_once(world, sum, &Budget::generous()).expect("no fault") {
            Some(ended) => ended == *outcome,
            None => {
                let all = moves(world, sum, conventions, &budget).expect("no fault");
                let mut options = all.iter().map(|step| {
                    before
                        .get(
                            &search
                                .reduced(world, &step.leaves, &budget)
                                .expect("no fault"),
                        )
                        .copied()
                });
                match outcome {
                    _ if all.is_empty() => *outcome == outcome_without_moves(conventions.play),
                    Outcome::P => options.all(|option| option == Some(Outcome::N)),
                    Outcome::N => options.any(|option| option == Some(Outcome::P)),
                    Outcome::D => false,
                }
            }
        };
        if !holds {
            return Err(sum.clone());
        }
        before.insert(sum, *outcome);
    }
    Ok(())
}
