//! A move in at most k components where there are never more than k: the limit forbids nothing, and
//! the sum is the selective one ([`super::selective`]), under normal and under misère play. There
//! are never more where there are at most k and no move leaves more than one that can be moved in,
//! which is tested on the positions of each component while its selective value is folded.

use std::ops::RangeInclusive;

use base::text;
use base::text::Text;
use rules::ast::Play;
use rules::rules::{Conventions, Ending, Outcome, SumKind};

use super::selective::{Selective, Worth};
use super::{Rule, SumAlgebra, SumTheorem, lasting};
use crate::algebra::Algebra;

pub(super) struct FewTheorem;

impl SumTheorem for FewTheorem {
    fn name(&self) -> &'static str {
        "few"
    }

    fn statement(&self) -> Text {
        text!(
            "where at most k components are moved in and there are never more than k, the sum is that of moves in any set of components",
            "每回合至多走 k 个部分、且部分数始终不超过 k 时，相当于每回合可走任意多个部分"
        )
    }

    fn source(&self) -> &'static str {
        "J. H. Conway, On Numbers and Games (1976), chapter 14: the selective compound; that the limit forbids nothing is seen at once"
    }

    fn rule(&self, conventions: &Conventions) -> Option<Rule> {
        match conventions.sum {
            SumKind::Upto(most) if lasting(conventions, conventions.sum) => Some(Rule::Few(Few {
                most,
                play: conventions.play,
            })),
            _ => None,
        }
    }

    fn needs(&self) -> Text {
        text!(
            "speaks of moves in at most k components",
            "只适用于每次至多走若干个部分"
        )
    }
}

/// The selective values of components that stay one.
#[derive(Clone, Copy, Debug)]
pub struct Few {
    /// The most components that a move touches.
    most: u32,
    play: Play,
}

/// The values are those of misère play under both conventions: they tell which components have
/// ended.
const VALUES: Selective = Selective(Play::Misere);

impl Algebra for Few {
    type Value = Option<Worth>;
    const NAME: &'static str = "selective outcomes of components that stay one";

    fn ended(&self, ending: Ending) -> Option<Worth> {
        VALUES.ended(ending)
    }

    fn sum(&self, parts: &[Option<Worth>]) -> Option<Worth> {
        let open = parts.iter().flatten().filter(|part| !part.ended()).count();
        if open > 1 { None } else { VALUES.sum(parts) }
    }

    fn of_options(&self, options: &[Option<Worth>]) -> Option<Worth> {
        VALUES.of_options(options)
    }

    fn decided_by(&self, option: Option<Worth>) -> Option<Option<Worth>> {
        VALUES.decided_by(option)
    }
}

impl SumAlgebra for Few {
    type Worth = Worth;

    fn takes(&self, components: usize) -> Result<(), Text> {
        let most = self.most;
        if components as u64 <= u64::from(most) {
            return Ok(());
        }
        Err(text!(
            "there are {components} components, and a move is made in {most} at most",
            "共有 {components} 个部分，而每次至多走 {most} 个"
        ))
    }

    fn outcome(&self, total: Worth) -> Outcome {
        Selective(self.play).outcome(total)
    }

    fn heap(&self, size: u64) -> Worth {
        VALUES.heap(size)
    }

    fn heap_options(&self, size: u64, rest: Worth) -> Vec<(Worth, RangeInclusive<u64>)> {
        VALUES.heap_options(size, rest)
    }

    fn of_outcome(&self, outcome: Outcome) -> Option<Worth> {
        Selective(self.play).of_outcome(outcome)
    }

    fn found(&self, total: Worth) -> Text {
        let most = self.most;
        let Text { en, zh } = Selective(self.play).found(total);
        text!(
            "there are never more than {most} components: {en}",
            "部分数始终不超过 {most}：{zh}"
        )
    }

    fn told(&self, worth: Worth) -> Text {
        Selective(self.play).told(worth)
    }

    fn broken(&self, position: &str) -> Text {
        text!(
            "{position} has a move that leaves several components, or can end the whole play",
            "{position} 有留下几个部分的着法，或可使整局立即结束"
        )
    }

    fn add(&self, a: Worth, b: Worth) -> Worth {
        VALUES.add(a, b)
    }
}
