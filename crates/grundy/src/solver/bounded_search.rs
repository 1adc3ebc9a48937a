//! The default bound on searches whose length is unknown. The bound counts work, not time, so that
//! every machine gives the same answer. The bound does not apply in a patient session
//! ([`SessionSettings::patient`](crate::settings::SessionSettings::patient)).

use base::budget::{Budget, StopReason};
use base::text;
use engines::oracle::EngineError;
use rules::arithmetic::ArithmeticError;
use rules::game::{EvalError, RulesError};
use rules::play::{Component, SumPosition};
use rules::world::World;

use crate::error::SolveError;

/// Maximum number of budget polls of a search of a complete position.
const MAX_WHOLE_POLLS: u32 = if cfg!(test) { 50 } else { 20_000 };

/// Maximum number of budget polls if slots may rise and no fact shows that play ends.
const MAX_RISING_POLLS: u32 = 1_000;

/// The kinds of bounded searches.
#[derive(Clone, Copy)]
pub(super) enum BoundedSearch {
    /// A search of a sum or a compound as a complete position. The number of positions of a sum is
    /// the product of the numbers of positions of the components.
    Whole,
    /// A search in which slots may rise and no fact shows that play ends.
    Rising,
}

/// The result of a bounded search.
pub(super) enum BoundedSearchResult<T> {
    /// The search finished, or its budget ran out.
    Done(Result<T, EngineError>),
    /// The search reached its bound.
    AtBound,
    /// The search met a position with a number beyond 64 bits.
    Overflow(RulesError),
}

impl BoundedSearch {
    fn polls(self) -> u32 {
        match self {
            BoundedSearch::Whole => MAX_WHOLE_POLLS,
            BoundedSearch::Rising => MAX_RISING_POLLS,
        }
    }
}

/// Runs a search, without a bound if `bounded` is `None`.
pub(super) fn search<T>(
    bounded: Option<BoundedSearch>,
    budget: &Budget<'_>,
    work: impl FnOnce(&Budget<'_>) -> Result<T, EngineError>,
) -> BoundedSearchResult<T> {
    let (found, cut) = match bounded {
        Some(bounded) => budget.limited(bounded.polls(), work),
        None => (work(budget), false),
    };
    match found {
        Err(EngineError::Fault(RulesError::Stopped(StopReason::Positions(_)))) if cut => {
            BoundedSearchResult::AtBound
        }
        Err(EngineError::Fault(
            fault @ RulesError::Rule {
                cause: EvalError::Arithmetic(ArithmeticError::Overflow),
                ..
            },
        )) => BoundedSearchResult::Overflow(fault),
        found => BoundedSearchResult::Done(found),
    }
}

/// Returns the error for a search of a complete position that reached its bound, with a remedy.
/// `decided` is the number of decided positions.
#[cold]
#[inline(never)]
pub(super) fn of_whole(world: &World, sum: &SumPosition, decided: u64) -> SolveError {
    let (position, steps) = (sum.show(world), 1_000 * u64::from(MAX_WHOLE_POLLS));
    SolveError::Unsupported(text!(
        "the search of {position} as a whole reached its default bound of {steps} steps: {decided} smaller positions are decided, but not this one; use `--time SECONDS` to search further (`patient` in a request)",
        "对整个局面 {position} 的搜索已达默认限度 {steps} 步：已判定 {decided} 个更小的局面，但尚未判定此局面；用 `--time 秒数` 可继续搜索（请求中为 `patient`）"
    ))
}

/// Returns the error for a search with rising slots that reached its bound, with a remedy.
#[cold]
#[inline(never)]
pub(super) fn of_rising(world: &World, position: &[Component], decided: u64) -> SolveError {
    let (position, steps) = (
        SumPosition(position.to_vec()).show(world),
        1_000 * u64::from(MAX_RISING_POLLS),
    );
    SolveError::Unsupported(text!(
        "play from {position} is not known to end, and the search reached its default bound of {steps} steps with {decided} positions decided. A range in the rules, such as `state n in 0..1000`, bounds play; use `--time SECONDS` to search further (`patient` in a request)",
        "没有依据表明从 {position} 出发的对局会结束；搜索已达默认限度 {steps} 步，已判定 {decided} 个局面。在规则中给出范围（如 `state n in 0..1000`）可使对局有界；用 `--time 秒数` 可继续搜索（请求中为 `patient`）"
    ))
}

/// Returns the error for a search that met a number beyond 64 bits: slots rise without end, or the
/// rules are wrong.
#[cold]
#[inline(never)]
pub(super) fn of_overflow(
    world: &World,
    position: &[Component],
    rises: bool,
    fault: &RulesError,
) -> SolveError {
    let is_asked = matches!(fault, RulesError::Rule { at, .. } if position.iter().any(|component| *component.slots == **at));
    if is_asked || !rises {
        return SolveError::of_fault(world, fault);
    }
    let position = SumPosition(position.to_vec()).show(world);
    SolveError::Rules(text!(
        "play from {position} is not known to end, and its numbers grow beyond 64 bits. To bound play, set a range in the rules, such as `state n in 0..1000`",
        "没有依据表明从 {position} 出发的对局会结束，且其中的数会增大到超出 64 位。在规则中给出范围（如 `state n in 0..1000`）可使对局有界"
    ))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use base::text::Lang;
    use rules::ast::PlayConvention;

    use super::*;
    use crate::{Session, SolveOptions};

    /// Returns the answer to a question and the number of budget polls. The budget stops the
    /// question after 2,000 polls.
    fn solve_counting_polls(
        question: &str,
        play: Option<PlayConvention>,
        is_patient: bool,
    ) -> (Result<String, SolveError>, u32) {
        let polls = Cell::new(0);
        let stop = || {
            polls.set(polls.get() + 1);
            (polls.get() > 2_000).then_some(StopReason::Time)
        };
        let mut session = Session::new();
        (session.settings.play, session.settings.patient) = (play, is_patient);
        let budget = Budget::new(2 << 30, &stop, &|_, _| ());
        let answer = session.solve(question, SolveOptions::VALUE, &budget);
        (
            answer.map(|answer| answer.components[0].method.clone()),
            polls.get(),
        )
    }

    /// A search of a sum of compounds in misère play stops at the bound and reports its work. A
    /// patient session continues.
    #[test]
    fn searches_of_whole_positions_end_at_the_bound() {
        for question in [
            "product(nim[9], nim[12]) + kayles[10]",
            "upto(2; kayles[9], kayles[8], nim[6]) + kayles[10] + kayles[9]",
        ] {
            let (answer, polls) =
                solve_counting_polls(question, Some(PlayConvention::Misere), false);
            let error = answer.unwrap_err();
            let text = error.render(Lang::En, false);
            assert!(
                matches!(error, SolveError::Unsupported(_)) && polls < 1_500,
                "{question}: {polls} polls, {text}"
            );
            assert!(
                text.contains(" as a whole reached its default bound")
                    && text.contains("`--time SECONDS`"),
                "{question}: {text}"
            );
            let decided = text
                .split_once("steps: ")
                .and_then(|(_, rest)| rest.split_once(" smaller positions are decided"));
            assert!(
                decided.is_some_and(|(count, _)| count.parse::<u64>().is_ok()),
                "{question}: {text}"
            );
            let (answer, polls) =
                solve_counting_polls(question, Some(PlayConvention::Misere), true);
            assert!(
                matches!(answer, Err(SolveError::Stopped(StopReason::Time))) && polls > 2_000,
                "{question}: {polls} polls, {answer:?}"
            );
        }
        let (answer, polls) = solve_counting_polls(
            "then(kayles[3], nim[4]) + kayles[4]",
            Some(PlayConvention::Misere),
            false,
        );
        assert!(answer.is_ok() && polls < 1_500, "{polls} polls, {answer:?}");
    }
}
