//! Facts about the whole grid: boxes and regions.

use crate::layout::{Cell, Layout};
use crate::record::Record;

use super::reader::Reader;

pub struct Facts {
    /// Number of cells of a box or region.
    pub region_size: usize,
    /// Height and width of the boxes, if there are any.
    pub boxes: Option<(usize, usize)>,
    /// Boxes of the default size, even if they are switched off.
    pub possible_boxes: Option<(usize, usize)>,
    pub jigsaw: Vec<Vec<Cell>>,
    /// Lines that may read the same, as written after the first rank clue; empty for the default.
    pub ties: &'static str,
}

impl Facts {
    pub fn new(record: &Record, layout: &Layout) -> Result<Facts, String> {
        let rules = || record.rules.iter().map(|rule| Reader::new(rule, layout));
        let size = rules().find(|rule| rule.kind() == "RegionSize").map(|rule| rule.number("size"));
        let size = match size.transpose()? {
            Some(size) => size as usize,
            None => record.rows.max(record.columns),
        };
        let possible_boxes = boxes(record.rows, record.columns, size);
        let has_boxes = !record.is_raw && rules().all(|rule| rule.kind() != "NoBoxes");
        let ties = rules().find(|rule| rule.kind() == "FullRankTies").map(|rule| rule.text("ties"));
        let pieces = rules().filter(|rule| rule.kind() == "Jigsaw");
        Ok(Facts {
            region_size: size,
            boxes: possible_boxes.filter(|_| has_boxes),
            possible_boxes,
            jigsaw: pieces.map(|piece| piece.cells()).collect::<Result<_, _>>()?,
            ties: match ties.transpose()? {
                Some("any") => " any",
                Some("none") => " none",
                _ => "",
            },
        })
    }

    /// Returns whether there are both boxes and other regions. Only one of them can be the regions of the grid: the
    /// boxes.
    pub fn has_jigsaw_beside_boxes(&self) -> bool {
        self.boxes.is_some() && !self.jigsaw.is_empty()
    }

    /// Returns the default boxes of this project's format.
    pub fn usual_boxes(&self, record: &Record) -> Option<(usize, usize)> {
        let side = record.rows.max(record.columns);
        let is_whole = |(height, width): &(usize, usize)| {
            record.rows.is_multiple_of(*height) && record.columns.is_multiple_of(*width)
        };
        let fits = |(height, width): &(usize, usize)| height * width <= record.values.clone().count();
        sudoku::usual_boxes(side).filter(is_whole).filter(fits)
    }
}

/// Returns the boxes of a size as the other solver chooses them: as square as possible, rather wide than high.
pub fn boxes(rows: usize, columns: usize, size: usize) -> Option<(usize, usize)> {
    let small = (2..=size.isqrt()).rev().filter(|small| size.is_multiple_of(*small));
    let forms = small.flat_map(|small| [(small, size / small), (size / small, small)]);
    forms.into_iter().find(|&(height, width)| rows.is_multiple_of(height) && columns.is_multiple_of(width))
}
