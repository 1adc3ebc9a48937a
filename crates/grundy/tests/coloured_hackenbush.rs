//! Hackenbush with colours in sums: answers by the theorem and by the search, compared with plain
//! minimax.

use std::collections::HashMap;

use base::budget::Budget;
use fastrand::Rng;
use grundy::answer::Answer;
use grundy::{Session, SolveError, SolveOptions};
use rules::ast::Player;
use rules::play::SumPosition;

use crate::partizan::Minimax;

const MOVES: SolveOptions = SolveOptions {
    moves: true,
    winner_only: false,
    to_move: None,
};

const WINNER: SolveOptions = SolveOptions {
    moves: false,
    winner_only: true,
    to_move: None,
};

fn solve(session: &mut Session, question: &str, asked: SolveOptions) -> Answer {
    session
        .solve(question, asked, &Budget::generous())
        .unwrap_or_else(|error| panic!("{question}: {}", error.text().en))
}

/// Returns a random graph. Most edges begin at an earlier vertex, so that most edges are connected
/// to the ground.
fn random_graph(rng: &mut Rng, edges: u32, vertices: u32) -> String {
    let mut text = String::new();
    for edge in 0..edges {
        let from = if edge == 0 {
            0
        } else {
            rng.u32(0..vertices.min(edge))
        };
        let to = rng.u32(0..vertices);
        let colour = rng.choice(["blue", "red", "green"]).unwrap();
        text += &format!("{from}-{to} {colour} ");
    }
    format!("hackenbush({text}; ground 0)")
}

#[test]
fn sums_agree_with_minimax() {
    let mut rng = Rng::with_seed(33);
    let mut outcomes = HashMap::new();
    for _ in 0..testkit::rounds(250, 5_000) {
        let edges = rng.u32(2..=6);
        let mut question = random_graph(&mut rng, edges, 5);
        for _ in 0..rng.u32(0..=2) {
            question += &match rng.u32(..4) {
                0 => format!(" + nim[{}]", rng.u32(0..4)),
                1 => " + hackenbush(0-1 1-2 2-0; ground 0)".to_owned(),
                _ => format!(" + {}", random_graph(&mut rng, 3, 3)),
            };
        }
        let mut session = Session::new();
        let answer = solve(&mut session, &question, MOVES);
        // All edges may have been green.
        let Some(partizan) = answer.partizan else {
            continue;
        };
        let mut minimax = Minimax {
            world: &session.world,
            known: HashMap::new(),
        };
        let sum = SumPosition::canonical(answer.position, &session.world);
        let budget = Budget::generous();
        let wins = Player::ALL.map(|player| minimax.wins(&sum, player, &budget).unwrap());
        let outcome = match wins {
            [true, true] => 'N',
            [true, false] => 'L',
            [false, true] => 'R',
            [false, false] => 'P',
        };
        *outcomes.entry(outcome).or_insert(0) += 1;
        assert_eq!(
            partizan.winners.letters(),
            outcome.to_string(),
            "{question}"
        );
        let moves = partizan.moves.unwrap();
        for (player, found) in Player::ALL.into_iter().zip(&moves) {
            let options = minimax.options(&sum, player, &budget).unwrap();
            let wins =
                |option: &&SumPosition| !minimax.wins(option, player.other(), &budget).unwrap();
            let winning = options.iter().filter(wins).count();
            assert_eq!(found.count, winning, "{question}: {player:?}");
        }
        let mut other = Session::new();
        other.settings.switch_off("colon").unwrap();
        let searched = solve(&mut other, &question, MOVES);
        let by_search = searched.partizan.unwrap();
        assert_eq!(
            (by_search.winners, by_search.value, by_search.moves),
            (partizan.winners, partizan.value, Some(moves)),
            "{question}"
        );
        let methods = |parts: Vec<grundy::answer::ComponentAnswer>| -> Vec<String> {
            parts.into_iter().map(|part| part.method).collect()
        };
        assert_eq!(methods(answer.components)[0], "colon");
        assert!(
            methods(searched.components)
                .iter()
                .all(|name| name == "partizan")
        );
        let winner = solve(&mut Session::new(), &question, WINNER);
        assert_eq!(
            winner.partizan.unwrap().winners,
            partizan.winners,
            "{question}"
        );
    }
    assert!(
        outcomes.len() == 4 && outcomes.values().all(|&n| n >= 5),
        "{outcomes:?}"
    );
}

/// If the values of large blocks take too long, the search for the winner divides the graph at the
/// ground.
#[test]
fn winners_of_large_graphs_agree_with_their_values() {
    let mut rng = Rng::with_seed(34);
    for _ in 0..testkit::rounds(3, 20) {
        let mut text = String::new();
        for base in [0, 10] {
            for _ in 0..13 {
                let [a, b] = [(); 2].map(|()| match rng.u32(0..5) {
                    0 => 0,
                    vertex => base + vertex,
                });
                let colour = rng.choice(["blue", "red", "green"]).unwrap();
                text += &format!("{a}-{b} {colour} ");
            }
        }
        let question = format!("hackenbush({text}; ground 0)");
        let by_value = solve(&mut Session::new(), &question, SolveOptions::VALUE);
        let by_search = solve(&mut Session::new(), &question, WINNER);
        let outcomes = [by_value, by_search].map(|answer| answer.partizan.unwrap().winners);
        assert_eq!(outcomes[0], outcomes[1], "{question}");
    }
}

/// Numbers that are too fine are an error, but the winner is known.
#[test]
fn fine_numbers_have_a_winner() {
    let edges: String = (0..100)
        .map(|at| format!("{at}-{} {} ", at + 1, ["blue", "red"][at % 2]))
        .collect();
    let question = format!("hackenbush({edges}; ground 0)");
    let answer = solve(&mut Session::new(), &question, SolveOptions::VALUE);
    let partizan = answer.partizan.unwrap();
    assert_eq!(partizan.winners.letters(), "L");
    assert!(partizan.value.is_none() && partizan.value_stopped.is_some());
}

#[test]
fn other_conventions_and_certificates_are_refused() {
    let question = "hackenbush(0-1 red 1-2 blue; ground 0)";
    let mut session = Session::new();
    let budget = Budget::generous();
    let refused = session.explain(question, false, &budget).err();
    assert!(matches!(refused, Some(SolveError::Unsupported(_))));
    session.settings.play = Some(rules::ast::PlayConvention::Misere);
    let refused = session.solve(question, SolveOptions::VALUE, &budget);
    assert!(matches!(refused, Err(SolveError::Usage(_))));
}
