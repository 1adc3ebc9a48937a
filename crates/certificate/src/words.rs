//! The texts of claims, and of the facts on which their verification rests.

use base::text;
use base::text::Text;
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Conventions, Outcome, SumKind};
use rules::ir::Int;
use rules::play::SumPosition;
use rules::world::World;

use crate::heap::claim::HeapClaim;

/// Describes a value claim, as in
/// `take[3] has the Grundy value 1 under normal play: the player to move wins`.
pub(crate) fn value(world: &World, sum: &SumPosition, value: u64) -> Text {
    let position = sum.show(world);
    let Text { en, zh } = winner(if value == 0 { Outcome::P } else { Outcome::N });
    text!(
        "{position} has the Grundy value {value} under normal play: {en}",
        "{position} 在正常规则下的 Grundy 值为 {value}：{zh}"
    )
}

/// Describes an outcome claim, as in
/// `take[3] is N under normal play, one component per move: the player to move wins`.
pub(crate) fn outcome(
    world: &World,
    sum: &SumPosition,
    conventions: Conventions,
    outcome: Outcome,
) -> Text {
    let (position, letter, winner) = (sum.show(world), outcome.letter(), winner(outcome));
    let play = match conventions.play {
        PlayConvention::Normal => text!("normal play", "正常规则"),
        PlayConvention::Misere => text!("misère play", "反常规则（misère）"),
        PlayConvention::Stop => text!("misère play that stops", "会停局的反常规则"),
        PlayConvention::Button => text!("misère play with a button", "带按钮的反常规则"),
        PlayConvention::Score => text!("play for points", "按得分进行"),
        PlayConvention::Partizan => text!("different moves for both players", "双方着法不同"),
    };
    let kind = match conventions.sum {
        SumKind::One => text!("one component per move", "每步动一个成分"),
        SumKind::Every => text!("every component per move", "每步动所有能动的成分"),
        SumKind::Any => text!("any set of components per move", "每步动任意多个成分"),
        SumKind::Upto(k) => text!("up to {k} components per move", "每步最多动 {k} 个成分"),
    };
    let until = match conventions.until {
        EndCondition::All => text!("", ""),
        EndCondition::One => text!(
            ", until one component has no move",
            "、有一个成分不能动即结束"
        ),
    };
    Text {
        en: format!(
            "{position} is {letter} under {}, {}{}: {}",
            play.en, kind.en, until.en, winner.en
        ),
        zh: format!(
            "{position} 在{}、{}{}下为 {letter}：{}",
            play.zh, kind.zh, until.zh, winner.zh
        ),
    }
}

/// Describes the claim of a period, as in
/// `Take: under normal play G(n + 7) = G(n) for every n ≥ 0`.
pub(crate) fn period(title: &str, preperiod: u64, period: u64) -> Text {
    text!(
        "{title}: under normal play G(n + {period}) = G(n) for every n ≥ {preperiod}",
        "{title}：在正常规则下，对一切 n ≥ {preperiod} 有 G(n + {period}) = G(n)"
    )
}

/// Describes the claim of a heap period, as in `0.77: G(n + 12) = G(n) for every n ≥ 71, …`.
pub(crate) fn heap_period(claim: &HeapClaim) -> Text {
    let HeapClaim {
        code,
        preperiod,
        period,
        saltus,
    } = claim;
    let plus = if *saltus > 0 {
        format!(" + {saltus}")
    } else {
        String::new()
    };
    text!(
        "{code}: G(n + {period}) = G(n){plus} for every n ≥ {preperiod}; no smaller period, no smaller start",
        "{code}：对一切 n ≥ {preperiod} 有 G(n + {period}) = G(n){plus}；周期与起点都是最小的"
    )
}

pub(crate) fn rests_on_heap_period(window: usize, naive: bool, theorem: &Text) -> Text {
    let how = if naive {
        text!("from the definition", "按定义")
    } else {
        text!(
            "from the pairs with a rare heap, with a pair as the witness of every other value",
            "由含稀有堆的分法，其余各值都有一种分法为证"
        )
    };
    Text {
        en: format!(
            "G(0) to G({}) were recomputed {}; later values follow by the theorem on {}",
            window - 1,
            how.en,
            theorem.en
        ),
        zh: format!(
            "G(0) 至 G({}) 已{}重新计算；其后的值由{}得出",
            window - 1,
            how.zh,
            theorem.zh
        ),
    }
}

pub(crate) fn rests_on_values() -> Text {
    text!(
        "every option was listed from the rules, and every value was recomputed by mex; the value of a sum is the nim-sum (Sprague, Grundy)",
        "所有后继都由规则列出，所有值都用 mex 重新计算；和的值为异或和（Sprague、Grundy）"
    )
}

pub(crate) fn rests_on_parts() -> Text {
    text!(
        "every option was generated from the rules and divided into parts that no move connects. Parts are equivalent if a map preserves their moves. Every value was recomputed by mex or proved by a mirror. The value of a sum is the nim-sum (Sprague, Grundy)",
        "所有后继都由规则得出，并分成没有着法相连的部分；有映射保持其着法的部分视为等价；所有值都用 mex 重新计算或由镜像得出；和的值为异或和（Sprague、Grundy）"
    )
}

pub(crate) fn rests_on_outcomes() -> Text {
    text!(
        "every row was verified with the moves given by the rules; nothing else is assumed",
        "每一项都按规则给出的着法核对过；没有其他假设"
    )
}

pub(crate) fn rests_on_period(set: &[Int], values: usize) -> Text {
    let largest = set.last().copied().unwrap_or(0);
    text!(
        "the options n - s, s in {set:?}, were derived from the rules for every n and listed for n < {values}; the values of these n were recomputed by mex. Later values follow by induction, because each depends only on the {largest} values before it. The period is not proved to be the smallest",
        "后继 n - s（s 取自 {set:?}）是从规则中对一切 n 读出的，并对 n < {values} 逐一列出；这些值都用 mex 重新计算；其后由归纳法，因为每个值只取决于它前面的 {largest} 个。没有证明这是最小周期"
    )
}

fn winner(outcome: Outcome) -> Text {
    match outcome {
        Outcome::P => text!("the player who just moved wins", "后手胜"),
        Outcome::N => text!("the player to move wins", "先手胜"),
        Outcome::D => text!("the game is a draw", "平局"),
    }
}
