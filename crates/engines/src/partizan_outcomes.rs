//! Outcomes of sums in which the players have different moves, by memoised search of complete sums
//! from the queried position, without values. A search stops at the first winning move. The options
//! after which the other player has the fewest replies are tried first, because they are decided
//! early. The search has its own stack, so that a long play does not overflow the stack of the
//! thread.

use base::budget::{Budget, StopReason};
use indexmap::IndexSet;
use partizan::OutcomeClass;
use rules::ast::Player;
use rules::game::{OptionArena, RulesError};
use rules::play::{Component, SumPosition};
use rules::world::World;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::error::EngineError;
use crate::partizan_search::player_of;
use crate::stats::EngineStats;

/// Approximate number of bytes of an entry of a hash table in addition to its key and value.
const ENTRY: u64 = 16;

/// The components of a sum by their numbers, in ascending order. Components without moves are
/// omitted.
type SumKey = Box<[u32]>;

/// The moves of each player in a component: the components that each move leaves.
type ComponentMoves = [Vec<SumKey>; 2];

/// Outcomes of sums by search.
#[derive(Default)]
pub struct PartizanOutcomes {
    components: IndexSet<Component, FxBuildHasher>,
    /// The moves in each component; `None` if they were not listed.
    moves: Vec<Option<ComponentMoves>>,
    /// Whether a player who begins wins a sum; `None` while the sum is being searched.
    known: [FxHashMap<SumKey, Option<bool>>; 2],
    /// The bytes of the slots of components, of their moves, and of the keys of sums.
    held: u64,
    finished: u64,
    listed: u64,
    arena: OptionArena,
}

/// A sum whose options are being tried.
struct OutcomeFrame {
    key: SumKey,
    /// The index of the player to move in [`Player::ALL`].
    player: usize,
    /// The options that are still to be tried, the best last.
    options: Vec<SumKey>,
}

impl PartizanOutcomes {
    /// Creates a search with an empty cache.
    pub fn new() -> PartizanOutcomes {
        PartizanOutcomes::default()
    }

    /// Returns the number of decided sums, and of listed options.
    pub fn stats(&self) -> EngineStats {
        EngineStats {
            positions: self.finished,
            options: self.listed,
        }
    }

    /// Returns the approximate number of bytes of the cache.
    pub fn bytes(&self) -> u64 {
        let component = size_of::<Component>() + size_of::<Option<ComponentMoves>>();
        let sum = size_of::<(SumKey, Option<bool>)>() as u64 + ENTRY;
        let sums = self
            .known
            .iter()
            .map(|known| known.len() as u64)
            .sum::<u64>();
        self.held + self.components.len() as u64 * (component as u64 + ENTRY) + sums * sum
    }

    /// Returns the outcome of a sum.
    ///
    /// # Errors
    /// Returns the errors of [`PartizanOutcomes::wins`].
    pub fn outcome(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<OutcomeClass, EngineError> {
        let left = self.wins(world, sum, Player::Left, budget)?;
        let right = self.wins(world, sum, Player::Right, budget)?;
        Ok(match (left, right) {
            (true, true) => OutcomeClass::Next,
            (true, false) => OutcomeClass::Left,
            (false, true) => OutcomeClass::Right,
            (false, false) => OutcomeClass::Previous,
        })
    }

    /// Returns whether a player who begins wins a sum. Results remain cached, even if the budget
    /// runs out.
    ///
    /// # Errors
    /// Returns [`EngineError`] if play can cycle, the rules cannot be evaluated or the budget runs
    /// out.
    pub fn wins(
        &mut self,
        world: &World,
        sum: &SumPosition,
        player: Player,
        budget: &Budget<'_>,
    ) -> Result<bool, EngineError> {
        let mut parts = Vec::with_capacity(sum.0.len());
        for component in &sum.0 {
            parts.push(self.intern(component.clone(), budget)?);
        }
        let key = self.key(world, parts, budget)?;
        let player = usize::from(player == Player::Right);
        if let Some(Some(known)) = self.known[player].get(&key) {
            return Ok(*known);
        }
        let mut frames = Vec::new();
        let found = self.run(world, key, player, &mut frames, budget);
        for frame in frames {
            self.known[frame.player].remove(&frame.key);
        }
        found
    }

    fn run(
        &mut self,
        world: &World,
        root: SumKey,
        player: usize,
        frames: &mut Vec<OutcomeFrame>,
        budget: &Budget<'_>,
    ) -> Result<bool, EngineError> {
        frames.push(self.enter(world, root, player, budget)?);
        // The result of the last option that was searched.
        let mut last = None;
        loop {
            let frame = frames.last_mut().expect("the root is not decided yet");
            let other = 1 - frame.player;
            let mut wins = last.take() == Some(false);
            let mut next = None;
            while !wins && let Some(option) = frame.options.pop() {
                match self.known[other].get(&option) {
                    Some(Some(other_wins)) => wins = !other_wins,
                    Some(None) => {
                        return Err(EngineError::Endless(self.cycle(frames, &option, other)));
                    }
                    None => {
                        next = Some(option);
                        break;
                    }
                }
            }
            if let Some(option) = next {
                let entered = self.enter(world, option, other, budget)?;
                budget.make_room(frames, 1, self.bytes())?;
                frames.push(entered);
                continue;
            }
            let frame = frames.pop().expect("the frame is there");
            self.known[frame.player].insert(frame.key, Some(wins));
            self.finished += 1;
            if self.finished.is_multiple_of(1 << 12) {
                budget.report(self.finished, None);
            }
            if frames.is_empty() {
                return Ok(wins);
            }
            last = Some(wins);
        }
    }

    /// Marks a sum as being searched, and lists its options, the best last.
    fn enter(
        &mut self,
        world: &World,
        key: SumKey,
        player: usize,
        budget: &Budget<'_>,
    ) -> Result<OutcomeFrame, EngineError> {
        let mut options: Vec<(u64, SumKey)> = Vec::new();
        let other = 1 - player;
        let mut decides = false;
        for at in 0..key.len() {
            // Equal components have the same moves.
            if decides || at > 0 && key[at - 1] == key[at] {
                continue;
            }
            let count = self.moves_of(world, key[at], budget)?[player].len();
            for index in 0..count {
                budget.tick()?;
                let moves = self.moves_of(world, key[at], budget)?;
                let mut parts = key.to_vec();
                parts.remove(at);
                parts.extend(moves[player][index].iter());
                let option = self.key(world, parts, budget)?;
                self.listed += 1;
                if self.known[other].get(&option) == Some(&Some(false)) {
                    // The other player loses, so no other option is needed.
                    options.clear();
                    decides = true;
                }
                let mut replies = 0;
                for &part in &option {
                    replies += self.moves_of(world, part, budget)?[other].len() as u64;
                }
                budget.make_room(&mut options, 1, self.bytes())?;
                options.push((replies, option));
                if decides {
                    break;
                }
            }
        }
        options.sort_by_key(|(replies, _)| std::cmp::Reverse(*replies));
        let own = self.bytes();
        budget.allow_memory(own)?;
        let known = &mut self.known[player];
        if known.len() == known.capacity() {
            let entry = size_of::<(SumKey, Option<bool>)>() as u64 + ENTRY;
            budget.allow_growth(own, known.len() as u64 * entry)?;
        }
        self.held += size_of_val(&*key) as u64;
        known.insert(key.clone(), None);
        Ok(OutcomeFrame {
            key,
            player,
            options: options.into_iter().map(|(_, option)| option).collect(),
        })
    }

    fn intern(&mut self, component: Component, budget: &Budget<'_>) -> Result<u32, EngineError> {
        if let Some(known) = self.components.get_index_of(&component) {
            return Ok(known as u32);
        }
        let number = u32::try_from(self.components.len())
            .map_err(|_| RulesError::Stopped(StopReason::Positions(1 << 32)))?;
        let own = self.bytes();
        if self.components.len() == self.components.capacity() {
            let entry = size_of::<Component>() as u64 + ENTRY;
            budget.allow_growth(own, self.components.len() as u64 * entry)?;
        }
        budget.make_room(&mut self.moves, 1, own)?;
        self.moves.push(None);
        self.held += size_of_val(&*component.slots) as u64;
        self.components.insert(component);
        Ok(number)
    }

    /// Returns the key of the sum of some components.
    fn key(
        &mut self,
        world: &World,
        mut parts: Vec<u32>,
        budget: &Budget<'_>,
    ) -> Result<SumKey, EngineError> {
        let mut kept = 0;
        for at in 0..parts.len() {
            let [left, right] = self.moves_of(world, parts[at], budget)?;
            if !left.is_empty() || !right.is_empty() {
                parts[kept] = parts[at];
                kept += 1;
            }
        }
        parts.truncate(kept);
        parts.sort_unstable();
        Ok(parts.into())
    }

    /// Returns the moves of both players in a component, and lists them if necessary.
    fn moves_of(
        &mut self,
        world: &World,
        number: u32,
        budget: &Budget<'_>,
    ) -> Result<&ComponentMoves, EngineError> {
        let at = number as usize;
        if self.moves[at].is_none() {
            let Component { game, slots } = self.components[at].clone();
            let mut arena = std::mem::take(&mut self.arena);
            let listed = world.options(game, &slots, &mut arena, budget);
            let mut moves = ComponentMoves::default();
            if listed.is_ok() {
                for option in arena.iter() {
                    budget.tick()?;
                    let mut parts = Vec::new();
                    for part in option.to_components() {
                        parts.push(self.intern(part, budget)?);
                    }
                    let row: SumKey = parts.into();
                    self.held += (size_of_val(&*row) + size_of::<SumKey>()) as u64;
                    let owner = player_of(world, game, option.rule);
                    for (player, list) in Player::ALL.into_iter().zip(&mut moves) {
                        if owner.is_none_or(|owner| owner == player) && !list.contains(&row) {
                            list.push(row.clone());
                        }
                    }
                }
            }
            self.arena = arena;
            listed?;
            self.moves[at] = Some(moves);
        }
        Ok(self.moves[at].as_ref().expect("listed just now"))
    }

    /// Returns the sums from an open sum back to itself.
    fn cycle(&self, frames: &[OutcomeFrame], key: &SumKey, player: usize) -> Vec<SumPosition> {
        let on_stack = frames
            .iter()
            .skip_while(|frame| frame.player != player || frame.key != *key)
            .map(|frame| &frame.key);
        let position = |key: &SumKey| {
            let parts = key.iter();
            SumPosition(
                parts
                    .map(|&part| self.components[part as usize].clone())
                    .collect(),
            )
        };
        on_stack.chain([key]).map(position).collect()
    }
}
