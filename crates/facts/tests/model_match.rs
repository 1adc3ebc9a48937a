//! Tests of the comparison of games that are written differently: pairs that must be recognised,
//! pairs that must not be recognised, and random pairs. For random pairs, a positive answer must be
//! correct at every small position, move by move.

use std::cell::Cell;

use base::budget::{Budget, StopReason};
use base::text::Lang;
use facts::{ConditionError, ModelMatch, factors, same, same_by_proof};
use fastrand::Rng;
use rules::game::{GameId, OptionArena};
use rules::ir::Int;
use rules::world::World;

fn load(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    world
        .load("test.game", text)
        .unwrap_or_else(|refusal| panic!("{text}\n{}", refusal.render(Lang::En, false)));
    let game = world
        .instantiate("G", vec![])
        .unwrap_or_else(|missing| panic!("{text}\n{missing:?}"));
    (world, game)
}

fn compare(game: &str, model: &str) -> Result<ModelMatch, String> {
    within(game, model, &Budget::generous()).map_err(|refusal| match refusal {
        ConditionError::Condition(why) | ConditionError::Near(why) => why.en,
        ConditionError::Stopped(stop) => panic!("{}", stop.text()),
    })
}

fn within(game: &str, model: &str, budget: &Budget<'_>) -> Result<ModelMatch, ConditionError> {
    let ((own, this), (other, its)) = (load(game), load(model));
    same(
        own.rules(this).game().unwrap(),
        this,
        other.rules(its).game().unwrap(),
        its,
        budget,
    )
}

/// Returns New Stone Game with a pile for each of `names`. Each move is written with its pile and
/// the piles that receive stones, so the game has many pieces, in many orders of the slots.
fn many_pieces(names: [&str; 4], last: &str) -> String {
    let mut text = format!(
        "game G {{ state {}",
        names.map(|name| format!("{name} in 0..")).join(", ")
    );
    for from in names {
        let others: Vec<&str> = names.into_iter().filter(|name| *name != from).collect();
        let given: Vec<String> = others
            .iter()
            .map(|to| format!("g{to} in 0..{from}"))
            .collect();
        let sum = others
            .iter()
            .map(|to| format!("g{to}"))
            .collect::<Vec<_>>()
            .join(" + ");
        let allowed: Vec<String> = others
            .iter()
            .map(|to| format!("(g{to} == 0 or {to} > 0)"))
            .collect();
        let after = names.map(|name| {
            if name == from {
                format!("{from} - k - ({sum})")
            } else {
                format!("{name} + g{name}")
            }
        });
        let (given, allowed, after) = (given.join(", "), allowed.join(" and "), after.join(", "));
        text.push_str(&format!(
            " move k in 1..{from}, {given} when k + {sum} <= {from} and {allowed} : [{after}]"
        ));
    }
    format!("{text}{last} }}")
}

/// Without a limit, the comparison takes seconds, and about nine thousand budget polls.
#[test]
fn a_hostile_game_is_stopped_after_the_looks_allowed() {
    let model = many_pieces(["a", "b", "c", "d"], "");
    let game = many_pieces(
        ["d", "c", "b", "a"],
        " move k in 2..a when b + c > d : [a - k, b, c, d]",
    );
    let looks = Cell::new(0);
    let stop = || {
        looks.set(looks.get() + 1);
        (looks.get() > 50).then_some(StopReason::Time)
    };
    let found = within(&game, &model, &Budget::new(1 << 30, &stop, &|_, _| ()));
    assert!(
        matches!(found, Err(ConditionError::Stopped(StopReason::Time))),
        "{found:?}"
    );
    assert_eq!(looks.get(), 51);
}

/// A move, and the components that the move leaves, sorted.
type Step = ((usize, Vec<Int>), Vec<Vec<Int>>);

/// Returns every option of a position.
fn options(world: &World, game: GameId, slots: &[Int]) -> Vec<Step> {
    let mut options = OptionArena::new();
    world
        .options(game, slots, &mut options, &Budget::generous())
        .unwrap();
    let mut all: Vec<_> = options
        .iter()
        .map(|o| {
            let mut parts: Vec<Vec<Int>> =
                o.components().map(|(_, slots)| slots.to_vec()).collect();
            parts.sort_unstable();
            ((o.rule, o.choices.to_vec()), parts)
        })
        .collect();
    all.sort_unstable();
    all
}

/// Checks that both games have the same options on small positions, and that every move is found
/// from the components that the move leaves.
fn check(game: &str, model: &str, same: &ModelMatch, most: Int) -> usize {
    let ((own, this), (other, its)) = (load(game), load(model));
    let rules = own.rules(this);
    let mut rows = vec![Vec::new()];
    for slot in rules.slots() {
        let high = slot.high.unwrap_or(Int::MAX).min(slot.low + most);
        rows = rows
            .into_iter()
            .flat_map(|row| (slot.low..=high).map(move |n| [&row[..], &[n]].concat()))
            .collect();
    }
    let mut moves = 0;
    for slots in rows {
        let mut canonical = slots.clone();
        rules.canonicalise(&mut canonical);
        if canonical != slots || own.contains(this, &slots, &Budget::generous()) != Ok(true) {
            continue;
        }
        let seen = same
            .position(&slots)
            .unwrap_or_else(|| panic!("{slots:?}\n{game}"));
        assert_eq!(
            other.contains(its, &seen, &Budget::generous()),
            Ok(true),
            "{slots:?} {seen:?}\n{game}\n{model}"
        );
        let theirs: Vec<Vec<Vec<Int>>> = options(&other, its, &seen)
            .into_iter()
            .map(|(_, parts)| parts)
            .collect();
        let mine = options(&own, this, &slots);
        let found: Vec<Vec<Vec<Int>>> = mine
            .iter()
            .map(|(_, parts)| {
                let mut parts: Vec<_> = parts.iter().map(|p| same.position(p).unwrap()).collect();
                parts.sort_unstable();
                parts
            })
            .collect();
        let distinct = |mut list: Vec<Vec<Vec<Int>>>| {
            list.sort_unstable();
            list.dedup();
            list
        };
        let theirs = distinct(theirs);
        assert_eq!(
            distinct(found.clone()),
            theirs,
            "{slots:?}\n{game}\n{model}"
        );
        for target in &theirs {
            let expected: Vec<&(usize, Vec<Int>)> = mine
                .iter()
                .zip(&found)
                .filter(|(_, f)| *f == target)
                .map(|((m, _), _)| m)
                .collect();
            let told = same.moves(&slots, target);
            assert_eq!(
                told.iter().collect::<Vec<_>>(),
                expected,
                "{slots:?} to {target:?}\n{game}\n{model}"
            );
            moves += told.len();
        }
    }
    moves
}

const ED: &str = "game G { state a in 1.., b in 1.. unordered move k in 1..b-1 : [k, b - k] move k in 1..a-1 : [k, a - k] }";
const DYNAMIC: &str =
    "game G { state m in 0.., n in 0.. move x in 1..min(m, n) : [m - x, min(3 * x / 2, m - x)] }";
const WYTHOFF: &str = "game G { state a in 0.., b in 0.. unordered move k in 1..a : [a - k, b] move k in 1..b : [a, b - k] move k in 1..b : [a - k, b - k] }";
const HALVES: &str = "game G { state n in 0.. move k in 1..n / 2 : [n - k] }";
const STAIRS: &str = "game G { state a[1..3] in 0.. move i in 2..3, k in 1..a[i] : { a[i] -= k, a[i-1] += k } move k in 1..a[1] : { a[1] -= k } }";

#[test]
fn games_in_other_words_are_recognised() {
    let cases: &[(&str, &str)] = &[
        (ED, ED),
        (
            "game G { state p in 1.., q in 1.. move keep in 1..q-1 : [keep, q - keep] move keep in 1..p-1 : [p - keep, keep] }",
            ED,
        ),
        // The sizes of piles are counted without the stone that must remain.
        (
            "game G { state x in 0.., y in 0.. unordered move k in 0..x-1 : [k, x - 1 - k] move k in 0..y-1 : [k, y - 1 - k] }",
            ED,
        ),
        // One rule is split into two cases.
        (
            "game G { state a in 1.., b in 1.. unordered move k in 1..b-1 when k < 5 : [k, b - k] move k in 5..b-1 : [b - k, k] move k in 1..a-1 : [k, a - k] }",
            ED,
        ),
        (
            "game G { state limit in 0.., m in 0.. move x in 1..m when x <= limit : [min(x * 3 / 2, m - x), m - x] }",
            DYNAMIC,
        ),
        (
            "game G { state m in 0.., n in 0.. move x in 1..min(m, n) : [m - x, if m - x < x + x / 2 then m - x else x + x / 2] }",
            DYNAMIC,
        ),
        (
            "game G { state n in 0.. move k in 1..n when 2 * k <= n : [n - k] }",
            HALVES,
        ),
        // The additional choice is not determined by the result, but the choice has few values.
        (
            "game G { state n in 0.. move k in 1..n / 2, j in 1..2 : [n - k] }",
            HALVES,
        ),
        (
            "game G { state n in 0.. move left in (n + 1) / 2..n-1 : [left] }",
            HALVES,
        ),
        (
            "game G { state b in 2.., a in 2.. move k in 1..b : { b -= k } move k in 1..a : { a -= k } move k in 1.. : { b -= k, a -= k } }",
            WYTHOFF,
        ),
        (
            "game G { state a in 0.., b in 0.., c in 0.. move k in 1..c : [a, b + k, c - k] move k in 0..b-1 : [a + b - k, k, c] move k in 1..a : { a -= k } }",
            STAIRS,
        ),
    ];
    for (game, model) in cases {
        let found = compare(game, model).unwrap_or_else(|why| panic!("{why}\n{game}"));
        assert!(check(game, model, &found, 7) > 10, "{game}");
    }
}

#[test]
fn one_move_more_or_less_is_another_game() {
    let cases: &[(&str, &str, &str)] = &[
        (
            "game G { state a in 1.., b in 1.. unordered move k in 1..b-1 : [k, b - k] }",
            ED,
            "no move of this game corresponds",
        ),
        (
            "game G { state a in 1.., b in 1.. unordered move k in 1..b-1 when k != 3 : [k, b - k] move k in 1..a-1 : [k, a - k] }",
            ED,
            "no move of this game corresponds",
        ),
        (
            "game G { state a in 1.., b in 1.. unordered move k in 1..b-1 : [k, b - k] move k in 1..a-1 : [k, a - k] move k in 1..2 : [a - k, b] }",
            ED,
            "not always",
        ),
        (
            "game G { state a in 1.., b in 1.. move k in 1..b-1 : [k, b - k] }",
            ED,
            "no move of this game corresponds",
        ),
        (
            "game G { state m in 0.., n in 0.. move x in 1..min(m, n) : [m - x, min(2 * x, m - x)] }",
            DYNAMIC,
            "not always",
        ),
        (
            "game G { state n in 0.. move k in 1..(n + 1) / 2 : [n - k] }",
            HALVES,
            "not always",
        ),
        (
            "game G { state n in 0.. move k in 1..n / 3 : [n - k] }",
            HALVES,
            "no move of this game corresponds",
        ),
        (
            "game G { state n in 0.. move k in 1..n / 2 when n % 5 > 0 : [n - k] }",
            HALVES,
            "no move of this game corresponds",
        ),
        (
            "game G { state n in 0.. move k in 1..n / 2 : [n - k] goal n == 4 }",
            HALVES,
            "goal",
        ),
        (
            "game G { state n in 0.. move k in 1..n / 2, j in 1..9 : [n - k] }",
            HALVES,
            "cannot be derived",
        ),
        (
            "game G { state n in 0.., m in 0.. move k in 1..n / 2 : [n - k, m] }",
            HALVES,
            "a position of this game has",
        ),
        (
            "game G { state n in 0.. move k in 1..n * n : [n - k] }",
            HALVES,
            "linear",
        ),
        // The game has positions without moves that are not positions of the model.
        (
            "game G { state a in 0.., b in 0.. move k in 1..a when a <= b : { a -= k } move k in 1..b when a <= b : [a, b - k] }",
            "game G { state a in 0.., b in 0.. require a <= b move k in 1..a : { a -= k } move k in 1..b : { b -= k } }",
            "not always",
        ),
        (
            "game G { state a in 0.., b in 0.. move k in 1..a when a <= b : { a -= k } move k in 1..b - a : { b -= k } }",
            "game G { state a in 0.., b in 0.. require a <= b move k in 1..a : { a -= k } move k in 1..b : { b -= k } }",
            "some positions",
        ),
        // A bound is too low by one, and the lower bound is a rounded quotient.
        (
            "game G { state n in 0.. move k in 1..n when k >= (n - 1) / 2 : [n - k] }",
            "game G { state n in 0.. move k in 1..n when k >= n / 2 : [n - k] }",
            "not always",
        ),
        (
            "game G { state a in 0.., b in 0.. unordered move k in 1..b : [a, b - k] }",
            "game G { state a in 0.., b in 0.. move k in 1..b : [a, b - k] }",
            "exchangeable slots",
        ),
        // The additional choice of the model does not occur in the result, but bounds it: k is at
        // least 6.
        (
            "game G { state n in 0.. move k in 1..n : [n - k] }",
            "game G { state n in 0.. move k in 1..n, j in 2..3 when 3 * j <= k : [n - k] }",
            "not always",
        ),
        (
            "game G { state a in 0.., b in 0.., c in 0.., d in 0.., e in 0.. move k in 1..a : { a -= k } }",
            "game G { state a in 0.., b in 0.., c in 0.., d in 0.., e in 0.. unordered move k in 1..a : { a -= k } }",
            "too many slots",
        ),
        (
            "game G { state n in 0.. move k in 1..n / 2 : { n -= k, n -= k } }",
            HALVES,
            "not always",
        ),
        (
            "game G { state n in 0.. strict move k in 1..n / 2 : [n - k] }",
            HALVES,
            "strict",
        ),
        (
            "coins G { state n in 0.. move k in 1..n / 2 : [n - k] }",
            HALVES,
            "coin game",
        ),
        (
            "game H { state n in 0.. move : [n - 1] } game G { state n in 0.. move k in 1..n / 2 : H[n - k] }",
            HALVES,
            "another game",
        ),
        (
            "game G { state n in 0.. move k in 1..n / 2 : [n - k] for i in 1..2 }",
            HALVES,
            "varies",
        ),
        // Piles may not grow beyond 9.
        (
            "game G { state n in 0..9, r in 0.. move k in 1..n : [n - k, r] move k in 1..r : [n + k, r - k] }",
            "game G { state n in 0.., r in 0.. move k in 1..n : [n - k, r] move k in 1..r : [n + k, r - k] }",
            "no move of this game corresponds",
        ),
        // An empty change leaves the position unchanged.
        (
            "game G { state a[1..2] in 0.. move i in 1..2, k in 1..a[i] : { a[i] -= k } move : { a[t] -= 1 for t in 2..1 } }",
            "game G { state a in 0.., b in 0.. move k in 1..a : { a -= k } move k in 1..b : { b -= k } }",
            "not always",
        ),
        // If a number is both set and changed in one move, the move always fails.
        (
            "game G { state n in 0.. move k in 1..n / 2 : { n = n - k, n += 0 } }",
            HALVES,
            "sets a number",
        ),
        (
            "game G { state n in 0.. move k in 1..n / 2 : { n += 0, n = n - k } }",
            HALVES,
            "sets a number",
        ),
        // With coefficients near the limit of 128 bits, it cannot be shown that the moves of the
        // model are among the moves of the game.
        (
            "game G { state n in 0.. move k in 1..n / 2 when 4611686018427387904 * (-4611686018427387904 * (8 * k)) <= 0 : [n - k] }",
            HALVES,
            "no move of this game corresponds",
        ),
    ];
    for (game, model, why) in cases {
        let found = compare(game, model).map(|_| ()).expect_err(game);
        assert!(found.contains(why), "{found}\n{game}");
    }
}

#[test]
fn a_condition_denied_is_its_contrary() {
    let words = ["> <=", "< >=", ">= <", "<= >", "!= ==", "== !="];
    for (op, contrary) in words.map(|pair| pair.split_once(' ').unwrap()) {
        for (left, right) in [("k", "3"), ("2 * k", "n"), ("n % 3", "1")] {
            let game = |guard: String| {
                format!("game G {{ state n in 0.. move k in 1..n when {guard} : [n - k] }}")
            };
            let words = game(format!("not ({left} {op} {right})"));
            let model = game(format!("{left} {contrary} {right}"));
            let found = compare(&words, &model).unwrap_or_else(|why| panic!("{why}\n{words}"));
            assert!(check(&words, &model, &found, 12) > 5, "{words}");
            assert!(
                compare(&words, &game(format!("{left} {op} {right}"))).is_err(),
                "{words}"
            );
        }
    }
}

/// Constructs of the language that become cases, each compared with equivalent rules without the
/// construct.
#[test]
fn cases_say_what_the_rules_say() {
    let pairs = [
        ("abs(n - 2 * k) >= 3", "n - 2 * k >= 3 or 2 * k - n >= 3"),
        ("abs(n - 2 * k) <= 2", "n - 2 * k <= 2 and 2 * k - n <= 2"),
        (
            "(if n > 4 then k else 2 * k) < 6",
            "n > 4 and k < 6 or n <= 4 and 2 * k < 6",
        ),
        ("any(k == j for j in 2..4)", "k >= 2 and k <= 4"),
        ("not any(k == j for j in 2..4)", "k < 2 or k > 4"),
        ("all(k != j for j in 2..4)", "k < 2 or k > 4"),
        ("not all(k != j for j in 2..4)", "k >= 2 and k <= 4"),
        ("not (k > 2 or n > 5)", "k <= 2 and n <= 5"),
        ("not (k > 2 and n > 5)", "k <= 2 or n <= 5"),
        ("k / 2 == n / 2 - k / 3", "n / 2 == k / 2 + k / 3"),
        ("max(k, n - k) > 3", "k > 3 or n - k > 3"),
        ("min(k, n - k) > 1", "k > 1 and n - k > 1"),
        ("k != 3 and k != 5", "k < 3 or k == 4 or k > 5"),
    ];
    for (a, b) in pairs {
        let game = |guard: &str| {
            format!("game G {{ state n in 0.. move k in 1..n when {guard} : [n - k] }}")
        };
        let (game, model) = (game(a), game(b));
        for (game, model) in [(&game, &model), (&model, &game)] {
            let found = compare(game, model).unwrap_or_else(|why| panic!("{why}\n{game}\n{model}"));
            assert!(check(game, model, &found, 12) > 3, "{game}");
        }
    }
}

/// Constants with a large common divisor, and numbers near the limit of 64 bits, are handled
/// quickly and without a panic.
#[test]
fn factors_of_large_numbers() {
    let found = |text: &str| {
        let (world, game) = load(text);
        factors(world.rules(game).game().unwrap(), game, &Budget::generous()).unwrap()
    };
    let large = "game G { state m in 0.., n in 0.. move x in 1..min(m, n) : [m - x, min(9223372036854775806 * x / 4611686018427387903, m - x)] }";
    assert!(found(large).contains(&(2, 1)));
    let primes = "game G { state m in 0.., n in 0.. move x in 1..min(m, n) : [m - x, min(997 * x / 1000000007, m - x)] }";
    assert!(found(primes).contains(&(997, 1_000_000_007)));
    // The quotient ⌊(2^63 + 3)·x / (2^63 - 2)⌋ gives no factor that can be written in the language,
    // and causes no panic.
    let beyond = "game G { state m in 0.., n in 0.. move x in 1..min(m, n) : \
                  [m - x, min((9223372036854775807 * x + 4 * x) / 9223372036854775806, m - x)] }";
    assert!(found(beyond).contains(&((1 << 63) + 3, (1 << 63) - 2)));
}

/// Returns a random game of a small vocabulary, so that two random games are often the same.
fn random(rng: &mut Rng) -> String {
    let unordered = if rng.bool() { " unordered" } else { "" };
    let low = rng.i64(0..2);
    let pick = |rng: &mut Rng, list: &[&str]| rng.choice(list).unwrap().to_string();
    let mut text = format!("game G {{ state a in {low}.., b in {low}..{unordered}");
    if rng.u32(..5) == 0 {
        text.push_str(&pick(
            rng,
            &[
                " require a % 2 == 1",
                " require a + b < 6",
                " require (a + b) % 2 == 0",
                " require a >= b",
            ],
        ));
    }
    for _ in 0..rng.usize(1..4) {
        let range = pick(
            rng,
            &[
                "1..a",
                "1..b",
                "1..min(a, b)",
                "1..2",
                "1..a / 2",
                "{1, 2}",
                "1..",
                "0..b-1",
                "1..max(a, b)",
            ],
        );
        let guard = pick(
            rng,
            &[
                "",
                "",
                "",
                " when k < 3",
                " when k >= 3",
                " when a % 2 == 0",
                " when k <= a",
                " when 2 * k <= b",
                " when a != b",
            ],
        );
        let result = pick(
            rng,
            &[
                "[a - k, b]",
                "[a, b - k]",
                "[a - k, b - k]",
                "[b, a - k]",
                "[b - k, a]",
                "{ a -= k }",
                "[k, b - k]",
                "[a - k, k]",
                "[a - k, k / 2]",
            ],
        );
        text.push_str(&format!(" move k in {range}{guard} : {result}"));
    }
    text + " }"
}

#[test]
fn a_yes_is_true_of_random_games() {
    let (mut yes, mut moves, mut no) = (0, 0, 0);
    for seed in 0..1500 {
        let mut rng = Rng::with_seed(seed);
        let model = random(&mut rng);
        // The second game is another random game, or the same game with its rules in another order
        // or with a duplicate rule.
        let game = match rng.u32(..4) {
            0 => random(&mut rng),
            1 => model.replace(" unordered", ""),
            _ => {
                let (head, rules) = model
                    .strip_suffix(" }")
                    .unwrap()
                    .split_once(" move ")
                    .unwrap();
                let mut rules: Vec<&str> = rules.split(" move ").collect();
                rng.shuffle(&mut rules);
                if rng.bool() {
                    rules.push(rules[0]);
                }
                if rng.u32(..3) == 0 && rules.len() > 1 {
                    rules.pop();
                }
                format!(
                    "{head}{} }}",
                    rules
                        .iter()
                        .map(|rule| format!(" move {rule}"))
                        .collect::<String>()
                )
            }
        };
        let found = compare(&game, &model);
        // Sampling small positions does not change the result.
        let ((own, this), (other, its)) = (load(&game), load(&model));
        let (rules, theirs) = (
            own.rules(this).game().unwrap(),
            other.rules(its).game().unwrap(),
        );
        let proved = same_by_proof(rules, this, theirs, its, &Budget::generous());
        let kind = |why: &ConditionError| matches!(why, ConditionError::Near(_));
        let sampled = same(rules, this, theirs, its, &Budget::generous())
            .map(|_| ())
            .map_err(|why| kind(&why));
        assert_eq!(
            sampled,
            proved.map(|_| ()).map_err(|why| kind(&why)),
            "{game}\n{model}"
        );
        match found {
            Ok(found) => {
                yes += 1;
                moves += check(&game, &model, &found, 5);
            }
            Err(_) => no += 1,
        }
    }
    println!("{yes} the same, {moves} moves, {no} not");
    assert!(
        yes > 300 && no > 300 && moves > 10_000,
        "{yes} {no} {moves}"
    );
}
