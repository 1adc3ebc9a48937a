//! The two spaces of nodes that a search may explore: single components and complete sums. Nodes
//! are interned: each node has a small id, and options are rows of ids in one arena.

use std::hash::Hash;

use base::budget::{Budget, StopReason};
use indexmap::{Equivalent, IndexSet};
use rules::ast::EndCondition;
use rules::game::{Conventions, GameId, OptionArena, PlayEnding, RulesError};
use rules::ir::Int;
use rules::play::{Component, SumPosition, moves, stuck};
use rules::world::World;
use rustc_hash::FxBuildHasher;

/// The nodes that a search may explore, each identified by a small number.
pub(super) trait NodeSpace {
    /// Returns the number of interned nodes.
    fn len(&self) -> usize;

    /// Returns the approximate number of bytes in memory.
    fn bytes(&self) -> u64;

    /// Returns how a node ends play; `None` if play continues.
    fn ending(&self, node: u32) -> Option<PlayEnding>;

    /// Writes the options of a node, in the order of the rules.
    fn expand(
        &mut self,
        world: &World,
        node: u32,
        out: &mut NodeOptions,
        budget: &Budget<'_>,
    ) -> Result<(), RulesError>;

    /// Returns the number of options of a node in play, without interning them.
    fn count_options(
        &mut self,
        world: &World,
        node: u32,
        budget: &Budget<'_>,
    ) -> Result<u32, RulesError>;

    /// Returns the size of an option: the number of its components, and the sum of its numbers.
    fn size(&self, parts: &[u32]) -> (usize, u64);

    /// Returns the node as a position.
    fn position(&self, node: u32) -> SumPosition;
}

/// A list of options; each is a row of nodes.
#[derive(Default)]
pub(super) struct NodeOptions {
    pub parts: Vec<u32>,
    pub ends: Vec<usize>,
}

impl NodeOptions {
    /// Returns option number `i`.
    pub fn get(&self, i: usize) -> &[u32] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.parts[start..self.ends[i]]
    }

    /// Adds an option.
    pub fn push(&mut self, parts: &[u32]) {
        self.parts.extend_from_slice(parts);
        self.ends.push(self.parts.len());
    }

    /// Shortens the list to the first `options` options.
    pub fn truncate(&mut self, options: usize) {
        self.ends.truncate(options);
        self.parts.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Returns the number of bytes in memory.
    pub fn bytes(&self) -> usize {
        self.parts.capacity() * size_of::<u32>() + self.ends.capacity() * size_of::<usize>()
    }
}

/// Interned components.
#[derive(Default)]
struct ComponentSet {
    set: IndexSet<Component, FxBuildHasher>,
    endings: Vec<Option<PlayEnding>>,
    slot_bytes: u64,
    /// Whether some game in the set has equal components that cancel.
    coins: bool,
}

/// A borrowed component for lookups; hashed like [`Component`].
#[derive(Hash)]
struct ComponentKey<'a> {
    game: GameId,
    slots: &'a [Int],
}

impl Equivalent<Component> for ComponentKey<'_> {
    fn equivalent(&self, key: &Component) -> bool {
        self.game == key.game && self.slots == &*key.slots
    }
}

/// Approximate number of bytes of an entry of an index set in addition to its key: the hash, the
/// index in the table, and spare capacity.
const ENTRY: u64 = 32;

impl ComponentSet {
    fn get(&self, id: u32) -> &Component {
        &self.set[id as usize]
    }

    fn intern(
        &mut self,
        world: &World,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<u32, RulesError> {
        if let Some(id) = self.set.get_index_of(&ComponentKey { game, slots }) {
            return Ok(id as u32);
        }
        let id = next_id(self.set.len())?;
        let own = self.bytes();
        foresee(&self.set, own, budget)?;
        budget.make_room(&mut self.endings, 1, own)?;
        self.endings.push(world.ending(game, slots, budget)?);
        self.coins |= world.rules(game).coins();
        self.set.insert(Component {
            game,
            slots: slots.into(),
        });
        self.slot_bytes += size_of_val(slots) as u64;
        Ok(id)
    }

    /// Returns the component that ends play, by the precedence of [`PlayEnding::combine`].
    fn ending_component(&self, parts: &[u32]) -> Option<u32> {
        let ending = parts.iter().fold(None, |first, &part| {
            PlayEnding::combine(first, self.endings[part as usize])
        });
        parts
            .iter()
            .copied()
            .find(|&part| ending.is_some() && self.endings[part as usize] == ending)
    }

    /// Returns the sum of the absolute values of a component's numbers.
    fn total(&self, id: u32) -> u64 {
        self.get(id)
            .slots
            .iter()
            .fold(0, |total: u64, n| total.saturating_add(n.unsigned_abs()))
    }

    fn bytes(&self) -> u64 {
        self.set.len() as u64 * (size_of::<Component>() as u64 + ENTRY) + self.slot_bytes
    }
}

/// Requests the memory that an index set needs if it must grow for its next entry. The list and the
/// hash table of a growing index set double.
fn foresee<K>(
    set: &IndexSet<K, FxBuildHasher>,
    own: u64,
    budget: &Budget<'_>,
) -> Result<(), StopReason> {
    if set.len() < set.capacity() {
        return Ok(());
    }
    budget.allow_growth(own, set.len() as u64 * (size_of::<K>() as u64 + ENTRY))
}

/// Returns the id of the next node.
fn next_id(len: usize) -> Result<u32, StopReason> {
    u32::try_from(len).map_err(|_| StopReason::Positions(1 << 32))
}

/// The space of single components. An option is a sum of components.
#[derive(Default)]
pub(super) struct ComponentSpace {
    components: ComponentSet,
    options: OptionArena,
}

impl ComponentSpace {
    /// Returns the node of a component in canonical form, interning it if necessary.
    pub fn intern(
        &mut self,
        world: &World,
        game: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<u32, RulesError> {
        self.components.intern(world, game, slots, budget)
    }

    /// Returns the node of a component; `None` if the component is not interned.
    pub fn find(&self, game: GameId, slots: &[Int]) -> Option<u32> {
        self.components
            .set
            .get_index_of(&ComponentKey { game, slots })
            .map(|id| id as u32)
    }

    /// Returns whether the search reached a game whose equal components cancel in pairs.
    pub fn met_coins(&self) -> bool {
        self.components.coins
    }

    /// Returns the component of a node.
    pub fn component(&self, node: u32) -> Component {
        self.components.get(node).clone()
    }
}

impl NodeSpace for ComponentSpace {
    fn len(&self) -> usize {
        self.components.set.len()
    }

    fn bytes(&self) -> u64 {
        self.components.bytes()
    }

    fn ending(&self, node: u32) -> Option<PlayEnding> {
        self.components.endings[node as usize]
    }

    fn expand(
        &mut self,
        world: &World,
        node: u32,
        out: &mut NodeOptions,
        budget: &Budget<'_>,
    ) -> Result<(), RulesError> {
        let Component { game, slots } = self.components.get(node);
        world.options(*game, slots, &mut self.options, budget)?;
        for option in self.options.iter() {
            let start = out.parts.len();
            budget.make_room(&mut out.ends, 1, 0)?;
            budget.make_room(&mut out.parts, option.components().len(), 0)?;
            for (game, slots) in option.components() {
                let part = self.components.intern(world, game, slots, budget)?;
                // Equal coins cancel first, so two equal goals do not end play.
                match out.parts[start..].iter().position(|&p| p == part) {
                    Some(place) if world.rules(game).coins() => {
                        out.parts.remove(start + place);
                    }
                    _ => out.parts.push(part),
                }
            }
            if let Some(ended) = self.components.ending_component(&out.parts[start..]) {
                out.parts.truncate(start);
                out.parts.push(ended);
            }
            out.ends.push(out.parts.len());
        }
        Ok(())
    }

    fn count_options(
        &mut self,
        world: &World,
        node: u32,
        budget: &Budget<'_>,
    ) -> Result<u32, RulesError> {
        let Component { game, slots } = self.components.get(node);
        world.options(*game, slots, &mut self.options, budget)?;
        Ok(u32::try_from(self.options.iter().count()).unwrap_or(u32::MAX))
    }

    fn size(&self, parts: &[u32]) -> (usize, u64) {
        let total = parts.iter().fold(0, |total: u64, &part| {
            total.saturating_add(self.components.total(part))
        });
        (parts.len(), total)
    }

    fn position(&self, node: u32) -> SumPosition {
        SumPosition(vec![self.component(node)])
    }
}

/// The space of complete sums. An option is one sum. A sum is stored as the row of its components'
/// ids, in canonical order.
pub(super) struct SumSpace {
    components: ComponentSet,
    /// Whether each component has a move; `None` if unknown.
    movable: Vec<Option<bool>>,
    sums: IndexSet<Box<[u32]>, FxBuildHasher>,
    key_bytes: u64,
    conventions: Conventions,
    options: OptionArena,
}

impl SumSpace {
    pub fn new(conventions: Conventions) -> SumSpace {
        SumSpace {
            components: ComponentSet::default(),
            movable: Vec::new(),
            sums: IndexSet::default(),
            key_bytes: 0,
            conventions,
            options: OptionArena::new(),
        }
    }

    /// Returns the node of a sum, in its short form.
    pub fn intern(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<u32, RulesError> {
        let mut key = Vec::with_capacity(sum.0.len());
        for component in &sum.0 {
            key.push(
                self.components
                    .intern(world, component.game, &component.slots, budget)?,
            );
        }
        self.movable.resize(self.components.set.len(), None);
        if let Some(ended) = self.components.ending_component(&key) {
            key = vec![ended];
        } else {
            let mut kept = 0;
            for i in 0..key.len() {
                if self.can_move(world, key[i], budget)? {
                    key[kept] = key[i];
                    kept += 1;
                } else if self.conventions.until == EndCondition::One {
                    kept = 0;
                    break;
                }
            }
            key.truncate(kept);
        }
        if let Some(node) = self.sums.get_index_of(&key[..]) {
            return Ok(node as u32);
        }
        let node = next_id(self.sums.len())?;
        foresee(&self.sums, self.bytes(), budget)?;
        self.key_bytes += size_of_val(&key[..]) as u64;
        self.sums.insert(key.into());
        Ok(node)
    }

    fn can_move(
        &mut self,
        world: &World,
        id: u32,
        budget: &Budget<'_>,
    ) -> Result<bool, RulesError> {
        if let Some(known) = self.movable[id as usize] {
            return Ok(known);
        }
        let component @ Component { game, slots } = self.components.get(id);
        world.options(*game, slots, &mut self.options, budget)?;
        let can_move = !self.options.is_empty();
        // Under `until one` a component without a move ends play, even if it is urgent.
        let must_move = self.conventions.entailing && self.conventions.until == EndCondition::All;
        if !can_move && must_move && world.urgent(*game, slots, budget)? {
            return Err(stuck(component));
        }
        self.movable[id as usize] = Some(can_move);
        Ok(can_move)
    }
}

impl NodeSpace for SumSpace {
    fn len(&self) -> usize {
        self.sums.len()
    }

    fn bytes(&self) -> u64 {
        let entry = size_of::<Box<[u32]>>() as u64 + ENTRY;
        self.components.bytes() + self.key_bytes + self.sums.len() as u64 * entry
    }

    fn ending(&self, node: u32) -> Option<PlayEnding> {
        // A sum in which play is over is stored as the single component that ended play.
        let first = *self.sums[node as usize].first()?;
        self.components.endings[first as usize]
    }

    fn expand(
        &mut self,
        world: &World,
        node: u32,
        out: &mut NodeOptions,
        budget: &Budget<'_>,
    ) -> Result<(), RulesError> {
        let sum = self.position(node);
        for step in moves(world, &sum, self.conventions, budget)? {
            let option = self.intern(world, &step.leaves, budget)?;
            out.push(&[option]);
        }
        Ok(())
    }

    fn count_options(
        &mut self,
        world: &World,
        node: u32,
        budget: &Budget<'_>,
    ) -> Result<u32, RulesError> {
        let sum = self.position(node);
        let moves = moves(world, &sum, self.conventions, budget)?;
        Ok(u32::try_from(moves.len()).unwrap_or(u32::MAX))
    }

    fn size(&self, parts: &[u32]) -> (usize, u64) {
        let components = || parts.iter().flat_map(|&sum| &self.sums[sum as usize]);
        let total = components().fold(0, |total: u64, &id| {
            total.saturating_add(self.components.total(id))
        });
        (components().count(), total)
    }

    fn position(&self, node: u32) -> SumPosition {
        SumPosition(
            self.sums[node as usize]
                .iter()
                .map(|&id| self.components.get(id).clone())
                .collect(),
        )
    }
}
