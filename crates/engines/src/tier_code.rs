//! Generated code that lists the options of the positions of a tier plan: generated from the rules
//! ([`crate::codegen::lister`]) and run by a machine.

use std::sync::Arc;

use base::text;
use base::text::Text;
use tablebase::{ListerModule, TierPlan};

use crate::codegen;
use crate::machine::WasmMachine;
use crate::program::MoveProgram;

/// Number of positions below which listing options with the interpreter takes less time than
/// compiling code.
const MIN_GENERATED_PLACES: u64 = 1 << 11;

/// Adds generated code that lists options to the plan, if moves are not added slot by slot and the
/// number of positions justifies compilation.
#[must_use]
pub fn add_code<'w>(plan: TierPlan<'w>, machine: Option<&dyn WasmMachine>) -> TierPlan<'w> {
    match machine.filter(|_| plan.added().is_err()) {
        Some(machine) if plan.places() >= MIN_GENERATED_PLACES => generate_code(plan, machine),
        Some(_) => plan.with_code(Err(text!(
            "the interpreter is faster for so few positions",
            "局面太少，由解释器列出更快"
        ))),
        None => plan,
    }
}

/// Adds generated code that lists options to the plan, even if a faster method exists.
#[must_use]
pub fn generate_code<'w>(plan: TierPlan<'w>, machine: &dyn WasmMachine) -> TierPlan<'w> {
    let code = compile(&plan, machine);
    plan.with_code(code)
}

/// Returns the code that lists the options of a game, loaded by a machine, or the reason why code
/// generation is impossible.
fn compile(plan: &TierPlan<'_>, machine: &dyn WasmMachine) -> Result<Arc<dyn ListerModule>, Text> {
    let ir = plan.world().rules(plan.game()).game();
    let ir = ir.expect("tables are made of rules");
    if !ir.words.is_empty() {
        return Err(text!(
            "positions contain words, which fill only a small part of their ranges",
            "局面含有单词，只占各范围内数的一小部分"
        ));
    }
    let module = codegen::lister(&MoveProgram::new(ir, plan.game(), plan.ranges())?)?;
    machine.lister(&module).map_err(|error| error.text())
}
