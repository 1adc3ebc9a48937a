//! How much is tried in each pass of a search for a law.

/// How much each kind is tried before the next, again and again with more.
pub(super) struct LawSearchPass {
    /// Nodes of a guess.
    pub nodes: usize,
    /// Guesses that are refuted.
    pub rounds: usize,
    /// Positions of the table that cells are read from.
    pub cells: u64,
    /// Looks at the clock, a thousand small steps each.
    pub looks: u32,
}

pub(super) const PASSES: [LawSearchPass; 3] = [
    LawSearchPass {
        nodes: 1_000,
        rounds: 60,
        cells: 1 << 16,
        looks: 4_000,
    },
    LawSearchPass {
        nodes: 4_000,
        rounds: 600,
        cells: 1 << 20,
        looks: 60_000,
    },
    LawSearchPass {
        nodes: usize::MAX,
        rounds: 4_000,
        cells: u64::MAX,
        looks: 2_000_000,
    },
];

/// What is tried while a person waits.
pub(super) const QUICK_PASSES: [LawSearchPass; 2] = [
    LawSearchPass {
        nodes: 1_000,
        rounds: 60,
        cells: 1 << 16,
        looks: 4_000,
    },
    LawSearchPass {
        nodes: 4_000,
        rounds: 600,
        cells: 1 << 20,
        looks: 20_000,
    },
];
