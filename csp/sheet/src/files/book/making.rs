//! A book in the making: what stands on which page.

use super::blocks::{Block, Blocks};
use super::flow;
use super::strip::Strip;
use crate::files::article::{Article, Drawn, Section};
use crate::files::frame::Frame;
use crate::files::line::Rest;

/// What stands on a page.
pub(super) struct Page {
    /// Its parts, one below the other.
    pub parts: Vec<Laid>,
    /// The room at the foot for the solutions of the page before.
    pub strip: Option<Strip>,
}

pub(super) enum Laid {
    /// Blocks, each with its height and the room above it, which begin this far below the border.
    Blocks(f64, Vec<(Block, f64, f64)>),
    /// Text in columns.
    Columns(Drawn),
}

/// A chapter and the section of text that begins it.
type Begun = (usize, Option<usize>);

/// A book in the making.
pub(super) struct Making<'a> {
    frame: &'a Frame,
    /// The number of the first page.
    pub first: usize,
    pub pages: Vec<Page>,
    /// What is left of the last pages, if something may follow on them. Of several, all but the first have only solutions.
    rests: Vec<Rest>,
    /// The blocks that have no page yet.
    pub blocks: Blocks<'a>,
    /// Text that has no page yet, which follows the blocks, with the chapters that begin in it: each with its section,
    /// but for the one that has the title.
    lessons: Option<(Article, Vec<Begun>)>,
}

impl<'a> Making<'a> {
    pub fn on(frame: &'a Frame, first: usize) -> Making<'a> {
        let (pages, rests, lessons) = (Vec::new(), Vec::new(), None);
        Making { frame, first, pages, rests, blocks: Blocks::new(frame), lessons }
    }

    /// Gives the blocks and the text after them their pages, and notes where chapters begin.
    pub fn finish(&mut self, heads: &mut [(String, usize)]) {
        self.finish_blocks(heads);
        let Some((article, chapters)) = self.lessons.take() else { return };
        let next = self.first + self.pages.len();
        let mut paged = article.drawn(self.frame, next, &self.rests);
        for (chapter, section) in chapters {
            // The title is no section: it stands above the first page.
            heads[chapter].1 = section.map_or(paged.first, |section| paged.sections[section]);
            if let (None, Some(drawn)) = (section, paged.pages.first_mut()) {
                drawn.headings.insert(0, (heads[chapter].0.clone(), self.frame.top + paged.top));
            }
        }
        for (number, drawn) in (paged.first..).zip(paged.pages) {
            self.add(number, Laid::Columns(drawn), None);
        }
        self.rests = paged.rests;
    }

    fn finish_blocks(&mut self, heads: &mut [(String, usize)]) {
        let blocks = self.blocks.take();
        if blocks.is_empty() {
            return;
        }
        let room = self.frame.room();
        let rest = self.rests.last().copied().filter(|rest| flow::join(&blocks, *rest));
        let begun = rest.unwrap_or(Rest::of(room[1]));
        let first = self.first + self.pages.len() - usize::from(rest.is_some());
        for (nth, sheet) in flow::sheets(blocks, room, self.frame.letters, begun).into_iter().enumerate() {
            sheet.begins().for_each(|chapter| heads[chapter].1 = first + nth);
            let foot = sheet.strip.map_or(0.0, |strip| strip.room());
            let at = if nth == 0 { begun } else { Rest::of(room[1] - foot) };
            let (used, share) = sheet.used();
            if used > 0.0 {
                self.rests.clear();
            }
            self.rests.push(at.below(used, share));
            self.add(first + nth, Laid::Blocks(at.top, sheet.blocks), sheet.strip);
        }
    }

    /// Adds a part to the page of a number, which is one of those that are there or the next.
    fn add(&mut self, number: usize, part: Laid, strip: Option<Strip>) {
        match self.pages.get_mut(number - self.first) {
            Some(page) => page.parts.push(part),
            None => self.pages.push(Page { parts: vec![part], strip }),
        }
    }

    /// Ends the page.
    pub fn begin_page(&mut self, heads: &mut [(String, usize)]) {
        self.finish(heads);
        self.rests.clear();
    }

    /// Ends the text, so that puzzles come after it.
    pub fn finish_lessons(&mut self, heads: &mut [(String, usize)]) {
        if self.lessons.is_some() {
            self.finish(heads);
        }
    }

    /// Adds a chapter of text.
    pub fn lessons(&mut self, heading: String, text: String, sections: Vec<Section>, number: Option<usize>) {
        match &mut self.lessons {
            Some((article, chapters)) => {
                chapters.extend(number.map(|number| (number, Some(article.sections.len()))));
                let (is_chapter, is_listed) = (true, !heading.is_empty());
                article.sections.push(Section { heading, is_chapter, is_listed, text, ..Section::default() });
                article.sections.extend(sections);
            }
            None => {
                let opening = Section { text, ..Section::default() };
                let article = Article { title: heading, opening, sections, has_contents: false };
                self.lessons = Some((article, number.map(|number| (number, None)).into_iter().collect()));
            }
        }
    }
}
