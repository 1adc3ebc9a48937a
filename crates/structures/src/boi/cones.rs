//! The *cone* of a player: the cells that the player can reach on shortest paths to the target,
//! sorted by the remaining distance. From the start, the two cones are the levels LA_i and LB_j of
//! the original problem. From any other position, the two cones may overlap in many levels.
//! O(cells) time, 16 bytes per cell.

use super::board::BoiPosition;
use super::race::RaceBoard;

/// The index of a cell that is not in the cone.
pub const NONE: u32 = u32::MAX;

/// The cones of a position.
#[derive(Clone, Debug)]
pub struct PositionCones {
    cones: [PlayerCone; 2],
}

#[derive(Clone, Debug)]
struct PlayerCone {
    /// The cells, farthest from the target first; the cells of one level are in ascending order.
    cells: Vec<u32>,
    /// For each k, the index in `cells` at which the level at distance `top - k` starts; the last
    /// entry is the number of cells.
    from: Vec<u32>,
    /// The distance of the player from the target.
    top: u32,
    /// For each cell of the board, its index in its level.
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
    /// Computes the cones of a position.
    pub fn new(race: &RaceBoard, position: BoiPosition) -> PositionCones {
        PositionCones {
            cones: [0, 1].map(|player| PlayerCone::new(race, player, position.at[player])),
        }
    }

    /// Returns the distance of a player from the target: the highest level.
    pub fn top(&self, player: usize) -> u32 {
        self.cones[player].top
    }

    /// Returns the cells of the level at a distance from the target, in ascending order; returns no
    /// cells above the highest level.
    pub fn level(&self, player: usize, distance: u32) -> &[u32] {
        let cone = &self.cones[player];
        match cone.top.checked_sub(distance) {
            None => &[],
            Some(k) => {
                &cone.cells[cone.from[k as usize] as usize..cone.from[k as usize + 1] as usize]
            }
        }
    }

    /// Returns the index of a cell in its level, [`NONE`] for a cell outside the cone.
    #[inline]
    pub fn place(&self, player: usize, cell: u32) -> u32 {
        self.cones[player].place[cell as usize]
    }

    /// Returns the minimum and the maximum distance x for which some cell is at distance x from
    /// both targets and in both cones.
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

    /// Returns whether a cell is in both cones, at the same distance from the targets of both
    /// players.
    pub fn meet(&self, race: &RaceBoard, cell: u32) -> bool {
        race.distance_to_target(0, cell) == race.distance_to_target(1, cell)
            && self.place(0, cell) != NONE
            && self.place(1, cell) != NONE
    }

    /// Returns the number of cells in all levels of a player.
    pub fn count(&self, player: usize) -> usize {
        self.cones[player].cells.len()
    }

    /// Returns the allocated bytes.
    pub fn bytes(&self) -> u64 {
        self.cones
            .iter()
            .map(|cone| {
                4 * (cone.cells.capacity() + cone.from.capacity() + cone.place.capacity()) as u64
            })
            .sum()
    }
}
