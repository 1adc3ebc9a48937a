//! Code that lists the options of positions, as whoever compiled it runs it.

use base::text::Text;
use rules::ir::Int;

/// Code that lists the options of positions.
pub trait ListerModule: Send + Sync {
    /// The code with a memory of its own.
    ///
    /// # Errors
    /// The reason, if there is no memory.
    fn begin(&self) -> Result<Box<dyn RawLister>, Text>;
}

/// Lists the options of positions, one after the other.
pub trait RawLister {
    /// What a position is, the number of its options, and for each option the number of its
    /// components in eight bytes, then their numbers; `None` if the code ended otherwise: the rules
    /// cannot be evaluated there, or take too long or too much room.
    fn list(&mut self, slots: &[Int]) -> Option<(PositionStatus, u64, &[u8])>;
}

/// What a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionStatus {
    /// A position whose options are listed.
    Open,
    /// No position.
    Hole,
    /// Play was just won.
    Goal,
    /// Play was just lost.
    Trap,
}

impl PositionStatus {
    /// All, in the order of the numbers that code writes.
    pub const ALL: [PositionStatus; 4] = [
        PositionStatus::Open,
        PositionStatus::Hole,
        PositionStatus::Goal,
        PositionStatus::Trap,
    ];
}
