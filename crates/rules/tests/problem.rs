//! The items of a rule file that describe a problem: their layout, what they read, and the errors
//! of inputs and of the items.

use fastrand::Rng;
use rules::ir::ParameterValue;
use rules::parser::parse_file;
use rules::printer::print_file;
use rules::problem::{CaseError, CaseReader, input_of, random_input};
use rules::world::World;

/// Returns a game with an `input` item.
fn game(input: &str) -> String {
    format!("game G {{ input {input} state n in 0.. move : [n - 1] output if wins then 1 else 0 }}")
}

/// Reads all cases of a text. Returns the values of each case as text, or the first error with its
/// location in bytes.
fn read(input: &str, text: &str) -> Result<Vec<String>, (usize, String)> {
    let source = game(input);
    let file = parse_file(&source).unwrap_or_else(|errors| panic!("{input}: {errors:?}"));
    let constants = Vec::new();
    let mut reader = CaseReader::new(input_of(&file.games[0]).unwrap(), &constants, text);
    let mut cases = Vec::new();
    loop {
        match reader.next_case() {
            Ok(None) => return Ok(cases),
            Ok(Some(values)) => {
                let values: Vec<String> = values
                    .iter()
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect();
                cases.push(values.join(", "));
            }
            Err(CaseError::Input(found) | CaseError::Rules(found)) => {
                return Err((found[0].span.range().start, found[0].message.en.clone()));
            }
            Err(CaseError::Stopped(stop)) => panic!("{stop:?}"),
        }
    }
}

#[track_caller]
fn reads(input: &str, text: &str, expected: &[&str]) {
    assert_eq!(
        read(input, text),
        Ok(expected.iter().map(|s| (*s).to_owned()).collect())
    );
}

#[track_caller]
fn refuses(input: &str, text: &str, at: usize, message: &str) {
    assert_eq!(read(input, text), Err((at, message.to_owned())));
}

#[test]
fn values_are_read_in_order() {
    reads("N", "7", &["N = 7"]);
    reads(
        "N, A[i] for i in 1..N",
        " 3\n1 2\n -3 ",
        &["N = 3, A = [1, 2, -3]"],
    );
    reads("N, A[i] for i in 1..N", "0\n", &["N = 0, A = []"]);
    // Entries before the first index are 0.
    reads(
        "N, (C[i], A[i]) for i in 2..N",
        "3\n1 5\n2 6\n",
        &["N = 3, C = [0, 1, 2], A = [0, 5, 6]"],
    );
    reads(
        "H, W, M[i, j] for i in 1..H for j in 1..W",
        "2 3\n1 2 3\n4 5 6",
        &["H = 2, W = 3, M = [[1, 2, 3], [4, 5, 6]]"],
    );
    reads(
        "N, M[i, j] for i in 1..N for j in i..N",
        "2 1 2 3",
        &["N = 2, M = [[1, 2], [0, 3]]"],
    );
    reads("word a, word b[2]", "xyz\nab", &["a = \"xyz\", b = \"ab\""]);
    reads(
        "N, word w[i] for i in 1..N",
        "2\nabc\nd",
        &["N = 2, w = [\"abc\", \"d  \"]"],
    );
    reads(
        "N, line s, line t",
        "1\na b \nc",
        &["N = 1, s = \"a b \", t = \"c\""],
    );
    reads("line s, N", "\r\n5", &["s = \"\", N = 5"]);
    reads(
        "H, W, grid G[H, W]",
        "2 3\n..#\n#..\n",
        &["H = 2, W = 3, G = [\"..#\", \"#..\"]"],
    );
    reads("grid G[2]", "ab\ncd", &["G = [\"ab\", \"cd\"]"]);
    reads(
        "N, graph G[N, N - 1]",
        "3\n3 1\n1 2\n",
        &["N = 3, G = graph(1-2 1-3)"],
    );
}

#[test]
fn cases_end_as_stated() {
    reads("cases T: N", "2\n3\n4", &["N = 3", "N = 4"]);
    reads("cases T: N", "0", &[]);
    reads(
        "cases until end: N",
        "3 4 5\n",
        &["N = 3", "N = 4", "N = 5"],
    );
    reads("cases until end: N", "\n", &[]);
    reads(
        "cases until 0: N, M",
        "3 4\n5 6\n0 0\n",
        &["N = 3, M = 4", "N = 5, M = 6"],
    );
    reads("cases until -1: N", "3\n-1", &["N = 3"]);
}

#[test]
fn errors_name_the_location_and_what_is_expected() {
    refuses("N, M", "3 x", 2, "expected `M`, a number, found `x`");
    refuses("N, M", "3\n", 2, "expected `M`, found the end of the input");
    refuses("N", "3 4", 2, "expected the end of the input, found `4`");
    refuses(
        "N in 1..9",
        "10",
        0,
        "expected `N`, a number from 1 to 9, found `10`",
    );
    refuses(
        "N in 1..",
        "0",
        0,
        "expected `N`, a number that is at least 1, found `0`",
    );
    refuses("N", "+3", 0, "expected `N`, a number, found `+3`");
    refuses(
        "N",
        "9223372036854775808",
        0,
        "`N` does not fit in 64 bits: 9223372036854775808",
    );
    refuses(
        "N, A[i] in 1..i for i in 1..N",
        "2\n1 3",
        4,
        "expected `A[2]`, a number from 1 to 2, found `3`",
    );
    refuses(
        "N, A[i] for i in 1..N",
        "1000000000000\n1 2",
        17,
        "expected `A[3]`, found the end of the input",
    );
    refuses(
        "word s of \"ab\"",
        "aabc",
        3,
        "`s` consists of the letters `ab`, found `c`",
    );
    refuses("word s[3]", "ab", 0, "`s` has 3 characters, found 2");
    refuses(
        "word s",
        "a\"b",
        1,
        "a text cannot contain the character U+0022",
    );
    refuses(
        "N, line s",
        "3 4\nab",
        2,
        "expected the end of the line before `s`, found `4`",
    );
    refuses(
        "grid G[2]",
        "abc\nab",
        4,
        "`G[2]` has 3 characters, found 2",
    );
    refuses(
        "graph G[2, 1]",
        "2 2",
        2,
        "G: edge 1 must join two different vertices",
    );
    refuses(
        "cases T: N",
        "1000001",
        0,
        "expected `T`, a number from 0 to 1000000, found `1000001`",
    );
    refuses(
        "cases until 0: N",
        "0\n3",
        2,
        "expected the end of the input, found `3`",
    );
    refuses(
        "A[i] for i in 0..3",
        "1 2 3 4",
        29,
        "the first index must be from 1 to 16777216, found 0",
    );
}

/// Sizes that an input announces are not trusted.
#[test]
fn huge_sizes_end_at_once() {
    refuses(
        "N, M[i, j] for i in 1..N for j in 1..0",
        "99999999999",
        0,
        "more than 1048576 rows in one table",
    );
    refuses(
        "N, grid G[N]",
        "9999999999999",
        13,
        "expected `G[1]`, found the end of the input",
    );
    refuses(
        "N, graph G[4, N]",
        "999999999999",
        12,
        "expected `G: edge 1`, found the end of the input",
    );
}

fn errors_of(text: &str) -> Vec<String> {
    let mut world = World::empty();
    let names = match world.load("t.game", text) {
        Ok(names) => names,
        Err(error) => {
            return error
                .diagnostics
                .iter()
                .map(|e| e.message.en.clone())
                .collect();
        }
    };
    match world.check_problem(&names[0]) {
        Ok(()) => Vec::new(),
        Err(rules::world::InstantiationError::There(error)) => error
            .diagnostics
            .iter()
            .map(|e| e.message.en.clone())
            .collect(),
        Err(error) => vec![error.text().en],
    }
}

#[test]
fn errors_of_the_items_are_found_when_the_file_is_checked() {
    for (items, expected) in [
        ("input N output N", ""),
        ("input N output M", "unknown name `M`"),
        ("input N output n", "unknown name `n`"),
        (
            "input N output if N then 1 else 2",
            "expected a condition, found a number",
        ),
        (
            "input N output wins",
            "expected a text or a number, found a condition",
        ),
        (
            "input N output if wins then \"a\" else M",
            "unknown name `M`",
        ),
        ("input N, N output N", "`N` is already declared"),
        ("input N", "this game has no `output`"),
        ("input N, A[i] for i in 1..K output N", "unknown name `K`"),
        ("input N ask [M] output wins", "unknown name `M`"),
        (
            "input N ask { n = 3 } output 1",
            "`ask` lists positions: `[...]` or `Game[...]`",
        ),
        ("input N ask [N, N] output 1", ""),
        (
            "input A[i] for i in 1..3 ask [x] for x in A output 1",
            "`x in A` chooses equal entries only once",
        ),
        (
            "input A[i] for i in 1..3 ask [x] for (i, x) in A output 1",
            "",
        ),
        (
            "input A[i] for i in 1..3 ask [A[i]] for i in 1..4 output 1",
            "index 4 is outside 1..3",
        ),
        (
            "input value output value",
            "`value` has a meaning of its own in `output`",
        ),
        (
            "input N input M output 1",
            "this item occurs twice, but only one is allowed",
        ),
        (
            "input N output 1 sample \"x\" gives \"1\"",
            "expected `N`, a number, found `x`",
        ),
        (
            "output 1 sample \"3\" gives \"1\"",
            "a sample needs an `input`, which describes its numbers",
        ),
        ("input A[i] output 1", "`A` has an index without a range"),
        (
            "input A for i in 1..3 output 1",
            "expected `A[i]`, with the indices of `for`",
        ),
        (
            "input A[j] for i in 1..3 output 1",
            "expected `A[i]`, with the indices of `for`",
        ),
        ("input grid G output 1", "the size is missing"),
        (
            "input line s for i in 1..2 output 1",
            "only numbers, and words with one index, can be read in a `for`",
        ),
        (
            "input word s of \"aa\" output s",
            "the letter `a` occurs twice",
        ),
        (
            "input N in 3..2 output 1",
            "no number is possible for `N`: its limits are 3..2",
        ),
    ] {
        let text = format!("game G {{ {items} state n in 0.. move : [n - 1] }}");
        let found = errors_of(&text);
        let first = found.first().map(String::as_str).unwrap_or_default();
        assert_eq!(first, expected, "{items}: {found:?}");
    }
}

/// A field in parentheses can have a loop of its own, whose end is a number that was just read.
#[test]
fn a_tuple_can_contain_a_loop() {
    let lists = "n, (M[i] in 0..9, C[i, j] in 1..9 for j in 1..M[i]) for i in 1..n";
    reads(
        lists,
        "3\n1 5\n0\n2 7 8",
        &["n = 3, M = [1, 0, 2], C = [[5, 0], [0, 0], [7, 8]]"],
    );
    refuses(
        lists,
        "2 1 5 2 7 0",
        10,
        "expected `C[2, 2]`, a number from 1 to 9, found `0`",
    );
    let found = errors_of(
        "game G { input n, (C[i, j, k] for j in 1..2 for k in 1..2) for i in 1..n \
         output n state x in 0.. move : [x - 1] }",
    );
    assert!(!found.is_empty());
}

/// Random numbers are near 0, with both signs if the limits allow both.
#[test]
fn random_numbers_have_both_signs() {
    let source = game("A[i] in -1000..1000 for i in 1..40");
    let file = parse_file(&source).unwrap();
    let mut rng = Rng::with_seed(3);
    let format = input_of(&file.games[0]).unwrap();
    let made = random_input(format, &Vec::new(), 5, &mut |below| rng.u64(0..below)).unwrap();
    let numbers: Vec<i64> = made
        .split_whitespace()
        .map(|n| n.parse().unwrap())
        .collect();
    assert_eq!(
        made.lines().count(),
        1,
        "the numbers of an array are a line"
    );
    assert!(numbers.iter().all(|n| n.abs() <= 5) && numbers.iter().any(|n| *n > 0));
    assert!(numbers.iter().any(|n| *n < 0), "{numbers:?}");
}

/// Names that are read are parameters, with the first sample as default.
#[test]
fn names_that_are_read_are_parameters() {
    let mut world = World::empty();
    world
        .load(
            "t.game",
            "game G(k = 2) { input N, A[i] for i in 1..N  state n in 0..A[1] move : [n - k] output 1
               sample \"2\" \"7 8\" gives \"1\" }",
        )
        .unwrap();
    let game = world.instantiate("g", vec![]).unwrap();
    assert_eq!(world.rules(game).title(), "G(k = 2, N = 2, A = [7, 8])");
    assert_eq!(world.rules(game).slots()[0].high, Some(7));
    let other = vec![(Some("N".to_owned()), ParameterValue::Int(3))];
    let game = world.instantiate("g", other).unwrap();
    assert_eq!(world.name(game), "g(2, 3)");
}

/// Returns a random part of an `input` item. `known` are numbers that sizes can use.
fn part(rng: &mut Rng, name: &str, known: &[String]) -> String {
    let size = |rng: &mut Rng| {
        let at = rng.usize(..=known.len());
        known
            .get(at)
            .cloned()
            .unwrap_or_else(|| rng.u8(1..4).to_string())
    };
    match rng.u8(..9) {
        0 => format!("{name} in {}..{}", rng.u8(1..3), rng.u8(3..6)),
        1 => format!("word {name} of a..c"),
        2 => format!("word {name}[{}]", size(rng)),
        3 => format!("line {name} of \"xy\""),
        4 => format!("grid {name}[{}, {}] of \".#\"", size(rng), size(rng)),
        5 => format!("graph {name}[{} + 1, {}]", size(rng), size(rng)),
        6 => format!("{name}[i] in 1..i for i in 1..{}", size(rng)),
        7 => format!(
            "({name}[i], word {name}_w[i]) for i in 2..{} + 1",
            size(rng)
        ),
        _ => format!("{name}[i, j] for i in 1..{} for j in 1..i", size(rng)),
    }
}

/// Random items keep their meaning when they are printed, and their random inputs can be read.
#[test]
fn random_items_are_printed_and_read() {
    let mut rng = Rng::with_seed(31);
    for round in 0..testkit::rounds(400, 20_000) {
        let mut known = vec!["N".to_owned()];
        let mut parts = vec!["N in 1..3".to_owned()];
        for at in 0..rng.usize(1..5) {
            let name = format!("x{at}");
            let part = part(&mut rng, &name, &known);
            if part.starts_with(&format!("{name} in")) {
                known.push(name);
            }
            parts.push(part);
        }
        let cases = ["", "cases T: ", "cases until end: ", "cases until 0: "][rng.usize(..4)];
        let input = format!("{cases}{}", parts.join(", "));
        let source = game(&input);
        let file = parse_file(&source).unwrap_or_else(|errors| panic!("{input}: {errors:?}"));
        let printed = print_file(&file);
        let again = parse_file(&printed).unwrap_or_else(|errors| panic!("{printed}: {errors:?}"));
        assert_eq!(print_file(&again), printed);
        let format = input_of(&file.games[0]).unwrap();
        let constants = Vec::new();
        let text = random_input(format, &constants, 4, &mut |below| rng.u64(..below))
            .unwrap_or_else(|error| panic!("{input}: {error:?}"));
        for format in [format, input_of(&again.games[0]).unwrap()] {
            let mut reader = CaseReader::new(format, &constants, &text);
            let mut cases = 0;
            while let Some(values) = reader
                .next_case()
                .unwrap_or_else(|error| panic!("{input}\n{text}\n{error:?}"))
            {
                cases += 1;
                assert!(values.len() >= parts.len());
            }
            assert!(cases >= 1, "{round}: {input}\n{text}");
        }
        // Inputs that are cut off or changed are errors, never panics.
        let cut: String = text.chars().take(rng.usize(..=text.len())).collect();
        let _ = read(&input, &cut);
        let _ = read(&input, &cut.replace('1', "x"));
    }
}
