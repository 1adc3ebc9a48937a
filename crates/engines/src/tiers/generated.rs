//! The options of a position by code generated from the rules ([`crate::codegen::lister`]). Where
//! the code does not come to its end, or an option lies in no lower or own tier, the reference
//! interpreter lists them once more and says why.

use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use rules::ir::Int;
use rules::rules::Ending;

use super::options::{At, Components, Interpreted, Listed, Options, Standing};
use super::{Halt, Plan};
use crate::codegen;
use crate::machine::{Halted, Lister, Lists, Machine};
use crate::program::Program;

/// Options by generated code.
pub(super) struct Generated<'p> {
    plan: &'p Plan<'p>,
    code: Box<dyn Lists>,
    interpreter: Interpreted<'p>,
    components: Components,
    numbers: Vec<Int>,
}

impl<'p> Generated<'p> {
    pub(super) fn new(plan: &'p Plan<'p>, code: Box<dyn Lists>) -> Generated<'p> {
        Generated {
            plan,
            code,
            interpreter: Interpreted::new(plan),
            components: Components::of(plan),
            numbers: vec![0; plan.ranges().len()],
        }
    }

    /// What the code says; `None` if the interpreter is to be asked.
    fn told(
        &mut self,
        at: At<'_>,
        out: &mut Listed,
        budget: &Budget<'_>,
    ) -> Result<Option<Standing>, Halt> {
        out.clear();
        let Some((standing, options, mut bytes)) = self.code.list(at.slots) else {
            return Ok(None);
        };
        budget.steps(options as usize)?;
        let standing = match standing {
            codegen::Standing::Open => Standing::Open,
            codegen::Standing::Hole => return Ok(Some(Standing::Hole)),
            codegen::Standing::Goal => return Ok(Some(Standing::Over(Ending::Goal))),
            codegen::Standing::Trap => return Ok(Some(Standing::Over(Ending::Trap))),
        };
        let mut next = || {
            let (number, rest) = bytes.split_first_chunk::<8>()?;
            bytes = rest;
            Some(Int::from_le_bytes(*number))
        };
        for _ in 0..options {
            let Some(components) = next() else {
                return Ok(None);
            };
            for _ in 0..components {
                for number in &mut self.numbers {
                    let Some(told) = next() else { return Ok(None) };
                    *number = told;
                }
                match self.plan.locate(&self.numbers) {
                    Some((tier, place)) if tier <= at.tier => self.components.add(tier, place),
                    _ => {
                        self.components.forget();
                        return Ok(None);
                    }
                }
            }
            self.components.end(out);
        }
        Ok(Some(standing))
    }
}

impl Options for Generated<'_> {
    fn list(
        &mut self,
        at: At<'_>,
        out: &mut Listed,
        budget: &Budget<'_>,
    ) -> Result<Standing, Halt> {
        match self.told(at, out, budget)? {
            Some(standing) => Ok(standing),
            None => self.interpreter.list(at, out, budget),
        }
    }
}

/// The code that lists the options of a game, run by a machine; or why there is none.
pub(super) fn compiled(plan: &Plan<'_>, machine: &dyn Machine) -> Result<Arc<dyn Lister>, Text> {
    let ir = plan.world.rules(plan.game).game().ok_or_else(no_machine)?;
    if !ir.words.is_empty() {
        return Err(text!(
            "positions hold words, few of the numbers of their ranges",
            "局面含有单词，只占各范围内数的一小部分"
        ));
    }
    let module = codegen::lister(&Program::new(ir, plan.game, plan.ranges())?)?;
    machine.lister(&module).map_err(|halted| match halted {
        Halted::Unable(why) => why,
        _ => no_machine(),
    })
}

/// What is said where there is no machine.
pub(super) fn no_machine() -> Text {
    text!("nothing here runs generated code", "此处无法运行生成的代码")
}
