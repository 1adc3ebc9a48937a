//! A game written as a Rust type, and an explicit digraph, used like games of the rule language.

use base::budget::Budget;
use base::diagnostic::Span;
use base::text;
use base::text::Text;
use grundy::{Session, SolveOptions, position_text};
use rules::game::{Conventions, OptionSink, Outcome, Rules, RulesError};
use rules::ir::{Int, Slot};

use crate::support::SessionAnswers;

/// Removes from a heap any proper divisor of its size.
struct Divisors {
    slots: [Slot; 1],
}

impl Rules for Divisors {
    fn title(&self) -> String {
        "Divisors".to_owned()
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn conventions(&self) -> Conventions {
        Conventions::default()
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let n = slots[0];
        for d in (1..n).filter(|d| n % d == 0) {
            sink.component(sink.game(), &[n - d])?;
            sink.commit(0, &[d], Span::default())?;
        }
        Ok(())
    }

    fn describe(&self, _: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let taken = choices[0];
        Some(text!("take {taken}", "取 {taken}"))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            Some([n]) => Ok(vec![*n]),
            _ => Err(text!("one heap: [n]", "一堆：[n]")),
        }
    }
}

#[test]
fn a_rust_type_is_played_in_sums_with_games_of_the_language() {
    let mut session = Session::new();
    session.add(
        "divisors",
        Box::new(Divisors {
            slots: [Slot::number("n", 1, None)],
        }),
    );
    let asked = SolveOptions::MOVES;
    // The value of a heap is the number of trailing zeros of its size n. An odd heap has only odd
    // divisors, so its moves leave even heaps; the argument continues by induction.
    for n in 1..200i64 {
        let answer = session.answer_to(&format!("divisors[{n}]"), asked);
        assert_eq!(
            answer.value.unwrap().as_nimber(),
            Some(u64::from(n.trailing_zeros()))
        );
    }
    let answer = session.answer_to("divisors[12] + nim[1]", asked);
    assert_eq!(answer.outcome, Outcome::N);
    let moves = answer.moves.unwrap();
    let called: Vec<String> = moves
        .iter()
        .map(|one| {
            position_text::step(&session.world, &one.steps[0])
                .unwrap()
                .en
        })
        .collect();
    assert!(
        called
            .iter()
            .all(|words| matches!(&words[..], "take 2" | "take 6")),
        "{called:?}"
    );
    assert_eq!(moves.len(), 2, "{moves:?}");
}

#[test]
fn a_digraph_is_played_and_draws_where_it_goes_round() {
    let mut session = Session::new();
    session
        .load_graph("walk.arcs", "walk", "5 5\n0 1\n1 0\n1 2\n3 4\n2 3")
        .unwrap();
    let asked = SolveOptions::MOVES;
    let outcome =
        |session: &mut Session, question: &str| session.answer_to(question, asked).outcome;
    assert_eq!(outcome(&mut session, "walk[4]"), Outcome::P);
    assert_eq!(outcome(&mut session, "walk[3]"), Outcome::N);
    assert_eq!(outcome(&mut session, "walk[2]"), Outcome::P);
    assert_eq!(outcome(&mut session, "walk[1]"), Outcome::N);
    // From 0 the only arc leads to 1, from which the next player wins. A two-cycle on its own is a
    // draw.
    assert_eq!(outcome(&mut session, "walk[0]"), Outcome::P);
    session
        .load_graph("round.arcs", "round", "2 2\n0 1\n1 0")
        .unwrap();
    assert_eq!(outcome(&mut session, "round[0]"), Outcome::D);
    assert_eq!(outcome(&mut session, "round[0] + nim[1]"), Outcome::D);
}

#[test]
fn a_digraph_is_written_in_a_question() {
    let mut session = Session::new();
    let budget = Budget::generous();
    let asked = SolveOptions::MOVES;
    // The vertices have the values 2, 1, 0. Two tokens at the same vertex cancel.
    let answer = session.answer_to("digraph(a>b b>c a>c; at a a b) + nim[3]", asked);
    assert_eq!(
        (answer.value.unwrap().as_nimber(), answer.components.len()),
        (Some(2), 4)
    );
    let moves: Vec<String> = answer
        .moves
        .unwrap()
        .iter()
        .map(|m| position_text::step(&session.world, &m.steps[0]).unwrap().en)
        .collect();
    assert_eq!(moves, ["move to c", "move to c", "take 2"]);
    // A token that is the only component may cycle. The reported move reaches the end in the fewest
    // moves, although another move also wins.
    let ring = "digraph(a>b b>c c>a a>d c>d b>b; at a)";
    let answer = session.answer_to(ring, asked);
    assert_eq!(
        (answer.outcome, &answer.components[0].method[..]),
        (Outcome::N, "retrograde")
    );
    assert_eq!(
        position_text::step(&session.world, &answer.moves.unwrap()[0].steps[0])
            .unwrap()
            .en,
        "move to d"
    );
    // In a sum with another game, the loopy value of the token decides.
    let answer = session.answer_to(&format!("{ring} + nim[1]"), asked);
    assert_eq!(&answer.components[0].method[..], "loopy");
    session.settings.play = Some(rules::ast::PlayConvention::Misere);
    let answer = session.answer_to("digraph(a>b a>c b>c; at a)", asked);
    assert_eq!(
        (answer.outcome, answer.components[0].method.as_str()),
        (Outcome::N, "retrograde")
    );
    assert_eq!(answer.moves.unwrap().len(), 1);
    assert!(session.solve("digraph(a>b)", asked, &budget).is_err());
    assert!(session.solve("digraph(a>b; at c)", asked, &budget).is_err());
}
