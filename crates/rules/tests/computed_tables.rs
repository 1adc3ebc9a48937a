//! Tests `let f[i in 0..9] = e`, `let P = [1, 2]` and `let S = sort(A)`: the entries are compared
//! with entries that are computed in Rust.

use base::budget::Budget;
use fastrand::Rng;
use rules::game::OptionArena;
use rules::ir::{Args, Int};
use rules::parser::parse_file;
use rules::printer::print_file;
use rules::world::{InstantiationError, World};

/// Returns the number that the only move of the game `G { items move : [e, m] }` leaves at a
/// position, or the first error with its place.
fn value(params: &str, items: &str, e: &str, slots: [Int; 2]) -> Result<Int, String> {
    let text =
        format!("game G({params}) {{ {items} state n in -1000.., m in -1000.. move : [{e}, m] }}");
    let mut world = World::empty();
    let first = |refusal: &rules::world::SourceError| {
        let error = &refusal.diagnostics[0];
        format!("{} at `{}`", error.message.en, &text[error.span.range()])
    };
    world.load("test.game", &text).map_err(|e| first(&e))?;
    let game = match world.instantiate("G", Args::new()) {
        Ok(game) => game,
        Err(InstantiationError::There(refusal)) => return Err(first(&refusal)),
        Err(InstantiationError::Here(why)) => return Err(why.en),
    };
    let printed = print_file(&parse_file(&text).unwrap());
    assert_eq!(print_file(&parse_file(&printed).unwrap()), printed);
    let mut out = OptionArena::default();
    world
        .options(game, &slots, &mut out, &Budget::generous())
        .map_err(|fault| fault.to_string())?;
    let option = out.iter().next().ok_or("no option")?;
    let (_, slots) = option.components().next().ok_or("no component")?;
    Ok(slots[0])
}

#[test]
fn tables_are_computed_by_recursion_over_falling_or_rising_indices() {
    let fib = "let f[i in 0..60] = if i < 2 then i else f[i - 1] + f[i - 2]";
    assert_eq!(value("N = 1", fib, "f[n]", [50, 0]), Ok(12_586_269_025));
    assert_eq!(value("N = 1", fib, "f[m + 1] - f[0]", [0, 9]), Ok(55));
    let mut rng = Rng::with_seed(11);
    for _ in 0..100 {
        let len = rng.usize(1..9);
        let a: Vec<Int> = (0..len).map(|_| rng.i64(-9..9)).collect();
        let params = format!("A = {a:?}");
        // The length of the rising run that begins at an index.
        let rises = "let up[i in 1..size(A)] = if i < size(A) and A[i + 1] > A[i] then up[i + 1] + 1 else 1";
        let at = rng.usize(..len);
        let run = 1 + a[at..].windows(2).take_while(|w| w[1] > w[0]).count() as Int;
        assert_eq!(value(&params, rises, "up[n]", [at as Int + 1, 0]), Ok(run));
        // What the first player gains more in the game of the two ends: the left index falls, the
        // right one rises.
        let ends = "let best[l in 1..size(A) + 1, r in 0..size(A)] = if l > r then 0 else max(A[l] - best[l + 1, r], A[r] - best[l, r - 1])";
        fn best(a: &[Int]) -> Int {
            match a {
                [] => 0,
                [left, .., right] => (left - best(&a[1..])).max(right - best(&a[..a.len() - 1])),
                [only] => *only,
            }
        }
        let (l, r) = (rng.usize(..len), rng.usize(..len));
        let expected = if l <= r { best(&a[l..=r]) } else { 0 };
        let slots = [l as Int + 1, r as Int + 1];
        assert_eq!(value(&params, ends, "best[n, m]", slots), Ok(expected));
    }
}

#[test]
fn written_and_sorted_arrays_are_data() {
    let items = "let P = [i * i for i in 1..5] let T = [[1, 2], [3, 4]] let S = sort(A)";
    let read = |e: &str, slots| value("A = [3, 1, 2, 1]", items, e, slots);
    assert_eq!(read("P[n] + T[1, m]", [4, 2]), Ok(18));
    assert_eq!(read("S[n]", [2, 0]), Ok(1));
    assert_eq!(read("S[n] + size(S)", [4, 0]), Ok(7));
    assert_eq!(read("total(x for (i, x) in P when i > 3)", [0, 0]), Ok(41));
    // The indices of a table need not begin at 1.
    let squares = "let q[i in -3..3] = i * i";
    let read = |e: &str, slots| value("N = 1", squares, e, slots);
    assert_eq!(read("q[n]", [-3, 0]), Ok(9));
    assert_eq!(
        read("total(i for (i, x) in q when x == 4 and i > 0)", [0, 0]),
        Ok(2)
    );
    assert_eq!(
        read("total(q[t] for t in n..m)", [-2, 3]),
        Ok(4 + 1 + 1 + 4 + 9)
    );
}

#[test]
fn mistakes_in_tables_are_found_where_they_are() {
    let cases = [
        (
            "let f[i in 0..5] = f[i]",
            "this entry is not computed yet: in a recursion, each index must always fall or always rise at `f[i]`",
        ),
        (
            "let f[i in 0..5] = f[i - 1]",
            "index -1 is outside 0..5 at `f[i - 1]`",
        ),
        ("let f[i in 0..5] = 6 / i", "division by zero at `6 / i`"),
        (
            "let f[i in 0..5, j in 0..5, k in 0..5] = 1",
            "a table has one or two indices, each with a range at `i in 0..5`",
        ),
        (
            "let f[i in {1, 3}] = 1",
            "a table has one or two indices, each with a range at `i in {1, 3}`",
        ),
        (
            "let f[i in 0..20000000] = 1",
            "more than 16777216 entries in one table at `f`",
        ),
        (
            "let f[i in -9223372036854775807..9223372036854775807] = 1",
            "more than 16777216 entries in one table at `f`",
        ),
        (
            "let f[i in 0..5] = i == 1",
            "expected a number, found a condition at `i == 1`",
        ),
        (
            "let f[i in 0..5] = f + i",
            "`f` is an array: write one element, `f[i]` at `f`",
        ),
        (
            "let S = sort(3)",
            "`sort` expects an array of data: `let S = sort(A)` at `sort(3)`",
        ),
    ];
    for (items, expected) in cases {
        let found = value("A = [1]", items, "n", [0, 0]);
        assert_eq!(found, Err(expected.to_owned()), "{items}");
    }
    let game = "game G { state x in 0..5 let f[i in 0..5] = i + x move : [f[x]] }";
    let mut world = World::empty();
    world.load("test.game", game).unwrap();
    let Err(InstantiationError::There(refusal)) = world.instantiate("G", Args::new()) else {
        panic!("a table reads the position");
    };
    assert_eq!(
        refusal.diagnostics[0].message.en,
        "`x` is part of the position, but a table is computed when the game is read"
    );
    let outside = value("A = [1]", "let f[i in 0..5] = i", "f[n]", [9, 0]).unwrap_err();
    assert!(outside.contains("index 9 is outside 0..5"), "{outside}");
}
