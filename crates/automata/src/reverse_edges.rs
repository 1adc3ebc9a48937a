//! Edges read backwards: those into one place side by side.

pub(crate) struct ReverseEdges {
    begin: Vec<u32>,
    from: Vec<u32>,
}

impl ReverseEdges {
    /// Of edges, each with what is to be known of it (as a rule where it comes from) and the place
    /// that it leads to.
    pub(crate) fn new(
        places: usize,
        edges: impl Iterator<Item = (u32, u32)> + Clone,
    ) -> ReverseEdges {
        let mut begin = vec![0u32; places + 1];
        edges
            .clone()
            .for_each(|(_, to)| begin[to as usize + 1] += 1);
        (0..places).for_each(|place| begin[place + 1] += begin[place]);
        let mut from = vec![0u32; begin[places] as usize];
        // Each stretch is filled from its end, so that its begin is where it was.
        let mut left: Vec<u32> = begin[1..].to_vec();
        for (known, to) in edges {
            left[to as usize] -= 1;
            from[left[to as usize] as usize] = known;
        }
        ReverseEdges { begin, from }
    }

    /// What is known of the edges into a place.
    pub(crate) fn edges_into(&self, place: usize) -> &[u32] {
        &self.from[self.begin[place] as usize..self.begin[place + 1] as usize]
    }

    /// The places from which edges lead to one of these.
    pub(crate) fn reaching(&self, mut reached: Vec<bool>) -> Vec<bool> {
        let mut open: Vec<usize> = (0..reached.len()).filter(|&place| reached[place]).collect();
        while let Some(place) = open.pop() {
            for &before in self.edges_into(place) {
                if !std::mem::replace(&mut reached[before as usize], true) {
                    open.push(before as usize);
                }
            }
        }
        reached
    }
}
