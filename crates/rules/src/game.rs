//! What every other part sees of a game: the trait [`Rules`], implemented by the games of the
//! language, by structures (graphs, boards) and by games written as Rust types. A game speaks of
//! ONE component; a position in play is a sum of components, and an option may itself be a sum.
//! Options are written into an arena that the caller owns and reuses.

use std::any::Any;

use crate::arithmetic::ArithmeticError;
use crate::ast::{EndCondition, OutcomeLetter, PlayConvention};
use crate::compound::CompoundRules;
use crate::ir::{Game, Int, Slot};
use crate::play::Component;
use crate::view::View;
use crate::world::World;
use base::budget::{Budget, StopReason};
use base::diagnostic::Span;
use base::text;
use base::text::Text;

/// A game of a [`World`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(pub u32);

/// Who wins: P the player who just moved, N the player to move, D nobody.
pub type Outcome = OutcomeLetter;

impl Outcome {
    /// The letter itself.
    pub fn letter(self) -> char {
        match self {
            Outcome::P => 'P',
            Outcome::N => 'N',
            Outcome::D => 'D',
        }
    }
}

/// How a component ends the whole play at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayEnding {
    /// Who made it has won.
    Goal,
    /// Who made it has lost.
    Trap,
}

impl PlayEnding {
    /// Returns the outcome of a position that is over by this ending.
    pub fn outcome(self) -> Outcome {
        match self {
            PlayEnding::Goal => Outcome::P,
            PlayEnding::Trap => Outcome::N,
        }
    }

    /// Returns the ending that counts if two components end play: a goal counts before a trap.
    pub fn combine(one: Option<PlayEnding>, other: Option<PlayEnding>) -> Option<PlayEnding> {
        match (one, other) {
            (Some(PlayEnding::Goal), _) | (_, Some(PlayEnding::Goal)) => Some(PlayEnding::Goal),
            (one, other) => one.or(other),
        }
    }
}

/// How a sum is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conventions {
    /// Normal: who cannot move loses. Misère: who cannot move wins.
    pub play: PlayConvention,
    /// How many components a move touches.
    pub sum: SumKind,
    /// When a sum is over.
    pub until: EndCondition,
    /// Positions may repeat.
    pub loopy: bool,
    /// Some components are urgent while they are there.
    pub entailing: bool,
}

impl Default for Conventions {
    fn default() -> Conventions {
        Conventions {
            play: PlayConvention::Normal,
            sum: SumKind::One,
            until: EndCondition::All,
            loopy: false,
            entailing: false,
        }
    }
}

impl Conventions {
    /// Normal play, one component a move, no draws, nothing urgent: where Grundy values decide a
    /// sum.
    pub fn is_plain(&self) -> bool {
        *self == Conventions::default()
    }
}

/// How many components of a sum a move touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SumKind {
    /// One: the disjunctive sum.
    One,
    /// Every one that can be moved in: the continued conjunctive sum.
    Every,
    /// Any non-empty set: the selective sum.
    Any,
    /// At least one and at most as many as the number says: Moore's sum.
    Upto(u32),
}

impl std::str::FromStr for SumKind {
    type Err = Text;

    /// Reads the word that a user chooses a kind by.
    fn from_str(word: &str) -> Result<SumKind, Text> {
        match word {
            "one" => Ok(SumKind::One),
            "every" => Ok(SumKind::Every),
            "any" => Ok(SumKind::Any),
            number => match number.parse() {
                Ok(k) if k > 0 => Ok(SumKind::Upto(k)),
                _ => Err(text!(
                    "expected one, every, any, or a number from 1 to 4294967295",
                    "应为 one、every、any 或 1 到 4294967295 的数"
                )),
            },
        }
    }
}

/// Why options could not be listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesError {
    /// The rules cannot be evaluated here: division by zero, a number too large …
    Rule {
        /// What happened.
        cause: EvalError,
        /// In which game.
        game: Option<GameId>,
        /// Where in its source.
        span: Span,
        /// At which position.
        at: Vec<Int>,
    },
    /// The budget is used up.
    Stopped(StopReason),
}

/// What can go wrong while rules are evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalError {
    /// An operation without a result.
    Arithmetic(ArithmeticError),
    /// An index outside its array: the index, the least and the greatest allowed.
    Index(Int, Int, Int),
    /// A set without end that does not increase.
    NotIncreasing,
    /// A move of a `strict` game leaves the state range.
    LeavesRange,
    /// Two changes of one move set the same slot: which, and where the earlier change stands.
    Conflict(usize, Span),
    /// A condition or a constant takes more steps to compute than the number here.
    Steps(u64),
    /// A position has more moves than can be listed, whatever the budget; one by one they can be
    /// made.
    TooMany,
    /// An urgent component has no move.
    Stuck,
    /// What a game written in Rust reports.
    Other(Text),
}

impl EvalError {
    /// The cause in words.
    pub fn text(&self) -> Text {
        match self {
            EvalError::Arithmetic(trouble) => trouble.text(),
            EvalError::Index(index, low, high) => {
                text!(
                    "index {index} is outside {low}..{high}",
                    "下标 {index} 超出范围 {low}..{high}"
                )
            }
            EvalError::NotIncreasing => text!(
                "this endless set does not increase",
                "这个无穷集合不是递增的"
            ),
            EvalError::LeavesRange => {
                text!(
                    "this move leaves the state range, and the game is `strict`",
                    "这一着走出了状态范围，而该游戏声明了 `strict`"
                )
            }
            EvalError::Conflict(..) => {
                text!("two changes set the same slot", "两处改动设置了同一个分量")
            }
            EvalError::Steps(limit) => text!(
                "this takes more than {limit} steps to compute",
                "计算超过 {limit} 步"
            ),
            EvalError::TooMany => text!("there are too many moves to list", "着法过多，无法列出"),
            EvalError::Stuck => text!(
                "this component is urgent and has no move; let its moves be made at once, or let it not be `urgent`",
                "此部分是紧急的（`urgent`），却没有着法；请让它总有着法，或不要声明为 `urgent`"
            ),
            EvalError::Other(text) => text.clone(),
        }
    }
}

impl From<StopReason> for RulesError {
    fn from(stop: StopReason) -> RulesError {
        RulesError::Stopped(stop)
    }
}

/// The rules of one component.
pub trait Rules: Send + Sync {
    /// The name with the arguments, as in `Bash(m = 3)`.
    fn title(&self) -> String;

    /// Takes the name of the file that it was read from as its title. A game of the language has a
    /// name of its own.
    fn set_title(&mut self, _name: &str) {}

    /// The numbers that make up a position.
    fn slots(&self) -> &[Slot];

    /// How sums of this game are played.
    fn conventions(&self) -> Conventions;

    /// Brings a position to its canonical form, so that equal positions are the same row of
    /// numbers.
    fn canonicalise(&self, _slots: &mut [Int]) {}

    /// Whether two equal components cancel.
    fn coins(&self) -> bool {
        false
    }

    /// Whether a component with slots in their ranges is a position of the game.
    ///
    /// # Errors
    /// If what the rules require cannot be evaluated at `slots`, or the budget is used up.
    fn admits(&self, _slots: &[Int], _budget: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(true)
    }

    /// Whether a result outside the state range is an error.
    fn strict(&self) -> bool {
        false
    }

    /// Whether this component ends the whole play at once.
    ///
    /// # Errors
    /// If a condition cannot be evaluated at `slots`, or the budget is used up.
    fn ending(
        &self,
        _slots: &[Int],
        _budget: &Budget<'_>,
    ) -> Result<Option<PlayEnding>, RulesError> {
        Ok(None)
    }

    /// As [`Rules::ending`], where what the components of this one are worth in `world` decides it.
    ///
    /// # Errors
    /// As for [`Rules::ending`].
    fn ending_in(
        &self,
        _world: &World,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<PlayEnding>, RulesError> {
        self.ending(slots, budget)
    }

    /// Whether any component of this game may end play at once.
    fn can_end(&self) -> bool {
        false
    }

    /// Whether this component is urgent: as long as it is there, a move must be made in an urgent
    /// component. One without a move is an error.
    ///
    /// # Errors
    /// If a condition cannot be evaluated at `slots`, or the budget is used up.
    fn urgent(&self, _slots: &[Int], _budget: &Budget<'_>) -> Result<bool, RulesError> {
        Ok(false)
    }

    /// Whether the rules leave it to what stands beside them how sums are played.
    fn inherits_conventions(&self) -> bool {
        false
    }

    /// Writes every candidate move from a position. The sink throws away results outside the state
    /// ranges.
    ///
    /// # Errors
    /// If the rules cannot be evaluated at `slots`, or the sink refuses a move.
    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError>;

    /// Writes the one candidate move that a rule makes with these choices, if the rule allows them.
    /// The default lists all moves.
    ///
    /// # Errors
    /// If what this move needs cannot be evaluated at `slots`, or the sink refuses it.
    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        self.options(slots, sink)?;
        sink.keep_only(rule, choices);
        Ok(())
    }

    /// What a move is called, given the position, the rule and what was chosen. Words of the author
    /// of the rules are the same in both languages.
    fn describe(&self, slots: &[Int], rule: usize, choices: &[Int]) -> Option<Text>;

    /// The position that a question means by these numbers, `None` for the game named alone.
    ///
    /// # Errors
    /// What the game expects, if these numbers mean no position.
    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text>;

    /// The typed form, when the game was written in the language: facts are read off it.
    fn game(&self) -> Option<&Game> {
        None
    }

    /// The compound, where the position is one: a row of numbers of its own length, which holds
    /// other components. The world then asks these what they are called and whether they are
    /// positions.
    fn compound(&self) -> Option<CompoundRules> {
        None
    }

    /// The Rust type, when theorems speak of it.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }

    /// The component as a question writes it, where `name[numbers]` does not tell a person what it
    /// is.
    fn show(&self, _slots: &[Int]) -> Option<String> {
        None
    }

    /// How a component looks, where its numbers do not tell.
    fn view(&self, _slots: &[Int]) -> Option<View> {
        None
    }

    /// Whether this game stands alone: its positions say whose move it is, and another component
    /// beside it would change that.
    fn is_standalone(&self) -> bool {
        false
    }
}

/// A move as it stands in an [`OptionArena`] arena.
#[derive(Clone, Copy, Debug)]
struct OptionEntry {
    rule: u32,
    choices_end: u32,
    parts_end: u32,
}

/// The options of a position, in an arena that is cleared and used again.
#[derive(Clone, Debug, Default)]
pub struct OptionArena {
    entries: Vec<OptionEntry>,
    parts: Vec<(GameId, u32)>,
    slots: Vec<Int>,
    choices: Vec<Int>,
    /// Candidates that left a state range and are no moves.
    pub dropped: u64,
}

/// One option: the move and the components it leaves.
#[derive(Clone, Copy, Debug)]
pub struct OptionRef<'a> {
    /// Which rule of the game.
    pub rule: usize,
    /// What was chosen.
    pub choices: &'a [Int],
    parts: &'a [(GameId, u32)],
    first_slot: usize,
    slots: &'a [Int],
}

impl<'a> OptionRef<'a> {
    /// The components that the move leaves.
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
}

impl OptionArena {
    /// An empty arena.
    pub fn new() -> OptionArena {
        OptionArena::default()
    }

    /// How many options there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if there is no option.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Option number `i`, in the order in which the rules write them.
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
            parts: &self.parts[parts_start..entry.parts_end as usize],
            first_slot: if parts_start == 0 {
                0
            } else {
                self.parts[parts_start - 1].1 as usize
            },
            slots: &self.slots,
        }
    }

    /// Every option.
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

    /// Room for one component more.
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

    /// Room for one entry more.
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
        // The ends are u32, and so the lists must stay shorter.
        if own > 16 << 30 {
            return Err(StopReason::Memory(own, 16 << 30));
        }
        budget.make_room(&mut self.entries, 1, own)?;
        budget.make_room(&mut self.parts, 1, own)?;
        budget.make_room(&mut self.slots, slots, own)?;
        budget.make_room(&mut self.choices, choices, own)
    }

    /// Bytes held.
    fn bytes(&self) -> u64 {
        (self.entries.capacity() * 12
            + self.parts.capacity() * 8
            + (self.slots.capacity() + self.choices.capacity()) * 8) as u64
    }
}

/// Where rules write their moves: [`OptionSink::component`] for each component, then
/// [`OptionSink::commit`].
pub struct OptionSink<'a> {
    world: &'a World,
    game: GameId,
    budget: &'a Budget<'a>,
    options: &'a mut OptionArena,
    legal: bool,
}

impl<'a> OptionSink<'a> {
    /// A sink over a cleared arena.
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
        }
    }

    /// The world of the game.
    pub fn world(&self) -> &'a World {
        self.world
    }

    /// The game whose moves are written.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Throws away every move written so far but those of this rule with these choices.
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
            });
        }
        *self.options = kept;
    }

    /// What the listing may use.
    pub fn budget(&self) -> &'a Budget<'a> {
        self.budget
    }

    /// Adds a component to the move being written.
    ///
    /// # Errors
    /// If what its game requires cannot be evaluated, or the budget is used up.
    pub fn component(&mut self, game: GameId, slots: &[Int]) -> Result<(), RulesError> {
        if !self.legal {
            return Ok(());
        }
        self.options.room_for_part(slots.len(), self.budget)?;
        let start = self.options.slots.len();
        self.options.slots.extend_from_slice(slots);
        let canonical = &mut self.options.slots[start..];
        self.world.rules(game).canonicalise(canonical);
        // What the rules require is asked of the position as it is kept.
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

    /// How many components of moves are written, those of the move being written among them.
    pub(crate) fn component_count(&self) -> usize {
        self.options.parts.len()
    }

    /// Makes one component of those written since the first of `starts`: a compound whose groups
    /// begin at `starts`.
    ///
    /// # Errors
    /// As for [`OptionSink::component`].
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

    /// Ends the move: kept if every component is a position, else thrown away (an error in a
    /// `strict` game). `span` is the rule.
    ///
    /// # Errors
    /// [`EvalError::LeavesRange`], if a move of a `strict` game leaves the state range;
    /// [`RulesError::Stopped`], if the budget is used up.
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
