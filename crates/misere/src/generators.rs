//! The components that sums are made of. Each generator has its options, which are sums of
//! generators before it; a sum is a *word*, the numbers of its generators in increasing order.

/// A sum of generators: their numbers, in increasing order.
pub type GeneratorWord = Vec<u32>;

/// A list of generators.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Generators {
    options: Vec<Vec<GeneratorWord>>,
    heights: Vec<u64>,
}

impl Generators {
    /// No generators.
    pub fn new() -> Generators {
        Generators::default()
    }

    /// Adds a generator with these options; its number. Equal options count once.
    ///
    /// # Panics
    /// If an option names a generator that is not there yet.
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

    /// Takes the last generator away.
    pub(crate) fn pop(&mut self) {
        self.options.pop();
        self.heights.pop();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The options of a generator, increasing.
    pub fn options(&self, generator: u32) -> &[GeneratorWord] {
        &self.options[generator as usize]
    }

    /// How many moves play can last in a generator.
    pub fn height(&self, generator: u32) -> u64 {
        self.heights[generator as usize]
    }

    /// How many moves play can last in a sum.
    pub fn weight(&self, word: &[u32]) -> u64 {
        word.iter().fold(0, |total, &generator| {
            total.saturating_add(self.height(generator))
        })
    }

    /// Whether a generator has exactly one move, which leaves nothing that can be moved in. Two of
    /// them cancel.
    pub(crate) fn is_star(&self, generator: u32) -> bool {
        self.height(generator) == 1
    }
}

/// Two sums together.
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

/// A sum without the component at `place`.
pub(crate) fn without(word: &[u32], place: usize) -> GeneratorWord {
    [&word[..place], &word[place + 1..]].concat()
}

/// The places of a sum, one for each generator in it.
pub(crate) fn distinct(word: &[u32]) -> impl Iterator<Item = usize> + '_ {
    (0..word.len()).filter(|&place| place == 0 || word[place - 1] != word[place])
}
