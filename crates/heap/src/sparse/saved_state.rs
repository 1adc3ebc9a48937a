//! The saved state of a machine, from which another machine continues with the same values: the
//! game, the sparse space and the stored values. All other data is derived from the game, the
//! sparse space and the stored values. A file is rejected if it is of another version or of another
//! game, is truncated, or has a flipped bit.
//!
//! ```text
//! "GRUNDYHM"  version u32  length of the body u64  body  CRC-32 of all preceding bytes u32
//! ```
//! The body consists of little-endian 64-bit numbers and 16-bit values.

use std::io::{self, Read, Write};

use base::text;
use base::text::Text;

use super::SparseMachine;
use super::history::{FRONT, NimberHistory};
use super::kernel::{MAX_VALUES, SimdLevel};
use super::mask::RareMask;
use super::space::SparseSpace;
use crate::moves::DigitMoves;

const MAGIC: &[u8; 8] = b"GRUNDYHM";
const VERSION: u32 = 2;
const HEAD: usize = 20;

/// Returns the message for a damaged file.
fn damaged(what: &str) -> Text {
    text!(
        "the saved state is damaged ({what})",
        "存档已损坏（{what}）"
    )
}

/// A reader of numbers from a body.
struct StateReader<'a> {
    bytes: &'a [u8],
}

impl StateReader<'_> {
    fn number(&mut self) -> Result<u64, Text> {
        let (bytes, rest) = self
            .bytes
            .split_first_chunk()
            .ok_or_else(|| damaged("too short"))?;
        self.bytes = rest;
        Ok(u64::from_le_bytes(*bytes))
    }

    /// Reads the length of a list whose elements take `size` bytes each.
    fn length(&mut self, size: usize) -> Result<usize, Text> {
        let length = self.number()?;
        let fits = length <= (self.bytes.len() / size) as u64;
        if fits {
            Ok(length as usize)
        } else {
            Err(damaged("invalid length"))
        }
    }

    fn values(&mut self) -> Result<Vec<u16>, Text> {
        let length = self.length(2)?;
        let (bytes, rest) = self.bytes.split_at(2 * length);
        self.bytes = rest;
        let values: Vec<u16> = bytes
            .chunks_exact(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
            .collect();
        let fit = values.iter().all(|&value| (value as usize) < MAX_VALUES);
        if fit {
            Ok(values)
        } else {
            Err(damaged("invalid value"))
        }
    }
}

fn push_number(body: &mut Vec<u8>, number: u64) {
    body.extend_from_slice(&number.to_le_bytes());
}

fn push_values(body: &mut Vec<u8>, values: &[u16]) {
    push_number(body, values.len() as u64);
    body.extend(values.iter().flat_map(|value| value.to_le_bytes()));
}

/// Returns the encoding of the game in the file.
fn game(moves: &DigitMoves) -> Vec<u8> {
    let mut body = Vec::new();
    push_number(&mut body, moves.unequal().into());
    push_number(&mut body, moves.removals().len() as u64);
    for take in moves.removals() {
        push_number(&mut body, take.tokens.into());
        push_number(&mut body, take.counts);
    }
    body
}

impl SparseMachine {
    /// Writes the state. A machine that is [loaded](SparseMachine::load) from the saved state emits
    /// the same next values as this machine. The saved state takes two bytes for every stored
    /// value.
    ///
    /// # Errors
    /// Returns the error of `out`.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut body = game(&self.moves);
        for number in [
            self.handed,
            self.helpers,
            self.choose_at,
            self.chosen as u64,
            self.exact_until,
            self.keep.into(),
        ] {
            push_number(&mut body, number);
        }
        let mask = self.space.mask;
        push_number(
            &mut body,
            mask.map_or(0, |mask| {
                1 + mask.parity.map_or(0, |shift| 1 + u64::from(shift))
            }),
        );
        push_number(&mut body, mask.map_or(0, |mask| mask.bits.into()));
        push_number(&mut body, self.space.rare.len() as u64);
        for &(heap, value) in &self.space.rare {
            push_number(&mut body, heap);
            push_number(&mut body, value.into());
        }
        let first = self.history.first();
        push_number(&mut body, first);
        push_values(
            &mut body,
            if first == 0 {
                &[]
            } else {
                self.history.front()
            },
        );
        push_values(&mut body, self.history.run(first, self.history.end()));
        let mut head = MAGIC.to_vec();
        head.extend_from_slice(&VERSION.to_le_bytes());
        head.extend_from_slice(&(body.len() as u64).to_le_bytes());
        let mut sum = crc32fast::Hasher::new();
        sum.update(&head);
        sum.update(&body);
        out.write_all(&head)?;
        out.write_all(&body)?;
        out.write_all(&sum.finalize().to_le_bytes())
    }

    /// Loads a machine for the game from a saved state.
    ///
    /// # Errors
    /// Returns a message if the state cannot be read, is damaged, or is of another version or
    /// another game.
    pub fn load(
        moves: &DigitMoves,
        level: SimdLevel,
        input: &mut dyn Read,
    ) -> Result<SparseMachine, Text> {
        let unread = |error: io::Error| {
            text!(
                "cannot read the saved state: {error}",
                "无法读取存档：{error}"
            )
        };
        let mut bytes = Vec::new();
        input
            .take(HEAD as u64)
            .read_to_end(&mut bytes)
            .map_err(unread)?;
        if bytes.len() < HEAD || &bytes[..8] != MAGIC {
            return Err(text!(
                "this is not a saved state of a heap game",
                "这不是堆游戏的存档"
            ));
        }
        let version = u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]);
        if version != VERSION {
            return Err(text!(
                "unsupported version {version} of the saved state; this program reads version {VERSION}",
                "不支持的存档版本 {version}；本程序读取版本 {VERSION}"
            ));
        }
        let length = StateReader {
            bytes: &bytes[12..],
        }
        .number()?;
        input
            .take(length.saturating_add(4))
            .read_to_end(&mut bytes)
            .map_err(unread)?;
        if (bytes.len() - HEAD) as u64 != length.saturating_add(4) {
            return Err(damaged("truncated"));
        }
        let (bytes, sum) = bytes.split_at(bytes.len() - 4);
        if crc32fast::hash(bytes).to_le_bytes() != sum {
            return Err(damaged("wrong checksum"));
        }
        let mut body = StateReader {
            bytes: &bytes[HEAD..],
        };
        let own = game(moves);
        if body.bytes.get(..own.len()) != Some(&own) {
            return Err(text!(
                "the saved state belongs to another game",
                "存档属于另一个游戏"
            ));
        }
        body.bytes = &body.bytes[own.len()..];
        let (handed, helpers, choose_at, chosen) = (
            body.number()?,
            body.number()?,
            body.number()?,
            body.number()?,
        );
        let (exact_until, keep) = (body.number()?, body.number()?);
        let (kind, bits) = (body.number()?, body.number()?);
        let parity = match kind {
            0 | 1 => None,
            2 | 3 => Some((kind - 2) as u8),
            _ => return Err(damaged("invalid mask")),
        };
        if bits >= MAX_VALUES as u64 {
            return Err(damaged("invalid mask"));
        }
        let mask = if kind > 0 {
            Some(RareMask {
                bits: bits as u16,
                parity,
            })
        } else {
            None
        };
        let mut rare = Vec::new();
        for _ in 0..body.length(16)? {
            rare.push((body.number()?, body.number()? as u16));
        }
        let first = body.number()?;
        let (front, held) = (body.values()?, body.values()?);
        let end = first
            .checked_add(held.len() as u64)
            .ok_or_else(|| damaged("invalid length"))?;
        let whole = if first == 0 {
            front.is_empty()
        } else {
            front.len() == FRONT && held.len() >= FRONT
        };
        let rare_held = rare
            .iter()
            .all(|&(heap, value)| heap < end && (value as usize) < MAX_VALUES);
        if !whole
            || !body.bytes.is_empty()
            || end % 64 != 0
            || choose_at % 64 != 0
            || handed > end
            || handed < first
            || !rare_held
            || helpers > 1 << 32
        {
            return Err(damaged("inconsistent parts"));
        }
        let history = if first == 0 {
            NimberHistory::new(held)
        } else {
            NimberHistory::cut(front, first, held)
        };
        let mut machine = SparseMachine::at_level(moves, level).map_err(|halt| halt.text())?;
        machine.history = history;
        (machine.handed, machine.helpers, machine.keep) = (handed, helpers, keep != 0);
        machine.chosen = usize::try_from(chosen).unwrap_or(usize::MAX);
        machine.exact_until = exact_until.min(end + 64);
        machine.space = SparseSpace { mask, rare };
        machine.choose_at = choose_at.max(256);
        machine.goes_on_from(end);
        Ok(machine)
    }
}
