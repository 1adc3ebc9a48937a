//! Scores under `play score`: random rule files and random sums compared with plain minimax, and
//! problems of online judges compared with their solutions. The number of files is 1,000 in the
//! fast tier and 20,000 in the slow tier.

use std::collections::HashMap;
use std::sync::Arc;

use base::budget::Budget;
use base::text::Lang;
use engines::dense::TableBox;
use engines::dense::points::PointsTable;
use engines::machine::WasmMachine;
use engines::score::ScoreOracle;
use engines::score_search::ScoreSearch;
use fastrand::Rng;
use grundy::{Session, SolveError, SolveOptions};
use jit::Jit;
use rules::game::{Conventions, Outcome, RulesError};
use rules::play::{Component, SumPosition, moves};
use rules::world::World;

use crate::support::{random_component, session_with};

/// Plain minimax by the definition.
struct Minimax<'w> {
    world: &'w World,
    conventions: Conventions,
    known: HashMap<SumPosition, i128>,
}

impl Minimax<'_> {
    fn score(&mut self, sum: &SumPosition, budget: &Budget<'_>) -> Result<i128, RulesError> {
        if let Some(known) = self.known.get(sum) {
            return Ok(*known);
        }
        let mut best: Option<i128> = None;
        for made in moves(self.world, sum, self.conventions, budget)? {
            let worth = i128::from(made.gain) - self.score(&made.leaves, budget)?;
            best = best.max(Some(worth));
        }
        let score = match best {
            Some(best) => best,
            None => {
                let mut payoff = 0;
                for Component { game, slots } in &sum.0 {
                    payoff += i128::from(self.world.payoff(*game, slots, budget)?);
                }
                payoff
            }
        };
        self.known.insert(sum.clone(), score);
        Ok(score)
    }
}

/// The search, the tables and a session are compared with minimax on random rule files.
#[test]
fn scores_of_random_files_are_minimax() {
    let files = testkit::rounds(1_000, 20_000);
    let (mut compared, mut sums, mut tables, mut nonzero) = (0, 0, 0, 0);
    let (mut known_totals, mut refused) = (0, 0);
    for seed in 0..files {
        let text = testkit::score_games::random_score_game(seed);
        let mut session = Session::with_world(World::empty());
        let names = session
            .load_rules("random.game", &text)
            .unwrap_or_else(|error| {
                panic!("seed {seed}\n{text}\n{}", error.render(Lang::En, false))
            });
        let games = session.make(&names).unwrap_or_else(|error| {
            panic!("seed {seed}\n{text}\n{}", error.render(Lang::En, false))
        });
        let mut rng = Rng::with_seed(seed ^ 0x5eed);
        for _ in 0..3 {
            let world = session.world.clone();
            let count = if rng.bool() { 1 } else { 2 };
            let parts: Vec<Component> = (0..count)
                .filter_map(|_| {
                    let game = games[rng.usize(..games.len())];
                    random_component(&world, game, &mut rng)
                })
                .collect();
            let sum = SumPosition::canonical(parts, &world);
            let Some(first) = sum.0.first().cloned() else {
                continue;
            };
            let conventions = world.rules(first.game).conventions();
            let mut minimax = Minimax {
                world: &world,
                conventions,
                known: HashMap::new(),
            };
            let shown = sum.show(&world);
            let fail = |what: &str| -> ! { panic!("seed {seed}, {shown}: {what}\n{text}") };
            // Files whose positions are too many are skipped.
            let (found, _) = Budget::generous().limited(200, |budget| minimax.score(&sum, budget));
            let expected = match found {
                Ok(expected) => expected,
                Err(RulesError::Stopped(_)) => continue,
                Err(_) => {
                    let mut search = ScoreSearch::new(conventions);
                    if search.score(&world, &sum, &Budget::generous()).is_ok() {
                        fail("the search found a score although the rules fail");
                    }
                    continue;
                }
            };
            let mut search = ScoreSearch::new(conventions);
            match search.score(&world, &sum, &Budget::generous()) {
                Ok(score) if i128::from(score.difference) == expected => {
                    known_totals += u64::from(score.shares().is_some());
                }
                other => fail(&format!("minimax {expected}, search {other:?}")),
            }
            match session.score(&shown[..], true, &Budget::generous()) {
                Ok(answer) if i128::from(answer.difference) == expected => {
                    let moves = answer.moves.expect("they were requested");
                    let worths: Vec<i64> = moves.iter().map(|one| one.worth).collect();
                    if !worths.is_sorted_by(|a, b| a >= b)
                        || worths
                            .first()
                            .is_some_and(|best| i128::from(*best) != expected)
                    {
                        fail(&format!("the worths of the moves are {worths:?}"));
                    }
                }
                Err(SolveError::Usage(_)) if sum.0.len() > 1 => {}
                // Moves that leave several components, each with a turn of its own, are refused.
                Err(SolveError::Usage(why)) if why.en.contains("whose turn it is") => refused += 1,
                other => fail(&format!("minimax {expected}, session {other:?}")),
            }
            compared += 1;
            nonzero += u64::from(expected != 0);
            if sum.0.len() > 1 {
                sums += 1;
                continue;
            }
            tables += u64::from(table_agrees(&session, &first, expected, &|what| fail(what)));
        }
    }
    println!(
        "{compared} compared, {sums} sums, {tables} tables, {nonzero} not 0, {known_totals} totals, {refused} refused"
    );
    assert!(refused <= files / 100);
    assert!(compared > files && sums > files / 4 && tables > files / 8 && nonzero > files / 2);
}

/// Fills a table around a position, if the game has one, and compares every position of the table
/// with minimax.
fn table_agrees(session: &Session, first: &Component, expected: i128, fail: &dyn Fn(&str)) -> bool {
    let (world, budget) = (&session.world, Budget::generous());
    let rules = world.rules(first.game);
    let Some(ir) = rules.game() else { return false };
    let Ok(facts) = facts::facts(ir, first.game, &budget) else {
        return false;
    };
    let (game, tops) = (first.game, &first.slots);
    let around = TableBox::around(world, game, &facts, tops, &budget).ok();
    let one_way = || TableBox::one_way(world, game, &facts, tops, &budget).ok()?;
    let Some(space) = around.or_else(one_way) else {
        return false;
    };
    let machine = Jit::new(2);
    let tables: Vec<PointsTable> = [None, Some(&machine as &dyn WasmMachine)]
        .into_iter()
        .filter_map(|machine| PointsTable::fill(world, first.game, &space, machine, &budget).ok())
        .collect();
    for table in &tables {
        let found = table.score(first.game, &first.slots);
        if found.map(|score| i128::from(score.difference)) != Some(expected) {
            fail(&format!("minimax {expected}, table {found:?}"));
        }
    }
    if let [by_program, by_code] = &tables[..] {
        let rows = |table: &PointsTable| {
            let mut rows = Vec::new();
            table.for_each(|slots, score| rows.push((slots.to_vec(), score)));
            rows
        };
        if rows(by_program) != rows(by_code) {
            fail("the tables of the interpreter and of generated code differ");
        }
    }
    !tables.is_empty()
}

fn score(session: &mut Session, question: &str) -> (i64, Option<(i64, i64)>) {
    let answer = session
        .score(question, false, &Budget::generous())
        .unwrap_or_else(|error| panic!("{question}: {}", error.render(Lang::En, false)));
    (answer.difference, answer.shares)
}

fn line(numbers: &[i64]) -> String {
    let shown: Vec<String> = numbers.iter().map(i64::to_string).collect();
    shown.join(", ")
}

const DEQUE: &str = "game Deque(A = [1, 2]) {
  state l in 1..size(A) + 1, r in 0..size(A)
  require l <= r + 1
  start [1, size(A)]
  play score
  move \"first\" when l <= r : { l += 1 } gain A[l]
  move \"last\" when l <= r : { r -= 1 } gain A[r]
}";

/// AtCoder DP L, LeetCode 877.
#[test]
fn numbers_are_taken_from_both_ends() {
    let mut rng = Rng::with_seed(11);
    let mut session = session_with("points.game", DEQUE);
    let mut generated = session_with("points.game", DEQUE);
    generated.settings.machine = Some(Arc::new(Jit::new(2)));
    generated.settings.always_generate = true;
    for length in [1, 2, 3, 6, 40, testkit::rounds(120, 500)] {
        let numbers: Vec<i64> = (0..length).map(|_| rng.i64(1..=1_000_000_000)).collect();
        let n = numbers.len();
        let mut best = vec![vec![0i64; n + 1]; n + 1];
        for width in 1..=n {
            for l in 0..=n - width {
                let r = l + width;
                best[l][r] = (numbers[l] - best[l + 1][r]).max(numbers[r - 1] - best[l][r - 1]);
            }
        }
        let question = format!("deque([{}])", line(&numbers));
        let total: i64 = numbers.iter().sum();
        for session in [&mut session, &mut generated] {
            let (difference, shares) = score(session, &question);
            assert_eq!(difference, best[0][n], "{question}");
            assert_eq!(shares.map(|(a, b)| a + b), Some(total));
            assert_eq!(shares.map(|(a, b)| a - b), Some(difference));
        }
    }
}

/// A guard of speed: generated code fills one table, in which each position is valued once.
#[test]
fn a_long_row_is_a_table_of_generated_code() {
    let mut session = session_with("points.game", DEQUE);
    session.settings.machine = Some(Arc::new(Jit::new(2)));
    let mut rng = Rng::with_seed(13);
    let numbers: Vec<i64> = (0..1_000).map(|_| rng.i64(1..=1_000_000_000)).collect();
    let question = format!("deque([{}])", line(&numbers));
    let answer = session
        .solve(&*question, SolveOptions::WINNER, &Budget::generous())
        .expect("a score");
    assert_eq!(answer.components[0].method, "codegen");
    let n = numbers.len() as u64;
    let positions = (n + 1) * (n + 2) / 2;
    assert_eq!(answer.stats.positions, positions);
    assert_eq!(answer.stats.options, n * (n + 1));
}

/// LeetCode 1140: a player takes the first 1 to 2 m piles, and m becomes the larger number.
#[test]
fn piles_are_taken_from_the_front() {
    let rules = "game Stones(A = [2, 7, 9, 4, 4]) {
  state i in 1..size(A) + 1, m in 1..size(A)
  start [1, 1]
  play score
  move \"take {k}\" k in 1..min(2 * m, size(A) + 1 - i) : [i + k, min(max(m, k), size(A))]
    gain total(A[t] for t in i..i + k - 1)
}";
    let mut session = session_with("points.game", rules);
    assert_eq!(score(&mut session, "stones"), (-6, Some((10, 16))));
    let mut rng = Rng::with_seed(12);
    for length in [3, 10, testkit::rounds(40, 100)] {
        let numbers: Vec<i64> = (0..length).map(|_| rng.i64(1..=10_000)).collect();
        let n = numbers.len();
        // best[i][m]: the points of the player to move.
        let mut best = vec![vec![0i64; n + 1]; n + 1];
        for i in (0..n).rev() {
            for m in 1..=n {
                let all: i64 = numbers[i..].iter().sum();
                let take = |k: usize| all - best[i + k][m.max(k).min(n)];
                best[i][m] = (1..=(2 * m).min(n - i)).map(take).max().expect("a move");
            }
        }
        let total: i64 = numbers.iter().sum();
        let question = format!("stones([{}])", line(&numbers));
        let shares = Some((best[0][1], total - best[0][1]));
        assert_eq!(score(&mut session, &question).1, shares);
    }
}

/// LeetCode 375: a guess costs its number, and only the guesser pays. The opponent chooses the side
/// that costs more, and moves without points.
#[test]
fn a_number_is_guessed() {
    let rules = "game Guess(N = 10) {
  state l in 1..N + 1, r in 0..N, guess in 0..N
  start [1, N, 0]
  play score
  move \"guess {k}\" k in l..r when guess == 0 and l < r : { guess = k } gain -k
  move \"lower\" when guess > 0 : [l, guess - 1, 0]
  move \"higher\" when guess > 0 : [guess + 1, r, 0]
}";
    let mut session = session_with("points.game", rules);
    assert_eq!(score(&mut session, "guess").0, -16);
    assert_eq!(score(&mut session, "guess(1)").0, 0);
    assert_eq!(score(&mut session, "guess(2)").0, -1);
}

/// Questions about outcomes and values only are refused, because they would ignore the points.
#[test]
fn points_are_not_ignored() {
    let mut session = session_with("points.game", DEQUE);
    let budget = Budget::generous();
    let refused = |error: SolveError| {
        assert!(matches!(error, SolveError::Unsupported(_)), "{error:?}");
        assert!(error.text().en.contains("points"), "{error:?}");
    };
    refused(
        session
            .same(["deque", "deque"], false, 100, &budget)
            .unwrap_err(),
    );
    refused(session.big("deque", &budget).err().expect("refused"));
    refused(session.certify("deque", false, &budget).unwrap_err());
    let query = grundy::misere::MisereQuery {
        to: None,
        elements: 100,
        period: false,
        forms: false,
        patient: false,
    };
    let report = grundy::misere::of_question(&mut session, "deque", &query, &budget);
    refused(report.expect_err("refused"));
}

/// The outcome is the sign of the difference, and the answer lists the moves.
#[test]
fn answers_have_points() {
    let mut session = session_with("points.game", DEQUE);
    let answer = session
        .solve(
            "deque([3, 9, 1, 2])",
            SolveOptions::MOVES,
            &Budget::generous(),
        )
        .expect("a score");
    assert_eq!(answer.outcome, Outcome::N);
    let score = answer.score.expect("points");
    let listed: Vec<(i64, i64)> = score
        .moves
        .expect("moves")
        .iter()
        .map(|one| (one.gain, one.worth))
        .collect();
    assert_eq!((score.difference, listed), (7, vec![(2, 7), (3, -5)]));
    assert_eq!(answer.moves.expect("moves").len(), 1);
}

/// Numbers beyond 64 bits are errors, never wrapped.
#[test]
fn points_beyond_64_bits_are_errors() {
    let rules = "game Large {
  state n in 0..9
  play score
  move : [n - 1] gain if n % 2 == 0 then 9223372036854775807 else -9223372036854775807
}";
    let mut session = session_with("points.game", rules);
    let error = session
        .score("large[3]", false, &Budget::generous())
        .expect_err("an overflow");
    let shown = error.render(Lang::En, false);
    assert!(shown.contains("64 bits"), "{shown}");
}

/// A long play does not overflow the stack, and a play that can cycle is refused.
#[test]
fn long_and_endless_plays() {
    let rules = "game Long {
  state n in 0.., a[1..2] in 0..1
  play score
  move when n > 0 : { n -= 1 } gain n % 3 - 1
}
game Round {
  state x in 0..3
  play score
  move : [(x + 1) % 4] gain 1
}";
    let mut session = session_with("points.game", rules);
    let gains = (1..=100_000i64).rev().map(|n| n % 3 - 1);
    let difference: i64 = gains
        .enumerate()
        .map(|(turn, gain)| if turn % 2 == 0 { gain } else { -gain })
        .sum();
    assert_eq!(score(&mut session, "long[100000, 0, 1]").0, difference);
    let error = session
        .score("round[0]", false, &Budget::generous())
        .expect_err("a cycle");
    assert!(error.render(Lang::En, false).contains("never ends"));
}
