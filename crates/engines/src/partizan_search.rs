//! Values of games in which the players have different moves, by memoised search from the queried
//! position, component by component. Every reachable component is evaluated once: its value is the
//! canonical form of the game with the values of its left and right options. A move that
//! belongs to both players is a left and a right option. The search has its own stack, so that a
//! long play does not overflow the stack of the thread. If a component occurs again while it is on
//! this stack, play can cycle, and the value is not defined. If a theorem applies to a game, the
//! theorem gives the values of its components.
//!
//! ```
//! use base::budget::Budget;
//! use engines::partizan_search::PartizanSearch;
//! use rules::play::Component;
//! use rules::world::World;
//!
//! let mut world = World::empty();
//! let text = "game Strip { state n in 0.. move left : [n - 1] move right : [n - 2] }";
//! world.load("strip.game", text).unwrap();
//! let strip = world.instantiate("strip", vec![]).unwrap();
//! let (mut search, budget) = (PartizanSearch::new(), Budget::generous());
//! let value = search.value(&world, &Component::new(strip, [1]), &budget).unwrap();
//! assert_eq!(search.store.name(value, &budget).unwrap(), "1");
//! ```

use base::budget::{Budget, StopReason};
use facts::{ClauseError, MoveList};
use partizan::{Id, Store, ValueError};
use parts::{CellSet256, PartizanParts, PartizanPartsError, SignedPart};
use rules::ast::Player;
use rules::game::{GameId, OptionArena, RulesError};
use rules::play::{Component, SumPosition};
use rules::world::World;
use rustc_hash::FxHashMap;
use theory::partizan_theorem::{PartizanClosedForm, PartizanTheorems};

use crate::error::EngineError;
use crate::parts::static_game;
use crate::stats::EngineStats;

/// The name of the engine in answers.
pub const NAME: &str = "partizan";

/// Maximum number of canonical forms of a search.
const MAX_FORMS: u32 = 20_000_000;

/// Approximate number of bytes of an entry of a hash map in addition to its key and value.
const ENTRY: u64 = 16;

/// Values by search.
pub struct PartizanSearch {
    /// The canonical forms. The values of this search are ids of this store.
    pub store: Store,
    /// The components, with their values; `None` while a component is being evaluated.
    known: FxHashMap<Component, Option<Id>>,
    /// The parts of the games whose moves are a fixed list; `None` for other games.
    static_games: FxHashMap<GameId, Option<StaticParts>>,
    theorems: PartizanTheorems,
    /// The theorem that applies to each game; `None` if no theorem applies.
    forms: FxHashMap<GameId, Option<TheoremForm>>,
    divides: bool,
    slot_bytes: u64,
    finished: u64,
    listed: u64,
}

/// A theorem that applies to a game.
struct TheoremForm {
    name: &'static str,
    form: Box<dyn PartizanClosedForm>,
}

/// The parts of a game whose moves are a fixed list.
struct StaticParts {
    list: MoveList,
    parts: PartizanParts,
}

/// A component that is being evaluated.
struct ValueFrame {
    component: Component,
    options: Vec<PlayerOption>,
    /// The index of the option that is being evaluated.
    next: usize,
}

/// An option, and the player whose move leads to it; `None` if the move belongs to both players.
struct PlayerOption {
    player: Option<Player>,
    parts: Vec<Component>,
}

impl Default for PartizanSearch {
    fn default() -> PartizanSearch {
        PartizanSearch::new()
    }
}

impl PartizanSearch {
    /// Creates a search with an empty cache.
    pub fn new() -> PartizanSearch {
        PartizanSearch {
            store: Store::with_max_forms(MAX_FORMS),
            known: FxHashMap::default(),
            static_games: FxHashMap::default(),
            theorems: PartizanTheorems::new(),
            forms: FxHashMap::default(),
            divides: true,
            slot_bytes: 0,
            finished: 0,
            listed: 0,
        }
    }

    /// Creates a search with an empty cache that uses theorems.
    pub fn with_theorems(theorems: PartizanTheorems) -> PartizanSearch {
        PartizanSearch {
            theorems,
            ..PartizanSearch::new()
        }
    }

    /// Creates a search that divides no position into parts: the reference for tests.
    #[doc(hidden)]
    pub fn without_parts() -> PartizanSearch {
        PartizanSearch {
            divides: false,
            ..PartizanSearch::new()
        }
    }

    /// Returns whether the moves of a game are a fixed list, after a value of a position of the
    /// game was requested; for tests.
    #[doc(hidden)]
    pub fn has_parts(&self, game: GameId) -> bool {
        self.static_games.get(&game).is_some_and(Option::is_some)
    }

    /// Returns the number of evaluated components and of listed options.
    pub fn stats(&self) -> EngineStats {
        let own = EngineStats {
            positions: self.finished,
            options: self.listed,
        };
        self.static_games().fold(own, |sum, game| {
            let (positions, options) = game.parts.statistics();
            sum.plus(EngineStats { positions, options })
        })
    }

    /// Returns the approximate number of bytes of the cache.
    pub fn bytes(&self) -> u64 {
        let entry = size_of::<(Component, Option<Id>)>() as u64 + ENTRY;
        let parts: u64 = self.static_games().map(|game| game.parts.bytes()).sum();
        let forms: u64 = self
            .forms
            .values()
            .flatten()
            .map(|one| one.form.bytes())
            .sum();
        self.store.bytes() + self.slot_bytes + self.known.len() as u64 * entry + parts + forms
    }

    fn static_games(&self) -> impl Iterator<Item = &StaticParts> {
        self.static_games.values().flatten()
    }

    /// Returns the value of a sum in canonical form.
    ///
    /// # Errors
    /// Returns the errors of [`PartizanSearch::value`].
    pub fn sum(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Id, EngineError> {
        let mut total = Store::ZERO;
        for component in &sum.0 {
            let value = self.value(world, component, budget)?;
            total = self.store.sum(total, value, budget).map_err(refused)?;
        }
        Ok(total)
    }

    /// Returns the value of a component in canonical form. Computed values remain cached, even if
    /// the budget runs out.
    ///
    /// # Errors
    /// Returns [`EngineError`] if play can cycle, the rules cannot be evaluated, the value is too
    /// large, or the budget runs out.
    pub fn value(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Id, EngineError> {
        if let Some(Some(value)) = self.known.get(component) {
            return Ok(*value);
        }
        if let Some(value) = self.value_by_theorem(world, component, budget)? {
            return Ok(value);
        }
        if let Some(value) = self.value_by_parts(world, component, budget)? {
            return Ok(value);
        }
        let mut frames = Vec::new();
        let found = self.run(world, component, &mut frames, budget);
        for frame in frames {
            self.known.remove(&frame.component);
        }
        found
    }

    /// Returns the name of the theorem that applies to a game, if any.
    pub fn theorem(&mut self, world: &World, game: GameId) -> Option<&'static str> {
        self.form(world, game).map(|one| one.name)
    }

    fn form(&mut self, world: &World, game: GameId) -> Option<&mut TheoremForm> {
        let theorems = &self.theorems;
        let form = self.forms.entry(game).or_insert_with(|| {
            theorems.iter().find_map(|theorem| {
                let form = theorem.apply(world.rules(game)).ok()?;
                let name = theorem.name();
                Some(TheoremForm { name, form })
            })
        });
        form.as_mut()
    }

    /// Returns components whose sum is a component, if a theorem divides it.
    ///
    /// # Errors
    /// Returns an error if the budget runs out.
    pub(crate) fn summands(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<Component>>, StopReason> {
        let game = component.game;
        let Some(theorem) = self.form(world, game) else {
            return Ok(None);
        };
        let parts = theorem.form.summands(&component.slots, budget)?;
        let component = |slots| Component::new(game, slots);
        Ok(parts.map(|parts| parts.into_iter().map(component).collect()))
    }

    /// Returns the value of a component if a theorem applies to its game.
    fn value_by_theorem(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Option<Id>, EngineError> {
        let Component { game, slots } = component;
        if self.form(world, *game).is_none() {
            return Ok(None);
        }
        let Some(Some(TheoremForm { form, .. })) = self.forms.get_mut(game) else {
            return Ok(None);
        };
        let value = form
            .value(slots, &mut self.store, budget)
            .map_err(refused)?;
        budget.allow_memory(self.bytes())?;
        self.slot_bytes += size_of_val(&**slots) as u64;
        self.known.insert(component.clone(), Some(value));
        self.finished += 1;
        Ok(Some(value))
    }

    /// Returns the parts of a component; `None` if the moves of its game are not a fixed list.
    pub(crate) fn parts(
        &mut self,
        world: &World,
        component: &Component,
        other: u64,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<SignedPart>>, EngineError> {
        let Component { game, slots } = component;
        self.prepare(world, *game, budget)?;
        let other = other + self.store.bytes();
        let Some(Some(StaticParts { list, parts })) = self.static_games.get_mut(game) else {
            return Ok(None);
        };
        let (mut found, position) = (Vec::new(), list.position(slots).collect());
        match parts.parts(&position, &mut found, other, budget) {
            Ok(()) => Ok(Some(found)),
            Err(PartizanPartsError::Value(error)) => Err(refused(error)),
            Err(PartizanPartsError::Cycle) => unreachable!("no move is made"),
        }
    }

    /// Returns the cells of the position of a component, the parts of its game, and the store of
    /// their values; `None` if the moves of the game are not a fixed list.
    ///
    /// # Errors
    /// Returns [`EngineError`] if the budget runs out.
    pub fn divided(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Option<(CellSet256, &mut PartizanParts, &mut Store)>, EngineError> {
        let Component { game, slots } = component;
        self.prepare(world, *game, budget)?;
        let Some(Some(StaticParts { list, parts })) = self.static_games.get_mut(game) else {
            return Ok(None);
        };
        let position = list.position(slots).collect();
        Ok(Some((position, parts, &mut self.store)))
    }

    /// Finds out whether the moves of a game are a fixed list.
    fn prepare(
        &mut self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<(), EngineError> {
        if !self.static_games.contains_key(&game) {
            let found = match self.divides {
                true => static_parts(world, game, budget)?,
                false => None,
            };
            self.static_games.insert(game, found);
        }
        Ok(())
    }

    /// Returns the parts of a game for which [`PartizanSearch::parts`] returned parts, and the
    /// store of their values.
    pub(crate) fn parts_of(&mut self, game: GameId) -> (&mut PartizanParts, &mut Store) {
        match self.static_games.get_mut(&game) {
            Some(Some(StaticParts { parts, .. })) => (parts, &mut self.store),
            _ => unreachable!("the game has parts"),
        }
    }

    /// Returns the value of a component if the moves of its game are a fixed list.
    fn value_by_parts(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Option<Id>, EngineError> {
        let Some(found) = self.parts(world, component, 0, budget)? else {
            return Ok(None);
        };
        let (parts, store) = self.parts_of(component.game);
        let mut total = Store::ZERO;
        for part in found {
            let value = match parts.value(part, store, budget) {
                Ok(value) => value,
                Err(PartizanPartsError::Value(error)) => return Err(refused(error)),
                // The search without parts shows the cycle.
                Err(PartizanPartsError::Cycle) => return Ok(None),
            };
            total = store.sum(total, value, budget).map_err(refused)?;
        }
        Ok(Some(total))
    }

    fn run(
        &mut self,
        world: &World,
        root: &Component,
        frames: &mut Vec<ValueFrame>,
        budget: &Budget<'_>,
    ) -> Result<Id, EngineError> {
        let mut arena = OptionArena::new();
        frames.push(self.enter(world, root.clone(), &mut arena, budget)?);
        loop {
            let frame = frames.last_mut().expect("the root is not evaluated yet");
            match self.next_unknown(frame) {
                Some(part) => {
                    if self.known.contains_key(&part) {
                        return Err(EngineError::Endless(cycle(frames, &part)));
                    }
                    if self.value_by_theorem(world, &part, budget)?.is_some() {
                        continue;
                    }
                    let entered = self.enter(world, part, &mut arena, budget)?;
                    budget.make_room(frames, 1, self.bytes())?;
                    frames.push(entered);
                }
                None => {
                    let value = self.of_options(&frame.options, budget)?;
                    let frame = frames.pop().expect("the frame is there");
                    self.known.insert(frame.component, Some(value));
                    self.finished += 1;
                    if self.finished.is_multiple_of(1 << 12) {
                        budget.report(self.finished, None);
                    }
                    if frames.is_empty() {
                        return Ok(value);
                    }
                }
            }
        }
    }

    /// Returns the next component among the options of a frame whose value is not known.
    fn next_unknown(&self, frame: &mut ValueFrame) -> Option<Component> {
        while let Some(option) = frame.options.get(frame.next) {
            let is_unknown = |part: &&Component| !matches!(self.known.get(*part), Some(Some(_)));
            if let Some(part) = option.parts.iter().find(is_unknown) {
                return Some(part.clone());
            }
            frame.next += 1;
        }
        None
    }

    /// Lists the options of a component, and marks the component as being evaluated.
    fn enter(
        &mut self,
        world: &World,
        component: Component,
        arena: &mut OptionArena,
        budget: &Budget<'_>,
    ) -> Result<ValueFrame, EngineError> {
        let Component { game, slots } = &component;
        world.options(*game, slots, arena, budget)?;
        let own = self.bytes();
        budget.allow_memory(own)?;
        let mut options = Vec::new();
        budget.make_room(&mut options, arena.iter().len(), own)?;
        for option in arena.iter() {
            budget.tick()?;
            self.listed += 1;
            options.push(PlayerOption {
                player: player_of(world, *game, option.rule),
                parts: option.to_components(),
            });
        }
        if self.known.len() == self.known.capacity() {
            let entry = size_of::<(Component, Option<Id>)>() as u64 + ENTRY;
            budget.allow_growth(own, self.known.len() as u64 * entry)?;
        }
        self.slot_bytes += size_of_val(&**slots) as u64;
        self.known.insert(component.clone(), None);
        Ok(ValueFrame {
            component,
            options,
            next: 0,
        })
    }

    /// Returns the value of a game whose options have known values.
    fn of_options(
        &mut self,
        options: &[PlayerOption],
        budget: &Budget<'_>,
    ) -> Result<Id, EngineError> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for option in options {
            let mut total = Store::ZERO;
            for part in &option.parts {
                let Some(Some(value)) = self.known.get(part) else {
                    unreachable!("every part of an option was evaluated");
                };
                total = self.store.sum(total, *value, budget).map_err(refused)?;
            }
            for (player, list) in [(Player::Left, &mut left), (Player::Right, &mut right)] {
                if option.player.is_none_or(|own| own == player) && !list.contains(&total) {
                    list.push(total);
                }
            }
        }
        self.store.game(&left, &right, budget).map_err(refused)
    }
}

/// Prepares a game whose moves are a fixed list; returns `None` for other games.
fn static_parts(
    world: &World,
    game: GameId,
    budget: &Budget<'_>,
) -> Result<Option<StaticParts>, EngineError> {
    let rules = world.rules(game);
    let Some(ir) = rules.game().filter(|_| !rules.can_end()) else {
        return Ok(None);
    };
    let list = match facts::move_list(ir, budget) {
        Ok(list) => list,
        Err(ClauseError::Refused(_)) => return Ok(None),
        Err(ClauseError::Stopped(stop)) => return Err(stop.into()),
    };
    let parts = PartizanParts::new(&static_game(&list)).ok();
    Ok(parts.map(|parts| StaticParts { list, parts }))
}

/// Returns the player to whom the moves of a rule belong; `None` if they belong to both players.
pub fn player_of(world: &World, game: GameId, rule: usize) -> Option<Player> {
    world.rules(game).player(rule)
}

/// Returns the cycle from a component on the stack to itself.
fn cycle(frames: &[ValueFrame], part: &Component) -> Vec<SumPosition> {
    let on_stack = frames
        .iter()
        .map(|frame| &frame.component)
        .skip_while(|component| *component != part);
    let alone = |component: &Component| SumPosition(vec![component.clone()]);
    on_stack.chain([part]).map(alone).collect()
}

pub(crate) fn refused(error: ValueError) -> EngineError {
    match error {
        ValueError::Stopped(stop) => EngineError::Fault(RulesError::Stopped(stop)),
        error => EngineError::Declined(error.text()),
    }
}
