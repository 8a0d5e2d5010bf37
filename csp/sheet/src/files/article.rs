//! Articles: sections of a heading, pictures and text, which flow through the columns of pages.
//!
//! A heading stays with its picture, and the picture with the first lines of its text. Pictures are as large as lets a
//! column be full, and the room that is left then goes between the sections.

use super::document::{Document, Leaf};
use super::frame::{Frame, INK, LINE};
use super::line::{Extent, Line, Rest, wrapped};
use crate::{Image, Look, Pen, Place, at};

/// The number of columns of a page, and the room between them, in points.
const COLUMNS: usize = 2;
const GUTTER: f64 = 18.0;
/// Sizes of letters.
const TITLE: f64 = 18.0;
const CHAPTER: f64 = 14.0;
const HEADING: f64 = 10.5;
const TEXT: f64 = 9.0;
/// The room below the title of an article without an opening, relative to its letters.
const BELOW_TITLE: f64 = 0.4;
/// The room above a section and above a paragraph, and the most that is added above a section to fill a column.
const SECTION: f64 = 12.0;
const PARAGRAPH: f64 = 3.0;
const MOST_ADDED: f64 = 40.0;
/// The room that a blank at the beginning of a paragraph stands for.
const INDENT: f64 = 4.0;
/// The smallest width of a picture, relative to its column, and the greatest part of the page's height that it takes.
const NARROWEST: f64 = 0.72;
const HIGHEST: f64 = 0.42;
/// The most points for a unit of a picture, so that small ones stay small.
const LARGEST: f64 = 0.55;
/// The least part of the page's height on which an article begins below something else.
const LEAST_BEGUN: f64 = 0.12;
/// Contents are printed if there are more sections to list than this.
const FEW: usize = 6;

/// A document of sections.
#[derive(Debug, Default)]
pub struct Article {
    /// The title, which stands above the first page.
    pub title: String,
    /// What comes before the contents.
    pub opening: Section,
    /// Whether there are contents, if there are more than a few sections to list.
    pub has_contents: bool,
    /// The sections, in order.
    pub sections: Vec<Section>,
}

/// A part of an article.
#[derive(Debug, Default)]
pub struct Section {
    /// The heading; empty for none.
    pub heading: String,
    /// Whether a new chapter begins, with a larger heading.
    pub is_chapter: bool,
    /// Whether the contents list it.
    pub is_listed: bool,
    /// Pictures below the heading.
    pub figures: Vec<Image>,
    /// Paragraphs below the pictures, a line each. Blanks before a paragraph indent it.
    pub text: String,
}

impl Article {
    /// The article on paper of this width and height in points, as a PDF file.
    pub fn pdf(self, paper: Place) -> Vec<u8> {
        let title = self.title.clone();
        Document::of(&title, self.pages(&Frame::of(paper), 1)).pdf()
    }

    /// The pages of the article, of which the first has a number.
    pub fn pages(self, frame: &Frame, first: usize) -> Vec<Leaf> {
        let numbered = (first..).zip(self.drawn(frame, first, &[]).pages);
        numbered.map(|(page, drawn)| frame.numbered(page, drawn.pen, drawn.headings)).collect()
    }

    /// Draws the article. Of the pages before the first one, the last have these rests: it begins on one that has room for
    /// its beginning.
    pub(super) fn drawn(mut self, frame: &Frame, first: usize, rests: &[Rest]) -> Paged {
        let contents = Section { heading: "Contents".into(), is_chapter: true, ..Section::default() };
        let sections = std::mem::take(&mut self.sections);
        let heads: Vec<(String, bool)> =
            sections.iter().map(|section| (section.heading.clone(), section.is_listed)).collect();
        let mut flow = Flow::on(frame);
        flow.section(self.opening, None);
        let opening = flow.items.len();
        let listed: Vec<usize> = (0..heads.len()).filter(|&at| heads[at].1).collect();
        if listed.len() > FEW && self.has_contents {
            flow.section(contents, None);
            listed.iter().for_each(|&at| flow.entry(&heads[at].0, at));
        }
        for (at, section) in sections.into_iter().enumerate() {
            flow.section(section, Some(at));
        }
        let size = TITLE * frame.letters;
        let title = wrapped(&self.title, size, true, frame.room()[0]);
        let below = if title.is_empty() || opening > 0 { 0.0 } else { BELOW_TITLE * size };
        let band = title.len() as f64 * size * LINE + below;
        // The opening is not alone.
        let opening = opening.min(flow.items.len().saturating_sub(1));
        let holds = |rest: &Rest| {
            let room = Rest::of(rest.height - band);
            room.height >= LEAST_BEGUN * flow.height && room.holds(opening, flow.extents(0))
        };
        let rests = &rests[rests.iter().position(holds).unwrap_or(rests.len())..];
        let first = first - rests.len();
        let whole = Rest::of(flow.height);
        let rest_of = |page: usize| rests.get(page).copied().unwrap_or(whole);
        let columns = flow.columns(&|page| rest_of(page).height - if page == 0 { band } else { 0.0 });
        let mut sections = vec![0; heads.len()];
        for (number, column) in columns.iter().enumerate() {
            let begun = flow.items[column.from..column.to].iter().filter_map(|item| item.begins);
            begun.for_each(|section| sections[section] = number / COLUMNS + first);
        }
        let (mut pages, mut after) = (Vec::new(), Vec::new());
        for (number, columns) in columns.chunks(COLUMNS).enumerate() {
            let page = first + number;
            let (mut pen, mut headings) = (Pen::default(), Vec::new());
            let [left, top] = frame.corner(page);
            let (rest, mut down) = (rest_of(number), 0.0);
            if number == 0 {
                for line in &title {
                    let look = Look::filled(INK).size(size).bold().left_aligned();
                    pen.text(at(left, top + rest.top + down + size), line, &look);
                    down += size * LINE;
                }
                down += below;
            }
            for (nth, column) in columns.iter().enumerate() {
                let left = left + nth as f64 * (flow.width + GUTTER);
                flow.draw(
                    column,
                    [left, top + rest.top + down],
                    (&heads, &sections),
                    (&mut pen, &mut headings),
                );
            }
            down += columns.iter().map(|column| flow.used(column)).fold(0.0, f64::max);
            after = vec![rest.below(down, 0.0)];
            pages.push(Drawn { pen, headings });
        }
        after.extend(rests.iter().skip(pages.len()));
        Paged { pages, first, top: rest_of(0).top, sections, rests: after }
    }
}

/// A page without its number.
pub(super) struct Drawn {
    pub pen: Pen,
    /// Headings with their heights.
    pub headings: Vec<(String, f64)>,
}

/// An article on its pages.
pub(super) struct Paged {
    pub pages: Vec<Drawn>,
    /// The number of the first of them, and how far below the border it begins.
    pub first: usize,
    pub top: f64,
    /// The number of the page on which each section begins; 0 of an empty section.
    pub sections: Vec<usize>,
    /// What is left of the last page, and of those after it that were there before.
    pub rests: Vec<Rest>,
}

/// A line of text or a picture.
struct Item {
    what: What,
    /// The height; of a picture, its greatest.
    height: f64,
    /// The room above it, except at the top of a column.
    above: f64,
    /// Whether the next item has to be in the same column.
    is_tied: bool,
    /// The section that begins with it.
    begins: Option<usize>,
    /// Whether room can be added above it.
    is_first: bool,
}

enum What {
    Line(Line),
    /// The picture until it is drawn.
    Figure(Option<Image>),
}

impl Item {
    fn of(what: What, height: f64, above: f64) -> Item {
        Item { what, height, above, is_tied: false, begins: None, is_first: false }
    }

    fn height(&self, scale: f64) -> f64 {
        if matches!(self.what, What::Figure(_)) { self.height * scale } else { self.height }
    }

    fn above(&self, added: f64) -> f64 {
        self.above + if self.is_first { added } else { 0.0 }
    }
}

/// The items of an article, and the columns that they flow through.
struct Flow {
    width: f64,
    height: f64,
    /// The size of letters, relative to that of ordinary print.
    letters: f64,
    items: Vec<Item>,
}

/// A column: some items, the scale of its pictures, and the room that is added above sections.
struct Column {
    from: usize,
    to: usize,
    scale: f64,
    added: f64,
}

impl Flow {
    fn on(frame: &Frame) -> Flow {
        let [room, height] = frame.room();
        let width = (room - (COLUMNS - 1) as f64 * GUTTER) / COLUMNS as f64;
        Flow { width, height, letters: frame.letters, items: Vec::new() }
    }

    /// Adds a section.
    fn section(&mut self, section: Section, number: Option<usize>) {
        let first = self.items.len();
        let size = if section.is_chapter { CHAPTER } else { HEADING };
        self.paragraph(&section.heading, size, true, None);
        let figures = section.figures.len();
        for figure in section.figures {
            let [width, height] = figure.size;
            let greatest = (self.width * height / width).min(self.height * HIGHEST).min(height * LARGEST);
            self.items.push(Item::of(What::Figure(Some(figure)), greatest, PARAGRAPH));
        }
        let head = self.items.len();
        section.text.lines().for_each(|line| self.paragraph(line, TEXT, false, None));
        let last = self.items.len();
        if last == first {
            return;
        }
        // A heading stands above something, a picture has lines of its text below it, and no line is alone.
        for at in first..last {
            let is_heading = at < head - figures;
            let is_before_text = at + 1 == head || at == head;
            let is_before_last = at + 2 == last && at >= head;
            self.items[at].is_tied =
                (is_heading || is_before_text || is_before_last) && (at + 1 < last || is_heading);
        }
        (self.items[first].above, self.items[first].begins) = (SECTION, number);
        self.items[first].is_first = true;
    }

    /// Adds the lines of a paragraph.
    fn paragraph(&mut self, text: &str, size: f64, is_bold: bool, of: Option<usize>) {
        let indent = (text.len() - text.trim_start().len()) as f64 * INDENT;
        let indent = indent.min(self.width / 2.0);
        let text = text.to_owned();
        let lines = Line { text, size: size * self.letters, is_bold, indent, of }.wrapped(self.width);
        for (at, line) in lines.into_iter().enumerate() {
            let above = if at == 0 && of.is_none() { PARAGRAPH } else { 0.0 };
            let height = line.height();
            self.items.push(Item::of(What::Line(line), height, above));
        }
    }

    /// Draws a column with its upper left corner at a place.
    fn draw(
        &mut self,
        column: &Column,
        [left, mut top]: Place,
        (heads, pages): (&[(String, bool)], &[usize]),
        (pen, headings): (&mut Pen, &mut Vec<(String, f64)>),
    ) {
        let width = self.width;
        for (nth, item) in self.items[column.from..column.to].iter_mut().enumerate() {
            top += if nth == 0 { 0.0 } else { item.above(column.added) };
            if let Some((heading, _)) = item.begins.map(|section| &heads[section]).filter(|head| head.1) {
                headings.push((heading.clone(), top));
            }
            let height = item.height(column.scale);
            match &mut item.what {
                What::Line(line) => line.draw(pen, [left, top], width, |section| pages[section]),
                What::Figure(figure) => {
                    if let Some(figure) = figure.take() {
                        let scale = height / figure.size[1];
                        let corner = [left + (width - figure.size[0] * scale) / 2.0, top];
                        pen.place(figure.placed(corner, scale));
                    }
                }
            }
            top += height;
        }
    }

    /// Adds a line of the contents.
    fn entry(&mut self, heading: &str, section: usize) {
        self.paragraph(heading, TEXT, false, Some(section));
    }

    /// The height of some items at a scale of their pictures.
    fn height_of(&self, from: usize, to: usize, scale: f64) -> f64 {
        let items = self.items[from..to].iter().enumerate();
        items.map(|(at, item)| item.height(scale) + if at == 0 { 0.0 } else { item.above }).sum()
    }

    /// The height of a column.
    fn used(&self, column: &Column) -> f64 {
        let items = self.items[column.from..column.to].iter().enumerate();
        let above = |at: usize, item: &Item| if at == 0 { 0.0 } else { item.above(column.added) };
        items.map(|(at, item)| item.height(column.scale) + above(at, item)).sum()
    }

    /// What the items from one on take of a column at least.
    fn extents(&self, from: usize) -> impl Iterator<Item = Extent> + '_ {
        self.items[from..].iter().map(|item| Extent {
            height: item.height(NARROWEST),
            above: item.above,
            share: 0.0,
            is_tied: item.is_tied,
        })
    }

    /// Divides the items into columns of the height that their page has. Those of the last are of about the same length.
    fn columns(&self, height: &dyn Fn(usize) -> f64) -> Vec<Column> {
        let room = |column: usize| height(column / COLUMNS);
        let mut columns = self.filled(0, &room);
        let begun = columns.len().saturating_sub(1) / COLUMNS * COLUMNS;
        let from = columns.get(begun).map_or(0, |column| column.from);
        let mut last = columns.split_off(begun);
        for part in (1..20).rev() {
            let shorter = |column: usize| room(begun + column) * f64::from(part) / 20.0;
            let tried = self.filled(from, &shorter);
            if tried.len() > COLUMNS {
                break;
            }
            last = tried;
        }
        columns.extend(last);
        columns
    }

    /// Divides the items from one on into columns with this much room.
    fn filled(&self, mut from: usize, room: &dyn Fn(usize) -> f64) -> Vec<Column> {
        let mut columns: Vec<Column> = Vec::new();
        while from < self.items.len() {
            let room = room(columns.len());
            let to = from + Rest::of(room).fitting(self.extents(from));
            columns.push(self.fitted(from, to, room));
            from = to;
        }
        columns
    }

    /// A column of some items that fills its room as far as pictures can grow and sections can be moved.
    fn fitted(&self, from: usize, to: usize, room: f64) -> Column {
        let fixed = self.height_of(from, to, 0.0);
        let pictures = self.height_of(from, to, 1.0) - fixed;
        let scale = if pictures > 0.0 { ((room - fixed) / pictures).clamp(NARROWEST, 1.0) } else { 1.0 };
        let gaps = self.items[from..to].iter().skip(1).filter(|item| item.is_first).count();
        let left = room - fixed - pictures * scale;
        let is_last = to == self.items.len();
        let added = if gaps == 0 || is_last { 0.0 } else { (left / gaps as f64).clamp(0.0, MOST_ADDED) };
        Column { from, to, scale, added }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Path;

    const PAPER: Place = [595.28, 841.89];

    fn figure() -> Image {
        let mut pen = Pen::default();
        pen.path(&Path::around(&[at(0.0, 0.0), at(640.0, 0.0), at(320.0, 640.0)]), &Look::filled("#000"));
        pen.image(at(0.0, 0.0), at(640.0, 640.0))
    }

    fn flow(sections: Vec<Section>) -> Flow {
        let mut flow = Flow::on(&Frame::of(PAPER));
        sections.into_iter().enumerate().for_each(|(at, section)| flow.section(section, Some(at)));
        flow
    }

    fn sections(count: usize, lines: impl Fn(usize) -> usize) -> Vec<Section> {
        let of = |at| Section {
            heading: format!("{at}"),
            is_listed: true,
            figures: vec![figure()],
            text: "all of these words are in one paragraph\n".repeat(lines(at)),
            ..Section::default()
        };
        (0..count).map(of).collect()
    }

    #[test]
    fn columns_hold_all_items_and_keep_together_what_belongs_together() {
        for lines in [0, 1, 2, 3, 7, 30, 200] {
            let sections = sections(40, |at| (at * lines) % (lines + 1));
            let flow = flow(sections);
            let columns = flow.columns(&|page| flow.height - if page == 0 { 50.0 } else { 0.0 });
            let mut next = 0;
            for (at, column) in columns.iter().enumerate() {
                let Column { from, to, scale, added } = *column;
                assert_eq!(from, next);
                assert!(to == flow.items.len() || !flow.items[to - 1].is_tied, "{lines}: {to} is torn off");
                let first = flow.items[from].above(added);
                let height: f64 =
                    flow.items[from..to].iter().map(|item| item.height(scale) + item.above(added)).sum();
                let room = flow.height - if at < COLUMNS { 50.0 } else { 0.0 };
                assert!(height - first <= room + 1e-6, "{lines}: {height} in {room}");
                next = to;
            }
            assert_eq!(next, flow.items.len());
        }
    }

    #[test]
    fn pages_are_full_but_for_the_last() {
        let sections = sections(60, |at| 1 + at % 4);
        let flow = flow(sections);
        let columns = flow.columns(&|_| flow.height);
        let last = columns.len().saturating_sub(1) / COLUMNS * COLUMNS;
        for Column { from, to, scale, added } in &columns[..last] {
            let items = flow.items[*from..*to].iter().enumerate();
            let height: f64 = items
                .map(|(at, item)| item.height(*scale) + if at == 0 { 0.0 } else { item.above(*added) })
                .sum();
            assert!(height > 0.9 * flow.height, "{height}");
        }
    }

    #[test]
    fn contents_and_bookmarks_name_pages() {
        let article = Article {
            title: "Steps".into(),
            sections: sections(30, |_| 3),
            has_contents: true,
            ..Article::default()
        };
        let file = article.pdf(PAPER);
        let text = String::from_utf8_lossy(&file);
        let pages = text.matches("/Type /Page ").count();
        assert!(text.contains("/Type /Outlines") && text.contains("/Count 30 >>"));
        assert!((30 / 6..=30 / 3).contains(&pages), "{pages} pages");
        assert_eq!(text.matches("/XYZ null").count(), 30);
        let empty = Article::default().pdf(PAPER);
        assert!(!String::from_utf8_lossy(&empty).contains("/Outlines"));
    }
}
