//! The moves of a game on a set or a word as the checker of parts reads them. Each move needs some
//! cells, may require the absence of other cells, and removes cells. The crate `clauses` lists the
//! moves and defines the cells, so the crate is part of the trusted base. At each position of a
//! proof the listed moves are compared with the rules.

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text;
use base::text::Text;
use clauses::{CellMove, ClauseError, MoveList, move_list};
use rules::game::{GameId, OptionArena};
use rules::ir::Int;
use rules::world::World;
use rustc_hash::FxHashSet;

use super::element_set::ElementSet;
use crate::error::CertificateError;

/// Returns the error that a proof by parts is wrong, with the reason.
pub(super) fn refuse<T>(reason: Text) -> Result<T, CertificateError> {
    Err(CertificateError::Parts { reason })
}

/// A move. The move can be made if all cells of `needs` and no cells of `absent` are present; it
/// removes the present cells of `takes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PartMove {
    pub needs: ElementSet,
    pub absent: ElementSet,
    pub takes: ElementSet,
}

/// The moves of a game.
#[derive(Debug)]
pub(super) struct PartMoves {
    game: GameId,
    list: MoveList,
    /// Number of rows and columns, if the cells form a board.
    pub board: Option<(usize, usize)>,
    pub elements: usize,
    /// The moves, sorted by the least cell that each move needs.
    acts: Vec<Vec<PartMove>>,
}

impl PartMoves {
    /// Reads the moves of a game from its rules.
    pub fn from_rules(
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<PartMoves, CertificateError> {
        let title = world.rules(game).title();
        let Some(ir) = world.rules(game).game() else {
            return refuse(text!(
                "{title} has no rules in the rule language",
                "{title} 没有规则文本"
            ));
        };
        if world.rules(game).can_end() {
            return Err(CertificateError::CanEnd { game: title });
        }
        if world.rules(game).conventions().entailing {
            return Err(CertificateError::Entails { game: title });
        }
        let list = match move_list(ir, budget) {
            Ok(list) => list,
            Err(ClauseError::Stopped(stop)) => return Err(stop.into()),
            Err(ClauseError::Refused(Text { en, zh })) => {
                return refuse(text!(
                    "the moves of {title} are not a fixed list: {en}",
                    "{title} 的着法不是固定的列表：{zh}"
                ));
            }
        };
        if !list.always_takes() {
            return refuse(text!(
                "a move of {title} requires a cell that the move does not take, or adds a cell",
                "{title} 有着法没有拿走它所需的格，或添加了格"
            ));
        }
        let set = |places: &BTreeSet<u16>| {
            places
                .iter()
                .map(|&place| usize::from(place))
                .collect::<ElementSet>()
        };
        let mut acts = vec![Vec::new(); list.elements];
        for CellMove {
            needs,
            absent,
            takes,
            ..
        } in &list.moves
        {
            if let Some(&least) = needs.first() {
                acts[usize::from(least)].push(PartMove {
                    needs: set(needs),
                    absent: set(absent),
                    takes: set(takes),
                });
            }
        }
        Ok(PartMoves {
            game,
            board: list.board,
            elements: list.elements,
            list,
            acts,
        })
    }

    /// Returns the number of moves such that the least cell that the move needs is present in the
    /// position.
    pub fn count(&self, position: ElementSet) -> usize {
        position
            .iter()
            .filter(|&place| place < self.elements)
            .map(|place| self.acts[place].len())
            .sum()
    }

    /// Returns the moves that can be made in the position now.
    pub fn live(&self, position: ElementSet) -> impl Iterator<Item = PartMove> {
        self.possible(position)
            .filter(move |act| !act.absent.meets(position))
    }

    /// Returns the moves that can be made now or perhaps later: all cells that the moves need are
    /// present, but cells that must be absent may be present too.
    fn possible(&self, position: ElementSet) -> impl Iterator<Item = PartMove> {
        let from = position
            .iter()
            .filter(|&place| place < self.elements)
            .flat_map(|place| &self.acts[place]);
        from.filter(move |act| act.needs.is_subset(position))
            .copied()
    }

    /// Returns the parts of a position: groups of cells that no move connects, now or later. Moves
    /// that can only be made later also connect cells. Cells that no move depends on are left out.
    pub fn parts(&self, position: ElementSet) -> Vec<ElementSet> {
        let possible: Vec<PartMove> = self.possible(position).collect();
        let named = |act: &PartMove| act.needs.or(act.absent.and(position));
        let needed = possible
            .iter()
            .fold(ElementSet::default(), |needed, act| needed.or(named(act)));
        let mut parts: Vec<ElementSet> = Vec::new();
        for act in possible {
            let mut whole = named(&act).or(act.takes.and(needed));
            parts.retain(|part| {
                let apart = !part.meets(whole);
                if !apart {
                    whole = whole.or(*part);
                }
                apart
            });
            parts.push(whole);
        }
        parts
    }

    /// Returns the moves of a part in order, restricted to the cells of the part. Moves that can
    /// only be made later are included.
    pub fn of_part(&self, part: ElementSet) -> Vec<PartMove> {
        let touching = |act: PartMove| PartMove {
            absent: act.absent.and(part),
            takes: act.takes.and(part),
            ..act
        };
        let mut acts: Vec<PartMove> = self.possible(part).map(touching).collect();
        acts.sort_unstable();
        acts.dedup();
        acts
    }

    /// Returns a position of the game as a set.
    pub fn position(&self, slots: &[Int]) -> ElementSet {
        self.list.position(slots).collect()
    }

    /// Returns a position of the game that contains this set. The returned position has no other
    /// elements if the set itself is a position of the game.
    fn slots(&self, set: ElementSet) -> Vec<Int> {
        self.list
            .numbers(|place| set.meets(std::iter::once(place).collect()))
    }

    /// Rejects the list if its moves do not leave the same positions as the rules.
    pub fn compare(
        &self,
        world: &World,
        part: ElementSet,
        options: &mut OptionArena,
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        let slots = self.slots(part);
        let position = self.position(&slots);
        world
            .options(self.game, &slots, options, budget)
            .map_err(|fault| CertificateError::fault(world, fault))?;
        let mut by_rules: FxHashSet<ElementSet> = FxHashSet::default();
        for option in options.iter() {
            let mut left = option.components();
            match (left.next(), left.next()) {
                (Some((game, slots)), None) if game == self.game => {
                    by_rules.insert(self.position(slots))
                }
                _ => {
                    return refuse(text!(
                        "a move leaves more than one set",
                        "有着法留下的不止一个集合"
                    ));
                }
            };
        }
        let by_list: FxHashSet<ElementSet> = self
            .live(position)
            .map(|act| position.minus(act.takes))
            .collect();
        if by_list == by_rules {
            return Ok(());
        }
        let position = world.show(self.game, &slots);
        refuse(text!(
            "the moves from {position} differ from those of the rules",
            "按规则，{position} 的着法与此不同"
        ))
    }
}
