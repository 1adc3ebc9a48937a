//! Games that are sums of their slots. If no rule involves two slots at once, each slot is a game
//! of its own, with the clauses that mention it. This module separates the clauses for methods of
//! proof that treat each slot on its own.

use std::collections::{BTreeMap, BTreeSet};

use base::text;
use base::text::Text;

use crate::{Atom, LinearForm, MoveClause, PositionRegion, RuleClauses, SymbolicComponent};

/// A game that is read slot by slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotClauses {
    /// Clauses of each slot, which mention only that slot; choices are omitted.
    pub own: Vec<RuleClauses>,
    /// For each slot, fixed values in additional components. These are components that a move in
    /// another slot leaves besides the one that keeps the value of this slot.
    pub beside: Vec<BTreeSet<i128>>,
    /// Whether some move does not leave exactly one component that keeps the value of each slot
    /// that it does not change.
    pub copies: bool,
}

impl RuleClauses {
    /// Separates the clauses by slot. A move must change only one slot. In every other slot each
    /// component keeps the value, or one component keeps it and the others have fixed values there.
    /// The condition of the move and the new value must involve only the changed slot. The
    /// positions must be a product of sets, one for each slot.
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
                "its positions are not one range for each number",
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
                    "a position is required to fulfil what speaks of several numbers",
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
                    "leaves numbers in other slots that it does not keep",
                    "在其他分量中留下并非原数的数"
                )));
            }
        }
        Ok(slots)
    }

    /// Returns whether two games have the same positions and moves, compared as written. The order
    /// of the moves and the numbers of their rules do not matter.
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
                "leaves a run of components, or leads into another game",
                "留下一串部分，或转入另一个游戏"
            ));
        }
        // Conditions other than those that every position satisfies.
        let said: Vec<&Atom> = clause
            .atoms
            .iter()
            .filter(|atom| !positions.contains(atom))
            .collect();
        // The changed slot: some component has another value there, and not only fixed values in
        // addition to a component that keeps it. If there is none, the slot that the conditions
        // mention.
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
                "does not change one number alone",
                "不是只改变一个数"
            ));
        };
        // The slot and all hidden variables; a form with any other slot is rejected.
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
    /// Records the values that the components of a clause have in the slots that it does not
    /// change. Returns `false` if a value is neither kept nor fixed.
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

/// Returns the atom with renumbered variables; `None` if it contains other variables.
fn moved(atom: &Atom, number: &BTreeMap<usize, usize>) -> Option<Atom> {
    atom.map(&|form| renumbered(form, number))
}
