//! Tests queries about graphs and boards through the public interface: theorems and engines give
//! the same winner and the same winning moves.

use base::budget::Budget;
use fastrand::Rng;
use grundy::{Session, SolveOptions, position_text};
use rules::game::Outcome;

/// Returns the winner, and the sorted positions after the winning moves.
fn answered(question: &str, without: &[&str]) -> (Outcome, Vec<String>) {
    let mut session = Session::new();
    without
        .iter()
        .for_each(|name| session.settings.switch_off(name).unwrap());
    let answer = session.solve(question, SolveOptions::MOVES, &Budget::generous());
    let answer = answer.unwrap_or_else(|error| panic!("{question}: {error:?}"));
    let mut leaves: Vec<String> = answer
        .moves
        .into_iter()
        .flatten()
        .map(|made| position_text::position(&session.world, &made.leaves))
        .collect();
    leaves.sort();
    (answer.outcome, leaves)
}

fn agree(question: &str, theorem: &str) {
    assert_eq!(
        answered(question, &[]),
        answered(question, &[theorem]),
        "{question}"
    );
}

#[test]
fn geography_by_matching_and_by_search() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..60 {
        let n = rng.u32(1..8);
        let edges: Vec<String> = (0..rng.u32(0..12))
            .map(|_| format!("v{}-v{}", rng.u32(..n), rng.u32(..n)))
            .collect();
        let (edges, at) = (edges.join(" "), rng.u32(..n));
        agree(&format!("geography(v{at} {edges}; at v{at})"), "geography");
        agree(&format!("geography(v{at} {edges})"), "geography");
    }
    assert_eq!(answered("geography()", &[]), (Outcome::P, Vec::new()));
}

#[test]
fn northcott_and_the_battle_by_gaps_and_by_retrograde_analysis() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..40 {
        let (rows, columns) = (rng.usize(0..4), rng.usize(2..5));
        let row = |rng: &mut Rng| {
            let mut cells = vec!['.'; columns];
            (cells[0], cells[1]) = ('W', 'B');
            rng.shuffle(&mut cells);
            cells.into_iter().collect::<String>()
        };
        let rows: Vec<String> = (0..rows).map(|_| row(&mut rng)).collect();
        let turn = if rng.bool() { "; black to move" } else { "" };
        agree(
            &format!("northcott({}{turn})", rows.join(" / ")),
            "northcott",
        );
        let [x, y] = [(); 2].map(|()| {
            let mut cells = [1, 2, 3, 4, 5];
            rng.shuffle(&mut cells);
            cells
        });
        let turn = if rng.bool() { "; second to move" } else { "" };
        agree(
            &format!("battle(5 5; {} {}, {} {}{turn})", x[0], y[0], x[1], y[1]),
            "northcott",
        );
    }
}

#[test]
fn pieces_that_go_forward_only_or_seldom_back_by_gaps_and_by_search() {
    let mut rng = Rng::with_seed(6);
    for _ in 0..40 {
        let mut cells = [1, 2, 3, 4, 5, 6, 7, 8];
        rng.shuffle(&mut cells);
        let mut pieces: Vec<u32> = cells[..2 * rng.usize(0..4)].to_vec();
        pieces.sort_unstable();
        let pieces: Vec<String> = pieces.iter().map(u32::to_string).collect();
        let turn = if rng.bool() { "; black to move" } else { "" };
        agree(
            &format!(
                "approach(8 {}; up to {}{turn})",
                pieces.join(" "),
                rng.u32(1..4)
            ),
            "approach",
        );
        let row = |rng: &mut Rng| {
            let mut cells = ['W', 'B', '.', '.'];
            rng.shuffle(&mut cells);
            cells.into_iter().collect::<String>()
        };
        let (rows, left, most) = (
            [row(&mut rng), row(&mut rng)].join(" / "),
            [rng.u32(0..3), rng.u32(0..3)],
            rng.u32(0..4),
        );
        agree(
            &format!(
                "northcott({rows}; retreats {} {} by {most}{turn})",
                left[0], left[1]
            ),
            "northcott",
        );
    }
}

#[test]
fn hackenbush_by_fusion_and_by_search() {
    let mut rng = Rng::with_seed(4);
    for round in 0..60 {
        let n = rng.u32(1..6);
        let edges: Vec<String> = (0..rng.u32(1..7))
            .map(|_| format!("v{}-v{}", rng.u32(..n), rng.u32(..n)))
            .collect();
        let ground = edges[0].split('-').next().unwrap();
        let beside = if round % 2 == 0 { "" } else { " + nim[3]" };
        agree(
            &format!("hackenbush({}; ground {ground}){beside}", edges.join(" ")),
            "fusion",
        );
    }
}

#[test]
fn games_on_trees_by_their_laws_and_by_search() {
    let mut rng = Rng::with_seed(6);
    for round in 0..60 {
        let n = rng.u32(2..7);
        let links: Vec<String> = (1..n).map(|v| format!("v{v}-v{}", rng.u32(..v))).collect();
        let links = links.join(" ");
        agree(&format!("treeparts({links})"), "odd-degrees");
        agree(&format!("treeleaves({links}; root v0)"), "leaf-chains");
        let white: Vec<String> = (0..n)
            .filter(|_| rng.bool())
            .map(|v| format!("v{v}"))
            .collect();
        let beside = if round % 2 == 0 { "" } else { " + nim[3]" };
        agree(
            &format!(
                "treepaint({links}; root v0; white {}){beside}",
                white.join(" ")
            ),
            "path-painting",
        );
        let stones: Vec<String> = (0..n).map(|v| format!("v{v}={}", rng.u32(..4))).collect();
        agree(
            &format!(
                "stonewalk({links}; stones {}; at v{})",
                stones.join(" "),
                rng.u32(..n)
            ),
            "stone-walk",
        );
    }
}

#[test]
fn election_promises_by_levels_and_by_search() {
    let mut rng = Rng::with_seed(6);
    for round in 0..60 {
        let n = rng.u32(1..4);
        let arcs = (0..rng.u32(0..4))
            .map(|_| (rng.u32(..n), rng.u32(..n)))
            .filter(|(a, b)| a < b);
        let arcs: String = arcs.map(|(a, b)| format!("v{a}>v{b} ")).collect();
        let taxes: String = (0..n).map(|v| format!(" v{v}={}", rng.u32(..4))).collect();
        let lone: String = (0..n).map(|v| format!("v{v}, ")).collect();
        let beside = if round % 2 == 0 { "" } else { " + nim[3]" };
        agree(
            &format!("election({lone}{arcs}; taxes{taxes}; below 4){beside}"),
            "election-promises",
        );
    }
}

#[test]
fn goals_by_retrograde_analysis_and_by_reference() {
    let mut rng = Rng::with_seed(7);
    for _ in 0..60 {
        let n = rng.u32(2..7);
        let arcs: String = (0..rng.u32(1..12))
            .map(|_| format!("v{}>v{} ", rng.u32(..n), rng.u32(..n)))
            .collect();
        let lone: String = (0..n).map(|v| format!("v{v}, ")).collect();
        agree(
            &format!(
                "digraph({lone}{arcs}; at v{}; goal v{})",
                rng.u32(..n),
                rng.u32(..n)
            ),
            "retrograde",
        );
    }
}

#[test]
fn new_stones_by_pairs_and_by_search() {
    let mut rng = Rng::with_seed(1740);
    for _ in 0..40 {
        let piles: Vec<String> = (0..rng.u32(1..=4))
            .map(|_| rng.u32(0..=3).to_string())
            .collect();
        agree(&format!("newstone({})", piles.join(" ")), "equal-pairs");
    }
}

#[test]
fn rabbit_and_egg_by_matching_and_by_search() {
    let mut rng = Rng::with_seed(8);
    for _ in 0..60 {
        let (rows, columns) = (rng.usize(1..4), rng.usize(1..5));
        let mut signs: Vec<char> = (0..rows * columns)
            .map(|_| if rng.bool() { 'O' } else { 'X' })
            .collect();
        signs[rng.usize(..rows * columns)] = '.';
        let board: Vec<String> = signs
            .chunks(columns)
            .map(|row| row.iter().collect())
            .collect();
        let turn = if rng.bool() { "; egg to move" } else { "" };
        agree(
            &format!("rabbit({}{turn})", board.join(" / ")),
            "rabbit-and-egg",
        );
    }
}

#[test]
fn zigzag_by_matching_and_by_search() {
    let mut rng = Rng::with_seed(9);
    for _ in 0..30 {
        let n = rng.usize(1..4);
        let mut weights: Vec<usize> = (1..=n * n).collect();
        rng.shuffle(&mut weights);
        let rows: Vec<String> = weights
            .chunks(n)
            .map(|row| {
                row.iter()
                    .map(usize::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        let (rows, choice) = (rows.join(" / "), if rng.bool() { "I" } else { "D" });
        let (row, column) = (rng.usize(1..=n), n + rng.usize(1..=n));
        let (from, to) = if rng.bool() {
            (row, column)
        } else {
            (column, row)
        };
        // If Bob wins by the matching, the theorem lists only one of several winning moves.
        for question in [
            format!("zigzag({rows})"),
            format!("zigzag({rows}; {choice} at {from})"),
        ] {
            assert_eq!(
                answered(&question, &[]).0,
                answered(&question, &["zigzag"]).0,
                "{question}"
            );
        }
        agree(
            &format!("zigzag({rows}; {choice} from {from} to {to})"),
            "zigzag",
        );
    }
}

#[test]
fn coins_on_a_tree_by_their_law_and_by_search() {
    let mut rng = Rng::with_seed(5);
    for round in 0..60 {
        let n = rng.u32(1..6);
        let links: Vec<String> = (1..n).map(|v| format!("v{v}-v{}", rng.u32(..v))).collect();
        let heads: Vec<String> = (0..n)
            .filter(|_| rng.bool())
            .map(|v| format!("v{v}"))
            .collect();
        let beside = if round % 2 == 0 { "" } else { " + nim[3]" };
        agree(
            &format!(
                "treecoins(v0 {}; root v0; heads {}){beside}",
                links.join(" "),
                heads.join(" ")
            ),
            "tree-coins",
        );
    }
}

/// Compares the theorem, which lists some winning moves, with the search, which lists all winning
/// moves.
#[test]
fn connected_coins_by_their_law_and_by_search() {
    let mut rng = Rng::with_seed(6);
    for round in 0..40 {
        let (rows, columns) = [(1, 5), (3, 1), (2, 2), (2, 3)][round % 4];
        let row = |rng: &mut Rng| {
            (0..columns)
                .map(|_| if rng.bool() { 'T' } else { 'H' })
                .collect::<String>()
        };
        let rows: Vec<String> = (0..rows).map(|_| row(&mut rng)).collect();
        let beside = if rng.bool() { "" } else { " + nim[3]" };
        let question = format!("patches({}){beside}", rows.join(" / "));
        let (known, some) = answered(&question, &[]);
        let (found, all) = answered(&question, &["patches"]);
        assert_eq!(known, found, "{question}");
        assert!(
            some.iter().all(|left| all.contains(left)) && some.is_empty() == all.is_empty(),
            "{question}"
        );
    }
}

/// On a board whose values do not fit in 64 bits, the reply contains the winner and moves after
/// which the opponent loses.
#[test]
fn connected_coins_on_a_large_board() {
    let mut rng = Rng::with_seed(7);
    for (rows, columns) in [(60, 30), (2, 70)] {
        let row = |rng: &mut Rng| {
            (0..columns)
                .map(|_| if rng.bool() { 'T' } else { 'H' })
                .collect::<String>()
        };
        let rows: Vec<String> = (0..rows).map(|_| row(&mut rng)).collect();
        let (outcome, left) = answered(&format!("patches({})", rows.join(" / ")), &[]);
        assert!(outcome == Outcome::N && !left.is_empty());
        if columns == 70 {
            assert_eq!(answered(&left[0], &[]), (Outcome::P, Vec::new()));
        }
    }
}
