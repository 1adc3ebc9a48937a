//! Which instructions are used. A [`InstructionLevel`] exists only where the processor has what it
//! needs, so that holding one is enough to call its kernels; [`InstructionLevel::current`] is the
//! best one unless another is forced.

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code))]

use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};

#[cfg(target_arch = "x86_64")]
use crate::kernel::{Avx2, Avx512, single};
use crate::{poly64, portable};

/// A set of instructions that this processor has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct InstructionLevel(InstructionLevelKind);

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum InstructionLevelKind {
    Portable = 1,
    /// PCLMULQDQ, or PMULL on aarch64.
    Carryless = 2,
    #[cfg(target_arch = "x86_64")]
    Avx2 = 3,
    #[cfg(target_arch = "x86_64")]
    Avx512 = 4,
}

/// The kinds of this processor family, from the plainest to the fastest.
#[cfg(target_arch = "x86_64")]
const KINDS: &[InstructionLevelKind] = &[
    InstructionLevelKind::Portable,
    InstructionLevelKind::Carryless,
    InstructionLevelKind::Avx2,
    InstructionLevelKind::Avx512,
];
#[cfg(not(target_arch = "x86_64"))]
const KINDS: &[InstructionLevelKind] = &[
    InstructionLevelKind::Portable,
    InstructionLevelKind::Carryless,
];

/// The level in use, as a [`InstructionLevelKind`]; 0 before the first question.
static CURRENT: AtomicU8 = AtomicU8::new(0);

impl InstructionLevel {
    /// The levels that this processor has, from the plainest to the fastest.
    pub fn available() -> impl DoubleEndedIterator<Item = InstructionLevel> {
        KINDS
            .iter()
            .filter(|kind| kind.is_available())
            .map(|&kind| InstructionLevel(kind))
    }

    /// The level of plain code, which every processor has.
    pub const fn portable() -> InstructionLevel {
        InstructionLevel(InstructionLevelKind::Portable)
    }

    /// The fastest level that this processor has.
    pub fn best() -> InstructionLevel {
        InstructionLevel::available()
            .next_back()
            .unwrap_or(InstructionLevel::portable())
    }

    /// The level of this name, if this processor has it: `portable`, `clmul` (`pmull` on aarch64),
    /// `avx2-gfni`, `avx512-gfni`.
    pub fn from_name(name: &str) -> Option<InstructionLevel> {
        InstructionLevel::available().find(|level| level.name() == name)
    }

    /// The name of the level; see [`InstructionLevel::from_name`].
    pub const fn name(self) -> &'static str {
        match self.0 {
            InstructionLevelKind::Portable => "portable",
            InstructionLevelKind::Carryless if cfg!(target_arch = "aarch64") => "pmull",
            InstructionLevelKind::Carryless => "clmul",
            #[cfg(target_arch = "x86_64")]
            InstructionLevelKind::Avx2 => "avx2-gfni",
            #[cfg(target_arch = "x86_64")]
            InstructionLevelKind::Avx512 => "avx512-gfni",
        }
    }

    /// The level of all operations that are not asked of a level: the best one, or the one that was
    /// forced.
    #[inline]
    pub fn current() -> InstructionLevel {
        match CURRENT.load(Ordering::Relaxed) {
            1 => InstructionLevel(InstructionLevelKind::Portable),
            2 => InstructionLevel(InstructionLevelKind::Carryless),
            #[cfg(target_arch = "x86_64")]
            3 => InstructionLevel(InstructionLevelKind::Avx2),
            #[cfg(target_arch = "x86_64")]
            4 => InstructionLevel(InstructionLevelKind::Avx512),
            _ => InstructionLevel::initialize(),
        }
    }

    #[cold]
    fn initialize() -> InstructionLevel {
        let level = InstructionLevel::best();
        // Another thread may have forced a level meanwhile: that one stands.
        match CURRENT.compare_exchange(0, level.0 as u8, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => level,
            Err(_) => InstructionLevel::current(),
        }
    }

    /// Makes this the level of the whole process, for tests and measurements.
    pub fn force(self) {
        CURRENT.store(self.0 as u8, Ordering::Relaxed);
    }

    /// The nim-product of nimbers below 2^64.
    #[inline]
    pub fn product64(self, a: u64, b: u64) -> u64 {
        match self.0 {
            InstructionLevelKind::Portable => portable::product64(a, b),
            InstructionLevelKind::Carryless => poly64::nim_product(a, b),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: both kinds are made by `available` only, which asks for AVX2 and GFNI.
            InstructionLevelKind::Avx2 | InstructionLevelKind::Avx512 => unsafe {
                single::product64(a, b)
            },
        }
    }

    /// The nim-product of nimbers below 2^128.
    #[inline]
    pub fn product128(self, a: u128, b: u128) -> u128 {
        match self.0 {
            InstructionLevelKind::Portable => portable::product128(a, b),
            InstructionLevelKind::Carryless => poly64::nim_product_128(a, b),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: both kinds are made by `available` only, which asks for AVX2 and GFNI.
            InstructionLevelKind::Avx2 | InstructionLevelKind::Avx512 => unsafe {
                single::product128(a, b)
            },
        }
    }

    /// The result of `work` on a vector unit, if this level has one; else the work, not done.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn vector<W: crate::kernel::SimdWork>(self, work: W) -> Result<W::Output, W> {
        use crate::kernel::Simd;
        match self.0 {
            // SAFETY: these kinds are made by `available` only, which asks for the features.
            InstructionLevelKind::Avx2 => Ok(unsafe { Avx2::assumed() }.run(work)),
            // SAFETY: as above.
            InstructionLevelKind::Avx512 => Ok(unsafe { Avx512::assumed() }.run(work)),
            _ => Err(work),
        }
    }
}

impl InstructionLevelKind {
    fn is_available(self) -> bool {
        match self {
            InstructionLevelKind::Portable => true,
            InstructionLevelKind::Carryless => poly64::instruction::available(),
            #[cfg(target_arch = "x86_64")]
            InstructionLevelKind::Avx2 => Avx2::detected(),
            #[cfg(target_arch = "x86_64")]
            InstructionLevelKind::Avx512 => Avx512::detected(),
        }
    }
}

impl fmt::Display for InstructionLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for InstructionLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Level({})", self.name())
    }
}
