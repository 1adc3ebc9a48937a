//! The ways to multiply: plain code, one carry-less product at a time, eight at a time. See
//! [`super::blocks`] for what they multiply.

use super::blocks::{conway_dispatch, dispatch, times_h_dispatch};
use crate::InstructionLevel;
use crate::poly64::{from_poly, instruction, product_portable, to_poly};

/// How limbs are multiplied.
pub(super) trait LimbKernel: Copy {
    /// The most limbs of [`LimbKernel::product`]; a power of two.
    const LIMBS: usize;

    /// The most limbs for which no conversion to Wiedemann's tower pays for a single product;
    /// measured.
    const DIRECT: usize;

    /// The product in Wiedemann's tower of elements of at most `LIMBS` limbs each.
    fn product(self, a: &[u64], b: &[u64], out: &mut [u64]);

    /// The product in Conway's tower of elements of one, two, four or eight limbs each.
    fn conway_product(self, a: &[u64], b: &[u64], out: &mut [u64]);

    /// x times the constant h of Conway's tower of the same size: one, two, four or eight limbs.
    fn conway_times_h(self, x: &mut [u64]);

    /// Nimbers to elements of L, limb by limb.
    fn limbs_to_poly(self, limbs: &mut [u64]) {
        limbs.iter_mut().for_each(|limb| *limb = to_poly(*limb));
    }

    /// Elements of L to nimbers, limb by limb.
    fn limbs_from_poly(self, limbs: &mut [u64]) {
        limbs.iter_mut().for_each(|limb| *limb = from_poly(*limb));
    }
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct PortableLimbKernel;

/// A processor with a carry-less product of 64 bits. The field shows that somebody has asked for
/// it.
#[derive(Clone, Copy)]
pub(super) struct CarrylessLimbKernel(());

impl CarrylessLimbKernel {
    /// The kernel, if the processor has the instruction and no level without it is forced.
    pub(super) fn detect() -> Option<Self> {
        (InstructionLevel::current() != InstructionLevel::portable() && instruction::available())
            .then_some(CarrylessLimbKernel(()))
    }
}

impl LimbKernel for PortableLimbKernel {
    const LIMBS: usize = 8;
    const DIRECT: usize = 256;

    fn product(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        dispatch(product_portable, a, b, out);
    }

    fn conway_product(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        conway_dispatch(product_portable, a, b, out);
    }

    fn conway_times_h(self, x: &mut [u64]) {
        times_h_dispatch(product_portable, x);
    }
}

impl LimbKernel for CarrylessLimbKernel {
    const LIMBS: usize = 8;
    const DIRECT: usize = 256;

    #[inline]
    #[expect(unsafe_code)]
    fn product(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        // SAFETY: a `CarrylessLimbKernel` exists only where the processor has the instruction.
        unsafe { carryless::product(a, b, out) }
    }

    #[inline]
    #[expect(unsafe_code)]
    fn conway_product(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        // SAFETY: as above.
        unsafe { carryless::conway_product(a, b, out) }
    }

    #[inline]
    #[expect(unsafe_code)]
    fn conway_times_h(self, x: &mut [u64]) {
        // SAFETY: as above.
        unsafe { carryless::conway_times_h(x) }
    }
}

/// The straight-line code once more, with the instruction switched on. Where there is none,
/// `CarrylessLimbKernel` does not come to exist.
#[expect(unsafe_code)]
mod carryless {
    use super::instruction;

    macro_rules! with_features {
        ($($item:item)*) => { $(
            #[cfg_attr(target_arch = "x86_64", target_feature(enable = "pclmulqdq"))]
            #[cfg_attr(
                all(target_arch = "aarch64", any(target_os = "linux", target_os = "android", target_vendor = "apple")),
                target_feature(enable = "neon,aes")
            )]
            // A function with features is no `Fn`; without them the closure is not needed.
            #[allow(clippy::redundant_closure)]
            $item
        )* };
    }

    with_features! {
        /// # Safety
        /// The processor has the instruction.
        pub(super) unsafe fn product(a: &[u64], b: &[u64], out: &mut [u64]) {
            super::super::blocks::dispatch(|a, b| instruction::product(a, b), a, b, out);
        }

        /// # Safety
        /// The processor has the instruction.
        pub(super) unsafe fn conway_product(a: &[u64], b: &[u64], out: &mut [u64]) {
            super::super::blocks::conway_dispatch(|a, b| instruction::product(a, b), a, b, out);
        }

        /// # Safety
        /// The processor has the instruction.
        pub(super) unsafe fn conway_times_h(x: &mut [u64]) {
            super::super::blocks::times_h_dispatch(|a, b| instruction::product(a, b), x);
        }
    }
}

/// The best way of this processor: `with_best!(kernel => expression)`.
macro_rules! with_best {
    ($kernel:ident => $body:expr) => {{
        #[cfg(target_arch = "x86_64")]
        let vector = $crate::big::vector::VectorLimbKernel::detect();
        #[cfg(not(target_arch = "x86_64"))]
        let vector = None::<$crate::big::kernel::PortableLimbKernel>;
        match (vector, $crate::big::kernel::CarrylessLimbKernel::detect()) {
            (Some($kernel), _) => $body,
            (None, Some($kernel)) => $body,
            (None, None) => {
                let $kernel = $crate::big::kernel::PortableLimbKernel;
                $body
            }
        }
    }};
}
pub(super) use with_best;
