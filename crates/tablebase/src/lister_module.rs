//! Generated code that lists the options of positions. The compiler of the generated code
//! implements the traits of this module.

use base::text::Text;
use rules::ir::Int;

/// Generated code that lists the options of positions.
pub trait ListerModule: Send + Sync {
    /// Creates an instance of the code with its own memory.
    ///
    /// # Errors
    /// If memory does not suffice, returns a message.
    fn begin(&self) -> Result<Box<dyn RawLister>, Text>;
}

/// Lists the options of positions, one after the other.
pub trait RawLister {
    /// Returns the status of a position, the number of its options, and the options as bytes. Each
    /// option is the number of its components in eight bytes, followed by the numbers of the
    /// components. Returns `None` if the code trapped: the rules cannot be evaluated at the
    /// position, or need too much time or space.
    fn list(&mut self, slots: &[Int]) -> Option<(PositionStatus, u64, &[u8])>;
}

/// The status of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionStatus {
    /// A position whose options are listed.
    Open,
    /// The slots do not form a position.
    Hole,
    /// A position that has just been won.
    Goal,
    /// A position that has just been lost.
    Trap,
}

impl PositionStatus {
    /// All statuses, in the order of the numbers with which generated code reports a status.
    pub const ALL: [PositionStatus; 4] = [
        PositionStatus::Open,
        PositionStatus::Hole,
        PositionStatus::Goal,
        PositionStatus::Trap,
    ];
}
