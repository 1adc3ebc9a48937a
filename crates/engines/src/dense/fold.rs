//! Computes the code of a position from the codes of its options, for the interpreter of programs.
//! Each [`CodeFold`](super::CodeFold) has one collector type, which is chosen once per table.

use std::marker::PhantomData;

use base::budget::Budget;
use rules::game::PlayEnding;
use rules::ir::Int;

use super::error::{EvaluationError, FillError, out_of_order};
use super::kernel::{CodeFold, OutcomeFold};
use super::table::{EntryAccess, NarrowEntry};
use crate::program::MoveProgram;

/// Collects the options of a position, one after the other.
pub(super) trait OptionCollector {
    /// The access to the entries of the table.
    type Cell: EntryAccess;

    /// Starts a position without options.
    fn begin(&mut self);

    /// Starts an option without components.
    fn open(&mut self);

    /// Adds a component to the option.
    fn add(&mut self, code: CodeOf<Self>) -> Result<(), FillError>;

    /// Finishes a legal option.
    fn close(&mut self) -> Result<(), FillError>;

    /// Adds a complete option with these components, in a game that no component ends.
    fn add_option(&mut self, codes: impl Iterator<Item = CodeOf<Self>>) -> Result<(), FillError>;

    /// Adds up to `count` options of N components each, whose indices increase by fixed steps, in a
    /// game that no component ends. Returns the number of options read.
    fn sweep<const N: usize>(
        &mut self,
        table: &[u8],
        cursors: [(usize, isize); N],
        count: usize,
    ) -> Result<usize, FillError>;

    /// Returns whether the value of the position no longer depends on further options.
    fn is_decided(&self) -> bool;

    /// Returns the code of the position.
    fn value(&self) -> Result<CodeOf<Self>, FillError>;

    /// Returns the code of a position that ends play.
    fn ending_code(&self, ending: PlayEnding) -> CodeOf<Self>;

    /// Sets the points that the mover gets for the current option. Only scores depend on points.
    fn gain(&mut self, _points: Int) {}

    /// Returns whether the position has no option and the fold depends on the payoff of ended
    /// positions.
    fn awaits_payoff(&self) -> bool {
        false
    }

    /// Sets the payoff of the position, which has no option.
    fn set_payoff(&mut self, _points: Int) {}
}

/// The content of the entries that a collector reads.
pub(super) type CodeOf<F> = <<F as OptionCollector>::Cell as EntryAccess>::Code;

/// Computes the least nimber that no option has.
pub(super) struct MexCollector<'b, C> {
    /// `seen[v] == stamp` if an option of this position has the value v.
    seen: Vec<u32>,
    stamp: u32,
    option: OptionValue,
    /// Whether an option reaches a goal.
    loony: bool,
    budget: &'b Budget<'b>,
    /// The bytes of the table, which are counted in addition to the marks.
    held: u64,
    cell: PhantomData<C>,
}

/// The value of the current option so far.
#[derive(Default)]
struct OptionValue {
    nimber: u32,
    goal: bool,
    trap: bool,
    loony: bool,
}

impl<'b, C: NarrowEntry> MexCollector<'b, C> {
    pub fn new(budget: &'b Budget<'b>, held: u64) -> Self {
        MexCollector {
            seen: vec![0; 256],
            stamp: 0,
            option: OptionValue::default(),
            loony: false,
            budget,
            held,
            cell: PhantomData,
        }
    }

    #[inline(always)]
    fn mark(&mut self, nimber: u32) -> Result<(), FillError> {
        match self.seen.get_mut(nimber as usize) {
            Some(seen) => {
                *seen = self.stamp;
                Ok(())
            }
            None => self.mark_beyond(nimber as usize),
        }
    }

    /// Enlarges the marks to contain a value, and marks this value.
    #[cold]
    fn mark_beyond(&mut self, nimber: usize) -> Result<(), FillError> {
        /// Maximum number of marks. No position has enough options to need more marks.
        const MAX_NIMBERS: usize = 1 << 28;
        if nimber >= self.seen.len() {
            if nimber >= MAX_NIMBERS {
                return Err(EvaluationError.into());
            }
            let size = (nimber + 1).next_power_of_two();
            self.budget.allow_memory(self.held + 4 * size as u64)?;
            self.seen.resize(size, 0);
        }
        self.seen[nimber] = self.stamp;
        Ok(())
    }
}

impl<C: NarrowEntry> OptionCollector for MexCollector<'_, C> {
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
        self.option = OptionValue::default();
    }

    #[inline(always)]
    fn add(&mut self, code: u32) -> Result<(), FillError> {
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
    fn close(&mut self) -> Result<(), FillError> {
        let OptionValue {
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
    fn add_option(&mut self, codes: impl Iterator<Item = u32>) -> Result<(), FillError> {
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
    ) -> Result<usize, FillError> {
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
    fn is_decided(&self) -> bool {
        false
    }

    #[inline(always)]
    fn value(&self) -> Result<u32, FillError> {
        let mex = self.seen.iter().take_while(|s| **s == self.stamp).count();
        match (self.loony, u32::try_from(mex)) {
            (true, _) => Ok(C::WIDTH.empty() - 1),
            (false, Ok(mex)) if mex <= C::WIDTH.greatest() => Ok(mex),
            _ => Err(FillError::TooNarrow),
        }
    }

    fn ending_code(&self, ending: PlayEnding) -> u32 {
        CodeFold::Mex.ending_code(C::WIDTH, ending)
    }
}

/// Computes the best option.
pub(super) struct BestCollector<C> {
    race: OutcomeFold,
    /// Whether the remaining options may be skipped after one option decides the value.
    stops: bool,
    /// The rank of the best option.
    best: u32,
    /// The largest code of a component of the current option.
    option: Option<u32>,
    cell: PhantomData<C>,
}

impl<C: NarrowEntry> BestCollector<C> {
    pub fn new(race: OutcomeFold, program: &MoveProgram) -> Self {
        BestCollector {
            race,
            stops: program.total,
            best: OutcomeFold::NO_OPTION,
            option: None,
            cell: PhantomData,
        }
    }
}

impl<C: NarrowEntry> OptionCollector for BestCollector<C> {
    type Cell = C;

    #[inline(always)]
    fn begin(&mut self) {
        self.best = OutcomeFold::NO_OPTION;
    }

    #[inline(always)]
    fn open(&mut self) {
        self.option = None;
    }

    #[inline(always)]
    fn add(&mut self, code: u32) -> Result<(), FillError> {
        if code == C::WIDTH.empty() {
            return Err(out_of_order());
        }
        self.option = self.option.max(Some(code));
        Ok(())
    }

    #[inline(always)]
    fn close(&mut self) -> Result<(), FillError> {
        let code = self.option.unwrap_or(self.race.without_moves);
        self.best = self.best.min(self.race.rank(code));
        Ok(())
    }

    #[inline(always)]
    fn add_option(&mut self, mut codes: impl Iterator<Item = u32>) -> Result<(), FillError> {
        self.open();
        codes.try_for_each(|code| self.add(code))?;
        self.close()
    }

    fn sweep<const N: usize>(
        &mut self,
        table: &[u8],
        mut cursors: [(usize, isize); N],
        count: usize,
    ) -> Result<usize, FillError> {
        for done in 0..count {
            if self.is_decided() {
                return Ok(done);
            }
            self.add_option(cursors.iter().map(|(place, _)| C::get(table, *place)))?;
            for (place, step) in &mut cursors {
                *place = place.wrapping_add_signed(*step);
            }
        }
        Ok(count)
    }

    #[inline(always)]
    fn is_decided(&self) -> bool {
        self.stops && self.race.is_decided(self.best)
    }

    #[inline(always)]
    fn value(&self) -> Result<u32, FillError> {
        let code = self.race.after(self.best);
        if code <= self.race.greatest(C::WIDTH) {
            Ok(code)
        } else {
            Err(FillError::TooNarrow)
        }
    }

    fn ending_code(&self, ending: PlayEnding) -> u32 {
        CodeFold::Race(self.race).ending_code(C::WIDTH, ending)
    }
}
