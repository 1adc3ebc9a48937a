//! Nimbers by questions (Lemoine and Viennot 2012): "is the value of this part n?" It is if no option is worth n, and for each k < n some option
//! is worth k. An option is a sum of parts: all of them but the largest are valued, and of that one the same kind of question is asked. Whatever
//! was found out is kept, the value or the values excluded, one entry a part; and all options are looked up before any is searched.

use base::budget::{Budget, Stop};

use crate::cells::Cells;
use crate::forms::{Extent, Forms};
use crate::game::Game;
use crate::law::Law;
use crate::order::Order;
use crate::solver::{Reductions, Statistics};
use crate::table::{Known, Table};
use crate::windows::Windows;

/// Progress is told each time that the options of this many parts have been listed.
const REPORTED: u64 = 4096;

/// A set of values.
type Values = Cells<5>;

/// An option that is not known: a number, and parts to be added to it.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// The value of the parts that are known.
    sum: u16,
    /// Where its parts begin, and how many of them are not known.
    start: u32,
    count: u16,
    /// What to try first.
    cost: u32,
    /// What was known of the only part left when it was looked up last.
    known: Known,
}

/// A part of an option.
#[derive(Clone, Copy, Debug)]
struct Piece<const W: usize> {
    cells: Cells<W>,
    /// Whether a symmetry keeps it, so that it may be a mirror.
    kept: bool,
}

/// The search of one game.
#[derive(Debug)]
pub(crate) struct Search<const W: usize> {
    law: Law<W>,
    forms: Forms<W>,
    order: Order,
    windows: Option<Windows>,
    table: Table<W>,
    reductions: Reductions,
    expanded: u64,
    asked: u64,
    /// The options of the parts that are being searched, those of the last part last, and the parts of these options.
    choices: Vec<Choice>,
    pieces: Vec<Piece<W>>,
    /// The parts into which a position falls, for a moment.
    parts: Vec<Cells<W>>,
}

impl<const W: usize> Search<W> {
    pub fn new(game: &Game, reductions: Reductions, memory: u64) -> Search<W> {
        let law = Law::new(game);
        let forms = Forms::new(game, &law, reductions.shifts);
        let windows = forms.plane.as_ref().filter(|_| reductions.tables).map(|plane| Windows::new(&law, plane));
        let order = Order::new(game, &law, forms.plane.is_some(), reductions.order);
        Search {
            law,
            forms,
            windows,
            table: Table::new(game.cells, memory),
            reductions,
            expanded: 0,
            asked: 0,
            choices: Vec::new(),
            pieces: Vec::new(),
            parts: Vec::new(),
            order,
        }
    }

    pub fn statistics(&self) -> Statistics {
        let Table { entries, replaced, .. } = self.table;
        Statistics { entries, expanded: self.expanded, asked: self.asked, replaced }
    }

    pub fn held(&self) -> u64 {
        self.table.held() + self.forms.held() + self.order.held() + self.windows.as_ref().map_or(0, Windows::held)
    }

    /// The value of a position.
    pub fn value(&mut self, position: Cells<W>, budget: &Budget<'_>) -> Result<u16, Stop> {
        self.begin(position);
        while self.choices[0].count > 0 {
            self.value_smallest(0, budget)?;
        }
        Ok(self.choices[0].sum)
    }

    /// Whether the player to move loses a position.
    pub fn is_zero(&mut self, position: Cells<W>, budget: &Budget<'_>) -> Result<bool, Stop> {
        self.begin(position);
        self.ask(0, 0, budget)
    }

    /// Takes a position as the only choice.
    fn begin(&mut self, position: Cells<W>) {
        self.choices.clear();
        self.pieces.clear();
        let sum = self.reduce(position, None);
        let count = self.pieces.len() as u16;
        self.choices.push(Choice { sum, start: 0, count, cost: 0, known: Known::NOTHING });
    }

    /// Finds out about a part, of which something may be known, until it is certain whether its value is the one asked for, or until the
    /// value is known. Returns what is known then, and whether the value is the one asked for.
    fn work(&mut self, part: &Cells<W>, known: Known, asked: Option<u16>, budget: &Budget<'_>) -> Result<(Known, bool), Stop> {
        budget.tick()?;
        self.expanded += 1;
        if self.expanded.is_multiple_of(REPORTED) {
            budget.report(self.expanded, None);
        }
        let (choice, piece) = (self.choices.len(), self.pieces.len());
        let mut out = self.expand(part, asked);
        (0..31).filter(|value| known.excluded() >> value & 1 != 0).for_each(|value| out.insert(value));
        let settled = self.settle(choice, &mut out, asked, budget);
        self.choices.truncate(choice);
        self.pieces.truncate(piece);
        let value = settled?;
        let known = value.map_or_else(|| Known::excluding(out.words()[0] as u32), Known::value_is);
        self.table.put(part, known);
        Ok((known, value == asked))
    }

    /// The value of a part whose unknown options are those from `from` on, or `None` once it is certain that it is not the one asked for. `out`
    /// are the values that it cannot have, such as those of the other options.
    fn settle(&mut self, from: usize, out: &mut Values, asked: Option<u16>, budget: &Budget<'_>) -> Result<Option<u16>, Stop> {
        if let Some(asked) = asked {
            let missing = (0..asked).filter(|&value| !out.contains(usize::from(value))).count();
            if out.contains(usize::from(asked)) || missing > self.choices.len() - from || self.has(from, asked, true, budget)? {
                out.insert(usize::from(asked));
                return Ok(None);
            }
        }
        let mut value = 0;
        while asked != Some(value) && (out.contains(usize::from(value)) || self.has(from, value, value == 0 && asked.is_none(), budget)?) {
            out.insert(usize::from(value));
            value += 1;
        }
        Ok(Some(value))
    }

    /// Whether one of the options that were not known has this value; `fresh`: they have just been looked up.
    fn has(&mut self, from: usize, value: u16, fresh: bool, budget: &Budget<'_>) -> Result<bool, Stop> {
        for place in from..self.choices.len() {
            if !fresh {
                self.refresh(place);
            }
            if self.choices[place].is(value) == Some(true) {
                return Ok(true);
            }
        }
        for place in from..self.choices.len() {
            if self.choices[place].is(value).is_none() && self.ask(place, value, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an option has this value.
    fn ask(&mut self, place: usize, value: u16, budget: &Budget<'_>) -> Result<bool, Stop> {
        self.asked += 1;
        self.refresh(place);
        while self.choices[place].count > 1 {
            self.value_smallest(place, budget)?;
        }
        let choice = self.choices[place];
        if let Some(is) = choice.is(value) {
            return Ok(is);
        }
        let part = self.pieces[choice.start as usize].cells;
        let asked = choice.sum ^ value;
        if usize::from(asked) > self.law.bound(part.len()) {
            return Ok(false);
        }
        // Where "no" could not be remembered, and would be found again and again, the value is.
        let question = (asked < self.table.excludes()).then_some(asked);
        let (known, is) = self.work(&part, choice.known, question, budget)?;
        let is = question.map_or(known.value() == Some(asked), |_| is);
        let choice = &mut self.choices[place];
        match known.value() {
            Some(value) => *choice = Choice { sum: choice.sum ^ value, count: 0, ..*choice },
            None => choice.known = known,
        }
        Ok(is)
    }

    /// Values the smallest part of an option, of which there is one.
    fn value_smallest(&mut self, place: usize, budget: &Budget<'_>) -> Result<(), Stop> {
        let Choice { start, count, .. } = self.choices[place];
        let (start, last) = (start as usize, start as usize + usize::from(count) - 1);
        let smallest = (start..=last).min_by_key(|&piece| self.pieces[piece].cells.len()).unwrap_or(last);
        self.pieces.swap(smallest, last);
        let piece = self.pieces[last];
        let mut known = self.look_up(piece);
        if known.value().is_none() {
            known = self.work(&piece.cells, known, None, budget)?.0;
        }
        let choice = &mut self.choices[place];
        choice.sum ^= known.value().unwrap_or(0);
        choice.count -= 1;
        choice.known = Known::NOTHING;
        self.refresh(place);
        Ok(())
    }

    /// Looks up the parts of an option.
    #[inline]
    fn refresh(&mut self, place: usize) {
        let mut choice = self.choices[place];
        let start = choice.start as usize;
        let mut left = start;
        for at in start..start + usize::from(choice.count) {
            let piece = self.pieces[at];
            let known = self.look_up(piece);
            match known.value() {
                Some(value) => choice.sum ^= value,
                None => {
                    // What is forgotten by the table may still be known here.
                    if known != Known::NOTHING || choice.count > 1 {
                        choice.known = known;
                    }
                    self.pieces[left] = piece;
                    left += 1;
                }
            }
        }
        choice.count = (left - start) as u16;
        self.choices[place] = choice;
    }

    /// Puts the parts of what a move leaves of a part, or of a whole position, behind the pieces, largest first, and gives the value of those
    /// that are small.
    #[inline]
    fn reduce(&mut self, left: Cells<W>, edge: Option<Cells<W>>) -> u16 {
        let from = self.pieces.len();
        let mut position = left;
        self.parts.clear();
        match &self.law.pairs {
            Some(pairs) => {
                let mut seeds = edge.unwrap_or(position);
                if self.reductions.dead {
                    let dead = pairs.dead(&position, &seeds);
                    if !dead.is_empty() {
                        position = position.minus(&dead);
                        seeds = seeds.or(&pairs.near(dead));
                    }
                }
                match self.reductions.split {
                    true => pairs.split(position, seeds, &mut self.parts),
                    false => self.parts.push(position),
                }
            }
            None => {
                if self.reductions.dead {
                    position = self.law.needed(position);
                }
                match self.reductions.split {
                    true => self.law.split(position, &mut self.parts),
                    false => self.parts.push(position),
                }
            }
        }
        let mut sum = 0;
        for place in 0..self.parts.len() {
            let part = self.parts[place];
            if part.is_empty() {
                continue;
            }
            let (part, extent) = self.cornered(part);
            if let Some(value) = self.windows.as_mut().and_then(|windows| windows.value(&part, extent)) {
                sum ^= value;
                continue;
            }
            let (cells, kept) = self.forms.canonical(part, extent);
            let cells = if self.reductions.symmetry { cells } else { part };
            // Equal parts cancel.
            match self.pieces[from..].iter().position(|piece| piece.cells == cells) {
                Some(equal) if self.reductions.cancel => {
                    self.pieces.swap_remove(from + equal);
                }
                _ => self.pieces.push(Piece { cells, kept }),
            }
        }
        sum
    }

    #[inline]
    fn cornered(&self, part: Cells<W>) -> (Cells<W>, Extent) {
        match &self.forms.plane {
            Some(plane) => plane.cornered(part),
            None => (part, (0, 0)),
        }
    }

    /// What is known of a part without search.
    #[inline]
    fn look_up(&mut self, piece: Piece<W>) -> Known {
        let known = self.table.get(&piece.cells);
        if piece.kept && self.reductions.mirror && known == Known::NOTHING {
            let (_, extent) = self.cornered(piece.cells);
            if self.forms.is_mirror(piece.cells, extent, &self.law) {
                self.table.put(&piece.cells, Known::value_is(0));
                return Known::value_is(0);
            }
        }
        known
    }

    /// Lists the options of a part that are not known, best first; returns the values of the others. Ends at once when it meets the value that
    /// is asked for: most questions end so.
    fn expand(&mut self, part: &Cells<W>, asked: Option<u16>) -> Values {
        let mut seen = Values::EMPTY;
        let first = self.choices.len();
        let (_, extent) = self.cornered(*part);
        for place in self.order.of(extent) {
            let (far, act) = self.order.get(place);
            if !self.law.acts[act].needs.within(part) {
                continue;
            }
            let edge = self.law.pairs.as_ref().filter(|_| self.reductions.split).map(|pairs| pairs.edges[act]);
            let start = self.pieces.len();
            let sum = self.reduce(part.minus(&self.law.acts[act].takes), edge);
            let count = (self.pieces.len() - start) as u16;
            self.choices.push(Choice { sum, start: start as u32, count, cost: far, known: Known::NOTHING });
            let last = self.choices.len() - 1;
            self.refresh(last);
            let choice = self.choices[last];
            if choice.count == 0 {
                seen.insert(usize::from(choice.sum));
                self.choices.truncate(last);
                self.pieces.truncate(start);
                if asked == Some(choice.sum) {
                    break;
                }
            }
        }
        if asked.is_none_or(|asked| !seen.contains(usize::from(asked))) {
            self.arrange(first);
        }
        seen
    }

    /// Puts the options from `first` on in order, each once.
    fn arrange(&mut self, first: usize) {
        for choice in &mut self.choices[first..] {
            let pieces = &mut self.pieces[choice.start as usize..choice.start as usize + usize::from(choice.count)];
            if self.reductions.order {
                let cells: usize = pieces.iter().map(|piece| piece.cells.len()).sum();
                let excluded = if choice.count == 1 { choice.known.excluded().count_ones() } else { 0 };
                choice.cost = (choice.cost + 100 * cells as u32 + 10_000).saturating_sub(400 * excluded);
            }
            if choice.count > 1 {
                pieces.sort_unstable_by_key(|piece| piece.cells);
            }
        }
        let pieces = &self.pieces;
        let cells = |choice: &Choice| choice.pieces(pieces).iter().map(|piece| piece.cells);
        let same = |a: &Choice, b: &Choice| a.sum == b.sum && cells(a).eq(cells(b));
        self.choices[first..].sort_unstable_by_key(|choice| choice.cost);
        let mut kept = first;
        for place in first..self.choices.len() {
            let choice = self.choices[place];
            if !self.choices[first..kept].iter().any(|other| other.count == choice.count && same(other, &choice)) {
                self.choices[kept] = choice;
                kept += 1;
            }
        }
        self.choices.truncate(kept);
    }
}

impl Choice {
    fn pieces<'a, const W: usize>(&self, all: &'a [Piece<W>]) -> &'a [Piece<W>] {
        &all[self.start as usize..self.start as usize + usize::from(self.count)]
    }

    /// Whether its value is this one, if that is known.
    #[inline]
    fn is(&self, value: u16) -> Option<bool> {
        match self.count {
            0 => Some(self.sum == value),
            1 => self.known.is(self.sum ^ value),
            _ => None,
        }
    }
}
