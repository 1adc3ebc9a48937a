//! Guesses of a law: an automaton that is refined on each cell that it gets wrong.

use automata::Automaton;
use base::budget::{Budget, StopReason};
use base::impl_error;
use base::text;
use base::text::Text;
use dashu_int::UBig;
use rules::ir::Int;

use crate::cells::{CellSource, CellValue};
use crate::law::LawOutput;
use crate::learner::LawLearner;
use crate::theory::Theory;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct LawSearchEffort {
    /// Maximum number of nodes of a guess.
    pub nodes: usize,
    /// Maximum number of refuted guesses.
    pub rounds: usize,
    /// The side of the box of cells that every guess must agree with before its proof is tried;
    /// `None` for about a thousand cells.
    pub side: Option<Int>,
}

/// The reason why a guess cannot be refined.
#[derive(Debug)]
pub(crate) enum GuessError {
    /// A position is too large for its cell to be computed.
    Beyond,
    /// The guess has more than the given number of nodes.
    TooLarge(usize),
    /// The budget ran out.
    Stopped(StopReason),
}

impl GuessError {
    pub fn text(&self) -> Text {
        match self {
            GuessError::Beyond => text!(
                "the search needs cells that cannot be computed",
                "需要的格子超出可计算的范围"
            ),
            GuessError::TooLarge(most) => text!("more than {most} nodes", "节点多于 {most} 个"),
            GuessError::Stopped(stop) => stop.text(),
        }
    }
}

impl_error!(GuessError { Stopped(StopReason) });

/// A guess that is refined until it agrees with a box of cells, and then with the words for which
/// it was wrong.
pub(crate) struct GuessRefiner {
    learner: LawLearner,
    known: Vec<(Vec<Int>, CellValue)>,
    /// The index of the cell at which the last guess was wrong. The next guess is likely to be
    /// wrong at this cell, too.
    from: usize,
    guess: Option<Automaton>,
}

impl GuessRefiner {
    /// Queries a box of cells.
    pub fn new(
        cells: &mut CellOracle<'_, '_>,
        side: Option<Int>,
    ) -> Result<GuessRefiner, GuessError> {
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

    /// Returns whether the guess accepts a word.
    pub fn accepts(&self, word: &[u8]) -> bool {
        self.learner.accepts(word)
    }

    /// Refines the guess with a word for which it is wrong.
    pub fn refine(
        &mut self,
        word: &[u8],
        cells: &mut CellOracle<'_, '_>,
    ) -> Result<(), GuessError> {
        self.learner
            .refine(word, &mut |word: &[u8]| cells.member(word))
    }

    /// Refines the guess until it agrees with the box.
    ///
    /// # Errors
    /// Returns [`GuessError::TooLarge`] if the guess has too many nodes.
    pub fn next_agreeing(
        &mut self,
        cells: &mut CellOracle<'_, '_>,
        effort: LawSearchEffort,
    ) -> Result<&Automaton, GuessError> {
        loop {
            cells.budget.ask()?;
            cells.budget.report(cells.asked, None);
            let automaton = self.learner.automaton();
            if self.learner.states() > effort.nodes {
                self.guess = Some(automaton);
                return Err(GuessError::TooLarge(effort.nodes));
            }
            let guess = LawGuess::new(&automaton);
            let count = self.known.len();
            let wrong = (0..count)
                .map(|step| (self.from + step) % count)
                .find_map(|place| {
                    let (slots, seen) = &self.known[place];
                    cells.wrong(&guess, slots, *seen).map(|word| (place, word))
                });
            let Some((place, word)) = wrong else {
                return Ok(self.guess.insert(automaton));
            };
            self.guess = Some(automaton);
            self.from = place;
            self.refine(&word, cells)?;
        }
    }

    /// Returns the last guess, if any guess was made.
    pub fn into_last(self) -> Option<Automaton> {
        self.guess
    }
}

/// A guess, with the nodes from which an accepted word continues.
pub(crate) struct LawGuess<'g> {
    automaton: &'g Automaton,
    alive: Vec<bool>,
}

impl<'g> LawGuess<'g> {
    pub fn new(automaton: &'g Automaton) -> LawGuess<'g> {
        LawGuess {
            automaton,
            alive: automaton.reaches(true),
        }
    }
}

/// Maximum number of letters that are prepended to words, because leading zeros must not matter.
const MAX_LEADING_LETTERS: usize = 3;

/// Decides words by cells, and compares a guess with cells.
pub(crate) struct CellOracle<'t, 'b> {
    pub theory: &'t Theory,
    pub kind: LawOutput,
    pub truth: &'t mut dyn CellSource,
    pub asked: u64,
    pub tracks: usize,
    pub budget: &'t Budget<'b>,
}

impl CellOracle<'_, '_> {
    fn query(&mut self, slots: &[Int]) -> Result<CellValue, GuessError> {
        self.asked += 1;
        self.budget.tick()?;
        self.truth
            .value_at(slots, self.budget)?
            .ok_or(GuessError::Beyond)
    }

    /// Queries the box of cells that every guess is compared with.
    fn query_box(&mut self, side: Option<Int>) -> Result<Vec<(Vec<Int>, CellValue)>, GuessError> {
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
        // Cells are queried by increasing sums of coordinates, so that small cells come first.
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

    /// Returns whether a word consists of a position and its true output.
    pub fn member(&mut self, word: &[u8]) -> Result<bool, GuessError> {
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
        let seen = self.query(&slots.ok_or(GuessError::Beyond)?)?;
        Ok(match seen {
            CellValue::NoPosition => false,
            CellValue::P(lost) => lost,
            CellValue::Value(_) => Some(&numbers[self.tracks - 1]) == self.value(seen).as_ref(),
        })
    }

    /// Returns the number on the value track; `None` if the law has no value track, or the numbers
    /// are not a position.
    fn value(&self, seen: CellValue) -> Option<UBig> {
        match (self.kind, seen) {
            (LawOutput::Values, CellValue::Value(value)) => Some(value.into()),
            (LawOutput::PowersOfValues, CellValue::Value(value)) => {
                Some(UBig::ONE << usize::try_from(value).ok()?)
            }
            _ => None,
        }
    }

    /// Returns a word about a cell for which the guess is wrong; `None` if the guess is correct at
    /// the cell.
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
        // If the cell has no value, or the guess accepts its value, the returned word contains
        // another accepted value.
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

    /// Returns the word for which a failing statement shows the guess to be wrong. The word
    /// describes the position of the statement's slots or one of the position's options.
    pub fn find_counterexample(
        &mut self,
        guess: &LawGuess<'_>,
        word: &automata::DigitWord,
    ) -> Result<Option<Vec<u8>>, GuessError> {
        let numerals = &self.theory.numerals;
        let slots: Option<Vec<Int>> = (0..self.theory.lows.len())
            .map(|track| {
                let digits = word.digits(track as u32).unwrap_or_default();
                slot(&numerals.number(&digits), self.theory.lows[track])
            })
            .collect();
        let slots = slots.ok_or(GuessError::Beyond)?;
        let seen = self.query(&slots)?;
        if let Some(word) = self.wrong(guess, &slots, seen) {
            return Ok(Some(word));
        }
        if seen == CellValue::NoPosition {
            return Ok(None);
        }
        // If moves leave runs, options contain few distinct numbers, many times each, so each
        // number is queried only once.
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

/// Returns the slot that a number on a track represents; `None` if the slot overflows.
fn slot(number: &UBig, low: i128) -> Option<Int> {
    Int::try_from(i128::try_from(number.clone()).ok()?.checked_add(low)?).ok()
}
