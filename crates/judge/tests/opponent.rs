//! Tests complete games of problems: the judge wins whenever it has a winning strategy.

use base::budget::Budget;
use grundy::player::MatchSide;
use judge::{
    GAMES, GameResult, InputReader, JudgeError, JudgeGame, MoveError, Opponent, PLAYED_AS,
    ProgramChannel, game, interact_in, problem,
};

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
