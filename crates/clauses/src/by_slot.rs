//! A game as the sum of its slots: where no rule speaks of two slots at once, each slot is a game
//! of its own, and its clauses are those that speak of it. So they are read here for methods of
//! proof that go slot by slot.

use std::collections::{BTreeMap, BTreeSet};

use base::text;
use base::text::Text;

use crate::{Atom, LinearForm, MoveClause, PositionRegion, RuleClauses, SymbolicComponent};

/// A game read slot by slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotClauses {
    /// The clauses of each slot, about that slot alone; what is chosen is left out.
    pub own: Vec<RuleClauses>,
    /// For each slot the numbers that stand in it, in components that a move in another slot
    /// leaves beside the one that keeps its number.
    pub beside: Vec<BTreeSet<i128>>,
    /// Whether some move does not leave exactly one component with the number of each slot that it
    /// does not change.
    pub copies: bool,
}

impl RuleClauses {
    /// The clauses of each slot, about that slot alone. A move changes one slot; of the other slots
    /// each component keeps the numbers, or one does and the others have fixed numbers there.
    /// Whether the move can be made, and what it makes of the slot, speaks of that slot only; and
    /// the positions are all rows of numbers each of which is one of its slot.
    ///
    /// # Errors
    /// Why the slots do not stand apart.
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

    /// Whether two games have the same positions and moves, as far as their clauses are written
    /// alike; in any order, by rules of any number.
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

    /// The slot that a clause changes, and the clause about that slot alone.
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
        // What is said of the position beside what makes it one.
        let said: Vec<&Atom> = clause
            .atoms
            .iter()
            .filter(|atom| !positions.contains(atom))
            .collect();
        // The slot of which components have other numbers than the position, none of them fixed; or
        // that is spoken of, where there is none.
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
        // The slot and all hidden variables, for no other slot may be spoken of with them.
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
    /// Notes what the components of a clause that changes one slot have in the others; `false` if
    /// that is neither kept nor fixed.
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

/// The same of renumbered variables; `None` if it speaks of others.
fn moved(atom: &Atom, number: &BTreeMap<usize, usize>) -> Option<Atom> {
    atom.map(&|form| renumbered(form, number))
}
