//! Generalized Subtraction Game (AtCoder Beginner Contest 278 G): adjacent cards are taken from a
//! row. The theorem and the player are in `theorems::neighbours`.

use base::text;
use theorems::OnlinePlayer;
use theorems::neighbours::{MAX_ROW_LENGTH, NeighboursRules, Player};
use theory::reference::ReferenceSearch;

use crate::contest::{Contest, JudgeDialogue};
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::interact::GameResult;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "abc278g",
    aliases: &[],
    title: ("Generalized Subtraction Game", "广义取牌游戏"),
    source: "AtCoder Beginner Contest 278 G",
    method: "symmetry if more than one number may be taken, otherwise values of the octal game",
    sample: include_str!("../../samples/abc278g.txt"),
    solve: |input, out| {
        let (cards, rules) = read(input, MAX_ROW_LENGTH)?;
        write_either(out, rules.wins(cards, input.budget)?, "First", "Second");
        Ok(())
    },
    brute: |input, out| {
        let (cards, rules) = read(input, 14)?;
        let blocks = (0..cards).flat_map(|first| {
            (1..=cards - first).map(move |count| (count, ((1u32 << count) - 1) << first))
        });
        let blocks: Vec<u32> = blocks
            .filter(|&(count, _)| rules.allows(count))
            .map(|(_, block)| block)
            .collect();
        let options = |there: &u32| {
            blocks
                .iter()
                .filter(|block| there & **block == **block)
                .map(|block| there ^ block)
                .collect()
        };
        write_either(
            out,
            ReferenceSearch::normal(options, input.budget).mover_wins(&((1 << cards) - 1))?,
            "First",
            "Second",
        );
        Ok(())
    },
    make: |rng, size| {
        let cards = rng.u64(1..=size.min(2000));
        let least = rng.u64(1..=cards);
        // The case L = R of equal bounds is harder than the case L < R.
        let most = if rng.bool() {
            least
        } else {
            rng.u64(least..=cards)
        };
        let mut text = String::new();
        write_row(&mut text, [cards, least, most]);
        text
    },
    small: 14,
}];

/// The problem's own protocol: a game against its judge, in which the program chooses to move first
/// or second.
pub const CONTEST: Contest = Contest {
    problem: "abc278g",
    play: compete,
};

/// Reads a line `N L R`.
fn read(input: &mut InputReader<'_>, most: u64) -> Result<(u64, NeighboursRules), JudgeError> {
    let cards = input.number(text!("the number of cards", "牌数"), 1..=most)?;
    let least = input.number(
        text!("the minimum number of cards per move", "一步至少取的牌数"),
        1..=cards,
    )?;
    let most = input.number(
        text!("the maximum number of cards per move", "一步至多取的牌数"),
        least..=cards,
    )?;
    input.end()?;
    Ok((
        cards,
        NeighboursRules::new(least, most).expect("both are in their ranges"),
    ))
}

fn compete(talk: &mut JudgeDialogue<'_, '_>) -> Result<GameResult, JudgeError> {
    let cards = talk.number(text!("the number of cards", "牌数"), 1..=MAX_ROW_LENGTH)?;
    let least = talk.number(
        text!("the minimum number of cards per move", "一步至少取的牌数"),
        1..=cards,
    )?;
    let most = talk.number(
        text!("the maximum number of cards per move", "一步至多取的牌数"),
        least..=cards,
    )?;
    let mut player = Player::new(
        NeighboursRules::new(least, most).expect("both are in their ranges"),
        cards,
        talk.budget,
    )?;
    let mut own = player.winning_move().is_some();
    talk.write_line(if own { "First" } else { "Second" });
    loop {
        if own {
            let made = player.winning_move().ok_or_else(|| {
                grundy::SolveError::Bug(text!(
                    "the winning side has no winning move",
                    "必胜方没有必胜着"
                ))
            })?;
            player.play(&made).map_err(grundy::SolveError::Bug)?;
            talk.write_line(&format!("{} {}", made.0, made.1));
        }
        own = true;
        let what = || text!("the first card of the judge's move", "评测方所取的第一张牌");
        let first = talk.number(what(), -1..=cards as i64)?;
        let taken = talk.number(
            text!(
                "the number of cards of the judge's move",
                "评测方所取的牌数"
            ),
            -1..=cards as i64,
        )?;
        match (u64::try_from(first), u64::try_from(taken)) {
            (Ok(0), Ok(0)) if player.any_move().is_none() => return Ok(GameResult::Won),
            (Ok(0), Ok(0)) => {
                return Err(talk.wrong(text!(
                    "`0 0` means that no move is left, but a move exists",
                    "`0 0` 表示无着可走，但仍有着法"
                )));
            }
            (Ok(first), Ok(taken)) => player
                .play(&(first, taken))
                .map_err(|why| talk.wrong(why))?,
            _ => {
                return Ok(GameResult::Broke(
                    "the judge rejected a move as illegal".to_owned(),
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use fastrand::Rng;

    use base::budget::Budget;

    use super::*;
    use crate::input::InputError;
    use crate::interact::ProgramChannel;

    /// A judge that moves at random, according to the problem statement; the program's moves are
    /// checked only by the rules.
    #[test]
    fn the_program_wins() {
        for seed in 0..200 {
            let mut rng = Rng::with_seed(seed);
            let cards = rng.usize(1..=if seed < 190 { 40 } else { 2000 });
            let least = rng.usize(1..=cards.min(9));
            let most = if rng.bool() {
                least
            } else {
                rng.usize(least..=cards)
            };
            let (there, lines) = (
                RefCell::new(vec![true; cards]),
                RefCell::new(vec![format!("{cards} {least} {most}")]),
            );
            let mut reply = |there: &mut Vec<bool>| {
                let starts = (0..cards).filter(|&first| {
                    first + least <= cards && there[first..first + least].iter().all(|there| *there)
                });
                let Some(first) = rng.choice(starts.collect::<Vec<_>>()) else {
                    return "0 0".to_owned();
                };
                let room = there[first..]
                    .iter()
                    .take_while(|there| **there)
                    .count()
                    .min(most);
                let taken = rng.usize(least..=room);
                there[first..first + taken].fill(false);
                format!("{} {taken}", first + 1)
            };
            let mut say = |said: &str| {
                let mut there = there.borrow_mut();
                if said == "First" {
                    return;
                }
                if said != "Second" {
                    let (first, taken) = said.split_once(' ').unwrap();
                    let (first, taken) = (
                        first.parse::<usize>().unwrap() - 1,
                        taken.parse::<usize>().unwrap(),
                    );
                    assert!(
                        (least..=most).contains(&taken)
                            && there[first..first + taken].iter().all(|there| *there),
                        "{said}"
                    );
                    there[first..first + taken].fill(false);
                }
                lines.borrow_mut().push(reply(&mut there));
            };
            let mut hear = || lines.borrow_mut().pop();
            let mut line = ProgramChannel {
                say: &mut say,
                hear: &mut hear,
            };
            assert_eq!(
                crate::compete(&CONTEST, &mut line, &Budget::generous()).unwrap(),
                GameResult::Won,
                "seed {seed}"
            );
        }
    }

    #[test]
    fn what_the_judge_may_not_say_is_refused() {
        for (said, expected) in [
            ("6 1 x", Err((1, 5))),
            ("6 2 1", Err((1, 5))),
            ("3 2 2\n0 0", Ok(true)),
            ("6 1 2\n7 1", Err((2, 1))),
            ("6 1 2\n3 1", Err((2, 3))),
            ("6 1 2\n0 0", Err((2, 3))),
            ("6 1 2\n-1 -1", Ok(false)),
            ("6 1 2", Err((2, 1))),
        ] {
            let mut lines = said.lines().map(str::to_owned);
            let mut line = ProgramChannel {
                say: &mut |_| (),
                hear: &mut || lines.next(),
            };
            let found = crate::compete(&CONTEST, &mut line, &Budget::generous())
                .map(|ended| ended == GameResult::Won);
            let place = |failure| match failure {
                JudgeError::Malformed(InputError { line, column, .. }) => (line, column),
                other => panic!("{other:?}"),
            };
            assert_eq!(found.map_err(place), expected, "{said}");
        }
    }
}
