//! The steps of a puzzle on paper: the grid, its difficulty, contents, the steps with pictures, and lessons.

use sheet::Image;
use sheet::files::{Article, Section};
use sudoku::Puzzle;
use sudoku::explain::{Conclusion, Detail, State, Step, Technique};
use sudoku::print::{Drawing, Mark, Roles};
use sudoku_ask::Explained;

use super::document::Summary;
use crate::commands::techniques::teach::sections;
use crate::report::image::A4;

/// The most singles in one picture.
const MOST_GATHERED: usize = 12;

/// A document in the making.
pub(super) struct Paper<'a> {
    puzzle: &'a Puzzle,
    marks: &'a [Mark],
    summary: Summary,
    sections: Vec<Section>,
    singles: Option<Singles>,
}

/// Singles that follow each other.
struct Singles {
    /// The first, and the state before it.
    step: Step,
    before: State,
    /// The number of cells.
    cells: usize,
    /// The number of the first.
    first: usize,
    set: Vec<(usize, u8)>,
    title: String,
    texts: Vec<String>,
}

impl<'a> Paper<'a> {
    pub fn of(puzzle: &'a Puzzle, marks: &'a [Mark]) -> Paper<'a> {
        Paper { puzzle, marks, summary: Summary::default(), sections: Vec::new(), singles: None }
    }

    pub fn add(&mut self, number: usize, step: &Step, before: &State) {
        let title = step.title(before);
        self.summary.add(step, &title);
        let text = step.text(before, Detail::Full);
        if let Conclusion::Place { cell, value } = step.conclusion
            && step.is_single()
        {
            if !self.singles.as_ref().is_some_and(|singles| singles.lead_to(number, before)) {
                self.gather();
            }
            let singles = self.singles.get_or_insert_with(|| {
                let (set, texts) = (Vec::new(), Vec::new());
                let cells = self.puzzle.cells().len();
                let (step, before) = (step.clone(), before.clone());
                Singles { step, before, cells, first: number, set, title, texts }
            });
            singles.set.push((cell, value));
            return singles.texts.push(text);
        }
        self.gather();
        let figures = step.images(before, self.puzzle, self.marks);
        self.section(format!("{number}  {title}"), figures, text);
    }

    /// Adds the singles that were gathered.
    fn gather(&mut self) {
        let Some(Singles { step, before, first, set, title, texts, .. }) = self.singles.take() else {
            return;
        };
        let last = first + set.len() - 1;
        if let [text] = &texts[..] {
            let image = step.image(&before, self.puzzle, self.marks);
            return self.section(format!("{first}  {title}"), vec![image], text.clone());
        }
        let mut roles = Roles::default();
        (roles.set, roles.first) = (set, Some(first));
        let image = before.image(self.puzzle, self.marks, &roles);
        let each = texts.iter().enumerate().map(|(at, text)| format!("{}. {text}", first + at));
        let text = each.collect::<Vec<_>>().join("\n");
        self.section(format!("{first}–{last}  Singles"), vec![image], text);
    }

    fn section(&mut self, heading: String, figures: Vec<Image>, text: String) {
        self.sections.push(Section { heading, is_listed: true, figures, text, ..Section::default() });
    }

    /// The document, as a PDF file.
    pub fn bytes(mut self, explained: &Explained) -> Vec<u8> {
        self.gather();
        let about = self.puzzle.about();
        let title = about.and_then(|about| about.title.clone()).unwrap_or("Sudoku, step by step".into());
        let grid = Drawing::of(self.puzzle).marks(self.marks).without_title().image();
        let text: Vec<String> = self.summary.lines(self.puzzle, explained).collect();
        let clash = explained.reason.as_ref().and_then(|reason| reason.image(self.puzzle));
        let figures = [Some(grid), clash].into_iter().flatten().collect();
        let opening = Section { figures, text: text.join("\n"), ..Section::default() };
        let techniques = self.summary.techniques();
        if !techniques.is_empty() {
            let (heading, is_chapter, is_listed) = ("Techniques".into(), true, true);
            self.sections.push(Section { heading, is_chapter, is_listed, ..Section::default() });
        }
        self.sections.extend(techniques.into_iter().map(lesson));
        Article { title, opening, has_contents: true, sections: self.sections }.pdf(A4)
    }
}

impl Singles {
    /// Whether another single goes into the same picture: steps that are left out may have placed digits between.
    fn lead_to(&self, number: usize, before: &State) -> bool {
        let cells = 0..self.cells;
        let placed = |state: &State| cells.clone().filter(|&cell| state.is_placed(cell)).count();
        let count = self.set.len();
        self.first + count == number
            && count < MOST_GATHERED
            && placed(&self.before) + count == placed(before)
    }
}

fn lesson(technique: &Technique) -> Section {
    let lines = sections(technique).into_iter().map(|(heading, text)| format!("{heading}: {text}"));
    let text = lines.collect::<Vec<_>>().join("\n");
    Section { heading: technique.title.into(), text, ..Section::default() }
}
