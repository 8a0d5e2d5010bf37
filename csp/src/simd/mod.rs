//! Lanes: the one place that knows instruction sets, and the one place with `unsafe`.
//!
//! Algorithms are written once, as plain loops over [`Lanes`] in a [`Work`], and compiled for each
//! instruction set by [`dispatch`]. Plain loops vectorise well; the one thing compilers do not find by
//! themselves is a look-up of every lane in a small table, which AVX-512 does in registers: [`Look`].

#![allow(unsafe_code)] // Calling code for an instruction set that was detected; see each block.

#[cfg(target_arch = "x86_64")]
mod avx512;

/// Which instruction set is used where it matters. Never changes the search, only its speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Path {
    /// The best there is on this machine.
    #[default]
    Auto,
    /// What every machine of the target has.
    Portable,
    /// AVX2 and BMI, or portable where they are missing.
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
            // Every feature that the functions below are compiled for.
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

    /// Whether tables are looked up in registers.
    pub fn has_register_look_up(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        {
            self.0 == Kind::Avx512
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            false
        }
    }
}

/// Lanes of a register.
pub(crate) const LANES: usize = 32;

/// One register's worth of 16-bit lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(crate) struct Lanes(pub [u16; LANES]);

impl Default for Lanes {
    #[inline(always)]
    fn default() -> Self {
        Lanes([0; LANES])
    }
}

/// Indices into a table of lanes, all of them inside it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Indices(Lanes);

impl Indices {
    /// `table` is the number of blocks that the indices may reach.
    ///
    /// # Panics
    /// When an index reaches further.
    pub fn new(indices: Lanes, table: usize) -> Indices {
        let inside = indices.0.iter().all(|&index| usize::from(index) < table * LANES);
        assert!(inside, "every index lies inside the table");
        Indices(indices)
    }
}

/// How lanes are looked up in a table.
pub(crate) trait Look {
    /// `table[indices[lane]]` for every lane.
    fn look(table: &[Lanes], indices: &Indices) -> Lanes;
}

/// Look-ups one by one.
pub(crate) struct OneByOne;

impl Look for OneByOne {
    #[inline(always)]
    fn look(table: &[Lanes], indices: &Indices) -> Lanes {
        Lanes(indices.0.0.map(|index| table[usize::from(index) / LANES].0[usize::from(index) % LANES]))
    }
}

/// Something to run. Implementations mark [`Work::run`] `#[inline(always)]`, so that it is compiled for the
/// instruction set it is dispatched to.
pub(crate) trait Work {
    type Output;

    fn run<L: Look>(self) -> Self::Output;
}

/// Runs the work with the instructions of `level`.
#[inline]
pub(crate) fn dispatch<W: Work>(level: Level, work: W) -> W::Output {
    match level.0 {
        Kind::Portable => work.run::<OneByOne>(),
        // SAFETY: `Level::detect` alone makes a level of this kind, having found what `avx2` is compiled for.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 => unsafe { avx2(work) },
        // SAFETY: `Level::detect` alone makes a level of this kind, having found what `avx512` is compiled for.
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
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx512<W: Work>(work: W) -> W::Output {
    work.run::<avx512::InRegisters>()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct LookUp<'a>(&'a [Lanes], &'a Indices);

    impl Work for LookUp<'_> {
        type Output = Lanes;

        #[inline(always)]
        fn run<L: Look>(self) -> Lanes {
            L::look(self.0, self.1)
        }
    }

    #[test]
    fn every_path_looks_up_the_same() {
        for blocks in 1..=11 {
            let table: Vec<Lanes> = (0..blocks)
                .map(|block| Lanes(std::array::from_fn(|lane| ((block * LANES + lane) * 37 + 5) as u16)))
                .collect();
            for salt in 0..50 {
                let lanes = Lanes(std::array::from_fn(|lane| {
                    ((lane * 7919 + salt * 104_729) % (blocks * LANES)) as u16
                }));
                let indices = Indices::new(lanes, blocks);
                for path in [Path::Portable, Path::Avx2, Path::Avx512] {
                    let found = dispatch(Level::detect(path), LookUp(&table, &indices));
                    assert_eq!(found.0, lanes.0.map(|index| index * 37 + 5), "{path:?}, {blocks} blocks");
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
