//! Tests games in which a program plays against the judge.

use base::budget::Budget;
use grundy::Session;
use grundy::player::MatchSide;
use judge::{GameResult, MAX_LINE_BYTES, ProgramChannel, interact};

fn play(question: &str, program: MatchSide, answers: &[&str]) -> (GameResult, Vec<String>) {
    let mut answers = answers.iter();
    let mut said = Vec::new();
    let mut line = ProgramChannel {
        say: &mut |text| said.push(text.to_owned()),
        hear: &mut || answers.next().map(|s| (*s).to_owned()),
    };
    let ended = interact(
        &mut Session::new(),
        question,
        program,
        &mut line,
        &Budget::generous(),
    )
    .unwrap();
    (ended, said)
}

#[test]
fn a_perfect_program_wins_a_won_game() {
    let (ended, said) = play(
        "nim[1] + nim[2]",
        MatchSide::First,
        &["nim[1] + nim[1]", "0"],
    );
    // After the move to nim[1] + nim[1], the judge takes one heap, and the program takes the last
    // heap.
    assert_eq!(ended, GameResult::Won);
    assert_eq!(
        said[..4],
        [
            "grundy 1",
            "position nim[1] + nim[2]",
            "you first",
            "your move"
        ]
    );
    assert_eq!(said.last().unwrap(), "end win (no move is left)");
}

#[test]
fn a_mistake_loses() {
    let (ended, _) = play("bash(3)[5]", MatchSide::First, &["take 2", "take 1"]);
    assert_eq!(ended, GameResult::Lost);
}

#[test]
fn every_way_to_say_a_move_of_the_page() {
    let said = |question, answers: &[&str]| play(question, MatchSide::First, answers).1;
    for answer in [
        "nim[4] + nim[4]",
        "nim[4]+nim[4]",
        "2 * nim[4]",
        "in nim[6]: take 2",
        "2: take 2",
        "  IN nim[6] : take 2 \r\n",
    ] {
        assert_eq!(
            said("nim[4] + nim[6]", &[answer])[4],
            "position nim[4] + nim[4]",
            "{answer}"
        );
    }
    // Numbers of a sorted position may be given in any order.
    for answer in ["wythoff[3, 5] + nim[1]", "nim[1] + wythoff[5,3]"] {
        assert_eq!(
            said("wythoff[3, 9] + nim[1]", &[answer])[4],
            "position wythoff[5, 3] + nim[1]",
            "{answer}"
        );
    }
    // A game may be named with its default arguments.
    assert_eq!(
        said("bash[6] + nim[1]", &["nim[1] + bash(3)[5]"])[4],
        "position bash[5] + nim[1]"
    );
    assert_eq!(
        said("bash(3)[6]", &["bash(m = 3)[5]"])[4],
        "position bash[5]"
    );
    assert_eq!(
        said("bash[6]", &["bash(2)[5]"])[4],
        "end broke: `bash(2)[5]` is not a legal move"
    );
    // Many equal components are written with their number, both by the judge and by the program.
    assert_eq!(
        said("1500 * nim[1] + nim[2]", &["1501 * nim[1]"])[4],
        "position 1501 * nim[1]"
    );
    assert_eq!(
        said("fibonaccinim[5]", &["[2, 2]", "take 1"])[..5]
            .last()
            .unwrap(),
        "position fibonaccinim[2, 2]"
    );
}

#[test]
fn a_line_without_end_is_no_move() {
    let (ended, lines) = play(
        "nim[3]",
        MatchSide::First,
        &[&"x".repeat(MAX_LINE_BYTES + 1)],
    );
    assert!(
        matches!(&ended, GameResult::Broke(why) if why.contains("at most 1048576 bytes")),
        "{ended:?}"
    );
    assert!(lines.last().unwrap().len() < 100);
    let (ended, lines) = play("nim[3]", MatchSide::First, &[&"\0\u{1b}[2J".repeat(1000)]);
    assert!(matches!(ended, GameResult::Broke(_)) && !lines.last().unwrap().contains('\u{1b}'));
}

#[test]
fn what_is_no_move_is_named() {
    for (said, part) in [
        ("take 9", "not a legal move"),
        ("", "not a legal move"),
        ("nim[7]", "not a legal move"),
    ] {
        let (ended, lines) = play("nim[3]", MatchSide::First, &[said]);
        assert!(
            matches!(&ended, GameResult::Broke(why) if why.contains(part)),
            "{ended:?}"
        );
        assert!(lines.last().unwrap().starts_with("end broke: "));
    }
    // Each step of the answer is legal, but all steps together change more components than a move
    // may change.
    let (ended, _) = play(
        "nim[4] + nim[6]",
        MatchSide::First,
        &["1: take 1; 2: take 1"],
    );
    assert!(
        matches!(&ended, GameResult::Broke(why) if why.contains("not a legal move: ")),
        "{ended:?}"
    );
    let (ended, _) = play("nim[3]", MatchSide::First, &[]);
    assert!(matches!(&ended, GameResult::Broke(why) if why.contains("exited")));
}
