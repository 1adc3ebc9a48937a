//! Automorphisms of a list of moves: permutations of the cells that make of each move another one
//! of the list. Cells and moves are told apart by what they are joined to, round by round, until
//! nothing new is told (B. Weisfeiler and A. Leman, 1968); then a cell is given the place of
//! another one of its colour, and so on, until each cell has a colour of its own (B. D. McKay,
//! *Practical graph isomorphism*, 1981). Whoever uses what is found tests it: colours are sums of
//! hashes.

use crate::game::StaticGame;

/// More automorphisms than these are not looked for.
const MAX_AUTOMORPHISMS: usize = 64;

/// Joints of cells and moves that are gone over, all rounds together; then what was found until
/// then is all.
const WORK: usize = 20_000_000;

/// What one side is joined to: the place on the other side, and how it is joined.
type Joints = Vec<Vec<(u32, u64)>>;

struct AutomorphismSearch {
    of_cells: Joints,
    of_moves: Joints,
    /// How much may still be done.
    left: usize,
}

/// Automorphisms of the list of moves of a game, none of which is the identity: they generate all
/// there are that leave alone what no move names, unless there are too many, or the list is too
/// long, to find them all soon.
///
/// ```
/// use parts::{StaticMove, StaticGame, automorphisms};
///
/// // Node Kayles on a path of three vertices, which can be turned round.
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

/// A number that says nothing of those that it is made of.
fn mixed(a: u64, b: u64) -> u64 {
    let mut x = a.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ b.rotate_left(32).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    x = (x ^ x >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 29
}

/// How many colours there are, and all of them in order.
fn spread(colours: &[u64]) -> (usize, Vec<u64>) {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    (
        1 + sorted.windows(2).filter(|pair| pair[0] != pair[1]).count(),
        sorted,
    )
}

/// The first cell of the smallest colour that several cells have.
fn first_of_several(colours: &[u64]) -> Option<usize> {
    let (_, sorted) = spread(colours);
    let smallest = sorted
        .chunk_by(|a, b| a == b)
        .filter(|class| class.len() > 1)
        .min_by_key(|class| class.len())?[0];
    colours.iter().position(|&colour| colour == smallest)
}

impl AutomorphismSearch {
    /// Gives two colourings, which are alike so far, the colours that follow from them; whether
    /// they stay alike.
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

    /// An automorphism that takes one colouring to the other, both refined, if it is found soon.
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
        // Where it may stay it does: what is found moves few cells.
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

    /// An automorphism that takes one colouring to the other and a cell to another one of its
    /// colour.
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

    /// Generators: for one cell after the other those that move it and leave the earlier ones, one
    /// for each place where it may come.
    fn all(&mut self) -> Vec<Vec<u16>> {
        let mut found: Vec<Vec<u16>> = Vec::new();
        // Cells that no move names stay where they are: to change them is nothing.
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

/// Whether these permutations take a cell to another one, one after the other.
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

/// What a place hears of those that it is joined to, in no order.
fn neighbour_hash(joints: &[(u32, u64)], colours: &[u64]) -> u64 {
    joints.iter().fold(0, |sum, &(to, kind)| {
        sum.wrapping_add(mixed(kind, colours[to as usize]))
    })
}
