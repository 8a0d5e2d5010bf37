//! The form of puzzles of any shape and rules: the smallest of their texts after each turn and reflection, as a hash.

use crate::generate::{Symmetry, hash};
use crate::puzzle::Puzzle;
use crate::rules::{Clue, Detail, Group, KINDS, Kind};

/// Rules that only ask whether values differ, so that all values may be exchanged.
const BLIND: &[&str] = &[
    "anti-knight",
    "anti-king",
    "anti-leap",
    "diagonal+",
    "diagonal-",
    "diagonals",
    "windoku",
    "disjoint",
    "extra-region",
    "palindrome",
    "clone",
    "same-values",
];

/// Rules along lines and beside the grid that say the same of their cells in the opposite order.
const BOTH_WAYS: &[&str] = &[
    "arrow",
    "between",
    "double-arrow",
    "dutch-whisper",
    "entropic",
    "little-killer",
    "lockout",
    "modular",
    "nabner",
    "palindrome",
    "region-sum",
    "renban",
    "sandwich",
    "sum-line",
    "whisper",
    "zipper",
];

/// Rules of pairs and cages that do not say the same of their cells in any order.
const IN_ORDER: &[&str] = &["clone", "greater", "lunchbox", "weighted-sum"];

/// Rules that say something else when the grid is turned: of rows, of the cells that one cell stands for, of one diagonal.
const UPRIGHT: &[&str] = &[
    "box-index",
    "column-index",
    "diagonal+",
    "diagonal-",
    "dutch-flatmates",
    "hidden-doublers",
    "negative-index",
    "quadruple",
    "row-index",
];

/// What the order of a clue's cells says.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    Nothing,
    /// The same from either end.
    Sequence,
    /// All that it can.
    Written,
}

fn order(kind: &Kind) -> Order {
    match kind.group {
        _ if !is_ours(kind) => Order::Written,
        Group::Lines | Group::Outside if BOTH_WAYS.contains(&kind.name) => Order::Sequence,
        Group::Cells | Group::Pairs | Group::Cages if !IN_ORDER.contains(&kind.name) => Order::Nothing,
        _ => Order::Written,
    }
}

/// Whether a clue says the same in a grid that is turned or reflected.
fn may_turn(clue: &Clue) -> bool {
    let kind = clue.kind;
    // The numbers in the circle of an arrow are read from left to right.
    let is_read = kind.name == "arrow" && clue.lists.first().is_some_and(|circle| circle.len() > 1);
    let is_free = !matches!(kind.group, Group::Regions | Group::Own) && !UPRIGHT.contains(&kind.name);
    is_ours(kind) && is_free && !is_read && clue.detail == Detail::None && clue.part.is_none()
}

/// Whether a rule is not a user's own, of which nothing is known.
fn is_ours(kind: &Kind) -> bool {
    KINDS.iter().any(|known| std::ptr::eq(known, kind))
}

/// The form of a puzzle, as 128 bits.
pub(super) fn form(puzzle: &Puzzle) -> u128 {
    let grid = puzzle.grid();
    let shape = grid.shape();
    let may_turn = shape.parts.is_empty() && shape.loose.is_empty() && puzzle.clues().iter().all(may_turn);
    let symmetry = if may_turn { Symmetry::Full } else { Symmetry::None };
    let is_blind = puzzle.is_plain() && puzzle.clues().iter().all(|clue| BLIND.contains(&clue.kind.name));
    let images = symmetry.maps(grid).into_iter().map(|map| image(puzzle, &map, is_blind));
    let least = images.min().expect("a grid is its own image");
    let half = |salt: u8| u128::from(hash(&format!("{salt} {least:?}")));
    half(0) << 64 | half(1)
}

/// What a puzzle says after its cells have moved.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Image {
    /// Rows, columns, number of values, least value.
    size: (usize, usize, usize, i32),
    /// For each cell, the candidates and the region, named in the order in which they occur.
    cells: Vec<(u64, u16)>,
    clues: Vec<(&'static str, String, Vec<Vec<u16>>)>,
}

fn image(puzzle: &Puzzle, map: &[u16], is_blind: bool) -> Image {
    let grid = puzzle.grid();
    let (rows, columns) = (grid.rows(), grid.columns());
    let mut from: Vec<usize> = (0..puzzle.cells().len()).collect();
    for (cell, &to) in map.iter().enumerate() {
        from[usize::from(to)] = cell;
    }
    let (mut regions, mut values) = (Vec::new(), Vec::new());
    let cell = |&cell: &usize| {
        let region = grid.region(cell).map_or(0, |region| 1 + place_of(&mut regions, region));
        let candidates = puzzle.cells()[cell];
        let bits = match candidates.value().filter(|_| is_blind) {
            Some(value) => 1 << place_of(&mut values, value),
            None => candidates.bits(),
        };
        (bits, region as u16)
    };
    let cells = from.iter().map(cell).collect();
    let mut clues: Vec<_> = puzzle.clues().iter().flat_map(|clue| images(puzzle, clue, map)).collect();
    clues.sort_unstable();
    Image { size: (rows, columns, grid.values(), grid.first_value()), cells, clues }
}

/// The place of what is looked for in a list, to which it is added if it is not there.
fn place_of<T: PartialEq>(list: &mut Vec<T>, wanted: T) -> usize {
    list.iter().position(|known| *known == wanted).unwrap_or_else(|| {
        list.push(wanted);
        list.len() - 1
    })
}

/// A clue, or one for each cell that it marks.
fn images(puzzle: &Puzzle, clue: &Clue, map: &[u16]) -> Vec<(&'static str, String, Vec<Vec<u16>>)> {
    let words: Vec<String> = clue.params.iter().map(|param| format!("{param:?}")).collect();
    let mut words = words.join(" ");
    if clue.detail != Detail::None {
        words += &clue.as_text(puzzle.grid(), puzzle.symbols());
    }
    let moved = |list: &Vec<u16>| -> Vec<u16> {
        let mut cells: Vec<u16> =
            list.iter().map(|&cell| map.get(usize::from(cell)).copied().unwrap_or(cell)).collect();
        match order(clue.kind) {
            Order::Nothing => cells.sort_unstable(),
            Order::Sequence => {
                let reverse: Vec<u16> = cells.iter().rev().copied().collect();
                cells = cells.min(reverse);
            }
            Order::Written => {}
        }
        cells
    };
    let lists: Vec<Vec<u16>> = clue.lists.iter().map(moved).collect();
    if clue.kind.marks_cells() && lists.len() == 1 {
        return lists[0].iter().map(|&cell| (clue.kind.name, words.clone(), vec![vec![cell]])).collect();
    }
    vec![(clue.kind.name, words, lists)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Chance;
    use crate::grid::Grid;
    use crate::rules::Scene;
    use crate::solver::Solver;

    fn form_of(text: &str) -> u128 {
        form(&text.parse().unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    #[test]
    fn turned_and_reflected_puzzles_have_one_form() {
        for (one, other) in [
            ("size: 4\nkiller 5: r1c1 r1c2\n", "size: 4\nkiller 5: r3c4 r4c4\n"),
            ("size: 4\nodd: r1c1 r4c4\n", "size: 4\nodd: r1c4\nodd: r4c1\n"),
            ("size: 4\nthermo: r1c1 r1c2 r1c3\n", "size: 4\nthermo: r4c1 r3c1 r2c1\n"),
            ("size: 4\narrow: r1c1 = r1c2 r1c3\n", "size: 4\narrow: r4c4 = r3c4 r2c4\n"),
            (
                "size: 4\nsandwich 2: row 1\nwhite: r1c1 r2c1\n",
                "size: 4\nsandwich 2: row 4\nwhite: r3c1 r4c1\n",
            ),
            (
                "size: 6\ngrid:\n12....\n......\n......\n......\n......\n3.....\n",
                "size: 6\ngrid:\n.....5\n......\n......\n......\n......\n....46\n",
            ),
            (
                "size: 4\nanti-king\ngrid:\n1...\n....\n....\n...2\n",
                "size: 4\nanti-king\ngrid:\n...3\n....\n....\n1...\n",
            ),
            (
                "size: 3\nregions:\naab\nabb\nccc\ngrid:\n1..\n...\n...\n",
                "size: 3\nregions:\ncbb\ncba\ncaa\ngrid:\n...\n...\n..2\n",
            ),
        ] {
            assert_eq!(form_of(one), form_of(other), "{one}{other}");
        }
    }

    #[test]
    fn other_clues_givens_and_rules_have_other_forms() {
        let all = [
            "size: 4\n",
            "size: 4\nboxes: none\n",
            "size: 6\n",
            "size: 4\nanti-king\n",
            "size: 4\nanti-knight\n",
            "size: 4\nkiller 5: r1c1 r1c2\n",
            "size: 4\nkiller 6: r1c1 r1c2\n",
            "size: 4\nkiller 5: r1c2 r1c3\n",
            "size: 4\nkiller: r1c1 r1c2\n",
            "size: 4\nsum 5: r1c1 r1c2\n",
            "size: 4\nkiller 5: r1c1 r1c2\ngrid:\n1...\n....\n....\n....\n",
            "size: 4\nkiller 5: r1c1 r1c2\ngrid:\n2...\n....\n....\n....\n",
            "size: 4\ngreater: r1c1 r1c2\n",
            "size: 4\ngreater: r1c2 r1c1\n",
            "size: 4\nclone: r1c1 r1c2 = r3c3 r3c4\n",
            "size: 4\nclone: r1c1 r1c2 = r3c4 r3c3\n",
            "size: 4\ncolumn-index: r1c1\n",
            "size: 4\ncolumn-index: r1c4\n",
            "size: 4\nquadruple 1 2: r1c1\n",
            "size: 4\nquadruple 1 2: r1c3\n",
            "size: 4\nthermo: r1c1 r1c2 r1c3\n",
            "size: 4\nthermo: r1c3 r1c2 r1c1\n",
            "size: 4\nrequire r1c1 = 1\n",
            "size: 4\nrequire r1c1 = 2\n",
        ];
        let forms: Vec<u128> = all.iter().map(|text| form_of(text)).collect();
        for (at, form) in forms.iter().enumerate() {
            assert!(!forms[..at].contains(form), "{}", all[at]);
        }
    }

    /// A clue with its cells in another order and the grid turned, as far as forms take that for the same; and the turn,
    /// by its place among all.
    fn changed(clue: &Clue, turns: usize, chance: &mut Chance) -> (Clue, usize) {
        let mut clue = clue.clone();
        for list in &mut clue.lists {
            match order(clue.kind) {
                Order::Nothing => chance.shuffle(list),
                Order::Sequence if chance.below(2) == 1 => list.reverse(),
                _ => {}
            }
        }
        let turn = if may_turn(&clue) { chance.below(turns) } else { 0 };
        (clue, turn)
    }

    /// Whether changed clues of a rule's example say the same of random numbers. Adds the turns to `turned`.
    fn says_the_same(kind: &Kind, maps: &[Vec<u16>], chance: &mut Chance, turned: &mut usize) -> bool {
        let heads = ["size: 9", "size: 9\nvalues: 0-9", "size: 9\nchaos-construction"];
        let read = |head: &&str| format!("{head}\n{}\n", kind.example).parse::<Puzzle>().ok();
        let puzzle = heads.iter().find_map(read).unwrap_or_else(|| panic!("{}", kind.name));
        let grid = puzzle.grid();
        let solution = Solver::default().solve(&puzzle, 1).solutions.pop();
        puzzle.clues().iter().filter(|clue| clue.kind.name == kind.name).all(|clue| {
            let mut cells: Vec<usize> = clue.lists.iter().flatten().map(|&cell| usize::from(cell)).collect();
            if cells.is_empty() {
                cells = (0..grid.cells()).collect();
            }
            (0..150).all(|_| {
                let mut numbers: Vec<i32> = match &solution {
                    Some(solution) => solution.iter().map(|&value| grid.number(value)).collect(),
                    None => {
                        (0..grid.cells()).map(|_| grid.number(chance.below(grid.values()) as u8)).collect()
                    }
                };
                for _ in 0..chance.below(4) {
                    numbers.swap(cells[chance.below(cells.len())], cells[chance.below(cells.len())]);
                }
                if chance.below(4) == 0 {
                    let cell = cells[chance.below(cells.len())];
                    numbers[cell] = grid.number(chance.below(grid.values()) as u8);
                }
                let (mut other, turn) = changed(clue, maps.len(), chance);
                *turned += turn;
                other
                    .lists
                    .iter_mut()
                    .flatten()
                    .for_each(|cell| *cell = maps[turn].get(usize::from(*cell)).copied().unwrap_or(*cell));
                let mut moved = numbers.clone();
                for (cell, &to) in maps[turn].iter().enumerate() {
                    moved[usize::from(to)] = numbers[cell];
                }
                let says = |clue: &Clue, numbers: &[i32]| {
                    clue.holds(&Scene { grid, clues: std::slice::from_ref(clue) }, numbers)
                };
                says(clue, &numbers) == says(&other, &moved)
            })
        })
    }

    #[test]
    fn forms_say_what_rules_mean() {
        let mut chance = Chance::new(3, 0);
        let maps = Symmetry::Full.maps(&Grid::square(9).unwrap());
        let mut turned = 0;
        for kind in KINDS {
            assert!(says_the_same(kind, &maps, &mut chance, &mut turned), "{}", kind.name);
        }
        assert!(turned > 10_000, "{turned}");
    }

    #[test]
    fn values_may_be_exchanged_under_blind_rules() {
        let mut chance = Chance::new(2, 0);
        for &name in BLIND {
            let kind = KINDS.iter().find(|kind| kind.name == name).unwrap_or_else(|| panic!("{name}"));
            let puzzle: Puzzle = format!("size: 9\n{}\n", kind.example).parse().unwrap();
            let clue = puzzle.clues().iter().find(|clue| clue.kind.name == name).unwrap();
            let scene = Scene { grid: puzzle.grid(), clues: puzzle.clues() };
            let solution = Solver::default().solve(&puzzle, 1).solutions.remove(0);
            let mut held = [0; 2];
            for _ in 0..400 {
                let mut numbers: Vec<i32> = solution.iter().map(|&value| i32::from(value) + 1).collect();
                if chance.below(2) == 1 {
                    numbers[chance.below(81)] = 1 + chance.below(9) as i32;
                }
                let mut order: Vec<i32> = (1..=9).collect();
                chance.shuffle(&mut order);
                let exchanged: Vec<i32> = numbers.iter().map(|&number| order[number as usize - 1]).collect();
                let holds = clue.holds(&scene, &numbers);
                held[usize::from(holds)] += 1;
                assert_eq!(clue.holds(&scene, &exchanged), holds, "{name}");
            }
            assert!(held.iter().all(|&count| count > 0), "{name}: {held:?}");
        }
    }
}
