//! The entries of a tier, in blocks of [`super::BLOCK`] places: one, two or four bytes a place, as the codes of the block need, or two bits where all of them are among four. How wide a block is
//! depends on what is in it alone.

use rules::ir::Int;

use super::codes::Codes;
use super::layout::Layout;
use super::share::Blocks;
use super::{Halt, Known, code};

/// The codes of two bits: lost, won, nobody wins, no position.
const TINY: [u32; 4] = [0, 1, code::DRAW, code::HOLE];

/// The entries of up to [`super::BLOCK`] places one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Two bits a place, and the number of places: who wins.
    Tiny(Vec<u8>, usize),
    /// Whole bytes.
    Codes(Codes),
}

impl Block {
    /// The block of these codes.
    pub(super) fn of(codes: &[u32]) -> Block {
        let tiny = |code: &u32| TINY.iter().position(|other| other == code);
        if codes.len() > 1
            && let Some(codes) = codes.iter().map(tiny).collect::<Option<Vec<usize>>>()
        {
            let byte = |four: &[usize]| four.iter().enumerate().fold(0, |byte, (i, code)| byte | (*code as u8) << (2 * i));
            return Block::Tiny(codes.chunks(4).map(byte).collect(), codes.len());
        }
        Block::Codes(Codes::of(codes))
    }

    /// The block of these values, all below 64.
    pub(super) fn of_small(values: Vec<u8>) -> Block {
        match values.iter().any(|value| *value > 1) {
            true => Block::Codes(Codes::of_bytes(values)),
            false => Block::of(&values.iter().map(|value| u32::from(*value)).collect::<Vec<_>>()),
        }
    }

    /// The block of places that are won or lost, a bit each, 64 in a word.
    fn of_bits(won: &[u64], places: usize) -> Block {
        if places == 1 {
            return Block::of(&[(won[0] & 1) as u32]);
        }
        // Of four places, the bits with one between each two.
        let apart = |four: u64| (four & 1 | (four & 2) << 1 | (four & 4) << 2 | (four & 8) << 3) as u8;
        let of_four = |i: usize| won[i / 16] >> (i % 16 * 4) & !(u64::MAX << (places - 4 * i).min(4));
        Block::Tiny((0..places.div_ceil(4)).map(|i| apart(of_four(i))).collect(), places)
    }

    /// The block of `places` places that has these bytes; `None` if there is none.
    pub fn read(bytes: Vec<u8>, places: usize) -> Option<Block> {
        match bytes.len() {
            n if n == places.div_ceil(4) && places > 1 => Some(Block::Tiny(bytes, places)),
            _ => Codes::read(bytes, places).map(Block::Codes),
        }
    }

    /// Its bytes, from which it can be read again.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Block::Tiny(bytes, _) => bytes,
            Block::Codes(codes) => codes.bytes(),
        }
    }

    /// How many places it has.
    pub fn places(&self) -> usize {
        match self {
            Block::Tiny(_, places) => *places,
            Block::Codes(codes) => codes.len(),
        }
    }

    /// The code of a place, counted from the beginning of the block.
    ///
    /// # Panics
    /// If there is no such place.
    #[inline]
    pub fn code(&self, place: usize) -> u32 {
        match self {
            Block::Tiny(bytes, _) => TINY[usize::from(bytes[place / 4] >> (place % 4 * 2) & 3)],
            Block::Codes(codes) => codes.get(place),
        }
    }
}

/// The blocks of places that are won or lost, a bit each.
pub(super) fn of_won(won: Vec<u64>, size: usize, blocks: Blocks) -> impl Iterator<Item = Block> {
    let places = blocks.places() as usize;
    // Blocks of less than a word are there in tests alone.
    let bits = move |first: usize, end: usize| match first % 64 {
        0 => Block::of_bits(&won[first / 64..], end - first),
        _ => Block::of_bits(&[won[first / 64] >> (first % 64)], end - first),
    };
    (0..size).step_by(places).map(move |first| bits(first, size.min(first + places)))
}

/// Where the entries of lower tiers are found.
pub trait Lower {
    /// The code at a place of a tier that is whole.
    ///
    /// # Errors
    /// If it cannot be read.
    fn code(&self, tier: usize, place: u64) -> Result<u32, Halt>;
}

/// Whole tiers in memory, the least first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    blocks: Blocks,
    tiers: Vec<Vec<Block>>,
}

impl Tables {
    /// Tables of a plan, none of them made.
    pub fn new(plan: &Layout) -> Tables {
        Tables { blocks: plan.blocks, tiers: Vec::new() }
    }

    /// Adds the next tier: its blocks in order.
    pub fn push(&mut self, blocks: Vec<Block>) {
        self.tiers.push(blocks);
    }

    /// How many tiers are there.
    pub fn made(&self) -> usize {
        self.tiers.len()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.tiers.iter().flatten().map(|block| block.bytes().len() as u64).sum()
    }

    /// The blocks of a tier.
    ///
    /// # Panics
    /// If there is no such tier.
    pub fn tier(&self, tier: usize) -> &[Block] {
        &self.tiers[tier]
    }

    /// What is known of a position; `None` if the plan holds none with these numbers.
    ///
    /// # Errors
    /// If the rules cannot be evaluated there.
    pub fn of(&self, plan: &Layout, slots: &[Int]) -> Result<Option<Known>, Halt> {
        let Some((tier, place)) = plan.locate(slots) else { return Ok(None) };
        Ok(plan.known(self.code(tier, place)?))
    }
}

impl Lower for Tables {
    fn code(&self, tier: usize, place: u64) -> Result<u32, Halt> {
        let (block, within) = self.blocks.at(place);
        Ok(self.tiers[tier][block].code(within))
    }
}
