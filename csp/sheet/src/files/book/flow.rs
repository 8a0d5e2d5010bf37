//! Blocks on pages.

use super::blocks::{Block, What};

/// The most room that is added above a block to fill a page.
const MOST_ADDED: f64 = 24.0;

/// A page: its blocks, each with its height and the room above it.
pub(super) struct Sheet {
    pub blocks: Vec<(Block, f64, f64)>,
    /// The room at the foot for the solutions of the page before.
    pub strip: f64,
}

impl Sheet {
    /// The chapters that begin on it.
    pub fn begins(&self) -> impl Iterator<Item = usize> + '_ {
        self.blocks.iter().filter_map(|(block, ..)| block.begins)
    }

    /// Whether it has puzzles whose solutions stand on the next page.
    pub fn has_solutions(&self) -> bool {
        self.blocks.iter().any(|(block, ..)| match &block.what {
            What::Row { cells, .. } => cells.iter().any(|cell| cell.solution.is_some()),
            What::Line { .. } => false,
        })
    }
}

/// Divides blocks into pages of a height. A page after one with solutions has a strip of this height at its foot.
pub(super) fn sheets(blocks: Vec<Block>, height: f64, strip: f64) -> Vec<Sheet> {
    let mut sheets: Vec<Sheet> = Vec::new();
    let mut left = blocks.into_iter().collect::<std::collections::VecDeque<Block>>();
    while !left.is_empty() {
        let has_strip = strip > 0.0 && sheets.last().is_some_and(Sheet::has_solutions);
        let kept = if has_strip { strip } else { 0.0 };
        let count = fitting(&left, height - kept);
        let taken: Vec<Block> = left.drain(..count).collect();
        let blocks = stretched(taken, height - kept, left.is_empty());
        sheets.push(Sheet { blocks, strip: kept });
    }
    if strip > 0.0 && sheets.last().is_some_and(Sheet::has_solutions) {
        sheets.push(Sheet { blocks: Vec::new(), strip });
    }
    sheets
}

/// The number of blocks that fit into the room of a page, without tearing what is tied; at least one.
fn fitting(blocks: &std::collections::VecDeque<Block>, room: f64) -> usize {
    let (mut used, mut fits) = (0.0, 0);
    for (at, block) in blocks.iter().enumerate() {
        used += block.least + if at == 0 { 0.0 } else { block.above };
        if used > room + 1e-6 {
            // What is tied and longer than a page is torn.
            return if fits == 0 { at.max(1) } else { fits };
        }
        if !block.is_tied {
            fits = at + 1;
        }
    }
    blocks.len()
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

    fn row(high: f64) -> Block {
        let what = What::Row { cells: Vec::new(), wide: 100.0 };
        let (least, ideal, most) = (0.8 * high, high, 1.2 * high);
        Block { what, least, ideal, most, above: 10.0, is_tied: false, begins: None }
    }

    fn heading(number: usize) -> Block {
        let what = What::Line { text: "x".into(), size: 10.0, is_bold: true, indent: 0.0, of: None };
        let (least, ideal, most) = (20.0, 20.0, 20.0);
        Block { what, least, ideal, most, above: 10.0, is_tied: true, begins: Some(number) }
    }

    #[test]
    fn pages_are_full_and_headings_stand_above_rows() {
        for rows in [1, 2, 3, 4, 7, 8] {
            let chapter =
                |number| [vec![heading(number)], (0..rows).map(|_| row(113.0)).collect()].concat_blocks();
            let sheets = sheets((0..5).flat_map(chapter).collect(), 359.0, 0.0);
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
        let sheets = sheets((0..50).map(heading).collect(), 100.0, 0.0);
        assert_eq!(sheets.iter().map(|sheet| sheet.blocks.len()).sum::<usize>(), 50);
        assert!(sheets.iter().all(|sheet| !sheet.blocks.is_empty()));
        let high = super::sheets(vec![row(1000.0)], 100.0, 0.0);
        assert_eq!(high.len(), 1);
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
