//! The steps of a puzzle as a page: the grid, its difficulty, contents, the steps with pictures, and lessons.

use std::fmt::Write as _;

use sheet::{Image, escaped};
use sudoku::Puzzle;
use sudoku::explain::{Detail, Level, State, Step, Technique};
use sudoku::print::{Drawing, Mark, dark_style};
use sudoku_ask::json::hundredths;
use sudoku_ask::words::sentence;
use sudoku_ask::{Explained, Reason, Status};

use crate::commands::techniques::teach::{described, element};

/// How the page looks: light or dark as the system, on a telephone, and on paper.
const STYLE: &str = "body{font-family:sans-serif;max-width:42em;margin:auto;padding:1em;line-height:1.45}\
    :root{color-scheme:light dark;background:light-dark(#fff,#1c1c1e);color:light-dark(#111,#e8e8ea)}\
    a{color:light-dark(#1a4fb4,#8ab4ff)}svg{display:block;width:100%;max-width:32em;height:auto}\
    .frames{display:flex;overflow-x:auto;scroll-snap-type:x mandatory;max-width:32em}\
    .frames figure{flex:0 0 100%;margin:0;scroll-snap-align:start}figcaption{text-align:center}section{margin:2.5em 0;scroll-margin-top:1em}\
    section:target{outline:3px solid #7aa7ff;outline-offset:.6em}section p{white-space:pre-wrap}\
    nav ol{columns:18em;padding-left:2.5em}nav li{margin:.1em 0}h2 small{font-weight:normal}dt{font-weight:bold}\
    @media print{:root{color-scheme:light}section{break-inside:avoid}nav,.turn{display:none}svg{max-width:24em}\
    .frames{flex-wrap:wrap;max-width:none}.frames figure{flex:0 0 48%}}";

/// The arrows and the letters J and K go from step to step.
const KEYS: &str = "document.addEventListener('keydown',function(event){\
    var by={ArrowRight:1,j:1,ArrowLeft:-1,k:-1}[event.key];\
    if(!by||event.ctrlKey||event.altKey||event.metaKey)return;event.preventDefault();\
    var all=[].slice.call(document.querySelectorAll('section.step'));\
    var at=all.findIndex(function(one){return '#'+one.id===location.hash});\
    var next=all[at<0?(by>0?0:all.length-1):at+by];if(next)location.hash=next.id});\
    document.querySelectorAll('.turn').forEach(function(turn){var frames=turn.previousElementSibling;\
    turn.querySelectorAll('button').forEach(function(button,at){button.addEventListener('click',function(){\
    frames.scrollBy({left:(2*at-1)*frames.clientWidth,behavior:'smooth'})})})})";

/// The buttons that turn to the picture before and to the next.
const TURN: &str = "<p class=\"turn\"><button aria-label=\"Picture before\">◀</button> \
    <button aria-label=\"Next picture\">▶</button></p>";

/// A page in the making.
pub(super) struct Document<'a> {
    puzzle: &'a Puzzle,
    marks: &'a [Mark],
    /// The number, name and text of each step, with its picture.
    steps: Vec<(usize, String, &'static Technique, String, String)>,
    summary: Summary,
}

/// The steps of a document as a whole.
#[derive(Default)]
pub(super) struct Summary {
    steps: usize,
    /// The cost and the name of the hardest.
    hardest: Option<(u16, String)>,
    techniques: Vec<&'static Technique>,
}

impl Summary {
    pub fn add(&mut self, step: &Step, title: &str) {
        self.steps += 1;
        self.techniques.push(step.technique);
        if self.hardest.as_ref().is_none_or(|(cost, _)| step.cost > *cost) {
            self.hardest = Some((step.cost, title.to_owned()));
        }
    }

    /// The author of the puzzle, the number of steps and the hardest of them, and why they do not reach the only
    /// solution.
    pub fn lines(&self, puzzle: &Puzzle, explained: &Explained) -> impl Iterator<Item = String> {
        let author = puzzle.about().and_then(|about| about.author.as_deref());
        let steps = self.hardest.as_ref().map(|(cost, name)| {
            let (level, cost) = (Level::of(*cost).name(), hundredths((*cost).into()));
            let count = match self.steps {
                1 => "1 step".to_owned(),
                count => format!("{count} steps"),
            };
            format!("{count}; the hardest: {name} ({cost}, {level}).")
        });
        let what = || match &explained.reason {
            Some(reason) => reason.what.clone(),
            None => explained.status.name().to_owned(),
        };
        let end = (explained.status != Status::Unique).then(|| format!("{}.", sentence(&what())));
        author.map(|author| format!("by {author}")).into_iter().chain(steps).chain(end)
    }

    /// The techniques, from the simplest to the hardest.
    pub fn techniques(mut self) -> Vec<&'static Technique> {
        self.techniques.sort_by_key(|technique| (technique.cost, technique.name));
        self.techniques.dedup();
        self.techniques
    }
}

impl<'a> Document<'a> {
    pub fn of(puzzle: &'a Puzzle, marks: &'a [Mark]) -> Document<'a> {
        Document { puzzle, marks, steps: Vec::new(), summary: Summary::default() }
    }

    pub fn add(&mut self, number: usize, step: &Step, before: &State) {
        let title = step.title(before);
        self.summary.add(step, &title);
        let images = step.images(before, self.puzzle, self.marks);
        self.steps.push((number, title, step.technique, step.text(before, Detail::Full), pictures(&images)));
    }

    /// The page, without references to other files.
    pub fn page(self, explained: &Explained) -> String {
        let about = self.puzzle.about();
        let title = about.and_then(|about| about.title.as_deref()).unwrap_or("Sudoku, step by step");
        let title = escaped(title);
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}{}</style>\n\
             <h1>{title}</h1>\n",
            dark_style("svg")
        );
        page += element(&Drawing::of(self.puzzle).marks(self.marks).without_title().image().svg());
        for line in self.summary.lines(self.puzzle, explained) {
            let _ = writeln!(page, "<p>{}</p>", escaped(&line));
        }
        page += &explained.reason.as_ref().map_or(String::new(), |reason| clash(reason, self.puzzle));
        page += "<nav><h2>Contents</h2>\n<p>The arrow keys go from step to step.</p>\n<ol>\n";
        for (number, name, ..) in &self.steps {
            let _ = writeln!(
                page,
                "<li value=\"{number}\"><a href=\"#step-{number}\">{}</a></li>",
                escaped(name)
            );
        }
        page += "</ol></nav>\n";
        for (number, name, technique, text, picture) in &self.steps {
            let _ = writeln!(
                page,
                "<section class=\"step\" id=\"step-{number}\"><h2><small>{number}</small> <a href=\"#{}\">{}</a></h2>\n\
                 <p>{}</p>{picture}</section>",
                technique.name,
                escaped(name),
                escaped(text)
            );
        }
        lessons(self.summary.techniques(), &mut page);
        let _ = writeln!(page, "<script>{KEYS}</script>\n</html>");
        page.trim_end().to_owned()
    }
}

/// A picture, or several that are turned over within their step.
fn pictures(images: &[Image]) -> String {
    let [image] = images else {
        let count = images.len();
        let figure = |(at, image): (usize, &Image)| {
            let svg = image.svg();
            format!("<figure>{}<figcaption>{} of {count}</figcaption></figure>", element(&svg), at + 1)
        };
        let figures: String = images.iter().enumerate().map(figure).collect();
        return format!("<div class=\"frames\" tabindex=\"0\">{figures}</div>{TURN}");
    };
    element(&image.svg()).to_owned()
}

/// A picture of the givens and clues that have no solution together.
fn clash(reason: &Reason, puzzle: &Puzzle) -> String {
    reason.image(puzzle).map_or(String::new(), |image| element(&image.svg()).to_owned())
}

/// Adds a lesson for each technique.
fn lessons(techniques: Vec<&Technique>, page: &mut String) {
    if !techniques.is_empty() {
        *page += "<h2>Techniques</h2>\n";
    }
    for technique in techniques {
        let (name, title) = (technique.name, escaped(technique.title));
        let _ = writeln!(page, "<section id=\"{name}\"><h3>{title}</h3>\n{}</section>", described(technique));
    }
}
