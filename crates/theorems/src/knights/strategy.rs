//! This module computes all winning moves of Knights, and contains a player for a complete game. A
//! move is represented by the cells of all knights after the move.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use rules::ast::PlayConvention;

use super::{Cell, KnightsBoard, mover_wins};
use crate::online_player::OnlinePlayer;
use theory::sums::SuspenseAlgebra;
use theory::sums::choices::{StepGroup, winning};

/// Winning moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMoves {
    /// The number of winning moves, at most `u128::MAX`.
    pub count: u128,
    /// The first winning moves, each given by the cells of all knights after the move.
    pub list: Vec<Vec<Cell>>,
}

/// Returns the winning moves, which are those that leave an even maximum suspense, and lists at
/// most `limit` of them. Only a few values can be the maximum suspense after a move, so counting
/// takes O(K), and listing takes O(K) for each move.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn winning_moves(
    board: KnightsBoard,
    knights: &[Cell],
    limit: usize,
    budget: &Budget<'_>,
) -> Result<WinningMoves, StopReason> {
    if !knights
        .iter()
        .any(|&knight| board.options(knight).next().is_some())
    {
        return Ok(WinningMoves {
            count: 0,
            list: Vec::new(),
        });
    }
    // The possible cells of each knight after the move; a knight that cannot step stays.
    let targets = |knight: Cell| {
        let mut cells: Vec<Cell> = board.options(knight).collect();
        if cells.is_empty() {
            cells.push(knight);
        }
        cells
    };
    let least = |knight: Cell| {
        targets(knight)
            .into_iter()
            .map(|cell| board.suspense(cell))
            .min()
            .unwrap_or(0)
    };
    // Some knight has at least the suspense `least` after every move, so smaller values of other
    // knights do not matter.
    let left = knights
        .iter()
        .map(|&knight| least(knight))
        .max()
        .unwrap_or(0);
    let mut menus = Vec::with_capacity(knights.len());
    for &knight in knights {
        budget.tick()?;
        let group = |cell| StepGroup {
            worth: board.suspense(cell).max(left),
            size: 1,
        };
        menus.push(
            targets(knight)
                .into_iter()
                .map(group)
                .collect::<Vec<StepGroup<u64>>>(),
        );
    }
    let found = winning(
        SuspenseAlgebra(PlayConvention::Normal),
        &menus,
        limit,
        budget,
    )?;
    let cells = |picks: Vec<(usize, u128)>| {
        knights
            .iter()
            .zip(picks)
            .map(|(&knight, (group, _))| targets(knight)[group])
            .collect()
    };
    Ok(WinningMoves {
        count: found.count,
        list: found.list.into_iter().map(cells).collect(),
    })
}

/// A player for a complete game: it needs O(K) to prepare and O(K) per turn.
#[derive(Clone, Debug)]
pub struct Player {
    board: KnightsBoard,
    knights: Vec<Cell>,
}

impl Player {
    /// Creates a player for the given knights, several of which may be on one cell.
    ///
    /// # Errors
    /// Returns an error if a knight is not on the board.
    pub fn new(board: KnightsBoard, knights: Vec<Cell>) -> Result<Player, Text> {
        if let Some((x, y)) = knights.iter().find(|&&knight| !board.contains(knight)) {
            let n = board.rows();
            return Err(text!(
                "({x}, {y}) is not on the board: rows and columns are 1 to {n}",
                "({x}, {y}) 不在棋盘上：行列为 1 到 {n}"
            ));
        }
        Ok(Player { board, knights })
    }

    /// Returns the cells of the knights.
    pub fn knights(&self) -> &[Cell] {
        &self.knights
    }

    /// Returns the cell to which each knight steps by the theorem: the winner of a knight delays,
    /// the loser hurries.
    fn best_move(&self) -> Vec<Cell> {
        self.knights
            .iter()
            .map(|&knight| self.board.best(knight).next().unwrap_or(knight))
            .collect()
    }
}

impl OnlinePlayer for Player {
    type Move = Vec<Cell>;

    fn play(&mut self, made: &Vec<Cell>) -> Result<(), Text> {
        let (wanted, given) = (self.knights.len(), made.len());
        if wanted != given {
            return Err(text!(
                "expected the new positions of all {wanted} knights, found {given}",
                "一着须给出全部 {wanted} 只马走后的位置，此处有 {given} 个"
            ));
        }
        let mut moved = false;
        for (&from, &to) in self.knights.iter().zip(made) {
            let (x, y, a, b) = (from.0, from.1, to.0, to.1);
            let mut options = self.board.options(from).peekable();
            if options.peek().is_none() {
                if from != to {
                    return Err(text!(
                        "the knight on ({x}, {y}) cannot move",
                        "({x}, {y}) 的马无法移动"
                    ));
                }
                continue;
            }
            if !options.any(|option| option == to) {
                return Err(text!(
                    "the knight on ({x}, {y}) must move, but it cannot go to ({a}, {b})",
                    "({x}, {y}) 的马必须移动，且不能走到 ({a}, {b})"
                ));
            }
            moved = true;
        }
        if !moved {
            return Err(text!(
                "no knight can move: the game is over",
                "没有马能移动：对局已结束"
            ));
        }
        self.knights.clone_from(made);
        Ok(())
    }

    fn winning_move(&mut self) -> Option<Vec<Cell>> {
        mover_wins(self.board, &self.knights).then(|| self.best_move())
    }

    fn any_move(&mut self) -> Option<Vec<Cell>> {
        let over = self
            .knights
            .iter()
            .all(|&knight| self.board.options(knight).next().is_none());
        (!over).then(|| self.best_move())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fastrand::Rng;

    use super::super::tests::{SuspenseTable, cells};
    use super::*;
    use crate::referee;
    use theory::reference::ReferenceSearch;

    /// Returns every move according to the rules: each knight that can step does so.
    fn moves(table: &SuspenseTable, knights: &[Cell]) -> Vec<Vec<Cell>> {
        if knights
            .iter()
            .all(|&knight| table.options(knight).is_empty())
        {
            return Vec::new();
        }
        let mut all = vec![Vec::new()];
        for &knight in knights {
            let mut targets = table.options(knight);
            if targets.is_empty() {
                targets.push(knight);
            }
            all = all
                .iter()
                .flat_map(|made| {
                    targets
                        .iter()
                        .map(move |&cell| [&made[..], &[cell]].concat())
                })
                .collect();
        }
        all
    }

    fn random_knights(rng: &mut Rng, n: u64, most: usize) -> Vec<Cell> {
        (0..rng.usize(0..=most))
            .map(|_| (rng.u64(1..=n), rng.u64(1..=n)))
            .collect()
    }

    #[test]
    fn winning_moves_are_those_to_positions_lost_by_the_definition() {
        let budget = Budget::generous();
        for n in 1..=9 {
            let (table, board) = (SuspenseTable::new(n), KnightsBoard::new(n).unwrap());
            let options = |knights: &Vec<Cell>| {
                let sorted = |mut knights: Vec<Cell>| {
                    knights.sort_unstable();
                    knights
                };
                moves(&table, knights)
                    .into_iter()
                    .map(sorted)
                    .collect::<BTreeSet<_>>()
                    .into_iter()
                    .collect()
            };
            let mut search = ReferenceSearch::normal(options, &budget);
            let mut lost = |knights: &[Cell]| {
                let mut sorted = knights.to_vec();
                sorted.sort_unstable();
                !search.mover_wins(&sorted).unwrap()
            };
            let mut rng = Rng::with_seed(n);
            let singles = cells(n).map(|cell| vec![cell]);
            for knights in singles.chain((0..60).map(|_| random_knights(&mut rng, n, 3))) {
                let mut expected = moves(&table, &knights);
                expected.retain(|made| lost(made));
                assert_eq!(
                    mover_wins(board, &knights),
                    !lost(&knights),
                    "N = {n}, {knights:?}"
                );
                let mut found = winning_moves(board, &knights, usize::MAX, &budget).unwrap();
                assert_eq!(found.count, expected.len() as u128, "N = {n}, {knights:?}");
                found.list.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found.list, expected, "N = {n}, {knights:?}");
                let few = winning_moves(board, &knights, 2, &budget).unwrap();
                assert_eq!(
                    (few.count, few.list.len()),
                    (found.count, expected.len().min(2))
                );
            }
        }
    }

    #[test]
    fn the_player_wins_a_thousand_games() {
        for (greatest, most) in [(12, 6), (60, 20)] {
            let start = |rng: &mut Rng| {
                let n = rng.u64(1..=greatest);
                (KnightsBoard::new(n).unwrap(), random_knights(rng, n, most))
            };
            let player = |(board, knights): &(KnightsBoard, Vec<Cell>)| {
                Player::new(*board, knights.clone()).unwrap()
            };
            let over = |board: KnightsBoard, knights: &[Cell]| {
                knights
                    .iter()
                    .all(|&knight| board.options(knight).next().is_none())
            };
            let random = |(board, knights): &(KnightsBoard, Vec<Cell>), rng: &mut Rng| {
                let step = |&knight: &Cell| {
                    rng.choice(board.options(knight).collect::<Vec<Cell>>())
                        .unwrap_or(knight)
                };
                (!over(*board, knights)).then(|| knights.iter().map(step).collect())
            };
            let apply = |(board, knights): &(KnightsBoard, Vec<Cell>), made: &Vec<Cell>| {
                let legal = |(from, to): (&Cell, &Cell)| {
                    let options: Vec<Cell> = board.options(*from).collect();
                    if options.is_empty() {
                        from == to
                    } else {
                        options.contains(to)
                    }
                };
                let all = knights.len() == made.len()
                    && knights.iter().zip(made).all(legal)
                    && !over(*board, knights);
                all.then(|| (*board, made.clone()))
            };
            referee::check_player(false, start, player, random, apply);
        }
    }

    #[test]
    fn moves_that_the_rules_do_not_allow_are_refused() {
        let board = KnightsBoard::new(5).unwrap();
        assert!(
            Player::new(board, vec![(6, 1)]).is_err() && Player::new(board, vec![(0, 1)]).is_err()
        );
        let mut player = Player::new(board, vec![(3, 3), (1, 1)]).unwrap();
        for wrong in [
            vec![(1, 2)],
            vec![(3, 3), (1, 1)],
            vec![(1, 2), (2, 2)],
            vec![(5, 2), (1, 1)],
        ] {
            assert!(player.play(&wrong).is_err());
        }
        assert!(player.play(&vec![(1, 2), (1, 1)]).is_ok() && player.any_move().is_none());
        assert!(player.play(&vec![(1, 2), (1, 1)]).is_err());
    }
}
