//! Selection of instructions. An [`InstructionLevel`] exists only if the processor supports the
//! level, so its kernels can be called without further checks. [`InstructionLevel::current`] is the
//! best supported level, unless another level is forced.

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code))]

use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};

#[cfg(target_arch = "x86_64")]
use crate::kernel::{Avx2, Avx512, single};
use crate::{poly64, portable};

/// A set of instructions that this processor supports.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct InstructionLevel(InstructionLevelKind);

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum InstructionLevelKind {
    Portable = 1,
    /// The carry-less product: PCLMULQDQ, or PMULL on aarch64.
    Carryless = 2,
    #[cfg(target_arch = "x86_64")]
    Avx2 = 3,
    #[cfg(target_arch = "x86_64")]
    Avx512 = 4,
}

/// The instruction levels of this processor family, from the simplest to the fastest.
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

/// The current level, as an [`InstructionLevelKind`]; 0 before first use.
static CURRENT: AtomicU8 = AtomicU8::new(0);

impl InstructionLevel {
    /// Iterates over the levels that this processor supports, from the simplest to the fastest.
    pub fn available() -> impl DoubleEndedIterator<Item = InstructionLevel> {
        KINDS
            .iter()
            .filter(|kind| kind.is_available())
            .map(|&kind| InstructionLevel(kind))
    }

    /// Returns the portable level, which every processor supports.
    pub const fn portable() -> InstructionLevel {
        InstructionLevel(InstructionLevelKind::Portable)
    }

    /// Returns the fastest level that this processor supports.
    pub fn best() -> InstructionLevel {
        InstructionLevel::available()
            .next_back()
            .unwrap_or(InstructionLevel::portable())
    }

    /// Returns the level with this name, if this processor supports it: `portable`, `clmul`
    /// (`pmull` on aarch64), `avx2-gfni`, `avx512-gfni`.
    pub fn from_name(name: &str) -> Option<InstructionLevel> {
        InstructionLevel::available().find(|level| level.name() == name)
    }

    /// Returns the name of the level; see [`InstructionLevel::from_name`].
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

    /// Returns the level that operations use by default: the forced level if a level is forced,
    /// otherwise the best supported level.
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
        // If another thread has forced a level in the meantime, the forced level is used.
        match CURRENT.compare_exchange(0, level.0 as u8, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => level,
            Err(_) => InstructionLevel::current(),
        }
    }

    /// Makes this level the default level of the whole process, for tests and measurements.
    pub fn force(self) {
        CURRENT.store(self.0 as u8, Ordering::Relaxed);
    }

    /// Returns the nim-product of nimbers below 2^64.
    #[inline]
    pub fn product64(self, a: u64, b: u64) -> u64 {
        match self.0 {
            InstructionLevelKind::Portable => portable::product64(a, b),
            InstructionLevelKind::Carryless => poly64::nim_product(a, b),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the levels `Avx2` and `Avx512` are created only by `available`, which checks
            // for AVX2 and GFNI.
            InstructionLevelKind::Avx2 | InstructionLevelKind::Avx512 => unsafe {
                single::product64(a, b)
            },
        }
    }

    /// Returns the nim-product of nimbers below 2^128.
    #[inline]
    pub fn product128(self, a: u128, b: u128) -> u128 {
        match self.0 {
            InstructionLevelKind::Portable => portable::product128(a, b),
            InstructionLevelKind::Carryless => poly64::nim_product_128(a, b),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the levels `Avx2` and `Avx512` are created only by `available`, which checks
            // for AVX2 and GFNI.
            InstructionLevelKind::Avx2 | InstructionLevelKind::Avx512 => unsafe {
                single::product128(a, b)
            },
        }
    }

    /// Runs `work` on a vector unit if this level has a vector unit; otherwise returns the work.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn vector<W: crate::kernel::SimdWork>(self, work: W) -> Result<W::Output, W> {
        use crate::kernel::Simd;
        match self.0 {
            // SAFETY: levels of these kinds are created only by `available`, which checks the
            // processor features.
            InstructionLevelKind::Avx2 => Ok(unsafe { Avx2::assumed() }.run(work)),
            // SAFETY: `available` creates this level only after the check of the features.
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
