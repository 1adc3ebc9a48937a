//! `graph`: the game graph below a position, as data and as a picture.

use base::budget::Budget;
use base::text;
use base::text::Lang;
use grundy::graph::GameGraph;
use grundy::{Error, Session};
use picture::{Picture, graphml, network};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::json::{conventions, grundy, list, outcome, status, warnings};
use crate::request::Question;

/// The most positions that a graph may be asked to have.
pub const MOST_POSITIONS: u64 = 100_000;

/// The options of `graph`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Graph {
    /// The picture.
    pub format: Format,
    /// The most positions that are drawn.
    pub limit: u64,
}

impl Default for Graph {
    fn default() -> Graph {
        Graph {
            format: Format::default(),
            limit: 300,
        }
    }
}

/// What is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Nothing: the graph is wanted as data.
    None,
    /// The language of Graphviz.
    Dot,
    /// GraphML, for NetworkX, yEd and others.
    GraphMl,
    /// SVG.
    #[default]
    Svg,
}

/// The reply.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The graph.
    pub graph: GameGraph,
    format: Format,
    lang: Lang,
}

pub(crate) fn graph(
    session: &mut Session,
    asked: &Question<Graph>,
    budget: &Budget<'_>,
) -> Result<Drawn, Error> {
    let Graph { format, limit } = asked.options.own;
    if !(1..=MOST_POSITIONS).contains(&limit) {
        return Err(Error::Usage(text!(
            "limit: expected 1 to {MOST_POSITIONS}",
            "limit：应为 1 到 {MOST_POSITIONS}"
        )));
    }
    Ok(Drawn {
        graph: session.graph(asked.position()?, limit, budget)?,
        format,
        lang: asked.options.how.lang,
    })
}

impl Drawn {
    /// The picture, if one is wanted.
    pub fn picture(&self, lang: Lang) -> Option<Picture> {
        match self.format {
            Format::None => None,
            Format::Dot => Some(Picture::Text(network::dot(&self.graph, lang))),
            Format::GraphMl => Some(Picture::Text(graphml::graphml(&self.graph))),
            Format::Svg => Some(Picture::Drawing(network::drawing(&self.graph, lang))),
        }
    }

    /// The graph as JSON.
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

    /// The graph as JSON, with its picture if one is wanted.
    pub(crate) fn json(&self) -> Value {
        let mut object = self.data();
        if let Some(picture) = self.picture(self.lang) {
            object["picture"] = json!(picture.text());
        }
        object
    }
}
