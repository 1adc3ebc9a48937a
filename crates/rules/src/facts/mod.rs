//! Facts about a game, read off its rules without playing it: does every play end, can a move split a component, can a component
//! end the play, is it a game of taking away. Each fact carries its reason; engines and theorems ask them as conditions.

mod linear;
mod measure;
mod simplex;
mod take_away;

use crate::ast::Play;
use crate::ir::{Game, Int, PartKind};
use crate::rules::{GameId, SumKind};
use crate::text;
use crate::text::Text;

pub use take_away::{Amounts, Take};

/// A statement about a game, with its reason, as EXPLAIN prints it.
#[derive(Clone, Debug)]
pub struct Fact {
    /// A short name.
    pub name: &'static str,
    /// Whether it holds; `None` when it could not be shown either way.
    pub holds: Option<bool>,
    /// What is said.
    pub statement: Text,
    /// Why.
    pub reason: Text,
}

/// All facts about a game.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Weights of the slots whose sum every move lowers in every component that it leaves: play ends.
    pub measure: Option<Vec<Int>>,
    /// For each slot, whether no move makes it grow.
    pub never_grows: Vec<bool>,
    /// The most components that one move leaves; `None` when that depends on the position.
    pub most_components: Option<usize>,
    /// Whether a move may leave a component of another game.
    pub names_others: bool,
    /// Whether a component can end the whole play.
    pub can_end: bool,
    /// The moves, if all of them only take away; else the reason why not.
    pub take_away: Result<Vec<Take>, Text>,
    /// Normal play, one component a move, no draws.
    pub plain: bool,
    /// The same, in words.
    pub list: Vec<Fact>,
}

impl Game {
    /// Whether some component of this game ends the whole play.
    pub fn can_end_play(&self) -> bool {
        !self.goals.is_empty() || !self.traps.is_empty()
    }
}

/// Reads the facts off a game; `this` is its own id in its world. Takes time polynomial in the size of the rules, and gives up on
/// what is too large rather than take long.
pub fn facts(game: &Game, this: GameId) -> Facts {
    let transitions = linear::transitions(game, this);
    let slots = game.slots.len();
    let names_others = game.moves.iter().flat_map(|m| &m.result).any(|p| matches!(&p.kind, PartKind::Fresh(other, _) if *other != this));
    // Another game could lead back to this one, so nothing is said of how long play through it lasts.
    let measure = transitions.as_ref().filter(|_| !names_others).and_then(|t| measure::decreasing(t, slots));
    // Sorting would move a number from one slot to another; weights must then be the same for all.
    let measure = measure.filter(|w| !game.unordered || w.iter().all(|&x| x == w[0]));
    let never_grows: Vec<bool> = match &transitions {
        Some(t) => (0..slots).map(|slot| measure::never_grows(t, slot)).collect(),
        None => vec![false; slots],
    };
    // After sorting, the i-th largest number still cannot grow when no slot does.
    let never_grows = if game.unordered { vec![never_grows.iter().all(|&g| g); slots] } else { never_grows };
    let parts = |shape: &crate::ir::Move| shape.result.iter().all(|p| p.generators.is_empty()).then_some(shape.result.len());
    let most_components = game.moves.iter().map(parts).try_fold(0, |most, n| n.map(|n| most.max(n)));
    let take_away = take_away::take_away(game, this);
    let conventions = game.conventions;
    let plain = conventions.play == Play::Normal && conventions.sum == SumKind::One && !conventions.loopy;
    let mut facts =
        Facts { measure, never_grows, most_components, names_others, can_end: game.can_end_play(), take_away, plain, list: Vec::new() };
    facts.list = in_words(game, &facts);
    facts
}

fn in_words(game: &Game, facts: &Facts) -> Vec<Fact> {
    let read_off = || text!("read off the rules", "由规则直接读出");
    let fact = |name, holds, statement, reason| Fact { name, holds, statement, reason };
    let mut list = Vec::new();
    list.push(match &facts.measure {
        Some(weights) => {
            let sum = weighted_sum(game, weights);
            fact(
                "ends",
                Some(true),
                text!("every play ends", "每一局都会结束"),
                text!("every move lowers {sum} in each component that it leaves", "每一着都使所留下各部分的 {sum} 减小"),
            )
        }
        None => fact(
            "ends",
            None,
            text!("every play ends: not shown", "每一局都会结束：未能证明"),
            text!(
                "no linear measure was found that every move lowers; a search will see it if play goes round",
                "没有找到每一着都使之减小的线性度量；若出现循环，搜索时会发现"
            ),
        ),
    });
    list.push(match facts.most_components {
        Some(0 | 1) if !facts.names_others => {
            fact("splits", Some(false), text!("no move splits a component", "没有一着会把一个部分分成几个"), read_off())
        }
        Some(n) if n > 1 => fact("splits", Some(true), text!("a move leaves up to {n} components", "一着最多留下 {n} 个部分"), read_off()),
        Some(_) => fact("splits", Some(false), text!("a move leaves a component of another game", "有一着留下另一游戏的部分"), read_off()),
        None => fact("splits", Some(true), text!("a move may leave many components", "一着可能留下许多部分"), read_off()),
    });
    if facts.can_end {
        list.push(fact(
            "ends-at-once",
            Some(true),
            text!(
                "a component can end the whole play: a sum is not decided by the nim-sum of plain Grundy values",
                "某个部分可使整局立即结束：和的胜负不由普通 SG 值的 Nim 和决定"
            ),
            text!("`goal` or `trap` in the rules", "规则中有 `goal` 或 `trap`"),
        ));
    }
    if game.unordered {
        list.push(fact(
            "unordered",
            Some(true),
            text!("slots may be exchanged: positions are kept sorted", "各分量可交换：局面按从大到小存放"),
            text!("declared `unordered`", "声明了 `unordered`"),
        ));
    }
    if game.coins {
        list.push(fact(
            "coins",
            Some(true),
            text!("two equal components cancel", "两个相同的部分相互抵消"),
            text!("declared `coins`", "声明了 `coins`"),
        ));
    }
    list.push(match &facts.take_away {
        Ok(_) => fact("take-away", Some(true), text!("every move only takes away", "每一着都只是取走"), read_off()),
        Err(reason) => fact("take-away", Some(false), text!("not a game of plain taking away", "不是单纯取走的游戏"), reason.clone()),
    });
    if facts.plain {
        list.push(fact("conventions", Some(true), text!("normal play, one component a move", "正常规则，每次走一个部分"), read_off()));
    } else {
        let conventions = &game.conventions;
        let (play, sum, loopy) = (conventions.play, conventions.sum, conventions.loopy);
        list.push(fact(
            "conventions",
            Some(false),
            text!("play {play:?}, sum {sum:?}, loopy {loopy}", "play {play:?}，sum {sum:?}，loopy {loopy}"),
            text!("declared", "已声明"),
        ));
    }
    list
}

/// `a + 2·b`
fn weighted_sum(game: &Game, weights: &[Int]) -> String {
    let terms: Vec<String> = game
        .slots
        .iter()
        .zip(weights)
        .filter(|(_, w)| **w != 0)
        .map(|(slot, w)| if *w == 1 { slot.name.clone() } else { format!("{w}·{}", slot.name) })
        .collect();
    terms.join(" + ")
}
