//! The values of all positions of a box of a loopy game, computed in place: one byte per position
//! and a list of bounded length. Each nimber m has one pass. A pass is the retrograde analysis
//! ([`theory::retrograde`]) that is also used for graphs (`structures::digraph`). A position is a
//! candidate if its options have every nimber below m. A candidate gets the value m when each of
//! its options without a value has an option that got m earlier. The next pass examines the
//! candidates that were found to have an option of value m. A byte contains the nimber of a
//! position. If a position has no nimber yet, its byte contains its state. A position without a
//! nimber is either a candidate, with the number of options that still block it, or *passed*, that
//! is, not a candidate of the current pass. Newly valued positions wait in the list of bounded
//! length. If this list is full, newly valued positions are marked in their byte. The predecessors
//! of a position come from inverse moves (`moves`). If the moves cannot be inverted, the
//! predecessors come from a list of all reversed arcs, four bytes each. The cost is O(positions ·
//! options) for the first nimber, and less for each further nimber.

mod moves;

use std::collections::BTreeSet;

use base::budget::{Budget, StopReason};
use base::text::Text;
use base::{impl_error, text};
use facts::GameFacts;
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;
use theory::loopy::Loopy;
use theory::retrograde::{RetrogradeStates, propagate};

use crate::dense::{ProgramEnv, may_be_boxed};
use crate::program::{BoxLayout, MoveProgram, SortingMode};
use crate::stats::EngineStats;
use moves::{BoxMoves, place_of};

/// Largest nimber that a byte can contain.
const MAX_NIMBER: u8 = 99;
/// A position without a value that is not a candidate.
const PASSED: u8 = 100;
/// A position without a value that is not a candidate, and is known to have an option of value m.
const PASSED_WON: u8 = 101;
/// A candidate known to have an option of value m: a candidate of the next pass.
const WON: u8 = 102;
/// `LEFT + n`: a candidate with n blocking options.
const LEFT: u8 = 102;
/// Maximum number of blocking options of a candidate.
const MAX_BLOCKING_OPTIONS: u8 = 150;
const FIRST_LEFT: u8 = LEFT + 1;
const SECOND_LEFT: u8 = LEFT + 2;
const LAST_LEFT: u8 = LEFT + MAX_BLOCKING_OPTIONS;
/// A position that has just got the value m, and is not in the list.
const FRESH: u8 = 253;
/// A position from which a move leaves no component; the empty position has the value 0.
const LEAVES_NOTHING: u8 = 254;
/// A row of numbers that is not a position.
const EMPTY: u8 = 255;

/// Maximum number of positions that wait in the list.
const MAX_WAITING_POSITIONS: usize = 1 << 20;

/// The values of a box.
pub struct LoopyBox {
    layout: BoxLayout,
    table: Vec<u8>,
    forward: BoxMoves,
    /// Whether the moves could be inverted; if they could not, the reason.
    turned: Result<(), Text>,
    stats: EngineStats,
}

/// The arcs to each position.
enum PredecessorArcs {
    Turned(BoxMoves),
    /// The second list contains the predecessors of all positions. The first list contains, for
    /// each position, the end of its predecessors in the second list.
    Stored(Vec<u32>, Vec<u32>),
}

/// The reason why a box was not solved.
#[derive(Debug)]
pub enum BoxError {
    /// The budget ran out.
    Stopped(StopReason),
    /// The game has no box around the requested positions, or the box cannot be solved.
    Declined(Text),
}

impl BoxError {
    /// Returns the reason as text.
    pub fn text(&self) -> Text {
        match self {
            BoxError::Stopped(stop) => stop.text(),
            BoxError::Declined(text) => text.clone(),
        }
    }
}

impl_error!(BoxError {
    Stopped(StopReason)
});

impl LoopyBox {
    /// Returns the number of entries of the box around these numbers.
    ///
    /// # Errors
    /// If no box exists around these numbers, returns the condition on the rules that fails.
    pub fn places(
        world: &World,
        game: GameId,
        facts: &GameFacts,
        tops: &[Int],
    ) -> Result<u64, Text> {
        let layout = layout(world, game, facts, tops)?;
        Ok(layout
            .lows
            .iter()
            .zip(&layout.highs)
            .fold(1, |size, (low, high)| {
                high.abs_diff(*low).saturating_add(1).saturating_mul(size)
            }))
    }

    /// Solves the box that contains every position up to `tops` and all positions that play can
    /// reach from them.
    ///
    /// # Errors
    /// Returns [`BoxError`] if the positions have no box or the budget runs out.
    pub fn around(
        world: &World,
        game: GameId,
        facts: &GameFacts,
        tops: &[Int],
        budget: &Budget<'_>,
    ) -> Result<LoopyBox, BoxError> {
        let layout = layout(world, game, facts, tops).map_err(BoxError::Declined)?;
        let size = LoopyBox::places(world, game, facts, tops).map_err(BoxError::Declined)?;
        if size >= u64::from(u32::MAX) {
            return Err(StopReason::Memory(size, budget.memory).into());
        }
        budget.allow_memory(size + 8 * MAX_WAITING_POSITIONS as u64)?;
        let Some(ir) = world.rules(game).game() else {
            return Err(BoxError::Declined(text!(
                "the game is not written in the rule language",
                "该游戏不是用规则语言写的"
            )));
        };
        let ranges: Vec<(Int, Int)> = layout
            .lows
            .iter()
            .copied()
            .zip(layout.highs.iter().copied())
            .collect();
        let program = MoveProgram::new(ir, game, &ranges).map_err(BoxError::Declined)?;
        if program.strict {
            return Err(BoxError::Declined(text!(
                "the game is `strict`",
                "该游戏声明了 `strict`"
            )));
        }
        let forward = BoxMoves::forward(&program, &layout).map_err(BoxError::Declined)?;
        let turned = BoxMoves::inverse(&program, &layout);
        let why = turned.as_ref().map(|_| ()).map_err(Text::clone);
        let locals = turned
            .as_ref()
            .map_or(0, |turned| turned.locals)
            .max(forward.locals)
            .max(program.locals);
        let mut solving = BoxSolver {
            layout: &layout,
            forward: &forward,
            back: PredecessorArcs::Stored(Vec::new(), Vec::new()),
            env: ProgramEnv::new(layout.lows.len(), locals, budget),
            states: BoxStates {
                table: vec![WON; size as usize],
                nimber: 0,
                won: Vec::new(),
                waiting: Vec::new(),
                overflow: false,
            },
            stats: EngineStats::default(),
            budget,
        };
        solving.mark_positions(&program)?;
        solving.back = match turned {
            Ok(turned) => PredecessorArcs::Turned(turned),
            Err(_) => solving.stored(size)?,
        };
        solving.solve()?;
        let (table, stats) = (std::mem::take(&mut solving.states.table), solving.stats);
        Ok(LoopyBox {
            layout,
            table,
            forward,
            turned: why,
            stats,
        })
    }

    /// Returns the nimber of a position; `Some(None)` for infinity, `None` if the position is not
    /// in the box.
    pub fn nimber(&self, slots: &[Int]) -> Option<Option<u64>> {
        let code = self.table[place_of(&self.layout, slots)?];
        (code != EMPTY).then_some((code <= MAX_NIMBER).then_some(code.into()))
    }

    /// Returns the value of a position; `None` if the position is not in the box.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn value(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Loopy>, StopReason> {
        let Some(known) = self.nimber(slots) else {
            return Ok(None);
        };
        if let Some(nimber) = known {
            return Ok(Some(Loopy::Nimber(nimber)));
        }
        let mut nimbers = BTreeSet::new();
        let mut env = ProgramEnv::new(slots.len(), self.forward.locals, budget);
        env.position(slots);
        let found = self
            .forward
            .for_each_option(&mut env, &self.layout, &mut |place| {
                let code = place.map_or(0, |place| self.table[place]);
                if code <= MAX_NIMBER {
                    nimbers.insert(u64::from(code));
                }
            });
        // No evaluation failed while the box was solved, so only the budget can stop the evaluation
        // of this value.
        found.map_err(|_| env.stopped().unwrap_or(StopReason::Cancelled))?;
        Ok(Some(Loopy::Infinite(nimbers)))
    }

    /// Checks that the predecessors of positions came from inverse moves.
    ///
    /// # Errors
    /// Returns the reason why the predecessors were stored in a list.
    pub fn in_place(&self) -> Result<(), Text> {
        self.turned.clone()
    }

    /// Returns the maximum of each slot.
    pub fn tops(&self) -> &[Int] {
        &self.layout.highs
    }

    /// Returns the number of positions and of options.
    pub fn stats(&self) -> EngineStats {
        self.stats
    }

    /// Returns the number of bytes of the values.
    pub fn bytes(&self) -> u64 {
        self.table.len() as u64
    }
}

/// Returns the layout of the box around the requested maxima. A slot that no move increases ends at
/// its requested maximum, and any other slot at its maximum by the rules.
fn layout(world: &World, game: GameId, facts: &GameFacts, tops: &[Int]) -> Result<BoxLayout, Text> {
    may_be_boxed(world, game, facts)?;
    let rules = world.rules(game);
    if facts.can_end {
        return Err(text!(
            "a component can end the whole play",
            "某个部分可使整局立即结束"
        ));
    }
    if facts.most_components.is_none_or(|most| most > 1) {
        return Err(text!(
            "a move leaves several components",
            "有一着留下多个部分"
        ));
    }
    let unordered = rules.game().map_or(0..0, |game| game.unordered.clone());
    let greatest = tops[unordered.clone()].iter().copied().max().unwrap_or(0);
    let (mut lows, mut highs) = (Vec::new(), Vec::new());
    for (i, slot) in rules.slots().iter().enumerate() {
        let top = if unordered.contains(&i) {
            greatest
        } else {
            tops[i]
        };
        let high = match (facts.never_grows[i], slot.high) {
            (true, Some(high)) => top.min(high),
            (true, None) => top,
            (false, Some(high)) => high,
            (false, None) => {
                let name = &slot.name;
                return Err(text!(
                    "`{name}` can grow, and the rules show no bound",
                    "`{name}` 可能增大，而规则没有给出上界"
                ));
            }
        };
        lows.push(slot.low);
        highs.push(high.max(slot.low));
    }
    let mut strides = vec![0; highs.len()];
    let mut size: u64 = 1;
    for i in (0..highs.len()).rev() {
        strides[i] = usize::try_from(size).unwrap_or(usize::MAX);
        size = size.saturating_mul(highs[i].abs_diff(lows[i]).saturating_add(1));
    }
    Ok(BoxLayout {
        lows,
        highs,
        strides,
        ranks: Vec::new(),
        sorting: if unordered.is_empty() {
            SortingMode::None
        } else {
            SortingMode::Sorted
        },
    })
}

/// Sets the slots of the environment to the position with an index.
fn stand_at(env: &mut ProgramEnv<'_>, layout: &BoxLayout, place: usize) {
    let BoxLayout {
        lows,
        highs,
        strides,
        ..
    } = layout;
    for (slot, ((low, high), stride)) in lows.iter().zip(highs).zip(strides).enumerate() {
        let width = high.abs_diff(*low) as usize + 1;
        env.set_slot(slot, low + (place / stride % width) as Int);
    }
}

/// A box that is being solved.
struct BoxSolver<'s, 'b> {
    layout: &'s BoxLayout,
    forward: &'s BoxMoves,
    back: PredecessorArcs,
    env: ProgramEnv<'b>,
    states: BoxStates,
    stats: EngineStats,
    budget: &'b Budget<'b>,
}

/// The state of each position during the pass for a nimber.
struct BoxStates {
    table: Vec<u8>,
    nimber: u8,
    /// Positions that were just found to have an option of value `nimber`.
    won: Vec<u32>,
    /// Positions that were just valued.
    waiting: Vec<u32>,
    /// Whether some positions that were just valued are marked only in the table.
    overflow: bool,
}

impl BoxStates {
    fn give(&mut self, place: usize) {
        if self.waiting.len() < MAX_WAITING_POSITIONS {
            self.table[place] = self.nimber;
            self.waiting.push(place as u32);
        } else {
            self.table[place] = FRESH;
            self.overflow = true;
        }
    }

    /// Makes a position a candidate with `left` blocking options. If the candidate has no blocking
    /// options, it gets the value at once.
    fn candidate(&mut self, place: usize, left: u64) -> Result<(), BoxError> {
        if left > u64::from(MAX_BLOCKING_OPTIONS) {
            return Err(BoxError::Declined(text!(
                "a position has more than {MAX_BLOCKING_OPTIONS} moves that can be part of a cycle",
                "有局面的可循环着法超过 {MAX_BLOCKING_OPTIONS} 个"
            )));
        }
        match left as u8 {
            0 => self.give(place),
            left => self.table[place] = LEFT + left,
        }
        Ok(())
    }
}

/// In a sum with a heap of size m, a position of value m is lost. A position that has an option of
/// value m is won.
impl RetrogradeStates for BoxStates {
    fn next_decided(&mut self) -> Option<(u32, bool)> {
        if let Some(won) = self.won.pop() {
            return Some((won, true));
        }
        if self.waiting.is_empty() && std::mem::take(&mut self.overflow) {
            for place in 0..self.table.len() {
                if self.table[place] == FRESH {
                    self.give(place);
                }
            }
        }
        self.waiting.pop().map(|place| (place, false))
    }

    fn win(&mut self, place: u32) {
        match &mut self.table[place as usize] {
            code @ FIRST_LEFT..=LAST_LEFT => *code = WON,
            code if *code == PASSED => *code = PASSED_WON,
            _ => return,
        }
        self.won.push(place);
    }

    fn count_down(&mut self, place: u32) {
        let place = place as usize;
        match self.table[place] {
            FIRST_LEFT => self.give(place),
            SECOND_LEFT..=LAST_LEFT => self.table[place] -= 1,
            _ => {}
        }
    }
}

/// Returns the reason why an evaluation failed.
fn failed(env: &ProgramEnv<'_>) -> BoxError {
    match env.stopped() {
        Some(stop) => BoxError::Stopped(stop),
        None => BoxError::Declined(text!(
            "the rules cannot be evaluated at every position of the box",
            "并非框内每个局面都能按规则求值"
        )),
    }
}

impl BoxSolver<'_, '_> {
    /// Marks the entries that are not positions.
    fn mark_positions(&mut self, program: &MoveProgram) -> Result<(), BoxError> {
        for place in 0..self.states.table.len() {
            if !program.unordered.is_empty() || !program.requires.is_empty() {
                self.budget.tick()?;
                stand_at(&mut self.env, self.layout, place);
                let sorted =
                    self.env.slots()[program.unordered.clone()].is_sorted_by(|a, b| a >= b);
                let mut holds = sorted;
                for require in program.requires.iter().filter(|_| sorted) {
                    holds = holds && self.env.holds(require).map_err(|_| failed(&self.env))?;
                }
                if !holds {
                    self.states.table[place] = EMPTY;
                }
            }
            self.stats.positions += u64::from(self.states.table[place] != EMPTY);
        }
        Ok(())
    }

    /// Calls `visit` with each option of a position that is itself a position.
    fn options(
        &mut self,
        place: usize,
        visit: &mut impl FnMut(&[u8], Option<usize>),
    ) -> Result<(), BoxError> {
        stand_at(&mut self.env, self.layout, place);
        let (table, forward) = (&self.states.table[..], self.forward);
        let found = forward.for_each_option(&mut self.env, self.layout, &mut |option| {
            if option.is_none_or(|option| table[option] != EMPTY) {
                visit(table, option);
            }
        });
        found.map_err(|_| failed(&self.env))
    }

    /// Lists the predecessors of each position.
    fn stored(&mut self, size: u64) -> Result<PredecessorArcs, BoxError> {
        let mut ends = vec![0_u32; size as usize + 1];
        let mut arcs: u64 = 0;
        self.budget.allow_memory(size * 5)?;
        for place in 0..self.states.table.len() {
            if self.states.table[place] != EMPTY {
                self.options(place, &mut |_, option| {
                    if let Some(option) = option {
                        ends[option + 1] += 1;
                        arcs += 1;
                    }
                })?;
            }
        }
        if arcs >= u64::from(u32::MAX) {
            return Err(BoxError::Declined(text!(
                "more than 2^32 inverse moves would have to be stored",
                "需要存储的反向着法超过 2^32 个"
            )));
        }
        self.budget.allow_memory(size * 5 + arcs * 4)?;
        for place in 0..size as usize {
            ends[place + 1] += ends[place];
        }
        let mut tails = vec![0_u32; arcs as usize];
        // The list of each position is filled from its end. The position's entry in `ends`
        // decreases to the beginning of the list, which is the end of the previous list.
        for place in (0..self.states.table.len()).rev() {
            if self.states.table[place] != EMPTY {
                self.options(place, &mut |_, option| {
                    if let Some(option) = option {
                        ends[option + 1] -= 1;
                        tails[ends[option + 1] as usize] = place as u32;
                    }
                })?;
            }
        }
        ends.remove(0);
        ends.push(arcs as u32);
        Ok(PredecessorArcs::Stored(ends, tails))
    }

    /// Assigns all values that this pass yields. A predecessor is visited once for each of its
    /// moves to the position.
    fn propagate(&mut self) -> Result<(), BoxError> {
        let (layout, env, budget) = (self.layout, &mut self.env, self.budget);
        propagate(&mut self.states, |place, news| {
            let mut steps = 1;
            match &self.back {
                PredecessorArcs::Stored(begins, tails) => {
                    let place = place as usize;
                    let tails = &tails[begins[place] as usize..begins[place + 1] as usize];
                    news.tell(tails.iter().copied());
                    steps += tails.len();
                }
                PredecessorArcs::Turned(turned) => {
                    stand_at(env, layout, place as usize);
                    let found = turned.for_each_option(env, layout, &mut |tail| {
                        steps += 1;
                        news.tell(tail.map(|tail| tail as u32));
                    });
                    found.map_err(|_| failed(env))?;
                }
            }
            Ok(budget.steps(steps)?)
        })
    }

    /// Executes one pass for each nimber.
    fn solve(&mut self) -> Result<(), BoxError> {
        let size = self.states.table.len();
        for nimber in 0.. {
            self.states.nimber = nimber;
            for place in 0..size {
                if nimber == 0 && place.is_multiple_of(1 << 16) {
                    self.budget.report(place as u64, Some(size as u64));
                }
                if self.states.table[place] != WON {
                    continue;
                }
                let (mut left, mut nothing) = (0, false);
                self.options(place, &mut |table, option| match option {
                    // Options that got m in this pass had no value when the pass began.
                    Some(option) => {
                        left += u64::from(table[option] >= PASSED || table[option] == nimber);
                    }
                    None => nothing = nimber == 0,
                })?;
                if nimber == 0 {
                    self.stats.options += left + u64::from(nothing);
                }
                if nothing {
                    self.states.table[place] = LEAVES_NOTHING
                } else {
                    self.states.candidate(place, left)?
                }
            }
            for place in 0..size {
                if self.states.table[place] == LEAVES_NOTHING {
                    self.states.table[place] = WON;
                    self.states.won.push(place as u32);
                    self.propagate()?;
                }
            }
            self.propagate()?;
            let mut candidates = false;
            for code in &mut self.states.table {
                match *code {
                    WON => candidates = true,
                    PASSED_WON | FIRST_LEFT..=LAST_LEFT => *code = PASSED,
                    _ => {}
                }
            }
            if !candidates {
                break;
            }
            if nimber == MAX_NIMBER {
                return Err(BoxError::Declined(text!(
                    "a position has a value above {MAX_NIMBER}",
                    "有局面的值超过 {MAX_NIMBER}"
                )));
            }
        }
        Ok(())
    }
}
