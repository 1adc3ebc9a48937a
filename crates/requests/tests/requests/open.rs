//! Files that are opened.

use base::budget::Budget;
use grundy::Error;
use requests::open::{File, Open};
use requests::{Desk, Request, Still};

/// Whether a text without an ending that says what it is is read as rules.
fn taken_for_rules(text: &str) -> bool {
    let file = File {
        name: "notes.txt".to_owned(),
        text: text.to_owned(),
    };
    let request = Request::Open(Open {
        files: vec![file],
        ..Open::default()
    });
    match Desk::new(None).answer(&request, &Budget::generous(), &Still) {
        Err(Error::Usage(why)) => {
            assert!(
                why.en.contains("what notes.txt holds is not known"),
                "{}",
                why.en
            );
            false
        }
        Ok(_) | Err(_) => true,
    }
}

#[test]
fn rules_are_known_by_their_first_word() {
    for text in [
        "game A {",
        "\u{feff}# a note\n\n  // more\ncoins B {",
        "gmae C {",
        "游戏 取石子 {",
        "recurrence R { SG(n) = mex {} }",
    ] {
        assert!(taken_for_rules(text), "{text}");
    }
    for text in [
        "",
        "3 2\n0 1\n1 2",
        "a-b b-c; ground a",
        "nim[3] + nim[4]",
        "# game",
    ] {
        assert!(!taken_for_rules(text), "{text}");
    }
}
