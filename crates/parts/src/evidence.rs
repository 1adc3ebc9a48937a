//! Why values are what they are, for a checker that knows nothing of this crate: parts, each after
//! those that it rests on, with their values or with a number that is not their value. What the
//! search remembers says which options to look at; nothing but what is needed is listed.

use base::budget::{Budget, Stop};
use rustc_hash::FxHashMap;

use crate::cells::{Cells, Set};
use crate::memo::Memo;
use crate::options::Piece;
use crate::search::Search;

/// Parts that show the values of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The permutations of the cells by which parts are alike, each by where the cells go; `None`
    /// on the plane: there they are turned in eight ways and shifted to the corner of the
    /// board.
    pub turns: Option<Vec<Vec<u16>>>,
    /// Each after those that it rests on.
    pub rows: Vec<Row>,
}

/// What is shown of one part, in its canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The part.
    pub part: Set,
    /// What is shown.
    pub told: Told,
}

/// What is shown of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Its value.
    Is(u16),
    /// A number that some option has, so that it is not its value.
    IsNot(u16),
    /// Its value is 0 by a mirror: the permutation of this number. On the plane rows and columns
    /// change places if k & 4, then it is turned upside down if k & 1, and left for right if k
    /// & 2.
    Mirror(usize),
}

/// What is to be shown of a sum of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// The value of each.
    Values,
    /// That their nim-sum is not this number, which it is not.
    IsNot(u16),
}

/// Why there is no evidence.
pub(crate) enum Halt {
    Stopped(Stop),
    TooMany,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stopped(stop)
    }
}

/// What was shown of a part.
#[derive(Clone, Debug, Default)]
struct Shown {
    value: Option<u16>,
    excluded: Vec<u16>,
}

/// Lists rows.
pub(crate) struct Lister<'s, 'g, const W: usize, M> {
    search: Search<'g, W, M>,
    budget: &'s Budget<'s>,
    /// The most rows.
    limit: usize,
    pub rows: Vec<Row>,
    shown: FxHashMap<Cells<W>, Shown>,
}

/// The parts of an option, the largest last.
type Parts<const W: usize> = Vec<Cells<W>>;

impl<'s, 'g, const W: usize, M: Memo<W>> Lister<'s, 'g, W, M> {
    pub fn new(search: Search<'g, W, M>, limit: usize, budget: &'s Budget<'s>) -> Self {
        Lister {
            search,
            budget,
            limit,
            rows: Vec::new(),
            shown: FxHashMap::default(),
        }
    }

    /// The search, which knows more than before.
    pub fn done(self) -> (Search<'g, W, M>, Vec<Row>) {
        (self.search, self.rows)
    }

    /// Shows something of a sum.
    pub fn sum(
        &mut self,
        positions: impl Iterator<Item = Cells<W>>,
        claimed: Claimed,
    ) -> Result<(), Halt> {
        let mut all: Parts<W> = positions
            .flat_map(|position| self.parts(position))
            .collect();
        all.sort_unstable_by_key(|part| (part.len(), *part));
        match claimed {
            Claimed::Values => self.whole(&all).map(drop),
            Claimed::IsNot(value) => self.is_not(&all, value),
        }
    }

    fn parts(&self, position: Cells<W>) -> Parts<W> {
        let ground = self.search.ground;
        let mut parts = Vec::new();
        ground.law.split(ground.law.needed(position), &mut parts);
        for part in &mut parts {
            let (cornered, extent) = ground.cornered(*part);
            *part = if ground.reductions.symmetry {
                ground.forms.canonical(cornered, extent).0
            } else {
                cornered
            };
        }
        parts.sort_unstable_by_key(|part| (part.len(), *part));
        parts
    }

    /// The options of a part, each once, small ones first.
    fn options(&self, part: Cells<W>) -> Vec<Parts<W>> {
        let law = &self.search.ground.law;
        let mut options: Vec<Parts<W>> = law
            .live(part)
            .map(|act| self.parts(part.minus(&law.acts[act].takes)))
            .collect();
        options.sort_unstable_by_key(|option| {
            (option.iter().map(Cells::len).sum::<usize>(), option.clone())
        });
        options.dedup();
        options
    }

    fn put(&mut self, part: Cells<W>, told: Told) -> Result<(), Halt> {
        if self.rows.len() == self.limit {
            return Err(Halt::TooMany);
        }
        self.rows.push(Row {
            part: part.resized(),
            told,
        });
        let shown = self.shown.entry(part).or_default();
        match told {
            Told::Is(value) => shown.value = Some(value),
            Told::Mirror(_) => shown.value = Some(0),
            Told::IsNot(value) => shown.excluded.push(value),
        }
        Ok(())
    }

    /// Whether an option has a value, as the search finds.
    fn has(&mut self, option: &[Cells<W>], value: u16) -> Result<bool, Halt> {
        let Some((largest, others)) = option.split_last() else {
            return Ok(value == 0);
        };
        let mut asked = value;
        for part in others {
            asked ^= self.search.answer(*part, None, self.budget)?;
        }
        Ok(
            usize::from(asked) <= self.search.ground.law.bound(largest.len())
                && self.search.answer(*largest, Some(asked), self.budget)? == 1,
        )
    }

    /// Shows the value of a part.
    fn value(&mut self, part: Cells<W>) -> Result<u16, Halt> {
        self.budget.tick()?;
        if let Some(value) = self.shown.get(&part).and_then(|shown| shown.value) {
            return Ok(value);
        }
        if self.mirror(part)? {
            return Ok(0);
        }
        let value = self.search.answer(part, None, self.budget)?;
        let mut options = self.options(part);
        for lesser in 0..value {
            if let Some(at) = self.found(&options, lesser)? {
                self.whole(&options.swap_remove(at))?;
            }
        }
        for option in options {
            self.is_not(&option, value)?;
        }
        self.put(part, Told::Is(value))?;
        Ok(value)
    }

    fn mirror(&mut self, part: Cells<W>) -> Result<bool, Halt> {
        let ground = self.search.ground;
        let (_, extent) = ground.cornered(part);
        let mirror = ground
            .forms
            .mirror(part, extent, &ground.law)
            .filter(|_| ground.reductions.mirror);
        mirror.map_or(Ok(()), |map| self.put(part, Told::Mirror(map)))?;
        Ok(mirror.is_some())
    }

    /// An option that has a value: the first of which that is known, else the first of which it is
    /// found. A search would lose itself in others.
    fn found(&mut self, options: &[Parts<W>], value: u16) -> Result<Option<usize>, Halt> {
        let known: Vec<Option<u16>> = options.iter().map(|option| self.known(option)).collect();
        if let Some(at) = known.iter().position(|known| *known == Some(value)) {
            return Ok(Some(at));
        }
        for (at, option) in options
            .iter()
            .enumerate()
            .filter(|(at, _)| known[*at].is_none())
        {
            if self.has(option, value)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// The value of an option, if that is known without search.
    fn known(&mut self, option: &[Cells<W>]) -> Option<u16> {
        option.iter().try_fold(0, |sum, &cells| {
            let small =
                self.search.notes.windows.as_mut().and_then(|windows| {
                    windows.value(&cells, self.search.ground.cornered(cells).1)
                });
            Some(sum ^ small.or_else(|| self.search.look_up(Piece { cells, kept: true }).value())?)
        })
    }

    /// Shows the values of all parts of an option: their nim-sum.
    fn whole(&mut self, option: &[Cells<W>]) -> Result<u16, Halt> {
        option
            .iter()
            .try_fold(0, |sum, part| Ok(sum ^ self.value(*part)?))
    }

    /// Shows that an option has not a value which it has not.
    fn is_not(&mut self, option: &[Cells<W>], value: u16) -> Result<(), Halt> {
        let Some((&largest, others)) = option.split_last() else {
            return Ok(());
        };
        let asked = value ^ self.whole(others)?;
        self.budget.tick()?;
        let shown = self.shown.get(&largest);
        if shown.is_some_and(|shown| shown.value.is_some() || shown.excluded.contains(&asked))
            || self.mirror(largest)?
        {
            return Ok(());
        }
        let options = self.options(largest);
        match self.found(&options, asked)? {
            Some(at) => {
                self.whole(&options[at])?;
                self.put(largest, Told::IsNot(asked))
            }
            // The value is less.
            None => self.value(largest).map(drop),
        }
    }
}
