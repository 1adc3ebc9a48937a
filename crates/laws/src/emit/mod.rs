//! Emits a law as code or text that can be pasted: functions in C++, Python and Rust, a theorem for
//! LaTeX, a graph for Graphviz or for a diagram. Code reads the digits of a position through one
//! table of transitions. The expected outputs are *probes*, with which the caller compares the code
//! before it is output. Names and texts of the game reach the output only through `quoting`.

mod code;
mod cpp;
mod diagram;
mod dot;
mod emitted_law;
mod formula;
// These tests run compilers and need private items. No code of this crate outside these tests runs
// programs.
#[cfg(test)]
#[path = "../../tests/emit/injected.rs"]
mod injected;
mod language;
mod latex;
mod letter_states;
mod maximum;
mod probes;
mod python;
mod quoting;
mod rust;
mod subject;
mod table;
mod walnut;

use base::budget::Budget;
use rules::game::GameId;
use rules::world::World;

use crate::error::LawError;
use crate::law::LawOutput;

pub use diagram::{MAX_DIAGRAM_STATES, StateDiagram};
pub use emitted_law::{Comparison, EmittedLaw};
pub use language::EmitLanguage;
pub use maximum::emit_maximum_nim;
pub use probes::Probe;
pub use subject::EmitSubject;
pub use table::{MAX_TRANSITIONS, NodeOutput};

use table::TransitionTable;

impl EmitSubject<'_> {
    /// Emits the law in a language.
    ///
    /// # Errors
    /// Returns [`LawError::Outside`] if the output would be too long, or the law is of a kind that
    /// is not emitted, or an error if the budget runs out.
    pub fn emit(
        &self,
        language: EmitLanguage,
        budget: &Budget<'_>,
    ) -> Result<EmittedLaw, LawError> {
        let table = TransitionTable::new(self, budget)?;
        let body = match language {
            EmitLanguage::Cpp => cpp::render(self, &table),
            EmitLanguage::Python => python::render(self, &table),
            EmitLanguage::Rust => rust::render(self, &table),
            EmitLanguage::Latex => latex::render(self, &table)?,
            EmitLanguage::Dot => dot::render(self, &table)?,
            EmitLanguage::Svg => String::new(),
            EmitLanguage::Walnut => walnut::render(self, &table)?,
        };
        let diagram = (language == EmitLanguage::Svg)
            .then(|| diagram::diagram(self, &table))
            .transpose()?;
        let probes = if language.is_run() {
            probes::probes(self, budget)?
        } else {
            Vec::new()
        };
        Ok(EmittedLaw {
            language,
            diagram,
            probes,
            known: 0,
            comparison: None,
            arity: self.slots.len(),
            lost: self.law.kind == LawOutput::Outcomes,
            head: self.head(language),
            body,
        })
    }
}

/// Returns the small tuples of numbers, positions or not, at which emitted code is compared with
/// values computed without a law.
pub fn small_rows(world: &World, game: GameId) -> Vec<Vec<rules::ir::Int>> {
    let lows: Vec<i128> = world
        .rules(game)
        .slots()
        .iter()
        .map(|slot| slot.low.into())
        .collect();
    probes::small(&lows)
}
