//! The counters of an engine.

/// The amount of work that an engine has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineStats {
    /// Number of positions whose value was computed.
    pub positions: u64,
    /// Number of options that were listed.
    pub options: u64,
}

impl EngineStats {
    /// Returns the sum of both counters.
    pub fn plus(self, other: EngineStats) -> EngineStats {
        EngineStats {
            positions: self.positions + other.positions,
            options: self.options + other.options,
        }
    }

    /// Returns the work done since `before`.
    pub fn minus(self, before: EngineStats) -> EngineStats {
        EngineStats {
            positions: self.positions - before.positions,
            options: self.options - before.options,
        }
    }
}
