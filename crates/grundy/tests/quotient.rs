//! Misère sums from a quotient that is given by a certificate, compared with sums without the
//! certificate.

use std::sync::Arc;

use base::budget::Budget;
use fastrand::Rng;
use grundy::answer::WinningMove;
use grundy::misere::{MisereQuery, MisereReport, certify, of_code, of_question};
use grundy::quotient_certificate::UncheckedQuotient;
use grundy::{Session, SolveError, SolveOptions};
use rules::ast::PlayConvention;
use rules::world::World;

use crate::support::{SessionAnswers, slot_ranges};

/// Returns the certificate of the heaps of a code.
fn certificate(code: &str, to: Option<u64>) -> String {
    let budget = Budget::generous();
    let wanted = MisereQuery {
        to,
        elements: 500,
        period: to.is_none(),
        forms: false,
        patient: true,
    };
    let report = of_code(&code.parse().unwrap(), &wanted, &budget).unwrap();
    certify(&World::empty(), &report, &budget).unwrap().0
}

fn session(quotient: Option<&str>) -> Session {
    let mut session = Session::new();
    session.settings.play = Some(PlayConvention::Misere);
    session.settings.quotient =
        quotient.map(|text| Arc::new(UncheckedQuotient::read(text).unwrap()));
    session
}

fn sorted(list: Option<Vec<WinningMove>>) -> Vec<WinningMove> {
    let mut list = list.unwrap();
    list.sort_by_key(|one| format!("{one:?}"));
    list
}

#[test]
fn sums_from_a_certificate() {
    const MOVES: SolveOptions = SolveOptions {
        moves: true,
        winner_only: true,
        to_move: None,
    };
    let mut rng = Rng::with_seed(77);
    for (code, game) in [("0.77", "kayles"), ("0.123", "0.123"), ("0.75", "0.75")] {
        let text = certificate(code, (code == "0.77").then_some(14));
        let (mut given, mut plain) = (session(Some(&text)), session(None));
        plain.settings.without.insert("misere-quotient".to_owned());
        for _ in 0..25 {
            // An equivalent rule file has the positions of the code, so it adds no generator. A Nim
            // heap becomes an additional generator.
            let heap = |rng: &mut Rng| {
                format!("{}[{}]", if rng.bool() { code } else { game }, rng.u8(1..9))
            };
            let mut parts: Vec<String> = (0..rng.usize(2..4)).map(|_| heap(&mut rng)).collect();
            if rng.u8(0..4) == 0 {
                parts.push(format!("nim[{}]", rng.u8(1..4)));
            }
            let position = parts.join(" + ");
            let (found, searched) = (
                given.answer_to(&position, MOVES),
                plain.answer_to(&position, MOVES),
            );
            assert_eq!(found.outcome, searched.outcome, "{position}");
            assert_eq!(sorted(found.moves), sorted(searched.moves), "{position}");
        }
        let answer = given.answer_to(&format!("3 * {game}[7] + {code}[8]"), MOVES);
        assert_eq!(answer.components[0].method, "misere-quotient");
    }
}

#[test]
fn heaps_of_any_size_by_a_certified_period() {
    const WINNER: SolveOptions = SolveOptions::WINNER;
    // The period of 0.123 is 5, starting at 5.
    let mut given = session(Some(&certificate("0.123", None)));
    for n in 1_000_000_000_000_i64..1_000_000_000_005 {
        for other in [1, 4, 6] {
            let far = given.answer_to(&format!("2 * 0.123[{n}] + 0.123[{other}]"), WINNER);
            let near = given.answer_to(
                &format!("2 * 0.123[{}] + 0.123[{other}]", 5 + (n - 5) % 5),
                WINNER,
            );
            assert_eq!(
                (far.outcome, &far.components[0].method[..]),
                (near.outcome, "misere-quotient")
            );
        }
    }
}

#[test]
fn what_is_no_certificate_of_a_quotient_is_refused() {
    for text in [
        "",
        "nonsense",
        &certificate("0.123", Some(9)).replace("heaps", "heap"),
    ] {
        assert!(matches!(
            UncheckedQuotient::read(text),
            Err(SolveError::Usage(_))
        ));
    }
    let mut session = session(None);
    let (_, of_values) = {
        session.settings.play = None;
        session
            .certify("nim[3] + nim[2]", false, &Budget::generous())
            .unwrap()
    };
    assert!(matches!(
        UncheckedQuotient::read(&of_values),
        Err(SolveError::Usage(_))
    ));
}

/// Returns the certificate of all positions that a question reaches, in the session's world; `None`
/// if the quotient was not found.
fn of_positions(
    session: &mut Session,
    question: &str,
    budget: &Budget<'_>,
) -> Option<(MisereReport, Result<String, SolveError>)> {
    let wanted = MisereQuery {
        to: None,
        elements: 60,
        period: false,
        forms: false,
        patient: true,
    };
    let (report, _) = budget.limited(400, |budget| {
        of_question(session, question, &wanted, budget)
    });
    let report = report.ok().filter(|report| report.bounded.is_none())?;
    let text = certify(session.world_mut(), &report, budget).map(|(text, _)| text);
    Some((report, text))
}

#[test]
fn positions_that_are_reached_are_certified() {
    let budget = Budget::generous();
    let mut session = session(None);
    for question in [
        "0",
        "kayles[0]",
        "kayles[9] + kayles[12]",
        "nim[5] + kayles[5] + nim[2]",
        "knights(8)[5, 6]",
        "lasker_nim[6]",
        "chomp",
    ] {
        let Some((report, text)) = of_positions(&mut session, question, &budget) else {
            continue;
        };
        let text = text.unwrap_or_else(|error| panic!("{question}: {error:?}"));
        let checked = certificate::parse(&text).unwrap().check(&budget).unwrap();
        let order = report.quotient().order();
        assert!(
            checked.claim.en.ends_with(&format!("has order {order}")),
            "{}",
            checked.claim.en
        );
    }
    let mut certified = 0;
    for seed in 0..150 {
        let mut session = Session::with_world(World::empty());
        session
            .load_rules("random.game", &testkit::random_game(seed))
            .unwrap();
        let Ok(game) = session.world_mut().instantiate("A", vec![]) else {
            continue;
        };
        let slots = slot_ranges(&session.world, game);
        let numbers = testkit::random_numbers(&mut Rng::with_seed(seed), &slots);
        let question = format!(
            "A[{}]",
            numbers
                .iter()
                .map(i64::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        );
        match of_positions(&mut session, &question, &budget) {
            Some((_, Ok(text))) => {
                certificate::parse(&text).unwrap().check(&budget).unwrap();
                certified += 1;
            }
            Some((_, Err(SolveError::Unsupported(_)))) | None => {}
            Some((_, Err(error))) => panic!("{seed} {question}: {error:?}"),
        }
    }
    assert!(certified > 40, "{certified}");
}

/// The genus and canonical forms are reported although the search for the quotient is stopped by
/// its own bound on budget polls.
#[test]
fn a_search_that_takes_long_ends_with_genus_and_forms() {
    let looks = std::cell::Cell::new(0);
    let stop = || {
        looks.set(looks.get() + 1);
        None
    };
    let budget = Budget::new(1 << 30, &stop, &|_, _| ());
    let wanted = MisereQuery {
        to: None,
        elements: 5_000,
        period: false,
        forms: true,
        patient: false,
    };
    let report = of_question(
        &mut Session::new(),
        "{{*1, {{*2}, {}}, {}}, {{*2}}}",
        &wanted,
        &budget,
    )
    .unwrap();
    assert_eq!((report.rows.len(), report.rows[7].element), (8, None));
    assert!(
        report
            .rows
            .iter()
            .all(|row| row.genus.is_some() && row.form.is_some())
    );
    assert!(report.bounded.is_some_and(|why| why.en.contains("--time")));
    assert!(looks.get() < 5_000, "{} looks", looks.get());
}

/// The text of a form does not depend on the order in which the question lists options.
#[test]
fn a_form_does_not_depend_on_the_order_of_a_question() {
    let wanted = MisereQuery {
        to: None,
        elements: 1,
        period: false,
        forms: true,
        patient: false,
    };
    let form = |question: &str| {
        let report =
            of_question(&mut Session::new(), question, &wanted, &Budget::generous()).unwrap();
        report.rows.last().unwrap().form.clone().unwrap()
    };
    let forms = [
        "{{*1, {{*2}, {}}, {}}, {{*2}}}",
        "{{{*2}}, {{}, {{}, {*2}}, *1}}",
        "{{{*2}}, {{{*2}, {}}, *1, {}}}",
    ]
    .map(form);
    assert!(
        forms[0].contains('{') && forms.iter().all(|form| *form == forms[0]),
        "{forms:?}"
    );
}
