//! The moves of a game on sets or a word whose players have different moves, as the checker of
//! parts reads them. The crate `clauses` lists the moves and defines the cells. At each part of a
//! proof the listed moves are compared with the rules.
//!
//! A cell is *reachable* if it is present or some moves may add it. A move *may be made* as long as
//! the cells that it needs are reachable. No other move is ever legal, and the moves that may be
//! made become fewer with every move. Cells that no such move tests do not matter. Two groups of
//! cells are summands if no move that may be made connects them.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use clauses::{CellMove, ClauseError, MoveList, move_list};
use rules::ast::Player;
use rules::game::{GameId, OptionArena};
use rules::world::World;
use rustc_hash::FxHashMap;

use super::refuse;
use super::values::{expect_playable, owner};
use crate::error::CertificateError;
use crate::parts::ElementSet;

/// The players who may make a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct MovePlayers {
    pub left: bool,
    pub right: bool,
}

impl MovePlayers {
    fn from_owner(owner: Option<Player>) -> MovePlayers {
        MovePlayers {
            left: owner != Some(Player::Right),
            right: owner != Some(Player::Left),
        }
    }

    fn or(self, other: MovePlayers) -> MovePlayers {
        MovePlayers {
            left: self.left || other.left,
            right: self.right || other.right,
        }
    }

    /// Exchanges the players.
    pub fn exchanged(self) -> MovePlayers {
        MovePlayers {
            left: self.right,
            right: self.left,
        }
    }
}

/// A move. The move is legal if all cells of `needs` and no cells of `absent` are present; it
/// removes the cells of `takes` and adds the cells of `adds`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct OwnedMove {
    pub players: MovePlayers,
    pub needs: ElementSet,
    pub absent: ElementSet,
    pub takes: ElementSet,
    pub adds: ElementSet,
}

impl OwnedMove {
    fn is_legal(&self, position: ElementSet) -> bool {
        self.needs.is_subset(position) && !self.absent.meets(position)
    }

    fn leaves(&self, position: ElementSet) -> ElementSet {
        position.minus(self.takes).or(self.adds)
    }

    /// Returns the move with all sets of cells replaced.
    pub fn with_cells(&self, image: impl Fn(ElementSet) -> ElementSet) -> OwnedMove {
        OwnedMove {
            players: self.players,
            needs: image(self.needs),
            absent: image(self.absent),
            takes: image(self.takes),
            adds: image(self.adds),
        }
    }
}

/// The moves that may be made in a position, restricted to the cells that these moves test.
#[derive(Debug)]
pub(super) struct PossibleMoves {
    pub moves: Vec<OwnedMove>,
    /// The cells that some move tests.
    pub tested: ElementSet,
}

/// The moves of a game.
#[derive(Debug)]
pub(super) struct OwnedMoves {
    game: GameId,
    list: MoveList,
    /// Number of rows and columns, if the cells form a board.
    pub board: Option<(usize, usize)>,
    pub elements: usize,
    pub moves: Arc<[OwnedMove]>,
    /// Small steps that have not been charged to a budget yet.
    spent: Cell<usize>,
}

impl OwnedMoves {
    /// Reads the moves of a game from its rules.
    pub fn from_rules(
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<OwnedMoves, CertificateError> {
        expect_playable(world, game)?;
        let title = world.rules(game).title();
        let Some(ir) = world.rules(game).game() else {
            return refuse(text!(
                "{title} has no rules in the rule language",
                "{title} 没有规则文本"
            ));
        };
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
        if list.moves.iter().any(|one| one.needs.is_empty()) {
            return refuse(text!(
                "a move of {title} needs no cell",
                "{title} 有着法不需要任何格"
            ));
        }
        let set = |cells: &BTreeSet<u16>| cells.iter().map(|&cell| usize::from(cell)).collect();
        let of_list = |one: &CellMove| OwnedMove {
            players: MovePlayers::from_owner(one.owner),
            needs: set(&one.needs),
            absent: set(&one.absent),
            takes: set(&one.takes),
            adds: set(&one.adds),
        };
        let (board, elements) = (list.board, list.elements);
        Ok(OwnedMoves {
            game,
            board: board.filter(|(rows, columns)| rows * columns == elements),
            elements,
            moves: list.moves.iter().map(of_list).collect(),
            list,
            spent: Cell::new(0),
        })
    }

    fn spend(&self, steps: usize) {
        self.spent.set(self.spent.get().saturating_add(steps));
    }

    /// Returns the steps since the last call, which the caller charges to a budget.
    pub fn take_spent(&self) -> usize {
        self.spent.take()
    }

    /// Returns the moves of `among` that may be made in a position.
    pub fn possible(&self, position: ElementSet, among: &[OwnedMove]) -> PossibleMoves {
        let mut reachable = position;
        let mut moves: Vec<OwnedMove> = Vec::with_capacity(among.len());
        loop {
            self.spend(among.len());
            moves.clear();
            moves.extend(among.iter().filter(|one| one.needs.is_subset(reachable)));
            let more = moves.iter().fold(reachable, |more, one| more.or(one.adds));
            if more == reachable {
                break;
            }
            reachable = more;
        }
        let tested = moves.iter().fold(ElementSet::default(), |tested, one| {
            tested.or(one.needs).or(one.absent.and(reachable))
        });
        for one in &mut moves {
            *one = one.with_cells(|cells| cells.and(tested));
        }
        PossibleMoves { moves, tested }
    }

    /// Appends the parts of a position. The moves that may be made are among the given moves.
    pub fn divide(&self, position: ElementSet, among: &[OwnedMove], parts: &mut Vec<ElementSet>) {
        let PossibleMoves { moves, .. } = self.possible(position, among);
        let from = parts.len();
        for one in &moves {
            self.spend(1 + parts.len() - from);
            let mut whole = one.needs.or(one.absent).or(one.takes).or(one.adds);
            let mut index = from;
            while index < parts.len() {
                if parts[index].meets(whole) {
                    whole = whole.or(parts.swap_remove(index));
                } else {
                    index += 1;
                }
            }
            parts.push(whole);
        }
        // Every group contains a present cell, because a cell that is only reachable belongs to the
        // group of the cells that the moves adding it need.
        for part in &mut parts[from..] {
            *part = part.and(position);
        }
    }

    /// Returns the positions that the legal moves of a position leave, with the players.
    pub fn options(
        &self,
        position: ElementSet,
        among: &[OwnedMove],
    ) -> FxHashMap<ElementSet, MovePlayers> {
        let mut options: FxHashMap<ElementSet, MovePlayers> = FxHashMap::default();
        for one in among.iter().filter(|one| one.is_legal(position)) {
            let players = options.entry(one.leaves(position)).or_default();
            *players = players.or(one.players);
        }
        options
    }

    /// Returns a position of the game as a set.
    pub fn position(&self, slots: &[i64]) -> ElementSet {
        self.list.position(slots).collect()
    }

    /// Rejects the list if its moves do not leave the same positions as the rules, at a position
    /// that contains a part. The position has no other cells, if such a position exists.
    pub fn compare(
        &self,
        world: &World,
        part: ElementSet,
        arena: &mut OptionArena,
        budget: &Budget<'_>,
    ) -> Result<(), CertificateError> {
        let is_there = |cell| part.meets(std::iter::once(cell).collect());
        let slots = self.list.numbers(is_there);
        let position = self.position(&slots);
        world
            .options(self.game, &slots, arena, budget)
            .map_err(|fault| CertificateError::fault(world, fault))?;
        let mut by_rules: FxHashMap<ElementSet, MovePlayers> = FxHashMap::default();
        for option in arena.iter() {
            let mut left = option.components();
            match (left.next(), left.next()) {
                (Some((game, slots)), None) if game == self.game => {
                    let players = by_rules.entry(self.position(slots)).or_default();
                    *players = players.or(MovePlayers::from_owner(owner(world, game, option.rule)));
                }
                _ => {
                    return refuse(text!(
                        "a move leaves more than one set",
                        "有着法留下的不止一个集合"
                    ));
                }
            }
        }
        budget.steps(self.moves.len())?;
        if self.options(position, &self.moves) == by_rules {
            return Ok(());
        }
        let position = world.show(self.game, &slots);
        refuse(text!(
            "the moves from {position} differ from those of the rules",
            "按规则，{position} 的着法与此不同"
        ))
    }
}
