//! The commands of the README and of the program's pages print what is shown there. On a terminal a single puzzle is
//! drawn, so the README shows the drawing.

use std::path::Path;
use std::process::Command;

use sudoku::format::Format;

/// The workspace.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Command and its output.
struct Shown {
    args: Vec<String>,
    output: String,
}

/// Pages that show the program at work, with the least number of runs on each.
const PAGES: [(&str, &str, usize); 4] = [
    ("README.md", include_str!("../../../../README.md"), 6),
    ("program.md", include_str!("../../../docs/program.md"), 8),
    ("variants.md", include_str!("../../../docs/variants.md"), 2),
    ("pasted.md", include_str!("../../../docs/pasted.md"), 12),
];

/// Returns the runs of the program in a page's console blocks.
fn shown(page: &str) -> Vec<Shown> {
    let mut runs: Vec<Shown> = Vec::new();
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("a block ends");
        let mut ours = false;
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ ") {
                let args =
                    command.strip_prefix("cargo run --release -- ").or(command.strip_prefix("sudoku "));
                ours = args.is_some();
                let args = args.map(|args| args.split_whitespace().map(String::from).collect());
                runs.extend(args.map(|args| Shown { args, output: String::new() }));
            } else if ours && let Some(run) = runs.last_mut() {
                run.output += line;
                run.output.push('\n');
            }
        }
    }
    runs
}

#[test]
fn every_command_prints_what_the_pages_show() {
    for (name, page, least) in PAGES {
        let runs = shown(page);
        assert!(runs.len() >= least, "{name} shows the program at work");
        runs.into_iter().for_each(check);
    }
}

fn check(mut run: Shown) {
    if run.output.starts_with('┌') {
        run.args.extend(["--format".into(), "grid".into()]);
    }
    let output = Command::new(env!("CARGO_BIN_EXE_sudoku"))
        .args(&run.args)
        .current_dir(ROOT)
        .output()
        .expect("the program runs");
    let printed = String::from_utf8(output.stdout).expect("it prints text")
        + &String::from_utf8(output.stderr).expect("it prints text");
    assert_eq!(printed, run.output, "sudoku {}", run.args.join(" "));
}

#[test]
fn the_picture_of_the_readme_is_drawn_by_the_program() {
    let output = Command::new(env!("CARGO_BIN_EXE_sudoku"))
        .args(["render", "--brief", "examples/puzzles/nine_rules.txt"])
        .current_dir(ROOT)
        .output()
        .expect("the program runs");
    let drawn = String::from_utf8(output.stdout).expect("it prints text");
    assert_eq!(drawn, include_str!("../../../docs/nine_rules.svg"));
}

#[test]
fn sample_puzzles_have_the_properties_in_their_names() {
    let folder = Path::new(ROOT).join("examples/puzzles");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("there are sample puzzles") {
        let path = entry.expect("they can be listed").path();
        let name = path.file_stem().expect("they have names").to_string_lossy().into_owned();
        let expected = match name.as_str() {
            "unsolvable" => "none",
            "several" => "multiple",
            _ => "unique",
        };
        let puzzles = if name == "hundred" { 100 } else { 1 };
        let output = Command::new(env!("CARGO_BIN_EXE_sudoku"))
            .arg("check")
            .arg(&path)
            .output()
            .expect("the program runs");
        let printed = String::from_utf8(output.stdout).expect("it prints text");
        assert_eq!(printed, format!("{expected}\n").repeat(puzzles), "{name}");
        seen += 1;
    }
    assert!(seen >= 12, "only {seen} sample puzzles");
}

#[test]
fn links_lead_to_existing_files() {
    let root = Path::new(ROOT);
    let pages = [
        ("README.md", 10),
        ("sudoku/docs/methods.md", 3),
        ("sudoku/docs/program.md", 1),
        ("CONTRIBUTING.md", 3),
        ("ARCHITECTURE.md", 3),
    ];
    for (page, least) in pages {
        let path = root.join(page);
        let text = std::fs::read_to_string(&path).expect("the page is there");
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        let links: Vec<&str> = links.filter(|link| !link.is_empty() && !link.starts_with("http")).collect();
        assert!(links.len() >= least, "{page} has links: {links:?}");
        for link in links {
            assert!(path.with_file_name("").join(link).exists(), "{page}: {link}");
        }
    }
}

#[test]
fn every_format_is_named() {
    let page = include_str!("../../../docs/program.md");
    let lacking: Vec<Format> =
        Format::ALL.into_iter().filter(|format| !page.contains(&format!("`{format}`"))).collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}
