//! The values of all positions of a box of a game in which play may go round, found in place: one
//! byte a position, and beside them a list of bounded length. The pass for each nimber m is that of
//! a graph (`structures::digraph`): a position is a candidate if its options have every nimber
//! below m, gets m when each option without a value has an option that got m earlier, and the next
//! pass has the candidates that were found to have an option worth m. A byte says the nimber, or
//! what is known of a position without one: a candidate, with the number of its options that are
//! still in its way, or one that is passed over. What was just valued waits in the list, or where
//! that is full by a mark in its byte. The positions before a position come from the moves turned
//! round (`moves`); where that cannot be done, from a list of all arcs turned round, four bytes
//! each. O(positions · options) for the first nimber, less for each further one.

mod moves;

use std::collections::BTreeSet;

use base::budget::{Budget, Stop};
use base::text;
use base::text::Text;
use facts::Facts;
use rules::ir::Int;
use rules::rules::GameId;
use rules::world::World;
use theory::loopy::Loopy;

use crate::dense::{Env, Fails, may_be_boxed};
use crate::oracle::Stats;
use crate::program::{Layout, Program, Sorting};
use moves::{Moves, place_of};

/// The greatest nimber that a byte says.
const GREATEST: u8 = 99;
/// Without a value, and no candidate.
const PASSED: u8 = 100;
/// The same, and known to have an option worth m.
const PASSED_WON: u8 = 101;
/// A candidate known to have an option worth m: one of the next pass.
const WON: u8 = 102;
/// `LEFT + n`: a candidate with n options in its way.
const LEFT: u8 = 102;
/// The most options that may be in the way of a candidate.
const MOST_LEFT: u8 = 150;
const FIRST_LEFT: u8 = LEFT + 1;
const SECOND_LEFT: u8 = LEFT + 2;
const LAST_LEFT: u8 = LEFT + MOST_LEFT;
/// Just valued m, and not in the list.
const FRESH: u8 = 253;
/// A move leaves nothing, which is worth 0.
const LEAVES_NOTHING: u8 = 254;
/// No position.
const EMPTY: u8 = 255;

/// The most positions that wait in the list.
const MOST_WAITING: usize = 1 << 20;

/// The values of a box.
pub struct LoopyBox {
    layout: Layout,
    table: Vec<u8>,
    forward: Moves,
    /// Whether the moves could be turned round.
    turned: Result<(), Text>,
    stats: Stats,
}

/// The arcs to each position.
enum Back {
    Turned(Moves),
    /// The end of the list of each position in the list of all; and the positions before.
    Stored(Vec<u32>, Vec<u32>),
}

/// Why a box was not solved.
enum Halt {
    Stop(Stop),
    Declined(Text),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(stop)
    }
}

impl LoopyBox {
    /// The values of the box that holds every position up to `tops` and all that play can reach
    /// from them; or why they are not found.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn around(
        world: &World,
        game: GameId,
        facts: &Facts,
        tops: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Result<LoopyBox, Text>, Stop> {
        match LoopyBox::solved(world, game, facts, tops, budget) {
            Ok(solved) => Ok(Ok(solved)),
            Err(Halt::Declined(why)) => Ok(Err(why)),
            Err(Halt::Stop(stop)) => Err(stop),
        }
    }

    /// How many places a box around these numbers has; or why there is none.
    ///
    /// # Errors
    /// Which condition of the rules fails.
    pub fn places(world: &World, game: GameId, facts: &Facts, tops: &[Int]) -> Result<u64, Text> {
        let layout = layout(world, game, facts, tops)?;
        Ok(layout
            .lows
            .iter()
            .zip(&layout.highs)
            .fold(1, |size, (low, high)| {
                high.abs_diff(*low).saturating_add(1).saturating_mul(size)
            }))
    }

    fn solved(
        world: &World,
        game: GameId,
        facts: &Facts,
        tops: &[Int],
        budget: &Budget<'_>,
    ) -> Result<LoopyBox, Halt> {
        let layout = layout(world, game, facts, tops).map_err(Halt::Declined)?;
        let size = LoopyBox::places(world, game, facts, tops).map_err(Halt::Declined)?;
        if size >= u64::from(u32::MAX) {
            return Err(Stop::Memory(size, budget.memory).into());
        }
        budget.allow_memory(size + 8 * MOST_WAITING as u64)?;
        let Some(ir) = world.rules(game).game() else {
            return Err(Halt::Declined(text!(
                "the game has no rules in the language to read",
                "该游戏没有可读的规则文本"
            )));
        };
        let ranges: Vec<(Int, Int)> = layout
            .lows
            .iter()
            .copied()
            .zip(layout.highs.iter().copied())
            .collect();
        let program = Program::new(ir, game, &ranges).map_err(Halt::Declined)?;
        if program.strict {
            return Err(Halt::Declined(text!(
                "the game is `strict`",
                "该游戏声明了 `strict`"
            )));
        }
        let forward = Moves::forward(&program, &layout).map_err(Halt::Declined)?;
        let turned = Moves::turned(&program, &layout);
        let why = turned.as_ref().map(|_| ()).map_err(Text::clone);
        let locals = turned
            .as_ref()
            .map_or(0, |turned| turned.locals)
            .max(forward.locals)
            .max(program.locals);
        let mut solving = Solving {
            layout: &layout,
            forward: &forward,
            back: Back::Stored(Vec::new(), Vec::new()),
            env: Env::new(layout.lows.len(), locals, budget),
            table: vec![PASSED; size as usize],
            waiting: Vec::new(),
            overflow: false,
            stats: Stats::default(),
            budget,
        };
        solving.mark_positions(&program)?;
        solving.back = match turned {
            Ok(turned) => Back::Turned(turned),
            Err(_) => solving.stored(size)?,
        };
        solving.solve()?;
        let (table, stats) = (std::mem::take(&mut solving.table), solving.stats);
        Ok(LoopyBox {
            layout,
            table,
            forward,
            turned: why,
            stats,
        })
    }

    /// The nimber of a position; `Some(None)` for infinity, `None` if the position is not in the
    /// box.
    pub fn nimber(&self, slots: &[Int]) -> Option<Option<u64>> {
        let code = self.table[place_of(&self.layout, slots)?];
        (code != EMPTY).then_some((code <= GREATEST).then_some(code.into()))
    }

    /// The value of a position; `None` if it is not in the box.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn value(&self, slots: &[Int], budget: &Budget<'_>) -> Result<Option<Loopy>, Stop> {
        let Some(known) = self.nimber(slots) else {
            return Ok(None);
        };
        if let Some(nimber) = known {
            return Ok(Some(Loopy::Nimber(nimber)));
        }
        let mut nimbers = BTreeSet::new();
        let mut env = Env::new(slots.len(), self.forward.locals, budget);
        env.position(slots);
        let found = self.forward.each(&mut env, &self.layout, &mut |place| {
            let code = place.map_or(0, |place| self.table[place]);
            if code <= GREATEST {
                nimbers.insert(u64::from(code));
            }
        });
        // No evaluation failed when the box was solved.
        found.map_err(|_| env.stopped().unwrap_or(Stop::Cancelled))?;
        Ok(Some(Loopy::Infinite(nimbers)))
    }

    /// Whether the positions before a position came from the moves turned round; or why they were
    /// stored.
    ///
    /// # Errors
    /// The reason.
    pub fn in_place(&self) -> Result<(), Text> {
        self.turned.clone()
    }

    /// The greatest number of each slot.
    pub fn tops(&self) -> &[Int] {
        &self.layout.highs
    }

    /// How many positions there are, and how many options.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// The bytes that the values take.
    pub fn bytes(&self) -> u64 {
        self.table.len() as u64
    }
}

/// The box around the greatest numbers asked: a slot that no move makes grow ends at them, another
/// at its greatest value by the rules.
fn layout(world: &World, game: GameId, facts: &Facts, tops: &[Int]) -> Result<Layout, Text> {
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
                    "`{name}` may grow without a bound that the rules show",
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
    Ok(Layout {
        lows,
        highs,
        strides,
        ranks: Vec::new(),
        sorting: if unordered.is_empty() {
            Sorting::None
        } else {
            Sorting::Sorted
        },
    })
}

/// Puts the numbers of a place where moves read them.
fn stand_at(env: &mut Env<'_>, layout: &Layout, place: usize) {
    let Layout {
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

/// A box while it is solved.
struct Solving<'s, 'b> {
    layout: &'s Layout,
    forward: &'s Moves,
    back: Back,
    env: Env<'b>,
    table: Vec<u8>,
    /// Positions that were just valued.
    waiting: Vec<u32>,
    /// Some positions that were just valued are marked in the table alone.
    overflow: bool,
    stats: Stats,
    budget: &'b Budget<'b>,
}

impl<'b> Solving<'_, 'b> {
    fn failed(&self, _: Fails) -> Halt {
        match self.env.stopped() {
            Some(stop) => Halt::Stop(stop),
            None => Halt::Declined(text!(
                "the rules cannot be evaluated at every position of the box",
                "并非框内每个局面都能按规则求值"
            )),
        }
    }

    /// Marks the places that are no positions.
    fn mark_positions(&mut self, program: &Program) -> Result<(), Halt> {
        for place in 0..self.table.len() {
            if !program.unordered.is_empty() || !program.requires.is_empty() {
                self.budget.tick()?;
                stand_at(&mut self.env, self.layout, place);
                let sorted =
                    self.env.slots()[program.unordered.clone()].is_sorted_by(|a, b| a >= b);
                let mut holds = sorted;
                for require in program.requires.iter().filter(|_| sorted) {
                    holds = holds
                        && self
                            .env
                            .holds(require)
                            .map_err(|fails| self.failed(fails))?;
                }
                if !holds {
                    self.table[place] = EMPTY;
                }
            }
            self.stats.positions += u64::from(self.table[place] != EMPTY);
        }
        Ok(())
    }

    /// Gives each option of a place that is a position.
    fn options(
        &mut self,
        place: usize,
        visit: &mut impl FnMut(&[u8], Option<usize>),
    ) -> Result<(), Halt> {
        stand_at(&mut self.env, self.layout, place);
        let (table, forward) = (&self.table[..], self.forward);
        let found = forward.each(&mut self.env, self.layout, &mut |option| {
            if option.is_none_or(|option| table[option] != EMPTY) {
                visit(table, option);
            }
        });
        found.map_err(|fails| self.failed(fails))
    }

    /// The positions before each position, listed.
    fn stored(&mut self, size: u64) -> Result<Back, Halt> {
        let mut ends = vec![0_u32; size as usize + 1];
        let mut arcs: u64 = 0;
        self.budget.allow_memory(size * 5)?;
        for place in 0..self.table.len() {
            if self.table[place] != EMPTY {
                self.options(place, &mut |_, option| {
                    if let Some(option) = option {
                        ends[option + 1] += 1;
                        arcs += 1;
                    }
                })?;
            }
        }
        if arcs >= u64::from(u32::MAX) {
            return Err(Halt::Declined(text!(
                "more than 2^32 moves whose turned form would have to be stored",
                "需要存储的反向着法超过 2^32 个"
            )));
        }
        self.budget.allow_memory(size * 5 + arcs * 4)?;
        for place in 0..size as usize {
            ends[place + 1] += ends[place];
        }
        let mut tails = vec![0_u32; arcs as usize];
        // The end of a list moves down to its beginning while it is filled from behind; its end is
        // then the next list's beginning.
        for place in (0..self.table.len()).rev() {
            if self.table[place] != EMPTY {
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
        Ok(Back::Stored(ends, tails))
    }

    /// The positions from which a move leads here, once for each such move.
    fn before(&mut self, place: usize, list: &mut Vec<u32>) -> Result<(), Halt> {
        list.clear();
        match &self.back {
            Back::Stored(begins, tails) => {
                list.extend(&tails[begins[place] as usize..begins[place + 1] as usize])
            }
            Back::Turned(turned) => {
                stand_at(&mut self.env, self.layout, place);
                let table = &self.table;
                let found = turned.each(&mut self.env, self.layout, &mut |tail| {
                    list.extend(
                        tail.filter(|&tail| table[tail] != EMPTY)
                            .map(|tail| tail as u32),
                    );
                });
                found.map_err(|fails| self.failed(fails))?;
            }
        }
        self.budget.steps(1 + list.len())?;
        Ok(())
    }

    fn give(&mut self, place: usize, nimber: u8) {
        if self.waiting.len() < MOST_WAITING {
            self.table[place] = nimber;
            self.waiting.push(place as u32);
        } else {
            self.table[place] = FRESH;
            self.overflow = true;
        }
    }

    /// A candidate with `left` options in its way; worth `nimber` at once if there are none.
    fn candidate(&mut self, place: usize, left: u64, nimber: u8) -> Result<(), Halt> {
        match left {
            0 => self.give(place, nimber),
            1.. => {
                let left = u8::try_from(left)
                    .ok()
                    .filter(|left| *left <= MOST_LEFT)
                    .ok_or_else(|| {
                        Halt::Declined(text!(
                            "a position has more than {MOST_LEFT} moves that may go round",
                            "有局面的可循环着法超过 {MOST_LEFT} 个"
                        ))
                    })?;
                self.table[place] = LEFT + left;
            }
        }
        Ok(())
    }

    /// One pass for each nimber.
    fn solve(&mut self) -> Result<(), Halt> {
        let size = self.table.len();
        let mut tails = Vec::new();
        for place in 0..size {
            if place.is_multiple_of(1 << 16) {
                self.budget.report(place as u64, Some(size as u64));
            }
            if self.table[place] == EMPTY {
                continue;
            }
            let (mut left, mut nothing) = (0, false);
            self.options(place, &mut |_, option| match option {
                Some(_) => left += 1,
                None => nothing = true,
            })?;
            self.stats.options += left + u64::from(nothing);
            if nothing {
                self.table[place] = LEAVES_NOTHING
            } else {
                self.candidate(place, left, 0)?
            }
        }
        for place in 0..size {
            if self.table[place] == LEAVES_NOTHING {
                self.table[place] = WON;
                self.out_of_the_way(place, 0, &mut tails)?;
            }
        }
        self.spread(0, &mut tails)?;
        for nimber in 1.. {
            let mut candidates = false;
            for code in &mut self.table {
                match *code {
                    WON => candidates = true,
                    PASSED_WON | FIRST_LEFT..=LAST_LEFT => *code = PASSED,
                    _ => {}
                }
            }
            if !candidates {
                break;
            }
            if nimber > GREATEST {
                return Err(Halt::Declined(text!(
                    "a position is worth more than {GREATEST}",
                    "有局面的值超过 {GREATEST}"
                )));
            }
            for place in 0..size {
                if self.table[place] == WON {
                    let mut left = 0;
                    self.options(place, &mut |table, option| {
                        // What just got m had none when the pass began.
                        left += u64::from(option.is_some_and(|option| {
                            table[option] >= PASSED || table[option] == nimber
                        }));
                    })?;
                    self.candidate(place, left, nimber)?;
                }
            }
            self.spread(nimber, &mut tails)?;
        }
        Ok(())
    }

    /// A position was found to have an option worth m: it is no more in the way of the candidates
    /// before it.
    fn out_of_the_way(
        &mut self,
        place: usize,
        nimber: u8,
        tails: &mut Vec<u32>,
    ) -> Result<(), Halt> {
        self.before(place, tails)?;
        for &tail in tails.iter() {
            let tail = tail as usize;
            match self.table[tail] {
                FIRST_LEFT => self.give(tail, nimber),
                SECOND_LEFT..=LAST_LEFT => self.table[tail] -= 1,
                _ => {}
            }
        }
        Ok(())
    }

    /// Goes on from all that was just valued m.
    fn spread(&mut self, nimber: u8, tails: &mut Vec<u32>) -> Result<(), Halt> {
        let mut won = Vec::new();
        loop {
            while let Some(place) = self.waiting.pop() {
                self.before(place as usize, &mut won)?;
                for &place in &won {
                    let place = place as usize;
                    match &mut self.table[place] {
                        code @ FIRST_LEFT..=LAST_LEFT => *code = WON,
                        code if *code == PASSED => *code = PASSED_WON,
                        _ => continue,
                    }
                    self.out_of_the_way(place, nimber, tails)?;
                }
            }
            if !std::mem::take(&mut self.overflow) {
                return Ok(());
            }
            for place in 0..self.table.len() {
                if self.table[place] == FRESH {
                    self.give(place, nimber);
                }
            }
        }
    }
}
