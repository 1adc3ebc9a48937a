//! Tables over sums: each cell equals the answer to its position.

use base::budget::Budget;
use grundy::answer::{CellKind, TableAnswer, TableCells};
use grundy::measure::Measure;
use grundy::{Session, SolveOptions, position_text};
use rules::ast::PlayConvention;
use rules::game::SumKind;

use crate::support::{SessionAnswers, session_with, slot_ranges};

fn table(session: &mut Session, question: &str, outcomes: bool) -> TableAnswer {
    session
        .table(question, outcomes, &Budget::generous())
        .unwrap_or_else(|error| panic!("{question}: {error:?}"))
}

/// Returns all pairs of numbers of two ranges, in the order of the cells of their table.
fn pairs(table: &TableAnswer) -> Vec<(i64, i64)> {
    let [(_, a, b), (_, c, d)] = table.running()[..] else {
        panic!("two ranges run")
    };
    (*a..=*b)
        .flat_map(|i| (*c..=*d).map(move |j| (i, j)))
        .collect()
}

#[test]
fn cells_of_a_sum_are_the_answers_to_its_positions() {
    let misere = (Some(PlayConvention::Misere), None);
    let cases = [
        (
            "kayles[0..6] + kayles[0..5]",
            "kayles[#] + kayles[@]",
            (None, None),
        ),
        (
            "kayles[0..6] + nim[3] + kayles[2..5]",
            "kayles[#] + nim[3] + kayles[@]",
            (None, None),
        ),
        (
            "2 * nim[0..4] + 3 * bash(2)[1..4]",
            "2 * nim[#] + 3 * bash(2)[@]",
            (None, None),
        ),
        (
            "wythoff[0..4, 2] + wythoff[1, 0..3]",
            "wythoff[#, 2] + wythoff[1, @]",
            (None, None),
        ),
        (
            "wythoff[0..4, 0..3] + nim[2]",
            "wythoff[#, @] + nim[2]",
            (None, None),
        ),
        (
            "nim[0..3] + hackenbush(0-1 1-2 2-0; ground 0) + nim[1..2]",
            "nim[#] + hackenbush(0-1 1-2 2-0; ground 0) + nim[@]",
            (None, None),
        ),
        (
            "lastloses(3)[0..5] + lastloses(3)[0..4]",
            "lastloses(3)[#] + lastloses(3)[@]",
            (None, None),
        ),
        (
            "kayles[0..5] + kayles[0..4]",
            "kayles[#] + kayles[@]",
            misere,
        ),
        (
            "kayles[0..4] + nim[1] + nim[0..3]",
            "kayles[#] + nim[1] + nim[@]",
            misere,
        ),
        (
            "bash(3)[0..6] + kayles[0..4]",
            "bash(3)[#] + kayles[@]",
            (None, Some(SumKind::Every)),
        ),
        (
            "bash(3)[0..6] + nim[0..4]",
            "bash(3)[#] + nim[@]",
            (None, Some(SumKind::Upto(2))),
        ),
        (
            "turtles[1..5] + turtles[1..4]",
            "turtles[#] + turtles[@]",
            (None, None),
        ),
    ];
    for (question, one, (play, sum)) in cases {
        for outcomes in [false, true] {
            let mut session = Session::new();
            (session.settings.play, session.settings.sum) = (play, sum);
            let table = table(&mut session, question, outcomes);
            for (index, (i, j)) in pairs(&table).into_iter().enumerate() {
                let position = one
                    .replace('#', &i.to_string())
                    .replace('@', &j.to_string());
                let answer = session.answer_to(&position, SolveOptions::VALUE);
                match &table.cells {
                    TableCells::Outcomes(cells) => {
                        assert_eq!(cells[index], Some(answer.outcome), "{position}")
                    }
                    TableCells::Values(cells) if answer.value.is_some() => {
                        assert_eq!(cells.get(index), answer.value, "{position}")
                    }
                    // Play is over at the start in this position.
                    TableCells::Values(cells) => assert_eq!(
                        cells.get(index).unwrap().outcome(),
                        answer.outcome,
                        "{position}"
                    ),
                    TableCells::Worths(..) => panic!("values or outcomes"),
                }
            }
        }
    }
}

/// Random rule files: if only the ranges determine the positions, complete rows are copied from a
/// table at once. Each cell equals the answer to its position.
#[test]
fn cells_of_random_games_are_the_answers_to_their_positions() {
    let (mut filled, mut cells) = (0, 0);
    for seed in 0..testkit::rounds(70, 400) {
        let mut session = session_with("random.game", &testkit::random_game(seed));
        let budget = Budget::generous();
        let game = session.world_mut().instantiate("A", Vec::new()).unwrap();
        let slots = slot_ranges(&session.world, game);
        let ranges: Vec<(i64, i64)> = slots
            .iter()
            .map(|&(low, high)| (low, high.unwrap_or(low + 4).min(low + 4)))
            .collect();
        let listed =
            |of: &dyn Fn(usize) -> String| (0..ranges.len()).map(of).collect::<Vec<_>>().join(", ");
        let question = format!(
            "A[{}]",
            listed(&|slot| format!("{}..{}", ranges[slot].0, ranges[slot].1))
        );
        let Ok(table) = session.table(&question, false, &budget) else {
            continue;
        };
        let TableCells::Values(column) = &table.cells else {
            continue;
        };
        filled += 1;
        for (at, cell) in column.iter().enumerate() {
            let mut rest = at as i64;
            let mut numbers = vec![0; ranges.len()];
            for (number, (low, high)) in numbers.iter_mut().zip(&ranges).rev() {
                (*number, rest) = (low + rest % (high - low + 1), rest / (high - low + 1));
            }
            let position = format!("A[{}]", listed(&|slot| numbers[slot].to_string()));
            // A separate session is used, so that no table is available.
            let mut alone = session.fork();
            let answer = alone.solve(&position, SolveOptions::VALUE, &budget).ok();
            let over = answer
                .as_ref()
                .filter(|answer| answer.value.is_none())
                .map(|answer| answer.outcome);
            match over {
                Some(outcome) => assert_eq!(
                    cell.map(|value| value.outcome()),
                    Some(outcome),
                    "{seed}: {position}"
                ),
                None => assert_eq!(
                    cell,
                    answer.and_then(|answer| answer.value),
                    "{seed}: {position}"
                ),
            }
            cells += 1;
        }
    }
    assert!(
        filled >= testkit::rounds(15, 100) && cells > testkit::rounds(150, 1_000),
        "{filled} tables, {cells} cells"
    );
}

#[test]
fn a_cell_is_empty_where_one_part_is_no_position() {
    let mut session = Session::new();
    let table = table(&mut session, "chomp(2, 2)[0..2, 0..2] + nim[1]", false);
    let TableCells::Values(cells) = &table.cells else {
        panic!("values")
    };
    for ((a, b), cell) in pairs(&table).into_iter().zip(cells.iter()) {
        let position = format!("chomp(2, 2)[{a}, {b}] + nim[1]");
        let value = session
            .solve(&position, SolveOptions::VALUE, &Budget::generous())
            .ok()
            .map(|answer| answer.value.unwrap());
        assert_eq!(cell, value, "{position}");
    }
    assert!(cells.iter().any(|cell| cell.is_none()) && cells.iter().any(|cell| cell.is_some()));
}

#[test]
fn a_table_says_what_it_is_of() {
    let mut session = Session::new();
    for (question, title, slots) in [
        (
            "kayles[0..2] + kayles[0..3]",
            "kayles[0..2] + kayles[0..3]",
            vec!["n.1", "n.2"],
        ),
        (
            "2 * kayles[0..2] + wythoff[1, 0..3]",
            "2 * kayles[0..2] + wythoff[1, 0..3]",
            vec!["n", "a", "b"],
        ),
        ("kayles[0..2]", "Kayles", vec!["n"]),
    ] {
        let table = table(&mut session, question, false);
        assert_eq!(position_text::ranges(&session.world, &table.asked), title);
        assert_eq!(
            table
                .slots
                .iter()
                .map(|(name, ..)| name.as_str())
                .collect::<Vec<_>>(),
            slots
        );
    }
}

#[test]
fn what_no_table_is_of_is_refused() {
    let mut session = Session::new();
    for question in [
        "kayles + nim",
        "2 * battle(5 4; 1 1, 4 2) + nim[0..3]",
        "battle(5 4; 1 1, 4 2) + nim[0..3]",
        "60000 * nim[0..1] + 60000 * nim[1]",
    ] {
        assert!(
            session.table(question, false, &Budget::generous()).is_err(),
            "{question}"
        );
    }
    // Suspense does not add up if moves are made in one component.
    let suspense = CellKind {
        measure: Some(Measure::Suspense),
        minus: None,
    };
    assert!(
        session
            .measured_table("nim[0..1] + nim[0..1]", &suspense, &Budget::generous())
            .is_err()
    );
}
