//! Sections and puzzles as the chapters of a book, and the data of its puzzles.

use std::collections::{BTreeSet, HashMap};

use sheet::files::{self, Book, Chapter, Document, Entry, Part, Section as Lesson};
use sheet::{Image, direction};
use sudoku::CellNames;
use sudoku::explain::{Detail, Technique};
use sudoku::format::Format;
use sudoku::print;
use sudoku_ask::{Convert, shared};

use super::description::{Description, Rules, Section};
use super::make::{Ready, Work};
use crate::commands::techniques::teach::{self, Example};
use crate::report::csv_field;
use crate::{Refused, say};

/// A book, and its puzzles as data.
pub(super) struct Bound {
    pub document: Document,
    pub puzzles: Vec<Record>,
}

/// A puzzle as data.
pub(super) struct Record {
    /// The line of the table.
    pub row: String,
    /// The puzzle in the native format.
    pub native: String,
    pub puzzle: Image,
    pub solution: Option<Image>,
}

impl Record {
    /// The columns of the table.
    pub const COLUMNS: &str = "number,section,title,author,level,cost,technique,puzzle,solution,rules";
}

/// A puzzle that is printed, with its number.
struct Printed<'a> {
    number: u64,
    work: &'a Work,
    ready: Ready,
}

/// Makes the book of puzzles that are ready for print.
pub(super) fn bound(description: Description, puzzles: Vec<(&Work, Ready)>) -> Result<Bound, Refused> {
    let cost = |ready: &Ready| ready.published.rating.map_or(0, |(cost, _)| cost);
    let mut puzzles = puzzles;
    // The costs of the puzzles of a level, and their number.
    let mut levels: HashMap<(usize, Option<String>), (u64, u64)> = HashMap::new();
    let key = |(work, ready): &(&Work, Ready)| (work.section, ready.published.level.clone());
    for one in &puzzles {
        let (sum, count) = levels.entry(key(one)).or_default();
        (*sum, *count) = (*sum + u64::from(cost(&one.1)), *count + 1);
    }
    // The level that is the easiest on average first, and its easiest puzzle; those that are as hard keep their order.
    puzzles.sort_by_cached_key(|one| {
        let section = one.0.section;
        let (sum, count) = levels[&key(one)];
        let by_level = || (sum * 1000 / count, one.1.published.level.clone(), cost(&one.1));
        (section, description.sections[section].by_level.then(by_level))
    });
    let printed = puzzles.into_iter().zip(1..).map(|((work, ready), number)| Printed { number, work, ready });
    let mut printed: Vec<Printed<'_>> = printed.collect();
    let puzzles = printed.iter().map(|one| record(one, &description.sections[one.work.section])).collect();
    let mut chapters = Vec::new();
    for (at, section) in description.sections.iter().enumerate() {
        let count = printed.iter().take_while(|one| one.work.section == at).count();
        let own: Vec<Printed<'_>> = printed.drain(..count).collect();
        chapter(section, own, &description, &mut chapters)?;
    }
    let Description { cover, language, words, page, solutions, has_contents, .. } = description;
    let (title, author) = (cover.title.clone(), cover.author.clone());
    let cover = (!title.is_empty()).then_some(cover);
    let listed = chapters.iter().filter(|chapter: &&Chapter| !chapter.heading.is_empty()).count();
    let has_contents = has_contents && listed > 1;
    let book = Book { cover, chapters, solutions, has_contents, begins_pages: page.new_pages, words };
    let pages = book.pages(&page.frame);
    Ok(Bound { document: Document { title, author, language, pages }, puzzles })
}

/// Adds the chapters of a section.
fn chapter(
    section: &Section,
    mut own: Vec<Printed<'_>>,
    description: &Description,
    chapters: &mut Vec<Chapter>,
) -> Result<(), Refused> {
    // Options may take all its puzzles away: a heading alone is no section.
    if own.is_empty() && !section.puzzles.is_empty() {
        return Ok(());
    }
    let heading = section.title.clone();
    let mut text = section.text.clone();
    if let Some(techniques) = &section.techniques {
        let names = description.cell_names;
        let lessons =
            techniques.iter().map(|technique| lesson(technique, names)).collect::<Result<_, _>>()?;
        chapters.push(Chapter { heading, is_part: false, text, part: Part::Lessons(lessons) });
        return Ok(());
    }
    let told = told(section, &mut own, description.print.rules);
    if !told.is_empty() {
        text = [text.as_str(), &told.join(" ")].join("\n").trim_start().to_owned();
    }
    let (across, down) = section.grid.unwrap_or(description.page.grid);
    let part = |entries| Part::Puzzles { across, down, entries };
    let entries = |own: Vec<Printed<'_>>, has_level: bool| -> Vec<Entry> {
        own.into_iter().map(|one| entry(one, section, description, has_level)).collect()
    };
    if !section.by_level {
        chapters.push(Chapter { heading, is_part: false, text, part: part(entries(own, true)) });
        return Ok(());
    }
    chapters.push(Chapter { heading, is_part: false, text, part: part(Vec::new()) });
    let mut own = own.into_iter().peekable();
    while let Some(level) = own.peek().map(|one| one.ready.published.level.clone()) {
        let mut alike = Vec::new();
        while let Some(one) = own.next_if(|one| one.ready.published.level == level) {
            alike.push(one);
        }
        let heading = capitalised(&level.unwrap_or_default());
        chapters.push(Chapter {
            heading,
            is_part: true,
            text: String::new(),
            part: part(entries(alike, false)),
        });
    }
    Ok(())
}

/// Takes the rules that are told below the heading of the section from its puzzles.
fn told(section: &Section, own: &mut [Printed<'_>], place: Rules) -> Vec<String> {
    let each = own.iter_mut().map(|one| &mut one.ready.published.rules);
    match (&section.rules, place) {
        (_, Rules::None) | (Some(_), _) => {
            each.for_each(Vec::clear);
            section.rules.iter().filter(|_| place != Rules::None).cloned().collect()
        }
        (None, Rules::Section) => shared(each),
        (None, Rules::Puzzle) => Vec::new(),
    }
}

/// The puzzle as it is printed.
fn entry(one: Printed<'_>, section: &Section, description: &Description, has_level: bool) -> Entry {
    let print = description.print;
    let (about, published) = (one.work.puzzle.about(), one.ready.published);
    let title = about.and_then(|about| about.title.as_deref()).filter(|_| print.titles);
    let author = about.and_then(|about| about.author.as_deref()).filter(|_| print.authors);
    let title: Vec<&str> = title.into_iter().chain(author).collect();
    let cost = published.cost().filter(|_| print.ratings);
    let level = section.level.clone().or(published.level).filter(|_| print.levels && has_level);
    let label: Vec<String> = level.into_iter().chain(cost).collect();
    Entry {
        number: one.number,
        title: title.join(" · "),
        label: label.join(" "),
        rules: published.rules,
        puzzle: published.puzzle,
        solution: one.ready.solved.map(Ok),
        hint: published.hint.unwrap_or_default(),
    }
}

/// The puzzle as data.
fn record(one: &Printed<'_>, section: &Section) -> Record {
    let (puzzle, published) = (&one.work.puzzle, &one.ready.published);
    let write = |to: Format| Convert { to, place: 0 }.answer(puzzle);
    let line = write(Format::Line);
    let line = if line.lost.is_none() { line.text.trim_end().to_owned() } else { String::new() };
    let about = puzzle.about();
    let (cost, technique) = published.cost().zip(published.rating).map_or_else(
        || (String::new(), String::new()),
        |(cost, (_, technique))| (cost, technique.to_owned()),
    );
    let fields = [
        one.number.to_string(),
        section.title.clone(),
        about.and_then(|about| about.title.clone()).unwrap_or_default(),
        about.and_then(|about| about.author.clone()).unwrap_or_default(),
        section.level.clone().or(published.level.clone()).unwrap_or_default(),
        cost,
        technique,
        line,
        published.solution.as_ref().map_or(String::new(), |solution| puzzle.text(solution)),
        section.rules.clone().unwrap_or_else(|| published.rules.join(" ")),
    ];
    let row = fields.map(csv_field).join(",");
    let solution = one.ready.solved.clone();
    Record { row, native: write(Format::Native).text, puzzle: published.puzzle.clone(), solution }
}

/// A technique with the picture of its first position.
fn lesson(technique: &Technique, names: CellNames) -> Result<Lesson, Refused> {
    let Example { puzzle, before, step } = Example::of(technique, names)?;
    let image = step.image(&before, &puzzle, &print::marks(&puzzle));
    let mut text = step.text(&before, Detail::Full) + "\n";
    for (heading, part) in teach::sections(technique) {
        text += &format!("{heading}: {part}\n");
    }
    Ok(Lesson {
        heading: technique.title.into(),
        is_listed: true,
        figures: vec![image],
        text,
        ..Lesson::default()
    })
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Reports letters that the font of the book lacks, and those that it does not shape.
pub(super) fn note_letters(document: &Document) {
    let used: BTreeSet<char> = document.pages.iter().flat_map(|page| files::letters(&page.image)).collect();
    let shown = |letters: &BTreeSet<char>| letters.iter().take(8).collect::<String>();
    let lacking = files::lacking(&used);
    if !lacking.is_empty() {
        let shown = shown(&lacking);
        say!("sudoku: warning: the font of books lacks some letters ({shown}), which are drawn as boxes");
    }
    let shaped: BTreeSet<char> = used.into_iter().filter(|&letter| direction::is_shaped(letter)).collect();
    if !shaped.is_empty() {
        let shown = shown(&shaped);
        say!("sudoku: warning: books do not join letters or place marks as their script does ({shown})");
    }
}
