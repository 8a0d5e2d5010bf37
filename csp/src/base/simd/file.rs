//! A register file: one array of registers, and rows of places that are processed together.
//!
//! A sweep looks up thousands of registers at places that never change. Places are therefore checked once,
//! when the rows are built, and not at each use. The lifetime of a [`Place`] ties it to the one call that
//! lends it, and so to a file in which it is known to lie.

use std::marker::PhantomData;

/// Number of consecutive registers at a place.
pub(crate) const FIELDS: usize = 6;

/// Rows of places for files of one size, grouped by length.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    /// The places of all rows of a length, indexed by length, as byte offsets.
    rows: Vec<Vec<u32>>,
    /// Number of registers in the file.
    registers: usize,
    /// Size of a register in bytes.
    register: usize,
}

impl Rows {
    /// Builds rows for files of `registers` registers with `register` bytes each. Rows are processed in the
    /// order of their lengths.
    ///
    /// # Panics
    /// If a place reaches beyond the file.
    pub fn new<R: AsRef<[usize]>>(
        registers: usize,
        register: usize,
        rows: impl IntoIterator<Item = R>,
    ) -> Rows {
        assert!(u32::try_from(registers * register).is_ok(), "a file of {registers} registers");
        let mut sorted: Vec<Vec<u32>> = Vec::new();
        for row in rows {
            let row = row.as_ref();
            if sorted.len() <= row.len() {
                sorted.resize(row.len() + 1, Vec::new());
            }
            let inside = |place: usize| place.checked_add(FIELDS).is_some_and(|end| end <= registers);
            assert!(row.iter().all(|&place| inside(place)), "a place outside of {registers} registers");
            sorted[row.len()].extend(row.iter().map(|&place| (place * register) as u32));
        }
        Rows { rows: sorted, registers, register }
    }
}

/// A place known to lie in the file that is lent with it.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Place<'file>(u32, PhantomData<fn(&'file ()) -> &'file ()>);

/// A register file, lent while a row is processed.
pub(crate) struct Registers<'file, W> {
    base: *mut W,
    file: PhantomData<fn(&'file ()) -> &'file ()>,
}

#[allow(unsafe_code)]
impl<'file, W: Copy> Registers<'file, W> {
    #[inline(always)]
    fn at<const FIELD: usize>(&self, place: Place<'file>) -> *mut W {
        const { assert!(FIELD < FIELDS, "a place has so many registers") };
        // SAFETY: `each` lends places only with a file of the size for which `Rows::new` checked them: there
        // are `FIELDS` registers from the place on. Offsets are multiples of the register's size.
        unsafe { self.base.byte_add(place.0 as usize).add(FIELD) }
    }

    #[inline(always)]
    pub fn get<const FIELD: usize>(&self, place: Place<'file>) -> W {
        // SAFETY: `at` points inside the file, which `each` borrows, and the file is initialised.
        unsafe { self.at::<FIELD>(place).read() }
    }

    #[inline(always)]
    pub fn set<const FIELD: usize>(&mut self, place: Place<'file>, register: W) {
        // SAFETY: `at` points inside the file, which `each` borrows mutably.
        unsafe { self.at::<FIELD>(place).write(register) }
    }
}

/// The work on a row. Implementations are marked `#[inline(always)]`, see [`Work`](super::Work).
pub(crate) trait Step<W> {
    fn step<'file>(&mut self, file: &mut Registers<'file, W>, row: &[Place<'file>]);
}

/// Calls `step` for every row.
///
/// # Panics
/// If the rows were built for another number or size of registers.
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn each<W: Copy, S: Step<W>>(file: &mut [W], rows: &Rows, mut step: S) -> S {
    assert_eq!(
        (rows.registers, rows.register),
        (file.len(), size_of::<W>()),
        "rows are for files of one size"
    );
    let mut registers = Registers { base: file.as_mut_ptr(), file: PhantomData };
    for (length, places) in rows.rows.iter().enumerate() {
        // SAFETY: `Place` is a transparent `u32`, and `places` were checked to lie inside files of this size.
        let places: &[Place<'_>] = unsafe { &*(std::ptr::from_ref(places.as_slice()) as *const [Place<'_>]) };
        macro_rules! of_length {
            ($($known:literal)*) => {
                match length {
                    _ if places.is_empty() => {}
                    // Common lengths are compile-time constants.
                    $($known => places.as_chunks::<$known>().0.iter().for_each(|row| step.step(&mut registers, row)),)*
                    _ => places.chunks_exact(length).for_each(|row| step.step(&mut registers, row)),
                }
            };
        }
        of_length!(2 3 4 5 6);
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums fields 0 and 5 over the places after the first and stores the sum in field 1 of the first.
    struct Add;

    impl Step<u64> for Add {
        fn step<'file>(&mut self, file: &mut Registers<'file, u64>, row: &[Place<'file>]) {
            let sum = row[1..].iter().map(|&place| file.get::<0>(place) + file.get::<5>(place)).sum();
            file.set::<1>(row[0], sum);
        }
    }

    #[test]
    fn rows_of_any_length() {
        let mut file: Vec<u64> = (0..20).collect();
        let rows: Vec<Vec<usize>> = (1..12).map(|length| (0..length).collect()).collect();
        let known = Rows::new(20, 8, rows);
        each(&mut file, &known, Add);
        // Shorter rows come first. Register 1 is both written and read.
        let mut one = 1;
        for length in 1..12 {
            let value = |place| if place == 1 { one } else { place };
            one = (1..length).map(|place| value(place) + place + 5).sum();
        }
        assert_eq!(file[1], one);
        assert_eq!(file[0], 0);
        assert_eq!(file[2..], (2..20).collect::<Vec<u64>>());
    }

    #[test]
    #[should_panic(expected = "a place outside")]
    fn places_outside_are_refused() {
        Rows::new(20, 8, [vec![0, 15]]);
    }

    #[test]
    #[should_panic(expected = "a place outside")]
    fn places_so_far_that_they_wrap_around_are_refused() {
        Rows::new(20, 8, [vec![usize::MAX - 2]]);
    }

    #[test]
    #[should_panic(expected = "a file of")]
    fn files_beyond_32_bits_are_refused() {
        Rows::new::<Vec<usize>>(1 << 26, 64, []);
    }

    #[test]
    fn places_up_to_the_last() {
        let mut file: Vec<u64> = (0..20).collect();
        each(&mut file, &Rows::new(20, 8, [vec![14, 14]]), Add);
        assert_eq!((file[14], file[15], file[19]), (14, 14 + 19, 19));
    }

    #[test]
    fn rows_of_no_places_are_no_rows() {
        let mut file = vec![1_u64; 6];
        each(&mut file, &Rows::new::<Vec<usize>>(6, 8, [vec![], vec![]]), Add);
        each(&mut file, &Rows::new::<Vec<usize>>(6, 8, []), Add);
        assert_eq!(file, [1; 6]);
    }

    #[test]
    #[should_panic(expected = "files of one size")]
    fn other_files_are_refused() {
        each(&mut [0_u64; 19], &Rows::new(20, 8, [vec![0, 1]]), Add);
    }

    /// Accepts registers of any type.
    struct Nothing;

    impl<W: Copy> Step<W> for Nothing {
        fn step<'file>(&mut self, _: &mut Registers<'file, W>, _: &[Place<'file>]) {}
    }

    /// The same number of bytes, but in registers of half the size.
    #[test]
    #[should_panic(expected = "files of one size")]
    fn other_registers_are_refused() {
        each(&mut [0_u32; 40], &Rows::new(20, 8, [vec![0, 14]]), Nothing);
    }

    /// The same number of registers, but of half the size.
    #[test]
    #[should_panic(expected = "files of one size")]
    fn smaller_registers_are_refused() {
        each(&mut [0_u32; 20], &Rows::new(20, 8, [vec![0, 14]]), Nothing);
    }

    #[test]
    #[should_panic(expected = "files of one size")]
    fn longer_files_are_refused() {
        each(&mut [0_u64; 21], &Rows::new(20, 8, [vec![0, 14]]), Nothing);
    }
}
