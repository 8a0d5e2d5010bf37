//! `sudoku techniques`: list and description of the techniques, each with positions to try it.

pub(crate) mod teach;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sudoku::explain::{Detail, Level, TECHNIQUES, Technique};
use sudoku::format::nearest;
use sudoku::print::{self, Picture};
use sudoku::{CellNames, Difficulty};
use sudoku_ask::json;
use sudoku_ask::json::hundredths;

use crate::Refused;
use crate::args::STYLES;
use crate::args::name::AnyName;
use crate::args::units;
use crate::command::Command;
use crate::files::Files;
use crate::report::image::ImageFormat;
use crate::report::page::{self, Entry, Listing, Page};
use teach::Example;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku techniques                          all techniques by level
  sudoku techniques x-wing                   what it is, why it is right, how to spot it, and positions to try
  sudoku techniques \"y wing\"                 by any of its names
  sudoku techniques x-wing --svg x-wing.svg  the picture of its first position
  sudoku techniques --format html > techniques.html
  sudoku generate --needs x-wing --at        one more position

Costs are those of `sudoku rate`, and values of other programs are those of their simplest steps: Sudoku Explainer's \
as estimated, and HoDoKu's scores.")]
pub(crate) struct Techniques {
    /// Techniques to explain; without a name all are listed
    #[arg(value_name = "NAME", value_parser = AnyName(words), hide_possible_values = true)]
    pub names: Vec<String>,

    /// Draw the first position of the named technique, with its step (PNG or PDF if the name ends in .png or .pdf)
    #[arg(long, value_name = "FILE", requires = "names", help_heading = "Output")]
    pub svg: Option<PathBuf>,

    /// How cells are named: R1C1, r1c1, or A1 with a letter for the row, without I
    #[arg(long, value_name = "NAMES", value_parser = units::cell_names, default_value = "R1C1", hide_default_value = true, help_heading = "Output")]
    pub cell_names: CellNames,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Form::Text, help_heading = "Output")]
    pub format: Form,
}

/// Form of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For people
    Text,
    /// One object a line
    Json,
    /// One page with pictures, without references to other files
    Html,
    /// A page whose pictures are files: techniques/x-wing.svg
    Markdown,
}

/// Returns the names for shell completion.
fn words() -> Vec<&'static str> {
    TECHNIQUES.iter().map(|technique| technique.name).collect()
}

impl Command for Techniques {
    const NAME: &'static str = "techniques";
    const ABOUT: &'static str = "List the techniques of steps, or explain one, with positions to try it";

    fn run(self) -> Result<u8, Refused> {
        let named = named(&self.names)?;
        if let Some(path) = &self.svg {
            let [technique] = named[..] else {
                return Err(Refused("--svg draws one technique: name one".into()));
            };
            let shown = Example::of(technique, self.cell_names)?;
            let image = shown.step.image(&shown.before, &shown.puzzle, &print::marks(&shown.puzzle));
            let image = ImageFormat::of(path)?.bytes(&image, technique.title);
            Files::reading(&[]).save(path, &image)?;
            return Ok(0);
        }
        let shown = || if named.is_empty() { TECHNIQUES } else { &named };
        let names = self.cell_names;
        let [told, all] = [&named, TECHNIQUES].map(|techniques| {
            techniques.iter().map(|&technique| Taught { technique, names }).collect::<Vec<_>>()
        });
        let [told, all] = [&told, &all].map(|taught| taught.iter().collect::<Vec<_>>());
        match self.format {
            Form::Text => page::show(&told, &all, Listing::Text, list),
            Form::Json => page::show(&told, &all, Listing::Json, list),
            Form::Html => page::print(&teach::html(shown(), names)?),
            Form::Markdown => page::print(&teach::markdown(shown(), names)?),
        }
    }
}

/// Returns the named techniques: each word names one, or several, or all words together name one.
fn named(names: &[String]) -> Result<Vec<&'static Technique>, Refused> {
    if let Some(technique) = Technique::find(&names.join(" ")) {
        return Ok(vec![technique]);
    }
    let mut found: Vec<&Technique> = Vec::new();
    for name in names {
        found.extend(Difficulty::techniques(name).ok_or_else(|| Refused(unknown(name)))?);
    }
    Ok(found)
}

/// Says that no technique has a name, with the nearest known one.
pub(crate) fn unknown(text: &str) -> String {
    let names = TECHNIQUES.iter().flat_map(|technique| technique.names());
    match nearest(text, names.chain(Difficulty::words())) {
        Some(meant) => format!("unknown technique {text:?} (did you mean {meant}?)"),
        None => format!("unknown technique {text:?} (`sudoku techniques` lists all)"),
    }
}

/// Lists all techniques by level.
fn list(page: &mut Page) {
    const COLUMN: usize = 26;
    for level in Level::ALL {
        let mut members = TECHNIQUES.iter().filter(|technique| technique.level() == level).peekable();
        if members.peek().is_none() {
            continue;
        }
        let up_to = match level.most() {
            u16::MAX => String::new(),
            most => format!(" (cost up to {})", hundredths(most.into())),
        };
        page.styled(STYLES.get_header(), &format!("{}{up_to}:", level.name()));
        for technique in members {
            page.entry(technique.name, STYLES.get_literal(), COLUMN, technique.lesson.what);
        }
        page.line("");
    }
    page.paragraph(0, "`sudoku techniques NAME` explains one, and shows positions to try it.");
}

/// A technique whose example names cells in one of the ways.
struct Taught {
    technique: &'static Technique,
    names: CellNames,
}

impl Entry for Taught {
    fn explain(&self, page: &mut Page) -> Result<(), Refused> {
        let (technique, header) = (self.technique, STYLES.get_header());
        page.styled(STYLES.get_literal(), &format!("{} ({})", technique.title, technique.name));
        for (heading, text) in teach::sections(technique) {
            page.line("");
            page.styled(header, &format!("{heading}:"));
            page.paragraph(2, &text);
        }
        let Example { puzzle, before, step } = Example::of(technique, self.names)?;
        page.line("");
        page.styled(header, "Example:");
        Picture::of(&puzzle).draw().lines().for_each(|line| page.line(&format!("  {line}")));
        page.paragraph(2, &step.text(&before, Detail::Full));
        page.line("");
        page.styled(header, "To try (`sudoku hint PUZZLE` tells the step):");
        for text in technique.examples().iter().skip(1) {
            text.lines().for_each(|line| page.line(&format!("  {line}")));
        }
        Ok(())
    }

    fn object(&self) -> String {
        json::line(&sudoku_ask::technique(self.technique)) + "\n"
    }
}
