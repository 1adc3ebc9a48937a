//! The effort of each pass of a search for a law.

/// The effort for each form in one pass. Each pass tries all forms again, with more effort than the
/// previous pass.
pub(super) struct LawSearchPass {
    /// Maximum number of nodes of a guess.
    pub nodes: usize,
    /// Maximum number of refuted guesses.
    pub rounds: usize,
    /// Maximum number of positions of the table of cells.
    pub cells: u64,
    /// Maximum number of budget polls.
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

/// The effort of each pass if a person waits for the result of the search.
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
