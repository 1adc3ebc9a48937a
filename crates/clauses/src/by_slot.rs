//! Games that are sums of their slots. If no rule involves two slots at once, each slot is a
//! separate game, whose clauses are those that mention the slot. This module assigns each clause to
//! the slot that it mentions, for proof methods that treat each slot separately.

use std::collections::{BTreeMap, BTreeSet};

use base::text;
use base::text::Text;

use crate::{Atom, LinearForm, MoveClause, PositionRegion, RuleClauses, SymbolicComponent};

/// A game whose clauses are separated by slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotClauses {
    /// For each slot, the clauses that mention only that slot; choices are omitted.
    pub own: Vec<RuleClauses>,
    /// For each slot, the fixed values that it has in additional components after a move in another
    /// slot. A move in one slot may leave one component that keeps the value of another slot, and
    /// additional components in which the other slot has fixed values.
    pub beside: Vec<BTreeSet<i128>>,
    /// Whether some move leaves no component, or several components, with the old value of an
    /// unchanged slot.
    pub copies: bool,
}

impl RuleClauses {
    /// Separates the clauses by slot. A move must change only one slot. In every unchanged slot,
    /// all components keep the old value, or one component keeps it and the other components have
    /// fixed values. The condition of the move and the new value must involve only the changed
    /// slot. The positions must be a product of sets, one for each slot.
    ///
    /// # Errors
    /// Returns the reason if the slots cannot be separated.
    pub fn by_slot(&self) -> Result<SlotClauses, Text> {
        if !self.goal.is_empty() || !self.trap.is_empty() {
            return Err(text!(
                "a component can end play (`goal` or `trap`)",
                "存在可立即终局的局面（`goal` 或 `trap`）"
            ));
        }
        let [
            PositionRegion {
                variables, atoms, ..
            },
        ] = &self.positions[..]
        else {
            return Err(text!(
                "the positions are not a product of one range for each number",
                "其局面不是各数范围之积"
            ));
        };
        let mut slots = SlotClauses {
            own: Vec::new(),
            beside: vec![BTreeSet::new(); self.slots],
            copies: false,
        };
        for slot in 0..self.slots {
            let own: Vec<Atom> = atoms
                .iter()
                .filter(|atom| contains_variable(atom, slot))
                .cloned()
                .collect();
            let own: Option<Vec<Atom>> = own
                .iter()
                .map(|atom| moved(atom, &BTreeMap::from([(slot, 0)])))
                .collect();
            let Some(own) = own.filter(|_| *variables == self.slots) else {
                return Err(text!(
                    "a condition on positions involves several numbers",
                    "对局面的要求涉及多个数"
                ));
            };
            let region = PositionRegion {
                variables: 1,
                atoms: own,
                quotients: BTreeMap::new(),
            };
            let (positions, open) = (vec![region.clone()], vec![region]);
            slots.own.push(RuleClauses {
                slots: 1,
                positions,
                open,
                moves: Vec::new(),
                goal: Vec::new(),
                trap: Vec::new(),
                ..*self
            });
        }
        for clause in &self.moves {
            let named = |why: Text| {
                let (rule, Text { en, zh }) = (clause.rule + 1, why);
                text!("move {rule} {en}", "第 {rule} 条着法{zh}")
            };
            let (slot, own) = self.of_slot(clause, atoms).map_err(named)?;
            slots.own[slot].moves.push(own);
            if !slots.note(clause, slot) {
                return Err(named(text!(
                    "leaves changed numbers in other slots",
                    "在其他分量中留下并非原数的数"
                )));
            }
        }
        Ok(slots)
    }

    /// Returns whether the clauses of two games describe the positions and moves in identical
    /// terms. The order of the moves and the numbers of their rules do not matter.
    pub fn alike(&self, other: &RuleClauses) -> bool {
        let unnumbered = |moves: &[MoveClause]| -> Vec<MoveClause> {
            moves
                .iter()
                .map(|clause| MoveClause {
                    rule: 0,
                    ..clause.clone()
                })
                .collect()
        };
        let (own, theirs) = (unnumbered(&self.moves), unnumbered(&other.moves));
        self.positions == other.positions
            && own.iter().all(|clause| theirs.contains(clause))
            && theirs.iter().all(|clause| own.contains(clause))
    }

    /// Returns the slot that a clause changes, and the clause restricted to that slot.
    fn of_slot(
        &self,
        clause: &MoveClause,
        positions: &[Atom],
    ) -> Result<(usize, MoveClause), Text> {
        if !clause.runs.is_empty()
            || clause
                .left
                .iter()
                .any(|component| component.game != self.game)
        {
            return Err(text!(
                "leaves a run of components or a component of another game",
                "留下一串部分，或另一个游戏的部分"
            ));
        }
        // Conditions of the clause, without the conditions that every position satisfies.
        let said: Vec<&Atom> = clause
            .atoms
            .iter()
            .filter(|atom| !positions.contains(atom))
            .collect();
        // Find the changed slot. Some component has a new value in the changed slot, other than a
        // fixed value next to a component with the old value. A clause that changes no slot belongs
        // to the slot that its conditions mention.
        let differ = |slot: &usize| {
            let other: Vec<&LinearForm> = clause
                .left
                .iter()
                .map(|left| &left.slots[*slot])
                .filter(|form| **form != LinearForm::variable(*slot))
                .collect();
            let beside = other.len() < clause.left.len()
                && other.iter().all(|form| form.as_constant().is_some());
            !other.is_empty() && !beside
        };
        let mut all: Vec<usize> = (0..self.slots).filter(differ).collect();
        if all.is_empty() {
            all.extend(
                (0..self.slots)
                    .filter(|slot| said.iter().any(|atom| contains_variable(atom, *slot))),
            );
        }
        let &[slot] = &all[..] else {
            return Err(text!(
                "does not change exactly one number",
                "不是只改变一个数"
            ));
        };
        // Renumber the changed slot and all hidden variables; a form that contains any other slot
        // is rejected.
        let number: BTreeMap<usize, usize> = [slot]
            .into_iter()
            .chain(self.slots..clause.variables)
            .zip(0..)
            .collect();
        let other = || {
            text!(
                "depends on a number that it does not change",
                "取决于它不改变的数"
            )
        };
        let own = clause
            .atoms
            .iter()
            .filter(|atom| said.contains(atom) || contains_variable(atom, slot));
        let atoms = own
            .map(|atom| moved(atom, &number))
            .collect::<Option<Vec<Atom>>>()
            .ok_or_else(other)?;
        let quotients = clause
            .quotients
            .iter()
            .map(|(v, (form, by))| Some((*number.get(v)?, (renumbered(form, &number)?, *by))));
        let quotients = quotients
            .collect::<Option<BTreeMap<_, _>>>()
            .ok_or_else(other)?;
        let left = |component: &SymbolicComponent| {
            Some(SymbolicComponent {
                game: self.game,
                slots: vec![renumbered(&component.slots[slot], &number)?],
            })
        };
        let left = clause
            .left
            .iter()
            .map(left)
            .collect::<Option<Vec<_>>>()
            .ok_or_else(other)?;
        let clause = MoveClause {
            rule: clause.rule,
            slots: 1,
            variables: number.len(),
            atoms,
            quotients,
            choices: Vec::new(),
            left,
            runs: Vec::new(),
        };
        Ok((slot, clause))
    }
}

impl SlotClauses {
    /// Records the values that the components of a clause have in the slots that the clause does
    /// not change. Returns `false` if the value of an unchanged slot in some component is neither
    /// the old value nor constant.
    fn note(&mut self, clause: &MoveClause, changed: usize) -> bool {
        for slot in (0..self.own.len()).filter(|slot| *slot != changed) {
            let (kept, other): (Vec<_>, Vec<_>) = clause
                .left
                .iter()
                .map(|left| &left.slots[slot])
                .partition(|form| **form == LinearForm::variable(slot));
            self.copies |= kept.len() != 1;
            let Some(fixed) = other
                .into_iter()
                .map(LinearForm::as_constant)
                .collect::<Option<Vec<i128>>>()
            else {
                return false;
            };
            if !fixed.is_empty() && kept.len() != 1 {
                return false;
            }
            self.beside[slot].extend(fixed);
        }
        true
    }
}

fn contains_variable(atom: &Atom, variable: usize) -> bool {
    atom.forms().any(|form| form.terms.contains_key(&variable))
}

fn renumbered(form: &LinearForm, number: &BTreeMap<usize, usize>) -> Option<LinearForm> {
    let terms = form
        .terms
        .iter()
        .map(|(v, &factor)| Some((*number.get(v)?, factor)))
        .collect::<Option<_>>()?;
    Some(LinearForm {
        terms,
        constant: form.constant,
    })
}

/// Returns the atom with renumbered variables, or `None` if the atom contains a variable without a
/// new number.
fn moved(atom: &Atom, number: &BTreeMap<usize, usize>) -> Option<Atom> {
    atom.map(&|form| renumbered(form, number))
}
