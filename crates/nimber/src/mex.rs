//! The least number that does not occur (mex).

/// Returns the least number that does not occur. O(n) for n values, without allocation, if the
/// result is below 64; each further block of 64 candidates takes another pass.
pub fn mex<I>(values: I) -> u64
where
    I: IntoIterator<Item = u64>,
    I::IntoIter: Clone,
{
    let values = values.into_iter();
    let mut base = 0;
    loop {
        let mut seen = 0u64;
        for value in values.clone() {
            if value >= base && value - base < 64 {
                seen |= 1 << (value - base);
            }
        }
        if seen != u64::MAX {
            return base + u64::from(seen.trailing_ones());
        }
        base += 64;
    }
}

/// Returns the least number that does not occur in a slice. The function takes one pass for each
/// 4,096 candidates, without allocation.
pub fn mex_of_slice(values: &[u64]) -> u64 {
    const WORDS: usize = 64;
    let mut base = 0;
    loop {
        let mut seen = [0u64; WORDS];
        for &value in values {
            let offset = value.wrapping_sub(base);
            if offset < 64 * WORDS as u64 {
                seen[(offset / 64) as usize] |= 1 << (offset % 64);
            }
        }
        let least = mex_of_set(&seen);
        if least < 64 * WORDS as u64 {
            return base + least;
        }
        base += least;
    }
}

/// Returns the least number that is not in a bit set: bit i of word w represents 64·w + i. Numbers
/// beyond the bits of the words are not in the set.
pub fn mex_of_set(words: &[u64]) -> u64 {
    match words.iter().position(|&word| word != u64::MAX) {
        Some(at) => 64 * at as u64 + u64::from(words[at].trailing_ones()),
        None => 64 * words.len() as u64,
    }
}
