//! Lanes: the one place that knows AVX-512, AVX2 and portable, and the one place with `unsafe`.
//!
//! Algorithms are written once, as plain loops over [`Lanes`] in a [`Work`], and compiled three times by
//! [`dispatch`]. Plain loops vectorise well; the one thing compilers do not find by themselves is a
//! look-up of every lane in a small table, which AVX-512 does in registers: [`Look`].

#![allow(unsafe_code)] // Calling code for an instruction set that was detected; see each block.

#[cfg(target_arch = "x86_64")]
mod avx512;

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// Which instruction set the lanes use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Path {
    /// The best there is on this machine.
    #[default]
    Auto,
    /// What every machine of the target has.
    Portable,
    /// AVX2, or portable where it is missing.
    Avx2,
    /// AVX-512 (F, BW, DQ, VL), or the next best.
    Avx512,
}

/// An instruction set known to be there.
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
    /// The best that the machine has up to the wished path.
    pub fn detect(path: Path) -> Level {
        #[cfg(target_arch = "x86_64")]
        {
            let avx512 = matches!(path, Path::Auto | Path::Avx512)
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl");
            if avx512 {
                return Level(Kind::Avx512);
            }
            if path != Path::Portable && is_x86_feature_detected!("avx2") {
                return Level(Kind::Avx2);
            }
        }
        let _ = path;
        Level(Kind::Portable)
    }
}

/// A word that fills a lane.
pub(crate) trait Lane:
    Copy
    + Debug
    + Default
    + PartialEq
    + Send
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
    + 'static
{
    /// The lanes of one register.
    type Block: Block<Self>;

    /// `self & (self - 1)`: without the lowest bit.
    fn without_lowest(self) -> Self;
    fn from_word(word: u64) -> Self;
    fn to_word(self) -> u64;
    fn to_index(self) -> usize;
}

/// 64 bytes of lanes.
pub(crate) trait Block<T>:
    Copy + Debug + Default + PartialEq + Send + std::ops::Index<usize, Output = T> + std::ops::IndexMut<usize>
{
    const LANES: usize;

    fn lanes(&self) -> &[T];
}

/// One register's worth of lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Lanes<T, const N: usize>(pub [T; N]);

impl<T: Default + Copy, const N: usize> Default for Lanes<T, N> {
    #[inline(always)]
    fn default() -> Self {
        Lanes([T::default(); N])
    }
}

impl<T, const N: usize> std::ops::Index<usize> for Lanes<T, N> {
    type Output = T;

    #[inline(always)]
    fn index(&self, at: usize) -> &T {
        &self.0[at]
    }
}

impl<T, const N: usize> std::ops::IndexMut<usize> for Lanes<T, N> {
    #[inline(always)]
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.0[at]
    }
}

impl<T: Lane, const N: usize> Block<T> for Lanes<T, N> {
    const LANES: usize = N;

    #[inline(always)]
    fn lanes(&self) -> &[T] {
        &self.0
    }
}

macro_rules! lane {
    ($word:ty, $lanes:literal) => {
        impl Lane for $word {
            type Block = Lanes<$word, $lanes>;

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn from_word(word: u64) -> Self {
                word as $word
            }

            #[inline(always)]
            fn to_word(self) -> u64 {
                self.into()
            }

            #[inline(always)]
            fn to_index(self) -> usize {
                self as usize
            }
        }
    };
}

lane!(u16, 32);
lane!(u32, 16);
lane!(u64, 8);

/// Indices into a table of blocks, all of them inside it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Indices<T: Lane> {
    block: T::Block,
}

impl<T: Lane> Indices<T> {
    /// `table` is the number of blocks that the indices may reach.
    ///
    /// # Panics
    /// When an index reaches further.
    pub fn new(block: T::Block, table: usize) -> Indices<T> {
        let end = table * T::Block::LANES;
        assert!(block.lanes().iter().all(|index| index.to_index() < end), "every index lies inside the table");
        Indices { block }
    }
}

/// How lanes are looked up in a table.
pub(crate) trait Look {
    /// `table[indices[lane]]` for every lane.
    fn look<T: Lane>(table: &[T::Block], indices: &Indices<T>) -> T::Block;
}

/// Look-ups one by one.
pub(crate) struct OneByOne;

impl Look for OneByOne {
    #[inline(always)]
    fn look<T: Lane>(table: &[T::Block], indices: &Indices<T>) -> T::Block {
        let lanes = T::Block::LANES;
        let mut found = T::Block::default();
        for lane in 0..lanes {
            let index = indices.block[lane].to_index();
            found[lane] = table[index / lanes][index % lanes];
        }
        found
    }
}

/// Something to run on lanes. Implementations mark [`Work::run`] `#[inline(always)]`, so that it is
/// compiled for the instruction set it is dispatched to.
pub(crate) trait Work {
    type Output;

    fn run<L: Look>(self) -> Self::Output;
}

/// Runs the work with the instructions of `level`.
#[inline]
pub(crate) fn dispatch<W: Work>(level: Level, work: W) -> W::Output {
    match level.0 {
        Kind::Portable => work.run::<OneByOne>(),
        // SAFETY: a `Level` of this kind is made by `Level::detect` alone, which found AVX2.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { avx2(work) },
        // SAFETY: a `Level` of this kind is made by `Level::detect` alone, which found AVX-512 F, BW, DQ, VL.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512 => unsafe { avx512(work) },
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2<W: Work>(work: W) -> W::Output {
    work.run::<OneByOne>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
fn avx512<W: Work>(work: W) -> W::Output {
    work.run::<avx512::InRegisters>()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct LookUp<'a, T: Lane>(&'a [T::Block], &'a Indices<T>);

    impl<T: Lane> Work for LookUp<'_, T> {
        type Output = T::Block;

        #[inline(always)]
        fn run<L: Look>(self) -> T::Block {
            L::look(self.0, self.1)
        }
    }

    fn every_path_looks_up_the_same<T: Lane>() {
        let lanes = T::Block::LANES;
        for blocks in 1..=11 {
            let mut table = vec![T::Block::default(); blocks];
            for at in 0..blocks * lanes {
                table[at / lanes][at % lanes] = T::from_word(at as u64 * 37 + 5);
            }
            for salt in 0..50 {
                let mut block = T::Block::default();
                for lane in 0..lanes {
                    block[lane] = T::from_word(((lane * 7919 + salt * 104_729) % (blocks * lanes)) as u64);
                }
                let indices = Indices::<T>::new(block, blocks);
                for path in [Path::Portable, Path::Avx2, Path::Avx512] {
                    let found = dispatch(Level::detect(path), LookUp(&table, &indices));
                    for lane in 0..lanes {
                        assert_eq!(found[lane].to_index(), T::from_word(block[lane].to_word() * 37 + 5).to_index());
                    }
                }
            }
        }
    }

    #[test]
    fn look_ups_agree() {
        every_path_looks_up_the_same::<u16>();
        every_path_looks_up_the_same::<u32>();
        every_path_looks_up_the_same::<u64>();
    }

    #[test]
    #[should_panic(expected = "inside the table")]
    fn indices_outside_the_table_are_refused() {
        Indices::<u16>::new(Lanes([64; 32]), 2);
    }
}
