//! Generated code that lists the options of positions; implemented by the machine that compiled it.

use base::text::Text;
use rules::ir::Int;

/// Generated code that lists the options of positions.
pub trait ListerModule: Send + Sync {
    /// Creates an instance of the code with its own memory.
    ///
    /// # Errors
    /// Returns the reason if there is not enough memory.
    fn begin(&self) -> Result<Box<dyn RawLister>, Text>;
}

/// Lists the options of positions, one after the other.
pub trait RawLister {
    /// Returns the status of a position, the number of its options, and the options as bytes: for
    /// each the number of its components in eight bytes, then their numbers. Returns `None` if the
    /// code trapped: the rules cannot be evaluated there, or need too much time or space.
    fn list(&mut self, slots: &[Int]) -> Option<(PositionStatus, u64, &[u8])>;
}

/// The status of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionStatus {
    /// A position whose options are listed.
    Open,
    /// Not a position.
    Hole,
    /// A position that has just been won.
    Goal,
    /// A position that has just been lost.
    Trap,
}

impl PositionStatus {
    /// All values, in the order of the numbers that code writes.
    pub const ALL: [PositionStatus; 4] = [
        PositionStatus::Open,
        PositionStatus::Hole,
        PositionStatus::Goal,
        PositionStatus::Trap,
    ];
}
