//! Chains that people know by the shape of their truths: kites and skyscrapers, fish with fins, sets of cells.

use super::cost::{FORCING_CHAIN, TURBOT, X_CHAIN};
use super::figure::{Figure, Place, union};
use super::technique::{Lesson, Technique};
use super::truth::ones;

pub(crate) static SKYSCRAPER: Technique = Technique {
    name: "skyscraper",
    title: "Skyscraper",
    also: &[],
    hodoku: Some(130),
    lesson: Lesson::new(
        "One digit has two places in each of two rows, and one place of each stands in the same column. Where a cell sees \
         the two other places, it cannot have the digit. Columns and rows may change their parts.",
        "The two places in the common column cannot both have the digit. So at least one row has it at its other place.",
        "Highlight a digit, and look for two rows or columns with two places each that have one end in line. If both ends \
         are in line, it is an X-wing.",
    ),
    groups: &["chains", "turbot-fish"],
    shape: Some((&TURBOT, |figure| {
        figure.lines().is_some_and(|(across, places)| {
            across.iter().any(|&line| places.iter().all(|place| figure.ends_in(place, line)))
        })
    })),
    ..TURBOT
};

pub(crate) static KITE: Technique = Technique {
    name: "two-string-kite",
    title: "Two-string kite",
    also: &["2-string kite"],
    hodoku: Some(150),
    lesson: Lesson::new(
        "One digit has two places in a row and two in a column, and one place of each stands in the same box. The cell \
         that sees both other places cannot have the digit.",
        "The two places in the box cannot both have the digit. So the row has it at its other place, or the column has.",
        "Highlight a digit, and look for a row and a column with two places each that meet in a box without sharing a cell.",
    ),
    groups: &["chains", "turbot-fish"],
    shape: Some((&TURBOT, |figure| {
        let Some([one, other]) = figure.pair_of_places() else { return false };
        let map = &figure.state.map;
        let cross = map.crossings.iter().any(|[rows, columns]| {
            let is = |row: &usize, column: &usize| rows.contains(row) && columns.contains(column);
            is(&one.house, &other.house) || is(&other.house, &one.house)
        });
        let meet = (0..map.numbering.houses).any(|house| {
            map.is_region(house) && figure.ends_in(&one, house) && figure.ends_in(&other, house)
        });
        cross && meet
    })),
    ..TURBOT
};

pub(crate) static EMPTY_RECTANGLE: Technique = Technique {
    name: "empty-rectangle",
    title: "Empty rectangle",
    also: &["rectangle elimination"],
    cost: 455,
    hodoku: Some(120),
    lesson: Lesson::new(
        "In a box, all places of a digit lie in one row and one column of the box. A line outside has two places for it, \
         one of them in that row. The cell where the other place looks across to the column cannot have the digit.",
        "If the cell had the digit, the line would have it in the row of the box, and the box would have no place left: its \
         column is seen by the cell, and its row by the place of the line.",
        "Look for a box where a digit leaves a rectangle of four cells empty, and for a line with two places that begins \
         in the row or column of the rest.",
    ),
    groups: &["chains", "forcing-chain"],
    shape: Some((&FORCING_CHAIN, |figure| {
        let Some([one, other]) = figure.pair_of_places() else { return false };
        let is = |region: &Place, line: &Place| {
            figure.state.map.is_region(region.house)
                && !figure.state.map.is_region(line.house)
                && line.cells.len() == 2
        };
        is(&one, &other) || is(&other, &one)
    })),
    ..FORCING_CHAIN
};

pub(crate) static FINNED_X_WING: Technique = Technique {
    name: "finned-x-wing",
    title: "Finned X-wing",
    also: &["sashimi x-wing"],
    cost: 455,
    hodoku: Some(130),
    lesson: Lesson::new(
        "An X-wing with one or two places too many, the fin, all in one box. Cells of the two columns that see the fin \
         cannot have the digit. If a place of the X-wing beside the fin is missing, it is called sashimi.",
        "If the fin has the digit, cells that see it lose it. If not, the X-wing stands, and its columns lose the digit.",
        "Look for two rows in which a digit stands in two columns, but for further places in one box beside a corner.",
    ),
    groups: &["chains", "forcing-chain", "finned-fish"],
    shape: Some((&FORCING_CHAIN, |figure| figure.is_finned(2))),
    ..FORCING_CHAIN
};

pub(crate) static FINNED_SWORDFISH: Technique = Technique {
    name: "finned-swordfish",
    title: "Finned swordfish",
    also: &["sashimi swordfish"],
    cost: 500,
    hodoku: Some(200),
    lesson: Lesson::new(
        "A swordfish with one or two places too many, the fin, all in one box. Cells of the three columns that see the fin \
         cannot have the digit.",
        "If the fin has the digit, cells that see it lose it. If not, the swordfish stands, and its columns lose the digit.",
        "Look for three rows in which a digit stands in three columns, but for further places in one box.",
    ),
    shape: Some((&FORCING_CHAIN, |figure| figure.is_finned(3))),
    ..FINNED_X_WING
};

pub(crate) static FINNED_JELLYFISH: Technique = Technique {
    name: "finned-jellyfish",
    title: "Finned jellyfish",
    also: &["sashimi jellyfish"],
    cost: 545,
    hodoku: Some(250),
    lesson: Lesson::new(
        "A jellyfish with one or two places too many, the fin, all in one box. Cells of the four columns that see the fin \
         cannot have the digit.",
        "If the fin has the digit, cells that see it lose it. If not, the jellyfish stands, and its columns lose the digit.",
        "Look for four rows in which a digit stands in four columns, but for further places in one box.",
    ),
    shape: Some((&FORCING_CHAIN, |figure| figure.is_finned(4))),
    ..FINNED_X_WING
};

pub(crate) static SIMPLE_COLOURING: Technique = Technique {
    name: "simple-colouring",
    title: "Simple colouring",
    also: &["simple colors", "simple colors trap", "single's chain", "coloring"],
    hodoku: Some(150),
    lesson: Lesson::new(
        "Houses with two places for a digit join cells to a net. Colour its cells in two colours, so that the two places of \
         each house differ. A cell that sees both colours cannot have the digit.",
        "All cells of one colour have the digit, or all of the other. A cell that sees both sees the digit for certain.",
        "Highlight a digit, mark the pairs, and follow them from end to end with two colours.",
    ),
    groups: &["chains", "x-chain"],
    shape: Some((&X_CHAIN, |figure| figure.is_coloured())),
    ..X_CHAIN
};

pub(crate) static SUE_DE_COQ: Technique = Technique {
    name: "sue-de-coq",
    title: "Sue de Coq",
    also: &["two-sector disjoint subsets"],
    hodoku: Some(250),
    lesson: Lesson::new(
        "Some cells of a box and of a line that crosses it have as many digits together as there are cells, and all cells \
         of each digit see each other. Any other cell that sees all cells of a digit cannot have it.",
        "Each digit stands in these cells at most once. There are as many digits as cells, so each stands there once.",
        "Look at two or three cells where a box and a line cross, with a cell of two digits in the rest of the box and another \
         in the rest of the line.",
    ),
    shape: Some((&FORCING_CHAIN, |figure| {
        figure.cells().is_some_and(|cells| {
            let sees = |a: usize, b: usize| a == b || figure.state.map.sees(a, b);
            let is_locked = |value: usize| {
                let with = || cells.iter().filter(move |(_, mask)| mask >> value & 1 != 0);
                with().all(|&(a, _)| with().all(|&(b, _)| sees(a, b)))
            };
            cells.len() >= 4
                && union(&cells).count_ones() as usize == cells.len()
                && ones(union(&cells)).all(is_locked)
        })
    })),
    ..ALS_XZ
};

pub(crate) static WXYZ_WING: Technique = Technique {
    name: "wxyz-wing",
    title: "WXYZ-wing",
    also: &["bent naked quad"],
    hodoku: None,
    lesson: Lesson::new(
        "Four cells in two houses have four digits together, and all but one digit have their cells where all see each other. \
         A cell that sees all cells of the one digit cannot have it.",
        "Without that digit, three digits would be left for four cells, and each of them stands there at most once.",
        "Look for a cell with three or four digits, and for cells with two of these in its box and in its line.",
    ),
    groups: &["chains", "forcing-chain", "wings"],
    shape: Some((&FORCING_CHAIN, |figure| {
        figure.cells().is_some_and(|cells| cells.len() == 4 && union(&cells).count_ones() == 4)
    })),
    ..ALS_XZ
};

pub(crate) static ALS_XZ: Technique = Technique {
    name: "als-xz",
    title: "ALS-XZ",
    also: &["almost locked sets", "almost locked sets xz", "als"],
    cost: 545,
    hodoku: Some(300),
    lesson: Lesson::new(
        "An almost locked set is some cells of a house with one digit more than cells. Two such sets share a digit x whose \
         cells in the one see those in the other, and a digit z. A cell that sees all cells of z in both cannot have z.",
        "Only one set can have x. The other has as many digits left as cells, so it has its z.",
        "Begin with cells of two digits, the smallest almost locked sets, and look for a larger set that shares both digits.",
    ),
    groups: &["chains", "forcing-chain"],
    shape: Some((&FORCING_CHAIN, |figure| figure.cells().is_some_and(|cells| figure.is_als(&cells)))),
    ..FORCING_CHAIN
};

/// The shapes, the first of which gives a chain its name.
const SHAPES: [&Technique; 10] = [
    &SKYSCRAPER,
    &KITE,
    &EMPTY_RECTANGLE,
    &FINNED_X_WING,
    &FINNED_SWORDFISH,
    &FINNED_JELLYFISH,
    &SIMPLE_COLOURING,
    &SUE_DE_COQ,
    &WXYZ_WING,
    &ALS_XZ,
];

/// The technique of a chain: the first whose shape it has, or else the one that its truths alone tell.
pub(super) fn named(figure: &Figure<'_>, known: &'static Technique) -> &'static Technique {
    let is = |technique: &&&Technique| {
        technique.shape.is_some_and(|(general, has)| general == known && has(figure))
    };
    SHAPES.iter().find(is).copied().unwrap_or(known)
}
