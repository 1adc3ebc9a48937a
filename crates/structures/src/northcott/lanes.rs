//! In Northcott's game and the Ultimate Battle, pieces face each other on lanes. Each lane is a
//! line of cells with one piece of the player to move and one piece of the opponent. A move slides
//! one of the player's pieces along its lane, not onto or over the other piece, any distance,
//! forward or back. A player who cannot move loses. The player to move loses exactly when the
//! nim-sum of the gaps, the free cells between the two pieces of each lane, is 0. A move that
//! reduces a gap is a move of Nim. A move that enlarges a gap is answered by following the piece
//! the same distance (*Winning Ways*, chapter 3; seed 000, 5.1 and appendix III, variant 3).
//! Positions can repeat, but not against a player who only goes forward. Limits on moves back do
//! not affect a player who only goes forward. Let m be the total number of cells that the pieces of
//! a player who only goes forward can advance, each up to the cell next to the far end. A player
//! who only goes forward makes at most m more moves. So neither player can force a draw. Computing
//! the winner and all winning moves takes O(lanes); an online player takes O(lanes · log cells) to
//! prepare, then O(log cells) per move.

use base::text;
use base::text::Text;
use theorems::OnlinePlayer;
use theorems::sum::SumValues;

/// A lane with its two pieces, on cells from 1 to `length`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The cell of the piece of the player to move.
    pub own: u64,
    /// The cell of the opponent's piece.
    pub other: u64,
    /// The number of cells.
    pub length: u64,
}

/// A move: the player's own piece of a lane, numbered from 0, goes to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NorthcottMove {
    /// The index of the lane.
    pub lane: usize,
    /// The destination cell.
    pub to: u64,
}

/// The limits on moves back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retreats {
    /// The number of moves back that remain for each player; the first entry is that of the player
    /// to move.
    pub left: [u64; 2],
    /// The maximum number of cells of one move back.
    pub most: u64,
}

impl Retreats {
    /// Returns whether the player to move may go back the given number of cells, which is 0 for a
    /// move forward.
    pub fn allow(&self, cells: u64) -> bool {
        cells == 0 || self.left[0] > 0 && cells <= self.most
    }
}

impl Lane {
    /// Returns the number of free cells between the pieces.
    pub fn gap(&self) -> u64 {
        self.own.abs_diff(self.other) - 1
    }

    /// Returns the range of cells that the own piece can reach; the range includes the piece's
    /// current cell.
    fn reach(&self) -> (u64, u64) {
        if self.own < self.other {
            (1, self.other - 1)
        } else {
            (self.other + 1, self.length)
        }
    }

    /// Returns whether the piece of the player to move may go to a cell.
    pub fn allows(&self, to: u64) -> bool {
        let (low, high) = self.reach();
        to != self.own && (low..=high).contains(&to)
    }

    /// Returns how many cells a move to `to` goes back; 0 if the move goes forward.
    pub fn back(&self, to: u64) -> u64 {
        Lane { own: to, ..*self }.gap().saturating_sub(self.gap())
    }

    /// Returns the cell to which the player to move must slide the piece for the gap `gap`; `None`
    /// if the lane ends before that cell.
    fn target(&self, gap: u64) -> Option<u64> {
        let to = match self.own < self.other {
            true => self.other.checked_sub(gap.checked_add(1)?)?,
            false => self.other.checked_add(gap)?.checked_add(1)?,
        };
        self.allows(to).then_some(to)
    }

    /// Returns how many cells the piece of the player to move can go forward if the opponent's
    /// piece retreats to the end of the lane.
    fn ahead(&self) -> u64 {
        if self.own < self.other {
            self.length - 1 - self.own
        } else {
            self.own - 2
        }
    }

    /// Returns the lane with the two players exchanged.
    fn flip(self) -> Lane {
        Lane {
            own: self.other,
            other: self.own,
            ..self
        }
    }
}

/// Returns the nim-sum of the gaps; the player to move loses exactly when it is 0. O(lanes).
pub fn nim_sum<'a>(lanes: impl IntoIterator<Item = &'a Lane>) -> u64 {
    lanes
        .into_iter()
        .fold(0, |sum, lane| nimber::sum(sum, lane.gap()))
}

/// Returns every winning move, at most one in each lane, forward moves first. Some moves back also
/// win, but only forward moves bring the end of every game nearer. O(lanes log lanes).
///
/// ```
/// use structures::northcott::lanes::*;
///
/// let lanes = [
///     Lane {
///         own: 2,
///         other: 4,
///         length: 8,
///     },
///     Lane {
///         own: 1,
///         other: 5,
///         length: 8,
///     },
/// ];
/// assert_eq!(winning_moves(&lanes), [NorthcottMove { lane: 1, to: 3 }]);
/// ```
pub fn winning_moves(lanes: &[Lane]) -> Vec<NorthcottMove> {
    let sum = nim_sum(lanes);
    let each = lanes.iter().enumerate().filter(|_| sum != 0);
    let gap = |lane: &Lane| nimber::sum(lane.gap(), sum);
    let mut moves: Vec<NorthcottMove> = each
        .filter_map(|(i, lane)| {
            Some(NorthcottMove {
                lane: i,
                to: lane.target(gap(lane))?,
            })
        })
        .collect();
    // The sort is stable, so the forward moves and the moves back each stay in the order of the
    // lanes.
    moves.sort_by_key(|slide| gap(&lanes[slide.lane]) > lanes[slide.lane].gap());
    moves
}

/// A player on lanes. The player of this type only goes forward, so that the game ends: see
/// [`NorthcottPlayer::moves_left`].
pub struct NorthcottPlayer {
    /// The lanes, in which `own` is the piece of the player who moves first.
    lanes: Vec<Lane>,
    gaps: SumValues,
    /// The limits on moves back, with the player to move first; `None` if moves back are not
    /// limited.
    retreats: Option<Retreats>,
    odd: bool,
}

impl NorthcottPlayer {
    /// Creates a player for the given lanes, with or without a limit on moves back.
    ///
    /// # Errors
    /// Returns an error if two pieces are on one cell, or a piece is outside its lane.
    pub fn new(lanes: &[Lane], retreats: Option<Retreats>) -> Result<NorthcottPlayer, Text> {
        for (i, lane) in lanes.iter().enumerate() {
            let Lane { own, other, length } = *lane;
            if own == other || [own, other].iter().any(|cell| !(1..=length).contains(cell)) {
                return Err(text!(
                    "the pieces of lane {i} are on {own} and {other}; expected two different cells from 1 to {length}",
                    "第 {i} 道的两枚棋子在 {own} 与 {other}；应在 1 到 {length} 的两个不同格上"
                ));
            }
        }
        Ok(NorthcottPlayer {
            gaps: SumValues::new(lanes.iter().map(Lane::gap)),
            lanes: lanes.to_vec(),
            retreats,
            odd: false,
        })
    }

    /// Returns an upper bound for the number of moves that the player to move still makes by
    /// following [`OnlinePlayer::winning_move`] to the end: the cells ahead of the player's pieces.
    /// O(lanes).
    pub fn moves_left(&self) -> u128 {
        (0..self.lanes.len())
            .map(|i| u128::from(self.lane(i).ahead()))
            .sum()
    }

    /// Returns a lane, in which `own` is the piece of the player to move.
    fn lane(&self, i: usize) -> Lane {
        if self.odd {
            self.lanes[i].flip()
        } else {
            self.lanes[i]
        }
    }
}

impl OnlinePlayer for NorthcottPlayer {
    type Move = NorthcottMove;

    fn play(&mut self, &NorthcottMove { lane: i, to }: &NorthcottMove) -> Result<(), Text> {
        let count = self.lanes.len();
        if i >= count {
            return Err(text!(
                "unknown lane {i}: there are {count} lanes, numbered from 0",
                "没有第 {i} 道：编号从 0 起，共 {count} 道"
            ));
        }
        let lane = self.lane(i);
        if !lane.allows(to) {
            let (from, (low, high)) = (lane.own, lane.reach());
            return Err(text!(
                "the piece on lane {i} cannot move from {from} to {to}: expected another cell from {low} to {high}",
                "第 {i} 道上的棋子不能从 {from} 走到 {to}：应走到 {low} 到 {high} 的其他格"
            ));
        }
        if let Some(retreats) = &mut self.retreats {
            let back = lane.back(to);
            if !retreats.allow(back) {
                let Retreats {
                    left: [left, _],
                    most,
                } = retreats;
                return Err(text!(
                    "cannot retreat by {back} cells: a retreat has at most {most} cells, and the player to move has {left} left",
                    "不能后退 {back} 格：每次至多后退 {most} 格，走子方还可后退 {left} 次"
                ));
            }
            retreats.left[0] -= u64::from(back > 0);
            retreats.left.swap(0, 1);
        }
        let moved = Lane { own: to, ..lane };
        self.lanes[i] = if self.odd { moved.flip() } else { moved };
        self.gaps.set(i, moved.gap());
        self.odd = !self.odd;
        Ok(())
    }

    fn winning_move(&mut self) -> Option<NorthcottMove> {
        let (lane, gap) = self.gaps.to_lower()?;
        Some(NorthcottMove {
            lane,
            to: self.lane(lane).target(gap)?,
        })
    }

    /// Returns some move. The cost is O(log cells) if some lane has a gap, otherwise O(lanes).
    fn any_move(&mut self) -> Option<NorthcottMove> {
        if let Some(lane) =
            (0..u64::BITS).find_map(|bit| self.gaps.holders(bit, 1).first().copied())
        {
            let lane = lane as usize;
            return Some(NorthcottMove {
                lane,
                to: self.lane(lane).target(0)?,
            });
        }
        let back = self.retreats.is_none_or(|retreats| retreats.allow(1));
        (0..self.lanes.len()).filter(|_| back).find_map(|lane| {
            Some(NorthcottMove {
                lane,
                to: self.lane(lane).target(1)?,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use fastrand::Rng;
    use rules::game::Outcome;

    use super::*;
    use theorems::referee;

    use crate::definition;

    /// Returns every pair of distinct cells of a lane of `length` cells; the first cell is that of
    /// the player to move.
    fn pairs(length: u64) -> Vec<(u64, u64)> {
        let all = (1..=length).flat_map(|a| (1..=length).map(move |b| (a, b)));
        all.filter(|(a, b)| a != b).collect()
    }

    /// Returns the destinations of a piece by definition: the cells reached step by step, up to the
    /// other piece or the end of the lane.
    fn slides(length: u64, own: u64, other: u64) -> Vec<u64> {
        let mut cells = Vec::new();
        for forward in [true, false] {
            let mut cell = own;
            loop {
                cell = if forward { cell + 1 } else { cell - 1 };
                if cell == 0 || cell > length || cell == other {
                    break;
                }
                cells.push(cell);
            }
        }
        cells
    }

    /// Compares the outcome and the winning moves of all positions on lanes of the given lengths
    /// with the definition. Returns the number of positions.
    fn all_positions(lengths: &[u64]) -> usize {
        let pairs: Vec<Vec<(u64, u64)>> = lengths.iter().map(|&length| pairs(length)).collect();
        // The number of a position encodes the player to move, and the pair of cells of each lane.
        // The first player's piece is on the first cell of a pair.
        let count = 2 * pairs.iter().map(Vec::len).product::<usize>();
        let place = |lane: usize, pair: (u64, u64)| pairs[lane].binary_search(&pair).unwrap();
        // For each lane, pair of cells and player: the pairs of cells that a slide leads to.
        let after: Vec<Vec<[Vec<usize>; 2]>> = (0..lengths.len())
            .map(|lane| {
                let each = |&(a, b): &(u64, u64)| {
                    let first = slides(lengths[lane], a, b)
                        .into_iter()
                        .map(|to| place(lane, (to, b)))
                        .collect();
                    let second = slides(lengths[lane], b, a)
                        .into_iter()
                        .map(|to| place(lane, (a, to)))
                        .collect();
                    [first, second]
                };
                pairs[lane].iter().map(each).collect()
            })
            .collect();
        let options = |position: usize, list: &mut Vec<usize>| {
            let turn = position % 2;
            let mut unit = 2;
            for (lane, pairs) in pairs.iter().enumerate() {
                let pair = position / unit % pairs.len();
                let base = position - pair * unit - turn + (1 - turn);
                list.extend(after[lane][pair][turn].iter().map(|to| base + to * unit));
                unit *= pairs.len();
            }
        };
        let known = definition::outcomes(count, options, &Budget::generous()).unwrap();
        let mut list = Vec::new();
        for (position, &outcome) in known.iter().enumerate() {
            let mut rest = position / 2;
            let lanes: Vec<Lane> = (0..lengths.len())
                .map(|lane| {
                    let (own, other) = pairs[lane][rest % pairs[lane].len()];
                    rest /= pairs[lane].len();
                    let lane = Lane {
                        own,
                        other,
                        length: lengths[lane],
                    };
                    if position % 2 == 0 { lane } else { lane.flip() }
                })
                .collect();
            // No position is a draw, and the nim-sum decides the outcome.
            assert_eq!(
                outcome,
                if nim_sum(&lanes) == 0 {
                    Outcome::P
                } else {
                    Outcome::N
                },
                "{lanes:?}"
            );
            list.clear();
            options(position, &mut list);
            let good = list
                .iter()
                .filter(|&&option| known[option] == Outcome::P)
                .count();
            let found = winning_moves(&lanes);
            assert_eq!(found.len(), good, "{lanes:?}");
            let forward = |slide: &NorthcottMove| {
                let lane = lanes[slide.lane];
                lane.own.abs_diff(slide.to) <= lane.gap()
                    && (lane.own < lane.other) == (lane.own < slide.to)
            };
            assert!(
                found.first().is_none_or(forward)
                    && found.is_sorted_by_key(|slide| !forward(slide))
            );
            for slide in found {
                let mut left = lanes.clone();
                left[slide.lane].own = slide.to;
                assert!(
                    slides(
                        lanes[slide.lane].length,
                        lanes[slide.lane].own,
                        lanes[slide.lane].other
                    )
                    .contains(&slide.to)
                );
                assert_eq!(nim_sum(&left), 0);
            }
        }
        count
    }

    /// SEED-CHECK A20: only the owner moves a piece and pieces may go back, so Northcott's game and
    /// the Ultimate Battle are neither impartial nor finite. Retrograde analysis still finds no
    /// draw, and confirms the nim-sum rule. The test covers Northcott on every board up to 5 × 5
    /// except 5 × 5 itself (a slow test), and the Ultimate Battle on every board up to 5 × 5.
    #[test]
    fn a20_northcott_and_the_battle_have_no_draws_and_the_nim_sum_decides() {
        let mut positions = 0;
        for columns in 2..=5 {
            for rows in 0..=5 {
                if (columns, rows) != (5, 5) {
                    positions += all_positions(&vec![columns; rows]);
                }
            }
        }
        assert_eq!(positions, 898_536);
        let battles: usize = (2..=5)
            .flat_map(|w| (2..=5).map(move |h| all_positions(&[w, h])))
            .sum();
        assert_eq!(battles, 3_200);
    }

    /// This test covers Northcott on the board of 5 × 5, which has 6.4 million positions and takes
    /// some seconds.
    #[test]
    #[ignore = "6.4 million positions"]
    fn a20_northcott_on_the_board_of_five_rows_and_columns() {
        assert_eq!(all_positions(&[5; 5]), 6_400_000);
    }

    fn start(rng: &mut Rng) -> Vec<Lane> {
        (0..rng.usize(0..6))
            .map(|_| {
                let length = rng.u64(2..12);
                let own = rng.u64(1..=length);
                let other = 1 + (own + rng.u64(0..length - 1)) % length;
                Lane { own, other, length }
            })
            .collect()
    }

    fn moves(lanes: &[Lane]) -> Vec<NorthcottMove> {
        let each = lanes.iter().enumerate();
        each.flat_map(|(i, lane)| {
            slides(lane.length, lane.own, lane.other)
                .into_iter()
                .map(move |to| NorthcottMove { lane: i, to })
        })
        .collect()
    }

    /// Returns the position after a move, in which `own` is the piece of the next player.
    fn after(lanes: &[Lane], made: &NorthcottMove) -> Option<Vec<Lane>> {
        moves(lanes).contains(made).then(|| {
            let moved = |(i, lane): (usize, &Lane)| {
                Lane {
                    own: if i == made.lane { made.to } else { lane.own },
                    ..*lane
                }
                .flip()
            };
            lanes.iter().enumerate().map(moved).collect()
        })
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        let player = |lanes: &Vec<Lane>| NorthcottPlayer::new(lanes, None).unwrap();
        referee::check_player(
            false,
            start,
            player,
            |lanes, rng| rng.choice(moves(lanes)),
            |lanes, made| after(lanes, made),
        );
    }

    /// This test also plays against an opponent who goes back as long as possible, and checks the
    /// bound on the number of moves.
    #[test]
    fn the_player_ends_the_play_in_time() {
        let mut rng = Rng::with_seed(8);
        for game in 0..1000 {
            let mut lanes = start(&mut rng);
            let mut player = NorthcottPlayer::new(&lanes, None).unwrap();
            let mut own = player.winning_move().is_some();
            let mut promised = None;
            let mut made_own = 0;
            loop {
                let made = if own {
                    promised.get_or_insert(player.moves_left());
                    made_own += 1;
                    player.winning_move().expect("the win is kept")
                } else {
                    let back = |slide: &NorthcottMove| {
                        lanes[slide.lane].other.abs_diff(slide.to) - 1 > lanes[slide.lane].gap()
                    };
                    let replies = moves(&lanes);
                    let retreats: Vec<NorthcottMove> =
                        replies.iter().copied().filter(back).collect();
                    let Some(reply) = rng.choice(retreats).or_else(|| rng.choice(replies)) else {
                        break;
                    };
                    reply
                };
                lanes = after(&lanes, &made).unwrap();
                player.play(&made).unwrap();
                own = !own;
            }
            assert!(!own && made_own <= promised.unwrap_or(0), "game {game}");
        }
    }

    #[test]
    fn the_player_wins_a_thousand_games_with_few_moves_back() {
        type Position = (Vec<Lane>, Retreats);
        fn allowed((lanes, retreats): &Position) -> Vec<NorthcottMove> {
            moves(lanes)
                .into_iter()
                .filter(|made| retreats.allow(lanes[made.lane].back(made.to)))
                .collect()
        }
        let start = |rng: &mut Rng| {
            (
                start(rng),
                Retreats {
                    left: [(); 2].map(|()| rng.u64(0..3)),
                    most: rng.u64(0..4),
                },
            )
        };
        let apply = |position: &Position, made: &NorthcottMove| {
            let (lanes, Retreats { left, most }) = position;
            let back =
                u64::from(allowed(position).contains(made) && lanes[made.lane].back(made.to) > 0);
            let left = [left[1], left[0].saturating_sub(back)];
            allowed(position)
                .contains(made)
                .then(|| (after(lanes, made).unwrap(), Retreats { left, most: *most }))
        };
        let player =
            |(lanes, retreats): &Position| NorthcottPlayer::new(lanes, Some(*retreats)).unwrap();
        referee::check_player(
            false,
            start,
            player,
            |position, rng| rng.choice(allowed(position)),
            apply,
        );
        let lane = Lane {
            own: 3,
            other: 5,
            length: 9,
        };
        let mut player = NorthcottPlayer::new(
            &[lane],
            Some(Retreats {
                left: [1, 0],
                most: 1,
            }),
        )
        .unwrap();
        assert!(
            player.play(&NorthcottMove { lane: 0, to: 1 }).is_err()
                && player.play(&NorthcottMove { lane: 0, to: 2 }).is_ok()
        );
        assert!(
            player.play(&NorthcottMove { lane: 0, to: 6 }).is_err()
                && player.play(&NorthcottMove { lane: 0, to: 3 }).is_ok()
        );
        assert!(
            player.play(&NorthcottMove { lane: 0, to: 1 }).is_err() && player.any_move().is_none()
        );
    }

    #[test]
    fn cells_of_64_bits() {
        let far = u64::MAX;
        let lanes = [
            Lane {
                own: 1,
                other: far,
                length: far,
            },
            Lane {
                own: far,
                other: 2,
                length: far,
            },
        ];
        assert_eq!(nim_sum(&lanes), (far - 2) ^ (far - 3));
        for slide in winning_moves(&lanes) {
            let mut left = lanes;
            left[slide.lane].own = slide.to;
            assert_eq!(nim_sum(&left), 0);
        }
        let mut player = NorthcottPlayer::new(&lanes, None).unwrap();
        assert_eq!(player.moves_left(), u128::from(far - 2) * 2);
        for wrong in [
            NorthcottMove { lane: 0, to: far },
            NorthcottMove { lane: 0, to: 0 },
            NorthcottMove { lane: 0, to: 1 },
            NorthcottMove { lane: 2, to: 1 },
        ] {
            assert!(player.play(&wrong).is_err());
        }
        assert!(
            NorthcottPlayer::new(
                &[Lane {
                    own: 1,
                    other: 1,
                    length: 5
                }],
                None
            )
            .is_err()
        );
        assert!(
            NorthcottPlayer::new(
                &[Lane {
                    own: 0,
                    other: 1,
                    length: 5
                }],
                None
            )
            .is_err()
        );
        assert!(
            NorthcottPlayer::new(
                &[Lane {
                    own: 6,
                    other: 1,
                    length: 5
                }],
                None
            )
            .is_err()
        );
    }
}
