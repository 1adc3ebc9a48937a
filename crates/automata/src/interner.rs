//! Interned lists of numbers, used for product states and sets of states. Each list is stored once,
//! in one flat vector, and identified by its index.

use std::hash::Hasher;

use base::budget::{Budget, StopReason};
use rustc_hash::FxHasher;

use crate::automaton::MAX_NODES;

/// A slot of the hash table: the id of a list and its hash, so that different lists are rarely
/// compared.
type TableSlot = (u32, u32);

/// An empty slot.
const FREE: TableSlot = (u32::MAX, 0);

#[derive(Clone, Debug, Default)]
pub(crate) struct ListInterner {
    data: Vec<u32>,
    /// Index in `data` after the end of each list.
    ends: Vec<usize>,
    /// Hash table with open addressing; its size is a power of two.
    table: Vec<TableSlot>,
}

impl ListInterner {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, id: u32) -> &[u32] {
        let id = id as usize;
        let begin = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.data[begin..self.ends[id]]
    }

    /// Returns the size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        4 * self.data.capacity() as u64 + 8 * (self.table.capacity() + self.ends.capacity()) as u64
    }

    /// Returns the id of a list, if it is stored.
    pub(crate) fn find(&self, list: &[u32]) -> Option<u32> {
        if self.table.is_empty() {
            None
        } else {
            self.place(list, hash(list)).ok()
        }
    }

    /// Returns the id of a list with this hash, or the slot where it would be inserted. The table
    /// must not be empty.
    fn place(&self, list: &[u32], hash: u32) -> Result<u32, usize> {
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.table[slot] {
                FREE => return Err(slot),
                (id, other) if other == hash && self.get(id) == list => return Ok(id),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Inserts a list; returns its id, and whether it is new.
    pub(crate) fn insert(
        &mut self,
        list: &[u32],
        budget: &Budget<'_>,
    ) -> Result<(u32, bool), StopReason> {
        budget.tick()?;
        if self.len() >= MAX_NODES {
            return Err(StopReason::Memory(u64::MAX, budget.memory));
        }
        if 2 * (self.len() + 1) > self.table.len() {
            self.grow(budget)?;
        }
        let hash = hash(list);
        let slot = match self.place(list, hash) {
            Ok(id) => return Ok((id, false)),
            Err(slot) => slot,
        };
        let own = self.bytes();
        budget.make_room(&mut self.data, list.len(), own)?;
        budget.make_room(&mut self.ends, 1, own)?;
        let id = self.len() as u32;
        self.data.extend_from_slice(list);
        self.ends.push(self.data.len());
        self.table[slot] = (id, hash);
        Ok((id, true))
    }

    fn grow(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        let size = (2 * self.table.len()).max(64);
        if size > 1 << 13 {
            budget.allow_growth(self.bytes(), (size_of::<TableSlot>() * size) as u64)?;
        }
        let mut table = vec![FREE; size];
        for &(id, hash) in self.table.iter().filter(|slot| **slot != FREE) {
            let mut slot = hash as usize & (size - 1);
            while table[slot] != FREE {
                slot = (slot + 1) & (size - 1);
            }
            table[slot] = (id, hash);
        }
        self.table = table;
        Ok(())
    }
}

fn hash(list: &[u32]) -> u32 {
    let mut hasher = FxHasher::default();
    list.iter().for_each(|&number| hasher.write_u32(number));
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}
