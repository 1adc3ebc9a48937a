//! `draw`: a position as text lines or as a picture.

use base::budget::Budget;
use base::text;
use base::text::Lang;
use grundy::{QuestionInput, Session, SolveError, position_text, question};
use picture::{Picture, position};
use rules::ast::DrawKind;
use rules::play::Component;
use rules::view::{
    CellGrid, ComponentView, GraphView, VertexMark, View, component_views_as, drawings,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::question::QuestionRequest;

/// The options of `draw`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DrawOptions {
    /// The format of the picture.
    pub format: DrawFormat,
    /// The drawing, by its name in the item `draw`. `None` selects the drawing that the rules name.
    /// If the rules name no drawing, `None` selects a drawing that suits the state.
    pub drawing: Option<String>,
}

/// The format of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DrawFormat {
    /// No picture: only the views as data.
    None,
    /// Text lines for a terminal.
    #[default]
    Text,
    /// SVG.
    Svg,
}

/// Maximum number of components of a picture.
const MAX_DRAWN: usize = 4_096;

/// The reply to `draw`.
#[derive(Clone, Debug)]
pub struct DrawReply {
    /// The position.
    pub position: String,
    /// The view of each component.
    pub seen: Vec<ComponentView>,
    /// The drawings that are possible for the position.
    pub drawings: Vec<DrawKind>,
    format: DrawFormat,
    lang: Lang,
}

pub(crate) fn draw(
    session: &mut Session,
    asked: &QuestionRequest<DrawOptions>,
    budget: &Budget<'_>,
) -> Result<DrawReply, SolveError> {
    draw_position(
        session,
        asked.position()?,
        &asked.options.own,
        asked.options.how.lang,
        budget,
    )
}

/// Draws the position of a query.
pub(crate) fn draw_position(
    session: &mut Session,
    about: QuestionInput<'_>,
    own: &DrawOptions,
    lang: Lang,
    budget: &Budget<'_>,
) -> Result<DrawReply, SolveError> {
    let found = match about {
        QuestionInput::Text(text) => question::position(session.world_mut(), text, budget)?,
        QuestionInput::Known(position) => position.clone(),
    };
    let count = found.components.len();
    if count > MAX_DRAWN {
        return Err(SolveError::Usage(text!(
            "a picture shows at most {MAX_DRAWN} components, but this position has {count}; draw a part of it",
            "一幅图至多画 {MAX_DRAWN} 个部分，这个局面有 {count} 个：请只画其中一部分"
        )));
    }
    allow_drawing(&found.components, budget)?;
    let world = &session.world;
    let drawings = drawings(world, &found.components);
    let chosen = chosen(own.drawing.as_deref(), &found.components, &drawings)?;
    Ok(DrawReply {
        position: position_text::position_with_counts(world, &found.components),
        seen: component_views_as(world, &found.components, chosen),
        drawings,
        format: own.format,
        lang,
    })
}

/// Checks that the names, the views and the reply of a position fit in memory.
///
/// # Errors
/// Returns [`SolveError::Stopped`] if the names, the views and the reply do not fit in memory.
pub(crate) fn allow_drawing(
    components: &[Component],
    budget: &Budget<'_>,
) -> Result<(), SolveError> {
    /// Approximate memory in bytes for the names and views of a component and of a slot.
    const COMPONENT: u64 = 2_048;
    const NUMBER: u64 = 256;
    let numbers: usize = components
        .iter()
        .map(|component| component.slots.len())
        .sum();
    budget
        .allow_growth(
            0,
            components.len() as u64 * COMPONENT + numbers as u64 * NUMBER,
        )
        .map_err(SolveError::Stopped)
}

/// Returns the drawing with this name, which must fit the position; `fitting` lists the drawings
/// that fit. Every drawing fits the empty position, so that a chosen drawing remains valid until
/// the end of a game.
///
/// # Errors
/// Returns [`SolveError::Usage`] if the drawing is unknown or does not fit the position.
pub fn chosen(
    name: Option<&str>,
    components: &[Component],
    fitting: &[DrawKind],
) -> Result<Option<DrawKind>, SolveError> {
    let Some(name) = name else { return Ok(None) };
    let listed = |kinds: &mut dyn Iterator<Item = DrawKind>| {
        kinds.map(DrawKind::word).collect::<Vec<_>>().join(", ")
    };
    let Some((_, kind)) = DrawKind::ALL.into_iter().find(|(word, _)| *word == name) else {
        let all = listed(&mut DrawKind::ALL.into_iter().map(|(_, kind)| kind));
        return Err(SolveError::Usage(text!(
            "drawing: expected one of {all}; found `{name}`",
            "drawing：应为 {all} 之一，而不是 `{name}`"
        )));
    };
    if components.is_empty() || fitting.contains(&kind) {
        return Ok(Some(kind));
    }
    Err(SolveError::Usage(match fitting {
        [] => text!(
            "drawing: this position has only one drawing; omit this option",
            "drawing：这个局面只有一种画法；请去掉这一选项"
        ),
        _ => {
            let fit = listed(&mut fitting.iter().copied());
            text!(
                "drawing: `{name}` is not available for this position; available drawings: {fit}",
                "drawing：`{name}` 不适用于这个局面；可用的有：{fit}"
            )
        }
    }))
}

impl DrawReply {
    /// Returns the picture; `None` if no picture was requested.
    pub fn picture(&self, lang: Lang) -> Option<Picture> {
        match self.format {
            DrawFormat::None => None,
            DrawFormat::Text => Some(Picture::Text(position::text(&self.seen, lang))),
            DrawFormat::Svg => Some(Picture::Drawing(position::drawing(&self.seen, lang))),
        }
    }

    /// Returns the views as JSON.
    pub fn data(&self) -> Value {
        json!({
            "position": self.position,
            "components": self.seen.iter().map(seen_json).collect::<Vec<_>>(),
            "drawings": words_of(&self.drawings),
        })
    }

    /// Returns the views as JSON, with the picture if a picture was requested.
    pub(crate) fn json(&self) -> Value {
        let mut object = self.data();
        if let Some(picture) = self.picture(self.lang) {
            object["picture"] = json!(picture.text());
        }
        object
    }
}

pub(crate) fn words_of(drawings: &[DrawKind]) -> Vec<&'static str> {
    drawings.iter().map(|kind| kind.word()).collect()
}

fn seen_json(seen: &ComponentView) -> Value {
    let named = |list: &[(String, i64)]| {
        list.iter()
            .map(|(name, n)| json!({ "name": name, "number": n }))
            .collect::<Vec<_>>()
    };
    let mut told = match &seen.view {
        View::Heaps(heaps) => json!({ "kind": "heaps", "heaps": named(heaps) }),
        View::Cells(cells) => cells_told("cells", cells),
        View::Ring(cells) => cells_told("ring", cells),
        View::Layers(layers) => {
            let layer = |(name, cells): &(String, CellGrid)| {
                let mut told = cells_told("cells", cells);
                told["name"] = json!(name);
                told
            };
            json!({ "kind": "layers", "layers": layers.iter().map(layer).collect::<Vec<_>>() })
        }
        View::Graph(graph) => graph_told(graph),
        View::Numbers(numbers) => json!({ "kind": "numbers", "numbers": named(numbers) }),
        View::Written => json!({ "kind": "text" }),
        _ => json!({ "kind": "unknown" }),
    };
    told["position"] = json!(seen.title);
    told
}

fn cells_told(kind: &str, cells: &CellGrid) -> Value {
    json!({ "kind": kind, "rows": cells.rows, "down": cells.down, "across": cells.across })
}

fn graph_told(graph: &GraphView) -> Value {
    let mark = |mark: VertexMark| match mark {
        VertexMark::Plain => Value::Null,
        VertexMark::Ground => json!("ground"),
        VertexMark::Token => json!("token"),
    };
    let nodes = graph
        .nodes
        .iter()
        .map(|node| json!({ "name": node.name, "mark": mark(node.mark) }));
    let mut told = json!({ "kind": "graph", "nodes": nodes.collect::<Vec<_>>(), "links": graph.links, "directed": graph.directed });
    if !graph.colours.is_empty() {
        let colours: Vec<&str> = graph.colours.iter().map(|colour| colour.word()).collect();
        told["colours"] = json!(colours);
    }
    told
}
