//! Tables in files, so that a search can be resumed later. A header identifies the game and the
//! reductions; the entries follow in any order, then a checksum of all preceding bytes. A file is
//! rejected unless it consists of a header, entries and a correct checksum. No allocation depends
//! on lengths that the file states.
//!
//! ```text
//! "GRUNDYPT"  version u32  words of a set u32  sign of the game u64  number of entries u64
//! for each entry: the cells as words u64, what is known u32        checksum u64
//! ```
//! Numbers are little-endian.

use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};

use base::text::Text;
use base::{impl_error, text};

use crate::cells::CellSet;
use crate::game::StaticGame;
use crate::move_index::MoveIndex;
use crate::reductions::Reductions;
use crate::table::PartTable;
use crate::value_bounds::ValueBounds;

const MAGIC: &[u8; 8] = b"GRUNDYPT";
const VERSION: u32 = 1;

/// The reason why a table is rejected.
#[non_exhaustive]
#[derive(Debug)]
pub enum PartTableError {
    /// The file could not be read.
    Io(io::Error),
    /// The file does not start with the header of a saved table.
    Foreign,
    /// The file has another version of the format.
    Version {
        /// The version of the file.
        got: u32,
        /// The supported version.
        expected: u32,
    },
    /// The file belongs to another game, or to the same game with other reductions.
    OtherGame,
    /// The file ends too early.
    Short,
    /// The file has extra bytes after the table.
    Long,
    /// An entry or the checksum of the file is wrong.
    Damaged,
}

impl PartTableError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            PartTableError::Io(error) => {
                text!("the file cannot be read: {error}", "无法读取文件：{error}")
            }
            PartTableError::Foreign => {
                text!("it is not a saved table of parts", "它不是保存的部分表")
            }
            PartTableError::Version { got, expected } => {
                text!(
                    "its version is {got}, but version {expected} is required; build it again",
                    "其版本为 {got}，须为版本 {expected}；请重新生成"
                )
            }
            PartTableError::OtherGame => {
                text!(
                    "it belongs to another game, or to other reductions (--without)",
                    "它属于另一个游戏，或化简方式不同（--without）"
                )
            }
            PartTableError::Short => text!("it is truncated", "它被截断了"),
            PartTableError::Long => {
                text!("there is extra data after the table", "表后还有多余内容")
            }
            PartTableError::Damaged => text!(
                "it is damaged: an entry or the checksum is wrong",
                "它已损坏：某一项或校验和有误"
            ),
        }
    }
}

impl_error!(PartTableError { Io });

impl From<io::Error> for PartTableError {
    fn from(error: io::Error) -> PartTableError {
        if error.kind() == ErrorKind::UnexpectedEof {
            PartTableError::Short
        } else {
            PartTableError::Io(error)
        }
    }
}

/// The checksum FNV-1a (Fowler, Noll and Vo 1991). A change of a single byte always changes the
/// checksum.
#[derive(Clone, Copy, Debug)]
struct Checksum(u64);

impl Checksum {
    fn new() -> Checksum {
        Checksum(0xCBF2_9CE4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        });
    }
}

/// Returns a signature of a game and its reductions: the cells, the sorted moves, the method for
/// canonical forms, and the reductions.
pub(crate) fn sign<const W: usize>(
    game: &StaticGame,
    law: &MoveIndex<W>,
    reductions: Reductions,
) -> u64 {
    let mut sum = Checksum::new();
    let mut number = |number: u64| sum.add(&number.to_le_bytes());
    let (rows, columns) = game.board.unwrap_or_default();
    let sizes = [
        game.cells,
        usize::from(game.board.is_some()),
        rows,
        columns,
        law.acts.len(),
    ];
    sizes.into_iter().for_each(|size| number(size as u64));
    for act in &law.acts {
        act.words().for_each(&mut number);
    }
    for candidate in &game.candidates {
        number(candidate.len() as u64);
        candidate.iter().for_each(|&cell| number(u64::from(cell)));
    }
    let Reductions {
        split,
        dead,
        cancel,
        symmetry,
        shifts,
        mirror,
        tables,
        order,
    } = reductions;
    [split, dead, cancel, symmetry, shifts, mirror, tables, order]
        .into_iter()
        .for_each(|on| number(u64::from(on)));
    sum.0
}

/// A stream with the checksum of its data.
struct ChecksumStream<T> {
    inner: T,
    sum: Checksum,
}

impl<T: Write> ChecksumStream<T> {
    fn write_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.add(bytes);
        self.inner.write_all(bytes)
    }
}

impl<T: Read> ChecksumStream<T> {
    fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.inner.read_exact(&mut bytes)?;
        self.sum.add(&bytes);
        Ok(bytes)
    }
}

/// Writes a table of the game with the given signature.
pub(crate) fn save<const W: usize>(
    table: &PartTable<W>,
    sign: u64,
    to: &mut dyn Write,
) -> io::Result<()> {
    let mut to = ChecksumStream {
        inner: BufWriter::new(to),
        sum: Checksum::new(),
    };
    to.write_bytes(MAGIC)?;
    to.write_bytes(&VERSION.to_le_bytes())?;
    to.write_bytes(&(W as u32).to_le_bytes())?;
    to.write_bytes(&sign.to_le_bytes())?;
    to.write_bytes(&(table.all().count() as u64).to_le_bytes())?;
    for (part, known) in table.all() {
        part.words()
            .iter()
            .try_for_each(|word| to.write_bytes(&word.to_le_bytes()))?;
        to.write_bytes(&known.0.to_le_bytes())?;
    }
    let sum = to.sum.0;
    to.write_bytes(&sum.to_le_bytes())?;
    to.inner.flush()
}

/// Reads the entries of a saved table into an empty table.
pub(crate) fn load<const W: usize>(
    table: &mut PartTable<W>,
    law: &MoveIndex<W>,
    sign: u64,
    from: &mut dyn Read,
) -> Result<(), PartTableError> {
    let mut from = ChecksumStream {
        inner: BufReader::new(from),
        sum: Checksum::new(),
    };
    if &from.take::<8>()? != MAGIC {
        return Err(PartTableError::Foreign);
    }
    let version = u32::from_le_bytes(from.take()?);
    if version != VERSION {
        return Err(PartTableError::Version {
            got: version,
            expected: VERSION,
        });
    }
    let words = u32::from_le_bytes(from.take()?);
    if words != W as u32 || u64::from_le_bytes(from.take()?) != sign {
        return Err(PartTableError::OtherGame);
    }
    let (all, entries) = (
        CellSet::<W>::first_n(law.cells),
        u64::from_le_bytes(from.take()?),
    );
    for _ in 0..entries {
        let mut words = [0; W];
        for word in &mut words {
            *word = u64::from_le_bytes(from.take()?);
        }
        let (part, known) = (
            CellSet::from_words(words),
            ValueBounds(u32::from_le_bytes(from.take()?)),
        );
        // No value is larger than the number of moves.
        let sound = known.value().is_none_or(|value| {
            known == ValueBounds::value_is(value) && usize::from(value) <= law.bound(part.len())
        });
        if !sound || part.is_empty() || !part.is_subset(&all) {
            return Err(PartTableError::Damaged);
        }
        table.store(&part, known);
    }
    let sum = from.sum.0;
    if u64::from_le_bytes(from.take()?) != sum {
        return Err(PartTableError::Damaged);
    }
    if from.inner.read(&mut [0])? > 0 {
        Err(PartTableError::Long)
    } else {
        Ok(())
    }
}
