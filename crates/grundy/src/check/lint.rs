//! Warnings about suspicious rules that are not errors.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use base::budget::Budget;
use base::diagnostic::Diagnostic;
use base::text;
use rules::game::{GameId, OptionArena, Rules};
use rules::ir::Int;
use rules::world::{Declaration, World};

use crate::error::{RulesResult, SolveError};
use crate::narrow_ranges;
use crate::row_walk::each_row;

/// Returns warnings about suspicious rules: moves that are never legal, and candidates that leave
/// the state range.
pub(super) fn lint(
    world: &World,
    game: GameId,
    declared: &Declaration,
    budget: &Budget<'_>,
) -> Result<Vec<Diagnostic>, SolveError> {
    let Some(ir) = world.rules(game).game() else {
        return Ok(Vec::new());
    };
    const REACH: Int = 8;
    const ROWS: usize = 400;
    let ranges: Vec<(Int, Int)> = ir
        .slots
        .iter()
        .map(|slot| {
            let high = slot.low.saturating_add(REACH);
            (slot.low, slot.high.map_or(high, |most| most.min(high)))
        })
        .collect();
    let mut legal = vec![0u64; ir.moves.len()];
    let (mut rows, mut dropped) = (0, 0);
    let mut options = OptionArena::new();
    let mut look = |numbers: &[Int], met: &mut dyn FnMut(&[Int])| {
        rows += 1;
        if rows > ROWS {
            return Ok(ControlFlow::Break(()));
        }
        if !world.contains(game, numbers, budget).explain_fault(world)? {
            return Ok(ControlFlow::Continue(()));
        }
        world
            .options(game, numbers, &mut options, budget)
            .explain_fault(world)?;
        options.iter().for_each(|o| legal[o.rule] += 1);
        options
            .iter()
            .flat_map(|o| o.components())
            .filter(|part| part.0 == game)
            .for_each(|part| met(part.1));
        dropped += options.dropped;
        Ok(ControlFlow::Continue(()))
    };
    if ir.holds_more() {
        // The codes of sets and words are large numbers, so the positions that play reaches first
        // from the start are tried.
        let mut seen: HashSet<Vec<Int>> = HashSet::new();
        let mut waiting: VecDeque<Vec<Int>> = ir.position(None).into_iter().collect();
        if waiting.is_empty() {
            return Ok(Vec::new());
        }
        while let Some(numbers) = waiting.pop_front() {
            let mut met = |left: &[Int]| {
                if seen.len() <= ROWS && seen.insert(left.to_vec()) {
                    waiting.push_back(left.to_vec());
                }
            };
            if look(&numbers, &mut met)?.is_break() {
                break;
            }
        }
    } else {
        each_row(&ranges, &mut |numbers| look(numbers, &mut |_| {}))?;
    }
    let recurrence = declared.decl().kind == rules::ast::GameKind::Recurrence;
    let mut list = Vec::new();
    for (rule, count) in legal.iter().enumerate() {
        if *count == 0 && rows <= ROWS {
            let message = text!(
                "this move is not legal in any of the {rows} positions tested",
                "在测试的 {rows} 个局面中，这一着从不合法"
            );
            list.push(Diagnostic::warning(ir.moves[rule].span.0, message));
        }
    }
    if dropped > 0 && recurrence {
        let message = text!(
            "{dropped} candidate moves leave the state range and are not legal",
            "有 {dropped} 个候选着法走出了状态范围，不算合法着法"
        );
        let span = declared
            .decl()
            .formula
            .as_ref()
            .map_or(declared.decl().name.span, |f| f.span);
        list.push(Diagnostic::warning(span, message).help(text!(
            "narrow the ranges to make this explicit",
            "可缩小范围以写明这一点"
        )));
    }
    if !recurrence {
        list.extend(narrow_ranges::of_rules(world, game, budget));
    }
    Ok(list)
}
