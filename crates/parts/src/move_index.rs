//! The list of moves made ready: as bits, found by their cells, with what each cell is joined to.
//! Where every move needs one cell, or needs two and takes no other, which cells are joined does
//! not depend on what else is there, and a position falls apart as a graph does.

use rustc_hash::FxHashSet;

use crate::cells::CellSet;
use crate::game::StaticGame;

/// A move as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BitMove<const W: usize> {
    pub needs: CellSet<W>,
    pub takes: CellSet<W>,
    pub absent: CellSet<W>,
}

impl<const W: usize> BitMove<W> {
    /// The words of its sets; what must be absent only if something must.
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
    /// Each once, sorted by the least cell that they need.
    pub acts: Vec<BitMove<W>>,
    /// For each cell where its moves begin in `acts`, those of which it is the least cell needed;
    /// and the end.
    first: Vec<u32>,
    /// The fewest needed cells that a move takes.
    least: usize,
    /// Whether some move needs cells not to be there, so that more moves may be possible later.
    pub bars: bool,
    pub pairs: Option<PartGraph<W>>,
}

/// A game whose parts are those of a graph.
#[derive(Debug)]
pub(crate) struct PartGraph<const W: usize> {
    /// For each cell those that are joined to it as long as they are both there.
    joined: Vec<CellSet<W>>,
    /// For each cell those with which it makes a move.
    partners: Vec<CellSet<W>>,
    /// Cells that a move needs alone.
    alone: CellSet<W>,
    /// For each move the cells that are joined to those it takes.
    pub edges: Vec<CellSet<W>>,
}

impl<const W: usize> MoveIndex<W> {
    /// A game that has been checked.
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
        });
        // What needs a cell to be there and not to be there is no move.
        let acts = acts.filter(|act| !act.needs.meets(&act.absent));
        let mut acts: Vec<BitMove<W>> = acts.filter(|&act| seen.insert(act)).collect();
        acts.sort_by_key(|act| (act.needs.least(), act.needs, act.takes, act.absent));
        let bars = acts.iter().any(|act| !act.absent.is_empty());
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
        let pairs = if bars {
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
            pairs,
        }
    }

    /// No position of `cells` cells has a greater value, for no more moves can be made in it.
    #[inline]
    pub fn bound(&self, cells: usize) -> usize {
        cells / self.least
    }

    /// Whether a move can be made.
    #[inline]
    pub fn allows(&self, act: usize, position: &CellSet<W>) -> bool {
        let act = &self.acts[act];
        act.needs.is_subset(position) && !(self.bars && act.absent.meets(position))
    }

    /// The moves that can be made, by their place in `acts`.
    #[inline]
    pub fn live(&self, position: CellSet<W>) -> impl Iterator<Item = usize> {
        self.possible(position)
            .filter(move |&act| !(self.bars && self.acts[act].absent.meets(&position)))
    }

    /// The moves that can be made, and those that perhaps can later, when cells are gone that they
    /// need not to be there: all they need is there.
    #[inline]
    pub fn possible(&self, position: CellSet<W>) -> impl Iterator<Item = usize> {
        let from = move |cell: usize| self.first[cell] as usize..self.first[cell + 1] as usize;
        position
            .iter()
            .flat_map(from)
            .filter(move |&act| self.acts[act].needs.is_subset(&position))
    }

    /// The cells on which some move depends that can be made, or perhaps later: those that it needs
    /// to be there, or not to be. Others may be left out, since a move that lacks what it needs
    /// will always lack it.
    pub fn needed(&self, position: CellSet<W>) -> CellSet<W> {
        self.possible(position).fold(CellSet::EMPTY, |needed, act| {
            let BitMove { needs, absent, .. } = &self.acts[act];
            needed.or(needs).or(&absent.and(&position))
        })
    }

    /// The parts of a position that no move joins, put behind `parts`. Cells that nothing touches
    /// go with the first part.
    pub fn split(&self, position: CellSet<W>, parts: &mut Vec<CellSet<W>>) {
        let from = parts.len();
        for act in self.possible(position) {
            let BitMove {
                needs,
                takes,
                absent,
            } = &self.acts[act];
            let mut whole = needs.or(&takes.or(absent).and(&position));
            let mut place = from;
            while place < parts.len() {
                if parts[place].meets(&whole) {
                    whole = whole.or(&parts.swap_remove(place));
                } else {
                    place += 1;
                }
            }
            parts.push(whole);
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

    /// The cells of `among` that no move needs which can be made.
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

    /// The cells joined to these, and perhaps some of these.
    #[inline]
    pub fn near(&self, mut cells: CellSet<W>) -> CellSet<W> {
        let mut near = CellSet::EMPTY;
        while let Some(cell) = cells.pop() {
            near = near.or(&self.joined[cell]);
        }
        near
    }

    /// The parts of a position that hold a cell of `seeds`, put behind `parts`, where every part
    /// holds one.
    #[inline]
    pub fn split(&self, position: CellSet<W>, seeds: CellSet<W>, parts: &mut Vec<CellSet<W>>) {
        let (mut left, mut seeds) = (position, seeds.and(&position));
        while let Some(seed) = seeds.least() {
            let mut part: CellSet<W> = CellSet::EMPTY;
            part.insert(seed);
            let mut front = part;
            loop {
                if seeds.is_subset(&part) {
                    // Every part holds a seed: what is left is one part.
                    parts.push(left);
                    return;
                }
                // One cell after the other: where one is joined to much, the seeds are soon met.
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
