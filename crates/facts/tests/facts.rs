//! Tests of the facts. Every fact that is derived for a game must hold for all its moves in a small
//! box of positions. Each derived fact is checked for the games of the library and for random
//! games. Each fact must also be derived for many of the games.

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text::Lang;
use facts::{GameFacts, SubtractionAmounts, TierMeasure, facts, tiers};
use rules::eval::EvalContext;
use rules::game::{GameId, OptionArena, RulesError};
use rules::ir::{Expr, Game, Int, Slot};
use rules::world::{InstantiationError, World};

/// Maximum number of tested positions of a game.
const POSITIONS: usize = 400;

/// Returns positions near the lower corner of the state space, in order of their largest
/// coordinate.
fn positions(slots: &[Slot]) -> Vec<Vec<Int>> {
    let mut list = Vec::new();
    for reach in 0..40 {
        let highs: Vec<Int> = slots
            .iter()
            .map(|s| s.high.map_or(s.low + reach, |high| high.min(s.low + reach)))
            .collect();
        let mut at: Vec<Int> = slots.iter().map(|s| s.low).collect();
        loop {
            // In each box, only positions with a coordinate outside the smaller boxes are added.
            if at.iter().zip(slots).map(|(n, s)| n - s.low).max() == Some(reach) {
                list.push(at.clone());
            }
            if list.len() == POSITIONS {
                return list;
            }
            let Some(i) = (0..slots.len()).rposition(|i| at[i] < highs[i]) else {
                break;
            };
            at[i] += 1;
            at[i + 1..]
                .iter_mut()
                .zip(&slots[i + 1..])
                .for_each(|(n, s)| *n = s.low);
        }
    }
    list
}

/// Number of times that each fact was found.
#[derive(Debug, Default)]
struct Found {
    games: usize,
    moves: usize,
    measure: usize,
    never_grows: usize,
    most_components: usize,
    take_away: usize,
    takes: usize,
    /// Number of measures that no move increases, and number of these measures with a bound on the
    /// decrease.
    tiers: usize,
    bounded: usize,
}

fn check(world: &World, game: GameId, name: &str, found: &mut Found) {
    let typed = world.rules(game).game().expect("a game of the language");
    let facts = facts(typed, game, &Budget::generous()).expect("the budget is generous");
    found.games += 1;
    found.measure += usize::from(facts.measure.is_some());
    found.never_grows += usize::from(facts.never_grows.contains(&true));
    found.most_components += usize::from(facts.most_components.is_some());
    found.take_away += usize::from(facts.take_away.is_ok());
    let budget = Budget::generous();
    let measures = if facts.names_others {
        Vec::new()
    } else {
        tiers(typed, game, &budget).expect("the budget is generous")
    };
    let shown: Vec<&TierMeasure> = measures.iter().filter(|measure| measure.shown).collect();
    found.tiers += shown.len();
    found.bounded += shown
        .iter()
        .filter(|measure| measure.most.is_some())
        .count();
    let mut options = OptionArena::new();
    for mut at in positions(&typed.slots) {
        world.rules(game).canonicalise(&mut at);
        if !world
            .contains(game, &at, &Budget::generous())
            .unwrap_or(false)
        {
            continue;
        }
        match world.options(game, &at, &mut options, &budget) {
            Ok(()) => {}
            // A `strict` game or a division by zero gives an error, so no moves can be checked.
            Err(RulesError::Rule { .. }) => continue,
            Err(RulesError::Stopped(stop)) => panic!("{name}: {stop:?}"),
        }
        found.moves += options.len();
        for option in options.iter() {
            if let Some(most) = facts.most_components {
                assert!(
                    option.components().len() <= most,
                    "{name}: {most} components at most, {option:?} from {at:?}"
                );
            }
            for (_, slots) in option.components().filter(|(other, _)| *other == game) {
                if let Some(weights) = &facts.measure {
                    let sum = |numbers: &[Int]| {
                        numbers.iter().zip(weights).map(|(n, w)| n * w).sum::<Int>()
                    };
                    assert!(
                        sum(slots) < sum(&at),
                        "{name}: weights {weights:?} from {at:?} to {slots:?}"
                    );
                }
                for measure in &shown {
                    let (before, after) = (
                        value(typed, &measure.expr, &at),
                        value(typed, &measure.expr, slots),
                    );
                    let least = measure.most.map_or(Int::MIN, |most| before - most);
                    assert!(
                        (least..=before).contains(&after),
                        "{name}: {measure:?} from {at:?} to {slots:?}"
                    );
                }
                for (i, never) in facts.never_grows.iter().enumerate() {
                    assert!(
                        !never || slots[i] <= at[i],
                        "{name}: slot {i} grows from {at:?} to {slots:?}"
                    );
                }
            }
        }
        found.takes += check_takes(world, game, &at, &facts, &options, name);
    }
}

/// Returns the value of an expression at a position.
fn value(game: &Game, expr: &Expr, slots: &[Int]) -> Int {
    let tick = || Ok(());
    EvalContext::new(slots, game.locals, &tick)
        .eval(expr)
        .unwrap()
}

/// Checks that the moves of a game of taking away are exactly the moves of its subtraction moves,
/// with the choices that the subtraction moves state. Returns the number of moves.
fn check_takes(
    world: &World,
    game: GameId,
    at: &[Int],
    facts: &GameFacts,
    options: &OptionArena,
    name: &str,
) -> usize {
    let Ok(takes) = &facts.take_away else {
        return 0;
    };
    let slots = world.rules(game).slots();
    let mut expected = BTreeSet::new();
    for take in takes {
        let room = at
            .iter()
            .zip(slots)
            .zip(&take.vector)
            .filter(|(_, v)| **v > 0)
            .map(|((n, s), _)| n - s.low)
            .min()
            .unwrap();
        let amounts: Vec<Int> = match &take.amounts {
            SubtractionAmounts::All => (1..=room).collect(),
            SubtractionAmounts::Some(set) => {
                set.iter().take_while(|amount| *amount <= room).collect()
            }
        };
        for amount in amounts {
            let mut left: Vec<Int> = at
                .iter()
                .zip(&take.vector)
                .map(|(n, v)| n - v * amount)
                .collect();
            world.rules(game).canonicalise(&mut left);
            let choices = take
                .choices(at, amount)
                .unwrap_or_else(|| panic!("{name}: no choice takes {amount} from {at:?}"));
            expected.insert((take.rule, choices, left));
        }
        assert_eq!(take.choices(at, 0), None);
    }
    let written = options.iter().map(|o| {
        let components: Vec<_> = o.components().collect();
        let [(other, left)] = components[..] else {
            panic!("{name}: not one component, {o:?}")
        };
        assert_eq!(other, game);
        (o.rule, o.choices.to_vec(), left.to_vec())
    });
    assert_eq!(
        written.collect::<BTreeSet<_>>(),
        expected,
        "{name} at {at:?}"
    );
    expected.len()
}

/// Returns the games that the declarations of a text define with their default arguments.
/// Declarations that cannot be instantiated are skipped.
fn games(world: &mut World) -> Vec<(String, GameId)> {
    let names: Vec<String> = world
        .declarations()
        .iter()
        .map(|d| d.name.to_string())
        .collect();
    names
        .into_iter()
        .filter_map(|name| {
            world
                .instantiate(&name, vec![])
                .ok()
                .map(|game| (name, game))
        })
        .collect()
}

fn of_text(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    world
        .load("test.game", text)
        .unwrap_or_else(|refusal| panic!("{}", refusal.render(Lang::En, false)));
    let game = world
        .instantiate("G", vec![])
        .unwrap_or_else(|missing| match missing {
            InstantiationError::Here(text) => panic!("{text}"),
            InstantiationError::There(refusal) => panic!("{}", refusal.render(Lang::En, false)),
        });
    (world, game)
}

#[test]
fn facts_about_the_library_are_true() {
    let mut world = World::with_library();
    let mut found = Found::default();
    for (name, game) in games(&mut world) {
        check(&world, game, &name, &mut found);
    }
    assert!(found.games > 60 && found.moves > 20_000, "{found:?}");
    assert!(
        found.measure * 10 > found.games * 7 && found.never_grows * 2 > found.games,
        "{found:?}"
    );
    assert!(
        found.take_away > 10 && found.takes > 1_000 && found.most_components * 10 > found.games * 8,
        "{found:?}"
    );
    assert!(found.tiers > 60 && found.bounded > 20, "{found:?}");
}

#[test]
fn facts_about_random_games_are_true() {
    let mut found = Found::default();
    for seed in 0..500 {
        let text = testkit::random_game(seed);
        let mut world = World::empty();
        world
            .load("random.game", &text)
            .unwrap_or_else(|refusal| panic!("{}", refusal.render(Lang::En, false)));
        for (name, game) in games(&mut world) {
            check(
                &world,
                game,
                &format!("seed {seed}, game {name}:\n{text}\n"),
                &mut found,
            );
        }
    }
    assert!(found.games > 600 && found.moves > 50_000, "{found:?}");
    assert!(
        found.measure * 4 > found.games && found.never_grows * 3 > found.games,
        "{found:?}"
    );
    assert!(
        found.take_away > 4 && found.takes > 100 && found.most_components * 2 > found.games,
        "{found:?}"
    );
    assert!(found.tiers > 100 && found.bounded > 100, "{found:?}");
}

/// Returns a random game that is a game of taking away, or close to one. The bounds of the choices
/// are random numbers close to the bounds of a game of taking away.
fn nearly_taking_away(rng: &mut fastrand::Rng) -> String {
    let pick = |rng: &mut fastrand::Rng, list: &[&str]| list[rng.usize(..list.len())].to_owned();
    let slots: Vec<&str> = ["a", "b", "c"][..rng.usize(1..=3)].to_vec();
    let (low, high) = (rng.i64(-1..=2), pick(rng, &["", "", "6", "4"]));
    let state: Vec<String> = slots
        .iter()
        .map(|slot| format!("{slot} in {low}..{high}"))
        .collect();
    let unordered = if rng.u32(..4) == 0 { " unordered" } else { "" };
    let mut rules = String::new();
    for _ in 0..rng.usize(1..=2) {
        let taken: Vec<&str> = slots.iter().copied().filter(|_| rng.bool()).collect();
        let first = taken.first().copied().unwrap_or(slots[0]);
        let from = pick(rng, &["1", "1", "1", "0", "2", "-1"]);
        let shift = pick(
            rng,
            &[
                "",
                " - 1",
                " + 1",
                " - 2",
                &format!(" - {low}"),
                &format!(" - {low}"),
            ],
        );
        let far = match rng.u32(..8) {
            6 => format!("{first}{shift} - {first} / {}", rng.i64(2..=9)),
            7 => format!("{} - {first} % 3", rng.i64(3..=9)),
            0 => pick(rng, &["1", "3", "5"]),
            1 => format!("min({}, {first}{shift})", pick(rng, &["2", "4"])),
            2 if taken.len() > 1 => format!("min({}{shift}, {}{shift})", taken[0], taken[1]),
            3 => String::new(),
            _ => format!("{first}{shift}"),
        };
        let choice = match rng.u32(..5) {
            0 => "k in {1, 3, 4}".to_owned(),
            1 => pick(rng, &["k in {0, 2}", "k in {-1, 2}", "k in {5, 2}"]),
            _ => format!("k in {from}..{far}"),
        };
        let guard = match rng.u32(..6) {
            0 => format!(" when k <= {first}{shift}"),
            1 => pick(rng, &[" when k != 2", " when k > 0", " when k < 4"]),
            _ => String::new(),
        };
        let amount = pick(rng, &["k", "k", "k", "k + 1", "2 - k", "k - 1"]);
        let result = match rng.u32(..4) {
            // The choice is the result of the move, as in [k] for k in 0..n-1.
            0 if slots.len() == 1 => "[k]".to_owned(),
            _ if taken.is_empty() => format!("{{ {first} -= {amount} }}"),
            _ => format!(
                "{{ {} }}",
                taken
                    .iter()
                    .map(|slot| format!("{slot} -= {amount}"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        rules += &format!(" move {choice}{guard} : {result}");
    }
    format!("game G {{ state {}{unordered}{rules} }}", state.join(", "))
}

#[test]
fn facts_about_games_of_taking_away_are_true() {
    let mut rng = fastrand::Rng::with_seed(1901);
    let (mut found, mut made) = (Found::default(), 0);
    for _ in 0..1000 {
        let text = nearly_taking_away(&mut rng);
        let mut world = World::empty();
        world
            .load("test.game", &text)
            .unwrap_or_else(|refusal| panic!("{}", refusal.render(Lang::En, false)));
        // Games with unbounded choices are rejected and skipped.
        let Ok(game) = world.instantiate("G", vec![]) else {
            continue;
        };
        made += 1;
        check(&world, game, &text, &mut found);
    }
    assert!(
        made > 700
            && found.take_away * 6 > made
            && found.take_away * 5 < made * 4
            && found.takes > 20_000,
        "{made} {found:?}"
    );
}

#[test]
fn facts_about_moves_by_cases_are_true() {
    let mut rng = fastrand::Rng::with_seed(305);
    let (mut found, made) = (Found::default(), 120);
    for _ in 0..made {
        let text = testkit::piecewise::game(&mut rng);
        let (world, game) = of_text(&text);
        check(&world, game, &text, &mut found);
    }
    assert!(
        found.moves > 10_000 && found.measure * 12 > made && found.never_grows * 4 > made,
        "{found:?}"
    );
}

#[test]
fn measures_are_seen_in_each_case() {
    for (state, moves, weights) in [
        // The game of Codeforces problem 305E.
        (
            "n in 0..",
            "i in 1..n : [max(0, i-2)] + [max(0, n-i-1)]",
            &[1][..],
        ),
        ("n in 0..", "i in 1..n : [max(0, n-i)]", &[1]),
        ("n in 0..", "k in 1..n : [abs(n - k)]", &[1]),
        ("n in 0..", "k in 1..max(n - 3, 1) : [n - k]", &[1]),
        (
            "n in 0..",
            "k in 1..n : [if k > 3 then n - k else n - 1]",
            &[1],
        ),
        (
            "n in 0..",
            "k in 1..n : [max(0, n - k - 1)] for j in 1..k",
            &[],
        ),
        (
            "n in 0..",
            "k in 1..n when k > 2 or n == k : [max(0, n - k)]",
            &[1],
        ),
        (
            "a in 0.., b in 0..",
            "k in 1..a : [max(0, a - k), if a > k then b else b + 1]",
            &[2, 1],
        ),
        (
            "a[1..3] in 0..",
            "i in 1..3 : { a[t] = if t == i then a[t] - 1 else a[t] for t in 1..3 }",
            &[1, 1, 1],
        ),
        // Exchangeable slots must have equal weights, and each other slot must have the weight that
        // the moves require.
        (
            "b in 0..2, a[1..2] in 0.., c in 0..1 unordered a",
            "t in 1..2, k in 1..a[t] when c == 0 : { a[t] -= k, c = 1 }",
            &[0, 1, 1, 0],
        ),
        (
            "c in 0..9, a[1..2] in 0.. unordered a",
            "when a[1] > 0 : { a[1] -= 1, c += 3 } move when a[2] > 0 : { a[2] -= 1, c += 1 } move when c > 0 : { c -= 1 }",
            &[1, 4, 4],
        ),
        // In an unordered array the first number is the largest, so moves that increase a number
        // are never legal in this game.
        (
            "a[1..2] in 0..9, p in 0..1 unordered a",
            "when a[2] > a[1] : { a[1] += 1, p = 0 } move k in 1..a[1] : { a[1] -= k }",
            &[1, 1, 1],
        ),
        (
            "p in 0..1, a[1..2] in 0..9",
            "when a[2] > a[1] : { a[1] += 1, p = 0 } move k in 1..a[1] : { a[1] -= k }",
            &[],
        ),
        // The game has a move that decreases no slot in one of its cases.
        (
            "n in 0..",
            "i in 1..n : [max(0, i-2)] + [max(1, n-i-1)]",
            &[],
        ),
        ("n in 0..", "k in 1..n : [max(n - 1, k)]", &[]),
        (
            "a[1..3] in 0..",
            "i in 1..3 : { a[t] = if t == i then a[t] - 1 else a[t] + 1 for t in 1..3 }",
            &[],
        ),
    ] {
        let text = format!("game G {{ state {state} move {moves} }}");
        let (world, game) = of_text(&text);
        let found = facts(world.rules(game).game().unwrap(), game, &Budget::generous()).unwrap();
        assert_eq!(found.measure.unwrap_or_default(), weights, "{text}");
    }
}

#[test]
fn facts_about_games_made_to_deceive_are_true() {
    for text in [
        // The first element of the set depends on another choice, and may be negative.
        "game G { state n in 0.. move k in 3..3, f in {i - k for i in 1..} : [n - f] }",
        "game G { state n in 0..9 move k in {5}, f in {i * i - k for i in 0..} when f < 0 : [n - f] }",
        // One of the two ranges of a sum is constant, and the other range is not.
        "game G { state n in 0..9 move when n >= 1 : [total(1 for i in 0..1, j in 0..i * n) - 1] }",
        "game G { state n in 0..9 move when n >= 1 : [max(0 * j for i in 0..1, j in 0..i * n) + min(j for i in 0..1, j in i * n..2) + n - 1] }",
        // A root in a branch that is not taken implies nothing about its argument.
        "game G { state n in 0..9 move : [n + 1 + (if n > 9 then isqrt(n - 10) else 0)] }",
        "game G { state n in 0..9 move : [n + 1 + (if n > 9 then bitlen(n - 10) else 0)] }",
        // Sorting after the move exchanges the slots.
        "game G { state a in 0..9, b in 0..9 unordered move k in 1..a : [a - k, b + k] }",
        "game G { state a in 0..9, b in 0..9 unordered move : [b, a - 1] move k in 1..b : { b -= k } }",
        // Before sorting, the first slot never grows; after sorting, the second slot never grows.
        "game G { state x in 0..3, y in 0..3 unordered move k in 1..min(y, 4), j in 1..1 when j < k : [x - k, y + j] }",
        // The games have sets of amounts that only resemble the set of all amounts.
        "game G { state n in 2..9 move k in 1..n : [n - k] }",
        "game G { state n in 0.. move k in 1..n - 1 : [n - k] }",
        "game G { state n in 0.. move k in 1..min(n, 5, 7) : [n - k] }",
        "game G { state n in 0.. move k in 1..n when k != 2 : [n - k] }",
        "game G { state n in 0..5 move k in 1..5 - n / 5 : [n - k] }",
        "game G { state n in 0..9 move k in 1..min(n, 9 - n / 2) : [n - k] }",
        "game G { state n in 0..5 move k in 0..n - 1 : [k] }",
        "game G { state n in 0..5 move k in -3..n - 1 : [k] }",
        "game G { state a in 0..9, b in 0..9 unordered move k in 1..min(a, b) : { a -= k, b -= k } move k in 1..2 : { b -= k } }",
        "game G { state a in 0..9, b in 0..9 move k in 1..b : { a -= k, b -= k } }",
        "coins G { state n in 0.. move k in 1..n : [n - k] + [n - k] }",
        "game G { state a[1..3] in 0..3 move i in 1..3, k in 1..a[i] : { a[i] -= k, a[1] += 0 * k } move i in 2..3 : { a[i] -= 1, a[i-1] += 1 } }",
    ] {
        let (world, game) = of_text(text);
        let mut found = Found::default();
        check(&world, game, text, &mut found);
        assert!(found.moves > 0, "{text}");
    }
}

#[test]
fn facts_are_given_up_rather_than_looked_for_long() {
    let state = "state n in 0.. move";
    for text in [
        format!(
            "game G {{ {state} : [n - 1 + total((n xor i * j) % 2 for i in 1..60, j in 1..60)] }}"
        ),
        format!(
            "game G {{ {state} k in {{total(0 for j in 1..1000000000000 + i) + i for i in 1..}} : [n - k] }}"
        ),
        format!(
            "game G {{ {state} : [n - 1 + {}n{}] }}",
            "(3 * (n xor ".repeat(60),
            "))".repeat(60)
        ),
        format!(
            "game G {{ let d(x) = x xor (x * x) {state} : [n - 1 + {}n{}] }}",
            "d(".repeat(10),
            ")".repeat(10)
        ),
        format!(
            "game G {{ let d(x) = x + x * 2 {state} : [n - 1 + {}n{}] }}",
            "d(".repeat(12),
            ")".repeat(12)
        ),
        "game G { state a[1..60] in 0.. move i in 1..60, k in 1..a[i] : { a[i] -= k } }".to_owned(),
        "game G { state a[1..4096] in 0.. move : { a[1] -= 1 } }".to_owned(),
        "game G { state a[1..64] in 0.. move i in 1..63 : { a[i] -= 1, a[i + 1] += 1 } }"
            .to_owned(),
    ] {
        let mut world = World::empty();
        world.load("test.game", &text).unwrap();
        let game = world.instantiate("G", Vec::new()).unwrap();
        facts::facts(world.rules(game).game().unwrap(), game, &Budget::generous()).unwrap();
    }
}
