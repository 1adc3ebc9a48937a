//! The store of canonical forms.

use std::cmp::Ordering;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use base::budget::Budget;
use rustc_hash::FxHashMap;

use crate::comparison::OpenComparison;
use crate::dyadic::Dyadic;
use crate::error::ValueError;
use crate::pair_table::{ComparisonEntry, PairMemo, SumEntry};
use crate::simple::SimpleValue;
use crate::sum::OpenSum;
use crate::thermograph::Thermograph;

/// A value in a [`Store`]. Two ids of one store are equal if and only if the values are equal. Ids
/// of different stores are unrelated. An id is valid as long as its store exists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Id(pub(crate) u32);

/// The form that is being brought to canonical form, which is not a value.
pub(crate) const DRAFT: Id = Id(0);
/// Marks an index that is not set.
const NONE: u32 = u32::MAX;
/// Number of entries of the index of forms at first.
const MIN_INDEX: usize = 1 << 8;

/// A canonical form. It fits in one cache line, because comparisons load forms in random order.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Node {
    pub(crate) left_stop: Dyadic,
    pub(crate) right_stop: Dyadic,
    pub(crate) birthday: u64,
    /// Index of the first option in `options`, or [`NONE`] if the options have not been listed.
    start: u32,
    lefts: u32,
    rights: u32,
    negative: u32,
    /// Index in `simples`, or [`NONE`].
    simple: u32,
    all_small: bool,
}

const _: () = assert!(size_of::<Node>() == 64);

/// The location of the options of a form in the list of all options: the left options, then the
/// right options.
#[derive(Clone, Copy)]
pub(crate) struct OptionRange {
    pub(crate) start: usize,
    pub(crate) lefts: usize,
    pub(crate) rights: usize,
}

/// Statistics of a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreStatistics {
    /// Number of canonical forms.
    pub forms: u64,
    /// Number of comparisons that were decided with the options.
    pub comparisons: u64,
    /// Number of sums that were computed with the options.
    pub sums: u64,
    /// Memory in use in bytes.
    pub bytes: u64,
}

/// A store of short games in canonical form. Each form is stored once, so equal values have equal
/// [`Id`]s.
///
/// Sums of a number, a multiple of up and a nimber ([`SimpleValue`]) are stored as three numbers;
/// their options are listed when they are requested. All other forms are two lists of options,
/// sorted in an order that does not depend on the ids.
///
/// All operations that can take long poll a [`Budget`]. Before the store grows, it requests the
/// memory from the budget. After an error the store contains additional forms, but all its values
/// are correct. No operation recurses on the machine stack.
///
/// A method panics or returns an arbitrary value if it is given an id of another store.
pub struct Store {
    pub(crate) nodes: Vec<Node>,
    pub(crate) options: Vec<Id>,
    simples: Vec<SimpleValue>,
    ids_of_simples: FxHashMap<SimpleValue, Id>,
    /// Hash table of the forms that are not simple: ids, or zero for a free entry.
    index: Vec<u32>,
    indexed: usize,
    max_forms: u32,
    pub(crate) comparison_memo: PairMemo<ComparisonEntry>,
    pub(crate) sum_memo: PairMemo<SumEntry>,
    pub(crate) thermographs: FxHashMap<Id, Arc<Thermograph>>,
    pub(crate) thermograph_bytes: u64,
    pub(crate) atomic_weights: FxHashMap<Id, Id>,
    pub(crate) comparisons: u64,
    pub(crate) sums: u64,
    pub(crate) comparison_stack: Vec<OpenComparison>,
    pub(crate) sum_stack: Vec<OpenSum>,
    pub(crate) sum_results: Vec<Id>,
    pub(crate) draft_left: Vec<Id>,
    pub(crate) draft_right: Vec<Id>,
    /// Comparisons of forms with the draft.
    pub(crate) draft_memo: FxHashMap<(Id, Id), bool>,
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl Store {
    /// The value 0 in every store.
    pub const ZERO: Id = Id(1);
    /// The value * = {0|0} in every store.
    pub const STAR: Id = Id(2);
    /// Maximum number of forms of any store.
    pub const MAX_FORMS: u32 = (1 << 31) - 2;

    /// Creates a store that contains only 0 and *.
    pub fn new() -> Store {
        Store::with_max_forms(Store::MAX_FORMS)
    }

    /// Creates a store that contains at most `max_forms` canonical forms. Values that would need
    /// more forms are errors ([`ValueError::Forms`]).
    pub fn with_max_forms(max_forms: u32) -> Store {
        let draft = Node {
            left_stop: Dyadic::ZERO,
            right_stop: Dyadic::ZERO,
            birthday: 0,
            start: NONE,
            lefts: 0,
            rights: 0,
            negative: NONE,
            simple: NONE,
            all_small: false,
        };
        let mut store = Store {
            nodes: vec![draft],
            options: Vec::new(),
            simples: Vec::new(),
            ids_of_simples: FxHashMap::default(),
            index: vec![0; MIN_INDEX],
            indexed: 0,
            max_forms: max_forms.min(Store::MAX_FORMS),
            comparison_memo: PairMemo::new(),
            sum_memo: PairMemo::new(),
            thermographs: FxHashMap::default(),
            thermograph_bytes: 0,
            atomic_weights: FxHashMap::default(),
            comparisons: 0,
            sums: 0,
            comparison_stack: Vec::new(),
            sum_stack: Vec::new(),
            sum_results: Vec::new(),
            draft_left: Vec::new(),
            draft_right: Vec::new(),
            draft_memo: FxHashMap::default(),
        };
        let zero = store.push_simple(SimpleValue::from(Dyadic::ZERO));
        debug_assert_eq!(zero, Store::ZERO);
        let star = store.push_simple(SimpleValue {
            nimber: 1,
            ..SimpleValue::from(Dyadic::ZERO)
        });
        debug_assert_eq!(star, Store::STAR);
        store
    }

    /// Returns the number of canonical forms in the store.
    pub fn forms(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    /// Returns the memory that the store uses in bytes.
    pub fn bytes(&self) -> u64 {
        fn list<T>(list: &Vec<T>) -> u64 {
            (list.capacity() * size_of::<T>()) as u64
        }
        // One byte of control data per entry, and at most seven of eight entries used.
        fn map<K, V>(map: &FxHashMap<K, V>) -> u64 {
            (map.capacity() * 8 / 7 * (size_of::<(K, V)>() + 1)) as u64
        }
        list(&self.nodes)
            + list(&self.options)
            + list(&self.simples)
            + map(&self.ids_of_simples)
            + list(&self.index)
            + self.comparison_memo.bytes()
            + self.sum_memo.bytes()
            + map(&self.thermographs)
            + self.thermograph_bytes
            + map(&self.atomic_weights)
            + list(&self.comparison_stack)
            + list(&self.sum_stack)
            + list(&self.sum_results)
            + map(&self.draft_memo)
    }

    /// Returns statistics of the store.
    pub fn statistics(&self) -> StoreStatistics {
        StoreStatistics {
            forms: u64::from(self.forms()),
            comparisons: self.comparisons,
            sums: self.sums,
            bytes: self.bytes(),
        }
    }

    /// Removes the cached results of comparisons, sums, thermographs and atomic weights, and
    /// releases their memory. The values stay valid.
    pub fn clear_caches(&mut self) {
        self.comparison_memo = PairMemo::new();
        self.sum_memo = PairMemo::new();
        self.thermographs = FxHashMap::default();
        self.thermograph_bytes = 0;
        self.atomic_weights = FxHashMap::default();
        self.draft_memo = FxHashMap::default();
    }

    #[inline]
    pub(crate) fn node(&self, g: Id) -> &Node {
        &self.nodes[g.0 as usize]
    }

    /// Returns the number, the multiple of up and the nimber of which the value is the sum, or
    /// `None` if the value is not such a sum.
    #[inline]
    pub fn simple_value(&self, g: Id) -> Option<SimpleValue> {
        match self.node(g).simple {
            NONE => None,
            index => Some(self.simples[index as usize]),
        }
    }

    #[inline]
    pub(crate) fn is_simple(&self, g: Id) -> bool {
        self.node(g).simple != NONE
    }

    /// Returns whether every position in the canonical form has options of both players or of
    /// neither. Such a value is an infinitesimal.
    pub fn is_all_small(&self, g: Id) -> bool {
        self.node(g).all_small
    }

    pub(crate) fn cached_negative(&self, g: Id) -> Option<Id> {
        match self.node(g).negative {
            NONE => None,
            id => Some(Id(id)),
        }
    }

    pub(crate) fn set_negatives(&mut self, g: Id, h: Id) {
        self.nodes[g.0 as usize].negative = h.0;
        self.nodes[h.0 as usize].negative = g.0;
    }

    pub(crate) fn set_draft_stops(&mut self, left_stop: Dyadic, right_stop: Dyadic) {
        let draft = &mut self.nodes[DRAFT.0 as usize];
        (draft.left_stop, draft.right_stop) = (left_stop, right_stop);
    }

    /// Reserves space for one more form.
    fn reserve_node(&mut self, budget: &Budget<'_>) -> Result<(), ValueError> {
        if self.forms() >= self.max_forms {
            return Err(ValueError::Forms(self.max_forms));
        }
        if self.nodes.len() == self.nodes.capacity() {
            let own = self.bytes();
            budget.make_room(&mut self.nodes, 1, own)?;
        }
        Ok(())
    }

    /// Reserves space for more options.
    pub(crate) fn reserve_options(
        &mut self,
        more: usize,
        budget: &Budget<'_>,
    ) -> Result<(), ValueError> {
        if self.options.len() + more >= NONE as usize {
            return Err(ValueError::Forms(self.max_forms));
        }
        if self.options.capacity() - self.options.len() < more {
            let own = self.bytes();
            budget.make_room(&mut self.options, more, own)?;
        }
        Ok(())
    }

    /// Returns the id of a sum of a number, a multiple of up and a nimber.
    ///
    /// # Errors
    /// Returns [`ValueError::Stopped`] if the budget does not allow more memory, and
    /// [`ValueError::Forms`] if the store is full.
    pub fn simple(&mut self, value: SimpleValue, budget: &Budget<'_>) -> Result<Id, ValueError> {
        if let Some(&id) = self.ids_of_simples.get(&value) {
            return Ok(id);
        }
        budget.tick()?;
        self.reserve_node(budget)?;
        if self.ids_of_simples.len() == self.ids_of_simples.capacity() {
            let entries = self.ids_of_simples.len() as u64 * 2;
            let more = entries * (size_of::<(SimpleValue, Id)>() as u64 + 1);
            budget.allow_growth(self.bytes(), more)?;
        }
        if self.simples.len() == self.simples.capacity() {
            let own = self.bytes();
            budget.make_room(&mut self.simples, 1, own)?;
        }
        Ok(self.push_simple(value))
    }

    fn push_simple(&mut self, value: SimpleValue) -> Id {
        let id = Id(self.nodes.len() as u32);
        self.nodes.push(Node {
            left_stop: value.number,
            right_stop: value.number,
            birthday: value.birthday(),
            start: NONE,
            lefts: 0,
            rights: 0,
            negative: NONE,
            simple: self.simples.len() as u32,
            all_small: value.number == Dyadic::ZERO,
        });
        self.simples.push(value);
        if let Entry::Vacant(entry) = self.ids_of_simples.entry(value) {
            entry.insert(id);
        }
        id
    }

    /// Returns the location of the options of a value, which are listed first if necessary.
    pub(crate) fn option_range(
        &mut self,
        g: Id,
        budget: &Budget<'_>,
    ) -> Result<OptionRange, ValueError> {
        let node = self.node(g);
        if node.start != NONE {
            return Ok(OptionRange {
                start: node.start as usize,
                lefts: node.lefts as usize,
                rights: node.rights as usize,
            });
        }
        self.list_options(g, budget)
    }

    #[cold]
    fn list_options(&mut self, g: Id, budget: &Budget<'_>) -> Result<OptionRange, ValueError> {
        let value = self
            .simple_value(g)
            .expect("options of other forms are listed");
        let (lefts, rights) = (value.left_count(), value.right_count());
        // Adding the options as forms does not add any options to the list of options, so their
        // space stays reserved.
        self.reserve_options(lefts + rights, budget)?;
        let start = self.options.len();
        for option in value.left_options().chain(value.right_options()) {
            let added = option.and_then(|option| self.simple(option, budget));
            match added {
                Ok(id) => self.options.push(id),
                Err(error) => {
                    self.options.truncate(start);
                    return Err(error);
                }
            }
        }
        let node = &mut self.nodes[g.0 as usize];
        (node.start, node.lefts, node.rights) = (start as u32, lefts as u32, rights as u32);
        Ok(OptionRange {
            start,
            lefts,
            rights,
        })
    }

    /// Returns the left options of the canonical form, in an order that does not depend on the
    /// ids. The nimber *n has n options, so its list can be long.
    ///
    /// # Errors
    /// Returns [`ValueError`] if the options are listed for the first time and the budget or the
    /// store does not allow them.
    pub fn left_options(&mut self, g: Id, budget: &Budget<'_>) -> Result<&[Id], ValueError> {
        let range = self.option_range(g, budget)?;
        Ok(&self.options[range.start..range.start + range.lefts])
    }

    /// Returns the right options of the canonical form, in an order that does not depend on the
    /// ids.
    ///
    /// # Errors
    /// As [`Store::left_options`].
    pub fn right_options(&mut self, g: Id, budget: &Budget<'_>) -> Result<&[Id], ValueError> {
        let range = self.option_range(g, budget)?;
        let start = range.start + range.lefts;
        Ok(&self.options[start..start + range.rights])
    }

    /// Returns the lists of options of a form that is not simple.
    fn lists(&self, id: u32) -> (&[Id], &[Id]) {
        let node = &self.nodes[id as usize];
        let (start, lefts) = (node.start as usize, node.lefts as usize);
        self.options[start..start + lefts + node.rights as usize].split_at(lefts)
    }

    fn hash_of(left: &[Id], right: &[Id]) -> usize {
        let mix = |hash: u64, word: u32| {
            let product = (hash ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            product ^ (product >> 29)
        };
        let hash = left.iter().fold(0x1234_5678, |hash, id| mix(hash, id.0));
        let hash = right
            .iter()
            .fold(mix(hash, NONE), |hash, id| mix(hash, id.0));
        (hash ^ (hash >> 32)) as usize
    }

    /// Returns the id of a canonical form that is not simple. Both lists are sorted
    /// ([`Store::sort_forms`]) and not empty.
    pub(crate) fn intern(
        &mut self,
        left: &[Id],
        right: &[Id],
        budget: &Budget<'_>,
    ) -> Result<Id, ValueError> {
        debug_assert!(self.are_sorted(left) && self.are_sorted(right));
        if (self.indexed + 1) * 2 > self.index.len() {
            self.grow_index(budget)?;
        }
        let mask = self.index.len() - 1;
        let mut entry = Store::hash_of(left, right) & mask;
        while self.index[entry] != 0 {
            let id = self.index[entry];
            if self.lists(id) == (left, right) {
                return Ok(Id(id));
            }
            entry = (entry + 1) & mask;
        }
        budget.tick()?;
        self.reserve_node(budget)?;
        self.reserve_options(left.len() + right.len(), budget)?;
        let id = self.nodes.len() as u32;
        let start = self.options.len() as u32;
        let (left_stop, right_stop) = self.stops_of_lists(left, right);
        let all = || left.iter().chain(right).map(|&option| self.node(option));
        let node = Node {
            left_stop,
            right_stop,
            birthday: 1 + all().map(|node| node.birthday).max().unwrap_or(0),
            start,
            lefts: left.len() as u32,
            rights: right.len() as u32,
            negative: NONE,
            simple: NONE,
            all_small: all().all(|node| node.all_small),
        };
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        self.nodes.push(node);
        self.index[entry] = id;
        self.indexed += 1;
        Ok(Id(id))
    }

    #[cold]
    fn grow_index(&mut self, budget: &Budget<'_>) -> Result<(), ValueError> {
        let entries = self.index.len() * 4;
        budget.allow_growth(self.bytes(), entries as u64 * size_of::<u32>() as u64)?;
        let old = std::mem::replace(&mut self.index, vec![0; entries]);
        for id in old.into_iter().filter(|&id| id != 0) {
            let (left, right) = self.lists(id);
            let mut entry = Store::hash_of(left, right) & (entries - 1);
            while self.index[entry] != 0 {
                entry = (entry + 1) & (entries - 1);
            }
            self.index[entry] = id;
        }
        Ok(())
    }

    /// Returns the left and the right stop of {left | right}, which is not a number. Both lists
    /// are not empty.
    pub(crate) fn stops_of_lists(&self, left: &[Id], right: &[Id]) -> (Dyadic, Dyadic) {
        let left_stop = left.iter().map(|&g| self.node(g).right_stop).max();
        let right_stop = right.iter().map(|&g| self.node(g).left_stop).min();
        (
            left_stop.expect("a game that is not a number has left options"),
            right_stop.expect("a game that is not a number has right options"),
        )
    }

    /// Compares two forms in a total order that depends only on the forms and not on their ids.
    /// It is not the order of the values.
    ///
    /// Simple values are first. Other forms are ordered by their stops, birthdays and numbers of
    /// options, and then by the first options that differ. Because the options of each form are
    /// sorted in this order, a comparison follows a single path.
    pub(crate) fn form_order(&self, mut a: Id, mut b: Id) -> Ordering {
        loop {
            if a == b {
                return Ordering::Equal;
            }
            let order = match (self.simple_value(a), self.simple_value(b)) {
                (Some(a), Some(b)) => return a.cmp(&b),
                (Some(_), None) => return Ordering::Less,
                (None, Some(_)) => return Ordering::Greater,
                (None, None) => {
                    let key = |node: &Node| {
                        let Node {
                            left_stop,
                            right_stop,
                            birthday,
                            lefts,
                            rights,
                            ..
                        } = *node;
                        (left_stop, right_stop, birthday, lefts, rights)
                    };
                    key(self.node(a)).cmp(&key(self.node(b)))
                }
            };
            if order != Ordering::Equal {
                return order;
            }
            let ((a_left, a_right), (b_left, b_right)) = (self.lists(a.0), self.lists(b.0));
            let mut pairs = a_left
                .iter()
                .chain(a_right)
                .zip(b_left.iter().chain(b_right));
            match pairs.find(|(a, b)| a != b) {
                Some((&next_a, &next_b)) => (a, b) = (next_a, next_b),
                None => return Ordering::Equal,
            }
        }
    }

    fn are_sorted(&self, forms: &[Id]) -> bool {
        forms.is_sorted_by(|&a, &b| self.form_order(a, b) == Ordering::Less)
    }

    /// Sorts forms ([`Store::form_order`]) and removes duplicates.
    pub(crate) fn sort_forms(&self, forms: &mut Vec<Id>) {
        forms.sort_unstable_by(|&a, &b| self.form_order(a, b));
        forms.dedup();
    }
}
