//! Writes the entries of a table as an Apache Parquet file. The columns are the numbers of a
//! position, the winner, and the number of moves or the value. Rows are written in groups. The
//! bytes of a group are written to the output when the group is complete.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use parquet::basic::{Compression, ConvertedType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use tablebase::DecodedEntry;

/// Number of rows in a group.
const GROUP: usize = 1 << 20;

/// Bytes that were encoded but not written to the output yet.
#[derive(Clone, Default)]
struct PendingBytes(Arc<Mutex<Vec<u8>>>);

impl Write for PendingBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writer that accepts a Parquet file row by row.
pub struct ParquetWriter {
    writer: SerializedFileWriter<PendingBytes>,
    pending: PendingBytes,
    numbers: Vec<Vec<i64>>,
    winners: Vec<ByteArray>,
    /// The numbers in the last column: numbers of moves, or values. A row without a number adds no
    /// element to this list. For each row, `there` is 1 if the row has a number and 0 otherwise
    /// (the definition level).
    last: Vec<i64>,
    there: Vec<i16>,
}

fn other(why: ParquetError) -> io::Error {
    io::Error::other(why)
}

impl ParquetWriter {
    /// Creates a Parquet file with the columns `names`, followed by the columns `winner` and
    /// `last`.
    ///
    /// # Errors
    /// Returns an error if the schema is invalid.
    pub fn new(names: &[&str], last: &str) -> io::Result<ParquetWriter> {
        let column = |name: &str, physical, converted, repetition| {
            Type::primitive_type_builder(name, physical)
                .with_converted_type(converted)
                .with_repetition(repetition)
                .build()
                .map(Arc::new)
        };
        let (number, text) = (
            (Physical::INT64, ConvertedType::NONE),
            (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        );
        let mut fields = names
            .iter()
            .map(|name| column(name, number.0, number.1, Repetition::REQUIRED))
            .collect::<Result<Vec<_>, _>>()
            .map_err(other)?;
        fields.push(column("winner", text.0, text.1, Repetition::REQUIRED).map_err(other)?);
        fields.push(column(last, number.0, number.1, Repetition::OPTIONAL).map_err(other)?);
        let schema = Type::group_type_builder("grundy")
            .with_fields(fields)
            .build()
            .map_err(other)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .build();
        let pending = PendingBytes::default();
        let writer =
            SerializedFileWriter::new(pending.clone(), Arc::new(schema), Arc::new(properties))
                .map_err(other)?;
        let numbers = vec![Vec::new(); names.len()];
        Ok(ParquetWriter {
            writer,
            pending,
            numbers,
            winners: Vec::new(),
            last: Vec::new(),
            there: Vec::new(),
        })
    }

    /// Adds one row.
    ///
    /// # Errors
    /// Returns an error if a group cannot be written.
    pub fn push(
        &mut self,
        slots: &[i64],
        known: DecodedEntry,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.numbers
            .iter_mut()
            .zip(slots)
            .for_each(|(column, number)| column.push(*number));
        let (winner, last) = match known {
            DecodedEntry::Wins(outcome, moves) => {
                (outcome.letter().to_string(), i64::try_from(moves).ok())
            }
            DecodedEntry::Outcome(outcome) => (outcome.letter().to_string(), None),
            DecodedEntry::Draw => ("D".to_owned(), None),
            DecodedEntry::Value(value) => (
                value.outcome().letter().to_string(),
                value
                    .as_nimber()
                    .and_then(|value| i64::try_from(value).ok()),
            ),
        };
        self.winners.push(winner.as_str().into());
        self.there.push(last.is_some().into());
        self.last.extend(last);
        if self.winners.len() == GROUP {
            self.group(out)
        } else {
            Ok(())
        }
    }

    fn group(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut group = self.writer.next_row_group().map_err(other)?;
        let mut at = 0;
        while let Some(mut column) = group.next_column().map_err(other)? {
            let written = match at.cmp(&self.numbers.len()) {
                std::cmp::Ordering::Less => {
                    column
                        .typed::<Int64Type>()
                        .write_batch(&self.numbers[at], None, None)
                }
                std::cmp::Ordering::Equal => {
                    column
                        .typed::<ByteArrayType>()
                        .write_batch(&self.winners, None, None)
                }
                std::cmp::Ordering::Greater => {
                    column
                        .typed::<Int64Type>()
                        .write_batch(&self.last, Some(&self.there), None)
                }
            };
            written.map_err(other)?;
            column.close().map_err(other)?;
            at += 1;
        }
        group.close().map_err(other)?;
        self.numbers.iter_mut().for_each(Vec::clear);
        self.winners.clear();
        self.last.clear();
        self.there.clear();
        self.sent(out)
    }

    fn sent(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&std::mem::take(
            &mut *self
                .pending
                .0
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        ))
    }

    /// Writes the pending rows and the footer of the Parquet file.
    ///
    /// # Errors
    /// Returns an error if the pending rows or the footer cannot be written.
    pub fn finish(mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.winners.is_empty() {
            self.group(out)?;
        }
        let ParquetWriter {
            writer, pending, ..
        } = self;
        writer.close().map_err(other)?;
        out.write_all(&std::mem::take(
            &mut *pending.0.lock().unwrap_or_else(PoisonError::into_inner),
        ))
    }
}
