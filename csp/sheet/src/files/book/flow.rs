//! Blocks on pages.

use super::blocks::{Block, What};
use super::strip::Strip;
use crate::files::line::{Extent, Rest};
use crate::{Image, Place};

/// The most room that is added above a block to fill a page.
const MOST_ADDED: f64 = 24.0;

/// A page: its blocks, each with its height and the room above it.
pub(super) struct Sheet {
    pub blocks: Vec<(Block, f64, f64)>,
    /// The room at the foot for the solutions of the page before.
    pub strip: Option<Strip>,
}

impl Sheet {
    /// The chapters that begin on it.
    pub fn begins(&self) -> impl Iterator<Item = usize> + '_ {
        self.blocks.iter().filter_map(|(block, ..)| block.begins)
    }

    /// The height that its blocks take, and the share of those of which so many belong on a page.
    pub fn used(&self) -> (f64, f64) {
        let blocks = self.blocks.iter();
        blocks.fold((0.0, 0.0), |(used, share), (block, height, above)| {
            (used + height + above, share + block.share)
        })
    }
}

impl Block {
    /// The solutions that stand on the next page.
    fn solutions(&self) -> impl Iterator<Item = &Result<Image, String>> {
        let cells = match &self.what {
            What::Row { cells, .. } => &cells[..],
            What::Line(_) => &[],
        };
        cells.iter().filter_map(|cell| cell.solution.as_ref())
    }

    /// What it takes of a page at least, if solutions are smaller by a factor.
    fn extent(&self, factor: f64) -> Extent {
        let height = self.least_at(factor);
        Extent { height, above: self.above, share: self.share, is_tied: self.is_tied }
    }

    /// The least height if solutions are smaller by a factor.
    fn least_at(&self, factor: f64) -> f64 {
        match &self.what {
            What::Row { .. } if self.share == 0.0 => self.least * factor,
            _ => self.least,
        }
    }
}

/// A last page of solutions with less than this of its height is saved if they fit into the pages before.
const NEARLY_EMPTY: f64 = 0.5;
/// How much smaller solutions may be for that.
const SMALLER: [f64; 4] = [0.95, 0.9, 0.85, 0.8];

/// Whether the first blocks fit into what is left of a page.
pub(super) fn join(blocks: &[Block], rest: Rest) -> bool {
    rest.holds(0, blocks.iter().map(|block| block.extent(1.0)))
}

/// Divides blocks into pages with so much room, of which the first may be the rest of one. A page after one with solutions
/// has a strip for them at its foot.
pub(super) fn sheets(mut blocks: Vec<Block>, room: Place, letters: f64, first: Rest) -> Vec<Sheet> {
    let height = room[1];
    let counts = |blocks: &[Block], factor: f64| counts(blocks, (room, first), letters, factor);
    let usual = counts(&blocks, 1.0);
    let last = usual.iter().rev().find(|page| page.0 > 0).map_or(0, |page| page.0);
    let last: f64 = blocks.iter().rev().take(last).map(|block| block.ideal).sum();
    let is_saved = |factor: &&f64| counts(&blocks, **factor).len() < usual.len();
    let factor = SMALLER.iter().find(is_saved).filter(|_| last < NEARLY_EMPTY * height);
    let pages = factor.map_or(usual, |factor| counts(&blocks, *factor));
    blocks.iter_mut().for_each(|block| block.least = block.least_at(factor.copied().unwrap_or(1.0)));
    let end = pages.iter().rposition(|page| page.0 > 0);
    let mut left = blocks.into_iter();
    let mut sheets = Vec::new();
    for (at, (count, strip)) in pages.into_iter().enumerate() {
        let taken: Vec<Block> = left.by_ref().take(count).collect();
        let height = if at == 0 { first.height } else { height };
        let blocks = stretched(taken, height - strip.map_or(0.0, |strip| strip.room()), Some(at) == end);
        sheets.push(Sheet { blocks, strip });
    }
    sheets
}

/// The number of blocks of each page, and its strip, if solutions at the end are smaller by a factor.
fn counts(
    blocks: &[Block],
    (room, first): (Place, Rest),
    letters: f64,
    factor: f64,
) -> Vec<(usize, Option<Strip>)> {
    let (mut pages, mut from, mut strip, mut rest) = (Vec::new(), 0, None::<Strip>, first);
    while from < blocks.len() || strip.is_some() {
        let count = rest.fitting(blocks[from..].iter().map(|block| block.extent(factor)));
        pages.push((count, strip));
        let taken = &blocks[from..from + count];
        strip = Strip::of(taken.iter().flat_map(Block::solutions), room, letters);
        rest = Rest::of(room[1] - strip.map_or(0.0, |strip| strip.room()));
        from += count;
    }
    pages
}

/// Gives blocks heights that fill the room as far as they can. The last page keeps what is wanted.
fn stretched(blocks: Vec<Block>, room: f64, is_last: bool) -> Vec<(Block, f64, f64)> {
    let above = |at: usize, block: &Block| if at == 0 { 0.0 } else { block.above };
    let gaps: f64 = blocks.iter().enumerate().map(|(at, block)| above(at, block)).sum();
    let heights: Vec<f64> = fill(&blocks, room - gaps, is_last);
    let left = (room - gaps - heights.iter().sum::<f64>()).max(0.0);
    let rows = blocks.iter().skip(1).filter(|block| matches!(block.what, What::Row { .. })).count();
    let added = if is_last || rows == 0 { 0.0 } else { (left / rows as f64).min(MOST_ADDED) };
    let blocks = blocks.into_iter().zip(heights).enumerate();
    let placed = blocks.map(|(at, (block, height))| {
        let more = if at > 0 && matches!(block.what, What::Row { .. }) { added } else { 0.0 };
        let above = above(at, &block) + more;
        (block, height, above)
    });
    placed.collect()
}

/// Heights between the least and the greatest, in the proportion of those that are wanted.
fn fill(blocks: &[Block], room: f64, is_last: bool) -> Vec<f64> {
    let at = |factor: f64| -> Vec<f64> {
        blocks
            .iter()
            .map(|block| (block.ideal * factor).clamp(block.least, block.most.max(block.least)))
            .collect()
    };
    let (mut low, mut high) = (0.0, if is_last { 1.0 } else { 2.0 });
    if at(high).iter().sum::<f64>() <= room {
        return at(high);
    }
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if at(middle).iter().sum::<f64>() <= room { low = middle } else { high = middle }
    }
    at(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::line::Line;

    fn sheets(blocks: Vec<Block>, height: f64) -> Vec<Sheet> {
        super::sheets(blocks, [500.0, height], 1.0, Rest::of(height))
    }

    fn row(high: f64) -> Block {
        let what = What::Row { cells: Vec::new(), wide: 100.0 };
        let (least, ideal, most) = (0.8 * high, high, 1.2 * high);
        Block { what, least, ideal, most, share: 1.0 / 3.0, above: 10.0, is_tied: false, begins: None }
    }

    fn heading(number: usize) -> Block {
        let line = Line { text: "x".into(), size: 10.0, is_bold: true, indent: 0.0, of: None };
        let what = What::Line(line);
        let (least, ideal, most) = (20.0, 20.0, 20.0);
        let share = 0.0;
        Block { what, least, ideal, most, share, above: 10.0, is_tied: true, begins: Some(number) }
    }

    #[test]
    fn pages_are_full_and_headings_stand_above_rows() {
        for rows in [1, 2, 3, 4, 7, 8] {
            let chapter =
                |number| [vec![heading(number)], (0..rows).map(|_| row(113.0)).collect()].concat_blocks();
            let sheets = sheets((0..5).flat_map(chapter).collect(), 359.0);
            let begun: Vec<usize> = sheets.iter().flat_map(Sheet::begins).collect();
            assert_eq!(begun, [0, 1, 2, 3, 4]);
            for (at, sheet) in sheets.iter().enumerate() {
                let blocks = sheet.blocks.iter();
                let height: f64 = blocks.map(|(_, height, above)| height + above).sum();
                assert!(height <= 359.0 + 1e-3, "{rows}: {height}");
                assert!(at + 1 == sheets.len() || height > 0.6 * 359.0, "{rows}: page {at} has {height}");
                assert!(!sheet.blocks.last().unwrap().0.is_tied, "{rows}: a heading is alone");
            }
        }
    }

    #[test]
    fn what_is_tied_and_longer_than_a_page_is_torn() {
        let sheets = sheets((0..50).map(heading).collect(), 100.0);
        assert_eq!(sheets.iter().map(|sheet| sheet.blocks.len()).sum::<usize>(), 50);
        assert!(sheets.iter().all(|sheet| !sheet.blocks.is_empty()));
        let high = self::sheets(vec![row(1000.0)], 100.0);
        assert_eq!(high.len(), 1);
    }

    #[test]
    fn a_page_has_as_many_puzzles_as_belong_on_it_and_solutions_fill_theirs() {
        let small = |share: f64| Block { share, ..row(40.0) };
        let count = |share: f64, rows: usize| -> Vec<usize> {
            let sheets = sheets((0..rows).map(|_| small(share)).collect(), 240.0);
            sheets.iter().map(|sheet| sheet.blocks.len()).collect()
        };
        assert_eq!(count(0.25, 9), [4, 4, 1], "puzzles");
        // At their least height of 32 and 10 between, five fit; six do if they are smaller.
        assert_eq!(count(0.0, 14), [5, 5, 4], "solutions");
        assert_eq!(count(0.0, 11), [6, 5], "solutions that save a page");
    }

    trait Concat {
        fn concat_blocks(self) -> Vec<Block>;
    }

    impl Concat for [Vec<Block>; 2] {
        fn concat_blocks(self) -> Vec<Block> {
            self.into_iter().flatten().collect()
        }
    }
}
