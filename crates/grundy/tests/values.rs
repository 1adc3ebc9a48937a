//! The values that tables and answers report, in each measure, compared with their definitions on
//! whole positions.

use std::collections::HashMap;

use base::budget::Budget;
use base::text::Lang;
use fastrand::Rng;
use grundy::answer::{CellKind, TableAnswer, TableCells};
use grundy::measure::{Measure, MeasuredValue};
use grundy::{Session, SolveError};
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, Outcome, SumKind};
use rules::play::{SumPosition, moves};
use rules::world::World;

use crate::support::SessionAnswers;

fn table(
    session: &mut Session,
    question: &str,
    measure: Measure,
    minus: Option<&str>,
) -> TableAnswer {
    let wanted = CellKind {
        measure: Some(measure),
        minus: minus.map(str::to_owned),
    };
    let table = session.measured_table(question, &wanted, &Budget::generous());
    table.unwrap_or_else(|error| panic!("{question}: {}", error.render(Lang::En, false)))
}

fn numbers(
    session: &mut Session,
    question: &str,
    measure: Measure,
    minus: Option<&str>,
) -> Vec<i64> {
    match table(session, question, measure, minus).cells {
        TableCells::Worths(_, list) => list
            .into_iter()
            .map(|cell| cell.and_then(|worth| worth.as_number()).expect("a number"))
            .collect(),
        TableCells::Values(list) => list
            .iter()
            .map(|cell| cell.and_then(|v| v.as_nimber()).expect("a number") as i64)
            .collect(),
        TableCells::Outcomes(_) => panic!("numbers"),
    }
}

/// Seed 000, 4.3.3: RR(x, y) = 1 - min, with the minimum over the options, if 1 - min is positive;
/// otherwise - min - 1. RR is 0 if the position has no move.
fn rr(n: i64) -> Vec<i64> {
    let mut all: HashMap<(i64, i64), i64> = HashMap::new();
    for sum in 2..=2 * n {
        for x in (sum - n).max(1)..=n.min(sum - 1) {
            let y = sum - x;
            let steps = [(-2, 1), (-2, -1), (1, -2), (-1, -2)].map(|(dx, dy)| (x + dx, y + dy));
            let options: Vec<i64> = steps
                .iter()
                .filter_map(|step| all.get(step))
                .copied()
                .collect();
            let value = match options.iter().min() {
                None => 0,
                // An option is lost for the next player if its RR is not positive.
                Some(&least) if least <= 0 => 1 - least,
                Some(&least) => -least - 1,
            };
            all.insert((x, y), value);
        }
    }
    (1..=n)
        .flat_map(|x| (1..=n).map(move |y| (x, y)))
        .map(|cell| all[&cell])
        .collect()
}

#[test]
fn the_round_of_knights_cell_by_cell() {
    for without in [false, true] {
        for n in [8, 10, 13] {
            let mut session = Session::new();
            if without {
                session.settings.switch_off("ceoi-knights").unwrap();
            }
            let question = format!("knights({n})[1..{n}, 1..{n}]");
            let found = numbers(&mut session, &question, Measure::Suspense, None);
            assert_eq!(found, rr(n).iter().map(|rr| rr.abs()).collect::<Vec<i64>>());
            let left = numbers(
                &mut session,
                &question,
                Measure::Suspense,
                Some("x / 2 + y / 2"),
            );
            // The corrected block of 4.3.4. The outermost layer of the table agrees with the
            // corrected block if N is 2 or 3 modulo 4.
            let block = [
                [0, -1, 0, -1],
                [-1, -2, -1, -2],
                [0, -1, -1, 0],
                [-1, -2, 0, -1],
            ];
            for (at, left) in (0..).zip(left) {
                let (x, y) = (at / n as usize, at % n as usize);
                assert!(
                    n % 4 != 2 && x.max(y) as i64 == n - 1 || left == block[x % 4][y % 4],
                    "{n}: {x}, {y}: {left}"
                );
            }
        }
    }
}

/// Returns the outcome and the number of moves of play under some conventions. The flag in `how`
/// states whether the winner delays or hurries.
fn lasts(
    world: &World,
    sum: &SumPosition,
    how: (Conventions, bool),
    known: &mut HashMap<SumPosition, (bool, i64)>,
) -> (bool, i64) {
    if let Some(&found) = known.get(sum) {
        return found;
    }
    let options: Vec<(bool, i64)> = moves(world, sum, how.0, &Budget::generous())
        .unwrap()
        .into_iter()
        .map(|made| lasts(world, &made.leaves, how, known))
        .collect();
    let of = |won: bool| {
        options
            .iter()
            .filter(move |option| option.0 == won)
            .map(|option| option.1)
    };
    let (lost, won) = if how.1 {
        (of(false).max(), of(true).min())
    } else {
        (of(false).min(), of(true).max())
    };
    let found = match (lost, won) {
        (Some(moves), _) => (true, moves + 1),
        (None, Some(moves)) => (false, moves + 1),
        (None, None) => (how.0.play == PlayConvention::Misere, 0),
    };
    known.insert(sum.clone(), found);
    found
}

/// Returns the foreclosed value of a component in normal play: `Err(true)` if the component has
/// ended, `Err(false)` if it can be ended at once.
fn foreclosed(
    world: &World,
    sum: &SumPosition,
    known: &mut HashMap<SumPosition, Result<i64, bool>>,
) -> Result<i64, bool> {
    if let Some(&found) = known.get(sum) {
        return found;
    }
    let conventions = Conventions::default();
    // A move leaves a sum of parts, and this sum is over when its first part is over.
    let mut parts = |leaves: &SumPosition| -> Result<i64, bool> {
        let list: Vec<Result<i64, bool>> = leaves
            .0
            .iter()
            .map(|part| foreclosed(world, &SumPosition(vec![part.clone()]), known))
            .collect();
        if list.is_empty() || list.contains(&Err(true)) {
            return Err(true);
        }
        list.into_iter().try_fold(0, |sum, part| Ok(sum ^ part?))
    };
    let options: Vec<Result<i64, bool>> = moves(world, sum, conventions, &Budget::generous())
        .unwrap()
        .iter()
        .map(|made| parts(&made.leaves))
        .collect();
    let found = match options.is_empty() {
        true => Err(true),
        false if options.contains(&Err(true)) => Err(false),
        false => Ok((0..).find(|n| !options.contains(&Ok(*n))).unwrap()),
    };
    known.insert(sum.clone(), found);
    found
}

/// Returns a component with few positions: a heap of a random code, or a component of a game that
/// is not given by a code.
fn component(rng: &mut Rng) -> String {
    match rng.u8(0..5) {
        0 => format!("wythoff[{}, {}]", rng.u8(0..4), rng.u8(0..4)),
        1 => format!("bash({})[{}]", rng.u8(1..4), rng.u8(0..8)),
        2 => format!("knights(5)[{}, {}]", rng.u8(1..6), rng.u8(1..6)),
        _ => format!(
            "0.{}{}{}[{}]",
            rng.u8(0..8),
            rng.u8(0..8),
            rng.u8(1..8),
            rng.u8(0..8)
        ),
    }
}

#[test]
fn every_measure_agrees_with_its_definition() {
    let mut rng = Rng::with_seed(192);
    let (mut told, mut refused, mut hurried) = (HashMap::new(), 0, 0);
    for _ in 0..200 {
        let mut session = Session::new();
        let play = if rng.bool() {
            PlayConvention::Normal
        } else {
            PlayConvention::Misere
        };
        let sum = [SumKind::One, SumKind::Every, SumKind::Any, SumKind::Upto(2)][rng.usize(0..4)];
        let until = if rng.bool() {
            EndCondition::All
        } else {
            EndCondition::One
        };
        (
            session.settings.play,
            session.settings.sum,
            session.settings.until,
        ) = (Some(play), Some(sum), Some(until));
        let conventions = Conventions {
            play,
            sum,
            until,
            loopy: false,
            entailing: false,
        };
        let parts: Vec<String> = (0..rng.usize(1..=2)).map(|_| component(&mut rng)).collect();
        let text = parts.join(" + ");
        for &measure in Measure::had(&conventions) {
            let answer = match session.measure(&text, measure, &Budget::generous()) {
                Ok(answer) => answer,
                // The suspense of components does not determine the suspense of their sum if a move
                // plays in one component and may leave several components.
                Err(SolveError::Unsupported(_))
                    if measure == Measure::Suspense
                        && (sum, until) != (SumKind::Every, EndCondition::All) =>
                {
                    refused += 1;
                    continue;
                }
                Err(error) => panic!("{text}: {}", error.render(Lang::En, false)),
            };
            let measured = answer.measured.clone().unwrap();
            let world = session.world.clone();
            let whole = SumPosition::canonical(answer.position.clone(), &world);
            if let Some(moves) = answer.remoteness {
                assert_eq!(
                    lasts(&world, &whole, (conventions, false), &mut HashMap::new()).1,
                    moves as i64,
                    "{text}, {conventions:?}"
                );
                hurried += 1;
            }
            let Some(total) = measured.total else {
                continue;
            };
            *told.entry(measure.name()).or_insert(0) += 1;
            let at = format!("{text}, {conventions:?}, {}: {total}", measure.name());
            match measure {
                Measure::Suspense | Measure::Remoteness => {
                    let (won, moves) = lasts(
                        &world,
                        &whole,
                        (conventions, measure == Measure::Suspense),
                        &mut HashMap::new(),
                    );
                    assert_eq!(total, MeasuredValue::Number(moves), "{at}");
                    assert_eq!(
                        answer.outcome,
                        if won { Outcome::N } else { Outcome::P },
                        "{at}"
                    );
                }
                Measure::Foreclosed
                    if play == PlayConvention::Normal && answer.position.len() == 1 =>
                {
                    let expected = match foreclosed(&world, &whole, &mut HashMap::new()) {
                        Ok(number) => MeasuredValue::Number(number),
                        Err(true) => MeasuredValue::Ended,
                        Err(false) => MeasuredValue::Instant,
                    };
                    assert_eq!(total, expected, "{at}");
                }
                Measure::Misere | Measure::Genus => {
                    let of_play = |play| Conventions {
                        play,
                        ..Conventions::default()
                    };
                    let beside = |session: &mut Session, play, heaps: usize| {
                        let lost = (0..).find(|n| {
                            let mut with = answer.position.clone();
                            let more = format!("nim[{n}]{}", " + nim[2]".repeat(heaps));
                            with.extend(
                                grundy::question::position(
                                    session.world_mut(),
                                    &more,
                                    &Budget::generous(),
                                )
                                .unwrap()
                                .components,
                            );
                            let sum = SumPosition::canonical(with, &session.world);
                            !lasts(
                                &session.world,
                                &sum,
                                (of_play(play), false),
                                &mut HashMap::new(),
                            )
                            .0
                        });
                        lost.unwrap()
                    };
                    if text.len() > 14 {
                        continue;
                    }
                    let misere = beside(&mut session, PlayConvention::Misere, 0);
                    match &total {
                        MeasuredValue::Number(number) => assert_eq!(*number, misere, "{at}"),
                        MeasuredValue::Genus(genus) => {
                            assert_eq!(
                                (genus.normal() as i64, genus.misere() as i64),
                                (beside(&mut session, PlayConvention::Normal, 0), misere),
                                "{at}"
                            );
                            assert_eq!(
                                genus.value_at(1) as i64,
                                beside(&mut session, PlayConvention::Misere, 1),
                                "{at}"
                            );
                        }
                        _ => panic!("{at}"),
                    }
                }
                Measure::Grundy => {
                    assert_eq!(total.to_string(), answer.value.unwrap().to_string(), "{at}")
                }
                _ => {}
            }
        }
    }
    assert!(
        told.len() == 6 && told.values().all(|count| *count > 10) && refused > 5 && hurried > 150,
        "{told:?} {refused} {hurried}"
    );
}

/// The numbers of moves are compared with a lookahead. Within m moves, the player to move wins if
/// an option is lost within m - 1. The player to move loses if every option is won within m - 1.
#[test]
fn the_moves_to_a_win_where_play_may_go_round() {
    let mut rng = Rng::with_seed(7);
    let (mut won, mut drawn) = (0, 0);
    for _ in 0..300 {
        let (vertices, arcs) = (rng.usize(2..9), rng.usize(2..16));
        let arcs: Vec<(usize, usize)> = (0..arcs)
            .map(|_| (rng.usize(0..vertices), rng.usize(0..vertices)))
            .filter(|(a, b)| a != b)
            .collect();
        let (Some(&(at, _)), beside) = (arcs.first(), rng.u8(0..3)) else {
            continue;
        };
        let shown: Vec<String> = arcs.iter().map(|(a, b)| format!("v{a}>v{b}")).collect();
        let text = format!("digraph({}; at v{at}) + nim[{beside}]", shown.join(" "));
        let text = if beside == 0 {
            text.replace(" + nim[0]", "")
        } else {
            text
        };
        // A position is a vertex and a heap.
        let options = |(vertex, heap): (usize, usize)| -> Vec<(usize, usize)> {
            let token = arcs
                .iter()
                .filter(move |(a, _)| *a == vertex)
                .map(move |(_, b)| (*b, heap));
            token
                .chain((0..heap).map(move |less| (vertex, less)))
                .collect()
        };
        let all: Vec<(usize, usize)> = (0..vertices)
            .flat_map(|v| (0..=usize::from(beside)).map(move |heap| (v, heap)))
            .collect();
        let mut decided: HashMap<(usize, usize), (bool, u64)> = HashMap::new();
        for moves in 0..60 {
            let before = decided.clone();
            for &position in all.iter().filter(|position| !before.contains_key(position)) {
                let list = options(position);
                let lost =
                    |option: &(usize, usize)| before.get(option).is_some_and(|(won, _)| !won);
                let winning =
                    |option: &(usize, usize)| before.get(option).is_some_and(|(won, _)| *won);
                if list.iter().any(lost) {
                    decided.insert(position, (true, moves));
                } else if list.iter().all(winning) {
                    decided.insert(position, (false, moves));
                }
            }
        }
        let answer = Session::new().answer_to(&text, grundy::SolveOptions::VALUE);
        match decided.get(&(at, usize::from(beside))) {
            Some((wins, moves)) => {
                assert_eq!(
                    answer.outcome,
                    if *wins { Outcome::N } else { Outcome::P },
                    "{text}"
                );
                assert_eq!(
                    answer.remoteness,
                    Some(*moves).filter(|&moves| moves > 0),
                    "{text}"
                );
                won += 1;
            }
            None => {
                assert_eq!(
                    (answer.outcome, answer.remoteness),
                    (Outcome::D, None),
                    "{text}"
                );
                drawn += 1;
            }
        }
    }
    assert!(won > 80 && drawn > 30, "{won} {drawn}");
}

#[test]
fn what_a_convention_lacks_is_refused_with_what_it_has() {
    let refused = |play: Option<PlayConvention>, sum, question: &str, wanted: CellKind| {
        let mut session = Session::new();
        (session.settings.play, session.settings.sum) = (play, sum);
        let Err(error) = session.measured_table(question, &wanted, &Budget::generous()) else {
            panic!("{question} is answered")
        };
        assert!(
            matches!(error, SolveError::Usage(_) | SolveError::Refused(_)),
            "{question}"
        );
        error.render(Lang::En, false)
    };
    let of = |measure, minus: Option<&str>| CellKind {
        measure,
        minus: minus.map(str::to_owned),
    };
    let foreclosed = refused(None, None, "nim[0..3]", of(Some(Measure::Foreclosed), None));
    assert!(
        foreclosed.contains("available values: grundy, remoteness, suspense, misere, genus"),
        "{foreclosed}"
    );
    let grundy = refused(
        None,
        Some(SumKind::Every),
        "nim[0..3]",
        of(Some(Measure::Grundy), None),
    );
    assert!(
        grundy.contains("available values: suspense, remoteness"),
        "{grundy}"
    );
    assert!(
        refused(
            Some(PlayConvention::Misere),
            None,
            "nim[0..3]",
            of(Some(Measure::Loopy), None)
        )
        .contains("misere, genus")
    );
    assert!(
        refused(None, None, "nim[0..3] + nim[2]", of(None, Some("n"))).contains("single component")
    );
    assert!(refused(None, None, "nim[0..3]", of(None, Some("m"))).contains("`m`"));
    assert!(refused(None, None, "nim[0..3]", of(None, Some("1 / n"))).contains("nim[0]"));
    assert!(
        refused(None, None, "nim[0..3]", of(Some(Measure::Genus), Some("1"))).contains("genus")
    );
    assert!(refused(None, None, "0.77[0..3]", of(None, Some("n"))).contains("rule language"));
}
