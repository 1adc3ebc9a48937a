//! The counters of an engine.

/// What an engine has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineStats {
    /// Positions whose value is known.
    pub positions: u64,
    /// Options that were listed.
    pub options: u64,
}

impl EngineStats {
    /// What both have done.
    pub fn plus(self, other: EngineStats) -> EngineStats {
        EngineStats {
            positions: self.positions + other.positions,
            options: self.options + other.options,
        }
    }

    /// What was done since.
    pub fn minus(self, before: EngineStats) -> EngineStats {
        EngineStats {
            positions: self.positions - before.positions,
            options: self.options - before.options,
        }
    }
}
