//! Generated puzzles of variants: unique, minimal, with clues like those of setters.

use std::collections::BTreeSet;

use sudoku::format::{self, Format};
use sudoku::rules::{self, Clue, Kind, ListSyntax};
use sudoku::{Generator, Grid, Puzzle, Requirements, Solver, Symmetry};

fn kinds(names: &[&str]) -> Vec<&'static Kind> {
    names.iter().map(|name| rules::find(name).expect(name)).collect()
}

fn make(side: usize, requirements: &Requirements, seed: u64, count: usize) -> Vec<Puzzle> {
    let open = Puzzle::open(Grid::square(side).unwrap());
    let made: Vec<Puzzle> =
        Generator::new(&open, requirements.clone(), seed).expect("it can be made").take(count).collect();
    assert_eq!(made.len(), count, "{requirements:?}");
    made
}

fn with_rules(names: &[&str]) -> Requirements {
    Requirements::default().with_rules(kinds(names))
}

fn text(puzzle: &Puzzle) -> String {
    let mut text = String::new();
    format::write(puzzle, Format::Native, 0, &mut text);
    text
}

fn is_unique(puzzle: &Puzzle) -> bool {
    Solver::default().solve(puzzle, 2).is_unique()
}

/// The puzzles without one given or one clue. For rules about single cells, each listed cell counts as a clue.
fn lesser(puzzle: &Puzzle) -> Vec<(Puzzle, String)> {
    let mut lesser = Vec::new();
    for cell in (0..puzzle.cells().len()).filter(|&cell| puzzle.given(cell).is_some()) {
        let mut less = puzzle.clone();
        less.set_cell(cell, puzzle.all_values());
        lesser.push((less, format!("given {cell}")));
    }
    for (at, clue) in puzzle.clues().iter().enumerate() {
        let alone = puzzle.clues().iter().filter(|other| other.kind == clue.kind).count() == 1;
        let cells = if clue.kind.name() == "odd" { clue.cells().len() } else { 1 };
        if clue.kind.lists() == ListSyntax::None || alone && cells == 1 {
            continue;
        }
        for cell in 0..cells {
            let mut clues = puzzle.clues().to_vec();
            if cells > 1 {
                clues[at].lists[0].remove(cell);
            } else {
                clues.remove(at);
            }
            let mut less = puzzle.clone();
            less.set_clues(clues).unwrap();
            lesser.push((less, format!("clue {clue:?}, {cell}")));
        }
    }
    lesser
}

const DRAWN: [&str; 37] = [
    "killer",
    "sum",
    "rellik",
    "lunchbox",
    "equality",
    "thermo",
    "slow-thermo",
    "arrow",
    "double-arrow",
    "whisper",
    "dutch-whisper",
    "renban",
    "nabner",
    "palindrome",
    "between",
    "lockout",
    "zipper",
    "region-sum",
    "entropic",
    "modular",
    "white",
    "black",
    "x",
    "v",
    "pair-sum",
    "greater",
    "odd",
    "even",
    "minimum",
    "maximum",
    "quadruple",
    "little-killer",
    "sandwich",
    "x-sum",
    "skyscraper",
    "hidden-skyscraper",
    "numbered-room",
];

#[test]
fn puzzles_of_every_rule_are_unique_and_their_clues_hold() {
    for name in DRAWN {
        let puzzle = make(6, &with_rules(&[name]), 5, 1).remove(0);
        assert!(is_unique(&puzzle), "{name}: {}", text(&puzzle));
        assert!(
            puzzle.clues().iter().any(|clue| clue.kind.name() == rules::find(name).unwrap().name()),
            "{name}"
        );
        for clue in puzzle.clues() {
            assert_eq!(clue.fault(puzzle.grid()), Ok(()), "{name}");
        }
        let again: Puzzle = text(&puzzle).parse().expect("it is read");
        assert_eq!(again.clues(), puzzle.clues(), "{name}: {}", text(&puzzle));
    }
}

#[test]
fn no_given_and_no_clue_can_be_left_out() {
    for names in [&["killer"][..], &["thermo"], &["white", "odd"], &["killer", "arrow"], &["sandwich"]] {
        for puzzle in make(6, &with_rules(names), 7, 3) {
            assert!(is_unique(&puzzle));
            for (less, what) in lesser(&puzzle) {
                assert!(!is_unique(&less), "{what} of {}", text(&puzzle));
            }
        }
    }
}

#[test]
fn clues_look_set() {
    let nine = make(9, &with_rules(&["killer", "thermo"]), 3, 2);
    for puzzle in nine.iter().chain(&make(6, &with_rules(&["killer", "thermo"]), 3, 8)) {
        let width = puzzle.grid().columns() as u16;
        let place = |cell: u16| (i32::from(cell / width), i32::from(cell % width));
        let distance = |one: u16, other: u16| {
            let ((a, b), (c, d)) = (place(one), place(other));
            ((a - c).abs(), (b - d).abs())
        };
        let of = |name: &str| -> Vec<&Clue> {
            puzzle.clues().iter().filter(|clue| clue.kind.name() == name).collect()
        };
        for name in ["killer", "thermo"] {
            let cells: Vec<u16> = of(name).iter().flat_map(|clue| clue.cells().to_vec()).collect();
            assert_eq!(
                cells.iter().collect::<BTreeSet<_>>().len(),
                cells.len(),
                "they overlap: {}",
                text(puzzle)
            );
        }
        for cage in of("killer") {
            assert!(cage.cells().len() >= 2);
            let mut reached = vec![cage.cells()[0]];
            for _ in cage.cells() {
                let near = |cell: &u16| {
                    reached.iter().any(|&other| matches!(distance(*cell, other), (0, 1) | (1, 0)))
                };
                let more: Vec<u16> = cage
                    .cells()
                    .iter()
                    .copied()
                    .filter(|cell| near(cell) && !reached.contains(cell))
                    .collect();
                reached.extend(more);
            }
            assert_eq!(reached.len(), cage.cells().len(), "it is connected: {cage:?}");
        }
        let mut diagonals = BTreeSet::new();
        for thermo in of("thermo") {
            assert!(thermo.cells().len() >= 3);
            for step in thermo.cells().windows(2) {
                let apart = distance(step[0], step[1]);
                assert!(apart.0 <= 1 && apart.1 <= 1, "{thermo:?}");
                if apart == (1, 1) {
                    // The corner that the step goes through.
                    let corner = (place(step[0]).0 + place(step[1]).0, place(step[0]).1 + place(step[1]).1);
                    assert!(diagonals.insert(corner), "two lines cross: {}", text(puzzle));
                }
            }
        }
    }
}

#[test]
fn clues_are_symmetric_where_asked() {
    let requirements = with_rules(&["killer"]).with_symmetry(Symmetry::Rotational);
    for puzzle in make(6, &requirements, 1, 3) {
        let turned = |clue: &Clue| clue.cells().iter().rev().map(|cell| 35 - cell).collect::<Vec<u16>>();
        let cages: Vec<&[u16]> = puzzle.clues().iter().map(Clue::cells).collect();
        assert!(puzzle.clues().iter().all(|clue| cages.contains(&&*turned(clue))), "{}", text(&puzzle));
        assert!(
            (0..36).all(|cell| puzzle.given(cell).is_some() == puzzle.given(35 - cell).is_some()),
            "{}",
            text(&puzzle)
        );
    }
}

#[test]
fn rules_of_the_whole_grid_and_numbers_of_givens_are_kept() {
    let requirements = with_rules(&["anti-king", "greater"]).with_least(4).with_most(6);
    for puzzle in make(6, &requirements, 2, 3) {
        assert!((4..=6).contains(&puzzle.givens()));
        assert!(is_unique(&puzzle));
        assert_eq!(puzzle.clues()[0].kind.name(), "anti-king");
    }
    // The rules of a puzzle; its clues are placed anew.
    let like: Puzzle =
        "size: 6\ngrid:\n......\n......\n......\n......\n......\n......\ndiagonals\nthermo: r1c1-r1c4\n"
            .parse()
            .unwrap();
    let mut made = Generator::new(&like, Requirements::default(), 9).unwrap();
    let names = |puzzle: &Puzzle| puzzle.clues().iter().map(|clue| clue.kind.name()).collect::<BTreeSet<_>>();
    let first = made.next().expect("there are such puzzles");
    assert_eq!(names(&first), BTreeSet::from(["diagonals", "thermo"]));
    assert_ne!(first.clues(), like.clues());
}

#[test]
fn the_same_seed_gives_the_same_puzzles() {
    let open = Puzzle::open(Grid::square(6).unwrap());
    let texts = |mut numbers: Vec<u64>| {
        let mut generator = Generator::new(&open, with_rules(&["killer", "thermo"]), 4).unwrap();
        let mut attempt = |number| (number, format!("{:?}", generator.attempts(number..number + 1)));
        let mut texts: Vec<(u64, String)> = numbers.drain(..).map(&mut attempt).collect();
        texts.sort();
        texts
    };
    assert_eq!(texts(vec![0, 1, 2, 3]), texts(vec![3, 1, 0, 2]), "whatever was made before");
}

#[test]
fn rules_without_places_are_refused() {
    let open = Puzzle::open(Grid::square(6).unwrap());
    for name in ["regex", "all-given", "chaos-construction", "require"] {
        let error = Generator::new(&open, with_rules(&[name]), 1).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("clues of the rule {name} cannot be placed at random.")),
            "{error}"
        );
    }
}
