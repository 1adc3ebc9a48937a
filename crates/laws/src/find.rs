//! Finds and proves a law in one loop. The loop tries to prove a guess of the law if the guess
//! agrees with a box of cells. A statement that fails yields a position: at this position or at one
//! of its options, a cell differs from the guess. The guess is refined with the word that encodes
//! this cell.

use automata::Automaton;
use automata::numeration::NumerationSystem;
use base::budget::{Budget, StopReason};
use base::impl_error;
use base::text;
use base::text::Text;
use rules::ast::PlayConvention;

use crate::cells::CellSource;
use crate::error::LawError;
use crate::guesses::{CellOracle, GuessError, GuessRefiner, LawGuess, LawSearchEffort};
use crate::law::{Law, LawOutput};
use crate::nim_sums::{NimSumResult, NimSumSearch};
use crate::prove::{LawProofData, ProofOutcome, prove};
use crate::theory::Theory;

/// The result of a search for a law.
#[derive(Clone, Debug)]
pub struct LawSearchResult {
    /// The law, or the last guess.
    pub law: Law,
    /// The proof that the law is correct for every position, or the reason why no proof was found.
    pub proof: Result<LawProofData, Text>,
    /// Number of cell queries, counting repeated queries.
    pub cells: u64,
    /// Number of guesses that agreed with the box of cells and were refuted by a statement.
    pub refuted: usize,
    /// The resource whose exhaustion ended the search, if any.
    pub short: Option<MissingResource>,
}

/// A resource that can end a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingResource {
    /// Cells that can be computed.
    Cells,
    /// Nodes of a guess.
    Nodes,
}

/// Searches for a law of the given kind, and for its proof.
///
/// # Errors
/// Returns [`LawError::Outside`] if a proof of this kind cannot cover the game, or
/// [`LawError::Stopped`] if the budget runs out.
pub fn find(
    play: PlayConvention,
    theory: &Theory,
    kind: LawOutput,
    truth: &mut dyn CellSource,
    effort: LawSearchEffort,
    budget: &Budget<'_>,
) -> Result<LawSearchResult, LawError> {
    let tracks = theory.lows.len() + usize::from(kind != LawOutput::Outcomes);
    let mut cells = CellOracle {
        theory,
        kind,
        truth,
        asked: 0,
        tracks,
        budget,
    };
    let mut search = GuessLoop {
        play,
        effort,
        guessing: None,
        refuted: 0,
    };
    let law = |automaton, prefix| Law {
        kind,
        numerals: theory.numerals.clone(),
        lows: theory.lows.clone(),
        automaton,
        prefix,
    };
    let (short, why) = match search.run(&mut cells, &law) {
        Ok((found, proof)) => {
            return Ok(LawSearchResult {
                law: found,
                proof: Ok(proof),
                cells: cells.asked,
                refuted: search.refuted,
                short: None,
            });
        }
        Err(ProofSearchError::Law(error)) => return Err(error),
        Err(ProofSearchError::Guess(error)) => match error {
            GuessError::Stopped(stop) => return Err(LawError::Stopped(stop)),
            GuessError::Beyond => (Some(MissingResource::Cells), error.text()),
            GuessError::TooLarge(_) => (Some(MissingResource::Nodes), error.text()),
        },
        Err(ProofSearchError::Unproved(why)) => (None, why),
    };
    let last = search.guessing.and_then(GuessRefiner::into_last);
    let found = law(
        last.unwrap_or_else(|| Automaton::truth(theory.numerals.base(), false)),
        None,
    );
    Ok(LawSearchResult {
        law: found,
        proof: Err(why),
        cells: cells.asked,
        refuted: search.refuted,
        short,
    })
}

/// The reason why a search ended without a proof.
#[derive(Debug)]
enum ProofSearchError {
    Guess(GuessError),
    Law(LawError),
    /// No proof was found, for the given reason.
    Unproved(Text),
}

impl ProofSearchError {
    fn text(&self) -> Text {
        match self {
            ProofSearchError::Guess(error) => error.text(),
            ProofSearchError::Law(error) => error.text(),
            ProofSearchError::Unproved(why) => why.clone(),
        }
    }
}

impl_error!(ProofSearchError {
    Guess(GuessError),
    Law(LawError),
});

impl From<StopReason> for ProofSearchError {
    fn from(stop: StopReason) -> ProofSearchError {
        ProofSearchError::Law(stop.into())
    }
}

/// Builds a law from an automaton and the automaton for nim-sums of runs.
type ToLaw<'l> = &'l dyn Fn(Automaton, Option<Automaton>) -> Law;

/// The loop of guesses and proofs.
struct GuessLoop {
    play: PlayConvention,
    effort: LawSearchEffort,
    guessing: Option<GuessRefiner>,
    refuted: usize,
}

impl GuessLoop {
    fn run(
        &mut self,
        cells: &mut CellOracle<'_, '_>,
        law: ToLaw<'_>,
    ) -> Result<(Law, LawProofData), ProofSearchError> {
        let (theory, budget) = (cells.theory, cells.budget);
        let guessing = self
            .guessing
            .insert(GuessRefiner::new(cells, self.effort.side)?);
        let mut sums = NimSumSearch::default();
        loop {
            budget.ask()?;
            let guess = guessing.next_agreeing(cells, self.effort)?;
            if self.refuted > self.effort.rounds {
                let refuted = self.refuted;
                return Err(ProofSearchError::Unproved(text!(
                    "{refuted} guesses were refuted",
                    "{refuted} 个猜想被否定"
                )));
            }
            let mut found = law(guess.and(&theory.positions, budget)?, None);
            let word =
                match prove_or_refute(self.play, self.effort, cells, guess, &mut sums, &mut found)?
                {
                    GuessVerdict::Proved(proof) => return Ok((found, proof)),
                    GuessVerdict::Wrong(word) => word,
                };
            self.refuted += 1;
            guessing.refine(&word, cells)?;
        }
    }
}

/// The result of an attempt to prove a guess.
enum GuessVerdict {
    Proved(LawProofData),
    /// The guess is wrong for the given word.
    Wrong(Vec<u8>),
}

/// Returns the guess as a law, with the nim-sums of its runs, and its proof, or a word for which
/// the guess is wrong.
fn prove_or_refute(
    play: PlayConvention,
    effort: LawSearchEffort,
    cells: &mut CellOracle<'_, '_>,
    guess: &Automaton,
    sums: &mut NimSumSearch,
    found: &mut Law,
) -> Result<GuessVerdict, ProofSearchError> {
    let (theory, budget) = (cells.theory, cells.budget);
    let binary = theory.numerals.system() == NumerationSystem::Base(2);
    if theory.prefix && found.kind == LawOutput::Values && binary {
        match sums.find_automaton(cells, found, effort)? {
            NimSumResult::Told(prefix) => found.prefix = Some(prefix),
            NimSumResult::Wrong(word) => return Ok(GuessVerdict::Wrong(word)),
            NimSumResult::GivenUp(why) => return Err(ProofSearchError::Unproved(why)),
        }
    }
    let failing = match prove(theory, found, play, budget)? {
        ProofOutcome::Proved(proof) => return Ok(GuessVerdict::Proved(proof)),
        ProofOutcome::Refuted(failing) => failing,
    };
    match cells.find_counterexample(&LawGuess::new(guess), &failing.word)? {
        Some(word) => Ok(GuessVerdict::Wrong(word)),
        None => {
            let Text { en, zh } = &failing.statement;
            Err(ProofSearchError::Unproved(Text {
                en: format!("{en}, and no nearby cell shows where the guess is wrong"),
                zh: format!("{zh}，而附近没有格子显示猜想错在何处"),
            }))
        }
    }
}
