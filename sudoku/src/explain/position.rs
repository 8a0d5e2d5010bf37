//! Positions at which a technique is the next step, to learn and to practise it.

use super::search::TECHNIQUES;
use super::step::Step;
use super::technique::Technique;
use super::{Explainer, State};
use crate::candidates::Candidates;
use crate::puzzle::Puzzle;

impl Explainer {
    /// The first position on the path of a puzzle at which the next step is one of some techniques. What was placed
    /// before are its givens; candidates are left out only if the step needs that. `None` if there is no such step.
    ///
    /// ```
    /// use sudoku::Puzzle;
    /// use sudoku::explain::{Explainer, Technique};
    ///
    /// let puzzle: Puzzle = "..8..5...3...9......73......216...8......2..35....94.2......6....57..81.4.......7".parse()?;
    /// let mut explainer = Explainer::new();
    /// let wanted = Technique::find("x-wing").unwrap();
    /// let position = explainer.position(&puzzle, &[wanted]).unwrap();
    /// let state = explainer.begin(&position);
    /// assert_eq!(explainer.next(&state).unwrap().technique, wanted);
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn position(&mut self, puzzle: &Puzzle, wanted: &[&Technique]) -> Option<Puzzle> {
        let mut state = self.begin(puzzle);
        loop {
            let step = self.next(&state).ok()?;
            if wanted.contains(&step.technique) {
                let placed =
                    |cell| if state.is_placed(cell) { state.candidates(cell) } else { puzzle.cells()[cell] };
                let marked = |cell| state.candidates(cell);
                let positions = [at(puzzle, placed), at(puzzle, marked)];
                let found = positions.into_iter().find(|position| self.is_next(position, wanted));
                if found.is_some() {
                    return found;
                }
            }
            state.apply(&step);
        }
    }

    /// Whether the next step of a position is one of some techniques.
    fn is_next(&mut self, position: &Puzzle, wanted: &[&Technique]) -> bool {
        let state = self.begin(position);
        self.next(&state).is_ok_and(|step| wanted.contains(&step.technique))
    }

    /// The steps of a technique that a state allows, where they are a pattern; of other techniques at most one, if it
    /// is the next.
    pub fn steps_of(&mut self, state: &State, technique: &Technique) -> Vec<Step> {
        let mut found = Vec::new();
        for pattern in TECHNIQUES.iter().filter_map(|technique| technique.pattern) {
            pattern(state, self.finder.work(), &mut found);
        }
        found.retain_mut(|found| found.technique == technique && found.is_new(state));
        let told = found.iter().filter_map(|found| self.finder.step(found, state).ok());
        let steps: Vec<Step> = told.collect();
        if !steps.is_empty() {
            return steps;
        }
        self.next(state).ok().filter(|step| step.technique == technique).into_iter().collect()
    }
}

/// A puzzle with other candidates for its cells.
fn at(puzzle: &Puzzle, candidates: impl Fn(usize) -> Candidates) -> Puzzle {
    let mut position = puzzle.clone();
    let cells: Vec<Candidates> = (0..puzzle.cells().len()).map(candidates).collect();
    position.set_cells(&cells);
    position
}
