//! Automorphisms of a list of moves: permutations of the cells that map each move to a move of the
//! list. Cells and moves get colours that depend on the colours of their neighbours. The colours
//! are refined in rounds until no colour class splits further (B. Weisfeiler and A. Leman, 1968).
//! After the refinement, a cell is mapped to another cell of its colour, and the colours are
//! refined again. Mapping a cell and refining the colours are repeated until each cell has a
//! different colour (B. D. McKay, *Practical graph isomorphism*, 1981). The caller must verify the
//! result, because colours are sums of hashes.

use crate::game::StaticGame;

const MAX_AUTOMORPHISMS: usize = 64;

/// Maximum number of edges between cells and moves that are visited, in all rounds. At the maximum,
/// the search ends, and the automorphisms found so far are returned.
const WORK: usize = 20_000_000;

/// The edges of each node on one side of the bipartite graph of cells and moves: the index of the
/// other node, and the kind of edge.
type Joints = Vec<Vec<(u32, u64)>>;

struct AutomorphismSearch {
    of_cells: Joints,
    of_moves: Joints,
    /// Number of edges that may still be visited.
    left: usize,
}

/// Returns automorphisms of the list of moves of a game, none of which is the identity. The
/// returned automorphisms generate all automorphisms that fix the cells that no move names. If the
/// list is too long for a quick search, or has too many automorphisms, the returned automorphisms
/// may generate only a subgroup.
///
/// ```
/// use parts::{StaticMove, StaticGame, automorphisms};
///
/// // Node Kayles on a path of three vertices, which can be reversed.
/// let moves = vec![
///     StaticMove::new([0], [0, 1]),
///     StaticMove::new([1], [0, 1, 2]),
///     StaticMove::new([2], [1, 2]),
/// ];
/// assert_eq!(
///     automorphisms(&StaticGame {
///         cells: 3,
///         moves,
///         ..StaticGame::default()
///     }),
///     [[2, 1, 0]]
/// );
/// ```
pub fn automorphisms(game: &StaticGame) -> Vec<Vec<u16>> {
    let mut search = AutomorphismSearch {
        of_cells: vec![Vec::new(); game.cells],
        of_moves: Vec::new(),
        left: WORK,
    };
    for one in &game.moves {
        let mut kinds = vec![0_u64; game.cells];
        for (kind, cells) in [
            (1, &one.needs),
            (2, &one.takes),
            (4, &one.absent),
            (8, &one.adds),
        ] {
            for &cell in cells {
                kinds[usize::from(cell)] |= kind;
            }
        }
        let joints: Vec<(u32, u64)> = (0..)
            .zip(&kinds)
            .filter(|&(_, &kind)| kind != 0)
            .map(|(cell, &kind)| (cell, kind))
            .collect();
        for &(cell, kind) in &joints {
            search.of_cells[cell as usize].push((search.of_moves.len() as u32, kind));
        }
        search.of_moves.push(joints);
    }
    search.all()
}

/// Returns a hash of two numbers.
fn mixed(a: u64, b: u64) -> u64 {
    let mut x = a.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ b.rotate_left(32).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    x = (x ^ x >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 29
}

/// Returns the number of distinct colours, and all colours in order.
fn spread(colours: &[u64]) -> (usize, Vec<u64>) {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    (
        1 + sorted.windows(2).filter(|pair| pair[0] != pair[1]).count(),
        sorted,
    )
}

/// Returns the first cell of the smallest colour class with several cells.
fn first_of_several(colours: &[u64]) -> Option<usize> {
    let (_, sorted) = spread(colours);
    let smallest = sorted
        .chunk_by(|a, b| a == b)
        .filter(|class| class.len() > 1)
        .min_by_key(|class| class.len())?[0];
    colours.iter().position(|&colour| colour == smallest)
}

impl AutomorphismSearch {
    /// Refines two colourings that have matched so far. Returns whether the two colourings still
    /// match.
    fn refine(&mut self, both: &mut [Vec<u64>; 2]) -> bool {
        let mut before = spread(&both[0]).0;
        loop {
            for colours in both.iter_mut() {
                let moves: Vec<u64> = self
                    .of_moves
                    .iter()
                    .map(|joints| neighbour_hash(joints, colours))
                    .collect();
                *colours = colours
                    .iter()
                    .zip(&self.of_cells)
                    .map(|(&own, joints)| mixed(own, neighbour_hash(joints, &moves)))
                    .collect();
            }
            self.left = self
                .left
                .saturating_sub(4 * self.of_moves.iter().map(Vec::len).sum::<usize>() + 1);
            let [(count, one), (_, other)] = both.each_ref().map(|colours| spread(colours));
            if one != other || self.left == 0 {
                return false;
            }
            if count == before {
                return true;
            }
            before = count;
        }
    }

    /// Returns an automorphism that maps one refined colouring to the other, if a quick search
    /// finds one.
    fn between(&mut self, both: &[Vec<u64>; 2]) -> Option<Vec<u16>> {
        let Some(cell) = first_of_several(&both[0]) else {
            let to = |colour: &u64| {
                both[1]
                    .iter()
                    .position(|other| other == colour)
                    .map(|cell| cell as u16)
            };
            return both[0].iter().map(to).collect();
        };
        let colour = both[0][cell];
        // The cell is mapped to itself if possible, so that the automorphism moves few cells.
        let others = (0..both[1].len()).filter(|&other| other != cell);
        for to in [cell]
            .into_iter()
            .chain(others)
            .filter(|&to| both[1][to] == colour)
        {
            if let Some(found) = self.placed(both, cell, to) {
                return Some(found);
            }
        }
        None
    }

    /// Returns an automorphism that maps one colouring to the other, and a given cell to another
    /// given cell of the same colour.
    fn placed(&mut self, both: &[Vec<u64>; 2], cell: usize, to: usize) -> Option<Vec<u16>> {
        let mut next = both.clone();
        for (colours, at) in next.iter_mut().zip([cell, to]) {
            colours[at] = mixed(colours[at], 1);
        }
        if self.refine(&mut next) {
            self.between(&next)
        } else {
            None
        }
    }

    /// Returns generators of the automorphisms. For each cell and each possible image of this cell,
    /// the generators include one automorphism that fixes all earlier cells.
    fn all(&mut self) -> Vec<Vec<u16>> {
        let mut found: Vec<Vec<u16>> = Vec::new();
        // Cells that no move names are fixed, because exchanging such cells does not change the
        // game.
        let start: Vec<u64> = (1..)
            .zip(&self.of_cells)
            .map(|(cell, joints)| if joints.is_empty() { cell } else { 0 })
            .collect();
        let mut both = [start.clone(), start];
        while self.refine(&mut both) && found.len() < MAX_AUTOMORPHISMS {
            let Some(cell) = first_of_several(&both[0]) else {
                break;
            };
            let of_this = found.len();
            for to in (0..both[0].len())
                .filter(|&to| to != cell && both[0][to] == both[0][cell])
                .collect::<Vec<_>>()
            {
                if found.len() < MAX_AUTOMORPHISMS && !reaches(&found[of_this..], cell, to) {
                    found.extend(self.placed(&both, cell, to));
                }
            }
            for colours in &mut both {
                colours[cell] = mixed(colours[cell], 1);
            }
        }
        found
    }
}

/// Returns whether a product of these permutations maps the cell `cell` to the cell `to`.
fn reaches(all: &[Vec<u16>], cell: usize, to: usize) -> bool {
    let mut met = vec![cell];
    let mut next = 0;
    while let Some(&at) = met.get(next) {
        for permutation in all {
            let image = usize::from(permutation[at]);
            if !met.contains(&image) {
                met.push(image);
            }
        }
        next += 1;
    }
    met.contains(&to)
}

/// Returns a hash of the neighbours of a node, independent of their order.
fn neighbour_hash(joints: &[(u32, u64)], colours: &[u64]) -> u64 {
    joints.iter().fold(0, |sum, &(to, kind)| {
        sum.wrapping_add(mixed(kind, colours[to as usize]))
    })
}
