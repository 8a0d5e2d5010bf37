//! Tests of steps: sound, irreducible, the same for equal puzzles, and told in the right words.

mod clues;
mod examples;
mod made;
mod middle;
mod pictures;
mod probes;
mod shapes;
mod sound;
mod sums;
mod symmetry;
mod told;
mod ways;
mod words;

use super::*;
use crate::solver::Solver;

/// Classics from easy to beyond chains.
pub(super) const CLASSICS: [&str; 8] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".7.28.5.....75..46.....9....5....17.2......8..87...6.....5.4..3.1.8..4.2...6....8",
    ".....8....7..1.4...83....2.1..3........57.98....48...2.9.2.......2.4937..4.....5.",
    "....51.....1.....3..9...7.....9..5.746.2...9..5.....4....1.867...63....4.2...4...",
    "81...24...6..15.2....8...9.1.....3.7...6.....2.3...5..7..1........93......5....8.",
    "......41.7..3.....3...5.....49..8..........52.1.......2..6....7.8....9......7....",
    "..8..5...3...9......73......216...8......2..35....94.2......6....57..81.4.......7",
    ".6.....7.9...8...6..3..91....8.95....2.4...6....21.8....5...6..3...4...8.4.....2.",
];

/// Puzzles with rules, small enough for tests.
pub(super) const VARIANTS: [&str; 5] = [
    "size: 4\nkiller 3: r1c1 r1c2\nkiller 7: r2c3 r2c4\nthermo: r4c1 r3c1 r3c2\ngrid:\n....\n....\n....\n...1\n",
    "size: 6\nanti-knight\nblack: r1c1 r1c2\nwhite: r3c3 r3c4\narrow: r6c1 = r5c2 r4c3\ngrid:\n.2....\n....4.\n......\n...1..\n......\n5....3\n",
    "size: 4\nnonconsecutive\ngrid:\n1...\n....\n....\n....\n",
    "size: 4\nregions:\n1112\n1322\n3324\n3444\ngrid:\n.2..\n....\n...3\n....\n",
    "size: 4\ndiagonals\nsum 5: r1c2 r2c2\ngrid:\n1...\n....\n....\n....\n",
];

pub(super) fn parsed(text: &str) -> Puzzle {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All steps of a puzzle with the states before them, and the end.
type Walk = (Vec<(State, Step)>, Stuck);

/// Walks through a puzzle.
pub(super) fn walk(puzzle: &Puzzle) -> Walk {
    let mut explainer = Explainer::new();
    let mut path = explainer.path(puzzle);
    let mut steps = Vec::new();
    loop {
        let before = path.state().clone();
        match path.step() {
            Ok(step) => steps.push((before, step)),
            Err(end) => return (steps, end),
        }
    }
}

#[test]
fn puzzles_are_explained_to_the_end() {
    for text in CLASSICS {
        let (steps, end) = walk(&parsed(text));
        assert_eq!(end, Stuck::Solved, "{text}");
        assert!(steps.len() > 40);
    }
}

#[test]
fn next_is_the_first_step_of_the_path() {
    for text in CLASSICS.iter().chain(&VARIANTS) {
        let puzzle = parsed(text);
        let mut explainer = Explainer::new();
        let state = explainer.begin(&puzzle);
        let next = explainer.next(&state).map(|step| (step.technique.name, step.conclusion));
        let first = explainer.path(&puzzle).step().map(|step| (step.technique.name, step.conclusion));
        assert_eq!(next, first, "{text}");
    }
}

#[test]
fn ends_have_reasons() {
    let stuck = |text: &str| walk(&parsed(text)).1;
    assert_eq!(stuck("1234341221434321"), Stuck::Solved);
    assert_eq!(stuck("................"), Stuck::Unknown);
    // R1C4 sees 1, 2, 3 and 4.
    assert!(matches!(stuck("123....4........"), Stuck::Contradiction(_)));
    let cancel = crate::Cancel::new();
    cancel.cancel();
    let mut explainer = Explainer::within(Budget::default().cancel(&cancel));
    let rating = explainer.rate(&parsed(CLASSICS[4]));
    assert_eq!((rating.end, rating.is_complete()), (Stuck::Limit, false));
}

#[test]
fn a_limit_ends_a_proof_by_cases() {
    let cancel = crate::Cancel::new();
    cancel.cancel();
    let mut hasty = Explainer::within(Budget::default().cancel(&cancel));
    let mut by_cases = 0;
    for text in CLASSICS.iter().chain(&VARIANTS) {
        let puzzle = parsed(text);
        let mut explainer = Explainer::new();
        let mut state = explainer.begin(&puzzle);
        while let Ok(mut all) = explainer.finder.find(&mut state, None, 0) {
            let found = all.swap_remove(0);
            let step = explainer.finder.step(&found, &state).expect("there is no limit");
            if let Proof::Chain { cell, value, lines } = &step.proof
                && lines.iter().any(|line| matches!(line, Line::Cases { .. }))
            {
                by_cases += 1;
                let supposed = state.map.candidate(*cell, usize::from(*value));
                assert!(explainer.finder.prover().refute(&state, &found.truths, supposed), "{text}");
                hasty.begin(&puzzle);
                assert!(!hasty.finder.prover().refute(&state, &found.truths, supposed), "{text}");
                assert!(hasty.finder.work().is_over());
            }
            found.apply(&mut state);
        }
    }
    assert!(by_cases > 0);
}

#[test]
fn techniques_have_names_of_their_own() {
    for technique in TECHNIQUES {
        for name in technique.names() {
            assert_eq!(Technique::find(name), Some(*technique), "{name}");
            assert_eq!(Technique::find(&name.to_uppercase().replace(['-', ' '], "")), Some(*technique));
            assert_eq!(TECHNIQUES.iter().filter(|other| other.is_named(name)).count(), 1, "{name}");
        }
        let Lesson { what, why, spot } = technique.lesson;
        for text in [technique.title, what, why, spot] {
            assert!(!text.is_empty() && !text.contains("  "), "{}: {text}", technique.name);
        }
        assert!(what.matches(". ").count() < 6, "{what}");
    }
}

#[test]
fn solutions_are_those_of_the_solver() {
    for text in CLASSICS.iter().chain(&VARIANTS) {
        let puzzle = parsed(text);
        let answer = Solver::default().solve(&puzzle, 2);
        let (steps, end) = walk(&puzzle);
        for (_, step) in &steps {
            for solution in &answer.solutions {
                match &step.conclusion {
                    Conclusion::Place { cell, value } => {
                        assert_eq!(solution[*cell], *value, "{text}: {step:?}")
                    }
                    Conclusion::Remove(removals) => {
                        for removal in removals {
                            assert!(!removal.values.contains(solution[removal.cell]), "{text}: {step:?}");
                        }
                    }
                }
            }
        }
        assert!(end != Stuck::Solved || answer.is_unique(), "{text}");
    }
}

#[test]
fn a_trial_refutes_what_is_in_no_solution() {
    let puzzle = parsed(CLASSICS[7]);
    let solution = Solver::default().solve(&puzzle, 2).solutions.remove(0);
    let mut explainer = Explainer::new();
    let mut state = explainer.begin(&puzzle);
    for _ in 0..5 {
        let found =
            explainer.finder.try_candidates(&state).expect("there is one solution, and more candidates");
        let (cell, value) = state.map.split(found.removed[0]);
        assert_ne!(usize::from(solution[cell]), value);
        let step = explainer.finder.step(&found, &state).expect("there is no limit");
        assert!(step.text(&state, Detail::Full).contains("A search tried"), "{step:?}");
        assert!(matches!(step.proof, Proof::Trial { nodes: 0..=1000 }) && step.truths.is_empty());
        found.apply(&mut state);
    }
    // If all candidates have solutions, there is nothing to refute.
    let open = explainer.begin(&parsed("................"));
    assert!(explainer.finder.try_candidates(&open).is_none());
}
