//! Games in which the players have different moves, played by turns in one component. Such a game
//! becomes a game in which both players have the same moves: the position gets one more slot, which
//! contains the player to move. Engines for goals, ties and repeated positions then apply. The
//! result must not be used in sums, because a move in one component would not pass the turn in the
//! others.

use super::{
    ChangeGroup, CompareOp, Expr, Game, Int, Move, ResultPart, ResultPartKind, RowElement, Slot,
    SlotChange, SlotRef, SourceInfo, any_of,
};
use crate::ast::{BinaryOp, PlayConvention, Player};
use crate::component::GameId;
use crate::conventions::Conventions;
use base::diagnostic::Span;
use base::text;
use base::text::Text;

/// Returns the number in the slot of the turn that stands for a player to move.
pub fn turn_of(player: Player) -> Int {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

impl Game {
    /// Returns whether components of this game cannot be summed with other components, because the
    /// players have different moves, and goals, ties or repeated positions concern the whole play.
    pub fn is_played_alone(&self) -> bool {
        self.conventions.play == PlayConvention::Partizan
            && (self.can_end_play() || !self.ties.is_empty() || self.conventions.loopy)
    }

    /// Returns this game, whose id is `own`, as a game played by turns, with the id `new`: the last
    /// slot contains the player to move, as a number of [`turn_of`], and each move changes it.
    ///
    /// # Errors
    /// Returns the reason if a move leaves several components, or a component of another game.
    pub fn alternating(&self, own: GameId, new: GameId) -> Result<Game, Text> {
        let turn = self.slots.len();
        let mut game = self.clone();
        game.slots.push(Slot::number("turn", 0, Some(1)));
        game.conventions = Conventions {
            play: PlayConvention::Normal,
            ..self.conventions
        };
        for symmetry in &mut game.symmetries.0 {
            symmetry.push(turn);
        }
        (game.start, game.claims) = (None, Vec::new());
        (game.draw, game.suggests) = (SourceInfo(None), SourceInfo(None));
        // Goals end play, so no move needs a guard that play has not ended.
        let has_ended = any_of(game.decided.iter().map(|(_, condition)| condition));
        if let Some(goes_on) = has_ended.map(|ended| Expr::Not(Box::new(ended))) {
            for rule in &mut game.moves {
                rule.guards[0].retain(|guard| *guard != goes_on);
            }
        }
        for (winner, condition) in std::mem::take(&mut game.decided) {
            let with = |mover: Player| both(is_turn(turn, mover), condition.clone());
            game.goals.push(with(winner.other()));
            game.traps.push(with(winner));
        }
        for rule in &mut game.moves {
            if let Some(player) = rule.player.take() {
                rule.guards[0].insert(0, is_turn(turn, player));
            }
            pass_turn(rule, turn, own, new).map_err(|()| {
                let title = self.title();
                text!(
                    "goals, ties and `loopy` require moves that leave one component of {title} if the players have different moves",
                    "双方着法不同时，使用胜负条件、和棋或 `loopy` 要求每着只留下一个 {title} 的部分"
                )
            })?;
        }
        Ok(game)
    }
}

/// Changes a move so that it passes the turn.
fn pass_turn(rule: &mut Move, turn: usize, own: GameId, new: GameId) -> Result<(), ()> {
    let next = || {
        let sides = [Expr::Const(1), Expr::Slot(turn)];
        Expr::Binary(BinaryOp::Sub, Box::new(sides), SourceInfo(Span::default()))
    };
    let part = match &mut rule.result[..] {
        [] => return Ok(()),
        [part] => part,
        _ => return Err(()),
    };
    if !part.generators.is_empty() {
        return Err(());
    }
    match part {
        ResultPart {
            kind: ResultPartKind::Changed(groups),
            ..
        } => {
            let change = SlotChange {
                place: SlotRef::Slot(turn),
                sign: None,
                value: next(),
                span: SourceInfo(Span::default()),
            };
            match groups.iter_mut().find(|group| group.generators.is_empty()) {
                Some(group) => group.changes.push(change),
                None => groups.push(ChangeGroup {
                    changes: vec![change],
                    generators: Vec::new(),
                }),
            }
        }
        ResultPart {
            kind: ResultPartKind::Fresh(game, rows),
            ..
        } if *game == own => {
            *game = new;
            rows.push(RowElement {
                values: vec![next()],
                generators: Vec::new(),
            });
        }
        _ => return Err(()),
    }
    Ok(())
}

/// The condition that a player is to move.
fn is_turn(turn: usize, player: Player) -> Expr {
    let sides = [Expr::Slot(turn), Expr::Const(turn_of(player))];
    Expr::Compare(CompareOp::Eq, Box::new(sides))
}

fn both(one: Expr, other: Expr) -> Expr {
    Expr::Binary(
        BinaryOp::And,
        Box::new([one, other]),
        SourceInfo(Span::default()),
    )
}
