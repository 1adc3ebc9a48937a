//! Games on boards and graphs.

use std::sync::Arc;

use base::text;
use rules::ast::PlayConvention;
use rules::game::Outcome;
use structures::grid::Grid;
use structures::{boi, digraph, geography, hackenbush, northcott};
use theorems::knights;

use super::super::laws::zigzag;
use super::super::{
    boi as races, election, facing, geography as tokens, hackenbush as pictures, loopy, rabbit,
    trees, walks, zigzag::read_weights,
};
use super::formats::{PLACE, number, opponent, or_refuse, refuse, row, try_opponent};
use crate::error::JudgeError;
use crate::input::InputReader;
use crate::opponent::{JudgeGame, MoveFormat};

/// All games of this file.
pub const GAMES: &[JudgeGame] = &[
    JudgeGame {
        problem: "ceoi2008_knights_moves",
        position: "the rows of the board, then x and y of each knight",
        makes: "x and y of each knight after the turn",
        example: "9 7 6 9 9",
        play: PlayConvention::Normal,
        start: |input| {
            let board = or_refuse(knights::KnightsBoard::new(number(input, 1..=u64::MAX)?))?;
            let cells = |input: &mut InputReader<'_>| {
                input.list_to_end(|input| {
                    Ok((number(input, 1..=u64::MAX)?, number(input, 1..=u64::MAX)?))
                })
            };
            let words = MoveFormat {
                read: cells,
                write: |made| row(made.iter().flat_map(|&(x, y)| [x, y])),
            };
            try_opponent(knights::Player::new(board, cells(input)?), words)
        },
    },
    JudgeGame {
        problem: "northcott",
        position: "the number of rows and of columns, then the columns of w and b in each row; w begins",
        makes: "the row, and the column to which the piece moves",
        example: "2 8 1 5 2 8",
        play: PlayConvention::Normal,
        start: |input| {
            try_opponent(
                northcott::lanes::NorthcottPlayer::new(&facing::board(input)?, None),
                SLIDE,
            )
        },
    },
    JudgeGame {
        problem: "p7589",
        position: "the number of backward moves of each player and their maximum length, then the positions of black and white on each line; black begins",
        makes: "the line, and the new position of the piece",
        example: "1 2 3 9 -4 1 8 6",
        play: PlayConvention::Normal,
        start: |input| {
            let retreats = facing::back(input)?;
            let lanes = input.list_to_end(facing::places)?;
            let words = MoveFormat {
                read: |input| {
                    let (lane, place) = (
                        number(input, 0..=usize::MAX)?,
                        number(input, i64::MIN..=i64::MAX)?,
                    );
                    Ok(northcott::lanes::NorthcottMove {
                        lane,
                        to: place.abs_diff(facing::FIRST_PLACE),
                    })
                },
                write: |made| {
                    format!(
                        "{} {}",
                        made.lane,
                        facing::FIRST_PLACE.saturating_add_unsigned(made.to)
                    )
                },
            };
            try_opponent(
                northcott::lanes::NorthcottPlayer::new(&lanes, Some(retreats)),
                words,
            )
        },
    },
    JudgeGame {
        problem: "ultimate_battle",
        position: "width and height, then column and row of both players",
        makes: "0 to change the column or 1 to change the row, then the new column or row",
        example: "9 7 1 2 5 6",
        play: PlayConvention::Normal,
        start: |input| {
            try_opponent(
                northcott::lanes::NorthcottPlayer::new(&facing::field(input)?, None),
                SLIDE,
            )
        },
    },
    JudgeGame {
        problem: "boi2008_game",
        position: "the side of the board, then its rows",
        makes: "the cell to which the player moves, counted from 0 row by row",
        example: "4 A... .... .... ...B",
        play: PlayConvention::Normal,
        start: |input| {
            let race = races::race(input)?;
            let start = race.board().start();
            opponent(
                boi::player::BoiPlayer::new(Arc::new(race), start, input.budget)?,
                VERTEX,
            )
        },
    },
    JudgeGame {
        problem: "geography",
        position: "the number of vertices and of edges, then the ends of each edge; the first move puts the token down",
        makes: "the vertex to which the token moves",
        example: "5 4 0 1 1 2 2 3 3 4",
        play: PlayConvention::Normal,
        start: |input| {
            let (n, edges) = tokens::read(input, 1 << 26)?;
            opponent(
                geography::GeographyPlayer::new(
                    Arc::new(geography::UndirectedGraph::new(
                        n as usize,
                        &edges,
                        input.budget,
                    )?),
                    |_| false,
                    None,
                    input.budget,
                )?,
                VERTEX,
            )
        },
    },
    JudgeGame {
        problem: "p4617",
        position: "the numbers of peaks and of trails, then the peak and the valley of each trail, then the start peak, all counted from 1",
        makes: "the next place of the walk: a peak is given by its number, a valley by the number of peaks plus its own number",
        example: "2 3 1 2 2 2 1 1 1",
        play: PlayConvention::Normal,
        start: |input| {
            let (n, graph) = tokens::read_peaks(input)?;
            let start = number(input, 1..=n)? - 1;
            opponent(
                geography::GeographyPlayer::new(
                    Arc::new(graph),
                    |_| false,
                    Some(start),
                    input.budget,
                )?,
                VERTEX_FROM_ONE,
            )
        },
    },
    JudgeGame {
        problem: "p4055",
        position: "the number of rows and of columns, then the rows; the first move puts the token down",
        makes: "the new row and column of the token, counted from 1",
        example: "3 3 .## ... #.#",
        play: PlayConvention::Normal,
        start: |input| {
            let (grid, free) = walks::read_board(input)?;
            opponent(
                walks::Player::new(grid, |cell| free[cell as usize], None, input.budget)?,
                PLACE,
            )
        },
    },
    JudgeGame {
        problem: "p4136",
        position: "the side of the board; the stone is on row 1, column 1",
        makes: "the new row and column of the stone, counted from 1",
        example: "4",
        play: PlayConvention::Normal,
        start: |input| {
            let n = number(input, 1..=1000)?;
            opponent(
                walks::Player::new(Grid::new(n, n), |_| true, Some(0), input.budget)?,
                PLACE,
            )
        },
    },
    JudgeGame {
        problem: "p1971",
        position: "the number of rows and of columns, then the rows; the rabbit begins",
        makes: "the row and the column of the piece that slides, counted from 1",
        example: "3 3 XOX O.X XOX",
        play: PlayConvention::Normal,
        start: |input| opponent(rabbit::player(input)?, PLACE),
    },
    JudgeGame {
        problem: "cf1147f",
        position: "the number of rows, then the weights row by row; Alice begins",
        makes: "`I` or `D` and the start node, then the node to which the token moves, counted from 1",
        example: "2 1 2 4 3",
        play: PlayConvention::Normal,
        start: |input| {
            opponent(
                zigzag::ZigzagPlayer::new(zigzag::ZigzagLaw::new(read_weights(input)?)),
                ZIGZAG,
            )
        },
    },
    JudgeGame {
        problem: "hackenbush_moves",
        position: "the number of vertices and of edges and the ground, then the ends of each edge",
        makes: "the edge that is cut",
        example: "5 6 0 0 1 1 2 2 0 1 3 3 4 4 4",
        play: PlayConvention::Normal,
        start: |input| {
            let graph = pictures::read_rooted(input)?.graph(input.budget)?;
            opponent(
                hackenbush::HackenbushPlayer::new(Arc::new(graph), input.budget)?,
                VERTEX,
            )
        },
    },
    JudgeGame {
        problem: "agc017d",
        position: "the number of vertices, then the ends of each edge, vertices counted from 1",
        makes: "the edge that is cut",
        example: "5 1 2 2 3 2 4 4 5",
        play: PlayConvention::Normal,
        start: |input| {
            let graph = pictures::read_standing(input)?.graph(input.budget)?;
            opponent(
                hackenbush::HackenbushPlayer::new(Arc::new(graph), input.budget)?,
                VERTEX,
            )
        },
    },
    trees::PARTS,
    trees::LEAVES,
    trees::STONES,
    trees::PAINTING,
    JudgeGame {
        problem: "cf1149e",
        position: "the numbers of cities and of arcs, the tax of each city, then tail and head of each arc, counted from 1",
        makes: "city and new tax of each city that is set, counted from 1: first the city whose tax is lowered, then other cities to which it has arcs",
        example: "4 2 2 1 1 5 1 2 3 4",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| {
                    input.list_to_end(|input| {
                        Ok((
                            number(input, 1..=u32::MAX)? - 1,
                            number(input, 0..=u64::MAX)?,
                        ))
                    })
                },
                write: |made: &Vec<(u32, u64)>| {
                    row(made.iter().map(|(city, tax)| format!("{} {tax}", city + 1)))
                },
            };
            opponent(election::player(input)?, words)
        },
    },
    JudgeGame {
        problem: "p6560",
        position: "the numbers of vertices and of arcs, then tail and head of each arc, then the vertex of the token and the goal, all counted from 1; one side must be able to win",
        makes: "the vertex to which the token moves",
        example: "7 7 1 2 2 3 3 4 4 5 3 6 7 5 6 7 1 5",
        play: PlayConvention::Normal,
        start: |input| {
            let (graph, start, goal) = loopy::read_goal(input)?;
            let player = digraph::SingleTokenPlayer::new(&graph, &[goal], start, input.budget)?;
            if player.outcome() == Outcome::D {
                return Err(refuse(text!(
                    "neither player can force a win from this position, so play might not end",
                    "双方在此局面都不能必胜：对局可能没有终局"
                )));
            }
            opponent(player, VERTEX_FROM_ONE)
        },
    },
    JudgeGame {
        problem: "poj2425",
        position: "the number of vertices and of arcs, then tail and head of each arc, then the vertices of the pieces",
        makes: "the piece, and the vertex to which it moves",
        example: "4 4 0 1 0 2 1 2 2 3 0 1",
        play: PlayConvention::Normal,
        start: |input| {
            let (vertices, count) = (
                number(input, 0..=1u32 << 30)?,
                number(input, 0..=1u64 << 31)?,
            );
            let vertex = |input: &mut InputReader<'_>| match vertices.checked_sub(1) {
                Some(last) => Ok(number(input, 0..=last)?),
                None => Err(refuse(text!("the graph has no vertices", "图中没有顶点"))),
            };
            let mut arcs = Vec::new();
            for _ in 0..count {
                input.budget.tick()?;
                input.budget.make_room(&mut arcs, 1, 0)?;
                arcs.push((vertex(input)?, vertex(input)?));
            }
            input.budget.allow_growth(
                8 * arcs.len() as u64,
                digraph::DirectedGraph::bytes(vertices as usize, arcs.len()),
            )?;
            let graph = Arc::new(digraph::DirectedGraph::new(vertices as usize, &arcs));
            let mut at = Vec::new();
            while !input.at_end() {
                input.budget.make_room(&mut at, 1, 0)?;
                at.push(vertex(input)?);
            }
            let circle = || {
                refuse(text!(
                    "the arcs form a cycle; the graph must be acyclic",
                    "弧形成了环；图中不得有环"
                ))
            };
            let words = MoveFormat {
                read: |input| Ok((number(input, 0..=usize::MAX)?, number(input, 0..=u32::MAX)?)),
                write: |(piece, to)| format!("{piece} {to}"),
            };
            opponent(
                digraph::TokenSumPlayer::new(graph, at, input.budget)?.ok_or_else(circle)?,
                words,
            )
        },
    },
];

const VERTEX: MoveFormat<u32> = MoveFormat {
    read: |input| Ok(number(input, 0..=u32::MAX)?),
    write: u32::to_string,
};

/// The format of moves to a vertex, counted from 1.
const VERTEX_FROM_ONE: MoveFormat<u32> = MoveFormat {
    read: |input| Ok(number(input, 1..=u32::MAX)? - 1),
    write: |vertex| (vertex + 1).to_string(),
};

const ZIGZAG: MoveFormat<zigzag::ZigzagMove> = MoveFormat {
    read: |input| {
        let node =
            |input: &mut InputReader<'_>| Ok::<u8, JudgeError>(number(input, 1..=u8::MAX)? - 1);
        let mut increasing = None;
        let choice = input.checked(text!("a move", "一着"), |word| {
            increasing = ["D", "I"].iter().position(|known| *known == word);
            increasing
                .map(|_| ())
                .ok_or_else(|| text!("expected `I` or `D`", "应为 `I` 或 `D`"))
        });
        match (choice, increasing) {
            (Ok(_), Some(increasing)) => {
                Ok(zigzag::ZigzagMove::Choose(increasing == 1, node(input)?))
            }
            _ => Ok(zigzag::ZigzagMove::Go(node(input)?)),
        }
    },
    write: |made| match made {
        zigzag::ZigzagMove::Choose(increasing, start) => {
            format!("{} {}", if *increasing { 'I' } else { 'D' }, start + 1)
        }
        zigzag::ZigzagMove::Go(to) => (to + 1).to_string(),
    },
};

const SLIDE: MoveFormat<northcott::lanes::NorthcottMove> = MoveFormat {
    read: |input| {
        Ok(northcott::lanes::NorthcottMove {
            lane: number(input, 0..=usize::MAX)?,
            to: number(input, 0..=u64::MAX)?,
        })
    },
    write: |made| format!("{} {}", made.lane, made.to),
};
