//! Tables compared with search at every position: the library, random games, boxes in which a slot
//! grows, endings, coins. The tests also check which tables are declined, and that a table is
//! declined before any entry is computed.

mod refusals;
mod sorted;

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::boxes::{facts_of, load, positions};
use base::budget::Budget;
use base::text::Text;
use engines::dense::{DenseTable, EntryWidth, FillMethod, FillOrigin, TableBox};
use engines::oracle::{EngineError, GrundyOracle};
use engines::prepared_table::PreparedTable;
use engines::search::{ComponentSearch, OptionOrder};
use facts::GameFacts;
use fastrand::Rng;
use jit::Jit;
use rules::ast::PlayConvention;
use rules::game::{GameId, OptionArena, Outcome, RulesError};
use rules::play::{Component, SumPosition, ended_at_once};
use rules::world::World;
use theory::algebra::GrundyAlgebra;
use theory::value::Grundy;

/// Fills a table.
fn table(
    world: &World,
    game: GameId,
    facts: &GameFacts,
    tops: &[i64],
    budget: &Budget<'_>,
) -> Result<DenseTable, EngineError> {
    let space = TableBox::around(world, game, facts, tops, budget)?;
    DenseTable::fill(
        world,
        game,
        &PreparedTable::new(space),
        FillMethod::Program,
        budget,
    )
}

static JIT: OnceLock<Jit> = OnceLock::new();

/// Counts of the cases that occurred. The counts show whether the generator still produces all
/// kinds of cases.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    positions: u64,
    loony: u64,
    ended: u64,
    cancelled: u64,
    grows: u64,
    unequal: u64,
    unordered: u64,
    in_part: u64,
    required: u64,
    greatest: u64,
    options: u64,
    filled: [u64; 3],
}

/// Compares a complete table with search, for every fill method.
fn compare(
    world: &World,
    game: GameId,
    facts: &GameFacts,
    tops: &[i64],
    tally: &mut Tally,
) -> Result<(), EngineError> {
    let jit = JIT.get_or_init(|| Jit::new(1));
    let plain = compare_filled(
        world,
        game,
        facts,
        tops,
        FillMethod::Plain,
        &mut Tally::default(),
    );
    let mut by_code = Tally::default();
    let generated = compare_filled(
        world,
        game,
        facts,
        tops,
        FillMethod::Generated(jit),
        &mut by_code,
    );
    let before = tally.filled[1];
    let program = compare_filled(world, game, facts, tops, FillMethod::Program, tally);
    tally.filled[2] += by_code.filled[2];
    if plain.is_ok() {
        assert_eq!(
            by_code.filled[2],
            tally.filled[1] - before,
            "{tops:?}: what is a program can be generated"
        );
    }
    if plain.is_ok() {
        // Wider entries contain the same values, for every fill method.
        let budget = Budget::generous();
        let space = TableBox::around(world, game, facts, tops, &budget)?;
        let evidence = |filler, width| {
            DenseTable::fold(
                GrundyAlgebra,
                world,
                game,
                &PreparedTable::new(space.clone()),
                filler,
                width,
                &budget,
            )
            .map(|d| d.evidence(usize::MAX))
        };
        let expected = evidence(FillMethod::Plain, EntryWidth::One)?;
        for width in [EntryWidth::Two, EntryWidth::Four] {
            for filler in [
                FillMethod::Plain,
                FillMethod::Program,
                FillMethod::Generated(jit),
            ] {
                assert!(evidence(filler, width)? == expected, "{tops:?} {width:?}");
            }
        }
    }
    assert_eq!(plain, program, "{tops:?}");
    assert_eq!(plain, generated, "{tops:?}");
    program
}

/// Compares a complete table with search, and checks its evidence. Every position up to `tops` is
/// present, every position of the box has the value that search finds, and every value follows from
/// earlier rows.
fn compare_filled(
    world: &World,
    game: GameId,
    facts: &GameFacts,
    tops: &[i64],
    filler: FillMethod,
    tally: &mut Tally,
) -> Result<(), EngineError> {
    let budget = Budget::generous();
    let space = TableBox::around(world, game, facts, tops, &budget)?;
    let mut dense = DenseTable::fill(
        world,
        game,
        &PreparedTable::new(space.clone()),
        filler,
        &budget,
    )?;
    tally.filled[dense.filled() as usize] += 1;
    let mut search = ComponentSearch::new(OptionOrder::default());
    if let Some(Err(declined @ EngineError::Declined(_))) = positions(world, game, tops)
        .first()
        .map(|slots| search.grundy(world, game, slots, &budget))
    {
        // No values are available for comparison, because search declines `loopy` games even if
        // play ends.
        return Err(declined);
    }
    let fail = |slots: &[i64], what: String| -> ! {
        let text = world
            .declaration_of(game)
            .map(|d| d.source.text.clone())
            .unwrap_or_default();
        panic!("{}, tops {tops:?}: {what}\n{text}", world.show(game, slots))
    };
    for slots in positions(world, game, tops) {
        if !space.contains(&slots) {
            fail(&slots, "not in the box".to_owned());
        }
        let (found, expected) = (
            dense.grundy(world, game, &slots, &budget),
            search.grundy(world, game, &slots, &budget),
        );
        if found != expected {
            fail(&slots, format!("table {found:?}, search {expected:?}"));
        }
    }
    let rows = dense.evidence(usize::MAX).expect("no limit");
    let mut before: HashMap<&Component, Grundy> = HashMap::new();
    for (component, value) in &rows {
        let expected = search.grundy(world, game, &component.slots, &budget);
        if expected != Ok(*value)
            || dense.grundy(world, game, &component.slots, &budget) != expected
        {
            fail(
                &component.slots,
                format!("evidence {value}, search {expected:?}"),
            );
        }
        if follows(world, component, &before, tally) != Some(*value)
            || before.insert(component, *value).is_some()
        {
            fail(
                &component.slots,
                format!("{value} does not follow from the rows before"),
            );
        }
        tally.loony += u64::from(*value == Grundy::LOONY);
        tally.ended += u64::from([Grundy::GOAL, Grundy::TRAP].contains(value));
        tally.greatest = tally.greatest.max(value.as_nimber().unwrap_or(0));
    }
    let stats = dense.stats();
    assert_eq!(stats.positions, rows.len() as u64);
    assert!(rows.is_empty() || dense.evidence(rows.len() - 1).is_none());
    assert_eq!(dense.evidence(rows.len()).as_ref(), Some(&rows));
    let description = world
        .rules(game)
        .game()
        .expect("it is written in the language");
    let measure = facts.measure.as_ref().expect("else it is declined");
    tally.games += 1;
    tally.positions += stats.positions;
    tally.options += stats.options;
    tally.grows += u64::from(facts.never_grows.contains(&false));
    tally.unequal += u64::from(measure.iter().any(|weight| *weight != measure[0]));
    tally.unordered += u64::from(!description.unordered.is_empty());
    tally.in_part += u64::from(
        !description.unordered.is_empty() && description.unordered.len() < description.slots.len(),
    );
    tally.required += u64::from(!description.requires.is_empty());
    Ok(())
}

/// Returns the value of a component by the definition, from earlier rows; `None` if a required row
/// is missing.
fn follows(
    world: &World,
    component: &Component,
    before: &HashMap<&Component, Grundy>,
    tally: &mut Tally,
) -> Option<Grundy> {
    if let Some(ending) = world
        .ending(component.game, &component.slots, &Budget::generous())
        .expect("no fault")
    {
        return Some(Grundy::from_ending(ending));
    }
    let mut options = OptionArena::new();
    world
        .options(
            component.game,
            &component.slots,
            &mut options,
            &Budget::generous(),
        )
        .expect("no fault");
    let mut taken = Vec::new();
    for option in options.iter() {
        let parts: Vec<Component> = option
            .components()
            .map(|(game, slots)| Component {
                game,
                slots: slots.into(),
            })
            .collect();
        let count = parts.len();
        let sum = SumPosition::canonical(parts, world);
        tally.cancelled += u64::from(sum.0.len() < count);
        match ended_at_once(world, &sum, &Budget::generous()).expect("no fault") {
            Some(Outcome::P) => return Some(Grundy::LOONY),
            Some(_) => continue,
            None => {}
        }
        let values: Option<Vec<Grundy>> =
            sum.0.iter().map(|part| before.get(part).copied()).collect();
        let nimbers: Option<Vec<u64>> = values?.iter().map(|value| value.as_nimber()).collect();
        taken.extend(nimbers.map(|nimbers| nimbers.iter().fold(0, |sum, n| sum ^ n)));
    }
    Grundy::nimber(
        (0..)
            .find(|n| !taken.contains(n))
            .expect("the options are finitely many"),
    )
}

#[test]
fn the_library_agrees_with_search() {
    let mut world = World::with_library();
    let names: Vec<String> = world
        .declarations()
        .iter()
        .map(|d| d.name.to_string())
        .collect();
    let mut tally = Tally::default();
    let mut declined: HashMap<String, Text> = HashMap::new();
    let mut partizan = 0;
    for name in &names {
        let Ok(game) = world.instantiate(name, vec![]) else {
            panic!("{name} needs no argument")
        };
        // Games in which the players have different moves have no Grundy values.
        if world.rules(game).conventions().play == PlayConvention::Partizan {
            partizan += 1;
            continue;
        }
        let facts = facts_of(&world, game);
        let slots = world.rules(game).slots();
        let reach = [24, 7, 4, 3, 2][slots.len().min(5) - 1];
        let tops: Vec<i64> = slots
            .iter()
            .map(|slot| slot.high.unwrap_or(i64::MAX).min(slot.low + reach))
            .collect();
        match compare(&world, game, &facts, &tops, &mut tally) {
            Ok(()) => {}
            Err(EngineError::Declined(why)) => {
                declined.insert(name.clone(), why);
            }
            Err(other) => panic!("{name}: {other:?}"),
        }
    }
    println!("{tally:#?}\n{declined:#?}");
    for taken in [
        "HyperKnight",
        "ED",
        "Staircase",
        "Chomp",
        "ChompPoisoned",
        "CuttingAsStated",
        "Corners",
        "Kayles",
    ] {
        assert!(
            !declined.contains_key(taken),
            "{taken}: {:?}",
            declined[taken]
        );
    }
    for (name, why) in [
        ("Multiplication", "found no order"),
        ("CircleKayles", "another game"),
    ] {
        assert!(
            declined[name].en.contains(why),
            "{name}: {}",
            declined[name].en
        );
    }
    assert!(
        tally.games > (names.len() - partizan) as u64 * 2 / 3
            && tally.loony > 5
            && tally.grows > 5
            && tally.unequal > 3,
        "{tally:?}"
    );
}

#[test]
fn random_games_agree_with_search() {
    let files = std::env::var("GRUNDY_RANDOM_FILES").map_or(testkit::rounds(500, 1_000), |n| {
        n.parse().expect("GRUNDY_RANDOM_FILES is a number")
    });
    let mut tally = Tally::default();
    let mut declined = 0;
    for seed in 0..files {
        let (world, game, facts) = load(&testkit::random_game(seed));
        let mut rng = Rng::with_seed(seed);
        let top = |slot: &rules::ir::Slot| {
            let high = slot.high.unwrap_or(slot.low + 9);
            rng.i64(slot.low..=high).max(rng.i64(slot.low..=high))
        };
        let tops: Vec<i64> = world.rules(game).slots().iter().map(top).collect();
        match compare(&world, game, &facts, &tops, &mut tally) {
            Ok(()) => {}
            Err(EngineError::Declined(why)) => {
                assert!(
                    !why.en
                        .contains("visits a position before one of its options"),
                    "seed {seed}: {}",
                    why.en
                );
                declined += 1;
            }
            // A move of a `strict` game may leave the range of a slot.
            Err(EngineError::Fault(RulesError::Rule { .. })) if world.rules(game).strict() => {}
            Err(other) => panic!("seed {seed}: {other:?}\n{}", testkit::random_game(seed)),
        }
    }
    println!("{declined} declined, {tally:#?}");
    let some = files / 50;
    assert!(
        tally.games > 15 * some
            && tally.loony > 5 * some
            && tally.ended > 5 * some
            && tally.greatest > 3,
        "{tally:?}"
    );
    assert!(
        tally.grows > some
            && tally.unequal > some
            && tally.unordered > some
            && tally.in_part > some / 3
            && tally.required > some,
        "{tally:?}"
    );
    // Nearly every game compiles to a program, and code is generated for every program.
    assert!(
        tally.cancelled > some / 2
            && tally.filled[2] == tally.filled[1]
            && tally.filled[1] > 9 * tally.filled[0],
        "{tally:?}"
    );
}

/// Programs split piecewise affine numbers into cases. Splitting does not change the tables.
#[test]
fn games_that_bend_agree_with_search() {
    let mut rng = Rng::with_seed(16);
    let mut tally = Tally::default();
    for _ in 0..testkit::rounds(300, 600) {
        let text = testkit::piecewise::game(&mut rng);
        let (world, game, facts) = load(&text);
        if facts.measure.is_none() {
            continue;
        }
        let top = if facts.never_grows.len() == 1 {
            15..=25
        } else {
            4..=7
        };
        let tops: Vec<i64> = facts
            .never_grows
            .iter()
            .map(|_| rng.i64(top.clone()))
            .collect();
        match compare(&world, game, &facts, &tops, &mut tally) {
            Ok(()) => {}
            Err(EngineError::Declined(why)) => assert!(
                !why.en
                    .contains("visits a position before one of its options"),
                "{}\n{text}",
                why.en
            ),
            Err(other) => panic!("{other:?}\n{text}"),
        }
    }
    println!("{tally:#?}");
    assert!(
        tally.games > testkit::rounds(30, 60)
            && tally.filled[1] > testkit::rounds(30, 60)
            && tally.greatest > 3
            && tally.unordered > 3,
        "{tally:?}"
    );
}

/// Codeforces 305E with the rules of its statement costs as much as the same moves with simple
/// rules.
#[test]
fn moves_that_bend_cost_what_plain_ones_do() {
    let stats = |moves: &str| {
        let (world, game, facts) = load(&format!("game A {{ state n in 0.. move {moves} }}"));
        let mut dense = table(&world, game, &facts, &[2_000], &Budget::generous())
            .unwrap_or_else(|error| panic!("{moves}: {error:?}"));
        assert_eq!(dense.filled(), FillOrigin::Program);
        (
            dense.grundy(&world, game, &[2_000], &Budget::generous()),
            dense.stats().options,
        )
    };
    let (bent, plain) = (
        stats("i in 1..n : [max(0, i - 2)] + [max(0, n - i - 1)]"),
        stats("i in 1..n : [i - 1] + [n - i]"),
    );
    assert!(bent.1 <= plain.1 + 4 * 2_000, "{bent:?} {plain:?}");
    let dawson =
        stats("i in 0..n-3 : [i] + [n-3-i] move when n >= 2 : [n - 2] move when n == 1 : nothing");
    assert_eq!(bent.0, dawson.0);
}

/// A table that several workers fill in waves of tasks is identical, byte for byte, to a table that
/// one worker fills.
#[test]
fn tables_filled_side_by_side_are_the_same() {
    let mut world = World::with_library();
    for (name, tops) in [
        ("Cutting", &[330, 330][..]),
        ("HyperKnight", &[900, 850]),
        ("Wythoff", &[270, 270]),
        ("Beans", &[64, 64, 64]),
    ] {
        let game = world
            .instantiate(name, vec![])
            .expect("it is in the library");
        let space = TableBox::around(
            &world,
            game,
            &facts_of(&world, game),
            tops,
            &Budget::generous(),
        )
        .expect("it is taken");
        let filled = |filler| {
            DenseTable::fill(
                &world,
                game,
                &PreparedTable::new(space.clone()),
                filler,
                &Budget::generous(),
            )
            .expect("it is taken")
        };
        let (one, two, three) = (Jit::new(1), Jit::new(2), Jit::new(3));
        let alone = filled(FillMethod::Generated(&one));
        assert_eq!(alone.filled(), FillOrigin::Generated);
        for several in [&two, &three] {
            let together = filled(FillMethod::Generated(several));
            assert!(alone.table().bytes() == together.table().bytes(), "{name}");
            assert_eq!(
                (alone.stats().positions, together.filled()),
                (together.stats().positions, FillOrigin::Generated)
            );
        }
        let interpreted = filled(FillMethod::Program);
        assert!(
            alone.table().bytes() == interpreted.table().bytes(),
            "{name}"
        );
        assert_eq!(alone.stats(), interpreted.stats(), "{name}");
    }
}

#[test]
fn a_box_grows_where_a_slot_may() {
    let budget = Budget::generous();
    let mut world = World::with_library();
    for (name, tops, grown, outside) in [
        // The last position of each line is a corner of the box with a larger measure than the
        // requested position. Every move decreases x + y: from [3, 9] the knight may reach [9, 3],
        // and further positions.
        ("HyperKnight", &[3, 9][..], &[8, 2][..], &[8, 9][..]),
        ("ED", &[4, 9], &[15, 3], &[17, 2]),
        // The weights of the steps of the staircase are 1, 2, 3, 4. After a move down, a token is
        // counted with the weight of the step below.
        ("Staircase", &[1, 2, 0, 3], &[6, 0, 0, 0], &[17, 8, 0, 0]),
    ] {
        let game = world
            .instantiate(name, vec![])
            .expect("it is in the library");
        let facts = facts_of(&world, game);
        assert!(facts.never_grows.contains(&false), "{name}");
        let mut tally = Tally::default();
        compare(&world, game, &facts, tops, &mut tally).expect("it is taken");
        let mut dense = table(&world, game, &facts, tops, &budget).expect("it is taken");
        assert_eq!(
            dense.grundy(&world, game, grown, &budget),
            ComponentSearch::new(OptionOrder::Written).grundy(&world, game, grown, &budget)
        );
        let space = TableBox::around(&world, game, &facts, tops, &budget).expect("it is taken");
        assert!(space.contains(grown) && !space.contains(outside), "{name}");
        let refused = dense.grundy(&world, game, outside, &budget);
        assert!(
            matches!(&refused, Err(EngineError::Declined(why)) if why.en.contains("is not in the table")),
            "{name}: {refused:?}"
        );
    }
    let staircase = world
        .instantiate("Staircase", vec![])
        .expect("it is in the library");
    let measure = facts_of(&world, staircase)
        .measure
        .expect("every move lowers something");
    assert!(
        measure.iter().any(|weight| *weight != measure[0]),
        "{measure:?}"
    );
}

/// Every slot is bounded by its own range, and a slot without weight has no other bound.
#[test]
fn boxes_follow_the_ranges() {
    let mut tally = Tally::default();
    for (text, tops, size) in [
        // Every move may set the second slot to any value.
        (
            "game G { state n in 0.., m in 0..4 move t in 0..4 : [n - 1, t] }",
            &[5, 2][..],
            Some(6 * 5),
        ),
        (
            "game G { state n in 0.., m in 0.. move t in 0..n : [n - 1, t] }",
            &[5, 2],
            None,
        ),
        (
            "game G { state n in 0.., m in 0..6 move : [n - 2, m + 1] move : [n, m - 1] }",
            &[5, 2],
            Some(6 * 7),
        ),
        (
            "game G { state n in 3.., m in -2.. move k in 1..n : [n - k, m] move k in {1, 2} : [n, m - k] }",
            &[7, 3],
            Some(5 * 6),
        ),
        (
            "game G { state a in 0.., b in 0.. unordered move k in 1..a : { a -= k } move k in 1..b : { b -= k } }",
            &[2, 5],
            Some(36),
        ),
        (
            "game G { state a[1..3] in 0..3 require all(a[t] <= a[t + 1] for t in 1..2) move i in 1..3 : { a[i] -= 1 } }",
            &[3, 3, 3],
            Some(64),
        ),
    ] {
        let (world, game, facts) = load(text);
        match (
            TableBox::around(&world, game, &facts, tops, &Budget::generous()),
            size,
        ) {
            (Ok(space), Some(size)) => {
                assert_eq!(space.size, size, "{text}");
                compare(&world, game, &facts, tops, &mut tally).expect("it is taken");
            }
            (Err(EngineError::Declined(why)), None) => assert!(
                why.en.contains("`m` can grow") && why.zh.contains("`m`"),
                "{}",
                why.en
            ),
            (other, _) => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!(tally.games, 5);
}

#[test]
fn what_runs_in_the_domain_of_a_choice_does_not_overwrite_the_choice() {
    let mut tally = Tally::default();
    for text in [
        "game G { state n in 0.. move (a, b) in {(n - i, i) for i in 1..n} when b >= 1 and b <= n and a >= 0 : [n - b] }",
        "game G { state n in 0.. move (a, b) in {(n - 3 * i, i * i) for i in 1..n} when a >= 0 and a < n and b > 0 : [a] }",
        "game G { state n in 0.. move k in {i * i for i in 1..n} when k >= 1 : [n - k] }",
        "game G { state n in 0.. move k in 1..total(1 for i in 1..n) when k <= n : [n - k] + [k / 2] }",
        "game G { state n in 0.. move k in 1..n when total(j for j in 1..total(1 for i in 1..k)) % 3 == 0 : [n - k] }",
    ] {
        let (world, game, facts) = load(text);
        compare(&world, game, &facts, &[30], &mut tally)
            .unwrap_or_else(|other| panic!("{text}\n{other:?}"));
    }
    assert_eq!(
        tally.filled,
        [0, 5, 5],
        "none is left to the reference interpreter"
    );
}

#[test]
fn equal_coins_cancel_before_a_goal_counts() {
    let rules = "state n in 0..6 goal n == 0 move when n == 2 : [0] + [0] move when n == 3 : [0] + [1]
        move when n == 4 : [3] + [3] move when n == 5 : [0] + [0] + [0] move when n == 6 : [3] + [1] + [3]";
    let nimber = |n| Grundy::nimber(n).expect("it fits");
    // Two equal goals cancel, and two equal loony coins cancel; of three equal goals one goal
    // remains.
    let coins = [
        Grundy::GOAL,
        nimber(0),
        nimber(1),
        Grundy::LOONY,
        nimber(1),
        Grundy::LOONY,
        nimber(1),
    ];
    let others = [
        Grundy::GOAL,
        nimber(0),
        Grundy::LOONY,
        Grundy::LOONY,
        nimber(0),
        Grundy::LOONY,
        nimber(0),
    ];
    for (kind, values) in [("coins", coins), ("game", others)] {
        let (world, game, facts) = load(&format!("{kind} G {{ {rules} }}"));
        let mut dense =
            table(&world, game, &facts, &[6], &Budget::generous()).expect("it is taken");
        let mut search = ComponentSearch::new(OptionOrder::default());
        for (n, value) in values.into_iter().enumerate() {
            assert_eq!(
                search.grundy(&world, game, &[n as i64], &Budget::generous()),
                Ok(value),
                "{kind} {n}"
            );
            assert_eq!(
                dense.grundy(&world, game, &[n as i64], &Budget::generous()),
                Ok(value),
                "{kind} {n}"
            );
        }
        compare(&world, game, &facts, &[6], &mut Tally::default()).expect("it is taken");
    }
}

#[test]
fn an_option_that_ends_play_is_that_end_alone() {
    // Sums of a goal and a trap, a goal and a loony component, a goal and ordinary components, and
    // a trap and a loony component.
    let (world, game, facts) = load(
        "game G { state n in 0..9 goal n == 0 trap n == 1 move when n == 3 : [0] + [2] move when n == 4 : [1] + [3]
           move when n == 5 : [0] + [1] + [3] move when n == 6 : [3] + [2] move when n > 6 : [n - 1] move when n == 9 : [1] + [2] }",
    );
    let mut tally = Tally::default();
    compare(&world, game, &facts, &[9], &mut tally).expect("it is taken");
    let nimber = |n| Grundy::nimber(n).expect("it fits");
    let mut dense = table(&world, game, &facts, &[9], &Budget::generous()).expect("it is taken");
    let values: Vec<Grundy> = (0..10)
        .map(|n| {
            dense
                .grundy(&world, game, &[n], &Budget::generous())
                .expect("it is in the box")
        })
        .collect();
    let (goal, trap, loony) = (Grundy::GOAL, Grundy::TRAP, Grundy::LOONY);
    assert_eq!(
        values,
        [
            goal,
            trap,
            nimber(0),
            loony,
            nimber(0),
            loony,
            nimber(0),
            nimber(1),
            nimber(0),
            nimber(1)
        ]
    );
}
