//! The positions decided in a tier: they are logged in the order of their codes and returned block
//! by block when the tier is complete. The log takes two bytes per position and four per code of a
//! block. Positions are collected in chunks of a few million.

use std::io::{self, Read, Write};

use super::blocks::BlockSize;
use super::share_state;

/// Number of positions that are collected before they are sorted by blocks.
const CHUNK: usize = 1 << 22;

/// The log of decided positions.
#[derive(Clone, Debug)]
pub(crate) struct DecidedLog {
    blocks: BlockSize,
    /// The number of blocks.
    count: usize,
    /// Indices within the share, in the order in which they were decided.
    fresh: Vec<u32>,
    /// The codes of the fresh positions, each with the end of its range in `fresh`.
    runs: Vec<(u16, u32)>,
    chunks: Vec<DecidedChunk>,
}

/// Positions sorted by blocks.
#[derive(Clone, Debug)]
struct DecidedChunk {
    /// The end of each block.
    ends: Vec<u32>,
    /// For each code of a block: the code, the number of positions with this code minus one, and
    /// the indices of these positions within the block.
    runs: Vec<u16>,
}

impl DecidedLog {
    /// Returns an empty log, for a share of `len` indices.
    pub(crate) fn none(blocks: BlockSize, len: usize) -> DecidedLog {
        DecidedLog {
            blocks,
            count: (len as u64).div_ceil(blocks.places()) as usize,
            fresh: Vec::new(),
            runs: Vec::new(),
            chunks: Vec::new(),
        }
    }

    /// Adds positions with a code, without duplicates.
    pub(crate) fn push(&mut self, code: u16, places: &[u32]) {
        let mut rest = places;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(CHUNK - self.fresh.len()));
            self.fresh.extend_from_slice(now);
            self.runs.push((code, self.fresh.len() as u32));
            rest = later;
            if self.fresh.len() == CHUNK {
                self.pack();
            }
        }
    }

    /// Sorts the fresh positions by blocks.
    fn pack(&mut self) {
        if self.fresh.is_empty() {
            return;
        }
        let mut ends = vec![0_u32; self.count];
        self.for_each_fresh(|block, _, begins, _| ends[block] += if begins { 3 } else { 1 });
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let (mut runs, mut heads) = (vec![0_u16; total as usize], vec![0_u32; self.count]);
        self.for_each_fresh(|block, within, begins, code| {
            let end = &mut ends[block];
            if begins {
                (heads[block], runs[*end as usize]) = (*end + 1, code);
                *end += 2;
            } else {
                runs[heads[block] as usize] += 1;
            }
            runs[*end as usize] = within as u16;
            *end += 1;
        });
        self.chunks.push(DecidedChunk { ends, runs });
        self.fresh.clear();
        self.runs.clear();
    }

    /// Visits each fresh position: its block, its index within the block, whether it is the first
    /// position of the block with its code, and the code.
    fn for_each_fresh(&self, mut visit: impl FnMut(usize, usize, bool, u16)) {
        let (mut latest, mut first) = (vec![usize::MAX; self.count], 0);
        for (run, &(code, end)) in self.runs.iter().enumerate() {
            for &own in &self.fresh[first..end as usize] {
                let (block, within) = self.blocks.locate(own.into());
                let begins = std::mem::replace(&mut latest[block], run) != run;
                visit(block, within, begins, code);
            }
            first = end as usize;
        }
    }

    /// Returns the positions block by block: the indices of the positions within the block, and the
    /// codes of the positions.
    pub(crate) fn by_blocks(mut self) -> DecidedBlockIter {
        self.pack();
        DecidedBlockIter {
            starts: vec![0; self.chunks.len()],
            chunks: self.chunks,
            block: 0,
        }
    }

    /// Returns the number of bytes in memory.
    pub(crate) fn bytes(&self) -> u64 {
        let chunks = self
            .chunks
            .iter()
            .map(|chunk| 4 * chunk.ends.len() + 2 * chunk.runs.len());
        (4 * self.fresh.capacity() + 8 * self.runs.capacity() + chunks.sum::<usize>()) as u64
    }

    /// Writes the log to the state of its share.
    pub(crate) fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        share_state::list(out, &self.fresh)?;
        share_state::list(
            out,
            &self.runs.iter().map(|(code, _)| *code).collect::<Vec<_>>(),
        )?;
        share_state::list(
            out,
            &self.runs.iter().map(|(_, end)| *end).collect::<Vec<_>>(),
        )?;
        share_state::number(out, self.chunks.len() as u64)?;
        self.chunks.iter().try_for_each(|chunk| {
            share_state::list(out, &chunk.ends)?;
            share_state::list(out, &chunk.runs)
        })
    }

    /// Reads the log of a share of `len` indices; `None` if the data are invalid.
    pub(crate) fn restore(
        from: &mut dyn Read,
        blocks: BlockSize,
        len: usize,
    ) -> io::Result<Option<DecidedLog>> {
        let mut decided = DecidedLog::none(blocks, len);
        decided.fresh = share_state::read_list(from, CHUNK as u64)?;
        let codes: Vec<u16> = share_state::read_list(from, CHUNK as u64)?;
        let ends: Vec<u32> = share_state::read_list(from, CHUNK as u64)?;
        let fits = codes.len() == ends.len()
            && ends.is_sorted()
            && ends.last().map_or(0, |end| *end as usize) == decided.fresh.len()
            && decided.fresh.iter().all(|own| (*own as usize) < len);
        if !fits {
            return Ok(None);
        }
        decided.runs = codes.into_iter().zip(ends).collect();
        for _ in 0..share_state::read_number(from)? {
            let ends: Vec<u32> = share_state::read_list(from, decided.count as u64)?;
            let runs: Vec<u16> = share_state::read_list(from, 3 * CHUNK as u64)?;
            if ends.len() != decided.count
                || !ends.is_sorted()
                || ends.last().is_some_and(|end| *end as usize != runs.len())
            {
                return Ok(None);
            }
            decided.chunks.push(DecidedChunk { ends, runs });
        }
        Ok(Some(decided))
    }
}

/// The decided positions, block by block.
#[derive(Debug)]
pub(crate) struct DecidedBlockIter {
    chunks: Vec<DecidedChunk>,
    /// The start of the next block in each chunk.
    starts: Vec<usize>,
    block: usize,
}

impl DecidedBlockIter {
    /// Visits the positions of the next block.
    ///
    /// # Panics
    /// Panics if there is no next block.
    pub(crate) fn next(&mut self, mut visit: impl FnMut(usize, u16)) {
        for (chunk, start) in self.chunks.iter().zip(&mut self.starts) {
            let end = chunk.ends[self.block] as usize;
            let mut rest = &chunk.runs[*start..end];
            while let [code, more, places @ ..] = rest {
                let (now, later) = places.split_at(usize::from(*more) + 1);
                now.iter().for_each(|within| visit((*within).into(), *code));
                rest = later;
            }
            *start = end;
        }
        self.block += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_position_is_told_with_its_code_in_its_block() {
        let (blocks, len) = (BlockSize(4), 75);
        let mut plain: Vec<u16> = (0..len).map(|place| (place as u16 * 7) % 5).collect();
        plain[13] = u16::MAX;
        let mut decided = DecidedLog::none(blocks, len);
        for code in 0..5 {
            let places: Vec<u32> = (0..len as u32)
                .rev()
                .filter(|place| plain[*place as usize] == code)
                .collect();
            decided.push(code, &places);
            if code % 2 == 0 {
                decided.pack();
            }
            let mut saved = Vec::new();
            decided.save(&mut saved).unwrap();
            decided = DecidedLog::restore(&mut &saved[..], blocks, len)
                .unwrap()
                .unwrap();
        }
        let (mut told, mut by_blocks) = (vec![u16::MAX; len], decided.by_blocks());
        for first in (0..len).step_by(16) {
            by_blocks.next(|within, code| told[first + within] = code);
        }
        assert_eq!(told, plain);
    }
}
