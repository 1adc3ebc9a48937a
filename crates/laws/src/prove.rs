//! Proves a law: automata decide statements that together imply that the law is correct for every
//! position. For values, the statements are: the law gives one value for each position; no option
//! has this value; each smaller value is the value of an option; a measure decreases with each
//! move. By induction on the measure, the law gives the Grundy value of every position. For
//! outcomes, the statements are: no P-position has a P-position among its options; each other
//! position from which play continues has a P-position among its options. Positions that end play
//! with a win for the player who moved to them are P-positions. Positions that end play with a loss
//! for that player are not P-positions. In misère play, each P-position from which play continues
//! has a move, and only a position with a move needs an option in P.

use std::cmp::Ordering;

use automata::{Automaton, CoverResult, DigitWord, Track, atoms, conjunction, cover, none};
use base::budget::Budget;
use base::impl_error;
use base::text;
use base::text::Text;
use rules::ast::PlayConvention;

use crate::error::LawError;
use crate::gap_law::GapLaw;
use crate::law::{Law, LawOutput};
use crate::measure::{self, MeasureDefect};
use crate::nim_sums::{self, NimSumStatement};
use crate::theory::Theory;

/// The decided statements, and the data that a certificate needs in addition to the law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawProofData {
    /// The convention.
    pub play: PlayConvention,
    /// A weight for each slot. The weighted sum of the slots, each minus its least value, decreases
    /// with each move.
    pub weights: Vec<i128>,
    /// A lower bound of the weighted sum.
    pub floor: i128,
    /// Number of statements.
    pub statements: usize,
    /// Number of rows of all covers that a certificate would contain.
    pub rows: usize,
    /// Number of product states in the rows of all covers.
    pub labels: usize,
    /// The proved law of gaps from which the law follows, if the law was found in gaps.
    pub of_gaps: Option<GapLaw>,
}

/// A statement that fails, and a word for which it fails.
#[derive(Clone, Debug)]
pub struct FailedStatement {
    /// The statement that does not hold.
    pub statement: Text,
    /// The word. The tracks, starting at 0, are the slots minus their least values.
    pub word: DigitWord,
}

/// The result of an attempt to prove a law.
#[derive(Clone, Debug)]
pub enum ProofOutcome {
    /// All statements hold.
    Proved(LawProofData),
    /// A statement fails.
    Refuted(FailedStatement),
}

struct Prover<'t> {
    theory: &'t Theory,
    law: &'t Law,
    proof: LawProofData,
    budget: &'t Budget<'t>,
}

/// Decides all statements about a law. The caller must have restricted the law to positions.
///
/// # Errors
/// Returns [`LawError::Outside`] if a law of this kind cannot express the conventions or moves, or
/// an error if the budget runs out.
pub fn prove(
    theory: &Theory,
    law: &Law,
    play: PlayConvention,
    budget: &Budget<'_>,
) -> Result<ProofOutcome, LawError> {
    let proof = LawProofData {
        play,
        weights: theory.measure.clone(),
        floor: theory.floor,
        statements: 0,
        rows: 0,
        labels: 0,
        of_gaps: None,
    };
    let mut prover = Prover {
        theory,
        law,
        proof,
        budget,
    };
    let found = match (law.kind, play) {
        (LawOutput::Values | LawOutput::PowersOfValues, PlayConvention::Normal) => prover.values(),
        (LawOutput::Outcomes, PlayConvention::Normal) => prover.outcomes(false),
        (LawOutput::Outcomes, PlayConvention::Misere) => prover.outcomes(true),
        _ => {
            return Err(LawError::Outside(text!(
                "laws of values require normal play",
                "值的规律只适用于正常规则"
            )));
        }
    };
    match found {
        Ok(()) => Ok(ProofOutcome::Proved(prover.proof)),
        Err(ProveError::Refuted(failing)) => Ok(ProofOutcome::Refuted(failing)),
        Err(ProveError::Law(error)) => Err(error),
    }
}

/// The reason why a proof ended early.
#[derive(Debug)]
enum ProveError {
    Refuted(FailedStatement),
    Law(LawError),
}

impl ProveError {
    fn text(&self) -> Text {
        match self {
            ProveError::Refuted(failing) => failing.statement.clone(),
            ProveError::Law(error) => error.text(),
        }
    }
}

impl_error!(ProveError { Law });

impl<E: Into<LawError>> From<E> for ProveError {
    fn from(error: E) -> ProveError {
        ProveError::Law(error.into())
    }
}

type ProveResult = Result<(), ProveError>;

impl Prover<'_> {
    fn none(&mut self, atoms: &[&Automaton], statement: impl Fn() -> Text) -> ProveResult {
        self.proof.statements += 1;
        match none(atoms, self.budget)? {
            None => Ok(()),
            Some(word) => Err(ProveError::Refuted(FailedStatement {
                statement: statement(),
                word,
            })),
        }
    }

    fn cover(
        &mut self,
        domain: &Automaton,
        clauses: &[Vec<&Automaton>],
        statement: impl Fn() -> Text,
    ) -> ProveResult {
        self.proof.statements += 1;
        match cover(domain, clauses, self.budget)? {
            CoverResult::Holds(rows) => {
                self.proof.rows += rows.len();
                self.proof.labels += rows.labels();
                Ok(())
            }
            CoverResult::Fails(word) => Err(ProveError::Refuted(FailedStatement {
                statement: statement(),
                word,
            })),
        }
    }

    /// Proves that each move decreases the measure, and that the measure has a lower bound.
    fn measure_falls(&mut self) -> ProveResult {
        let flaw = match measure::find_defect(self.theory, &mut self.proof.statements, self.budget)?
        {
            None => return Ok(()),
            Some(flaw) => flaw,
        };
        match flaw {
            MeasureDefect::Below(word) => {
                let statement = text!(
                    "the measure is below its expected lower bound at this position",
                    "度量在此局面低于应有的下界"
                );
                Err(ProveError::Refuted(FailedStatement { statement, word }))
            }
            MeasureDefect::Kept(rule) => {
                let rule = rule + 1;
                let why = text!(
                    "no sum of the numbers with fixed weights is known to decrease with move {rule}, so there is no proof by induction",
                    "未知第 {rule} 条着法使各数的某个固定加权和下降，无法归纳"
                );
                Err(LawError::Outside(why).into())
            }
        }
    }

    fn values(&mut self) -> ProveResult {
        let (theory, budget) = (self.theory, self.budget);
        let base = theory.numerals.base();
        if theory.can_end() {
            return Err(LawError::Outside(text!(
                "a component can end play (`goal` or `trap`)",
                "存在可立即终局的局面（`goal` 或 `trap`）"
            ))
            .into());
        }
        // The laws of other games are given in base 2.
        let runs = theory.moves.iter().any(|case| !case.runs.is_empty());
        let several = theory.moves.iter().any(|case| case.left.len() > 1)
            || runs
            || !theory.others.is_empty();
        let binary = theory.numerals.system() == automata::numeration::NumerationSystem::Base(2);
        if several && !(binary && self.law.kind == LawOutput::Values) {
            let why = text!(
                "a move leaves several components, whose nim-sum can be expressed only with binary values",
                "着法留下多个部分，其 nim 和只有二进制值能表示"
            );
            return Err(LawError::Outside(why).into());
        }
        let (v, w) = (theory.value_track(), theory.value_track() + 1);
        let own: Vec<Track> = (0..v).collect();
        let other = self.law.on_tracks(&own, w, budget)?;
        let differ = atoms::order(base, v, w, Ordering::Equal, budget)?.complement();
        self.none(&[&self.law.automaton, &other, &differ], || {
            text!(
                "the law gives two values for a position",
                "规律给出了同一局面的两个值"
            )
        })?;
        if self.law.kind == LawOutput::PowersOfValues {
            let other = atoms::power(base, v, budget)?.complement();
            self.none(&[&self.law.automaton, &other], || {
                text!(
                    "the law gives a number that is not a power of 2",
                    "规律给出的不是 2 的幂"
                )
            })?;
        }
        if let Some(valid) = theory.numerals.valid_on(v) {
            self.none(&[&self.law.automaton, &valid.complement()], || {
                text!(
                    "the law gives digits that are not a number",
                    "规律给出的数位不构成数"
                )
            })?;
        }
        self.cover(&theory.positions, &[vec![&self.law.automaton]], || {
            text!(
                "the law gives no value for a position",
                "规律没有给出某局面的值"
            )
        })?;
        self.measure_falls()?;
        match &self.law.prefix {
            Some(prefix) => {
                for NimSumStatement { statement, atoms } in
                    nim_sums::statements(self.law, prefix, budget)?
                {
                    self.none(&atoms.iter().collect::<Vec<_>>(), || statement.clone())?;
                }
            }
            None if theory.prefix => {
                return Err(LawError::Outside(nim_sums::no_nim_sum_automaton()).into());
            }
            None => {}
        }
        let mut cases: Vec<Vec<Automaton>> = Vec::new();
        for case in &theory.moves {
            cases.push(case.with_value(theory, self.law, w, budget)?);
            // The statement that no option has the law's own value, which is on a separate track.
            let same = atoms::order(base, v, w, Ordering::Equal, budget)?;
            let atoms: Vec<&Automaton> = cases[cases.len() - 1]
                .iter()
                .chain([&self.law.automaton, &same])
                .collect();
            self.none(&atoms, || {
                text!(
                    "an option has the same value as its position",
                    "某后继与局面同值"
                )
            })?;
        }
        let mut domain = self
            .law
            .automaton
            .and(&atoms::order(base, w, v, Ordering::Less, budget)?, budget)?;
        if self.law.kind == LawOutput::PowersOfValues {
            domain = domain.and(&atoms::power(base, w, budget)?, budget)?;
        }
        if let Some(valid) = theory.numerals.valid_on(w) {
            domain = domain.and(&valid, budget)?;
        }
        let cases: Vec<Vec<&Automaton>> =
            cases.iter().map(|atoms| atoms.iter().collect()).collect();
        self.cover(&domain, &cases, || {
            text!(
                "some smaller value is not the value of any option",
                "某个较小的值没有后继取到"
            )
        })
    }

    fn outcomes(&mut self, misere: bool) -> ProveResult {
        let (theory, budget) = (self.theory, self.budget);
        if !theory.others.is_empty() {
            return Err(LawError::Outside(text!(
                "the moves of the game lead into another game",
                "其着法转入另一个游戏"
            ))
            .into());
        }
        if theory
            .moves
            .iter()
            .any(|case| case.left.len() > 1 || !case.runs.is_empty())
        {
            let why = text!(
                "a move leaves several components, but the outcomes of components do not determine the outcome of their sum",
                "着法留下多个部分：各部分的胜负不能决定和的胜负"
            );
            return Err(LawError::Outside(why).into());
        }
        self.measure_falls()?;
        let lost = self.law.automaton.clone();
        let not_lost = theory.positions.minus(&lost, budget)?;
        self.none(&[&theory.goal, &not_lost], || {
            text!(
                "a position that wins for the player who moved to it is not P",
                "达成即胜的局面不是 P"
            )
        })?;
        self.none(&[&theory.trap, &lost], || {
            text!(
                "a position that loses for the player who moved to it is P",
                "达成即负的局面是 P"
            )
        })?;
        let open_lost = lost.and(&theory.open, budget)?;
        let open_won = not_lost.and(&theory.open, budget)?;
        let own = theory.value_track();
        let mut cases: Vec<Vec<Automaton>> = Vec::new();
        for case in &theory.moves {
            let mut said = case.said.clone();
            match &case.left[..] {
                // A move that leaves no component leaves the opponent without a move.
                [] if misere => said.push(Automaton::truth(theory.numerals.base(), false)),
                [] => {}
                [component] => said.push(self.law.on_tracks(component, own, budget)?),
                _ => unreachable!("no move leaves several components"),
            }
            let atoms: Vec<&Automaton> = said.iter().chain([&open_lost]).collect();
            self.none(&atoms, || {
                text!(
                    "a P-position has an option that is a P-position",
                    "某 P 局面有 P 后继"
                )
            })?;
            cases.push(said);
        }
        let mut domain = open_won;
        if misere {
            // In misère play, a player without a move has won.
            let mut movable = Automaton::truth(theory.numerals.base(), false);
            for case in &theory.moves {
                let hidden: Vec<Track> = (own..case.fresh).collect();
                let said: Vec<&Automaton> = case.said.iter().collect();
                movable = movable.or(&conjunction(&said, &hidden, budget)?, budget)?;
            }
            let stuck = theory.open.minus(&movable, budget)?;
            self.none(&[&stuck, &open_lost], || {
                text!("a position without moves is P", "没有着法的局面是 P")
            })?;
            domain = domain.minus(&stuck, budget)?;
        }
        let cases: Vec<Vec<&Automaton>> =
            cases.iter().map(|atoms| atoms.iter().collect()).collect();
        self.cover(&domain, &cases, || {
            text!(
                "a position that is not P has no option that is a P-position",
                "某非 P 局面没有 P 后继"
            )
        })
    }
}
