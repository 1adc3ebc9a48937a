//! Compares the race with its reference implementation: retrograde analysis over every position of
//! the game with detours and jumps.

use base::budget::Budget;
use fastrand::Rng;

use structures::boi::board::{BoiBoard, BoiPosition};
use structures::boi::generator::PoolBoardLayout;
use structures::boi::race::{DistanceVerdict, RaceBoard};

mod arcs;
mod player;
mod sweep;

use arcs::FixedPlayer;

/// Returns the rows of a random board: open, with scattered walls, or with a ring around a block.
fn random_board(rng: &mut Rng, most: usize) -> BoiBoard {
    let (width, height) = (rng.usize(2..=most), rng.usize(1..=most));
    let ring = rng.u32(..3) == 0;
    let walls = [0, 10, 25, 40][rng.usize(..4)];
    let mut rows: Vec<Vec<char>> = (0..height)
        .map(|y| {
            let cell = |x: usize| {
                let inner = ring && x > 0 && y > 0 && x + 1 < width && y + 1 < height;
                if rng.u32(..100)
                    < if inner {
                        75
                    } else if ring {
                        3
                    } else {
                        walls
                    }
                {
                    '#'
                } else {
                    '.'
                }
            };
            (0..width).map(cell).collect()
        })
        .collect();
    let a = rng.usize(..width * height);
    let b = (a + rng.usize(1..width * height)) % (width * height);
    rows[a / width][a % width] = 'A';
    rows[b / width][b % width] = 'B';
    let text: Vec<String> = rows
        .into_iter()
        .map(|row| row.into_iter().collect())
        .collect();
    BoiBoard::read(&text.join("/")).unwrap()
}

/// Returns the outcome of every position of the complete game: `Some(true)` if the player to move
/// wins, `None` if no player can force a win. The function inverts moves from ended positions until
/// no outcome changes.
fn retrograde(race: &RaceBoard) -> impl Fn(BoiPosition) -> Option<bool> {
    let board = race.board();
    let cells = board.cells() as u32;
    let index =
        move |p: BoiPosition| ((p.turn as u32 * cells + p.at[0]) * cells + p.at[1]) as usize;
    let mut outcome: Vec<Option<bool>> = vec![None; 2 * (cells * cells) as usize];
    let mut open: Vec<(BoiPosition, Vec<usize>)> = Vec::new();
    let mut moves = Vec::new();
    for turn in 0..2 {
        for a in 0..cells {
            for b in 0..cells {
                let position = BoiPosition { turn, at: [a, b] };
                if race.admits(position) {
                    board.moves(position, &mut moves);
                    open.push((
                        position,
                        moves
                            .iter()
                            .map(|&to| index(board.after(position, to)))
                            .collect(),
                    ));
                }
            }
        }
    }
    loop {
        let before = open.len();
        open.retain(|(position, next)| {
            let known = match () {
                _ if next.iter().any(|&i| outcome[i] == Some(false)) => Some(true),
                _ if next.iter().all(|&i| outcome[i] == Some(true)) => Some(false),
                _ => None,
            };
            outcome[index(*position)] = known;
            known.is_none()
        });
        if open.len() == before {
            return move |position| outcome[index(position)];
        }
    }
}

#[test]
fn every_position_of_random_boards() {
    let mut rng = Rng::with_seed(1);
    let budget = Budget::generous();
    let (mut boards, mut close, mut moves) = (0, 0, Vec::new());
    while boards < 1500 {
        let Ok(race) = RaceBoard::new(random_board(&mut rng, if boards < 1200 { 4 } else { 6 }))
        else {
            continue;
        };
        boards += 1;
        let truth = retrograde(&race);
        let board = race.board();
        for turn in 0..2 {
            for a in 0..board.cells() as u32 {
                for b in 0..board.cells() as u32 {
                    let position = BoiPosition { turn, at: [a, b] };
                    if !race.admits(position) {
                        continue;
                    }
                    let wins = race.wins(position, &budget).unwrap();
                    assert_eq!(truth(position), Some(wins), "{} {position:?}", board.text());
                    close += u32::from(race.verdict(position) == DistanceVerdict::Close);
                    if rng.u32(..8) == 0 {
                        board.moves(position, &mut moves);
                        moves.retain(|&to| truth(board.after(position, to)) == Some(false));
                        let mut found = race.winning_moves(position, &budget).unwrap();
                        if let Some(&to) = found.first() {
                            assert!(
                                race.distance_to_target(turn, to)
                                    < race.distance_to_target(turn, position.at[turn])
                            );
                        }
                        found.sort_unstable();
                        moves.sort_unstable();
                        assert_eq!(found, moves, "{} {position:?}", board.text());
                    }
                }
            }
        }
    }
    assert!(close > 10_000, "{close}");
}

/// This test refutes both forms of the statement on which the seed bases an O(n²) algorithm: cells
/// of a ring that win for A may not be adjacent. The COMPLETE game is solved by retrograde
/// analysis. The boards are the smallest found by the example `boi_arcs`.
#[test]
fn seed_check_a2_winning_cells_of_a_ring_are_not_one_arc() {
    let literal =
        "x.......x / x.x.B.x.x / ...x.x... / .x.....x. / ..xxxxxx. / x.xxAxxx. / x........";
    let mirrored = "A....x / ...... / ...x.. / ...x.. / ...... / .....B";
    for (form, text) in [(FixedPlayer::A, literal), (FixedPlayer::B, mirrored)] {
        let race = RaceBoard::new(BoiBoard::read(text).unwrap()).unwrap();
        let found = arcs::find(&race, form, &Budget::generous())
            .unwrap()
            .expect("broken");
        let truth = retrograde(&race);
        let winner = |&cell: &u32| {
            let position = found.position(form, cell);
            if truth(position).expect("no draws") {
                position.turn
            } else {
                1 - position.turn
            }
        };
        let winners: Vec<usize> = found.ring.iter().map(winner).collect();
        assert_eq!(winners, found.winners);
        assert_eq!(arcs::changes(&winners), 4);
        assert_eq!(
            race.wins(race.board().start(), &Budget::generous())
                .unwrap(),
            truth(race.board().start()) == Some(true)
        );
    }
}

/// The seed's statement is correct in one case: if A and B are on the border, its literal form
/// holds.
#[test]
fn with_both_starts_on_the_border_the_literal_form_holds() {
    let mut rng = Rng::with_seed(6);
    let mut boards = 0;
    while boards < 2000 {
        let Ok(race) = RaceBoard::new(random_board(&mut rng, 12)) else {
            continue;
        };
        let board = race.board();
        let border = |cell: u32| {
            let (y, x) = (cell as usize / board.width(), cell as usize % board.width());
            y == 0 || x == 0 || y + 1 == board.height() || x + 1 == board.width()
        };
        if board.starts().into_iter().all(border) {
            boards += 1;
            assert_eq!(
                arcs::find(&race, FixedPlayer::A, &Budget::generous()).unwrap(),
                None,
                "{}",
                board.text()
            );
        }
    }
}

#[test]
fn a_ring_has_every_cell_of_its_level_once() {
    let mut rng = Rng::with_seed(5);
    let mut rings = 0;
    while rings < 500 {
        let Ok(race) = RaceBoard::new(random_board(&mut rng, 12)) else {
            continue;
        };
        for (level, mut found) in (0..).zip(arcs::rings(&race)) {
            rings += 1;
            found.sort_unstable();
            let on_path = |cell: &u32| {
                race.distance_to_target(1, *cell) == level
                    && race.distance_to_target(0, *cell).checked_add(level) == Some(race.length())
            };
            let cells: Vec<u32> = (0..race.board().cells() as u32).filter(on_path).collect();
            assert_eq!(found, cells, "level {level} of {}", race.board().text());
        }
    }
}

#[test]
fn a_ring_goes_around() {
    let race =
        RaceBoard::new(BoiBoard::read("..... / ..A.. / .###. / ..B.. / .....").unwrap()).unwrap();
    assert_eq!(arcs::rings(&race)[3], [14, 10]);
    // The arms around A are listed clockwise from above; B's arm is the last.
    let race =
        RaceBoard::new(BoiBoard::read("..... / ..A.. / ..... / ..#.. / ..B..").unwrap()).unwrap();
    assert_eq!(arcs::rings(&race)[2..4], [[13, 11], [18, 16]]);
    assert_eq!(arcs::changes(&[1, 1, 0, 0, 1]), 2);
}

#[test]
fn the_sweep_says_what_the_levels_say() {
    let mut rng = Rng::with_seed(7);
    let budget = Budget::generous();
    let (mut close, mut b_wins, mut most) = (0, 0, 0);
    while close < 10_000 {
        let size = rng.usize(4..=16);
        let Ok(race) = RaceBoard::new(random_board(&mut rng, size)) else {
            continue;
        };
        let swept = sweep::sweep(&race, &budget).unwrap();
        assert_eq!(
            swept.wins,
            race.wins(race.board().start(), &budget).unwrap(),
            "{}",
            race.board().text()
        );
        close += u32::from(race.length() % 2 == 0);
        b_wins += u32::from(!swept.wins);
        most = most.max(swept.most);
    }
    assert!(b_wins > 1000 && most > 1, "{b_wins} {most}");
    // B is in the middle of rings, with paths of many lengths around B.
    let text = "xx.......xx / ...xx.xx... / .x.x.B.x.x. / .x.......x. / .xxxxxxxx.. / ..........x / xxxxxAxxxxx";
    let (mut races, mut broken) = (0, 0);
    while races < 3000 {
        let mut changed = text.to_owned();
        for _ in 0..rng.u32(0..6) {
            let at = rng.usize(..text.len());
            if matches!(&changed[at..=at], "." | "x") {
                changed.replace_range(at..=at, rng.choice([".", "x"]).unwrap());
            }
        }
        let Ok(race) = RaceBoard::new(BoiBoard::read(&changed).unwrap()) else {
            continue;
        };
        races += 1;
        let swept = sweep::sweep(&race, &budget).unwrap();
        assert_eq!(
            swept.wins,
            race.wins(race.board().start(), &budget).unwrap(),
            "{changed}"
        );
        broken += u32::from(
            arcs::find(&race, FixedPlayer::A, &budget)
                .unwrap()
                .is_some(),
        );
    }
    assert!(broken > 100, "{broken}");
    let race = RaceBoard::new(PoolBoardLayout::largest(150).unwrap().board()).unwrap();
    assert_eq!(
        sweep::sweep(&race, &budget).unwrap().wins,
        race.wins(race.board().start(), &budget).unwrap()
    );
}
