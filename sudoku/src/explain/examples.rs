//! Positions at which techniques are the next step, made by this crate's generator.

use super::technique::Technique;

/// For each technique a line `= name`, and then the positions: a line each, or several lines from `size:` on.
const EXAMPLES: &str = include_str!("examples.txt");

impl Technique {
    /// Positions at which the next step is one of the technique, as texts of puzzles.
    ///
    /// ```
    /// use sudoku::Puzzle;
    /// use sudoku::explain::{Explainer, Technique};
    ///
    /// let technique = Technique::find("swordfish").unwrap();
    /// let position: Puzzle = technique.examples()[0].parse()?;
    /// let mut explainer = Explainer::new();
    /// let state = explainer.begin(&position);
    /// assert_eq!(explainer.next(&state).unwrap().technique, technique);
    /// # Ok::<(), sudoku::ParseError>(())
    /// ```
    pub fn examples(&self) -> Vec<String> {
        let own = EXAMPLES.split("\n= ").find_map(|part| part.strip_prefix(self.name)?.strip_prefix('\n'));
        let mut examples: Vec<String> = Vec::new();
        for line in own.unwrap_or_default().lines() {
            match examples.last_mut() {
                Some(last) if last.contains('\n') && !line.starts_with("size:") => {
                    last.push_str(line);
                    last.push('\n');
                }
                _ if line.starts_with("size:") => examples.push(format!("{line}\n")),
                _ => examples.push(line.to_owned()),
            }
        }
        examples
    }
}
