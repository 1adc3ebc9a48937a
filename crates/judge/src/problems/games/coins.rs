//! Games with coins that are turned and cells that are painted.

use rules::ast::PlayConvention;
use theorems::coins::{
    self, LineFlip as Coins, LineGame, MultiplesGame, ProductGame, RowColumnGame, SquaresGame,
};

use super::super::laws::{paint_row, patches};
use super::super::{patches as coloured, red_and_blue};
use super::formats::{number, opponent, place, places, row, try_opponent, two_numbers};
use crate::input::InputReader;
use crate::opponent::{JudgeGame, MoveFormat};

/// The maximum number of cells of P3179 in a complete game, in which each multiple of a cell is
/// turned separately.
const MAX_CELLS: u64 = 1 << 20;

/// All games of this file.
pub const GAMES: &[JudgeGame] = &[
    JudgeGame {
        problem: "coins2d",
        position: "the row and the column of each coin that shows heads; a move turns two coins of one row or column, and the farther one must show heads",
        makes: "row and column of the farther coin, and of the other one",
        example: "2 3 5 1",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| Ok((place(input, 2)?, place(input, 2)?)),
                write: |(far, near)| row(far.iter().chain(near)),
            };
            try_opponent(
                coins::Player::new(RowColumnGame { dimensions: 2 }, &places(input, 2)?),
                words,
            )
        },
    },
    JudgeGame {
        problem: "cf494e",
        position: "the maximum side of a square, then row and column of each coin that shows heads, counted from 1",
        makes: "row and column of the last coin of the square, and its side",
        example: "3 4 4 2 6 5 5",
        play: PlayConvention::Normal,
        start: |input| {
            let squares = SquaresGame {
                most: number(input, 1..=u64::MAX)?,
            };
            let words = MoveFormat {
                read: |input| Ok((place(input, 2)?, number(input, 0..=u64::MAX)?)),
                write: |(last, side)| row(last.iter().chain([side])),
            };
            try_opponent(coins::Player::new(squares, &places(input, 2)?), words)
        },
    },
    JudgeGame {
        problem: "p3179",
        position: "the number of cells, then the white cells, counted from 1",
        makes: "the chosen white cell, and the number of its multiples that are turned, including the cell itself",
        example: "20 1 2 3 5 8 13",
        play: PlayConvention::Normal,
        start: |input| {
            let game = MultiplesGame::new(number(input, 1..=MAX_CELLS)?, input.budget)?;
            let words = MoveFormat {
                read: |input| Ok((number(input, 0..=u64::MAX)?, number(input, 0..=u64::MAX)?)),
                write: |&(cell, count)| row([cell, count]),
            };
            try_opponent(coins::Player::new(game, &places(input, 1)?), words)
        },
    },
    JudgeGame {
        problem: "p2594",
        position: "the number of rows and of columns, then the rows of coins, H or T",
        makes: "row and column of each coin that is turned, counted from 1; first the coin that shows tails in the largest row and column",
        example: "2 3 HTH THT",
        play: PlayConvention::Normal,
        start: |input| {
            let (board, tails) = coloured::read(input)?;
            let tails: Vec<(usize, usize)> =
                tails.into_iter().map(|tail| board.place(tail)).collect();
            let words = MoveFormat {
                read: |input| {
                    let coin = |input: &mut InputReader<'_>| {
                        Ok((
                            number(input, 1..=usize::MAX)? - 1,
                            number(input, 1..=usize::MAX)? - 1,
                        ))
                    };
                    input.list_to_end(coin)
                },
                write: |made: &Vec<(usize, usize)>| {
                    row(made.iter().flat_map(|&(x, y)| [x + 1, y + 1]))
                },
            };
            try_opponent(patches::PatchesPlayer::new(board, &tails), words)
        },
    },
    JudgeGame {
        problem: "poj3533",
        position: "the three coordinates of each lamp that is lit, counted from 1",
        makes: "for each direction, the two coordinates of the corners, the smaller one first; 0 if there is no second one",
        example: "2 3 1 4 2 5",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| {
                    (0..3)
                        .map(|_| {
                            Ok(Coins::Coins(
                                place(input, 2)?
                                    .into_iter()
                                    .filter(|&coin| coin > 0)
                                    .collect(),
                            ))
                        })
                        .collect()
                },
                write: |made: &Vec<Coins>| row(made.iter().map(two_numbers)),
            };
            try_opponent(
                coins::Player::new(
                    ProductGame::new(vec![LineGame::Turtles; 3]),
                    &places(input, 3)?,
                ),
                words,
            )
        },
    },
    JudgeGame {
        problem: "ruler",
        position: "the numbers of the coins that show heads, counted from 1",
        makes: "the first and the last of the adjacent coins that are turned",
        example: "4 6 7",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| {
                    Ok(vec![Coins::Block(
                        number(input, 0..=u64::MAX)?,
                        number(input, 0..=u64::MAX)?,
                    )])
                },
                write: |made: &Vec<Coins>| row(made.iter().map(two_numbers)),
            };
            try_opponent(
                coins::Player::new(ProductGame::new(vec![LineGame::Ruler]), &places(input, 1)?),
                words,
            )
        },
    },
    JudgeGame {
        problem: "cf1704f",
        position: "the number of cells, then their colours, R and B in one word; Red begins",
        makes: "the left cell of the two that are painted, counted from 1",
        example: "6 RBRBRB",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| Ok(number(input, 1..=usize::MAX)? - 1),
                write: |left: &usize| (left + 1).to_string(),
            };
            opponent(
                paint_row::PaintRowPlayer::new(red_and_blue::cells(input, 1 << 20)?, input.budget)?,
                words,
            )
        },
    },
];
