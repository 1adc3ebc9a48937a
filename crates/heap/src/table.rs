//! A table of the nimbers of a code. The table chooses a suitable machine, stores values in one,
//! two or four bytes, and searches for a provable period at growing lengths. Once a period is
//! proved, no more values need to be computed.
//!
//! A table can be saved at any time and loaded again:
//!
//! ```text
//! "GRUNDYHP"  version u32  length of the code u32  code  bytes per value u32
//! number of values u64  values  CRC-32 of all preceding bytes u32
//! ```
//! Numbers are little-endian. A loaded table continues exactly as if it had never been saved.

use std::io::{self, Read, Write};

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use dashu_int::UBig;

use crate::checksum::{ChecksumReader, ChecksumWriter, damaged};
use crate::code::{CodeKind, HeapCode};
use crate::definition::DefinitionMachine;
use crate::infinite_codes::{GrowingSetMachine, RepeatingMachine};
use crate::machine::{MachineError, NimberMachine, NimberSlice};
use crate::moves::DigitMoves;
use crate::naive::NaiveMachine;
use crate::period::{self, HeapPeriod};
use crate::sparse::{RareMask, SparseMachine, SparseSpace};
use crate::store::NimberStore;

const MAGIC: &[u8; 8] = b"GRUNDYHP";
const VERSION: u32 = 2;

enum AnyMachine {
    Sparse(Box<SparseMachine>),
    Naive(NaiveMachine),
    Repeating(RepeatingMachine),
    Growing(GrowingSetMachine),
    Definition(DefinitionMachine),
}

impl AnyMachine {
    /// Creates the fastest suitable machine for a code.
    fn new(code: &HeapCode) -> AnyMachine {
        let definition = || AnyMachine::Definition(DefinitionMachine::new(code));
        match code.kind() {
            CodeKind::Take(set) => AnyMachine::Growing(GrowingSetMachine::new(set)),
            CodeKind::Digits(digits) if !digits.is_finite() => {
                RepeatingMachine::new(digits).map_or_else(definition, AnyMachine::Repeating)
            }
            _ => match finite(code) {
                None => definition(),
                Some(moves) => SparseMachine::new(&moves).map_or_else(
                    |_| AnyMachine::Naive(NaiveMachine::new(&moves)),
                    |m| AnyMachine::Sparse(Box::new(m)),
                ),
            },
        }
    }

    /// Creates a machine that continues after the values of a table.
    fn from_values(code: &HeapCode, store: &NimberStore) -> AnyMachine {
        let longs = || {
            (0..store.len())
                .filter_map(|n| store.get(n))
                .map(u64::from)
                .collect()
        };
        match (AnyMachine::new(code), store.words(), finite(code)) {
            // The last value is left out, so that the machine emits this value again after
            // processing the preceding values.
            (AnyMachine::Sparse(new), Some(values), Some(moves)) => {
                let most = values.len().saturating_sub(1);
                match SparseMachine::from_values(&moves, &values[..most]) {
                    Ok(machine) => AnyMachine::Sparse(Box::new(machine)),
                    Err(MachineError::Unfit(_)) => {
                        AnyMachine::Naive(NaiveMachine::from_values(&moves, longs()))
                    }
                    Err(MachineError::Stop(_)) => AnyMachine::Sparse(new),
                }
            }
            (AnyMachine::Sparse(_) | AnyMachine::Naive(_), _, Some(moves)) => {
                AnyMachine::Naive(NaiveMachine::from_values(&moves, longs()))
            }
            (AnyMachine::Growing(new), ..) => match code.kind() {
                CodeKind::Take(set) => {
                    AnyMachine::Growing(GrowingSetMachine::from_values(set, longs()))
                }
                _ => AnyMachine::Growing(new),
            },
            (AnyMachine::Repeating(new), ..) => AnyMachine::Repeating(
                code.digits()
                    .and_then(|digits| RepeatingMachine::from_values(digits, longs()))
                    .unwrap_or(new),
            ),
            (AnyMachine::Definition(_), ..) => {
                AnyMachine::Definition(DefinitionMachine::from_values(
                    code,
                    (0..store.len()).filter_map(|n| store.get(n)).collect(),
                ))
            }
            (new, ..) => new,
        }
    }

    /// Returns the machine to use if this machine cannot represent the values; `None` if there is
    /// no other machine.
    fn other(&self, code: &HeapCode) -> Option<AnyMachine> {
        match self {
            AnyMachine::Sparse(_) => {
                finite(code).map(|moves| AnyMachine::Naive(NaiveMachine::new(&moves)))
            }
            _ => None,
        }
    }

    fn machine(&mut self) -> &mut dyn NimberMachine {
        match self {
            AnyMachine::Sparse(machine) => &mut **machine,
            AnyMachine::Naive(machine) => machine,
            AnyMachine::Repeating(machine) => machine,
            AnyMachine::Growing(machine) => machine,
            AnyMachine::Definition(machine) => machine,
        }
    }
}

/// Returns the moves of a finite code, or of Grundy's game; `None` for other codes.
pub(crate) fn finite(code: &HeapCode) -> Option<DigitMoves> {
    if *code == HeapCode::grundy() {
        return Some(DigitMoves::grundys_game());
    }
    code.finite()
        .and_then(|digits| DigitMoves::new(digits, false).ok())
}

/// The values of a code, starting at G(0), with the period that they prove.
pub struct HeapTable {
    code: HeapCode,
    engine: AnyMachine,
    store: NimberStore,
    period: Option<HeapPeriod>,
    /// Whether to search for a period, and the length of the table at which the next search takes
    /// place.
    seek: bool,
    test_at: usize,
}

impl HeapTable {
    /// Creates a table without values. If `seek` is true, the table searches for a period.
    pub fn new(code: &HeapCode, seek: bool) -> HeapTable {
        let engine = AnyMachine::new(code);
        HeapTable {
            code: code.clone(),
            engine,
            store: NimberStore::new(),
            period: None,
            seek,
            test_at: 24,
        }
    }

    /// Sets the maximum number of threads.
    #[cfg(feature = "threads")]
    pub fn share(&mut self, threads: usize) {
        if let AnyMachine::Sparse(machine) = &mut self.engine {
            machine.share(threads);
        }
    }

    /// Returns the code.
    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    /// Returns the number N of computed values, which are the values of all n < N.
    pub fn value_count(&self) -> usize {
        self.store.len()
    }

    /// Returns the period; `None` if none is proved.
    pub fn period(&self) -> Option<&HeapPeriod> {
        self.period.as_ref()
    }

    /// Returns the sparse space as currently known; `None` for codes of other machines.
    pub fn space(&self) -> Option<&SparseSpace> {
        match &self.engine {
            AnyMachine::Sparse(machine) => Some(machine.space()),
            _ => None,
        }
    }

    /// Returns the best mask of a sparse space for the first `to` values; `None` if the machine
    /// uses no sparse space. The mask depends only on the values, not on the way in which they were
    /// computed. O(to).
    pub fn mask(&self, to: usize) -> Option<RareMask> {
        self.space()?;
        let splits: Vec<u32> = finite(&self.code)?
            .removals()
            .iter()
            .filter(|take| take.leaves(2))
            .map(|take| take.tokens)
            .collect();
        let values = self.store.words()?;
        (!splits.is_empty()).then(|| RareMask::best(&values[..to.min(values.len())], 0, &splits).0)
    }

    /// Returns G(n); `None` if n is not below [`HeapTable::value_count`].
    pub fn get(&self, n: usize) -> Option<u32> {
        self.store.get(n)
    }

    /// Returns G(n) for any n, if it was computed or a period is proved; otherwise `None`.
    pub fn value(&self, n: &UBig) -> Option<UBig> {
        if let Some(value) = usize::try_from(n).ok().and_then(|n| self.get(n)) {
            return Some(value.into());
        }
        let (index, rounds) = self.period.as_ref()?.fold(n);
        Some(UBig::from(self.get(index)?) + rounds * UBig::from(self.period.as_ref()?.saltus))
    }

    /// Returns G(n), if it was computed or a period is proved, and it is below 2^64; otherwise
    /// `None`.
    pub fn nimber(&self, n: u64) -> Option<u64> {
        self.value(&n.into())?.try_into().ok()
    }

    /// Computes values until G(n) is known or a period is proved. The period is searched before all
    /// values up to n are computed. Returns false if no period is proved and n is beyond
    /// [`MAX_TABLE_VALUES`].
    ///
    /// # Errors
    /// Returns an error under the same conditions as [`HeapTable::advance`].
    pub fn reach(&mut self, n: u64, budget: &Budget<'_>) -> Result<bool, MachineError> {
        let to = usize::try_from(n).unwrap_or(usize::MAX).saturating_add(1);
        // The bound of the search depends on whether the game has a sparse space.
        for most in [SETTLED, MAX_TABLE_VALUES] {
            let bound = self.patience().unwrap_or(0);
            self.advance(bound.min(most).min(to), budget)?;
        }
        self.search_period(budget)?;
        if self.period().is_some() {
            return Ok(true);
        }
        if to > MAX_TABLE_VALUES {
            return Ok(false);
        }
        self.advance(to, budget)?;
        Ok(true)
    }

    /// Returns the largest value below `to`, and the smallest n that has it. O(to).
    pub fn largest(&self, to: usize) -> Option<(u32, usize)> {
        let mut largest = None;
        for n in 0..to.min(self.value_count()) {
            let value = self.get(n)?;
            if largest.is_none_or(|(most, _)| value > most) {
                largest = Some((value, n));
            }
        }
        largest
    }

    /// Computes values until `to` values are known or a period is proved. After an error, a later
    /// call continues.
    ///
    /// # Errors
    /// Returns [`MachineError::Stop`] if the budget runs out, and [`MachineError::Unfit`] if no
    /// machine can represent the values.
    pub fn advance(&mut self, to: usize, budget: &Budget<'_>) -> Result<(), MachineError> {
        loop {
            if self.seek && self.value_count() >= self.test_at {
                self.test(budget)?;
                self.test_at += self.test_at / 4;
            }
            if self.value_count() >= to || self.period.is_some() {
                return Ok(());
            }
            let next = if self.seek { to.min(self.test_at) } else { to };
            let more = (next - self.value_count()) as u64;
            budget.allow_growth(self.store.bytes(), 4 * more.min(1 << 20))?;
            let store = &mut self.store;
            let mut sink = |first: u64, values: NimberSlice<'_>| {
                let skip = (store.len() as u64).saturating_sub(first) as usize;
                store.extend(values, skip);
                budget.report(store.len() as u64, Some(to as u64));
            };
            match self
                .engine
                .machine()
                .advance(next as u64, budget, &mut sink)
            {
                Ok(()) => {}
                Err(MachineError::Unfit(why)) => match self.engine.other(&self.code) {
                    Some(other) => self.engine = other,
                    None => return Err(MachineError::Unfit(why)),
                },
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Returns the default number of values in which to search for a period: the number after which
    /// further values would take minutes. The default number is constant once enough values are
    /// known to decide whether the game has a sparse space. Returns `None` if no theorem can prove
    /// a period of the code.
    pub fn patience(&self) -> Option<usize> {
        if matches!(self.code.kind(), CodeKind::Split { .. }) {
            return None;
        }
        Some(match &self.engine {
            // The first values are not sufficient to decide whether the game has a sparse space.
            AnyMachine::Sparse(machine)
                if self.value_count() < SETTLED || machine.space().mask.is_some() =>
            {
                1 << 25
            }
            AnyMachine::Sparse(_) => SETTLED,
            AnyMachine::Repeating(_) | AnyMachine::Growing(_) => 1 << 17,
            AnyMachine::Naive(_) => 1 << 15,
            AnyMachine::Definition(_) => 1 << 12,
        })
    }

    /// Converts the table to its machine, which then no longer stores values; `None` if the game
    /// has no sparse machine or a period is proved.
    pub(crate) fn into_sparse(self) -> Option<(HeapCode, Box<SparseMachine>)> {
        match self.engine {
            AnyMachine::Sparse(mut machine) if self.period.is_none() => {
                machine.forget(true);
                Some((self.code, machine))
            }
            _ => None,
        }
    }

    /// Searches for a period at the current length, unless one is proved already.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn search_period(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        if self.seek && self.period.is_none() {
            self.test(budget)
        } else {
            Ok(())
        }
    }

    /// Searches for a period at the current length.
    fn test(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        self.period = match &self.store {
            NimberStore::Bytes(values) => period::find(&self.code, values, budget)?,
            NimberStore::Words(values) => period::find(&self.code, values, budget)?,
            NimberStore::Longs(values) => period::find(&self.code, values, budget)?,
        };
        Ok(())
    }

    /// Writes all values, so that [`HeapTable::load`] can continue.
    ///
    /// # Errors
    /// Returns the error of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut out = ChecksumWriter::new(out);
        let code = self.code.to_string();
        out.write_bytes(MAGIC)?;
        out.write_bytes(&VERSION.to_le_bytes())?;
        out.write_bytes(&(code.len() as u32).to_le_bytes())?;
        out.write_bytes(code.as_bytes())?;
        out.write_bytes(&(self.store.width() as u32).to_le_bytes())?;
        out.write_bytes(&(self.store.len() as u64).to_le_bytes())?;
        let mut block = Vec::with_capacity(BLOCK * self.store.width());
        let mut each = 0;
        while each < self.store.len() {
            let end = (each + BLOCK).min(self.store.len());
            block.clear();
            self.store.write(each, end, &mut block);
            out.write_bytes(&block)?;
            each = end;
        }
        out.end()
    }

    /// Loads a saved table, which must be of this code.
    ///
    /// # Errors
    /// Returns [`MachineError::Unfit`] if the table cannot be read, is damaged, or is of another
    /// version or another code. Returns [`MachineError::Stop`] if the budget runs out.
    pub fn load(
        code: &HeapCode,
        seek: bool,
        from: &mut dyn Read,
        budget: &Budget<'_>,
    ) -> Result<HeapTable, MachineError> {
        let store = HeapTable::load_values(code, from, budget)?;
        let mut table = HeapTable::new(code, seek);
        table.engine = AnyMachine::from_values(code, &store);
        if let (AnyMachine::Sparse(machine), true) = (&mut table.engine, store.len() > 0) {
            // A caller may query the sparse space before more values are computed. The table
            // already contains the values that this call of `advance` emits.
            machine.advance(store.len() as u64, budget, &mut |_, _| ())?;
        }
        table.store = store;
        // The search for a period continues at the same lengths as without a saved file.
        while table.test_at < table.value_count() {
            table.test_at += table.test_at / 4;
        }
        Ok(table)
    }

    fn load_values(
        code: &HeapCode,
        from: &mut dyn Read,
        budget: &Budget<'_>,
    ) -> Result<NimberStore, MachineError> {
        let mut sums = ChecksumReader::new(from);
        if sums.take::<8>().map_err(MachineError::Unfit)? != *MAGIC {
            return Err(MachineError::Unfit(text!(
                "not a checkpoint of `grundy heap`",
                "不是 `grundy heap` 的检查点文件"
            )));
        }
        sums.version(VERSION)
            .and_then(|()| sums.code(&code.to_string()))
            .map_err(MachineError::Unfit)?;
        let width = u32::from_le_bytes(sums.take().map_err(MachineError::Unfit)?);
        let count = u64::from_le_bytes(sums.take().map_err(MachineError::Unfit)?);
        let (Ok(count), Some(mut store)) = (usize::try_from(count), NimberStore::of_width(width))
        else {
            return Err(MachineError::Unfit(damaged()));
        };
        let mut block = vec![0; BLOCK * store.width()];
        while store.len() < count {
            budget.allow_growth(2 * store.bytes(), (2 * block.len()) as u64)?;
            budget.ask()?;
            let bytes = &mut block[..BLOCK.min(count - store.len()) * store.width()];
            sums.fill(bytes).map_err(MachineError::Unfit)?;
            store.read(bytes);
        }
        sums.end().map_err(MachineError::Unfit)?;
        if from
            .read(&mut [0])
            .map_err(|e| MachineError::Unfit(Text::same(e.to_string())))?
            != 0
        {
            return Err(MachineError::Unfit(damaged()));
        }
        Ok(store)
    }
}

/// Number of values that suffice to decide whether a game has a sparse space.
pub const SETTLED: usize = 1 << 17;

/// Number of values above which a table is never computed value by value.
pub const MAX_TABLE_VALUES: usize = match 1_usize.checked_shl(40) {
    Some(far) => far,
    None => usize::MAX / 8,
};

/// Number of values that are written or read at once.
const BLOCK: usize = 1 << 16;
