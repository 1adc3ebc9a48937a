//! Tables in files. The file of a saved table contains a header, followed by the entries in their
//! memory layout. The header contains the game, its rules in canonical layout, the box and the
//! order. The header and every block of the table have a checksum. The file of a table is refused
//! if its version or its rules differ, or if it is truncated or damaged.
//!
//! ```text
//! "GRUNDYTB"  version u32  length of the header u32  CRC-32 of the header u32  header (JSON)  zeros up to 4096·k  entries
//! ```
//! Numbers are little-endian.

mod session;

use base::budget::Budget;
use base::text;
use base::text::Text;
use engines::dense::{BoxShape, DenseTable, EntryWidth, TableBox};
use rules::game::GameId;
use rules::ir::Int;
use rules::printer::print_game;
use rules::world::{Declaration, World};
use serde::{Deserialize, Serialize};

use crate::error::SolveError;

pub use crate::loaded_table::LoadedTable;
pub use engines::dense::TableBytes;

const MAGIC: &[u8; 8] = b"GRUNDYTB";
const VERSION: u32 = 1;
/// The offset of the header data.
const HEAD: usize = 20;
const ALIGNED: usize = 4096;
/// Maximum length of a header. A table of one TiB needs less than this maximum for its header.
const MAX_HEADER_BYTES: usize = 32 << 20;

/// Number of bytes of the table covered by each checksum.
pub const BLOCK: usize = 1 << 20;

/// The content of the header.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// The smallest position of the game, in the syntax of questions.
    position: String,
    /// The declaration in canonical layout.
    rules: String,
    lows: Vec<Int>,
    highs: Vec<Int>,
    weights: Vec<i64>,
    most: i64,
    by_rows: bool,
    /// Whether all slots are sorted in descending order.
    unordered: bool,
    /// If only some slots are sorted: the index of the first sorted slot, and the index after the
    /// last sorted slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    falling: Option<(usize, usize)>,
    /// Whether positions are numbered consecutively; absent in files from before consecutive
    /// numbers were supported.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    ranked: bool,
    /// Bytes per entry.
    width: u32,
    positions: u64,
    options: u64,
    /// The CRC-32 of each block of the table.
    blocks: Vec<u32>,
}

/// The parsed and checked header of a saved table.
#[derive(Clone, Debug)]
pub struct SavedTable {
    header: Header,
    /// The offset of the table in the file.
    pub start: usize,
    /// The length of the table in bytes.
    pub length: usize,
}

/// Returns the declaration with which a table of a game is saved.
///
/// # Errors
/// Returns [`SolveError::Unsupported`] if the game has no rules in the language.
pub(crate) fn declared(world: &World, game: GameId) -> Result<&Declaration, SolveError> {
    world.declaration_of(game).ok_or_else(|| {
        SolveError::Unsupported(text!(
            "cannot save the table: it must contain the rules of its game, but this game has none",
            "无法存表：表须附带游戏的规则文本，而该游戏没有"
        ))
    })
}

/// Returns the beginning of the file for a table, that is, all bytes before the entries.
///
/// # Errors
/// Returns [`SolveError::Unsupported`] if the game has no rules in the language.
pub fn head(world: &World, game: GameId, dense: &DenseTable) -> Result<Vec<u8>, SolveError> {
    let declared = declared(world, game)?;
    let BoxShape {
        lows,
        highs,
        weights,
        most,
        by_rows,
        unordered,
        ranked,
        ..
    } = dense.space().shape();
    let all = !unordered.is_empty() && unordered.len() == lows.len();
    let stats = engines::oracle::GrundyOracle::stats(dense);
    let header = Header {
        position: world.show(game, &lows),
        rules: print_game(declared.decl()),
        lows,
        highs,
        weights,
        most,
        by_rows,
        unordered: all,
        falling: (!all && !unordered.is_empty()).then_some((unordered.start, unordered.end)),
        ranked,
        width: dense.table().width.bytes() as u32,
        positions: stats.positions,
        options: stats.options,
        blocks: dense
            .table()
            .bytes()
            .chunks(BLOCK)
            .map(crc32fast::hash)
            .collect(),
    };
    let json =
        serde_json::to_vec(&header).map_err(|e| SolveError::Bug(Text::same(e.to_string())))?;
    let mut head = MAGIC.to_vec();
    for number in [VERSION, json.len() as u32, crc32fast::hash(&json)] {
        head.extend_from_slice(&number.to_le_bytes());
    }
    head.extend_from_slice(&json);
    head.resize(head.len().next_multiple_of(ALIGNED), 0);
    Ok(head)
}

impl SavedTable {
    /// Returns whether a file with the given first bytes is a saved table.
    pub fn begins(first: &[u8]) -> bool {
        first.starts_with(MAGIC)
    }

    /// Returns how many bytes of a file must be read before [`SavedTable::parse`], given its first
    /// twenty bytes.
    ///
    /// # Errors
    /// Returns an error with the reason if `first` is not the beginning of a table, or the table
    /// has another format or is damaged.
    pub fn needed(first: &[u8]) -> Result<usize, Text> {
        let number = |at: usize| {
            first
                .get(at..at + 4)
                .and_then(|b| b.try_into().ok())
                .map(u32::from_le_bytes)
        };
        match (first.get(..8), number(8), number(12)) {
            (Some(magic), Some(VERSION), Some(length))
                if magic == MAGIC && length as usize <= MAX_HEADER_BYTES =>
            {
                Ok((HEAD + length as usize).next_multiple_of(ALIGNED))
            }
            (Some(magic), Some(version), _) if magic == MAGIC && version != VERSION => Err(text!(
                "unsupported table format {version}; this program reads format {VERSION}",
                "不支持的表格式 {version}；本程序读取格式 {VERSION}"
            )),
            (Some(magic), ..) if magic == MAGIC => Err(damaged()),
            _ => Err(text!(
                "not a table saved by `grundy table --save`",
                "不是由 `grundy table --save` 保存的表"
            )),
        }
    }

    /// Parses the beginning of a file of `size` bytes.
    ///
    /// # Errors
    /// Returns the errors of [`SavedTable::needed`]. Also returns an error if `head` is damaged or
    /// the file's size differs from the size that was written.
    pub fn parse(head: &[u8], size: u64) -> Result<SavedTable, Text> {
        let start = SavedTable::needed(head)?;
        let number = |at: usize| {
            head.get(at..at + 4)
                .and_then(|b| b.try_into().ok())
                .map(u32::from_le_bytes)
                .ok_or_else(damaged)
        };
        let (length, crc) = (number(12)? as usize, number(16)?);
        let (json, padding) = (
            head.get(HEAD..HEAD + length).ok_or_else(damaged)?,
            head.get(HEAD + length..start).ok_or_else(damaged)?,
        );
        if crc32fast::hash(json) != crc || padding.iter().any(|byte| *byte != 0) {
            return Err(damaged());
        }
        let header: Header = serde_json::from_slice(json).map_err(|_| damaged())?;
        let slots = header.lows.len();
        let whole = header.highs.len() == slots
            && header.weights.len() == slots
            && slots > 0
            && header
                .falling
                .is_none_or(|(first, end)| first < end && end <= slots)
            && header
                .lows
                .iter()
                .zip(&header.highs)
                .all(|(low, high)| low <= high)
            && EntryWidth::ALL
                .iter()
                .any(|w| w.bytes() as u32 == header.width);
        // The number of levels equals the number of levels of the saved box, so it is far below
        // 2^62.
        let weighs = |i: usize| {
            i128::from(header.weights[i])
                * (i128::from(header.highs[i]) - i128::from(header.lows[i]))
        };
        let is_light = || {
            header.weights.iter().all(|weight| *weight >= 0)
                && (0..slots).map(weighs).sum::<i128>() < 1 << 62
        };
        if !whole
            || header.most < 0
            || !is_light()
            || header.ranked && !header.shape().may_be_ranked()
        {
            return Err(damaged());
        }
        let length = header
            .space()
            .size
            .checked_mul(header.width as usize)
            .ok_or_else(damaged)?;
        let expected = (start as u64)
            .checked_add(length as u64)
            .ok_or_else(damaged)?;
        if size != expected || header.blocks.len() != length.div_ceil(BLOCK) {
            return Err(text!(
                "the file has {size} bytes, expected {expected}: it is truncated or damaged",
                "文件有 {size} 字节，应有 {expected} 字节：已截断或损坏"
            ));
        }
        Ok(SavedTable {
            header,
            start,
            length,
        })
    }

    /// Checks that block number `index` of the table is unchanged.
    ///
    /// # Errors
    /// Returns an error with the range of the damaged bytes.
    pub fn check(&self, index: usize, block: &[u8]) -> Result<(), Text> {
        match self.header.blocks.get(index) {
            Some(crc) if *crc == crc32fast::hash(block) => Ok(()),
            _ => {
                let (first, last) = (
                    self.start + index * BLOCK,
                    self.start + index * BLOCK + block.len(),
                );
                Err(text!(
                    "bytes {first} to {last} of this table are damaged: their checksum is wrong",
                    "表的第 {first} 至 {last} 字节已损坏：校验和不符"
                ))
            }
        }
    }
}

impl Header {
    fn space(&self) -> TableBox {
        TableBox::from_shape(self.shape())
    }

    fn shape(&self) -> BoxShape {
        let &Header {
            most,
            by_rows,
            ranked,
            ..
        } = self;
        let (lows, highs, weights) = (self.lows.clone(), self.highs.clone(), self.weights.clone());
        let unordered = match self.falling {
            _ if self.unordered => 0..lows.len(),
            Some((first, end)) => first..end,
            None => 0..0,
        };
        let falling = if ranked {
            0..lows.len()
        } else {
            unordered.clone()
        };
        BoxShape {
            lows,
            highs,
            weights,
            most,
            by_rows,
            unordered,
            falling,
            ranked,
        }
    }
}

/// Returns whether a table with this header can belong to a game. The order of the table must
/// follow the measure that every move decreases, so that every play ends.
fn fits_rules(
    world: &World,
    game: GameId,
    header: &Header,
    budget: &Budget<'_>,
) -> Result<bool, SolveError> {
    let rules = world.rules(game);
    let Some(ir) = rules.game() else {
        return Ok(false);
    };
    let facts = facts::facts(ir, game, budget)?;
    let Some(measure) = facts.measure else {
        return Ok(false);
    };
    let by_rows = facts.never_grows.iter().all(|&never| never);
    let is_ordered = header.weights.iter().all(|&weight| weight == 0) || header.weights == measure;
    let lows = rules.slots().iter().map(|slot| slot.low);
    let shape = header.shape();
    let unordered = if shape.unordered.is_empty() {
        ir.unordered.is_empty()
    } else {
        shape.unordered == ir.unordered
    };
    let is_sorted = !header.ranked || facts.sorted || ir.unordered.len() == header.lows.len();
    Ok(!rules.conventions().loopy
        && header.by_rows == by_rows
        && (by_rows || header.weights == measure)
        && is_ordered
        && header.lows.iter().copied().eq(lows)
        && unordered
        && is_sorted)
}

fn damaged() -> Text {
    text!("the header of this table is damaged", "该表的文件头已损坏")
}
