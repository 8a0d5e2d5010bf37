//! Full rank: the place of a line in the order of all lines, read as numbers.

mod propagator;

use crate::grid::{Frame, Grid};
use crate::rules::{Clue, Draft, Fault, Group, Kind, ListSyntax, Param, ParamSyntax, Scene};
use propagator::Rank;

pub const KIND: Kind = Kind {
    name: "full-rank",
    also: &["full rank clue"],
    group: Group::Outside,
    usage: "full-rank RANK [none | unclued | any]: top C | bottom C | left R | right R",
    help: "Every row and column is read as a number from both sides; of all these, from the smallest, the one seen from the clue is the one of this rank. (No other reading is equal to a clue's, which is \"unclued\"; with \"none\" no two are equal, and with \"any\" equal ones have the rank of the first.)",
    sentence: "A number outside the grid is the rank of its row or column, read from there, among all rows and columns read from both ends, the lowest first.",
    example: "full-rank 5: top 3\nfull-rank 36 any: left 2",
    params: ParamSyntax::Anything,
    lists: ListSyntax::Seen,
    fault,
    holds: |clue, scene, numbers| {
        let Some(readings) = readings(clue, scene.grid) else { return false };
        let words: Vec<Vec<i32>> =
            readings.iter().map(|line| crate::rules::sets::numbers_of(&line, numbers)).collect();
        let own = crate::rules::sets::numbers_of(clue.cells(), numbers);
        let smaller = words.iter().filter(|word| **word < own).count();
        let equal = words.iter().filter(|word| **word == own).count();
        let repeats = (0..words.len()).any(|at| words[..at].contains(&words[at]));
        let ties_fit = match ties(clue) {
            Ties::None => !repeats,
            Ties::Unclued => equal == 1,
            Ties::Any => true,
        };
        ties_fit && Some(smaller as i32 + 1) == clue.first_number()
    },
    declare,
    marks: |clue, scene| scene.outside(clue, clue.amount().to_string()),
    noun: "the rank{#} from {from} to {to}",
    says: "Among all rows and columns read as numbers from either end, the one from {from} to {to} has rank {number}",
    unmet: "its rank could not be {number}",
    ..Kind::BLANK
};

/// The readings that may be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ties {
    None,
    /// Readings without a clue.
    Unclued,
    Any,
}

fn ties(clue: &Clue) -> Ties {
    match () {
        () if clue.has_word("none") => Ties::None,
        () if clue.has_word("any") => Ties::Any,
        () => Ties::Unclued,
    }
}

/// Rows and columns of a grid, each from both sides.
struct Readings {
    frame: Frame,
    /// The columns of the canvas.
    width: usize,
}

impl Readings {
    fn count(&self) -> usize {
        2 * (self.frame.rows + self.frame.columns)
    }

    /// The cells of a reading, by its index.
    fn get(&self, at: usize) -> impl Iterator<Item = u16> + use<> {
        let Frame { top, left, rows, columns } = self.frame;
        let (line, is_backwards) = (at / 2, at % 2 == 1);
        let (first, step, count) = match line.checked_sub(rows) {
            None => ((top + line) * self.width + left, 1, columns),
            Some(column) => (top * self.width + left + column, self.width, rows),
        };
        let cell = move |at: usize| (first + step * if is_backwards { count - 1 - at } else { at }) as u16;
        (0..count).map(cell)
    }

    fn iter(&self) -> impl Iterator<Item = Vec<u16>> {
        (0..self.count()).map(|at| self.get(at).collect())
    }

    /// The index of the reading with these cells.
    fn place(&self, cells: &[u16]) -> Option<usize> {
        (0..self.count()).find(|&at| self.get(at).eq(cells.iter().copied()))
    }
}

/// The readings of the grid that has the row or column of the clue.
fn readings(clue: &Clue, grid: &Grid) -> Option<Readings> {
    let mut frames = grid.frames();
    if let Some(part) = clue.part {
        frames = vec![frames.swap_remove(usize::from(part))];
    }
    let all = frames.into_iter().map(|frame| Readings { frame, width: grid.columns() });
    all.into_iter().find(|readings| readings.place(clue.cells()).is_some())
}

fn fault(clue: &Clue, grid: &Grid) -> Result<(), Fault> {
    let is_form = match &clue.params[..] {
        [Param::Number(_)] => true,
        [Param::Number(_), Param::Word(word)] => ["none", "unclued", "any"].contains(&&**word),
        _ => false,
    };
    if !is_form {
        let what = "full-rank: write a number before the colon, optionally with none, unclued or any";
        return Err(Fault::new(what).hint(KIND.usage));
    }
    let Some(readings) = readings(clue, grid) else {
        return Err(Fault::new("full-rank: these cells are neither a row nor a column of a grid").list(0));
    };
    let side = readings.frame.rows;
    let is_house = |line: Vec<u16>| grid.houses().iter().any(|house| *house.cells() == *line);
    // Unless a grid is raw, all its rows and columns are houses.
    let are_houses = !grid.shape().raw || readings.iter().step_by(2).all(is_house);
    if readings.frame.columns != side || grid.values() != side || !are_houses {
        let what = "full-rank: rows and columns have to hold every value once";
        return Err(Fault::new(what).hint("the grid is square, with as many values as its side"));
    }
    let rank = clue.amount();
    Fault::unless(usize::try_from(rank).is_ok_and(|rank| (1..=4 * side).contains(&rank)), || {
        let what = format!("full-rank {rank}: there are {} readings", 4 * side);
        Fault::new(what).param(0).unsatisfiable()
    })
}

fn declare(clue: &Clue, draft: &mut Draft<'_>) {
    let scene = draft.scene();
    let Some(readings) = readings(clue, scene.grid) else { return };
    let rank = clue.first_number().unwrap_or(1);
    // Four readings begin with each value: those of two rows and of two columns, each from one side.
    let first = draft.numbers().start() + (rank - 1) / 4;
    draft.keep(clue.cells()[0], |number| number == first);
    let own = readings.place(clue.cells()).expect("the clue sees a line of its grid");
    let word = |at: usize| readings.get(at).map(|cell| draft.var(cell)).collect();
    let words = (0..readings.count()).map(word).collect();
    let known = known_order(clue, &readings, scene);
    draft.post(Rank::new(words, own, first, (rank - 1) % 4, ties(clue) == Ties::Any).knowing(known));
    let is_first = || {
        let same = |other: &&Clue| other.kind == clue.kind && !other.is_waived && ties(other) == Ties::None;
        scene.clues.iter().find(same) == Some(clue)
    };
    if ties(clue) == Ties::None && (is_first() || !scene.clues.contains(clue)) {
        let all: Vec<u16> = readings.frame.cells(scene.grid.columns()).collect();
        let place = |cell: &u16| all.binary_search(cell).expect("lines are of cells of their grid");
        let places: Vec<Vec<usize>> = readings.iter().map(|line| line.iter().map(place).collect()).collect();
        draft.meaning(&all, move |numbers| {
            let words = places.iter().map(|line| line.iter().map(|&at| numbers[at]).collect());
            let words: Vec<Vec<i32>> = words.collect();
            (0..words.len()).all(|at| !words[..at].contains(&words[at]))
        });
    }
}

/// For each reading whether it is smaller or larger than that of the clue, if this follows from the rank of another
/// clue and both begin with the same value.
fn known_order(clue: &Clue, readings: &Readings, scene: Scene<'_>) -> Vec<Option<bool>> {
    let rank = |clue: &Clue| clue.first_number().unwrap_or(1);
    let own = rank(clue);
    let mut known = vec![None; readings.count()];
    for other in scene.clues {
        let rank = rank(other);
        if rank != own
            && (rank - 1) / 4 == (own - 1) / 4
            && other.kind == clue.kind
            && !other.is_waived
            && other.cells() != clue.cells()
            && let Some(place) = readings.place(other.cells())
        {
            known[place].get_or_insert(rank < own);
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::rules::tests::{agree, fault, is_exhaustive, raw};

    fn rank(rank: i32, ties: &str, line: &[u16]) -> Clue {
        let mut clue = Clue::new(&KIND).number(rank).list(line);
        clue.params.extend((!ties.is_empty()).then(|| Param::Word(ties.into())));
        clue
    }

    /// The readings of a square of three as decimal numbers.
    fn decimals(n: &[i32]) -> Vec<i32> {
        let number = |a: usize, b: usize, c: usize| 100 * n[a] + 10 * n[b] + n[c];
        let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]];
        lines.iter().flat_map(|&[a, b, c]| [number(a, b, c), number(c, b, a)]).collect()
    }

    #[test]
    fn a_reading_has_its_rank() {
        let square = || Shape::rectangle(3, 3);
        for wanted in 1..=12 {
            let ties =
                if wanted % 2 == 0 { ["", "none", "any", "unclued"] } else { ["any", "unclued", "", "none"] };
            for ties in &ties[..if is_exhaustive() { 4 } else { 2 }] {
                let line = [[0, 1, 2], [8, 5, 2], [5, 4, 3], [1, 4, 7]][wanted as usize % 4];
                agree(square(), vec![rank(wanted, ties, &line)], |n| {
                    let all = decimals(n);
                    let own = line.iter().fold(0, |number, &cell| 10 * number + n[usize::from(cell)]);
                    let smaller = all.iter().filter(|&&number| number < own).count();
                    let equal = all.iter().filter(|&&number| number == own).count();
                    let repeats = all.iter().enumerate().any(|(at, number)| all[..at].contains(number));
                    let fits = match *ties {
                        "any" => true,
                        "none" => !repeats,
                        _ => equal == 1,
                    };
                    fits && smaller + 1 == wanted as usize
                });
            }
        }
    }

    #[test]
    fn clues_of_one_value_know_each_other() {
        let lines: [[u16; 3]; 3] = [[0, 1, 2], [0, 3, 6], [5, 4, 3]];
        for (one, other) in [(1, 2), (4, 2), (5, 8), (7, 6), (9, 9), (12, 10)] {
            for ties in ["any", "unclued"] {
                let pairs = if ties == "any" {
                    [[0, 1], [1, 2], [1, 0], [2, 0]]
                } else {
                    [[1, 0], [2, 0], [0, 1], [1, 2]]
                };
                for [a, b] in pairs.into_iter().take(if is_exhaustive() { 4 } else { 2 }) {
                    let clues = vec![rank(one, ties, &lines[a]), rank(other, ties, &lines[b])];
                    agree(Shape::rectangle(3, 3), clues, |n| {
                        let all = decimals(n);
                        let fits = |line: [u16; 3], wanted: i32| {
                            let own = line.iter().fold(0, |number, &cell| 10 * number + n[usize::from(cell)]);
                            let smaller = all.iter().filter(|&&number| number < own).count();
                            let equal = all.iter().filter(|&&number| number == own).count();
                            (ties == "any" || equal == 1) && smaller + 1 == wanted as usize
                        };
                        fits(lines[a], one) && fits(lines[b], other)
                    });
                }
            }
        }
    }

    #[test]
    fn a_clue_that_is_waived_says_nothing_of_others() {
        let grid = Grid::of(Shape::rectangle(3, 3)).unwrap();
        let clues = [rank(1, "none", &[0, 1, 2]), rank(2, "none", &[0, 3, 6])];
        let count = |waived: Option<usize>| {
            let waive = |(at, clue): (usize, &Clue)| Clue { is_waived: waived == Some(at), ..clue.clone() };
            let mut puzzle = crate::Puzzle::open(grid.clone());
            puzzle.rules = Some(clues.iter().enumerate().map(waive).collect());
            crate::Solver::default().solve(&puzzle, usize::MAX).solutions.len()
        };
        let alone = |at: usize| {
            let mut puzzle = crate::Puzzle::open(grid.clone());
            puzzle.rules = Some([clues[at].clone()].into());
            crate::Solver::default().solve(&puzzle, usize::MAX).solutions.len()
        };
        assert_eq!((count(Some(0)), count(Some(1))), (alone(1), alone(0)));
    }

    #[test]
    fn ranks_in_a_square_of_four() {
        // All squares of four, against the predicate.
        let shape = || Shape::rectangle(4, 4);
        let grid = Grid::of(shape()).unwrap();
        let mut solver = crate::Solver::default();
        let all = solver.solve(&crate::Puzzle::open(grid.clone()), usize::MAX).solutions;
        assert_eq!(all.len(), 288);
        for wanted in 1..=16 {
            for ties in ["any", "unclued", "none"] {
                let clues =
                    vec![rank(wanted, ties, &[1, 5, 9, 13]), rank(17 - wanted, ties, &[8, 9, 10, 11])];
                let scene = Scene { grid: &grid, clues: &clues };
                let keep = |solution: &&crate::Solution| {
                    let numbers: Vec<i32> = solution.iter().map(|&value| grid.number(value)).collect();
                    clues.iter().all(|clue| clue.holds(&scene, &numbers))
                };
                let expected = all.iter().filter(keep).count();
                let mut puzzle = crate::Puzzle::open(grid.clone());
                puzzle.rules = Some(clues.clone().into());
                let found = solver.solve(&puzzle, usize::MAX).solutions.len();
                assert_eq!(found, expected, "rank {wanted}, ties {ties}");
            }
        }
    }

    #[test]
    fn what_has_no_rank_is_a_fault() {
        let what = "full-rank 13: there are 12 readings";
        assert_eq!(fault(Shape::rectangle(3, 3), rank(13, "", &[0, 1, 2])), what);
        let what = "full-rank: these cells are neither a row nor a column of a grid";
        assert_eq!(fault(Shape::rectangle(3, 3), rank(1, "", &[0, 1])), what);
        assert!(
            fault(raw(3, 3, 1..=3), rank(1, "", &[0, 1, 2])).starts_with("full-rank: rows and columns have")
        );
        assert!(
            fault(Shape::rectangle(3, 3), rank(1, "some", &[0, 1, 2]))
                .starts_with("full-rank: write a number")
        );
    }
}
