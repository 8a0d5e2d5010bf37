//! Check that the answers of all methods agree.

use sudoku::End;
use sudoku_ask::compare::{Problem, Trial, Values};

use super::contest::Contest;

/// Returns the disagreements, a line for each puzzle.
pub(crate) fn disagreements(contest: &Contest) -> Vec<String> {
    let name = |method: usize| contest.contenders[method].name.as_str();
    let wrong = |entry: usize| {
        let all = contest.trials[entry].iter().enumerate();
        let answers: Vec<(&str, &Trial)> =
            all.flat_map(|(method, trials)| trials.iter().map(move |trial| (name(method), trial))).collect();
        let entry = &contest.entries[entry];
        let what = fault(&entry.problem, &answers)?;
        Some(format!("{}:{}: {what}", entry.source, entry.line))
    };
    contest.done().filter_map(wrong).collect()
}

/// Returns the first fault: a wrong solution, a solution found twice, or a solution that another method has ruled
/// out.
fn fault(problem: &Problem, answers: &[(&str, &Trial)]) -> Option<String> {
    for (name, trial) in answers {
        if let Some(wrong) = trial.solutions.iter().find(|solution| !problem.accepts(solution)) {
            return Some(format!("{name} gives {}, which is not a solution", problem.text(wrong)));
        }
        let repeats = |&index: &usize| trial.solutions[..index].contains(&trial.solutions[index]);
        if let Some(index) = (0..trial.solutions.len()).find(repeats) {
            return Some(format!("{name} gives {} twice", problem.text(&trial.solutions[index])));
        }
    }
    // A method that has ended with all solutions has ruled out all others.
    let proved: Vec<_> = answers.iter().filter(|(_, trial)| trial.end == End::Exhausted).collect();
    for (name, trial) in answers {
        for (other, proof) in &proved {
            let is_new = |solution: &&Values| !proof.solutions.contains(solution);
            if let Some(solution) = trial.solutions.iter().find(is_new) {
                let solution = problem.text(solution);
                return Some(format!(
                    "{name} and {other} disagree: {name} has found {solution}, {other} proved that there are {} solutions \
                     and it is none of them",
                    proof.solutions.len()
                ));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sudoku_ask::compare::values;

    use super::*;
    use sudoku::Puzzle;

    fn trial(end: End, solutions: &[&Values]) -> Trial {
        let solutions = solutions.iter().map(|&solution| solution.clone()).collect();
        Trial {
            seed: 0,
            repeat: 1,
            end,
            solutions,
            counts: Default::default(),
            steps: None,
            time: Duration::ZERO,
        }
    }

    #[test]
    fn answers_that_cannot_both_be_true_are_found() {
        let puzzle: Puzzle = "12..34..2143....".parse().unwrap();
        let mut solver = sudoku::Solver::default();
        let all: Vec<Values> = solver.solve(&puzzle, 10).solutions.iter().map(values).collect();
        let problem = Problem::Puzzle(puzzle);
        let [one, two] = [&all[0], &all[1]];
        let check = |a: Trial, b: Trial| fault(&problem, &[("a", &a), ("b", &b)]);
        let every: Vec<&Values> = all.iter().collect();

        assert_eq!(check(trial(End::Enough, &[one]), trial(End::Enough, &[two])), None);
        assert_eq!(check(trial(End::Limit, &[]), trial(End::Exhausted, &every)), None);
        assert_eq!(check(trial(End::Limit, &[one]), trial(End::Exhausted, &every)), None);
        let missed = check(trial(End::Limit, &[one]), trial(End::Exhausted, &[])).unwrap();
        assert!(missed.starts_with("a and b disagree") && missed.contains("0 solutions"), "{missed}");
        let fewer = check(trial(End::Exhausted, &[one]), trial(End::Exhausted, &every)).unwrap();
        assert!(fewer.starts_with("b and a disagree"), "{fewer}");
        let twice = check(trial(End::Enough, &[one, one]), trial(End::Exhausted, &every)).unwrap();
        assert!(twice.ends_with("twice"), "{twice}");
        let mut wrong = one.clone();
        wrong.swap(0, 1);
        let none = check(trial(End::Enough, &[&wrong]), trial(End::Limit, &[])).unwrap();
        assert!(none.ends_with("not a solution"), "{none}");
    }
}
