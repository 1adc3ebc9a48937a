//! The minimal automaton of a set of words, by Hopcroft's refinement (1971). Classes are split by
//! the predecessors of the smaller half of a class that was split before. The refinement takes time
//! O(base · nodes · log nodes). After the refinement, nodes are numbered in the order in which
//! words reach them.

use base::budget::{Budget, StopReason};

use crate::Automaton;
use crate::reverse_edges::ReverseEdges;

impl Automaton {
    /// Returns the minimal automaton that accepts the same words. For equal sets over the same
    /// tracks, the results are identical.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn minimised(&self, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
        let (next, phase, accepts) = self.parts();
        let base = usize::from(self.base());
        budget.allow_memory((self.nodes() * (8 * base + 40)) as u64)?;
        // Unreachable nodes are removed first.
        let met = met(next, base);
        budget.steps(next.len())?;
        let mut place = vec![u32::MAX; self.nodes()];
        met.iter()
            .enumerate()
            .for_each(|(at, &node)| place[node as usize] = at as u32);
        let kept: Vec<u32> = met
            .iter()
            .flat_map(|&node| &next[node as usize * base..][..base])
            .map(|&to| place[to as usize])
            .collect();
        // Each initial class consists of the nodes of one phase that agree on acceptance.
        let tracks = self.tracks().len().max(1);
        let kinds: Vec<usize> = met
            .iter()
            .map(|&node| {
                usize::from(phase[node as usize]) + tracks * usize::from(accepts[node as usize])
            })
            .collect();
        let class = Partition::new(&kinds, 2 * tracks).refined(&kept, base, budget)?;
        let mut of_class = vec![u32::MAX; met.len()];
        (0..met.len())
            .rev()
            .for_each(|at| of_class[class[at] as usize] = at as u32);
        // Number the classes in the order in which words reach them; each class is represented by
        // one of its nodes.
        let mut number = vec![u32::MAX; met.len()];
        number[class[0] as usize] = 0;
        let mut order = vec![class[0]];
        let mut new_next = Vec::new();
        let mut at = 0;
        while at < order.len() {
            let node = of_class[order[at] as usize] as usize;
            for &to in &kept[node * base..][..base] {
                let class = class[to as usize];
                if number[class as usize] == u32::MAX {
                    number[class as usize] = order.len() as u32;
                    order.push(class);
                }
                new_next.push(number[class as usize]);
            }
            at += 1;
        }
        let node_of = |&class: &u32| met[of_class[class as usize] as usize] as usize;
        let new_phase = order.iter().map(|class| phase[node_of(class)]).collect();
        let new_accepts = order.iter().map(|class| accepts[node_of(class)]).collect();
        Ok(Automaton::of_parts(
            self.base(),
            self.tracks().to_vec(),
            new_next,
            new_phase,
            new_accepts,
        ))
    }
}

/// Returns the nodes that words reach, in breadth-first order.
fn met(next: &[u32], base: usize) -> Vec<u32> {
    let mut seen = vec![false; next.len() / base];
    seen[0] = true;
    let mut order = vec![0u32];
    let mut at = 0;
    while at < order.len() {
        for &to in &next[order[at] as usize * base..][..base] {
            if !std::mem::replace(&mut seen[to as usize], true) {
                order.push(to);
            }
        }
        at += 1;
    }
    order
}

/// A partition into classes, each a contiguous range of one list. Marked elements come first in
/// their class.
struct Partition {
    elements: Vec<u32>,
    place: Vec<u32>,
    class: Vec<u32>,
    begin: Vec<u32>,
    end: Vec<u32>,
    marked: Vec<u32>,
}

impl Partition {
    fn new(kinds: &[usize], most: usize) -> Partition {
        let mut count = vec![0u32; most + 1];
        kinds.iter().for_each(|&kind| count[kind + 1] += 1);
        (0..most).for_each(|kind| count[kind + 1] += count[kind]);
        let mut filled = count.clone();
        let mut elements = vec![0; kinds.len()];
        let mut place = vec![0; kinds.len()];
        for (element, &kind) in kinds.iter().enumerate() {
            place[element] = filled[kind];
            elements[filled[kind] as usize] = element as u32;
            filled[kind] += 1;
        }
        let mut made = Partition {
            elements,
            place,
            class: vec![0; kinds.len()],
            begin: Vec::new(),
            end: Vec::new(),
            marked: Vec::new(),
        };
        for kind in (0..most).filter(|&kind| count[kind] < count[kind + 1]) {
            let class = made.begin.len() as u32;
            made.elements[count[kind] as usize..count[kind + 1] as usize]
                .iter()
                .for_each(|&element| made.class[element as usize] = class);
            made.begin.push(count[kind]);
            made.end.push(count[kind + 1]);
            made.marked.push(0);
        }
        made
    }

    fn size(&self, class: u32) -> u32 {
        self.end[class as usize] - self.begin[class as usize]
    }

    /// Marks an element; returns true if it is the first marked element of its class.
    fn mark(&mut self, element: u32) -> bool {
        let class = self.class[element as usize] as usize;
        let (from, to) = (
            self.place[element as usize],
            self.begin[class] + self.marked[class],
        );
        if from < to {
            return false;
        }
        let other = self.elements[to as usize];
        self.elements.swap(from as usize, to as usize);
        (self.place[element as usize], self.place[other as usize]) = (to, from);
        self.marked[class] += 1;
        self.marked[class] == 1
    }

    /// Splits a class into marked and unmarked elements, if it has elements of both. Returns the
    /// new class, which is the smaller of the two classes.
    fn split(&mut self, class: u32) -> Option<u32> {
        let at = class as usize;
        let marked = std::mem::take(&mut self.marked[at]);
        if marked == self.size(class) {
            return None;
        }
        let middle = self.begin[at] + marked;
        let new = self.begin.len() as u32;
        let (begin, end) = if 2 * marked <= self.size(class) {
            (std::mem::replace(&mut self.begin[at], middle), middle)
        } else {
            (middle, std::mem::replace(&mut self.end[at], middle))
        };
        self.elements[begin as usize..end as usize]
            .iter()
            .for_each(|&element| self.class[element as usize] = new);
        self.begin.push(begin);
        self.end.push(end);
        self.marked.push(0);
        Some(new)
    }

    /// Returns the classes of the coarsest refinement that is compatible with each digit.
    fn refined(
        mut self,
        next: &[u32],
        base: usize,
        budget: &Budget<'_>,
    ) -> Result<Vec<u32>, StopReason> {
        let nodes = self.class.len();
        // Reverse edges for each digit.
        let slot = |edge: usize, to: u32| (edge % base * nodes) as u32 + to;
        let edges = next
            .iter()
            .enumerate()
            .map(|(edge, &to)| ((edge / base) as u32, slot(edge, to)));
        let backward = ReverseEdges::new(base * nodes, edges);
        let mut open: Vec<u32> = (0..self.begin.len() as u32).collect();
        let (mut splitter, mut touched) = (Vec::new(), Vec::new());
        while let Some(class) = open.pop() {
            splitter.clear();
            splitter.extend_from_slice(
                &self.elements
                    [self.begin[class as usize] as usize..self.end[class as usize] as usize],
            );
            budget.steps(base * splitter.len())?;
            for digit in 0..base {
                for &element in &splitter {
                    for &before in backward.edges_into(digit * nodes + element as usize) {
                        if self.mark(before) {
                            touched.push(self.class[before as usize]);
                        }
                    }
                }
                for class in touched.drain(..) {
                    // The new class is the smaller class, and it is sufficient to process this
                    // class. If the other class is still to be processed, the new class is
                    // processed too.
                    if let Some(new) = self.split(class) {
                        open.push(new);
                    }
                }
            }
        }
        Ok(self.class)
    }
}
