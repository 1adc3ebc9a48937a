//! Orders moves that take place at the same time.

use std::collections::HashMap;

use super::allocate::Location;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Number(i64),
    At(Location),
}

/// Calls `emit` for moves in an order in which no source is overwritten before it is read. A cycle
/// is broken with the location `spare`, which is neither a source nor a target.
pub(super) fn in_order(
    moves: Vec<(Location, Source)>,
    spare: Location,
    emit: &mut dyn FnMut(Location, Source),
) {
    let moves: Vec<_> = moves
        .into_iter()
        .filter(|(to, from)| *to != Location::Nowhere && *from != Source::At(*to))
        .collect();
    // How many waiting moves read a location, and the move that writes a location.
    let mut readers: HashMap<Location, usize> = HashMap::new();
    let mut writer: HashMap<Location, usize> = HashMap::new();
    for (i, (to, from)) in moves.iter().enumerate() {
        writer.insert(*to, i);
        if let Source::At(from) = from {
            *readers.entry(*from).or_default() += 1;
        }
    }
    let mut done = vec![false; moves.len()];
    let mut ready: Vec<usize> = (0..moves.len())
        .filter(|i| !readers.contains_key(&moves[*i].0))
        .collect();
    let mut moved: HashMap<Location, Location> = HashMap::new();
    let mut next = 0;
    loop {
        while let Some(i) = ready.pop() {
            done[i] = true;
            let (to, from) = moves[i];
            let Source::At(from) = from else {
                emit(to, from);
                continue;
            };
            let actual = moved.get(&from).copied().unwrap_or(from);
            emit(to, Source::At(actual));
            if let Some(count) = readers.get_mut(&from) {
                *count -= 1;
                if *count == 0
                    && actual == from
                    && let Some(freed) = writer.get(&from)
                    && !done[*freed]
                {
                    ready.push(*freed);
                }
            }
        }
        while next < moves.len() && done[next] {
            next += 1;
        }
        if next == moves.len() {
            return;
        }
        // The rest consists of cycles. The target of this move is saved, so the move is ready.
        let to = moves[next].0;
        emit(spare, Source::At(to));
        moved.insert(to, spare);
        ready.push(next);
    }
}
