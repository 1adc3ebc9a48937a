//! `graph`: the game graph below a position, as data and as a picture.

use base::budget::Budget;
use base::text;
use base::text::Lang;
use grundy::graph::GameGraph;
use grundy::{Session, SolveError};
use picture::{Picture, graphml, network};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::json::{conventions, grundy, list, outcome, status, warnings};
use crate::question::QuestionRequest;

/// Upper bound for the maximum number of positions that a request may set for a graph.
pub const MAX_POSITIONS: u64 = 100_000;

/// The options of `graph`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GraphOptions {
    /// The format of the picture.
    pub format: GraphFormat,
    /// Maximum number of positions that are drawn.
    pub limit: u64,
}

impl Default for GraphOptions {
    fn default() -> GraphOptions {
        GraphOptions {
            format: GraphFormat::default(),
            limit: 300,
        }
    }
}

/// The format of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GraphFormat {
    /// No picture: only the graph as data.
    None,
    /// The DOT language of Graphviz.
    Dot,
    /// GraphML, for NetworkX, yEd and others.
    GraphMl,
    /// SVG.
    #[default]
    Svg,
}

/// The reply to `graph`.
#[derive(Clone, Debug)]
pub struct GraphReply {
    /// The graph.
    pub graph: GameGraph,
    format: GraphFormat,
    lang: Lang,
}

pub(crate) fn graph(
    session: &mut Session,
    asked: &QuestionRequest<GraphOptions>,
    budget: &Budget<'_>,
) -> Result<GraphReply, SolveError> {
    let GraphOptions { format, limit } = asked.options.own;
    if !(1..=MAX_POSITIONS).contains(&limit) {
        return Err(SolveError::Usage(text!(
            "limit: expected 1 to {MAX_POSITIONS}",
            "limit：应为 1 到 {MAX_POSITIONS}"
        )));
    }
    Ok(GraphReply {
        graph: session.graph(asked.position()?, limit, budget)?,
        format,
        lang: asked.options.how.lang,
    })
}

impl GraphReply {
    /// Returns the picture; `None` if no picture was requested.
    pub fn picture(&self, lang: Lang) -> Option<Picture> {
        match self.format {
            GraphFormat::None => None,
            GraphFormat::Dot => Some(Picture::Text(network::dot(&self.graph, lang))),
            GraphFormat::GraphMl => Some(Picture::Text(graphml::graphml(&self.graph))),
            GraphFormat::Svg => Some(Picture::Drawing(network::drawing(&self.graph, lang))),
        }
    }

    /// Returns the graph as JSON.
    pub fn data(&self) -> Value {
        let graph = &self.graph;
        let nodes = list(graph.nodes.iter().map(|node| {
            let (outcome, value) = (outcome(node.outcome), node.value.map(grundy));
            json!({ "position": node.position, "outcome": outcome, "value": value, "layer": node.layer })
        }));
        let mut object = json!({
            "position": graph.position,
            "conventions": conventions(&graph.conventions),
            "loopy": graph.loopy,
            "nodes": nodes,
            "arcs": list(graph.arcs.iter().map(|arc| json!(arc))),
            "method": graph.method,
            "status": status(graph.status),
        });
        if !graph.warnings.is_empty() {
            object["warnings"] = warnings(&graph.warnings, self.lang);
        }
        object
    }

    /// Returns the graph as JSON, with its picture if a picture was requested.
    pub(crate) fn json(&self) -> Value {
        let mut object = self.data();
        if let Some(picture) = self.picture(self.lang) {
            object["picture"] = json!(picture.text());
        }
        object
    }
}
