//! Look-ups in registers: `vpermw` and its relatives.

use std::arch::x86_64::{
    __m512i, _mm512_cmpeq_epi16_mask, _mm512_mask_mov_epi16, _mm512_permutex2var_epi16,
    _mm512_permutexvar_epi16, _mm512_set1_epi16, _mm512_srli_epi16,
};

use super::{Indices, Lanes, Look};

/// Tables are permuted in registers, two blocks at a time.
pub(super) struct InRegisters;

impl Look for InRegisters {
    #[inline(always)]
    fn look(table: &[Lanes], indices: &Indices) -> Lanes {
        // SAFETY: `Lanes` is 64 bytes, aligned to 64, and any bytes make one, as for `__m512i`. This code is
        // reached through `dispatch` alone, with a level for which AVX-512 F and BW were detected.
        unsafe {
            let load = |lanes: &Lanes| std::ptr::from_ref(lanes).cast::<__m512i>().read();
            let found = permute(table.len(), |at| load(&table[at]), load(&indices.0));
            (&raw const found).cast::<Lanes>().read()
        }
    }
}

/// Each pair of blocks in turn, keeping the lanes whose index lies in it.
///
/// # Safety
/// AVX-512 F and BW must be there.
#[inline(always)]
unsafe fn permute(blocks: usize, block: impl Fn(usize) -> __m512i, indices: __m512i) -> __m512i {
    // SAFETY: the caller's promise.
    unsafe {
        if blocks == 1 {
            return _mm512_permutexvar_epi16(indices, block(0));
        }
        let mut found = _mm512_permutex2var_epi16(block(0), indices, block(1));
        let pair = _mm512_srli_epi16::<6>(indices);
        for at in (2..blocks).step_by(2) {
            let here = if at + 1 < blocks {
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
