//! The misère quotient of the positions that a sum reaches by its rules. A sum reaches all sums of
//! components that any number of moves from its own components can leave. The components are listed
//! with their elements of the quotient. Each component follows the components that its moves leave.
//! The checker generates the moves from the rules. The checker verifies that the list contains
//! exactly the reached components, and that the products are the quotient (module `monoid`).

use base::budget::Budget;
use base::text;
use rules::game::OptionArena;
use rules::play::{Component, SumPosition};
use rules::world::World;
use rustc_hash::FxHashMap;

use crate::error::CertificateError;
use crate::monoid::{Monoid, rests_on, wrong};
use crate::report::CertificateReport;
use crate::text_rows::rows_of;
use crate::values::check_component;

/// The misère quotient of the positions that a sum reaches. Element 0 of the quotient is the
/// element of the empty sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionsProof {
    /// The lost elements, in increasing order.
    pub lost: Vec<u64>,
    /// Components with their elements, each after the components that its moves leave.
    pub images: Vec<(Component, u64)>,
    /// The table of products, row by row.
    pub table: Vec<u64>,
}

/// Verifies that the misère quotient of all components that the sum reaches has the claimed order.
/// O(options of all components + order² · elements of components + pairs · elements of components ·
/// order).
///
/// # Panics
/// Panics if a component names a game that `world` did not return.
///
/// # Errors
/// Returns a [`CertificateError`] with the first error found, or if the budget runs out.
pub fn check_positions_quotient(
    world: &World,
    sum: &SumPosition,
    order: u64,
    proof: &PositionsProof,
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    let images = proof.images.iter().map(|(_, element)| *element);
    let monoid = Monoid::read(order, &proof.lost, images, &proof.table, budget)?;
    let options = options(world, sum, &monoid, proof, budget)?;
    budget.item(1 + rows_of(proof.lost.len()) + proof.images.len());
    let pairs = monoid.pairs(&options, budget)?;
    monoid.is_reduced(budget)?;
    let (positions, shown) = (proof.images.len(), sum.show(world));
    let claim = text!(
        "the misère quotient of the {positions} positions reachable from {shown} has order {order}",
        "{shown} 所及的 {positions} 个局面的反常商的阶为 {order}"
    );
    let anew = text!(
        "the moves of each position were generated again from the rules",
        "各局面的着法已按规则重新走出"
    );
    Ok(CertificateReport {
        claim,
        rests_on: rests_on(pairs, &anew),
        entries: pairs,
    })
}

/// Returns the elements that the moves of each component leave. Rejects a list that does not
/// contain exactly the components that are reached.
fn options(
    world: &World,
    sum: &SumPosition,
    monoid: &Monoid,
    proof: &PositionsProof,
    budget: &Budget<'_>,
) -> Result<Vec<Vec<usize>>, CertificateError> {
    let mut places: FxHashMap<&Component, usize> = FxHashMap::default();
    let mut all = Vec::with_capacity(proof.images.len());
    // The indices of the components that the moves of each component leave.
    let mut left: Vec<Vec<usize>> = Vec::with_capacity(proof.images.len());
    let (mut options, mut held) = (OptionArena::new(), 0);
    for (place, (component, _)) in proof.images.iter().enumerate() {
        let (entry, rules) = (place + 1, world.rules(component.game));
        // The rows of lost elements precede the rows of positions.
        budget.item(rows_of(proof.lost.len()) + entry);
        budget.steps(1 + component.slots.len())?;
        if rules.can_end() {
            return Err(CertificateError::CanEnd {
                game: rules.title(),
            });
        }
        if rules.conventions().entailing {
            return Err(CertificateError::Entails {
                game: rules.title(),
            });
        }
        if rules.coins() {
            let game = rules.title();
            return wrong(text!(
                "equal coins of {game} cancel, so its sums do not form a monoid of this kind",
                "{game} 的相同硬币相互抵消，其和不构成此类幺半群"
            ));
        }
        check_component(world, component, budget)?;
        world
            .options(component.game, &component.slots, &mut options, budget)
            .map_err(|fault| CertificateError::fault(world, fault))?;
        let (mut elements, mut parts) = (Vec::with_capacity(options.len()), Vec::new());
        for option in options.iter() {
            let mut total = 0;
            for (game, slots) in option.components() {
                budget.tick()?;
                let part = Component {
                    game,
                    slots: slots.into(),
                };
                let Some(&earlier) = places.get(&part) else {
                    let (position, option) = (
                        world.show(component.game, &component.slots),
                        world.show(game, slots),
                    );
                    return Err(CertificateError::NotEarlier {
                        entry,
                        position,
                        option,
                    });
                };
                total = monoid.times(total, monoid.images()[earlier]);
                parts.push(earlier);
            }
            elements.push(total);
        }
        for list in [&mut elements, &mut parts] {
            list.sort_unstable();
            list.dedup();
            held += 8 * list.len() as u64 + 24;
        }
        budget.allow_memory(held)?;
        all.push(elements);
        left.push(parts);
        if places.insert(component, place).is_some() {
            return Err(CertificateError::Repeated {
                entry,
                position: world.show(component.game, &component.slots),
            });
        }
    }
    let mut reached = vec![false; left.len()];
    for component in &sum.0 {
        let place = places
            .get(component)
            .ok_or_else(|| CertificateError::NotListed {
                position: world.show(component.game, &component.slots),
            })?;
        reached[*place] = true;
    }
    for (place, parts) in left.iter().enumerate().rev() {
        if !reached[place] {
            let Component { game, slots } = &proof.images[place].0;
            let position = world.show(*game, slots);
            return wrong(text!(
                "{position} is listed but cannot be reached",
                "{position} 已列出却不可及"
            ));
        }
        parts.iter().for_each(|&part| reached[part] = true);
    }
    Ok(all)
}
