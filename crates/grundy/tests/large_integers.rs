//! Rules whose numbers are near 2^63, or exceed 64 bits in an intermediate result: the integers of
//! the rule language are unbounded. Answers by a theorem, a law or an engine are compared with a
//! reference over integers of any size. The interpreter may refuse a position, and then reports the
//! reason.

use std::collections::{BTreeSet, HashMap};

use base::budget::{Budget, StopReason};
use base::text::Lang;
use dashu_int::IBig;
use fastrand::Rng;
use grundy::{SolveError, SolveOptions};
use rules::game::Outcome;

use crate::support::session_with;

/// Returns the amounts that a move may take from a heap.
type Takes = Box<dyn Fn(&IBig) -> Vec<IBig>>;

/// A game in which a move takes one of some numbers: its text, and the numbers that a move may take
/// from each heap, by unbounded arithmetic.
struct Game {
    text: String,
    takes: Takes,
}

/// Returns the Grundy value by the definition.
fn value(game: &Game, n: &IBig, known: &mut HashMap<IBig, u64>) -> u64 {
    if let Some(&value) = known.get(n) {
        return value;
    }
    let left = (game.takes)(n)
        .into_iter()
        .map(|taken| n - taken)
        .filter(|left| *left >= IBig::ZERO);
    let met: BTreeSet<u64> = left.map(|left| value(game, &left, known)).collect();
    let value = (0..).find(|value| !met.contains(value)).unwrap();
    known.insert(n.clone(), value);
    value
}

fn large(rng: &mut Rng) -> i64 {
    (1i64 << rng.u8(59..62)) + rng.i64(-3..4)
}

fn random(rng: &mut Rng) -> Game {
    let (unit, count) = (large(rng), rng.i64(2..4));
    let all = move |unit: IBig, count: i64| {
        Box::new(move |_: &IBig| (1..=count).map(|k| IBig::from(k) * &unit).collect())
    };
    let (text, takes): (String, Takes) = match rng.u8(..6) {
        0 => {
            let set: BTreeSet<i64> = (0..3).map(|_| large(rng)).collect();
            let written: Vec<String> = set.iter().map(i64::to_string).collect();
            (
                format!("move k in {{{}}} : [n - k]", written.join(", ")),
                Box::new(move |_| set.iter().map(|&k| k.into()).collect()),
            )
        }
        1 => (
            format!("move k in 1..{count} : [n - k * {unit}]"),
            all(unit.into(), count),
        ),
        // The intermediate result exceeds 64 bits.
        2 => (
            format!(
                "move k in 1..{count} : [n + {0} - k * {unit} - {0}]",
                i64::MAX - 5
            ),
            all(unit.into(), count),
        ),
        3 => (
            format!("move k in 1..{count} : [n - 8 * k * {unit} + 7 * k * {unit}]"),
            all(unit.into(), count),
        ),
        4 => {
            let width = rng.i64(0..3);
            (
                format!("move k in {unit}..{} : [n - k]", unit + width),
                Box::new(move |_| (unit..=unit + width).map(IBig::from).collect()),
            )
        }
        _ => {
            // The rules allow a move to take very many counters from a small heap. An amount larger
            // than the heap is not a move.
            let most = i64::MAX - rng.i64(0..3);
            (
                format!("move k in 1..{most} : [n - k]"),
                Box::new(move |n| {
                    (1..=i64::try_from(n).map_or(0, |n| n.min(40)))
                        .map(IBig::from)
                        .collect()
                }),
            )
        }
    };
    Game {
        text: format!("game Beyond {{\n  state n in 0..\n  {text}\n}}\n"),
        takes,
    }
}

#[test]
fn theorems_and_engines_agree_with_unbounded_integers() {
    let mut rng = Rng::with_seed(63);
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..testkit::rounds(10, 2_000) {
        let game = random(&mut rng);
        let mut session = session_with("beyond.game", &game.text);
        let mut known = HashMap::new();
        let small = game.text.contains("1..9223372036854775");
        for _ in 0..3 {
            let n = if small {
                rng.i64(0..30)
            } else {
                i64::MAX - (rng.i64(0..4) << rng.u8(..60))
            };
            let number = IBig::from(n);
            let expected = value(&game, &number, &mut known);
            let asked = SolveOptions::MOVES;
            // A search for a law may take long and is not needed here.
            let looks = std::cell::Cell::new(0);
            let stop = || {
                looks.set(looks.get() + 1);
                (looks.get() > 500).then_some(StopReason::Time)
            };
            let (text, budget) = (&game.text, Budget::new(64 << 20, &stop, &|_, _| ()));
            let answer = match session.solve(format!("beyond[{n}]").as_str(), asked, &budget) {
                Ok(answer) => answer,
                Err(SolveError::Refused(refusal)) => {
                    let said = refusal.render(Lang::En, false);
                    assert!(said.contains("64 bits"), "{text}{n}: {said}");
                    refused += 1;
                    continue;
                }
                Err(SolveError::Stopped(_)) => continue,
                Err(error) => panic!("{text}{n}: {error:?}"),
            };
            answered += 1;
            assert_eq!(
                answer.outcome,
                if expected == 0 {
                    Outcome::P
                } else {
                    Outcome::N
                },
                "{text}{n}"
            );
            if let Some(found) = answer.value {
                assert_eq!(found.as_nimber(), Some(expected), "{text}{n}");
            }
            if let (Some(moves), None) = (&answer.moves, &answer.more_moves) {
                let after = |made: &grundy::answer::WinningMove| {
                    made.leaves
                        .first()
                        .map_or(IBig::ZERO, |left| left.slots[0].into())
                };
                let found: BTreeSet<IBig> = moves.iter().map(after).collect();
                let options = (game.takes)(&number)
                    .into_iter()
                    .map(|taken| &number - taken)
                    .filter(|left| *left >= IBig::ZERO);
                let wanted: BTreeSet<IBig> = options
                    .filter(|left| value(&game, left, &mut known.clone()) == 0)
                    .collect();
                assert_eq!(found, wanted, "{text}{n}");
            }
        }
    }
    println!("{answered} answered, {refused} refused");
    assert!(answered > 0, "{answered} {refused}");
}
