//! The cells that the two can come to on shortest paths to their targets, sorted by how far they
//! still have to go. Seen from the start these are the levels LA_i and LB_j of the problem; from
//! any other position they are two cones that may overlap in many levels. O(cells) time, 16 bytes a
//! cell.

use super::board::BoiPosition;
use super::race::RaceBoard;

/// The place of a cell that is in no level: the cell is not in the cone.
pub const NONE: u32 = u32::MAX;

/// The cones of a position.
#[derive(Clone, Debug)]
pub struct PositionCones {
    cones: [PlayerCone; 2],
}

#[derive(Clone, Debug)]
struct PlayerCone {
    /// Cells, the farthest from the target first; those of one level in the order of their
    /// numbers.
    cells: Vec<u32>,
    /// Where the level at distance `top - k` begins, and the end.
    from: Vec<u32>,
    /// How far the player is from the target.
    top: u32,
    /// For each cell of the board its place in its level.
    place: Vec<u32>,
}

impl PlayerCone {
    fn new(race: &RaceBoard, player: usize, at: u32) -> PlayerCone {
        let top = race.distance_to_target(player, at);
        let mut place = vec![NONE; race.board().cells()];
        let (mut cells, mut from) = (vec![at], vec![0]);
        place[at as usize] = 0;
        for level in (0..top).rev() {
            let (begin, end) = (from[from.len() - 1] as usize, cells.len());
            from.push(end as u32);
            for i in begin..end {
                for next in race.board().neighbours(cells[i]) {
                    if race.distance_to_target(player, next) == level
                        && place[next as usize] == NONE
                    {
                        place[next as usize] = 0;
                        cells.push(next);
                    }
                }
            }
            cells[end..].sort_unstable();
            for (k, &cell) in cells[end..].iter().enumerate() {
                place[cell as usize] = k as u32;
            }
        }
        from.push(cells.len() as u32);
        PlayerCone {
            cells,
            from,
            top,
            place,
        }
    }
}

impl PositionCones {
    /// The cones of a position.
    pub fn new(race: &RaceBoard, position: BoiPosition) -> PositionCones {
        PositionCones {
            cones: [0, 1].map(|player| PlayerCone::new(race, player, position.at[player])),
        }
    }

    /// How far a player is from the target: the highest level.
    pub fn top(&self, player: usize) -> u32 {
        self.cones[player].top
    }

    /// The cells at this distance from the target, in the order of their numbers; no cells if the
    /// distance is above the top.
    pub fn level(&self, player: usize, distance: u32) -> &[u32] {
        let cone = &self.cones[player];
        match cone.top.checked_sub(distance) {
            None => &[],
            Some(k) => {
                &cone.cells[cone.from[k as usize] as usize..cone.from[k as usize + 1] as usize]
            }
        }
    }

    /// The place of a cell in its level, [`NONE`] for a cell outside the cone.
    #[inline]
    pub fn place(&self, player: usize, cell: u32) -> u32 {
        self.cones[player].place[cell as usize]
    }

    /// The least and the greatest distance at which the two can come to the same cell, each as far
    /// from his target as the other.
    pub fn meetings(&self, race: &RaceBoard) -> Option<(u32, u32)> {
        let mut found: Option<(u32, u32)> = None;
        for &cell in &self.cones[0].cells {
            if self.meet(race, cell) {
                let level = race.distance_to_target(0, cell);
                found = Some(found.map_or((level, level), |(low, high)| {
                    (low.min(level), high.max(level))
                }));
            }
        }
        found
    }

    /// Whether both can come to this cell, each as far from his target as the other.
    pub fn meet(&self, race: &RaceBoard, cell: u32) -> bool {
        race.distance_to_target(0, cell) == race.distance_to_target(1, cell)
            && self.place(0, cell) != NONE
            && self.place(1, cell) != NONE
    }

    /// The cells of all levels of a player.
    pub fn count(&self, player: usize) -> usize {
        self.cones[player].cells.len()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.cones
            .iter()
            .map(|cone| {
                4 * (cone.cells.capacity() + cone.from.capacity() + cone.place.capacity()) as u64
            })
            .sum()
    }
}
