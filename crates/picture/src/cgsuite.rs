//! Scripts for CGSuite (A. Siegel, cgsuite.org). Heaps of an octal code use the corresponding
//! ruleset of CGSuite. All other components are written position by position, with each position as
//! the game of its options. The last line is the sum, whose value CGSuite recomputes.

use std::collections::BTreeMap;
use std::fmt::Write;

use base::escaping::escape_line;
use grundy::export::{ExportAnswer, ExportedPiece};
use grundy::graph::GameGraph;

/// Returns the script. The script names rulesets `r1`, …, and the positions of the first listed
/// component `p1_0`, ….
pub fn cgsuite(exported: &ExportAnswer) -> String {
    let ExportAnswer {
        position, value, ..
    } = exported;
    let mut out = format!(
        "// {}\n// Its Grundy value is {value}: the last line should give {}.\n",
        line(position),
        star(&value.to_string())
    );
    let mut rulesets = BTreeMap::new();
    let mut terms = Vec::new();
    let mut listed = 0;
    for piece in &exported.pieces {
        terms.push(match piece {
            ExportedPiece::Heap { code, tokens } => {
                let known = rulesets.len() + 1;
                let ruleset = *rulesets.entry(code).or_insert_with(|| {
                    let _ = writeln!(out, "r{known} := game.heap.TakeAndBreak(\"{code}\");");
                    known
                });
                format!("r{ruleset}({tokens})")
            }
            ExportedPiece::Listed(graph) => {
                listed += 1;
                list(graph, listed, &mut out);
                format!("p{listed}_0")
            }
        });
    }
    let sum = if terms.is_empty() {
        "0".to_owned()
    } else {
        terms.join(" + ")
    };
    let _ = writeln!(out, "({sum}).CanonicalForm;");
    out
}

/// Writes the positions of a graph, each after its options.
fn list(graph: &GameGraph, number: usize, out: &mut String) {
    let mut order: Vec<usize> = (0..graph.nodes.len()).collect();
    order.sort_by_key(|&node| graph.nodes[node].layer);
    for node in order {
        let from = graph.arcs.partition_point(|&(from, _)| from < node);
        let to = graph.arcs[from..]
            .iter()
            .take_while(|&&(from, _)| from == node);
        let options: Vec<String> = to.map(|(_, to)| format!("p{number}_{to}")).collect();
        let options = options.join(",");
        let game = if options.is_empty() {
            "0".to_owned()
        } else {
            format!("{{{options}|{options}}}")
        };
        let _ = writeln!(
            out,
            "p{number}_{node} := {game}; // {}",
            line(&graph.nodes[node].position)
        );
    }
}

/// Returns a position as text in one line, because a line break would end the comment in the
/// script.
fn line(position: &str) -> String {
    escape_line(&position.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

/// Returns a nimber in the notation of CGSuite.
fn star(value: &str) -> String {
    match value {
        "0" => "0".to_owned(),
        "1" => "*".to_owned(),
        other => format!("*{other}"),
    }
}
