//! The positions to learn techniques by.

use super::*;
use crate::rules::tests::is_exhaustive;

#[test]
fn each_position_needs_its_technique() {
    let mut explainer = Explainer::new();
    for (at, technique) in TECHNIQUES.iter().enumerate() {
        let examples = technique.examples();
        assert!(examples.len() >= 2, "{}", technique.name);
        // One of them, unless the run is exhaustive.
        let chosen = |&(number, _): &(usize, _)| is_exhaustive() || number == at % examples.len();
        for (_, text) in examples.iter().enumerate().filter(chosen) {
            let position = parsed(text);
            assert!(Solver::default().solve(&position, 2).is_unique(), "{text}");
            let state = explainer.begin(&position);
            let all = explainer.steps_of(&state, technique);
            assert!(!all.is_empty() && all.iter().all(|other| other.technique == *technique), "{text}");
            // A jellyfish is hardly ever the cheapest step.
            if technique.name != "jellyfish" {
                let step = explainer.next(&state).unwrap_or_else(|end| panic!("{text}: {end:?}"));
                assert_eq!(step.technique, *technique, "{text}");
                assert!(all.iter().any(|other| other.conclusion == step.conclusion), "{text}");
            }
        }
    }
}

#[test]
fn a_position_is_that_of_a_needed_technique() {
    let wanted = [Technique::find("x-wing").expect("it is known")];
    let mut explainer = Explainer::new();
    let found: Vec<Puzzle> =
        CLASSICS.iter().filter_map(|text| explainer.position(&parsed(text), &wanted)).collect();
    assert!(!found.is_empty());
    for position in found {
        let state = explainer.begin(&position);
        assert_eq!(explainer.next(&state).map(|step| step.technique), Ok(wanted[0]));
        assert!(Solver::default().solve(&position, 2).is_unique());
    }
}
