//! Representation of positions by gaps. If a slot must be at least another slot plus a constant
//! (`require a <= b`, `p < q`), the slot is replaced by the difference, called its gap. Slots are
//! sums of gaps, and gaps are differences of slots, so both conversions have integer coefficients.
//! So each position has exactly one row of gaps. In terms of gaps, the requirement is that every
//! gap is at least 0. The caller must show that no position has a negative gap.

use crate::simplify;
use crate::{Atom, LinearForm, MoveClause, PositionRegion, RuleClauses, SymbolicComponent};

/// Lower bound of a slot: another slot (or 0, if there is no other slot) plus a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlotGap {
    /// The other slot.
    pub above: Option<usize>,
    /// The constant that is added to the other slot.
    pub least: i128,
}

/// One gap for each slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotGaps {
    gaps: Vec<SlotGap>,
    /// Each slot as a form in the gaps.
    slots: Vec<LinearForm>,
}

impl SlotGaps {
    /// Creates the representation. Returns `None` if a gap names a slot that does not exist, or if
    /// the slots depend on each other in a cycle. Also returns `None` if a coefficient or constant
    /// does not fit in 128 bits.
    pub fn new(gaps: Vec<SlotGap>) -> Option<SlotGaps> {
        let slot = |slot: usize| {
            let (mut form, mut at) = (LinearForm::default(), Some(slot));
            for _ in 0..gaps.len() {
                let Some(here) = at else { break };
                let SlotGap { above, least } = gaps.get(here)?;
                form = form
                    .plus(1, &LinearForm::variable(here))?
                    .plus(1, &LinearForm::constant(*least))?;
                at = *above;
            }
            at.is_none().then_some(form)
        };
        let slots = (0..gaps.len()).map(slot).collect::<Option<_>>()?;
        Some(SlotGaps { gaps, slots })
    }

    /// Returns the lower bound of each slot.
    pub fn list(&self) -> &[SlotGap] {
        &self.gaps
    }

    /// Returns each slot as a form in the gaps. Gaps have the same indices as slots.
    pub fn slots(&self) -> &[LinearForm] {
        &self.slots
    }

    /// Returns the gap of a slot as a form. `slots` contains the form of each slot.
    pub fn gap_form(&self, slot: usize, slots: &[LinearForm]) -> Option<LinearForm> {
        let SlotGap { above, least } = self.gaps.get(slot)?;
        let form = slots.get(slot)?.minus(&LinearForm::constant(*least))?;
        above.map_or(Some(form.clone()), |above| form.minus(slots.get(above)?))
    }

    /// Returns a form with slots replaced by gaps.
    fn substitute(&self, form: &LinearForm) -> Option<LinearForm> {
        form.terms.iter().try_fold(
            LinearForm::constant(form.constant),
            |sum, (&variable, &factor)| match self.slots.get(variable) {
                Some(slot) => sum.plus(factor, slot),
                None => sum.plus(factor, &LinearForm::variable(variable)),
            },
        )
    }

    /// Returns whether an atom holds for all gaps that are at least 0.
    fn is_plain(&self, atom: &Atom) -> bool {
        let Atom::AtMostZero(form) = atom else {
            return false;
        };
        form.constant <= 0
            && form
                .terms
                .iter()
                .all(|(&variable, &factor)| variable < self.slots.len() && factor <= 0)
    }

    fn atoms(&self, atoms: &[Atom]) -> Option<Vec<Atom>> {
        let told = atoms
            .iter()
            .map(|atom| atom.map(&|form| self.substitute(form)));
        told.filter(|atom| atom.as_ref().is_none_or(|atom| !self.is_plain(atom)))
            .collect()
    }

    fn region(
        &self,
        PositionRegion {
            variables,
            atoms,
            quotients,
        }: &PositionRegion,
    ) -> Option<PositionRegion> {
        let quotients = quotients
            .iter()
            .map(|(&variable, (form, by))| Some((variable, (self.substitute(form)?, *by))))
            .collect::<Option<_>>()?;
        Some(PositionRegion {
            variables: *variables,
            atoms: self.atoms(atoms)?,
            quotients,
        })
    }
}

impl RuleClauses {
    /// Returns the clauses of the game with positions represented by gaps. The slots of the new
    /// clauses are the gaps, each at least 0. Returns `None` if a number does not fit in 128 bits,
    /// or if a move leaves a run or a component of another game.
    pub fn by_gaps(&self, gaps: &SlotGaps) -> Option<RuleClauses> {
        if gaps.slots.len() != self.slots {
            return None;
        }
        let regions = |regions: &[PositionRegion]| -> Option<Vec<PositionRegion>> {
            let all = regions
                .iter()
                .map(|region| gaps.region(region))
                .collect::<Option<Vec<_>>>()?;
            Some(
                all.into_iter()
                    .filter_map(|region| Some(simplify::region(self.slots, region, Vec::new())?.0))
                    .collect(),
            )
        };
        let component = |component: &SymbolicComponent| {
            let slots = component
                .slots
                .iter()
                .map(|form| gaps.substitute(form))
                .collect::<Option<Vec<_>>>()?;
            let slots = (0..self.slots)
                .map(|slot| gaps.gap_form(slot, &slots))
                .collect::<Option<_>>()?;
            (component.game == self.game).then_some(SymbolicComponent {
                game: self.game,
                slots,
            })
        };
        let clause = |clause: &MoveClause| {
            let PositionRegion {
                variables,
                atoms,
                quotients,
            } = gaps.region(&PositionRegion {
                variables: clause.variables,
                atoms: clause.atoms.clone(),
                quotients: clause.quotients.clone(),
            })?;
            let choices = clause
                .choices
                .iter()
                .map(|form| gaps.substitute(form))
                .collect::<Option<_>>()?;
            let left = clause.left.iter().map(component).collect::<Option<_>>()?;
            clause.runs.is_empty().then_some(MoveClause {
                variables,
                atoms,
                quotients,
                choices,
                left,
                runs: Vec::new(),
                ..*clause
            })
        };
        let moves = self.moves.iter().map(clause).collect::<Option<Vec<_>>>()?;
        Some(RuleClauses {
            positions: regions(&self.positions)?,
            moves: moves.into_iter().filter_map(simplify::clause).collect(),
            goal: regions(&self.goal)?,
            trap: regions(&self.trap)?,
            open: regions(&self.open)?,
            ..*self
        })
    }
}
