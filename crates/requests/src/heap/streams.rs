//! Uses that need no values once they have gone by: summaries, sparse spaces, one far value, and
//! values written as they come. Memory does not grow with n; a checkpoint holds as much as the
//! machine does.

use std::cell::RefCell;
use std::io::{self, Write};

use base::budget::Budget;
use base::text;
use grundy::Error;
use heap::machine::Halt;
use heap::stream::Stream;
use heap::table::Table;

use super::facts::{Facts, Sparse};
use super::values::Written;
use super::work::{Work, run};
use super::{Format, Heap, Told, wanted};
use crate::host::Host;

/// Is this such a use? Where values are written *and* saved, the checkpoint keeps them, so that all
/// are written after it was resumed.
pub fn serve(asked: &Heap) -> bool {
    let written = asked.format != Format::Text && asked.checkpoint.is_none();
    !asked.period
        && !asked.certificate
        && (asked.at.is_some() || asked.sparse || asked.summary || written)
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

/// Continues after a table of a game with a sparse machine and without a proved period. `rests_on`
/// is the checkpoint that the table was read from.
pub fn go_on(
    asked: &Heap,
    (table, rests_on): (Table, Option<String>),
    to: usize,
    budget: &Budget<'_>,
    host: &dyn Host,
) -> Result<Told, Error> {
    let ended = RefCell::new(None);
    let mut written = (asked.format != Format::Text)
        .then(|| Written::new(asked.format, &table, to, host, &ended));
    if let Some(written) = &mut written {
        written.table(&table, table.known(), budget)?;
    }
    let stream = Stream::after(table, !asked.sparse)
        .map_err(|_| Error::Bug(text!("no stream", "没有流")))?;
    flow(
        asked,
        (stream, rests_on),
        to as u64,
        (written, &ended),
        budget,
        host,
    )
}

/// Goes on from the checkpoint of a stream.
pub fn resume(
    asked: &Heap,
    stream: Stream,
    budget: &Budget<'_>,
    host: &dyn Host,
) -> Result<Told, Error> {
    let (to, known) = (wanted(asked) as u64, stream.known());
    if !serve(asked) {
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
    let rests_on = asked
        .checkpoint
        .as_ref()
        .map(|file| file.display().to_string());
    flow(
        asked,
        (stream, rests_on),
        to,
        (None, &RefCell::new(None)),
        budget,
        host,
    )
}

/// Computes to the end, and tells what was asked. What is written may meet an end of its own.
fn flow(
    asked: &Heap,
    (mut stream, rests_on): (Stream, Option<String>),
    to: u64,
    (mut written, ended): (Option<Written<'_>>, &RefCell<Option<Error>>),
    budget: &Budget<'_>,
    host: &dyn Host,
) -> Result<Told, Error> {
    #[cfg(feature = "threads")]
    stream.share(asked.threads(host));
    let mut taker = |first: u64, values: &[u16]| {
        written
            .iter_mut()
            .for_each(|written| written.take(first, values))
    };
    let broken = || ended.borrow().is_some();
    let done = run(
        asked,
        &mut Flow {
            stream: &mut stream,
            taker: &mut taker,
        },
        to,
        (budget, host),
        &broken,
    );
    written.into_iter().for_each(Written::end);
    done?;
    if let Some(error) = ended.take() {
        return Err(error);
    }
    let code = stream.code().clone();
    Ok(if let Some(n) = &asked.at {
        Told::Value {
            code,
            n: n.to_string(),
            value: stream.last().to_string(),
            rests_on,
        }
    } else if asked.sparse {
        Told::Sparse(Sparse::new(code, stream.space(), stream.known()))
    } else if asked.format == Format::Text {
        let largest = Some(stream.largest());
        Told::Facts(Box::new(Facts {
            code,
            period: None,
            looked: stream.looked(),
            largest,
            known: stream.known(),
            rests_on,
            proof: None,
            certificate: None,
            rows: None,
        }))
    } else {
        Told::Written {
            code,
            known: stream.known(),
        }
    })
}
