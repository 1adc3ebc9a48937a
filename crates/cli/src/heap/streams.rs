//! Uses that need no values once they have gone by: summaries, sparse spaces, one far value, and values written as they come. Memory does not
//! grow with n; a checkpoint holds as much as the machine does.

use std::cell::Cell;
use std::io::{self, Write};

use base::budget::Budget;
use base::text;
use grundy::Error;
use heap::machine::Halt;
use heap::stream::Stream;
use heap::table::Table;

use super::facts::{Facts, sparse};
use super::values::{Written, too_large};
use super::{HeapArgs, HeapFormat, Work, run, tell_value, wanted};
use crate::limits::Limits;
use crate::run::{Face, put};

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
    fn known(&self) -> u64 {
        self.stream.known()
    }

    fn advance(&mut self, to: u64, budget: &Budget<'_>) -> Result<(), Halt> {
        self.stream.advance(to, budget, self.taker)
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.stream.save(out)
    }
}

/// Goes on behind a table of a game with a sparse machine and without a proved period.
pub fn go_on(face: &Face<'_>, args: &HeapArgs, table: Table, to: usize, limits: &Limits) -> Result<(), Error> {
    let large = Cell::new(None);
    let mut written = (args.format != HeapFormat::Text).then(|| Written::new(args.format, &table, to, &large));
    if let Some(written) = &mut written {
        written.table(&table, table.known(), limits)?;
    }
    let mut stream = Stream::after(table, !args.sparse).map_err(|_| Error::Bug(text!("no stream", "没有流")))?;
    flow(face, args, &mut stream, to as u64, (written, &large), limits)
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
    flow(face, args, &mut stream, to, (None, &Cell::new(None)), limits)
}

/// Computes to the end, and says what was asked. What is written may meet a value that is too large for it.
fn flow(
    face: &Face<'_>,
    args: &HeapArgs,
    stream: &mut Stream,
    to: u64,
    (mut written, large): (Option<Written<'_>>, &Cell<Option<u64>>),
    limits: &Limits,
) -> Result<(), Error> {
    stream.share(args.threads as usize);
    let mut taker = |first: u64, values: &[u16]| written.iter_mut().for_each(|written| written.take(first, values));
    let done = run(face, args, &mut Flow { stream, taker: &mut taker }, to, limits, &|| large.get().is_some());
    written.into_iter().for_each(Written::end);
    limits.finish();
    done?;
    if let Some(large) = large.get() {
        return Err(too_large(large));
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
