//! Classes of sums, with the class to which each generator leads from each class. A guess is
//! represented by an automaton of classes before it becomes a quotient. The actions of the
//! generators commute.

use rustc_hash::FxHashMap;

use base::budget::Budget;

use crate::error::QuotientError;
use crate::generators::Generators;
use crate::quotient::Quotient;

/// Classes of sums; class 0 is the class of the empty sum.
#[derive(Clone, Debug)]
pub(crate) struct ClassAutomaton {
    /// For each generator, the class to which it leads from each class.
    pub actions: Vec<Vec<u32>>,
    /// Whether the player to move loses in a class.
    pub lost: Vec<bool>,
}

impl ClassAutomaton {
    /// Returns the class to which adding a sum leads from a class.
    pub fn lead(&self, class: u32, word: &[u32]) -> u32 {
        word.iter().fold(class, |at, &generator| {
            self.actions[generator as usize][at as usize]
        })
    }

    /// Returns the reachable classes. Reachable classes that no sum distinguishes are merged (Moore
    /// 1956). O(classes · generators · rounds).
    pub fn reduced(&self, budget: &Budget<'_>) -> Result<ClassAutomaton, QuotientError> {
        let (order, place) = self.reachable();
        let mut class: Vec<u32> = order
            .iter()
            .map(|&state| u32::from(self.lost[state as usize] != self.lost[0]))
            .collect();
        let mut count = 0;
        loop {
            let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut finer = Vec::with_capacity(order.len());
            for (at, &state) in order.iter().enumerate() {
                budget.steps(self.actions.len())?;
                let ways = self
                    .actions
                    .iter()
                    .map(|action| class[place[action[state as usize] as usize] as usize]);
                let row: Vec<u32> = std::iter::once(class[at]).chain(ways).collect();
                let next = numbers.len() as u32;
                finer.push(*numbers.entry(row).or_insert(next));
            }
            let settled = numbers.len() == count;
            (class, count) = (finer, numbers.len());
            if settled {
                break;
            }
        }
        let mut first = vec![u32::MAX; count];
        for (at, &class) in class.iter().enumerate().rev() {
            first[class as usize] = order[at];
        }
        let lead = |action: &Vec<u32>| {
            first
                .iter()
                .map(|&state| class[place[action[state as usize] as usize] as usize])
                .collect()
        };
        let actions = self.actions.iter().map(lead).collect();
        Ok(ClassAutomaton {
            actions,
            lost: first
                .iter()
                .map(|&state| self.lost[state as usize])
                .collect(),
        })
    }

    /// Returns the classes that are reachable from class 0, beginning with class 0, and the index
    /// of each class in this list.
    fn reachable(&self) -> (Vec<u32>, Vec<u32>) {
        let (mut order, mut place) = (vec![0], vec![u32::MAX; self.lost.len()]);
        place[0] = 0;
        let mut done = 0;
        while let Some(&state) = order.get(done) {
            for action in &self.actions {
                let next = action[state as usize];
                if place[next as usize] == u32::MAX {
                    place[next as usize] = order.len() as u32;
                    order.push(next);
                }
            }
            done += 1;
        }
        (order, place)
    }

    /// Returns the monoid of the classes of an automaton in which all classes are reachable.
    pub fn monoid(
        &self,
        generators: &Generators,
        budget: &Budget<'_>,
    ) -> Result<Quotient, QuotientError> {
        Ok(Quotient::of_actions(
            &self.actions,
            self.lost.clone(),
            generators,
            budget,
        )?)
    }
}
