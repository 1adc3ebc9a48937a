//! `draw`: a position as a person would look at it, as lines or as a picture.

use base::budget::Budget;
use base::text::Lang;
use grundy::{Error, Session, question, words};
use picture::{Picture, position};
use rules::view::{Graph, Mark, Seen, View, seen};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::request::Question;

/// The options of `draw`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Draw {
    /// The picture.
    pub format: Format,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Nothing: what is seen is wanted as data.
    None,
    /// Lines for a terminal.
    #[default]
    Text,
    /// SVG.
    Svg,
}

/// The reply.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The position.
    pub position: String,
    /// What is seen of it.
    pub seen: Vec<Seen>,
    format: Format,
    lang: Lang,
}

pub(crate) fn draw(session: &mut Session, asked: &Question<Draw>, budget: &Budget<'_>) -> Result<Drawn, Error> {
    let found = question::position(session.world_mut(), asked.text()?, budget)?;
    Ok(Drawn {
        position: words::counted(&session.world, &found.components),
        seen: seen(&session.world, &found.components),
        format: asked.options.own.format,
        lang: asked.options.how.lang,
    })
}

impl Drawn {
    /// The picture, if one is wanted.
    pub fn picture(&self, lang: Lang) -> Option<Picture> {
        match self.format {
            Format::None => None,
            Format::Text => Some(Picture::Text(position::text(&self.seen, lang))),
            Format::Svg => Some(Picture::Drawing(position::drawing(&self.seen, lang))),
        }
    }

    /// What is seen, as JSON.
    pub fn data(&self) -> Value {
        json!({ "position": self.position, "components": self.seen.iter().map(told).collect::<Vec<_>>() })
    }

    /// What is seen as JSON, with the picture if one is wanted.
    pub(crate) fn json(&self) -> Value {
        let mut object = self.data();
        if let Some(picture) = self.picture(self.lang) {
            object["picture"] = json!(picture.text());
        }
        object
    }
}

fn told(seen: &Seen) -> Value {
    let named = |list: &[(String, i64)]| list.iter().map(|(name, n)| json!({ "name": name, "number": n })).collect::<Vec<_>>();
    let mut told = match &seen.view {
        View::Heaps(heaps) => json!({ "kind": "heaps", "heaps": named(heaps) }),
        View::Cells(cells) => json!({ "kind": "cells", "rows": cells.rows, "down": cells.down, "across": cells.across }),
        View::Graph(graph) => graph_told(graph),
        View::Numbers(numbers) => json!({ "kind": "numbers", "numbers": named(numbers) }),
        View::Written => json!({ "kind": "written" }),
        _ => json!({ "kind": "unknown" }),
    };
    told["position"] = json!(seen.title);
    told
}

fn graph_told(graph: &Graph) -> Value {
    let mark = |mark: Mark| match mark {
        Mark::Plain => Value::Null,
        Mark::Ground => json!("ground"),
        Mark::Token => json!("token"),
        Mark::Heads => json!("heads"),
        Mark::Root => json!("root"),
        Mark::RootHeads => json!("root heads"),
    };
    let nodes = graph.nodes.iter().map(|node| json!({ "name": node.name, "mark": mark(node.mark) }));
    json!({ "kind": "graph", "nodes": nodes.collect::<Vec<_>>(), "links": graph.links, "directed": graph.directed })
}
