//! Laws: deterministic automata that read the numbers of a position, and its value, digit by digit,
//! and are correct for every position. The rules are read as exact clauses (crate `clauses`), which
//! are compared with the interpreter before any law is accepted. From the clauses, the law and the
//! weights of a measure, the checker derives every statement on its own. The module `walker`
//! decides the statements. The walker shows that no digits satisfy a statement by walking the
//! product of the automata of the statement. The rows that the certificate lists let the walker
//! verify that some automata cover another automaton.
//!
//! The clauses, the files of this module and the walker are trusted. The theorem that the greedy
//! digits of the number n are the valid word with index n is trusted too (Parry 1960,
//! Bertrand-Mathis 1989). The search that found the law, the adder, and the rows are not trusted.

pub(crate) mod claim;
mod clause_tables;
mod gaps;
mod prefix;
mod statements;

use base::budget::Budget;
use base::text;
use base::text::Text;
use clauses::RuleClauses;
use rules::ast::PlayConvention;
use rules::game::GameId;
use rules::world::World;

use crate::error::CertificateError;
use crate::report::CertificateReport;
use crate::walker::{
    AtomRelation, RelationSource, Statement, StatementVisitor, cover, is_none, refuse,
};
use crate::work_limits::shifted;
use crate::{clause_comparison, law_text};
pub use claim::{LawClaim, LawKind, LawProof, Lemma};
use statements::LawContext;
pub(crate) use statements::LemmaLaw;

/// The data from which the statements of a law are derived.
pub struct LawStatements<'s> {
    /// The rules as clauses.
    pub clauses: &'s RuleClauses,
    /// The least value of each slot.
    pub lows: &'s [i128],
    /// The claim of the law.
    pub claim: &'s LawClaim,
    /// The law and the weights of the measure. The rows of covers and the linear relations are
    /// ignored.
    pub proof: &'s LawProof,
    /// The laws of other games, each with the least values of its slots.
    pub lemmas: &'s [(Lemma, Vec<i128>)],
}

impl LawStatements<'_> {
    /// Calls `visit` with each statement in order, so that a search can compute the rows of the
    /// covers.
    ///
    /// # Errors
    /// Returns a [`CertificateError`] if no statements can be derived from the rules, the law and
    /// the measure, if `visit` returns one, or if the budget runs out.
    pub fn visit(
        &self,
        source: RelationSource<'_>,
        budget: &Budget<'_>,
        visit: StatementVisitor<'_>,
    ) -> Result<(), CertificateError> {
        let known = self
            .lemmas
            .iter()
            .map(|(lemma, lows)| LemmaLaw::new(lemma.game, lows.clone(), &lemma.proof))
            .collect::<Result<Vec<_>, _>>()?;
        LawContext::new(
            self.clauses,
            self.lows.to_vec(),
            self.claim,
            self.proof,
            &known,
            source,
            budget,
        )?
        .statements(visit)
    }
}

/// Returns the least value of each slot of a game.
pub(crate) fn lows(world: &World, game: GameId) -> Vec<i128> {
    world
        .rules(game)
        .slots()
        .iter()
        .map(|slot| slot.low.into())
        .collect()
}

/// Verifies a law of a game. O(product states of the statements).
///
/// # Panics
/// Panics if `world` did not return the game.
///
/// # Errors
/// Returns a [`CertificateError`] with the first error found, or if the budget runs out.
pub fn check_law(
    world: &World,
    claim: &LawClaim,
    proof: &LawProof,
    budget: &Budget<'_>,
) -> Result<CertificateReport, CertificateError> {
    let clauses = clause_comparison::read(world, claim.game, budget)?;
    let DecisionCounts { statements, rows } =
        decide_statements(&clauses, lows(world, claim.game), claim, proof, &[], budget)?;
    let nodes = proof
        .law
        .next
        .iter()
        .max()
        .map_or(0, |&last| last as usize + 1);
    let compared = clause_comparison::compare(world, &clauses, budget)?;
    Ok(CertificateReport {
        claim: claim_text(world, claim, nodes, proof.gaps.is_some()),
        rests_on: rests_on(statements, rows, compared),
        entries: rows,
    })
}

/// The number of statements that were decided, and the number of rows of their proofs.
pub(crate) struct DecisionCounts {
    pub statements: usize,
    pub rows: usize,
}

/// Decides all statements of a law for clauses whose slots are at least `lows`, given the laws of
/// other games.
pub(crate) fn decide_statements(
    clauses: &RuleClauses,
    lows: Vec<i128>,
    claim: &LawClaim,
    proof: &LawProof,
    known: &[LemmaLaw],
    budget: &Budget<'_>,
) -> Result<DecisionCounts, CertificateError> {
    let mut given = proof.machines.iter().skip(2);
    let mut source = |_: &[i128], _: i128, _: AtomRelation| {
        given.next().cloned().ok_or_else(|| CertificateError::Law {
            reason: text!("a linear relation is missing", "缺少某线性关系"),
        })
    };
    let of_gaps = proof
        .gaps
        .as_ref()
        .map(|gaps| gaps::gap_clauses(clauses, &lows, claim, gaps, budget))
        .transpose()?;
    let (clauses, lows) = of_gaps
        .as_ref()
        .map_or((clauses, lows), |told| (told, vec![0; told.slots]));
    let subject = LawContext::new(clauses, lows, claim, proof, known, &mut source, budget)?;
    let mut covers = proof.covers.iter();
    let mut decided = DecisionCounts {
        statements: 0,
        rows: 0,
    };
    let mut line = 1 + law_text::lines_of_machines(proof);
    subject.statements(&mut |what, statement| {
        decided.statements += 1;
        match statement {
            Statement::None(tables) => {
                if !is_none(&tables, budget)? {
                    return refuse(what.clone());
                }
            }
            Statement::Cover { domain, clauses } => {
                let Some(cover) = covers.next() else {
                    return refuse(text!(
                        "the rows of a statement are missing",
                        "缺少某命题的行"
                    ));
                };
                decided.rows += shifted(budget, line, |budget| {
                    cover::check(&domain, &clauses, cover, budget)
                })?;
                line += law_text::lines_of_cover(cover);
                // The next statement depends on the machines.
                budget.item(0);
            }
        }
        Ok(())
    })?;
    drop(subject);
    if covers.next().is_some() || given.next().is_some() {
        return refuse(text!(
            "there are more rows or automata than the statements need",
            "所列的行或自动机多于命题所需"
        ));
    }
    Ok(decided)
}

/// Shows a claim, as in `Nim: an automaton with 12 nodes reads base 2 and gives, for every
/// position, …`.
fn claim_text(world: &World, claim: &LawClaim, nodes: usize, of_gaps: bool) -> Text {
    let title = world.rules(claim.game).title();
    let digits = match claim.expansion[..] {
        [base] => text!("base {base}", " {base} 进制"),
        _ => {
            let expansion: Vec<String> = claim.expansion.iter().map(u8::to_string).collect();
            let expansion = expansion.join(", ");
            text!(
                "the greedy digits of the expansion {expansion}",
                "展开式 {expansion} 的贪心数位"
            )
        }
    };
    let [of_en, of_zh] = if of_gaps {
        [" of the gaps between the numbers", "的、各数间距"]
    } else {
        ["", ""]
    };
    let (digits_en, digits_zh) = (digits.en + of_en, digits.zh + of_zh);
    let what = match (claim.kind, claim.play) {
        (LawKind::Outcomes, PlayConvention::Misere) => text!(
            "whether it is P on its own under misère play",
            "它单独在反常规则下是否为 P"
        ),
        (LawKind::Outcomes, _) => text!(
            "whether it is P on its own under normal play",
            "它单独在正常规则下是否为 P"
        ),
        _ => text!(
            "its Grundy value under normal play",
            "正常规则下的 Grundy 值"
        ),
    };
    let (what_en, what_zh) = (what.en, what.zh);
    Text {
        en: format!(
            "{title}: an automaton with {nodes} nodes reads {digits_en} and gives, for every position, {what_en}"
        ),
        zh: format!("{title}：有 {nodes} 个结点、读取{digits_zh}的自动机对每个局面给出{what_zh}"),
    }
}

fn rests_on(statements: usize, rows: usize, compared: usize) -> Text {
    text!(
        "the rules were translated into clauses, which agree with the rules at {compared} positions and moves. From the clauses, {statements} statements were derived and decided by automata, with {rows} rows. The law follows by induction on a measure that every move lowers",
        "规则已读作子句，并在 {compared} 个局面与着法处与规则核对；由子句得出 {statements} 个命题并用自动机判定，共 {rows} 行；再对每步减小的度量作归纳"
    )
}
