//! The inner loops, written once on plain words and compiled three times: for any processor, for
//! AVX2 and for AVX-512. All versions perform the same operations on the same bits, so their
//! results cannot differ.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calling a function compiled for a wider machine, after asking whether this is one"
    )
)]

use super::history::NimberHistory;
use super::working_set::WorkingSet;

/// The instruction set for which the inner loops are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdLevel {
    /// Any processor.
    Portable,
    /// x86-64 with 256-bit integer vectors.
    Avx2,
    /// x86-64 with 512-bit vectors (F, BW, DQ, VL).
    Avx512,
}

impl SimdLevel {
    /// All levels, starting with the portable one.
    pub const ALL: [SimdLevel; 3] = [SimdLevel::Portable, SimdLevel::Avx2, SimdLevel::Avx512];

    /// Returns the name of the level on a command line.
    pub fn name(self) -> &'static str {
        match self {
            SimdLevel::Portable => "portable",
            SimdLevel::Avx2 => "avx2",
            SimdLevel::Avx512 => "avx512",
        }
    }

    /// Returns whether this processor supports the level.
    pub fn available(self) -> bool {
        match self {
            SimdLevel::Portable => true,
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// Returns the fastest level that this processor supports.
    pub fn best() -> SimdLevel {
        SimdLevel::ALL
            .into_iter()
            .rev()
            .find(|level| level.available())
            .unwrap_or(SimdLevel::Portable)
    }
}

/// Offsets o with the same value. Each offset gives the option value `G(n - o) xor value`.
#[derive(Clone, Copy, Debug)]
pub(super) struct OffsetGroup {
    /// The value of the heap that is tried.
    pub value: u16,
    /// Start of the offsets of this value in the list of distances.
    pub from: u32,
    /// End of the offsets of this value in the list of distances.
    pub to: u32,
}

/// The input of [`join`], which combines planes of bits into the rows of `seen`.
pub(super) struct JoinStep<'a> {
    /// All planes of values.
    pub planes: &'a [u8],
    /// Number of bytes of the planes of one value.
    pub stride: usize,
    /// Start of the block in the planes of a value.
    pub start: usize,
    /// The values that occur.
    pub active: &'a [u16],
    /// The number of the first row that is not needed; later rows are not needed either.
    pub limit: u16,
    /// The offsets, grouped by value.
    pub groups: &'a [OffsetGroup],
    /// For each offset, the start of its bits relative to `start`.
    pub distances: &'a [i32],
    /// Number of words of a row of `seen`.
    pub row: usize,
    /// The first word of the rows that is written.
    pub word: usize,
    /// Number of words that are written.
    pub words: usize,
}

/// The input of [`near`].
pub(super) struct NearStep<'a> {
    /// For each of the last [`RECENT_WORDS`] runs of 64 heaps, the words of all values, as a ring
    /// buffer.
    pub recent: &'a [u64],
    /// Number of words of a run, which is the number of values: a power of two, at least 64.
    pub values: usize,
    /// All values that occur are below this number.
    pub used: usize,
    /// Number of runs of 64 heaps so far. In the ring buffer, the last run is just before the index
    /// given by this number.
    pub runs: usize,
    /// The offsets, grouped by value, all below 64 times [`RECENT_WORDS`].
    pub groups: &'a [OffsetGroup],
    /// The offsets.
    pub offsets: &'a [u32],
}

/// A heap that is tried as one part of a split. The fields are the row of the value of the heap,
/// and the start of the bits of the other part.
#[derive(Clone, Copy, Debug)]
pub(super) struct HelperHeap {
    pub row: u32,
    pub distance: i32,
}

/// The input of [`strike`].
pub(super) struct StrikeStep<'a> {
    /// All planes, by rank.
    pub planes: &'a [u8],
    /// Number of bytes of the planes of one rank.
    pub stride: usize,
    /// Start of the block in the planes of a rank.
    pub start: usize,
    /// Number of words of the block: 8, 16 or 32.
    pub words: usize,
    /// For each row, the heaps of the block that need a witness for the rare value of the row.
    pub wanted: &'a [u64],
    /// The helpers for each row.
    pub helpers: &'a [Vec<HelperHeap>],
    /// Number of helpers that are tried before the next check whether few heaps lack a witness.
    pub piece: usize,
    /// The helpers that are tried first, for each row.
    pub hints: &'a [Vec<HelperHeap>],
    /// Maximum number of remaining heaps, out of 512, that are searched individually.
    pub few: u32,
}

/// The heaps of a word of the block for which no helper has given the value of a row yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingHeaps {
    pub row: usize,
    pub word: usize,
    pub tried: usize,
    pub heaps: u64,
}

/// Number of candidate values per heap. The candidates are compared with the offsets that are not
/// combined as bits.
pub(super) const CANDIDATES: usize = 3;

/// Some candidate values for each of 64 heaps.
pub(super) type CandidateRows = [[u16; 64]; CANDIDATES];

/// Upper bound (exclusive) of the values of a machine.
pub(super) const MAX_VALUES: usize = 1 << 12;

/// Number of words of each value that [`near`] reads.
pub(super) const RECENT_WORDS: usize = 8;

macro_rules! levels {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $out:ty)? = $body:path) => {
        $(#[$doc])*
        $vis fn $name(level: SimdLevel, $($arg: $type),*) $(-> $out)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx2($($arg: $type),*) $(-> $out)? {
                $body($($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn avx512($($arg: $type),*) $(-> $out)? {
                $body($($arg),*)
            }
            match level {
                // SAFETY: a level is used only if `available` has returned that this processor
                // supports its instructions.
                #[cfg(target_arch = "x86_64")]
                SimdLevel::Avx2 => unsafe { avx2($($arg),*) },
                // SAFETY: `available` has returned that this processor supports the instructions of
                // the level.
                #[cfg(target_arch = "x86_64")]
                SimdLevel::Avx512 => unsafe { avx512($($arg),*) },
                _ => $body($($arg),*),
            }
        }
    };
}

levels! {
    /// For every value v that occurs and every offset o with its value g: marks the option v xor g
    /// for the heaps n of the block with G(n - o) = v. One operation on a word or vector processes
    /// as many heaps as the word or vector has bits.
    pub(super) fn join(job: &JoinStep<'_>, seen: &mut [u64]) = join_body
}

levels! {
    /// Computes the options of the next 64 heaps that come from known heaps by offsets below 512:
    /// one word per value, for all values at a time.
    pub(super) fn near(job: &NearStep<'_>, seen: &mut [u64]) = near_body
}

levels! {
    /// Calls [`WorkingSet::common_run`].
    pub(super) fn common_run(work: &mut WorkingSet, from: usize, history: &mut NimberHistory) -> usize = WorkingSet::common_run
}

levels! {
    /// Returns the first index at which the two rows differ by exactly `value` (as a nim-sum);
    /// `None` if no index has this difference.
    pub(super) fn find(one: &[u16], other: &[u16], value: u16) -> Option<usize> = find_body
}

levels! {
    /// Determines which of 64 heaps have an option equal to one of their candidates, for the given
    /// offsets (with their values, all at least 64). `window` ends before the first of the 64
    /// heaps: for lane k and offset o, the other heap is at index `window.len() + k - o`. The
    /// result for a candidate of a heap is 0 if an option of the heap has this value.
    pub(super) fn differ(window: &[u16], offsets: &[(u32, u16)], candidates: &CandidateRows, least: &mut CandidateRows) = differ_body
}

levels! {
    /// For every row, tries helpers for all heaps of the block that need the value of the row,
    /// until few of these heaps remain ([`StrikeStep::few`]). The remaining heaps are added to
    /// `left`.
    pub(super) fn strike(job: &StrikeStep<'_>, left: &mut Vec<PendingHeaps>) = strike_body
}

levels! {
    /// Transposes a matrix of 64 × 64 bits.
    pub(super) fn turn(square: &mut [u64; 64]) = turn_body
}

#[inline(always)]
fn join_body(job: &JoinStep<'_>, seen: &mut [u64]) {
    match job.words {
        1 => join_words::<1>(job, seen),
        2 => join_words::<2>(job, seen),
        4 => join_words::<4>(job, seen),
        8 => join_words::<8>(job, seen),
        16 => join_words::<16>(job, seen),
        32 => join_words::<32>(job, seen),
        _ => join_words::<64>(job, seen),
    }
}

/// Processes the words of the block in groups of `N`, which divides their number.
#[inline(always)]
fn join_words<const N: usize>(job: &JoinStep<'_>, seen: &mut [u64]) {
    for &value in job.active {
        let planes = &job.planes[value as usize * job.stride..][..job.stride];
        for group in job.groups {
            if value ^ group.value >= job.limit {
                continue;
            }
            let distances = &job.distances[group.from as usize..group.to as usize];
            let row = (value ^ group.value) as usize * job.row + job.word;
            for (chunk, out) in seen[row..][..job.words].chunks_exact_mut(N).enumerate() {
                let mut bits = [0u64; N];
                for &distance in distances {
                    let at = (job.start + chunk * N * 8).wrapping_add_signed(distance as isize);
                    let bytes = &planes[at..][..N * 8];
                    for k in 0..N {
                        let mut word = [0; 8];
                        word.copy_from_slice(&bytes[8 * k..8 * k + 8]);
                        bits[k] |= u64::from_le_bytes(word);
                    }
                }
                for k in 0..N {
                    out[k] |= bits[k];
                }
            }
        }
    }
}

#[inline(always)]
fn near_body(job: &NearStep<'_>, seen: &mut [u64]) {
    for first in (0..job.used).step_by(32) {
        near_part(job, first, seen.as_chunks_mut().0);
    }
}

/// Processes the 32 values starting at `first`.
#[inline(always)]
fn near_part(job: &NearStep<'_>, first: usize, seen: &mut [[u64; 8]]) {
    // The values of the current 64 heaps have not been computed yet, so these heaps contribute no
    // options.
    const NOTHING: &[[u64; 8]; 4] = &[[0; 8]; 4];
    debug_assert!(first + 32 <= job.values, "rows are in whole groups of 32");
    let recent = job.recent.as_chunks::<8>().0;
    let word = |back: usize| -> &[[u64; 8]; 4] {
        let place = (job.runs + 2 * RECENT_WORDS - back) % RECENT_WORDS;
        recent[(place * job.values + first) / 8..]
            .first_chunk()
            .unwrap_or(NOTHING)
    };
    for group in job.groups {
        // The sums are four separate variables, so that the compiler keeps them in registers.
        let (mut a, mut b, mut c, mut d) = ([0; 8], [0; 8], [0; 8], [0; 8]);
        for &offset in &job.offsets[group.from as usize..group.to as usize] {
            let (back, shift) = (offset as usize / 64, offset % 64);
            let (older, newer) = (word(back + 1), if back == 0 { NOTHING } else { word(back) });
            a = shifted(a, &older[0], &newer[0], shift);
            b = shifted(b, &older[1], &newer[1], shift);
            c = shifted(c, &older[2], &newer[2], shift);
            d = shifted(d, &older[3], &newer[3], shift);
        }
        // For an offset with the value g, the bits of the value v are added to the row of v xor g.
        let bits = [a, b, c, d];
        let (first, place) = (first / 8, group.value as usize / 8);
        match group.value & 7 {
            0 => spread::<0>(bits, seen, first, place),
            1 => spread::<1>(bits, seen, first, place),
            2 => spread::<2>(bits, seen, first, place),
            3 => spread::<3>(bits, seen, first, place),
            4 => spread::<4>(bits, seen, first, place),
            5 => spread::<5>(bits, seen, first, place),
            6 => spread::<6>(bits, seen, first, place),
            _ => spread::<7>(bits, seen, first, place),
        }
    }
}

/// Adds 64 bits of two consecutive words: the bits that end `shift` bits before the end of the
/// second word.
#[inline(always)]
fn shifted(bits: [u64; 8], older: &[u64; 8], newer: &[u64; 8], shift: u32) -> [u64; 8] {
    std::array::from_fn(|k| bits[k] | older[k] >> 1 >> (63 - shift) | newer[k] << shift)
}

#[inline(always)]
fn spread<const G: usize>(bits: [[u64; 8]; 4], seen: &mut [[u64; 8]], first: usize, place: usize) {
    for part in 0..4 {
        let out = &mut seen[(first + part) ^ place];
        for k in 0..8 {
            out[k] |= bits[part][k ^ G];
        }
    }
}

#[inline(always)]
fn find_body(one: &[u16], other: &[u16], value: u16) -> Option<usize> {
    const STEP: usize = 64;
    let (ones, others) = (one.chunks_exact(STEP), other.chunks_exact(STEP));
    let rest = ones.len() * STEP;
    for (step, (a, b)) in ones.zip(others).enumerate() {
        let mut hit = 0u16;
        for k in 0..STEP {
            hit |= u16::from(a[k] ^ b[k] == value);
        }
        if hit != 0 {
            return (0..STEP)
                .find(|&k| a[k] ^ b[k] == value)
                .map(|k| step * STEP + k);
        }
    }
    one[rest..]
        .iter()
        .zip(&other[rest..])
        .position(|(a, b)| a ^ b == value)
        .map(|k| rest + k)
}

#[inline(always)]
fn differ_body(
    window: &[u16],
    offsets: &[(u32, u16)],
    candidates: &CandidateRows,
    least: &mut CandidateRows,
) {
    // Half of the heaps are processed at a time, so that all intermediate values stay in registers.
    for half in [0, 32] {
        let own: [[u16; 32]; CANDIDATES] =
            std::array::from_fn(|c| std::array::from_fn(|k| candidates[c][half + k]));
        let mut all = [[u16::MAX; 32]; CANDIDATES];
        for &(offset, value) in offsets {
            let others = &window[window.len() - offset as usize + half..][..32];
            for c in 0..CANDIDATES {
                for k in 0..32 {
                    all[c][k] = all[c][k].min(others[k] ^ own[c][k] ^ value);
                }
            }
        }
        for c in 0..CANDIDATES {
            least[c][half..half + 32].copy_from_slice(&all[c]);
        }
    }
}

#[inline(always)]
fn strike_body(job: &StrikeStep<'_>, left: &mut Vec<PendingHeaps>) {
    for (row, wanted) in job.wanted.chunks_exact(job.words).enumerate() {
        match job.words {
            32 => strike_row::<32>(job, row, wanted.first_chunk(), left),
            16 => strike_row::<16>(job, row, wanted.first_chunk(), left),
            _ => strike_row::<8>(job, row, wanted.first_chunk(), left),
        }
    }
}

/// Processes one row of a block of `N` words.
#[inline(always)]
fn strike_row<const N: usize>(
    job: &StrikeStep<'_>,
    row: usize,
    wanted: Option<&[u64; N]>,
    left: &mut Vec<PendingHeaps>,
) {
    let Some(wanted) = wanted.filter(|wanted| wanted.iter().any(|&word| word != 0)) else {
        return;
    };
    let mut open = strike_all(job, row, &job.hints[row], *wanted);
    let (mut tried, few) = (0, job.few * N as u32 / 8);
    for piece in job.helpers[row].chunks(job.piece) {
        if open.iter().map(|word| word.count_ones()).sum::<u32>() <= few {
            break;
        }
        open = strike_all(job, row, piece, open);
        tried += piece.len();
    }
    let open = (0..).zip(open).filter(|&(_, heaps)| heaps != 0);
    left.extend(open.map(|(word, heaps)| PendingHeaps {
        row,
        word,
        tried,
        heaps,
    }));
}

/// Removes the heaps for which a helper gives the value of the row.
#[inline(always)]
fn strike_all<const N: usize>(
    job: &StrikeStep<'_>,
    row: usize,
    helpers: &[HelperHeap],
    wanted: [u64; N],
) -> [u64; N] {
    let mut found = [0u64; N];
    for helper in helpers {
        let place = (row ^ helper.row as usize) * job.stride + job.start;
        let place = place.wrapping_add_signed(helper.distance as isize);
        let bytes = &job.planes[place..][..8 * N];
        for k in 0..N {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[8 * k..8 * k + 8]);
            found[k] |= u64::from_le_bytes(word);
        }
    }
    std::array::from_fn(|k| wanted[k] & !found[k])
}

#[inline(always)]
fn turn_body(square: &mut [u64; 64]) {
    turn_step::<32>(square, 0x0000_0000_ffff_ffff);
    turn_step::<16>(square, 0x0000_ffff_0000_ffff);
    turn_step::<8>(square, 0x00ff_00ff_00ff_00ff);
    turn_step::<4>(square, 0x0f0f_0f0f_0f0f_0f0f);
    turn_step::<2>(square, 0x3333_3333_3333_3333);
    turn_step::<1>(square, 0x5555_5555_5555_5555);
}

/// Swaps the off-diagonal halves of all squares of 2·S × 2·S bits.
#[inline(always)]
fn turn_step<const S: usize>(square: &mut [u64; 64], low: u64) {
    for pair in square.chunks_exact_mut(2 * S) {
        let (upper, lower) = pair.split_at_mut(S);
        for k in 0..S {
            let change = (upper[k] >> S ^ lower[k]) & low;
            lower[k] ^= change;
            upper[k] ^= change << S;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_over_the_diagonal() {
        let mut random = 1u64;
        let square: [u64; 64] = std::array::from_fn(|_| {
            random = random
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            random ^ random >> 29
        });
        for level in SimdLevel::ALL.into_iter().filter(|level| level.available()) {
            let mut turned = square;
            turn(level, &mut turned);
            for (row, word) in square.iter().enumerate() {
                for (column, back) in turned.iter().enumerate() {
                    assert_eq!(word >> column & 1, back >> row & 1, "{level:?}");
                }
            }
        }
    }
}
