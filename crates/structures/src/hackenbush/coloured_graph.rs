//! Values of Hackenbush with colours.
//!
//! *THEOREM* (colon principle): a graph that shares only one vertex with the rest can be replaced
//! by any game of the same value that ends when the vertex is removed. So the blocks of a graph
//! (its maximal subgraphs without cut vertices) are evaluated from the leaves to the ground. A
//! block of one edge that carries the value G has the value 1:G if it is blue, (-1):G if it is red,
//! and \*:G if it is green, an ordinal sum. Values at one vertex are added. In a red-blue tree, all
//! values are numbers (E. R. Berlekamp's rule). (J. H. Conway, On Numbers and Games, chapter 13;
//! Winning Ways, chapters 1, 2 and 7.)
//!
//! A block with a cycle is searched: a move cuts an edge of the block, or moves in the value at one
//! of its vertices. The values of blocks are cached by their edges and the values at their
//! vertices. A green block with nimbers at its vertices is fused.

use base::budget::Budget;
use partizan::{Id, Store, ValueError};
use rules::ast::Player;
use rules::view::LinkColour;
use rustc_hash::FxHashMap;

use super::graph::GroundedGraph;
use super::search::{BackEdge, DepthFirstSearch};

/// Approximate number of bytes of an entry of a hash map in addition to its key and value.
const ENTRY: u64 = 16;

/// The values of graphs with colours, and of their blocks.
#[derive(Default)]
pub(super) struct ColouredValues {
    blocks: FxHashMap<ColouredGraph, Id>,
    stalks: FxHashMap<(LinkColour, Id), Id>,
    held: u64,
}

/// A graph with colours, and the values of games at its vertices. Vertex 0 is the ground.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ColouredGraph {
    pub edges: Vec<ColouredEdge>,
    /// For each vertex, the value of a game that ends when the vertex is removed.
    pub values: Vec<Id>,
}

/// An edge with its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ColouredEdge {
    pub ends: (u32, u32),
    pub colour: LinkColour,
}

/// A move in a block.
#[derive(Clone, Copy)]
enum BlockMove {
    /// Cuts an edge, given by its index.
    Cut(usize),
    /// Moves in the value at a vertex, to this value.
    Replace(usize, Id),
}

/// A block that is being evaluated.
struct BlockFrame {
    block: ColouredGraph,
    moves: Vec<(Option<Player>, BlockMove)>,
    /// The index of the move that is being evaluated.
    next: usize,
    left: Vec<Id>,
    right: Vec<Id>,
}

/// The value of a graph, or the blocks that must be evaluated first.
enum GraphValue {
    Known(Id),
    Missing(Vec<ColouredGraph>),
}

impl ColouredValues {
    /// Returns the approximate number of bytes of the cache.
    pub fn bytes(&self) -> u64 {
        let block = size_of::<(ColouredGraph, Id)>() as u64 + ENTRY;
        let stalk = size_of::<((LinkColour, Id), Id)>() as u64 + ENTRY;
        self.held + self.blocks.len() as u64 * block + self.stalks.len() as u64 * stalk
    }

    /// Returns the value of a graph. A graph without cycles takes one ordinal sum for each edge.
    pub fn value(
        &mut self,
        graph: &ColouredGraph,
        store: &mut Store,
        budget: &Budget<'_>,
    ) -> Result<Id, ValueError> {
        loop {
            match self.value_of_blocks(graph, store, budget)? {
                GraphValue::Known(value) => return Ok(value),
                GraphValue::Missing(blocks) => {
                    for block in blocks {
                        self.search(block, store, budget)?;
                    }
                }
            }
        }
    }

    /// Evaluates a block with a cycle by a search with its own stack.
    fn search(
        &mut self,
        block: ColouredGraph,
        store: &mut Store,
        budget: &Budget<'_>,
    ) -> Result<(), ValueError> {
        let mut frames = vec![BlockFrame::new(block, store, budget)?];
        while let Some(frame) = frames.last_mut() {
            budget.tick()?;
            if frame.next == 0 && self.blocks.contains_key(&frame.block) {
                frames.pop();
                continue;
            }
            let Some(&(player, made)) = frame.moves.get(frame.next) else {
                let value = store.game(&frame.left, &frame.right, budget)?;
                if let Some(frame) = frames.pop() {
                    self.held += frame.block.bytes();
                    budget.allow_memory(self.bytes() + store.bytes())?;
                    self.blocks.insert(frame.block, value);
                }
                continue;
            };
            let found = match made {
                BlockMove::Cut(edge) => {
                    let mut left = frame.block.clone();
                    left.edges.remove(edge);
                    self.value_of_blocks(&left, store, budget)?
                }
                BlockMove::Replace(vertex, value) => {
                    let mut left = frame.block.clone();
                    left.values[vertex] = value;
                    match self.block_value(&left, store, budget)? {
                        Some(value) => GraphValue::Known(value),
                        None => GraphValue::Missing(vec![left]),
                    }
                }
            };
            match found {
                GraphValue::Known(value) => {
                    for (own, list) in [
                        (Player::Left, &mut frame.left),
                        (Player::Right, &mut frame.right),
                    ] {
                        if player.is_none_or(|player| player == own) && !list.contains(&value) {
                            list.push(value);
                        }
                    }
                    frame.next += 1;
                }
                GraphValue::Missing(blocks) => {
                    for block in blocks {
                        budget.make_room(&mut frames, 1, self.bytes() + store.bytes())?;
                        frames.push(BlockFrame::new(block, store, budget)?);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the value of a block with a cycle, if it is cached or the block can be fused.
    fn block_value(
        &self,
        block: &ColouredGraph,
        store: &mut Store,
        budget: &Budget<'_>,
    ) -> Result<Option<Id>, ValueError> {
        if let Some(&value) = self.blocks.get(block) {
            return Ok(Some(value));
        }
        let is_green = |edge: &ColouredEdge| edge.colour == LinkColour::Green;
        if !block.edges.iter().all(is_green) {
            return Ok(None);
        }
        let mut fused = block.edges.len() as u32 & 1;
        for &value in &block.values {
            match store.as_nimber(value) {
                Some(nimber) => fused ^= nimber,
                None => return Ok(None),
            }
        }
        store.nimber(fused, budget).map(Some)
    }

    /// Returns the value of an edge with a value on top of it.
    fn stalk(
        &mut self,
        colour: LinkColour,
        top: Id,
        store: &mut Store,
        budget: &Budget<'_>,
    ) -> Result<Id, ValueError> {
        if let Some(&value) = self.stalks.get(&(colour, top)) {
            return Ok(value);
        }
        let base = match colour {
            LinkColour::Blue => store.integer(1, budget)?,
            LinkColour::Red => store.integer(-1, budget)?,
            LinkColour::Green => store.nimber(1, budget)?,
        };
        let value = store.ordinal_sum(base, top, budget)?;
        budget.allow_memory(self.bytes() + store.bytes())?;
        self.stalks.insert((colour, top), value);
        Ok(value)
    }

    /// Returns the value of the edges that are connected to the ground, from the values of the
    /// blocks, or the blocks with a cycle whose values are missing.
    fn value_of_blocks(
        &mut self,
        graph: &ColouredGraph,
        store: &mut Store,
        budget: &Budget<'_>,
    ) -> Result<GraphValue, ValueError> {
        let ends = graph.edges.iter().map(|edge| edge.ends).collect();
        let sites = GroundedGraph::of_sites(graph.values.len(), ends);
        let search = DepthFirstSearch::new(&sites, |_| true, budget)?;
        budget.steps(search.sites())?;
        let blocks = Blocks::new(graph, &sites, &search);
        // The value at each vertex in the order of the search; `None` if it depends on a block
        // whose value is missing.
        let mut values: Vec<Option<Id>> = blocks
            .vertices
            .iter()
            .map(|&vertex| Some(graph.values[vertex as usize]))
            .collect();
        for &(site, edge) in &search.loops {
            let loop_value = self.stalk(
                graph.edges[edge as usize].colour,
                Store::ZERO,
                store,
                budget,
            )?;
            add(&mut values[site as usize], Some(loop_value), store, budget)?;
        }
        let mut missing = Vec::new();
        for top in (1..search.sites()).rev() {
            if !blocks.starts[top] {
                continue;
            }
            let below = search.parent[top] as usize;
            let members = blocks.members(top);
            let value = if blocks.is_bridge(top, &search) {
                let colour = graph.edges[search.edge[top] as usize].colour;
                match values[top] {
                    Some(above) => Some(self.stalk(colour, above, store, budget)?),
                    None => None,
                }
            } else if members.iter().all(|&member| values[member].is_some()) {
                let block = blocks.block(graph, &search, top, &members, &values);
                let value = self.block_value(&block, store, budget)?;
                if value.is_none() {
                    missing.push(block);
                }
                value
            } else {
                None
            };
            add(&mut values[below], value, store, budget)?;
        }
        Ok(match values[0] {
            Some(value) => GraphValue::Known(value),
            None => GraphValue::Missing(missing),
        })
    }
}

/// Adds a value to the value at a vertex.
fn add(
    to: &mut Option<Id>,
    value: Option<Id>,
    store: &mut Store,
    budget: &Budget<'_>,
) -> Result<(), ValueError> {
    *to = match to.zip(value) {
        Some((a, b)) => Some(store.sum(a, b, budget)?),
        None => None,
    };
    Ok(())
}

impl ColouredGraph {
    fn bytes(&self) -> u64 {
        (size_of_val(&self.edges[..]) + size_of_val(&self.values[..])) as u64
    }
}

impl BlockFrame {
    fn new(
        block: ColouredGraph,
        store: &mut Store,
        budget: &Budget<'_>,
    ) -> Result<BlockFrame, ValueError> {
        let cuts = block.edges.iter().enumerate();
        let mut moves: Vec<(Option<Player>, BlockMove)> = cuts
            .map(|(at, edge)| (edge.colour.player(), BlockMove::Cut(at)))
            .collect();
        for (vertex, &value) in block.values.iter().enumerate() {
            for &option in store.left_options(value, budget)? {
                moves.push((Some(Player::Left), BlockMove::Replace(vertex, option)));
            }
            for &option in store.right_options(value, budget)? {
                moves.push((Some(Player::Right), BlockMove::Replace(vertex, option)));
            }
        }
        Ok(BlockFrame {
            block,
            moves,
            next: 0,
            left: Vec::new(),
            right: Vec::new(),
        })
    }
}

/// The blocks of a graph. Vertices have their numbers in the order of the search. A block is known
/// by its top vertex: the first vertex of the block that the search reaches after the vertex that
/// is nearest to the ground.
struct Blocks {
    /// For each vertex in the order of the search, its number in the graph.
    vertices: Vec<u32>,
    /// Whether the edge to the vertex above begins a block.
    starts: Vec<bool>,
    /// The back edge from each vertex to the highest vertex, and the next back edge of the vertex.
    back: Vec<Vec<BackEdge>>,
    /// The vertices of each block after its top vertex, in ascending order.
    rest: Vec<Vec<usize>>,
}

impl Blocks {
    /// Finds the blocks (J. Hopcroft and R. E. Tarjan, 1973). O(V + E).
    fn new(graph: &ColouredGraph, sites: &GroundedGraph, search: &DepthFirstSearch) -> Blocks {
        let count = search.sites();
        let mut vertices = vec![0; count];
        for site in 1..count {
            let (a, b) = sites.ends(search.edge[site]);
            let above = vertices[search.parent[site] as usize];
            vertices[site] = if a == above { b } else { a };
        }
        debug_assert!(vertices.iter().all(|&v| (v as usize) < graph.values.len()));
        let mut low: Vec<u32> = (0..count as u32).collect();
        let mut back = vec![Vec::new(); count];
        for &edge in &search.back {
            low[edge.low as usize] = low[edge.low as usize].min(edge.high);
            back[edge.low as usize].push(edge);
        }
        let mut starts = vec![false; count];
        for site in (1..count).rev() {
            let above = search.parent[site] as usize;
            starts[site] = low[site] as usize >= above;
            low[above] = low[above].min(low[site]);
        }
        let mut top: Vec<usize> = (0..count).collect();
        let mut rest = vec![Vec::new(); count];
        for site in 1..count {
            if !starts[site] {
                top[site] = top[search.parent[site] as usize];
                rest[top[site]].push(site);
            }
        }
        Blocks {
            vertices,
            starts,
            back,
            rest,
        }
    }

    /// Returns the vertices of a block, except the vertex that is nearest to the ground.
    fn members(&self, top: usize) -> Vec<usize> {
        let mut members = vec![top];
        members.extend(&self.rest[top]);
        members
    }

    /// Returns whether a block is a single edge.
    fn is_bridge(&self, top: usize, search: &DepthFirstSearch) -> bool {
        let below = search.parent[top];
        let is_parallel = self.back[top].iter().any(|back| back.high == below);
        self.rest[top].is_empty() && !is_parallel
    }

    /// Returns a block as a graph of its own, whose ground is the vertex that is nearest to the
    /// ground.
    fn block(
        &self,
        graph: &ColouredGraph,
        search: &DepthFirstSearch,
        top: usize,
        members: &[usize],
        values: &[Option<Id>],
    ) -> ColouredGraph {
        let below = search.parent[top] as usize;
        let number = |site: usize| match site == below {
            true => 0,
            false => members.partition_point(|&member| member < site) as u32 + 1,
        };
        let edge = |low: usize, high: usize, edge: u32| ColouredEdge {
            ends: (number(high), number(low)),
            colour: graph.edges[edge as usize].colour,
        };
        let mut edges = Vec::new();
        for &site in members {
            edges.push(edge(site, search.parent[site] as usize, search.edge[site]));
            let back = self.back[site].iter();
            edges.extend(back.map(|back| edge(site, back.high as usize, back.edge)));
        }
        edges.sort_unstable();
        let above = members.iter().filter_map(|&member| values[member]);
        ColouredGraph {
            edges,
            values: [Store::ZERO].into_iter().chain(above).collect(),
        }
    }
}
