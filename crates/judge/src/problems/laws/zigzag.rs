//! The game of the problem `cf1147f`: a token moves between rows and columns of a matrix, for Alice
//! along ever heavier edges, for Bob along ever lighter ones.
//!
//! Bob wins the Zigzag Game for the following reason. Suppose that Alice is increasing and the
//! token begins on a row. Take a stable matching in which every column prefers heavy edges and
//! every row prefers light edges (D. Gale, L. S. Shapley, 1962), and let Bob always move to the
//! mate. With this strategy of Bob, Alice always moves from a column to a row r along an edge
//! heavier than the column's matched edge. If Alice's edge were not heavier than the matched edge
//! of r, both r and the column would prefer it, and the matching would not be stable. So Bob's move
//! from r to its mate is along a lighter edge. The mate has not been visited, because the two nodes
//! of a matched pair are visited one directly after the other. The proof is similar if Alice is
//! decreasing, or the token begins on a column.
//!
//! A player of complete games. Bob plays along the matching: the player takes O(n² log n) to
//! prepare and O(n) per move. If the game has left the matching, and few nodes remain, the player
//! searches all continuations. If more nodes remain, the outcome is unknown and the player makes an
//! arbitrary move.

use std::collections::HashMap;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

/// The maximum number of rows; a set with one bit for each row and column fits in one number.
pub const MAX_ROWS: usize = 60;

/// A position; nodes are counted from 0, rows first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ZigzagPosition {
    /// Whether Alice is increasing; `None` before her choice.
    pub increasing: Option<bool>,
    /// The node under the token before the last move; `None` before Bob's first move.
    pub from: Option<u8>,
    /// The node under the token; `None` before Alice's choice.
    pub at: Option<u8>,
    /// The nodes that the token has visited, including the current one.
    pub been: u128,
}

impl ZigzagPosition {
    /// Returns the position after Alice's choice.
    pub fn chosen(increasing: bool, start: u8) -> ZigzagPosition {
        ZigzagPosition {
            increasing: Some(increasing),
            from: None,
            at: Some(start),
            been: 1 << start,
        }
    }

    /// Returns the position after a move of the token.
    #[must_use]
    pub fn after(&self, to: u8) -> ZigzagPosition {
        ZigzagPosition {
            from: self.at,
            at: Some(to),
            been: self.been | 1 << to,
            ..*self
        }
    }

    /// Returns whether Bob is to move.
    pub fn is_bobs(&self) -> bool {
        self.been.count_ones() % 2 == 1
    }
}

/// The results for searched positions: whether the player to move wins.
pub type ZigzagMemo = HashMap<ZigzagPosition, bool>;

/// The weights, and the stable matchings.
#[derive(Clone, Debug)]
pub struct ZigzagLaw {
    rows: usize,
    weights: Vec<u32>,
    /// The mate of each node in four matchings: for a decreasing or an increasing Alice, and for a
    /// start on a row or on a column.
    mates: [[Vec<u8>; 2]; 2],
}

impl ZigzagLaw {
    /// Creates the law from the weights, row by row. O(n² log n).
    ///
    /// # Panics
    /// Panics unless there are n² distinct weights, for an n from 1 to [`MAX_ROWS`].
    pub fn new(weights: Vec<u32>) -> ZigzagLaw {
        let rows = weights.len().isqrt();
        assert!(
            rows * rows == weights.len() && (1..=MAX_ROWS).contains(&rows),
            "a square"
        );
        let mut law = ZigzagLaw {
            rows,
            weights,
            mates: Default::default(),
        };
        for increasing in [false, true] {
            for column in [false, true] {
                law.mates[usize::from(increasing)][usize::from(column)] =
                    law.stable(increasing, column);
            }
        }
        law
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of nodes.
    pub fn nodes(&self) -> usize {
        2 * self.rows
    }

    /// Returns whether a node is a column.
    pub fn is_column(&self, node: u8) -> bool {
        usize::from(node) >= self.rows
    }

    /// Returns the weight of the edge between two nodes, one a row and one a column.
    pub fn weight(&self, a: u8, b: u8) -> u32 {
        let (row, column) = (usize::from(a.min(b)), usize::from(a.max(b)) - self.rows);
        self.weights[row * self.rows + column]
    }

    /// Returns all rows or all columns.
    fn side(&self, column: bool) -> std::ops::Range<u8> {
        let rows = self.rows as u8;
        if column { rows..2 * rows } else { 0..rows }
    }

    /// Returns the stable matching for a start on a row or on a column. Each node on the side of
    /// the start proposes along its edges, beginning with the edge that Bob prefers. Each node on
    /// the side opposite the start keeps the proposal along the edge that Alice prefers.
    fn stable(&self, increasing: bool, column: bool) -> Vec<u8> {
        const NONE: u8 = u8::MAX;
        let suits_alice = |a: u8, b: u8| {
            if increasing {
                self.weight(a, b)
            } else {
                u32::MAX - self.weight(a, b)
            }
        };
        let mut mates = vec![NONE; self.nodes()];
        let mut lists: Vec<Vec<u8>> = vec![Vec::new(); self.nodes()];
        for node in self.side(column) {
            let mut others: Vec<u8> = self.side(!column).collect();
            // A node proposes to the last node of its list first.
            others.sort_unstable_by_key(|&other| std::cmp::Reverse(suits_alice(node, other)));
            lists[usize::from(node)] = others;
        }
        let mut free: Vec<u8> = self.side(column).collect();
        while let Some(node) = free.pop() {
            let other = lists[usize::from(node)]
                .pop()
                .expect("an unmatched node is left");
            let mate = mates[usize::from(other)];
            if mate == NONE || suits_alice(node, other) > suits_alice(mate, other) {
                (mates[usize::from(other)], mates[usize::from(node)]) = (node, other);
                free.extend(Some(mate).filter(|&mate| mate != NONE));
            } else {
                free.push(node);
            }
        }
        mates
    }

    /// Returns the mate of the node under the token in the matching that Bob uses; `None` before
    /// Alice's choice.
    pub fn mate(&self, position: &ZigzagPosition) -> Option<u8> {
        let (increasing, at) = (position.increasing?, position.at?);
        // Bob always moves from a node on the same side as the start.
        let column = self.is_column(at) == position.is_bobs();
        Some(self.mates[usize::from(increasing)][usize::from(column)][usize::from(at)])
    }

    /// Returns whether the token may go to a node.
    pub fn may_go(&self, position: &ZigzagPosition, to: u8) -> bool {
        let (Some(increasing), Some(at)) = (position.increasing, position.at) else {
            return false;
        };
        let beside = usize::from(to) < self.nodes()
            && self.is_column(at) != self.is_column(to)
            && position.been >> to & 1 == 0;
        // Bob is increasing if Alice is decreasing.
        let heavier = increasing != position.is_bobs();
        beside
            && position
                .from
                .is_none_or(|from| (self.weight(at, to) > self.weight(from, at)) == heavier)
    }

    /// Returns the nodes to which the token may go.
    pub fn moves(&self, position: &ZigzagPosition) -> impl Iterator<Item = u8> {
        (0..self.nodes() as u8).filter(move |&to| self.may_go(position, to))
    }

    /// Returns whether the player to move wins, if the matching decides the outcome: before Bob's
    /// first move, and after moves of Bob along the matching.
    pub fn by_matching(&self, position: &ZigzagPosition) -> Option<bool> {
        let (Some(at), Some(increasing)) = (position.at, position.increasing) else {
            return Some(false);
        };
        let Some(from) = position.from else {
            return Some(true);
        };
        let mate = self.mate(position)?;
        let bob = position.is_bobs();
        let column = self.is_column(at) == bob;
        let mates = &self.mates[usize::from(increasing)][usize::from(column)];
        let pairs = if bob {
            position.been & !(1 << at)
        } else {
            position.been
        };
        let together = (0..self.nodes())
            .filter(|&node| pairs >> node & 1 == 1)
            .all(|node| pairs >> mates[node] & 1 == 1);
        match bob {
            true => (together && self.may_go(position, mate)).then_some(true),
            false => (together && mate == from).then_some(false),
        }
    }

    /// Returns whether the player to move wins; if the matching does not decide, the function
    /// searches all continuations.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out; results found so far stay cached.
    pub fn mover_wins(
        &self,
        position: &ZigzagPosition,
        known: &mut ZigzagMemo,
        budget: &Budget<'_>,
    ) -> Result<bool, StopReason> {
        if let Some(wins) = self
            .by_matching(position)
            .or_else(|| known.get(position).copied())
        {
            return Ok(wins);
        }
        budget.steps(self.nodes())?;
        let mut wins = false;
        for to in self.moves(position) {
            wins = wins || !self.mover_wins(&position.after(to), known, budget)?;
        }
        if known.len() == known.capacity() {
            budget.allow_growth(
                0,
                2 * (known.capacity() as u64 + 1)
                    * (size_of::<(ZigzagPosition, bool)>() as u64 + 1),
            )?;
        }
        known.insert(*position, wins);
        Ok(wins)
    }
}

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
