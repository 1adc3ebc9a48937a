//! Tracks: the numbers that an automaton reads in parallel.

/// Name of a number that an automaton reads. Digits are read in the order of these names.
pub type Track = u32;

/// Returns the tracks of several automata, sorted and without duplicates.
pub(crate) fn union<'a>(lists: impl IntoIterator<Item = &'a [Track]>) -> Vec<Track> {
    let mut tracks: Vec<Track> = lists.into_iter().flatten().copied().collect();
    tracks.sort_unstable();
    tracks.dedup();
    tracks
}
