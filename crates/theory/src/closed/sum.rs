//! The values of the components of a sum, kept so that a component to move in is found at once: where the nim-sum s is not 0, every
//! component whose value has the top bit of s can go down by its rules to value xor s (Bouton 1901; Sprague 1935, Grundy 1939).
//! For each bit there is a stack of components; what no longer has the bit is thrown away when it comes to the top. O(bits)
//! amortised for each change of a value, whatever the number of components.

/// The values of a sum's components, numbered from 0 on.
#[derive(Clone, Debug)]
pub struct Values {
    values: Vec<u64>,
    sum: u64,
    with_bit: [Vec<usize>; 64],
}

impl Values {
    /// The components' values. O(k) and for each value the number of its ones.
    pub fn new(values: impl IntoIterator<Item = u64>) -> Values {
        let mut made = Values { values: Vec::new(), sum: 0, with_bit: std::array::from_fn(|_| Vec::new()) };
        for value in values {
            made.push(value);
        }
        made
    }

    /// One component more; its number.
    pub fn push(&mut self, value: u64) -> usize {
        self.values.push(0);
        self.set(self.values.len() - 1, value);
        self.values.len() - 1
    }

    /// The nim-sum of all values.
    pub fn sum(&self) -> u64 {
        self.sum
    }

    /// How many components there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// True where there is no component.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a component.
    ///
    /// # Panics
    /// If there is no such component.
    pub fn get(&self, component: usize) -> u64 {
        self.values[component]
    }

    /// Changes the value of a component.
    ///
    /// # Panics
    /// If there is no such component.
    pub fn set(&mut self, component: usize, value: u64) {
        let old = std::mem::replace(&mut self.values[component], value);
        self.sum ^= old ^ value;
        let mut gained = value & !old;
        while gained != 0 {
            self.with_bit[gained.trailing_zeros() as usize].push(component);
            gained &= gained - 1;
        }
    }

    /// A component that can be lowered so that the nim-sum becomes 0, and the value it must get; none where the sum is 0.
    pub fn to_lower(&mut self) -> Option<(usize, u64)> {
        let top = self.sum.checked_ilog2()?;
        let stack = &mut self.with_bit[top as usize];
        loop {
            // Some component has the bit, for the sum has it, and each that has it is on the stack.
            let component = *stack.last()?;
            let value = self.values[component];
            if value >> top & 1 == 1 {
                return Some((component, value ^ self.sum));
            }
            stack.pop();
        }
    }
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
            let mut values = Values::new(plain.iter().copied());
            for _ in 0..30 {
                let i = rng.usize(..plain.len());
                plain[i] = if rng.bool() { rng.u64(..20) } else { rng.u64(..) };
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
}
