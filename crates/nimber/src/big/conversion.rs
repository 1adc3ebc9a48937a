//! Conversion from Conway's tower to Wiedemann's tower and back.
//!
//! Conway's tower has u² = u + h. The first h is the nimber 2^63, and the h of the next level is h
//! u. The number x1 u + x0 has x0 in its lower half, because u is a Fermat 2-power. Wiedemann's
//! tower has v² = g v + 1, and the g of the next level is v.
//!
//! For any s with s² + s = h + 1/g², the element v/g + s can serve as u: (v/g + s)² = v/g + 1/g² +
//! s² = u + h. So x1 u + x0 = (x1/g) v + (x0 + x1 s), after both halves have been converted. A
//! division by g takes O(n), so each conversion costs one product in total: half a product for the
//! first level, and two thirds of the previous cost for each further level.

use super::kernel::LimbKernel;
use super::limits::MAX_FIELD_LIMBS_LOG;
use super::{blocks, tower};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use once_cell::race::OnceBox;

/// The constants of a step from 2^k limbs to twice as many, in Wiedemann's coordinates.
struct ConversionStep {
    h: Vec<u64>,
    s: Vec<u64>,
}

/// The constants are computed on first use, each from the previous constant, with one product and
/// one quadratic equation. The constants take as much memory as two numbers of the largest size.
static STEPS: [OnceBox<ConversionStep>; MAX_FIELD_LIMBS_LOG] =
    [const { OnceBox::new() }; MAX_FIELD_LIMBS_LOG];

fn step<K: LimbKernel>(kernel: K, level: usize) -> &'static ConversionStep {
    STEPS[level].get_or_init(|| {
        let mut h = match level.checked_sub(1) {
            None => vec![blocks::H],
            Some(below) => {
                // The product h u is computed by the formula of the module, with x1 = h and x0 = 0.
                let ConversionStep { h, s } = step(kernel, below);
                let mut next = vec![0; 2 * h.len()];
                let (low, high) = next.split_at_mut(h.len());
                tower::product(kernel, h, s, low, &mut tower::space(h.len()));
                high.copy_from_slice(h);
                tower::over_generator(high);
                next
            }
        };
        let mut s = vec![0; h.len()];
        s[0] = 1;
        tower::over_generator(&mut s);
        tower::over_generator(&mut s);
        tower::add(&mut s, &h);
        tower::solve_quadratic(&mut s);
        h.shrink_to_fit();
        Box::new(ConversionStep { h, s })
    })
}

/// Replaces a nimber by its element of Wiedemann's tower. `space` has four times as many limbs.
pub(super) fn to_tower<K: LimbKernel>(kernel: K, limbs: &mut [u64], space: &mut [u64]) {
    kernel.limbs_to_poly(limbs);
    convert(kernel, limbs, space);
}

fn convert<K: LimbKernel>(kernel: K, limbs: &mut [u64], space: &mut [u64]) {
    let half = limbs.len() / 2;
    if half == 0 {
        return;
    }
    let (low, high) = limbs.split_at_mut(half);
    convert(kernel, low, space);
    convert(kernel, high, space);
    add_product(kernel, low, high, half, space);
    tower::over_generator(high);
}

/// Replaces an element of Wiedemann's tower by its nimber. `space` has four times as many limbs.
pub(super) fn from_tower<K: LimbKernel>(kernel: K, limbs: &mut [u64], space: &mut [u64]) {
    convert_back(kernel, limbs, space);
    kernel.limbs_from_poly(limbs);
}

fn convert_back<K: LimbKernel>(kernel: K, limbs: &mut [u64], space: &mut [u64]) {
    let half = limbs.len() / 2;
    if half == 0 {
        return;
    }
    let (low, high) = limbs.split_at_mut(half);
    tower::times_generator(high);
    add_product(kernel, low, high, half, space);
    convert_back(kernel, low, space);
    convert_back(kernel, high, space);
}

/// Computes `low += high s` in place.
fn add_product<K: LimbKernel>(
    kernel: K,
    low: &mut [u64],
    high: &[u64],
    half: usize,
    space: &mut [u64],
) {
    let (product, space) = space.split_at_mut(half);
    tower::product(
        kernel,
        high,
        &step(kernel, half.trailing_zeros() as usize).s,
        product,
        space,
    );
    tower::add(low, product);
}

#[cfg(test)]
mod tests {
    use super::super::kernel::PortableLimbKernel;
    use super::*;

    /// Returns whether v/g + s is a root of y² + y + h, like the u of Conway's tower.
    fn is_generator(h: &[u64], s: &[u64]) -> bool {
        let limbs = h.len();
        let mut u = vec![0; 2 * limbs];
        u[..limbs].copy_from_slice(s);
        u[limbs] = 1;
        tower::over_generator(&mut u[limbs..]);
        let mut sum = u.clone();
        tower::square(&mut sum);
        tower::add(&mut sum, &u);
        sum[..limbs] == *h && sum[limbs..].iter().all(|&limb| limb == 0)
    }

    #[test]
    fn the_constants_are_right_and_forged_ones_are_noticed() {
        for level in 0..5 {
            let ConversionStep { h, s } = step(PortableLimbKernel, level);
            assert!(is_generator(h, s));
            for bit in 0..64 * h.len() {
                let mut forged = s.clone();
                forged[bit / 64] ^= 1 << (bit % 64);
                // If s is one valid choice, s + 1 is the other valid choice.
                assert_eq!(
                    is_generator(h, &forged),
                    bit == 0,
                    "bit {bit} of level {level}"
                );
                let mut forged = h.clone();
                forged[bit / 64] ^= 1 << (bit % 64);
                assert!(!is_generator(&forged, s));
            }
            // The next h is h u: the nimber 2^(2^a - 1), of which only the highest bit is set.
            let mut number = h.clone();
            from_tower(PortableLimbKernel, &mut number, &mut vec![0; 4 * h.len()]);
            assert!(
                number.iter().rev().skip(1).all(|&limb| limb == 0)
                    && number[h.len() - 1] == 1 << 63,
                "level {level}"
            );
        }
    }
}
