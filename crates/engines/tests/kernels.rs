//! Tables of outcomes and of distances to the end, on random rule files, compared with the
//! definitions at every position. The tables are filled by the reference interpreter, by the
//! interpreter of programs and by generated code, with entries of every width.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::OnceLock;

use crate::boxes::{facts_of, load, positions};
use base::budget::Budget;
use engines::dense::{DenseTable, EntryWidth, FillMethod, FillOrigin, TableKernel};
use engines::oracle::{EngineError, OutcomeOracle};
use engines::prepared_table::PreparedTable;
use engines::reference::ReferenceOutcomes;
use facts::GameFacts;
use fastrand::Rng;
use jit::Jit;
use rules::ast::PlayConvention;
use rules::game::{Conventions, GameId, Outcome, RulesError, SumKind};
use rules::play::{Component, SumPosition, ended_at_once, moves, outcome_without_moves};
use rules::world::World;
use theory::algebra::OutcomeAlgebra;
use theory::distance::{Distance, DistanceAlgebra, WinnerPreference};
use theory::sums::{RemotenessAlgebra, SelectiveAlgebra, SumAlgebra, SuspenseAlgebra};

const PLAYS: [PlayConvention; 2] = [PlayConvention::Normal, PlayConvention::Misere];

static JIT: OnceLock<Jit> = OnceLock::new();

fn jit() -> &'static Jit {
    JIT.get_or_init(|| Jit::new(1))
}

/// Fills the table of a kernel over the box around some numbers.
fn table<K: TableKernel>(
    kernel: K,
    (world, game, facts): (&World, GameId, &GameFacts),
    tops: &[i64],
    filler: FillMethod<'_>,
    narrowest: EntryWidth,
) -> Result<DenseTable<K>, EngineError> {
    let budget = Budget::generous();
    DenseTable::fold(
        kernel,
        world,
        game,
        &PreparedTable::around(world, game, facts, tops, &budget)?,
        filler,
        narrowest,
        &budget,
    )
}

fn alone(game: GameId, slots: &[i64]) -> SumPosition {
    SumPosition(vec![Component {
        game,
        slots: slots.into(),
    }])
}

/// The length of play by the definition, in complete positions from which play never cycles.
struct Lengths<'w> {
    world: &'w World,
    winner: WinnerPreference,
    conventions: Conventions,
    known: HashMap<SumPosition, Distance>,
}

impl<'w> Lengths<'w> {
    fn new(world: &'w World, play: PlayConvention, winner: WinnerPreference) -> Lengths<'w> {
        let conventions = Conventions {
            play,
            sum: SumKind::Every,
            ..Conventions::default()
        };
        Lengths {
            world,
            winner,
            conventions,
            known: HashMap::new(),
        }
    }

    fn of(&mut self, sum: &SumPosition) -> Distance {
        self.within(sum, &Budget::generous()).expect("no fault")
    }

    /// Returns the length of play by the definition, provided that the results of one move fit in
    /// the budget.
    fn within(&mut self, sum: &SumPosition, budget: &Budget<'_>) -> Result<Distance, RulesError> {
        if let Some(known) = self.known.get(sum) {
            return Ok(*known);
        }
        let ended = ended_at_once(self.world, sum, budget)?;
        let options = if ended.is_some() {
            Vec::new()
        } else {
            moves(self.world, sum, self.conventions, budget)?
        };
        let mut distance = Distance {
            outcome: ended.unwrap_or(outcome_without_moves(self.conventions.play)),
            moves: 0,
        };
        let options = options
            .iter()
            .map(|option| self.within(&option.leaves, budget))
            .collect::<Result<Vec<Distance>, RulesError>>()?;
        if !options.is_empty() {
            let wins = options.iter().any(|option| option.outcome == Outcome::P);
            let (outcome, left) = if wins {
                (Outcome::N, Outcome::P)
            } else {
                (Outcome::P, Outcome::N)
            };
            let lengths = options
                .iter()
                .filter(|option| option.outcome == left)
                .map(|option| option.moves);
            // A hurrying winner minimizes the length of play, and so does a loser against a
            // delaying winner.
            let short = wins == (self.winner == WinnerPreference::Hurries);
            let best = if short { lengths.min() } else { lengths.max() };
            distance = Distance {
                outcome,
                moves: best.expect("the player to move has such an option") + 1,
            };
        }
        self.known.insert(sum.clone(), distance);
        Ok(distance)
    }
}

/// Counts of the cases that occurred. The counts show whether the generator still produces all
/// kinds of cases.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    positions: u64,
    won: u64,
    lost: u64,
    misere_differs: u64,
    paces_differ: u64,
    several: u64,
    with_endings: u64,
    longest: u64,
    generated: u64,
    stopped_early: u64,
    declined: u64,
    unordered: u64,
    grows: u64,
}

/// Fills a table by every method, and compares every position of the box with `expected`.
fn compare<K: TableKernel + Debug>(
    kernel: K,
    case: (&World, GameId, &GameFacts),
    tops: &[i64],
    tally: &mut Tally,
    expected: &mut dyn FnMut(&SumPosition) -> K::Value,
) -> Result<bool, EngineError> {
    let (world, game, _) = case;
    let mut plain_options = None;
    for width in EntryWidth::ALL {
        for filler in [
            FillMethod::Plain,
            FillMethod::Program,
            FillMethod::Generated(jit()),
        ] {
            let table = match table(kernel, case, tops, filler, width) {
                Ok(table) => table,
                Err(EngineError::Declined(why)) => {
                    assert!(
                        !why.en
                            .contains("visits a position before one of its options"),
                        "{}",
                        why.en
                    );
                    tally.declined += 1;
                    return Ok(false);
                }
                Err(error) => return Err(error),
            };
            let mut found = 0;
            let ranges = table.space().ranges();
            for slots in positions(
                world,
                game,
                &ranges.iter().map(|(_, high)| *high).collect::<Vec<_>>(),
            ) {
                let Some(value) = table.value(&slots) else {
                    assert!(
                        !table.space().contains(&slots),
                        "{} is not filled",
                        world.show(game, &slots)
                    );
                    continue;
                };
                let (position, text) = (alone(game, &slots), || {
                    world.declaration_of(game).map(|d| d.source.text.clone())
                });
                let expected = expected(&position);
                let shown = position.show(world);
                assert_eq!(
                    value,
                    expected,
                    "{kernel:?} {:?} {width:?} {shown}\n{}",
                    table.filled(),
                    text().unwrap_or_default()
                );
                found += 1;
            }
            let stats = table.stats();
            assert_eq!(stats.positions, found);
            let options = *plain_options.get_or_insert(stats.options);
            tally.stopped_early += u64::from(stats.options < options);
            tally.generated += u64::from(table.filled() == FillOrigin::Generated);
            tally.positions += found;
        }
    }
    Ok(true)
}

/// Compares every kernel on one game.
fn compare_all(
    world: &World,
    game: GameId,
    facts: &GameFacts,
    tops: &[i64],
    tally: &mut Tally,
) -> Result<(), EngineError> {
    let case = (world, game, facts);
    let budget = Budget::generous();
    let mut taken = false;
    for play in PLAYS {
        let mut reference = ReferenceOutcomes::new(Conventions {
            play,
            sum: SumKind::One,
            ..Conventions::default()
        });
        let mut other = ReferenceOutcomes::new(Conventions {
            play: PlayConvention::Normal,
            sum: SumKind::One,
            ..Conventions::default()
        });
        let (mut won, mut lost, mut differs) = (0, 0, 0);
        taken |= compare(OutcomeAlgebra(play), case, tops, tally, &mut |sum| {
            let outcome = reference.outcome(world, sum, &budget).expect("play ends");
            (won, lost) = (
                won + u64::from(outcome == Outcome::N),
                lost + u64::from(outcome == Outcome::P),
            );
            differs += u64::from(other.outcome(world, sum, &budget) != Ok(outcome));
            outcome
        })?;
        (tally.won, tally.lost, tally.misere_differs) = (
            tally.won + won,
            tally.lost + lost,
            tally.misere_differs + differs,
        );
        for winner in [WinnerPreference::Hurries, WinnerPreference::Delays] {
            let mut lengths = Lengths::new(world, play, winner);
            let mut reverse = Lengths::new(world, play, WinnerPreference::Hurries);
            let (mut longest, mut differs, mut several) = (0, 0, 0);
            taken |= compare(
                DistanceAlgebra { play, winner },
                case,
                tops,
                tally,
                &mut |sum| {
                    let distance = lengths.of(sum);
                    longest = longest.max(distance.moves);
                    differs += u64::from(reverse.of(sum) != distance);
                    distance
                },
            )?;
            several += u64::from(lengths.known.keys().any(|sum| sum.0.len() > 1));
            taken |= match winner {
                WinnerPreference::Delays => {
                    compare(SuspenseAlgebra(play), case, tops, tally, &mut |sum| {
                        Some(lengths.of(sum).moves)
                    })?
                }
                WinnerPreference::Hurries => {
                    compare(RemotenessAlgebra(play), case, tops, tally, &mut |sum| {
                        Some(lengths.of(sum).moves)
                    })?
                }
            };
            (tally.longest, tally.paces_differ) =
                (tally.longest.max(longest), tally.paces_differ + differs);
            tally.several += several;
        }
    }
    let (kernel, mut reference) = (
        SelectiveAlgebra(PlayConvention::Normal),
        ReferenceOutcomes::new(Conventions {
            sum: SumKind::Any,
            ..Conventions::default()
        }),
    );
    taken |= compare(kernel, case, tops, tally, &mut |sum| {
        kernel.value_of_outcome(reference.outcome(world, sum, &budget).expect("play ends"))
    })?;
    let description = world
        .rules(game)
        .game()
        .expect("it is written in the language");
    tally.games += u64::from(taken);
    tally.with_endings += u64::from(taken && description.can_end_play());
    tally.unordered += u64::from(taken && !description.unordered.is_empty());
    tally.grows += u64::from(taken && facts.never_grows.contains(&false));
    Ok(())
}

#[test]
fn random_games_agree_with_the_definitions() {
    let files = std::env::var("GRUNDY_RANDOM_FILES").map_or(testkit::rounds(150, 250), |n| {
        n.parse().expect("GRUNDY_RANDOM_FILES is a number")
    });
    let (mut tally, mut left_out) = (Tally::default(), 0);
    for seed in 0..files {
        let (world, game, facts) = load(&testkit::random_game(seed));
        let slots: Vec<(i64, Option<i64>)> = world
            .rules(game)
            .slots()
            .iter()
            .map(|slot| (slot.low, slot.high))
            .collect();
        let tops = testkit::random_numbers(&mut Rng::with_seed(seed), &slots);
        // If every move plays in all of many components, the number of positions is too large for
        // the definition.
        let (mut lengths, small) = (
            Lengths::new(&world, PlayConvention::Normal, WinnerPreference::Hurries),
            Budget::generous().with_memory(1 << 22),
        );
        if facts.measure.is_some()
            && positions(&world, game, &tops)
                .iter()
                .any(|slots| lengths.within(&alone(game, slots), &small).is_err())
        {
            left_out += 1;
            continue;
        }
        match compare_all(&world, game, &facts, &tops, &mut tally) {
            // A move of a `strict` game may leave the range of a slot.
            Err(EngineError::Fault(RulesError::Rule { .. })) if world.rules(game).strict() => {}
            other => other.unwrap_or_else(|error| {
                panic!("seed {seed}: {error:?}\n{}", testkit::random_game(seed))
            }),
        }
    }
    println!("{tally:#?}");
    let some = files / 50;
    assert!(left_out < 2 * some, "{left_out}");
    assert!(
        tally.games > 15 * some && tally.declined > some && tally.generated > 100 * some,
        "{tally:?}"
    );
    assert!(
        tally.won > 20 * some && tally.lost > 20 * some && tally.misere_differs > 20 * some,
        "{tally:?}"
    );
    assert!(
        tally.paces_differ > 20 * some && tally.several > some && tally.longest > 4,
        "{tally:?}"
    );
    assert!(
        tally.with_endings > some
            && tally.stopped_early > some
            && tally.unordered > some / 2
            && tally.grows > some / 2,
        "{tally:?}"
    );
}

/// Entries become wider if distances do not fit in them. Entries of outcomes do not become wider.
#[test]
fn long_play_takes_wider_entries() {
    let (world, game, facts) = load("game G { state n in 0.. move k in {1, 2} : [n - k] }");
    let case = (&world, game, &facts);
    for filler in [
        FillMethod::Plain,
        FillMethod::Program,
        FillMethod::Generated(jit()),
    ] {
        for (top, width) in [
            (180, EntryWidth::One),
            (260, EntryWidth::Two),
            (40_000, EntryWidth::Two),
            (100_000, EntryWidth::Four),
        ] {
            for winner in [WinnerPreference::Hurries, WinnerPreference::Delays] {
                let table = table(
                    DistanceAlgebra {
                        play: PlayConvention::Normal,
                        winner,
                    },
                    case,
                    &[top],
                    filler,
                    EntryWidth::One,
                )
                .expect("it is taken");
                assert_eq!(table.table().width, width, "{top} {:?}", table.filled());
                // In each round, three tokens are taken. A hurrying winner takes two tokens, and
                // the loser delays and takes one token. A delaying winner takes one token, and the
                // loser takes two tokens.
                let turns = top as u64 / 3 * 2 + (top as u64 % 3).min(1);
                let outcome = if top % 3 == 0 { Outcome::P } else { Outcome::N };
                let expected = table
                    .distance(&world, &alone(game, &[top / 3 * 3]))
                    .expect("it is in the table");
                assert_eq!(
                    expected,
                    Distance {
                        outcome: Outcome::P,
                        moves: top as u64 / 3 * 2
                    }
                );
                let last = table
                    .distance(&world, &alone(game, &[top]))
                    .expect("it is in the table");
                assert_eq!(
                    (last.outcome, last.moves),
                    (outcome, turns),
                    "{top} {winner:?}"
                );
            }
            let mut outcomes = table(
                OutcomeAlgebra(PlayConvention::Misere),
                case,
                &[top],
                filler,
                EntryWidth::One,
            )
            .expect("it is taken");
            assert_eq!(outcomes.table().width, EntryWidth::One);
            let expected = if top % 3 == 1 { Outcome::P } else { Outcome::N };
            assert_eq!(
                outcomes.outcome(&world, &alone(game, &[top]), &Budget::generous()),
                Ok(expected)
            );
        }
    }
}

#[test]
fn what_a_kernel_does_not_take_is_told() {
    let split = "state n in 0.. move k in 1..n : [n - k] move k in 0..n-2 : [k] + [n - 2 - k]";
    let (plain, coins, ends) = (
        format!("game G {{ {split} }}"),
        format!("coins G {{ {split} }}"),
        format!("game G {{ {split} goal n == 0 }}"),
    );
    let suspense = DistanceAlgebra {
        play: PlayConvention::Normal,
        winner: WinnerPreference::Delays,
    };
    let remoteness = DistanceAlgebra {
        play: PlayConvention::Normal,
        winner: WinnerPreference::Hurries,
    };
    fn why<K: TableKernel>(kernel: K, text: &str) -> Option<String> {
        let (world, game, facts) = load(text);
        match table(
            kernel,
            (&world, game, &facts),
            &[9],
            FillMethod::Program,
            EntryWidth::One,
        ) {
            Ok(_) => None,
            Err(EngineError::Declined(why)) => {
                assert!(why.zh.contains("部分"), "{}", why.zh);
                Some(why.en)
            }
            Err(other) => panic!("{text}: {other:?}"),
        }
    }
    for text in [&plain, &coins, &ends] {
        assert!(
            why(OutcomeAlgebra(PlayConvention::Misere), text)
                .is_some_and(|why| why.contains("several components")),
            "{text}"
        );
        assert!(
            why(remoteness, text).is_some_and(|why| why.contains("several components")),
            "{text}"
        );
        assert_eq!(why(suspense, text).is_none(), *text == plain, "{text}");
        assert_eq!(
            why(SuspenseAlgebra(PlayConvention::Misere), text).is_none(),
            *text == plain,
            "{text}"
        );
        assert_eq!(
            why(SelectiveAlgebra(PlayConvention::Normal), text).is_none(),
            *text == plain,
            "{text}"
        );
        assert!(
            why(SelectiveAlgebra(PlayConvention::Misere), text).is_some(),
            "{text}"
        );
    }
    let (world, game, facts) =
        load("game G { state n in 0.. play misere move k in 1..n : [n - k] }");
    let mut lone = table(
        OutcomeAlgebra(PlayConvention::Misere),
        (&world, game, &facts),
        &[9],
        FillMethod::Program,
        EntryWidth::One,
    )
    .expect("it is taken");
    let two = SumPosition(vec![
        alone(game, &[2]).0.remove(0),
        alone(game, &[3]).0.remove(0),
    ]);
    let said = lone.outcome(&world, &two, &Budget::generous());
    assert!(
        matches!(&said, Err(EngineError::Declined(why)) if why.en.contains("a single component")),
        "{said:?}"
    );
    let said = lone.outcome(&world, &alone(game, &[10]), &Budget::generous());
    assert!(
        matches!(&said, Err(EngineError::Declined(why)) if why.en.contains("not in the table")),
        "{said:?}"
    );
    assert_eq!(
        lone.outcome(&world, &SumPosition::default(), &Budget::generous()),
        Ok(Outcome::N)
    );
}

/// An error is reported even if another option has decided the position.
#[test]
fn a_decided_position_hides_no_fault() {
    let (world, game, facts) =
        load("game G { state n in 0..9 strict move when n > 0 : [0] move when n == 3 : [n - 5] }");
    for filler in [
        FillMethod::Plain,
        FillMethod::Program,
        FillMethod::Generated(jit()),
    ] {
        let said = table(
            OutcomeAlgebra(PlayConvention::Normal),
            (&world, game, &facts),
            &[9],
            filler,
            EntryWidth::One,
        )
        .err();
        assert!(
            matches!(said, Some(EngineError::Fault(RulesError::Rule { .. }))),
            "{said:?}"
        );
    }
}

/// A sum in which every move plays in all components lasts as long as its longest component.
#[test]
fn suspense_values_sums() {
    let mut world = World::with_library();
    let game = world
        .instantiate("Kayles", vec![])
        .expect("it is in the library");
    let facts = facts_of(&world, game);
    for play in PLAYS {
        let kernel = DistanceAlgebra {
            play,
            winner: WinnerPreference::Delays,
        };
        let table = table(
            kernel,
            (&world, game, &facts),
            &[6],
            FillMethod::Program,
            EntryWidth::One,
        )
        .expect("it is taken");
        let mut lengths = Lengths::new(&world, play, WinnerPreference::Delays);
        for (a, b) in (0..=6).flat_map(|a| (a..=6).map(move |b| (a, b))) {
            let sum = SumPosition(vec![
                alone(game, &[a]).0.remove(0),
                alone(game, &[b]).0.remove(0),
            ]);
            assert_eq!(
                table.distance(&world, &sum),
                Ok(lengths.of(&sum)),
                "{play:?} {a} {b}"
            );
        }
    }
}

/// Each row of a table of outcomes follows from earlier rows.
#[test]
fn evidence_is_in_order() {
    let (world, game, facts) = load(
        "game G { state a in 0.., b in 0..3 play misere goal a == 5 and b == 1 move : [a - 1, 3] move : [a, b - 1] }",
    );
    let mut table = table(
        OutcomeAlgebra(PlayConvention::Misere),
        (&world, game, &facts),
        &[7, 3],
        FillMethod::Program,
        EntryWidth::One,
    )
    .expect("it is taken");
    let rows = table.evidence(usize::MAX).expect("no limit");
    let mut before: HashMap<&SumPosition, Outcome> = HashMap::new();
    for (sum, outcome) in &rows {
        let follows = match ended_at_once(&world, sum, &Budget::generous()).expect("no fault") {
            Some(ended) => ended,
            None => {
                let moves = moves(&world, sum, Conventions::default(), &Budget::generous())
                    .expect("no fault");
                let options: Vec<Outcome> =
                    moves.iter().map(|option| before[&option.leaves]).collect();
                match options.contains(&Outcome::P) {
                    _ if options.is_empty() => Outcome::N,
                    true => Outcome::N,
                    false => Outcome::P,
                }
            }
        };
        assert_eq!(*outcome, follows, "{}", sum.show(&world));
        assert_eq!(table.outcome(&world, sum, &Budget::generous()), Ok(follows));
        before.insert(sum, *outcome);
    }
    assert_eq!(rows.len(), 8 * 4 + 1);
    assert!(table.evidence(rows.len()).is_some() && table.evidence(rows.len() - 1).is_none());
}

/// A table that several workers fill in waves of tasks is identical, byte for byte, to a table that
/// one worker fills.
#[test]
fn tables_filled_side_by_side_are_the_same() {
    let mut world = World::with_library();
    for (name, tops) in [("HyperKnight", &[900, 850][..]), ("Wythoff", &[270, 270])] {
        let game = world
            .instantiate(name, vec![])
            .expect("it is in the library");
        let facts = facts_of(&world, game);
        for winner in [WinnerPreference::Hurries, WinnerPreference::Delays] {
            let kernel = DistanceAlgebra {
                play: PlayConvention::Misere,
                winner,
            };
            let filled = |filler: FillMethod<'_>| {
                table(
                    kernel,
                    (&world, game, &facts),
                    tops,
                    filler,
                    EntryWidth::One,
                )
                .expect("it is taken")
            };
            let expected = filled(FillMethod::Program);
            let machines = [1, 2, 3].map(Jit::new);
            for machine in &machines {
                let found = filled(FillMethod::Generated(machine));
                assert!(
                    found.table().bytes() == expected.table().bytes(),
                    "{name} {winner:?}"
                );
            }
        }
    }
}
