//! The prepared list of moves: the moves as bits, indexed by their cells, and the cells to which
//! each cell is connected. If every move needs one cell, or needs two cells and takes no other
//! cell, a connection between two cells does not depend on any third cell. If all connections are
//! independent of third cells, a position splits into the connected components of a graph.

use rustc_hash::FxHashSet;

use crate::cells::CellSet;
use crate::game::{MoveOwner, StaticGame};
use crate::reductions::Reductions;

/// A move as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BitMove<const W: usize> {
    pub needs: CellSet<W>,
    pub takes: CellSet<W>,
    pub absent: CellSet<W>,
    pub adds: CellSet<W>,
    pub owner: MoveOwner,
}

impl<const W: usize> BitMove<W> {
    /// Returns whether the move is legal.
    #[inline]
    pub fn is_legal(&self, position: &CellSet<W>) -> bool {
        self.needs.is_subset(position) && !self.absent.meets(position)
    }

    /// Iterates over the words of the sets of a move that adds no cells. `absent` is included only
    /// if it is not empty.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        let absent = Some(self.absent).filter(|absent| !absent.is_empty());
        [Some(self.needs), Some(self.takes), absent]
            .into_iter()
            .flatten()
            .flat_map(|cells| *cells.words())
    }
}

/// The moves of a game.
#[derive(Debug)]
pub(crate) struct MoveIndex<const W: usize> {
    pub cells: usize,
    /// The moves without duplicates, sorted by the least cell that each move needs.
    pub acts: Vec<BitMove<W>>,
    /// For each cell: the offset in `acts` of the moves for which this cell is the least of the
    /// needed cells. The last entry is the end of `acts`.
    first: Vec<u32>,
    /// Minimum, over all moves, of the number of needed cells that the move takes.
    least: usize,
    /// Whether some move requires cells to be absent, so that further moves may become legal
    /// later.
    pub bars: bool,
    /// Whether some move adds cells.
    adds: bool,
    pub pairs: Option<PartGraph<W>>,
}

/// A game whose parts are the components of a graph.
#[derive(Debug)]
pub(crate) struct PartGraph<const W: usize> {
    /// For each cell: the cells that are connected to this cell while both cells are present.
    joined: Vec<CellSet<W>>,
    /// For each cell: the cells with which it forms a move.
    partners: Vec<CellSet<W>>,
    /// Cells that are the only needed cell of a move.
    alone: CellSet<W>,
    /// For each move: the cells that are connected to the cells that it takes.
    pub edges: Vec<CellSet<W>>,
}

impl<const W: usize> MoveIndex<W> {
    /// Creates the index of a game that has been checked.
    pub fn new(game: &StaticGame) -> MoveIndex<W> {
        let set = |list: &[u16]| {
            list.iter()
                .map(|&cell| usize::from(cell))
                .collect::<CellSet<W>>()
        };
        let mut seen = FxHashSet::default();
        let acts = game.moves.iter().map(|one| BitMove {
            needs: set(&one.needs),
            takes: set(&one.takes),
            absent: set(&one.absent),
            adds: set(&one.adds),
            owner: one.owner,
        });
        // A move that needs a cell to be present and absent is never legal.
        let acts = acts.filter(|act| !act.needs.meets(&act.absent));
        let mut acts: Vec<BitMove<W>> = acts.filter(|&act| seen.insert(act)).collect();
        acts.sort_by_key(|act| {
            let BitMove {
                needs,
                takes,
                absent,
                adds,
                owner,
            } = *act;
            (needs.least(), needs, takes, absent, adds, owner)
        });
        let bars = acts.iter().any(|act| !act.absent.is_empty());
        let adds = acts.iter().any(|act| !act.adds.is_empty());
        let mut first = vec![0; game.cells + 1];
        acts.iter()
            .filter_map(|act| act.needs.least())
            .for_each(|cell| first[cell + 1] += 1);
        (0..game.cells).for_each(|cell| first[cell + 1] += first[cell]);
        let least = acts
            .iter()
            .map(|act| act.needs.and(&act.takes).len())
            .min()
            .unwrap_or(1);
        let pairs = if bars || adds {
            None
        } else {
            PartGraph::new(game.cells, &acts)
        };
        MoveIndex {
            cells: game.cells,
            acts,
            first,
            least,
            bars,
            adds,
            pairs,
        }
    }

    /// Returns an upper bound on the value of a position of `cells` cells: the number of moves that
    /// can be made in the position.
    #[inline]
    pub fn bound(&self, cells: usize) -> usize {
        cells / self.least
    }

    /// Returns whether some move adds cells.
    pub fn adds(&self) -> bool {
        self.adds
    }

    /// Returns whether a move is legal.
    #[inline]
    pub fn allows(&self, act: usize, position: &CellSet<W>) -> bool {
        let act = &self.acts[act];
        act.needs.is_subset(position) && !(self.bars && act.absent.meets(position))
    }

    /// Returns the legal moves by their index in `acts`.
    #[inline]
    pub fn live(&self, position: CellSet<W>) -> impl Iterator<Item = usize> {
        self.possible(position)
            .filter(move |&act| !(self.bars && self.acts[act].absent.meets(&position)))
    }

    /// Returns the moves whose needed cells are all present: the legal moves, and the moves that
    /// may become legal when cells are removed.
    #[inline]
    pub fn possible(&self, position: CellSet<W>) -> impl Iterator<Item = usize> {
        let from = move |cell: usize| self.first[cell] as usize..self.first[cell + 1] as usize;
        position
            .iter()
            .flat_map(from)
            .filter(move |&act| self.acts[act].needs.is_subset(&position))
    }

    /// Returns the cells that are present, or that moves can make present. Without moves that add
    /// cells, these are the present cells.
    #[inline]
    pub fn reachable(&self, position: CellSet<W>) -> CellSet<W> {
        match self.adds {
            true => self.reachable_moves(position, None).0,
            false => position,
        }
    }

    /// Returns the reachable cells, and the moves whose needed cells are reachable. If `among` is
    /// given, only these moves are considered.
    pub fn reachable_moves(
        &self,
        position: CellSet<W>,
        among: Option<&[usize]>,
    ) -> (CellSet<W>, Vec<usize>) {
        let (mut reachable, mut moves) = (position, Vec::with_capacity(64));
        loop {
            moves.clear();
            match among {
                Some(among) => moves.extend(among.iter().copied().filter(|&act| {
                    let needs = &self.acts[act].needs;
                    needs.is_subset(&reachable)
                })),
                None => moves.extend(self.possible(reachable)),
            }
            let more = moves
                .iter()
                .fold(reachable, |more, &act| more.or(&self.acts[act].adds));
            if more == reachable {
                return (reachable, moves);
            }
            reachable = more;
        }
    }

    /// Returns the cells that matter to some move that is legal or may become legal: cells that
    /// must be present or absent. All cells that are not returned can be removed, because a move
    /// that lacks a needed cell will never become legal.
    pub fn needed(&self, position: CellSet<W>) -> CellSet<W> {
        let reachable = self.reachable(position);
        self.tested(reachable).and(&position)
    }

    /// Returns the cells that matter to some move whose needed cells are reachable.
    pub fn tested(&self, reachable: CellSet<W>) -> CellSet<W> {
        self.possible(reachable)
            .fold(CellSet::EMPTY, |tested, act| {
                let BitMove { needs, absent, .. } = &self.acts[act];
                tested.or(needs).or(&absent.and(&reachable))
            })
    }

    /// Appends the parts of a position to `parts`. `edge` contains a cell of every part if the
    /// parts are those of a graph, and of every part that may contain cells without moves.
    #[inline]
    pub fn divide(
        &self,
        mut position: CellSet<W>,
        edge: Option<CellSet<W>>,
        reductions: &Reductions,
        parts: &mut Vec<CellSet<W>>,
    ) {
        match &self.pairs {
            None if self.adds => self.divide_reachable(position, None, parts),
            Some(pairs) => {
                let mut seeds = edge.unwrap_or(position);
                if reductions.dead {
                    let dead = pairs.dead(&position, &seeds);
                    if !dead.is_empty() {
                        position = position.minus(&dead);
                        seeds = seeds.or(&pairs.near(dead));
                    }
                }
                match reductions.split {
                    true => pairs.split(position, seeds, parts),
                    false => parts.push(position),
                }
            }
            None => {
                if reductions.dead {
                    position = self.needed(position);
                }
                match reductions.split {
                    true => self.split(position, parts),
                    false => parts.push(position),
                }
            }
        }
    }

    /// Appends to `parts` the parts of a position in a game with moves that add cells. Moves may
    /// become possible after other moves, so they connect cells that are only reachable. Cells that
    /// are taken or added, but that no move tests, connect nothing.
    /// If `among` is given, only these moves are considered.
    pub fn divide_reachable(
        &self,
        position: CellSet<W>,
        among: Option<&[usize]>,
        parts: &mut Vec<CellSet<W>>,
    ) {
        let from = parts.len();
        let (reachable, possible) = self.reachable_moves(position, among);
        let mut tested: CellSet<W> = CellSet::EMPTY;
        for &act in &possible {
            let BitMove { needs, absent, .. } = &self.acts[act];
            tested = tested.or(needs).or(&absent.and(&reachable));
        }
        for act in possible {
            let act = &self.acts[act];
            let touched = act.takes.or(&act.absent).or(&act.adds).and(&tested);
            join(parts, from, act.needs.or(&touched));
        }
        let own = position.and(&tested);
        parts[from..]
            .iter_mut()
            .for_each(|part| *part = part.and(&own));
    }

    /// Appends to `parts` the parts of a position that no move connects. Cells without moves are
    /// added to the first part.
    pub fn split(&self, position: CellSet<W>, parts: &mut Vec<CellSet<W>>) {
        let from = parts.len();
        for act in self.possible(position) {
            let BitMove {
                needs,
                takes,
                absent,
                ..
            } = &self.acts[act];
            let whole = needs.or(&takes.or(absent).and(&position));
            join(parts, from, whole);
        }
        if let Some(rest) = parts
            .get(from..)
            .map(|parts| parts.iter().fold(position, |rest, part| rest.minus(part)))
            && parts.len() > from
        {
            parts[from] = parts[from].or(&rest);
        }
    }
}

/// Adds a set of connected cells to the groups of cells from index `from` on.
fn join<const W: usize>(groups: &mut Vec<CellSet<W>>, from: usize, mut whole: CellSet<W>) {
    let mut place = from;
    while place < groups.len() {
        if groups[place].meets(&whole) {
            whole = whole.or(&groups.swap_remove(place));
        } else {
            place += 1;
        }
    }
    groups.push(whole);
}

impl<const W: usize> PartGraph<W> {
    fn new(cells: usize, acts: &[BitMove<W>]) -> Option<PartGraph<W>> {
        let (mut joined, mut partners, mut alone) = (
            vec![CellSet::EMPTY; cells],
            vec![CellSet::EMPTY; cells],
            CellSet::EMPTY,
        );
        for act in acts {
            let (one, two) = (act.needs.iter().next()?, act.needs.iter().nth(1));
            let others = match act.needs.len() {
                1 => {
                    alone.insert(one);
                    act.takes
                }
                2 if act.takes.is_subset(&act.needs) => {
                    let two = two?;
                    partners[one].insert(two);
                    partners[two].insert(one);
                    act.needs
                }
                _ => return None,
            };
            for other in others.iter().filter(|&other| other != one) {
                joined[one].insert(other);
                joined[other].insert(one);
            }
        }
        let near = |act: &BitMove<W>| {
            act.takes
                .iter()
                .fold(CellSet::EMPTY, |near, cell| near.or(&joined[cell]))
        };
        let edges = acts.iter().map(near).collect();
        Some(PartGraph {
            joined,
            partners,
            alone,
            edges,
        })
    }

    /// Returns the cells in `among` that no legal move needs.
    #[inline]
    pub fn dead(&self, position: &CellSet<W>, among: &CellSet<W>) -> CellSet<W> {
        let mut dead = CellSet::EMPTY;
        let mut left = among.and(position).minus(&self.alone);
        while let Some(cell) = left.pop() {
            if !self.partners[cell].meets(position) {
                dead.insert(cell);
            }
        }
        dead
    }

    /// Returns the cells that are connected to the given cells. The result may contain some of the
    /// given cells.
    #[inline]
    pub fn near(&self, mut cells: CellSet<W>) -> CellSet<W> {
        let mut near = CellSet::EMPTY;
        while let Some(cell) = cells.pop() {
            near = near.or(&self.joined[cell]);
        }
        near
    }

    /// Appends to `parts` the parts of a position in which every part contains a cell of `seeds`.
    #[inline]
    pub fn split(&self, position: CellSet<W>, seeds: CellSet<W>, parts: &mut Vec<CellSet<W>>) {
        let (mut left, mut seeds) = (position, seeds.and(&position));
        while let Some(seed) = seeds.least() {
            let mut part: CellSet<W> = CellSet::EMPTY;
            part.insert(seed);
            let mut front = part;
            loop {
                if seeds.is_subset(&part) {
                    // Every part contains a seed. All remaining seeds are in the current part, so
                    // all remaining cells belong to the current part.
                    parts.push(left);
                    return;
                }
                // The part grows by the connections of one cell at a time. If a cell with many
                // connections is processed, the seeds are reached soon.
                let Some(cell) = front.pop() else { break };
                let more = self.joined[cell].and(&left).minus(&part);
                part = part.or(&more);
                front = front.or(&more);
            }
            parts.push(part);
            left = left.minus(&part);
            seeds = seeds.minus(&part);
        }
    }
}
