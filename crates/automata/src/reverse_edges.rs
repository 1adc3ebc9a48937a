//! Reverse edges, grouped by their target.

pub(crate) struct ReverseEdges {
    begin: Vec<u32>,
    from: Vec<u32>,
}

impl ReverseEdges {
    /// Creates the structure from edges. Each edge has a label, usually its source, and a target.
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
        // Each range is filled from its end, so that `begin` is the start of each range after the
        // loop.
        let mut left: Vec<u32> = begin[1..].to_vec();
        for (known, to) in edges {
            left[to as usize] -= 1;
            from[left[to as usize] as usize] = known;
        }
        ReverseEdges { begin, from }
    }

    /// Returns the labels of the edges with the given target.
    pub(crate) fn edges_into(&self, place: usize) -> &[u32] {
        &self.from[self.begin[place] as usize..self.begin[place + 1] as usize]
    }

    /// Returns the nodes from which a path leads to a marked node. The labels of all edges must be
    /// their sources.
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
