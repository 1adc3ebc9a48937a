//! The tokens of rules and queries.

use rules::lexer::{RuleTokenKind, SIGNS, lex, slips, to_ascii};
use rules::parser::codes::lift_codes;

/// Returns the length in bytes of `sign` at the beginning of a text, in ASCII or full-width.
fn prefix(text: &str, sign: &str) -> Option<usize> {
    let mut rest = text.chars();
    sign.chars().try_fold(0, |length, wanted| {
        rest.next()
            .filter(|&c| to_ascii(c) == wanted)
            .map(|c| length + c.len_utf8())
    })
}

/// The first token of a text is the first operator in the list that matches, with foreign operators
/// before all others.
#[test]
fn signs_are_the_first_of_the_list() {
    let others = ["＜", "＝", "！", "｜", "。", "．", " ", "⊕"];
    let parts: Vec<&str> = slips()
        .map(|(written, _)| written)
        .chain(SIGNS)
        .chain(others)
        .collect();
    let mut rng = fastrand::Rng::with_seed(1);
    let mut found = 0;
    for _ in 0..2_000 {
        let source: String = (0..3).map(|_| parts[rng.usize(..parts.len())]).collect();
        // The rule about the first operator has three exceptions: comments, `#`, and a dot before a
        // digit.
        let first = lex(&source, 0).tokens[0];
        let slip =
            slips().find_map(|(written, meant)| Some((meant, prefix(&source, written)?, written)));
        let sign = SIGNS
            .into_iter()
            .find_map(|sign| Some((RuleTokenKind::Sign(sign), prefix(&source, sign)?, sign)));
        let expected = match (slip, sign) {
            // `!` on its own is a foreign operator, but `!=` is an operator of the rule language.
            (Some((_, _, "!")), Some(sign @ (.., "!="))) => sign,
            (Some(slip), _) => slip,
            (None, Some(sign)) => sign,
            (None, None) => continue,
        };
        assert_eq!(
            (first.kind, first.span.end as usize),
            (expected.0, expected.1),
            "{source}"
        );
        found += 1;
    }
    assert!(found > 1_000, "{found}");
}

#[test]
fn codes_are_found_where_components_begin() {
    let found = |source: &str| {
        let (plain, codes) = lift_codes(source, &|name| name == "mine");
        assert_eq!(plain.len(), source.len());
        codes
            .into_iter()
            .map(|code| (code.span.start as usize, code.text))
            .collect::<Vec<_>>()
    };
    let cases: [(&str, &[(usize, &str)]); 19] = [
        ("0.77[12] + nim[3]", &[(0, "0.77")]),
        ("nim[3]+2 *  .8F [12]", &[(12, ".8F")]),
        ("0.1[03][5] + 0.1[03]", &[(0, "0.1[03]"), (13, "0.1")]),
        ("0.{16}3[4]", &[(0, "0.{16}3")]),
        (
            "split{2,3} unequal[7] + split {2}[7]",
            &[(0, "split{2,3} unequal"), (24, "split {2}")],
        ),
        (
            "subtract{1,3}[7] + subtract({1,3})[7]",
            &[(0, "subtract{1,3}")],
        ),
        ("subtract squares[7]", &[(0, "subtract squares")]),
        ("subtract all-but{2}[7]", &[(0, "subtract all-but{2}")]),
        ("grundy[7]", &[(0, "grundy")]),
        ("A.3[4]", &[(0, "A.3")]),
        (
            "*5 + {*1, {}} + 2 * *3",
            &[(0, "*5"), (5, "{*1, {}}"), (20, "*3")],
        ),
        ("{{}, {{}}}", &[(0, "{{}, {{}}}")]),
        ("{*1", &[(0, "{*1")]),
        ("nim[2 ** 3 + 1..4]", &[]),
        ("3 * nim[1] + [3]", &[]),
        ("hackenbush(0-1; ground 0)", &[]),
        ("1..3", &[]),
        ("0.77", &[(0, "0.77")]),
        ("４ ＋ 0.7［3］", &[(8, "0.7")]),
    ];
    for (source, codes) in cases {
        let expected: Vec<(usize, String)> = codes
            .iter()
            .map(|(at, code)| (*at, (*code).to_owned()))
            .collect();
        assert_eq!(found(source), expected, "{source}");
    }
    assert_eq!(lift_codes("grundy[7]", &|name| name == "grundy").1.len(), 0);
}
