//! Comparison of games: the verdict for all positions is compared with values by other methods, far
//! beyond the positions that the comparison evaluated.

use base::budget::Budget;
use grundy::comparison::{ComparisonVerdict, GameComparison, POSITIONS};
use grundy::status::AnswerStatus;
use grundy::{Session, SolveError, SolveOptions};

use crate::support::{SessionAnswers, session_with};

const RULES: &str = "
# The two moves of Kayles, each split by its place.
game Pins { state n in 0.. move i in 0..n - 1 : [i] + [n - 1 - i] move i in 0..n - 2 : [n - 2 - i] + [i] }
# Bachet's game with 3 as differences of an end.
game UpTo { state n in 0.. move left in max(0, n - 3)..n - 1 : [left] }
# Values of Bachet's game in other moves: what is taken leaves a rest.
game OneTwoThreeFive { state n in 0.. move k in {1, 2, 3, 5} : [n - k] }
game OneTwoThreeFour { state n in 0.. move k in {1, 2, 3, 4} : [n - k] }
# Far out one more move.
game Late { state n in 0.. move k in 1..3 : [n - k] move when n >= 5000 : [n - 4] }
game Back { state a in 0.., b in 0.. move k in 1..a : [a - k, b] move k in 1..b : [a, b - k] }
game Swapped { state a in 0.., b in 0.. move k in 1..2 : [a - k, b] move k in 1..b : [a, b - k] }
game SwappedBack { state a in 0.., b in 0.. move k in 1..a : [a - k, b] move k in 1..2 : [a, b - k] }
# Kayles on a circle is worth n up to 2, then 0.
game Three { state n in 0.. move k in 1..n when n < 3 : [n - k] }
game Three6000 { state n in 0.. move k in 1..n when n < 3 : [n - k] move when n == 6000 : [0] }
game Short { state n in 0..6 move k in 1..3 : [n - k] }
";

fn session() -> Session {
    session_with("same.game", RULES)
}

fn compared(one: &str, other: &str) -> GameComparison {
    session()
        .same([one, other], false, POSITIONS, &Budget::generous())
        .unwrap_or_else(|error| panic!("{one} and {other}: {error:?}"))
}

#[test]
fn games_with_the_same_moves() {
    for (one, other) in [("kayles", "pins"), ("bash(3)", "upto"), ("nimtwo", "back")] {
        let found = compared(one, other);
        assert!(
            matches!(found.verdict, ComparisonVerdict::Moves),
            "{one} and {other}: {found:?}"
        );
        assert_eq!(found.status(), AnswerStatus::Proved);
    }
}

/// Two games with different moves have the same law: allowing moves that take 5 in addition to 1, 2
/// and 3 does not change the values.
#[test]
fn games_with_the_same_law() {
    let found = compared("bash(3)", "onetwothreefive");
    assert!(
        matches!(found.verdict, ComparisonVerdict::Laws),
        "{found:?}"
    );
    // The law of one game depends on the law of another game.
    let found = compared("circlekayles", "three");
    assert!(
        matches!(found.verdict, ComparisonVerdict::Laws),
        "{found:?}"
    );
    let found = compared("three6000", "circlekayles");
    let ComparisonVerdict::Differ(position, told, _) = found.verdict else {
        panic!("{found:?}")
    };
    assert_eq!(
        (position, told),
        (vec![6000.into()], ["1".to_owned(), "0".to_owned()])
    );
    let mut session = session();
    let asked = SolveOptions::VALUE;
    for n in (0..60).chain([10_007, 1_000_000]) {
        let [one, other] = ["bash(3)", "onetwothreefive"]
            .map(|name| session.answer_to(&format!("{name}[{n}]"), asked).value);
        assert_eq!(one, other, "{n}");
    }
}

/// The first difference is at the position that the definition gives, even beyond the positions
/// that the comparison evaluated.
#[test]
fn games_that_differ() {
    let at = |one: &str, other: &str, outcomes: bool| {
        let found = session()
            .same([one, other], outcomes, POSITIONS, &Budget::generous())
            .unwrap();
        let ComparisonVerdict::Differ(position, told, status) = found.verdict else {
            panic!("{one} and {other}: {found:?}")
        };
        (
            position
                .iter()
                .map(|n| i64::try_from(n).unwrap())
                .collect::<Vec<_>>(),
            told,
            status,
        )
    };
    assert_eq!(
        at("bash(3)", "onetwothreefour", false),
        (
            vec![4],
            ["0".to_owned(), "4".to_owned()],
            AnswerStatus::Computed
        )
    );
    assert_eq!(
        at("bash(3)", "onetwothreefour", true),
        (
            vec![4],
            ["P".to_owned(), "N".to_owned()],
            AnswerStatus::Computed
        )
    );
    // From a heap of at least 5000 counters, a move may also take 4 counters. The values change at
    // the first position from which taking 4 reaches the missing value.
    let (position, told, status) = at("bash(3)", "late", false);
    let mut values = Vec::new();
    for n in 0..6_000usize {
        let mut left: Vec<u64> = (1..=3.min(n)).map(|k| values[n - k]).collect();
        left.extend((n >= 5_000).then(|| values[n - 4]));
        values.push((0..).find(|value| !left.contains(value)).unwrap());
    }
    let first = (0..6_000).find(|&n| values[n] != n as u64 % 4).unwrap();
    assert_eq!(status, AnswerStatus::Computed);
    let n = position[0] as usize;
    assert!(n >= first && values[n] != n as u64 % 4);
    assert_eq!(told, [(n % 4).to_string(), values[n].to_string()]);
    // A game differs at some rows of numbers from a copy of the game in which the numbers are in a
    // different order.
    let (position, ..) = at("swapped", "swappedback", false);
    assert_ne!(position[0], position[1]);
}

/// Random games of one heap with one change at a small or a large heap. The comparison evaluates
/// twenty positions, and its verdict on all positions is compared with the definition on four
/// hundred positions.
#[test]
fn random_games_that_are_nearly_the_same() {
    /// A move that takes `take` from heaps of at least `from`, and leaves one heap or splits off
    /// one counter.
    #[derive(Clone, Copy)]
    struct Move {
        take: usize,
        from: usize,
        splits: bool,
    }
    fn values(moves: &[Move]) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..400 {
            let left: Vec<u64> = moves
                .iter()
                .filter(|made| n >= made.from.max(made.take + usize::from(made.splits)))
                .map(|made| {
                    if made.splits {
                        values[n - made.take - 1] ^ values[1]
                    } else {
                        values[n - made.take]
                    }
                })
                .collect();
            values.push((0..).find(|value| !left.contains(value)).unwrap());
        }
        values
    }
    let text = |name: &str, moves: &[Move]| {
        let rule = |&Move { take, from, splits }: &Move| {
            let left = if splits {
                format!("[n - {}] + [1]", take + 1)
            } else {
                format!("[n - {take}]")
            };
            format!(
                "move when n >= {} : {left}",
                from.max(take + usize::from(splits))
            )
        };
        format!(
            "game {name} {{ state n in 0.. {} }}\n",
            moves.iter().map(rule).collect::<Vec<_>>().join(" ")
        )
    };
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut same, mut differ, mut unknown) = (0, 0, 0);
    for round in 0..testkit::rounds(60, 600) {
        let one = |rng: &mut fastrand::Rng| Move {
            take: rng.usize(2..6),
            from: 0,
            splits: rng.u8(..4) == 0,
        };
        let first: Vec<Move> = (0..rng.usize(1..4)).map(|_| one(&mut rng)).collect();
        let mut second = first.clone();
        match rng.u8(..4) {
            0 => second.reverse(),
            1 => second.push(Move {
                from: rng.usize(20..60),
                ..one(&mut rng)
            }),
            2 => second.push(one(&mut rng)),
            _ => second[0].from = rng.usize(8..40),
        }
        let mut session = session_with(
            "pair.game",
            &(text("One", &first) + &text("Other", &second)),
        );
        let found = session
            .same(["one", "other"], false, 20, &Budget::generous())
            .unwrap();
        let (mine, theirs) = (values(&first), values(&second));
        match found.verdict {
            ComparisonVerdict::Moves | ComparisonVerdict::Laws => {
                same += 1;
                assert_eq!(mine, theirs, "{round}: {found:?}");
            }
            ComparisonVerdict::Differ(ref position, ref told, _) => {
                differ += 1;
                let n = usize::try_from(&position[0]).unwrap();
                assert_ne!(mine[n], theirs[n], "{round}: {found:?}");
                assert_eq!(
                    *told,
                    [mine[n].to_string(), theirs[n].to_string()],
                    "{round}"
                );
            }
            ComparisonVerdict::Agree(count, _) => {
                unknown += 1;
                assert_eq!(mine[..count as usize], theirs[..count as usize], "{round}");
            }
            ComparisonVerdict::All(_) => panic!("{round}: heaps have no end"),
        }
    }
    assert!(
        same > 10 && differ > 10 && unknown < 20,
        "{same} are the same, {differ} differ, {unknown} are not known"
    );
}

#[test]
fn what_is_not_known_is_said() {
    let found = compared("short", "bash(3)");
    assert!(
        matches!(found.verdict, ComparisonVerdict::All(7)),
        "{found:?}"
    );
    let found = compared("partition", "partition");
    assert!(
        matches!(
            found.verdict,
            ComparisonVerdict::Moves | ComparisonVerdict::Agree(..)
        ),
        "{found:?}"
    );
    let budget = Budget::generous();
    assert!(matches!(
        session().same(["nim", "wythoff"], false, POSITIONS, &budget),
        Err(SolveError::Usage(_))
    ));
    assert!(matches!(
        session().same(["nim", "nothing"], false, POSITIONS, &budget),
        Err(SolveError::Refused(_))
    ));
}

/// The digits of the numbers of two sets encode different elements, so the numbers are not
/// comparable.
#[test]
fn games_on_sets_are_not_compared() {
    let refused = session().same(["cram", "arckayles"], false, POSITIONS, &Budget::generous());
    assert!(
        matches!(refused, Err(SolveError::Unsupported(_))),
        "{refused:?}"
    );
}
