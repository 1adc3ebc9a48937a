//! Misère sums from a quotient that a certificate gives, against sums without it, for good.

use std::sync::Arc;

use base::budget::Budget;
use fastrand::Rng;
use grundy::answer::WinningMove;
use grundy::given::Given;
use grundy::misere::{Wanted, certify, of_code};
use grundy::{Asked, Error, Session};
use rules::ast::Play;

/// The certificate of the heaps of a code.
fn certificate(code: &str, to: Option<u64>) -> String {
    let budget = Budget::generous();
    let wanted = Wanted { to, elements: 500, period: to.is_none(), forms: false };
    let report = of_code(&code.parse().unwrap(), &wanted, &budget).unwrap();
    certify(&report, &budget).unwrap().0
}

fn session(quotient: Option<&str>) -> Session {
    let mut session = Session::new();
    session.settings.play = Some(Play::Misere);
    session.settings.quotient = quotient.map(|text| Arc::new(Given::read(text).unwrap()));
    session
}

fn sorted(list: Option<Vec<WinningMove>>) -> Vec<WinningMove> {
    let mut list = list.unwrap();
    list.sort_by_key(|one| format!("{one:?}"));
    list
}

#[test]
fn sums_from_a_certificate() {
    const MOVES: Asked = Asked { moves: true, winner_only: true };
    let budget = Budget::generous();
    let mut rng = Rng::with_seed(77);
    for (code, game) in [("0.77", "kayles"), ("0.123", "0.123"), ("0.75", "0.75")] {
        let text = certificate(code, (code == "0.77").then_some(14));
        let (mut given, mut plain) = (session(Some(&text)), session(None));
        plain.settings.without.insert("misere-quotient".to_owned());
        for _ in 0..25 {
            // A rule file in other words has the positions of the code, and a heap of Nim joins them as a generator of its own.
            let heap = |rng: &mut Rng| format!("{}[{}]", if rng.bool() { code } else { game }, rng.u8(1..9));
            let mut parts: Vec<String> = (0..rng.usize(2..4)).map(|_| heap(&mut rng)).collect();
            if rng.u8(0..4) == 0 {
                parts.push(format!("nim[{}]", rng.u8(1..4)));
            }
            let position = parts.join(" + ");
            let (found, searched) = (given.solve(&position, MOVES, &budget).unwrap(), plain.solve(&position, MOVES, &budget).unwrap());
            assert_eq!(found.outcome, searched.outcome, "{position}");
            assert_eq!(sorted(found.moves), sorted(searched.moves), "{position}");
        }
        let answer = given.solve(&format!("3 * {game}[7] + {code}[8]"), MOVES, &budget).unwrap();
        assert_eq!(answer.components[0].method, "misere-quotient");
    }
}

#[test]
fn heaps_of_any_size_by_a_certified_period() {
    const WINNER: Asked = Asked { moves: false, winner_only: true };
    let budget = Budget::generous();
    // 0.123 has the period 5 from 5.
    let mut given = session(Some(&certificate("0.123", None)));
    for n in 1_000_000_000_000_i64..1_000_000_000_005 {
        for other in [1, 4, 6] {
            let far = given.solve(&format!("2 * 0.123[{n}] + 0.123[{other}]"), WINNER, &budget).unwrap();
            let near = given.solve(&format!("2 * 0.123[{}] + 0.123[{other}]", 5 + (n - 5) % 5), WINNER, &budget).unwrap();
            assert_eq!((far.outcome, &far.components[0].method[..]), (near.outcome, "misere-quotient"));
        }
    }
}

#[test]
fn what_is_no_certificate_of_a_quotient_is_refused() {
    for text in ["", "nonsense", &certificate("0.123", Some(9)).replace("heaps", "heap")] {
        assert!(matches!(Given::read(text), Err(Error::Usage(_))));
    }
    let mut session = session(None);
    let (_, of_values) = {
        session.settings.play = None;
        session.certify("nim[3] + nim[2]", &Budget::generous()).unwrap()
    };
    assert!(matches!(Given::read(&of_values), Err(Error::Usage(_))));
}
