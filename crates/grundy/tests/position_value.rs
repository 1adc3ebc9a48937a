//! Values without a proof, compared with full answers in one session that caches the tables,
//! theorems and searches of earlier questions.

use base::budget::Budget;
use fastrand::Rng;
use grundy::SolveOptions;

use crate::support::session_with;

/// Rules whose values come from a theorem up to some size, from a table, from a search, or are not
/// available.
const RULES: &str = "
    game Divisors { state n in 1..  move d in 1..n - 1 when n % d == 0 : [d] }
    game Pair { state a in 0.., b in 0..  move k in 1..2 : [a - k, b]  move k in 1..3 : [a, b - k] }
    game Last { state n in 0..  goal n == 3  move k in 1..2 : [n - k] }
    game Round { state n in 0..9  loopy  move when n > 0 : [n - 1]  move when n % 3 == 1 : [n + 1] }
    game Poor { state n in 0..  play misere  move k in {1, 3, 4} : [n - k] }";

/// Returns a component whose value decides.
fn plain(rng: &mut Rng) -> String {
    match rng.u32(..8) {
        0 => format!("nim[{}]", rng.u32(..300)),
        1 => format!("kayles[{}]", rng.u32(..150)),
        2 => format!("wythoff[{}, {}]", rng.u32(..90), rng.u32(..90)),
        3 => format!("subtract({{1, 3, 4}})[{}]", rng.u32(..2_000)),
        4 => format!("divisors[{}]", rng.u32(1..400)),
        5 => format!("pair[{}, {}]", rng.u32(..30), rng.u32(..30)),
        6 => format!("dawsonkayles[{}]", rng.u32(..90)),
        _ => format!("cram({}, {})", rng.u32(1..4), rng.u32(1..4)),
    }
}

/// Returns a question. For some questions, the value does not decide or is not available, and some
/// questions are refused.
fn question(rng: &mut Rng) -> String {
    match rng.u32(..10) {
        0 => format!("round[{}] + round[{}]", rng.u32(..10), rng.u32(..10)),
        1 => format!("last[{}]", rng.u32(..40)),
        2 => format!("topentails[{}] + nim[{}]", rng.u32(..40), rng.u32(..9)),
        3 => format!("poor[{}] + poor[{}]", rng.u32(..12), rng.u32(..12)),
        4 => format!("poor[{}] + {}", rng.u32(..12), plain(rng)),
        _ => (0..rng.usize(1..4))
            .map(|_| plain(rng))
            .collect::<Vec<_>>()
            .join(" + "),
    }
}

#[test]
fn a_value_is_that_of_the_answer() {
    let mut rng = Rng::with_seed(1_129);
    let budget = Budget::generous();
    let asked = SolveOptions::VALUE;
    let (mut compared, mut refused) = (0, 0);
    for _ in 0..4 {
        let mut session = session_with("many.game", RULES);
        for _ in 0..150 {
            let question = question(&mut rng);
            let valued = session.value(&*question, &budget);
            // This session has no results of earlier questions.
            let mut fresh = session.fork();
            match (valued, fresh.solve(&*question, asked, &budget)) {
                (Ok(valued), Ok(answer)) => {
                    compared += 1;
                    assert_eq!(valued, answer.into(), "{question}");
                }
                (Err(valued), Err(answer)) => {
                    refused += 1;
                    assert_eq!(valued.kind(), answer.kind(), "{question}");
                }
                (valued, answer) => panic!("{question}: {valued:?}, {answer:?}"),
            }
        }
    }
    assert!(
        compared > 450 && refused > 20,
        "{compared} compared, {refused} refused"
    );
}
