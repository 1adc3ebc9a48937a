//! A game on a pack of heaps under five rules, played as any of twelve kinds of sums. A move is
//! made in one heap, in any number of heaps, or in every heap that has a move. Play ends when no
//! heap has a move, or as soon as some heap has no move. The player to move at the end of play
//! loses under normal play and wins under misère play. The library's sum theorems answer all twelve
//! kinds. Each heap may have its own rule:
//!
//! 1. take any number;
//! 2. take one to three;
//! 3. take at most half of the heap;
//! 4. take one if 17 divides the heap, otherwise one or two;
//! 5. take nothing: split the heap into two non-empty heaps with the same rule.

use std::collections::HashMap;
use std::fmt::Write;

use base::budget::Budget;
use base::text;
use base::text::Text;
use fastrand::Rng;
use grundy::{Session, SolveOptions};
use rules::ast::{EndCondition, PlayConvention};
use rules::game::{Outcome, SumKind};
use rules::world::World;

use crate::error::JudgeError;
use crate::input::InputReader;
use crate::problem::Problem;

pub const PROBLEMS: &[Problem] = &[Problem {
    name: "game_pack",
    aliases: &[],
    title: (
        "A pack of heaps under five rules and twelve conventions",
        "五种规则的堆，十二种玩法",
    ),
    source: "our own problem, after seeds 002 and 004",
    method: "nim-sum, tame, diminished, suspense, conjunctive, selective, shortened",
    sample: include_str!("../../samples/game_pack.txt"),
    solve: |input, out| {
        let mut session = Session::with_world(World::empty());
        session.load_rules("pack.game", RULES)?;
        cases(input, out, &mut |pack, budget| {
            by_theorems(&mut session, pack, budget)
        })
    },
    brute: |input, out| cases(input, out, &mut by_definition),
    make,
    small: 7,
}];

/// The five rules.
const RULES: &str = "
game Heap1 { state n in 0.. move k in 1..n : [n - k] }
game Heap2 { state n in 0.. move k in 1..3 : [n - k] }
game Heap3 { state n in 0.. move k in 1..n / 2 : [n - k] }
game Heap4 { state n in 0.. move k in 1..if n % 17 == 0 then 1 else 2 : [n - k] }
game Heap5 { state n in 0.. move k in 1..n - 1 : [k] + [n - k] }
";

const MAX_HEAP_SIZE: u64 = 1_000;

/// A heap: the number of its rule, 1 to 5, and its size.
type Heap = (u8, u64);

struct HeapPack {
    sum: SumKind,
    until: EndCondition,
    play: PlayConvention,
    heaps: Vec<Heap>,
}

/// Reads one of the given words.
fn one_of<T: Copy>(
    input: &mut InputReader<'_>,
    what: Text,
    words: &[(&str, T)],
) -> Result<T, JudgeError> {
    let list = words
        .iter()
        .map(|(word, _)| *word)
        .collect::<Vec<_>>()
        .join(", ");
    let known = |word: &str| {
        words
            .iter()
            .find(|(known, _)| *known == word)
            .map(|(_, meant)| *meant)
    };
    let refused = || text!("expected one of {list}", "此处应为 {list} 之一");
    let word = input.checked(what, |word| known(word).map(drop).ok_or_else(refused))?;
    Ok(known(word).expect("the word was just checked"))
}

/// Reads `T`, then packs: `n sum until play` and n lines `rule size`.
fn cases(
    input: &mut InputReader<'_>,
    out: &mut String,
    wins: &mut dyn FnMut(&HeapPack, &Budget<'_>) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    let budget = input.budget;
    for _ in 0..input.number(text!("the number of packs", "测试组数"), 0..=1_000_000u64)? {
        let count = input.number(text!("the number of heaps", "堆数"), 0..=1_000_000u64)?;
        let kinds = [
            ("one", SumKind::One),
            ("any", SumKind::Any),
            ("every", SumKind::Every),
        ];
        let sum = one_of(
            input,
            text!("the number of heaps per move", "每步所走的堆数"),
            &kinds,
        )?;
        let until = one_of(
            input,
            text!("the end condition", "结束条件"),
            &[("all", EndCondition::All), ("one", EndCondition::One)],
        )?;
        let play = one_of(
            input,
            text!("the play convention", "胜负规则"),
            &[
                ("normal", PlayConvention::Normal),
                ("misere", PlayConvention::Misere),
            ],
        )?;
        let heaps = input.list(0..count, |input| {
            let rule = input.number(text!("the rule of a heap", "堆的规则"), 1..=5u8)?;
            Ok((
                rule,
                input.number(text!("the size of a heap", "一堆的大小"), 0..=MAX_HEAP_SIZE)?,
            ))
        })?;
        out.push_str(
            if wins(
                &HeapPack {
                    sum,
                    until,
                    play,
                    heaps,
                },
                budget,
            )? {
                "First\n"
            } else {
                "Second\n"
            },
        );
    }
    Ok(input.end()?)
}

/// Answers by a query to the library. If the pack has no heap, the player to move has no move.
fn by_theorems(
    session: &mut Session,
    pack: &HeapPack,
    budget: &Budget<'_>,
) -> Result<bool, JudgeError> {
    if pack.heaps.is_empty() {
        return Ok(pack.play == PlayConvention::Misere);
    }
    (
        session.settings.sum,
        session.settings.until,
        session.settings.play,
    ) = (Some(pack.sum), Some(pack.until), Some(pack.play));
    let question = pack
        .heaps
        .iter()
        .map(|(rule, size)| format!("Heap{rule}[{size}]"))
        .collect::<Vec<_>>()
        .join(" + ");
    match session.solve(&question, SolveOptions::WINNER, budget) {
        Ok(answer) => Ok(answer.outcome == Outcome::N),
        Err(grundy::SolveError::Stopped(stop)) => Err(stop.into()),
        Err(error) => Err(error.into()),
    }
}

/// Returns the heaps that each move from a heap leaves.
fn options((rule, size): Heap) -> Vec<Vec<Heap>> {
    match rule {
        5 => (1..size)
            .map(|part| vec![(5, part), (5, size - part)])
            .collect(),
        _ => {
            let most = match rule {
                1 => size,
                2 => 3,
                3 => size / 2,
                _ if size.is_multiple_of(17) => 1,
                _ => 2,
            };
            (1..=most.min(size))
                .map(|taken| vec![(rule, size - taken)])
                .collect()
        }
    }
}

fn by_definition(pack: &HeapPack, budget: &Budget<'_>) -> Result<bool, JudgeError> {
    let mut heaps = pack.heaps.clone();
    heaps.sort_unstable();
    wins(pack, &heaps, &mut HashMap::new(), budget)
}

/// Returns whether the player to move wins these heaps, which are sorted.
fn wins(
    pack: &HeapPack,
    heaps: &[Heap],
    known: &mut HashMap<Vec<Heap>, bool>,
    budget: &Budget<'_>,
) -> Result<bool, JudgeError> {
    budget.tick()?;
    if let Some(&wins) = known.get(heaps) {
        return Ok(wins);
    }
    let all: Vec<Vec<Vec<Heap>>> = heaps.iter().map(|&heap| options(heap)).collect();
    let over = match pack.until {
        EndCondition::All => all.iter().all(Vec::is_empty),
        EndCondition::One => all.iter().any(Vec::is_empty),
    };
    // The processed heaps after the move, and the number of processed heaps in which a move was
    // made. A heap without a move does not change.
    let mut left: Vec<(Vec<Heap>, usize)> = vec![(Vec::new(), 0)];
    for (&heap, options) in heaps.iter().zip(&all) {
        let mut next = Vec::new();
        for (so_far, made) in left {
            if options.is_empty() || pack.sum != SumKind::Every {
                next.push(([&so_far[..], &[heap]].concat(), made));
            }
            if pack.sum != SumKind::One || made == 0 {
                next.extend(
                    options
                        .iter()
                        .map(|option| ([&so_far[..], option].concat(), made + 1)),
                );
            }
        }
        left = next;
    }
    let mut found = over && pack.play == PlayConvention::Misere;
    for (mut option, made) in left {
        if over || found {
            break;
        }
        if made > 0 {
            option.sort_unstable();
            found = !wins(pack, &option, known, budget)?;
        }
    }
    known.insert(heaps.to_vec(), found);
    Ok(found)
}

/// Generates packs. If the size is small, a pack has a few heaps of a few stones.
fn make(rng: &mut Rng, size: u64) -> String {
    let count = rng.u64(1..=8);
    let mut text = format!("{count}\n");
    for _ in 0..count {
        let heaps = rng.u64(1..=if size <= 7 { 3 } else { size.min(100) });
        let word =
            |rng: &mut Rng, words: &[&'static str]| rng.choice(words).copied().unwrap_or_default();
        let sum = word(rng, &["one", "any", "every"]);
        let (until, play) = (word(rng, &["all", "one"]), word(rng, &["normal", "misere"]));
        let _ = writeln!(text, "{heaps} {sum} {until} {play}");
        for _ in 0..heaps {
            // The fourth rule is a subtraction game except for multiples of 17, so a single heap
            // may be larger.
            let rule = rng.u8(1..=5);
            let most = if rule == 4 && heaps == 1 {
                size.max(40)
            } else {
                size
            };
            let _ = writeln!(text, "{rule} {}", rng.u64(0..=most.min(MAX_HEAP_SIZE)));
        }
    }
    text
}
