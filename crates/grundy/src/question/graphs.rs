//! Suggests graphs for arguments that are not written as graphs, as in `nodekayles(0-1)`, where the
//! argument is a difference of numbers, and `nodekayles(path(2))`.

use base::diagnostic::Edit;
use rules::ast::{ExprKind, GameRef, SpannedExpr};
use rules::world::World;

use crate::error::SolveError;

/// Maximum number of vertices of a named graph that is written out.
const MAX_VERTICES: i64 = 12;

/// Adds a suggestion to an error for each argument that should be a graph.
pub(super) fn mended(
    world: &World,
    text: &str,
    instance: &GameRef,
    error: SolveError,
) -> SolveError {
    if instance.args.is_empty() {
        error
    } else {
        with_graphs(world, text, instance, error)
    }
}

#[cold]
#[inline(never)]
fn with_graphs(world: &World, text: &str, instance: &GameRef, mut error: SolveError) -> SolveError {
    let (SolveError::Refused(refusal), Some(declared)) =
        (&mut error, world.declared(&instance.name.text))
    else {
        return error;
    };
    let Some(last) = refusal
        .diagnostics
        .last_mut()
        .filter(|_| refusal.source.text == text)
    else {
        return error;
    };
    let params = &declared.decl().params;
    for (at, (name, value)) in instance.args.iter().enumerate() {
        let param = match name {
            Some(name) => params
                .iter()
                .find(|(param, _)| param.text.eq_ignore_ascii_case(&name.text)),
            None => params.get(at),
        };
        if param.is_some_and(|(_, default)| matches!(default.kind, ExprKind::Graph(_)))
            && let Some(graph) = graph(text, value)
        {
            last.edits.push(Edit {
                span: value.span,
                text: graph,
            });
        }
    }
    error
}

/// Returns the graph that an expression most likely stands for.
fn graph(text: &str, value: &SpannedExpr) -> Option<String> {
    let edges: Vec<(i64, i64)> = match &value.kind {
        ExprKind::Graph(_) => return None,
        ExprKind::Call(name, args) => {
            let [arg] = &args[..] else { return None };
            let ExprKind::Int(n @ 1..=MAX_VERTICES) = arg.value.kind else {
                return None;
            };
            let path = (1..n).map(|v| (v, v + 1));
            match name.text.to_ascii_lowercase().as_str() {
                "path" | "line" | "chain" => path.collect(),
                "cycle" | "ring" | "circle" if n > 2 => path.chain([(1, n)]).collect(),
                "complete" | "clique" | "k" => (1..=n)
                    .flat_map(|a| (a + 1..=n).map(move |b| (a, b)))
                    .collect(),
                "star" => (1..=n).map(|leaf| (0, leaf)).collect(),
                _ => return None,
            }
        }
        _ => {
            let written = text.get(value.span.range())?;
            let is_list = written
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '));
            return is_list.then(|| format!("graph({})", written.trim()));
        }
    };
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
    Some(format!(
        "graph({})",
        if edges.is_empty() {
            "1".to_owned()
        } else {
            edges.join(" ")
        }
    ))
}
