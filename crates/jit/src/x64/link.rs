//! Places the blocks of a function one after the other and encodes the jumps between them.

use std::collections::HashMap;

use super::ir::{BlockId, Condition, Function};

pub(super) enum Jump {
    Always(BlockId),
    /// Goes to the first block if the condition holds.
    If(Condition, BlockId, BlockId),
    Never,
}

/// The code of a block without its jumps.
pub(super) struct BlockCode {
    pub block: BlockId,
    pub bytes: Vec<u8>,
    pub jump: Jump,
}

/// Alignment of the innermost loops in bytes.
const LOOP_ALIGNMENT: usize = 32;
/// Number of attempts to find the shortest encodings of jumps.
const ATTEMPTS: usize = 10;

/// One encoded jump: its condition, its target and whether its encoding is short.
#[derive(Clone, Copy)]
struct Encoded {
    condition: Option<Condition>,
    to: BlockId,
    short: bool,
}

impl Encoded {
    fn length(&self) -> usize {
        match (self.short, self.condition) {
            (true, _) => 2,
            (false, None) => 5,
            (false, Some(_)) => 6,
        }
    }
}

/// Maximum length of the code of a function in bytes. Generated code is far below it.
const MAX_LENGTH: usize = 1 << 24;

/// Links the blocks.
///
/// # Errors
/// Returns a message if the code is too long.
pub(super) fn link(function: &Function, codes: Vec<BlockCode>) -> Result<Vec<u8>, String> {
    let length: usize = codes.iter().map(|code| code.bytes.len()).sum();
    if length > MAX_LENGTH {
        return Err(format!("the code has more than {MAX_LENGTH} bytes"));
    }
    let entry = codes[0].block;
    let index: HashMap<BlockId, usize> = codes
        .iter()
        .enumerate()
        .map(|(i, code)| (code.block, i))
        .collect();
    // A block without code that only jumps is replaced by its target.
    let follow = |block: BlockId| match &codes[index[&block]] {
        BlockCode {
            bytes,
            jump: Jump::Always(to),
            ..
        } if bytes.is_empty() && block != entry => Some(*to),
        _ => None,
    };
    let mut known: HashMap<BlockId, BlockId> = HashMap::new();
    let mut target = |block: BlockId| {
        let (mut at, mut passed) = (block, Vec::new());
        loop {
            if let Some(last) = known.get(&at) {
                at = *last;
                break;
            }
            match follow(at) {
                // Empty blocks may form an endless loop.
                Some(to) if passed.len() <= codes.len() => {
                    passed.push(at);
                    at = to;
                }
                _ => break,
            }
        }
        known.extend(passed.into_iter().map(|block| (block, at)));
        at
    };
    let mut reached = vec![false; codes.len()];
    reached[0] = true;
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        let next: Vec<BlockId> = match codes[at].jump {
            Jump::Always(to) => vec![to],
            Jump::If(_, a, b) => vec![a, b],
            Jump::Never => vec![],
        };
        for to in next {
            let to = index[&target(to)];
            if !std::mem::replace(&mut reached[to], true) {
                open.push(to);
            }
        }
    }
    let (warm, cold): (Vec<usize>, Vec<usize>) = (0..codes.len())
        .filter(|i| reached[*i])
        .partition(|i| !function.blocks[codes[*i].block as usize].cold);
    let order: Vec<usize> = warm.into_iter().chain(cold).collect();
    let inner = innermost_heads(function);
    let mut jumps: Vec<Vec<Encoded>> = Vec::with_capacity(order.len());
    for (position, i) in order.iter().enumerate() {
        let next = order.get(position + 1).map(|next| codes[*next].block);
        let jump = |condition, to| Encoded {
            condition,
            to,
            short: true,
        };
        jumps.push(match codes[*i].jump {
            Jump::Never => vec![],
            Jump::Always(to) => {
                let to = target(to);
                if Some(to) == next {
                    vec![]
                } else {
                    vec![jump(None, to)]
                }
            }
            Jump::If(condition, then, otherwise) => {
                let (then, otherwise) = (target(then), target(otherwise));
                if then == otherwise {
                    if Some(then) == next {
                        vec![]
                    } else {
                        vec![jump(None, then)]
                    }
                } else if Some(otherwise) == next {
                    vec![jump(Some(condition), then)]
                } else if Some(then) == next {
                    vec![jump(Some(condition.inverse()), otherwise)]
                } else {
                    vec![jump(Some(condition), then), jump(None, otherwise)]
                }
            }
        });
    }
    let mut starts: HashMap<BlockId, usize> = HashMap::new();
    for attempt in 0.. {
        let mut at = 0usize;
        for (i, jumps) in order.iter().zip(&jumps) {
            let code = &codes[*i];
            if inner.contains(&code.block) {
                at = at.next_multiple_of(LOOP_ALIGNMENT);
            }
            starts.insert(code.block, at);
            at += code.bytes.len() + jumps.iter().map(Encoded::length).sum::<usize>();
        }
        let mut changed = false;
        for (i, jumps) in order.iter().zip(&mut jumps) {
            let mut at = starts[&codes[*i].block] + codes[*i].bytes.len();
            for jump in jumps {
                at += jump.length();
                let distance = starts[&jump.to] as i64 - at as i64;
                if jump.short && (i8::try_from(distance).is_err() || attempt >= ATTEMPTS) {
                    jump.short = false;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let mut bytes = Vec::new();
    for (i, jumps) in order.iter().zip(&jumps) {
        let code = &codes[*i];
        pad(&mut bytes, starts[&code.block]);
        bytes.extend(&code.bytes);
        for jump in jumps {
            let distance = starts[&jump.to] as i64 - (bytes.len() + jump.length()) as i64;
            match (jump.short, jump.condition) {
                (true, None) => bytes.push(0xeb),
                (true, Some(condition)) => bytes.push(0x70 | condition as u8),
                (false, None) => bytes.push(0xe9),
                (false, Some(condition)) => bytes.extend([0x0f, 0x80 | condition as u8]),
            }
            if jump.short {
                bytes.push(distance as u8);
            } else {
                bytes.extend((distance as i32).to_le_bytes());
            }
        }
    }
    Ok(bytes)
}

/// Returns the heads of the loops that contain no loop.
fn innermost_heads(function: &Function) -> std::collections::HashSet<BlockId> {
    let mut inner = vec![true; function.loops.len()];
    for one in &function.loops[1..] {
        inner[one.parent as usize] = false;
    }
    (1..function.loops.len())
        .filter(|i| inner[*i])
        .map(|i| function.loops[i].head)
        .collect()
}

/// Appends instructions without effect.
fn pad(bytes: &mut Vec<u8>, end: usize) {
    const NINE_BYTES: [u8; 9] = [0x66, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0];
    while bytes.len() < end {
        match end - bytes.len() {
            1 => bytes.push(0x90),
            2 => bytes.extend([0x66, 0x90]),
            3 => bytes.extend([0x0f, 0x1f, 0x00]),
            4 => bytes.extend([0x0f, 0x1f, 0x40, 0]),
            5 => bytes.extend([0x0f, 0x1f, 0x44, 0, 0]),
            6 => bytes.extend([0x66, 0x0f, 0x1f, 0x44, 0, 0]),
            7 => bytes.extend([0x0f, 0x1f, 0x80, 0, 0, 0, 0]),
            8 => bytes.extend([0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0]),
            _ => bytes.extend(NINE_BYTES),
        }
    }
}
