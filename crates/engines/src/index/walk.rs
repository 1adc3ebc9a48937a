//! The positions of an index one after the other. Each step changes the last slots that can be changed, so that most cost no unranking.

use rules::ir::Int;

use super::Index;
use super::diagram::DEAD;

/// A walk through the positions of an index, in their order.
#[derive(Debug)]
pub struct Walk<'i> {
    index: &'i Index,
    place: u64,
    slots: Vec<Int>,
    /// Of each step, the node and the code.
    at: Vec<(u32, usize)>,
}

impl<'i> Walk<'i> {
    pub(super) fn new(index: &'i Index, from: u64) -> Walk<'i> {
        let mut walk = Walk { index, place: from, slots: vec![0; index.slots], at: Vec::with_capacity(index.steps.len()) };
        if from < index.size {
            index.position(from, &mut walk.slots);
            let mut node = 0;
            for step in &index.steps {
                let code = step.code(&walk.slots).expect("a position of the index lies in its ranges");
                walk.at.push((node, code));
                node = step.row(node)[code].next;
            }
        }
        walk
    }

    /// Where the walk is, and the numbers there; `None` behind the last.
    pub fn here(&self) -> Option<(u64, &[Int])> {
        (self.place < self.index.size).then_some((self.place, &self.slots))
    }

    /// Goes on to the next position.
    pub fn advance(&mut self) {
        self.place += 1;
        if self.place >= self.index.size {
            return;
        }
        while let Some((node, code)) = self.at.pop() {
            let step = &self.index.steps[self.at.len()];
            let row = step.row(node);
            let Some(further) = row[code + 1..].iter().position(|entry| entry.next != DEAD) else { continue };
            let code = code + 1 + further;
            step.write(code, &mut self.slots);
            self.at.push((node, code));
            let mut node = row[code].next;
            for step in &self.index.steps[self.at.len()..] {
                let row = step.row(node);
                let code = row.iter().position(|entry| entry.next != DEAD).expect("every node leads on");
                step.write(code, &mut self.slots);
                self.at.push((node, code));
                node = row[code].next;
            }
            return;
        }
    }
}
