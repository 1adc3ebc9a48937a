//! The nimbers of a code as far as they are wanted: the machine that fits is taken, values are kept
//! in one, two or four bytes, and at growing lengths one looks whether a period is proved. From
//! then on nothing needs to be computed any more.
//!
//! A table can be saved at any moment and loaded again:
//!
//! ```text
//! "GRUNDYHP"  version u32  length of the code u32  code  bytes a value u32  number of values u64  values  CRC-32 of all before u32
//! ```
//! Numbers are little-endian. What was loaded goes on exactly as if it had never been saved.

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

/// How the values are computed.
enum AnyMachine {
    Sparse(Box<SparseMachine>),
    Naive(NaiveMachine),
    Repeating(RepeatingMachine),
    Growing(GrowingSetMachine),
    Definition(DefinitionMachine),
}

impl AnyMachine {
    /// The fastest one for a code.
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

    /// The same behind the values of a table.
    fn from_values(code: &HeapCode, store: &NimberStore) -> AnyMachine {
        let longs = || {
            (0..store.len())
                .filter_map(|n| store.get(n))
                .map(u64::from)
                .collect()
        };
        match (AnyMachine::new(code), store.words(), finite(code)) {
            // All but one: the last values come once more, and the machine has a look at those
            // before.
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

    /// The next one where this one cannot hold the values.
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

/// The moves of finitely many digits, and of Grundy's game.
pub(crate) fn finite(code: &HeapCode) -> Option<DigitMoves> {
    if *code == HeapCode::grundy() {
        return Some(DigitMoves::grundys_game());
    }
    code.finite()
        .and_then(|digits| DigitMoves::new(digits, false).ok())
}

/// The values of a code from G(0) on, and the period that they prove.
pub struct HeapTable {
    code: HeapCode,
    engine: AnyMachine,
    store: NimberStore,
    period: Option<HeapPeriod>,
    /// Whether a period is looked for, and at which length next.
    seek: bool,
    test_at: usize,
}

impl HeapTable {
    /// A table without values. `seek` says whether a period is looked for.
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

    /// How many threads may work from now on.
    #[cfg(feature = "threads")]
    pub fn share(&mut self, threads: usize) {
        if let AnyMachine::Sparse(machine) = &mut self.engine {
            machine.share(threads);
        }
    }

    /// The code.
    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    /// How many values were computed: those of n below this number.
    pub fn value_count(&self) -> usize {
        self.store.len()
    }

    /// The period, if one is proved.
    pub fn period(&self) -> Option<&HeapPeriod> {
        self.period.as_ref()
    }

    /// The sparse space as far as the machine knows it; `None` for codes of other machines.
    pub fn space(&self) -> Option<&SparseSpace> {
        match &self.engine {
            AnyMachine::Sparse(machine) => Some(machine.space()),
            _ => None,
        }
    }

    /// The mask of the sparse space that divides the first `to` values best; `None` if no sparse
    /// space is looked for. It is made from the values alone, whoever computed them. O(to).
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

    /// G(n), if n is below [`HeapTable::value_count`].
    pub fn get(&self, n: usize) -> Option<u32> {
        self.store.get(n)
    }

    /// G(n) for any n, if it was computed or a period is proved.
    pub fn value(&self, n: &UBig) -> Option<UBig> {
        if let Some(value) = usize::try_from(n).ok().and_then(|n| self.get(n)) {
            return Some(value.into());
        }
        let (index, rounds) = self.period.as_ref()?.fold(n);
        Some(UBig::from(self.get(index)?) + rounds * UBig::from(self.period.as_ref()?.saltus))
    }

    /// G(n), if it was computed or a period is proved, and it is below 2^64.
    pub fn nimber(&self, n: u64) -> Option<u64> {
        self.value(&n.into())?.try_into().ok()
    }

    /// Computes until G(n) is known, or a period is proved, which is looked for before all values
    /// up to n are computed; false where no period is proved and n is beyond [`MAX_TABLE_VALUES`].
    ///
    /// # Errors
    /// As [`HeapTable::advance`].
    pub fn reach(&mut self, n: u64, budget: &Budget<'_>) -> Result<bool, MachineError> {
        let to = usize::try_from(n).unwrap_or(usize::MAX).saturating_add(1);
        // Whether the game has a sparse space decides how far it pays to look.
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

    /// The largest value below `to`, and the least n that has it; O(to).
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

    /// Computes until `to` values are known, or a period is proved. After an error it can be asked
    /// again and goes on.
    ///
    /// # Errors
    /// [`MachineError::Stop`], if the budget ends; [`MachineError::Unfit`], if no machine can hold
    /// the values.
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

    /// The number of values among which a period is looked for if nobody gives another: until the
    /// next values would take minutes. Once as many values are known as tell whether the game
    /// has a sparse space, it no longer changes. `None` if no theorem proves a period.
    pub fn patience(&self) -> Option<usize> {
        if matches!(self.code.kind(), CodeKind::Split { .. }) {
            return None;
        }
        Some(match &self.engine {
            // From the first values one cannot tell.
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

    /// Its machine alone, which no longer keeps values; `None` if the game has no sparse machine or
    /// a period is proved.
    pub(crate) fn into_sparse(self) -> Option<(HeapCode, Box<SparseMachine>)> {
        match self.engine {
            AnyMachine::Sparse(mut machine) if self.period.is_none() => {
                machine.forget(true);
                Some((self.code, machine))
            }
            _ => None,
        }
    }

    /// Looks for a period now, at whatever length; one that is known stays.
    ///
    /// # Errors
    /// [`StopReason`], if the budget ends.
    pub fn search_period(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        if self.seek && self.period.is_none() {
            self.test(budget)
        } else {
            Ok(())
        }
    }

    /// Looks for a period now.
    fn test(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        self.period = match &self.store {
            NimberStore::Bytes(values) => period::find(&self.code, values, budget)?,
            NimberStore::Words(values) => period::find(&self.code, values, budget)?,
            NimberStore::Longs(values) => period::find(&self.code, values, budget)?,
        };
        Ok(())
    }

    /// Writes all values, so that [`HeapTable::load`] goes on from here.
    ///
    /// # Errors
    /// The error of `out`.
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

    /// A table that was saved, which must be of this code.
    ///
    /// # Errors
    /// [`MachineError::Unfit`] says why the table is refused: it cannot be read, is damaged, or is
    /// of another version or another code. [`MachineError::Stop`], if the budget ends.
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
            // It may be asked for its space before it has more to compute. What it hands out is
            // known.
            machine.advance(store.len() as u64, budget, &mut |_, _| ())?;
        }
        table.store = store;
        // One looks at the same lengths as without the file.
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

/// The number of values that tell whether a game has a sparse space.
pub const SETTLED: usize = 1 << 17;

/// A number of values that nobody waits for one by one.
pub const MAX_TABLE_VALUES: usize = match 1_usize.checked_shl(40) {
    Some(far) => far,
    None => usize::MAX / 8,
};

/// Values that are written or read at once.
const BLOCK: usize = 1 << 16;
