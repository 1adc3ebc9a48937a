//! How the interpreter of programs folds the codes of a position's options: one way for each
//! [`Fold`](super::Fold), chosen once for a table.

use std::marker::PhantomData;

use base::budget::Budget;
use rules::rules::Ending;

use super::kernel::{Fold, Race};
use super::run::Fails;
use super::table::Cell;
use super::{Halt, out_of_order};
use crate::program::Program;

/// Takes the options of one position after the other.
pub(super) trait Collect {
    /// The entries of the table.
    type Cell: Cell;

    /// A position begins: nothing is seen.
    fn begin(&mut self);

    /// An option begins: it has no component.
    fn open(&mut self);

    /// A component of the option.
    fn add(&mut self, code: u32) -> Result<(), Halt>;

    /// The option is complete, and legal.
    fn close(&mut self) -> Result<(), Halt>;

    /// An option of these components, in a game that no component ends.
    fn look(&mut self, codes: impl Iterator<Item = u32>) -> Result<(), Halt>;

    /// Looks at up to `count` options of N components each, at places that move by fixed steps, in
    /// a game that no component ends; returns how many of them it looked at.
    fn sweep<const N: usize>(
        &mut self,
        table: &[u8],
        cursors: [(usize, isize); N],
        count: usize,
    ) -> Result<usize, Halt>;

    /// Whether the position is valued, whatever its other options are.
    fn decided(&self) -> bool;

    /// The code of the position.
    fn value(&self) -> Result<u32, Halt>;

    /// The code of a position that ends play.
    fn ended(&self, ending: Ending) -> u32;
}

/// The least nimber that no option has.
pub(super) struct Mex<'b, C> {
    /// `seen[v] == stamp` if an option of this position has the value v.
    seen: Vec<u32>,
    stamp: u32,
    option: Value,
    /// An option makes a goal.
    loony: bool,
    budget: &'b Budget<'b>,
    /// Bytes of the table, beside the marks.
    held: u64,
    cell: PhantomData<C>,
}

/// The value of an option so far.
#[derive(Default)]
struct Value {
    nimber: u32,
    goal: bool,
    trap: bool,
    loony: bool,
}

impl<'b, C: Cell> Mex<'b, C> {
    pub fn new(budget: &'b Budget<'b>, held: u64) -> Self {
        Mex {
            seen: vec![0; 256],
            stamp: 0,
            option: Value::default(),
            loony: false,
            budget,
            held,
            cell: PhantomData,
        }
    }

    #[inline(always)]
    fn mark(&mut self, nimber: u32) -> Result<(), Halt> {
        match self.seen.get_mut(nimber as usize) {
            Some(seen) => {
                *seen = self.stamp;
                Ok(())
            }
            None => self.mark_beyond(nimber as usize),
        }
    }

    /// Makes room for the mark of a value.
    #[cold]
    fn mark_beyond(&mut self, nimber: usize) -> Result<(), Halt> {
        /// No position has as many options as would need more.
        const MOST: usize = 1 << 28;
        if nimber >= self.seen.len() {
            if nimber >= MOST {
                return Err(Fails.into());
            }
            let size = (nimber + 1).next_power_of_two();
            self.budget.allow_memory(self.held + 4 * size as u64)?;
            self.seen.resize(size, 0);
        }
        self.seen[nimber] = self.stamp;
        Ok(())
    }
}

impl<C: Cell> Collect for Mex<'_, C> {
    type Cell = C;

    #[inline(always)]
    fn begin(&mut self) {
        self.stamp = match self.stamp.checked_add(1) {
            Some(stamp) => stamp,
            None => {
                self.seen.fill(0);
                1
            }
        };
        self.loony = false;
    }

    #[inline(always)]
    fn open(&mut self) {
        self.option = Value::default();
    }

    #[inline(always)]
    fn add(&mut self, code: u32) -> Result<(), Halt> {
        match C::WIDTH.empty() - code {
            0 => return Err(out_of_order()),
            1 => self.option.loony = true,
            2 => self.option.goal = true,
            3 => self.option.trap = true,
            _ => self.option.nimber ^= code,
        }
        Ok(())
    }

    #[inline(always)]
    fn close(&mut self) -> Result<(), Halt> {
        let Value {
            nimber,
            goal,
            trap,
            loony,
        } = self.option;
        match (goal, trap || loony) {
            (true, _) => self.loony = true,
            (false, true) => {}
            (false, false) => self.mark(nimber)?,
        }
        Ok(())
    }

    #[inline(always)]
    fn look(&mut self, codes: impl Iterator<Item = u32>) -> Result<(), Halt> {
        let mut nimber = 0;
        for code in codes {
            nimber ^= if code > C::WIDTH.greatest() {
                return Err(out_of_order());
            } else {
                code
            };
        }
        self.mark(nimber)
    }

    fn sweep<const N: usize>(
        &mut self,
        table: &[u8],
        mut cursors: [(usize, isize); N],
        count: usize,
    ) -> Result<usize, Halt> {
        let mut unfilled = 0;
        for _ in 0..count {
            let mut nimber = 0;
            for (place, step) in &mut cursors {
                let code = C::get(table, *place);
                unfilled |= u32::from(code > C::WIDTH.greatest());
                nimber ^= code;
                *place = place.wrapping_add_signed(*step);
            }
            self.mark(nimber)?;
        }
        if unfilled == 0 {
            Ok(count)
        } else {
            Err(out_of_order())
        }
    }

    #[inline(always)]
    fn decided(&self) -> bool {
        false
    }

    #[inline(always)]
    fn value(&self) -> Result<u32, Halt> {
        let mex = self.seen.iter().take_while(|s| **s == self.stamp).count();
        match (self.loony, u32::try_from(mex)) {
            (true, _) => Ok(C::WIDTH.empty() - 1),
            (false, Ok(mex)) if mex <= C::WIDTH.greatest() => Ok(mex),
            _ => Err(Halt::TooNarrow),
        }
    }

    fn ended(&self, ending: Ending) -> u32 {
        Fold::Mex.ended(C::WIDTH, ending)
    }
}

/// The best option.
pub(super) struct Best<C> {
    race: Race,
    /// Whether other options may be left out once one decides.
    stops: bool,
    /// Its rank.
    best: u32,
    /// The greatest code of a component of the option.
    option: Option<u32>,
    cell: PhantomData<C>,
}

impl<C: Cell> Best<C> {
    pub fn new(race: Race, program: &Program) -> Self {
        Best {
            race,
            stops: program.total,
            best: Race::NO_OPTION,
            option: None,
            cell: PhantomData,
        }
    }
}

impl<C: Cell> Collect for Best<C> {
    type Cell = C;

    #[inline(always)]
    fn begin(&mut self) {
        self.best = Race::NO_OPTION;
    }

    #[inline(always)]
    fn open(&mut self) {
        self.option = None;
    }

    #[inline(always)]
    fn add(&mut self, code: u32) -> Result<(), Halt> {
        if code == C::WIDTH.empty() {
            return Err(out_of_order());
        }
        self.option = self.option.max(Some(code));
        Ok(())
    }

    #[inline(always)]
    fn close(&mut self) -> Result<(), Halt> {
        let code = self.option.unwrap_or(self.race.without_moves);
        self.best = self.best.min(self.race.rank(code));
        Ok(())
    }

    #[inline(always)]
    fn look(&mut self, mut codes: impl Iterator<Item = u32>) -> Result<(), Halt> {
        self.open();
        codes.try_for_each(|code| self.add(code))?;
        self.close()
    }

    fn sweep<const N: usize>(
        &mut self,
        table: &[u8],
        mut cursors: [(usize, isize); N],
        count: usize,
    ) -> Result<usize, Halt> {
        for done in 0..count {
            if self.decided() {
                return Ok(done);
            }
            self.look(cursors.iter().map(|(place, _)| C::get(table, *place)))?;
            for (place, step) in &mut cursors {
                *place = place.wrapping_add_signed(*step);
            }
        }
        Ok(count)
    }

    #[inline(always)]
    fn decided(&self) -> bool {
        self.stops && self.race.decided(self.best)
    }

    #[inline(always)]
    fn value(&self) -> Result<u32, Halt> {
        let code = self.race.after(self.best);
        if code <= self.race.greatest(C::WIDTH) {
            Ok(code)
        } else {
            Err(Halt::TooNarrow)
        }
    }

    fn ended(&self, ending: Ending) -> u32 {
        Fold::Race(self.race).ended(C::WIDTH, ending)
    }
}
