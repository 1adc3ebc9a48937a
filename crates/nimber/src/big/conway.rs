//! Conway's own tower on limbs: u² = u + h with h = 2^(2^a - 1) below M = 2^(2^a), and h u for the
//! next level.
//!
//! A Karatsuba product has three products of half the size, and one more product with the constant
//! h at each level. With k levels, the product takes (1 + k/3) times the products of limbs that
//! Wiedemann's tower needs. But a product in Conway's tower needs no conversions. A product in
//! Wiedemann's tower needs three conversions, each of which costs as much as the product. So
//! Conway's tower is used for a single product of small numbers (`DIRECT` of
//! [`super::kernel::LimbKernel`]). Limbs are elements of L, and the number of limbs is a power of
//! two.

use super::kernel::LimbKernel;
use super::tower::add;

/// Computes the product. `space` has three times as many limbs; the initial content of `out` is
/// ignored.
pub(super) fn product<K: LimbKernel>(
    kernel: K,
    a: &[u64],
    b: &[u64],
    out: &mut [u64],
    space: &mut [u64],
) {
    let half = a.len() / 2;
    if half <= 4 {
        return kernel.conway_product(a, b, out);
    }
    let ((a0, a1), (b0, b1)) = (a.split_at(half), b.split_at(half));
    let (cross, space) = space.split_at_mut(half);
    let (low, high) = out.split_at_mut(half);
    for i in 0..half {
        low[i] = a0[i] ^ a1[i];
        high[i] = b0[i] ^ b1[i];
    }
    product(kernel, low, high, cross, space);
    product(kernel, a0, b0, low, space);
    add(cross, low);
    product(kernel, a1, b1, high, space);
    times_h(kernel, high);
    add(low, high);
    high.copy_from_slice(cross);
}

/// Computes (x1 u + x0) h u = h (x1 + x0) u + h h x1 in place.
pub(super) fn times_h<K: LimbKernel>(kernel: K, x: &mut [u64]) {
    if x.len() <= 8 {
        return kernel.conway_times_h(x);
    }
    let (low, high) = x.split_at_mut(x.len() / 2);
    for (low, high) in low.iter_mut().zip(high) {
        (*low, *high) = (*high, *low ^ *high);
    }
    let (low, high) = x.split_at_mut(x.len() / 2);
    times_h(kernel, low);
    times_h(kernel, low);
    times_h(kernel, high);
}
