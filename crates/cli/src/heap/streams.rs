//! Uses that need no values once they have gone by: summaries, sparse spaces, one far value, and values written as they come. Memory does not
//! grow with n; a checkpoint holds as much as the machine does.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};

use grundy::Error;
use heap::machine::Halt;
use heap::stream::Stream;
use heap::table::Table;
use rules::budget::Budget;
use rules::text;

use super::{Facts, HeapArgs, HeapFormat, Work, each, run, sparse, tell_value, too_large, wanted};
use crate::limits::Limits;
use crate::run::{Face, put, put_by};

/// Is this such a use? Where values are written *and* saved, the checkpoint keeps them, so that all are written after it was resumed.
pub fn serve(args: &HeapArgs) -> bool {
    let written = args.format != HeapFormat::Text && args.checkpoint.is_none();
    !args.period && args.certificate.is_none() && (args.at.is_some() || args.sparse || args.summary || written)
}

/// A stream whose values somebody takes.
struct Flow<'a> {
    stream: &'a mut Stream,
    taker: &'a mut dyn FnMut(u64, &[u16]),
}

impl Work for Flow<'_> {
    fn advance(&mut self, to: u64, budget: &Budget<'_>) -> Result<(), Halt> {
        self.stream.advance(to, budget, self.taker)
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.stream.save(out)
    }
}

/// Goes on behind a table of a game with a sparse machine and without a proved period.
pub fn go_on(face: &Face<'_>, args: &HeapArgs, table: Table, to: usize, limits: &Limits) -> Result<(), Error> {
    let written = Written::new(args.format);
    if args.format != HeapFormat::Text {
        written.table(&table)?;
    }
    let mut stream = Stream::after(table, !args.sparse).map_err(|_| Error::Bug(text!("no stream", "没有流")))?;
    flow(face, args, &mut stream, to as u64, &written, limits)
}

/// Goes on from the checkpoint of a stream.
pub fn resume(face: &Face<'_>, args: &HeapArgs, mut stream: Stream, limits: &Limits) -> Result<(), Error> {
    let (to, known) = (wanted(args) as u64, stream.known());
    if !serve(args) {
        return Err(Error::Usage(text!(
            "this checkpoint holds no values: it goes on with --summary, --at or --sparse only",
            "该检查点不含各个值：只能用于 --summary、--at 或 --sparse"
        )));
    }
    if to < known {
        let last = known - 1;
        return Err(Error::Usage(text!(
            "this checkpoint holds no values and stands at n = {last}, beyond what is asked for",
            "该检查点不含各个值，且已到 n = {last}，超出所问"
        )));
    }
    flow(face, args, &mut stream, to, &Written::new(HeapFormat::Text), limits)
}

/// Computes to the end, and says what was asked.
fn flow(face: &Face<'_>, args: &HeapArgs, stream: &mut Stream, to: u64, written: &Written, limits: &Limits) -> Result<(), Error> {
    stream.share(args.threads as usize);
    let mut taker = |first: u64, values: &[u16]| written.take(first, values);
    let done = run(face, args, &mut Flow { stream, taker: &mut taker }, to, limits, &written.broken);
    written.flush();
    limits.finish();
    done?;
    if let Some(large) = written.large.get() {
        return Err(too_large(large.into()));
    }
    let code = stream.code();
    if let Some(n) = &args.at {
        tell_value(face, code, &n.to_string(), &stream.last().to_string());
    } else if args.sparse {
        sparse(face, code, stream.space(), stream.known());
    } else if args.format == HeapFormat::Text {
        let largest = Some(stream.largest());
        let facts = Facts { code, period: None, looked: stream.looked(), largest, known: stream.known() };
        if face.args.json { face.print(&facts.json(None), "") } else { put(&facts.words(face, None)) }
    }
    Ok(())
}

/// Values that are written as they come, many at a time.
struct Written {
    format: HeapFormat,
    block: RefCell<Vec<u8>>,
    /// A value that does not fit the format, and that therefore nothing more is wanted.
    large: Cell<Option<u16>>,
    broken: Cell<bool>,
}

/// Bytes that are written at once.
const BLOCK: usize = 1 << 16;

impl Written {
    fn new(format: HeapFormat) -> Written {
        Written { format, block: RefCell::new(Vec::with_capacity(2 * BLOCK)), large: Cell::new(None), broken: Cell::new(false) }
    }

    /// The head and the values of a table; none of them if one does not fit.
    fn table(&self, table: &Table) -> Result<(), Error> {
        let large = each(table, table.known()).find(|&value| value > 255);
        match (self.format, large) {
            (HeapFormat::Raw, Some(large)) => return Err(too_large(large)),
            (HeapFormat::Csv, _) => self.block.borrow_mut().extend_from_slice(b"n,value\n"),
            (HeapFormat::Bfile, _) => self.block.borrow_mut().extend(format!("# Grundy values of {}\n", table.code()).bytes()),
            _ => {}
        }
        each(table, table.known()).zip(0..).for_each(|(value, n)| self.put(n, value as u16));
        Ok(())
    }

    fn take(&self, first: u64, values: &[u16]) {
        if self.format != HeapFormat::Text && self.large.get().is_none() {
            values.iter().zip(first..).for_each(|(&value, n)| self.put(n, value));
        }
    }

    fn put(&self, n: u64, value: u16) {
        let mut block = self.block.borrow_mut();
        // Writing to memory does not fail.
        let _ = match self.format {
            HeapFormat::Text => Ok(()),
            HeapFormat::Csv => writeln!(block, "{n},{value}"),
            HeapFormat::Bfile => writeln!(block, "{n} {value}"),
            HeapFormat::Raw => {
                match u8::try_from(value) {
                    Ok(byte) if self.large.get().is_none() => block.push(byte),
                    Ok(_) => {}
                    Err(_) => {
                        self.large.set(self.large.get().or(Some(value)));
                        self.broken.set(true);
                    }
                }
                Ok(())
            }
        };
        if block.len() >= BLOCK {
            drop(block);
            self.flush();
        }
    }

    /// Writes what waits.
    fn flush(&self) {
        let block = std::mem::take(&mut *self.block.borrow_mut());
        if !block.is_empty() {
            put_by(&mut |out| out.write_all(&block));
        }
    }
}
