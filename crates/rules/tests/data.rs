//! Tests data: arrays, tables and texts as parameters. Values are compared with values computed in
//! Rust, and errors are reported at their place.

use base::budget::Budget;
use fastrand::Rng;
use rules::data_file::DataFile;
use rules::game::{GameId, OptionArena, RulesError};
use rules::ir::{Args, Int};
use rules::lower::argument_value;
use rules::world::{InstantiationError, World};

/// Returns the game `G` of a text, or the first error with its place.
fn made(text: &str, args: Args) -> Result<(World, GameId), String> {
    let mut world = World::empty();
    let told = |refusal: &rules::world::SourceError| {
        let error = &refusal.diagnostics[0];
        let at = &text[error.span.range()];
        format!("{} at `{at}`", error.message.en)
    };
    world.load("test.game", text).map_err(|e| told(&e))?;
    match world.instantiate("G", args) {
        Ok(game) => Ok((world, game)),
        Err(InstantiationError::There(refusal)) => Err(told(&refusal)),
        Err(InstantiationError::Here(why)) => Err(why.en),
    }
}

/// Returns the first numbers of the options of a position, in order.
fn options(world: &World, game: GameId, slots: &[Int]) -> Result<Vec<Int>, RulesError> {
    let mut out = OptionArena::default();
    world.options(game, slots, &mut out, &Budget::generous())?;
    Ok(out
        .iter()
        .flat_map(|option| {
            option
                .components()
                .map(|(_, slots)| slots[0])
                .collect::<Vec<_>>()
        })
        .collect())
}

/// Returns the options of a position of a game with one move `[e]`, for these parameters.
fn value(params: &str, e: &str, slots: &[Int]) -> Result<Int, String> {
    let text = format!("game G({params}) {{ state n in .., m in .. move : [{e}, m] }}")
        .replace("in ..", "in -1000..");
    let (world, game) = made(&text, Args::new())?;
    let found = options(&world, game, slots).map_err(|e| e.to_string())?;
    Ok(found[0])
}

#[test]
fn entries_are_read_by_their_indices() {
    let array = "A = [3, 1, 4, 1, -5]";
    for (at, entry) in [3, 1, 4, 1, -5].into_iter().enumerate() {
        let at = at as Int + 1;
        assert_eq!(value(array, "A[n]", &[at, 0]), Ok(entry));
        assert_eq!(value(array, &format!("A[{at}]"), &[0, 0]), Ok(entry));
    }
    let table = "W = [[1, 2, 3], [4, 5, 6]]";
    for (i, j) in (1..=2).flat_map(|i| (1..=3).map(move |j| (i, j))) {
        let entry = Ok(3 * (i - 1) + j);
        assert_eq!(value(table, "W[n, m]", &[i, j]), entry);
        assert_eq!(value(table, "W[n][m]", &[i, j]), entry);
    }
    assert_eq!(value(table, "10 * rows(W) + columns(W)", &[0, 0]), Ok(23));
    assert_eq!(
        value("A = [i * i for i in 1..5 when i != 3]", "A[3]", &[0, 0]),
        Ok(16)
    );
    assert_eq!(
        value(
            "A = [2, 7, i for i in 4..6]",
            "100 * size(A) + A[5]",
            &[0, 0]
        ),
        Ok(506)
    );
    assert_eq!(value("A = []", "size(A)", &[0, 0]), Ok(0));
}

#[test]
fn texts_are_read_letter_by_letter() {
    let test = |condition: &str, slots: &[Int]| {
        let e = format!("if {condition} then 1 else 0");
        value(
            "s = \"abacaba\", G = [\"..#\", \"#..\"], 文 = \"取石子\"",
            &e,
            slots,
        )
    };
    for (at, letter) in "abacaba".chars().enumerate() {
        let at = at as Int + 1;
        assert_eq!(
            test("s[n] == \"a\"", &[at, 0]),
            Ok(Int::from(letter == 'a'))
        );
        assert_eq!(test("s[n] < \"c\"", &[at, 0]), Ok(Int::from(letter < 'c')));
        assert_eq!(test("s[n] in s", &[at, 0]), Ok(1));
    }
    assert_eq!(test("G[n, m] == \"#\"", &[1, 3]), Ok(1));
    assert_eq!(test("G[n, m] == \"#\"", &[2, 3]), Ok(0));
    assert_eq!(test("文[2] == \"石\" and size(文) == 3", &[0, 0]), Ok(1));
    assert_eq!(test("any(c == \"c\" for (i, c) in s)", &[0, 0]), Ok(1));
    assert_eq!(
        test("total(1 for (i, c) in s when c == \"a\") == 4", &[0, 0]),
        Ok(1)
    );
    assert_eq!(
        value("s = \"0259\"", "code(s[n]) - code(\"0\")", &[3, 0]),
        Ok(5)
    );
}

#[test]
fn data_is_a_set_of_its_entries() {
    let text = "game G(A = [3, 1, 4, 1]) { state n in 0.. move x in A : [n - x] }";
    let (world, game) = made(text, Args::new()).unwrap();
    assert_eq!(options(&world, game, &[10]).unwrap(), [9, 7, 6]);
    let text =
        "game G(A = [3, 1, 4, 1]) { state n in 0.. move (i, x) in A when x < 4 : [10 * i + x] }";
    let (world, game) = made(text, Args::new()).unwrap();
    assert_eq!(options(&world, game, &[10]).unwrap(), [13, 21, 41]);
    let text = "game G(W = [[1, 2], [3, 4]]) { state n in 0.. move (i, j, x) in W when (i, j, x) in W and not (n, 1, 3) in W : [100 * i + 10 * j + x] }";
    let (world, game) = made(text, Args::new()).unwrap();
    assert_eq!(options(&world, game, &[1]).unwrap(), [111, 122, 213, 224]);
    assert!(options(&world, game, &[2]).unwrap().is_empty());
}

#[test]
fn sums_of_ranges_are_sums() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..200 {
        let data: Vec<Int> = (0..rng.usize(1..9)).map(|_| rng.i64(-20..20)).collect();
        let params = format!("A = {data:?}");
        let len = data.len() as Int;
        let summand = ["A[t]", "2 * A[t] - t", "if A[t] > 0 then A[t] else 1"][rng.usize(..3)];
        let (low, high) = (rng.i64(0..=len + 1), rng.i64(0..=len + 1));
        let found = value(
            &params,
            &format!("total({summand} for t in n..m)"),
            &[low, high],
        );
        let one = |t: Int| {
            let a = data[t as usize - 1];
            match summand {
                "A[t]" => a,
                "2 * A[t] - t" => 2 * a - t,
                _ if a > 0 => a,
                _ => 1,
            }
        };
        if low > high {
            assert_eq!(found, Ok(0), "{params} {summand} {low}..{high}");
        } else if low < 1 || high > len {
            let wrong = if high > len { high } else { low };
            let told = format!("index {wrong} is outside 1..{len}");
            assert_eq!(found, Err(told), "{params} {summand} {low}..{high}");
        } else {
            let sum: Int = (low..=high).map(one).sum();
            assert_eq!(found, Ok(sum), "{params} {summand} {low}..{high}");
        }
    }
}

#[test]
fn a_sum_of_a_range_is_a_difference() {
    // With a loop, this position would take 10^10 steps.
    let text = "game G(A = [i % 7 for i in 1..100000]) {
        state l in 1.., r in 0..
        move i in l..r when total(A[t] for t in l..i) > total(A[t] for t in i+1..r) : [i, r]
    }";
    let (world, game) = made(text, Args::new()).unwrap();
    let all: Int = (1..=100_000).map(|i| i % 7).sum();
    let expected = (1..=100_000).scan(0, |sum, i| {
        *sum += i % 7;
        Some(*sum)
    });
    let expected = expected.filter(|sum| 2 * sum > all).count();
    assert_eq!(
        options(&world, game, &[1, 100_000]).unwrap().len(),
        expected
    );
}

#[test]
fn an_index_after_a_failed_test_is_not_read() {
    let text = "game G(A = [1, 2, 3]) {
        state n in 0..
        move k in 1..9 when n + k <= size(A) and A[n + k] > 1 : [n + k]
    }";
    let (world, game) = made(text, Args::new()).unwrap();
    assert_eq!(options(&world, game, &[0]).unwrap(), [2, 3]);
    assert_eq!(options(&world, game, &[3]).unwrap(), [0; 0]);
}

#[test]
fn arguments_replace_data() {
    let text = "game G(A = [3, 1, 4], s = \"ab\") { state n in 0.. move : [A[size(A)] + size(s)] }";
    let arg = |text: &str| argument_value(&parse_argument(text)).unwrap();
    let (world, game) = made(text, vec![(None, arg("[9, 2]"))]).unwrap();
    assert_eq!(options(&world, game, &[0]).unwrap(), [4]);
    let args = vec![(Some("S".to_owned()), arg("\"xyz\""))];
    let (world, game) = made(text, args).unwrap();
    assert_eq!(options(&world, game, &[0]).unwrap(), [7]);
    let wrong = made(text, vec![(None, arg("\"xyz\""))]).unwrap_err();
    assert_eq!(
        wrong,
        "parameter `A` of G is an array of numbers, found a text"
    );
    let wrong = made(text, vec![(None, arg("[[1], [2]]"))]).unwrap_err();
    assert_eq!(
        wrong,
        "parameter `A` of G is an array of numbers, found a table of numbers"
    );
    let wrong = made(text, vec![(None, arg("7"))]).unwrap_err();
    assert_eq!(wrong, "parameter `A` of G is an array of numbers, found 7");
}

/// Parses an argument in the way of a query.
fn parse_argument(text: &str) -> rules::ast::SpannedExpr {
    let query = rules::parser::parse_query(&format!("g({text})[1]")).unwrap();
    let game = query.components[0].game.clone().unwrap();
    game.args[0].1.clone()
}

#[test]
fn errors_of_data_are_told_with_their_place() {
    let game =
        |params: &str, e: &str| format!("game G({params}) {{ state n in 0.. move : [{e}] }}");
    for (params, e, expected) in [
        (
            "A = [[1, 2], [3]]",
            "0",
            "row 2 has 1 entries, but the first row has 2 at `[3]`",
        ),
        (
            "A = [\"ab\", \"abc\"]",
            "0",
            "row 2 has 3 entries, but the first row has 2 at `\"abc\"`",
        ),
        (
            "A = [1, 2]",
            "A",
            "`A` is an array of data: write one entry, `A[i]` at `A`",
        ),
        (
            "A = [[1, 2]]",
            "A",
            "`A` is a table: write one entry, `A[i, j]` at `A`",
        ),
        ("A = [1, 2]", "A[n, 1]", "`A` has one index at `A[n, 1]`"),
        ("A = [[1, 2]]", "A[n]", "`A` has two indices at `A[n]`"),
        ("A = [1, 2]", "A[1..2]", "`A` has one index at `A[1..2]`"),
        (
            "s = \"ab\"",
            "s[n] + 1",
            "expected a number, found a character at `s[n]`",
        ),
        (
            "s = \"ab\"",
            "if s[n] == 1 then 0 else 1",
            "expected a character, found a number at `1`",
        ),
        (
            "A = [1]",
            "if A[n] == \"a\" then 0 else 1",
            "expected a character, found a number at `A[n]`",
        ),
        (
            "s = \"ab\"",
            "if s[n] == \"ab\" then 0 else 1",
            "a string is not a value if the state has no word at `\"ab\"`",
        ),
        (
            "A = [1, \"a\"]",
            "0",
            "expected a number, found a character at `\"a\"`",
        ),
        ("A = [1, n]", "0", "unknown name `n` at `n`"),
        (
            "A = [1]",
            "rows(A)",
            "`A` has 1 dimensions: write `size(A)` at `rows(A)`",
        ),
        (
            "A = [1]",
            "columns(n)",
            "`columns` expects a table of data: a parameter such as `G = [\"..#\", \"#..\"]` at `columns(n)`",
        ),
        (
            "A = [1]",
            "code(n)",
            "`code` expects a character of data: `code(s[i])`, `code(\"a\")` at `code(n)`",
        ),
        (
            "A = [9223372036854775807, 1]",
            "total(A[t] for t in 1..n)",
            "",
        ),
    ] {
        let text = game(params, e);
        match made(&text, Args::new()) {
            Err(found) => assert_eq!(found, expected, "{text}"),
            Ok(_) => assert_eq!("", expected, "{text}"),
        }
    }
    // The error of an index outside names the index and the range.
    let (world, game) = made(&game("A = [1, 2]", "A[n + 1]"), Args::new()).unwrap();
    let found = options(&world, game, &[2]).unwrap_err();
    assert_eq!(found.to_string(), "index 3 is outside 1..2");
}

#[test]
fn data_is_printed_as_it_is_written() {
    let text = "game G(A = [3, -1], W = [[1, 2], [3, 4]], s = \"a b\", G = [\"..#\", \"#..\"]) {\n  state n in 0..\n  move : [A[n] + W[n, 1]]\n}\n";
    let parsed = rules::parser::parse_file(text).unwrap();
    assert_eq!(rules::printer::print_file(&parsed), text);
    let (world, game) = made(text, Args::new()).unwrap();
    let rules = world.rules(game);
    assert_eq!(
        rules.title(),
        "G(A = [3, -1], W = [[1, 2], [3, 4]], s = \"a b\", G = [\"..#\", \"#..\"])"
    );
}

/// Returns the value of the parameter `A` with this default that the text of a file gives.
fn from_file(default: &str, file: &str) -> Result<String, String> {
    let mut world = World::empty();
    let text = format!("game G(A = {default}, n = 1) {{ state n0 in 0..1 move : [0] }}");
    world.load("test.game", &text).unwrap();
    world.set_files(vec![DataFile {
        name: "a".to_owned(),
        text: file.to_owned(),
        file: "a.txt".to_owned(),
    }]);
    match world.instantiate_for("g", Args::new(), &[]) {
        Ok(game) => Ok(world.rules(game).game().unwrap().args[0].1.to_string()),
        Err(InstantiationError::There(refusal)) => {
            let error = &refusal.diagnostics[0];
            Err(format!("{} at {}", error.message.en, error.span.start))
        }
        Err(InstantiationError::Here(why)) => Err(why.en),
    }
}

#[test]
fn files_contain_data() {
    for (default, file, expected) in [
        ("[1]", "3 1\n4, -1;5\n", Ok("[3, 1, 4, -1, 5]")),
        ("[1]", "[3, 1,\n 4]", Ok("[3, 1, 4]")),
        ("[1]", "", Ok("[]")),
        ("[1]", "3 x", Err("expected a number, found `x` at 2")),
        ("[1]", "3 1.5 4", Err("expected a number, found `1.5` at 2")),
        (
            "[1]",
            "7 99999999999999999999",
            Err("the number does not fit in 64 bits at 2"),
        ),
        ("[1]", "\u{feff}3 1", Ok("[3, 1]")),
        (
            "[1]",
            "[[1, 2], [3]]",
            Err("expected a number, found `[` at 1"),
        ),
        (
            "[1]",
            "[1, 2] [3]",
            Err("expected a number, found `[` at 7"),
        ),
        ("[1]", "[1, 2", Err("a bracket `[` is not closed at 5")),
        ("[[1]]", "1 2\r\n\r\n3,4\n", Ok("[[1, 2], [3, 4]]")),
        ("[[1]]", "[[1, 2], [3, 4]]", Ok("[[1, 2], [3, 4]]")),
        (
            "[[1]]",
            "1 2\n3\n",
            Err("row 2 has 1 entries, but the first row has 2 at 4"),
        ),
        ("\"ab\"", "a b\n", Ok("\"a b\"")),
        ("\"ab\"", "\"xyz\"\n", Ok("\"xyz\"")),
        (
            "\"ab\"",
            "xy\nz\n",
            Err("expected one line of text, found another line at 3"),
        ),
        (
            "\"ab\"",
            "\"xy",
            Err("this text is not closed by `\"`, or contains `\\` at 0"),
        ),
        ("[\"ab\"]", "..#\r\n#..\r\n", Ok("[\"..#\", \"#..\"]")),
        ("[\"ab\"]", "[\"..#\", \"#..\"]", Ok("[\"..#\", \"#..\"]")),
        (
            "[\"ab\"]",
            "[\"..#\" x]",
            Err("expected a text in quotes, found `x` at 7"),
        ),
        (
            "[\"ab\"]",
            "..#\n#.\n",
            Err("row 2 has 2 entries, but the first row has 3 at 4"),
        ),
        ("[\"ab\"]", "取石\n子儿", Ok("[\"取石\", \"子儿\"]")),
        ("7", " 12\n", Ok("12")),
        ("{1}", "{3, 1}", Ok("{1, 3}")),
        ("graph(1-2)", "1 2\n2 3", Ok("graph(1-2 2-3)")),
    ] {
        let expected = expected.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(from_file(default, file), expected, "{default}: {file:?}");
    }
}

#[test]
fn data_is_named_not_printed_back() {
    let text = "game G(A = [1], B = [2]) { state n in 0..9 move : [0] }";
    let mut world = World::empty();
    world.load("test.game", text).unwrap();
    let long: Vec<String> = (0..1000).map(|n| n.to_string()).collect();
    world.set_files(vec![DataFile {
        name: "A".to_owned(),
        text: long.join(" "),
        file: "a.txt".to_owned(),
    }]);
    let shown = |world: &mut World, args: Args| {
        let game = world.instantiate_for("g", args, &[]).unwrap();
        world.name(game).to_owned()
    };
    let list = |text: &str| argument_value(&parse_argument(text)).unwrap();
    // Long data is named, with a digest that distinguishes it from other data.
    assert_eq!(shown(&mut world, Args::new()), "g(A@e96ce0ba3d9b7efc)");
    assert_eq!(shown(&mut world, vec![(None, list("[5]"))]), "g([5])");
    let long = format!("[7, {}]", long.join(", "));
    let args = vec![(Some("B".to_owned()), list(&long))];
    let name = shown(&mut world, args);
    assert!(name.starts_with("g(A@e96ce0ba3d9b7efc, B@"), "{name}");
    assert_ne!(&name[23..], "e96ce0ba3d9b7efc)");
}

#[test]
fn a_board_of_slots_is_read_by_row_and_column() {
    let text = "game G {
        state turn in 0..1, a[0..1][1..3] in 0..9
        move i in 0..1, j in 1..3 when a[i, j] > 0 : { a[i, j] -= 1, turn = a[i][j] }
        move \"outside\" j in 0..9 when turn == 1 and a[0, j] == 7 : nothing
    }";
    let (world, game) = made(text, Args::new()).unwrap();
    let rules = world.rules(game);
    let names: Vec<&str> = rules.slots().iter().map(|slot| &*slot.name).collect();
    assert_eq!(
        names[1..],
        [
            "a[0, 1]", "a[0, 2]", "a[0, 3]", "a[1, 1]", "a[1, 2]", "a[1, 3]"
        ]
    );
    let mut out = OptionArena::default();
    let start = [0, 1, 0, 1, 0, 0, 1];
    world
        .options(game, &start, &mut out, &Budget::generous())
        .unwrap();
    let found: Vec<Vec<Int>> = out
        .iter()
        .map(|option| option.components().next().unwrap().1.to_vec())
        .collect();
    assert_eq!(
        found,
        [
            [1, 0, 0, 1, 0, 0, 1],
            [1, 1, 0, 0, 0, 0, 1],
            [1, 1, 0, 1, 0, 0, 0]
        ]
    );
    // The fourth cell is in another row.
    let told = options(&world, game, &[1, 0, 0, 0, 7, 0, 0]).unwrap_err();
    assert!(told.to_string().contains("outside"), "{told}");
    for (index, expected) in [
        ("a[1]", "`a` has two indices at `a[1]`"),
        ("a[1, 4]", "index 4 is outside 1..3 at `4`"),
        ("a[2, 1]", "index 6 is outside 0..5 at `a[2, 1]`"),
        ("a", "`a` is an array: write one element, `a[i]` at `a`"),
    ] {
        let text =
            format!("game G {{ state a[0..1][1..3] in 0..9 goal {index} == 1 move : nothing }}");
        assert_eq!(made(&text, Args::new()).unwrap_err(), expected);
    }
}

#[test]
fn the_range_of_a_cell_may_depend_on_its_index() {
    let text = "game G(A = [3, 1, 4]) {
        state a[i in 1..size(A)] in 0..A[i], b[i in 1..2][j in 1..2] in i - j..
        move i in 1..3 : { a[i] += 1 }
    }";
    let (world, game) = made(text, Args::new()).unwrap();
    let slots = world.rules(game).slots().to_vec();
    let ranges: Vec<_> = slots.iter().map(|slot| (slot.low, slot.high)).collect();
    let open = [0, -1, 1, 0].map(|low| (low, None));
    assert_eq!(ranges[..3], [(0, Some(3)), (0, Some(1)), (0, Some(4))]);
    assert_eq!(ranges[3..], open);
    // A cell does not leave its range.
    let left = options(&world, game, &[2, 1, 3, 0, 0, 1, 0]).unwrap();
    assert_eq!(left, [3, 2]);
    let parsed = rules::parser::parse_file(text).unwrap();
    let printed = rules::printer::print_file(&parsed);
    assert!(
        printed.contains("a[i in 1..size(A)] in 0..A[i], b[i in 1..2][j in 1..2] in i-j.."),
        "{printed}"
    );
    for (state, expected) in [
        (
            "a[i in 1..2] in 1..2 - i",
            "the range 1..0 is empty at `a[i in 1..2] in 1..2 - i`",
        ),
        (
            "a[i in 1..2] in 0..i unordered a",
            "`unordered` slots must all have the same range at `state a[i in 1..2] in 0..i unordered a`",
        ),
        (
            "s[i in 1..2] set of 1..3",
            "an array of sets or words has one dimension, `[1..n]` at `s[i in 1..2] set of 1..3`",
        ),
        ("a[A in 1..2] in 0..1", "`A` is already defined at `A`"),
        (
            "a[1..100][1..100] in 0..1",
            "a position may have at most 4096 slots at `a[1..100][1..100] in 0..1`",
        ),
    ] {
        let text = format!("game G(A = [1]) {{ state {state} move : nothing }}");
        assert_eq!(made(&text, Args::new()).unwrap_err(), expected);
    }
}

#[test]
fn data_and_graphs_are_passed_on_to_other_games() {
    let text = "game G(A = [3, 1, 4], H = graph(0-1-2)) { state n in 0.. move i in 1..size(A) : B(A, H)[i, n] }
        game B(D = [0], H = graph(0-1)) { state i in 0..9, n in 0.. move (u, v) in edges(H) : [0, D[i] + 10 * n + 100 * v] }";
    let (world, game) = made(text, Args::new()).unwrap();
    let mut out = OptionArena::default();
    let budget = Budget::generous();
    world.options(game, &[7], &mut out, &budget).unwrap();
    let (other, slots) = out.iter().nth(2).unwrap().components().next().unwrap();
    assert_eq!(slots, [3, 7]);
    let slots = slots.to_vec();
    let mut next = OptionArena::default();
    world.options(other, &slots, &mut next, &budget).unwrap();
    let left: Vec<Int> = next
        .iter()
        .map(|option| option.components().next().unwrap().1[1])
        .collect();
    assert_eq!(left, [174, 274]);
}

#[test]
fn a_label_shows_characters() {
    let text = "game G(s = \"取石\") { state n in 0.. move \"read {s[i]} at {i}\" i in 1..size(s) : [n - i] }";
    let (world, game) = made(text, Args::new()).unwrap();
    let label = world.rules(game).describe(&[9], 0, &[2]).unwrap();
    assert_eq!(label.en, "read 石 at 2");
}
