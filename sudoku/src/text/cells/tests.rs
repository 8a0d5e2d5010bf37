//! Lists of cells: every part, every error, and round trips.

use proptest::prelude::*;

use super::*;
use crate::grid::{Loose, Regions, Shape};

fn grid(rows: usize, columns: usize, regions: &Regions) -> Grid {
    Grid::new(rows, columns, 1..=rows.max(columns) as i32, regions).unwrap()
}

fn usual() -> Grid {
    Grid::square(9).unwrap()
}

/// Reads a list. Returns its cells by row and column, and the rest of the line.
fn read_from<'a>(text: &'a str, layout: &dyn Layout) -> (String, &'a str) {
    let mut scanner = Scanner::new(text, 1, 1);
    let cells = list(&mut scanner, layout).unwrap_or_else(|error| panic!("{text}: {error}"));
    let names: Vec<String> = cells.iter().map(|&cell| layout.name(cell).replace(['r', 'c'], "")).collect();
    (names.join(" "), scanner.rest())
}

fn read(text: &str, layout: &dyn Layout) -> String {
    read_from(text, layout).0
}

fn error(text: &str, layout: &dyn Layout) -> String {
    list(&mut Scanner::new(text, 3, 1), layout).expect_err(text).to_string()
}

#[test]
fn cells_blocks_and_paths() {
    let grid = usual();
    for (text, cells) in [
        ("r1c1", "11"),
        ("  R9C9  r1C2 ", "99 12"),
        ("r1c1 r1c1", "11 11"),
        ("r1-3c2", "12 22 32"),
        ("r7c4-2", "74 73 72"),
        ("r2-1c8-9", "28 29 18 19"),
        ("r1c1-r1c4", "11 12 13 14"),
        ("r1c1-r4c4-r4c6", "11 22 33 44 45 46"),
        ("r3c3-r1c5", "33 24 15"),
        ("r1-2c1-r2c3", "11 21 22 23"),
        ("r1c1-2-r3c4-r2c4", "11 12 23 34 24"),
        ("r1c1-r1c2", "11 12"),
    ] {
        assert_eq!(read(text, &grid), cells, "{text}");
    }
}

#[test]
fn houses_sides_and_neighbours() {
    let four = grid(4, 4, &Regions::Default);
    let flat = grid(2, 3, &Regions::None);
    for (text, cells) in [
        ("row 3", "31 32 33 34"),
        ("ROW2", "21 22 23 24"),
        ("col 4", "14 24 34 44"),
        ("Column 1", "11 21 31 41"),
        ("box 3", "31 32 41 42"),
        ("top 2", "12 22 32 42"),
        ("bottom 2", "42 32 22 12"),
        ("left 4", "41 42 43 44"),
        ("right 4", "44 43 42 41"),
        ("neighbours of r2c2", "12 21 23 32"),
        ("Neighbors OF r1c4", "13 24"),
        ("row 1 r4c4", "11 12 13 14 44"),
    ] {
        assert_eq!(read(text, &four), cells, "{text}");
    }
    assert_eq!(read("all", &flat), "11 12 13 21 22 23");
    assert_eq!(read("right 2", &flat), "23 22 21");
    assert_eq!(read("bottom 3", &flat), "23 13");
}

#[test]
fn regions_have_symbols() {
    let layout = "aab.bbBB".chars().map(|c| Some(c).filter(|c| *c != '.')).collect();
    let grid = grid(2, 4, &Regions::Layout(layout));
    assert_eq!(read("region a region B", &grid), "11 12 23 24");
    assert_eq!(read("region b", &grid), "13 21 22");
    assert_eq!(read("region A", &grid), "11 12", "either case will do where it is clear");
    assert_eq!(error("region c", &grid), "3:8: there is no region c (regions are B a b)");
    assert_eq!(error("region", &grid), "3:7: the symbol of a region expected, not the end of the line");
    assert_eq!(error("box 1", &grid), "3:5: this grid has no boxes (regions are B a b)");
}

/// Cells beside the grid: A1 to A3 and X.
struct Beside(Grid);

impl Layout for Beside {
    fn grid(&self) -> &Grid {
        &self.0
    }

    fn named(&self, name: &str) -> Option<u16> {
        let at = ["A1", "A2", "A3", "X"].iter().position(|known| *known == name)?;
        Some((self.0.cells() + at) as u16)
    }

    fn name(&self, cell: u16) -> String {
        match usize::from(cell).checked_sub(self.0.cells()) {
            Some(at) => ["A1", "A2", "A3", "X"][at].into(),
            None => self.0.name(cell.into()).to_string().to_lowercase(),
        }
    }
}

#[test]
fn names_stand_for_cells_beside_the_grid() {
    let layout = Beside(grid(2, 2, &Regions::None));
    assert_eq!(read("A1-3 r1c1 X A3-2 A2", &layout), "A1 A2 A3 11 X A3 A2 A2");
    assert_eq!(error("A2-9", &layout), "3:1: there is no A4");
    assert_eq!(
        error("A9", &layout),
        "3:1: \"A9\" is not a cell (cells are r1c1, r1c1-r1c9, r1-3c1-3, row 1, column 1, box 1, all)"
    );
    assert_eq!(error("A1-r1c1", &layout), "3:3: a blank after a cell expected, not \"-\"");
    let cells = [4, 5, 6, 7, 0, 1, 3, 4];
    let text = write(&cells, &layout);
    assert_eq!(text, "A1 A2 A3 X r1c1 r1c2 r2c2 A1");
    assert_eq!(list(&mut Scanner::new(&text, 1, 1), &layout).unwrap(), cells);
}

#[test]
fn cells_beside_a_grid_are_named_after_their_family() {
    let loose = [("A", 2), ("VR", 3)].map(|(name, count)| Loose { name: name.into(), count, columns: 0 });
    let grid = Grid::of(Shape { loose: loose.into(), ..Shape::rectangle(2, 2) }).unwrap();
    let cells = list(&mut Scanner::new("vr3-1 A2 r1c2 a1", 1, 1), &grid).unwrap();
    assert_eq!(cells, [8, 7, 6, 5, 1, 4]);
    assert_eq!(write(&cells, &grid), "VR3 VR2 VR1 A2 r1c2 A1");
    for name in ["A3", "A0", "A", "B1", "VR"] {
        assert!(list(&mut Scanner::new(name, 1, 1), &grid).is_err(), "{name}");
    }
}

#[test]
fn lists_end_where_something_else_begins() {
    let grid = usual();
    for (text, rest) in [
        ("r1c1, r1c2", ", r1c2"),
        ("r1c1=r1c2", "=r1c2"),
        ("r1c1 | x", "| x"),
        ("r1c1&x", "&x"),
        ("r1c1}", "}"),
        ("r1c1 # x", "# x"),
        ("r1c1 IN left", "IN left"),
        ("r1c1   ", ""),
    ] {
        assert_eq!(read_from(text, &grid), ("11".into(), rest), "{text}");
    }
}

#[test]
fn errors_say_where_and_what_would_help() {
    let (usual, none) = (usual(), grid(1, 1, &Regions::None));
    let cells = "(cells are r1c1, r1c1-r1c9, r1-3c1-3, row 1, column 1, box 1, all)";
    for (text, message) in [
        ("r10c1", "3:1: R10C1 is outside the grid: rows are 1-9".into()),
        ("r1c1 r1c0", "3:6: R1C0 is outside the grid: columns are 1-9".into()),
        ("r1-12c1", "3:1: R12C1 is outside the grid: rows are 1-9".into()),
        ("r1c9999999", "3:4: 9999999 is too large: at most 999999".into()),
        ("r1c1-r9c10", "3:6: R9C10 is outside the grid: columns are 1-9".into()),
        (
            "r1c1-r3c4",
            "3:6: R1C1 and R3C4 are not on one line (a path runs along a row, a column or a diagonal)".into(),
        ),
        ("r1c1-r1c1", "3:6: a path from R1C1 to itself".into()),
        ("r1c1-x", "3:6: a cell such as r1c1 expected, not \"x\"".into()),
        ("r1c1-2-3", "3:8: a cell such as r1c1 expected, not \"3\"".into()),
        ("r1", "3:3: c and a column expected, not the end of the line".into()),
        ("r1c", "3:4: a number expected, not the end of the line".into()),
        ("r1c1r1c2", "3:5: a blank after a cell expected, not \"r1c2\"".into()),
        ("r1c1#x", "3:5: a blank after a cell expected, not \"#\"".into()),
        ("row", "3:4: a number expected, not the end of the line".into()),
        ("row 10", "3:5: row 10 is outside the grid: rows are 1-9".into()),
        ("left 0", "3:6: row 0 is outside the grid: rows are 1-9".into()),
        ("top 10", "3:5: column 10 is outside the grid: columns are 1-9".into()),
        ("box 10", "3:5: there is no box 10: boxes are 1-9".into()),
        ("region a", "3:8: there is no region a (the regions of this grid are boxes: box 1)".into()),
        ("neighbours r1c1", "3:12: of and a cell expected, not \"r1c1\"".into()),
        ("rwo 3", "3:1: \"rwo\" is not a cell (did you mean row?)".into()),
        ("nieghbours of r1c1", "3:1: \"nieghbours\" is not a cell (did you mean neighbours?)".into()),
        ("thermometer", format!("3:1: \"thermometer\" is not a cell {cells}")),
        ("r1c1 )", format!("3:6: a cell expected, not \")\" {cells}")),
        ("", "3:1: a cell expected, not the end of the line".into()),
        (", r1c1", "3:1: a cell expected, not \",\"".into()),
    ] {
        assert_eq!(error(text, &usual), message, "{text}");
    }
    assert_eq!(error("box 1", &none), "3:5: this grid has no boxes");
    assert_eq!(error("region a", &none), "3:8: there is no region a (this grid has no regions)");
    assert_eq!(error("neighbours of r1c1", &none), "3:15: R1C1 has no neighbours");
}

#[test]
fn a_list_has_an_end() {
    let text = "all ".repeat(100_000);
    let largest = Grid::square(LARGEST).unwrap();
    assert_eq!(error(&text, &largest), "3:17: a list of more than 16384 cells");
}

#[test]
fn lists_are_written_shortly() {
    let grid = usual();
    let cells = |text: &str| list(&mut Scanner::new(text, 1, 1), &grid).unwrap();
    for (text, written) in [
        ("r4c4 r4c5 r4c6 r4c7", "r4c4-r4c7"),
        ("r1c1-r4c4-r4c8", "r1c1-r4c4-r4c8"),
        ("r1c1 r1c2 r5c5", "r1c1 r1c2 r5c5"),
        ("r1c9 r2c1 r2c2", "r1c9 r2c1 r2c2"),
        ("r1c1 r1c1 r1c1", "r1c1 r1c1 r1c1"),
        ("r1c1 r2c2-r2c5", "r1c1 r2c2-r2c5"),
        ("r1c1-r1c3 r2c3 r5c5", "r1c1-r1c3 r2c3 r5c5"),
        ("bottom 1", "r9c1-r1c1"),
        ("r1c1-r1c3-r1c1", "r1c1-r1c3-r1c1"),
    ] {
        assert_eq!(write(&cells(text), &grid), written, "{text}");
    }
    assert_eq!(write(&[], &grid), "");
}

proptest! {
    /// Random lists that consist of straight runs and of jumps are written and read back.
    #[test]
    fn what_is_written_reads_back(
        shape in prop::sample::select(vec![(9, 9), (4, 4), (1, 12), (12, 1), (5, 3), (2, 2), (64, 64)]),
        start in 0..4096_i32,
        moves in prop::collection::vec((0..9_i32, 1..5_usize, 0..4096_i32), 1..20),
    ) {
        let (rows, columns) = shape;
        let grid = Grid::new(rows, columns, 1..=64, &Regions::None).unwrap();
        let (height, width) = (rows as i32, columns as i32);
        let mut at = (start / width % height, start % width);
        let mut cells = vec![(at.0 * width + at.1) as u16];
        for (direction, times, jump) in moves {
            for _ in 0..times {
                let next = (at.0 + direction / 3 - 1, at.1 + direction % 3 - 1);
                let inside = (0..height).contains(&next.0) && (0..width).contains(&next.1);
                at = if inside { next } else { (jump / width % height, jump % width) };
                cells.push((at.0 * width + at.1) as u16);
            }
        }
        let text = write(&cells, &grid);
        prop_assert_eq!(list(&mut Scanner::new(&text, 1, 1), &grid).unwrap(), cells, "{}", text);
    }

    /// For random text, reading terminates, and an error has a place in the line.
    #[test]
    fn any_text_is_read_or_refused(text in "[rRcC0-9a-z =,{}|&#äé-]{0,40}") {
        if let Err(error) = list(&mut Scanner::new(&text, 1, 1), &usual()) {
            prop_assert!(error.column as usize <= text.chars().count() + 1);
        }
    }
}
