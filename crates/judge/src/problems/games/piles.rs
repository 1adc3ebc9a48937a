//! Games with piles and rows of stones.

use std::sync::Arc;

use base::text;
use dashu_int::UBig;
use heap::periodic::PeriodicCode;
use rules::ast::PlayConvention;
use theorems::dynamic::TakeFactor;
use theorems::row::StaircaseRow;
use theorems::{
    PileTake, again_stone, bachet, beans, candy_piles, circle_kayles, dynamic, ed, end_nim, euclid,
    kiki, merging, misere_nim, moore, multiplication, neighbours, new_stone, nim, octal, piles,
    seats, staircase, stone_game_2, wythoff,
};

use super::super::laws::approach;
use super::super::{big, bottles, dynamic as folds, matrix, nim::line};
use super::formats::{
    BIG_NUMBER, NUMBER, big_number, number, opponent, refuse, row, three_numbers, try_opponent,
};
use crate::input::InputReader;
use crate::opponent::{JudgeGame, MoveFormat};

/// A number of values of Kayles that is sufficient to prove the period of Kayles.
const MIN_KAYLES_VALUES: usize = 1000;

/// All games of this file.
pub const GAMES: &[JudgeGame] = &[
    JudgeGame {
        problem: "bash",
        position: "the size of the pile, and the maximum number of stones per move",
        makes: "the number taken",
        example: "100 7",
        play: PlayConvention::Normal,
        start: |input| {
            opponent(
                bachet::Player::new(big_number(input)?, big_number(input)?),
                BIG_NUMBER,
            )
        },
    },
    JudgeGame {
        problem: "arc168b",
        position: "the maximum number of stones per move, then the heaps",
        makes: "the heap, and the number taken from it",
        example: "4 5 5 4 1 5",
        play: PlayConvention::Normal,
        start: |input| {
            let most = piles::PileRules::UpTo(number(input, 1..=u64::MAX)?);
            opponent(
                piles::Player::new(line(input)?.into_iter().map(|heap| (most, heap))),
                TAKE,
            )
        },
    },
    JudgeGame {
        problem: "nim_moves",
        position: "the heaps",
        makes: "the heap, and the number taken from it",
        example: "3 5 7 9",
        play: PlayConvention::Normal,
        start: |input| opponent(nim::player(&line(input)?), TAKE),
    },
    JudgeGame {
        problem: "poj3480",
        position: "the heaps",
        makes: "the heap, and the number taken from it",
        example: "1 1 3 5",
        play: PlayConvention::Misere,
        start: |input| opponent(misere_nim::Player::new(line(input)?), TAKE),
    },
    JudgeGame {
        problem: "moore",
        position: "the maximum number of heaps per move, then the heaps",
        makes: "each heap, and the number taken from it",
        example: "2 3 5 7 9",
        play: PlayConvention::Normal,
        start: |input| {
            let most = number(input, 1..=u64::MAX)?;
            let words = MoveFormat {
                read: |input| input.list_while(|input| !input.at_end(), TAKE.read),
                write: |made| row(made.iter().map(TAKE.write)),
            };
            opponent(moore::Player::new(line(input)?, most), words)
        },
    },
    JudgeGame {
        problem: "cf1451f",
        position: "the number of rows and of columns, then the matrix",
        makes: "row, column and new number of each cell that is set: first the cell whose number becomes smaller, then other cells below or to the right",
        example: "2 3 1 2 3 4 5 6",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| {
                    let cell = |input: &mut InputReader<'_>| {
                        Ok((
                            number(input, 0..=usize::MAX)?,
                            number(input, 0..=usize::MAX)?,
                            number(input, 0..=u64::MAX)?,
                        ))
                    };
                    input.list_to_end(cell)
                },
                write: |made: &Vec<matrix::NumberMove>| {
                    row(made
                        .iter()
                        .map(|&(r, c, number)| format!("{r} {c} {number}")))
                },
            };
            opponent(
                matrix::Player::new(matrix::NumberMatrix::read(input)?),
                words,
            )
        },
    },
    JudgeGame {
        problem: "index_capped",
        position: "the piles; from pile i at most i + 1 are taken",
        makes: "the pile, and the number taken from it",
        example: "4 5 6",
        play: PlayConvention::Normal,
        start: |input| {
            opponent(
                piles::Player::new(piles::index_capped().zip(line(input)?)),
                TAKE,
            )
        },
    },
    JudgeGame {
        problem: "mixed_piles",
        position: "the piles: at most 3 from the first, an odd number from the second, any number from the others",
        makes: "the pile, and the number taken from it",
        example: "5 6 7",
        play: PlayConvention::Normal,
        start: |input| opponent(piles::Player::new(piles::mixed().zip(line(input)?)), TAKE),
    },
    JudgeGame {
        problem: "staircase",
        position: "the pieces on each step, the first one next to the ground",
        makes: "the step, and the number of pieces that move down from it",
        example: "2 5 1 3",
        play: PlayConvention::Normal,
        start: |input| try_opponent(staircase::Player::new(line(input)?), TAKE),
    },
    JudgeGame {
        problem: "sorted_nim",
        position: "the piles, each at least as large as the previous one",
        makes: "the pile, and the number taken from it",
        example: "1 4 4 9",
        play: PlayConvention::Normal,
        start: |input| {
            try_opponent(
                StaircaseRow::sorted_piles(&line(input)?).and_then(StaircaseRow::player),
                TAKE,
            )
        },
    },
    JudgeGame {
        problem: "poj1704",
        position: "the cells of the pieces, counted from 1",
        makes: "the piece, and the number of cells that it moves",
        example: "2 5 9",
        play: PlayConvention::Normal,
        start: |input| {
            try_opponent(
                StaircaseRow::georgia_and_bob(&line(input)?).and_then(StaircaseRow::player),
                TAKE,
            )
        },
    },
    JudgeGame {
        problem: "p2490",
        position: "the maximum number of pieces per move, then the squares of the pieces, white and black alternately; white begins",
        makes: "each piece that moves, counted from the left, and its new square",
        example: "2 1 4 6 9 11 17",
        play: PlayConvention::Normal,
        start: |input| {
            let most = number(input, 1..=u64::MAX)?;
            let words = MoveFormat {
                read: |input| {
                    input.list_to_end(|input| {
                        Ok(approach::ApproachMove {
                            piece: number(input, 0..=usize::MAX)?,
                            to: number(input, 0..=u64::MAX)?,
                        })
                    })
                },
                write: |made: &Vec<approach::ApproachMove>| {
                    row(made
                        .iter()
                        .map(|shift| format!("{} {}", shift.piece, shift.to)))
                },
            };
            try_opponent(approach::ApproachPlayer::new(line(input)?, most), words)
        },
    },
    JudgeGame {
        problem: "kdyn_state",
        position: "the number left, the maximum take of this move, and k: numerator and denominator, or a number such as phi or 1.5",
        makes: "the number taken",
        example: "40 12 3 2",
        play: PlayConvention::Normal,
        start: |input| {
            let (left, limit) = (big_number(input)?, big_number(input)?);
            let k = folds::exactly(folds::factor(input)?);
            opponent(
                dynamic::Player::new(k, left, limit, input.budget)?,
                BIG_NUMBER,
            )
        },
    },
    JudgeGame {
        problem: "hdu2516",
        position: "the number of stones",
        makes: "the number taken",
        example: "30",
        play: PlayConvention::Normal,
        start: |input| {
            opponent(
                dynamic::fibonacci::player(big_number(input)?, input.budget)?,
                BIG_NUMBER,
            )
        },
    },
    JudgeGame {
        problem: "p6487",
        position: "the number of stones, all of which may be taken at first",
        makes: "the number taken",
        example: "30",
        play: PlayConvention::Normal,
        start: |input| {
            let (stones, two) = (
                big_number(input)?,
                TakeFactor::new(2, 1).expect("2 is a factor"),
            );
            opponent(
                dynamic::Player::new(two, stones.clone(), stones, input.budget)?,
                BIG_NUMBER,
            )
        },
    },
    JudgeGame {
        problem: "p6791",
        position: "the number of stones, and the maximum first take",
        makes: "the number taken",
        example: "30 5",
        play: PlayConvention::Misere,
        start: |input| {
            let (stones, limit, two) = (
                big_number(input)?,
                big_number(input)?,
                TakeFactor::new(2, 1).expect("2 is a factor"),
            );
            let player = dynamic::MiserePlayer::new(two, stones, limit, input.budget)?
                .expect("2 is at least 1");
            opponent(player, BIG_NUMBER)
        },
    },
    JudgeGame {
        problem: "wythoff_moves",
        position: "the two heaps",
        makes: "the number taken from the first heap, and the number taken from the second",
        example: "5 8",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| Ok((big_number(input)?, big_number(input)?)),
                write: |(a, b)| row([a, b]),
            };
            opponent(
                wythoff::Player::new(big_number(input)?, big_number(input)?),
                words,
            )
        },
    },
    JudgeGame {
        problem: "poj2348",
        position: "the two numbers",
        makes: "the number of times that the smaller number is subtracted from the larger",
        example: "34 12",
        play: PlayConvention::Normal,
        start: |input| {
            opponent(
                euclid::Player::new(big_number(input)?, big_number(input)?),
                BIG_NUMBER,
            )
        },
    },
    JudgeGame {
        problem: "poj2505",
        position: "the goal",
        makes: "the factor, from 2 to 9",
        example: "1000",
        play: PlayConvention::Normal,
        start: |input| {
            let goal = big::number(input, text!("the goal n", "目标 n"), 2)?;
            let game = multiplication::Game::new(goal, 2, 9).expect("2 to 9 are factors");
            opponent(
                multiplication::Player::new(game, UBig::ONE).expect("1 is a number to begin with"),
                NUMBER,
            )
        },
    },
    JudgeGame {
        problem: "hdu2147",
        position: "the row and the column of the coin, counted from 1",
        makes: "the number of steps of the coin in each direction, 0 or 1",
        example: "6 7",
        play: PlayConvention::Normal,
        start: |input| {
            let player = kiki::Player::new(big_number(input)?, big_number(input)?);
            let player = player.ok_or_else(|| {
                refuse(text!(
                    "rows and columns are counted from 1",
                    "行列从 1 起计"
                ))
            })?;
            let words = MoveFormat {
                read: |input| Ok((number(input, 0..=1)?, number(input, 0..=1)?)),
                write: |&(x, y)| row([x, y]),
            };
            opponent(player, words)
        },
    },
    JudgeGame {
        problem: "poj2484",
        position: "the number of coins in the circle",
        makes: "the first coin taken, and the number of coins taken, 1 or 2",
        example: "11",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| {
                    Ok(circle_kayles::Move {
                        first: number(input, 0..=u64::MAX)?,
                        count: number(input, 0..=u64::MAX)?,
                    })
                },
                write: |made| row([made.first, made.count]),
            };
            opponent(
                circle_kayles::Player::new(number(input, 0..=u64::MAX)?, input.budget)?,
                words,
            )
        },
    },
    JudgeGame {
        problem: "kayles",
        position: "the rows of coins",
        makes: "the row, then the numbers of coins that stay on the left, are taken, and stay on the right (the right part becomes a new row after the others)",
        example: "12 7 1000",
        play: PlayConvention::Normal,
        start: |input| {
            let kayles = PeriodicCode::compute(&octal::kayles(), MIN_KAYLES_VALUES, input.budget)?
                .expect("Kayles has a period");
            let words = MoveFormat {
                read: |input| {
                    let row = number(input, 0..=usize::MAX)?;
                    let [left, taken, right] = [(); 3].map(|()| number(input, 0..=u64::MAX));
                    Ok(octal::Move {
                        row,
                        left: left?,
                        taken: taken?,
                        right: right?,
                    })
                },
                write: |made| row([made.row as u64, made.left, made.taken, made.right]),
            };
            opponent(octal::Player::new(Arc::new(kayles), &line(input)?), words)
        },
    },
    JudgeGame {
        problem: "abc278g",
        position: "the number of cards, then the minimum and the maximum number of cards per move",
        makes: "the first card that is taken, counted from 1, and the number of cards",
        example: "12 2 3",
        play: PlayConvention::Normal,
        start: |input| {
            let cards = number(input, 0..=neighbours::MAX_ROW_LENGTH)?;
            let rules = neighbours::NeighboursRules::new(
                number(input, 0..=u64::MAX)?,
                number(input, 0..=u64::MAX)?,
            );
            let rules = rules.ok_or_else(|| {
                refuse(text!(
                    "the minimum number of cards must be at least 1 and at most the maximum",
                    "至少取的牌数须不小于 1，且不大于至多取的牌数"
                ))
            })?;
            let words = MoveFormat {
                read: |input| Ok((number(input, 0..=u64::MAX)?, number(input, 0..=u64::MAX)?)),
                write: |&(first, taken)| row([first, taken]),
            };
            opponent(neighbours::Player::new(rules, cards, input.budget)?, words)
        },
    },
    JudgeGame {
        problem: "poj1740",
        position: "the piles",
        makes: "the pile, the number of stones that leave the game, then other piles and the number of stones that each of them gets",
        example: "1 3 3 5",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| {
                    let (pile, removed) =
                        (number(input, 0..=usize::MAX)?, number(input, 0..=u64::MAX)?);
                    let pair = |input: &mut InputReader<'_>| {
                        Ok((number(input, 0..=usize::MAX)?, number(input, 0..=u64::MAX)?))
                    };
                    Ok(new_stone::Move {
                        pile,
                        removed,
                        given: input.list_to_end(pair)?,
                    })
                },
                write: |made| {
                    row([row([made.pile as u64, made.removed])]
                        .into_iter()
                        .chain(made.given.iter().map(|(to, n)| format!("{to} {n}"))))
                },
            };
            opponent(new_stone::Player::new(line(input)?), words)
        },
    },
    JudgeGame {
        problem: "hdu4388",
        position: "the piles",
        makes: "the pile, the k of the rules, and 1 if 2k is used instead of k, otherwise 0",
        example: "5 6 7",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| {
                    let (pile, k) = (
                        number(input, 0..=usize::MAX)?,
                        number(input, 0..=u128::MAX)?,
                    );
                    Ok(stone_game_2::Move {
                        pile,
                        k,
                        doubled: number(input, 0..=1u8)? == 1,
                    })
                },
                write: |made| row([made.pile as u128, made.k, u128::from(made.doubled)]),
            };
            opponent(stone_game_2::Player::new(&line(input)?), words)
        },
    },
    JudgeGame {
        problem: "poj2068",
        position: "the number of stones, then the maximum take of each player, in order around the table",
        makes: "the number taken",
        example: "20 3 4 2 5",
        play: PlayConvention::Misere,
        start: |input| {
            let (stones, most) = (number(input, 0..=u64::MAX)?, line(input)?);
            let player =
                seats::Player::new(most, stones, 0, input.budget).map_err(
                    |refused| match refused {
                        seats::SeatsError::Stopped(stop) => stop.into(),
                        seats::SeatsError::Rules => refuse(text!(
                            "the number of players must be even and positive, and the maximum take of each player must be at least 1",
                            "玩家数须为正偶数，且每个玩家的最大取数至少为 1"
                        )),
                    },
                )?;
            opponent(player, NUMBER)
        },
    },
    JudgeGame {
        problem: "zoj3057",
        position: "the three piles",
        makes: "the number taken from each pile",
        example: "4 5 6",
        play: PlayConvention::Normal,
        start: |input| {
            let piles = three_numbers(input)?;
            opponent(
                beans::Player::new(piles, input.budget)?,
                MoveFormat {
                    read: |input| three_numbers(input),
                    write: |made| row(made),
                },
            )
        },
    },
    JudgeGame {
        problem: "agc002e",
        position: "the piles",
        makes: "1 if a largest pile is eaten, 0 if one candy of every pile is eaten",
        example: "3 1 4 1 5 9",
        play: PlayConvention::Misere,
        start: |input| {
            let words = MoveFormat {
                read: |input| {
                    Ok(if number(input, 0..=1u8)? == 1 {
                        candy_piles::CandyStep::Largest
                    } else {
                        candy_piles::CandyStep::One
                    })
                },
                write: |made| row([u8::from(*made == candy_piles::CandyStep::Largest)]),
            };
            opponent(candy_piles::Player::new(line(input)?), words)
        },
    },
    JudgeGame {
        problem: "p4101",
        position: "the number of piles of one stone each, and the maximum number of stones in a pile",
        makes: "the stones of the two piles that are merged",
        example: "9 4",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| Ok((number(input, 0..=u64::MAX)?, number(input, 0..=u64::MAX)?)),
                write: |&(a, b)| row([a, b]),
            };
            try_opponent(
                merging::Player::from_ones(
                    number(input, 0..=u64::MAX)?,
                    number(input, 1..=u64::MAX)?,
                ),
                words,
            )
        },
    },
    JudgeGame {
        problem: "lightoj1296",
        position: "the piles",
        makes: "the pile, and its new size",
        example: "9 6 12",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| {
                    Ok(again_stone::Move {
                        pile: number(input, 0..=usize::MAX)?,
                        leaves: number(input, 0..=u64::MAX)?,
                    })
                },
                write: |made| row([made.pile as u64, made.leaves]),
            };
            opponent(again_stone::Player::new(&line(input)?), words)
        },
    },
    JudgeGame {
        problem: "p2148",
        position: "the heaps, pair by pair",
        makes: "the pair, which of its heaps is split (0 or 1), and the two new heaps",
        example: "3 4 5 6",
        play: PlayConvention::Normal,
        start: |input| {
            let heaps = line(input)?;
            if heaps.len() % 2 == 1 {
                return Err(refuse(text!(
                    "the number of heaps must be even: the last heap has no partner",
                    "堆数须为偶数：最后一堆没有配对"
                )));
            }
            let pairs: Vec<(u64, u64)> = heaps.chunks(2).map(|pair| (pair[0], pair[1])).collect();
            let words = MoveFormat {
                read: |input| {
                    let (pair, kept) = (number(input, 0..=usize::MAX)?, number(input, 0..=1)?);
                    Ok(ed::Move {
                        pair,
                        kept,
                        parts: (number(input, 0..=u64::MAX)?, number(input, 0..=u64::MAX)?),
                    })
                },
                write: |made| {
                    row([
                        made.pair as u64,
                        made.kept as u64,
                        made.parts.0,
                        made.parts.1,
                    ])
                },
            };
            try_opponent(ed::Player::new(&pairs), words)
        },
    },
    JudgeGame {
        problem: "p3185",
        position: "the number of beans in each bottle",
        makes: "the bottle that loses a bean, then the two later bottles that get one each, in order",
        example: "1 0 1 3 5",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| {
                    Ok((
                        number(input, 0..=usize::MAX)?,
                        number(input, 0..=usize::MAX)?,
                        number(input, 0..=usize::MAX)?,
                    ))
                },
                write: |&(i, j, k)| row([i, j, k]),
            };
            opponent(bottles::Bottles::new(line(input)?), words)
        },
    },
    JudgeGame {
        problem: "p2599",
        position: "the row of piles",
        makes: "the pile, and its new size",
        example: "3 1 4 1 5",
        play: PlayConvention::Normal,
        start: |input| {
            let words = MoveFormat {
                read: |input| {
                    Ok(end_nim::Move {
                        pile: number(input, 0..=usize::MAX)?,
                        leaves: number(input, 0..=u64::MAX)?,
                    })
                },
                write: |made| row([made.pile as u64, made.leaves]),
            };
            opponent(end_nim::Player::new(&line(input)?, input.budget)?, words)
        },
    },
];

const TAKE: MoveFormat<PileTake> = MoveFormat {
    read: |input| {
        Ok(PileTake {
            pile: number(input, 0..=usize::MAX)?,
            amount: number(input, 0..=u64::MAX)?,
        })
    },
    write: |made| format!("{} {}", made.pile, made.amount),
};
