//! Positions as numbers that are added: the codes of a position side by side in the lanes of one
//! number, and tables of what moves add to it, a look-up a code.

use crate::index::IndexStep;

/// Where some slots lie in the codes of a position.
#[derive(Clone, Debug)]
pub(crate) struct SlotGroup {
    pub(crate) first: usize,
    /// Of each slot the number of values, and what each adds to the code.
    pub(crate) digits: Vec<(usize, usize)>,
    pub(crate) width: usize,
    /// Where its entries begin in each row of a table, and its lane.
    pub(crate) start: usize,
    shift: u32,
    mask: u64,
}

/// Parts of a position side by side in one number, the first one on top: numbers are in the order
/// of their parts.
#[derive(Clone, Debug)]
pub(crate) struct SlotGroups {
    pub(crate) list: Vec<SlotGroup>,
    /// How many entries a row has.
    pub(crate) stride: usize,
    /// The bits of all lanes.
    pub(crate) bits: u32,
}

impl SlotGroups {
    /// The codes of positions of an index.
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
        // Whoever has more bits than a number has asks for these alone.
        units
            .list
            .iter_mut()
            .for_each(|unit| unit.shift = units.bits - unit.shift);
        units
    }

    /// What a value of a slot, counted from the least, adds.
    pub(crate) fn worth(&self, slot: usize, value: usize) -> u64 {
        let unit = self
            .list
            .iter()
            .rfind(|unit| unit.first <= slot)
            .expect("every slot is in a unit");
        ((value * unit.digits[slot - unit.first].1) as u64) << unit.shift
    }

    /// What one move adds at these codes.
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

    /// Writes the parts of a number.
    #[inline]
    pub(crate) fn write(&self, lanes: u64, codes: &mut [u32]) {
        for (unit, code) in self.list.iter().zip(codes) {
            *code = (lanes >> unit.shift & unit.mask) as u32;
        }
    }

    /// The number with these parts.
    pub(crate) fn join(&self, codes: &[u32]) -> u64 {
        self.list.iter().zip(codes).fold(0, |lanes, (unit, &code)| {
            lanes | u64::from(code) << unit.shift
        })
    }

    /// One row of a table: what each code of each unit adds, given what values of its slots do.
    /// `None` of a value says that it cannot be.
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

/// What moves add at codes.
#[derive(Debug, Default)]
pub(crate) struct MoveTable {
    /// What each adds everywhere.
    pub(crate) bases: Vec<u64>,
    /// For each code of each unit what each move adds there.
    pub(crate) entries: Vec<u64>,
}

impl MoveTable {
    /// The table of moves, given what each adds everywhere and the row of what it adds at each
    /// code.
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

/// What the moves of a table add at the codes that were asked for last. The moves lie side by side
/// for each code, so that all are added at once, and what the first codes add is kept: of positions
/// one after the other only the last codes differ.
#[derive(Debug)]
pub(crate) struct MoveSums {
    codes: Vec<u32>,
    /// For each number of codes, from none to all, what each move adds at so many.
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

    /// What each move adds at these codes.
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

    /// What each move added at the codes that were asked for last.
    pub(crate) fn last(&self) -> &[u64] {
        &self.levels[self.levels.len() / (self.codes.len() + 1) * self.codes.len()..]
    }
}

/// Which of these numbers pass a test, as bits, 64 in a word.
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

/// The numbers of the bits that are set.
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
