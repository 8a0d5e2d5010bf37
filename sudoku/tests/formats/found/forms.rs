//! The forms in which programs, pages, letters and tools have boards.

use super::*;

/// Returns the rows of a puzzle, each cell by `cell`, with texts between cells and between rows.
pub fn rows(cell: impl Fn(char) -> String, between: &str, after: &str) -> String {
    let cells: Vec<String> = EASY.chars().map(cell).collect();
    cells.chunks(9).map(|row| row.join(between)).collect::<Vec<_>>().join(after)
}

/// Returns the rows in lines, each by a function of its number and its cells.
pub fn lines_of(line: impl Fn(usize, &[char]) -> String) -> String {
    let cells: Vec<char> = EASY.chars().collect();
    cells.chunks(9).enumerate().map(|(at, row)| line(at, row)).collect::<Vec<_>>().join("\n")
}

pub fn open(as_: &'static str) -> impl Fn(char) -> String {
    move |c| if c == '.' { as_.to_owned() } else { c.to_string() }
}

pub fn quoted(open_as: &'static str) -> impl Fn(char) -> String {
    move |c| format!("\"{}\"", open(open_as)(c))
}

/// Returns a row with a sign between boxes.
pub fn boxed(row: &[char], between: &str, bar: &str) -> String {
    let cells: Vec<String> = row.iter().map(char::to_string).collect();
    cells.chunks(3).map(|part| part.join(between)).collect::<Vec<_>>().join(bar)
}

/// Returns a printed grid with a rule between bands.
pub fn printed(between: &str, bar: &str, rule: &str, open_as: char) -> String {
    let line = |at: usize, row: &[char]| {
        let row: Vec<char> = row.iter().map(|&c| if c == '.' { open_as } else { c }).collect();
        let before = if at > 0 && at.is_multiple_of(3) && !rule.is_empty() {
            format!("{rule}\n")
        } else {
            String::new()
        };
        before + &boxed(&row, between, bar)
    };
    lines_of(line)
}

pub fn check(forms: &[(&str, String)]) {
    let wrong: Vec<String> = forms.iter().flat_map(|(name, text)| misread(name, text, EASY)).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), 4 * forms.len(), wrong.join("\n"));
}

#[test]
fn lists_of_languages() {
    let zero = || open("0");
    check(&[
        ("python lists", format!("board = [\n    [{}]\n]\nsolve(board)", rows(zero(), ", ", "],\n    ["))),
        ("python None", format!("grid = [[{}]]", rows(open("None"), ", ", "],\n        ["))),
        ("python tuples", format!("B = (({}))", rows(zero(), ",", "),\n     ("))),
        (
            "python comments",
            format!("board = [\n    [{}],  # last row\n]", rows(zero(), ", ", "],  # row of 9\n    [")),
        ),
        ("numpy", format!("a = np.array([[{}]])", rows(zero(), ", ", "],\n              ["))),
        ("numpy printed", format!("[[{}]]", rows(zero(), " ", "]\n ["))),
        ("numpy floats", format!("[[{}.]]", rows(zero(), ". ", ".]\n ["))),
        (
            "java",
            format!(
                "public class Main {{\n  static int[][] board = new int[][] {{\n    {{{}}}\n  }};\n}}",
                rows(zero(), ", ", "},\n    {")
            ),
        ),
        (
            "java comments",
            format!(
                "int[][] b = {{\n  // the first row has 5 givens\n  {{ {} }}\n}};",
                rows(zero(), ", ", " },\n  { ")
            ),
        ),
        (
            "c",
            format!(
                "#include <stdio.h>\n#define N 9\nint grid[N][N] = {{ {{{}}} }};\nint main(void) {{ return 0; }}",
                rows(zero(), ", ", "},\n   {")
            ),
        ),
        ("c flat", format!("const unsigned char g[81] = {{\n  {}\n}};", rows(zero(), ",", ",\n  "))),
        (
            "c comments",
            format!(
                "int grid[9][9] = {{\n  /* row 1 of 9 */ {{{}}}\n}};",
                rows(zero(), ", ", "}, /* next 1 */\n  {")
            ),
        ),
        ("c chars", format!("char g[9][9] = {{ {{{}}} }};", rows(|c| format!("'{c}'"), ",", "},\n {"))),
        ("c++ vectors", format!("std::vector<std::vector<int>> v{{{{{}}}}};", rows(zero(), ",", "},{"))),
        ("c#", format!("int[,] board = new int[,] {{\n  {{ {} }}\n}};", rows(zero(), ", ", " },\n  { "))),
        ("javascript null", format!("const board = [\n  [{}],\n];", rows(open("null"), ", ", "],\n  ["))),
        ("javascript holes", format!("var b = [[{}]];", rows(open(""), ",", "],\n[").replace(",]", ",0]"))),
        ("typescript", format!("const b: number[][] = [[{}]];", rows(zero(), ", ", "],\n["))),
        ("go", format!("var board = [9][9]int{{\n\t{{{}}},\n}}", rows(zero(), ", ", "},\n\t{"))),
        ("rust", format!("let b: [[u8; 9]; 9] = [\n    [{}],\n];", rows(zero(), ", ", "],\n    ["))),
        (
            "rust options",
            format!(
                "let b = vec![vec![{}]];",
                rows(|c| if c == '.' { "None".into() } else { format!("Some({c})") }, ", ", "], vec![")
            ),
        ),
        ("haskell", format!("board :: [[Int]]\nboard =\n  [ [{}]\n  ]", rows(zero(), ",", "]\n  , ["))),
        (
            "haskell maybe",
            format!(
                "b = [[{}]]",
                rows(|c| if c == '.' { "Nothing".into() } else { format!("Just {c}") }, ", ", "],\n     [")
            ),
        ),
        ("racket", format!("(define BD4\n  (list {}))", rows(open("B"), " ", "\n        "))),
        (
            "lisp",
            format!("(defparameter *b* '(({}))) ; a board", rows(open("nil"), " ", ") ; row of 9\n  (")),
        ),
        ("scheme vector", format!("#({})", rows(zero(), " ", "\n  "))),
        ("scheme false", format!("(list {})", rows(open("#f"), " ", "\n      "))),
        ("clojure", format!("(def board [[{}]])", rows(zero(), " ", "]\n            ["))),
        ("prolog", format!("problem(1, [[{}]]).", rows(open("_"), ",", "],\n            ["))),
        ("erlang", format!("board() -> [[{}]]. %% 9 by 9", rows(zero(), ",", "],\n ["))),
        ("r", format!("m <- matrix(c({}), nrow = 9, byrow = TRUE)", rows(open("NA"), ", ", ",\n  "))),
        ("matlab", format!("A = [{}];", rows(zero(), " ", "; "))),
        ("matlab lines", format!("A = [{}]; % the puzzle", rows(zero(), " ", "\n     "))),
        ("julia", format!("board = [{}]", rows(zero(), " ", ";\n         "))),
        ("mathematica", format!("board = {{{{{}}}}}", rows(open("_"), ", ", "},\n  {"))),
        ("ruby", format!("board = [[{}]]", rows(open("nil"), ", ", "],\n         ["))),
        ("ruby words", format!("b = %w[\n{}\n]", rows(open("."), " ", "\n"))),
        ("perl", format!("my @b = (\n  [qw({})],\n);", rows(open("0"), " ", ")],\n  [qw("))),
        ("scala", format!("val b = Array(Array({}))", rows(zero(), ", ", "),\n  Array("))),
        ("kotlin", format!("val b = arrayOf(intArrayOf({}))", rows(zero(), ", ", "),\n  intArrayOf("))),
        ("swift", format!("let b: [[Int?]] = [[{}]]", rows(open("nil"), ", ", "],\n  ["))),
        ("php", format!("$b = array(array({}));", rows(zero(), ", ", "),\n  array("))),
        (
            "lua",
            format!("local b = {{\n  {{ {} }}, -- the end\n}}", rows(zero(), ", ", " }, -- row 1\n  { ")),
        ),
        ("ocaml", format!("let b = [|[|{}|]|]", rows(zero(), ";", "|];\n [|"))),
        ("json object", format!("{{\"name\": \"first\", \"board\": [[{}]]}}", rows(zero(), ",", "],["))),
        ("json texts", format!("[[{}]]", rows(quoted("."), ",", "],["))),
        ("visual basic", format!("b = Array(Array({}))", rows(zero(), ", ", "), _\n   Array("))),
        ("fortran", format!("      DATA G /{}/", rows(zero(), ",", ",\n     &  "))),
        ("ada", format!("Board : constant Grid :=\n  (({}));", rows(zero(), ", ", "),\n   ("))),
        ("minizinc", format!("start = [|\n{}|];", rows(open("_"), ",", "|\n"))),
        ("eclipse", format!("problem(1, []([]({}))).", rows(open("_"), ", ", "),\n []("))),
        ("tcl", format!("set b {{\n  {{{}}}\n}}", rows(zero(), " ", "}\n  {"))),
        ("apl", format!("b<-9 9$ {}", rows(zero(), " ", " "))),
        ("k", format!("({})", rows(zero(), " ", ";"))),
        ("assembler", format!("b: db {} ; the last row", rows(zero(), ",", " ; a row\n   db "))),
        ("gas", format!("b:\n  .byte {}", rows(zero(), ", ", "\n  .byte "))),
        ("basic", format!("DATA {}", rows(zero(), ",", "\nDATA "))),
        ("shell arrays", format!("grid=(\n{}\n)\nfor i in 1 2 3; do echo $i; done", rows(zero(), " ", "\n"))),
        ("powershell", format!("$b = @(\n@({})\n)", rows(zero(), ",", "),\n@("))),
        ("r bound", format!("m <- rbind(c({}))", rows(zero(), ",", "),\n c("))),
        ("excel", format!("={{{}}}", rows(zero(), ",", ";"))),
        ("yaml lists", format!("board:\n  - [{}]\nlevel: easy", rows(zero(), ", ", "]\n  - ["))),
        (
            "json, a cell a line",
            format!(
                "{{\n  \"board\": [\n    [\n{}\n    ]\n  ]\n}}",
                rows(zero(), ",\n", "\n    ],\n    [\n")
            ),
        ),
        ("assigned rows", format!("row = [{}]", rows(zero(), ", ", "]\nrow = ["))),
        (
            "assigned by number",
            lines_of(|at, row| {
                format!(
                    "board[{at}] = [{}]",
                    row.iter().map(|c| open("0")(*c)).collect::<Vec<_>>().join(", ")
                )
            }),
        ),
        ("a change", format!("+    [{}],", rows(zero(), ", ", "],\n+    ["))),
        ("latex matrix", format!("\\begin{{pmatrix}} {} \\end{{pmatrix}}", rows(zero(), " & ", " \\\\ "))),
        (
            "dictionary",
            format!(
                "{{{}}}",
                lines_of(|at, row| row
                    .iter()
                    .enumerate()
                    .map(|(column, c)| format!(
                        "'{}{}': {}, ",
                        (b'A' + at as u8) as char,
                        column + 1,
                        open("0")(*c)
                    ))
                    .collect::<String>())
            ),
        ),
    ]);
}

#[test]
fn texts_of_programs() {
    let zeros = EASY.replace('.', "0");
    let blanks = EASY.replace('.', " ");
    let row = |at: usize| &EASY[9 * at..9 * at + 9];
    check(&[
        ("python text", format!("seq='{zeros}'")),
        ("quote on the next line", format!("(like seq='{zeros}\n')")),
        ("text with blanks", format!("(define easy (assign-cell-values \"{blanks}\"))")),
        ("text with breaks", format!("s = \"{}\\n\";", rows(open("."), "", "\\n"))),
        ("texts in a list", format!("b = [\"{}\"]", rows(open("."), "", "\",\n  \""))),
        ("texts with blanks", format!("b = [\"{}\"]", rows(open(" "), "", "\",\n  \""))),
        ("texts joined by +", format!("String s = \"{}\";", rows(open("0"), "", "\" +\n  \""))),
        ("texts side by side", format!("char *s =\n  \"{}\";", rows(open("."), "", "\"\n  \""))),
        (
            "three texts joined",
            format!("s = '{}' + '{}' \\\n  + '{}'", &EASY[..27], &EASY[27..54], &EASY[54..]),
        ),
        ("haskell unlines", format!("b = unlines [ \"{}\" ]", rows(open("."), "", "\"\n            , \""))),
        ("python long text", format!("b = \"\"\"\n{}\n\"\"\"", rows(open("."), "", "\n"))),
        ("javascript template", format!("const b = `\n{}\n`;", rows(open("."), " ", "\n"))),
        ("scratch", format!(".add\"{}\" to fixed", rows(open("0"), "", "\" to fixed\n.add\""))),
        ("sql", format!("INSERT INTO puzzles (id, board) VALUES (17, '{EASY}');")),
        (
            "json with a solution",
            format!("{{\"id\": 7, \"puzzle\": \"{EASY}\", \"solution\": \"{}\"}}", EASY_SOLVED),
        ),
        ("yaml", format!("puzzle: \"{EASY}\"\nlevel: 3")),
        ("xml", format!("<puzzle id=\"3\"><givens>{EASY}</givens></puzzle>")),
        ("shell", format!("$ ./solve {EASY}\nsolved in 3 ms")),
        ("assembler", format!("board: .ascii \"{}\"", rows(open("."), "", "\"\n       .ascii \""))),
        ("basic", format!("10 DATA \"{}\"", rows(open("0"), "", "\"\n20 DATA \""))),
        ("groovy", format!("def b = [\n'{}'\n].join('')", rows(open("."), "", "',\n'"))),
        (
            "cobol",
            lines_of(|at, row| {
                format!(
                    "       01 ROW-{} PIC X(9) VALUE \"{}\".",
                    at + 1,
                    row.iter().map(|c| open("0")(*c)).collect::<String>()
                )
            }),
        ),
        ("yaml rows", format!("board:\n  - \"{}\"", rows(open("."), "", "\"\n  - \""))),
        ("yaml text", format!("board: |\n  {}\nlevel: easy", rows(open("."), "", "\n  "))),
        (
            "rows of xml",
            format!("<sudoku>\n  <row>{}</row>\n</sudoku>", rows(open("."), "", "</row>\n  <row>")),
        ),
        ("norvig", format!("grid1  = '{zeros}'\nprint(1)")),
        ("a table with ids", format!("The file has:\n\nid,puzzle\n1,{zeros}")),
        ("gsf", format!("Here: {EASY} 17 1 1 1 ED=7.2/1.2/1.2 by me")),
        ("in a sentence", format!("Try {EASY}, it is a nice one.")),
        ("in backticks", format!("Try `{EASY}` now")),
        ("at the end of a sentence", format!("My grid is {}: what next?", zeros)),
        ("numbered", format!("17. {EASY}")),
        ("nine words in a line", format!("Board: {}", (0..9).map(row).collect::<Vec<_>>().join(" "))),
        ("nine words with slashes", format!("Board: {}", (0..9).map(row).collect::<Vec<_>>().join("/"))),
        ("81 words", format!("Board: {}", rows(open("0"), " ", " "))),
        ("81 fields", format!("board,{}", rows(open("0"), ",", ","))),
    ]);
}

/// The solution of `EASY`.
pub const EASY_SOLVED: &str =
    "439618257256739841781542693894375162173426589562891374928154736647283915315967428";

#[test]
fn candidates_in_a_letter() {
    let cell = |at: usize| {
        if at.is_multiple_of(7) {
            "123456789".to_owned()
        } else {
            ((at / 9 * 3 + at / 27 + at % 9) % 9 + 1).to_string()
        }
    };
    let line = |row: usize| {
        (0..9).map(|column| format!("{:<9}", cell(9 * row + column))).collect::<Vec<_>>().join(" | ")
    };
    let grid: String = (0..9).map(|row| format!("> | {} |\n", line(row))).collect();
    let text = format!("Bob wrote on Monday:\n{grid}>\n> any ideas?\nLook at box 3.\n");
    let puzzle = several(&text, &sudoku::format::Options::default()).remove(0);
    assert_eq!(puzzle.cells()[0].len(), 9);
    assert_eq!(puzzle.place(1), (2, 17));
}

#[test]
fn other_sizes_and_symbols() {
    let four = "12..34....2143..";
    for text in ["[[1,2,0,0],[3,4,0,0],[0,0,2,1],[4,3,0,0]]", "x = {\"12..\", \"34..\", \"..21\", \"43..\"}"]
    {
        assert_eq!(boards(text), (vec![four.to_owned()], Vec::new()), "{text}");
    }
    let side = 16;
    let hex = written(&known(side), from_table(CAPITALS), ".", "");
    let rows = rows_of(&hex, side);
    assert_board("16 x 16 in texts", &format!("s = [\"{}\"]", rows.join("\", \"")), &hex);
    let numbers = |c: char| c.to_digit(36).map_or("0".to_owned(), |value| value.to_string());
    let list =
        rows.iter().map(|row| row.chars().map(numbers).collect::<Vec<_>>().join(", ")).collect::<Vec<_>>();
    let (found, errors) = boards(&format!("board = [[{}]]", list.join("],\n [")));
    assert_eq!((found.len(), errors.len()), (1, 0), "{errors:?}");
    let letters: String =
        EASY.chars().map(|c| c.to_digit(10).map_or('.', |digit| (b'@' + digit as u8) as char)).collect();
    assert_board("letters", &format!("board = \"{letters}\""), &letters);
}

fn rows_of(line: &str, side: usize) -> Vec<String> {
    line.chars().collect::<Vec<_>>().chunks(side).map(|row| row.iter().collect()).collect()
}
