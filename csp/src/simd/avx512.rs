//! Look-ups in registers: `vpermw` and its relatives.

use std::any::TypeId;
use std::arch::x86_64::{
    __m512i, _mm512_cmpeq_epi16_mask, _mm512_mask_mov_epi16, _mm512_permutex2var_epi16,
    _mm512_permutexvar_epi16, _mm512_set1_epi16, _mm512_srli_epi16,
};

use super::{Indices, Lane, Look, OneByOne};

/// Tables of 16-bit words are permuted in registers, others looked up one by one.
pub(super) struct InRegisters;

impl Look for InRegisters {
    #[inline(always)]
    fn look<T: Lane>(table: &[T::Block], indices: &Indices<T>) -> T::Block {
        if TypeId::of::<T>() != TypeId::of::<u16>() || table.is_empty() {
            return OneByOne::look(table, indices);
        }
        // SAFETY: T is u16, so its block is 64 aligned bytes and any bytes make one. This code is reached
        // through `dispatch` with a level for which AVX-512 F and BW were detected.
        unsafe {
            let load = |block: &T::Block| std::ptr::read(std::ptr::from_ref(block).cast::<__m512i>());
            let found = permute(table.len(), |at| load(&table[at]), load(&indices.block));
            std::ptr::read((&raw const found).cast::<T::Block>())
        }
    }
}

/// Two blocks at a time, keeping the lanes whose index lies in them.
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
        if blocks > 2 {
            let pair = _mm512_srli_epi16::<6>(indices);
            for at in (2..blocks).step_by(2) {
                let second = if at + 1 < blocks { at + 1 } else { at };
                let here = _mm512_permutex2var_epi16(block(at), indices, block(second));
                let mask = _mm512_cmpeq_epi16_mask(pair, _mm512_set1_epi16((at / 2) as i16));
                found = _mm512_mask_mov_epi16(found, mask, here);
            }
        }
        found
    }
}
