//! A theorem that is added at run time. The added theorem is tried after the built-in theorems, is
//! explained, and can be switched off by name.

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use grundy::plan::{Attempt, AttemptVerdict};
use grundy::{Session, SolveOptions};
use rules::ir::Int;
use theory::theorem::{ClosedForm, ConditionError, Theorem, TheoremCase};
use theory::value::Grundy;

use crate::support::{SessionAnswers, session_with};

/// Removes a proper divisor of the heap size from the heap.
const RULES: &str = "game Divisors { state n in 1.. move d in 1..n - 1 when n % d == 0 : [n - d] }";

/// The value of a heap is the number of trailing zeros of its size. An odd heap has only odd
/// divisors, so its moves leave even heaps; the argument continues by induction.
struct TrailingZeros;

impl Theorem for TrailingZeros {
    fn name(&self) -> &'static str {
        "trailing-zeros"
    }

    fn statement(&self) -> Text {
        text!("a heap is worth the zeros at its end", "值为末尾 0 的个数")
    }

    fn source(&self) -> &'static str {
        "this test"
    }

    fn apply(&self, case: &TheoremCase<'_>) -> Result<Box<dyn ClosedForm>, ConditionError> {
        case.read()?;
        case.needs_plain()?;
        match case.rules.title() == "Divisors" {
            true => Ok(Box::new(Zeros)),
            false => Err(text!("another game", "其他游戏").into()),
        }
    }
}

struct Zeros;

impl ClosedForm for Zeros {
    fn summary(&self) -> Text {
        text!("it is the game of divisors", "即因数游戏")
    }

    fn grundy(&self, slots: &[Int], _: &Budget<'_>) -> Result<Option<Grundy>, StopReason> {
        Ok(Grundy::nimber(u64::from(slots[0].trailing_zeros())))
    }
}

const SOLVE_OPTIONS: SolveOptions = SolveOptions::MOVES;

fn session() -> Session {
    session_with("divisors.game", RULES)
}

/// Returns the entry of the theorem in `explain`.
fn attempt(session: &mut Session, question: &str) -> Option<Attempt> {
    let explained = session
        .explain(question, false, &Budget::generous())
        .unwrap();
    explained.games[0]
        .attempts
        .iter()
        .find(|attempt| attempt.name == "trailing-zeros")
        .cloned()
}

#[test]
fn a_theorem_joins_at_run_time() {
    let (mut without, mut with) = (session(), session());
    assert!(without.settings.switch_off("trailing-zeros").is_err());
    assert!(attempt(&mut without, "divisors[12]").is_none());
    with.settings.theorems.push(Arc::new(TrailingZeros));
    for n in 1..100 {
        let question = format!("divisors[{n}]");
        let (a, b) = (
            with.answer_to(&question, SOLVE_OPTIONS),
            without.answer_to(&question, SOLVE_OPTIONS),
        );
        assert_eq!(
            (a.components[0].method.as_str(), a.value, a.outcome),
            ("trailing-zeros", b.value, b.outcome)
        );
        let leaves = |answer: grundy::answer::Answer| {
            answer
                .moves
                .unwrap()
                .into_iter()
                .map(|m| m.leaves)
                .collect::<Vec<_>>()
        };
        assert_eq!(leaves(a), leaves(b), "{n}");
    }
    let said = attempt(&mut with, "divisors[12]").unwrap();
    assert_eq!(
        (said.verdict(), said.result.reason().en.as_str()),
        (AttemptVerdict::Accepted, "it is the game of divisors")
    );
    // The built-in theorems come first, and the new theorem also appears in the plans of other
    // games.
    assert_eq!(
        attempt(&mut with, "nim[5]").unwrap().verdict(),
        AttemptVerdict::NotNeeded
    );
    assert_eq!(
        attempt(&mut with, "kayles[5]").unwrap().verdict(),
        AttemptVerdict::Declined
    );
    // The theorem applies to rules in the language and is not listed for a graph.
    assert!(attempt(&mut with, "digraph(a>b; at a)").is_none());
}

#[test]
fn it_is_switched_off_by_name() {
    let mut session = session();
    session.settings.theorems.push(Arc::new(TrailingZeros));
    assert!(session.settings.switchable().contains(&"trailing-zeros"));
    session.settings.switch_off("trailing-zeros").unwrap();
    let answer = session.answer_to("divisors[48]", SOLVE_OPTIONS);
    assert_eq!(answer.value.unwrap().as_nimber(), Some(4));
    assert_ne!(answer.components[0].method, "trailing-zeros");
    assert_eq!(
        attempt(&mut session, "divisors[48]").unwrap().verdict(),
        AttemptVerdict::SwitchedOff
    );
}
