//! The description of a book: what its keys mean.

use std::path::Path;

use sheet::files::{Cover, Solutions, Words};
use sudoku::explain::{Detail, Levels, TECHNIQUES, Technique};
use sudoku::{CellNames, Difficulty};
use sudoku_ask::Publish;

use super::keys::{Keys, Text};
use super::page::{self, Page};
use crate::Refused;
use crate::args::units;
use crate::commands::techniques;
use crate::source::Source;

const KEYS: &[&str] = &[
    "title",
    "subtitle",
    "author",
    "note",
    "language",
    "levels",
    "contents",
    "hints",
    "cell-names",
    "solutions",
    "solutions-across",
    "page",
    "print",
    "words",
    "section",
];
const PRINT: &[&str] = &["titles", "authors", "levels", "ratings", "rules"];
const WORDS: &[&str] = &["contents", "hints", "solutions"];
const SECTION: &[&str] =
    &["title", "text", "puzzles", "skip", "take", "level", "rules", "per-page", "by-level", "techniques"];
/// The keys of a section that say how its puzzles are chosen and printed.
const OF_PUZZLES: &[&str] = &["skip", "take", "level", "rules", "per-page", "by-level"];

/// A book as it was described.
pub(super) struct Description {
    pub cover: Cover,
    pub language: String,
    /// Names of levels; levels are rated if they are named.
    pub levels: Option<Levels>,
    pub has_contents: bool,
    pub hint: Option<Detail>,
    /// How cells are named in hints and lessons.
    pub cell_names: CellNames,
    pub solutions: Solutions,
    pub page: Page,
    pub print: Print,
    pub words: Words,
    pub sections: Vec<Section>,
}

/// What is printed of each puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Print {
    pub titles: bool,
    pub authors: bool,
    pub levels: bool,
    pub ratings: bool,
    pub rules: Rules,
}

/// Where rules are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rules {
    /// Those that all puzzles of a section have below its heading, others below the puzzle.
    Section,
    /// Below each puzzle.
    Puzzle,
    None,
}

/// A section of a book.
#[derive(Default)]
pub(super) struct Section {
    pub title: String,
    pub text: String,
    /// Where the puzzles are.
    pub puzzles: Vec<Source>,
    pub skip: usize,
    pub take: Option<usize>,
    /// The level of all puzzles.
    pub level: Option<String>,
    /// The rules of all puzzles, in the owner's words.
    pub rules: Option<String>,
    pub grid: Option<(usize, usize)>,
    /// Whether puzzles stand in parts by their levels.
    pub by_level: bool,
    pub techniques: Option<Vec<&'static Technique>>,
}

impl Description {
    /// Reads a description whose files are in a folder, with the sections that are given besides. Later texts change
    /// what earlier ones say.
    pub fn read(texts: &[Text<'_>], folder: &Path, besides: Vec<Section>) -> Result<Description, Refused> {
        let tables =
            texts.iter().map(|text| Ok((text, text.parsed()?))).collect::<Result<Vec<_>, Refused>>()?;
        let layers = tables.iter().map(|(text, table)| (*text, table.get_ref(), 0..0));
        let keys = Keys::of("", layers.collect(), KEYS)?;
        let page_keys = keys.table("page", page::KEYS)?;
        let page = Page::read(page_keys.as_ref())?;
        let across = keys.get("solutions-across").map_or(Ok(0), |value| value.number(1, 12))?;
        let places = [("end", Solutions::End(across)), ("next", Solutions::Next), ("none", Solutions::None)];
        let details = [("none", None), ("where", Some(Detail::Where)), ("full", Some(Detail::Full))];
        let levels = keys.get("levels").map(|value| {
            value.words()?.parse().map_err(|what: String| value.wrong(&format!("cannot be read: {what}")))
        });
        let cell_names = keys.get("cell-names").map_or(Ok(CellNames::default()), |value| {
            units::cell_names(&value.words()?).map_err(|what| value.wrong(&format!("cannot be read: {what}")))
        });
        let language = keys.words("language")?;
        let is_tag = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if let Some(value) = keys.get("language").filter(|_| !language.chars().all(is_tag)) {
            return Err(value.wrong("is the name of a language, as in \"en\" or \"pt-BR\""));
        }
        let [title, subtitle, author, note] =
            ["title", "subtitle", "author", "note"].map(|key| keys.words(key));
        let sections = keys.tables("section", SECTION)?;
        let sections = sections.iter().map(|section| Section::read(section, folder, &page));
        let description = Description {
            cover: Cover { title: title?, subtitle: subtitle?, author: author?, note: note? },
            language: if language.is_empty() { "en".into() } else { language },
            levels: levels.transpose()?,
            has_contents: keys.flag("contents", true)?,
            hint: keys.choice("hints", None, &details)?,
            cell_names: cell_names?,
            solutions: keys.choice("solutions", Solutions::End(across), &places)?,
            page,
            print: Print::read(keys.table("print", PRINT)?.as_ref())?,
            words: words(keys.table("words", WORDS)?.as_ref())?,
            sections: sections.chain(besides.into_iter().map(Ok)).collect::<Result<_, _>>()?,
        };
        if description.sections.is_empty() {
            return Err(keys.wrong("there is no section: write [[section]], and below it puzzles = \"FILE\""));
        }
        Ok(description)
    }

    /// What is asked of the puzzles of a section. They are rated if levels are named, costs are printed, or the section
    /// is ordered by levels, for which puzzles that tell none get the usual ones.
    pub fn question(&self, section: &Section) -> Publish {
        let usual = || section.by_level.then(Levels::default);
        Publish {
            rates: self.levels.is_some() || self.print.ratings || section.by_level,
            levels: self.levels.clone().or_else(usual),
            keeps_own: self.levels.is_none(),
            hint: self.hint,
        }
    }
}

impl Print {
    fn read(keys: Option<&Keys<'_>>) -> Result<Print, Refused> {
        let flag = |key: &str, usual: bool| keys.map_or(Ok(usual), |keys| keys.flag(key, usual));
        let places = [("section", Rules::Section), ("puzzle", Rules::Puzzle), ("none", Rules::None)];
        let rules = keys.map_or(Ok(Rules::Section), |keys| keys.choice("rules", Rules::Section, &places))?;
        Ok(Print {
            titles: flag("titles", true)?,
            authors: flag("authors", false)?,
            levels: flag("levels", true)?,
            ratings: flag("ratings", false)?,
            rules,
        })
    }
}

fn words(keys: Option<&Keys<'_>>) -> Result<Words, Refused> {
    let usual = Words::default();
    let word = |key: &str, usual: String| match keys.and_then(|keys| keys.get(key)) {
        Some(value) => value.words(),
        None => Ok(usual),
    };
    Ok(Words {
        contents: word("contents", usual.contents)?,
        hints: word("hints", usual.hints)?,
        solutions: word("solutions", usual.solutions)?,
    })
}

impl Section {
    fn read(keys: &Keys<'_>, folder: &Path, page: &Page) -> Result<Section, Refused> {
        let maybe = |key: &str| keys.get(key).map(|value| value.words()).transpose();
        let mut section = Section {
            title: keys.words("title")?,
            text: keys.words("text")?,
            skip: keys.get("skip").map_or(Ok(0), |value| value.number(0, usize::MAX))?,
            take: keys.get("take").map(|value| value.number(1, usize::MAX)).transpose()?,
            level: maybe("level")?,
            rules: maybe("rules")?,
            grid: keys.get("per-page").map(|value| page::grid(&value, page.frame.paper)).transpose()?,
            by_level: keys.flag("by-level", false)?,
            ..Section::default()
        };
        if let Some(value) = keys.get("puzzles") {
            let files = value.list()?;
            if files.is_empty() {
                return Err(value.wrong("names no file"));
            }
            for file in files {
                let path = folder.join(&file);
                if !path.exists() {
                    return Err(value.wrong(&format!("names {file:?}, which is not there")));
                }
                section.puzzles.push(Source::File(path));
            }
        }
        if let Some(value) = keys.get("techniques") {
            let mut named: Vec<&'static Technique> = Vec::new();
            for word in value.list()? {
                match word.as_str() {
                    "all" => named.extend(TECHNIQUES),
                    word => named
                        .extend(Difficulty::techniques(word).ok_or_else(|| {
                            value.wrong(&format!("names an {}", techniques::unknown(word)))
                        })?),
                }
            }
            if named.is_empty() {
                return Err(value.wrong("names no technique"));
            }
            section.techniques = Some(named);
        }
        if section.puzzles.is_empty() && section.techniques.is_none() && section.text.trim().is_empty() {
            return Err(keys.wrong("a section has puzzles, techniques or text"));
        }
        if section.puzzles.is_empty()
            && let Some(value) = OF_PUZZLES.iter().find_map(|key| keys.get(key))
        {
            let has = match section.techniques {
                Some(_) => "of techniques has title, text and techniques",
                None => "of text has title and text",
            };
            return Err(value.wrong(&format!("is for puzzles: a section {has}")));
        }
        if let Some(value) = keys.get("by-level").filter(|_| section.by_level && section.level.is_some()) {
            return Err(
                value.wrong("divides puzzles by their levels, but `level` gives all of them the same")
            );
        }
        if !section.puzzles.is_empty() && section.techniques.is_some() {
            return Err(keys.wrong("a section has puzzles or techniques, not both"));
        }
        Ok(section)
    }
}
