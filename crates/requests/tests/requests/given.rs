//! Tests the request `fit`, which reads a table of values from a file.

use base::budget::Budget;
use grundy::SolveError;
use grundy::laws::Conjecture;
use requests::fit::fit_table;

#[test]
fn tables_are_read_in_three_forms() {
    let budget = Budget::generous();
    let lines = |lines: &mut dyn Iterator<Item = String>| lines.collect::<Vec<_>>().join("\n");
    let column = lines(&mut (0..60).map(|n| (n % 5).to_string()));
    let headed = format!("v\n{column}");
    let line = column.replace('\n', "  ");
    let blanks =
        lines(&mut (0..14).map(|a| (0..14).map(|b| format!("{:>3}", a ^ b)).collect::<String>()));
    let grid = lines(&mut (0..14).map(|a| {
        (0..14)
            .map(|b| (a ^ b).to_string())
            .collect::<Vec<_>>()
            .join(", ")
    }));
    let rows = lines(&mut (0..144).map(|n| {
        format!(
            "{},{},{}",
            n / 12,
            n % 12,
            if (n / 12 + n % 12) % 3 == 0 { 'P' } else { 'N' }
        )
    }));
    for (text, claim) in [
        (column, "SG == n % 5"),
        (headed, "SG == n % 5"),
        (line.replace("  ", ", "), "SG == n % 5"),
        (line, "SG == n % 5"),
        (blanks, "SG == a xor b"),
        (grid, "SG == a xor b"),
        (format!("x,y,outcome\n{rows}\n\n"), "P iff (x + y) % 3 == 0"),
    ] {
        let given = fit_table(&text, &budget).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert!(
            matches!(&given.conjecture, Conjecture::Fits(fits, agree) if fits == claim && *agree >= 20),
            "{:?}",
            given.conjecture
        );
    }
}

#[test]
fn what_is_no_table_is_refused_with_its_place() {
    for (text, place) in [
        ("1\n2\n x", "line 3, column 2"),
        ("1,2\n\n3,4,5", "line 3, column 5"),
        (" 1  2\n3 4 x", "line 2, column 5"),
        ("1 2\n3  x", "line 2, column 4"),
        ("a,b\n1,2\n1,3", "line 3, column 1"),
        ("a,a\n1,2", "line 1, column 3"),
        ("P\nN\n1", "line 3, column 1"),
        ("1,99999999999999999999", "line 1, column 3"),
        ("", "no values"),
        ("n", "no values"),
    ] {
        match fit_table(text, &Budget::generous()) {
            Err(SolveError::Usage(why)) => assert!(why.en.contains(place), "{text:?}: {}", why.en),
            other => panic!("{text:?}: {other:?}"),
        }
    }
}
