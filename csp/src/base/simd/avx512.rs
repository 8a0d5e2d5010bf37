//! AVX-512: 32 lanes in a register, and look-ups in tables held in registers (`vpermw` and its relatives).

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_and_si512, _mm512_andnot_si512, _mm512_cmpeq_epi16_mask,
    _mm512_cmpneq_epi16_mask, _mm512_mask_mov_epi16, _mm512_maskz_mov_epi16, _mm512_or_si512,
    _mm512_permutex2var_epi16, _mm512_permutexvar_epi16, _mm512_set1_epi16, _mm512_setzero_si512,
    _mm512_srli_epi16, _mm512_test_epi16_mask, _mm512_testn_epi16_mask,
};

use super::{Block, Indices, Isa, Lanes};

pub(super) struct Avx512;

// SAFETY, for every block below: this code is reached only through `dispatch`, with a level for which AVX-512
// F and BW were detected. `Lanes` and `Block` are 64 bytes, aligned to 64, and as for `__m512i` any bytes are valid.
impl Isa for Avx512 {
    type Register = __m512i;
    type Short = super::x86::Avx512x32;
    type Words = super::x86::Avx512x16;
    type Long = super::x86::Avx512x8;
    type Sixteen = super::x86::Avx512x16;

    #[inline(always)]
    fn zero() -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn of(lanes: &Lanes) -> __m512i {
        // SAFETY: see above.
        unsafe { std::ptr::from_ref(lanes).cast::<__m512i>().read() }
    }

    #[inline(always)]
    fn lanes(register: __m512i) -> Lanes {
        let mut lanes = Lanes::default();
        // SAFETY: see above.
        unsafe { std::ptr::from_mut(&mut lanes).cast::<__m512i>().write(register) }
        lanes
    }

    #[inline(always)]
    fn load(block: &Block) -> __m512i {
        // SAFETY: see above.
        unsafe { std::ptr::from_ref(block).cast::<__m512i>().read() }
    }

    #[inline(always)]
    fn store(register: __m512i, block: &mut Block) {
        // SAFETY: see above.
        unsafe { std::ptr::from_mut(block).cast::<__m512i>().write(register) }
    }

    #[inline(always)]
    fn look(table: &[Block], indices: &Indices) -> __m512i {
        let indices = Self::of(&indices.lanes);
        let block = |at: usize| Self::load(&table[at]);
        // SAFETY: see above.
        unsafe {
            if table.len() == 1 {
                return _mm512_permutexvar_epi16(indices, block(0));
            }
            // Looks up each pair of blocks in turn and keeps the lanes whose index lies in the pair.
            let mut found = _mm512_permutex2var_epi16(block(0), indices, block(1));
            let pair = _mm512_srli_epi16::<6>(indices);
            for at in (2..table.len()).step_by(2) {
                let here = if at + 1 < table.len() {
                    _mm512_permutex2var_epi16(block(at), indices, block(at + 1))
                } else {
                    _mm512_permutexvar_epi16(indices, block(at))
                };
                let mask = _mm512_cmpeq_epi16_mask(pair, _mm512_set1_epi16((at / 2) as i16));
                found = _mm512_mask_mov_epi16(found, mask, here);
            }
            found
        }
    }

    #[inline(always)]
    fn or(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn and(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn without(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_andnot_si512(b, a) }
    }

    #[inline(always)]
    fn without_lowest(a: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_and_si512(a, _mm512_add_epi16(a, _mm512_set1_epi16(-1))) }
    }

    #[inline(always)]
    fn where_zero(a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(a, a), b) }
    }

    #[inline(always)]
    fn any(a: __m512i) -> bool {
        // SAFETY: see above.
        unsafe { _mm512_test_epi16_mask(a, a) != 0 }
    }

    #[inline(always)]
    fn differ(a: __m512i, b: __m512i) -> u32 {
        // SAFETY: see above.
        unsafe { _mm512_cmpneq_epi16_mask(a, b) }
    }
}
