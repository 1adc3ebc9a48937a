//! The order in which a search tries options.

/// The order in which a search tries the options of a position. The order affects the duration of a
/// search, but not the values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OptionOrder {
    /// The order in which the rules list the options.
    Written,
    /// Options with a known value come first, then options with the fewest components, then options
    /// with the smallest numbers. Options with few components and small numbers are the easiest to
    /// decide.
    #[default]
    Heuristic,
    /// A random order of the options, which depends only on the seed.
    Random(u64),
}
