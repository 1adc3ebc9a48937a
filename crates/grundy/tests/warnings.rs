//! Warnings of answers: rules with a slot that may be a turn, play that can cycle, and play that is
//! over before it begins.

use base::budget::Budget;
use grundy::answer::Warning;
use grundy::{Session, SolveOptions, position_text};
use rules::ast::EndCondition;

use crate::support::{SessionAnswers, session_with};

/// The two players take from one pile, and each player may take different numbers of tokens.
const PARTIZAN: &str = "game Partizan { state n in 0.., side in 0..1
  move k in {1, 3} when side == 0 : { n -= k, side = 1 }
  move k in {1, 4} when side == 1 : { n -= k, side = 0 } }";

/// Returns the slots that the warnings of an answer name.
fn warned(rules: &str, question: &str) -> Vec<String> {
    let mut session = Session::new();
    session
        .load_rules("a.game", rules)
        .unwrap_or_else(|error| panic!("{rules}: {error:?}"));
    let answer = session.answer_to(question, SolveOptions::VALUE);
    let explained = session
        .explain(question, false, &Budget::generous())
        .unwrap();
    assert_eq!(explained.warnings, answer.warnings, "{question}");
    let graph = session
        .graph(question, 10_000, &Budget::generous())
        .unwrap();
    let stats = session.stats(question, false, &Budget::generous()).unwrap();
    assert_eq!(
        (&graph.warnings, &stats.warnings),
        (&answer.warnings, &answer.warnings),
        "{question}"
    );
    let own_turn = |warning: &Warning| {
        let Warning::OwnTurn { game, slot, .. } = warning else {
            panic!("{warning:?}")
        };
        let told = position_text::warning(warning);
        for text in [&told.en, &told.zh] {
            assert!(
                text.contains(&format!("`{slot}`")) && text.contains(game.as_str()),
                "{text}"
            );
        }
        slot.clone()
    };
    answer.warnings.iter().map(own_turn).collect()
}

/// Rules whose alternation of turns cannot be derived from the text, but is observed: the next turn
/// is stored in an array that no move changes.
const STORED: &str = "game Stored { state n in 0.., t in 0..1, w[0..1] in 0..1  start [n, 0, 1, 0]
  move k in {1, 3} when t == 0 : { n -= k, t = w[t] }
  move k in {1, 4} when t == 1 : { n -= k, t = w[t] } }";

#[test]
fn a_turn_that_is_only_observed_is_warned_of() {
    assert_eq!(warned(STORED, "stored[7] + stored[5]"), ["t"]);
    assert_eq!(warned(STORED, "stored[7] + nim[3]"), ["t"]);
    assert_eq!(warned(STORED, "stored[7]"), [""; 0]);
}

#[test]
fn plans_tell_of_a_turn() {
    let mut session = session_with("a.game", PARTIZAN);
    let explained = session
        .explain("partizan[7, 0]", false, &Budget::generous())
        .unwrap();
    assert!(
        explained.games[0]
            .facts
            .iter()
            .any(|fact| fact.name == "turn" && fact.holds == Some(true))
    );
}

#[test]
fn other_answers_have_no_warning() {
    assert_eq!(
        warned(PARTIZAN, "partizan[7, 0]"),
        [""; 0],
        "one component, and no move leaves more"
    );
    // Each slot in this list resembles a turn slot. A slot is not a turn if a move does not flip
    // it, or if it is never read. A slot with a wider range is not a turn, and neither is a slot of
    // a game whose components all move at once.
    let near = [
        "game G { state n in 0.., t in 0..1  move when t == 0 and n > 0 : [n-1, 1]  move k in 1..3 when t == 1 : [n-k, 0]  move when n > 4 : [n-2, t] }",
        "game G { state n in 0.., t in 0..1  move when t == 0 and n > 0 : [n-1, 1]  move k in 1..3 when t == 1 : [n-k, 0]  move when n > 4 : [n-2, 1] }",
        "game G { state n in 0.., t in 0..1  move k in 1..3 : [n-k, 1-t] }",
        "game G { state n in 0.., t in 0..2  move k in 1..3 when t < 2 : [n-k, 1-t] }",
        "game G { sum every  state n in 0.., t in 0..1  move k in 1..2+t : [n-k, 1-t] }",
        "game G { state n in 0.., t in 0..1  move k in 1..3 when t == 0 : [n-k, 1-t]  move when t == 1 and n > 2 : G2[n] }
         game G2 { state n in 0..  move when n > 0 : [n-1] }",
    ];
    for rules in near {
        assert_eq!(warned(rules, "g[5, 0] + g[3, 0]"), [""; 0], "{rules}");
    }
    let mut session = Session::new();
    let games: Vec<String> = ["kayles[7] + nim[3]", "cram[2, 2]", "dawsonschess[9]"]
        .map(str::to_owned)
        .into();
    for question in games {
        if let Ok(answer) = session.solve(&question, SolveOptions::VALUE, &Budget::generous()) {
            assert_eq!(answer.warnings, [], "{question}");
        }
    }
}

/// Returns the cycle that the warning of an answer shows, as positions.
fn way(rules: &str, question: &str) -> Option<Vec<String>> {
    let mut session = session_with("a.game", rules);
    let answer = session.answer_to(question, SolveOptions::VALUE);
    let shown = answer.warnings.iter().find_map(|warning| match warning {
        Warning::GoesRound { way } => Some(way.clone()),
        _ => None,
    });
    for warning in &answer.warnings {
        let told = position_text::warning(warning);
        assert!(told.en.contains("`loopy`") && told.zh.contains("`loopy`"));
    }
    shown
}

#[test]
fn a_search_that_stopped_at_a_win_says_that_play_can_go_round() {
    let stays = "game C { state n in 0..  sum any  move k in {0, 1} when n > 0 : [n - k] }";
    assert_eq!(way(stays, "c[1]").unwrap(), ["c[1]", "c[1]"]);
    let goal = "game L { state n in 0..3  goal n == 0  move k in {0, 1} when n > 0 : [n - k] }";
    assert_eq!(way(goal, "l[1]").unwrap(), ["l[1]", "l[1]"]);
    // From 3 the winning move leads to 0. The positions 1 and 2 lead to each other.
    let beside = "game B { state n in 0..3  sum any  move when n == 3 : [0]  move when n == 3 : [1]  move when n in 1..2 : [3 - n] }";
    let found = way(beside, "b[3]").unwrap();
    assert_eq!((found.len(), found.first()), (3, found.last()));
    // If each move decreases a number, play cannot cycle, however many positions a search omits.
    let ends = "game E { state n in 0..  sum any  move k in {1, 2} when n > 0 : [n - k] }";
    assert_eq!(way(ends, "e[5] + e[3]"), None);
    // No decreasing measure is found for this game, and the search visits all positions.
    let odd = "game O { state n in 0..9  sum any  move when n in {2, 4, 8} : [(n * n + 1) % 10] }";
    assert_eq!(way(odd, "o[2] + o[4]"), None);
}

#[test]
fn play_that_is_over_before_it_begins_is_told() {
    let mut session = Session::new();
    let mut said = |question: &str, until| {
        session.settings.until = Some(until);
        session.answer_to(question, SolveOptions::VALUE).warnings
    };
    assert_eq!(
        said("nim[3] + kayles[0]", EndCondition::One),
        [Warning::Over {
            component: "kayles[0]".to_owned()
        }]
    );
    assert_eq!(said("nim[3] + kayles[0]", EndCondition::All), []);
    assert_eq!(
        said("nim[3] + nim[4611686018427387904]", EndCondition::One),
        []
    );
}

/// Returns the warnings of a question and of `check` about narrow slots: the text of the move, the
/// slot, and the value.
fn narrow(rules: &str, question: &str) -> Vec<(String, String, i64)> {
    let mut session = Session::new();
    let names = session
        .load_rules("a.game", rules)
        .unwrap_or_else(|error| panic!("{rules}: {error:?}"));
    let answer = session
        .solve(question, SolveOptions::VALUE, &Budget::generous())
        .unwrap_or_else(|error| panic!("{rules}: {error:?}"));
    let found: Vec<_> = answer.warnings.iter().filter_map(told_narrow).collect();
    let report = session.check_report(&names, grundy::check::CheckOptions::default());
    let checked = report
        .warnings
        .iter()
        .filter(|warning| warning.message.en.contains("drops the move"))
        .count();
    assert_eq!(
        checked > 0,
        !found.is_empty(),
        "{rules}: {:?}",
        report.warnings
    );
    found
}

fn told_narrow(warning: &Warning) -> Option<(String, String, i64)> {
    let Warning::NarrowSlot {
        step, slot, value, ..
    } = warning
    else {
        return None;
    };
    let told = position_text::warning(warning);
    for text in [&told.en, &told.zh] {
        assert!(
            text.contains(&format!("`{slot}`"))
                && text.contains(step.en.as_str())
                && text.contains(&value.to_string()),
            "{text}"
        );
    }
    Some((step.en.clone(), slot.clone(), *value))
}

#[test]
fn a_slot_that_is_too_narrow_for_what_a_move_stores_is_told() {
    let one = |step: &str, slot: &str, value| vec![(step.to_owned(), slot.to_owned(), value)];
    let game = |state: &str, rule: &str| {
        format!("game G(S = {{1, 2, 3, 4, 5}}) {{ state {state}  move {rule} }}")
    };
    for (state, rule, question, expected) in [
        (
            "n in 0.., last in 0..3",
            "\"take {k}\" k in S when k != last : [n - k, k]",
            "g[7, 0]",
            one("take 4", "last", 4),
        ),
        (
            "n in 0.., last in 0..3",
            "k in S when k != last : { n -= k, last = k }",
            "g[7, 0]",
            one("k=4", "last", 4),
        ),
        (
            "n in 0.., most in 1..6",
            "k in 1..min(n, most) : [n - k, 2 * k]",
            "g[9, 6]",
            one("k=4", "most", 8),
        ),
        (
            "n in 0.., a[1..2] in 0..3",
            "k in S, i in 1..2 when a[i] == 0 : { n -= k, a[i] = n - k }",
            "g[9, 0, 0]",
            one("k=1, i=1", "a[1]", 8),
        ),
        // No warning appears if the slot's range is wide enough, or the guard names the bound of
        // the slot. No warning appears if the move is a step from the slot itself, or only the
        // slot bounds the choice.
        (
            "n in 0.., last in 0..5",
            "k in S when k != last : [n - k, k]",
            "g[7, 0]",
            Vec::new(),
        ),
        (
            "n in 0.., last in 0..3",
            "k in S when k != last and k <= 3 : [n - k, k]",
            "g[7, 0]",
            Vec::new(),
        ),
        (
            "n in 0.., place in 0..3",
            "k in S : [n - k, place + k]",
            "g[7, 0]",
            Vec::new(),
        ),
        (
            "n in 0.., place in 0..3",
            "k in place+1..place+3 : [n - 1, k]",
            "g[7, 0]",
            Vec::new(),
        ),
        (
            "n in 0.., last in 0..3",
            "k in 1.. when n > 0 : [n - 1, k]",
            "g[7, 0]",
            Vec::new(),
        ),
        (
            "n in 0.., last in 0..3",
            "k in S when n >= 1 : [n - 2000, k]",
            "g[7, 0]",
            Vec::new(),
        ),
    ] {
        let rules = game(state, rule);
        assert_eq!(narrow(&rules, question), expected, "{rules}");
    }
    // A narrow slot of the game `H`, to which a move of `G` leads, causes a warning for positions
    // and for tables of `G`.
    let rules = "game G { state n in 0..  move k in 1..n : [n - k] + H[k] } game H { state m in 0..2  move when m > 0 : [m - 1] }";
    let mut session = session_with("a.game", rules);
    let answer = session.answer_to("g[5]", SolveOptions::VALUE);
    assert_eq!(
        answer
            .warnings
            .iter()
            .filter_map(told_narrow)
            .collect::<Vec<_>>(),
        one("k=3", "m", 3)
    );
    let table = session
        .table("g[0..6]", false, &Budget::generous())
        .unwrap();
    assert_eq!(
        table
            .warnings
            .iter()
            .filter_map(told_narrow)
            .collect::<Vec<_>>(),
        one("k=3", "m", 3)
    );
}

/// No slot of the library triggers the warning.
#[test]
fn no_slot_of_the_library_is_narrow() {
    let session = Session::new();
    let names: Vec<String> = session
        .world
        .declarations()
        .into_iter()
        .map(|declared| declared.lower())
        .collect();
    let mut session = session;
    for name in names {
        let Ok(games) = session.make(std::slice::from_ref(&name)) else {
            continue;
        };
        let found = grundy::narrow_slots(&session.world, games[0], &Budget::generous());
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}
