//! Cuts of parts on a board. If all moves across some lines between rows belong to Left, and Left
//! gives up these moves, the part becomes the sum of its bands, and Left's position cannot have
//! improved. So the part is at least this sum. Lines between columns are tried in the same way, and
//! for Right the part is at most the sum.

use std::ops::Range;

use base::budget::Budget;

use crate::cells::CellSet;
use crate::game::MoveOwner;
use crate::partizan_parts::{PartStore, PartizanPartsError, SignedPart};

/// Maximum number of rows or columns of a band.
const MAX_BAND: usize = 4;

/// Maximum number of bands of a single row or column.
const MAX_SINGLE: usize = 2;

/// The bands of a part in one direction.
struct Bands {
    /// The number of rows or columns.
    lines: usize,
    /// Whether the part may be cut before each row or column.
    may_cut: Vec<bool>,
    /// The parts of each band that starts at a line, by its number of lines minus one; `None` if a
    /// part is too large.
    parts: Vec<[Option<Vec<SignedPart>>; MAX_BAND]>,
}

impl Bands {
    /// Appends the sums of the bands from a line on to `ways`.
    fn list(
        &self,
        line: usize,
        single: usize,
        chosen: &mut Vec<Range<usize>>,
        ways: &mut Vec<Vec<SignedPart>>,
    ) {
        if line == self.lines {
            let parts = chosen.iter().filter_map(|band| self.band(band));
            ways.push(parts.flatten().copied().collect());
            return;
        }
        for length in 1..=MAX_BAND.min(self.lines - line) {
            let (band, single) = (line..line + length, single + usize::from(length == 1));
            let ends = band.end == self.lines || self.may_cut[band.end];
            if ends && single <= MAX_SINGLE && self.band(&band).is_some() {
                chosen.push(band.clone());
                self.list(band.end, single, chosen, ways);
                chosen.pop();
            }
        }
    }

    fn band(&self, band: &Range<usize>) -> Option<&Vec<SignedPart>> {
        self.parts[band.start][band.len() - 1].as_ref()
    }
}

impl<const W: usize> PartStore<W> {
    /// Returns ways to divide a part into parts of at most `most` cells by dropping only moves of
    /// one player. `owner` is this player in the part, not in its negative.
    pub(crate) fn cuts(
        &mut self,
        part: u32,
        owner: MoveOwner,
        most: usize,
        other: u64,
        budget: &Budget<'_>,
    ) -> Result<Vec<Vec<SignedPart>>, PartizanPartsError> {
        let (cells, mut ways) = (self.cells(part), Vec::new());
        let Some(plane) = &self.forms.plane else {
            return Ok(ways);
        };
        let columns = plane.columns;
        let (_, (height, width)) = plane.cornered(cells);
        for (lines, across) in [(height, false), (width, true)] {
            let line_of = |cell: usize| match across {
                true => cell % columns,
                false => cell / columns,
            };
            let mut may_cut = vec![true; lines];
            for act in self.law.possible(cells) {
                let act = &self.law.acts[act];
                let span = |cells: CellSet<W>| {
                    let lines = || cells.iter().map(line_of);
                    lines().min().unwrap_or(0) + 1..lines().max().unwrap_or(0) + 1
                };
                // A cut between needed cells drops the move. Other moves must be within a band.
                let dropped = match act.owner == owner {
                    true => span(act.needs),
                    false => 0..0,
                };
                span(act.needs.or(&act.takes.or(&act.absent).and(&cells)))
                    .filter(|line| !dropped.contains(line))
                    .for_each(|line| may_cut[line] = false);
            }
            let mut parts = vec![[const { None }; MAX_BAND]; lines];
            for start in (0..lines).filter(|&line| line == 0 || may_cut[line]) {
                for length in 1..=MAX_BAND.min(lines - start) {
                    let within = start..start + length;
                    let band: CellSet<W> = cells
                        .iter()
                        .filter(|&cell| within.contains(&line_of(cell)))
                        .collect();
                    let mut found = Vec::new();
                    self.reduce(band, None, &mut found, other, budget)?;
                    let fits = |part: &SignedPart| self.cells(part.part).len() <= most;
                    if found.iter().all(fits) {
                        parts[start][length - 1] = Some(found);
                    }
                }
            }
            let bands = Bands {
                lines,
                may_cut,
                parts,
            };
            let before = ways.len();
            bands.list(0, 0, &mut Vec::new(), &mut ways);
            budget.steps(ways.len() - before)?;
        }
        Ok(ways)
    }
}
