//! SIMD lanes: the only module with instruction sets and, but for one line of the program, with `unsafe`.
//!
//! Algorithms are written once, as a [`Work`] over the registers of an [`Isa`]; [`dispatch`] compiles them for each
//! instruction set. In addition to wider registers, AVX-512 and AVX2 can look up all lanes of a register in a small
//! table at once.
//!
//! Tried November 2026: plain loops over arrays, with only the look-up by intrinsics. The compiler split the
//! registers around every look-up. With one function for each operation a 17-clue Sudoku takes a fifth less
//! time.

#![allow(unsafe_code)] // Calling code for an instruction set that was detected; see each block.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod file;
mod words;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use file::{FIELDS, Place, Registers, Rows, Step, each};
use words::{Array, Pair};
pub(crate) use words::{Exchange, Word, Words};

#[cfg(target_arch = "x86_64")]
use x86::{Avx2x4, Avx2x8, Avx2x16};

use std::marker::PhantomData;

/// The instruction set for vectorised code. It affects the speed of the search only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Path {
    /// The best instruction set of this machine.
    #[default]
    Auto,
    /// The baseline of the compilation target.
    Portable,
    /// AVX2 and BMI; portable where they are missing.
    Avx2,
    /// AVX-512 (F, BW, DQ, VL); the next best where it is missing.
    Avx512,
}

/// An instruction set that was detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// Returns the best level that the machine has and `path` allows.
    pub fn detect(path: Path) -> Level {
        #[cfg(target_arch = "x86_64")]
        {
            // Every feature that `avx2` and `avx512` below are compiled for.
            let avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let avx512 = avx2
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl");
            match path {
                Path::Auto | Path::Avx512 if avx512 => return Level(Kind::Avx512),
                Path::Auto | Path::Avx512 | Path::Avx2 if avx2 => return Level(Kind::Avx2),
                _ => {}
            }
        }
        let _ = path;
        Level(Kind::Portable)
    }

    /// Returns the size of a register of [`Words`] in bytes.
    pub fn register_bytes(self) -> usize {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => 64,
            _ => 32,
        }
    }

    /// Returns the size of the largest table in which it pays to look up all lanes of a register at once; 0 if each
    /// lane is looked up by itself.
    pub fn largest_table(self) -> usize {
        match self.0 {
            Kind::Portable => 0,
            // The look-up takes two instructions for each 16 lanes of the table.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => 128,
            // Larger tables do not fit into the registers.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => 300,
        }
    }
}

/// Number of 16-bit lanes in a register.
pub(crate) const LANES: usize = 32;

/// 16-bit lanes in order.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Lanes(pub [u16; LANES]);

impl Default for Lanes {
    #[inline(always)]
    fn default() -> Self {
        Lanes([0; LANES])
    }
}

/// Memory for a register of lanes, in the order of the instruction set that writes it. All bytes are 0 if all lanes
/// are.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Block([u16; LANES]);

impl Default for Block {
    #[inline(always)]
    fn default() -> Self {
        Block([0; LANES])
    }
}

/// Indices into a table of lanes, known to lie inside it.
#[derive(Clone, Debug)]
pub(crate) struct Indices {
    lanes: Lanes,
    /// For each half of each block of the table, the place of each lane's index in this half; [`ELSEWHERE`] if it is
    /// not there.
    #[cfg(target_arch = "x86_64")]
    places: Box<[[[u8; LANES]; 2]]>,
}

/// A place that `vpshufb` looks up as 0.
#[cfg(target_arch = "x86_64")]
const ELSEWHERE: u8 = 0x80;

impl Indices {
    /// Checks the indices against a table of `table` blocks.
    ///
    /// # Panics
    /// If an index lies outside of the table.
    pub fn new(lanes: Lanes, table: usize) -> Indices {
        // Only the greatest index is compared: LLVM of Rust 1.95 cannot compile a comparison of every index for
        // WebAssembly with registers.
        let greatest = lanes.0.iter().copied().fold(0, u16::max);
        assert!(usize::from(greatest) < table * LANES, "every index lies inside the table");
        #[cfg(target_arch = "x86_64")]
        let places = {
            let place = |index: u16, half: usize| {
                let is_here = usize::from(index) / 16 == half;
                if is_here { (index % 16) as u8 } else { ELSEWHERE }
            };
            let half = |half: usize| lanes.0.map(|index| place(index, half));
            (0..table).map(|block| [half(2 * block), half(2 * block + 1)]).collect()
        };
        Indices {
            lanes,
            #[cfg(target_arch = "x86_64")]
            places,
        }
    }
}

/// An instruction set: a register of 16-bit lanes and its operations.
pub(crate) trait Isa {
    type Register: Copy;
    /// Registers of 16-, 32- and 64-bit lanes, for work with one instance in each lane.
    type Short: Words<Word = u16>;
    type Words: Words<Word = u32>;
    type Long: Words<Word = u64>;
    /// Sixteen lanes, for work with parts of one instance in the lanes.
    type Sixteen: Exchange<Word = u32>;

    fn zero() -> Self::Register;
    /// Returns a register with the given lanes; [`Isa::load`] is faster.
    fn of(lanes: &Lanes) -> Self::Register;
    /// Returns the lanes of a register; [`Isa::store`] is faster.
    fn lanes(register: Self::Register) -> Lanes;
    /// Reads what [`Isa::store`] has written.
    fn load(block: &Block) -> Self::Register;
    fn store(register: Self::Register, block: &mut Block);
    /// Returns `table[indices[lane]]` for every lane.
    fn look(table: &[Block], indices: &Indices) -> Self::Register;
    fn or(a: Self::Register, b: Self::Register) -> Self::Register;
    fn and(a: Self::Register, b: Self::Register) -> Self::Register;
    /// Returns `a & !b`.
    fn without(a: Self::Register, b: Self::Register) -> Self::Register;
    /// Clears the lowest set bit of each lane.
    fn without_lowest(a: Self::Register) -> Self::Register;
    /// Returns `b` in the lanes where `a` is 0, else 0.
    fn where_zero(a: Self::Register, b: Self::Register) -> Self::Register;
    /// Returns whether any lane is not 0.
    fn any(a: Self::Register) -> bool;
    /// Returns the lanes that differ, one bit each.
    fn differ(a: Self::Register, b: Self::Register) -> u32;
}

/// The instruction set of any machine: plain arrays of lanes, together with its registers of words.
pub(crate) struct Plain<S, W, L>(PhantomData<(S, W, L)>);

impl<S: Words<Word = u16>, W: Exchange<Word = u32>, L: Words<Word = u64>> Isa for Plain<S, W, L> {
    type Register = Lanes;
    type Short = S;
    type Words = W;
    type Long = L;
    type Sixteen = Pair<W>;

    #[inline(always)]
    fn zero() -> Lanes {
        Lanes::default()
    }

    #[inline(always)]
    fn of(lanes: &Lanes) -> Lanes {
        *lanes
    }

    #[inline(always)]
    fn lanes(register: Lanes) -> Lanes {
        register
    }

    #[inline(always)]
    fn load(block: &Block) -> Lanes {
        Lanes(block.0)
    }

    #[inline(always)]
    fn store(register: Lanes, block: &mut Block) {
        block.0 = register.0;
    }

    #[inline(always)]
    fn look(table: &[Block], indices: &Indices) -> Lanes {
        Lanes(indices.lanes.0.map(|index| table[usize::from(index) / LANES].0[usize::from(index) % LANES]))
    }

    #[inline(always)]
    fn or(a: Lanes, b: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|lane| a.0[lane] | b.0[lane]))
    }

    #[inline(always)]
    fn and(a: Lanes, b: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|lane| a.0[lane] & b.0[lane]))
    }

    #[inline(always)]
    fn without(a: Lanes, b: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|lane| a.0[lane] & !b.0[lane]))
    }

    #[inline(always)]
    fn without_lowest(a: Lanes) -> Lanes {
        Lanes(a.0.map(|lane| lane & lane.wrapping_sub(1)))
    }

    #[inline(always)]
    fn where_zero(a: Lanes, b: Lanes) -> Lanes {
        Lanes(std::array::from_fn(|lane| if a.0[lane] == 0 { b.0[lane] } else { 0 }))
    }

    #[inline(always)]
    fn any(a: Lanes) -> bool {
        a.0.iter().fold(0, |union, lane| union | lane) != 0
    }

    #[inline(always)]
    fn differ(a: Lanes, b: Lanes) -> u32 {
        (0..LANES).fold(0, |bits, lane| bits | u32::from(a.0[lane] != b.0[lane]) << lane)
    }
}

/// Code to run with an instruction set. Implementations mark [`Work::run`] `#[inline(always)]`, so that it is
/// compiled for the instruction set it is dispatched to.
pub(crate) trait Work {
    type Output;

    fn run<I: Isa>(self) -> Self::Output;
}

/// Runs the work with the instruction set of `level`.
#[inline]
pub(crate) fn dispatch<W: Work>(level: Level, work: W) -> W::Output {
    match level.0 {
        Kind::Portable => work.run::<Plain<Array<u16, 16>, Array<u32, 8>, Array<u64, 4>>>(),
        // SAFETY: only `Level::detect` makes a level of this kind, after detecting the features that `avx2`
        // is compiled for.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { avx2(work) },
        // SAFETY: only `Level::detect` makes a level of this kind, after detecting the features that `avx512`
        // is compiled for.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => unsafe { avx512(work) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2<W: Work>(work: W) -> W::Output {
    work.run::<avx2::Avx2>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx512<W: Work>(work: W) -> W::Output {
    work.run::<avx512::Avx512>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs every operation once, on a table of several blocks.
    struct Everything<'a>(&'a [Lanes], &'a Indices);

    impl Work for Everything<'_> {
        type Output = ([Lanes; 6], bool, bool, u32);

        #[inline(always)]
        fn run<I: Isa>(self) -> Self::Output {
            let mut table = vec![Block::default(); self.0.len()];
            for (lanes, block) in self.0.iter().zip(&mut table) {
                I::store(I::of(lanes), block);
            }
            let (a, b) = (I::look(&table, self.1), I::load(&table[0]));
            let results = [
                a,
                I::or(a, b),
                I::and(a, b),
                I::without(a, b),
                I::without_lowest(a),
                I::where_zero(I::and(a, b), a),
            ];
            (results.map(I::lanes), I::any(a), I::any(I::zero()), I::differ(a, b))
        }
    }

    #[test]
    fn every_instruction_set_computes_the_same() {
        for blocks in 1..=11 {
            // Words with bits in the low byte, in the high byte, in both and in none.
            let word =
                |index: usize| ((index * 37 % 1021) as u16).wrapping_mul([1, 1 << 6, 0, 1 << 8][index % 4]);
            let table: Vec<Lanes> = (0..blocks)
                .map(|block| Lanes(std::array::from_fn(|lane| word(block * LANES + lane))))
                .collect();
            for salt in 0..50 {
                let lanes = Lanes(std::array::from_fn(|lane| {
                    ((lane * 7919 + salt * 104_729) % (blocks * LANES)) as u16
                }));
                let indices = Indices::new(lanes, blocks);
                let run = |path| dispatch(Level::detect(path), Everything(&table, &indices));
                let portable = run(Path::Portable);
                assert_eq!(portable.0[0].0, lanes.0.map(|index| word(usize::from(index))));
                assert_eq!((portable.1, portable.2), (true, false));
                for path in [Path::Avx2, Path::Avx512] {
                    assert_eq!(run(path), portable, "{path:?}, {blocks} blocks");
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "inside the table")]
    fn indices_outside_the_table_are_refused() {
        Indices::new(Lanes([64; LANES]), 2);
    }
}
