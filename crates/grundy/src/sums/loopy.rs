//! Loopy sums, by values: the value of a component of a `loopy` game, or of a game that leads to a
//! `loopy` game, is a nimber or infinity. The value of any other component is its Grundy value,
//! computed as under plain normal play. For a token on a digraph, the values of the complete graph
//! are computed. For other games, every component that play can reach is listed once, and the
//! values of the graph of these components are computed ([`structures::digraph::LoopyValues`]).
//! Memory limits the listing, which takes O(V + E) space. If play reaches many components and the
//! game has a box, the box is solved in place instead ([`engines::loopy_box`]). If a component
//! listed earlier has a nimber, later graphs represent this component by a heap of the nimber. A
//! component of value infinity is represented by a vertex with a move to each of its nimbers and a
//! move to itself. Every move must leave at most one component.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use engines::engine::{Engine, OptionalMachine};
use engines::error::TaskError;
use engines::loopy_box::{BoxError, LoopyBox};
use engines::oracle::EngineStats;
use engines::reference::may_rise;
use engines::tier_engine::{LazyDistances, MAX_REFERENCE_POSITIONS, TierEngine};
use facts::{GameFacts, facts};
use indexmap::IndexSet;
use rules::game::{Conventions, GameId, OptionArena, OptionRef, Outcome, RulesError};
use rules::play::{Component, MoveStep};
use rules::world::World;
use rustc_hash::FxBuildHasher;
use structures::digraph::{DigraphRules, DirectedGraph, LoopyValues};
use theory::loopy::Loopy;

use super::plain_values::{PlainValues, not_everywhere};
use super::sum_method::{SumAnswer, SumMethod, SumQuery, WinningSteps};
use crate::error::SolveError;
use crate::max_slots::{max_slots_by_game, raise};
use crate::option_list::options_of;
use crate::settings::SessionSettings;

/// Maximum number of listed components. If more components can be reached, a box is solved if the
/// game has one; otherwise a table of outcomes is built.
const MAX_LISTED_COMPONENTS: usize = if cfg!(test) { 12 } else { 1 << 18 };

/// Maximum number of listed components if numbers may rise without bound during play, unless the
/// session is patient.
const MAX_RISING: usize = if cfg!(test) { 200 } else { 1 << 20 };

/// Maximum size of a box that is solved for a single component for which a table provides the
/// outcome.
const MAX_BOX_POSITIONS: u64 = 1 << 23;

/// Approximate number of bytes of a component with its value, in addition to its numbers.
const ENTRY: u64 = 120;

/// The values of components in loopy sums.
pub(super) struct LoopySumMethod {
    games: HashMap<GameId, LoopyValueKind>,
    /// Components of loopy games given by rules, with their values.
    places: HashMap<Component, LoopyComponentValue, FxBuildHasher>,
    /// Boxes of loopy games for which too many components can be reached; `None` if a game has no
    /// box.
    boxes: HashMap<GameId, Option<LoopyBox>>,
    /// The facts about games for which a box was considered.
    facts: HashMap<GameId, Option<GameFacts>>,
    /// The machine for the code of outcome tables, if outcome tables are allowed. The field
    /// `conventions` contains the conventions of the position.
    tabled: Option<OptionalMachine>,
    conventions: Conventions,
    /// Whether only the budget limits the listing.
    patient: bool,
    /// Games for which a table provides the outcome of a single component, because play reaches
    /// many positions. Each game has a flag that states whether the game was added during the
    /// current question.
    large: HashMap<GameId, bool>,
    /// The total number of vertices of all graphs built from rules.
    listed: u64,
    /// Values of components that are not loopy.
    plain: PlainValues,
    stats: EngineStats,
    held: u64,
}

/// The method for the values of components of a game.
enum LoopyValueKind {
    /// Play must end, so components have Grundy values.
    Finite,
    /// The values of the vertices of one digraph.
    Token(Arc<DirectedGraph>, LoopyValues),
    /// The components that play can reach are listed.
    Rules,
    /// No method supports the game, for the reason in this variant.
    Unfit(Text),
}

/// The value of a component of a loopy game.
#[derive(Clone, Copy)]
struct LoopyComponentValue {
    /// The nimber of the component; `None` for infinity.
    nimber: Option<u32>,
    /// The distance of the component to the end ([`LoopyValues::counter`]).
    counter: u64,
}

/// The result of a listing.
enum Listing {
    /// All values are computed.
    Done,
    /// Too many components can be reached from these components.
    Exceeded(Vec<Component>),
}

/// A vertex of the graph of the components that play can reach.
#[derive(Clone, PartialEq, Eq, Hash)]
enum LoopyNode {
    /// A heap: a component with a nimber from an earlier graph, or the empty position.
    Heap(u32),
    /// A component.
    Part(Component),
}

impl LoopySumMethod {
    /// Creates the method with an empty cache.
    pub fn new(settings: Arc<SessionSettings>, conventions: Conventions) -> LoopySumMethod {
        LoopySumMethod {
            games: HashMap::new(),
            places: HashMap::default(),
            boxes: HashMap::new(),
            facts: HashMap::new(),
            tabled: (!settings.without.contains(TierEngine.name()))
                .then(|| settings.means().code()),
            conventions,
            patient: settings.patient,
            large: HashMap::new(),
            listed: 0,
            plain: PlainValues::new(settings),
            stats: EngineStats::default(),
            held: 0,
        }
    }

    /// Returns the value of each component. If only the outcome is `asked`, declines if a table
    /// provides the outcome sooner.
    fn values(&mut self, sum: &SumQuery<'_>, asked: bool) -> SumAnswer<Vec<Loopy>> {
        let SumQuery {
            world,
            components,
            budget,
        } = *sum;
        let (mut roots, mut finite) = (Vec::new(), Vec::new());
        for component in components {
            self.look_at(world, component.game, budget)?;
            match &self.games[&component.game] {
                LoopyValueKind::Unfit(why) => return Err(why.clone().into()),
                LoopyValueKind::Finite => finite.push(component.clone()),
                LoopyValueKind::Rules if self.place(component).is_none() => {
                    roots.push(component.clone())
                }
                _ => {}
            }
        }
        let lone = asked && components.len() == 1 && self.tabled.is_some();
        let boxes: Vec<u64> = roots
            .iter()
            .filter_map(|root| self.box_places(world, root, budget))
            .collect();
        let most = match &roots[..] {
            [root] if lone && self.large.get(&root.game) == Some(&true) => {
                return Err(by_table().into());
            }
            [root] if lone && self.large.contains_key(&root.game) => MAX_REFERENCE_POSITIONS,
            _ if lone || !boxes.is_empty() => MAX_LISTED_COMPONENTS,
            _ => self.most_listed(world, &roots),
        };
        match self.list(world, roots, most, budget)? {
            Listing::Done => {}
            Listing::Exceeded(roots) if boxes.is_empty() && !lone => {
                return Err(rises(world, &roots).into());
            }
            Listing::Exceeded(roots)
                if lone
                    && boxes.iter().all(|places| *places > MAX_BOX_POSITIONS)
                    && self.has_table(world, &roots[0], budget)? =>
            {
                return Err(by_table().into());
            }
            Listing::Exceeded(roots) => {
                let left = self.solve_boxes(world, roots, budget)?;
                let most = self.most_listed(world, &left);
                if let Listing::Exceeded(roots) = self.list(world, left, most, budget)? {
                    return Err(rises(world, &roots).into());
                }
            }
        }
        self.plain.see_to(world, &finite, budget)?;
        let mut values = Vec::with_capacity(components.len());
        for component in components {
            budget.tick()?;
            values.push(match &self.games[&component.game] {
                LoopyValueKind::Finite => Loopy::Nimber(self.plain.value(component)?),
                LoopyValueKind::Token(graph, values) => {
                    values.value(graph, component.slots[0] as u32)
                }
                _ => match self.place(component).and_then(|place| place.nimber) {
                    Some(nimber) => Loopy::Nimber(nimber.into()),
                    None => {
                        let nimbers = self.nimbers(world, component, budget)?;
                        Loopy::Infinite(nimbers.into_iter().map(u64::from).collect())
                    }
                },
            });
        }
        Ok(values)
    }

    /// Returns the maximum number of components that may be listed below these components.
    fn most_listed(&self, world: &World, roots: &[Component]) -> usize {
        let is_bounded = !self.patient && may_rise(world, roots.iter().map(|root| root.game));
        if is_bounded { MAX_RISING } else { usize::MAX }
    }

    /// Determines the method for the values of components of this game.
    fn look_at(
        &mut self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<(), SolveError> {
        if !self.games.contains_key(&game) {
            let kind = self.kind_of(world, game, budget)?;
            self.games.insert(game, kind);
        }
        Ok(())
    }

    fn kind_of(
        &mut self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<LoopyValueKind, StopReason> {
        let reached = world.reachable_games([game]);
        let any = |what: fn(&World, GameId) -> bool| reached.iter().any(|&game| what(world, game));
        if any(|world, game| world.rules(game).can_end()) {
            return Ok(LoopyValueKind::Unfit(text!(
                "a component can end the whole play",
                "某个部分可使整局立即结束"
            )));
        }
        if any(|world, game| world.rules(game).coins()) {
            return Ok(LoopyValueKind::Unfit(super::sources::cancelling()));
        }
        if world.rules(game).is_standalone() {
            return Ok(LoopyValueKind::Unfit(text!(
                "the positions of a component determine whose move it is",
                "某个部分的局面自己规定轮到谁走"
            )));
        }
        if !any(|world, game| world.rules(game).conventions().loopy) {
            return Ok(LoopyValueKind::Finite);
        }
        let Some(token) = world
            .rules(game)
            .as_any()
            .and_then(|any| any.downcast_ref::<DigraphRules>())
        else {
            return Ok(LoopyValueKind::Rules);
        };
        let graph = token.graph().clone();
        let values = LoopyValues::new(&graph, &graph.transpose(budget)?, budget)?;
        self.held += values.bytes();
        self.stats.positions += graph.vertices() as u64;
        self.stats.options += graph.arcs() as u64;
        Ok(LoopyValueKind::Token(graph, values))
    }

    /// Returns whether a table provides the outcome of a component for which a box was considered.
    /// Caches the result for the game of the component.
    fn has_table(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<bool, SolveError> {
        let (Some(code), Some(Some(facts))) = (&self.tabled, self.facts.get(&component.game))
        else {
            return Ok(false);
        };
        let around = LazyDistances::around(world, component, self.conventions, facts, code, budget);
        let found = TaskError::unless_declined(around)
            .map_err(|error| SolveError::of_engine(world, error))?
            .is_some();
        if found {
            self.large.insert(component.game, true);
        }
        Ok(found)
    }

    /// Returns the size of the box around a component, if a box may be solved.
    fn box_places(
        &mut self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Option<u64> {
        let (Component { game, slots }, held) = (component, self.held);
        let rules = world.rules(*game).game()?;
        let facts = self
            .facts
            .entry(*game)
            .or_insert_with(|| facts(rules, *game, budget).ok())
            .as_ref()?;
        let places = LoopyBox::places(world, *game, facts, slots).ok()?;
        (budget.allow_memory(held + places).is_ok() && !matches!(self.boxes.get(game), Some(None)))
            .then_some(places)
    }

    /// Solves boxes around the given components if possible. Returns the components whose boxes
    /// were not solved, which must be listed.
    fn solve_boxes(
        &mut self,
        world: &World,
        roots: Vec<Component>,
        budget: &Budget<'_>,
    ) -> Result<Vec<Component>, SolveError> {
        for (game, mut tops) in max_slots_by_game(&roots) {
            let Some(Some(facts)) = self.facts.get(&game) else {
                continue;
            };
            if let Some(Some(before)) = self.boxes.get(&game) {
                raise(&mut tops, before.tops());
                self.held -= before.bytes();
            }
            self.boxes.remove(&game);
            let within = budget.with_memory(budget.memory.saturating_sub(self.held));
            let solved = match LoopyBox::around(world, game, facts, &tops, &within) {
                Ok(solved) => Some(solved),
                // Play may reach fewer positions than the box contains.
                Err(BoxError::Declined(_) | BoxError::Stopped(StopReason::Memory(..))) => None,
                Err(BoxError::Stopped(stop)) => return Err(SolveError::Stopped(stop)),
            };
            if let Some(solved) = &solved {
                self.held += solved.bytes();
                self.stats = self.stats.plus(solved.stats());
            }
            self.boxes.insert(game, solved);
        }
        Ok(roots
            .into_iter()
            .filter(|root| self.place(root).is_none())
            .collect())
    }

    /// Lists at most `most` components that were not listed before and that play can reach from the
    /// given components, and computes their values.
    fn list(
        &mut self,
        world: &World,
        roots: Vec<Component>,
        most: usize,
        budget: &Budget<'_>,
    ) -> SumAnswer<Listing> {
        let mut nodes: IndexSet<LoopyNode, FxBuildHasher> =
            roots.iter().cloned().map(LoopyNode::Part).collect();
        if nodes.is_empty() {
            return Ok(Listing::Done);
        }
        let (mut ends, mut heads): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut options = OptionArena::new();
        let mut out: Vec<LoopyNode> = Vec::new();
        let mut held = 0;
        while let Some(node) = nodes.get_index(ends.len()).cloned() {
            if nodes.len() > most {
                return Ok(Listing::Exceeded(roots));
            }
            out.clear();
            match &node {
                LoopyNode::Heap(size) => out.extend((0..*size).map(LoopyNode::Heap)),
                LoopyNode::Part(component) if self.place(component).is_some() => {
                    out.push(node.clone());
                    out.extend(
                        self.nimbers(world, component, budget)?
                            .into_iter()
                            .map(LoopyNode::Heap),
                    );
                }
                LoopyNode::Part(Component { game, slots }) => {
                    match world.options(*game, slots, &mut options, budget) {
                        Err(RulesError::Stopped(stop)) => return Err(stop.into()),
                        // A search of the complete position may never reach the position at which
                        // the rules fail.
                        Err(_) => return Err(not_everywhere().into()),
                        Ok(()) => {}
                    }
                    for option in options.iter() {
                        out.push(match option_parts(&option) {
                            OptionParts::Nothing => LoopyNode::Heap(0),
                            OptionParts::Several => {
                                return Err(leaves_several(&world.show(*game, slots)).into());
                            }
                            OptionParts::One(part) => {
                                match self.place(&part).and_then(|place| place.nimber) {
                                    Some(nimber) => LoopyNode::Heap(nimber),
                                    None => LoopyNode::Part(part),
                                }
                            }
                        });
                    }
                    self.stats.options += out.len() as u64;
                }
            }
            for option in out.drain(..) {
                budget.tick()?;
                let numbers = if let LoopyNode::Part(part) = &option {
                    size_of_val(&*part.slots) as u64
                } else {
                    0
                };
                let (place, new) = nodes.insert_full(option);
                // Each arc is stored in both directions; each component is stored once more, with
                // its value.
                held += 8 + if new { 2 * (ENTRY + numbers) } else { 0 };
                heads.push(as_vertex(place)?);
            }
            ends.push(as_vertex(heads.len())?);
            budget.allow_memory(held)?;
            if ends.len().is_multiple_of(1 << 12) {
                budget.report(ends.len() as u64, None);
            }
        }
        let graph = DirectedGraph::from_rows(ends, heads);
        let values = graph
            .transpose(budget)
            .and_then(|turned| LoopyValues::new(&graph, &turned, budget))?;
        let first = self.listed;
        self.listed += nodes.len() as u64;
        for (vertex, node) in nodes.into_iter().enumerate() {
            let LoopyNode::Part(component) = node else {
                continue;
            };
            let vertex = vertex as u32;
            let bytes = ENTRY + size_of_val(&*component.slots) as u64;
            // No move leads from components listed earlier to new components, so the counters can
            // continue.
            let place = LoopyComponentValue {
                nimber: values.nimber(vertex),
                counter: first + u64::from(values.counter(vertex)),
            };
            if let Entry::Vacant(entry) = self.places.entry(component) {
                entry.insert(place);
                self.held += bytes;
                self.stats.positions += 1;
            }
        }
        Ok(Listing::Done)
    }

    /// Returns the nimbers of the options of a component listed before.
    fn nimbers(
        &self,
        world: &World,
        component: &Component,
        budget: &Budget<'_>,
    ) -> Result<Vec<u32>, SolveError> {
        let options = options_of(world, component, budget)?;
        let nimber = |option: OptionRef<'_>| match option_parts(&option) {
            OptionParts::Nothing => Some(0),
            OptionParts::One(part) => self.place(&part)?.nimber,
            OptionParts::Several => None,
        };
        let mut nimbers: Vec<u32> = options.iter().filter_map(nimber).collect();
        nimbers.sort_unstable();
        nimbers.dedup();
        Ok(nimbers)
    }

    /// Returns the value of a component of a loopy game, if it was computed.
    fn place(&self, component: &Component) -> Option<LoopyComponentValue> {
        match self.games.get(&component.game) {
            Some(LoopyValueKind::Token(_, values)) => {
                let vertex = component.slots[0] as u32;
                Some(LoopyComponentValue {
                    nimber: values.nimber(vertex),
                    counter: values.counter(vertex).into(),
                })
            }
            _ => {
                // A solved box stores no counters, that is, no distances to the end.
                let in_box = || {
                    let nimber = self
                        .boxes
                        .get(&component.game)?
                        .as_ref()?
                        .nimber(&component.slots)?;
                    Some(LoopyComponentValue {
                        nimber: nimber.and_then(|nimber| u32::try_from(nimber).ok()),
                        counter: 0,
                    })
                };
                self.places.get(component).copied().or_else(in_box)
            }
        }
    }

    /// Returns the moves of one component to the given nimber, each with the counter of its result.
    fn moves_to(
        &mut self,
        sum: &SumQuery<'_>,
        index: usize,
        nimber: u64,
    ) -> Result<(Vec<(u64, MoveStep)>, bool), SolveError> {
        let component = &sum.components[index];
        if let LoopyValueKind::Finite = self.games[&component.game] {
            let (steps, complete) = self.plain.moves_to(sum, index, nimber)?;
            return Ok((steps.into_iter().map(|step| (0, step)).collect(), complete));
        }
        let counter = |option: &OptionRef<'_>| match option_parts(option) {
            OptionParts::Nothing => (nimber == 0).then_some(0),
            OptionParts::One(part) => self
                .place(&part)
                .filter(|place| place.nimber.map(u64::from) == Some(nimber))
                .map(|place| place.counter),
            OptionParts::Several => None,
        };
        let step = |option: OptionRef<'_>| {
            let step = MoveStep::new(index, option.rule, option.choices);
            Some((counter(&option)?, step))
        };
        let options = options_of(sum.world, component, sum.budget)?;
        Ok((options.iter().filter_map(step).collect(), true))
    }
}

/// The result of an option in the component in which the move is made.
enum OptionParts {
    Nothing,
    One(Component),
    Several,
}

fn option_parts(option: &OptionRef<'_>) -> OptionParts {
    let mut parts = option.components();
    match (parts.next(), parts.next()) {
        (None, _) => OptionParts::Nothing,
        (Some((game, slots)), None) => OptionParts::One(Component::new(game, slots)),
        _ => OptionParts::Several,
    }
}

fn as_vertex(place: usize) -> Result<u32, StopReason> {
    u32::try_from(place).map_err(|_| StopReason::Positions(1 << 32))
}

fn leaves_several(position: &str) -> Text {
    text!(
        "a move of {position} leaves several components",
        "{position} 有一着留下多个部分"
    )
}

impl SumMethod for LoopySumMethod {
    fn outcome(&mut self, sum: &SumQuery<'_>) -> SumAnswer<(Outcome, Text)> {
        let total = Loopy::sum(&self.values(sum, true)?);
        let found = text!(
            "the sum of the components has the value {total}",
            "各部分之和的值为 {total}"
        );
        Ok((total.outcome(), found))
    }

    /// Returns the moves, ordered by the sum of nimbers that they leave; among the moves of one
    /// component, the move nearest to the end comes first. A player who always makes the first move
    /// of the list wins: each of their moves decreases the sum of nimbers, or keeps that sum and
    /// comes nearer to the end.
    fn winning(&mut self, sum: &SumQuery<'_>, limit: usize) -> SumAnswer<WinningSteps> {
        let values = self.values(sum, false)?;
        let infinite: Vec<usize> = (0..values.len())
            .filter(|&index| values[index].as_nimber().is_none())
            .collect();
        let nim_sum = values
            .iter()
            .filter_map(Loopy::as_nimber)
            .fold(0, |sum, nimber| sum ^ nimber);
        let (mut found, mut complete) = (Vec::new(), true);
        for (index, component) in sum.components.iter().enumerate() {
            // The move must be made in an infinite component, and all other components stay
            // unchanged.
            if infinite.iter().any(|&other| other != index) {
                continue;
            }
            let own = values[index].as_nimber().unwrap_or(0);
            let counter = self.place(component).map_or(0, |place| place.counter);
            let (moves, all) = self.moves_to(sum, index, nim_sum ^ own)?;
            complete &= all;
            let change = i128::from(nim_sum ^ own) - i128::from(own);
            found.extend(
                moves
                    .into_iter()
                    .map(|(after, step)| ((change, i128::from(after) - i128::from(counter)), step)),
            );
        }
        found.sort_by_key(|(progress, _)| *progress);
        let steps = found.into_iter().map(|(_, step)| step);
        Ok(WinningSteps::of_single_steps(steps, complete, limit))
    }

    fn explanation(&mut self, sum: &SumQuery<'_>) -> SumAnswer<Text> {
        let values = self.values(sum, false)?;
        let described = values.iter().map(|value| match value {
            Loopy::Nimber(nimber) => Text::same(nimber.to_string()),
            Loopy::Infinite(_) => text!(
                "{value}, not a nimber: if the nim-sum of the other components is in this set, the player to move wins; otherwise the position is a draw",
                "{value}，不是 nimber：其余部分的 Nim 和属于此集合时先手必胜，否则局面为平局"
            ),
        });
        let total = Loopy::sum(&values);
        let whole = text!("total: {total}", "合计：{total}");
        Ok(sum.explanation(described, Some(whole)))
    }

    fn loopy_values(&mut self, sum: &SumQuery<'_>) -> SumAnswer<Option<Vec<Loopy>>> {
        self.values(sum, false).map(Some)
    }

    fn stats(&self) -> EngineStats {
        self.stats.plus(self.plain.stats)
    }

    fn bytes(&self) -> u64 {
        self.held + self.plain.bytes()
    }

    fn begin(&mut self) {
        self.large.values_mut().for_each(|now| *now = false);
    }
}

/// Returns the reason why the listing exceeded its limit: numbers may rise without bound during
/// play.
#[cold]
fn rises(world: &World, roots: &[Component]) -> Text {
    let position = roots
        .first()
        .map(|root| world.show(root.game, &root.slots))
        .unwrap_or_default();
    text!(
        "play from {position} reaches more than {MAX_RISING} positions, and the rules set no upper bound for some number of the position",
        "从 {position} 可达的局面超过 {MAX_RISING} 个，且规则中有数没有上界"
    )
}

fn by_table() -> Text {
    text!(
        "many positions are reachable: a table decides the winner faster than the values can be computed (`--without tiers` computes the values)",
        "可达的局面很多：用表判断胜负比求值快（`--without tiers` 则求值）"
    )
}

#[cfg(test)]
mod tests;
