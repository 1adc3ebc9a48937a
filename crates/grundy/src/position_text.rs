//! Writes positions, components and steps as text. An answer contains positions as data, and front
//! ends write them with the functions of this module. The text of a position can be used as a
//! question again.

use base::text;
use base::text::Text;
use rules::game::GameId;
use rules::ir::Int;
use rules::play::Component;
use rules::world::World;

use crate::answer::{StepAnswer, Warning};
use crate::question::PositionRanges;

/// A format in which a position is written.
pub type PositionWriter = fn(&World, &[Component]) -> String;

/// `kayles[12]`
pub fn component(world: &World, component: &Component) -> String {
    world.show(component.game, &component.slots)
}

/// Returns the text of a position, such as `kayles[12] + nim[1] + nim[1]`, with the components in
/// their order; `0` if the position has no components.
pub fn position(world: &World, components: &[Component]) -> String {
    join_sum(components.iter().map(|one| component(world, one)))
}

/// Returns the text of a position like [`position`], but writes four or more equal adjacent
/// components once, with a factor: `nim[3] + 7 * nim[1]`.
pub fn position_with_counts(world: &World, components: &[Component]) -> String {
    const MANY: usize = 4;
    let parts = components.chunk_by(|a, b| a == b).flat_map(|equal| {
        let one = component(world, &equal[0]);
        match equal.len() {
            count @ MANY.. => vec![format!("{count} * {one}")],
            count => vec![one; count],
        }
    });
    join_sum(parts)
}

fn join_sum(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() {
        "0".to_owned()
    } else {
        parts.join(" + ")
    }
}

/// A game with its arguments: `Bash(k = 5)`.
pub fn game(world: &World, game: GameId) -> String {
    world.rules(game).title()
}

/// The title of a table: a game with its arguments, or a sum as in a question, `kayles[0..9] + 2 *
/// nim[3]`.
pub fn ranges(world: &World, asked: &PositionRanges) -> String {
    if let Some(part) = asked.lone() {
        return game(world, part.game);
    }
    let range = |&(low, high): &(Int, Int)| {
        if low == high {
            low.to_string()
        } else {
            format!("{low}..{high}")
        }
    };
    join_sum(asked.parts.iter().map(|part| {
        let copies = if part.copies == 1 {
            String::new()
        } else {
            format!("{} * ", part.copies)
        };
        let numbers = part.numbers.iter().map(|list| {
            format!(
                "[{}]",
                list.iter().map(range).collect::<Vec<_>>().join(", ")
            )
        });
        format!(
            "{copies}{}{}",
            world.name(part.game),
            numbers.collect::<String>()
        )
    }))
}

/// A reason to doubt that the rules define the intended game.
pub fn warning(warning: &Warning) -> Text {
    let (game, slot, several) = match warning {
        Warning::OwnTurn {
            game,
            slot,
            several,
        } => (game, slot, several),
        Warning::GoesRound { way } => return goes_round(way),
        Warning::NarrowSlot {
            game,
            position,
            step,
            slot,
            value,
            high,
        } => {
            let zh = &step.zh;
            return text!(
                "{game} drops the move `{step}` from {position}: it would set `{slot}` to {value}, but the range of the slot ends at {high}",
                "{game} 在 {position} 处舍去着法 `{zh}`：它会使 `{slot}` 为 {value}，而其范围止于 {high}"
            );
        }
        Warning::ProofStopped { stop } => {
            let Text { en, zh } = stop.text();
            return text!(
                "the answer is computed but not proved: {en} during the proof",
                "答案已算出但未证明：证明时{zh}"
            );
        }
        Warning::OtherLaw { law } => {
            return text!(
                "the given law of {law} is not used: the query is about other games, or {law} has different rules here",
                "所给的 {law} 的规律未被使用：所问的是其他游戏，或此处 {law} 的规则不同"
            );
        }
        Warning::OtherStore { store } => {
            return text!(
                "the given store of {store} is not used: the query has other arguments, or {store} has different rules here",
                "所给的 {store} 的存储未被使用：所问的参数不同，或此处 {store} 的规则不同"
            );
        }
        Warning::Over { component } => {
            return text!(
                "play ends as soon as one component has no move, so it is over before the first move: {component} has no move",
                "有一个部分不能走即结束，所以整局尚未开始就已结束：{component} 不能走"
            );
        }
    };
    let Text { en, zh } = several.text();
    text!(
        "`{slot}` of {game} may store whose turn it is, and {en}. Each component has its own `{slot}`, so a move in one does not pass the turn in the others. The answer is for the game as its rules define it, in which both players may use the moves of either side",
        "{game} 的 `{slot}` 可能表示轮到谁走，而{zh}。每个部分各有自己的 `{slot}`，在一个部分中走子并不会改变其他部分的 `{slot}`。答案是对规则字面所定义的游戏而言的：其中双方都可能走到另一方的着法"
    )
}

/// The warning that play can cycle, with the reason why the answer is correct nevertheless.
fn goes_round(way: &[String]) -> Text {
    const MAX_SHOWN_POSITIONS: usize = 6;
    let more = if way.len() > MAX_SHOWN_POSITIONS {
        " -> …"
    } else {
        ""
    };
    let way = format!(
        "{}{more}",
        way[..way.len().min(MAX_SHOWN_POSITIONS)].join(" -> ")
    );
    text!(
        "play can cycle: {way}. The winner is still correct, because play that follows the winning strategy ends. Add `loopy` to the rules if draws are intended; otherwise correct the move",
        "对局可能循环：{way}。胜负仍然正确，因为所找到的胜法必定结束。若允许平局，请在规则中加上 `loopy`；否则请改正该着法"
    )
}

/// The name of a step in the rules, if the step has a name: `take 3`.
pub fn step(world: &World, step: &StepAnswer) -> Option<Text> {
    world.describe(step.from.game, &step.from.slots, step.rule, &step.choices)
}

/// The choices of a step, `k=3, j=1`; empty if its rule has no choices.
pub fn choices(world: &World, component: &Component, rule: usize, choices: &[Int]) -> String {
    let rules = world.rules(component.game);
    let names = rules
        .game()
        .and_then(|game| game.moves.get(rule))
        .into_iter();
    let names = names.flat_map(|shape| shape.choices.iter().flat_map(|choice| &choice.names.0));
    let shown: Vec<String> = names
        .zip(choices)
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    shown.join(", ")
}
