//! The length of the text bounds the work of the checker. A small text with large numbers is
//! rejected, or its check ends at the limit and reports the line that needs too much work. The work
//! for true certificates is far below the limit.

use std::cell::{Cell, RefCell};

use base::budget::{Budget, StopReason};
use certificate::{CertificateError, ParsedCertificate, WorkLimits, parse};

use crate::mutants::{WHOLE, sealed, unsealed};

/// The result of checking a text: the verdict, the number of budget polls (a thousand steps each),
/// and the note.
struct Ended {
    verdict: Result<(), CertificateError>,
    looks: u64,
    note: Option<String>,
}

fn ended_with(parsed: &ParsedCertificate, memory: u64, most: u64) -> Ended {
    let looks = Cell::new(0);
    let note = RefCell::new(None);
    let stop = || {
        looks.set(looks.get() + 1);
        (looks.get() > most).then_some(StopReason::Time)
    };
    let keep = |text: base::text::Text| *note.borrow_mut() = Some(text.en);
    let budget = Budget::new(memory, &stop, &|_, _| ()).noting(&keep);
    let verdict = parsed.check(&budget).map(|_| ());
    let note = note.borrow().clone();
    Ended {
        verdict,
        looks: looks.get(),
        note,
    }
}

fn ended(text: &str) -> Ended {
    ended_with(
        &parse(text).unwrap_or_else(|refused| panic!("{refused}\n{text}")),
        u64::MAX,
        u64::MAX,
    )
}

fn whole(name: &str) -> &'static str {
    WHOLE.iter().find(|(known, _)| *known == name).unwrap().1
}

/// Returns a certificate with one text replaced by another.
fn changed(name: &str, old: &str, new: &str) -> String {
    let body = unsealed(whole(name));
    assert!(body.contains(old), "{name}: {old}");
    sealed(&body.replacen(old, new, 1))
}

/// Returns a certificate about one game.
fn of_rules(rules: &str, rest: &str) -> String {
    let name = rules.split([' ', '(']).nth(1).unwrap();
    sealed(&format!(
        "grundy certificate 1\nsources 1\nsource {} g.game\n{rules}\ngames 1\n{name}\n{rest}",
        rules.len()
    ))
}

/// Returns small texts that would be very expensive to check, each with the expensive line.
fn costly() -> Vec<(&'static str, String, usize)> {
    let nim = "game Nim { state n in 0.. move k in 1..n : [n - k] }";
    let every = "game Every { state n in 0.. sum every move k in 1..n : [n - k] }";
    let set = "game Half { state n in 0.. move k in {1, 2} when n >= 8000000 : [n - k] }";
    let piles = |count: usize, each: &str| vec![each; count].join(" + ");
    let rows = piles(40, "Every[9]");
    vec![
        (
            "a huge position",
            of_rules(
                nim,
                "claim value 5 of Nim[5]\nproof values 2\nNim[0] = 0\nNim[1000000000000] = 1\n",
            ),
            10,
        ),
        (
            "a huge position of two players",
            of_rules(
                "game Line { state n in 0.. move left k in 1..n : [n - k] }",
                "claim partizan P form 0 of Line[0]\nproof partizan forms 1 sums 0 parts 0 positions 1\n\
                 0 = {|}\nLine[1000000000000] = 0\n",
            ),
            10,
        ),
        (
            "moves in all components at once",
            of_rules(
                every,
                &format!("claim outcome N normal every of {rows}\nproof outcomes 1\n{rows} = N\n"),
            ),
            9,
        ),
        (
            "heavy weights",
            changed(
                "law_knights8",
                "law weights 1 1 floor",
                "law weights 999999937 1000000007 floor",
            ),
            0,
        ),
        (
            "a long window",
            changed("heap_repeating", "window 5 ", "window 400000000 "),
            6,
        ),
        (
            "a window of 64 bits",
            changed(
                "heap_repeating",
                "window 5 ",
                "window 18446744073709551615 ",
            ),
            6,
        ),
        (
            "a large saltus",
            sealed(
                "grundy certificate 1\nsources 0\ngames 0\nclaim heap 0.8 period 1 from 0 saltus 16777216\n\
                 proof heap window 4000 mask 0 plain values 1\n0\n",
            ),
            6,
        ),
        (
            "a large box",
            of_rules(
                set,
                "claim all values of Half\nproof method boxes 1 values 1\nclasses 0 period 1\n0\n0\n",
            ),
            9,
        ),
    ]
}

#[test]
fn large_numbers_in_small_texts_are_refused_soon_or_end_at_the_bound() {
    let mut at_the_bound = 0;
    for (what, text, line) in testkit::some(costly(), 2) {
        let parsed = parse(&text).unwrap_or_else(|refused| panic!("{what}: {refused}"));
        let WorkLimits { steps, memory, .. } = parsed.bound;
        assert!(
            steps < 1 << 29 && memory < 1 << 30,
            "{what}: {steps} {memory}"
        );
        let Ended {
            verdict,
            looks,
            note,
        } = ended_with(&parsed, u64::MAX, u64::MAX);
        assert!(looks <= steps / 1000, "{what}: {looks}");
        match verdict {
            Ok(()) => panic!("{what} is accepted"),
            Err(CertificateError::Stopped(StopReason::Steps(limit))) => {
                assert_eq!(limit, steps, "{what}")
            }
            Err(CertificateError::Stopped(StopReason::Memory(needed, given))) => {
                assert!(given == memory && needed > memory, "{what}")
            }
            Err(CertificateError::Stopped(stop)) => panic!("{what}: {stop:?}"),
            Err(refused) => {
                println!("{what}: {refused}, {looks} looks");
                continue;
            }
        }
        at_the_bound += 1;
        let note = note.unwrap_or_else(|| panic!("{what}: no note"));
        println!("{what}: {note}, {looks} looks");
        if line > 0 {
            assert!(note.contains(&format!("at line {line},")), "{what}: {note}");
        }
        assert!(note.contains("--time"), "{note}");
    }
    assert!(at_the_bound >= testkit::rounds(2, 5), "{at_the_bound}");
}

/// The clock and the memory limit of the caller apply to every kind of proof. A budget that runs
/// out ends the check soon, and the note names the line.
#[test]
fn time_and_memory_of_the_caller_hold_in_every_check() {
    for (what, text, _) in costly() {
        let parsed = parse(&text).unwrap();
        let Ended {
            verdict,
            looks,
            note,
        } = ended_with(&parsed, u64::MAX, 50);
        if looks > 50 {
            assert_eq!(
                verdict,
                Err(CertificateError::Stopped(StopReason::Time)),
                "{what}"
            );
            assert!(
                note.is_some_and(|note| note
                    .contains("neither accepted nor refused: the checker stopped at line")),
                "{what}"
            );
        }
        let Ended { verdict, .. } = ended_with(&parsed, 1 << 20, u64::MAX);
        let stopped = matches!(verdict, Err(CertificateError::Stopped(StopReason::Memory(_, given))) if given == 1 << 20);
        assert!(
            stopped
                || !matches!(
                    verdict,
                    Err(CertificateError::Stopped(StopReason::Memory(..))) | Ok(())
                ),
            "{what}: {verdict:?}"
        );
    }
}

/// True certificates need a small fraction of the work that their length allows.
#[test]
fn genuine_certificates_stay_far_below_the_bound() {
    // The laws built into the program are the longest to check.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../grundy/laws");
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let held: Vec<(String, String)> = files
        .map(|path| {
            (
                path.display().to_string(),
                std::fs::read_to_string(path).unwrap(),
            )
        })
        .collect();
    assert!(held.len() > 5, "{}", held.len());
    let held = testkit::some(
        held.iter()
            .map(|(name, text)| (name.as_str(), text.as_str())),
        6,
    );
    for (name, text) in WHOLE.iter().copied().chain(held) {
        let Ended { verdict, looks, .. } = ended(text);
        assert_eq!(verdict, Ok(()), "{name}");
        let bound = parse(text).unwrap().bound;
        println!("{name}: {} bytes, {looks} looks", text.len());
        assert!(
            looks * 1025 * 8 < bound.steps,
            "{name}: {looks} looks, {} steps are allowed",
            bound.steps
        );
        let small = ended_with(&parse(text).unwrap(), bound.memory / 8, u64::MAX);
        assert_eq!(small.verdict, Ok(()), "{name}");
    }
}
