//! The engine `tiers` for outcomes and distances of loopy games. The engine looks up outcomes and
//! distances in a table that is built tier by tier ([`tablebase`]), up to the tier of the position.
//! If play reaches only few positions, the reference engine is faster. If moves do not change each
//! slot independently, the reference engine is also faster, unless the positions would not fit in
//! memory. The engine also looks up values of games that end, if the box around the positions is
//! too large for a table. For games that end, `require` must admit only few rows of numbers in the
//! box as positions.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use facts::GameFacts;
use rules::arithmetic::ArithmeticError;
use rules::game::{Conventions, EvalError, GameId, OptionArena, Outcome, RulesError};
use rules::ir::Int;
use rules::play::{Component, SumPosition};
use rules::world::World;
use rustc_hash::FxHashSet;
use tablebase::{
    DecodedEntry, EntryState, OptionBuffer, PositionId, TableKind, TierError, TierLayout, TierPlan,
    TierTables,
};
use theory::value::Grundy;

use crate::engine::{
    AccessPattern, Engine, OptionalMachine, OracleAttempt, OutcomeTask, ValueTask,
};
use crate::error::{EngineError, TaskError};
use crate::oracle::{GrundyOracle, OutcomeOracle};
use crate::reference::reaches;
use crate::stats::EngineStats;
use crate::tier_code::add_code;

/// Up to this number of positions, the reference engine needs a fraction of a second, and no table
/// is considered.
pub const MAX_REFERENCE_POSITIONS: usize = 20_000;
/// The number of positions that the reference method lists before a table is planned.
const LOOKED_AT_FIRST: usize = MAX_REFERENCE_POSITIONS / 10;
/// Maximum number of table entries for each position that was found to be reachable.
const PLACES_FOR_EACH: u64 = 256;
/// Maximum number of table entries for each reachable position, for values. The limit for values is
/// smaller than for outcomes, because a search finds values faster than the reference engine finds
/// outcomes.
const VALUES_FOR_EACH: u64 = 64;
/// If play reaches this many positions, every table that fits is worth building.
const MAX_EXPLORED_POSITIONS: u64 = 1 << 16;
/// Maximum number of components of options that are listed to find the reachable positions. A
/// search lists this number of components in a second or two.
const MAX_EXPLORED_COMPONENTS: u64 = 1 << 22;
/// Maximum number of small steps per position of a box, for testing whether play reaches only a few
/// of these positions. Filling a box takes more steps than this test.
const STEPS_A_PLACE: u64 = 16;
/// Maximum total number of small steps for the reachability test, about ten milliseconds, because
/// planning must be fast.
const MAX_STEPS: u64 = 1 << 20;
/// Play reaches few positions of a box if the box has at least this number of positions for each
/// reached position.
const MIN_BOX_RATIO: u64 = 64;
/// Moves are added slot by slot only if all requested numbers are below this limit.
const MAX_SLOT_VALUES: Int = 1 << 12;
/// Approximate number of bytes that the reference engine uses per position.
const BY_DEFINITION: u64 = 256;

/// A table that is built tier by tier, up to the highest tier that is queried.
pub struct LazyTable {
    layout: Arc<TierLayout>,
    tables: TierTables,
    code: OptionalMachine,
}

impl LazyTable {
    /// Creates the empty table of a plan, for the tiers up to `top`, or returns the reason why the
    /// table is not worth building.
    fn new(
        plan: &TierPlan<'_>,
        top: usize,
        code: &OptionalMachine,
        budget: &Budget<'_>,
    ) -> Result<LazyTable, Text> {
        let (places, largest) = extent(plan, top);
        // The table needs one or two bytes per entry, plus the working memory while the largest
        // tier is built.
        let needed = places
            .saturating_mul(2)
            .saturating_add(largest.saturating_mul(8));
        if needed > budget.memory {
            return Err(text!(
                "a table of {places} places needs about {needed} bytes; `grundy big` can build it in a folder",
                "{places} 个位置的表约需 {needed} 字节；`grundy big` 可在文件夹中生成"
            ));
        }
        Ok(LazyTable {
            tables: TierTables::new(plan),
            layout: plan.layout().clone(),
            code: code.clone(),
        })
    }

    /// Returns the remark that the plan shows.
    fn summary(&self) -> Text {
        let (layout, places, tiers) = (&self.layout, self.layout.places(), self.layout.tiers());
        let options = match (layout.added(), &self.code) {
            (Ok(()), _) => text!("options are sums of table entries", "后继是查表相加"),
            (Err(_), Some(_)) => text!(
                "options are listed by generated code",
                "后继由生成的代码列出"
            ),
            (Err(_), None) => text!("options are listed by the interpreter", "后继由解释器列出"),
        };
        let Text { en, zh } = match layout.check_invertible() {
            _ if layout.what == TableKind::Values => options,
            Ok(()) => Text {
                en: options.en + "; moves are inverted",
                zh: options.zh + "；着法可倒推",
            },
            Err(why) => Text {
                en: options.en + "; moves are sorted by target: " + &why.en,
                zh: options.zh + "；着法按去向排序：" + &why.zh,
            },
        };
        let Text { en, zh } = match layout.symmetry() {
            Ok(1) => Text { en, zh },
            Ok(images) => text!(
                "{en}; of positions that differ only by an exchange of slots ({images} exchanges), only one is filled",
                "{zh}；交换分量（{images} 种）后相同的局面只填其一"
            ),
            Err(why) => Text {
                en: en + "; `symmetry` is not used: " + &why.en,
                zh: zh + "；不用 `symmetry`：" + &why.zh,
            },
        };
        text!(
            "a table of {places} places; tiers: {tiers}; {en}",
            "{places} 个位置的表，分 {tiers} 层生成；{zh}"
        )
    }

    /// Builds the missing tiers with numbers below `end`.
    fn extend(
        &mut self,
        world: &World,
        end: usize,
        budget: &Budget<'_>,
    ) -> Result<(), EngineError> {
        if self.tables.tier_count() >= end {
            return Ok(());
        }
        let plan = TierPlan::from_layout(world, self.layout.clone());
        let plan = add_code(plan, self.code.as_deref());
        Ok(tablebase::extend(
            &plan,
            1,
            &mut self.tables,
            end,
            &|| plan.options(),
            budget,
        )?)
    }

    /// Builds the table up to the tier of a position, if this tier is not built yet.
    ///
    /// # Errors
    /// Returns [`EngineError`] if the rules cannot be evaluated, a move raises the measure of the
    /// tiers or the budget runs out.
    pub fn fill(
        &mut self,
        world: &World,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<(), EngineError> {
        let Some((top, _)) = self.layout.locate(slots) else {
            return Ok(());
        };
        self.extend(world, top + 1, budget)
    }

    /// Returns the entry of a position; `None` if the position is not in the tiers built so far.
    fn lookup(&self, slots: &[Int]) -> Option<DecodedEntry> {
        self.layout
            .locate(slots)
            .filter(|(tier, _)| *tier < self.tables.tier_count())?;
        self.tables.lookup(&self.layout, slots).ok()?
    }

    /// Returns whether a position is within the ranges of the table.
    pub fn holds(&self, game: GameId, slots: &[Int]) -> bool {
        self.layout.game() == game && self.layout.locate(slots).is_some()
    }

    /// Returns the number of entries built so far.
    pub fn entries(&self) -> u64 {
        (0..self.tables.tier_count())
            .map(|tier| self.layout.tier(tier).index.size())
            .sum()
    }

    /// Returns the number of bytes that the table uses in memory.
    pub fn bytes(&self) -> u64 {
        self.tables.bytes()
    }
}

/// Returns the number of entries of the tiers up to `top`, and the number of entries of the largest
/// of these tiers.
fn extent(plan: &TierPlan<'_>, top: usize) -> (u64, u64) {
    let sizes = || (0..=top).map(|tier| plan.tier(tier).index.size());
    (sizes().sum(), sizes().max().unwrap_or(0))
}

/// Returns a plan and the tier of a component, or the reason why no plan exists. The plan covers
/// the positions that play can reach from the component.
fn plan_tiers<'w>(
    world: &'w World,
    component: &Component,
    facts: &GameFacts,
    what: TableKind,
    budget: &Budget<'_>,
) -> Result<(TierPlan<'w>, usize), TaskError> {
    let plan = TierPlan::new(
        world,
        component.game,
        facts,
        Some(&component.slots),
        what,
        budget,
    )
    .map_err(|error| match error {
        TierError::Fault(RulesError::Stopped(stop @ StopReason::Memory(..))) => {
            TaskError::Declined(stop.text())
        }
        TierError::Fault(fault) => fault.into(),
        declined => TaskError::Declined(declined.text()),
    })?;
    let (top, _) = plan.locate(&component.slots).ok_or_else(|| {
        TaskError::Declined(text!(
            "this is not a position of the game",
            "这不是该游戏的局面"
        ))
    })?;
    Ok((plan, top))
}

/// Checks that play reaches more than `enough` positions, so that a table of `places` entries is
/// worth building. If play reaches fewer positions, returns the reason why the table is not worth
/// building.
fn check_worth(
    plan: &TierPlan<'_>,
    from: &[Int],
    places: u64,
    enough: u64,
    budget: &Budget<'_>,
) -> Result<(), TaskError> {
    let (mut options, mut listed) = (plan.options(), OptionBuffer::default());
    let (mut seen, mut open) = (FxHashSet::default(), Vec::new());
    let first = plan
        .locate(from)
        .map(|(tier, place)| PositionId { tier, place });
    open.extend(first);
    seen.extend(first);
    while let Some(PositionId { tier, place }) = open.pop() {
        budget.tick()?;
        let walk = plan.tier(tier).index.walk(place);
        let Some((_, at)) = plan.position_at(tier, &walk) else {
            continue;
        };
        let standing = match options.list(at, &mut listed, budget) {
            Err(TierError::Fault(fault)) if overflows(&fault) => {
                return Err(TaskError::Declined(rising()));
            }
            standing => standing?,
        };
        if standing == EntryState::Open {
            open.extend(
                listed
                    .iter()
                    .flatten()
                    .filter(|target| seen.insert(**target)),
            );
        }
        if seen.len() as u64 > enough {
            return Ok(());
        }
    }
    Err(TaskError::Declined(too_few(places, enough)))
}

/// Returns whether a number exceeds 64 bits.
fn overflows(fault: &RulesError) -> bool {
    matches!(
        fault,
        RulesError::Rule {
            cause: EvalError::Arithmetic(ArithmeticError::Overflow),
            ..
        }
    )
}

#[cold]
fn rising() -> Text {
    text!("numbers in play exceed 64 bits", "对局中的数会超过 64 位")
}

#[cold]
fn too_few(places: u64, enough: u64) -> Text {
    text!(
        "the table would have {places} places, but play reaches at most {enough} positions",
        "表有 {places} 个位置，而可达的局面不超过 {enough} 个"
    )
}

/// Outcomes and distances of the positions of one game, where each position is a single component.
pub struct LazyDistances(LazyTable);

impl LazyDistances {
    /// Creates the empty table of the positions that play can reach from a component, or returns
    /// the reason why the table is not worth building. Examines some of the reachable positions.
    ///
    /// # Errors
    /// Returns [`TaskError`] if the table is declined, the rules cannot be evaluated or the budget
    /// runs out.
    pub fn around(
        world: &World,
        component: &Component,
        conventions: Conventions,
        facts: &GameFacts,
        code: &OptionalMachine,
        budget: &Budget<'_>,
    ) -> Result<LazyDistances, TaskError> {
        let rules = world.rules(component.game);
        if rules.conventions() != conventions {
            return Err(TaskError::Declined(text!(
                "the table was built under the conventions of the rules",
                "该表按规则中的约定生成"
            )));
        }
        let (plan, top) = plan_tiers(world, component, facts, TableKind::Remoteness, budget)?;
        let made = LazyTable::new(&plan, top, code, budget).map_err(TaskError::Declined)?;
        let plan = add_code(plan, code.as_deref());
        let (places, _) = extent(&plan, top);
        if let Err(why) = plan.added()
            && plan.generated().is_err()
            && places.saturating_mul(BY_DEFINITION) <= budget.memory
        {
            return Err(TaskError::Declined(why));
        }
        // If positions are equal up to an exchange of slots, only one of them is visited.
        let enough = (places / PLACES_FOR_EACH).max(MAX_REFERENCE_POSITIONS as u64)
            / plan.symmetry().unwrap_or(1) as u64;
        check_worth(&plan, &component.slots, places, enough, budget)?;
        Ok(LazyDistances(made))
    }

    /// Returns the outcome of a position, and the number of moves to the end (0 for a draw).
    /// Returns `None` if the position is not in the tiers built so far.
    pub fn lookup(&self, slots: &[Int]) -> Option<(Outcome, u64)> {
        match self.0.lookup(slots)? {
            DecodedEntry::Wins(outcome, moves) => Some((outcome, moves)),
            DecodedEntry::Draw => Some((Outcome::D, 0)),
            DecodedEntry::Outcome(_) | DecodedEntry::Value(_) => None,
        }
    }
}

impl Deref for LazyDistances {
    type Target = LazyTable;

    fn deref(&self) -> &LazyTable {
        &self.0
    }
}

impl DerefMut for LazyDistances {
    fn deref_mut(&mut self) -> &mut LazyTable {
        &mut self.0
    }
}

/// The values of a game that ends, for the positions that the rules admit instead of a complete
/// box.
struct LazyValues(LazyTable);

impl LazyValues {
    /// Creates the empty table of a task for which box tables were too large, or returns the reason
    /// why the table is not worth building.
    fn for_task(task: &ValueTask<'_>, facts: &GameFacts) -> Result<LazyValues, TaskError> {
        let (plan, top) = plan_values(task, facts)?;
        let made = LazyTable::new(&plan, top, &None, task.budget).map_err(TaskError::Declined)?;
        if task.wanted == AccessPattern::Positions {
            check_values_worth(task, &plan, top)?;
        }
        Ok(LazyValues(made))
    }
}

/// Returns the plan of a task's values and the tier of the largest position, or the reason why no
/// plan exists. A plan exists only if moves are added slot by slot.
fn plan_values<'w>(
    task: &ValueTask<'w>,
    facts: &GameFacts,
) -> Result<(TierPlan<'w>, usize), TaskError> {
    let component = Component {
        game: task.game,
        slots: task.tops.into(),
    };
    let (plan, top) = plan_tiers(
        task.world,
        &component,
        facts,
        TableKind::Values,
        task.budget,
    )?;
    plan.added().map_err(TaskError::Declined)?;
    Ok((plan, top))
}

fn check_values_worth(
    task: &ValueTask<'_>,
    plan: &TierPlan<'_>,
    top: usize,
) -> Result<(), TaskError> {
    let (places, _) = extent(plan, top);
    check_worth(plan, task.tops, places, enough(places), task.budget)
}

/// Returns the facts of a game for which values of many positions may be queried, if every move
/// leaves at most one component.
fn facts_of_many<'t>(task: &ValueTask<'t>) -> Option<&'t GameFacts> {
    let facts = task
        .facts
        .filter(|facts| facts.most_components == Some(1) && !facts.names_others)?;
    let within = task.tops.iter().try_fold(1_i64, |within, top| {
        within.checked_mul(top.saturating_add(1))
    });
    (within.is_none_or(|within| within > MAX_REFERENCE_POSITIONS as i64)
        && task.tops.iter().all(|top| *top < MAX_SLOT_VALUES))
    .then_some(facts)
}

/// Returns the number of reachable positions that justifies a table with this number of entries.
fn enough(places: u64) -> u64 {
    (places / VALUES_FOR_EACH).clamp(MAX_REFERENCE_POSITIONS as u64, MAX_EXPLORED_POSITIONS)
}

/// Returns whether play from the largest position of a box of `size` entries reaches many entries,
/// as far as a quick test shows. If moves are added slot by slot, at least half of the entries must
/// also be positions.
///
/// # Errors
/// Returns [`EngineError`] if the rules cannot be evaluated or the budget runs out.
#[cold]
pub(crate) fn reaches_many(task: &ValueTask<'_>, size: usize) -> Result<bool, EngineError> {
    let planned = match facts_of_many(task) {
        Some(facts) => TaskError::unless_declined(plan_values(task, facts))?,
        None => None,
    };
    match planned {
        Some((plan, top)) => Ok(extent(&plan, top).0 >= size as u64 / 2
            && TaskError::unless_declined(check_values_worth(task, &plan, top))?.is_some()),
        None => reaches_by_rules(task, enough(size as u64)),
    }
}

/// Returns whether enough positions are reachable from the largest position. At most
/// [`MAX_EXPLORED_COMPONENTS`] components of options are listed with the rules.
fn reaches_by_rules(task: &ValueTask<'_>, enough: u64) -> Result<bool, EngineError> {
    match walk(task, enough, MAX_EXPLORED_COMPONENTS, task.budget)? {
        Some(reached) => Ok(reached.positions >= enough),
        None => Ok(false),
    }
}

/// Returns the number of positions that play reaches from the largest position of a box of `size`
/// positions. Returns `None` if play reaches more than one in [`MIN_BOX_RATIO`] positions. The
/// search must end within [`STEPS_A_PLACE`] small steps for each position of the box, and
/// [`MAX_STEPS`] steps in total.
///
/// # Errors
/// Returns an error if the rules cannot be evaluated or the budget runs out.
#[cold]
pub(crate) fn count_reached(task: &ValueTask<'_>, size: u64) -> Result<Option<u64>, EngineError> {
    match task.budget.stepped(
        size.saturating_mul(STEPS_A_PLACE).min(MAX_STEPS),
        |budget| walk(task, size / MIN_BOX_RATIO, u64::MAX, budget),
    ) {
        (Err(EngineError::Fault(RulesError::Stopped(_))), true) => Ok(None),
        (reached, _) => Ok(reached?
            .filter(|reached| reached.is_complete)
            .map(|reached| reached.positions)),
    }
}

/// The number of positions that a walk reached.
struct ReachCount {
    positions: u64,
    /// Whether the walk reached all positions that play can reach.
    is_complete: bool,
}

/// Lists the positions that play reaches from the largest position of a task. Stops when
/// `max_positions` positions are found, or `max_components` components of options are listed.
/// Returns `None` if the largest numbers of the task are not a position.
fn walk(
    task: &ValueTask<'_>,
    max_positions: u64,
    max_components: u64,
    budget: &Budget<'_>,
) -> Result<Option<ReachCount>, EngineError> {
    let (world, game) = (task.world, task.game);
    let (mut options, mut listed) = (OptionArena::new(), 0);
    if !world.contains(game, task.tops, budget)? {
        return Ok(None);
    }
    let (mut seen, mut open) = (
        FxHashSet::<Box<[Int]>>::default(),
        vec![Box::<[Int]>::from(task.tops)],
    );
    while let Some(slots) = open.pop() {
        if world.ending(game, &slots, budget)?.is_some() {
            continue;
        }
        match world.options(game, &slots, &mut options, budget) {
            Err(fault) if overflows(&fault) => {
                return Ok(Some(ReachCount {
                    positions: seen.len() as u64,
                    is_complete: false,
                }));
            }
            listed => listed?,
        }
        for (_, left) in options
            .iter()
            .flat_map(|option| option.components())
            .filter(|(of, _)| *of == game)
        {
            budget.tick()?;
            listed += 1;
            if !seen.contains(left) {
                seen.insert(left.into());
                open.push(left.into());
            }
        }
        if seen.len() as u64 >= max_positions || listed > max_components {
            return Ok(Some(ReachCount {
                positions: seen.len() as u64,
                is_complete: false,
            }));
        }
    }
    Ok(Some(ReachCount {
        positions: seen.len() as u64,
        is_complete: true,
    }))
}

impl GrundyOracle for LazyValues {
    fn grundy(
        &mut self,
        world: &World,
        _: GameId,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Grundy, EngineError> {
        self.0.fill(world, slots, budget)?;
        match self.0.lookup(slots) {
            Some(DecodedEntry::Value(value)) => Ok(value),
            _ => Err(not_in_table()),
        }
    }

    fn covers(&self, game: GameId, slots: &[Int]) -> bool {
        self.0.holds(game, slots)
    }

    fn stats(&self) -> EngineStats {
        EngineStats {
            positions: self.0.entries(),
            options: 0,
        }
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    fn evidence(&self, _: usize) -> Option<Vec<(Component, Grundy)>> {
        None
    }

    fn lists_evidence(&self) -> bool {
        false
    }

    fn is_table(&self) -> bool {
        true
    }

    fn fill(&mut self, world: &World, budget: &Budget<'_>) -> Result<(), EngineError> {
        let tiers = self.0.layout.tiers();
        self.0.extend(world, tiers, budget)
    }
}

fn not_in_table() -> EngineError {
    EngineError::Declined(text!("the position is not in the table", "局面不在表中"))
}

/// The engine that uses tables built tier by tier.
pub struct TierEngine;

impl Engine for TierEngine {
    fn name(&self) -> &'static str {
        "tiers"
    }

    fn about(&self) -> &'static str {
        "a table built tier by tier: outcomes and distances if play can cycle; values if the rules allow only few positions of a box"
    }

    fn values(&self, task: &ValueTask<'_>) -> OracleAttempt<dyn GrundyOracle> {
        let facts = facts_of_many(task).ok_or_else(|| TaskError::Declined(not_for_tiers()))?;
        value_oracle(task, facts)
    }

    fn outcomes(&self, whole: &OutcomeTask<'_>) -> OracleAttempt<dyn OutcomeOracle> {
        let OutcomeTask {
            conventions,
            task,
            alone,
            ..
        } = whole;
        let Some((task, facts)) = task
            .as_ref()
            .filter(|_| *alone && conventions.loopy)
            .and_then(|task| Some((task, task.facts?)))
        else {
            return Err(TaskError::Declined(not_for_tiers()));
        };
        let slots = task
            .world
            .rules(task.game)
            .game()
            .map_or(&[][..], |game| &game.slots[..]);
        let within = slots.iter().try_fold(1_i64, |within, slot| {
            within.checked_mul(slot.high?.checked_sub(slot.low)?.checked_add(1)?)
        });
        match within.is_some_and(|within| within <= MAX_REFERENCE_POSITIONS as i64) {
            true => Err(TaskError::Declined(not_for_tiers())),
            false => outcome_oracle(task, facts, *conventions),
        }
    }
}

#[inline(never)]
fn not_for_tiers() -> Text {
    text!(
        "applies only to single components with many positions and small numbers; computes values, or outcomes if play can cycle",
        "只用于局面多而数不大的单个部分：求值，或判断可能循环时的胜负"
    )
}

/// Returns an oracle for the values of a task that may have many positions.
#[cold]
fn value_oracle(task: &ValueTask<'_>, facts: &GameFacts) -> OracleAttempt<dyn GrundyOracle> {
    let values = LazyValues::for_task(task, facts)?;
    Ok((values.0.summary(), Box::new(values)))
}

/// Returns an oracle for the outcomes of a task that may have many positions.
#[cold]
fn outcome_oracle(
    task: &ValueTask<'_>,
    facts: &GameFacts,
    conventions: Conventions,
) -> OracleAttempt<dyn OutcomeOracle> {
    let component = Component {
        game: task.game,
        slots: task.tops.into(),
    };
    if !task.world.contains(task.game, task.tops, task.budget)? {
        return Err(TaskError::Declined(text!(
            "the largest numbers of all slots do not form a position",
            "各最大数合起来不是局面"
        )));
    }
    if !reaches(
        task.world,
        &SumPosition(vec![component.clone()]),
        conventions,
        LOOKED_AT_FIRST,
        task.budget,
    )? {
        return Err(TaskError::Declined(not_for_tiers()));
    }
    let distances = LazyDistances::around(
        task.world,
        &component,
        conventions,
        facts,
        &task.means.code(),
        task.budget,
    )?;
    Ok((distances.summary(), Box::new(distances)))
}

impl OutcomeOracle for LazyDistances {
    fn covers(&self, sum: &SumPosition) -> bool {
        matches!(&sum.0[..], [one] if self.0.holds(one.game, &one.slots))
    }

    fn outcome(
        &mut self,
        world: &World,
        sum: &SumPosition,
        budget: &Budget<'_>,
    ) -> Result<Outcome, EngineError> {
        let [one] = &sum.0[..] else {
            return Err(not_in_table());
        };
        self.fill(world, &one.slots, budget)?;
        self.lookup(&one.slots)
            .map(|(outcome, _)| outcome)
            .ok_or_else(not_in_table)
    }

    fn stats(&self) -> EngineStats {
        EngineStats {
            positions: self.entries(),
            options: 0,
        }
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    fn evidence(&self, _: usize) -> Option<Vec<(SumPosition, Outcome)>> {
        None
    }
}
