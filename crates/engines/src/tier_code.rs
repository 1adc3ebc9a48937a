//! Code that lists the options of the positions of a plan of tiers: generated from the rules
//! ([`crate::codegen::lister`]), run by a machine.

use std::sync::Arc;

use base::text;
use base::text::Text;
use tablebase::{ListerModule, TierPlan};

use crate::codegen;
use crate::machine::WasmMachine;
use crate::program::MoveProgram;

/// Fewer positions are sooner listed by the interpreter than code is compiled.
const MIN_GENERATED_PLACES: u64 = 1 << 11;

/// The plan with options listed by code that a machine runs, where moves are not added slot by slot
/// and there are enough positions for it to be worth its while.
#[must_use]
pub fn add_code<'w>(plan: TierPlan<'w>, machine: Option<&dyn WasmMachine>) -> TierPlan<'w> {
    match machine.filter(|_| plan.added().is_err()) {
        Some(machine) if plan.places() >= MIN_GENERATED_PLACES => generate_code(plan, machine),
        Some(_) => plan.with_code(Err(text!(
            "so few positions are sooner listed by the interpreter",
            "局面太少，由解释器列出更快"
        ))),
        None => plan,
    }
}

/// The plan with code that lists options, whether or not there is a quicker way.
#[must_use]
pub fn generate_code<'w>(plan: TierPlan<'w>, machine: &dyn WasmMachine) -> TierPlan<'w> {
    let code = compile(&plan, machine);
    plan.with_code(code)
}

/// The code that lists the options of a game, run by a machine; or why there is none.
fn compile(plan: &TierPlan<'_>, machine: &dyn WasmMachine) -> Result<Arc<dyn ListerModule>, Text> {
    let ir = plan.world().rules(plan.game()).game();
    let ir = ir.expect("tables are made of rules");
    if !ir.words.is_empty() {
        return Err(text!(
            "positions hold words, few of the numbers of their ranges",
            "局面含有单词，只占各范围内数的一小部分"
        ));
    }
    let module = codegen::lister(&MoveProgram::new(ir, plan.game(), plan.ranges())?)?;
    machine.lister(&module).map_err(|error| error.text())
}
