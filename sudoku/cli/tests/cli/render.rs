//! `sudoku render`: images of one puzzle or many, with solutions and candidates.

use miniz_oxide::inflate::decompress_to_vec_zlib;

use super::support::*;

const CAGES: &str = "size: 4\ngrid:\n1...\n....\n....\n...1\nkiller 5: r1c2 r2c2\nthermo: r3c1 r4c1\n";
/// Blue of found values.
const FOUND: &str = "#1d5fd1";

/// Returns the texts of a group of one colour.
fn texts(image: &str, color: &str) -> String {
    let Some((_, group)) = image.split_once(&format!("fill=\"{color}\"")) else { return String::new() };
    let group = group.split("</g>\n<g fill").next().unwrap_or_default();
    group.split("</text>").filter_map(|piece| piece.rsplit('>').next()).map(str::trim).collect()
}

#[test]
fn rules_are_drawn() {
    let drawn = piped(["render"], CAGES);
    assert_eq!((drawn.status, drawn.stderr.as_str()), (Some(0), ""));
    let image = drawn.stdout;
    assert!(image.starts_with("<svg xmlns=") && image.ends_with("</svg>\n"));
    assert!(image.contains(">5</text>") && image.contains("stroke-dasharray"), "the cage: {image}");
    assert!(image.contains("<circle"), "the bulb: {image}");
    assert!(!image.contains(FOUND), "nothing is solved: {image}");
    let plain = sudoku(["render", INKALA]).stdout;
    assert_eq!(plain.matches("</text>").count(), 21);
}

#[test]
fn the_solution_is_drawn_in_another_colour() {
    let solved = sudoku(["render", "--solution", INKALA]);
    assert_eq!((solved.status, solved.stderr.as_str()), (Some(0), ""));
    let found: String = INKALA
        .chars()
        .zip(INKALA_SOLVED.chars())
        .filter(|(given, _)| *given == '.')
        .map(|(_, c)| c)
        .collect();
    assert_eq!(texts(&solved.stdout, FOUND), found);
    let several = sudoku(["render", "--solution", SEVENTEEN]);
    let note = "argument:1:1: there are several solutions, of which one is drawn\n";
    assert_eq!((several.status, several.stderr.as_str()), (Some(1), note));
    assert_eq!(several.stdout.matches("</text>").count(), 81);
    let none = sudoku(["render", "--solution", NONE]);
    let notes = "argument:1:1: there is no solution\nargument:1:9: R1C9 has no candidate left\n";
    assert_eq!((none.status, none.stderr.as_str()), (Some(1), notes));
    assert_eq!(none.stdout.matches("</text>").count(), NONE.chars().filter(|&c| c != '.').count());
    let limit = sudoku(["render", "--solution", "--node-limit", "0", INKALA]);
    assert_eq!((limit.status, limit.stdout.matches("</text>").count()), (Some(3), 21));
    assert!(limit.stderr.contains("a limit was reached"), "{}", limit.stderr);
}

#[test]
fn candidates_are_pencil_marks() {
    let puzzle = "2..4....1...4...";
    let drawn = sudoku(["render", "--candidates", puzzle]);
    assert_eq!((drawn.status, drawn.stderr.as_str()), (Some(0), ""));
    let sets = sudoku(["candidates", "--format", "json", puzzle]).stdout;
    let several: usize = sets
        .split('[')
        .skip(2)
        .map(|set| set.split(']').next().unwrap_or_default().matches('"').count() / 2)
        .filter(|&count| count > 1)
        .sum();
    assert_eq!(
        drawn.stdout.split("<g fill=\"#6b7280\"").nth(1).map_or(0, |rest| rest.matches("</text>").count()),
        several
    );
    assert_eq!(sudoku(["render", "--candidates", NONE]).status, Some(1));
}

#[test]
fn several_puzzles_are_numbered_files() {
    let two = lines([INKALA, EASY]);
    let folder = Folder::new("render").with("two.txt", &two).with("bad.txt", lines([INKALA, "12", EASY]));
    let note = "sudoku: several puzzles make several pictures: name a directory, as in --output pictures/\n";
    assert_eq!(folder.sudoku(["render", "two.txt"]), run(2, "", note));
    assert_eq!(folder.sudoku(["render", "two.txt", "-o", "one.svg"]), run(2, "", note));
    assert!(!folder.path().join("one.svg").exists(), "nothing is left behind");
    assert_eq!(folder.sudoku(["render", "two.txt", "-o", "new/pictures/"]), run(0, "", ""));
    assert_eq!(folder.read("new/pictures/0001.svg"), sudoku(["render", INKALA]).stdout);
    assert_eq!(folder.read("new/pictures/0002.svg"), sudoku(["render", EASY]).stdout);
    // The second of three puzzles cannot be read.
    assert_eq!(folder.sudoku(["render", "bad.txt", "-o", "new"]).status, Some(2));
    assert_eq!(folder.read("new/0003.svg"), sudoku(["render", EASY]).stdout);
    assert!(!folder.path().join("new/0002.svg").exists());
    let taken = folder.sudoku(["render", "--skip", "1", "--take", "1", "two.txt"]);
    assert_eq!(taken, sudoku(["render", EASY]));
    assert_eq!(folder.sudoku(["render", "--take", "1", "two.txt", "-o", "easy.svg"]), run(0, "", ""));
    assert_eq!(folder.read("easy.svg"), sudoku(["render", INKALA]).stdout);
    let over = folder.sudoku(["render", "--take", "1", "two.txt", "-o", "two.txt"]);
    assert_eq!((over.status, folder.read("two.txt")), (Some(2), two));
    let lost = folder.sudoku(["render", "two.txt", "-o", "two.txt/"]);
    assert_eq!((lost.status, lost.stdout.as_str()), (Some(2), ""), "a file is no directory");
}

#[test]
fn pixels_are_drawn() {
    let folder = Folder::new("pixels");
    assert_eq!(folder.sudoku(["render", "--solution", INKALA, "-o", "one.PNG"]), run(0, "", ""));
    let bytes = folder.bytes("one.PNG");
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"));
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let (width, height, packed) = (number(16), number(20), number(33));
    // Nine cells of 64 units and a margin of a fifth of a cell, twice as large.
    assert_eq!((width, height), (1204, 1204));
    let rows = decompress_to_vec_zlib(&bytes[41..41 + packed]).expect("a zlib stream");
    assert_eq!(rows.len(), height * (1 + 3 * width));
    // Each row is differences from the pixel to the left.
    let row = |y: usize| {
        let row = &rows[y * (1 + 3 * width) + 1..][..3 * width];
        let mut pixels: Vec<[u8; 3]> = row.chunks(3).map(|pixel| pixel.try_into().unwrap()).collect();
        for x in 1..width {
            let left = pixels[x - 1];
            pixels[x].iter_mut().zip(left).for_each(|(value, left)| *value = value.wrapping_add(left));
        }
        pixels
    };
    const PAPER: [u8; 3] = [255; 3];
    const INK: [u8; 3] = [0x1c, 0x1c, 0x1e];
    assert!(row(5).iter().all(|&pixel| pixel == PAPER), "the margin");
    assert!(row(26)[40..1160].iter().all(|&pixel| pixel == INK), "the upper border");
    let digits = row(90);
    assert!(digits.contains(&INK) && digits.contains(&[0x1d, 0x5f, 0xd1]), "a given and a found digit");
}

#[test]
fn documents_have_pages() {
    let folder = Folder::new("pdf")
        .with("named.txt", "title: Größe\nthermo: r1c1 r1c2\n")
        .with("unknown.txt", "title: 数独\nthermo: r1c1 r1c2\n");
    assert_eq!(folder.sudoku(["render", "named.txt", "-o", "one.pdf"]), run(0, "", ""));
    let text = folder.bytes("one.pdf");
    let has = |what: &str| text.windows(what.len()).any(|part| part == what.as_bytes());
    assert!(text.starts_with(b"%PDF-1.7\n") && text.ends_with(b"%%EOF\n"));
    assert!(has("/Title <FEFF0047007200F600DF0065>") && has("/Count 1 ") && has("/Subtype /Type3"));
    let unknown = folder.sudoku(["render", "unknown.txt", "-o", "one.pdf"]);
    assert_eq!(unknown.status, Some(0));
    assert!(unknown.stderr.contains("the font of pictures lacks some letters (数独)"), "{}", unknown.stderr);
}

#[test]
fn sheets_have_several_puzzles_a_page() {
    let puzzles = lines([INKALA, EASY, INKALA, EASY, EMPTY]);
    let folder = Folder::new("sheets").with("five.txt", puzzles);
    let pages = |name: &str| {
        let bytes = folder.bytes(name);
        bytes.windows(12).filter(|part| part == b"/Type /Page ").count()
    };
    let plain = folder.sudoku(["render", "--sheet", "2x1", "five.txt", "-o", "book.pdf"]);
    assert_eq!((plain, pages("book.pdf")), (run(0, "", ""), 3));
    let args =
        ["render", "--sheet", "2x1", "--page", "letter", "--solutions", "end", "five.txt", "-o", "book.pdf"];
    let solved = folder.sudoku(args);
    assert_eq!((solved.status, pages("book.pdf")), (Some(1), 4));
    assert_eq!(solved.stderr, "five.txt:5:1: there are several solutions: none is drawn\n");
    for (args, what) in [
        (&["render", "--sheet", "2x3", "five.txt", "-o", "book.svg"][..], "name the file FILE.pdf"),
        (&["render", "--sheet", "2x0", "five.txt", "-o", "book.pdf"], "write 2x3 (two across, three down)"),
        (&["render", "--png", "five.txt", "-o", "book.pdf"], "--png draws PNG: name the file FILE.png"),
        (&["render", "--page", "a4", "five.txt", "-o", "book.pdf"], "--sheet"),
    ] {
        let run = folder.sudoku(args);
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""));
        assert!(run.stderr.contains(what), "{}", run.stderr);
    }
}
