//! Finding and proving as one loop: a guess that agrees with a box of cells is tried for a proof; a
//! statement that fails shows a position where, or at an option of which, the guess is wrong of a
//! cell, and from that word the guess is refined.

use automata::Automaton;
use automata::numeration::NumerationSystem;
use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use dashu_int::UBig;
use rules::ast::PlayConvention;
use rules::game::{GameId, OptionArena, RulesError};
use rules::ir::Int;
use rules::world::World;

use crate::LawError;
use crate::law::{Law, LawOutput};
use crate::learner::LawLearner;
use crate::nim_sums::{NimSumResult, NimSumSearch};
use crate::prove::{LawProofData, prove};
use crate::theory::Theory;

/// What is true of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellValue {
    /// It is none.
    NoPosition,
    /// Its Grundy value.
    Value(u64),
    /// Whether it is a P-position.
    P(bool),
}

/// Where cells come from.
pub trait CellSource {
    /// What is true of some numbers, position or not; `None` if it lies too far out to be computed.
    ///
    /// # Errors
    /// If the budget ends.
    fn value_at(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<CellValue>, StopReason>;

    /// The components of this game that moves from a position leave, as far as they can be listed.
    ///
    /// # Errors
    /// If the budget ends.
    fn option_components(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Vec<Vec<Int>>, StopReason>;
}

/// The components of a game that moves from a position leave, by its rules; none where these fail.
///
/// # Errors
/// If the budget ends.
pub fn option_components_by_rules(
    world: &World,
    game: GameId,
    slots: &[Int],
    budget: &Budget<'_>,
) -> Result<Vec<Vec<Int>>, StopReason> {
    let mut options = OptionArena::new();
    match world.options(game, slots, &mut options, budget) {
        Ok(()) => {}
        Err(RulesError::Stopped(stop)) => return Err(stop),
        Err(RulesError::Rule { .. }) => return Ok(Vec::new()),
    }
    let own = options.iter().flat_map(|option| {
        option
            .components()
            .filter(|(other, _)| *other == game)
            .map(|(_, left)| left.to_vec())
            .collect::<Vec<_>>()
    });
    Ok(own.collect())
}

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct LawSearchEffort {
    /// The most nodes of a guess.
    pub nodes: usize,
    /// The most guesses that are refuted.
    pub rounds: usize,
    /// The side of the box of cells that every guess is compared with before a proof is tried;
    /// `None` for a box of about a thousand cells.
    pub side: Option<Int>,
}

/// What came of looking for a law.
#[derive(Clone, Debug)]
pub struct LawSearchResult {
    /// The law, or the last guess.
    pub law: Law,
    /// The proof that it is right of every position; else why there is none.
    pub proof: Result<LawProofData, Text>,
    /// Cells that were asked for, each time.
    pub cells: u64,
    /// Guesses that agreed with the box of cells and were refuted by a statement.
    pub refuted: usize,
    /// Of what more would be needed, if that ended the search.
    pub short: Option<MissingResource>,
}

/// What a search may have too little of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingResource {
    /// Cells that can be computed.
    Cells,
    /// Nodes of a guess.
    Nodes,
}

/// Why a search ended without a proof.
pub(crate) enum CellError {
    /// A cell lies too far out.
    Beyond,
    Stopped(StopReason),
}

impl From<StopReason> for CellError {
    fn from(stop: StopReason) -> CellError {
        CellError::Stopped(stop)
    }
}

/// Looks for a law of a kind.
///
/// # Errors
/// [`LawError::Outside`] if a proof of this kind cannot speak of the game; [`LawError::Stopped`] if
/// the budget ends.
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
    let mut search = LawSearch {
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
    let mut short = None;
    let why = match search.run(&mut cells, &law) {
        Ok((found, proof)) => {
            return Ok(LawSearchResult {
                law: found,
                proof: Ok(proof),
                cells: cells.asked,
                refuted: search.refuted,
                short,
            });
        }
        Err(ProofSearchError::Halted(halt)) => return Err(halt),
        Err(ProofSearchError::End(CellError::Stopped(stop))) => {
            return Err(LawError::Stopped(stop));
        }
        Err(ProofSearchError::End(CellError::Beyond)) => {
            short = Some(MissingResource::Cells);
            text!(
                "cells further out than can be computed would be needed",
                "需要的格子超出可计算的范围"
            )
        }
        Err(ProofSearchError::Why(why)) => {
            let large = search
                .guessing
                .as_ref()
                .is_some_and(|guessing| guessing.learner.states() > effort.nodes);
            short = large.then_some(MissingResource::Nodes);
            why
        }
    };
    let last = search.guessing.and_then(|guessing| guessing.guess);
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

/// Why a search is over.
enum ProofSearchError {
    End(CellError),
    Halted(LawError),
    /// There is no proof: why.
    Why(Text),
}

impl From<CellError> for ProofSearchError {
    fn from(end: CellError) -> ProofSearchError {
        ProofSearchError::End(end)
    }
}

impl From<LawError> for ProofSearchError {
    fn from(halt: LawError) -> ProofSearchError {
        ProofSearchError::Halted(halt)
    }
}

impl From<StopReason> for ProofSearchError {
    fn from(stop: StopReason) -> ProofSearchError {
        ProofSearchError::Halted(LawError::Stopped(stop))
    }
}

/// Makes a law of an automaton and of that for nim-sums of runs.
type ToLaw<'l> = &'l dyn Fn(Automaton, Option<Automaton>) -> Law;

/// The loop of guesses and proofs.
struct LawSearch {
    play: PlayConvention,
    effort: LawSearchEffort,
    guessing: Option<GuessRefiner>,
    refuted: usize,
}

impl LawSearch {
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
            let guess = guessing
                .next_agreeing(cells, self.effort)?
                .map_err(ProofSearchError::Why)?;
            if self.refuted > self.effort.rounds {
                let refuted = self.refuted;
                return Err(ProofSearchError::Why(text!(
                    "{refuted} guesses were refuted",
                    "{refuted} 个猜想被否定"
                )));
            }
            let mut found = law(guess.and(&theory.positions, budget)?, None);
            let word = match prove_or_refute(
                (self.play, self.effort),
                cells,
                guess,
                &mut sums,
                &mut found,
            )? {
                Ok(proof) => return Ok((found, proof)),
                Err(word) => word,
            };
            self.refuted += 1;
            guessing.refine(&word, cells)?;
        }
    }
}

/// The proof of a guess as a law, which is given the nim-sums of its runs; else a word of which the
/// guess is wrong.
fn prove_or_refute(
    (play, effort): (PlayConvention, LawSearchEffort),
    cells: &mut CellOracle<'_, '_>,
    guess: &Automaton,
    sums: &mut NimSumSearch,
    found: &mut Law,
) -> Result<Result<LawProofData, Vec<u8>>, ProofSearchError> {
    let (theory, budget) = (cells.theory, cells.budget);
    let binary = theory.numerals.system() == NumerationSystem::Base(2);
    if theory.prefix && found.kind == LawOutput::Values && binary {
        match sums.find_automaton(cells, found, effort)? {
            NimSumResult::Told(prefix) => found.prefix = Some(prefix),
            NimSumResult::Wrong(word) => return Ok(Err(word)),
            NimSumResult::GivenUp(why) => return Err(ProofSearchError::Why(why)),
        }
    }
    let failing = match prove(theory, found, play, budget)? {
        Ok(proof) => return Ok(Ok(proof)),
        Err(failing) => failing,
    };
    match cells.find_counterexample(&LawGuess::new(guess), &failing.word)? {
        Some(word) => Ok(Err(word)),
        None => {
            let Text { en, zh } = &failing.statement;
            Err(ProofSearchError::Why(Text {
                en: format!("{en}, and no cell near it shows where the guess is wrong"),
                zh: format!("{zh}，而附近没有格子显示猜想错在何处"),
            }))
        }
    }
}

/// A guess that grows until it agrees with a box of cells, and from there with words of which it
/// was wrong.
pub(crate) struct GuessRefiner {
    learner: LawLearner,
    known: Vec<(Vec<Int>, CellValue)>,
    /// Where the last guess was wrong, for there the next is soonest seen to be.
    from: usize,
    /// The last guess, if there was one.
    guess: Option<Automaton>,
}

impl GuessRefiner {
    /// Asks a box of cells.
    pub fn new(
        cells: &mut CellOracle<'_, '_>,
        side: Option<Int>,
    ) -> Result<GuessRefiner, CellError> {
        let known = cells.query_box(side)?;
        let (base, tracks) = (cells.theory.numerals.base(), cells.tracks);
        let learner = LawLearner::new(base, tracks, &mut |word: &[u8]| cells.member(word))?;
        Ok(GuessRefiner {
            learner,
            known,
            from: 0,
            guess: None,
        })
    }

    /// Whether the guess accepts a word.
    pub fn accepts(&self, word: &[u8]) -> bool {
        self.learner.accepts(word)
    }

    /// Learns from a word of which the guess is wrong.
    pub fn refine(&mut self, word: &[u8], cells: &mut CellOracle<'_, '_>) -> Result<(), CellError> {
        self.learner
            .refine(word, &mut |word: &[u8]| cells.member(word))
    }

    /// The next guess that agrees with the box; why it is given up, if it has grown too large.
    pub fn next_agreeing(
        &mut self,
        cells: &mut CellOracle<'_, '_>,
        effort: LawSearchEffort,
    ) -> Result<Result<&Automaton, Text>, CellError> {
        loop {
            cells.budget.ask()?;
            cells.budget.report(cells.asked, None);
            let automaton = &*self.guess.insert(self.learner.automaton());
            let most = effort.nodes;
            if self.learner.states() > most {
                return Ok(Err(text!("more than {most} nodes", "节点多于 {most} 个")));
            }
            let guess = LawGuess::new(automaton);
            let count = self.known.len();
            let wrong = (0..count)
                .map(|step| (self.from + step) % count)
                .find_map(|place| {
                    let (slots, seen) = &self.known[place];
                    cells.wrong(&guess, slots, *seen).map(|word| (place, word))
                });
            let Some((place, word)) = wrong else { break };
            self.from = place;
            self.refine(&word, cells)?;
        }
        Ok(self
            .guess
            .as_ref()
            .ok_or_else(|| text!("no guess", "没有猜想")))
    }
}

/// A guess, and from which of its nodes an accepted word goes on.
struct LawGuess<'g> {
    automaton: &'g Automaton,
    alive: Vec<bool>,
}

impl<'g> LawGuess<'g> {
    fn new(automaton: &'g Automaton) -> LawGuess<'g> {
        LawGuess {
            automaton,
            alive: automaton.reaches(true),
        }
    }
}

/// Letters that are put before words: leading zeros must mean nothing.
const MAX_LEADING_LETTERS: usize = 3;

/// Cells as words: what is true of positions, beside a guess.
pub(crate) struct CellOracle<'t, 'b> {
    pub theory: &'t Theory,
    pub kind: LawOutput,
    pub truth: &'t mut dyn CellSource,
    pub asked: u64,
    pub tracks: usize,
    pub budget: &'t Budget<'b>,
}

impl CellOracle<'_, '_> {
    fn query(&mut self, slots: &[Int]) -> Result<CellValue, CellError> {
        self.asked += 1;
        self.budget.tick()?;
        self.truth
            .value_at(slots, self.budget)?
            .ok_or(CellError::Beyond)
    }

    /// A box of cells that every guess is compared with.
    fn query_box(&mut self, side: Option<Int>) -> Result<Vec<(Vec<Int>, CellValue)>, CellError> {
        let slots = self.theory.lows.len();
        let side = side.unwrap_or(match slots {
            0 | 1 => 512,
            2 => 40,
            3 => 12,
            4 => 6,
            5 => 4,
            6..=8 => 3,
            _ => 2,
        });
        let mut known = Vec::new();
        let mut at = vec![0; slots];
        // The sums of coordinates rise, so that small cells come first.
        loop {
            let position: Vec<Int> = at
                .iter()
                .zip(&self.theory.lows)
                .map(|(&x, &low)| x + low as Int)
                .collect();
            known.push((position.clone(), self.query(&position)?));
            let Some(slot) = (0..slots).rev().find(|&slot| at[slot] + 1 < side) else {
                break;
            };
            at[slot] += 1;
            at[slot + 1..].fill(0);
        }
        known.sort_by_key(|(position, _)| position.iter().sum::<Int>());
        Ok(known)
    }

    /// Whether a word says what is true of a position.
    pub fn member(&mut self, word: &[u8]) -> Result<bool, CellError> {
        if !word.len().is_multiple_of(self.tracks) {
            return Ok(false);
        }
        let numerals = &self.theory.numerals;
        let mut numbers = Vec::with_capacity(self.tracks);
        for track in 0..self.tracks {
            let digits: Vec<u8> = word[track.min(word.len())..]
                .iter()
                .step_by(self.tracks)
                .copied()
                .collect();
            let number = numerals.number(&digits);
            let zeros = digits.iter().take_while(|&&digit| digit == 0).count();
            if numerals.valid_on(0).is_some() && numerals.digits(&number) != digits[zeros..] {
                return Ok(false);
            }
            numbers.push(number);
        }
        let slots: Option<Vec<Int>> = numbers
            .iter()
            .zip(&self.theory.lows)
            .map(|(number, &low)| slot(number, low))
            .collect();
        let seen = self.query(&slots.ok_or(CellError::Beyond)?)?;
        Ok(match seen {
            CellValue::NoPosition => false,
            CellValue::P(lost) => lost,
            CellValue::Value(_) => Some(&numbers[self.tracks - 1]) == self.value(seen).as_ref(),
        })
    }

    /// What the value track holds; `None` if there is no such track, or the position is none.
    fn value(&self, seen: CellValue) -> Option<UBig> {
        match (self.kind, seen) {
            (LawOutput::Values, CellValue::Value(value)) => Some(value.into()),
            (LawOutput::PowersOfValues, CellValue::Value(value)) => {
                Some(UBig::ONE << usize::try_from(value).ok()?)
            }
            _ => None,
        }
    }

    /// A word about a cell of which the guess is wrong.
    fn wrong(&self, guess: &LawGuess<'_>, position: &[Int], seen: CellValue) -> Option<Vec<u8>> {
        let numerals = &self.theory.numerals;
        let shifted: Option<Vec<UBig>> = position
            .iter()
            .zip(&self.theory.lows)
            .map(|(&slot, &low)| UBig::try_from(i128::from(slot) - low).ok())
            .collect();
        let mut digits: Vec<Vec<u8>> = shifted?
            .iter()
            .map(|number| numerals.digits(number))
            .collect();
        let outcome = self.kind == LawOutput::Outcomes;
        let right = self.value(seen).map(|value| numerals.digits(&value));
        let longest = digits.iter().chain(&right).map(Vec::len).max().unwrap_or(0);
        let written = |digits: &[Vec<u8>], letters: usize| -> Vec<u8> {
            let digit = |letter: usize, word: &Vec<u8>| {
                (letter + word.len())
                    .checked_sub(letters)
                    .map_or(0, |read| word[read])
            };
            (0..letters)
                .flat_map(|letter| digits.iter().map(move |word| digit(letter, word)))
                .collect()
        };
        let accepts = |word: &[u8]| {
            guess.automaton.accepts(
                word.iter()
                    .fold(0, |node, &digit| guess.automaton.next(node, digit)),
            )
        };
        let words = right.clone().map(|right| {
            digits.push(right);
            let words: Vec<Vec<u8>> = (0..=MAX_LEADING_LETTERS)
                .map(|zeros| written(&digits, longest + zeros))
                .collect();
            digits.pop();
            words
        });
        if outcome {
            let lost = seen == CellValue::P(true);
            return (0..=MAX_LEADING_LETTERS)
                .map(|zeros| written(&digits, longest + zeros))
                .find(|word| accepts(word) != lost);
        }
        if let Some(word) = words.into_iter().flatten().find(|word| !accepts(word)) {
            return Some(word);
        }
        // Any other value that is accepted.
        let letters = longest + MAX_LEADING_LETTERS - 1;
        let base = numerals.base();
        let of_slots = written(&digits, letters);
        let right = right.map(|right| [vec![0; letters - right.len()], right].concat());
        let mut stack: Vec<(u32, Vec<u8>)> = vec![(0, Vec::new())];
        while let Some((node, value)) = stack.pop() {
            if value.len() == letters {
                if guess.automaton.accepts(node) && Some(&value) != right.as_ref() {
                    digits.push(value);
                    return Some(written(&digits, letters));
                }
                continue;
            }
            let letter = &of_slots[value.len() * digits.len()..][..digits.len()];
            let at = letter
                .iter()
                .fold(node, |node, &digit| guess.automaton.next(node, digit));
            for digit in 0..base {
                let next = guess.automaton.next(at, digit);
                if guess.alive[next as usize] {
                    let mut value = value.clone();
                    value.push(digit);
                    stack.push((next, value));
                }
            }
        }
        None
    }

    /// The word that a failing statement shows to be wrong: about the position of its slots, or
    /// about one of its options.
    fn find_counterexample(
        &mut self,
        guess: &LawGuess<'_>,
        word: &automata::DigitWord,
    ) -> Result<Option<Vec<u8>>, CellError> {
        let numerals = &self.theory.numerals;
        let slots: Option<Vec<Int>> = (0..self.theory.lows.len())
            .map(|track| {
                let digits = word.digits(track as u32).unwrap_or_default();
                slot(&numerals.number(&digits), self.theory.lows[track])
            })
            .collect();
        let slots = slots.ok_or(CellError::Beyond)?;
        let seen = self.query(&slots)?;
        if let Some(word) = self.wrong(guess, &slots, seen) {
            return Ok(Some(word));
        }
        if seen == CellValue::NoPosition {
            return Ok(None);
        }
        // Moves that leave runs leave few numbers that are not below that of the position, and
        // these many times over.
        let left: Box<dyn Iterator<Item = Vec<Int>>> = match (&slots[..], &self.theory.lows[..]) {
            (&[slot], &[low]) if self.theory.prefix => Box::new(
                (Int::try_from(low).unwrap_or(Int::MIN)..slot.saturating_mul(2))
                    .map(|number| vec![number]),
            ),
            _ => Box::new(
                self.truth
                    .option_components(&slots, self.budget)?
                    .into_iter(),
            ),
        };
        for left in left {
            let seen = self.query(&left)?;
            if let Some(word) = self.wrong(guess, &left, seen) {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }
}

/// The slot that a number on a track stands for, if it is not too large.
fn slot(number: &UBig, low: i128) -> Option<Int> {
    Int::try_from(i128::try_from(number.clone()).ok()?.checked_add(low)?).ok()
}
