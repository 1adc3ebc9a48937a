//! Games of two players that are played by turns in one component: random games with goals, traps,
//! ties and repeated positions, compared with their definition, and the questions that are refused.

use std::collections::BTreeSet;

use base::budget::Budget;
use grundy::answer::WinningMove;
use grundy::partizan_play::PartizanMatch;
use grundy::player::{MatchSide, MatchState};
use grundy::winners::{PlayResult, Winners};
use grundy::{Session, SolveError, SolveOptions};
use rules::ast::Player;
use testkit::turn_games::TurnGame;

use crate::support::session_with;

const MOVES: SolveOptions = SolveOptions {
    moves: true,
    winner_only: true,
    to_move: None,
};

fn result(result: Option<usize>) -> PlayResult {
    result.map_or(PlayResult::Draw, |side| PlayResult::Win(Player::ALL[side]))
}

#[test]
fn results_and_moves_agree_with_the_definition() {
    let (mut positions, mut draws, mut wins, mut listed) = (0, 0, 0, 0);
    for seed in 0..testkit::rounds(300, 5_000) {
        let game = TurnGame::random(seed);
        if !game.has_sides() {
            continue;
        }
        let text = game.text();
        let mut session = session_with("turns.game", &text);
        let known = game.results();
        for position in game.positions() {
            let [x, y] = position;
            let question = format!("a[{x}, {y}]");
            let fail = |what: String| -> ! { panic!("seed {seed}, {question}: {what}\n{text}") };
            let answer = match session.solve(&question[..], MOVES, &Budget::generous()) {
                Ok(answer) => answer,
                Err(error) => fail(error.text().en),
            };
            let found = answer.partizan.unwrap();
            let expected = [0, 1].map(|side| result(known[&(position, side)]));
            if found.winners != Winners(expected.map(Some)) {
                fail(format!("{expected:?} expected, found {:?}", found.winners));
            }
            positions += 1;
            for side in [0, 1] {
                match expected[side] {
                    PlayResult::Draw => draws += 1,
                    PlayResult::Win(_) => wins += 1,
                }
                let best = known[&(position, side)];
                let moves: BTreeSet<[i64; 2]> = game
                    .options(position, side)
                    .into_iter()
                    .filter(|option| best != Some(1 - side) && known[&(*option, 1 - side)] == best)
                    .collect();
                let own = &found.moves.as_ref().unwrap()[side];
                let leaves = own.list.iter().map(|made| &made.leaves[0].slots);
                let leaves: BTreeSet<[i64; 2]> = leaves.map(|slots| [slots[0], slots[1]]).collect();
                if moves != leaves {
                    fail(format!(
                        "moves of {side} to {moves:?} expected, found {leaves:?}"
                    ));
                }
                listed += moves.len();
                let only = SolveOptions {
                    to_move: Some(Player::ALL[side]),
                    ..MOVES
                };
                let one = session.solve(&question[..], only, &Budget::generous());
                let one = one.unwrap().partizan.unwrap();
                assert_eq!(
                    one.winners,
                    Winners::from_result(Player::ALL[side], expected[side])
                );
            }
        }
    }
    assert!(positions > 1_500, "{positions} positions");
    assert!(
        draws > 500 && wins > 1_000 && listed > 500,
        "{draws}, {wins}, {listed}"
    );
}

const CHASE: &str = "game Chase {
  state n in 0..9
  goal n == 9 for left
  goal n == 0 for right
  move left k in 1..2 : [n + k]
  move right k in 1..2 : [n - k]
  loopy
}";

#[test]
fn sums_and_values_of_such_games_are_refused() {
    let mut session = session_with("chase.game", CHASE);
    let budget = Budget::generous();
    let mut refused = |question: &str, asked: SolveOptions| {
        let error = session.solve(question, asked, &budget);
        error.expect_err(question).text().en
    };
    let sum = refused("chase[3] + nim[2]", SolveOptions::WINNER);
    assert!(sum.contains("cannot be part of a sum"), "{sum}");
    let sum = refused("chase[3] + chase[4]", SolveOptions::WINNER);
    assert!(sum.contains("cannot be part of a sum"), "{sum}");
    let mut split = session_with(
        "split.game",
        "game Split { state n in 0..9 goal n == 1 for left move k in 1..1 when n >= 2 : [n - 1] + [1] }",
    );
    let error = split.solve("split[5]", SolveOptions::WINNER, &budget);
    assert!(
        matches!(error, Err(SolveError::Unsupported(_))),
        "{error:?}"
    );
    let impartial = SolveOptions {
        to_move: Some(Player::Left),
        ..SolveOptions::VALUE
    };
    let error = Session::new().solve("nim[3]", impartial, &budget);
    assert!(matches!(error, Err(SolveError::Usage(_))), "{error:?}");
}

#[test]
fn a_solved_position_has_its_length() {
    let mut session = session_with("chase.game", CHASE);
    let answer = session.solve("chase[8]", SolveOptions::VALUE, &Budget::generous());
    let found = answer.unwrap().partizan.unwrap();
    assert_eq!(found.lengths[0], Some(1));
    assert_eq!(
        found.winners.if_begins(Player::Left),
        Some(PlayResult::Win(Player::Left))
    );
    assert_eq!(found.value, None);
}

/// Perfect play has the result of the definition, and the reasons name best moves and winning
/// answers.
#[test]
fn matches_and_reasons_agree_with_the_definition() {
    let budget = Budget::generous();
    let (mut matches, mut draws, mut answered) = (0, 0, 0);
    for seed in 0..testkit::rounds(150, 1_000) {
        let game = TurnGame::random(seed);
        if !game.has_sides() {
            continue;
        }
        let text = game.text();
        let mut session = session_with("turns.game", &text);
        let known = game.results();
        for position in game.positions() {
            let [x, y] = position;
            let question = format!("a[{x}, {y}]");
            let why = session.why(&question[..], &budget).unwrap();
            for (side, reason) in why.sides.iter().enumerate() {
                let expected = result(known[&(position, side)]);
                assert_eq!(reason.result, expected, "seed {seed}, {question}\n{text}");
                let left = |made: &WinningMove| [made.leaves[0].slots[0], made.leaves[0].slots[1]];
                if let Some(best) = &reason.best {
                    let after = result(known[&(left(best), 1 - side)]);
                    assert_eq!(after, expected, "seed {seed}, {question}\n{text}");
                }
                for (made, answer) in &reason.answers {
                    let Some(answer) = answer else { continue };
                    assert!(game.options(left(made), 1 - side).contains(&left(answer)));
                    assert_eq!(result(known[&(left(answer), side)]), expected);
                    answered += 1;
                }
                let first = Player::ALL[side];
                let mut play =
                    PartizanMatch::new(&mut session, &question[..], first, &budget).unwrap();
                let over = loop {
                    match play.state(&budget).unwrap() {
                        MatchState::Open => {
                            let (made, _) = play.choose(100, 0, &budget).unwrap();
                            play.play(made);
                        }
                        MatchState::Over(winner, reason) => break (winner, reason),
                    }
                    assert!(play.turns().len() < 500, "seed {seed}, {question}\n{text}");
                };
                let winner = over.0.map(|seat| match seat {
                    MatchSide::First => first,
                    MatchSide::Second => first.other(),
                });
                let found = winner.map_or(PlayResult::Draw, PlayResult::Win);
                assert_eq!(found, expected, "seed {seed}, {question}, {over:?}\n{text}");
                matches += 1;
                draws += usize::from(found == PlayResult::Draw);
            }
        }
    }
    assert!(
        matches > 3_000 && draws > 400 && answered > 50,
        "{matches}, {draws}, {answered}"
    );
}
