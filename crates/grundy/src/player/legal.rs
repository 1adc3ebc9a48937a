//! The legal moves of a position as data. A pile may have 10^12 moves, and a position with moves in
//! several components at once has even more. Therefore a list of legal moves has a limit and states
//! whether it is complete.

use std::collections::HashSet;

use base::budget::Budget;
use rules::ast::EndCondition;
use rules::game::SumKind;
use rules::ir::Int;
use rules::play::{Component, MoveStep, moves, stuck, urgent};

use crate::error::{RulesResult, SolveError};
use crate::option_list::{left_by_step, options_up_to};
use crate::player::{Match, MatchMove};

/// Maximum number of moves of one list.
pub const MAX_LISTED_MOVES: usize = 2_000;

/// Maximum number of components for which all selections of steps are listed.
const SELECTED: usize = 64;

/// Legal moves.
#[derive(Clone, Debug)]
pub struct LegalMoves {
    /// The moves, in the order of the components and rules. If a move plays in one component, only
    /// moves in the first of equal components are listed.
    pub moves: Vec<MatchMove>,
    /// Whether the list contains all legal moves.
    pub complete: bool,
}

/// A step in one component.
#[derive(Clone)]
pub(super) struct ComponentStep {
    pub(super) rule: usize,
    pub(super) choices: Box<[Int]>,
    /// The components that the step leaves.
    pub(super) left: Vec<Component>,
}

/// Steps in one component.
pub(super) struct ComponentSteps {
    pub(super) list: Vec<ComponentStep>,
    pub(super) complete: bool,
}

impl LegalMoves {
    fn new(moves: Vec<MatchMove>, complete: bool) -> LegalMoves {
        LegalMoves { moves, complete }
    }
}

impl Match {
    /// Returns the legal moves of the current position, at most about [`MAX_LISTED_MOVES`].
    ///
    /// # Errors
    /// Returns [`SolveError`] if the rules cannot be evaluated or the budget runs out.
    pub fn legal(&mut self, budget: &Budget<'_>) -> Result<LegalMoves, SolveError> {
        let components = self.components.clone();
        self.legal_in(&components, MAX_LISTED_MOVES, budget)
    }

    pub(super) fn legal_in(
        &mut self,
        components: &[Component],
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<LegalMoves, SolveError> {
        if self.over_at_once(components, budget)?.is_some() {
            return Ok(LegalMoves::new(Vec::new(), true));
        }
        if self.conventions().until == EndCondition::One && !self.goes_on(components, budget)? {
            return Ok(LegalMoves::new(Vec::new(), true));
        }
        let one = self.conventions().sum == SumKind::One;
        let mut seen = HashSet::new();
        let urgent =
            urgent(&self.session.world, components, budget).explain_fault(&self.session.world)?;
        let all = if urgent.is_empty() {
            (0..components.len()).collect()
        } else {
            urgent.clone()
        };
        let places: Vec<usize> = all
            .into_iter()
            .filter(|&i| seen.insert(&components[i]) || !one)
            .collect();
        let mut lists = Vec::new();
        let each = (most / places.len().max(1)).max(1);
        let mut complete = true;
        for index in places {
            budget.steps(1)?;
            let steps = self.steps(&components[index], each, budget)?;
            complete &= steps.complete;
            if !steps.list.is_empty() {
                lists.push((index, steps.list));
            } else if urgent.contains(&index) {
                return Err(SolveError::of_fault(
                    &self.session.world,
                    &stuck(&components[index]),
                ));
            }
        }
        if one {
            let singles = lists
                .into_iter()
                .flat_map(|(index, list)| list.into_iter().map(move |step| single(index, step)));
            return Ok(LegalMoves::new(singles.collect(), complete));
        }
        let counts: Vec<usize> = lists.iter().map(|(_, list)| list.len()).collect();
        if complete && selections(&counts, self.conventions().sum) <= most {
            return self.selected(components, budget);
        }
        // A move is a single step, unless a move plays in every component. If a move plays in every
        // component, the step is combined with the first step of every other component.
        let every = self.conventions().sum == SumKind::Every;
        let firsts: Vec<MatchMove> = lists
            .iter()
            .map(|(index, list)| single(*index, list[0].clone()))
            .collect();
        let mut moves = Vec::new();
        for (place, (index, list)) in lists.into_iter().enumerate() {
            for step in list.into_iter().skip(usize::from(every && place > 0)) {
                let mut made = single(index, step);
                if every {
                    budget.steps(firsts.len())?;
                    let mut all = firsts.clone();
                    all[place] = made;
                    made = MatchMove {
                        steps: all.iter().flat_map(|one| one.steps.clone()).collect(),
                        parts: all.into_iter().flat_map(|one| one.parts).collect(),
                    };
                }
                moves.push(made);
                if moves.len() >= most {
                    return Ok(LegalMoves::new(moves, false));
                }
            }
        }
        Ok(LegalMoves::new(moves, false))
    }

    /// Returns every move that the conventions of the sum allow, without limit.
    pub(super) fn selected(
        &mut self,
        components: &[Component],
        budget: &Budget<'_>,
    ) -> Result<LegalMoves, SolveError> {
        let sum = rules::play::SumPosition(components.to_vec());
        let world = &self.session.world;
        let list =
            moves(world, &sum, self.conventions(), budget).explain_fault(&self.session.world)?;
        let mut found = Vec::with_capacity(list.len());
        for one in list {
            let mut parts = Vec::with_capacity(one.steps.len());
            for step in &one.steps {
                let component = &components[step.component];
                let left = left_by_step(world, component, step.rule, &step.choices, budget)?;
                parts.push(left.unwrap_or_default());
            }
            found.push(MatchMove {
                steps: one.steps,
                parts,
            });
        }
        Ok(LegalMoves::new(found, true))
    }

    /// Returns at most about `most` steps in one component.
    pub(super) fn steps(
        &self,
        component: &Component,
        most: usize,
        budget: &Budget<'_>,
    ) -> Result<ComponentSteps, SolveError> {
        let (options, complete) = options_up_to(&self.session.world, component, most, budget)?;
        let list = options.iter().take(most).map(|o| ComponentStep {
            rule: o.rule,
            choices: o.choices.into(),
            left: o.to_components(),
        });
        Ok(ComponentSteps {
            list: list.collect(),
            complete,
        })
    }

    /// Returns whether a component has a move.
    pub(super) fn alive(
        &mut self,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<bool, SolveError> {
        if let Some(&alive) = self.alive.get(component) {
            return Ok(alive);
        }
        let alive = !self.steps(component, 1, budget)?.list.is_empty();
        // Under `until one` a component without a move ends play, even if it is urgent.
        let must_move = self.conventions().until == EndCondition::All;
        if !alive && must_move {
            let urgent = urgent(&self.session.world, std::slice::from_ref(component), budget)
                .explain_fault(&self.session.world)?;
            if !urgent.is_empty() {
                return Err(SolveError::of_fault(&self.session.world, &stuck(component)));
            }
        }
        const MAX_CACHED_COMPONENTS: usize = 1 << 16;
        if self.alive.len() >= MAX_CACHED_COMPONENTS {
            self.alive.clear();
        }
        self.alive.insert(component.clone(), alive);
        Ok(alive)
    }
}

/// Returns the move that takes one step in the component with this index.
fn single(component: usize, step: ComponentStep) -> MatchMove {
    MatchMove {
        steps: vec![MoveStep::new(component, step.rule, step.choices)],
        parts: vec![step.left],
    }
}

/// Returns the number of moves of a sum; `counts` contains the number of steps of each component.
fn selections(counts: &[usize], kind: SumKind) -> usize {
    if kind == SumKind::Every {
        return counts
            .iter()
            .fold(1, |product, count| product.saturating_mul(*count));
    }
    if counts.len() > SELECTED {
        return usize::MAX;
    }
    let most = match kind {
        SumKind::Any => counts.len(),
        SumKind::Upto(k) => counts.len().min(k as usize),
        _ => 1,
    };
    // `with[j]` is the number of ways to make j steps in the components counted so far.
    let mut with = vec![0usize; most + 1];
    with[0] = 1;
    for count in counts {
        for j in (1..=most).rev() {
            with[j] = with[j].saturating_add(with[j - 1].saturating_mul(*count));
        }
    }
    with[1..]
        .iter()
        .fold(0, |sum: usize, ways| sum.saturating_add(*ways))
}
