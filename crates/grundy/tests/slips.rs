//! Input by users who have not read a manual, with errors. Each input is listed with the repair
//! that the error message must show. The repair is the complete corrected question or line, and is
//! itself accepted.

use base::budget::Budget;
use base::diagnostic::corrected;
use base::text::Lang;
use grundy::check::CheckOptions;
use grundy::{Session, SolveError, SolveOptions};
use rules::world::SourceError;

const CORPUS: &str = include_str!("slips.txt");

struct Slip<'t> {
    kind: &'t str,
    typed: String,
    repair: String,
}

fn corpus() -> Vec<Slip<'static>> {
    let plain: Vec<&str> = CORPUS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    let blocks = plain
        .split(|line| line.is_empty())
        .filter(|block| !block.is_empty());
    let slip = |block: &[&'static str]| {
        let bar = block
            .iter()
            .position(|line| *line == "--")
            .expect("a block has a bar");
        Slip {
            kind: block[0],
            typed: block[1..bar].join("\n"),
            repair: block[bar + 1..].join("\n"),
        }
    };
    blocks.map(slip).collect()
}

const SOLVE_OPTIONS: SolveOptions = SolveOptions::WINNER;

/// Runs a question that must be refused, and returns the error.
fn asked(kind: &str, question: &str) -> Result<(), SourceError> {
    let mut session = Session::new();
    let refusal = match kind {
        "solve" => session
            .solve(question, SOLVE_OPTIONS, &Budget::generous())
            .err(),
        _ => session.table(question, false, &Budget::generous()).err(),
    };
    told(refusal)
}

/// Loads a file and instantiates each of its games.
fn read(text: &str) -> Result<(), SourceError> {
    let mut session = Session::new();
    let names = match session.load_rules("slip.game", text) {
        Ok(names) => names,
        Err(error) => return told(Some(error)),
    };
    for name in &names {
        // The text of a game on words is queried at its start position.
        let question = if text.contains(" word of ") {
            name.clone()
        } else {
            format!("{name}[5]")
        };
        match session.solve(&*question, SOLVE_OPTIONS, &Budget::generous()) {
            Err(SolveError::Refused(refusal)) => return Err(refusal),
            Err(error) => panic!("{text}\n{error:?}"),
            Ok(_) => {}
        }
    }
    told(
        session
            .check(
                &names,
                CheckOptions {
                    positions: 10,
                    prove: false,
                },
                &Budget::generous(),
            )
            .err(),
    )
}

fn told(error: Option<SolveError>) -> Result<(), SourceError> {
    match error {
        None => Ok(()),
        Some(SolveError::Refused(refusal)) => Err(refusal),
        Some(error) => panic!("{error:?}"),
    }
}

fn in_game(item: &str) -> String {
    format!("game Slip {{ state n in 0..\n  {item}\n  move j in 1..2 : [n - j]\n}}\n")
}

/// Returns the difference between the reply to a slip and the expected reply.
fn difference(slip: &Slip<'_>) -> Option<String> {
    let Slip {
        kind,
        typed,
        repair,
    } = slip;
    let (refused, mended) = match *kind {
        "item" => (read(&in_game(typed)), read(&in_game(repair))),
        "file" => (read(typed), read(repair)),
        kind => (asked(kind, typed), asked(kind, repair)),
    };
    let Err(refusal) = refused else {
        return Some(format!("{kind} {typed}: accepted"));
    };
    let shown = refusal.render(Lang::En, false);
    if let Err(refusal) = mended {
        return Some(format!(
            "{kind} {repair}: refused\n{}",
            refusal.render(Lang::En, false)
        ));
    }
    if *kind == "file" {
        let source = &refusal.source.text;
        let found = corrected(&refusal.diagnostics, source);
        let trimmed = |text: &str| {
            text.lines()
                .map(str::trim_end)
                .collect::<Vec<_>>()
                .join("\n")
        };
        if trimmed(&found) != *repair {
            return Some(format!("{typed}\nis mended to\n{found}\n{shown}"));
        }
        return None;
    }
    let repairs: Vec<&str> = refusal
        .diagnostics
        .iter()
        .filter_map(|found| found.repair.as_deref())
        .collect();
    let zh = refusal.render(Lang::Zh, false);
    let said = shown.contains(&format!("write {repair}")) && zh.contains(&format!("请写 {repair}"));
    (repairs != [repair] || !said)
        .then(|| format!("{kind} {typed}: {repairs:?} instead of {repair:?}\n{shown}"))
}

#[test]
fn each_slip_is_shown_its_repair() {
    let all: Vec<String> = corpus().iter().filter_map(difference).collect();
    assert!(
        all.is_empty(),
        "{} differences:\n{}",
        all.len(),
        all.join("\n\n")
    );
}

#[test]
fn the_corpus_is_large_and_in_both_languages() {
    let all = corpus();
    let chinese = |slip: &&Slip<'_>| !slip.typed.is_ascii();
    assert!(all.len() >= 100, "{}", all.len());
    assert!(all.iter().filter(chinese).count() >= 15);
}

#[test]
fn nothing_is_shown_where_nothing_is_known() {
    for question in [
        "nim[-1]",
        "nim[3.5]",
        "nim[3]=nim[4]",
        "zebra[3]",
        "3 4 5",
        "nim[n]",
        "wythoff[3]",
        "nim",
        "",
        "nim[3] + 5",
        "nim[3] + 5 + kayles[2]",
        "nim[3] * 99999999999999999999",
        "4294967296 * nim[3] * 4294967296",
    ] {
        let refusal = asked("solve", question).expect_err(question);
        let repairs: Vec<_> = refusal
            .diagnostics
            .iter()
            .filter_map(|found| found.repair.as_deref())
            .collect();
        assert!(repairs.is_empty(), "{question}: {repairs:?}");
    }
}

/// The error about an input shows help but no repair, if no repair would be accepted.
#[test]
fn no_repair_is_shown_that_is_refused_as_well() {
    for (typed, helps) in [
        (
            "game G { state n in 0.. player Left move k in 1..n : [n - k] }",
            "unknown item `player`",
        ),
        (
            "game G { state n in 0..  move k in 1..n when mex(1, 2) == 0 : [n - k] }",
            "recurrence",
        ),
        (
            "game G { state a[1..4] in 0..1  move k in 1..4 when a[2, 2] == 1 : { a[k] = 0 } }",
            "a[C * (i - 1) + j]",
        ),
        (
            "game G { state n in 0..  let sum = n + 1  move k in 1..n : [n - k] }",
            "such as `amount`",
        ),
        (
            "game G { state n in 0..  move k in 1..n when (n, k) < (1, 2) : [n - k] }",
            "x == a and y == b",
        ),
    ] {
        let refusal = read(typed).expect_err(typed);
        let shown = refusal.render(Lang::En, false);
        assert!(
            refusal
                .diagnostics
                .iter()
                .all(|found| found.repair.is_none()),
            "{shown}"
        );
        assert!(shown.contains(helps), "{shown}");
    }
}

/// Every name that is proposed in place of a reserved word is accepted.
#[test]
fn names_that_are_proposed_are_free() {
    for word in [
        "state", "move", "start", "sum", "goal", "note", "game", "coins", "in", "play", "let",
        "for", "nothing", "trap",
    ] {
        let text =
            format!("game G {{ state n in 0..  let {word} = n + 1  move k in 1..n : [n - k] }}");
        let refusal = read(&text).expect_err(word);
        let shown = refusal.render(Lang::En, false);
        let proposed = shown
            .split("such as `")
            .nth(1)
            .and_then(|rest| rest.split('`').next())
            .unwrap_or_else(|| panic!("{shown}"));
        let mended = text.replace(&format!("let {word} ="), &format!("let {proposed} ="));
        read(&mended).unwrap_or_else(|refusal| panic!("{}", refusal.render(Lang::En, false)));
    }
}

#[test]
fn a_renamed_game_is_found() {
    let mut session = Session::new();
    let text = "game Stones { state n in 0.. move k in 1..3 : [n - k] }";
    session.load_rules("my.game", text).unwrap();
    let mut repair = |question: &str| {
        let asked = session.solve(question, SOLVE_OPTIONS, &Budget::generous());
        let refusal = told(asked.err()).expect_err("no game has this name");
        refusal
            .diagnostics
            .into_iter()
            .find_map(|found| found.repair)
    };
    assert_eq!(repair("my[7]").as_deref(), Some("stones[7]"));
    assert_eq!(
        repair("oldname[7] + nim[3]").as_deref(),
        Some("stones[7] + nim[3]")
    );
    // A game with a similar name is preferred.
    assert_eq!(repair("kaylse[7]").as_deref(), Some("kayles[7]"));
}
