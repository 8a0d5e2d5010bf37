//! The quick questions before probes: they leave out no candidate that a probe refutes, and refute none of the solution.

use super::*;
use crate::explain::probe::Prober;
use crate::explain::work::Work;

#[test]
fn what_a_probe_refutes_is_refuted_by_the_quick_question() {
    let mut prober = Prober::default();
    let (mut refuted, mut nested) = (0, 0);
    let work = &mut Work::default();
    for text in CLASSICS.iter().chain(&VARIANTS) {
        let puzzle = parsed(text);
        let Some(solution) = Solver::default().solve(&puzzle, 1).solutions.pop() else { continue };
        for (mut state, step) in walk(&puzzle).0 {
            if step.truths.len() == 1 {
                continue;
            }
            // What is known of relations belongs to the state in which the step was found.
            Finder::default().clues(&mut state);
            prober.sort(&state, work);
            let sorted = prober.order().sorted.clone();
            for &candidate in &sorted {
                let (cell, value) = state.map.split(candidate);
                let is_true = usize::from(solution[cell]) == value;
                let is_refuted = prober.refute(&state, candidate, usize::MAX, u16::MAX).is_some();
                let quickly = prober.is_refuted(&state, candidate);
                assert!(quickly || !is_refuted, "{text}: {cell} {value}");
                assert!(!quickly || !is_true, "{text}: {cell} {value}");
                refuted += usize::from(is_refuted);
                if is_true || is_refuted || candidate % 7 != 0 {
                    continue;
                }
                let is_refuted = prober.refute_nested(&state, candidate, usize::MAX, work).is_some();
                let quickly = prober.is_refuted_nested(&state, candidate, work);
                assert!(quickly || !is_refuted, "{text}: {cell} {value}");
                nested += usize::from(is_refuted);
            }
            assert!(sorted.iter().all(|&candidate| {
                let (cell, value) = state.map.split(candidate);
                usize::from(solution[cell]) != value || !prober.is_refuted_nested(&state, candidate, work)
            }));
        }
    }
    assert!(refuted > 100 && nested > 10, "{refuted} {nested}");
}
