//! Graphs in rules: the value of a parameter, `graph(1-2 2-3)`. A vertex is a number: its name if
//! all names are numbers, otherwise its index among the sorted names. So a graph has the same
//! vertices and edges, regardless of the order of its paths.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::ir::Int;
use base::diagnostic::{Diagnostic, Span};
use base::text::Text;
use base::{impl_error, text};

/// Maximum number of vertices.
pub const MAX_VERTICES: usize = 4096;

/// Maximum number of vertices that a message lists.
const MAX_SHOWN_VERTICES: usize = 12;

/// The reason why paths do not define a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError {
    /// The index of the path.
    pub path: usize,
    /// The reason.
    pub reason: Text,
}

impl PathError {
    fn new(path: usize, reason: Text) -> PathError {
        PathError { path, reason }
    }

    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        self.reason.clone()
    }
}

impl_error!(PathError);

/// An undirected graph without loops.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    /// The vertices with their names, sorted.
    pub vertices: BTreeMap<Int, String>,
    /// The edges, the smaller vertex first, sorted.
    pub edges: BTreeSet<(Int, Int)>,
}

impl Network {
    /// Creates the graph of some paths, each a list of names: `1-2 2-3 4` is
    /// `[[1, 2], [2, 3], [4]]`.
    ///
    /// # Errors
    /// Returns [`PathError`] if names of vertices are of different kinds, a path connects a vertex
    /// to itself, or the number of vertices is 0 or too large.
    pub fn from_paths(paths: &[Vec<&str>]) -> Result<Network, PathError> {
        let all = || paths.iter().flatten();
        let numbers = all().all(|name| name.starts_with(|c: char| c.is_ascii_digit()));
        let mut known: BTreeMap<&str, Int> = BTreeMap::new();
        for (at, path) in paths.iter().enumerate() {
            for &name in path {
                if numbers {
                    let Ok(number) = name.parse() else {
                        return Err(PathError::new(
                            at,
                            text!("the vertex `{name}` is too large", "顶点 `{name}` 过大"),
                        ));
                    };
                    known.insert(name, number);
                } else if name.starts_with(|c: char| c.is_ascii_digit()) {
                    return Err(PathError::new(
                        at,
                        text!(
                            "the vertices must be either all numbers or all names, found `{name}`",
                            "顶点须全是数或全是名字，却有 `{name}`"
                        ),
                    ));
                } else {
                    known.insert(name, 0);
                }
                if known.len() > MAX_VERTICES {
                    return Err(PathError::new(
                        at,
                        text!(
                            "more than {MAX_VERTICES} vertices",
                            "顶点超过 {MAX_VERTICES} 个"
                        ),
                    ));
                }
            }
        }
        if !numbers {
            known
                .values_mut()
                .zip(1..)
                .for_each(|(number, place)| *number = place);
        }
        let mut edges = BTreeSet::new();
        for (at, path) in paths.iter().enumerate() {
            for pair in path.windows(2) {
                let (a, b) = (known[pair[0]], known[pair[1]]);
                if a == b {
                    let name = pair[0];
                    return Err(PathError::new(
                        at,
                        text!(
                            "an edge must join two different vertices: `{name}-{name}`",
                            "一条边必须连接两个不同的顶点：`{name}-{name}`"
                        ),
                    ));
                }
                edges.insert((a.min(b), a.max(b)));
            }
        }
        if known.is_empty() {
            return Err(PathError::new(
                0,
                text!("a graph has at least one vertex", "图至少有一个顶点"),
            ));
        }
        Ok(Network {
            vertices: known
                .into_iter()
                .map(|(name, vertex)| (vertex, name.to_owned()))
                .collect(),
            edges,
        })
    }

    /// Parses the graph of a file. Each line contains an edge, `a b`, or paths and vertices,
    /// `a-b-c d`; `#` begins a comment. O(size of the file).
    ///
    /// # Errors
    /// Returns the errors with their locations.
    pub fn read(text: &str) -> Result<Network, Vec<Diagnostic>> {
        let mut paths: Vec<Vec<&str>> = Vec::new();
        let mut places: Vec<Span> = Vec::new();
        let place = |part: &str| {
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            Span::new(start, start + part.len())
        };
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default();
            let parts: Vec<&str> = line
                .split([' ', '\t', ',', '\r'])
                .filter(|part| !part.is_empty())
                .collect();
            match parts[..] {
                [a, b] if !line.contains('-') => paths.push(vec![a, b]),
                [_, _, third, ..] if !line.contains('-') => {
                    let error = Diagnostic::error(
                        place(third),
                        text!("an edge joins two vertices", "一条边连接两个顶点"),
                    );
                    let help = text!(
                        "write one edge in each line, `a b`, or a path, `a-b-c`",
                        "请每行写一条边 `a b`，或一条路径 `a-b-c`"
                    );
                    return Err(vec![error.help(help)]);
                }
                _ => paths.extend(parts.iter().map(|part| part.split('-').collect::<Vec<_>>())),
            }
            places.resize(paths.len(), place(line.trim()));
        }
        let is_name = |name: &str| {
            !name.is_empty()
                && name
                    .chars()
                    .all(|sign| sign.is_alphanumeric() || sign == '_')
        };
        if let Some((at, wrong)) = paths
            .iter()
            .enumerate()
            .find_map(|(at, path)| Some((at, *path.iter().find(|name| !is_name(name))?)))
        {
            let why = text!(
                "expected a vertex (a number or a name), found `{wrong}`",
                "此处应为顶点（数或名字），却是 `{wrong}`"
            );
            let help = text!(
                "write one edge in each line, `a b`, or a path, `a-b-c`; was the file truncated?",
                "请每行写一条边 `a b`，或一条路径 `a-b-c`；文件是否被截断？"
            );
            return Err(vec![Diagnostic::error(places[at], why).help(help)]);
        }
        let joined: BTreeSet<&str> = paths
            .iter()
            .filter(|path| path.len() > 1)
            .flatten()
            .copied()
            .collect();
        if let Some(at) = paths
            .iter()
            .position(|path| path.len() == 1 && joined.contains(path[0]))
        {
            let vertex = paths[at][0];
            let why = text!(
                "`{vertex}` is alone on a line, but other lines connect it",
                "`{vertex}` 单独一行，但别的行已给它连了边"
            );
            let help = text!(
                "an edge has two vertices; was the file truncated?",
                "一条边有两个顶点；文件是否被截断？"
            );
            return Err(vec![Diagnostic::error(places[at], why).help(help)]);
        }
        Network::from_paths(&paths).map_err(|error| {
            vec![Diagnostic::error(
                places.get(error.path).copied().unwrap_or_default(),
                error.reason,
            )]
        })
    }

    /// Returns the name of a vertex. A number that is not a vertex is formatted in digits.
    pub fn name(&self, vertex: Int) -> String {
        self.vertices
            .get(&vertex)
            .cloned()
            .unwrap_or_else(|| vertex.to_string())
    }

    /// Lists the vertices for a message.
    pub(crate) fn vertex_list(&self) -> Text {
        let known: Vec<&str> = self
            .vertices
            .values()
            .take(MAX_SHOWN_VERTICES)
            .map(String::as_str)
            .collect();
        let known = known.join(", ")
            + if self.vertices.len() > MAX_SHOWN_VERTICES {
                ", …"
            } else {
                ""
            };
        text!(
            "the vertices of the graph are {known}",
            "它的顶点是 {known}"
        )
    }

    /// Returns every vertex with each of its neighbours.
    pub fn neighbours(&self) -> BTreeSet<(Int, Int)> {
        self.edges
            .iter()
            .flat_map(|&(a, b)| [(a, b), (b, a)])
            .collect()
    }

    /// Returns the pairs (v, w) of vertices such that w is v, or w cannot be reached from `root`
    /// without passing v. O(V · (V + E)).
    pub fn beyond(&self, root: Int) -> BTreeSet<(Int, Int)> {
        let mut near: BTreeMap<Int, Vec<Int>> = BTreeMap::new();
        for (a, b) in self.neighbours() {
            near.entry(a).or_default().push(b);
        }
        let mut pairs = BTreeSet::new();
        for &out in self.vertices.keys() {
            let (mut met, mut rest) = (BTreeSet::new(), Vec::new());
            if root != out {
                met.insert(root);
                rest.push(root);
            }
            while let Some(vertex) = rest.pop() {
                rest.extend(
                    near.get(&vertex)
                        .into_iter()
                        .flatten()
                        .copied()
                        .filter(|&next| next != out && met.insert(next)),
                );
            }
            pairs.extend(
                self.vertices
                    .keys()
                    .filter(|vertex| !met.contains(vertex))
                    .map(|&vertex| (out, vertex)),
            );
        }
        pairs
    }
}

/// Formats a graph as in rules and queries: the edges, and the isolated vertices.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined: BTreeSet<Int> = self.edges.iter().flat_map(|&(a, b)| [a, b]).collect();
        let edges = self
            .edges
            .iter()
            .map(|&(a, b)| format!("{}-{}", self.name(a), self.name(b)));
        let alone = self
            .vertices
            .iter()
            .filter(|(vertex, _)| !joined.contains(vertex))
            .map(|(_, name)| name.clone());
        write!(
            f,
            "graph({})",
            edges.chain(alone).collect::<Vec<_>>().join(" ")
        )
    }
}
