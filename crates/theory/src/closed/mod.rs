//! Closed forms: games whose winner and winning moves follow from arithmetic on the numbers of the position, one file for each
//! family. Each gives the winner, all winning moves, and a player for whole games ([`Online`]). Nothing here knows the rules of a
//! file; the definition of each game, and a search by it ([`definition`]), stand beside it in the tests.

pub mod bachet;
pub mod definition;
pub mod first_moves;
pub mod misere_nim;
pub mod moore;
pub mod nim;
pub mod piles;
pub mod poker_nim;
pub mod row;
pub mod staircase;
pub mod subtraction;

#[cfg(test)]
pub(crate) mod referee;

use rules::text;
use rules::text::Text;

/// A player that prepares once and then answers each move of the opponent in the cost that its game states.
pub trait Online {
    /// A move of either player.
    type Move;
    /// Makes a move of either player on the position; the error says why it is not legal.
    fn play(&mut self, made: &Self::Move) -> Result<(), Text>;
    /// A winning move, if the player to move has one.
    fn winning_move(&mut self) -> Option<Self::Move>;
    /// Some legal move, none at the end of the play.
    fn any_move(&mut self) -> Option<Self::Move>;
}

/// A move that takes something from one place: a heap, a pile, a step, a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Take {
    /// Which one, from 0 on.
    pub pile: usize,
    /// How much, at least 1.
    pub amount: u64,
}

/// There is no such pile.
fn no_such_pile(pile: usize, count: usize) -> Text {
    text!("there is no number {pile}; they are counted from 0, and there are {count}", "没有编号 {pile}：编号从 0 起，共 {count} 个")
}

/// This pile does not allow this amount.
fn not_allowed(pile: usize, amount: u64, size: u64) -> Text {
    text!("{amount} may not be taken from number {pile}, which has {size}", "编号 {pile} 现有 {size}，不可取 {amount}")
}

/// The size of the pile of a move.
fn size_of(sizes: &[u64], pile: usize) -> Result<u64, Text> {
    sizes.get(pile).copied().ok_or_else(|| no_such_pile(pile, sizes.len()))
}
