//! Urgent components: values and winning moves compared with the definition of sums, Nimstring with
//! `again` compared with a separate solver, and questions that are refused.

use std::collections::HashMap;

use base::budget::Budget;
use base::text::Lang;
use fastrand::Rng;
use grundy::answer::{Answer, TableCells};
use grundy::measure::{Measure, MeasuredValue};
use grundy::{Session, SolveOptions};
use rules::game::Outcome;
use rules::play::{SumPosition, moves};
use theory::entailing::EntailingValue;
use theory::value::Grundy;

use crate::conventions::{Table, wins};
use crate::support::session_with;

fn ask(session: &mut Session, position: &str, moves: bool) -> Answer {
    let answer = session.solve(
        position,
        SolveOptions {
            moves,
            winner_only: false,
            to_move: None,
        },
        &Budget::generous(),
    );
    answer.unwrap_or_else(|error| panic!("{position}: {}", error.render(Lang::En, false)))
}

/// Returns the method that decided the whole position.
fn method(answer: &Answer) -> &str {
    &answer.components[0].method
}

#[test]
fn values_and_winning_moves_of_random_sums_are_those_of_the_definition() {
    let mut rng = Rng::with_seed(12);
    let budget = Budget::generous();
    let (mut sums, mut urgent, mut loony, mut lost, mut compared) = (0, 0, 0, 0, 0);
    for game in 0..testkit::rounds(70, 400) {
        let mut session = Session::new();
        let positions = rng.usize(4..10);
        let table = Table::random(&mut rng, positions, Some(3));
        let holds = table.urgent.clone();
        session.add("table", Box::new(table));
        let mut known = HashMap::new();
        for _ in 0..50 {
            let mut parts: Vec<usize> = Vec::new();
            for _ in 0..rng.usize(1..4) {
                let part = rng.usize(0..positions);
                if !holds[part] || parts.iter().all(|other| !holds[*other]) {
                    parts.push(part);
                }
            }
            let text: Vec<String> = parts.iter().map(|part| format!("table[{part}]")).collect();
            let text = format!("{} + nim[{}]", text.join(" + "), rng.u32(0..5));
            let listed = rng.u8(..10) == 0;
            let answer = ask(&mut session, &text, listed);
            let sum = SumPosition::canonical(answer.position.clone(), &session.world);
            let conventions = answer.conventions;
            let Some(expected) = wins(&session.world, &sum, conventions, &mut known) else {
                continue;
            };
            assert_eq!(
                answer.outcome == Outcome::N,
                expected,
                "game {game}: {text}"
            );
            assert_eq!(method(&answer), "entailing", "{text}");
            sums += 1;
            lost += u32::from(!expected);
            urgent += u32::from(parts.iter().any(|part| holds[*part]));
            if listed {
                let options = moves(&session.world, &sum, conventions, &budget)
                    .unwrap()
                    .into_iter()
                    .map(|made| made.leaves);
                let mut winning: Vec<SumPosition> = options
                    .filter(|left| {
                        wins(&session.world, left, conventions, &mut known) == Some(false)
                    })
                    .collect();
                let mut found: Vec<SumPosition> = answer
                    .moves
                    .unwrap()
                    .into_iter()
                    .map(|made| SumPosition(made.leaves))
                    .collect();
                winning.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, winning, "game {game}: {text}");
                compared += found.len();
            }
            // A component is infinite if its sum with every heap is a win.
            if listed && answer.outcome == Outcome::N {
                loony += u32::from((0..16).all(|heap| {
                    ask(
                        &mut session,
                        &format!("table[{}] + nim[{heap}]", parts[0]),
                        false,
                    )
                    .outcome
                        == Outcome::N
                }));
            }
        }
    }
    assert!(
        sums == testkit::rounds(3_500, 20_000)
            && urgent > sums / 5
            && lost > sums / 10
            && loony > sums / 200
            && compared > testkit::rounds(250, 1_500),
        "{sums} {urgent} {lost} {loony} {compared}"
    );
}

/// Returns the value that an answer reports for a component or a cell.
fn entailed(worth: &MeasuredValue) -> EntailingValue {
    match worth {
        MeasuredValue::Number(nimber) => EntailingValue::Free(Some(*nimber as u64)),
        MeasuredValue::Loony(Grundy::LOONY) => EntailingValue::Free(None),
        MeasuredValue::Urgent(value) => (**value).clone(),
        other => panic!("{other}"),
    }
}

/// The outcomes of sums that follow from the reported values of single components agree with the
/// definition of sums. Tables report the same values as answers.
#[test]
fn values_of_single_components_decide_sums_of_two_and_three() {
    let mut rng = Rng::with_seed(2403);
    let budget = Budget::generous();
    let (mut sums, mut lost, mut loony, mut urgent) = (0, 0, 0, 0);
    for game in 0..testkit::rounds(40, 300) {
        let mut session = Session::new();
        let positions = rng.usize(4..9);
        let table = Table::random(&mut rng, positions, Some(3));
        session.add("table", Box::new(table));
        let mut values: Vec<EntailingValue> = Vec::new();
        for part in 0..positions {
            let answer = ask(&mut session, &format!("table[{part}]"), false);
            if answer.components.is_empty() {
                // Play is over.
                assert_eq!(answer.outcome, Outcome::P);
                values.push(EntailingValue::Free(Some(0)));
                continue;
            }
            values.push(
                answer
                    .measured
                    .map(|measured| {
                        assert_eq!(
                            (measured.measure, measured.parts.len()),
                            (Measure::Entailing, 1)
                        );
                        assert_eq!(measured.total.as_ref(), measured.parts.first());
                        let value = entailed(&measured.parts[0]);
                        assert_eq!(value.outcome(), answer.outcome);
                        value
                    })
                    .unwrap_or_else(|| panic!("game {game}: table[{part}] has no value")),
            );
        }
        let shown = session
            .table(&*format!("table[0..{}]", positions - 1), false, &budget)
            .unwrap();
        let TableCells::Worths(_, cells) = &shown.cells else {
            panic!("{:?}", shown.cells)
        };
        assert_eq!(
            cells.iter().flatten().map(entailed).collect::<Vec<_>>(),
            values
        );
        loony += values
            .iter()
            .filter(|value| **value == EntailingValue::Free(None))
            .count();
        urgent += values
            .iter()
            .filter(|value| matches!(value, EntailingValue::Urgent(_)))
            .count();
        let mut known = HashMap::new();
        for _ in 0..40 {
            let parts: Vec<usize> = (0..rng.usize(2..=3))
                .map(|_| rng.usize(0..positions))
                .collect();
            let Some(total) = EntailingValue::sum(parts.iter().map(|part| &values[*part])) else {
                continue;
            };
            let text: Vec<String> = parts.iter().map(|part| format!("table[{part}]")).collect();
            let answer = ask(&mut session, &text.join(" + "), false);
            let sum = SumPosition::canonical(answer.position.clone(), &session.world);
            let Some(expected) = wins(&session.world, &sum, answer.conventions, &mut known) else {
                continue;
            };
            assert_eq!(
                total.outcome() == Outcome::N,
                expected,
                "game {game}: {text:?} {values:?}"
            );
            sums += 1;
            lost += u64::from(!expected);
        }
    }
    assert!(
        sums > testkit::rounds(600, 4_000) && lost > sums / 10 && loony > 5 && urgent > 20,
        "{sums} {lost} {loony} {urgent}"
    );
}

/// The values of Top Entails by the definition in chapter 12 of Winning Ways: the value of a stack
/// from which the top was taken is a set of numbers.
#[test]
fn top_entails_by_its_own_recursion() {
    const MAX_HEAP_SIZE: usize = 80;
    // The value of each stack (`None` if the stack is loony), and the values of the other
    // components with which a move in the stack wins. A player who must answer in an empty stack
    // loses, whatever the other components are.
    let (mut values, mut won): (Vec<Option<u64>>, Vec<Vec<Option<u64>>>) =
        (vec![Some(0)], vec![Vec::new()]);
    for n in 1..=MAX_HEAP_SIZE {
        let split = (1..=n / 2)
            .filter(|k| *k < n)
            .filter_map(|k| Some(values[k]? ^ values[n - k]?))
            .map(Some);
        // The opponent must answer in the stack n - 1, and loses if no move in this stack wins with
        // the value of the other components.
        let all: Vec<Option<u64>> = (0..=300).map(Some).chain([None]).collect();
        let taken = all
            .iter()
            .copied()
            .filter(|beside| !won[n - 1].contains(beside));
        let reached: Vec<Option<u64>> = split.chain(taken).collect();
        values.push((0..=300).find(|value| !reached.contains(&Some(*value))));
        won.push(reached);
    }
    let mut session = Session::new();
    let shown = session
        .table(
            &*format!("topentails[0..{MAX_HEAP_SIZE}, 0..0]"),
            false,
            &Budget::generous(),
        )
        .unwrap();
    let TableCells::Worths(_, cells) = &shown.cells else {
        panic!("{:?}", shown.cells)
    };
    let found: Vec<EntailingValue> = cells.iter().flatten().map(entailed).collect();
    assert_eq!(
        found,
        values
            .into_iter()
            .map(EntailingValue::Free)
            .collect::<Vec<_>>()
    );
    assert_eq!(
        found
            .iter()
            .filter(|value| **value == EntailingValue::Free(None))
            .count(),
        2
    );
}

/// Returns the rules of Nimstring on a tree: a player who takes the last string of a coin moves
/// again, and a player who cannot move loses.
fn nimstring(edges: &[(usize, usize)]) -> String {
    let count = edges.len();
    let strings = |at: usize| {
        let here = edges
            .iter()
            .enumerate()
            .filter(|(_, (a, b))| *a == at || *b == at);
        here.map(|(edge, _)| format!("e[{}]", edge + 1))
            .collect::<Vec<_>>()
            .join(" + ")
    };
    let rules: String = (edges.iter().enumerate())
        .map(|(edge, &(a, b))| {
            let (this, frees) = (
                edge + 1,
                format!("({} == 1 or {} == 1)", strings(a), strings(b)),
            );
            format!(
                "move when e[{this}] == 1 and {frees} : {{ e[{this}] = 0 }} again \
                 move when e[{this}] == 1 and not {frees} : {{ e[{this}] = 0 }} "
            )
        })
        .collect();
    format!("game Strings {{ state e[1..{count}] in 0..1 {rules} }}")
}

/// Returns whether the player to move wins the sum of the strings in `left` and a heap.
fn wins_nimstring(
    edges: &[(usize, usize)],
    left: u32,
    heap: u32,
    known: &mut HashMap<(u32, u32), bool>,
) -> bool {
    if let Some(&wins) = known.get(&(left, heap)) {
        return wins;
    }
    let degree = |at: usize| {
        edges
            .iter()
            .enumerate()
            .filter(|(e, (a, b))| left >> e & 1 == 1 && (*a == at || *b == at))
            .count()
    };
    let mut wins = (0..heap).any(|smaller| !wins_nimstring(edges, left, smaller, known));
    for (edge, &(a, b)) in edges
        .iter()
        .enumerate()
        .filter(|(edge, _)| left >> edge & 1 == 1)
    {
        let again = degree(a) == 1 || degree(b) == 1;
        wins |= wins_nimstring(edges, left & !(1 << edge), heap, known) == again;
    }
    known.insert((left, heap), wins);
    wins
}

#[test]
fn nimstring_on_small_trees() {
    let mut rng = Rng::with_seed(31);
    let mut lost = 0;
    for _ in 0..40 {
        let edges: Vec<(usize, usize)> = (1..rng.usize(2..8))
            .map(|vertex| (rng.usize(0..vertex), vertex))
            .collect();
        let mut session = session_with("strings.game", &nimstring(&edges));
        let mut known = HashMap::new();
        for _ in 0..20 {
            let (left, heap) = (rng.u32(0..1 << edges.len()), rng.u32(0..4));
            let cells: Vec<String> = (0..edges.len())
                .map(|edge| (left >> edge & 1).to_string())
                .collect();
            let text = format!("strings[{}] + nim[{heap}]", cells.join(", "));
            let expected = wins_nimstring(&edges, left, heap, &mut known);
            let answer = ask(&mut session, &text, false);
            assert_eq!(
                (answer.outcome == Outcome::N, method(&answer)),
                (expected, "entailing"),
                "{edges:?} {text}"
            );
            lost += u32::from(!expected);
        }
    }
    assert!(lost > 50, "{lost}");
}

/// Moves in up to two components, misère play and moves in several components are searched by the
/// definition of sums.
#[test]
fn other_conventions_are_searched() {
    const RULES: &str = "game Hold { state n in 0.., held in 0..1 urgent held == 1 and n > 0 \
        move k in 1..2 : [n - k, 0] move when n > 1 : [n - 2, 1] + [n / 2, 1] move when n > 0 : [n - 1, 0] again }";
    let mut rng = Rng::with_seed(8);
    let mut searched = 0;
    for options in [
        "",
        "play misere",
        "sum every",
        "sum any",
        "sum upto 2",
        "until one",
        "sum every until one play misere",
    ] {
        let mut session = session_with(
            "hold.game",
            &RULES.replace("urgent", &format!("{options} urgent")),
        );
        let mut known = HashMap::new();
        for _ in 0..30 {
            let parts: Vec<String> = (0..rng.usize(1..4))
                .map(|_| format!("hold[{}, {}]", rng.u32(..5), rng.u32(..2)))
                .collect();
            let text = parts.join(" + ");
            let answer = ask(&mut session, &text, false);
            let sum = SumPosition::canonical(answer.position.clone(), &session.world);
            let Some(expected) = wins(&session.world, &sum, answer.conventions, &mut known) else {
                continue;
            };
            assert_eq!(answer.outcome == Outcome::N, expected, "{options}: {text}");
            searched += u32::from(method(&answer) != "entailing");
        }
    }
    assert!(searched > testkit::rounds(60, 150), "{searched}");
}

#[test]
fn what_is_refused() {
    let refused = |rules: &str, position: &str| {
        let mut session = Session::new();
        if let Err(error) = session.load_rules("own.game", rules) {
            return error.render(Lang::En, false);
        }
        let asked = SolveOptions::VALUE;
        session
            .solve(position, asked, &Budget::generous())
            .unwrap_err()
            .render(Lang::En, false)
    };
    let stuck = refused(
        "game Own { state n in 0..9\n urgent n == 2\n move k in 3..5 : [n - k] move when n == 9 : [2] }",
        "own[9]",
    );
    assert!(
        stuck.contains("urgent but has no move")
            && stuck.contains("own.game:2:2")
            && stuck.contains("own[2]"),
        "{stuck}"
    );
    for (word, rules) in [
        (
            "urgent",
            "game Own { state n in 0..9 loopy urgent n == 2 move k in 1..n : [n - k] }",
        ),
        (
            "again",
            "game Own { state n in 0..9 loopy move k in 1..n : [n - k] again }",
        ),
    ] {
        let error = refused(rules, "own[5]");
        assert!(
            error.contains(&format!("`{word}` cannot be combined with `loopy`"))
                && error.contains("own.game:1:"),
            "{error}"
        );
    }
}

/// If `why` reports that a component is infinite, or urgent, the claim holds in sums: the sum with
/// a component that ends and is not urgent is a win. The added component must end and must not be
/// urgent, because a sum with a loopy component may be drawn. A sum with an urgent component may be
/// lost.
#[test]
fn what_why_says_of_infinite_components_holds_in_sums() {
    let mut rng = Rng::with_seed(57);
    let budget = Budget::generous();
    let (mut claimed, mut won, mut drawn, mut lost, mut beside) = (0, 0, 0, 0, 0);
    for _ in 0..testkit::rounds(60, 400) {
        let mut session = Session::new();
        let positions = rng.usize(4..8);
        let table = Table::random(&mut rng, positions, Some(3));
        let urgent = table.urgent.clone();
        session.add("table", Box::new(table));
        let mut known = HashMap::new();
        for at in 1..positions {
            let why = session
                .why(&*format!("table[{at}] + nim[{}]", rng.u8(1..4)), &budget)
                .unwrap();
            let works = why
                .whole
                .and_then(|whole| whole.works)
                .map_or(String::new(), |text| text.en);
            let Some(line) = works
                .lines()
                .find(|line| line.starts_with(&format!("table[{at}]: ")))
            else {
                continue;
            };
            let is_infinite = line
                .contains("∞: if play in the other components must end and none of them is urgent");
            assert_eq!(
                line.contains("urgent: if play in the other components must end"),
                urgent[at],
                "{line}"
            );
            if !is_infinite {
                assert!(
                    urgent[at]
                        || line
                            .split(": ")
                            .nth(1)
                            .is_some_and(|value| value.parse::<u64>().is_ok()),
                    "{line}"
                );
                continue;
            }
            claimed += 1;
            for _ in 0..12 {
                let other = rng.usize(0..positions);
                let neighbour = match rng.u8(..4) {
                    0 => format!("nim[{}] + kayles[{}]", rng.u8(..5), rng.u8(..6)),
                    1 => format!("ringwalk[{}]", rng.u8(..10)),
                    _ => format!("table[{other}] + nim[{}]", rng.u8(..3)),
                };
                let text = format!("table[{at}] + {neighbour}");
                let outcome = ask(&mut session, &text, false);
                let sum = SumPosition::canonical(outcome.position.clone(), &session.world);
                if neighbour.starts_with("ringwalk") {
                    drawn += u32::from(outcome.outcome == Outcome::D);
                } else if neighbour.starts_with("table") && urgent[other] {
                    lost += u32::from(outcome.outcome == Outcome::P);
                    beside += 1;
                } else if let Some(expected) =
                    wins(&session.world, &sum, outcome.conventions, &mut known)
                {
                    assert!(expected && outcome.outcome == Outcome::N, "{text}");
                    won += 1;
                }
            }
        }
    }
    assert!(
        claimed > 15 && won > 60 && drawn > 5 && lost > 0 && beside > 10,
        "{claimed} {won} {drawn} {lost} {beside}"
    );
}
