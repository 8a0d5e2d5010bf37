//! Books: pages of many puzzles by chapters, with a cover, contents, hints, lessons and solutions.
//!
//! ```text
//!   Book ──► blocks: lines and rows of pictures ──► pages, each with some blocks and their heights ──► Leaf
//! ```
//!
//! A row is as high as lets its page be full. Chapters follow each other on a page as long as a row, or the beginning of a
//! text, fits below a heading.

mod blocks;
mod caption;
mod draw;
mod flow;
mod making;
mod strip;

use super::article::Section;
use super::document::Leaf;
use super::frame::{Frame, INK, LINE};
use super::line::wrapped;
use crate::{Image, Look, Pen, at};
use draw::Painter;
use making::Making;

/// A book of puzzles.
#[derive(Debug, Default)]
pub struct Book {
    /// The first page.
    pub cover: Option<Cover>,
    /// The chapters, in order.
    pub chapters: Vec<Chapter>,
    /// Where solutions are printed.
    pub solutions: Solutions,
    /// Whether chapters are listed with their pages.
    pub has_contents: bool,
    /// Whether every chapter begins a page.
    pub begins_pages: bool,
    /// The headings of what the book adds.
    pub words: Words,
}

/// What the first page says.
#[derive(Clone, Debug, Default)]
pub struct Cover {
    /// The title.
    pub title: String,
    /// A line below it; empty for none.
    pub subtitle: String,
    /// The author; empty for none.
    pub author: String,
    /// Small lines at the foot.
    pub note: String,
}

/// A chapter.
#[derive(Debug)]
pub struct Chapter {
    /// The heading; empty for none.
    pub heading: String,
    /// Whether it is a part of the chapter before.
    pub is_part: bool,
    /// Paragraphs below the heading, a line each.
    pub text: String,
    /// What it has.
    pub part: Part,
}

/// What a chapter has.
#[derive(Debug)]
pub enum Part {
    /// Puzzles in rows.
    Puzzles {
        /// The number of puzzles side by side.
        across: usize,
        /// The number of rows of a page.
        down: usize,
        /// The puzzles.
        entries: Vec<Entry>,
    },
    /// Text and pictures in columns.
    Lessons(Vec<Section>),
}

/// A puzzle of a book.
#[derive(Debug)]
pub struct Entry {
    /// Its number, which stands above it.
    pub number: u64,
    /// Its title; empty for none.
    pub title: String,
    /// What stands above it on the right, such as its level.
    pub label: String,
    /// Sentences below it.
    pub rules: Vec<String>,
    /// Its picture.
    pub puzzle: Image,
    /// The solution, or the reason why there is none; `None` if solutions are not printed.
    pub solution: Option<Result<Image, String>>,
    /// What the page of hints says; empty for nothing.
    pub hint: String,
}

/// Where solutions are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solutions {
    /// Nowhere.
    #[default]
    None,
    /// On pages at the end, so many side by side; 0 for as many as have a width that can be read.
    End(usize),
    /// Upside down at the foot of the page after the puzzle.
    Next,
}

/// The headings of what a book adds.
#[derive(Clone, Debug)]
pub struct Words {
    /// The list of chapters.
    pub contents: String,
    /// The pages of hints.
    pub hints: String,
    /// The pages of solutions.
    pub solutions: String,
}

impl Default for Words {
    fn default() -> Words {
        let [contents, hints, solutions] = ["Contents", "Hints", "Solutions"].map(str::to_owned);
        Words { contents, hints, solutions }
    }
}

/// The greatest part of the first page that its titles take.
const MOST_TITLE: f64 = 0.5;

/// The number of a puzzle, and its solution or the reason why there is none.
type Solution = (u64, Result<Image, String>);

impl Book {
    /// Lays out the book.
    pub fn pages(mut self, frame: &Frame) -> Vec<Leaf> {
        let cover = self.cover.take().map(|cover| cover.leaf(frame));
        let mut making = Making::on(frame, 1 + usize::from(cover.is_some()));
        making.blocks.has_strips = self.solutions == Solutions::Next;
        let (hints, solutions) = self.set_aside();
        // The chapters, and what the book adds, with the page of each once it is known.
        let mut heads: Vec<(String, usize)> = Vec::new();
        let adds = [(&self.words.hints, !hints.is_empty()), (&self.words.solutions, !solutions.is_empty())];
        let added: Vec<String> = adds.iter().filter(|add| add.1).map(|add| add.0.clone()).collect();
        if self.has_contents {
            let listed = self.chapters.iter().filter(|chapter| !chapter.heading.is_empty());
            let names = listed.map(|chapter| (&chapter.heading, chapter.is_part));
            let names: Vec<_> = names.chain(added.iter().map(|name| (name, false))).collect();
            making.blocks.heading(&self.words.contents, false, None);
            for (at, (name, is_part)) in names.into_iter().enumerate() {
                making.blocks.entry(name, is_part, at);
            }
        }
        for chapter in std::mem::take(&mut self.chapters) {
            let number = (!chapter.heading.is_empty()).then_some(heads.len());
            if number.is_some() {
                heads.push((chapter.heading.clone(), 0));
            }
            if self.begins_pages && !chapter.is_part {
                making.begin_page(&mut heads);
            }
            match chapter.part {
                Part::Puzzles { across, down, entries } => {
                    making.finish_lessons(&mut heads);
                    making.blocks.heading(&chapter.heading, chapter.is_part, number);
                    making.blocks.text(&chapter.text, !entries.is_empty());
                    making.blocks.puzzles(entries, across, down);
                }
                Part::Lessons(sections) => making.lessons(chapter.heading, chapter.text, sections, number),
            }
        }
        if !hints.is_empty() {
            if self.begins_pages {
                making.begin_page(&mut heads);
            }
            let number = heads.len();
            heads.push((self.words.hints.clone(), 0));
            making.lessons(self.words.hints.clone(), String::new(), hints, Some(number));
        }
        if !solutions.is_empty() {
            let number = heads.len();
            heads.push((self.words.solutions.clone(), 0));
            making.finish_lessons(&mut heads);
            if self.begins_pages {
                making.begin_page(&mut heads);
            }
            making.blocks.heading(&self.words.solutions, false, Some(number));
            let across = if let Solutions::End(across) = self.solutions { across } else { 0 };
            making.blocks.solutions(solutions, across);
        }
        making.finish(&mut heads);
        let painter = Painter { frame, heads: &heads };
        cover.into_iter().chain(painter.leaves(making.pages, making.first)).collect()
    }

    /// Takes what does not stand beside its puzzle: hints, and solutions that are printed at the end.
    fn set_aside(&mut self) -> (Vec<Section>, Vec<Solution>) {
        let (mut hints, mut solutions) = (Vec::new(), Vec::new());
        for chapter in &mut self.chapters {
            let Part::Puzzles { entries, .. } = &mut chapter.part else { continue };
            for entry in entries {
                if !entry.hint.is_empty() {
                    let text = format!("{}   {}", entry.number, entry.hint);
                    hints.push(Section { text, ..Section::default() });
                }
                match self.solutions {
                    Solutions::None => entry.solution = None,
                    Solutions::End(_) => {
                        solutions.extend(entry.solution.take().map(|solution| (entry.number, solution)));
                    }
                    Solutions::Next => {}
                }
            }
        }
        (hints, solutions)
    }
}

impl Cover {
    /// The page, without a number.
    fn leaf(self, frame: &Frame) -> Leaf {
        let ([width, height], [left, top]) = (frame.room(), frame.corner(1));
        let middle = left + width / 2.0;
        let mut pen = Pen::default();
        let mut down = top + height * 0.28;
        let parts = |large: f64| {
            [
                (&self.title, large, true),
                (&self.subtitle, large * 0.5, false),
                (&self.author, large * 0.42, false),
            ]
        };
        // Titles are as large as the page lets them be.
        let high = |(text, size, is_bold): (&String, f64, bool)| {
            wrapped(text, size, is_bold, width).len() as f64 * size * 1.2 + size * 0.9
        };
        let fits = |large: &f64| parts(*large).map(high).iter().sum::<f64>() <= height * MOST_TITLE;
        let mut sizes = (0..24).map(|smaller| (width / 11.0).min(48.0) * 0.9_f64.powi(smaller));
        let large = sizes.clone().find(fits).or(sizes.next_back()).unwrap_or(blocks::TEXT);
        for (text, size, is_bold) in parts(large) {
            for line in wrapped(text, size, is_bold, width) {
                down += size * 1.2;
                let look = Look::filled(INK).size(size);
                pen.text(at(middle, down), &line, &if is_bold { look.bold() } else { look });
            }
            down += size * if text.is_empty() { 0.0 } else { 0.9 };
        }
        let size = blocks::TEXT * frame.letters;
        let note = wrapped(&self.note, size, false, width);
        let mut foot = top + height - note.len() as f64 * size * LINE;
        for line in note {
            foot += size * LINE;
            pen.text(at(middle, foot), &line, &Look::filled(INK).size(size));
        }
        frame.leaf(pen, vec![(self.title, top)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lessons(heading: &str, own: &str, lines: usize) -> Chapter {
        let section = Section { heading: own.into(), text: "a line\n".repeat(lines), ..Section::default() };
        let (heading, text) = (heading.into(), String::new());
        Chapter { heading, is_part: false, text, part: Part::Lessons(vec![section]) }
    }

    #[test]
    fn contents_name_the_pages_of_equal_headings_and_after_chapters_without_one() {
        for first in ["", "B"] {
            let chapters = vec![lessons(first, "A", 400), lessons("B", "B", 400), lessons("B", "", 9)];
            let book = Book { chapters, has_contents: true, ..Book::default() };
            let leaves = book.pages(&Frame::of([300.0, 400.0]));
            let is_number = |element: &crate::Element| match element {
                crate::Element::Text { text, .. } => text.parse().ok(),
                _ => None,
            };
            let mut named: Vec<usize> = leaves[0].image.elements.iter().filter_map(is_number).collect();
            assert_eq!(named.pop(), Some(1), "the number of the page itself");
            let headings = |leaf: &Leaf| leaf.headings.iter().filter(|(heading, _)| heading == "B").count();
            let begun = (1..).zip(&leaves).flat_map(|(page, leaf)| std::iter::repeat_n(page, headings(leaf)));
            assert_eq!(begun.collect::<Vec<usize>>(), named, "{first:?}");
            assert_eq!(named.len(), if first.is_empty() { 2 } else { 3 });
        }
    }

    fn entries(count: u64, rules: &str) -> Vec<Entry> {
        let entry = |number| Entry {
            number,
            title: "A title".into(),
            label: "easy".into(),
            rules: vec![rules.into()],
            puzzle: Pen::default().image(at(0.0, 0.0), at(576.0, 576.0)),
            solution: Some(Ok(Pen::default().image(at(0.0, 0.0), at(576.0, 576.0)))),
            hint: String::new(),
        };
        (1..=count).map(entry).collect()
    }

    /// The texts of a page with the heights of their baselines.
    fn texts(leaf: &Leaf) -> Vec<(String, f64)> {
        let of = |element: &crate::Element| match element {
            crate::Element::Text { text, place, .. } => Some((text.clone(), place[1])),
            _ => None,
        };
        leaf.image.elements.iter().filter_map(of).collect()
    }

    #[test]
    fn text_that_is_longer_than_a_page_goes_on_on_the_next() {
        let words = |count: usize| (0..count).map(|word| format!("w{word}")).collect::<Vec<_>>();
        for (count, grid, has_strips) in
            [(20, (2, 2), false), (400, (2, 2), false), (4000, (1, 1), false), (4000, (3, 2), true)]
        {
            let part =
                Part::Puzzles { across: grid.0, down: grid.1, entries: entries(3, &words(count).join(" ")) };
            let (heading, text) = ("Chapter".to_owned(), words(1500).join(" "));
            let chapters = vec![Chapter { heading, is_part: false, text, part }];
            let solutions = if has_strips { Solutions::Next } else { Solutions::None };
            let frame = Frame::of([300.0, 400.0]);
            let leaves = Book { chapters, solutions, ..Book::default() }.pages(&frame);
            let all: Vec<(String, f64)> = leaves.iter().flat_map(texts).collect();
            // Below the last line stands the number of the page.
            assert!(all.iter().all(|(text, at)| *at <= 400.0 - 36.0 || text.len() < 3), "{count}");
            let said: Vec<&str> = all.iter().flat_map(|(text, _)| text.split_whitespace()).collect();
            let number = |word: &str| said.iter().filter(|said| **said == word).count();
            assert_eq!((number("w1499"), number("w19")), (if count > 1499 { 4 } else { 1 }, 4), "{count}");
            assert_eq!(number(&format!("w{}", count - 1)), if count <= 1500 { 4 } else { 3 }, "{count}");
        }
    }

    #[test]
    fn headings_take_room_that_pictures_do_not_need() {
        let chapter = |heading: &str| {
            let part = Part::Puzzles { across: 2, down: 2, entries: entries(4, "") };
            Chapter { heading: heading.into(), is_part: false, text: "Some words.".into(), part }
        };
        let book = Book { chapters: ["A", "B"].map(chapter).into(), has_contents: true, ..Book::default() };
        assert_eq!(book.pages(&Frame::of([595.28, 841.89])).len(), 2);
    }

    #[test]
    fn puzzles_and_text_share_pages() {
        let puzzles = |count: u64| {
            let part = Part::Puzzles { across: 2, down: 2, entries: entries(count, "") };
            Chapter { heading: "Chapter".into(), is_part: false, text: String::new(), part }
        };
        for (side, solutions, lines, most) in [
            (760.0, Solutions::End(0), 3, 2),
            (760.0, Solutions::Next, 40, 3),
            (760.0, Solutions::Next, 60, 3),
            (760.0, Solutions::None, 400, 7),
            (300.0, Solutions::Next, 40, 9),
            (150.0, Solutions::End(0), 3, 9),
        ] {
            let chapters = vec![puzzles(2), lessons("Chapter", "A", lines), puzzles(2)];
            let book = Book { chapters, solutions, ..Book::default() };
            let words = book.words.clone();
            let leaves = book.pages(&Frame::of([side * 0.7 + 72.0, side + 72.0]));
            assert!(leaves.len() <= most, "{side}, {lines}: {} pages", leaves.len());
            let begun = leaves.iter().map(|leaf| leaf.headings.len()).sum::<usize>();
            assert_eq!(begun, if solutions == Solutions::End(0) { 4 } else { 3 }, "{side}, {lines}");
            for leaf in leaves {
                // From top to bottom, but for the turned solutions and the number of the page.
                let heights = |element: &crate::Element| match element {
                    crate::Element::Text { text, place, .. } => Some((place[1], place[1], text.clone())),
                    crate::Element::Placed(place, _) if !place.is_turned => {
                        Some((place.at[1], place.at[1] + 576.0 * place.scale, String::new()))
                    }
                    _ => None,
                };
                let mut all: Vec<_> = leaf.image.elements.iter().filter_map(heights).collect();
                all.pop();
                for (at, (top, bottom, text)) in all.iter().enumerate() {
                    assert!(*bottom <= side + 36.0 + 1e-6, "{side}, {lines}: {text}");
                    if text == "Chapter" || *text == words.solutions {
                        assert!(
                            all[..at].iter().all(|(_, above, _)| above < top),
                            "{side}, {lines}: {all:?}"
                        );
                        assert!(
                            all[at + 1..].iter().all(|(below, ..)| below > bottom),
                            "{side}, {lines}: {all:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn headings_stand_above_something() {
        for side in [68.0, 100.0, 200.0, 500.0] {
            for (text, per_page) in [("", (1, 1)), ("Some words. ", (1, 1)), ("Some words. ", (2, 3))] {
                let chapter = |at: usize| Chapter {
                    heading: format!("Chapter {at}"),
                    is_part: at % 3 == 1,
                    text: text.repeat(at * 9),
                    part: Part::Puzzles { across: per_page.0, down: per_page.1, entries: entries(3, "") },
                };
                let chapters = (0..12).map(chapter).collect();
                let frame = Frame::of([side + 72.0, side + 72.0]);
                for leaf in (Book { chapters, ..Book::default() }).pages(&frame) {
                    // The number of the page is the last element.
                    let last = leaf.image.elements.iter().rev().nth(1);
                    let is_heading = |element: &crate::Element| matches!(element, crate::Element::Text { text, .. } if text.starts_with("Chapter"));
                    assert!(!last.is_some_and(is_heading), "{side}: {:?}", texts(&leaf));
                }
            }
        }
    }
}
