//! The visual form of a position, as data: heaps of stones, the cells of a row or a board, a graph.
//! A user may choose a suitable drawing (`chosen_drawing`). If no drawing is chosen, the declared
//! drawing is used. Games of the language declare a drawing by `draw`; structures and Rust types
//! declare it by [`Rules::view`](crate::game::Rules::view). If no drawing is declared, the drawing
//! is derived from the state (`suggested_drawing`). This module draws nothing; front ends draw the
//! views. A position that is too large to be drawn is given as numbers.

mod chosen_drawing;
mod drawn;
mod parts;
mod position_views;
mod set_or_word;
mod side_layers;
mod suggested_drawing;

use crate::ast::Player;
use crate::ir::Int;

pub(crate) use chosen_drawing::draw_spec;
pub use chosen_drawing::drawings;
pub use parts::{ViewPart, ViewPlace, touched_places, view_parts};
pub use position_views::{component_views, component_views_as};
pub(crate) use set_or_word::{view_sets, view_words};
pub(crate) use suggested_drawing::suggest_draw;

/// Maximum number of rows, and of columns, of a board that is shown.
pub const MAX_BOARD_SIDE: usize = 40;

/// Maximum number of stones of a heap that are shown individually.
pub const MAX_SHOWN_STONES: Int = 40;

/// The view of a component, or of coins that form one picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentView {
    /// The components, as written in a query.
    pub title: String,
    /// The visual form of the components.
    pub view: View,
}

/// A visual form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum View {
    /// Heaps of stones, each with the name of its number.
    Heaps(Vec<(String, Int)>),
    /// The cells of a row or a board.
    Cells(CellGrid),
    /// The cells of a row whose ends are joined.
    Ring(CellGrid),
    /// Stacked boards, each with its name. The rows of stacked boards are numbered consecutively.
    Layers(Vec<(String, CellGrid)>),
    /// A graph.
    Graph(GraphView),
    /// Numbers that are not heaps, or are too large for a board, each with its name.
    Numbers(Vec<(String, Int)>),
    /// The text of the query, without a picture.
    Written,
}

/// A row or a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellGrid {
    /// The content of each cell, row by row; an empty cell contains [`CellGrid::EMPTY`].
    pub rows: Vec<Vec<String>>,
    /// The names of the rows; empty if rows have no names.
    pub down: Vec<String>,
    /// The names of the columns; empty if columns have no names.
    pub across: Vec<String>,
}

impl CellGrid {
    /// The content of an empty cell.
    pub const EMPTY: &'static str = "·";
    /// A piece, a stone or a coin that shows heads.
    pub const PIECE: &'static str = "●";
    /// A coin that shows tails.
    pub const TAILS: &'static str = "○";
    /// A square of chocolate or paper.
    pub const SQUARE: &'static str = "□";
    /// A standing pin.
    pub const PIN: &'static str = "I";
    /// A cell that a token has visited.
    pub const VISITED: &'static str = "×";

    /// Creates cells of one letter each, without names of rows and columns.
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

    /// Creates a board of equal cells.
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
    /// The number of rows or columns.
    count: usize,
    /// The number that labels the first row or column.
    from: Int,
}

impl GridAxis {
    /// Numbers the rows or columns from 1.
    fn from_one(count: usize) -> GridAxis {
        GridAxis { count, from: 1 }
    }
}

/// A graph on which a game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphView {
    /// The vertices.
    pub nodes: Vec<GraphViewNode>,
    /// Pairs of vertices.
    pub links: Vec<(usize, usize)>,
    /// The colour of each link; empty if the links have no colours.
    pub colours: Vec<LinkColour>,
    /// Whether links are arcs from the first to the second vertex.
    pub directed: bool,
}

/// The colour of a link, which determines the players whose moves it allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkColour {
    /// A link of Left.
    Blue,
    /// A link of Right.
    Red,
    /// A link of both players.
    Green,
}

impl LinkColour {
    /// All colours.
    pub const ALL: [LinkColour; 3] = [LinkColour::Blue, LinkColour::Red, LinkColour::Green];

    /// Returns the word in queries and JSON.
    pub fn word(self) -> &'static str {
        match self {
            LinkColour::Blue => "blue",
            LinkColour::Red => "red",
            LinkColour::Green => "green",
        }
    }

    /// Returns the player to whom the links of this colour belong; `None` if they belong to both
    /// players.
    pub fn player(self) -> Option<Player> {
        match self {
            LinkColour::Blue => Some(Player::Left),
            LinkColour::Red => Some(Player::Right),
            LinkColour::Green => None,
        }
    }
}

/// A vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphViewNode {
    /// The name of the vertex, as written.
    pub name: String,
    /// The mark at the vertex.
    pub mark: VertexMark,
}

/// The mark at a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexMark {
    /// No mark.
    Plain,
    /// The ground.
    Ground,
    /// The token.
    Token,
}

impl View {
    /// Returns the view as a label of a few lines, for a node of a game graph; `None` if plain
    /// numbers are as clear.
    pub fn label(&self) -> Option<String> {
        match self {
            View::Cells(cells) | View::Ring(cells)
                if cells.rows.len() <= 6 && cells.rows.iter().all(|row| row.len() <= 12) =>
            {
                // The picture of a row of pins shows its length, but an empty row would show
                // nothing.
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
    /// Creates the view of a graph with these links and isolated vertices, with their names. If the
    /// graph is too large to be drawn, the view contains the number of links, counted up to a
    /// million.
    pub fn graph(
        links: impl Iterator<Item = (u32, u32)>,
        lone: impl IntoIterator<Item = u32>,
        directed: bool,
        node: impl Fn(u32) -> GraphViewNode,
    ) -> View {
        /// Maximum number of links, and of vertices, of a graph that is shown.
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
            colours: Vec::new(),
            directed,
        })
    }

    /// Sets the colours of the links, if the view is a graph with as many links.
    pub fn with_link_colours(mut self, colours: Vec<LinkColour>) -> View {
        if let View::Graph(graph) = &mut self
            && graph.links.len() == colours.len()
        {
            graph.colours = colours;
        }
        self
    }
}

impl GraphView {
    /// Returns a link as in a query, such as `a-b`, `a>b` or `a-b red`.
    pub fn link_text(&self, index: usize) -> String {
        let sign = if self.directed { '>' } else { '-' };
        let (a, b) = self.links[index];
        let ends = format!("{}{sign}{}", self.nodes[a].name, self.nodes[b].name);
        match self.colours.get(index) {
            Some(colour) => format!("{ends} {}", colour.word()),
            None => ends,
        }
    }

    /// Formats `a: a-b b-c`: the location of the token, and the remaining links.
    fn label(&self) -> String {
        const MAX_LABEL_LINKS: usize = 8;
        let token: Vec<&str> = self
            .nodes
            .iter()
            .filter(|node| node.mark == VertexMark::Token)
            .map(|node| node.name.as_str())
            .collect();
        if self.directed && !token.is_empty() {
            return token.join(" ");
        }
        let links: Vec<String> = (0..self.links.len())
            .map(|link| self.link_text(link))
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
