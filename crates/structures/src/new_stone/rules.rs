//! The rules. A position is the number of stones of each pile. A move is the chosen pile, the
//! number of stones that leave the game, and then the piles that get stones, in ascending order.
//! Each pile that gets stones is followed by the number of stones that it gets.

use std::any::Any;

use base::diagnostic::Diagnostic;
use base::text;
use base::text::Text;
use rules::game::{OptionSink, Rules, RulesError};
use rules::ir::{Int, Slot};
use rules::structure::ParsedStructure;

use crate::sketch::{SketchWords, wrong};
use crate::structure_kind::StructureKind;

const MAX_PILES: usize = 1 << 20;

/// The maximum number of piles of a position that is written out.
const MAX_SHOWN_PILES: usize = 1000;

/// The maximum total number of stones of a position.
const MAX_STONES: Int = 1 << 62;

/// The entry of the New Stone Game in the list of structures.
pub const KIND: StructureKind = StructureKind {
    name: "newstone",
    about: (
        "take at least one stone from a pile, then move any number of its other stones to piles that are not empty",
        "从一堆中至少取一颗，再把其余任意多颗移到非空的堆",
    ),
    example: "newstone(2 1 3 3 5)",
    read: |text| {
        read(text).map_err(|wrong| {
            vec![wrong.help(text!(
                "piles are written like this: 2 1 3 3 5",
                "写法举例：2 1 3 3 5"
            ))]
        })
    },
};

fn read(text: &str) -> Result<ParsedStructure, Box<Diagnostic>> {
    let mut words = SketchWords::new(text);
    let (mut piles, mut sum) = (Vec::new(), 0);
    while words.clone().next().is_some() {
        let (pile, span) = words.number(
            0,
            MAX_STONES,
            text!("the number of stones in a pile", "一堆的石子数"),
        )?;
        sum += pile;
        if sum > MAX_STONES || piles.len() == MAX_PILES {
            let message = text!(
                "too many piles or stones: the maximum is {MAX_PILES} piles with {MAX_STONES} stones in total",
                "堆数或石子过多：至多 {MAX_PILES} 堆，共 {MAX_STONES} 颗石子"
            );
            return Err(wrong(span, message));
        }
        piles.push(pile);
    }
    if piles.is_empty() {
        return Err(wrong(
            words.end(),
            text!(
                "expected the number of stones in each pile",
                "此处应为各堆的石子数"
            ),
        ));
    }
    let slots = (0..piles.len())
        .map(|pile| Slot::cell("pile", (0, pile as Int), 0, None))
        .collect();
    let starts = vec![piles.clone()];
    let start = piles;
    Ok(ParsedStructure::new(NewStoneRules { slots, start }, starts))
}

/// The rules of piles of stones.
pub struct NewStoneRules {
    slots: Vec<Slot>,
    start: Vec<Int>,
}

impl NewStoneRules {
    fn make(
        &self,
        piles: &[Int],
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let mut left = piles.to_vec();
        let pile = choices[0] as usize;
        left[pile] -= choices[1];
        for given in choices[2..].chunks(2) {
            left[pile] -= given[1];
            left[given[0] as usize] += given[1];
        }
        sink.budget().steps(left.len())?;
        sink.commit_single(&left, 0, choices)
    }
}

impl Rules for NewStoneRules {
    fn title(&self) -> String {
        let n = self.slots.len();
        format!("new stone game with {n} piles")
    }

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn options(&self, piles: &[Int], sink: &mut OptionSink<'_>) -> Result<(), RulesError> {
        for pile in (0..piles.len()).filter(|&pile| piles[pile] > 0) {
            let others: Vec<usize> = (0..piles.len())
                .filter(|&other| other != pile && piles[other] > 0)
                .collect();
            for removed in 1..=piles[pile] {
                let rest = piles[pile] - removed;
                // Counts through all distributions of up to `rest` stones like a number whose last
                // digit belongs to the last pile.
                let (mut given, mut sum) = (vec![0; others.len()], 0);
                loop {
                    let all = others
                        .iter()
                        .zip(&given)
                        .filter(|(_, more)| **more > 0)
                        .flat_map(|(&to, &more)| [to as Int, more]);
                    let choices: Vec<Int> = [pile as Int, removed].into_iter().chain(all).collect();
                    self.make(piles, &choices, sink)?;
                    sink.budget().steps(others.len())?;
                    let mut digit = others.len();
                    while digit > 0 && sum == rest {
                        digit -= 1;
                        sum -= std::mem::take(&mut given[digit]);
                    }
                    match (digit, digit.checked_sub(1)) {
                        (_, Some(next)) => {
                            given[next] += 1;
                            sum += 1;
                        }
                        _ => break,
                    }
                }
            }
        }
        Ok(())
    }

    fn option(
        &self,
        piles: &[Int],
        rule: usize,
        choices: &[Int],
        sink: &mut OptionSink<'_>,
    ) -> Result<(), RulesError> {
        let &[pile, removed, ref given @ ..] = choices else {
            return Ok(());
        };
        let held = |place: Int| {
            usize::try_from(place)
                .ok()
                .and_then(|place| piles.get(place))
                .copied()
        };
        let Some(stones) = held(pile).filter(|_| rule == 0 && given.len() % 2 == 0) else {
            return Ok(());
        };
        let mut left = stones.checked_sub(removed).filter(|_| removed > 0);
        let mut last = -1;
        for one in given.chunks(2) {
            let (to, more) = (one[0], one[1]);
            let fits =
                to != pile && to > last && more > 0 && held(to).is_some_and(|stones| stones > 0);
            left = left
                .and_then(|left| left.checked_sub(more))
                .filter(|_| fits);
            last = to;
        }
        if left.is_some_and(|left| left >= 0) {
            self.make(piles, choices, sink)
        } else {
            Ok(())
        }
    }

    fn describe(&self, _: &[Int], _: usize, choices: &[Int]) -> Option<Text> {
        let &[pile, removed, ref given @ ..] = choices else {
            return None;
        };
        let pile = pile + 1;
        let mut said = vec![text!(
            "pile {pile}: take {removed}",
            "从第 {pile} 堆取 {removed} 颗"
        )];
        said.extend(given.chunks_exact(2).map(|one| {
            let (to, stones) = (one[0] + 1, one[1]);
            text!("move {stones} to pile {to}", "移 {stones} 颗到第 {to} 堆")
        }));
        Some(Text::join(&said, &text!(", ", "，")))
    }

    fn position(&self, given: Option<&[Int]>) -> Result<Vec<Int>, Text> {
        match given {
            None => Ok(self.start.clone()),
            Some(piles) if piles.len() == self.slots.len() => Ok(piles.to_vec()),
            Some(_) => {
                let count = self.slots.len();
                Err(text!(
                    "expected a position of {count} numbers, the number of stones in each pile",
                    "局面应为 {count} 个数，即各堆的石子数"
                ))
            }
        }
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn show(&self, piles: &[Int]) -> Option<String> {
        if piles.len() > MAX_SHOWN_PILES {
            let count = piles.len();
            return Some(format!("newstone({count} piles …)"));
        }
        let piles: Vec<String> = piles.iter().map(Int::to_string).collect();
        Some(format!("newstone({})", piles.join(" ")))
    }
}
