//! The memory layout of tables: every cell, located by the strides, is the cell of the table. If an
//! engine filled the table, the bytes of the engine are returned without a copy.

use base::budget::Budget;
use grundy::answer::TableCells;
use grundy::question::{self, PositionRanges};
use grundy::{CodeMeaning, Session};
use rules::ir::Int;

fn read(session: &mut Session, text: &str) -> PositionRanges {
    question::ranges(session.world_mut(), text).unwrap()
}

/// Returns all rows of numbers in some ranges, the last number varying fastest.
fn rows(ranges: &[(Int, Int)]) -> Vec<Vec<Int>> {
    ranges.iter().fold(vec![Vec::new()], |rows, (low, high)| {
        rows.into_iter()
            .flat_map(|row| (*low..=*high).map(move |n| [&row[..], &[n]].concat()))
            .collect()
    })
}

#[test]
fn entries_are_the_cells_of_the_table() {
    let budget = Budget::generous();
    let mut lying = 0;
    for text in [
        "kayles[0..40]",
        "kayles[7..40]",
        "wythoff[0..30, 0..20]",
        "wythoff[5..30, 3..20]",
        "nim[0..20]",
        "chomp[2..4, 0..3, 0..1]",
        "strange[0..30, 4..9]",
        "sorted[0..6, 0..6, 0..6, 0..6]",
        "pair[2..9, 0..7]",
        "kayles[0..9] + nim[0..3]",
        "narrow[0..9, 0..9]",
        "ended[0..20]",
        "misereNim[0..9]",
        "euclid[1..20, 1..20]",
    ] {
        let mut session = Session::new();
        let rules = "game Strange { state a in 0.., b in 0..  move k in 1..a : [a - k, b]  move k in 1..min(a, b) : [a - k, b - k] }
            game Sorted { state a in 0.., b in 0.., c in 0.., d in 0.. unordered  move k in 1..a : [a - k, b, c, d]  move k in 1..min(a, b) : [a - k, b - k, c, d]
              move k in 1..d : [a, b, c, d - k]  move k in 1..c : [a, b, c - k, d] }
            game Pair { state a in 0.., b in 0.. unordered  move k in 1..a : [a - k, b]  move k in 1..b : [a, b - k]  move k in 1..min(a, b) : [a - k, b - k] }
            game Narrow { state a in 0.., b in 0..  require a >= b  move k in 1..a : [a - k, b]  move k in 1..b : [a, b - k] }
            game Ended { state n in 0..  move k in {1, 3, 4} : [n - k]  goal n == 2 }";
        session.load_rules("own.game", rules).unwrap();
        let asked = read(&mut session, text);
        let (entries, table) = (
            session.entries(&asked, false, &budget).unwrap(),
            session.table(text, false, &budget).unwrap(),
        );
        lying += usize::from(entries.as_filled);
        assert_eq!(
            (&entries.method, &entries.slots),
            (&table.method, &table.slots),
            "{text}"
        );
        let rows = rows(&asked.rows());
        match table.cells {
            TableCells::Values(list) => {
                assert_eq!(
                    (entries.meaning, list.len()),
                    (CodeMeaning::Values, rows.len()),
                    "{text}"
                );
                for (row, expected) in rows.iter().zip(list.iter()) {
                    let code = entries.code(row).unwrap();
                    assert_eq!(entries.value(code), expected, "{text} {row:?}");
                    assert_eq!(
                        code < entries.first_special(),
                        expected.is_some_and(|value| value.as_nimber().is_some()),
                        "{text} {row:?}"
                    );
                }
            }
            TableCells::Outcomes(list) => {
                assert_eq!(entries.meaning, CodeMeaning::Outcomes, "{text}");
                for (row, expected) in rows.iter().zip(list) {
                    assert_eq!(
                        entries.code(row).map(|code| code as usize),
                        expected.map(|o| "PND".find(o.letter()).unwrap()),
                        "{text} {row:?}"
                    );
                }
            }
            TableCells::Worths(..) => unreachable!(),
        }
        let outside: Vec<Int> = asked.rows().iter().map(|(_, high)| high + 1).collect();
        assert_eq!(entries.code(&outside), None, "{text}");
    }
    assert!(
        lying >= 4,
        "{lying} tables were handed out as they were filled"
    );
}

/// The returned table is the table of the engine; no copy of the table is made.
#[test]
fn a_filled_table_is_handed_out_without_a_copy() {
    let mut session = Session::new();
    let budget = Budget::generous();
    let asked = read(&mut session, "wythoff[0..300, 0..300]");
    let first = session.entries(&asked, false, &budget).unwrap();
    let again = session.entries(&asked, false, &budget).unwrap();
    assert!(first.as_filled && again.as_filled);
    assert_eq!(first.bytes.bytes().as_ptr(), again.bytes.bytes().as_ptr());
    assert_eq!((first.width, first.bytes.bytes().len()), (2, 301 * 301 * 2));
    // The memory is enough for the entries, but not for a list of values.
    let most = 301 * 301 * 2 * 3;
    let stop = || None;
    let small = Budget::new(most, &stop, &|_, _| ());
    assert!(
        Session::new()
            .entries("wythoff[0..300, 0..300]", false, &small)
            .is_ok()
    );
    assert!(
        Session::new()
            .table("wythoff[0..300, 0..300]", false, &small)
            .is_err()
    );
}
