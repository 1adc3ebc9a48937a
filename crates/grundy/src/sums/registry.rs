//! All sum theorems, each with the method that implements it.

use std::sync::Arc;

use engines::dense::TableKernel;
use rules::game::{Conventions, SumKind};
use theory::sums::{REGISTRY, SumAlgebra, SumRule};

use super::entailing::EntailingSumMethod;
use super::folded::FoldedSumMethod;
use super::heaps::HeapSumMethod;
use super::loopy::LoopySumMethod;
use super::quotient::QuotientSumMethod;
use super::sources::SumSources;
use super::sum_method::SumMethod;
use super::theorem_set::{SumAttempt, SumTheoremSet, SumTheoremState};
use crate::attempt::AttemptResult;
use crate::settings::SessionSettings;

impl SumTheoremSet {
    /// Creates the set of theorems with empty caches.
    pub fn new(settings: &Arc<SessionSettings>, conventions: Conventions) -> SumTheoremSet {
        let sources = || SumSources::new(settings.clone());
        let (sum, without) = (conventions.sum, &settings.without);
        let tried = REGISTRY.iter().map(|theorem| {
            let state = match theorem.rule(&conventions) {
                _ if without.contains(theorem.name()) => {
                    SumTheoremState::Unused(AttemptResult::SwitchedOff)
                }
                None => SumTheoremState::Unused(AttemptResult::unmet(theorem.needs())),
                Some(rule) => SumTheoremState::Used(match rule {
                    SumRule::Heaps(rule) => Box::new(HeapSumMethod::new(sources(), rule, sum)),
                    SumRule::Loopy => Box::new(LoopySumMethod::new(settings.clone(), conventions)),
                    SumRule::Entailing => Box::new(EntailingSumMethod::new(settings.clone())),
                    SumRule::Suspense(algebra) => tabled(sources(), algebra, sum),
                    SumRule::Selective(algebra) => tabled(sources(), algebra, sum),
                    SumRule::Conjunctive(algebra) => tabled(sources(), algebra, sum),
                    SumRule::Diminished(algebra) => folded(sources(), algebra, sum, false),
                    SumRule::Shortened(algebra) => folded(sources(), algebra, sum, false),
                    SumRule::Few(algebra) => folded(sources(), algebra, sum, true),
                    SumRule::Quotient => {
                        let given = settings.quotient.clone();
                        Box::new(QuotientSumMethod::new(sources(), given))
                    }
                    SumRule::Tame(algebra) => folded(sources(), algebra, sum, true),
                    SumRule::Sj(algebra) => folded(sources(), algebra, sum, true),
                }),
            };
            SumAttempt { theorem, state }
        });
        let mut tried: Vec<SumAttempt> = tried.collect();
        if settings.quotient.is_some() {
            // A misère quotient given by the user is tried before the other theorems.
            tried.sort_by_key(|tried| {
                !matches!(tried.theorem.rule(&conventions), Some(SumRule::Quotient))
            });
        }
        SumTheoremSet { tried }
    }
}

/// Creates the method of a theorem whose values are computed by a fold. `limited` states whether
/// the condition of the theorem may fail after much work.
fn folded<A: SumAlgebra + 'static>(
    sources: SumSources,
    algebra: A,
    kind: SumKind,
    limited: bool,
) -> Box<dyn SumMethod>
where
    FoldedSumMethod<A>: SumMethod,
{
    Box::new(FoldedSumMethod::new(sources, algebra, kind, limited))
}

/// Creates the method of a theorem whose values are stored in tables.
fn tabled<A>(sources: SumSources, algebra: A, kind: SumKind) -> Box<dyn SumMethod>
where
    A: SumAlgebra + TableKernel + Send + 'static,
    A::Value: Send,
{
    Box::new(FoldedSumMethod::new(sources, algebra, kind, false).with_tables())
}
