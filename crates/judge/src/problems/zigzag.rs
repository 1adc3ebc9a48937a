//! The Zigzag Game: Bob wins by a stable matching; positions after Bob's first move are searched.

use std::fmt::Write;

use base::text;
use base::text::Text;
use fastrand::Rng;
use theorems::OnlinePlayer;

use super::laws::zigzag::{
    MAX_ROWS, ZigzagLaw, ZigzagMemo, ZigzagMove, ZigzagPlayer, ZigzagPosition,
};
use crate::contest::{Contest, JudgeDialogue};
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::interact::GameResult;
use crate::output::{write_either, write_row};
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "cf1147f",
    aliases: &[],
    title: ("Zigzag Game", "之字游戏"),
    source: "Codeforces 1147 F",
    method: "Bob moves to the partner in a stable matching; search after his first move",
    sample: include_str!("../../samples/cf1147f.txt"),
    solve,
    brute: by_rules!("cf1147f"),
    make,
    small: 3,
}];

/// The problem's own protocol, in which the contest program is Bob.
pub const CONTEST: Contest = Contest {
    problem: "cf1147f",
    play: be_bob,
};

/// A query: Alice's choice, the start, and the node of Bob's first move. Each choice is `None` if
/// it is not made yet. Nodes are counted from 0.
struct ZigzagQuery {
    increasing: Option<bool>,
    start: Option<u8>,
    first: Option<u8>,
}

/// Adds a weight to the weights that were read, and rejects a second edge of the same weight.
fn add(weights: &mut Vec<u32>, weight: u32) -> Result<(), Text> {
    if weights.contains(&weight) {
        return Err(text!(
            "a second edge of weight {weight}",
            "出现第二条权为 {weight} 的边"
        ));
    }
    weights.push(weight);
    Ok(())
}

/// Reads `n` and the matrix.
pub fn read_weights(input: &mut InputReader<'_>) -> Result<Vec<u32>, JudgeError> {
    let n = input.number(text!("the number of rows", "行数"), 1..=MAX_ROWS)?;
    let mut weights = Vec::new();
    for _ in 0..n * n {
        input.budget.steps(weights.len())?;
        let weight = input.number(text!("the weight of an edge", "边权"), 1..=(n * n) as u32)?;
        add(&mut weights, weight).map_err(|why| input.wrong(why))?;
    }
    Ok(weights)
}

fn read_query(input: &mut InputReader<'_>, rows: usize) -> Result<ZigzagQuery, JudgeError> {
    let mut increasing = None;
    input.checked(text!("Alice's choice", "Alice 的选择"), |word| {
        increasing = match word {
            "I" => Some(true),
            "D" => Some(false),
            "?" => None,
            _ => return Err(text!("expected `I`, `D` or `?`", "应为 `I`、`D` 或 `?`")),
        };
        Ok(())
    })?;
    let mut node = |what| {
        input
            .number(what, 0..=2 * rows as u8)
            .map(|node| node.checked_sub(1))
    };
    let start = node(text!("the start node, or 0", "起点或 0"))?;
    let first = node(text!(
        "the node of Bob's first move, or 0",
        "Bob 第一步的结点或 0"
    ))?;
    if let Some(first) = first {
        let column = |node: u8| usize::from(node) >= rows;
        let why = match (increasing, start) {
            (None, _) => text!(
                "Bob cannot have moved: Alice has not chosen `I` or `D`",
                "Alice 尚未选 `I` 或 `D`，Bob 不可能已走"
            ),
            (_, None) => text!(
                "Bob cannot have moved: the token is not on a node",
                "棋子尚未放下，Bob 不可能已走"
            ),
            (_, Some(start)) if column(start) == column(first) => text!(
                "Bob cannot move to a node on the same side",
                "Bob 不能走到同一侧的结点"
            ),
            _ => {
                return Ok(ZigzagQuery {
                    increasing,
                    start,
                    first: Some(first),
                });
            }
        };
        return input.refuse(why);
    }
    Ok(ZigzagQuery {
        increasing,
        start,
        first,
    })
}

fn solve(input: &mut InputReader<'_>, out: &mut String) -> Result<(), JudgeError> {
    let budget = input.budget;
    let cases = input.cases()?;
    for _ in 0..cases {
        let law = ZigzagLaw::new(read_weights(input)?);
        let queries = input.number(text!("the number of queries", "询问数"), 0..=1_000_000u64)?;
        for _ in 0..queries {
            budget.tick()?;
            let query = read_query(input, law.rows())?;
            let alice_wins = match (query.increasing, query.start, query.first) {
                (Some(increasing), Some(start), Some(first)) => {
                    let position = ZigzagPosition::chosen(increasing, start).after(first);
                    law.mover_wins(&position, &mut ZigzagMemo::new(), budget)?
                }
                _ => false,
            };
            write_either(out, alice_wins, "Alice", "Bob");
        }
    }
    Ok(input.end()?)
}

fn make(rng: &mut Rng, size: u64) -> String {
    let cases = rng.u32(1..=3);
    let mut text = format!("{cases}\n");
    for _ in 0..cases {
        let n = rng.usize(1..=size.min(50) as usize);
        let mut weights: Vec<usize> = (1..=n * n).collect();
        rng.shuffle(&mut weights);
        let _ = writeln!(text, "{n}");
        weights
            .chunks(n)
            .for_each(|weights| write_row(&mut text, weights));
        let queries = rng.u32(0..=10);
        let _ = writeln!(text, "{queries}");
        for _ in 0..queries {
            let choice = rng.choice(["I", "D"]).unwrap_or("I");
            let start = rng.usize(1..=2 * n);
            let _ = match rng.u32(..8) {
                0 => writeln!(text, "? 0 0"),
                1 => writeln!(text, "? {start} 0"),
                2 => writeln!(text, "{choice} 0 0"),
                3 => writeln!(text, "{choice} {start} 0"),
                _ if n > 5 => writeln!(text, "{choice} {start} 0"),
                _ => writeln!(
                    text,
                    "{choice} {start} {}",
                    if start <= n {
                        n + rng.usize(1..=n)
                    } else {
                        rng.usize(1..=n)
                    }
                ),
            };
        }
    }
    text
}

/// Plays in the problem's own protocol: each case is a game against Alice that Bob wins.
fn be_bob(talk: &mut JudgeDialogue<'_, '_>) -> Result<GameResult, JudgeError> {
    let cases = talk.number(text!("the number of cases", "测试组数"), 0..=1_000_000u64)?;
    for _ in 0..cases {
        let n = talk.number(text!("the number of rows", "行数"), 1..=MAX_ROWS)?;
        let mut weights = Vec::new();
        for _ in 0..n * n {
            talk.budget.steps(weights.len())?;
            let weight = talk.number(text!("the weight of an edge", "边权"), 1..=(n * n) as u32)?;
            add(&mut weights, weight).map_err(|why| talk.wrong(why))?;
        }
        let mut bob = ZigzagPlayer::new(ZigzagLaw::new(weights));
        let nodes = 2 * n as i64;
        talk.write_line("B");
        let increasing = talk.one_of(text!("`I` or `D`", "`I` 或 `D`"), &["I", "D"])? == 0;
        let start = talk.number(text!("the start node", "起点"), 1..=nodes)?;
        let mut made = ZigzagMove::Choose(increasing, start as u8 - 1);
        loop {
            bob.play(&made).map_err(|why| talk.wrong(why))?;
            bob.prepare(talk.budget)?;
            let Some(ZigzagMove::Go(to)) = bob.winning_move() else {
                return Err(JudgeError::Session(grundy::SolveError::Bug(text!(
                    "Bob has no winning move",
                    "Bob 没有必胜着"
                ))));
            };
            bob.play(&ZigzagMove::Go(to))
                .map_err(grundy::SolveError::Bug)?;
            talk.write_line(&(u32::from(to) + 1).to_string());
            match talk.number(
                text!("Alice's node, or -1", "Alice 走到的结点或 -1"),
                -2..=nodes,
            )? {
                -1 => break,
                -2 => {
                    return Ok(GameResult::Broke(
                        "the judge rejected a move as illegal".to_owned(),
                    ));
                }
                0 => return Err(talk.wrong(text!("there is no node 0", "没有结点 0"))),
                node => made = ZigzagMove::Go(node as u8 - 1),
            }
        }
    }
    Ok(GameResult::Won)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use base::budget::Budget;

    use super::*;
    use crate::contest::compete;
    use crate::input::InputError;
    use crate::interact::ProgramChannel;

    /// A judge with an Alice who moves at random, according to the problem statement; the program's
    /// moves are checked only by the rules.
    #[test]
    fn the_program_wins_as_bob() {
        for seed in 0..40 {
            let mut rng = Rng::with_seed(seed);
            let n = rng.usize(1..=50);
            let mut weights: Vec<u32> = (1..=(n * n) as u32).collect();
            rng.shuffle(&mut weights);
            let weight = |a: usize, b: usize| weights[a.min(b) * n + a.max(b) - n];
            let (increasing, start) = (rng.bool(), rng.usize(..2 * n));
            let mut lines = vec![format!("1\n{n}")];
            lines.extend(weights.chunks(n).map(|weights| {
                weights
                    .iter()
                    .map(u32::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            }));
            lines.reverse();
            let (walk, lines) = (RefCell::new(Vec::new()), RefCell::new(lines));
            let moves = |walk: &[usize]| -> Vec<usize> {
                let at = walk[walk.len() - 1];
                let heavier = (walk.len().is_multiple_of(2)) == increasing;
                let fits = |&to: &usize| {
                    (at < n) != (to < n)
                        && !walk.contains(&to)
                        && (walk.len() == 1
                            || (weight(at, to) > weight(walk[walk.len() - 2], at)) == heavier)
                };
                (0..2 * n).filter(fits).collect()
            };
            let mut say = |said: &str| {
                let (mut walk, mut lines) = (walk.borrow_mut(), lines.borrow_mut());
                if said == "B" {
                    walk.push(start);
                    return lines.push(format!(
                        "{} {}",
                        if increasing { "I" } else { "D" },
                        start + 1
                    ));
                }
                let to = said.parse::<usize>().unwrap() - 1;
                assert!(moves(&walk).contains(&to), "{said} after {walk:?}");
                walk.push(to);
                lines.push(match rng.choice(moves(&walk)) {
                    None => "-1".to_owned(),
                    Some(to) => {
                        walk.push(to);
                        (to + 1).to_string()
                    }
                });
            };
            let mut hear = || lines.borrow_mut().pop();
            let mut line = ProgramChannel {
                say: &mut say,
                hear: &mut hear,
            };
            assert_eq!(
                compete(&CONTEST, &mut line, &Budget::generous()).unwrap(),
                GameResult::Won
            );
        }
    }

    #[test]
    fn what_the_judge_may_not_say_is_refused() {
        let start = "1\n2\n1 2\n4 3\n";
        for (said, expected) in [
            ("1\n2\n1 2\n4 4\n".to_owned(), Err((4, 3))),
            (format!("{start}I 5\n"), Err((5, 3))),
            (format!("{start}x 1\n"), Err((5, 1))),
            (format!("{start}I 1\n0\n"), Err((6, 1))),
            (format!("{start}I 1\n1\n"), Err((6, 1))),
            (format!("{start}I 1\n"), Err((6, 1))),
            (format!("{start}I 1\n-2\n"), Ok(false)),
            (format!("{start}I 1\n-1\n"), Ok(true)),
        ] {
            let mut lines = said.lines().map(str::to_owned);
            let mut line = ProgramChannel {
                say: &mut |_| (),
                hear: &mut || lines.next(),
            };
            let found = compete(&CONTEST, &mut line, &Budget::generous())
                .map(|ended| ended == GameResult::Won)
                .map_err(|failure| match failure {
                    JudgeError::Malformed(InputError { line, column, .. }) => (line, column),
                    other => panic!("{other:?}"),
                });
            assert_eq!(found, expected, "{said}");
        }
    }
}
