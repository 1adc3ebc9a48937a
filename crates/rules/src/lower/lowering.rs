//! The work on one game: its names, its mistakes, and the constants that it computes.

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

/// The most steps that computing all constants and constant sets of a game may take.
const MAX_CONSTANT_STEPS: u64 = 2_000_000;

/// The same for constants, whose steps are few.
const NODES_A_CONSTANT_STEP: usize = 64;

/// How many steps pass between two looks at the limits; what this program declares itself takes
/// fewer, and is never refused for them.
const STEPS_A_LOOK: u64 = 1 << 16;

/// The most names that a game may give a meaning at once: each use of a name looks through them.
const MAX_NAMES: usize = 2 * MAX_SLOTS;
/// The work on one game.
pub(crate) struct Lowering<'a> {
    pub(super) linker: &'a mut dyn GameLinker,
    pub(super) errors: Vec<Diagnostic>,
    pub(super) scope: Vec<(String, NameBinding)>,
    pub(super) lets: Vec<(String, Option<Vec<String>>, ast::SpannedExpr)>,
    /// The sets of the position.
    pub(super) sets: Vec<PositionSet>,
    /// The words of the position.
    pub(super) words: Vec<PositionWord>,
    /// How many letters a word may have.
    pub(super) room: usize,
    /// The locals that are vertices of graphs with names.
    pub(super) vertices: HashMap<usize, Arc<Network>>,
    /// The set that elements are taken from, while its change is lowered: whether they are there
    /// does not matter.
    pub(super) taken_from: Option<SetRef>,
    /// How much of the scope each `let` sees.
    pub(super) let_scope: Vec<usize>,
    pub(super) locals: usize,
    pub(super) most_locals: usize,
    /// The nodes of all expressions so far.
    pub(super) size: usize,
    /// How deep the expression being lowered stands in others.
    pub(super) depth: usize,
    /// What is left of [`MAX_CONSTANT_STEPS`].
    pub(super) steps: Cell<u64>,
    /// Whether real numbers are allowed: in claims, in `floor`, as parameters.
    pub(super) reals: bool,
    /// Whether `/` does not round constants either: in the arguments of a question.
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

    /// Reports what makes a meaning impossible.
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

    /// Computes something that depends on nothing, within the steps that are left.
    pub(super) fn compute<T>(
        &self,
        work: impl FnOnce(&mut EvalContext<'_>) -> Result<T, RulesError>,
    ) -> Result<T, RulesError> {
        self.compute_at(&[], work)
    }

    /// Computes something at a position, within the steps that are left.
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
                        // What follows would be stopped too.
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

    /// Gives a name a meaning. Names do not hide each other, so that a rule reads the same
    /// everywhere.
    pub(super) fn bind(&mut self, name: &ast::Identifier, binding: NameBinding) {
        let text = &name.text;
        let built_in =
            matches!(text.as_str(), "phi" | "true" | "false") || BUILTINS.contains(&text.as_str());
        if self.lookup(text).is_some() || built_in {
            let message = if built_in {
                text!("`{text}` is a built-in name", "`{text}` 是内置名字")
            } else {
                text!("`{text}` has a meaning already", "`{text}` 已有含义")
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
