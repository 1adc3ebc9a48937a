//! Positions encoded as integers to which moves add. The codes of a position are side by side in
//! the lanes of one integer. Tables contain the amounts that moves add, and a move takes one
//! look-up per code.

use crate::index::IndexStep;

/// The location of some slots in the codes of a position.
#[derive(Clone, Debug)]
pub(crate) struct SlotGroup {
    pub(crate) first: usize,
    /// For each slot, the number of values, and the weight of a value in the code.
    pub(crate) digits: Vec<(usize, usize)>,
    pub(crate) width: usize,
    /// The offset of the entries of this code in each row of a table, and the lane of this code.
    pub(crate) start: usize,
    shift: u32,
    mask: u64,
}

/// Parts of a position side by side in one integer. The first part is in the highest bits, so that
/// integers are ordered like their parts.
#[derive(Clone, Debug)]
pub(crate) struct SlotGroups {
    pub(crate) list: Vec<SlotGroup>,
    /// The number of entries in a row.
    pub(crate) stride: usize,
    /// The number of bits of all lanes.
    pub(crate) bits: u32,
}

impl SlotGroups {
    /// Returns the groups for the codes with which an index encodes positions.
    pub(crate) fn of_steps(steps: &[IndexStep]) -> SlotGroups {
        let digits = |step: &IndexStep| {
            step.digits
                .iter()
                .map(|&(_, width, weight)| (width as usize, weight))
                .collect()
        };
        SlotGroups::from_widths(
            steps
                .iter()
                .map(|step| (step.first, digits(step), step.width)),
        )
    }

    pub(crate) fn from_widths(
        widths: impl Iterator<Item = (usize, Vec<(usize, usize)>, usize)>,
    ) -> SlotGroups {
        let mut units = SlotGroups {
            list: Vec::new(),
            stride: 0,
            bits: 0,
        };
        for (first, digits, width) in widths {
            let bits = (usize::BITS - (width - 1).leading_zeros()).max(1);
            let mask = (1 << bits) - 1;
            units.list.push(SlotGroup {
                first,
                digits,
                width,
                start: units.stride,
                shift: units.bits + bits,
                mask,
            });
            units.stride += width;
            units.bits += bits;
        }
        // If the lanes may exceed 64 bits, callers use only the number of bits.
        units
            .list
            .iter_mut()
            .for_each(|unit| unit.shift = units.bits - unit.shift);
        units
    }

    /// Returns the contribution of a value of a slot to the code, where the value is counted from
    /// the minimum of the slot.
    pub(crate) fn worth(&self, slot: usize, value: usize) -> u64 {
        let unit = self
            .list
            .iter()
            .rfind(|unit| unit.first <= slot)
            .expect("every slot is in a unit");
        ((value * unit.digits[slot - unit.first].1) as u64) << unit.shift
    }

    /// Returns the sum that one move adds to a position with the given codes.
    #[inline]
    pub(crate) fn sum(&self, table: &MoveTable, number: usize, codes: &[u32]) -> u64 {
        let moves = table.bases.len();
        let at = |(unit, &code): (&SlotGroup, &u32)| {
            table.entries[(unit.start + code as usize) * moves + number]
        };
        self.list
            .iter()
            .zip(codes)
            .map(at)
            .fold(table.bases[number], u64::wrapping_add)
    }

    /// Splits an integer into its parts and writes the parts to a slice.
    #[inline]
    pub(crate) fn write(&self, lanes: u64, codes: &mut [u32]) {
        for (unit, code) in self.list.iter().zip(codes) {
            *code = (lanes >> unit.shift & unit.mask) as u32;
        }
    }

    /// Returns the integer that consists of the given parts.
    pub(crate) fn join(&self, codes: &[u32]) -> u64 {
        self.list.iter().zip(codes).fold(0, |lanes, (unit, &code)| {
            lanes | u64::from(code) << unit.shift
        })
    }

    /// Appends one row of a table. The row contains the contribution of each code of each group,
    /// computed from the contributions of the values of the slots in the group. `None` means that a
    /// value is impossible.
    pub(crate) fn row(
        &self,
        failed: u64,
        add: &dyn Fn(usize, usize) -> Option<u64>,
        row: &mut Vec<u64>,
    ) {
        for unit in &self.list {
            for code in 0..unit.width {
                let values = unit
                    .digits
                    .iter()
                    .enumerate()
                    .map(|(i, &(values, weight))| add(unit.first + i, code / weight % values));
                row.push(values.sum::<Option<u64>>().unwrap_or(failed));
            }
        }
    }
}

/// The amounts that moves add at each code.
#[derive(Debug, Default)]
pub(crate) struct MoveTable {
    /// The constant part of each move.
    pub(crate) bases: Vec<u64>,
    /// For each code of each group, the amount that each move adds.
    pub(crate) entries: Vec<u64>,
}

impl MoveTable {
    /// Builds the table from the constant part and the row of amounts of each move.
    pub(crate) fn from_rows(rows: &[(u64, Vec<u64>)]) -> MoveTable {
        let stride = rows.first().map_or(0, |(_, row)| row.len());
        let entries = (0..stride)
            .flat_map(|code| rows.iter().map(move |(_, row)| row[code]))
            .collect();
        MoveTable {
            bases: rows.iter().map(|(base, _)| *base).collect(),
            entries,
        }
    }
}

/// The sums of the moves of a table at the most recent codes. For each code, the amounts of all
/// moves are stored side by side, so that all moves are added at once. Partial sums over the
/// leading codes are cached, because consecutive positions differ only in the last codes.
#[derive(Debug)]
pub(crate) struct MoveSums {
    codes: Vec<u32>,
    /// For each number of leading codes, from none to all, the partial sums of all moves.
    levels: Vec<u64>,
}

impl MoveSums {
    pub(crate) fn new(units: &SlotGroups, table: &MoveTable) -> MoveSums {
        let mut levels = vec![0; (units.list.len() + 1) * table.bases.len()];
        levels[..table.bases.len()].copy_from_slice(&table.bases);
        MoveSums {
            codes: vec![u32::MAX; units.list.len()],
            levels,
        }
    }

    /// Returns the sum that each move adds to a position with the given codes.
    #[inline]
    pub(crate) fn sums_at(
        &mut self,
        units: &SlotGroups,
        table: &MoveTable,
        codes: &[u32],
    ) -> &[u64] {
        let moves = table.bases.len();
        let same = self
            .codes
            .iter()
            .zip(codes)
            .take_while(|(last, code)| last == code)
            .count();
        for (number, (unit, &code)) in units.list.iter().zip(codes).enumerate().skip(same) {
            let row = &table.entries[(unit.start + code as usize) * moves..][..moves];
            let (known, next) = self.levels.split_at_mut((number + 1) * moves);
            for ((sum, before), more) in next[..moves]
                .iter_mut()
                .zip(&known[number * moves..])
                .zip(row)
            {
                *sum = before.wrapping_add(*more);
            }
        }
        self.codes[same..].copy_from_slice(&codes[same..]);
        self.last()
    }

    /// Returns the sums at the most recent codes.
    pub(crate) fn last(&self) -> &[u64] {
        &self.levels[self.levels.len() / (self.codes.len() + 1) * self.codes.len()..]
    }
}

/// Computes a bit for each sum that states whether the sum passes a test, with 64 bits per word.
#[inline]
pub(crate) fn bits(sums: &[u64], words: &mut Vec<u64>, test: impl Fn(u64) -> bool) {
    words.clear();
    let word = |sums: &[u64]| {
        sums.iter()
            .enumerate()
            .fold(0, |word, (i, &sum)| word | u64::from(test(sum)) << i)
    };
    words.extend(sums.chunks(64).map(word));
}

/// Returns the indices of the set bits.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(at, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| 64 * at + left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            lowest
        })
    })
}
