//! Descriptions of moves that the core generates itself, and labels of the library, exist in both
//! languages, and either language is accepted as input.

use base::budget::Budget;
use base::text::{Lang, Text};
use grundy::Session;
use grundy::player::{Match, MatchState, MoveLookup};
use grundy::position_text::step;
use rules::ast::PlayConvention;

/// Positions in addition to the examples of the structures: other moves of the structures, heaps,
/// sets, compounds, and a component that passes.
const OTHERS: &[&str] = &[
    "hackenbush(0-a 0-a; ground 0)",
    "geography(a-b b-c)",
    "boi(A.B / ... / ...)",
    "0.77[4]",
    "4.3[4]",
    "{*2, {*2}}",
    "every(nim[1], nim[2])",
    "together(0.77[2], nim[2])",
    "any(nim[1], nim[2])",
    "upto(2; nim[1], nim[2])",
    "ordinal(nim[1], nim[2])",
    "then(nim[1], nim[2])",
    "product(nim[1], nim[2])",
    "nim[2] + pass",
    "wythoff[2, 1] + kayles[3]",
    "cram(R = 2, C = 3)",
];

/// Maximum number of moves tested per position.
const MAX_MOVES: usize = 40;

#[test]
fn moves_are_said_in_both_languages_and_found_by_either() {
    let examples = structures::KINDS.iter().map(|kind| kind.example());
    for question in examples.chain(OTHERS.iter().copied()) {
        played(&mut Session::new(), question);
    }
    for play in [PlayConvention::Stop, PlayConvention::Button] {
        let mut session = Session::new();
        session.settings.play = Some(play);
        played(&mut session, "{*2, *3} + *1");
    }
}

/// Tests the moves of each position during play in which each player makes the first move.
fn played(session: &mut Session, question: &str) {
    let budget = Budget::generous();
    let mut game = Match::new(session, question, &budget)
        .unwrap_or_else(|error| panic!("{question}: {error:?}"));
    while game.state(&budget).unwrap() == MatchState::Open {
        let before = game.position().to_vec();
        let legal = game.legal(&budget).unwrap().moves;
        for made in legal.iter().take(MAX_MOVES) {
            let steps = game.describe(&before, made, &budget).unwrap().steps;
            let said: Option<Vec<Text>> =
                steps.iter().map(|made| step(game.world(), made)).collect();
            let Some(said) = said else { continue };
            for Text { en, zh } in &said {
                assert!(
                    !has_words(en) || en != zh,
                    "{question}: `{en}` in both languages"
                );
            }
            let typed = |lang| {
                let named = steps
                    .iter()
                    .zip(&said)
                    .map(|(made, text)| format!("{}: {}", made.component, text.get(lang)));
                named.collect::<Vec<_>>().join("; ")
            };
            let [english, chinese] =
                [Lang::En, Lang::Zh].map(|lang| game.find(&typed(lang), &budget).unwrap());
            assert!(
                matches!(english, MoveLookup::One(_)) && english == chinese,
                "{question}: {}: {english:?}, {chinese:?}",
                typed(Lang::Zh)
            );
        }
        game.play(&legal[0].steps, &budget).unwrap();
    }
}

/// Returns whether a text contains an English word, that is, more than one letter in a row; names
/// of vertices have one letter.
fn has_words(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphabetic())
        .any(|word| word.len() > 1)
}
