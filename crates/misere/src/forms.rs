//! Canonical forms under misère play (Conway, On Numbers and Games, chapter 12). Two games that no
//! sum distinguishes have the same form.
//!
//! A game reduces to a form H under three conditions. All options of H are options of the game, and
//! each other option of the game has a move to H. If H is the game without moves, some option must
//! be lost for the player to move (the proviso). Without the proviso, the reduced game H would be
//! won but the original game would be lost.

use base::budget::{Budget, StopReason};
use rustc_hash::FxHashMap;

use crate::generators::{GeneratorWord, Generators};
use crate::genus::{Genus, Tameness};

/// Index of a canonical form in [`MisereForms`]. Index 0 is the form of the game without moves.
pub type FormId = u32;

/// A form with its computed properties.
#[derive(Clone, Debug)]
struct FormInfo {
    /// The options of the form, in increasing order.
    options: Box<[FormId]>,
    height: u64,
    lost: bool,
    genus: Genus,
    kind: Tameness,
    nim_heap: Option<u64>,
}

/// Canonical forms without duplicates.
#[derive(Clone, Debug)]
pub struct MisereForms {
    known: Vec<FormInfo>,
    index: FxHashMap<Box<[FormId]>, FormId>,
    sums: FxHashMap<(FormId, FormId), FormId>,
    held: u64,
}

impl Default for MisereForms {
    fn default() -> MisereForms {
        MisereForms::new()
    }
}

impl MisereForms {
    /// Creates the collection that contains only the game without moves.
    pub fn new() -> MisereForms {
        let mut forms = MisereForms {
            known: Vec::new(),
            index: FxHashMap::default(),
            sums: FxHashMap::default(),
            held: 0,
        };
        forms.add(Box::default());
        forms
    }

    /// Returns the number of stored forms.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Always returns false, because the game without moves is stored.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Returns the options of a form, in increasing order.
    pub fn options(&self, form: FormId) -> &[FormId] {
        &self.known[form as usize].options
    }

    /// Returns the number of moves in the longest play of a form.
    pub fn height(&self, form: FormId) -> u64 {
        self.known[form as usize].height
    }

    /// Returns whether the player to move loses a form.
    pub fn is_lost(&self, form: FormId) -> bool {
        self.known[form as usize].lost
    }

    /// Returns the genus of a form.
    pub fn genus(&self, form: FormId) -> &Genus {
        &self.known[form as usize].genus
    }

    /// Returns whether a form is tame, restive or wild.
    pub fn kind(&self, form: FormId) -> Tameness {
        self.known[form as usize].kind
    }

    /// Returns the form of a game whose options have these forms.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn of_options(
        &mut self,
        mut options: Vec<FormId>,
        budget: &Budget<'_>,
    ) -> Result<FormId, StopReason> {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.index.get(&options[..]) {
            return Ok(known);
        }
        budget.steps(options.len())?;
        if let Some(smaller) = self.reduces_to(&options) {
            return Ok(smaller);
        }
        self.held += 16 * options.len() as u64 + 200;
        if self.known.len().is_multiple_of(1 << 10) {
            budget.allow_memory(self.held)?;
        }
        Ok(self.add(options.into()))
    }

    /// Returns the form to which a game with the given options reduces; `None` if the game is
    /// already canonical. The options must be in increasing order.
    ///
    /// The longest play of a reversible option is longer than that of the form H to which it
    /// reverses, and than that of every option of H. Therefore, if a game reduces to H, its option
    /// with the longest maximum play is reversible, and H is one of that option's options.
    pub fn reduces_to(&self, options: &[FormId]) -> Option<FormId> {
        let highest = options
            .iter()
            .copied()
            .max_by_key(|&option| self.height(option))?;
        let some_lost = || options.iter().any(|&option| self.is_lost(option));
        self.options(highest).iter().copied().find(|&answer| {
            let kept = self.options(answer);
            kept.iter()
                .all(|option| options.binary_search(option).is_ok())
                && options.iter().all(|option| {
                    kept.binary_search(option).is_ok()
                        || self.options(*option).binary_search(&answer).is_ok()
                })
                && (!kept.is_empty() || some_lost())
        })
    }

    fn add(&mut self, options: Box<[FormId]>) -> FormId {
        let form = self.known.len() as FormId;
        let of = |option: &FormId| &self.known[*option as usize];
        let genus = Genus::of_options(options.iter().map(|option| &of(option).genus));
        let kind = match (
            options
                .iter()
                .all(|option| of(option).kind == Tameness::Tame),
            genus.is_of_nim(),
        ) {
            (true, true) => Tameness::Tame,
            (true, false) => Tameness::Restive,
            (false, _) => Tameness::Wild,
        };
        let height = options
            .iter()
            .map(|option| of(option).height + 1)
            .max()
            .unwrap_or(0);
        let lost = !options.is_empty() && !options.iter().any(|option| of(option).lost);
        // The options of the Nim heap n are the heaps 0, 1, …, n - 1.
        let heaps = options.iter().all(|option| of(option).nim_heap.is_some());
        let nim_heap = (heaps && height == options.len() as u64).then_some(height);
        self.known.push(FormInfo {
            options: options.clone(),
            height,
            lost,
            genus,
            kind,
            nim_heap,
        });
        self.index.insert(options, form);
        form
    }

    /// Returns the form of the sum of two forms.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn sum(&mut self, a: FormId, b: FormId, budget: &Budget<'_>) -> Result<FormId, StopReason> {
        let mut stack = vec![ordered(a, b)];
        while let Some(&(a, b)) = stack.last() {
            budget.tick()?;
            if self.known_sum(a, b).is_some() {
                stack.pop();
                continue;
            }
            let pairs = self
                .options(a)
                .iter()
                .map(|&x| ordered(x, b))
                .chain(self.options(b).iter().map(|&y| ordered(a, y)));
            let pairs: Vec<(FormId, FormId)> = pairs.collect();
            let options: Option<Vec<FormId>> =
                pairs.iter().map(|&(x, y)| self.known_sum(x, y)).collect();
            match options {
                Some(options) => {
                    let form = self.of_options(options, budget)?;
                    self.held += 32;
                    self.sums.insert((a, b), form);
                    stack.pop();
                }
                None => {
                    let unknown: Vec<_> = pairs
                        .into_iter()
                        .filter(|&(x, y)| self.known_sum(x, y).is_none())
                        .collect();
                    stack.extend(unknown);
                }
            }
        }
        let (a, b) = ordered(a, b);
        Ok(self.known_sum(a, b).expect("it was just found"))
    }

    fn known_sum(&self, a: FormId, b: FormId) -> Option<FormId> {
        if a == 0 {
            Some(b)
        } else {
            self.sums.get(&(a, b)).copied()
        }
    }

    /// Returns the form of a sum of generators. The slice `of` contains the form of each generator.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn of_word(
        &mut self,
        word: &[u32],
        of: &[FormId],
        budget: &Budget<'_>,
    ) -> Result<FormId, StopReason> {
        word.iter().try_fold(0, |total, &generator| {
            self.sum(total, of[generator as usize], budget)
        })
    }

    /// Returns the form of one more generator. The slice `of` contains the forms of the previous
    /// generators.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn of_generator(
        &mut self,
        options: &[GeneratorWord],
        of: &[FormId],
        budget: &Budget<'_>,
    ) -> Result<FormId, StopReason> {
        let mut forms = Vec::with_capacity(options.len());
        for word in options {
            forms.push(self.of_word(word, of, budget)?);
        }
        self.of_options(forms, budget)
    }

    /// Returns the forms of all generators.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn of_generators(
        &mut self,
        generators: &Generators,
        budget: &Budget<'_>,
    ) -> Result<Vec<FormId>, StopReason> {
        let mut of = Vec::with_capacity(generators.len());
        for generator in 0..generators.len() as u32 {
            let form = self.of_generator(generators.options(generator), &of, budget)?;
            of.push(form);
        }
        Ok(of)
    }

    /// Returns n if a form is the Nim heap of size n; otherwise `None`.
    pub fn nim_heap(&self, form: FormId) -> Option<u64> {
        self.known[form as usize].nim_heap
    }

    /// Returns a form as text: `0`, `*n` for a Nim heap (such as `*2`), or braces around the
    /// options of the form. In the braces, Nim heaps come first, then the other options, sorted by
    /// the length of their text and then by the text. The text of a form therefore does not depend
    /// on earlier queries. A text of more than `most` characters is truncated and ends with `…`.
    pub fn show(&self, form: FormId, most: usize) -> String {
        let mut texts: FxHashMap<FormId, String> = FxHashMap::default();
        let mut open = vec![form];
        while let Some(&next) = open.last() {
            if texts.contains_key(&next) {
                open.pop();
                continue;
            }
            let options = self.options(next);
            let lacking = options
                .iter()
                .filter(|option| self.nim_heap(next).is_none() && !texts.contains_key(*option));
            let before = open.len();
            open.extend(lacking);
            if open.len() > before {
                continue;
            }
            open.pop();
            let text = match self.nim_heap(next) {
                Some(0) => "0".to_owned(),
                Some(1) => "*".to_owned(),
                Some(n) => format!("*{n}"),
                None => {
                    let mut parts: Vec<(u64, usize, &str)> = options
                        .iter()
                        .map(|option| {
                            (
                                self.nim_heap(*option).unwrap_or(u64::MAX),
                                texts[option].len(),
                                &*texts[option],
                            )
                        })
                        .collect();
                    parts.sort_unstable();
                    let parts: Vec<&str> = parts.into_iter().map(|(.., text)| text).collect();
                    cut(format!("{{{}}}", parts.join(", ")), most)
                }
            };
            texts.insert(next, text);
        }
        texts.remove(&form).unwrap_or_default()
    }
}

fn ordered(a: FormId, b: FormId) -> (FormId, FormId) {
    (a.min(b), a.max(b))
}

/// Cuts a text after `most` characters and appends `…`.
fn cut(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
