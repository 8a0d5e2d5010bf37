//! Tests of every register operation against plain arithmetic on its lanes.

use super::super::{Isa, Level, Path, Work, dispatch};
use super::{Exchange, Word, Words};
use crate::base::rng::Rng;

/// Runs the checks on the registers of an instruction set.
struct Check(Level);

impl Work for Check {
    type Output = [usize; 3];

    #[inline(always)]
    fn run<I: Isa>(self) -> [usize; 3] {
        // Register files are laid out for registers of `register_bytes`.
        let bytes = self.0.register_bytes();
        let sizes = [size_of::<I::Short>(), size_of::<I::Words>(), size_of::<I::Long>()];
        assert_eq!(sizes, [bytes; 3], "{:?}", self.0);
        assert_eq!(check::<I::Sixteen>(), 16);
        check_exchange::<I::Sixteen>();
        [check::<I::Short>(), check::<I::Words>(), check::<I::Long>()]
    }
}

/// Returns random words: zeros, edge cases and random bits.
fn words<W: Words>(rng: &mut Rng) -> (W, Vec<u64>) {
    let width = 8 * size_of::<W::Word>() as u32;
    let ones = u64::MAX >> (64 - width);
    let top = 1 << (width - 1);
    let edges = [0, 1, 2, top, top - 1, top + 1, ones, ones - 1, ones ^ 1];
    let mut word = || match rng.below(4) {
        0 => 0,
        1 | 2 => edges[rng.below(edges.len() as u32) as usize],
        _ => rng.next() & ones,
    };
    let plain: Vec<u64> = (0..W::LANES).map(|_| word()).collect();
    (W::of(&plain.iter().map(|&bits| W::Word::of(bits)).collect::<Vec<_>>()), plain)
}

fn lanes<W: Words>(register: W) -> Vec<u64> {
    (0..W::LANES).map(|lane| register.lane(lane).bits()).collect()
}

/// Checks all operations and returns the number of lanes.
#[inline(always)]
fn check<W: Words>() -> usize {
    let width = 8 * size_of::<W::Word>() as u32;
    let ones = u64::MAX >> (64 - width);
    assert_eq!(W::LANES * size_of::<W::Word>(), size_of::<W>());
    assert!(W::LANES <= 32, "a bit for each lane");
    let mut rng = Rng::new(u64::from(width));
    for _ in 0..500 {
        let ((a, x), (b, y)) = (words::<W>(&mut rng), words::<W>(&mut rng));
        assert_eq!((lanes(a), lanes(b)), (x.clone(), y.clone()), "of, lane");
        let same = |what: &str, register: W, plain: &dyn Fn(u64, u64) -> u64| {
            let expected: Vec<u64> = x.iter().zip(&y).map(|(&x, &y)| plain(x, y) & ones).collect();
            assert_eq!(lanes(register), expected, "{what} of {x:x?} and {y:x?}");
        };
        same("or", a.or(b), &|x, y| x | y);
        same("and", a.and(b), &|x, y| x & y);
        same("xor", a.xor(b), &|x, y| x ^ y);
        same("without", a.without(b), &|x, y| x & !y);
        same("plus", a.plus(b), &u64::wrapping_add);
        same("minus", a.minus(b), &u64::wrapping_sub);
        same("min", a.min(b), &u64::min);
        same("where_zero", a.where_zero(b), &|x, y| if x == 0 { y } else { 0 });
        same("where_zero of itself", a.where_zero(a), &|_, _| 0);
        for by in [0, 1, 2, 9, width / 2, width - 1] {
            same("left", a.left(by), &|x, _| x << by);
            same("right", a.right(by), &|x, _| x >> by);
        }
        let occupied = x.iter().enumerate().fold(0, |bits, (lane, &x)| bits | u32::from(x != 0) << lane);
        assert_eq!(a.occupied(), occupied, "{x:x?}");
        let bits = rng.next() as u32;
        let spread = |lane: usize| if bits >> lane & 1 != 0 { y[0] } else { 0 };
        let expected: Vec<u64> = (0..W::LANES).map(spread).collect();
        assert_eq!(lanes(W::spread(bits, W::Word::of(y[0]))), expected, "spread {bits:b}");
        let mut written = vec![W::Word::default(); W::LANES];
        a.write(&mut written);
        assert_eq!(written.iter().map(|word| word.bits()).collect::<Vec<_>>(), x, "write");
        // Only one lane changes.
        let lane = rng.below(W::LANES as u32) as usize;
        let (mut set, mut expected) = (a, x.clone());
        set.set_lane(lane, W::Word::of(y[lane]));
        expected[lane] = y[lane];
        assert_eq!(lanes(set), expected, "set_lane {lane}");
        assert_eq!(lanes(W::all(W::Word::of(y[0]))), vec![y[0]; W::LANES], "all");
    }
    for lane in 0..W::LANES {
        let mut one = W::all(W::Word::default());
        assert_eq!(one.occupied(), 0);
        one.set_lane(lane, W::Word::of(1 << (width - 1)));
        assert_eq!(one.occupied(), 1 << lane);
    }
    // Only the low bits of a word are kept.
    assert_eq!(W::Word::of(u64::MAX).bits(), ones);
    assert_eq!(W::Word::of(u64::MAX << (width - 1)).bits(), 1 << (width - 1));
    W::LANES
}

#[inline(always)]
fn check_exchange<W: Exchange>() {
    let (register, plain) = words::<W>(&mut Rng::new(16));
    let exchanged = |bit: usize| (0..W::LANES).map(|lane| plain[lane ^ bit]).collect::<Vec<_>>();
    assert_eq!(lanes(register.exchange::<1>()), exchanged(1));
    assert_eq!(lanes(register.exchange::<2>()), exchanged(2));
    assert_eq!(lanes(register.exchange::<4>()), exchanged(4));
    assert_eq!(lanes(register.exchange::<8>()), exchanged(8));
}

#[test]
fn every_register_computes_as_plain_words_do() {
    for path in [Path::Portable, Path::Avx2, Path::Avx512] {
        let level = Level::detect(path);
        let lanes = level.register_bytes() / 2;
        assert_eq!(dispatch(level, Check(level)), [lanes, lanes / 2, lanes / 4], "{path:?}");
    }
}

/// The number of words must be the number of lanes.
#[test]
fn registers_of_too_few_or_too_many_words_are_refused() {
    struct Of(usize);
    impl Work for Of {
        type Output = ();

        #[inline(always)]
        fn run<I: Isa>(self) {
            I::Short::of(&[0; 64][..self.0]);
        }
    }
    for path in [Path::Portable, Path::Avx2, Path::Avx512] {
        let level = Level::detect(path);
        let lanes = level.register_bytes() / 2;
        for count in [0, lanes - 1, lanes + 1] {
            let refused = std::panic::catch_unwind(|| dispatch(level, Of(count)));
            assert!(refused.is_err(), "{path:?}: {count} words for {lanes} lanes");
        }
        dispatch(level, Of(lanes));
    }
}

/// Lane indices are checked.
#[test]
fn lanes_outside_are_refused() {
    struct Lane(usize);
    impl Work for Lane {
        type Output = ();

        #[inline(always)]
        fn run<I: Isa>(self) {
            let mut register = I::Long::all(0);
            register.set_lane(self.0, 1);
            assert_eq!(register.lane(self.0), 1);
        }
    }
    for path in [Path::Portable, Path::Avx2, Path::Avx512] {
        let level = Level::detect(path);
        let lanes = level.register_bytes() / 8;
        dispatch(level, Lane(lanes - 1));
        let refused = std::panic::catch_unwind(|| dispatch(level, Lane(lanes)));
        assert!(refused.is_err(), "{path:?}: there is no lane {lanes}");
    }
}
