//! The values of a game with a sparse space as a stream: they are passed to a callback and not
//! stored, so that memory does not grow with n. The first [`MAX_STORED_VALUES`] values are computed
//! in a [`HeapTable`], in which a period is searched.
//!
//! A stream can be saved at any time. The file is as large as the state of the machine:
//!
//! ```text
//! "GRUNDYHC"  version u32  length of the code u32  code  number of values emitted u64
//! number of first values searched for a period u64  largest value u32  smallest n with it u64
//! last value u32  CRC-32 of all preceding bytes u32  state of the machine (see `sparse`)
//! ```
//! Numbers are little-endian. A loaded stream continues exactly as if it had never been saved.

use std::io::{self, Read, Write};

use base::budget::Budget;
use base::text;
use base::text::Text;

use crate::checksum::{ChecksumReader, ChecksumWriter, damaged};
use crate::code::HeapCode;
use crate::machine::{MachineError, NimberMachine, NimberSlice};
use crate::sparse::{SimdLevel, SparseMachine, SparseSpace};
use crate::table::{HeapTable, finite};

const MAGIC: &[u8; 8] = b"GRUNDYHC";
const VERSION: u32 = 1;

/// Maximum number of values that a table stores to search for a period.
pub const MAX_STORED_VALUES: usize = 1 << 22;

/// A callback for values. The callback receives the heap that has the first value of a run, and the
/// values of the run.
pub type StreamSink<'a> = dyn FnMut(u64, &[u16]) + 'a;

/// The values of a code as a stream.
pub struct NimberStream {
    code: HeapCode,
    machine: Box<SparseMachine>,
    known: u64,
    looked: u64,
    largest: (u16, u64),
    last: u16,
}

impl NimberStream {
    /// Creates a stream that continues after a table. The caller must read the values of the table
    /// before creating the stream. Returns `None` if the game has no sparse machine or a period is
    /// proved.
    pub fn from_table(table: HeapTable, looked: bool) -> Option<NimberStream> {
        let known = table.value_count();
        let narrow = |value: u32| u16::try_from(value).unwrap_or(u16::MAX);
        let (value, n) = table.largest(known).unwrap_or((0, 0));
        let last = table.get(known.saturating_sub(1)).unwrap_or(0);
        let (code, machine) = table.into_sparse()?;
        let looked = if looked { known as u64 } else { 0 };
        Some(NimberStream {
            code,
            machine,
            known: known as u64,
            looked,
            largest: (narrow(value), n as u64),
            last: narrow(last),
        })
    }

    /// Sets the maximum number of threads.
    #[cfg(feature = "threads")]
    pub fn share(&mut self, threads: usize) {
        self.machine.share(threads);
    }

    /// Returns the code.
    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    /// Returns the number N of values computed so far, which are the values of all n < N.
    pub fn value_count(&self) -> u64 {
        self.known
    }

    /// Returns the number of first values in which a period was searched without success.
    pub fn period_search_count(&self) -> u64 {
        self.looked
    }

    /// Returns the largest value so far, and the smallest n that has it.
    pub fn largest(&self) -> (u32, u64) {
        (self.largest.0.into(), self.largest.1)
    }

    /// Returns the last value that was computed.
    pub fn last(&self) -> u32 {
        self.last.into()
    }

    /// Returns the sparse space.
    pub fn space(&self) -> &SparseSpace {
        self.machine.space()
    }

    /// Computes values until `to` values in total have been emitted. After an error, a later call
    /// continues.
    ///
    /// # Errors
    /// Returns an error under the same conditions as [`NimberMachine::advance`].
    pub fn advance(
        &mut self,
        to: u64,
        budget: &Budget<'_>,
        taker: &mut StreamSink<'_>,
    ) -> Result<(), MachineError> {
        let NimberStream {
            machine,
            known,
            largest,
            last,
            ..
        } = self;
        let mut sink = |first: u64, values: NimberSlice<'_>| {
            let NimberSlice::Words(values) = values else {
                return;
            };
            // The last values before a checkpoint are emitted again by the machine.
            let values = values
                .get(known.saturating_sub(first) as usize..)
                .unwrap_or(&[]);
            let Some(&most) = values.iter().max() else {
                return;
            };
            if most > largest.0 {
                let at = values.iter().position(|&value| value == most).unwrap_or(0);
                *largest = (most, *known + at as u64);
            }
            *last = values.last().copied().unwrap_or(*last);
            taker(*known, values);
            *known += values.len() as u64;
            budget.report(*known, Some(to));
        };
        machine.advance(to, budget, &mut sink)
    }

    /// Writes the state that [`NimberStream::load`] needs to continue.
    ///
    /// # Errors
    /// Returns the error of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let code = self.code.to_string();
        let mut sum = ChecksumWriter::new(out);
        sum.write_bytes(MAGIC)?;
        sum.write_bytes(&VERSION.to_le_bytes())?;
        sum.write_bytes(&(code.len() as u32).to_le_bytes())?;
        sum.write_bytes(code.as_bytes())?;
        sum.write_bytes(&self.known.to_le_bytes())?;
        sum.write_bytes(&self.looked.to_le_bytes())?;
        sum.write_bytes(&u32::from(self.largest.0).to_le_bytes())?;
        sum.write_bytes(&self.largest.1.to_le_bytes())?;
        sum.write_bytes(&u32::from(self.last).to_le_bytes())?;
        sum.end()?;
        self.machine.save(out)
    }

    /// Returns whether `bytes` start like a saved stream.
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Loads a saved stream, which must be of this code.
    ///
    /// # Errors
    /// Returns a message if the stream cannot be read, is damaged, or is of another version or
    /// another code.
    pub fn load(code: &HeapCode, from: &mut dyn Read) -> Result<NimberStream, Text> {
        let mut sums = ChecksumReader::new(from);
        if sums.take::<8>()? != *MAGIC {
            return Err(text!(
                "not a checkpoint of `grundy heap`",
                "不是 `grundy heap` 的检查点文件"
            ));
        }
        sums.version(VERSION)?;
        sums.code(&code.to_string())?;
        let (known, looked) = (
            u64::from_le_bytes(sums.take()?),
            u64::from_le_bytes(sums.take()?),
        );
        let (value, n) = (
            u32::from_le_bytes(sums.take()?),
            u64::from_le_bytes(sums.take()?),
        );
        let last = u32::from_le_bytes(sums.take()?);
        sums.end()?;
        let (Some(moves), Ok(value), Ok(last)) =
            (finite(code), u16::try_from(value), u16::try_from(last))
        else {
            return Err(damaged());
        };
        let mut machine = SparseMachine::load(&moves, SimdLevel::best(), from)?;
        machine.forget(true);
        let again = known.checked_sub(machine.length());
        if again.is_none_or(|again| again >= 64)
            || looked > known
            || n > known
            || from.read(&mut [0]).map_or(true, |more| more != 0)
        {
            return Err(damaged());
        }
        Ok(NimberStream {
            code: code.clone(),
            machine: Box::new(machine),
            known,
            looked,
            largest: (value, n),
            last,
        })
    }
}
