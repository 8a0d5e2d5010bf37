//! Givens and clues that leave one of several solutions.
//!
//! Every known solution beside the wanted one must be excluded by something that is added. What excludes them all is
//! chosen greedily, and a search looks for solutions that are left; with these, the choice is made anew. Where much is
//! missing, what is chosen stays after some rounds, and more is added.

use super::{Change, May, Searches};
use crate::generate::chance::Chance;
use crate::generate::variants::clues_with_room;
use crate::puzzle::{Puzzle, Solution};
use crate::rules::{Clue, Scene};
use crate::solver::End;

/// The number of attempts.
const ATTEMPTS: u64 = 200;
/// The most solutions that are known before the first attempt.
const FIRST_SOLUTIONS: usize = 32;

/// The solutions that are asked for at once.
const AT_ONCE: usize = 6;
/// The parts beyond the best that an attempt may have before it leaves out what is not needed.
const SUPERFLUOUS: usize = 4;
/// The rounds of an attempt in which the choice is made anew.
const ROUNDS: usize = 30;

/// Something that may be added.
enum Part {
    Given(usize, u8),
    Clue(Box<Clue>),
}

impl Part {
    /// Whether it is false of a solution.
    fn excludes(&self, solution: &[u8], puzzle: &Puzzle) -> bool {
        match self {
            Part::Given(cell, value) => solution[*cell] != *value,
            Part::Clue(clue) => {
                let grid = puzzle.grid();
                let numbers: Vec<i32> = solution.iter().map(|&value| grid.number(value)).collect();
                !clue.holds(&Scene { grid, clues: std::slice::from_ref(&**clue) }, &numbers)
            }
        }
    }
}

/// Finds what leaves one solution. `None` unless there are several.
pub fn settle(puzzle: &Puzzle, may: May, searches: &mut Searches) -> Option<Change> {
    let mut known = searches.solve(puzzle, FIRST_SOLUTIONS).solutions;
    if known.len() < 2 {
        return None;
    }
    let mut best: Option<Change> = None;
    for number in 0..ATTEMPTS {
        let most = best.as_ref().map_or(usize::MAX, |best| best.size() - 1);
        if most == 0 || searches.is_over() {
            break;
        }
        let mut chance = Chance::new(0, number);
        let wanted = known[number as usize % known.len()].clone();
        let parts = parts(puzzle, &wanted, may, &mut chance);
        if let Some(chosen) = choose(puzzle, &wanted, &parts, &mut known, most, searches, &mut chance) {
            best = Some(with(puzzle, &parts, &chosen));
        }
    }
    best
}

/// What may be added so that a solution stays.
fn parts(puzzle: &Puzzle, solution: &[u8], may: May, chance: &mut Chance) -> Vec<Part> {
    let grid = puzzle.grid();
    let is_open = |cell: &usize| !grid.is_gap(*cell) && puzzle.cells()[*cell].len() > 1;
    let givens = (0..grid.rectangle()).filter(is_open).map(|cell| Part::Given(cell, solution[cell]));
    let mut parts: Vec<Part> = if may.givens { givens.collect() } else { Vec::new() };
    if may.rules {
        parts.extend(
            clues_with_room(puzzle, solution, chance).into_iter().map(|clue| Part::Clue(Box::new(clue))),
        );
    }
    chance.shuffle(&mut parts);
    parts
}

/// Chooses at most `most` parts that leave the wanted solution alone. Other solutions that turn up become known.
fn choose(
    puzzle: &Puzzle,
    wanted: &Solution,
    parts: &[Part],
    known: &mut Vec<Solution>,
    most: usize,
    searches: &mut Searches,
    chance: &mut Chance,
) -> Option<Vec<usize>> {
    // For each known solution, the parts that exclude it.
    let by = |solution: &Solution| -> Vec<usize> {
        (0..parts.len()).filter(|&part| parts[part].excludes(solution, puzzle)).collect()
    };
    let mut excluded: Vec<Vec<usize>> = known.iter().filter(|known| *known != wanted).map(by).collect();
    let mut chosen = Vec::new();
    for round in 0.. {
        if round < ROUNDS {
            chosen.clear();
        }
        cover(&excluded, parts.len(), &mut chosen, chance)?;
        if chosen.len() > most.saturating_add(if round < ROUNDS { 0 } else { SUPERFLUOUS }) {
            return None;
        }
        match left(puzzle, wanted, parts, &chosen, searches) {
            Left::Nothing => break,
            // A clue may depend on others, and exclude less beside them.
            Left::Others(others) if others.iter().any(|other| known.contains(other)) => return None,
            Left::Others(others) => {
                excluded.extend(others.iter().map(by));
                known.extend(others);
            }
            Left::Unknown => return None,
        }
    }
    let chosen = reduced(puzzle, wanted, parts, chosen, searches);
    (chosen.len() <= most).then_some(chosen)
}

/// Adds parts until each set has a chosen one: again and again one that most of the open sets have. `None` if a set is
/// empty.
fn cover(sets: &[Vec<usize>], parts: usize, chosen: &mut Vec<usize>, chance: &mut Chance) -> Option<()> {
    let mut open: Vec<&Vec<usize>> = sets.iter().collect();
    open.retain(|set| !set.iter().any(|part| chosen.contains(part)));
    while !open.is_empty() {
        let mut counts = vec![0; parts];
        open.iter().flat_map(|set| set.iter()).for_each(|&part| counts[part] += 1);
        let greatest = counts.iter().copied().max().filter(|&count| count > 0)?;
        let alike: Vec<usize> = (0..parts).filter(|&part| counts[part] == greatest).collect();
        let next = alike[chance.below(alike.len())];
        chosen.push(next);
        open.retain(|set| !set.contains(&next));
    }
    Some(())
}

/// What is left beside the wanted solution.
enum Left {
    Nothing,
    Others(Vec<Solution>),
    Unknown,
}

fn left(
    puzzle: &Puzzle,
    wanted: &Solution,
    parts: &[Part],
    chosen: &[usize],
    searches: &mut Searches,
) -> Left {
    let answer = searches.solve(&with(puzzle, parts, chosen).puzzle, AT_ONCE);
    let mut others = answer.solutions;
    let found = others.len();
    others.retain(|other| other != wanted);
    if !others.is_empty() {
        Left::Others(others)
    } else if answer.end == End::Exhausted && found == 1 {
        Left::Nothing
    } else {
        Left::Unknown
    }
}

/// Leaves out what is not needed.
fn reduced(
    puzzle: &Puzzle,
    wanted: &Solution,
    parts: &[Part],
    mut chosen: Vec<usize>,
    searches: &mut Searches,
) -> Vec<usize> {
    for part in chosen.clone() {
        let fewer: Vec<usize> = chosen.iter().copied().filter(|&other| other != part).collect();
        if !searches.is_over() && matches!(left(puzzle, wanted, parts, &fewer, searches), Left::Nothing) {
            chosen = fewer;
        }
    }
    chosen
}

fn with(puzzle: &Puzzle, parts: &[Part], chosen: &[usize]) -> Change {
    let (mut givens, mut clues) = (Vec::new(), Vec::new());
    for &part in chosen {
        match &parts[part] {
            Part::Given(cell, value) => givens.push((*cell, *value)),
            Part::Clue(clue) => clues.push(Clue::clone(clue)),
        }
    }
    Change::made(puzzle, Vec::new(), &givens, &clues)
}

#[cfg(test)]
mod tests {
    use super::super::{Aim, Changed};
    use super::*;
    use crate::{Budget, Solver};

    fn settled(text: &str, may: May) -> Change {
        let puzzle: Puzzle = text.parse().expect("a valid puzzle");
        match Change::of(&puzzle, Aim::Unique, may, &Budget::default()) {
            Changed::To(change) => {
                let answer = Solver::default().solve(&change.puzzle, 2);
                assert!(answer.is_unique() && puzzle.accepts(&answer.solutions[0]));
                *change
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn one_of_two_solutions_takes_one_given_or_one_clue() {
        // Two values can change places in two rows, and a given of either cell settles it.
        let text = "size: 4\ngrid:\n..34\n34..\n..43\n43..\nkiller 3: r3c1 r3c2\n";
        for may in [May::ALL, May::only(true, false)] {
            assert!(settled(text, may).size() <= 2);
        }
        let cages = "size: 4\ngrid:\n1.3.\n...1\n....\n....\nkiller 7: r4c3 r4c4\n";
        let cages = settled(cages, May::only(false, true));
        assert!(cages.added.iter().all(|added| !added.is_given()) && !cages.added.is_empty());
    }

    #[test]
    fn an_empty_grid_takes_few_givens() {
        // Four by four, no puzzle has fewer than four.
        assert_eq!(settled("size: 4\n", May::ALL).added.len(), 4);
    }

    #[test]
    fn nothing_settles_what_may_not_be_added() {
        let puzzle: Puzzle = "size: 4\n".parse().unwrap();
        let found = Change::of(&puzzle, Aim::Unique, May::only(false, true), &Budget::default());
        assert!(matches!(found, Changed::Nothing), "{found:?}");
        let limited = Change::of(&puzzle, Aim::Unique, May::ALL, &Budget::default().nodes(1));
        assert!(matches!(limited, Changed::Limit), "{limited:?}");
    }
}
