//! Emits a law as an automaton in the text format of Walnut (H. Mousavi, J. Shallit): the
//! numeration of each number, then the states, each with 1 if it accepts, otherwise 0, and its
//! transitions. The automaton reads the numbers of a position, each minus the least of its slot.
//! If the law gives values, the automaton reads the value after the numbers.

use std::fmt::Write;

use automata::numeration::NumerationSystem;
use base::text::Text;

use super::letter_states::states;
use super::subject::EmitSubject;
use super::table::{NodeOutput, TransitionTable};
use crate::error::LawError;

pub(super) fn render(
    subject: &EmitSubject<'_>,
    table: &TransitionTable,
) -> Result<String, LawError> {
    let law = subject.law;
    let system = match law.numerals.system() {
        NumerationSystem::Base(base) => format!("msd_{base}"),
        NumerationSystem::Quadratic(1) => "msd_fib".to_owned(),
        NumerationSystem::Tribonacci => "msd_trib".to_owned(),
        NumerationSystem::Narayana => "msd_nara".to_owned(),
        // Walnut's Pell digits have the weights 1, 2, 5; the weights of the greedy expansion are 1,
        // 3, 7.
        NumerationSystem::Quadratic(_) => {
            let Text { en, zh } = law.numerals.name();
            return Err(LawError::Outside(Text {
                en: format!("Walnut has no numeration system with the weights of these {en}"),
                zh: format!("Walnut 未附带与这种{zh}同权的记数系统"),
            }));
        }
    };
    let mut text = vec![system; table.reads].join(" ") + "\n";
    for (id, state) in states(subject, table)?.iter().enumerate() {
        let accepts = u8::from(matches!(state.end, NodeOutput::Lost | NodeOutput::Value));
        let _ = writeln!(text, "\n{id} {accepts}");
        for (to, letters) in &state.next {
            for letter in letters {
                let _ = writeln!(text, "{} -> {to}", letter.replace([',', '/'], " "));
            }
        }
    }
    Ok(text)
}
