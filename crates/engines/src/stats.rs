//! The counters of an engine.

/// The numbers of positions and options that an engine has processed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineStats {
    /// Number of positions whose value was computed.
    pub positions: u64,
    /// Number of options that were listed.
    pub options: u64,
}

impl EngineStats {
    /// Returns the sums of the counters of `self` and `other`.
    pub fn plus(self, other: EngineStats) -> EngineStats {
        EngineStats {
            positions: self.positions + other.positions,
            options: self.options + other.options,
        }
    }

    /// Returns the increase of the counters since `before`.
    pub fn minus(self, before: EngineStats) -> EngineStats {
        EngineStats {
            positions: self.positions - before.positions,
            options: self.options - before.options,
        }
    }
}
