//! Cached access to the tables of a store: entries of lower tiers for the shares of a higher tier,
//! and lookups of single positions. A block is read on first use and is cached while there is
//! memory. When memory runs out, the blocks of one tier after the other are dropped.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::ops::Range;

use crate::store::table::TableReader;
use crate::store::{StorageBackend, StoreError, TableStore, table_name};
use rules::ir::Int;
use tablebase::{DecodedEntry, LowerEntries, PackedCodes, TierError, TierPlan};

/// The tables of a store, with a cache of blocks.
pub struct StoredTables<'p> {
    plan: &'p TierPlan<'p>,
    store: TableStore<'p>,
    of: usize,
    memory: u64,
    held: Cell<u64>,
    tiers: RefCell<Vec<Option<CachedTier>>>,
    /// The tier from which the next eviction starts.
    next: Cell<usize>,
    fault: RefCell<Option<StoreError>>,
}

/// The opened tables and the cached blocks of a tier.
struct CachedTier {
    tables: Vec<Option<TableReader>>,
    blocks: Vec<Option<PackedCodes>>,
}

impl<'p> StoredTables<'p> {
    /// Creates the cache for the tables of a store with `of` shares per tier. Blocks take up to
    /// `memory` bytes, but at least one block is cached.
    pub fn new(
        plan: &'p TierPlan<'p>,
        store: TableStore<'p>,
        of: usize,
        memory: u64,
    ) -> StoredTables<'p> {
        let tiers = (0..plan.tiers()).map(|_| None).collect();
        let (held, next) = (Cell::new(0), Cell::new(0));
        StoredTables {
            plan,
            store,
            of,
            memory,
            held,
            tiers: RefCell::new(tiers),
            next,
            fault: RefCell::new(None),
        }
    }

    /// Returns the decoded entry of a position; `None` if the table has no position with these
    /// slots.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the block of the entry cannot be read.
    pub fn lookup(&self, slots: &[Int]) -> Result<Option<DecodedEntry>, StoreError> {
        let Some((tier, place)) = self.plan.locate(slots) else {
            return Ok(None);
        };
        Ok(self.plan.decode(self.entry(tier, place)?))
    }

    /// Returns the code at an index of a tier.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the block of the entry cannot be read.
    ///
    /// # Panics
    /// Panics if there is no such index.
    pub fn entry(&self, tier: usize, place: u64) -> Result<u32, StoreError> {
        let size = self.plan.block();
        self.with_block(tier, place / size, |block| {
            block.get((place % size) as usize)
        })
    }

    /// Calls `ask` with a block, which remains in the cache.
    fn with_block<T>(
        &self,
        tier: usize,
        number: u64,
        ask: impl FnOnce(&PackedCodes) -> T,
    ) -> Result<T, StoreError> {
        if let Some(block) = self.tiers.borrow()[tier]
            .as_ref()
            .and_then(|tier| tier.blocks[number as usize].as_ref())
        {
            return Ok(ask(block));
        }
        let read = self.block(tier, number)?;
        let said = ask(&read);
        let bytes = read.bytes().len() as u64;
        self.make_room(bytes, tier);
        self.held.set(self.held.get() + bytes);
        if let Some(tier) = &mut self.tiers.borrow_mut()[tier] {
            tier.blocks[number as usize] = Some(read);
        }
        Ok(said)
    }

    /// Saves an error of the store, so that the caller can report this error instead of the
    /// [`TierError`].
    fn record_error<T>(&self, found: Result<T, StoreError>) -> Result<T, TierError> {
        found.map_err(|fault| {
            let text = fault.text();
            *self.fault.borrow_mut() = Some(fault);
            TierError::Damaged(text)
        })
    }

    /// Reads a block from the store, bypassing the cache.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the block cannot be read or does not match the plan.
    pub fn block(&self, tier: usize, block: u64) -> Result<PackedCodes, StoreError> {
        let (size, length) = (self.plan.tier(tier).index.size(), self.plan.block());
        let blocks = size.div_ceil(length);
        let begin = |share: usize| self.plan.bound(tier, share, self.of).div_ceil(length);
        let share = (0..self.of)
            .rev()
            .find(|&share| begin(share) <= block && begin(share + 1) > block)
            .unwrap_or(0);
        let name = table_name(tier, share);
        let mut tiers = self.tiers.borrow_mut();
        let known = tiers[tier].get_or_insert_with(|| CachedTier {
            tables: (0..self.of).map(|_| None).collect(),
            blocks: (0..blocks).map(|_| None).collect(),
        });
        let table = match &mut known.tables[share] {
            Some(table) => table,
            none => {
                let table = TableReader::open(&self.store, &name)?;
                if table.blocks() != begin(share + 1) - begin(share) {
                    return Err(StoreError::Damaged(
                        name,
                        base::text!(
                            "its number of blocks does not match its share",
                            "它的块数与该份不符"
                        ),
                    ));
                }
                none.insert(table)
            }
        };
        let bytes = table.block(&self.store, block - begin(share))?;
        let places = length.min(size - block * length) as usize;
        PackedCodes::read(bytes, places).ok_or_else(|| {
            StoreError::Damaged(
                name,
                base::text!(
                    "block {block} has the wrong length",
                    "第 {block} 块的长度不符"
                ),
            )
        })
    }

    /// Evicts blocks until `bytes` more bytes fit. Blocks of other tiers are evicted first.
    fn make_room(&self, bytes: u64, wanted: usize) {
        let mut tiers = self.tiers.borrow_mut();
        let count = tiers.len();
        for step in 0..=count {
            if self.held.get() + bytes <= self.memory {
                return;
            }
            let at = (self.next.get() + step) % count;
            if at == wanted && step < count {
                continue;
            }
            let at = if step == count { wanted } else { at };
            for block in tiers[at].iter_mut().flat_map(|tier| &mut tier.blocks) {
                if let Some(block) = block.take() {
                    self.held.set(self.held.get() - block.bytes().len() as u64);
                }
            }
            self.next.set((at + 1) % count);
        }
    }

    /// Removes and returns the error of the store that stopped a share, if there is one.
    pub(crate) fn fault(&self) -> Option<StoreError> {
        self.fault.borrow_mut().take()
    }
}

impl LowerEntries for StoredTables<'_> {
    fn code(&self, tier: usize, place: u64) -> Result<u32, TierError> {
        self.record_error(self.entry(tier, place))
    }

    fn codes(
        &self,
        tier: usize,
        places: Range<u64>,
        see: &mut dyn FnMut(u32),
    ) -> Result<(), TierError> {
        let (size, mut next) = (self.plan.block(), places.start);
        while next < places.end {
            let block = next / size;
            let end = places.end.min((block + 1) * size);
            let each = |codes: &PackedCodes| {
                (next % size..next % size + (end - next)).for_each(|at| see(codes.get(at as usize)))
            };
            self.record_error(self.with_block(tier, block, each))?;
            next = end;
        }
        Ok(())
    }
}

/// Returns the shares of a tier whose entries are not in the store yet.
///
/// # Errors
/// Returns a [`StoreError`] if the store cannot be listed.
pub fn missing_shares(
    place: &dyn StorageBackend,
    tier: usize,
    of: usize,
) -> Result<Vec<usize>, StoreError> {
    Ok(absent_shares(
        &place.list(&format!("tier/{tier}/share"))?,
        tier,
        of,
    ))
}

/// Returns the shares of a tier whose entries are not among the objects in `there`.
pub(crate) fn absent_shares(there: &[String], tier: usize, of: usize) -> Vec<usize> {
    let there: HashSet<&str> = there.iter().map(String::as_str).collect();
    (0..of)
        .filter(|&share| !there.contains(&table_name(tier, share)[..]))
        .collect()
}
