//! `sudoku methods`: what algorithms there are, and what each does.

use clap::Args;
use sudoku::{GLOSSARY, Method, methods};

use crate::Usage;
use crate::args::STYLES;
use crate::args::name::AnyName;
use crate::report::page::{self, Layout, Page};
use crate::report::quoted;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudoku methods                          all of them, and what is counted
  sudoku methods mrv                      one of them
  sudoku solve --method mrv --stats puzzle.txt
  sudoku solve --method mrv --branch reading --values largest puzzle.txt")]
pub(crate) struct Methods {
    /// Methods to explain; all are listed where none is named
    #[arg(value_name = "NAME", value_parser = AnyName(names), hide_possible_values = true)]
    pub names: Vec<String>,

    /// How to print
    #[arg(short, long, value_enum, default_value_t = Layout::Text, help_heading = "Output")]
    pub format: Layout,
}

pub(crate) fn run(args: Methods) -> Result<u8, Usage> {
    let named: Vec<&Method> = args.names.iter().map(|name| Method::find(name)).collect::<Result<_, _>>()?;
    if args.format == Layout::Json {
        let all = methods().iter().collect();
        return page::print(&json(if named.is_empty() { all } else { named }));
    }
    let mut page = Page::new(page::width(), page::is_colored());
    if named.is_empty() {
        list(&mut page);
    }
    for (index, method) in named.into_iter().enumerate() {
        if index > 0 {
            page.line("");
        }
        explain(method, &mut page);
    }
    page.print()
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

fn explain(method: &Method, page: &mut Page) {
    page.styled(STYLES.get_literal(), method.name);
    page.paragraph(2, method.about);
    page.paragraph(2, method.notes);
    page.paragraph(2, &format!("From: {}", method.origin));
}

fn json(methods: Vec<&Method>) -> String {
    let object = |method: &Method| {
        let Method { name, about, origin, notes, .. } = method;
        let [name, about, origin, notes] = [name, about, origin, notes].map(|text| quoted(text));
        format!("{{\"name\":{name},\"about\":{about},\"origin\":{origin},\"notes\":{notes}}}\n")
    };
    methods.into_iter().map(object).collect()
}

fn names() -> Vec<&'static str> {
    methods().iter().map(|method| method.name).collect()
}
