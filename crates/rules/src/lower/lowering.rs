//! The state of the lowering of one game: its names, its errors, and its computed constants.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use super::builtins::BUILTINS;
use super::limits::MAX_SLOTS;
use super::linker::GameLinker;
use super::typed::{NameBinding, SetRef};
use crate::ast;
use crate::error::{EvalError, RulesError};
use crate::eval::EvalContext;
use crate::ir::Int;
use crate::network::Network;
use crate::sets::PositionSet;
use crate::words::PositionWord;
use base::diagnostic::{Diagnostic, Span};
use base::{text, thread_limit};

/// Maximum number of steps for all constants and constant sets of a game.
const MAX_CONSTANT_STEPS: u64 = 2_000_000;

/// Number of nodes of a constant expression that count as one step.
const NODES_A_CONSTANT_STEP: usize = 64;

/// Number of steps between two checks of the limits. The declarations of this program take fewer
/// steps, and are never rejected by a limit.
const STEPS_A_LOOK: u64 = 1 << 16;

/// Maximum number of names in scope; each use of a name searches them linearly.
const MAX_NAMES: usize = 2 * MAX_SLOTS;
/// The state of the lowering of one game.
pub(crate) struct Lowering<'a> {
    pub(super) linker: &'a mut dyn GameLinker,
    pub(super) errors: Vec<Diagnostic>,
    pub(super) scope: Vec<(String, NameBinding)>,
    pub(super) lets: Vec<(String, Option<Vec<String>>, ast::SpannedExpr)>,
    /// The sets of the position.
    pub(super) sets: Vec<PositionSet>,
    /// The words of the position.
    pub(super) words: Vec<PositionWord>,
    /// Maximum number of letters of a word.
    pub(super) room: usize,
    /// The locals that are vertices of graphs with names.
    pub(super) vertices: HashMap<usize, Arc<Network>>,
    /// The ranges of the locals whose choices have constant bounds.
    pub(super) ranges: HashMap<usize, (Int, Int)>,
    /// The set from which elements are removed, while its change is lowered. The lowered change
    /// need not check whether the elements are present.
    pub(super) taken_from: Option<SetRef>,
    /// The length of the scope that each `let` can use.
    pub(super) let_scope: Vec<usize>,
    pub(super) locals: usize,
    pub(super) most_locals: usize,
    /// Number of nodes of all expressions so far.
    pub(super) size: usize,
    /// The nesting depth of the expression being lowered.
    pub(super) depth: usize,
    /// The remaining steps of [`MAX_CONSTANT_STEPS`].
    pub(super) steps: Cell<u64>,
    /// Whether real numbers are allowed: in claims, in `floor`, as parameters.
    pub(super) reals: bool,
    /// Whether the division of constants by `/` does not round, as in the arguments of a query.
    pub(super) exact: bool,
}
impl<'a> Lowering<'a> {
    pub(super) fn new(linker: &'a mut dyn GameLinker) -> Lowering<'a> {
        Lowering {
            linker,
            errors: Vec::new(),
            scope: Vec::new(),
            lets: Vec::new(),
            sets: Vec::new(),
            words: Vec::new(),
            room: 1,
            vertices: HashMap::new(),
            ranges: HashMap::new(),
            taken_from: None,
            let_scope: Vec::new(),
            locals: 0,
            most_locals: 0,
            size: 0,
            depth: 0,
            steps: Cell::new(MAX_CONSTANT_STEPS),
            reals: false,
            exact: false,
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.errors.push(diagnostic);
    }

    /// Reports an error, and returns `None` because the lowering has no result.
    pub(super) fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    pub(super) fn fault(&mut self, fault: RulesError, span: Span) {
        let (message, span) = match fault {
            RulesError::Rule {
                cause,
                span: unknown,
                ..
            } if unknown == Span::default() => (cause.text(), span),
            RulesError::Rule { cause, span, .. } => (cause.text(), span),
            RulesError::Stopped(stop) => (stop.text(), span),
        };
        self.report(Diagnostic::error(span, message));
    }

    /// Computes a value that does not depend on the position or on choices, within the remaining
    /// steps.
    pub(super) fn compute<T>(
        &self,
        work: impl FnOnce(&mut EvalContext<'_>) -> Result<T, RulesError>,
    ) -> Result<T, RulesError> {
        self.compute_at(&[], work)
    }

    /// Computes a value at a position, within the remaining steps.
    pub(super) fn compute_at<T>(
        &self,
        slots: &[Int],
        work: impl FnOnce(&mut EvalContext<'_>) -> Result<T, RulesError>,
    ) -> Result<T, RulesError> {
        let cost = 1 + (self.size / NODES_A_CONSTANT_STEP) as u64;
        let tick = || match self.steps.get().checked_sub(cost) {
            Some(fewer) => {
                if self.steps.get() / STEPS_A_LOOK != fewer / STEPS_A_LOOK {
                    thread_limit::allow(0).map_err(|stop| {
                        // After a stop, later computations would be stopped too, so no steps
                        // remain.
                        self.steps.set(0);
                        RulesError::Stopped(stop)
                    })?;
                }
                self.steps.set(fewer);
                Ok(())
            }
            None => Err(RulesError::Rule {
                cause: EvalError::Steps(MAX_CONSTANT_STEPS),
                game: None,
                span: Span::default(),
                at: Vec::new(),
            }),
        };
        work(&mut EvalContext::new(slots, self.most_locals, &tick))
    }

    pub(super) fn lookup(&self, name: &str) -> Option<NameBinding> {
        self.scope
            .iter()
            .rev()
            .find(|(known, _)| known == name)
            .map(|(_, binding)| binding.clone())
    }

    pub(super) fn visible(&self) -> Vec<String> {
        self.scope.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Binds a name. Names do not shadow each other, so that a rule has the same meaning
    /// everywhere.
    pub(super) fn bind(&mut self, name: &ast::Identifier, binding: NameBinding) {
        let text = &name.text;
        let built_in =
            matches!(text.as_str(), "phi" | "true" | "false") || BUILTINS.contains(&text.as_str());
        if self.lookup(text).is_some() || built_in {
            let message = if built_in {
                text!("`{text}` is a built-in name", "`{text}` 是内置名字")
            } else {
                text!("`{text}` is already defined", "`{text}` 已有定义")
            };
            self.report(
                Diagnostic::error(name.span, message)
                    .help(text!("choose another name", "请换一个名字")),
            );
        }
        self.declare(text, binding, name.span);
    }

    /// Adds a name to the scope.
    pub(super) fn declare(&mut self, name: &str, binding: NameBinding, span: Span) {
        if self.scope.len() < MAX_NAMES {
            self.scope.push((name.to_owned(), binding));
        } else if self.errors.is_empty() {
            let message = text!(
                "more than {MAX_NAMES} names in one game",
                "一个游戏中的名字超过 {MAX_NAMES} 个"
            );
            self.report(Diagnostic::error(span, message));
        }
    }

    pub(super) fn new_local(&mut self) -> usize {
        let local = self.locals;
        self.ranges.remove(&local);
        self.locals += 1;
        self.most_locals = self.most_locals.max(self.locals);
        local
    }

    pub(super) fn mark(&self) -> (usize, usize) {
        (self.scope.len(), self.locals)
    }

    pub(super) fn release(&mut self, (scope, locals): (usize, usize)) {
        self.scope.truncate(scope);
        self.locals = locals;
    }
}
