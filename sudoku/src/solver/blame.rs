//! Search for a single rule that makes a puzzle unsolvable.

use std::sync::Arc;

use csp::limits::MemoryLimit;

use super::{Budget, End, Solver};
use crate::puzzle::Puzzle;
use crate::rules::Clue;

/// The limit of nodes for each rule: only contradictions that are found quickly count.
const MOST_NODES: u64 = 200;

/// The limit of memory for each rule, in bytes.
const MOST_MEMORY: u64 = 1 << 28;

/// The greatest number of cells in all puzzles that are tried: enough for a 9×9 grid with some 200 rules.
const MOST_CELLS: usize = 20_000;

impl Puzzle {
    /// Returns the first rule that by itself contradicts the givens with their rows, columns and regions;
    /// `None` if no such rule is found quickly, or if the puzzle is unsolvable even without rules.
    pub fn impossible_clue(&self) -> Option<&Clue> {
        self.impossible_clue_within(&Budget::default().memory(&MemoryLimit::new(MOST_MEMORY)))
    }

    /// Like [`impossible_clue`](Puzzle::impossible_clue), within a budget.
    pub fn impossible_clue_within(&self, budget: &Budget) -> Option<&Clue> {
        let budget = budget.clone().nodes(MOST_NODES).from_now();
        let with = |clue: Option<&Clue>| {
            let rules = clue.map(|clue| Arc::from([clue.clone()]));
            Puzzle { rules, about: None, ..self.clone() }
        };
        let cannot_be = |puzzle: &Puzzle| {
            let answer = Solver::new(budget.clone()).solve(puzzle, 1);
            answer.solutions.is_empty() && answer.end == End::Exhausted
        };
        if self.clues().is_empty() || cannot_be(&with(None)) {
            return None;
        }
        // Rules from which other clues exempt cells would be too strong by themselves. `alone` also leaves
        // out rules with variables or alternatives of their own.
        let mut tried =
            self.clues().iter().filter(|clue| !clue.kind.alone).take(MOST_CELLS / self.cells.len());
        tried.find(|clue| cannot_be(&with(Some(clue))))
    }
}

#[cfg(test)]
mod tests {
    use crate::Puzzle;

    fn blamed(rules: &str) -> Option<String> {
        let text = format!("size: 4\ngrid:\n1...\n....\n...2\n....\n{rules}");
        let puzzle: Puzzle = text.parse().unwrap();
        puzzle.impossible_clue().map(|clue| crate::format::rule(clue, &puzzle))
    }

    #[test]
    fn an_impossible_rule_is_found() {
        let killers = "killer 3: r1c1 r1c2\nkiller 5: r1c1 r2c1\nkiller 4: r3c3 r3c4\n";
        assert_eq!(blamed(killers).as_deref(), Some("killer 4: r3c3 r3c4"));
        assert_eq!(blamed("anti-knight\nrequire r1c1 = 2\n").as_deref(), Some("require r1c1 == 2"));
    }

    #[test]
    fn rules_that_are_possible_one_by_one_are_not_blamed() {
        assert_eq!(blamed("killer 3: r1c1 r1c2\nkiller 4: r1c1 r1c2\n"), None);
        // By itself, the rule would forbid what the dots allow.
        let dots = "white: r1c1 r1c2, r1c2 r1c3, r1c3 r1c4\n";
        assert_eq!(blamed(&format!("nonconsecutive\n{dots}killer 3: r3c4 r4c4\n")), None);
    }

    #[test]
    fn rules_are_not_blamed_for_contradictory_givens() {
        let text = "size: 4\ngrid:\n12..\n..3.\n....\n..4.\nkiller 3: r1c1 r1c2\nkiller 7: r4c1 r4c2\n";
        let puzzle: Puzzle = text.parse().unwrap();
        assert!(puzzle.impossible_clue().is_none());
    }
}
