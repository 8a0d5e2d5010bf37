//! `sudoku rules`: list and description of the rules, each with an example.

use std::path::PathBuf;

use clap::Args;
use sudoku::format::{Format, Options, parse};
use sudoku::print::{self, Drawing, Picture};
use sudoku::rules::{self, Clue, Detail, Group, KINDS, Kind};
use sudoku::{Budget, OPEN, Puzzle, Solution, Solver, Wanted};
use sudoku_ask::json;

use crate::Refused;
use crate::args::STYLES;
use crate::args::name::AnyName;
use crate::command::Command;
use crate::files::Files;
use crate::report::image::ImageFormat;
use crate::report::page::{self, Entry, Listing, Page};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku rules                            all rules by groups, with their syntax
  sudoku rules thermo                     one rule, with an example and a picture
  sudoku rules killer --svg killer.svg    the picture of its example for a browser
  sudoku rules --format json

In the native format each rule is a line after the grid:

  size: 9
  grid:
  (nine rows, or none if the grid is empty)
  killer 15: r1c1 r1c2 r2c1
  anti-knight")]
pub(crate) struct Rules {
    /// Rules to explain; without a name all are listed
    #[arg(value_name = "NAME", value_parser = AnyName(words), hide_possible_values = true)]
    pub names: Vec<String>,

    /// Write the example of the named rule as an image (PNG or PDF if the name ends in .png or .pdf)
    #[arg(long, value_name = "FILE", requires = "names", help_heading = "Output")]
    pub svg: Option<PathBuf>,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Listing::Text, help_heading = "Output")]
    pub format: Listing,
}

/// The most nodes of the search for a grid that obeys the example of a rule.
const MOST_NODES: u64 = 20_000;

/// Returns the names for shell completion. Shells would take a name of several words for several names.
fn words() -> Vec<&'static str> {
    KINDS.iter().map(|kind| kind.name()).filter(|name| !name.contains(' ')).collect()
}

impl Command for Rules {
    const NAME: &'static str = "rules";
    const ABOUT: &'static str = "List the rules of variants, or explain one";

    fn run(self) -> Result<u8, Refused> {
        let kinds = named(&self.names)?;
        if let Some(path) = &self.svg {
            let [kind] = kinds[..] else {
                return Err(Refused("--svg draws one rule: name one".into()));
            };
            let example = example(kind)?;
            let solution = solution(&example);
            let marks = print::explained(&example);
            let drawing = Drawing::of(&example).marks(&marks);
            let image = match &solution {
                Some(solution) => drawing.solution(solution).image(),
                None => drawing.image(),
            };
            let image = ImageFormat::of(path)?.bytes(&image, kind.name());
            Files::reading(&[]).save(path, &image)?;
            return Ok(0);
        }
        let all: Vec<&Kind> = KINDS.iter().collect();
        page::show(&kinds, &all, self.format, list)
    }
}

/// Returns the named rules: all words together mean rules, or each word does.
fn named(names: &[String]) -> Result<Vec<&'static Kind>, Refused> {
    if let Ok(kinds) = rules::meant(&names.join(" ")) {
        return Ok(kinds);
    }
    let each = names.iter().map(|name| rules::meant(name).map_err(|hint| unknown(name, &hint)));
    Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
}

fn unknown(name: &str, hint: &str) -> Refused {
    Refused(format!("unknown rule {name:?} ({hint})"))
}

/// Lists all rules by group.
fn list(page: &mut Page) {
    const COLUMN: usize = 36;
    for group in Group::ALL {
        let mut kinds = KINDS.iter().filter(|kind| kind.group() == group).peekable();
        if kinds.peek().is_none() {
            continue;
        }
        page.styled(STYLES.get_header(), &format!("{}:", group.title()));
        for kind in kinds {
            page.entry(kind.usage(), STYLES.get_literal(), COLUMN, kind.help());
        }
        page.line("");
    }
    page.paragraph(0, "`sudoku rules NAME` explains one, with an example and a picture.");
}

/// Returns the example of a rule on an empty grid.
fn example(kind: &Kind) -> Result<Puzzle, Refused> {
    let options = Options { from: Some(Format::Native), ..Options::default() };
    let wrong = |what: String| Refused(format!("the example of {}: {what}", kind.name()));
    let mut puzzles = parse(kind.example(), &options).map_err(|error| wrong(error.to_string()))?;
    puzzles.pop().ok_or_else(|| wrong("there is none".into()))
}

/// A filled grid that obeys the example, which shows what it means.
fn solution(example: &Puzzle) -> Option<Solution> {
    let budget = Budget::default().nodes(MOST_NODES);
    Solver::new(budget).solve(example, Wanted::up_to(1)).solutions.into_iter().next()
}

/// Draws the cells of each clue with a letter of its own; the first of several lists has a capital. `None` if the
/// rules are about the whole grid.
fn picture(puzzle: &Puzzle) -> Option<String> {
    let mut words = vec![OPEN.to_string(); puzzle.cells().len()];
    let mut is_empty = true;
    for (clue, letter) in puzzle.clues().iter().zip(('a'..='z').cycle()) {
        for (index, cells) in lists(clue).into_iter().enumerate() {
            let capital = index == 0 && clue.lists.len() > 1;
            let letter = if capital { letter.to_ascii_uppercase() } else { letter };
            for &cell in cells {
                words[usize::from(cell)] = letter.to_string();
                is_empty = false;
            }
        }
    }
    (!is_empty).then(|| Picture::with(puzzle, words).draw())
}

/// Returns the cell lists of a clue and of its parts.
fn lists(clue: &Clue) -> Vec<&[u16]> {
    let own = clue.lists.iter().map(Vec::as_slice);
    let Detail::Either(groups) = &clue.detail else { return own.collect() };
    own.chain(groups.iter().flatten().flat_map(lists)).collect()
}

impl Entry for Kind {
    fn explain(&self, page: &mut Page) -> Result<(), Refused> {
        let header = STYLES.get_header();
        page.styled(STYLES.get_literal(), self.usage());
        page.paragraph(2, self.help());
        if !self.also().is_empty() {
            page.line("");
            page.styled(header, "Other names:");
            page.paragraph(2, &self.also().join(", "));
        }
        page.line("");
        page.styled(header, "Example:");
        self.example().lines().for_each(|line| page.line(&format!("  {line}")));
        let example = example(self)?;
        if let Some(picture) = picture(&example) {
            page.line("");
            page.styled(header, "Its cells, a letter for each clue:");
            picture.lines().for_each(|line| page.line(line));
        }
        Ok(())
    }

    fn object(&self) -> String {
        json::line(&sudoku_ask::rule(self)) + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_puzzle_that_states_its_rule_and_can_be_drawn() {
        for kind in KINDS {
            let example = example(kind).unwrap_or_else(|Refused(what)| panic!("{what}"));
            assert!(example.clues().iter().any(|clue| clue.kind == kind), "{}", kind.name());
            assert!(!print::marks(&example).is_empty(), "{} draws nothing", kind.name());
            picture(&example);
            assert!(solution(&example).is_some(), "{} has no filled grid", kind.name());
        }
    }

    #[test]
    fn words_name_rules_together_or_each() {
        let names = |words: &str| -> Result<String, Refused> {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            Ok(named(&words)?.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(" "))
        };
        let told = |words| names(words).unwrap_or_else(|Refused(what)| what);
        assert_eq!(told("Kropki dots"), "white black");
        assert_eq!(told("thermo killer"), "thermo killer");
        assert_eq!(told("thermo kilr"), "unknown rule \"kilr\" (did you mean killer?)");
    }
}
