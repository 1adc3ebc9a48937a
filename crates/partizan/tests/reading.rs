//! The reader of values, and its errors.

use partizan::{NotationErrorKind, Store, ValueError};

use crate::world::{World, budget};

#[test]
fn equal_texts() {
    let mut world = World::new();
    let table = [
        (" 1/2 + 1/2 ", "1"),
        ("1 - 2/4", "1/2"),
        ("-1^", "-1 + ^"),
        ("-(1^)", "-1 - ^"),
        ("3-1^", "2v"),
        ("- 1^", "-1v"),
        ("-^", "v"),
        ("--^", "^"),
        ("0 + -2^", "-2^"),
        ("0 - -2^", "2v"),
        ("--2^", "2v"),
        ("0 -2^", "-2v"),
        ("2.-2^", "-4^^"),
        ("{-2^|}", "{0|-2^} + {-2^|} - {0|-2^}"),
        ("^3*2", "^ + ^ + ^ + *2"),
        ("vv", "v + v"),
        ("v4", "4.v"),
        ("3.^", "^3"),
        ("-3.^", "v3"),
        ("2.{2|0}", "2"),
        ("3.+-1", "+-1"),
        ("2.-1/2", "-1"),
        ("1+-1", "{2|0}"),
        ("1 + -1", "0"),
        ("1 +- 1", "{2|0}"),
        ("+-1", "{1|-1}"),
        ("+-1*", "{1*|-1*}"),
        ("+-{3|1}", "{3|1||-1|-3}"),
        ("+-(0,{2|0})", "{0,{2|0}|0,{0|-2}}"),
        ("+-(1)", "+-1"),
        ("±1", "+-1"),
        ("↑", "^"),
        ("⇑∗", "^^*"),
        ("⇓↓", "v3"),
        ("↓*2", "v*2"),
        ("{|1}", "0"),
        ("{1|}", "2"),
        ("{|}", "0"),
        ("{0||0|-1}", "tiny(1)"),
        ("{1|0||0}", "miny(1)"),
        ("tiny ( 1 )", "tiny(1)"),
        ("-tiny(2)", "miny(2)"),
        ("tiny({1|1/2})", "{0||||0|||-1/2|-1}"),
        ("{2,1|0}", "{2|0}"),
        ("{4|3|||2||1|0}", "{{4|3}|{2|{1|0}}}"),
        ("{1,{3|2}||0,*|-1}", "{1,{3|2}|{0,*|-1}}"),
        ("((1))", "1"),
        ("*2+*3", "*"),
        ("{0, 1 + ^ | 5 - *}", "{0,1^|5*}"),
    ];
    for (text, same) in table {
        let (g, h) = (world.parse(text), world.parse(same));
        assert_eq!(g, h, "{text} is {}", world.name(g));
    }
}

#[test]
fn errors_have_a_location_and_an_expectation() {
    let mut store = Store::new();
    let table = [
        ("", 0..0, "expected a value, found the end of the text"),
        ("1 + ", 4..4, "expected a value, found the end of the text"),
        ("1 2", 2..3, "expected `+`, `-` or the end, found `2`"),
        ("1)", 1..2, "expected `+`, `-` or the end, found `)`"),
        (
            "{1",
            2..2,
            "expected `+`, `-`, `,` or `|`, found the end of the text",
        ),
        (
            "{1|0",
            4..4,
            "expected `+`, `-`, `,`, `|` or `}`, found the end of the text",
        ),
        ("{1}", 2..3, "expected `|` before `}`"),
        ("{1,|0}", 3..4, "expected a value, found `|`"),
        (
            "1 + 2.5",
            4..7,
            "decimal fractions are not supported: write a number as a fraction, such as 5/2 for 2.5, and a multiple as 2.(5)",
        ),
        ("{,1|0}", 1..2, "expected a value, found `,`"),
        (
            "{1|0|2}",
            4..5,
            "found two separators of the same length (1); expected braces or more bars between the left and the right options",
        ),
        (
            "(1",
            2..2,
            "expected `+`, `-` or `)`, found the end of the text",
        ),
        (
            "1/3",
            2..3,
            "expected a power of two as the denominator, found 3",
        ),
        ("1/", 2..2, "expected digits, found the end of the text"),
        (
            "1/0",
            2..3,
            "expected a power of two as the denominator, found 0",
        ),
        (
            "up",
            0..2,
            "expected a value, found `up`; the functions are `tiny(…)` and `miny(…)`",
        ),
        ("tiny 1", 5..6, "expected `(`, found `1`"),
        ("tiny()", 5..6, "expected a value, found `)`"),
        ("3.", 2..2, "expected a value, found the end of the text"),
        ("^^3", 2..3, "expected `+`, `-` or the end, found `3`"),
        ("*2^", 2..3, "expected `+`, `-` or the end, found `^`"),
        ("1,2", 1..2, "expected `+`, `-` or the end, found `,`"),
        ("+1", 0..1, "expected a value, found `+`"),
        (
            "9223372036854775808",
            0..19,
            "a number in the value is too large or too fine",
        ),
        (
            "*4294967296",
            0..11,
            "a number in the value is too large or too fine",
        ),
        (
            "^2147483648",
            0..11,
            "a number in the value is too large or too fine",
        ),
        (
            "1 + ^2147483647 + ^",
            18..19,
            "a number in the value is too large or too fine",
        ),
        (
            "1/9223372036854775808",
            2..21,
            "a number in the value is too large or too fine",
        ),
        ("{1|\u{1}}", 3..4, "expected a value, found `\\u{1}`"),
        ("{1||||||||||||||||||0}", 2..20, "expected at most 16 bars"),
        ("1 é", 2..4, "expected `+`, `-` or the end, found `é`"),
    ];
    for (text, span, message) in table {
        let error = store.parse(text, &budget()).unwrap_err();
        assert_eq!(error.span, span, "{text}");
        assert_eq!(error.to_string(), message, "{text}");
        let diagnostic = error.diagnostic();
        assert_eq!(diagnostic.message, error.text());
        assert_eq!(diagnostic.span.range(), span);
        assert!(!error.text().zh.is_empty());
    }
    let chinese = |store: &mut Store, text| store.parse(text, &budget()).unwrap_err().text().zh;
    assert_eq!(chinese(&mut store, "1 +"), "应为一个值，此处是文本结尾");
    assert_eq!(chinese(&mut store, "tiny 1"), "应为 `(`，此处是 `1`");
    let error = store.parse("2.^2147483647", &budget()).unwrap_err();
    assert_eq!(error.kind, NotationErrorKind::Value(ValueError::Overflow));
}

/// Random texts are either values whose names parse back, or errors within the text.
#[test]
fn random_texts() {
    let mut world = World::new();
    let pieces = [
        "0", "1", "2", "1/2", "*", "^", "v", "{", "}", "|", "||", ",", "+", "-", "+-", "(", ")",
        ".", "tiny(", "miny(", " ", "/", "é",
    ];
    let mut random = fastrand::Rng::with_seed(11);
    let mut values = 0;
    for _ in 0..200_000 {
        let count = random.usize(1..10);
        let text: String = (0..count)
            .map(|_| pieces[random.usize(0..pieces.len())])
            .collect();
        match world.store.parse(&text, &budget()) {
            Ok(g) => {
                values += 1;
                let name = world.name(g);
                assert_eq!(world.parse(&name), g, "{text}: {name}");
            }
            Err(error) => {
                assert!(error.span.start <= error.span.end && error.span.end <= text.len());
                assert!(text.is_char_boundary(error.span.start), "{text}");
                assert!(text.is_char_boundary(error.span.end), "{text}");
            }
        }
    }
    assert!(values > 5000, "only {values} texts are values");
}
