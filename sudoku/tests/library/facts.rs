//! Known facts about the tutorials' puzzles and small boards, counted independently of this project, and random
//! boards of many shapes against a naive search.
//!
//! - Known puzzles: solutions, uniqueness, numbers of solutions, the first one in reading order.
//! - Oracle: the same number and set of solutions, occurrences and verdicts as by plain backtracking.
//! - Limits: nodes, time and a raised flag never give a false proof.

use std::collections::BTreeSet;
use std::time::Duration;

use sudoku::{
    Budget, Cancel, Candidates, Count, End, Grid, Puzzle, Regions, SimdPath, Solution, Solver, Symbols,
};

const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SEQUENCE: &str = "..3......4...8..36..8...1...4..6..73...9..........2..5..4.7..626........7..6..5..";
const SEQUENCE_FIRST: &str =
    "123456789457189236968237154241865973576913428389742615894571362615324897732698541";
const HARD: &str = ".....68..8.6.3..5.......2....49..........47.2..538.....2........19..738.5.....1..";
const HARD_FIRST: &str = "152746893876239451493158276234971568981564732765382914327815649619427385548693127";

const UNIQUE: [(&str, &str, &str); 5] = [
    ("Inkala", INKALA, "812753649943682175675491283154237896369845721287169534521974368438526917796318452"),
    (
        "propagation tutorial",
        ".7...18......7......6..91.....415.78...6.345........1.56..3....78...6.499...5....",
        "274361895198572634356849127629415378817693452435287916562934781783126549941758263",
    ),
    (
        "easy",
        "43.618.5.2...3.84.7.1.4.6..894.....2..3..65....28.1..4928....3..4..83.15...967..8",
        "439618257256739841781542693894375162173426589562891374928154736647283915315967428",
    ),
    (
        "medium-1",
        ".7926..45342875..6..6.1.7...957..3.1.6..94......1...8......82..2..6....8......634",
        "179263845342875196586419723495782361861394572723156489654938217237641958918527634",
    ),
    (
        "medium-2",
        ".49...1.6..1.8.....3...4.272.54783.13.41.69756.7.9.....7....2....32.1......83..19",
        "849752136721683594536914827295478361384126975617395482178569243963241758452837619",
    ),
];

const EMPTY_FIRST: &str = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
const FIRST_COLUMN_FIRST: &str =
    "145236789267189345389457126412365897573891264698724513721643958854972631936518472";

fn read(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn values(puzzle: &Puzzle, solution: &str) -> Solution {
    solution.chars().map(|c| puzzle.symbols().find(&c.to_string()).expect("a symbol")).collect()
}

/// Returns all solutions, sorted; fails if one is repeated or if there are more than `most`.
fn enumerate(solver: &mut Solver, puzzle: &Puzzle, most: usize) -> Vec<Solution> {
    let answer = solver.solve(puzzle, most + 1);
    assert_eq!(answer.end, End::Exhausted, "more than {most} solutions");
    let mut solutions = answer.solutions;
    let found = solutions.len();
    solutions.sort_unstable();
    solutions.dedup();
    assert_eq!(solutions.len(), found, "a solution came twice");
    solutions
}

/// Returns the first solution in reading order, cell by cell: the smallest value that leaves a solution.
fn first_in_reading_order(puzzle: &Puzzle) -> Solution {
    let (mut solver, mut puzzle) = (Solver::default(), puzzle.clone());
    for cell in 0..puzzle.cells().len() {
        let mut choices = puzzle.cells()[cell].iter();
        let least = choices
            .find_map(|value| {
                let mut tried = puzzle.clone();
                tried.set_cell(cell, Candidates::one(value));
                (!solver.solve(&tried, 1).solutions.is_empty()).then_some(tried.cells()[cell])
            })
            .expect("there is a solution");
        puzzle.set_cell(cell, least);
    }
    puzzle.cells().iter().map(|cell| cell.value().expect("every cell is set")).collect()
}

#[test]
fn tutorial_puzzles_have_their_one_solution() {
    let mut solver = Solver::default();
    for (name, puzzle, solution) in UNIQUE {
        let puzzle = read(puzzle);
        let answer = solver.solve(&puzzle, 2);
        assert!(answer.is_unique(), "{name}: {:?}", answer.end);
        assert_eq!(puzzle.text(&answer.solutions[0]), solution, "{name}");
        assert!(puzzle.accepts(&answer.solutions[0]), "{name}");
        assert_eq!(solver.count(&puzzle, u64::MAX, || ()).0, Count::Exactly(1), "{name}");
        assert_eq!(puzzle.obstacle(), None, "{name}");
    }
}

#[test]
fn tutorial_puzzles_with_several_solutions_have_so_many() {
    for (name, text, number, first) in
        [("hard", HARD, 17, HARD_FIRST), ("sequence", SEQUENCE, 5_279, SEQUENCE_FIRST)]
    {
        let puzzle = read(text);
        let mut solver = Solver::default();
        let solutions = enumerate(&mut solver, &puzzle, 6_000);
        assert_eq!(solutions.len(), number, "{name}");
        assert!(solutions.iter().all(|solution| puzzle.accepts(solution)), "{name}");
        assert_eq!(puzzle.text(&solutions[0]), first, "{name}: the first in reading order");
        assert_eq!(puzzle.text(&first_in_reading_order(&puzzle)), first, "{name}: cell by cell");
        let answer = solver.solve(&puzzle, 2);
        assert_eq!((answer.solutions.len(), answer.end), (2, End::Enough), "{name}");
        let number = number as u64;
        assert_eq!(solver.count(&puzzle, number + 1, || ()).0, Count::Exactly(number), "{name}");
        assert_eq!(solver.count(&puzzle, 10, || ()).0, Count::AtLeast(10), "{name}");
    }
}

#[test]
fn boards_without_a_solution_have_none() {
    let mut boards =
        vec!["12345678.........2........3........4........5........6........7........8........9".to_owned()];
    for row in 1..9 {
        let mut board =
            b"12345678.........................................................................".to_vec();
        board[9 * row + 8] = b'9';
        boards.push(String::from_utf8(board).unwrap());
    }
    let mut solver = Solver::default();
    for board in boards {
        let puzzle = read(&board);
        let answer = solver.solve(&puzzle, 1);
        assert_eq!((answer.solutions.len(), answer.end), (0, End::Exhausted), "{board}");
        assert_eq!(solver.count(&puzzle, 1, || ()).0, Count::Exactly(0), "{board}");
        let seen = solver.occurrences(&puzzle, 1).0;
        assert!((0..81).all(|cell| seen.candidates(cell).is_empty()), "{board}");
    }
}

#[test]
fn open_boards_begin_with_the_named_grids() {
    let empty = ".".repeat(81);
    let row = format!("123456789{}", ".".repeat(72));
    let column: String = (1..=9).map(|digit| format!("{digit}........")).collect();
    let boards = [(&empty, EMPTY_FIRST), (&row, EMPTY_FIRST), (&column, FIRST_COLUMN_FIRST)];
    for (board, first) in boards {
        let puzzle = read(board);
        assert!(puzzle.accepts(&values(&puzzle, first)), "{board}: {first} is a solution");
        assert_eq!(puzzle.text(&first_in_reading_order(&puzzle)), first, "{board}");
        let answer = Solver::default().solve(&puzzle, 1);
        assert_eq!(answer.end, End::Enough, "{board}");
        assert!(puzzle.accepts(&answer.solutions[0]), "{board}");
        assert_eq!(Solver::default().count(&puzzle, 500, || ()).0, Count::AtLeast(500), "{board}");
    }
}

#[test]
fn four_by_four_has_288_grids_and_48_with_diagonals() {
    let open = read("................");
    let grids = enumerate(&mut Solver::default(), &open, 300);
    assert_eq!(grids.len(), 288);
    let different = |cells: [usize; 4], grid: &Solution| {
        cells.into_iter().map(|cell| grid[cell]).collect::<BTreeSet<u8>>().len() == 4
    };
    let both = |grid: &&Solution| different([0, 5, 10, 15], grid) && different([3, 6, 9, 12], grid);
    assert_eq!(grids.iter().filter(both).count(), 48);
    let mut solver = Solver::default();
    for grid in grids {
        let given = read(&open.text(&grid));
        let answer = solver.solve(&given, 2);
        assert!(answer.is_unique() && answer.solutions[0] == grid, "from all givens: {grid:?}");
        assert_eq!(answer.nodes, 0, "nothing is left to try: {grid:?}");
    }
}

/// By symmetry each of the 6! first rows has the same number of grids.
#[test]
fn six_by_six_has_39168_grids_for_a_first_row() {
    let puzzle = read(&format!("123456{}", ".".repeat(30)));
    assert_eq!(puzzle.grid().boxes(), Some((2, 3)));
    assert_eq!(Solver::default().count(&puzzle, u64::MAX, || ()).0, Count::Exactly(28_200_960 / 720));
}

#[test]
#[ignore = "6 s in release: 28 million grids, one by one"]
fn six_by_six_has_28200960_grids() {
    let puzzle = Puzzle::open(Grid::square(6).unwrap());
    assert_eq!(Solver::default().count(&puzzle, u64::MAX, || ()).0, Count::Exactly(28_200_960));
}

/// Random generator that is the same on all platforms.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn shuffle<T>(&mut self, things: &mut [T]) {
        for at in (1..things.len()).rev() {
            things.swap(at, self.below(at + 1));
        }
    }
}

/// Plain backtracking, cell by cell in reading order. `None` if it takes too long for a test.
struct Oracle<'a> {
    puzzle: &'a Puzzle,
    /// For each cell, the earlier cells it must differ from.
    earlier: Vec<Vec<usize>>,
    values: Vec<u8>,
    found: Vec<Solution>,
    steps: usize,
}

fn oracle(puzzle: &Puzzle) -> Option<Vec<Solution>> {
    let cells = puzzle.cells().len();
    let mut earlier = vec![Vec::new(); cells];
    for house in puzzle.grid().houses() {
        for (at, &cell) in house.cells().iter().enumerate() {
            earlier[usize::from(cell)].extend(house.cells()[..at].iter().map(|&other| usize::from(other)));
        }
    }
    let mut oracle = Oracle { puzzle, earlier, values: Vec::new(), found: Vec::new(), steps: 0 };
    oracle.search().then_some(oracle.found)
}

impl Oracle<'_> {
    fn search(&mut self) -> bool {
        let cell = self.values.len();
        if cell == self.puzzle.cells().len() {
            self.found.push(self.values.clone().into());
            return self.found.len() < 600;
        }
        for value in 0..self.puzzle.grid().values() as u8 {
            self.steps += 1;
            let free = self.earlier[cell].iter().all(|&other| self.values[other] != value);
            if free && self.puzzle.cells()[cell].contains(value) {
                self.values.push(value);
                let go_on = self.search();
                self.values.pop();
                if !go_on {
                    return false;
                }
            }
        }
        self.steps < 100_000
    }
}

/// Returns regions that tile a square: bands, then shapes by many swaps that keep every region connected.
fn jigsaw(side: usize, chance: &mut Chance) -> Regions {
    let mut regions: Vec<usize> = (0..side * side).map(|cell| cell / side).collect();
    let connected = |regions: &[usize], region: usize| {
        let mut left: BTreeSet<usize> = (0..side * side).filter(|&cell| regions[cell] == region).collect();
        let mut reached: Vec<usize> = left.pop_first().into_iter().collect();
        while let Some(cell) = reached.pop() {
            let (row, column) = (cell / side, cell % side);
            let beside = |other: &usize| (other / side).abs_diff(row) + (other % side).abs_diff(column) == 1;
            let next: Vec<usize> = left.iter().copied().filter(beside).collect();
            next.iter().for_each(|cell| _ = left.remove(cell));
            reached.extend(next);
        }
        left.is_empty()
    };
    for _ in 0..60 * side {
        let (one, other) = (chance.below(side * side), chance.below(side * side));
        let (a, b) = (regions[one], regions[other]);
        regions.swap(one, other);
        if !connected(&regions, a) || !connected(&regions, b) {
            regions.swap(one, other);
        }
    }
    let symbols = "ABCDEFGH".as_bytes();
    Regions::Layout(regions.into_iter().map(|region| Some(char::from(symbols[region]))).collect())
}

/// Returns grids with different sides, more values than a side, values from another base, and all kinds of regions.
fn any_grid(kind: usize, chance: &mut Chance) -> Grid {
    let boxes = |height, width| Regions::Boxes { height, width };
    let (rows, columns, values, regions) = match kind {
        0 => (4, 4, 1..=4, boxes(2, 2)),
        1 => (4, 4, 0..=3, Regions::None),
        2 => (6, 6, 1..=6, boxes(2, 3)),
        3 => (6, 6, 1..=6, boxes(3, 2)),
        4 => (5, 5, 1..=5, Regions::None),
        5 => (4, 6, 1..=6, boxes(2, 3)),
        6 => (6, 4, 0..=5, boxes(3, 2)),
        7 => (3, 5, -2..=2, Regions::None),
        8 => (4, 4, 1..=6, boxes(2, 2)),
        9 => (2, 3, 5..=11, boxes(1, 3)),
        10 => (5, 5, 1..=5, jigsaw(5, chance)),
        11 => (6, 6, 1..=6, jigsaw(6, chance)),
        12 => (1, 4, 1..=5, Regions::None),
        // Scattered regions that leave out some cells.
        13 => {
            let mut cells: Vec<Option<char>> = "aaaabbbbcccc....".chars().map(Some).collect();
            cells.iter_mut().for_each(|cell| *cell = cell.filter(|&c| c != '.'));
            chance.shuffle(&mut cells);
            (4, 4, 1..=5, Regions::Layout(cells))
        }
        _ => (8, 8, 1..=8, boxes(2, 4)),
    };
    Grid::new(rows, columns, values, &regions).expect("a sound shape")
}
const KINDS: usize = 15;

/// Returns a puzzle whose cells are open, given or have candidates; mostly consistent with a solution.
fn any_puzzle(grid: Grid, chance: &mut Chance) -> Puzzle {
    let mut puzzle = Puzzle::open(grid);
    let all = puzzle.all_values();
    // A solution of the board with a few random cells, if there is one.
    let mut seeded = puzzle.clone();
    for _ in 0..3 {
        let cell = chance.below(seeded.cells().len());
        seeded.set_cell(cell, Candidates::one(chance.below(puzzle.grid().values()) as u8));
    }
    let solved = Solver::default().solve(&seeded, 1).solutions.pop();
    let (open, given) = (chance.below(7), 2 + chance.below(5));
    let stray = chance.below(4) == 0;
    for cell in 0..puzzle.cells().len() {
        let right = match &solved {
            Some(solution) if !stray || chance.below(12) > 0 => solution[cell],
            _ => chance.below(puzzle.grid().values()) as u8,
        };
        let candidates = match chance.below(10) {
            roll if roll < open => all,
            roll if roll < open + given => Candidates::one(right),
            _ => Candidates::of_bits(chance.below(1 << puzzle.grid().values()) as u64).with(right),
        };
        puzzle.set_cell(cell, candidates);
        if stray && chance.below(300) == 0 {
            puzzle.set_cell(cell, Candidates::NONE);
        }
    }
    puzzle
}

#[test]
fn random_boards_have_the_solutions_of_the_naive_search() {
    let mut chance = Chance(20);
    // One solver for all shapes, so that compiled boards are reused and evicted.
    let paths = [SimdPath::default(), SimdPath::Portable];
    let mut solvers = paths.map(|path| Solver::default().simd(path));
    let (mut compared, mut by_number) = ([0; KINDS], [0; 3]);
    for round in 0..900 {
        let kind = round % KINDS;
        let grid = any_grid(kind, &mut chance);
        let puzzle = any_puzzle(grid, &mut chance);
        let Some(known) = oracle(&puzzle) else {
            continue;
        };
        compared[kind] += 1;
        by_number[known.len().min(2)] += 1;
        for (solver, path) in solvers.iter_mut().zip(paths) {
            let context = format!("round {round} on {path:?}: {puzzle:?}");
            assert_eq!(enumerate(solver, &puzzle, known.len()), known, "{context}");
            compare_verdicts(solver, &puzzle, &known, &context);
            compare_occurrences(solver, &puzzle, &known, &context);
        }
    }
    assert!(compared.iter().all(|&number| number > 15), "too few of some shape: {compared:?}");
    assert!(by_number.iter().all(|&number| number > 50), "too few with none, one or more: {by_number:?}");
}

fn compare_verdicts(solver: &mut Solver, puzzle: &Puzzle, known: &[Solution], context: &str) {
    let answer = solver.solve(puzzle, 2);
    let end = if known.len() < 2 { End::Exhausted } else { End::Enough };
    assert_eq!((answer.solutions.len(), answer.end), (known.len().min(2), end), "{context}");
    assert_eq!(answer.is_unique(), known.len() == 1, "{context}");
    assert!(answer.solutions.iter().all(|solution| puzzle.accepts(solution)), "{context}");
    let number = known.len() as u64;
    assert_eq!(solver.count(puzzle, number + 1, || ()).0, Count::Exactly(number), "{context}");
    assert_eq!(solver.count(puzzle, number, || ()).0, Count::AtLeast(number), "{context}");
    if let Some(obstacle) = puzzle.obstacle() {
        assert!(known.is_empty(), "{obstacle:?} is none: {context}");
    }
}

fn compare_occurrences(solver: &mut Solver, puzzle: &Puzzle, known: &[Solution], context: &str) {
    for most in [1, 2, 7, u64::MAX] {
        let seen = solver.occurrences(puzzle, most).0;
        assert_eq!(seen.end, End::Exhausted, "{context}");
        for cell in 0..puzzle.cells().len() {
            for value in 0..puzzle.grid().values() as u8 {
                let times = known.iter().filter(|solution| solution[cell] == value).count() as u64;
                let what = format!("value {value} of cell {cell}, counted up to {most}, {context}");
                assert_eq!(seen.count(cell, value), times.min(most), "{what}");
                assert_eq!(seen.candidates(cell).contains(value), times > 0, "{what}");
            }
        }
    }
}

/// Every statement under a limit must be true of all 17 solutions.
#[test]
fn limited_searches_give_no_false_proofs() {
    let puzzle = read(HARD);
    let all = enumerate(&mut Solver::default(), &puzzle, 20);
    for nodes in (0..60).chain([100, 1_000]) {
        let mut solver = Solver::new(Budget::default().nodes(nodes));
        for most in [1, 2, 17, 18] {
            let answer = solver.solve(&puzzle, most);
            let found = answer.solutions.len();
            assert!(answer.solutions.iter().all(|solution| all.contains(solution)), "{nodes} nodes");
            assert!(answer.nodes <= nodes, "{} nodes, {nodes} allowed", answer.nodes);
            let right = match answer.end {
                End::Exhausted => found == 17,
                End::Enough => found == most,
                End::Limit => found < most,
            };
            assert!(right, "{nodes} nodes: {found} of {most} solutions, {:?}", answer.end);
        }
        let right = match solver.count(&puzzle, u64::MAX, || ()).0 {
            Count::Exactly(found) => found == 17,
            Count::AtLeast(_) => false,
            Count::Limit(found) => found <= 17,
        };
        assert!(right, "{nodes} nodes: a wrong count");
        for most in [1, 3, 100] {
            let seen = solver.occurrences(&puzzle, most).0;
            for (cell, value) in (0..81).flat_map(|cell| (0..9).map(move |value| (cell, value))) {
                let times = all.iter().filter(|solution| solution[cell] == value).count() as u64;
                let said = seen.count(cell, value);
                let right = if seen.end == End::Limit { said <= times } else { said == times.min(most) };
                assert!(right, "{nodes} nodes, up to {most}: {said} of {times} in {cell}, {:?}", seen.end);
            }
        }
    }
    let no_nodes = Budget::default().nodes(0);
    assert_eq!(Solver::new(no_nodes).solve(&read(INKALA), 2).end, End::Limit, "Inkala takes a search");
}

#[test]
fn limits_count_anew_for_each_puzzle() {
    let inkala = read(INKALA);
    let needed = Solver::default().solve(&inkala, 2).nodes;
    let mut solver = Solver::new(Budget::default().nodes(needed));
    for _ in 0..3 {
        assert!(solver.solve(&inkala, 2).is_unique(), "{needed} nodes suffice");
    }
    let mut scarce = Solver::new(Budget::default().nodes(needed - 1));
    for _ in 0..3 {
        assert_eq!(scarce.solve(&inkala, 2).end, End::Limit, "{needed} nodes are needed");
    }
}

#[test]
fn a_raised_flag_and_a_passed_time_stop_at_once() {
    let open = Puzzle::open(Grid::square(9).unwrap());
    let cancel = Cancel::new();
    let budget = Budget::default().cancel(&cancel);
    let mut found = 0;
    let stop_at_ten = || {
        found += 1;
        if found == 10 {
            cancel.cancel();
        }
    };
    let (count, _) = Solver::new(budget.clone()).count(&open, u64::MAX, stop_at_ten);
    // Lanes check the flag after some sweeps.
    assert!(matches!(count, Count::Limit(10..=10_000)), "{count:?}");
    let answer = Solver::new(budget.clone()).solve(&read(INKALA), 2);
    assert_eq!((answer.solutions.len(), answer.end), (0, End::Limit));
    assert_eq!(Solver::new(budget).occurrences(&open, 1).0.end, End::Limit);
    let no_time = Budget::default().time(Duration::ZERO);
    assert_eq!(Solver::new(no_time).solve(&read(INKALA), 2).end, End::Limit);
    let ever = Budget::default().time(Duration::MAX).nodes(u64::MAX);
    assert!(Solver::new(ever).solve(&read(INKALA), 2).is_unique(), "limits out of reach");
}

#[test]
fn symbols_do_not_change_the_solutions() {
    let mut puzzle = read(INKALA);
    puzzle.set_symbols(Symbols::parse("LATERISOK").unwrap());
    let answer = Solver::default().solve(&puzzle, 2);
    let letters = |c: char| char::from(b"LATERISOK"[c.to_digit(10).unwrap() as usize - 1]);
    let expected: String = UNIQUE[0].2.chars().map(letters).collect();
    assert!(answer.is_unique());
    assert_eq!(puzzle.text(&answer.solutions[0]), expected);
}

/// An invalid shape is refused with a reason.
#[test]
fn every_invalid_shape_is_an_error() {
    for first in [i32::MIN, i32::MIN + 1, -1_001, 1_001, i32::MAX - 8] {
        let error = Grid::new(9, 9, first..=first + 8, &Regions::Default).unwrap_err().to_string();
        assert!(error.contains("between -1000 and 1000"), "{first}: {error}");
    }
    assert!(Grid::new(usize::MAX, 2, 1..=9, &Regions::None).is_err());
    let huge = Regions::Boxes { height: usize::MAX, width: usize::MAX };
    assert!(Grid::new(9, 9, 1..=9, &huge).is_err());
}
