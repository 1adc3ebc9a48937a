//! The order in which a search tries options.

/// The order in which a search tries the options of a position. It affects the amount of work, not
/// the values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OptionOrder {
    /// The order in which the rules list them.
    Written,
    /// Options whose value is known first, then those with the fewest components, then those with
    /// the smallest numbers: these are the easiest to decide.
    #[default]
    Heuristic,
    /// A random order, always the same for the same seed.
    Random(u64),
}
