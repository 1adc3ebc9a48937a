//! Compares the cases of random piecewise affine numbers with direct evaluation at every point of a
//! small box. Exactly one case applies, and its numbers equal the original numbers.

use rules::eval::{EvalContext, at_most};
use rules::ir::{Expr, ResultPartKind};

use super::{affine, cases};
use crate::program::affine::AffineForm;
use crate::program::interval::{IntInterval, VariableRanges};
use crate::program::testing::instance;

const TOP: i64 = 6;

/// Returns the two numbers that the move of a game leaves.
fn numbers(values: &[String]) -> Vec<Expr> {
    let text = format!(
        "game G {{ state a in 0..{TOP}, b in 0..{TOP} move k in 0..{TOP} : [{}] }}",
        values.join(", ")
    );
    let (game, _) = instance(&text);
    let ResultPartKind::Fresh(_, elements) = &game.moves[0].result[0].kind else {
        panic!("{text}")
    };
    elements
        .iter()
        .map(|element| element.values[0].clone())
        .collect()
}

#[test]
fn of_the_cases_just_one_holds_and_has_the_numbers() {
    let mut rng = fastrand::Rng::with_seed(4);
    let (mut cut, mut several) = (0, 0);
    let ranges = VariableRanges {
        slots: vec![IntInterval(0, TOP); 2],
        locals: vec![IntInterval(0, TOP)],
    };
    for _ in 0..2_000 {
        let written: Vec<String> = (0..2)
            .map(|_| testkit::piecewise::number(&mut rng, &["a", "b", "k"], 2))
            .collect();
        let values = numbers(&written);
        let Some(all) = cases(&values, &ranges) else {
            continue;
        };
        cut += 1;
        several += usize::from(all.len() > 3);
        for case in &all {
            assert!(
                case.values
                    .iter()
                    .all(|value| AffineForm::from_expr(value).is_some()),
                "{written:?}: {case:?}"
            );
            assert!(
                case.conditions
                    .iter()
                    .all(|condition| affine(condition.clone()).is_some()),
                "{written:?}: {case:?}"
            );
        }
        for (a, b, k) in
            (0..=TOP).flat_map(|a| (0..=TOP).flat_map(move |b| (0..=TOP).map(move |k| (a, b, k))))
        {
            let tick = at_most(1_000, 0);
            let slots = [a, b];
            let mut env = EvalContext::new(&slots, 1, &tick);
            env.locals[0] = k;
            let mut found = |values: &[Expr]| {
                values
                    .iter()
                    .map(|value| env.eval(value).expect("no fault"))
                    .collect::<Vec<_>>()
            };
            let expected = found(&values);
            let holding: Vec<_> = all
                .iter()
                .filter(|case| found(&case.conditions).iter().all(|&truth| truth == 1))
                .collect();
            let [case] = holding[..] else {
                panic!(
                    "{written:?} at {slots:?}, {k}: {} cases hold of {all:#?}",
                    holding.len()
                )
            };
            assert_eq!(
                found(&case.values),
                expected,
                "{written:?} at {slots:?}, {k}: {case:?}"
            );
        }
    }
    assert!(
        cut > 300 && several > 100,
        "{cut} cut, {several} into more than three"
    );
}

#[test]
fn what_is_not_affine_in_a_case_or_has_too_many_is_left() {
    let ranges = |top| VariableRanges {
        slots: vec![IntInterval(0, top); 2],
        locals: vec![IntInterval(0, top)],
    };
    let count = |values: [&str; 2], top| {
        cases(&numbers(&values.map(str::to_owned)), &ranges(top)).map(|cases| cases.len())
    };
    assert_eq!(count(["max(0, a - k)", "b"], 100), Some(2));
    assert_eq!(count(["max(0, a - k)", "max(0, b - k)"], 100), Some(4));
    // k > a - 1 and k < a - 2 contradict each other.
    assert_eq!(count(["max(0, a - k - 1)", "min(0, a - k)"], 100), Some(3));
    assert_eq!(count(["max(0, a - k)", "a + b"], 100), Some(2));
    assert_eq!(count(["a - k", "a + b"], 100), None);
    assert_eq!(count(["max(0, a - k)", "b xor k"], 100), None);
    assert_eq!(count(["if k * a > 3 then a else b", "b"], 100), None);
    // A loop over three values is faster than four cases.
    assert_eq!(count(["max(0, a - k)", "max(0, b - k)"], 2), None);
    assert_eq!(
        count(
            [
                "max(a, b, k, 40, 2 * a - b, 2 * k - a)",
                "max(a + b, b + k, k + a, 90, 3 * a, 3 * b)"
            ],
            100
        ),
        None
    );
}
