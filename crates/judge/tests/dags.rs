//! Tests directed graphs in the formats of problems.

use base::budget::Budget;

use judge::{JudgeError, problem};

#[test]
fn a_cycle_is_refused_with_its_line() {
    let cases = [
        (
            "dag_sum",
            "2\n1 0\n0\n3 0\n1 1\n1 2\n\n1 1\n",
            [6, 8],
            " > ",
        ),
        ("dag_every", "1\n1 0\n1 0\n", [3, 3], "0 > 0"),
        ("poj2425", "2\n1 1\n1 0\n1 0\n0\n", [2, 3], " > "),
    ];
    for (name, input, [first, last], shown) in cases {
        match problem(name).unwrap().answer(input, &Budget::generous()) {
            Err(JudgeError::Malformed(wrong)) => {
                assert!(
                    (first..=last).contains(&wrong.line),
                    "{name}: line {}",
                    wrong.line
                );
                assert!(wrong.message.en.contains(shown), "{}", wrong.message);
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn what_is_announced_is_not_trusted() {
    let stop = || None;
    let small = Budget::new(1 << 20, &stop, &|_, _| ());
    for (name, input) in [
        ("dag_sum", "1000000000\n1000000000 0\n"),
        ("dag_sum", "1\n2 0\n1000000000 1 1"),
        ("poj2425", "1000000000\n0\n"),
        ("loopy", "5 1000000000\n0 1\n"),
    ] {
        assert!(
            matches!(
                problem(name).unwrap().answer(input, &small),
                Err(JudgeError::Malformed(_))
            ),
            "{name}: {input}"
        );
    }
    assert!(matches!(
        problem("loopy").unwrap().answer("1000000000 0\n", &small),
        Err(JudgeError::Stopped(_))
    ));
    assert_eq!(
        problem("loopy").unwrap().answer("0 0\n", &small).unwrap(),
        "\n\n"
    );
}
