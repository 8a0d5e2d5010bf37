//! AVX2: 32 lanes in two registers, the low bytes in one and the high bytes in the other, and look-ups in tables of
//! 16 bytes (`vpshufb`).

use std::arch::x86_64::*;

use super::{Avx2x4, Avx2x8, Avx2x16, Block, Indices, Isa, Lanes, Pair};

pub(super) struct Avx2;

/// The two middle quarters of a register change places: packing and unpacking work in its halves.
const MIDDLE_SWAPPED: i32 = 0b11_01_10_00;

/// The low bytes of 32 lanes, and the high bytes.
#[derive(Clone, Copy)]
pub(crate) struct Bytes {
    low: __m256i,
    high: __m256i,
}

impl Bytes {
    #[inline(always)]
    fn map(self, other: Bytes, each: impl Fn(__m256i, __m256i) -> __m256i) -> Bytes {
        Bytes { low: each(self.low, other.low), high: each(self.high, other.high) }
    }

    /// Returns all bits in the lanes that are 0, as bytes.
    #[inline(always)]
    fn empty(self) -> __m256i {
        // SAFETY: as for the operations of `Isa`.
        unsafe { _mm256_cmpeq_epi8(_mm256_or_si256(self.low, self.high), _mm256_setzero_si256()) }
    }
}

// SAFETY, for every block below: this code is reached only through `dispatch`, with a level for which AVX2 was
// detected. `Lanes` and `Block` are 64 bytes, aligned to 64, and the places of `Indices` are 32 bytes for each half of a
// block; any bytes are valid for them and for `__m256i`.
impl Isa for Avx2 {
    type Register = Bytes;
    type Short = Avx2x16;
    type Words = Avx2x8;
    type Long = Avx2x4;
    type Sixteen = Pair<Avx2x8>;

    #[inline(always)]
    fn zero() -> Bytes {
        // SAFETY: see above.
        let zero = unsafe { _mm256_setzero_si256() };
        Bytes { low: zero, high: zero }
    }

    #[inline(always)]
    fn of(lanes: &Lanes) -> Bytes {
        // SAFETY: see above.
        unsafe {
            let [a, b] = std::ptr::from_ref(lanes).cast::<[__m256i; 2]>().read();
            let low = _mm256_set1_epi16(0xFF);
            let pack = |a, b| _mm256_permute4x64_epi64::<MIDDLE_SWAPPED>(_mm256_packus_epi16(a, b));
            Bytes {
                low: pack(_mm256_and_si256(a, low), _mm256_and_si256(b, low)),
                high: pack(_mm256_srli_epi16::<8>(a), _mm256_srli_epi16::<8>(b)),
            }
        }
    }

    #[inline(always)]
    fn lanes(register: Bytes) -> Lanes {
        // SAFETY: see above.
        unsafe {
            let [low, high] =
                [register.low, register.high].map(|bytes| _mm256_permute4x64_epi64::<MIDDLE_SWAPPED>(bytes));
            let mut lanes = Lanes::default();
            let both = [_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high)];
            std::ptr::from_mut(&mut lanes).cast::<[__m256i; 2]>().write(both);
            lanes
        }
    }

    #[inline(always)]
    fn load(block: &Block) -> Bytes {
        // SAFETY: see above.
        let [low, high] = unsafe { std::ptr::from_ref(block).cast::<[__m256i; 2]>().read() };
        Bytes { low, high }
    }

    #[inline(always)]
    fn store(register: Bytes, block: &mut Block) {
        let Bytes { low, high } = register;
        // SAFETY: see above.
        unsafe { std::ptr::from_mut(block).cast::<[__m256i; 2]>().write([low, high]) }
    }

    #[inline(always)]
    fn look(table: &[Block], indices: &Indices) -> Bytes {
        let mut found = Self::zero();
        for (block, places) in table.iter().zip(&indices.places) {
            // SAFETY: see above.
            unsafe {
                let quarters = std::ptr::from_ref(block).cast::<__m128i>();
                let quarter = |at: usize| _mm256_broadcastsi128_si256(quarters.add(at).read());
                for (half, places) in places.iter().enumerate() {
                    let places = std::ptr::from_ref(places).cast::<__m256i>().read_unaligned();
                    let here = Bytes {
                        low: _mm256_shuffle_epi8(quarter(half), places),
                        high: _mm256_shuffle_epi8(quarter(2 + half), places),
                    };
                    found = Self::or(found, here);
                }
            }
        }
        found
    }

    #[inline(always)]
    fn or(a: Bytes, b: Bytes) -> Bytes {
        // SAFETY: see above.
        a.map(b, |a, b| unsafe { _mm256_or_si256(a, b) })
    }

    #[inline(always)]
    fn and(a: Bytes, b: Bytes) -> Bytes {
        // SAFETY: see above.
        a.map(b, |a, b| unsafe { _mm256_and_si256(a, b) })
    }

    #[inline(always)]
    fn without(a: Bytes, b: Bytes) -> Bytes {
        // SAFETY: see above.
        a.map(b, |a, b| unsafe { _mm256_andnot_si256(b, a) })
    }

    #[inline(always)]
    fn without_lowest(a: Bytes) -> Bytes {
        // SAFETY: see above.
        unsafe {
            let low = _mm256_and_si256(a.low, _mm256_add_epi8(a.low, _mm256_set1_epi8(-1)));
            // The high byte loses its lowest bit where the low byte is 0: there, the comparison is -1.
            let empty = _mm256_cmpeq_epi8(a.low, _mm256_setzero_si256());
            Bytes { low, high: _mm256_and_si256(a.high, _mm256_add_epi8(a.high, empty)) }
        }
    }

    #[inline(always)]
    fn where_zero(a: Bytes, b: Bytes) -> Bytes {
        let empty = a.empty();
        Self::and(b, Bytes { low: empty, high: empty })
    }

    #[inline(always)]
    fn any(a: Bytes) -> bool {
        // SAFETY: see above.
        unsafe {
            let both = _mm256_or_si256(a.low, a.high);
            _mm256_testz_si256(both, both) == 0
        }
    }

    #[inline(always)]
    fn differ(a: Bytes, b: Bytes) -> u32 {
        // SAFETY: see above.
        let different = a.map(b, |a, b| unsafe { _mm256_xor_si256(a, b) });
        // SAFETY: see above.
        !unsafe { _mm256_movemask_epi8(different.empty()) } as u32
    }
}
