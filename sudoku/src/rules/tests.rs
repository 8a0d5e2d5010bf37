//! Comparison of every rule with all fillings of small grids.

mod degenerate;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Clue, Detail, Draft, Foundation, KINDS, Kind, ListSyntax, Param, ParamSyntax, Scene, Severity};
use crate::{Budget, End, Frame, Grid, Loose, Part, Puzzle, Regions, Shape, Solver};

/// Whether nothing is left to samples: `.ci/run exhaustive`.
pub fn is_exhaustive() -> bool {
    std::env::var_os("EXHAUSTIVE").is_some()
}

/// A grid without houses.
pub fn raw(rows: usize, columns: usize, values: std::ops::RangeInclusive<i32>) -> Shape {
    Shape { raw: true, values, ..Shape::rectangle(rows, columns) }
}

/// Compares four statements of one meaning on all fillings of a grid (at most two million): the predicate of the
/// test, [`Kind::holds`], the solutions that the engine finds for the clues, and those that it finds for the clues as
/// one of two alternatives. Returns the number of fillings that satisfy the clues.
#[track_caller]
pub fn agree(shape: Shape, clues: Vec<Clue>, meaning: impl Fn(&[i32]) -> bool) -> usize {
    let grid = Grid::of(shape).unwrap();
    let mut never = None;
    for clue in &clues {
        match clue.fault(&grid) {
            Err(fault) if fault.severity == Severity::Malformed => panic!("{fault}"),
            Err(fault) if fault.severity == Severity::Unsatisfiable => never = Some(fault),
            _ => {}
        }
    }
    let fillings = (grid.values() as u64).pow(grid.cells() as u32);
    assert!(fillings <= 2_000_000, "{fillings} fillings");
    let scene = Scene { grid: &grid, clues: &clues };
    let mut expected = BTreeSet::new();
    for values in all_fillings(&grid) {
        let numbers: Vec<i32> = values.iter().map(|&value| grid.number(value)).collect();
        let means = meaning(&numbers);
        let holds = clues.iter().all(|clue| clue.holds(&scene, &numbers));
        assert_eq!(holds, means, "the kind says {holds}, the test {means}: {numbers:?}");
        if let (true, Some(fault)) = (means, &never) {
            panic!("refused as impossible, but {numbers:?} satisfy it: {fault}");
        }
        if means {
            expected.insert(values);
        }
    }
    let mut puzzle = Puzzle::open(grid);
    puzzle.rules = Some(Arc::from(clues));
    // A clue that no numbers satisfy is refused outside alternatives.
    if never.is_none() {
        let answer = Solver::default().solve(&puzzle, usize::MAX);
        let found: BTreeSet<Vec<u8>> = answer.solutions.iter().map(|solution| solution.to_vec()).collect();
        assert_eq!(found.len(), answer.solutions.len(), "the engine repeats solutions");
        let [wrong, missing] = [&found - &expected, &expected - &found];
        assert!(wrong.is_empty(), "the engine finds {:?}", wrong.first());
        assert!(missing.is_empty(), "the engine misses {:?}", missing.first());
        assert!(answer.solutions.iter().all(|solution| puzzle.accepts(solution)));
    }
    if never.is_none() && fillings <= 20_000 {
        agree_on_parts(&puzzle);
    }
    if fillings <= 5_000 && !puzzle.clues().iter().any(|clue| clue.kind.alone) {
        agree_as_alternative(&puzzle, meaning);
    }
    expected.len()
}

/// All fillings of a grid in which the cells of each house differ.
fn all_fillings(grid: &Grid) -> impl Iterator<Item = Vec<u8>> {
    let (values, cells) = (grid.values() as u64, grid.cells() as u32);
    let filling = move |filling: u64| (0..cells).map(move |cell| (filling / values.pow(cell) % values) as u8);
    let differ = |cells: &[u16], filling: &[u8]| {
        let values: BTreeSet<u8> = cells.iter().map(|&cell| filling[usize::from(cell)]).collect();
        values.len() == cells.len()
    };
    let fits = move |filling: &Vec<u8>| grid.houses().iter().all(|house| differ(house.cells(), filling));
    (0..values.pow(cells)).map(move |at| filling(at).collect()).filter(fits)
}

/// Compares the solutions of a puzzle in which the clues are one of two alternatives with the predicate of the test.
#[track_caller]
fn agree_as_alternative(puzzle: &Puzzle, meaning: impl Fn(&[i32]) -> bool) {
    let (grid, scene) = (&puzzle.grid, puzzle.scene());
    let first = grid.first_value();
    let other = Clue::new(&crate::rules::kinds::cells::among::KIND).number(first).list([0]);
    let either = Clue {
        detail: Detail::Either(vec![scene.clues.to_vec(), vec![other]]),
        ..Clue::new(&crate::rules::kinds::own::either::KIND)
    };
    let mut foundation = Foundation::of(grid, &[]);
    let cells = foundation.cells.clone();
    let known = puzzle.cells.clone();
    Draft::new(scene, &mut foundation, known, csp::limits::Meter::default()).declare(&either);
    let mut search = foundation.model.search().unwrap();
    let read = |solution: csp::Solution| cells.iter().map(|&cell| solution[cell]).collect();
    let mut found: Vec<Vec<i32>> = search.solutions().map(read).collect();
    let numbers = |values: Vec<u8>| values.iter().map(|&value| grid.number(value)).collect();
    let mut expected: Vec<Vec<i32>> = all_fillings(grid).map(numbers).collect();
    expected.retain(|numbers| numbers[0] == first || meaning(numbers));
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found.len(), expected.len(), "number of solutions with the rule as one of two alternatives");
    assert!(found == expected, "wrong solutions with the rule as one of two alternatives");
}

/// Compares, for numbers in some of the cells, the clues that they break with those that no filling of the other cells
/// satisfies.
#[track_caller]
fn agree_on_parts(puzzle: &Puzzle) {
    let most = if is_exhaustive() { 2_000 } else { 30 };
    let (grid, scene) = (&puzzle.grid, puzzle.scene());
    let numbers = |values: &[u8]| values.iter().map(|&value| grid.number(value)).collect::<Vec<i32>>();
    let fillings: Vec<Vec<u8>> = all_fillings(grid).collect();
    let satisfied = |clue: &Clue| -> Vec<&[u8]> {
        fillings.iter().map(Vec::as_slice).filter(|values| clue.holds(&scene, &numbers(values))).collect()
    };
    // A clue that nothing satisfies is not broken by numbers.
    let satisfied: Vec<Vec<&[u8]>> = scene.clues.iter().map(satisfied).collect();
    let (count, cells) = (grid.values() as u64 + 1, grid.cells() as u32);
    let parts = count.pow(cells);
    let step = (parts / most).max(1) | 1;
    for part in (0..parts).step_by(step as usize) {
        let value = |cell| u8::try_from(part / count.pow(cell) % count).ok()?.checked_sub(1);
        let values: Vec<Option<u8>> = (0..cells).map(value).collect();
        let broken: Vec<usize> =
            puzzle.broken(&values, &Budget::default()).iter().map(|broken| broken.clue).collect();
        let fits = |filling: &[u8]| {
            values.iter().zip(filling).all(|(value, other)| value.is_none_or(|value| value == *other))
        };
        for (at, satisfied) in satisfied.iter().enumerate().filter(|(_, satisfied)| !satisfied.is_empty()) {
            let can_hold = satisfied.iter().any(|filling| fits(filling));
            // Houses matter only for the cells of a clue.
            let is_right = broken.contains(&at) != can_hold || !can_hold && !grid.houses().is_empty();
            assert!(is_right, "{values:?}: clue {at} {}", if can_hold { "can hold" } else { "is broken" });
        }
    }
}

/// Returns the message of a clue's fault, with its hint.
#[track_caller]
pub fn fault(shape: Shape, clue: Clue) -> String {
    clue.fault(&Grid::of(shape).unwrap()).expect_err("the clue is faulty").to_string()
}

/// A pseudo-random generator with a fixed sequence.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn number(&mut self) -> i32 {
        let odd = [i32::MIN, i32::MAX, -1, 0, 100];
        if self.below(4) == 0 { odd[self.below(odd.len())] } else { self.below(12) as i32 }
    }

    /// A random clue whose form is mostly right.
    fn clue(&mut self, kind: &'static Kind, cells: usize) -> Clue {
        let mut clue = Clue::new(kind);
        let numbers = match kind.params {
            ParamSyntax::Nothing | ParamSyntax::Words(_) | ParamSyntax::Text => 0,
            ParamSyntax::MaybeNumber => self.below(2),
            ParamSyntax::Number => 1,
            ParamSyntax::Numbers(least, _) => least,
            ParamSyntax::Values | ParamSyntax::Anything => 1 + self.below(3),
        };
        (0..numbers).for_each(|_| clue.params.push(Param::Number(self.number())));
        let texts = ["", ".*", "1(2|3)*.", "[^1]+"];
        let words = ["+", "-", "x", "/", "loop", "any", "none", "0/1", "1/2", "2/1"];
        match kind.params {
            ParamSyntax::Words(known) => clue.params.push(Param::Word(known[self.below(known.len())].into())),
            ParamSyntax::Text => clue.params.push(Param::Text(texts[self.below(texts.len())].into())),
            ParamSyntax::Anything => {
                let word = Param::Word(words[self.below(words.len())].into());
                let at = self.below(2).min(clue.params.len());
                clue.params.insert(at, word);
            }
            _ => {}
        }
        let (lists, least) = match kind.lists {
            ListSyntax::None | ListSyntax::Alternatives | ListSyntax::Formula | ListSyntax::Template => {
                (0, 0)
            }
            ListSyntax::Optional => (self.below(2), 1),
            ListSyntax::Each(least, _) => (1, least),
            ListSyntax::Joined(least, _) => (least, 1),
            ListSyntax::Seen => (1, 2),
        };
        for _ in 0..lists {
            let length = least + if self.below(3) == 0 { 0 } else { self.below(5) };
            clue = clue.list((0..length).map(|_| self.below(cells) as u16).collect::<Vec<u16>>());
        }
        clue
    }
}

#[test]
fn clues_without_faults_can_be_solved() {
    let part = |name: &str, left| Part {
        name: name.into(),
        frame: Frame { top: 0, left, rows: 4, columns: 4 },
        regions: Regions::Default,
    };
    let shapes = [
        raw(2, 3, -2..=1),
        raw(1, 7, 3..=4),
        raw(3, 3, 0..=63),
        Shape::rectangle(4, 4),
        Shape { values: -3..=3, ..Shape::rectangle(3, 5) },
        Shape { loose: vec![Loose { name: "A".into(), count: 2, columns: 0 }], ..Shape::rectangle(6, 6) },
        Shape { parts: vec![part("a", 0), part("b", 2)], values: 0..=3, ..Shape::rectangle(4, 6) },
        Shape { values: 1000..=1005, ..Shape::rectangle(6, 4) },
    ];
    let mut dice = Dice(1);
    let mut solver = Solver::new(Budget::default().nodes(20));
    let mut solved = 0;
    for shape in shapes {
        let grid = Grid::of(shape).unwrap();
        let visible: Vec<bool> = (0..grid.cells()).map(|cell| !grid.is_gap(cell)).collect();
        for kind in KINDS {
            for _ in 0..12 {
                let clue = dice.clue(kind, grid.cells());
                let is_seen = clue.lists.iter().flatten().all(|&cell| visible[usize::from(cell)]);
                if !is_seen || clue.fault(&grid).is_err_and(|fault| !fault.is_warning()) {
                    continue;
                }
                let mut puzzle = Puzzle::open(grid.clone());
                puzzle.rules = Some(Arc::from([clue]));
                let answer = solver.solve(&puzzle, 2);
                let wrong = answer.solutions.iter().find(|solution| !puzzle.accepts(solution));
                assert_eq!(wrong, None, "{:?}", puzzle.clues());
                let _ = (kind.marks)(&puzzle.clues()[0], &puzzle.scene());
                solved += 1;
            }
        }
    }
    assert!(solved > 1000, "{solved}");
}

#[test]
fn every_kind_has_help() {
    for kind in KINDS {
        assert!(!kind.usage.is_empty() && !kind.example.is_empty(), "{}", kind.name);
        assert!(kind.help.ends_with(['.', ')']), "{}", kind.name);
        assert!(kind.usage.starts_with(kind.name), "{}", kind.name);
    }
}

/// Checks that each example is a puzzle by itself and not proved unsolvable.
#[test]
fn every_example_is_a_puzzle_that_may_have_solutions() {
    let mut solver = Solver::new(Budget::default().nodes(100));
    for kind in KINDS {
        let puzzle: Puzzle = kind.example.parse().unwrap_or_else(|error| panic!("{}: {error}", kind.name));
        assert!(
            puzzle.clues().iter().any(|clue| clue.kind == kind),
            "the example of {} does not use the rule",
            kind.name
        );
        assert!(puzzle.about.is_none(), "{}: {:?}", kind.name, puzzle.about);
        let answer = solver.solve(&puzzle, 1);
        assert_ne!(answer.end, End::Exhausted, "{} has no solution", kind.name);
        assert!(answer.solutions.iter().all(|solution| puzzle.accepts(solution)), "{}", kind.name);
    }
}

#[test]
fn kinds_stand_in_the_order_of_their_groups() {
    let names = KINDS.windows(2).filter(|pair| pair[0].group > pair[1].group).map(|pair| pair[1].name);
    assert_eq!(names.collect::<Vec<_>>(), [""; 0], "kinds that are listed after kinds of a later group");
}

#[test]
fn no_word_of_a_name_begins_with_a_digit() {
    // A reader would take such a word for a number.
    for name in KINDS.iter().flat_map(Kind::names) {
        let begins = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        assert!(!name.split(['-', '_', ' ']).any(begins), "{name}");
    }
}

#[test]
fn names_are_unambiguous() {
    let mut seen = BTreeSet::new();
    for name in KINDS.iter().flat_map(super::Kind::names) {
        assert!(seen.insert(super::plain(name)), "two rules called {name}");
        assert!(name.split_whitespace().count() <= 3, "{name}: names have at most three words");
    }
    assert_eq!(super::find("Killer_Cage").unwrap().name, "killer");
    assert_eq!(super::find("antiknight").unwrap().name, "anti-knight");
}
