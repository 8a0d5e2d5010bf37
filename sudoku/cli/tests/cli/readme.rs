//! The README's commands print what it shows. On a terminal a single puzzle is drawn, so the README shows the
//! drawing.

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

/// Returns the runs of the program in the README's console blocks.
fn shown() -> Vec<Shown> {
    let readme = include_str!("../../../../README.md");
    let mut runs: Vec<Shown> = Vec::new();
    for block in readme.split("```console\n").skip(1) {
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
fn every_command_prints_what_the_readme_shows() {
    let root = Path::new(ROOT);
    let runs = shown();
    assert!(runs.len() >= 8, "the README shows the program at work");
    for mut run in runs {
        if run.output.starts_with('┌') {
            run.args.extend(["--format".into(), "grid".into()]);
        }
        let output = Command::new(env!("CARGO_BIN_EXE_sudoku"))
            .args(&run.args)
            .current_dir(root)
            .output()
            .expect("the program runs");
        let printed = String::from_utf8(output.stdout).expect("it prints text")
            + &String::from_utf8(output.stderr).expect("it prints text");
        assert_eq!(printed, run.output, "sudoku {}", run.args.join(" "));
    }
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
    for (page, least) in [("README.md", 3), ("sudoku/docs/methods.md", 4)] {
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
    let readme = include_str!("../../../../README.md");
    let lacking: Vec<Format> =
        Format::ALL.into_iter().filter(|format| !readme.contains(&format!("`{format}`"))).collect();
    assert!(lacking.is_empty(), "{lacking:?}");
}
