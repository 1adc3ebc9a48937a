//! Finds the locals that each block, loop or branch of a function assigns. Only these locals are
//! merged where branches join.

use crate::module_reader::ModuleReader;

/// Returns, for the function itself and then for each frame in the order of the code, the indices
/// of the locals assigned in it, in ascending order. The function has `count` locals. `turns` is
/// the index of a further local that every loop assigns. The list ends early if the code is
/// invalid, because the translation then rejects the code.
///
/// # Errors
/// Returns a message if the lists have more than `most` entries.
pub(super) fn assigned(
    mut reader: ModuleReader<'_>,
    count: u32,
    turns: Option<u32>,
    most: usize,
) -> Result<Vec<Vec<u32>>, String> {
    let (mut lists, mut open, mut total) = (vec![Vec::new()], vec![0], 0);
    while let (Some(code), Some(&frame)) = (reader.byte().ok(), open.last()) {
        let read: Result<(), String> = (|| {
            match code {
                0x02..=0x04 => {
                    reader.byte()?;
                    open.push(lists.len());
                    let first = if code == 0x03 { turns } else { None };
                    lists.push(first.into_iter().collect());
                }
                0x0b => {
                    let list = &mut lists[frame];
                    list.sort_unstable();
                    list.dedup();
                    open.pop();
                    if let Some(outer) = open.last() {
                        total += list.len();
                        if total > most {
                            return Err("too many".to_owned());
                        }
                        let list = list.clone();
                        lists[*outer].extend(list);
                    }
                }
                0x21 | 0x22 => {
                    let local = reader.unsigned()?;
                    if local >= count {
                        return Err("unknown local".to_owned());
                    }
                    if lists[frame].last() != Some(&local) {
                        lists[frame].push(local);
                    }
                }
                0x0c | 0x0d | 0x10 | 0x20 => _ = reader.unsigned()?,
                0x28..=0x3b => _ = (reader.unsigned()?, reader.unsigned()?),
                0x41 => _ = reader.signed(32)?,
                0x42 => _ = reader.signed(64)?,
                0xfc => _ = (reader.byte()?, reader.byte()?),
                _ => {}
            }
            Ok(())
        })();
        if read.is_err() {
            break;
        }
    }
    if total > most {
        return Err("too many locals in too many blocks".to_owned());
    }
    // The lists of frames that the code does not close.
    for list in &mut lists {
        list.sort_unstable();
        list.dedup();
    }
    Ok(lists)
}
