//! Methods that prove the values of all positions of a game: with an automaton, slot by slot, by a
//! theorem whose conditions are read from the rules, or by a finite box. The rules are read as
//! clauses (crate `clauses`), which are compared with the interpreter. The statement of each method
//! is in the source file of the method. The proofs of the methods are in `docs/theorems/law.md`.

mod boxes;
mod maximum;
mod proof;
mod slots;
pub(crate) mod syntax;

use std::ops::Range;

use base::budget::Budget;
use base::text;
use base::text::Text;
use clauses::RuleClauses;
use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::ir::Int;
use rules::world::World;

pub use boxes::{BoxProof, SlotClasses};
pub use proof::ProofMethod;
use slots::slots_of;

use crate::clause_comparison::unread;
use crate::error::CertificateError;
use crate::law::{
    DecisionCounts, LawClaim, LawKind, LawProof, Lemma, LemmaLaw, decide_statements, lows,
};
use crate::report::CertificateReport;
use crate::walker::refuse;
use crate::work_limits::shifted;
use crate::{clause_comparison, law_text};

/// Numbers of statements and table entries that were verified.
#[derive(Default)]
struct MethodCounts {
    statements: usize,
    entries: usize,
    /// Whether the rules were read as clauses.
    clauses: bool,
}

/// Verifies that a method gives the Grundy value of every position of a game. The time is
/// proportional to the length of the lists of the method.
///
/// # Errors
/// Returns a [`CertificateError`] with the first error found, or if the budget runs out.
pub fn check_method(
    world: &World,
    game: GameId,
    method: &ProofMethod,
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    let mut gone = MethodCounts::default();
    let title = world.rules(game).title();
    let mut compared = 0;
    if let ProofMethod::Lemmas { lemmas, proof } = method {
        compared = by_lemmas(world, game, lemmas, proof, &mut gone, budget)?;
        gone.clauses = true;
    } else if !(*method == ProofMethod::Maximum && maximum::rule_says_so(world, game)) {
        let clauses = clause_comparison::unsorted(world, game, budget)?;
        let sorted = world
            .rules(game)
            .game()
            .map_or(0..0, |game| game.unordered.clone());
        verify_method(
            &clauses,
            &lows(world, game),
            &sorted,
            method,
            &mut gone,
            budget,
        )?;
        compared = clause_comparison::compare(world, &clauses, budget)?;
        gone.clauses = true;
    }
    let Text { en, zh } = method.name();
    let claim = Text {
        en: format!(
            "{title}: the Grundy value of every position under normal play, by this method: {en}"
        ),
        zh: format!("{title}：每个局面在正常规则下的 Grundy 值，方法：{zh}"),
    };
    let MethodCounts {
        statements,
        entries,
        clauses,
    } = gone;
    let rests_on = if clauses {
        text!(
            "the rules were translated into clauses, which agree with the rules at {compared} positions and moves. The conditions of the method were derived from the clauses. {statements} statements were decided by automata, and {entries} rows or positions were checked",
            "规则已读作子句，并在 {compared} 个局面与着法处与规则核对；方法的条件由子句读出；用自动机判定了 {statements} 个命题，并核对了 {entries} 行或局面"
        )
    } else {
        text!(
            "the conditions of the method were derived from the rules",
            "方法的条件由规则本身读出"
        )
    };
    Ok(CertificateReport {
        claim,
        rests_on,
        entries,
    })
}

/// Verifies a method for clauses whose slots are at least `lows`. In every position, the numbers of
/// the slots in `sorted` are in order.
fn verify_method(
    clauses: &RuleClauses,
    lows: &[i128],
    sorted: &Range<usize>,
    method: &ProofMethod,
    gone: &mut MethodCounts,
    budget: &Budget<'_>,
) -> Result<(), CertificateError> {
    match method {
        ProofMethod::Automaton {
            kind,
            expansion,
            proof,
        } => {
            if sorted.len() > 1 || *kind == LawKind::Outcomes {
                return refuse(text!(
                    "expected an automaton of values for numbers in any order",
                    "此处应为数不排序的值的自动机"
                ));
            }
            let claim = LawClaim {
                game: clauses.game,
                kind: *kind,
                play: PlayConvention::Normal,
                expansion: expansion.clone(),
            };
            // The head of the law follows the head of the method.
            let decided = shifted(budget, 1, |budget| {
                decide_statements(clauses, lows.to_vec(), &claim, proof, &[], budget)
            });
            let DecisionCounts { statements, rows } = decided?;
            gone.statements += statements;
            gone.entries += rows;
            Ok(())
        }
        ProofMethod::Lemmas { .. } => refuse(text!(
            "lemmas must be about a complete game",
            "引理须用于整个游戏"
        )),
        ProofMethod::Separate(parts) => {
            let slots = slots_of(clauses, lows, sorted, parts.len())?;
            // A move in one slot must leave the numbers of the other slots in a single component,
            // so that each value is counted once.
            if slots.copies {
                return refuse(text!(
                    "a move leaves several components with the same numbers",
                    "某着法留下含有同样的数的多个部分"
                ));
            }
            let mut line = 1;
            for (slot, (own, part)) in slots.own.iter().zip(parts).enumerate() {
                for &number in &slots.beside[slot] {
                    check_immovable(own, number, budget)?;
                }
                if let ProofMethod::Separate(_) = part {
                    return refuse(text!(
                        "a single slot cannot be a sum of slots",
                        "单个分量不能是各分量之和"
                    ));
                }
                shifted(budget, line, |budget| {
                    verify_method(own, &lows[slot..=slot], &(0..0), part, gone, budget)
                })?;
                line += syntax::lines_of(part);
            }
            Ok(())
        }
        ProofMethod::Maximum => maximum::check(clauses, lows),
        ProofMethod::Boxes(boxes) => {
            gone.entries += boxes::check(clauses, lows, sorted, boxes, budget)?;
            Ok(())
        }
    }
}

/// Verifies the laws of other games in their order, and then the law of the game. Returns the
/// number of positions and random moves at which clauses were compared with rules.
fn by_lemmas(
    world: &World,
    game: GameId,
    lemmas: &[Lemma],
    proof: &LawProof,
    gone: &mut MethodCounts,
    budget: &Budget<'_>,
) -> Result<usize, CertificateError> {
    let mut known: Vec<LemmaLaw> = Vec::new();
    let (mut compared, mut line) = (0, 1);
    let last = [(game, proof)];
    for (game, proof) in lemmas
        .iter()
        .map(|lemma| (lemma.game, &lemma.proof))
        .chain(last)
    {
        if known.iter().any(|known| known.game == game) {
            return refuse(text!("a game has two laws", "某游戏有两条规律"));
        }
        let (clauses, lows) = (
            clause_comparison::read(world, game, budget)?,
            lows(world, game),
        );
        let claim = LawClaim {
            game,
            kind: LawKind::Values,
            play: PlayConvention::Normal,
            expansion: vec![2],
        };
        // A line with the name of the game precedes the proof of a lemma, but not the proof of the
        // law.
        line += usize::from(known.len() < lemmas.len());
        let decided = shifted(budget, line, |budget| {
            decide_statements(&clauses, lows.clone(), &claim, proof, &known, budget)
        });
        let DecisionCounts { statements, rows } = decided?;
        line += law_text::lines_of(proof);
        gone.statements += statements;
        gone.entries += rows;
        compared += clause_comparison::compare(world, &clauses, budget)?;
        known.push(LemmaLaw::new(game, lows, proof)?);
    }
    Ok(compared)
}

/// Verifies that a slot has no move from `number`, so that the value of this number is 0.
fn check_immovable(
    own: &RuleClauses,
    number: i128,
    budget: &Budget<'_>,
) -> Result<(), CertificateError> {
    let moves = Int::try_from(number)
        .ok()
        .map(|number| own.moves_at(&[number], budget))
        .transpose()
        .map_err(unread)?;
    match moves {
        Some(moves) if moves.is_empty() => Ok(()),
        _ => refuse(text!(
            "a move leaves the number {number} next to a component, but this number has a move itself",
            "着法留在某部分旁的数 {number} 自身还有着法"
        )),
    }
}
