//! The moves of a game on a set or a word as a checker of parts reads them: each needs some cells,
//! may need others not to be there, and takes some. They are listed by `clauses`, which is part of
//! what is trusted, as it says what the cells are; at each position of a proof they are compared
//! with the rules themselves.

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text;
use base::text::Text;
use clauses::{Listed, MoveList, move_list};
use rules::ir::Int;
use rules::rules::{GameId, Options};
use rules::world::World;
use rustc_hash::FxHashSet;

use super::refused;
use super::set::Places;
use crate::Refused;

/// A move: it may be made where all of `needs` and nothing of `absent` is there, and takes out what
/// is there of `takes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Act {
    pub needs: Places,
    pub absent: Places,
    pub takes: Places,
}

/// The moves of a game.
#[derive(Debug)]
pub(super) struct Moves {
    game: GameId,
    list: MoveList,
    /// Rows and columns, if the cells are those of a board.
    pub board: Option<(usize, usize)>,
    pub elements: usize,
    /// By the least place that they need.
    acts: Vec<Vec<Act>>,
}

impl Moves {
    /// Reads the moves of a game off its rules.
    pub fn of(world: &World, game: GameId, budget: &Budget<'_>) -> Result<Moves, Refused> {
        let title = world.rules(game).title();
        let Some(ir) = world.rules(game).game() else {
            return refused(text!(
                "{title} has no rules in the language",
                "{title} 没有规则文本"
            ));
        };
        if world.rules(game).can_end() {
            return Err(Refused::CanEnd { game: title });
        }
        if world.rules(game).conventions().entailing {
            return Err(Refused::Entails { game: title });
        }
        let list = match move_list(ir, budget)? {
            Ok(list) => list,
            Err(Text { en, zh }) => {
                return refused(text!(
                    "the moves of {title} are no fixed list: {en}",
                    "{title} 的着法不是固定的列表：{zh}"
                ));
            }
        };
        if !list.always_takes() {
            return refused(text!(
                "not every move of {title} takes what it needs, and takes alone",
                "{title} 并非每一着都拿走其所需、且只拿不添"
            ));
        }
        let set = |places: &BTreeSet<u16>| {
            places
                .iter()
                .map(|&place| usize::from(place))
                .collect::<Places>()
        };
        let mut acts = vec![Vec::new(); list.elements];
        for Listed {
            needs,
            absent,
            takes,
            ..
        } in &list.moves
        {
            if let Some(&least) = needs.first() {
                acts[usize::from(least)].push(Act {
                    needs: set(needs),
                    absent: set(absent),
                    takes: set(takes),
                });
            }
        }
        Ok(Moves {
            game,
            board: list.board,
            elements: list.elements,
            list,
            acts,
        })
    }

    /// How many moves need some place of a position as their least.
    pub fn count(&self, position: Places) -> usize {
        position
            .iter()
            .filter(|&place| place < self.elements)
            .map(|place| self.acts[place].len())
            .sum()
    }

    /// The moves that can be made.
    pub fn live(&self, position: Places) -> impl Iterator<Item = Act> {
        self.possible(position)
            .filter(move |act| !act.absent.meets(position))
    }

    /// The moves that can be made, or perhaps later: all they need is there, but what they need not
    /// to be there may be.
    fn possible(&self, position: Places) -> impl Iterator<Item = Act> {
        let from = position
            .iter()
            .filter(|&place| place < self.elements)
            .flat_map(|place| &self.acts[place]);
        from.filter(move |act| act.needs.within(position)).copied()
    }

    /// The parts of a position that no move joins, whatever is played, without what no move depends
    /// on. What may be played later counts too.
    pub fn parts(&self, position: Places) -> Vec<Places> {
        let possible: Vec<Act> = self.possible(position).collect();
        let named = |act: &Act| act.needs.or(act.absent.and(position));
        let needed = possible
            .iter()
            .fold(Places::default(), |needed, act| needed.or(named(act)));
        let mut parts: Vec<Places> = Vec::new();
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

    /// The moves of a part, those that may be made later among them, as far as they touch it; in
    /// order.
    pub fn of_part(&self, part: Places) -> Vec<Act> {
        let touching = |act: Act| Act {
            absent: act.absent.and(part),
            takes: act.takes.and(part),
            ..act
        };
        let mut acts: Vec<Act> = self.possible(part).map(touching).collect();
        acts.sort_unstable();
        acts.dedup();
        acts
    }

    /// A position of the game as a set.
    pub fn position(&self, slots: &[Int]) -> Places {
        self.list.position(slots).collect()
    }

    /// A position of the game that holds a set, and nothing else where there is such a one.
    fn slots(&self, set: Places) -> Vec<Int> {
        self.list
            .numbers(|place| set.meets(std::iter::once(place).collect()))
    }

    /// Refuses moves that leave other positions than the rules.
    pub fn compare(
        &self,
        world: &World,
        part: Places,
        options: &mut Options,
        budget: &Budget<'_>,
    ) -> Result<(), Refused> {
        let slots = self.slots(part);
        let position = self.position(&slots);
        world
            .options(self.game, &slots, options, budget)
            .map_err(|fault| Refused::fault(world, fault))?;
        let mut by_rules: FxHashSet<Places> = FxHashSet::default();
        for option in options.iter() {
            let mut left = option.components();
            match (left.next(), left.next()) {
                (Some((game, slots)), None) if game == self.game => {
                    by_rules.insert(self.position(slots))
                }
                _ => {
                    return refused(text!(
                        "a move leaves more than the set",
                        "有着法留下的不止一个集合"
                    ));
                }
            };
        }
        let by_list: FxHashSet<Places> = self
            .live(position)
            .map(|act| position.minus(act.takes))
            .collect();
        if by_list == by_rules {
            return Ok(());
        }
        let position = world.show(self.game, &slots);
        refused(text!(
            "the moves from {position} are others by the rules",
            "按规则，{position} 的着法与此不同"
        ))
    }
}
