//! The formats of moves and positions of complete games, for more than one problem.

use std::fmt::Display;

use base::text;
use base::text::Text;
use dashu_int::UBig;
use theorems::coins::LineFlip as Coins;
use theorems::{OnlinePlayer, coins};

use super::super::big;
use crate::error::JudgeError;
use crate::input::{InputError, InputReader};
use crate::opponent::{MoveFormat, Opponent, StrategyOpponent};

pub const BIG_NUMBER: MoveFormat<UBig> = MoveFormat {
    read: big_number,
    write: UBig::to_string,
};

pub const NUMBER: MoveFormat<u64> = MoveFormat {
    read: |input| Ok(number(input, 0..=u64::MAX)?),
    write: u64::to_string,
};

pub const PLACE: MoveFormat<(usize, usize)> = MoveFormat {
    read: |input| {
        Ok((
            number(input, 0..=usize::MAX)?,
            number(input, 0..=usize::MAX)?,
        ))
    },
    write: |(row, column)| format!("{row} {column}"),
};

pub fn opponent<P: OnlinePlayer + 'static>(
    player: P,
    words: MoveFormat<P::Move>,
) -> Result<Box<dyn Opponent>, JudgeError> {
    Ok(Box::new(StrategyOpponent { player, words }))
}

/// Returns an opponent for a player, or the error of a player that rejects its position.
pub fn try_opponent<P: OnlinePlayer + 'static>(
    player: Result<P, Text>,
    words: MoveFormat<P::Move>,
) -> Result<Box<dyn Opponent>, JudgeError> {
    opponent(or_refuse(player)?, words)
}

/// Returns the two numbers that describe, for one direction of a board, the coordinates of the
/// turned coins.
pub fn two_numbers(side: &Coins) -> String {
    match side {
        Coins::Coins(list) => row([0, 1].map(|i| list.get(i).copied().unwrap_or(0))),
        Coins::Block(first, last) => row([first, last]),
    }
}

/// Returns the error for a rejected position.
pub fn refuse(why: Text) -> JudgeError {
    JudgeError::Session(grundy::SolveError::Usage(why))
}

pub fn or_refuse<P>(player: Result<P, Text>) -> Result<P, JudgeError> {
    player.map_err(refuse)
}

pub fn number<T: std::str::FromStr + PartialOrd + Display>(
    input: &mut InputReader<'_>,
    range: std::ops::RangeInclusive<T>,
) -> Result<T, InputError> {
    input.number(text!("a number", "一个数"), range)
}

pub fn big_number(input: &mut InputReader<'_>) -> Result<UBig, JudgeError> {
    big::number(input, text!("a number", "一个数"), 0)
}

pub fn three_numbers(input: &mut InputReader<'_>) -> Result<[u32; 3], JudgeError> {
    Ok([
        number(input, 0..=u32::MAX)?,
        number(input, 0..=u32::MAX)?,
        number(input, 0..=u32::MAX)?,
    ])
}

pub fn place(input: &mut InputReader<'_>, dimensions: usize) -> Result<coins::Place, InputError> {
    (0..dimensions)
        .map(|_| number(input, 0..=u64::MAX))
        .collect()
}

pub fn places(
    input: &mut InputReader<'_>,
    dimensions: usize,
) -> Result<Vec<coins::Place>, JudgeError> {
    let budget = input.budget;
    let mut places = Vec::new();
    while !input.at_end() {
        budget.tick()?;
        let own = 24 * places.len() as u64;
        budget.make_room(&mut places, 1, own)?;
        places.push(place(input, dimensions)?);
    }
    Ok(places)
}

pub fn row<T: Display>(numbers: impl IntoIterator<Item = T>) -> String {
    numbers
        .into_iter()
        .map(|number| number.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}
