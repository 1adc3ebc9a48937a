//! The rules of undirected vertex geography and their notation: `geography(a-b b-c; at a)`, or a
//! list `n m` and m edges. A board may also be drawn, `geography(.x. / ...; at 1 1)`; adjacent
//! cells of the board are joined. A position is the vertex under the token, then the remaining
//! vertices, as bits, 62 per number. The number of the token's vertex is -1 if the first player
//! still has to place the token. The bits of a board's walls are never set.

use std::sync::Arc;

use ::base::budget::Budget;
use ::base::diagnostic::{Diagnostic, Span};
use ::base::text;
use ::base::text::Text;
use ::rules::game::{OptionSink, Rules, RulesError};
use ::rules::ir::{Int, Slot};
use ::rules::structure::ParsedStructure;
use ::rules::view::{CellGrid, GraphViewNode, MAX_BOARD_SIDE, VertexMark, View};

use super::graph::UndirectedGraph;
use crate::grid::{self, Grid};
use crate::sketch::{Sketch, SketchSpec, wrong};
use crate::structure_kind::StructureKind;

/// The number of bits in a number of a position.
const BITS: usize = 62;

/// The maximum number of vertices of a graph.
const MAX_VERTICES: usize = 1 << 22;

/// The maximum number of vertices of a graph whose positions contain only vertices that the token
/// can still reach.
const MAX_TRIMMED_VERTICES: usize = 1000;

/// The maximum number of edges that are shown; also the maximum number of vertices, or of cells, of
/// a graph or board that is written out.
const MAX_SHOWN_EDGES: usize = 200;

/// The entry of undirected vertex geography in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "geography",
    about: (
        "move a token to a neighbouring vertex or cell of a board; the vertex that it leaves is removed; without `at`, the first player chooses the start",
        "棋子走到相邻的顶点（或棋盘的邻格），所离开处随即删去；不写 `at` 时由先手选择起点",
    ),
    example: "geography(a-b b-c c-a c-d; at a)",
    read: |text| {
        let (rules, token) = match is_board(text) {
            true => board(text).map_err(|wrong| {
                vec![(*wrong).help(text!(
                    "a board is written like this: .x. / ...; at 1 2 (`.` is a free cell, `x` or `#` a wall; `at` is followed by the row and the column of the token)",
                    "棋盘的写法举例：.x. / ...; at 1 2（`.` 为空格，`x` 或 `#` 为墙；`at` 之后是棋子的行与列）"
                ))]
            })?,
            false => graph(text)?,
        };
        let start = rules.start(token);
        Ok(ParsedStructure::new(rules, vec![start]))
    },
};
const FORM: SketchSpec = SketchSpec {
    sign: '-',
    clauses: &["at"],
    example: "a-b b-c c-a c-d; at a",
    extra: false,
    colours: false,
};

/// Returns whether a text is a board. A text whose first word contains `.` or `/` is a board,
/// because no graph contains these characters. A text that contains `.` or `/`, and only characters
/// of boards, is also a board.
fn is_board(text: &str) -> bool {
    let (head, _) = grid::split_rows(text);
    let rows = |text: &str| text.contains(['.', '/']);
    let signs = |c: char| matches!(c, '.' | '#' | 'x' | '/') || c.is_whitespace();
    head.split_whitespace().next().is_some_and(rows) || (rows(head) && head.chars().all(signs))
}

/// Reads a board, and the cell under the token.
fn board(text: &str) -> Result<(GeographyRules, Option<u32>), Box<Diagnostic>> {
    let (head, mut words) = grid::split_rows(text);
    let (grid, signs) = Grid::read(head)?;
    too_many(grid.cells(), text)?;
    let mut free = Vec::with_capacity(grid.cells());
    for (sign, span) in signs {
        free.push(match sign {
            '.' => true,
            '#' | 'x' => false,
            _ => {
                return Err(wrong(
                    span,
                    text!(
                        "expected `.`, `x` or `#`, found `{sign}`",
                        "此处应为 `.`、`x` 或 `#`，实为 `{sign}`"
                    ),
                ));
            }
        });
    }
    let mut token = None;
    if words.next().is_some() {
        let at = words.next();
        if at.is_none_or(|(word, _)| word != "at") {
            return Err(wrong(
                at.map_or(words.end(), |(_, span)| span),
                text!("expected `at`", "此处应为 `at`"),
            ));
        }
        let (cell, span) = grid::read_cell(&mut words, grid)?;
        if !free[cell as usize] {
            let name = grid.name(cell);
            return Err(wrong(
                span,
                text!(
                    "cannot put the token on {name}: the cell is a wall",
                    "不能把棋子放在 {name}：该格是墙"
                ),
            ));
        }
        if let Some((_, span)) = words.next() {
            return Err(wrong(
                span,
                text!(
                    "expected the end: the token is on one cell only",
                    "此处应结束：只有一枚棋子，只能放在一格上"
                ),
            ));
        }
        token = Some(cell);
    }
    Ok((GeographyRules::board(grid, free), token))
}

/// Reads a graph, and the vertex under the token.
fn graph(text: &str) -> Result<(GeographyRules, Option<u32>), Vec<Diagnostic>> {
    let sketch = Sketch::read(text, FORM)?;
    too_many(sketch.vertices, text).map_err(|wrong| vec![*wrong])?;
    if let Some(clause) = sketch
        .clauses
        .iter()
        .find(|clause| clause.vertices.is_empty())
    {
        let message = text!("expected a vertex after `at`", "`at` 之后应为顶点");
        return Err(vec![Diagnostic::error(clause.span, message)]);
    }
    let mut places = sketch.clause_vertices("at");
    let token = places.next().map(|(vertex, _)| vertex);
    if let Some((_, span)) = places.next() {
        let message = text!(
            "too many vertices after `at`: the token is on one vertex only",
            "`at` 之后的顶点过多：只有一枚棋子，只能放在一个顶点上"
        );
        return Err(vec![Diagnostic::error(span, message)]);
    }
    drop(places);
    Ok((GeographyRules::graph_of(sketch), token))
}

fn too_many(n: usize, text: &str) -> Result<(), Box<Diagnostic>> {
    let message = || {
        text!(
            "this graph has {n} vertices; the maximum is {MAX_VERTICES}",
            "此图有 {n} 个顶点；最多支持 {MAX_VERTICES} 个"
        )
    };
    if n > MAX_VERTICES {
        Err(wrong(Span::new(0, text.len()), message()))
    } else {
        Ok(())
    }
}

/// The rules on a graph.
pub struct GeographyRules {
    graph: Arc<UndirectedGraph>,
    drawn: GraphSource,
    slots: Vec<Slot>,
    /// The vertices at the start of the game, as encoded in positions.
    all: Vec<Int>,
}

/// The notation of the graph.
enum GraphSource {
    /// The names of the vertices.
    Graph(Sketch),
    /// Cells and walls.
    Board(Grid),
}

impl GeographyRules {
    fn graph_of(mut sketch: Sketch) -> GeographyRules {
        let graph = UndirectedGraph::as_read(sketch.vertices, &sketch.links);
        // Once the graph is built, only the names of the vertices are needed, so the links are
        // dropped.
        sketch.links = Vec::new();
        GeographyRules::new(graph, GraphSource::Graph(sketch), |_| true)
    }

    fn board(grid: Grid, free: Vec<bool>) -> GeographyRules {
        let free = |cell: u32| free[cell as usize];
        GeographyRules::new(
            UndirectedGraph::as_read(grid.cells(), &grid.pairs(free)),
            GraphSource::Board(grid),
            free,
        )
    }

    fn new(
        graph: UndirectedGraph,
        drawn: GraphSource,
        has: impl Fn(u32) -> bool,
    ) -> GeographyRules {
        let n = graph.len();
        let token = Slot::number("at", -1, Some(n as Int - 1));
        let words = (0..n.div_ceil(BITS)).map(|word| {
            let bits = (n - word * BITS).min(BITS);
            Slot::cell("left", (1, word as Int), 0, Some((1 << bits) - 1))
        });
        let slots: Vec<Slot> = std::iter::once(token).chain(words).collect();
        let mut all: Vec<Int> = slots[1..]
            .iter()
            .map(|slot| slot.high.unwrap_or(0))
            .collect();
        for v in graph.vertices().filter(|&v| !has(v)) {
            all[v as usize / BITS] &= !(1 << (v as usize % BITS));
        }
        GeographyRules {
            graph: Arc::new(graph),
            drawn,
            slots,
            all,
        }
    }

    fn name(&self, vertex: u32) -> String {
        match &self.drawn {
            GraphSource::Graph(sketch) => sketch.name(vertex),
            GraphSource::Board(grid) => grid.name(vertex),
        }
    }

    /// Returns the graph, whose vertices are numbered as in positions.
    pub fn graph(&self) -> &Arc<UndirectedGraph> {
        &self.graph
    }

    /// Returns the initial position.
    pub fn start(&self, token: Option<u32>) -> Vec<Int> {
        let mut slots = vec![token.map_or(-1, Int::from)];
        slots.extend(&self.all);
        self.canonicalise(&mut slots);
        slots
    }

    /// Returns the vertex under the token.
    pub fn token(slots: &[Int]) -> Option<u32> {
        u32::try_from(slots[0]).ok()
    }

    /// Returns whether a vertex remains.
    pub fn is_left(slots: &[Int], vertex: u32) -> bool {
        slots[1 + vertex as usize / BITS] >> (vertex as usize % BITS) & 1 == 1
    }

    /// Returns the edges between remaining vertices.
    fn edges(&self, slots: &[Int]) -> impl Iterator<Item = (u32, u32)> {
        let is_left = |v: &u32| GeographyRules::is_left(slots, *v);
        self.graph.vertices().filter(is_left).flat_map(move |v| {
            let higher = self.graph.neighbours(v).iter().copied();
            higher
                .filter(move |&w| w > v && is_left(&w))
                .map(move |w| (v, w))
        })
    }

    fn clear(slots: &mut [Int], vertex: u32) {
        slots[1 + vertex as usize / BITS] &= !(1 << (vertex as usize % BITS));
    }

    fn targets(&self, slots: &[Int]) -> Vec<u32> {
        let free = |v: &u32| GeographyRules::is_left(slots, *v);
        match GeographyRules::token(slots) {
            None => self.graph.vertices().filter(free).collect(),
            Some(vertex) => self
                .graph
                .neighbours(vertex)
                .iter()
                .copied()
                .filter(free)
                .collect(),
        }
    }

    fn make(&self, slots: &[Int], to: u32, sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let mut option = slots.to_vec();
        if let Some(from) = GeographyRules::token(slots) {
            GeographyRules::clear(&mut option, from);
        }
        option[0] = Int::from(to);
        sink.budget().steps(option.len())?;
        sink.commit_single(&option, 0, &[Int::from(to)])
    }
}

impl Rules for GeographyRules {
    fn title(&self) -> String {
        let n = self.graph.len();
        format!("geography on {n} vertices")
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn canonicalise(&self, slots: &mut [Int]) {
        let Some(token) =
            GeographyRules::token(slots).filter(|_| self.graph.len() <= MAX_TRIMMED_VERTICES)
        else {
            return;
        };
        if token as usize >= self.graph.len() || !GeographyRules::is_left(slots, token) {
            return;
        }
        let mut reached = vec![0; slots.len()];
        let mut stack = vec![token];
        while let Some(v) = stack.pop() {
            for w in std::iter::once(v).chain(self.graph.neighbours(v).iter().copied()) {
                if GeographyRules::is_left(slots, w) && !GeographyRules::is_left(&reached, w) {
                    reached[1 + w as usize / BITS] |= 1 << (w as usize % BITS);
                    stack.push(w);
                }
            }
        }
        slots[1..].copy_from_slice(&reached[1..]);
    }

    fn admits(&self, slots: &[Int], _: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(
            GeographyRules::token(slots)
                .is_none_or(|vertex| GeographyRules::is_left(slots, vertex)),
        )
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        self.targets(slots)
            .into_iter()
            .try_for_each(|to| self.make(slots, to, sink))
    }

    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let &[to] = choices else { return Ok(()) };
        let Some(to) = u32::try_from(to)
            .ok()
            .filter(|&to| rule == 0 && (to as usize) < self.graph.len())
        else {
            return Ok(());
        };
        let joined = GeographyRules::token(slots).is_none_or(|from| self.graph.has_edge(from, to));
        if joined && GeographyRules::is_left(slots, to) {
            self.make(slots, to, sink)
        } else {
            Ok(())
        }
    }

    fn describe(&self, slots: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let to = self.name(u32::try_from(*choices.first()?).ok()?);
        Some(match GeographyRules::token(slots) {
            None => text!("start at {to}", "从 {to} 出发"),
            Some(from) => {
                let from = self.name(from);
                text!("go from {from} to {to}", "从 {from} 走到 {to}")
            }
        })
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        let n = self.graph.len();
        match given {
            None => Ok(self.start(None)),
            Some(&[vertex]) if (0..n as Int).contains(&vertex) => {
                Ok(self.start(Some(vertex as u32)))
            }
            Some(row) if row.len() == self.slots.len() && (row.len() > 1 || row[0] == -1) => {
                Ok(row.to_vec())
            }
            Some(_) => Err(text!(
                "expected a position [v], the vertex of the token, numbered from 0 (of {n} vertices); without brackets the first player chooses the start",
                "局面应写作 [v]，即棋子所在顶点，编号从 0 起，共 {n} 个顶点；不写方括号则由先手选择起点"
            )),
        }
    }

    fn as_any(&self) -> Option<&dyn std::any::Any> {
        Some(self)
    }

    fn view(&self, slots: &[Int]) -> Option<View> {
        let is_left = |v: &u32| GeographyRules::is_left(slots, *v);
        let token = GeographyRules::token(slots);
        if let GraphSource::Board(grid) = self.drawn {
            if grid.width().max(grid.height()) > MAX_BOARD_SIDE {
                let count: u32 = slots[1..].iter().map(|word| word.count_ones()).sum();
                return Some(View::Numbers(vec![("cells".to_owned(), Int::from(count))]));
            }
            let sign = |cell: u32| match is_left(&cell) {
                true if token == Some(cell) => 'T',
                true => '.',
                false => '■',
            };
            return Some(View::Cells(CellGrid::from_letters(grid.rows(sign))));
        }
        let links = self.edges(slots);
        let mark = |vertex| {
            if token == Some(vertex) {
                VertexMark::Token
            } else {
                VertexMark::Plain
            }
        };
        let left = self.graph.vertices().filter(is_left);
        Some(View::graph(links, left, false, |vertex| GraphViewNode {
            name: self.name(vertex),
            mark: mark(vertex),
        }))
    }

    fn show(&self, slots: &[Int]) -> Option<String> {
        let is_left = |v: &u32| GeographyRules::is_left(slots, *v);
        let token = GeographyRules::token(slots);
        if let GraphSource::Board(grid) = self.drawn {
            let at = token
                .map(|cell| grid.place(cell))
                .map_or(String::new(), |(row, column)| {
                    format!("; at {row} {column}")
                });
            let (rows, columns) = (grid.height(), grid.width());
            return Some(match grid.cells() > MAX_SHOWN_EDGES {
                true => format!("geography({rows} x {columns} …{at})"),
                false => format!(
                    "geography({}{at})",
                    grid.text(|cell| if is_left(&cell) { '.' } else { 'x' })
                ),
            });
        }
        let at = token.map_or(String::new(), |v| format!("; at {}", self.name(v)));
        let count: u32 = slots[1..].iter().map(|word| word.count_ones()).sum();
        if count as usize > MAX_SHOWN_EDGES {
            return Some(format!("geography(… {count} vertices{at})"));
        }
        let edges = self.edges(slots);
        let mut parts: Vec<String> = edges
            .take(MAX_SHOWN_EDGES + 1)
            .map(|(v, w)| format!("{}-{}", self.name(v), self.name(w)))
            .collect();
        if parts.is_empty() && token.is_none() {
            // A text that begins with the numbers of isolated vertices could be parsed as a list.
            return None;
        }
        let lone = self
            .graph
            .vertices()
            .filter(|v| is_left(v) && !self.graph.neighbours(*v).iter().any(is_left));
        parts.extend(lone.take(MAX_SHOWN_EDGES + 1).map(|v| self.name(v)));
        if parts.len() > MAX_SHOWN_EDGES {
            parts.truncate(MAX_SHOWN_EDGES);
            parts.push("…".to_owned());
        }
        Some(format!("geography({}{at})", parts.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use ::rules::structure::Structure;
    use fastrand::Rng;

    use super::*;
    use crate::trial::{self, check_legal, moves, question, refuses};

    #[test]
    fn moves_go_to_neighbours_and_take_vertices_away() {
        let (world, game) = trial::read(&KIND, "a-b b-c c-a c-d e a-a; at a");
        let start = world.starts(game)[0].clone();
        let show = |(_, left): &(_, Vec<Int>)| world.show(game, left);
        let all = moves(&world, game, &start);
        assert_eq!(
            all.iter().map(show).collect::<Vec<_>>(),
            ["geography(b-c c-d; at b)", "geography(b-c c-d; at c)"]
        );
        assert_eq!(trial::name(&world, game, &start, &[2]), "go from a to c");
        // Positions omit vertices that the token cannot reach.
        let b = &all[0].1;
        let c = trial::after(&world, game, b, &[2]).unwrap();
        assert_eq!(world.show(game, &c), "geography(c-d; at c)");
        let none = [&[0][..], &[1], &[4], &[5], &[-1], &[]];
        check_legal(&world, game, b, &none.map(|choices| (choices, false)));
    }

    #[test]
    fn without_a_token_every_vertex_may_be_chosen() {
        for (text, count) in [
            ("", 0),
            ("0 0", 0),
            ("a b c", 3),
            ("3 1\n0 1", 3),
            ("a-a", 1),
        ] {
            let (world, game) = trial::read(&KIND, text);
            let all = moves(&world, game, &world.starts(game)[0]);
            assert_eq!(all.len(), count, "{text}");
        }
        let (world, game) = trial::read(&KIND, "70 1\n0 69");
        let rules = world.rules(game);
        assert_eq!(
            rules.position(None).unwrap(),
            [-1, (1 << 62) - 1, (1 << 8) - 1]
        );
        assert_eq!(rules.position(Some(&[69])).unwrap(), [69, 1, 1 << 7]);
        assert!(rules.position(Some(&[70])).is_err() && rules.position(Some(&[0, 1])).is_err());
        let budget = Budget::generous();
        assert!(!world.contains(game, &[1, 1, 0], &budget).unwrap());
    }

    #[test]
    fn what_is_shown_is_the_same_position() {
        let mut rng = Rng::with_seed(5);
        let text = "10-x x-2 2-y y-10 y-z z-2 w-z 3-w 3-10; at x";
        let (mut world, game) = trial::read(&KIND, text);
        for _ in 0..200 {
            let mut next = Some(world.starts(game)[0].clone());
            while let Some(slots) = next {
                let shown = world.show(game, &slots);
                let again = world.read(&KIND, question(&KIND, &shown)).unwrap();
                assert_eq!(world.show(again, &world.starts(again)[0]), shown);
                next = rng
                    .choice(moves(&world, game, &slots))
                    .map(|(_, left)| left);
            }
        }
    }

    #[test]
    fn a_board_is_a_graph_of_its_cells() {
        let (world, game) = trial::read(&KIND, ".xx / ... / x.x; at 2 1");
        let start = world.starts(game)[0].clone();
        assert_eq!(
            world.show(game, &start),
            "geography(.xx / ... / x.x; at 2 1)"
        );
        let shown: Vec<String> = moves(&world, game, &start)
            .iter()
            .map(|(_, left)| world.show(game, left))
            .collect();
        assert_eq!(
            shown,
            [
                "geography(.xx / xxx / xxx; at 1 1)",
                "geography(xxx / x.. / x.x; at 2 2)"
            ]
        );
        assert_eq!(
            trial::name(&world, game, &start, &[4]),
            "go from (2,1) to (2,2)"
        );
        for (text, starts, shown) in [
            ("##. / #..", 3, "geography(xx. / x..)"),
            ("\n#.#\n...\n", 4, "geography(x.x / ...)"),
            (".", 1, "geography(.)"),
            ("x / x", 0, "geography(x / x)"),
            ("/", 0, "geography()"),
            ("x-y", 2, "geography(x-y)"),
        ] {
            let (world, game) = trial::read(&KIND, text);
            let start = world.starts(game)[0].clone();
            assert_eq!(moves(&world, game, &start).len(), starts, "{text}");
            assert_eq!(world.rules(game).show(&start).unwrap(), shown, "{text}");
        }
        let cases = [
            (".x / .", "."),
            ("./a", "a"),
            (".x; at 1 2", "1 2"),
            (".x; at 3 1", "3"),
            (".x; at 1", ""),
            (".x; to 1 1", "to"),
            (".x;", ""),
            ("..; at 1 1; at 1 2", ";"),
            (".x / ab", "a"),
        ];
        refuses(&KIND, &cases);
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for text in [
            "a-b; at",
            "a-b; at a b",
            "a-b; at a; at b",
            "a-b; ground a",
            "a>b",
            "5000000 0",
            "2 1\n0 1\n1 0",
            "2 1 0\n0 1",
        ] {
            assert!(KIND.read(text).is_err(), "{text}");
        }
    }
}
