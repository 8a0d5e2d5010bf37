//! Pictures with all elements.

use sudoku::print::{Drawing, LineEnd, Mark, Outline, Paint, Weight};
use sudoku::{About, Candidates, Frame, Grid, Part, Puzzle, Regions, Shape, Symbols};

/// Returns all pictures by name.
pub fn all() -> Vec<(&'static str, String)> {
    vec![
        ("lines", lines()),
        ("signs", signs()),
        ("jigsaw", jigsaw()),
        ("outside", outside()),
        ("pencil", pencil()),
        ("small", small()),
        ("cross", cross()),
        ("large", large()),
    ]
}

/// Returns a cell of a grid with nine columns, from 1.
fn at(row: u16, column: u16) -> u16 {
    (row - 1) * 9 + column - 1
}

fn cells<const N: usize>(places: [(u16, u16); N]) -> Vec<u16> {
    places.map(|(row, column)| at(row, column)).to_vec()
}

fn line(cells: Vec<u16>, paint: Paint, weight: Weight, start: LineEnd, end: LineEnd) -> Mark {
    Mark::Line { cells, paint, weight, start, end }
}

fn titled(mut puzzle: Puzzle, title: &str) -> Puzzle {
    puzzle.set_about(About::default().with_title(title.to_owned()));
    puzzle
}

/// Returns a solution of the default grid, each row shifted against the one above.
fn shifted(box_height: usize, box_width: usize) -> Vec<u8> {
    let side = box_height * box_width;
    let value = |cell: usize| {
        let (row, column) = (cell / side, cell % side);
        ((row % box_height * box_width + row / box_height + column) % side) as u8
    };
    (0..side * side).map(value).collect()
}

/// Gives the solution's values in every `every`-th cell.
fn give(puzzle: &mut Puzzle, solution: &[u8], every: usize) {
    for (cell, &value) in solution.iter().enumerate().step_by(every) {
        puzzle.set_cell(cell, Candidates::one(value));
    }
}

fn lines() -> String {
    use LineEnd::*;
    use Weight::*;
    let mut puzzle = titled(Puzzle::open(Grid::square(9).unwrap()), "Lines & shapes <1>");
    let solution = shifted(3, 3);
    give(&mut puzzle, &solution, 4);
    let marks = [
        line(cells([(1, 1), (2, 1), (3, 2), (3, 3)]), Paint::Grey, Thick, Bulb, Plain),
        line(cells([(1, 1), (1, 2), (1, 3)]), Paint::Grey, Thick, Bulb, Plain),
        line(cells([(1, 5), (1, 6), (2, 6), (3, 5)]), Paint::Green, Normal, Plain, Plain),
        line(cells([(1, 8), (2, 9), (3, 8), (2, 7), (1, 8)]), Paint::Purple, Normal, Plain, Plain),
        line(cells([(4, 1), (5, 1), (6, 2), (5, 3)]), Paint::Grey, Thin, Ring, Arrowhead),
        Mark::Pill { cells: cells([(4, 4), (4, 5)]), paint: Paint::Grey },
        line(cells([(4, 5), (5, 5), (6, 5)]), Paint::Grey, Thin, Short, Arrowhead),
        line(cells([(4, 4), (5, 3), (4, 3)]), Paint::Grey, Thin, Short, Arrowhead),
        Mark::Pill { cells: cells([(4, 7), (4, 8), (5, 8)]), paint: Paint::Grey },
        line(cells([(5, 8), (6, 7), (6, 6)]), Paint::Grey, Thin, Short, Arrowhead),
        line(cells([(7, 1), (8, 2), (8, 3), (7, 4)]), Paint::Grey, Normal, Ring, Ring),
        line(cells([(9, 1), (9, 2), (9, 3), (9, 4)]), Paint::Blue, Normal, Diamond, Diamond),
        line(cells([(7, 6), (8, 6), (8, 5), (9, 5)]), Paint::Pink, Normal, Dot, Dot),
        line(cells([(7, 9), (6, 9), (5, 9), (4, 9)]), Paint::Orange, Normal, Plain, Arrowhead),
        line(cells([(9, 9)]), Paint::Red, Normal, Plain, Plain),
        Mark::Shape { cell: at(7, 7), shape: Outline::Circle, paint: Paint::Grey, filled: true },
        Mark::Shape { cell: at(7, 8), shape: Outline::Square, paint: Paint::Grey, filled: true },
        Mark::Shape { cell: at(8, 7), shape: Outline::Diamond, paint: Paint::Grey, filled: true },
        Mark::Shape { cell: at(8, 8), shape: Outline::Circle, paint: Paint::Black, filled: false },
        Mark::Shape { cell: at(9, 7), shape: Outline::Square, paint: Paint::Red, filled: false },
        Mark::Shape { cell: at(9, 8), shape: Outline::Circle, paint: Paint::Yellow, filled: true },
        Mark::Diagonal { rising: true },
        Mark::Diagonal { rising: false },
        Mark::Note("Along a thermometer digits increase from the bulb on.".into()),
        Mark::Note("Cells that are a knight's move apart have different digits, and this sentence is long enough to be broken.".into()),
    ];
    Drawing::of(&puzzle).marks(&marks).solution(&solution).draw()
}

fn signs() -> String {
    let mut puzzle = Puzzle::open(Grid::square(9).unwrap());
    give(&mut puzzle, &shifted(3, 3), 7);
    let mut candidates = vec![Candidates::all(9); 81];
    for (cell, left) in candidates.iter_mut().enumerate() {
        *left = Candidates::of_bits(if cell < 45 { 0x1ff } else { 0 });
    }
    let cage = |places: &[(u16, u16)], label: &str| Mark::Cage {
        cells: places.iter().map(|&(row, column)| at(row, column)).collect(),
        label: label.into(),
    };
    let marks = [
        cage(&[(1, 1), (1, 2), (2, 1)], "12"),
        cage(&[(1, 3), (2, 3), (2, 2), (3, 2)], "18"),
        cage(&[(1, 4), (1, 5), (1, 6), (2, 4), (2, 6), (3, 4), (3, 5), (3, 6)], "36"),
        cage(&[(2, 5)], ""),
        cage(&[(1, 8), (2, 9), (3, 8)], "1234567"),
        Mark::Shade { cells: cells([(4, 1), (4, 2), (5, 1), (5, 2), (6, 2)]), paint: Paint::Grey },
        Mark::Shade { cells: cells([(4, 4), (5, 4), (5, 5)]), paint: Paint::Yellow },
        Mark::Shade { cells: cells([(5, 5), (6, 5), (6, 6)]), paint: Paint::Blue },
        Mark::Shade { cells: cells([(4, 8), (5, 8)]), paint: Paint::Green },
        Mark::Shade { cells: cells([(4, 9), (5, 9)]), paint: Paint::Pink },
        Mark::Dot { cells: [at(7, 1), at(7, 2)], paint: Paint::White, text: String::new() },
        Mark::Dot { cells: [at(7, 3), at(7, 4)], paint: Paint::Black, text: String::new() },
        Mark::Dot { cells: [at(7, 1), at(8, 1)], paint: Paint::White, text: "3".into() },
        Mark::Dot { cells: [at(7, 2), at(8, 2)], paint: Paint::Black, text: "12".into() },
        Mark::Between { cells: [at(7, 5), at(7, 6)], text: "X".into() },
        Mark::Between { cells: [at(7, 5), at(8, 5)], text: "V".into() },
        Mark::Between { cells: [at(8, 6), at(8, 7)], text: "14".into() },
        Mark::Less { small: at(8, 3), large: at(8, 4) },
        Mark::Less { small: at(9, 3), large: at(8, 3) },
        Mark::Less { small: at(9, 5), large: at(9, 8) },
        Mark::Between { cells: [at(9, 4), at(8, 6)], text: "10".into() },
        Mark::Dot { cells: [at(9, 1), at(8, 3)], paint: Paint::White, text: String::new() },
        Mark::Corner { cells: [at(6, 7), at(6, 8), at(7, 7), at(7, 8)], text: "1 2 3 9".into() },
        Mark::Corner { cells: [at(5, 2), at(5, 3), at(6, 2), at(6, 3)], text: "4 5".into() },
        Mark::Corner { cells: [at(5, 6), at(5, 7), at(6, 6), at(6, 7)], text: "24".into() },
        Mark::Chevrons { cell: at(8, 8), directions: vec![(0, 1), (0, -1), (1, 0), (-1, 0)], outward: true },
        Mark::Chevrons { cell: at(6, 1), directions: vec![(0, 1), (0, -1), (1, 0), (-1, 0)], outward: false },
        Mark::Tag { cell: at(9, 9), text: "a".into() },
        Mark::Tag { cell: at(9, 9), text: "b".into() },
        Mark::Tag { cell: at(9, 9), text: "long tag".into() },
        Mark::Tag { cell: at(6, 9), text: "≠".into() },
    ];
    Drawing::of(&puzzle).marks(&marks).candidates(&candidates).draw()
}

fn jigsaw() -> String {
    let layout = "\
        aaabbbbcc\
        aaabbbccc\
        aadbbcccf\
        adddeecff\
        ddddeefff\
        gdeeeefff\
        gggehhiii\
        gggghhiii\
        ghhhhhiii";
    let regions = Regions::Layout(layout.chars().map(Some).collect());
    let grid = Grid::new(9, 9, 1..=9, &regions).unwrap();
    let mut puzzle = titled(Puzzle::open(grid), "Jigsaw");
    give(&mut puzzle, &shifted(3, 3), 5);
    Drawing::of(&puzzle).draw()
}

fn outside() -> String {
    let mut puzzle = Puzzle::open(Grid::square(6).unwrap());
    give(&mut puzzle, &shifted(2, 3), 5);
    let mut marks = Vec::new();
    let clue = |cell, direction, text: &str| Mark::Outside { cell, direction, text: text.into() };
    for index in 0..6 {
        marks.push(clue(index * 6, (0, 1), &(index + 1).to_string()));
        marks.push(clue(index, (1, 0), &(index * 7).to_string()));
        marks.push(clue(30 + index, (-1, 0), &(6 - index).to_string()));
    }
    marks.push(clue(5, (0, -1), "3"));
    marks.push(clue(11, (0, -1), "1,3,5"));
    marks.push(clue(17, (0, -1), "12345678"));
    marks.push(clue(0, (0, 1), "17"));
    marks.push(clue(6, (0, 1), "9"));
    marks.push(clue(2, (1, 1), "23"));
    marks.push(clue(2, (1, -1), "8"));
    marks.push(clue(0, (1, -1), "4"));
    marks.push(clue(0, (1, 1), "30"));
    marks.push(clue(23, (1, -1), "13"));
    marks.push(clue(4, (1, -1), "11"));
    marks.push(clue(11, (-1, -1), "15"));
    marks.push(clue(35, (-1, -1), "19"));
    marks.push(clue(18, (-1, 1), "14"));
    marks.push(clue(30, (-1, 1), "5"));
    marks.push(clue(33, (-1, 0), "too long a text"));
    marks.push(Mark::Note("Clues outside.".into()));
    Drawing::of(&puzzle).marks(&marks).draw()
}

fn pencil() -> String {
    let mut puzzle = Puzzle::open(Grid::square(16).unwrap());
    puzzle.set_symbols(Symbols::new((1..=16).map(|value| value.to_string())).unwrap());
    let solution = shifted(4, 4);
    give(&mut puzzle, &solution, 3);
    let candidates: Vec<Candidates> = (0..256u64)
        .map(|cell| Candidates::of_bits((cell + 1).wrapping_mul(0x9e37_79b9) >> 3 & 0xffff))
        .collect();
    Drawing::of(&titled(puzzle, "Sixteen")).candidates(&candidates).draw()
}

fn small() -> String {
    let puzzle = titled(Puzzle::open(Grid::square(1).unwrap()), "The smallest puzzle there is");
    let marks = [Mark::Note("It has one cell, and more to say about it than would fit under it.".into())];
    Drawing::of(&puzzle).marks(&marks).solution(&[0]).draw()
}

/// Returns five boxes in the shape of a cross.
fn cross() -> String {
    let boxes = [(0, 3), (3, 0), (3, 3), (3, 6), (6, 3)];
    let part = |(top, left): (usize, usize)| Part {
        name: format!("r{top}c{left}"),
        frame: Frame { top, left, rows: 3, columns: 3 },
        regions: Regions::None,
    };
    let parts = boxes.map(part).to_vec();
    let shape = Shape { parts, raw: true, ..Shape::rectangle(9, 9) };
    let mut puzzle = Puzzle::open(Grid::of(shape).unwrap());
    give(&mut puzzle, &shifted(3, 3), 2);
    let marks = [
        Mark::Outside { cell: 3, direction: (1, 0), text: "5".into() },
        Mark::Outside { cell: 27, direction: (-1, 1), text: "9".into() },
        Mark::Outside { cell: 29, direction: (1, 0), text: "6".into() },
        Mark::Outside { cell: 53, direction: (0, -1), text: "7".into() },
    ];
    Drawing::of(&puzzle).marks(&marks).draw()
}

/// Returns the largest picture, with everything open.
fn large() -> String {
    let mut puzzle = titled(Puzzle::open(Grid::square(64).unwrap()), "Sixty-four");
    give(&mut puzzle, &shifted(8, 8), 5);
    let mut candidates = vec![Candidates::NONE; 64 * 64];
    candidates[..64 * 8].fill(Candidates::all(64));
    let marks = [
        Mark::Cage { cells: vec![0, 1, 64], label: "99".into() },
        Mark::Note("A note under a large picture is as large.".into()),
    ];
    Drawing::of(&puzzle).marks(&marks).candidates(&candidates).draw()
}
