//! The order in which a search tries options.

/// In which order the options of a position are tried. The values do not depend on it, the work
/// does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OptionOrder {
    /// As the rules write them.
    Written,
    /// Options whose value is known first, then those with the fewest components, then those with
    /// the smallest numbers: they are the easiest to decide.
    #[default]
    Heuristic,
    /// Shuffled, always alike for the same seed.
    Random(u64),
}
