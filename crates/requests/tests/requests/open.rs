//! Tests the request `open`.

use base::budget::Budget;
use grundy::SolveError;
use requests::open::{OpenRequest, RequestFile};
use requests::{NullHost, Request, RequestHandler};

/// Returns whether a text in a file without a known extension is read as rules.
fn taken_for_rules(text: &str) -> bool {
    let file = RequestFile {
        name: "notes.txt".to_owned(),
        text: text.to_owned(),
    };
    let request = Request::Open(OpenRequest {
        files: vec![file],
        ..OpenRequest::default()
    });
    match RequestHandler::new(None).answer(&request, &Budget::generous(), &NullHost) {
        Err(SolveError::Usage(why)) => {
            assert!(
                why.en.contains("unknown kind of file notes.txt"),
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
