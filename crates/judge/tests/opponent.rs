//! Tests complete games of problems: the judge wins whenever it has a winning strategy.

use base::budget::Budget;
use fastrand::Rng;
use grundy::player::MatchSide;
use judge::{
    GAMES, GameResult, InputReader, JudgeError, JudgeGame, MoveError, Opponent, PLAYED_AS,
    ProgramChannel, game, interact_in, problem,
};
use rules::ast::PlayConvention;

fn start(game: &JudgeGame, position: &str) -> Box<dyn Opponent> {
    let budget = Budget::generous();
    let mut input = InputReader::new(position, &budget);
    let side =
        (game.start)(&mut input).unwrap_or_else(|failure| panic!("{}: {failure:?}", game.problem));
    input
        .end()
        .unwrap_or_else(|wrong| panic!("{}: {wrong:?}", game.problem));
    side
}

/// The judge, as the player with a winning strategy, wins every game of the list against a program
/// that makes arbitrary moves. The program uses a perfect player of its own only to find legal
/// moves. The moves of both players are parsed in their formats.
#[test]
fn the_judge_wins_every_game_that_it_can() {
    for game in GAMES.iter().copied().flatten() {
        assert!(problem(game.problem).is_some(), "{}", game.problem);
        let wins = start(game, game.example).winning_move().is_some();
        let program = if wins {
            MatchSide::Second
        } else {
            MatchSide::First
        };
        let mirror = std::cell::RefCell::new(start(game, game.example));
        let budget = Budget::generous();
        let mut last = String::new();
        let play = |made: &str| match mirror.borrow_mut().play(made, &budget) {
            Err(MoveError::Move(why)) => panic!("{}: {made}: {}", game.problem, why.en),
            Err(MoveError::Failed(failure)) => panic!("{}: {failure:?}", game.problem),
            Ok(()) => {}
        };
        let mut say = |said: &str| {
            last = said.to_owned();
            said.strip_prefix("move ").into_iter().for_each(play);
        };
        let mut hear = || {
            let made = mirror.borrow_mut().any_move();
            made.iter().for_each(|made| play(made));
            made
        };
        let mut line = ProgramChannel {
            say: &mut say,
            hear: &mut hear,
        };
        let ended = interact_in(game, game.example, program, &mut line, &budget).unwrap();
        assert_eq!(ended, GameResult::Lost, "{}: {last}", game.problem);
    }
}

/// Games on random positions: after a winning move, the opponent has none, and after any move from
/// a position without a winning move, the opponent has one.
#[test]
fn winning_moves_leave_positions_without_winning_moves() {
    let budget = &Budget::generous();
    for (name, position, numbers) in RANDOM_GAMES {
        let mut ends = 0;
        for seed in 0..testkit::rounds(40, 1000) {
            let rng = &mut Rng::with_seed(seed);
            let (text, most) = position(rng);
            let mut side = start(game(name).unwrap(), &text);
            loop {
                let winning = side.winning_move();
                let Some(any) = side.any_move() else {
                    assert!(winning.is_none(), "{name}: {text}");
                    ends += 1;
                    break;
                };
                let wins = winning.is_some();
                let made = winning.unwrap_or_else(|| {
                    // A random row of numbers may be no move, and then leaves the game unchanged.
                    for _ in 0..100 {
                        let count = *rng.choice(*numbers).unwrap();
                        let row: Vec<String> =
                            (0..count).map(|_| rng.u32(0..=most).to_string()).collect();
                        let made = row.join(" ");
                        if side.play(&made, budget).is_ok() {
                            return String::new();
                        }
                    }
                    any
                });
                if !made.is_empty() {
                    let played = side.play(&made, budget);
                    played
                        .unwrap_or_else(|why| panic!("{name}: {text}: {made}: {}", why.text().en));
                }
                let ended = side.any_move().is_none();
                let misere = game(name).unwrap().play == PlayConvention::Misere;
                if !(ended && misere) {
                    assert_eq!(side.winning_move().is_some(), !wins, "{name}: {text}");
                }
            }
        }
        assert!(ends > 0, "{name}");
    }
}

/// A problem, a random position with the largest number of a random move, and how many numbers a
/// move may have.
type RandomGame = (
    &'static str,
    fn(&mut Rng) -> (String, u32),
    &'static [usize],
);

const RANDOM_GAMES: &[RandomGame] = &[
    ("p8347", |rng| tree(rng, 2, |_| String::new()), &[2]),
    (
        "p7864",
        |rng| {
            let n = rng.u32(1..10);
            let parents: String = (2..=n).map(|v| format!(" {}", rng.u32(1..v))).collect();
            (format!("{n}{parents}"), n)
        },
        &[1, 2, 3],
    ),
    (
        "agc010f",
        |rng| {
            let (text, n) = tree(rng, 1, |rng| rng.u32(0..4).to_string() + " ");
            (format!("{text} {}", rng.u32(1..=n)), n)
        },
        &[1],
    ),
    (
        "cot3",
        |rng| tree(rng, 1, |rng| rng.u32(0..2).to_string() + " "),
        &[1],
    ),
    (
        "cf1149e",
        |rng| {
            let n = rng.u32(2..5);
            let arcs: Vec<(u32, u32)> = (0..rng.u32(0..5))
                .map(|_| (rng.u32(1..=n), rng.u32(1..=n)))
                .filter(|(a, b)| a < b)
                .collect();
            let taxes: String = (0..n).map(|_| format!(" {}", rng.u32(0..5))).collect();
            let head = format!("{n} {}{taxes}", arcs.len());
            (
                arcs.iter()
                    .fold(head, |text, (a, b)| format!("{text} {a} {b}")),
                5,
            )
        },
        &[2, 4],
    ),
    (
        "cf1704f",
        |rng| {
            let n = rng.u32(2..12);
            let cells: String = (0..n).map(|_| if rng.bool() { 'R' } else { 'B' }).collect();
            (format!("{n} {cells}"), n)
        },
        &[1],
    ),
    (
        "p2594",
        |rng| {
            let (rows, columns) = (rng.u32(1..5), rng.u32(1..5));
            let row = |rng: &mut Rng| -> String {
                (0..columns)
                    .map(|_| if rng.bool() { 'T' } else { 'H' })
                    .collect()
            };
            let rows: Vec<String> = (0..rows).map(|_| row(rng)).collect();
            (format!("{} {columns} {}", rows.len(), rows.join(" ")), 4)
        },
        &[2, 4, 6],
    ),
    (
        "p2490",
        |rng| {
            let mut cells: Vec<u32> = (1..14).collect();
            rng.shuffle(&mut cells);
            cells.truncate(2 * rng.usize(1..4));
            cells.sort_unstable();
            let most = rng.u32(1..4);
            (
                cells
                    .iter()
                    .fold(most.to_string(), |text, cell| format!("{text} {cell}")),
                14,
            )
        },
        &[2, 4],
    ),
    (
        "cf1147f",
        |rng| {
            let n = rng.u32(1..5);
            let mut weights: Vec<u32> = (1..=n * n).collect();
            rng.shuffle(&mut weights);
            (
                weights
                    .iter()
                    .fold(n.to_string(), |text, weight| format!("{text} {weight}")),
                2 * n,
            )
        },
        &[1],
    ),
];

/// Returns the number of vertices of a random tree, a text for each vertex, and the edges.
fn tree(rng: &mut Rng, least: u32, vertex: fn(&mut Rng) -> String) -> (String, u32) {
    let n = rng.u32(least..10);
    let mut text = format!("{n} ");
    (0..n).for_each(|_| text += &vertex(rng));
    (2..=n).for_each(|v| text += &format!("{v} {} ", rng.u32(1..v)));
    (text, n)
}

#[test]
fn what_is_no_move_is_named() {
    let nim = game("nim_moves").unwrap();
    for (said, part) in [
        ("0 9", "0 9"),
        ("7 1", "unknown number 7"),
        ("", "end of the input"),
        ("0 1 1", "end of the input"),
        ("x", "found `x`"),
    ] {
        let mut lines = Vec::new();
        let mut said = Some(said.to_owned());
        let mut line = ProgramChannel {
            say: &mut |text| lines.push(text.to_owned()),
            hear: &mut || said.take(),
        };
        let ended =
            interact_in(nim, "3 5", MatchSide::First, &mut line, &Budget::generous()).unwrap();
        assert!(
            matches!(&ended, GameResult::Broke(why) if why.contains(part)),
            "{ended:?}"
        );
    }
    let mut line = ProgramChannel {
        say: &mut |_| (),
        hear: &mut || None,
    };
    let wrong = interact_in(nim, "3 x", MatchSide::First, &mut line, &Budget::generous());
    assert!(matches!(wrong, Err(JudgeError::Malformed(_))));
}

#[test]
fn the_page_tells_how_each_game_is_written() {
    let (page, chinese) = (
        include_str!("../../../docs/judge.md"),
        include_str!("../../../docs/judge.zh-CN.md"),
    );
    for JudgeGame {
        problem,
        position,
        makes,
        example,
        ..
    } in GAMES.iter().copied().flatten()
    {
        assert!(
            page.contains(&format!(
                "| `{problem}` | {position} | {makes} | `{example}` |"
            )),
            "{problem}"
        );
        let title = &judge::problem(problem).unwrap().title().zh;
        let (begin, end) = (
            format!("| `{problem}` {title} | "),
            format!(" | `{example}` |"),
        );
        assert!(
            chinese
                .lines()
                .any(|line| line.starts_with(&begin) && line.ends_with(&end)),
            "{problem}"
        );
    }
    for (problem, like) in PLAYED_AS {
        assert!(
            judge::problem(problem).is_some()
                && game(problem).is_some_and(|game| game.problem == *like),
            "{problem}"
        );
        assert!(
            page.contains(&format!("`{problem}` as `{like}`")),
            "{problem}"
        );
        assert!(
            chinese.contains(&format!("`{problem}` 同 `{like}`")),
            "{problem}"
        );
    }
}
