//! Runs the peers in turns, so that a disturbance of the machine affects all of them, and checks that they agree.

use std::time::Duration;

use crate::peer::{Limits, Outcome, Peer, Task};

/// Runs of one peer in one mode on one task.
pub struct Runs {
    pub peer: &'static str,
    pub mode: &'static str,
    /// Time of each run.
    pub times: Vec<Duration>,
    /// Outcome of the first run.
    pub outcome: Outcome,
}

impl Runs {
    pub fn best(&self) -> Duration {
        self.times.iter().min().copied().unwrap_or_default()
    }

    pub fn median(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default()
    }
}

/// Results of a task.
pub struct Results {
    pub runs: Vec<Runs>,
    /// Sentences about wrong or differing answers.
    pub errors: Vec<String>,
}

/// Runs each peer in each of its modes, `repeats` times in turns. A run that hit the limit is not repeated.
pub fn compare(
    task: &Task,
    peers: &mut [Box<dyn Peer>],
    limits: Limits,
    repeats: usize,
    all_modes: bool,
) -> Result<Results, String> {
    let mut turns = Vec::new();
    for (index, peer) in peers.iter().enumerate() {
        turns.extend(peer.modes(&task.problem, all_modes).into_iter().map(|mode| (index, mode)));
    }
    let mut slots: Vec<Option<Runs>> = turns.iter().map(|_| None).collect();
    let mut errors = Vec::new();
    for _ in 0..repeats {
        for (&(index, mode), slot) in turns.iter().zip(&mut slots) {
            if slot.as_ref().is_some_and(|runs| !runs.outcome.complete) {
                continue;
            }
            let peer = &mut peers[index];
            let Some(outcome) = peer.run(task, mode, limits)? else { continue };
            if let Err(error) = task.problem.check(&outcome) {
                errors.push(format!("{}: {} ({mode}): {error}", task.name, peer.name()));
            }
            let first = Runs { peer: peer.name(), mode, times: Vec::new(), outcome: outcome.clone() };
            slot.get_or_insert(first).times.push(outcome.elapsed);
        }
    }
    let runs: Vec<Runs> = slots.into_iter().flatten().collect();
    errors.extend(disagreement(task, &runs));
    errors.dedup();
    Ok(Results { runs, errors })
}

fn disagreement(task: &Task, runs: &[Runs]) -> Option<String> {
    let mut complete = runs.iter().filter(|runs| runs.outcome.complete);
    let first = complete.next()?;
    let verdict = |runs: &Runs| task.problem.verdict(&runs.outcome);
    let other = complete.find(|runs| verdict(runs) != verdict(first))?;
    let ((a, b), name) = ((verdict(first), verdict(other)), &task.name);
    Some(format!(
        "{name}: {} ({}) says {a}, {} ({}) says {b}",
        first.peer, first.mode, other.peer, other.mode
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Problem, Wanted};

    /// Peer that always gives the same answer.
    struct Parrot(Outcome);

    impl Peer for Parrot {
        fn name(&self) -> &'static str {
            "parrot"
        }

        fn modes(&self, _: &Problem, _: bool) -> Vec<&'static str> {
            vec!["default"]
        }

        fn run(&mut self, _: &Task, _: &str, _: Limits) -> Result<Option<Outcome>, String> {
            Ok(Some(self.0.clone()))
        }
    }

    fn errors(answers: [(u64, Vec<i64>, bool); 2]) -> usize {
        let problem = Problem::Queens { n: 4, wanted: Wanted::All };
        let task = Task { name: "queens 4".into(), problem, seed: 1 };
        let parrot = |(solutions, witness, complete)| {
            let outcome = Outcome { solutions, witness, complete, ..Outcome::default() };
            Box::new(Parrot(outcome)) as Box<dyn Peer>
        };
        let mut peers: Vec<_> = answers.into_iter().map(parrot).collect();
        let limits = Limits { time: Duration::from_secs(1) };
        compare(&task, &mut peers, limits, 3, false).map_or(0, |results| results.errors.len())
    }

    #[test]
    fn wrong_and_differing_answers_are_reported_once() {
        let (right, wrong) = (vec![1, 3, 0, 2], vec![0, 1, 2, 3]);
        assert_eq!(errors([(2, right.clone(), true), (2, right.clone(), true)]), 0);
        assert_eq!(errors([(2, right.clone(), true), (1, right.clone(), true)]), 1);
        assert_eq!(errors([(2, right.clone(), true), (2, wrong, true)]), 1);
        // After a limit only the solutions found are checked, not their number.
        assert_eq!(errors([(2, right.clone(), true), (1, right, false)]), 0);
    }
}
