//! A list of Grundy values as stored in a table. Each value takes one, two, four or eight bytes;
//! the largest value of the list determines this width. The four largest codes of a width mean, in
//! descending order: not a position, loony, goal, trap. The tables that engines fill also use these
//! four codes for values that are not nimbers.

use theory::value::Grundy;

/// The codes that are not nimbers, each given by its distance from the largest code of its width.
const SPECIAL: [Option<Grundy>; 4] = [
    None,
    Some(Grundy::LOONY),
    Some(Grundy::GOAL),
    Some(Grundy::TRAP),
];

/// A list of Grundy values; an entry is `None` if its index is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    width: usize,
    bytes: Vec<u8>,
}

impl Column {
    /// Creates an empty list, with room for `count` values of one byte.
    pub fn with_capacity(count: usize) -> Column {
        let mut bytes = Vec::new();
        bytes.reserve_exact(count);
        Column { width: 1, bytes }
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.bytes.len() / self.width
    }

    /// Returns whether the list contains no values.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the number of bytes per value: 1, 2, 4 or 8.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns all values, little-endian.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Converts the column to the bytes of all values, little-endian.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Returns the largest code of a width, which means that an index is not a position.
    pub fn absent(width: usize) -> u64 {
        u64::MAX >> (64 - 8 * width)
    }

    /// Appends a value. If the new value needs more bytes, all values are widened.
    pub fn push(&mut self, value: Option<Grundy>) {
        let code = loop {
            match code(self.width, value) {
                Some(code) => break code,
                None => self.widen(),
            }
        };
        self.bytes
            .extend_from_slice(&code.to_le_bytes()[..self.width]);
    }

    /// Returns the value at an index below [`Column::len`].
    pub fn get(&self, at: usize) -> Option<Grundy> {
        let mut code = [0; 8];
        code[..self.width].copy_from_slice(&self.bytes[at * self.width..][..self.width]);
        let code = u64::from_le_bytes(code);
        match usize::try_from(Column::absent(self.width) - code)
            .ok()
            .and_then(|below| SPECIAL.get(below))
        {
            Some(special) => *special,
            None => Grundy::nimber(code),
        }
    }

    /// Returns an iterator over all values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<Grundy>> {
        (0..self.len()).map(|at| self.get(at))
    }

    fn widen(&mut self) {
        let mut wider = Column {
            width: 2 * self.width,
            bytes: Vec::new(),
        };
        wider.bytes.reserve_exact(2 * self.bytes.capacity());
        self.iter().for_each(|value| wider.push(value));
        *self = wider;
    }
}

impl FromIterator<Option<Grundy>> for Column {
    fn from_iter<I: IntoIterator<Item = Option<Grundy>>>(values: I) -> Column {
        let mut column = Column::with_capacity(0);
        values.into_iter().for_each(|value| column.push(value));
        column
    }
}

/// Returns the code of a value in `width` bytes; `None` if the value needs more bytes.
fn code(width: usize, value: Option<Grundy>) -> Option<u64> {
    let absent = Column::absent(width);
    match value.map(|value| value.as_nimber()) {
        Some(Some(nimber)) => (nimber <= absent - SPECIAL.len() as u64).then_some(nimber),
        _ => SPECIAL
            .iter()
            .position(|special| *special == value)
            .map(|below| absent - below as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_whatever_their_width() {
        let edges = [
            0,
            1,
            250,
            251,
            252,
            255,
            256,
            65_531,
            65_532,
            u64::from(u32::MAX) - 4,
            u64::from(u32::MAX) - 3,
            1 << 40,
            Grundy::MAX_NIMBER,
        ];
        let mut rng = fastrand::Rng::with_seed(3);
        for most in 1..=edges.len() {
            let value = |rng: &mut fastrand::Rng| match rng.usize(..most + 4) {
                at if at < most => Grundy::nimber(edges[at]),
                at => SPECIAL[at - most],
            };
            let values: Vec<Option<Grundy>> = (0..200).map(|_| value(&mut rng)).collect();
            let column: Column = values.iter().copied().collect();
            assert_eq!(column.iter().collect::<Vec<_>>(), values);
            let greatest = values
                .iter()
                .flatten()
                .filter_map(|v| v.as_nimber())
                .max()
                .unwrap_or(0);
            let width = [1, 2, 4, 8]
                .into_iter()
                .find(|&width| greatest <= Column::absent(width) - 4);
            assert_eq!(
                Some(column.width()),
                width,
                "no wider than the greatest needs"
            );
        }
        assert_eq!(size_of::<Option<Grundy>>(), 8);
    }
}
