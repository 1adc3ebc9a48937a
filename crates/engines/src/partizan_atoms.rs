//! Atoms of sums in which the players have different moves: values in canonical form, parts of
//! games whose moves are a fixed list, and components of other games. A sum is a list of atoms.
//! Small parts and components are replaced by their values. Values that are sums of a number, a
//! multiple of up and a nimber are added, and an atom and its negative cancel.

use base::budget::{Budget, StopReason};
use indexmap::IndexSet;
use partizan::{Id, Store};
use parts::{MoveOwner, PartizanPartsError, SignedPart};
use rules::ast::Player;
use rules::game::{GameId, OptionArena, RulesError};
use rules::play::{Component, SumPosition};
use rules::world::World;
use rustc_hash::FxBuildHasher;

use crate::error::EngineError;
use crate::partizan_search::{PartizanSearch, player_of, refused};

/// Approximate number of bytes of an entry of a hash table in addition to its key and value.
const ENTRY: u64 = 16;

/// Number of cells up to which a part is replaced by its value: if no move adds cells, and if some
/// moves add cells. Games that add cells have more positions with as many cells.
const VALUED_CELLS: [usize; 2] = [16, 8];

/// Number of steps for the value of a component that is not a part.
const VALUE_STEPS: u64 = 4_000;

/// Number of steps for the value of a large part of the queried position, and of a component whose
/// value a theorem gives.
const ROOT_STEPS: u64 = 50_000;

/// The atoms of a sum by their numbers, in ascending order.
pub(crate) type SumKey = Box<[u32]>;

/// The moves of each player in an atom: the atoms that each move leaves.
pub(crate) type AtomMoves = [Vec<SumKey>; 2];

/// An atom of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SumAtom {
    /// A component of a game whose moves are not a fixed list.
    Component(Component),
    /// A part of a game.
    Part(GameId, SignedPart),
    /// A value in canonical form.
    Value(Id),
}

/// The atoms of a search.
pub(crate) struct AtomTable {
    atoms: IndexSet<SumAtom, FxBuildHasher>,
    /// The moves in each atom; `None` if they were not listed.
    moves: Vec<Option<AtomMoves>>,
    /// The bytes of the slots of components, and of moves.
    held: u64,
    arena: OptionArena,
    /// As [`VALUED_CELLS`]. If it is `None`, all atoms are components.
    valued_cells: Option<[usize; 2]>,
}

impl Default for AtomTable {
    fn default() -> AtomTable {
        AtomTable::new(Some(VALUED_CELLS))
    }
}

impl AtomTable {
    /// Creates an empty table.
    pub fn new(valued_cells: Option<[usize; 2]>) -> AtomTable {
        AtomTable {
            atoms: IndexSet::default(),
            moves: Vec::new(),
            held: 0,
            arena: OptionArena::new(),
            valued_cells,
        }
    }

    /// Returns whether atoms may be values and parts.
    pub fn has_values(&self) -> bool {
        self.valued_cells.is_some()
    }

    /// Returns the number of cells up to which a part is replaced by its value.
    pub fn valued_cells(&self, adds: bool) -> usize {
        self.valued_cells
            .map_or(0, |cells| cells[usize::from(adds)])
    }

    /// Returns the approximate number of bytes of the table.
    pub fn bytes(&self) -> u64 {
        let atom = (size_of::<SumAtom>() + size_of::<Option<AtomMoves>>()) as u64 + ENTRY;
        self.held + self.atoms.capacity() as u64 * atom
    }

    /// Returns an atom.
    pub fn atom(&self, number: u32) -> &SumAtom {
        &self.atoms[number as usize]
    }

    /// Returns the position of a sum, if all its atoms are components.
    pub fn position(&self, key: &SumKey) -> Option<SumPosition> {
        let component = |&number: &u32| match self.atom(number) {
            SumAtom::Component(component) => Some(component.clone()),
            _ => None,
        };
        key.iter()
            .map(component)
            .collect::<Option<_>>()
            .map(SumPosition)
    }

    /// Appends the atoms of a component of the queried position to a list. Large parts are also
    /// replaced by their values, if few steps are enough.
    pub fn add_root(
        &mut self,
        world: &World,
        values: &mut PartizanSearch,
        component: Component,
        to: &mut Vec<u32>,
        budget: &Budget<'_>,
    ) -> Result<(), EngineError> {
        let from = to.len();
        self.add_component(world, values, component, to, budget)?;
        if self.valued_cells != Some(VALUED_CELLS) {
            return Ok(());
        }
        for number in &mut to[from..] {
            let &SumAtom::Part(game, part) = self.atom(*number) else {
                continue;
            };
            let (parts, store) = values.parts_of(game);
            let value = |budget: &Budget<'_>| parts.value(part, store, budget);
            match budget.stepped(ROOT_STEPS, value) {
                (Ok(value), _) => *number = self.number(SumAtom::Value(value), values, budget)?,
                (Err(_), true) => {}
                (Err(error), false) => return Err(part_error(error)),
            }
        }
        Ok(())
    }

    /// Appends the atoms of a component to a list.
    pub fn add_component(
        &mut self,
        world: &World,
        values: &mut PartizanSearch,
        component: Component,
        to: &mut Vec<u32>,
        budget: &Budget<'_>,
    ) -> Result<(), EngineError> {
        if !self.has_values() {
            return self.add_atom(SumAtom::Component(component), to, values, budget);
        }
        let game = component.game;
        let other = self.bytes();
        if let Some(parts) = values.parts(world, &component, other, budget)? {
            for part in parts {
                self.add_part(values, game, part, to, budget)?;
            }
            return Ok(());
        }
        let known = SumAtom::Component(component);
        if self.atoms.contains(&known) {
            return self.add_atom(known, to, values, budget);
        }
        let SumAtom::Component(component) = &known else {
            unreachable!("the atom is a component");
        };
        let steps = match values.theorem(world, game) {
            Some(_) => ROOT_STEPS,
            None => VALUE_STEPS,
        };
        let (found, is_cut) =
            budget.stepped(steps, |budget| values.value(world, component, budget));
        if let (Err(EngineError::Fault(RulesError::Stopped(_))), true) = (&found, is_cut)
            && let Some(parts) = values
                .summands(world, component, budget)
                .map_err(RulesError::Stopped)?
        {
            for part in parts {
                self.add_component(world, values, part, to, budget)?;
            }
            return Ok(());
        }
        match found {
            Ok(value) => self.add_atom(SumAtom::Value(value), to, values, budget),
            Err(EngineError::Fault(RulesError::Stopped(_))) if is_cut => {
                self.add_atom(known, to, values, budget)
            }
            Err(EngineError::Declined(_)) => self.add_atom(known, to, values, budget),
            Err(error) => Err(error),
        }
    }

    fn add_part(
        &mut self,
        values: &mut PartizanSearch,
        game: GameId,
        part: SignedPart,
        to: &mut Vec<u32>,
        budget: &Budget<'_>,
    ) -> Result<(), EngineError> {
        let (parts, store) = values.parts_of(game);
        if parts.size(part) > self.valued_cells(parts.adds()) {
            return self.add_atom(SumAtom::Part(game, part), to, values, budget);
        }
        let value = parts.value(part, store, budget).map_err(part_error)?;
        self.add_atom(SumAtom::Value(value), to, values, budget)
    }

    fn add_atom(
        &mut self,
        atom: SumAtom,
        to: &mut Vec<u32>,
        values: &PartizanSearch,
        budget: &Budget<'_>,
    ) -> Result<(), EngineError> {
        to.push(self.number(atom, values, budget)?);
        Ok(())
    }

    fn number(
        &mut self,
        atom: SumAtom,
        values: &PartizanSearch,
        budget: &Budget<'_>,
    ) -> Result<u32, EngineError> {
        if let Some(known) = self.atoms.get_index_of(&atom) {
            return Ok(known as u32);
        }
        let number = u32::try_from(self.atoms.len())
            .map_err(|_| RulesError::Stopped(StopReason::Positions(1 << 32)))?;
        if self.atoms.len() == self.atoms.capacity() {
            let entry = size_of::<SumAtom>() as u64 + ENTRY;
            let own = self.bytes() + values.bytes();
            budget.allow_growth(own, entry * self.atoms.len() as u64)?;
        }
        self.moves.push(None);
        if let SumAtom::Component(component) = &atom {
            self.held += size_of_val(&*component.slots) as u64;
        }
        self.atoms.insert(atom);
        Ok(number)
    }

    /// Returns the key of the sum of some atoms.
    pub fn key(
        &mut self,
        world: &World,
        values: &mut PartizanSearch,
        atoms: Vec<u32>,
        budget: &Budget<'_>,
    ) -> Result<SumKey, EngineError> {
        let mut kept: Vec<u32> = Vec::with_capacity(atoms.len());
        let mut simple = Store::ZERO;
        for number in atoms {
            let negative = match self.atom(number) {
                &SumAtom::Value(value) if values.store.simple_value(value).is_some() => {
                    simple = values.store.sum(simple, value, budget).map_err(refused)?;
                    continue;
                }
                &SumAtom::Value(value) => {
                    let negative = values.store.negative(value, budget).map_err(refused)?;
                    Some(SumAtom::Value(negative))
                }
                &SumAtom::Part(game, part) => Some(SumAtom::Part(game, part.negative())),
                SumAtom::Component(_) => None,
            };
            let negative = negative.and_then(|negative| self.atoms.get_index_of(&negative));
            let cancels = negative.and_then(|negative| {
                let same = |&other: &u32| other as usize == negative;
                kept.iter().position(same)
            });
            if let Some(at) = cancels {
                kept.swap_remove(at);
                continue;
            }
            if let SumAtom::Component(_) = self.atom(number) {
                let [left, right] = self.moves_of(world, values, number, budget)?;
                if left.is_empty() && right.is_empty() {
                    continue;
                }
            }
            kept.push(number);
        }
        if simple != Store::ZERO {
            kept.push(self.number(SumAtom::Value(simple), values, budget)?);
        }
        kept.sort_unstable();
        Ok(kept.into())
    }

    /// Returns the moves of both players in an atom, and lists them if necessary.
    pub fn moves_of(
        &mut self,
        world: &World,
        values: &mut PartizanSearch,
        number: u32,
        budget: &Budget<'_>,
    ) -> Result<&AtomMoves, EngineError> {
        let at = number as usize;
        if self.moves[at].is_none() {
            let moves = match self.atom(number).clone() {
                SumAtom::Component(component) => {
                    self.moves_of_component(world, values, &component, budget)?
                }
                SumAtom::Part(game, part) => self.moves_of_part(values, game, part, budget)?,
                SumAtom::Value(value) => self.moves_of_value(values, value, budget)?,
            };
            let row_bytes = |row: &SumKey| (size_of_val(&**row) + size_of::<SumKey>()) as u64;
            self.held += moves.iter().flatten().map(row_bytes).sum::<u64>();
            self.moves[at] = Some(moves);
        }
        Ok(self.moves[at].as_ref().expect("listed just now"))
    }

    fn moves_of_component(
        &mut self,
        world: &World,
        values: &mut PartizanSearch,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<AtomMoves, EngineError> {
        let Component { game, slots } = component;
        let mut arena = std::mem::take(&mut self.arena);
        let listed = world.options(*game, slots, &mut arena, budget);
        let mut moves = AtomMoves::default();
        if listed.is_ok() {
            for option in arena.iter() {
                budget.tick()?;
                let mut row = Vec::new();
                for part in option.to_components() {
                    self.add_component(world, values, part, &mut row, budget)?;
                }
                let owner = player_of(world, *game, option.rule);
                for (player, list) in Player::ALL.into_iter().zip(&mut moves) {
                    if owner.is_none_or(|owner| owner == player) {
                        add_row(list, &row);
                    }
                }
            }
        }
        self.arena = arena;
        listed?;
        Ok(moves)
    }

    fn moves_of_part(
        &mut self,
        values: &mut PartizanSearch,
        game: GameId,
        part: SignedPart,
        budget: &Budget<'_>,
    ) -> Result<AtomMoves, EngineError> {
        let other = self.bytes() + values.store.bytes();
        let (parts, _) = values.parts_of(game);
        let options = parts.options(part, other, budget).map_err(part_error)?;
        let mut moves = AtomMoves::default();
        for (owner, leaves) in options.iter() {
            let mut row = Vec::new();
            for &part in leaves {
                self.add_part(values, game, part, &mut row, budget)?;
            }
            let [left, right] = &mut moves;
            if owner != MoveOwner::Right {
                add_row(left, &row);
            }
            if owner != MoveOwner::Left {
                add_row(right, &row);
            }
        }
        Ok(moves)
    }

    fn moves_of_value(
        &mut self,
        values: &mut PartizanSearch,
        value: Id,
        budget: &Budget<'_>,
    ) -> Result<AtomMoves, EngineError> {
        let store = &mut values.store;
        let left = store.left_options(value, budget).map_err(refused)?.to_vec();
        let right = store
            .right_options(value, budget)
            .map_err(refused)?
            .to_vec();
        let mut moves = AtomMoves::default();
        for (list, options) in moves.iter_mut().zip([left, right]) {
            for option in options {
                budget.tick()?;
                let mut row = Vec::new();
                if option != Store::ZERO {
                    self.add_atom(SumAtom::Value(option), &mut row, values, budget)?;
                }
                list.push(row.into());
            }
        }
        Ok(moves)
    }
}

/// Adds an option to a list of moves, unless the list contains it.
fn add_row(list: &mut Vec<SumKey>, row: &[u32]) {
    if !list.iter().any(|known| **known == *row) {
        list.push(row.into());
    }
}

/// Returns the error of a search for a value of a part.
pub(crate) fn part_error(error: PartizanPartsError) -> EngineError {
    match error {
        PartizanPartsError::Value(error) => refused(error),
        PartizanPartsError::Cycle => EngineError::Endless(Vec::new()),
    }
}
