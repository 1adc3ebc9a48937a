//! Tests of codes: parsing, printing, errors and their messages. The values of equivalent codes are
//! compared with the definition.

use base::budget::Budget;
use heap::code::{CodeKind, HeapCode, NamedSet, NumberSet, SplitCondition};
use heap::definition::DefinitionMachine;

fn code(text: &str) -> HeapCode {
    text.parse()
        .unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"))
}

fn values(code: &HeapCode, to: usize) -> Vec<u32> {
    let mut naive = DefinitionMachine::new(code);
    naive.compute(to, &Budget::generous()).unwrap();
    naive.values().to_vec()
}

#[test]
fn what_is_read_is_printed_in_its_shortest_form() {
    let cases = [
        ("0.77", "0.77"),
        (".77", "0.77"),
        ("0.770", "0.77"),
        ("  0.07 ", "0.07"),
        ("4.0", "4.0"),
        ("4.3", "4.3"),
        ("0.0", "0.0"),
        (".8f", "0.8F"),
        ("C.18", "C.18"),
        (
            "0.{7}{16}{18446744073709551615}",
            "0.7{16}{18446744073709551615}",
        ),
        ("0.[3]", "0.[3]"),
        ("0.3[3]", "0.[3]"),
        ("0.1[0303]", "0.1[03]"),
        ("0.13[03]", "0.1[30]"),
        ("0.1[0]", "0.1"),
        ("subtract{1,3,4}", "0.3033"),
        ("subtract { 1, 100 }", "subtract{1,100}"),
        ("subtract all-but{2,5}", "0.30330[3]"),
        ("subtract all-but{20}", "subtract all-but{20}"),
        ("subtract powers{2}", "subtract powers{2}"),
        ("subtract fibonacci", "subtract fibonacci"),
        ("grundy", "grundy"),
        ("split{2} unequal", "grundy"),
        ("split{2,3}", "C.0"),
        ("split{2} equal", "split{2} equal"),
        (
            "split{3,5} unequal into primes",
            "split{3,5} unequal into primes",
        ),
        ("split{2} into all-but{1,2}", "split{2} into all-but{1,2}"),
    ];
    for (written, printed) in cases {
        let read = code(written);
        assert_eq!(read.to_string(), printed, "{written}");
        assert_eq!(code(&read.to_string()), read, "{written}");
    }
    assert_eq!(code("subtract{1,3}"), code("0.303"));
    assert_eq!(code("grundy"), HeapCode::grundy());
    assert_eq!(
        code("subtract squares").kind(),
        &CodeKind::Take(NumberSet::Law(NamedSet::Squares))
    );
    assert!(matches!(
        code("split{2} equal").kind(),
        CodeKind::Split {
            parts: 4,
            which: SplitCondition::Equal,
            sizes: None
        }
    ));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let cases = [
        ("", 0..0, "expected a code"),
        ("0", 1..1, "expected the point after d_0"),
        ("77", 0..1, "d_0 must not contain the bits 0 and 1"),
        ("1.7", 0..1, "d_0 must not contain the bits 0 and 1"),
        ("{6}.7", 0..3, "d_0 must not contain the bits 0 and 1"),
        ("0.", 2..2, "expected a digit (0 to 7"),
        ("0.7G", 3..4, "expected a digit 0 to F"),
        ("0.7.7", 3..4, "expected a digit 0 to F"),
        ("0.7 7", 4..5, "expected the end of the code, found `7`"),
        ("0.[", 3..3, "expected the digits that repeat"),
        ("0.[]", 3..4, "expected the digits that repeat"),
        ("0.[3", 4..4, "expected a digit or `]`"),
        ("0.[3]3", 5..6, "expected a digit 0 to F"),
        ("0.{", 3..3, "expected a decimal number"),
        ("0.{16", 5..5, "expected `}` after the digit"),
        (
            "0.{18446744073709551616}",
            3..23,
            "this number is too large",
        ),
        ("0.７", 2..5, "expected a digit (0 to 7"),
        ("-0.7", 0..1, "expected a code"),
        ("grundi", 0..6, "unknown word `grundi`"),
        ("subtract", 8..8, "expected a set"),
        ("subtract{}", 9..10, "expected a decimal number"),
        ("subtract{0,1}", 9..10, "0 is not allowed here"),
        (
            "subtract{3,1}",
            11..12,
            "the numbers must be strictly increasing",
        ),
        ("subtract{1,3", 12..12, "expected `,` or `}`"),
        ("subtract{99999999}", 9..17, "this number is too large"),
        (
            "subtract powers{1}",
            9..18,
            "expected a single number of at least 2 after powers",
        ),
        ("subtract sqares", 9..15, "unknown word `sqares`"),
        (
            "split{1}",
            5..8,
            "a move can split a heap into 2 to 63 heaps, not into 1",
        ),
        ("split{2} uneqal", 9..15, "unknown word `uneqal`"),
        ("split{2} equal unequal", 15..22, "unknown word `unequal`"),
    ];
    for (text, span, message) in cases {
        let wrong = text.parse::<HeapCode>().expect_err(text);
        assert!(
            wrong.message.en.starts_with(message),
            "{text}: {}",
            wrong.message.en
        );
        assert_eq!(wrong.span.range(), span, "{text}");
    }
}

#[test]
fn known_games_by_the_definition() {
    let cases: [(&str, &[u32]); 9] = [
        ("0.77", &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]),
        ("0.07", &[0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]),
        ("0.[3]", &[0, 1, 2, 3, 4, 5, 6, 7]),
        ("4.[3]", &[0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11]),
        ("grundy", &[0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1]),
        ("0.8", &[0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]),
        ("subtract powers{2}", &[0, 1, 2, 0, 1, 2, 0, 1, 2]),
        ("split{2} equal", &[0, 0, 1, 0, 1, 0, 1, 0, 1]),
        ("split{2} into{1,3}", &[0, 0, 1, 0, 1, 0, 1, 0, 0]),
    ];
    for (text, expected) in cases {
        assert_eq!(values(&code(text), expected.len()), expected, "{text}");
    }
}

/// Tests the shift of the standard form, for every octal code of three digits, some hexadecimal
/// codes and some codes with tails.
#[test]
fn the_standard_form_has_the_values_moved_down() {
    let mut codes: Vec<HeapCode> = (0..512u64)
        .filter_map(|c| HeapCode::of_digits(&[0, c >> 6, c >> 3 & 7, c & 7]))
        .collect();
    codes.extend((0..64u64).filter_map(|c| HeapCode::of_digits(&[4, c >> 3, c & 7])));
    codes.extend(
        [
            "0.08", "0.4A2", "8.04", "C.8", "0.0[3]", "0.4[06]", "0.0[02]", "0.0{16}",
        ]
        .map(code),
    );
    let mut met = 0;
    for code in &codes {
        let Some(standard) = code.standard() else {
            continue;
        };
        met += usize::from(standard.shift > 0);
        let (shift, values, other) = (
            standard.shift as usize,
            values(code, 60),
            values(&standard.code, 60),
        );
        assert_eq!(values[..shift], vec![0; shift], "{code}");
        assert_eq!(
            values[shift..],
            other[..60 - shift],
            "{code} and {}",
            standard.code
        );
        assert_eq!(standard.code.digits().unwrap().get(1) & 1, 1, "{code}");
    }
    assert!(met > 200, "{met}");
    let dawson = code("0.4").standard().unwrap();
    assert_eq!(
        (dawson.code.to_string().as_str(), dawson.shift),
        ("0.137", 2)
    );
}

/// Every octal code of four digits, and every other code of this test, is among the codes returned
/// for its cousin. All returned codes have the expected values.
#[test]
fn the_codes_of_which_one_is_the_cousin() {
    let mut codes: Vec<HeapCode> = (0..4096u64)
        .filter_map(|c| HeapCode::of_digits(&[0, c >> 9, c >> 6 & 7, c >> 3 & 7, c & 7]))
        .collect();
    codes.extend((0..512u64).filter_map(|c| HeapCode::of_digits(&[4, c >> 6, c >> 3 & 7, c & 7])));
    codes.extend(["0.08", "0.4A2", "8.04", "C.8", "C.04A", "0.0{16}"].map(code));
    let mut met = 0;
    for code in &codes {
        let Some(next) = code
            .cousin()
            .filter(|next| next.digits().is_some_and(|digits| digits.head().len() > 1))
        else {
            continue;
        };
        let (some, count) = next.cousin_of(1 << 12);
        assert_eq!(some.len() as u64, count, "{next}");
        assert!(
            some.contains(code),
            "{code} is a cousin of {next}, which names {some:?}"
        );
        assert!(
            some.iter().all(|one| one.cousin().as_ref() == Some(&next)),
            "{next}"
        );
        met += 1;
    }
    assert!(met > 2000, "{met}");
    // Compares values with the definition, for codes that were not derived from other codes.
    codes.truncate(512);
    codes.extend(
        [
            "0.1F", "0.7F", "0.37F", "4.7", "0.[3]", "0.3[7]", "0.[01]", "0.[F]",
        ]
        .map(code),
    );
    let mut met = 0;
    for code in &codes {
        let (some, count) = code.cousin_of(20);
        assert_eq!(some.len() as u64, count.min(20), "{code}");
        let expected = values(code, 40);
        for one in &some {
            let values = values(one, 41);
            assert_eq!(
                (values[0], &values[1..]),
                (0, &expected[..]),
                "{one} and {code}"
            );
            assert_eq!(one.cousin().as_ref(), Some(code), "{one}");
            met += 1;
        }
    }
    assert!(met > 400, "{met}");
    let shown = |text: &str| {
        code(text)
            .cousin_of(4)
            .0
            .iter()
            .map(HeapCode::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(shown("0.07"), "0.4 0.42 0.401 0.421");
    assert_eq!(shown("0.137"), "0.07 0.071 0.072 0.073");
    assert_eq!(shown("0.6"), "");
    assert_eq!(shown("grundy"), "");
    assert_eq!(shown("0.[3]"), "0.[2]");
}
