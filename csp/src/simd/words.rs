//! Registers of 32-bit lanes, for work that has one instance in each lane.

/// A register of 32-bit lanes.
pub(crate) trait Words: Copy {
    /// At most 32.
    const LANES: usize;

    fn all(word: u32) -> Self;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`
    fn without(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn left<const BY: u32>(self) -> Self;
    fn right<const BY: u32>(self) -> Self;
    /// The lanes that are not 0, one bit each.
    fn occupied(self) -> u32;
    fn lane(&self, lane: usize) -> u32;
    fn set_lane(&mut self, lane: usize, word: u32);
}

/// What every machine has.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Array([u32; 8]);

impl Array {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Array(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }
}

impl Words for Array {
    const LANES: usize = 8;

    #[inline(always)]
    fn all(word: u32) -> Self {
        Array([word; 8])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_add)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_sub)
    }

    #[inline(always)]
    fn left<const BY: u32>(self) -> Self {
        Array(self.0.map(|word| word << BY))
    }

    #[inline(always)]
    fn right<const BY: u32>(self) -> Self {
        Array(self.0.map(|word| word >> BY))
    }

    #[inline(always)]
    fn occupied(self) -> u32 {
        (0..8).fold(0, |bits, lane| bits | u32::from(self.0[lane] != 0) << lane)
    }

    #[inline(always)]
    fn lane(&self, lane: usize) -> u32 {
        self.0[lane]
    }

    #[inline(always)]
    fn set_lane(&mut self, lane: usize, word: u32) {
        self.0[lane] = word;
    }
}

/// A register of an instruction set. The lanes are also an array in memory.
#[cfg(target_arch = "x86_64")]
macro_rules! register {
    ($name:ident, $register:ty, $lanes:literal, $all:ident, $or:ident, $and:ident, $xor:ident, $andnot:ident,
     $add:ident, $sub:ident, $left:ident, $right:ident, $occupied:expr) => {
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub(crate) struct $name($register);

        // SAFETY, for every block below: this code is reached through `dispatch` alone, with a level for which
        // the instructions were detected. The register is as large as the array of its lanes, which any bytes make.
        impl Words for $name {
            const LANES: usize = $lanes;

            #[inline(always)]
            fn all(word: u32) -> Self {
                // SAFETY: see above.
                unsafe { $name($all(word as i32)) }
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $name($or(self.0, other.0)) }
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $name($and(self.0, other.0)) }
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $name($xor(self.0, other.0)) }
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $name($andnot(other.0, self.0)) }
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $name($add(self.0, other.0)) }
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $name($sub(self.0, other.0)) }
            }

            #[inline(always)]
            fn left<const BY: u32>(self) -> Self {
                // SAFETY: see above.
                unsafe { $name($left(self.0, _mm_cvtsi32_si128(BY as i32))) }
            }

            #[inline(always)]
            fn right<const BY: u32>(self) -> Self {
                // SAFETY: see above.
                unsafe { $name($right(self.0, _mm_cvtsi32_si128(BY as i32))) }
            }

            #[inline(always)]
            fn occupied(self) -> u32 {
                // SAFETY: see above.
                unsafe { $occupied(self.0) }
            }

            #[inline(always)]
            fn lane(&self, lane: usize) -> u32 {
                let lanes: &[u32; $lanes] =
                    // SAFETY: see above.
                    unsafe { &*std::ptr::from_ref(self).cast() };
                lanes[lane]
            }

            #[inline(always)]
            fn set_lane(&mut self, lane: usize, word: u32) {
                let lanes: &mut [u32; $lanes] =
                    // SAFETY: see above.
                    unsafe { &mut *std::ptr::from_mut(self).cast() };
                lanes[lane] = word;
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

#[cfg(target_arch = "x86_64")]
register!(
    Avx512,
    __m512i,
    16,
    _mm512_set1_epi32,
    _mm512_or_si512,
    _mm512_and_si512,
    _mm512_xor_si512,
    _mm512_andnot_si512,
    _mm512_add_epi32,
    _mm512_sub_epi32,
    _mm512_sll_epi32,
    _mm512_srl_epi32,
    |register| u32::from(_mm512_test_epi32_mask(register, register))
);

#[cfg(target_arch = "x86_64")]
register!(
    Avx2,
    __m256i,
    8,
    _mm256_set1_epi32,
    _mm256_or_si256,
    _mm256_and_si256,
    _mm256_xor_si256,
    _mm256_andnot_si256,
    _mm256_add_epi32,
    _mm256_sub_epi32,
    _mm256_sll_epi32,
    _mm256_srl_epi32,
    |register| {
        let empty = _mm256_cmpeq_epi32(register, _mm256_setzero_si256());
        !_mm256_movemask_ps(_mm256_castsi256_ps(empty)) as u32 & 0xFF
    }
);
