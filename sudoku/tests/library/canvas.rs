//! Several grids on one canvas: cells and houses of the usual layouts, the puzzles in the examples, and rules inside
//! and across grids against plain backtracking.

use std::collections::BTreeSet;

use sudoku::{End, Grid, Puzzle, Shape, Solution, Solver, format};

/// Corners of 9x9 grids, from 0.
type Corners = &'static [(usize, usize)];

/// Name, rows and columns of the canvas, corners, number of cells, number of houses.
type Layout = (&'static str, (usize, usize), Corners, usize, usize);

const LAYOUTS: [Layout; 9] = [
    ("samurai", (21, 21), &[(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)], 369, 131),
    ("windmill", (21, 21), &[(0, 3), (3, 12), (6, 6), (9, 0), (12, 9)], 333, 127),
    ("sohei", (21, 21), &[(0, 6), (6, 0), (6, 12), (12, 6)], 288, 104),
    ("butterfly", (12, 12), &[(0, 0), (0, 3), (3, 0), (3, 3)], 144, 64),
    ("flower", (15, 15), &[(0, 3), (3, 0), (3, 3), (3, 6), (6, 3)], 189, 87),
    ("twins that share a box", (15, 15), &[(0, 0), (6, 6)], 153, 53),
    // A row of nine cells that both grids share is one house.
    ("twins that share rows", (12, 9), &[(0, 0), (3, 0)], 108, 42),
    ("twins one step apart", (10, 10), &[(0, 0), (1, 1)], 98, 54),
    ("twins that share parts of boxes", (14, 13), &[(0, 0), (5, 4)], 142, 54),
];

fn text(size: (usize, usize), corners: Corners) -> String {
    let mut text = format!("size: {}x{}\n", size.0, size.1);
    for (name, (top, left)) in ('A'..).zip(corners) {
        text += &format!("sudoku {name} at r{}c{}\n", top + 1, left + 1);
    }
    text
}

fn read(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Returns the rows, columns and boxes of a grid, each as rows and columns of the canvas.
fn houses(side: usize, (top, left): (usize, usize)) -> Vec<Vec<(usize, usize)>> {
    let size = side.isqrt();
    let places = |house: usize| {
        let boxed = |at: usize| (house / size * size + at / size, house % size * size + at % size);
        let row = (0..side).map(|at| (house, at)).collect();
        let column = (0..side).map(|at| (at, house)).collect();
        [row, column, (0..side).map(boxed).collect::<Vec<_>>()]
    };
    let on_canvas = |house: Vec<(usize, usize)>| {
        house.into_iter().map(|(row, column)| (top + row, left + column)).collect()
    };
    (0..side).flat_map(places).map(on_canvas).collect()
}

#[test]
fn the_usual_layouts_have_their_cells_and_houses() {
    for (name, size, corners, cells, count) in LAYOUTS {
        let puzzle = read(&text(size, corners));
        let grid = puzzle.grid();
        assert_eq!((grid.visible().count(), grid.houses().len()), (cells, count), "{name}");
        let place = |cell: u16| (usize::from(cell) / size.1, usize::from(cell) % size.1);
        let found: BTreeSet<BTreeSet<_>> = grid
            .houses()
            .iter()
            .map(|house| house.cells().iter().map(|&cell| place(cell)).collect())
            .collect();
        let wanted: BTreeSet<BTreeSet<_>> = corners
            .iter()
            .flat_map(|&corner| houses(9, corner))
            .map(|house| house.into_iter().collect())
            .collect();
        assert_eq!(found, wanted, "{name}");
        for (at, &corner) in corners.iter().enumerate() {
            for cell in houses(9, corner).into_iter().skip(2).step_by(3).flatten() {
                let found = grid.region_in(at, cell.0 * size.1 + cell.1).expect("every cell is in a box");
                let found: Vec<_> = grid.houses()[found].cells().iter().map(|&cell| place(cell)).collect();
                assert!(houses(9, corner).contains(&found), "{name}: the box of {cell:?} is one of its grid");
                assert!(found.contains(&cell), "{name}: {cell:?}");
            }
        }
    }
}

#[test]
fn grids_that_overlap_in_other_boxes_differ_from_those_that_share_them() {
    let divided = |grid: &Grid| grid.visible().filter(|&cell| grid.is_in_two_regions(cell.into())).count();
    let counts = LAYOUTS.map(|(_, size, corners, ..)| divided(read(&text(size, corners)).grid()));
    assert_eq!(counts, [0, 0, 0, 0, 0, 0, 0, 64, 20]);
}

/// Returns the rows below a key of a file.
fn rows<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines().skip_while(|line| *line != key).skip(1).take(21).collect()
}

#[test]
fn the_examples_are_minimal_and_have_the_solution_beside_them() {
    for (name, _, corners, ..) in &LAYOUTS[1..3] {
        let path = format!("{}/../examples/puzzles/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("it can be read");
        let mut puzzle = read(&text);
        let found: Vec<(usize, usize)> =
            puzzle.grid().frames().iter().map(|frame| (frame.top, frame.left)).collect();
        assert_eq!(found, *corners, "{name}");
        let solution = rows(&text, "solution:");
        for &corner in *corners {
            for house in houses(9, corner) {
                let digits: BTreeSet<u8> =
                    house.iter().map(|&(row, column)| solution[row].as_bytes()[column]).collect();
                assert!(digits.into_iter().eq(b'1'..=b'9'), "{name}: {house:?}");
            }
        }
        let mut solver = Solver::default();
        let answer = solver.solve(&puzzle, 2);
        assert!(answer.is_unique(), "{name}");
        assert_eq!(puzzle.text(&answer.solutions[0]), solution.concat(), "{name}");
        let all = puzzle.all_values();
        for cell in puzzle.grid().visible().map(usize::from).collect::<Vec<_>>() {
            if puzzle.given(cell).is_some() {
                let given = puzzle.cells()[cell];
                puzzle.set_cell(cell, all);
                assert_eq!(
                    solver.solve(&puzzle, 2).end,
                    End::Enough,
                    "{name} needs its given in cell {cell}"
                );
                puzzle.set_cell(cell, given);
            }
        }
    }
}

/// Two grids of 4x4 at an offset in rows and columns.
struct Twins {
    offset: usize,
    /// All fillings, found without the engine; gaps are 1.
    fillings: Vec<Vec<i32>>,
}

impl Twins {
    fn new(offset: usize) -> Twins {
        let mut twins = Twins { offset, fillings: Vec::new() };
        twins.fillings = twins.fillings();
        twins
    }

    fn side(&self) -> usize {
        4 + self.offset
    }

    fn head(&self) -> String {
        let (side, at) = (self.side(), self.offset + 1);
        format!("size: {side}\nsudoku a at r1c1 size 4\nsudoku b at r{at}c{at} size 4\n")
    }

    fn cell(&self, (row, column): (usize, usize)) -> usize {
        row * self.side() + column
    }

    fn fillings(&self) -> Vec<Vec<i32>> {
        let second = (self.offset, self.offset);
        let houses: Vec<Vec<usize>> = [(0, 0), second]
            .into_iter()
            .flat_map(|corner| houses(4, corner))
            .map(|house| house.into_iter().map(|place| self.cell(place)).collect())
            .collect();
        let mut cells: Vec<usize> = houses.iter().flatten().copied().collect();
        cells.sort_unstable();
        cells.dedup();
        let mut fillings = Vec::new();
        let mut filling = vec![0; self.side() * self.side()];
        fill(&cells, &houses, &mut filling, &mut fillings);
        fillings
    }

    /// Checks that the solutions with a rule are the fillings that the predicate accepts. Returns their number.
    #[track_caller]
    fn agree(&self, rule: &str, means: impl Fn(&[i32]) -> bool) -> usize {
        let puzzle = read(&format!("{}{rule}\n", self.head()));
        let again = read(&native(&puzzle));
        assert_eq!(puzzle.clues(), again.clues(), "{rule}: written and read");
        let answer = Solver::default().solve(&puzzle, usize::MAX);
        assert!(answer.solutions.iter().all(|solution| puzzle.accepts(solution)), "{rule}");
        let numbers = |solution: &Solution| solution.iter().map(|&value| i32::from(value) + 1).collect();
        let found: BTreeSet<Vec<i32>> = answer.solutions.iter().map(numbers).collect();
        let expected: BTreeSet<Vec<i32>> =
            self.fillings.iter().filter(|filling| means(filling)).cloned().collect();
        assert_eq!((found.len(), &found - &expected), (expected.len(), BTreeSet::new()), "{rule}");
        found.len()
    }
}

fn fill(cells: &[usize], houses: &[Vec<usize>], filling: &mut Vec<i32>, found: &mut Vec<Vec<i32>>) {
    let Some((&cell, rest)) = cells.split_first() else {
        found.push(filling.iter().map(|&number| number.max(1)).collect());
        return;
    };
    for number in 1..=4 {
        let is_free = |house: &Vec<usize>| house.iter().all(|&other| filling[other] != number);
        if houses.iter().filter(|house| house.contains(&cell)).all(is_free) {
            filling[cell] = number;
            fill(rest, houses, filling, found);
            filling[cell] = 0;
        }
    }
}

fn native(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    assert!(format::write(puzzle, format::Format::Native, 0, &mut text).is_none(), "nothing is left out");
    text
}

#[test]
fn rules_keep_to_the_grids_that_they_name() {
    let mut counts = Vec::new();
    for offset in [2, 1] {
        let twins = Twins::new(offset);
        let at = |n: &[i32], grid: usize, row: usize, column: usize| {
            n[twins.cell((grid * offset + row, grid * offset + column))]
        };
        let rising = |n: &[i32], grid: usize| {
            (0..4).map(|step| at(n, grid, 3 - step, step)).collect::<BTreeSet<i32>>().len() == 4
        };
        let knight = |n: &[i32], grid: usize| {
            (0..4).all(|row| {
                (0..4).all(|column| {
                    [(1, 2), (2, 1), (1, -2), (2, -1)].into_iter().all(|(down, right)| {
                        let (other, across) = (row + down, (column as i32 + right) as usize);
                        other > 3 || across > 3 || at(n, grid, row, column) != at(n, grid, other, across)
                    })
                })
            })
        };
        let last = twins.side();
        counts.extend([
            twins.agree("", |_| true),
            twins.agree("diagonal+ in a", |n| rising(n, 0)),
            twins.agree("diagonal+ in b", |n| rising(n, 1)),
            twins.agree("diagonal+", |n| rising(n, 0) && rising(n, 1)),
            twins.agree("either diagonal+ in a | diagonal+ in b", |n| rising(n, 0) || rising(n, 1)),
            twins.agree("anti-knight in b", |n| knight(n, 1)),
            twins.agree("anti-knight", |n| knight(n, 0) && knight(n, 1)),
            twins.agree(&format!("killer 5: r1c1 r{last}c{}", last - 1), |n| n[0] + n[last * last - 2] == 5),
            twins.agree("killer 5: r1c1 r1c3 in b\nkiller 5: r1c1 r1c3", |n| {
                (0..2).all(|grid| at(n, grid, 0, 0) + at(n, grid, 0, 2) == 5)
            }),
            twins.agree("region-sum: r1c2-r1c3-r2c4 in b", |n| {
                at(n, 1, 0, 1) == at(n, 1, 0, 2) + at(n, 1, 1, 3)
            }),
            twins.agree("box-index: r1c1 in a", |n| {
                at(n, 0, [0, 0, 1, 1][n[0] as usize - 1], [0, 1, 0, 1][n[0] as usize - 1]) == 1
            }),
            twins.agree("disjoint in a", |n| {
                let place = |place: usize| {
                    [(0, 0), (0, 2), (2, 0), (2, 2)]
                        .map(|(row, column)| at(n, 0, row + place / 2, column + place % 2))
                };
                (0..4).all(|at| BTreeSet::from(place(at)).len() == 4)
            }),
            twins.agree("windoku in a", |n| {
                BTreeSet::from([at(n, 0, 1, 1), at(n, 0, 1, 2), at(n, 0, 2, 1), at(n, 0, 2, 2)]).len() == 4
            }),
        ]);
    }
    assert!(counts.iter().all(|&count| count > 0), "rules that can be kept: {counts:?}");
}

#[test]
fn cells_and_boxes_are_counted_in_the_grid_that_is_named() {
    let cells = |head: &str, rule: &str| read(&format!("{head}{rule}\n")).clues()[0].cells().to_vec();
    let shifted = Twins::new(1).head();
    assert_eq!(cells(&shifted, "killer: r1c1 r4c4 in b"), [6, 24]);
    assert_eq!(cells(&shifted, "killer: box 2 in a"), [2, 3, 7, 8]);
    assert_eq!(cells(&shifted, "killer: box 2 in b"), [8, 9, 13, 14]);
    let own = "size: 8\nsudoku a at r1c1 size 6 boxes 3x2\nsudoku b at r3c3 size 6\n";
    assert_eq!(cells(own, "killer: box 2 in a"), [2, 3, 10, 11, 18, 19]);
    assert_eq!(cells(own, "killer: box 2 in b"), [21, 22, 23, 29, 30, 31]);
    let regions = "aabb~~\nacbb~~\nacceff\n.ceeef\n~~hhgg\n~~hhgg\n";
    let jigsaw = format!("{}regions:\n{regions}", Twins::new(2).head());
    assert_eq!(cells(&jigsaw, "killer: region c in a"), [7, 13, 14, 19]);
    assert_eq!(cells(&jigsaw, "killer: region f in b"), [16, 17, 23]);
}

#[test]
fn an_ambiguous_grid_has_to_be_named() {
    let error = |rule: &str| {
        let text = format!("{}{rule}\n", Twins::new(1).head());
        text.parse::<Puzzle>().expect_err("it cannot be read").to_string()
    };
    assert_eq!(
        error("region-sum: r1c1-r3c3"),
        "4:13: region-sum: R2C2 lies in different boxes of several grids \
         (name the grid with \"in NAME\", and count cells from its corner)"
    );
    assert!(error("box-index: r2c2").contains("R2C2 lies in different boxes of several grids"));
    assert_eq!(
        error("killer: box 1"),
        "4:13: boxes are counted in one grid, and here are several (name it at the end of the line: in a)"
    );
    assert_eq!(error("anti-knight in c"), "4:16: the name of a grid expected, not \"c\" (grids are a, b)");
    let one = "size: 9\nanti-knight in c\n".parse::<Puzzle>().expect_err("it cannot be read").to_string();
    assert_eq!(one, "2:16: \"in\" needs several grids, and this puzzle has one (sudoku NAME at r1c1)");
    // If the grids share boxes, no declaration is needed.
    let aligned = format!("{}region-sum: r2c2-r5c5\n", Twins::new(2).head());
    assert_eq!(read(&aligned).clues().len(), 1);
}

#[test]
fn a_canvas_can_be_as_large_as_a_grid() {
    let part = |name: &str, top, left| sudoku::Part {
        name: name.into(),
        frame: sudoku::Frame { top, left, rows: 9, columns: 9 },
        regions: sudoku::Regions::Default,
    };
    let names: Vec<String> = (0..32).map(|at| format!("g{at}x")).collect();
    let parts = (0..32).map(|at| part(&names[at], 6 * (at % 10), 6 * (at / 10) + 3 * (at % 2))).collect();
    let grid = Grid::of(Shape { values: 1..=9, parts, ..Shape::rectangle(64, 64) }).expect("it is one");
    let answer = Solver::default().solve(&Puzzle::open(grid.clone()), 1);
    assert_eq!(answer.solutions.len(), 1);
    assert!(Puzzle::open(grid).accepts(&answer.solutions[0]));
}
