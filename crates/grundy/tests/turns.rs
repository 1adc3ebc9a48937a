//! Games that model two players with a turn slot: single components are answered, and sums and
//! splits are refused, however the turn is written. Sums of games that only resemble games with a
//! turn slot are answered without a warning.

mod random;

use std::cell::Cell;
use std::collections::HashMap;

use base::budget::{Budget, StopReason};
use grundy::check::CheckOptions;
use grundy::error::SolveError;
use grundy::laws::LawQuery;
use grundy::misere;
use grundy::player::Match;
use grundy::{Session, SolveOptions};
use rules::game::{OptionArena, Outcome};
use rules::play::Component;
use rules::world::World;

use crate::support::{SessionAnswers, session_with};

const SOLVE_OPTIONS: SolveOptions = SolveOptions::MOVES;

/// Rules with a turn, a position, another position, and the slot.
const TURNS: [(&str, &str, &str, &str); 40] = [
    (
        "state n in 0.., t in 0..1  move k in {1, 3} when t == 0 : [n-k, 1-t]  move k in {1, 4} when t == 1 : [n-k, 1-t]",
        "7, 0",
        "5, 1",
        "t",
    ),
    (
        "state n in 0.., p in 1..2  move k in {1, 3} when p == 1 : [n-k, 3-p]  move k in {1, 4} when p == 2 : [n-k, 3-p]",
        "7, 1",
        "5, 1",
        "p",
    ),
    (
        "state n in 0.., p in 1..2  move k in {1, 3} when p == 1 : [n-k, 2]  move k in {1, 4} when p == 2 : [n-k, 1]",
        "7, 1",
        "5, 2",
        "p",
    ),
    (
        "state n in 0.., p in 1..2  move k in {1, 3} when p == 1 : { n -= k, p = 2 }  move k in {1, 4} when p == 2 : { n -= k, p = 1 }",
        "7, 1",
        "5, 2",
        "p",
    ),
    (
        "state n in 0.., p in 1..2  move k in {1, 3} when p == 1 : { n -= k, p += 1 }  move k in {1, 4} when p == 2 : { n -= k, p -= 1 }",
        "7, 1",
        "5, 2",
        "p",
    ),
    (
        "state n in 0.., t in -1..1  move k in {1, 3} when t == 1 : [n-k, -t]  move k in {1, 4} when t == -1 : [n-k, -t]",
        "7, 1",
        "5, -1",
        "t",
    ),
    (
        "state n in 0.., t in -1..1  move k in {1, 3} when t > 0 : [n-k, 0-t]  move k in {1, 4} when t < 0 : [n-k, 0-t]",
        "7, 1",
        "5, 1",
        "t",
    ),
    (
        "state n in 0.., t in -1..1  require t != 0  move k in {1, 3} when t > 0 : [n-k, t * -1]  move k in {1, 4} when t < 0 : [n-k, t * -1]",
        "7, 1",
        "5, 1",
        "t",
    ),
    (
        "state n in 0.., t in 5..8  move k in {1, 3} when t == 5 : [n-k, 13-t]  move k in {1, 4} when t == 8 : [n-k, 13-t]",
        "7, 5",
        "5, 8",
        "t",
    ),
    (
        "state n in 0.., t in 0..9  move k in {1, 3} when t == 9 : [n-k, 0]  move k in {1, 4} when t == 0 : [n-k, 9]",
        "7, 9",
        "5, 0",
        "t",
    ),
    (
        "state n in 0.., t in 0..1  move k in {1, 3} when t == 0 : [n-k, (t + 1) % 2]  move k in {1, 4} when t == 1 : [n-k, (t + 1) % 2]",
        "7, 0",
        "5, 1",
        "t",
    ),
    (
        "state n in 0.., t in 0..1  move k in 1..(if t == 0 then 2 else 3) : [n-k, t xor 1]",
        "7, 0",
        "5, 1",
        "t",
    ),
    (
        "state n in 0.., t in 0..1  let other = if t == 0 then 1 else 0  move k in 1..2+t : { n -= k, t = other }",
        "7, 0",
        "5, 1",
        "t",
    ),
    (
        "state n in 0.., t in 0..1  move k in {1, 3} when t == 0 : [n-k, abs(t - 1)]  move k in {1, 4} when t > 0 : [n-k, abs(t - 1)]",
        "7, 0",
        "5, 1",
        "t",
    ),
    (
        "state n in 0.., t in 0..1  move k in {1, 2} : [n - k - 2 * t, 1 - t]",
        "9, 0",
        "7, 1",
        "t",
    ),
    (
        "state n in 0.., p in 1..2  move q in {1, 2}, k in {1, 3} when q != p and p == 1 : [n-k, q]  move q in {1, 2}, k in {1, 4} when q != p and p == 2 : [n-k, q]",
        "7, 1",
        "5, 2",
        "p",
    ),
    (
        "state n in 0.., t in 0..1  goal n == 0 and t == 1  move k in {1, 2} : [n-k, 1-t]",
        "7, 0",
        "5, 1",
        "t",
    ),
    (
        "state t in 0..1, n in 0..  move k in {1, 3} when t == 0 : [1-t, n-k]  move k in {1, 4} when t == 1 : [1-t, n-k]",
        "0, 7",
        "1, 5",
        "t",
    ),
    (
        "state a[1..2] in 0..5, t in 0..1  move i in 1..2, k in 1..3-t when a[i] >= k : { a[i] -= k, t = 1 - t }",
        "3, 2, 0",
        "1, 1, 1",
        "t",
    ),
    (
        "state a[1..2] in 0..5, t in 0..1  move k in 1..2-t when a[1] >= k : [a[i] - k for i in 1..2, 1-t]",
        "3, 3, 0",
        "2, 2, 1",
        "t",
    ),
    (
        "state a[1..2] in 0..5, t in 1..2  move when a[t] > 0 : { a[t] -= 1, t = 3 - t }",
        "3, 2, 1",
        "1, 1, 2",
        "t",
    ),
    (
        "state n in 0.., m in 0..  move k in {1, 3} when m % 2 == 0 : [n-k, m+1]  move k in {1, 4} when m % 2 == 1 : [n-k, m+1]",
        "7, 0",
        "5, 3",
        "m",
    ),
    (
        "state n in 0.., m in 0..  move k in {1, 3} when m % 2 == 0 : { n -= k, m += 3 }  move k in {1, 4} when m % 2 == 1 : { n -= k, m += 3 }",
        "7, 0",
        "5, 3",
        "m",
    ),
    (
        "state n in 0.., m in 0..  move k in {1, 3} when m % 2 == 0 : [n-k, m+1]  move k in {1, 4} when m % 2 == 1 : [n-k, m+3]",
        "7, 0",
        "5, 3",
        "m",
    ),
    (
        "state n in 0.., m in 0..30  move k in {1, 3} when m % 2 == 0 : [n-k, m+1]  move k in {1, 4} when m % 2 == 1 : [n-k, m+1]",
        "7, 0",
        "5, 3",
        "m",
    ),
    (
        "state n in 0.., m in 0..100  move k in {1, 3} when m % 2 == 0 : [n-k, m+1]  move k in {1, 4} when m % 2 != 0 : [n-k, 1+m]",
        "7, 0",
        "5, 3",
        "m",
    ),
    (
        "state n in 0.., m in 0..  move k in {1, 3} when m / 2 * 2 == m : [n-k, m+1]  move k in {1, 4} when m / 2 * 2 < m : [n-k, m+1]",
        "7, 0",
        "5, 3",
        "m",
    ),
    (
        "state n in 0.., m in 0..  move k in {1, 3} when m bitand 1 == 0 : [n-k, m+1]  move k in {1, 4} when m bitand 1 == 1 : [n-k, m+1]",
        "7, 0",
        "5, 3",
        "m",
    ),
    (
        "state n in 0.., m in 0..  move k in 1..2 + m % 2 : [n-k, m+1]",
        "7, 0",
        "5, 3",
        "m",
    ),
    (
        "state n in 0.., m in 0..  move k in {1, 3} when (m + 1) % 2 == 1 : [n-k, m+1]  move k in {1, 4} when (m + 1) % 2 == 0 : [n-k, m+1]",
        "7, 0",
        "5, 3",
        "m",
    ),
    (
        "state n in 0.., left in 0..  move k in {1, 3} when left % 2 == 0 : [n-k, left-1]  move k in {1, 4} when left % 2 == 1 : [n-k, left-1]",
        "7, 8",
        "5, 5",
        "left",
    ),
    (
        "state n in 0.., t in 0..3  move k in {1, 3} when t % 2 == 0 : [n-k, (t+1) % 4]  move k in {1, 4} when t % 2 == 1 : [n-k, (t+1) % 4]",
        "7, 0",
        "5, 3",
        "t",
    ),
    (
        "state n in 0.., c[0..0] in 0..1  move k in {1, 3} when c[0] == 0 : { n -= k, c[0] = 1 }  move k in {1, 4} when c[0] == 1 : { n -= k, c[0] = 0 }",
        "7, 0",
        "5, 1",
        "c[0]",
    ),
    (
        "state n in 0.., t in 0..1  move k in {1, 3} when n >= 2 and t == 0 : [n-k, 1-t]  move k in {1, 3} when t == 1 : [n-k, 1-t]",
        "7, 0",
        "1, 1",
        "t",
    ),
    (
        "state n in 0.., t in 0..1  move k in {1, 3} when not (t == 1) : [n-k, 1 - t]  move k in {2, 3} when t == 1 : [n-k, max(0, 1 - t)]",
        "7, 0",
        "5, 1",
        "t",
    ),
    (
        "state n in 0.., t in 0..1  move k in {1, 2, 4} when k != 4 - 2 * t : [n-k, 1-t]",
        "7, 0",
        "5, 1",
        "t",
    ),
    (
        "state n in 0.., s in 0..70  move k in {1, 3} when s == 1 : [n-k, 4]  move k in {1, 4} when s == 4 : [n-k, 1]",
        "7, 1",
        "5, 4",
        "s",
    ),
    (
        "state n in 0.., s in 0..  move k in {1, 3} when s == 1 : [n-k, 4]  move k in {1, 4} when 4 == s : [n-k, 1]",
        "7, 1",
        "5, 4",
        "s",
    ),
    (
        "state n in 0.., s in 0..  move k in {1, 3} when s == 10 and n > k : [n-k, 20]  move k in {1, 4} when s == 20 : [n-k, 10]",
        "7, 10",
        "5, 20",
        "s",
    ),
    (
        "state n in 0.., s in 0..1  move k in {1, 3} : { n -= k, s += 1 }  move k in {1, 4} : { n -= k, s -= 1 }",
        "7, 1",
        "5, 0",
        "s",
    ),
];

/// Rules that resemble rules with a turn slot but have none; each entry has two positions.
const NEAR_MISSES: [(&str, &str, &str); 34] = [
    // No rule reads the slot that alternates, and no move is legal near the tested positions, so
    // that moves cannot be compared.
    (
        "state n in 0.., b in 0..1  move k in 1..3 when n > 5000 : [n-k, 1-b]",
        "3, 0",
        "2, 1",
    ),
    (
        "state n in 0.., s in 0..70  move k in {1, 3} when s == 1 : [n-k, 4]  move k in {1, 4} when s == 4 : [n-k, 7]",
        "5, 1",
        "6, 4",
    ),
    // A game in which a token walks between places, so that the slot is the complete position.
    (
        "state n in 0..5  loopy  move when n == 1 : [5]  move when n == 4 : [1]  move when n == 4 : nothing  move when n == 5 : [1]",
        "5",
        "4",
    ),
    (
        "state n in 0.., t in 0..1  move k in 1..3 : [n-k, 1-t]",
        "5, 0",
        "4, 1",
    ),
    (
        "state n in 0.., t in 0..1  move k in {1, 3} when t == 0 : [n-k, 1-t]  move k in {1, 3} when t == 1 : [n-k, 1-t]",
        "5, 0",
        "4, 1",
    ),
    (
        "state n in 0.., t in 0..1  move k in {1, 3} when t == 0 or t == 1 : [n-k, 1-t]",
        "5, 0",
        "4, 1",
    ),
    (
        "state n in 0.., t in 0..1  move k in 1..(if t == 0 then 2 else 4 / 2) : [n-k, 1-t]",
        "5, 0",
        "4, 1",
    ),
    (
        "state n in 0.., t in 0..1  move k in 1..2 when t == 0 : [n-k, 1]  move when n > 0 and t == 1 : [n-1, 0]  move when n > 1 and t == 1 : [n-2, 0]",
        "5, 0",
        "4, 1",
    ),
    (
        "state n in 0.., t in 0..1  move \"as {t}\" k in 1..3 : [n-k, 1-t]",
        "5, 0",
        "4, 1",
    ),
    (
        "state n in 0.., t in 0..1  move when t == 0 and n > 0 : [n-1, 1]  move k in 1..3 when t == 1 : [n-k, 0]  move when n > 4 : [n-2, t]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0.., t in 0..1  move when t == 0 and n > 0 : [n-1, 1]  move k in 1..3 when t == 1 : [n-k, 0]  move when n > 4 : [n-2, 1]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0.., t in 0..2  move k in {1, 3} when t == 0 : [n-k, (t+1) % 3]  move k in {1, 2} when t > 0 : [n-k, (t+1) % 3]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0.., t in 0..2  move k in 1..3 when t < 2 : [n-k, 1-t]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0.., t in 0..1  move k in 1..3 when t == 0 : [n-k, 1]  move k in {1, 2} when t == 1 : [n-k, 1]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0.., c in 0..1  move d in {0, 1}, k in {1, 2} when k != c : [n-k, d]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0..  move k in {1, 3} when n % 2 == 1 : [n-k]  move when n % 2 == 0 and n > 0 : [n-1]",
        "5",
        "6",
    ),
    (
        "state n in 0..20  move k in {1, 3} when n % 2 == 1 : [n-k]  move when n % 2 == 0 and n > 0 : [n-1]",
        "5",
        "6",
    ),
    (
        "state a in 0.., b in 0..  move k in {1, 3} when a % 2 == 1 : [a-k, b]  move k in {1, 2} when b % 2 == 0 : [a, b-k]",
        "5, 3",
        "2, 4",
    ),
    (
        "state a in 0.., b in 0..  move k in {1, 3} when a % 2 == 1 : [a-k, b]  move k in {1, 3}, j in 0..1 when a % 2 == 0 : [a-k, b-j]",
        "5, 3",
        "2, 4",
    ),
    (
        "state a in 0..20, b in 0..9  move k in {1, 3} when a > 4 : [a-k, b]  move k in {1, 3}, j in 0..1 when a < 5 : [a-k, b-j]",
        "5, 3",
        "2, 4",
    ),
    (
        "state n in 0.., last in 0..3  move k in 1..3 when k != last : [n-k, k]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0.., x in 0..7  move d in {-1, 1} when x > 2 : [n-1, x+d]  move when x <= 2 : [n-1, x+1]",
        "5, 4",
        "6, 1",
    ),
    (
        "state n in 0.., used in 0..1  move k in {1, 2} : [n-k, used]  move when used == 0 : [n-3, 1]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0.., m in 0..  move k in 1..(if m < 3 then 3 else 2) : [n-k, m+1]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0.., m in 0..10  move k in 1..(if m < 3 then 3 else 2) : [n-k, m+1]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0.., m in 0..  move k in {1, 3} when m % 2 == 0 : [n-k, m+2]  move k in {1, 4} when m % 2 == 1 : [n-k, m+2]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0.., m in 0..  move k in {1, 2} when m % 2 == 0 : [n-k, m+k]  move k in {1, 4} when m % 2 == 1 : [n-k, m+k]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0.., m in 0..  move k in {1, 3} when m % 2 == 0 : [n-k, m+1]  move k in {1, 3} when m % 2 == 1 : [n-k, m+1]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0.., m in 0..  move k in {1, 3} when m % 3 == 0 : [n-k, m+1]  move k in {1, 4} when m % 3 > 0 : [n-k, m+1]",
        "5, 0",
        "6, 1",
    ),
    (
        "state a in 0.., b in 0..  unordered  move k in 1..2 when b == 0 : [a-k, b]  move k in {1, 3} when b > 0 : [a-1, b-k]",
        "5, 3",
        "2, 1",
    ),
    (
        "state n in 0.., t in 0..1  require t == n % 2  move k in {1, 3} when t == 0 : [n-k, 1-t]  move k in {1, 5} when t == 1 : [n-k, (n-k) % 2]",
        "6, 0",
        "5, 1",
    ),
    (
        "state n in 0.., t in 0..1  move k in {1, 3} when t == 0 : [n-k, 1-t]  move k in {1, 2} when t == 1 : [n-k, 1-t]  move when n > 2 : Other[n-1]",
        "5, 0",
        "6, 1",
    ),
    (
        "state n in 0.., t in 0..1  sum every  move k in 1..2+t : [n-k, 1-t]",
        "5, 0",
        "3, 1",
    ),
    (
        "state a[1..3] in 0..1  move i in 1..3 when a[i] == 1 : { a[i] = 0 }",
        "1, 1, 1",
        "1, 0, 1",
    ),
];

/// Cutcake, which one player cuts lengthwise and the other crosswise, with the player to move as a
/// slot.
const CUTCAKE: &str = "game Cutcake { state h in 1.., w in 1.., t in 1..2
  move k in 1..w-1 when t == 1 : [h, k, 3 - t] + [h, w-k, 3 - t]
  move k in 1..h-1 when t == 2 : [k, w, 3 - t] + [h-k, w, 3 - t] }";

fn session_of(items: &str) -> Session {
    let mut session = Session::new();
    let text =
        format!("game G {{ {items} }}  game Other {{ state n in 0..  move k in 1..2 : [n-k] }}");
    session
        .load_rules("a.game", &text)
        .unwrap_or_else(|error| panic!("{items}: {error:?}"));
    session
}

/// Asserts that a question was refused because of the turn in `slot`.
fn assert_refused<T>(found: Result<T, SolveError>, slot: &str, asked: &str) {
    match found {
        Err(SolveError::Usage(why)) => {
            assert!(
                why.en.contains(&format!("`{slot}` of ")) && why.en.contains("whose turn it is"),
                "{asked}: {}",
                why.en
            );
            assert!(why.zh.contains(&format!("`{slot}`")), "{asked}: {}", why.zh);
        }
        Err(other) => panic!("{asked}: {other:?}"),
        Ok(_) => panic!("{asked}: answered"),
    }
}

fn outcome(world: &World, at: &Component, known: &mut HashMap<Component, Outcome>) -> Outcome {
    if let Some(found) = known.get(at) {
        return *found;
    }
    let budget = Budget::generous();
    let mut options = OptionArena::new();
    world
        .options(at.game, &at.slots, &mut options, &budget)
        .unwrap();
    let left: Vec<Option<Component>> = options
        .iter()
        .map(|option| {
            option
                .components()
                .next()
                .map(|(game, slots)| Component::new(game, slots))
        })
        .collect();
    let wins = left.iter().any(|left| match left {
        Some(left) => {
            let won = world
                .ending(left.game, &left.slots, &budget)
                .unwrap()
                .is_some();
            won || outcome(world, left, known) == Outcome::P
        }
        None => true,
    });
    let found = if wins { Outcome::N } else { Outcome::P };
    known.insert(at.clone(), found);
    found
}

/// Asserts that a question about a single component is answered without a warning, and that brute
/// force confirms the answer.
fn assert_answered(session: &mut Session, question: &str, rules: &str) {
    let answer = session
        .solve(question, SOLVE_OPTIONS, &Budget::generous())
        .unwrap_or_else(|error| panic!("{rules}: {error:?}"));
    assert_eq!(answer.warnings, [], "{rules}");
    let [component] = &answer.position[..] else {
        panic!("{question}")
    };
    assert_eq!(
        answer.outcome,
        outcome(&session.world, component, &mut HashMap::new()),
        "{rules}: {question}"
    );
}

#[test]
fn every_spelling_of_a_turn_is_recognised() {
    for (rules, one, other, slot) in TURNS {
        let mut session = session_of(rules);
        assert_answered(&mut session, &format!("g[{one}]"), rules);
        assert_answered(&mut session, &format!("g[{other}]"), rules);
        for sum in [
            format!("g[{one}] + g[{other}]"),
            format!("2 * g[{other}]"),
            format!("g[{one}] + nim[3]"),
        ] {
            assert_refused(
                session.solve(&sum, SOLVE_OPTIONS, &Budget::generous()),
                slot,
                &format!("{rules}: {sum}"),
            );
        }
        let every = format!("every(g[{one}], g[{other}])");
        if !rules.contains("goal") {
            let answer = session
                .solve(&every, SOLVE_OPTIONS, &Budget::generous())
                .unwrap_or_else(|error| panic!("{rules}: {error:?}"));
            assert_eq!(answer.warnings, [], "{rules}: all turns pass together");
            for sum in [
                format!("any(g[{one}], nim[2])"),
                format!("{every} + nim[1]"),
                format!("then(g[{one}], g[{other}])"),
            ] {
                assert_refused(
                    session.solve(&sum, SOLVE_OPTIONS, &Budget::generous()),
                    slot,
                    &format!("{rules}: {sum}"),
                );
            }
        }
    }
}

#[test]
fn what_is_near_to_a_turn_is_answered_in_sums() {
    for (rules, one, other) in NEAR_MISSES {
        let mut session = session_of(rules);
        for sum in [
            format!("g[{one}] + g[{other}]"),
            format!("2 * g[{other}]"),
            format!("g[{one}] + g[{one}] + g[{other}]"),
        ] {
            match session.solve(&sum, SOLVE_OPTIONS, &Budget::generous()) {
                Ok(answer) => assert_eq!(answer.warnings, [], "{rules}: {sum}"),
                Err(error) => panic!("{rules}: {sum}: {error:?}"),
            }
        }
    }
}

#[test]
fn every_question_about_a_sum_refuses_a_turn() {
    let budget = &Budget::generous();
    let rules = TURNS[1].0;
    let mut session = session_of(rules);
    let sum = "g[7, 1] + g[5, 2]";
    assert_refused(session.explain(sum, true, budget), "p", "explain");
    assert_refused(session.losing(sum, budget), "p", "losing");
    assert_refused(session.certify(sum, false, budget), "p", "certify");
    assert_refused(session.why(sum, budget), "p", "why");
    assert_refused(session.legal_moves(sum, budget), "p", "legal");
    assert_refused(session.look(sum, 10, budget), "p", "look");
    assert_refused(session.graph(sum, 10_000, budget), "p", "graph");
    assert_refused(session.stats(sum, true, budget), "p", "stats");
    assert_refused(session.export(sum, 10_000, budget), "p", "export");
    assert_refused(Match::new(&mut session, sum, budget), "p", "play");
    assert_refused(
        session.table("g[0..5, 1] + g[5, 2]", false, budget),
        "p",
        "table",
    );
    assert_refused(
        session.entries("g[0..5, 1] + g[5, 2]", false, budget),
        "p",
        "entries",
    );
    let wanted = misere::MisereQuery {
        to: None,
        elements: 100,
        period: false,
        forms: false,
        patient: true,
    };
    assert_refused(
        misere::of_question(&mut session, sum, &wanted, budget),
        "p",
        "misere",
    );
    assert_refused(
        session.solve("misere(g[7, 1] + nim[2])", SOLVE_OPTIONS, budget),
        "p",
        "misere play",
    );
    // A single component is answered by all methods of a session.
    let one = "g[7, 1]";
    session.explain(one, true, budget).unwrap();
    session.why(one, budget).unwrap();
    session.legal_moves(one, budget).unwrap();
    session.graph(one, 10_000, budget).unwrap();
    session.export(one, 10_000, budget).unwrap();
    Match::new(&mut session, one, budget).unwrap();
    session.table("g[0..5, 1..2]", false, budget).unwrap();
    misere::of_question(&mut session, one, &wanted, budget).unwrap();
}

/// If a budget stops the recognition of a turn at any poll, the sum is not answered.
#[test]
fn a_stopped_recognition_lets_no_turn_pass() {
    for (items, question) in [
        (
            "state n in 0..9, t in 0..1 move k in 1..2 when t == 0 : [n - k, 1] move k in 1..3 when t == 1 : [n - k, 0]",
            "g[1, 0] + g[0, 0]",
        ),
        (
            "state n in 0..9, t in 1..2 move k in 1..2 when t == 1 : [n - k, 3 - t] move k in 1..3 when t == 2 : [n - k, 3 - t]",
            "g[1, 1] + g[0, 2]",
        ),
    ] {
        let mut session = session_of(items);
        let position =
            grundy::question::position(session.world_mut(), question, &Budget::generous()).unwrap();
        for polls in 0..40 {
            let left = Cell::new(polls);
            let stop = || {
                let is_over = left.get() == 0;
                left.set(left.get().max(1) - 1);
                is_over.then_some(StopReason::Time)
            };
            let found = position.conventions(
                &session.world,
                &session.settings,
                &Budget::new(1 << 30, &stop, &|_, _| ()),
            );
            assert!(
                matches!(found, Err(SolveError::Usage(_) | SolveError::Stopped(_))),
                "{question} after {polls} polls: accepted"
            );
        }
    }
}

#[test]
fn a_split_refuses_a_turn() {
    let budget = &Budget::generous();
    let mut session = session_with("a.game", CUTCAKE);
    assert_refused(
        session.solve("cutcake[3, 5, 1]", SOLVE_OPTIONS, budget),
        "t",
        "solve",
    );
    assert_refused(
        session.table("cutcake[1..3, 1..3, 1]", false, budget),
        "t",
        "table",
    );
    assert_refused(
        session.law(
            "cutcake",
            &LawQuery {
                soon: true,
                ..LawQuery::default()
            },
            budget,
        ),
        "t",
        "law",
    );
    assert_refused(
        session.save("cutcake[1..3, 1..3, 1..2]", budget, &mut |_, _| Ok(())),
        "t",
        "save",
    );
    assert_refused(session.big("cutcake[3, 3, 2]", budget), "t", "big");
    // A heap that a move leaves next to the component does not hide the component's turn slot.
    let rules = "state n in 0.., t in 0..1  move k in {1, 3} when t == 0 : [n-k, 1-t] + Other[k]  move k in {1, 4} when t == 1 : [n-k, 1-t]";
    let mut session = session_of(rules);
    assert_refused(session.solve("g[7, 0]", SOLVE_OPTIONS, budget), "t", rules);
    // A compound that results from a move also contains several components.
    let rules = "state n in 0.., t in 0..1  move k in {1, 3} when t == 0 : any([n-k, 1-t], Other[k])  move k in {1, 4} when t == 1 : [n-k, 1-t]";
    let mut session = session_of(rules);
    assert_refused(session.solve("g[7, 0]", SOLVE_OPTIONS, budget), "t", rules);
}

#[test]
fn expectations_and_claims_about_a_turn_are_refused_at_their_places() {
    let check = |text: &str| {
        let mut session = Session::new();
        let names = session.load_rules("a.game", text).unwrap();
        let report = session.check_report(&names, CheckOptions::default());
        report
            .findings
            .into_iter()
            .map(|finding| finding.verdict.err().map(|why| why.message.en))
            .collect::<Vec<_>>()
    };
    let game = |items: &str| format!("game G {{ {} {items} }}", TURNS[1].0);
    assert_eq!(
        check(&game("expect SG [6, 1] == 0  expect [6, 1] is P")),
        [None, None]
    );
    let found = check(&game("expect [6, 1] + [3, 2] is P"));
    assert!(
        matches!(&found[..], [Some(why)] if why.contains("`p` of G stores whose turn it is")),
        "{found:?}"
    );
    let found = check(&CUTCAKE.replace(
        "\n  move k in 1..h",
        "\n  expect SG [1, 3, 1] == 0  claim P iff h == w\n  move k in 1..h",
    ));
    assert!(matches!(&found[..], [Some(_), Some(_)]), "{found:?}");
}
