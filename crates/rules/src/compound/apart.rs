//! Components that stay apart for a whole game, each a group with all that its moves leave (Jia,
//! 2009, 2.1): misère play that stops when every group has value 0, and misère play with a button.
//! A move is made in one group. The button gives three kinds of positions: nobody has pressed it;
//! it was pressed, and the other player moves; who pressed it answers in the first group. Who
//! presses it without a move has won, as in misère play, for the other cannot move either.

use super::{Compound, Kind, commit, row, steps};
use crate::ast::Play;
use crate::ir::Int;
use crate::play::{Component, Sum};
use crate::rules::{Conventions, Fault, GameId, Options, Sink};
use crate::world::World;

/// The words of components that stay apart, around a whole question.
pub const WORDS: [&str; 4] = ["stop", "button", "pressed", "answer"];

impl Kind {
    /// The kind in which components stand that stay apart under this convention of play; `None` if
    /// they do not.
    pub fn playing(play: Play) -> Option<Kind> {
        match play {
            Play::Normal | Play::Misere => None,
            Play::Stop => Some(Kind::Stop),
            Play::Button => Some(Kind::Button),
        }
    }

    /// The convention of play under which the components of such a compound stay apart; `None` if
    /// they do not.
    pub fn played(self) -> Option<Play> {
        match self {
            Kind::Sum(..) | Kind::Ordinal | Kind::Then | Kind::Product => None,
            Kind::Stop => Some(Play::Stop),
            Kind::Button | Kind::Pressed | Kind::Answer => Some(Play::Button),
        }
    }

    /// The kind of the positions that a move in a group leaves.
    fn next(self) -> Kind {
        match self {
            Kind::Pressed => Kind::Answer,
            Kind::Answer => Kind::Pressed,
            other => other,
        }
    }
}

/// The order in which equal positions have their groups: the group to be answered in comes first.
pub(super) fn sort(kind: Kind, groups: &mut [Sum]) {
    let from = usize::from(kind == Kind::Answer).min(groups.len());
    groups[from..].sort_unstable();
}

/// Writes every move.
pub(super) fn options(kind: Kind, groups: &[Sum], sink: &mut Sink<'_>) -> Result<(), Fault> {
    let places = if kind == Kind::Answer {
        1
    } else {
        groups.len()
    };
    for (place, group) in groups.iter().enumerate().take(places) {
        for (chosen, left) in
            Compound::in_group(sink.world(), group, Conventions::default(), sink.budget())?
        {
            make(kind, groups, (place, &chosen), left, sink)?;
        }
    }
    if kind == Kind::Button {
        press(groups, sink)
    } else {
        Ok(())
    }
}

/// Writes the move in the group `place` with these choices, if it is legal; in the place after the
/// last group, that the button is pressed.
pub(super) fn option(
    kind: Kind,
    groups: &[Sum],
    (place, chosen): (usize, &[Int]),
    sink: &mut Sink<'_>,
) -> Result<(), Fault> {
    if (kind, place, chosen) == (Kind::Button, groups.len(), &[]) {
        return press(groups, sink);
    }
    let Some(group) = groups
        .get(place)
        .filter(|_| kind != Kind::Answer || place == 0)
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
    let (world, mut found) = (sink.world(), Options::new());
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
        (place, chosen),
        Sum::canonical(left, world),
        sink,
    )
}

/// Writes the move that leaves this of the group `place`. A group of which nothing is left goes,
/// unless it must be answered in.
fn make(
    kind: Kind,
    groups: &[Sum],
    (place, chosen): (usize, &[Int]),
    left: Sum,
    sink: &mut Sink<'_>,
) -> Result<(), Fault> {
    let next = kind.next();
    let gone = left.0.is_empty() && next != Kind::Answer;
    let others = groups
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != place)
        .map(|(_, group)| group.clone());
    let after: Vec<Sum> = (!gone).then_some(left).into_iter().chain(others).collect();
    let game = sink.world().apart(next).unwrap_or(sink.game());
    commit(
        sink,
        (place, chosen),
        &[Component {
            game,
            slots: row(&after).into(),
        }],
    )
}

/// Writes that the button is pressed.
fn press(groups: &[Sum], sink: &mut Sink<'_>) -> Result<(), Fault> {
    let game = sink.world().apart(Kind::Pressed).unwrap_or(sink.game());
    commit(
        sink,
        (groups.len(), &[]),
        &[Component {
            game,
            slots: row(groups).into(),
        }],
    )
}

impl World {
    /// The game of positions in which components stay apart; `None` if no session made it, or
    /// `kind` is none of these.
    pub fn apart(&self, kind: Kind) -> Option<GameId> {
        kind.played().and_then(|_| self.built(&kind.opening()))
    }
}
