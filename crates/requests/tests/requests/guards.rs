//! Performance guards for requests whose slowdown users would notice, in addition to the guards for
//! queries (`crates/grundy/tests/guards.rs`). The guards count budget polls (about a thousand small
//! steps each) instead of seconds. The limits are about twice the counts of 2026-11-29;
//! `docs/benchmarks.md` contains the times.

use std::cell::Cell;

use base::budget::Budget;
use requests::{NullHost, Request, RequestHandler};
use serde_json::{Value, json};

/// Returns the requests with their maximum numbers of polls.
fn figures() -> Vec<(Value, u64)> {
    let random_word: String = {
        let mut rng = fastrand::Rng::with_seed(305);
        (0..1_000).map(|_| rng.char('a'..='c')).collect()
    };
    let solve = |question: &str, most| (json!({ "ask": "solve", "question": question }), most);
    let law = |question: &str, most| (json!({ "ask": "law", "question": question }), most);
    let misere = |code: &str, to: u32, most| {
        (
            json!({ "ask": "misere", "question": code, "options": { "to": to } }),
            most,
        )
    };
    let heap = |code: &str, to: u64, most| {
        (
            json!({ "ask": "heap", "question": code, "options": { "to": to } }),
            most,
        )
    };
    vec![
        // Requests about words, rows of pieces, and urgent components.
        solve(&format!("playingwithstring[\"{random_word}\"]"), 2_700),
        solve(&format!("playingwithstring[\"{}\"]", "a".repeat(300)), 320),
        solve(
            "elephantsandrhinos[\"..E.E...R.E.R...R..R...E..E..E....R....E\"]",
            290,
        ),
        solve("topentails[2403]", 11_500),
        // Laws.
        law("georgiaandbob", 7_800),
        law("cutting", 25_000),
        law("ed", 6_000),
        law("wythoff", 25_000),
        law("hyperknight", 22_000),
        law("endnim", 21_500),
        // Misère quotients.
        misere("0.77", 28, 330),
        misere("0.15", 60, 2_000),
        (json!({ "ask": "misere", "question": "notakto" }), 380),
        // Heaps, nimbers, tables, lists of moves.
        heap("0.6", 50_000, 610),
        heap("0.45", 100_000, 1_600),
        (
            json!({ "ask": "heap", "question": "0.156", "options": { "period": true } }),
            28_500,
        ),
        (
            json!({ "ask": "nim", "expression": "18446744073709551615 * 18446744073709551613" }),
            6,
        ),
        (
            json!({ "ask": "table", "question": "hyperknight[0..999, 0..999]", "options": { "raw": true } }),
            8_000,
        ),
        (
            json!({ "ask": "table", "question": "kayles[0..5000]", "options": { "raw": true } }),
            720,
        ),
        (
            json!({ "ask": "legal", "question": "nim[1000000000000] + nim[5]" }),
            5_500,
        ),
    ]
}

#[test]
fn requests_take_no_more_work_than_they_did() {
    let mut slower = Vec::new();
    for (asked, most) in figures() {
        let count = Cell::new(0);
        let stop = || {
            count.set(count.get() + 1);
            None
        };
        let request = Request::read(&asked.to_string()).unwrap();
        let reply = RequestHandler::new(None).answer(
            &request,
            &Budget::new(2 << 30, &stop, &|_, _| ()),
            &NullHost,
        );
        let name: String = asked.to_string().chars().take(120).collect();
        assert!(reply.is_ok(), "{name}: {:?}", reply.err());
        println!("{name}: {} polls", count.get());
        if count.get() > most {
            slower.push(format!(
                "{name}: {} polls, at most {most} are expected",
                count.get()
            ));
        }
    }
    assert!(
        slower.is_empty(),
        "more work than expected:\n{}",
        slower.join("\n")
    );
}
