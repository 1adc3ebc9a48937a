//! `explain` names the method by which `solve` answers.

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text::Lang;
use grundy::answer::ComponentAnswer;
use grundy::plan::{Attempt, Verdict};
use grundy::{Asked, Error, Session};

/// The methods that `explain` names as accepted. If there is a plan for the whole position, it is the one that counts, unless a method
/// of a game makes it unnecessary.
fn accepted(session: &mut Session, question: &str, budget: &Budget<'_>) -> Result<BTreeSet<String>, Error> {
    let explained = session.explain(question, false, budget)?;
    let names = |attempts: &[Attempt]| -> BTreeSet<String> {
        attempts.iter().filter(|attempt| attempt.verdict == Verdict::Accepted).map(|attempt| attempt.name.to_owned()).collect()
    };
    let mut all = names(&explained.whole);
    for game in &explained.games {
        all.extend(names(&game.attempts));
    }
    Ok(all)
}

/// Asserts that `explain` names the methods that `solve` reports, and returns them; `None` if there is no answer within the budget.
pub fn same_method(session: &mut Session, question: &str, label: &str, budget: &Budget<'_>) -> Option<BTreeSet<String>> {
    let shown = |error: Error| error.render(Lang::En, false);
    let answer = match session.solve(question, Asked { moves: false, winner_only: false }, budget) {
        Ok(answer) => answer,
        Err(Error::Unsupported(_) | Error::Stopped(_)) => return None,
        Err(error) => panic!("{label}: {}", shown(error)),
    };
    let named = match accepted(session, question, budget) {
        Err(Error::Stopped(_)) => return None,
        named => named.unwrap_or_else(|error| panic!("{label}: {}", shown(error))),
    };
    let methods = |part: &ComponentAnswer| part.method.split(", ").map(str::to_owned).collect::<Vec<_>>();
    let answered: BTreeSet<String> = answer.components.iter().flat_map(methods).collect();
    assert_eq!(named, answered, "{label}: explain on the left, solve on the right");
    Some(answered)
}
