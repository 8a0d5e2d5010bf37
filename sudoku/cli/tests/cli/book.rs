//! `sudoku book`: descriptions, what they ask for, and what is wrong with them.

use miniz_oxide::inflate::decompress_to_vec;

use super::support::*;
use super::xml;

/// A puzzle with an X-wing. Hints and ratings of the hardest puzzles take seconds without optimisation.
const HARD: &str = "5..94.8...3...1.5...6..7.3.6...1..8.....783..4....5...8.....243.........15....79.";
const HARD_SOLVED: &str = "521943876734861952986527431673214589295678314418395627867159243349782165152436798";

const CAGES: &str = "title: Small cages\nsize: 4\ngrid:\n1.3.\n....\n....\n.4.1\nkiller 5: r1c2 r2c2\n";

const DESCRIPTION: &str = r#"
title = "Two & more"
author = "A. Setter"
levels = "gentle=..1.5,tough"
hints = "full"

[page]
paper = "a5"
per-page = 2

[[section]]
title = "Classics"
text = "Fill the grid."
puzzles = ["two.txt", "one.txt"]
by-level = true

[[section]]
title = "Others"
puzzles = "cages.txt"

[[section]]
title = "Lessons"
techniques = ["naked-single", "x-wing"]
"#;

fn folder(name: &str) -> Folder {
    Folder::new(name)
        .with("book.toml", DESCRIPTION)
        .with("two.txt", lines([HARD, EASY]))
        .with("one.txt", lines([MEDIUM]))
        .with("cages.txt", CAGES)
}

/// The number of pages of a PDF.
fn pages(bytes: &[u8]) -> usize {
    bytes.windows(12).filter(|part| part == b"/Type /Page ").count()
}

fn has(bytes: &[u8], what: &str) -> bool {
    bytes.windows(what.len()).any(|part| part == what.as_bytes())
}

/// The text of a heading in a PDF.
fn heading(text: &str) -> String {
    let units: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    format!("/Title <FEFF{units}>")
}

/// The files of an archive by name.
fn unpacked(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let word = |at: usize, length: usize| {
        bytes[at..at + length].iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte))
    };
    let end = bytes.len() - 22;
    let mut at = word(end + 16, 4);
    let mut files = Vec::new();
    for _ in 0..word(end + 10, 2) {
        let (method, size, name_size, place) =
            (word(at + 10, 2), word(at + 20, 4), word(at + 28, 2), word(at + 42, 4));
        let name = String::from_utf8(bytes[at + 46..at + 46 + name_size].to_vec()).expect("a name is text");
        let from = place + 30 + word(place + 26, 2);
        let packed = &bytes[from..from + size];
        let content =
            if method == 8 { decompress_to_vec(packed).expect("it is packed") } else { packed.to_vec() };
        files.push((name, content));
        at += 46 + name_size;
    }
    files
}

#[test]
fn a_description_becomes_a_book() {
    let folder = folder("book");
    assert_eq!(folder.sudoku(["book", "book.toml", "-o", "book.pdf"]), run(0, "", ""));
    let book = folder.bytes("book.pdf");
    assert!(book.starts_with(b"%PDF-1.7\n") && book.ends_with(b"%%EOF\n"));
    for text in ["Two & more", "Classics", "Gentle", "Tough", "Others", "Lessons", "Hints", "Solutions"] {
        assert!(has(&book, &heading(text)), "{text}");
    }
    assert!(has(&book, "/MediaBox [0 0 419.53 595.28]") && pages(&book) >= 6, "{} pages", pages(&book));
    // The same book by any number of threads, and in a pipe.
    assert_eq!(folder.sudoku(["book", "--threads", "1", "book.toml", "-o", "again.pdf"]), run(0, "", ""));
    assert_eq!(folder.bytes("again.pdf"), book);
    assert!(folder.sudoku(["book", "book.toml"]).stdout.starts_with("%PDF-1.7\n"));
}

#[test]
fn keys_are_set_by_options_and_files_are_sections() {
    let folder = folder("book-options");
    let args = ["book", "two.txt", "cages.txt", "--set", "title=A \"book\"", "--set", "page.paper=6x9in"];
    assert_eq!(folder.sudoku(args.iter().copied().chain(["-o", "book.pdf"])), run(0, "", ""));
    let book = folder.bytes("book.pdf");
    assert!(has(&book, "/MediaBox [0 0 432.00 648.00]"));
    for text in ["A \"book\"", "two", "cages"] {
        assert!(has(&book, &heading(text)), "{text}");
    }
    for text in ["1984", "2026-01-01", "true", "1.50", "0x1F", "[1]", "{ }", "a = b"] {
        let set = format!("title={text}");
        let set = ["book", "two.txt", "--set", &set, "--set", "note=5", "-o", "book.pdf"];
        assert_eq!(folder.sudoku(set), run(0, "", ""), "{text}");
        assert!(has(&folder.bytes("book.pdf"), &heading(text)), "{text}");
    }
    let changed =
        ["book", "book.toml", "--set", "page.marks=true", "--set", "page.bleed=3mm", "-o", "book.pdf"];
    assert_eq!(folder.sudoku(changed), run(0, "", ""));
    let book = folder.bytes("book.pdf");
    // The cut page is 22.5 points inside of the marks.
    assert!(has(&book, "/TrimBox [22.50 22.50 442.03 617.78] /BleedBox [14.00 14.00 450.54 626.28]"));
    let wrong = folder.sudoku(["book", "book.toml", "--set", "page.papre=a5", "-o", "book.pdf"]);
    let what = "sudoku: --set:1:6: unknown key \"papre\" in page (did you mean paper?)\n";
    assert_eq!(wrong, run(2, "", what));
}

#[test]
fn wrong_descriptions_name_line_and_key() {
    let folder = folder("book-wrong");
    for (text, what) in [
        ("titel = \"x\"\n", "1:1: unknown key \"titel\" (did you mean title?)"),
        ("title = \"x\"\n", "1:1: there is no section: write [[section]], and below it puzzles = \"FILE\""),
        (
            "[[section]]\npuzzels = \"x\"\n",
            "2:1: unknown key \"puzzels\" in section 1 (did you mean puzzles?)",
        ),
        (
            "[[section]]\npuzzles = \"no.txt\"\n",
            "2:11: section 1.puzzles names \"no.txt\", which is not there",
        ),
        ("[[section]]\ntitle = \"x\"\n", "1:1: a section has puzzles, techniques or text"),
        ("[[section]]\ntext = \" \\n\"\n", "1:1: a section has puzzles, techniques or text"),
        (
            "[[section]]\npuzzles = \"two.txt\"\nlevel = \"x\"\nby-level = true\n",
            "4:12: section 1.by-level divides puzzles by their levels, but `level` gives all of them the same",
        ),
        (
            "[[section]]\ntechniques = \"x-wing\"\nlevel = \"x\"\n",
            "3:9: section 1.level is for puzzles: a section of techniques has title, text and techniques",
        ),
        (
            "[[section]]\ntext = \"x\"\nper-page = 1\n",
            "3:12: section 1.per-page is for puzzles: a section of text has title and text",
        ),
        ("cell-names = \"X\"\n", "1:14: cell-names cannot be read: cells are named as one of R1C1, r1c1, A1"),
        ("[[section]]\ntechniques = []\n", "2:14: section 1.techniques names no technique"),
        ("[[section]]\npuzzles = []\ntext = \"x\"\n", "2:11: section 1.puzzles names no file"),
        (
            "[[section]]\ntechniques = \"x-wign\"\n",
            "2:14: section 1.techniques names an unknown technique \"x-wign\" (did you mean x-wing?)",
        ),
        ("solutions = \"ende\"\n", "1:13: solutions cannot be \"ende\" (did you mean end?)"),
        ("levels = \"a=..3,b=..2\"\n", "1:10: levels cannot be read: "),
        ("[page]\npaper = \"a55\"\n", "2:9: page.paper cannot be \"a55\" (did you mean a5?)"),
        ("[page]\ninner = \"9\"\n", "2:9: page.inner cannot be \"9\": write 18mm, 1.8cm, 0.7in or 51pt"),
        ("language = \"en)\"\n", "1:12: language is the name of a language"),
        ("title = \n", "1:9: "),
        ("[[section]]\npuzzles = \"two.txt\"\nskip = 2\n", "section 1: skip = 2 leaves none of 2 puzzles"),
    ] {
        std::fs::write(folder.path().join("wrong.toml"), text).expect("the folder can be written");
        let run = folder.sudoku(["book", "wrong.toml", "-o", "book.pdf"]);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{text}");
        let place = if what.starts_with("section") { "sudoku: " } else { "sudoku: wrong.toml:" };
        assert!(run.stderr.starts_with(&format!("{place}{what}")), "{text}: {}", run.stderr);
        assert!(!folder.path().join("book.pdf").exists(), "{text}");
    }
    let run = folder.sudoku(["book", "book.toml", "two.txt", "-o", "book.pdf"]);
    assert!(run.status == Some(2) && run.stderr.contains("describes a book by itself"), "{run:?}");
}

#[test]
fn levels_of_documents_stay_unless_levels_are_named() {
    // The levels take turns as puzzles become harder.
    let puzzle = |level: &str, puzzle: &str| {
        format!(
            "#L{level}\n{}\n",
            puzzle
                .as_bytes()
                .chunks(9)
                .map(|row| String::from_utf8_lossy(row).into_owned())
                .collect::<Vec<_>>()
                .join("\n")
        )
    };
    let folder = Folder::new("book-levels")
        .with("a.sdk", puzzle("Beta", EASY))
        .with("b.sdk", puzzle("Alpha", MEDIUM))
        .with("c.sdk", puzzle("Beta", HARD));
    let book = |more: &str, section: &str| {
        let files = "puzzles = [\"a.sdk\", \"b.sdk\", \"c.sdk\"]";
        std::fs::write(folder.path().join("book.toml"), format!("{more}\n[[section]]\n{files}\n{section}\n"))
            .expect("the folder can be written");
        assert_eq!(folder.sudoku(["book", "book.toml", "-o", "book.zip"]), run(0, "", ""));
        let files = unpacked(&folder.bytes("book.zip"));
        let table = files.into_iter().find(|(name, _)| name == "puzzles.csv").expect("the table is there").1;
        let table = String::from_utf8(table).expect("a table is text");
        table
            .lines()
            .skip(1)
            .map(|row| row.split(',').nth(4).unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(book("", ""), ["Beta", "Alpha", "Beta"]);
    assert_eq!(book("[print]\nratings = true", ""), ["Beta", "Alpha", "Beta"]);
    assert_eq!(book("", "by-level = true"), ["Alpha", "Beta", "Beta"]);
    assert_eq!(book("levels = \"any\"", "by-level = true"), ["any", "any", "any"]);
    assert_eq!(book("", "level = \"Own\""), ["Own", "Own", "Own"]);
}

#[test]
fn options_that_leave_no_puzzle_are_refused_and_empty_sections_left_out() {
    let folder = folder("book-empty");
    for end in ["book.pdf", "book.epub"] {
        let none = folder.sudoku(["book", "book.toml", "--skip", "4", "-o", end]);
        assert_eq!(none, run(2, "", "sudoku: --skip and --take leave none of 4 puzzles\n"));
        assert!(!folder.path().join(end).exists());
    }
    assert_eq!(folder.sudoku(["book", "book.toml", "--skip", "3", "-o", "book.pdf"]), run(0, "", ""));
    let book = folder.bytes("book.pdf");
    assert!(!has(&book, &heading("Classics")) && has(&book, &heading("Others")));
}

#[test]
fn puzzles_that_cannot_be_published_are_named() {
    let folder = Folder::new("book-refused")
        .with("bad.txt", lines([EASY, SEVENTEEN, NONE]))
        .with("broken.txt", lines([EASY, "12"]))
        .with("book.pdf", "precious\n");
    let refused = folder.sudoku(["book", "bad.txt", "-o", "book.pdf"]);
    let notes = "bad.txt:2:1: puzzle 2: several solutions\n\
                 bad.txt:3:1: puzzle 3: no solution: R1C9 has no candidate left\n";
    assert_eq!(refused, run(1, "", notes));
    let broken = folder.sudoku(["book", "broken.txt", "-o", "book.pdf"]);
    assert!(broken.status == Some(2) && broken.stderr.contains("broken.txt:2:1: "), "{broken:?}");
    let limit = folder.sudoku(["book", INKALA, "--node-limit", "0", "-o", "book.pdf"]);
    let note =
        "argument:1:1: puzzle 1: the limit was reached before the solution was known to be the only one\n";
    assert_eq!(limit, run(3, "", note));
    assert_eq!(folder.read("book.pdf"), "precious\n");
}

#[test]
fn an_archive_has_the_data() {
    let folder = folder("book-zip");
    assert_eq!(folder.sudoku(["book", "book.toml", "-o", "book.zip"]), run(0, "", ""));
    let files = unpacked(&folder.bytes("book.zip"));
    let text = |name: &str| {
        let file =
            files.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("{name} is missing"));
        String::from_utf8_lossy(&file.1).into_owned()
    };
    let table = text("puzzles.csv");
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[0], "number,section,title,author,level,cost,technique,puzzle,solution,rules");
    // By level.
    assert!(rows[3].starts_with("3,Classics,,,tough,") && rows[3].contains(HARD_SOLVED), "{}", rows[3]);
    assert!(rows[4].starts_with("4,Others,Small cages,,"), "{}", rows[4]);
    assert_eq!((rows.len(), pages(text("book.pdf").as_bytes()) > 0), (5, true));
    assert!(text("puzzles/0004.txt").contains("killer 5: r1c2 r2c2"), "{}", text("puzzles/0004.txt"));
    for name in ["puzzles/0001.svg", "solutions/0004.svg"] {
        assert!(xml::read(&text(name)).is_ok(), "{name}");
    }
}

#[test]
fn a_book_for_screens_has_a_file_for_each_page() {
    let folder = folder("book-epub");
    assert_eq!(folder.sudoku(["book", "book.toml", "-o", "book.epub"]), run(0, "", ""));
    let files = unpacked(&folder.bytes("book.epub"));
    assert_eq!(files[0], ("mimetype".into(), b"application/epub+zip".to_vec()));
    let list = &files.iter().find(|(name, _)| name == "book/package.opf").expect("the list is there").1;
    let list = String::from_utf8_lossy(list);
    assert!(list.contains("<dc:title>Two &amp; more</dc:title>") && list.contains("pre-paginated"));
    let is_page = |name: &str| name.starts_with("book/page") && name.ends_with(".xhtml");
    let pages = files.iter().filter(|(name, _)| is_page(name)).count();
    assert_eq!(list.matches("<itemref ").count(), pages);
    for (name, _) in files.iter().filter(|(name, _)| name.starts_with("book/") && !name.ends_with(".opf")) {
        assert!(list.contains(&format!("href=\"{}\"", &name[5..])), "{name} is listed");
    }
}

#[test]
fn pages_are_pictures_in_a_folder() {
    let folder = folder("book-pages");
    let svg = ["book", "book.toml", "--set", "solutions=next", "--set", "hints=none", "-o", "pages/"];
    assert_eq!(folder.sudoku(svg), run(0, "", ""));
    assert!(
        xml::read(&folder.read("pages/page0001.svg"))
            .is_ok_and(|page| { page.iter().any(|one| one.text == "Two & more") })
    );
    // Upside down at the foot of the page after the puzzles.
    let turned = |page: usize| folder.read(&format!("pages/page{page:04}.svg")).contains("matrix(-1");
    assert!(!turned(2) && turned(3));
    assert_eq!(folder.sudoku(["book", EASY, "--png", "-o", "pages"]), run(0, "", ""));
    assert!(folder.bytes("pages/page0001.png").starts_with(b"\x89PNG"));
}

#[test]
fn a_folder_keeps_no_page_of_an_earlier_book_and_all_other_files() {
    let folder = folder("book-again");
    std::fs::create_dir(folder.path().join("pages")).expect("the folder can be written");
    let folder = folder.with("pages/page0099.svg", "mine").with("pages/page0002.png", "mine");
    assert_eq!(folder.sudoku(["book", "book.toml", "-o", "pages/"]), run(0, "", ""));
    assert!(folder.path().join("pages/page0004.svg").exists());
    let shorter = folder.sudoku(["book", "one.txt", "--set", "solutions=none", "-o", "pages/"]);
    assert_eq!((shorter.status, shorter.stdout.as_str()), (Some(0), ""));
    assert!(shorter.stderr.starts_with("sudoku: pages/: pages of an earlier, longer book were removed: "));
    let mut left: Vec<String> = std::fs::read_dir(folder.path().join("pages"))
        .expect("it is a folder")
        .map(|entry| entry.expect("it has a name").file_name().to_string_lossy().into_owned())
        .collect();
    left.sort();
    assert_eq!(left, ["page0001.svg", "page0002.png", "page0099.svg"]);
}

#[test]
fn cells_of_hints_and_lessons_have_the_names_that_are_asked_for() {
    let folder = folder("book-names");
    let texts = |args: &[&str]| {
        let book = ["book", "book.toml", "-o", "pages/"].iter().chain(args);
        assert_eq!(folder.sudoku(book).status, Some(0), "{args:?}");
        let pages = (1..=9).map(|page| folder.path().join(format!("pages/page{page:04}.svg")));
        let pages = pages.filter(|path| path.exists()).map(|path| {
            let page = std::fs::read_to_string(path).expect("a page is text");
            xml::read(&page)
                .expect("a page is well-formed")
                .into_iter()
                .map(|one| one.text)
                .collect::<Vec<_>>()
        });
        pages.flatten().collect::<Vec<_>>().join(" ")
    };
    let usual = texts(&[]);
    assert!(usual.contains("R1C") && !usual.contains("r1c"), "{usual}");
    for args in [&["--cell-names", "r1c1"][..], &["--set", "cell-names=r1c1"]] {
        let small = texts(args);
        assert!(small.contains("r1c") && !small.contains("R1C"), "{args:?}");
    }
}

#[test]
fn titles_run_from_right_to_left_and_letters_that_are_not_joined_are_told() {
    let folder = folder("book-leftwards");
    let book = |title: &str, to: &str| {
        let set = format!("title={title}");
        folder.sudoku(["book", EASY, "--set", &set, "-o", to])
    };
    assert_eq!(book("אבג 9", "pages/"), run(0, "", ""));
    assert!(folder.read("pages/page0001.svg").contains(" unicode-bidi=\"plaintext\">אבג 9</text>"));
    assert_eq!(book("אבג", "book.pdf"), run(0, "", ""));
    assert!(has(&folder.bytes("book.pdf"), &heading("אבג")));
    let note = "sudoku: warning: books do not join letters or place marks as their script does (بر)\n";
    assert_eq!(book("بر", "book.pdf"), run(0, "", note));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = command(["book", EASY]).stdin(std::process::Stdio::null()).spawn().expect("it starts");
    drop(child.stdout.take());
    assert_eq!(finish_started(&mut child), run(0, "", ""));
}
