//! Rules written to test one feature each: signs of bit operations, runs, other games, powers,
//! rejected rules.

use std::collections::BTreeSet;

use base::budget::Budget;
use clauses::{Atom, ClauseError, RuleClauses, SymbolicClaim, claim, of_game};
use rules::game::GameId;
use rules::world::World;

use crate::library::{same_far_away, same_on_box};

fn loaded(text: &str) -> (World, GameId) {
    let mut world = World::empty();
    let names = world
        .load("written.game", text)
        .unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let game = world.instantiate(&names[0], vec![]).unwrap();
    (world, game)
}

/// Compares the clauses of the first game of a file with the interpreter, and returns these
/// clauses.
fn compared(text: &str) -> RuleClauses {
    let (world, game) = loaded(text);
    let clauses =
        of_game(&world, game, &Budget::generous()).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    same_on_box(&world, &clauses, 900);
    same_far_away(&world, &clauses, &mut fastrand::Rng::with_seed(5), 40);
    clauses
}

fn refused(text: &str) -> String {
    let (world, game) = loaded(text);
    match of_game(&world, game, &Budget::generous()) {
        Err(ClauseError::Refused(why)) => why.en,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn bits_of_numbers_of_any_sign() {
    for op in ["xor", "bitand", "bitor"] {
        let clauses = compared(&format!(
            "game G {{ state a in -9..9, b in -9..9 goal a {op} b > 2 * a - 3 move k in 0..0 : [a {op} b, b] }}"
        ));
        let bits = |clause: &clauses::MoveClause| {
            clause
                .atoms
                .iter()
                .any(|atom| matches!(atom, Atom::Bits { .. }))
        };
        assert_eq!(
            clauses.moves.iter().filter(|clause| bits(clause)).count(),
            4,
            "{op}"
        );
    }
    compared(
        "game G { state a in -20..20 move k in 0..0 when nimsum(a, 3, -6, a + 1) < 4 : [bitnot(a)] }",
    );
    compared(
        "game G { state a in -20..20 move when a != 0 and 2 ** ctz(a) < 5 : [2 ** ctz(2 * a)] }",
    );
    compared(
        "game G { state a in 0.. move k in 0..a when (popcount(a) + k + popcount(k xor 5)) % 2 == 1 : [a - k] }",
    );
}

#[test]
fn every_component_of_a_run_must_be_a_position() {
    let runs = |text: &str| {
        compared(text)
            .moves
            .iter()
            .filter(|clause| !clause.runs.is_empty())
            .count()
    };
    assert_eq!(
        runs("game G { state s in 0.. move k in 0..s : [t] for t in k..s - 1 }"),
        1
    );
    assert_eq!(
        runs("game G { state s in 0..30 move k in 0..s : [s - 2 * t] for t in k..s - 5 }"),
        1
    );
    assert_eq!(
        runs("game G { state s in 0..30 move k in 0..5 : [s + t - 3] for t in k..s - 1 }"),
        1
    );
    assert_eq!(
        runs(
            "coins G { state x in 1..9, y in 0.. move k in 1..3 : [x - t, y] for t in 1..k + [x, y - t] for t in 1..y }"
        ),
        3
    );
    assert_eq!(
        runs(
            "game G { state s in 0.. move k in 0..s : H[t] for t in k..s } game H { state n in 3..8 move : nothing }"
        ),
        1
    );
    // Runs with a few constant values are listed individually. Runs of few components with several
    // slots are also listed individually.
    assert_eq!(
        runs("game G { state s in 0.. move : [s - t] for t in 1..3 }"),
        0
    );
    assert_eq!(
        runs(
            "coins G { state x in 1.., y in 1.. move s in 1..min(3, x, y) : [x, y - j] for j in 1..s - 1 }"
        ),
        0
    );
    assert_eq!(
        runs("game G { state s in 0.. move k in 1..3 : [j] for j in s - k..s - 1 }"),
        1
    );
}

#[test]
fn components_of_other_games_must_be_positions_of_them() {
    let clauses = compared(
        "game G { state s in 0.. move k in 1..s : H[k, s - k] move k in 0..s : [s - k - 1] + H[s, k] }
         game H { state a in 0..9, b in 0..9 unordered require a > b + 1 move : nothing }",
    );
    assert!(
        clauses
            .moves
            .iter()
            .flat_map(|clause| &clause.left)
            .any(|component| component.game != clauses.game)
    );
}

/// In an unordered array the first number is the largest, both in positions and in the components
/// that moves leave.
#[test]
fn one_array_may_be_in_no_order() {
    let moves =
        "move when a[2] > a[1] : { a[1] = 0 } move k in 1..a[1] when c == 0 : { a[1] -= k, c = 1 }";
    let clauses = compared(&format!(
        "game G {{ state c in 0..1, a[1..2] in 0.. unordered a {moves} }}"
    ));
    let in_order = compared(&format!(
        "game G {{ state c in 0..1, a[1..2] in 0.. {moves} }}"
    ));
    let rules = |clauses: &RuleClauses| {
        clauses
            .moves
            .iter()
            .map(|clause| clause.rule)
            .collect::<BTreeSet<usize>>()
    };
    assert_eq!(
        (rules(&clauses), rules(&in_order)),
        (BTreeSet::from([1]), BTreeSet::from([0, 1]))
    );
}

#[test]
fn goals_come_before_traps() {
    let clauses = compared(
        "game G { state n in 0.. goal n % 3 == 0 goal n == 7 trap n < 9 move k in 1..n : [n - k] }",
    );
    assert!(!clauses.goal.is_empty() && !clauses.trap.is_empty() && !clauses.open.is_empty());
    let none = compared("game G { state n in 0.. move k in 1..n : [n - k] }");
    assert_eq!(
        (none.goal.len(), none.trap.len(), none.open),
        (0, 0, none.positions)
    );
}

#[test]
fn numbers_of_small_ranges_are_taken_one_by_one() {
    compared(
        "game G { state n in 0.., t in 0..4 move k in 1..n / 2 ** t : [n - k * t - 1, t] move when t > 0 : [n % t, (t * t) % 3] }",
    );
    compared(
        "game G { state n in 0..9 move : [n * n / 9] move when is_prime(n) == 1 : [tri(n) % 7] move : [n ** 2 % 10] }",
    );
    compared(
        "game G { state c[1..4] in 0..3, at in 1..4 move when c[at] > 0 : { c[at] -= 1 } move : { at = 1 + c[at] } }",
    );
}

#[test]
fn sets_of_many_numbers_are_read_as_runs_or_by_what_makes_them() {
    compared(
        "game G { state n in 0.. move k in {i for i in 1..90} : [n - k] move k in {5 ** i for i in 1..} : [n - k] }",
    );
    let large = refused("game G { state n in 0.. move k in {3 * i for i in 1..90} : [n - k] }");
    assert!(large.contains("a set with too many numbers"), "{large}");
}

#[test]
fn a_game_without_hidden_quotients() {
    let clauses =
        compared("game G { state n in 0.. move k in 1..n / 2 when k % 3 == 1 : [n - k] }");
    let [clause] = &clauses.moves[..] else {
        panic!("{clauses:?}")
    };
    assert_eq!(
        (clause.variables, clause.quotients.len()),
        (2, 0),
        "{clause:?}"
    );
    assert!(
        clause
            .atoms
            .iter()
            .any(|atom| matches!(atom, Atom::Congruent { modulus: 3, .. })),
        "{clause:?}"
    );
}

#[test]
fn what_is_refused_says_where_and_why() {
    for (text, why) in [
        (
            "game G { state a in 0.., b in 0.. move k in 1..a * b : [a - 1, b] }",
            "move 1: a product",
        ),
        (
            "game G { state n in 0.. move \"half\" : [gcd(n, 6)] }",
            "move 1 (\"half\"): `gcd`",
        ),
        (
            "game G { state n in 0.. move : [n - 1] move k in 1..popcount(n) : [n - 1] }",
            "move 2: `popcount`",
        ),
        (
            "game G { state n in 0.. move : [2 ** ctz(n) - 1] }",
            "`ctz` of a number that is not known to be nonzero",
        ),
        (
            "game G { state n in 0.. goal isqrt(n) == 3 move : [n - 1] }",
            "`goal` or `trap`: `isqrt`",
        ),
        (
            "game G { state n in 0.. require lcm(n, 3) < 9 move : [n - 1] }",
            "`require`: `lcm`",
        ),
        (
            "game G { state n in 0..9 strict move k in 1..n : [n - k] }",
            "`strict`",
        ),
        (
            "game G { state n in 0..9 loopy move k in 1..n : [n - k] }",
            "`loopy`",
        ),
        (
            "game G { state n in 0..9 move k in 1..n : [n - k] again }",
            "`again`",
        ),
        (
            "game G { state n in 0.. move k in digits(n) : [n - k] }",
            "a set whose size depends on the position",
        ),
        (
            "game G { state n in 0.. move k in 1..n : every([k], [n - k]) }",
            "compound",
        ),
        (
            "game G { state n in 0.. move k in {tri(i) for i in 1..} : [n - k] }",
            "an infinite set other than",
        ),
        (
            "game G { state n in 0.. move k in 1..n, j in 0..9 / (k - 1) : [n - k] }",
            "whose range is not small",
        ),
    ] {
        let found = refused(text);
        assert!(found.contains(why), "{text}\n{found}");
    }
}

#[test]
fn claims_of_powers_of_two() {
    let (world, game) = loaded(
        "game G { state n in 1.. move k in 1..n : [n - k] claim SG == ctz(n) claim SG == if n == 1 then 0 else ctz(n) }",
    );
    let rules = world.rules(game).game().unwrap();
    for (written, _) in &rules.claims {
        assert!(matches!(
            claim(&world, game, written, &Budget::generous()),
            Ok(SymbolicClaim::PowerOfValue(_))
        ));
    }
}

#[test]
fn a_hostile_game_ends_with_too_many_cases() {
    let why = refused(
        "game G { state a in 0.., b in 0.. move k in 1..total(abs(a - i * b) for i in 1..30) : [a - k, b] }",
    );
    assert!(why.contains("too many cases"), "{why}");
}

#[test]
fn a_budget_that_ends_is_told() {
    let (world, game) = loaded("game G { state n in 0.. move k in 1..n : [n - k] }");
    let stop = || Some(base::budget::StopReason::Cancelled);
    let budget = Budget::new(1 << 20, &stop, &|_, _| {});
    let found = budget
        .limited(0, |budget| {
            (0..10_000)
                .map(|_| of_game(&world, game, budget))
                .find(Result::is_err)
        })
        .0;
    assert!(matches!(found, Some(Err(ClauseError::Stopped(_)))));
}
