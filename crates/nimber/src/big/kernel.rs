//! Methods of multiplication: portable code, one carry-less product at a time, or eight carry-less
//! products at a time. See [`super::blocks`] for the elements that the methods multiply.

use super::blocks::{conway_dispatch, dispatch, times_h_dispatch};
use crate::InstructionLevel;
use crate::poly64::{from_poly, instruction, product_portable, to_poly};

/// A method of multiplying limbs.
pub(super) trait LimbKernel: Copy {
    /// Maximum number of limbs of [`LimbKernel::product`]; a power of two.
    const LIMBS: usize;

    /// Measured maximum number of limbs for which a single product is faster without conversion to
    /// Wiedemann's tower.
    const DIRECT: usize;

    /// Computes the product in Wiedemann's tower of elements of at most `LIMBS` limbs each.
    fn product(self, a: &[u64], b: &[u64], out: &mut [u64]);

    /// Computes the product in Conway's tower of elements of one, two, four or eight limbs each.
    fn conway_product(self, a: &[u64], b: &[u64], out: &mut [u64]);

    /// Multiplies x by the constant h of Conway's tower of the same size: one, two, four or eight
    /// limbs.
    fn conway_times_h(self, x: &mut [u64]);

    /// Converts nimbers to elements of L, limb by limb.
    fn limbs_to_poly(self, limbs: &mut [u64]) {
        limbs.iter_mut().for_each(|limb| *limb = to_poly(*limb));
    }

    /// Converts elements of L to nimbers, limb by limb.
    fn limbs_from_poly(self, limbs: &mut [u64]) {
        limbs.iter_mut().for_each(|limb| *limb = from_poly(*limb));
    }
}

/// The method of multiplying limbs for any processor.
#[derive(Clone, Copy)]
pub(super) struct PortableLimbKernel;

/// The method of multiplying limbs for a processor with a carry-less product of 64 bits. The
/// private field ensures that the processor was checked.
#[derive(Clone, Copy)]
pub(super) struct CarrylessLimbKernel(());

impl CarrylessLimbKernel {
    /// Returns the kernel if the processor has the instruction and the portable level is not
    /// forced.
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
        // SAFETY: a `CarrylessLimbKernel` exists only if the processor has the instruction.
        unsafe { carryless::product(a, b, out) }
    }

    #[inline]
    #[expect(unsafe_code)]
    fn conway_product(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        // SAFETY: a `CarrylessLimbKernel` exists only if the processor has the instruction.
        unsafe { carryless::conway_product(a, b, out) }
    }

    #[inline]
    #[expect(unsafe_code)]
    fn conway_times_h(self, x: &mut [u64]) {
        // SAFETY: a `CarrylessLimbKernel` exists only if the processor has the instruction.
        unsafe { carryless::conway_times_h(x) }
    }
}

/// The straight-line code of [`super::blocks`], compiled with the carry-less product enabled. On
/// processors without the carry-less product, no `CarrylessLimbKernel` is ever created.
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
            // A function with target features does not implement `Fn`. If the target features are
            // not compiled, the closure is redundant, hence the attribute.
            #[allow(clippy::redundant_closure)]
            $item
        )* };
    }

    with_features! {
        /// # Safety
        /// The processor must have the carry-less product of 64 bits.
        pub(super) unsafe fn product(a: &[u64], b: &[u64], out: &mut [u64]) {
            super::super::blocks::dispatch(|a, b| instruction::product(a, b), a, b, out);
        }

        /// # Safety
        /// The processor must have the carry-less product of 64 bits.
        pub(super) unsafe fn conway_product(a: &[u64], b: &[u64], out: &mut [u64]) {
            super::super::blocks::conway_dispatch(|a, b| instruction::product(a, b), a, b, out);
        }

        /// # Safety
        /// The processor must have the carry-less product of 64 bits.
        pub(super) unsafe fn conway_times_h(x: &mut [u64]) {
            super::super::blocks::times_h_dispatch(|a, b| instruction::product(a, b), x);
        }
    }
}

/// Evaluates an expression with the best method of this processor:
/// `with_best!(kernel => expression)`.
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
