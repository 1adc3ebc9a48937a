//! The front end of the rule language. Printing samples reaches a fixed point. Invalid texts give a
//! helpful message and location, and several mistakes are reported at once. No text makes the
//! parser panic.

mod mistakes;

use base::text::Lang;
use mistakes::complaint;
use rules::ast::{DomainExpr, ExprKind, GameItemKind, RuleFile, StringLiteral};
use rules::parser::{LabelPart, MAX_ERRORS, parse_file, parse_label, parse_query};
use rules::printer::{print_expr, print_file, print_game, print_query};

/// The games of the language reference.
const SAMPLES: &str = include_str!("language.game");

/// Syntax that the samples do not use.
const REST: &str = r#"
// A game with every item.
game Whole(N = 8, S = {1, 2 ** 3 ** 2, -1}) { # in the heading
  state n in 0..N, a[1..N] in 0.. # the state
  let half = N / 2   let low(x, y) = if x < y then x else y
  require 0 <= n < N and not n == 3
  # before the move
  move "take {k} of {{n}}" "从 {{n}} 取 {k}" k in 1..n, (x, y) in S when k % 2 == 0
    # inside the move
    or x == -y : [low(n, k)] + Nim(3, m = 4)[k for i in 2..] + [j] for j in k..n-1 # after the move
  move : { a[n-1] = 3, n += 1, a[t + 1] -= (1 + n) * 2 for t in 1..N } + nothing_here[1]
  move : nothing
  start [N, 0 for t in 1..N]
  play normal play misere sum one sum every sum any sum upto N - 1 loopy strict
  tier (n) - 1 goal n == 0 trap (a[1] xor a[2]) + 1 ⊕ (a[3] bitor a[4] bitand 3) - (2 - 1)
  expect with N = 8, M = 2: SG(r1, 0..1) == 0 1 2 3
  expect PN(0..2) == P N D
  expect SG(8) == 3 expect SG [8, 8] == 13 expect [1, 2] + [3] is D
  expect same value as Bash(m = 3) on 0..8, 1 expect same outcome as Nim on 1..2
  claim SG == n claim P iff n == 0 claim period 12 from 71 saltus 3 claim period 2
  input cases T in 1..N - 1: n in 0.., word w[n + 1] of "ab", word v, line l of a..z, grid G[2, N] of ".#", grid H[3],
    graph E[N, N - 1], (A[i] in 1..i, word W[i]) for i in 2..n, M[i, j] for i in 1..n for j in i..2 * n
  ask each Nim(3)[k] + [A[i]] for i in 1..n
  output "Case #", case, ": ", if wins then "yes" else if draws then w else "no", A[1] + value, winning moves, winning move
  sample "2" "3 4" gives "First" "Second"
  note "done"
  # last words
}
recurrence R { SG(n, m) = mex { SG(n - 1, m), SG(i, m) xor SG(n-i-1, m) ⊕ SG(0, 0) for i in 1..n, j in {i} } }
recurrence Empty { SG(n) = mex {} }
# the end
"#;

/// Returns the tree as text, without locations.
fn shape(file: &RuleFile) -> String {
    let text = format!("{file:?}");
    let mut parts = text.split("Span {");
    let mut shape = parts.next().unwrap_or_default().to_string();
    for part in parts {
        shape += part.split_once('}').map_or("", |(_, rest)| rest);
    }
    shape
}

fn parsed(source: &str) -> RuleFile {
    parse_file(source).unwrap_or_else(|errors| {
        panic!(
            "{}",
            base::diagnostic::render_all(&errors, "test", source, Lang::En, false)
        )
    })
}

/// Parses and prints a text, and parses the printed text again. The two trees must be equal, and
/// the two printed texts must be equal. Printing moves comments inside an item to the lines before
/// the item. So for a text with comments, the tree is compared only after the first printing.
fn check_round_trip(source: &str) -> String {
    let file = parsed(source);
    let printed = print_file(&file);
    let again = parsed(&printed);
    assert_eq!(
        shape(&file),
        shape(&again),
        "printing changed the meaning:\n{printed}"
    );
    assert_eq!(print_file(&again), printed, "printing twice differs");
    printed
}

#[test]
fn samples_parse_and_print_to_a_fixed_point() {
    assert_eq!(parsed(SAMPLES).games.len(), 20);
    check_round_trip(SAMPLES);
    check_round_trip(REST);
    check_round_trip("");
    check_round_trip("\u{feff}# only a comment");
    for game in parsed(SAMPLES).games {
        let print = print_game(&game);
        assert_eq!(print_game(&parsed(&print).games[0]), print);
        assert!(!print.contains("expect") && !print.contains('#'));
    }
}

#[test]
fn the_layout_is_canonical() {
    let printed = check_round_trip(REST);
    let wanted = r#"# A game with every item.
# in the heading
game Whole(N = 8, S = {1, 2 ** 3 ** 2, -1}) {
  state n in 0..N, a[1..N] in 0..  # the state
  let half = N / 2
  let low(x, y) = if x < y then x else y
  require 0 <= n < N and not n == 3
  # before the move
  # inside the move
  move "take {k} of {{n}}" "从 {{n}} 取 {k}" k in 1..n, (x, y) in S when k % 2 == 0 or x == -y
    : [low(n, k)] + Nim(3, m = 4)[k for i in 2..] + [j] for j in k..n-1  # after the move
  move : { a[n-1] = 3, n += 1, a[t+1] -= (1 + n) * 2 for t in 1..N } + nothing_here[1]
  move : nothing
  start [N, 0 for t in 1..N]
  play normal
  play misere
  sum one
  sum every
  sum any
  sum upto N - 1
  loopy
  strict
  tier n - 1
  goal n == 0
  trap (((a[1] xor a[2]) + 1) xor ((a[3] bitor a[4]) bitand 3)) - (2 - 1)
  expect with N = 8, M = 2: SG(r1, 0..1) == 0 1 2 3
  expect PN(0..2) == P N D
  expect SG(8) == 3
  expect SG [8, 8] == 13
  expect [1, 2] + [3] is D
  expect same value as Bash(m = 3) on 0..8, 1
  expect same outcome as Nim on 1..2
  claim SG == n
  claim P iff n == 0
  claim period 12 from 71 saltus 3
  claim period 2
  input cases T in 1..N-1: n in 0.., word w[n+1] of "ab", word v, line l of a..z,
    grid G[2, N] of ".#", grid H[3], graph E[N, N-1], (A[i] in 1..i, word W[i]) for i in 2..n,
    M[i, j] for i in 1..n for j in i..2 * n
  ask each Nim(3)[k] + [A[i]] for i in 1..n
  output "Case #", case, ": ", if wins then "yes" else if draws then w else "no", A[1] + value, winning moves, winning move
  sample "2" "3 4" gives "First" "Second"
  note "done"
  # last words
}

recurrence R {
  SG(n, m) = mex { SG(n-1, m), SG(i, m) xor SG(n-i-1, m) xor SG(0, 0) for i in 1..n, j in {i} }
}

recurrence Empty {
  SG(n) = mex {}
}

# the end
"#;
    assert_eq!(printed, wanted);
}

#[test]
fn tables_are_laid_out_in_rows() {
    let numbers = |count: usize| {
        (0..count)
            .map(|i| i.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let source = format!(
        "game G {{ expect SG(0..2, 0..3) == {} expect SG(0..59) == {} }}",
        numbers(12),
        numbers(60)
    );
    let printed = check_round_trip(&source);
    assert!(
        printed.contains("==\n     0  1  2  3\n     4  5  6  7\n     8  9 10 11\n"),
        "{printed}"
    );
    assert!(printed.lines().all(|line| line.len() <= 100), "{printed}");
    assert!(printed.contains("SG(0..59) ==\n    0 1 2"), "{printed}");
}

#[test]
fn precedence_is_that_of_the_grammar() {
    for (source, printed) in [
        ("((1 + 2)) * 3", "(1 + 2) * 3"),
        ("(1 * 2) + 3", "1 * 2 + 3"),
        ("1 - (2 - 3) - 4", "1 - (2 - 3) - 4"),
        ("(2 ** 3) ** 2", "(2 ** 3) ** 2"),
        ("2 ** (3 ** 2)", "2 ** 3 ** 2"),
        ("-(a ** 2)", "-a ** 2"),
        ("(-a) ** 2", "(-a) ** 2"),
        ("2 ** -a", "2 ** -a"),
        ("(-a) * b", "-a * b"),
        ("-(a * b)", "-(a * b)"),
        ("not (a == b)", "not a == b"),
        ("(not a) == b", "(not a) == b"),
        ("(a or b) and c", "(a or b) and c"),
        ("a or (b and c)", "a or b and c"),
        ("(a < b) == c", "(a < b) == c"),
        ("1 <= k <= n", "1 <= k <= n"),
        ("a xor b xor c", "a xor b xor c"),
        ("a xor (b xor c)", "a xor (b xor c)"),
        ("a + b xor c", "(a + b) xor c"),
        ("(if a then b else c) + 1", "(if a then b else c) + 1"),
        ("if a then b else c + 1", "if a then b else c + 1"),
        (
            "f({fib(i) for i in 2..}, a[i + 1])",
            "f({fib(i) for i in 2..}, a[i+1])",
        ),
        (
            "all(x > 0 for x in 1..3, y in S, x)",
            "all(x > 0 for x in 1..3, y in S, x)",
        ),
        ("{(1, -2), (a, b)}", "{(1,-2), (a, b)}"),
        ("５ ＋ n１", "5 + n1"),
    ] {
        let text = format!("game G {{ goal {source} }}");
        let printed_text = check_round_trip(&text);
        assert_eq!(
            printed_text,
            format!("game G {{\n  goal {printed}\n}}\n"),
            "{source}"
        );
    }
}

/// Returns a random expression with random parentheses.
fn random_expr(random: &mut fastrand::Rng, depth: usize) -> String {
    let kind = if depth == 0 {
        random.u8(0..2)
    } else {
        random.u8(0..14)
    };
    let inner = |random: &mut fastrand::Rng| random_expr(random, depth - 1);
    match kind {
        0 => random.u32(0..20).to_string(),
        1 => ["n", "k", "石子"][random.usize(0..3)].to_string(),
        2 => format!("a[{}]", inner(random)),
        3 => format!(
            "min({}, {} for i in 1..{})",
            inner(random),
            inner(random),
            inner(random)
        ),
        4 => format!("(-{})", inner(random)),
        5 => format!("(not {})", inner(random)),
        6 => format!(
            "(if {} then {} else {})",
            inner(random),
            inner(random),
            inner(random)
        ),
        7 => format!("({})", inner(random)),
        8 => format!(
            "({} <= {} < {})",
            inner(random),
            inner(random),
            inner(random)
        ),
        9 => format!("{} == {}", inner(random), inner(random)),
        _ => {
            let signs = [
                "+", "-", "*", "/", "%", "**", "xor", "bitor", "bitand", "and", "or",
            ];
            let sign = signs[random.usize(0..signs.len())];
            format!("{} {sign} {}", inner(random), inner(random))
        }
    }
}

#[test]
fn random_expressions_keep_their_meaning() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..3000 {
        let expr = random_expr(&mut random, 4);
        check_round_trip(&format!("game G {{ goal {expr} }}"));
    }
}

#[test]
fn questions_are_parsed() {
    for (source, printed) in [
        (
            "kayles[12] + nim[7] + subtract({1,3,4})[8]",
            "kayles[12] + nim[7] + subtract({1, 3, 4})[8]",
        ),
        ("3*nim[5]", "3 * nim[5]"),
        ("[3]+[4]", "[3] + [4]"),
        ("wythoff[0..10, 3]", "wythoff[0..10, 3]"),
        ("chomp(4,3)", "chomp(4, 3)"),
        ("bash(m=5)[20]", "bash(m = 5)[20]"),
        ("nim[2**40] + nim[-1]", "nim[2 ** 40] + nim[-1]"),
        ("巴什博弈（m＝5）［20］", "巴什博弈(m = 5)[20]"),
    ] {
        let query = parse_query(source).unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
        assert_eq!(print_query(&query), printed);
        assert_eq!(print_query(&parse_query(printed).unwrap()), printed);
    }
    assert_eq!(parse_query("3 * nim[5]").unwrap().components[0].copies, 3);
    assert!(
        parse_query("chomp(4, 3)").unwrap().components[0]
            .slots
            .is_none()
    );
    for (source, wanted, at) in [
        ("", "the position is empty", "1:1"),
        ("nim 7", "write the position in brackets: [7]", "1:5"),
        ("7", "nim[7] for a pile of 7", "1:2"),
        ("nim[3], nim[4]", "write `+` between components", "1:7"),
        ("nim[3] +", "expected a component such as `nim[5]`", "1:9"),
        (
            "nim[3",
            "expected `]` to close the `[` opened at 1:4",
            "1:6",
        ),
        ("nim[3 ^ 4]", "`^` is not an operator", "1:7"),
        (
            "nim[99999999999999999999]",
            "number too large: it has 20 digits",
            "1:5",
        ),
        (
            "nim[]]",
            "expected `+` or the end of the text, found `]`",
            "1:6",
        ),
    ] {
        let errors = parse_query(source).expect_err(source);
        assert_eq!(complaint(source, &errors, wanted, at), None);
    }
}

#[test]
fn a_second_label_is_printed_but_is_no_part_of_the_rules() {
    let source = "game G{state n in 0..move“take {k}”“取 {k} 颗”k in 1..n:[n - k]}";
    let printed = check_round_trip(source);
    assert!(
        printed.contains("  move \"take {k}\" \"取 {k} 颗\" k in 1..n : [n - k]\n"),
        "{printed}"
    );
    let rules = |source: &str| print_game(&parsed(source).games[0]);
    assert_eq!(rules(source), rules(&source.replace("“取 {k} 颗”", "")));
    assert_ne!(rules(source), rules(&source.replace("take", "eat")));
}

/// The labels of the library have a Chinese version, unless they are Chinese or have no words.
#[test]
fn labels_of_the_library_are_in_both_languages() {
    let parts = |label: &StringLiteral| -> (String, Vec<String>) {
        let (mut words, mut values) = (String::new(), Vec::new());
        for part in parse_label(label).unwrap() {
            match part {
                LabelPart::Text(text) => words += &text,
                LabelPart::Value(value) => values.push(print_expr(&value)),
            }
        }
        values.sort();
        (words, values)
    };
    let is_chinese = |words: &str| words.contains(|c| ('一'..='\u{9fff}').contains(&c));
    let mut checked = 0;
    for (name, text) in rules::library::FILES {
        for item in parsed(text).games.iter().flat_map(|game| &game.items) {
            let GameItemKind::Move(rule) = &item.kind else {
                continue;
            };
            let Some(label) = &rule.label else { continue };
            let (words, values) = parts(label);
            if is_chinese(&words) || !words.contains(char::is_alphabetic) {
                continue;
            }
            let label = &label.text;
            let Some(chinese) = &rule.chinese_label else {
                panic!("{name}: `{label}` has no Chinese label")
            };
            let (words, inserted) = parts(chinese);
            assert!(is_chinese(&words), "{name}: `{}`", chinese.text);
            assert_eq!(values, inserted, "{name}: `{label}`, `{}`", chinese.text);
            checked += 1;
        }
    }
    assert!(checked > 140, "{checked} labels");
}

#[test]
fn labels_are_split_and_their_values_keep_their_places() {
    let source = "game G { move “取 {数 * 2}，{{k}} ({max({数,1})})” 数 in 1..n : [数] }";
    let file = parsed(source);
    let GameItemKind::Move(rule) = &file.games[0].items[0].kind else {
        panic!("no move")
    };
    let label = rule.label.as_ref().unwrap();
    let parts = parse_label(label).unwrap();
    let shown: Vec<String> = parts
        .iter()
        .map(|part| match part {
            LabelPart::Text(text) => text.clone(),
            LabelPart::Value(value) => format!("<{}>", print_expr(value)),
        })
        .collect();
    assert_eq!(shown, ["取 ", "<数 * 2>", "，{k} (", "<max({数, 1})>", ")"]);
    let LabelPart::Value(value) = &parts[1] else {
        panic!("no value")
    };
    assert_eq!(&source[value.span.range()], "数 * 2");
    // A printed label has ASCII quotes, each of which is one byte.
    let printed = print_file(&file);
    assert!(printed.contains("move \"取 {数 * 2}"), "{printed}");
    check_round_trip(source);
}

#[test]
fn open_ranges_end_where_no_expression_begins() {
    let file = parsed("game G { state n in 0.. move k in 1.. : [k] state m in 2.. unordered }");
    let GameItemKind::Move(rule) = &file.games[0].items[1].kind else {
        panic!("no move")
    };
    assert!(matches!(rule.choices[0].domain, DomainExpr::Range(_, None)));
    let file = parsed("game G { move k in 1..n, (x, y) in S : [k for i in 1..k, (x, y)] }");
    let GameItemKind::Move(rule) = &file.games[0].items[0].kind else {
        panic!("no move")
    };
    assert_eq!(rule.choices.len(), 2);
    let rules::ast::ComponentDeclKind::Fresh { slots, .. } = &rule.result[0].kind else {
        panic!("no slots")
    };
    assert!(matches!(slots[1].value.kind, ExprKind::Tuple(_)));
}

#[test]
fn deep_nesting_is_an_error_and_not_an_overflow() {
    let deep = 100_000;
    for (open, close) in [
        ("(", ")"),
        ("-", ""),
        ("not ", ""),
        ("{", "}"),
        ("f(", ")"),
        ("a[", "]"),
        ("2 ** ", ""),
        ("1 + (", ")"),
        ("1 + ", ""),
        ("n xor 2 * ", ""),
        ("if a then b else ", ""),
        ("if ", " then b else c"),
    ] {
        let expr = format!("{}1{}", open.repeat(deep), close.repeat(deep));
        let expr = &expr[..expr.len().min(1_000_000)];
        let errors = parse_file(&format!("game G {{ goal {expr} }}")).expect_err(open);
        assert_eq!(errors[0].message.en, "nested too deeply", "{open}");
        assert!(parse_query(&format!("nim[{expr}]")).is_err());
    }
    let hundred = format!("{}1{}", "(".repeat(100), ")".repeat(100));
    parsed(&format!("game G {{ goal {hundred} }}"));
    let long = "1 + ".repeat(200) + "1";
    parsed(&format!("game G {{ goal {long} }}"));
    let huge = "#".repeat((1 << 20) + 1);
    let errors = parse_file(&huge).unwrap_err();
    assert!(errors[0].message.en.starts_with("the text is too long"));
}

#[test]
fn the_longest_texts_end_quickly() {
    for piece in [
        "goal (1@ ",
        "goal (@ ",
        "move \"{(1@}",
        "move \"{a}{b}\" : [1] # c\n",
        "goal [1 ",
        "game G { goal (1 ",
        "expect SG(0) == 1, 1, -1 ",
        "[1 for x in S, (a, a, a, ",
        "; ",
        "goal a // b\n",
        "state a[1..2] in 0..3, ",
        "\"{",
        "^ ",
        "1 ",
        "石",
    ] {
        let body = piece.repeat((1 << 20) / piece.len() - 20);
        let source = format!("game G {{ {body}");
        assert!(source.len() <= 1 << 20);
        let errors = parse_file(&source).expect_err(piece);
        assert!(errors.len() <= MAX_ERRORS);
        let _ = parse_query(&body);
    }
}

/// Makes one random change: a byte, a deletion, a repetition, an exchange of two pieces.
fn mutate(source: &str, random: &mut fastrand::Rng) -> String {
    let mut bytes = source.as_bytes().to_vec();
    for _ in 0..random.usize(1..4) {
        if bytes.is_empty() {
            break;
        }
        let at = random.usize(0..bytes.len());
        let length = random.usize(0..20).min(bytes.len() - at);
        match random.u8(0..5) {
            0 => bytes[at] = random.u8(..),
            1 => bytes[at] = b"(){}[]:;,.=+-*/%^\"#0aN \n"[random.usize(0..24)],
            2 => drop(bytes.drain(at..at + length)),
            3 => {
                let piece = bytes[at..at + length].to_vec();
                let to = random.usize(0..=bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let mut words: Vec<&str> = text.split(' ').collect();
                let (i, j) = (random.usize(0..words.len()), random.usize(0..words.len()));
                words.swap(i, j);
                bytes = words.join(" ").into_bytes();
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mutations_never_panic() {
    let mut random = fastrand::Rng::with_seed(2);
    let games: Vec<String> = parsed(SAMPLES)
        .games
        .into_iter()
        .chain(parsed(REST).games)
        .map(|game| {
            print_file(&RuleFile {
                games: vec![game],
                trailing: Vec::new(),
            })
        })
        .collect();
    let mut good = 0;
    for round in 0..20_000 {
        let source = mutate(&games[round % games.len()], &mut random);
        match parse_file(&source) {
            Ok(_) => {
                good += 1;
                check_round_trip(&source);
            }
            Err(errors) => {
                assert!((1..=MAX_ERRORS).contains(&errors.len()));
                for error in &errors {
                    assert!(
                        source.get(error.span.range()).is_some(),
                        "{source}\n{error:?}"
                    );
                }
            }
        }
        let _ = parse_query(&source[..source.floor_char_boundary(40)]);
    }
    assert!(good > 1000, "only {good} mutations were still good");
}

#[test]
fn tier_and_symmetry_are_words_in_their_place_and_names_elsewhere() {
    let kinds = |items: &str| -> Vec<String> {
        let file = parsed(&format!("game A {{ {items} move : nothing }}"));
        file.games[0]
            .items
            .iter()
            .map(|item| {
                format!("{:?}", item.kind)
                    .split(['(', ' ', '{'])
                    .next()
                    .unwrap()
                    .to_owned()
            })
            .collect()
    };
    for (items, second) in [
        ("state n in 0.. tier n", "Tier"),
        ("state n in 0.. tier 2 * n", "Tier"),
        ("state n in 0..\ntier (n + 1) / 2", "Tier"),
        ("state n in 0.. tier -n", "Tier"),
        ("state n in 0.. tier if n > 2 then 1 else 0", "Tier"),
        ("state n in 0..tier require n < 3", "Require"),
        ("state n in 0..tier(3) require n < 3", "Require"),
        ("state n in 0..tier - 1 require n < 3", "Require"),
        ("state tier in 0..9 tier tier", "Tier"),
        ("state n in 0.. symmetry [n]", "Symmetry"),
        ("state n in 0..\nsymmetry [n for i in 1..1]", "Symmetry"),
        ("state n in 0..symmetry require n < 3", "Require"),
        ("state n in 0..symmetry[3] require n < 3", "Require"),
        ("state symmetry in 0..9 symmetry [symmetry]", "Symmetry"),
        (
            "state n[1..2] in 0..9 unordered symmetry [n[1], n[2]]",
            "Symmetry",
        ),
        ("draw board symmetry [n]", "Symmetry"),
        ("draw board tier n", "Tier"),
        ("draw board tier, 2 require n < 3", "Require"),
    ] {
        assert_eq!(kinds(items)[1], second, "{items}");
    }
    let file = parsed(
        "game A { state n in 0.. tier (n + 1) * 2 symmetry [n] symmetry [n for i in 1..1] move : nothing }",
    );
    assert_eq!(shape(&parsed(&print_file(&file))), shape(&file));
}
