//! Values by classes of the numbers of each slot.

use certificate::{BoxProof, SlotClasses};
use dashu_int::{IBig, UBig};
use rules::ir::{Int, Slot};

/// Values by classes of the numbers, for positions whose slots are at least given numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassValues {
    lows: Vec<Int>,
    /// The classes with their values.
    pub boxes: BoxProof,
}

impl ClassValues {
    /// Creates the values of positions with these slots.
    pub(super) fn new(slots: &[Slot], boxes: BoxProof) -> ClassValues {
        ClassValues {
            lows: slots.iter().map(|slot| slot.low).collect(),
            boxes,
        }
    }

    /// Returns the value of a position; `None` if a number is below its least value.
    pub(super) fn value(&self, slots: &[IBig]) -> Option<UBig> {
        let class = |((slot, &low), classes): ((&IBig, &Int), &SlotClasses)| {
            let number = UBig::try_from(slot - IBig::from(low)).ok()?;
            let (before, period) = (UBig::from(classes.before), UBig::from(classes.period));
            let place = if number < before {
                number
            } else {
                (number - &before) % period + before
            };
            Some(classes.class(usize::try_from(place).ok()?))
        };
        let classes = slots
            .iter()
            .zip(&self.lows)
            .zip(&self.boxes.slots)
            .map(class)
            .collect::<Option<Vec<usize>>>()?;
        let row = classes
            .iter()
            .zip(&self.boxes.slots)
            .fold(0, |row, (class, slot)| row * slot.count() + class);
        self.boxes.values.get(row).map(|&value| value.into())
    }
}
