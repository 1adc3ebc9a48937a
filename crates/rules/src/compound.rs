//! Compounds: games played together as one component, `every(kayles[5], bash(3)[6])`. A position is
//! a variable-length tuple of numbers: the concatenated *groups* of the compound, each a sum of
//! components. Compounds may contain compounds.
//!
//! The compounds `every`, `any`, `upto(k; …)` and `together` have one group, and a move of the
//! compound is a move of the group's sum ([`play::moves`](crate::play::moves)). In `together`,
//! every component moves until one component has no move. `ordinal(a, b)` (Conway): a move in `a`
//! ends `b`. `then(a, b)`: `b` begins when `a` has no move. `product(a, b)` (Tartan): a move leads
//! from x × y to x' × y + x × y' + x' × y'. If a move in a part leaves several components, the sum
//! of these components replaces the part.

mod kind;
pub mod separate_groups;

use crate::component::{Component, GameId};
use crate::conventions::Conventions;
use crate::error::{EvalError, RulesError};
use crate::game::Rules;
use crate::ir::{Int, Slot};
use crate::options::OptionSink;
use crate::play::{MoveStep, SumPosition, moves};
use crate::structure::ParsedStructure;
use crate::world::World;
use base::budget::Budget;
use base::diagnostic::Span;
use base::text;
use base::text::Text;

pub use kind::{CompoundKind, CompoundRules};

/// The keywords of compounds that may be components; `upto` also has a number.
pub const WORDS: [&str; 7] = [
    "every", "together", "any", "upto", "ordinal", "then", "product",
];

/// Describes the error of a compound that must have two parts, but has `count` parts.
pub fn two_parts(word: &str, count: usize) -> Text {
    text!(
        "`{word}` expects two parts, found {count}: write {word}(a, b)",
        "`{word}` 需要两个部分，此处有 {count} 个：请写 {word}(a, b)"
    )
}

/// Encodes the groups of a position. The encoding begins with the number of groups. For each group,
/// it contains the number of components. For each component, it contains the game, the number of
/// slots, and the slots.
pub fn row(groups: &[SumPosition]) -> Vec<Int> {
    let mut row = vec![groups.len() as Int];
    for group in groups {
        row.push(group.0.len() as Int);
        for Component { game, slots } in &group.0 {
            row.extend([Int::from(game.0), slots.len() as Int]);
            row.extend(slots);
        }
    }
    row
}

/// Decodes the groups of a position; `None` if the encoding is invalid.
pub fn groups(row: &[Int]) -> Option<Vec<SumPosition>> {
    let mut rest = row.iter().copied();
    let mut groups = Vec::new();
    for _ in 0..rest.next()? {
        let mut group = Vec::new();
        for _ in 0..rest.next()? {
            let game = GameId(u32::try_from(rest.next()?).ok()?);
            let numbers = usize::try_from(rest.next()?).ok()?;
            let slots: Box<[Int]> = rest.by_ref().take(numbers).collect();
            if slots.len() != numbers {
                return None;
            }
            group.push(Component { game, slots });
        }
        groups.push(SumPosition(group));
    }
    rest.next().is_none().then_some(groups)
}

/// Decodes the steps of a move from its choices: for each step the component, the rule, the number
/// of choices, and the choices.
fn steps(choices: &[Int]) -> Option<Vec<MoveStep>> {
    let mut rest = choices.iter().copied();
    let mut steps = Vec::new();
    while let Some(component) = rest.next() {
        let (component, rule) = (
            usize::try_from(component).ok()?,
            usize::try_from(rest.next()?).ok()?,
        );
        let numbers = usize::try_from(rest.next()?).ok()?;
        steps.push(MoveStep {
            component,
            rule,
            choices: rest.by_ref().take(numbers).collect(),
        });
    }
    Some(steps)
}

/// Encodes steps as the choices of a move.
pub fn choices(steps: &[MoveStep]) -> Vec<Int> {
    let of = |step: &MoveStep| {
        [
            &[
                step.component as Int,
                step.rule as Int,
                step.choices.len() as Int,
            ],
            &step.choices[..],
        ]
        .concat()
    };
    steps.iter().flat_map(of).collect()
}

/// A move in one group: its choices, and the group that it leaves.
type GroupMove = (Vec<Int>, SumPosition);

impl CompoundRules {
    /// Encodes the position with these parts, each of which is a sum.
    pub fn position(self, parts: Vec<Vec<Component>>, world: &World) -> Vec<Int> {
        let parts = if let CompoundKind::Sum(..) = self.kind {
            vec![parts.concat()]
        } else {
            parts
        };
        row(&parts
            .into_iter()
            .map(|part| SumPosition::canonical(part, world))
            .collect::<Vec<_>>())
    }

    /// Decodes the groups of a position that the world has admitted.
    fn read(self, slots: &[Int]) -> Result<Vec<SumPosition>, RulesError> {
        let right = |groups: &Vec<SumPosition>| match self.kind {
            CompoundKind::Sum(..) => groups.len() == 1,
            CompoundKind::Ordinal | CompoundKind::Then | CompoundKind::Product => groups.len() == 2,
            CompoundKind::Stop | CompoundKind::Button | CompoundKind::Pressed => true,
            CompoundKind::Answer => !groups.is_empty(),
        };
        groups(slots).filter(right).ok_or_else(|| RulesError::Rule {
            cause: EvalError::Other(text!(
                "this is not a position of a compound",
                "这不是复合游戏的局面"
            )),
            game: None,
            span: Span::default(),
            at: slots.to_vec(),
        })
    }

    /// Returns whether numbers encode a position: the number of groups is correct, and every
    /// component is a position of its game.
    ///
    /// # Errors
    /// Returns an error if a requirement of a game cannot be evaluated, or the budget runs out.
    pub fn holds_positions(
        self,
        world: &World,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<bool, RulesError> {
        budget
            .steps(slots.len() / 64)
            .map_err(RulesError::Stopped)?;
        let Ok(groups) = self.read(slots) else {
            return Ok(false);
        };
        let games = world.games().len();
        for Component { game, slots } in groups.iter().flat_map(|group| &group.0) {
            if game.0 as usize >= games || !world.contains(*game, slots, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Formats a position of this compound as a component.
    pub fn show(self, world: &World, slots: &[Int]) -> Option<String> {
        let parts: Vec<String> = match (self.kind, groups(slots)?) {
            (CompoundKind::Sum(..), groups) => groups
                .iter()
                .flat_map(|group| &group.0)
                .map(|c| world.show(c.game, &c.slots))
                .collect(),
            (_, groups) => groups.iter().map(|group| group.show(world)).collect(),
        };
        Some(format!("{}{})", self.kind.opening(), parts.join(", ")))
    }

    /// Returns the label of a move.
    pub fn describe(
        self,
        world: &World,
        slots: &[Int],
        rule: usize,
        chosen: &[Int],
    ) -> Option<Text> {
        let groups = groups(slots)?;
        if self.kind == CompoundKind::Button && rule == groups.len() {
            return Some(text!("press the button", "按下按钮"));
        }
        let of = |group: &SumPosition, step: &MoveStep| {
            let component = group.0.get(step.component)?;
            let shown = world.show(component.game, &component.slots);
            let Text { en, zh } =
                world.describe(component.game, &component.slots, step.rule, &step.choices)?;
            Some(text!("in {shown}: {en}", "在 {shown} 中：{zh}"))
        };
        let steps = steps(chosen)?;
        let words: Option<Vec<Text>> = match self.kind {
            CompoundKind::Product => groups
                .iter()
                .zip(&steps)
                .map(|(group, step)| of(group, step))
                .collect(),
            _ => steps
                .iter()
                .map(|step| of(groups.get(rule)?, step))
                .collect(),
        };
        Some(Text::join(&words?, &text!(", ", "，")))
    }

    /// Returns the moves in one group.
    fn in_group(
        world: &World,
        group: &SumPosition,
        conventions: Conventions,
        budget: &Budget<'_>,
    ) -> Result<Vec<GroupMove>, RulesError> {
        let made = moves(world, group, conventions, budget)?;
        Ok(made
            .into_iter()
            .map(|made| (choices(&made.steps), made.leaves))
            .collect())
    }
}

/// Writes a move that leaves these components.
fn commit(
    sink: &mut OptionSink<'_>,
    rule: usize,
    chosen: &[Int],
    left: &[Component],
) -> Result<(), RulesError> {
    for component in left {
        sink.component(component.game, &component.slots)?;
    }
    sink.commit(rule, chosen, Span::default())
}

impl Rules for CompoundRules {
    fn title(&self) -> String {
        let opening = self.kind.opening();
        opening.trim_end_matches(['(', ';', ' ']).replace('(', " ")
    }

    fn slots(&self) -> &[Slot] {
        &[]
    }

    fn conventions(&self) -> Conventions {
        Conventions::default()
    }

    fn inherits_conventions(&self) -> bool {
        true
    }

    fn canonicalise(&self, slots: &mut [Int]) {
        let Some(mut found) = groups(slots) else {
            return;
        };
        found.iter_mut().for_each(|group| group.0.sort_unstable());
        if self.kind.played().is_some() {
            separate_groups::sort(self.kind, &mut found);
        }
        slots.copy_from_slice(&row(&found));
    }

    fn options(&self, slots: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        let (world, budget, game) = (sink.world(), sink.budget(), sink.game());
        budget
            .steps(slots.len() / 64)
            .map_err(RulesError::Stopped)?;
        let found = self.read(slots)?;
        let own = |groups: &[SumPosition]| Component {
            game,
            slots: row(groups).into(),
        };
        let plain = Conventions::default();
        match (self.kind, &found[..]) {
            (
                CompoundKind::Stop
                | CompoundKind::Button
                | CompoundKind::Pressed
                | CompoundKind::Answer,
                groups,
            ) => separate_groups::options(self.kind, groups, sink)?,
            (CompoundKind::Sum(sum, until), [group]) => {
                let conventions = Conventions {
                    sum,
                    until,
                    ..plain
                };
                for (chosen, left) in CompoundRules::in_group(world, group, conventions, budget)? {
                    commit(sink, 0, &chosen, &[own(&[left])])?;
                }
            }
            (CompoundKind::Ordinal, [first, second]) => {
                for (chosen, left) in CompoundRules::in_group(world, first, plain, budget)? {
                    commit(sink, 0, &chosen, &left.0)?;
                }
                for (chosen, left) in CompoundRules::in_group(world, second, plain, budget)? {
                    commit(sink, 1, &chosen, &[own(&[first.clone(), left])])?;
                }
            }
            (CompoundKind::Then, [first, second]) => {
                let begun = CompoundRules::in_group(world, first, plain, budget)?;
                if begun.is_empty() {
                    for (chosen, left) in CompoundRules::in_group(world, second, plain, budget)? {
                        commit(sink, 1, &chosen, &left.0)?;
                    }
                }
                for (chosen, left) in begun {
                    let over = CompoundRules::in_group(world, &left, plain, budget)?.is_empty();
                    let left = if over {
                        second.0.clone()
                    } else {
                        vec![own(&[left, second.clone()])]
                    };
                    commit(sink, 0, &chosen, &left)?;
                }
            }
            (_, [first, second]) => {
                let downs = CompoundRules::in_group(world, first, plain, budget)?;
                let acrosses = CompoundRules::in_group(world, second, plain, budget)?;
                for (down, x) in &downs {
                    for (across, y) in &acrosses {
                        let pairs = [(x, second), (first, y), (x, y)];
                        let left = pairs.map(|(x, y)| own(&[x.clone(), y.clone()]));
                        commit(sink, 0, &[&down[..], across].concat(), &left)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn option(
        &self,
        slots: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        if self.kind.played().is_some() {
            return separate_groups::option(self.kind, &self.read(slots)?, rule, choices, sink);
        }
        self.options(slots, sink)?;
        sink.keep_only(rule, choices);
        Ok(())
    }

    /// Returns true if components remain separate, because the position then contains the player to
    /// move.
    fn is_standalone(&self) -> bool {
        self.kind.played().is_some()
    }

    fn describe(&self, _: &[Int], _: usize, _: &[Int]) -> Option<Text> {
        None
    }

    /// Accepts the numbers of a query, which encode the parts that the query names.
    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        given.map(<[Int]>::to_vec).ok_or_else(|| {
            text!(
                "write the parts of a compound in parentheses",
                "请把复合游戏的各部分写在括号中"
            )
        })
    }

    fn compound(&self) -> Option<CompoundRules> {
        Some(*self)
    }
}

impl World {
    /// Returns the game whose positions are compounds of this kind.
    pub fn compound(&mut self, kind: CompoundKind) -> GameId {
        self.compound_by(kind, || Box::new(CompoundRules { kind }))
    }

    /// Returns the game whose positions are compounds of this kind. If the game of the compound
    /// does not exist, it is created with these rules.
    pub fn compound_by(
        &mut self,
        kind: CompoundKind,
        rules: impl FnOnce() -> Box<dyn Rules>,
    ) -> GameId {
        self.built_in(kind.opening(), || ParsedStructure {
            rules: rules(),
            starts: Vec::new(),
        })
    }
}
