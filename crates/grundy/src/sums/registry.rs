//! Every sum theorem with the method that does its work.

use std::sync::Arc;

use rules::game::Conventions;
use theory::sums::{REGISTRY, SumRule};

use super::entailing::EntailingSumMethod;
use super::folded::FoldedSumMethod;
use super::heaps::HeapSumMethod;
use super::loopy::LoopySumMethod;
use super::quotient::QuotientSumMethod;
use super::sources::SumSources;
use super::sum_method::SumMethod;
use super::theorem_set::{SumAttempt, SumTheoremSet};
use crate::attempt::AttemptResult;
use crate::settings::SessionSettings;

impl SumTheoremSet {
    /// Nothing is looked at yet.
    pub fn new(settings: &Arc<SessionSettings>, conventions: Conventions) -> SumTheoremSet {
        let sources = || SumSources::new(settings.clone());
        let tried = REGISTRY.iter().map(|theorem| {
            let method: Result<Box<dyn SumMethod>, _> = match theorem.rule(&conventions) {
                _ if settings.without.contains(theorem.name()) => Err(AttemptResult::SwitchedOff),
                None => Err(AttemptResult::unmet(theorem.needs())),
                Some(SumRule::Heaps(rule)) => Ok(Box::new(HeapSumMethod::new(
                    sources(),
                    rule,
                    conventions.sum,
                ))),
                Some(SumRule::Loopy) => {
                    Ok(Box::new(LoopySumMethod::new(settings.clone(), conventions)))
                }
                Some(SumRule::Entailing) => Ok(Box::new(EntailingSumMethod::new(settings.clone()))),
                Some(SumRule::Suspense(algebra)) => Ok(Box::new(
                    FoldedSumMethod::new(sources(), algebra, conventions.sum, false).with_tables(),
                )),
                Some(SumRule::Selective(algebra)) => Ok(Box::new(
                    FoldedSumMethod::new(sources(), algebra, conventions.sum, false).with_tables(),
                )),
                Some(SumRule::Conjunctive(algebra)) => Ok(Box::new(
                    FoldedSumMethod::new(sources(), algebra, conventions.sum, false).with_tables(),
                )),
                Some(SumRule::Diminished(algebra)) => Ok(Box::new(FoldedSumMethod::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    false,
                ))),
                Some(SumRule::Shortened(algebra)) => Ok(Box::new(FoldedSumMethod::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    false,
                ))),
                Some(SumRule::Few(algebra)) => Ok(Box::new(FoldedSumMethod::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    true,
                ))),
                Some(SumRule::Quotient) => Ok(Box::new(QuotientSumMethod::new(
                    sources(),
                    settings.quotient.clone(),
                ))),
                Some(SumRule::Tame(algebra)) => Ok(Box::new(FoldedSumMethod::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    true,
                ))),
                Some(SumRule::Sj(algebra)) => Ok(Box::new(FoldedSumMethod::new(
                    sources(),
                    algebra,
                    conventions.sum,
                    true,
                ))),
            };
            SumAttempt {
                theorem: *theorem,
                method,
            }
        });
        let mut tried: Vec<SumAttempt> = tried.collect();
        if settings.quotient.is_some() {
            // Whoever gives a quotient wants it to be asked first.
            tried.sort_by_key(|tried| {
                !matches!(tried.theorem.rule(&conventions), Some(SumRule::Quotient))
            });
        }
        SumTheoremSet { tried }
    }
}
