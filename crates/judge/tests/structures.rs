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
fn pieces_that_seldom_go_back_by_gaps_and_by_search() {
    let mut rng = Rng::with_seed(6);
    for _ in 0..40 {
        let turn = if rng.bool() { "; black to move" } else { "" };
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
