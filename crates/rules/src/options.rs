//! The options of a position: an arena that the caller owns and reuses, and a sink through which
//! rules write into it.

use crate::component::{Component, GameId};
use crate::error::{EvalError, RulesError};
use crate::ir::Int;
use crate::world::World;
use base::budget::{Budget, StopReason};
use base::diagnostic::Span;

/// A move in an [`OptionArena`].
#[derive(Clone, Copy, Debug)]
struct OptionEntry {
    rule: u32,
    choices_end: u32,
    parts_end: u32,
    gain: Int,
}

/// The options of a position, in a reusable arena.
#[derive(Clone, Debug, Default)]
pub struct OptionArena {
    entries: Vec<OptionEntry>,
    parts: Vec<(GameId, u32)>,
    slots: Vec<Int>,
    choices: Vec<Int>,
    /// Number of candidates that left a state range and are therefore not moves.
    pub dropped: u64,
}

/// One option: the move and the components that it leaves.
#[derive(Clone, Copy, Debug)]
pub struct OptionRef<'a> {
    /// The index of the rule of the game.
    pub rule: usize,
    /// The choices.
    pub choices: &'a [Int],
    /// The points that the mover gets.
    pub gain: Int,
    parts: &'a [(GameId, u32)],
    first_slot: usize,
    slots: &'a [Int],
}

impl<'a> OptionRef<'a> {
    /// Iterates over the components that the move leaves.
    pub fn components(&self) -> impl ExactSizeIterator<Item = (GameId, &'a [Int])> + use<'a> {
        let (slots, parts, first) = (self.slots, self.parts, self.first_slot);
        (0..parts.len()).map(move |i| {
            let start = if i == 0 {
                first
            } else {
                parts[i - 1].1 as usize
            };
            (parts[i].0, &slots[start..parts[i].1 as usize])
        })
    }

    /// Returns copies of the components that the move leaves.
    pub fn to_components(&self) -> Vec<Component> {
        self.components()
            .map(|(game, slots)| Component::new(game, slots))
            .collect()
    }
}

impl OptionArena {
    /// Creates an empty arena.
    pub fn new() -> OptionArena {
        OptionArena::default()
    }

    /// Returns the number of options.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether the arena contains no option.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns option number `i`, in the order in which the rules write them.
    pub fn get(&self, i: usize) -> OptionRef<'_> {
        let entry = self.entries[i];
        let (choices_start, parts_start) = if i == 0 {
            (0, 0)
        } else {
            (
                self.entries[i - 1].choices_end as usize,
                self.entries[i - 1].parts_end as usize,
            )
        };
        OptionRef {
            rule: entry.rule as usize,
            choices: &self.choices[choices_start..entry.choices_end as usize],
            gain: entry.gain,
            parts: &self.parts[parts_start..entry.parts_end as usize],
            first_slot: if parts_start == 0 {
                0
            } else {
                self.parts[parts_start - 1].1 as usize
            },
            slots: &self.slots,
        }
    }

    /// Iterates over all options.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = OptionRef<'_>> {
        (0..self.entries.len()).map(|i| self.get(i))
    }

    fn clear(&mut self) {
        self.entries.clear();
        self.parts.clear();
        self.slots.clear();
        self.choices.clear();
        self.dropped = 0;
    }

    /// Reserves memory for one more component with this number of slots.
    #[inline]
    fn room_for_part(&mut self, numbers: usize, budget: &Budget<'_>) -> Result<(), StopReason> {
        let full = self.parts.len() == self.parts.capacity()
            || self.slots.capacity() - self.slots.len() < numbers;
        if full {
            self.grow(numbers, 0, budget)
        } else {
            Ok(())
        }
    }

    /// Reserves memory for one more entry.
    #[inline]
    fn room_for_entry(&mut self, numbers: usize, budget: &Budget<'_>) -> Result<(), StopReason> {
        let full = self.entries.len() == self.entries.capacity()
            || self.choices.capacity() - self.choices.len() < numbers;
        if full {
            self.grow(0, numbers, budget)
        } else {
            Ok(())
        }
    }

    #[cold]
    fn grow(
        &mut self,
        slots: usize,
        choices: usize,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        let own = self.bytes();
        // The ends are stored as `u32`, which limits the length of the lists.
        if own > 16 << 30 {
            return Err(StopReason::Memory(own, 16 << 30));
        }
        budget.make_room(&mut self.entries, 1, own)?;
        budget.make_room(&mut self.parts, 1, own)?;
        budget.make_room(&mut self.slots, slots, own)?;
        budget.make_room(&mut self.choices, choices, own)
    }

    /// Returns the size in bytes.
    fn bytes(&self) -> u64 {
        (self.entries.capacity() * size_of::<OptionEntry>()
            + self.parts.capacity() * 8
            + (self.slots.capacity() + self.choices.capacity()) * 8) as u64
    }
}

/// The sink into which rules write their moves: [`OptionSink::component`] for each component,
/// followed by [`OptionSink::commit`].
pub struct OptionSink<'a> {
    world: &'a World,
    game: GameId,
    budget: &'a Budget<'a>,
    options: &'a mut OptionArena,
    legal: bool,
    gain: Int,
}

impl<'a> OptionSink<'a> {
    /// Creates a sink for a cleared arena.
    pub(crate) fn new(
        world: &'a World,
        game: GameId,
        budget: &'a Budget<'a>,
        options: &'a mut OptionArena,
    ) -> OptionSink<'a> {
        options.clear();
        OptionSink {
            world,
            game,
            budget,
            options,
            legal: true,
            gain: 0,
        }
    }

    /// Returns the world of the game.
    pub fn world(&self) -> &'a World {
        self.world
    }

    /// Returns the game whose moves are written.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Removes all moves written so far except those of this rule with these choices.
    pub(crate) fn keep_only(&mut self, rule: usize, choices: &[Int]) {
        let mut kept = OptionArena {
            dropped: self.options.dropped,
            ..OptionArena::default()
        };
        for option in self
            .options
            .iter()
            .filter(|o| o.rule == rule && o.choices == choices)
        {
            kept.choices.extend_from_slice(option.choices);
            for (game, slots) in option.components() {
                kept.slots.extend_from_slice(slots);
                kept.parts.push((game, kept.slots.len() as u32));
            }
            kept.entries.push(OptionEntry {
                rule: option.rule as u32,
                choices_end: kept.choices.len() as u32,
                parts_end: kept.parts.len() as u32,
                gain: option.gain,
            });
        }
        *self.options = kept;
    }

    /// Returns the budget of the listing.
    pub fn budget(&self) -> &'a Budget<'a> {
        self.budget
    }

    /// Adds a component to the move being written.
    ///
    /// # Errors
    /// Returns an error if a requirement of its game cannot be evaluated, or the budget runs out.
    pub fn component(&mut self, game: GameId, slots: &[Int]) -> Result<(), RulesError> {
        if !self.legal {
            return Ok(());
        }
        self.options.room_for_part(slots.len(), self.budget)?;
        let start = self.options.slots.len();
        self.options.slots.extend_from_slice(slots);
        let canonical = &mut self.options.slots[start..];
        self.world.rules(game).canonicalise(canonical);
        // The requirements of the rules are checked for the canonical position.
        if !self.world.contains(game, canonical, self.budget)? {
            self.options.slots.truncate(start);
            self.legal = false;
            return Ok(());
        }
        self.options
            .parts
            .push((game, self.options.slots.len() as u32));
        Ok(())
    }

    /// Writes a move that leaves one component, of the same game.
    ///
    /// # Errors
    /// Returns the same errors as [`OptionSink::component`] and [`OptionSink::commit`].
    pub fn commit_single(
        &mut self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
    ) -> Result<(), RulesError> {
        self.component(self.game, slots)?;
        self.commit(rule, choices, Span::default())
    }

    /// Returns whether every component of the move being written is a position.
    pub fn is_legal(&self) -> bool {
        self.legal
    }

    /// Sets the points that the mover gets for the move being written; without a call, 0.
    pub fn gain(&mut self, points: Int) {
        self.gain = points;
    }

    /// Returns the number of components written so far, including those of the current move.
    pub(crate) fn component_count(&self) -> usize {
        self.options.parts.len()
    }

    /// Combines the components written since the first index in `starts` into one component: a
    /// compound whose groups begin at `starts`.
    ///
    /// # Errors
    /// Returns the same errors as [`OptionSink::component`].
    pub(crate) fn compound(&mut self, game: GameId, starts: &[usize]) -> Result<(), RulesError> {
        let (Some(compound), Some(&first), true) = (
            self.world.rules(game).compound(),
            starts.first(),
            self.legal,
        ) else {
            return Ok(());
        };
        let parts = &self.options.parts;
        let slot = |part: usize| {
            if part == 0 {
                0
            } else {
                parts[part - 1].1 as usize
            }
        };
        let component = |part: usize| Component {
            game: parts[part].0,
            slots: self.options.slots[slot(part)..slot(part + 1)].into(),
        };
        let ends = starts[1..].iter().copied().chain([parts.len()]);
        let groups: Vec<Vec<Component>> = starts
            .iter()
            .zip(ends)
            .map(|(&start, end)| (start..end).map(component).collect())
            .collect();
        let row = compound.position(groups, self.world);
        self.options.slots.truncate(slot(first));
        self.options.parts.truncate(first);
        self.component(game, &row)
    }

    /// Ends the move. The move is stored if every component is a position. A move to a component
    /// that is not a position is dropped, or is an error in a `strict` game. `span` is the location
    /// of the rule.
    ///
    /// # Errors
    /// Returns [`EvalError::LeavesRange`] if a move of a `strict` game leaves the state range, or
    /// [`RulesError::Stopped`] if the budget runs out.
    pub fn commit(&mut self, rule: usize, choices: &[Int], span: Span) -> Result<(), RulesError> {
        self.budget.tick()?;
        let options = &mut *self.options;
        if self.legal {
            options.room_for_entry(choices.len(), self.budget)?;
            options.choices.extend_from_slice(choices);
            options.entries.push(OptionEntry {
                rule: rule as u32,
                choices_end: options.choices.len() as u32,
                parts_end: options.parts.len() as u32,
                gain: std::mem::take(&mut self.gain),
            });
            return Ok(());
        }
        let parts = options.entries.last().map_or(0, |e| e.parts_end as usize);
        options.parts.truncate(parts);
        options.slots.truncate(if parts == 0 {
            0
        } else {
            options.parts[parts - 1].1 as usize
        });
        options.dropped += 1;
        self.legal = true;
        if self.world.rules(self.game).strict() {
            return Err(RulesError::Rule {
                cause: EvalError::LeavesRange,
                game: Some(self.game),
                span,
                at: Vec::new(),
            });
        }
        Ok(())
    }
}
