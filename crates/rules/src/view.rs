//! How a position looks to a person, as data: heaps of stones, the cells of a row or a board, a
//! graph. A reader may choose a drawing that fits (`chosen_drawing`); else a game of the language
//! says so by `draw`, a structure or a Rust type by [`Rules::view`](crate::game::Rules::view); else
//! the state decides (`suggested_drawing`). Nothing here draws: faces do, and what is too large to
//! be seen is told in numbers.

mod chosen_drawing;
mod drawn;
mod parts;
mod position_views;
mod set_or_word;
mod side_layers;
mod suggested_drawing;

use crate::ir::Int;

pub(crate) use chosen_drawing::draw_spec;
pub use chosen_drawing::drawings;
pub use parts::{ViewPart, ViewPlace, touched_places, view_parts};
pub use position_views::{component_views, component_views_as};
pub(crate) use set_or_word::{view_sets, view_words};
pub(crate) use suggested_drawing::suggest_draw;

/// The most rows, and the most columns, of a board that is shown.
pub const MAX_BOARD_SIDE: usize = 40;

/// The most stones of a heap that are shown one by one.
pub const MAX_SHOWN_STONES: Int = 40;

/// What is seen of a component, or of coins that lie together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentView {
    /// The components, as a question writes them.
    pub title: String,
    /// How they look.
    pub view: View,
}

/// A look.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum View {
    /// Heaps of stones, each with the name of its number.
    Heaps(Vec<(String, Int)>),
    /// The cells of a row or a board.
    Cells(CellGrid),
    /// The cells of a row whose ends meet.
    Ring(CellGrid),
    /// Boards that lie over each other, each with its name; their rows are counted through.
    Layers(Vec<(String, CellGrid)>),
    /// A graph.
    Graph(GraphView),
    /// Numbers that are no heaps or too large for a board, each with its name.
    Numbers(Vec<(String, Int)>),
    /// As a question writes it: its title is all there is to see.
    Written,
}

/// A row or a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellGrid {
    /// What stands in each cell, row by row; a blank cell holds [`CellGrid::EMPTY`].
    pub rows: Vec<Vec<String>>,
    /// What the rows are called, if anything.
    pub down: Vec<String>,
    /// What the columns are called, if anything.
    pub across: Vec<String>,
}

impl CellGrid {
    /// What stands in an empty cell.
    pub const EMPTY: &'static str = "·";
    /// A piece, a stone or a coin that shows heads.
    pub const PIECE: &'static str = "●";
    /// A coin that shows tails.
    pub const TAILS: &'static str = "○";
    /// A square of chocolate or paper.
    pub const SQUARE: &'static str = "□";
    /// A pin that stands.
    pub const PIN: &'static str = "I";
    /// A cell on which a token has been.
    pub const VISITED: &'static str = "×";

    /// Cells of one letter each without names.
    pub fn from_letters(rows: impl IntoIterator<Item = String>) -> CellGrid {
        let cell = |letter: char| {
            if letter == '.' {
                CellGrid::EMPTY.to_owned()
            } else {
                letter.to_string()
            }
        };
        CellGrid {
            rows: rows
                .into_iter()
                .map(|row| row.chars().map(cell).collect())
                .collect(),
            down: Vec::new(),
            across: Vec::new(),
        }
    }

    /// A board of equal cells.
    fn filled(rows: GridAxis, columns: GridAxis, cell: &str) -> CellGrid {
        let names = |axis: GridAxis| {
            (0..axis.count as Int)
                .map(|i| (axis.from + i).to_string())
                .collect()
        };
        CellGrid {
            rows: vec![vec![cell.to_owned(); columns.count]; rows.count],
            down: names(rows),
            across: names(columns),
        }
    }
}

/// The rows or the columns of a board.
#[derive(Clone, Copy)]
struct GridAxis {
    /// How many there are.
    count: usize,
    /// The number of the first.
    from: Int,
}

impl GridAxis {
    /// Counted from 1.
    fn from_one(count: usize) -> GridAxis {
        GridAxis { count, from: 1 }
    }
}

/// A graph on which is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphView {
    /// The vertices.
    pub nodes: Vec<GraphViewNode>,
    /// Pairs of vertices.
    pub links: Vec<(usize, usize)>,
    /// Whether links are arcs from the first to the second.
    pub directed: bool,
}

/// A vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphViewNode {
    /// Its name, as it was written.
    pub name: String,
    /// What is seen there.
    pub mark: VertexMark,
}

/// What is seen at a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexMark {
    /// Nothing.
    Plain,
    /// The ground.
    Ground,
    /// The root.
    Root,
    /// The token.
    Token,
    /// A coin that shows heads.
    Heads,
    /// The root, whose coin shows heads.
    RootHeads,
}

impl View {
    /// The look as a label of a few lines for a node of a game graph; `None` where the numbers say
    /// it as well.
    pub fn label(&self) -> Option<String> {
        match self {
            View::Cells(cells) | View::Ring(cells)
                if cells.rows.len() <= 6 && cells.rows.iter().all(|row| row.len() <= 12) =>
            {
                // A row of pins says how many; a row of nothing would say nothing.
                let lines: Vec<String> = cells
                    .rows
                    .iter()
                    .map(|row| row.concat())
                    .filter(|row| !row.is_empty())
                    .collect();
                let one_sign = cells
                    .rows
                    .iter()
                    .flatten()
                    .all(|cell| cell == CellGrid::PIN);
                (!one_sign && !lines.is_empty()).then(|| lines.join("\n"))
            }
            View::Graph(graph) => Some(graph.label()),
            _ => None,
        }
    }
}

impl View {
    /// A graph of these links and lone vertices with their names; where it is too large to be seen,
    /// how many links it has, counted up to a million.
    pub fn graph(
        links: impl Iterator<Item = (u32, u32)>,
        lone: impl IntoIterator<Item = u32>,
        directed: bool,
        node: impl Fn(u32) -> GraphViewNode,
    ) -> View {
        /// The most links, and the most vertices, of a graph that is shown.
        const MAX_GRAPH_SIZE: usize = 120;
        let mut links = links;
        let mut list: Vec<(u32, u32)> = links.by_ref().take(MAX_GRAPH_SIZE + 1).collect();
        let mut vertices: Vec<u32> = list
            .iter()
            .flat_map(|&(a, b)| [a, b])
            .chain(lone.into_iter().take(MAX_GRAPH_SIZE + 1))
            .collect();
        vertices.sort_unstable();
        vertices.dedup();
        if list.len() > MAX_GRAPH_SIZE || vertices.len() > MAX_GRAPH_SIZE {
            let count = list.len() + links.take(1_000_000).count();
            return View::Numbers(vec![("links".to_owned(), count as Int)]);
        }
        let place = |vertex: u32| vertices.binary_search(&vertex).unwrap_or(0);
        let links = list.drain(..).map(|(a, b)| (place(a), place(b))).collect();
        View::Graph(GraphView {
            nodes: vertices.iter().map(|&vertex| node(vertex)).collect(),
            links,
            directed,
        })
    }
}

impl GraphView {
    /// `a: a-b b-c`: where the token is, and the links that are left; for coins the names of the
    /// heads.
    fn label(&self) -> String {
        const MAX_LABEL_LINKS: usize = 8;
        let sign = if self.directed { '>' } else { '-' };
        let marked = |mark: VertexMark| {
            self.nodes
                .iter()
                .filter(move |node| node.mark == mark)
                .map(|node| node.name.as_str())
        };
        let token: Vec<&str> = marked(VertexMark::Token).collect();
        let heads: Vec<&str> = marked(VertexMark::Heads)
            .chain(marked(VertexMark::RootHeads))
            .collect();
        if !heads.is_empty() || (self.directed && !token.is_empty()) {
            return [token, heads].concat().join(" ");
        }
        let links: Vec<String> = self
            .links
            .iter()
            .map(|(a, b)| format!("{}{sign}{}", self.nodes[*a].name, self.nodes[*b].name))
            .collect();
        let more = if links.len() > MAX_LABEL_LINKS {
            " …"
        } else {
            ""
        };
        let shown = links
            .iter()
            .take(MAX_LABEL_LINKS)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" ");
        match (&token[..], shown.is_empty()) {
            ([], true) => "0".to_owned(),
            ([], false) => shown + more,
            (at, true) => at.join(" "),
            (at, false) => format!("{}: {shown}{more}", at.join(" ")),
        }
    }
}
