//! The clues that puzzles need. Each that is left has to be needed: without it, checked apart, the solution is not the
//! only one.

use sudoku::rules::{self, Clue, KINDS};
use sudoku::{
    Answer, Budget, Candidates, Chance, End, Engine, Generator, Grid, Minimization, Puzzle, Requirements,
    Solution, Solver, Statement,
};

use super::generate::{make, shapes};

/// Minimizes a puzzle with one solution, asking about everything.
fn minimized(puzzle: &Puzzle) -> Minimization {
    minimized_by(&mut Solver::default(), puzzle)
}

fn minimized_by(solver: &mut Solver, puzzle: &Puzzle) -> Minimization {
    let answer = solver.solve(puzzle, 2);
    Minimization::of(solver, puzzle, &answer, &puzzle.statements()).expect("it has one solution")
}

/// A solver that searches alone.
fn searcher() -> Solver {
    Solver::default().engine(Engine::Search)
}

/// Up to two solutions.
fn solutions(solver: &mut Solver, puzzle: &Puzzle) -> Vec<Solution> {
    let answer = solver.solve(puzzle, 2);
    assert_ne!(answer.end, End::Limit);
    answer.solutions
}

/// The puzzle without a given or a clue, made without the library's own function.
fn lesser(puzzle: &Puzzle, statement: Statement) -> Puzzle {
    let mut less = puzzle.clone();
    match statement {
        Statement::Given(cell) => less.set_cell(cell, puzzle.all_values()),
        Statement::Clue(at, mark) => {
            let mut clues: Vec<Clue> = puzzle.clues().to_vec();
            clues[at]
                .lists
                .iter_mut()
                .for_each(|cells| cells.retain(|&cell| mark.is_some_and(|mark| mark != cell)));
            if mark.is_none() || clues[at].cells().is_empty() {
                clues.remove(at);
            }
            less.set_clues(clues).expect("fewer clues have no other faults");
        }
    }
    less
}

/// Checks that the minimal puzzle has the same only solution, and that it needs everything that was asked about and is
/// not undecided.
fn check(puzzle: &Puzzle, found: &Minimization, asked: &[Statement]) {
    let mut searcher = searcher();
    let only = solutions(&mut searcher, puzzle);
    assert_eq!(only.len(), 1);
    assert_eq!(solutions(&mut searcher, &found.minimal), only, "{:?}", found.erased);
    let kept = puzzle.statements().into_iter().filter(|statement| !found.erased.contains(statement));
    let (kept, left): (Vec<Statement>, _) = (kept.collect(), found.minimal.statements());
    assert_eq!(kept.len(), left.len());
    for (kept, statement) in kept.iter().zip(left) {
        if asked.contains(kept) && !found.undecided.contains(kept) {
            let less = lesser(&found.minimal, statement);
            assert_ne!(solutions(&mut searcher, &less), only, "{statement:?} of {:?}", found.minimal);
        }
    }
}

#[test]
fn redundant_givens_of_every_shape_are_named() {
    let mut solver = Solver::default();
    for shape in shapes() {
        let requirements = Requirements::default().with_least(shape.cells().len() / 2);
        for puzzle in make(&shape, &requirements, 4, 3) {
            let found = minimized_by(&mut solver, &puzzle);
            let mut searcher = searcher();
            let only = solutions(&mut searcher, &puzzle);
            for statement in puzzle.statements() {
                let is_redundant = solutions(&mut searcher, &lesser(&puzzle, statement)) == only;
                assert_eq!(found.redundant.contains(&statement), is_redundant, "{statement:?}");
            }
            assert!(!found.erased.is_empty() && found.undecided.is_empty());
            check(&puzzle, &found, &puzzle.statements());
            // Questions one by one, as under a limit, have the same answers.
            let mut limited = Solver::new(Budget::default().nodes(1_000_000));
            let again = minimized_by(&mut limited, &puzzle);
            assert_eq!((again.redundant, again.erased), (found.redundant, found.erased));
            assert_eq!(limited.budget().limits().node_limit(), Some(1_000_000));
        }
    }
}

/// Gives cells of a solution: some at random, and further ones until there is no other.
fn with_givens(open: &Puzzle, solution: &[u8], count: usize, chance: &mut Chance) -> Puzzle {
    let mut cells: Vec<usize> = (0..open.cells().len()).filter(|&cell| !open.grid().is_gap(cell)).collect();
    chance.shuffle(&mut cells);
    let mut puzzle = open.clone();
    for (at, &cell) in cells.iter().enumerate() {
        if at >= count && Solver::default().solve(&puzzle, 2).is_unique() {
            break;
        }
        puzzle.set_cell(cell, Candidates::one(solution[cell]));
    }
    puzzle
}

#[test]
fn a_clue_of_each_rule_is_asked_about() {
    let mut chance = Chance::new(7, 0);
    let (mut kept, mut gone, mut impossible) = (0, 0, 0);
    // A third of them, unless the run is exhaustive.
    let step = if std::env::var_os("EXHAUSTIVE").is_some() { 1 } else { 3 };
    for line in KINDS.iter().step_by(step).flat_map(|kind| kind.example().lines()) {
        // Most are for known regions and values from 1.
        let heads = ["size: 9", "size: 9\nvalues: 0-9", "size: 9\nchaos-construction", "size: 9\ncells: M 9"];
        let open = heads.iter().find_map(|head| format!("{head}\n{line}\n").parse::<Puzzle>().ok());
        let open = open.expect("examples are read");
        let answer = Solver::default().solve(&open, 1);
        let [solution] = &answer.solutions[..] else {
            impossible += 1;
            continue;
        };
        let puzzle = with_givens(&open, solution, 40, &mut chance);
        let mut asked = puzzle.statements();
        asked.retain(|statement| !matches!(statement, Statement::Given(cell) if cell % 9 > 0));
        let mut solver = Solver::default();
        let answer = solver.solve(&puzzle, 2);
        let found = Minimization::of(&mut solver, &puzzle, &answer, &asked).expect("it has one solution");
        check(&puzzle, &found, &asked);
        assert!(found.undecided.is_empty(), "{line}");
        kept += found.minimal.clues().len();
        gone += puzzle.clues().len() - found.minimal.clues().len();
    }
    assert!(impossible < 3, "{impossible} examples need marks beside them, as dots of which all are given");
    assert!(kept > KINDS.len() / step / 3 && gone > KINDS.len() / step / 8, "{kept} kept, {gone} gone");
}

#[test]
fn generated_variants_stay_minimal_and_lose_what_is_added() {
    let mut chance = Chance::new(8, 0);
    for names in
        [&["killer", "thermo"][..], &["white", "black", "odd"], &["sandwich", "x"], &["minimum", "arrow"]]
    {
        let kinds: Vec<_> = names.iter().map(|name| rules::find(name).expect("it is a rule")).collect();
        let open = Puzzle::open(Grid::square(6).expect("there are such grids"));
        let made =
            Generator::new(&open, Requirements::default().with_rules(kinds), 3).expect("they can be drawn");
        for puzzle in made.take(3) {
            let needed = minimized(&puzzle);
            check(&puzzle, &needed, &puzzle.statements());
            let solution = &solutions(&mut searcher(), &puzzle)[0];
            let more = with_givens(&puzzle, solution, 12, &mut chance);
            let found = minimized(&more);
            check(&more, &found, &more.statements());
            assert!(found.erased.len() > needed.erased.len(), "{names:?}");
        }
    }
}

/// Clues of many kinds at random places of a 4×4 grid.
fn some_clues(chance: &mut Chance) -> String {
    let mut text = String::new();
    let cell = |at: usize| format!("r{}c{}", at / 4 + 1, at % 4 + 1);
    for _ in 0..1 + chance.below(6) {
        let (row, column) = (chance.below(4), chance.below(3));
        let (one, other) = (cell(4 * row + column), cell(4 * row + column + 1));
        text += &match chance.below(12) {
            0 => format!("killer {}: {one} {other}\n", 3 + chance.below(5)),
            1 => format!("thermo: {one} {other}\n"),
            2 => format!("odd: {one} {}\n", cell(chance.below(16))),
            3 => format!("even: {one}\n"),
            4 => format!("minimum: {one} {other}\n"),
            5 => format!("maximum: {one} {other}\n"),
            6 => format!("white: {one} {other}\n"),
            7 => "nonconsecutive\n".to_owned(),
            8 => "all-given xv\n".to_owned(),
            9 => format!("v: {one} {other}\n"),
            10 => format!("require {one} > {other}\n"),
            _ => "diagonal+\n".to_owned(),
        };
    }
    text
}

/// The full grids that keep the givens and rules of a puzzle.
fn accepted<'a>(puzzle: &Puzzle, full: &'a [Solution]) -> Vec<&'a Solution> {
    full.iter().filter(|values| puzzle.accepts(values)).collect()
}

#[test]
fn clues_that_exempt_cells_are_needed_for_that_too() {
    let open = Puzzle::open(Grid::square(4).expect("there are such grids"));
    let full = Solver::default().solve(&open, 1_000).solutions;
    assert_eq!(full.len(), 288);
    let mut chance = Chance::new(9, 0);
    let (mut tried, mut strengthened) = (0, 0);
    while tried < 400 {
        let mut puzzle: Puzzle = format!("size: 4\n{}", some_clues(&mut chance)).parse().expect("it is read");
        let possible = accepted(&puzzle, &full);
        if possible.is_empty() {
            continue;
        }
        let solution = possible[chance.below(possible.len())].clone();
        puzzle = with_givens(&puzzle, &solution, chance.below(12), &mut chance);
        let found = minimized(&puzzle);
        for statement in puzzle.statements() {
            let is_redundant = accepted(&lesser(&puzzle, statement), &full) == [&solution];
            assert_eq!(found.redundant.contains(&statement), is_redundant, "{statement:?} of {puzzle:?}");
        }
        assert_eq!(accepted(&found.minimal, &full), [&solution], "{puzzle:?}");
        for statement in found.minimal.statements() {
            let left = accepted(&lesser(&found.minimal, statement), &full);
            assert_ne!(left, [&solution], "{statement:?} of {:?}", found.minimal);
            strengthened += u32::from(!left.contains(&&solution));
        }
        tried += 1;
    }
    assert!(strengthened > 20, "{strengthened}: rules become stronger without clues that exempt cells");
}

#[test]
fn what_a_limit_leaves_undecided_is_kept() {
    let text = "size: 9\nkiller 22: r1c1 r2c1 r2c2 r2c3\nkiller 15: r1c2 r1c3 r1c4\nanti-knight\nanti-king\n";
    let open: Puzzle = text.parse().expect("it is read");
    let solution = Solver::default().solve(&open, 1).solutions.remove(0);
    let puzzle = with_givens(&open, &solution, 20, &mut Chance::new(10, 0));
    let answer = Solver::default().solve(&puzzle, 2);
    let all = puzzle.statements();
    let mut counts = Vec::new();
    for nodes in [0, 20, 200, 1_000_000] {
        let mut solver = Solver::new(Budget::default().nodes(answer.nodes + nodes));
        let found = Minimization::of(&mut solver, &puzzle, &answer, &all).expect("it has one solution");
        check(&puzzle, &found, &puzzle.statements());
        let decided = all.iter().filter(|statement| !found.undecided.contains(statement));
        assert!(found.erased.iter().all(|erased| !found.undecided.contains(erased)));
        counts.push(decided.count());
    }
    assert!(counts.is_sorted() && counts[0] < all.len() && counts[3] == all.len(), "{counts:?}");
    // Cancelled, nothing is decided except from what is known.
    let cancel = sudoku::Cancel::new();
    cancel.cancel();
    let mut solver = Solver::new(Budget::default().cancel(&cancel));
    let found = Minimization::of(&mut solver, &puzzle, &answer, &all).expect("it has one solution");
    assert_eq!((found.undecided, found.erased), (all, Vec::new()));
}

#[test]
fn only_what_is_asked_about_is_erased() {
    let text = "size: 4\ngrid:\n1234\n3412\n2143\n4321\nkiller 3: r1c1 r1c2\nodd: r1c1 r1c3\n";
    let puzzle: Puzzle = text.parse().expect("it is read");
    let answer = Solver::default().solve(&puzzle, 2);
    let (givens, clues): (Vec<Statement>, Vec<Statement>) =
        puzzle.statements().into_iter().partition(|statement| statement.is_given());
    let of = |asked: &[Statement]| {
        Minimization::of(&mut Solver::default(), &puzzle, &answer, asked).expect("it has one solution")
    };
    let found = of(&givens);
    assert_eq!(found.minimal.clues(), puzzle.clues());
    assert!(found.minimal.givens() < 16 && found.erased.iter().all(|erased| erased.is_given()));
    let found = of(&clues);
    assert_eq!((found.minimal.givens(), found.minimal.clues().len(), found.redundant), (16, 0, clues));
}

#[test]
fn a_puzzle_without_exactly_one_solution_has_no_answer() {
    for text in ["................", "11..............", "size: 4\nkiller 4: r1c1 r1c2\n"] {
        let puzzle: Puzzle = text.parse().expect("it is read");
        let mut solver = Solver::default();
        let answer: Answer = solver.solve(&puzzle, 2);
        assert!(Minimization::of(&mut solver, &puzzle, &answer, &puzzle.statements()).is_none(), "{text}");
    }
}
