//! Lessons about techniques as pages.

use std::fmt::Write as _;

use sheet::escaped;
use sudoku::explain::{Detail, Explainer, State, Step, Technique};
use sudoku::{CellNames, Puzzle, print};
use sudoku_ask::json::hundredths;

use crate::Refused;

/// The first position of a technique, and its step there.
pub(crate) struct Example {
    pub puzzle: Puzzle,
    pub before: State,
    pub step: Step,
}

impl Example {
    /// The example, with cells named in one of the ways.
    pub fn of(technique: &Technique, names: CellNames) -> Result<Example, Refused> {
        let missing = || Refused(format!("there is no example of {}", technique.name));
        let text = technique.examples().into_iter().next().ok_or_else(missing)?;
        let mut puzzle: Puzzle = text.parse()?;
        puzzle.set_cell_names(names);
        let mut explainer = Explainer::new();
        let before = explainer.begin(&puzzle);
        let step = explainer.steps_of(&before, technique).into_iter().next().ok_or_else(missing)?;
        Ok(Example { puzzle, before, step })
    }
}

/// The parts of a lesson, each with its heading.
pub(crate) fn sections(technique: &Technique) -> Vec<(&'static str, String)> {
    let lesson = technique.lesson;
    let mut sections = vec![
        ("What it is", lesson.what.to_owned()),
        ("Why it is right", lesson.why.to_owned()),
        ("How to spot it", lesson.spot.to_owned()),
    ];
    if !technique.also.is_empty() {
        sections.push(("Other names", technique.also.join(", ")));
    }
    let cost = hundredths(technique.cost.into());
    let mut values = format!("{} (cost from {cost})", technique.level().name());
    if let Some(se) = technique.se() {
        let _ = write!(values, ", Sudoku Explainer {se:.1}");
    }
    if let Some(score) = technique.hodoku {
        let _ = write!(values, ", HoDoKu {score}");
    }
    sections.push(("Difficulty", values));
    sections
}

/// A lesson as a list of a page.
pub(crate) fn described(technique: &Technique) -> String {
    let parts = sections(technique).into_iter();
    let parts: String =
        parts.map(|(heading, text)| format!("<dt>{heading}</dt><dd>{}</dd>\n", escaped(&text))).collect();
    format!("<dl>\n{parts}</dl>")
}

/// The element of an image, without what stands before it in a file of its own.
pub(crate) fn element(picture: &str) -> &str {
    picture.find("<svg").map_or(picture, |begin| &picture[begin..])
}

/// A page with a picture of each, without references to other files.
pub(crate) fn html(techniques: &[&Technique], names: CellNames) -> Result<String, Refused> {
    let mut page = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Techniques</title>\n\
         <style>body{font-family:sans-serif;max-width:40em;margin:auto;padding:1em;line-height:1.4}\
         svg{width:100%;max-width:30em;height:auto}h2{margin-top:2.5em}dt{font-weight:bold;margin-top:.6em}\
         dd{margin:0}pre{overflow-x:auto}:root{color-scheme:light dark;background:light-dark(#fff,#1c1c1e);\
         color:light-dark(#111,#e8e8ea)}a{color:light-dark(#1a4fb4,#8ab4ff)}\n"
        .to_owned();
    page += &print::dark_style("svg");
    page += "</style>\n<h1>Techniques</h1>\n<ul>\n";
    for technique in techniques {
        let _ = writeln!(page, "<li><a href=\"#{}\">{}</a></li>", technique.name, escaped(technique.title));
    }
    page += "</ul>\n";
    for technique in techniques {
        let Example { puzzle, before, step } = Example::of(technique, names)?;
        let _ = writeln!(page, "<h2 id=\"{}\">{}</h2>", technique.name, escaped(technique.title));
        let picture = step.picture(&before, &puzzle, &print::marks(&puzzle));
        let text = escaped(&step.text(&before, Detail::Full));
        let _ =
            writeln!(page, "{}\n<p>{text}</p>\n{}\n<p>To try:</p>", described(technique), element(&picture));
        for text in technique.examples().iter().skip(1) {
            let _ = writeln!(page, "<pre>{}</pre>", escaped(text.trim_end()));
        }
    }
    Ok(page + "</html>\n")
}

/// A page for hosts of documents. The pictures are files beside it.
pub(crate) fn markdown(techniques: &[&Technique], names: CellNames) -> Result<String, Refused> {
    let mut page = "# Techniques\n\n".to_owned();
    for technique in techniques {
        let _ = writeln!(page, "- [{}](#{})", technique.title, anchor(technique.title));
    }
    for technique in techniques {
        let Example { before, step, .. } = Example::of(technique, names)?;
        let _ = writeln!(page, "\n## {}\n", technique.title);
        for (heading, text) in sections(technique) {
            let _ = writeln!(page, "**{heading}**: {text}\n");
        }
        let _ = writeln!(page, "{}\n", step.text(&before, Detail::Full).replace('\n', "\n\n"));
        let alt = format!("A grid in which the step is drawn: {}", step.title(&before));
        let _ =
            writeln!(page, "<img src=\"techniques/{}.svg\" width=\"400\" alt=\"{alt}\">\n", technique.name);
        let _ = writeln!(page, "To try:\n\n```");
        for text in technique.examples().iter().skip(1) {
            let _ = writeln!(page, "{}", text.trim_end());
        }
        page += "```\n";
    }
    Ok(page)
}

/// The anchor of a heading.
fn anchor(title: &str) -> String {
    let lower = title.to_lowercase().replace(' ', "-");
    lower.chars().filter(|letter| letter.is_alphanumeric() || *letter == '-').collect()
}
