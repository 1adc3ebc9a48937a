//! A player of complete games. Bob plays along the matching: the player takes O(n² log n) to
//! prepare and O(n) per move. If the game has left the matching, and few nodes remain, the player
//! searches all continuations. If more nodes remain, the outcome is unknown and the player makes an
//! arbitrary move.

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

use super::law::{ZigzagLaw, ZigzagMemo, ZigzagPosition};

/// The maximum number of remaining nodes for a search.
const MAX_SEARCHED_NODES: u32 = 10;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZigzagMove {
    /// Alice's choice: whether she is increasing, and the start of the token.
    Choose(bool, u8),
    /// The destination of the token.
    Go(u8),
}

/// The state of a game.
pub struct ZigzagPlayer {
    law: ZigzagLaw,
    position: ZigzagPosition,
    /// The destination of a winning move, if one is known.
    winning: Option<u8>,
}

impl ZigzagPlayer {
    /// Creates a player for the start of a game, in which Alice chooses.
    pub fn new(law: ZigzagLaw) -> ZigzagPlayer {
        ZigzagPlayer {
            law,
            position: ZigzagPosition::default(),
            winning: None,
        }
    }
}

impl OnlinePlayer for ZigzagPlayer {
    type Move = ZigzagMove;

    fn prepare(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        let (law, position) = (&self.law, &self.position);
        self.winning = match law.by_matching(position) {
            Some(true) => law.mate(position),
            Some(false) => None,
            None if law.nodes() as u32 - position.been.count_ones() > MAX_SEARCHED_NODES => None,
            None => {
                let mut known = ZigzagMemo::new();
                let mut found = None;
                for to in law.moves(position) {
                    if found.is_none()
                        && !law.mover_wins(&position.after(to), &mut known, budget)?
                    {
                        found = Some(to);
                    }
                }
                found
            }
        };
        Ok(())
    }

    fn play(&mut self, made: &ZigzagMove) -> Result<(), Text> {
        let nodes = self.law.nodes();
        self.position = match *made {
            ZigzagMove::Choose(increasing, start)
                if self.position.at.is_none() && usize::from(start) < nodes =>
            {
                ZigzagPosition::chosen(increasing, start)
            }
            ZigzagMove::Choose(..) if self.position.at.is_none() => {
                return Err(text!(
                    "expected a node from 1 to {nodes}",
                    "结点应为 1 到 {nodes}"
                ));
            }
            ZigzagMove::Choose(..) => {
                return Err(text!("Alice has already chosen", "Alice 已经选过"));
            }
            ZigzagMove::Go(_) if self.position.at.is_none() => {
                return Err(text!(
                    "Alice must first choose `I` or `D` and a node",
                    "Alice 须先选 `I` 或 `D` 以及一个结点"
                ));
            }
            ZigzagMove::Go(to) if self.law.may_go(&self.position, to) => self.position.after(to),
            ZigzagMove::Go(to) => {
                let to = u32::from(to) + 1;
                return Err(text!(
                    "the token cannot move to node {to}: the node is on the same side or was visited, or the edge has the wrong weight",
                    "棋子不能走到结点 {to}：它在同一侧、已到过，或边权不合要求"
                ));
            }
        };
        self.winning = None;
        Ok(())
    }

    fn winning_move(&mut self) -> Option<ZigzagMove> {
        self.winning.map(ZigzagMove::Go)
    }

    fn any_move(&mut self) -> Option<ZigzagMove> {
        match self.position.at {
            None => Some(ZigzagMove::Choose(true, 0)),
            Some(_) => self.law.moves(&self.position).next().map(ZigzagMove::Go),
        }
    }
}
