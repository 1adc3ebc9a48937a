//! Components that remain separate for a whole game, each as a group with all components that its
//! moves leave (Jia, 2009, 2.1). Components remain separate in misère play that stops when every
//! group has the value 0, and in misère play with a button. A move is made in one group. With the
//! button, a position has one of three kinds. Either no player has pressed the button, or the
//! opponent of the pressing player moves, or the pressing player must reply in the first group. A
//! player who presses the button without having a move wins, as in misère play, because the
//! opponent cannot move either.

use super::kind::{CompoundKind, CompoundRules};
use super::{commit, row, steps};
use crate::component::{Component, GameId};
use crate::conventions::Conventions;
use crate::error::RulesError;
use crate::ir::Int;
use crate::options::{OptionArena, OptionSink};
use crate::play::SumPosition;
use crate::world::World;

/// The keywords of separate components, around a complete query.
pub const WORDS: [&str; 4] = ["stop", "button", "pressed", "answer"];

/// Sorts the groups into their canonical order. The group in which the reply must be made is first.
pub(super) fn sort(kind: CompoundKind, groups: &mut [SumPosition]) {
    let from = usize::from(kind == CompoundKind::Answer).min(groups.len());
    groups[from..].sort_unstable();
}

/// Writes every move.
pub(super) fn options(
    kind: CompoundKind,
    groups: &[SumPosition],
    sink: &mut OptionSink<'_>,
) -> Result<(), RulesError> {
    let places = if kind == CompoundKind::Answer {
        1
    } else {
        groups.len()
    };
    for (place, group) in groups.iter().enumerate().take(places) {
        for (chosen, left) in
            CompoundRules::in_group(sink.world(), group, Conventions::default(), sink.budget())?
        {
            make(kind, groups, place, &chosen, left, sink)?;
        }
    }
    if kind == CompoundKind::Button {
        press(groups, sink)
    } else {
        Ok(())
    }
}

/// Writes the move with these choices in the group with this index, if the move is legal. The index
/// after the last group stands for the button.
pub(super) fn option(
    kind: CompoundKind,
    groups: &[SumPosition],
    place: usize,
    chosen: &[Int],
    sink: &mut OptionSink<'_>,
) -> Result<(), RulesError> {
    if (kind, place, chosen) == (CompoundKind::Button, groups.len(), &[]) {
        return press(groups, sink);
    }
    let Some(group) = groups
        .get(place)
        .filter(|_| kind != CompoundKind::Answer || place == 0)
    else {
        return Ok(());
    };
    let Some([step]) = steps(chosen)
        .as_deref()
        .and_then(|steps| <&[_; 1]>::try_from(steps).ok())
        .cloned()
    else {
        return Ok(());
    };
    let Some(component) = group.0.get(step.component) else {
        return Ok(());
    };
    let (world, mut found) = (sink.world(), OptionArena::new());
    world.option(
        component.game,
        &component.slots,
        (step.rule, &step.choices),
        &mut found,
        sink.budget(),
    )?;
    let Some(option) = found.iter().next() else {
        return Ok(());
    };
    let mut left = group.0.clone();
    left.splice(
        step.component..=step.component,
        option.components().map(|(game, slots)| Component {
            game,
            slots: slots.into(),
        }),
    );
    make(
        kind,
        groups,
        place,
        chosen,
        SumPosition::canonical(left, world),
        sink,
    )
}

/// Writes the move that leaves these components of a group. A group without components is dropped,
/// unless the reply must be made in this group.
fn make(
    kind: CompoundKind,
    groups: &[SumPosition],
    place: usize,
    chosen: &[Int],
    left: SumPosition,
    sink: &mut OptionSink<'_>,
) -> Result<(), RulesError> {
    let next = kind.next();
    let gone = left.0.is_empty() && next != CompoundKind::Answer;
    let others = groups
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != place)
        .map(|(_, group)| group.clone());
    let after: Vec<SumPosition> = (!gone).then_some(left).into_iter().chain(others).collect();
    let game = sink.world().apart(next).unwrap_or(sink.game());
    commit(
        sink,
        place,
        chosen,
        &[Component {
            game,
            slots: row(&after).into(),
        }],
    )
}

/// Writes the move that presses the button.
fn press(groups: &[SumPosition], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
    let game = sink
        .world()
        .apart(CompoundKind::Pressed)
        .unwrap_or(sink.game());
    commit(
        sink,
        groups.len(),
        &[],
        &[Component {
            game,
            slots: row(groups).into(),
        }],
    )
}

impl World {
    /// Returns the game of positions with separate components; `None` if no session created the
    /// game, or `kind` is not a kind of separate components.
    pub fn apart(&self, kind: CompoundKind) -> Option<GameId> {
        kind.played()
            .and_then(|_| self.find_built_in(&kind.opening()))
    }
}
