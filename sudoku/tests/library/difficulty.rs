//! Generated puzzles of a required difficulty.

use sudoku::explain::{Explainer, Level, Rating, Technique};
use sudoku::{Difficulty, Generator, Grid, Puzzle, Requirements, Solver, Symmetry, rules};

fn make(side: usize, requirements: Requirements, count: usize) -> Vec<Puzzle> {
    let open = Puzzle::open(Grid::square(side).unwrap());
    let made: Vec<Puzzle> =
        Generator::new(&open, requirements, 1).expect("it can be made").take(count).collect();
    assert_eq!(made.len(), count);
    made
}

fn rate(puzzle: &Puzzle) -> Rating {
    assert!(Solver::default().solve(puzzle, 2).is_unique());
    let rating = Explainer::new().rate(puzzle);
    assert!(rating.is_complete());
    rating
}

fn wanted(difficulty: Difficulty) -> Requirements {
    Requirements::default().with_difficulty(difficulty)
}

fn techniques(words: &[&str]) -> Vec<&'static Technique> {
    words.iter().flat_map(|word| Difficulty::techniques(word).expect(word)).collect()
}

#[test]
fn puzzles_of_every_level() {
    for level in [Level::Easy, Level::Medium, Level::Hard, Level::Fiendish, Level::Extreme] {
        let difficulty = Difficulty { hardest: Difficulty::costs(level), ..Difficulty::default() };
        for puzzle in make(9, wanted(difficulty), 3) {
            assert_eq!(rate(&puzzle).level(), level);
        }
    }
}

#[test]
fn techniques_are_needed_and_suffice() {
    let only = techniques(&["singles", "pointing", "pairs"]);
    let needs = vec![techniques(&["naked-pair"])];
    let difficulty = Difficulty { needs, only: only.clone(), ..Difficulty::default() };
    for puzzle in make(9, wanted(difficulty), 2) {
        let counts = rate(&puzzle).counts;
        assert!(counts.iter().all(|(technique, _)| only.contains(technique)), "{counts:?}");
        assert!(counts.iter().any(|(technique, _)| technique.name == "naked-pair"), "{counts:?}");
    }
}

#[test]
fn clues_that_are_given_back_keep_the_other_requirements() {
    let easy = Difficulty { hardest: Difficulty::costs(Level::Easy), ..Difficulty::default() };
    let symmetric = wanted(easy.clone()).with_symmetry(Symmetry::Rotational);
    for puzzle in make(9, symmetric, 2) {
        assert!((0..81).all(|cell| puzzle.given(cell).is_some() == puzzle.given(80 - cell).is_some()));
        assert_eq!(rate(&puzzle).level(), Level::Easy);
    }
    let few = wanted(easy.clone()).with_most(27);
    assert!(make(9, few, 2).iter().all(|puzzle| puzzle.givens() <= 27));
    let variant = wanted(easy).with_rules(vec![rules::find("killer").unwrap()]);
    for puzzle in make(6, variant, 2) {
        assert_eq!(rate(&puzzle).level(), Level::Easy);
        assert!(!puzzle.clues().is_empty());
    }
}

#[test]
fn how_many_are_made_at_once_does_not_matter() {
    let open = Puzzle::open(Grid::square(9).unwrap());
    let hard = Difficulty { hardest: Difficulty::costs(Level::Hard), ..Difficulty::default() };
    let mut generator = Generator::new(&open, wanted(hard), 3).unwrap();
    let together = format!("{:?}", generator.attempts(0..12));
    let alone: Vec<_> =
        (0..12).rev().map(|number| generator.attempts(number..number + 1).remove(0)).collect();
    assert_eq!(together, format!("{:?}", alone.into_iter().rev().collect::<Vec<_>>()));
}

#[test]
fn wishes_that_contradict_are_refused() {
    let open = Puzzle::open(Grid::square(9).unwrap());
    let refused = |difficulty| Generator::new(&open, wanted(difficulty), 1).unwrap_err().to_string();
    let any = Difficulty::default;
    let needs = vec![techniques(&["x-wing"])];
    assert_eq!(
        refused(Difficulty { hardest: 0..=150, needs: needs.clone(), ..any() }),
        "x-wing is needed, but steps of it are not allowed, or cost too much"
    );
    assert!(
        refused(Difficulty { needs, only: techniques(&["singles"]), ..any() })
            .starts_with("x-wing is needed")
    );
    assert_eq!(
        refused(Difficulty { only: techniques(&["pointing"]), ..any() }),
        "no puzzle is solved by these techniques only: add singles"
    );
    assert_eq!(
        refused(Difficulty { hardest: 0..=90, only: techniques(&["singles"]), ..any() }),
        "all techniques that are allowed cost more than is wanted"
    );
}

#[test]
fn levels_and_the_scale_of_sudoku_explainer_are_ranges_of_costs() {
    assert_eq!(Difficulty::costs(Level::Easy), 0..=150);
    assert_eq!(Difficulty::costs(Level::Nested), 901..=u16::MAX);
    assert_eq!(Difficulty::costs_of_se(&(200..=300)), Some(200..=300));
    assert_eq!(Difficulty::costs_of_se(&(500..=600)), None);
    for word in Difficulty::words() {
        assert!(!Difficulty::techniques(word).expect(word).is_empty());
    }
}
