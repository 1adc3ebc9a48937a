//! Nim-sums of runs: a move may leave a component for each number of a run. Let N(x) be the nim-sum
//! of the values of the first x numbers of a slot. The nim-sum of a run with the indices from x up
//! to, but excluding, y is N(x) xor N(y). N is found like the law, from single cells that are
//! nim-sums of cells of the law, and N is proved by three statements. A statement that fails yields
//! a number at which a cell shows that either the automaton for N or the law is wrong.

use std::cmp::Ordering;

use automata::{Automaton, DigitWord, LinearRelation, Track, atoms, none};
use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use dashu_int::IBig;
use rules::ir::Int;

use crate::cells::{CellSource, CellValue};
use crate::error::LawError;
use crate::guesses::{CellOracle, GuessError, GuessRefiner, LawSearchEffort};
use crate::law::{Law, LawOutput};
use crate::theory::Theory;

/// Maximum index x for which the nim-sum of the first x values is computed.
const MAX_NUMBERS: usize = 1 << 20;

/// Returns the reason why a law without nim-sums cannot be proved if moves leave runs of
/// components.
pub(crate) fn no_nim_sum_automaton() -> Text {
    text!(
        "a move leaves a run of components, but no automaton for the nim-sums of these runs was found",
        "某着法留下一串部分，而未找到给出连续部分 nim 和的自动机"
    )
}

/// A statement of the form: no digits satisfy all of the atoms.
pub(crate) struct NimSumStatement {
    pub statement: Text,
    pub atoms: Vec<Automaton>,
}

/// The tracks: an index x, the value v of its number, the nim-sum f before x, the next index y, and
/// the nim-sum g before y.
const TRACKS: [Track; 5] = [0, 1, 2, 3, 4];

/// Returns the statements that an automaton gives the nim-sums before each number. The law of
/// values must have one slot and base 2.
pub(crate) fn statements(
    law: &Law,
    prefix: &Automaton,
    budget: &Budget<'_>,
) -> Result<[NimSumStatement; 3], StopReason> {
    let [x, v, f, y, g] = TRACKS;
    let told = |number: Track, sum: Track| {
        prefix.renamed(|track| if track == 0 { number } else { sum }, budget)
    };
    // The complement covers every pair of numbers, even if the automaton reads fewer tracks.
    let other = Automaton::all(2, vec![0, 1]).minus(prefix, budget)?;
    let not_told = |number: Track, sum: Track| {
        other.renamed(|track| if track == 0 { number } else { sum }, budget)
    };
    let next = atoms::linear(2, &[(x, 1), (y, -1)], 1, LinearRelation::Equal, budget)?;
    Ok([
        NimSumStatement {
            statement: text!(
                "the nim-sum of an empty run is not 0",
                "空串的 nim 和并非 0"
            ),
            atoms: vec![
                atoms::digits(2, x, &[], budget)?,
                atoms::digits(2, f, &[], budget)?,
                not_told(x, f)?,
            ],
        },
        NimSumStatement {
            statement: text!(
                "the nim-sum of a run has two values",
                "连续部分的 nim 和有两个值"
            ),
            atoms: vec![
                told(x, f)?,
                told(x, g)?,
                atoms::order(2, f, g, Ordering::Equal, budget)?.complement(),
            ],
        },
        NimSumStatement {
            statement: text!(
                "for some run, adding the next number does not add its value to the nim-sum",
                "某连续部分的 nim 和未按下一个数的值延续"
            ),
            atoms: vec![
                told(x, f)?,
                law.automaton.clone(),
                next,
                atoms::nim_sum(2, &[v, f, g], budget)?,
                not_told(y, g)?,
            ],
        },
    ])
}

/// The nim-sums before each number as cells.
struct NimSumCells<'t> {
    truth: &'t mut dyn CellSource,
    low: Int,
    /// The nim-sums before each number, starting with the least number, as far as they were
    /// queried.
    known: &'t mut Vec<u64>,
}

impl CellSource for NimSumCells<'_> {
    fn value_at(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<CellValue>, StopReason> {
        let Some(place) = slots
            .first()
            .and_then(|slot| usize::try_from(slot.checked_sub(self.low)?).ok())
        else {
            return Ok(Some(CellValue::NoPosition));
        };
        if place > MAX_NUMBERS {
            return Ok(None);
        }
        while self.known.len() <= place {
            let Some(&last) = self.known.last() else {
                self.known.push(0);
                continue;
            };
            match self
                .truth
                .value_at(&[self.low + self.known.len() as Int - 1], budget)?
            {
                Some(CellValue::Value(value)) => self.known.push(last ^ value),
                // The previous number is the largest number of the game, so the index is not a
                // position.
                Some(_) => return Ok(Some(CellValue::NoPosition)),
                None => return Ok(None),
            }
        }
        Ok(Some(CellValue::Value(self.known[place])))
    }

    fn option_components(
        &mut self,
        _: &[Int],
        _: &Budget<'_>,
    ) -> Result<Vec<Vec<Int>>, StopReason> {
        Ok(Vec::new())
    }
}

/// The search for the automaton of nim-sums. The search continues when the guess of the law
/// changes.
#[derive(Default)]
pub(crate) struct NimSumSearch {
    guessing: Option<GuessRefiner>,
    known: Vec<u64>,
}

/// The result of the search for the automaton of nim-sums.
pub(crate) enum NimSumResult {
    /// The automaton of nim-sums, which is correct if the law is correct.
    Told(Automaton),
    /// The law is wrong for the given word.
    Wrong(Vec<u8>),
    /// No automaton of nim-sums was found, for the given reason.
    GivenUp(Text),
}

impl NimSumSearch {
    /// Searches for the automaton of nim-sums that belongs to a guess of the law, from the cells of
    /// the law.
    pub fn find_automaton(
        &mut self,
        cells: &mut CellOracle<'_, '_>,
        law: &Law,
        effort: LawSearchEffort,
    ) -> Result<NimSumResult, GuessError> {
        let (theory, budget) = (cells.theory, cells.budget);
        let &[low] = &theory.lows[..] else {
            return Ok(NimSumResult::GivenUp(no_nim_sum_automaton()));
        };
        let low = Int::try_from(low).map_err(|_| GuessError::Beyond)?;
        let mut sums = NimSumCells {
            truth: &mut *cells.truth,
            low,
            known: &mut self.known,
        };
        let mut own = CellOracle {
            theory,
            kind: LawOutput::Values,
            truth: &mut sums,
            asked: cells.asked,
            tracks: 2,
            budget,
        };
        let came = find_by_guesses(&mut self.guessing, &mut own, law, effort);
        cells.asked = own.asked;
        came
    }
}

fn find_by_guesses(
    guessing: &mut Option<GuessRefiner>,
    cells: &mut CellOracle<'_, '_>,
    law: &Law,
    effort: LawSearchEffort,
) -> Result<NimSumResult, GuessError> {
    let budget = cells.budget;
    let guessing = match guessing {
        Some(guessing) => guessing,
        none => none.insert(GuessRefiner::new(cells, effort.side)?),
    };
    let [x, v, f, y, g] = TRACKS;
    let mut refuted = 0;
    loop {
        budget.ask()?;
        let guess = match guessing.next_agreeing(cells, effort) {
            Ok(guess) if refuted <= effort.rounds => guess,
            Ok(_) | Err(GuessError::TooLarge(_)) => {
                return Ok(NimSumResult::GivenUp(no_nim_sum_automaton()));
            }
            Err(error) => return Err(error),
        };
        let mut failing: Option<DigitWord> = None;
        for NimSumStatement { atoms, .. } in statements(law, guess, budget)? {
            failing = none(&atoms.iter().collect::<Vec<_>>(), budget)?;
            if failing.is_some() {
                break;
            }
        }
        let Some(failing) = failing else {
            return Ok(NimSumResult::Told(guess.minimised(budget)?));
        };
        refuted += 1;
        // The numbers on two tracks, in parallel; a track that the word lacks contains 0.
        let pair = |number: Track, sum: Track| -> Vec<u8> {
            let digits = |track: Track| {
                failing
                    .digits(track)
                    .unwrap_or_else(|| vec![0; failing.letters()])
            };
            digits(number)
                .into_iter()
                .zip(digits(sum))
                .flat_map(|(a, b)| [a, b])
                .collect()
        };
        let mut wrong = None;
        for word in [pair(x, f), pair(y, g), pair(x, g)] {
            if wrong.is_none() && cells.member(&word)? != guessing.accepts(&word) {
                wrong = Some(word);
            }
        }
        match wrong {
            Some(word) => guessing.refine(&word, cells)?,
            // The nim-sums before both indices are correct, so the value that the law gives between
            // them is wrong.
            None => return Ok(NimSumResult::Wrong(pair(x, v))),
        }
    }
}

/// Cells computed by a law.
struct LawCells<'l> {
    law: &'l Law,
}

impl CellSource for LawCells<'_> {
    fn value_at(
        &mut self,
        slots: &[Int],
        budget: &Budget<'_>,
    ) -> Result<Option<CellValue>, StopReason> {
        budget.tick()?;
        let value = self.law.value(
            &slots
                .iter()
                .map(|&slot| IBig::from(slot))
                .collect::<Vec<_>>(),
        );
        Ok(match value {
            None => Some(CellValue::NoPosition),
            Some(value) => u64::try_from(value).ok().map(CellValue::Value),
        })
    }

    fn option_components(
        &mut self,
        _: &[Int],
        _: &Budget<'_>,
    ) -> Result<Vec<Vec<Int>>, StopReason> {
        Ok(Vec::new())
    }
}

/// Adds the nim-sums of its runs to a law of values, whether or not the law is correct. Returns the
/// law unchanged if no nim-sums are needed or found.
///
/// # Errors
/// Returns [`LawError::Stopped`] if the budget runs out.
pub fn with_nim_sums(
    theory: &Theory,
    law: Law,
    effort: LawSearchEffort,
    budget: &Budget<'_>,
) -> Result<Law, LawError> {
    let binary = theory.numerals.system() == automata::numeration::NumerationSystem::Base(2);
    if !theory.prefix || law.kind != LawOutput::Values || !binary || law.prefix.is_some() {
        return Ok(law);
    }
    let mut truth = LawCells { law: &law };
    let mut cells = CellOracle {
        theory,
        kind: LawOutput::Values,
        truth: &mut truth,
        asked: 0,
        tracks: 2,
        budget,
    };
    let prefix = match NimSumSearch::default().find_automaton(&mut cells, &law, effort) {
        Ok(NimSumResult::Told(prefix)) => Some(prefix),
        Ok(NimSumResult::Wrong(_) | NimSumResult::GivenUp(_))
        | Err(GuessError::Beyond | GuessError::TooLarge(_)) => None,
        Err(GuessError::Stopped(stop)) => return Err(LawError::Stopped(stop)),
    };
    Ok(Law { prefix, ..law })
}
