//! Registers of lanes on x86.

use std::arch::x86_64::*;

use super::{Exchange, Words};

/// Defines a register type for an instruction set. In memory, the register is an array of its lanes.
macro_rules! register {
    ($name:ident: $register:ty, $lanes:literal lanes of $word:ty as $signed:ty, all $all:ident, or $or:ident, and $and:ident,
     xor $xor:ident, andnot $andnot:ident, add $add:ident, sub $sub:ident, left $left:ident, right $right:ident,
     min $min:expr, where_zero $where_zero:expr, spread $spread:expr, occupied $occupied:expr) => {
        #[derive(Clone, Copy)]
        #[repr(transparent)]
        pub(crate) struct $name($register);

        // SAFETY, for every block below: this code is reached only through `dispatch`, with a level for which
        // the instructions were detected. The register has the size of the array of its lanes, for which any
        // bytes are valid.
        impl Words for $name {
            type Word = $word;

            const LANES: usize = $lanes;

            #[inline(always)]
            fn all(word: $word) -> Self {
                // SAFETY: see above.
                unsafe { $name($all(word as $signed)) }
            }

            #[inline(always)]
            fn of(words: &[$word]) -> Self {
                let words: &[$word; $lanes] = words.try_into().expect("a word for each lane");
                // SAFETY: see above. The words need not be aligned.
                unsafe { std::ptr::from_ref(words).cast::<Self>().read_unaligned() }
            }

            #[inline(always)]
            fn write(self, words: &mut [$word]) {
                let words: &mut [$word; $lanes] = words.try_into().expect("a word for each lane");
                // SAFETY: see above. The words need not be aligned.
                unsafe { std::ptr::from_mut(words).cast::<Self>().write_unaligned(self) }
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
            fn min(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $name($min(self.0, other.0)) }
            }

            #[inline(always)]
            fn left(self, by: u32) -> Self {
                // SAFETY: see above.
                unsafe { $name($left(self.0, _mm_cvtsi32_si128(by as i32))) }
            }

            #[inline(always)]
            fn right(self, by: u32) -> Self {
                // SAFETY: see above.
                unsafe { $name($right(self.0, _mm_cvtsi32_si128(by as i32))) }
            }

            #[inline(always)]
            fn where_zero(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $name($where_zero(self.0, other.0)) }
            }

            #[inline(always)]
            fn spread(bits: u32, word: $word) -> Self {
                // SAFETY: see above.
                unsafe { $name($spread(bits, word as $signed)) }
            }

            #[inline(always)]
            fn occupied(self) -> u32 {
                // SAFETY: see above.
                unsafe { $occupied(self.0) }
            }

            #[inline(always)]
            fn lane(&self, lane: usize) -> $word {
                let lanes: &[$word; $lanes] =
                    // SAFETY: see above.
                    unsafe { &*std::ptr::from_ref(self).cast() };
                lanes[lane]
            }

            #[inline(always)]
            fn set_lane(&mut self, lane: usize, word: $word) {
                let lanes: &mut [$word; $lanes] =
                    // SAFETY: see above.
                    unsafe { &mut *std::ptr::from_mut(self).cast() };
                lanes[lane] = word;
            }
        }
    };
}

register!(
    Avx512x32: __m512i, 32 lanes of u16 as i16,
    all _mm512_set1_epi16,
    or _mm512_or_si512,
    and _mm512_and_si512,
    xor _mm512_xor_si512,
    andnot _mm512_andnot_si512,
    add _mm512_add_epi16,
    sub _mm512_sub_epi16,
    left _mm512_sll_epi16,
    right _mm512_srl_epi16,
    min _mm512_min_epu16,
    where_zero |a, b| _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(a, a), b),
    spread |bits, word| _mm512_maskz_set1_epi16(bits as __mmask32, word),
    occupied |a| _mm512_test_epi16_mask(a, a)
);

register!(
    Avx512x16: __m512i, 16 lanes of u32 as i32,
    all _mm512_set1_epi32,
    or _mm512_or_si512,
    and _mm512_and_si512,
    xor _mm512_xor_si512,
    andnot _mm512_andnot_si512,
    add _mm512_add_epi32,
    sub _mm512_sub_epi32,
    left _mm512_sll_epi32,
    right _mm512_srl_epi32,
    min _mm512_min_epu32,
    where_zero |a, b| _mm512_maskz_mov_epi32(_mm512_testn_epi32_mask(a, a), b),
    spread |bits, word| _mm512_maskz_set1_epi32(bits as __mmask16, word),
    occupied |a| u32::from(_mm512_test_epi32_mask(a, a))
);

register!(
    Avx512x8: __m512i, 8 lanes of u64 as i64,
    all _mm512_set1_epi64,
    or _mm512_or_si512,
    and _mm512_and_si512,
    xor _mm512_xor_si512,
    andnot _mm512_andnot_si512,
    add _mm512_add_epi64,
    sub _mm512_sub_epi64,
    left _mm512_sll_epi64,
    right _mm512_srl_epi64,
    min _mm512_min_epu64,
    where_zero |a, b| _mm512_maskz_mov_epi64(_mm512_testn_epi64_mask(a, a), b),
    spread |bits, word| _mm512_maskz_set1_epi64(bits as __mmask8, word),
    occupied |a| u32::from(_mm512_test_epi64_mask(a, a))
);

register!(
    Avx2x16: __m256i, 16 lanes of u16 as i16,
    all _mm256_set1_epi16,
    or _mm256_or_si256,
    and _mm256_and_si256,
    xor _mm256_xor_si256,
    andnot _mm256_andnot_si256,
    add _mm256_add_epi16,
    sub _mm256_sub_epi16,
    left _mm256_sll_epi16,
    right _mm256_srl_epi16,
    min _mm256_min_epu16,
    where_zero |a, b| _mm256_and_si256(_mm256_cmpeq_epi16(a, _mm256_setzero_si256()), b),
    spread |bits, word| {
        let lanes = _mm256_setr_epi16(1, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, i16::MIN);
        let set = _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_set1_epi16(bits as i16), lanes), lanes);
        _mm256_and_si256(set, _mm256_set1_epi16(word))
    },
    occupied |a| {
        let empty = _mm256_cmpeq_epi16(a, _mm256_setzero_si256());
        !_pext_u32(_mm256_movemask_epi8(empty) as u32, 0x5555_5555) & 0xFFFF
    }
);

register!(
    Avx2x8: __m256i, 8 lanes of u32 as i32,
    all _mm256_set1_epi32,
    or _mm256_or_si256,
    and _mm256_and_si256,
    xor _mm256_xor_si256,
    andnot _mm256_andnot_si256,
    add _mm256_add_epi32,
    sub _mm256_sub_epi32,
    left _mm256_sll_epi32,
    right _mm256_srl_epi32,
    min _mm256_min_epu32,
    where_zero |a, b| _mm256_and_si256(_mm256_cmpeq_epi32(a, _mm256_setzero_si256()), b),
    spread |bits, word| {
        let lanes = _mm256_setr_epi32(1, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7);
        let set = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(bits as i32), lanes), lanes);
        _mm256_and_si256(set, _mm256_set1_epi32(word))
    },
    occupied |a| {
        let empty = _mm256_cmpeq_epi32(a, _mm256_setzero_si256());
        !_mm256_movemask_ps(_mm256_castsi256_ps(empty)) as u32 & 0xFF
    }
);

register!(
    Avx2x4: __m256i, 4 lanes of u64 as i64,
    all _mm256_set1_epi64x,
    or _mm256_or_si256,
    and _mm256_and_si256,
    xor _mm256_xor_si256,
    andnot _mm256_andnot_si256,
    add _mm256_add_epi64,
    sub _mm256_sub_epi64,
    left _mm256_sll_epi64,
    right _mm256_srl_epi64,
    min |a, b| {
        // AVX2 has only a signed comparison.
        let sign = _mm256_set1_epi64x(i64::MIN);
        let greater = _mm256_cmpgt_epi64(_mm256_xor_si256(a, sign), _mm256_xor_si256(b, sign));
        _mm256_blendv_epi8(a, b, greater)
    },
    where_zero |a, b| _mm256_and_si256(_mm256_cmpeq_epi64(a, _mm256_setzero_si256()), b),
    spread |bits, word| {
        let lanes = _mm256_setr_epi64x(1, 1 << 1, 1 << 2, 1 << 3);
        let set = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(bits as i64), lanes), lanes);
        _mm256_and_si256(set, _mm256_set1_epi64x(word))
    },
    occupied |a| {
        let empty = _mm256_cmpeq_epi64(a, _mm256_setzero_si256());
        !_mm256_movemask_pd(_mm256_castsi256_pd(empty)) as u32 & 0xF
    }
);

impl Exchange for Avx512x16 {
    #[inline(always)]
    fn exchange<const BIT: usize>(self) -> Self {
        // SAFETY: as for the operations of `Words`.
        unsafe {
            Avx512x16(match BIT {
                1 => _mm512_shuffle_epi32::<0b10_11_00_01>(self.0),
                2 => _mm512_shuffle_epi32::<0b01_00_11_10>(self.0),
                4 => _mm512_shuffle_i32x4::<0b10_11_00_01>(self.0, self.0),
                _ => _mm512_shuffle_i32x4::<0b01_00_11_10>(self.0, self.0),
            })
        }
    }
}

impl Exchange for Avx2x8 {
    #[inline(always)]
    fn exchange<const BIT: usize>(self) -> Self {
        // SAFETY: as for the operations of `Words`.
        unsafe {
            Avx2x8(match BIT {
                1 => _mm256_shuffle_epi32::<0b10_11_00_01>(self.0),
                2 => _mm256_shuffle_epi32::<0b01_00_11_10>(self.0),
                _ => _mm256_permute2x128_si256::<1>(self.0, self.0),
            })
        }
    }
}
