//! The text of positions and moves.

use base::budget::Budget;
use base::text::Text;

use grundy::position_text::{choices, component, position, position_with_counts, step};
use grundy::{Session, SolveOptions, question};

use crate::support::{SessionAnswers, session_with};

#[test]
fn positions_are_written_as_they_can_be_asked() {
    let mut session = Session::new();
    for (asked, plain, in_numbers) in [
        (
            "nim[3] + 2*kayles[4] + wythoff[1, 2]",
            "nim[3] + kayles[4] + kayles[4] + wythoff[2, 1]",
            None,
        ),
        (
            "5 * nim[1] + bash(4)[7] + nim[1]",
            "nim[1] + nim[1] + nim[1] + nim[1] + nim[1] + bash(4)[7] + nim[1]",
            Some("5 * nim[1] + bash(4)[7] + nim[1]"),
        ),
    ] {
        let components = question::position(session.world_mut(), asked, &Budget::generous())
            .unwrap()
            .components;
        assert_eq!(position(&session.world, &components), plain);
        assert_eq!(
            position_with_counts(&session.world, &components),
            in_numbers.unwrap_or(plain)
        );
        for text in [plain, in_numbers.unwrap_or(plain)] {
            assert_eq!(
                question::position(session.world_mut(), text, &Budget::generous())
                    .unwrap()
                    .components,
                components,
                "{text}"
            );
        }
    }
    assert_eq!(
        (
            position(&session.world, &[]),
            position_with_counts(&session.world, &[])
        ),
        ("0".to_owned(), "0".to_owned())
    );
}

#[test]
fn steps_are_called_as_their_rules_say() {
    let mut session = session_with(
        "a.game",
        "game Quiet { state n in 0.. move k in 1..n : [n - k] }",
    );
    let asked = SolveOptions {
        moves: true,
        winner_only: true,
        to_move: None,
    };
    let answer = session.answer_to("nim[3] + quiet[1]", asked);
    let moves = answer.moves.unwrap();
    let [made] = &moves[0].steps[..] else {
        panic!("one step")
    };
    assert_eq!(
        (
            step(&session.world, made),
            component(&session.world, &made.from)
        ),
        (
            Some(Text {
                en: "take 2".to_owned(),
                zh: "取 2 颗".to_owned()
            }),
            "nim[3]".to_owned()
        )
    );
    assert_eq!(
        (position(&session.world, &made.leaves), made.component),
        ("nim[1]".to_owned(), 1)
    );
    assert_eq!(
        position(&session.world, &moves[0].leaves),
        "nim[1] + quiet[1]"
    );
    let answer = session.answer_to("quiet[2]", asked);
    let made = &answer.moves.unwrap()[0].steps[0];
    assert_eq!(
        (
            step(&session.world, made),
            &choices(&session.world, &made.from, made.rule, &made.choices)[..]
        ),
        (None, "k=2")
    );
}
