//! Converts the value functions of other methods to one automaton in base 2, if possible: nim-sums
//! of the laws of slots, or values by classes that repeat. The combined automaton can be compared
//! with claims and with laws, and emitted as code.

use automata::numeration::NumerationSystem;
use automata::{Automaton, Track, atoms, conjunction};
use base::budget::{Budget, StopReason};
use rules::game::GameId;
use rules::world::World;

use super::classes::ClassValues;
use super::value_function::ValueFunction;
use crate::claim::build_periodic;
use crate::error::LawError;
use crate::law::{Law, LawOutput};
use crate::names::positions;
use crate::numerals::LawNumerals;

impl ValueFunction {
    /// Returns one law of the values of a game, restricted to its positions; `None` if no automaton
    /// is known.
    ///
    /// # Errors
    /// Returns [`LawError::Outside`] if the positions cannot be read, or [`LawError::Stopped`] if
    /// the budget runs out.
    pub fn combined_law(
        &self,
        world: &World,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Result<Option<Law>, LawError> {
        if let Some(law) = self.automaton() {
            return Ok(Some(law.clone()));
        }
        let lows: Vec<i128> = world
            .rules(game)
            .slots()
            .iter()
            .map(|slot| slot.low.into())
            .collect();
        let Some(automaton) = self.value_automaton(lows.len() as Track, budget)? else {
            return Ok(None);
        };
        let mut law = Law {
            kind: LawOutput::Values,
            numerals: LawNumerals::from_system(NumerationSystem::Base(2), budget)?,
            lows,
            automaton,
            prefix: None,
        };
        let positions = positions(world, game, &law, budget)?;
        law.automaton = law.automaton.and(&positions, budget)?;
        Ok(Some(law))
    }

    /// Returns the automaton of the slots and the value. The value is on the track after the tracks
    /// of the slots.
    fn value_automaton(
        &self,
        slots: Track,
        budget: &Budget<'_>,
    ) -> Result<Option<Automaton>, StopReason> {
        match self {
            ValueFunction::Separate(parts) => {
                let values: Vec<Track> = (slots + 1..).take(parts.len()).collect();
                let mut said = vec![atoms::nim_sum(
                    2,
                    &[&values[..], &[slots]].concat(),
                    budget,
                )?];
                for ((part, slot), &value) in parts.iter().zip(0..).zip(&values) {
                    let of_slot = match part {
                        ValueFunction::Automaton(law)
                            if law.kind == LawOutput::Values
                                && law.numerals.system() == NumerationSystem::Base(2) =>
                        {
                            law.on_tracks(&[slot], value, budget)?
                        }
                        _ => return Ok(None),
                    };
                    said.push(of_slot);
                }
                conjunction(&said.iter().collect::<Vec<_>>(), &values, budget).map(Some)
            }
            ValueFunction::Classes(classes) => classes.value_automaton(slots, budget).map(Some),
            ValueFunction::Automaton(_) | ValueFunction::Lemmas(..) | ValueFunction::Maximum(_) => {
                Ok(None)
            }
        }
    }
}

impl ClassValues {
    /// Builds the automaton with the class of each number on a separate track, and the value of the
    /// classes on a further track.
    fn value_automaton(&self, slots: Track, budget: &Budget<'_>) -> Result<Automaton, StopReason> {
        let boxes = &self.boxes;
        let classes: Vec<Track> = (slots + 1..).take(boxes.slots.len()).collect();
        let counts: Vec<u64> = boxes.slots.iter().map(|slot| slot.count() as u64).collect();
        let most = counts
            .iter()
            .copied()
            .chain(boxes.values.iter().map(|value| value + 1))
            .max()
            .unwrap_or(1);
        // The value is on the first track, and the classes are on the tracks after the value.
        let step = |numbers: &Vec<u64>, phase: usize, digit: u8| {
            let mut numbers = numbers.clone();
            numbers[phase] = (2 * numbers[phase] + u64::from(digit)).min(most);
            numbers
        };
        let accepts = |numbers: &Vec<u64>| {
            let inside = numbers[1..]
                .iter()
                .zip(&counts)
                .all(|(class, count)| class < count);
            let row = numbers[1..]
                .iter()
                .zip(&counts)
                .fold(0, |row, (class, count)| row * count + class);
            inside && boxes.values.get(row as usize) == Some(&numbers[0])
        };
        let tracks = [&[slots], &classes[..]].concat();
        let mut said = vec![Automaton::build(
            2,
            tracks,
            vec![0; 1 + classes.len()],
            step,
            accepts,
            budget,
        )?];
        for ((slot, track), &class) in boxes.slots.iter().zip(0..).zip(&classes) {
            let of: Vec<u64> = slot.of.iter().map(|&class| class.into()).collect();
            let named = build_periodic(2, &of, slot.period as usize, budget)?;
            said.push(named.renamed(|own| if own == 0 { track } else { class }, budget)?);
        }
        conjunction(&said.iter().collect::<Vec<_>>(), &classes, budget)
    }
}
