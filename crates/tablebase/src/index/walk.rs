//! A walk through the positions of an index. Each step of the walk changes only the last slots, so
//! that most steps need no unranking.

use rules::ir::Int;

use super::PositionIndex;
use super::diagram::DEAD;

/// A walk through the positions of an index, in their order.
#[derive(Debug)]
pub struct IndexWalk<'i> {
    index: &'i PositionIndex,
    place: u64,
    slots: Vec<Int>,
    /// For each step, the start of the row.
    rows: Vec<u32>,
    codes: Vec<u32>,
}

impl<'i> IndexWalk<'i> {
    pub(super) fn new(index: &'i PositionIndex, from: u64) -> IndexWalk<'i> {
        let steps = index.steps.len();
        let mut walk = IndexWalk {
            index,
            place: from,
            slots: vec![0; index.slots],
            rows: vec![0; steps],
            codes: vec![0; steps],
        };
        if from < index.size {
            index.codes(from, &mut walk.codes);
            for (step, code) in index.steps.iter().zip(&walk.codes) {
                step.write(*code as usize, &mut walk.slots);
            }
            for step in (1..steps).filter(|_| index.lines.is_none()) {
                walk.rows[step] = index.steps[step - 1].row(walk.rows[step - 1])
                    [walk.codes[step - 1] as usize]
                    .next;
            }
        }
        walk
    }

    /// Returns the current index and the numbers of its position; `None` after the last index.
    pub fn here(&self) -> Option<(u64, &[Int])> {
        (self.place < self.index.size).then_some((self.place, &self.slots))
    }

    /// Returns the code of each step at the current index.
    pub(crate) fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// Moves to the next position.
    pub fn advance(&mut self) {
        self.place += 1;
        if self.place >= self.index.size {
            return;
        }
        if self.index.lines.is_some() {
            self.index.codes(self.place, &mut self.codes);
            self.index
                .steps
                .iter()
                .zip(&self.codes)
                .for_each(|(step, code)| step.write(*code as usize, &mut self.slots));
            return;
        }
        for last in (0..self.codes.len()).rev() {
            let row = self.index.steps[last].row(self.rows[last]);
            let from = self.codes[last] as usize + 1;
            let Some(further) = row[from..].iter().position(|entry| entry.next != DEAD) else {
                continue;
            };
            self.take(last, from + further);
            for step in last + 1..self.codes.len() {
                self.rows[step] = self.index.steps[step - 1].row(self.rows[step - 1])
                    [self.codes[step - 1] as usize]
                    .next;
                let first = self.index.steps[step]
                    .row(self.rows[step])
                    .iter()
                    .position(|entry| entry.next != DEAD);
                self.take(step, first.expect("every node leads on"));
            }
            return;
        }
    }

    fn take(&mut self, step: usize, code: usize) {
        self.codes[step] = code as u32;
        self.index.steps[step].write(code, &mut self.slots);
    }
}
