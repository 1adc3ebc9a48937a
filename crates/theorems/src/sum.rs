//! This module stores the values of a sum's components so that it finds a component with a winning
//! move at once. If the nim-sum s is not 0, every component whose value has the top bit of s can be
//! lowered by its rules to the value xor s (Bouton 1901; Sprague 1935, Grundy 1939). For each bit,
//! a list contains the components whose values have the bit (seed 000, 4.4.1.5). The lists of
//! components are plain lists instead of linked lists. A component that has lost the bit remains in
//! the list until a search visits it, so every removal is paid for by an insertion. O(k log max) to
//! prepare k components, then O(log max) for each change and O(1) for each component requested. The
//! bounds for changes and requests are amortised and independent of the number of components.

/// The values of a sum's components, numbered from 0.
#[derive(Clone, Debug)]
pub struct SumValues {
    values: Vec<u64>,
    sum: u64,
    /// For each bit, the components whose values have the bit, and some components whose values had
    /// it earlier, without duplicates.
    with_bit: Vec<Vec<u32>>,
    /// For each component, the bits whose lists contain it.
    listed: Vec<u64>,
    work: u64,
}

impl SumValues {
    /// Creates the sum from the components' values. O(k), plus for each value the number of its
    /// one-bits.
    ///
    /// # Panics
    /// Panics if there are 2^32 components or more, which would be 32 GiB of values.
    pub fn new(values: impl IntoIterator<Item = u64>) -> SumValues {
        let values: Vec<u64> = values.into_iter().collect();
        let count = u32::try_from(values.len()).expect("fewer than 2^32 components");
        let mut lengths = [0; 64];
        for &value in &values {
            bits(value).for_each(|bit| lengths[bit] += 1);
        }
        let mut with_bit: Vec<Vec<u32>> = lengths
            .iter()
            .map(|&length| Vec::with_capacity(length))
            .collect();
        for component in (0..count).rev() {
            bits(values[component as usize]).for_each(|bit| with_bit[bit].push(component));
        }
        SumValues {
            sum: values.iter().fold(0, |sum, &value| nimber::sum(sum, value)),
            listed: values.clone(),
            values,
            with_bit,
            work: 0,
        }
    }

    /// Adds a component and returns its number.
    pub fn push(&mut self, value: u64) -> usize {
        self.values.push(0);
        self.listed.push(0);
        self.set(self.values.len() - 1, value);
        self.values.len() - 1
    }

    /// Returns the nim-sum of all values. O(1).
    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// Returns the number of components.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns whether the sum has no component.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the value of a component.
    ///
    /// # Panics
    /// Panics if the component does not exist.
    pub fn get(&self, component: usize) -> u64 {
        self.values[component]
    }

    /// Returns all values.
    pub fn as_slice(&self) -> &[u64] {
        &self.values
    }

    /// Changes the value of a component.
    ///
    /// # Panics
    /// Panics if the component does not exist.
    pub fn set(&mut self, component: usize, value: u64) {
        let old = std::mem::replace(&mut self.values[component], value);
        self.sum ^= old ^ value;
        for bit in bits(value & !self.listed[component]) {
            self.with_bit[bit].push(component as u32);
            self.work += 1;
        }
        self.listed[component] |= value;
    }

    /// Returns `wanted` components whose values have the given bit, or all of them if there are
    /// fewer.
    pub fn holders(&mut self, bit: u32, wanted: usize) -> &[u32] {
        let list = &mut self.with_bit[bit as usize];
        // All list entries from index `from` on are components whose values have the bit.
        let mut from = list.len();
        while from > 0 && list.len() - from < wanted {
            from -= 1;
            self.work += 1;
            let component = list[from] as usize;
            if self.values[component] >> bit & 1 == 0 {
                self.listed[component] &= !(1 << bit);
                list.swap_remove(from);
            }
        }
        &list[from..]
    }

    /// Returns the number of list entries that were added or visited since the preparation. The
    /// time bounds count list entries, because their number is independent of the machine.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Returns a component that can be lowered so that the nim-sum becomes 0, and its new value;
    /// `None` if the sum is 0.
    pub fn to_lower(&mut self) -> Option<(usize, u64)> {
        let top = self.sum.checked_ilog2()?;
        let component = *self.holders(top, 1).first()? as usize;
        Some((component, self.values[component] ^ self.sum))
    }
}

/// Returns the indices of the one-bits of a number.
fn bits(mut number: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = number.trailing_zeros();
        number &= number.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    })
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    #[test]
    fn a_component_is_found_while_values_change() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..200 {
            let mut plain: Vec<u64> = (0..rng.usize(1..8)).map(|_| rng.u64(..20)).collect();
            let mut values = SumValues::new(plain.iter().copied());
            for _ in 0..30 {
                let i = rng.usize(..plain.len());
                plain[i] = if rng.bool() {
                    rng.u64(..20)
                } else {
                    rng.u64(..)
                };
                values.set(i, plain[i]);
                let sum = plain.iter().fold(0, |a, b| a ^ b);
                assert_eq!(values.sum(), sum);
                match values.to_lower() {
                    None => assert_eq!(sum, 0),
                    Some((i, target)) => assert!(target < plain[i] && target ^ plain[i] == sum),
                }
            }
        }
    }

    #[test]
    fn components_with_a_bit_are_found_after_any_changes() {
        let mut rng = Rng::with_seed(2);
        for _ in 0..200 {
            let mut heaps = SumValues::new((0..rng.usize(1..12)).map(|_| rng.u64(0..16)));
            for _ in 0..60 {
                let heap = rng.usize(..heaps.len());
                heaps.set(heap, rng.u64(0..16));
                assert_eq!(heaps.sum(), heaps.as_slice().iter().fold(0, |a, b| a ^ b));
                let (bit, wanted) = (rng.u32(0..5), rng.usize(0..6));
                let mut found = heaps.holders(bit, wanted).to_vec();
                let all = (0..heaps.len() as u32)
                    .filter(|&h| heaps.get(h as usize) >> bit & 1 == 1)
                    .count();
                assert!(
                    found.len() == wanted.min(all)
                        && found.iter().all(|&h| heaps.get(h as usize) >> bit & 1 == 1)
                );
                found.sort_unstable();
                found.dedup();
                assert_eq!(found.len(), wanted.min(all), "a component is named once");
            }
        }
    }
}
