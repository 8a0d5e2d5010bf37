//! Output files: never over an input, a separate file for each output, complete or not there.

#[cfg(unix)]
use std::process::Stdio;

use super::support::*;

/// Returns the names in a folder, with hidden files.
fn names(folder: &Folder) -> Vec<String> {
    let entries = folder.path().read_dir().expect("the folder is there");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("it can be read").file_name().into_string().expect("names are text")
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

/// Checks that a command that would overwrite its input is refused and changes nothing.
fn is_refused(folder: &Folder, args: &[&str]) {
    let before: Vec<(String, Option<Vec<u8>>)> = contents(folder);
    let run = folder.sudoku(args);
    assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{args:?}: {}", run.stderr);
    assert!(run.stderr.contains("would be written over while "), "{args:?}: {}", run.stderr);
    assert_eq!(contents(folder), before, "{args:?}");
}

fn contents(folder: &Folder) -> Vec<(String, Option<Vec<u8>>)> {
    let content = |name: String| {
        let content = std::fs::read(folder.path().join(&name)).ok();
        (name, content)
    };
    names(folder).into_iter().map(content).collect()
}

#[test]
fn no_command_overwrites_its_input() {
    let folder = Folder::new("inputs").with("f.svg", lines([EASY])).with("g.svg", lines([MEDIUM]));
    for args in [
        &["solve", "-o", "f.svg", "f.svg"][..],
        &["solve", "-o", "./f.svg", "g.svg", "f.svg"],
        &["solve", "--tree", "f.svg", "f.svg"],
        &["check", "-o", "f.svg", "f.svg"],
        &["count", "-o", "f.svg", "f.svg"],
        &["candidates", "-o", "f.svg", "f.svg"],
        &["convert", "--to", "line", "-o", "f.svg", "f.svg"],
        &["minimize", "-o", "f.svg", "f.svg"],
        &["render", "-o", "f.svg", "f.svg"],
        &["watch", "--record", "f.svg", "f.svg"],
        &["compare", "-o", "f.svg", "f.svg"],
        &["compare", "--csv", "f.svg", "f.svg"],
        &["compare", "--json", "f.svg", "g.svg", "f.svg"],
        &["compare", "--svg", "f.svg", "f.svg"],
        &["generate", "--like", "f.svg", "-o", "f.svg"],
        &["generate", "--pattern", "f.svg", "-o", "f.svg"],
        &["generate", "--distinct", "f.svg", "-o", "f.svg"],
        &["generate", "--plan", "2 easy", "--distinct", "f.svg", "-o", "f.svg"],
        &["solve", "-o", "f.svg", "."],
    ] {
        is_refused(&folder, args);
    }
}

#[cfg(unix)]
#[test]
fn an_input_is_recognized_by_any_name() {
    let folder = Folder::new("links").with("h1", lines([EASY]));
    let at = |name: &str| folder.path().join(name);
    std::fs::hard_link(at("h1"), at("h2")).expect("links can be made");
    std::os::unix::fs::symlink("h1", at("s1")).expect("links can be made");
    std::os::unix::fs::symlink("s1", at("s2")).expect("links can be made");
    for [input, output] in [["h1", "h2"], ["h2", "h1"], ["h1", "s1"], ["s2", "h2"], ["s1", "s2"]] {
        is_refused(&folder, &["solve", input, "-o", output]);
        is_refused(&folder, &["compare", input, "--json", output]);
    }
    for output in ["h1", "h2", "s2"] {
        let input = std::fs::File::open(at("h1")).expect("it is there");
        let run = finish(command(["solve", "-o", output]).current_dir(folder.path()).stdin(input), b"");
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""));
        assert!(run.stderr.contains("the same file as standard input"), "{}", run.stderr);
        assert_eq!(folder.read("h1"), lines([EASY]));
    }
    let output = std::fs::File::options().append(true).open(at("h1")).expect("it is there");
    let run = finish(command(["solve", "s2"]).current_dir(folder.path()).stdout(output), b"");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.starts_with("sudoku: standard output: is the same file as s2"), "{}", run.stderr);
    assert_eq!(folder.read("h1"), lines([EASY]));
}

#[test]
fn a_picture_of_a_folder_is_no_input() {
    let folder =
        Folder::new("pictures-read").with("0001.svg", lines([EASY])).with("0002.svg", lines([MEDIUM]));
    let run = folder.sudoku(["render", ".", "-o", "."]);
    assert_eq!(run.status, Some(2));
    assert_eq!(folder.read("0001.svg"), lines([EASY]));
    assert_eq!(folder.read("0002.svg"), lines([MEDIUM]));
    assert_eq!(names(&folder), ["0001.svg", "0002.svg"]);
}

#[test]
fn each_output_has_a_file_of_its_own() {
    let folder = Folder::new("outputs").with("in.txt", lines([EASY])).with("old.csv", "precious\n");
    let fast = ["--methods", "norvig", "in.txt"];
    for args in [
        ["--csv", "x", "--json", "x"],
        ["--csv", "x", "--json", "./x"],
        ["--csv", "old.csv", "--json", "old.csv"],
        ["--csv", "old.csv", "--output", "./old.csv"],
        ["--output", "x", "--csv", "x"],
        ["--svg", "x.svg", "--csv", "x.svg"],
    ] {
        let run = folder.sudoku([&["compare"], &args[..], &fast[..]].concat());
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(run.stderr.contains("name another"), "{args:?}: {}", run.stderr);
        assert_eq!(names(&folder), ["in.txt", "old.csv"], "{args:?}");
        assert_eq!(folder.read("old.csv"), "precious\n");
    }
    for args in
        [&["solve", "--tree", "x.svg", "-o", "x.svg", EASY][..], &["growth", "--csv", "x", "--json", "x"]]
    {
        assert_eq!(folder.sudoku(args).status, Some(2), "{args:?}");
        assert_eq!(names(&folder), ["in.txt", "old.csv"], "{args:?}");
    }
    #[cfg(unix)]
    {
        let at = |name: &str| folder.path().join(name);
        std::fs::hard_link(at("old.csv"), at("same.csv")).expect("links can be made");
        std::os::unix::fs::symlink("new.csv", at("one")).expect("links can be made");
        std::os::unix::fs::symlink("./new.csv", at("other")).expect("links can be made");
        for [csv, json] in [["old.csv", "same.csv"], ["one", "other"], ["one", "new.csv"]] {
            let run = folder.sudoku([&["compare", "--csv", csv, "--json", json], &fast[..]].concat());
            assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{csv} {json}");
        }
        // The shell has opened this file for the table.
        let table = std::fs::File::create(at("table")).expect("it can be written");
        let args = [&["compare", "--csv", "table"], &fast[..]].concat();
        let run = finish(command(args).current_dir(folder.path()).stdout(table), b"");
        assert_eq!(run.status, Some(2));
        assert!(run.stderr.contains("standard output"), "{}", run.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_new_file_has_the_rights_of_the_old_one_and_links_stay() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    let folder = Folder::new("rights").with("old.txt", "precious\n");
    let at = |name: &str| folder.path().join(name);
    std::fs::set_permissions(at("old.txt"), PermissionsExt::from_mode(0o640))
        .expect("the test owns the file");
    std::os::unix::fs::symlink("old.txt", at("link")).expect("links can be made");
    std::os::unix::fs::symlink("new.txt", at("ahead")).expect("links can be made");
    let old = at("old.txt").metadata().expect("it is there");
    for (link, file) in [("link", "old.txt"), ("ahead", "new.txt")] {
        assert_eq!(folder.sudoku(["solve", "-o", link, EASY]), run(0, "", ""));
        assert_eq!(folder.read(file), lines([EASY_SOLVED]));
        assert!(at(link).is_symlink());
    }
    let new = at("old.txt").metadata().expect("it is there");
    assert_eq!((new.mode(), new.uid(), new.gid()), (old.mode(), old.uid(), old.gid()));
    assert_ne!(new.ino(), old.ino(), "it has taken the place of the old one");
    assert_eq!(names(&folder), ["ahead", "link", "new.txt", "old.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_fails_leaves_the_old_file() {
    let folder = Folder::new("failed").with("old.txt", "precious\n");
    // The file exists, but cannot be read.
    let run = folder.sudoku(["solve", "-o", "old.txt", "/proc/self/mem"]);
    assert_eq!(run.status, Some(2));
    assert_eq!(folder.read("old.txt"), "precious\n");
    // The output grows until the limit of the shell is reached.
    let shell = format!(
        "ulimit -f 8; trap '' XFSZ; exec '{}' solve --all -o old.txt {EMPTY}",
        env!("CARGO_BIN_EXE_sudoku")
    );
    let mut child = std::process::Command::new("sh");
    child.args(["-c", &shell]).current_dir(folder.path()).stderr(Stdio::piped());
    let run = finish(&mut child, b"");
    assert_eq!(
        (run.status, run.stderr.as_str()),
        (Some(2), "sudoku: old.txt: File too large (os error 27)\n")
    );
    assert_eq!(folder.read("old.txt"), "precious\n");
    assert_eq!(names(&folder), ["old.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_pipes_are_written_directly() {
    let folder = Folder::new("devices").with("in.txt", lines([EASY]));
    assert_eq!(folder.sudoku(["solve", "-o", "/dev/stdout", "in.txt"]), run(0, lines([EASY_SOLVED]), ""));
    assert_eq!(folder.sudoku(["solve", "-o", "/dev/null", "in.txt"]), run(0, "", ""));
    let both = ["--csv", "/dev/null", "--json", "/dev/null", "--svg", "/dev/null"];
    assert_eq!(
        folder.sudoku([&["compare", "--methods", "norvig", "in.txt"], &both[..]].concat()).status,
        Some(0)
    );
    // All outputs are in one file, in turn.
    let shell = format!(
        "{{ echo before; '{0}' solve -o /dev/stdout in.txt; echo between; \
         '{0}' compare --methods norvig --csv /dev/stdout in.txt; echo after; \
         '{0}' solve -o /dev/fd/3 in.txt; }} > all.txt 3>&1",
        env!("CARGO_BIN_EXE_sudoku")
    );
    let mut child = std::process::Command::new("sh");
    assert_eq!(finish(child.args(["-c", &shell]).current_dir(folder.path()), b"").status, Some(0));
    let all = folder.read("all.txt");
    assert!(all.starts_with(&format!("before\n{EASY_SOLVED}\nbetween\n")), "{all}");
    assert!(all.ends_with(&format!("\nafter\n{EASY_SOLVED}\n")), "{all}");
    assert!(all.contains("\nindex,source,line,method,") && all.contains("\nmethod "), "{all}");
    assert_eq!(names(&folder), ["all.txt", "in.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_with_a_name_is_opened_once() {
    let folder = Folder::new("fifo");
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status();
    assert!(made.expect("mkfifo is there").success());
    let path = folder.path().join("pipe");
    let reader = std::thread::spawn(move || std::fs::read_to_string(path).expect("the pipe has a writer"));
    let run = folder.sudoku(["compare", "--methods", "norvig", "--csv", "pipe", EASY]);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(reader.join().expect("it reads").lines().count(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn one_file_that_cannot_be_written_keeps_no_other_from_it() {
    let folder = Folder::new("one-of-many");
    let small = ["growth", "--sizes", "2", "--puzzles", "1", "--methods", "norvig"];
    let compare = ["compare", "--methods", "norvig", EASY];
    for (args, name) in [(&small[..], "growth.json"), (&compare[..], "compare.json")] {
        let run = folder.sudoku([args, &["--csv", "/dev/full", "--json", name]].concat());
        let note = "sudoku: /dev/full: No space left on device (os error 28)\n";
        assert_eq!((run.status, run.stderr.as_str()), (Some(2), note));
        assert!(run.stdout.contains("norvig "), "the table is there: {}", run.stdout);
        assert!(folder.read(name).ends_with("}\n"));
    }
}

#[test]
fn images_have_the_format_of_their_extension() {
    let folder = Folder::new("forms").with("in.txt", lines([EASY]));
    let image = ": an image is FILE.svg, FILE.pdf (for printing) or FILE.png (pixels)\n";
    for (args, what) in [
        (&["render", "in.txt", "-o", "x.jpg"][..], image),
        (&["render", "in.txt", "-o", "x.svg.gz"], image),
        (&["compare", "in.txt", "--svg", "x.jpg"], image),
        (&["growth", "--svg", "x.jpeg"], image),
        (&["rules", "thermo", "--svg", "x.gif"], image),
    ] {
        let run = folder.sudoku(args);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(run.stderr.contains(what), "{args:?}: {}", run.stderr);
        assert_eq!(names(&folder), ["in.txt"], "{args:?}");
    }
    let pixels = folder.sudoku(["render", "--png", "in.txt", "-o", "x.svg"]);
    assert_eq!((pixels.status, names(&folder)), (Some(2), vec!["in.txt".to_owned()]));
    for name in ["x.SVG", "plain"] {
        assert_eq!(folder.sudoku(["render", "in.txt", "-o", name]), run(0, "", ""));
        assert!(folder.read(name).starts_with("<svg "));
    }
    assert_eq!(folder.sudoku(["rules", "thermo", "--svg", "thermo.svg"]), run(0, "", ""));
    assert!(folder.read("thermo.svg").starts_with("<svg "));
    assert_eq!(folder.sudoku(["rules", "thermo", "--svg", "thermo.pdf"]), run(0, "", ""));
    assert!(folder.bytes("thermo.pdf").starts_with(b"%PDF"));
    for (name, head) in [("x.png", &b"\x89PNG"[..]), ("x.pdf", b"%PDF"), ("x.svg", b"<svg")] {
        let run = folder.sudoku(["compare", "in.txt", "--methods", "mrv", "--svg", name]);
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{name}");
        assert!(folder.bytes(name).starts_with(head), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn closed_standard_output_is_no_success() {
    let folder = Folder::new("closed").with("in.txt", lines([EASY]));
    let shell = |what: &str, to: &str| {
        let mut shell = std::process::Command::new("sh");
        let line = format!("exec '{}' {what} {to}", env!("CARGO_BIN_EXE_sudoku"));
        shell.args(["-c", &line]).current_dir(folder.path()).stdin(Stdio::null()).stderr(Stdio::piped());
        finish(&mut shell, b"")
    };
    for what in [
        "solve in.txt",
        "check in.txt",
        "convert --to sdk in.txt",
        "generate --seed 1",
        "render in.txt",
        "compare --methods norvig --csv x.csv in.txt",
        "growth --sizes 2 --puzzles 1 --methods norvig",
        "watch --plain in.txt",
        "solve -o /dev/stdout in.txt",
        "rules",
        "techniques x-wing",
        "methods",
        "completions bash",
        "--help",
        "--version",
        "help solve",
    ] {
        let run = shell(what, ">&-");
        assert_eq!(run.status, Some(2), "{what}: {run:?}");
        assert!(run.stderr.contains("standard output is closed"), "{what}: {run:?}");
        let run = shell(what, ">/dev/null");
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{what}");
        // Many programs open `/dev/null` for their children.
        assert_eq!(shell(what, "1<>/dev/null").status, Some(0), "{what}");
    }
    assert_eq!(shell("solve -o out.txt in.txt", ">&-"), run(0, "", ""), "nothing is lost");
    assert_eq!(folder.read("out.txt"), lines([EASY_SOLVED]));
}
