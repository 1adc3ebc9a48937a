//! Requests that do not need to store the values: summaries, sparse spaces, a single value at a
//! large n, and streams of values. Memory does not grow with n, and a checkpoint is as large as the
//! state of the machine.

use std::cell::RefCell;
use std::io::{self, Write};

use base::budget::Budget;
use base::text;
use grundy::SolveError;
use heap::machine::MachineError;
use heap::stream::NimberStream;
use heap::table::HeapTable;

use super::HeapReply;
use super::checkpoint::{CheckpointedWork, run_with_checkpoints};
use super::facts::{HeapFactsReply, SparseSpaceReply};
use super::options::{HeapFormat, HeapOptions, required_values};
use super::values::HeapValueWriter;
use crate::host::RequestHost;

/// Returns whether the request does not need to store the values. If values are written *and* a
/// checkpoint is requested, the checkpoint contains the values, so that a resumed run writes every
/// value.
pub fn serve(asked: &HeapOptions) -> bool {
    let written = asked.format != HeapFormat::Text && asked.checkpoint.is_none();
    !asked.period
        && !asked.certificate
        && (asked.at.is_some() || asked.sparse || asked.summary || written)
}

/// A stream whose values are passed to a callback.
struct ConsumedStream<'a> {
    stream: &'a mut NimberStream,
    taker: &'a mut dyn FnMut(u64, &[u16]),
}

impl CheckpointedWork for ConsumedStream<'_> {
    fn computed_values(&self) -> u64 {
        self.stream.value_count()
    }

    fn advance(&mut self, to: u64, budget: &Budget<'_>) -> Result<(), MachineError> {
        self.stream.advance(to, budget, self.taker)
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.stream.save(out)
    }
}

/// Computes the values after the end of a table, for a game with a sparse machine and without a
/// proved period. `rests_on` is the checkpoint from which the table was read.
pub fn continue_from_table(
    asked: &HeapOptions,
    table: HeapTable,
    rests_on: Option<String>,
    to: usize,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<HeapReply, SolveError> {
    let ended = RefCell::new(None);
    let mut written = (asked.format != HeapFormat::Text)
        .then(|| HeapValueWriter::new(asked.format, &table, to, host, &ended));
    if let Some(written) = &mut written {
        written.table(&table, table.value_count(), budget)?;
    }
    let stream = NimberStream::from_table(table, !asked.sparse)
        .ok_or_else(|| SolveError::Bug(text!("no stream", "没有流")))?;
    let run = StreamRun {
        stream,
        rests_on,
        to: to as u64,
        written,
        write_error: &ended,
    };
    run_stream(asked, run, budget, host)
}

/// Resumes from the checkpoint of a stream.
pub fn resume(
    asked: &HeapOptions,
    stream: NimberStream,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<HeapReply, SolveError> {
    let (to, known) = (required_values(asked) as u64, stream.value_count());
    if !serve(asked) {
        return Err(SolveError::Usage(text!(
            "this checkpoint contains no values and can be resumed only with --summary, --at or --sparse",
            "该检查点不含各个值：只能用 --summary、--at 或 --sparse 继续"
        )));
    }
    if to < known {
        let last = known - 1;
        return Err(SolveError::Usage(text!(
            "this checkpoint contains no values and has already reached n = {last}, beyond the requested range",
            "该检查点不含各个值，且已到 n = {last}，超出所求范围"
        )));
    }
    let rests_on = asked
        .checkpoint
        .as_ref()
        .map(|file| file.display().to_string());
    let run = StreamRun {
        stream,
        rests_on,
        to,
        written: None,
        write_error: &RefCell::new(None),
    };
    run_stream(asked, run, budget, host)
}

/// A stream of values with the writer that receives the values.
struct StreamRun<'a> {
    stream: NimberStream,
    /// The checkpoint from which the stream or its table was read; `None` without a checkpoint.
    rests_on: Option<String>,
    /// Number of values to compute.
    to: u64,
    /// The writer that receives the values; `None` if no values are written.
    written: Option<HeapValueWriter<'a>>,
    /// The error of the writer, which ends the computation.
    write_error: &'a RefCell<Option<SolveError>>,
}

/// Runs a stream to its end and returns the reply.
fn run_stream(
    asked: &HeapOptions,
    run: StreamRun<'_>,
    budget: &Budget<'_>,
    host: &dyn RequestHost,
) -> Result<HeapReply, SolveError> {
    let StreamRun {
        mut stream,
        rests_on,
        to,
        mut written,
        write_error,
    } = run;
    #[cfg(feature = "threads")]
    stream.share(asked.threads(host));
    let mut taker = |first: u64, values: &[u16]| {
        written
            .iter_mut()
            .for_each(|written| written.take(first, values))
    };
    let broken = || write_error.borrow().is_some();
    let done = run_with_checkpoints(
        asked,
        &mut ConsumedStream {
            stream: &mut stream,
            taker: &mut taker,
        },
        to,
        budget,
        host,
        &broken,
    );
    written.into_iter().for_each(HeapValueWriter::end);
    done?;
    if let Some(error) = write_error.take() {
        return Err(error);
    }
    let code = stream.code().clone();
    Ok(if let Some(n) = &asked.at {
        HeapReply::Value {
            code,
            n: n.to_string(),
            value: stream.last().to_string(),
            rests_on,
        }
    } else if asked.sparse {
        HeapReply::Sparse(SparseSpaceReply::new(
            code,
            stream.space(),
            stream.value_count(),
        ))
    } else if asked.format == HeapFormat::Text {
        let largest = Some(stream.largest());
        HeapReply::Facts(Box::new(HeapFactsReply {
            code,
            period: None,
            looked: stream.period_search_count(),
            largest,
            known: stream.value_count(),
            rests_on,
            proof: None,
            certificate: None,
            rows: None,
        }))
    } else {
        HeapReply::Written {
            code,
            known: stream.value_count(),
        }
    })
}
