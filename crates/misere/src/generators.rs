//! Components of sums. Each generator has options, which are sums of earlier generators. A sum is a
//! *word*: the indices of its generators in increasing order.

/// A sum of generators: the indices of the generators, in increasing order.
pub type GeneratorWord = Vec<u32>;

/// A list of generators.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Generators {
    options: Vec<Vec<GeneratorWord>>,
    heights: Vec<u64>,
}

impl Generators {
    /// Creates an empty list.
    pub fn new() -> Generators {
        Generators::default()
    }

    /// Adds a generator with the given options, and returns the index of the generator. Duplicate
    /// options are removed.
    ///
    /// # Panics
    /// Panics if an option contains a generator that does not exist yet.
    pub fn push(&mut self, mut options: Vec<GeneratorWord>) -> u32 {
        options.iter_mut().for_each(|word| word.sort_unstable());
        options.sort_unstable();
        options.dedup();
        let height = options
            .iter()
            .map(|word| self.weight(word).saturating_add(1))
            .max()
            .unwrap_or(0);
        self.options.push(options);
        self.heights.push(height);
        (self.options.len() - 1) as u32
    }

    /// Removes the last generator.
    pub(crate) fn pop(&mut self) {
        self.options.pop();
        self.heights.pop();
    }

    /// Returns the number of generators.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Returns whether the list contains no generators.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// Returns the options of a generator, in increasing order.
    pub fn options(&self, generator: u32) -> &[GeneratorWord] {
        &self.options[generator as usize]
    }

    /// Returns the number of moves in the longest play of a generator.
    pub fn height(&self, generator: u32) -> u64 {
        self.heights[generator as usize]
    }

    /// Returns the number of moves in the longest play of a sum.
    pub fn weight(&self, word: &[u32]) -> u64 {
        word.iter().fold(0, |total, &generator| {
            total.saturating_add(self.height(generator))
        })
    }

    /// Returns whether every play in a generator has exactly one move. Two equal generators with
    /// exactly one move cancel.
    pub(crate) fn is_star(&self, generator: u32) -> bool {
        self.height(generator) == 1
    }
}

/// Returns the sum of two sums.
pub(crate) fn together(a: &[u32], b: &[u32]) -> GeneratorWord {
    let mut word = GeneratorWord::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] <= b[j] {
            word.push(a[i]);
            i += 1;
        } else {
            word.push(b[j]);
            j += 1;
        }
    }
    word.extend_from_slice(&a[i..]);
    word.extend_from_slice(&b[j..]);
    word
}

/// Returns a sum without the component at the index `place`.
pub(crate) fn without(word: &[u32], place: usize) -> GeneratorWord {
    [&word[..place], &word[place + 1..]].concat()
}

/// Returns the index of the first occurrence of each generator in a sum.
pub(crate) fn distinct(word: &[u32]) -> impl Iterator<Item = usize> + '_ {
    (0..word.len()).filter(|&place| place == 0 || word[place - 1] != word[place])
}
