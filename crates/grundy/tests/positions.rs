//! Questions about positions given as data: the answers equal the answers for the text from which
//! the position was read. A position keeps its games when a name is declared again.

use base::budget::Budget;
use grundy::question::{self, Position};
use grundy::{Session, SolveError, SolveOptions};
use rules::game::Outcome;
use rules::play::Component;

fn read(session: &mut Session, text: &str) -> Position {
    question::position(session.world_mut(), text, &Budget::generous()).unwrap()
}

fn value(session: &mut Session, position: &Position) -> Option<u64> {
    let asked = SolveOptions::VALUE;
    session
        .solve(position, asked, &Budget::generous())
        .unwrap()
        .value
        .and_then(|value| value.as_nimber())
}

/// All methods of a session return the same result for a position as data and for its text.
#[test]
fn data_and_text_answer_alike() {
    let budget = Budget::generous();
    let asked = SolveOptions::MOVES;
    for text in [
        "kayles[7] + nim[3]",
        "misereNim[3] + misereNim[4]",
        "misere(kayles[5] + nim[2])",
        "every(kayles[5], nim[3])",
        "digraph(a>b b>c a>c; at a)",
    ] {
        let mut session = Session::new();
        let known = read(&mut session, text);
        let (by_text, by_data) = (
            session.solve(text, asked, &budget).unwrap(),
            session.solve(&known, asked, &budget).unwrap(),
        );
        assert_eq!(
            (by_text.outcome, by_text.value, by_text.status),
            (by_data.outcome, by_data.value, by_data.status),
            "{text}"
        );
        assert_eq!(by_text.moves, by_data.moves, "{text}");
        assert_eq!(
            session.losing(text, &budget).unwrap().losing,
            session.losing(&known, &budget).unwrap().losing,
            "{text}"
        );
        let [plan, again] = [
            session.explain(text, false, &budget).unwrap(),
            session.explain(&known, false, &budget).unwrap(),
        ];
        assert_eq!(
            (plan.position, plan.combination),
            (again.position, again.combination),
            "{text}"
        );
        let [graph, again] = [
            session.graph(text, 500, &budget).unwrap(),
            session.graph(&known, 500, &budget).unwrap(),
        ];
        assert_eq!(
            (graph.position, graph.arcs),
            (again.position, again.arcs),
            "{text}"
        );
        assert_eq!(
            session.stats(text, true, &budget).unwrap(),
            session.stats(&known, true, &budget).unwrap(),
            "{text}"
        );
        assert_eq!(
            session.look(text, 50, &budget).unwrap().moves.len(),
            session.look(&known, 50, &budget).unwrap().moves.len()
        );
        assert_eq!(
            session.why(text, &budget).unwrap().example,
            session.why(&known, &budget).unwrap().example,
            "{text}"
        );
    }
}

/// The winning moves are the legal moves that leave a position in which the next player loses. The
/// position after a move has the conventions of the position before the move.
#[test]
fn legal_moves_hold_the_winning_ones() {
    let budget = Budget::generous();
    let asked = SolveOptions {
        moves: true,
        winner_only: true,
        to_move: None,
    };
    for text in [
        "kayles[7] + nim[4]",
        "misereNim[1] + misereNim[2]",
        "every(kayles[4], nim[3])",
        "moore(2)[3] + moore(2)[2] + moore(2)[1]",
        "topEntails[6, 0] + nim[1]",
        "nim[0]",
    ] {
        let mut session = Session::new();
        let position = read(&mut session, text);
        let legal = session.legal_moves(&position, &budget).unwrap();
        let winning = session
            .solve(&position, asked, &budget)
            .unwrap()
            .moves
            .unwrap();
        let mut left = 0;
        for made in &legal {
            let after = position.after(made.leaves.clone());
            let wins = session
                .solve(&after, SolveOptions::WINNER, &budget)
                .unwrap()
                .outcome
                == Outcome::P;
            left += usize::from(wins);
            assert_eq!(
                wins,
                winning.iter().any(|one| one.leaves == made.leaves),
                "{text}: {made:?}"
            );
        }
        assert_eq!(left, winning.len(), "{text}");
    }
}

/// A name that is declared again denotes the new game; earlier positions do not change.
#[test]
fn positions_keep_their_game_when_its_name_is_declared_again() {
    let mut session = Session::new();
    let [old, new] =
        [2, 3].map(|most| format!("game Take {{ state n in 0.. move k in 1..{most} : [n - k] }}"));
    session.load_rules("a.game", &old).unwrap();
    let before = read(&mut session, "take[4]");
    assert_eq!(value(&mut session, &before), Some(1));
    session.load_rules("a.game", &new).unwrap();
    let after = read(&mut session, "take[4]");
    assert_ne!(before, after);
    assert_eq!(
        (value(&mut session, &before), value(&mut session, &after)),
        (Some(1), Some(0))
    );
    // The old and the new game are in one sum, and each component moves by the rules of its own
    // game.
    let both = Position::sum_of(&session.world, &[&before, &after]).unwrap();
    assert_eq!(value(&mut session, &both), Some(1));
    assert_eq!(
        session
            .legal_moves(&both, &Budget::generous())
            .unwrap()
            .len(),
        5
    );
    // Loading the old text again restores the old game, and the games that names denoted earlier
    // can be restored temporarily.
    let names = session.world.names();
    session.world_mut().load_again("a.game", &old).unwrap();
    assert_eq!(read(&mut session, "take[4]"), before);
    session.world_mut().mean(names);
    assert_eq!(read(&mut session, "take[4]"), after);
    let sources = session.world.sources(both.games.iter().copied());
    assert_eq!(
        sources
            .iter()
            .map(|source| source.text.clone())
            .collect::<Vec<_>>(),
        [old, new]
    );
    let kayles = read(&mut session, "kayles[3]");
    assert!(
        session.world.sources(kayles.games).is_empty(),
        "the library is known everywhere"
    );
}

#[test]
fn sums_of_positions_are_what_the_text_says() {
    let mut session = Session::new();
    let mut rng = fastrand::Rng::with_seed(23);
    let parts = [
        "kayles[3]",
        "nim[5]",
        "nim[2]",
        "turtles[4]",
        "turtles[7]",
        "kayles[2] + nim[1]",
    ];
    for _ in 0..200 {
        let chosen: Vec<&str> = (0..rng.usize(1..6))
            .map(|_| parts[rng.usize(..parts.len())])
            .collect();
        let positions: Vec<Position> = chosen.iter().map(|text| read(&mut session, text)).collect();
        let sum = Position::sum_of(&session.world, &positions.iter().collect::<Vec<_>>()).unwrap();
        let written = read(&mut session, &chosen.join(" + "));
        assert_eq!(
            (&sum.components, sum.play),
            (&written.components, None),
            "{chosen:?}"
        );
    }
    let apart = read(&mut session, "misere(nim[2])");
    let nim = read(&mut session, "nim[1]");
    assert!(matches!(
        Position::sum_of(&session.world, &[&apart, &nim]),
        Err(SolveError::Usage(_))
    ));
    assert_eq!(
        Position::sum_of(&session.world, &[]).unwrap().components,
        Vec::<Component>::new()
    );
    // The position that is built from a game and its numbers equals the position that is read from
    // text.
    let game = question::game(session.world_mut(), "kayles").unwrap();
    let made = Position::from_numbers(&session.world, game, Some(&[3]), &Budget::generous())
        .unwrap()
        .unwrap();
    assert_eq!(made, read(&mut session, "kayles[3]"));
    assert!(
        Position::from_numbers(&session.world, game, Some(&[-1]), &Budget::generous())
            .unwrap()
            .is_err()
    );
}
