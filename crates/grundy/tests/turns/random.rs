//! Random games with a turn slot, and random games without a turn slot.

use super::{SOLVE_OPTIONS, assert_answered, assert_refused, session_of};
use base::budget::Budget;
use grundy::Session;

/// Returns random amounts that a move may take, at least one amount.
fn amounts(random: &mut fastrand::Rng) -> Vec<i64> {
    let mut list: Vec<i64> = (1..6).filter(|_| random.bool()).collect();
    if list.is_empty() {
        list.push(random.i64(1..6));
    }
    list
}

fn listed(amounts: &[i64]) -> String {
    let list: Vec<String> = amounts.iter().map(i64::to_string).collect();
    format!("{{{}}}", list.join(", "))
}

/// Returns a turn slot in a random spelling: its declaration, the condition that each side is to
/// move, the next value of the slot on the turn of each side, and its start.
fn spelled(random: &mut fastrand::Rng) -> (String, [String; 2], [String; 2], i64) {
    let (a, b) = (random.i64(-4..4), random.i64(5..9));
    let spellings = [
        (
            "s in 0..1".to_owned(),
            ["s == 0", "s == 1"],
            ["1 - s", "1 - s"],
            0,
        ),
        (
            "s in 0..1".to_owned(),
            ["s < 1", "s > 0"],
            ["s xor 1", "(s + 3) % 2"],
            0,
        ),
        ("s in 1..2".to_owned(), ["s == 1", "s == 2"], ["2", "1"], 1),
        (
            "s in 1..2".to_owned(),
            ["s != 2", "s != 1"],
            ["3 - s", "3 - s"],
            2,
        ),
        (
            "s in -1..1".to_owned(),
            ["s == 1", "s == -1"],
            ["-s", "-s"],
            1,
        ),
        (
            "s in 0..".to_owned(),
            ["s % 2 == 0", "s % 2 == 1"],
            ["s + 1", "s + 1"],
            0,
        ),
        (
            "s in 0..".to_owned(),
            ["s % 2 == 0", "s % 2 > 0"],
            ["s + 1", "s + 5"],
            3,
        ),
        (
            "s in 0..50".to_owned(),
            ["s % 2 == 1", "s % 2 != 1"],
            ["s + 1", "s + 1"],
            0,
        ),
        (
            "s in 0..5".to_owned(),
            ["s % 2 == 1", "s % 2 != 1"],
            ["(s + 1) % 6", "(s + 1) % 6"],
            4,
        ),
        (
            format!("s in {a}..{b}"),
            ["s == A", "s == B"],
            ["B", "A"],
            a,
        ),
        (
            format!("s in {a}..{b}"),
            ["s == A", "s > A"],
            ["A + B - s", "A + B - s"],
            b,
        ),
    ];
    let (declared, conditions, next, start) = spellings[random.usize(..spellings.len())].clone();
    let put = |text: &str| {
        text.replace('A', &format!("({a})"))
            .replace('B', &format!("({b})"))
    };
    (declared, conditions.map(put), next.map(put), start)
}

#[test]
fn random_games_with_a_turn_are_refused_in_sums_alone() {
    let mut random = fastrand::Rng::with_seed(5104);
    let games = if std::env::var_os("GRUNDY_SLOW").is_some() {
        2000
    } else {
        60
    };
    for _ in 0..games {
        let (declared, conditions, next, start) = spelled(&mut random);
        let (mut left, right) = (amounts(&mut random), amounts(&mut random));
        if left == right {
            left = if right == [1] { vec![2] } else { vec![1] };
        }
        let heaps = random.usize(1..3);
        let front = random.bool();
        let state = match (heaps, front) {
            (1, false) => format!("state n in 0.., {declared}"),
            (1, true) => format!("state {declared}, n in 0.."),
            (_, false) => format!("state n in 0.., m in 0.., {declared}"),
            (_, true) => format!("state {declared}, n in 0.., m in 0.."),
        };
        let rule = |side: usize, amounts: &[i64], heap: &str| {
            let (when, next, set) = (&conditions[side], &next[side], listed(amounts));
            format!("move k in {set} when {when} : {{ {heap} -= k, s = {next} }}")
        };
        let mut rules = vec![rule(0, &left, "n"), rule(1, &right, "n")];
        if heaps == 2 {
            rules.extend([rule(0, &right, "m"), rule(1, &left, "m")]);
        }
        random.shuffle(&mut rules);
        let rules = format!("{state}  {}", rules.join("  "));
        let mut session = session_of(&rules);
        let mut position = || {
            let numbers: Vec<String> = (0..heaps).map(|_| random.i64(0..9).to_string()).collect();
            let numbers = numbers.join(", ");
            if front {
                format!("g[{start}, {numbers}]")
            } else {
                format!("g[{numbers}, {start}]")
            }
        };
        let (one, other) = (position(), position());
        assert_answered(&mut session, &one, &rules);
        let sum = format!("{one} + {other}");
        assert_refused(
            session.solve(&sum, SOLVE_OPTIONS, &Budget::generous()),
            "s",
            &format!("{rules}: {sum}"),
        );
    }
}

#[test]
fn random_games_without_a_turn_are_never_refused() {
    let mut random = fastrand::Rng::with_seed(5105);
    let games = if std::env::var_os("GRUNDY_SLOW").is_some() {
        2000
    } else {
        60
    };
    for _ in 0..games {
        let (some, more) = (listed(&amounts(&mut random)), listed(&amounts(&mut random)));
        let least = random.i64(0..5);
        let rules = match random.usize(..8) {
            0 => format!("state n in 0.., s in 0..1  move k in {some} : [n-k, 1-s]"),
            1 => format!(
                "state n in 0.., s in 1..2  move k in {some} when s == 1 : [n-k, 3-s]  move k in {some} when s == 2 : [n-k, 1]"
            ),
            2 => format!("state n in 0.., s in 0..5  move k in {some} when k != s : [n-k, k]"),
            3 => format!(
                "state n in 0.., s in 0..2  move k in {some} when s == 0 : [n-k, (s+1) % 3]  move k in {more} when s > 0 : [n-k, (s+1) % 3]"
            ),
            4 => format!(
                "state n in 0.., s in 0..20  move k in {some} when n > {least} : [n-k, s]  move k in {{1, 3}} when s % 2 == 0 : [n, s-k]"
            ),
            5 => format!(
                "state n in 0.., s in 0..  move k in {some} when s < {least} : [n-k, s+1]  move k in {more} when s >= {least} : [n-k, s+1]"
            ),
            6 => format!(
                "state n in 0.., s in 0..1  move k in {some} when s == 0 : [n-k, 1]  move k in {more} when s == 1 : [n-k, 0]  move when n > {least} : [n-1, s]"
            ),
            _ => format!(
                "state n in 0.., s in 0..  move k in {some} when s % 2 == 0 : [n-k, s+1]  move k in {some} when s % 2 == 1 : [n-k, s+1]"
            ),
        };
        let mut session = session_of(&rules);
        let start = if rules.contains("1..2") { 1 } else { 0 };
        let sum = format!(
            "g[{}, {start}] + g[{}, {start}]",
            random.i64(0..12),
            random.i64(0..12)
        );
        let answer = session
            .solve(&sum, SOLVE_OPTIONS, &Budget::generous())
            .unwrap_or_else(|error| panic!("{rules}: {sum}: {error:?}"));
        assert_eq!(answer.warnings, [], "{rules}: {sum}");
    }
}

/// No game of the library has a turn slot.
#[test]
fn no_game_of_the_library_has_a_turn() {
    let mut session = Session::new();
    let names: Vec<String> = session
        .world
        .declarations()
        .iter()
        .map(|declared| declared.decl().name.text.clone())
        .collect();
    assert!(names.len() > 50);
    let mut made = 0;
    for name in names {
        let Ok(game) = grundy::question::game(session.world_mut(), &name) else {
            continue;
        };
        made += 1;
        assert_eq!(
            facts::turn(&session.world, game, &[], &Budget::generous()),
            None,
            "{name}"
        );
    }
    assert!(made > 40, "{made}");
}
