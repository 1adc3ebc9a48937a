//! Mistakes in rule files: each mistake is reported at its location.

use base::diagnostic::Diagnostic;
use base::text::Lang;
use rules::parser::{MAX_ERRORS, parse_file};

/// Returns the line and column at which a span begins.
fn place(source: &str, error: &Diagnostic) -> String {
    let before = &source[..error.span.start as usize];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    format!("{line}:{column}")
}

/// Returns a description of the first failed check of the errors. The first error must contain
/// `wanted` in its message, label or help, and begin at `at`. All errors must have Chinese texts
/// too, and locations that can be rendered.
pub fn complaint(source: &str, errors: &[Diagnostic], wanted: &str, at: &str) -> Option<String> {
    let said = base::diagnostic::render_all(errors, "test", source, Lang::En, false);
    let first = errors[0].render("test", source, Lang::En, false);
    if !first.contains(wanted) || place(source, &errors[0]) != at {
        return Some(format!("wanted {wanted:?} at {at}:\n{said}"));
    }
    for error in errors {
        let texts = [
            Some(&error.message),
            error.label.as_ref(),
            error.help.as_ref(),
        ];
        for text in texts.into_iter().flatten() {
            let chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
            if !text.zh.contains(chinese) || text.en.contains(chinese) {
                return Some(format!("not in two languages: {text:?}"));
            }
        }
        if source.get(error.span.range()).is_none() {
            return Some(format!("bad place: {error:?}"));
        }
    }
    None
}

#[test]
fn bad_items_are_explained() {
    let mut complaints = Vec::new();
    // The item is the second line of a game, after two spaces.
    for (item, wanted, at) in [
        (
            "move i in 0..n-1 : [i ^ (n-1-i)]",
            "`^` is not an operator",
            "2:25",
        ),
        (
            "move i in 0..n-1 : [i ^ (n-1-i)]",
            "to leave two rows, write a sum of components",
            "2:25",
        ),
        ("goal a && b", "write `and`", "2:10"),
        ("goal a || b", "write `or`", "2:10"),
        ("goal !a", "write `not`", "2:8"),
        ("goal a ≤ b", "write `<=`", "2:10"),
        ("goal a ≥ b", "write `>=`", "2:10"),
        ("goal a ≠ b", "write `!=`", "2:10"),
        ("goal a <> b", "write `!=`", "2:10"),
        ("goal a => b", "write `>=`", "2:10"),
        ("goal a = b", "write `==`", "2:10"),
        ("goal a mod 2 == 0", "write `%`", "2:10"),
        ("goal a div 2 == 0", "write `/`", "2:10"),
        ("goal a × 2", "write `*`", "2:10"),
        ("goal a² == 4", "write `** 2`", "2:9"),
        ("goal 2(n + 1)", "write `*` to multiply", "2:9"),
        ("goal 2n", "write `2 * n`", "2:8"),
        ("goal 1.", "a number cannot end with a decimal point", "2:8"),
        (
            "goal n == 12345678901234567890",
            "number too large: it has 20 digits; the maximum is 9223372036854775807",
            "2:13",
        ),
        ("goal 1 + not a", "`not` cannot follow", "2:12"),
        ("goal n ==", "expected a value, found `}`", "2:13"),
        ("goal [1]", "is not allowed in an expression", "2:8"),
        ("goal n @ 2", "unexpected character `@` (U+0040)", "2:10"),
        (
            "goal (n + 1",
            "expected `)` to close the `(` opened at 2:8, found `}`",
            "2:15",
        ),
        ("goal if a then b", "expected `else`", "2:20"),
        (
            "move k in 1..n [n - k]",
            "missing `:` before the result of the move",
            "2:18",
        ),
        (
            "move k in 1..n [n - k]",
            "is the `:` missing before the `[`?",
            "2:18",
        ),
        ("move k in 1..n => [n - k]", "write `:`", "2:18"),
        ("move k in 1..n -> [n - k]", "write `:`", "2:18"),
        (
            "move k in 1..n if k > 2 : [n]",
            "a guard is written with `when`",
            "2:18",
        ),
        (
            "move k in 1..n // 2 : [n - k]",
            "`//` begins a comment",
            "2:17",
        ),
        ("move k in 1..n, : [n - k]", "another choice", "2:17"),
        ("move k = 1..n : [n - k]", "write `k in 1..n`", "2:10"),
        (
            "move k in {1..n} : [n - k]",
            "a range needs no braces",
            "2:15",
        ),
        ("move k in 1...n : [n - k]", "write `..`", "2:14"),
        (
            "move k in 1..n : [n - k",
            "expected `]` to close the `[` opened at 2:20",
            "2:27",
        ),
        (
            "move k in 1..n : n - k",
            "a component is written [n - k]",
            "2:20",
        ),
        (
            "move k in 1..n : [k] - [n]",
            "the result of a move is a sum",
            "2:24",
        ),
        (
            "move k in 1..n : [k] [n]",
            "write `+` between components",
            "2:24",
        ),
        (
            "move k in 1..n : [k] when k > 1",
            "write the guard before the `:`",
            "2:24",
        ),
        (
            "move k in 1..n : { n - k }",
            "braces contain changes",
            "2:24",
        ),
        (
            "move k in 1..n : { n -= k; n = 0 }",
            "changes are separated by `,`",
            "2:28",
        ),
        (
            "move k in 1..n : { n -= k; }",
            "changes are separated by `,`",
            "2:28",
        ),
        ("move k in 1..n : { n *= 2 }", "write `a = a * k`", "2:24"),
        (
            "move \"take {k\" k in 1..n : [k]",
            "this `{` is not closed",
            "2:14",
        ),
        (
            "move \"take k}\" k in 1..n : [k]",
            "write `}}` for a literal brace",
            "2:15",
        ),
        (
            "move \"take {k}\" \"取 {k} 颗}\" k in 1..n : [n - k]",
            "write `}}` for a literal brace",
            "2:27",
        ),
        (
            "move \"take {k +}\" k in 1..n : [k]",
            "expected a value, found the end of the braces",
            "2:18",
        ),
        (
            "move \"take k in 1..n : [k]",
            "this string is not closed",
            "2:8",
        ),
        ("state n", "write the range of the slot: `n in 0..`", "2:11"),
        (
            "state n in {1, 2}",
            "the values of a slot must be a range",
            "2:21",
        ),
        ("state n in 0.. ;", "semicolons are not needed", "2:18"),
        (
            "state sum in 0..",
            "`sum` is a reserved word and cannot be a name",
            "2:9",
        ),
        (
            "state sum in 0..",
            "choose another name, such as `amount`",
            "2:9",
        ),
        ("let start = 3", "`start` is a reserved word", "2:7"),
        ("goal n == move + 1", "`move` is a reserved word", "2:13"),
        ("stat n in 0..", "did you mean `state`?", "2:3"),
        ("rule k in 1..n : [k]", "did you mean `move`?", "2:3"),
        ("zebra", "items begin with: state, let", "2:3"),
        (
            "play backwards",
            "expected `normal`, `misere`, `stop`, `button` or `score`",
            "2:8",
        ),
        ("sum all", "expected `one`, `every`, `any` or `upto`", "2:7"),
        ("note done", "expected a string", "2:8"),
        (
            "expect SG(0..3) == 0, 1, 2, 3",
            "commas between the values are not allowed",
            "2:23",
        ),
        ("expect SG(0..3) = 0 1 2 3", "write `==`", "2:19"),
        ("expect SG(0..3) == -1", "never negative", "2:22"),
        ("expect SG(0..3) ==", "expected a number", "2:22"),
        (
            "expect PN(0..3) == PNN",
            "separate the letters with spaces",
            "2:22",
        ),
        ("expect [1] == 0", "expected `is`", "2:14"),
        ("expect [1] is 0", "expected `P`, `N` or `D`", "2:17"),
        ("expect [1] is P, [2] is N", "write `expect` again", "2:18"),
        (
            "expect n == 2",
            "for example `expect SG(0..3) == 0 1 2 3`",
            "2:10",
        ),
        (
            "expect same as Nim on 0..3",
            "expected `value` or `outcome`",
            "2:15",
        ),
        ("claim SG(n) == n", "write `claim SG == ...`", "2:11"),
        ("claim N iff n > 0", "write `claim P iff ...`", "2:9"),
        ("claim P if n > 0", "expected `iff`", "2:11"),
    ] {
        let source = format!("game G {{\n  {item} }}\n");
        // A comment or an unclosed string would include the brace.
        let source = if item.contains("//") || item.matches('"').count() == 1 {
            format!("game G {{\n  {item}\n}}\n")
        } else {
            source
        };
        let errors = parse_file(&source).expect_err(item);
        complaints.extend(complaint(&source, &errors, wanted, at));
        if errors.len() > 1 {
            let all = base::diagnostic::render_all(&errors, "test", &source, Lang::En, false);
            complaints.push(format!("one mistake, several messages:\n{all}"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}

#[test]
fn bad_files_are_explained() {
    for (source, wanted, at) in [
        ("gane G { }", "did you mean `game`?", "1:1"),
        ("hello", "a file is a list of games", "1:1"),
        (
            "3",
            "expected `game`, `coins` or `recurrence`, found `3`",
            "1:1",
        ),
        ("game { }", "expected a name, found `{`", "1:6"),
        ("game G(m) { }", "the parameter `m` needs a default", "1:8"),
        (
            "game G(m = 3 { }",
            "expected `)` to close the `(` opened at 1:7",
            "1:14",
        ),
        (
            "game G { state n in 0..",
            "expected `}` to close the `{` of `G` opened at 1:8",
            "1:24",
        ),
        ("game G { } }", "this `}` has no matching `{`", "1:12"),
        (
            "game G { }\nmove : nothing",
            "`move` is outside a game",
            "2:1",
        ),
        ("game G { };", "semicolons are not needed", "1:11"),
        ("game goal { }", "`goal`", "1:6"),
        (
            "recurrence R { state n in 0.. }",
            "a recurrence begins with its formula",
            "1:16",
        ),
        (
            "recurrence R { SG(n) = mex { SG(i) + SG(n) } }",
            "write `xor`",
            "1:36",
        ),
        (
            "recurrence R { SG(n) = mex { SG(i) for i in 1..n, SG(0) } }",
            "after the last term",
            "1:49",
        ),
        (
            "recurrence R { SG(n) == mex { SG(i) } }",
            "expected `=`",
            "1:22",
        ),
    ] {
        let errors = parse_file(source).expect_err(source);
        assert_eq!(complaint(source, &errors, wanted, at), None);
    }
}

#[test]
fn several_mistakes_are_told_at_once() {
    let source = "game A {\n  state n in 0..;\n  mvoe k in 1..n : [n - k]\n  move k in 1..m [n - k]\n  \
                  move { n = 3\n  goal n = 0 && n ≤ 3\n}\ngame B(m) {\n  claim N iff n == 0\n}\ngane C { }\n";
    let errors = parse_file(source).unwrap_err();
    let places: Vec<String> = errors.iter().map(|error| place(source, error)).collect();
    let wanted = [
        "2:17", "3:3", "4:18", "5:8", "5:15", "6:10", "6:14", "6:19", "8:8", "9:9", "11:1",
    ];
    assert_eq!(places, wanted);
    let many = "game G {\n".to_string() + &"  goal n ^ 2 = \n".repeat(100) + "}";
    assert_eq!(parse_file(&many).unwrap_err().len(), MAX_ERRORS);
}
