//! Puzzles that the generator of this crate made: 60 classics from easy to extreme, and 41 variants: one for each rule that
//! it places, three with rules of the whole grid, and one that needs the cases of clues.

use std::sync::LazyLock;

use super::sound::check;
use super::*;
use crate::format::{Options, parse};
use crate::rules::tests::is_exhaustive;

pub(super) const MADE: [&str; 2] =
    [include_str!("puzzles/classics.txt"), include_str!("puzzles/variants.txt")];

pub(super) fn read(text: &str) -> Vec<Puzzle> {
    parse(text, &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The made variants with their steps, which several tests look at: every second one, unless the run is exhaustive.
pub(super) fn variants() -> &'static [(Puzzle, Walk)] {
    static WALKS: LazyLock<Vec<(Puzzle, Walk)>> = LazyLock::new(|| {
        let walked = |puzzle| {
            let walk = walk(&puzzle);
            (puzzle, walk)
        };
        let step = if is_exhaustive() { 1 } else { 2 };
        read(MADE[1]).into_iter().step_by(step).map(walked).collect()
    });
    &WALKS
}

/// Checks that steps lead to the solution, and every `some`-th by an independent search.
fn follow(puzzle: &Puzzle, (steps, end): &Walk, some: usize) -> usize {
    let answer = Solver::default().solve(puzzle, 2);
    let [solution] = &answer.solutions[..] else { panic!("not one solution: {puzzle:?}") };
    assert_eq!(*end, Stuck::Solved, "{puzzle:?}");
    for (at, (state, step)) in steps.iter().enumerate() {
        match &step.conclusion {
            Conclusion::Place { cell, value } => assert_eq!(solution[*cell], *value, "{step:?}"),
            Conclusion::Remove(removals) => {
                assert!(
                    removals.iter().all(|removal| !removal.values.contains(solution[removal.cell])),
                    "{step:?}"
                );
            }
        }
        if at % some == 0 {
            // The filtered candidates of relations belong to the state in which the step was found.
            let mut state = state.clone();
            Finder::default().clues(&mut state);
            check(&state, step);
        }
    }
    usize::from(puzzle.clues().is_empty())
}

#[test]
fn made_classics_are_explained_to_the_end() {
    let puzzles = read(MADE[0]);
    assert_eq!(puzzles.iter().map(|puzzle| follow(puzzle, &walk(puzzle), 2)).sum::<usize>(), 60);
}

#[test]
fn made_variants_are_explained_to_the_end() {
    let made = variants();
    assert!(made.len() > 20 && made.iter().all(|(puzzle, walk)| follow(puzzle, walk, 5) == 0));
    let rating = Explainer::new().rate(&made.last().expect("there are some").0);
    assert!(rating.counts.iter().any(|(technique, _)| technique.name == "cases"));
}

#[test]
fn made_classics_are_of_all_levels() {
    let mut explainer = Explainer::new();
    let levels: Vec<Level> = read(MADE[0]).iter().map(|puzzle| explainer.rate(puzzle).level()).collect();
    for level in &Level::ALL[..5] {
        assert!(levels.iter().filter(|known| *known == level).count() >= 10, "{levels:?}");
    }
}
