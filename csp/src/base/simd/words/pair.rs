//! Two registers as one of twice as many lanes, for work that needs more lanes than a register has.

use super::{Exchange, Pair, Words};

/// Applies an operation to both halves.
macro_rules! both {
    ($first:ident, $second:ident: $operation:ident) => {
        Pair([$first.0[0].$operation($second.0[0]), $first.0[1].$operation($second.0[1])])
    };
}

impl<W: Words> Words for Pair<W> {
    type Word = W::Word;

    const LANES: usize = 2 * W::LANES;

    #[inline(always)]
    fn all(word: W::Word) -> Self {
        Pair([W::all(word); 2])
    }

    #[inline(always)]
    fn of(words: &[W::Word]) -> Self {
        let (low, high) = words.split_at(W::LANES);
        Pair([W::of(low), W::of(high)])
    }

    #[inline(always)]
    fn write(self, words: &mut [W::Word]) {
        let (low, high) = words.split_at_mut(W::LANES);
        self.0[0].write(low);
        self.0[1].write(high);
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        both!(self, other: or)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        both!(self, other: and)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        both!(self, other: xor)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        both!(self, other: without)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        both!(self, other: plus)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        both!(self, other: minus)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        both!(self, other: min)
    }

    #[inline(always)]
    fn left(self, by: u32) -> Self {
        Pair([self.0[0].left(by), self.0[1].left(by)])
    }

    #[inline(always)]
    fn right(self, by: u32) -> Self {
        Pair([self.0[0].right(by), self.0[1].right(by)])
    }

    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        both!(self, other: where_zero)
    }

    #[inline(always)]
    fn spread(bits: u32, word: W::Word) -> Self {
        Pair([W::spread(bits, word), W::spread(bits >> W::LANES, word)])
    }

    #[inline(always)]
    fn occupied(self) -> u32 {
        self.0[0].occupied() | self.0[1].occupied() << W::LANES
    }

    #[inline(always)]
    fn lane(&self, lane: usize) -> W::Word {
        self.0[lane / W::LANES].lane(lane % W::LANES)
    }

    #[inline(always)]
    fn set_lane(&mut self, lane: usize, word: W::Word) {
        self.0[lane / W::LANES].set_lane(lane % W::LANES, word);
    }
}

impl<W: Exchange> Exchange for Pair<W> {
    #[inline(always)]
    fn exchange<const BIT: usize>(self) -> Self {
        let [low, high] = self.0;
        if BIT == W::LANES {
            Pair([high, low])
        } else {
            Pair([low.exchange::<BIT>(), high.exchange::<BIT>()])
        }
    }
}
