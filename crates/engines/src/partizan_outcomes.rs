//! Outcomes of sums in which the players have different moves, by memoised search from the queried
//! position. A sum is a list of atoms (module `partizan_atoms`): small parts are values, and large
//! parts are not valued. Bounds decide many sums at once (module `partizan_bounds`). A search stops
//! at the first winning move. Options with a large estimated mean, and options after which the
//! other player has few replies, are tried first. Moves in numbers are tried last. They are not
//! omitted, because number avoidance requires that the sum of all other atoms is not a number. The
//! search has its own stack, so that a long play does not overflow the stack of the thread.

use base::budget::Budget;
use partizan::OutcomeClass;
use rules::ast::Player;
use rules::play::SumPosition;
use rules::world::World;
use rustc_hash::FxHashMap;

use crate::error::EngineError;
use crate::partizan_atoms::{AtomTable, SumAtom, SumKey};
use crate::partizan_bounds::SumBounds;
use crate::partizan_search::PartizanSearch;
use crate::stats::EngineStats;

/// Approximate number of bytes of an entry of a hash table in addition to its key and value.
const ENTRY: u64 = 16;

/// Outcomes of sums by search.
#[derive(Default)]
pub struct PartizanOutcomes {
    atoms: AtomTable,
    bounds: SumBounds,
    /// Whether a player who begins wins a sum; `None` while the sum is being searched.
    known: [FxHashMap<SumKey, Option<bool>>; 2],
    /// The bytes of the keys of sums.
    held: u64,
    finished: u64,
    listed: u64,
}

/// What a search needs besides its cache.
struct OutcomeContext<'c> {
    world: &'c World,
    values: &'c mut PartizanSearch,
    budget: &'c Budget<'c>,
}

/// A sum whose options are being tried.
struct OutcomeFrame {
    key: SumKey,
    /// The index of the player to move in [`Player::ALL`].
    player: usize,
    /// The options that are still to be tried, the best last.
    options: Vec<SumKey>,
}

/// An option that is not decided yet, with the keys by which options are ordered.
struct OpenOption {
    /// Whether the move was made in a number.
    in_number: bool,
    /// The estimated mean, from the point of view of the player who moves.
    estimate: f64,
    /// The number of replies in components.
    replies: u64,
    key: SumKey,
}

impl PartizanOutcomes {
    /// Creates a search with an empty cache.
    pub fn new() -> PartizanOutcomes {
        PartizanOutcomes::default()
    }

    /// Creates a search of complete sums, without values, parts and bounds: the reference for
    /// tests, and for the description of a cycle.
    pub fn without_values() -> PartizanOutcomes {
        PartizanOutcomes {
            atoms: AtomTable::new(None),
            ..PartizanOutcomes::default()
        }
    }

    /// Creates a search that values parts of at most `cells` cells; for tests.
    #[doc(hidden)]
    pub fn with_valued_cells(cells: usize) -> PartizanOutcomes {
        PartizanOutcomes {
            atoms: AtomTable::new(Some([cells; 2])),
            ..PartizanOutcomes::default()
        }
    }

    /// Returns the number of decided sums, and of listed options.
    pub fn stats(&self) -> EngineStats {
        EngineStats {
            positions: self.finished,
            options: self.listed,
        }
    }

    /// Returns the approximate number of bytes of the cache, without the values.
    pub fn bytes(&self) -> u64 {
        let sum = size_of::<(SumKey, Option<bool>)>() as u64 + ENTRY;
        let sums = self.known.iter().map(|known| known.capacity() as u64);
        self.held + self.atoms.bytes() + self.bounds.bytes() + sums.sum::<u64>() * sum
    }

    /// Returns the outcome of a sum. `values` caches the values of small parts. All calls must use
    /// the same.
    ///
    /// # Errors
    /// Returns the errors of [`PartizanOutcomes::wins`].
    pub fn outcome(
        &mut self,
        world: &World,
        values: &mut PartizanSearch,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<OutcomeClass, EngineError> {
        let left = self.wins(world, values, sum, Player::Left, budget)?;
        let right = self.wins(world, values, sum, Player::Right, budget)?;
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
        values: &mut PartizanSearch,
        sum: &SumPosition,
        player: Player,
        budget: &Budget<'_>,
    ) -> Result<bool, EngineError> {
        let mut context = OutcomeContext {
            world,
            values,
            budget,
        };
        match self.search(&mut context, sum, player) {
            // The search without values shows the cycle.
            Err(EngineError::Endless(cycle)) if cycle.is_empty() => {
                PartizanOutcomes::without_values().search(&mut context, sum, player)
            }
            found => found,
        }
    }

    fn search(
        &mut self,
        context: &mut OutcomeContext<'_>,
        sum: &SumPosition,
        player: Player,
    ) -> Result<bool, EngineError> {
        let OutcomeContext {
            world,
            values,
            budget,
        } = context;
        let mut atoms = Vec::new();
        for component in &sum.0 {
            self.atoms
                .add_root(world, values, component.clone(), &mut atoms, budget)?;
        }
        let key = self.atoms.key(world, values, atoms, budget)?;
        let player = usize::from(player == Player::Right);
        if let Some(known) = self.decided(context, &key, player)? {
            return Ok(known);
        }
        let mut frames = Vec::new();
        let found = self.run(context, key, player, &mut frames);
        for frame in frames {
            self.known[frame.player].remove(&frame.key);
        }
        found
    }

    /// Returns whether the player to move wins a sum, if it is known or bounds show it.
    fn decided(
        &mut self,
        context: &mut OutcomeContext<'_>,
        key: &SumKey,
        player: usize,
    ) -> Result<Option<bool>, EngineError> {
        if let Some(known) = self.known[player].get(key) {
            return Ok(*known);
        }
        if !self.atoms.has_values() {
            return Ok(None);
        }
        let OutcomeContext { values, budget, .. } = context;
        let mover = Player::ALL[player];
        self.bounds.wins(&self.atoms, values, key, mover, budget)
    }

    fn run(
        &mut self,
        context: &mut OutcomeContext<'_>,
        root: SumKey,
        player: usize,
        frames: &mut Vec<OutcomeFrame>,
    ) -> Result<bool, EngineError> {
        frames.push(self.enter(context, root, player)?);
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
                let entered = self.enter(context, option, other)?;
                let own = self.bytes() + context.values.bytes();
                context.budget.make_room(frames, 1, own)?;
                frames.push(entered);
                continue;
            }
            let frame = frames.pop().expect("the frame is there");
            self.known[frame.player].insert(frame.key, Some(wins));
            self.finished += 1;
            if self.finished.is_multiple_of(1 << 12) {
                context.budget.report(self.finished, None);
            }
            if frames.is_empty() {
                return Ok(wins);
            }
            last = Some(wins);
        }
    }

    /// Marks a sum as being searched, and lists its options, the best last. If an option is known
    /// to win, it is the only option in the list.
    fn enter(
        &mut self,
        context: &mut OutcomeContext<'_>,
        key: SumKey,
        player: usize,
    ) -> Result<OutcomeFrame, EngineError> {
        let mut options = self.open_options(context, &key, player)?;
        options.sort_by(|a, b| {
            let order = b.in_number.cmp(&a.in_number);
            let order = order.then(a.estimate.total_cmp(&b.estimate));
            order.then(b.replies.cmp(&a.replies))
        });
        let own = self.bytes() + context.values.bytes();
        context.budget.allow_memory(own)?;
        let known = &mut self.known[player];
        if known.len() == known.capacity() {
            let entry = size_of::<(SumKey, Option<bool>)>() as u64 + ENTRY;
            let more = entry * known.len() as u64;
            context.budget.allow_growth(own, more)?;
        }
        self.held += size_of_val(&*key) as u64;
        known.insert(key.clone(), None);
        Ok(OutcomeFrame {
            key,
            player,
            options: options.into_iter().map(|option| option.key).collect(),
        })
    }

    /// Returns the options that are not known to lose. If an option wins, returns only this option.
    fn open_options(
        &mut self,
        context: &mut OutcomeContext<'_>,
        key: &SumKey,
        player: usize,
    ) -> Result<Vec<OpenOption>, EngineError> {
        let (mut options, other): (Vec<OpenOption>, usize) = (Vec::new(), 1 - player);
        for at in 0..key.len() {
            // Equal atoms have the same moves.
            if at > 0 && key[at - 1] == key[at] {
                continue;
            }
            let in_number = self.is_number(context.values, key[at]);
            let count = self.moves_of(context, key[at])?[player].len();
            for index in 0..count {
                context.budget.tick()?;
                let moves = self.moves_of(context, key[at])?;
                let mut parts = key.to_vec();
                parts.remove(at);
                parts.extend(moves[player][index].iter());
                let OutcomeContext {
                    world,
                    values,
                    budget,
                } = context;
                let option = self.atoms.key(world, values, parts, budget)?;
                self.listed += 1;
                match self.decided(context, &option, other)? {
                    Some(true) => continue,
                    Some(false) => {
                        // The known table decides when the option is tried.
                        self.known[other].insert(option.clone(), Some(false));
                        options.clear();
                    }
                    None => {}
                }
                let wins = self.known[other].get(&option) == Some(&Some(false));
                let open = match wins {
                    true => OpenOption {
                        in_number,
                        estimate: 0.0,
                        replies: 0,
                        key: option,
                    },
                    false => self.open_option(context, option, in_number, player)?,
                };
                let own = self.bytes() + context.values.bytes();
                context.budget.make_room(&mut options, 1, own)?;
                options.push(open);
                if wins {
                    return Ok(options);
                }
            }
        }
        Ok(options)
    }

    /// Returns an option with the keys by which options are ordered.
    fn open_option(
        &mut self,
        context: &mut OutcomeContext<'_>,
        key: SumKey,
        in_number: bool,
        player: usize,
    ) -> Result<OpenOption, EngineError> {
        let mut replies = 0;
        for &number in &key {
            if let SumAtom::Component(_) = self.atoms.atom(number) {
                replies += self.moves_of(context, number)?[1 - player].len() as u64;
            }
        }
        let OutcomeContext { values, budget, .. } = context;
        let mut estimate = 0.0;
        if self.atoms.has_values() {
            estimate = self.bounds.estimate(&self.atoms, values, &key, budget)?;
        }
        Ok(OpenOption {
            in_number,
            estimate: if player == 0 { estimate } else { -estimate },
            replies,
            key,
        })
    }

    fn moves_of(
        &mut self,
        context: &mut OutcomeContext<'_>,
        number: u32,
    ) -> Result<&[Vec<SumKey>; 2], EngineError> {
        let OutcomeContext {
            world,
            values,
            budget,
        } = context;
        self.atoms.moves_of(world, values, number, budget)
    }

    fn is_number(&self, values: &PartizanSearch, number: u32) -> bool {
        let simple = match self.atoms.atom(number) {
            SumAtom::Value(value) => values.store.simple_value(*value),
            _ => None,
        };
        simple.is_some_and(|simple| simple.is_number())
    }

    /// Returns the sums from an open sum back to itself; an empty list if they contain values.
    fn cycle(&self, frames: &[OutcomeFrame], key: &SumKey, player: usize) -> Vec<SumPosition> {
        let on_stack = frames
            .iter()
            .skip_while(|frame| frame.player != player || frame.key != *key)
            .map(|frame| &frame.key);
        let positions = on_stack.chain([key]).map(|key| self.atoms.position(key));
        positions.collect::<Option<_>>().unwrap_or_default()
    }
}
