//! `sudoku methods`: list and description of the algorithms.

use clap::Args;
use sudoku::{GLOSSARY, Method, methods};
use sudoku_ask::json;

use crate::Refused;
use crate::args::STYLES;
use crate::args::name::AnyName;
use crate::command::Command;
use crate::report::page::{self, Entry, Listing, Page};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku methods                          all methods, and the counters
  sudoku methods mrv                      one method
  sudoku solve --method mrv --stats puzzle.txt
  sudoku solve --method mrv --branch reading --values largest puzzle.txt")]
pub(crate) struct Methods {
    /// Methods to explain; without a name all are listed
    #[arg(value_name = "NAME", value_parser = AnyName(names), hide_possible_values = true)]
    pub names: Vec<String>,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Listing::Text, help_heading = "Output")]
    pub format: Listing,
}

impl Command for Methods {
    const NAME: &'static str = "methods";
    const ABOUT: &'static str = "List the algorithms that puzzles can be solved with, or explain one";

    fn run(self) -> Result<u8, Refused> {
        let named: Vec<&Method> =
            self.names.iter().map(|name| Method::find(name)).collect::<Result<_, _>>()?;
        let all: Vec<&Method> = methods().iter().collect();
        page::show(&named, &all, self.format, list)
    }
}

fn list(page: &mut Page) {
    const COLUMN: usize = 18;
    page.styled(STYLES.get_header(), "Methods:");
    for method in methods() {
        let text = format!("{} ({})", method.about, method.origin);
        page.entry(method.name, STYLES.get_literal(), COLUMN, &text);
    }
    page.line("");
    page.styled(STYLES.get_header(), "What is counted:");
    for (name, meaning) in GLOSSARY {
        page.entry(name, STYLES.get_literal(), COLUMN, meaning);
    }
    page.line("");
    page.paragraph(0, "`sudoku methods NAME` explains one, `sudoku solve --method NAME --stats` tries it.");
}

impl Entry for Method {
    fn explain(&self, page: &mut Page) -> Result<(), Refused> {
        page.styled(STYLES.get_literal(), self.name);
        page.paragraph(2, self.about);
        page.paragraph(2, self.notes);
        page.paragraph(2, &format!("From: {}", self.origin));
        Ok(())
    }

    fn object(&self) -> String {
        json::line(&sudoku_ask::method(self)) + "\n"
    }
}

fn names() -> Vec<&'static str> {
    methods().iter().map(|method| method.name).collect()
}
